"""Random play with the GM's rulings of every kind at any question, taking back, forking and exporting in between."""

from __future__ import annotations

import json
import random
from typing import cast

import pytest

from quintain.engine import Fight, Refusal, fight_from
from quintain.library.encounters import Encounter, from_data, play, sample
from quintain.systems.escalation.file_format.exporting import exported
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import UP
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.switches import DECLARED

Args = dict[str, object]
Rows = list[dict[str, object]]

BEAST: Args = {
    "name": "Beast", "level": 3, "initiative": 4, "ac": 16, "pd": 15, "md": 14, "hp": 60, "flies": True, "resist": {"all": 12},
    "thorns": {"damage": "1d4", "when": "natural odd"}, "regeneration": {"amount": 3, "times": 3},
    "occasions": [
        {"name": "Heat", "when": "enemy_turn_start", "within": "engaged", "effects": [{"damage": "1d4", "type": "fire"}]},
        {"name": "Roar", "when": "turn_start", "chance": "d6 up to escalation", "once": "battle", "asks": True,
         "effects": [{"roll_save": {"failure": [{"inflict": "dazed", "until": "end of target's next turn"}]}, "on": "each_nearby"}]},
        {"name": "Parry", "when": "attacked", "roll": "miss", "save": 11, "once": "round", "times": 2, "asks": True,
         "effects": [{"attack": "Claw", "at": "same"}]},
        {"name": "Sour", "when": "damaged", "least": 5, "effects": [{"damage": 1}, {"modifier": {"ac": -1}, "until": "save"}]},
        {"name": "Burning blood", "when": "staggered", "effects": [{"ongoing": 3, "on": "each_engaged"}]},
        {"name": "Last gift", "when": "drops", "roll": "natural even", "effects": [{"damage": 3, "on": "each_creature"}]},
        {"name": "Grief", "when": "ally_drops", "effects": [{"shake_off": "save_each", "on": "self"}, {"heal": 4, "on": "self"}]},
        {"name": "Gloat", "when": "fells_enemy", "effects": [{"escalation": -1}]},
        {"name": "Tide", "when": "escalation", "needs": ["escalation_odd"], "effects": [{"damage": 1, "on": "one_nearby"}]},
        {"name": "Fangs", "when": "attacking", "roll": "natural 18+ hit", "once": "turn", "effects": [{"extra_damage": "1d4"}]},
        {"name": "Grip", "when": "enemy_fails_disengage", "asks": True, "effects": [{"attack": "basic", "at": "same"}]},
        {"name": "Welcome", "when": "enemy_engages", "effects": [{"damage": 1}]},
        {"name": "Chase", "when": "enemy_leaves", "asks": True, "effects": [{"free_move": "self"}]},
    ],
    "attacks": [
        {"name": "Claw", "bonus": 9, "defence": "AC", "attacks": 2, "hit": [{"damage": "1d6+3"}], "riders": [
            {"when": "natural even hit", "effects": [{"inflict": "dazed"}, {"harden": 16}]},
            {"when": "hit", "needs": ["second_hit"], "effects": [{"grab": "one"}]},
            {"when": "natural 16+", "effects": [{"attack": "Spit", "chain": 2}]},
            {"when": "natural odd miss", "effects": [{"attack": "basic", "on": "ally", "at": "same"}]},
        ]},
        {"name": "Spit", "kind": "ranged", "bonus": 8, "defence": "PD",
         "targets": {"range": "faraway", "count": "1d3", "in_group": True},
         "hit": [{"damage": 4}, {"ongoing": "1d4", "type": "acid"}, {"inflict": "weakened", "until": "while ongoing"}],
         "riders": [{"when": "natural 18+", "effects": [{"push": "faraway"}]}]},
        {"name": "Gaze", "kind": "close", "bonus": 8, "defence": "MD", "usage": "1d3/battle", "needs": ["not_last_turn"],
         "hit": [{"choose": {"by": "target", "options": [[{"damage": 9}], [{"inflict": "confused"}]]}}],
         "miss": [{"initiative": "-1d6"}]},
        {"name": "Doom", "kind": "ranged", "spell": True, "bonus": 8, "defence": "MD", "needs": ["granted"],
         "hit": [{"last_gasp": "helpless"}]},
        {"name": "Snap back", "action": "free", "trigger": "self_attacked", "natural": "odd", "bonus": 7, "defence": "AC",
         "hit": [{"damage": 3}, {"modifier": {"attack": -1}, "versus": "source", "until": "end of battle", "cumulative": True}]},
        {"name": "Burst", "kind": "close", "action": "free", "trigger": "self_drops", "bonus": 9, "defence": "PD",
         "targets": {"count": "all"}, "hit": [{"damage": 5}], "miss": [{"damage": "half"}]},
    ],
}  # fmt: skip


def stormy(dice: random.Random) -> Encounter:
    """One of the shipped encounters, or a motley one with switches at random."""
    kind = dice.randrange(7)
    if kind < 5:
        return sample("escalation/" + ("toll", "kiln", "warrant", "ambush", "day")[kind])
    options = {each.name: dice.choice(list(each.values)) for each in DECLARED if dice.random() < 0.4}
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate", "links": ["wall"]}, {"name": "wall", "has_room": kind == 5}]
    people: Rows = [{"use": name, "side": "party", "controller": name} for name in ("odrun", "vessa", "ilse", "caul")]
    people += [{"block": BEAST, "id": "beast", "count": 2}, {"use": "sedge-jackal", "id": "jackal", "count": 3}]
    ambush = dice.choice(["", "foes", "party"])
    data: Args = {"system": "escalation", "options": options, "zones": zones, "ambush": ambush, "combatants": people}
    return from_data({**data, "set_up": dice.choice(["ask", "as_written"])})


def some_ruling(fight: Fight, dice: random.Random) -> tuple[str, Args]:
    """A ruling of any kind, mostly with sense."""
    battle = cast(Skirmish, fight.battle)
    ids = [unit.id for unit in battle.units]
    zones = battle.ground().zones.names
    one, other = dice.choice(ids), dice.choice(ids)
    settable = [stat for stat in fight.system.unit_stats if stat.settable and stat.kind in ("int", "bool", "choice")]
    stat = dice.choice(settable)
    number = dice.randint(max(stat.low, -30), min(stat.high, 60)) if stat.kind == "int" else 0
    value: object = number if stat.kind == "int" else dice.choice(stat.choices) if stat.kind == "choice" else dice.random() < 0.5
    yes = dice.random() < 0.5
    known: dict[str, Args] = {
        "set": {"who": one, "stat": stat.name, "value": value},
        "remove": {"who": one}, "hide": {"who": one}, "reveal": {"who": one}, "hand_over": {"who": one, "to": "ann"},
        "move": {"who": one, "to": dice.choice(zones)},
        "add": {"unit": {"use": battle.named(one).block.id, "side": dice.choice(["foes", "party"])}},  # type: ignore[union-attr]
        "force": {"who": one, "what": dice.choice(["attack", "save", "*"]), "faces": [dice.randint(1, 20)]},
        "rule_past": {"mover": one, "defender": other, "past": yes},
        "set_zone": {"who": one, "zone": dice.choice(zones)},
        "has_room": {"zone": dice.choice(zones), "room": yes, "head_room": dice.random() < 0.5},
        "set_initiative": {"who": one, "count": dice.randint(-5, 40)},
        "split_initiative": {"who": one, "count": dice.randint(-5, 40)},
        "reorder": {"who": one, "ahead_of": other},
        "legal_target": {"target": one, "legal": yes, **({"who": other} if dice.random() < 0.5 else {})},
        "stunt": {"ability": dice.choice(b.ABILITIES), "dc": dice.randint(5, 25), "failure_damage": 4},
        "grant_spirit": {"giver": one, "ally": other, "stat": "ac", "bonus": 1, "rounds": 2},
        "set_escalation": {"value": dice.randint(0, 6)}, "advance_after_ambush": {"advance": yes}, "refuse_free": {"refuse": yes},
        "condition": {"who": one, "condition": dice.choice(b.CONDITIONS), "until": dice.choice(b.UNTILS)},
        "end_condition": {"who": one, "condition": dice.choice(b.CONDITIONS)},
        "set_staggered": {"who": one, "staggered": yes}, "spare": {"who": one, "alive": yes},
        "modifier": {"who": one, "on": dice.choice(b.MODIFIERS), "value": dice.randint(-4, 4), "until": dice.choice(b.UNTILS)},
        "propose_flight": {"who": one}, "call_attack": {"who": one, "attack": "Doom"}, "apply": {"who": one, "note": "x"},
        "end_battle": {"outcome": "victory"} if dice.random() < 0.1 else {"outcome": "word"},
    }  # fmt: skip
    name = dice.choice([*sorted(fight.system.rulings), *known, "set", "set"])
    if name in ("crit_bonus", "mishap", "redirect"):
        extra: Args = {"who": one, "by": other, "damage": dice.choice([0, 3, 30]), "type": dice.choice(["", "fire"])}
        return name, {**extra, "condition": dice.choice(b.CONDITIONS), "until": dice.choice(b.UNTILS)}
    return name, known.get(name, {})


def check_sound(fight: Fight) -> None:
    """What must hold in any fight, whatever has been ruled."""
    battle = cast(Skirmish, fight.battle)
    for one in battle.fighters:
        assert one.hp <= one.max_hp
        assert one.grabber < 0 or one.engaged >> one.grabber & 1
        for other in battle.fighters:
            assert bool(one.engaged & other.bit) == bool(other.engaged & one.bit)
            assert bool(one.beside & other.bit) == bool(other.beside & one.bit)
            if one.engaged & other.bit:
                assert (one.zone, one.team == other.team) == (other.zone, False)
            if one.behind & other.bit:
                assert (one.zone, one.team) == (other.zone, other.team)
    assert len(set(battle.order)) == len(battle.order)
    if battle.begun and battle.phase == b.ROUNDS and not battle.decided:
        assert all(one.number in battle.order for one in battle.fighters if one.is_present() and one.part <= battle.part)
    for mob in {one.mob for one in battle.fighters if one.mob >= 0 and one.part == battle.part}:
        of_it = [one for one in battle.fighters if one.mob == mob and one.part == battle.part]
        assert -(-battle.pools[mob] // of_it[0].max_hp) == len([one for one in of_it if one.state == UP])


def check_export(fight: Fight) -> None:
    battle = cast(Skirmish, fight.checkpoints[-1].battle)
    if battle.outcome is None:
        data = json.loads(json.dumps(exported(battle)))
        assert json.loads(json.dumps(exported(cast(Skirmish, from_data(data).battle())))) == data


def answer_something(fight: Fight, dice: random.Random) -> None:
    asked = dice.choice(fight.questions)
    ids = [option.id for option in asked.options]
    assert ids, f"{asked.about} {asked.who} has no options"
    busy = [id for id in ids if id not in ("end", "flee")] or ids
    choice = "no" if asked.about == "flee vote" and dice.random() < 0.9 else dice.choice(busy if dice.random() < 0.85 else ids)
    fight.answer(asked.id, choice)


def take_back(fight: Fight, dice: random.Random) -> None:
    before = fight.battle.key()
    fight.undo(fresh=False)
    if dice.random() < 0.6:
        fight.redo()
        assert fight.battle.key() == before


@pytest.mark.parametrize("seed", range(10))
def test_whatever_the_gm_rules_the_fight_stays_sound_and_can_be_taken_back_and_exported(seed: int) -> None:
    dice = random.Random(f"storm {seed}")
    fight = play(stormy(dice), seed=f"storm {seed}")
    done = 0
    for _ in range(70):
        if not fight.questions:
            break
        chance = dice.random()
        try:
            if chance < 0.2:
                fight.rule_with(*some_ruling(fight, dice))
            elif chance < 0.26:
                take_back(fight, dice)
            elif chance < 0.28:
                assert fight.fork().battle.key() == fight.battle.key()
            else:
                answer_something(fight, dice)
            done += 1
        except Refusal:
            continue
        check_sound(fight)
        if dice.random() < 0.1:
            check_export(fight)
    assert done > 10
    record = json.loads(json.dumps(fight.record))
    encounter = from_data(record["encounter"])
    assert fight_from(encounter.system, encounter.battle(), record).battle.key() == fight.battle.key()
