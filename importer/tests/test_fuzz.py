"""Whatever pieces of stat-block prose are thrown together, the outcome is a block that the rules accept."""

from __future__ import annotations

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.lab.forecast import forecast
from quintain.library.encounters import from_data
from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text

PIECES = """
the target |The target is |it takes |the fuzz |each nearby enemy takes |both the fuzz and its target take |dazed|unconscious
stuck and hampered|vulnerable|grabbed |5 |9999 |0 |1d6 |0d6 |6d0 |2d6 + 3 |+4 |-2 |ongoing |fire |negative energy |extra
damage|half damage| (save ends)| (hard save ends both, 16+)| (save 0+ ends)| (save 99+ ends)| while engaged with it|, and
 until the end of its next turn| until the end of the battle| and |. |; or | if it's staggered| instead of dazed| x 10
if the target is dazed or stuck, |can make a bite attack |another bite attack |as a free action|as a quick action|pops free
 against a different target| from the fuzz|grabs the target|heals 5 hp|gains a +2 bonus to all defences|(|)|[[|<br/>
must roll a save; on a failure, |on a success, |each time it fails the save|last gasp saves|teleports nearby|0d0 random
crit range expands by 1|roll a save (99+); on a failure, |it takes 0 damage|the escalation die increases by one
""".replace("\n", "|").strip("|").split("|")
LINES = """
Bite +7 vs. AC|Bite -1 vs. MD|R: Bite +7 vs. PD (0 attacks)|C: Bite +99 vs. MD (0d3 nearby enemies)|Bite +7 vs. AC (99 attacks)
C: Bite (1d3 nearby enemies)|[Group ability] Bite +7 vs. AC (one nearby enemy with 0 hp or fewer)|[Odd] Bite +7 (odd) vs. AC
C: Bite +7 vs. PD (one dazed, stuck, or grabbed enemy)|Bite|C: Bite +7 vs. PD (up to 99 creatures in a group)|+7 vs. AC|- +7 vs. AC
""".replace("\n", "|").strip("|").split("|")
LABELS = """
Natural 25+|Natural 1-40|Natural 9-3|Natural 0|Natural 5, 10, 15, or 99|Miss|Crit|Hit|Natural even hit|Miss that's a natural 0+
First natural 16+ each battle|Limited use|Quick use|Each failed save|Natural even hit against a dazed or stuck enemy
Natural odd hit when the escalation die is 9+
""".replace("\n", "|").strip("|").split("|")
USES = """
0/battle|99/battle|0/round, as a quick action|1/day|When the escalation die is 0+|2/battle while staggered, as a move action
As an interrupt action when an enemy sneezes|When this fuzz drops to 0 hit points
""".replace("\n", "|").strip("|").split("|")
TRAITS = """
Resist fire 0+|Resist cold 99+|Resist damage 20+|Fear|Flight|Ghostly|Golem immunity|Regeneration|Vulnerability|Group ability|Pack
""".replace("\n", "|").strip("|").split("|")
TRAIT_TEXTS = """
Enemies that have fewer than 0 hp are dazed|Enemies that have fewer than 1 hp are dazed|fire, cold|It is immune to effects
It has resist damage 0+ to all damage except holy damage|It heals 0 hp at the start of its turn, five times per battle
It gains a +9 attack bonus for each other fuzz engaged with the target (max +0)|The fuzz can use bite 0d4 times per battle
The fuzz can use bite 2d4 + 99 times per battle|When an enemy engaged with the fuzz attacks it, that enemy takes 0d4 damage
For every two, one of them can use bite once
""".replace("\n", "|").strip("|").split("|")

prose = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)


def entries(names: list[str], texts: st.SearchStrategy[str], below: st.SearchStrategy[object]) -> st.SearchStrategy[list[object]]:
    named = st.sampled_from(names) | prose
    return st.lists(st.fixed_dictionaries({"name": named, "desc": texts, "traits": below}), max_size=3).map(list)


riders = entries(LABELS, prose | st.sampled_from(USES), st.just([]))
attacks = entries(LINES, prose, riders)
traits = entries(TRAITS, prose | st.sampled_from(TRAIT_TEXTS), riders)


@given(attacks, attacks, traits, prose, st.sampled_from(["normal", "large", "odd"]), st.integers(0, 15))
@settings(max_examples=200, deadline=None)
def test_the_rules_accept_every_block_that_comes_in(
    actions: list[object], triggered: list[object], traits: list[object], weakness: str, size: str, level: int
) -> None:
    fields = {
        "name": "Fuzz", "level": level, "size": size, "ac": 15, "pd": 14, "md": 13, "hp": 20, "initiative": weakness,
        "vulnerability": weakness, "actions": actions, "triggered_actions": triggered, "traits": traits,
    }  # fmt: skip
    found = import_text(f"```statblock\n{yaml.safe_dump(fields)}\n```\n")
    (one,) = found.blocks
    assert stat_block(dict(one.block), one.id).name == "Fuzz"
    assert yaml.safe_load(found.to_yaml()) == found.content()
    assert found.report()


@given(attacks, attacks, traits)
@settings(max_examples=30, deadline=None)
def test_every_block_that_comes_in_can_fight(actions: list[object], triggered: list[object], traits: list[object]) -> None:
    fields = {
        "name": "Fuzz", "level": 3, "ac": 18, "pd": 16, "md": 13, "hp": 30, "initiative": 6, "actions": actions,
        "triggered_actions": triggered, "traits": traits,
    }  # fmt: skip
    found = import_text(f"```statblock\n{yaml.safe_dump(fields)}\n```\n")
    heroes: list[dict[str, object]] = [{"use": "odrun", "side": "party"}, {"use": "caul", "side": "party"}]
    foes: dict[str, object] = {"use": "fuzz", "side": "foes", "count": 2}
    encounter = from_data({**found.content(), "name": "Fuzz", "combatants": [*heroes, foes]})
    assert forecast(encounter, fights=2, seed=3, tactics="random", processes=1).fights == 2
