"""Traits that answer the attacks of others, as the importer reads them: on stat blocks written for the purpose."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.answers import take_answers
from quintain_bestiary.limited_uses import take_powers
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.standing import take_standing
from quintain_bestiary.text import Row
from quintain_bestiary.triggers import read_triggers

PLAIN: Row = {
    "name": "Reed Stalker", "level": 3, "initiative": 5, "ac": 18, "pd": 16, "md": 14, "hp": 40,
    "attacks": [
        {"name": name, "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]} for name in ("Bite", "Mud spit", "Coils")
    ],
}  # fmt: skip


def speaker() -> Speaker:
    return Speaker.of("Reed Stalker", "beast", "", ["Bite", "Mud spit", "Coils"])


def answers(text: str, waiting: tuple[str, ...] = ()) -> tuple[Row, str]:
    """What a trait adds to a block, and what it leaves; the block with it is one that the rules take."""
    block: Row = {}
    left = take_answers("Trait", text, block, speaker(), waiting)
    stat_block({**PLAIN, **block})
    return block, left


def triggers(text: str) -> tuple[list[Row], list[str]]:
    found = read_triggers("Trait", text, speaker())
    stat_block({**PLAIN, "occasions": found.rows})
    return [{key: value for key, value in row.items() if key != "name"} for row in found.rows], found.left


def test_an_enemy_in_melee_is_thrust_into_the_blow() -> None:
    block, left = answers(
        "Mean as mud. Twice per battle when the stalker is the target of an attack, it can interpose an"
        " enemy engaged with it between its"
        " teeth as a free action. That enemy rolls an easy save; on a failure, it becomes the target of the attack instead. If the"
        " stalker tries to interpose an enemy it's grabbing, the save is hard (16+) instead."
    )
    assert left == "Mean as mud."
    assert block["powers"] == [{
        "name": "Trait", "kind": "close", "action": "free", "usage": "2/battle", "trigger": "self_hit", "targets": {"who": "self"},
        "hit": [{"redirect": {"to": "one_engaged", "save": 6, "grabbed_save": 16}}],
    }]  # fmt: skip


def test_it_steps_into_a_blow_at_an_ally_and_what_follows_from_that() -> None:
    block, left = answers(
        "Once per battle when a ranged attack hits a nearby ally, the stalker can have the attack target"
        " itself instead as an interrupt"
        " action. Otherwise, it takes all damage and effects of the attack for that ally. When the stalker"
        " takes damage this way, it can"
        " make a bite attack during its next turn. It loves that ally."
    )
    assert left == "It loves that ally."
    assert block["powers"] == [{
        "name": "Trait", "kind": "close", "action": "interrupt", "usage": "1/battle", "trigger": "ally_hit",
        "targets": {"who": "self"},
        "hit": [{"redirect": {"to": "self"}}, {"unlocks": "Bite", "on": "self", "until": "end of own next turn"}],
        "answers": ["ranged"], "within": "nearby",
    }]  # fmt: skip
    block, left = answers(
        "While the stalker is next to an ally, twice per round when a close attack hits that ally, the stalker can try to intercept"
        " the attack as a free action. Roll a hard save (16+); if it succeeds, the stalker becomes the target of the attack instead."
    )
    assert (block["powers"], left) == ([{
        "name": "Trait", "kind": "close", "action": "free", "usage": "2/round", "trigger": "ally_hit", "targets": {"who": "self"},
        "hit": [{"redirect": {"to": "self", "save": 16}}], "answers": ["close"],
    }], "")  # fmt: skip


def test_a_coat_takes_the_edge_off_the_next_blow() -> None:
    coat = {"blunts": "bearer", "on": "ally_or_self", "until": "end of battle", "among": "called reed"}
    again = {"name": "Trait", "kind": "close", "action": "move", "usage": "1/round", "targets": {"who": "self"}, "hit": [coat]}
    for more, powers in (("", []), (" and also once per round as a move action,", [again])):
        block, left = answers(
            f"As a free action at the start of the battle,{more} the stalker spits a film of slime that coats it or a nearby reed"
            " beast in slime. The next attack that hits the slimy beast this battle deals only half damage."
        )
        assert block["occasions"] == [{"name": "Trait", "when": "battle_start", "asks": True, "effects": [coat]}]
        assert (block.get("powers", []), left) == (powers, "")


def test_a_save_hangs_on_what_the_attack_was_made_with() -> None:
    block, left = answers(
        "Creatures who miss with a melee attack must save (11+) or become hampered until the end of their next"
        " turn. The save is easy (7+)"
        " for those who missed with a long weapon like a pike, and hard (16+) for those who missed with an unarmed attack."
    )
    failure = [{"inflict": ["hampered"], "until": "end of target's next turn"}]
    said = {"when": "attacked", "roll": "miss", "kinds": ["melee"]}
    assert (block["occasions"], left) == ([
        {"name": "Trait", **said, "weapons": ["pike"], "effects": [{"roll_save": {"difficulty": 7, "failure": failure}}]},
        {"name": "Trait (2)", **said, "weapons": ["unarmed"], "effects": [{"roll_save": {"difficulty": 16, "failure": failure}}]},
        {"name": "Trait (3)", **said, "not_weapons": ["pike", "unarmed"],
         "effects": [{"roll_save": {"difficulty": 11, "failure": failure}}]},
    ], "")  # fmt: skip


HIT_LAST = "When an attack hits the stalker, it gains a +3 bonus to the defence that the attack targeted until {}."


def test_the_defence_that_was_hit_last_is_the_better_one() -> None:
    block, left = answers(HIT_LAST.format("the end of the battle or until another attack hits it"))
    bonus = {"on": "self", "until": "end of battle", "ends_when": ["hit"]}
    assert (block["occasions"], left) == ([
        {"name": "Trait", "when": "attacked", "roll": "hit", "versus": ["AC"], "effects": [{"modifier": {"ac": 3}, **bonus}]},
        {"name": "Trait (2)", "when": "attacked", "roll": "hit", "versus": ["PD"], "effects": [{"modifier": {"pd": 3}, **bonus}]},
        {"name": "Trait (3)", "when": "attacked", "roll": "hit", "versus": ["MD"], "effects": [{"modifier": {"md": 3}, **bonus}]},
    ], "")  # fmt: skip


def test_a_trigger_among_the_traits_is_that_of_the_only_attack_that_waits() -> None:
    text = "Use as a free action when any creature in the battle scores a critical hit."
    block, left = answers(text, ("Mud spit",))
    spit = [{"attack": "Mud spit"}]
    assert (block["occasions"], left) == ([
        {"name": "Trait", "when": "enemy_attacks", "roll": "crit", "asks": True, "effects": spit},
        {"name": "Trait (2)", "when": "ally_attacks", "roll": "crit", "asks": True, "effects": spit},
        {"name": "Trait (3)", "when": "attacking", "roll": "crit", "effects": spit},
    ], "")  # fmt: skip
    assert answers(text, ("Mud spit", "Coils")) == ({}, text)


def test_an_aura_may_reach_those_held_by_an_attack_and_a_mob_may_fall_together() -> None:
    block, _ = answers(
        "When a creature is engaged with the stalker or stuck from its coils attack at the start of its turn, it takes 3 acid damage."
    )
    assert block["occasions"] == [{
        "name": "Trait", "when": "enemy_turn_start", "against": ["engaged_with_it", "under Coils"],
        "effects": [{"damage": 3, "type": "acid"}],
    }]  # fmt: skip
    block, _ = answers(
        "When two or more reed stalkers in the same mob are dropped to 0 hit points by an attack, as a free action"
        " each dropped stalker attacks"
        " one random nearby non-stalker creature before it dies. That creature takes 1d6 damage."
    )
    assert block["occasions"] == [{
        "name": "Trait", "when": "drops", "least": 2,
        "effects": [{"damage": "1d6", "on": "random_creature", "among": "not_called stalker"}],
    }]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "row", "left"),
    [
        (
            "When a nearby enemy rolls a natural 1-3 with an attack roll, it takes 4 fire damage unless it has"
            " somehow protected itself"
            " from the heat.",
            {"when": "enemy_attacks", "roll": "natural 1-3", "within": "nearby", "against": "not_resists fire",
             "effects": [{"damage": 4, "type": "fire"}]},
            ["unless it has somehow protected itself from the heat"],
        ),
        (
            "Once per round when a nearby enemy makes a ranged attack, the stalker can make a bite attack"
            " against that enemy before the"
            " attack as a free action.",
            {"when": "enemy_aims", "kinds": ["ranged"], "within": "nearby", "once": "round", "asks": True,
             "effects": [{"attack": "Bite", "at": "same"}]},
            [],
        ),
        (
            "When a nearby ally of the stalker scores a critical hit, that ally can roll a save against one save"
            " ends effect as a free action.",
            {"when": "ally_attacks", "roll": "crit", "within": "nearby", "effects": [{"shake_off": "save_one"}]},
            [],
        ),
        (
            "When an enemy makes an unarmed attack against the stalker, that enemy takes 4 damage.",
            {"when": "attacked", "weapons": ["unarmed"], "effects": [{"damage": 4}]},
            [],
        ),
        (
            "Whenever an engaged enemy misses with an attack against PD or MD, the attacker is vulnerable cold"
            " until the end of their next"
            " turn (fyi, mud is cold).",
            {"when": "attacked", "versus": ["PD", "MD"], "roll": "miss", "within": "engaged",
             "effects": [{"vulnerable_to": "cold", "until": "end of target's next turn"}]},
            [],
        ),
        (
            "Once per round when an attack misses the stalker, it can move or make a bite attack as a free action.",
            {"when": "attacked", "roll": "miss", "once": "round", "asks": True, "effects": [
                {"choose": {"by": "attacker", "options": [[{"attack": "Bite"}], [{"free_move": "self"}]]}}]},
            [],
        ),
        (
            "The first time each round an attack hits the stalker, it can choose to curl up as a free action. If"
            " it does, it gains a +2"
            " bonus to AC until the start of its next turn. Holy attacks and opportunity attacks don't trigger this ability.",
            {"when": "attacked", "roll": "hit", "once": "round", "asks": True, "except": ["holy"], "opportunity": "never",
             "effects": [{"modifier": {"ac": 2}, "until": "start of own next turn", "on": "self"}]},
            [],
        ),
        (
            "When you choose to add the escalation die to an attack against this creature, the stalker or one of"
            " its nearby allies can roll a"
            " save against one save-ends effect.",
            {"when": "attacked", "escalated": True, "effects": [{"shake_off": "save_one", "on": "ally_or_self", "among": "affected"}]},
            [],
        ),
        (
            "Once per round when the stalker takes more than 20 damage from an attack, all enemy-caused"
            " conditions affecting the stalker end.",
            {"when": "damaged", "least": 21, "once": "round", "effects": [{"shake_off": "all", "on": "self"}]},
            [],
        ),
    ],
)  # fmt: skip
def test_attacks_of_others_are_moments(text: str, row: Row, left: list[str]) -> None:
    assert triggers(text) == ([row], left)


def test_harm_may_differ_by_hit_and_miss() -> None:
    rows, left = triggers("When a creature attacks the stalker, it takes 1d6 x 10 damage of the stalker's own type on a hit,"
                          " or 4 damage of that"
                          " type on a miss.")  # fmt: skip
    assert (rows, left) == ([
        {"when": "attacked", "roll": "hit", "effects": [{"damage": "1d6x10"}]},
        {"when": "attacked", "roll": "miss", "effects": [{"damage": 4}]},
    ], [])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            "The stalker has resist damage 15+ to all damage from magical sources (even magical weapons). When a"
            " magic attack targets it, the"
            " attacker must roll a natural 15+ on the attack roll or it only deals half damage.",
            [{"resist": 15, "with": ["magic"]}],
        ),
        *(
            (
                "At-will and basic attacks do not deal miss damage to the stalker, and when an attack against PD targets it it deals"
                " half damage unless the natural attack roll is 17+. This ability does not work against attacks it is vulnerable"
                f" to{fades}.",
                [
                    {"spares_misses": True, "with": ["at_will"], **needs, "except": ["weakness"]},
                    {"resist": 17, "with": ["PD"], **needs, "except": ["weakness"]},
                ],
            )
            for fades, needs in (("", {}), (", and ends when the escalation die is 5+", {"needs": ["escalation 4-"]}))
        ),
        ("Nearby enemies of the stalker are vulnerable to all attacks.", [{"vulnerable": True, "for": "nearby"}]),
    ],
)
def test_what_attacks_do_to_it_may_hang_on_magic_weakness_and_dread(text: str, rows: list[Row]) -> None:
    block: Row = {}
    assert take_standing("Trait", text, block, speaker()) == ""
    assert block["bonuses"] == [{"name": "Trait", **row} for row in rows]
    stat_block({**PLAIN, **block})


def test_an_attack_that_was_rolled_again_and_misses_is_answered() -> None:
    block: Row = {}
    left = take_powers(
        "Trait",
        "Once per battle as a free action when an attack targets the stalker, it can force the attacker to"
        " reroll the attack. If the attack"
        " misses, the stalker can make a bite attack as free action.",
        block, speaker(), {},
    )  # fmt: skip
    assert (block["powers"], left) == ([{
        "name": "Trait", "kind": "close", "action": "free", "usage": "1/battle", "trigger": "self_hit", "hit": [{"reroll": 0}],
        "miss": [{"attack": "Bite"}],
    }], "")  # fmt: skip


def test_somebody_under_its_spell_defends_it_and_where_it_goes_is_told() -> None:
    block, left = answers(
        "When a creature is dazed from the stalker's mud spit attack, it gladly runs next to the stalker as a free action to guard it."
        " The target takes half the damage of the next attack that hits this creature. During its turn, it doesn't attack but hums."
        " Each time the target fails its save, it will again defend the stalker against the next attack that"
        " hits it, taking half damage."
    )
    assert left == "it gladly runs next to the stalker as a free action"
    lasts = {"until": "while affected"}
    guard = {"blunts": "source", **lasts}
    assert block["occasions"] == [{
        "name": "Trait", "when": "attacking", "roll": "hit", "with": "Mud spit",
        "effects": [guard, {"inflict": ["no_attack"], **lasts},
                    {**lasts, "each_time": {"when": "fails a save", "effects": [guard]}}],
    }]  # fmt: skip


def test_whoever_adds_the_die_may_be_bound_to_its_kind() -> None:
    text = "When you choose to add the escalation die to an attack against this creature, you must only attack {} until the end of the"
    text += " battle."
    block, left = answers(text.format("reed stalkers"))
    bound = {"attacks_only": "called reed stalker", "until": "end of battle"}
    assert (block["occasions"], left) == ([{"name": "Trait", "when": "attacked", "escalated": True, "effects": [bound]}], "")
    assert answers(text.format("your friends")) == ({}, text.format("your friends"))


def test_a_hit_may_trigger_a_rider_by_its_name_by_which_an_ally_takes_the_rest_of_a_blow() -> None:
    page = """```statblock
name: "Reed captain"
size: "normal"
level: "3"
role: "leader"
type: "humanoid"
initiative: "5"
actions:
  - name: "Axe +8 vs. AC"
    desc: "9 damage, and loyal squire triggers"
    traits:
      - name: "Loyal squire"
        desc: "SPANthe first time an attack would hit the reed captain, it can partially avoid that attack if it has a nearby
          reedling ally. It only takes half damage from the attack, and WHO takes the rest."
ac: "19"
pd: "16"
md: "14"
hp: "45"
```
"""
    shared = {"blunts": "bearer", "rest_on": "called reedling", "on": "self", "until": "start of own next turn"}
    for span in ("", "Until the start of its next turn, "):
        found = import_text(page.replace("SPAN", span).replace("WHO", "that ally"), "page.md").blocks[0]
        attacks = found.block["attacks"]
        assert isinstance(attacks, list) and isinstance(attacks[0], dict)
        assert attacks[0]["hit"] == [{"damage": 9}]
        assert attacks[0]["riders"] == [{"when": "hit", "name": "Loyal squire", "effects": [shared]}]
        assert [account.fate for account in found.accounts] == ["whole", "whole"]
    found = import_text(page.replace("SPAN", "").replace("WHO", "the mud"), "page.md").blocks[0]
    assert "whole" not in [account.fate for account in found.accounts][1:]


def test_a_name_that_is_misspelt_by_one_letter_is_still_its_name() -> None:
    speaker = Speaker.of("Reed Stlker", "beast", "", [])
    text = "When an attacker misses the stalker with a melee attack, that enemy takes 4 damage."
    assert [row["when"] for row in read_triggers("Trait", text, speaker).rows] == ["attacked"]
    assert read_triggers("Trait", text.replace("stalker", "talker"), speaker).rows == []


@pytest.mark.parametrize(
    "text",
    [
        "Once per round when a nearby enemy makes a ranged attack with a silver arrow, the stalker can make a bite attack.",
        HIT_LAST.format("it sneezes"),
        "Once per battle when a spell attack hits a nearby ally, the stalker can eat the spell as an interrupt action.",
    ],
)
def test_a_form_with_words_that_nobody_knows_stays_text(text: str) -> None:
    assert answers(text) == ({}, text)
    assert triggers(text) == ([], [text])
