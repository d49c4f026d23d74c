"""What the odds of an option report, and what a seat may not learn from them."""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Option, Plain
from quintain.systems.escalation.play.sentences_effects import effect_words
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.answers import ActNow, Reply, RollAgain
from quintain.systems.escalation.rules.attack_roll import FlexibleOption
from quintain.systems.escalation.rules.figures import hp_of, is_staggered, mob_standing
from quintain.systems.escalation.rules.guesses import supposed
from quintain.systems.escalation.rules.move_options import ENGAGE, SLIP
from quintain.systems.escalation.rules.positions import engaged_mask
from quintain.systems.escalation.rules.rest import RecoverOption
from quintain.systems.escalation.rules.sheet import STATES, UP, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_actions import BackgroundOption
from quintain.systems.escalation.rules.turn_options import TurnOption


def fate(battle: Skirmish, fighter: Fighter) -> str:
    """How somebody stands, in a few words."""
    if fighter.state != UP:
        return STATES[fighter.state].replace("_", " ")
    if fighter.mob >= 0:
        return f"stands, {mob_standing(battle, fighter)} of the mob left"
    words = f"{hp_of(battle, fighter)} hp"
    for each in fighter.lasting:
        words += f", {effect_words(each)}"
    if fighter.grabber >= 0:
        words += ", grabbed"
    return words


def act_of(option: Option) -> TurnOption | None:
    """The act that an option is, on one's turn or in answer to something; None where it is none."""
    if isinstance(option, ActNow):
        return TurnOption(option.kind, option.power, option.to)
    if isinstance(option, RollAgain) and option.again:
        return TurnOption("use", option.power, option.target())
    return option if isinstance(option, TurnOption) else None


def asked_about(who: str, option: Option) -> list[str]:
    """Odds of a blow at somebody are about that one: what surely only scratches the actor on the way is not split."""
    act = act_of(option)
    if act is not None and act.kind in ("use", "swoop") and act.to and act.to != who:
        return [act.to]
    return []


def headlines_for(battle: Skirmish, who: str, option: Option) -> list[str]:
    """A check succeeds, what heals without a roll heals; anything else that is rolled may hit."""
    actor, act = battle.named(who), act_of(option)
    if isinstance(option, RecoverOption):
        return ["heals"]
    if isinstance(option, Reply):
        return ["saved", "up"]
    if isinstance(option, FlexibleOption):
        return ["hit", "drop"]
    if isinstance(option, Plain) and not isinstance(option, RollAgain):
        return []
    if act is None or actor is None:
        return ["hit", "crit", "drop"]
    if act.what.dice == "check":
        return ["success"]
    powers = actor.block.powers
    power = powers[act.power] if act.kind == "use" and 0 <= act.power < len(powers) else None
    heals = power is not None and not power.rolls and (power.heals or power.heals_self)
    return ["heals"] if heals or act.what.dice == "heals" else ["hit", "crit", "drop"]


def achieved(before: Skirmish, after: Skirmish, who: str, option: Option) -> list[str]:
    """Has whoever was to be healed more hit points than before; is whoever a blow falls on unharmed, or else still up?"""
    if isinstance(option, Reply):
        return _comes_off(before, after, option.target())
    if isinstance(option, FlexibleOption):
        return ["hit"] if option.hit else []
    if act_of(option) is None and not isinstance(option, RecoverOption):
        return []
    found = before.named(option.target() or who)
    if found is None or found.team != 0:
        return []
    return ["heals"] if after.fighters[found.number].hp > found.hp else []


def _comes_off(before: Skirmish, after: Skirmish, struck: str) -> list[str]:
    old = before.named(struck)
    if old is None:
        return []
    new = after.fighters[old.number]
    if new.state != UP:
        return []
    harmed = hp_of(after, new) + new.temp_hp < hp_of(before, old) + old.temp_hp or len(new.lasting) > len(old.lasting)
    return ["up"] if harmed else ["saved"]


def fates(before: Skirmish, after: Skirmish, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """The fate of the target, of the actor where it changed, and of anybody else the act touched."""
    found: list[tuple[str, str]] = []
    target = option.target()
    actor = before.named(who)
    coarse = asked_about(who, option) != [] and actor is not None and engaged_mask(before, actor) != 0
    for old in before.fighters:
        new = after.fighters[old.number]
        now = fate(after, new)
        changed = now != fate(before, old) or new.engaged != old.engaged
        if new.id == target:
            found.append((new.name, now))
        elif new.id == who:
            if coarse:
                if new.state != old.state:
                    found.append((new.name, now))
            elif changed:
                found.append((new.name, now if new.engaged == old.engaged else f"{now}{', free' if not new.engaged else ''}"))
        elif changed and new.mob < 0:
            found.append((new.name, now))
    return tuple(found)


def unknown(battle: Skirmish, own: list[str], who: str, option: Option) -> list[str]:
    """What odds would give away (section 7): enemies' figures, hit points and specials. Only what surely needs none is open."""
    actor = battle.named(who)
    if isinstance(option, (RecoverOption, BackgroundOption)):
        return []
    act = act_of(option)
    if actor is None or actor.team != 0 or act is None:
        return ["what others can do about it"]
    found = _secrets_of(battle, own, actor, act)
    if not act.what.own:
        found.extend([f"what {each.name} holds ready" for each in _ready(battle)])
    return found


def _ready(battle: Skirmish) -> list[Fighter]:
    """Which foes are seen to hold something ready."""
    return [each for each in battle.fighters if each.readied is not None and each.team != 0 and not each.hidden]


def draws_attacks(battle: Skirmish, actor: Fighter, option: TurnOption) -> bool:
    """Does it draw opportunity attacks from those it is engaged with, as everybody can see (ES-59)?"""
    if engaged_mask(battle, actor) == 0:
        return False
    powers = actor.block.powers
    power = powers[option.power] if 0 <= option.power < len(powers) else None
    return power is None or power.kind == b.RANGED or (power.spell and power.kind != b.CLOSE)


def may_come_to_nothing(battle: Skirmish, who: str, option: Option) -> bool:
    """Whoever shoots or casts in a melee, or acts before a readied foe, may be felled before it comes to that."""
    actor = battle.named(who)
    act = act_of(option)
    if actor is None or act is None or act.kind not in ("use", "swoop"):
        return False
    return draws_attacks(battle, actor, act) or bool(_ready(battle))


def _secrets_of(battle: Skirmish, own: list[str], actor: Fighter, option: TurnOption) -> list[str]:
    if option.what.own:
        return []
    engaged = engaged_mask(battle, actor) != 0
    if option.kind == "move" and option.going is not None:
        into_melee = option.going.kind in (ENGAGE, SLIP)
        return ["what the enemies do about it"] if engaged or into_melee else []
    if option.kind == "disengage":
        return ["how well the enemies hold on"]
    if option.what.group != "attack":
        return ["what comes next"]
    target = battle.named(option.to)
    powers = actor.block.powers
    power = powers[option.power] if 0 <= option.power < len(powers) else None
    drawn = ["the opportunity attacks it draws"] if draws_attacks(battle, actor, option) else []
    if target is not None and target.id not in own and target.team != 0:
        health = [] if battle.switches.reveal == "all" and target.mob < 0 else [f"hit points of {target.name}"]
        which = power.defence if power is not None else b.AC
        low, high = supposed(target, which)
        return [f"{b.DEFENCES[which]} of {target.name}: {low} to {high}", *health, *drawn]
    if power is not None and not power.rolls and power.targets.who not in (b.ENEMY, b.CREATURE):
        return drawn
    return ["defences and hit points of the targets", *drawn]


PLENTY: Final = 10_000
"""Hit points of foes in a supposition: whether one falls is not asked, and what it has left must not show."""


def _standing_of_mobs(battle: Skirmish) -> list[int]:
    """How many of each mob stand, which everybody sees (ES-171)."""
    found = [0] * len(battle.pools)
    for each in battle.fighters:
        if each.mob >= 0 and each.state == UP:
            found[each.mob] = mob_standing(battle, each)
    return found


def conceal(battle: Skirmish, own: list[str]) -> None:
    """Whoever is hidden is not there, nor its share of its mob, and what foes hold ready is theirs to know."""
    for each in battle.fighters:
        if each.id in own:
            continue
        if each.hidden:
            if each.mob >= 0 and each.state == UP:
                battle.pools[each.mob] = max(0, battle.pools[each.mob] - each.max_hp)
            each.state = WAITING
            each.engaged = 0
        if each.team != 0:
            each.readied = None


def back(before: Skirmish, after: Skirmish, who: str) -> list[tuple[str, int]]:
    """What an act costs whoever does it: hit points, or its feet."""
    old, new = before.named(who), after.named(who)
    if old is None or new is None or old.mob >= 0:
        return []
    state = STATES[new.state].replace("_", " ") if new.state != old.state and new.state != UP else ""
    return [("hp", old.hp + old.temp_hp - new.hp - new.temp_hp), *([(state, 1)] if state else [])]


def suppose(battle: Skirmish, own: list[str], who: str, option: Option, best: bool) -> list[str]:
    """A player's odds: the defences of foes at their best or worst, nothing secret done in answer; only hitting means something.

    Of a disengage check: as if nobody held on harder than most.
    """
    actor = battle.named(who)
    act = act_of(option)
    if actor is None or actor.team != 0 or act is None:
        return []
    if act.kind not in ("use", "swoop", "disengage"):
        return []
    battle.supposing = actor.team
    conceal(battle, own)
    battle.pools = [standing * PLENTY for standing in _standing_of_mobs(battle)]
    for foe in battle.fighters:
        if foe.id in own or foe.team == actor.team:
            continue
        foe.hp = PLENTY // 2 if is_staggered(foe) else PLENTY
        foe.max_hp = PLENTY
        foe.temp_hp = foe.overdraft = 0
        end = 0 if best else 1
        foe.ac, foe.pd, foe.md = supposed(foe, b.AC)[end], supposed(foe, b.PD)[end], supposed(foe, b.MD)[end]
        foe.interrupt_used = True
        foe.readied = None
        foe.conditions |= b.NO_OPPORTUNITY
    return ["success"] if act.kind == "disengage" else ["hit"]
