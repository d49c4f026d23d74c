"""Paragraphs that a page prints in the wrong place, and those of which a creature has one: on blocks made up for it."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import NoSuchTrait, import_text
from quintain_bestiary.layout import laid_out
from quintain_bestiary.pages import Entry, Pages, RawBlock, read_text
from quintain_bestiary.text import Row


def page(traits: str = "", actions: str = "", triggered: str = "", nastier: str = "", name: str = "Reed Stalker") -> str:
    """A page with these lists; an entry is `name = text`, one below it is indented by `> `."""
    lists = {
        "actions": actions or "Bite +8 vs. AC = 10 damage", "triggered_actions": triggered,
        "traits": traits, "nastier_traits": nastier,
    }  # fmt: skip
    return "\n".join(
        [
            "```statblock", f"name: {name}", "level: 3", "type: beast", "initiative: 5",
            *(line for key, said in lists.items() if said for line in (f"{key}:", *_entries(said))),
            "ac: 18", "pd: 16", "md: 14", "hp: 40", "```",
        ]
    )  # fmt: skip


def _entries(said: str) -> list[str]:
    lines: list[str] = []
    below = False
    for entry in (line.strip() for line in said.strip().split("\n")):
        name, _, text = entry.removeprefix("> ").partition(" = ")
        if entry.startswith("> ") and not below:
            lines.append("    traits:")
        below = entry.startswith("> ")
        space = "      " if below else "  "
        lines += [f'{space}- name: "{name.removesuffix(" =")}"', f'{space}  desc: "{text}"']
    return lines


def raw(text: str) -> RawBlock:
    pages = Pages(read=1)
    read_text(text, "page", pages)
    assert not pages.problems
    return pages.blocks[0]


def block(text: str, *with_traits: str) -> Row:
    """The imported block, which the rules accept."""
    made = import_text(text, with_traits=with_traits).blocks[0].block
    stat_block(dict(made))
    return made


def notes(made: Row) -> dict[str, str]:
    rows = made.get("notes", [])
    assert isinstance(rows, list)
    return {str(row["name"]): str(row["kind"]) for row in rows if isinstance(row, dict)}


def attacks(made: Row) -> dict[str, Row]:
    rows = made["attacks"]
    assert isinstance(rows, list)
    return {str(row["name"]): row for row in rows if isinstance(row, dict)}


# -- riders among the traits -------------------------------------------------------------------------------------------

SAVES = "When the target saves against it, it's dazed until the end of its next turn."
DAZED = {"inflict": ["dazed"], "until": "end of target's next turn"}
ACID = {"ongoing": 5, "type": "acid", "until": "save"}


def test_riders_that_open_the_traits_belong_to_the_last_of_the_actions() -> None:
    made = block(
        page(
            actions="Bite +8 vs. AC = 10 damage\nC: Mud spit +8 vs. PD (one nearby enemy) = 5 ongoing acid damage",
            traits=f"Aftereffect = {SAVES}\n> Miss = 4 acid damage.\n> Limited use = 1/battle, as a quick action.\n"
            "Barbs = It has barbs.",
        )
    )
    spit = attacks(made)["Mud spit"]
    assert spit["hit"] == [{**ACID, "after_save": [DAZED]}]
    assert (spit["miss"], spit["usage"], spit["action"]) == ([{"damage": 4, "type": "acid"}], "1/battle", "quick")
    assert "miss" not in attacks(made)["Bite"] and notes(made) == {"Barbs": "trait"}


def test_the_second_rider_of_a_name_belongs_to_the_attack_behind_the_cut_which_does_not_wait() -> None:
    made = block(
        page(
            actions="Bite +8 vs. AC = 5 ongoing acid damage",
            triggered="C: Mud spit +8 vs. PD (one nearby enemy) = 5 ongoing acid damage",
            traits=f"Aftereffect = {SAVES}\nAftereffect = {SAVES.replace('dazed', 'confused')}",
        )
    )
    bite, spit = (attacks(made)[name] for name in ("Bite", "Mud spit"))
    assert bite["hit"] == [{**ACID, "after_save": [DAZED]}]
    assert spit["hit"] == [{**ACID, "after_save": [{**DAZED, "inflict": ["confused"]}]}]
    assert "needs" not in spit


def test_an_attack_behind_the_cut_that_a_paragraph_speaks_of_goes_on_waiting() -> None:
    made = block(
        page(
            actions="Bite +8 vs. AC = 5 ongoing acid damage",
            triggered="C: Mud spit +8 vs. PD (one nearby enemy) = 6 damage",
            traits=f"Aftereffect = {SAVES}\nSpiteful = The stalker spits its mud spit when the moon tells it to.",
        )
    )
    assert attacks(made)["Mud spit"]["needs"] == ["granted"]


def test_a_rider_further_down_among_the_traits_stays_where_it_is() -> None:
    made = laid_out(raw(page(traits=f"Barbs = It has barbs.\nAftereffect = {SAVES}")))
    assert [entry.name for entry in made.traits] == ["Barbs", "Aftereffect"]
    assert made.actions[0].riders == ()


def test_an_effect_below_a_special_use_belongs_to_the_attack_that_waits() -> None:
    made = block(
        page(
            triggered="C: Howl +8 vs. MD (each nearby enemy) = 6 psychic damage",
            traits="Special use only =\n"
            "Effect = The stalker is dazed until the start of its next turn as it gropes for its hat, the red one.",
        )
    )
    assert attacks(made)["Howl"]["riders"] == [
        {
            "when": "always", "name": "Effect", "once": "turn",
            "effects": [{"inflict": ["dazed"], "on": "self", "until": "start of own next turn"}],
        }
    ]  # fmt: skip


def test_an_aftereffect_may_fall_on_the_nearest_ally_or_hang_on_recoveries() -> None:
    def left(said: str) -> object:
        made = block(page(actions="Bite +8 vs. AC = 5 ongoing acid damage", traits=f"Aftereffect = {said}"))
        return attacks(made)["Bite"]["hit"]

    even = "If the target rolled an even save against the ongoing acid damage, the target's nearest ally takes 3 ongoing acid damage."
    assert left(even) == [
        {
            **ACID, "after_save_natural": "even",
            "after_save": [{"ongoing": 3, "until": "save", "type": "acid", "on": "random_other", "count": 1}],
        }
    ]  # fmt: skip
    day = (
        "Once the target saves against it, until the end of the [[Days and nights|day]] each time they spend a recovery they"
        " also take 2d4 damage."
    )
    recovers = {"when": "spends a recovery", "effects": [{"damage": "2d4"}]}
    assert left(day) == [{**ACID, "after_save": [{"each_time": recovers, "until": "end of battle"}]}]


def test_what_a_save_brings_by_its_roll_belongs_to_the_ongoing_damage() -> None:
    made = block(
        page(
            actions="Bite +8 vs. AC = 4 damage and ongoing fire damage equal to the escalation die value times three",
            traits="Special save: A save against this has different effects depending on the roll =\n"
            "1-10 = Save is failed, and the target's nearest ally takes 3 fire damage.\n"
            "11-15 = Save is successful, but the target's nearest ally takes 2 fire damage.\n"
            "16+ = Save is successful.\nBarbs = It has barbs.",
        )
    )
    spark = {"type": "fire", "on": "random_other", "count": 1}
    assert attacks(made)["Bite"]["hit"] == [
        {"damage": 4},
        {
            "ongoing": "escalation x3", "type": "fire", "until": "save", "each_failed_save": [{"damage": 3, **spark}],
            "after_save": [{"damage": 2, **spark}], "after_save_natural": "11-15",
        },
    ]  # fmt: skip
    assert notes(made) == {"Barbs": "trait"}


def test_results_at_the_head_of_the_traits_substitute_what_the_attack_above_does() -> None:
    made = block(
        page(
            actions="Croak +8 vs. MD = The target sings.\n"
            "> For a change, substitute any of the following effects, by choice or at random =",
            traits="1 = Slime all over. The target is dazed until the end of the stalker's next turn.\n"
            "2 = A dare. The target chooses one: either laugh it off (take 5 psychic damage), or ponder it (stunned until the end"
            " of its next turn).\n"
            "3 = Reeds. The target takes 5 ongoing damage. Each time it fails the save, the ongoing damage increases by 5.",
        )
    )
    dazed = [{"inflict": ["dazed"], "until": "end of own next turn"}]
    dare = [
        {
            "choose": {
                "by": "target",
                "options": [[{"damage": 5, "type": "psychic"}], [{"inflict": ["stunned"], "until": "end of target's next turn"}]],
            }
        }
    ]
    reeds = [{"ongoing": 5, "until": "save", "each_failed_save": [{"worsen": 5}]}]
    table = [{"table": {"dice": "1d3", "results": {"1": dazed, "2": dare, "3": reeds}}}]
    assert attacks(made)["Croak"]["hit"] == [
        {"choose": {"by": "attacker", "options": [table, dazed, dare, reeds, [{"text": "The target sings"}]]}}
    ]


# -- names -------------------------------------------------------------------------------------------------------------


def test_a_sentence_in_the_name_of_a_trait_belongs_to_its_text() -> None:
    made = laid_out(raw(page(traits="Barbs: When an enemy hits the stalker with claws = it takes 4 damage.\nDen: cave = A cave.")))
    assert made.traits == (
        Entry("Barbs", "When an enemy hits the stalker with claws: it takes 4 damage."), Entry("Den: cave", "A cave."),
    )  # fmt: skip


# -- what is to be chosen ----------------------------------------------------------------------------------------------

GRIM = "When this creature hits with its bite attack, the target is dazed (save ends)."
LISTS = {
    "named by the heading": f"Calling = Choose either Way of Mud or Way of Reeds.\nWay of Mud = {GRIM}\nWay of Reeds = It sways.",
    "below the heading": f"Calling = Choose ONE\nWay of Mud = {GRIM}\nWay of Reeds = It sways.\nResist cold 12+ = It is cold.",
    "under the heading": f"Calling = Choose ONE\n> Way of Mud = {GRIM}\n> Way of Reeds = It sways.",
    "numbered": f"Calling = Before battle, roll a d2 and adjust the stalker.\n> 1. Way of Mud = {GRIM}\n> 2. Way of Reeds = It sways.",
    "a patron's": f"Swamp Icon =\n> Way of Mud = {GRIM}\n> Way of Reeds = It sways.",
}


@pytest.mark.parametrize("how", LISTS)
def test_what_is_to_be_chosen_is_text_until_it_is_switched_on_by_name(how: str) -> None:
    text = page(traits=LISTS[how])
    plain, mud = block(text), block(text, "way of MUD")
    of = "Swamp Icon" if how == "a patron's" else "Calling"
    assert {name: kind for name, kind in notes(plain).items() if kind == "option"} == {
        f"Way of Mud (to choose: {of})": "option", f"Way of Reeds (to choose: {of})": "option",
    }  # fmt: skip
    assert "occasions" not in plain
    assert mud["occasions"] == [
        {
            "name": "Way of Mud", "when": "attacking", "roll": "hit", "with": "Bite",
            "effects": [{"inflict": ["dazed"], "until": "save"}],
        }
    ]  # fmt: skip
    assert f"Way of Reeds (to choose: {of})" in notes(mud) and not any("Mud" in name for name in notes(mud))
    assert mud.get("resist") == ({"cold": 12} if how == "below the heading" else None) == plain.get("resist")


def test_what_stands_below_a_list_is_a_trait_again() -> None:
    after = "Spines = When an enemy misses the stalker with a melee attack, that enemy takes 4 damage."
    made = block(page(traits=f"{LISTS['named by the heading']}\n{after}"))
    assert made["occasions"][0]["name"] == "Spines"  # type: ignore[index,call-overload]


def test_numbers_alone_are_called_after_their_list() -> None:
    made = laid_out(raw(page(traits="Build = Before battle, roll a d2 and adjust the stalker.\n> 1 = Thin.\n> 2 = Fat.")))
    assert [one.entry.name for one in made.options] == ["Build 1", "Build 2"]


def test_a_nastier_trait_is_switched_on_by_its_name_alone() -> None:
    dazes = "Engaged enemies with 24 hp or fewer are dazed."
    text = page(nastier=f"Gift of barbs = {dazes}\nFear aura = {dazes}")
    made = block(text, "Fear aura")
    assert made["fear"] == 24 and notes(made) == {"Gift of barbs": "nastier"}


def test_a_creatures_name_before_a_colon_limits_the_choice_to_it() -> None:
    both = page(traits=LISTS["below the heading"]) + "\n\n" + page(traits=LISTS["below the heading"], name="Lamp Mite")
    found = import_text(both, with_traits=["Lamp mite: Way of mud"])
    assert ["occasions" in one.block for one in found.blocks] == [False, True]


def test_a_trait_of_one_form_only_is_read_where_one_form_has_them_all() -> None:
    fury = "The stalker gains a +2 attack bonus against staggered enemies."
    forms = f"Fury (hybrid form only) = {fury}\nVigor (hybrid or animal form only) = It thrives.\nCalm (all three forms) = It rests."
    assert [row["name"] for row in block(page(traits=forms))["bonuses"]] == ["Fury"]  # type: ignore[union-attr,index,call-overload]
    apart = f"Fury (hybrid form only) = {fury}\nVigor (animal form only) = It is vigorous."
    assert "bonuses" not in block(page(traits=apart))


def test_the_report_counts_options_as_what_they_become_when_chosen() -> None:
    text = page(traits=LISTS["below the heading"])
    report = import_text(text).report()
    assert "when chosen: 2 in all; 1 wholly rules, 0 in part, 0 kept as text, 1 with nothing to apply" in report
    assert "Traits: 2 in all; 1 wholly rules" in report
    on = import_text(text, with_traits=["Way of mud"]).report()
    assert "when chosen: 1 in all; 0 wholly rules" in on and "Traits: 3 in all; 2 wholly rules" in on


def test_a_name_that_fits_nothing_is_refused_with_what_there_is() -> None:
    text = page(traits=LISTS["below the heading"])
    with pytest.raises(NoSuchTrait, match=r"'Way of Mut'[.] Did you mean Way of Mud or Way of Reeds"):
        import_text(text, with_traits=["Way of Mud", "Way of Mut"])
    with pytest.raises(NoSuchTrait, match="There are: Reed Stalker: Way of Mud, Way of Reeds"):
        import_text(text, with_traits=["xxx"])
    with pytest.raises(NoSuchTrait, match="nothing to switch on"):
        import_text(page(), with_traits=["xxx"])


def test_a_list_of_which_a_rider_sets_one_off_is_nothing_to_choose_for_good() -> None:
    bite = "Bite +8 vs. AC = 10 damage\n> Natural even hit = One odd stalker ability triggers."
    text = page(actions=bite, traits=f"Odd Stalker Abilities = Choose ONE\n> Mud = {GRIM}\n> Reeds = It sways.")
    assert notes(block(text))["Mud (to choose: Odd Stalker Abilities)"] == "option"
    with pytest.raises(NoSuchTrait, match="nothing to switch on"):
        import_text(text, with_traits=["Mud"])
