"""Automatic play: legal, better than chance, and using what the book offers."""

from __future__ import annotations

import pytest
import yaml

from quintain.engine import SampleReading, Tactics, sample_fight
from quintain.library.encounters import sample
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.files import encounter
from quintain.systems.clash.sheet import ClashBattle
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, line, npc, pc

HEROES = ["brannoc", "ysolde", "odalys", "mirela"]


def blocks() -> Data:
    from importlib.resources import files

    text = files("quintain.systems.clash").joinpath("content", "combatants.yaml").read_text(encoding="utf-8")
    found: Data = yaml.safe_load(text)
    return found


def mirrored() -> ClashBattle:
    """The four heroes against their likes, at the two ends of a line of four zones."""
    units: list[Data] = [{"use": name, "id": name, "side": "party", "at": "a"} for name in HEROES]
    units += [
        {"use": name, "id": f"{name}-2", "side": "enemy", "controller": "players", "at": "d"} for name in HEROES
    ]
    data = encounter({"system": "clash", "name": "mirror", "combatants": units, **line("abcd")}, blocks())
    battle = SYSTEM.build(data)
    assert isinstance(battle, ClashBattle)
    return battle


def wins(battle: ClashBattle, side: str, fights: int, tactics: dict[str, str]) -> float:
    reading = SampleReading(Tactics(SYSTEM, tactics))
    won = 0
    for number in range(fights):
        outcome = sample_fight(SYSTEM, battle, reading, f"tactics:{number}").outcome
        won += outcome is not None and outcome.winner == side
    return won / fights


@pytest.mark.parametrize("level", ["reckless", "steady", "careful"])
def test_every_level_beats_a_random_tactic_in_a_mirrored_fight(level: str) -> None:
    # 1,000 fights gave steady 100 %; thirty are enough to see that it is far above 90 %.
    assert wins(mirrored(), "party", 30, {"party": level, "enemy": "random"}) >= 0.9


def test_steady_beats_reckless_and_careful_is_no_worse_than_steady() -> None:
    standard = SYSTEM.build(sample("clash/standard").data)
    assert isinstance(standard, ClashBattle)
    shares = {level: wins(standard, "party", 120, {"party": level, "enemy": "steady"}) for level in SYSTEM.tactic_names()[:3]}
    # 1,000 fights: reckless 33 %, steady 92 %, careful 96 %. Four sigma of 120 fights are at most 18 points.
    assert shares["reckless"] < 0.6 < shares["steady"] - 0.1
    assert shares["careful"] >= shares["steady"] - 0.05


def test_the_tactics_use_what_the_book_offers() -> None:
    used: set[str] = set()
    for name in ("clash/standard", "clash/toll", "clash/reading", "clash/spines", "clash/ferry"):
        battle = SYSTEM.build(sample(name).data)
        for level in ("steady", "careful"):
            reading = SampleReading(Tactics(SYSTEM, {"*": level}), counting=True)
            for number in range(12):
                sample_fight(SYSTEM, battle, reading, f"uses:{number}")
                used |= {what.removeprefix("use:") for what, _ in reading.counts if what.startswith("use:")}
    # Defend, Cover and Flee are rare, because an attack is mostly worth more: they have tests of their own.
    wanted = {
        "Move Far", "Move to Attack", "Move and Attack", "Standing Attack", "Recover", "Revive", "Tend", "Prepare",
        "Improvise", "Bell-Ringer", "Red Stitch", "Smother", "Kindle", "Long Oar",
    }  # fmt: skip
    assert wanted - used == set()


def chosen(scene: Scene, id: str, level: str = "steady") -> str:
    asked = next(asked for asked in scene.fight.questions if asked.who == id)
    assert asked.question is not None
    return SYSTEM.tactic(level).answer(asked.question).id()


def test_npcs_attack_where_they_stand_else_one_step_off_else_come_nearer() -> None:
    bows = [npc("bow", "c", attack=RANGED), npc("archer", "d", attack=RANGED)]
    units = [pc("ana"), npc("here"), npc("near", "b"), npc("far", "d"), *bows]
    scene = Scene(units)
    assert chosen(scene, "here") == "standing_attack@ana"
    assert chosen(scene, "near") == "move_to_attack/a@ana"
    assert chosen(scene, "far") == "move_far/c/b"
    assert chosen(scene, "bow") == "standing_attack@ana"
    assert chosen(scene, "archer") == "move_and_attack/c@ana"


def test_npcs_spread_their_attacks_and_leave_the_fallen_alone() -> None:
    units = [pc("ana"), pc("bo", health=5), pc("cy", state="incapacitated", health=0), npc("one"), npc("two")]
    scene = Scene(units)
    scene.fight.automate("gm", "steady")
    # The weakest first, then whoever has fewer attackers.
    assert [event.text for event in scene.events("intent")] == [
        "One means to stand and attack Bo.",
        "Two means to stand and attack Ana.",
    ]


def test_a_guard_covers_its_ward_and_a_skirmisher_steps_back() -> None:
    guard = npc("stone", score=17, role="guard", ward="witch")
    sling = npc("sling", kind="grunt", attack=RANGED, role="skirmisher")
    scene = Scene([pc("ana"), guard, npc("witch", score=16), sling])
    assert chosen(scene, "stone") == "cover@witch" and chosen(scene, "sling") == "move_and_attack@ana/b"


@clause("CL-86")
def test_a_player_awaits_a_foe_that_says_it_comes() -> None:
    scene = Scene([pc("ana"), npc("thug", "b")])
    scene.intents(thug="move_to_attack/a@ana")
    assert chosen(scene, "ana") == "standing_attack@thug"


def test_players_revive_tend_heal_and_recover_before_they_fight() -> None:
    kindle = {"name": "Kindle", "cost": 1, "base": "improvise", "targets": "ally_in_zone", "heal": 1, "hint": "hurt_ally"}
    down = {"state": "incapacitated", "health": 0}
    scene = Scene([pc("ana", **down), pc("bo", wits=2), pc("cy", health=6), pc("dan", "b", abilities=[kindle]), npc("thug", "b")])
    scene.intents()
    assert chosen(scene, "ana") == "revive+surge"  # CS 14 with +0: 7 faces in 20, under 60 %
    assert chosen(scene, "bo") == "tend@ana"
    assert chosen(scene, "cy") == "recover"
    assert chosen(scene, "dan") == "standing_attack@thug"  # nobody hurt in his zone
    scene = Scene([pc("dan", abilities=[kindle]), pc("cy", health=6), npc("thug", "b")])
    scene.intents()
    assert chosen(scene, "dan") == "improvise+kindle@cy"


def test_the_careful_shelter_when_it_saves_more_than_an_attack_wins() -> None:
    # The wall (25) is all but untouchable; the bow's 8 misses a Defend of 9 or more, which is likely.
    scene = Scene([pc("ana", health=3, surges=0), npc("wall", score=25), npc("bow", "c", 8, attack=RANGED)])
    scene.intents(bow="standing_attack@ana")
    assert chosen(scene, "ana") == "standing_attack@wall"
    assert chosen(scene, "ana", "careful") == "defend"


@pytest.mark.parametrize(("thug", "careful"), [("a", "standing_attack@thug"), ("d", "tend@ana")])
def test_the_careful_tend_the_fallen_only_where_they_can_attack_nobody(thug: str, careful: str) -> None:
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo", wits=2), npc("thug", thug)], **line("abcd"))
    scene.intents()
    assert chosen(scene, "bo") == "tend@ana"
    assert chosen(scene, "bo", "careful") == careful


def test_an_npc_that_cannot_pass_a_check_prepares_and_goes_then() -> None:
    edges = [{"between": ["a", "b"], "needs_check": True, "cs": 16}, ["b", "c"]]
    scene = Scene([pc("ana", "c"), npc("thug", score=15)], [1], zones=line("abc")["zones"], edges=edges)
    assert chosen(scene, "thug") == "prepare"
    scene.round(thug="prepare")
    assert chosen(scene, "thug") == "move_far/b/c"  # 15 + 3 meets 16


def test_a_careful_shooter_flees_when_it_is_nearly_spent() -> None:
    scene = Scene([pc("ana"), npc("witch", attack=RANGED, health=5)])
    assert chosen(scene, "witch", "careful") == "flee/b"
    assert chosen(scene, "witch") == "standing_attack@ana"


def test_whoever_must_not_fall_is_covered_when_named() -> None:
    goals = [{"unit": "clerk", "result": "defeat", "winner": "enemy"}]
    clerk = npc("clerk", score=12, kind="peon", side="party")
    scene = Scene([pc("ana", might=2), pc("bo"), clerk, npc("thug")], goals=goals)
    scene.intents(thug="standing_attack@clerk")
    assert chosen(scene, "ana") == "cover@clerk" and chosen(scene, "bo") == "standing_attack@thug"
