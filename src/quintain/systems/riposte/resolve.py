"""The strike and the engagement (chapters A to C, and the traits of section 8 that touch them)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import PERCENT, Die
from quintain.engine.question import Choice, Option, Plain, Question
from quintain.engine.roll import Roll
from quintain.engine.rows import stake
from quintain.engine.tactic import Tactic
from quintain.systems.riposte import sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.conditions import drop
from quintain.systems.riposte.engagement import (
    CYCLE_ACCURACY,
    Activation,
    Plan,
    activations,
    cycle_edge,
    is_new,
)
from quintain.systems.riposte.sheet import Blow, Engagement, Fighter, Skirmish
from quintain.systems.riposte.stats import Figures, Weapon, supports
from quintain.systems.riposte.switches import Switches

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

PERCENT_FROM_ONE: Final = Die(100, 1, "d%")
CRITICAL: Final = "critical"
"""The second die of the switch strike.crit_roll."""
OUT_OF_REACH: Final = 99
STRIKES: Final = ("", "")
"""Nothing keeps a slot from being struck in; otherwise it is the reason, and the clause it follows from."""

RIPOSTE_YES: Option = Plain("yes", "Riposte")
RIPOSTE_NO: Option = Plain("no", "Hold back")
EMPTY_HANDED: Option = Plain(str(v.NO_WEAPON), "Stay empty-handed")


# -- the die (RI-01 to RI-03) ------------------------------------------------------------------------------------------


def percent_die(switches: Switches) -> Die:
    return PERCENT_FROM_ONE if switches.from_one else PERCENT


def read_percent(tens: int, ones: int, switches: Switches) -> int:
    """Two ten-sided dice, tens first; double zero is 0, or 100 where the die runs from 1 (RI-01, R2)."""
    face = tens * 10 + ones
    return 100 if face == 0 and switches.from_one else face


def passes(switches: Switches, roll: Roll, chance: int, name: str) -> bool:
    """Below the chance; 100 and more always, 0 and less never (RI-02, RI-03)."""
    if chance >= 100:
        return roll.below(101, name)
    if chance <= 0:
        return roll.below(0, name)
    return roll.below(chance + 1 if switches.at_or_below else chance, name)


def faces_that_pass(switches: Switches, chance: int) -> int:
    """How many of the hundred faces pass a test of this chance."""
    if chance >= 100:
        return 100
    if chance <= 0:
        return 0
    return chance + (1 if switches.at_or_below else 0) - (1 if switches.from_one else 0)


# -- the figures of a strike (RI-04 to RI-12) --------------------------------------------------------------------------


def read_figures(switches: Switches, blow: Blow, cover: int) -> None:
    """Chances and damage as they stand, the target on ground of this kind (RI-12), and what of the target's may halve the hit."""
    striker, target = blow.striker, blow.target
    own, other = striker.figures(blow.role), target.figures(blow.other_role)
    weapon = striker.in_hand()
    blow.cover = cover
    blow.edge = cycle_edge(weapon, target.in_hand()) if switches.weapon_cycle else 0
    blow.hit_chance = own.accuracy - other.dodge - v.COVER_DODGE[cover] + CYCLE_ACCURACY * blow.edge  # RI-04
    blow.crit_chance = own.critical - other.avoid  # RI-05
    blow.slaying = target.block.slayer_might(weapon)
    blow.magical = own.magical and not switches.magic_vs_defense
    blow.shelter = 0 if blow.magical and not switches.soak_both else v.COVER_DEFENSE[cover]  # RI-47
    resisted = other.resistance if blow.magical else other.defense
    blow.plain_damage = max(0, own.might + blow.slaying + blow.edge - resisted - blow.shelter)  # RI-08
    blow.guard, blow.guard_chance = guard_of(own, other), other.stats[v.DEX]


# -- one strike (RI-06 to RI-11) ---------------------------------------------------------------------------------------


def judge(battle: Skirmish, blow: Blow) -> str:
    """What the dice thrown so far make of a strike, its figures read afresh (RI-12).

    Returns the name of the die that is still to be thrown; "" when the strike is decided.
    """
    read_figures(battle.switches, blow, battle.cover_of(blow.target))
    return decide(battle.switches, blow)


def decide(switches: Switches, blow: Blow) -> str:
    """The strike itself, for given figures (RI-06 to RI-11, RI-136): also what a tactic expects of one is worked out here."""
    blow.hit = blow.crit = blow.guarded = blow.tried_guard = False
    blow.damage = 0
    if blow.die is None:
        return v.SLOT_NAMES[blow.slot]
    blow.hit = passes(switches, blow.die, blow.hit_chance, "hit")
    if not blow.hit:
        return ""  # A miss changes nothing, whatever the Crit Chance (RI-07).
    if switches.separate_crit and blow.crit_die is None:
        return CRITICAL
    blow.crit = passes(switches, blow.die if blow.crit_die is None else blow.crit_die, blow.crit_chance, "crit")
    blow.damage = 3 * blow.plain_damage if blow.crit else blow.plain_damage  # RI-09
    if blow.guard and blow.damage > 0:
        if blow.guard_die is None:
            return blow.guard
        blow.tried_guard = True
        blow.guarded = passes(switches, blow.guard_die, blow.guard_chance, "guard")
        if blow.guarded:
            blow.damage //= 2  # After tripling, rounded down (RI-136).
    return ""


def guard_of(striker: Figures, target: Figures) -> str:
    """What may halve the hit: Buckler a physical one, Escutcheon a magical one (RI-136); "" where the target has no such thing."""
    if striker.magical:
        return "Escutcheon" if target.knacks & v.ESCUTCHEON else ""
    return "Buckler" if target.knacks & v.BUCKLER else ""


def strike(battle: Skirmish, engagement: Engagement, blow: Blow) -> bool:
    """One strike: its dice, then what they do; True where it drops the target. It falls away where a ruling leaves nobody to strike,
    or nobody to be struck."""
    engagement.blow = blow
    while True:
        missing = judge(battle, blow)
        if missing:
            throw(battle, blow, missing)
        elif is_let_stand(battle, blow):
            break
        why, clause = why_no_strike(battle, engagement, blow)
        if why:
            sentences.tell_no_strike(battle, blow, why, clause)
            return False
    return land(battle, blow)


def is_let_stand(battle: Skirmish, blow: Blow) -> bool:
    """Nothing has been changed about a strike whose dice are thrown, where the GM looks at it before it lands."""
    if battle.telling:
        battle.holding = sentences.held_strike(blow)
    return not battle.hold("strike")


def throw(battle: Skirmish, blow: Blow, die: str) -> None:
    """The striker throws for hit and critical, the target for its guard (section 6). A die withdrawn is judged anew."""
    striker, target = blow.striker, blow.target
    thrower, other = (target, striker) if die == blow.guard else (striker, target)
    roll = battle.roll(thrower.id, die, percent_die(battle.switches), against=other.id)
    if not roll.void:
        put_die(blow, die, roll)


def put_die(blow: Blow, die: str, roll: Roll | None) -> None:
    """Beside the strike lies a die of this name now."""
    if die == blow.guard:
        blow.guard_die = roll
    elif die == CRITICAL:
        blow.crit_die = roll
    else:
        blow.die = roll


def land(battle: Skirmish, blow: Blow) -> bool:
    """What is decided happens: HP fall to no less than 0 (RI-11), and a target with none left is out (RI-103): True then."""
    striker, target = blow.striker, blow.target
    # The arithmetic as it stood for this strike: the blow itself may change figures that go by health.
    math = sentences.strike_terms(blow) if battle.telling else []
    before = target.hp
    target.hp = max(0, before - blow.damage)
    count(battle, blow, before - target.hp)
    if battle.telling:
        sentences.tell_strike(battle, blow, math)
    if target.hp > 0:
        return False
    drop(battle, target, striker.id)
    return True


def count(battle: Skirmish, blow: Blow, lost: int) -> None:
    """For odds and statistics."""
    striker = blow.striker
    weapon = striker.in_hand()
    if weapon is not None:
        battle.note(weapon.use_note, striker.id)
    if blow.hit:
        battle.note("hit", striker.id)
        battle.note("damage", striker.id, lost)
        battle.note("harm", blow.target.id, lost)
        if blow.crit:
            battle.note("crit", striker.id)
        if blow.guarded:
            battle.note(f"use:{blow.guard}", blow.target.id)


# -- the engagement (RI-14 to RI-31) -----------------------------------------------------------------------------------


def engage(battle: Skirmish, attacker: Fighter, defender: Fighter) -> None:
    """A declared engagement, from its activation rolls to its last strike; it ends when either party is out (RI-25)."""
    open_hostilities(battle, attacker, defender)
    engagement = Engagement(attacker, defender, engagement_distance(battle, attacker.place, attacker.in_hand(), defender))
    engagement.apart = distance_now(battle, engagement)
    engagement.friendly, engagement.blind = battle.are_friends(attacker, defender), not battle.in_sight(attacker.place, defender.place)
    if battle.telling:
        sentences.tell_engage(battle, attacker, defender, engagement.distance)
    battle.engagement = engagement
    try:
        exchange_strikes(battle, engagement)
    finally:
        battle.engagement = None


def exchange_strikes(battle: Skirmish, engagement: Engagement) -> None:
    """Attack, riposte, follow-throughs (RI-15), each judged when it comes up (R81)."""
    attacker, defender = engagement.attacker, engagement.defender
    if battle.switches.switch_any_time:
        offer_switch(battle, engagement)
    if battle.switches.riposte_optional:
        engagement.held_back = holds_back(battle, engagement)
    plan = declare(battle, engagement)
    if plan is None:
        return
    for slot in plan.strikes(True):
        if not battle.is_in(attacker) or not battle.is_in(defender):
            return  # RI-25
        attacks = slot in (v.ATTACK, v.FOLLOW_ATTACK)
        if not attacks and not plan.riposte and not engagement.ruled:
            continue  # Out of reach when it was declared, and nothing has changed since (RI-19).
        blow = Blow(attacker, defender, slot) if attacks else Blow(defender, attacker, slot)
        why, clause = why_no_strike(battle, engagement, blow)
        if not why:
            if strike(battle, engagement, blow):
                return  # RI-25, whatever a ruling makes of the dropped while its fate is asked
        elif attacks or plan.riposte:
            sentences.tell_no_strike(battle, blow, why, clause)


def open_hostilities(battle: Skirmish, attacker: Fighter, defender: Fighter) -> None:
    """Attacking shows who hides, and makes enemies of neutrals (R37)."""
    if attacker.hidden:
        attacker.hidden = False
        sentences.tell_into_view(battle, attacker)
    if battle.stance(attacker.team, defender.team) == v.NEUTRAL:
        battle.set_stance(attacker.team, defender.team, v.HOSTILE)
        sentences.tell_stance(battle, battle.sides[attacker.team], battle.sides[defender.team], v.HOSTILE)
    if battle.switches.provoke_once and defender.block.provoke and defender.id not in battle.provokers_met:
        battle.provokers_met.append(defender.id)


def engagement_distance(battle: Skirmish, place: int, weapon: Weapon | None, defender: Fighter) -> int:
    """The attacker's place fixes the distance (RI-34); in a zone it picks the lowest without a riposte, else the lowest (RI-99)."""
    if battle.ground.is_grid:
        return battle.ground.distance(place, defender.place)
    if weapon is None:
        return 0
    for distance in weapon.distances:
        if not defender.reaches(distance):
            return distance
    return weapon.distances[0]


# -- its plan: activation rolls, then counts and order (RI-27, RI-131 to RI-138) ---------------------------------------


def declare(battle: Skirmish, engagement: Engagement) -> Plan | None:
    """Counts and order, from the figures as they are after the activation rolls (RI-27, R81); None where a party is out by then."""
    attacker, defender = engagement.attacker, engagement.defender
    if not battle.is_in(attacker) or not battle.is_in(defender):
        return None
    plan = planned(battle, engagement)
    seen: list[Activation] = []
    while True:
        coming = [one for one in activations(plan.attacker, plan.defender) if is_new(one, seen)]
        if not coming:
            engagement.activation = None
            return plan
        seen.append(coming[0])
        if matters(battle, engagement, plan, coming[0]):
            engagement.activation = coming[0]
            activate(battle, engagement, coming[0])
            if not battle.is_in(attacker) or not battle.is_in(defender):
                return None
            plan = planned(battle, engagement)


def activate(battle: Skirmish, engagement: Engagement, activation: Activation) -> None:
    """One activation roll against the owner's stat (RI-131 to RI-134)."""
    owner, other = engagement.attacker, engagement.defender
    if not activation.by_attacker:
        owner, other = other, owner
    roll = battle.roll(owner.id, activation.label, percent_die(battle.switches), against=other.id)
    if roll.void:
        return
    chance = owner.figures(v.ATTACKING if activation.by_attacker else v.RIPOSTING).stats[activation.stat]
    fires = passes(battle.switches, roll, chance, "activation")
    if fires:
        engagement.fired.append(activation)
        battle.note(f"use:{activation.label}", owner.id)
    if battle.telling:
        sentences.tell_activation(battle, owner, activation.label, chance, roll, fires, activation.clause)


def matters(battle: Skirmish, engagement: Engagement, plan: Plan, activation: Activation) -> bool:
    """A die that could change nothing is not thrown (R77); where no attack will come, only what is about ripostes changes anything."""
    if not plan.would_change(activation):
        return False
    if activation.is_about_ripostes():
        return True
    return why_no_strike(battle, engagement, Blow(engagement.attacker, engagement.defender, v.ATTACK)) == STRIKES


def planned(battle: Skirmish, engagement: Engagement) -> Plan:
    """The engagement as it would run now, with what has been activated so far."""
    attacker, defender = engagement.attacker, engagement.defender
    riposte = defender.reaches(distance_now(battle, engagement))
    if engagement.ruled and why_neither_strikes(battle, engagement) != STRIKES:
        riposte = False
    plan = plan_between(attacker, attacker.figures(v.ATTACKING), defender, riposte and not engagement.held_back)
    plan.cancelled = plan.cancelled or engagement.held_back
    for activation in engagement.fired:
        # What a trait has brought goes with it where a ruling takes it away.
        if not engagement.ruled or not is_new(activation, activations(plan.attacker, plan.defender)):
            plan.activate(activation)
    return plan


def plan_between(attacker: Fighter, own: Figures, defender: Fighter, riposte: bool) -> Plan:
    """Counts and order for the figures that the attacker has with its weapon, or would have with another (RI-15 to RI-25)."""
    other = defender.figures(v.RIPOSTING)
    return Plan(own, other, riposte, is_cautious(attacker, own) or is_cautious(defender, other))


def is_cautious(fighter: Fighter, figures: Figures) -> bool:
    """Above half its HP, a Cautious party takes the follow-throughs from both (RI-135)."""
    return figures.knacks & v.CAUTIOUS != 0 and 2 * fighter.hp > fighter.block.max_hp


# -- what a ruling in the middle leaves of it (R81, R83) ---------------------------------------------------------------


def why_no_strike(battle: Skirmish, engagement: Engagement, blow: Blow) -> tuple[str, str]:
    """Why a ruling since the declaration has left a slot without its strike, and by which clause: a party is out, its striker
    disarmed or out of reach, or its target no legal one by now (R81)."""
    if not engagement.ruled:
        return STRIKES
    striker, target = blow.striker, blow.target
    why = why_neither_strikes(battle, engagement)
    if why != STRIKES:
        return why
    distance = distance_now(battle, engagement)
    as_declared = distance == engagement.apart and striker.weapon == engagement.weapon
    if striker.reaches(distance) or (blow.role == v.ATTACKING and as_declared):
        return STRIKES
    if striker.in_hand() is None:
        return "no weapon is in hand", "RI-36"
    return f"{target.name} is out of reach", "RI-33"


def why_neither_strikes(battle: Skirmish, engagement: Engagement) -> tuple[str, str]:
    """What keeps either party from striking the other (R81): one is out, a ruling has hidden it from the other, made them friends,
    or put a wall in between (R22). Not what the GM has waved through at the declaration (R38)."""
    attacker, defender = engagement.attacker, engagement.defender
    if not battle.is_in(attacker) or not battle.is_in(defender):
        return f"{(defender if battle.is_in(attacker) else attacker).name} is out", "RI-25"
    if not engagement.ruled:
        return STRIKES
    if not attacker.knows_of(defender) or not defender.knows_of(attacker):
        return f"{(attacker if attacker.hidden else defender).name} is out of sight", "RI-76"
    if battle.are_friends(attacker, defender) and not engagement.friendly:
        return "they are friends now", "RI-73"
    if not battle.in_sight(attacker.place, defender.place) and not engagement.blind:
        return "a wall stands between them", "RI-14"
    return STRIKES


def distance_now(battle: Skirmish, engagement: Engagement) -> int:
    """As declared, unless a party was moved meanwhile; too far for anything where two zones lie between them."""
    attacker, defender = engagement.attacker, engagement.defender
    if battle.ground.is_grid:
        return battle.ground.distance(attacker.place, defender.place)
    return engagement.distance if attacker.place == defender.place else OUT_OF_REACH


def may_roll(battle: Skirmish, engagement: Engagement, what: str) -> bool:
    """After a ruling: are these dice still to be thrown (R83)? Not for the absent, and not for what can change nothing."""
    if engagement.blow is not None:
        return why_no_strike(battle, engagement, engagement.blow) == STRIKES and judge(battle, engagement.blow) == what
    activation, plan = engagement.activation, planned(battle, engagement)
    if activation is None or is_new(activation, activations(plan.attacker, plan.defender)):
        return False
    return matters(battle, engagement, plan, activation)


# -- what the table lets a defender choose (R12, R17) ------------------------------------------------------------------


def holds_back(battle: Skirmish, engagement: Engagement) -> bool:
    """By the switch the defender chooses whether to riposte, where it could (R12)."""
    question = AboutRiposte(battle, engagement)
    if question.withdrawn():
        return False
    answer = battle.ask(question)
    return answer.id() == "no" if answer is not None else not question.withdrawn()


@final
class AboutRiposte(Choice):
    """Does the defender strike back (R12)?"""

    def __init__(self, battle: Skirmish, engagement: Engagement) -> None:
        title = f"Does {engagement.defender.name} riposte against {engagement.attacker.name}?"
        super().__init__(battle, "riposte", engagement.defender.id, title, [RIPOSTE_YES, RIPOSTE_NO], "yes")
        self.skirmish: Skirmish = battle
        self.engagement: Engagement = engagement

    def withdrawn(self) -> bool:
        """The riposte cannot come any more (R81)."""
        engagement, battle = self.engagement, self.skirmish
        reaches = engagement.defender.reaches(distance_now(battle, engagement))
        return not reaches or why_neither_strikes(battle, engagement) != STRIKES

    def obvious(self) -> str:
        """Where Sweep cancels it there is nothing to hold back (RI-138)."""
        return "" if planned(self.skirmish, self.engagement).riposte else RIPOSTE_YES.id()

    def stakes(self) -> list[Stake]:
        """What the riposte promises, as the book forecasts it (RI-13)."""
        defender, attacker = self.engagement.defender, self.engagement.attacker
        if sentences.are_figures_closed(self.skirmish, attacker):
            return []
        return [promised(self.skirmish, defender, attacker, defender.weapon, "your riposte")]


def offer_switch(battle: Skirmish, engagement: Engagement) -> None:
    """Once per engagement, before the first strike, where there is something to choose from (R17)."""
    question = AboutSwitch(battle, engagement)
    answer = battle.ask(question) if not question.withdrawn() else None
    if answer is not None and battle.is_in(engagement.defender):
        equip(battle, engagement.defender, int(answer.id()))


def equip(battle: Skirmish, fighter: Fighter, weapon: int) -> None:
    """Change what is in hand; free (RI-35, RI-57)."""
    if fighter.weapon == weapon:
        return
    fighter.weapon = weapon
    if battle.telling:
        sentences.tell_equip(battle, fighter)


@final
class AboutSwitch(Question):
    """Which weapon does the defender hold as the attack comes (R17)? Not asked where no attack comes any more."""

    def __init__(self, battle: Skirmish, engagement: Engagement) -> None:
        super().__init__(battle, "switch", engagement.defender.id)
        self.skirmish: Skirmish = battle
        self.engagement: Engagement = engagement

    def title(self) -> str:
        return f"Which weapon does {self.engagement.defender.name} hold as the attack comes?"

    def options(self) -> list[Option]:
        defender = self.engagement.defender
        found: list[Option] = [Plain(str(number), f"Hold the {weapon.name}") for number, weapon in enumerate(defender.block.weapons)]
        return found if defender.weapon >= 0 else [*found, EMPTY_HANDED]

    def choose(self, tactic: Tactic) -> Option:
        """What is in hand, unless only another one reaches."""
        defender, distance = self.engagement.defender, distance_now(self.skirmish, self.engagement)
        best = defender.weapon
        for number, weapon in enumerate(defender.block.weapons):
            if supports(weapon, distance) and (best < 0 or not supports(defender.block.weapons[best], distance)):
                best = number
        return self.options()[best]

    def withdrawn(self) -> bool:
        """There is no choice, or neither the attack nor, whichever weapon is taken, a riposte can come any more."""
        engagement, battle = self.engagement, self.skirmish
        if len(self.options()) < 2 or why_neither_strikes(battle, engagement) != STRIKES:
            return True
        distance = distance_now(battle, engagement)
        answers = any(supports(weapon, distance) for weapon in engagement.defender.block.weapons)
        attack = Blow(engagement.attacker, engagement.defender, v.ATTACK)
        return not answers and why_no_strike(battle, engagement, attack) != STRIKES

    def stakes(self) -> list[Stake]:
        """What a riposte with each weapon promises, and with which none comes (RI-13, RI-17)."""
        engagement, attacker = self.engagement, self.engagement.attacker
        found: list[Stake] = []
        for number, weapon in enumerate(engagement.defender.block.weapons):
            if not supports(weapon, distance_now(self.skirmish, engagement)):
                found.append(stake(f"with the {weapon.name} no riposte reaches {attacker.name}", "bad"))
            elif sentences.are_figures_closed(self.skirmish, attacker):
                found.append(stake(f"with the {weapon.name} a riposte reaches {attacker.name}"))
            else:
                found.append(promised(self.skirmish, engagement.defender, attacker, number, f"riposte with the {weapon.name}"))
        return found


def promised(battle: Skirmish, defender: Fighter, attacker: Fighter, number: int, label: str) -> Stake:
    """What a riposte with this weapon promises (RI-13)."""
    holder = defender.copy()
    holder.weapon = number
    blow = Blow(holder, attacker, v.RIPOSTE)
    read_figures(battle.switches, blow, battle.cover_of(attacker))
    hit, crit = sentences.shown_chance(blow.hit_chance), sentences.shown_chance(blow.crit_chance)
    drops = ": this drops it" if blow.plain_damage >= attacker.hp else ""
    text = f"{label}: {hit} % to hit, {crit} % critical, {blow.plain_damage} damage of {attacker.hp} HP{drops}"
    return stake(text, "good" if drops else "neutral")
