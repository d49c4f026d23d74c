"""The bodies of requests, checked before anything is done: what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True, pattern=r"^[\w .'\-]+$")]
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
    seconds: int | None = Field(None, ge=0, le=86_400, description="time limit for a decision; 0 for none")
    hold: bool | None = None
    declarations: Literal["open", "secret"] | None = None

    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class NewTable(Body):
    """What a new table begins with."""

    encounter: str | Data = Field(examples=["riposte/ferry"], description="a shipped encounter's name, or encounter data")
    name: Annotated[str, StringConstraints(max_length=80)] = ""
    alone: bool = Field(False, description="one person plays the party against the machine")
    seats: list[Name] | None = Field(None, max_length=40, description="players' names; left out: one seat for each of the party")
    settings: Settings = Settings()
    gm: Tactic = Field("person", description="who runs the GM's side: person, or a tactic")
    seed: Annotated[str, StringConstraints(max_length=200)] = ""


class PlayNow(Body):
    encounter: str | Data | None = Field(None, examples=["riposte/ferry"])


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
    hours: float = Field(72, gt=0, le=24 * 365, description="how long the new link is good")
