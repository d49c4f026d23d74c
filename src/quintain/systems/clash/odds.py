"""What the odds of a declaration report: one d20 is attack and defence at once, so fates are joint (section 6)."""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Option
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.legality import end_of
from quintain.systems.clash.scores import cs_at, cs_of_passage, shows_score
from quintain.systems.clash.sheet import HIGHEST, LOWEST, SCORE, ClashBattle, ClashUnit

USUALLY_LOW: Final = -4
USUALLY_HIGH: Final = 6
"""How far an NPC's score is taken to lie from the Challenge Score of its place, as long as nothing is known of it."""
AS_ANNOUNCED: Final = "Intents are taken as announced: any of them may be a bluff."
AT_EDGE: Final = 1000
PER_TENTH: Final = 2
"""How much Health a player takes a tenth of a Foe's bar to be."""


def fate(unit: ClashUnit) -> str:
    if unit.state != v.ACTIVE:
        return unit.state
    if unit.takes() == v.HEALTH:
        return f"{unit.health} Health"
    return f"{unit.marks} marks" if unit.takes() == v.MARKS else "unharmed"


def fates(before: ClashBattle, after: ClashBattle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """The fate of the one who declares, of whoever it is aimed at, and of the feat worked on."""
    found: list[tuple[str, str]] = []
    for id in asked_about(after, who, option):
        if id.startswith("feat:"):
            feat = after.feat(id[5:])
            if feat is not None:
                found.append((feat.name, "done" if feat.done else f"{feat.progress} of {feat.goal}"))
        else:
            at = after.at(id)
            if at >= 0:
                found.append((after.unit(at).name, fate(after.unit(at))))
    return tuple(found)


def asked_about(battle: ClashBattle, who: str, option: Option) -> list[str]:
    found = [who]
    if isinstance(option, Declaration):
        if option.aim >= 0 and battle.units[option.aim].id != who:
            found.append(battle.units[option.aim].id)
        if option.deed == v.FEAT:
            found.append("feat:" + option.what)
    return found


def unknown(battle: ClashBattle, own: list[str], who: str, option: Option) -> list[str]:
    """What a player does not know: NPC scores that bear on this declaration, a Foe's Health. Intents are taken as announced."""
    at = battle.at(who)
    if at < 0 or not battle.unit(at).is_seated():
        return []
    if not isinstance(option, Declaration):
        return scores_of(battle, [battle.unit(one.attacker) for one in (battle.now.strikes if battle.now else []) if one.target == at])
    found = [f"the score of {name}" for name in secret_hazards(battle, at, option)]
    others = swept_by(battle, at) if option.attacks() and option.aim < 0 else []
    if option.aim >= 0:
        target = battle.unit(option.aim)
        found += scores_of(battle, [target] if option.attacks() else [])
        if not target.is_player() and target.takes() == v.HEALTH and target.is_character():
            found.append(f"the Health of {target.name}")
    others += attackers_of(battle, [at, option.aim] if option.action == v.COVER else [at])
    if option.attacks():  # A coverer's score may be the better one (CL-90).
        others += [unit for _, unit, told in announced(battle) if told.action == v.COVER and told.aim == option.aim]
    others += rivals_of(battle, at, option) + [battle.unit(other) for other in workers_with(battle, option) if other != at]
    return list(dict.fromkeys(found + scores_of(battle, others)))


def scores_of(battle: ClashBattle, units: list[ClashUnit]) -> list[str]:
    """Of these the scores that nobody knows, with what has been seen of them."""
    return [f"the score of {unit.name}{so_far(unit)}" for unit in units if not unit.hidden and not shows_score(battle, unit)]


def announced(battle: ClashBattle) -> list[tuple[int, ClashUnit, Declaration]]:
    """What all know that somebody means to do in this round."""
    found: list[tuple[int, ClashUnit, Declaration]] = []
    for at in battle.roster():
        unit, stated = battle.unit(at), battle.stated(at)
        if stated is not None and not unit.hidden:
            found.append((at, unit, stated))
    return found


def taken_as_told(battle: ClashBattle) -> str:
    """CL-23: said whenever somebody of the GM's has announced something, be it true or not."""
    return AS_ANNOUNCED if any(not unit.is_player() for _, unit, _ in announced(battle)) else ""


def rivals_of(battle: ClashBattle, at: int, option: Declaration) -> list[ClashUnit]:
    """Who holds the object, or is known to reach for it too."""
    if option.deed != v.TAKE or option.aim < 0:
        return []
    reaching = [other for other, _, stated in announced(battle) if stated.deed == v.TAKE and stated.aim == option.aim]
    holder = battle.unit(option.aim).holder
    return [battle.unit(other) for other in battle.roster() if other != at and (other == holder or other in reaching)]


def workers_with(battle: ClashBattle, option: Option) -> list[int]:
    """Who is known to work on the same feat, with a score that nobody knows: what they add decides too whether it is done."""
    if not isinstance(option, Declaration) or option.deed != v.FEAT:
        return []
    known = announced(battle)
    return [at for at, unit, told in known if told.deed == v.FEAT and told.what == option.what and not shows_score(battle, unit)]


def swept_by(battle: ClashBattle, at: int) -> list[ClashUnit]:
    """Whom everybody knows to be in the zone of an attack on all enemies there, or on the way to it."""
    here, found = battle.unit(at).place(), []
    for other in battle.roster():
        them, stated = battle.unit(other), battle.stated(other)
        if them.side != battle.unit(at).side and them.is_active():
            end = end_of(battle, other, stated.path if stated is not None else [])
            if battle.together(here, them.place()) or battle.together(here, end):
                found.append(them)
    return found


def so_far(unit: ClashUnit) -> str:
    """What has been seen of a score in earlier rounds."""
    if SCORE not in unit.learned:
        return ""
    low, high = unit.learned[SCORE]
    if low <= LOWEST:
        return f" ({high} or less so far)"
    return f" ({low} or more so far)" if high >= HIGHEST else f" ({low} to {high} so far)"


def attackers_of(battle: ClashBattle, whom: list[int]) -> list[ClashUnit]:
    """Who is known to attack these: NPCs by what they state."""
    aims = [v.NOBODY, *whom]
    return [unit for _, unit, told in announced(battle) if not unit.is_player() and told.attacks() and told.aim in aims]


def secret_hazards(battle: ClashBattle, at: int, option: Declaration) -> list[str]:
    """Hazards everybody knows of, with a score that nobody knows, where the declaration ends or may end."""
    places = [battle.unit(at).place(), end_of(battle, at, option.path)]
    found: list[str] = []
    for other in battle.hazards():
        hazard = battle.unit(other)
        if not hazard.is_there() or hazard.hidden or not hazard.sheet.secret_cs or hazard.sheet.attack.full <= 0:
            continue
        if any(battle.together(hazard.place(), place) for place in places):
            found.append(hazard.name)
    return found


def suppose(battle: ClashBattle, own: list[str], who: str, option: Option, number: int) -> list[str]:
    """For a player's range, one case of several: the hidden scores of the target, and of all others, from what everybody has seen."""
    wanted, others = cases(battle, who, option)[number]
    forget_health(battle, own)
    aimed = aimed_at(battle, option)
    for at, unit in enumerate(battle.crew):
        if not unit.is_player() and unit.id != who and not shows_score(battle, unit):
            away = wanted if at in aimed else others
            if abs(away) >= AT_EDGE:
                take_score(battle, unit, away - AT_EDGE - cs_at(battle, unit.place()))
            else:
                take_score(battle, unit, away)
    names = headlines_for(battle, who, option)
    if "drop" in names and isinstance(option, Declaration) and option.aim >= 0:
        target = battle.unit(option.aim)
        if target.takes() == v.HEALTH and target.is_character():
            names.remove("drop")
    return names


def aimed_at(battle: ClashBattle, option: Option) -> list[int]:
    """Whose hidden scores bear on an option in another way than those of everybody else: the target's, or those of who help."""
    aim = option.aim if isinstance(option, Declaration) else v.NOBODY
    return [aim, *workers_with(battle, option)]


def cases(battle: ClashBattle, who: str, option: Option) -> list[tuple[int, int]]:
    """The pairs of hidden scores to reckon with: how far the target's, and everybody else's, lies from the CS of its place.

    Chances do not only fall with a score: one too low fails its check at an edge (CL-08), so that who has it never arrives. Where the
    field has such edges the scores just below and just at each of them are cases too, written as `AT_EDGE` and the score.
    """
    aimed = aimed_at(battle, option)
    hidden = [at for at, unit in enumerate(battle.crew) if not unit.is_player() and unit.id != who and not shows_score(battle, unit)]
    scores = [USUALLY_HIGH, USUALLY_LOW]
    for edge in sorted(edges(battle)):
        scores += [AT_EDGE + edge, AT_EDGE + edge - 1]
    if not any(at in hidden for at in aimed) or all(at in aimed for at in hidden):
        return [(score, score) for score in scores]
    both = scores[:2]
    return [(score, other) for score in scores for other in (both if score in both else [*both, score])]


def edges(battle: ClashBattle) -> set[int]:
    """The numbers that somebody who crosses the field may have to reach."""
    found: set[int] = set()
    for passage in battle.field.passages:
        if passage.needs_check:
            found.add(cs_of_passage(battle, passage.a, passage.b))
            found.add(cs_of_passage(battle, passage.b, passage.a))
    return found


def conceal(battle: ClashBattle, own: list[str]) -> None:
    """For odds that hang on nothing hidden: what the other players will do must not be chosen by secret figures either."""
    forget_health(battle, own)
    for unit in battle.crew:
        if unit.is_character() and not unit.is_player() and unit.id not in own and not shows_score(battle, unit):
            take_score(battle, unit, 0)


def back(before: ClashBattle, after: ClashBattle, who: str) -> list[tuple[str, int]]:
    """What a round costs whoever declares: Health or marks, or its feet."""
    at, now = before.at(who), after.at(who)
    if at < 0 or now < 0:
        return []
    old, new = before.unit(at), after.unit(now)
    found = [("Health", old.health - new.health), ("marks", new.marks - old.marks)]
    return [*found, (new.state, 1)] if new.state != old.state and new.state != v.ACTIVE else found


def take_score(battle: ClashBattle, unit: ClashUnit, away: int) -> None:
    """A hidden score is taken to lie so far from the CS of its place, within what was seen of it."""
    low, high = unit.learned.get(SCORE, (LOWEST, HIGHEST))
    unit.scored = True
    unit.score = max(low, min(high, cs_at(battle, unit.place()) + away))
    unit.mods = [mod for mod in unit.mods if mod.source]


def forget_health(battle: ClashBattle, own: list[str]) -> None:
    """Of a Foe's Health nothing is left but its bar (CL-64), by which the tactics that answer for others then go."""
    for unit in battle.crew:
        if not unit.is_player() and unit.is_character() and unit.takes() == v.HEALTH and unit.id not in own:
            unit.health = PER_TENTH * unit.bar()
            unit.max_health = 10 * PER_TENTH


def headlines_for(battle: ClashBattle, who: str, option: Option) -> list[str]:
    """What is worth a figure on the button: bands for attacks, success for feats; for all of them what comes back."""
    if not isinstance(option, Declaration):
        return ["hurt", "down"]
    if option.attacks():
        return ["full", "glancing", "drop", "hurt", "down"] if option.aim >= 0 else ["full", "glancing", "hurt", "down"]
    if option.action == v.REVIVE:
        return ["up", "hurt"]
    if option.deed == v.TAKE:
        return ["got", "hurt", "down"]
    return ["done", "hurt", "down"] if option.deed == v.FEAT else ["hurt", "down"]


def achieved(before: ClashBattle, after: ClashBattle, who: str, option: Option) -> list[str]:
    """Does whoever reached for an object hold it now (CL-109)?"""
    if not isinstance(option, Declaration) or option.deed != v.TAKE:
        return []
    return ["got"] if option.aim >= 0 and after.unit(option.aim).holder == after.at(who) else []
