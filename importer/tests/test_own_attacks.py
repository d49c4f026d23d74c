"""Traits about the creature's own attacks: what becomes of them, read from stat blocks written for the purpose."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE
from quintain_bestiary.text import Row, Value

PAGE = """```statblock
name: "Mire stoker"
level: "4"
size: "normal"
initiative: "4"
type: "beast"
actions:
    - name: "Long hooked rake +9 vs. AC (2 attacks)"
      desc: "10 damage"
      traits:
          - name: "Natural 17+"
            desc: "The target is dazed until the end of the battle."
    - name: "R: Ember spit +9 vs. PD (1d3 nearby enemies)"
      desc: "6 fire damage, and the target is hampered until the start of its next turn"
    - name: "Tar sting +9 vs. PD"
      desc: "5 ongoing poison damage and the target is weakened (save ends both)"
triggered_actions:
    - name: "C: Belch +9 vs. PD (each nearby creature)"
      desc: "8 fire damage"
      traits:
          - name: "Natural odd hit or miss"
            desc: "The stoker takes 1d6 damage."
traits:
    - name: "Spite"
      desc: "{trait}"
ac: "20"
pd: "18"
md: "14"
hp: "54"
```
"""


def imported(trait: str) -> tuple[Row, str]:
    """The block with this trait, and what became of the trait."""
    found = import_text(PAGE.format(trait=trait)).blocks[0]
    stat_block(dict(found.block))
    return found.block, next(account.fate for account in found.accounts if account.name == "Spite")


def occasions(trait: str) -> list[Row]:
    block, fate = imported(trait)
    assert fate == WHOLE
    rows = block.get("occasions", [])
    assert isinstance(rows, list)
    return [{key: value for key, value in row.items() if key != "name"} for row in rows if isinstance(row, dict)]


def attack(block: Row, name: str) -> Row:
    rows = block["attacks"]
    assert isinstance(rows, list)
    return next(row for row in rows if isinstance(row, dict) and row["name"] == name)


MISS: Row = {"when": "attacking", "roll": "miss"}
FOR_GOOD: Row = {"on": "self", "until": "end of battle"}


@pytest.mark.parametrize(
    ("trait", "row", "effects"),
    [
        ("Once per round when the stoker misses with an attack, its next attack this battle deals 2d8 extra fire damage on a hit.",
         {**MISS, "once": "round"}, [{"empower": "2d8", "type": "fire", "on": "self", "until": "next attack"}]),
        ("When the stoker misses with a melee attack, ember spit deals an additional 1d4 damage until the end of the battle"
         " (maximum 3d4).",
         {**MISS, "kinds": ["melee"]}, [{"empower": "1d4", "with": "Ember spit", **FOR_GOOD, "cumulative": True, "most": 3}]),
        ("Each time the stoker misses with an attack, it gains a +1 attack bonus and deals +1d6 damage until the end of the battle"
         " (maximum bonus +3, +3d6).",
         MISS, [{"modifier": {"attack": 1}, **FOR_GOOD, "cumulative": True, "most": 3},
                {"empower": "1d6", **FOR_GOOD, "cumulative": True, "most": 3}]),
        ("When you choose to add the escalation die to an attack against this creature, the stoker deals 1d8 extra damage with its"
         " next attack, hit or miss.",
         {"when": "attacked", "escalated": True}, [{"empower": "1d8", "on": "self", "until": "next attack", "or_miss": True}]),
        ("When an enemy engages the stoker, the stoker automatically hits with its next tar sting attack, and the target takes 4 extra"
         " poison damage.",
         {"when": "enemy_engages"},
         [{"surely": "hit", "on": "self", "until": "next attack", "with": "Tar sting"},
          {"empower": 4, "type": "poison", "on": "self", "until": "next attack", "with": "Tar sting"}]),
        ("When the stoker rolls a natural 1-3 with an attack roll, the stoker can cancel one magical effect created by a spell"
         " or magic item.",
         {"when": "attacking", "roll": "natural 1-3"}, [{"dispel": True}]),
        ("When one of the stoker's attacks misses all targets, the stoker teleports as a free action.",
         {**MISS, "needs": ["none_hit"], "once": "turn"}, [{"teleport": "self"}]),
        ("If both rake attacks hit the same target, the target also takes 6 ongoing damage.",
         {"when": "attacking", "roll": "hit", "with": "Long hooked rake", "needs": ["second_hit"]},
         [{"ongoing": 6, "until": "save"}]),
        ("Dazed enemies who are hit by ember spit also take 4 ongoing fire damage.",
         {"when": "attacking", "roll": "hit", "with": "Ember spit", "against": "dazed"},
         [{"ongoing": 4, "type": "fire", "until": "save"}]),
        ("The tar sting attack deals +7 damage on a hit if the stoker first moves before attacking an enemy it wasn't engaged with at"
         " the start of its turn.",
         {"when": "attacking", "roll": "hit", "with": "Tar sting", "needs": ["charged"]}, [{"extra_damage": 7}]),
        ("The stoker deals +1d10 damage with its attacks against enemies with a lower initiative than it.",
         {"when": "attacking", "roll": "hit", "against": "slower"}, [{"extra_damage": "1d10"}]),
        ("When the stoker crits, the target loses a death save until the end of the battle. In"
         " addition, the crit range"
         " of attacks by the stoker against the target expands by the escalation die and the stoker heals 9 hit points.",
         {"when": "attacking", "roll": "crit"},
         [{"fewer_death_saves": 1, "until": "end of battle"},
          {"exposes": {"crit": "escalation"}, "by": "source", "until": "end of battle"}, {"heal": 9, "on": "self"}]),
        ("When the stoker scores a critical hit with its ember spit attack, instead of taking damage, the target is stunned (save"
         " ends).",
         {"when": "attacking", "roll": "crit", "with": "Ember spit"},
         [{"spares": "damage"}, {"inflict": ["stunned"], "until": "save"}]),
        ("When an enemy intercepts the stoker, the next attack this battle the stoker makes against that enemy that hits is a critical"
         " hit instead.",
         {"when": "intercepted"},
         [{"surely": "crit", "on": "self", "versus": "target", "until": "end of battle", "ends_when": ["hits"]}]),
        ("Critical hits with the tar sting deal triple damage instead of double damage.",
         {"when": "attacking", "roll": "crit", "with": "Tar sting"}, [{"double_damage": True}]),
        ("If the stoker rolls a natural 17+ when using an ember, the target is dazed (save ends).",
         {"when": "attacking", "roll": "natural 17+", "with": "Ember spit"}, [{"inflict": ["dazed"], "until": "save"}]),
        ("When the stoker misses with an attack, the crit range of attacks by stokers and drovers in the battle expands by 1.",
         MISS, [{"modifier": {"crit": 1}, "on": "all_allies", "until": "end of battle", "cumulative": True, "among": "called stoker"},
                {"modifier": {"crit": 1}, "on": "all_allies", "until": "end of battle", "cumulative": True,
                 "among": ["called drover", "not_called stoker"]}]),
        ("Once per battle, the stoker can reroll a missed tar sting attack and deals 3 poison damage if it still misses.",
         {**MISS, "with": "Tar sting", "once": "battle"}, [{"reroll": 0}, {"miss_damage": 3, "type": "poison"}]),
        ("When the stoker's attack drops an enemy to 0 hp, all stokers can hiss as a free action. When the stokers hiss, each enemy in"
         " the battle takes a penalty to all defences equal to the number of mire stokers in the battle (max -4) until the end of the"
         " attacking stoker's next turn.",
         {"when": "fells_enemy"},
         [{"modifier": {"defences": -1}, "counted": "same", "most": 4, "on": "all_foes", "until": "end of own next turn"}]),
        ("Keep track of the enemy attacks that hit the stoker. Until the end of the battle, the stoker can target an additional enemy"
         " with its tar sting attack for each of those hits.",
         {"when": "attacked", "roll": "hit"}, [{"more_targets": 1, "with": "Tar sting", **FOR_GOOD, "cumulative": True}]),
    ],
)  # fmt: skip
def test_what_its_attacks_bring_about_becomes_an_occasion(trait: str, row: Row, effects: list[Value]) -> None:
    assert occasions(trait) == [{**row, "effects": effects}]


def test_healing_that_stops_once_it_no_longer_suffices_is_read() -> None:
    rows = occasions("At the start of its turn, the stoker heals 5 hp. If it doesn't heal up to its maximum, it loses"
                     " the ability to heal"
                     " until the end of the battle.")  # fmt: skip
    spent: Row = {"mark": "out of spite", "on": "self", "until": "end of battle", "against": "hurt"}
    assert rows == [{"when": "turn_start", "against": "not_marked out of spite", "effects": [{"heal": 5, "on": "self"}, spent]}]


def test_what_it_does_to_the_fallen_is_read_and_what_becomes_of_them_stays_text() -> None:
    block, fate = imported("When the stoker drops an enemy to 0 hp, it will crouch over that enemy and rake its ribs."
                           " The creature must"
                           " begin making last gasp saves. On the fourth failure, the target dies and walks as a"
                           " stoker. If the stoker is"
                           " stunned or moved away and does not come back, the creature doesn't have to make that save.")  # fmt: skip
    assert fate == PARTLY
    assert block["occasions"] == [{"name": "Spite", "when": "fells_enemy", "effects": [{"last_gasp": "slain"}]}]


@pytest.mark.parametrize(
    ("trait", "bonus"),
    [
        ("The stoker's tar sting attack deals +3 damage against vulnerable targets.",
         {"damage": 3, "with": ["Tar sting"], "against": "vulnerable"}),
        ("The stoker's attacks that miss deal 4 damage.", {"miss_damage": 4}),
        ("The stoker deals +5 damage with its attacks against staggered enemies.", {"damage": 5, "against": "staggered"}),
    ],
)  # fmt: skip
def test_what_always_holds_for_its_attacks_becomes_a_bonus(trait: str, bonus: Row) -> None:
    block, fate = imported(trait)
    assert (block["bonuses"], fate) == ([{"name": "Spite", **bonus}], WHOLE)


@pytest.mark.parametrize(
    ("trait", "field"),
    [
        ("The stoker can roll normal saves against effects that aren't save ends.", "saves_always"),
        ("The stoker's attacks ignore any sort of damage reduction or avoidance.", "overwhelming"),
    ],
)
def test_what_holds_always_is_a_field_of_the_block(trait: str, field: str) -> None:
    block, fate = imported(trait)
    assert (block[field], fate) == (True, WHOLE)


def test_an_attack_at_one_target_only_is_an_attack_of_its_own() -> None:
    block, fate = imported("When the stoker makes an ember spit attack, it can choose to target only one"
                           " [[Near and far|nearby]] enemy. If it does, it gains"
                           " a +3 attack bonus and the hit effects are save ends.")  # fmt: skip
    made = attack(block, "Ember spit (Spite)")
    targets = made["targets"]
    assert isinstance(targets, dict)
    assert (fate, made["bonus"], targets["count"]) == (WHOLE, 12, 1)
    assert made["hit"] == [{"damage": 6, "type": "fire"}, {"inflict": ["hampered"], "until": "save"}]
    assert attack(block, "Ember spit")["hit"] == [
        {"damage": 6, "type": "fire"}, {"inflict": ["hampered"], "until": "start of target's next turn"},
    ]  # fmt: skip


def test_another_condition_in_the_place_of_one_counts_for_hits_and_misses_do_what_they_did() -> None:
    block, fate = imported("When the stoker rolls a natural 17+ with a long hooked rake attack and hits, the target"
                           " is stuck (save ends)"
                           " instead of dazed.")  # fmt: skip
    riders = attack(block, "Long hooked rake")["riders"]
    assert isinstance(riders, list)
    assert fate == WHOLE
    assert [(rider["when"], rider["effects"]) for rider in riders if isinstance(rider, dict)] == [
        ("natural 17+ hit", [{"inflict": ["stuck"], "until": "save"}]),
        ("natural 17+ miss", [{"inflict": ["dazed"], "until": "end of battle"}]),
    ]


def test_the_only_condition_of_an_attack_may_be_another_one() -> None:
    block, fate = imported("The stoker's ember spit attack instead confuses the target until the end of the battle.")
    assert fate == WHOLE
    assert attack(block, "Ember spit")["hit"] == [
        {"damage": 6, "type": "fire"}, {"inflict": ["confused"], "until": "end of battle"},
    ]  # fmt: skip
    assert imported("The stoker's tar sting attack instead confuses the target until the end of the battle.")[1] == TEXT


def test_a_change_that_finds_nothing_to_change_stays_text() -> None:
    plain = imported("It hums.")[0]
    block, fate = imported("When the stoker rolls a natural 18+ with a tar sting attack and hits, the target is stuck"
                           " (save ends) instead"
                           " of dazed.")  # fmt: skip
    assert fate == TEXT
    assert block["attacks"] == plain["attacks"]


def test_stronger_venom_may_need_two_saves() -> None:
    block, fate = imported("The tar sting attack deals 4 extra ongoing poison damage, but the target must succeed on"
                           " two saves (one for"
                           " each).")  # fmt: skip
    assert fate == WHOLE
    assert attack(block, "Tar sting")["hit"] == [
        {"ongoing": 9, "type": "poison", "until": "save"}, {"inflict": ["weakened"], "until": "save"},
    ]  # fmt: skip


def test_every_save_against_a_condition_hurts_one_of_the_others() -> None:
    trait = "Each time a hit enemy rolls the save against stuck, one of its allies takes 5 psychic damage."
    page = PAGE.format(trait=trait).replace("hampered until the start of its next turn", "stuck (save ends)")
    block = import_text(page).blocks[0].block
    hurt = [{"damage": 5, "on": "random_other", "count": 1, "type": "psychic"}]
    assert attack(block, "Ember spit")["hit"] == [
        {"damage": 6, "type": "fire"}, {"inflict": ["stuck"], "until": "save", "each_failed_save": hurt, "after_save": hurt},
    ]  # fmt: skip


def test_a_granted_attack_may_be_used_again_on_the_next_turn() -> None:
    block, fate = imported("The stoker can use belch as its standard action during the round after it uses the belch as a free action."
                           " Belch doesn't deal miss damage to the stoker when used as a standard action.")  # fmt: skip
    assert fate == WHOLE
    opened = [{"unlocks": "belch", "on": "self", "until": "end of own next turn"}]
    assert attack(block, "Belch")["riders"] == [
        {"when": "natural odd hit or miss", "name": "Natural odd hit or miss", "effects": [{"damage": "1d6", "on": "self"}],
         "needs": ["granted"]},
        {"when": "always", "name": "Spite", "once": "turn", "needs": ["granted"], "effects": opened},
    ]  # fmt: skip


def test_two_attacks_with_one_action_grant_each_other_once_a_round() -> None:
    block, fate = imported("The stoker can make one ranged attack and one melee attack each round as a standard action.")
    assert fate == WHOLE
    rows = block["occasions"]
    assert isinstance(rows, list)
    granted = [(row["with"], row["effects"]) for row in rows if isinstance(row, dict)]
    either = {"choose": {"options": [[{"attack": "Long hooked rake", "times": 2}], [{"attack": "Tar sting"}]]}}
    assert granted == [
        ("Ember spit", [either]), ("Long hooked rake", [{"attack": "Ember spit"}]), ("Tar sting", [{"attack": "Ember spit"}]),
    ]  # fmt: skip
    assert all(isinstance(row, dict) and row["once"] == "round" for row in rows)


@pytest.mark.parametrize(
    "trait",
    [
        "When the stoker misses with an attack, its next attack this battle deals more damage than ever.",
        "The tar sting attack deals +3 damage against enemies with a metal shield.",
        "The stoker's attacks deal half damage on a miss while the moon is full.",
        "When the stoker hits, ember spit deals an additional 1d4 damage until the end of the battle (maximum 3d6).",
        "Once per battle, the stoker can reroll a missed tar sting attack if it is near water.",
    ],
)
def test_what_hangs_on_more_than_the_grammar_knows_stays_text(trait: str) -> None:
    block, fate = imported(trait)
    assert (fate, block.get("occasions"), block.get("bonuses")) == (TEXT, None, None)
