"""A bonus or penalty (CL-33). Never changed; `rounds` -1 means until it is cleared."""

from __future__ import annotations

from typing import final

from quintain.systems.clash.fields_blocks import ModifierFields


@final
class Modifier(ModifierFields):
    def fits(self, action: str, feat: str) -> bool:
        return not self.scope or self.scope == action or (feat != "" and self.scope == "feat:" + feat)
