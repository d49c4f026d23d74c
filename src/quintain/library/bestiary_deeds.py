"""Clauses in which somebody does something: leaves melee, grabs, heals, moves, attacks again."""

from __future__ import annotations

from quintain.library.bestiary_phrases import AMOUNT, TARGET, Clause, Place, amount, pattern
from quintain.library.bestiary_speaker import OWN_ATTACK, SELF
from quintain.library.bestiary_text import Row, number

_EVERYONE = r"(?:all enemies|each enemy|each creature)"
_POP_TARGET = pattern(
    rf"(?:(?:{TARGET} )?pops? free(?: (?:from|of) (?P<whom>{SELF}|it",
    rf"|{_EVERYONE}(?: (?:that )?(?:it's engaged with|engaged with (?:it|them)))?))?",
    rf"|{SELF} pops the target off (?:of )?(?:it|{SELF}))(?! from| of)",
)
_POP_SELF = pattern(
    rf"(?:{SELF} |it )(?:can |may |must )?pops? free",
    rf"(?: (?:from|of) (?P<whom>the target|that enemy|that creature|{_EVERYONE}(?: engaged with (?:it|{SELF}))?",
    r"|one enemy engaged with it))?(?! from| of)(?: after the attacks?)?",
)
_MOVES = pattern(
    rf"(?:{SELF} |it )?(?:can |may )(?:also )?(?:move again|move|take an additional move action)",
    r"(?: nearby)?(?: to engage an? (?:nearby |nearby or faraway )?enemy)?(?: this turn)?",
    r"(?: as a free action)?(?: this turn)?(?:, usually [^.;,]{1,30})?",
)
_HOLDS_ONE = (
    r"(?: (?:if|as long as|unless) (?:it isn't already|it's not already|it's already|already) grabbing"
    r" (?:a|another) (?:creature|enemy)| if (?:it )?doesn't already have a creature grabbed)?"
)
_GRAB = pattern(
    rf"(?:{SELF} |it |the (?!target)[a-z-]+ )?(?:can |also )?grabs? the target{_HOLDS_ONE}",
    rf"|{SELF} engulfs the target(?: \(functions like a grab[^()]{{0,30}}\))?",
    rf"|(?:the )?target is grabbed(?: and moved into engagement with {SELF}|(?! and| until))",
)
_PULLED = pattern(
    rf"(?:{TARGET} )?(?:is pulled|moves|is moved) (?:into engagement with|next to|to) {SELF}",
    r"(?:,? (?:who|which) engages it)?",
    rf"|{SELF} pulls the target into engagement with (?:it|{SELF})|{SELF} engages the target",
)
_HEAL = pattern(rf"{SELF} (?:can )?(?:heals?|regains?) ", AMOUNT, r" (?:hp|hit points)")
_TEMPORARY = pattern(rf"{SELF} gains? ", AMOUNT, r" temporary (?:hp|hit points)")
_ESCALATION = pattern(
    r"(?:increase the escalation die by (?P<up>\d)|the escalation die (?P<way>increases|decreases) by (?:one|1))"
)
_TELEPORT = pattern(
    rf"(?:after the attack,? )?(?:{SELF} (?:can )?teleports?|teleport {SELF})(?: to)?",
    r"(?: somewhere| a point| anywhere)? nearby(?: or faraway)?(?: as a free action)?",
)
_REGAIN = pattern(
    rf"{SELF} (?:can )?regains? (?:the )?use of (?:its |the )?(?P<attack>{OWN_ATTACK})(?: attack)?",
    r"(?: if it's expended)?(?: and can use it [^.;,]{1,30})?",
)


def pop_free(text: str, at: int, place: Place) -> Clause | None:
    """Leaving melee without a check: the creature itself, or the target."""
    match = _POP_SELF.match(text, at)
    if match and text[at : at + 3].lower() != "it ":
        whom = (match["whom"] or "").lower()
        return Clause([{"pop_free": "self_from_target" if whom.startswith(("th", "one")) else "self"}], match.end())
    match = _POP_TARGET.match(text, at)
    if match is None:
        return None
    everyone = (match["whom"] or "").lower().startswith(("all", "each"))
    return Clause([{"pop_free": "target_from_all" if everyone else "target"}], match.end())


def free_move(text: str, at: int, place: Place) -> Clause | None:
    """ "... and can move as a free action"."""
    match = _MOVES.match(text, at)
    return Clause([{"free_move": "self"}], match.end()) if match else None


def grab(text: str, at: int, place: Place) -> Clause | None:
    """ "The crab grabs the target"; a grabber that holds one already grabs no second by the rules."""
    match = _GRAB.match(text, at)
    return Clause([{"grab": True}], match.end()) if match else None


def pulled(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is pulled into engagement with the croaker"."""
    match = _PULLED.match(text, at)
    return Clause([{"engage": True}], match.end()) if match else None


def healing(text: str, at: int, place: Place) -> Clause | None:
    """ "The brood-mother heals 10 hp", "gains 5 temporary hit points"."""
    match = _HEAL.match(text, at)
    if match:
        return Clause([{"heal": amount(match["amount"]), "on": "self"}], match.end())
    match = _TEMPORARY.match(text, at)
    return Clause([{"temp_hp": amount(match["amount"]), "on": "self"}], match.end()) if match else None


def single_things(text: str, at: int, place: Place) -> Clause | None:
    """The escalation die, teleporting, a breath that comes back."""
    match = _ESCALATION.match(text, at)
    if match:
        step = int(match["up"] or 1) * (-1 if (match["way"] or "").lower() == "decreases" else 1)
        return Clause([{"escalation": step}], match.end())
    match = _TELEPORT.match(text, at)
    if match:
        return Clause([{"teleport": "self"}], match.end())
    match = _REGAIN.match(text, at)
    return Clause([{"regain": place.speaker.attack_meant(match["attack"])}], match.end()) if match else None


# More attacks ---------------------------------------------------------------------------------------------------------

_ORDINAL = r"(?:second|third|fourth|fifth)"
_MORE = pattern(
    rf"(?:{SELF} |it |they |the (?!target|ally|enem)[a-z-]+ (?:[a-z-]+ )?)?(?:can |may |must )?(?:also |immediately )?",
    r"(?:makes?|uses?|rolls?) ",
    rf"(?:(?P<times>two|three) (?:more )?|(?:another|one|its|their|an?(?: single| {_ORDINAL}(?: or {_ORDINAL})?)?) )?",
    r"(?:\((?:but not a third|no more)\) )?",
    rf"(?:(?P<attack>{OWN_ATTACK})(?: attacks?| ability)?|(?P<same>(?:additional |second )?attack))(?: roll)?",
    r"(?: \(one attack roll\))?",
)
_AT = pattern(
    r" against (?:(?P<same>the target|that target|the same target|that enemy|that attacker|it|them)",
    r"|(?P<other>(?:an?|another|one) (?:(?:different|other|second|new|single|random) ){0,2}(?:nearby |engaged )?",
    r"(?:target|enemy|creature)(?: engaged with it)?))",
)
_COST = pattern(r" (?:as a (?P<cost>free|quick) action|immediately)")
_ASIDE = pattern(
    r"(?: this turn| \((?:no more|but not a third)\)|,? (?:but )?ignor(?:e|ing) this trigger[^.;,]{0,40}",
    r"| without (?:taking|provoking) an opportunity attack|, even if [^.;,]{1,40})",
)
_AGAIN = pattern(rf"\b(?:{_ORDINAL}|another|additional)\b")


def more_attacks(text: str, at: int, place: Place) -> Clause | None:
    """ "The naga can make a bite attack against a different enemy as a free action"."""
    match = _MORE.match(text, at)
    if match is None:
        return None
    again = _AGAIN.search(match.group(0)) is not None
    if match["same"] and not again:
        return None
    name = place.speaker.attack_meant(match["attack"]) if match["attack"] else place.speaker.current
    row: Row = {"attack": name}
    if match["times"]:
        row["times"] = number(match["times"])
    end, cost, aim = _how(text, match.end())
    if not name or not (cost or place.free_action or again or aim == "other"):
        return None
    if aim:
        row["at"] = aim
    if cost == "quick":
        row["action"] = "quick"
    return Clause([row], end)


def _how(text: str, at: int) -> tuple[int, str, str]:
    """The phrases behind "a bite attack", in whatever order: at whom, for which action."""
    cost, aim, going = "", "", True
    while going:
        target, action, aside = _AT.match(text, at), _COST.match(text, at), _ASIDE.match(text, at)
        if target:
            aim = "same" if target["same"] else "any" if "single" in target["other"] else "other"
        elif action:
            cost = (action["cost"] or "free").lower()
        found = target or action or aside
        at, going = (found.end(), True) if found else (at, False)
    return at, cost, aim
