"""What a creature may do on its turn, and why not: the one source of legality of Acts (part F)."""

from __future__ import annotations

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS, FIRST
from quintain.systems.tiers.attack import Attack, walled_off
from quintain.systems.tiers.battle import Lying, TiersBattle
from quintain.systems.tiers.battlefield import EXIT, HAZARD, feet_between
from quintain.systems.tiers.conditions import can_shake_off, wound_by_id, wound_id
from quintain.systems.tiers.forced_movement import can_teleport
from quintain.systems.tiers.movement import (
    WayRisks,
    approaches,
    chosen_path,
    crosses_hazard,
    is_quiet,
    path_cost,
    path_to,
    quiet_reachable,
    reachable,
)
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sentences import number_from
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import hidden_from
from quintain.systems.tiers.stat_block import Item, Power, alike, swings
from quintain.systems.tiers.suffering import why_not_shake
from quintain.systems.tiers.targets import (
    area_targets,
    attack_of,
    burst_targets,
    hide_from,
    is_aimed,
    tank_for,
    why_not_objective,
    why_not_target,
    why_out_of_reach,
)


def price_of(actor: Creature, act: Act) -> int:
    """Stress this Act costs by itself, or by its power. Being stunned (TI-108) and terror come on top."""
    return actor.sheet.powers[act.power].stress if act.power >= 0 else ACT_KINDS[act.what].stress


def why_not(battle: TiersBattle, actor: Creature, act: Act) -> str:
    """Why this may not be done now; "" when it may."""
    if ACT_KINDS[act.what].free:
        return f"{actor.name} is not up" if actor.status != v.UP else _why_not_free(battle, actor, act)
    why = why_no_act(actor, price_of(actor, act))
    if why:
        return why
    if act.power >= 0 and actor.sheet.powers[act.power].uses and actor.uses[act.power] <= 0:
        return "it is used up"
    if act.what == "attack":
        return _why_not_weapon(actor, act) or why_not_target(battle, attack_of(actor, act), battle.creature(act.aim))
    if act.what == "smash":
        return _why_not_smash(battle, actor, act)
    if act.what == "power":
        return why_not_power(battle, actor, act)
    if act.what in ("advance", "maneuver"):
        return _why_not_move(battle, actor, act)
    return _why_not_other(battle, actor, act)


def why_no_act(actor: Creature, own: int) -> str:
    """Why it cannot spend an Act that costs so much Stress by itself (TI-104, TI-108)."""
    if actor.status != v.UP:
        return f"{actor.name} is not up"
    if actor.has(v.INCAPACITATED):
        return f"{actor.name} is Incapacitated and cannot Act"
    if actor.acts_left() <= 0:
        return "no Act left"
    stunned = 1 if actor.has(v.STUNNED) else 0
    if not actor.can_pay_both(own, stunned):
        return f"it costs {own + stunned} Stress, and {actor.free_stress()} is free"
    return ""


def may_go_on(battle: TiersBattle, actor: Creature) -> bool:
    """TI-35: is there an Act left, a way to come by one, or a way out of the battlefield, which takes none?"""
    if actor.status != v.UP or actor.has(v.INCAPACITATED):
        return False
    if actor.acts_left() > 0 or actor.beacon > 0:
        return True
    return on_exit(battle, actor) or (actor.has_lost_act() and actor.can_pay(1))


def on_exit(battle: TiersBattle, actor: Creature) -> bool:
    return battle.map.has_exit and battle.map.under(actor.x, actor.y, actor.sheet.size) & EXIT != 0


def _why_not_free(battle: TiersBattle, actor: Creature, act: Act) -> str:
    if act.what == "drop":
        return "" if any(item.id == act.detail and not item.tags & v.NATURAL for item in actor.held) else "it does not hold that"
    if act.what == "leave":
        return "" if on_exit(battle, actor) else "it stands on no exit"
    if act.what == "slowed":
        if not actor.has(v.SLOWED):
            return "it is not slowed"
        if not actor.has_lost_act():
            return "once a turn" if actor.slow_paid else "it has cost no Act"
        price = price_of(actor, act)
        if actor.has(v.STUNNED) and not actor.can_pay_both(price, 1):
            return "the Act itself would cost Stress too"
        return "" if actor.can_pay(price) else "no free Stress box"
    if act.what == "beacon":
        if actor.beacon <= 0:
            return "no Beacon Point"
        if act.detail == "react":
            return "" if actor.may_buy_react() else "it cannot React"
        pays = not actor.has(v.STUNNED) or actor.free_stress() > 0 or actor.beacon > 1
        return "" if pays else "the Act itself would cost Stress too"
    if act.what == FIRST:
        return "" if any(other.id == act.aim for other in battle.may_go_first(actor)) else "it has no turn to take now"
    return ""


# -- attacks --------------------------------------------------------------------------------------------------------


def _why_not_smash(battle: TiersBattle, actor: Creature, act: Act) -> str:
    """The tank: with a weapon as in a basic attack, or by a power that is aimed at one."""
    if act.power < 0:
        why = _why_not_weapon(actor, act)
    else:
        power = actor.sheet.powers[act.power]
        if not is_aimed(power) or act.action >= 0 or act.detail:
            return "that cannot be aimed at a thing"
        why = _why_no_weapon(actor, act, power)
    thing = tank_for(battle, actor)
    if why or thing is None:
        return why or "there is no tank to burst"
    return why_out_of_reach(battle, attack_of(actor, act), thing)


def _why_no_weapon(actor: Creature, act: Act, power: Power) -> str:
    """What a power with a weapon's damage asks of the weapon."""
    fitting = power.damage != v.WEAPON_DAMAGE or (act.item is not None and act.item in actor.held and fits(power, act.item, actor))
    return "" if fitting else "it needs a fitting weapon in hand"


def _why_not_weapon(actor: Creature, act: Act) -> str:
    """What a basic attack asks of the weapon and the Action (TI-40, TI-46)."""
    item = act.item
    if item is None or item not in actor.held:
        return "it does not hold that"
    if act.detail:
        if not item.ranged or act.action != v.HUNT:
            return "that cannot be shot or thrown so"
        if item.id in actor.unloaded:
            return f"{item.name} must be reloaded first"
    elif not item.melee or not item.die:
        return "that is no melee weapon"
    elif item.action >= 0 and act.action != item.action:
        return "it is used with another Action"
    elif act.action not in (v.SKIRMISH, v.FINESSE):
        return "melee is Skirmish or Finesse"
    return ""


def fits(power: Power, item: Item, actor: Creature) -> bool:
    """Can this weapon power be used with this weapon?"""
    if not item.die:
        return False
    if power.kind == v.MELEE:
        return item.melee > 0 and (item.action < 0 or item.action == power.action)
    return item.ranged > 0 and item.id not in actor.unloaded


def why_not_power(battle: TiersBattle, actor: Creature, act: Act) -> str:
    power = actor.sheet.powers[act.power]
    if power.react:
        return "that is a React"
    if power.form == v.ATTACK:
        return _why_not_attack_power(battle, actor, act, power)
    target = battle.creature(act.aim) if act.aim else None
    if power.form == v.TWIN:
        if len(twin_items(actor)) < 2:
            return "it needs an Agile weapon in each hand"
        if act.action not in (v.NONE, v.SKIRMISH, v.FINESSE):
            return "melee is Skirmish or Finesse"
        attack = Attack(actor, twin_items(actor)[0], None, v.FINESSE, v.MELEE)
        return why_not_target(battle, attack, target)
    if power.form == v.HIDE:
        seen = [enemy for enemy in hide_from(battle, actor) if not hidden_from(battle, enemy, actor)]
        return "" if seen else "nobody is there to hide from"
    if power.form in (v.HEAL, v.BESTOW, v.SALVE):
        return _why_not_help(battle, actor, act, power, target)
    if power.form == v.TELEPORT:
        if not can_teleport(battle, actor, act.x, act.y, power.within):
            return "that square cannot be reached so"
        into = battle.map.under(act.x, act.y, actor.sheet.size) & HAZARD
        return "the charmed are not made to endanger themselves" if into and is_spared(battle, actor) else ""
    return "that cannot be done on a turn"


def _why_not_help(battle: TiersBattle, actor: Creature, act: Act, power: Power, target: Creature | None) -> str:
    if target is None or not target.is_present():
        return "there is nobody"
    if power.form == v.HEAL and (target is actor or battle.hostile(actor, target)):
        return "it is for an ally"
    if battle.feet(actor, target) > power.within:
        return f"{target.name} is farther than {power.within}'"
    if power.form == v.SALVE and act.detail != "recover" and wound_by_id(target, act.detail) is None:
        return "there is no such wound"
    return ""


def _why_not_attack_power(battle: TiersBattle, actor: Creature, act: Act, power: Power) -> str:
    why = _why_no_weapon(actor, act, power)
    if why:
        return why
    if power.burst:
        near = [other for other in burst_targets(battle, actor, power) if not hidden_from(battle, other, actor)]
        return "" if near else "nobody is near enough"
    if power.square:
        side = power.square // 5
        if not (0 <= act.x < battle.map.width and 0 <= act.y < battle.map.height):
            return "that is outside the battlefield"
        feet = battle.map.feet(actor.x, actor.y, actor.sheet.size, act.x, act.y, side)
        if feet > power.within:
            return f"that is {feet}' away and the reach is {power.within}'"
        if is_spared(battle, actor) and actor in area_targets(battle, actor, power, act.x, act.y):
            return "the charmed are not made to endanger themselves"
        return "a wall is in the way" if walled_off(battle, act.x, act.y, side, actor) else ""
    return why_not_target(battle, attack_of(actor, act), battle.creature(act.aim))


def twin_items(actor: Creature) -> list[Item]:
    return [item for item in actor.held if item.tags & v.AGILE and item.melee and item.die]


# -- moves and the rest ---------------------------------------------------------------------------------------------


def _why_not_move(battle: TiersBattle, actor: Creature, act: Act) -> str:
    why = why_not_walk(actor)
    if why:
        return why
    if not battle.map.inside(act.x, act.y, actor.sheet.size):
        return "that is outside the battlefield"
    feet = feet_of(actor, act.what)
    path = way_of(battle, actor, act, feet)
    if not path or path_cost(battle, actor, path) > feet:
        return "that square cannot be reached so" if act.detail else "that square cannot be reached"
    return why_not_path(battle, actor, path, act.what == "maneuver")


def feet_of(actor: Creature, what: str) -> int:
    """How far an Advance or Maneuver leads (TI-41, TI-42)."""
    return actor.pace() if what == "advance" else 5


def way_of(battle: TiersBattle, actor: Creature, act: Act, feet: int) -> list[int]:
    """The squares a move enters: those named on the way and the cheapest between them, or what the rules pick (`path_to`)."""
    width = battle.map.width
    if not act.detail:
        return path_to(battle, actor, act.y * width + act.x, feet)
    through: list[int] = []
    for square in act.detail.split(":"):
        x, _, y = square.partition(",")
        if number_from(x) >= width or number_from(y) >= battle.map.height:
            return []
        through.append(number_from(y) * width + number_from(x))
    return chosen_path(battle, actor, through, act.y * width + act.x, feet)


def why_not_walk(actor: Creature) -> str:
    """TI-101, TI-105."""
    if actor.has(v.DOWNED):
        return "it is downed and must stand first"
    return "it is rooted" if actor.has(v.ROOTED) else ""


def is_spared(battle: TiersBattle, actor: Creature) -> bool:
    """TI-96: is it charmed (and not dominated as well), so that it is not made to endanger itself?"""
    return actor.has(v.CHARMED) and battle.master_of(actor) is not None and not actor.has(v.DOMINATED)


def why_not_path(battle: TiersBattle, actor: Creature, path: list[int], careful: bool) -> str:
    """TI-109: approaching what terrifies costs Stress. TI-96: the charmed are not led into danger."""
    if approaches(battle, actor, path) and not actor.can_pay_both(1, 1 if actor.has(v.STUNNED) else 0):
        return "it is terrified and has no Stress left to approach"
    if not is_spared(battle, actor):
        return ""
    if crosses_hazard(battle, actor, path) or (not careful and not is_quiet(battle, actor, path)):
        return "the charmed are not made to endanger themselves"
    return ""


def _why_not_other(battle: TiersBattle, actor: Creature, act: Act) -> str:
    what, detail = act.what, act.detail
    if what == "stand":
        return "" if actor.has(v.DOWNED) else "it is not downed"
    if what == "resist":
        return why_not_shake(battle, actor) if wound_by_id(actor, detail) is not None else "it has no such wound"
    if what == "ready":
        return why_not_ready(actor, detail)
    if what == "pickup":
        return why_not_pickup(battle, actor, detail)
    if what == "reload":
        return "" if detail in actor.unloaded and any(item.id == detail for item in actor.held) else "nothing to reload"
    if what == "aid":
        target = battle.creature(act.aim)
        if target is None or target is actor or not target.is_up() or battle.hostile(actor, target) or not actor.max_stress:
            return "there is no ally to aid"
        if target.aided_by >= 0:
            return "somebody aids its next roll already"
        return "the GM refuses it" if actor.aid_refused else ""
    if what == "objective":
        return why_not_objective(battle, actor, detail, act.action)
    if what == "other":
        place = number_from(detail)
        if 0 <= place < len(battle.improvised) and battle.improvised[place].who == actor.index:
            aimed = battle.improvised[place].target
            return "" if aimed < 0 or battle.creatures[aimed].is_present() else "its target is gone"
        return "the GM has not offered that"
    return "that is not possible"


def hands(items: list[Item]) -> int:
    return sum(item.hands for item in items if not item.tags & v.NATURAL)


def why_not_ready(actor: Creature, detail: str) -> str:
    """TI-38: one or two Readied items change place, and two hands must be enough."""
    ids = detail.split("+")
    if len(ids) > 2 or len(set(ids)) != len(ids):
        return "two items at most"
    changed = changed_gear(actor, ids)
    if changed is None:
        return "it has no such item at hand"
    return "" if hands(changed[0]) <= 2 else "two hands are not enough"


def changed_gear(actor: Creature, ids: list[str]) -> tuple[list[Item], list[Item]] | None:
    """What is in hand and what is Readied once these have changed place; None where one of them is neither."""
    held, readied = list(actor.held), list(actor.readied)
    for id in ids:
        out = [item for item in held if item.id == id and not item.tags & v.NATURAL]
        away = [item for item in readied if item.id == id]
        if not out and not away:
            return None
        source, goal = (held, readied) if out else (readied, held)
        item = (out or away)[0]
        source.remove(item)
        goal.append(item)
    return held, readied


def why_not_pickup(battle: TiersBattle, actor: Creature, detail: str) -> str:
    """TI-37: from its own or an adjacent square; a free hand is needed."""
    lying = lying_near(battle, actor, detail)
    if lying is None:
        return "it does not lie near"
    return "" if hands(actor.held) + lying.item.hands <= 2 else "no hand is free"


def lying_near(battle: TiersBattle, actor: Creature, id: str) -> Lying | None:
    for lying in battle.lying_for(actor.sheet.is_pc):
        if lying.item.id == id and feet_between(actor.x, actor.y, actor.sheet.size, lying.x, lying.y, 1) <= 5:
            return lying
    return None


# -- listing --------------------------------------------------------------------------------------------------------


def acts(battle: TiersBattle, actor: Creature) -> list[Act]:
    """Everything that may be done now."""
    found = [act for act in candidates(battle, actor) if not why_not(battle, actor, act)]
    found.extend(moves(battle, actor, "advance"))
    found.extend(moves(battle, actor, "maneuver"))
    return [Act("stop"), *found]


def candidates(battle: TiersBattle, actor: Creature) -> list[Act]:
    found: list[Act] = []
    for other in battle.creatures:
        if other.is_present():
            found.extend(weapon_acts(actor, "attack", other.id))
    for place, power in enumerate(actor.sheet.powers):
        if not power.react:
            found.extend(power_acts(battle, actor, place, power))
    if battle.map.has_tank and not battle.tank_burst:
        found.extend(smash_acts(actor))
    found.append(Act("stand"))
    found.extend(Act("resist", wound_id(effect)) for effect in can_shake_off(actor))
    found.extend(_gear_acts(battle, actor))
    for other in battle.creatures:
        found.append(Act("aid", aim=other.id))
    for clock in battle.clocks:
        found.extend(Act("objective", clock.name, action=action) for action in clock.actions)
    found.extend(Act("other", str(place)) for place in range(len(battle.improvised)))
    found.append(Act("slowed"))
    found.extend([Act("beacon", "act"), Act("beacon", "react"), Act("leave")])
    return found


def weapon_acts(actor: Creature, what: str, aim: str = "") -> list[Act]:
    """Basic attacks with what is in hand (TI-40)."""
    found: list[Act] = []
    for item in distinct(actor.held):
        found.extend(Act(what, aim=aim, action=action, item=item) for action in swings(item))
        if item.ranged:
            found.append(Act(what, "ranged", aim, v.HUNT, item))
    return found


def smash_acts(actor: Creature) -> list[Act]:
    """Every way to attack the tank: basic attacks, and powers with damage that are aimed at one."""
    found = weapon_acts(actor, "smash")
    for place, power in enumerate(actor.sheet.powers):
        if is_aimed(power):
            items: list[Item | None] = [*actor.held] if power.damage == v.WEAPON_DAMAGE else [None]
            found.extend(Act("smash", item=item, power=place) for item in items)
    return found


def distinct(items: list[Item]) -> list[Item]:
    """Of things that are alike in all respects one is enough to choose from."""
    if len(items) < 2:
        return items
    found: list[Item] = []
    for item in items:
        if not any(alike(item, other) for other in found):
            found.append(item)
    return found


def power_acts(battle: TiersBattle, actor: Creature, place: int, power: Power) -> list[Act]:
    items: list[Item | None] = [None]
    if power.form == v.ATTACK and power.damage == v.WEAPON_DAMAGE:
        items = [item for item in distinct(actor.held) if fits(power, item, actor)]
    if power.form == v.HIDE or power.burst:
        return [Act("power", item=item, power=place) for item in items]
    if power.form == v.TELEPORT:
        cells = range(battle.map.grid.cells)
        return [Act("power", power=place, x=cell % battle.map.width, y=cell // battle.map.width) for cell in cells]
    if power.square:
        return [Act("power", power=place, x=x, y=y) for x, y in worthwhile_squares(battle, actor, power)]
    found: list[Act] = []
    for other in battle.creatures:
        if not other.is_present() or hidden_from(battle, other, actor):
            continue
        if power.form == v.TWIN:
            found.extend(Act("power", aim=other.id, action=action, power=place) for action in (v.FINESSE, v.SKIRMISH))
        elif power.form == v.SALVE:
            found.append(Act("power", "recover", other.id, power=place))
            found.extend(Act("power", wound_id(effect), other.id, power=place) for effect in can_shake_off(other))
        else:
            found.extend(Act("power", aim=other.id, item=item, power=place) for item in items)
    return found


def worthwhile_squares(battle: TiersBattle, actor: Creature, power: Power, least: int = 1) -> list[tuple[int, int]]:
    """The areas that would catch somebody the actor perceives, and cover so many creatures."""
    side = power.square // 5
    width = battle.map.width
    covered = [0] * (width * battle.map.height)
    seen = list(covered)
    found: list[int] = []
    for other in battle.creatures:
        if not other.is_present():
            continue
        perceived = not hidden_from(battle, other, actor)
        for y in range(max(0, other.y - side + 1), min(battle.map.height, other.y + other.sheet.size)):
            for x in range(max(0, other.x - side + 1), min(width, other.x + other.sheet.size)):
                cell = y * width + x
                covered[cell] += 1
                if perceived and not seen[cell]:
                    seen[cell] = 1
                    found.append(cell)
    return [(cell % width, cell // width) for cell in found if covered[cell] >= least]


def _gear_acts(battle: TiersBattle, actor: Creature) -> list[Act]:
    own = [item.id for item in actor.held if not item.tags & v.NATURAL] + [item.id for item in actor.readied]
    ids = list(dict.fromkeys(own))
    single = [item.id for item in [*distinct(actor.held), *distinct(actor.readied)] if not item.tags & v.NATURAL]
    found = [Act("ready", id) for id in dict.fromkeys(single)]
    found.extend(Act("ready", f"{a}+{b}") for place, a in enumerate(ids) for b in ids[place + 1 :])
    found.extend(Act("drop", item.id) for item in distinct(actor.held) if not item.tags & v.NATURAL)
    found.extend(Act("pickup", lying.item.id) for lying in battle.lying_for(actor.sheet.is_pc))
    found.extend(Act("reload", item.id) for item in actor.held if item.tags & v.RELOAD)
    return found


def moves(battle: TiersBattle, actor: Creature, what: str) -> list[Act]:
    """Every square an Advance or Maneuver may end in."""
    if why_not_walk(actor) or why_no_act(actor, 0):
        return []
    feet = feet_of(actor, what)
    ways = reachable(battle, actor, feet)
    judged = actor.has(v.TERRIFIED) or actor.has(v.CHARMED)
    quiet = quiet_reachable(battle, actor, feet) if judged else None
    width = battle.map.width
    found: list[Act] = []
    risks = WayRisks(actor, feet, what == "maneuver", ways)
    for cell in ways.stops():
        if cell == ways.start:
            continue
        if judged:
            path = path_to(battle, actor, cell, feet, ways, quiet)
            if why_not_path(battle, actor, path, what == "maneuver"):
                continue
        act = Act(what, x=cell % width, y=cell // width)
        act.risks = risks
        found.append(act)
    return found


