"""A seat's page on real phones: no kernel, own taps at once, others' soon; through a reload, a lost link and a kill."""

from __future__ import annotations

import gzip
import signal
import time
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.store import Store
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.conftest import PHONE, Visit
from tests.browser.losses import losing
from tests.browser.readable import judged
from tests.browser.seat_pages import cell, is_there
from tests.browser.servers import Server
from tests.browser.test_serving import kernels_of
from tests.play.seats_at_a_table import evening_of, new_table, seats_of
from tests.support.sampling import sample

Serve = Callable[..., Server]
PEOPLE = [Person("Aiko", "red"), Person("Ben", "blue"), Person("Chloe", "green"), Person("W" * 24, "purple")]
MOST_BYTES = 300_000
"""Of a first visit, compressed."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The tables of a data folder of their own, open in this process as in a writer's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("seats")))
        with Store.open(None) as one:
            yield one


@pytest.fixture(scope="module")
def server(store: Store, served: Serve) -> Server:
    return served("table", fresh=True)


def code_of(store: Store, mode: str = "competitive") -> str:
    return new_table(store, new_evening(PEOPLE, mode=mode)).table.code


def seated(visit: Visit, server: Server, code: str, seat: int, language: str = "en") -> Page:
    """A phone that has said whose it is."""
    tab = visit.open(f"{server.url}table/{code}/seat?lang={language}")
    tab.locator(f"[data-key=sit-{seat}]").click()
    expect(tab.locator(".fk-board-weapon [role=gridcell]").first).to_be_visible()
    return tab


def test_a_board_that_did_not_come_says_so_and_comes_when_asked_again(
    store: Store, server: Server, phone: Visit
) -> None:
    phone.tab.route("**/*craft_grid*", lambda route: route.abort())
    tab = phone.open(f"{server.url}table/{code_of(store)}/seat?lang=en")
    tab.locator("[data-key=sit-0]").click()
    expect(tab.locator("[data-part=grid] > .fk-notice")).to_have_text(say("widgets.part-not-come"))
    phone.tab.unroute("**/*craft_grid*")
    tab.locator("[data-part=grid] [data-key=again]").tap()
    expect(tab.locator(".fk-board-weapon [role=gridcell]").first).to_be_visible()


def test_two_phones_write_at_once_and_see_each_other(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    code = code_of(store)
    mine, theirs = visits(**PHONE), visits(**PHONE)
    chloe, ben = seated(mine, server, code, 2), seated(theirs, server, code, 1)
    before = time.monotonic()
    cell(chloe, 2, 4)
    chloe.locator("[data-key=points-more]").click()
    ben.locator("[data-key=out]").click()
    ben.locator("[data-key=pack-M-more]").click()
    expect(ben.locator("[data-part=others] [data-seat='2'] [data-part=score]")).to_have_text("1 point")
    expect(chloe.locator("[data-part=others] [data-seat='1']")).to_contain_text("knocked out")
    is_there(chloe)
    is_there(ben)
    assert time.monotonic() - before < 10  # both ways, on a busy machine
    table = store.table(code)
    assert seats_of(table)[2].board.weapon.endswith(".W...:...")
    assert (evening_of(table).down, seats_of(table)[1].board.backpack) == ((1,), "M")
    assert evening_of(table).score(2) == 1
    chloe.locator("[data-key=undo]").click()
    expect(chloe.locator("[data-part=points]")).to_have_text("0")
    expect(ben.locator("[data-part=newest]")).to_contain_text("Chloe: taken back")
    assert len(kernels_of(server)) <= 1  # the one that waits for the host's page
    assert mine.errors == theirs.errors == []


def test_a_phone_comes_back_to_its_seat_and_another_takes_it_over_in_sight(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    code = code_of(store)
    tab = seated(visits(**PHONE), server, code, 0)
    cell(tab, 1, 1)
    is_there(tab)
    tab.reload()
    expect(tab.locator("[data-seat='0']").first).to_be_attached()
    expect(tab.locator("[data-key=undo]")).to_contain_text("wood at row 1, column 1")
    other = visits(**PHONE).open(f"{server.url}table/{code}/seat?lang=en")
    other.locator("[data-key=sit-0]").click()
    expect(other.locator(".fk-seat-over")).to_contain_text("Everybody sees it")
    other.locator("[data-key=over-yes]").click()
    expect(other.locator("[data-key=undo]")).to_contain_text("wood at row 1, column 1")
    expect(tab.locator("[data-part=who]")).to_be_visible()
    expect(tab.locator("[data-part=newest]")).to_contain_text("taken over by another device")
    expect(tab.locator("[data-part=grid]")).to_be_hidden()


def test_what_is_tapped_while_the_server_is_dead_arrives_once(
    store: Store, served: Serve, visits: Callable[..., Visit]
) -> None:
    server = served("table", fresh=True)
    port = server.host.partition(":")[2]
    code = code_of(store)
    visit = visits(**PHONE)
    tab = seated(visit, server, code, 2)
    cell(tab, 3, 2)
    is_there(tab)
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    expect(tab.locator("#fk-banner")).to_contain_text("waits on this phone")
    tab.locator("[data-key=pack-W-more]").click()
    tab.locator("[data-key=pack-W-more]").click()
    expect(tab.locator("[data-part=pack-W]")).to_have_text("2")
    served("table", "--port", port, fresh=True)
    is_there(tab)
    expect(tab.locator("#fk-banner")).to_be_hidden()
    board = seats_of(store.table(code))[2].board
    assert (board.backpack, board.weapon.endswith("..W..:...")) == ("WW", True)


def test_the_last_life_asks_once(store: Store, server: Server, visits: Callable[..., Visit]) -> None:
    code = code_of(store, mode="coop")
    tab = seated(visits(**PHONE), server, code, 1)
    less = tab.get_by_role("button", name="Ben loses a life", exact=True)
    less.click()
    expect(tab.locator("[data-part=lives]").first).to_have_text("1 life")
    less.click()
    expect(tab.locator(".fk-notice").first).to_contain_text("last life")
    assert evening_of(store.table(code)).lives(1) == 1
    less.click()
    expect(tab.locator("[data-part=lives]").first).to_have_text("0 lives")
    assert evening_of(store.table(code)).result == "lost"


def test_a_fight_together_counts_what_the_others_entered(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    code = code_of(store)
    tab = seated(visits(**PHONE), server, code, 2)
    for column in (1, 2):
        cell(tab, column, 1)
    is_there(tab)
    tab.locator("[data-key=fight-1]").click()
    tab.locator("[data-key=fight-ask]").click()
    expect(tab.locator("[data-part=falls]")).to_contain_text("of 100 won")
    expect(tab.locator("[data-part=fight-answer]")).to_contain_text("Alone:")


def test_whom_to_ask_along_is_told_by_the_gear_that_others_entered(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    code = code_of(store)
    visit = visits(**PHONE)
    tab, ben = seated(visit, server, code, 2), seated(visits(**PHONE), server, code, 1)
    cell(tab, 1, 1)
    cell(tab, 2, 1)
    is_there(tab)
    tab.locator("[data-key=fight-whom]").click()
    expect(tab.locator("[data-part=fight-answer]")).to_contain_text("Nobody else who could join")
    visit.errors.clear()  # the browser notes the refusal
    for column in (1, 2, 3):
        cell(ben, column, 2)
    is_there(ben)
    expect(tab.locator("[data-key=fight-1]")).to_contain_text("initiative")
    expect(tab.locator("[data-key=fight-0]")).to_contain_text("no weapon entered")
    tab.locator("[data-key=fight-whom]").click()
    row = tab.locator("[data-key=whom-1]")
    expect(row).to_contain_text("for you ")
    expect(tab.locator("[data-key^=whom-]")).to_have_count(1)
    row.click()
    expect(tab.locator("[data-key=fight-1]")).to_have_attribute("aria-pressed", "true")
    expect(tab.locator("[data-part=falls]")).to_contain_text("of 100 won")
    expect(tab.locator("[data-part=fight-old]")).to_be_hidden()
    ben.locator("[data-key=out]").click()  # the answer was about him on his feet
    expect(tab.locator("[data-part=fight-old]")).to_be_visible()
    assert visit.errors == []


def test_the_host_writes_every_seat(store: Store, server: Server, visits: Callable[..., Visit]) -> None:
    code = code_of(store)
    phone = seated(visits(**PHONE), server, code, 1)
    laptop = visits().open(f"{server.url}table/{code}/seat?lang=en")
    laptop.locator("[data-key='sit--1']").click()
    expect(laptop.locator("[data-part=who]")).to_contain_text("Whose seat?")
    laptop.locator("[data-key=sit-1]").click()
    laptop.locator("[data-key=points-more]").click()
    expect(phone.locator("[data-part=newest]")).to_contain_text("The host: for Ben")
    expect(phone.locator("[data-part=points]")).to_have_text("1")


@pytest.mark.parametrize(("language", "width"), sample(product(LANGUAGES, (360, 768, 1280)), 4))
def test_a_seat_is_read_and_tapped_by_everybody(
    store: Store, server: Server, visits: Callable[..., Visit], language: str, width: int
) -> None:
    scheme = "dark" if width == 768 else "light"
    visit = visits(viewport={"width": width, "height": 844}, color_scheme=scheme)
    tab = visit.open(f"{server.url}table/{code_of(store)}/seat?lang={language}")
    expect(tab.locator("[data-part=who]")).to_contain_text(say("seat-page.who", language=language))
    judged(tab)
    tab.locator("[data-key=sit-3]").click()
    expect(tab.locator(".fk-board-weapon [role=gridcell]").first).to_be_visible()
    judged(tab)
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert visit.errors == []


def test_a_first_visit_is_light(store: Store, server: Server, visits: Callable[..., Visit]) -> None:
    code = code_of(store)
    visit = visits(**PHONE)
    bodies: list[bytes] = []
    visit.tab.on("response", lambda got: bodies.append(got.body()) if "/events" not in got.url else None)
    seated(visit, server, code, 2)
    assert sum(len(gzip.compress(body)) for body in bodies) < MOST_BYTES


def test_who_only_looks_on_is_led_to_a_seat(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    tab = visits(**PHONE).open(f"{server.url}table/{code_of(store)}?lang=de")
    tab.get_by_role("link", name=say("serve.to-seat", language="de")).click()
    expect(tab.locator("[data-part=who]")).to_contain_text("Wer bist du?")


@pytest.mark.parametrize("most", [2, 1000])
@pytest.mark.parametrize("page", ["", "/seat"], ids=["reader", "seat"])
def test_a_front_end_that_was_lost_is_fetched_again_or_leaves_one_sentence(
    store: Store, server: Server, visits: Callable[..., Visit], page: str, most: int
) -> None:
    visit = visits(**PHONE)
    tab = visit.tab
    losses = losing(tab, "**/fujikoro/front/*.js*", most)
    visit.open(f"{server.url}table/{code_of(store)}{page}?lang=en", ready=False)
    said = tab.locator("[data-fk-say='loading-stuck']")
    if most == 2:
        tab.locator("html[data-fk-ready]").wait_for()
        assert len(losses) == 2
    else:
        expect(said).to_contain_text(say("serve.loading-stuck"))
        tab.unroute("**/fujikoro/front/*.js*")
        tab.get_by_role("button", name=say("serve.link-again")).click()
        tab.locator("html[data-fk-ready]").wait_for()
    expect(said).to_have_count(0)
