"""The odds of a whole menu within one budget, the most interesting options first."""

from __future__ import annotations

from typing import Final

from quintain.engine.asked import OpenOption, OpenQuestion
from quintain.engine.budget import Budget
from quintain.engine.fight import Fight
from quintain.engine.given import given
from quintain.engine.odds import Odds
from quintain.engine.refusal import Unavailable
from quintain.engine.study import LEARNED, NotSeen

EXACT: Final = "exact"
SAMPLED: Final = "sampled"
NONE: Final = "none"
LEFT_OUT: Final = "left out"
FEW: Final = 12
"""Of a decision in the middle of somebody's act every answer is priced; one with more answers than this is a menu like a turn's."""
OPTION_SECONDS: Final = 0.24
"""An option may take a quarter of a second: the end is noticed, and what was found added up, a little later."""


class MenuRow:
    """One option of a menu: its odds, and how they were worked out."""

    def __init__(self, option: str, how: str, odds: Odds | None, opened: OpenOption | None = None) -> None:
        self.option = option
        self.how = how
        self.odds = odds
        self.opened = opened
        """What it is, where it can be chosen only once something else is taken."""

    def as_data(self) -> dict[str, object]:
        """An `OptionOdds` of `engine.protocol_odds`."""
        shown = self.odds.as_data() if self.odds is not None else None
        if shown is not None and self.opened is not None:
            shown.update(opened_data(self.opened))
        return {"option": self.option, "how": self.how, "odds": shown}


def opened_data(option: OpenOption) -> dict[str, object]:
    """What odds say of an option that is in no menu yet."""
    return {"label": option.label, "targets": [option.target] if option.target else []}


def menu_odds(
    fight: object, question_id: object, seat: object, budget: object, knowledge: object = LEARNED, policy: object = "steady",
    assume: object = None, after: object = None,
) -> list[MenuRow]:  # fmt: skip
    """The odds of each option that leads to dice, or answers an act, in order of interest, within one budget; the rest is told
    as having none.

    First one way of doing each thing to each target, then the other ways of it. `after` names options that are taken first, a square
    say: then the menu is what that opens, each with one price for the whole.
    """
    fight, budget = given(fight, Fight, "a fight"), given(budget, Budget, "a budget")
    asked = _asked(fight, question_id)
    question = asked.question
    options = fight.options_for(asked, seat)
    answers = question is not None and question.kind() == "reaction" and len(options) <= FEW
    if after:
        weighing = by_interest(fight.opens(asked.id, after, seat, budget.share(0.25)))
    else:
        weighing = by_interest([option for option in options if option.weighs or answers])
    rows: list[MenuRow] = []
    for place, option in enumerate(weighing):
        opened = option if after else None
        if budget.is_over():
            rows.append(MenuRow(option.id, LEFT_OUT, None, opened))
            continue
        share = share_of(budget, place, len(weighing))
        try:
            odds = fight.odds(asked.id, option.id, seat, policy, knowledge=knowledge, budget=share, assume=assume, after=after)
        except NotSeen:
            rows.append(MenuRow(option.id, LEFT_OUT, None, opened))
            continue
        if share.stopped and odds.is_empty():
            rows.append(MenuRow(option.id, LEFT_OUT, None, opened))
        else:
            rows.append(MenuRow(option.id, NONE if odds.is_empty() else SAMPLED if odds.sampled else EXACT, odds, opened))
    if after:
        return rows
    return rows + [MenuRow(option.id, NONE, None) for option in options if not option.weighs and not answers]


def share_of(budget: Budget, place: int, count: int) -> Budget:
    """What one option of so many may take. Most take far less than an even share, so each may take several of them, and none takes
    longer than an option may."""
    share = budget.share(min(1.0, 4.0 / (count - place)))
    if share.clock is not None:
        share.until = min(share.until, share.clock() + OPTION_SECONDS)
    return share


def by_interest(options: list[OpenOption]) -> list[OpenOption]:
    """One of each group and target first, then the second of each, and so on; otherwise in the order of the menu."""
    seen: dict[tuple[str, str], int] = {}
    ranked: list[tuple[int, int]] = []
    for place, option in enumerate(options):
        key = (option.group, option.target)
        times = seen.get(key, 0)
        seen[key] = times + 1
        ranked.append((times, place))
    return [options[place] for _, place in sorted(ranked)]


def _asked(fight: Fight, question_id: object) -> OpenQuestion:
    for asked in fight.open_now:
        if asked.id == question_id:
            return asked
    raise Unavailable("that question is not open.")
