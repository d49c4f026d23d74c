"""The report's tables: every use of a common wording is counted once, as applied wholly, in part, or left as text."""

from __future__ import annotations

import re

import pytest

from quintain_bestiary import import_text
from quintain_bestiary.drafts import Account
from quintain_bestiary.wordings import (
    COMMON_WORDINGS,
    NOT_READ,
    STORY,
    label_fates,
    reason,
    total,
    wording_fates,
)

DAZED = re.compile(r"\bis dazed\b")


def test_a_use_is_whole_partly_or_text_by_what_became_of_its_own_words() -> None:
    accounts = [
        Account("rider", "miss", "whole", "It is dazed and it is dazed again."),
        Account("rider", "miss", "partly", "The target is dazed (save ends). It is dazed by puns.", ("It is dazed by puns",)),
        Account("rider", "hit", "text", "The target is dazed while it rains.", ("The target is dazed while it rains.",)),
    ]
    fates = wording_fates(DAZED, accounts)
    assert (fates["whole"], fates["partly"], fates["text"], fates[NOT_READ]) == (2, 1, 2, 1)
    assert total(fates) == 5


def test_ongoing_damage_is_no_plain_damage() -> None:
    plain = dict(COMMON_WORDINGS)["N damage"]
    said = "7 damage, 2d6 extra fire damage, 5 ongoing damage, 5 ongoing fire damage, 3 extra ongoing acid damage"
    assert plain.findall(said) == ["7 damage", "2d6 extra fire damage"]


def test_labels_are_listed_the_most_common_first() -> None:
    accounts = [
        Account("rider", "crit", "text", "..."), Account("use", "limited use", "whole", "1/battle"),
        Account("rider", "crit", "whole", "..."), Account("attack", "Claw", "whole", "5 damage"),
    ]  # fmt: skip
    assert list(label_fates(accounts)) == ["crit", "limited use"]
    assert label_fates(accounts)["crit"] == {"text": 1, "whole": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Add a reedling to the battle.", "brings creatures into the fight, or out of it"),
        ("The target loses a random magic item.", "about what the rules do not keep: items, armour, icons, memory, skills"),
        ("The target is swallowed whole.", "swallowed, carried, ridden or possessed"),
        ("The target sulks (see below).", "points to another paragraph"),
        ("The target smells of fish.", NOT_READ),
        ("It smells of fish.", STORY),
    ],
)
def test_what_stays_text_has_a_reason(text: str, why: str) -> None:
    assert reason(text) == why


def test_the_report_prints_the_tables() -> None:
    page = """```statblock
name: "Reedling"
level: "1"
initiative: "3"
actions:
    - name: "Poke +6 vs. AC"
      desc: "4 damage"
      traits:
          - name: "Crit"
            desc: "The target is dazed until the end of the battle, and its hat is lost."
ac: "16"
pd: "14"
md: "10"
hp: "27"
```
"""
    lines = import_text(page).report().splitlines()
    assert [line.split() for line in lines if line.startswith("  crit ")] == [
        ["crit", "1", "0", "1", "100.0", "%", "0", "0", "0", "100.0", "%"]
    ]
    until = [line.split()[6:] for line in lines if line.startswith("  until the end of the battle")]
    assert until == [["1", "0", "1", "100.0", "%", "0", "0", "0", "100.0", "%"], *[["0", "0", "0", "-", "0", "0", "0", "-"]] * 2]
