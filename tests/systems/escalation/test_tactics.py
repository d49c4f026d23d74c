"""How the machine chooses: steady beats random, uses what a sheet offers, and does a few sensible things."""

from __future__ import annotations

from collections import Counter

import pytest

from quintain.engine.sample import SampleReading, Tactics, sample_fight
from quintain.engine.tactic import Tactic
from quintain.library.encounters import Encounter, from_data, play, sample
from quintain.systems.escalation.play import tactics_values
from quintain.systems.escalation.rules import actions
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from tests.support import clause, many
from tests.systems.escalation.scene import Scene, dummy, pc, person


def mirror() -> Encounter:
    """The four of the party against the same four."""
    rows = [
        {"use": name, "id": f"{name}-{side}", "side": side}
        for side in ("party", "foes")
        for name in ("odrun", "vessa", "ilse", "caul")
    ]
    return from_data({"system": "escalation", "name": "mirror", "combatants": rows})


def results(encounter: Encounter, fights: int, **tactics: str) -> Counter[str]:
    reading = SampleReading(Tactics(encounter.system, tactics))
    found: Counter[str] = Counter()
    for number in range(fights):
        battle = sample_fight(encounter.system, encounter.battle(), reading, f"tactics:{number}")
        assert battle.outcome is not None
        found[battle.outcome.winner or battle.outcome.result] += 1
    return found


def test_steady_beats_random_on_a_mirrored_encounter() -> None:
    # 1,000 fights each way gave 100 % and (flight counted as a loss) 100 %; here 40 each, of which at least 36
    assert results(mirror(), 40, party="steady", foes="random")["party"] >= 36
    lost = results(mirror(), 40, party="random", foes="steady")
    assert lost["foes"] + lost["fled"] >= 36


@pytest.mark.parametrize("name", ["toll", "kiln", "warrant", "day"])
@pytest.mark.parametrize("level", ["reckless", "steady", "careful"])
def test_every_level_plays_every_encounter_to_its_end(name: str, level: str) -> None:
    found = results(sample(f"escalation/{name}"), 5, **{"*": level, "party": level, "foes": level})
    assert sum(found.values()) == 5


def test_the_party_uses_nearly_everything_it_has() -> None:
    used: set[str] = set()
    for name in ("toll", "kiln", "warrant"):
        encounter = sample(f"escalation/{name}")
        reading = SampleReading(Tactics(encounter.system, {}), counting=True)
        for number in range(40):
            sample_fight(encounter.system, encounter.battle(), reading, f"coverage:{number}")
            used |= {what[4:] for what, _ in reading.counts if what.startswith("use:")}
    wanted = {
        "Longsword", "Javelin", "Hard Edge", "Ringing Parry", "Spiteful Follow-Through", "Shoulder In", "Blades", "Thrown knife",
        "Red Thread", "Eel Step", "Twist Aside", "Mace", "Dawnspear", "Toll the Hour", "Mend", "Psalm of Iron", "Cinder Lance",
        "Scatterglass", "Knockback Rune", "Snuff the Candle", "Rally", "Snap", "Bite", "Hook knife", "Lead shot", "Talon",
        "Dirge", "Veil of soot", "Anvil maul", "Writ-blade",
    }  # fmt: skip
    assert wanted - used == set()


def auto_answer(scene: Scene, level: str = "steady") -> str:
    """What the tactic would answer now."""
    question = scene.asked.question
    assert question is not None
    return question.choose(scene.fight.system.tactic(level)).id()


def test_a_priest_wakes_the_dying_first() -> None:
    scene = Scene(["ilse", pc("ann", initiative=0), dummy()], [20, 1, 1])
    scene.rule("set", who="ann", stat="hp", value=-3)
    assert auto_answer(scene) == "use:4:ann"


def test_the_badly_hurt_rally_and_the_reckless_do_not() -> None:
    scene = Scene([pc("ann", engaged=["dummy"], start={"hp": 10}), dummy()], [20, 1])
    assert auto_answer(scene) == "rally"
    assert auto_answer(scene, "reckless") == "use:0:dummy"


def test_a_fighter_engages_then_strikes_and_a_caster_tries_to_leave_melee() -> None:
    scene = Scene(["odrun", dummy()], [20, 1])
    assert auto_answer(scene) == "move/engage:dummy"
    scene.do("move/engage:dummy")
    assert auto_answer(scene) == "use:0:dummy"
    caster = Scene([person("caul", engaged=["dummy"], start={"spent": ["Scatterglass"]}), dummy()], [20, 1])
    assert auto_answer(caster) == "disengage"


def test_the_unseen_are_worth_half_as_much_trouble() -> None:
    scene = Scene([pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    assert auto_answer(scene) == "use:0:a"
    scene.rule("crit_bonus", who="a", condition="invisible")
    assert auto_answer(scene) == "use:0:b"


def test_the_careful_bind_the_foe_that_would_hurt_their_softest_friend() -> None:
    brute = {"name": "Maul", "bonus": 9, "defence": "AC", "hit": [{"damage": 26}]}
    people = ["odrun", person("caul"), dummy("weak", hp=20), dummy("brute", attacks=[brute], hp=110)]
    scene = Scene(people, [20, 1, 1, 1])
    assert auto_answer(scene, "steady") == "move/engage:weak"
    assert auto_answer(scene, "careful") == "move/engage:brute"


def test_the_careful_fight_from_afar_where_there_is_a_refuge() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    scene = Scene(["odrun", "caul", dummy()], [1, 10, 1], set_up="ask", zones=zones)
    assert auto_answer(scene, "careful") == "front"  # Odrun fights at close quarters
    scene.do("front")
    assert auto_answer(scene, "steady") == "behind:odrun"
    assert auto_answer(scene, "careful") == "zone:gate"


def test_the_careful_finish_a_foe_before_they_rally_and_flee_only_when_outmatched() -> None:
    brute = {"name": "Maul", "bonus": 9, "defence": "AC", "hit": [{"damage": 26}]}
    scene = Scene([pc("ann", engaged=["brute"], start={"hp": 10}), dummy("brute", attacks=[brute], hp=3), dummy()], [20, 1, 1])
    assert auto_answer(scene, "steady") == "rally"
    assert auto_answer(scene, "careful") == "use:0:brute"  # even a miss deals 3
    people = [pc("ann", engaged=["dummy"]), pc("bob")]
    for hp, wanted in ((9, False), (100, True)):
        down = Scene([*people, dummy(hp=hp), dummy("other", hp=hp), dummy("third", hp=hp)], [20, 1, 1, 1, 1])
        down.rule("set", who="bob", stat="hp", value=-5)
        down.rule("set", who="ann", stat="hp", value=20)
        assert (auto_answer(down, "careful") == "flee") == wanted
        assert (auto_answer(down, "steady") == "flee") == wanted
        assert auto_answer(down, "reckless") != "flee"


def test_finishing_blows_come_first() -> None:
    scene = Scene([pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b", hp=6)], [20, 2, 1])
    assert auto_answer(scene) == "use:0:b"


def test_a_watched_fight_tells_what_happened() -> None:
    fight = play(sample("escalation/kiln"), seed="watch", auto={"*": "careful"})
    assert fight.outcome is not None
    kinds = {event.kind for event in fight.events}
    assert {"round", "turn", "attack", "harm", "initiative"} <= kinds
    assert all(event.clause.startswith("ES-") for event in fight.events if event.kind != "ruling")


def test_the_careful_rally_at_half_while_recoveries_last_and_keep_their_healing_for_the_dying() -> None:
    for hp, recoveries, level, kind in (
        (20, 3, "careful", "rally"), (20, 2, "careful", "use"), (14, 2, "careful", "rally"), (20, 3, "steady", "use"),
        (13, 2, "steady", "rally"),
    ):  # fmt: skip
        scene = Scene([pc("ann", engaged=["dummy"], start={"hp": hp, "recoveries": recoveries}), dummy()], [20, 1])
        question = actions.TurnQuestion(scene.battle, scene.get("ann"))
        chosen = question.choose(Tactic(level, ("reckless", "steady", "careful").index(level)))
        assert chosen.id().split(":")[0] == kind, (hp, recoveries, level)
    for number, mends in ((1, 15), (2, 11)):  # of 45 hit points: a third, a quarter
        scene = Scene([person("ilse"), person("ally", use="ilse", side="party"), dummy()], [20, 1, 1])
        ally = scene.get("ally")
        found = [hp for hp in range(45, 0, -1) if _with_hp(scene.battle, ally, hp, number)]
        assert found[0] == mends


def _with_hp(battle: Skirmish, ally: Fighter, hp: int, level: int) -> bool:
    ally.hp = hp
    return tactics_values.needs_healing(ally, level) > 0


@clause("ES-84")
@pytest.mark.parametrize("name", ["escalation/toll", "escalation/ambush"])
def test_few_parties_flee(name: str) -> None:
    """Flight is weighed by what staying is worth: only the hopeless go. Of 400 fights of the ambush 5, all lost otherwise."""
    fights = many(40, 1000)
    assert results(sample(name), fights, party="steady", foes="steady")["fled"] * 20 <= fights
