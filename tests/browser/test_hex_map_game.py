"""A game on the map in a Chromium: it is drawn whole, a tap shows the path, and the list does the same by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.engine.fujikoro.board.geometry import space
from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.test_hex_map import DRAWN, pixel, selected
from tests.browser.widget_pages import Stage
from tests.views.map.test_picture import pieces_of, walk_through

WALKING = """
from fujikoro_nb.widgets.map.hex_map import HexMap
from tests.support.gear_positions import board
from tests.support.game_positions import realm
import ipywidgets
tiles = {"I-1": "s...LL.", "I-4": "..12..."}
game = realm(board(sandals="MM/M"), board(), tiles=tiles, at=("centre", "I-1.0")).play("move")
chosen = ipywidgets.HTML("nothing yet").add_class("chosen")
m = HexMap()
m.show(game.state)
def hear(offer):
    chosen.value = game.play(offer.answer).at()
    m.show(game.state)
m.on_choice(hear)
ipywidgets.VBox([chosen, m, touch(m)])
"""

MIDDLE_OF_A_GAME = """
from fujikoro_nb.widgets.map.hex_map import HexMap
from tests.views.map.test_picture import walk_through
m = HexMap()
m.show(walk_through({seed})[-1])
m
"""


def open_game(stage: Stage, cell: str = WALKING) -> Page:
    tab = stage.show(cell, widget="fk-map")
    tab.wait_for_selector(DRAWN)
    return tab


def tap(tab: Page, name: str) -> None:
    tab.mouse.click(*pixel(tab, space(name).hexes[0].point))


@pytest.mark.parametrize("seed", [1, 4])
def test_every_piece_of_the_picture_is_on_the_page_once(stage: Stage, seed: int) -> None:
    tab = open_game(stage, MIDDLE_OF_A_GAME.format(seed=seed))
    from fujikoro_nb.views.map.picture import map_picture

    wanted = sorted(
        (name, str(piece["kind"])) for name, piece in pieces_of(map_picture(walk_through(seed)[-1]))
    )
    drawn = tab.evaluate(
        """() => [...document.querySelectorAll(".fk-map-pieces [data-on] [data-kind]")]
          .map((piece) => [piece.closest("[data-on]").dataset.on, piece.dataset.kind])"""
    )
    assert sorted((name, kind) for name, kind in drawn) == wanted
    assert tab.evaluate(
        """() => [...document.querySelectorAll(".fk-map-pieces [data-kind]")].every((piece) => {
          const hex = piece.getBoundingClientRect(), map = document.querySelector(".mapbox").getBoundingClientRect();
          return hex.width > 3 && hex.x > map.x - 1 && hex.right < map.right + 1;
        })"""
    )
    assert not tab.evaluate(
        """() => [...document.querySelectorAll(".fk-map-pieces use")].some((use) =>
          !document.querySelector(use.getAttribute("href")))"""
    ), "every sign is in the sprite"
    assert stage.errors == []


def test_pieces_stay_on_their_hexes_at_every_zoom(stage: Stage) -> None:
    tab = open_game(stage)
    width = """() => {
      const [left, right] = document.querySelector(".fk-map-plot").layout.xaxis.range;
      return right - left;
    }"""
    for clicks in range(4):
        if clicks:
            before = tab.evaluate(width)
            tab.locator(".fk-map .zoom .btn").first.click()
            tab.wait_for_function(f"(before) => ({width})() !== before", arg=before)
        tab.wait_for_function(
            """([x, y]) => {
              const figure = document.querySelector(".fk-map-pieces [data-on='I-1.0'] [data-kind='samurai']");
              const plot = document.querySelector(".fk-map-plot"), frame = plot.getBoundingClientRect();
              const [[left, right], [bottom, top]] = [plot.layout.xaxis.range, plot.layout.yaxis.range];
              const shown = figure.querySelector("use").getBoundingClientRect();
              const px = frame.x + ((x - left) / (right - left)) * frame.width;
              const py = frame.y + ((top - y) / (top - bottom)) * frame.height;
              const side = frame.width / (right - left);
              return Math.hypot(shown.x + shown.width / 2 - px, shown.y + shown.height / 2 - py) < 0.5 * side;
            }""",
            arg=list(space("I-1.0").hexes[0].point),
        )


def test_a_far_tap_draws_the_path_and_confirming_walks_it(stage: Stage) -> None:
    tab = open_game(stage)
    tap(tab, "I-1.3")
    selected(tab, "I-1.3")
    centre_lava_target = re.compile("^[^L]+L[^L]+L[^L]+$")
    expect(tab.locator(".fk-map-walk .fk-map-steps")).to_have_attribute("d", centre_lava_target)
    expect(tab.locator("[data-letter='I-1.3'] .fk-map-cost text")).to_have_text("−5")
    button = tab.locator(".fk-map-confirm")
    expect(button).to_contain_text("5 points")
    assert tab.locator(".chosen").inner_text() == "nothing yet"
    button.click()
    expect(tab.locator(".chosen")).to_have_text("I-1.3")
    tab.wait_for_selector(".fk-map-pieces [data-on='I-1.3'] [data-kind='samurai']")
    expect(tab.locator(".fk-map-walk path")).to_have_count(0)
    assert stage.errors == []


def test_a_space_out_of_reach_says_why_with_its_rule(stage: Stage) -> None:
    tab = open_game(stage)
    tap(tab, "III-1.0")
    selected(tab, "III-1.0")
    about = tab.locator(".fk-map-about")
    expect(about.locator(".fk-map-why")).to_have_text("Space × is not explored yet.")
    expect(tab.locator('.fk-map-cross[data-barred="III-1.0"]')).to_be_visible()
    expect(about.locator("[data-rule]")).to_have_attribute("data-rule", "move.revealed-only")
    expect(tab.locator(".fk-map-confirm")).to_have_count(0)
    expect(tab.locator(".fk-map-walk path")).to_have_count(0)
    about.locator("[data-rule]").click()
    tab.wait_for_selector(".fk-rule-card")


def test_keyboard_alone_chooses_and_goes(stage: Stage) -> None:
    tab = open_game(stage)
    rows = tab.locator(".fk-map-reach button")
    rows.first.focus()
    tab.keyboard.press("ArrowDown")
    second = rows.nth(1).get_attribute("data-go")
    selected(tab, str(second))
    letters = [text.strip() for text in tab.locator(".fk-map-reach kbd").all_inner_texts()]
    tab.keyboard.press(letters[-1])
    last = str(rows.last.get_attribute("data-go"))
    selected(tab, last)
    tab.keyboard.press("Enter")
    expect(tab.locator(".chosen")).to_have_text(last)


def test_list_of_places_says_what_lies_on_each_space(stage: Stage) -> None:
    tab = open_game(stage)
    tab.locator(".fk-map-listing summary").click()
    expect(tab.locator("[data-place='I-1']")).to_contain_text("2 lava spaces")
    expect(tab.locator("[data-place='I-1']")).not_to_contain_text("1 lava space")
    expect(tab.locator("[data-place='I-1']")).to_contain_text("samurai (pink)")
    expect(tab.locator("[data-space='I-4.2']")).to_have_attribute(
        "aria-label", "east: lava number 1, erupts in 1 step of the countdown"
    )
    expect(tab.locator("[data-place='III-4']")).to_contain_text("not explored, level III")
    tab.locator("[data-place='I-4']").focus()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    selected(tab, "I-4.2")


def test_phone_opens_near_the_own_samurai_and_shows_the_whole_on_demand(
    phone: Visit, stage_server: Server
) -> None:
    tab = open_game(Stage(phone, stage_server))
    span = "(() => { const [a, b] = document.querySelector('.fk-map-plot').layout.xaxis.range; return b - a; })()"
    tab.wait_for_function(f"{span} < 16")
    whole = tab.locator(".fk-map-views .btn").nth(1)
    whole.click()
    tab.wait_for_function(f"{span} > 30")
    tab.locator(".fk-map-views .btn").first.click()
    tab.wait_for_function(f"{span} < 16")
    sides = tab.locator(".fk-map-views .btn, .fk-map .zoom .btn").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sides) >= 44
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_step_redraws_only_what_moved(stage: Stage) -> None:
    """What lies elsewhere keeps its elements, and the ground is not restyled when no tile or lava came."""
    tab = open_game(stage)
    tab.evaluate(
        """() => {
          document.querySelector(".fk-map-pieces [data-on='I-1.0']").dataset.kept = "yes";
          const plot = document.querySelector(".fk-map-plot");
          window.fkRestyled = 0;
          plot.on("plotly_restyle", () => { window.fkRestyled += 1; });
        }"""
    )
    tap(tab, "I-1.3")
    selected(tab, "I-1.3")
    tab.locator(".fk-map-confirm").click()
    tab.wait_for_selector(".fk-map-pieces [data-on='I-1.3'] [data-kind='samurai']")
    assert tab.locator(".fk-map-pieces [data-kept]").count() == 1
    assert tab.evaluate("window.fkRestyled") == 0


def test_night_keeps_the_pieces_and_repaints_the_ground(stage: Stage) -> None:
    tab = open_game(stage)
    seen = "[...document.querySelectorAll('.fk-map-plot')].find((plot) => plot.clientWidth)"
    colour = f"getComputedStyle({seen}.querySelector('.point')).fill"
    day, count = tab.evaluate(colour), tab.locator(".fk-map-pieces [data-kind]").count()
    tab.evaluate(  # the page is shared: an earlier test may have left it at night
        "() => { const at = document.documentElement.dataset; at.theme = at.theme === 'dark' ? 'light' : 'dark'; }"
    )
    tab.wait_for_function(f"{colour} !== {day!r}")
    tab.wait_for_selector(DRAWN)
    expect(tab.locator(".fk-map-pieces [data-kind]")).to_have_count(count)
    tap(tab, "I-1.3")
    selected(tab, "I-1.3")


def test_what_no_page_of_ours_sends_is_refused_and_changes_nothing(stage: Stage) -> None:
    tab = open_game(stage)
    tab.wait_for_function("window.fkModel")
    tab.evaluate("""() => { fkModel.send({ act: "confirm", space: "atlantis" }); }""")
    expect(tab.locator(".fk-map .fk-notice")).not_to_be_empty()
    tab.evaluate("""() => { fkModel.send({ act: "confirm", space: "III-4.0" }); }""")
    expect(tab.locator(".fk-map .fk-notice")).to_have_text("Space × is not explored yet.")
    tab.evaluate(
        """() => { fkModel.set("picture", { is_game: true, ground: {}, spaces: {} }); fkModel.save_changes(); }"""
    )
    tab.wait_for_selector(".fk-map-pieces [data-on='centre'] [data-kind='samurai']")
    assert tab.locator(".chosen").inner_text() == "nothing yet"
