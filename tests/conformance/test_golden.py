"""Records of earlier versions open, and lead to what they led to."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from tests.conformance import golden
from tests.conformance.enrolled import SYSTEMS

WHOLE = 500
"""So many are promised."""


@pytest.mark.parametrize("version", golden.kept())
def test_records_of_earlier_versions_open_and_lead_to_the_same(version: str) -> None:
    for row in golden.read(version):
        if row["record"]["system"] in SYSTEMS:
            fight = golden.opened(row["record"])
            assert golden.hash_of(fight, row["stats"]) == row["hash"] and fight.doubts == []


def test_there_are_as_many_as_promised_of_every_system() -> None:
    rows = [row for version in golden.kept() for row in golden.read(version)]
    assert len(golden.kept()) >= 3 and len(rows) >= WHOLE
    assert {row["record"]["system"] for row in rows} == {"clash", "escalation", "riposte", "tiers", "toughness"}
    done = {entry["do"] for row in rows for entry in row["record"]["entries"]}
    assert done >= {"answer", "roll", "rule", "undone", "fresh", "hold"}


@pytest.mark.parametrize("fault", ["a die", "an answer left out", "another option"])
def test_a_record_that_leads_elsewhere_is_noticed(fault: str) -> None:
    noticed = 0
    rows = [row for row in golden.read(golden.kept()[0]) if row["record"]["system"] in SYSTEMS][:20]
    for row in rows:
        entries = row["record"]["entries"]
        kind = "roll" if fault == "a die" else "answer"
        places = [place for place, entry in enumerate(entries) if entry["do"] == kind]
        if not places:
            noticed += 1
            continue
        if fault == "a die":
            entries[places[0]]["faces"][0] = entries[places[0]]["faces"][0] % 3 + 1
        elif fault == "another option":
            entries[places[0]]["value"] = "nothing of the kind"
        else:
            del entries[places[0]]
        try:
            fight = golden.opened(row["record"])
            noticed += golden.hash_of(fight, row["stats"]) != row["hash"] or bool(fight.doubts)
        except Refusal:
            noticed += 1
    assert noticed >= len(rows) - 4
