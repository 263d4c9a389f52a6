"""A whole evening with the real box: a laptop and four phones, one of them in German; through a killed server, a lost
phone and a new scan in the middle. Nothing that was confirmed is lost, and everybody ends on the last page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.store import Store
from fujikoro_nb.texts import say
from tests.browser.conftest import PHONE, Visit
from tests.browser.helper_tables import MINE, go, opened, to_table
from tests.browser.seat_pages import cell, is_there
from tests.browser.servers import Server
from tests.play.seats_at_a_table import evening_of, seats_of

Serve = Callable[..., Server]
NAMES = ("Aiko", "Ben", "Chloe", "Dieter")
UNANSWERED = "Failed to load resource"
AIKO, BEN, CHLOE, DIETER = range(4)
pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """The folder of this house."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        yield tmp_path


def set_the_table(tab: Page) -> str:
    """The host says who plays and shares; the link that the phones' code holds."""
    to_table(tab)  # before anybody said who plays: the table is called by them all the same
    tab.locator("#fk-share-name").fill("Aiko")
    tab.locator("[data-key=share]").click()
    expect(tab.locator(MINE)).to_be_visible()
    go(tab, "score")
    tab.locator(".fk-form summary").click()
    for _ in range(2):
        tab.locator("[data-key=add-person]").click()
    for seat, name in enumerate(NAMES):
        tab.locator(f"[data-key=name-{seat}]").fill(name)
    tab.locator("[data-key=take-over]").locator("visible=true").click()
    expect(tab.locator(f"[data-seat='{DIETER}'] h3")).to_have_text("Dieter")
    to_table(tab)
    link = tab.locator("[data-key=seats-link]").get_attribute("href")
    assert link
    return link


def scan(visit: Visit, link: str, seat: int, *, over: bool = False) -> Page:
    """A phone reads the code, and somebody says: I am so-and-so."""
    tab = visit.open(link)
    assert "token" not in tab.url
    tab.locator(f"[data-key=sit-{seat}]").click()
    if over:
        tab.locator("[data-key=over-yes]").click()
    expect(tab.locator(".fk-board-weapon [role=gridcell]").first).to_be_visible()
    return tab


def other(tab: Page, seat: int) -> Locator:
    """What a phone shows of somebody else."""
    return tab.locator(f"[data-part=others] [data-seat='{seat}']")


def killed(served: Serve, server: Server) -> Callable[[], Server]:
    """kill -9 of the server and all of its kernels; call what is given to start it again, under the same link."""
    port = str(urlsplit(server.url).port)
    children = psutil.Process(server.process.pid).children(recursive=True)
    server.process.kill()
    for child in children:
        child.kill()
    server.process.wait()
    return lambda: served("table", "--host", "0.0.0.0", "--port", port, fresh=True)


def gives(tab: Page, source: str, points: int, total: int) -> None:
    """Points from a source, tapped on a phone."""
    sources = tab.locator(".fk-seat-sources")
    if sources.get_attribute("open") is None:
        sources.locator("summary").click()
    tab.locator(f"[data-key={source}-{points}]").click()
    expect(tab.locator("[data-part=points]")).to_have_text(str(total))
    is_there(tab)


def test_an_evening_of_four_phones_and_a_laptop(
    data: Path, served: Serve, visits: Callable[..., Visit]
) -> None:
    server = served("table", "--host", "0.0.0.0", fresh=True)
    here = f"http://127.0.0.1:{urlsplit(server.url).port}"
    host = opened(visits(), f"{here}/?token={server.token}")
    link = set_the_table(host).replace(f"http://{urlsplit(server.url).netloc}", here)
    link = f"{here}{urlsplit(link).path}?{urlsplit(link).query}"
    code = urlsplit(link).path.split("/")[2]

    phones = [visits(**PHONE, locale="de-DE" if seat == DIETER else "en-GB") for seat in range(4)]
    aiko, ben, chloe, dieter = (scan(phone, link, seat) for seat, phone in enumerate(phones))
    expect(dieter.locator("[data-part=own]")).to_contain_text("Punkte von Dieter")
    expect(dieter.locator("[data-part=head]")).to_contain_text(", ".join(NAMES))
    with dieter.expect_popup() as asks:
        dieter.locator("[data-key=rules]").click()
    expect(asks.value.locator("[role=tab][data-tab=rules]")).to_have_attribute("aria-selected", "true")
    asks.value.close()

    # everybody enters gear at the same time, each in the own language
    for column in (1, 2, 3):
        for tab in (aiko, ben, chloe, dieter):
            cell(tab, column, 2)
    gives(chloe, "dragon", 7, 7)
    dieter.locator("[data-key=out]").click()
    for tab in (aiko, ben, chloe, dieter):
        is_there(tab)
    expect(other(aiko, CHLOE)).to_contain_text("7 points")
    expect(other(aiko, DIETER)).to_contain_text("knocked out")
    expect(other(dieter, CHLOE)).to_contain_text("7 Punkte")
    expect(dieter.locator("[data-key=undo]")).to_contain_text("Dieter liegt bewusstlos")
    chloe.locator("[data-key=fight-whom]").click()
    expect(chloe.locator("[data-key^=whom-]")).to_have_count(2)  # Dieter lies knocked out
    go(host, "score")
    expect(host.locator(f"[data-seat='{CHLOE}'] [data-part=score]")).to_have_text("7")
    expect(host.locator(f"[data-seat='{DIETER}']").first).to_contain_text(say("score-page.is-down"))

    # kill -9: what is tapped meanwhile waits on the phone, and arrives once
    again = killed(served, server)
    expect(ben.locator("#fk-banner")).to_contain_text("waits on this phone")
    expect(dieter.locator("#fk-banner")).to_be_visible()
    for _ in range(2):
        ben.locator("[data-key=pack-W-more]").click()
    expect(ben.locator("[data-part=pack-W]")).to_have_text("2")
    again()
    is_there(ben)
    expect(other(chloe, DIETER)).to_contain_text("knocked out")
    host.locator("#fk-banner").get_by_role("button", name=say("serve.link-again")).click()
    expect(host.locator(f"[data-seat='{CHLOE}'] [data-part=score]")).to_have_text("7")

    # a lost phone: another one takes the seat over, and everybody reads it
    spare = visits(**PHONE)
    found = scan(spare, link, BEN, over=True)
    expect(found.locator("[data-part=pack-W]")).to_have_text("2")
    expect(chloe.locator("[data-part=newest]")).to_contain_text("Ben's seat is taken over by another device")
    expect(dieter.locator("[data-part=newest]")).to_contain_text("Ben")
    expect(ben.locator("[data-part=who]")).to_be_visible()  # the lost one writes no more
    expect(ben.locator("[data-part=grid]")).to_be_hidden()

    # a new scan in the middle: the same phone is back on its seat without a word
    chloe = phones[CHLOE].open(link)
    expect(chloe.locator("[data-part=points]")).to_have_text("7")
    expect(chloe.locator("[data-part=who]")).to_be_hidden()
    expect(chloe.locator("[data-key=undo]")).to_be_enabled()
    cell(chloe, 1, 3)
    undo = chloe.locator("[data-key=undo]")
    expect(undo).to_contain_text("wood at row 3, column 1")
    undo.click()
    expect(aiko.locator("[data-part=newest]")).to_contain_text("Chloe: taken back: wood at row 3, column 1")

    # the end: the host moves the countdown, Chloe leaves, each counts what is left over
    gives(aiko, "dragon", 15, 15)
    gives(aiko, "dragon", 15, 30)
    on = host.locator("[data-key=countdown-on]")
    for space in range(1, 7):
        on.click()
        expect(host.locator(f"[data-space='{space}']")).to_have_attribute("data-state", "now")
    host.locator(f"[data-key=open-{CHLOE}]").click()
    host.locator(f"[data-key=leave-{CHLOE}-big]").click()
    expect(other(aiko, CHLOE)).to_contain_text("off the mountain")
    while host.locator("[data-part=ending]:visible").count() == 0:
        was = host.locator("[data-part=countdown]").inner_text()
        on.click()
        host.wait_for_function(
            "(was) => document.querySelector('[data-part=countdown]').innerText !== was", arg=was
        )
    for tab in (host, aiko, found, chloe, dieter):
        expect(tab.locator(".fk-end-row")).to_have_count(4)
    chloe.locator(f"[data-key=left-{CHLOE}-monk-1]").click()
    chloe.locator(f"[data-key=left-{CHLOE}-monk-1]").click()
    expect(dieter.locator(f"[data-left='{CHLOE}'] [data-item=monk] .fk-end-count")).to_have_text("2")
    expect(dieter.locator(f"[data-key=left-{CHLOE}-monk-1]")).to_have_count(0)  # it is Chloe's to count
    expect(host.locator(f"[data-rank='{CHLOE}'] .fk-end-points")).to_have_text("9")
    expect(dieter.locator("[data-part=story]")).to_contain_text("Aiko")
    is_there(chloe)

    with Store.open(None) as store:
        table = store.table(code)
        evening, seats = evening_of(table), seats_of(table)
    assert [evening.score(seat) for seat in range(4)] == [30, 0, 9, 0]
    assert all(seats[seat].board.weapon for seat in range(4))
    assert (seats[BEN].board.backpack, evening.down) == ("WW", (DIETER,))
    # A browser notes each request that the dead server did not answer; nothing else may have gone wrong.
    assert [line for phone in phones for line in phone.errors if not line.startswith(UNANSWERED)] == []
