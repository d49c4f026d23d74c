"""Player numbers and monsters' figures (sections 8.1 and 8.3), the shipped characters, files that say something wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from quintain.engine import Refusal
from quintain.library.encounters import from_data, sample
from quintain.library.problems import FileProblem
from quintain.systems.escalation import files
from quintain.systems.escalation.file_format import block_files
from quintain.systems.escalation.file_format.phrases import read_label
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import hp_of, mob_standing
from quintain.systems.escalation.rules.sheet import SLAIN, STABLE
from quintain.systems.escalation.rules.switches import DECLARED, Switches
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, person

ALL_FOUR = ["odrun", "vessa", "ilse", "caul", "hound"]


@clause("ES-150")
def test_hit_points_are_base_and_constitution_times_a_factor() -> None:
    scene = Scene(list(ALL_FOUR), [20, 4, 3, 2, 1])
    assert [scene.get(id).max_hp for id in ALL_FOUR[:4]] == [55, 40, 45, 35]
    assert [tables.hit_points(8, 3, level) for level in (1, 5, 10)] == [33, 88, 264]


@clause("ES-151")
def test_weapon_damage_is_level_dice_and_initiative_dexterity_plus_level() -> None:
    scene = Scene(list(ALL_FOUR), [20, 4, 3, 2, 1])
    shown = [scene.get(id).block.powers[0].hit[0].amount.text() for id in ALL_FOUR[:4]]
    assert shown == ["3d8+4", "3d8+4", "3d6+3", "3d4-1"]
    assert [scene.get(id).init_bonus for id in ALL_FOUR[:4]] == [4, 7, 3, 6]
    champion = block_files.stat_block(
        {"name": "Champion", "kind": "pc", "chassis": "fighter", "level": 5, "scores": {"str": 18},
         "attacks": [{"name": "Sword", "ability": "str", "weapon": "d8", "defence": "AC"}]}
    )  # fmt: skip
    assert champion.powers[0].hit[0].amount.text() == "5d8+8"  # STR 4 x 2


@clause("ES-152")
def test_defences_take_the_middle_of_three_modifiers() -> None:
    scene = Scene(list(ALL_FOUR), [20, 4, 3, 2, 1])
    shown = [(each.ac, each.pd, each.md) for each in (scene.get(id) for id in ALL_FOUR[:4])]
    assert shown == [(20, 16, 14), (17, 17, 14), (20, 16, 15), (15, 14, 17)]


@clause("ES-153")
def test_the_chassis_table_and_who_deals_miss_damage() -> None:
    assert len(tables.CHASSIS) == 15
    paladin = tables.CHASSIS["paladin"]
    assert (paladin.hp, paladin.ac, paladin.pd, paladin.md, paladin.die) == (8, 16, 10, 12, 10)
    assert tables.CHASSIS["fighter"].recoveries == 9
    assert [name for name, chassis in tables.CHASSIS.items() if not chassis.melee_miss] == [
        "chaos mage",
        "necromancer",
        "wizard",
    ]
    assert [name for name, chassis in tables.CHASSIS.items() if chassis.ranged_miss] == ["ranger", "rogue"]
    scene = Scene(list(ALL_FOUR), [20, 4, 3, 2, 1])
    misses = [[effect.amount.flat for effect in scene.get(id).block.powers[place].miss] for id, place in (
        ("odrun", 0), ("odrun", 1), ("vessa", 1), ("caul", 0), ("ilse", 1))]  # fmt: skip
    assert misses == [[3], [], [3], [], []]


@clause("ES-154")
def test_skill_checks() -> None:
    with pytest.raises(ValidationError, match="8 in all"):
        block_files.stat_block({"name": "X", "kind": "pc", "chassis": "rogue", "level": 1, "backgrounds": {"a": 5, "b": 4}})

    def stunt(die: int, dc: int) -> bool:
        scene = Scene([pc("ann"), dummy()], [20, 1])
        scene.rule("stunt", ability="dex", dc=dc)
        scene.do("stunt:0", die)
        return any("succeeds (stunt" in text for text in scene.texts())

    assert stunt(12, 15)  # 12 + 0 + level 3
    assert not stunt(11, 15)
    assert not stunt(1, 2)  # a natural 1 fails
    assert stunt(20, 40)  # a natural 20 succeeds


@clause("ES-155")
def test_usages() -> None:
    def power(usage: str) -> dict[str, object]:
        return {
            "name": usage,
            "kind": "close",
            "action": "free",
            "usage": usage,
            "targets": {"who": "self"},
            "hit": [{"temp_hp": 1}],
        }

    usages = ["at-will", "2/battle", "1/round", "recharge 11+", "daily", "cyclic"]
    scene = Scene([pc("ann", attacks=[], powers=[power(usage) for usage in usages]), dummy()], [20, 1])
    spent = {}
    for place, usage in enumerate(usages):
        uses = 0
        while f"use:{place}" in scene.options and uses < 4:
            scene.do(f"use:{place}")
            uses += 1
        spent[usage] = uses
    assert spent == {"at-will": 4, "2/battle": 2, "1/round": 1, "recharge 11+": 1, "daily": 1, "cyclic": 1}
    scene.end_turn()
    scene.until("turn ann")
    assert "use:2" in scene.options  # once per round, and a new round it is
    cyclic = Scene([pc("ann", attacks=[], powers=[power("cyclic")]), dummy()], [20, 1])
    cyclic.rule("set_escalation", value=2)
    cyclic.do("use:0")
    assert "use:0" in cyclic.options  # not expended while the die is even and above 0
    cyclic.rule("set_escalation", value=3)
    cyclic.do("use:0")
    assert "used up" in cyclic.why_not("use:0")


BANKS = [{"name": "bank", "links": ["bridge"]}, {"name": "bridge"}]


@clause("ES-156")
def test_ranges_and_reloading_by_weapon() -> None:
    def shooter(weapon_type: str) -> dict[str, object]:
        attack = {
            "name": "Shot",
            "kind": "ranged",
            "bonus": 7,
            "defence": "AC",
            "weapon_type": weapon_type,
            "hit": [{"damage": 5}],
        }
        return pc("ann", attacks=[attack], zone="bank")

    reach = {}
    for kind in ("small thrown", "hand crossbow", "light thrown", "bow", "light crossbow", "heavy crossbow"):
        scene = Scene([shooter(kind), dummy(zone="bridge")], [20, 1], zones=BANKS)
        reach[kind] = "use:0:dummy" in scene.options
    assert reach == {
        "small thrown": False, "hand crossbow": False, "light thrown": True, "bow": True, "light crossbow": True,
        "heavy crossbow": True,
    }  # fmt: skip
    thrown = Scene([shooter("light thrown"), dummy(zone="bridge")], [20, 1], zones=BANKS)
    thrown.do("use:0:dummy", 12)  # 12 + 7 - 2 = 17 misses AC 18
    assert thrown.hp("dummy") == 100
    for kind, left in (("light crossbow", 2), ("heavy crossbow", 4)):
        scene = Scene([shooter(kind), dummy(zone="bank")], [20, 1], zones=BANKS)
        scene.do("use:0:dummy", 15)
        assert "reload:0" in scene.options
        scene.do("reload:0")
        assert scene.get("ann").actions == left  # a quick, or a move action
    again = Scene([shooter("light crossbow"), dummy(zone="bank")], [20, 1], zones=BANKS)
    again.do("use:0:dummy", 15)
    again.end_turn()
    again.until("turn ann")
    assert "reloaded first" in again.why_not("use:0:dummy")


# -- monsters ----------------------------------------------------------------------------------------------------------------


@clause("ES-169")
def test_fixed_damage_crits_double_it_and_several_attacks_come_one_by_one() -> None:
    scene = Scene([pc("ann", engaged=["ossk"], hp=100), pc("bob", engaged=["ossk"]), person("ossk")], [1, 1, 20])
    scene.do("use:0:ann", 20)  # a crit: 28; then the next target is named
    assert scene.hp("ann") == 72
    assert scene.now == "aim ossk"
    scene.do("at:bob", 10)  # 20 against AC 18: 14
    assert scene.hp("bob") == 26
    scene.check_clean()
    engaged = Scene(
        [person("odrun", engaged=["slinger"]), pc("bob", engaged=["slinger"]), person("slinger")], [1, 1, 20]
    )
    engaged.do("use:1:odrun")  # an R: line in melee draws from those it is not aimed at
    assert engaged.now == "opportunity bob"
    close = Scene([pc("ann", engaged=["cantor"]), person("cantor")], [1, 20])
    close.do("use:1", 1, 2)  # a C: line draws nothing: 1d3 shows 1, the dirge misses
    assert close.now == "turn cantor"
    hex_ = {"name": "Hex", "kind": "ranged", "spell": True, "bonus": 5, "defence": "MD"}
    mage = dummy("mage", initiative=30, attacks=[{"name": "Stick", "bonus": 1, "defence": "AC"}, hex_])
    spell = Scene([pc("ann", engaged=["mage"]), mage], [1, 20])
    spell.do("use:1:ann")
    assert spell.now == "opportunity ann"  # marked as a spell: even the target strikes


@clause("ES-170")
def test_riders_read_the_natural_roll_and_fire_on_either_unless_they_say_so() -> None:
    scene = Scene([pc("ann", ac=40), person("slinger")], [1, 20])
    scene.do("use:1:ann", 17)  # misses AC 40, and Ann is vulnerable all the same
    assert scene.get("ann").conditions & b.VULNERABLE
    scene.check_clean()
    bite = Scene([pc("ann", engaged=["hound"]), person("hound")], [1, 20])
    bite.do("use:0:ann", 12)
    assert [effect.ongoing for effect in bite.get("ann").lasting] == [3]  # natural even hit
    odd = Scene([pc("ann", engaged=["hound"]), person("hound")], [1, 20])
    odd.do("use:0:ann", 13)
    assert odd.get("ann").lasting == []
    even_miss = Scene([pc("ann", engaged=["hound"], ac=40), person("hound")], [1, 20])
    even_miss.do("use:0:ann", 12)
    assert even_miss.get("ann").lasting == []


@clause("ES-170", "ES-95")
def test_on_a_natural_1_only_what_leaves_the_target_alone_works() -> None:
    odd = {
        "name": "Odd", "bonus": 5, "defence": "AC",
        "riders": [{"when": "natural odd", "effects": [{"inflict": "dazed"}, {"temp_hp": 4, "on": "self"}]}],
    }  # fmt: skip
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[odd], initiative=30)], [1, 20])
    scene.do("use:0:ann", 1)
    assert not scene.get("ann").conditions
    assert scene.get("dummy").temp_hp == 4
    scene.check_clean()


@clause("ES-170")
def test_labels_of_riders_are_read_in_all_their_forms() -> None:
    def faces(label: str) -> list[int]:
        return [face for face in range(1, 21) if read_label(label)[0] >> face & 1]

    assert faces("Natural even hit") == list(range(2, 21, 2))
    assert faces("natural 16+") == [16, 17, 18, 19, 20]
    assert faces("natural 1-5 miss") == [1, 2, 3, 4, 5]
    assert faces("natural 5/10/15/20") == [5, 10, 15, 20]
    assert faces("natural odd or 18+ hit or miss") == [1, 3, 5, 7, 9, 11, 13, 15, 17, 18, 19, 20]
    assert read_label("miss")[1:] == (False, True, False)
    assert read_label("natural even hit")[1:] == (True, False, False)
    assert read_label("natural 16+")[1:] == (True, True, False)
    assert read_label("crit")[3]
    with pytest.raises(ValueError, match="no label"):
        read_label("whenever")


@clause("ES-171")
def test_mooks_are_a_mob_with_one_pool_and_damage_spills_over() -> None:
    cleave = {"name": "Cleave", "bonus": 40, "defence": "AC", "hit": [{"damage": 25}]}
    mob = person("jackal", count=5)
    scene = Scene([pc("ann", attacks=[cleave], engaged=["jackal-3", "jackal-5"]), mob, dummy()], [20, 1, 1])
    scene.do("use:0:jackal-3", 10)  # pool 55 - 25 = 30: 3 stand
    assert scene.battle.pools == [30]
    assert mob_standing(scene.battle, scene.get("jackal-1")) == 3
    # the target falls first, then another engaged with the attacker
    assert [scene.get(f"jackal-{n}").state == SLAIN for n in range(1, 6)] == [False, False, True, False, True]
    assert hp_of(scene.battle, scene.get("jackal-1")) == 30 - 2 * 11
    scene.end_turn()
    assert scene.now == "turn jackal-1"  # mooks act singly
    scene.check_clean()


@clause("ES-171")
def test_jackals_bite_harder_in_a_pack() -> None:
    scene = Scene(
        [pc("ann", engaged=["jackal-1", "jackal-2", "jackal-3", "jackal-4"], ac=20), person("jackal", count=4)], [1, 20]
    )
    scene.do("use:0:ann", 10)  # 10 + 8 + 2 (three others, at most +2) = 20
    assert scene.hp("ann") == 34
    scene.check_clean()


@clause("ES-172")
def test_baselines_by_level() -> None:
    assert tables.baseline(3, "normal") == (8, 10, 45, 19, 17, 13)
    assert tables.baseline(0, "normal") == (5, 4, 20, 16, 14, 10)
    assert tables.baseline(10, "normal") == (15, 58, 216, 26, 24, 20)
    assert tables.baseline(4, "large")[1:3] == (28, 108)
    assert tables.baseline(4, "huge")[1:3] == (42, 162)
    assert tables.baseline(3, "mook")[1:3] == (6, 11)


@clause("ES-173")
def test_a_group_ability_shares_its_uses() -> None:
    howl = {
        "name": "Howl", "kind": "close", "action": "quick", "usage": "2/battle", "group_uses": True,
        "targets": {"who": "self"}, "hit": [{"temp_hp": 3}],
    }  # fmt: skip
    foes = dummy("wolf", powers=[howl], count=3, initiative=30)
    scene = Scene([pc("ann"), foes], [1, 20])
    scene.do("use:1")
    scene.end_turn()
    scene.do("use:1")
    scene.end_turn()
    assert scene.now == "turn wolf-3"
    assert "used up" in scene.why_not("use:1")
    scene.check_clean()


@clause("ES-174")
def test_the_budget_of_the_shipped_encounters() -> None:
    system = sample("escalation/toll").system
    shown = {
        name: system.budget(sample(f"escalation/{name}").battle()).split(" for ")[0]
        for name in ("toll", "kiln", "warrant")
    }
    # 3 hounds 3 + 2 slingers 2 + 5 jackals 1 = 6; a large one of the next level 3 + 2 + 1 + 1 = 7; 3 + 2 + 1 = 6
    assert shown == {"toll": "budget 6", "kiln": "budget 7", "warrant": "budget 6"}
    assert [tables.monster_cost_tenths(3 + d, "normal", 3) for d in range(-2, 5)] == [5, 7, 10, 15, 20, 30, 40]
    assert tables.monster_cost_tenths(6, "normal", 5) == 10  # champions: one level less
    assert tables.monster_cost_tenths(10, "normal", 8) == 10  # epic: two
    assert tables.monster_cost_tenths(3, "huge", 3) == 30


# -- what files may not say ------------------------------------------------------------------------------------------------


def wrong(**changes: object) -> str:
    data: dict[str, object] = {"system": "escalation", "combatants": [person("odrun"), person("hound")], **changes}
    try:
        from_data(data)
    except (FileProblem, Refusal) as problem:
        return str(problem)
    return ""


def test_a_wrong_file_gets_a_sentence() -> None:
    assert wrong() == ""
    assert "there is no switch called 'slow'" in wrong(options={"slow": "on"})
    assert "redirect is random or gm, not 'dice'" in wrong(options={"redirect": "dice"})
    assert "there is no stat block called 'wolf'" in wrong(combatants=[person("odrun"), {"use": "wolf"}])
    assert "side `party`" in wrong(combatants=[person("hound")])
    assert "nobody to fight" in wrong(combatants=[person("odrun")])
    assert "no zone" in wrong(combatants=[person("odrun", zone="moon"), person("hound")])
    assert "names exactly one of" in wrong(
        combatants=[
            person("odrun"),
            dummy(attacks=[{"name": "X", "bonus": 1, "defence": "AC", "hit": [{"type": "fire"}]}]),
        ]
    )
    assert "no label of a rider" in wrong(
        combatants=[
            person("odrun"),
            dummy(attacks=[{"name": "X", "bonus": 1, "defence": "AC", "riders": [{"when": "often"}]}]),
        ]
    )


def test_every_switch_has_its_default_first() -> None:
    assert len({each.name for each in DECLARED}) == len(DECLARED) == 28
    plain = vars_of(Switches({}))
    for each in DECLARED:
        first, *others = each.values
        assert vars_of(Switches({each.name: first})) == plain, each.name
        for value in others:
            assert each.why_not(value) == ""
            assert vars_of(Switches({each.name: value})) != plain, f"{each.name}: {value} changes nothing"


def vars_of(switches: Switches) -> dict[str, object]:
    """The switches as the rules read them."""
    names = [name for name in dir(switches) if not name.startswith("_") and isinstance(getattr(switches, name), (bool, str))]
    return {name: getattr(switches, name) for name in names}


def test_every_field_of_the_published_schema_says_what_it_means() -> None:
    for model in files.MODELS.values():
        schema = model.model_json_schema()
        parts = [schema, *schema.get("$defs", {}).values()]
        bare = [name for part in parts for name, field in part.get("properties", {}).items() if "description" not in field]
        assert bare == []


def test_no_two_effects_share_a_number() -> None:
    """Effects are told apart by a number, so a number that is given twice makes one of them do the other's work."""
    source = Path(__file__).parents[3] / "src" / "quintain" / "systems" / "escalation" / "printed" / "vocabulary.py"
    listed = source.read_text(encoding="utf-8").split("\n# verbs of effects")[1].split("\n\n")[0]
    given = [int(number) for number in re.findall(r"^[A-Z_]+: Final = (\d+)$", listed, re.MULTILINE)]
    assert len(given) > 40
    assert given == list(range(len(given)))


# -- terms told one by one -------------------------------------------------------------------------------------------------


def math_of(scene: Scene, kind: str) -> list[tuple[str, int]]:
    return next(event.math for event in reversed(scene.fight.events) if event.kind == kind and event.math)


@clause("ES-56", "ES-104")
def test_a_disengage_check_tells_each_term() -> None:
    """Three foes, one of them a good holder; Ann slips well and is handicapped."""
    foes = [dummy("one", engaged=["ann"]), dummy("two", engaged=["ann"]), dummy("three", engaged=["ann"], hold_penalty=2)]
    scene = Scene([pc("ann", initiative=20, disengage_bonus=4), pc("bob"), *foes], [20, 2, 1, 1, 1])
    scene.rule("modifier", who="ann", on="disengage", value=-1, name="mud")
    scene.do("disengage", 12)
    added = [("foes past the first", -2), ("bonus", 4), ("mud", -1), ("how they hold on", -2)]
    assert math_of(scene, "disengage") == [("d20", 12), *added]
    told = next(event for event in scene.fight.events if event.kind == "disengage")
    assert (told.against, told.verdict) == (("needed", 11), "away")


@clause("ES-56")
def test_who_holds_somebody_is_counted_when_the_die_has_fallen() -> None:
    """Leaving three foes, natural 12 fails (12 - 2); the GM takes one of them away while the die is awaited: 12 - 1 is enough."""
    foes = [dummy(name, engaged=["ann"]) for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20), pc("bob"), *foes], [20, 2, 1, 1, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "disengage")
    scene.rule("remove", who="three")
    scene.fight.enter(scene.asked.id, [12])
    assert math_of(scene, "disengage") == [("d20", 12), ("foes past the first", -1)]
    assert scene.now == "go on ann"


@clause("ES-113", "ES-115", "ES-168")
def test_a_recovery_tells_what_is_cut_off_and_what_is_halved() -> None:
    """3d8 + 1 and a potion's 1d8, 30 at most: 24 + 8 + 1 = 33; without a recovery left 15 of it."""
    scene = Scene([pc("ann", initiative=20, potions=2), dummy(engaged=["ann"])], [20, 1])
    scene.rule("set", who="ann", stat="hp", value=1)
    scene.rule("set", who="ann", stat="recoveries", value=0)
    scene.do("potion:ann", 8, 8, 8, 8)
    assert math_of(scene, "recovery") == [("recovery dice", 32), ("CON", 1), ("at most 30", -3), ("halved", -15)]
    assert scene.hp("ann") == 16


@clause("ES-154", "ES-127")
def test_a_check_tells_ability_level_and_background() -> None:
    healer = pc("ann", initiative=20, scores={"wis": 16}, backgrounds={"herbs": 4}, healing_background="herbs", beside=["bob"])
    scene = Scene([healer, pc("bob", start={"hp": -3}), dummy()], [20, 2, 1])
    scene.do("stabilise:bob", 5)
    assert math_of(scene, "check") == [("d20", 5), ("WIS", 3), ("level", 3), ("healing background", 4)]
    assert scene.get("bob").state == STABLE
