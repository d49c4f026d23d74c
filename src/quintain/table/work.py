"""What worker processes do: odds, forecasts and the rest of the lab, on plain data, telling how far they are.

Each function takes what was asked for and a `Watch`, and returns plain data. They run in a process of their own (`worker`).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from quintain.engine import GM, Automation, Fight, Malformed, Refusal, Unavailable
from quintain.engine.protocol import View
from quintain.library.encounters import Encounter, fight_from_document, fight_of, from_data, from_document, play, sample
from quintain.library.problems import FileProblem
from quintain.library.text import Document, as_yaml, read_text

Data = dict[str, Any]
MOST_KEPT = 8


class Watch:
    """The line to whoever asked: how far it is, what is there already, and whether it is still wanted."""

    def __init__(self, tell: Callable[[Data], None], cancelled: Callable[[], bool]) -> None:
        self._tell = tell
        self.cancelled = cancelled

    def progress(self, share: float) -> None:
        self._tell({"progress": max(0.0, min(1.0, share))})

    def partial(self, result: Data) -> None:
        self._tell({"partial": result})


class Kept:
    """The fights that were asked about last, so that the next question about one needs no replay."""

    def __init__(self) -> None:
        self.fights: OrderedDict[str, Fight] = OrderedDict()

    def fight(self, key: str, record: Data) -> Fight:
        found = self.fights.get(key) if key else None
        if found is None:
            found = fight_of(record)
            if key:
                self.fights[key] = found
                while len(self.fights) > MOST_KEPT:
                    self.fights.popitem(last=False)
        return found


KEPT = Kept()


def odds(asked: Data, watch: Watch) -> Data:
    """The odds of options of an open question, as one seat may know them."""
    from quintain.engine.budget import Budget
    from quintain.engine.menu import by_interest, opened_data, share_of

    fight = KEPT.fight(str(asked.get("key", "")), asked["record"])
    opened = next((one for one in fight.questions if one.id == asked["question"]), None)
    if opened is None:
        raise Unavailable("that question is not open.")
    wanted = asked.get("options")
    shown = fight.options_for(opened, asked["seat"])
    options = [one for one in shown if one.weighs] if wanted is None else [one for one in shown if one.id in wanted]
    seconds = float(asked["seconds"])
    whole = Budget(clock=time.monotonic, seconds=seconds, cancelled=watch.cancelled)
    found: Data = {}
    first = asked.get("after")
    # After a move there is more to choose than is open now.
    opens = fight.opens(opened.id, first, asked["seat"], whole.share(0.25)) if first and wanted is None else []
    then = {option.id: opened_data(option) for option in opens}
    ordered = list(wanted) if first and wanted is not None else [option.id for option in by_interest(opens if first else options)]
    for place, option in enumerate(ordered):
        if whole.is_over():
            break
        share = share_of(whole, place, len(ordered))
        try:
            got = fight.odds(
                opened.id, option, asked["seat"], knowledge=asked["knowledge"], budget=share, assume=asked.get("assume"), after=first
            )  # fmt: skip
        except Unavailable:
            if first is None or len(ordered) == 1:
                raise
            continue
        found[option] = {**got.as_data(), **then.get(option, {})}
        watch.partial({option: found[option]})
    return {"odds": found, "left_out": [option for option in ordered if option not in found]}


def start_of(asked: Data) -> Encounter | Fight:
    """What a job of the lab begins with: a shipped encounter, encounter data, or a fight as it stands."""
    if "record" in asked:
        return fight_of(asked["record"])
    return encounter_of(asked["encounter"])


def encounter_of(given: object) -> Encounter:
    return sample(given) if isinstance(given, str) else from_data(given)


def _common(asked: Data, watch: Watch) -> Data:
    found: Data = {"fights": int(asked.get("fights", 2_000)), "seed": asked.get("seed", 1), "processes": 1}
    found["progress"], found["cancelled"] = watch.progress, watch.cancelled
    if asked.get("tactics"):
        found["tactics"] = asked["tactics"]
    return found


def forecast(asked: Data, watch: Watch) -> Data:
    from quintain import lab
    from quintain.lab.difficulty import difficulty_of

    more: Data = {"within": float(asked["within"])} if asked.get("within") else {}
    if "band" in asked:
        more["band"] = bool(asked["band"])
    found = lab.forecast(start_of(asked), **more, **_common(asked, watch))
    lasting: dict[str, int] = {}
    for number, rounds in enumerate(found.tally.rounds, 1):
        lasting.setdefault(str(rounds), number)
    return {**found.as_data(), "lasting": lasting, "difficulty": difficulty_of(found).word}


def winning(asked: Data, watch: Watch) -> Data:
    """Who is winning from here, for the GM: a few fights onward from where it stands, told as soon as the first are played.

    It counts until it has enough or its time is up, whichever comes first: a rough figure now is worth more to a GM than a fine one
    after the next turn.
    """
    from quintain.lab.forecast import forecast_of
    from quintain.lab.intervals import proportion
    from quintain.lab.run import Here
    from quintain.lab.setting import setting_of

    fight = fight_of(asked["record"])
    most, until = int(asked.get("fights", 800)), time.monotonic() + float(asked.get("seconds", 20))
    wins = draws = losses = n = batch = 0
    found: Data = {}
    while n < most and not watch.cancelled() and (not n or time.monotonic() < until):
        batch += 1
        part = forecast_of(setting_of(fight, seed=batch), min(most - n, 10 if n < 40 else 40), Here())
        n += part.fights
        wins += round(part.wins.value * part.fights)
        draws += round((part.draws.value + part.unresolved.value) * part.fights)
        losses += round(part.losses.value * part.fights)
        sure = proportion(wins, n)
        found = {"win": sure.value, "low": sure.low, "high": sure.high, "n": n, "draw": draws / n, "loss": losses / n}
        watch.partial(found)
        watch.progress(n / most)
    return found


def compare(asked: Data, watch: Watch) -> Data:
    from quintain import lab

    common = _common(asked, watch)
    if asked.get("encounters"):
        starts: list[Encounter | Fight] = [encounter_of(one) for one in asked["encounters"]]
    else:
        starts = [start_of(asked)]
    if asked.get("names"):
        common["names"] = asked["names"]
    return lab.compare(*starts, **common).as_data()


def _only_encounter(asked: Data) -> Encounter:
    start = start_of(asked)
    if isinstance(start, Fight):
        return from_data(start.export())
    return start


def sweep(asked: Data, watch: Watch) -> Data:
    from quintain import lab

    return lab.sweep(_only_encounter(asked), *asked["changes"], **_common(asked, watch)).as_data()


def tune(asked: Data, watch: Watch) -> Data:
    from quintain import lab

    more = {name: asked[name] for name in ("wins", "measure", "target", "within") if name in asked}
    return lab.tune(_only_encounter(asked), *asked["changes"], **more, **_common(asked, watch)).as_data()


def rank(asked: Data, watch: Watch) -> Data:
    from quintain import lab

    more = {"who": asked["who"]} if asked.get("who") else {}
    return lab.rank(_only_encounter(asked), **more, **_common(asked, watch)).as_data()


def review(asked: Data, watch: Watch) -> Data:
    from quintain.lab.review import review as reviewed

    seat = str(asked.get("seat", GM))
    found = reviewed(fight_of(asked["record"]), seat=seat, processes=1, progress=watch.progress, cancelled=watch.cancelled)
    return dict(found.as_data())


def what_if(asked: Data, watch: Watch) -> Data:
    """Another choice or other faces at a place of a record, and how the fight goes on from there."""
    from quintain.lab.review import review as reviewed

    found = reviewed(
        fight_of(asked["record"]), seat=str(asked.get("seat", GM)), fights=1, curve_only=True, processes=1, cancelled=watch.cancelled
    )  # fmt: skip
    data = found.what_if(int(asked.get("at", -1)), str(asked.get("option", "")), asked.get("faces")).as_data()
    # The page has the real course from its review; a single fight from every joint, as here, would only mislead.
    return {name: value for name, value in data.items() if name != "as_it_was"}


def watched(asked: Data, watch: Watch) -> Data:
    """The record of one fight of a forecast."""
    from quintain.lab.setting import Stage, setting_of

    stage = Stage(setting_of(start_of(asked), asked.get("tactics") or "steady", asked.get("seed", 1)))
    return {"record": stage.watch(int(asked["fight"])).record}


# -- files -------------------------------------------------------------------------------------------------------------


def check(asked: Data, watch: Watch) -> Data:
    """What is wrong with an encounter or a record, each with its place; or a summary of it."""
    given = asked["encounter"]
    try:
        document = read_text(given, "file") if isinstance(given, str) else Document("file", given, {})
        if isinstance(document.data, dict) and "entries" in document.data:
            fight = fight_from_document(document)
            summary = f"a record of {fight.system.title}: {len(fight.written)} entries"
            onward = {} if fight.outcome else varied(from_data(fight.export()), fight.view(GM))
            return {"ok": True, "problems": [], "summary": summary, **onward}
        found = from_document(document)
    except FileProblem as no:
        problems = [{"path": list(one.path), "line": one.line, "text": one.what} for one in no.problems]
        return {"ok": False, "problems": problems, "summary": ""}
    except Refusal as no:
        return {"ok": False, "problems": [{"path": list(no.path), "line": 0, "text": str(no)}], "summary": ""}
    shown = play(found, seed="preview", automation=waiting()).view(GM)
    summary = f"{found.name}: {len(shown['units'])} combatants"
    return {"ok": True, "problems": [], "summary": summary, **varied(found, shown)}


def varied(found: Encounter, shown: View) -> Data:
    """An encounter for the builder and the lab: its data, how it looks to the GM, and what of whom can be varied."""
    from quintain.lab.variant import figures_of

    battle = found.battle()
    figures = {unit.id: figures_of(found, unit.id) for unit in battle.units[:MOST_FIGURED]}
    return {"data": found.data, "budget": found.system.budget(battle), "view": shown, "figures": figures}


def written(asked: Data, watch: Watch) -> Data:
    """An encounter as the text of a YAML file."""
    return {"text": as_yaml(asked["encounter"])}


MOST_FIGURED = 60
"""Of so many combatants a check lists the figures that can be varied."""


def waiting() -> Automation:
    """Everything waits for people: a fight that has only just begun."""
    automation = Automation()
    automation.typed = ["*"]
    return automation


def replay(asked: Data, watch: Watch) -> Data:
    """A record opened for looking: at how many places it can be looked at, and where its rounds begin."""
    fight = fight_of(asked["record"])
    return {"frames": len(fight.written) + 1, "rounds": _rounds(fight), "name": str(fight.encounter.get("name", "")),
            "system": fight.system.name, "rules": asked["record"].get("rules", ""), "now": fight.system.version}  # fmt: skip


def _rounds(fight: Fight) -> list[Data]:
    found: list[Data] = []
    for event in fight.told:
        if event.round and (not found or found[-1]["round"] < event.round):
            found.append({"round": event.round, "frame": event.entry})
    return found


def replay_view(asked: Data, watch: Watch) -> Data:
    """The fight as it stood after so many entries of its record; all dice and answers wait, so that nothing runs ahead."""
    record = asked["record"]
    at = min(int(asked["at"]), len(record["entries"]))
    whole = at == len(record["entries"])
    automation = record.get("house", {}) if whole else {"typed": ["*"]}
    fight = fight_of({**record, "entries": record["entries"][:at], "house": automation})
    shown: Data = {**fight.view(asked.get("seat") or GM)}
    shown["version"], shown["role"], shown["at"] = at, "gm" if shown["seat"] == GM else "player", at
    return shown


def fair(asked: Data, watch: Watch) -> Data:
    """Are the dice of a record those of its seed?"""
    fight = fight_of(asked["record"])
    rolls = [entry for entry in fight.written if entry.do == "roll"]
    return {"ok": not fight.doubts, "rolls": len(rolls), "drawn": sum(1 for entry in rolls if entry.by == "seed"),
            "doubts": fight.doubts}  # fmt: skip


def bestiary(asked: Data, watch: Watch) -> Data:
    """Stat blocks out of bestiary pages, and what was not understood of them."""
    from quintain.library.importing import bestiary_reader

    reader = bestiary_reader()
    try:
        found = reader.import_text(asked["text"])
    except ValueError as no:
        raise Malformed(str(no)) from None
    return {"blocks": found.content()["blocks"], "report": found.report(), "left": [*found.unread_damage(), *found.texts_left()]}


def table(asked: Data, watch: Watch) -> Data:
    """Does a whole table's file replay?"""
    from quintain.table.campaign import Imported, checked_fights
    from quintain.table.errors import Problem

    try:
        checked_fights(Imported(asked["file"]))
    except Problem as no:
        raise Malformed(no.text) from None
    return {"ok": True}


def shipped(asked: Data, watch: Watch) -> Any:
    """Something that comes with the systems."""
    from quintain.table.catalogue import ANSWERS

    return ANSWERS[asked["what"]](asked["of"])


KINDS: dict[str, Callable[[Data, Watch], Any]] = {
    "odds": odds, "forecast": forecast, "winning": winning, "compare": compare, "sweep": sweep, "tune": tune, "rank": rank,
    "review": review, "what_if": what_if, "watch": watched, "check": check, "replay": replay, "replay_view": replay_view, "fair": fair,
    "written": written, "bestiary": bestiary, "table": table, "shipped": shipped,
}  # fmt: skip
