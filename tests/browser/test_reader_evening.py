"""An evening as phones see it that look on: score, rulings and setup without a kernel, in its language and place."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from fujikoro_nb.helper.evening.changes import new_evening, next_turn
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.stored import PART
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.store import Lease, Put, Store, Table, game_log
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.conftest import PHONE, Visit
from tests.browser.kernels import kernels_of
from tests.browser.readable import judged
from tests.browser.servers import Server
from tests.serve.readers.evenings import DECIDED, evening, helper, put, with_sheets
from tests.serve.readers.test_reading import game

Serve = Callable[..., Server]
NAMES = ("Aiko", "<b>Bo</b>", "W" * 24)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The tables of a data folder of their own, open in this process as in a writer's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("evening")))
        with Store.open(None) as one:
            yield one


@pytest.fixture(scope="module")
def server(store: Store, served: Serve) -> Server:
    return served("table", fresh=True)


def read(visit: Visit, server: Server, table: Table, language: str = "en") -> Page:
    """A reader's page, drawn."""
    return visit.open(f"{server.url}table/{table.code}?lang={language}")


def choose(tab: Page, name: str) -> None:
    tab.locator(f"[role=tab][data-tab={name}]").click()


def written(store: Store, *changes: Put) -> tuple[Table, Lease]:
    """A table with these parts, and who writes there."""
    table = store.create("Friday", changes)
    return table, table.take("w" * 12, "Ann")


@pytest.mark.parametrize(
    "device", [{}, PHONE, PHONE | {"color_scheme": "dark"}], ids=["laptop", "phone", "dark"]
)
def test_an_evening_is_read_whole(
    store: Store, server: Server, visits: Callable[..., Visit], device: dict[str, object]
) -> None:
    table, _ = written(store, put(with_sheets(table=helper(evening(NAMES)))))
    visit = visits(**device)
    tab = read(visit, server, table)
    row = tab.locator("[data-seat='0']")
    expect(row.locator("[data-part=score]")).to_have_text("30")
    expect(row.locator("[data-part=place]")).to_have_text("leads")
    expect(row).to_contain_text("moves the countdown")
    expect(tab.locator("[data-seat='1'] h3")).to_have_text(NAMES[1])  # a name is never markup
    expect(tab.locator("[data-part=clock]")).to_contain_text("Aiko moves the countdown to space 2 of 8")
    expect(tab.locator("[data-space='1']")).to_have_attribute("data-state", "now")
    choose(tab, "rulings")
    line = tab.locator("[data-line='0']")
    expect(line.locator("[data-part=by]")).to_have_text("Aiko, 2026-11-21 20:15")
    line.locator("[data-rule]").click()
    expect(tab.locator(".fk-rule-card")).to_contain_text("combat.helmet.absorb")
    tab.keyboard.press("Escape")
    choose(tab, "setup")
    expect(tab.locator(".fk-setup-step.is-done")).to_have_count(2)
    expect(tab.locator(".fk-setup-reader [data-part=progress]")).to_contain_text("2 of")
    choose(tab, "sheets")
    expect(tab.locator("[data-sheet=gold] tbody tr").last).to_contain_text("Gold")
    expect(tab.locator("[data-sheet=gold] thead")).to_contain_text("<b>Bo</b>")
    tab.locator("[data-sheet=floors] [data-rule='fuji99.move.milestones']").first.click()
    expect(tab.locator(".fk-rule-card")).to_contain_text("fuji99.move.milestones")
    tab.keyboard.press("Escape")
    for name in ("score", "sheets", "rulings", "setup"):
        choose(tab, name)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    known = "button:not([role=tab]):not([data-key=late]), input, select"
    parts = [".fk-score-reader", ".fk-sheet-reader", ".fk-ruling-reader", ".fk-setup-reader"]
    assert sum(tab.locator(part).locator(known).count() for part in parts) == 0  # no button that does nothing
    assert len(kernels_of(server)) <= 1  # the one that waits for whoever writes next
    assert visit.errors == []


def test_an_evening_can_be_read_by_everybody(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, _ = written(store, put(with_sheets()))
    tab = read(visits(**PHONE), server, table)
    tab.locator("[data-key=late]").tap()
    for name in ("score", "sheets", "rulings", "setup"):
        choose(tab, name)
        judged(tab)


def test_changes_arrive_within_two_seconds(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, lease = written(store, put())
    tab = read(visits(**PHONE), server, table)
    heading = tab.locator("[data-part=turn] h2")
    expect(heading).to_have_text("Bo's turn")
    tab.evaluate("""() => new MutationObserver(() => { window.fkSeen ??= Date.now(); })
      .observe(document.querySelector("[data-part=turn]"), { childList: true, subtree: true })""")
    now = next_turn(evening()).evening
    table.append(lease.token, lease.version, [put(helper(now))], label="next turn")
    told = time.time() * 1000
    expect(heading).to_have_text("Chiyo's turn")
    assert tab.evaluate("fkSeen") - told < 2000
    expect(tab.locator("[data-part=head]")).to_contain_text("next turn")


@pytest.mark.parametrize("device", [PHONE, PHONE | {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_the_last_page_comes_to_every_phone_by_itself(
    store: Store, server: Server, visits: Callable[..., Visit], device: dict[str, object]
) -> None:
    """Whatever part somebody reads when the game ends: then all see who won, and no button of the writer's."""
    before = msgspec.structs.replace(evening(NAMES), begun="2026-11-21 19:12")
    while (after := next_turn(before).evening).phase != "over":
        before = after
    table, lease = written(store, put(helper(before)))
    visit = visits(**device)
    tab = read(visit, server, table)
    choose(tab, "rulings")
    expect(tab.locator(".fk-end-row")).to_have_count(0)
    table.append(lease.token, lease.version, [put(helper(after))], label="the end")
    expect(tab.locator(".fk-table-view")).to_have_attribute("data-tab", "score")
    expect(tab.locator(".fk-end-row")).to_have_count(3)
    expect(tab.locator("[data-part=turn] h2")).to_have_text("Aiko wins")
    expect(tab.locator("[data-part=story] li").last).to_contain_text("Aiko wins with 30 points")
    expect(tab.locator("[data-part=story] li b").first).to_have_text(
        re.compile(r"\d\d:\d\d")
    )  # the log knows it
    assert tab.locator(".fk-end-count button, [data-part=past]").count() == 0
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    choose(tab, "rulings")
    expect(tab.locator(".fk-table-view")).to_have_attribute("data-tab", "rulings")
    choose(tab, "score")
    judged(tab)
    assert visit.errors == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_just_come_reads_the_card(
    store: Store, server: Server, visits: Callable[..., Visit], language: str
) -> None:
    table, _ = written(store, put(), Put(game_log.PART, game_log.written(game())))
    tab = read(visits(**PHONE), server, table, language)
    card = tab.locator("[data-part=late-card]")
    expect(card).to_be_hidden()
    tab.get_by_role("button", name=say("table-view.late", language=language)).tap()
    expect(card).to_contain_text("Ann")  # a game that is keyed in knows best
    expect(card.locator("[data-card=do] li")).to_have_count(3)
    tab.get_by_role("button", name=say("table-view.late-away", language=language)).tap()
    expect(card).to_be_hidden()


def test_a_reload_comes_back_to_its_place(store: Store, server: Server, visits: Callable[..., Visit]) -> None:
    table, _ = written(store, put(), Put(game_log.PART, game_log.written(game())))
    tab = read(visits(**PHONE), server, table)
    expect(tab.locator("[role=tab][data-tab=game]")).to_have_attribute("aria-selected", "true")
    choose(tab, "setup")
    tab.locator("[data-key=list-pack]").tap()
    tab.locator("[data-key=late]").tap()
    tab.locator(".fk-setup-reader .fk-setup-step").last.scroll_into_view_if_needed()
    down = tab.evaluate("Math.round(scrollY)")
    assert down > 500
    tab.reload()
    tab.wait_for_selector("html[data-fk-ready=true]")
    expect(tab.locator("[role=tab][data-tab=setup]")).to_have_attribute("aria-selected", "true")
    expect(tab.locator("[data-key=list-pack]")).to_have_attribute("aria-selected", "true")
    expect(tab.locator("[data-part=late-card]")).to_be_visible()
    tab.wait_for_function("(y) => Math.abs(scrollY - y) < 80", arg=down)


def test_parts_come_and_go_with_the_table(store: Store, server: Server, visits: Callable[..., Visit]) -> None:
    table, lease = written(store)
    visit = visits(**PHONE)
    tab = read(visit, server, table)
    expect(tab.locator("[data-part=empty]")).to_be_visible()
    version = table.append(lease.token, lease.version, [put()], label="an evening")
    expect(tab.locator("[data-part=score]").first).to_have_text("30")
    expect(tab.locator("[data-part=empty]")).to_be_hidden()
    expect(tab.locator("[role=tab]:visible")).to_have_count(4)
    choose(tab, "rulings")
    version = table.append(lease.token, version, [Put(PART, b"{}")], label="damaged")
    trouble = tab.locator(".fk-table-trouble .fk-notice")
    expect(trouble).to_have_text(say("table-view.evening-unreadable"))
    expect(tab.locator(".fk-ruling-reader")).to_have_count(0)
    table.append(lease.token, version, [put()], label="kept anew")
    expect(trouble).to_have_count(0)
    expect(tab.locator("[data-line='0']")).to_be_visible()  # where this phone was
    assert visit.errors == []


def test_a_part_that_goes_while_it_is_being_drawn_leaves_nothing_behind(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, lease = written(store, put())
    visit = visits(**PHONE)
    tab = read(visit, server, table)
    front = "**/fujikoro/front/ruling_reader.js*"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.route(front, hold)  # the part is asked for, and its front end is long in coming
    with tab.expect_request(front):
        tab.locator("[role=tab][data-tab=rulings]").click()
    table.append(lease.token, lease.version, [Put(PART, b"{}")], label="damaged")
    expect(tab.locator(".fk-table-trouble .fk-notice")).to_be_visible()
    held[0].continue_()
    tab.evaluate(
        "url => import(url).then(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))",
        held[0].request.url,
    )
    expect(tab.locator(".fk-ruling-reader")).to_have_count(0, timeout=1000)


def test_another_language_is_another_page_at_the_same_place(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, _ = written(store, put())
    visit = visits()
    tab = read(visit, server, table)
    choose(tab, "setup")
    tab.locator("select.fk-lang").select_option("de")
    expect(tab.locator("[role=tab][data-tab=score]")).to_have_text(say("table-view.tab-score", language="de"))
    expect(tab.locator("[role=tab][data-tab=setup]")).to_have_attribute("aria-selected", "true")
    expect(tab.locator(".fk-setup-reader")).to_contain_text(say("setup-page.table", language="de"))
    assert visit.errors == []


def test_a_colour_is_a_word_as_well_and_tabs_take_arrows(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, _ = written(store, put())
    tab = read(visits(), server, table)
    expect(tab.locator("[data-seat='0'] .fk-score-who")).to_contain_text("Red")
    tab.locator("[role=tab][data-tab=score]").focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("[role=tab][data-tab=rulings]")).to_be_focused()
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowLeft")
    expect(tab.locator("[role=tab][data-tab=rules]")).to_be_focused()


def test_a_table_that_the_rules_refuse_says_so(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    one = helper()
    setup = msgspec.structs.replace(one.setup, mode="solo", players=3, setup=(), options=())
    table, _ = written(store, put(msgspec.structs.replace(one, setup=setup)))
    tab = read(visits(**PHONE), server, table)
    choose(tab, "setup")
    expect(tab.locator("[data-part=refusal]")).to_contain_text("Solo is for one player")
    expect(tab.locator(".fk-setup-reader [data-part=steps]")).to_be_hidden()


def test_the_rulebook_of_a_reader_answers_for_this_table_and_offers_no_decision(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    table, lease = written(store, put())
    visit = visits(**PHONE)
    tab = read(visit, server, table)
    choose(tab, "rules")
    mode, players = (tab.locator(".fk-set-once select").nth(at) for at in (0, 1))
    expect(mode).to_have_value("competitive")
    expect(players).to_have_value("3")
    tab.locator(".fk-ask input").fill(entry(DECIDED).en.asked[0])
    tab.keyboard.press("Enter")
    card = tab.locator(f"[data-card='{DECIDED}']")
    expect(card).to_contain_text(say("rules-page.decided"))
    expect(card.locator("[data-part=dispute] .is-on")).to_contain_text(say("rules-page.plays"))
    expect(card.locator("[data-part=dispute] button")).to_have_count(0)
    people = new_evening([Person(name, "") for name in ("Aiko", "Bo")], mode="coop")
    table.append(lease.token, lease.version, [put(helper(people))], label="another evening")
    expect(mode).to_have_value("coop")
    expect(players).to_have_value("2")
    expect(card).not_to_contain_text(say("rules-page.decided"))
    mode.select_option("solo")  # whoever asks about something else does so in peace
    people = new_evening([Person(name, "") for name in ("Aiko", "Bo", "Cleo")], mode="coop")
    version = table.append(lease.token, lease.version + 1, [put(helper(people))], label="one more")
    tab.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) === n", arg=version)
    expect(mode).to_have_value("solo")
    assert visit.errors == []
