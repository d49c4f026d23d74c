"""Two fights that differ only in what the GM keeps secret are the same to a player: log, views, odds, refusals (section 7)."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from quintain.engine import Fight, NotYours, Refusal, Session, settings_from, view
from quintain.library.encounters import play
from tests.support import clause
from tests.systems.riposte.scene import answer, asked, begin, do, finish, foe, offered, person, place, scene, turn, who

Row = dict[str, object]
SHADE = foe("shade", [3, 0], hidden=True)
BOX: Row = {"from": [0, 0], "to": [2, 3]}


def pair(*secret: Row) -> tuple[Fight, Fight]:
    """The same table without and with these."""
    people = [person("ann", [0, 0], controller="ann"), person("cat", [0, 1], controller="cat"), foe("bob", [5, 0])]
    return begin(people, [5] * 20), begin([*people, *secret], [5] * 20)


def refusal(fight: Fight, option: str) -> str:
    with pytest.raises(Refusal) as no:
        fight.answer(fight.questions[0].id, option, "ann")
    return f"{no.value.kind}: {no.value}"


def log(fight: Fight) -> list[object]:
    lines = fight.view("ann")["log"]
    assert isinstance(lines, list)
    return [line["text"] for line in lines]


@clause("RI-76")
@pytest.mark.parametrize("probe", ["engage:shade", "engage:shade@2,0", "heal:shade", "sing:shade", "stabilise:shade", "pause:shade"])
def test_naming_somebody_hidden_is_answered_as_naming_nobody(probe: str) -> None:
    without, hidden = pair(SHADE)
    assert refusal(without, "shade") == refusal(hidden, "shade")
    for fight in (without, hidden):
        answer(fight, "ann")
    assert refusal(without, probe) == refusal(hidden, probe)
    assert "Shade" not in refusal(hidden, probe)
    # The GM, who knows, is told why not.
    hidden.rule("reveal", who="shade")
    if probe == "heal:shade":
        assert refusal(hidden, probe) == "illegal: Mend Shade: Shade is no friend."


@clause("RI-76", "RI-77")
def test_where_heroes_without_a_place_stand_at_the_start_tells_nothing_of_the_hidden() -> None:
    """Neither by their squares, nor by how near they are; whoever lurks on a hero's square gives way."""
    people = [person("ann", None), person("cat", None), foe("bob", [5, 0])]
    without = play(scene(people, box=BOX), seed="box")
    taken = [[2, 0], [2, 1], [0, 3]]
    shades = [foe(f"shade{number}", square, hidden=True) for number, square in enumerate(taken)]
    hidden = play(scene([*people, *shades], box=BOX), seed="box")
    for twin in (without, hidden):
        twin.rule("box", at=[[0, 3], [0, 2]])
    assert [place(without, one) for one in ("ann", "cat")] == [place(hidden, one) for one in ("ann", "cat")]
    stand = [place(hidden, one.id) for one in hidden.battle.units]
    assert len({str(one) for one in stand}) == len(stand)


@clause("RI-77")
def test_placing_somebody_hidden_is_answered_as_placing_nobody() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [5, 0])]
    without = play(scene(people, box=BOX), seed="box")
    hidden = play(scene([*people, foe("shade", [1, 0], hidden=True)], box=BOX), seed="box")
    assert refusal(without, "put:shade@1,1") == refusal(hidden, "put:shade@1,1")
    assert refusal(hidden, "put:bob@1,1").startswith("illegal: Bob to (1,1)")


@clause("RI-13")
def test_odds_do_not_betray_who_hides_on_the_way() -> None:
    """Shade stands at (3,0), on the only straight way to (4,0): the walk would end before it, and nobody would be struck."""
    without, hidden = pair(SHADE)
    for fight in (without, hidden):
        answer(fight, "ann")
    options = [option for option in offered(without) if option.startswith("engage:bob")]
    assert options == [option for option in offered(hidden) if option.startswith("engage:bob")] and options
    for option in options:
        seen = [fight.odds(fight.questions[0].id, option, "ann").as_data() for fight in (without, hidden)]
        assert seen[0] == seen[1]
        assert seen[0]["chances"][0] == {"label": "hit", "low": 0.5, "high": 0.5}  # type: ignore[index]
    # The GM's own odds know of it.
    assert hidden.odds(hidden.questions[0].id, options[0]).chances["hit"] == 0


@clause("RI-13")
def test_odds_are_for_those_who_are_asked() -> None:
    """With closed forecasts the odds of a foe's attack would give its Accuracy and Might away."""
    fight = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0])], options={"forecast": "closed"})
    assert fight.odds(fight.questions[0].id, "engage:bob", "ann").unknown == ["Bob's Dodge, Avoid and Defense"]
    turn(fight, "ann", "wait")
    with pytest.raises(NotYours, match="gm is asked here, not ann"):
        fight.odds(fight.questions[0].id, "engage:ann", "ann")
    assert fight.odds(fight.questions[0].id, "engage:ann").chances["hit"] == Fraction(1, 2)


@clause("RI-66")
def test_a_phase_in_which_only_hidden_ones_act_passes_unnoticed() -> None:
    without, hidden = pair(foe("shade", [3, 3], side="independents", hidden=True))
    for fight in (without, hidden):
        turn(fight, "ann", "wait")
        turn(fight, "cat", "wait")
        turn(fight, "bob", "wait")
    assert asked(hidden) == "turn:shade"
    assert hidden.view("ann")["heading"] == "Round 1, Enemies" and hidden.view("gm")["heading"] == "Round 1, Independents"
    turn(hidden, "shade", "wait")
    assert log(without) == log(hidden) and log(hidden)[-1] == "Round 2: Heroes."
    assert "Round 1: Independents." in [event.text for event in hidden.events]
    assert without.view("ann") == hidden.view("ann")


@clause("RI-66")
def test_ending_a_phase_of_hidden_ones_early_is_not_told() -> None:
    pack = [foe("shade", [3, 3], side="independents", hidden=True), foe("gloom", [4, 3], side="independents", hidden=True)]
    without, hidden = pair(*pack)
    for fight in (without, hidden):
        turn(fight, "ann", "wait")
        turn(fight, "cat", "wait")
        fight.order("gm", "next", "ask")
        turn(fight, "bob", "wait")
    answer(hidden, "end phase")
    assert log(without) == log(hidden)


@clause("RI-69")
@pytest.mark.parametrize("first", [True, False])
def test_what_a_player_takes_back_is_the_same_where_the_gm_let_somebody_hidden_go_first(first: bool) -> None:
    """Whatever the hidden one is called."""
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [7, 3])]
    tables = [begin([*people, foe("1", [5, 0], hidden=True)], []), begin(people, [])]
    there, without = [Session.start(fight, settings_from({"seats": ["ann"], "undo": "anyone"})) for fight in tables]
    for session in (there, without):
        do(session, "wait", "ann")
        do(session, "move@6,1")
        session.do("ann", {"do": "undo"})
        if first and session is there:
            do(session, "pause:1")
        session.do("ann", {"do": "undo"})
    shown = [{**session.view("ann"), "fairness": {}, "version": 0} for session in (there, without)]
    assert shown[0] == shown[1] and asked(there.fight) == asked(without.fight) == "turn:ann"


@clause("RI-120")
def test_what_the_gm_took_back_of_somebody_hidden_is_not_named() -> None:
    fight = pair(foe("shade", [3, 3], side="independents", hidden=True))[1]
    turn(fight, "ann", "wait")
    turn(fight, "cat", "wait")
    turn(fight, "bob", "wait")
    turn(fight, "shade", "wait")
    fight.undo()
    assert asked(fight) == "turn:shade"
    assert log(fight)[-1] == "Something was taken back."
    assert fight.events[-1].text == "Taken back: Shade (turn)."
    # What a player took back is told as it was.
    turn(fight, "shade", "wait")
    answer(fight, "ann")
    fight.undo()
    assert log(fight)[-1] == "Taken back: a choice (next)."


@clause("RI-106")
def test_taking_back_that_somebody_does_not_retreat_betrays_no_significance() -> None:
    fight = begin([person("ann", [0, 0], controller="ann", accuracy=110, might=30), foe("bob", [1, 0], significant=True)], [99])
    turn(fight, "ann", "engage:bob")
    answer(fight, "no")
    fight.undo()
    assert asked(fight) == "retreat:" and log(fight)[-1] == "Something was taken back."
    fight.rule("note", text="a secret", secret=True)
    fight.undo()
    assert log(fight)[-1] == "Something was taken back." and fight.events[-1].text == "Taken back: a ruling."


RESERVE = foe("grim", [7, 3], arrives=5)
SECRET_RULINGS: list[tuple[str, Row]] = [
    ("add", {"unit": foe("newt", [6, 3], arrives=4)}),
    ("set", {"who": "grim", "stat": "hp", "value": 3}),
    ("move", {"who": "grim", "to": [6, 3]}),
    ("side", {"who": "grim", "to": "independents"}),
    ("hand_over", {"who": "grim", "to": "gm"}),
    ("forbid", {"option": "engage:grim"}),
    ("reveal", {"who": "grim"}),
    ("remove", {"who": "grim"}),
]


@clause("RI-118")
@pytest.mark.parametrize(("ruling", "args"), SECRET_RULINGS)
def test_what_the_gm_does_with_reinforcements_stays_the_gms(ruling: str, args: Row) -> None:
    without, reserve = pair(RESERVE)
    reserve.rule_with(ruling, args)
    assert without.view("ann") == reserve.view("ann")
    assert reserve.events[-1].kind == "ruling" and reserve.events[-1].audience == "gm"


@clause("RI-91")
def test_a_hidden_goal_shows_in_no_other_goal() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [5, 0])]
    goals: list[Row] = [{"type": "rout"}, {"type": "custom", "label": "the letter", "hidden": True}]
    without, hidden = begin(people), begin(people, objectives=goals)
    assert without.view("ann") == hidden.view("ann")
    notices = hidden.view("gm")["notices"]
    assert isinstance(notices, list) and [row["text"] for row in notices][:2] == [
        "no enemy is left (one of these will do)", "custom (one of these will do) (hidden)",
    ]  # fmt: skip


@clause("RI-76")
def test_the_one_who_was_run_into_comes_into_view_and_nobody_else() -> None:
    """Ann may pass through enemies; on the way to (2,0) she passes one hidden foe and runs into another."""
    unseen = [foe("gloom", [1, 0], hidden=True), foe("shade", [2, 0], hidden=True)]
    people = [person("ann", [0, 0], traits=["Pass 1"]), *unseen, foe("bob", [7, 0])]
    fight = begin(people, [], ["........"])
    events = turn(fight, "ann", "move@2,0")
    assert [event.text for event in events] == ["Ann runs into Shade, unseen until now, and stops."]
    assert (who(fight, "gloom").hidden, who(fight, "shade").hidden) == (True, False)
    # Gloom's square is taken too, so she is back where she was, with nothing paid.
    assert place(fight, "ann") == "(0,0)" and who(fight, "ann").movement == 5
    finish(fight)


@clause("RI-64")
def test_a_phase_of_a_team_that_nobody_knows_of_is_counted_nowhere() -> None:
    """Between the phases of two teams that are seen stands that of a third: their rows are called as without it."""
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [5, 0], side="enemies:a"), foe("cid", [5, 2], side="enemies:c")]
    fights = [begin(people, [5] * 20), begin([*people[:2], foe("shade", [3, 0], side="enemies:b", hidden=True), people[2]], [5] * 20)]
    bars = [fight.view("ann")["bar"]["rows"] for fight in fights]
    assert len(bars[0]) == 3 and bars[0] == bars[1]


# -- what a screen shows of a foe is the same whatever it keeps to itself --------------------------------------------------


def seen_of_bob(options: dict[str, object], **bob: object) -> object:
    """All that players are shown on ann's turn, with bob before her."""
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [1, 0], **{"hp": 30, "now": 12, **bob}), foe("dan", [7, 3])]
    fight = begin(people, options=options)
    turn(fight, "ann")
    return json.loads(json.dumps(view(fight, "players")))


@clause("RI-13", "RI-130")
@pytest.mark.parametrize(
    ("forecast", "bob"),
    [
        ("closed", {"now": 11}),
        ("closed", {"dodge": 33, "avoid": 9, "defense": 9, "resistance": 9, "accuracy": 99, "might": 30, "critical": 7}),
        ("closed", {"mov": 9, "spd": 30}),
        ("open", {"traits": ["Cornered Strike (STR)"]}),
        ("open", {"traits": ["Bold", "Vantage", "Buckler"], "stats": {"DEX": 40, "STR": 9}}),
        ("open", {"significant": True}),
    ],
)
def test_nothing_that_players_are_shown_tells_what_a_foe_keeps_to_itself(forecast: str, bob: dict[str, object]) -> None:
    options: dict[str, object] = {"forecast": forecast}
    assert seen_of_bob(options, **bob) == seen_of_bob(options)


@clause("RI-130")
@pytest.mark.parametrize(("trait", "now", "shown"), [("Cornered", 9, True), ("Cornered", 10, False), ("Controlled", 9, False)])
def test_those_who_are_cornered_are_shown_so_to_their_own_side(trait: str, now: int, shown: bool) -> None:
    fight = begin([person("ann", [0, 0], now=now, traits=[f"{trait} Strike (STR)"]), foe("bob", [7, 0])])
    (ann,) = [unit for unit in view(fight, "players")["units"] if unit["id"] == "ann"]
    assert ("cornered" in [condition["id"] for condition in ann["conditions"]]) == shown
