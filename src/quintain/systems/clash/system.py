"""Clash as the engine knows it: the doors, each leading to the module that does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.declare import stats_of
from quintain.engine.doors import DoorSystem
from quintain.engine.question import Option
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.system import Stat
from quintain.systems.clash import board as boards
from quintain.systems.clash import flow, odds, screen
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.actions import clash
from quintain.systems.clash.building import build, make_unit, place_of
from quintain.systems.clash.building_checks import check_unit
from quintain.systems.clash.conditions import carry_along, forget_word, let_go, refit, stand_up, update_by_word
from quintain.systems.clash.fields import UNIT
from quintain.systems.clash.resolve import may_roll
from quintain.systems.clash.rulings import RULINGS, check_lock, put_state
from quintain.systems.clash.rulings_map import forget_revert
from quintain.systems.clash.scores import shows_score
from quintain.systems.clash.sentences import place_words
from quintain.systems.clash.sentences_declarations import declaration_words, leads_to_secret
from quintain.systems.clash.sentences_hints import ability_words, attack_words
from quintain.systems.clash.sheet import ClashBattle, ClashUnit
from quintain.systems.clash.switches import DECLARED

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.viewer import Viewer


def character(unit: Unit) -> ClashUnit:
    assert isinstance(unit, ClashUnit)
    return unit


@final
class Clash(DoorSystem):
    """Zones, one score per round, everybody at once."""

    def __init__(self) -> None:
        super().__init__("clash", "Clash", "6", boards, screen, odds)
        self.party = "party"
        self.standard = "clash/standard"
        self.abouts = ["declare", "intent", "lent", "tie"]
        self.unit_stats = stats_of(UNIT)
        self.rulings = RULINGS
        self.turning = {"feat done"}
        self.shown_elsewhere = {
            "health", "max_health", "marks", "max_marks", "surges", "max_surges", "ardor", "max_ardor", "place", "prepared",
            "busy", "intent", "true_intent", "modifiers", "attack", "abilities", "unit_class",
        }  # fmt: skip
        self.switches = DECLARED
        self.headlines = ["full", "glancing", "drop", "done", "up", "got", "hurt", "down"]
        self.supposes_answers = True

    # -- files ---------------------------------------------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        from quintain.systems.clash.files import EncounterModel

        return build(EncounterModel.model_validate(data))

    def export(self, battle: Battle) -> dict[str, object]:
        from quintain.systems.clash.exporting import exported

        return exported(clash(battle))

    def former_options(self, version: str) -> dict[str, object]:
        return {"revive_damage": "all"} if version < "6" else {}

    # -- flow ----------------------------------------------------------------------------------------------------------

    def begin(self, battle: Battle) -> None:
        flow.begin(clash(battle))

    def step(self, battle: Battle) -> None:
        flow.step(clash(battle))

    def after(self, battle: Battle) -> None:
        flow.after(clash(battle))

    # -- sheets --------------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        b, one = clash(battle), character(unit)
        name = stat.name
        if name == "place":
            return place_words(b, one)
        if name in ("intent", "true_intent", "rolled"):
            return self._of_round(b, one, name)
        if name == "modifiers":
            return ", ".join([f"{mod.reason} {mod.value:+d}" for mod in one.mods])
        if name == "attack":
            return attack_words(one) or None
        if name == "abilities":
            return "; ".join([ability_words(ability) for ability in one.sheet.abilities]) or None
        if name == "max_marks":
            return one.most_marks() if one.takes() == v.MARKS else None
        if name in ("health", "max_health") and one.takes() != v.HEALTH:
            return None
        if name == "marks" and one.takes() != v.MARKS:
            return None
        if name == "carries":
            return ", ".join([thing.name for thing in b.carried_by(b.at(one.id))])
        return getattr(one, name)

    def _of_round(self, b: ClashBattle, one: ClashUnit, name: str) -> object:
        """What the round under way says of a unit; None where it says nothing."""
        turn = b.turn_of(one.id)
        if turn is None:
            return None
        if name == "rolled":
            return turn.value if turn.has_score and not turn.open else None
        declared = turn.stated if name == "intent" else turn.declared
        return declaration_words(b, declared) if declared is not None else None

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        one = character(unit)
        if stat.name == "state":
            put_state(clash(battle), clash(battle).at(one.id), str(value))
        elif stat.name == "unit_class":
            if not one.is_character():
                raise Illegal(f"{one.name} is an {one.unit_class} and stays one.")
            one.unit_class = str(value)
        elif stat.name == "control":
            if not one.is_character():
                raise Illegal(f"{one.name} is no character.")
            one.control = str(value)
            clash(battle).line_up()
        else:
            if stat.name in ("score", "scored"):
                check_lock(clash(battle), one)
                forget_revert(clash(battle), "unit", clash(battle).at(one.id))
            setattr(one, stat.name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        """Figures stay within their bounds, and states follow Health and marks (CL-68)."""
        b, one = clash(battle), character(unit)
        if stat.name == "unit_class":
            refit(one)
        if stat.name == "score":
            one.scored = True
        one.marks = min(one.marks, one.most_marks())
        one.health = min(one.health, one.max_health)
        one.surges = min(one.surges, one.max_surges)
        one.ardor = min(one.ardor, one.max_ardor)
        if stat.name in ("health", "max_health", "marks", "unit_class"):
            forget_word(b, b.at(one.id))
        if stat.name in ("health", "marks", "max_health"):
            stand_up(one)
            update_by_word(b, b.at(one.id))
        if stat.name == "state":
            let_go(b, b.at(one.id))

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Of PCs and objects all is known but a secret CS; of units run by the GM not what is their owner's (section 7)."""
        b, one = clash(battle), character(unit)
        if one.is_player():
            return "all"
        if not one.is_character():
            return GM if stat.audience == GM or (one.sheet.secret_cs and stat.name in ("score", "scored")) else "all"
        known = "owner" if one.is_seated() else GM
        if stat.name in ("intent", "carries") and self.mask(battle, unit, stat) != self.read_stat(battle, unit, stat):
            return known
        if stat.name in ("score", "rolled"):
            return "all" if shows_score(b, one) else known
        return known if stat.audience == "owner" else stat.audience

    def mask(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        one = character(unit)
        if stat.name == "health" and one.takes() == v.HEALTH:
            return f"{one.bar()}/10"
        if stat.name == "intent":
            b = clash(battle)
            stated = b.stated(b.at(one.id))
            return declaration_words(b, stated, True) if stated is not None else None
        if stat.name == "carries":
            b = clash(battle)
            return ", ".join([thing.name for thing in b.carried_by(b.at(one.id)) if not thing.hidden])
        return None

    def is_secret(self, battle: Battle, unit: Unit) -> bool:
        return unit.hidden or character(unit).arrives > 0

    def sees_unit(self, battle: Battle, unit: Unit, own: list[str]) -> bool:
        one = character(unit)
        return one.id in own or (not one.hidden and one.arrives == 0)

    # -- rulings -------------------------------------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        """A newcomer takes part from the next round on."""
        from quintain.systems.clash.files import newcomer

        b = clash(battle)
        unit = make_unit(b, newcomer(data))
        check_unit(b, unit)
        b.enlist(unit)
        if len(flow.sides(b)) > 1:
            b.lone = False
        return unit

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        b = clash(battle)
        character(unit).state = v.GONE
        let_go(b, b.at(unit.id))

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        b, one = clash(battle), character(unit)
        if one.holder >= 0:
            raise Illegal(f"{one.name} is carried by {b.unit(one.holder).name}: move the bearer.")
        place = place_of(b, where)
        if place.zone >= 0 and b.field.zones[place.zone].off:
            raise Malformed(f"{b.field.zones[place.zone].name} is off the map: set the state to gone.")
        one.put(place)
        carry_along(b)

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        return may_roll(clash(battle), who, what, against)

    def changed(self, battle: Battle) -> None:
        clash(battle).version += 1

    # -- screens -------------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        return boards.heading(clash(battle))

    def notices(self, battle: Battle, viewer: Viewer) -> list[Notice]:
        return boards.notices(clash(battle), viewer.visible, viewer.gm)

    def status(self, battle: Battle, unit: Unit) -> str:
        return boards.status(clash(battle), character(unit))

    def status_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return boards.status(clash(battle), character(unit), viewer)

    def stance(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """Objects and hazards are of no side, whoever holds them."""
        return super().stance(battle, unit, viewer) if character(unit).is_character() else "other"

    def part_left(self, battle: Battle, unit: Unit) -> float:
        one = character(unit)
        return one.health / one.max_health if one.takes() == v.HEALTH and one.max_health else -1.0

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return place_words(clash(battle), character(unit))

    def intent(self, battle: Battle, unit: Unit, viewer: Viewer) -> tuple[str, list[str], str]:
        """What it is said to do, at whom, and for the GM what it truly does; the truth for all once it is revealed (CL-23, CL-79)."""
        b = clash(battle)
        turn = b.turn_of(unit.id)
        shown = None if turn is None else turn.declared if b.this_round().declared else turn.stated
        if turn is None or shown is None:
            return ("", [], "")
        whole = viewer.gm or viewer.runs(unit)
        aims = [b.unit(shown.aim).id] if shown.aim >= 0 else []
        truly = declaration_words(b, turn.declared) if turn.declared is not None else ""
        said = declaration_words(b, shown, not whole)
        return (said, aims, truly if truly != said else "")

    def bound_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """The zone its announced way ends in (CL-22), unless that would tell of somebody secret."""
        b = clash(battle)
        stated = b.stated(b.at(unit.id))
        if stated is None or not stated.path or stated.path[-1].zone < 0:
            return ""
        openly = not (viewer.gm or viewer.runs(unit))
        return "" if openly and leads_to_secret(b, stated) else b.field.zones[stated.path[-1].zone].id

    def figure_name(self, name: str) -> str:
        return "Action Score" if name == "score" else name

    # -- odds and statistics ----------------------------------------------------------------------------------------------

    def asked_about(self, battle: Battle, who: str, option: Option) -> list[str]:
        return odds.asked_about(clash(battle), who, option)

    def taken_as_told(self, battle: Battle, own: list[str], who: str, option: Option) -> str:
        return odds.taken_as_told(clash(battle))

    def conceal_unseen(self, battle: Battle, own: list[str]) -> None:
        """Whoever is hidden takes no part in a seat's odds, and intents are taken as announced; the rest is open here."""

    def suppositions(self, battle: Battle, own: list[str], who: str, option: Option) -> int:
        return len(odds.cases(clash(battle), who, option))

    def suppose_case(self, battle: Battle, own: list[str], who: str, option: Option, number: int, cases: int) -> list[str]:
        return odds.suppose(clash(battle), own, who, option, number)

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        return [ability.name for ability in character(unit).sheet.abilities]

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        b = clash(battle)
        found: dict[str, dict[str, object]] = {}
        for at in b.roster():
            unit = b.unit(at)
            found[unit.id] = {
                "up": unit.state == v.ACTIVE and not unit.woken,
                "dead": unit.state == v.DEAD,
                "hp": unit.stamina(),
                "of": unit.max_health if unit.takes() == v.HEALTH else unit.most_marks(),
                "surges": unit.surges,
                "ardor": unit.ardor,
            }
        return found


