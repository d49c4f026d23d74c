"""Boards that are alike in many fights, kept for all of them: tables of a server play the same encounters on the same ground."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

Board = TypeVar("Board")
MOST_KEPT: Final = 16
LARGEST: Final = 1_000
"""Cells of a board that is still kept: what is worked out about one for every cell grows with their square."""


class Alike(Generic[Board]):
    """Boards of one kind by all that they are made from; those made last. Nothing of them may ever be changed."""

    def __init__(self) -> None:
        self._kept: dict[object, Board] = {}

    def find(self, made_from: object) -> Board | None:
        return self._kept.get(made_from)

    def keep(self, made_from: object, board: Board, cells: int) -> Board:
        if cells <= LARGEST:
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[made_from] = board
        return board
