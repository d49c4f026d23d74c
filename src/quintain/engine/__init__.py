"""The engine: verbs, readings, record, views. It knows no rule of any book."""

from quintain.engine.asked import OpenOption, OpenQuestion
from quintain.engine.battle import GM, PLAYERS, Battle, Force, Unit
from quintain.engine.budget import Budget
from quintain.engine.dice import D4, D6, D8, D10, D12, D20, PERCENT, Dice, Die, Handful, Keep, Pools, Table
from quintain.engine.event import Event, Outcome
from quintain.engine.exact import ExactReading, Position, leaves_from
from quintain.engine.fight import Fight, fight_from
from quintain.engine.odds import Odds
from quintain.engine.question import Choice, Closed, Option, Plain, Question
from quintain.engine.reading import FightOver, Reading
from quintain.engine.receipt import Receipt
from quintain.engine.record import Automation, Entry
from quintain.engine.refusal import (
    Defect,
    Full,
    Illegal,
    Malformed,
    NotYours,
    Over,
    Refusal,
    ReplayMismatch,
    RuleError,
    Stale,
    Unavailable,
    within,
)
from quintain.engine.roll import Roll, added, contest, void_roll
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.sample import OnwardReading, SampleReading, Tactics, sample_fight
from quintain.engine.seat import Settings, settings_from
from quintain.engine.session import Session
from quintain.engine.solve import Solution, solve
from quintain.engine.stream import ALGORITHM, Seeds, Stream, commitment
from quintain.engine.study import option_odds
from quintain.engine.system import Ruling, Stat, System, stat_named, unit_named
from quintain.engine.tactic import LEVELS, RandomTactic, Tactic
from quintain.engine.view import view

__all__ = [
    "ALGORITHM",
    "D4",
    "D6",
    "D8",
    "D10",
    "D12",
    "D20",
    "GM",
    "LEVELS",
    "PERCENT",
    "PLAYERS",
    "Automation",
    "Battle",
    "Budget",
    "Choice",
    "Closed",
    "Defect",
    "Dice",
    "Die",
    "Entry",
    "Event",
    "ExactReading",
    "Fight",
    "FightOver",
    "Force",
    "Full",
    "Handful",
    "Illegal",
    "Keep",
    "Malformed",
    "NotYours",
    "Odds",
    "OnwardReading",
    "OpenOption",
    "OpenQuestion",
    "Option",
    "Outcome",
    "Over",
    "Plain",
    "Pools",
    "Position",
    "Question",
    "RandomTactic",
    "Reading",
    "Receipt",
    "Refusal",
    "ReplayMismatch",
    "Roll",
    "RuleError",
    "Ruling",
    "SampleReading",
    "Seeds",
    "Session",
    "Settings",
    "Solution",
    "Stale",
    "Stat",
    "Stream",
    "System",
    "Table",
    "Tactic",
    "Tactics",
    "Unavailable",
    "Unit",
    "added",
    "commitment",
    "contest",
    "fight_from",
    "flag_of",
    "leaves_from",
    "number_of",
    "option_odds",
    "sample_fight",
    "settings_from",
    "solve",
    "stat_named",
    "text_of",
    "told",
    "unit_named",
    "view",
    "void_roll",
    "within",
]  # fmt: skip
