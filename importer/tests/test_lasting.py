"""Wordings that last, change rolls, reach others, or hang on something: each becomes its row, or stays text."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import EffectRow
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row

ITS_END = "end of target's next turn"
OWN_START = "start of own next turn"
BATTLE = "end of battle"


def read(text: str, hits_only: bool = True, rider: bool = False) -> Effects:
    speaker = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Snap", "Mud spray", "Drowning pull"])
    speaker.current = "Snap"
    found = read_effects(text, speaker, hits_only, rider)
    for row in found.rows:
        EffectRow.model_validate(row)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # until something else is over
        (
            "While the victim is taking that ongoing damage, it is also hampered (nothing but basic attacks)",
            [{"inflict": ["hampered"], "until": "while ongoing"}],
        ),
        ("In addition, the target can't use the escalation die until it saves",
         [{"inflict": ["no_escalation"], "until": "while affected"}]),
        (
            "The target is stuck (save ends); until the target saves, the lurker gains a +1 attack bonus against it",
            [{"inflict": ["stuck"], "until": "save"}, {"modifier": {"defences": -1}, "until": "while affected", "versus": "source"}],
        ),
        ("The target can't make opportunity attacks until the end of the turn",
         [{"inflict": ["no_opportunity"], "until": "end of turn"}]),
        ("15 ongoing acid damage (no save, ends when the victim's no longer engaged with the lurker)",
         [{"ongoing": 15, "type": "acid", "until": "while engaged"}]),
        ("Until the end of the battle the target takes a -3 penalty to attacks", [{"modifier": {"attack": -3}, "until": BATTLE}]),
        # ongoing damage
        ("The target also takes 1d8 ongoing poison damage", [{"ongoing": "1d8", "type": "poison", "until": "save"}]),
        ("The lurker takes 5 ongoing fire damage", [{"ongoing": 5, "type": "fire", "on": "self", "until": "save"}]),
        # vulnerable to something
        ("The target becomes vulnerable to cold damage until the end of the battle", [{"vulnerable_to": "cold", "until": BATTLE}]),
        ("The target is vulnerable (crits come easier) to attacks by undead (save ends)",
         [{"vulnerable_to": "undead", "until": "save"}]),
        ("The target is vulnerable to the lurker's attacks until the end of its next turn",
         [{"vulnerable_to": "source", "until": ITS_END}]),
        (
            "The target becomes vulnerable to mud spray until the end of the battle",
            [{"modifier": {"crit": 2}, "on": "self", "versus": "target", "with": "Mud spray", "until": BATTLE}],
        ),
        ("10 ongoing negative energy", [{"ongoing": 10, "type": "negative energy", "until": "save"}]),
        ("The target loses the rest of its actions that turn", [{"inflict": ["no_actions"], "until": "end of turn"}]),
        (
            "The target is stunned instead of stuck and weakened (save ends)",
            [{"inflict": ["stunned"], "until": "save"}],
        ),
        ("The target is hampered (hard save ends, 16+) instead", [{"inflict": ["hampered"], "until": "hard save"}]),
        # harder saves
        ("The save is hard (16+) instead", [{"harden": 16}]),
        ("The ongoing acid damage can't be saved against while the lurker that inflicted it still lives", [{"harden": 21}]),
        ("The victim can now only save against the reed song with a natural 20", [{"harden": 20}]),
        # one save for several effects
        ("The target is stuck and can't make ranged attacks (save ends)", [{"inflict": ["stuck", "no_ranged"], "until": "save"}]),
        (
            "The target is stuck, hampered, and takes 5 ongoing damage (save ends all)",
            [{"ongoing": 5, "until": "save", "conditions": ["stuck", "hampered"]}],
        ),
        # what the target may not do
        ("The target can't cast spells (easy save ends, 6+)", [{"inflict": ["no_spells"], "until": "easy save"}]),
        ("The target can't use recoveries, even involuntarily (save ends)", [{"inflict": ["no_recovery"], "until": "save"}]),
        ("The target loses all actions during its next turn and does nothing", [{"inflict": ["no_actions"], "until": ITS_END}]),
        ("The target can't disengage until the end of its next turn", [{"inflict": ["no_disengage"], "until": ITS_END}]),
        ("The target can't attack the lurker until the end of its next turn",
         [{"inflict": ["no_attack"], "until": ITS_END, "versus": "source"}]),
        # bonuses and penalties
        (
            "The lurker gains a cumulative +1 attack bonus until the end of the battle",
            [{"modifier": {"attack": 1}, "until": BATTLE, "cumulative": True, "on": "self"}],
        ),
        (
            "The lurker gains a +2 attack bonus (cumulative) to drowning pull attacks until the end of the battle",
            [{"modifier": {"attack": 2}, "until": BATTLE, "cumulative": True, "with": "Drowning pull", "on": "self"}],
        ),
        (
            "The lurker's MD and PD increase by +2 (to a maximum of +6) until the end of the battle",
            [{"modifier": {"md": 2, "pd": 2}, "until": BATTLE, "cumulative": True, "most": 6, "on": "self"}],
        ),
        (
            "The target takes a -2 penalty to attack rolls against the lurker until the end of the lurker's next turn",
            [{"modifier": {"attack": -2}, "until": "end of own next turn", "versus": "source"}],
        ),
        (
            "The lurker gains a +2 attack bonus against the target until the end of its next turn",
            [{"modifier": {"attack": 2}, "until": "end of own next turn", "on": "self", "versus": "target"}],
        ),
        (
            "The lurker's frog allies gain a +3 attack bonus against the target until the start of the lurker's next turn",
            [{"exposes": {"attack": 3}, "by": "frog", "until": OWN_START}],
        ),
        (
            "Each of the lurker's nearby allies gains a +1 bonus to attacks and damage until the start of the lurker's next turn",
            [{"modifier": {"attack": 1, "damage": 1}, "until": OWN_START, "on": "each_ally"}],
        ),
        ("One nearby ally gains a +3 bonus to hit on its next attack",
         [{"modifier": {"attack": 3}, "until": "next attack", "on": "ally"}]),
        ("The lurker deals +6 damage with its next attack this battle",
         [{"modifier": {"damage": 6}, "until": "next attack", "on": "self"}]),
        (
            "Until the end of the battle, the lurker adds the escalation die to its attacks",
            [{"inflict": ["escalates"], "on": "self", "until": BATTLE}],
        ),
        (
            "Until the end of the battle against the target, the lurker gains a +2 bonus to attacks and its crit range expands by 3"
            " (cumulative)",
            [{"modifier": {"attack": 2}, "until": BATTLE, "on": "self", "versus": "target"},
             {"modifier": {"crit": 3}, "on": "self", "until": BATTLE, "cumulative": True, "versus": "target"}],
        ),
        (
            # from 20 down to 14: six points at most
            "The lurker's crit range expands by a cumulative 2 (to a maximum of 14+) until the end of the battle",
            [{"modifier": {"crit": 2}, "on": "self", "until": BATTLE, "cumulative": True, "most": 6}],
        ),
        # amounts that are not printed
        ("Add the escalation die to the damage", [{"extra_damage": "escalation"}]),
        ("Cold damage equal to the natural d20 roll", [{"damage": "natural", "type": "cold"}]),
        (
            "Deal acid damage equal to the natural attack roll to both the target and the lurker",
            [{"damage": "natural", "type": "acid"}, {"damage": "natural", "type": "acid", "on": "self"}],
        ),
        (
            "4d6 acid damage to the target and to one other nearby enemy of the lurker's choice",
            [{"damage": "4d6", "type": "acid"}, {"damage": "4d6", "on": "random_other", "count": 1, "type": "acid"}],
        ),
        ("9 damage to 1d3 nearby enemies", [{"damage": 9, "on": "random_other", "count": "1d3"}]),
        # places
        ("The target is thrown faraway", [{"push": "faraway"}]),
        ("The target is blown back from the lurker", [{"push": "nearby"}]),
        ("The target moves down 1d6 points in initiative order", [{"initiative": "-1d6"}]),
        ("Each enemy engaged with the lurker pops free from it as the mud boils", [{"pop_free": "self"}]),
        (
            "The victim pops free from whoever it's engaged with now and is moved to be engaged with the lurker",
            [{"pop_free": "target_from_all"}, {"engage": True}],
        ),
        ("Teleport the lurker into engagement with the target", [{"engage": True}]),
        # more attacks
        (
            "The lurker can make a snap attack against one other nearby enemy, followed by a third and final enemy if the"
            " second attack is also a natural even roll",
            [{"attack": "Snap", "at": "other", "chain": 2}],
        ),
        ("Make a second snap attack, and if that is a natural even roll make a third snap attack", [{"attack": "Snap", "chain": 2}]),
        (
            "The attack targets another nearby enemy unless it's already targeted three enemies this way",
            [{"attack": "Snap", "at": "other", "chain": 2}],
        ),
        ("The lurker can target another nearby enemy with the attack", [{"attack": "Snap", "at": "other"}]),
        ("The lurker can make two more melee attacks as a free action", [{"attack": "Snap", "times": 2}]),
        (
            "The target pops free from the lurker; then as a free action, the lurker can move (or choose not to move) and make a"
            " mud spray attack",
            [{"pop_free": "target"}, {"free_move": "self"}, {"attack": "Mud spray"}],
        ),
        ("One nearby ally can make a basic attack as a free action", [{"attack": "basic", "on": "ally"}]),
        (
            "Any frog ally engaged with the targeted enemy may make a basic melee attack against it as a free action",
            [{"attack": "basic", "on": "ally", "at": "same"}],
        ),
        ("A nearby ally gains 20 temporary hp", [{"temp_hp": 20, "on": "ally"}]),
        # whom
        (
            "If the target has 40 hp or fewer after being hit, it's weakened until the end of its next turn",
            [{"inflict": ["weakened"], "until": ITS_END, "against": "hp 40-"}],
        ),
        (
            "9 damage, and if the target is staggered, it's dazed (save ends), and the lurker heals 3 hp",
            [{"damage": 9}, {"inflict": ["dazed"], "until": "save", "against": "staggered"}, {"heal": 3, "on": "self"}],
        ),
    ],
)  # fmt: skip
def test_a_wording_becomes_its_rows(text: str, expected: list[Row]) -> None:
    found = read(text)
    assert (found.rows, found.kept) == (expected, [])


@pytest.mark.parametrize(
    ("text", "expected", "kept"),
    [
        (
            "The target is caught in reeds (hard save ends, 16+). While in the reeds, it is dazed and takes 5 ongoing acid damage.",
            [{"ongoing": 5, "type": "acid", "until": "hard save", "conditions": ["dazed"]}], ["caught in reeds"],
        ),
        ("The lurker sinks into the mud and the target takes 4 damage", [{"damage": 4}], ["The lurker sinks into the mud"]),
        ("The target loses its boots and is dazed (save ends)",
         [{"inflict": ["dazed"], "until": "save"}], ["The target loses its boots"]),
        (
            "The target loses its hat, and the lurker heals 7 hp",
            [{"heal": 7, "on": "self"}], ["The target loses its hat"],
        ),
        (
            "Make a mud spray attack as a quick action, if it hits it does no damage but dries the target.",
            [], ["Make a mud spray attack as a quick action, if it hits it does no damage but dries the target"],
        ),
        (
            "The target takes 10 ongoing acid damage and is drawn into the lurker (hard save ends both, 16+)",
            [{"ongoing": 10, "type": "acid", "until": "hard save"}], ["is drawn into the lurker (hard save ends both, 16+)"],
        ),
        # nobody knows who "takes 4 damage" here, or whether anybody does
        ("A reed breaks and takes 4 damage", [], ["A reed breaks and takes 4 damage"]),
        ("If the moon is up, the target takes 4 damage", [], ["If the moon is up, the target takes 4 damage"]),
        ("The target sinks or the target takes 4 damage", [], ["The target sinks or the target takes 4 damage"]),
        ("The target can't cast spells or speak (save ends)", [{"inflict": ["no_spells"], "until": "save"}], ["or speak"]),
    ],
)  # fmt: skip
def test_words_that_are_no_rule_are_kept_beside_those_that_are(text: str, expected: list[Row], kept: list[str]) -> None:
    found = read(text, hits_only=False)
    assert (found.rows, found.kept) == (expected, kept)


@pytest.mark.parametrize(
    ("text", "needs", "once"),
    [
        ("If this is the lurker's first attack during its turn, it can make a mud spray attack as a free action.", [], "turn"),
        ("Unless the lurker is staggered, the lurker can make a mud spray attack as a free action.", ["not_staggered"], ""),
        ("If not engaged, the lurker can make a mud spray attack as a free action.", ["free"], ""),
        ("If the escalation die is even, make a mud spray attack as a free action.", ["escalation_even"], ""),
        ("The lurker can make a mud spray attack as a free action if the escalation die is 3+.", ["escalation 3+"], ""),
        ("The lurker can make a mud spray attack as a free action if it has already moved this turn.", ["moved"], ""),
        ("Once per battle, the lurker can make a mud spray attack as a free action.", [], "battle"),
    ],
)
def test_a_rider_may_hang_on_the_creature_or_the_die(text: str, needs: list[str], once: str) -> None:
    found = read(text, rider=True)
    assert (found.rows, found.needs, found.once) == ([{"attack": "Mud spray"}], needs, once)


def test_a_rider_that_is_not_read_keeps_what_it_hangs_on() -> None:
    said = "If the escalation die is even, the target forgets the way home."
    found = read(said, rider=True)
    assert (found.rows, found.kept, found.needs) == ([], [said.rstrip(".")], [])
    said = "The lurker hums even if it has already moved this turn."
    assert read(said, rider=True).needs == []


def test_a_hit_line_never_hangs_on_such_a_condition() -> None:
    assert read("If the escalation die is even, make a mud spray attack as a free action.").rows == []


def test_a_choice_is_offered_when_both_ways_can_be_read() -> None:
    found = read("The target must choose one: it takes 9 damage; OR it's dazed (save ends).", rider=True)
    options = [[{"damage": 9}], [{"inflict": ["dazed"], "until": "save"}]]
    assert found.rows == [{"choose": {"by": "target", "options": options}}]
    found = read("4 damage OR the lurker can make a mud spray attack as a free action.", False, True)
    assert found.rows == [{"choose": {"by": "attacker", "options": [[{"damage": 4}], [{"attack": "Mud spray"}]]}}]
    assert read("4 damage OR the lurker weeps.", False, True).rows == []


def test_the_allies_of_a_creature_are_not_the_creature() -> None:
    speaker = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Snap"])
    assert speaker.mark("lurker allies gain") == "lurker allies gain"
    assert len(speaker.mark("The dire lurker")) == 1
    assert speaker.mark("The other lurker") == "The other lurker"
