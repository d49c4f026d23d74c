"""The turn question says where a move can lead, by which way, and who can be struck: as data, before anything is chosen."""

from __future__ import annotations

from quintain.engine import GM, Fight, view
from quintain.library.encounters import play, sample


def turn(fight: Fight) -> list[list[int]]:
    return view(fight, GM)["questions"][0].get("reach", [])


def path(reach: list[list[int]], square: tuple[int, int], start: tuple[int, int]) -> list[tuple[int, int]]:
    before = {(row[0], row[1]): (row[3], row[4]) for row in reach if row[2] != 2}
    way = [square]
    while way[-1] != start:
        assert len(way) < 40
        way.append(before[way[-1]])
    return way[::-1][1:]


def test_the_ways_of_a_move_and_the_squares_of_foes_are_in_the_turn_question() -> None:
    fight = play(sample("toughness/standard"), seed="reach")
    for _ in range(6):
        asked = fight.questions[0]
        if asked.about == "turn":
            reach = turn(fight)
            there = fight.fork()
            there.answer(asked.id, "move")
            squares = {tuple(one["square"]): one["path"] for one in view(there, GM)["questions"][0]["options"] if "square" in one}
            assert {(row[0], row[1]) for row in reach if row[2] == 1} == set(squares)
            stands = {row["id"]: tuple(row["at"]) for row in view(fight, GM)["board"]["stands"]}  # type: ignore[typeddict-item]
            start = stands[asked.who]
            for square, told in squares.items():
                assert len(path(reach, (square[0], square[1]), (start[0], start[1]))) == len(told), "as long as the way that is walked"
            attacked = {option.target for option in asked.options if option.group == "attack"}
            struck = {(row[0], row[1]) for row in reach if row[2] == 2}
            assert {stands[one] for one in attacked} <= struck
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id() if asked.question is not None else "go")
