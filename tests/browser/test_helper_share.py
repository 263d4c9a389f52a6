"""The helper's evening on a table: written on one device, seen on others, kept when kernel or server die."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.serve.addresses import for_phones, served_names
from fujikoro_nb.texts import say
from tests.browser.cable import Cable
from tests.browser.conftest import PHONE, Visit
from tests.browser.helper_tables import MINE, STRIP, go, opened, to_table
from tests.browser.kernels import process_of
from tests.browser.servers import Server
from tests.browser.test_link import BANNER, kernel
from tests.browser.widget_pages import resized

Serve = Callable[..., Server]
TAKE = f"{STRIP} [data-key=take-over]"
NEWS = "[data-part=share-news]"
SCORE = "[data-seat='0'] [data-part=score]"


def write(visit: Visit, url: str, name: str = "Ann") -> Page:
    """A page whose evening is on a table, at its score."""
    tab = opened(visit, url)
    to_table(tab)
    tab.locator("#fk-share-name").fill(name)
    tab.locator("[data-key=share]").click()
    expect(tab.locator(MINE)).to_contain_text(say("game-share.share-mine"))
    go(tab, "score")
    return tab


def join(visit: Visit, url: str, code: str, name: str = "Ben") -> Page:
    """A page at a table whose code somebody typed, at its score."""
    tab = opened(visit, url)
    to_table(tab)
    tab.locator("#fk-share-name").fill(name)
    tab.locator("#fk-share-typed").fill(f"{code[:3].lower()} {code[3:]}")
    tab.locator("[data-key=join]").click()
    expect(tab.locator(STRIP)).to_contain_text(code)
    go(tab, "score")
    return tab


def code_of(tab: Page) -> str:
    return tab.locator(f"{STRIP} .fk-share-sign").inner_text()


def score(tab: Page) -> int:
    return int(tab.locator(SCORE).inner_text())


def more(tab: Page) -> int:
    """One point more for the first person, drawn as done; how many there are then."""
    wanted = score(tab) + 1
    tab.locator("[data-key=more-0]").click()
    expect(tab.locator(SCORE)).to_have_text(str(wanted))
    return wanted


def test_who_opens_the_table_on_its_own_machine_gives_phones_an_address_that_leads_there(
    served: Serve, visits: Callable[..., Visit], tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        server = served("table", "--host", "0.0.0.0", fresh=True)
    here = f"127.0.0.1:{urlsplit(server.origin).port}"
    place, is_here_only = for_phones("http", here, served_names("0.0.0.0"))
    assert not is_here_only and place != f"http://{here}"
    tab = opened(visits(), f"http://{here}/?token={server.token}")
    to_table(tab)
    tab.locator("[data-key=share]").click()
    link = tab.locator("[data-key=readers-link]")
    expect(link).to_have_attribute("href", re.compile(re.escape(f"{place}/")))
    expect(tab.locator("[data-part=share]")).not_to_contain_text(say("game-share.share-here-only"))


def test_two_devices_write_in_turn_and_undo_each_others_changes(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    first, second = visits(), visits(**PHONE)
    ann = write(first, shared_table.url)
    more(ann)
    ben = join(second, shared_table.url, code_of(ann))
    expect(ben.locator(SCORE)).to_have_text("1")
    expect(ben.locator(STRIP)).to_contain_text(say("game-share.share-others", who="Ann"))
    more(ann)
    expect(ben.locator(SCORE)).to_have_text("2")
    expect(ben.locator(NEWS)).to_contain_text("Ann")
    ben.locator("[data-key=more-0]").click()
    expect(ben.locator(".fk-score > .fk-notice")).to_have_text(say("game-share.share-not-yours", who="Ann"))
    expect(ben.locator(SCORE)).to_have_text("2")
    ben.locator(TAKE).click()
    ben.wait_for_selector(MINE)
    expect(ann.locator(TAKE)).to_be_visible()
    undo = ben.locator(".foot .undo")
    expect(undo).to_contain_text("Ann")
    undo.click()
    expect(ben.locator(SCORE)).not_to_have_text("2")
    expect(ann.locator(SCORE)).to_have_text(ben.locator(SCORE).inner_text())
    expect(ann.locator(NEWS)).to_contain_text("Ben")
    ann.locator("[data-key=more-0]").click()
    expect(ann.locator(".fk-score > .fk-notice")).to_contain_text("Ben")
    assert (first.errors, second.errors) == ([], [])


def test_setup_ticks_and_rulings_are_the_same_on_every_device(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    ann = write(visits(), shared_table.url)
    ben = join(visits(**PHONE), shared_table.url, code_of(ann))
    go(ben, "setup")
    tick = ".fk-setup-step input"
    ben.locator(tick).first.click()
    expect(ben.locator(".fk-setup > .fk-notice")).to_have_text(say("game-share.share-not-yours", who="Ann"))
    expect(ben.locator(tick).first).not_to_be_checked()
    go(ann, "setup")
    ann.locator(tick).first.click()
    expect(ben.locator(tick).first).to_be_checked()
    go(ann, "log")
    expect(ann.locator(".fk-log [data-key=who-1]")).to_have_attribute("aria-pressed", "true")
    ann.locator(".fk-log-title").first.click()
    ann.locator(".fk-log-choose button:not(.is-on)").first.click()
    go(ben, "log")
    expect(ben.locator(".fk-log-line")).to_contain_text("Ann")


def test_a_tap_is_pending_until_it_is_kept(shared_table: Server, visits: Callable[..., Visit]) -> None:
    cable = Cable(urlsplit(shared_table.url).port or 0)
    tab = write(visits(), cable.url(shared_table.url))
    more(tab)
    cable.pull()
    expect(tab.locator(BANNER)).to_be_visible()
    plus = tab.locator("[data-key=more-0]")
    plus.click()
    expect(plus).to_have_attribute("aria-busy", "true")
    plus.click()  # nobody sees the first one counted, and it counts once
    tab.locator("[data-key=more-1]").click()
    tab.locator("[data-key=next-turn]").click()
    expect(tab.locator(SCORE)).to_have_text("1")
    cable.plug()
    expect(tab.locator(SCORE)).to_have_text("2")
    expect(tab.locator(SCORE.replace("0", "1"))).to_have_text("1")
    expect(tab.locator(".fk-score-turn h2")).to_contain_text("Blue")
    expect(plus).not_to_have_attribute("aria-busy", "true")
    expect(tab.locator(".fk-helper > .fk-notice, main > .fk-notice")).to_be_hidden()
    cable.close()


def test_a_page_opened_anew_leads_back_to_its_table(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    visit = visits(**PHONE)
    ann = write(visit, shared_table.url)
    more(ann)
    code = code_of(ann)
    ann.goto("about:blank")
    opened(visit, shared_table.url)
    expect(ann.locator(STRIP)).to_contain_text(code)
    expect(ann.locator(STRIP)).to_contain_text(say("evening-share.share-was-own"))
    widths = "([strip, said]) => [strip.clientWidth, said.clientWidth]"
    parts = [ann.locator(one).element_handle() for one in (STRIP, ".fk-share-was")]
    whole, said = ann.evaluate(widths, parts)
    assert said > 0.8 * whole, "a line of two words each is no sentence"
    go(ann, "score")
    expect(ann.locator("[data-slot=score]")).to_have_css("outline-style", "dashed")
    ann.locator("[data-key=go-back]").click()
    expect(ann.locator(MINE)).to_be_visible()
    go(ann, "score")
    more(ann)
    ann.goto("about:blank")
    opened(visit, shared_table.url)
    ann.locator("[data-key=forget]").click()
    expect(ann.locator(STRIP)).to_be_hidden()
    assert visit.errors == []


def test_a_killed_kernel_loses_nothing_and_its_page_writes_on(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    tab = write(visits(), shared_table.url)
    for _ in range(3):
        done = more(tab)
    (process,) = process_of(shared_table, kernel(tab))
    process.kill()
    psutil.wait_procs([process], timeout=30)
    tab.locator(BANNER).get_by_role("button", name=say("serve.link-again")).click()
    tab.wait_for_selector(MINE)
    expect(tab.locator(SCORE)).to_have_text(str(done))
    more(tab)


def test_a_killed_server_loses_nothing(served: Serve, visits: Callable[..., Visit], tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        first = served("table", fresh=True)
        ann = write(visits(), first.url)
        ben = join(visits(**PHONE), first.url, code_of(ann))
        done = more(ann)
        children = psutil.Process(first.process.pid).children(recursive=True)
        first.process.kill()
        for child in children:
            child.kill()
        for tab in (ann, ben):
            expect(tab.locator(BANNER)).to_be_visible()
        second = served("table", "--port", str(urlsplit(first.url).port), fresh=True)
        for tab in (ann, ben):
            tab.locator(BANNER).get_by_role("button", name=say("serve.link-again")).click()
            expect(tab.locator(SCORE)).to_have_text(str(done))
        ann.wait_for_selector(MINE)
        done = more(ann)
        expect(ben.locator(SCORE)).to_have_text(str(done))
        assert second.process.poll() is None


def test_letting_go_brings_the_own_evening_back(shared_table: Server, visits: Callable[..., Visit]) -> None:
    ann = write(visits(), shared_table.url)
    more(ann)
    visit = visits(**PHONE)
    ben = opened(visit, shared_table.url)
    go(ben, "score")
    ben.locator("[data-key=next-turn]").click()
    expect(ben.locator(".fk-score-turn h2")).to_contain_text("Blue")
    ben.goto("about:blank")
    ben.goto(f"{shared_table.url}#page=score&table={code_of(ann)}")
    expect(ben.locator(SCORE)).to_have_text("1")
    to_table_strip = ben.locator(f"{STRIP} .fk-share-sign")
    to_table_strip.click()
    ben.locator("[data-key=unshare]").click()
    expect(ben.locator(STRIP)).to_be_hidden()
    go(ben, "score")
    expect(ben.locator(".fk-score-turn h2")).to_contain_text("Blue")
    expect(ben.locator(SCORE)).to_have_text("0")
    assert "table=" not in ben.evaluate("location.hash")
    assert visit.errors == []


def test_the_page_of_the_table_fits_and_its_buttons_are_large(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    tab = write(visits(), shared_table.url)
    tab.locator(f"{STRIP} .fk-share-sign").click()
    pictures = tab.locator(".fk-code-picture")
    for width, height in ((360, 740), (390, 844), (1280, 900)):
        resized(tab, width, height)
        expect(pictures).to_have_count(2)
        for picture in pictures.all():
            expect(picture, f"{width}").to_be_visible()
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        heights = tab.locator(".fk-share .btn, .fk-share-strip .btn, .fk-share-sign").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().height)"
        )
        assert heights and min(heights) >= 44, width


def test_a_game_begins_at_the_table_and_each_page_leads_to_the_other(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    tab = write(visits(**PHONE), shared_table.url)
    code = code_of(tab)
    tab.locator(f"{STRIP} .fk-share-sign").click()
    tab.locator("[data-key=to-game]").click()
    expect(tab.locator(".fk-start [data-part=lent]")).to_be_visible()
    expect(tab.locator(".fk-start [data-key=name-1]")).to_have_value("Blue")
    tab.locator("[data-key=begin]").click()
    tab.wait_for_selector(".fk-game[data-stage=play]")
    expect(tab.locator(MINE)).to_contain_text(code)
    tab.locator("header.top a.tb").click()
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    expect(tab.locator(MINE)).to_contain_text(code)
    game = tab.locator(".fk-elsewhere [data-kind=game]")
    expect(game).to_contain_text(say("evening-share.share-game"))
    go(tab, "score")
    expect(tab.locator("[data-part=beside-game]")).to_be_visible()
    tab.locator("[data-key=late]").click()
    expect(tab.locator("[data-card=now]")).to_contain_text("Blue")
    tab.locator("[data-part=beside-game] a").click()
    tab.wait_for_selector(".fk-game[data-stage=play]")
    expect(tab.locator(MINE)).to_contain_text(code)
