"""A game on a table: written on one page, looked at from phones without a kernel, kept when kernel or server die."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import expect

from fujikoro_nb.texts import say
from tests.browser.cable import Cable
from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import answer, at, kind_of, ready
from tests.browser.kernels import ask, kernels_of, process_of
from tests.browser.servers import Server
from tests.browser.tables import GAME, MINE, STRIP, Serve, changed_at, code_of, look_on, version, write
from tests.browser.test_link import BANNER, kernel


def test_phones_see_each_step_within_two_seconds_and_hold_no_kernel(
    table: Server, visits: Callable[..., Visit]
) -> None:
    ann = write(visits(), table)
    code = code_of(ann)
    looking = [visits(**PHONE), visits(**PHONE, color_scheme="dark"), visits()]
    readers = [look_on(visit, table.url, code) for visit in looking]
    changed_at(ann, ".fk-game", "data-at")
    for reader in readers:
        changed_at(reader, "html", "data-fk-version")
    waits = []
    for _ in range(5):
        seen = version(readers[0])
        answer(ann)
        kind_of(ann)
        for reader in readers:
            reader.wait_for_function(
                "(n) => Number(document.documentElement.dataset.fkVersion) > n", arg=seen
            )
            waits.append(reader.evaluate("fkChanged") - ann.evaluate("fkChanged"))
    assert statistics.median(waits) < 2000
    for reader in readers:
        expect(reader.locator("[data-part=head]")).to_contain_text("Ann")
        seats = [tab.locator(".fk-seats").inner_text().split() for tab in (reader, ann)]
        assert seats[0] == seats[1]
        assert reader.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert reader.locator("button[data-key^=row-], [data-key=undo]").count() == 0
    assert not any(visit.talk for visit in looking)  # no websocket, which is the way to a kernel
    assert len(kernels_of(table)) <= 3  # hers, and one each that waits at home and for a game


def test_a_reader_opens_rules_and_cards(shared_table: Server, visits: Callable[..., Visit]) -> None:
    ann = write(visits(), shared_table)
    visit = visits(**PHONE)
    tab = look_on(visit, shared_table.url, code_of(ann))
    link = tab.locator(".fk-happened [data-rule], .fk-log [data-rule]").first
    rule = link.get_attribute("data-rule")
    link.tap()
    expect(tab.locator("[data-part=rule] .rid").first).to_have_text(str(rule))
    tab.locator("[data-part=rule] button").first.tap()
    expect(tab.locator("[data-part=rule]")).to_have_count(0)
    tab.locator("[role=tab][data-tab=rules]").tap()
    tab.locator(".fk-table-view input[type=search]").fill("lava")
    expect(tab.locator(".fk-table-view [role=option], .fk-table-view .fk-found li").first).to_be_visible()
    assert visit.errors == []


def test_a_readers_link_is_lost_and_found(shared_table: Server, visits: Callable[..., Visit]) -> None:
    ann = write(visits(), shared_table)
    cable = Cable(urlsplit(shared_table.url).port or 0)
    tab = look_on(visits(**PHONE), cable.url(shared_table.url), code_of(ann))
    tab.wait_for_selector(
        ".fk-table-view input[type=search]", state="attached"
    )  # fetched before anybody needs it
    cable.pull()
    expect(tab.locator(BANNER)).to_have_text(say("serve.link-lost-reader"))
    tab.locator("[role=tab][data-tab=rules]").tap()  # reading goes on
    expect(tab.locator(".fk-table-view input[type=search]")).to_be_visible()
    seen = version(tab)
    answer(ann)
    cable.plug()
    tab.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) > n", arg=seen)
    expect(tab.locator(BANNER)).to_be_hidden()
    cable.close()


def test_a_part_that_did_not_come_says_so_and_comes_when_asked_again(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    ann = write(visits(), shared_table)
    visit = visits(**PHONE)
    visit.tab.route("**/*rules_page*", lambda route: route.abort())
    tab = look_on(visit, shared_table.url, code_of(ann))
    tab.locator("[role=tab][data-tab=rules]").tap()
    expect(tab.locator("[role=tabpanel]:not([hidden]) > .fk-notice")).to_have_text(
        say("widgets.part-not-come")
    )
    visit.tab.unroute("**/*rules_page*")
    tab.locator("[role=tabpanel] [data-key=again]").tap()
    expect(tab.locator(".fk-table-view input[type=search]")).to_be_visible()


def test_a_killed_kernel_loses_nothing_and_its_page_writes_on(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    tab = write(visits(), shared_table)
    for _ in range(3):
        answer(tab)
    asked_now, number = tab.locator(".fk-game").get_attribute("data-asked"), at(tab)
    (process,) = process_of(shared_table, kernel(tab))
    process.kill()
    psutil.wait_procs([process], timeout=30)
    banner = tab.locator(BANNER)
    banner.get_by_role("button", name=say("serve.link-again")).click()
    tab.wait_for_selector(f".fk-game[data-at='{number}'][data-asked='{asked_now}']")
    tab.wait_for_selector(MINE)
    answer(tab)


def test_a_killed_server_loses_nothing(served: Serve, visits: Callable[..., Visit], tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        first = served("table", fresh=True)
        tab = write(visits(), first)
        reader = look_on(visits(**PHONE), first.url, code_of(tab))
        answer(tab)
        number = at(tab)
        children = psutil.Process(first.process.pid).children(recursive=True)
        first.process.kill()
        for child in children:
            child.kill()
        expect(reader.locator(BANNER)).to_be_visible()
        expect(tab.locator(BANNER)).to_be_visible()
        port = str(urlsplit(first.url).port)
        second = served("table", "--port", port, fresh=True)
        expect(reader.locator(BANNER)).to_be_hidden()
        tab.locator(BANNER).get_by_role("button", name=say("serve.link-again")).click()
        ready(tab)
        tab.wait_for_selector(f".fk-game[data-at='{number}']")
        tab.wait_for_selector(MINE)
        seen = version(reader)
        answer(tab)
        reader.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) > n", arg=seen)
        assert second.process.poll() is None


def test_another_device_takes_over_in_sight_of_all(
    shared_table: Server, visits: Callable[..., Visit]
) -> None:
    ann = write(visits(), shared_table)
    answer(ann)
    code = code_of(ann)
    ben = ready(visits().open(f"{shared_table.url}{GAME}#table={code}"))
    expect(ben.locator(STRIP)).to_contain_text("Ann")
    number = at(ann)
    ben.wait_for_selector(f".fk-game[data-at='{number}']")
    ben.locator("[data-key=take-over]").click()
    ben.wait_for_selector(MINE)
    expect(ann.locator("[data-key=take-over]")).to_be_visible()
    answer(ben)
    kind_of(ben)  # the bots have played
    ann.wait_for_selector(f".fk-game[data-at='{at(ben)}']")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/table/BCDFGH", 404),
        ("/table/hello1", 404),
        ("/fujikoro/table/BCDFGH/events", 404),
        ("/fujikoro/front/game_page.js", 404),
        ("/fujikoro/front/../base.py", 404),
        ("/fujikoro/card/no.such.rule", 404),
        ("/fujikoro/card/move.steps.base", 200),
        ("/fujikoro/front/hex_map.js", 200),
    ],
)
def test_addresses_of_tables_that_lead_nowhere_say_so(served: Serve, path: str, status: int) -> None:
    answered = ask(served("table"), path)
    assert answered.status == status
    assert "Traceback" not in answered.text  # type: ignore[attr-defined]
