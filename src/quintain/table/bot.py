"""A bot that plays a seat: by the odds, through the same service as people.

    python -m quintain.table.bot http://127.0.0.1:8765/#/join/SECRET
    python -m quintain.table.bot http://127.0.0.1:8765 --play riposte/ferry

It looks at the odds of what it may choose, prefers what most likely does harm without coming back at it, and otherwise takes what
stands first. It is meant to be read and changed: everything it knows comes from `quintain.table.client`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from quintain.table.client import Seat, Server, ServiceError

Choose = Callable[[Seat, dict[str, Any]], str]


def by_odds(seat: Seat, question: dict[str, Any]) -> str:
    """The option whose headline chance is best, less what is likely to come back; the first one where there are no odds."""
    options = question["options"]
    try:
        odds = seat.odds(question["id"])
    except ServiceError:
        odds = {}
    scored = [(score(odds[option["id"]]), option["id"]) for option in options if option["id"] in odds]
    best = max(scored, default=(0.0, ""))
    return str(best[1]) if best[0] > 0.2 else str(options[0]["id"])


def score(odds: dict[str, Any]) -> float:
    headline = odds.get("headline")
    back = sum(float(one["share"]) for one in odds.get("back", []))
    return (float(headline["low"]) if headline else 0.0) - 0.5 * back


def play(seat: Seat, choose: Choose = by_odds, answers: int = 10_000, told: Callable[[str], None] | None = None) -> int:
    """Answer whatever this seat is asked until the fight is over; returns how many answers it gave."""
    given = read = 0
    while given < answers and (question := seat.wait(3600)) is not None:
        for line in seat.view["log"][read:]:
            if told is not None:
                told(str(line["text"]))
        read = len(seat.view["log"])
        option = choose(seat, question)
        try:
            seat.answer(question["id"], option)
        except ServiceError as no:
            if no.kind not in ("stale", "illegal", "missing"):
                raise
            if no.kind != "stale":
                seat.answer(question["id"], question["options"][0]["id"])
        given += 1
    return given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help="a seat's link, or with --play the server's address")
    parser.add_argument("--play", metavar="ENCOUNTER", help="open a table alone with this encounter")
    given = parser.parse_args()
    address = given.link.split("/#/")[0]
    seat = Server(address).play(given.play) if given.play else Server(address).enter(given.link)
    play(seat, told=print)
    outcome = seat.view.get("outcome", {})
    print(f"{outcome.get('result', 'not over')}: {outcome.get('why', '')}")
    seat.close()


if __name__ == "__main__":
    main()
