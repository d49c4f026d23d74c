"""The book's weapons and shields by name: a content file may name them instead of spelling them out."""

from __future__ import annotations

from typing import Final

ARMORY: Final[dict[str, dict[str, object]]] = {
    "dagger": {"die": 6, "melee": 5, "ranged": 20, "hands": 1, "tags": ["agile"]},
    "sword": {"die": 8, "melee": 5, "hands": 1},
    "greatsword": {"die": 10, "melee": 5, "hands": 2, "tags": ["powerful"]},
    "staff": {"die": 6, "melee": 5, "hands": 2, "tags": ["defensive"]},
    "handaxe": {"die": 6, "melee": 5, "ranged": 20, "hands": 1, "tags": ["agile"]},
    "spear": {"die": 8, "melee": 5, "hands": 1, "two_handed_die": 10},
    "longspear": {"die": 10, "melee": 10, "hands": 2},
    "shortbow": {"die": 6, "ranged": 50, "hands": 2},
    "longbow": {"die": 8, "ranged": 100, "hands": 2},
    "light crossbow": {"die": 8, "ranged": 75, "hands": 2, "tags": ["reload"]},
    "light shield": {"hands": 1, "tags": ["defensive"]},
    "heavy shield": {"hands": 1, "tags": ["defensive"]},
}
