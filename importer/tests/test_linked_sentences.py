"""Traits whose sentences lean on one another, read into marks and what hangs on them: on creatures made up for it."""

from __future__ import annotations

from importer.tests.stalker import FOOT, HEAD
from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.linked_sentences import take_leaning
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row


def read(text: str, name: str = "Trait") -> tuple[Row, str]:
    block: Row = {}
    left = take_leaning(name, text, block, Speaker.of("Reed Stalker", "beast", "", ["Bite", "Bellow"]))
    attacks = [{"name": each, "bonus": 5, "defence": "AC", "hit": [{"damage": 1}]} for each in ("Bite", "Bellow")]
    stat_block({"name": "X", "level": 1, "initiative": 0, "ac": 1, "pd": 1, "md": 1, "hp": 9, "attacks": attacks, **block})
    return block, left


def test_a_form_taken_at_a_moment_is_a_mark_on_which_its_meaning_hangs() -> None:
    block, left = read(
        "When the stalker fails a save, it becomes a creature of wet mud until the end of its next turn. While made of wet mud, the"
        " stalker gains resist damage 14+ to all attacks against AC and MD. It smells."
    )
    assert block == {
        "occasions": [
            {"name": "Trait", "when": "failed_save", "effects": [{"mark": "wet mud", "on": "self", "until": "end of own next turn"}]}
        ],
        "bonuses": [{"name": "Trait", "resist": 14, "with": ["AC", "MD"], "needs": ["marked wet mud"]}],
    }
    assert left == "It smells."


def test_a_form_whose_meaning_is_not_understood_is_left_alone() -> None:
    text = "When the stalker fails a save, it becomes wet mud until the end of its next turn. While in wet mud, it gains friends."
    assert read(text) == ({}, text)


def test_a_shelter_lasts_until_it_attacks() -> None:
    block, left = read(
        "Once per battle, as an interrupt action, the stalker can gain resist damage 16+ against attacks that target PD. The"
        " resistance ends when the stalker makes an attack.",
        "Veil",
    )
    effects = [{"mark": "veil", "on": "self", "until": "end of battle", "ends_when": ["attacks"]}]
    row = {"name": "Veil", "when": "aimed_at", "versus": ["PD"], "once": "battle", "asks": True, "interrupt": True, "effects": effects}
    assert block == {
        "occasions": [row], "bonuses": [{"name": "Veil", "resist": 16, "with": ["PD"], "needs": ["marked veil"]}],
    }  # fmt: skip
    assert left == ""


def test_an_invocation_is_a_power_and_from_then_on_a_die_each_turn() -> None:
    block, left = read(
        "Once per battle, the stalker can make this invocation as a quick action if it has used hymn of mud. At the start of each of"
        " the stalker's turns until the roll succeeds, roll a d8. If the roll is equal to or less than the escalation die,"
        " each nearby enemy is dazed (save ends).",
        "Hymn of rain",
    )
    hit = [{"mark": "hymn of rain", "on": "self", "until": "end of battle"}]
    assert block["powers"] == [
        {
            "name": "Hymn of rain", "kind": "close", "action": "quick", "usage": "1/battle", "needs": ["marked hymn of mud"],
            "targets": {"who": "self"}, "hit": hit,
        }
    ]  # fmt: skip
    effects = [{"inflict": ["dazed"], "until": "save", "on": "each_nearby"}]
    row = {"name": "Hymn of rain", "when": "turn_start", "chance": "d8 up to escalation", "once": "battle", "effects": effects}
    assert block["occasions"] == [{**row, "needs": ["marked hymn of rain"]}]
    assert left == ""


def test_turning_invisible_at_will_ends_with_the_next_attack_and_may_cost_the_staggered() -> None:
    block, left = read(
        "While not engaged, the stalker can turn invisible as an at-will move action. It becomes visible when it attacks. The"
        " stalker takes 1d6 damage each time it uses invisibility while it's staggered.",
        "Invisibility",
    )
    hit = [{"invisible": True, "until": "next attack"}, {"damage": "1d6", "on": "self", "against": "staggered"}]
    power = {"name": "Invisibility", "kind": "close", "action": "move", "needs": ["free"], "targets": {"who": "self"}, "hit": hit}
    assert (block, left) == ({"powers": [power]}, "")


def test_a_verb_that_is_an_attack_of_its_own_is_made_at_two_moments() -> None:
    once = "The stalker bellows as a free action when first staggered"
    cry = [{"attack": "Bellow"}]
    first = {"name": "Trait", "when": "staggered", "once": "battle", "asks": True, "effects": cry}
    assert read(f"{once}.") == ({"occasions": [first]}, "")
    for die in ("even", "odd"):
        block, left = read(f"{once} or when the escalation die becomes {die}.")
        assert block["occasions"] == [
            first,
            {"name": "Trait (die)", "when": "escalation", "needs": [f"escalation_{die}"], "asks": True, "effects": cry},
        ]
        assert left == ""
    assert read("The stalker dances as a free action when first staggered.")[0] == {}


PAGE = f"""{HEAD}traits:
  - name: Fading
    desc: "While the escalation die is odd, the stalker gains a +2 bonus to AC."
  - name: While fading, the stalker can move but creatures can't intercept it. In addition, while fading the stalker can't attack except so
    desc: "When an enemy starts its turn engaged with the faded stalker, it takes 4 cold damage."
  - name: Chill
    desc: "When an enemy disengages or moves away from a stalker that's fading, that enemy is vulnerable to cold until the end of its next turn."
  - name: Resolve
    desc: "At the start of the stalker's turn, it can roll an immediate save against each save ends effect affecting it if it doesn't attack that turn."
{FOOT}"""  # noqa: E501


def test_a_state_that_a_trait_names_is_what_other_traits_need() -> None:
    done = import_text(PAGE).blocks[0]
    odd = ["escalation_odd"]
    assert done.block["occasions"] == [
        {
            "name": "Fading", "when": "enemy_turn_start", "within": "engaged", "needs": odd,
            "effects": [{"damage": 4, "type": "cold"}],
        },
        {
            "name": "Chill", "when": "enemy_leaves", "needs": odd,
            "effects": [{"vulnerable_to": "cold", "until": "end of target's next turn"}],
        },
        {
            "name": "Resolve", "when": "turn_start", "asks": True, "unhindered": True,
            "effects": [
                {"shake_off": "save_each", "on": "self"}, {"inflict": ["no_attack"], "on": "self", "until": "end of turn"},
            ],
        },
    ]  # fmt: skip
    attacks = done.block["attacks"]
    assert isinstance(attacks, list)
    assert [row["needs"] for row in attacks if isinstance(row, dict)] == [["escalation_even"]]
    bonuses = done.block["bonuses"]
    assert isinstance(bonuses, list)
    assert {"name": "Fading", "slips": ["interception"], "needs": odd} in bonuses
