"""What each seat may see (section 7), the day of several battles, and a fight written down and taken up again."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import cast

import pytest

from quintain.engine import view
from quintain.engine.refusal import Refusal
from quintain.engine.sample import SampleReading, Tactics, sample_fight
from quintain.engine.view import event_view
from quintain.library.encounters import fight_of, from_data, play, sample
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import WAITING
from quintain.systems.escalation.rules.skirmish import Skirmish
from tests.support import clause, stats_of
from tests.systems.escalation.scene import Scene, dummy, pc, person


def unit(scene: Scene, seat: str, id: str) -> dict[str, object]:
    return stats_of(scene.fight, seat, id)


def party(reveal: str = "staggered_only") -> Scene:
    return Scene(
        [person("odrun", controller="ann", engaged=["hound"]), person("hound"), person("jackal", count=2)],
        [20, 10, 1],
        options={"reveal": reveal},
    )


def test_players_see_staggered_and_conditions_but_no_monster_numbers() -> None:
    scene = party()
    seen, known = unit(scene, "seat:ann", "hound"), unit(scene, "gm", "hound")
    for name in ("hp", "max_hp", "ac", "pd", "md", "init_bonus", "attacks_shown", "initiative", "named_villain"):
        assert name not in seen
        assert name in known
    assert (seen["category"], seen["staggered"], seen["conditions_shown"]) == ("normal", False, [])
    own = unit(scene, "seat:ann", "odrun")
    assert (own["hp"], own["ac"], own["recoveries"]) == (55, 20, 9)
    scene.end_turn()
    assert unit(scene, "seat:ann", "hound")["initiative"] == 17  # it acts: its count is known now


def test_the_table_may_show_more_of_monsters_health() -> None:
    bars = party("hp_bars")
    assert unit(bars, "seat:ann", "hound")["hp"] == "about 100 %"
    assert unit(party("all"), "seat:ann", "hound")["hp"] == 44
    assert "hp" not in unit(party("all"), "seat:ann", "jackal-1")  # a mob shows how many stand, not its pool


def test_the_log_keeps_monster_arithmetic_and_hit_points_back() -> None:
    scene = party()
    scene.do("use:0:hound", 15, 4, 4, 4)
    scene.end_turn()
    scene.do("use:0:odrun", 13)
    texts = json.dumps(scene.fight.view("seat:ann")["log"])
    assert "Slag hound takes 16 damage" in texts
    assert "28 of 44" not in texts
    assert '"Bite", 8' not in texts
    assert "28 of 44" in json.dumps(scene.fight.view("gm")["log"])


def test_a_day_is_one_fight_with_rests_and_what_is_spent_stays_spent() -> None:
    encounter = sample("escalation/day")
    battle = cast(Skirmish, encounter.battle())
    assert [fighter.id for fighter in battle.fighters if fighter.state == WAITING][:2] == ["drudge", "kiln-hound"]
    fight = play(encounter, seed="1", auto={"*": "steady"})
    assert fight.outcome is not None
    kinds = [event.kind for event in fight.events]
    assert "rest" in kinds
    names = [event.text for event in fight.events if event.kind == "battle"]
    assert names[0] == "The toll begins."
    assert "The kiln begins." in names
    reading = SampleReading(Tactics(encounter.system, {}))
    ends = {cast(Skirmish, sample_fight(encounter.system, encounter.battle(), reading, str(n))).part for n in (0, 84)}
    assert len(ends) > 1  # some days end early, some go on


def test_a_fight_is_written_down_in_its_middle_and_taken_up_again() -> None:
    scene = Scene(
        [person("odrun", engaged=["hound"]), "caul", person("hound"), person("jackal", count=3)], [20, 10, 12, 1]
    )
    scene.do("use:0:hound", 15, 4, 4, 4)
    scene.end_turn()
    scene.do("use:0:odrun", 14)  # an even hit: 3 ongoing fire
    scene.end_turn()
    again = from_data(json.loads(json.dumps(scene.fight.system.export(scene.fight.checkpoints[-1].battle))))
    fight = play(again, seed="on")
    assert [asked.id.split("#")[0] for asked in fight.questions] == ["turn:caul"]
    taken = cast(Skirmish, fight.battle)
    odrun, hound = taken.named("odrun"), taken.named("hound")
    assert odrun is not None
    assert hound is not None
    assert (odrun.hp, hound.hp) == (45, 28)
    assert [effect.ongoing for effect in odrun.lasting] == [3]
    assert odrun.engaged == hound.bit
    assert [taken.fighters[number].id for number in taken.order] == scene.order


def test_a_hidden_foe_is_nowhere_to_be_seen() -> None:
    scene = Scene([person("odrun", controller="ann"), person("hound"), person("slinger", hidden=True)], [20, 1, 2])
    assert "slinger" not in json.dumps(scene.fight.view("seat:ann"))
    assert "nobody here has seen it" in scene.why_not("use:1:slinger")
    scene.rule("reveal", who="slinger")
    assert "use:1:slinger" in scene.options


def test_where_an_invisible_foe_is_only_the_gm_knows() -> None:
    scene = Scene([person("odrun", controller="ann"), person("cantor")], [1, 20])
    scene.do("use:2")  # Veil of soot
    assert "where" not in unit(scene, "seat:ann", "cantor")
    assert unit(scene, "gm", "cantor")["where"] == "field"
    board, whole = scene.fight.view("seat:ann")["board"], scene.fight.view("gm")["board"]
    assert board["kind"] == "groups" and whole["kind"] == "groups"
    assert [place["units"] for place in board["places"] if place["id"] == "unseen"] == [["cantor"]]
    assert [place["id"] for place in whole["places"] if "cantor" in place["units"]] == ["field"]


def test_a_players_odds_against_a_secret_defence_are_a_range_that_narrows() -> None:
    scene = party()
    (asked,) = scene.fight.questions
    before = scene.fight.odds(asked.id, "use:0:hound", "ann")
    # A level 3 hound's AC could be 15 to 24; Odrun's +8 against it hits on 7 at best and on 16 at worst.
    assert before.unknown[0] == "AC of Slag hound: 15 to 24" and before.outcomes == {}
    assert before.ranges["hit"][0] < scene.fight.odds(asked.id, "use:0:hound").chances["hit"] < before.ranges["hit"][1]
    scene.do("use:0:hound", 15, 4, 4, 4)
    hound = scene.fight.battle.find("hound")
    assert hound is not None
    low, high = hound.learned["AC"]
    assert low <= 18 <= high < 24  # the total that hit is all that anybody has seen of its AC


def taken_up(scene: Scene) -> Skirmish:
    """The fight as it stood after the last turn, written down and read again."""
    written = json.loads(json.dumps(scene.fight.system.export(scene.fight.checkpoints[-1].battle)))
    return cast(Skirmish, play(from_data(written), seed="on").battle)


def test_a_readied_action_and_last_gasp_saves_survive_being_written_down() -> None:
    stare = {"name": "Stare", "bonus": 8, "defence": "MD", "kind": "close", "hit": [{"last_gasp": "helpless"}]}
    stare["targets"] = {"range": "nearby"}
    scene = Scene([pc("ann"), pc("bob", initiative=1), dummy(attacks=[stare]), dummy("two")], [20, 10, 15, 1])
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("attacks:two")
    scene.end_turn()  # Ann 25, Stare 15, Bob 11
    scene.do("use:0:bob", 15)
    scene.end_turn()
    scene.do("end", 5)  # Bob's first turn, then a hard save: failed
    taken = taken_up(scene)
    ann, bob, two = taken.named("ann"), taken.named("bob"), taken.named("two")
    assert ann is not None
    assert bob is not None
    assert two is not None
    assert ann.readied is not None
    assert ann.readied.key() == ("use:0:*", 0, "attacks", two.number, "")
    assert taken.any_readied
    assert bob.gasp is not None
    assert (bob.gasp.conditions, bob.gasp_turns, bob.gasp_fails) == (b.HELPLESS, 1, 1)


def test_what_each_failed_save_does_survives_being_written_down() -> None:
    venom = {"ongoing": 5, "type": "poison", "each_failed_save": [{"inflict": "weakened", "until": "end of battle"}]}
    sting = {"name": "Sting", "bonus": 8, "defence": "AC", "hit": [{"damage": 1}, venom]}
    scene = Scene([pc("ann"), dummy(attacks=[sting], engaged=["ann"])], [1, 20])
    scene.do("use:0:ann", 15)
    scene.end_turn()
    ann = taken_up(scene).named("ann")
    assert ann is not None
    (effect,) = ann.lasting
    assert [row.conditions for row in effect.effect.on_failed_save] == [b.WEAKENED]


def test_a_battle_taken_up_refuses_a_readied_action_that_means_nothing() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    scene.end_turn()
    written = json.loads(json.dumps(scene.fight.system.export(scene.fight.checkpoints[-1].battle)))
    written["combatants"][0]["start"]["readied"] = {"action": "juggle", "when": "attacks"}
    with pytest.raises(Refusal, match="holds 'juggle' ready, which is nothing to do on a turn"):
        play(from_data(written), seed="on")


SWAT: dict[str, object] = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
DAZING: dict[str, object] = {**SWAT, "riders": [{"when": "natural 18+", "effects": [{"inflict": "dazed"}]}]}
DODGE: dict[str, object] = {
    "name": "Dodge", "action": "interrupt", "trigger": "self_hit", "natural": "20", "hit": [{"defence": {"ac": 4}}],
}  # fmt: skip
SECRETS: dict[str, dict[str, object]] = {
    "hit points": {"hp": 90}, "armour class": {"ac": 17}, "physical defence": {"pd": 12}, "mental defence": {"md": 12},
    "initiative bonus": {"initiative": -6}, "attack bonus": {"attacks": [{**SWAT, "bonus": 9}]},
    "an unused rider": {"attacks": [DAZING]},
    "crit range": {"crit_floor": 19}, "a name to be feared": {"named_villain": True}, "resistance": {"resist": {"fire": 16}},
    "weakness": {"weak_to": ["cold"]}, "fear": {"fear": 6}, "text for the GM": {"notes": [{"name": "Gift", "text": "a gift"}]},
    "the die": {"uses_escalation": True}, "a firm grip": {"hold_penalty": 3}, "slipperiness": {"disengage_bonus": 5},
    "other senses": {"sees_invisible": True}, "toughness": {"no_miss_damage": True}, "strong will": {"save_bonus": 4},
    "immunity": {"immune_conditions": ["dazed"]}, "two weapons": {"two_weapons": True}, "pack": {"pack_bonus": {"per": 1, "max": 2}},
    "thorns": {"thorns": {"damage": "1d4", "when": "natural 1-5"}},
    "an interrupt": {"powers": [DODGE]},
}  # fmt: skip


def known_to_ann(scene: Scene) -> str:
    """Everything her seat can learn: the view, and the odds of whatever she may choose."""
    view = scene.fight.view("seat:ann")
    odds = [
        (option.id, scene.fight.odds(asked.id, option.id, "ann").as_data())
        for asked in scene.fight.questions
        if asked.controller == "ann"
        for option in asked.options
    ]
    return json.dumps([view, odds], default=str)


@pytest.mark.parametrize("secret", sorted(SECRETS))
def test_two_battles_that_differ_in_one_secret_look_alike_to_a_player(secret: str) -> None:
    scenes: list[Scene] = []
    for figures in ({}, SECRETS[secret]):
        ann = {**pc("ann", engaged=["foe"], start={"hp": 12}), "controller": "ann"}
        scenes.append(Scene([ann, pc("bob", initiative=-30), dummy("foe", **{"initiative": -5, **figures})], [20, 10, 10]))
    steps: list[tuple[str, list[int]]] = [("use:0:foe", [15]), ("end", []), ("use:0:ann", [12]), ("end", []), ("end", [])]
    for option, faces in steps[:2] if secret == "initiative bonus" else steps:
        assert known_to_ann(scenes[0]) == known_to_ann(scenes[1])
        for scene in scenes:
            scene.do(option, *faces)
    if secret != "initiative bonus":
        assert known_to_ann(scenes[0]) == known_to_ann(scenes[1])
        assert scenes[0].battle.round == 2


def test_who_acts_unseen_is_named_neither_on_the_board_nor_in_the_heading() -> None:
    scene = Scene([{**pc("ann"), "controller": "ann"}, dummy("ghost", hidden=True)], [1, 20])
    assert scene.now == "turn ghost"
    view = scene.fight.view("seat:ann")
    assert "host" not in json.dumps(view)
    assert "ghost" in json.dumps(scene.fight.view("gm")["board"])


@pytest.mark.parametrize(
    "option", ["move/away", "move/beside:bob", "disengage", "end", "delay", "use:0:foe", "use:1:foe", "use:2:foe", "use:3:bob"]
)
def test_no_odds_tell_a_player_an_enemys_hit_points_or_blow(option: str) -> None:
    bolt = {"name": "Bolt", "kind": "ranged", "spell": True, "bonus": 5, "defence": "PD", "hit": [{"damage": 4}]}
    balm = {"name": "Balm", "kind": "ranged", "spell": True, "targets": {"who": "ally"}, "hit": [{"heal": 4}]}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    told: list[str] = []
    for hp, bonus in ((100, 8), (60, 20)):
        ann = {**pc("ann", attacks=[sword, bolt], powers=[balm], engaged=["foe"], start={"hp": 3}), "controller": "ann"}
        foe = dummy("foe", hp=hp, attacks=[{**SWAT, "bonus": bonus}])
        scene = Scene([ann, pc("bob"), foe], [20, 1, 1])
        told.append(json.dumps(scene.fight.odds(scene.asked.id, option, "ann").as_data(), default=str))
        assert scene.fight.odds(scene.asked.id, option, "gm").outcomes
    assert told[0] == told[1]


def test_a_players_chance_to_disengage_is_that_against_nobody_in_particular() -> None:
    ann = {**pc("ann", engaged=["a", "b"]), "controller": "ann"}
    scene = Scene([ann, dummy("a", hold_penalty=3), dummy("b")], [20, 1, 1])
    hers = scene.fight.odds(scene.asked.id, "disengage", "ann")
    assert hers.ranges == {"success": (Fraction(9, 20), Fraction(9, 20))}  # 11+ with -1 for the second
    assert scene.fight.odds(scene.asked.id, "disengage", "gm").chances["success"] == Fraction(6, 20)  # and -3


@clause("ES-171")
def test_a_mooks_hit_points_say_that_they_are_one_mooks_and_how_many_stand() -> None:
    scene = party()
    shown = view(scene.fight, "gm")["units"]
    mook = next(each for each in shown if each["id"] == "jackal-1")
    vitals = {each["id"]: each for each in mook["vitals"]}
    assert vitals["hp"]["label"] == "hp of one; 2 of the mob stand"
    each = scene.get("jackal-1").max_hp
    assert (vitals["hp"]["value"], vitals["pool"]["value"], vitals["pool"]["most"]) == (each, 2 * each, 2 * each)


@clause("ES-89")
def test_the_gm_is_told_the_defence_an_attack_met_and_the_players_only_the_verdict() -> None:
    """Odrun's blade: natural 2 and his bonus, a miss. His sum is everybody's, the hound's AC the GM's."""
    scene = party()
    scene.do("use:0:hound", 2)
    told = next(event for event in scene.fight.events if event.kind == "attack")
    ac = scene.get("hound").ac
    known, seen = event_view(told, "gm"), event_view(told, "ann")
    assert known is not None and seen is not None
    assert known["against"] == {"label": "AC of Slag hound", "value": ac}
    assert "against" not in seen and seen["verdict"] == known["verdict"] == "miss"
    assert seen["terms"][0] == {"label": "d20", "value": 2, "faces": [2]}
    assert sum(int(term["value"]) for term in seen["terms"]) < ac


def test_since_when_somebody_lies_there_is_told_alike_however_often_one_looked() -> None:
    """Noted at the next joint, and not only when something else happens to that one."""
    fight = play(sample("escalation/toll"), seed="since")
    fight.rule("set", who="hound-1", stat="state", value="comatose")
    seen = json.dumps(view(fight, "gm")["units"])
    while fight.battle.round < 1:
        fight.answer(fight.questions[0].id, fight.questions[0].options[0].id)
        seen = json.dumps(view(fight, "gm")["units"])
    assert seen == json.dumps(view(fight_of(fight.record), "gm")["units"])
