"""Stat blocks out of a user's own bestiary pages, for the escalation system.

    found = import_bestiary(Path("my-bestiary"))
    print(found.report())
    found.write(Path("monsters.yaml"), names=["Reed stalker"])

The pages are markdown with fenced `statblock` code blocks; `docs/importing.md` describes the grammar. Nothing here
needs the rules: the outcome is a plain file of stat blocks, for encounters to use.
"""

from __future__ import annotations

from quintain_bestiary.importer import Bestiary, NoSuchBlock, NoSuchTrait, import_bestiary, import_text

__all__ = ["Bestiary", "NoSuchBlock", "NoSuchTrait", "import_bestiary", "import_text"]
