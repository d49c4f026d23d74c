"""The review after a fight: the chance to win along it, what turned it, and how much of that was luck and how much decisions.

At every joint the fight is gone on with many times by the same rules, a tactic answering for all: that is the chance to win there. A
choice is measured against what that tactic would have taken, on the same dice; what remains of a step is what the dice did. So luck,
decisions and rulings add up to the whole difference between the start and the end.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from quintain.engine import GM, PLAYERS, Fight, Malformed, Unavailable
from quintain.engine.view import own_units, told_to
from quintain.lab.curve import FIGHTS, Figure, Point, Sampler, change_of, fill, paired, points_of, share_of, sum_of
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.intervals import Z, mean_of
from quintain.lab.onward import Request
from quintain.lab.retold import Retold, Thrown
from quintain.lab.review_data import DiceLuck, ReviewData, Split, Swing
from quintain.lab.run import INTERRUPTS, Cancelled, Progress, Watch, nothing_known, runner
from quintain.lab.turning import Turn, name_turns, turns_of
from quintain.lab.verdicts import Judged, costliest, find_better, weigh_against_tactic
from quintain.lab.whatif import WhatIf, what_if
from quintain.library.encounters import Encounter, fight_of, resume

MODEL = "steady"


class Step:
    """From one joint to the next: how the chance moved, split into its parts."""

    def __init__(self, before: Point, after: Point, judged: list[Judged], rulings: Figure) -> None:
        self.before = before
        self.after = after
        self.judged = judged
        self.change: Figure = change_of(before, after)
        self.decisions: Figure = sum_of([one.against for one in judged])
        self.rulings = rulings
        self.luck: Figure = self.change - self.decisions - rulings

    def as_data(self) -> Swing:
        return {
            "joint": self.before.joint, "entry": self.before.entry, "round": self.before.round,
            "before": self.before.figure.value, "after": self.after.figure.value, "change": self.change.share(),
            "luck": self.luck.share(), "decisions": self.decisions.share(), "rulings": self.rulings.share(),
        }  # fmt: skip


class Review(Finding):
    """The result. It prints as a report, displays itself in a notebook, and is data for screens."""

    def __init__(self, fight: Fight, encounter: Encounter, seat: str, tactic: str, seed: str, party: str) -> None:
        self.fight = fight
        self.encounter = encounter
        self.seat = seat
        self.tactic = tactic
        self.seed = seed
        self.party = party
        self.points: list[Point] = []
        self.missing = 0
        """So many joints had not been looked at when it was interrupted."""
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self.judged: list[Judged] = []
        self.dice: list[DiceLuck] = []
        self.fights = 0

    # -- what it comes to ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.fight.outcome is not None

    @property
    def limited(self) -> bool:
        """While the fight goes on a player's seat is told nothing but how its own dice fell."""
        return self.seat != GM and not self.over

    @property
    def change(self) -> Figure:
        """The whole difference between the start and the end, or now."""
        return change_of(self.points[0], self.points[-1])

    @property
    def decisions(self) -> Figure:
        return sum_of([step.decisions for step in self.steps])

    @property
    def rulings(self) -> Figure:
        return sum_of([step.rulings for step in self.steps])

    @property
    def luck(self) -> Figure:
        """What the dice did: the whole difference less decisions and rulings."""
        return self.change - self.decisions - self.rulings

    def by_side(self) -> dict[str, Figure]:
        """What the decisions of each side did to the party's chance."""
        sides = dict.fromkeys(one.choice.side for one in self.judged)
        return {side: sum_of([one.against for one in self.judged if one.choice.side == side]) for side in sides if side}

    def costliest(self) -> dict[str, list[Judged]]:
        """By player, the decisions that cost most; a seat is shown its own."""
        seats = self.seat.split("+")
        return {
            player: ones
            for player, ones in costliest(self.judged).items()
            if self.seat == GM or any(part in seats for part in player.split("+"))
        }

    @property
    def sentence(self) -> str:
        if self.limited:
            return "While the fight goes on a player's review tells how their own dice fell, and nothing else."
        start, end = self.points[0].estimate, self.points[-1].estimate
        cut = "Interrupted; what is known so far: " if self.unfinished else ""
        if self.missing:
            looked = len(self.points)
            cut = f"Interrupted when {looked} of the {looked + self.missing} joints had been looked at; what is known so far: "
        last = "the end" if self.over else "now"
        said = f"{cut}The {self.party} had a chance of {start.shown} to win ({start.interval}); at {last} it is {end.shown}."
        if not self.steps:
            return said
        parts = f"Luck {self.luck.points()}, decisions {self.decisions.points()}"
        ruled = f", rulings {self.rulings.points()}" if self.rulings.value or self.rulings.variance else ""
        return f"{said} {parts}{ruled} points: {self._verdict()}"

    def _verdict(self) -> str:
        luck, chosen = self.luck, self.decisions
        if luck.clear and (not chosen.clear or abs(luck.value) > 2 * abs(chosen.value)):
            return f"it was decided by {'good' if luck.value > 0 else 'bad'} luck."
        if chosen.clear and (not luck.clear or abs(chosen.value) > 2 * abs(luck.value)):
            return f"it was decided by {'good' if chosen.value > 0 else 'bad'} decisions."
        if luck.clear and chosen.clear:
            return "both counted."
        return "neither can be told from chance."

    def what_if(self, entry: int, option: str = "", faces: list[int] | None = None, fights: int = 200) -> WhatIf:
        """Another choice, or other faces, at entry `entry` of the record: how the fight goes on from there, beside the real one."""
        if self.limited:
            raise Unavailable("while the fight goes on, what would have been is for the GM to know.")
        found = what_if(self.fight, self.encounter, entry, option, faces, self.tactic, self.seed, self.party, fights)
        found.real_points, found.party, found.seed = self.points, self.party, self.seed
        return found

    # -- showing -----------------------------------------------------------------------------------------------------------

    def split(self) -> Split | None:
        if not self.steps:
            return None
        return {
            "start": share_of(self.points[0].estimate),
            "end": share_of(self.points[-1].estimate),
            "change": self.change.share(),
            "luck": self.luck.share(),
            "decisions": self.decisions.share(),
            "rulings": self.rulings.share(),
            "by_side": {side: figure.share() for side, figure in self.by_side().items()},
        }

    def as_data(self) -> ReviewData:
        """Everything a screen needs. For a player's seat: nothing that seat may not know."""
        open_to_all = not self.limited
        return {
            "encounter": self.encounter.name,
            "system": self.encounter.system_name,
            "party": self.party,
            "seat": self.seat,
            "over": self.over,
            "limited": self.limited,
            "unfinished": self.unfinished,
            "command": self.command,
            "tactic": self.tactic,
            "seed": self.seed,
            "fights": self.fights,
            "sentence": self.sentence,
            "curve": [point.as_data() for point in self.points] if open_to_all else [],
            "swings": [step.as_data() for step in self.steps] if open_to_all else [],
            "turning_points": [turn.as_data(self.seat) for turn in self.turns] if open_to_all else [],
            "split": self.split() if open_to_all else None,
            "decisions": {player: [one.as_data() for one in ones] for player, ones in self.costliest().items()} if open_to_all else {},
            "dice": self.dice,
        }

    def rows(self) -> Rows:
        """One row per joint: the chance to win, and how the step after it splits."""
        data = self.as_data()
        swings = {swing["entry"]: swing for swing in data["swings"]}
        rows: Rows = []
        for point in data["curve"]:
            row: dict[str, object] = dict(point)
            swing = swings.get(point["entry"])
            if swing is not None:
                row |= {"luck": swing["luck"]["value"], "decisions": swing["decisions"]["value"], "rulings": swing["rulings"]["value"]}
            rows.append(row)
        return rows


def review(
    what: Fight | dict[str, object] | str | Path,
    seat: str = GM,
    tactic: str = MODEL,
    fights: int = FIGHTS,
    seed: str | int = 1,
    party: str = "",
    curve_only: bool = False,
    better: bool = True,
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Review:
    """Review a fight, its record, or the file its record is kept in.

    `seat` limits it to what that seat may know; the GM may have it at any time. `fights` are sampled from every joint, and more where
    the curve moves. `curve_only` leaves out decisions and turning points, `better=False` only the search for better choices.
    `progress` is told the share that is done, from 0 to 1; `cancelled` is asked now and then whether to stop: what is known by then is
    reported as unfinished.
    """
    fight = (what if isinstance(what, Fight) else fight_of(what) if isinstance(what, dict) else resume(what)).unthinned()
    side = party or fight.system.party
    if not any(unit.side == side for unit in fight.checkpoints[0].battle.units):
        raise Unavailable(f"nobody is on the side {side!r}, whose chance to win would be followed.")
    if fights < 1:
        raise Malformed(f"a review needs at least one fight from every joint, not {fights!r}.")
    fight.system.tactic(tactic)
    encounter = Encounter(fight.system.name, fight.encounter)
    seat = seat.removeprefix("seat:")
    seats = {GM, PLAYERS, *(part for unit in fight.battle.units for part in unit.controller.split("+"))}
    if not set(seat.split("+")) <= seats:
        raise Unavailable(f"nobody sits at {seat!r} here: there are {', '.join(sorted(seats))}.")
    result = Review(fight, encounter, seat, tactic, str(seed), side)
    retold = Retold(fight, tactic)
    result.dice = _dice(fight, retold, seat)
    if result.limited:
        return result
    watch = Watch(progress, cancelled)
    result.points = points_of(fight, side, retold.expected)
    try:
        with runner(processes, cluster) as started:
            sampler = Sampler(encounter, fight, tactic, side, str(seed), started, watch)
            _fill(result, retold, sampler, fights, curve_only, better, watch)
    except INTERRUPTS as why:
        known = [point for point in result.points if point.n or point.won is not None]
        if not known or known[0] is not result.points[0] or known[-1] is not result.points[-1]:
            raise nothing_known(why) from None
        result.points, result.missing = known, len(result.points) - len(known)
        result.cut_short = True
    if not result.unfinished:
        watch.at(1.0)
    return result


def _fill(result: Review, retold: Retold, sampler: Sampler, fights: int, curve_only: bool, better: bool, watch: Watch) -> None:
    try:
        fill(sampler, result.points, fights, watch.part(0.0, 1.0 if curve_only else 0.3))
        if curve_only:
            return
        result.turns = turns_of(sampler, result.points, watch.part(0.3, 0.35))
        judged = [Judged(choice, result.party) for choice in retold.choices]
        weigh_against_tactic(sampler, judged, watch.part(0.35, 0.5))
        result.judged = judged
        rulings = _rulings(result, sampler)
        for number, (before, after) in enumerate(pairwise(result.points)):
            here = [one for one in judged if before.entry <= one.choice.entry < after.entry]
            result.steps.append(Step(before, after, here, rulings.get(number, Figure())))
        name_turns(sampler, result.fight, result.turns, retold, watch.part(0.5, 0.6))
        if better:
            find_better(sampler, _worth_weighing(judged), watch.part(0.6, 1.0))
    finally:
        result.fights = sampler.fights


def _worth_weighing(judged: list[Judged]) -> list[Judged]:
    """What people decided; of a fight that tactics played alone, everything."""
    personal = [one for one in judged if one.choice.personal]
    return personal or judged


def _rulings(result: Review, sampler: Sampler) -> dict[int, Figure]:
    """What the GM's rulings of each step did to the chance."""
    fight = result.fight
    places: list[tuple[int, int, int]] = []
    for number, (before, after) in enumerate(pairwise(result.points)):
        ruled = [at for at in range(before.entry, min(after.entry, len(fight.written))) if fight.written[at].do == "rule"]
        places += [(number, before.joint, at) for at in ruled]
    requests = [Request(joint, stop, (), 0, 120, by_name=True) for _, joint, at in places for stop in (at, at + 1)]
    found = iter(sampler.ends(requests))
    rulings: dict[int, Figure] = {}
    for number, _, _ in places:
        without, with_it = next(found), next(found)
        rulings[number] = rulings.get(number, Figure()) + paired(without, with_it)
    return rulings


def _was_told(fight: Fight, thrown: Thrown, seat: str) -> bool:
    """Has this seat been told of these dice? Not in the middle of a step, where the GM may hold and change them; nor where nobody but
    the GM was told."""
    if fight.outcome is None and thrown.joint == len(fight.checkpoints) - 1:
        return False
    end = fight.checkpoints[thrown.joint + 1].position if thrown.joint + 1 < len(fight.checkpoints) else len(fight.written)
    telling = [
        event
        for event in fight.told
        if thrown.entry < event.entry <= end and thrown.who in event.who and thrown.shown_in(event)
    ]
    return not telling or any(told_to(event, event.audience, seat) for event in telling)


def _dice(fight: Fight, retold: Retold, seat: str) -> list[DiceLuck]:
    """How the dice of each combatant fell: everybody's for the GM, for a seat those of its own that it may see."""
    own = own_units(fight.battle, seat)
    ranks: dict[str, list[float]] = {}
    for one in retold.thrown:
        if seat == GM or (one.who in own and one.audience != GM and _was_told(fight, one, seat)):
            ranks.setdefault(one.who, []).append(one.rank)
    found: list[DiceLuck] = []
    for who, values in ranks.items():
        unit = fight.battle.find(who)
        rank = mean_of({value: values.count(value) for value in values}, len(values), 0.0, 1.0)
        # Of a few dice the spread says little: a fair die's ranks have a deviation of at most 0.29.
        half = max(rank.half, Z * 0.29 / len(values) ** 0.5)
        shown = {"value": rank.value, "low": max(0.0, rank.value - half), "high": min(1.0, rank.value + half), "n": len(values)}
        name = unit.name if unit is not None else who or "nobody in particular"
        found.append({"who": who, "name": name, "rolls": len(values), "rank": shown})  # type: ignore[typeddict-item]
    return found


