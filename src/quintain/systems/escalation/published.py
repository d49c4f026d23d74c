"""What tools that write stat blocks may rely on: the checked file models, the vocabulary, and the readers of phrases.

An importer or an editor in another distribution imports from here alone; everything else of this system may change.
"""

from __future__ import annotations

from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.file_format.block_files import BonusRow, EffectRow, PowerRow, stat_block
from quintain.systems.escalation.file_format.phrases import read_beats, read_label
from quintain.systems.escalation.printed import vocabulary
from quintain.systems.escalation.printed.rows import GrantedAttack

__all__ = [
    "BonusRow", "EffectRow", "GrantedAttack", "LastingEffect", "PowerRow", "read_beats", "read_label", "stat_block",
    "vocabulary",
]  # fmt: skip
