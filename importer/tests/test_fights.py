"""Imported monsters fight: one creature for every wording of the grammar, against the shipped heroes and each other."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.lab.forecast import forecast
from quintain.library.encounters import Encounter, from_data, play
from quintain_bestiary import Bestiary, import_text

HEROES = ("odrun", "vessa", "ilse", "caul")

WORDINGS = (
    "7 damage",
    "3d6 fire damage",
    "5 damage, or 9 damage against a staggered target",
    "5 damage, and 5 ongoing poison damage (hard save ends, 16+)",
    "5 ongoing cold damage and the target is dazed (save ends both)",
    "The target is weakened (easy save ends, 6+)",
    "5 damage, and the target is vulnerable until the end of its next turn",
    "5 damage, and the target is stuck until the end of the gnarl's next turn",
    "5 damage, and the target is hampered while engaged with the gnarl",
    "5 damage, and the target is confused until the end of the battle",
    "The target is stunned (save ends)",
    "The target falls unconscious (save ends)",
    "5 damage, and the target can't use the escalation die (save ends)",
    "5 damage, and the target loses its next move action",
    "5 damage, and the target must start making last gasp saves",
    "5 damage, and the target takes a -2 penalty to attacks until the end of its next turn",
    "The target is dazed (save ends). Each time the target fails the save, it takes 4 damage",
    "5 damage, and the target must roll a save; on a failure, it's dazed until the end of its next turn",
    "5 damage, and the target pops free from the gnarl",
    "5 damage, and the gnarl can pop free from the target",
    "5 damage, and the gnarl pops free from all enemies and can move as a free action",
    "5 damage, and the target pops free from all enemies engaged with it",
    "5 damage, and the gnarl grabs the target",
    "5 damage, and the gnarl pulls the target into engagement with it",
    "5 damage, and the gnarl heals 2d6 hp",
    "5 damage, and the gnarl gains 5 temporary hit points",
    "5 damage, and the gnarl gains a +5 bonus to all defences until the start of its next turn",
    "5 damage, and the gnarl's crit range expands by 1 until the end of the battle",
    "5 damage, and the gnarl can teleport somewhere nearby",
    "5 damage, and the gnarl loses 3 hit points",
    "5 damage, and the attack does double damage",
    "5 damage, and the escalation die decreases by one",
    "5 damage, and each nearby enemy takes 3 thunder damage",
    "5 damage, and each other enemy engaged with the gnarl takes 3 damage",
    "5 damage, and 1d3 random nearby enemies each take 2 damage",
    "5 damage, and each nearby creature takes 1 damage",
    "5 damage, and the gnarl can make a thorn attack as a free action",
    "5 damage, and the gnarl can make another root attack against a different target as a free action",
    "5 damage, and the gnarl can make a thorn attack as a quick action",
    "5 damage, and the target is vulnerable to cold damage until the end of the battle",
    "5 damage, and the target is vulnerable to the gnarl's attacks (save ends)",
    "5 damage, and 1d6 ongoing poison damage",
    "5 ongoing damage; while the target is taking ongoing damage, it is hampered",
    "The target is stuck (save ends); until the target saves, the gnarl gains a +1 attack bonus against it",
    "8 ongoing damage (no save, ends when it is no longer engaged with the gnarl)",
    "5 damage, and the target can't cast spells (save ends)",
    "5 damage, and the target can't use recoveries (save ends)",
    "5 damage, and the target can't make ranged attacks (save ends)",
    "5 damage, and the target can't disengage until the end of its next turn",
    "5 damage, and the target can't attack the gnarl until the end of its next turn",
    "5 damage, and the target loses all actions during its next turn",
    "5 damage, and the target takes a cumulative -1 penalty to attacks until the end of the battle",
    "5 damage, and the gnarl gains a +2 attack bonus (cumulative) to root attacks until the end of the battle",
    "5 damage, and the target takes a -2 penalty to attacks against the gnarl (save ends)",
    "5 damage, and the gnarl's allies gain a +2 attack bonus against the target until the end of its next turn",
    "5 damage, and each nearby ally gains a +1 bonus to attacks until the start of the gnarl's next turn",
    "5 damage, and the gnarl deals +6 damage with its next attack",
    "5 damage, and until the end of the battle, the gnarl adds the escalation die to its attacks",
    "5 damage, and the target is thrown faraway",
    "5 damage, and the target is blown back from the gnarl",
    "5 damage, and the target moves down 1d6 points in initiative order",
    "5 damage, and the victim pops free from whoever it's engaged with now and is moved to be engaged with the gnarl",
    "5 damage, and the gnarl grabs the target if it isn't already grabbing a creature",
    "5 damage, and damage equal to the escalation die",
    "5 damage, and one nearby ally can make a basic attack as a free action",
    "5 damage, and make a second root attack, and if that is a natural even roll make a third root attack",
    "5 damage, and if the target has 20 hp or fewer, it's weakened until the end of its next turn",
    "5 damage, and a nearby ally gains 6 temporary hp",
    "5 damage, or 9 damage if the gnarl moves first before attacking an enemy it isn't engaged with at the start of its turn",
    "5 damage, and the target hears distant bells",
    "5 damage; OR 2 damage, and the target is stunned (save ends)",
    "5 damage, and the target must choose one: take 4 extra damage; OR lose a recovery",
    "5 damage; OR 12 damage if used against a single enemy",
    "5 damage, and the target takes 3 damage each time it attacks the gnarl (save ends)",
    "5 damage, and until the end of the battle, the target takes 2 damage each time it fails a save",
    "5 damage, and until the end of the battle, all gnarl attacks against it gain an attack bonus equal to the escalation die",
    "5 damage, and for the rest of the battle, melee attacks by gnarls deal +1d4 damage against the target",
    "5 damage, and the target is bewitched (save ends)",
    "5 damage, and the gnarl gains a fear aura against the target (save ends)",
    "5 damage, and the gnarl can make a thorn attack during its next turn",
    "5 damage, and the gnarl can make a disengage check as a free action",
    "5 damage, and the gnarl gains a second standard action this turn, but not a third",
    "5 ongoing fire damage, and the target's ongoing fire damage increases by 2",
    "5 damage, and the gnarl steals the escalation die until the end of its next turn",
    "5 damage, and the attack roll also targets a second different enemy of the gnarl's choice",
    "5 damage, and the target makes a basic attack against a target of the gnarl's choice",
)
LINES = (
    "Root +9 vs. AC",
    "Root +9 vs. AC (2 attacks)",
    "Root +9 vs. AC (1d3 attacks, each against a different nearby enemy)",
    "Root +9 vs. PD (one nearby enemy)",
    "R: Root +9 vs. AC (one nearby or far away enemy)",
    "R: Root +9 vs. PD (one nearby enemy, or a far away enemy at -3 atk)",
    "C: Root +9 vs. MD (1d3 nearby enemies in a group)",
    "C: Root +9 vs. MD (1d4 + 1 random nearby enemies)",
    "C: Root +9 vs. PD (each enemy engaged with the gnarl)",
    "C: Root +9 vs. PD (each nearby creature)",
    "C: Root +9 vs. PD (one nearby enemy with 24 hp or fewer)",
    "C: Root +9 vs. PD (one staggered enemy)",
    "C: Root +9 vs. PD (up to 2 dazed, stuck, or weakened enemies)",
    "[Group ability] Root +9 vs. AC",
    "C: Root (1d3 nearby enemies)",
)
LABELS = (
    "Miss", "Crit", "Natural even hit", "Natural odd miss", "Natural even hit or miss", "Natural 16+", "Natural 18+ hit",
    "Natural 1-5", "Natural 5, 10, 15, or 20", "First natural 11+ each turn", "Natural even hit against a dazed enemy",
    "Natural odd hit when the escalation die is odd", "Natural even hit or miss while the gnarl is staggered",
    "Both attacks hit", "Dual miss", "First attack is a natural even roll", "Target is hit for the third time this battle",
    "Both attacks hit the same target", "Natural roll is above target's Constitution", "First hit each turn",
)  # fmt: skip
USES = (
    "1/battle", "1/round, as a quick action", "2/battle, when the escalation die is 2+", "1/battle while staggered",
    "As a free action, when an enemy engaged with the gnarl misses it with an attack",
    "As an interrupt action, when a nearby enemy rolls a natural 2-4 with an attack against it",
    "Cannot be used on two consecutive rounds", "The gnarl must move before making this attack",
    "The gnarl must have its move action available to use root",
    "Once the gnarl hits with root, it can't use it again until the target saves",
    "Regardless of the number of gnarls in the battle, only one gnarl can use this attack each round",
    "1/battle, as a free action when first staggered", "When this gnarl drops to 0 hit points", "Only by moonlight",
)  # fmt: skip
TRAITS = (
    ("Resist weapons 16+", ""),
    ("Ghostly", "It has resist damage 16+ to all damage except force damage."),
    ("Flight", "It flies, after a fashion."),
    ("Fear", "While engaged with it, enemies that have 20 hp or fewer are dazed."),
    ("Regeneration", "It heals 3 hp at the start of its turn, five times per battle."),
    ("Briar", "When an enemy engaged with the gnarl attacks it, that enemy takes 1d4 damage."),
    ("Evasive", "Gnarls take no damage from missed attacks."),
    ("Golem immunity", "It is immune to effects."),
    ("Slow", "The gnarl can't make opportunity attacks."),
    ("Oily", "The gnarl is immune to opportunity attacks."),
    ("Vulnerability", "holy, fire"),
    ("Group ability", "For every two gnarls in the battle (round up), one of them can use root once during the battle."),
    ("Fits", "The gnarl can use its root 1d3 times per battle, but never two turns in a row."),
    ("Thorny", "When the gnarl is first staggered, it makes a thorn attack as a free action."),
    ("Pack", "It gains a +1 attack bonus for each other gnarl engaged with the target (max +3)."),
)


def gnarl(
    line: str = LINES[0], text: str = "6 damage", label: str = "", rider: str = "", trait: tuple[str, str] = ("", "")
) -> Bestiary:
    """A creature made for one form of the grammar."""
    return import_text(f"""```statblock
name: "Gnarl"
level: "3"
role: "troop"
type: "plant"
initiative: "6"
actions:
    - name: "Splinter +8 vs. AC"
      desc: "4 damage"
    - name: "{line}"
      desc: "{text}"
      traits:
          - name: "{label}"
            desc: "{rider}"
triggered_actions:
    - name: "C: Thorn +8 vs. AC (one nearby enemy)"
      desc: "3 damage"
traits:
    - name: "{trait[0]}"
      desc: "{trait[1]}"
ac: "18"
pd: "16"
md: "13"
hp: "40"
```
""")


def encounter(found: Bestiary, heroes: bool) -> Encounter:
    friends: list[dict[str, object]] = [{"use": "gnarl", "id": "friend", "side": "party", "count": 3}]
    party = [{"use": hero, "side": "party"} for hero in HEROES] if heroes else friends
    foes = {"use": "gnarl", "id": "foe", "side": "foes", "count": 3}
    return from_data({**found.content(), "name": "Gnarls", "combatants": [*party, foes]})


def check_fights(found: Bestiary) -> None:
    """A few fights against the heroes and against its own kind, and one of them watched in full."""
    assert found.problems == []
    against_heroes = forecast(encounter(found, True), fights=2, seed=7, processes=1)
    against_its_kind = forecast(encounter(found, False), fights=2, seed=7, tactics="random", processes=1)
    assert (against_heroes.fights, against_its_kind.fights) == (2, 2)
    assert against_heroes.watch(1).outcome is not None


@pytest.mark.parametrize("text", WORDINGS)
def test_a_monster_with_this_hit_line_fights(text: str) -> None:
    found = gnarl(text=text)
    assert found.tally().attack_lines.good == 3
    check_fights(found)


@pytest.mark.parametrize("line", LINES)
def test_a_monster_with_this_attack_line_fights(line: str) -> None:
    check_fights(gnarl(line))


@pytest.mark.parametrize("label", LABELS)
def test_a_monster_with_this_rider_fights(label: str) -> None:
    found = gnarl(label=label, rider="The target takes 2 damage, and the gnarl can make a thorn attack as a free action.")
    assert "thorn attack" not in str(found.blocks[0].notes)
    check_fights(found)


@pytest.mark.parametrize("use", USES)
def test_a_monster_with_this_limited_use_fights(use: str) -> None:
    check_fights(gnarl(label="Limited use", rider=use))


@pytest.mark.parametrize("trait", TRAITS)
def test_a_monster_with_this_trait_fights(trait: tuple[str, str]) -> None:
    check_fights(gnarl(trait=trait))


def test_what_the_line_says_happens_in_the_fight() -> None:
    found = gnarl(text="6 damage, and it's dazed until the end of its next turn")
    data = {**found.content(), "combatants": [{"use": "odrun", "side": "party"}, {"use": "gnarl", "side": "foes"}]}
    # initiative: Odrun 1 + 4, the gnarl 20 + 6, so it acts first; Root: natural 11 + 9 = 20 against Odrun's AC 20 hits;
    # 6 damage takes him from 55 to 49
    fight = play(from_data(data), dice=[1, 20, 11], auto={"foes": "steady"})
    told = [event.text for event in fight.log]
    assert "Odrun Keld takes 6 damage (Root): 49 of 55 hit points." in told
    assert any(text.startswith("Odrun Keld: dazed (Root; until the end of") for text in told)


def test_an_attack_that_nothing_calls_for_is_called_by_the_game_master() -> None:
    found = gnarl()
    data = {**found.content(), "combatants": [{"use": "odrun", "side": "party"}, {"use": "gnarl", "side": "foes"}]}
    # Odrun acts first; the GM calls for the thorn out of turn: natural 12 + 8 = 20 against Odrun's AC 20 hits for 3
    fight = play(from_data(data), dice=[20, 1, 12], auto={"foes": "steady"})
    fight.rule("call_attack", who="gnarl", attack="Thorn")
    assert "Odrun Keld takes 3 damage (Thorn): 52 of 55 hit points." in [event.text for event in fight.log]


@pytest.mark.parametrize(
    ("rider", "told"),
    [
        ("The target is vulnerable to cold damage until the end of the battle.", "Odrun Keld: vulnerable to cold"),
        ("The target takes a -2 penalty to attacks against the gnarl (save ends).", "Odrun Keld: -2 attack"),
    ],
)
def test_what_a_rider_says_lies_on_the_target(rider: str, told: str) -> None:
    found = gnarl(label="Natural odd hit", rider=rider)
    data = {**found.content(), "combatants": [{"use": "odrun", "side": "party"}, {"use": "gnarl", "side": "foes"}]}
    # the gnarl acts first; Root: natural 11 + 9 = 20 against AC 20: an odd hit
    fight = play(from_data(data), dice=[1, 20, 11], auto={"foes": "steady"})
    assert any(event.text.startswith(told) for event in fight.log), [event.text for event in fight.log]


def test_a_text_that_was_kept_is_applied_by_the_game_master_as_often_as_it_says() -> None:
    found = gnarl(trait=("Creak", "Once per battle, the gnarl creaks, and everybody looks up."))
    data = {**found.content(), "combatants": [{"use": "odrun", "side": "party"}, {"use": "gnarl", "side": "foes"}]}
    fight = play(from_data(data), dice=[20, 1])
    fight.rule("apply", who="gnarl", note="Creak")
    assert fight.log[-1].text.startswith("Gnarl uses Creak")
    with pytest.raises(Refusal, match="Creak has been used 1 times"):
        fight.rule("apply", who="gnarl", note="Creak")
