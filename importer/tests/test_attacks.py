"""The attack line: tag, kind, name, bonus, defence and whom it takes."""

from __future__ import annotations

import pytest

from quintain_bestiary import import_text
from quintain_bestiary.attacks import Targets, attack_line, attacks_inside, targets, unrolled_line
from quintain_bestiary.text import Row


@pytest.mark.parametrize(
    ("line", "kind", "name", "bonus", "defence"),
    [
        ("Rusty bill +6 vs. AC", "melee", "Rusty bill", 6, "AC"),
        ("R: Barbed quarrel +8 vs. PD (one nearby enemy)", "ranged", "Barbed quarrel", 8, "PD"),
        ("C: Wail of the drowned +12 vs MD", "close", "Wail of the drowned", 12, "MD"),
        ("c:Spray+9 vs. pd (1d3 nearby enemies)", "close", "Spray", 9, "PD"),
        ("Clumsy shove -1 vs. PD", "melee", "Clumsy shove", -1, "PD"),
        ("2. R: Thrown hook +7 vs. AC", "ranged", "Thrown hook", 7, "AC"),
        ("Teeth, tail, and spite +10 vs. AC (2 attacks)", "melee", "Teeth, tail, and spite", 10, "AC"),
    ],
)
def test_every_form_of_the_header_is_read(line: str, kind: str, name: str, bonus: int, defence: str) -> None:
    read = attack_line(line)
    assert read is not None
    assert (read.kind, read.name, read.bonus, read.defence) == (kind, name, bonus, defence)


def test_a_tag_and_a_note_are_kept_apart_from_the_name() -> None:
    read = attack_line("[Group ability] C: Shared hymn +9 (+11 at night) vs. MD (each nearby enemy)")
    assert read is not None
    assert (read.tag, read.name, read.bonus, read.note) == ("Group ability", "Shared hymn", 9, "+11 at night")
    assert read.targets == Targets({"count": "all", "range": "nearby"})


def test_a_printed_grab_bonus_is_taken_off_because_the_rules_add_it() -> None:
    for line in (
        "Crush +14 vs. AC (one enemy it's grabbing; includes +4 grab bonus)",
        "Crush +14 (includes +4 grab bonus) vs. AC (one grabbed enemy)",
    ):
        read = attack_line(line)
        assert read is not None
        # 14 printed - 4 that ES-161 gives against the one it holds
        assert (read.bonus, read.targets.row["filter"], read.targets.kept, read.note) == (10, "grabbed", "", "")
    other = attack_line("Crush +10 (+14 against a grabbed enemy) vs. AC")
    assert other is not None and (other.bonus, other.note) == (10, "")


@pytest.mark.parametrize("line", ["Fog form", "R: Darts (1d4 nearby enemies)", "Bite + vs. AC", "Bite +5 vs. will", ""])
def test_what_does_not_fit_is_no_attack_line(line: str) -> None:
    assert attack_line(line) is None


def test_a_line_without_a_roll_still_names_its_targets() -> None:
    read = unrolled_line("R: Motes (1d4 nearby or far away enemies)")
    assert read is not None
    assert (read.name, read.kind, read.bonus) == ("Motes", "ranged", None)
    assert read.targets.row == {"count": "1d4", "range": "faraway"}
    close = unrolled_line("Coils (automatic hit against each enemy engaged with it)")
    assert close is not None and close.targets.row == {"count": "all", "range": "engaged"}


ENGAGED: Row = {"count": 1, "range": "engaged"}
NEARBY: Row = {"count": 1, "range": "nearby"}


@pytest.mark.parametrize(
    ("clause", "kind", "row"),
    [
        ("", "melee", ENGAGED),
        ("", "ranged", NEARBY),
        ("", "close", NEARBY),
        ("one enemy", "melee", ENGAGED),
        ("one nearby enemy", "ranged", NEARBY),
        ("1 nearby or faraway enemy", "ranged", {"count": 1, "range": "faraway"}),
        ("one nearby or far away enemy", "ranged", {"count": 1, "range": "faraway"}),
        ("one far away enemy", "ranged", {"count": 1, "range": "far_only"}),
        ("1d3 nearby enemies", "close", {"count": "1d3", "range": "nearby"}),
        ("1d4 + 1 nearby enemies in a group", "close", {"count": "1d4+1", "range": "nearby", "in_group": True}),
        ("up to 2 nearby enemies in a group", "close", {"count": 2, "range": "nearby", "up_to": True, "in_group": True}),
        ("1 or 2 nearby enemies", "close", {"count": 2, "range": "nearby", "up_to": True}),
        ("one or two nearby or faraway enemies", "ranged", {"count": 2, "range": "faraway", "up_to": True}),
        ("each enemy engaged with the marsh giant", "close", {"count": "all", "range": "engaged"}),
        ("all engaged enemies", "close", {"count": "all", "range": "engaged"}),
        ("every nearby enemy", "close", {"count": "all", "range": "nearby"}),
        ("each nearby creature", "close", {"count": "all", "range": "nearby", "who": "creature"}),
        ("1d3 random nearby enemies", "close", {"count": "1d3", "range": "nearby", "random": True}),
        ("1d3 random conscious nearby enemies", "close", {"count": "1d3", "range": "nearby", "random": True}),
        ("the closest nearby enemy", "ranged", NEARBY),
        ("one staggered enemy", "melee", {**ENGAGED, "filter": "staggered"}),
        ("one enemy it's grabbing", "melee", {**ENGAGED, "filter": "grabbed"}),
        ("one dazed, confused, or stunned enemy", "close", {**NEARBY, "filter": ["dazed", "confused", "stunned"]}),
        ("one nearby or far away unengaged enemy", "ranged", {"count": 1, "range": "faraway", "filter": "free"}),
        ("one nearby enemy with 24 hp or fewer", "close", {**NEARBY, "hp_or_fewer": 24}),
        ("each nearby enemy taking ongoing fire damage", "close", {"count": "all", "range": "nearby", "filter": "ongoing fire"}),
        ("each nearby conscious enemy that's staggered", "close", {"count": "all", "range": "nearby", "filter": "staggered"}),
        (
            "one nearby enemy, or a far away enemy at -2 atk",
            "ranged",
            {"count": 1, "range": "faraway", "faraway_penalty": 2},
        ),
    ],
)
def test_a_target_clause_says_how_many_of_whom_how_far(clause: str, kind: str, row: Row) -> None:
    assert targets(clause, kind) == Targets(row)


@pytest.mark.parametrize(
    ("clause", "attacks", "reach", "different"),
    [
        ("2 attacks", 2, "engaged", False),
        ("two attacks", 2, "engaged", False),
        ("1d3 attacks", "1d3", "engaged", False),
        ("1 or 2 attacks", 2, "engaged", False),
        ("up to 4 attacks, each against a different nearby enemy", 4, "nearby", True),
        ("3 attacks, against nearby or far away enemies", 3, "faraway", False),
        ("2 attacks vs. nearby or faraway enemies", 2, "faraway", False),
        ("2 attacks; can target nearby enemies", 2, "nearby", False),
    ],
)
def test_several_attacks_are_several_rolls_not_several_targets(
    clause: str, attacks: int | str, reach: str, different: bool
) -> None:
    assert targets(clause, "melee") == Targets({"count": 1, "range": reach}, attacks, different)


@pytest.mark.parametrize(
    ("clause", "kept"),
    [
        ("one nearby enemy per point of its pride", "per point of its pride"),
        ("1d3 nearby enemies or one enemy that ran", "that ran"),
        ("one nearby enemy, or two nearby enemies wearing hats", "or two nearby enemies wearing hats"),
        ("one nearby enemy with the most hats", "with the most hats"),
        ("two nearby enemies with the lowest hit points", "with the lowest hit points"),
        ("whoever laughed last", "whoever laughed last"),
    ],
)
def test_what_a_clause_says_beyond_the_format_is_kept(clause: str, kept: str) -> None:
    assert targets(clause, "close").kept == kept


def test_a_clause_about_whoever_set_the_attack_off_makes_it_wait() -> None:
    assert targets("the triggering enemy", "close").only_granted
    assert targets("one enemy hit by the gaff this turn", "melee").only_granted
    assert not targets("one nearby enemy", "close").only_granted


def test_attacks_inside_a_text_are_found_where_they_begin() -> None:
    text = "6 damage\n[Group ability]R: Grit bag+9 vs. PD (1d3 nearby enemies)-10 damage\nC: Howl +4 vs. MD - 3 damage"
    found = [text[start:end].strip() for start, end in attacks_inside(text)]
    assert found == [
        "[Group ability]R: Grit bag+9 vs. PD (1d3 nearby enemies)-10 damage",
        "C: Howl +4 vs. MD - 3 damage",
    ]
    assert list(attacks_inside("The target takes a +2 bonus vs. fear")) == []


@pytest.mark.parametrize(
    ("hit", "label", "expected"),
    [
        ("15 fire damage", "Natural even miss", [{"miss_damage": 7, "type": "fire"}]),
        ("9 damage, and 6 cold damage", "Natural 11+ miss", [{"miss_damage": 7}]),
        ("3d6 damage", "Natural even miss", [{"text": "half damage"}]),
    ],
)
def test_half_damage_of_some_misses_is_worked_out_for_their_rider(hit: str, label: str, expected: list[Row]) -> None:
    page = f"""```statblock
name: "Reed caller"
level: "2"
initiative: "3"
actions:
    - name: "Reed song +7 vs. MD"
      desc: "{hit}"
      traits:
          - name: "{label}"
            desc: "Half damage."
ac: "17"
pd: "15"
md: "11"
hp: "36"
```
"""
    attacks = import_text(page).blocks[0].block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[0], dict)
    riders = attacks[0]["riders"]
    assert isinstance(riders, list) and isinstance(riders[0], dict)
    assert riders[0]["effects"] == expected


@pytest.mark.parametrize(
    ("clause", "row", "kept"),
    [
        ("one nearby non-dazed enemy", {"count": 1, "range": "nearby", "filter": "not_dazed"}, ""),
        ("each nearby non-tall creature", {"count": "all", "range": "nearby", "who": "creature"}, "each nearby non-tall creature"),
        ("each nearby non-plant or non-undead creature",
         {"count": "all", "range": "nearby", "who": "creature", "filter": "not_type plant or undead"}, ""),
        ("each enemy engaged with it and one nearby enemy",
         {"count": "all", "range": "engaged", "also": {"count": 1, "range": "nearby"}}, ""),
        ("up to 2 nearby enemies, plus one far away enemy, if any",
         {"count": 2, "range": "nearby", "up_to": True, "also": {"count": 1, "range": "far_only"}}, ""),
        ("one nearby enemy, plus any enemy the reed caller has grabbed",
         {"count": 1, "range": "nearby", "also": {"count": "all", "range": "engaged", "filter": "grabbed"}}, ""),
        ("1d4 nearby enemies in a group and any reed allies engaged with those enemies",
         {"count": "1d4", "range": "nearby", "in_group": True, "and_engaged": True}, ""),
        ("one nearby enemy per point on esc. die", {"count": "escalation", "range": "nearby"}, ""),
        ("the nearby enemy with the highest MD", {"count": 1, "range": "nearby", "foremost": "highest_md"}, ""),
        ("one nearby enemy with the fewest hit points", {"count": 1, "range": "nearby", "foremost": "lowest_hp"}, ""),
        ("one nearby enemy engaged with an ally", {"count": 1, "range": "nearby", "filter": "ally_engaged"}, ""),
        ("each enemy engaged with the caller's allies", {"count": "all", "range": "nearby", "filter": "ally_engaged"}, ""),
        ("each nearby enemy engaged with one or more reed hounds",
         {"count": "all", "range": "nearby"}, "engaged with one or more reed hounds"),
        ("each nearby enemy engaged with one or more hounds", {"count": "all", "range": "nearby", "filter": "beset 1 by hound"}, ""),
        ("one nearby enemy not engaged with a reed hound, or wasp",
         {"count": 1, "range": "nearby", "filter": "not_beset 1 by reed hound or wasp"}, ""),
        ("one nearby enemy not engaged with the caller", {"count": 1, "range": "nearby", "filter": "not_engaged_with_it"}, ""),
        ("one nearby enemy that is dazed, stunned, or has not acted yet this battle",
         {"count": 1, "range": "nearby", "filter": ["dazed", "stunned", "not_acted"]}, ""),
        ("each nearby enemy suffering reed rot", {"count": "all", "range": "nearby", "filter": "marked reed rot"}, ""),
        ("one target that has been hit twice by the caller this battle",
         {"count": 1, "range": "nearby", "filter": "hit by source 2 times"}, ""),
        ("each enemy engaged with the reed caller", {"count": "all", "range": "engaged"}, ""),
        ("each enemy in the battle", {"count": "all", "range": "faraway"}, ""),
        ("each nearby enemy taking ongoing fire damage", {"count": "all", "range": "nearby", "filter": "ongoing fire"}, ""),
        ("one nearby enemy that is dazed, weakened, or stunned",
         {"count": 1, "range": "nearby", "filter": ["dazed", "weakened", "stunned"]}, ""),
    ],
)  # fmt: skip
def test_whom_a_clause_takes_is_never_guessed_at(clause: str, row: Row, kept: str) -> None:
    found = targets(clause, "close")
    assert (found.row, found.kept) == (row, kept)


@pytest.mark.parametrize(
    ("clause", "others"),
    [
        ("1d3 nearby enemies or one far away enemy", [{"count": 1, "range": "far_only"}]),
        ("1d4 nearby enemies, or 1d3 faraway enemies in a group", [{"count": "1d3", "range": "far_only", "in_group": True}]),
        ("one nearby enemy, or two nearby enemies in a group if the escalation die is 4+",
         [{"count": 2, "range": "nearby", "in_group": True, "needs": "escalation 4+"}]),
        ("one nearby enemy, or one faraway enemy at +5 vs AC", [{"count": 1, "range": "far_only", "bonus": 5}]),
    ],
)  # fmt: skip
def test_another_clause_may_be_chosen_instead(clause: str, others: list[Row]) -> None:
    read = targets(clause, "close")
    assert read.kept == ""
    assert list(read.others) == others
