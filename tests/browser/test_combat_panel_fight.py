"""A whole fight in a Chromium: its odds in two taps, and the fight itself with real dice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from tests.browser.conftest import Visit, new_visit
from tests.browser.servers import Server
from tests.browser.widget_pages import BOXES, HELPER, Stage
from tests.support.sampling import sample

Serve = Callable[..., Server]

SMALL = "weapon=WWMT&helmet=WM/T"
BIG = "weapon=WMM../WWT../TM...&helmet=WMT./WMT."


def open_fight(stage: Stage, gear: str = SMALL) -> Page:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link=f"page=fight&{gear}")
    tab.wait_for_selector(".fk-fight[data-tab=odds] [data-size]")
    return tab


def ready(tab: Page) -> Page:
    tab.wait_for_selector(".fk-fight[data-answer=ready]")
    return tab


def set_number(tab: Page, what: str, value: int | str) -> None:
    field = tab.locator(f"input[data-step={what}]")
    field.fill(str(value))
    field.press("Enter")
    field.blur()


def choose(tab: Page, health: int, initiative: int, size: str = "S") -> Page:
    """A dragon with these numbers; they are put in at once, because fields are drawn anew when the kernel answers."""
    tab.locator(f"[data-size={size}]").click()
    expect(tab.locator("[data-part=house-dragon]")).to_be_visible()
    tab.evaluate(
        """(numbers) => {
          for (const [what, value] of Object.entries(numbers)) {
            const field = document.querySelector(`input[data-step=${what}]`);
            field.value = value;
            field.dispatchEvent(new Event("change"));
          }
        }""",
        {"health": health, "initiative": initiative},
    )
    expect(tab.locator("[data-part=house-dragon]")).to_be_hidden()
    expect(tab.locator("input[data-step=health]")).to_have_value(str(health))
    expect(tab.locator("input[data-step=initiative]")).to_have_value(str(initiative))
    return tab


def begin(tab: Page) -> Page:
    tab.locator("[data-key=begin]").click()
    tab.wait_for_selector(".fk-fight[data-tab=play]:not([data-asked=''])")
    return tab


def asked(tab: Page, kind: str) -> None:
    tab.wait_for_selector(f".fk-fight[data-asked={kind}]")


def tap_faces(tab: Page, *faces: str) -> None:
    for face in faces:
        tab.locator(f'[data-key="face-{face}"]').click()


# ---- odds


def test_two_taps_from_my_gear_to_win_hurt_and_lose(stage: Stage) -> None:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link=f"page=gear&{SMALL}")
    tab.locator("a.fk-to-fight").click()
    tab.locator("[data-size=S]").click()
    ready(tab)
    # Found and measured in one go: the panel may draw itself anew between the two.
    shown = tab.wait_for_function(
        """() => {
          const sizeOf = (node) => parseFloat(getComputedStyle(node).fontSize);
          const all = [...document.querySelectorAll("[data-part=three] b")];
          return all.length === 3 && all.map((node) => [node.innerText, sizeOf(node)]);
        }"""
    ).json_value()
    numbers = [re.sub("[<>]1?", "", text) or "0" for text, _ in shown]
    assert 98 <= sum(map(int, numbers)) <= 101
    assert min(size for _, size in shown) >= 70
    expect(tab.locator("[data-part=three] i")).to_have_text(["Win", "Retreat", "Lose"])
    expect(tab.locator("[data-part=first] .rid")).to_have_attribute("data-rule", "combat.init.descending")
    assert stage.errors == []


def test_at_the_real_box_no_dragon_is_chosen_and_invented_ones_are_marked(stage: Stage) -> None:
    tab = open_fight(stage)
    expect(tab.locator("[data-size][aria-checked=true]")).to_have_count(0)
    expect(tab.locator("[data-part=three]")).to_be_hidden()
    tab.locator("[data-size=S]").click()
    expect(tab.locator("[data-part=house-dragon]")).to_contain_text("House dragon")
    expect(
        tab.locator("[data-part=three]").get_by_role("img", name="not printed; your die says")
    ).to_be_visible()
    expect(tab.locator("[data-part=fight-odds] [data-part=house-dice]")).to_contain_text("not your box's")
    tab.get_by_role("button", name="Health: one more").click()
    expect(tab.locator("[data-part=house-dragon]")).to_contain_text("Initiative: still our")
    expect(
        tab.locator("[data-part=three]").get_by_role("img", name="not printed; your die says")
    ).to_be_visible()
    tab.get_by_role("button", name="Initiative: one more").click()
    expect(tab.locator("[data-part=house-dragon]")).to_be_hidden()


def test_a_number_that_stays_leaves_the_answer_clear(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 1, 0))
    for what, key in (("health", "ArrowDown"), ("initiative", "ArrowDown")):
        tab.locator(f"input[data-step={what}]").press(key)
    set_number(tab, "health", "01")
    expect(tab.locator("input[data-step=health]")).to_have_value("1")
    expect(tab.locator("[data-part=fight-odds] .fk-old")).to_have_count(0)
    assert stage.errors == []


def test_everything_that_is_old_fades_together(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 6, 3))
    old = tab.locator("[data-part=fight-odds] .fk-old")
    expect(old).to_have_count(0)
    tab.evaluate(
        """() => { window.most = 0; new MutationObserver(() => {
          window.most = Math.max(window.most, document.querySelectorAll(".fk-fight-main .fk-old").length);
        }).observe(document.querySelector(".fk-fight-main"), { attributes: true, subtree: true }); }"""
    )
    tab.locator("input[data-step=health]").press("ArrowUp")
    expect(tab.locator("input[data-step=health]")).to_have_value("7")
    tab.wait_for_function("window.most === 5")
    ready(tab)
    expect(old).to_have_count(0)


def test_numbers_are_typed_stepped_and_slid(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 6, 3))
    expect(tab.locator("[data-part=first]")).to_contain_text("You first")
    more = tab.get_by_role("button", name="Health: one more")
    for _ in range(3):
        more.click()
    expect(tab.locator("input[data-step=health]")).to_have_value("9")
    curve = tab.get_by_role("slider")
    expect(curve).to_have_attribute("aria-valuenow", "9")
    curve.focus()
    tab.keyboard.press("ArrowLeft")
    expect(tab.get_by_role("slider")).to_have_attribute("aria-valuenow", "8")
    expect(tab.get_by_role("slider")).to_be_focused()
    expect(tab.locator("input[data-step=health]")).to_have_value("8")
    expect(tab.locator(".fk-undo-top, .fk-helper .undo").locator("visible=true").first).to_contain_text(
        "the dragon"
    )


def test_goal_and_choice_of_dice_change_what_is_said(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 8, 5))
    how = tab.locator("[data-part=how]")
    how.locator("summary").click()
    expect(how).to_contain_text("Any dice may be left out")
    tab.get_by_role("radio", name="Always all dice").click()
    expect(how).to_contain_text("All dice are rolled")
    tab.get_by_role("radio", name="staying up").click()
    expect(how).to_contain_text("stay conscious")
    expect(how).to_contain_text("Exact")
    expect(how).to_contain_text("rounding")


def test_one_more_cube_and_why(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 8, 5))
    rows = tab.locator("[data-part=more] .more li")
    expect(rows).to_have_count(6)
    expect(tab.locator("[data-part=more] .fk-ghost").first).to_be_visible()
    expect(rows.first.locator(".d")).to_contain_text("+")
    tab.locator("[data-key=why]").click()
    why = tab.locator("[data-part=why]")
    expect(why).to_contain_text("Round 1")
    expect(why).to_contain_text("What breaks")
    why.locator("[data-rule='combat.break.per-symbol']").click()
    expect(tab.locator("[data-part=rule]")).to_contain_text("combat.break.per-symbol")
    assert stage.errors == []


OF_A_GROUP = """
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel

panel = CombatPanel(weapon="WW", helmet="W", mode=COOP)
panel
"""


def test_teeth_of_a_group_wear_the_mark_of_their_number(stage: Stage) -> None:
    tab = stage.show(OF_A_GROUP, widget="fk-fight")
    tab = ready(choose(tab, 2, 2))
    tab.locator("[data-key=why]").click()
    teeth = tab.locator("[data-part=why] [data-part=teeth]")
    expect(teeth.get_by_label("not printed; your board says")).to_be_visible()
    assert stage.errors == []


ENDLESS = """
from threading import Event
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel

panel = CombatPanel(weapon="WWMT", helmet="WM/T")
real = panel.counting.solver.solved

def solved(ask, health, *, report):
    while ask.foe.dice == 6:
        report(0.4)
        Event().wait(0.01)
    return real(ask, health, report=report)

panel.counting.solver.solved = solved
panel
"""
"""A panel whose fights with the white dragon are never counted to the end."""


def test_long_work_shows_progress_and_stops_and_the_page_answers_meanwhile(stage: Stage) -> None:
    tab = stage.show(ENDLESS, widget="fk-fight")
    tab.locator("[data-size=XL]").click()
    status = tab.locator("[data-part=status]")
    expect(status.locator("progress")).to_be_visible()
    tab.get_by_role("tab", name="One roll").click()
    expect(tab.locator(".fk-fight-big b").first).to_be_visible()
    tab.get_by_role("tab", name="Odds").click()
    status.locator("[data-key=stop]").click()
    expect(status).to_contain_text("Stopped")
    expect(status.locator("progress")).to_have_count(0)
    tab.locator("[data-size=S]").click()
    set_number(tab, "health", 1)
    ready(tab)
    assert stage.errors == []


def test_illegal_gear_is_refused_where_the_numbers_would_stand(stage: Stage) -> None:
    tab = open_fight(stage, "weapon=WW&helmet=WWWW/WWWW/W")
    tab.locator("[data-size=S]").click()
    refused = tab.locator("[data-part=refused]")
    expect(refused).to_contain_text("9 cubes")
    expect(refused.locator(".rid")).to_have_attribute("data-rule", "craft.helmet.size")
    expect(tab.locator("[data-part=three]")).to_be_hidden()


def test_a_fighter_by_link_changes_the_odds(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 8, 5))
    tab.locator("[data-key=fighter-add]").click()
    tab.locator("[data-key=fighter-typed]").click()
    tab.locator("#fk-fighter").fill("nonsense!")
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-part=fighters] .fk-notice")).to_contain_text("is no gear")
    expect(tab.locator(".fk-fight > .fk-notice")).to_be_hidden()
    expect(tab.locator("#fk-fighter")).to_have_value("nonsense!")
    tab.locator("#fk-fighter").fill("http://table/#page=fight&weapon=WWM&helmet=MM")
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-part=fighters] li")).to_have_count(2)
    expect(tab.locator("[data-part=together] li")).to_have_count(2)
    expect(tab.locator("[data-part=more]")).to_contain_text("Whom to ask along")


def test_a_fighter_by_tapping_cubes_and_no_letter(phone_stage: Stage) -> None:
    tab = ready(choose(open_fight(phone_stage), 8, 5))
    tab.locator("[data-key=fighter-add]").click()
    add = tab.locator("[data-key=fighter-tapped]")
    expect(add).to_be_disabled()
    for letter, cells in (("W", ("1,1", "2,1")), ("M", ("3,1", "3,2")), ("T", ("3,2",))):
        tab.locator(f"[data-key=tap-{letter}]").click()
        for cell in cells:
            tab.locator(f"[data-cell='{cell}']").click()
    tab.locator("[data-cell='3,2']").click()  # the same cube once more: it goes
    tab.locator("[data-key='helmet-M1']").click()
    tab.locator("[data-key='helmet-M1']").click()
    boxes = tab.locator(".fk-tap button").evaluate_all(BOXES)
    assert all(height >= 44 for _, _, width, height in boxes if width)
    add.click()
    rows = tab.locator("[data-part=fighters] li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text(
        "initiative 3, helmet absorbs 4"
    )  # WWM is three long; metal is worth 2
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_a_fighter_by_keyboard_alone(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage), 8, 5))
    tab.locator("[data-key=fighter-add]").focus()
    tab.keyboard.press("Enter")
    tab.locator("[data-cell='1,1']").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        tab.keyboard.press(key)
    expect(tab.locator("[data-cell='2,1']")).to_have_attribute("aria-label", "wood cube in row 1, column 2")
    expect(tab.locator("[data-cell='2,1']")).to_be_focused()
    tab.locator("[data-key=fighter-tapped]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-part=fighters] li")).to_have_count(2)
    assert stage.errors == []


def test_on_a_phone_the_numbers_come_first_and_whose_dice_they_are_in_one_line(phone_stage: Stage) -> None:
    tab = ready(choose(open_fight(phone_stage), 8, 5))
    boxes = "[data-part=fight-odds] .fk-fight-house", "[data-part=three]", ".fk-fight .drag"
    (house, three, dragon) = (tab.locator(one).bounding_box() for one in boxes)
    assert house and three and dragon
    assert house["y"] < three["y"] < dragon["y"]
    assert house["height"] <= 64
    assert three["y"] + three["height"] <= 640 - 66, "in sight on a small phone, above the foot"
    assert phone_stage.errors == []


def test_a_monk_on_the_action_spot_is_named_below_the_numbers(stage: Stage) -> None:
    tab = ready(choose(open_fight(stage, "weapon=WW&helmet=W&backpack=M"), 4, 5))
    line, without = tab.locator("[data-part=monk]"), tab.get_by_text("without a monk", exact=True)
    expect(line).to_be_hidden()
    expect(without).to_have_count(0)
    numbers = tab.locator("[data-part=three] b").all_inner_texts()
    spot = tab.get_by_role("button", name="on the action spot")
    spot.click()
    expect(line).to_contain_text(
        re.compile(r"With the monk from the action spot, throwing a metal: win \S+, retreat \S+, lose \S+\.")
    )
    expect(line.locator(".rid")).to_have_attribute("data-rule", "combat.hero.when")
    expect(line.get_by_role("img", name="not printed; your die says")).to_be_visible()
    expect(without).to_be_visible()
    expect(tab.locator("[data-part=three] b")).to_have_text(numbers)
    spot.click()
    expect(line).to_be_hidden()
    expect(without).to_have_count(0)
    assert stage.errors == []


# ---- play


def test_a_fight_with_real_dice_on_a_phone(phone_stage: Stage) -> None:
    tab = begin(ready(choose(open_fight(phone_stage), 8, 1)))
    asked(tab, "roll-dice")
    tab.locator("[data-key=answer]").click()
    asked(tab, "roll")
    take = tab.get_by_role("button", name="Take this roll")
    expect(take).to_be_disabled()
    tap_faces(tab, "W-1*", "W-0", "M-2", "T-1")
    expect(tab.locator(".fk-play-roll .say")).to_have_text("4 hits, 1 broken")
    take.click()
    asked(tab, "lose-cubes")
    expect(tab.locator("[data-part=health]")).to_contain_text("4 / 8")
    expect(tab.locator("[data-part=happened]")).to_contain_text("the dragon has 4 left")
    tab.locator("[data-cell='2,1']").click()
    tab.locator("[data-cell='1,1']").click()
    expect(tab.locator("[data-cell][aria-checked=true]")).to_have_count(1)
    tab.get_by_role("button", name="Take these off").click()
    asked(tab, "withdraw")
    tab.get_by_role("button", name="Stay").click()
    asked(tab, "roll")
    tap_faces(tab, "T-2", "T-1", "T-0")
    take.click()
    asked(tab, "pay-damage")
    pay = tab.get_by_role("button", name="Pay with these")
    expect(pay).to_be_disabled()
    tab.locator("[data-cell='1,2']").click()
    expect(tab.locator("[data-part=question] .say")).to_have_text("3 of 3")
    pay.click()
    expect(tab.locator("[data-part=people]")).to_contain_text("absorbs 3")
    assert phone_stage.errors == []


def test_the_cube_under_the_green_one_can_be_tapped(phone_stage: Stage) -> None:
    """The green cube of a helmet is drawn over its last cell, and pays by a button of its own."""
    tab = begin(ready(choose(open_fight(phone_stage, "weapon=WWMT&helmet=WMMT%2BG"), 8, 20)))
    asked(tab, "roll")
    tap_faces(tab, "T-2", "T-1", "T-0")
    tab.get_by_role("button", name="Take this roll").click()
    asked(tab, "pay-damage")
    tab.locator("[data-cell='4,1']").tap()
    expect(tab.locator("[data-part=question] .say")).to_have_text("3 of 3")
    assert phone_stage.errors == []


def test_undo_names_the_step_and_the_log_explains_it(stage: Stage) -> None:
    tab = begin(choose(open_fight(stage), 8, 1))
    asked(tab, "roll-dice")
    tab.locator("[data-key=answer]").click()
    asked(tab, "roll")
    tap_faces(tab, "W-1*", "W-1*", "M-2", "T-1")
    tab.get_by_role("button", name="Take this roll").click()
    undo = tab.locator("[data-key=play-undo]")
    expect(undo).to_contain_text("Undo past a roll: rolled W 1* 1*, M 2, T 1")
    log = tab.locator("[data-part=log]")
    log.locator("> summary").click()
    expect(log.locator("> ol > li")).to_have_count(3)
    expect(log.locator("> ol > li").first).to_contain_text("1 forced step")
    log.locator("> ol > li").first.locator("details > summary").click()
    log.locator("[data-rule='combat.break.per-symbol']").click()
    expect(tab.locator("[data-part=rule]")).to_contain_text("combat.break.per-symbol")
    tab.keyboard.press("Escape")
    undo.click()
    asked(tab, "roll")
    expect(tab.locator("[data-key=play-redo]")).to_contain_text("Redo: rolled W 1* 1*, M 2, T 1")
    tab.locator("[data-key=play-redo]").click()
    expect(log.locator("> ol > li")).to_have_count(3)


def test_the_odds_of_each_answer_on_demand(stage: Stage) -> None:
    tab = begin(ready(choose(open_fight(stage), 8, 1)))
    asked(tab, "roll-dice")
    tab.locator("[data-key=advise]").click()
    rows = tab.locator("[data-worth]")
    expect(rows.first).to_contain_text("best")
    expect(rows.nth(1)).to_contain_text("costs")
    fewer = rows.nth(1)
    text = fewer.get_attribute("data-worth") or ""
    fewer.click()
    expect(tab.locator("[data-key=answer]")).to_be_focused()
    tab.keyboard.press("Enter")
    asked(tab, "roll")
    expect(tab.locator("[data-worth]")).to_have_count(0)
    dice = sum(
        int(count.split("/")[1]) for count in tab.locator(".fk-play-dice .num:text('/')").all_inner_texts()
    )
    assert dice == len(text.split()[2])


def test_our_dice_play_it_to_the_end_by_keyboard(stage: Stage) -> None:
    tab = begin(choose(open_fight(stage, "weapon=WW&helmet=W"), 1, 9))
    for _ in range(40):
        kind, at = tab.locator(".fk-fight").evaluate("({ dataset }) => [dataset.asked, dataset.at]")
        if kind == "over":
            break
        key = (
            "[data-key=deal]"
            if kind == "roll"
            else "[data-key=answer]:not([disabled]), .fk-play-choices .btn"
        )
        tab.locator(key).first.press("Enter")
        tab.wait_for_function("(at) => document.querySelector('.fk-fight').dataset.at !== at", arg=at)
    expect(tab.locator("[data-part=question] .verdict .say")).to_be_visible()
    assert stage.errors == []


def test_a_reload_comes_back_to_the_fight(served: Serve, page: Visit) -> None:
    tab = page.open(served("table").url + f"#page=fight&{SMALL}")
    tab.wait_for_selector(".fk-fight[data-tab=odds] [data-size]")
    begin(choose(tab, 8, 1))
    asked(tab, "roll-dice")
    tab.locator("[data-key=answer]").click()
    asked(tab, "roll")
    tap_faces(tab, "W-1*", "W-0", "M-2", "T-1")
    tab.get_by_role("button", name="Take this roll").click()
    asked(tab, "lose-cubes")
    tab.reload()
    tab.get_by_role("tab", name="Play it").click()
    asked(tab, "lose-cubes")
    expect(tab.locator("[data-part=health]")).to_contain_text("4 / 8")
    expect(tab.locator("[data-key=play-undo]")).to_contain_text("rolled W 1* 0, M 2, T 1")
    tab.get_by_role("button", name="End this fight").click()
    expect(tab.locator("[data-part=fight-play]")).to_contain_text("No fight is going on")
    tab.reload()
    tab.get_by_role("tab", name="Play it").click()
    expect(tab.locator("[data-part=fight-play]")).to_contain_text("No fight is going on")
    assert page.errors == []


def test_another_dragon_is_fought_anew_and_the_first_fight_is_not_lost(stage: Stage) -> None:
    tab = open_fight(stage)
    back = tab.locator("[data-part=goes-on]")
    expect(back).to_be_hidden()
    begin(choose(tab, 8, 1))
    asked(tab, "roll-dice")
    tab.get_by_role("tab", name="Odds").click()
    choose(tab, 9, 2)
    expect(back).to_contain_text("Back to the fight against Blue S, 8 of 8 left")
    back.locator("button").click()
    tab.wait_for_selector(".fk-fight[data-tab=play]")  # the board of the first fight was there, but hidden
    expect(tab.locator("[data-part=health]")).to_contain_text("8 / 8")
    tab.get_by_role("tab", name="Odds").click()
    choose(tab, 9, 2, "M")
    begin(tab)
    expect(tab.locator("[data-part=health]")).to_contain_text("9 / 9")
    away = tab.locator("[data-key=swap]")
    expect(away).to_contain_text("Blue S, 8 of 8 left")
    away.click()
    expect(tab.locator("[data-part=health]")).to_contain_text("8 / 8")
    tab.locator("[data-key=leave]").click()
    tab.get_by_role("tab", name="Odds").click()
    expect(back).to_be_hidden()
    assert stage.errors == []


def test_the_mark_of_a_house_dragon_stands_over_its_fight(stage: Stage) -> None:
    tab = open_fight(stage)
    tab.locator("[data-size=S]").click()
    begin(tab)
    expect(tab.locator("[data-part=dragon-mark]")).to_contain_text("House dragon: not your card")
    tab.locator("[data-key=leave]").click()
    tab.get_by_role("tab", name="Odds").click()
    begin(choose(tab, 8, 1))
    expect(tab.locator("[data-part=dragon-mark]")).to_be_hidden()
    assert stage.errors == []


def to_play(tab: Page) -> None:
    tab.get_by_role("tab", name="Play it").click()


NO_FIGHT = "No fight is going on"


def test_every_tab_keeps_its_own_fight(served: Serve, page: Visit) -> None:
    url = served("table").url + f"#page=fight&{SMALL}"
    tab = page.open(url)
    tab.wait_for_selector(".fk-fight[data-tab=odds] [data-size]")
    begin(choose(tab, 8, 1))
    asked(tab, "roll-dice")

    other = new_visit(tab.context)
    second = other.open(url)
    to_play(second)
    expect(second.locator("[data-part=fight-play]")).to_contain_text(NO_FIGHT)
    second.get_by_role("tab", name="Odds").click()
    begin(choose(second, 9, 1))
    asked(second, "roll-dice")

    for each, health in ((tab, "8 / 8"), (second, "9 / 9")):
        each.reload()
        to_play(each)
        asked(each, "roll-dice")
        expect(each.locator("[data-part=health]")).to_contain_text(health)

    with tab.expect_popup() as popup:  # a copied tab begins with a copy of the session storage
        tab.evaluate("window.open(location.href)")
    copy = popup.value
    to_play(copy)
    asked(copy, "roll-dice")
    expect(copy.locator("[data-part=health]")).to_contain_text("8 / 8")
    copy.get_by_role("button", name="End this fight").click()
    expect(copy.locator("[data-part=fight-play]")).to_contain_text(NO_FIGHT)
    tab.reload()
    to_play(tab)
    asked(tab, "roll-dice")
    assert page.errors == other.errors == []


def test_a_save_that_cannot_be_read_is_said_once(served: Serve, page: Visit) -> None:
    tab = page.open(served("table").url + f"#page=fight&{SMALL}")
    tab.wait_for_selector(".fk-fight[data-tab=odds] [data-size]")
    begin(choose(tab, 8, 1))
    asked(tab, "roll-dice")
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('fujikoro-fight:'))"
    assert tab.evaluate(f"{kept}.length") == 1
    tab.evaluate(f"{kept}.forEach((key) => localStorage.setItem(key, 'x'))")
    tab.reload()
    expect(tab.locator(".fk-fight .fk-notice")).not_to_be_empty()
    tab.wait_for_function(f"{kept}.length === 0")
    tab.reload()
    tab.wait_for_selector(".fk-fight[data-tab=odds] [data-size]")
    to_play(tab)
    expect(tab.locator("[data-part=fight-play]")).to_contain_text(NO_FIGHT)
    expect(tab.locator(".fk-fight .fk-notice")).to_be_empty()
    assert page.errors == []


# ---- anything may be sent

RAW: list[Any] = [
    None,
    [],
    {"act": "dragon"},
    {"act": "dragon", "health": 1e9, "initiative": 1, "dice": 3},
    {"act": "dragon", "health": 8, "initiative": 1, "dice": 7},
    {"act": "offer", "number": 10**30},
    {"act": "play", "text": "x" * 300, "at": 0},
    {"act": "play", "text": "roll W 9 9", "at": 1},
    {"act": "restore", "save": "A" * 3000},
    {"act": "fighter", "text": "<img src=x onerror=alert(1)>"},
    {"act": "duel", "other": 5},
    {"act": "__init__"},
    {"act": "cancel", "more": 1},
]


@pytest.mark.parametrize("message", sample(RAW, 8), ids=lambda message: json.dumps(message)[:40])
def test_a_malformed_message_is_a_sentence_and_loses_nothing(stage: Stage, message: object) -> None:
    cell = (
        "import ipywidgets\nfrom fujikoro_nb.widgets.fight.combat_panel import CombatPanel\n"
        "panel = CombatPanel(weapon='WWMT', helmet='WM/T')\nipywidgets.VBox([panel, touch(panel)])"
    )
    tab = stage.show(cell, widget="fk-fight")
    tab.wait_for_function("window.fkModel")
    begin(choose(tab, 8, 1))
    asked(tab, "roll-dice")
    tab.evaluate("(message) => fkModel.send(message)", message)
    tab.locator("[data-key=answer]").click()
    asked(tab, "roll")
    assert tab.locator(".fk-fight img").count() == 0
    assert stage.errors == []


# ---- sizes, themes, touch


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", ["odds", "play", "roll"])
def test_nothing_overflows_and_everything_can_be_tapped_on_a_phone(
    phone_stage: Stage, part: str, scheme: str
) -> None:
    tab = ready(choose(open_fight(phone_stage, BIG), 8, 9, "M"))
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    if part == "play":
        begin(tab)
        tab.locator("[data-key=deal]").click()
        tab.wait_for_selector(".fk-fight:not([data-asked=roll])")
    else:
        tab.locator(f"[data-tab={part}]").first.click() if part == "odds" else tab.get_by_role(
            "tab", name="One roll"
        ).click()
    panel = tab.locator(f"[data-part=fight-{part}]")
    expect(panel).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # One look for both: a panel that is drawn anew in between would show nodes that are gone.
    small = panel.evaluate(
        """panel => [...panel.querySelectorAll("button, input, summary")].filter((node) => {
          const { width, height } = node.getBoundingClientRect();
          return node.checkVisibility() && (height < 43.5 || width < 43.5)
            && !node.closest('.fk-fight-bars, .fk-play-log');
        }).map((node) => node.outerHTML.slice(0, 120))"""
    )
    assert small == []
    nameless = panel.locator("button:visible, [role=slider]").evaluate_all(
        "nodes => nodes.filter((node) => !(node.textContent.trim() || node.getAttribute('aria-label'))).length"
    )
    assert nameless == 0
    tab.emulate_media(color_scheme="light")


def test_the_answer_stands_on_the_first_screen_of_a_phone(phone_stage: Stage) -> None:
    tab = ready(choose(open_fight(phone_stage, BIG), 8, 9, "M"))
    tab.evaluate("scrollTo(0, 0)")
    expect(tab.locator("[data-part=three]")).to_be_in_viewport(ratio=0.98)


# ---- taps that come before the answer to the one before


def test_odds_and_begin_tapped_at_once_show_the_new_fight(stage: Stage) -> None:
    tab = open_fight(stage)
    choose(tab, 8, 2)
    begin(tab)
    tab.evaluate(
        """() => {
          document.querySelector(".fk-fight-tabs [data-tab=odds]").click();
          document.querySelector("[data-key=begin]").click();
        }"""
    )
    tab.wait_for_selector(
        ".fk-fight[data-tab=play] [data-key=swap]"
    )  # the first fight lies beside the new one
    tab.evaluate(
        """() => ["odds", "roll", "odds"]
          .map((name) => document.querySelector(`.fk-fight-tabs [data-tab=${name}]`).click())"""
    )
    tab.get_by_role("button", name="Health: one more").click()
    expect(tab.locator("input[data-step=health]")).to_have_value("9")
    ready(tab)
    expect(tab.locator(".fk-fight")).to_have_attribute("data-tab", "odds")
    assert stage.errors == []


def test_a_size_and_a_number_given_at_once_are_one_dragon(stage: Stage) -> None:
    tab = open_fight(stage)
    choose(tab, 9, 2, "M")
    tab.evaluate(
        """() => {
          document.querySelector("[data-size=S]").click();
          const field = document.querySelector("input[data-step=health]");
          field.value = "1";
          field.dispatchEvent(new Event("change"));
        }"""
    )
    expect(tab.locator("[data-part=house-dragon]")).to_contain_text("Initiative: still our")
    ready(tab)
    expect(tab.locator("input[data-step=health]")).to_have_value("1")
    expect(tab.locator("[data-size=S]")).to_have_attribute("aria-checked", "true")
    tab.locator("[data-size=S]").click()  # the whole dragon of the house again
    expect(tab.locator("[data-part=house-dragon]")).not_to_contain_text("still our")
    assert stage.errors == []


# ---- a monk, and a fallen samurai


def test_a_monk_is_chosen_and_fought(stage: Stage) -> None:
    """Scenario 4: one tap beside the dragons, by keys as well; no health to set, and his four dice come first."""
    tab = open_fight(stage)
    monk = tab.locator("[data-key=foe-monk]")
    monk.focus()
    tab.keyboard.press("Enter")
    ready(tab)
    expect(monk).to_have_attribute("aria-pressed", "true")
    expect(tab.locator("[role=radio][data-size][aria-checked=true]")).to_have_count(0)
    expect(tab.locator("[data-part=curve]")).to_be_hidden()
    expect(tab.locator("input[data-step]")).to_have_count(0)
    expect(tab.locator("[data-part=first]")).to_contain_text("Monk first")
    begin(tab)
    asked(tab, "roll")
    expect(tab.locator("[data-part=health]")).to_contain_text("4 / 4")
    tab.locator("[role=tab][data-tab=odds]").click()
    tab.locator("[data-size=S]").click()
    expect(monk).to_have_attribute("aria-pressed", "false")
    expect(tab.locator("[data-part=curve]")).to_be_visible()


def test_a_guard_is_found_beside_the_monk(phone_stage: Stage) -> None:
    """Scenario 7 needs no dragon: what the guard wears is laid, then it is fought; the odds stand beside."""
    tab = open_fight(phone_stage, BIG)
    no_dragon = tab.get_by_text(say("combat.dragon-none"))
    expect(no_dragon).to_be_visible()
    tab.locator("[data-key=foe-guard]").click()
    expect(no_dragon).to_have_count(0)
    expect(tab.locator("[data-part=guard-help]")).to_have_text(say("combat.guard-help"))
    tab.locator("[data-key=tap-W]").click()
    for cell in ("1,1", "2,1"):
        tab.locator(f"[data-cell='{cell}']").click()
    for key in ("tap-magic-weapon", "tap-magic-helmet"):
        expect(tab.locator(f"[data-key={key}]")).to_have_attribute("aria-pressed", "true")
    tab.locator("[data-key='helmet-M1']").click()
    tab.locator("[data-key=fighter-tapped]").click()
    # combat.init.magic: two cubes long, and four more for magic; metal is worth 2, and the helmet's magic 1 or more
    expect(tab.locator("[data-part=fighters] li").nth(1)).to_contain_text("initiative 6")
    expect(tab.locator("[data-part=three-guard] li .num")).to_have_text(re.compile(r"\d+ / \S+ / \S+"))
    expect(tab.locator("[data-part=more] h2")).to_have_text(say("combat.between"))
    expect(tab.locator("[data-key=begin]")).to_have_count(0)
    expect(no_dragon).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.locator("[data-key=begin-guard]").click()
    tab.wait_for_selector(".fk-fight[data-tab=play]:not([data-asked=''])")
    expect(tab.locator("[data-part=people]")).to_contain_text("Fallen samurai")
    assert phone_stage.errors == []


def test_where_nobody_joins_no_fighter_is_added_against_a_dragon(phone_stage: Stage) -> None:
    """scenario.1.competitive.no-joining; without a dragon another fighter is one to duel with."""
    tab = phone_stage.show(
        "from fujikoro_nb.widgets import CombatPanel\nCombatPanel(weapon='WWMT', is_alone=True)",
        widget="fk-fight[data-tab=odds] [data-size]",
    )
    added, nobody = tab.locator("[data-key=fighter-add]"), tab.locator("[data-part=nobody-joins]")
    expect(added).to_be_visible()
    expect(nobody).to_have_count(0)
    tab.locator("[data-size=S]").click()
    expect(nobody.locator("[data-rule='scenario.1.competitive.no-joining']")).to_be_visible()
    expect(added).to_have_count(0)
    assert phone_stage.errors == []


def test_a_group_shares_teeth_person_by_person_and_nobody_duels(phone_stage: Stage) -> None:
    """coop.combat.teeth-for-victory, coop.play.no-samurai-combat: at a table that plays together."""
    tab = open_fight(phone_stage, f"{SMALL}&mode=coop&players=3")
    expect(tab.locator("[data-key=foe-guard]")).to_have_count(0)
    tab.locator("[data-key=fighter-add]").tap()
    tab.locator("[data-key=fighter-typed]").tap()
    tab.locator("#fk-fighter").fill("WWM MM")
    tab.locator("#fk-fighter").press("Enter")
    ready(choose(tab, 1, 1, "M"))
    expect(tab.locator("[data-part=more] .more li").first).to_be_visible()
    expect(tab.locator("[data-key=begin-duel], [data-key=begin-guard]")).to_have_count(0)
    expect(tab.locator("[data-part=three-duel], [data-part=three-guard]")).to_have_count(0)
    begin(tab)
    asked(tab, "roll-dice")
    tab.locator("[data-key=answer]").tap()
    asked(tab, "roll")
    tap_faces(tab, "W-1", "W-0", "M-2", "T-1")
    tab.locator("[data-key=answer]").tap()
    asked(tab, "share-teeth")
    part, send = tab.locator("[data-part=share-teeth]"), tab.locator("[data-key=share-send]")
    expect(part.get_by_role("status")).to_have_text(say("combat.teeth-left", n=2, of=2))
    expect(send).to_be_disabled()
    mine, other = part.locator("[data-key=share-0-more]"), part.locator("[data-key=share-1-more]")
    size = mine.bounding_box()
    assert size is not None and min(size["width"], size["height"]) >= 44
    mine.tap()
    other.focus()
    tab.keyboard.press("Enter")
    expect(other).to_be_disabled()
    expect(part.locator("[data-key=share-1-less]")).to_be_focused()
    expect(send).to_have_text(say("combat.teeth-send", who="You 1, Fighter 2 1"))
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    send.press("Enter")
    asked(tab, "over")
    expect(tab.locator("[data-part=question]")).to_contain_text("2 teeth for the fighters to share.")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_another_fighter_is_a_fallen_samurai(stage: Stage) -> None:
    """Scenario 7: beside the duel with the same gear; nobody is asked for it."""
    tab = choose(open_fight(stage), 8, 5)
    tab.locator("[data-key=fighter-add]").click()
    tab.locator("[data-key=fighter-typed]").click()
    tab.locator("#fk-fighter").fill("WWM MM")
    tab.locator("#fk-fighter").press("Enter")
    odds = tab.locator("[data-part=three-guard] li")
    expect(odds).to_contain_text("You strike first.")
    expect(odds.locator(".num")).to_have_text(re.compile(r"\d+ / \d+ / \d+"))
    tab.locator("[data-key=begin-guard]").click()
    tab.wait_for_selector(".fk-fight[data-tab=play]:not([data-asked=''])")
    expect(tab.locator("[data-part=people]")).to_contain_text("Fallen samurai")
