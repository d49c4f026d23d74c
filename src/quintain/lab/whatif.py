"""What if: another choice or another roll in a fight that was played, and how it goes on from there, beside the real one."""

from __future__ import annotations

from quintain.engine import Fight, Illegal, Malformed, Refusal, fight_from
from quintain.engine.refusal import ReplayMismatch
from quintain.lab.curve import Figure, Point, Sampler, fill, paired, points_of, share_of
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.intervals import Estimate, proportion
from quintain.lab.onward import Request
from quintain.lab.retold import Retold
from quintain.lab.review_data import WhatIfData
from quintain.lab.run import Here, Watch
from quintain.library.encounters import Encounter

CURVE = 60
"""Fights from every joint of the other course."""


class WhatIf(Finding):
    """The other course of the fight."""

    def __init__(
        self, entry: int, what: str, instead_of: str, real: Estimate, other: Estimate, difference: Figure, fight: Fight
    ) -> None:
        self.entry = entry
        self.what = what
        self.instead_of = instead_of
        self.real = real
        self.other = other
        self.difference = difference
        self.fight = fight
        """A fight that went on from there: a Fight like any other, to be watched."""
        self.points: list[Point] = []
        """The chance to win along the other course, and along the real one."""
        self.real_points: list[Point] = []
        self.party = ""
        self.seed = ""

    @property
    def sentence(self) -> str:
        said = f"{self.what} instead of {self.instead_of}: {100 * self.real.value:.0f} to {100 * self.other.value:.0f} %"
        if not self.difference.clear:
            return f"{said}; they cannot be told apart ({self.difference.points()} points)."
        return f"{said} ({self.difference.points()} points)."

    def as_data(self) -> WhatIfData:
        over = self.fight.outcome
        return {
            "entry": self.entry,
            "what": self.what,
            "instead_of": self.instead_of,
            "real": share_of(self.real),
            "other": share_of(self.other),
            "difference": self.difference.share(),
            "sentence": self.sentence,
            "curve": [point.as_data() for point in self.points],
            "outcome": f"{over.result}: {over.why}" if over is not None else "",
            "as_it_was": [point.as_data() for point in self.real_points],
            "command": self.command,
            "unfinished": self.unfinished,
        }

    def rows(self) -> Rows:
        """One mapping per joint of either course, tidy."""
        courses = (("as it was", self.real_points), ("if", self.points))
        return [{"course": name, **point.as_data()} for name, points in courses for point in points]


def what_if(
    fight: Fight,
    encounter: Encounter,
    entry: int,
    option: str,
    faces: list[int] | None,
    tactic: str,
    seed: str,
    party: str,
    fights: int,
) -> WhatIf:
    """Another option or other faces at an entry of the record."""
    real = fight.written[fight.place(entry)]
    if bool(option) == bool(faces):
        raise Malformed("what if takes either another option or other faces.")
    if (real.do == "answer") != bool(option) or real.do not in ("answer", "roll"):
        known = {"answer": "an answer: name another option", "roll": "a roll: name other faces"}
        is_what = known.get(real.do, f"no choice ({real.do})")
        raise Malformed(f"entry {entry} of the record is {is_what}.")
    fight = fight.unthinned()
    joint = max(number for number, one in enumerate(fight.checkpoints) if one.position <= entry)
    other_fight = _other(fight, encounter, entry, option, faces, tactic)
    told = (real.do, real.at, option or real.value, tuple(faces or ()))
    sampler = Sampler(encounter, fight, tactic, party, f"{seed}:if", Here(), Watch())
    ends = sampler.ends([
        Request(joint, entry + 1, (), 0, fights, by_name=True),
        Request(joint, entry, (told,), 0, fights, by_name=True),
    ])
    if not len(ends[1].wins):
        raise Illegal(f"{option or faces} cannot come at entry {entry} of the record.")
    chances = [proportion(sum(one.wins), len(one.wins)) for one in ends]
    names = (_named(option or faces), _named(real.value if real.do == "answer" else real.faces))
    found = WhatIf(entry, names[0], names[1], chances[0], chances[1], paired(ends[0], ends[1]), other_fight)
    found.points = points_of(other_fight, party, Retold(other_fight, tactic).expected, since=joint)
    fill(Sampler(encounter, other_fight, tactic, party, f"{seed}:other", Here(), Watch()), found.points, CURVE, Watch())
    return found


def _named(what: object) -> str:
    return ", ".join(str(face) for face in what) if isinstance(what, list) else str(what)


def _other(fight: Fight, encounter: Encounter, entry: int, option: str, faces: list[int] | None, tactic: str) -> Fight:
    """The fight with this entry changed: what came later and still fits is kept, the rest is played by the tactic and the seed."""
    other = fight_from(fight.system, encounter.battle(), fight.record)
    other.automation.auto = {"*": tactic}
    other.automation.typed = []
    other.automation.hold = False
    try:
        other.amend(entry, option, faces)
        if other.questions:
            other.automate("*", tactic)
    except (ReplayMismatch, Refusal) as no:
        known = _options(fight, encounter, entry) if option else []
        if known and option not in known:
            where = f"entry {entry} of the record ({fight.written[entry].at})"
            raise Illegal(f"{option!r} is no option at {where}: there are {', '.join(known)}.") from None
        raise Illegal(str(no)) from None
    return other


def _options(fight: Fight, encounter: Encounter, entry: int) -> list[str]:
    """What could have been chosen at this entry of the record."""
    record = fight.record
    entries = record["entries"]
    assert isinstance(entries, list)
    there = fight_from(fight.system, encounter.battle(), {**record, "entries": entries[:entry], "house": {}})
    wanted = fight.written[entry].at
    return [option.id for one in there.questions if one.id == wanted for option in one.options]
