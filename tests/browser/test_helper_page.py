"""The rules helper in a Chromium: link, undo, pages, the rule card; on a laptop, on a phone, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import HELPER, Stage, resized
from tests.support.sampling import sample

Serve = Callable[..., Server]
GEAR = "weapon=WWM..:...&helmet=MM../W...&unlocked=1"
SIX = ("rules", "gear", "fight", "setup", "score", "log")
PAGES = ("home", *SIX, "map", "now", "escape")


def open_helper(visit: Visit, url: str, hash_: str = "") -> Page:
    tab = visit.open(url + (f"#{hash_}" if hash_ else ""))
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    return tab


def show_helper(stage: Stage, link: str = "") -> Page:
    """The same in the page that is open already."""
    return stage.show(HELPER, widget="fk-helper[data-opened=true]", link=link)


def on_gear(tab: Page) -> Page:
    tab.wait_for_selector(".fk-helper[data-page=gear] .fk-slot[data-ready] .verdict .say")
    return tab


def address_has(tab: Page, text: str) -> None:
    tab.wait_for_function("(text) => location.hash.includes(text)", arg=text)


def test_home_offers_only_what_is_there(served: Serve, page: Visit) -> None:
    tab = open_helper(page, served("table").url)
    expect(tab.locator(".six a b")).to_have_text(
        ["Rule?", "My gear", "Fight", "Setup", "Score", "Ruling log"]
    )
    expect(tab.locator(".fk-more a b")).to_have_text(
        [
            *("Map", "Now?", "Escape", "The dragons’ step", "Small games: help", "Our table"),
            *("Play the whole game", "First game", "Play small games", "On paper"),
        ]
    )
    expect(tab.locator("header.top:visible")).to_have_count(0)
    assert page.errors == []


@pytest.mark.parametrize(("lesson", "name"), sample([(one.id, one.page) for one in LESSONS], 3))
def test_lesson_opens_from_the_home_with_two_taps(
    served: Serve, phone: Visit, lesson: str, name: str
) -> None:
    tab = phone.open(served("table").url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    to_all = tab.locator(".fk-to-learn")
    expect(to_all).to_be_in_viewport(ratio=1)
    to_all.tap()
    link = tab.locator(f".fk-learn [data-lesson={lesson}] a")
    expect(link).to_contain_text(say(f"helper.lesson-{name}"))
    link.tap()
    tab.wait_for_url(f"**/voila/render/lesson-{name}.ipynb")
    tab.wait_for_selector("html[data-fk-ready=true]")
    expect(tab.locator("#rendered_cells .lm-Widget button:visible").first).to_be_visible()
    assert tab.get_by_text("The page could not be made").count() == 0


def test_gear_travels_in_the_link_to_another_device(served: Serve, visits: Callable[..., Visit]) -> None:
    url = served("table").url
    laptop = visits()
    tab = on_gear(open_helper(laptop, url, f"{GEAR}&character=tomoe"))
    cell = tab.locator(".fk-board-weapon [role=gridcell]").nth(3)
    cell.focus()
    tab.keyboard.press("m")
    address_has(tab, "weapon=WWMM.:...")
    tablet = visits(viewport={"width": 1024, "height": 768})
    other = on_gear(open_helper(tablet, url, tab.evaluate("location.hash.slice(1)")))
    address_has(other, "weapon=WWMM.:...")
    address_has(other, "helmet=MM../W...")
    expect(other.locator("#fk-character")).to_have_value("tomoe")
    expect(tab.locator(".fk-board-weapon .fk-head")).to_contain_text("4 of 8")
    wanted = tab.locator(".fk-board-weapon").inner_text()
    expect(other.locator(".fk-board-weapon")).to_have_text(wanted, use_inner_text=True)


def test_reload_keeps_the_gear(served: Serve, page: Visit) -> None:
    tab = on_gear(open_helper(page, served("table").url, GEAR))
    tab.reload()
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    on_gear(tab)
    address_has(tab, "weapon=WWM..:...")
    expect(tab.locator(".fk-board-weapon .fk-head")).to_contain_text("3 of 8")


@pytest.mark.parametrize(
    "bad", ["weapon=<img src=x onerror=alert(1)>", "weapon=" + "W" * 9000, "character=nobody", "%00%ff"]
)
def test_bad_link_gives_one_sentence_and_an_empty_board(stage: Stage, bad: str) -> None:
    tab = on_gear(show_helper(stage, bad))
    expect(tab.locator("main > .fk-notice")).to_contain_text("could not be read")
    assert "weapon" not in tab.evaluate("location.hash")
    assert tab.locator("main img").count() == 0
    assert stage.errors == []


def test_link_pasted_into_the_open_page_is_read_and_can_be_undone(stage: Stage) -> None:
    tab = on_gear(show_helper(stage, GEAR))
    tab.evaluate("location.hash = 'page=gear&weapon=TTT..:...'")
    address_has(tab, "weapon=TTT..:...")
    expect(tab.locator(".fk-undo-top")).to_contain_text("gear of the link")
    tab.locator(".fk-undo-top").click()
    address_has(tab, "weapon=WWM..:...")


def test_undo_names_what_it_undoes_and_works_across_pages(stage: Stage) -> None:
    tab = on_gear(show_helper(stage, GEAR))
    undo = tab.locator(".fk-undo-top")
    expect(undo).to_be_disabled()
    tab.get_by_role("button", name="one metal more").click()
    address_has(tab, "backpack=M")
    expect(undo).to_contain_text("metal in the backpack")
    tab.locator(".rail a[data-page=fight]").click()
    tab.wait_for_selector(".fk-fight[data-dice=WWM]")
    tab.get_by_role("tab", name="One roll").click()
    tab.get_by_role("button", name="one wood die less").click()
    tab.wait_for_selector(".fk-fight[data-dice=WM]")
    expect(undo).to_contain_text("dice to roll")
    tab.keyboard.press("Control+z")
    tab.wait_for_selector(".fk-fight[data-dice=WWM]")
    undo.click()
    tab.wait_for_function("() => !location.hash.includes('backpack')")
    expect(undo).to_be_disabled()


def test_back_goes_a_page_back_and_keeps_the_gear(served: Serve, page: Visit) -> None:
    tab = open_helper(page, served("table").url)
    tab.locator(".six a[data-page=gear]").click()
    on_gear(tab)
    tab.get_by_role("button", name="one wood more").click()
    address_has(tab, "backpack=W")
    tab.go_back()
    tab.wait_for_selector(".fk-helper[data-page=home]")
    address_has(tab, "backpack=W")
    tab.go_forward()
    on_gear(tab)
    expect(tab.locator(".fk-step").first).to_contain_text("1")


def test_real_box_shows_no_house_card_until_it_is_switched_off(stage: Stage) -> None:
    tab = on_gear(show_helper(stage, GEAR))
    switch = tab.get_by_role("switch")
    expect(switch).to_be_checked()
    assert tab.locator(".fk-slot .gc").count() == 0
    switch.click()
    address_has(tab, "box=0")
    tab.wait_for_selector(".fk-slot .gc")
    expect(tab.locator(".fk-slot .gc").filter(has_not_text="house")).to_have_count(0)
    tab.locator(".fk-undo-top").click()
    tab.wait_for_function("() => !document.querySelector('.fk-slot .gc')")


def test_rule_opens_in_the_page_and_closes_by_escape(stage: Stage) -> None:
    tab = on_gear(show_helper(stage, GEAR))
    tab.locator(".verdict .rid").click()
    card = tab.locator("[data-part=rule]")
    expect(card).to_be_visible()
    expect(card.locator(".say")).to_have_text(re.compile(".{20}"))
    expect(card).to_contain_text("Where it stands")
    tab.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert "rule=" not in tab.url
    expect(tab.locator(".verdict .rid")).to_be_focused()


def test_rule_of_a_part_opens_once_in_the_page_around_it(stage: Stage) -> None:
    tab = show_helper(stage, f"page=fight&{GEAR}")
    tab.wait_for_selector(".fk-fight[data-dice]")
    tab.get_by_role("tab", name="One roll").click()
    tab.locator('.fk-fight-dice [data-rule="combat.attack.fewer"]').click()
    card = tab.locator("[data-part=rule]")
    expect(card).to_have_count(1)
    box = card.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 900
    assert tab.locator(".fk-fight [data-part=rule]").count() == 0
    tab.locator(".fk-fight-chart h2").click()
    expect(card).to_have_count(0)


def test_copied_link_of_a_loopback_server_says_that_no_phone_can_open_it(stage: Stage) -> None:
    tab = on_gear(show_helper(stage, GEAR))
    sheet = tab.locator(".fk-link-sheet")
    sheet.get_by_role("button", name="Copy the link").click()
    expect(sheet.locator("[data-part=link]")).to_have_value(tab.url)
    expect(sheet.locator("[role=status]")).to_contain_text("works on this computer only")
    expect(sheet.locator("[role=status]")).to_contain_text("fujikoro table --host 0.0.0.0")
    tab.get_by_role("button", name="one metal more").click()
    expect(sheet.locator("[data-part=link]")).to_be_hidden()  # that link was of the gear before
    expect(sheet.locator("[role=status]")).to_be_empty()


@pytest.mark.parametrize("width", [360, 390])
def test_every_page_fits_a_phone_and_its_targets_a_thumb(
    served: Serve, visits: Callable[..., Visit], width: int
) -> None:
    visit = visits(viewport={"width": width, "height": 780}, has_touch=True, is_mobile=True)
    tab = open_helper(visit, served("table").url, GEAR)
    for name in PAGES:
        tab.evaluate("(page) => { location.hash = `page=${page}&weapon=WWM..:...`; }", name)
        tab.wait_for_selector(f".fk-helper[data-page={name}]")
        ready = {
            "gear": ".fk-grid .verdict",
            "fight": ".fk-fight[data-dice]",
            "map": ".fk-map[data-points='259']",
            "setup": ".fk-setup-step",
            "score": ".fk-score-row",
            "log": ".fk-log",
        }
        if name in ready:
            tab.wait_for_selector(ready[name])
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
        small = tab.evaluate(
            """() => [...document.querySelectorAll(".fk-helper button, .fk-helper a.btn, .fk-helper select, .six a")]
              .filter((one) => one.checkVisibility() && !one.closest(".go, .fk-fight-bars, .fk-cells, .fk-head"))
              .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
              .filter(([, box]) => box.height < 43.5 || box.width < 41.5)
              .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
        )
        assert small == [], name
    assert visit.errors == []


def test_first_screen_of_a_phone_holds_verdict_board_and_palette(served: Serve, phone: Visit) -> None:
    tab = on_gear(open_helper(phone, served("table").url, GEAR))
    foot = tab.locator(".foot").bounding_box()
    assert foot
    for part in (".verdict", ".fk-board-weapon", ".pal"):
        box = tab.locator(f".fk-grid {part}").first.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= foot["y"] + 1, part


def test_whole_helper_by_keyboard(stage: Stage) -> None:
    tab = show_helper(stage)
    tab.locator(".six a[data-page=gear]").focus()
    tab.keyboard.press("Enter")
    on_gear(tab)
    tab.locator(".fk-board-weapon [tabindex='0']").first.focus()
    for key in ("w", "ArrowRight", "w", "ArrowRight", "m"):
        tab.keyboard.press(key)
    address_has(tab, "weapon=WWM..:...")
    tab.locator(".rail a[data-page=fight]").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".fk-fight[data-dice=WWM]")


def test_what_is_said_of_a_copied_link_is_in_sight_on_a_phone(phone_stage: Stage) -> None:
    tab = on_gear(show_helper(phone_stage, GEAR))
    tab.get_by_role("button", name="Copy the link").tap()
    said = tab.locator(".fk-copy [role=status]")
    expect(said).to_contain_text("this computer only")
    box, foot = said.bounding_box(), tab.locator(".foot").bounding_box()
    assert box
    assert foot
    assert box["y"] + box["height"] <= foot["y"]


LOST = "weapon=WWM..:...%2BG@1,1&unlocked=1&blueprint-weapon=lost"
MAY_GO = say("craft-grid.magic-may-go-any-cube", kind="weapon")


def middle_of(tab: Page, cell: int) -> dict[str, float]:
    """Of the weapon grid's cell with this 0-based number, eight a row."""
    box = tab.locator(".fk-board-weapon [role=gridcell]").nth(cell).bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@pytest.mark.parametrize(
    ("tapped", "rows"),
    [(24, "WWW..:.../.....:.../W....:..."), (11, "WWWW.:..."), (10, "WW...:...")],
    ids=["elsewhere", "beside its end", "on its end"],
)
def test_tap_right_after_the_first_stroke_of_a_finger_counts(
    served: Serve, phone: Visit, tapped: int, rows: str
) -> None:
    tab = on_gear(open_helper(phone, served("table").url, "page=gear"))
    first, *rest = (middle_of(tab, cell) for cell in (8, 9, 10))
    spot = middle_of(tab, tapped)
    finger = tab.context.new_cdp_session(tab)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [first]})
    for point in rest:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tab.touchscreen.tap(spot["x"], spot["y"])  # at once: nothing is waited for
    address_has(tab, f"weapon=.....:.../{rows}")
    assert phone.errors == []


@pytest.mark.parametrize("width", [390, 360, 320])
def test_board_of_a_phone_never_moves_under_the_finger(phone_stage: Stage, width: int) -> None:
    """However long the verdict and the note over the board are, and whatever is said, the cells stay where they are.

    What is said of an empty hand, which this page never has, is in `test_craft_grid`.
    """
    tab = on_gear(show_helper(phone_stage, "page=gear"))
    resized(tab, width, 844)
    verdict = tab.locator(".fk-grid .verdict").first
    first = middle_of(tab, 0)

    def tap(cell: int, letters: int) -> None:
        spot = middle_of(tab, cell)
        tab.touchscreen.tap(spot["x"], spot["y"])
        tab.wait_for_function(
            "(n) => (location.hash.match(/W/g) ?? []).length === n"
            " && !document.querySelector('.fk-grid .verdict.wait')",
            arg=letters,
        )
        assert middle_of(tab, 0) == first
        assert verdict.evaluate("(box) => box.scrollHeight <= box.clientHeight"), "nothing of it is cut off"

    for cell, letters in ((0, 1), (1, 2), (24, 3), (5, 4)):
        tap(cell, letters)  # legal but useless, legal, in pieces, a closed part
    tab.locator(".fk-blueprints [data-kind=weapon]").tap()
    tab.locator(".fk-blueprints [data-state=owned]").tap()
    tab.locator("[data-material=G]").tap()
    tab.evaluate("scrollTo(0, 0)")
    tap(0, 4)
    tab.locator("[data-material='.']").tap()
    tab.evaluate("scrollTo(0, 0)")
    tap(24, 3)
    expect(tab.locator(".fk-grid .fk-notice:visible")).to_have_text(MAY_GO)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_notice_of_a_phone_stands_in_sight_above_the_foot(
    served: Serve, phone: Visit, width: int, height: int
) -> None:
    tab = on_gear(open_helper(phone, served("table").url, f"page=gear&{LOST}"))
    resized(tab, width, height)
    tab.locator("[data-material='.']").dispatch_event("click")
    tab.evaluate("scrollTo(0, 0)")
    first = middle_of(tab, 0)
    spot = middle_of(tab, 2)
    tab.touchscreen.tap(spot["x"], spot["y"])
    notice = tab.locator(".fk-grid .fk-notice:visible")
    expect(notice).to_have_text(MAY_GO)
    assert middle_of(tab, 0) == first
    assert tab.evaluate("scrollY") == 0
    box, foot = notice.bounding_box(), tab.locator(".foot").bounding_box()
    assert box
    assert foot
    assert box["y"] + box["height"] <= foot["y"]


def test_address_never_lags_behind_the_board(stage: Stage) -> None:
    """When the kernel's answer stands over the board, the address holds the same gear."""
    tab = on_gear(show_helper(stage, "page=gear"))
    tab.evaluate(
        """() => {
          const head = document.querySelector(".fk-board-weapon .fk-head");
          window.fkSeen = [];
          const written = () => (location.hash.match(/W/g) ?? []).length;
          const see = () => fkSeen.push([head.firstChild.textContent.replace(/[^0-9]/g, ""), written()]);
          new MutationObserver(see).observe(head, { subtree: true, childList: true, characterData: true });
        }"""
    )
    for cell in (0, 1, 2, 3, 8):  # faster than the kernel answers
        spot = middle_of(tab, cell)
        tab.mouse.click(spot["x"], spot["y"])
    address_has(tab, "weapon=WWWW.:.../W....:...")
    expect(tab.locator(".fk-board-weapon .fk-head")).to_contain_text("Left 5")
    seen = tab.evaluate("fkSeen")
    assert seen
    assert all(int(shown) <= written for shown, written in seen), seen
