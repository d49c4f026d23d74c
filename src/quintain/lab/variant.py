"""Variants of an encounter: another figure, more or fewer of a creature, a switch of the rules set otherwise.

A change to a figure goes into the encounter's data where the data has it (so that all that is derived from it follows), and is
the GM's `set` ruling on the battle before the fight where it has not.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import yaml

from quintain.engine import Battle, Malformed, Refusal, System, Unavailable, stat_named
from quintain.engine.ruling import apply_ruling
from quintain.lab.blocks import (
    Data,
    block_of,
    combatants_of,
    drop_rows,
    numbers_in,
    own_blocks,
    place_of,
    roots_of,
    slug,
)
from quintain.library.encounters import Encounter, blocks, from_data
from quintain.library.problems import did_you_mean, listed

MOST_COPIES = 200


class Ruled(Encounter):
    """An encounter whose battle the GM changes before it begins."""

    def __init__(self, base: Encounter, rulings: list[tuple[str, dict[str, object]]], name: str = "") -> None:
        super().__init__(base.system_name, base.data, name or base.name)
        self.base = base
        self.rulings = rulings

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ruled, (self.base, self.rulings, self.name))

    def battle(self) -> Battle:
        if self._template is None:
            battle = self.base.battle()
            for ruling, args in self.rulings:
                apply_ruling(self.system, battle, ruling, args)
            if battle.outcome is not None:
                raise Unavailable("this change decides the fight before it begins.")
            self._template = battle
        return self._template.copy()


def variant(
    encounter: Encounter,
    set: dict[str, object] | None = None,
    add: dict[str, int] | None = None,
    remove: dict[str, int] | None = None,
    option: dict[str, object] | None = None,
    name: str = "",
) -> Encounter:
    """An encounter with some things changed: `variant(enc, set={"ogre.hp": 60}, add={"grunt": 2})`.

    Who is meant may be a combatant's id, the name of its stat block (all of them), a side, or * for everybody.
    """
    changed = encounter
    for wanted, value in (option or {}).items():
        changed = with_option(changed, wanted, value)
    for who, count in (remove or {}).items():
        changed = with_fewer(changed, who, count)
    for who, count in (add or {}).items():
        changed = with_more(changed, who, count)
    for figure, value in (set or {}).items():
        changed = with_figure(changed, figure, value)
    if name or changed is not encounter:
        changed.name = name or f"{encounter.name}, {described(set, add, remove, option)}"
    return changed


def described(
    set: dict[str, object] | None, add: dict[str, int] | None, remove: dict[str, int] | None, option: dict[str, object] | None
) -> str:
    parts = [f"{name} {value}" for name, value in {**(option or {}), **(set or {})}.items()]
    parts += [f"{count} more {who}" for who, count in (add or {}).items()]
    parts += [f"{count} fewer {who}" for who, count in (remove or {}).items()]
    return ", ".join(parts) or "unchanged"


# -- the four kinds of change -----------------------------------------------------------------------------------------------


def with_option(encounter: Encounter, name: str, value: object) -> Encounter:
    """A switch of the rules, or a field of the encounter itself, set otherwise."""
    data = copy.deepcopy(encounter.data)
    options = data.get("options")
    home = options if isinstance(options, dict) else data.setdefault("options", {})
    assert isinstance(home, dict)
    home[name] = value
    try:
        return _again(encounter, data)
    except Refusal as no:
        known = sorted(str(one) for one in options) if isinstance(options, dict) else []
        there = f" Set in this encounter: {listed(known, 'and')}." if known else ""
        raise Unavailable(f"the option {name} cannot be {value!r}: {no}{there}") from None


def with_figure(encounter: Encounter, figure: str, value: object) -> Encounter:
    """A figure of one or several combatants set to a value, or changed by one ("+2", "-1", "*1.5" as text)."""
    who, dot, path = figure.partition(".")
    if not dot or not path:
        raise Malformed(f"{figure!r} names no figure: write who.figure, such as {_example(encounter)}.")
    return with_figure_of(encounter, chosen(encounter, who), path, value)


def with_figure_of(encounter: Encounter, ids: list[str], path: str, value: object) -> Encounter:
    """The same figure of several combatants changed together."""
    data = copy.deepcopy(encounter.data)
    entries = {entry["id"]: entry for entry in combatants_of(data) if "id" in entry}
    in_data = [id for id in ids if id in entries and place_of(roots_of(data, entries[id]), path) is not None]
    by_ruling = [id for id in ids if id not in in_data]
    own_blocks(data, [entries[id] for id in in_data])
    done: list[Any] = []
    for id in in_data:
        found = place_of(roots_of(data, entries[id]), path)
        assert found is not None
        home, key = found
        # Combatants of one kind may share their stat block: it is changed once.
        if not any(home is other for other in done):
            home[key] = _changed(home[key], value, f"{id}.{path}")
            done.append(home)
    changed = _again(encounter, data) if in_data else encounter
    return _ruled(changed, by_ruling, path, value, f"{by_ruling[0]}.{path}") if by_ruling else changed


def with_more(encounter: Encounter, who: str, count: int) -> Encounter:
    """Some more of a creature: copies of one that is there, or of a shipped stat block for the other side."""
    _checked_count(count)
    block, _, side = who.partition("@")
    refused: dict[tuple[int, int], Refusal] = {}
    for _ in range(count):
        encounter = _with_one_more(encounter, block, side, refused)
    return encounter


def with_fewer(encounter: Encounter, who: str, count: int) -> Encounter:
    """The last so many of a creature taken out."""
    _checked_count(count)
    ids = chosen(encounter, who)
    if count > len(ids):
        raise Unavailable(f"{count} of {who} cannot be taken out: there are only {len(ids)}.")
    gone = ids[len(ids) - count :]
    data = copy.deepcopy(encounter.data)
    combatants = combatants_of(data)
    if not combatants:
        return _settled(Ruled(encounter, [("remove", {"who": id}) for id in gone]))
    data["combatants"] = [entry for entry in combatants if entry.get("id") not in gone]
    if not data["combatants"]:
        raise Unavailable("that would leave nobody in the fight.")
    return _again(encounter, data)


def with_number(encounter: Encounter, who: str, number: int) -> Encounter:
    """Exactly so many of a creature."""
    try:
        there = len(chosen(encounter, who))
    except Unavailable:
        if who.partition("@")[0] not in blocks(encounter.system_name):
            raise
        there = 0
    if number > there:
        return with_more(encounter, who, number - there)
    if number < there:
        return with_fewer(encounter, who, there - number)
    return encounter


def without_ability(encounter: Encounter, ids: list[str], ability: str) -> Encounter | None:
    """These combatants without an ability, or None where the data has no row for it that can be left out."""
    data = copy.deepcopy(encounter.data)
    meant = [entry for entry in combatants_of(data) if entry.get("id") in ids]
    own_blocks(data, meant)
    dropped = sum(drop_rows(roots_of(data, entry)[0], ability) for entry in meant)
    if not dropped:
        return None
    try:
        return _again(encounter, data)
    except Refusal:
        return None


# -- who is meant ---------------------------------------------------------------------------------------------------------


def chosen(encounter: Encounter, who: str) -> list[str]:
    """The ids of those who are meant: an id, a stat block's name (all of its kind), a side, or *."""
    battle = encounter.battle()
    if battle.find(who) is not None:
        return [who]
    kinds = kinds_of(encounter)
    if who in ("*", "all"):
        return [unit.id for unit in battle.units]
    if who in kinds:
        return kinds[who]
    of_side = [unit.id for unit in battle.units if unit.side == who]
    if of_side:
        return of_side
    known = list(dict.fromkeys([*(unit.id for unit in battle.units), *kinds, *(unit.side for unit in battle.units)]))
    raise Unavailable(f"nobody here is called {who!r}: there are {listed(known, 'and')}. {did_you_mean(who, known)}".rstrip())


def kinds_of(encounter: Encounter) -> dict[str, list[str]]:
    """The ids of each kind of combatant: those whose ids differ by a number only, or whose stat blocks have one name."""
    kinds: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    blocks_by_id = {entry.get("id"): block_of(encounter.data, entry) for entry in combatants_of(encounter.data)}
    for unit in encounter.battle().units:
        kinds.setdefault(re.sub(r"[-_ ]?\d+$", "", unit.id) or unit.id, []).append(unit.id)
        block = blocks_by_id.get(unit.id)
        if isinstance(block, dict) and isinstance(block.get("name"), str):
            names.setdefault(slug(block["name"]), []).append(unit.id)
    return {**names, **kinds}


def block_figures(encounter: Encounter, id: str) -> dict[str, int]:
    """Every whole number in a combatant's stat block by its path."""
    for entry in combatants_of(encounter.data):
        block = block_of(encounter.data, entry) if entry.get("id") == id else None
        if block is not None:
            return numbers_in(block, "")
    return {}


def figures_of(encounter: Encounter, id: str) -> dict[str, int]:
    """Every whole number in a combatant's data by its path, and the settable stats that are not in the data."""
    found = block_figures(encounter, id)
    battle, system = encounter.battle(), encounter.system
    unit = battle.find(id)
    if unit is not None:
        for stat in system.unit_stats:
            value = system.read_stat(battle, unit, stat) if stat.settable and stat.kind == "int" else None
            taken = any(path == stat.name or path.endswith(f".{stat.name}") for path in found)
            if isinstance(value, int) and not isinstance(value, bool) and not taken:
                found[stat.name] = value
    return found


# -- inside ---------------------------------------------------------------------------------------------------------------


def _again(encounter: Encounter, data: dict[str, object]) -> Encounter:
    """The changed data, checked like a file."""
    if isinstance(encounter, Ruled):
        return _settled(Ruled(_again(encounter.base, data), encounter.rulings))
    if not combatants_of(data):
        changed = Encounter(encounter.system_name, data, encounter.name)
        changed.battle()
        return changed
    changed = from_data(data, encounter.name)
    changed.name = encounter.name
    return changed


def _settled(ruled: Ruled) -> Encounter:
    """A ruled encounter as plain data, where its system can write it down without loss."""
    battle = ruled.battle()
    try:
        plain = Encounter(ruled.system_name, ruled.system.export(battle), ruled.name)
        if plain.battle().key() == battle.key():
            return plain
    except Exception:
        # A system that cannot write an encounter that has not begun is no reason to refuse the change.
        return ruled
    return ruled


def _ruled(encounter: Encounter, ids: list[str], path: str, value: object, figure: str) -> Encounter:
    system = encounter.system
    battle = encounter.battle()
    try:
        stat = stat_named(system, path)
    except Unavailable:
        known = sorted({*figures_of(encounter, ids[0]), *(stat.name for stat in system.unit_stats if stat.settable)})
        hint = did_you_mean(path, known)
        raise Unavailable(f"{ids[0]} has no figure called {path!r}: there are {listed(known, 'and')}. {hint}".rstrip()) from None
    rulings: list[tuple[str, dict[str, object]]] = []
    for id in ids:
        unit = battle.find(id)
        assert unit is not None
        wanted = _changed(system.read_stat(battle, unit, stat), value, figure)
        # Of something that can be used up, a variant has more from the start: its full value goes first.
        names = [one.name for one in system.unit_stats if one.settable and one.name in (f"max_{stat.name}", f"{stat.name}_max")]
        for name in [*names, stat.name]:
            rulings.append(("set", {"who": id, "stat": name, "value": wanted}))
    return _settled(Ruled(encounter, rulings))


def _with_one_more(encounter: Encounter, who: str, side: str, refused: dict[tuple[int, int], Refusal]) -> Encounter:
    """One more, on a square that is none of those `refused` to one like it: whoever has come since leaves no more room."""
    data = copy.deepcopy(encounter.data)
    combatants = combatants_of(data)
    if not combatants:
        raise Unavailable("this encounter's data lists no combatants to copy.")
    entry = _model_entry(encounter, combatants, who, side)
    taken = {str(one.get("id")) for one in combatants}
    match = re.fullmatch(r"(.*?)([-_ ]?)\d+", str(entry["id"]))
    base, link = (match[1], match[2]) if match is not None else (str(entry["id"]), "-")
    number = next(n for n in range(2, MOST_COPIES) if f"{base}{link}{n}" not in taken)
    entry["id"] = f"{base}{link}{number}"
    if isinstance(entry.get("name"), str):
        entry["name"] = f"{re.sub(r' [0-9]+$', '', entry['name'])} {number}"
    problem: Refusal | None = None
    for place in _places_near(entry.get("at"), combatants):
        if place is not None:
            if (place[0], place[1]) in refused:
                problem = problem or refused[place[0], place[1]]
                continue
            entry["at"] = place
        data["combatants"] = [*combatants, entry]
        try:
            return _again(encounter, data)
        except Refusal as no:
            problem = problem or no
            if place is not None:
                refused[place[0], place[1]] = no
    raise Unavailable(f"no room was found for one more {who}: {problem}")


def _model_entry(encounter: Encounter, combatants: list[Data], who: str, side: str) -> Data:
    """The data of one more of these: a copy of the last one there, or a shipped stat block beside the other side's last."""
    try:
        last = chosen(encounter, who)[-1]
        entry = copy.deepcopy(next(one for one in combatants if one.get("id") == last))
    except Unavailable as no:
        shipped = blocks(encounter.system_name)
        if who not in shipped:
            raise Unavailable(f"{no} Shipped stat blocks: {listed(sorted(shipped), 'and')}.") from None
        party, battle = encounter.system.party, encounter.battle()
        sides = {unit.id: unit.side for unit in battle.units}
        beside = [one for one in combatants if (sides.get(one["id"]) == side if side else sides.get(one["id"]) != party)]
        entry = copy.deepcopy((beside or combatants)[-1])
        entry.pop("block", None)
        entry.pop("name", None)
        entry.update({"use": who, "id": who})
    if side:
        entry["side"] = side
    return entry


def _places_near(at: object, combatants: list[Data]) -> Iterator[list[int] | None]:
    """Where a newcomer may stand: as its model says, or for squares on one that is free, the nearest first."""
    if not (isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(part, int) for part in at)):
        yield None
        return
    x, y = at
    taken = {tuple(one["at"]) for one in combatants if isinstance(one.get("at"), list | tuple) and len(one["at"]) == 2}
    around = [(x + dx, y + dy) for dx in range(-6, 7) for dy in range(-6, 7)]
    for place in sorted(around, key=lambda p: (abs(p[0] - x) + abs(p[1] - y), p)):
        if place not in taken and place[0] >= 0 and place[1] >= 0:
            yield [place[0], place[1]]


def _changed(before: object, value: object, figure: str) -> object:
    """The new value: itself, or the old one changed by "+n", "-n" or "*x"."""
    if not isinstance(value, Step):
        return value
    if not isinstance(before, int | float) or isinstance(before, bool):
        raise Malformed(f"{figure} is {before!r}, no number to be changed by {value}.")
    return value.applied(before)


class Step:
    """A change by so much: +2, -1, or times 1.5."""

    def __init__(self, sign: str, amount: float) -> None:
        self.sign = sign
        self.amount = amount

    def __str__(self) -> str:
        return f"{self.sign}{self.amount:g}"

    def applied(self, before: float) -> float:
        if self.sign == "*":
            return round(before * self.amount)
        after = before + self.amount if self.sign == "+" else before - self.amount
        return int(after) if float(after).is_integer() else after


def _checked_count(count: int) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or count < 0 or count > MOST_COPIES:
        raise Malformed(f"how many is a whole number from 0 to {MOST_COPIES}, not {count!r}.")


def _example(encounter: Encounter) -> str:
    unit = encounter.battle().units[0]
    return f"{unit.id}.{next(iter(figures_of(encounter, unit.id)), 'hp')}"


# -- as written on the command line ------------------------------------------------------------------------------------------


def value_from(written: str) -> object:
    """A value as written on the command line: a number, true or false, a word, or [a, list]."""
    try:
        return yaml.safe_load(written)
    except yaml.YAMLError:
        raise Malformed(f"{written!r} is no value: write a number, a word, true or false, or a list such as [a, b].") from None


def set_from(text: str) -> tuple[str, object]:
    """ogre.hp=60, ogre.hp+=5, ogre.hp-=5, ogre.hp*=1.2"""
    match = re.fullmatch(r"\s*([^=+]+?)\s*([+*-]?)=\s*(.+?)\s*", text)
    if match is None:
        raise Malformed(f"{text!r} sets nothing: write who.figure=value, such as ogre.hp=60 or ogre.hp+=5.")
    figure, sign, written = match.groups()
    value = value_from(written)
    if not sign:
        return figure, value
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Malformed(f"{written!r} is no number to change {figure} by.")
    return figure, Step(sign, value)


def count_from(text: str) -> tuple[str, int]:
    """grunt:2, or grunt for one"""
    who, colon, written = text.partition(":")
    if colon and not written.strip().isdigit():
        raise Malformed(f"{text!r} says not how many: write who:number, such as grunt:2.")
    return who.strip(), int(written) if colon else 1


def option_from(text: str) -> tuple[str, object]:
    """flee_margin=5"""
    name, equals, written = text.partition("=")
    if not equals or not name.strip():
        raise Malformed(f"{text!r} sets no option: write name=value.")
    return name.strip(), value_from(written)


def variant_from(encounter: Encounter, sets: list[str], adds: list[str], removes: list[str], options: list[str]) -> Encounter:
    """A variant from the words of a command line."""
    return variant(
        encounter,
        dict(set_from(text) for text in sets),
        dict(count_from(text) for text in adds),
        dict(count_from(text) for text in removes),
        dict(option_from(text) for text in options),
    )


def named_variant(encounter: Encounter, text: str) -> Encounter:
    """A variant with a name: "tougher: ogre.hp=60; +grunt:2; -hound; option.flee_margin=5"."""
    name, colon, rest = text.partition(":")
    parts = [part.strip() for part in rest.split(";") if part.strip()]
    if not colon or not name.strip() or not parts:
        raise Malformed(f"{text!r} names no variant: write its name, a colon and the changes, such as tougher: ogre.hp=60; +grunt:2.")
    sets = [part for part in parts if part[0] not in "+-" and not part.startswith("option.")]
    adds, removes = ([part[1:].strip() for part in parts if part[0] == sign] for sign in "+-")
    options = [part.removeprefix("option.") for part in parts if part.startswith("option.")]
    changed = variant_from(encounter, sets, adds, removes, options)
    changed.name = name.strip()
    return changed


def abilities_of(system: System, encounter: Encounter, id: str) -> list[str]:
    battle = encounter.battle()
    unit = battle.find(id)
    return system.abilities(battle, unit) if unit is not None else []
