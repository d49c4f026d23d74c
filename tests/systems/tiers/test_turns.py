"""Parts D and E: what ends a turn, what the clock of a round counts, and who may still leave."""

from __future__ import annotations

from quintain.systems.tiers.vocabulary import UNCONSCIOUS, UP
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    arena,
    asked,
    begin,
    effect_of,
    finish,
    foe,
    hit,
    hp,
    next_round,
    offered,
    person,
    settle,
    stances,
    texts,
    to_turn,
    who,
)


@clause("TI-34", "TI-140")
def test_whoever_drops_at_the_start_of_the_turn_loses_it_whatever_would_wake_them() -> None:
    """Ann, 2 HP, bleeding d4: 3. A Beacon Point keeps her alive; regenerating does not give the lost turn back.

    TI-R53: at the start of her next turn she regenerates 1 + 2, wakes, and takes that turn."""
    effects = [{"wound": "bleeding", "level": 1}, {"boon": "regenerating", "level": 1}]
    people = [person("ann", (1, 1), hp=2, max_hp=40, beacon=1, effects=effects), person("dee", (1, 5)), foe("bob", (15, 1))]
    fight = begin(people, [3])
    stances(fight)
    answer(fight, "stop")
    answer(fight, "next:@ann")
    assert asked(fight) == "beacon:ann"
    answer(fight, "beacon")
    assert asked(fight) == "act:dee"
    assert who(fight, "ann").status == UNCONSCIOUS and hp(fight, "ann") == [0]
    answer(fight, "stop")
    # Round 2: stable, so nothing ticks; she regenerates 3 and acts.
    to_turn(fight, "ann")
    assert who(fight, "ann").status == UP and hp(fight, "ann") == [3]
    finish(fight)


@clause("TI-149", "TI-36")
def test_a_round_in_which_somebody_is_woken_counts_once_for_what_lasts() -> None:
    """Ann lies unconscious with rooted for 2 rounds. In stage 5 her start of turn is over when Dee heals her; she acts in that
    same stage (TI-R54), and the round has cost the wound one turn, not two."""
    salve: Row = {"name": "Salve", "form": "salve", "within": 5}
    people = [
        person("ann", (1, 1), hp=0, max_hp=40, status="unconscious", effects=[{"wound": "rooted", "rounds": 2}]),
        person("dee", (2, 1), powers=[salve]),
        foe("bob", (15, 1)),
    ]
    fight = begin(people)
    stances(fight)
    answer(fight, "stop")
    assert asked(fight) == "act:dee"
    act(fight, "power:0:@ann:recover")
    answer(fight, "stop")
    assert asked(fight) == "act:ann" and hp(fight, "ann") == [10]
    answer(fight, "stop")
    settle(fight)
    assert arena(fight).round == 2
    assert effect_of(fight, "ann", "rooted").left == 1
    finish(fight)


@clause("TI-33", "TI-35")
def test_leaving_by_an_exit_takes_no_act_and_is_possible_after_the_last_one() -> None:
    people = [person("ann", (2, 1)), person("dee", (0, 0)), foe("bob", (0, 2))]
    fight = begin(people, map={"rows": ["....>"] * 3, "legend": {">": ["exit"]}})
    to_turn(fight, "ann", rash=("ann",))
    act(fight, "advance:4,1")
    assert who(fight, "ann").acts_left() == 0 and asked(fight) == "act:ann"
    assert "leave" in offered(fight) and "maneuver:4,0" not in offered(fight)
    answer(fight, "leave")
    assert who(fight, "ann").status == 3
    finish(fight)


@clause("TI-29", "TI-32")
def test_what_a_round_added_is_gone_with_it() -> None:
    """A Beacon Point for one more React in round 1: three Reacts then, two in round 2."""
    fight = begin([person("ann", (1, 1), beacon=1), foe("bob", (15, 1))])
    to_turn(fight, "ann")
    act(fight, "beacon:react")
    assert who(fight, "ann").reacts_left() == 3
    next_round(fight)
    assert who(fight, "ann").reacts_left() == 2 and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-30", "TI-49")
def test_there_is_no_react_on_the_own_turn() -> None:
    """TI-R09: Ann walks away and is struck (10 + 7; 6 + 6): she may mark Soak but not resist; Dee beside her may interpose."""
    people = [person("ann", (5, 5), soak=1), person("dee", (4, 5)), foe("bob", (6, 5))]
    fight = begin(people, [10, 2, 7, 1, 6, 6])
    to_turn(fight, "ann")
    answer(fight, "advance:5,8")
    answer(fight, "strike:sword:skirmish")
    assert asked(fight) == "hit:dee"
    answer(fight, "no")
    assert asked(fight) == "damage:ann" and offered(fight) == ["take", "soak:1"]
    assert ("Resist", "Reacts are for the turns of others") in fight.questions[0].closed
    answer(fight, "take")
    assert hp(fight, "ann") == [28]
    finish(fight)


@clause("TI-28", "TI-133")
def test_a_second_react_while_undecided_commits_whatever_it_is_paid_with() -> None:
    """TI-R08: Ann is slowed (1 React) and Hastened (1 more). Bob, hurried, hits twice (10 + 7; 1 + 1); she resists both times
    (15 + 3 = 18 v 17, 2 Stress): the second React makes her Cautious."""
    effects = [{"wound": "slowed"}, {"boon": "Hastened"}]
    dice = [10, 2, 7, 1, 1, 1, 15, 2, 3] * 2
    fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (6, 5))], dice)
    fight.rule("hurry", who="bob")
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert who(fight, "ann").stance == 0
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert who(fight, "ann").stance == 2 and asked(fight) == "act:ann"
    assert "Ann has Reacted twice and acts Cautiously." in texts(fight.events)
    finish(fight)


@clause("TI-47")
def test_what_the_gm_accepted_is_accepted_once() -> None:
    """Craft 0, MIND d6, the lower of two: 12 + 1 = 13 against 10; a second try must be accepted again."""
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], [12, 3, 1, 4])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="jam the winch", action="Craft", number=10)
    act(fight, "other:0")
    assert not any(id.startswith("other") for id in offered(fight))
    finish(fight)
