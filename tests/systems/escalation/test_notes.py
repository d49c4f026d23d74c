"""Notes: text whose moment only the GM can see, and what of it the rules carry out at the GM's word (ES-141, ES-170)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.systems.escalation.rules.sheet import UP
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc

Row = dict[str, object]


def note(*effects: Row, **more: object) -> Row:
    return {"name": "Marsh gas", "text": "When the moon is up, it stinks.", "effects": list(effects), **more}


def scene(*notes: Row, dice: list[int] | None = None, **figures: object) -> Scene:
    """The fiend acts first, among Ann and Bob, who has 40 hit points each; nobody is engaged with Bob."""
    people = [pc("ann", engaged=["fiend"]), pc("bob", initiative=0), dummy("fiend", initiative=20, notes=list(notes), **figures)]
    return Scene(people, [1, 1, 20] if dice is None else dice)


@clause("ES-141", "ES-170")
def test_applying_a_note_carries_out_its_effects_on_those_the_gm_names() -> None:
    found = scene(note({"damage": 7, "type": "acid"}, {"inflict": ["dazed"], "until": "save"}))
    found.rule("apply", who="fiend", note="marsh gas", on=["ann", "bob"])
    assert (found.hp("ann"), found.hp("bob")) == (33, 33)  # 40 - 7 each
    assert [[row.effect.conditions for row in found.get(each).lasting] for each in ("ann", "bob")] == [[1], [1]]  # dazed
    assert found.now == "turn fiend"  # it costs nobody a turn
    found.check_clean()


@clause("ES-141")
def test_one_part_of_a_note_can_be_applied_alone_and_one_name_will_do() -> None:
    found = scene(note({"damage": 7}, {"damage": 20}))
    found.rule("apply", who="fiend", note="Marsh gas", on="bob", part=2)
    assert (found.hp("ann"), found.hp("bob")) == (40, 20)
    found.rule("apply", who="fiend", note="Marsh gas", on="ann, bob", part=1)
    assert (found.hp("ann"), found.hp("bob")) == (33, 13)
    found.check_clean()


@clause("ES-141")
def test_without_names_it_falls_on_those_the_text_speaks_of_and_a_name_goes_before() -> None:
    burst = note({"damage": 6, "on": "each_engaged"}, {"heal": 5, "on": "self"})
    found = scene(burst)
    found.rule("set", who="fiend", stat="hp", value=50)
    found.rule("apply", who="fiend", note="Marsh gas")
    assert (found.hp("ann"), found.hp("bob"), found.hp("fiend")) == (34, 40, 55)
    found.rule("apply", who="fiend", note="Marsh gas", on="bob")
    assert (found.hp("ann"), found.hp("bob"), found.hp("fiend")) == (34, 34, 60)
    found.check_clean()


@clause("ES-141")
def test_a_note_may_grant_an_attack_and_what_waits_comes_out_of_turn() -> None:
    found = scene(note({"attack": "Swat", "at": "same"}), dice=[1, 1, 20, 15])
    found.end_turn()
    assert found.now == "turn ann"
    with pytest.raises(Refusal, match=r"say on whom Marsh gas falls: on=ID.* It brings another attack"):
        found.rule("apply", who="fiend", note="Marsh gas")
    found.rule("apply", who="fiend", note="Marsh gas", on="ann")
    assert found.hp("ann") == 35  # 15 + 8 = 23 against AC 18 hits for 5
    assert found.now == "turn ann"
    found.check_clean()


@clause("ES-170")
def test_whoever_is_down_still_bursts_when_the_gm_says_so() -> None:
    people = [pc("ann", engaged=["fiend"]), dummy("fiend", notes=[note({"damage": 9})], hp=5), dummy("other")]
    found = Scene(people, [20, 1, 1])
    found.do("use:0:fiend", 19)  # 19 + 7 hits AC 18 for 10
    assert found.now == "spare ann"
    found.do("slay")
    assert found.get("fiend").state != UP
    found.rule("apply", who="fiend", note="Marsh gas", on="ann")
    assert found.hp("ann") == 31  # 40 - 9
    found.check_clean()


@clause("ES-141")
def test_a_text_in_an_attack_is_a_note_too_and_says_so_when_it_comes_up() -> None:
    text = {"text": "It drags the target off.", "apply": [{"ongoing": 4, "type": "cold"}]}
    drag = {"when": "hit", "name": "Drag", "effects": [text]}
    claw = {"name": "Claw", "bonus": 30, "defence": "AC", "hit": [{"damage": 5}], "riders": [drag]}
    people = [pc("ann", engaged=["fiend"]), dummy("fiend", initiative=20, attacks=[claw])]
    found = Scene(people, [1, 20, 11])
    found.do("use:0:ann")
    told = [event.text for event in found.fight.log]
    assert "Claw of Dummy fiend: It drags the target off. (apply 'Claw: Drag': 4 ongoing cold damage (save ends))" in told
    found.rule("apply", who="fiend", note="Claw: Drag", on="ann")
    assert [row.ongoing for row in found.get("ann").lasting] == [4]
    found.check_clean()


@clause("ES-141")
def test_players_are_not_told_what_a_note_says() -> None:
    found = scene(note({"damage": 7}))
    found.rule("apply", who="fiend", note="Marsh gas", on="ann")
    kept = next(event for event in found.fight.log if "Marsh gas on Ann" in event.text)
    assert kept.text == "Dummy fiend uses Marsh gas on Ann: When the moon is up, it stinks."
    assert (kept.audience, kept.public) == ("gm", "Dummy fiend uses Marsh gas on Ann.")


@clause("ES-141")
@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"note": "Marsh"}, r"has no note 'Marsh': there are Marsh gas"),
        ({}, r"say on whom Marsh gas falls: on=ID, or several with commas between. It brings 7 damage"),
        ({"on": "nobody"}, r"nobody here is called 'nobody'"),
        ({"on": 7}, r"on is an id or a list of ids, not 7"),
        ({"on": ["ann", 3]}, r"on is an id or a list of ids"),
        ({"on": "ann", "part": 2}, r"part is one of the 1 effects of Marsh gas, counted from 1; not 2"),
        ({"on": "ann", "part": -1}, r"part is one of the 1 effects"),
    ],
)
def test_a_bad_word_changes_nothing(args: Row, words: str) -> None:
    found = scene(note({"damage": 7}, uses=1))
    before = found.battle.key()
    with pytest.raises(Refusal, match=words):
        found.rule("apply", **{"who": "fiend", "note": "Marsh gas", **args})
    assert found.battle.key() == before
    found.rule("apply", who="fiend", note="Marsh gas", on="ann")
    with pytest.raises(Refusal, match="has been used 1 times"):
        found.rule("apply", who="fiend", note="Marsh gas", on="ann")
    found.check_clean()


def test_apply_stands_beside_a_text_only() -> None:
    hit = [{"damage": 5, "apply": [{"damage": 3}]}]
    with pytest.raises(Refusal, match="it stands beside text only"):
        Scene([pc("ann"), dummy("fiend", attacks=[{"name": "Claw", "bonus": 3, "defence": "AC", "hit": hit}])], [])
