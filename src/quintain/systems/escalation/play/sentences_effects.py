"""What lies on a combatant, and what rows of effects bring, in plain language: for sheets, options and the log."""

from __future__ import annotations

from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play.sentences_conditions import such
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, condition_names
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


def until_words(battle: Skirmish, owner: Fighter, each: Lasting, unseen: bool = False) -> str:
    """When a lasting effect ends, for people; `unseen`: its source is not to be named."""
    said = _end_words(battle, owner, each, "somebody unseen" if unseen else battle.fighters[each.source].name)
    for kind, least in each.effect.ends_when:
        said += f", or once {f'it takes {least} damage or more at once' if kind == b.TAKES_DAMAGE else _WHENS[kind]}"
    if each.effect.ends_by >= 0:
        who = {b.BY_BEARER: "its own", b.BY_ALLY: "an ally's"}.get(each.effect.ends_by_whom, "its own or an ally's")
        said += f", or {who} {b.ACTIONS[each.effect.ends_by]} action"
    return said


def _end_words(battle: Skirmish, owner: Fighter, each: Lasting, source: str) -> str:
    if each.until == b.UNTIL_SAVE:
        return _SAVE_ENDS.get(each.save, f"save {each.save}+ ends")
    if each.until == b.END_OF_TARGET:
        return f"until the end of {owner.name}'s next turn"
    if each.until == b.START_OF_TARGET:
        return f"until the start of {owner.name}'s next turn"
    if each.until == b.END_OF_SOURCE:
        return f"until the end of {source}'s next turn"
    if each.until == b.START_OF_SOURCE:
        alive = battle.fighters[each.source].is_present()
        return f"until the start of {source}'s next turn" if alive else f"until {source}'s place in the order"
    if each.until == b.SOURCE_DROPS:
        return f"until {source} is down"
    return {
        b.WHILE_ENGAGED: "while engaged", b.WHILE_ONGOING: "while the ongoing damage lasts",
        b.WHILE_AFFECTED: "as long as the rest of it", b.NEXT_ATTACK: "until the next attack is made",
        b.END_OF_TURN: "until the end of this turn", b.WHILE_GRABBED: f"while {source} holds it",
    }.get(each.until, "until the end of the battle")  # fmt: skip


def effect_words(each: Lasting) -> str:
    """What a lasting effect does, for people."""
    parts = [condition_words(name) for name in condition_names(each.conditions)]
    if each.ongoing:
        kind = f" {each.effect.damage_type}" if each.effect.damage_type else ""
        parts.append(f"{each.ongoing} ongoing{kind} damage")
    for place, value in enumerate(each.modifiers):
        if value:
            only = f" with {each.effect.with_power}" if each.effect.with_power else ""
            parts.append(f"{value:+d} {b.MODIFIERS[place]}{only}")
    if each.effect.weak_to:
        parts.append(f"vulnerable to {each.effect.weak_to}")
    if each.effect.tag:
        parts.extend(_further(each))
    said = " and ".join(parts) or each.name
    return f"{said} (between two only)" if each.versus >= 0 else said


def _further(each: Lasting) -> list[str]:
    """What a lasting effect does besides conditions, damage and modifiers of its bearer."""
    effect = each.effect
    parts = [effect.mark] if effect.mark else []
    gains = [f"{value:+d} {b.MODIFIERS[place]}" for place, value in enumerate(each.exposes) if value]
    gains += ["the escalation die"] if effect.exposes_die else []
    gains += ["the escalation die to the crit range"] if effect.exposes_crit_die else []
    gains += [f"+{effect.exposes_damage.text()} damage"] if effect.exposes_damage.twice_mean else []
    if gains:
        whose = {"": "attackers gain", "allies": "the source's allies gain", "source": "the source gains"}.get(
            effect.by, f"every {effect.by} gains"
        )
        parts.append(f"{whose} {' and '.join(gains)} against it")
    parts.extend([f"{value:+d} {b.MODIFIERS[place]} against all others" for place, value in enumerate(effect.others) if value])
    if effect.fear_of:
        parts.append("fears one foe")
    if effect.more_attacks:
        parts.append(f"one more attack with {effect.more_attacks}")
    if effect.images:
        parts.append(f"among images of itself ({effect.images}+ to find it)")
    if effect.unlocks:
        parts.append(f"may use {effect.unlocks}")
    if effect.reaches:
        parts.append(f"reaches anybody nearby with {effect.reaches}")
    parts.extend([f"resists {name} {number}+" for name, number in effect.resists.items()])
    if effect.unresists:
        parts.append(f"no resistance to {effect.unresists}")
    if effect.recovery_save:
        parts.append(f"recoveries need a save ({effect.recovery_save}+)")
    if effect.attacks_only:
        parts.append("may attack only some")
    if effect.blunts:
        often = "every" if effect.every else "the next"
        rest = ", an ally takes the rest" if effect.rest_on else ""
        bears = f"{often} hit on it deals half damage{rest}"
        parts.append(bears if effect.blunts == b.BLUNTS_BEARER else f"takes half of {often} hit on the source")
    if effect.empower.twice_mean:
        more = effect.empower.repeated(each.piled).text()
        kind, when = f" {effect.damage_type}" if effect.damage_type else "", ", hit or miss" if effect.or_miss else ""
        parts.append(f"+{more}{kind} damage with {effect.with_power or 'its attacks'}{when}")
    if effect.more_targets:
        parts.append(f"{effect.more_targets * each.piled} more target(s) for {effect.with_power or 'its attacks'}")
    if effect.fewer_death_saves:
        parts.append(f"dies {effect.fewer_death_saves * each.piled} failed death save(s) sooner")
    if effect.surely:
        parts.append(f"{effect.with_power or 'its attacks'}: {('', 'sure to hit', 'every hit is a crit')[effect.surely]}")
    if effect.immune_to:
        parts.append(f"immune to {effect.immune_to}")
    if effect.each_time:
        often = "the first" if effect.each_time_once else "each"
        parts.append(f"{rows(effect.each_time)} {often} time {_WHENS[effect.each_time_when]}")
    if effect.deals.twice_mean:
        parts.append(f"+{effect.deals.text()} damage with each hit")
    if effect.follows:
        parts.append("the ongoing damage follows the escalation die")
    if effect.on_save:
        parts.append(f"after the save: {rows(effect.on_save)}")
    return parts


_WHENS = (
    "it attacks", "it attacks the source", "it makes anything but a basic attack", "it hits", "it misses",
    "it misses with an odd roll", "it is hit", "it is hit against AC", "it is hit against PD", "it is hit against MD", "it is hurt",
    "it fails a save", "it makes a save", "an enemy engages it or gets away", "the source hits it",
    "it is no longer engaged with the source", "it disengages from the source", "the source drops",
    "it takes an action", "it spends a recovery", "its turn starts", "a round starts", "it is back at full hit points",
    "the source attacks it", "the source makes the same attack again",
)  # fmt: skip

def condition_words(name: str) -> str:
    """A condition for people, so that "Ann: ..." and "Ann is rid of ..." both read well."""
    return _CONDITION_WORDS.get(name, name.replace("_", " "))


_CONDITION_WORDS = {
    "loses_move": "no move action", "no_heal": "no healing", "no_opportunity": "no opportunity attacks",
    "escalates": "the escalation die", "no_escalation": "no escalation die", "no_recovery": "no use of recoveries",
    "no_ranged": "no ranged attacks", "no_attack": "no attacks", "no_disengage": "no disengaging", "no_engage": "no engaging",
    "no_weapon_die": "no escalation die for weapons",
}  # fmt: skip


def rows(listed: list[Effect]) -> str:
    """What some rows do, in a few words, for the label of an option."""
    return "; ".join([row.verb.words(row) for row in listed])


def part(row: Effect) -> str:
    """What one row brings, and to whom."""
    brings = row.verb.words_in_full(row)
    if row.against:
        brings += f" (only {such(row.against)})"
    whom = "" if row.op == b.GRANT_ATTACK else _WHOM[row.on]
    return f"{whom}: {brings}" if whom else brings


def end_of(row: Effect) -> str:
    """When a lasting row ends, before anybody bears it."""
    if row.until == b.UNTIL_SAVE:
        return _SAVE_ENDS.get(row.save, f"save {row.save}+ ends")
    said = b.UNTILS[row.until]
    return said if said.startswith("while") else f"until the {said}"


_SAVE_ENDS = {6: "easy save ends", 11: "save ends", 16: "hard save ends"}
_WHOM = (
    "", "itself", "an ally", "each nearby ally", "each enemy engaged with it", "each nearby enemy",
    "each other enemy engaged with it", "random enemies", "each nearby creature", "one enemy engaged with it", "one nearby enemy",
    "all its allies", "all its enemies", "each one hit", "nearby creatures at random", "nearby enemies at random",
    "itself or an ally", "allies of the other",
)  # fmt: skip
"""By the words of `ONS`."""
