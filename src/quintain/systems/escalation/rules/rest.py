"""Between battles (chapter Q): what a battle leaves behind, quick rests, recharge rolls, full heal-ups, going on."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.dice import D20
from quintain.engine.question import Choice, Option, Plain, Question
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics_replies
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NOTHING
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.figures import is_staggered
from quintain.systems.escalation.rules.harm import heal, take_wound, tell_staggered, use_recovery
from quintain.systems.escalation.rules.sheet import COMATOSE, DEAD, DYING, GONE, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import ALWAYS, There
from quintain.systems.escalation.traits import amounts

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

BATTLES_PER_HEAL_UP = 4


def characters(battle: Skirmish) -> list[Fighter]:
    """The party's PCs and companions that are alive."""
    return [
        each
        for each in battle.fighters
        if each.team == 0 and each.block.dies_like_a_pc() and each.state in (UP, DYING, STABLE, COMATOSE)
    ]


def aftermath(battle: Skirmish, result: str) -> None:
    """R-62, R-68: wounds are taken, continuing effects end, what counts per battle starts anew; the battle is counted."""
    for fighter in battle.fighters:
        if fighter.team == 0:
            due = battle.switches.lasting_wounds and not battle.switches.wound_at_drop
            if due and fighter.dropped and fighter.state != DEAD:
                take_wound(battle, fighter)
            conditions.clear(fighter)
            if result != "defeat" and fighter.state == COMATOSE:
                # ES-133: out of danger, the comatose can be brought round; they lie stable until the rest.
                fighter.state = STABLE
                fighter.hp = min(fighter.hp, 0)
            fighter.dropped = False
            fighter.death_fails = 0
            fighter.rallies = 0
            fighter.temp_hp = 0
            fighter.delaying = False
            fighter.readied = None
            fighter.interrupt_used = False
            fighter.staggered_word = 0
            fighter.riders_used = []
            fighter.attacked = 0
            fighter.hits_taken = {}
            fighter.regenerated = 0
            fighter.unloaded = 0
            if not fighter.block.dies_like_a_pc():
                fighter.used = [0] * len(fighter.used)
        fighter.engaged = fighter.behind = fighter.beside = 0
        fighter.grabber = -1
    battle.escalation = 0
    battle.held = False
    battle.turn = -1
    battle.any_readied = False
    battle.battles_since_heal_up += 1
    if result == "fled":
        battle.campaign_losses += 1
    if battle.telling:
        battle.tell(sentences.battle_over(result))
        if battle.battles_since_heal_up >= BATTLES_PER_HEAL_UP:
            battle.tell(sentences.HEAL_UP_DUE.of([], battle.battles_since_heal_up))  # ES-138


def rest_step(battle: Skirmish) -> bool:
    """The time between two battles: the GM gives a quick rest or a full heal-up, the party goes on or retreats.

    False: a ruling has brought something else.
    """
    coming = battle.parts[battle.part + 1]
    due = battle.battles_since_heal_up >= BATTLES_PER_HEAL_UP or coming.heal_up_before
    question = Choice(
        battle, "rest", "", "How long can the party rest?",
        [Plain("quick", "A quick rest"), Plain("full", "A full heal-up")], "full" if due else "quick", "gm",
    )  # fmt: skip
    answer = battle.ask(question)
    if battle.phase != b.REST or battle.outcome is not None:
        return False
    if answer is not None and answer.id() == "full":
        full_heal_up(battle)
    else:
        quick_rest(battle)
        _retreat_or_go_on(battle)
    return True


def _retreat_or_go_on(battle: Skirmish) -> None:
    """ES-140: a party too battered to go on may have its full heal-up early, at the price of a campaign loss."""
    asked: Fighter | None = None
    answer: Option | None = None
    while asked is None or not asked.is_present():  # the first of them; if that one is taken out meanwhile, the next
        party = characters(battle)
        if not party or asked is party[0]:
            return
        asked = party[0]
        battered = tactics_replies.too_battered(party)
        answer = battle.ask(Choice(
            battle, "retreat", asked.id, "Go on, or retreat for a full heal-up at the price of a campaign loss?",
            [Plain("on", "Go on"), Plain("retreat", "Retreat, at a campaign loss")], "retreat" if battered else "on",
        ))  # fmt: skip
    if answer is not None and answer.id() == "retreat":
        battle.campaign_losses += 1
        full_heal_up(battle)


@final
class RecoverOption(Plain):
    """Use one more recovery, or enough."""

    def __init__(self, more: bool) -> None:
        super().__init__("recover" if more else "enough", "Use a recovery" if more else "That is enough")
        self.more: bool = more


@final
class SpellOption(Plain):
    """Real healing from somebody's spell instead of a recovery."""

    def __init__(self, healer: Fighter, power: Power) -> None:
        super().__init__(f"spell:{healer.id}:{power.number}", f"{power.name} of {healer.name}")
        self.healer: Fighter = healer
        self.power: Power = power


def healing_spells(battle: Skirmish, fighter: Fighter) -> list[SpellOption]:
    """ES-135: the spells that would heal it without a recovery of its own; dailies only where they are not spent."""
    found: list[SpellOption] = []
    for healer in characters(battle):
        if healer.state != UP:
            continue
        for power in healer.block.powers:
            whom = power.targets.who
            reaches = whom in (b.SELF, b.ALLY_OR_SELF) if healer is fighter else whom in (b.ALLY, b.ALLY_OR_SELF)
            heals = any(each.op == b.HEAL and each.on == b.ON_TARGET for each in power.hit)
            spent = power.usage == b.RECHARGE or (power.usage == b.DAILY and healer.out[power.number])
            if power.spell and heals and reaches and not power.rolls and not power.trigger and not spent:
                found.append(SpellOption(healer, power))
    return found


@final
class RecoverQuestion(Question):
    """ES-134, ES-135: how many recoveries a PC uses in a quick rest, asked one at a time."""

    def __init__(self, battle: Skirmish, fighter: Fighter, must: bool) -> None:
        super().__init__(battle, "recover", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter
        self.staggered: bool = must
        """Was it staggered, so that it must use one (ES-135)?"""

    def must(self) -> bool:
        """Not whom the GM's word has brought round meanwhile."""
        return self.staggered and is_staggered(self.fighter)

    def title(self) -> str:
        fighter = self.fighter
        return f"{fighter.name}, {fighter.hp} of {fighter.max_hp} hp, {fighter.recoveries} recoveries: use one?"

    def stakes(self) -> list[Stake]:
        """What a recovery gives on average, and what is missing."""
        fighter, block = self.fighter, self.fighter.block
        mean = block.level * (block.recovery_die + 1) / 2 + block.modifier(b.CON) * block.multiplier()
        missing = fighter.max_hp - fighter.hp
        return all_stakes([f"{fighter.hp} of {fighter.max_hp} hp, {missing} missing: a recovery gives {max(1.0, mean):g} on average"])

    def options(self) -> list[Option]:
        found: list[Option] = [RecoverOption(True)]
        if self.must():
            found.extend(healing_spells(self.skirmish, self.fighter))
        else:
            found.append(RecoverOption(False))
        return found

    def choose(self, tactic: Tactic) -> Option:
        return RecoverOption(self.must() or tactics_replies.wants_recovery(self.fighter))

    def withdrawn(self) -> bool:
        fighter = self.fighter
        barred = fighter.state in (DEAD, GONE) or bool(fighter.conditions & b.NO_RECOVERY)
        return barred or fighter.recoveries < 1 or fighter.hp >= fighter.max_hp


def quick_rest(battle: Skirmish) -> None:
    """ES-134 to ES-137, in the order of section 6, step 11: per PC recoveries one at a time, then recharge rolls."""
    if battle.telling:
        battle.tell(sentences.QUICK_REST.of([]))
    for fighter in characters(battle):
        _recover(battle, fighter)
        _recharge(battle, fighter)


def _recover(battle: Skirmish, fighter: Fighter) -> None:
    """R-65, R-66: no overdraft at rest; the unconscious are brought round by their first recovery, or wake at 1 hp."""
    must = is_staggered(fighter)
    while fighter.recoveries > 0 and fighter.hp < fighter.max_hp:
        answer = battle.ask(RecoverQuestion(battle, fighter, must))
        if isinstance(answer, SpellOption):
            _healed_by(battle, fighter, answer)
            must = False
            continue
        if not isinstance(answer, RecoverOption) or not answer.more:
            break
        use_recovery(battle, fighter, NOTHING, 0, "quick rest")
        must = False
    if fighter.state in (DYING, STABLE):
        fighter.state = UP
        fighter.hp = 1


def _healed_by(battle: Skirmish, fighter: Fighter, spell: SpellOption) -> None:
    """ES-135: uses per battle are back with this rest anyway; a daily spell is spent."""
    healer, power = spell.healer, spell.power
    if power.usage == b.DAILY:
        healer.out[power.number] = 1
    battle.note(power.use_note, healer.id)
    for row in power.hit:
        if row.op == b.HEAL and row.on == b.ON_TARGET:
            heal(battle, fighter, amounts.rolled_amount(battle, healer, row.amount, "healing", "", There(fighter)), power.name)


def _recharge(battle: Skirmish, fighter: Fighter) -> None:
    """ES-136, ES-137, R-67: per-battle uses come back; each recharge power used rolls, or is out for one battle."""
    for power in fighter.block.powers:
        number = power.number
        if power.usage == b.RECHARGE:
            lost = fighter.out[number]
            fighter.out[number] = 0
            if fighter.used[number] or (lost and battle.switches.recharge_roll):
                roll = battle.roll_while(ALWAYS, fighter.id, "recharge", D20, fighter.id)
                if roll.void:
                    return
                kept = roll.at_least(power.recharge, "kept")
                fighter.out[number] = 0 if kept else 1
                if battle.telling:
                    battle.tell(sentences.recharged(fighter, power, roll, kept))
        fighter.used[number] = 0


def full_heal_up(battle: Skirmish) -> None:
    """ES-139: hit points, recoveries and every power back; overdraft and lasting wounds gone."""
    for fighter in battle.fighters:
        if fighter.team == 0 and fighter.state in (UP, DYING, STABLE, COMATOSE):
            before = is_staggered(fighter)
            fighter.wounds = 0
            fighter.state = UP
            fighter.hp = fighter.max_hp = fighter.base_hp
            fighter.recoveries = fighter.recoveries_max
            fighter.overdraft = 0
            fighter.used = [0] * len(fighter.used)
            fighter.out = [0] * len(fighter.out)
            tell_staggered(battle, fighter, before)
    battle.battles_since_heal_up = 0
    if battle.telling:
        battle.tell(sentences.HEALED_UP.of([]))
