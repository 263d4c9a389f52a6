"""The page on paper in a Chromium: one A4 page whoever plays, a code that another program reads, and its links."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
import zxingcpp
from playwright.sync_api import Browser, Page, expect

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.evening.changes import add_points, new_evening, next_turn, tell_space
from fujikoro_nb.helper.evening.first import called_by
from fujikoro_nb.helper.evening.record import COLOURS, Evening, Person
from fujikoro_nb.helper.stored import first_table
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.play.seats import begin, dealt, seated
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.store import Put, Store, game_log
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.conftest import PHONE, Visit
from tests.browser.readable import AXE, FAULTS, SMALL, SMALLEST
from tests.browser.servers import Server
from tests.serve.readers.evenings import helper, put
from tests.serve.readers.test_paper import decided
from tests.support.sampling import sample

Serve = Callable[..., Server]
LONGEST = tuple("W" * 23 + letter for letter in "ABCDEF")
TITLE = "Friday at the Red Fuji, the long table by the window"
ANSWERS = 250
PAGES = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("paper")))
        with Store.open(None) as one:
            yield one


@pytest.fixture(scope="module")
def server(store: Store, served: Serve) -> Server:
    return served("table", fresh=True)


@pytest.fixture(scope="module")
def sheet(chromium: Browser) -> Iterator[Page]:
    """A tab for many sheets; headless Chromium alone can make PDF files."""
    tab = chromium.new_page()
    yield tab
    tab.close()


@cache
def late(players: int, mode: str, *, is_decided: bool = True) -> Evening:
    """An evening with the longest names, far into its end; if so, everything was decided that can be."""
    people = [Person(name, colour) for name, colour in zip(LONGEST[:players], COLOURS, strict=False)]
    now = new_evening(people, mode=mode)
    if mode == "competitive":
        for seat, _ in itertools.product(range(players), range(2)):
            now = add_points(now, [seat], 15, "dragon").evening
        for space, what in enumerate(("lava-1", "lava-2", "lava-3", "rope", "lava-4", "lava-5", "blank"), 1):
            now = tell_space(now, space, what).evening
        for _ in range(2 * players + 1):
            now = next_turn(now).evening
    return decided(now) if is_decided else now


@cache
def played(players: int) -> Put:
    """A game that was played for a while, by chance."""
    colours = ["red", "blue", "green", "purple", "pink", "black"][:players]
    agreed = Agreed(seated(list(LONGEST[:players]), ["person"] * players, colours), "seed")
    session = dealt(begin(agreed, owned=OwnerPack().load().pack), agreed)
    pick = random.Random(players)
    while len(session.lines) < ANSWERS and session.question is not None:
        session.play(pick.choice(list(itertools.islice(iter(session.options), 20))))
        while session.can_deal:
            session.deal()
    return Put(game_log.PART, game_log.written(session))


BEYOND = """() => {
  const { right } = document.querySelector(".sheet").getBoundingClientRect();
  const all = [...document.querySelectorAll(".sheet *")];
  return all.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.outerHTML);
}"""


def printed(tab: Page, address: str) -> tuple[int, list[str]]:
    """How many pages an address has on paper, and what stands beyond their edge."""
    tab.goto(address)
    pages = len(PAGES.findall(tab.pdf(prefer_css_page_size=True)))
    tab.emulate_media(media="print")
    beyond = tab.evaluate(BEYOND)
    tab.emulate_media(media="null")  # as it was: a PDF is made of what is printed
    return pages, beyond


@pytest.mark.parametrize("players", sample(range(2, 7), 2))
@pytest.mark.parametrize(
    ("mode", "is_decided"), [("competitive", True), ("competitive", False), ("coop", True)]
)
def test_an_evening_is_one_page(
    store: Store, server: Server, sheet: Page, players: int, mode: str, is_decided: bool
) -> None:
    code = store.create(TITLE, [put(first_table(late(players, mode, is_decided=is_decided)))]).code
    for language in LANGUAGES:
        assert printed(sheet, f"{server.url}table/{code}/print?lang={language}") == (1, [])
        expect(sheet.locator(".people > li")).to_have_count(players)


@pytest.mark.parametrize(
    ("players", "is_decided"), sample([(2, True), (2, False), (4, True), (4, False), (6, True)], 2)
)
def test_a_game_with_its_hands_is_one_page(
    store: Store, server: Server, sheet: Page, players: int, is_decided: bool
) -> None:
    parts = [played(players), put(first_table(late(players, "competitive", is_decided=is_decided)))]
    code = store.create(TITLE, parts).code
    for language in LANGUAGES:
        assert printed(sheet, f"{server.url}table/{code}/print?lang={language}") == (1, [])
        expect(sheet.locator(".hand")).to_have_count(players)


def test_one_alone_and_nobody_are_one_page(store: Store, server: Server, sheet: Page) -> None:
    solo = store.create(TITLE, [put(first_table(late(1, "solo")))]).code
    empty = store.create("Friday").code
    addresses = [f"table/{solo}/print?", f"table/{empty}/print?", *(f"print?mode={mode}&" for mode in MODES)]
    for address, language in itertools.product(addresses, LANGUAGES):
        assert printed(sheet, f"{server.url}{address}lang={language}") == (1, []), address


def test_a_phone_reads_from_the_code_where_the_table_is(store: Store, server: Server, sheet: Page) -> None:
    code = store.create(TITLE, [put()]).code
    sheet.goto(f"{server.url}table/{code}/print")
    assert decoded(sheet) == [f"{server.url}table/{code}"]  # nothing behind it, and no key
    sheet.goto(decoded(sheet)[0])
    expect(sheet.locator("[data-part=people]")).to_contain_text("Aiko")


def decoded(tab: Page) -> list[str]:
    """What another program reads from the code as it is drawn."""
    size, grey = tab.evaluate("""async () => {
      const code = document.querySelector("svg.qr").cloneNode(true);
      code.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      code.setAttribute("width", 400);
      code.setAttribute("height", 400);
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(code.outerHTML)}`;
      await image.decode();
      const pen = Object.assign(document.createElement("canvas"), { width: 400, height: 400 }).getContext("2d");
      pen.drawImage(image, 0, 0, 400, 400);
      const { data } = pen.getImageData(0, 0, 400, 400);
      return [400, Array.from({ length: 400 * 400 }, (_, at) => data[4 * at])];
    }""")
    picture = memoryview(bytes(grey)).cast("B", (size, size))
    return [one.text for one in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_readers_page_leads_to_its_paper(
    store: Store, server: Server, visits: Callable[..., Visit], language: str
) -> None:
    code = store.create("Friday", [put()]).code
    visit = visits(**PHONE)
    tab = visit.open(f"{server.url}table/{code}?lang={language}")
    with tab.expect_popup() as opened:
        tab.get_by_role("link", name=say("table-view.print", language=language)).tap()
    paper = opened.value
    expect(paper.locator("html")).to_have_attribute("lang", language)
    expect(paper.locator("h1")).to_have_text(called_by(helper().evening))
    assert paper.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    paper.get_by_role("link", name=say("paper.to-table", language=language)).tap()
    expect(paper.locator(".fk-score-reader")).to_be_visible()
    assert visit.errors == []


def test_the_helpers_home_leads_to_a_sheet_to_fill_in(server: Server, visits: Callable[..., Visit]) -> None:
    visit = visits()
    tab = visit.open(f"{server.url}?lang=de")
    link = tab.locator("a[data-kind=paper]")
    expect(link).to_contain_text(say("helper.paper-about", language="de"))
    tab.locator(".fk-home select").first.select_option("coop")
    with tab.expect_popup() as opened:
        link.click()
    expect(opened.value.locator("h2")).to_have_text(say("paper.reference-title", language="de"))
    expect(opened.value.locator("[data-group=turn]")).to_contain_text(
        say("reference.no-points", language="de")
    )
    assert visit.errors == []


def test_a_sheet_on_a_phone_can_be_read_by_everybody(
    store: Store, server: Server, visits: Callable[..., Visit]
) -> None:
    code = store.create(TITLE, [played(2), put()]).code
    tab = visits(**PHONE).open(f"{server.url}table/{code}/print", ready=False)
    tab.evaluate(AXE)
    assert tab.evaluate(FAULTS) == []
    assert tab.evaluate(SMALL, [SMALLEST, SMALLEST]) == []


def test_names_that_look_like_markup_are_letters(store: Store, server: Server, sheet: Page) -> None:
    names = ["<script>window.bad=1</script>", "<img src=x onerror=alert(1)>"]
    part = played(2).value.replace(LONGEST[0].encode(), names[0].encode())
    code = store.create(
        "Friday", [Put(game_log.PART, part.replace(LONGEST[1].encode(), names[1].encode()))]
    ).code
    for address in ("/print", ""):
        sheet.goto(f"{server.url}table/{code}{address}")
        sheet.wait_for_selector(".people" if address else ".fk-game-reader .fk-seats")
        expect(sheet.locator("body")).to_contain_text(names[0][:24])
        assert sheet.evaluate("window.bad") is None
        assert sheet.locator("main img, main script").count() == 0
