"""Abilities and roles between a file's rows and the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.toughness.scores import USUAL_GOOD_SAVE, Role

if TYPE_CHECKING:
    from quintain.systems.toughness.types_files import AbilitiesModel, RoleModel


def scores_of(row: AbilitiesModel) -> list[int]:
    return [row.str_, row.dex, row.con, row.int_, row.wis, row.cha]


def roles_of(rows: list[RoleModel]) -> list[Role]:
    return [Role(one.role, one.level, one.good_save or USUAL_GOOD_SAVE[one.role]) for one in rows]


def role_rows(roles: list[Role]) -> list[dict[str, object]]:
    return [{"role": one.name, "level": one.level, "good_save": one.good_save} for one in roles]
