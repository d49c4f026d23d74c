"""Small scenes for the tests of tiers: people with plain figures, open ground, scripted dice, answers.

Unless a test says otherwise everybody has Tier 2, BODY d8, MIND d6, WILL d4 (so Iron 17, Ward 15, Grit 13), 40 HP, Skirmish 2,
Finesse 1, Hunt 2, a sword (d8) in hand and Stride 25. An attack with it throws 2d20 and 2d8 and deals 1d8 + 1d8.
Heroes are player characters with 10 Stress boxes and no Beacon Point; foes have no Stress.
"""

from __future__ import annotations

from quintain.engine import Fight
from quintain.engine.event import Event
from quintain.library.encounters import Encounter, from_data, play
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.vocabulary import BOONS, DEAD, WOUNDS
from tests.support import check_done, check_replays

Row = dict[str, object]

BLOCK = ("tier", "attributes", "ratings", "iron", "ward", "grit", "stride", "soak", "size", "living", "items", "powers", "traits",
         "beacon", "pc", "archetype", "load", "controls")  # fmt: skip
BOW: list[object] = ["longbow", "dagger"]
"""What an archer carries."""


def person(id: str, at: tuple[int, int], side: str = "heroes", hp: int = 40, stress: int | None = None, **more: object) -> Row:
    """A combatant; what belongs to the stat block goes there, the rest to the encounter's line."""
    pc = bool(more.pop("pc", side == "heroes"))
    block: Row = {
        "name": id.capitalize(), "pc": pc, "tier": 2, "attributes": {"body": 8, "mind": 6, "will": 4}, "hp": hp,
        "ratings": {"skirmish": 2, "finesse": 1, "hunt": 2}, "items": ["sword"],
    }  # fmt: skip
    if pc:
        block["beacon"] = 0
    if stress is not None:
        block["stress"] = stress
    for name in BLOCK:
        if name in more:
            block[name] = more.pop(name)
    if "max_hp" in more:
        block["hp"] = more.pop("max_hp")
        more["hp"] = hp
    return {"id": id, "side": side, "controller": "players" if pc else "gm", "at": list(at), "block": block, **more}


def foe(id: str, at: tuple[int, int], hp: int = 40, **more: object) -> Row:
    return person(id, at, "foes", hp, **more)  # type: ignore[arg-type]


def scene(people: list[Row], **more: object) -> Encounter:
    data: Row = {"system": "tiers", "name": "scene", "map": {"width": 20, "height": 12}, "combatants": people, **more}
    return from_data(data)


def begin(people: list[Row], dice: list[int] | None = None, **more: object) -> Fight:
    return play(scene(people, **more), seed="scene", dice=dice or [])


# -- answering ---------------------------------------------------------------------------------------------------------

QUIET = {
    "push": "no", "push damage": "no", "before roll": "no", "hit": "no", "strike": "no", "answer": "no", "damage": "take",
    "wound": "take", "redo": "no", "end of turn": "no", "price": "stress", "heading": "", "name": "", "second blade": "",
}  # fmt: skip
"""What is answered where a test does not say otherwise; "" is the first option."""


def asked(fight: Fight) -> str:
    """What is asked of whom: "act:ann", "stance:ann"; "" when nothing is."""
    return fight.questions[0].id.split("#")[0] if fight.questions else ""


def about(fight: Fight) -> str:
    return fight.questions[0].about if fight.questions else ""


def answer(fight: Fight, option: str) -> list[Event]:
    return fight.answer(fight.questions[0].id, option)


def settle(fight: Fight, answers: dict[str, str] | None = None) -> None:
    """Answer what comes up, by "about" or "about:who", until a turn, a stance or an order is asked; every answer must be used."""
    left = dict(answers or {})
    while fight.questions and about(fight) in QUIET:
        key = asked(fight) if asked(fight) in left else about(fight)
        wanted = left.pop(key, None)
        if wanted is None:
            wanted = QUIET[about(fight)]
        answer(fight, wanted or fight.questions[0].options[0].id)
    assert left == {}, f"never asked: {left}; now asked: {asked(fight)}"


def stances(fight: Fight, rash: tuple[str, ...] = ()) -> None:
    while about(fight) == "stance":
        answer(fight, "rash" if fight.questions[0].who in rash else "cautious")


def to_turn(fight: Fight, who: str, rash: tuple[str, ...] = ()) -> Fight:
    """Go on until it is this one's turn; everybody else stops at once."""
    for _ in range(200):
        if asked(fight) == f"act:{who}":
            return fight
        if about(fight) == "stance":
            stances(fight, rash)
        elif about(fight) == "next":
            ids = [option.target for option in fight.questions[0].options]
            answer(fight, f"next:@{who}" if who in ids else fight.questions[0].options[0].id)
        elif about(fight) == "act":
            answer(fight, "stop")
        elif about(fight) in QUIET:
            settle(fight)
        else:
            break
    raise AssertionError(f"{who} has no turn; asked is {asked(fight)!r}")


def act(fight: Fight, option: str, answers: dict[str, str] | None = None) -> list[Event]:
    """Choose an Act of the turn that is on, and settle what follows."""
    assert about(fight) == "act", asked(fight)
    seen = len(fight.events)
    answer(fight, option)
    settle(fight, answers)
    return fight.events[seen:]


def hit(fight: Fight, who: str, whom: str, answers: dict[str, str] | None = None, weapon: str = "sword:skirmish") -> list[Event]:
    """A basic attack on this one's turn."""
    assert asked(fight) == f"act:{who}", asked(fight)
    item, action = weapon.split(":")
    ranged = ":ranged" if action == "hunt" else ""
    return act(fight, f"attack:{item}:{action}:@{whom}{ranged}", answers)


def offered(fight: Fight) -> list[str]:
    return [option.id for option in fight.questions[0].options]


def next_round(fight: Fight) -> None:
    """Everybody stops until the next round's stances are asked."""
    now = fight.battle.round
    while fight.questions and fight.battle.round == now:
        if about(fight) == "stance":
            stances(fight)
        elif about(fight) == "next":
            answer(fight, fight.questions[0].options[0].id)
        elif about(fight) == "act":
            answer(fight, "stop")
        else:
            settle(fight)


# -- dice typed in by people -----------------------------------------------------------------------------------------------


def typed(people: list[Row], **more: object) -> Fight:
    fight = play(scene(people, **more), seed="typed")
    fight.type_dice("*")
    return fight


def awaited(fight: Fight) -> str:
    """Whose dice are awaited, and which; "" where none are."""
    pending = fight.questions[0].pending if fight.questions else None
    return f"{pending.who} {pending.what} {pending.dice.name}" if pending is not None else ""


def throw(fight: Fight, *faces: int) -> None:
    """Enter faces, then let everything stand that is asked before the next dice."""
    fight.enter(fight.questions[0].id, list(faces))
    let_stand(fight)


def let_stand(fight: Fight) -> None:
    while about(fight) in QUIET and not awaited(fight):
        answer(fight, QUIET[about(fight)])


def attacking(**ann: object) -> Fight:
    """Ann attacks bob beside her, and her dice are awaited."""
    fight = typed([person("ann", (0, 0), **ann), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))])  # type: ignore[arg-type]
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    return fight


# -- looking -----------------------------------------------------------------------------------------------------------


def arena(fight: Fight) -> TiersBattle:
    assert isinstance(fight.battle, TiersBattle)
    return fight.battle


def who(fight: Fight, id: str) -> Creature:
    found = arena(fight).creature(id)
    assert found is not None
    return found


def hp(fight: Fight, *ids: str) -> list[int]:
    return [who(fight, id).hp for id in ids]


def at(fight: Fight, id: str) -> tuple[int, int]:
    return who(fight, id).x, who(fight, id).y


def wounds(fight: Fight, id: str) -> dict[str, int]:
    return {WOUNDS[mark.kind]: mark.level for mark in who(fight, id).wounds}


def boons(fight: Fight, id: str) -> dict[str, int]:
    return {BOONS[mark.kind]: mark.level for mark in who(fight, id).boons}


def effect_of(fight: Fight, id: str, name: str) -> Effect:
    return next(mark for mark in who(fight, id).wounds if WOUNDS[mark.kind] == name)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def texts(events: list[Event], kind: str = "") -> list[str]:
    return [event.text for event in events if not kind or event.kind == kind]


def needed(events: list[Event]) -> int:
    """The Defense the (last) attack met."""
    return sum(value for event in events if event.kind == "defense" for _, value in event.math[-99:]) if events else 0


def dice_thrown(fight: Fight, what: str) -> list[str]:
    """The dice of every roll for this, such as "2d20 best! + 2d8 best!"."""
    return [entry.value for entry in fight.entries if entry.do == "roll" and entry.at.startswith(f"{what}:")]


def finish(fight: Fight) -> None:
    check_done(fight)


Words = tuple[str, dict[str, object]]


def rule(fight: Fight, words: Words) -> None:
    fight.rule_with(*words)


def end_of(fight: Fight, why: str) -> None:
    """Nothing is awaited or asked of the attack any more, Bob is as he was, the log says why, and it all replays."""
    assert awaited(fight) == "" and about(fight) not in ("push", "before roll", "hit", "push damage", "redo")
    assert f"Ann's attack on Bob comes to nothing: {why}." in texts(fight.events, "lost")
    assert who(fight, "bob").hp == (0 if who(fight, "bob").status == DEAD else 40)
    check_replays(fight)


def mirror() -> Encounter:
    """The four against themselves."""
    spots = {"orsolya": (4, 6), "tam": (4, 8), "bricole": (3, 5), "ishmer": (3, 7)}
    people: list[object] = []
    for name, (x, y) in spots.items():
        people.append({"use": name, "id": name, "side": "heroes", "controller": "players", "at": [x, y]})
        people.append({"use": name, "id": f"{name}-x", "side": "foes", "controller": "gm", "at": [23 - x, y]})
    return from_data({"system": "tiers", "name": "mirror", "map": {"width": 24, "height": 14}, "combatants": people})
