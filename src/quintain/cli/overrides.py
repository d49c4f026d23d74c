"""The overrides of a command line: other figures, more or fewer of somebody, a switch of the rules. It imports little, since it is
read with every command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from quintain.library.encounters import Encounter

Sets = Annotated[list[str] | None, typer.Option("--set", help="Another figure: ogre.hp=60, ogre.hp+=5, grunt.hp*=1.2.")]
Adds = Annotated[list[str] | None, typer.Option("--add", help="More of somebody: grunt:2.")]
Removes = Annotated[list[str] | None, typer.Option("--remove", help="Fewer of somebody: grunt:2.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="A switch of the rules: flee_margin=5.")]


class Changes:
    """The overrides that were given."""

    def __init__(
        self, set: list[str] | None, add: list[str] | None, remove: list[str] | None, option: list[str] | None
    ) -> None:
        self.given = [set or [], add or [], remove or [], option or []]

    def __bool__(self) -> bool:
        return any(self.given)

    def of(self, encounter: Encounter) -> Encounter:
        if not self:
            return encounter
        from quintain.lab.variant import variant_from

        return variant_from(encounter, *self.given)

    def words(self) -> list[str]:
        """As they are written on a command line."""
        flags = ("--set", "--add", "--remove", "--option")
        return [word for flag, texts in zip(flags, self.given, strict=True) for text in texts for word in (flag, text)]
