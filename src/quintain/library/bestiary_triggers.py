"""Traits that happen by themselves when their moment comes: read into the occasions of a stat block.

Sentence by sentence: what stands before the moment ("Once per round ..."), the moment, what must be thrown first, and the
consequence, which the effects grammar reads. A sentence of which the consequence cannot be read stays text.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from quintain.library.bestiary_effects import Effects, read_effects
from quintain.library.bestiary_field import (
    PLAINLY,
    before_contact,
    condition_at,
    ignored_by,
    moment_of_field,
    one_of_them,
    opened,
    reworded,
    unlocked_by,
)
from quintain.library.bestiary_moments import Moment, moment_at
from quintain.library.bestiary_own import own_sentences
from quintain.library.bestiary_pages import Entry
from quintain.library.bestiary_phrases import ONE_TYPE, pattern, type_name
from quintain.library.bestiary_speaker import OWN_ATTACK, SELF, Speaker
from quintain.library.bestiary_text import DICE, Row, Value, number
from quintain.library.bestiary_wordings import STORY, reason


@dataclass
class Triggers:
    """What a text's moments came to."""

    rows: list[Row] = field(default_factory=list)
    powers: list[Row] = field(default_factory=list)
    """Powers that turn or soften a hit before its damage."""
    waits: list[str] = field(default_factory=list)
    """Attacks that are not to be had before one of these moments."""
    left: list[str] = field(default_factory=list)
    """Words the game master still has to apply."""


_GOES_ON = pattern(
    r"(?:on a (?:success|failure|fail)|if (?:it|the save|that save) (?:fails|succeeds)|if (?:the save|they) fails?|on an?"
    r" \d{1,2}\+|if the roll"
    r"|if (?:it's|you roll|the result) |in addition, the crit range of attacks by |the [a-z]+-up enemy is |this does"
    r" not count as a use |creatures that resist [a-z ]{3,20} damage ignore this effect"
    rf"|{SELF} can then (?:make|perform|use) its {OWN_ATTACK})"
)
"""A sentence that begins so belongs to the one before it."""
_SENTENCE = re.compile(r"(?<=[.!])(?<!vs\.)(?<!esc\.)(?<!etc\.)\s+|\n\s*")
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
_THAT_ONE = pattern(
    r"\b(?:that|the|this|said) (?:triggering |[a-z]+-up )?(?:enemy|creature|attacker|foe|opponent)(?!'s| of| is engaged| engaged)\b"
)
_AGAINST_IT = pattern(r"(?<=\bto )(?:that attacker|them)\b|(?<=\bagainst )them\b")
_OWN_VERBS = r"(?:can|may|gains?|heals?|makes?|regains?|pops?|teleports?|deals?|moves?|uses?|also|immediately|adds?"
_HE_HEAD = pattern(rf"(?:^|(?<=, )|(?<=, and )|(?<= and )|(?<=; ))(?:it|she|he|they) (?={_OWN_VERBS})\b)")
_HE_FIRST = pattern(r"^(?:it|she|he) (?=[a-z]+s? )")
_HE_SUFFERS = pattern(r"(?:^|(?<=, ))(?:it|she|he|they) (?=(?:takes|must|rolls|loses|is|becomes)\b)")
_OTHERS_FIRST = pattern(r"(?:each|all|one|any) (?:[a-z]+ )?(?:enem(?:y|ies)|creatures?|foes?)\b")
"""Where a consequence begins with somebody else, "it takes" and "it is" mean that one."""
_STOPS = pattern(r" \(and you stop rolling [^()]{3,60}\)|,? until the roll succeeds")
_MAY = pattern(rf"^(?:then )?(?:{SELF}|it|she|he) (?:can|may) ")
_HEADER = pattern(
    r"\bchoose (?:one|either|two)\b(?! random)|different abilities based on|\bone of the following\b(?! [a-z ]{0,20}attacks: )"
    r"|\broll a d\d+ (?:on|to determine)\b"
)
_MORE_OF_THESE = pattern(r"\badd (?:one|two|one or two) (?:more|other) [a-z]+s\b")
_ONLY_SOME = pattern(
    r"\bonly\)|\bforms?\)|\bicon|\bfollowing\b|^\d|\d\s?-\s?\d|\broll\b|\beffect$|^path of\b"
)
_NATURE = pattern(r"(?:undead|plant|humanoid)(?: nature)?$")
"""What a creature is besides; one of several must be chosen."""


def readable(entries: tuple[Entry, ...], lists: Collection[str] = ()) -> list[bool]:
    """Which traits of a block always hold: not the items of a list to choose from, nor what only some of its forms have.

    `lists`: headings whose items have been taken out, so that what stands below them are traits again.
    """
    if any(_MORE_OF_THESE.search(entry.text) for entry in entries):
        return [False] * len(entries)
    made: list[bool] = []
    natures = [entry.name for entry in entries if _NATURE.match(entry.name.strip())]
    choosing = False
    for entry in entries:
        opens = _HEADER.search(entry.text) is not None and not entry.riders and entry.name not in lists
        choosing = choosing or opens
        some = _ONLY_SOME.search(entry.name.strip()) is not None or (len(natures) > 1 and entry.name in natures)
        made.append(not choosing and not entry.riders and not some and len(entry.name) <= 60)
    return made


def read_triggers(name: str, text: str, speaker: Speaker, waiting: tuple[str, ...] = ()) -> Triggers:
    """The occasions of one trait, and what of it was not read. `waiting`: attacks of the block that wait to be allowed."""
    made = Triggers()
    freed = _NEW_ATTACK.search(speaker.mark(text)) if len(waiting) == 1 else None
    if freed:
        effects: list[Value] = [{"unlocks": waiting[0], "on": "self", "until": "end of battle"}]
        row: Row = {"name": name, "when": "turn_start", "chance": f"d{freed['sides']} up to escalation", "once": "battle"}
        return Triggers([{**row, "effects": effects}], left=[f"{freed['form']} form"])
    marked = reworded(_own_name(speaker.mark(text), speaker), speaker)
    form = _FORM.search(marked)
    if form:
        marked = f"{marked[: form.start()]}it {form['gain']} until the end of the battle{form['stop'] or ''}.{marked[form.end() :]}"
        made.left.extend(f"{form['form']} form{form['more'] or ''}".split(" and ", 1))
    marked = _IF_IT_DOES.sub(lambda found: f"as a free action, {found['moment'][0].lower()}{found['moment'][1:]}it ", marked)
    own, marked, told = own_sentences(_AT_ONCE.sub(lambda found: found["then"], marked), name, speaker)
    made.rows.extend({"name": name, **row} for row in own)
    made.left.extend(told)
    marked = _OR_WHEN.sub(lambda found: _set_aside(found, made, speaker), marked)
    for sentence in _sentences(marked):
        kept: list[str] = []
        rows = _worse_when_staggered(sentence.strip(), speaker) or _by_result(sentence.strip(), speaker)
        if not rows:
            rows, kept = _read(sentence.strip(), speaker)
        turned = None if rows else _turns_a_hit(sentence.strip(), speaker)
        if turned:
            made.powers.append({"name": name, **turned[0]})
            made.left.extend(turned[1])
        elif made.rows and not rows and (spared := _NOT_SET_OFF.match(sentence)):
            _leave_out(made.rows, spared["what"])
        elif made.rows and not rows and _EVEN_THEN.match(sentence):
            made.rows[-1]["unhindered"] = True
        elif made.rows and not rows and (_EXPLAINS.match(sentence.strip()) or _follows_damage(sentence, made.rows[-1], speaker)):
            continue
        elif rows:
            made.waits.extend(unlocked_by(rows))
            made.rows.extend({"name": name, **row} for row in rows)
            made.left.extend(kept)
        else:
            made.left.append(speaker.unmark(sentence).strip())
    return made


_IF_IT_DOES = pattern(
    rf"(?P<moment>(?:the first time|when(?:ever)?|once per)[^.;]{{5,90}}, )(?:it|{SELF}) can choose to [a-z ]{{3,30}} as a free"
    r" action\. if it does, it (?=gains\b)"
)
"""A choice with a name of its own, drawn into what it means."""
_NOT_SET_OFF = pattern(
    rf"(?P<what>(?:(?:{ONE_TYPE})|opportunity) attacks(?: and (?:(?:{ONE_TYPE})|opportunity) attacks)?)"
    r" (?:don't|do not) trigger this ability\.?$"
)


def _leave_out(rows: list[Row], words: str) -> None:
    """ "Force attacks and opportunity attacks don't trigger this ability"."""
    types: list[Value] = [type_name(each) for each in re.findall(rf"\b(?:{ONE_TYPE})\b", words, re.IGNORECASE)]
    for row in rows:
        row |= {"except": types} if types else {}
        row |= {"opportunity": "never"} if "opportunity" in words.lower() else {}


_AT_ONCE = pattern(
    r"(?<=, )all [a-z\ue000-\uefff ]{3,40} can (?P<deed>[a-z]{3,12}) as a free action\. when [a-z\ue000-\uefff ]{1,40} (?P=deed),"
    r" (?P<then>[^.]{5,250}\.)(?: new (?P=deed)s extend the duration [^.]{5,140}\.)?"
)
"""A deed with a name ("all hounds can bay as a free action. When the hounds bay, ..."): what it brings."""
_OR_WHEN = pattern(r"(?<=[a-z\ue000-\uf8ff]) OR (?P<said>when [^,.]{5,80})(?=, )")
"""A second moment of the same sentence, told apart by capitals; where it is not understood, the first still holds."""
_NEW_ATTACK = pattern(
    rf"^roll a d(?P<sides>\d{{1,2}}) at the start of each of {SELF}'s turns\. if you roll (?:less than or equal to|equal to or"
    rf" less than)"
    rf" the escalation die,? (?:it|{SELF}) shifts into (?P<form>[a-z ]{{3,30}}) form until the end of the battle\. while in"
    rf" this form,?"
    rf" (?:it|{SELF}) gains the following improved attack(?: \(and you stop rolling [^()]{{3,60}}\))?[:.]?\s*$"
)
"""A form it takes for the rest of the battle, in which it has an attack that it had to wait for until then."""
_FORM = pattern(
    rf"(?:it|{SELF}) shifts into (?P<form>[a-z ]{{3,30}}) form until the end of the battle\. while in this form, (?:it|{SELF}) "
    r"(?P<gain>gains [^.;()]{3,60}?)(?P<more> and the [a-z ]{3,40} ability)?(?P<stop> \(and you stop rolling [^()]{3,60}\))?\."
)
"""A form it takes for the rest of the battle, as far as that is a bonus."""


def _set_aside(found: re.Match[str], made: Triggers, speaker: Speaker) -> str:
    made.left.append(speaker.unmark(found["said"]))
    return ""


_TURNS = pattern(
    rf"(?:(?:it|{SELF}) can )?(?:force the attacker to reroll the attack|reroll the attack(?: with a (?P<penalty>-\d)"
    rf" (?:attack )?penalty)?"
    rf"|(?P<negate>(?:{SELF} )?negates? the attack \(no damage or effects\))"
    r"|(?P<half>(?:it |she |he )?takes? (?:only )?half damage from (?:that|the) attack(?: instead)?))"
    r"(?P<rest> and [^.;]{3,80})?\.?$"
)
_STRUCK_ITSELF = pattern(r"when struck by an attack(?: that targets (?P<versus>AC|PD|MD))?, ")
_TARGETS_DEFENCE = pattern(rf"an attack targets {SELF}'s (?P<versus>AC|PD|MD), ")


def _turns_a_hit(sentence: str, speaker: Speaker) -> tuple[Row, list[str]] | None:
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


_EXPLAINS = pattern(
    r"it can be an ongoing effect, an? (?:[^.]{5,120})\.$|use your sense of what is [^.]{5,220}\.$|\((?:note that|it"
    r" was) [^()]{5,260}\)$"
)
"""Advice to the game master on what the rules do anyway."""
_ENOUGH = pattern(
    r"if (?:it|the target|that (?:enemy|creature)) takes (?P<least>\d{1,3}) or more damage this way(?: (?:during|in) a single turn)?, "
    r"(?:it|the target)(?:'s| is) also (?P<rest>[^.;]{5,80})\.?$"
)


def _follows_damage(sentence: str, row: Row, speaker: Speaker) -> bool:
    """ "If it takes 31 or more damage this way, it's also confused until ...": hangs on the damage of the occasion before it."""
    match = _ENOUGH.match(sentence.strip())
    effects = row.get("effects")
    hurts = [one for one in effects if isinstance(one, dict) and "damage" in one] if isinstance(effects, list) else []
    more = read_effects(f"the target is {speaker.unmark(match['rest'])}", speaker, hits_only=False) if match else Effects()
    if match is None or len(hurts) != 1 or more.kept or not more.rows:
        return False
    hurts[0] |= {"enough": int(match["least"]), "then": more.written()}
    return True


_EVEN_THEN = pattern(
    rf"(?:it|{SELF}) can (?:heal|cancel|do this|use this)[a-z ]{{0,40}} even (?:if|while|when) (?:it's|it is) prevented from"
    rf" taking actions[^.]{{0,60}}\.?$"
)
_WORSE = pattern(
    rf"^(?P<moment>.{{5,80}}, )(?:it|{SELF}) takes (?P<least>[^.;,]{{3,30}} damage), or (?P<most>[^.;,]{{3,30}} damage) if"
    rf" (?:it's|it is) staggered\.?$"
)


def _worse_when_staggered(sentence: str, speaker: Speaker) -> list[Row]:
    """ "... it takes 1d6 damage, or 2d6 damage if it's staggered": two occasions, for before and after."""
    both = _WORSE.match(sentence)
    if both is None:
        return []
    made: list[Row] = []
    for harm, need in ((both["least"], "not_staggered"), (both["most"], "self_staggered")):
        rows, kept = _read(f"{both['moment']}it takes {harm}.", speaker)
        if len(rows) != 1 or kept:
            return []
        needs: list[Value] = [need]
        made.append({**rows[0], "needs": needs})
    return made


def _own_name(marked: str, speaker: Speaker) -> str:
    """ "When a creature attacks grandmother": its name without an article, where it is attacked."""
    name = re.escape(speaker.name.lower().split(" (")[0])
    attacked = pattern(rf"(\b(?:attacks|hits|misses) )({name})(?=,)")
    return attacked.sub(lambda found: found[1] + speaker.note(found[2]), marked)


_BY_RESULT = pattern(
    rf"^(?P<moment>when(?:ever)? an? (?:enemy|creature) attacks {SELF}, )(?:it|that (?:enemy|creature)) takes"
    r" (?P<hit>[^.;,]{1,24} damage)(?: of [^.;,]{3,50})? on a hit,? or (?P<miss>[^.;,]{1,24} damage)(?: of that type)? on a miss\.?$"
)


def _by_result(sentence: str, speaker: Speaker) -> list[Row]:
    """ "When a creature attacks it, it takes 2d6 damage on a hit, or 4 damage on a miss": two occasions."""
    both = _BY_RESULT.match(sentence)
    made: list[Row] = []
    for result in ("hit", "miss") if both else ():
        rows, kept = _read(f"{both['moment']}it takes {both[result]}." if both else "", speaker)
        if len(rows) != 1 or kept:
            return []
        made.append({**rows[0], "roll": result})
    return made


def _sentences(marked: str) -> list[str]:
    """Sentences, each with those that hang on it."""
    found: list[str] = []
    for sentence in _SENTENCE.split(marked):
        if found and _GOES_ON.match(sentence):
            found[-1] = f"{found[-1]} {sentence}"
        elif sentence.strip():
            found.append(sentence)
    return found


def _read(sentence: str, speaker: Speaker) -> tuple[list[Row], list[str]]:
    """The occasions of one sentence; none where any condition of it was not understood."""
    limits: Row = {}
    needs: list[Value] = []
    rest, actor = _before(sentence.rstrip(), limits, needs, speaker)
    if actor in ("quick", "standard", "move"):
        return [], []
    head = _HEAD.match(rest)
    said = rest[head.end() :] if head else rest
    moment = moment_at(said, speaker, head is not None) or moment_of_field(said, speaker, head is not None)
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
    effects, asks = _consequence(moment, tail, actor in ("free", "interrupt"), speaker)
    if not effects.rows or not all(_may_happen(one, moment) for one in effects.rows):
        return [], []
    kept = [*([moment.told] if moment.told else []), *shielded, *effects.kept]
    kept += [text for one in effects.rows for text in _only_told(one)]
    return _finished(row, moment, effects, asks or actor in ("free", "interrupt"), speaker), kept


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


def _before(sentence: str, limits: Row, needs: list[Value], speaker: Speaker) -> tuple[str, str]:
    """Takes "Once per battle", "as a free action", "while the escalation die is odd" off the head of a sentence."""
    rest, action, going = sentence, "", True
    while going:
        often, deed, only = _OFTEN.match(rest), _ACTION.match(rest), _ONLY_WHILE.match(rest)
        company = None if often or deed or only else condition_at(rest, speaker)
        if company:
            needs.append(company[0])
            rest = rest[company[1] :]
            continue
        if often:
            limits["once"] = often["per"].lower()
            times = number(often["times"].lower().removesuffix(" times"))
            limits |= {"times": times} if times > 1 else {}
        elif deed:
            action = deed["action"].lower()
        elif only:
            die = only["die"]
            needs.append(
                f"escalation_{die.lower()}" if die and die.isalpha() else f"escalation {die}" if die
                else "self_staggered" if only["staggered"] else "free"
            )  # fmt: skip
        found = often or deed or only
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


def _consequence(moment: Moment, tail: str, free: bool, speaker: Speaker) -> tuple[Effects, bool]:
    """What happens, with everybody called as the effects grammar calls them."""
    tail = _NOT_REALLY.sub("", tail)
    spared = _SPARED.match(tail) if moment.row["when"] == "attacking" and moment.hits_only else None
    if spared:
        effects, asks = _consequence(moment, tail[spared.end() :], free, speaker)
        if effects.rows:
            effects.rows.insert(0, {"spares": "doubling" if spared["more"] else "damage"})
        return effects, asks
    said = moment.given + (
        f". {tail.strip(' ,.')}" if moment.given and tail.strip(" .,") else "" if moment.given else tail
    )
    attacking = moment.row["when"] == "attacking"
    if _BEYOND.search(said) or (attacking and "once" not in moment.row and _HE_SUFFERS.match(said)):
        return Effects(), False
    said = _AGAINST_IT.sub("the target", _THAT_ONE.sub("the target", said.strip()))
    if moment.about_self:
        others = _OTHERS_FIRST.match(said) is not None
        for phrase in (_HE_FIRST, _HE_HEAD, *(() if others else (_HE_SUFFERS,))):
            if not attacking or phrase is _HE_HEAD or "once" in moment.row:
                said = phrase.sub(lambda found: f"{speaker.itself(found.group(0).strip())} ", said)
    for phrase, plainly in (*_PLAINLY, *PLAINLY):
        said = phrase.sub(plainly, said)
    either = _MOVE_OR_STRIKE.match(said)
    if either:
        strike: Row = {"attack": speaker.attack_meant(either["attack"])}
        return Effects([{"choose": {"by": "attacker", "options": [[strike], [{"free_move": "self"}]]}}]), True
    asks = _MAY.match(said) is not None
    if free:
        said = f"as a free action, {said}"
    many = _MANY.match(said)
    read = f"the target {said[many.end() :]}" if many else said
    effects = read_effects(read, speaker, moment.hits_only and not many, rider=True)
    on = _many(many.group(0).lower()) if many else ""
    return _cleaned(effects, said, moment, on, speaker.unmark(read)), asks and not many


_MOVE_OR_STRIKE = pattern(
    rf"(?:{SELF}|it|she|he) can (?:move or make an? (?P<attack>{OWN_ATTACK}) attack) as a free action\.?$"
)
_DECLARED = {"attacked": "aimed_at", "enemy_attacks": "enemy_aims"}
"""What stands for an attack before it is rolled."""
_BEFORE_ATTACK = pattern(r" before (?:the|that|its) attack\b|(?<=targeting it) first\b")
_SPARED = pattern(r"instead of (?:taking|dealing) (?P<more>extra )?damage, (?=the target )")
_NOT_REALLY = pattern(r"(?<= is a critical hit) instead\b")
"""An "instead" that only says again what the word before it says."""
_BEYOND = pattern(
    r"\binstead\b|\bbefore (?:the|that|its) attack\b|\bunless it has somehow\b"
)
"""Words that turn a consequence into something else than what its clauses say."""
_PLAINLY: tuple[tuple[re.Pattern[str], str], ...] = (
    (pattern(r"\b(?:must )?attempts? an? (?=(?:easy |hard |normal )?save)"), "must roll a "),
    (pattern(r"\bmust save(?: \((\d{1,2})\+\))? or becomes? "), r"must roll a save (\1+); on a failure, it's "),
    (pattern(r"\bif (?:the save fails|they fail)\b"), "if it fails"),
    (pattern(r"\bthey're\b"), "it's"),
    (pattern(r" \(fyi,[^()]{3,120}\)"), ""),
    (pattern(rf"\b(is vulnerable) ({ONE_TYPE})(?= until| \()"), r"\1 to \2 damage"),
    (pattern(r"\bthat ally (?=can roll a save)"), "the target "),
    (pattern(r"^you are\b"), "the target is"),
    (pattern(r" against the target that is targeting it\b"), " against the target as a free action"),
    (pattern(rf"\bheals ({DICE}|\d{{1,3}}) damage before taking any damage from the attack\b"), r"heals \1 hp"),
    (pattern(rf"^({SELF}) [a-z ]{{3,60}} using (?:its|the) (?={OWN_ATTACK} attack)"), r"\1 makes a "),
    (
        pattern(rf"^use ({OWN_ATTACK}) as a free action, but only against the target\b"),
        r"it can make a \1 attack against the target as a free action",
    ),
    (pattern(r"[.;] this does not count as a use of [^.]{1,40}(?=\.|$)"), ""),
    (pattern(r"\byour next turn after you make the attack\b"), "the target's next turn"),
    (pattern(r"\bto a nearby (?:hidden )?(?=location)"), "to nearby "),
    (pattern(r" if it's expended\b"), ""),
    (pattern(r"\bimmediately "), ""),
    (pattern(r" from an? counter-?attack\b| (?:just )?before (?:it|she|he) dies\b"), ""),
    (pattern(rf" before {SELF} dies\b"), ""),
    (pattern(rf"^(?:{SELF}'s [a-z' -]{{3,40}}? deals? |deal )([^.;]{{1,40}}? damage) to the target\b"), r"the target takes \1"),
    (pattern(rf"^{SELF} [a-z ]{{3,60}} at the target, which takes "), "the target takes "),
    (pattern(rf"^{SELF} deals ([^.;]{{1,20}} ongoing [a-z ]{{0,20}}damage) to each enemy engaged with"
    rf" (?:it|{SELF})"), r"each enemy engaged with it takes \1"),
    (pattern(r"(?<=make )an opportunity attack(?= against (?:the target|it)\b)"), "a basic attack as a free action"),
    (pattern(r"(?<=make )a (?:final|melee) attack\b"), "a basic attack"),
    (pattern(rf"(?<=make a )({OWN_ATTACK}) (?:melee|ranged|close) (?=attack\b)"), r"\1 "),
)  # fmt: skip
_MANY = pattern(
    rf"(?:(?:each|all) (?:nearby )?(?:enemy|enemies|creature) engaged with (?:{SELF}|it)(?: at the (?:start|end) of {SELF}'s turn)?"
    rf"|each nearby (?:enemy|creature)|each foe in the battle|all nearby enemies"
    rf"|one (?:of the )?enem(?:y|ies) engaged with (?:{SELF}|it)|one nearby enemy)"
    r" (?=(?:takes?|is|are|must|rolls?|gains?|pops?)\b)"
)


def _many(words: str) -> str:
    """On whom of several it falls."""
    if words.startswith("each foe"):
        return "all_foes"
    one = words.startswith("one ")
    if "engaged" in words:
        return "one_engaged" if one else "each_engaged"
    return "one_nearby" if one else "each_creature" if "creature" in words else "each_nearby"


def _only_told(row: Row) -> list[str]:
    """What a choice offers that the rules cannot carry out."""
    offered = row.get("choose")
    ways = offered.get("options") if isinstance(offered, dict) else None
    effects = [effect for way in ways if isinstance(way, list) for effect in way] if isinstance(ways, list) else []
    return [str(effect["text"]) for effect in effects if isinstance(effect, dict) and "text" in effect]


def _cleaned(effects: Effects, said: str, moment: Moment, on: str, begins: str) -> Effects:
    """The rows with whom they fall on; nothing where the text went on with another choice."""
    if any(re.match(r"or\b", text, re.IGNORECASE) for text in effects.kept):
        return Effects()
    if effects.kept and effects.rows and begins.startswith(effects.kept[0]) and reason(effects.kept[0]) != STORY:
        return Effects()  # what was read hangs on words that were not
    for row in effects.rows:
        if on and "on" not in row and "attack" not in row:
            row["on"] = on
        if row.get("on") == "random_other" and moment.row["when"] in _ALONE:
            row["on"] = "random_nearby"
            row |= {"among": "not_engaged_with_it"} if re.search(r"\bother nearby\b", said) else {}
        if moment.among:
            row["among"] = list(moment.among)
        if moment.against:
            row["against"] = moment.against
        if row.get("at") == "other" and not re.search(r"\b(?:different|another|other|second|new)\b", said):
            row["at"] = "any"
    return effects


_ALONE = ("drops", "staggered", "turn_start", "turn_end", "battle_start", "escalation", "escalation_rises")
"""Moments about the creature itself: nobody is a target from whom others could be told apart."""
_NEVER = ("halve", "miss_damage", "harden", "text")
_ON_HITS = ("extra_damage", "double_damage", "spares")
_NOBODY = ("attack", "escalation", "free_move", "teleport", "regain")


def _may_happen(row: Row, moment: Moment) -> bool:
    """Does an effect make sense at this moment? What falls on a target needs one."""
    if any(verb in row for verb in _NEVER) or row.get("damage") == "half":
        return False
    if any(verb in row for verb in _ON_HITS):
        return moment.row["when"] == "attacking" and moment.hits_only
    if moment.other and not (moment.about_self and moment.row["when"] not in _WITH_TARGET):
        return True
    if row.get("at") == "same" and not moment.other:
        return False
    return "on" in row or any(verb in row for verb in _NOBODY) or row.get("pop_free") == "self"


_WITH_TARGET = ("attacking", "attacked", "fells_enemy", "staggers_enemy", "enemy_drops", "enemy_staggered")


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
