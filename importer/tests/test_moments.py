"""Moments of a trait and what comes of each: one sentence after another, on a creature made up for it."""

from __future__ import annotations

import pytest

from importer.tests.stalker import block, read
from quintain.systems.escalation.published import stat_block
from quintain_bestiary.text import Row

FOUR = [{"damage": 4}]
BITE = [{"attack": "Bite", "at": "same"}]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        # an enemy's turn
        (
            "When an enemy is engaged with the stalker at the start of its turn, it takes 4 fire damage.",
            {"when": "enemy_turn_start", "within": "engaged", "effects": [{"damage": 4, "type": "fire"}]},
        ),
        (
            "When a creature starts its turn next to the stalker, it takes 4 damage.",
            {"when": "enemy_turn_start", "within": "nearby", "effects": FOUR},
        ),
        (
            "Each creature engaged with the stalker at the start of its turn takes 4 damage.",
            {"when": "enemy_turn_start", "within": "engaged", "effects": FOUR},
        ),
        (
            "All enemies who end their turn nearby the stalker take 4 damage.",
            {"when": "enemy_turn_end", "within": "nearby", "effects": FOUR},
        ),
        (
            "Enemies who do not resist cold and who end their turn nearby the stalker take 4 cold damage.",
            {
                "when": "enemy_turn_end",
                "within": "nearby",
                "against": "not_resists cold",
                "effects": [{"damage": 4, "type": "cold"}],
            },
        ),
        (
            "The stalker deals 4 damage to each enemy that ends its turn engaged with the stalker.",
            {"when": "enemy_turn_end", "within": "engaged", "effects": FOUR},
        ),
        (
            "When the escalation die is odd, each enemy engaged with the stalker takes 4 damage at the start of its turn.",
            {"when": "enemy_turn_start", "within": "engaged", "needs": ["escalation_odd"], "effects": FOUR},
        ),
        (
            "Enemies that end their turns engaged with the stalker must attempt an easy save (6+). If the save fails, they're"
            " dazed until the end of"
            " their next turn.",
            {
                "when": "enemy_turn_end",
                "within": "engaged",
                "effects": [
                    {
                        "roll_save": {
                            "difficulty": 6,
                            "failure": [{"inflict": ["dazed"], "until": "end of target's next turn"}],
                        }
                    }
                ],
            },
        ),
        (
            "When a creature is engaged with the stalker (or grabbed by it) at the end of its turn, it takes cold damage"
            " equal to 4 x the"
            " escalation die.",
            {"when": "enemy_turn_end", "within": "engaged", "effects": [{"damage": "escalation x4", "type": "cold"}]},
        ),
        # its own turn
        (
            "At the start of the stalker's turn, each enemy engaged with it takes 4 damage.",
            {"when": "turn_start", "effects": [{"damage": 4, "on": "each_engaged"}]},
        ),
        (
            "Each creature engaged with the stalker at the end of the stalker's turn takes 4 damage.",
            {"when": "turn_end", "effects": [{"damage": 4, "on": "each_engaged"}]},
        ),
        (
            "At the end of the stalker's turn, roll a d6. If it's equal to or less than the escalation die, the stalker can"
            " move again as a free action.",
            {"when": "turn_end", "chance": "d6 up to escalation", "asks": True, "effects": [{"free_move": "self"}]},
        ),
        (
            "Roll a d10 at the start of each of the stalker's turns. If you roll less than or equal to the escalation die, this"
            " stalker heals 9 hp"
            " (and you stop rolling swamp checks).",
            {
                "when": "turn_start",
                "chance": "d10 up to escalation",
                "once": "battle",
                "effects": [{"heal": 9, "on": "self"}],
            },
        ),
        (
            "As a free action once per battle at the beginning of its turn, the stalker can cancel all conditions and effects"
            " on it, including ongoing damage."
            " It can cancel these even while it's prevented from taking actions, as when it lies stunned.",
            {
                "when": "turn_start",
                "once": "battle",
                "asks": True,
                "unhindered": True,
                "effects": [{"shake_off": "all", "on": "self"}],
            },
        ),
        (
            "At the end of the stalker's turn, it can roll a save against one save ends effect.",
            {"when": "turn_end", "asks": True, "effects": [{"shake_off": "save_one", "on": "self"}]},
        ),
        (
            "Targets grabbed by the stalker take 4 damage at the start of the stalker's turn.",
            {"when": "turn_start", "effects": [{"damage": 4, "on": "each_engaged", "against": "grabbed"}]},
        ),
        # attacks on it
        (
            "When an enemy hits the stalker with a melee attack, that enemy takes 4 damage.",
            {"when": "attacked", "kinds": ["melee"], "roll": "hit", "effects": FOUR},
        ),
        (
            "When an attacker misses the stalker with a melee attack, the attacker takes 4 damage.",
            {"when": "attacked", "kinds": ["melee"], "roll": "miss", "effects": FOUR},
        ),
        (
            "When an enemy attacks the stalker and misses, it takes 4 damage.",
            {"when": "attacked", "roll": "miss", "effects": FOUR},
        ),
        (
            "Whenever a creature attacks the stalker and rolls a natural 1-5, that creature takes 4 damage.",
            {"when": "attacked", "roll": "natural 1-5", "effects": FOUR},
        ),
        (
            "When an enemy makes a melee attack against the stalker and rolls a natural odd miss, that enemy takes 4 damage"
            " from its barbs.",
            {"when": "attacked", "kinds": ["melee"], "roll": "natural odd miss", "effects": FOUR},
        ),
        (
            "When an enemy of level 4 or lower rolls a natural 1-3 on a melee attack against the stalker, that enemy is"
            " dazed (save ends).",
            {
                "when": "attacked",
                "kinds": ["melee"],
                "roll": "natural 1-3",
                "against": "level 4-",
                "effects": [{"inflict": ["dazed"], "until": "save"}],
            },
        ),
        (
            "When an enemy engaged with the stalker scores a critical hit against it, that enemy takes 4 damage.",
            {"when": "attacked", "roll": "crit", "within": "engaged", "effects": FOUR},
        ),
        (
            "When an enemy makes an opportunity attack against the stalker, hit or miss, that enemy takes 4 damage.",
            {"when": "attacked", "opportunity": "only", "effects": FOUR},
        ),
        (
            "The first time each battle an enemy hits the stalker with a melee attack, that attacker takes 4 ongoing poison damage.",
            {
                "when": "attacked",
                "kinds": ["melee"],
                "roll": "hit",
                "once": "battle",
                "effects": [{"ongoing": 4, "type": "poison", "until": "save"}],
            },
        ),
        (
            "When an enemy misses the stalker with an attack against MD, that enemy takes 4 damage.",
            {"when": "attacked", "versus": ["MD"], "roll": "miss", "effects": FOUR},
        ),
        (
            "Whenever a nearby enemy attacks the stalker and rolls a natural 1 or 2, the stalker can make a bite attack"
            " against that attacker as a free action.",
            {"when": "attacked", "roll": "natural 1/2", "within": "nearby", "asks": True, "effects": BITE},
        ),
        (
            "Twice per round when an enemy misses the stalker with an attack, the stalker rolls a normal save; on a success,"
            " it can make a bite attack against"
            " that enemy as a free action.",
            {
                "when": "attacked",
                "roll": "miss",
                "once": "round",
                "times": 2,
                "save": 11,
                "asks": True,
                "effects": BITE,
            },
        ),
        (
            "Once per battle when an attack crits the stalker but doesn't kill it, the stalker heals 4d6 hp.",
            {"when": "attacked", "roll": "crit", "once": "battle", "effects": [{"heal": "4d6", "on": "self"}]},
        ),
        (
            "When the stalker is hit by an attack against PD, it gains a +2 bonus to PD until the end of the battle.",
            {
                "when": "attacked",
                "versus": ["PD"],
                "roll": "hit",
                "effects": [{"modifier": {"pd": 2}, "until": "end of battle", "on": "self"}],
            },
        ),
        (
            "Deal 4 damage to any creature that targets the stalker with an attack that deals holy damage.",
            {"when": "attacked", "types": ["holy"], "effects": FOUR},
        ),
        (
            "Nearby enemies who attack the stalker and roll a natural 1 take 4 damage.",
            {"when": "attacked", "roll": "natural 1", "within": "nearby", "effects": FOUR},
        ),
        (
            "When an enemy targets the stalker with a spell, the stalker regains the use of its bite if it's expended.",
            {"when": "attacked", "spell": True, "effects": [{"regain": "Bite"}]},
        ),
        (
            "When an attacker misses the stalker with a melee attack, the stalker's reedy frills deal 4 damage to that attacker.",
            {"when": "attacked", "kinds": ["melee"], "roll": "miss", "effects": FOUR},
        ),
        (
            "When the stalker is targeted by a natural attack roll of 10 or less, the stalker heals 1d6 damage before taking"
            " any damage"
            " from the attack.",
            {"when": "struck", "roll": "natural 1-10", "effects": [{"heal": "1d6", "on": "self"}]},
        ),
        (
            "When an enemy makes a ranged attack against the stalker, the stalker can make a mud spit attack against them as a free"
            " action before the attack.",
            {"when": "aimed_at", "kinds": ["ranged"], "asks": True, "effects": [{"attack": "Mud spit", "at": "same"}]},
        ),
        (
            "Once per battle as an interrupt action when any foe targets it with an attack, the stalker can make a bite attack"
            " against that attacker.",
            {"when": "aimed_at", "once": "battle", "interrupt": True, "asks": True, "effects": BITE},
        ),
        (
            "The first time the stalker is struck by a critical hit, provided it survives the blow, it lashes about using its bite"
            " attack as a free action.",
            {"when": "attacked", "roll": "crit", "once": "battle", "effects": [{"attack": "Bite"}]},
        ),
        (
            "When the stalker is targeted by an opportunity attack, it makes a bite attack against the creature that is"
            " targeting it first.",
            {"when": "aimed_at", "opportunity": "only", "effects": BITE},
        ),
        # its own attacks
        (
            "When the stalker hits a hampered foe with a natural odd attack roll, the target is also stunned (save ends).",
            {
                "when": "attacking",
                "roll": "natural odd hit",
                "against": "hampered",
                "effects": [{"inflict": ["stunned"], "until": "save"}],
            },
        ),
        (
            "When the stalker hits with its bite attack, it heals 4 hp.",
            {"when": "attacking", "roll": "hit", "with": "Bite", "effects": [{"heal": 4, "on": "self"}]},
        ),
        (
            "When the stalker scores a critical hit, the target is weakened (save ends).",
            {"when": "attacking", "roll": "crit", "effects": [{"inflict": ["weakened"], "until": "save"}]},
        ),
        (
            "When the stalker hits an enemy that is already taking ongoing poison damage, the stalker can make an eel's kiss"
            " attack against the target as"
            " a free action.",
            {
                "when": "attacking",
                "roll": "hit",
                "against": "ongoing poison",
                "effects": [{"attack": "Eel's kiss", "at": "same"}],
            },
        ),
        (
            "Creatures hit by the stalker's bite attack that are already dazed are also hampered (save ends).",
            {
                "when": "attacking",
                "roll": "hit",
                "with": "Bite",
                "against": "dazed",
                "effects": [{"inflict": ["hampered"], "until": "save"}],
            },
        ),
        (
            "The stalker deals 1d8 extra damage to a target it misses with a ranged attack.",
            {"when": "attacking", "kinds": ["ranged"], "roll": "miss", "effects": [{"damage": "1d8"}]},
        ),
        (
            "When the stalker hits with an opportunity attack, it can make a mud spit attack against that enemy as a free action.",
            {
                "when": "attacking",
                "opportunity": "only",
                "roll": "hit",
                "effects": [{"attack": "Mud spit", "at": "same"}],
            },
        ),
        # what befalls it
        (
            "The first time the stalker becomes staggered, each nearby enemy must roll a save. If it fails, it's confused"
            " (save ends).",
            {
                "when": "staggered",
                "once": "battle",
                "effects": [
                    {
                        "roll_save": {"difficulty": 11, "failure": [{"inflict": ["confused"], "until": "save"}]},
                        "on": "each_nearby",
                    }
                ],
            },
        ),
        (
            "When the stalker becomes staggered, it deals 5 ongoing fire damage to each enemy engaged with it.",
            {"when": "staggered", "effects": [{"ongoing": 5, "type": "fire", "until": "save", "on": "each_engaged"}]},
        ),
        (
            "When the stalker drops to 0 hp, one enemy engaged with it takes 4 damage before the stalker dies.",
            {"when": "drops", "effects": [{"damage": 4, "on": "one_engaged"}]},
        ),
        (
            "When the stalker drops to 0 hit points, it can make a final attack as a free action.",
            {"when": "drops", "asks": True, "effects": [{"attack": "basic"}]},
        ),
        (
            "When the attack roll that kills the stalker is a natural even roll, each nearby creature takes 4 damage.",
            {"when": "drops", "roll": "natural even", "effects": [{"damage": 4, "on": "each_creature"}]},
        ),
        (
            "Each time the stalker fails a save, it takes 1d8 psychic damage.",
            {"when": "failed_save", "effects": [{"damage": "1d8", "type": "psychic", "on": "self"}]},
        ),
        (
            "When the stalker takes 10 or more damage from a single attack, it heals 4 hp.",
            {"when": "damaged", "least": 10, "effects": [{"heal": 4, "on": "self"}]},
        ),
        # others fall
        (
            "When the stalker drops an enemy to 0 hp or below, it heals 9 hp.",
            {"when": "fells_enemy", "effects": [{"heal": 9, "on": "self"}]},
        ),
        (
            "When an enemy is staggered by the stalker's attack, that enemy takes 4 damage.",
            {"when": "staggers_enemy", "effects": FOUR},
        ),
        (
            "When a nearby ally drops to 0 hp, the stalker heals 9 hp.",
            {"when": "ally_drops", "within": "nearby", "effects": [{"heal": 9, "on": "self"}]},
        ),
        # moving
        ("When an enemy intercepts the stalker, it takes 4 damage.", {"when": "intercepted", "effects": FOUR}),
        (
            "When an enemy fails a disengage check against the stalker, the stalker can make an opportunity attack against it.",
            {"when": "enemy_fails_disengage", "asks": True, "effects": [{"attack": "basic", "at": "same"}]},
        ),
        (
            "When an enemy disengages from the stalker, the stalker rolls a save. On a success, the stalker can immediately"
            " move to engage an enemy as a"
            " free action.",
            {"when": "enemy_disengages", "save": 11, "asks": True, "effects": [{"free_move": "self"}]},
        ),
        (
            "When the stalker successfully disengages, one of the enemies engaged with it takes 1d6 damage.",
            {"when": "disengages", "effects": [{"damage": "1d6", "on": "one_engaged"}]},
        ),
        # the die
        (
            "When the escalation die reaches 3, the stalker heals 9 hp.",
            {
                "when": "escalation",
                "needs": ["escalation 3+"],
                "once": "battle",
                "effects": [{"heal": 9, "on": "self"}],
            },
        ),
    ],
)
def test_a_moment_and_its_consequence_become_an_occasion(text: str, row: Row) -> None:
    rows, left = read(text)
    assert rows == [row]
    assert left == []
    stat_block(block(rows))  # and the format takes it
