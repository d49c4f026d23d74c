"""Reports: complete in one file, light and dark, figures marked; pictures without a network; tidy tables."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quintain as q
from quintain.engine import Malformed, Unavailable
from quintain.lab import compare, forecast, rank, spread, sweep, tune, variant
from quintain.lab.look import rendered
from quintain.lab.plots import forecast_chart
from quintain.lab.text import as_text, forecast_view
from quintain.library.encounters import sample
from tests.lab.conftest import duel, two_a_side


def results() -> dict[str, object]:
    enc = two_a_side()
    return {
        "forecast": forecast(enc, 200, processes=1, rows=True),
        "comparison": compare(enc, variant(enc, set={"cid.heart": 8}), fights=200, processes=1),
        "line": sweep(enc, "cid.heart=4..8:2", fights=60, processes=1),
        "heat": sweep(enc, "cid.heart=4..8:2", "ann.skill=1..2", fights=60, processes=1),
        "spread": spread(duel(), ["steady", "random"], fights=60, processes=1),
        "tuning": tune(enc, "cid.heart=2..12", wins=0.5, fights=200, processes=1),
        "ranking": rank(duel(), fights=100, processes=1),
    }


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, object]]:
    import quintain.systems
    from tests.lab.conftest import TINY

    shipped = quintain.systems.system_module
    patch = pytest.MonkeyPatch()
    patch.setattr(quintain.systems, "system_module", lambda name: TINY[name] if name in TINY else shipped(name))
    yield results()
    patch.undo()


KINDS = ["forecast", "comparison", "line", "heat", "spread", "tuning", "ranking"]


class Balance(HTMLParser):
    """Every tag that opens closes."""

    VOID = ("meta", "br", "hr", "img", "path", "rect", "line")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.outside += [value for name, value in attrs if name in ("src", "href", "xlink:href") and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open and self.open.pop() == tag


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_stands_alone(made: dict[str, object], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    made[kind].save(str(path))  # type: ignore[attr-defined]
    text = path.read_text(encoding="utf-8")
    page = Balance()
    page.feed(text)
    assert page.open == [] and page.outside == [] and "script" not in page.tags
    assert "prefers-color-scheme:dark" in text and "var(--ink)" in text and "viewport" in text
    assert "svg" in page.tags and "sampled</span> n = " in text and "95 % intervals" in text
    assert "#010203" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_drawn(made: dict[str, object], kind: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "chart.svg", tmp_path / "chart.png"
    for path in (svg, png):
        made[kind].save(str(path))  # type: ignore[attr-defined]
    drawn = ElementTree.parse(svg).getroot()
    assert drawn.tag.endswith("svg") and len(list(drawn.iter())) > 20
    assert png.read_bytes().startswith(b"\x89PNG") and png.stat().st_size > 4_000


@pytest.mark.parametrize("kind", KINDS)
def test_json_and_tables(made: dict[str, object], kind: str, tmp_path: Path) -> None:
    import pyarrow.parquet

    one = made[kind]
    for name in ("out.json", "out.csv", "out.parquet"):
        one.save(str(tmp_path / name))  # type: ignore[attr-defined]
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == json.loads(json.dumps(one.as_data()))  # type: ignore[attr-defined]
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert len(rows) == table.num_rows > 0 and list(rows[0]) == table.column_names


def test_the_fights_one_by_one(made: dict[str, object], tmp_path: Path) -> None:
    one = made["forecast"]
    one.save(str(tmp_path / "fights.csv"))  # type: ignore[attr-defined]
    with (tmp_path / "fights.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 200 and rows[6]["fight"] == "7" and rows[6]["seed"] == "1:7"
    assert sum(row["party"] == "win" for row in rows) == one.tally.results[0]  # type: ignore[attr-defined]
    assert sum(row["ann.up"] == "False" for row in rows) / 200 == one.of("ann").falls.value  # type: ignore[attr-defined]


def test_what_did_not_happen_in_a_fight_is_counted_as_none(tmp_path: Path) -> None:
    found = forecast(duel(), 60, tactics={"us": "random", "*": "steady"}, processes=1, rows=True)
    found.save(str(tmp_path / "fights.csv"))
    with (tmp_path / "fights.csv").open(encoding="utf-8", newline="") as file:
        used = [row["ann.use:Boldness"] for row in csv.DictReader(file)]
    assert set(used) == {"0", "1"} and used.count("1") / 60 == found.of("ann").used["Boldness"].value


def test_results_show_themselves_in_a_notebook(made: dict[str, object]) -> None:
    for kind in KINDS:
        shown = made[kind]._repr_html_()  # type: ignore[attr-defined]
        assert shown.startswith("<style>") and "<svg" in shown
        assert str(made[kind]) and repr(made[kind]).startswith("<")


def test_the_page_of_a_forecast_says_all_that_was_measured() -> None:
    text = forecast(duel(), 200, processes=1).html()
    for part in ("How it ends", "How long it takes", "Who falls", "Combatants", "What was really tested", "Fights to watch"):
        assert part in text
    assert "an even match" in text and "never used, so not tested here" in text and "us steady, them steady" in text
    assert re.search(r"seed <code>1</code>", text)


def test_a_name_cannot_break_the_page() -> None:
    enc = duel()
    enc.name = "<script>alert(1)</script>"
    assert "<script>" not in forecast(enc, 20, processes=1).html()


def test_themes(tmp_path: Path) -> None:
    chart = forecast_chart(forecast(duel(), 50, processes=1))
    light, dark = rendered(chart, "svg", "light").decode(), rendered(chart, "svg", "dark").decode()
    assert "#ffffff" in light and "#171b22" in dark and light != dark
    with pytest.raises(Malformed, match="there is no theme"):
        rendered(chart, "svg", "purple")


def test_a_file_that_says_nothing_of_its_kind_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = forecast(duel(), 20, processes=1)
    with pytest.raises(Malformed, match=r"should end in \.html"):
        found.save(str(tmp_path / "result"))
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Unavailable, match=r"install quintain\[parquet\]"):
        found.save(str(tmp_path / "out.parquet"))


@pytest.mark.parametrize(("name", "shown"), [("toughness/vault", False), ("riposte/cellar", True)])
def test_where_a_book_has_no_hit_points_no_share_of_health_is_shown(name: str, shown: bool, tmp_path: Path) -> None:
    found = forecast(sample(name), 6, seed=1, processes=1)
    found.save(str(tmp_path / "fights.csv"))
    head = (tmp_path / "fights.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert ("margin" in head) is shown
    assert ("left, party less others" in found.html()) is shown


def test_a_notebook_shows_encounters_and_fights_too() -> None:
    enc = q.sample("riposte/cellar")
    assert "Odalys Brandt" in enc._repr_html_() and enc.summary.split()[0] in enc._repr_html_()
    fight = q.play(enc, seed=1)
    assert "Asked now" in fight._repr_html_() and "<code>odalys</code>" in fight._repr_html_()


def test_anything_can_be_drawn() -> None:
    fight = q.play(duel(), seed=1, auto={"*": "steady"})
    assert q.chart(fight, 40, 1).to_dict()["layer"] and q.chart(duel(), 40, 1).to_dict()["vconcat"]
    assert q.chart(q.forecast(duel(), 20, processes=1)).to_dict()["vconcat"]


def test_fights_encounters_and_odds_draw_and_display_themselves() -> None:
    assert duel().chart(20).to_dict()["vconcat"]
    assert q.play(duel(), seed=1, auto={"*": "steady"}).chart(20).to_dict()["layer"]
    fight = q.play(sample("riposte/ferry"), seed=1)
    while not any(option.weighs for option in fight.questions[0].options):
        asked = fight.questions[0].question
        assert asked is not None
        fight.answer(fight.questions[0].id, asked.choose(fight.system.tactic("steady")).id())
    found = q.odds(fight, next(option for option in fight.questions[0].options if option.weighs))
    assert "<td>hit</td><td>" in found._repr_html_() and "exact" in found._repr_html_()
    chances, fates = found.chart().to_dict()["vconcat"]
    assert chances["title"] == {"text": "Chances", "subtitle": "exact"} and fates["title"]["text"] == "What becomes of whom"
    assert q.chart(found).to_dict()["datasets"] == found.chart().to_dict()["datasets"]


def test_a_difficulty_prints_and_is_written_to_files_like_every_result(tmp_path: Path) -> None:
    found = q.difficulty(duel(), 40, processes=1)
    assert str(found).startswith(found.word)
    for ending in ("html", "svg", "json", "csv"):
        found.save(str(tmp_path / f"hard.{ending}"))
    assert "difficulty" in (tmp_path / "hard.html").read_text(encoding="utf-8")
    assert (tmp_path / "hard.csv").read_text(encoding="utf-8").startswith("name,word,wins,wins_low")


def test_names_stand_whole_in_a_terminal_of_80_characters() -> None:
    """Where no column more has room beside them, its figures stand below, for each combatant by name."""
    found = forecast(sample("tiers/standard"), 20, processes=1)
    told = as_text(forecast_view(found), 80).splitlines()
    for one in found.combatants:
        row = next(line for line in told if line.startswith(f"{one.name} "))
        assert row.split(one.name)[1].split(), f"figures beside {one.name}"
    assert max(map(len, told)) <= 80
    assert any(line.startswith("Slag Hulk: dead ") for line in told)
    wide = as_text(forecast_view(found), 110)
    assert "dead, %" in wide and "Slag Hulk: dead " not in wide
