"""What a game night does to a table, seen on the page of whoever writes: disk, file, lock, server, sleep and cable."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.store import Store
from fujikoro_nb.texts import say
from tests.browser.cable import Cable
from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import answer, at, kind_of, moved_on, ready
from tests.browser.kernels import NETWORK, ask, process_of, wait_for_end
from tests.browser.servers import Server
from tests.browser.tables import GAME, MINE, STRIP, code_of, look_on, version, write
from tests.browser.test_link import BANNER, kernel

Serve = Callable[..., Server]
TROUBLE = f"{STRIP} .fk-share-trouble"
BODY = ".fk-do-body"
HOUR_MS = 3_600_000


def stored(folder: Path, code: str) -> tuple[int, bytes]:
    """Version and game of a table as they are on the disk."""
    with Store.open(f"sqlite:///{folder}/tables.sqlite", check=False) as store:
        state = store.table(code).state()
        return state.version, state.parts["game"]


def tap(tab: Page) -> None:
    """The first answer, without waiting for what comes of it."""
    kind_of(tab)
    body = tab.locator(BODY)
    done = body.locator("[data-key=bench-done]")
    (done if done.count() else body.locator("[data-key^=row-]").first).click()


def kill(server: Server) -> None:
    """Server and kernels, as when the power fails."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    server.process.kill()
    for child in children:
        child.kill()
    server.stop()


def load_again(tab: Page) -> None:
    """By the banner's button."""
    tab.locator(BANNER).get_by_role("button", name=say("serve.link-again")).click()
    ready(tab)


@contextlib.contextmanager
def full_disk(process: psutil.Process) -> Iterator[None]:
    """The system refuses this process every byte in a file, as a full disk does; no root is needed."""
    usual = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, usual[1]))
    yield
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, usual)


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes, and does not end."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def stays_unconfirmed(tab: Page, folder: Path, code: str, why: str) -> None:
    """A tap that cannot be stored: one sentence, the page as it was, and the table too."""
    number, kind, before = at(tab), kind_of(tab), stored(folder, code)
    tap(tab)
    expect(tab.locator(TROUBLE)).to_have_text(say("game-share.share-not-kept", why=say(f"table.{why}")))
    assert (at(tab), kind_of(tab), stored(folder, code)) == (number, kind, before)


def goes_on(tab: Page, folder: Path, code: str) -> None:
    """The next tap is stored and says nothing of the trouble."""
    before, _ = stored(folder, code)
    answer(tab)
    expect(tab.locator(TROUBLE)).to_have_count(0)
    assert stored(folder, code)[0] > before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_a_full_disk_is_one_sentence_and_the_game_goes_on_when_there_is_room(
    shared_table: Server, visits: Callable[..., Visit], table_folder: Path
) -> None:
    tab = write(visits(), shared_table)
    code = code_of(tab)
    reader = look_on(visits(**PHONE), shared_table.url, code)
    (process,) = process_of(shared_table, kernel(tab))
    with full_disk(process):
        for _ in range(2):
            stays_unconfirmed(tab, table_folder, code, "not-written")
    goes_on(tab, table_folder, code)
    last, _ = stored(table_folder, code)
    reader.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) >= n", arg=last)


def test_a_locked_database_is_one_sentence_and_readers_read_on(
    shared_table: Server, visits: Callable[..., Visit], table_folder: Path
) -> None:
    tab = write(visits(), shared_table)
    code = code_of(tab)
    with locked(table_folder / "tables.sqlite"):
        stays_unconfirmed(tab, table_folder, code, "busy")
        reader = look_on(visits(**PHONE), shared_table.url, code)
        assert version(reader) == stored(table_folder, code)[0]
    goes_on(tab, table_folder, code)


def test_a_damaged_file_is_kept_aside_told_on_the_page_and_every_step_is_back(
    served: Serve, visits: Callable[..., Visit], tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        first = served("table", fresh=True)
        port = str(urlsplit(first.url).port)
        tab = write(visits(), first)
        code = code_of(tab)
        for _ in range(2):
            answer(tab)
        kind_of(tab)
        good, number = stored(tmp_path, code), at(tab)
        kill(first)  # and with it every step since the start, of which there is no copy yet
        file = tmp_path / "tables.sqlite"
        file.write_bytes(b"spilt coffee" * 5000)
        second = served("table", "--port", port, fresh=True)
        aside = min(tmp_path.glob("tables.sqlite.damaged-*"))  # beside it what SQLite keeps by its name
        assert aside.read_bytes() == b"spilt coffee" * 5000
        assert aside.name in second.output()
        load_again(tab)
        tab.wait_for_selector(f".fk-game[data-at='{number}']")
        expect(tab.locator(TROUBLE)).to_have_text(say("game-share.share-mended-whole"))
        assert stored(tmp_path, code)[1] == good[1]
        tab.locator("[data-key=take-over]").click()
        tab.wait_for_selector(MINE)
        expect(tab.locator(TROUBLE)).to_have_count(0)
        goes_on(tab, tmp_path, code)


def test_on_a_network_a_killed_server_comes_back_under_the_link_that_phones_hold(
    served: Serve, visits: Callable[..., Visit], tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        first = served("table", *NETWORK, fresh=True)
        port = str(urlsplit(first.url).port)
        tab = write(visits(), first)
        answer(tab)
        kind_of(tab)
        number = at(tab)
        kill(first)
        expect(tab.locator(BANNER)).to_be_visible()
        second = served("table", *NETWORK, "--port", port, fresh=True)
        assert second.url == first.url
        load_again(tab)
        tab.wait_for_selector(f".fk-game[data-at='{number}']")
        tab.wait_for_selector(MINE)
        answer(tab)
        reader = visits(**PHONE).open(str(tab.locator("[data-key=readers-link]").get_attribute("href")))
        kill(second)
        third = served("table", *NETWORK, "--port", port, "--new-link", fresh=True)
        for page in (tab, reader):
            expect(page.locator(BANNER)).to_contain_text(say("serve.link-other"))
        tab.locator(BANNER).get_by_role("button", name=say("serve.link-enter")).click()
        expect(tab.locator("body")).to_contain_text(say("serve.refused-token"))
        tab.get_by_label(say("serve.refused-enter")).fill(third.url)
        tab.get_by_role("button", name=say("serve.refused-open")).click()
        tab.wait_for_selector("html[data-fk-ready=true]", state="attached")
        assert str(third.token) not in tab.url
        third.stop()


# ---- asleep, and cut off


def put_away(tab: Page) -> None:
    """As a phone does with a page when it goes into a pocket: it is frozen, and no timer of it runs."""
    tab.context.new_cdp_session(tab).send("Page.setWebLifecycleState", {"state": "frozen"})


def take_out(tab: Page, *, after_ms: int) -> None:
    """The page goes on, and its clock says that so much time has passed."""
    tab.clock.fast_forward(after_ms)
    tab.context.new_cdp_session(tab).send("Page.setWebLifecycleState", {"state": "active"})


def on_a_cable(visit: Visit, server: Server, cable: Cable) -> Page:
    """A writer behind a cable, with a clock that a test can put forward."""
    visit.tab.clock.install()
    tab = write(visit, server, url=cable.url(f"{server.url}{GAME}"))
    answer(tab)
    kind_of(tab)
    return tab


@pytest.fixture
def cable(shared_table: Server) -> Iterator[Cable]:
    """A cable to the table."""
    one = Cable(urlsplit(shared_table.url).port or 0)
    yield one
    one.close()


def test_a_phone_that_slept_for_an_hour_hands_over_its_last_tap_by_itself(
    shared_table: Server, cable: Cable, visits: Callable[..., Visit]
) -> None:
    tab = on_a_cable(visits(**PHONE), shared_table, cable)
    number = at(tab)
    cable.pull()
    tap(tab)
    put_away(tab)
    cable.plug()  # meanwhile its links have ended
    take_out(tab, after_ms=HOUR_MS)
    moved_on(tab, number)
    expect(tab.locator(BANNER)).to_be_hidden()
    expect(tab.locator(MINE)).to_be_visible()
    answer(tab)


def test_a_phone_that_slept_longer_than_its_kernel_says_what_was_not_confirmed_and_comes_back(
    shared_table: Server, cable: Cable, visits: Callable[..., Visit]
) -> None:
    tab = on_a_cable(visits(**PHONE), shared_table, cable)
    number, asked_now = at(tab), kind_of(tab)
    cable.pull()
    tap(tab)
    put_away(tab)
    processes = process_of(shared_table, kernel(tab))
    assert (
        ask(shared_table, f"/voila/api/shutdown/{kernel(tab)}", "POST").status == 204
    )  # what culling does in the end
    wait_for_end(*processes)
    cable.plug()
    take_out(tab, after_ms=HOUR_MS)
    expect(tab.locator(BANNER)).to_contain_text(say("serve.link-ended"))
    expect(tab.locator(BANNER)).to_contain_text(say("serve.link-unsent"))
    load_again(tab)
    tab.wait_for_selector(f".fk-game[data-at='{number}'][data-asked='{asked_now}']")
    expect(tab.locator(MINE)).to_be_visible()
    answer(tab)


def test_after_ten_minutes_without_the_cable_all_comes_back_by_itself_and_each_tap_arrives_once(
    shared_table: Server, cable: Cable, visits: Callable[..., Visit], table_folder: Path
) -> None:
    ann = on_a_cable(visits(**PHONE), shared_table, cable)
    code, number = code_of(ann), at(ann)
    phones = [visits(**PHONE) for _ in range(2)]
    for phone in phones:
        phone.tab.clock.install()
    reader = look_on(phones[0], cable.url(shared_table.url), code)
    gear = phones[1].open(cable.url(f"{shared_table.url}#page=gear"))
    more = gear.get_by_role("button", name="one metal more")
    expect(more).to_be_visible()
    before, _ = stored(table_folder, code)
    cable.pull()
    tap(ann)
    for _ in range(3):
        more.click()
    for tab, key in ((ann, "link-lost"), (gear, "link-lost"), (reader, "link-lost-reader")):
        expect(tab.locator(BANNER)).to_have_text(say(f"serve.{key}"))
        tab.clock.fast_forward(10 * 60 * 1000)
        expect(tab.locator(BANNER)).to_have_text(say(f"serve.{key}"))
    assert stored(table_folder, code)[0] == before
    cable.plug()
    for tab in (ann, gear, reader):
        expect(tab.locator(BANNER)).to_be_hidden()
    moved_on(ann, number)
    expect(ann.locator(MINE)).to_be_visible()
    gear.wait_for_function("location.hash.includes('backpack=MMM')")
    answer(ann)
    kind_of(ann)
    last, _ = stored(table_folder, code)
    assert last > before
    reader.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) === n", arg=last)
    more.click()
    gear.wait_for_function("location.hash.includes('backpack=MMMM')")
