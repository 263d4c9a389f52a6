"""Telling pieces of one's own box in a real Chromium: every tap counted, phone and keyboard, list and undo."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pieces import plain_of
from fujikoro_nb.engine.fujikoro.components import SpaceKind, Tile
from fujikoro_nb.texts import say
from tests.browser.conftest import PHONE, Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import BOXES, Stage

MOST_TAPS = 15
"""Of a tile, with its level and the last button (issue: at most 15 taps a tile)."""

EDITOR = """
import json, ipywidgets
from fujikoro_nb.content.pieces import plain_of
from fujikoro_nb.widgets import PieceEditor
told = ipywidgets.Label("-")
editor = PieceEditor({arguments})
def finished(change):
    if change.new is not None:
        editor.begin(editor.kind, sort=editor.sort)  # before the page hears of it: nothing is tapped on an old form
        told.value = json.dumps(plain_of(change.new))
editor.observe(finished, "finished")
told.add_class("told")
ipywidgets.VBox([editor, told])
"""

SHELF = """
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.widgets import PieceShelf
PieceShelf(OwnerPack({folder!r}))
"""

IS_HIT = """node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height - 4));
}"""


def show(stage: Stage, arguments: str = "") -> Page:
    return stage.show(EDITOR.format(arguments=arguments), widget="fk-piece")


def told(tab: Page) -> dict[str, Any]:
    expect(tab.locator(".told")).not_to_have_text("-")
    return json.loads(tab.locator(".told").inner_text())


class Finger:
    """Taps, counted."""

    def __init__(self, tab: Page) -> None:
        self.tab, self.taps = tab, 0

    def on(self, selector: str) -> None:
        self.taps += 1
        self.tab.locator(selector).click()

    def tell(self, tile: Tile) -> None:
        """Space after space, as the form leads; a number on a picture by tapping its space again."""
        last = max((n for n, face in enumerate(tile.spaces) if face.kind != "plain" or face.lava), default=-1)
        numbered = []
        for index, face in enumerate(tile.spaces[: last + 1]):
            if face.lava and face.kind == SpaceKind.PLAIN:
                self.on(f"[data-lava='{face.lava}']")
                continue
            self.on(f"[data-picture='{' '.join(filter(None, (face.kind, face.colour)))}']")
            if face.lava:
                numbered.append((index, face.lava))
        for index, number in numbered:
            self.on(f"[data-space='{index}']")
            self.on(f"[data-lava='{number}']")


def test_every_tile_of_a_whole_box_takes_at_most_fifteen_taps(stage: Stage) -> None:
    """33 tiles one after the other, as they come out of the bag: the level is tapped each time."""
    tab = show(stage)
    most = 0
    for tile in house_pack().tiles:
        finger = Finger(tab)
        finger.on(f".seg [data-value='{tile.level}']")
        finger.tell(tile)
        finger.on("[data-act=finish]")
        wanted = [list(plain_of(tile)["spaces"]), tile.level]
        expect(tab.locator(".told")).to_contain_text(json.dumps(wanted[0]))
        expect(tab.locator(".told")).to_contain_text(f'"level": "{tile.level}"')
        answer = told(tab)
        assert [answer["spaces"], answer["level"]] == wanted
        most = max(most, finger.taps)
        assert finger.taps <= MOST_TAPS, tile.id
    assert stage.errors == []


def test_a_number_on_a_picture_and_what_goes_back(stage: Stage) -> None:
    tab = show(stage, "sort='II'")
    expect(tab.locator("h3")).to_have_text("Tile, level II: what did you draw?")
    expect(tab.locator(".seg")).to_be_hidden()
    tab.locator("[data-picture=exit]").click()
    tab.locator("[data-picture='scroll red']").click()
    tab.locator("[data-picture=monk]").click()
    tab.locator("[data-act=back]").click()  # no monk in the east
    tab.locator("[data-space='1']").click()
    tab.locator("[data-lava='3']").click()
    expect(tab.locator(".fk-at")).to_have_text("North-east: Scroll, red, erupts with 3")
    tab.locator("[data-act=turn]").click()
    tab.locator("[data-act=finish]").click()
    assert told(tab)["spaces"] == ["exit", "plain", "scroll red 3", "plain", "plain", "plain", "plain"]


def test_a_tile_by_keyboard_alone(stage: Stage) -> None:
    tab = show(stage)
    tab.locator("[data-space='0']").focus()
    for key in ("s", "5", "l", "p", "h", "ArrowUp", "m", "Delete", "a"):
        tab.keyboard.press(key)
    tab.locator("[data-act=finish]").focus()
    tab.keyboard.press("Enter")
    spaces = told(tab)["spaces"]
    assert spaces[:5] == ["square", "plain 5", "lava", "plain", "hexagon"]
    assert spaces[5:] == ["adventure", "monk"]  # up from the west, back, taken away, told again


def test_what_no_box_has_is_refused_with_its_rule_and_mended(stage: Stage) -> None:
    tab = show(stage, "sort='I'")
    tab.locator("[data-picture=exit]").click()
    tab.locator("[data-act=finish]").click()
    refusal = tab.locator(".fk-refusal")
    expect(refusal).to_contain_text(say("refusal.setup.tiles.stacks/exit", level="I"))
    expect(refusal.locator("[data-rule]")).to_have_attribute("data-rule", "setup.tiles.stacks")
    tab.locator("[data-space='0']").click()
    tab.locator("[data-picture=monk]").click()
    expect(refusal).to_be_hidden()
    tab.locator("[data-act=finish]").click()
    assert told(tab)["spaces"][0] == "monk"


def test_tokens_dragons_and_scrolls(stage: Stage) -> None:
    tab = show(stage, "'hexagon', sort='II'")
    for letter in "WWM":
        tab.locator(f"[data-add={letter}]").click()
    tab.locator("[data-held=W]").first.click()
    tab.locator("[data-act=finish]").click()
    assert told(tab) == {
        "id": "owner-hexagon-ii-1", "shape": "hexagon", "level": "II", "cubes": "WM", "monk": False,
    }  # fmt: skip

    tab = show(stage, "'dragon'")
    expect(tab.locator("[data-act=finish]")).to_be_disabled()
    tab.locator(".fk-colours [data-value=white]").click()
    expect(tab.locator(".fk-piece")).to_contain_text("rolls 6 dice and brings 15 points")
    expect(tab.locator("[data-field=health]")).to_have_value("60")
    tab.locator("[data-field=initiative]").fill("11")
    tab.locator("[data-field=health_two_players]").fill("40")
    tab.locator("[data-act=finish]").click()
    dragon = told(tab)
    assert (dragon["health"], dragon["health_two_players"], dragon["initiative"], dragon["dice"]) == (
        60,
        40,
        11,
        6,
    )

    tab = show(stage, "'adventure'")
    tab.locator("[data-effect=steps]").click()
    tab.locator("[data-more=steps]").click()
    tab.locator("[data-effect=cubes]").click()
    tab.locator("[data-add=T]").click()
    expect(tab.locator(".fk-at")).to_have_text("Once: 2 more steps in a move; when gathering also 1 tooth.")
    tab.locator("[data-act=finish]").click()
    assert told(tab)["effects"] == [{"kind": "steps", "amount": 2}, {"kind": "cubes", "cubes": "T"}]

    tab = show(stage, "'scroll'")
    expect(tab.locator("[data-effect=discs]")).to_have_count(0)  # a scroll lasts


def test_a_card_on_its_grid(stage: Stage) -> None:
    tab = show(stage, "'card', sort='helmet'")
    tab.locator("svg[data-board=card] [data-column='1'][data-row='1']").click()
    tab.locator(".pal [data-value=M]").click()
    tab.locator("svg[data-board=card] [data-column='2'][data-row='1']").click()
    tab.get_by_role("button", name=say("card-strip.bonus-metal")).click()
    tab.locator("[data-act=finish]").click()
    card = told(tab)
    assert (card["kind"], card["pattern"], card["bonus"]) == ("helmet", "WM", "metal")


def test_everything_on_a_phone_can_be_hit(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = tab.locator(".fk-piece button:visible, .fk-place").evaluate_all(BOXES)
    assert boxes
    for left, right, width, height in boxes:
        assert width >= 44 and height >= 44
        assert left >= 0 and right <= 390


def test_the_shelf_keeps_changes_and_takes_back(stage: Stage, tmp_path: Path) -> None:
    tab = stage.show(SHELF.format(folder=str(tmp_path)), widget="fk-shelf")
    expect(tab.locator(".fk-shelf")).to_contain_text(say("piece-shelf.none"))
    tab.locator("[data-add=square]").click()
    tab.locator(".seg [data-value=III]").click()
    tab.locator(".fk-piece [data-add=T]").click()
    tab.locator("[data-act=finish]").click()
    row = tab.locator("li[data-id='owner-square-iii-1']")
    expect(row).to_contain_text("Square token, level III, no. 1")
    expect(row).to_contain_text("level III: 1 tooth")
    row.locator("[data-act=edit]").click()
    tab.locator(".fk-piece [data-add=M]").click()
    tab.locator("[data-act=finish]").click()
    expect(row).to_contain_text("1 metal and 1 tooth")
    row.locator("[data-act=remove]").click()
    expect(row).to_have_count(0)
    undo = tab.locator("[data-act=undo]")
    expect(undo).to_have_text("Undo: Square token, level III, no. 1 taken out")
    undo.click()
    expect(row).to_contain_text("1 metal and 1 tooth")
    undo.click()
    expect(row).to_contain_text("level III: 1 tooth")
    undo.click()
    expect(row).to_have_count(0)
    assert stage.errors == []


def test_a_tile_is_entered_in_the_helper_and_taken_back(
    served: Callable[..., Server],
    visits: Callable[..., Visit],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a phone: every tap hits, what is kept is on the disk, and the foot's undo names it."""
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))  # kept here, and seen by no other test
    server = served("table", fresh=True)
    visit = visits(**PHONE)
    tab = visit.open(f"{server.url}#page=gear")
    tab.locator("[data-act=open-pieces]").tap()
    tab.locator(".fk-shelf [data-add=tile]").tap()
    tab.locator(".fk-piece [data-picture=monk]").tap()
    tab.locator(".fk-piece [data-lava='4']").tap()
    keep = tab.locator(".fk-piece [data-act=finish]")
    assert keep.evaluate(IS_HIT)  # over the bar at the foot, wherever the page is
    keep.tap()
    row = tab.locator("li[data-id='owner-tile-i-1']")
    expect(row).to_contain_text("level I, 2 spaces")
    assert OwnerPack(tmp_path).load().pack.tiles[0].spaces[1].lava == 4
    undo = tab.locator(".foot .undo")
    expect(undo).to_have_text("Undo: Tile, level I, no. 1 entered")
    undo.tap()
    expect(row).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert visit.errors == []
