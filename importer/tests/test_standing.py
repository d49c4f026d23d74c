"""Traits that hold while something is so, written for the purpose: each form of the grammar, and what is not read."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import BonusRow, stat_block
from quintain_bestiary.blocks import import_block
from quintain_bestiary.drafts import NOTHING, PARTLY, TEXT, WHOLE
from quintain_bestiary.pages import Entry, RawBlock
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.standing import take_standing
from quintain_bestiary.stories import is_story
from quintain_bestiary.text import Row, Value


def read(text: str, name: str = "Gift") -> tuple[Row, str]:
    block: Row = {}
    speaker = Speaker.of("Fen warden", "humanoid", "Wardens", ["Bite", "Mud sling"])
    left = take_standing(name, text, block, speaker)
    return block, left


def row(**figures: Value) -> Row:
    return {"name": "Gift", **{key.rstrip("_"): value for key, value in figures.items()}}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("The fen warden gains a +2 attack bonus against staggered enemies.", [row(attack=2, against="staggered")]),
        ("Fen wardens gain a +4 melee attack bonus against dazed or stuck enemies.",
         [row(attack=4, with_=["melee"], against=["dazed", "stuck"])]),
        ("While staggered, the warden gains a +3 bonus to attacks and damage.", [row(attack=3, damage=3, needs=["self_staggered"])]),
        ("The warden gains a +1 bonus to all defences while the escalation die is 3+.", [row(defences=1, needs=["escalation 3+"])]),
        ("The warden gains a +4 AC bonus against opportunity attacks.", [row(ac=4, with_=["opportunity"])]),
        ("While unengaged, the warden gains a +3 bonus to PD against attacks by far away enemies.",
         [row(pd=3, against="faraway", needs=["free"])]),
        ("The warden has a +4 bonus to all defences until it takes damage.", [row(defences=4, needs=["unhurt"])]),
        ("The warden takes a -1 penalty to all defences.", [row(defences=-1)]),
        ("The warden gains a +2 attack bonus with its bite attack.", [row(attack=2, with_=["Bite"])]),
        (
            "The warden gains +1 to its AC against melee attacks for each other fen warden engaged with its target (max +4 AC).",
            [row(ac=1, per="ally_on_target", counting=["called fen warden"], max=4, with_=["melee"])],
        ),
        ("The warden gains a +1 bonus to all defences for each nearby ally.", [row(defences=1, per="ally_nearby")]),
        ("The warden gains a bonus to damage equal to triple the escalation die.", [row(damage="3x escalation")]),
        ("The warden gains a bonus to all defences equal to the number of confused enemies in the battle.",
         [row(defences=1, per="enemy", counting=["confused"])]),
        ("The warden gains a +2 bonus to saves, or adds the escalation die, whichever is higher.", [row(save="escalation")]),
        ("The warden adds the escalation die to its attacks against any enemy that is taking ongoing poison damage.",
         [row(attack="escalation", against="ongoing poison")]),
        ("When the escalation die is even, the warden adds the escalation die to its attack rolls and saves.",
         [row(escalates=True, needs=["escalation_even"]), row(save="escalation", needs=["escalation_even"])]),
        ("The warden adds the escalation die to its attacks until the die is 5+.", [row(escalates=True, needs=["escalation 4-"])]),
        ("While the warden is staggered, it deals 2 extra damage, hit or miss.",
         [row(damage=2, miss_damage=2, needs=["self_staggered"])]),
        ("For each enemy that is taking ongoing damage, the warden's attacks deal an extra 3 damage.",
         [row(damage=3, per="enemy", counting=["ongoing"])]),
        ("The warden's opportunity attacks deal 3 additional damage.", [row(damage=3, with_=["opportunity"])]),
        ("The warden's crit range with attacks against MD expands by 2.", [row(crit=2, with_=["MD"])]),
        ("The warden's crit range expands to 16+ while the escalation die is 4+.", [row(crit=4, needs=["escalation 4+"])]),
        ("The crit range of attacks by fen wardens expands by 2 against humanoids.", [row(crit=2, against="type humanoid")]),
        ("Whenever the warden attacks an enemy that is engaged with its allies, that enemy is vulnerable to the attack.",
         [row(crit=2, against="ally_engaged")]),
        ("Ranged attacks against the warden take a -1 penalty, or a -3 penalty if the attacker is far away.",
         [row(defences=1, with_=["ranged"]), row(defences=3, with_=["ranged"], against="faraway")]),
        ("Enemies engaged with the warden take a -2 penalty to attack any other enemy than the warden.",
         [row(for_="engaged", attack=-2, against="not_itself")]),
        ("Enemies engaged with the warden take a -5 penalty to saves against ongoing fire damage.",
         [row(for_="engaged", save=-5, types=["fire"])]),
        ("While an enemy has 22 hit points or fewer, it takes a -3 penalty to limited attacks against the warden.",
         [row(defences=3, against="hp 22-", with_=["limited"])]),
        ("Each of the warden's nearby allies gains a +2 bonus to saves.", [row(save=2, for_="allies")]),
        ("The warden's allies gain a +4 attack bonus against any creature it is grabbing.",
         [row(attack=4, for_="side", whom=["not_itself"], against="grabbed")]),
        ("The warden and each of its nearby allies can use the escalation die.", [row(escalates=True, for_="both")]),
        ("While the warden is in the battle, enemies do not add the escalation die to attack rolls, but it does.",
         [row(no_escalation=True, for_="enemies")]),
        ("While staggered, the warden uses the escalation die, and any enemy engaged with it does not.",
         [row(escalates=True, needs=["self_staggered"]), row(no_escalation=True, for_="engaged", needs=["self_staggered"])]),
        ("On turns when the escalation die is odd the fen wardens uses the escalation die, and their enemies do not.",
         [row(escalates=True, for_="side", whom=["called fen warden"], needs=["escalation_odd"]),
          row(no_escalation=True, for_="enemies", needs=["escalation_odd"])]),
        ("The warden can't be intercepted and doesn't provoke opportunity attacks by moving.",
         [row(slips=["interception"]), row(slips=["moving"])]),
        ("The warden only takes half damage from opportunity attacks that hit it.", [row(resist=21, with_=["opportunity"])]),
        ("The warden has resist damage 12+ against attacks targeting AC.", [row(resist=12, with_=["AC"])]),
        ("While not staggered, the warden has resist melee damage 16+.", [row(resist=16, with_=["melee"], needs=["not_staggered"])]),
        ("The warden has resist damage 14+ to all damage except cold damage and melee attacks against PD, which damage it normally.",
         [row(resist=14, except_=["cold"], with_=["ranged", "close"]), row(resist=14, except_=["cold"], with_=["melee", "AC", "MD"])]),
        ("The warden has resist damage 14+ to all damage except cold damage and melee weapon damage, which damages it normally.",
         [row(resist=14, except_=["cold"], with_=["ranged", "close"]), row(resist=14, except_=["cold"], with_=["melee", "spell"])]),
        ("When a ranged attack targets the warden while it's flying, it deals half damage unless the natural attack roll is 15+.",
         [row(resist=15, with_=["ranged"], needs=["airborne"])]),
        ("While one or more lower-level non-mook fen allies are nearby it, the warden gains resist damage 16+.",
         [row(resist=16, company=["lower_level", "not_mook", "called fen"])]),
        ("When an attack hits the warden, the attacker must roll a natural 9+ or the attack misses.", [row(misses_on="1-8")]),
        ("While flying, natural even attack rolls against the warden automatically miss. Attacks that deal cold damage ignore this"
         " ability.", [row(misses_on="even", needs=["airborne"], except_=["cold"])]),
        ("When staggered, the warden takes no damage and suffers no effects (weapon attacks that roll less than that pass by)"
         " from attacks with natural attack rolls less than 9+ (or 5+ for attacks that deal cold damage).",
         [row(ignores_on="1-4", needs=["self_staggered"]), row(ignores_on="5-8", except_=["cold"], needs=["self_staggered"])]),
        ("Attacks against the warden have a 35% miss chance. An attacker rolls the miss chance before anything else.",
         [row(miss_chance=35)]),
        ("A critical hit against a warden drops it to 0 hp.", [row(slays_on_crit=True)]),
        ("When the warden takes 8 damage or less from a non-thunder attack, it takes no damage instead.",
         [row(shrugs=8, except_=["thunder"])]),
    ],
)  # fmt: skip
def test_a_sentence_becomes_a_row_to_its_last_word(text: str, rows: list[Row]) -> None:
    block, left = read(text)
    assert left == ""
    listed = block.get("bonuses")
    assert isinstance(listed, list)
    assert listed[-len(rows):] == rows  # fmt: skip
    for each in listed:
        BonusRow.model_validate(each)


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("The warden gains a +5 bonus to disengage checks.", {"disengage_bonus": 5}),
        ("Enemies take a -8 penalty to disengage checks against the warden.", {"hold_penalty": 8}),
        ("The warden adds the escalation die to its attack rolls.", {"uses_escalation": True}),
        ("The warden has resist weapons 16+.", {"resist": {"weapon": 16}}),
        ("The warden has resist damage 16+ unless the attack deals fire damage.", {"resist": {"all": 16}, "resist_except": ["fire"]}),
        ("The warden has resist thunder 16+ and resist lightning 16+.", {"resist": {"thunder": 16, "lightning": 16}}),
        ("While nearby the warden, creatures with 35 hit points or fewer are dazed (-4 attack) and don't use the escalation die.",
         {"fear": 35, "fear_nearby": True}),
        ("The warden has a fear aura: enemies engaged with the warden who are below 31 hp are dazed and can't add the"
         " escalation die to their attacks.",
         {"fear": 30}),
        ("The warden can't be dazed, weakened, or made vulnerable.", {"immune_conditions": ["dazed", "weakened", "vulnerable"]}),
        ("Each warden counts as two monsters for the purpose of disengage checks.", {"hold_penalty": 1}),
    ],
)  # fmt: skip
def test_what_holds_always_becomes_a_figure_of_the_block(text: str, block: Row) -> None:
    assert read(text) == (block, "")


@pytest.mark.parametrize(
    "text",
    [
        "The warden gains a +2 attack bonus against elves.",
        "The warden gains a +2 attack bonus while it stands in its nest.",
        "It doesn't provoke opportunity attacks.",
        "The warden can use the escalation die. This ability ends for the battle if it takes fire damage.",
        "Each warden ally within earshot of the gong gains a +2 bonus to attacks and may sing.",
        "The mire gains a +2 attack bonus against staggered enemies.",
        "The warden has resist damage 16+ to all damage except on Tuesdays.",
    ],
)
def test_what_hangs_on_something_else_is_not_read(text: str) -> None:
    assert read(text) == ({}, text)


def warden(*traits: Entry) -> RawBlock:
    return RawBlock(
        name="Fen warden", size="normal", level=3, role="troop", mook=False, type="humanoid", initiative=5, ac=18, pd=16, md=14, hp=45,
        vulnerability="", family="", actions=(Entry("Bite +8 vs. AC", "10 damage"),), triggered=(), traits=traits, nastier=(),
        remarks=(), page="",
    )  # fmt: skip


def test_a_trait_is_whole_in_part_text_or_nothing_to_apply_and_the_block_can_be_fought_with() -> None:
    done = import_block(
        warden(
            Entry("Cruel", "Its eyes are yellow. The warden gains a +2 attack bonus against staggered enemies."),
            Entry("Hungry", "The warden gains a +1 attack bonus against stuck enemies. It eats fish and may be bribed with one."),
            Entry("Odd", "When the moon is full the warden may sing."),
            Entry("Mossy feet", "The warden can climb up walls without a rope."),
        ),
        "fen-warden",
    )
    assert [account.fate for account in done.accounts if account.what == "trait"] == [WHOLE, PARTLY, TEXT, NOTHING]
    assert [str(note["name"]) for note in done.notes] == ["Hungry", "Odd", "Mossy feet"]
    block = stat_block(dict(done.block))
    assert [(each.name, each.values[0]) for each in block.bonuses] == [("Cruel", 2), ("Hungry", 1)]


def test_only_what_surely_tells_nothing_counts_as_nothing_to_apply() -> None:
    assert is_story("Gossip", "Wardens are proud of their beards.")
    assert is_story("Random gift", "Use the gifts table.")
    assert not is_story("Flight", "Small, leathery wings.")
    assert not is_story("Gossip", "Wardens can be bribed.")
    assert not is_story("Gossip", "")
