"""Riders and uses with a condition of their own: what becomes of them, on stat blocks written for the purpose."""

from __future__ import annotations

from importer.tests.test_riders import PAGE, attack
from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.text import Row, Value


def effects(made: Row, place: int = 0) -> Value:
    riders = made["riders"]
    assert isinstance(riders, list)
    one = riders[place]
    assert isinstance(one, dict)
    return one["effects"]


def check_whole(text: str, *rows: Row, label: str = "Natural even hit", hit: str = "9 damage", line: str = "Club +8 vs. AC") -> Row:
    """The rider becomes these rows, and no word of it is kept."""
    made, notes = attack(hit, (label, text), line=line)
    assert effects(made) == list(rows)
    assert notes == []
    return made


def test_clauses_with_a_condition_of_their_own() -> None:
    check_whole("The target can make an opportunity attack against the ogre.", {"opening": True})
    bite: Row = {"when": "disengages from source", "effects": [{"damage": 8}], "once": True}
    check_whole("The target takes 8 damage if it disengages from the ogre.", {"each_time": bite, "until": "while engaged"})
    squeal: Row = {"damage": "2d4", "on": "random_creature", "count": 2, "among": "not_called toad", "type": "thunder"}
    check_whole("Two random nearby non-toad creatures take 2d4 thunder damage.", squeal)
    check_whole("The ogre mob takes 4 damage (killing this creature first).", {"damage": 4, "on": "self"})
    check_whole("Reed ogre takes 3d6 damage that ignores its resistance.", {"damage": "3d6", "on": "self"})
    away: list[Row] = [{"pop_free": "self"}, {"free_move": "self", "action": "quick"}]
    check_whole("The ogre pops free from each creature, and as a quick action this turn, it can move.", *away)
    check_whole("If it's engaged with the ogre, it pops free.", {"pop_free": "target", "against": "engaged_with_it"})
    answer: Row = {"when": "attacks source", "effects": [{"attack": "Club", "at": "same"}]}
    check_whole(
        "The next time the target attacks, if it includes the ogre in the attack the ogre may make a free club attack against the"
        " target.",
        {"each_time": answer, "until": "end of battle", "ends_when": ["attacks"]},
    )


def test_another_end_and_what_the_save_brings() -> None:
    hush: Row = {"inflict": ["no_spells"], "until": "end of target's next turn", "ends_when": ["source drops"]}
    check_whole(
        "The target can't cast spells until the end of its next turn or until the ogre drops to 0 hp, whichever comes first.",
        hush,
    )
    dim: Row = {"inflict": ["weakened"], "until": "end of battle", "ends_when": ["attacks source", "source drops"]}
    check_whole(
        "The target is weakened for the rest of the battle. The target can end the effect by attacking the ogre, or it ends if the"
        " ogre drops.", dim,
    )  # fmt: skip
    slow: Row = {"inflict": ["stuck", "weakened"], "until": "hard save", "after_save": [{"damage": 4, "type": "cold"}]}
    check_whole("The target is stuck and weakened (hard save ends both). When it saves, it takes 4 cold damage.", slow)
    thin: Row = {"vulnerable_to": "cold", "until": "end of battle", "against": "not_resists cold"}
    check_whole(
        "The target becomes vulnerable to cold damage for the rest of the battle. Enemies that resist cold ignore this effect.", thin
    )
    end: Row = {"until": "start of target's next turn"}
    bare: list[Row] = [{"unresists": "all", **end}, {"inflict": ["stuck"], **end}]
    check_whole("The target loses all of its resistances and is stuck until the start of its next turn.", *bare)
    both: Row = {"inflict": ["weakened", "hampered"], "until": "while ongoing"}
    text = "The target is weakened and hampered (save once for all with the ongoing damage)."
    made = check_whole(text, both, hit="9 damage and 5 ongoing damage")
    assert made["hit"] == [{"damage": 9}, {"ongoing": 5, "until": "save"}]


def test_failed_saves_are_counted_for_the_conditions_that_are_named() -> None:
    made, notes = attack(
        "Target is stuck until the start of its next turn",
        ("Natural even hit", "Target is confused (save ends)."),
        ("Natural odd hit", "Target is weakened (save ends)."),
        ("Aftereffect", "Once the target saves against weakened or confused they take 10 psychic damage for each failed save against"
         " the effect."),
    )  # fmt: skip
    after = [{"damage": "failures x10", "type": "psychic"}]
    assert effects(made, 0) == [{"inflict": ["confused"], "until": "save", "after_save": after}]
    assert effects(made, 1) == [{"inflict": ["weakened"], "until": "save", "after_save": after}]
    assert (made["hit"], notes) == ([{"inflict": ["stuck"], "until": "start of target's next turn"}], [])


def test_a_save_against_what_a_failure_brought_belongs_to_that() -> None:
    made, notes = attack(
        "Target is stuck (save ends)",
        ("First failed save", "Target is stunned (save ends)."),
        ("Target fails to save against stunned", "Target is helpless (save ends)."),
    )
    helpless = [{"inflict": ["helpless"], "until": "save"}]
    stunned = [{"inflict": ["stunned"], "until": "save", "each_failed_save": helpless}]
    assert (made["hit"], notes) == ([{"inflict": ["stuck"], "until": "save", "failed_saves": [stunned]}], [])


def test_a_rider_for_friends_speaks_of_the_target_and_may_replace_the_damage() -> None:
    line = "C: Rain +8 vs. PD (1d4 random nearby creatures)"
    made, notes = attack(
        "18 acid damage",
        ("Natural even hit against an ally", "The ally takes 4 ongoing acid damage instead of 18 acid damage, and until the target"
         " saves against that damage, it adds the escalation die to its attacks."),
        ("Natural even hit against an enemy", "The target also takes 12 ongoing acid damage."),
        line=line,
    )  # fmt: skip
    acid = {"type": "acid"}
    assert made["hit"] == [{"damage": 18, "against": "not_ally", **acid}]
    assert effects(made, 0) == [{"damage": 18, "against": "ally", **acid}]
    assert effects(made, 1) == [
        {"ongoing": 4, "until": "save", "against": "ally", **acid},
        {"inflict": ["escalates"], "until": "while ongoing", "against": "ally"},
    ]  # fmt: skip
    assert effects(made, 2) == [{"ongoing": 12, "until": "save", "against": "not_ally", **acid}]
    assert notes == []
    made, notes = attack(
        "30 psychic damage",
        ("Hit against a toad ally", "If it wasn't killed by the attack, the ally heals 6 hit points and immediately moves as a free"
         " action."),
        line=line,
    )  # fmt: skip
    assert effects(made) == [{"heal": 6, "against": "ally called toad"}, {"free_move": "target", "against": "ally called toad"}]
    assert notes == []


def test_an_attack_that_strays_and_what_a_second_stray_costs() -> None:
    line, astray = "R: Bow +6 vs. AC", "Reroll the attack against a random nearby creature."
    made, notes = attack("7 damage", ("Natural 1-4", astray), line=line)
    assert (made["strays"], made.get("riders", []), notes) == ("1-4", [], [])
    made, notes = attack(
        "7 damage",
        ("Natural 1-4", f"{astray} If the rerolled attack is also a natural 1-4, the ogre takes 3 damage from sheer rage, but it"
         " doesn't get to make another attack."),
        line=line,
    )  # fmt: skip
    assert made["strays"] == "1-4"
    rage: Row = {"damage": 3, "on": "self"}
    assert made["riders"] == [{"when": "natural 1-4", "name": "Natural 1-4", "needs": ["strayed"], "effects": [rage]}]
    assert notes == []


def test_the_second_time_in_a_turn_goes_on_from_a_granted_attack() -> None:
    made, notes = attack(
        "9 damage",
        ("First natural 11+ each turn", "The ogre can make a second club attack as a free action."),
        ("Second natural 11+ each turn", "The ogre can make a third club attack as a free action if the escalation die is 3+."),
    )
    riders = made["riders"]
    assert isinstance(riders, list)
    third: Row = {
        "when": "natural 11+", "name": "Second natural 11+ each turn", "effects": [{"attack": "Club", "chain": 2}], "once": "turn",
        "nth": 2, "needs": ["escalation 3+"],
    }  # fmt: skip
    assert (riders[1], notes) == (third, [])


def test_a_charge_may_widen_the_crit_range_too() -> None:
    charge = "first moves before attacking an enemy it wasn't engaged with at the start of its turn"
    text = f"The crit range of the attack expands by 3 and instead deals 22 damage on a hit if the ogre {charge}."
    page = PAGE.format(line="Lance +8 vs. AC", hit="12 damage", riders=f'          - name: "Hard"\n            desc: "{text}"')
    block = import_text(page).blocks[0].block
    assert block["bonuses"] == [{"name": "Hard", "crit": 3, "against": "rushed", "with": ["lance"]}]
    stat_block(dict(block))


def test_uses_that_come_back_and_uses_that_cost_hit_points() -> None:
    below = "\n".join(
        f'          - name: "{name}"\n            desc: "{text}"'
        for name, text in (
            ("Limited use", "1/battle, but the ability recharges when the ogre is staggered."),
            ("Quick use", "The ogre can take 5 damage to make this attack as a quick action (once per round)."),
        )
    )
    block = import_text(PAGE.format(line="Slam +8 vs. AC", hit="12 damage", riders=below)).blocks[0].block
    stat_block(dict(block))
    assert block["occasions"] == [{"name": "Slam comes back", "when": "staggered", "once": "battle", "effects": [{"regain": "Slam"}]}]
    attacks = block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[1], dict)
    price = {"when": "always", "name": "Price", "once": "turn", "effects": [{"damage": 5, "on": "self"}]}
    assert (attacks[1]["action"], attacks[1]["needs"], attacks[1]["riders"]) == ("quick", ["hp 6+"], [price])


def test_a_granted_attack_may_count_as_a_use_or_not() -> None:
    page = PAGE.format(line="Club +8 vs. AC", hit="9 damage", riders="{riders}").replace(
        'ac: "19"',
        'triggered_actions:\n    - name: "C: Bellow +8 vs. PD"\n      desc: "4 damage"\n      traits:\n'
        '          - name: "Limited use"\n            desc: "2/battle, as a quick action."\nac: "19"',
    )
    for text, grant in (
        ("The ogre can make its bellow attack as a quick action this turn, but it is still only twice per battle.",
         {"attack": "Bellow", "action": "quick", "spends": True}),
        ("The ogre can make a bellow attack as a free action. This use of bellow doesn't count toward the 2/battle limit.",
         {"attack": "Bellow"}),
    ):  # fmt: skip
        rider = f'          - name: "Natural 16+"\n            desc: "{text}"'
        attacks = import_text(page.replace("{riders}", rider)).blocks[0].block["attacks"]
        assert isinstance(attacks, list) and isinstance(attacks[0], dict)
        assert effects(attacks[0]) == [grant]


def test_what_is_counted_and_what_goes_on() -> None:
    drained: Row = {"damage": "1d6", "type": "cold", "per": "recovery"}
    check_whole("The target takes 1d6 extra cold damage for each unexpended recovery it has.", drained)
    check_whole("The target takes 2 damage for each toad engaged with it.", {"damage": 2, "per": "besetter toad"})
    again = "this can keep going up to a maximum {} of attacks equal to the escalation die + 1"
    read = again.format("number")
    check_whole(f"As a free action, the ogre can make another club attack ({read}).", {"attack": "Club", "chain": "escalation"})
    told = again.format("heap")
    check_whole(f"The ogre can make another club attack as a free action ({told}).", {"attack": "Club"}, {"text": told})
    helped: list[Row] = [
        {"shake_off": "save_one", "on": "ally", "among": "affected"},
        {"attack": "basic", "on": "ally", "against": "not_friends_affected"},
    ]  # fmt: skip
    check_whole(
        "A nearby ally can roll a save against one save ends effect. If no allies are affected by a save ends effect, one of the"
        " ogre's nearby allies can make a basic attack as a free action.", *helped,
    )  # fmt: skip
    check_whole(
        "The ogre grabs the target. The grabbed foe can't move except to blink away or to disengage, and disengage attempts take a"
        " -5 penalty unless it bit the ogre that turn.", {"grab": True},
    )  # fmt: skip
    either: Row = {"choose": {"by": "attacker", "options": [[{"inflict": ["stuck"], "until": "hard save"}], [{"damage": 20}]]}}
    check_whole("The target is either stuck, hard save ends (if it is wet), or takes 20 damage (if it is dry).", either)


def test_a_penalty_to_every_d20_grows_with_every_failed_save() -> None:
    made, notes = attack(
        "5 damage",
        ("Natural even hit", "The target takes a -1 penalty to all d20 rolls (save ends)."),
        ("Each failed save", "The penalty to all d20 rolls increases by -2 (so that one failure makes it -3)."),
    )
    rolls = {"attack": -1, "save": -1, "disengage": -1}
    more = {"modifier": {"attack": -2, "save": -2, "disengage": -2}, "cumulative": True, "until": "while affected"}
    assert effects(made) == [{"modifier": rolls, "until": "save", "each_failed_save": [more]}]
    assert notes == []


def test_a_rider_that_the_hit_line_calls_by_its_name() -> None:
    hit = "14 damage, and willing toad triggers"
    text = (
        "{}the first time an attack would hit the ogre, it can partially avoid that attack if it has a nearby toad ally. It only takes"
        " half damage from the attack, and {} takes the rest."
    )
    for span in ("", "Until the start of its next turn, "):
        made, notes = attack(hit, ("Willing toad", text.format(span, "that ally")))
        assert made["hit"] == [{"damage": 14}]
        assert effects(made) == [{"blunts": "bearer", "rest_on": "called toad", "on": "self", "until": "start of own next turn"}]
        assert notes == []
    assert attack(hit, ("Willing toad", text.format("", "the mud")))[1] != [], "nobody takes the rest"


def test_a_choice_is_split_at_the_or_in_capitals() -> None:
    made, _ = attack(
        "5 ongoing damage",
        ("Aftereffect", "Once the target saves against the stings, it chooses one: it hums or sings, OR it becomes weakened (-4 to"
         " attacks) until the end of its next turn."),
    )  # fmt: skip
    options = [[{"text": "it hums or sings"}], [{"inflict": ["weakened"], "until": "end of target's next turn"}]]
    assert made["hit"] == [{"ongoing": 5, "until": "save", "after_save": [{"choose": {"by": "target", "options": options}}]}]


def test_a_trait_with_nothing_below_it_but_how_often_is_a_power_that_riders_may_use() -> None:
    page = PAGE.format(
        line="Club +8 vs. AC (2 attacks)", hit="9 damage",
        riders='          - name: "Both attacks hit"\n            desc: "The ogre can use deep breath as a free action."',
    ).replace(
        'ac: "19"',
        'traits:\n    - name: "Deep breath"\n      desc: "As a standard action, the ogre can heal 30 hp."\n      traits:\n'
        '          - name: "Limited use"\n            desc: "The ogre can use deep breath up to five times per battle."\nac: "19"',
    )  # fmt: skip
    block = import_text(page).blocks[0].block
    stat_block(dict(block))
    powers, attacks = block["powers"], block["attacks"]
    assert isinstance(powers, list) and isinstance(powers[0], dict) and isinstance(attacks, list) and isinstance(attacks[0], dict)
    assert (powers[0]["name"], powers[0]["usage"], powers[0]["action"]) == ("Deep breath", "5/battle", "standard")
    assert effects(attacks[0]) == [{"attack": "Deep breath", "spends": True}]
    assert "notes" not in block
