"""The bodies of requests, checked before anything is done: what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True, pattern=r"^[\w .'\-]+$")]
NAMES = "letters, figures, spaces and _ - . ' only"
Tactic = Annotated[str, StringConstraints(max_length=40)]
Data = dict[str, Any]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Enter(Body):
    """The secret of a link, exchanged for a cookie."""

    token: str = Field(max_length=200, examples=["kq5l3m..."])


class Settings(Body):
    """How a table plays; what is left out stays as it is."""

    level: Literal["board", "assist", "enforce"] | None = None
    dice: Literal["server", "typed"] | None = None
    knowledge: Literal["open", "learned", "hidden"] | None = None
    undo: Literal["gm", "own", "anyone", "propose"] | None = None
    seconds: int | None = Field(default=None, ge=0, le=86_400, description="time limit for a decision; 0 for none")
    hold: bool | None = None
    declarations: Literal["open", "secret"] | None = None

    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class NewTable(Body):
    """What a new table begins with."""

    encounter: str | Data = Field(examples=["riposte/ferry"], description="a shipped encounter's name, or encounter data")
    name: Annotated[str, StringConstraints(max_length=80)] = ""
    alone: bool = Field(default=False, description="one person plays the party against the machine")
    seats: list[Name] | None = Field(default=None, max_length=40, description="players' names; left out: a seat for each of the party")
    settings: Settings = Settings()
    gm: Tactic = Field(default="person", description="who runs the GM's side: person, or a tactic")
    seed: Annotated[str, StringConstraints(max_length=200)] = ""


class PlayNow(Body):
    encounter: str | Data | None = Field(default=None, examples=["riposte/ferry"])


class Command(Body):
    """One command of a seat, on the version that it was made on, with a key of the client's own."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=80)] = Field(
        examples=["5f0c"], description="repeated with the same key, a command is not carried out twice"
    )
    version: int = Field(ge=0, le=2**53)
    command: Data = Field(examples=[{"do": "answer", "question": "turn:vail#1", "option": "wait"}])


class NewSeat(Body):
    seat: Name
    role: Literal["player", "spectator", "screen"] = "player"
    units: list[Annotated[str, StringConstraints(max_length=80)]] = Field(default_factory=list, max_length=200)


class Units(Body):
    units: list[Annotated[str, StringConstraints(max_length=80)]] = Field(max_length=200)


class Renew(Body):
    hours: float = Field(default=72, gt=0, le=24 * 365, description="how long the new link is good")


Option = Annotated[str, StringConstraints(max_length=400)]


class AskOdds(Body):
    question: Annotated[str, StringConstraints(max_length=80)]
    options: list[Option] | None = Field(default=None, max_length=200, description="which options; left out: all that lead to dice")
    budget_ms: int = Field(default=1000, ge=10, le=3000)
    assume: dict[str, bool] | None = Field(default=None, description="what to take for granted, by the ids of the assumptions")
    after: list[Option] | None = Field(
        default=None, max_length=4, description="options taken first: a square. Without options: the odds of every attack that opens"
    )


class LabJob(Body):
    """What the lab is to work out, of an encounter, a table's fight as it stands, or a record."""

    kind: Literal["forecast", "compare", "sweep", "tune", "rank", "review", "what_if"]
    encounter: str | Data | None = None
    encounters: list[str | Data] | None = Field(default=None, max_length=6, description="of compare: several")
    names: list[Annotated[str, StringConstraints(max_length=80)]] | None = Field(default=None, max_length=6)
    table: Annotated[str, StringConstraints(max_length=40)] | None = None
    record: Data | None = None
    fights: int = Field(default=2_000, ge=1, le=100_000)
    seed: str | int = 1
    tactics: str | dict[str, str] | list[str | dict[str, str]] | None = None
    within: float | None = Field(default=None, gt=0, lt=0.5)
    band: bool | None = Field(default=None, description="of a forecast: also with other tactics, to show what hangs on them")
    changes: list[Annotated[str, StringConstraints(max_length=200)]] | None = Field(default=None, max_length=4)
    wins: float | None = Field(default=None, gt=0, lt=1)
    measure: Annotated[str, StringConstraints(max_length=40)] | None = None
    target: float | None = None
    who: Annotated[str, StringConstraints(max_length=80)] | None = None
    at: int | None = Field(default=None, ge=0, le=1_000_000, description="of what_if: the entry of the record that is changed")
    option: Annotated[str, StringConstraints(max_length=400)] | None = Field(default=None, description="of what_if: chosen instead")
    faces: list[Annotated[int, Field(ge=0, le=100)]] | None = Field(default=None, max_length=60, description="of what_if")


class WatchFight(Body):
    fight: int = Field(ge=1, le=100_000)


class CheckFile(Body):
    encounter: str | Data = Field(description="the text of a file, or its data")


class CheckStart(Body):
    """What is to be checked: a file, or a table's fight as it stands."""

    encounter: str | Data | None = Field(default=None, description="the text of a file, or its data")
    table: Annotated[str, StringConstraints(max_length=40)] | None = None


class OfRecord(Body):
    record: Data


class Text(Body):
    text: Annotated[str, StringConstraints(max_length=400_000)]


class NewFight(Body):
    encounter: str | Data = Field(examples=["riposte/cellar"])
    after: int | None = Field(default=None, ge=0, description="the fight that it follows; refused where another is played by now")
