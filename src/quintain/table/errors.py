"""How the service says no: the same shape over HTTP and over the socket, {"error": {"kind", "text"}}."""

from __future__ import annotations

from quintain.engine import Refusal

STATUS = {
    "malformed": 400,
    "entry": 401,
    "not_yours": 403,
    "missing": 404,
    "stale": 409,
    "illegal": 409,
    "over": 409,
    "full": 409,
    "large": 413,
    "limited": 429,
    "busy": 429,
    "unavailable": 503,
}
_OF_ENGINE = {"not yours": "not_yours", "unavailable": "missing", "refused": "illegal"}


class Problem(Exception):
    """Something that cannot be done, as the client is told it."""

    def __init__(self, kind: str, text: str, after: int = 0) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.after = after
        """Seconds until it is worth trying again, where that is known."""

    @property
    def status(self) -> int:
        return STATUS[self.kind]

    def as_data(self) -> dict[str, object]:
        return {"error": {"kind": self.kind, "text": self.text}}


def not_kept(why: Exception) -> Problem:
    """The database could not write it."""
    return Problem("unavailable", f"This cannot be kept now, so it was not done: {why}")


def not_read(why: Exception) -> Problem:
    """The database could not be asked."""
    return Problem("unavailable", f"This cannot be read now: {why}")


def problem_of(no: Refusal) -> Problem:
    """A refusal of the engine's as the service says it."""
    kind = _OF_ENGINE.get(no.kind, no.kind)
    return Problem(kind if kind in STATUS else "illegal", str(no))
