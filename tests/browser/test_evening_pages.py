"""Score page and ruling log in a Chromium: an evening by tapping, on a laptop, a phone and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.rulebook.entries import entries
from fujikoro_nb.texts import say
from tests.browser.widget_pages import BOXES, Stage, resized

TARGET = 44
SCORE = """
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.widgets import RulingLog, ScorePage
people = [Person("Aiko", "red"), Person("<b>Bo</b>", "blue"), Person("W" * 24, "green")]
evening = new_evening(people)
"""


def show(stage: Stage, last: str = "ScorePage(evening=evening)", widget: str = "fk-score") -> Page:
    return stage.show(SCORE + last, widget=widget)


def score(tab: Page, seat: int, points: int) -> None:
    expect(tab.locator(f"[data-seat='{seat}'] [data-part=score]")).to_have_text(str(points))


def give(tab: Page, seat: int, source: str, points: int) -> None:
    tab.locator(f"[data-key=give-{seat}-{source}-{points}]").click()


@pytest.mark.parametrize("device", ["stage", "phone_stage"])
def test_an_evening_by_tapping(device: str, request: pytest.FixtureRequest) -> None:
    stage: Stage = request.getfixturevalue(device)
    tab = show(stage)
    expect(tab.locator("[data-seat='1'] h3")).to_have_text("<b>Bo</b>")  # a name is never markup
    tab.locator("[data-key=open-0]").click()
    for total in (15, 30):
        give(tab, 0, "dragon", 15)
        score(tab, 0, total)
    expect(tab.locator("[data-part=phase]")).to_have_text("Final Chapter")
    expect(tab.locator("[data-seat='0'] .fk-score-badges")).to_contain_text("moves the countdown")
    expect(tab.locator("[data-part=clock]")).to_contain_text("to space 1 of 8")
    tab.locator("[data-key=space-1]").click()
    tab.locator("[data-key=tell-lava-2]").click()
    expect(tab.locator("[data-part=clock]")).to_contain_text("lava 2")
    expect(tab.locator("[data-part=reminders]")).to_contain_text("stands on a 2")
    expect(tab.locator(".fk-score-panel")).to_have_count(1)
    tab.locator("[data-key=next-turn]").click()
    expect(tab.locator(".fk-score-panel")).to_have_count(0)  # the points of the turn before
    expect(tab.locator("[data-space='1']")).to_have_attribute("data-state", "now")
    expect(tab.locator("[data-part=turn] h2")).to_have_text("<b>Bo</b>'s turn")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = tab.locator(".fk-score button").evaluate_all(BOXES)
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes if width)
    size = "parseFloat(getComputedStyle(document.querySelector('[data-part=score]')).fontSize)"
    assert tab.evaluate(size) >= 60
    assert stage.errors == []


def test_every_button_about_somebody_names_them_for_a_screen_reader(stage: Stage) -> None:
    """Buttons of one row say the same words on the page; read aloud, each is another one."""
    for mode in ("competitive", "coop"):
        tab = show(stage, f"ScorePage(evening=new_evening(people, mode={mode!r}))")
        tab.locator("[data-key=open-1]").click()
        rows = tab.locator(".fk-score-row")
        for seat, name in enumerate(("Aiko", "<b>Bo</b>", "W" * 24)):
            buttons = rows.nth(seat).get_by_role("button")
            assert buttons.count() >= (1 if mode == "coop" and not seat else 2)
            for at in range(buttons.count()):
                label = buttons.nth(at).get_attribute("aria-label") or buttons.nth(at).inner_text()
                is_ally = (buttons.nth(at).get_attribute("data-key") or "").startswith("ally-")
                assert is_ally or name in label, label
    assert stage.errors == []


def test_more_is_offered_only_where_it_holds_something(phone_stage: Stage) -> None:
    """In co-op whoever's turn it is has only lives, which stand in the row; the others can get the turn."""
    tab = show(phone_stage, "ScorePage(evening=new_evening(people, mode='coop'))")
    expect(tab.locator("[data-key^=open-]")).to_have_count(2)
    expect(tab.locator("[data-key=open-0]")).to_have_count(0)
    tab.locator("[data-key=open-1]").tap()
    panel = tab.locator("[data-seat='1'] .fk-score-panel")
    expect(panel.get_by_role("button").first).to_be_visible()
    tab.locator("[data-key=turn-1]").tap()
    expect(tab.locator("[data-key=open-1]")).to_have_count(0)
    expect(tab.locator("[data-key=open-0]")).to_be_visible()
    expect(tab.locator(".fk-score-panel")).to_have_count(0)
    assert phone_stage.errors == []


def test_a_knock_out_is_marked_until_the_next_own_turn(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    tab.locator("[data-key=open-1]").click()
    tab.locator("[data-key=down-1]").click()
    down = tab.locator("[data-seat='1'] [data-part=down]")
    expect(down).to_have_text(say("score-page.is-down"))
    expect(tab.locator("[data-key=down-1]")).to_have_attribute("aria-pressed", "true")
    tab.locator("[data-key=next-turn]").click()
    expect(tab.locator("[data-part=turn] h2")).to_contain_text("Bo")
    expect(down).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_allies_get_the_points_together(stage: Stage) -> None:
    tab = show(stage)
    tab.locator("[data-key=open-0]").click()
    tab.locator("[data-key=ally-2]").click()
    expect(tab.locator("[data-key=ally-2]")).to_have_attribute("aria-pressed", "true")
    give(tab, 0, "dragon", 7)
    score(tab, 2, 7)
    score(tab, 0, 7)
    score(tab, 1, 0)
    assert stage.errors == []


def test_after_the_last_life_none_is_offered_and_the_end_opens_its_rule(stage: Stage) -> None:
    tab = show(stage, "ScorePage(evening=new_evening(people, mode='coop'))")
    for _ in range(2):
        tab.locator("[data-key=life-0]").click()
    expect(tab.locator("[data-part=last-life]")).to_contain_text(
        "all have lost"
    )  # once asked, and nothing is lost yet
    tab.locator("[data-key=life-0]").click()
    expect(tab.locator("[data-part=last-life]")).to_have_count(0)
    tab.locator("[data-key=life-0]").click()
    tab.locator("[data-key=last-life-0]").click()
    expect(tab.locator("[data-part=phase]")).to_have_text("The game is over")
    expect(tab.locator("[data-key^=life-]")).to_have_count(0)
    tab.locator("[data-part=end] [data-rule='coop.end.lose-conditions']").click()
    expect(tab.locator(".fk-rule-card")).to_contain_text("coop.end.lose-conditions")
    assert stage.errors == []


@pytest.mark.rule("scenario.8.solo.competitive-board", "scenario.8.solo.loss")
def test_the_ronin_has_points_and_lives(phone_stage: Stage) -> None:
    tab = show(phone_stage, "ScorePage(evening=new_evening(people[:1], mode='solo', scenario=8))")
    expect(tab.locator("[data-part=turn]")).to_contain_text("scenario 8")
    expect(tab.locator("[data-part=lives]")).to_have_text("2 lives")
    tab.locator("[data-key=open-0]").click()
    give(tab, 0, "dragon", 15)
    score(tab, 0, 15)
    tab.locator("[data-key=life-0]").click()
    expect(tab.locator("[data-part=lives]")).to_have_text("1 life")
    expect(tab.locator("[data-key=legendary]")).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.locator("[data-key=give-up]").click()
    expect(tab.locator("[data-part=phase]")).to_have_text("The game is over")
    assert phone_stage.errors == []


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai")
def test_a_monk_takes_points(stage: Stage) -> None:
    tab = show(stage, "ScorePage(evening=new_evening(people, scenario=4))")
    tab.locator("[data-key=open-0]").click()
    expect(tab.locator("[data-source=monk]")).to_have_count(0)
    give(tab, 0, "dragon", 7)
    expect(tab.locator("[data-key='give-0-monk--5']")).to_have_text("−5")
    tab.locator("[data-key='give-0-monk--5']").click()
    score(tab, 0, 2)
    assert stage.errors == []


@pytest.mark.rule("scenario.5.competitive.return-on-reveal")
def test_who_has_left_comes_back(stage: Stage) -> None:
    tab = show(stage, "ScorePage(evening=new_evening(people, scenario=5))")
    tab.locator("[data-key=open-0]").click()
    for total in (15, 30):
        give(tab, 0, "dragon", 15)
        score(tab, 0, total)  # a second tap on a button whose first is on its way is the half of a double tap
    tab.locator("[data-key=leave-0-small]").click()
    expect(tab.locator("[data-seat='0']")).to_contain_text("In the small palace")
    tab.locator("[data-key=back-0]").click()
    expect(tab.locator("[data-seat='0']")).not_to_contain_text("In the small palace")
    assert stage.errors == []


@pytest.mark.rule("scenario.6.coop.goal-capture")
def test_a_caught_dragon_wins_and_a_dead_one_loses(stage: Stage) -> None:
    tab = show(stage, "ScorePage(evening=new_evening(people, mode='coop', scenario=6))")
    expect(tab.locator("[data-key=won]")).to_have_text("We have caught it alive")
    tab.locator("[data-key=legendary]").click()
    expect(tab.locator("[data-part=end]")).to_contain_text("The mountain has won.")
    assert stage.errors == []


def test_keyboard_keeps_its_place(stage: Stage) -> None:
    tab = show(stage)
    more = tab.locator("[data-key=more-1]")
    more.focus()
    for points in (1, 2):
        tab.keyboard.press("Enter")
        score(tab, 1, points)
        expect(more).to_be_focused()
    assert stage.errors == []


def test_the_card_for_who_comes_late_waits_behind_its_button(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    expect(tab.locator("[data-part=card]")).to_have_count(0)
    tab.locator("[data-key=late]").click()
    expect(tab.locator("[data-card=do] li")).to_have_count(3)
    tab.locator("[data-key=late]").click()
    expect(tab.locator("[data-part=card]")).to_have_count(0)
    assert phone_stage.errors == []


def test_who_plays_is_said_once(phone_stage: Stage) -> None:
    tab = show(phone_stage, "ScorePage()")
    tab.locator(".fk-form summary").click()
    tab.locator("[data-key=name-0]").fill("Ada")
    tab.locator("[data-key=add-person]").click()
    tab.locator("[data-key=name-2]").fill("Chiyo")
    tab.locator("[data-key=take-over]").click()
    expect(tab.locator("[data-seat='2'] h3")).to_have_text("Chiyo")
    expect(tab.locator("[data-seat='0'] h3")).to_have_text("Ada")
    agreed = tab.locator(".fk-form input[type=checkbox]")
    expect(agreed).to_have_count(2)
    tab.locator("[data-key=mode]").select_option("coop")
    expect(agreed).to_have_count(1)  # no duels to leave out
    expect(tab.locator("[data-key=name-0]")).to_have_value("Ada")
    resized(tab, 360, 740)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_what_is_different_stands_where_a_character_is_chosen(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    tab.locator("[data-part=table] summary").click()
    tab.locator("[data-key=character-1]").select_option("tomoe")
    note = tab.locator("[data-part=cast-notes] li")
    expect(note).to_have_text("Tomoe: " + say("cast.note-tomoe"))
    tab.locator("[data-key=character-1]").select_option("symmetric")
    expect(note).to_have_count(0)
    assert phone_stage.errors == []


def test_typed_names_outlast_a_point(stage: Stage) -> None:
    """The first point fixes the frame of the evening; what somebody types for it stays until it is kept."""
    tab = show(stage, "ScorePage()")
    tab.locator(".fk-form summary").click()
    tab.locator("[data-key=name-0]").fill("Ada")
    tab.locator("[data-key=more-1]").click()
    score(tab, 1, 1)
    expect(tab.locator("[data-key=name-0]")).to_have_value("Ada")
    tab.locator("[data-key=name-1]").fill("  ")
    tab.locator("[data-key=take-over]").click()
    expect(tab.locator(".fk-notice")).to_contain_text("A name is missing.")
    tab.locator("[data-key=name-1]").fill(" Bo ")
    tab.locator("[data-key=more-1]").click()
    score(tab, 1, 2)
    tab.locator("[data-key=take-over]").click()
    expect(tab.locator("[data-seat='0'] h3")).to_have_text("Ada")
    expect(tab.locator("[data-seat='1'] h3")).to_have_text("Bo")
    expect(tab.locator("[data-key=name-1]")).to_have_value("Bo")  # as it was kept
    kept = tab.locator("[data-part=kept]")
    expect(kept).to_have_text(say("score-page.kept"))
    tab.locator("[data-key=name-1]").fill("Bea")
    expect(kept).to_be_empty()
    tab.locator("[data-key=name-1]").fill("Bo")
    tab.locator("[data-key=take-over]").click()
    expect(kept).to_have_text(say("score-page.kept"))  # it was known already
    expect(tab.locator("[data-key=add-person]")).to_have_count(0)
    assert stage.errors == []


def test_a_button_tapped_three_times_before_the_answer_counts_once(stage: Stage) -> None:
    tab = show(stage)
    tab.evaluate(
        "() => { const b = document.querySelector('[data-key=more-0]'); b.click(); b.click(); b.click(); }"
    )
    score(tab, 0, 1)
    tab.locator("[data-key=more-1]").click()
    score(tab, 1, 1)
    score(tab, 0, 1)
    expect(tab.locator(".fk-notice")).to_be_hidden()
    assert stage.errors == []


def test_rules_of_other_modes_wait_below_those_of_this_table(stage: Stage) -> None:
    tab = show(stage, "RulingLog(evening=evening)", "fk-log")
    others = tab.locator("[data-part=elsewhere]")
    of_three = {
        one.id
        for one in entries()
        if "competitive" in one.modes and (one.players is None or one.players[0] <= 3 <= one.players[1])
    }
    ids = "(all) => all.map((one) => one.dataset.disputed)"
    assert set(tab.locator("[data-part=found] > [data-disputed]").evaluate_all(ids)) <= of_three
    assert not of_three & set(others.locator("[data-disputed]").evaluate_all(ids))
    first = others.locator("[data-disputed]").first
    expect(first).to_be_hidden()
    others.locator("summary").click()
    expect(first).to_be_visible()
    tab.locator("[data-key=find]").fill("rope timing")
    expect(others.locator("[data-disputed]").first).to_be_visible()


@pytest.mark.parametrize("device", ["stage", "phone_stage"])
def test_a_decision_is_found_made_flipped_and_taken_back(device: str, request: pytest.FixtureRequest) -> None:
    stage: Stage = request.getfixturevalue(device)
    tab = show(stage, "RulingLog(evening=evening, clock=lambda: '2026-11-21 20:15')", "fk-log")
    expect(tab.locator("[data-part=empty]")).to_be_visible()
    tab.locator("[data-key=who-2]").click()
    tab.locator("[data-key=note]").fill("as last time")
    tab.locator("[data-key=find]").fill("tie most")
    expect(tab.locator("[data-disputed]")).to_have_count(1)
    tab.locator("[data-key='open-end.tie']").click()
    tab.locator("[data-key='end.tie-escaped']").click()
    line = tab.locator("[data-line='0']")
    expect(line).to_contain_text("<b>Bo</b>, 2026-11-21 20:15")
    expect(line).to_contain_text("as last time")
    expect(tab.locator("[data-switch='end.tie']")).to_be_visible()
    tab.locator("[data-key=line-0-earliest]").click()
    expect(tab.locator("[data-line='1'] [data-key=line-1-earliest]")).to_have_attribute(
        "aria-checked", "true"
    )
    expect(tab.locator("[data-line='0']")).to_contain_text("Replaced")
    tab.locator("[data-key=take-back-1]").click()
    expect(tab.locator("[data-switch='end.tie']")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = tab.locator(".fk-log button").evaluate_all(BOXES)
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes if width)
    assert stage.errors == []


# ---- the last page

OVER = """
from fujikoro_nb.helper.evening.changes import add_points, correct, next_turn
from fujikoro_nb.helper.evening.leaving import leave
evening = add_points(evening, [1], 2, "exploration").evening
evening = add_points(evening, [0, 1], 15, "dragon").evening
evening = add_points(evening, [0, 1], 15, "dragon").evening
evening = correct(evening, 1, -2).evening
while evening.steps_taken < 6:
    evening = next_turn(evening).evening
evening = leave(leave(evening, 1, "big").evening, 0, "small").evening
while evening.phase != "over":
    evening = next_turn(evening).evening
"""


@pytest.mark.rule("end.tie")
@pytest.mark.parametrize("device", ["stage", "phone_stage"])
def test_the_last_page_ranks_tells_and_counts_what_is_left(
    device: str, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(device)
    tab = show(stage, OVER + "ScorePage(evening=evening)")
    expect(tab.locator("[data-part=turn] h2")).to_have_text("<b>Bo</b> wins the tie")
    ranks = tab.locator(".fk-end-row")
    expect(ranks).to_have_count(3)
    expect(ranks.first).to_contain_text("wins the tie")
    expect(ranks.first.locator(".fk-end-points")).to_have_text("30")
    expect(tab.locator("[data-part=tie] [data-rule='end.tie']")).to_have_count(1)
    bars = tab.locator(".fk-end-bar")
    expect(bars.first).to_have_attribute("aria-label", "<b>Bo</b>: Tiles explored 2, Dragons 30, Others -2")
    left = tab.locator("[data-left='1']")
    expect(tab.locator("[data-left]")).to_have_count(1)
    tab.get_by_label("<b>Bo</b>: Blueprints, one more").click()
    expect(left.locator("[data-item=blueprint] .fk-end-count b")).to_have_text("1")
    expect(ranks.first.locator(".fk-end-points")).to_have_text("33")
    expect(tab.locator("[data-part=turn] h2")).to_have_text("<b>Bo</b> wins")
    expect(tab.locator("[data-part=tie]")).to_have_count(0)
    lines = tab.locator("[data-part=story] li")
    assert 2 <= lines.count() <= 6
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = tab.locator(".fk-end button").evaluate_all(BOXES)
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes if width)
    assert stage.errors == []


def test_the_sheet_is_printed_alone(stage: Stage) -> None:
    tab = show(stage, OVER + "ScorePage(evening=evening)")
    tab.evaluate("window.print = () => { window.fkPrinted = document.body.className; }")
    tab.locator("[data-key=print-ending]").click()
    assert "fk-prints-ending" in tab.evaluate("fkPrinted")
    tab.emulate_media(media="print")
    expect(tab.locator("[data-part=story]")).to_be_visible()
    expect(tab.locator("[data-part=countdown]")).to_be_hidden()
    expect(tab.locator("[data-key=print-ending]")).to_be_hidden()
    tab.emulate_media(media="screen")
    tab.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(tab.locator("[data-part=countdown]")).to_be_visible()
    assert stage.errors == []


PAST = """
import tempfile
from pathlib import Path
from fujikoro_nb.helper.evening.changes import set_turn
from fujikoro_nb.helper.evening.history import Evenings, past
from fujikoro_nb.helper.evening.leaving import finish
evenings = Evenings(Path(tempfile.mkdtemp()))
evenings.keep(past(evening, ended="2026-11-21 21:31"))
lost = finish(set_turn(new_evening(people[:2], mode="coop"), seat=0, number=22).evening, "lost").evening
evenings.keep(past(lost, ended="2026-11-14 22:00"))
"""


def test_evenings_are_written_out_and_deleted_when_asked_once(phone_stage: Stage) -> None:
    tab = show(phone_stage, OVER + PAST + "ScorePage(evening=evening, evenings=evenings)")
    tab.locator("[data-key=past]").click()
    rows = tab.locator("[data-past]")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("2026-11-21")
    expect(rows.nth(1)).to_contain_text("Lost in round 22")
    with tab.expect_download() as download:
        tab.locator("[data-key=export-csv]").click()
    assert download.value.suggested_filename == "fuji-koro-evenings.csv"
    assert "Aiko" in download.value.path().read_text(encoding="utf-8")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.locator("[data-past] [data-key^=forget-]").first.click()
    expect(tab.locator("[data-part=past-asks]")).to_contain_text("2026-11-21")
    tab.locator("[data-key=past-no]").click()
    expect(rows).to_have_count(2)
    tab.locator("[data-past] [data-key^=forget-]").first.click()
    tab.locator("[data-key=past-yes]").click()
    expect(rows).to_have_count(1)
    tab.locator("[data-key=forget]").click()
    tab.locator("[data-key=past-yes]").click()
    expect(rows).to_have_count(0)
    expect(tab.locator("[data-part=past]")).to_contain_text(say("evening-end.history-none"))
    assert phone_stage.errors == []
