"""The craft grid in a real Chromium: tap, drag, keyboard, touch, words for a screen reader, hostile messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say, words
from fujikoro_nb.widgets import CraftGrid
from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import Stage, resized
from tests.support.sampling import sample

NINE = "...../.MM/WWMMT/.MM"


IMPORTS = "from fujikoro_nb.widgets import CraftGrid\nfrom ipywidgets import HTML, VBox\n"
CELLS = {
    "empty": f"{IMPORTS}CraftGrid()",
    "touched": f"{IMPORTS}grid = CraftGrid()\nVBox([grid, touch(grid)])",
    "nine": f"{IMPORTS}CraftGrid(weapon={NINE!r})",
    "locked": f"{IMPORTS}CraftGrid(is_unlocked=False)",
    "two": f"{IMPORTS}CraftGrid(weapon='WWM..:..M')",
    "loose": f"{IMPORTS}CraftGrid(weapon='WWM/...M')",
    "lost": f"{IMPORTS}CraftGrid(weapon='WWM+G@1,1', blueprints={{'weapon': 'lost'}})",
    "closed": f"{IMPORTS}CraftGrid(is_unlocked=False, can_unlock=False, weapon='...WW:M')",
    "given": f"{IMPORTS}CraftGrid(weapon='WW', fixed={{'weapon': [[1, 1], [2, 1]]}}, hand='M')",
    "phone": f"{IMPORTS}grid = CraftGrid(is_unlocked=False)\nVBox([grid, touch(grid)])",
    "short": f"{IMPORTS}CraftGrid(weapon='WWM+G@1,1', blueprints={{'weapon': 'lost'}}, hand='WWMT')",
    "linked": f"""{IMPORTS}grid = CraftGrid(); heard = HTML("heard:")
grid.observe(lambda change: setattr(heard, "value", f"heard: {{grid.weapon}}"), "gear")
VBox([grid, heard])""",
}


def show(stage: Stage, name: str) -> Page:
    return stage.show(CELLS[name], widget="fk-grid")


def cell(tab: Page, column: int, row: int, board: str = "weapon") -> Any:
    return tab.locator(f"svg[data-board={board}] [data-column='{column}'][data-row='{row}']")


def verdict(tab: Page) -> Any:
    return tab.locator("[data-part=verdict]")


def undo(tab: Page) -> Any:
    return tab.locator("[data-act=undo]")


def test_tap_draws_and_judges(stage: Stage) -> None:
    tab = show(stage, "empty")
    expect(verdict(tab)).to_contain_text(say("craft-grid.legal-empty"))
    cell(tab, 1, 1).click()
    cell(tab, 2, 1).click()
    tab.locator("[data-material=M]").click()
    cell(tab, 3, 1).click()
    expect(verdict(tab)).to_contain_text("One-handed, length 3.")
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: metal")
    expect(undo(tab)).to_have_text("Undo: metal at row 1, column 3")
    cell(tab, 3, 1).click()  # the same cube again takes it off
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: empty")
    expect(undo(tab)).to_have_text("Undo: metal off row 1, column 3")
    assert stage.errors == []


def test_drag_paints_and_is_one_undo(stage: Stage) -> None:
    tab = show(stage, "empty")
    _drag(tab, (1, 2), (5, 2))
    expect(undo(tab)).to_have_text("Undo: 5 cells of the weapon")
    expect(verdict(tab)).to_contain_text("One-handed, length 5.")
    undo(tab).click()
    expect(verdict(tab)).to_contain_text(say("craft-grid.legal-empty"))


def _drag(tab: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    one, other = (cell(tab, *place).locator(".fk-hit").bounding_box() for place in (start, end))
    tab.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=3)
    tab.mouse.up()


def test_a_drag_that_begins_on_such_a_cube_removes(stage: Stage) -> None:
    tab = show(stage, "empty")
    _drag(tab, (1, 1), (3, 1))
    expect(undo(tab)).to_have_text("Undo: 3 cells of the weapon")
    _drag(tab, (1, 1), (2, 1))
    expect(cell(tab, 1, 1)).to_have_attribute("aria-label", "row 1 column 1: empty")
    expect(cell(tab, 2, 1)).to_have_attribute("aria-label", "row 1 column 2: empty")
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: wood")


def test_keyboard_alone(stage: Stage) -> None:
    tab = show(stage, "empty")
    tab.locator("svg[data-board=weapon] [tabindex='0']").focus()
    for key in ("w", "ArrowRight", "w", "ArrowRight", "m", "ArrowDown", "t"):
        tab.keyboard.press(key)
    expect(verdict(tab)).to_contain_text("One-handed, length 3.")
    expect(tab.locator("svg[data-board=weapon] [tabindex='0']")).to_have_attribute("data-column", "3")
    tab.keyboard.press("Delete")
    expect(cell(tab, 3, 2)).to_have_attribute("aria-label", "row 2 column 3: empty")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("g")
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: metal with magic")
    tab.keyboard.press("Control+z")
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: metal")
    tab.keyboard.press("Control+Shift+z")
    expect(cell(tab, 3, 1)).to_have_attribute("aria-label", "row 1 column 3: metal with magic")
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("Enter")  # wood is chosen and lies there
    expect(cell(tab, 2, 1)).to_have_attribute("aria-label", "row 1 column 2: empty")


def test_focus_is_seen(stage: Stage) -> None:
    tab = show(stage, "empty")
    tab.locator("svg[data-board=weapon] [tabindex='0']").focus()
    tab.keyboard.press("ArrowRight")
    expect(cell(tab, 2, 1)).to_be_focused()
    expect(tab.locator("svg[data-board=weapon] .fk-focus")).to_be_visible()
    tab.keyboard.press("Tab")
    expect(tab.locator("svg[data-board=weapon] .fk-focus")).to_have_count(0)


def test_three_by_three_in_twelve_taps(phone_stage: Stage) -> None:
    """Need H7: five metal, three wood and a tooth in a square of nine, the cube stays chosen."""
    tab = show(phone_stage, "empty")
    taps = 0
    for material, cells in (
        ("W", [(1, 1), (2, 1), (3, 1)]),
        ("M", [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3)]),
        ("T", [(3, 3)]),
    ):
        pick = tab.locator(f"[data-material={material}]")
        if pick.get_attribute("aria-checked") != "true":
            pick.tap()
            taps += 1
        for column, row in cells:
            cell(tab, column, row).tap()
            taps += 1
    expect(verdict(tab)).to_have_class(re.compile(r"\bno\b"))  # nine cubes in one part
    expect(verdict(tab).locator(".rid")).to_have_attribute("href", "?rule=craft.weapon.one-handed.max-cubes")
    assert taps <= 12


def test_illegal_cubes_are_marked_where_they_lie(stage: Stage) -> None:
    tab = show(stage, "nine")
    expect(verdict(tab)).to_contain_text("9")
    expect(tab.locator(".fk-outline-illegal")).to_have_count(1)
    expect(tab.locator(".fk-part.is-wrong")).to_have_count(1)
    expect(cell(tab, 3, 3)).to_have_attribute("aria-label", "row 3 column 3: metal, not allowed")
    tab.get_by_role("button", name=say("craft-grid.show")).first.click()
    expect(tab.locator(".fk-outline-hint")).to_have_count(1)
    cell(tab, 5, 3).click()
    tab.locator("[data-material='.']").click()
    cell(tab, 5, 3).click()
    expect(verdict(tab)).to_have_class(re.compile(r"\bok\b"))
    expect(tab.locator(".fk-outline-illegal")).to_have_count(0)


def test_the_right_part_is_opened_by_a_tap(stage: Stage) -> None:
    tab = show(stage, "locked")
    expect(tab.locator(".fk-lock")).to_contain_text(say("craft-grid.locked"))
    cell(tab, 5, 1).click()
    cell(tab, 6, 1).click()
    expect(verdict(tab).locator(".rid")).to_have_attribute("href", "?rule=monk.spot.weapon")
    tab.get_by_role("button", name=say("craft-grid.unlock"), exact=True).click()
    expect(tab.locator(".fk-lock")).to_be_hidden()
    expect(verdict(tab)).to_have_class(re.compile(r"\bbut\b"))  # two wood of three
    undo(tab).click()
    expect(tab.locator(".fk-lock")).to_be_visible()


def test_a_closed_part_is_opened_by_the_way_out(stage: Stage) -> None:
    tab = show(stage, "locked")
    for column in (4, 5, 6):
        cell(tab, column, 1).click()
    way = tab.locator(".fk-ways .sheet", has_text=say("craft-grid.way-unlock"))
    way.get_by_role("button", name=say("craft-grid.unlock-way")).click()
    expect(verdict(tab)).to_have_class(re.compile(r"\bok\b"))  # three wood
    expect(tab.locator(".fk-lock")).to_be_hidden()
    expect(undo(tab)).to_have_text("Undo: monk on the weapon spot")
    tab = show(stage, "closed")
    way = tab.locator(".fk-ways .sheet", has_text=say("craft-grid.way-unlock"))
    expect(way.get_by_role("button")).to_have_text(say("craft-grid.show"))


def test_of_two_weapons_the_one_that_does_not_fight_is_named(stage: Stage) -> None:
    tab = show(stage, "two")
    expect(verdict(tab)).to_contain_text(say("craft-grid.unusable-one-of-two", part="right", wood=0, needs=2))
    facts = tab.locator("[data-part=facts]")
    expect(facts).to_contain_text(say("craft-grid.fact-wood-part", part="left", wood=2, needs=2))
    expect(facts).to_contain_text(say("craft-grid.fact-wood-short-part", part="right", wood=0, needs=2))
    tab = show(stage, "loose")
    expect(tab.locator(".fk-board-weapon .fk-head b")).to_have_text("loose cube: row 2, column 4")


def test_the_green_cube_is_said_in_words(phone_stage: Stage) -> None:
    tab = show(phone_stage, "lost")
    facts = tab.locator("[data-part=facts]")
    expect(facts).to_contain_text("Initiative 7: length 3 + magic 4")
    for rule in ("combat.init.magic", "magic.value.weapon", "magic.loss.no-blueprint-any-cube"):
        expect(facts.locator(f"[data-rule='{rule}']")).to_have_count(1)
    expect(facts).to_contain_text(say("craft-grid.magic-lies-weapon", initiative=4))
    tab.locator("[data-material='.']").tap()
    cell(tab, 3, 1).tap()
    expect(tab.locator(".fk-notice:visible")).to_have_text(
        say("craft-grid.magic-may-go-any-cube", kind="weapon")
    )
    expect(facts).to_contain_text("Initiative 6: length 2 + magic 4")
    assert phone_stage.errors == []


def test_given_cubes_and_a_hand(stage: Stage) -> None:
    tab = show(stage, "given")
    expect(tab.locator("[data-material=M]")).to_contain_text("1 left")
    tab.locator("[data-material=M]").click()
    cell(tab, 1, 1).click()
    expect(cell(tab, 1, 1)).to_have_attribute("aria-label", "row 1 column 1: wood, given")
    cell(tab, 3, 1).click()
    expect(tab.locator("[data-material=M]")).to_contain_text("0 left")
    cell(tab, 4, 1).click()
    expect(tab.locator(".fk-notice")).to_contain_text("There is no metal left in your hand.")
    expect(tab.locator(".fk-notice a")).to_have_attribute("data-rule", "craft.from-backpack")
    expect(cell(tab, 4, 1)).to_have_attribute("aria-label", "row 1 column 4: empty")


def test_another_cell_hears_of_it(stage: Stage) -> None:
    tab = show(stage, "linked")
    cell(tab, 8, 5).click()
    expect(tab.get_by_text("heard: .....:.../.....:.../.....:.../.....:.../.....:..W")).to_be_visible()


@pytest.mark.parametrize(("width", "least"), [(390, 44), (360, 42)])
def test_targets_are_large_enough_for_a_finger(phone_stage: Stage, width: int, least: int) -> None:
    tab = show(phone_stage, "empty")
    resized(tab, width, 844)
    box = cell(tab, 1, 1).locator(".fk-hit").bounding_box()
    assert min(box["width"], box["height"]) >= least
    low = tab.locator(".fk-grid button:visible").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.innerText)"
    )
    assert low == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_painting_with_a_finger_does_not_scroll_the_page(phone: Visit, stage_server: Server) -> None:
    tab = show(Stage(phone, stage_server), "empty")  # Chromium takes the tap after such a stroke for its end
    tab.evaluate("document.body.style.minHeight = '3000px'")
    boxes = [cell(tab, 2, row).locator(".fk-hit").bounding_box() for row in (4, 3, 2, 1)]
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
    session = tab.context.new_cdp_session(tab)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
    for point in points[1:]:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(undo(tab)).to_have_text("Undo: 4 cells of the weapon")
    assert tab.evaluate("scrollY") == 0


def test_phone_has_tabs(phone_stage: Stage) -> None:
    tab = show(phone_stage, "empty")
    tab.get_by_role("tab", name="Helmet").tap()
    cell(tab, 1, 1, "helmet").tap()
    expect(tab.get_by_role("tab", name="Helmet")).to_have_text("Helmet 1")
    expect(undo(tab)).to_have_text("Undo: wood on the helmet, row 1, column 1")
    expect(tab.locator("svg[data-board=weapon]")).to_be_hidden()


def test_hostile_messages_change_nothing_and_the_grid_works_on(stage: Stage) -> None:
    tab = show(stage, "touched")
    cell(tab, 1, 1).click()
    expect(undo(tab)).to_have_text("Undo: wood at row 1, column 1")
    tab.wait_for_function("window.fkModel")
    before = tab.evaluate("fkModel.get('verdict').sentence")
    tab.evaluate(
        """() => {
        const update = (state) => fkModel.comm.send({ method: "update", state, buffer_paths: [] }, {}, {}, []);
        const custom = (content) => fkModel.comm.send({ method: "custom", content }, {}, {}, []);
        update({ weapon: "XXXXX" }); update({ weapon: "W".repeat(5000) }); update({ weapon: 7 });
        update({ weapon: null }); update({ verdict: { sentence: "owned" } }); update({ _esm: "alert(1)" });
        update({ words: {} }); update({ look: "IPY_MODEL_x" }); update({ layout: 3 }); update([1, 2]); update("x");
        custom(null); custom(1); custom([]); custom({}); custom({ act: "__init__" }); custom({ act: "undo", more: 1 });
        custom({ act: "paint", kind: "weapon", material: "W", cells: "all", stroke: "", client: "", seq: 1 });
        custom({ act: "paint", kind: "weapon", material: "W", cells: [[1e9, 1]], stroke: "", client: "", seq: 1 });
        custom({ act: "magic", kind: "weapon", column: "1", row: 1, on: true, client: "", seq: 1 });
        fkModel.comm.send({ method: "nonsense" }, {}, {}, []); fkModel.comm.send({}, {}, {}, []);
        fkModel.comm.send("text", {}, {}, []); fkModel.comm.send(null, {}, {}, []);
        }"""
    )
    expect(tab.locator(".fk-notice")).to_have_text(say("widgets.ignored"))
    cell(tab, 2, 1).click()
    expect(undo(tab)).to_have_text("Undo: wood at row 1, column 2")
    expect(tab.locator(".fk-notice")).to_be_hidden()
    tab.wait_for_function("fkModel.get('weapon') === 'WW...:...'")
    assert before == "One-handed, length 1." or "wood" in before
    assert "Traceback" not in tab.content()


TOLD: tuple[dict[str, Any], ...] = (
    {},
    {"weapon": "WWM"},
    {"weapon": "WWW/..WWW:W"},
    {"weapon": "WWWWW:..W/:..W"},
    {"weapon": "W"},
    {"weapon": "...WM:M"},
    {"weapon": "WWM..:..M"},
    {"weapon": "W:..M"},
    {"helmet": "MMMM/TTTT"},
    {"sandals": "TT/T"},
    {"weapon": "WWM+G@1,1"},
    {"helmet": "WM+G"},
    {"sandals": "WM+G"},
    {"weapon": "WWM+G@1,1", "blueprints": {"weapon": {"state": "owned", "pattern": "TT"}}},
    {"helmet": "WM+G", "blueprints": {"helmet": {"state": "owned", "pattern": "TT"}}},
    {"sandals": "WM+G", "blueprints": {"sandals": {"state": "owned", "pattern": "TT"}}},
    {"weapon": NINE},
    {"weapon": "W/W/W/W/W", "character": "masako"},
    {"weapon": "WWWWW:W/WWWWW:WW"},
    {"weapon": "M.M.M"},
    {"weapon": "WW/..M:..M"},
    {"weapon": "WWM/:..M/:M"},
    {"weapon": "...WW:W/M"},
    {"weapon": "WW...:.WW", "is_unlocked": False},
    {"weapon": "...WW:W", "is_unlocked": False},
    {"weapon": "WWM+G@5,5"},
    {"helmet": "+G"},
    {"sandals": "+G"},
    {"helmet": "WWWW/WWWW/W"},
    {"helmet": "WWWW", "character": "daisuke"},
    {"helmet": "WM+G", "character": "daisuke"},
    {"sandals": "WW/WW"},
    {"sandals": "WW/WW/WW", "character": "masako"},
    {"helmet": "WWWW/WWWW/WWWW/W", "character": "masatsura"},
    {"weapon": "WWWWW:WWW/WWWWW:WWW", "character": "takeko"},
    {"weapon": "WW...:.WW", "character": "takeko"},
    {"weapon": "...WW:WM", "character": "tomoe"},
)
"""Gear that together brings up every sentence a verdict may have."""
ALSO = say(
    "card-strip.matches-names",
    names=say("card-strip.list-and").join(["weapon blueprint 12", "weapon blueprint 27"]),
)


@pytest.mark.parametrize("width", sample([390, 360, 320], 1))
def test_no_sentence_of_a_verdict_is_cut_off_on_a_phone(phone_stage: Stage, width: int) -> None:
    tab = show(phone_stage, "phone")
    resized(tab, width, 844)
    tab.wait_for_function("window.fkModel")
    told = []
    for settings in TOLD:
        grid = CraftGrid(**settings)
        told.append((grid.verdict, {"sentence": ALSO, "rule": "gearcard.match.contains"}))
        grid.close()
    said = " ".join(verdict["sentence"] for verdict, _ in told)
    for key, sentence in words("craft-grid").items():
        if re.match(r"legal-|unusable-|magic-no-blueprint-|magic-goes-", key):
            assert re.search(re.sub(r"\\{\w+\\}", r"\\w+", re.escape(sentence)), said), key
    cut = tab.evaluate(
        """(told) => {
          const box = document.querySelector(".fk-grid .verdict");
          const cut = [];
          for (const [verdict, also] of told) {
            fkModel.set({ verdict, also });
            const text = box.querySelector(".say").parentElement;
            const [needs, has] = [text.getBoundingClientRect().height + 12, box.clientHeight];
            if (box.scrollHeight > has || needs > has || box.scrollWidth > box.clientWidth)
              cut.push([box.innerText, box.scrollHeight, needs, has]);
          }
          return cut;
        }""",
        told,
    )
    assert cut == []


@pytest.mark.parametrize("width", sample([390, 360, 320], 1))
def test_a_notice_never_moves_the_board_of_a_phone(phone_stage: Stage, width: int) -> None:
    tab = show(phone_stage, "short")
    resized(tab, width, 844)
    places = [cell(tab, 1, 1), tab.locator(".pal")]
    before = [place.bounding_box()["y"] for place in places]
    notice = tab.locator(".fk-grid .fk-notice:visible")
    for material in "WMTG.":
        pick = tab.locator(f"[data-material='{material}']")
        pick.tap()
        expect(pick).to_have_attribute("aria-checked", "true")
        assert pick.evaluate("(button) => button.scrollWidth <= button.clientWidth"), "its word is whole"
    cell(tab, 3, 1).tap()
    expect(notice).to_have_text(say("craft-grid.magic-may-go-any-cube", kind="weapon"))
    assert [place.bounding_box()["y"] for place in places] == before
    expect(notice).to_be_in_viewport(ratio=1)
    tab.locator("[data-material=T]").tap()
    expect(tab.locator("[data-material=T]")).to_have_attribute("aria-checked", "true")
    for column in (3, 4):
        cell(tab, column, 1).tap()
    expect(notice).to_contain_text(say("craft-grid.none-left", material="tooth"))
    assert [place.bounding_box()["y"] for place in places] == before
    expect(notice).to_be_in_viewport(ratio=1)
    assert phone_stage.errors == []


def test_the_focus_stays_on_the_board_when_its_button_is_done(stage: Stage) -> None:
    tab = show(stage, "locked")
    for column in (4, 5, 6):
        cell(tab, column, 1).click()
    tab.get_by_role("button", name=say("craft-grid.unlock-way")).press("Enter")
    lock = tab.locator(".fk-board-weapon .fk-head button")
    expect(lock).to_be_focused()
    lock.press("Enter")
    tab.locator(".fk-lock").get_by_role("button", name=say("craft-grid.unlock"), exact=True).press("Enter")
    expect(lock).to_be_focused()
    blueprint = tab.locator(".fk-blueprints [data-kind=helmet]")
    blueprint.press("Enter")
    expect(blueprint).to_have_attribute("data-state", "owned")
    expect(blueprint).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_are_ours(stage_server: Server, visits: Callable[..., Visit], theme: str) -> None:
    tab = show(Stage(visits(color_scheme=theme), stage_server), "nine")
    shown = tab.locator(".verdict").evaluate("node => getComputedStyle(node).backgroundColor")
    # tokens.css: the wash of a refusal by day and by night
    assert shown == {"light": "rgb(248, 222, 214)", "dark": "rgb(74, 33, 26)"}[theme]


def test_a_character_says_how_it_crafts(phone_stage: Stage) -> None:
    """Under the board, which does not move for it, and not inside the verdict, where it would be cut."""
    cell = "from fujikoro_nb.widgets import CraftGrid\nCraftGrid(helmet='WWWW', character='daisuke', language='de')"
    tab = phone_stage.show(cell, widget="fk-grid")
    expect(verdict(tab).locator("[data-rule='char.daisuke.helmet-three']")).to_be_visible()
    expect(tab.locator(".fk-differs")).to_contain_text(
        say("characters.char.daisuke.helmet-three", language="de")
    )
    assert verdict(tab).evaluate("one => one.scrollHeight <= one.clientHeight")
    assert phone_stage.errors == []
