"""What all tests share."""

from __future__ import annotations

import os

import pytest

LONG = "QUINTAIN_LONG"


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rule-book clauses it shows: `@clause("RI-07")`, or several ids."""
    return pytest.mark.clause(*ids)


def many(short: int, long: int) -> int:
    """How much of something to try: a share that takes seconds, or with `pytest --long` the whole that was promised."""
    return long if os.environ.get(LONG) else short
