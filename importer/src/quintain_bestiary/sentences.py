"""One sentence of a trait that waits for its moment, read from its head to its end.

What stands before the moment ("Once per round ..."), the moment, what must be thrown first, and the consequence (see
`consequences`). It becomes an occasion or, where it turns a hit before its damage, a power.
"""

from __future__ import annotations

from quintain_bestiary.battle_moments import (
    before_contact,
    condition_at,
    ignored_by,
    moment_of_battle,
    one_of_them,
    opened,
)
from quintain_bestiary.consequences import consequence, may_happen, only_told
from quintain_bestiary.effects import Effects
from quintain_bestiary.moments import Moment, moment_at
from quintain_bestiary.phrases import ONE_TYPE, pattern, type_name
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.text import Row, Value, number

_OFTEN = pattern(
    r"(?P<times>once|twice|thrice|(?:two|three|four) times) (?:per|each|a) (?P<per>battle|round|turn),? (?:during its turn,? )?"
)
_ACTION = pattern(r"(?:and )?as an? (?P<action>free|interrupt|quick|standard|move) action,? ")
_HEAD = pattern(
    r"(?:when(?:ever)?|each time|every time|if|as"
    r"|the first time(?: (?:each|every|in a|this|during a) (?P<per>battle|round|turn))?(?: that)?"
    r"|the (?P<nth>second|third) time) (?=\S)"
)
_FIRST = pattern(r"the first time")
_ONLY_WHILE = pattern(
    r"(?:while|when|if) the escalation die is (?P<die>even|odd|\d\+),? (?:and )?"
    rf"|(?P<staggered>while {SELF} is staggered),? |(?P<unengaged>while not engaged),? "
)
_OWN_SAVE = pattern(
    rf"(?:{SELF}|it) (?:can )?rolls? an? (?P<kind>easy |hard |normal )?save(?: \((?P<figure>\d{{1,2}})\+\))?[.;,] (?:and"
    rf" )?(?:on a success|if (?:it|the save) succeeds),? "
)
_OWN_DIE = pattern(
    r"roll (?:a |1)d(?P<sides>\d{1,2})[.;] (?:on an? (?P<least>\d{1,2})\+,? "
    r"|if (?:it's|the roll is|the result is) (?:equal to or less than|less than or equal to) the escalation die,? )"
)
_DIFFICULTY = {"easy": 6, "hard": 16, "normal": 11}
_STOPS = pattern(r" \(and you stop rolling [^()]{3,60}\)|,? until the roll succeeds")
_DECLARED = {"attacked": "aimed_at", "enemy_attacks": "enemy_aims"}
"""What stands for an attack before it is rolled."""
_BEFORE_ATTACK = pattern(r" before (?:the|that|its) attack\b|(?<=targeting it) first\b")


def read_sentence(sentence: str, speaker: Speaker) -> tuple[list[Row], list[str]]:
    """The occasions of one sentence; none where any condition of it was not understood."""
    limits: Row = {}
    needs: list[Value] = []
    rest, actor = _before(sentence.rstrip(), limits, needs, speaker)
    if actor in ("quick", "standard", "move"):
        return [], []
    head = _HEAD.match(rest)
    said = rest[head.end() :] if head else rest
    moment = moment_at(said, speaker, head is not None) or moment_of_battle(said, speaker, head is not None)
    if moment is None:
        return [], []
    if head and _FIRST.match(head.group(0)):
        limits["once"] = (head["per"] or "battle").lower()
    elif head and head["nth"]:
        limits["nth"] = {"second": 2, "third": 3}[head["nth"].lower()]
    tail = ignored_by(said[moment.end :], moment)
    only = condition_at(tail, speaker)
    if only:
        needs.append(only[0])
        tail = tail[only[1] :]
    row: Row = {**moment.row, **limits}
    if needs:
        own = row.get("needs")
        row["needs"] = [*(own if isinstance(own, list) else []), *needs]
    tail = _thrown_first(_stops(tail, row), row)
    late = _ACTION.match(tail)
    if late and late["action"].lower() == "free":
        tail, actor = tail[late.end() :], actor or "free"
    unlocked = opened(tail, speaker)
    if unlocked:
        free: list[Value] = [unlocked]
        return [{**row, "effects": free}], []
    tail = one_of_them(before_contact(tail, row), row, speaker)
    tail, shielded = _unless_shielded(tail, row)
    before = _BEFORE_ATTACK.search(tail) if row["when"] in _DECLARED and "roll" not in row else None
    if before or (actor == "interrupt" and row["when"] == "attacked" and "roll" not in row):
        row["when"] = _DECLARED[str(row["when"])]
        tail = tail[: before.start()] + tail[before.end() :] if before else tail
    if actor == "interrupt":
        row["interrupt"] = True
    effects, asks = consequence(moment, tail, actor in ("free", "interrupt"), speaker)
    if not effects.rows or not all(may_happen(one, moment) for one in effects.rows):
        return [], []
    kept = [*([moment.told] if moment.told else []), *shielded, *effects.kept]
    kept += [text for one in effects.rows for text in only_told(one)]
    return _finished(row, moment, effects, asks or actor in ("free", "interrupt"), speaker), kept


def _before(sentence: str, limits: Row, needs: list[Value], speaker: Speaker) -> tuple[str, str]:
    """Takes "Once per battle", "as a free action", "while the escalation die is odd" off the head of a sentence."""
    rest, action, going = sentence, "", True
    while going:
        often, act, only = _OFTEN.match(rest), _ACTION.match(rest), _ONLY_WHILE.match(rest)
        company = None if often or act or only else condition_at(rest, speaker)
        if company:
            needs.append(company[0])
            rest = rest[company[1] :]
            continue
        if often:
            limits["once"] = often["per"].lower()
            times = number(often["times"].lower().removesuffix(" times"))
            limits |= {"times": times} if times > 1 else {}
        elif act:
            action = act["action"].lower()
        elif only:
            die = only["die"]
            needs.append(
                f"escalation_{die.lower()}" if die and die.isalpha() else f"escalation {die}" if die
                else "self_staggered" if only["staggered"] else "free"
            )  # fmt: skip
        found = often or act or only
        rest, going = (rest[found.end() :], True) if found else (rest, False)
    return rest, action


def _stops(tail: str, row: Row) -> str:
    """ "(and you stop rolling ...)": it comes about once in a battle."""
    found = _STOPS.search(tail)
    if found is None:
        return tail
    row["once"] = "battle"
    return tail[: found.start()] + tail[found.end() :]


def _thrown_first(tail: str, row: Row) -> str:
    """ "The stalker rolls a save; on a success, ...", "roll a d20; on an 11+, ..."."""
    save, die = _OWN_SAVE.match(tail), _OWN_DIE.match(tail)
    if save:
        row["save"] = int(save["figure"] or _DIFFICULTY[(save["kind"] or "normal").strip().lower()])
    elif die:
        row["chance"] = f"d{die['sides']} {die['least']}+" if die["least"] else f"d{die['sides']} up to escalation"
    found = save or die
    return tail[found.end() :] if found else tail


_SHIELDED = pattern(
    rf"(?P<harm>\b(?P<type>{ONE_TYPE}) damage) (?P<said>unless it has somehow protected itself from [a-z ]{{3,30}})(?=\.?$)"
)


def _unless_shielded(tail: str, row: Row) -> tuple[str, list[str]]:
    """ "... 20 fire damage unless it has somehow protected itself from the heat": who resists it has; the rest is for the GM."""
    found = _SHIELDED.search(tail)
    if found is None or "against" in row:
        return tail, []
    row["against"] = f"not_resists {type_name(found['type'])}"
    return tail[: found.end("harm")] + tail[found.end() :], [found["said"]]


def _finished(row: Row, moment: Moment, effects: Effects, asks: bool, speaker: Speaker) -> list[Row]:
    made: Row = dict(row)
    if effects.needs:
        own = made.get("needs")
        made["needs"] = [*(own if isinstance(own, list) else []), *effects.needs]
    if effects.once and "once" not in made:
        made["once"] = effects.once
    if asks and made["when"] != "attacking":
        made["asks"] = True
    if any(row.get("inflict") == ["no_attack"] and row.get("on") == "self" for row in effects.rows):
        made["unhindered"] = True  # it may shake off what keeps it from acting
    made["effects"] = effects.written()
    if not moment.also:
        return [made]
    return [made, {**{key: value for key, value in made.items() if key != "within"}, "when": moment.also}]


_TURNS = pattern(
    rf"(?:(?:it|{SELF}) can )?(?:force the attacker to reroll the attack|reroll the attack(?: with a (?P<penalty>-\d)"
    rf" (?:attack )?penalty)?"
    rf"|(?P<negate>(?:{SELF} )?negates? the attack \(no damage or effects\))"
    r"|(?P<half>(?:it |she |he )?takes? (?:only )?half damage from (?:that|the) attack(?: instead)?))"
    r"(?P<rest> and [^.;]{3,80})?\.?$"
)
_STRUCK_ITSELF = pattern(r"when struck by an attack(?: that targets (?P<versus>AC|PD|MD))?, ")
_TARGETS_DEFENCE = pattern(rf"an attack targets {SELF}'s (?P<versus>AC|PD|MD), ")


def turns_a_hit(sentence: str, speaker: Speaker) -> tuple[Row, list[str]] | None:
    """ "Once per battle when an attack targets its MD, it can force the attacker to reroll": a free action before the damage."""
    limits: Row = {}
    needs: list[Value] = []
    rest, action = _before(sentence, limits, needs, speaker)
    head = _HEAD.match(rest)
    bare = _STRUCK_ITSELF.match(rest) or (_TARGETS_DEFENCE.match(rest[head.end() :]) if head else None)
    moment = None if bare or not head else moment_at(rest[head.end() :], speaker, True)
    if needs or action in ("quick", "standard", "move") or not (bare or (moment and moment.row["when"] == "attacked")):
        return None
    if head and _FIRST.match(head.group(0)):
        limits["once"] = (head["per"] or "battle").lower()
    if limits.get("once") not in ("battle", "round"):
        return None
    row: Row = {"kind": "close", "action": "interrupt" if action == "interrupt" else "free", "trigger": "self_hit"}
    row["usage"] = f"{limits.get('times', 1)}/{limits['once']}"
    if bare:
        tail = bare.string[bare.end() :]
        versus: list[Value] = [bare["versus"].upper()] if bare["versus"] else []
    else:
        assert moment is not None
        tail = rest[head.end() + moment.end :] if head else ""
        if set(moment.row) - {"when", "roll", "versus"} or not _only_faces(str(moment.row.get("roll", "")), row):
            return None
        found = moment.row.get("versus")
        versus = found if isinstance(found, list) else []
    if versus:
        row["versus"] = versus
    said = _TURNS.match(tail.strip())
    if said is None:
        return None
    effect: Row = {"negate": True} if said["negate"] else {"halve": True} if said["half"] else {"reroll": int(said["penalty"] or 0)}
    effects: list[Value] = [effect]
    return {**row, "targets": {"who": "self"}, "hit": effects}, [speaker.unmark(said["rest"]).strip()] if said["rest"] else []


def _only_faces(roll: str, row: Row) -> bool:
    """The natural rolls it answers; hits are what it answers anyway, misses and crits alone it cannot."""
    faces = roll.removeprefix("natural ").removesuffix("hit").strip()
    if faces in ("crit", "miss") or faces.endswith(" miss"):
        return False
    if faces:
        row["natural"] = faces
    return True
