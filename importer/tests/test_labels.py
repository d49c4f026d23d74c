"""Rider labels and limited uses."""

from __future__ import annotations

from itertools import product

import pytest

from quintain.systems.escalation.published import read_beats, read_label
from quintain_bestiary.labels import Label, Use, label, tag, use


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Miss", Label("miss")),
        ("Hit", Label("hit")),
        ("Any hit", Label("hit")),
        ("Crit", Label("crit")),
        ("Critical hit:", Label("crit")),
        ("Natural even hit", Label("natural even hit")),
        ("NATURAL ODD MISS", Label("natural odd miss")),
        ("Natural even hit or miss", Label("natural even hit or miss")),
        ("Natural odd roll", Label("natural odd")),
        ("Natural 16+", Label("natural 16+")),
        ("Natural 18+ hit", Label("natural 18+ hit")),
        ("Natural 1-5", Label("natural 1-5")),
        ("Natural 2-5 miss", Label("natural 2-5 miss")),
        ("Natural 20", Label("natural 20")),
        ("Natural 5, 10, 15, or 20", Label("natural 5/10/15/20")),
        ("Natural 18 or 20", Label("natural 18/20")),
        ("Natural 16, 18, or 20 hit or miss", Label("natural 16/18/20 hit or miss")),
        ("First natural 11+ each turn", Label("natural 11+", "turn")),
        ("First natural even hit each battle", Label("natural even hit", "battle")),
        ("[Once per battle trick] Natural even hit", Label("natural even hit", "battle")),
        ("Miss that's a natural 6+", Label("natural 6+ miss")),
        ("Natural even hit against a stuck or hampered enemy", Label("natural even hit", against=["stuck", "hampered"])),
        ("Natural even hit against a dazed enemy", Label("natural even hit", against="dazed")),
        ("Miss against a stuck target", Label("miss", against="stuck")),
        ("Natural even hit against an enemy", Label("natural even hit", against="not_ally")),
        ("Hit against a marsh ally", Label("hit", against="ally called marsh")),
        ("Second natural 11+ each turn", Label("natural 11+", "turn", nth=2)),
        ("Natural even hit, once per target per battle", Label("natural even hit", "target")),
        ("Hit or miss, attack beats MD", Label("beats MD hit or miss")),
        ("Both attacks hit different targets", Label("hit", needs=("all_hit", "new_hit"))),
        ("Natural odd hit when the escalation die is odd", Label("natural odd hit", needs=("escalation_odd",))),
        ("Natural 16+ when the escalation die is 3+", Label("natural 16+", needs=("escalation 3+",))),
        ("Natural even hit or miss while the hag is staggered", Label("natural even hit or miss", needs=("self_staggered",))),
    ],
)
def test_every_form_of_a_label_is_read_and_the_rules_know_it(said: str, read: Label) -> None:
    assert label(said) == read
    assert read_label(read_beats(read.when)[0])


@pytest.mark.parametrize(
    "said",
    ["Limited use", "Both attacks hit in the rain",
     "Second natural 11+", "First miss", "1-2", "Natural roll is above its wits",
     "Natural even hit, once per target", "Pack hunger", "Natural even hit against a target in mail", ""],
)  # fmt: skip
def test_other_labels_are_not_guessed_at(said: str) -> None:
    assert label(said) is None


def test_the_ten_most_common_labels_are_all_known() -> None:
    names = (
        "miss", "natural even hit", "limited use", "natural 16+", "natural even hit or miss", "natural odd hit",
        "natural 18+", "natural even miss", "natural 16+ hit", "crit",
    )  # fmt: skip
    assert [name for name in names if label(name) is None] == ["limited use"]


def test_only_labels_that_need_a_hit_let_extra_damage_join_it() -> None:
    assert [label(said).hits_only for said in ("Crit", "Natural even hit", "Natural 16+", "Miss", "Natural odd hit or miss")] == [  # type: ignore[union-attr]
        True, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("1/battle", Use(usage="1/battle")),
        ("2/battle.\nOR", Use(usage="2/battle")),
        ("Once per battle", Use(usage="1/battle")),
        ("1/day, as a quick action", Use("quick", "daily")),
        ("1/round, as a quick action.", Use("quick", "1/round")),
        ("2/battle, as a quick action (once per round)", Use("quick", "2/battle")),
        ("This attack only requires a quick action (1/round)", Use("quick", "1/round")),
        ("1/battle, as a standard action", Use(usage="1/battle")),
        ("1/battle while staggered", Use(usage="1/battle", needs=["self_staggered"])),
        ("1/battle, only while the hag is staggered.", Use(usage="1/battle", needs=["self_staggered"])),
        ("The hag can only use this attack while it's not staggered", Use(needs=["not_staggered"])),
        ("1/battle, but not while staggered", Use(usage="1/battle", needs=["not_staggered"])),
        ("1/battle, when the escalation die is 4+", Use(usage="1/battle", needs=["escalation 4+"])),
        ("Cannot be used until the escalation die reaches 3+", Use(needs=["escalation 3+"])),
        ("The hag can use this ability only when the escalation die is even.", Use(needs=["escalation_even"])),
        ("If the escalation die is odd, as a quick action (once per round)", Use("quick", "1/round", ["escalation_odd"])),
        ("As a free action, when an enemy engaged with the hag misses it with an attack", Use("free", trigger="self_missed")),
        ("1/battle, as a free action when first staggered", Use("free", "1/battle", trigger="self_staggered")),
        ("When this hag drops to 0 hit points", Use("free", trigger="self_drops")),
    ],
)
def test_how_often_and_when_an_attack_is_used(said: str, read: Use) -> None:
    assert use(said) == read


def test_a_use_with_strings_attached_keeps_its_words() -> None:
    read = use("1/battle, and it comes back when the hag sneezes")
    assert (read.usage, read.kept) == ("1/battle", ["and it comes back when the hag sneezes"])
    read = use("1/round, as an interrupt action when an enemy attacks the hag with a spell")
    assert (read.usage, read.action, read.needs) == ("1/round", "", ["granted"])
    assert use("Only by moonlight").kept == ["only by moonlight"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Both attacks hit the same target", Label("hit", needs=("second_hit",))),
        ("Both attacks hit", Label("hit", needs=("all_hit",))),
        ("Dual hit", Label("hit", needs=("all_hit",))),
        ("Dual miss", Label("miss", needs=("all_missed",))),
        ("Miss with both attacks", Label("miss", needs=("all_missed",))),
        ("First attack is a natural even roll", Label("natural even", needs=("first_attack",))),
        ("Natural 1-6 with its first attack roll", Label("natural 1-6", needs=("first_attack",))),
        ("Natural 1-5 on either attack", Label("natural 1-5")),
        ("Target is hit for the third time this battle", Label("hit", against="hit by * 2 times")),
        ("Target is hit by a brand attack for the second time this battle", Label("hit", against="hit by brand 1 times")),
        ("Second hit against the same target in a round", Label("hit", needs=("second_hit",))),
        ("Natural roll is above target's Constitution", Label("natural above con")),
        ("Natural roll higher than the target's Wisdom attribute", Label("natural above wis")),
        ("Hit and natural attack roll exceeds target's Dexterity", Label("natural above dex hit")),
        ("First hit each turn", Label("hit", "turn")),
    ],
)
def test_labels_that_look_at_other_rolls_or_at_scores(said: str, read: Label) -> None:
    assert label(said) == read


@pytest.mark.parametrize(
    ("said", "trigger", "natural", "action"),
    [
        ("2/round as an interrupt action, when a nearby enemy rolls a natural 2-4 with an attack against it",
         "self_attacked", "2-4", "interrupt"),
        ("As a free action only when a nearby enemy attacks the hag and misses with a natural attack roll of 1-5",
         "self_missed", "1-5", "free"),
        ("Free action when hit by a natural even attack against AC", "self_hit", "even", "free"),
        ("When an enemy makes a melee attack against the hag, as an interrupt action", "self_attacked", "", "interrupt"),
        ("As a free action, when an enemy engages the hag", "enemy_engages", "", "free"),
    ],
)  # fmt: skip
def test_what_sets_an_attack_off_may_name_the_faces_of_the_die(said: str, trigger: str, natural: str, action: str) -> None:
    read = use(said)
    assert (read.trigger, read.natural, read.action) == (trigger, natural, action)
    assert "granted" not in read.needs


def test_a_quick_use_at_times_leaves_the_usual_one_as_it_is() -> None:
    for often, instead in product(("", " (once per round)"), ("", " instead of a standard action")):
        quick = use(f"This power only requires a quick action{often}{instead} when the escalation die is even.")
        assert quick == Use(variant=Use("quick", "1/round", ["escalation_even"]))
    held = use("This attack only requires a quick action when used against an enemy this hag is grabbing.")
    assert held == Use(variant=Use("quick", "1/round", only="grabbed"))
    odd = use("This ability only requires a quick action when the hag starts its turn with no enemy in sight.")
    assert odd == Use(kept=["this ability only requires a quick action when the hag starts its turn with no enemy in sight"])


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("The hag can take 7 damage to make this attack as a quick action (once per round).",
         Use(variant=Use("quick", "1/round", ["hp 8+"], price=7))),
        ("1/round, as a quick action when the hag starts its turn unseen.",
         Use("quick", "1/round", kept=["when the hag starts its turn unseen"])),
        ("1/round, as a quick action. In addition, nobody hears it twice if it's quiet.",
         Use("quick", "1/round", kept=["in addition, nobody hears it twice if it's quiet"])),
        ("2/round, as separate quick actions.", Use("quick", "2/round")),
        ("The hag can use hook only when the escalation die is even. With such long arms, it takes her some time.",
         Use(needs=["escalation_even"])),
        ("1/battle, but it recharges when staggered. If so, the hag makes the attack as a free action.",
         Use("", "1/battle", kept=["but it recharges when staggered. if so, the hag makes the attack as a free action"])),
        ("As a free action, when an enemy not engaged with the hag rolls a natural odd attack roll against it.",
         Use("free", trigger="self_attacked", natural="odd", only="not_engaged_with_it")),
        ("As an interrupt action, 2/battle, when an enemy makes a melee attack against the hag.",
         Use("interrupt", "2/battle", trigger="self_attacked", answers="melee")),
        ("When an enemy engages the hag, if the hag isn't already engaged, it can make a hook attack against that enemy as an"
         " interrupt action before the attack.", Use("interrupt", trigger="enemy_engages", only="sole")),
        ("1/battle, during a surprise round or the first round of battle.", Use("", "1/battle", ["first_round"])),
        ("1/round, as a quick action when the hag starts its turn unengaged.", Use("quick", "1/round", ["started_free"])),
        ("Only at night when no enemy is stunned.", Use(needs=["enemies 0 stunned"], kept=["only at night"])),
        ("The hag can use hook during its first turn of the battle and when the escalation die is 3+.",
         Use(needs=["escalation 3+"], variant=Use(needs=["first_round"]))),
        ("1/battle, but missing with the attack doesn't expend it.", Use("", "1/battle", back=[{"when": "miss"}])),
        ("1/battle, and the ability recharges when the hag hits with hook.",
         Use("", "1/battle", back=[{"when": "attacking", "roll": "hit", "with": "hook"}])),
        ("1/battle, but the hag regains the use of this attack if it's expended each time it uses its hook attack.",
         Use("", "1/battle", back=[{"when": "attacking", "roll": "always", "with": "hook"}])),
        ("1/battle, but the ability recharges when the hag is staggered. If it is late, the ability recharges at once.",
         Use("", "1/battle", kept=["if it is late, the ability recharges at once"], back=[{"when": "staggered", "once": "battle"}])),
        ("Once the hag has damaged an enemy with this attack, it can't use hook again until it drops an enemy to 0 hp.",
         Use("", "1/battle", back=[{"when": "fells_enemy"}, {"when": "miss"}])),
    ],
)  # fmt: skip
def test_strings_attached_to_a_use_do_not_change_the_rest_of_it(said: str, read: Use) -> None:
    assert use(said) == read


def test_never_twice_running_is_a_need() -> None:
    assert use("Cannot be used on two consecutive rounds") == Use(needs=["not_last_turn"])


def test_a_use_that_comes_back_when_staggered_is_not_set_off_by_it() -> None:
    read = use("1/battle, but it recharges when the hag is staggered")
    assert (read.usage, read.trigger) == ("1/battle", "")
    assert read.kept == ["but it recharges when the hag is staggered"]


def test_tags_before_a_name() -> None:
    shared, once, waits, either, odd = Use(), Use(), Use(), Use(), Use()
    for text, found in (
        ("Group ability", shared), ("Once per Battle", once), ("Special trigger", waits),
        ("Usually a special trigger", either), ("Moonlit", odd), ("", Use()),
    ):  # fmt: skip
        tag(text, found)
    assert shared == Use(usage="1/battle", shared=True)
    assert once == Use(usage="1/battle")
    assert waits == Use(needs=["granted"])
    assert either == Use()
    assert odd == Use(kept=["Moonlit"])


@pytest.mark.parametrize("said", ["Natural 25+", "Natural 0", "Natural 9-3", "Natural 1-40 miss", "Natural 5, 10, or 99"])
def test_faces_that_no_d20_has_are_not_believed(said: str) -> None:
    assert label(said) is None
