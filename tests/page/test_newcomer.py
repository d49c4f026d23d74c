"""Somebody who has never seen it plays a fight to its end, with one thumb, at 360 pixels."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.page.hands import LOOK, PHONE, Person, join
from tests.page.running import Service
from tests.page.test_crowd import OUTSIDE


def test_a_newcomer_plays_from_the_start_page_to_the_end_with_one_thumb(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        page.goto(shared.address)
        page.wait_for_selector("[data-encounter]")
        person.picture("start-phone")
        person.press(page.locator("[data-play-now]"))
        page.wait_for_selector("[data-placing]")
        place_two(person)
        idle = 0
        for turn in range(400):
            if person.over:
                break
            if turn == 12:
                person.picture("newcomer-phone")
            if person.act().how:
                idle = 0
            else:
                idle += 1
                page.wait_for_timeout(100)
            assert idle < 100, "nothing is asked and nothing goes on"
        assert person.over, "the fight did not end"
        person.picture("end-phone")
        assert page.locator("[data-again]").is_visible()
        wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert (wide, high) <= PHONE, "the page is larger than the phone"
        # Looking back: the count begins by itself. Its end is not waited for here.
        page.goto(f"{shared.address}/#/review/{page.url.rsplit('/', 1)[-1]}")
        expect(page.locator("progress, [data-review]").first).to_be_visible()
        expect(page.locator("main .wrong")).to_have_count(0)
        page.goto(shared.address)


def place_two(person: Person) -> None:
    """Before the fight whoever is pressed is placed on the square that is pressed next, and nobody else."""
    page = person.page
    stands = "() => Object.fromEntries(window.__live.view.board.stands.map((stand) => [stand.id, stand.at.join()]))"
    for name in ("odalys", "wren"):
        before = page.evaluate(stands)
        page.locator(f"[data-unit={name}]").click()
        squares = page.evaluate("() => window.__acting.mapped.options.map((one) => one.square).filter(Boolean)")
        x, y = next(square for square in squares if ",".join(map(str, square)) not in before.values())
        here, (cx, cy) = page.locator(f"[data-unit={name}] .hit").bounding_box(), map(int, before[name].split(","))
        assert here is not None
        page.touchscreen.tap(here["x"] + (x - cx + 0.5) * here["width"], here["y"] + (y - cy + 0.5) * here["height"])
        person.press(page.locator("[data-answer]:visible"))
        person.settle()
        after = page.evaluate(stands)
        assert after[name] == f"{x},{y}", f"{name} was not placed"
        assert {**after, name: ""} == {**before, name: ""}, "somebody else moved too"


ONE_HUDDLE = """() => {
  const view = window.__live.view, board = structuredClone(view.board), place = board.places.find((one) => one.id === "bridge");
  const of = (stance) => view.units.filter((unit) => unit.stance === stance && place.units.includes(unit.id)).map((unit) => unit.id);
  const [party, foes] = [of("party"), of("foe")];
  board.engaged = foes.map((foe, i) => [party[i % party.length], foe]);
  Object.assign(place, { groups: [[...party, ...foes]], behind: [] });
  window.__live.deliver({ type: "changes", changes: { version: view.version + 1, since: view.version, whole: false, events: [],
    taken_back: [], gone: [], view: { board } } });
  return view.units.length;
}"""
"""Everybody on the bridge is drawn into one fight."""


def test_a_phone_shows_everybody_what_happened_and_those_alike_in_one_row(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        page.goto(shared.address)
        wanted = {"encounter": "escalation/toll", "seats": ["ana"], "gm": "steady", "seed": "3"}
        made = person.context.request.post(f"{shared.address}/api/tables", data=wanted, headers={"origin": shared.address})
        join(person, made.json()["links"][0]["url"])
        for _ in range(20):
            if page.evaluate(LOOK)["about"] == "turn" and page.locator("[data-row]").filter(has_text="×").count():
                break
            person.act()
            person.caught_up()
        # Slag hounds that nothing tells apart are one row; the one who is pressed on the board is the one who is meant.
        person.press(page.locator("[data-row]").filter(has_text="Attack Slag hound ×").locator("> button"))
        page.locator("[data-unit=hound-2] .hit").click()
        expect(page.locator("[data-row] .pick").filter(has_text="H2")).to_be_visible()
        # What happened last stands above the question, and the first row is in sight, however the phone is held.
        expect(page.locator("[data-step]")).not_to_be_empty()
        page.set_viewport_size({"width": PHONE[1], "height": PHONE[0]})
        for part in ("[data-step]", "[data-lamp=on]", "[data-answer]:visible"):
            expect(page.locator(part)).to_be_in_viewport()
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        everybody = page.evaluate(ONE_HUDDLE)
        page.wait_for_timeout(50)
        assert page.evaluate(OUTSIDE, everybody) == []
        person.picture("huddle-phone")


def seated(person: Person, shared: Service, encounter: str, **settings: object) -> None:
    """Alone at a table whose dice are known beforehand, a tactic as GM."""
    person.page.goto(shared.address)
    wanted = {"encounter": encounter, "seats": ["ana"], "gm": "steady", "seed": "3", "settings": settings}
    made = person.context.request.post(f"{shared.address}/api/tables", data=wanted, headers={"origin": shared.address})
    assert made.ok, made.text()
    join(person, made.json()["links"][0]["url"])


def act_until(person: Person, selector: str) -> None:
    for _ in range(120):
        if person.page.locator(selector).count():
            return
        person.act()
        person.caught_up()
    raise AssertionError(f"{selector} never came")


def test_on_a_phone_the_exchange_stands_above_the_button_that_begins_it(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        seated(person, shared, "riposte/ferry")
        act_until(person, "[data-row]:has-text('Engage')")
        person.press(person.page.locator("[data-row]:has-text('Engage') > button").first)
        table, answer = person.page.locator("[data-figures]"), person.page.locator("[data-answer]:visible")
        expect(table).to_be_in_viewport(ratio=1)
        expect(answer).to_be_in_viewport(ratio=1)
        above, below = table.bounding_box(), answer.bounding_box()
        assert above is not None and below is not None and above["y"] + above["height"] <= below["y"]
        assert table.locator("tr.party, tr.foe").count() == 2 and table.locator("thead th").count() == 6, "both sides, five figures"
        person.picture("exchange-phone")


def test_on_a_phone_everybody_who_announced_something_says_so_on_the_map(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        seated(person, shared, "clash/toll")
        for wanted in (1, 2):
            act_until(person, f"[data-round]:has-text('{wanted}')")
            said = "() => window.__live.view.units.filter((unit) => unit.intent && unit.state === 'up').length"
            announced = person.page.evaluate(said)
            assert announced > 0
            expect(person.page.locator("[data-board] .bubble")).to_have_count(announced)
        person.act()  # one of one's own is in: that is said on the map too, with an arrow
        person.caught_up()
        expect(person.page.locator("[data-board] .bubble.party")).to_have_count(1)
        person.picture("intents-phone")


def test_a_pool_of_real_dice_is_typed_in_on_a_phone(browser: Browser, shared: Service) -> None:
    """A pool that explodes takes further dice behind its own; what was typed stays where it is refused."""
    person = Person(browser, "newcomer", PHONE)
    page = person.page
    try:
        seated(person, shared, "tiers/standard", dice="typed")
        command = "async (wish) => { await window.__live.command(wish); }"
        page.evaluate(command, {"do": "type_dice", "who": "ana", "on": True})
        for _ in range(200):
            if page.locator("[data-die]").count():
                break
            person.act()
            person.caught_up()
        sides = page.evaluate("() => window.__acting.question.dice.sides")
        assert page.locator("[data-die]").count() == len(sides) > 1
        for field in page.locator("[data-die]").all():
            field.fill("2")
        page.locator("[data-die]").first.fill("20")  # the best one explodes, and its further die is missing
        person.press(page.locator("form.dice .asked"))
        person.settle()
        expect(page.locator("[data-die]").first).to_have_value("20")
        person.press(page.locator("form.dice [role=group]").first.locator("button"))
        page.locator("form.dice [role=group]").first.locator("[data-die]").last.fill("7")
        asked = page.evaluate("() => window.__acting.question.id")
        person.picture("pool-phone")
        person.press(page.locator("form.dice .asked"))
        page.wait_for_function("(asked) => window.__acting.question?.id !== asked", arg=asked)
        assert [problem for problem in person.problems if "422" not in problem and "400" not in problem] == []
    finally:
        person.close()


def test_a_standing_order_is_found_again_and_taken_back(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "tiers/standard")
        act_until(person, "[data-order=never]")
        person.press(page.locator("[data-order=never]"))
        page.wait_for_function("() => window.__live.orders.length === 1")
        page.reload()
        page.wait_for_selector("[data-board]")
        person.press(page.locator(".menu > button"))
        person.press(page.locator("[data-ask-again]"))
        expect(page.locator("[data-ask-again]")).to_have_count(0)


def test_whoever_plays_several_ends_a_question_for_all_of_them_with_one_press(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "tiers/standard")
        act_until(person, "[data-order=nobody]")
        expect(page.locator("[data-order=nobody]")).to_be_in_viewport(ratio=1)
        about = page.evaluate("() => window.__acting.question.about")
        heroes = page.evaluate("() => window.__live.view.units.filter((unit) => unit.controller === 'ana').length")
        person.press(page.locator("[data-order=nobody]"))
        page.wait_for_function("(heroes) => window.__live.orders.length === heroes", arg=heroes)
        for _ in range(12):
            person.caught_up()
            assert page.evaluate("() => window.__acting.question?.about") != about
            person.act()


def test_who_reaches_nobody_is_told_to_move_and_where_a_square_lies(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "tiers/standard")
        for _ in range(12):
            question = page.evaluate("() => [window.__acting.question?.about, window.__acting.question?.who]")
            if question == ["act", "orsolya"]:
                break
            cards = page.locator("[data-option]:visible")
            named = cards.filter(has_text="Orsolya").or_(cards.filter(has_text="Rash:"))
            person.press(named.first if named.count() else cards.first)
            person.settle()
            person.caught_up()
        assert question == ["act", "orsolya"]
        expect(page.locator(".hint.first")).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-lamp=on]")).to_contain_text("1 Act left")
        page.evaluate("() => window.__acting.aim('hulk')")
        expect(page.locator("[data-where]")).to_have_text("5 squares, 3 squares from Slag Hulk")
        expect(page.locator("[data-answer]:visible")).to_be_in_viewport(ratio=1)


def test_in_the_middle_of_an_act_both_answers_and_whom_it_is_about_are_in_sight(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "tiers/kiln-yard")
        for _ in range(40):  # whoever can shoot does, and is asked for more
            if page.evaluate("() => window.__acting.question?.about") == "push":
                break
            person.act(wanted="Shoot")
            person.caught_up()
        page.wait_for_selector("[data-option='yes'] .odds")
        for card in page.locator("[data-option] .odds").all():
            expect(card).to_be_in_viewport(ratio=1)
        target = page.evaluate("() => window.__acting.question.options[0].targets[0]")
        assert page.evaluate("() => window.__acting.mapped.between") == [page.evaluate("() => window.__acting.question.who"), target]
        expect(page.locator(f"[data-unit='{target}']")).to_be_in_viewport()
        page.locator("#pane").evaluate("(pane) => pane.scrollTo(0, 500)")
        person.press(page.locator("[data-tab=sheet]"))
        expect(page.locator("#pane h2")).to_be_in_viewport(ratio=1)


def test_a_painted_square_can_be_pressed_where_going_is_an_act_of_its_own(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "toughness/standard", undo="own")
        square = page.evaluate("""() => {
            const { question, live } = window.__acting;
            const taken = live.view.board.stands.map((one) => one.at.join());
            return question.reach.find(([x, y, kind]) => kind === 1 && !taken.includes([x, y].join())).slice(0, 2);
        }""")
        assert page.evaluate("() => window.__acting.menu.squares.length") == 0
        page.evaluate("(square) => window.__acting.headFor(square)", square)
        expect(page.locator("[data-where]")).to_be_in_viewport()
        assert page.evaluate("() => window.__acting.square.square") == square
        person.press(page.locator(".square [data-answer]"))
        person.settle()
