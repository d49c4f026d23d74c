"""Effects: saves, conditions, grabs, temporary hit points, resistance, fear, last gasps (section 8.2)."""

from __future__ import annotations

from quintain.engine.viewer import Viewer
from quintain.systems.escalation.play import screen
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import crit_floor, defence_of, escalation_bonus
from quintain.systems.escalation.rules.positions import is_free
from quintain.systems.escalation.rules.sheet import STABLE, UP
from tests.support import clause
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc, person


def inflicting(*effects: dict[str, object], **more: object) -> Scene:
    """Something that acts first has just done this to Ann; her turn comes."""
    attack = {"name": "Curse", "bonus": 40, "defence": "AC", "hit": list(effects)}
    people = [pc("ann", engaged=["dummy"]), pc("bob", initiative=0), dummy(attacks=[attack], initiative=30)]
    scene = Scene(people, [10, 10, 10], **more)
    scene.do("use:0:ann", 10)
    return scene


@clause("ES-157")
def test_saves_are_easy_normal_or_hard() -> None:
    for until, number in (("easy save", 6), ("save", 11), ("hard save", 16)):
        for die, over in ((number, True), (number - 1, False)):
            scene = inflicting({"inflict": "dazed", "until": until})
            scene.end_turn()
            scene.end_turn(die)
            assert (scene.get("ann").lasting == []) is over
            scene.check_clean()


@clause("ES-158")
def test_ongoing_damage_bites_then_is_saved_against_and_is_halved_when_resisted() -> None:
    scene = inflicting({"ongoing": 6, "type": "fire"})
    scene.end_turn()
    scene.end_turn(10)
    assert (scene.hp("ann"), len(scene.get("ann").lasting)) == (34, 1)
    fire = {
        "name": "Brand",
        "bonus": 20,
        "defence": "AC",
        "hit": [{"damage": 8, "type": "fire"}, {"ongoing": 6, "type": "fire"}],
    }
    resisting = Scene([pc("ann", engaged=["dummy"], attacks=[fire]), dummy(resist={"fire": 16})], [20, 1])
    resisting.do("use:0:dummy", 15)  # natural 15 is below 16: half, and half the ongoing
    assert resisting.hp("dummy") == 96
    assert [effect.ongoing for effect in resisting.get("dummy").lasting] == [3]
    over = inflicting({"ongoing": 6})
    over.rule("end_battle", outcome="victory")
    assert over.get("ann").lasting == []  # after the battle PCs' saves succeed
    higher = inflicting({"ongoing": 6}, {"ongoing": 4})
    assert [effect.ongoing for effect in higher.get("ann").lasting] == [6]  # the same name: the higher only
    both = inflicting({"ongoing": 6}, {"ongoing": 4}, options={"ongoing_stack": "all"})
    assert [effect.ongoing for effect in both.get("ann").lasting] == [6, 4]


def bonus(scene: Scene, who: str, whom: str) -> int:
    fighter = scene.get(who)
    return attack_bonus(scene.battle, fighter, fighter.block.powers[0], scene.get(whom), 0)


@clause("ES-159")
def test_penalties_of_conditions_and_that_equal_ones_do_not_add() -> None:
    dazed = inflicting({"inflict": "dazed"})
    assert bonus(dazed, "ann", "dummy") == 7 - 4
    both = inflicting({"inflict": ["dazed", "weakened"]})
    assert bonus(both, "ann", "dummy") == 3  # not -8
    assert [defence_of(both.get("ann"), which) for which in range(3)] == [14, 12, 10]
    stunned = inflicting({"inflict": ["stunned", "weakened"]})
    assert defence_of(stunned.get("ann"), 0) == 14
    vulnerable = inflicting({"inflict": "vulnerable"})
    foe, ann = vulnerable.get("dummy"), vulnerable.get("ann")
    assert crit_floor(vulnerable.battle, foe, foe.block.powers[0], ann) == 18
    afraid = inflicting({"inflict": "fear"})
    afraid.rule("set_escalation", value=3)
    assert (bonus(afraid, "ann", "dummy"), escalation_bonus(afraid.battle, afraid.get("ann"))) == (3, 0)


@clause("ES-159")
def test_what_the_stuck_the_hampered_and_the_stunned_cannot_do() -> None:
    stuck = inflicting({"inflict": "stuck"})
    stuck.end_turn()
    assert "stuck" in stuck.why_not("move/away")
    assert "stuck" in stuck.why_not("disengage")
    limited = {"name": "Flourish", "usage": "1/battle", "bonus": 7, "defence": "AC", "hit": [{"damage": 9}]}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    curse = {"name": "Curse", "bonus": 40, "defence": "AC", "hit": [{"inflict": "hampered"}]}
    hampered = Scene(
        [pc("ann", engaged=["dummy"], attacks=[sword, limited]), dummy(attacks=[curse], initiative=30)], [10, 10]
    )
    hampered.do("use:0:ann", 10)
    hampered.end_turn()
    assert "hampered" in hampered.why_not("use:1:dummy")
    assert "use:0:dummy" in hampered.options
    stunned = inflicting({"inflict": "stunned"})
    stunned.end_turn(2)  # Ann's turn passes with her save only
    assert stunned.now == "turn bob"
    stunned.check_clean()


@clause("ES-159")
def test_the_confused_strike_a_random_ally_and_make_no_opportunity_attacks() -> None:
    scene = inflicting({"inflict": "confused", "until": "hard save"})
    scene.do("move/away")  # Ann would strike, but she is confused: nobody is asked
    assert scene.now == "turn dummy"
    scene.end_turn()
    assert "confused" in scene.why_not("use:0:dummy")
    scene.do("confused", 11)  # Bob is the only ally: no die for whom; 11 + 7 = 18 hits AC 18
    assert scene.hp("bob") == 30
    scene.check_clean()


@clause("ES-159")
def test_the_same_condition_is_had_only_once() -> None:
    scene = inflicting({"inflict": "dazed"})
    scene.end_turn()
    scene.end_turn(2)  # still dazed
    scene.end_turn()
    scene.do("use:0:ann", 10)
    assert len(scene.get("ann").lasting) == 1


@clause("ES-160")
def test_a_coup_de_grace_is_a_crit_without_a_roll() -> None:
    scene = inflicting({"inflict": "helpless"})
    scene.end_turn(2)  # Ann's save fails
    scene.end_turn()  # Bob
    assert scene.now == "turn dummy"
    scene.do("coup:0:ann")
    assert scene.get("dummy").actions == 0
    sword = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1, 4])
    assert "is not helpless" in sword.why_not("coup:0:dummy")
    sword.rule("crit_bonus", who="dummy", condition="helpless")
    sword.do("coup:0:dummy")  # no die: 10 doubled
    assert sword.hp("dummy") == 80
    sword.check_clean()
    crowd = Scene([pc("ann", engaged=["dummy", "b"]), dummy(), dummy("b")], [20, 2, 1])
    crowd.rule("crit_bonus", who="dummy", condition="helpless")
    assert "others are engaged" in crowd.why_not("coup:0:dummy")
    shout = {"name": "Shout", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"temp_hp": 1}]}
    busy = Scene([pc("ann", engaged=["dummy"], powers=[shout]), dummy()], [20, 1])
    busy.rule("crit_bonus", who="dummy", condition="helpless")
    busy.do("use:1")
    assert "move and the quick action too" in busy.why_not("coup:0:dummy")


def grabbed(**figures: object) -> Scene:
    hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [{"grab": True}]}
    ranged = {"name": "Knife", "kind": "ranged", "bonus": 7, "defence": "AC", "hit": [{"damage": 4}]}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    people = [
        pc("ann", attacks=[sword, ranged]),
        pc("bob", initiative=0),
        dummy(attacks=[hug], initiative=30, engaged=["ann"], **figures),
    ]
    scene = Scene(people, [10, 10, 10])
    scene.do("use:0:ann", 10)
    return scene


@clause("ES-161")
def test_the_grabbed_are_held_and_easier_to_hit() -> None:
    scene = grabbed()
    assert scene.get("ann").grabber == scene.get("dummy").number
    assert bonus(scene, "dummy", "ann") == 44
    scene.end_turn()
    assert "grabbed" in scene.why_not("move/away")
    assert "no ranged attacks" in scene.why_not("use:1:dummy")
    scene.do("disengage", 15)  # 15 - 5 fails
    assert scene.get("ann").engaged
    scene.check_clean()
    hit = grabbed()
    hit.end_turn()
    hit.do("use:0:dummy", 15)  # she hit it this turn: no penalty
    hit.do("disengage", 11)
    hit.do("stay")
    assert is_free(hit.battle, hit.get("ann"))
    assert hit.get("ann").grabber == -1
    hit.check_clean()


@clause("ES-161")
def test_a_grabber_drags_smaller_victims_and_drops_equal_ones() -> None:
    equal = grabbed()
    equal.do("move/engage:bob")  # Ann cannot strike; she is let go
    assert equal.get("ann").grabber == -1
    assert equal.get("ann").engaged == 0
    large = grabbed(category="large")
    large.do("move/engage:bob")
    assert large.get("ann").grabber == large.get("dummy").number
    assert large.get("ann").engaged == large.get("dummy").bit
    large.do("release:ann")
    assert large.get("ann").grabber == -1
    large.check_clean()


@clause("ES-162")
def test_temporary_hit_points_go_first_and_never_add_up() -> None:
    scene = inflicting({"damage": 5})
    assert scene.hp("ann") == 35
    scene.rule("set", who="ann", stat="temp_hp", value=8)
    scene.end_turn()
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 10)
    assert (scene.hp("ann"), scene.get("ann").temp_hp) == (35, 3)
    shield = {"name": "Ward", "kind": "close", "action": "free", "targets": {"who": "self"}, "hit": [{"temp_hp": 5}]}
    better = {"name": "Better", "kind": "close", "action": "free", "targets": {"who": "self"}, "hit": [{"temp_hp": 7}]}
    warded = Scene([pc("ann", powers=[better, shield]), dummy()], [20, 1])
    warded.do("use:1")
    warded.do("use:2")
    assert warded.get("ann").temp_hp == 7
    warded.rule("end_battle", outcome="victory")
    assert warded.get("ann").temp_hp == 0


@clause("ES-163")
def test_resistance_halves_below_its_number() -> None:
    def burned(die: int) -> int:
        scene = Scene(["caul", "hound"], [20, 1])
        scene.do("use:2:hound", die, 8, 8, 4, 1)  # Cinder Lance, 21 fire
        scene.check_clean()
        return 44 - scene.hp("hound")

    assert burned(14) == 10  # below 16: half of 21
    assert burned(16) == 21
    unrolled = Scene([pc("ann"), "hound"], [20, 1])
    unrolled.rule("crit_bonus", 3, who="hound", damage=9, type="fire")  # a d20 just for this: 3 is below 16
    assert unrolled.hp("hound") == 40
    unrolled.rule("mishap", who="hound", damage=9, type="fire")  # ordinary fire does nothing to it
    assert unrolled.hp("hound") == 40
    unrolled.check_clean()


@clause("ES-164")
def test_weakness_widens_the_crit_range() -> None:
    frost = {"name": "Frost", "bonus": 20, "defence": "AC", "hit": [{"damage": 10, "type": "cold"}]}
    scene = Scene([pc("ann", engaged=["hound"], attacks=[frost]), person("hound")], [20, 1])
    scene.do("use:0:hound", 18)
    assert scene.hp("hound") == 24
    scene.check_clean()


@clause("ES-165")
def test_popping_free_and_teleporting_draw_nothing() -> None:
    eel = Scene([person("vessa", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    eel.do("use:3")
    assert is_free(eel.battle, eel.get("vessa"))
    assert eel.now == "turn vessa"
    eel.check_clean()
    rune = Scene([person("caul", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    rune.do("use:4:a", 15, 6)
    assert rune.get("caul").engaged == rune.get("b").bit  # only the named foe
    blink = {
        "name": "Blink",
        "kind": "close",
        "action": "move",
        "targets": {"who": "self"},
        "hit": [{"teleport": "self"}],
    }
    mage = Scene([pc("ann", engaged=["a"], powers=[blink]), dummy("a"), dummy("b")], [20, 2, 1])
    mage.rule("crit_bonus", who="ann", condition="stuck")
    mage.do("use:1")
    mage.do("engage:b")  # even the stuck can teleport
    assert mage.get("ann").engaged == mage.get("b").bit
    assert "opportunity" not in [event.kind for event in mage.fight.events]
    mage.check_clean()


@clause("ES-166")
def test_fear_dazes_those_engaged_and_at_or_below_the_threshold() -> None:
    def facing(hp: int, engaged: bool) -> tuple[int, int]:
        scene = Scene([person("odrun", engaged=["ossk"] if engaged else [], start={"hp": hp}), person("ossk")], [20, 1])
        scene.rule("set_escalation", value=2)
        return bonus(scene, "odrun", "ossk"), escalation_bonus(scene.battle, scene.get("odrun"))

    assert facing(18, True) == (7 - 4, 0)
    assert facing(19, True) == (9, 2)
    assert facing(18, False) == (9, 2)


@clause("ES-167")
def test_last_gasp_saves() -> None:
    scene = inflicting({"last_gasp": "helpless"})
    assert scene.get("ann").gasp is not None
    shown = screen.conditions(scene.battle, scene.get("ann"), Viewer(scene.fight.system, scene.battle, "gm"))
    assert [(row["name"], row["clause"]) for row in shown] == [("last gasp", "ES-167")]
    scene.end_turn()
    scene.do("use:0:dummy", 2, 15)  # one action on the first turn, and it is over: a hard save, failed
    assert scene.get("ann").gasp_fails == 1
    assert scene.now == "turn bob"
    scene.check_clean()

    def doomed(*saves: int) -> Scene:
        one = inflicting({"last_gasp": "helpless"})
        one.end_turn()
        one.end_turn(saves[0])  # the first turn, with its save at the end
        one.end_turn()  # Bob
        for save in saves[1:]:
            one.end_turn(save)  # the dummy's turn ends; Ann's is only a save
            if one.now == "turn ann":
                return one
            one.end_turn()
        return one

    saved = doomed(16)
    assert saved.get("ann").gasp is None
    sealed = doomed(2, 3, 4, 5)
    assert sealed.get("ann").conditions & b.HELPLESS  # the fourth failure
    assert sealed.get("ann").gasp is None
    twenty = doomed(2, 20)
    assert twenty.now == "turn ann"  # a natural 20 later on also gives the turn
    helped = inflicting({"last_gasp": "helpless"})
    helped.end_turn()
    helped.end_turn(2)
    helped.do("move/beside:ann")
    helped.do("help:ann", 10)  # fails 11+, and does not count
    assert helped.get("ann").gasp_fails == 1
    helped.check_clean()


@clause("ES-119", "ES-129")
def test_a_drop_in_mid_battle_keeps_engagement_dormant() -> None:
    scene = inflicting({"damage": 45})
    assert scene.get("ann").state != UP
    assert is_free(scene.battle, scene.get("dummy"))
    scene.rule("set", who="ann", stat="state", value="stable")
    assert scene.get("ann").state == STABLE


def test_granted_attacks_and_a_chosen_ally() -> None:
    claw = {
        "name": "Claw",
        "bonus": 40,
        "defence": "AC",
        "hit": [{"damage": 5}],
        "riders": [{"when": "natural even hit", "effects": [{"attack": "Bite"}]}],
    }
    bite = {"name": "Bite", "bonus": 40, "defence": "AC", "needs": ["granted"], "hit": [{"damage": 7}]}
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[claw, bite], initiative=30)], [10, 10])
    assert "only when something sets it off" in scene.why_not("use:1:ann")
    scene.do("use:0:ann", 12, 9)  # an even hit: the bite follows
    assert scene.hp("ann") == 40 - 5 - 7
    scene.check_clean()
