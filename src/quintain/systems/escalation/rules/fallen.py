"""Fighting in spirit (ES-80 to ES-83), and last-gasp saves (ES-167)."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import D20
from quintain.engine.question import Choice, Option, Plain
from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Verb
from quintain.systems.escalation.rules import conditions, harm
from quintain.systems.escalation.rules.positions import allies_of, nearby
from quintain.systems.escalation.rules.sheet import DYING, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import While

STATS = ("attack", "ac", "pd", "md")


@final
class StoryOption(Plain):
    """A story told for one ally's attack rolls or one of its defences."""

    def __init__(self, ally: Fighter, stat: str) -> None:
        what = "attack rolls" if stat == "attack" else stat.upper()
        super().__init__(f"story:{ally.id}:{stat}", f"Inspire {ally.name}: {what}", ally.id)
        self.stat: str = stat


@final
class GrantOption(Plain):
    """The GM's answer to a story: so much for so many rounds."""

    def __init__(self, bonus: int, rounds: int) -> None:
        super().__init__(f"grant:{bonus}:{rounds}", f"+{bonus} for {rounds} round{'s' if rounds > 1 else ''}")
        self.bonus: int = bonus
        self.rounds: int = rounds


@final
class StoryQuestion(Choice):
    """Asked of a player whose character is out of the fight, so it is not withdrawn because of that."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        title = f"{fighter.name} is out of the fight. How does {fighter.name} still inspire the others?"
        super().__init__(battle, "spirit", fighter.id, title, [Plain("no", "No story this round")])
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def inspired(self) -> list[Fighter]:
        return [each for each in allies_of(self.skirmish, self.fighter) if each.state == UP]

    def options(self) -> list[Option]:
        return self._options + [StoryOption(ally, stat) for ally in self.inspired() for stat in STATS]

    def withdrawn(self) -> bool:
        return _tells_nothing(self.skirmish, self.fighter) or not self.inspired()


@final
class GrantQuestion(Choice):
    """ES-81, ES-82: the GM's answer to a story; the first of a battle may earn +2."""

    def __init__(self, battle: Skirmish, fighter: Fighter, ally: str) -> None:
        super().__init__(
            battle, "grant", fighter.id, "Does the story earn a bonus?", [Plain("no", "Not this time")], asked="gm"
        )
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter
        self.ally: str = ally

    def options(self) -> list[Option]:
        most = 1 if self.skirmish.spirit_used else 2
        return self._options + [GrantOption(bonus, rounds) for bonus in range(1, most + 1) for rounds in (1, 2)]

    def withdrawn(self) -> bool:
        ally = self.skirmish.named(self.ally)
        return _tells_nothing(self.skirmish, self.fighter) or ally is None or ally.state != UP


def _tells_nothing(battle: Skirmish, fighter: Fighter) -> bool:
    return battle.outcome is not None or bool(battle.decided) or bool(may_fight_in_spirit(battle, fighter))


def may_fight_in_spirit(battle: Skirmish, fighter: Fighter) -> str:
    """ES-80, R-37: why not; "" when the character is wholly out of the fight."""
    if fighter.block.kind != b.PC:
        return "only a player's character fights in spirit"
    if fighter.state == UP or (fighter.state in (DYING, STABLE) and not battle.switches.spirit_unconscious):
        return f"{fighter.name} is still in the fight, at least partly"
    return "once a round, and this round's story is told" if fighter.spirit_told else ""


def moment(battle: Skirmish, fighter: Fighter) -> None:
    """ES-81: the fallen's place in the order: a story, and the GM's answer to it."""
    question = StoryQuestion(battle, fighter)
    if question.withdrawn():
        return
    story = battle.ask(question)
    if not isinstance(story, StoryOption):
        return
    verdict = battle.ask(GrantQuestion(battle, fighter, story.target()))
    ally = battle.named(story.target())
    if isinstance(verdict, GrantOption) and ally is not None:
        grant(battle, fighter, ally, story.stat, verdict.bonus, verdict.rounds)


def grant(battle: Skirmish, giver: Fighter, ally: Fighter, stat: str, bonus: int, rounds: int) -> None:
    """ES-81 to ES-83, R-38: to the giver's place in the order, that many rounds later; the best counts for one stat."""
    effect = LastingEffect(Verb(b.LASTING))
    effect.until = b.START_OF_SOURCE
    effect.modifiers = [0, 0, 0, 0, 0, 0, 0, 0]
    effect.modifiers[b.MODIFIERS.index(stat)] = bonus
    effect.save = 0
    giver.spirit_told = True
    battle.spirit_used = True
    # The giver's place in this round does not count where the GM grants it before that comes up.
    slots = rounds if giver.acted else rounds + 1
    ally.lasting.append(Lasting("fighting in spirit", giver.number, effect, 0, effect.until, 0, slots))
    conditions.recompute(ally)
    battle.any_clock = True
    if battle.telling:
        battle.tell(sentences.inspired(giver, ally, stat, bonus, rounds))


def _gasps(battle: Skirmish, fighter: Fighter) -> bool:
    """Is it at its last gasp; and one of the fallen, down and with whoever is at it nearby and able to act?"""
    gasp = fighter.gasp
    if gasp is None or not fighter.is_present():
        return False
    if not gasp.effect.on_the_fallen:
        return True
    killer = battle.fighters[gasp.source]
    return fighter.state != UP and killer.can_act() and nearby(killer, fighter)


def gasp_of_the_fallen(battle: Skirmish, fighter: Fighter) -> None:
    """ES-167 for somebody unconscious: a hard save at the end of its turn, if whoever is at it is nearby and can act.

    The fourth failure kills; waking up ends it.
    """
    if fighter.state not in (DYING, STABLE):
        fighter.gasp = None
    elif _gasps(battle, fighter):
        last_gasp_save(battle, fighter, False)


def last_gasp_save(battle: Skirmish, fighter: Fighter, later: bool) -> bool:
    """ES-167: a hard save. True: it is over and, by a natural 20 on a later turn, the turn may be taken."""
    gasp = fighter.gasp
    if gasp is None:
        return True
    roll = battle.roll_while(While(lambda: _gasps(battle, fighter)), fighter.id, "last gasp", D20, fighter.id)
    if roll.void:
        return fighter.gasp is None
    band = roll.band([16, 20], "last gasp")
    if band:
        fighter.gasp = None
        if battle.telling:
            battle.tell(sentences.last_gasp_over(fighter, roll))
        return later and band == 2
    fighter.gasp_fails += 1
    if battle.telling:
        battle.tell(sentences.last_gasp_failed(fighter, roll))
    if fighter.gasp_fails < 4:
        return False
    fighter.gasp = None
    if gasp.effect.on_the_fallen:
        harm.die(battle, fighter, "four failed last-gasp saves", four_failures=False)
    else:
        sealed = LastingEffect(Verb(b.LASTING))
        sealed.conditions = gasp.effect.conditions
        sealed.until = b.END_OF_BATTLE
        conditions.start(battle, fighter, sealed, battle.fighters[gasp.source], gasp.name)
    return False
