"""Score page and ruling log without a browser: taps, refusals with their rule, the keeper, hostile messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.bots.kinds import KINDS, Kind
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.helper.evening.changes import add_points, correct, new_evening, next_turn
from fujikoro_nb.helper.evening.history import Evenings, past
from fujikoro_nb.helper.evening.leaving import finish, leave
from fujikoro_nb.helper.evening.record import Evening, Person, read_evening, write_evening
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.small.fuji_99 import rulings_of as fuji_99_rulings
from fujikoro_nb.helper.small.makai import rulings_of as makai_rulings
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import RulingLog, ScorePage
from tests.helper.evening.test_ending import over, to_the_end
from tests.helper.evenings import HOUSE_TRACK, chapter, coop, scenario, table, turns
from tests.support.sampling import examples

Part = ScorePage | RulingLog


def act(widget: Part, what: str, /, **fields: object) -> None:
    """A tap on what is shown, unless ``at`` says on what it was."""
    if "at" in widget.acts.get(what, {}):
        fields = {"at": widget.view["at"], **fields}
    widget._handle_custom_msg({"act": what, **fields}, [])


def scores(page: ScorePage) -> list[int]:
    return [one["points"] for one in page.view["people"]]


def test_what_was_refused_in_one_evening_is_not_said_in_the_next() -> None:
    page = ScorePage(evening=finish(scenario(6, "coop"), "won").evening)
    act(page, "countdown", by=1)
    assert page.notice_rule == "coop.end.win-immediately" and page.notice
    page.evening = table(2)
    assert (page.notice, page.notice_rule) == ("", "")


def test_points_by_tapping() -> None:
    page = ScorePage(evening=table(3))
    act(page, "points", seats=[0, 2], points=7, source="dragon")
    act(page, "points", seats=[1], points=2, source="exploration")
    act(page, "correct", seat=1, by=-1)
    assert scores(page) == [7, 1, 7]
    assert page.view["people"][1]["came"] == [
        {"label": "exploring", "points": 2},
        {"label": "a correction", "points": -1},
    ]
    assert [one["place"] for one in page.view["people"]] == [1, 3, 1]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"seats": [0], "points": 6, "source": "dragon"}, "combat.win.reward"),
        ({"seats": [0], "points": 3, "source": "exploration"}, "explore.vp"),
        ({"seats": [0], "points": 5, "source": "escape"}, "bonus.one-per-turn"),
        ({"seats": [0], "points": 3, "source": "leftover"}, "end.leftovers"),
    ],
)
def test_what_a_rule_forbids_is_said_with_it(fields: dict[str, Any], rule: str) -> None:
    page = ScorePage(evening=table(2))
    act(page, "points", **fields)
    assert (page.notice_rule, scores(page)) == (rule, [0, 0])
    assert page.notice
    act(page, "correct", seat=0, by=1)
    assert (page.notice, page.notice_rule) == ("", "")


def test_a_keeper_hears_every_change_and_sets_the_evening() -> None:
    heard: list[tuple[Evening, Said]] = []
    page = ScorePage(evening=table(2), on_change=lambda evening, label: heard.append((evening, label)))
    act(page, "correct", seat=0, by=1)
    ((evening, label),) = heard
    assert (scores(page), label.said(), label.said(language="fr")) == (
        [0, 0],
        "Aiko set to 1",
        "Aiko mis à 1",
    )
    page.evening = evening
    assert scores(page) == [1, 0]


@pytest.mark.rule("final.advance", "final.event.end")
def test_the_button_of_the_next_turn_says_what_it_brings() -> None:
    evening = chapter(marker=0)
    page = ScorePage(evening=evening)
    assert page.view["turn"] == {
        "name": "Aiko",
        "next": "Next turn: Bo",
        "brings": "and the countdown moves",
        "allOut": "",
    }
    act(page, "next-turn")
    assert (page.view["turn"]["next"], page.view["turn"]["brings"]) == ("Next turn: Cleo", "")
    page.evening = turns(evening, 21)[-1]
    assert page.view["turn"]["next"] == "End of turn, and of the game"
    act(page, "next-turn")
    assert (page.view["phase"], page.view["turn"]["next"]) == ("over", "")


def test_the_picture_of_the_track() -> None:
    page = ScorePage(evening=turns(chapter(marker=0), 4)[-1])
    states = [one["state"] for one in page.view["track"]]
    assert states == ["done", "now", "next", *["later"] * 5]
    assert [one["what"] for one in page.view["track"]] == list(HOUSE_TRACK)
    together = ScorePage(evening=coop(2))
    assert [one["state"] for one in together.view["track"]] == ["later"] * 8
    assert together.view["rounds"]["label"] == "20 spaces to the eruption, of 20"
    act(together, "space", space=2, what="lava-3")
    assert together.view["track"][1]["label"] == "Lava 3"


def test_only_ways_that_may_be_open_are_offered() -> None:
    def ways(evening: Evening) -> list[str]:
        return [one["palace"] for one in ScorePage(evening=evening).view["people"][0]["ways"]]

    assert ways(table(2)) == []
    assert ways(chapter(marker=0)) == ["small"]
    assert ways(turns(chapter(marker=0), 10)[-1]) == ["big", "small"]
    assert ways(coop(2)) == []
    page = ScorePage(evening=coop(2))
    act(page, "legendary")
    assert ways(page.evening) == ["exit"]
    act(page, "leave", seat=0, palace="exit")
    assert page.view["people"][0]["palace"] == "Out, number 1 to leave"


@pytest.mark.rule("bonus.small.categories", "bonus.one-per-turn")
def test_who_is_out_gets_points_from_the_shogun_in_the_own_turn() -> None:
    page = ScorePage(evening=chapter(marker=0))
    act(page, "leave", seat=0, palace="small")
    act(page, "leave", seat=1, palace="small")
    sources = [one["sources"] for one in page.view["people"]]
    assert [[one["id"] for one in each] for each in sources[:2]] == [["escape", "other"], ["other"]]
    assert [one["n"] for one in sources[0][0]["amounts"]] == [5]


def test_lives_and_the_end_together() -> None:
    page = ScorePage(evening=coop(2))
    act(page, "life", seat=1)
    assert [one["lives"] for one in page.view["people"]] == [2, 1]
    act(page, "finish", result="won")
    assert page.notice_rule == "coop.goal.legendary-defeated"
    assert [one["canLose"] for one in page.view["people"]] == [True, True]
    act(page, "life", seat=1)
    assert page.view["phase"] == "over"
    assert [one["canLose"] for one in page.view["people"]] == [False, False]


def test_when_all_are_out_nobody_has_the_turn() -> None:
    page = ScorePage(evening=coop(2))
    act(page, "legendary")
    act(page, "leave", seat=0, palace="exit")
    assert (page.view["turn"]["allOut"], page.view["can"]["win"]) == ("", "")
    act(page, "leave", seat=1, palace="exit")
    turn = page.view["turn"]
    assert (turn["allOut"], turn["next"], page.view["can"]["win"]) == ("All are out", "", "We have won")


def test_who_plays() -> None:
    page = ScorePage()
    assert [one["name"] for one in page.view["people"]] == ["Red", "Blue"]
    fields = {"mode": "coop", "edition": "fr", "options": ["adventure"]}
    act(page, "people", people=[[" Ada\u202e ", "", "tomoe"], ["<i>Bo</i>", "red", "masako"]], **fields)
    assert [(one.name, one.colour) for one in page.evening.people] == [
        ("Ada", "black"),
        ("<i>Bo</i>", "pink"),
    ]
    assert (page.evening.mode, page.evening.edition, page.evening.normal_rounds) == ("coop", "fr", 18)
    act(page, "people", people=[["", "", "symmetric"], ["Bo", "", "symmetric"]], **fields)
    assert page.notice == "A name is missing."
    act(page, "people", people=[["x" * 25, "", "symmetric"], ["Bo", "", "symmetric"]], **fields)
    assert page.notice == "At most 24 letters, please."
    act(page, "people", people=[["A", "", "symmetric"]] * 7, **fields)
    assert page.evening.name(0) == "Ada"


def test_the_form_offers_what_the_mode_has() -> None:
    page = ScorePage()
    people = [["A", "", "symmetric"], ["B", "", "symmetric"]]
    act(page, "people", people=people, mode="competitive", edition="", options=["peaceful"])
    assert page.view["table"]["options"] == ["peaceful"]
    assert {one["id"]: one["choices"] for one in page.view["table"]["modes"]} == {
        "competitive": ["adventure", "peaceful"],
        "coop": ["adventure"],
        "solo": ["adventure"],
    }
    act(page, "people", people=people, mode="coop", edition="", options=["adventure", "peaceful"])
    assert (page.evening.mode, page.evening.options) == ("coop", ("adventure",))
    assert page.view["table"]["options"] == ["adventure"]


def test_the_card_is_made_when_it_is_asked_for_and_follows() -> None:
    page = ScorePage(evening=table(2))
    assert page.late == []
    act(page, "late", on=True)
    act(page, "correct", seat=1, by=5)
    now = next(part for part in page.late if part["name"] == "now")
    assert "Points: Bo 5, Aiko 0." in now["lines"]
    page.language = "de"
    assert page.late[0]["title"] == "Worum es geht"
    act(page, "late", on=False)
    assert page.late == []


# ---- taps that come late


LATE = "Something had changed before this tap came."


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("next-turn", {}),
        ("correct", {"seat": 1, "by": 1}),
        ("points", {"seats": [0, 1], "points": 5, "source": "dragon"}),
        ("countdown", {"by": 1}),
        ("leave", {"seat": 1, "palace": "small"}),
    ],
)
def test_three_taps_of_a_lost_link_are_one(name: str, fields: dict[str, Any]) -> None:
    page, once = ScorePage(evening=chapter(marker=0)), ScorePage(evening=chapter(marker=0))
    at = page.view["at"]
    act(once, name, **fields)
    for _ in range(3):
        act(page, name, **fields, at=at)
    assert page.evening == once.evening != chapter(marker=0)
    assert (page.notice, page.view["at"]) == ("", at + 1)
    act(page, name, **fields)  # meant for what is shown
    assert page.evening != once.evening or page.notice_rule == "escape.no-actions"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_tap_is_answered_and_does_nothing(language: str) -> None:
    page = ScorePage(evening=table(2), language=language)
    at = page.view["at"]
    act(page, "correct", seat=0, by=1)
    for name, fields in (("next-turn", {}), ("correct", {"seat": 1, "by": 1})):
        act(page, name, **fields, at=at)
        assert (scores(page), page.evening.seat) == ([1, 0], 0)
        assert page.notice and (language != "en" or page.notice.startswith(LATE))
    page.evening = table(3)  # another device
    act(page, "next-turn", at=at + 1)
    assert page.evening.seat == 0 and page.notice
    act(page, "next-turn")
    assert (page.evening.seat, page.notice) == (1, "")


def test_a_late_tap_keeps_no_rule_of_the_refusal_before_it() -> None:
    page = ScorePage(evening=table(2))
    act(page, "correct", seat=0, by=1)
    act(page, "points", seats=[0], points=6, source="dragon")
    assert page.notice_rule == "combat.win.reward"
    act(page, "next-turn", at=0)
    assert page.notice.startswith(LATE) and page.notice_rule == ""


def test_nothing_left_is_one_tap() -> None:
    evening = turns(leave(turns(chapter(marker=0), 10)[-1], 0, "big").evening, 12)[-1]
    page = ScorePage(evening=evening)

    def offered() -> dict[int, str]:
        (left, _) = page.view["people"][0]["sources"]
        return {one["n"]: one["label"] for one in left["amounts"]}

    assert (offered()[0], offered()[1]) == ("nothing", "")
    assert "Still to be scored for Aiko" in page.view["end"][0]["text"]
    act(page, "points", seats=[0], points=0, source="leftover")
    assert scores(page)[0] == 30 and 0 not in offered()
    assert not any("Still to be scored" in one["text"] for one in page.view["end"])


# ---- the ruling log


def log(evening: Evening | None = None) -> RulingLog:
    return RulingLog(evening=evening or table(2), clock=lambda: "2026-11-21 20:15")


def test_a_decision_with_who_and_when() -> None:
    page = log()
    act(page, "decide", rule="end.tie", option="escaped", who="Aiko", note="our booklet")
    (line,) = page.view["lines"]
    assert (line["title"], line["who"], line["when"], line["note"]) == (
        "Tie for most points",
        "Aiko",
        "2026-11-21 20:15",
        "our booklet",
    )
    assert [(one["name"], one["on"]) for one in line["options"]] == [("earliest", False), ("escaped", True)]
    assert [one["rule"] for one in page.view["switched"]] == ["end.tie"]
    assert page.table_rulings.option("end.tie") == "escaped"


def test_flip_and_take_back() -> None:
    page = log()
    act(page, "decide", rule="end.tie", option="escaped", who="", note="")
    act(page, "decide", rule="end.tie", option="earliest", who="Bo", note="")
    assert [(one["number"], one["isInForce"], one["isOurs"]) for one in page.view["lines"]] == [
        (1, True, True),
        (0, False, False),
    ]
    assert page.view["switched"] == []
    act(page, "take-back", number=1)
    assert [one["rule"] for one in page.view["switched"]] == ["end.tie"]
    act(page, "take-back", number=0)
    act(page, "take-back", number=0)
    assert (page.view["lines"], page.notice) == ([], "That line is no longer in the log.")


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_what_small_games_leave_open_is_decided_and_then_played(kind: Kind) -> None:
    """Each switch of a game with its own readings; its quick questions and sheets go by them."""
    page = log()
    offered = {one["rule"]: [way["name"] for way in one["options"]] for one in page.disputed}
    for rule, switch in kind.adopted.switches.items():
        assert offered[rule] == [*switch.readings]
        assert rule in page.view["elsewhere"], "below those of the game that is played here"
        act(page, "decide", rule=rule, option=switch.readings[1], who="Aiko", note="")
        assert page.notice == ""
    decided = page.evening.rulings
    assert [one["rule"] for one in page.view["switched"]] == sorted(kind.adopted.switches)
    assert all(one["isSwitch"] and not one["isOurs"] for one in page.view["lines"])
    assert decided.switches == ADOPTED, "Fuji Koro is played as before"
    ruled = {"makai": makai_rulings, "fuji99": fuji_99_rulings}[kind.name](decided)
    assert dict(ruled.chosen) == {rule: one.readings[1] for rule, one in kind.adopted.switches.items()}


def test_a_line_is_taken_back_once_by_taps_of_a_lost_link() -> None:
    page = log()
    for option in ("escaped", "earliest"):
        act(page, "decide", rule="end.tie", option=option, who="", note="")
    at = page.view["at"]
    for _ in range(3):
        act(page, "take-back", number=0, at=at)
    assert [one.option for one in page.evening.decisions] == ["earliest"]
    act(page, "decide", rule="end.tie", option="escaped", who="", note="", at=at)
    assert len(page.evening.decisions) == 1 and page.notice.startswith(LATE)


def test_a_rule_that_the_engine_does_not_play_is_only_noted() -> None:
    page = log()
    noted = next(one for one in page.disputed if not one["isSwitch"])
    act(page, "decide", rule=noted["rule"], option=noted["options"][1]["name"], who="", note="")
    assert (len(page.view["lines"]), page.view["switched"]) == (1, [])
    assert len(page.disputed) > 30
    assert all(len(one["options"]) > 1 and one["title"] for one in page.disputed)


def test_what_is_no_reading_changes_nothing() -> None:
    page = log()
    for rule, option in (("no.rule", "x"), ("end.tie", "x"), ("../../etc", "passwd")):
        act(page, "decide", rule=rule, option=option, who="", note="")
        assert page.evening.decisions == () and page.notice == "That reading is not in the rulebook."
    act(page, "decide", rule="end.tie", option="escaped", who="x" * 90, note="")
    assert page.notice == "At most 24 letters, please."


def test_an_opened_rule_shows_what_this_table_plays() -> None:
    page = log()
    act(page, "decide", rule="end.tie", option="escaped", who="", note="")
    act(page, "rule", rule="end.tie")
    assert "they share the place" in page.rule_card["conflict"]["ruling"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_pages_speak_every_language(language: str) -> None:
    evening = new_evening([Person("A"), Person("B")])
    page, log_page = ScorePage(evening=evening, language=language), RulingLog(language=language)
    assert page.view["round"].split()[0] == {"en": "Round", "fr": "Manche", "de": "Runde"}[language]
    title = {"en": "Tie for most points", "fr": "Égalité aux points", "de": "Gleichstand am Ende"}[language]
    assert title in [one["title"] for one in log_page.disputed]
    log_page.language = "en"
    assert "Tie for most points" in [one["title"] for one in log_page.disputed]


# ---- whatever a browser sends


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
acts = st.sampled_from([*ScorePage.acts, *RulingLog.acts])


@settings(max_examples=examples(200), deadline=None)
@given(
    acts,
    st.dictionaries(
        st.sampled_from(
            ["seats", "seat", "points", "source", "by", "rule", "option", "who", "note", "number", "people"]
        ),
        anything,
        max_size=6,
    ),
)
def test_hostile_messages_never_break_the_evening(name: str, fields: dict[str, object]) -> None:
    for page in (ScorePage(evening=table(2)), log()):
        act(page, name, **fields)
        assert read_evening(write_evening(page.evening)) == page.evening
        page.close()


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.lists(st.text(max_size=100), min_size=3, max_size=3), max_size=7))
def test_hostile_names(people: list[list[str]]) -> None:
    page = ScorePage(evening=table(2))
    seated = [[name, "", "symmetric"] for name, _, _ in people]
    act(page, "people", people=seated, mode="competitive", edition="", options=[])
    assert all(0 < len(one.name) <= 24 and "\n" not in one.name for one in page.evening.people)
    page.close()


# ---- a scenario


def ways_out(page: ScorePage) -> list[str]:
    return [one["palace"] for one in page.view["people"][0]["ways"]]


@pytest.mark.rule("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses")
def test_a_dragon_that_is_to_be_caught_alive() -> None:
    page = ScorePage(evening=scenario(6, "coop"))
    assert page.view["round"] == "Round 1, scenario 6"
    assert page.view["can"]["win"] == "We have caught it alive"
    act(page, "finish", result="won")
    assert page.view["phase"] == "over"
    killed = ScorePage(evening=scenario(6, "coop"))
    assert killed.view["can"]["foe"] == "The legendary dragon is dead"
    act(killed, "legendary")
    assert (killed.evening.result, killed.view["can"]["win"]) == ("lost", "")


@pytest.mark.rule("scenario.8.solo.competitive-board", "scenario.8.solo.loss")
def test_the_ronin_has_points_and_lives() -> None:
    page = ScorePage(evening=scenario(8, "solo"))
    assert (page.view["can"]["score"], page.view["can"]["foe"], page.view["can"]["giveUp"]) == (
        True,
        "",
        True,
    )
    act(page, "points", seats=[0], points=15, source="dragon")
    act(page, "points", seats=[0], points=5, source="dragon")
    act(page, "life", seat=0)
    (person,) = page.view["people"]
    assert (person["points"], person["lives"], person["isMarked"]) == (20, 1, True)
    assert page.view["rounds"] == {}


@pytest.mark.rule("scenario.7.solo.goal")
def test_the_button_of_the_fallen_opens_the_exit() -> None:
    page = ScorePage(evening=scenario(7, "solo"))
    assert (page.view["can"]["foe"], ways_out(page)) == ("The three fallen samurai are beaten", [])
    act(page, "legendary")
    assert (page.view["can"]["isFoeBeaten"], ways_out(page)) == (True, ["exit"])


@pytest.mark.rule("scenario.5.competitive.return-on-reveal")
def test_who_has_left_may_have_to_come_back() -> None:
    page = ScorePage(evening=correct(scenario(5), 0, 30).evening)
    act(page, "leave", seat=0, palace="small")
    assert page.view["people"][0]["back"] == "Has to come back"
    act(page, "back", seat=0)
    assert (page.view["people"][0]["palace"], page.view["people"][0]["back"]) == ("", "")
    assert ScorePage(evening=chapter(marker=0)).view["people"][0]["back"] == ""


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai")
def test_what_a_monk_costs_is_offered() -> None:
    page = ScorePage(evening=correct(scenario(4), 0, 3).evening)
    offered = {one["id"]: one["amounts"] for one in page.view["people"][0]["sources"]}
    assert [one["n"] for one in offered["monk"]] == [-3]
    act(page, "points", seats=[0], points=-3, source="monk")
    assert scores(page)[0] == 0
    assert "monk" not in [one["id"] for one in ScorePage(evening=table(2)).view["people"][0]["sources"]]


@pytest.mark.rule("scenario.3.coop.second-countdown")
def test_the_picture_of_a_second_countdown() -> None:
    page = ScorePage(evening=turns(scenario(3, "coop", players=2), 10)[-1])
    assert (page.view["phase"], page.view["title"]) == ("lava", "Eruption phase")
    assert [one["state"] for one in page.view["track"]][:2] == ["now", "next"]
    page.evening = turns(page.evening, 16)[-1]
    assert page.view["rounds"]["label"] == "5 spaces to the eruption, of 5"
    assert [one["state"] for one in page.view["track"]] == ["later"] * 8


# ---- the last page


def test_the_last_page_comes_with_the_end_and_things_left_over_are_tapped_there() -> None:
    page = ScorePage(evening=chapter(marker=0))
    assert page.view["ending"] == {}
    page.evening = over()
    ending = page.view["ending"]
    assert [row["name"] for row in ending["rows"]] == ["Aiko", "Cleo", "Bo"]
    assert [one["name"] for one in ending["left"]] == ["Aiko"]
    act(page, "left", seat=0, item="blueprint", count=2)
    assert scores(page)[0] == 36
    assert page.view["ending"]["left"][0]["items"][0]["count"] == 2
    act(page, "left", seat=2, item="monk", count=1)
    assert page.notice_rule == "end.leftovers.not-escaped"
    act(page, "left", seat=5, item="monk", count=1)
    act(page, "left", seat=0, item="dragon", count=1)
    assert scores(page)[0] == 36


@pytest.mark.rule("end.tie")
def test_a_tie_says_what_decided_it() -> None:
    evening = add_points(chapter(marker=0), [1, 2], 15, "dragon").evening
    evening = add_points(evening, [1, 2], 15, "dragon").evening
    while evening.steps_taken < 5:
        evening = next_turn(evening).evening
    evening = leave(leave(evening, 2, "big").evening, 1, "small").evening
    ending = ScorePage(evening=to_the_end(evening)).view["ending"]
    assert ending["title"] == "Cleo wins the tie"
    assert ending["tie"] == "end.tie"
    assert [row["tie"] != "" for row in ending["rows"]] == [True] * 3
    assert "wins the tie" in ending["rows"][0]["tie"]
    assert not [row for row in ending["rows"][1:] if "wins" in row["tie"]]


def test_evenings_of_this_machine_are_read_when_somebody_looks(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path)
    page = ScorePage(evening=table(2), evenings=evenings)
    assert page.past == {"isThere": True, "isOpen": False, "rows": [], "trouble": ""}
    evenings.keep(past(over(), ended="2026-11-21 21:31"))
    act(page, "past", on=True)
    (row,) = page.past["rows"]
    assert (row["when"], [one["text"] for one in row["people"]]) == (
        "2026-11-21",
        ["Aiko 30", "Cleo 20", "Bo 5"],
    )
    assert [one["hasWon"] for one in row["people"]] == [True, False, False]
    sent: list[dict[str, Any]] = []
    page.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    act(page, "export", form="csv")
    act(page, "export", form="json")
    act(page, "export", form="exe")
    files = [one for one in sent if one.get("kind") == "export"]
    assert [one["name"] for one in files] == ["fuji-koro-evenings.csv", "fuji-koro-evenings.json"]
    assert "Aiko" in files[0]["text"]
    act(page, "forget", key=row["key"])
    assert page.past["rows"] == [] == list(evenings.load())


def test_without_a_keeper_there_are_no_evenings_to_see() -> None:
    page = ScorePage(evening=table(2))
    assert not page.past["isThere"]
    for what, fields in (("past", {"on": True}), ("export", {"form": "csv"}), ("forget", {"key": ""})):
        act(page, what, **fields)
    assert page.past["rows"] == []


def test_a_damaged_file_of_evenings_is_said(tmp_path: Path) -> None:
    (tmp_path / "evenings.json").write_bytes(b"no")
    page = ScorePage(evening=table(2), evenings=Evenings(tmp_path))
    act(page, "past", on=True)
    assert "cannot be read" in page.past["trouble"]
    assert (tmp_path / "evenings.json").read_bytes() == b"no"
