"""What every block of fields in a content file is."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic_core import CoreSchema, core_schema

MEANINGS: Final[dict[str, str]] = {
    "name": "what it is called",
    "kind": "which of its kinds it is",
    "category": "how much of a monster it is; mooks fight as a mob",
    "type": "a tag such as beast or undead; of damage: fire, cold, psychic ...",
    "initiative": "initiative bonus; in the middle of a battle the count; as an effect: so much up or down the order",
    "ac": "armour class",
    "pd": "physical defence",
    "md": "mental defence",
    "recoveries": "how many recoveries it has",
    "bonuses": "what holds while its conditions do: figures, resistance, slipping away; for itself or for others",
    "max": "at most so much",
    "attacks": "attacks that roll against a defence; of an attack: how many in a row",
    "action": "which action it takes",
    "bonus": "attack bonus without the escalation die; of a recovery: extra dice",
    "ability": "the ability it uses",
    "defence": "the defence it goes against; as an effect: a bonus against the attack that set it off",
    "needs": "what must be true before it can be used",
    "crit": "what a crit does besides doubling",
    "text": "words for the GM",
    "count": "how many: a number, dice, or all",
    "when": "of an occasion: its moment; elsewhere a label such as natural even hit, natural 16+, natural above con, miss, crit",
    "once": "fires at most once per turn, round or battle",
    "effects": "what it does",
    "damage": "damage: a number, dice, half on a miss line, or what the die (escalation, escalation x3) or the roll (natural) shows",
    "ongoing": "ongoing damage at the end of each turn: a number, or dice rolled once when it begins",
    "modifier": "bonuses and penalties by name: ac, pd, md, defences, attack, damage, save, disengage, crit",
    "modifiers": "bonuses and penalties ended by the same save",
    "miss_damage": "replaces this miss's damage",
    "attack": "grants an attack of this name",
    "last_gasp": "last-gasp saves against this condition; slain: of somebody unconscious, whom the fourth failure kills",
    "escalation": "moves the escalation die; in a battle taken up: what it shows",
    "engage": "the target is pulled into melee; ally: with one of the attacker's nearby allies",
    "shake_off": "effects on it end (all), or it rolls a save at once (save_one, save_each)",
    "until": "when it ends",
    "conditions": "conditions ended by the same save",
    "against": "only against such targets",
    "times": "how often; of an occasion: so many times per turn, round or battle",
    "chain": "granted attacks may grant more: true, how many one after another, or escalation: as many as the die shows",
    "harden": "until-save effects of this attack on the target need this save from now on; 21: none helps while the source is up",
    "spares": "of a rider or an attacking occasion: this crit is not doubled, or this hit deals no damage",
    "worsen": "ongoing damage of this attack, or of a type, grows by so much; with until: and needs that save",
    "most": "a cumulative modifier goes no further than this",
    "each_failed_save": "what each failed save does",
    "failed_saves": "what the first, the second, the third failed save does",
    "state": "up, dying, stable, comatose or dead",
}
"""What a field of this name means, in a phrase, where several rows have it or its own line has no room; editors and error messages
show it."""

def _describe(schema: dict[str, Any]) -> None:
    """Give every field of a published schema its meaning."""
    for name, field in schema.get("properties", {}).items():
        if name in MEANINGS:
            field.setdefault("description", MEANINGS[name])


def _text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


AmountText = Annotated[str, BeforeValidator(_text)]


class OneOf:
    """One of these words of the vocabulary, as the type of a field: `Annotated[str, OneOf(b.KINDS)]`."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


class Row(BaseModel):
    """A block of fields; a field nobody knows is refused by name."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_describe, serialize_by_alias=True, defer_build=True)
