"""What of a text that stayed text is carried out once the game master applies it."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.library.encounters import from_data, play
from quintain_bestiary import Bestiary, import_text
from quintain_bestiary.drafts import PARTLY, TEXT, Account
from quintain_bestiary.offers import offers
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row
from quintain_bestiary.wordings import CALLED, COMMON_WORDINGS, carried, label_fates, wording_fates


def speaker() -> Speaker:
    return Speaker.of("Reed stalker", "beast", "", ["Bite", "Mire spit"])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("When the tide turns, the target takes 7 cold damage.", [{"damage": 7, "type": "cold"}]),
        ("Anybody in the reeds who hums takes 2d6 damage and is dazed (save ends).", [
            {"damage": "2d6"}, {"inflict": ["dazed"], "until": "save"},
        ]),
        ("Whoever owes it money suffers 5 ongoing acid damage.", [{"ongoing": 5, "type": "acid", "until": "save"}]),
        ("If the moon is new, the stalker can make a bite attack as a quick action.", [{"attack": "Bite"}]),
        ("Under water, as a free action, it may use its mire spit.", [{"attack": "Mire spit"}]),
        ("While someone sings, attacks against it deal half damage.", [
            {"resists": {"all": 21}, "on": "self", "until": "end of own next turn", "ends_when": ["hit"]},
        ]),
        ("In fog whoever strikes at it needs a natural 14+ on the attack roll or only deals half damage.", [
            {"resists": {"all": 14}, "on": "self", "until": "end of battle"},
        ]),
        ("Enemies with wet boots are stuck and hampered until the end of their next turn.", [
            {"inflict": ["stuck", "hampered"], "until": "end of target's next turn"},
        ]),
        ("It turns grey until the end of the battle, gaining a +3 bonus to AC and PD.", [
            {"modifier": {"ac": 3, "pd": 3}, "until": "end of battle", "on": "self"},
        ]),
        ("By night it can order an ally that owes it money to make a melee attack as a free action.", [
            {"attack": "basic", "on": "ally"},
        ]),
        ("On land it regenerates 4 hit points.", [{"heal": 4, "on": "self"}]),
        ("It howls and stuns the target until the end of its next turn.", [
            {"inflict": ["stunned"], "until": "end of target's next turn"},
        ]),
    ],
)  # fmt: skip
def test_what_a_text_speaks_of_is_offered(text: str, rows: list[Row]) -> None:
    assert offers(text, speaker()) == rows


@pytest.mark.parametrize(
    "text",
    [
        "It cannot be dazed while the bell rings.",
        "The stalker ignores the first 4 damage dealt to it each turn.",
        "A creature that is confused leaves the reeds.",
        "If it takes 30 or more damage, it sinks.",
        "A hero must deal 40 damage to the reeds to get out.",
        "Its bites don't deal half damage on a miss.",
        "It remembers every face.",
    ],
)
def test_what_a_text_only_mentions_is_not_offered(text: str) -> None:
    assert offers(text, speaker()) == []


def page(trait: str, text: str, rider: str = "The target is dazed (save ends).") -> str:
    return f"""```statblock
name: "Reed stalker"
level: "3"
role: "troop"
type: "beast"
initiative: "6"
actions:
    - name: "Bite +9 vs. AC"
      desc: "6 damage"
      traits:
          - name: "Natural odd hit"
            desc: "{rider}"
traits:
    - name: "{trait}"
      desc: "{text}"
ac: "18"
pd: "16"
md: "13"
hp: "40"
```
"""


def test_a_trait_that_stays_text_is_a_note_that_the_rules_carry_out() -> None:
    found = import_text(page("Bog bell", "Twice per battle when the bell tolls, each hearer takes 6 thunder damage."))
    assert found.blocks[0].block["notes"] == [
        {
            "name": "Bog bell", "text": "Twice per battle when the bell tolls, each hearer takes 6 thunder damage.", "kind": "trait",
            "uses": 2, "effects": [{"damage": 6, "type": "thunder"}],
        }
    ]  # fmt: skip
    data = {**found.content(), "combatants": [{"use": "odrun", "side": "party"}, {"use": "reed-stalker", "side": "foes"}]}
    fight = play(from_data(data), dice=[20, 1])
    fight.rule("apply", who="reed-stalker", note="Bog bell", on="odrun")
    assert "Odrun Keld takes 6 damage (Bog bell): 49 of 55 hit points." in [event.text for event in fight.log]


def of_the_rider(found: Bestiary) -> Any:
    """The effects of the bite's only rider."""
    attacks: Any = found.blocks[0].block["attacks"]
    return attacks[0]["riders"][0]["effects"]


def test_words_kept_in_a_rider_carry_what_they_bring() -> None:
    found = import_text(page("Calm", "It is calm.", "If the target wears bells, it takes 9 damage."))
    assert of_the_rider(found) == [{"text": "If the target wears bells, it takes 9 damage", "apply": [{"damage": 9}]}]


def test_an_end_without_anything_the_rules_know_is_kept_as_a_mark() -> None:
    found = import_text(page("Calm", "It is calm.", "The target forgets its own name (hard save ends, 16+)."))
    text = "The target forgets its own name (hard save ends, 16+)"
    assert of_the_rider(found) == [{"text": text, "apply": [{"mark": "bite", "until": "hard save"}]}]


def test_uses_are_counted_apart_where_the_game_master_says_when() -> None:
    wordings = dict(COMMON_WORDINGS)
    rows: tuple[Row, ...] = ({"damage": 5}, {"inflict": ["dazed"], "until": "save"})
    text = "once per battle in the rain it takes 5 damage and 5 damage more, and is dazed (save ends) as a free action"
    account = Account("trait", "Rain", TEXT, text, (text,), offered=((text, rows),))
    found = {name: wording_fates(pattern, [account]) for name, pattern in COMMON_WORDINGS}
    assert (found["N damage"][CALLED], found["N damage"][TEXT]) == (1, 1)  # two uses, one row
    for name in ("is dazed, hampered, confused ...", "save ends", "as a free action", "N per battle"):
        assert (found[name][CALLED], found[name][TEXT]) == (1, 0), name
    assert carried(wordings["N ongoing damage"], "5 ongoing damage", rows) == 0
    partly = Account("rider", "miss", PARTLY, text, (text,), offered=((text, rows),))
    text_only = Account("rider", "miss", TEXT, "it sings", ("it sings",), offered=(("it sings", ()),))
    called = Account("rider", "miss", TEXT, text, (text,), offered=((text, rows),))
    fates = label_fates([partly, text_only, called])["miss"]
    assert (fates[PARTLY], fates[TEXT], fates[CALLED]) == (1, 1, 1)
