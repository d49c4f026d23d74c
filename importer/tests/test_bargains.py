"""Bargains, orders and presence in traits, and attacks that do more: written for the purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from importer.tests.test_standing import warden
from quintain.systems.escalation.published import LastingEffect, stat_block
from quintain_bestiary.blocks import import_block
from quintain_bestiary.drafts import TEXT, WHOLE, Imported
from quintain_bestiary.pages import Entry
from quintain_bestiary.text import Row, Value

ACTIONS = (
    Entry("Knotted staff +8 vs. AC (2 attacks)", "10 damage"),
    Entry("C: Marsh gas +8 vs. PD (up to 2 nearby enemies)", "9 poison damage"),
    Entry("C: Cold stare +8 vs. MD (one nearby enemy)", "The target is dazed until the end of its next turn"),
)


def imported(text: str, name: str = "Gift", triggered: tuple[Entry, ...] = ()) -> Imported:
    done = import_block(replace(warden(Entry(name, text)), actions=ACTIONS, triggered=triggered), "fen-warden")
    stat_block(dict(done.block))  # it can be fought with
    return done


def read(text: str, key: str) -> Row:
    """The only row a trait became, without its name; it was read whole."""
    done = imported(text)
    assert [account.fate for account in done.accounts if account.what == "trait"] == [WHOLE]
    rows = done.block[key]
    assert isinstance(rows, list) and len(rows) == 1 and isinstance(rows[0], dict)
    return {field: value for field, value in rows[0].items() if field != "name"}


FAR: Row = {"range": "faraway", "filter": "not_engaged_with_it"}
SELF: Row = {"who": "self"}
PAID: Row = {"damage": 4, "on": "self"}


def power(action: str, targets: Row, *effects: Row, **more: Value) -> Row:
    return {"kind": "close", "action": action, **more, "targets": targets, "hit": list(effects)}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Once per battle as a move action, the warden can engage a nearby or far away enemy.",
         power("move", FAR, {"rush": True}, usage="1/battle")),
        ("As a free action during its turn, the warden can take 4 damage to end any ongoing effect on it.",
         power("free", SELF, PAID, {"shake_off": "one", "on": "self"}, usage="1/round")),
        ("Once per battle as a quick action while the escalation die is 2+, the warden can leap off, popping free from all enemies"
         " engaged with it, and make a marsh gas attack against each enemy that was engaged with it.",
         power("quick", SELF, {"pop_free": "self"}, {"attack": "Marsh gas", "at": "left"}, usage="1/battle", needs=["escalation 2+"])),
        ("As a standard action, the warden can order one nearby ally that has resistance to cold to make a melee"
         " attack as a free action.",
         power("standard", SELF, {"attack": "basic", "on": "ally", "among": "resists cold"})),
        ("As a standard action, the warden can make a knotted staff attack and a single marsh gas attack (one attack roll) against the"
         " same enemy.",
         power("standard", {"range": "engaged"}, {"attack": "Knotted staff", "at": "same", "times": 2},
               {"attack": "Marsh gas", "at": "same", "times": 1})),
        ("As a standard action, the warden can deal 2d6 acid damage to one dazed or stuck enemy engaged with it. The"
         " warden also takes 4"
         " damage from this reckless deed, killing it.",
         {"action": "standard", "targets": {"filter": ["dazed", "stuck"]}, "hit": [{"damage": "2d6", "type": "acid"}, PAID]}),
        ("As a quick action, the warden can create images of itself. Whenever an attack would hit the warden, the"
         " attacker rolls 13+ with"
         " a d20: success is a hit; failure strikes one of the images, with no miss damage to the warden but dispelling"
         " all of them. Once"
         " the warden is staggered, it takes 4 damage whenever it uses false frogs.",
         power("quick", SELF, {**PAID, "against": "staggered"}, {"images": 13, "on": "self", "until": "end of battle"})),
        ("Once per round, the warden can take 4 damage to reroll an attack (a frog dies for it).",
         power("free", SELF, PAID, {"reroll": 0}, usage="1/round", trigger="self_misses")),
        ("Twice per battle as a quick action, the warden can terrify each enemy engaged with it that has 24 hit"
         " points or fewer (it's dazed and can't add the escalation die until the end of its next turn) as a fear effect.",
         power("quick", {"count": "all", "range": "engaged", "hp_or_fewer": 24},
               {"inflict": ["fear"], "until": "end of target's next turn"}, usage="2/battle")),
        ("Once per battle, the warden can take no actions during its turn to let 1d3 nearby lower-level allies take"
         " an extra standard action during their next turns.",
         power("standard", SELF, {"more_actions": "standard", "on": "ally", "count": "1d3", "among": "lower_level"},
               {"inflict": ["no_actions"], "on": "self", "until": "end of turn"}, usage="1/battle", needs=["fresh"])),
    ],
)  # fmt: skip
def test_a_bargain_or_an_order_becomes_a_power(text: str, row: Row) -> None:
    assert read(text, "powers") == row


def test_two_moves_must_lead_into_melee() -> None:
    text = (
        "Twice per battle as a move action, the warden can pop free from all enemies engaged with it and take two move actions, but"
        " it must finish its move {}."
    )
    row = power("move", FAR, {"pop_free": "self"}, {"rush": True}, usage="2/battle")
    assert read(text.format("engaged with an enemy"), "powers") == row
    done = imported(text.format("in the mud"))
    assert [account.fate for account in done.accounts if account.what == "trait"] == [TEXT]


def test_spells_may_have_to_be_rolled_again_without_the_die() -> None:
    text = "Twice per battle, as a free action, the warden can force an enemy to reroll a spell attack that targeted it."
    row: Row = {"kind": "close", "action": "free", "usage": "2/battle",
                "trigger": "self_hit", "answers": ["spell"], "hit": [{"reroll": 0}]}  # fmt: skip
    assert read(text, "powers") == row
    dieless: list[Value] = [{"reroll": 0, "without_die": True}]
    assert read(f"{text} The attacker can't use the escalation die for the reroll.", "powers") == {**row, "hit": dieless}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("The warden can turn its own failed disengage check into a success by taking 4 damage.",
         {"when": "fails_disengage", "asks": True, "effects": [PAID, {"get_away": True}]}),
        ("On a natural 16+, a hit from the warden's staff inflicts 5 ongoing poison damage (save ends).",
         {"when": "attacking", "roll": "natural 16+ hit", "with": "Knotted staff",
          "effects": [{"ongoing": 5, "type": "poison", "until": "save"}]}),
        ("Once per battle on a hit its attack does an extra ongoing 6 acid damage (hard save ends).",
         {"when": "attacking", "roll": "hit", "once": "battle", "effects": [{"ongoing": 6, "type": "acid", "until": "hard save"}]}),
        ("While flying, the warden can make a cold stare attack, pop free from the target, and keep flying to somewhere nearby.",
         {"when": "attacking", "with": "Cold stare", "needs": ["airborne"], "opportunity": "never",
          "effects": [{"pop_free": "self_from_target"}, {"free_move": "self"}]}),
        ("Once per round, a warden can make a cold stare attack as a free action against a moving nearby enemy that it's"
         " not engaged with.",
         {"when": "enemy_moves", "within": "nearby", "once": "round", "asks": True,
          "effects": [{"attack": "Cold stare", "at": "same", "reach": True}], "against": "not_engaged_with_it"}),
        ("The warden starts every battle veiled.",
         {"when": "battle_start", "effects": [{"mark": "veiled", "on": "self", "until": "end of battle"}]}),
        ("When a creature is engaged with the warden at the start of its turn, it takes 2d10 psychic damage. If it"
         " takes 15 or more damage"
         " this way, it's also dazed until the end of its next turn.",
         {"when": "enemy_turn_start", "within": "engaged", "effects": [
             {"damage": "2d10", "type": "psychic", "enough": 15,
              "then": [{"inflict": ["dazed"], "until": "end of target's next turn"}]}]}),
        ("Although its frogs carry it about out of combat, in battle the warden can't move and is stuck except for"
         " its teleport ability.",
         {"when": "battle_start", "effects": [{"inflict": ["stuck"], "on": "self", "until": "end of battle"}]}),
        ("The warden has crumpled wings and takes 2d4 damage at the end of each round that it flies during battle.",
         {"when": "turn_end", "needs": ["airborne"], "effects": [{"damage": "2d4", "on": "self"}]}),
        ("While engaged with this creature, enemies with 50 hit points or fewer are dazed (-4 attacks), don't use the escalation die,"
         " and take 2d10 fire damage at the start of their turn.",
         {"when": "enemy_turn_start", "within": "engaged", "against": "hp 50-", "effects": [{"damage": "2d10", "type": "fire"}]}),
    ],
)  # fmt: skip
def test_what_comes_by_itself_becomes_an_occasion(text: str, row: Row) -> None:
    assert read(text, "occasions") == row


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("The warden ignores the first 5 damage dealt to it each turn.", {"absorbs": 5}),
        ("While engaged with the warden, non-undead and non-plant creatures are dazed (-4 attacks).",
         {"dazes": True, "for": "engaged", "whom": ["not_type undead", "not_type plant"]}),
        ("The warden's attacks deal +3 damage for each other allied creature with the ooze type in the battle (max +9).",
         {"damage": 3, "per": "ally", "counting": ["type ooze"], "max": 9}),
        ("For every separate mob of fen frog mooks in the battle (listen for the croaking), add a +2 bonus to the warden's"
         " attacks and +3 to its damage.", {"attack": 2, "damage": 3, "per": "mob", "counting": ["called fen frog"]}),
    ],
)  # fmt: skip
def test_presence_and_company_become_standing_rows(text: str, row: Row) -> None:
    assert read(text, "bonuses") == row


@pytest.mark.parametrize(
    "text",
    [
        "On a natural 16+, a hit from the warden's tail inflicts 5 ongoing poison damage (save ends).",
        "Once per round, the warden can take 4 damage to reroll an attack. This ability ends if a frog is nearby.",
        "Once per battle as a quick action, the warden can terrify each nearby enemy with 24 hp or fewer.",
        "Once per battle, the warden can make a far away enemy engage it as a move action.",
        "Choking dust is now save ends (11+).",
        "The target of the warden's knotted staff attack now takes 10 ongoing poison damage instead.",
    ],
)
def test_where_something_is_missing_or_taken_back_nothing_is_read(text: str) -> None:
    done = imported(text)
    assert [account.fate for account in done.accounts if account.what == "trait"] == [TEXT]
    assert not {"powers", "occasions", "bonuses"} & set(done.block)


def test_a_hit_line_without_damage_may_give_way_to_another() -> None:
    done = imported("The target of the warden's cold stare attack now takes 5 ongoing cold damage and is dazed (save"
        " ends both) instead.")
    stare = stat_block(dict(done.block)).powers[2]
    assert [(row.ongoing, row.damage_type, row.until, row.save) for row in stare.hit] == [(5, "cold", 0, 11)]
    assert stare.hit[0].conditions == 1


def test_a_trait_may_make_what_another_trait_does_last_until_a_save() -> None:
    both = (
        Entry("Choking dust", "When an enemy misses the warden with a melee attack, the attacker is dazed until the"
                  " end of its next turn."),
        Entry("Thicker dust", "Choking dust is now hard save ends."),
    )
    block = import_block(replace(warden(*both), actions=ACTIONS), "fen-warden").block
    (dust,) = stat_block(dict(block)).occasions
    assert [(row.until, row.save) for row in dust.effects()] == [(0, 16)]


HEAVE = (Entry("Heave +9 vs. AC", "30 damage"),)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("If the warden is unengaged and moves to engage an enemy (at a run), it can make a heave attack as a standard action.",
         {"needs": ["charged"], "targets": {"count": 1, "range": "engaged"}}),
        ("Instead of biting a grabbed enemy's nose, the warden can make a heave attack against an enemy it's grabbing.",
         {"targets": {"count": 1, "range": "engaged", "filter": "grabbed"}}),
        ("Each round, one warden in the mob can make a heave attack as a quick action.",
         {"action": "quick", "usage": "1/round", "group_uses": True, "targets": {"count": 1, "range": "engaged"}}),
        ("Once per battle as a quick action, the warden can utter a hollow groan that seems to come out of the ground"
         " and it makes a heave"
         " attack.", {"action": "quick", "usage": "1/battle", "targets": {"count": 1, "range": "engaged"}}),
    ],
)  # fmt: skip
def test_an_attack_that_waits_is_made_when_a_trait_says_so(text: str, row: Row) -> None:
    attacks = imported(text, triggered=HEAVE).block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[-1], dict)
    assert {key: value for key, value in attacks[-1].items() if key not in ("name", "kind", "bonus", "defence", "hit")} == row


def test_an_attack_that_answers_something_may_be_made_on_its_own_turn_besides() -> None:
    both = (
        Entry("Meet", "When an enemy moves to engage the warden, it can make a heave attack as an interrupt action."),
        Entry("Run", "If the warden is unengaged and moves to engage an enemy, it can make a heave attack as a standard action."),
    )
    block = stat_block(dict(import_block(replace(warden(*both), triggered=HEAVE), "fen-warden").block))
    answer, own = block.powers[1:]
    assert (bool(answer.trigger), answer.needs.charged, bool(own.trigger), own.needs.charged) == (True, False, False, True)


def test_targets_that_suffer_from_something_are_told_by_its_mark() -> None:
    call = Entry("C: Call +8 vs. MD (each nearby enemy suffering bog rot)", "The target is hampered until the end of its next turn")
    done = import_block(replace(warden(), actions=(*ACTIONS, call)), "fen-warden")
    wanted = stat_block(dict(done.block)).powers[-1].targets.filter
    assert [one.word for one in wanted] == ["bog rot"]


def test_a_state_it_begins_with_ends_as_its_attack_says_and_can_be_dropped() -> None:
    veil = Entry("Natural even hit or miss", "The warden becomes veiled until it's hit by an attack against PD or until"
        " it misses with a"
                 " natural odd attack roll.")  # fmt: skip
    text = "The warden starts every battle veiled. As a quick action, the warden can drop its veiling to make a cold stare attack."
    actions = (replace(ACTIONS[0], riders=(veil,)), *ACTIONS[1:])
    done = import_block(replace(warden(Entry("Veil", text)), actions=actions), "fen-warden")
    block = stat_block(dict(done.block))
    (begins,) = block.occasions
    assert [len(row.ends_when) for row in begins.effects() if isinstance(row, LastingEffect)] == [2]
    assert block.powers[-1].needs.marks == ["veiled"]
    assert imported("As a quick action, the warden can drop its veiling to make a cold stare attack.").block.get("powers") is None


def test_a_group_ability_that_helps_for_a_turn_is_a_state_and_a_row_that_holds_in_it() -> None:
    both = (
        Entry("Group ability", "For every two wardens in the battle (round up), one of them can use close ranks once as"
            " a free action during"
              " the battle."),
        Entry("[Group ability] Close ranks", "Until the end of its next turn, the warden gains a +2 bonus to all defences."),
    )  # fmt: skip
    done = import_block(warden(*both), "fen-warden")
    assert [account.fate for account in done.accounts if account.what == "trait"] == [WHOLE, WHOLE]
    block = stat_block(dict(done.block))
    assert [(each.name, each.group_per) for each in block.powers[1:]] == [("Close ranks", 2)]
    assert [each.needs.marks for each in block.bonuses] == [["close ranks"]]
