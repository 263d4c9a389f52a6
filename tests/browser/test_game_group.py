"""A group's game in a Chromium: the form, what is decided together, exchanges, a dragon's attack, the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import UNSET
from playwright.sync_api import Page, expect

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, Share
from fujikoro_nb.engine.fujikoro.asked.realm import battle_of
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.map.dragons import marks_of, walkers, walks_drawn
from tests.browser.game_pages import CHOSEN_FIRST, answer, asked, at, kind_of, moved_on
from tests.browser.widget_pages import Stage
from tests.support import group_saves
from tests.support.group_saves import ended, meets, played_until, save_of
from tests.support.group_wins import before_end, victory

ROOT = Path(__file__).resolve().parents[2]
MOST_TAPS = 80
GAME = "from fujikoro_nb.widgets import GamePage\nGamePage({})"


def opened(stage: Stage, session: GameSession, folder: Path, language: str = "en") -> Page:
    """The page of this game, from its save file on."""
    path = folder / "group.json"
    path.write_bytes(save_of(session))
    tab = stage.show(GAME.format(f"language={language!r}"), widget="fk-game[data-ready=true]")
    tab.locator("input[type=file]").set_input_files(path)
    tab.wait_for_selector(".fk-game[data-stage=play]")
    return tab


def wide(tab: Page) -> int:
    return int(tab.evaluate("document.documentElement.scrollWidth"))


def test_form_offers_the_modes_and_says_what_cannot_be_played(phone_stage: Stage) -> None:
    tab = phone_stage.show(GAME.format(""), widget="fk-game[data-ready=true]")
    refused = tab.locator("[data-part=refused-count]")
    tab.locator("[data-key=count-1]").tap()
    expect(refused.locator("[data-rule='setup.players.count']")).to_be_visible()
    expect(tab.locator("[data-key=begin]")).to_be_disabled()
    tab.locator("[data-key=mode-solo]").tap()
    expect(refused).to_have_count(0)
    tab.locator("[data-key=count-3]").tap()
    expect(refused.locator("[data-rule='solo.mode.coop-rules']")).to_be_visible()
    tab.locator("[data-key=mode-coop]").tap()
    expect(refused).to_have_count(0)
    peace = tab.locator("[data-part=refused-peaceful]")
    expect(peace).to_have_count(0)
    tab.locator("[data-key=peaceful]").check()
    expect(peace.locator("[data-rule='variant.peaceful']")).to_be_visible()
    expect(peace).to_contain_text("Only the competitive game has duels to leave out.")
    expect(tab.locator("[data-key=begin]")).to_be_disabled()
    tab.locator("[data-key=peaceful]").uncheck()
    expect(peace).to_have_count(0)
    tab.locator("[data-key=begin]").tap()
    asked(tab, "first-player")
    expect(tab.locator(".fk-ask-together")).to_be_visible()
    expect(tab.locator(".fk-hearts")).to_have_count(3)
    assert wide(tab) <= 390
    answer(tab)
    asked(tab, "first-card")
    assert phone_stage.errors == []


@pytest.mark.parametrize("kind", ["dragon-order", "dragon-target", "dragon-step"])
def test_what_is_decided_together_is_answered_by_a_tap(phone_stage: Stage, tmp_path: Path, kind: str) -> None:
    tab = opened(phone_stage, played_until(group_saves.asked(kind)), tmp_path)
    asked(tab, kind)
    expect(tab.locator(".fk-ask-together")).to_be_visible()
    tab.locator("[data-key=group-dragons]").tap()
    expect(tab.locator("[data-part=dragons] li").first).to_be_visible()
    tab.locator("[data-key=group-goals]").tap()
    expect(tab.locator("[data-part=goals] li")).to_have_count(4)
    assert wide(tab) <= 390
    was = at(tab)
    tab.locator(".fk-foot-tabs [data-tab=do]").tap()
    tab.locator(".fk-do-body [data-key^=row-]").first.tap()
    if kind in CHOSEN_FIRST:
        tab.locator("[data-key=answer]").tap()
    moved_on(tab, was)
    assert phone_stage.errors == []


CUT = """() => [...document.querySelectorAll(".fk-seat-name")]
  .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
"""JavaScript: names of which not all can be read."""


def first_acts(session: GameSession) -> bool:
    """Whether it is the turn of whoever begins the rounds: of all rows that one holds the most."""
    party, question = session.state.party, session.question
    if party is None or question is None:
        return False
    return question.kind == "act" and party.first == question.seat


def test_three_names_stand_whole_beside_each_other_on_a_phone(phone_stage: Stage, tmp_path: Path) -> None:
    """Bold on one's turn, with hearts and the first player's token."""
    session = played_until(first_acts, names=("Masako", "Yoshihiro", "Masatsura"))
    tab = opened(phone_stage, session, tmp_path)
    asked(tab, "act")
    expect(tab.locator(".fk-seats li")).to_have_count(3)
    expect(tab.locator(".fk-seats li.is-on > svg")).to_be_visible()
    assert tab.evaluate(CUT) == []
    tops = tab.locator(".fk-seats li").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1 and wide(tab) <= 390
    assert phone_stage.errors == []


def test_the_dragon_of_a_fight_is_called_by_its_name(phone_stage: Stage, tmp_path: Path) -> None:
    """In the order of who strikes too; its rounds are the fight's, beside those of the game."""
    session = played_until(fights_in_order)
    fight = next(frame for frame in reversed(session.state.agenda) if isinstance(frame, DragonFight))
    tab = opened(phone_stage, session, tmp_path)
    tab.locator(".fk-foot-tabs [data-tab=do]").tap()
    strip = tab.locator(".fk-fight-strip")
    name = strip.locator(".hp b.small").inner_text()
    assert name.lower() != say("game-page.the-dragon")
    expect(strip.locator(".fk-play-order li b", has_text=name)).to_have_count(1)
    expect(strip.locator(".fk-play-round")).to_have_text(say("game-page.fight-round", n=fight.round))
    assert phone_stage.errors == []


def fights_in_order(session: GameSession) -> bool:
    """Whether people and a dragon strike one after the other now."""
    fights = [frame for frame in session.state.agenda if isinstance(frame, DragonFight)]
    return bool(fights) and len(fights[-1].order) > 1 and session.question is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_teeth_are_given_out_person_by_person(phone_stage: Stage, tmp_path: Path, language: str) -> None:
    """By taps or keys; nobody gets more than there are, and nothing is shared before all are given out."""
    session = played_until(lambda now: group_saves.asked("share-teeth")(now) and len(now.options) > 2)
    assert session.question is not None
    data = dict(session.question.data)
    seats, teeth = str(data["seats"]).split(), int(data["teeth"])
    options = [answer.teeth for answer in session.options if isinstance(answer, Share)]
    giver = max(range(len(seats)), key=lambda at: max(way[at] for way in options))
    most = max(way[giver] for way in options)
    tab = opened(phone_stage, session, tmp_path, language)
    asked(tab, "share-teeth")
    tab.locator(".fk-foot-tabs [data-tab=do]").tap()
    part = tab.locator("[data-part=share-teeth]")
    expect(part.get_by_role("group")).to_have_count(len(seats))
    expect(part.get_by_role("status")).to_have_text(
        say("combat.teeth-left", language=language, n=teeth, of=teeth)
    )
    send = part.locator("[data-key=share-send]")
    expect(send).to_be_disabled()
    more, less = (part.locator(f"[data-key=share-{seats[giver]}-{way}]") for way in ("more", "less"))
    assert "{" not in str(more.get_attribute("aria-label")) and more.get_attribute("aria-label") != "+"
    size = more.bounding_box()
    assert size is not None and min(size["width"], size["height"]) >= 44
    more.tap()
    less.tap()
    expect(less).to_be_disabled()
    expect(more).to_be_focused()
    for _ in range(most):
        tab.keyboard.press("Enter")
    expect(more).to_be_disabled()
    expect(less).to_be_focused()
    while (others := part.locator("[data-key$=-more]:enabled")).count():
        others.first.tap()
    expect(send).to_be_enabled()
    assert wide(tab) <= 390
    was = at(tab)
    send.press("Enter")
    moved_on(tab, was)
    assert phone_stage.errors == []


def test_map_shows_where_dragons_go_and_takes_the_answer(phone_stage: Stage, tmp_path: Path) -> None:
    """Arrows, whom they see, what each sign means; a tap on a dragon's tile says that it walks first."""
    session = played_until(group_saves.asked("dragon-order"))
    tab = opened(phone_stage, session, tmp_path)
    asked(tab, "dragon-order")
    drawn = walks_drawn(session.state)
    tab.wait_for_selector(".fk-map[data-points]")
    expect(tab.locator(".fk-map-dragons > g")).to_have_count(len(drawn))
    expect(tab.locator(".fk-map-dragons [marker-end]")).to_have_count(sum(len(one["to"]) for one in drawn))
    expect(tab.locator(".fk-map-walks li").first).to_be_visible()
    expect(tab.locator(".fk-map-walks")).to_contain_text("whom it sees")
    tab.locator("[data-key=group-dragons]").tap()
    marks = marks_of(one.dragon for one in walkers(session.state))
    for mark in marks.values():
        expect(tab.locator(f"[data-part=dragons] [data-dragon='{mark}']")).to_be_visible()
        expect(tab.locator(".fk-map-figures .fk-piece-size text", has_text=mark).first).to_be_attached()
    was = at(tab)
    row = tab.locator(".fk-do-body [data-key^=row-]").first
    row.tap()
    expect(tab.locator(".fk-map-dragons > g.is-on")).not_to_have_count(0)
    tab.locator("[data-key=answer]").tap()
    moved_on(tab, was)
    assert phone_stage.errors == []


def test_dragons_are_seen_when_the_map_was_hidden_as_they_began_to_walk(
    phone_stage: Stage, tmp_path: Path
) -> None:
    """A map that was drawn before looks at them as soon as it is seen again."""
    tab = opened(phone_stage, played_until(meets), tmp_path)
    asked(tab, "act")
    tab.locator(".fk-foot-tabs [data-tab=map]").tap()
    tab.wait_for_selector(".fk-map[data-points]")
    tab.locator("[data-key=menu]").tap()
    tab.locator("[data-key=leave]").tap()
    tab.wait_for_selector(".fk-game[data-stage=start]")
    path = tmp_path / "walking.json"
    path.write_bytes(save_of(played_until(group_saves.asked("dragon-order"))))
    tab.locator("input[type=file]").set_input_files(path)
    asked(tab, "dragon-order")
    tab.locator(".fk-foot-tabs [data-tab=map]").tap()
    tab.wait_for_function(
        """() => {
          const box = document.querySelector(".mapbox").getBoundingClientRect();
          const drawn = [...document.querySelectorAll(".fk-map-dragons > g")].map((one) => one.getBoundingClientRect());
          return box.width && drawn.length && drawn.every(({ x, y, right, bottom }) =>
            box.x <= x && right <= box.right && box.y <= y && bottom <= box.bottom);
        }"""
    )
    assert phone_stage.errors == []


def test_who_crafts_sees_how_many_cubes_are_left(phone_stage: Stage, tmp_path: Path) -> None:
    """On a phone as well, where the parts of the page are hidden by turns."""
    session = played_until(
        lambda now: (
            group_saves.asked("craft")(now) and now.state.boards[now.question.seat].backpack.cubes.wood > 0
        )  # type: ignore[union-attr]
    )
    assert session.question is not None
    wood = session.state.boards[session.question.seat].backpack.cubes.wood
    tab = opened(phone_stage, session, tmp_path)
    asked(tab, "craft")
    tab.locator(".fk-foot-tabs [data-tab=do]").tap()
    left = tab.locator("[data-part=palette] [data-material=W] small")
    expect(left).to_be_visible()
    expect(left).to_have_text(f"{wood} left")
    assert phone_stage.errors == []


def test_an_exchange_is_put_together_by_taps_and_agreed_to(phone_stage: Stage, tmp_path: Path) -> None:
    session = played_until(meets)
    tab = opened(phone_stage, session, tmp_path)
    asked(tab, "act")
    tab.locator(".fk-foot-tabs [data-tab=do]").tap()
    trade = tab.locator("[data-part=trade]").first
    trade.locator("summary").tap()
    expect(trade.locator("[data-key^=offer-]")).to_be_disabled()
    trade.locator("[data-key$='-gives-W-more']").tap()
    was = at(tab)
    trade.locator("[data-key^=offer-]").tap()
    moved_on(tab, was)
    asked(tab, "agree")
    expect(tab.locator(".fk-ask h2")).to_contain_text("1 wood")
    assert wide(tab) <= 390
    answer(tab)
    assert phone_stage.errors == []


def _came(session: GameSession) -> bool:
    return group_saves.asked("join")(session) and battle_of(session.state).defenders is not UNSET


def test_a_fight_that_a_dragon_began_is_joined(stage: Stage, tmp_path: Path) -> None:
    tab = opened(stage, played_until(_came), tmp_path)
    asked(tab, "join")
    told = tab.locator("[data-part=told]")
    expect(told.locator("[data-rule='coop.combat.teeth-for-victory']").first).to_be_visible()
    expect(told).not_to_contain_text("points and a tooth")
    answer(tab)
    assert stage.errors == []


@pytest.mark.parametrize("outcome", ["lost-life", "lost-time"])
def test_end_tells_how_the_group_fared(phone_stage: Stage, tmp_path: Path, outcome: str) -> None:
    session = played_until(ended(outcome), players=1 if outcome == "lost-time" else 3)
    tab = opened(phone_stage, session, tmp_path)
    assert kind_of(tab) == "over"
    card = tab.locator(".fk-ask")
    expect(card.locator(".fk-group-over .seal")).to_contain_text("Lost")
    expect(card.locator("[data-part=goals-over] li")).to_have_count(4)
    expect(card.locator(".fk-story li").first).to_be_visible()
    expect(card.locator(".fk-story li.is-last")).to_have_count(1)
    expect(tab.locator("[data-part=group]")).to_be_hidden()
    expect(tab.locator("[data-key=keep-game]")).to_be_visible()
    assert wide(tab) <= 390
    assert phone_stage.errors == []


WON = """import sys
sys.path.insert(0, {root!r})
from fujikoro_nb.widgets import GamePage
from tests.support.group_ends import table, won
page = GamePage(language={language!r})
page._open(won(), table())
page"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_victory_tells_its_story(phone_stage: Stage, language: str) -> None:
    tab = phone_stage.show(WON.format(root=str(ROOT), language=language), widget="fk-game[data-ready=true]")
    assert kind_of(tab) == "over"
    card = tab.locator(".fk-ask")
    expect(card.locator(".fk-group-over.ok .seal")).to_be_visible()
    expect(card.locator("[data-part=goals-over] li.is-met")).to_have_count(4)
    expect(card.locator(".fk-story [data-rule='combat.win']")).to_be_visible()
    expect(card.locator(".fk-story li.is-last [data-rule='coop.end.win-immediately']")).to_be_visible()
    assert wide(tab) <= 390
    assert phone_stage.errors == []


def tapped_to_the_end(tab: Page, texts: Sequence[str]) -> list[str]:
    """Answer by taps as these texts say, or with what the page offers first where it is put together; the kinds.

    A walk is tapped by the space where it ends.
    """
    told, kinds = list(texts), []
    while (kind := kind_of(tab)) != "over":
        wish = told.pop(0) if told else ""
        ends = (
            tab.locator(f".fk-do-body [data-key^='row-walk'][data-key$='{wish.split()[-1]}']")
            if wish
            else None
        )
        if kind == "walk" and ends is not None and ends.count():
            was = at(tab)
            ends.first.click()
            tab.locator("[data-key=answer]").click()
            moved_on(tab, was)
        elif wish == "halt":  # answers at once, unlike a walk, which is chosen first
            was = at(tab)
            tab.locator(".fk-do-body [data-key='row-halt']").click()
            moved_on(tab, was)
        else:
            answer(tab, wish)
        kinds.append(kind)
        assert len(kinds) < MOST_TAPS
    return kinds


def test_a_game_is_won_by_tapping_its_last_turns(phone_stage: Stage, tmp_path: Path) -> None:
    """From a game that bots won: both are told the way out, walk it and leave; everything is reached, and told.

    In the first games so much is stowed on the last turns that the page, which stows otherwise, goes other ways.
    """
    session, texts = before_end(victory(first=11), turns=2, asks="act")
    tab = opened(phone_stage, session, tmp_path)
    asked(tab, "act")
    final = tab.locator("[data-part=final]")
    expect(final.locator("[data-rule='coop.final.eight-rounds']")).to_be_attached()
    expect(final).to_contain_text("Out by ")
    assert tapped_to_the_end(tab, texts).count("walk") >= 2
    card = tab.locator(".fk-ask")
    expect(card.locator(".fk-group-over.ok .seal")).to_contain_text("Won")
    expect(card.locator("[data-part=goals-over] li.is-met")).to_have_count(4)
    expect(card.locator(".fk-story")).to_contain_text("leaves by the secret exit.")
    expect(card.locator(".fk-story li.is-last [data-rule='coop.end.win-immediately']")).to_be_visible()
    assert wide(tab) <= 390
    assert phone_stage.errors == []


@pytest.mark.parametrize("outcome", ["lost-life", "lost-time"])
def test_a_game_is_lost_by_tapping_its_last_turns(phone_stage: Stage, tmp_path: Path, outcome: str) -> None:
    """The last life is lost to a dragon, or nobody does enough in the last round."""
    whole = played_until(ended(outcome), players=1 if outcome == "lost-time" else 2)
    session, texts = before_end(whole, turns=1)
    tab = opened(phone_stage, session, tmp_path)
    assert tapped_to_the_end(tab, texts)
    card = tab.locator(".fk-ask")
    expect(card.locator(".fk-group-over .seal")).to_contain_text("Lost")
    rule = {"lost-life": "coop.lives.second-loss-defeat", "lost-time": "coop.end.lose-conditions"}[outcome]
    expect(card.locator(f".fk-group-over [data-rule='{rule}']").first).to_be_visible()
    assert phone_stage.errors == []
