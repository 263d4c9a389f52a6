"""The helper's table without a browser: set once for all pages, one undo, kept by the browser, saved puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.evening.changes import next_turn, set_up
from fujikoro_nb.helper.evening.history import Evenings
from fujikoro_nb.helper.evening.record import MOST_DECISIONS, Person
from fujikoro_nb.helper.setup.state import SetupState
from fujikoro_nb.helper.stored import (
    MAX_KEPT,
    MOST_PUZZLES,
    played_at,
    read_and_put_right,
    read_table,
    with_evening,
    with_puzzle,
    with_setup,
    write_table,
)
from fujikoro_nb.puzzles.crafting.prove import certify
from fujikoro_nb.puzzles.crafting.puzzle import decode
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import LANGUAGES, refusal_sentence, say
from fujikoro_nb.widgets import HelperPage, SpokenPage
from tests.support.sampling import examples

TOOTH = "combat.helmet.absorb"
BOTH = "gearcard.bonus.either-both"
WHEN = "2026-11-21 20:15"
NINE = "weapon=WWMMM:.../MMMM.:...&unlocked=1"


@pytest.fixture(scope="module", autouse=True)
def _nobodys_own_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def page(tmp_path: Path) -> HelperPage:
    """A page as it is when the browser has just told its empty link."""
    page = made(tmp_path)
    act(page, "open-link", text="")
    return page


def made(folder: Path, language: str = "en") -> HelperPage:
    page = HelperPage(store=OwnerPack(folder), language=language)
    page.clock = lambda: WHEN
    return page


def act(widget: Any, what: str, /, **fields: object) -> None:
    """As the browser sends it, about what it shows now."""
    assert widget is not None
    if "at" in widget.acts[what]:
        fields["at"] = widget.view["at"]
    if what == "undo" and "undo" in widget.acts and widget.acts["undo"]:
        fields.setdefault("label", widget.undo_label)
    widget._handle_custom_msg({"act": what, **fields}, [])


def open_all(page: HelperPage) -> None:
    for name in ("setup", "score", "log"):
        act(page, f"open-{name}")


def choose(page: HelperPage, name: str, value: str) -> None:
    act(page.setup, "choose", name=name, value=value)


def seats(page: HelperPage) -> int:
    return len(page.table.evening.people)


# ---- made when opened


@pytest.mark.parametrize("name", ["setup", "score", "log"])
def test_a_page_is_made_when_it_is_first_opened(page: HelperPage, name: str) -> None:
    assert getattr(page, name) is None
    act(page, f"open-{name}")
    first = getattr(page, name)
    assert first is not None
    act(page, f"open-{name}")
    assert getattr(page, name) is first


def test_pages_opened_late_show_what_was_said_before(page: HelperPage) -> None:
    act(page, "set-table", mode="coop", players=4)
    act(page, "edition", edition="de")
    open_all(page)
    assert page.setup is not None
    assert (page.setup.mode, page.setup.players) == ("coop", 4)
    assert page.score is not None
    assert page.score.view["table"]["edition"] == "de"
    assert len(page.score.view["people"]) == 4


@pytest.mark.rule("coop.play.no-samurai-combat")
def test_fights_are_those_of_the_game_that_is_set(page: HelperPage) -> None:
    """Together nobody duels; guards stand in scenario 7, and where nobody has said what is played."""
    assert (page.fight.may_duel, page.fight.has_guards) == (True, True)
    act(page, "set-table", mode="coop", players=3)
    assert (page.fight.may_duel, page.fight.has_guards) == (False, False)
    act(page, "set-table", mode="competitive", players=3)
    assert (page.fight.may_duel, page.fight.has_guards) == (True, False)


# ---- set once


def test_nothing_is_set_until_somebody_says_it(page: HelperPage) -> None:
    assert page.scope == {"mode": "", "players": 0, "scenario": 0, "edition": ""}
    assert page.undo_label == ""


def test_what_is_set_on_the_strip_is_set_on_every_page(page: HelperPage) -> None:
    open_all(page)
    act(page, "set-table", mode="coop", players=5)
    assert page.scope == {"mode": "coop", "players": 5, "scenario": 0, "edition": "", "walks": True}
    assert (page.table.evening.mode, seats(page)) == ("coop", 5)
    assert page.score is not None
    assert page.score.view["table"]["mode"] == "coop"
    assert page.setup is not None
    assert (page.setup.mode, page.setup.players) == ("coop", 5)
    assert page.undo_label == page.say("helper.undo", what=say("evening.label-set-up"))
    act(page, "undo")
    assert page.scope["mode"] == ""
    assert (page.table.evening.mode, seats(page)) == ("competitive", 2)
    assert (page.setup.mode, page.setup.players) == ("competitive", 2)


def test_what_is_chosen_on_the_setup_page_is_set_on_every_page(page: HelperPage) -> None:
    open_all(page)
    choose(page, "players", "3")
    choose(page, "boards", "asymmetric")
    choose(page, "extra", "adventures")
    evening = page.table.evening
    assert [person.character for person in evening.people] == ["yoshihiro", "masako", "masatsura"]
    assert evening.options == ("adventure",)
    assert page.scope["mode"] == "competitive"
    assert page.scope["players"] == 3
    assert page.setup is not None
    assert page.setup.options == ("yoshihiro", "masako", "masatsura", "adventures")
    for _ in range(3):
        assert page.undo_label
        act(page, "undo")
    assert page.setup.options == ()
    assert seats(page) == 2
    assert page.undo_label == ""


def test_who_plays_on_the_score_page_is_set_on_every_page(page: HelperPage) -> None:
    open_all(page)
    people = [["Aiko", "", "tomoe"], ["Bo", "", "takeko"], ["Chie", "", "masako"]]
    act(page.score, "people", people=people, mode="coop", edition="fr", options=["adventure"])
    assert page.scope == {"mode": "coop", "players": 3, "scenario": 0, "edition": "fr", "walks": True}
    assert page.setup is not None
    assert (page.setup.mode, page.setup.players) == ("coop", 3)
    assert set(page.setup.options) == {"tomoe", "takeko", "masako", "adventures"}


@pytest.mark.rule("scenario.general.base-rules")
def test_a_scenario_that_is_chosen_is_played_on_every_page(page: HelperPage) -> None:
    open_all(page)
    act(page, "set-table", mode="coop", players=3)
    choose(page, "scenario", "scenario-6")
    assert page.table.evening.scenario == 6
    assert page.score is not None
    assert page.score.view["can"]["win"] == say("score-page.caught")
    act(page.score, "late", on=True)
    assert "10 health or less" in " ".join(page.score.late[0]["lines"])
    again = read_table(write_table(page.table))
    assert (again.evening.scenario, again.setup.options) == (6, ("scenario-6",))
    act(page, "undo")
    assert page.table.evening.scenario == 0
    choose(page, "scenario", "scenario-6")
    choose(page, "extra", "adventures")
    assert (page.table.evening.scenario, page.table.evening.options) == (6, ("adventure",))
    act(page, "set-table", mode="competitive", players=3)
    assert page.table.evening.scenario == 0
    assert page.setup is not None and "scenario-6" not in page.setup.options


def test_a_scenario_stays_for_the_next_evening_and_does_not_change_in_play(page: HelperPage) -> None:
    open_all(page)
    choose(page, "scenario", "scenario-1")
    act(page.score, "correct", seat=0, by=5)
    choose(page, "scenario", "scenario-2")
    assert page.setup is not None
    assert "round 1, 5 points and countdown space 0 are entered" in page.setup.notice
    assert (page.table.evening.scenario, page.setup.options) == (1, ("scenario-1",))
    act(page, "new-evening")
    assert (page.table.evening.scenario, page.table.evening.has_begun) == (1, False)


def test_a_table_of_before_takes_the_scenario_of_its_setup_list(page: HelperPage) -> None:
    open_all(page)
    choose(page, "scenario", "scenario-1")
    old = json.loads(write_table(page.table))
    del old["evening"]["scenario"]
    assert read_table(json.dumps(old)).evening.scenario == 1
    begun = {**old, "evening": {**old["evening"], "round": 4}}
    older = read_table(json.dumps(begun))
    assert older.evening.scenario == 0
    page.room.desk.take(older)
    act(page, "new-evening")
    assert (page.table.evening.scenario, page.table.evening.has_begun) == (1, False)


@pytest.mark.rule("solo.setup.daisuke-impossible")
def test_daisuke_alone_in_a_scenario_that_he_can_win(page: HelperPage) -> None:
    open_all(page)
    act(page, "set-table", mode="solo", players=1)
    choose(page, "boards", "asymmetric")
    choose(page, "scenario", "scenario-6")
    choose(page, "hero", "yoshihiro")
    choose(page, "hero", "daisuke")
    assert [person.character for person in page.table.evening.people] == ["daisuke"]
    assert page.setup is not None and page.setup.refusal == {}
    choose(page, "scenario", "scenario-7")
    assert page.setup.refusal["rule"] == "solo.setup.daisuke-impossible"
    assert page.table.evening.scenario == 7


@pytest.mark.parametrize("mode", ["makai_fuda", "fuji_99"])
def test_a_small_game_in_between_leaves_the_evening_as_it_is(page: HelperPage, mode: str) -> None:
    open_all(page)
    act(page.score, "next-turn")
    before = page.table.evening
    act(page, "set-table", mode=mode, players=3)
    assert page.scope["mode"] == mode
    assert page.table.evening == before
    assert "round 1" in page.notice, "what was entered waits, and that is said"
    assert page.setup is not None
    assert page.setup.mode == mode


def test_once_play_has_begun_the_strip_is_refused_and_says_so(page: HelperPage) -> None:
    open_all(page)
    act(page.score, "next-turn")
    sent: list[dict[str, Any]] = []
    page.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    act(page, "set-table", mode="coop", players=4)
    entered = say("refusal.evening.begun/points", round=1, points=0, space=0)
    assert page.notice == entered
    assert sent == [{"kind": "scope", "scope": {"mode": "", "players": 0, "scenario": 0, "edition": ""}}]
    before = page.setup.state if page.setup else None
    choose(page, "players", "5")
    assert page.setup is not None
    assert page.setup.state == before
    assert page.setup.notice == entered
    assert seats(page) == 2


@pytest.mark.parametrize(
    ("asked", "set_"),
    [
        (("competitive", 1), ("competitive", 2)),
        (("solo", 0), ("solo", 1)),
        (("solo", 4), ("solo", 1)),
        (("", 1), ("", 1)),
        (("coop", 0), ("coop", 0)),
        (("", 6), ("", 6)),
    ],
)
def test_players_are_as_many_as_the_mode_takes(
    page: HelperPage, asked: tuple[str, int], set_: tuple[str, int]
) -> None:
    act(page, "set-table", mode=asked[0], players=asked[1])
    assert (page.scope["mode"], page.scope["players"]) == set_
    assert page.notice == ""


def test_daisuke_alone_is_refused_on_the_list_only(page: HelperPage) -> None:
    open_all(page)
    choose(page, "mode", "solo")
    choose(page, "boards", "asymmetric")
    choose(page, "hero", "daisuke")
    choose(page, "hero", "yoshihiro")
    assert page.setup is not None
    assert page.setup.options == ("daisuke",)
    assert page.setup.refusal["rule"] == "solo.setup.daisuke-impossible"
    assert page.table.evening.mode == "solo"


def test_link_that_opens_the_page_sets_the_table_without_an_undo(tmp_path: Path) -> None:
    page = made(tmp_path)
    act(page, "set-table", mode="coop", players=3)
    act(page, "open-link", text="")
    assert page.scope["players"] == 3
    assert page.undo_label == ""


def test_link_that_opens_the_page_takes_nobody_away_for_good(page: HelperPage, tmp_path: Path) -> None:
    act(page, "open-score")
    people = [["Aiko", "red", "symmetric"], ["Bo", "blue", "symmetric"], ["Chie", "pink", "symmetric"]]
    act(page.score, "people", people=people, mode="competitive", edition="", options=[])
    other = made(tmp_path)
    act(other, "kept", text=page.kept)
    act(other, "set-table", mode="competitive", players=2)
    act(other, "open-link", text="")
    assert seats(other) == 2
    act(other, "undo")
    assert other.table == page.table


def test_link_for_others_does_not_touch_an_evening_that_has_begun(page: HelperPage, tmp_path: Path) -> None:
    act(page, "open-score")
    act(page.score, "next-turn")
    other = made(tmp_path)
    act(other, "kept", text=page.kept)
    act(other, "set-table", mode="coop", players=5)
    act(other, "open-link", text="")
    assert other.table == page.table
    assert other.notice == ""


# ---- rulings are decisions


def test_ruling_on_the_rules_page_is_a_decision_with_its_time(page: HelperPage) -> None:
    act(page, "open-log")
    act(page.rules, "ruling", rule=TOOTH, option="tooth-two")
    (decision,) = page.table.evening.decisions
    assert (decision.rule, decision.option, decision.when) == (TOOTH, "tooth-two", WHEN)
    assert page.log is not None
    assert page.log.view["lines"][0]["rule"] == TOOTH
    assert page.grid.rulings.reading(TOOTH) == "tooth-two"
    assert TOOTH in page.link
    act(page, "undo")
    assert page.table.evening.decisions == ()
    assert page.log.view["lines"] == []
    assert page.grid.rulings.reading(TOOTH) == "tooth-three"


def test_decision_in_the_log_flips_the_switch_everywhere(page: HelperPage) -> None:
    act(page, "open-log")
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="Aiko", note="we looked it up")
    assert page.rules.rulings == {TOOTH: "tooth-two"}
    assert page.grid.rulings.reading(TOOTH) == "tooth-two"
    assert page.now.rulings.reading(TOOTH) == "tooth-two"
    assert page.tiles["log"] == "1 decision here"
    assert entry(TOOTH).en.title in page.undo_label


def test_ruling_of_a_link_becomes_a_decision_and_keeps_ours(tmp_path: Path) -> None:
    page = made(tmp_path)
    act(page, "open-link", text=f"rulings={TOOTH}:tooth-two")
    (decision,) = page.table.evening.decisions
    assert decision.note == say("helper-table.by-link")
    act(page, "open-link", text="backpack=W")
    assert page.rules.rulings == {TOOTH: "tooth-two"}
    act(page, "open-link", text=f"backpack=M&rulings={BOTH}:with-main")
    assert [one.rule for one in page.table.evening.decisions] == [TOOTH, BOTH]
    assert page.rules.rulings == {TOOTH: "tooth-two", BOTH: "with-main"}
    act(page, "undo")
    assert page.link.startswith("backpack=W&")
    assert [one.rule for one in page.table.evening.decisions] == [TOOTH]
    assert page.rules.rulings == {TOOTH: "tooth-two"}


def test_full_log_refuses_a_ruling_with_a_sentence(page: HelperPage) -> None:
    for number in range(MOST_DECISIONS):
        act(page.rules, "ruling", rule=TOOTH, option=("tooth-two", "tooth-three")[number % 2])
    assert len(page.table.evening.decisions) == MOST_DECISIONS
    act(page.rules, "ruling", rule=TOOTH, option="tooth-two")
    assert page.notice == say("refusal.evening.full")
    assert page.rules.rulings == {}


# ---- one undo


def test_undo_is_one_list_over_all_pages(page: HelperPage) -> None:
    open_all(page)
    act(page.score, "next-turn")
    act(page, "backpack", material="W", by=1)
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="", note="")
    assert page.setup is not None
    step = page.setup.lists["setup"][0]["key"]
    act(page.setup, "tick", tab="setup", key=step, on=True)
    labels = []
    while page.undo_label:
        labels.append(page.undo_label)
        act(page, "undo")
    assert len(labels) == 4
    assert page.setup.lists["setup"][0]["title"] in labels[0]
    assert "wood" in labels[2]
    assert "Blue" in labels[3]
    assert page.setup.ticks["setup"] == []
    assert page.table.evening.seat == 0
    assert page.rules.rulings == {}


def test_undo_leaves_the_list_in_front(page: HelperPage) -> None:
    act(page, "open-setup")
    assert page.setup is not None
    choose(page, "players", "4")
    act(page.setup, "tab", tab="pack")
    act(page, "undo")
    assert page.setup.tab == "pack"
    assert page.setup.players == 2


@pytest.mark.parametrize("language", ["fr", "de"])
def test_another_language_goes_on_with_table_and_undo(tmp_path: Path, language: str) -> None:
    frame = SpokenPage(lambda spoken: made(tmp_path, spoken))
    page = frame.page
    assert isinstance(page, HelperPage)
    act(page, "open-link", text="")
    open_all(page)
    act(page.score, "next-turn")
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="", note="")
    choose(page, "extra", "adventures")
    assert page.setup is not None
    assert page.setup.notice, "the evening has begun"
    before, ids = (
        page.table,
        {name: getattr(page, name).model_id for name in ("grid", "setup", "score", "log")},
    )
    act(frame, "speak", spoken=language)
    after = frame.page
    assert isinstance(after, HelperPage)
    assert after is page
    assert {name: getattr(page, name).model_id for name in ids} == ids
    assert after.table == before
    assert after.rules.rulings == {TOOTH: "tooth-two"}
    act(after, "open-score")
    assert after.score is not None
    assert after.score.language == language
    assert after.undo_label
    act(after, "undo")
    assert after.rules.rulings == {}
    said = say("evening.label-turn", language=language, name="Blue")
    assert after.undo_label == say("helper.undo", language=language, what=said)
    act(after, "undo")
    assert after.table.evening.seat == 0
    assert after.undo_label == ""


@pytest.mark.parametrize("language", ["fr", "de"])
def test_names_that_nobody_chose_follow_the_language(tmp_path: Path, language: str) -> None:
    frame = SpokenPage(lambda spoken: made(tmp_path, spoken))
    act(frame.page, "open-link", text="")
    kept = frame.page.kept
    act(frame, "speak", spoken=language)
    names = [say(f"evening.colour-{one}", language=language) for one in ("red", "blue")]
    assert [one.name for one in frame.page.table.evening.people] == names
    page = made(tmp_path, language)
    act(page, "kept", text=kept)
    act(page, "open-link", text="")
    assert [one.name for one in page.table.evening.people] == names


def test_names_follow_the_language_once_it_was_said_what_is_played(tmp_path: Path) -> None:
    """A name that somebody typed stays, beside those that nobody chose."""
    frame = SpokenPage(lambda spoken: made(tmp_path, spoken))
    page = frame.page
    act(page, "open-link", text="")
    act(page, "open-score")
    people = [["Red", "red", "symmetric"], ["Bo", "blue", "symmetric"], ["Green", "green", "symmetric"]]
    act(page.score, "people", people=people, mode="coop", edition="", options=[])
    for language, names in (("de", ["Rot", "Bo", "Grün"]), ("fr", ["Rouge", "Bo", "Vert"])):
        act(frame, "speak", spoken=language)
        assert [one.name for one in page.table.evening.people] == names
    act(page.score, "next-turn")
    act(frame, "speak", spoken="en")
    assert [one.name for one in page.table.evening.people] == ["Rouge", "Bo", "Vert"]


def test_another_language_names_each_change_by_itself(tmp_path: Path) -> None:
    frame = SpokenPage(lambda spoken: made(tmp_path, spoken))
    act(frame.page, "open-link", text="")
    act(frame.page, "backpack", material="W", by=1)
    act(frame.page.rules, "ruling", rule=TOOTH, option="tooth-two")
    act(frame.page, "backpack", material="M", by=1)
    act(frame, "speak", spoken="de")
    page = frame.page
    named = []
    while page.undo_label:
        named.append(page.undo_label)
        act(page, "undo")
    metal, ruling, wood = named
    assert say("word.M", language="de") in metal
    assert entry(TOOTH).de.title in ruling
    assert say("word.W", language="de") in wood


# ---- what the browser keeps


def test_what_the_browser_kept_comes_back_with_the_link(page: HelperPage, tmp_path: Path) -> None:
    open_all(page)
    act(page.score, "points", seats=[0], points=5, source="dragon")
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="Bo", note="")
    assert page.setup is not None
    act(page.setup, "tick", tab="setup", key=page.setup.lists["setup"][0]["key"], on=True)
    other = made(tmp_path)
    act(other, "kept", text=page.kept)
    act(other, "open-link", text=page.link)
    assert other.table == page.table
    assert other.kept == page.kept
    assert other.rules.rulings == {TOOTH: "tooth-two"}
    assert other.undo_label == ""
    assert len(other.table.evening.decisions) == 1, "the link says nothing new"
    open_all(other)
    assert other.score is not None
    assert other.score.view["people"][0]["points"] == 5
    assert other.setup is not None
    assert other.setup.ticks == page.setup.ticks


@pytest.mark.parametrize(
    "text",
    ["x", "{}", "[1]", '{"evening": {}}', "[" * 5000, '{"evening": 5}', "Z" * (MAX_KEPT + 1)],
    ids=["letter", "empty", "list", "no people", "deep", "number", "long"],
)
def test_damaged_table_is_said_and_put_aside(tmp_path: Path, text: str) -> None:
    page = made(tmp_path)
    sent: list[dict[str, Any]] = []
    page.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    before = page.table
    act(page, "kept", text=text)
    act(page, "open-link", text="backpack=W")
    assert page.notice == say("helper-table.damaged")
    assert sent == [{"kind": "put-aside"}]
    assert page.table == before
    assert page.link == "backpack=W"


@pytest.mark.parametrize(
    "changed",
    [
        {"mode": "chess"},
        {"players": 7},
        {"mode": "coop"},
        {"puzzles": ["x"] * (MOST_PUZZLES + 1)},
        {"setup": {"mode": "chess"}},
        {"more": 1},
    ],
    ids=str,
)
def test_table_that_cannot_be_is_damaged(page: HelperPage, changed: dict[str, Any]) -> None:
    known = json.loads(page.kept)
    with pytest.raises(ValueError):  # noqa: PT011  # msgspec's own is one
        read_table(json.dumps(known | changed))


def of_people(*people: tuple[str, str, str], **more: object) -> dict[str, object]:
    """Parts of a kept evening: names, colours and characters; more of it beside them."""
    told = [dict(zip(("name", "colour", "character"), one, strict=True)) for one in people]
    return {"people": told, "round": 2, **more}


NOBODYS = ("", "symmetric")


@pytest.mark.parametrize(
    ("evening", "people"),
    [
        (of_people(("A", *NOBODYS), ("a", *NOBODYS)), [("A", *NOBODYS), ("a 2", *NOBODYS)]),
        (
            of_people(("A", "red", "symmetric"), ("B", "red", "symmetric")),
            [("A", "red", "symmetric"), ("B", *NOBODYS)],
        ),
        (of_people(("A", "", "daisuke"), ("B", "", "daisuke")), [("A", *NOBODYS), ("B", *NOBODYS)]),
        (of_people(("A", "", "daisuke"), ("B", *NOBODYS)), [("A", *NOBODYS), ("B", *NOBODYS)]),
        (
            of_people(("A", "", "daisuke"), ("B", "", "yoshihiro"), scenario=1),
            [("A", *NOBODYS), ("B", *NOBODYS)],
        ),
        (of_people(("A", "", "daisuke"), mode="solo", scenario=7, track=[""] * 8), [("A", *NOBODYS)]),
        (
            of_people(("A" * 24, *NOBODYS), ("A" * 24, *NOBODYS)),
            [("A" * 24, *NOBODYS), ("A" * 22 + " 2", *NOBODYS)],
        ),
    ],
    ids=["name", "colour", "character", "half", "symmetric only", "alone", "long name"],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_table_that_the_rules_do_not_have_is_put_right_and_says_so(
    tmp_path: Path, evening: dict[str, object], people: list[tuple[str, str, str]], language: str
) -> None:
    page = made(tmp_path, language)
    kept = json.loads(page.kept)
    points = [{"seat": 0, "points": 3, "source": "other"}] if "mode" not in evening else []
    kept["evening"] |= evening | {"points": points}
    act(page, "kept", text=json.dumps(kept))
    assert page.notice == say("helper-table.put-right", language=language)
    found = page.table.evening
    assert [(one.name, one.colour, one.character) for one in found.people] == people
    assert (found.score(0), found.round, found.scenario) == (
        3 if points else 0,
        2,
        evening.get("scenario", 0),
    )
    assert read_and_put_right(write_table(page.table)) == (page.table, False)
    act(page, "new-evening")
    assert (page.notice, page.table.evening.has_begun) == ("", False)


@pytest.mark.parametrize(("own", "left"), [(0, ()), (2, ("scenario-2",)), (3, ())])
def test_of_two_scenarios_in_a_kept_list_that_of_the_evening_stays(
    page: HelperPage, own: int, left: tuple[str, ...]
) -> None:
    kept = json.loads(page.kept)
    kept["evening"] |= {"scenario": own, "round": 2}
    kept["setup"]["options"] = ["scenario-2", "scenario-1", "adventures", "adventures"]
    table, is_put_right = read_and_put_right(json.dumps(kept))
    assert is_put_right
    assert table.setup.options == (*left, "adventures")
    assert table.evening.scenario == own
    assert [one for one in played_at(table).options if "scenario" in one] == [f"scenario-{own}"] * bool(own)


@pytest.mark.rule("scenario.1.competitive.symmetric-only")
def test_characters_in_a_scenario_without_them_are_refused(page: HelperPage) -> None:
    setup = SetupState("competitive", 2, ("daisuke", "yoshihiro", "scenario-1"))
    table = with_setup(page.table, setup, say)
    assert table.setup.options == setup.options  # the list itself says why not
    assert table.evening.scenario == 1
    assert all(person.is_symmetric for person in table.evening.people)
    heroes = [Person("A", "", "daisuke"), Person("B", "", "yoshihiro")]
    with pytest.raises(Illegal) as refused:
        set_up(table.evening, people=heroes)
    assert "symmetric" in refusal_sentence(refused.value.refusals[0], language="en")


def test_a_new_evening_that_cannot_begin_says_why(page: HelperPage) -> None:
    twice = tuple(Person("A") for _ in range(2))
    evening = msgspec.structs.replace(page.table.evening, people=twice, round=2)
    page.room.desk.take(msgspec.structs.replace(page.table, evening=evening))
    before = page.table
    act(page, "new-evening")
    assert page.notice == refusal_sentence(refuse("evening.name", "twice"), language="en")
    assert page.table == before


def test_table_that_is_open_takes_nothing_from_the_store(page: HelperPage) -> None:
    kept = page.kept
    act(page, "open-score")
    act(page.score, "next-turn")
    before = page.table
    act(page, "kept", text=kept)
    assert page.table == before


def test_longest_evening_fits_into_what_is_kept(page: HelperPage) -> None:
    for number in range(MOST_PUZZLES + 3):
        page.room.desk.table = with_puzzle(page.table, f"{number:x}" * 600)
    assert len(page.table.puzzles) == MOST_PUZZLES
    assert len(write_table(page.table)) + 30_000 <= MAX_KEPT


@settings(max_examples=examples(40), deadline=None)
@given(st.text(max_size=200))
def test_any_kept_text_leaves_a_page_that_works(text: str) -> None:
    page = HelperPage()
    act(page, "kept", text=text)
    act(page, "open-link", text="")
    act(page, "open-score")
    act(page.score, "next-turn")
    assert page.undo_label


# ---- a new evening, and what home says


def test_new_evening_keeps_people_and_decisions_and_can_be_undone(page: HelperPage) -> None:
    open_all(page)
    act(page.score, "people", people=[["Aiko", "red", "symmetric"], ["Bo", "blue", "symmetric"]],
        mode="competitive", edition="", options=[])  # fmt: skip
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="", note="")
    act(page.score, "points", seats=[1], points=5, source="dragon")
    act(page.score, "next-turn")
    before = page.table
    assert page.tiles["score"] == "Round 1: Bo"
    act(page, "new-evening")
    evening = page.table.evening
    assert [person.name for person in evening.people] == ["Aiko", "Bo"]
    assert not evening.has_begun
    assert evening.decisions == before.evening.decisions
    assert "score" not in page.tiles
    assert page.undo_label == page.say("helper.undo", what=say("helper-table.change-new"))
    act(page, "undo")
    assert page.table == before


def test_new_evening_before_anything_happened_is_no_change(page: HelperPage) -> None:
    act(page, "new-evening")
    assert page.undo_label == ""


def test_late_comer_and_reminders_are_on_the_score_page(page: HelperPage) -> None:
    act(page, "open-score")
    assert page.score is not None
    act(page.score, "late", on=True)
    assert page.score.late
    assert page.score.view["reminders"] == [], "nothing to say of this turn"
    act(page, "set-table", mode="coop", players=2)
    act(page.score, "next-turn")
    (reminder,) = page.score.view["reminders"]
    assert reminder["rules"] == ["coop.rounds.start-of-round-order"]


# ---- a failed check becomes a puzzle


def test_illegal_gear_is_saved_as_a_proven_puzzle(page: HelperPage) -> None:
    assert page.puzzle["can"] is False
    act(page, "open-link", text=NINE)
    assert page.puzzle["can"] is True
    act(page, "save-puzzle")
    assert page.puzzle["says"] == say("helper-table.puzzle-saved")
    (code,) = page.table.puzzles
    assert certify(decode(code)) is not None
    assert [one["url"] for one in page.puzzle["saved"]] == [""], "no puzzles are served"
    assert page.undo_label == page.say("helper.undo", what=say("helper-table.change-puzzle"))
    act(page, "save-puzzle")
    assert page.puzzle["says"] == say("helper-table.puzzle-there")
    act(page, "undo")
    assert page.table.puzzles == ()
    assert page.puzzle["saved"] == []


def test_card_missed_by_a_cube_is_saved_with_the_address_of_the_puzzles(tmp_path: Path) -> None:
    page = HelperPage(store=OwnerPack(tmp_path), puzzles="/puzzles.ipynb")
    act(page, "open-link", text="weapon=WWM..:...")
    assert page.puzzle["can"] is False
    page.strip.act_save(kind="weapon", pattern="WWMM", bonus="", blueprint=False, id="")
    act(page, "backpack", material="W", by=1)
    assert page.puzzle["can"] is True
    act(page, "save-puzzle")
    (code,) = page.table.puzzles
    puzzle = decode(code)
    assert puzzle.goal.match
    assert puzzle.position.hand == "M"
    assert page.puzzle["saved"][0]["url"] == f"/puzzles.ipynb#puzzle={code}"


def test_gear_without_an_answer_says_why_it_is_no_puzzle(page: HelperPage) -> None:
    act(page, "open-link", text="weapon=WWWWW:.../WWWWW:.../WWWWW:.../WWWWW:...")
    act(page, "save-puzzle")
    assert page.puzzle["says"] == say("refusal.puzzle.no-answer")
    assert page.table.puzzles == ()


def test_another_board_says_why_it_is_no_puzzle(page: HelperPage) -> None:
    act(page, "open-link", text=f"{NINE}&character=tomoe")
    act(page, "save-puzzle")
    assert page.puzzle["says"] == say("helper-table.puzzle-symmetric")
    assert page.table.puzzles == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_saved_puzzle_is_told_in_the_language(tmp_path: Path, language: str) -> None:
    page = made(tmp_path, language)
    act(page, "open-link", text=NINE)
    act(page, "save-puzzle")
    assert page.puzzle["says"] == say("helper-table.puzzle-saved", language=language)
    assert page.puzzle["saved"][0]["says"]


# ---- hostile messages


@pytest.mark.parametrize(
    "message",
    [
        {"act": "set-table", "mode": "chess", "players": 2},
        {"act": "set-table", "mode": "coop", "players": 7},
        {"act": "set-table", "mode": "coop", "players": "2"},
        {"act": "edition", "edition": "it"},
        {"act": "kept", "text": "x" * (MAX_KEPT + 2)},
        {"act": "open-score", "more": 1},
    ],
    ids=str,
)
def test_what_no_page_of_ours_sends_changes_nothing(page: HelperPage, message: dict[str, object]) -> None:
    before = page.table
    page._handle_custom_msg(message, [])
    assert page.table == before
    assert page.notice == say("widgets.ignored")


def test_undo_does_nothing_when_its_button_named_something_else(page: HelperPage) -> None:
    act(page, "set-table", mode="competitive", players=4)
    named = page.undo_label
    act(page.rules, "ruling", rule="combat.helmet.absorb", option="tooth-two")
    newest = page.undo_label
    assert newest != named
    act(page, "undo", label=named)
    assert page.table.evening.rulings.option("combat.helmet.absorb") == "tooth-two"
    act(page, "undo", label=newest)
    act(page, "undo", label=newest)  # the second tap of two
    assert page.table.evening.rulings.option("combat.helmet.absorb") != "tooth-two"
    assert (seats(page), page.undo_label) == (4, named)


def test_a_link_that_opens_the_page_leaves_what_the_table_decided(page: HelperPage, tmp_path: Path) -> None:
    rule = "combat.helmet.absorb"
    friend = made(tmp_path / "friend")
    act(friend.rules, "ruling", rule=rule, option="tooth-two")
    act(page.rules, "ruling", rule=rule, option="tooth-two")
    act(page.rules, "ruling", rule=rule, option="tooth-three")
    again = HelperPage(store=OwnerPack(tmp_path / "again"))
    act(again, "kept", text=page.kept)
    act(again, "open-link", text=friend.link)
    assert again.table.evening.rulings.option(rule) == "tooth-three"
    assert len(again.table.evening.decisions) == len(page.table.evening.decisions)


# ---- one source


def test_every_part_follows_what_the_table_decided(page: HelperPage) -> None:
    open_all(page)

    def follows() -> None:
        decided = page.table.evening.rulings
        assert page.decided == page.rules.table == page.table_rulings == decided
        for part in (page.grid, page.now, page.escape):
            assert part.rulings == decided.switches
        assert page.fight.rolling.rulings_now == decided.switches
        assert page.state.rulings == decided
        assert page.rules.rulings == dict(decided.chosen)

    follows()
    act(page.log, "decide", rule=TOOTH, option="tooth-two", who="", note="")
    assert page.decided.chosen
    follows()
    act(page, "undo")
    assert not page.decided.chosen
    follows()
    act(page.rules, "ruling", rule=TOOTH, option="tooth-two")
    follows()
    act(page, "open-link", text="weapon=WW")
    follows()


def test_mode_and_scenario_are_one_on_every_page(page: HelperPage) -> None:
    open_all(page)
    for mode, players in (("coop", 3), ("solo", 1), ("competitive", 4)):
        act(page, "set-table", mode=mode, players=players)
        evening = page.table.evening
        assert page.setup is not None and page.score is not None
        assert (page.setup.mode, page.setup.players) == (evening.mode, len(evening.people)) == (mode, players)
        assert page.score.evening is evening
        assert page.now.game.is_group == page.escape.game.is_group == (mode != "competitive")
        assert page.scope["mode"] == mode


# ---- the evenings of this machine


def to_its_end(page: HelperPage) -> None:
    act(page.score, "points", seats=[0], points=15, source="dragon")
    act(page.score, "points", seats=[0], points=15, source="dragon")
    while page.table.evening.phase != "over":
        act(page.score, "next-turn")


def test_an_evening_that_is_over_is_kept_once_and_goes_with_an_undo(page: HelperPage) -> None:
    open_all(page)
    page.clock = lambda: "2026-11-21 21:31"
    evenings = Evenings(page.cards.folder)
    to_its_end(page)
    (one,) = evenings.load()
    assert (one.begun, one.ended, one.people[0].points) == ("2026-11-21 21:31", "2026-11-21 21:31", 30)
    act(page.score, "correct", seat=1, by=5)
    (one,) = evenings.load()
    assert [person.points for person in one.people] == [30, 5]
    page.act_undo()
    page.act_undo()
    assert page.table.evening.phase != "over"
    assert evenings.load() == ()


def test_another_evening_of_the_same_people_is_another_one(page: HelperPage) -> None:
    open_all(page)
    hours = iter(range(10, 60))
    page.clock = lambda: f"2026-11-21 {next(hours)}:00"
    for _ in range(2):
        to_its_end(page)
        act(page, "new-evening")
        assert page.table.evening.begun == ""
    assert len(Evenings(page.cards.folder).load()) == 2


def test_a_disk_that_refuses_stops_no_evening(page: HelperPage) -> None:
    open_all(page)
    (page.cards.folder / "evenings.json").mkdir(parents=True)
    to_its_end(page)
    assert page.table.evening.phase == "over"
    assert "could not be kept" in page.notice


def test_when_others_end_the_game_the_last_page_comes_to_the_front(page: HelperPage) -> None:
    open_all(page)
    act(page.score, "points", seats=[0], points=15, source="dragon")
    act(page.score, "points", seats=[0], points=15, source="dragon")
    evening = page.table.evening
    while next_turn(evening).evening.phase != "over":
        evening = next_turn(evening).evening
    sent: list[dict[str, Any]] = []
    page.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    page.room.desk.show(with_evening(page.table, evening))
    assert sent == []
    page.room.desk.show(with_evening(page.table, next_turn(evening).evening))
    assert sent == [{"kind": "show", "page": "score"}]


@pytest.mark.rule("scenario.1.competitive.no-joining")
def test_where_nobody_joins_the_fight_page_knows(page: HelperPage) -> None:
    open_all(page)
    assert not page.fight.is_alone
    choose(page, "scenario", "scenario-1")
    assert page.fight.is_alone
    choose(page, "scenario", "scenario-2")
    assert not page.fight.is_alone
