"""What a screen shows of a combatant and of a turn's option: vitals, effects with their ends, powers, rows of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option
from quintain.engine.rows import ability, all_stakes, condition, cost, vital, warning
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences_bonuses, sentences_effects, sentences_stakes
from quintain.systems.escalation.play.board import ends_with, is_lost_to
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import melee, targeting, turn_options
from quintain.systems.escalation.rules.answers import Named
from quintain.systems.escalation.rules.conditions import is_burden
from quintain.systems.escalation.rules.figures import hp_of, is_staggered
from quintain.systems.escalation.rules.move_options import Going
from quintain.systems.escalation.rules.positions import engaged_mask, members
from quintain.systems.escalation.rules.sheet import (
    COMATOSE,
    DYING,
    GONE,
    KNOCKED_OUT,
    STABLE,
    STATES,
    UP,
    WAITING,
    Fighter,
)
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.targeting import AimOption
from quintain.systems.escalation.rules.turn_kinds import AID_RANK, ATTACK_RANK, FOLDED_RANK, POWER_RANK

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Vital
    from quintain.engine.viewer import Viewer

CONSEQUENCES: Final = {
    "harm", "effect", "effect ended", "staggered", "drop", "death", "stable", "wound", "heal", "recovery", "save", "death save",
    "stray shot", "unseen", "grab", "pop free", "reaction",
}  # fmt: skip
"""Kinds of events that follow from the attack or the move before them."""

ICONS: Final[dict[int, str]] = {
    b.DAZED: "stun", b.WEAKENED: "weak", b.VULNERABLE: "weak", b.STUCK: "stuck", b.HAMPERED: "slow", b.CONFUSED: "charm",
    b.STUNNED: "stun", b.HELPLESS: "down", b.FEAR: "fear", b.INVISIBLE: "hidden", b.NO_ACTIONS: "stun",
}  # fmt: skip


# -- combatants --------------------------------------------------------------------------------------------------------


def row_reads(battle: Skirmish, one: Fighter) -> dict[str, object]:
    """See `System.row_reads`: the name of the place, and uses that several share.

    Lasting effects, grabs and the hit points of mobs, which tell of others, are made anew each time.
    """
    names = battle.ground().zones.names
    where = names[one.zone] if one.zone < len(names) else ""
    shared = [targeting.uses_left(battle, one, power) for power in one.block.powers if power.group_uses or power.group_per]
    reads: dict[str, object] = {"words": where, "tracks": None, "abilities": shared, "figures": None}
    if one.mob < 0:
        reads["vitals"] = None
    if not one.lasting and one.grabber < 0:
        reads["conditions"] = None
        if one.mob < 0:
            reads["row"] = (where, shared)
    return reads


def standing(battle: Skirmish, one: Fighter) -> str:
    if one.state == UP:
        return "up"
    if one.state in (GONE, WAITING):
        return "gone"
    return "down" if one.state in (DYING, STABLE, COMATOSE, KNOCKED_OUT) else "dead"


def vitals(battle: Skirmish, one: Fighter, viewer: Viewer) -> list[Vital]:
    found: list[Vital] = []
    gm = viewer.gm
    if viewer.may(one, "hp"):
        label = "hp" if one.mob < 0 else f"hp of one; {_of_its_mob(battle, one, gm)} of the mob stand"
        found.append(vital("hp", label, max(0, hp_of(battle, one)), one.max_hp, set="hp" if gm else ""))
        if one.mob >= 0 and gm:
            most = one.max_hp * len([each for each in battle.fighters if each.mob == one.mob])
            found.append(vital("pool", "hp of the whole mob", battle.pools[one.mob], most))
        if one.temp_hp and viewer.may(one, "temp_hp"):
            found.append(vital("temp_hp", "temporary hp", one.temp_hp, look="pips", set="temp_hp" if gm else ""))
    elif battle.switches.reveal == "hp_bars" and one.mob < 0:
        tenths = max(0, one.hp) * 10 // one.max_hp
        found.append(vital("hp", "hp, tenths", max(1, tenths) if one.hp > 0 else 0, 10))
    if one.recoveries_max and viewer.may(one, "recoveries"):
        found.append(vital("recoveries", "recoveries", one.recoveries, one.recoveries_max, "pips", set="recoveries" if gm else ""))
    if one.death_fails and viewer.may(one, "death_fails"):
        found.append(vital("death_fails", "failed death saves", one.death_fails, 4, "boxes", True, "death_fails" if gm else ""))
    if one.potions and viewer.may(one, "potions"):
        found.append(vital("potions", "healing potions", one.potions, look="pips", set="potions" if gm else ""))
    return found


def _of_its_mob(battle: Skirmish, one: Fighter, gm: bool) -> int:
    """How many of its mob stand, as far as a seat may know."""
    return len([each for each in battle.fighters if each.mob == one.mob and each.state == UP and (gm or not each.hidden)])


def health(battle: Skirmish, one: Fighter, viewer: Viewer) -> str:
    """What everybody sees: how it is out, or whether it is staggered (ES-117)."""
    if one.state != UP:
        return STATES[one.state].replace("_", " ")
    return "staggered" if is_staggered(one) else "not staggered"


def conditions(battle: Skirmish, one: Fighter, viewer: Viewer) -> list[Condition]:
    found: list[Condition] = []
    if one.state in (DYING, STABLE, COMATOSE):
        does = "unconscious; a death save each turn" if one.state == DYING else "unconscious"
        icon = "dying" if one.state == DYING else "down"
        ends, level = "once it is healed", one.death_fails
        found.append(condition("state", STATES[one.state], does, icon=icon, level=level, ends=ends, clause="ES-119"))
    elif one.state == UP and is_staggered(one):
        does, ends = "at half its hit points or fewer", "above half its hit points"
        found.append(condition("staggered", "staggered", does, "neutral", "wound", ends=ends, clause="ES-117"))
    for number, each in enumerate(one.lasting):
        found.append(lasting_row(battle, one, each, number, viewer))
    if one.grabber >= 0:
        grabber = battle.fighters[one.grabber]
        by = grabber.name if viewer.sees(grabber.id) else ""
        found.append(condition("grabbed", "grabbed", "cannot move away", icon="held", source=by, ends="once it gets free"))
    if one.gasp is not None:
        ends = "a save of 16 or more ends it"
        found.append(condition("gasp", "last gasp", "saves against the worst", icon="dying", ends=ends, clause="ES-167"))
    if one.delaying:
        does, ends = "has suspended its turn", "once it steps in"
        found.append(condition("delaying", "delaying", does, "neutral", "delay", ends=ends, clause="ES-10"))
    if one.readied is not None and (viewer.gm or one.side in viewer.sides):
        does, ends = "holds an action ready", "start of its next turn"
        found.append(condition("readied", "readied", does, "neutral", "ready", ends=ends, clause="ES-17"))
    if one.airborne:
        found.append(condition("airborne", "in the air", "", "neutral", "fly", ends="once it lands"))
    if one.wounds and viewer.may(one, "wounds"):
        does, ends = "fewer hit points", "full heal-up"
        found.append(condition("wounds", "lasting wounds", does, icon="wound", level=one.wounds, ends=ends, clause="ES-131"))
    return found


def lasting_row(battle: Skirmish, one: Fighter, each: Lasting, number: int, viewer: Viewer) -> Condition:
    source = battle.fighters[each.source]
    seen = viewer.sees(source.id)
    ends = sentences_effects.until_words(battle, one, each, not seen)
    at = ends_with(battle, one, each)
    icon = "fire" if each.ongoing else "dot"
    for bit, name in ICONS.items():
        if each.conditions & bit:
            icon = name
    good = source.team == one.team and not is_burden(each)
    if good and icon == "dot":
        icon = "boon"
    return condition(
        f"lasting:{number}", each.name, sentences_effects.effect_words(each), "good" if good else "bad", icon,
        source=source.name if seen and source.id != one.id else "", ends=ends, ends_at=at if viewer.sees(at) else "",
    )  # fmt: skip


def place_of(battle: Skirmish, one: Fighter, viewer: Viewer) -> str:
    names = battle.ground().zones.names
    if one.state == WAITING or one.zone >= len(names) or is_lost_to(one, viewer):
        return ""
    return names[one.zone]


def description(battle: Skirmish, one: Fighter, viewer: Viewer) -> str:
    block = one.block
    words = [f"level {block.level}"]
    if block.kind >= b.NPC:
        if block.category not in ("", "normal", block.role):
            words.append(block.category)
        words.append(block.role or b.KINDS[block.kind])
    return " ".join(words)


def usable(battle: Skirmish, one: Fighter, viewer: Viewer) -> list[Ability]:
    found: list[Ability] = []
    if viewer.may(one, "attacks_shown"):
        for power in one.block.powers:
            found.append(power_row(battle, one, power))
    if viewer.may(one, "traits_shown"):
        found.extend([ability(f"trait:{each.name}", each.name, "trait", occasion_text(each)) for each in one.block.occasions])
        found.extend([ability(f"trait:{row.name}", row.name, "trait", sentences_bonuses.sentence(row)) for row in one.block.bonuses])
    if viewer.gm:
        found.extend([ability(f"note:{note.name}", note.name, "trait", note.text) for note in one.block.notes])
    return found


def power_row(battle: Skirmish, one: Fighter, power: Power) -> Ability:
    kind = "reaction" if power.trigger else "attack" if power.rolls else "power"
    does = power.text or sentences_effects.rows(power.hit)
    figures: list[list[str]] = []
    if power.rolls:
        figures = [["hit", f"{power.bonus:+d} against {b.DEFENCES[power.defence]}"], ["kind", b.ATTACK_KINDS[power.kind]]]
        does = power.text or f"on a hit {sentences_effects.rows(power.hit)}"
    left, most = (-1, -1)
    if power.limited():
        left = targeting.uses_left(battle, one, power)
        most = max(left, power.uses)
    return ability(f"power:{power.number}", power.name, kind, does, f"{b.ACTIONS[power.action]} action", left, most, figures)


# -- options -----------------------------------------------------------------------------------------------------------


def show_option(battle: Skirmish, who: str, option: Option, shown: OptionView) -> None:
    """An option of a turn, or the goal of a move; of one that names somebody in the middle of an act, what is at stake there."""
    option.show(battle, who, shown)
    one = battle.named(who)
    if one is None:
        return
    if isinstance(option, turn_options.TurnOption):
        show_turn(battle, one, option, shown)
    elif isinstance(option, Going):
        show_going(battle, one, option, shown)
    elif isinstance(option, AimOption):
        shown["stakes"] += all_stakes(sentences_stakes.of_one(battle, one, option.ids, option.power))
    elif isinstance(option, Named):
        shown["stakes"] += all_stakes(sentences_stakes.of_one(battle, one, [option.id()], None))


def show_turn(battle: Skirmish, one: Fighter, option: turn_options.TurnOption, shown: OptionView) -> None:
    """Whom I am engaged with comes first; limited powers with their uses; moves to friends are folded."""
    takes = turn_options.cost_of(battle, one, option)
    if takes <= b.QUICK:
        shown["costs"].append(cost(f"{b.ACTIONS[takes]} action", 1))
    if option.what.on == "target" and option.power < len(one.block.powers):
        show_power(battle, one, option, shown)
    elif option.going is not None:
        show_going(battle, one, option.going, shown)
    else:
        what = option.what
        shown["verb"], shown["group"], shown["fold"], shown["rank"] = what.verb, what.group, what.fold, what.rank
        if option.kind == "end":
            shown["kind"] = "pass"
        elif option.kind == "rally" and is_staggered(one):
            shown["rank"] = 0
        elif option.kind == "disengage":
            shown["row"], shown["row_label"] = what.word, what.verb
            names = [battle.name_of(each) for each in option.named_units()]
            shown["ways"] = [["from", " and ".join(names) if names else "everybody"]]
            shown["rank"] += 5 * len(names)
        elif what.on == "ally":
            shown["row"], shown["row_label"] = what.word, what.verb
            shown["ways"] = [["whom", battle.name_of(option.to)]]


def show_power(battle: Skirmish, one: Fighter, option: turn_options.TurnOption, shown: OptionView) -> None:
    power = one.block.powers[option.power]
    target = battle.named(option.to) if option.to else None
    shown["verb"] = option.what.verb or power.name
    shown["group"] = "attack" if power.rolls and not power.limited() else "aid" if power.heals else "power"
    if power.limited():
        left = targeting.uses_left(battle, one, power)
        shown["costs"].append(cost(f"of {left} use{'s' if left != 1 else ''} left", 1))
    rank = AID_RANK if power.heals else POWER_RANK if power.limited() or not power.rolls else ATTACK_RANK
    shown["row"], shown["row_label"] = f"{option.kind}:{power.number}", shown["verb"]
    if target is not None:
        shown["ways"].append(["whom", target.name])
        near = bool(one.engaged & target.bit)
        rank += 0 if near else 50
        rank += 0 if is_staggered(target) else 5
        if power.rolls and target.team != one.team:
            shown["row"], shown["row_label"] = f"at:{target.id}", f"Attack {target.name}"
            shown["ways"] = [["how", shown["verb"]]]
    rank += 0 if power.flexible else 2
    if power.unarmed:
        shown["fold"] = "Unarmed"
        rank += FOLDED_RANK
    shown["rank"] = rank + power.number
    if power.rolls or power.spell:
        warn_of_strikes(battle, one, melee.drawn_by(battle, one, power, target.bit if target is not None else 0), shown)


def warn_of_strikes(battle: Skirmish, one: Fighter, foes: int, shown: OptionView) -> None:
    """Those in melee with it who may strike as it does this (ES-53 to ES-59)."""
    for foe in members(battle, foes):
        if melee.may_strike(battle, foe, one):
            shown["warnings"].append(warning("strike", f"draws a strike from {foe.name}", [foe.id]))


def show_going(battle: Skirmish, one: Fighter, going: Going, shown: OptionView) -> None:
    what = going.what
    shown["group"], shown["verb"], shown["fold"], shown["rank"] = "move", what.verb, what.fold, what.rank
    if what.row:
        shown["row"], shown["row_label"] = what.row, what.row_label
        whom = " and ".join([battle.name_of(each) for each in going.named_units()])
        shown["ways"] = [["whom", whom] if whom else ["where", going.to]]
    to = battle.named(going.to) if what.to == "foe" else None
    if to is not None:
        shown["rank"] += (0 if is_staggered(to) else 10) + 3 * len(going.also)
        for defender in battle.fighters:
            if defender.number != one.number and melee.may_intercept(battle, defender, one, to):
                shown["warnings"].append(warning("other", f"{defender.name} may step in the way", [defender.id]))
    if what.to == "zone":
        shown["kind"], shown["place"] = "place", going.to
    elif what.word == "stay":
        shown["kind"] = "pass"
    if what.leaves:
        warn_of_strikes(battle, one, engaged_mask(battle, one), shown)
