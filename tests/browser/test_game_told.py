"""What the game's page tells beside its questions, on a phone: a fight, its end, and how points are made."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.browser.conftest import Visit
from tests.browser.game_pages import answer, kind_of, ready
from tests.browser.servers import Server
from tests.browser.widget_pages import Stage, resized
from tests.support.game_pages import answered, begin, send

Serve = Callable[..., Server]

KEPT = """
from fujikoro_nb.widgets import GamePage
page = GamePage()
page._handle_custom_msg({{"act": "restore", "save": "{save}"}}, ())
page
"""


TOUCHED = """
import ipywidgets
ipywidgets.VBox([page, touch(page)])
"""


@pytest.fixture(scope="module")
def before_a_fight(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which somebody is asked for a monk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        while page.asked["kind"] != "send-monk":
            answered(page, chance)
    return str(page.save)


def test_fight_is_told_before_and_after_it(phone_stage: Stage, before_a_fight: str) -> None:
    tab = phone_stage.show(KEPT.format(save=before_a_fight), widget="fk-game[data-stage=play]")
    told = tab.locator(".fk-told")
    assert kind_of(tab) == "send-monk"
    expect(told).to_contain_text("health")
    expect(told).to_contain_text("%")
    expect(told.locator("[data-rule='combat.hero.roll']")).to_be_visible()
    expect(told.locator("[data-rule='combat.hero.gone']")).to_be_hidden()
    told.locator("[data-key=told-more]").click()
    expect(told.locator("[data-rule='combat.hero.gone']")).to_be_visible()
    result = tab.locator("[data-part=result]")
    expect(result).to_have_count(0)
    for _ in range(60):
        answer(tab)
        kind_of(tab)
        if result.count():
            break
    expect(result).to_be_visible()
    expect(result.locator(".rid").first).to_be_visible()
    tab.locator(".fk-foot-tabs [data-tab=log]").click()
    expect(result).to_be_visible()
    tab.locator(".fk-foot-tabs [data-tab=do]").click()
    points = tab.locator("[data-part=points]")
    points.locator("summary").click()
    expect(points.locator("[data-rule='explore.vp']")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    answer(tab)
    expect(result).to_have_count(0)
    assert not phone_stage.errors


@pytest.fixture(scope="module")
def at_an_action(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which somebody chooses an action."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        while page.asked["kind"] != "act":
            answered(page, chance)
    return str(page.save)


def test_counsel_is_there_for_whoever_asks(phone_stage: Stage, at_an_action: str) -> None:
    """Not by itself; then plans with worth and risk, and a tap does the first one."""
    tab = phone_stage.show(KEPT.format(save=at_an_action), widget="fk-game[data-stage=play]")
    counsel = tab.locator("[data-part=counsel]")
    kind_of(tab)
    expect(counsel).to_have_attribute("data-plans", "0")
    counsel.locator("[data-key=counsel]").click()
    expect(counsel.locator("h3")).to_be_in_viewport()
    tab.wait_for_selector("[data-part=counsel][data-thinking=false]:not([data-plans='0'])")
    expect(counsel.locator(".fk-counsel-worth").first).to_contain_text("points")
    expect(counsel.locator("li").first).to_contain_text("tries")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    was = tab.locator(".fk-game").get_attribute("data-at")
    counsel.locator("[data-key=counsel-do-0]").click()
    expect(tab.locator(".fk-game")).not_to_have_attribute("data-at", str(was))
    kind_of(tab)
    expect(counsel).to_have_attribute("data-plans", "0")
    assert not phone_stage.errors


def test_search_for_the_best_monk_shows_how_far_it_is(phone_stage: Stage, before_a_fight: str) -> None:
    cell = KEPT.format(save=before_a_fight).removesuffix("page\n") + TOUCHED
    tab = phone_stage.show(cell, widget="fk-game[data-stage=play]")
    told = tab.locator(".fk-told")
    expect(told.locator("[data-rule='combat.hero.when']")).to_be_visible()
    expect(told.locator("progress")).to_have_count(0)
    tab.wait_for_function("() => window.fkModel?.get('trying') === null")
    tab.evaluate("fkModel.set('trying', 0.4)")
    expect(told.locator("progress")).to_be_visible()
    assert float(told.locator("progress").get_attribute("value") or 0) == 0.4
    assert not phone_stage.errors


@pytest.fixture(scope="module")
def with_two_ways(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which a space of the walk can be reached in several ways."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        while not any(row["ways"] for row in page.asked.get("rows", ())):
            answered(page, chance)
    return str(page.save)


def test_other_ways_stay_open_and_keep_the_focus_when_one_is_chosen(
    phone_stage: Stage, with_two_ways: str
) -> None:
    tab = phone_stage.show(KEPT.format(save=with_two_ways), widget="fk-game[data-stage=play]")
    kind_of(tab)
    # A row with several ways is the one after whose choice they are offered.
    rows = tab.locator(".fk-do-body [data-key^=row-]")
    other = tab.locator("[data-key=other-ways]")
    for row in rows.all():
        row.click()
        expect(tab.locator(".fk-chosen")).to_be_visible()
        expect(row).to_have_attribute("aria-pressed", "true")
        if other.count():
            break
    other.focus()
    tab.keyboard.press("Enter")
    way = tab.locator(".fk-chosen .chips [data-key^=way-][aria-pressed=false]").first
    key = way.get_attribute("data-key")
    way.focus()
    tab.keyboard.press("Enter")
    chosen = tab.locator(f".fk-chosen [data-key='{key}']")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_be_visible()
    expect(chosen).to_be_focused()
    assert not phone_stage.errors


@pytest.fixture(scope="module")
def after_a_fight(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The saved file of a game in which a fight has just ended."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        while not page.results:
            answered(page, chance)
    assert page.session is not None
    return page.session.save()


def test_rounds_of_a_fight_are_one_line_each_on_a_phone_and_come_back_after_a_reload(
    served: Serve, phone: Visit, after_a_fight: bytes
) -> None:
    tab = ready(phone.open(f"{served('table').url}voila/render/game.ipynb"))
    file = {"name": "game.json", "mimeType": "application/json", "buffer": after_a_fight}
    tab.locator("input[type=file]").set_input_files([file])
    result = tab.locator("[data-part=result]")
    rounds = result.locator("[data-part=course] details")
    expect(rounds.first).to_be_visible()
    said = rounds.first.locator("summary").inner_text()
    faces = rounds.first.locator("svg[role=img][class*=on-]")
    expect(faces.first).to_be_hidden()
    rounds.first.locator("summary").tap()
    expect(faces.first).to_be_visible()
    assert faces.first.get_attribute("aria-label")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.reload()
    ready(tab)
    expect(rounds.first.locator("summary")).to_have_text(said, use_inner_text=True)
    answer(tab)
    expect(result).to_have_count(0)
    assert phone.errors == []


@pytest.fixture(scope="module")
def dragon_in_reach(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which somebody who acts could walk to a dragon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        while page.asked["kind"] != "act" or not page.ahead:
            answered(page, chance)
    return str(page.save)


def test_chances_against_a_dragon_stand_beside_its_spaces_before_one_walks(
    phone_stage: Stage, dragon_in_reach: str
) -> None:
    cell = KEPT.format(save=dragon_in_reach).removesuffix("page\n") + TOUCHED
    tab = phone_stage.show(cell, widget="fk-game[data-stage=play]")
    assert kind_of(tab) == "act"
    ahead = tab.locator(".fk-told .fk-ahead").first
    expect(ahead).to_contain_text("%")
    known = ahead.inner_text()
    answer(tab, "move")
    assert kind_of(tab) == "walk"
    row = tab.locator(".fk-rows button", has=tab.locator(".fk-ahead")).first
    expect(row.locator(".fk-ahead")).to_have_text(known)
    row.click()
    expect(tab.locator(".fk-chosen")).to_contain_text("%")
    # While they are worked out, the bar in the row fills, and the row that has the focus keeps it.
    row.focus()
    place = row.locator(".fk-ahead").get_attribute("data-ahead")
    tab.evaluate(
        "(at) => fkModel.set('ahead', {[at]: {...fkModel.get('ahead')[at], text: 'soon', share: 0.4}})", place
    )
    expect(row.locator("progress")).to_be_visible()
    expect(row).to_be_focused()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not phone_stage.errors


@pytest.fixture(scope="module")
def before_two_who_meet(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which two are asked, one after the other, whether they fight."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
        for action in ("explore", "move", "move"):
            while page.asked["kind"] != "act":
                answered(page, chance)
            send(page, "answer", text=action, at=page.asked["at"])
            while (
                page.asked["kind"] == "walk"
            ):  # to the space beside the rope, and there the other one after it
                to_first = next(row for row in page.asked["rows"] if row["text"] in ("walk I-3.1", "halt"))
                send(page, "answer", text=to_first["text"], at=page.asked["at"])
        assert page.asked["kind"] == "meet"
    return str(page.save)


UNDER = """([x, y]) => document.elementFromPoint(x, y)?.closest("button")?.dataset.key ?? "" """


def moments(tab: Page) -> int:
    return int(tab.locator(".fk-game").get_attribute("data-at") or 0)


def both_asked(tab: Page) -> tuple[int, list[float]]:
    """The first of two equal questions, and where its button "leave each other alone" lies."""
    resized(tab, 1280, 1400)  # all in sight: nothing scrolls between the two
    assert kind_of(tab) == "meet"
    expect(tab.locator(".fk-told")).to_contain_text("%")
    box = tab.locator("[data-key=row-let-be]").bounding_box()
    assert box
    return moments(tab), [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_slow_double_tap_answers_one_question(stage: Stage, before_two_who_meet: str) -> None:
    tab = stage.show(KEPT.format(save=before_two_who_meet), widget="fk-game[data-stage=play]")
    was, middle = both_asked(tab)
    tab.mouse.dblclick(*middle, delay=200)  # the presses are 400 ms apart
    tab.wait_for_function("(at) => Number(document.querySelector('.fk-game').dataset.at) === at", arg=was + 1)
    assert kind_of(tab) == "meet"
    # A tap by somebody who has read the second question, at the same place, answers it.
    tab.wait_for_function("() => !document.querySelector('.fk-do-body').dataset.fresh")
    assert tab.evaluate(UNDER, middle) == "row-let-be"
    assert moments(tab) == was + 1
    tab.mouse.click(*middle)
    tab.wait_for_function("(at) => Number(document.querySelector('.fk-game').dataset.at) > at", arg=was + 1)
    assert not stage.errors


def test_key_that_is_held_answers_one_question(stage: Stage, before_two_who_meet: str) -> None:
    tab = stage.show(KEPT.format(save=before_two_who_meet), widget="fk-game[data-stage=play]")
    was, _ = both_asked(tab)
    button = tab.locator("[data-key=row-let-be]")
    button.focus()
    tab.keyboard.down("Enter")
    tab.wait_for_function("(at) => Number(document.querySelector('.fk-game').dataset.at) === at", arg=was + 1)
    expect(button).to_be_focused()
    tab.wait_for_function("() => !document.querySelector('.fk-do-body').dataset.fresh")
    tab.keyboard.down("Enter")  # again, while it is held
    tab.keyboard.up("Enter")
    tab.locator("[data-key=why-not]").click()
    expect(tab.locator(".fk-why-not li").first).to_be_visible()
    assert moments(tab) == was + 1
    button.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_function("(at) => Number(document.querySelector('.fk-game').dataset.at) > at", arg=was + 1)
    assert not stage.errors
