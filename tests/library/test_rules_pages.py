"""Clauses named in the log can be looked up."""

from __future__ import annotations

import pytest

from quintain.engine import Unavailable
from quintain.library.clauses import clause_text


@pytest.mark.parametrize("id", ["RI-01", "CL-01", "TI-01", "TO-01", "ES-01", "ri-31", "[RI-02]"])
def test_every_system_has_its_clauses(id: str) -> None:
    assert len(clause_text(id)) > 20


def test_an_unknown_clause_is_answered_with_a_sentence() -> None:
    with pytest.raises(Unavailable, match="RI-07"):
        clause_text("XX-99")
