"""What the GM does at the table, each seen in the GM's browser and in a player's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.page.axe import AXE, in_both_themes
from tests.page.hands import DESKTOP, PHONE, Person, join, open_seeded
from tests.page.running import Service

ACTS = 12
PATIENCE = 60_000
"""Milliseconds: fights are counted meanwhile, perhaps on a busy machine."""


class Two:
    """A GM and a player at one table, whose second player is played by a tactic."""

    def __init__(self, browser: Browser, service: Service, counts: bool = False) -> None:
        self.gm, self.ana = Person(browser, "gm", DESKTOP, counts=counts), Person(browser, "ana", PHONE)
        self.service = service

    def sit(self, encounter: str, seed: str = "1", foes: str = "steady", **settings: object) -> None:
        links = open_seeded(self.gm, self.service.address, encounter, seed, **settings)
        if foes:
            self.command(do="automate", who="gm", tactic=foes)
        self.command(do="automate", who="bo", tactic="steady")
        join(self.ana, links["ana"])

    def command(self, **command: object) -> None:
        """Something that is no matter of the test, done without the page."""
        said = self.gm.page.evaluate("(command) => window.__live.command(command).then(() => '', (no) => no.message)", command)
        assert said == "", said

    def until(self, selector: str, person: Person) -> None:
        """The player answers until something is to be seen."""
        for _ in range(ACTS):
            for one in (self.ana, self.gm):
                one.caught_up()
            if person.page.locator(selector).count():
                return
            self.ana.act()
        expect(person.page.locator(selector).first).to_be_visible()


@pytest.fixture
def two(browser: Browser, shared: Service, request: pytest.FixtureRequest) -> Iterator[Two]:
    made = Two(browser, shared, counts="winning" in request.node.name)
    yield made
    problems = [*made.gm.problems, *made.ana.problems]
    made.gm.close()
    made.ana.close()
    assert problems == []


def test_held_results_wait_for_the_gm_and_are_let_stand(two: Two) -> None:
    two.sit("riposte/cellar", foes="")
    two.gm.press(two.gm.page.locator("[data-hold]"))
    expect(two.gm.page.locator("[data-hold][aria-checked=true]")).to_be_visible()
    two.until("[data-held]", two.gm)
    expect(two.ana.page.locator(".lamp.held")).to_be_visible()
    assert len(two.gm.page.locator("[data-held] dd").all_inner_texts()) >= 1, "the GM sees what is held"
    told: list[str] = []
    die = two.gm.page.locator("[data-held-die]").first
    result = two.gm.page.locator("[data-held] dl")
    for face in ("1", "99"):  # the die behind it shows something else, and the result with it
        die.fill(face)
        die.press("Enter")
        two.gm.page.wait_for_function("(face) => __live.view.questions[0].held.dice[0].faces[0] == face", arg=face)
        told.append(result.inner_text())
    assert told[0] != told[1]
    two.gm.picture("held-gm")
    two.ana.picture("held-phone")
    before = two.ana.page.locator("[data-log-size]").first.get_attribute("data-log-size")
    two.gm.press(two.gm.page.locator("[data-stand]"))
    expect(two.ana.page.locator("[data-log-size]").first).not_to_have_attribute("data-log-size", str(before))


def test_a_combatant_is_handed_over_and_put_elsewhere_and_a_tactic_takes_a_players_place(two: Two) -> None:
    two.sit("escalation/toll", foes="")
    page = two.gm.page
    foe = str(page.locator("[data-rail][data-stance=foe]:visible").first.get_attribute("data-rail"))
    two.gm.press(page.locator(f"[data-rail='{foe}']:visible"))
    two.gm.press(page.locator("[data-move]"))
    two.gm.press(page.locator("[data-put]:enabled").last)
    expect(page.locator(".log .ruling").last).to_contain_text("moves")
    two.gm.press(page.get_by_text("Hand over", exact=True))
    two.gm.press(page.locator("[data-hand=ana]"))
    expect(page.locator("[data-plays]")).to_contain_text("ana")
    two.ana.caught_up()
    stances = "() => Object.fromEntries(__live.view.units.map((unit) => [unit.id, unit.stance]))"
    assert two.ana.page.evaluate(stances)[foe] == "foe", "it is still one of them"
    two.gm.press(page.locator("button[aria-label='Seats']"))
    seat = page.locator("article", has_text="ana")
    two.gm.press(seat.get_by_text("Let a tactic play"))
    expect(seat.locator("[data-auto]")).to_be_visible()
    two.gm.press(seat.get_by_text("Back to the player"))
    expect(seat.locator("[data-auto]")).to_have_count(0)
    two.gm.press(seat.locator("[data-remove]"))
    expect(seat.locator("[data-remove-sure]")).to_be_visible()  # not yet: a second press does it
    two.gm.picture("seats-gm")
    if AXE.is_file():
        page.set_viewport_size({"width": 820, "height": 1180})
        assert in_both_themes(page) == []


def test_a_token_pressed_twice_is_the_answer(two: Two) -> None:
    two.sit("escalation/toll", foes="")
    page = two.gm.page
    for _ in range(ACTS):
        two.gm.caught_up()
        if page.locator("[data-row]").count():
            break
        two.ana.act()
        two.gm.act()
    aims = "__acting.menu.rows.flatMap((row) => row.options.flatMap((option) => option.targets))"
    party = "new Set(__live.view.units.filter((unit) => unit.stance === 'party').map((unit) => unit.id))"
    target = page.evaluate(f"() => {aims}.find((id) => {party}.has(id))")
    asked = page.evaluate("() => __acting.question.id")
    token = page.locator(f"[data-unit='{target}']").first
    two.gm.press(token)
    expect(page.locator("[data-row].open")).to_have_count(1)
    assert page.evaluate("() => __acting.question.id") == asked, "once shows what it would be"
    two.gm.press(token)
    page.wait_for_function("(asked) => __acting.question?.id !== asked", arg=asked, timeout=30_000)


def test_six_foes_are_run_with_six_presses(two: Two) -> None:
    """Whom a foe goes at is one press: it goes there, strikes, and its turn ends where no other blow is left."""
    two.sit("escalation/toll", seed="7", foes="")
    two.command(do="automate", who="ana", tactic="steady")
    page = two.gm.page
    for _ in range(ACTS):
        two.gm.caught_up()
        if page.evaluate("() => __acting.question?.kind === 'turn'"):
            break
        two.gm.act()
    ran: list[str] = []
    for _ in range(6):
        page.wait_for_selector("[data-whole]:enabled")
        ran.append(str(page.evaluate("() => __acting.question.who")))
        if len(ran) == 2:
            two.gm.picture("at-once-gm")
            page.keyboard.press("Shift+Digit1")
        else:
            two.gm.press(page.locator("[data-whole]:enabled").first)
        page.wait_for_function("(who) => __acting.question?.kind === 'turn' && __acting.question.who !== who", arg=ran[-1])
        two.gm.settle()
    assert len(set(ran)) >= 5, ran  # who fell meanwhile has no turn
    told = page.evaluate("() => __live.view.log.map((line) => line.text)")
    assert sum(" engages " in text for text in told) >= 3, "a foe goes there first"


def test_a_foe_goes_at_somebody_out_of_reach_by_two_presses_on_the_token(two: Two) -> None:
    two.sit("tiers/standard", seed="7", foes="")
    two.command(do="automate", who="ana", tactic="steady")
    page = two.gm.page
    page.wait_for_function("() => __acting.question?.asked.includes('gm')")
    two.gm.press(page.locator("[data-option]").first)
    page.wait_for_function("() => __acting.question?.who")
    who, hero = page.evaluate("() => [__acting.question.who, __live.view.units.find((unit) => unit.stance === 'party').id]")
    apart = """([one, other]) => { const at = (id) => __live.view.board.stands.find((stand) => stand.id === id).at;
      return Math.hypot(at(one)[0] - at(other)[0], at(one)[1] - at(other)[1]); }"""
    before = page.evaluate(apart, [who, hero])
    token = page.locator(f"[data-unit='{hero}']").first
    two.gm.press(token)
    expect(page.locator(".square [data-whole]")).to_be_visible()
    two.gm.press(token)
    page.wait_for_function("(who) => __acting.question && __acting.question.who !== who", arg=who)
    assert page.evaluate(apart, [who, hero]) < before


def test_a_fork_is_a_table_of_its_own(two: Two) -> None:
    two.sit("riposte/cellar")
    two.ana.act()
    two.gm.caught_up()
    first, lines = two.gm.table(), two.gm.page.evaluate("() => window.__live.view.log.length")
    two.gm.press(two.gm.page.locator("[data-fork]"))
    two.gm.press(two.gm.page.locator(".toast .link"))
    expect(two.gm.page).not_to_have_url(f"{two.service.address}/#/t/{first}")
    two.gm.page.wait_for_function("(table) => window.__live.table !== table && window.__live.view", arg=first)
    assert two.gm.page.evaluate("() => window.__live.view.log.length") == lines
    expect(two.gm.page.locator("[data-forked]")).to_be_visible()  # it looks like the table it came from
    two.ana.caught_up()
    assert two.ana.table() == first


def test_the_gm_sees_the_table_as_a_seat_sees_it(two: Two) -> None:
    two.sit("riposte/cellar")
    row = two.gm.page.locator("[data-rail][data-stance=foe]:visible").last
    name = str(row.get_attribute("data-name"))
    two.gm.press(row)
    expect(two.gm.page.locator("[data-known]")).to_contain_text("lie open")  # by the book everybody sees them
    two.gm.press(two.gm.page.locator("[data-hide]"))
    expect(two.gm.page.locator("[data-hide][aria-pressed=true]")).to_have_count(1)
    expect(two.gm.page.locator("[data-known]")).to_contain_text("nothing of it")
    two.gm.page.locator("[data-eyes]").select_option("ana")
    expect(two.gm.page.locator(".eyes")).to_be_visible()
    expect(two.gm.page.locator(f"[data-rail][data-name='{name}']:visible")).to_have_count(0)
    two.ana.caught_up()
    known = sorted(two.ana.page.evaluate("() => window.__live.view.units.map((unit) => unit.id)"))
    shown = sorted(str(one.get_attribute("data-rail")) for one in two.gm.page.locator(".rail [data-rail]:visible").all())
    assert shown == known
    two.gm.picture("eyes-gm")
    two.gm.page.locator("[data-eyes]").select_option("")
    two.gm.press(two.gm.page.locator("[data-newcomer]"))  # somebody more joins, by two presses
    two.gm.press(two.gm.page.locator("[data-join]").first)
    expect(two.gm.page.locator(".rail [data-rail]:visible")).to_have_count(len(known) + 2)


def test_real_dice_are_typed_in(two: Two) -> None:
    two.sit("toughness/pens")
    two.gm.press(two.gm.page.locator("button[aria-label='Seats']"))
    two.gm.page.locator("[data-setting=dice]").select_option("typed")
    two.ana.page.wait_for_function("() => window.__live.settings.dice === 'typed'", timeout=30_000)
    two.command(do="type_dice", who="ana", on=True)
    two.until("[data-face]", two.ana)
    two.ana.picture("dice-phone")
    two.ana.press(two.ana.page.locator("[data-face]").nth(16))
    two.ana.settle()
    two.ana.caught_up()
    two.gm.caught_up()
    terms = two.gm.page.evaluate("() => __live.view.log.flatMap((line) => line.terms).map((one) => [one.value, ...(one.faces ?? [])])")
    assert 17 in [shown for term in terms for shown in term], "what was typed counts"


def test_a_die_in_the_log_is_changed(two: Two) -> None:
    two.sit("toughness/pens")
    page = two.gm.page
    for _ in range(ACTS):
        two.ana.act()
        two.gm.caught_up()
        if page.evaluate("() => window.__live.view.log.some((line) => line.terms.some((term) => term.faces) && \"entry\" in line)"):
            break
    line = next(line for line in reversed(page.locator(".log li:has(.says)").all()) if opens_to_a_die(two.gm, line))
    two.gm.press(line.locator("[data-change-die]").first)
    field = page.locator("[data-die-form] input").first
    field.fill("20" if field.input_value() != "20" else "1")
    two.gm.press(page.locator("[data-die-form] .btn.ink"))
    expect(page.locator("[data-die-form]")).to_have_count(0)
    page.wait_for_function("() => window.__live.view.log.some((line) => (line.takes_back ?? []).length)", timeout=30_000)


def opens_to_a_die(gm: Person, line: Locator) -> bool:
    gm.press(line.locator(".says"))
    return line.locator(".die").count() > 0 and line.locator("[data-change-die]").count() > 0


def test_a_wish_to_take_back_waits_for_the_gm(two: Two) -> None:
    two.sit("riposte/cellar", undo="propose")
    two.until("[data-undo]", two.ana)
    two.ana.press(two.ana.page.locator("[data-undo]"))
    expect(two.gm.page.locator("[data-agree]")).to_be_visible()
    two.gm.picture("proposal-gm")
    two.gm.press(two.gm.page.locator("[data-agree]"))
    expect(two.gm.page.locator("[data-agree]")).to_have_count(0)
    two.gm.page.wait_for_function("() => window.__live.view.can_redo", timeout=30_000)


def test_the_gm_alone_is_told_who_is_winning(two: Two) -> None:
    two.sit("riposte/cellar")
    expect(two.gm.page.locator("[data-winning]")).to_contain_text("%", timeout=PATIENCE)
    assert not [frame for frame in two.ana.received if '"type":"forecast"' in frame.replace(" ", "")]


def test_the_dice_are_checked_at_the_end(two: Two) -> None:
    two.sit("toughness/pens")
    for _ in range(ACTS):
        two.gm.caught_up()
        if two.gm.page.evaluate("() => window.__live.view.log.filter((line) => line.terms.some((term) => term.faces)).length > 3"):
            break
        two.ana.act()
    two.command(do="rule", ruling="end", args={"result": "a truce"})
    page = two.ana.page
    page.wait_for_selector("[data-ending]", timeout=PATIENCE)
    expect(page.locator("[data-ending] h2")).to_have_text("A truce")  # where nobody won, nobody is told of a loss
    two.ana.press(page.locator(".fair summary"))
    expect(page.locator("[data-seal=good]")).to_be_visible()
    two.ana.press(page.locator("[data-check-dice]"))
    checked = page.locator("[data-fair-dice=true]")
    expect(checked).to_be_visible(timeout=PATIENCE)
    drawn = int(str(checked.get_attribute("data-drawn")))
    place = "`/api/tables/${__live.table}/fights/${__live.info.fight}/record`"
    record = two.gm.page.evaluate(f"async () => await (await fetch({place})).json()")
    thrown = [entry for entry in record["entries"] if entry["do"] == "roll" and entry["by"] == "seed"]
    assert drawn == len(thrown) > 3, "every throw of the seed is drawn again"
    two.ana.picture("end-dice-phone")
    expect(two.gm.page.locator("[data-ending]")).to_be_visible()
    two.gm.picture("end-gm")
    # The next fight at this table, with the same heroes as this one left them.
    two.gm.page.locator("[data-next]").select_option("toughness/standard")
    two.gm.press(two.gm.page.locator("[data-again]"))
    expect(two.gm.page.locator("[data-ending]")).to_have_count(0, timeout=PATIENCE)
    expect(two.gm.page.locator("h1")).to_have_text("Standard Fight", timeout=PATIENCE)


def test_a_branch_that_was_left_is_taken_up_in_the_undo_tree(two: Two) -> None:
    two.sit("riposte/cellar")
    page = two.gm.page
    two.ana.act()
    two.gm.caught_up()
    done = "() => window.__live.view.history.filter((node) => node.live).map((node) => node.label)"
    first = page.evaluate(done)
    two.gm.press(page.locator("[data-gm-undo]"))
    expect(page.locator("[data-branch=redo]")).to_be_visible()
    two.gm.caught_up()
    two.ana.caught_up()
    two.ana.act()
    branch = page.locator("[data-branch='0']")
    expect(branch).to_be_visible()
    two.gm.picture("branch-gm")
    branch.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"(first) => JSON.stringify(({done})()) === JSON.stringify(first)", arg=first, timeout=30_000)
    expect(branch).to_be_visible()  # what stood instead


def test_a_live_fight_is_swept_and_tuned_in_the_lab_and_what_was_found_is_set_at_the_table(two: Two) -> None:
    two.sit("clash/spines")  # the quickest to count
    page = two.gm.page
    two.gm.press(page.locator("[data-lab]"))
    page.wait_for_selector("[data-result]", timeout=PATIENCE)
    page.locator("select[data-fights]").select_option("200")
    page.wait_for_selector("[data-figure]", timeout=PATIENCE)
    page.locator("[data-figure]").select_option(index=1)
    page.locator("[data-to]").fill(str(int(page.locator("[data-from]").input_value()) + 1))
    two.gm.press(page.locator("[data-sweep]"))
    expect(page.locator("[data-plot] circle")).to_have_count(2, timeout=PATIENCE)
    two.gm.press(page.locator("[data-tune]"))
    use = page.locator("[data-use]")
    expect(use).to_be_visible(timeout=PATIENCE)
    figure = page.locator("[data-figure]").input_value()
    value = str(use.inner_text()).split()[1]
    two.gm.press(use)
    expect(page.locator("[data-used]")).to_contain_text(f"{figure} {value}", timeout=PATIENCE)
    two.gm.press(page.locator("[data-to-table]"))
    page.wait_for_selector("[data-board]")
    told = page.locator(".log .ruling").last
    expect(told).to_contain_text(value)
    lines = page.evaluate("() => window.__live.view.log.length")
    two.gm.press(page.locator("[data-gm-undo]"))  # it is a ruling like any other
    page.wait_for_function("(lines) => window.__live.view.can_redo && window.__live.view.log.length !== lines", arg=lines)
