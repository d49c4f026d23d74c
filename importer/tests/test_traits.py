"""Traits that are figures in disguise, and traits that stay text."""

from __future__ import annotations

import pytest

from quintain_bestiary.labels import Use
from quintain_bestiary.pages import Entry
from quintain_bestiary.text import Row
from quintain_bestiary.trait_rows import readable
from quintain_bestiary.traits import read_trait, weaknesses

HALF = "When such an attack targets this creature, the attacker needs that natural roll or deals half damage."
ALL_CONDITIONS = ["dazed", "weakened", "vulnerable", "stuck", "hampered", "confused", "stunned", "helpless", "ongoing"]


@pytest.mark.parametrize(
    ("name", "text", "block"),
    [
        ("Resist fire 16+", HALF, {"resist": {"fire": 16}}),
        ("Cold resistance 13+", HALF, {"resist": {"cold": 13}}),
        ("Resist holy and poison 16+", HALF, {"resist": {"holy": 16, "poison": 16}}),
        ("Resist weapons 16+", HALF, {"resist": {"weapon": 16}}),
        ("Resist damage 12+", HALF, {"resist": {"all": 12}}),
        ("Resist energy 18+", HALF, {"resist": {"acid": 18, "cold": 18, "fire": 18, "lightning": 18, "thunder": 18}}),
        (
            "Ghostly",
            "It has resist damage 16+ to all damage except holy and force damage. It drifts through walls.",
            {"resist": {"all": 16}, "resist_except": ["holy", "force"]},
        ),
        (
            "Ghostly",
            "It has resist damage 12+ to all damage except holy damage AND force damage. It drifts through walls.",
            {"resist": {"all": 12}, "resist_except": ["holy", "force"]},
        ),
        ("Flight", "It flies, after a fashion.", {"flies": True}),
        ("Flight", "A heavy, wheezing flapping that carries it over hedges but not over barns or chimneys.", {"flies": True}),
        ("Fear", "While engaged with it, enemies that have 24 hp or fewer are dazed.", {"fear": 24}),
        ("Fear aura", "Enemies engaged with it who have fewer than 24 hp are dazed.", {"fear": 23}),
        ("Relentless", "The warden adds the escalation die to its attacks.", {"uses_escalation": True}),
        ("Slow", "The warden can't make opportunity attacks.", {"makes_no_opportunity": True}),
        ("Oily", "The warden is immune to opportunity attacks.", {"draws_no_opportunity": True}),
        ("Nimble", "Wardens take no damage from missed attacks.", {"no_miss_damage": True}),
        ("Slippery", "Wardens gain a +5 bonus to disengage checks.", {"disengage_bonus": 5}),
        ("Sticky", "Enemies take a -4 penalty to disengage checks from the warden.", {"hold_penalty": 4}),
        ("Stubborn", "The warden gains a +4 bonus to saves.", {"save_bonus": 4}),
        ("Doomed", "The warden takes a -5 penalty to saving throws.", {"save_bonus": -5}),
        ("Furnace heart", "The warden is immune to fire and acid damage.", {"immune": ["fire", "acid"]}),
        ("Vulnerability", "Holy, cold", {"weak_to": ["holy", "cold"]}),
        (
            "Golem immunity", "It is immune to effects. They can't be dazed or slowed. You can damage it, though.",
            {"immune_conditions": ALL_CONDITIONS},
        ),
        (
            "Hot hide",
            "When an enemy engaged with the warden attacks it, that enemy takes 5 fire damage.",
            {"thorns": {"damage": 5, "when": "always", "type": "fire"}},
        ),
        (
            "Spines",
            "When an enemy makes a natural odd melee attack roll against the warden, that attacker takes 4 damage.",
            {"thorns": {"damage": 4, "when": "natural odd"}},
        ),
    ],
)
def test_a_trait_the_format_has_a_field_for_becomes_that_field(name: str, text: str, block: Row) -> None:
    found: Row = {}
    assert read_trait(name, text, found, {}) is True
    assert found == block


@pytest.mark.parametrize(
    ("name", "text", "block"),
    [
        ("Flight", "A heavy, wheezing flapping; it must land at the end of its turn.", {"flies": True}),
        ("Kobold luck", "Each round it rolls a die. Wardens take no damage from missed attacks.", {"no_miss_damage": True}),
        ("Keen ears", "It finds its way by sound and sees invisible creatures.", {"sees_invisible": True}),
        (
            "Mending flesh and regeneration",
            "It heals 10 hp at the start of its turn, up to five times per battle. Fire stops it.",
            {"regeneration": {"amount": 10, "times": 5}},
        ),
        ("Golem immunity", "It is immune to effects. A bell makes it kneel.", {"immune_conditions": ALL_CONDITIONS}),
        (
            "Pack hunger",
            "It gains a +1 bonus to attack and damage for each other mire beast engaged with the target (maximum +5 bonus).",
            {"pack_bonus": {"per": 1, "max": 5}},
        ),
        (
            "Old bark",
            "It has resist damage 16+ to all damage except fire damage and axes.",
            {"resist": {"spell": 16}, "resist_except": ["fire"]},
        ),
    ],
)
def test_a_trait_that_says_more_than_its_field_keeps_its_text_too(name: str, text: str, block: Row) -> None:
    found: Row = {}
    assert read_trait(name, text, found, {}) is False
    assert found == block


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Resist fire 16+", "Only while it is raining."),
        ("Resist exceptional blows 16+", HALF),
        ("Flight", "If it has drunk from the lake, it flies a little."),
        ("Flight", "It flutters so low that enemies on the ground can still target it."),
        ("Grasping hands", "When a creature is grabbed, it suffers. Note, grabbed creatures take a -5 penalty to disengage checks."),
        ("Wall-crawler", "It climbs ceilings as others climb stairs."),
        ("Hope", "Twice per battle it adds the escalation die to its attacks and sings."),
        ("Mood", "It can use its howl 1d4 times per battle."),
    ],
)
def test_other_traits_are_left_alone(name: str, text: str) -> None:
    found: Row = {}
    assert read_trait(name, text, found, {}) is None
    assert found == {}


@pytest.mark.parametrize(("dice", "usage"), [("1d4", "1d4/battle"), ("1d3 + 1", "1d3+1/battle"), ("3", "3/battle")])
def test_a_breath_usable_so_many_times_is_limited_to_that(dice: str, usage: str) -> None:
    breath = Use()
    text = f"The drake can use its sour breath {dice} times per battle, but never two turns in a row."
    assert read_trait("Intermittent breath", text, {}, {"sour breath": breath}) is True
    assert (breath.usage, breath.needs) == (usage, ["not_last_turn"])
    more = "The drake can use its sour breath twice, or 3 times per battle, but it coughs after the third."
    assert read_trait("Intermittent breath", more, {}, {"sour breath": Use()}) is None
    tail = f"The drake can use its sour breath {dice} times per battle, but not in the rain."
    assert read_trait("Intermittent breath", tail, {}, {"sour breath": Use()}) is False


def test_weaknesses_are_damage_types_or_stay_text() -> None:
    assert weaknesses("cold, fire") == (["cold", "fire"], "")
    assert weaknesses("Holy") == (["holy"], "")
    assert weaknesses("cold (only while staggered)") == ([], "cold (only while staggered)")
    assert weaknesses("") == ([], "")


def test_a_group_ability_shares_the_uses_of_the_attack_it_names() -> None:
    hymn, bite = Use(), Use()
    text = "For every two choristers in the battle, one of them can use drowned hymn once during the battle."
    assert read_trait("Group ability", text, {}, {"drowned hymn": hymn, "bite": bite}) is True
    assert (hymn, bite) == (Use(usage="1/battle", shared=True, per=2), Use())
    several = "For every two choristers in the battle, one of them can use drowned hymn, or bite once during the battle."
    hymn, bite = Use(), Use()
    assert read_trait("Group ability", several, {}, {"drowned hymn": hymn, "bite": bite}) is False
    assert (hymn, bite) == (Use(usage="1/battle", shared=True), Use(usage="1/battle", shared=True))


def test_items_of_a_list_to_choose_from_are_not_all_given_to_the_creature() -> None:
    entries = (
        Entry("Hide", "When an enemy intercepts the stalker, it takes 4 damage.", ()),
        Entry("Gift", "Choose one of these.", ()),
        Entry("Fire", "When an enemy intercepts the stalker, it takes 4 fire damage.", ()),
    )
    assert readable(entries) == [True, False, False]
    assert readable((Entry("Rage (beast form only)", "It rages.", ()),)) == [False]
