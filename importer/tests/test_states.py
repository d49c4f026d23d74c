"""States, choices, tables and other forms of the grammar beyond plain damage and conditions."""

from __future__ import annotations

import pytest

from importer.tests.test_riders import attack
from quintain_bestiary import import_text
from quintain_bestiary.effects import read_effects
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row, Value


def speaker() -> Speaker:
    made = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Snap", "Mud spray", "Throat bite"])
    made.current, made.level, made.waits = "Snap", 4, frozenset({"throat bite"})
    return made


def read(text: str, rider: bool = False) -> tuple[list[Row], list[str]]:
    found = read_effects(text, speaker(), hits_only=True, rider=rider)
    return found.rows, found.kept


BATTLE: Row = {"until": "end of battle"}
OWN_TURN = "end of own next turn"
SMOULDERS: Row = {"ongoing": 3, "until": "save", "type": "fire"}
HURT_BACK: Row = {"when": "attacks source", "effects": [{"damage": 6, "type": "psychic"}]}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # harm each time
        ("The target takes 6 psychic damage each time it attacks the lurker (save ends)", [{"each_time": HURT_BACK, "until": "save"}]),
        (
            "The target is hampered (save ends); until the target saves, it takes 6 psychic damage each time it attacks the lurker",
            [{"inflict": ["hampered"], "until": "save"}, {"each_time": HURT_BACK, "until": "while affected"}],
        ),
        (
            "until the end of the battle, the target takes 1d6 damage each time it fails a save",
            [{"each_time": {"when": "fails a save", "effects": [{"damage": "1d6"}]}, "until": "end of battle"}],
        ),
        (
            "each time the target fails a save this battle, it smoulders and takes 3 ongoing fire damage",
            [{"each_time": {"when": "fails a save", "effects": [SMOULDERS]}, "until": "end of battle"}],
        ),
        (
            "The target takes 9 damage each time it makes a non-basic attack (hard save ends, 16+)",
            [{"each_time": {"when": "attacks otherwise", "effects": [{"damage": 9}]}, "until": "hard save"}],
        ),
        # openings
        (
            "until the end of the battle, all lurker attacks against it gain an attack bonus equal to the escalation die",
            [{"exposes": {"attack": "escalation"}, **BATTLE, "by": "lurker"}],
        ),
        (
            "The victim takes a penalty to all defences equal to the escalation die until the end of its next turn",
            [{"exposes": {"attack": "escalation"}, "until": "end of target's next turn"}],
        ),
        (
            "for the rest of the battle, melee attacks by reed hounds deal +1d4 damage against the target",
            [{"exposes": {"damage": "1d4"}, **BATTLE, "by": "reed hound"}],
        ),
        (
            "the lurker's allies gain a +1 attack bonus and +3 damage bonus against the target until the end of its next turn",
            [{"exposes": {"attack": 1, "damage": 3}, "by": "allies", "until": OWN_TURN}],
        ),
        # fear, resistance
        *(
            (f"The lurker gains a fear aura against the target{said}", [{"fear_of": 18, "until": until}])
            for said, until in ((" (save ends)", "save"), (" until the end of the battle", "end of battle"))
        ),
        (
            "Until the start of its next turn, it is affected by the lurker's fear aura even if it has more than 20 hit points",
            [{"fear_of": 9999, "until": "start of target's next turn"}],
        ),
        (
            "The lurker gains resist spell damage 16+ against the target's spells until the end of the battle",
            [{"resists": {"spell": 16}, "on": "self", "versus": "target", **BATTLE}],
        ),
        ("The target loses all cold resistance until the end of the battle", [{"unresists": "cold", **BATTLE}]),
        # attacks for later, and other deeds
        (
            "the lurker can make a throat bite attack against the target during its next turn if it's still engaged with the target",
            [{"unlocks": "throat bite", "on": "self", "until": OWN_TURN, "versus": "target"}],
        ),
        ("The lurker can make a disengage check as a free action this turn", [{"slip_away": True, "on": "self"}]),
        ("The lurker may move again this turn as a quick action", [{"free_move": "self", "action": "quick"}]),
        ("The lurker gains a second standard action this turn, but not a third", [{"more_actions": "standard", "on": "self"}]),
        ("The target loses a recovery", [{"recoveries": -1}]),
        (
            "The target's ongoing acid damage increases by 4 and becomes hard save ends (16+)",
            [{"worsen": 4, "type": "acid", "until": "hard save"}],
        ),
        (
            "The lurker steals the escalation die until the end of its next turn",
            [
                {"inflict": ["escalates"], "on": "all_allies", "until": OWN_TURN},
                {"inflict": ["no_escalation"], "on": "all_foes", "until": OWN_TURN},
            ],
        ),
        ("The target makes a basic attack against a target of the lurker's choice", [{"compel": "basic"}]),
        (
            "The lurker gains a +3 attack bonus until it hits. Unlike most effects, let it stack.",
            [{"modifier": {"attack": 3}, "on": "self", **BATTLE, "ends_when": ["hits"], "cumulative": True}],
        ),
        (
            "The target is unconscious (hard save ends, 16+; also ends if the target takes 12 or more damage)",
            [{"inflict": ["helpless"], "until": "hard save", "ends_when": ["damage 12+"]}],
        ),
        (
            "The lurker becomes veiled until it's hit by an attack against PD or until it misses with a natural odd attack roll",
            [{"mark": "veiled", "on": "self", **BATTLE, "ends_when": ["hit PD", "misses odd"]}],
        ),
        (
            "Up to three nearby reed hounds can each make a gnaw attack as a free action",
            [{"attack": "gnaw", "on": "ally", "among": "called reed hound", "count": 3}],
        ),
        (
            "One nearby lower-level mook makes an attack as a free action",
            [{"attack": "basic", "on": "ally", "among": ["lower_level", "mook"]}],
        ),
        (
            "All nearby reed hounds gain a +4 damage bonus until the end of their next turn",
            [{"modifier": {"damage": 4}, "until": "end of target's next turn", "on": "each_ally", "among": "called reed hound"}],
        ),
        ("3d6 damage, or 30 damage if the target is large or bigger", [{"damage": "3d6"}]),
        ("One of the lurker's allies can pop free from the target as a free action", [{"pop_free": "ally_from_target"}]),
        ("The attack roll also targets a second different enemy of the lurker's choice", [{"also_at": 1}]),
        (
            "One nearby marsh lurker can make a snap attack as a free action",
            [{"attack": "snap", "on": "ally", "among": "called marsh lurker"}],
        ),
        (
            "As a free action, one of the lurker's nearby allies of its level or lower can make a basic attack. That attack only deals"
            " half damage.",
            [{"attack": "basic", "on": "ally", "among": ["level 4-"], "halved": True}],
        ),
        (
            "For the rest of the battle, when that creature tries to spend a recovery they have to succeed at a save (14+) first",
            [{"recovery_save": 14, "until": "end of battle"}],
        ),
        (
            "Each target that was hit takes a -2 penalty to all saves until the end of the battle",
            [{"modifier": {"save": -2}, "on": "each_hit", "until": "end of battle"}],
        ),
        (
            "The lurker's reed allies gain a +2 attack bonus against the target until the end of its next turn",
            [{"exposes": {"attack": 2}, "by": "reed", "until": OWN_TURN}],
        ),
        (
            "9 fire damage (or 20 if used against a single target)",
            [{"damage": 9, "type": "fire", "against": "not_single"}, {"damage": 20, "type": "fire", "against": "single"}],
        ),
        # filters
        ("20 damage, or 26 damage if the target is large or bigger", [{"damage": 20}, {"extra_damage": 6, "against": "large"}]),
        (
            "8 damage, or 12 damage if this is the first time the lurker has attacked the target this battle",
            [{"damage": 8}, {"extra_damage": 4, "against": "not_attacked"}],
        ),
        (
            "5 ongoing damage, or 9 damage if the target is already taking ongoing damage",
            [{"ongoing": 5, "until": "save", "against": "not_ongoing"}, {"damage": 9, "against": "ongoing"}],
        ),
        (
            "6 damage if the lurkers and their allies outnumber their enemies; 4 damage if they don't",
            [{"damage": 6, "against": "outnumbered"}, {"damage": 4, "against": "not_outnumbered"}],
        ),
        # choices
        (
            "9 damage; OR 4 damage, and the target is stunned (save ends)",
            [{"choose": {"by": "attacker", "options": [[{"damage": 9}], [{"damage": 4}, {"inflict": ["stunned"], "until": "save"}]]}}],
        ),
        (
            "3 damage, and the target chooses between being weakened (hard save ends) OR taking a -2 penalty to all defenses for the"
            " rest of the battle (cumulative to -6)",
            [
                {"damage": 3},
                {"choose": {"by": "target", "options": [
                    [{"inflict": ["weakened"], "until": "hard save"}],
                    [{"modifier": {"defences": -2}, **BATTLE, "cumulative": True, "most": 6}],
                ]}},
            ],
        ),
        (
            "3 damage, and the target is stunned (hard save ends); OR the target can choose to avoid the stunning effect by taking 2d8"
            " damage",
            [
                {"damage": 3},
                {"choose": {"by": "target", "options": [[{"inflict": ["stunned"], "until": "hard save"}], [{"damage": "2d8"}]]}},
            ],
        ),
        (
            "6 fire damage; OR 20 fire damage if used against a single enemy",
            [{"damage": 6, "type": "fire", "against": "not_single"}, {"damage": 20, "type": "fire", "against": "single"}],
        ),
    ],
)  # fmt: skip
def test_a_wording_becomes_its_rows(text: str, rows: list[Row]) -> None:
    found, kept = read(text)
    assert found == rows
    assert kept == [] or text.startswith("3d6"), kept


def test_harm_may_wait_for_a_save_and_for_nothing_unknown() -> None:
    text = "the target takes 2d6 damage the first time it succeeds at a {} before the end of its next turn"
    first: Row = {"when": "saves", "effects": [{"damage": "2d6"}], "once": True}
    assert read(text.format("save")) == ([{"each_time": first, "until": "end of target's next turn"}], [])
    rows, kept = read(text.format("somersault"))
    assert kept != [] and not any("each_time" in row for row in rows)


def test_a_second_attack_may_lead_to_a_third() -> None:
    text = (
        "As a free action, the lurker can make a second snap attack against a different enemy with a -3 attack penalty. If it gets"
        " another natural {} hit, it can make a third (and final) snap attack against a different enemy at -5."
    )
    second: Row = {"attack": "Snap", "at": "other", "extra": -3}
    assert read(text.format("even")) == ([{**second, "chain": 2}], [])
    rows, kept = read(text.format("odd"))
    assert kept != [] and not any("chain" in row for row in rows)


def test_a_state_with_a_name_is_kept_by_the_rules_and_its_meaning_is_told() -> None:
    assert read("The target is bewildered (save ends)") == ([{"mark": "bewildered", "until": "save"}], ["bewildered"])
    both = read("4 ongoing damage and the target is affected by marsh fever (hard save ends both, 16+)")
    assert both == ([{"ongoing": 4, "until": "hard save"}, {"mark": "marsh fever", "until": "while affected"}], ["marsh fever"])


def test_whoever_is_struck_may_choose_what_the_game_master_applies() -> None:
    rows, kept = read("5 damage, and the target must choose one: take 8 extra damage; OR forget its own name")
    offered: Row = {"choose": {"by": "target", "options": [[{"extra_damage": 8}], [{"text": "forget its own name"}]]}}
    assert (rows, kept) == ([{"damage": 5}, offered], [])
    assert read("9 damage; OR the lurker hums")[1] != [], "the attacker is not offered what nobody can read"


def test_an_attack_that_does_not_wait_is_not_unlocked() -> None:
    text = "The lurker can make a mud spray attack during its next turn"
    assert read(text) == ([], [text])


# -- below an attack ---------------------------------------------------------------------------------------------------


def test_the_results_of_a_die_become_a_table() -> None:
    made, notes = attack(
        "4 damage, and roll a d4 for what is in the jar",
        ("1-2. Glue", "The target is stuck (save ends)."), ("3. Acid", "The target takes 3 ongoing acid damage."),
        ("4. Bees", "It hums."),
    )  # fmt: skip
    results: Row = {
        "1-2": [{"inflict": ["stuck"], "until": "save"}], "3": [{"ongoing": 3, "type": "acid", "until": "save"}],
        "4": [{"text": "It hums"}],
    }  # fmt: skip
    assert made["hit"] == [{"damage": 4}, {"table": {"dice": "1d4", "results": results}}]
    assert notes == []


def test_riders_that_are_only_names_are_what_there_is_to_choose_from() -> None:
    made, _ = attack(
        "4 damage",
        ("Natural 16+", "The ogre can cast one of the following swamp tricks as a quick action this turn."),
        ("Fog", "The target is dazed (save ends)."), ("Mud", "The target is stuck (save ends)."),
    )  # fmt: skip
    options: list[Value] = [[{"inflict": ["dazed"], "until": "save"}], [{"inflict": ["stuck"], "until": "save"}]]
    choice: Row = {"choose": {"by": "attacker", "options": options}, "action": "quick"}
    assert made["riders"] == [{"when": "natural 16+", "name": "Natural 16+", "effects": [choice]}]


def test_what_the_saves_leave_behind() -> None:
    made, notes = attack(
        "5 ongoing acid damage",
        ("Aftereffect", "Once the target saves against the acid if the save was a natural odd roll, it is dazed (save ends)."),
        ("Each failed save", "The ongoing damage increases by 2."),
    )
    after = {"after_save": [{"inflict": ["dazed"], "until": "save"}], "after_save_natural": "odd", "each_failed_save": [{"worsen": 2}]}
    assert made["hit"] == [{"ongoing": 5, "type": "acid", "until": "save", **after}]
    assert notes == []


@pytest.mark.parametrize(
    ("name", "text", "rider"),
    [
        (
            "Sticky", "Each time the ogre hits with the attack, the crit range for all reed ogres against that target expands by 1"
            " until the end of the battle.",
            {"when": "hit", "effects": [{"exposes": {"crit": 1}, **BATTLE, "by": "reed ogre", "cumulative": True}]},
        ),
        (
            "Stomp", "If both attacks hit, each nearby enemy takes 6 damage.",
            {"when": "hit", "effects": [{"damage": 6, "on": "each_nearby"}], "needs": ["all_hit"]},
        ),
        (
            "Shove", "If more than one ogre is engaged with the target, each ogre melee attack that misses that target deals half"
            " damage.",
            {"when": "miss", "effects": [{"miss_damage": 5, "against": "beset 2 by ogre"}]},
        ),
        (
            "Hug", "If the target is the only creature engaged with the ogre, the attack deals 16 damage instead.",
            {"when": "hit", "effects": [{"extra_damage": 6, "against": "sole"}]},
        ),
        (
            "Price", "The ogre takes 1d6 damage for each creature it targets with this attack.",
            {"when": "always", "effects": [{"damage": "1d6", "on": "self"}]},
        ),
        (
            "Natural 18+", "The target is stuck until the end of its next turn.",
            {"when": "natural 18+", "effects": [{"inflict": ["stuck"], "until": "end of target's next turn"}]},
        ),
    ],
)  # fmt: skip
def test_a_rider_whose_label_is_a_name_says_in_its_text_when_it_fires(name: str, text: str, rider: Row) -> None:
    made, notes = attack("10 damage", (name, text))
    assert made["riders"] == [{**rider, "name": name}]
    assert notes == []


def test_as_above_but_save_ends() -> None:
    first = ("Natural 14+", "The target is stuck until the end of its next turn.")
    made, _ = attack("9 damage", first, ("Natural 18+", "As above, but save ends."))
    stuck = {"when": "natural 18+", "name": "Natural 18+", "effects": [{"inflict": ["stuck"], "until": "save"}]}
    riders = made["riders"]
    assert isinstance(riders, list) and riders[1] == stuck


def test_limited_uses_that_hang_on_the_state_of_things() -> None:
    for text, needs in (
        ("The ogre must have its move action available to use club.", ["has_move"]),
        ("Only when the ogre starts its turn flying and ends its turn engaged on the ground.", ["came_flying"]),
        ("Once the ogre hits with club, it can't use it again until the target saves.", ["nobody_under"]),
    ):
        made, notes = attack("9 damage", ("Limited use", text))
        assert (made["needs"], notes) == (needs, [])
    made, notes = attack(
        "9 damage", ("Limited use", "Regardless of the number of ogres in the battle, only one ogre can use this attack each round.")
    )
    assert (made["usage"], made["group_uses"], notes) == ("1/round", True, [])


def test_its_claw_attacks_are_those_of_the_only_attack_that_ends_so() -> None:
    claws = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Hooked claws", "Bite"])
    text = "The lurker gains a cumulative +2 attack bonus to its claw attacks until the end of the battle"
    assert read_effects(text, claws, False).rows == [
        {"modifier": {"attack": 2}, **BATTLE, "cumulative": True, "with": "Hooked claws", "on": "self"}
    ]


def test_a_mob_that_crits_easily_and_cheers_itself_on() -> None:
    page = """```statblock
name: "Reed imp"
level: "2"
mook: "yes"
initiative: "5"
actions:
    - name: "Poke +7 vs. AC"
      desc: "5 damage"
      traits:
          - name: "Mob"
            desc: "The crit range for reed imps is 17+. Whenever a reed imp scores a critical hit, each reed imp mook in the battle gains a +2 cumulative bonus to damage until the end of the battle."
ac: "17"
pd: "15"
md: "11"
hp: "9"
```
"""  # noqa: E501
    block = import_text(page).blocks[0].block
    attacks = block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[0], dict)
    gain = {"modifier": {"damage": 2}, "on": "all_allies", "among": "called reed imp", **BATTLE, "cumulative": True}
    assert (block["crit_floor"], attacks[0]["riders"]) == (17, [{"when": "crit", "name": "Mob", "effects": [gain]}])


def test_a_haze_that_clings_lasts_to_the_end_of_the_battle() -> None:
    made, _ = attack(
        "9 damage", ("Natural even hit", "While in the haze, the target is dazed."),
        ("Haze", "The haze is green and remains around the target until the end of the battle."),
    )  # fmt: skip
    riders = made["riders"]
    assert isinstance(riders, list)
    assert isinstance(riders[0], dict) and riders[0]["effects"] == [{"inflict": ["dazed"], "until": "end of battle"}]


def test_against_it_may_mean_the_enemy_one_has_moved_to() -> None:
    text = (
        "The lurker pops free from the target, and as a free action, the lurker can move to another nearby enemy and make a snap"
        " attack against it"
    )
    moved: list[Row] = [{"pop_free": "self_from_target"}, {"free_move": "self"}, {"attack": "Snap", "at": "other"}]
    assert read(text) == (moved, [])


def test_a_longer_end_for_an_attacker_in_some_state() -> None:
    made, notes = attack(
        "9 damage",
        ("Natural even hit", "The target is hampered until the start of its next turn, or if the ogre was veiled when it attacked,"
         " the hampering is hard save ends."),
    )  # fmt: skip
    riders = made["riders"]
    assert isinstance(riders, list) and isinstance(riders[1], dict)
    assert (riders[1]["effects"], riders[1]["needs"]) == ([{"inflict": ["hampered"], "until": "hard save"}], ["marked veiled"])
    assert notes == []


def test_one_or_the_other_in_a_choice_keeps_the_end_of_the_hit_line() -> None:
    made, _ = attack(
        "7 damage, and the target is dazed (save ends)",
        ("Natural 16+", "The ogre can choose one: the target is weakened instead of dazed; OR the target takes 5 damage."),
    )
    options: list[Value] = [[{"inflict": ["weakened"], "until": "save"}], [{"damage": 5}]]
    riders = made["riders"]
    assert isinstance(riders, list) and isinstance(riders[0], dict)
    assert riders[0]["effects"] == [{"choose": {"by": "attacker", "options": options}}]
