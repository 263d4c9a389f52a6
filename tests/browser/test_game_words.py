"""Words of the game under its questions, and taps that come twice or too late, on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from fujikoro_nb.texts import say
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.browser.game_pages import asked, at
from tests.browser.widget_pages import Stage
from tests.support.game_pages import answered, begin

KEPT = """
from fujikoro_nb.widgets import GamePage
import ipywidgets
page = GamePage()
page._handle_custom_msg({{"act": "restore", "save": "{save}"}}, ())
ipywidgets.VBox([page, touch(page)])
"""


@pytest.fixture(scope="module")
def second_action(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The save of a game in which one disc is spent, so that a rest is offered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        page, chance = begin(GamePage(), "person person"), random.Random(1)
        while not {"move", "rest"} <= {row["text"] for row in page.asked.get("rows", ())}:
            answered(page, chance)
    return str(page.save)


def test_words_are_explained_by_a_tap_or_a_key_and_block_nothing(
    phone_stage: Stage, second_action: str
) -> None:
    tab = phone_stage.show(KEPT.format(save=second_action), widget="fk-game[data-stage=play]")
    asked(tab, "act")
    words = tab.locator("[data-part=terms]")
    head, meanings = words.locator("summary"), words.locator("dl")
    expect(head).to_contain_text("action disc")
    expect(head, "of the rest, which is always offered here").to_contain_text("gear card")
    expect(meanings).to_be_hidden()
    box = head.bounding_box()
    assert box is not None and box["height"] >= 44
    head.tap()
    expect(meanings).to_contain_text(say("glossary.disc"))
    expect(meanings.locator("[data-rule='turn.disc.cost']")).to_be_visible()
    head.focus()
    tab.keyboard.press("Enter")
    expect(meanings).to_be_hidden()
    tab.keyboard.press("Enter")
    expect(meanings).to_be_visible()
    tab.locator("[data-key=why-not]").click()
    expect(tab.locator(".fk-why-not ul")).to_be_visible()
    expect(meanings, "what was opened stays open").to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not phone_stage.errors


def test_double_tap_answers_once_and_a_late_tap_is_told(phone_stage: Stage, second_action: str) -> None:
    tab = phone_stage.show(KEPT.format(save=second_action), widget="fk-game[data-stage=play]")
    tab.wait_for_function("window.fkModel")
    was = at(asked(tab, "act"))
    tab.locator("[data-key='row-move']").evaluate("(row) => { row.click(); row.click(); }")
    tab.wait_for_function("(was) => Number(document.querySelector('.fk-game').dataset.at) > was", arg=was)
    # The kernel answers in order: once it has shown the rule, it has heard the second tap as well.
    tab.evaluate("window.fkModel.send({ act: 'rule', rule: 'turn.order' })")
    tab.wait_for_function("window.fkModel.get('rule_card').id === 'turn.order'")
    notice = tab.locator(".fk-game > main > .fk-notice")
    expect(notice).to_be_hidden()
    tab.evaluate("(at) => window.fkModel.send({ act: 'answer', text: 'gather', at })", was)
    expect(notice).to_have_text(say("game-page.late-question"))
    assert not phone_stage.errors
