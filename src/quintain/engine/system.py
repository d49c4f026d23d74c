"""The doors of a rule system, as the engine, the lab, the command line and the table use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle, Unit
from quintain.engine.question import Option, Question
from quintain.engine.refusal import Malformed, Unavailable
from quintain.engine.switches import Declared
from quintain.engine.tactic import FURTHER, LEVELS, RandomTactic, Tactic

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.protocol_board import Bar, Board
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Track, Vital
    from quintain.engine.viewer import Viewer


class Stat:
    """One field of a sheet, declared once: its kind, who may see it, whether the GM may set it and within which bounds.

    `audience`: "all", "side" (players of the same side), "owner" (whoever controls it) or "gm". `kind`: "int", "bool",
    "text", "choice" (with `choices`) or "data" (anything else, shown but not set).
    A `derived` stat is worked out from others (through `System.read_stat`): shown, never copied, never set.
    """

    def __init__(
        self,
        name: str,
        kind: str = "int",
        audience: str = "all",
        doc: str = "",
        low: int = -1_000_000,
        high: int = 1_000_000,
        choices: list[str] | None = None,
        settable: bool = True,
        derived: bool = False,
        label: str = "",
        group: str = "",
    ) -> None:
        self.name = name
        self.label = label or name.replace("_", " ")
        self.group = group
        """Figures of one group stand together on the sheet."""
        self.kind = kind
        self.audience = audience
        self.doc = doc
        self.low = low
        self.high = high
        self.choices = choices or []
        self.settable = settable and not derived and kind != "data"
        self.derived = derived

    def checked(self, value: object) -> object:
        """This value, if the stat can have it; else a refusal that says what would be right."""
        if self.kind == "int":
            if not isinstance(value, int) or isinstance(value, bool):
                raise Malformed(f"{self.name} is a whole number, not {value!r}.")
            if value < self.low or value > self.high:
                raise Malformed(f"{self.name} must lie between {self.low} and {self.high}, not {value}.")
        elif self.kind == "bool":
            if not isinstance(value, bool):
                raise Malformed(f"{self.name} is true or false, not {value!r}.")
        elif self.kind == "choice":
            if value not in self.choices:
                raise Malformed(f"{self.name} is one of {', '.join(self.choices)}, not {value!r}.")
        elif not isinstance(value, str):
            raise Malformed(f"{self.name} is a text, not {value!r}.")
        return value


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruling:
    """A GM command. `fields` says what it takes: name -> kind and meaning ("int: how many", "unit: whom", "text?: why").

    A trailing ? on the kind makes a field optional. `apply` changes the battle and tells what changed; where it cannot, it
    raises a Refusal and must not have changed anything.
    """

    def __init__(self, name: str, doc: str, fields: dict[str, str]) -> None:
        self.name = name
        self.doc = doc
        self.fields = fields

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class System:
    """One rule book as implemented. Every method here is a door; the defaults do what a small system needs."""

    def __init__(self, name: str, title: str, version: str) -> None:
        self.name = name
        self.title = title
        self.version = version
        self.party = "heroes"
        """The side whose wins a forecast counts."""
        self.standard = ""
        """The shipped encounter that benchmarks use, such as "riposte/ferry"."""
        self.unit_stats: list[Stat] = []
        self.rulings: dict[str, Ruling] = {}
        self.switches: list[Declared] = []
        """What a table may decide before the fight, as declared by the system's subclass of `Switches`."""
        self.abouts: list[str] = []
        """What questions can be about, for standing orders; empty: not listed, and any word is taken."""
        self.headlines: list[str] = ["hit", "crit", "drop"]
        """Notes of the acting unit whose chances are shown on an option, in this order."""
        self.cut_below = 0.0
        """Ways an option can come out that are less likely than this are left out of its odds, which say how much that is."""
        self.unharmed = ""
        """What `fate_apart` calls the fate of whoever comes off unharmed."""
        self.supposes_answers = False
        """Do suppositions cover all that foes may do in answer, so that what comes back can be told of them?"""
        self.chance_words: dict[str, str] = {}
        """What people call a note whose chance is shown, where its name is not the word."""
        self.consequences: set[str] = set()
        """Kinds of events that are consequences of the event before them: screens show them under their cause."""
        self.turning: set[str] = {"drop", "death", "down", "dead", "kill"}
        """Kinds of events that turn a fight: they are named when it is over."""
        self.shown_elsewhere: set[str] = set()
        """Stats that a screen shows as vitals, conditions, abilities or the place, and not again among the figures."""

    # -- files: see also each system's files.py ----------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        """The battle an encounter starts from. `data` has been checked by `files.encounter`; what is still impossible is a Refusal."""
        raise NotImplementedError

    def export(self, battle: Battle) -> dict[str, object]:
        """This state, between two steps, as encounter data that `build` takes."""
        raise Unavailable(f"{self.title} cannot write a running fight as an encounter.")

    def former_options(self, version: str) -> dict[str, object]:
        """Switches whose default has changed since this version, as they were: records of then go on as they were played."""
        return {}

    # -- flow ----------------------------------------------------------------------------------------------------------

    def begin(self, battle: Battle) -> None:
        """Set-up that needs questions or dice: deployment, initiative."""

    def step(self, battle: Battle) -> None:
        """One joint further: a turn, a stage, a whole simultaneous round. The cursor stands on the battle."""
        raise NotImplementedError

    def after(self, battle: Battle) -> None:
        """What is settled once the fight is decided."""

    # -- sheets ----------------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        return getattr(unit, stat.name)

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        setattr(unit, stat.name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        """A ruling has set a stat: follow up what must follow (0 hit points ...)."""

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Who may see this stat of this unit now."""
        return stat.audience

    def mask(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        """What those see instead who may not see the value; None for nothing at all."""
        return None

    def is_secret(self, battle: Battle, unit: Unit) -> bool:
        """Does only the GM know that this unit is there? What names it is told to nobody else."""
        return unit.hidden

    def sees_unit(self, battle: Battle, unit: Unit, own: list[str]) -> bool:
        """May a seat that runs the units `own` know that this unit is there?"""
        return not unit.hidden or unit.id in own

    def turn_shown(self, battle: Battle, visible: list[str]) -> str:
        """Whose turn it is for somebody who knows of these only, while somebody is asked, or to be chosen, of whom that one knows
        nothing; "" where that is nobody's in particular."""
        return ""

    # -- rulings that need the system's help -------------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        """A newcomer from stat-block data, placed and given its place in the order."""
        raise Unavailable(f"{self.title} takes no newcomers.")

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        """The GM takes a unit out of the fight."""
        battle.drop_unit(unit.id)

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        raise Unavailable(f"{self.title} has no places to move to.")

    def tidy(self, battle: Battle) -> None:
        """A fight that people play has gone on: drop what was only worked out to be quick, where that has grown large."""

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        """Is this roll still to be made, now that the GM has ruled something? Default: whoever rolls and whom it is aimed at
        are still there. Override it where more can make a roll pointless."""
        return (not who or battle.is_present(who)) and (not against or battle.is_present(against))

    def changed(self, battle: Battle) -> None:
        """A ruling has been applied: check whether it decides the fight, and set `battle.outcome` if so."""

    # -- screens ---------------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        """Where the fight stands, in a few words: "Round 3, Heroes"."""
        return f"Round {battle.round}"

    def heading_for(self, battle: Battle, visible: list[str]) -> str:
        """The same for somebody who knows of these units only."""
        return self.heading(battle)

    def board(self, battle: Battle, viewer: Viewer) -> Board:
        """The battlefield, showing only the units this seat may know of."""
        return {"kind": "zones", "places": [], "ways": [], "engaged": [], "marks": []}

    def bar(self, battle: Battle, viewer: Viewer) -> Bar:
        """Where the round stands: the order, the phases or the stages, and the counters of the whole fight."""
        return {"kind": "order", "rows": [], "counters": []}

    def notices(self, battle: Battle, viewer: Viewer) -> list[Notice]:
        """What everybody may know about the fight as a whole: goals, tasks, rules of this fight.

        Only the GM is shown hidden ones; units that this seat knows nothing of are not named.
        """
        return []

    def status(self, battle: Battle, unit: Unit) -> str:
        """One short public phrase for a unit: "down", "dazed 2, bleeding 1"."""
        return ""

    def status_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """The same for one seat, where it names others or the GM knows more."""
        return self.status(battle, unit)

    def row_reads(self, battle: Battle, unit: Unit) -> dict[str, object]:
        """What parts of a unit's row are read from besides the unit itself and what stays as it is for the whole fight, as plain
        values to compare. Where nothing has happened to the unit and these are as they were, the part is not made again.

        Parts are "words" (description, health, status, place, intent, whether it has acted), "vitals", "tracks", "conditions",
        "abilities", "figures"; "row" is all of them and the stance, the share left and whether it is secret. A part left out is
        made anew after every change, so this may always be left empty: it only saves time.
        """
        return {}

    def stance(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """How a unit stands to this seat: "party", "foe" or "other"."""
        return "party" if unit.side in self.sided_with(viewer) else "foe" if unit.side else "other"

    def sided_with(self, viewer: Viewer) -> list[str]:
        """The sides that this seat is for. Seats of no side look on as the party does, and so does a player who runs a foe as well."""
        is_party = viewer.gm or not viewer.sides or self.party in viewer.sides
        return [self.party] if is_party else viewer.sides

    def description(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """What it is, in a few words: "level 3 troop"."""
        return ""

    def standing_of(self, battle: Battle, unit: Unit) -> str:
        """Is it "up", "down", "dead" or "gone" (left, escaped)?"""
        return "up" if unit.is_present() else "down"

    def part_left(self, battle: Battle, unit: Unit) -> float:
        """How much of its health is left, from 0 to 1; -1 where the book counts no such thing."""
        return -1.0

    def health(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """One public word for how it is: "unhurt", "hurt", "badly hurt", "down"."""
        return ""

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """Where it is, in words; "" where it is nowhere or this seat may not know."""
        return ""

    def vitals(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Vital]:
        """The pairs people watch, the first being its health, as far as this seat may know them."""
        return []

    def tracks(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Track]:
        """Ladders of marks, where the book has them."""
        return []

    def conditions(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Condition]:
        """States, wounds, boons and lasting effects, each a row."""
        return []

    def usable(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Ability]:
        """What it can use, with what that does in words and how many uses are left."""
        return []

    def show_option(self, battle: Battle, who: str, option: Option, shown: OptionView) -> None:
        """What a screen needs to know of an option; by default the option itself says it."""
        option.show(battle, who, shown)

    def intent(self, battle: Battle, unit: Unit, viewer: Viewer) -> tuple[str, list[str], str]:
        """What it has announced, at whom, and for the GM what it truly intends; empty where nothing is announced."""
        return ("", [], "")

    def bound_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """The place it has announced to go to, by its id; empty where none is announced."""
        return ""

    def figure_name(self, name: str) -> str:
        """How the book calls a figure that is learned bit by bit: "Ward"."""
        return name

    def story(self, noted: dict[str, int]) -> list[list[str]]:
        """What a combatant did, from what was noted of it, in the words of the book: ["damage dealt", "41"]."""
        return [[what, str(noted[what])] for what in ("hit", "crit", "damage", "drop") if noted.get(what)]

    def has_acted(self, battle: Battle, unit: Unit, viewer: Viewer) -> bool:
        """Has it had its turn in this round, as far as this seat may know?"""
        return False

    # -- odds and statistics -----------------------------------------------------------------------------------------------

    def fates(self, before: Battle, after: Battle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
        """What the odds of an option report: pairs of a subject and its fate in words ("Vail", "12 HP")."""
        raise NotImplementedError

    def asked_about(self, battle: Battle, who: str, option: Option) -> list[str]:
        """The units whose fates those are; rolls that touch only others are not split. Empty: split everything."""
        return []

    def apart(self, battle: Battle, own: list[str], who: str, option: Option) -> list[str]:
        """Units that an option touches, each with dice of its own and none by what becomes of another, where they are too many for
        their joint fates: the odds then tell the fate of each, and how many are harmed. Empty: the joint fates of `fates`."""
        return []

    def fate_apart(self, before: Battle, after: Battle, id: str) -> tuple[str, str]:
        """The name and the fate of one of those."""
        raise NotImplementedError

    def headlines_for(self, battle: Battle, who: str, option: Option) -> list[str]:
        """Which headlines mean something for this option, so that 0 % is worth saying: an attack may hit, a healing power heals."""
        return self.headlines

    def compared_with(self, battle: Battle, who: str, option: Option) -> Battle:
        """With what the ends of an option are compared: the battle as it is, or, where gain and loss would cancel out, a copy in which
        what the option does before anything is rolled has been done."""
        return battle

    def achieved(self, before: Battle, after: Battle, who: str, option: Option) -> list[str]:
        """What an option has brought about that no note says: "got" (an object), "heals", "saved". For its chances."""
        return []

    def unknown(self, battle: Battle, own: list[str], who: str, option: Option) -> list[str]:
        """What a seat that runs `own` does not know and the odds would give away, in words. Empty: show them."""
        return []

    def suppose(self, battle: Battle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
        """Replace what this seat does not know by the best, or the worst, that could be for the actor, from public knowledge alone.

        Returns the headlines whose chances then mean something; [] where nothing can be said. Called on a copy.
        """
        return []

    def suppositions(self, battle: Battle, own: list[str], who: str, option: Option) -> int:
        """How many cases must be reckoned with so that the truth lies between the lowest and the highest chance they give.

        Two, the worst and the best, where chances only rise or only fall with what is unknown."""
        return 2

    def assumed(self, question: Question) -> str:
        """What odds take for granted of a later choice of the actor's side: "always", "never", or "" for what the tactic takes.

        Where a tactic decides by figures that a seat does not know, it must be one of the first two, or odds would differ by them."""
        return ""

    def taken_as_told(self, battle: Battle, own: list[str], who: str, option: Option) -> str:
        """In a sentence what a seat's odds of an option believe of what others said, where it may be untrue; "" for nothing."""
        return ""

    def may_come_to_nothing(self, battle: Battle, own: list[str], who: str, option: Option) -> bool:
        """Could something this seat knows of, but not enough, keep the option from its dice altogether: a readied blow, an attack that
        it draws? Then no chance of it is more than possible."""
        return False

    def suppose_case(self, battle: Battle, own: list[str], who: str, option: Option, number: int, cases: int) -> list[str]:
        """Suppose case `number` of so many, 0 being the worst for the actor and the last the best."""
        return self.suppose(battle, own, who, option, number == cases - 1)

    def figures(self, battle: Battle, who: str, option: Option) -> dict[str, dict[str, object]]:
        """What the rule book itself wants shown before this option is taken, by unit: chances, damage, number of strikes."""
        return {}

    def conceal(self, battle: Battle, own: list[str]) -> None:
        """Leave aside what this seat cannot know and its odds, though shown, must not give away. Called on a copy."""

    def conceal_unseen(self, battle: Battle, own: list[str]) -> None:
        """The same at a table where the figures of visible enemies are open: what is hidden, prepared or held back all the same."""
        self.conceal(battle, own)

    def fates_told(
        self, before: Battle, fates: tuple[tuple[str, str], ...], own: list[str], who: str, option: Option
    ) -> tuple[tuple[str, str], ...]:
        """Of these fates, what a seat may be told that does not know the figures of enemies: by default those of its own sides, and
        of what is no unit."""
        sides = {unit.side for unit in before.units if unit.id in own}
        foes = {unit.name for unit in before.units if unit.side not in sides}
        return tuple([pair for pair in fates if pair[0] not in foes])

    def back(self, before: Battle, after: Battle, who: str) -> list[tuple[str, int]]:
        """What whoever acts has lost by it: ("hp", 14), or a state it has come to: ("Dying", 1)."""
        return []

    def is_amount(self, kind: str) -> bool:
        """Is this kind of loss counted ("hp"), rather than a state?"""
        return kind in ("hp", "HP", "Health", "marks", "Stress")

    def back_words(self, kind: str, least: int, most: int) -> str:
        """Such a loss in words for whoever acts."""
        if not self.is_amount(kind):
            return f"you will be {kind}"
        return f"you lose {least} {kind}" if least == most else f"you lose {least} to {most} {kind}"

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        """Per unit, what is left at the end of a fight, for forecasts: {"id": {"up": True, "hp": 12, "of": 31}}."""
        return {unit.id: {"up": unit.is_present()} for unit in battle.units}

    def staying_power(self, battle: Battle, unit: Unit) -> int:
        """How much fight is left in a unit, 0 to 100, to judge who is ahead where a book has no hit points. -1: see `left`."""
        return -1

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        """Everything a unit could use, named as its "use:" notes name it, so that a forecast can say what was never used."""
        return []

    def budget(self, battle: Battle) -> str:
        """The rule book's own difficulty estimate of this encounter in a phrase; "" where it gives none."""
        return ""

    def seconds_for(self, battle: Battle, about: str) -> int:
        """How long the book lets people think about such a question, for whoever has a clock; 0 where it does not say."""
        return 0

    def when_time_is_up(self, battle: Battle, about: str) -> tuple[str, str]:
        """The GM's command by which the book goes on when that time is over, and whom it names; "" where there is none."""
        return ("", "")

    # -- tactics ---------------------------------------------------------------------------------------------------------

    def tactic(self, name: str) -> Tactic:
        if name == "random":
            return RandomTactic()
        if name in LEVELS:
            return Tactic(name, LEVELS.index(name))
        if name in FURTHER:
            return FURTHER[name]()
        raise Unavailable(f"{self.title} has no tactic called {name!r}: there are {', '.join(self.tactic_names())}.")

    def tactic_names(self) -> list[str]:
        return [*LEVELS, *FURTHER, "random"]


def stat_named(system: System, name: str) -> Stat:
    for stat in system.unit_stats:
        if stat.name == name:
            return stat
    names = ", ".join(stat.name for stat in system.unit_stats if stat.settable)
    raise Unavailable(f"{system.title} has no stat called {name!r}: there are {names}.")


def unit_named(battle: Battle, id: object) -> Unit:
    unit = battle.find(id) if isinstance(id, str) else None
    if unit is None:
        raise Unavailable(f"nobody here is called {id!r}: there are {', '.join(unit.id for unit in battle.units)}.")
    return unit


def forbidden(battle: Battle, question: Question, option: Option) -> str:
    """Why the GM forbids this option; "" where nothing is forbidden."""
    if not battle.forbidden:
        return ""
    for pattern, why in battle.forbidden.items():
        about, who, wanted = pattern.split(":", 2)
        if about in ("*", question.about) and who in ("*", question.who) and wanted in ("*", option.id(), option.gist()):
            return why
    return ""


def why_not(question: Question, option: Option) -> str:
    """Why an option may not be taken now, the GM's word included; "" when it may."""
    return forbidden(question.battle, question, option) or question.why_not(option)


def open_options(question: Question) -> list[Option]:
    """What may be chosen now, the GM's word included."""
    options = question.options()
    if not question.battle.forbidden:
        return options
    return [option for option in options if not forbidden(question.battle, question, option)]
