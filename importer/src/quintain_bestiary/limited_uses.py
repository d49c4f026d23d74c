"""Traits that are powers with few uses: "Once per battle as a move action, the imp can teleport nearby", "three times per
battle, the imp can make a prick attack as a free action", "once per battle when an attack hits it, it can force a reroll".

A sentence is read whole or not at all, and becomes a power of the block; the others are given back.
"""

from __future__ import annotations

import re

from quintain_bestiary.effects import read_effects
from quintain_bestiary.labels import Use
from quintain_bestiary.limits import IT
from quintain_bestiary.phrases import AMOUNT, ONE_TYPE, amount, pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.standing import SENTENCES, mark_own
from quintain_bestiary.stories import tells_nothing
from quintain_bestiary.text import Row, Value, folded, number

_TIMES = r"(?P<times>once|twice|thrice|(?:one|two|three|four|five) times?) (?:per|each|a|in a) (?P<per>battle|round|turn)"
_DIE = r"(?:when|while|if|on (?:rounds|turns) when) the escalation die is (?P<die>even|odd|\d\+)"
_STATE = rf"(?:when|while|if) (?:{IT} (?:is|isn't|'s) |it's |not )?(?P<state>staggered|unengaged|not engaged|engaged)"
_ACTION = r"as an? (?P<action>free|quick|move|standard) action(?: (?:during|on) its turn)?"
_ROUND = r"\((?P<round>once) (?:per|each) round\)"
_HEADS = tuple(pattern(rf"{part}[,;]? (?:and )?") for part in (_TIMES, _DIE, _STATE, _ACTION, _ROUND))
_TAILS = tuple(
    pattern(rf",? {part}(?=[ ,.]|$)")
    for part in (_ACTION, _DIE, _STATE, _TIMES, _ROUND, r"(?P<round>once) (?:per round|on its turn)")
)
_CAN = pattern(rf"{IT} (?:can|may) (?:also |choose to )?|{SELF} (?=heals? |pops? free)|(?=make an? {OWN_ATTACK})")
_STORY = pattern(
    r",? (?:and then reappear|or to a location it can't see\b[^.;]{0,120}|landing [^.;,]{3,40})(?=[.]?$|,)"
    r"|(?<=can )(?:become invisible, (?=pop)|pass through [a-z ]{3,40} or (?=pop))"
)
"""What only tells how it looks, or leads where no zone is."""
_GERUND = pattern(r", (?P<said>[a-z]+ing [^.;,]{3,90})(?=[.]?$)")
_UNHINDERED = pattern(
    r", [a-z]+ing [^.;,]{3,60} in a way that can't be intercepted and (?:that )?doesn't provoke (?:opportunity )?attacks"
)


class _Said:
    """What stands around the act: how often, with which action, in which state."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}

    def take(self, match: re.Match[str]) -> None:
        self.words |= {key: value.lower() for key, value in match.groupdict().items() if value}

    def power(self, name: str, effects: list[Row], grants: bool) -> Row | None:
        """The power as the format has it; None where nothing says what it costs."""
        said = self.words
        action = said.get("action")
        if action is None:
            return None
        row: Row = {"name": name, "kind": "close", "action": action}
        if "times" in said:
            per = "round" if said["per"] == "turn" else said["per"]
            row["usage"] = f"{number(said['times'].removesuffix(' time').removesuffix(' times'))}/{per}"
        elif action == "free" or "round" in said or (grants and action == "quick"):
            row["usage"] = "1/round"
        if "round" in said and str(row.get("usage", "")).endswith("/battle"):
            row["per_round"] = 1
        needs = self._needs()
        if needs:
            row["needs"] = needs
        row["targets"] = _targets(effects)
        row["hit"] = list(effects)
        return row

    def _needs(self) -> list[Value]:
        found: list[Value] = []
        die, state = self.words.get("die"), self.words.get("state")
        if die:
            found.append(f"escalation_{die}" if die.isalpha() else f"escalation {die}")
        if state:
            found.append({"staggered": "self_staggered", "engaged": "engaged"}.get(state, "free"))
        return found


def _targets(effects: list[Row]) -> Row:
    """On whom the power is used: somebody to go at, an enemy for two attacks, else its user."""
    if any("rush" in row for row in effects):
        return {"range": "faraway", "filter": "not_engaged_with_it"}
    return {"range": "engaged"} if any(row.get("at") == "same" for row in effects) else {"who": "self"}


# -- acts ---------------------------------------------------------------------------------------------------------------

_WHERE = (
    r"(?: (?:to )?(?:anywhere|somewhere|a|any|another)?(?: location)?(?: nearby)?(?: location)?(?: it can see)?)?(?: nearby)?"
    r"(?: or far ?away)?(?: to a location it can see)?"
)
_ACTS: tuple[tuple[re.Pattern[str], Row], ...] = (
    (pattern(rf"teleports?{_WHERE}(?=$|[ ,])"), {"teleport": "self"}),
    (pattern(r"sink into [a-z ]{3,20} and emerge somewhere nearby"), {"teleport": "self"}),
    (
        pattern(
            rf"pops? free(?: (?:from|of) (?:(?:each|all|every|any) enem(?:y|ies)(?: engaged with (?:it|{SELF}))?))?(?! from| of)"
        ),
        {"pop_free": "self"},
    ),
    (
        pattern(
            r"(?:move|fly|jump(?: across the battlefield)?|leap)(?: away)?(?: and engage an? nearby enemy"
            r"| to engage an? nearby enemy)?(?: somewhere nearby)?(?=$|[ ,])(?! or| into| through| an? | and )"
        ),
        {"free_move": "self"},
    ),
)
_SPUR = pattern(
    rf"(?:spur|allow|command|order) (?:one|a) nearby ally(?: (?:that has resistance to|with resistance to|that resists)"
    rf" (?P<resists>{ONE_TYPE}))? (?:into making|to make) an? (?:basic |melee |at-will )?attack as a free action"
)
_RUSH = pattern(
    r"(?:engage an? nearby or far ?away enemy"
    r"|take two move actions,? but (?:it )?(?:must|has to) (?:finish|end) (?:its|the) (?:second )?move engaged with an enemy)"
    r"(?=$|[ ,.])"
)
"""A way into melee that one move is not enough for."""
_BOUGHT_END = pattern(r"take ", AMOUNT, r" damage to end (?:any|an|one) (?:ongoing |save ends )?effect (?:on|affecting) it")
_FLIES_OFF = pattern(
    r"(?:fly|leap|jump|rise)(?: [a-z ]{0,30})?, popping free (?:from|of) (?:all enemies|each enemy) engaged with it(?=,? and )"
)
_BOTH = pattern(
    rf"make an? (?P<one>{OWN_ATTACK}) attack and an? (?P<single>single )?(?P<two>{OWN_ATTACK}) attack(?: \(one attack roll\))?"
    r" against the same (?:enemy|target)"
)
_HEAL = pattern(r"heals? ", AMOUNT, r" (?:hp|hit points)")
_SAVE = pattern(r"rolls? a save against (?P<which>one|an?|each|every|all) (?:save ends |ongoing )?effects?(?: (?:on|affecting) it)?")
_ATTACK = pattern(
    rf"(?:make|use) (?:(?P<count>two|three) |an? |its |another )?(?P<attack>{OWN_ATTACK})(?: attacks?)?",
    r"(?P<aim> against (?:a nearby enemy|an enemy|one enemy|an? (?P<state>stuck|grabbed|dazed|staggered) enemy"
    r"|(?P<left>each enemy that was engaged with it)))?",
)
_JOIN = pattern(r",? and (?:then )?(?:it )?(?:can )?|, ")


def _acts(sentence: str, at: int, speaker: Speaker) -> tuple[list[Row], int, list[str]]:
    """The acts from this place on, where they end, and the attacks among them; nothing where one is not known."""
    rows: list[Row] = []
    attacks: list[str] = []
    while True:
        made, end = _act(sentence, at, speaker)
        if not made:
            return [], -1, []
        rows.extend(made)
        attacks.extend(str(row["attack"]) for row in made if "attack" in row and "on" not in row)
        join = _JOIN.match(sentence, end)
        if join is None or not _act(sentence, join.end(), speaker)[0]:
            return rows, end, attacks
        at = join.end()


def _act(sentence: str, at: int, speaker: Speaker) -> tuple[list[Row], int]:
    """One act: its rows, and where it ends; no rows where none is known."""
    found = _bargain(sentence, at, speaker)
    if found:
        return found
    row, end = _single_act(sentence, at, speaker)
    return ([row], end) if row else ([], -1)


def _bargain(sentence: str, at: int, speaker: Speaker) -> tuple[list[Row], int] | None:
    """Acts of more than one row: something is paid or left for it, or two attacks are made."""
    match = _BOUGHT_END.match(sentence, at)
    if match:
        return [{"damage": amount(match["amount"]), "on": "self"}, {"shake_off": "one", "on": "self"}], match.end()
    match = _FLIES_OFF.match(sentence, at)
    if match:
        return [{"pop_free": "self"}], match.end()
    match = _BOTH.match(sentence, at)
    if match is None:
        return None
    one: Row = {"attack": speaker.attack_meant(match["one"]), "at": "same"}
    two: Row = {"attack": speaker.attack_meant(match["two"]), "at": "same"}
    return [one, two | ({"times": 1} if match["single"] else {})], match.end()


def _single_act(sentence: str, at: int, speaker: Speaker) -> tuple[Row | None, int]:
    for phrase, row in _ACTS:
        match = phrase.match(sentence, at)
        if match:
            return dict(row), match.end()
    match = _SPUR.match(sentence, at)
    if match:
        spurred: Row = {"attack": "basic", "on": "ally"}
        return spurred | ({"among": f"resists {type_name(match['resists'])}"} if match["resists"] else {}), match.end()
    match = _RUSH.match(sentence, at)
    if match:
        return {"rush": True}, match.end()
    match = _HEAL.match(sentence, at)
    if match:
        return {"heal": amount(match["amount"]), "on": "self"}, match.end()
    match = _SAVE.match(sentence, at)
    if match:
        each = match["which"].lower() in ("each", "every", "all")
        return {"shake_off": "save_each" if each else "save_one", "on": "self"}, match.end()
    match = _ATTACK.match(sentence, at)
    if match and not match["state"]:
        made: Row = {"attack": speaker.attack_meant(match["attack"])}
        if match["count"]:
            made["times"] = number(match["count"])
        return made | ({"at": "left"} if match["left"] else {}), match.end()
    return None, -1


# -- answers to a hit ------------------------------------------------------------------------------------------------------

_NATURAL = r"a natural (?P<natural>even|odd|\d{1,2}\+|\d{1,2}-\d{1,2})(?: attack roll| attack| hit| roll)?"
_DEFENCE = r"(?:(?:'s (?P<defence>AC|PD|MD))| with an? attack against (?P<defence2>AC|PD|MD))?"
_REROLL = r"force (?:the attacker|an enemy|that enemy) to reroll (?:the|an|that) attack(?: roll)?(?: with a (?P<penalty>-\d) penalty)?"
_WARD = r"(?: and (?:it )?has resist damage (?P<ward>\d{1,2})\+ against that attack)?"
_ANSWERS: tuple[re.Pattern[str], ...] = (
    pattern(
        rf"{_TIMES}(?:,? as a free action)?,? when (?:an attack (?:targets|hits) {IT}{_DEFENCE}"
        rf"|an enemy (?:hits {IT}{_DEFENCE.replace('defence', 'defence_')}|rolls {_NATURAL} against {IT})),",
        rf" {IT} (?:(?:can )?{_REROLL}{_WARD}|(?:can )?(?P<all>negates? the attack(?: \(no damage or effects\))?)){{0,1}}$",
    ),
    pattern(
        rf"{_TIMES}(?:,? as a free action)?,? {IT} can try to avoid a (?P<notcrit>non-critical )attack that hits it[.;] ",
        r"the attacker must reroll the attack roll(?: with a (?P<penalty>-\d) penalty)?$",
    ),
    pattern(
        rf"(?P<first>the first time) {IT} is hit by an attack(?: against (?P<defence>AC|PD|MD))?, reroll the attack",
        r"(?: with a (?P<penalty>-\d)(?: attack)? penalty)?$",
    ),
    pattern(
        rf"{_TIMES} when an attack would hit {IT}, (?P<miss>the attack misses instead)",
        rf"(?: and {IT} (?P<hop>teleports to a nearby location(?: it can see)?))?(?: as a free action)?$",
    ),
    pattern(
        rf"{_TIMES},? when (?:{IT} is )?(?:struck|hit) by an attack that targets (?P<defence>AC|PD|MD), (?:{IT} )?takes?"
        r" (?P<half>half damage) from that attack(?: instead)?$",
    ),
    pattern(
        rf"{_TIMES},? (?:as a free action,? )?{IT} can (?P<spell>force an enemy to reroll a spell attack that target(?:ed|s) it)",
        r"(?P<dieless>; the attacker can't use the escalation die for the reroll)?$",
    ),
    pattern(r"ignore all (?P<undamaged>damage) from a hit (?P<notcrit>\(but not a crit\) )?against (?P<defence>AC|PD|MD)$"),
)


def _answer(sentence: str, name: str, group: bool) -> Row | None:
    """A power that answers a hit on the creature."""
    for phrase in _ANSWERS:
        match = phrase.match(sentence)
        if match is None:
            continue
        said = {key: value for key, value in match.groupdict().items() if value}
        effects = _softened(said, match.group(0).lower())
        if not effects or not ("times" in said or "first" in said or group):
            return None
        times = number(said["times"].lower().removesuffix(" times").removesuffix(" time")) if "times" in said else 1
        per = "round" if said.get("per", "battle").lower() in ("turn", "round") else "battle"
        row: Row = {"name": name, "kind": "close", "action": "free", "usage": f"{times}/{per}", "trigger": "self_hit"}
        defence = said.get("defence") or said.get("defence2") or said.get("defence_") or said.get("defence_2")
        if defence:
            row["versus"] = [defence.upper()]
        if "natural" in said:
            row["natural"] = said["natural"].lower()
        if "notcrit" in said:
            row["not_crits"] = True
        if "spell" in said:
            row["answers"] = ["spell"]
        if group:
            row["group_uses"] = True
        row["hit"] = list(effects)
        return row
    return None


def _softened(said: dict[str, str], words: str) -> list[Row]:
    if "half" in said:
        return [{"halve": True}]
    if "undamaged" in said:
        return [{"foil": "damage"}]
    if "all" in said:
        return [{"negate": True}]
    if "spell" in said:
        return [{"reroll": 0, "without_die": True}] if "dieless" in said else [{"reroll": 0}]
    rows: list[Row] = [{"foil": "miss"} if "miss" in said else {"reroll": int(said.get("penalty", "0"))}]
    rows += [{"teleport": "self"}] if "hop" in said else []
    rows += [{"ward": int(said["ward"])}] if "ward" in said else []
    return rows if "miss" in said or "reroll" in words else []


# -- a sentence, a trait -------------------------------------------------------------------------------------------------

_GLOSS = pattern(r"\s*\([^()]*\bif you forget\b[^()]*\)|\s*this movement doesn't provoke opportunity attacks")
_TO_BE_JOINED = re.compile(r"(attack that (?:hits|targeted|targets) it)\.\s+(?=the attacker (?:must|can't use))", re.IGNORECASE)
_TAKES_BACK = pattern(r"\brandom|\bthis (?:ability|power)\b|\bonly (?:if|when|while)\b|\bunless\b|\btakes? \d|\bmust\b")
_EXTRA_MOVE = pattern(rf"{IT} gains an extra move action(?: {_DIE})?$")
_OWN = {"teleport", "free_move", "pop_free", "heal", "temp_hp", "attack", "invisible", "modifier", "shake_off", "escalation", "regain"}


def take_powers(name: str, text: str, block: Row, speaker: Speaker, uses: dict[str, Use]) -> str:
    """Writes the powers a trait speaks of into the block, and gives back the sentences that were not read."""
    marked = _TO_BE_JOINED.sub(r"\1; ", mark_own(text, speaker))
    marked = _STORY.sub("", _GLOSS.sub("", marked))
    left: list[str] = []
    made: list[Row] = []
    group = "(group)" in name.lower() or name.lower().startswith("[group ability]")
    title = _title(name, block)
    for sentence in SENTENCES.split(marked):
        said = sentence.strip().rstrip(".")
        row = _answer(said, title, group) or _power(said, title, speaker, uses) if said else None
        if row is not None and not made:
            made.append(row)
        elif said:
            left.append(sentence.strip())
    left = [one for one in left if not (made and _after_the_miss(one, made[0], speaker))]
    if not made or any(_TAKES_BACK.search(one) for one in left):
        return text
    powers = block.setdefault("powers", [])
    if isinstance(powers, list):
        powers.extend(made)
    return speaker.unmark(" ".join(left)).strip()


_IF_IT_MISSES = pattern(rf"if the attack misses, {IT} can make an? (?P<attack>{OWN_ATTACK}) attack as (?:a )?free action\.?$")


def _after_the_miss(sentence: str, row: Row, speaker: Speaker) -> bool:
    """ "If the attack misses, it can make a bite attack": belongs to a power that answered it. Taken?"""
    match = _IF_IT_MISSES.match(sentence)
    if match is None or row.get("trigger") != "self_hit":
        return False
    row["miss"] = [{"attack": speaker.attack_meant(match["attack"])}]
    return True


def _title(name: str, block: Row) -> str:
    """A name of its own, because uses are kept by it."""
    plain = re.sub(r"^\[[^\]]*\]\s*|\s*\(group\)$", "", " ".join(name.split()).strip(" .:"), flags=re.IGNORECASE) or "Power"
    rows = [one for key in ("attacks", "powers") for one in _rows(block.get(key))]
    taken = {str(row.get("name")) for row in rows}
    return plain if plain not in taken else f"{plain} (power)"


def _rows(value: Value) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _power(sentence: str, title: str, speaker: Speaker, uses: dict[str, Use]) -> Row | None:
    """ "[how often] [with which action] [when] it can DO THIS [with which action] [when]"."""
    said = _Said()
    extra = _EXTRA_MOVE.match(sentence)
    if extra:
        said.take(extra)
        said.words |= {"action": "free"}
        return said.power(title, [{"free_move": "self"}], False)
    jump = _UNHINDERED.search(sentence)
    sentence = _UNHINDERED.sub("", sentence)
    at = _around(sentence, 0, _HEADS, said)
    can = _CAN.match(sentence, at)
    if can is None:
        return None
    rows, end, attacks = _acts(sentence, can.end(), speaker)
    if not rows:
        rows, end = _effects(sentence[at:], speaker, said), len(sentence)
    if not rows:
        return None
    if jump:
        rows = [{"teleport": "self"} if "free_move" in row else row for row in rows]
    end = _around(sentence, end, _TAILS, said) if end < len(sentence) else end
    story = _GERUND.match(sentence, end)
    if story and tells_nothing(story["said"]):
        end = story.end()
    if end < len(sentence) or any(_waits(name, uses) for name in attacks):
        return None
    return said.power(title, rows, bool(attacks))


def _around(sentence: str, at: int, phrases: tuple[re.Pattern[str], ...], said: _Said) -> int:
    going = True
    while going:
        going = False
        for phrase in phrases:
            match = phrase.match(sentence, at)
            if match and match.end() > at:
                said.take(match)
                at, going = match.end(), True
    return at


def _waits(name: str, uses: dict[str, Use]) -> bool:
    """An attack that waits for its occasion takes it itself."""
    use = uses.get(folded(name))
    return use is not None and "granted" in use.needs


_COST = pattern(r",? as an? (?P<action>free|quick|move|standard) action")


def _effects(text: str, speaker: Speaker, said: _Said) -> list[Row]:
    """What the effects grammar makes of the act, where it is about the creature and its allies only."""
    cost = _COST.search(text)
    if cost:
        said.take(cost)
        text = text[: cost.start()] + text[cost.end() :]
    found = read_effects(speaker.unmark(text), speaker, hits_only=False)
    if found.kept or found.needs or found.once or not found.rows:
        return []
    for row in found.rows:
        moves = [row.get(key) for key in ("teleport", "free_move", "pop_free")]
        own = row.get("on") in ("self", "each_ally", "ally") or "self" in moves
        if not _OWN & set(row) or not (own or {"invisible", "attack", "escalation", "regain"} & set(row)):
            return []
    return found.rows
