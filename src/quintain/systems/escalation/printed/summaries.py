"""What is worked out once of a printed power or block, so that no fight has to: what a tactic weighs, what a roll must remember."""

from __future__ import annotations

from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Filter
from quintain.systems.escalation.printed.stat_block import Block, Power

CONTROL = {
    b.DAZED: 8, b.WEAKENED: 14, b.VULNERABLE: 3, b.STUCK: 4, b.HAMPERED: 4, b.CONFUSED: 18, b.STUNNED: 30, b.HELPLESS: 35,
    b.FEAR: 10,
}  # fmt: skip


def _worth_of(ways: list[list[Effect]], least: bool) -> int:
    """Twice the mean damage of what is chosen: by the attacker the most, by the struck the least; of a table the mean."""
    means: list[int] = []
    for listed in ways:
        harmful = [each for each in listed if each.op in (b.DAMAGE, b.EXTRA_DAMAGE, b.LASTING)]
        means.append(sum([each.amount.twice_mean + 3 * each.ongoing for each in harmful]))
    return min(means) if least else sum(means) // max(1, len(means))


def summarise(made: Power) -> None:
    """What a tactic wants to know of a power at a glance."""
    for each in made.hit:
        if each.op in (b.DAMAGE, b.EXTRA_DAMAGE) and each.on == b.ON_TARGET:
            made.twice_mean_hit += each.amount.twice_mean if each.op == b.DAMAGE else 0
            made.damage_type = made.damage_type or each.damage_type
        elif each.op == b.LASTING and each.on == b.ON_TARGET:
            made.twice_mean_hit += 3 * each.ongoing
            made.control += sum(worth for bit, worth in CONTROL.items() if each.conditions & bit)
            made.boosts = made.boosts or bool(each.modifiers)
        elif each.op == b.LASTING:
            made.boosts = True
        elif each.op in (b.CHOOSE, b.TABLE):
            ways = each.choices or [result for _, _, result in each.results]
            made.damage_type = made.damage_type or (ways[0][0].damage_type if each.choices and ways[0] else "")
            made.twice_mean_hit += _worth_of(ways, each.which == 1)
        elif each.op == b.ROLL_SAVE and each.on == b.ON_TARGET:
            made.twice_mean_hit += _worth_of([each.on_failed_save, each.on_save], False)
            lasting_ones = [inner for inner in each.on_failed_save if inner.op == b.LASTING]
            made.control += sum(worth // 2 for inner in lasting_ones for bit, worth in CONTROL.items() if inner.conditions & bit)
        made.heals = made.heals or each.op in (b.RECOVERY, b.HEAL)
        made.escapes = made.escapes or (each.op == b.POP_FREE and each.which == b.POP_SELF)
        made.grants = made.grants or each.op == b.GRANT_ATTACK
        made.moves = made.moves or (each.op in (b.FREE_MOVE, b.TELEPORT) and each.on == b.ON_SELF)
        made.shakes = made.shakes or (each.op == b.SHAKE_OFF and each.on in (b.ON_SELF, b.ON_TARGET))
        if each.op == b.HEAL and each.on in (b.ON_SELF, b.ON_TARGET):
            made.heals_self += each.amount.twice_mean // 2
        if each.op == b.DAMAGE and (each.on == b.ON_SELF or (each.on == b.ON_TARGET and made.targets.who == b.SELF)):
            made.price += each.amount.twice_mean
        made.rushes = made.rushes or each.op == b.RUSH
        made.veils = made.veils or (isinstance(each, LastingEffect) and each.images > 0)
        made.rouses = made.rouses or (each.op == b.MORE_ACTIONS and each.on in (b.ON_ALLY, b.ON_EACH_ALLY))
    for each in made.miss:
        if each.op == b.DAMAGE and each.on == b.ON_TARGET:
            made.twice_mean_miss += each.amount.twice_mean
        elif each.op == b.HALF_DAMAGE:
            made.twice_mean_miss += made.twice_mean_hit // 2
    harms = any(each.op in (b.DAMAGE, b.EXTRA_DAMAGE) for each in made.hit)
    made.strikes = made.rolls or (harms and made.targets.who != b.SELF)
    made.offers = any(each.op in (b.CHOOSE, b.TABLE) for each in made.hit)
    made.redirects = any(each.op == b.REDIRECT for each in made.hit)
    made.guards = any(isinstance(each, LastingEffect) and each.blunts == b.BLUNTS_BEARER for each in made.hit)
    made.tracks = hangs_on_the_act(made)
    made.retries = any(one.rerolls for one in made.riders)
    made.spreads = any(each.op == b.ALSO_AT for one in made.riders for each in one.effects)
    made.attack_count = max(1, made.attacks.twice_mean // 2)
    made.target_count = max(2, made.targets.count.twice_mean)


def _filters_in(listed: list[Effect]) -> list[Filter]:
    """All filters of some rows and the rows inside them."""
    found: list[Filter] = []
    for each in listed:
        found.extend(each.against)
        inner = each.on_failed_save + each.on_save
        if isinstance(each, LastingEffect):
            inner = inner + each.each_time + each.ends_by_rows
        for option in each.choices:
            inner = inner + option
        for _, _, result in each.results:
            inner = inner + result
        found.extend(_filters_in(inner))
    return found


def all_rows(power: Power) -> list[Effect]:
    """Everything that a use of this power may bring: its lines and its riders."""
    rows = power.hit + power.miss + power.crit
    for rider in power.riders:
        rows.extend(rider.effects)
    return rows


def _filters_of(made: Power) -> list[Filter]:
    return _filters_in(all_rows(made)) + made.targets.filter


def hangs_on_the_act(made: Power) -> bool:
    """Does anything in it look at the other attacks of the same act, or at the other targets?"""
    for each in made.riders:
        needs = each.needs
        of_the_act = needs.all_hit or needs.all_missed or needs.first_attack
        if of_the_act or needs.single or needs.several or needs.several_hit or needs.none_hit:
            return True
    return any(each.kind in (b.IS_SINGLE, b.WAS_ATTACKED, b.IS_STAGGERED_NOW) for each in _filters_of(made))


def count_hits(block: Block) -> None:
    """Which attacks of the block have their hits counted."""
    wanted: list[str] = []
    for entry in block.powers:
        wanted.extend([each.word for each in _filters_of(entry) if each.kind == b.WAS_HIT_BY])
    for entry in block.powers:
        entry.counted = entry.name.lower() in wanted
        block.remembers = block.remembers or "@" in wanted or any(each.for_each == b.PER_CREATURE_HIT for each in entry.hit)


def index_powers(block: Block) -> None:
    """The basic attacks: the first melee and the first ranged line (for a PC: those that are no spells, first of all)."""
    for entry in block.powers:
        if not entry.rolls or entry.trigger or entry.needs.granted or entry.action != b.STANDARD:
            continue
        if entry.limited() or entry.spell:
            continue
        if entry.kind == b.MELEE and block.basic_melee < 0:
            block.basic_melee = entry.number
        if entry.kind == b.RANGED and block.basic_ranged < 0:
            block.basic_ranged = entry.number
    for flexible in block.flexibles:
        basic = block.basic_melee if flexible.kind == b.MELEE else block.basic_ranged
        if basic >= 0:
            block.powers[basic].flexible = True
    block.reactions = [entry.number for entry in block.powers if entry.trigger]
    unlocked = _unlocked(block)
    block.handy = [entry.number for entry in block.powers if _is_handy(entry)]
    _combine(block)
    block.plan = [entry.number for entry in block.powers if _worth_weighing(entry, unlocked)]
    melee, ranged = _reach(block, b.MELEE), max(_reach(block, b.RANGED), _reach(block, b.CLOSE))
    block.threat = max(1, melee, ranged) // 2 + (4 if any(entry.heals for entry in block.powers) else 0)
    block.ranged_fighter = ranged > melee
    best = 0
    for number in block.plan:
        entry = block.powers[number]
        value = entry.twice_mean_hit * entry.attack_count * entry.target_count
        if not entry.limited() and not entry.needs.granted and value > best:
            best = value
            block.reaches_far = entry.targets.range >= b.FARAWAY


def _combine(block: Block) -> None:
    """Standard actions that consist of attacks: which of its own, and how often; or those of allies."""
    numbers_of = {entry.name.lower(): entry.number for entry in block.powers}
    for entry in block.powers:
        if entry.rolls or entry.trigger or entry.needs.granted or entry.action != b.STANDARD or not entry.grants:
            continue
        granted = [each for each in entry.hit if each.op == b.GRANT_ATTACK]
        own = [each for each in granted if each.on not in (b.ON_ALLY, b.ON_EACH_ALLY)]
        entry.pairs = [(numbers_of[each.name.lower()], each.times) for each in own if each.name.lower() in numbers_of]
        block.combined.append(entry.number)


def _unlocked(block: Block) -> list[str]:
    """The attacks that other attacks of the block open up for a turn."""
    rows = [row for entry in block.powers for row in all_rows(entry)]
    rows.extend([row for occasion in block.occasions for row in occasion.effects()])
    return [row.unlocks for row in rows if isinstance(row, LastingEffect) and row.unlocks]


def _is_handy(entry: Power) -> bool:
    """What a monster uses besides its standard attack: a quick attack, a power on itself; not what other tactics look after."""
    if entry.trigger or entry.needs.granted:
        return False
    if entry.rolls:
        often = entry.action == b.QUICK or (entry.action == b.FREE and entry.limited())
        return often and entry.targets.who == b.ENEMY and (entry.twice_mean_hit > 0 or entry.control > 0)
    if entry.targets.who == b.ENEMY:
        often = entry.action == b.QUICK or (entry.action == b.FREE and entry.limited())
        return (entry.rushes and entry.action == b.MOVE) or (often and (entry.twice_mean_hit > 0 or entry.control > 0))
    if entry.targets.who != b.SELF:
        return False
    return entry.rouses or entry.veils or entry.guards or entry.grants or entry.moves or entry.shakes or entry.heals_self > 0


def _worth_weighing(entry: Power, unlocked: list[str]) -> bool:
    harmful = entry.twice_mean_hit > 0 or entry.control > 0
    waits = entry.needs.granted and entry.name.lower() not in unlocked
    return harmful and entry.action == b.STANDARD and not entry.trigger and not waits


def _reach(block: Block, kind: int) -> int:
    """Twice the mean damage of its best at-will attack of a kind, all its attacks and targets counted."""
    best = 0
    for entry in block.powers:
        if entry.kind == kind and entry.rolls and not entry.limited() and not entry.trigger and entry.action == b.STANDARD:
            best = max(best, entry.twice_mean_hit * entry.attack_count * entry.target_count // 2)
    return best
