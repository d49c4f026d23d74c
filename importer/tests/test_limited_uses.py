"""Traits that are powers with few uses, written for the purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from importer.tests.test_standing import warden
from quintain.systems.escalation.published import PowerRow, stat_block, vocabulary
from quintain_bestiary.blocks import import_block
from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE
from quintain_bestiary.labels import Use
from quintain_bestiary.limited_uses import take_powers
from quintain_bestiary.pages import Entry
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row, Value

SELF_ONLY: Row = {"who": "self"}


def read(text: str, name: str = "Gift", uses: dict[str, Use] | None = None) -> tuple[Row, str]:
    block: Row = {}
    speaker = Speaker.of("Fen warden", "humanoid", "Wardens", ["Bite", "Mud sling"])
    left = take_powers(name, text, block, speaker, uses or {})
    return block, left


def power(action: str, *effects: Row, **more: Value) -> Row:
    row: Row = {"name": "Gift", "kind": "close", "action": action, **more, "targets": dict(SELF_ONLY)}
    return {**row, "hit": list(effects)}


def answer(*effects: Row, usage: str = "1/battle", **more: Value) -> Row:
    row: Row = {"name": "Gift", "kind": "close", "action": "free", "usage": usage, "trigger": "self_hit", **more}
    return {**row, "hit": list(effects)}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Once per battle as a move action, the warden can teleport to a nearby location it can see.",
         power("move", {"teleport": "self"}, usage="1/battle")),
        ("As a move action when the escalation die is odd, the warden can teleport anywhere nearby.",
         power("move", {"teleport": "self"}, needs=["escalation_odd"])),
        ("While engaged, the warden may fly as a quick action once on its turn, humming an old tune.",
         power("quick", {"free_move": "self"}, usage="1/round", needs=["engaged"])),
        ("When the escalation die is even, the warden can move and engage a nearby enemy as a quick action.",
         power("quick", {"free_move": "self"}, needs=["escalation_even"])),
        ("When the escalation die is 2+ fen wardens can leap as a quick action, vaulting hedges in a way that can't be intercepted and"
         " doesn't provoke attacks.", power("quick", {"teleport": "self"}, needs=["escalation 2+"])),
        ("Twice per battle as a quick action, the warden can pop free from each enemy engaged with it and move away.",
         power("quick", {"pop_free": "self"}, {"free_move": "self"}, usage="2/battle")),
        ("Twice per battle as a quick action (once per round), the warden can heal 20 hit points.",
         power("quick", {"heal": 20, "on": "self"}, usage="2/battle", per_round=1)),
        ("As a standard action, the warden can heal 30 hp and roll a save against each ongoing effect on it.",
         power("standard", {"heal": 30, "on": "self"}, {"shake_off": "save_each", "on": "self"})),
        ("Twice per battle, the warden can make a mud sling attack as a quick action.",
         power("quick", {"attack": "Mud sling"}, usage="2/battle")),
        ("Once per battle, make a bite attack as a quick action.", power("quick", {"attack": "Bite"}, usage="1/battle")),
        ("While staggered, the warden can make a bite attack as a free action.",
         power("free", {"attack": "Bite"}, usage="1/round", needs=["self_staggered"])),
        ("Once each round as a quick action, the warden can order one nearby ally to make a melee attack as a free action.",
         power("quick", {"attack": "basic", "on": "ally"}, usage="1/round")),
        ("The warden gains an extra move action when the escalation die is odd.",
         power("free", {"free_move": "self"}, usage="1/round", needs=["escalation_odd"])),
        ("Once per battle as a quick action, the warden gains a +2 bonus to all defences until the end of its next turn.", None),
        ("Twice per battle when an attack hits the warden's PD, it can force the attacker to reroll the attack with a -1 penalty.",
         answer({"reroll": -1}, usage="2/battle", versus=["PD"])),
        ("Once per round as a free action, the warden can try to avoid a non-critical (too late if you forget) attack that hits it."
         " The attacker must reroll the attack roll.", answer({"reroll": 0}, usage="1/round", not_crits=True)),
        ("The first time the warden is hit by an attack against PD, reroll the attack with a -2 attack penalty.",
         answer({"reroll": -2}, versus=["PD"])),
        ("Thrice per battle when an attack targets the warden, it can force that enemy to reroll the attack roll and it has resist"
         " damage 13+ against that attack.", answer({"reroll": 0}, {"ward": 13}, usage="3/battle")),
        ("Twice per battle when an enemy rolls a natural 16+ against the warden, it can negate the attack.",
         answer({"negate": True}, usage="2/battle", natural="16+")),
        ("Twice per battle when an attack would hit the warden, the attack misses instead and it teleports to a nearby location.",
         answer({"foil": "miss"}, {"teleport": "self"}, usage="2/battle")),
        ("Twice per battle, when the warden is hit by an attack that targets PD, it takes half damage from that attack.",
         answer({"halve": True}, usage="2/battle", versus=["PD"])),
    ],
)  # fmt: skip
def test_a_trait_with_few_uses_becomes_a_power(text: str, row: Row | None) -> None:
    block, left = read(text)
    if row is None:
        assert (block, left) == ({}, text)
        return
    assert (block, left) == ({"powers": [row]}, "")
    PowerRow.model_validate(row)


@pytest.mark.parametrize(
    "text",
    [
        "Once per battle, the warden can gate in 2d4 frogs as a quick action.",
        "Once per battle as a move action, the warden can teleport to a nearby location. The teleport goes in a random direction.",
        "As a move action, the warden can move a boulder.",
        "Once per battle, the warden can sing.",
        "The mire can teleport as a move action.",
        "Once per battle as a quick action, the warden can make a tail attack.",
    ],
)
def test_what_it_does_beyond_that_is_not_read(text: str) -> None:
    assert read(text) == ({}, text)


def test_an_attack_that_waits_for_its_occasion_is_left_to_it() -> None:
    text = "Once per battle, the warden can make a bite attack as a quick action."
    assert read(text, uses={"bite": Use(needs=["granted"])}) == ({}, text)


def test_a_quick_use_that_is_the_first_trait_belongs_to_the_last_action() -> None:
    raw = replace(warden(Entry("Quick use", "1/round, as a quick action.")), actions=(Entry("Bite +8 vs. AC", "10 damage"),
                  Entry("C: Croak +8 vs. MD (one nearby enemy)", "4 psychic damage")))  # fmt: skip
    done = import_block(raw, "fen-warden")
    block = stat_block(dict(done.block))
    printed = [(each.name, each.action, each.uses) for each in block.powers]
    assert printed == [("Bite", vocabulary.STANDARD, 0), ("Croak", vocabulary.QUICK, 1)]
    assert [account.fate for account in done.accounts if account.what == "trait"] == [WHOLE]


def test_powers_stand_behind_the_attacks_and_shared_ones_say_so() -> None:
    done = import_block(
        warden(
            Entry("Group ability", "For every two wardens in the battle (round up), one of them can use shield wall as a free action"
                  " once during the battle."),
            Entry("Shield wall (group)", "Ignore all damage from a hit (but not a crit) against AC."),
            Entry("Hop", "Once per battle as a move action, the warden can teleport nearby. It may be bribed with a frog."),
            Entry("Song", "The warden may sing once per battle."),
        ),
        "fen-warden",
    )  # fmt: skip
    assert [account.fate for account in done.accounts if account.what == "trait"] == [WHOLE, WHOLE, PARTLY, TEXT]
    block = stat_block(dict(done.block))
    assert [each.name for each in block.powers] == ["Bite", "Shield wall", "Hop"]
    shield = block.powers[1]
    assert (shield.group_per, shield.uses, shield.not_crits) == (2, 1, True)
