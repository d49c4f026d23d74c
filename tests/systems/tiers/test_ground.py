"""Part K (movement) and part L (situation)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from quintain.engine.refusal import Illegal
from quintain.systems.tiers.battlefield import BLOCKED, CONCEALING, SHELTERING, crosses
from quintain.systems.tiers.situation import hidden_from, in_melee, is_flanking, threatens
from tests.support import clause
from tests.systems.tiers.scene import (
    BOW,
    Row,
    act,
    answer,
    arena,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    needed,
    offered,
    person,
    stances,
    to_turn,
    who,
)


def shove(kind: str, feet: int) -> Row:
    """A power with the sword that moves its target."""
    return {"name": "Shove", "kind": "melee", "action": "Skirmish", "damage": "none", "within": 5,
            "wounds": [{"wound": kind, "feet": feet}]}  # fmt: skip


def shoved(kind: str, feet: int, heading: str = "", rows: list[str] | None = None, extra: list[Row] | None = None) -> Fight:
    """Ann at 5,5 shoves Bob at 6,5; no damage."""
    people = [person("ann", (5, 5), powers=[shove(kind, feet)]), foe("bob", (6, 5)), *(extra or [])]
    ground: Row = {"rows": rows or OPEN, "legend": {"#": ["wall"], "~": ["difficult"]}}
    fight = begin(people, [15, 2, 7, 1], map=ground)
    to_turn(fight, "ann")
    act(fight, "power:0:@bob", {"heading": heading} if heading else {})
    return fight


OPEN = ["...................."] * 12


def with_row(row: str) -> list[str]:
    return [*OPEN[:5], row, *OPEN[6:]]


@clause("TI-79")
def test_a_maneuver_never_provokes() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))])
    to_turn(fight, "ann")
    act(fight, "maneuver:4,5")
    assert at(fight, "ann") == (4, 5)
    assert not any(entry.at.startswith("strike") for entry in fight.entries)
    finish(fight)


@clause("TI-80")
def test_difficult_squares_cost_10_feet_and_closed_ones_cannot_be_entered() -> None:
    """Stride 25: two difficult squares (20') and one normal (5'). A Maneuver cannot enter difficult ground."""
    rows = ["X" * 20] * 5 + ["X..~~...XXXXXXXXXXXX"] + ["X" * 20] * 6
    people = [person("ann", (2, 5)), foe("bob", (7, 5))]
    fight = begin(people, map={"rows": rows, "legend": {"X": ["impassable"], "~": ["difficult"]}})
    to_turn(fight, "ann")
    assert sorted(id for id in offered(fight) if id.startswith("advance:")) == [
        "advance:1,5", "advance:3,5", "advance:4,5", "advance:5,5",
    ]  # fmt: skip
    assert [id for id in offered(fight) if id.startswith("maneuver:")] == ["maneuver:1,5"]


@clause("TI-81", "TI-82", "TI-124")
def test_a_push_goes_away_step_by_step_and_a_pull_comes_nearer() -> None:
    assert at(shoved("pushed", 15), "bob") == (9, 5)
    assert at(shoved("pushed", 10, "north-east"), "bob") == (8, 3)
    # North would not lead away from Ann at every step, so it is not offered.
    people = [person("ann", (5, 5), powers=[shove("pushed", 10)]), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1])
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob")
    answer(fight, "no")
    assert set(offered(fight)) == {"east", "north-east", "south-east", "square-by-square"}
    # A pull over 30' stops beside its origin: nearer is not possible.
    hook: Row = {"name": "Hook", "range": 60, "action": "Hunt", "damage": "none", "wounds": [{"wound": "pulled", "feet": 30}]}
    fight = begin([person("ann", (2, 5), powers=[hook]), foe("bob", (6, 5))], [15, 2, 4, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert at(fight, "bob") == (3, 5)
    finish(fight)


@clause("TI-82")
def test_forced_movement_draws_no_strikes_pays_nothing_for_difficult_ground_and_stops_at_what_is_closed() -> None:
    """Pushed 20' over difficult ground, past Dee who threatens: 4 squares. A wall after one square: 1."""
    friend = person("dee", (8, 6))
    fight = shoved("pushed", 20, rows=with_row(".......~~~.........."), extra=[friend])
    assert at(fight, "bob") == (10, 5)
    assert not any(entry.at.startswith("strike") for entry in fight.entries)
    assert at(shoved("pushed", 20, rows=with_row("........#...........")), "bob") == (7, 5)
    # Somebody in the way stops it too.
    assert at(shoved("pushed", 20, extra=[foe("cat", (8, 5))]), "bob") == (7, 5)


@clause("TI-82")
def test_a_slide_may_go_anywhere() -> None:
    assert at(shoved("slid", 10, "west", rows=OPEN, extra=[]), "bob") == (6, 5)
    assert at(shoved("slid", 10, "south"), "bob") == (6, 7)


@clause("TI-83")
def test_a_teleport_reaches_any_free_square_within_its_distance_without_strikes() -> None:
    blink: Row = {"name": "Blink", "form": "teleport", "within": 20}
    rows = with_row(".....#..............")
    people = [person("ann", (4, 5), powers=[blink]), foe("bob", (3, 5)), foe("cat", (7, 5))]
    fight = begin(people, map={"rows": rows, "legend": {"#": ["wall"]}})
    to_turn(fight, "ann")
    ids = offered(fight)
    assert "power:0:8,5" in ids and "power:0:9,5" not in ids and "power:0:7,5" not in ids and "power:0:5,5" not in ids
    act(fight, "power:0:8,5")
    assert at(fight, "ann") == (8, 5)
    assert not any(entry.at.startswith("strike") for entry in fight.entries)
    finish(fight)


# -- situation -----------------------------------------------------------------------------------------------------------


def shot_through(sign: str, tags: list[str], dice: list[int], square: int = 5) -> Fight:
    """Ann at 2,5 shoots Bob at 9,5 through one square of some terrain."""
    row = "." * square + sign + "." * (19 - square)
    people = [person("ann", (2, 5), items=BOW), foe("bob", (9, 5))]
    fight = begin(people, dice, map={"rows": with_row(row), "legend": {sign: tags}})
    to_turn(fight, "ann")
    return fight


@clause("TI-84", "TI-127")
def test_soft_cover_in_the_line_or_under_the_target_gives_5_and_the_boon_does_not_add_to_it() -> None:
    fight = shot_through("r", ["soft cover"], [2, 2, 1, 1, 2, 2, 1, 1])
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    fight.rule("boon", who="bob", boon="Concealed")
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    finish(fight)
    fight = shot_through("r", ["soft cover"], [2, 2, 1, 1], square=9)
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    fight = shot_through("r", ["soft cover"], [2, 2, 1, 1], square=2)
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 17


@clause("TI-87", "TI-129")
def test_hard_cover_gives_5_and_halves_and_the_boon_does_not_add_to_it() -> None:
    """16 + 6 (chain 1) = 23 against 17 + 5; damage 4 + 5 = 9 halved to 5, also with the boon on top."""
    fight = shot_through("b", ["hard cover"], [16, 2, 6, 1, 1, 4, 5] * 2)
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    assert hp(fight, "bob") == [35]
    fight.rule("boon", who="bob", boon="Sheltered")
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    assert hp(fight, "bob") == [30]
    finish(fight)


@clause("TI-84", "TI-87")
def test_concealed_and_sheltered_together_give_10_and_one_halving() -> None:
    """TI-R56: 20 + chain 5 + 6 + chain 1 = 32 against 27; 4 + 5 = 9 halved once to 5."""
    row = "....r.b............."
    people = [person("ann", (2, 5), items=BOW), foe("bob", (9, 5))]
    fight = begin(people, [20, 2, 5, 6, 1, 1, 4, 5], map={"rows": with_row(row), "legend": {"r": ["soft cover"], "b": ["hard cover"]}})
    to_turn(fight, "ann")
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 27
    assert hp(fight, "bob") == [35]
    finish(fight)


@clause("TI-85", "TI-128")
def test_the_hidden_cannot_be_chosen_nor_struck_in_passing_by_those_who_do_not_perceive_them() -> None:
    """Ann is Hidden from Bob only; she leaves his reach unstruck, and Cat may choose her."""
    people = [person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (5, 9), items=BOW)]
    fight = begin(people)
    stances(fight)
    fight.rule("boon", who="ann", boon="Hidden", **{"from": "bob"})
    answer(fight, "next:@bob")
    assert not any("@ann" in id for id in offered(fight))
    answer(fight, "stop")
    assert any("@ann" in id for id in offered(fight))
    to_turn(fight, "ann")
    act(fight, "advance:1,5")
    assert not any(entry.at.startswith("strike") for entry in fight.entries)
    finish(fight)


@clause("TI-86", "TI-128")
def test_an_attack_from_hiding_has_a_tier_more_and_the_target_cannot_react_to_it() -> None:
    """Bob is Hidden: 3d20; 15 + 7 hits, damage 3 + 4. Ann may mark Soak but not resist; then he is Hidden no more."""
    people = [person("ann", (5, 5), soak=1), person("dee", (5, 6)), foe("bob", (6, 5), hiding=True)]
    fight = begin(people, [15, 2, 3, 7, 1, 3, 4])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    # Dee, her ally, may still React: she is asked to interpose.
    assert fight.questions[0].who == "dee"
    answer(fight, "no")
    assert fight.questions[0].about == "damage" and offered(fight) == ["take", "soak:1"]
    assert ("Resist", "the attacker was Hidden: no React") in fight.questions[0].closed
    answer(fight, "take")
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!"]
    assert hp(fight, "ann") == [33] and boons(fight, "bob") == {}
    finish(fight)


@clause("TI-85")
def test_slip_from_sight_hides_from_those_whose_ward_is_beaten() -> None:
    """One Prowl roll, 2d20 + 2d8: 10 + 6 = 16 beats Bob's Ward 15, not Cat's 18; Dan is adjacent and does not count."""
    slip: Row = {"name": "Slip from Sight", "form": "hide", "stress": 2, "rounds": 2}
    people = [
        person("ann", (5, 5), ratings={"prowl": 2}, powers=[slip]),
        foe("bob", (9, 5)),
        foe("cat", (9, 7), ward=18),
        foe("dan", (6, 5)),
    ]
    fight = begin(people, [10, 2, 6, 1])
    to_turn(fight, "ann")
    act(fight, "power:0")
    battle = arena(fight)
    hidden = [hidden_from(battle, who(fight, "ann"), who(fight, id)) for id in ("bob", "cat", "dan")]
    assert hidden == [True, False, False] and who(fight, "ann").stress == 2
    finish(fight)


@clause("TI-88")
def test_threatening_needs_a_melee_weapon_reach_and_being_able_to_act() -> None:
    people = [
        person("ann", (5, 5)),
        foe("bob", (6, 5)),
        foe("bow", (4, 5), items=["longbow"]),
        foe("far", (7, 7)),
        foe("pike", (7, 5), items=["longspear"]),
    ]
    fight = begin(people)
    stances(fight)
    battle, ann = arena(fight), who(fight, "ann")
    assert [threatens(battle, who(fight, id), ann) for id in ("bob", "bow", "far", "pike")] == [True, False, False, True]
    for wound in ("downed", "stunned", "Incapacitated", "slowed"):
        fight.rule("wound", who="bob", wound=wound)
        assert not threatens(arena(fight), who(fight, "bob"), who(fight, "ann")), wound
        fight.rule("end_wound", who="bob", wound=wound)
    fight.rule("surprise", who="bob")
    assert not threatens(arena(fight), who(fight, "bob"), who(fight, "ann"))
    fight.rule("surprise", who="bob", on=False)
    # Slowed ones threaten on their own turn.
    fight.rule("wound", who="bob", wound="slowed")
    to_turn(fight, "bob")
    assert threatens(arena(fight), who(fight, "bob"), who(fight, "ann"))


@clause("TI-89")
def test_in_melee_is_threatening_an_enemy_or_being_threatened_by_one() -> None:
    archers = [person("ann", (5, 5), items=["longbow"]), person("dee", (13, 5), items=["longbow"])]
    people = [archers[0], foe("bob", (6, 5)), foe("cat", (12, 5)), archers[1]]
    fight = begin(people)
    battle = arena(fight)
    assert [in_melee(battle, who(fight, id)) for id in ("ann", "bob", "cat", "dee")] == [True] * 4
    fight.rule("move", who="bob", to=[9, 9])
    assert [in_melee(arena(fight), who(fight, id)) for id in ("ann", "bob")] == [False, False]


@clause("TI-90")
def test_lines_are_measured_from_centre_to_centre_and_a_corner_does_not_count() -> None:
    rows = ["....", ".r..", "..w.", "...."]
    people = [person("ann", (0, 0)), foe("bob", (3, 3)), foe("cat", (1, 3)), foe("dan", (3, 0))]
    fight = begin(people, map={"rows": rows, "legend": {"r": ["soft cover"], "w": ["wall"]}})
    field = arena(fight).map
    # The diagonal passes through both squares; the line to Cat touches neither inside.
    assert field.line(0, 0, 1, 3, 3, 1) == BLOCKED | CONCEALING
    assert field.line(0, 0, 1, 3, 0, 1) == 0
    # From 0,1 to 1,0 the line only touches the corner of 0,0 and 1,1.
    assert field.line(0, 1, 1, 1, 0, 1) == 0
    assert not crosses(1, 3, 3, 1, 2, 2) and crosses(1, 1, 7, 7, 2, 2)
    assert SHELTERING == 4


@clause("TI-90", "TI-146")
def test_the_gm_overrides_cover_hiding_and_flanking_for_a_pair() -> None:
    people = [person("ann", (2, 5), items=BOW), foe("bob", (9, 5))]
    fight = begin(people, [2, 2, 1, 1, 2, 2, 2, 1, 1])
    to_turn(fight, "ann")
    fight.rule("pair", who="bob", to="ann", what="concealed", **{"is": "yes"})
    fight.rule("pair", who="bob", to="ann", what="sheltered", **{"is": "yes"})
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 27
    fight.rule("pair", who="bob", to="ann", what="concealed", **{"is": "map"})
    fight.rule("pair", who="ann", to="bob", what="flanking", **{"is": "yes"})
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 22
    assert dice_thrown(fight, "attack")[1] == "3d20 best! + 2d6 best!"
    to_turn(fight, "ann")
    fight.rule("pair", who="bob", to="ann", what="hidden", **{"is": "yes"})
    assert not any("@bob" in id for id in offered(fight))
    fight.rule("pair", who="ann", to="bob", what="hidden", **{"is": "yes"})
    to_turn(fight, "bob")
    with pytest.raises(Illegal, match="Ann is Hidden"):
        answer(fight, "attack:sword:skirmish:@ann")


@clause("TI-122", "TI-123")
@pytest.mark.parametrize(("spot", "flanks"), [((7, 5), True), ((7, 4), True), ((6, 4), False), ((7, 6), True), ((5, 4), False)])
def test_flanking_is_threatening_from_opposite_sides_and_gives_1_tier_once(spot: tuple[int, int], flanks: bool) -> None:
    """Ann stands west of Bob; an ally from 135 degrees on counts. Flanked and Flanking are one +1."""
    fight = begin([person("ann", (5, 5)), person("dee", spot), foe("bob", (6, 5))], [2] * (3 if flanks else 2) + [1, 1])
    assert is_flanking(arena(fight), who(fight, "ann"), who(fight, "bob")) is flanks
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "attack") == [f"{3 if flanks else 2}d20 best! + 2d8 best!"]
    finish(fight)


@clause("TI-125")
@pytest.mark.parametrize(("wall", "feet", "dice"), [(10, 15, ["1d10"]), (8, 5, []), (0, 20, []), (11, 20, [])])
def test_a_slam_against_something_deals_d10_per_10_feet_moved(wall: int, feet: int, dice: list[str]) -> None:
    """Slammed 20' east from 6,5: a wall after 15' deals 1d10, after 5' none, and without a wall in the way none."""
    row = "." * wall + "#" + "." * (19 - wall) if wall else "." * 20
    people = [person("ann", (5, 5), powers=[shove("Slammed", 20)]), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1, *([6] if dice else [])], map={"rows": with_row(row), "legend": {"#": ["wall"]}})
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert at(fight, "bob") == (6 + feet // 5, 5)
    assert dice_thrown(fight, "collision") == dice
    assert hp(fight, "bob") == [34 if dice else 40]
    finish(fight)


@clause("TI-125", "TI-74")
def test_armor_helps_against_a_collision() -> None:
    """Bob (2 Soak Boxes) is slammed 15' into a wall: d10 shows 9, one box takes it all."""
    people = [foe("bob", (5, 5), powers=[shove("Slammed", 20)]), person("ann", (6, 5), soak=2, stress=0)]
    fight = begin(people, [15, 2, 7, 1, 9], map={"rows": with_row("..........#........."), "legend": {"#": ["wall"]}})
    stances(fight)
    act(fight, "power:0:@ann", {"damage": "soak:1"})
    assert hp(fight, "ann") == [40] and who(fight, "ann").soak_marked == 1
    finish(fight)
