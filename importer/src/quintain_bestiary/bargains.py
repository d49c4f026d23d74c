"""Traits that are bargains and orders: damage taken for an effect ended, a check turned or a roll made again; enemies cowed without a
roll; a turn given up for allies; an attack that does more than it did.

A sentence, or two that belong together, is read whole or not at all; what was not read is given back.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator

from quintain_bestiary.attacks import CONDITIONS
from quintain_bestiary.effects import read_effects
from quintain_bestiary.labels import Use
from quintain_bestiary.limits import IT, Reading
from quintain_bestiary.phrases import AMOUNT, TYPE, amount, pattern, type_name
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.standing import SENTENCES, mark_own, read_sentence
from quintain_bestiary.text import DICE, Row, Value, folded, number

_TIMES = r"(?P<times>once|twice|thrice) per (?P<per>battle|round)"
_STATES = "|".join((*CONDITIONS, "staggered"))


class _Extra:
    """What a trait has come to: rows for the block under these keys."""

    def __init__(self, name: str, speaker: Speaker, block: Row, uses: dict[str, Use]) -> None:
        self.name = name
        self.speaker = speaker
        self.block = block
        self.uses = uses
        self.rows: list[tuple[str, Row]] = []

    def power(self, row: Row) -> bool:
        self.rows.append(("powers", {"name": self.name, **row}))
        return True

    def occasion(self, row: Row) -> bool:
        self.rows.append(("occasions", {"name": self.name, **row}))
        return True


Meaning = Callable[[re.Match[str], _Extra], bool]


def _usage(match: re.Match[str]) -> str:
    return f"{number(match['times'].lower())}/{match['per'].lower()}"


# -- bargains ------------------------------------------------------------------------------------------------------------

_CHECK_BOUGHT = pattern(
    rf"{IT} can turn (?:its|a) (?:own )?failed disengage check into a success by taking ", AMOUNT, r" damage"
)
_REROLL_BOUGHT = pattern(
    rf"{_TIMES},? {IT}(?P<mob> mob)? can take ", AMOUNT, r" damage to reroll (?:an|its) (?:missed )?attack(?: roll)?",
    r"(?: \([^()]{3,60}\))?"
)  # fmt: skip
_KAMIKAZE = pattern(
    r"as a standard action, ", IT, r" can deal ", AMOUNT, " ", TYPE, r"damage to one ",
    rf"(?:(?P<states>(?:{_STATES})(?:(?:, | or |, or )(?:{_STATES})){{0,4}}) )?enemy engaged with it"
    rf"(?:\. {IT} (?:also )?takes (?P<price>{DICE}|\d{{1,3}}) damage(?: from this [a-z ]{{3,30}})?(?:, killing it)?)?",
)  # fmt: skip


def _check_bought(match: re.Match[str], found: _Extra) -> bool:
    """A failed disengage check turned "into a success by taking 2d8 damage"."""
    effects: list[Value] = [{"damage": amount(match["amount"]), "on": "self"}, {"get_away": True}]
    return found.occasion({"when": "fails_disengage", "asks": True, "effects": effects})


def _reroll_bought(match: re.Match[str], found: _Extra) -> bool:
    """ "Once per round, it can take 2d6 damage to reroll an attack"."""
    effects: list[Value] = [{"damage": amount(match["amount"]), "on": "self"}, {"reroll": 0}]
    row: Row = {"kind": "close", "action": "free", "usage": _usage(match), "trigger": "self_misses"}
    if match["mob"]:
        row["group_uses"] = True
    return found.power({**row, "targets": {"who": "self"}, "hit": effects})


def _kamikaze(match: re.Match[str], found: _Extra) -> bool:
    """ "As a standard action, it can deal 2d6 poison damage to one dazed enemy engaged with it. It also takes 7 damage"."""
    harm: Row = {"damage": amount(match["amount"])}
    if match["type"]:
        harm["type"] = type_name(match["type"])
    effects: list[Value] = [harm]
    if match["price"]:
        effects.append({"damage": amount(match["price"]), "on": "self"})
    states: list[Value] = list(re.findall(_STATES, (match["states"] or "").lower()))
    targets: Row = {"filter": states} if states else {}
    return found.power({"action": "standard", "targets": targets, "hit": effects})


# -- enemies cowed, allies roused ----------------------------------------------------------------------------------------

_TERRIFIES = pattern(
    rf"{_TIMES} as a (?P<action>quick|free|standard) action[,;] {IT} can (?:terrify|frighten|scare) each "
    r"(?P<where>enemy engaged with it|nearby enemy) (?:that has|with) (?P<hp>\d{1,3}) (?:hp|hit points) or fewer"
    r"(?: \((?:they are |it's )?dazed and (?:unable to use|can't (?:add|use)) the escalation die"
    r"(?P<inside> until the end of (?:their|its) next turn)?\))?"
    r"(?P<outside> until the end of (?:their|its) next turn)?(?: as a fear effect)?"
)
_ROUSES = pattern(
    rf"{_TIMES},? {IT} can take no actions (?:during|on) its turn to (?:allow|let) (?P<count>{DICE}|one|two|three|each|all)"
    r" (?:of its )?nearby (?P<lower>lower-level )?all(?:y|ies) (?:to )?take an extra standard action during (?:their|its) next turns?"
)


def _terrifies(match: re.Match[str], found: _Extra) -> bool:
    """ "It can scare each nearby enemy with 45 hp or fewer until the end of their next turn"."""
    if not (match["inside"] or match["outside"]):
        return False
    where = "engaged" if "engaged" in match["where"].lower() else "nearby"
    targets: Row = {"count": "all", "range": where, "hp_or_fewer": int(match["hp"])}
    effects: list[Value] = [{"inflict": ["fear"], "until": "end of target's next turn"}]
    row: Row = {"kind": "close", "action": match["action"].lower(), "usage": _usage(match)}
    return found.power({**row, "targets": targets, "hit": effects})


def _rouses(match: re.Match[str], found: _Extra) -> bool:
    """ "It can take no actions during its turn to allow 1d4 nearby allies an extra standard action during their next turns"."""
    everyone = match["count"].lower() in ("each", "all")
    help_: Row = {"more_actions": "standard", "on": "each_ally" if everyone else "ally"}
    if not everyone:
        said = match["count"].lower()
        help_["count"] = said if "d" in said and said[0].isdigit() else number(said)
    if match["lower"]:
        help_["among"] = "lower_level"
    effects: list[Value] = [help_, {"inflict": ["no_actions"], "on": "self", "until": "end of turn"}]
    row: Row = {"kind": "close", "action": "standard", "usage": _usage(match), "needs": ["fresh"], "targets": {"who": "self"}}
    return found.power({**row, "hit": effects})


# -- attacks that do more ------------------------------------------------------------------------------------------------

_FACES = r"(?P<faces>even|odd|\d{1,2}\+|\d{1,2}-\d{1,2})"
_INFLICTS = pattern(
    rf"on a natural {_FACES}, a hit (?:from|with) (?:{SELF}'s|its) (?P<attack>[a-z' -]{{3,30}}|[\uf000-\uf8ff])(?: attack)?"
    r" (?:inflicts|deals|does) (?P<effect>[^.;]{5,80})"
)
_ON_A_HIT = pattern(
    rf"once per (?P<per>battle|round) on a hit,? (?:its|their|{SELF}'s) attack (?:does|deals|inflicts) an extra "
    r"(?P<effect>[^.;]{5,80})"
)
_FLY_BY = pattern(
    rf"while flying, {IT} can make an? (?P<attack>[\uf000-\uf8ff])(?: attack)?, pop free (?:from|of) the target,?"
    r" and keep flying(?: to)?(?: somewhere)? nearby"
)


def _own_attack(words: str, found: _Extra) -> str:
    """The attack that is meant by its name, or by the end of its name where no other ends so; "" where that is not clear."""
    if words in found.speaker.meant:
        return found.speaker.attack_meant(words)
    said = folded(words)
    ending = [name for name in found.speaker.attacks.values() if f" {folded(name)}".endswith(f" {said}")]
    return ending[0] if len(set(ending)) == 1 else ""


def _effects(text: str, found: _Extra) -> list[Value]:
    text = re.sub(r"^(?:an extra )?ongoing (\d{1,3}) ", r"\1 ongoing ", text, flags=re.IGNORECASE)
    read = read_effects(found.speaker.unmark(text), found.speaker, hits_only=True)
    return [] if read.kept or read.needs or read.once else list(read.rows)


def _inflicts(match: re.Match[str], found: _Extra) -> bool:
    """ "On a natural 16+, a hit from its club inflicts 5 ongoing poison damage (save ends)"."""
    name, effects = _own_attack(match["attack"], found), _effects(match["effect"], found)
    if not name or not effects:
        return False
    return found.occasion({"when": "attacking", "roll": f"natural {match['faces'].lower()} hit", "with": name, "effects": effects})


def _on_a_hit(match: re.Match[str], found: _Extra) -> bool:
    """ "Once per battle on a hit its attack does an extra 10 ongoing poison damage (hard save ends)"."""
    effects = _effects(match["effect"], found)
    return bool(effects) and found.occasion({"when": "attacking", "roll": "hit", "once": match["per"].lower(), "effects": effects})


def _fly_by(match: re.Match[str], found: _Extra) -> bool:
    """ "While flying, it can make a talon attack, pop free of the target and keep flying nearby"."""
    effects: list[Value] = [{"pop_free": "self_from_target"}, {"free_move": "self"}]
    return found.occasion(
        {"when": "attacking", "with": found.speaker.attack_meant(match["attack"]), "needs": ["airborne"], "opportunity": "never",
         "effects": effects}
    )  # fmt: skip


_NOW_SAVE = pattern(r"(?P<name>[a-z][a-z' -]{2,40}?) is now (?P<kind>easy |hard )?save ends(?: \((?P<figure>\d{1,2})\+\))?")


def _now_save(match: re.Match[str], found: _Extra) -> bool:
    """ "Choking dust is now save ends": what the trait of that name puts on others lasts until a save."""
    rows = found.block.get("occasions")
    said = folded(found.speaker.unmark(match["name"]))
    meant = [row for row in rows if isinstance(row, dict) and folded(str(row.get("name"))) == said] if isinstance(rows, list) else []
    figure = int(match["figure"] or {"easy ": 6, "hard ": 16}.get((match["kind"] or "").lower(), 11))
    until = {6: "easy save", 11: "save", 16: "hard save"}.get(figure, f"save {figure}+")
    lasting: list[Row] = []
    for row in meant:
        effects = row.get("effects")
        lasting += [each for each in effects if isinstance(each, dict) and "until" in each] if isinstance(effects, list) else []
    for each in lasting:
        each["until"] = until
    return bool(lasting)


_NOW_INSTEAD = pattern(
    rf"(?:the|each) target of {SELF}'s (?P<attack>[\uf000-\uf8ff]) attack now (?P<effect>takes [^.;]{{5,120}}) instead"
)


def _now_instead(match: re.Match[str], found: _Extra) -> bool:
    """ "The target of its gaze attack now takes 5 ongoing damage instead": where the hit line it stands for deals none."""
    use = found.uses.get(folded(found.speaker.attack_meant(match["attack"])))
    effect = f"the target {match['effect']}"
    if use is None or re.search(r"\bdamage\b", use.line, re.IGNORECASE) or not _effects(effect, found):
        return False
    use.instead = found.speaker.unmark(effect)
    return True


_FLAIL = pattern(
    rf"once per (?P<per>round|turn), (?:{SELF}|an? [a-z-]{{3,20}}) can make an? (?P<attack>[\uf000-\uf8ff]) attack as a"
    rf" free action against a moving nearby"
    r" (?:creature|enemy)(?P<apart> (?:that )?it(?: is|'s) not engaged with)?"
    r"(?:; on a natural (?:even|odd|\d{1,2}\+) hit, the target is grabbed and its movement stops)?"
)
_STARTS_SO = pattern(rf"{SELF} starts (?:every|each) battle (?P<state>[a-z]{{3,20}}ed)")
_GIVEN_UP = pattern(
    rf"as a (?P<action>quick|move|free) action, {IT} can drop its (?P<state>[a-z]{{3,20}})ing to make an? (?P<attack>[\uf000-\uf8ff])"
    r"(?: attack)?(?: as a free action)?"
)
_IMAGES = pattern(
    rf"(?:at will,? )?as a (?P<action>move|quick|standard) action, {IT} can create (?:[a-z]+ )?images of itself[^.;]{{0,60}}; "
    rf"[a-z ]{{0,15}} an attack would hit {IT}, the attacker [a-z ]{{0,10}}rolls? (?P<least>\d{{1,2}})\+[^.;:]{{0,30}}:"
    rf" success[^.;]{{3,40}};"
    r" failure[^.;]{3,60}\bimages\b[^.;]{0,30} no miss damage[^.;]{3,40} dispelling all[^.;]{3,20}"
)
_STAGGERED_PRICE = pattern(
    rf"once {IT} is staggered, it takes (?P<price>{DICE}|\d{{1,3}}) damage whenever it uses [a-z ]{{3,30}}(?:, so [^.;]{{3,90}})?"
)


def _flail(match: re.Match[str], found: _Extra) -> bool:
    """ "Once per turn, it can make a lash attack ... against a moving nearby enemy": only those apart from it, where it says so."""
    effects: list[Value] = [{"attack": found.speaker.attack_meant(match["attack"]), "at": "same", "reach": True}]
    row: Row = {"when": "enemy_moves", "within": "nearby", "once": match["per"].lower(), "asks": True, "effects": effects}
    return found.occasion(row | ({"against": "not_engaged_with_it"} if match["apart"] else {}))


def _starts_so(match: re.Match[str], found: _Extra) -> bool:
    """ "The shade starts every battle cloaked": a state with that name; where an attack brings it too, it ends as that says."""
    effects: list[Value] = [{"mark": match["state"].lower(), "on": "self", "until": "end of battle"}]
    return found.occasion({"when": "battle_start", "effects": effects})


def _given_up(match: re.Match[str], found: _Extra) -> bool:
    """ "As a quick action, it can drop its cloaking to make a headbutt attack as a free action"."""
    state = f"{match['state'].lower()}ed"
    if not any(key == "occasions" and f"'mark': '{state}'" in str(row) for key, row in found.rows):
        return False
    effects: list[Value] = [{"unmark": state, "on": "self"}, {"attack": found.speaker.attack_meant(match["attack"])}]
    row: Row = {"kind": "close", "action": match["action"].lower(), "needs": [f"marked {state}"], "targets": {"who": "self"}}
    return found.power({**row, "hit": effects})


def _among_images(match: re.Match[str], found: _Extra) -> bool:
    effects: list[Value] = [{"images": int(match["least"]), "on": "self", "until": "end of battle"}]
    return found.power({"kind": "close", "action": match["action"].lower(), "targets": {"who": "self"}, "hit": effects})


def _staggered_price(match: re.Match[str], found: _Extra) -> bool:
    """ "Once it is staggered, it takes 2d10 damage whenever it uses that": the price of the power just read."""
    for key, row in found.rows:
        effects = row.get("hit")
        if key == "powers" and isinstance(effects, list):
            effects.insert(0, {"damage": amount(match["price"]), "on": "self", "against": "staggered"})
            return True
    return False


_READERS: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (_CHECK_BOUGHT, _check_bought), (_REROLL_BOUGHT, _reroll_bought), (_KAMIKAZE, _kamikaze), (_TERRIFIES, _terrifies),
    (_ROUSES, _rouses), (_INFLICTS, _inflicts), (_ON_A_HIT, _on_a_hit), (_FLY_BY, _fly_by), (_NOW_SAVE, _now_save),
    (_NOW_INSTEAD, _now_instead), (_FLAIL, _flail), (_STARTS_SO, _starts_so), (_GIVEN_UP, _given_up), (_IMAGES, _among_images),
    (_STAGGERED_PRICE, _staggered_price),
)  # fmt: skip
_TOGETHER = pattern(rf"(?<=engaged with it)\. (?={IT} (?:also )?takes \d)")
"""What an act costs, said in a sentence of its own, belongs to the act."""
_IMAGES_DO = pattern(r"(?<=images of itself)(?P<how>[^.;]{0,60})\. (?=[a-z ]{0,15} an attack would hit )")
_TAKES_BACK = pattern(r"\bthis (?:ability|power|effect|trait)\b|\bunless\b|\bonly (?:if|when|while)\b|\bimmune\b|\bmust\b")


_GROUP = pattern(r"\[group ability\]|.+\(group\)$")
_FOR_A_TURN = pattern(r"until the (?P<edge>start|end) of its next turn, (?P<rest>[^.;]{10,160})\.?$")


def _take_group(name: str, text: str, block: Row, speaker: Speaker) -> bool:
    """A group ability that gives a standing bonus for a turn: a state with its name, and a row that holds in that state."""
    match = _FOR_A_TURN.match(mark_own(text, speaker)) if _GROUP.match(name) else None
    title = re.sub(r"\[[^\]]*\]\s*|\s*\(group\)$", "", name, flags=re.IGNORECASE).strip(" .:")
    found = Reading(title, speaker)
    if match is None or not read_sentence(match["rest"], found) or not found.rows or found.figures:
        return False
    state = title.lower()
    for row in found.rows:
        needs = row.get("needs")
        row["needs"] = [*(needs if isinstance(needs, list) else []), f"marked {state}"]
    effects: list[Value] = [{"mark": state, "on": "self", "until": f"{match['edge'].lower()} of own next turn"}]
    power: Row = {"name": title, "kind": "close", "action": "free", "usage": "1/battle", "group_uses": True}
    power["targets"] = {"who": "self"}
    made: tuple[tuple[str, list[Row]], ...] = (("powers", [{**power, "hit": effects}]), ("bonuses", found.rows))
    for key, new in made:
        rows = block.setdefault(key, [])
        if isinstance(rows, list):
            rows.extend(new)
    return True


def end_alike(block: Row) -> None:
    """A state that a creature begins with ends as it does where one of its attacks brings it about."""
    ends = {str(row["mark"]): row["ends_when"] for row in _marks(block.get("attacks")) if "ends_when" in row}
    for row in _marks(block.get("occasions")):
        if "ends_when" not in row and str(row["mark"]) in ends:
            row["ends_when"] = copy.deepcopy(ends[str(row["mark"])])


def _marks(value: Value) -> Iterator[Row]:
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if isinstance(value, dict) and "mark" in value:
        yield value
    for one in inner:
        yield from _marks(one)


def take_extras(name: str, text: str, block: Row, speaker: Speaker, uses: dict[str, Use]) -> str:
    """Writes what a trait says of bargains, orders and attacks that do more into the block; gives back the sentences not read."""
    found = _Extra(" ".join(name.split()).strip(" .:") or "Trait", speaker, block, uses)
    if _take_group(found.name, text, block, speaker):
        return ""
    left: list[str] = []
    read = False
    for sentence in _sentences(mark_own(text, speaker)):
        said = sentence.strip().rstrip(".")
        if not any(_whole(phrase, said, meaning, found) for phrase, meaning in _READERS):
            left.append(sentence.strip())
        else:
            read = True
    if not read or any(_TAKES_BACK.search(one) for one in left):
        return text
    for key, row in found.rows:
        rows = block.setdefault(key, [])
        if isinstance(rows, list):
            rows.append(row)
    return speaker.unmark(" ".join(left)).strip()


def _sentences(marked: str) -> list[str]:
    joined = _TOGETHER.sub("\ufffe", _IMAGES_DO.sub(r"\g<how>; ", marked))
    return [one.replace("\ufffe", ". ") for one in SENTENCES.split(joined) if one.strip()]


def _whole(phrase: re.Pattern[str], sentence: str, meaning: Meaning, found: _Extra) -> bool:
    match = phrase.fullmatch(sentence)
    return match is not None and meaning(match, found)
