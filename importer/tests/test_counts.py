"""Attack lines that count something, follow the die, come later, or leave a way out: each wording becomes its row."""

from __future__ import annotations

import pytest

from importer.tests.test_effects import ITS_END, SAVE, rows, speaker
from quintain.systems.escalation.published import GrantedAttack, stat_block
from quintain.systems.escalation.published import vocabulary as b
from quintain_bestiary import import_text
from quintain_bestiary.effects import read_effects
from quintain_bestiary.text import Row

BATTLE: Row = {"until": "end of battle"}
SLOWER: Row = {"when": "round starts", "effects": [{"initiative": "-1d8"}]}
PULLED_OUT: Row = {"action": "quick", "effects": [{"ongoing": 10, **SAVE}]}
PRICE: Row = {"damage": 12, "type": "cold"}
BOUGHT_OFF: Row = {"action": "free", "effects": [PRICE, {"damage": 2, "on": "allies_of_target", "count": 99, "type": "cold"}]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+1d4 damage for each other lurker engaged with the target (max +3d4)",
         [{"extra_damage": "1d4", "for_each": "ally_on_target", "counting": "called lurker", "most": 3}]),
        ("+2 damage for each other ally engaged with the target", [{"extra_damage": 2, "for_each": "ally_on_target"}]),
        ("The target takes 5 cold damage for each creature hit by the lurker earlier in the battle (max 15 damage; keep count)",
         [{"damage": 5, "type": "cold", "for_each": "creature_hit", "most": 3}]),
        ("Increase the damage by +1 for each mud wasp that has dropped this battle",
         [{"extra_damage": 1, "for_each": "fallen_ally", "counting": ["called mud wasp"]}]),
        ("ongoing fire damage equal to twice the escalation die", [{"ongoing": "escalation x2", "type": "fire", **SAVE}]),
        ("ongoing damage equal to the escalation die value times five (so the amount keeps going up as the escalation die goes up)",
         [{"ongoing": "escalation x5", "follows": 5, **SAVE}]),
        ("The target is stuck (save ends). Each time it fails to save they take acid damage equal to three times the escalation"
         " die value",
         [{"inflict": ["stuck"], **SAVE, "each_failed_save": [{"damage": "escalation x3", "type": "acid"}]}]),
        ("At the start of the target's next turn, 1d6 nearby allies of the target take 4 cold damage",
         [{"each_time": {"when": "turn starts", "once": True, "effects": [
             {"damage": 4, "type": "cold", "on": "allies_of_target", "count": "1d6"}]}, "until": ITS_END}]),
        ("The lurker grabs the target; while grabbed, the victim takes 6 cold damage at the start of each of its turns",
         [{"grab": True},
          {"each_time": {"when": "turn starts", "effects": [{"damage": 6, "type": "cold"}]}, "until": "while grabbed"}]),
        ("At the start of each round, the target loses 1d8 points from its initiative count as the mud sets (save ends)",
         [{"each_time": SLOWER, **SAVE}]),
        ("The target is dazed (-4 attack) until it pulls the barb out using a quick action, which deals 10 ongoing damage",
         [{"inflict": ["dazed"], **BATTLE, "ends_by": PULLED_OUT}]),
        ("The target is weakened until it regains maximum hit points", [{"inflict": ["weakened"], **BATTLE, "ends_when": ["whole"]}]),
        ("5 ongoing damage (hard save ends 16+, or using a standard action to scrape it off also ends)",
         [{"ongoing": 5, "until": "hard save", "ends_by": {"action": "standard"}}]),
        ("The target falls unconscious (save ends; an ally next to it can also use a move action to splash it awake)",
         [{"inflict": ["helpless"], **SAVE, "ends_by": {"action": "move", "who": "ally"}}]),
        ("7 ongoing damage (the effect also ends if it is no longer engaged with the lurker)",
         [{"ongoing": 7, **SAVE, "ends_when": ["parted"]}]),
        ("The target is stuck (save ends, as does the lurker making a snap attack again)",
         [{"inflict": ["stuck"], **SAVE, "ends_when": ["source again"]}]),
        ("The target is stuck until the start of its next turn or until the lurker makes another snap attack",
         [{"inflict": ["stuck"], "until": "start of target's next turn", "ends_when": ["source again"]}]),
        ("The target is weakened and stuck (hard save ends both, 16+); the target can remove these conditions by taking an additional"
         " 12 cold damage and letting go of a thought, dealing 2 cold damage to each nearby ally",
         [{"inflict": ["weakened", "stuck"], "until": "hard save", "ends_by": BOUGHT_OFF}]),
        ("Each nearby non-leader lurker deals +3 damage with its next attack this battle that hits",
         [{"modifier": {"damage": 3}, **BATTLE, "ends_when": ["hits"], "on": "each_ally",
           "among": ["called lurker", "not_role leader"]}]),
        ("One nearby wasp ally deals +1d6 damage on a hit during its next turn",
         [{"deals": "1d6", "until": ITS_END, "on": "ally", "among": "called wasp"}]),
        ("The next attack the lurker makes against the target this turn deals +1d12 extra damage",
         [{"exposes": {"damage": "1d12"}, "by": "source", "until": "end of turn", "ends_when": ["attacked by source"]}]),
        ("As a free action, one nearby wasp ally can move or make a basic attack (doesn't trigger special abilities)",
         [{"choose": {"by": "attacker", "options": [
             [{"attack": "basic", "on": "ally", "among": "called wasp", "plain": True}],
             [{"free_move": "ally", "among": "called wasp"}]]}}]),
        ("The target is vulnerable to non-magical attacks (easy save ends, 6+)", [{"vulnerable_to": "weapon", "until": "easy save"}]),
        ("If it's already taking ongoing damage, saves against the ongoing damage become hard saves (18+)",
         [{"harden": 18, "hardens": "ongoing", "against": "ongoing"}]),
        ("The target can't move to engage an enemy until the start of the lurker's next turn (it can move if it doesn't engage)",
         [{"inflict": ["no_engage"], "until": "start of own next turn"}]),
        ("The target can't willingly engage a marsh lurker or any other lurker (save ends)",
         [{"inflict": ["no_engage"], "by": "lurker", **SAVE}]),
        ("One of the lurker's allies engaged with the target can pop free", [{"pop_free": "ally"}]),
        ("The lurker can use the mud spray an additional time this battle", [{"regain": "Mud spray", "extra": 9}]),
        ("Any wasp or hornet attacking the target gains a +3 attack bonus until the start of the lurker's next turn",
         [{"exposes": {"attack": 3}, "by": "wasp", "until": "start of own next turn"},
          {"exposes": {"attack": 3}, "by": "hornet", "until": "start of own next turn"}]),
        ("The crit range for each lurker in the battle against the target expands by 1 (cumulative)",
         [{"exposes": {"crit": 1}, "by": "lurker", **BATTLE, "cumulative": True}]),
        ("If a target is staggered by this attack, the lurker may make another snap attack immediately against a different target",
         [{"attack": "Snap", "at": "other", "against": "just_staggered"}]),
        ("The lurker can make another snap attack as a quick action this turn. Each enemy can only be targeted once by a snap attack"
         " on each of the lurker's turns", [{"attack": "Snap", "at": "new", "chain": True, "action": "quick"}]),
        ("The lurker gains a +3 attack bonus against the same target this turn with its mud spray attack",
         [{"modifier": {"attack": 3}, "until": "end of turn", "with": "Mud spray", "on": "self", "versus": "target"}]),
        ("The lurker and its allies can add +2 to their attacks until the start of the lurker's next turn;"
         " the bonus is cumulative if more than one snap attack hits",
         [{"modifier": {"attack": 2}, "until": "start of own next turn", "cumulative": True, "on": on}
          for on in ("self", "each_ally")]),
        ("15 fire or cold damage", [{"choose": {"by": "attacker", "options": [
            [{"damage": 15, "type": "fire"}], [{"damage": 15, "type": "cold"}]]}}]),
        ("8 damage of the following type (lurker's choice): acid or cold", [{"choose": {"by": "attacker", "options": [
            [{"damage": 8, "type": "acid"}], [{"damage": 8, "type": "cold"}]]}}]),
        ("The target is helpless (save ends, or taking 10 damage ends)",
         [{"inflict": ["helpless"], **SAVE, "ends_when": ["damage 10+"]}]),
        ("4 poison damage, or 6 poison damage against dwarves",
         [{"damage": 4, "type": "poison"}, {"extra_damage": 2, "against": "called dwarf"}]),
        ("6 damage if the lurkers and their allies outnumber their enemies; 4 damage if they don't",
         [{"damage": 6, "against": "outnumbered"}, {"damage": 4, "against": "not_outnumbered"}]),
        ("4 damage from rows of small, crooked teeth", [{"damage": 4}]),
        ("5 damage, and the target's mind is filled with a song that depends on the roll", [{"damage": 5}]),
        ("The target is confused (save ends; see the song below)", [{"inflict": ["confused"], **SAVE}]),
        ("5 ongoing fire damage to a random nearby enemy (including an unconscious one)",
         [{"ongoing": 5, "type": "fire", "on": "random_other", "fallen": True, **SAVE}]),
        ("The lurker grabs the target unless the target is large or bigger", [{"grab": True, "against": "not_large"}]),
        ("5 ongoing psychic damage and target's weapon attacks do not add the escalation die (save ends both)",
         [{"ongoing": 5, "type": "psychic", **SAVE, "conditions": ["no_weapon_die"]}]),
        ("36 damage and deal 40 damage to this mud lurker", [{"damage": 36}, {"damage": 40, "on": "self"}]),
    ],
)  # fmt: skip
def test_each_wording_becomes_its_row(text: str, expected: list[Row]) -> None:
    assert rows(text) == expected


def test_a_label_that_the_page_ran_into_the_text_begins_a_paragraph_of_its_own() -> None:
    read = read_effects("10 damage, and 5 ongoing damage Piggyback: While it lasts, the lurker rides along", speaker(), True)
    assert read.rows == [{"damage": 10}, {"ongoing": 5, **SAVE}]
    assert read.kept == ["Piggyback: While it lasts, the lurker rides along"]


PAGE = r"""```statblock
name: "Reed fiddler"
size: "normal"
level: "3"
role: "leader"
type: "humanoid"
initiative: "7"
actions:
  - name: "R: Reed dart +8 vs. AC (1d3 nearby enemies or one far away enemy)"
    desc: "7 damage, or 12 damage if used as a standard action, and each time this attack has a natural even roll, the fiddler can\
      \ target a different creature with the ability"
    traits:
      - name: "Limited use"
        desc: "1/battle."
  - name: "C: Bolt +8 vs. PD (1d3 nearby enemies)"
    desc: "6 cold or fire damage, and the fiddler can make a hex attack as a free action"
    traits:
      - name: "Natural even miss"
        desc: "Half damage."
  - name: "R: Shrill tune"
    desc: "1d3 nearby or far away enemies that can hear the fiddle must immediately roll a hard save; on a failure, the target is\
      \ stuck until the end of its next turn"
triggered_actions:
  - name: "Hex +8 vs. MD (each creature hit by bolt)"
    desc: "The target is weakened until the end of the fiddler's next turn"
  - name: "Knife +8 vs. AC (or +12 vs AC if the fiddler has a higher initiative)"
    desc: "35 damage (but only 50 damage on a crit)"
ac: "19"
pd: "16"
md: "15"
hp: "45"
```
"""


def test_an_attack_may_have_two_clauses_of_targets_and_an_attack_that_follows_goes_at_those_hit() -> None:
    block = stat_block(dict(import_text(PAGE).named("Reed fiddler").block), "fiddler")
    dart, far, bolt, hex_, knife, tune = block.powers
    assert (knife.crit_total, [row.name for row in block.bonuses]) == (50, ["Knife"])
    assert (far.name, far.targets.range, far.shares) == ("Reed dart (faraway)", b.FAR_ONLY, dart.number)
    assert [each.name for each in dart.riders] == ["Natural even", "Standard action"]
    assert [each.effects[0].op for each in dart.riders] == [b.GRANT_ATTACK, b.EXTRA_DAMAGE]
    assert (dart.riders[0].effects[0].which, dart.riders[1].needs.first_attack) == (b.AT_NEW, True)
    grant = bolt.hit[1]
    assert isinstance(grant, GrantedAttack)
    assert (grant.name, grant.which, grant.reach, hex_.needs.granted) == ("Hex", b.AT_SAME, True, True)
    assert [[row.damage_type for row in rows] for rows in bolt.hit[0].choices] == [["cold"], ["fire"]]
    assert bolt.riders[0].effects[0].amount.flat == 3
    assert (tune.rolls, tune.targets.range, tune.hit[0].op, tune.hit[0].save) == (False, b.FARAWAY, b.ROLL_SAVE, 16)
