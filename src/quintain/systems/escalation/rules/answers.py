"""The plainest answer of all."""

from __future__ import annotations

from quintain.engine.question import Option, Plain


def yes_or_no(yes: bool) -> Option:
    """What a tactic answers to a question of yes or no."""
    return Plain("yes", "Yes") if yes else Plain("no", "No")
