"""What all tests share."""

from __future__ import annotations

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rule-book clauses it shows: `@clause("RI-07")`, or several ids."""
    return pytest.mark.clause(*ids)
