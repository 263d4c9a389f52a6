"""The game's page in a Chromium: turns by taps on a phone, refusals, undo, reload, keyboard, both looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.game_pages import answer, asked, at, begin, kind_of, moved_on, ready
from tests.browser.servers import Server
from tests.browser.widget_pages import Stage, resized

Serve = Callable[..., Server]

GAME = "from fujikoro_nb.widgets import GamePage\nGamePage()"
TOUCHED = """
from fujikoro_nb.widgets import GamePage
import ipywidgets
page = GamePage()
ipywidgets.VBox([page, touch(page)])
"""


def to_action(tab: Page) -> Page:
    for _ in range(30):
        if kind_of(tab) == "act":
            return tab
        answer(tab)
    raise AssertionError("no action was asked")


def test_turns_by_taps_on_a_phone_from_the_helper_on_and_after_a_reload(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("table").url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    tab.locator(".fk-elsewhere a", has_text="Play the whole game").tap()
    tab.wait_for_url("**/voila/render/game.ipynb")
    begin(ready(tab))
    seen = {answer(tab, "explore") for _ in range(16)}
    assert {"place-monk", "first-weapon", "act", "place", "turn-tile"} <= seen
    to_action(tab)
    tab.wait_for_selector(".fk-map[data-points='259']")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    small = tab.evaluate(
        """() => [...document.querySelectorAll(".fk-game button, .fk-game select")]
          .filter((one) => one.checkVisibility())
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, box]) => box.height < 43.5 || box.width < 41.5).map(([html]) => html)"""
    )
    assert small == []
    lines, seats = at(tab), tab.locator(".fk-seats")
    where = seats.inner_text()
    tab.reload()
    ready(tab)
    asked(tab, "act")
    expect(seats).to_have_text(where, use_inner_text=True)
    assert at(tab) == lines
    assert phone.errors == []
    assert phone.outside == []


def test_question_stays_in_sight_while_boards_and_log_are_read(phone_stage: Stage) -> None:
    tab = begin(phone_stage.show(GAME, widget="fk-game[data-ready=true]"))
    for _ in range(4):
        answer(tab)
    for name in ("boards", "log"):
        tab.locator(f".fk-foot [data-tab={name}]").tap()
        tab.evaluate("scrollTo(0, document.body.scrollHeight)")
        tab.wait_for_function(
            """() => {
              const { top, bottom } = document.querySelector(".fk-ask").getBoundingClientRect();
              return top >= 0 && bottom < 300;
            }"""
        )
    expect(tab.locator(".fk-log .fk-entry").first).to_be_visible()
    tab.locator(".fk-ask [data-key=to-answers]").tap()
    expect(tab.locator(".fk-do-body")).to_be_visible()


OVER_THE_EDGE = """() => [...document.querySelectorAll(".fk-seats li, .fk-seats li *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML.slice(0, 80))"""


def test_phone_shows_every_score_and_no_button_lies_over_the_map(phone_stage: Stage) -> None:
    tab = begin(phone_stage.show(GAME, widget="fk-game[data-ready=true]"))
    expect(tab.locator(".fk-seats li")).to_have_count(3)
    assert tab.evaluate(OVER_THE_EDGE) == []
    answer(tab)
    asked(tab, "first-weapon")
    expect(tab.locator(".fk-grid [data-part=undo]")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    to_action(tab)
    tab.wait_for_selector(".fk-map[data-points='259']")
    drawn = tab.locator(".fk-map .mapbox").bounding_box()
    assert drawn
    for button in tab.locator(".fk-map .zoom button").all():
        box = button.bounding_box()
        assert box
        assert box["y"] >= drawn["y"] + drawn["height"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_drawer_says_what_each_symbol_means(phone_stage: Stage, language: str) -> None:
    cell = f"from fujikoro_nb.widgets import GamePage\nGamePage(language='{language}')"
    tab = begin(phone_stage.show(cell, widget="fk-game[data-ready=true]"))
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=to-symbols]").click()
    drawer = tab.locator("[data-part=symbols]")
    expect(drawer.locator("li").last).to_be_visible()
    lines = drawer.locator("li").all()
    assert [line.inner_text() for line in lines if len(line.inner_text()) < 3] == []
    empty = """(lines) => lines.filter((line) => [...line.querySelectorAll("svg, i, span span")]
      .every((one) => one.getBoundingClientRect().width < 8)).map((line) => line.innerText)"""
    assert drawer.locator("li").evaluate_all(empty) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone_stage.errors == []


def test_refusal_names_its_rule_and_undo_names_what_it_undoes(stage: Stage) -> None:
    tab = to_action(begin(stage.show(GAME, widget="fk-game[data-ready=true]")))
    tab.locator("[data-key=why-not]").click()
    told = tab.locator(".fk-why-not li", has_text="Rest")
    expect(told.locator("[data-rule='turn.rest.needs-disc']")).to_be_visible()
    was = at(tab)
    answer(tab, "explore")
    undo = tab.locator("[data-key=undo]")
    expect(undo).to_contain_text("explore")
    undo.click()
    asked(tab, "act")
    assert at(tab) == was
    expect(tab.locator("[data-key=redo]")).to_contain_text("explore")
    assert stage.errors == []


def test_space_that_is_no_answer_is_refused_with_the_rule(stage: Stage) -> None:
    tab = to_action(begin(stage.show(GAME, widget="fk-game[data-ready=true]")))
    answer(tab, "explore")
    asked(tab, "place")
    tab.wait_for_selector(".fk-map[data-points='259']")
    was = at(tab)
    points = """() => {
      const plot = document.querySelector(".fk-map-plot");
      const trace = plot.data.find((one) => one.name === "spaces");
      const index = trace.customdata.indexOf("III-3.0");
      const { _offset: left, l2p: across } = plot._fullLayout.xaxis;
      const { _offset: top, l2p: down } = plot._fullLayout.yaxis;
      const box = plot.getBoundingClientRect();
      return [box.left + left + across(trace.x[index]), box.top + top + down(trace.y[index])];
    }"""
    tab.get_by_role("button", name="Whole map").click()
    tab.wait_for_selector(".fk-map[data-zoom='1']")
    tab.wait_for_function(
        """() => {
          const [left, right] = document.querySelector(".fk-map-plot")._fullLayout.xaxis.range;
          return right - left > 30;
        }"""
    )
    x, y = tab.evaluate(points)
    tab.mouse.click(x, y)
    refused = tab.locator("[data-part=refused]")
    expect(refused).to_contain_text("cannot be explored")
    expect(refused.locator("[data-rule='explore.where']")).to_be_visible()
    assert at(tab) == was


def test_rule_chip_opens_the_rule_and_escape_closes_it(stage: Stage) -> None:
    tab = begin(stage.show(GAME, widget="fk-game[data-ready=true]"))
    tab.locator(".fk-ask .rid").click()
    card = tab.locator("[data-part=rule]")
    expect(card).to_contain_text("monk")
    tab.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_turn_by_keyboard_alone_keeps_the_focus_in_the_question(stage: Stage) -> None:
    tab = begin(stage.show(GAME, widget="fk-game[data-ready=true]"))
    tab.locator(".fk-do-body [data-key^=row-]").first.focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    asked(tab, "first-weapon")
    assert tab.evaluate("Boolean(document.activeElement.closest('.fk-ask, .fk-do-body'))")
    was = at(tab)
    tab.locator("[data-key=bench-done]").focus()
    tab.keyboard.press("Enter")
    moved_on(tab, was)
    to_action(tab)
    tab.locator("[data-key='row-explore']").focus()
    tab.keyboard.press("Enter")
    asked(tab, "place")
    tab.locator(".fk-do-body [data-key^=row-]").first.focus()
    tab.keyboard.press("Enter")
    tab.locator("[data-key=answer]").focus()
    tab.keyboard.press("Enter")
    asked(tab, "turn-tile")
    expect(tab.get_by_text(say("game-page.turn-beside"))).to_be_visible()
    expect(tab.locator(".fk-turns button:has(.fk-tile-beside)")).to_have_count(6)
    tab.keyboard.press("Control+z")
    asked(tab, "place")


@pytest.mark.parametrize(
    "message", ['{"act": "answer", "text": "walk x", "at": 24}', '{"act": "begin"}', "7"]
)
def test_what_no_page_would_send_is_answered_with_a_line(stage: Stage, message: str) -> None:
    tab = begin(stage.show(TOUCHED, widget="fk-game[data-ready=true]"))
    was = at(tab)
    tab.wait_for_function("window.fkModel")
    tab.evaluate(
        """([text, at]) => {
          const sent = JSON.parse(text);
          if (sent.at) sent.at = at;
          fkModel.send(sent);
        }""",
        [message, was],
    )
    expect(tab.locator(".fk-game .fk-notice").first).to_be_visible()
    assert at(tab) == was


def test_saved_file_brings_the_game_back_and_a_damaged_one_is_refused(stage: Stage) -> None:
    tab = begin(stage.show(GAME, widget="fk-game[data-ready=true]"))
    answer(tab)
    answer(tab)
    kind_of(tab)  # until it is a person's turn
    was = at(tab)
    tab.locator("[data-key=menu]").click()
    with tab.expect_download() as told:
        tab.locator("[data-key=download]").click()
    path = told.value.path()
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=leave]").click()
    expect(tab.locator(".fk-go-on")).to_contain_text("Player 1")
    content = path.read_text()
    load = tab.locator("input[type=file]")
    load.set_input_files(
        files=[{"name": "bad.json", "mimeType": "application/json", "buffer": content[:900].encode()}]
    )
    expect(tab.locator(".fk-game .fk-notice").first).to_contain_text("damaged")
    load.set_input_files(
        files=[{"name": "good.json", "mimeType": "application/json", "buffer": content.encode()}]
    )
    tab.wait_for_selector(".fk-game[data-stage=play]")
    kind_of(tab)
    assert at(tab) == was


NEAR_END = Path(__file__).parents[1] / "golden" / "saves" / "near-end-format-2.json"
"""Four spaces before the end: Aiko can leave by the rope."""


def opened(stage: Stage, path: Path) -> Page:
    """The page after a save file was chosen in its start panel."""
    tab = stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("input[type=file]").set_input_files(path)
    tab.wait_for_selector(".fk-game[data-stage=play]")
    return tab


def test_final_chapter_says_turns_and_way_out_and_the_end_offers_a_new_game(phone_stage: Stage) -> None:
    tab = opened(phone_stage, NEAR_END)
    final = tab.locator("[data-part=final]")
    # Four spaces to the end, which Botan's turns take: Aiko has one before each of them (final.advance).
    expect(final).to_contain_text("Aiko has 4 own turns left")
    expect(final).to_contain_text("By the rope on the central tile: possible in this turn.")
    expect(final.locator("[data-rule='escape.rope']")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    asked = []
    while kind_of(tab) != "over":
        asked.append(answer(tab))
        assert len(asked) < 20
    assert asked[-1] == "hand-in"
    expect(final).to_be_hidden()
    body, card = tab.locator(".fk-do-body"), tab.locator(".fk-ask")
    expect(card.locator(".fk-ranks li")).to_have_count(2)
    expect(tab.get_by_text("Aiko wins with")).to_have_count(1)
    expect(tab.get_by_text("Aiko wins with")).to_be_visible()
    expect(tab.locator("[data-key=to-answers]")).to_have_count(0)
    expect(card.locator("[data-rule='end.tie']").first).to_be_visible()
    body.locator("[data-key=new-game]").click()
    tab.wait_for_selector(".fk-game[data-stage=start]")
    begin(tab)
    expect(final).to_be_hidden()
    assert phone_stage.errors == []


def test_end_of_the_game_is_told_at_the_top_wherever_somebody_was(phone_stage: Stage) -> None:
    tab = opened(phone_stage, NEAR_END)
    while kind_of(tab) != "hand-in":
        answer(tab)
    was = at(tab)
    tab.locator(".fk-do-body [data-key^=row-]").first.focus()
    tab.locator(".fk-foot-tabs [data-tab=log]").click()
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    # The last answer is given elsewhere: here somebody reads the log.
    tab.locator(".fk-do-body [data-key^=row-]").first.evaluate("(row) => row.click()")
    moved_on(tab, was)
    assert kind_of(tab) == "over"
    card = tab.locator(".fk-ask")
    won = card.locator("h2")
    expect(won).to_be_focused()
    expect(won).to_contain_text("wins with")
    expect(card).to_have_attribute("aria-live", "polite")
    expect(card.locator(".fk-ranks li").first).to_be_in_viewport(ratio=1)
    expect(won).to_be_in_viewport(ratio=1)
    expect(tab.locator(".fk-do-body [data-key=new-game]")).to_be_visible()
    assert phone_stage.errors == []


@pytest.mark.parametrize("width", [360, 390])
def test_button_of_the_bench_stays_under_the_thumb(phone_stage: Stage, width: int) -> None:
    tab = begin(phone_stage.show(GAME, widget="fk-game[data-ready=true]"))
    resized(tab, width, 740)
    answer(tab)
    asked(tab, "first-weapon")
    done = tab.locator("[data-key=bench-done]")
    tab.wait_for_selector(".fk-grid svg")
    for place in (0, 10**6):
        tab.evaluate("(y) => scrollTo(0, y)", place)
        expect(done).to_be_in_viewport(ratio=1)
        covered = done.evaluate(
            """(button) => {
              const { left, top, width, height } = button.getBoundingClientRect();
              return !button.contains(document.elementFromPoint(left + width / 2, top + height - 4));
            }"""
        )
        assert not covered
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    while kind_of(tab) != "act":
        answer(tab)
    answer(tab, "explore")
    while kind_of(tab) != "act":
        if kind_of(tab) == "turn-tile":
            signs = tab.locator("[data-part=tile-signs] li")
            assert all(len(line) > 3 for line in signs.all_inner_texts())
            assert tab.locator(".fk-turned").first.locator("use").count() == 0 or signs.count() > 0
        answer(tab)
    expect(tab.locator(".fk-fork")).to_have_text(say("game-page.fork-about"))
    assert phone_stage.errors == []


REAL_BOX = """
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.widgets import GamePage
GamePage(store=OwnerPack({folder!r}))
"""


def test_described_piece_is_kept_in_the_pack_and_taken_back(phone_stage: Stage, tmp_path: Path) -> None:
    store = OwnerPack(tmp_path)
    tab = phone_stage.show(REAL_BOX.format(folder=str(tmp_path)), widget="fk-game[data-ready=true]")
    tab.locator("[data-key=box-true]").click()
    tab.locator("[data-key=player-1]").select_option("person")
    tab.locator("[data-key=count-2]").click()
    tab.locator("[data-key=begin]").click()
    while kind_of(tab) != "draw":
        answer(tab)
    was = at(tab)
    board = tab.locator("svg[data-board=card]")
    board.locator("[data-column='1'][data-row='1']").click()
    board.locator("[data-column='2'][data-row='1']").click()
    tab.get_by_role("button", name=say("card-strip.bonus-metal")).click()
    tab.get_by_role("button", name=say("piece-editor.keep")).click()
    tab.wait_for_function("(n) => Number(document.querySelector('.fk-game').dataset.at) > n", arg=was)
    offer = tab.locator(".fk-offer")
    expect(offer).to_contain_text(say("piece-offer.about", n=1))
    offer.locator("[data-key=which]").click()
    expect(offer.locator("li")).to_have_count(1)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    offer.locator("[data-key=keep]").click()
    expect(offer).to_contain_text(say("piece-offer.kept", n=1))
    assert [card.id for card in store.load().pack.gear_cards] == ["owner-helmet-1"]
    offer.locator("[data-key=undo-keep]").click()
    expect(offer.locator("[data-key=keep]")).to_be_visible()
    assert store.load().pack.gear_cards == ()
    assert phone_stage.errors == []


def test_tabs_name_their_panels_and_turn_by_arrow_keys(phone_stage: Stage) -> None:
    tab = begin(phone_stage.show(GAME, widget="fk-game[data-ready=true]"))
    tabs = tab.locator(".fk-foot-tabs [role=tab]")
    panels = tabs.evaluate_all(
        """(tabs) => tabs.map((one) => {
          const panel = document.getElementById(one.getAttribute("aria-controls"));
          return [one.dataset.tab, panel.getAttribute("role"), panel.dataset.pane];
        })"""
    )
    assert panels == [[name, "tabpanel", name] for name in ("map", "do", "boards", "log")]
    tab.locator(".fk-foot-tabs [aria-selected=true]").focus()
    for key, name in (
        ("Home", "map"),
        ("ArrowLeft", "log"),
        ("ArrowRight", "map"),
        ("ArrowRight", "do"),
        ("End", "log"),
    ):
        tab.keyboard.press(key)
        expect(tab.locator(f".fk-foot-tabs [data-tab={name}]")).to_be_focused()
        expect(tab.locator(f".fk-game[data-tab={name}]")).to_have_count(1)
        expect(tab.locator(".fk-foot-tabs [tabindex='0']")).to_have_attribute("data-tab", name)
    expect(tab.get_by_role("tabpanel", name=say("game-page.tab-log"))).to_be_visible()
    assert phone_stage.errors == []


STANDS = """([down, away]) => {
  const now = fkModel.get("status");
  const stands = { [down]: "down", [away]: "away" };
  const seats = now.seats.map((one) => ({ ...one, stands: stands[one.seat] ?? one.stands }));
  fkModel.set("status", { ...now, seats });
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_score_bar_says_who_lies_and_who_has_escaped(phone_stage: Stage, language: str) -> None:
    cell = TOUCHED.replace("GamePage()", f"GamePage(language={language!r})")
    tab = begin(phone_stage.show(cell, widget="fk-game[data-ready=true]"))
    tab.wait_for_function("window.fkModel")
    seats = tab.locator(".fk-seats li")
    expect(tab.locator(".fk-seat-stands")).to_have_count(0)
    tab.evaluate(STANDS, [1, 2])
    expect(seats.nth(1)).to_contain_text(say("game-page.stands-down", language=language))
    expect(seats.nth(2)).to_contain_text(say("game-page.stands-away", language=language))
    expect(tab.locator(".fk-seat-stands")).to_have_count(2)
    assert tab.evaluate(OVER_THE_EDGE) == []
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    assert tab.locator(".fk-seat-stands").evaluate_all(cut) == []


SMALL_TEXT = """() => [...document.querySelectorAll(".fk-game *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .fk-map")
    && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
    && parseFloat(getComputedStyle(one).fontSize) < 15)
  .map((one) => `${getComputedStyle(one).fontSize} ${one.outerHTML.slice(0, 80)}`)"""


def test_no_text_is_under_fifteen_pixels_and_none_leaves_the_phone(phone_stage: Stage) -> None:
    tab = to_action(begin(phone_stage.show(GAME, widget="fk-game[data-ready=true]")))
    for name in ("map", "do", "boards", "log"):
        tab.locator(f".fk-foot-tabs [data-tab={name}]").tap()
        assert tab.evaluate(SMALL_TEXT) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_rule_link_keeps_the_focus_when_its_part_is_drawn_anew(stage: Stage) -> None:
    tab = begin(stage.show(TOUCHED, widget="fk-game[data-ready=true]"))
    tab.wait_for_function("window.fkModel")
    tab.locator(".fk-ask .rid").focus()
    tab.evaluate("""() => {
      document.activeElement.dataset.old = "";
      fkModel.set("asked", { ...fkModel.get("asked"), text: "another" });
    }""")
    expect(tab.locator(".fk-ask h2")).to_have_text("another")
    expect(tab.locator(".fk-ask .rid:not([data-old])")).to_be_focused()
