"""Part A (rolling) and part B (derived numbers)."""

from __future__ import annotations

import math
from fractions import Fraction

import icepool
import pytest

from quintain.engine import Refusal
from quintain.engine.stream import Faces
from quintain.systems.tiers.pools import BOX, PoolDice
from quintain.systems.tiers.sheet import max_hp_of
from quintain.systems.tiers.vocabulary import ENERGIES
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    person,
    settle,
    texts,
    to_turn,
    who,
)


class Every(Faces):
    """The next way that so many dice can fall after the one before, until all have been; any further ones show their lowest face."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.path: list[list[int]] = []
        self.at = 0

    def face(self, sides: int, low: int) -> int:
        if self.at == self.most:
            return low
        if self.at == len(self.path):
            self.path.append([0, sides])
        self.at += 1
        return low + self.path[self.at - 1][0]

    def weight(self) -> Fraction:
        return Fraction(1, math.prod([sides for _, sides in self.path]))

    def go_on(self) -> bool:
        self.at = 0
        while self.path:
            self.path[-1][0] += 1
            if self.path[-1][0] < self.path[-1][1]:
                return True
            self.path.pop()
        return False


@clause("TI-08")
@pytest.mark.parametrize(("tier", "seen"), [(2, 1), (1, 2), (1, 0), (0, 1), (3, 2), (2, 3), (-1, 0), (0, -1), (1, -1), (-1, 1)])
def test_dice_completed_for_somebody_unseen_fall_as_those_dice_do(tier: int, seen: int) -> None:
    """Exactly: whichever dice are typed in, and whatever is thrown beside them."""
    dice = BOX.pool(tier, 1, 0, deeper=True)
    typed = BOX.pool_seen_as(dice, BOX.pool(seen, 1, 0, deeper=True))
    assert typed.name == dice.name and typed.asked_for().name == BOX.pool(seen, 1, 0, deeper=True).name
    found: dict[int, Fraction] = {}
    d20s = BOX.pool(seen, 1, 0, deeper=True).d20s
    source = Every(d20s + abs(dice.d20s - d20s))
    while True:
        faces = [source.face(20, 1) for _ in range(d20s)]
        if (max if typed.asked_for().name.endswith("best!") else min)(faces) == 20:
            faces.append(1)
        completed = typed.completed(faces, source)
        typed.check(completed)
        kept = typed.natural(completed)
        found[kept] = found.get(kept, Fraction(0)) + source.weight()
        if not source.go_on():
            break
    many = dice.d20s
    below = [Fraction(face if dice.best else 20 - face, 20) ** many for face in range(21)]
    assert found == {face: abs(below[face] - below[face - 1]) for face in range(1, 21)}


TWO: Row = {"skirmish": 3, "finesse": 1, "hunt": 2}


@clause("TI-01")
def test_the_best_d20_and_the_best_attribute_die_are_added() -> None:
    """d20s 9, 14 and d8s 3, 7, 2: 14 + 7 = 21."""
    dice = BOX.pool(2, 3, 8)
    assert (dice.name, dice.total([9, 14, 3, 7, 2])) == ("2d20 best! + 3d8 best!", 21)


@clause("TI-02")
def test_only_the_kept_die_explodes_and_only_in_one_chain() -> None:
    """d20s 20, 20, chain 6: 26. One d8 8, chain 8, 3: 19. Together 45."""
    dice = BOX.pool(2, 1, 8)
    faces = [20, 20, 6, 8, 8, 3]
    dice.check(faces)
    assert dice.total(faces) == 45
    assert dice.split(faces) == (26, 19, 3)


@clause("TI-03")
def test_at_effective_tier_0_or_less_the_lower_of_two_d20s_counts_and_still_explodes() -> None:
    for tier in (0, -2):
        dice = BOX.pool(tier, 1, 4)
        assert dice.total([17, 6, 1]) == 6 + 1
        # Both 20: the kept (lower) one is a 20 and goes on: 20 + 5, and the d4 shows 2.
        assert dice.total([20, 20, 5, 2]) == 27


@clause("TI-04")
def test_rating_0_keeps_the_lower_of_two_and_no_die_adds_nothing() -> None:
    assert BOX.pool(1, 0, 6).total([10, 5, 2]) == 12
    assert BOX.pool(1, 3, 0).total([10]) == 10
    assert BOX.pool(1, 0, 0).name == "1d20 best!"


@clause("TI-05", "TI-55")
def test_an_attack_that_meets_the_defense_hits() -> None:
    """Iron 17. First 10 + 7 = 17 hits (damage 1 + 1), then 10 + 6 = 16 misses."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [10, 3, 7, 2, 1, 1, 10, 3, 6, 2])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert hp(fight, "bob") == [38]
    hit(fight, "ann", "bob")
    assert hp(fight, "bob") == [38]
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d8 best!"] * 2
    finish(fight)


@clause("TI-06", "TI-65")
@pytest.mark.parametrize(("last", "steps"), [(5, 0), (6, 1), (15, 1), (16, 2)])
def test_every_full_ten_above_the_defense_is_one_more_effect_die(last: int, steps: int) -> None:
    """Against Iron 17, kept 20 + `last` + d8 1: 26 gives no step, 27 and 36 one, 37 two. Base damage is 1d8 + BODY d8."""
    dice = [20, 1, last, 1, 1] + [1] * (2 + steps)
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], dice)
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert hp(fight, "bob") == [40 - 2 - steps]
    finish(fight)


@clause("TI-07")
def test_a_failure_with_a_1_among_the_d20s_is_a_botch_and_a_hit_is_none() -> None:
    """9 + 2 = 11 misses with a 1 in the pool: one botch. 16 + 8 (chain 1) hits with a 1 in the pool: none."""
    dice = [1, 9, 2, 1, 1, 16, 8, 2, 1, 1, 1]
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], dice, options={"botch_points": "count"})
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert who(fight, "ann").botches == 1
    hit(fight, "ann", "bob")
    assert who(fight, "ann").botches == 1
    finish(fight)


@clause("TI-07", "TI-52")
@pytest.mark.parametrize(("parry", "botches", "left"), [([1, 2, 3, 1], 1, 38), ([4, 2, 3, 1], 0, 38), ([1, 19, 7, 1], 0, 40)])
def test_a_parry_that_fails_with_a_1_among_its_d20s_is_a_botch(parry: list[int], botches: int, left: int) -> None:
    """16 + 7 hits 17. A parry of 2 + 3 or 4 + 3 leaves the blow as it was: 1 + 1 damage; one of 19 + 7 turns it aside."""
    turn: Row = {"name": "Turn", "form": "parry", "react": True, "stress": 1}
    dice = [16, 2, 7, 1, *parry, *([1, 1] if left < 40 else [])]
    fight = begin([person("ann", (5, 5), powers=[turn]), foe("bob", (6, 5))], dice, options={"botch_points": "count"})
    hit(to_turn(fight, "bob"), "bob", "ann", {"hit:ann": "parry:0:skirmish"})
    assert (who(fight, "ann").botches, hp(fight, "ann")) == (botches, [left])
    finish(fight)


@clause("TI-08")
def test_differently_named_modifiers_add_up_and_one_name_counts_once() -> None:
    """Tier 2, Flanking +1, Push +1, Distracted -1 (twice over: the wound and sickened): 3d20."""
    people = [person("ann", (5, 5)), person("cy", (7, 5)), foe("bob", (6, 5))]
    people[0]["effects"] = [{"wound": "Distracted", "level": 2}, {"wound": "sickened", "level": 3}]
    fight = begin(people, [1, 2, 3, 1, 1])
    to_turn(fight, "ann")
    events = hit(fight, "ann", "bob", {"push": "yes"})
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!"]
    assert "[Tier 2 - Distracted + Flanking + Push]" in texts(events, "miss")[0]
    finish(fight)


@clause("TI-09", "TI-63")
def test_damage_dice_are_summed_and_never_explode() -> None:
    """Skirmish 3 with a d8 sword: 2d8 + BODY d8; all eights are 24 and no further die."""
    fight = begin([person("ann", (5, 5), ratings=TWO), foe("bob", (6, 5))], [15, 2, 7, 1, 1, 8, 8, 8])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "damage") == ["2d8 + 1d8"]
    assert hp(fight, "bob") == [16]
    finish(fight)


@clause("TI-10")
def test_fractions_go_up() -> None:
    """Half of Skirmish 3 is 2 dice; half of 5 damage is 3; a quarter of 41 HP is 11 (see TI-144)."""
    people = [
        person("ann", (5, 5), ratings=TWO),
        foe("bob", (6, 5), traits=[{"boon": "Resistant", "energy": "Kinetic"}]),
    ]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 2, 2])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "damage") == ["2d8 + 1d8"]
    assert hp(fight, "bob") == [37]
    finish(fight)


@clause("TI-11")
def test_there_are_ten_energy_types_and_damage_names_its_own() -> None:
    assert len(ENERGIES) == 10
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [15, 2, 7, 1, 3, 4])
    to_turn(fight, "ann")
    events = hit(fight, "ann", "bob")
    assert texts(events, "damage") == ["sword deals 7 Kinetic damage to Bob."]
    finish(fight)


@clause("TI-12")
def test_defenses_are_7_and_tier_and_the_top_faces() -> None:
    """Tier 2, d8 / d4 / d6: 17 / 13 / 15. A shield in hand adds 1 to Iron."""
    fight = begin([person("ann", (5, 5), attributes={"body": 8, "mind": 4, "will": 6}, items=["light shield"]), foe("bob", (8, 5))])
    ann = who(fight, "ann")
    assert (ann.iron, ann.ward, ann.grit) == (17, 13, 15)
    assert [ann.base_defense(defense) for defense in range(3)] == [18, 13, 15]


@clause("TI-13")
def test_the_gm_names_the_defense_of_an_improvised_attack() -> None:
    """Sway (0, WILL d4: two, the lower) against Ward 15: 14 + 1 = 15 succeeds, and Bob is Distracted."""
    fight = begin([person("ann", (5, 5)), foe("bob", (8, 5))], [14, 3, 1, 2])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="taunt Bob", action="Sway", defense="Ward", target="bob", wound="Distracted")
    act(fight, "other:0")
    assert [mark.level for mark in who(fight, "bob").wounds] == [2]
    finish(fight)


@clause("TI-14")
def test_hit_points_of_player_characters_follow_from_archetype_tier_and_attributes() -> None:
    assert max_hp_of("Technician", 3, [6, 8, 4]) == 39
    assert max_hp_of("Warrior", 1, [8, 6, 4]) == 35
    assert max_hp_of("Rogue", 2, [8, 6, 4]) == 34
    assert max_hp_of("Wizard", 2, [6, 6, 8]) == 30


@clause("TI-15")
def test_winded_is_public_at_half_hit_points_and_below() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (8, 5), hp=21, max_hp=41)])
    assert not who(fight, "bob").is_winded()
    fight.rule("set", who="bob", stat="hp", value=20)
    assert who(fight, "bob").is_winded()
    assert "Winded" in fight.system.status(fight.battle, who(fight, "bob"))
    winded = next(stat for stat in fight.system.unit_stats if stat.name == "winded")
    assert fight.system.audience(fight.battle, who(fight, "bob"), winded) == "all"


# -- the pools against other ways to work them out ---------------------------------------------------------------------


def reaches(dice: PoolDice, number: int) -> Fraction:
    table = dice.table()
    weight = sum(table.weight(row) for row in range(table.size) if table.totals[row] >= number)
    return Fraction(weight, table.whole)


def test_the_chance_of_a_pool_is_the_one_worked_out_by_hand() -> None:
    """Tier 2, rating 3, d8 against 17: 329877/409600, exactly."""
    assert reaches(BOX.pool(2, 3, 8), 17) == Fraction(329877, 409600)


def exploding(sides: int, again: int) -> icepool.Die[int]:
    return icepool.d(sides).explode(depth=again)


def kept(count: int, sides: int, best: bool) -> icepool.Die[int]:
    """One pool by Icepool: keep one die, and go on from its top face."""
    pool = icepool.d(sides).highest(count) if best else icepool.d(sides).lowest(count)
    return pool.map(lambda face: face + exploding(sides, 6) if face == sides else face)


@pytest.mark.parametrize("case", [(2, 3, 8), (1, 2, 4), (0, 1, 6), (3, 0, 10), (-1, 0, 12), (4, 5, 6)])
def test_pools_agree_with_icepool(case: tuple[int, int, int]) -> None:
    """Icepool follows each chain seven dice far; below that depth the two agree to the last digit."""
    tier, rating, sides = case
    dice = BOX.pool(tier, rating, sides)
    both = kept(dice.d20s, 20, dice.best) + kept(dice.dice, sides, dice.best_die)
    # Icepool stops a chain after seven dice, so only numbers it cannot have cut short are compared.
    for number in range(2, 20 + 4 * sides):
        theirs = Fraction(both.quantity(">=", number), both.denominator())
        ours = reaches(dice, number)
        assert abs(ours - theirs) < Fraction(1, 10_000_000) * (1 if sides > 4 else 1000), number


@pytest.mark.parametrize("case", [(2, 2, 4), (0, 0, 6)])
def test_pools_agree_with_brute_force_on_short_chains(case: tuple[int, int, int]) -> None:
    """Every pool face by face, chains followed two dice far; exact for numbers a third chain die cannot matter to."""
    tier, rating, sides = case
    dice = BOX.pool(tier, rating, sides)
    first = brute(dice.d20s, 20, dice.best)
    second = brute(dice.dice, sides, dice.best_die)
    for number in range(2, 2 * sides + 2):
        chance = sum(
            (a * b for x, a in first.items() for y, b in second.items() if x + y >= number), Fraction(0)
        )
        assert reaches(dice, number) == chance


def brute(count: int, sides: int, best: bool) -> dict[int, Fraction]:
    """What one pool can come to, by going through every face of every die, with chains of at most two."""
    found: dict[int, Fraction] = {}
    for place in range(sides**count):
        faces = [place // sides**at % sides + 1 for at in range(count)]
        keep = max(faces) if best else min(faces)
        weight = Fraction(1, sides**count)
        if keep < sides:
            found[keep] = found.get(keep, Fraction(0)) + weight
            continue
        for second in range(1, sides + 1):
            total = keep + second + (1 if second == sides else 0)
            found[total] = found.get(total, Fraction(0)) + weight / sides
    return found


def test_what_lies_beyond_the_open_end_is_less_than_one_in_a_million() -> None:
    for sides in (4, 6, 8, 10, 12, 20):
        dice = BOX.pool(1, 1, sides) if sides < 20 else BOX.pool(6, 0, 0)
        table = dice.table()
        assert table.open_end
        assert Fraction(table.weight(table.size - 1), table.whole) < Fraction(1, 1_000_000)


def test_a_refused_answer_changes_nothing() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))])
    to_turn(fight, "ann")
    before = fight.battle.key()
    with pytest.raises(Refusal, match="not an option"):
        answer(fight, "dance")
    with pytest.raises(Refusal, match="does not hold"):
        answer(fight, "attack:skirmish:@bob")
    assert fight.battle.key() == before
    assert asked(fight) == "act:ann"
    settle(fight)
