"""Clauses in which somebody does something: leaves melee, grabs, heals, moves, attacks again."""

from __future__ import annotations

from quintain_bestiary.phrases import AMOUNT, TARGET, Clause, Place, amount, pattern
from quintain_bestiary.speaker import OWN_ATTACK, SELF
from quintain_bestiary.text import DICE, Row

_EVERYONE = r"(?:all enemies|each enemy|each creature|whoever)"
_POP_TARGET = pattern(
    rf"(?:(?:{TARGET} )?pops? free(?: (?:from|of) (?P<whom>{SELF}|it",
    rf"|{_EVERYONE}(?: (?:that )?(?:it(?:'s| is) engaged with(?: now)?|engaged with (?:it|them)))?))?",
    rf"|{SELF} pops the target off (?:of )?(?:it|{SELF}))(?! from| of)",
)
_POP_ENEMIES = pattern(rf"(?:each enemy|all enemies) engaged with (?:{SELF}|it) pops? free(?: (?:from|of) (?:{SELF}|it))?")
_POP_SELF = pattern(
    rf"(?:{SELF} |it |the (?!target|all|enem|creature|victim)[a-z-]+ (?=can pop free from all))",
    r"(?:and its (?:steed|mount) )?(?:can |may |must )?pops? free",
    rf"(?: (?:from|of) (?P<whom>the target|that enemy|that creature|{_EVERYONE}(?: engaged with (?:it|{SELF}))?",
    r"|one enemy engaged with it))?(?! from| of)(?: after the attacks?| as a free action)?",
)
_MOVES = pattern(
    rf"(?:(?:{SELF} |it )?(?:and its (?:steed|mount) )?(?:can |may )(?:also )?(?:move again|move|take an additional move action)",
    r"|moves(?= to engage an?| as a free action to engage))(?: nearby)?(?: as a free action)?",
    r"(?: to another nearby enemy| to engage an? (?:random )?(?:nearby |nearby or faraway )?enemy(?: taking ongoing damage)?)?",
    r"(?: this turn)?",
    r"(?: as a free action)?(?: this turn)?(?:, usually [^.;,]{1,30})?",
)
_HOLDS_ONE = (
    r"(?: (?:if|as long as|unless) (?:it isn't already|it's not already|it's already|already) grabbing"
    r" (?:a|another) (?:creature|enemy)| if (?:it )?doesn't already have a creature grabbed)?"
)
_GRAB = pattern(
    rf"(?:{SELF} |it |the (?!target)[a-z-]+ )?(?:can |also )?grabs? the target(?P<one>{_HOLDS_ONE})",
    r"(?P<small> unless (?:the target|it) is large or bigger)?",
    rf"|(?:{SELF}|the (?!target)[a-z-]+) engulfs the target(?: \(functions like a grab[^()]{{0,30}}\))?",
    rf"|(?:the )?target is grabbed(?: and moved into engagement with {SELF}|(?! and| until))",
)
_PULLED = pattern(
    rf"(?:{TARGET} )?(?:is pulled|moves|is moved) (?:into engagement with|next to|to(?: be engaged with)?) {SELF}",
    r"(?:,? (?:who|which) engages(?P<grabs> and grabs)? it)?",
    rf"|{SELF} pulls the target into engagement with (?:it|{SELF})|{SELF} engages the target",
)
_HEAL = pattern(rf"{SELF} (?:can )?(?:heals?|regains?) ", AMOUNT, r" (?:hp|hit points)")
_TEMPORARY = pattern(rf"{SELF} gains? ", AMOUNT, r" temporary (?:hp|hit points)")
_ALLY = rf"(?:one|an?) nearby (?:[a-z]+ )?ally(?: of {SELF})?(?: of its choice)? (?:can )?"
_ALLY_HEALS = pattern(_ALLY, r"(?:heals?|regains?|(?P<temporary>gains?)) ", AMOUNT, r" (?(temporary)temporary )(?:hp|hit points)")
_ESCALATION = pattern(
    r"(?:increase the escalation die by (?P<up>\d)|the escalation die (?P<way>increases|decreases) by (?:one|1))"
)
_TELEPORT_TO = pattern(
    rf"(?:after the attack,? )?(?:{SELF} )?(?:can )?teleports? (?:{SELF} )?(?:into engagement with the target",
    r"|to become adjacent to the target|to (?:and engages with one target it hit|one of the targets and engages it))",
    rf"|after the attack,? {SELF} engages one of the targets",
)
_TELEPORT = pattern(
    rf"(?:after the attack,? )?(?:{SELF} (?:can )?teleports?|teleport {SELF})(?: to)?",
    r"(?: somewhere| a point| anywhere| any)? nearby(?: or faraway)?",
    r"(?: location(?: it can see(?: or can't see)?(?: \(like [^()]{1,40}\))?)?| the target)?(?: as a free action)?",
    rf"|{SELF} (?:can )?teleports? as a free action(?=\.?$)",
)
_REGAIN_SHARED = pattern(rf"{SELF} regains its (?P<pool>[a-z' -]{{3,40}}?) attack(?: if it's expended)?(?=$|\.)")
_REGAIN = pattern(
    rf"{SELF} (?:can )?(?:regains? (?:the )?use|gains? (?P<more>an additional use)) of (?:its |the )?",
    rf"(?P<attack>{OWN_ATTACK})(?: attack)?",
    r"(?: if it's expended)?(?: and can use it [^.;,]{1,30})?",
)


_TELEPORT_AND = pattern(
    rf"{SELF} can teleport to any nearby location it can see before using (?P<attack>{OWN_ATTACK}) as a free action"
)
_HANDED_OVER = pattern(
    rf"{SELF} teleports the target (?:next to|beside) (?:one of its nearby allies|a nearby ally)(?:(?: that)? it can see)?,"
    r" (?:who|which) engages (?:it|the target)(?: as a free action)?"
)
_REACHES = pattern(
    rf"{SELF}'s next (?P<attack>{OWN_ATTACK}) attack, if it (?:still )?has (?:an|another|any) attack left (?:this|that) turn,"
    r" (?:can|may) be (?:made )?against (?:any|a) nearby enemy"
    r"(?: instead of against a creature engaged with it)?"
)
_USED_AGAIN = pattern(r"the attack can be used again this battle")
_ALLY_REGAINS = pattern(
    rf"one (?:(?P<kind>[a-z]+) )?ally of {SELF}(?: can| may)? (?:regain|recover)s? the use of (?:a|one) limited[ -]use ability"
    r"(?: that)? it has (?:already )?(?:expended|spent|used(?: up)?)(?: in)? this battle"
)
_ALLY_SAVES = pattern(r"(?:one|a) nearby ally can roll a save against (?:a|one) save ends effect")


_ALLY_POPS = pattern(rf"one of {SELF}'s allies can pop free from the target as a free action")
_ALSO_AT = pattern(
    rf"the attack roll also targets a (?:second|third) different enemy of {SELF}'s choice"
    r"(?: \(but not a (?:third|fourth) with another \d\d\+\))?"
)
_COMES = pattern(
    rf"(?:the )?target immediately moves toward {SELF}, attempting to engage it or get as close as possible to it"
)


def unusual(text: str, at: int, place: Place) -> Clause | None:
    """Rarer acts: handing the target over, reaching further, help for one ally."""
    match = _TELEPORT_AND.match(text, at)
    if match:
        return Clause([{"teleport": "self"}, {"attack": place.speaker.attack_meant(match["attack"])}], match.end())
    for phrase, done in ((_ALLY_POPS, {"pop_free": "ally_from_target"}), (_COMES, {"engage": True}), (_ALSO_AT, {"also_at": 1})):
        match = phrase.match(text, at)
        if match:
            made: Row = dict(done)
            return Clause([made], match.end())
    match = _HANDED_OVER.match(text, at)
    if match:
        return Clause([{"engage": "ally"}], match.end())
    match = _REACHES.match(text, at)
    if match:
        name = place.speaker.attack_meant(match["attack"]).lower()
        row: Row = {"reaches": name, "on": "self", "until": "end of turn", "ends_when": ["attacks"]}
        return Clause([row], match.end())
    match = _USED_AGAIN.match(text, at)
    if match and place.speaker.current:
        return Clause([{"regain": place.speaker.current}], match.end())
    match = _ALLY_REGAINS.match(text, at)
    if match:
        some: Row = {"regain": "any", "on": "ally"}
        return Clause([some | ({"among": f"called {match['kind'].lower()}"} if match["kind"] else {})], match.end())
    match = _ALLY_SAVES.match(text, at)
    return Clause([{"shake_off": "save_one", "on": "ally", "among": "affected"}], match.end()) if match else None


def pop_free(text: str, at: int, place: Place) -> Clause | None:
    """Leaving melee without a check: the creature itself, or the target."""
    match = _POP_SELF.match(text, at)
    if match and text[at : at + 3].lower() != "it ":
        whom = (match["whom"] or "").lower()
        return Clause([{"pop_free": "self_from_target" if whom.startswith(("th", "one")) else "self"}], match.end())
    enemies = _POP_ENEMIES.match(text, at)
    if enemies:
        return Clause([{"pop_free": "self"}], enemies.end())
    match = _POP_TARGET.match(text, at)
    if match is None:
        return None
    everyone = (match["whom"] or "").lower().startswith(("all", "each", "whoever"))
    return Clause([{"pop_free": "target_from_all" if everyone else "target"}], match.end())


_CHASES = pattern(rf"(?:{SELF} |it )(?:can |may )?moves? to engage the target(?: as a free action)?")
_GROWS = pattern(
    rf"{SELF} gains (?P<hp>\d{{1,3}}) (?:hp|hit points) and an? (?:[a-z]+th|third) (?P<attack>{OWN_ATTACK}) attack",
    r"(?:, and is considered undamaged at its new hit point total|, etc\b\.?)",
)


def grows(text: str, at: int, place: Place) -> Clause | None:
    """ "The wyrm gains 20 hit points and a third snap attack, and is considered undamaged at its new hit point total"."""
    match = _GROWS.match(text, at)
    if match is None:
        return None
    more: Row = {"more_attacks": place.speaker.attack_meant(match["attack"]), "on": "self", "until": "end of battle"}
    return Clause([{"fresh_hp": int(match["hp"]), "on": "self"}, more], match.end())


def free_move(text: str, at: int, place: Place) -> Clause | None:
    """ "... and can move as a free action", "... can move to engage the target as a free action"."""
    match = _CHASES.match(text, at)
    if match:
        return Clause([{"chase": True}], match.end())
    match = _MOVES.match(text, at)
    return Clause([{"free_move": "self"}], match.end()) if match else None


def grab(text: str, at: int, place: Place) -> Clause | None:
    """ "The crab grabs the target", "... if it isn't already grabbing a creature"."""
    match = _GRAB.match(text, at)
    if match is None:
        return None
    row: Row = {"grab": "one" if match["one"] else True}
    return Clause([row | ({"against": "not_large"} if match["small"] else {})], match.end())


def pulled(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is pulled into engagement with the croaker"."""
    match = _PULLED.match(text, at)
    if match is None:
        return None
    return Clause([{"engage": True}, {"grab": True}] if match["grabs"] else [{"engage": True}], match.end())


def healing(text: str, at: int, place: Place) -> Clause | None:
    """ "The brood-mother heals 10 hp", "gains 5 temporary hit points"."""
    match = _HEAL.match(text, at)
    if match:
        return Clause([{"heal": amount(match["amount"]), "on": "self"}], match.end())
    match = _ALLY_HEALS.match(text, at)
    if match:
        return Clause([{"temp_hp" if match["temporary"] else "heal": amount(match["amount"]), "on": "ally"}], match.end())
    match = _TEMPORARY.match(text, at)
    return Clause([{"temp_hp": amount(match["amount"]), "on": "self"}], match.end()) if match else None


def single_things(text: str, at: int, place: Place) -> Clause | None:
    """The escalation die, teleporting, a breath that comes back."""
    match = _ESCALATION.match(text, at)
    if match:
        step = int(match["up"] or 1) * (-1 if (match["way"] or "").lower() == "decreases" else 1)
        return Clause([{"escalation": step}], match.end())
    match = _TELEPORT_TO.match(text, at)
    if match:
        return Clause([{"engage": True}], match.end())
    match = _TELEPORT.match(text, at)
    if match:
        return Clause([{"teleport": "self"}], match.end())
    shared = _REGAIN_SHARED.match(text, at)
    if shared and shared["pool"].lower() in place.speaker.pools:
        return Clause([{"regain": shared["pool"].lower()}], shared.end())
    match = _REGAIN.match(text, at)
    if match is None:
        return None
    back: Row = {"regain": place.speaker.attack_meant(match["attack"])}
    return Clause([back | ({"extra": 1} if match["more"] else {})], match.end())


_CANCELS = pattern(
    rf"(?:{SELF} (?:can )?)?(?:cancels?|ends?) all (?:effects and conditions|conditions and effects|effects) (?:on|affecting)"
    rf" (?:it|{SELF})"
    r"(?:, including ongoing damage)?"
    rf"|all enemy-caused conditions (?:on|affecting) (?:it|{SELF}) end"
)
_GIVES_UP = pattern(rf" if (?:it|{SELF}) doesn't attack (?:that|this) turn")
_SAVES_NOW = pattern(
    rf"(?:{SELF} )?(?:can |immediately )?rolls? an? (?:immediate )?save against (?P<which>an?|one|each) (?:one )?save[- ]ends effect"
    rf"(?: (?:affecting|on) (?:it|{SELF}))?"
)


_FRIEND_SAVES = pattern(
    rf"(?:(?P<either>{SELF} or one of its nearby allies)|the target) can roll a save against (?P<which>an?|one|each)"
    r" save[- ]ends effect(?: as a free action)?"
)


def shaken_off(text: str, at: int, place: Place) -> Clause | None:
    """ "The stalker can roll a save against one save ends effect", "cancel all effects and conditions on it"."""
    match = _CANCELS.match(text, at)
    if match:
        return Clause([{"shake_off": "all", "on": "self"}], match.end())
    match = _FRIEND_SAVES.match(text, at)
    if match:
        saves: Row = {"shake_off": "save_each" if match["which"].lower() == "each" else "save_one"}
        return Clause([saves | ({"on": "ally_or_self", "among": "affected"} if match["either"] else {})], match.end())
    match = _SAVES_NOW.match(text, at)
    if match is None:
        return None
    which = "save_each" if match["which"].lower() == "each" else "save_one"
    gives_up = _GIVES_UP.match(text, match.end())
    if gives_up:
        price: Row = {"inflict": ["no_attack"], "on": "self", "until": "end of turn"}
        return Clause([{"shake_off": which, "on": "self"}, price], gives_up.end())
    return Clause([{"shake_off": which, "on": "self"}], match.end())


_PUSHED = pattern(
    rf"(?:(?:{TARGET} )?(?:also )?is (?:thrown|knocked|blown|flung|pushed|hurled|teleported|moved)",
    rf"|{SELF} (?:throws|moves|pushes) (?:the target|it)|moves it)",
    r" (?:(?P<far>(?:somewhere )?far ?away|to the far side of the battlefield)|back|(?:a short distance )?away|somewhere nearby)",
    rf"(?: but non-harmful)?(?: \([^()]{{1,40}}\))?(?: from {SELF})?",
)
_INITIATIVE = pattern(
    rf"(?:{TARGET} )?(?:also )?moves down (?P<amount>{DICE}|\d{{1,2}}) points in initiative order(?:, to a minimum of 1)?"
)


def pushed(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is thrown faraway", "is blown back from the giant"; or later in the order of battle."""
    match = _PUSHED.match(text, at)
    if match:
        return Clause([{"push": "faraway" if match["far"] else "nearby"}], match.end())
    match = _INITIATIVE.match(text, at)
    return Clause([{"initiative": f"-{match['amount']}"}], match.end()) if match else None
