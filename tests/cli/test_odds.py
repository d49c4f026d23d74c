"""The commands odds and review."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import quintain as q
from quintain.cli import lab, odds, review, show
from quintain.engine import Illegal, Malformed, Odds, Refusal, Unavailable
from quintain.library.shipped import TEMPLATE, content

CELLAR = "riposte/cellar"


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    for commands in (lab, odds, review):
        commands.register(made)
    return made


def said(app: typer.Typer, *words: str) -> str:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "140"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_everybodys_options_are_shown(app: typer.Typer) -> None:
    text = said(app, "odds", CELLAR)
    for name in ("Odalys Brandt", "Tamsin Quill", "Wren Askar", "Ivo Lantern"):
        assert f"{name} at " in text
    assert "Ditch Levy at " in text and "hit" in text


def test_whoever_reacts_first_has_its_own_turn_shown_too_and_ids_are_never_emoji(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    path.write_text(content("tiers").joinpath(TEMPLATE).read_text(encoding="utf-8"), encoding="utf-8")
    text = said(app, "odds", str(path))
    assert "Does Tam Hesper React?" in text and "Tam Hesper's turn" in text and "  attack:dagger:hunt:@bandit-3" in text
    assert "Without a choice that leads to dice in the first round: Reed Bandit 1, Reed Bandit 2, Reed Bandit 3." in text


def test_of_one_combatant_all_options_are_shown(app: typer.Typer) -> None:
    text = said(app, "odds", CELLAR, "--who", "tamsin", "--set", "hound.hp+=1")
    assert "Tamsin Quill at" in text and "Odalys Brandt at" not in text and "engage:" in text


def test_an_option_that_may_not_be_taken_is_refused_with_the_reason(app: typer.Typer) -> None:
    fight = q.play(q.sample(CELLAR), seed="odds")
    tactic = fight.system.tactic("steady")
    while not any(option.weighs for option in fight.questions[0].options):
        asked = fight.questions[0]
        assert asked.question is not None
        fight.answer(asked.id, tactic.answer(asked.question).id())
    asked = fight.questions[0]
    assert asked.question is not None
    far = next(
        id
        for id in ("engage:breaker@Stair", "engage:archer@Stair", "engage:vail@Stair", "engage:breaker", "engage:archer")
        if (option := asked.question.find(id)) is not None and asked.question.why_not(option)
    )
    with pytest.raises((Illegal, Unavailable)) as refused:
        said(app, "odds", CELLAR, "--who", asked.who, "--option", far)
    assert str(refused.value).endswith(".") and len(str(refused.value)) > 20
    with pytest.raises(Unavailable, match="nobody comes to a choice that leads to dice with the option 'dance'"):
        said(app, "odds", CELLAR, "--option", "dance")


def test_names_that_look_like_markup_do_no_harm(app: typer.Typer, tmp_path: Path) -> None:
    data = copy.deepcopy(q.sample(CELLAR).data)
    rows = data["combatants"]
    assert isinstance(rows, list)
    for row in rows:
        row["name"] = f"[/x] {row['id']} [red]"
    path = tmp_path / "named.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "[/x] odalys [red] at" in said(app, "odds", str(path), "--who", "odalys")
    assert "[/x]" in said(app, "forecast", str(path), "-n", "4", "-j", "1", "--no-band")


@pytest.mark.parametrize("name", [CELLAR, "nothing.json"])
def test_a_review_of_what_is_no_record_says_where_one_comes_from(app: typer.Typer, name: str) -> None:
    with pytest.raises(Malformed, match="is no record of a fight: play keeps one, quintain watch ENCOUNTER --record FILE writes one"):
        said(app, "review", name)
    with pytest.raises(Malformed, match="say with --at at which entry"):
        said(app, "review", name, "--option", "wait")


def test_review_of_a_record(app: typer.Typer, tmp_path: Path) -> None:
    record = tmp_path / "fight.json"
    said(app, "watch", CELLAR, "3", "--record", str(record))
    page = tmp_path / "review.html"
    text = said(app, "review", str(record), "--curve", "-n", "3", "-j", "1", "-o", str(page))
    assert "chance to win" in text and "Again: quintain review" in " ".join(text.split()) and page.stat().st_size > 5_000
    data = json.loads(said(app, "review", str(record), "--curve", "-n", "3", "-j", "1", "--json"))
    assert data["over"] and data["curve"][0]["label"] == "the start" and data["curve"][-1]["label"] == "the end"


def test_what_if_on_the_command_line(app: typer.Typer, tmp_path: Path) -> None:
    record = tmp_path / "fight.json"
    said(app, "watch", CELLAR, "3", "--record", str(record))
    entries = json.loads(record.read_text(encoding="utf-8"))["entries"]
    place = next(number for number, entry in enumerate(entries) if entry["do"] == "roll" and len(entry["faces"]) == 1)
    face = 3 if entries[place]["faces"] != [3] else 4
    text = said(app, "review", str(record), "--at", str(place), "--faces", str(face), "-n", "2", "-j", "1")
    assert f"{face} instead of" in text and "as it was" in text
    with pytest.raises(Malformed, match="are no faces"):
        said(app, "review", str(record), "--at", str(place), "--faces", "high")
    with pytest.raises(Refusal):
        said(app, "review", str(tmp_path / "nothing.json"))


def test_a_comparison_of_one_thing_says_what_is_missing(app: typer.Typer) -> None:
    with pytest.raises(Malformed, match="compare needs something to compare with: another encounter, --variant, --set"):
        said(app, "compare", CELLAR, "-n", "2")


def test_sampled_odds_are_never_called_exact() -> None:
    fates: dict[tuple[tuple[str, str], ...], Fraction] = {(("Vail", "dead"),): Fraction(1, 4), (("Vail", "up"),): Fraction(3, 4)}
    found = Odds(fates, {"hit": Fraction(1, 2)}, Fraction(0), [], "steady", 400)
    assert "Exact, 400 ways it can fall" in show.odds_table(found, ["hit"]).plain and "hit 50%" in show.headline(found, ["hit"])
    found.sampled = 400
    text = show.odds_table(found, ["hit"]).plain
    assert "Sampled, n = 400: shares are known to 5 points or better (95 %)" in " ".join(text.split()) and "Exact" not in text
    assert "hit ±50%" in show.headline(found, ["hit"])
    found.unknown, found.ranges = ["a guard"], {"hit": (Fraction(1, 4), Fraction(1, 2))}
    text = show.odds_table(found, ["hit"]).plain
    assert "Sampled, n = 400" in text and "Exact" not in text


def test_somebody_who_is_not_there_is_named_with_those_who_are(app: typer.Typer) -> None:
    with pytest.raises(Unavailable, match="nobody here is called 'zoe': there are odalys, tamsin"):
        said(app, "odds", CELLAR, "--who", "zoe")
