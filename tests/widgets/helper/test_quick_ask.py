"""The quick questions without a browser: taps, the shared facts, link and undo of the page, hostile messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts, parse_facts
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import HelperPage, QuickAsk
from fujikoro_nb.widgets.base.widget import FujiWidget
from tests.support.sampling import examples


@pytest.fixture
def page(tmp_path: Path) -> HelperPage:
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="")
    return page


def act(widget: FujiWidget, what: str, /, **fields: object) -> None:
    widget._handle_custom_msg({"act": what, **fields}, [])


def verdicts(widget: QuickAsk) -> dict[str, str]:
    return {line["name"]: line["seal"] for line in widget.lines}


def test_nothing_is_asked_before_somebody_looks() -> None:
    ask = QuickAsk()
    assert ask.lines == []
    act(ask, "tap", fact="discs", value="0")
    assert ask.lines == []
    act(ask, "answer")
    assert verdicts(ask)["rest"] == "ok" and verdicts(ask)["move"] == "no"


def test_tap_again_makes_it_unknown() -> None:
    ask = QuickAsk()
    act(ask, "answer")
    act(ask, "tap", fact="discs", value="2")
    assert verdicts(ask)["move"] == "ok"
    act(ask, "tap", fact="discs", value="")
    assert verdicts(ask)["move"] == "but"
    assert ask.facts == TableFacts()


def test_facts_are_in_the_link_and_shared_by_both_questions(page: HelperPage) -> None:
    act(page.now, "tap", fact="discs", value="2")
    act(page.escape, "tap", fact="steps", value="4")
    assert page.link == "table=discs.2,steps.4"
    assert page.now.facts == page.escape.facts == parse_facts("discs.2,steps.4")
    act(page.now, "clear")
    assert page.link == "table=steps.4"
    act(page, "open-link", text="table=space.monk,marker.mine&helmet=WM../....")
    assert page.now.facts.text() == "space.monk,marker.mine"


def test_undo_names_the_fact_and_takes_it_back(page: HelperPage) -> None:
    act(page.now, "answer")
    act(page.now, "tap", fact="space", value="token-up")
    act(page.now, "tap", fact="discs", value="2")
    assert page.undo_label == "Undo: Discs in my pool, with the action monk: 2"
    act(page, "undo", label=page.undo_label)
    assert page.undo_label == "Undo: My space: token face up"
    assert (page.link, verdicts(page.now)["move"]) == ("table=space.token-up", "but")
    act(page.now, "tap", fact="space", value="")
    assert page.undo_label == "Undo: My space: unknown"
    act(page, "undo", label=page.undo_label)
    act(page, "undo", label=page.undo_label)
    assert (page.link, page.undo_label) == ("", "")


def test_ruling_of_the_table_is_played(page: HelperPage) -> None:
    act(page, "open-link", text="table=discs.2&rulings=gearcard.bonus.either-both:with-main")
    act(page.now, "answer")
    assert page.now.rulings.reading("gearcard.bonus.either-both") == "with-main"
    assert verdicts(page.now)["bonus"] == "no"


def rows(widget: QuickAsk) -> dict[str, list[str]]:
    return {row["name"]: [option["value"] for option in row["options"]] for row in widget.rows}


@pytest.mark.rule("coop.play.no-samurai-combat", "coop.final.no-rope", "coop.goal.everyone-escaped")
def test_mode_of_the_table_is_played(page: HelperPage) -> None:
    """Taps of another game stay in the link, are not offered and mean nothing until it is played again."""
    act(
        page,
        "open-link",
        text="table=discs.3,beside.samurai,exit.rope,steps.4,way-lava.0,countdown.4,marker.mine",
    )
    for ask in (page.now, page.escape):
        act(ask, "answer")
    usual = page.escape.about
    assert (verdicts(page.escape)["escape"], rows(page.escape)["exit"]) == (
        "ok",
        ["rope", "rope-later", "secret"],
    )
    act(page, "set-table", mode="coop", players=3)
    assert not {"exit", "marker"} & set(rows(page.escape))
    assert page.escape.about != usual and "secret exit" in page.escape.about
    (line,) = page.escape.lines
    assert line["seal"] == "but" and "escape.rope" not in line["rules"]
    (met,) = (line for line in page.now.lines if line["name"] == "samurai")
    assert "coop.play.no-samurai-combat" in met["rules"] and "duel" not in met["sentence"]
    act(page.escape, "tap", fact="marker", value="later")
    assert "marker.mine" in page.link
    act(page, "set-table", mode="competitive", players=3)
    assert (verdicts(page.escape)["escape"], page.escape.about) == ("ok", usual)


@pytest.mark.rule("coop.goal.escape-after-legendary")
def test_evening_that_knows_the_dragon_dead_opens_the_exit(page: HelperPage) -> None:
    act(page, "set-table", mode="coop", players=2)
    act(page, "open-link", text="table=discs.3,steps.4,way-lava.0,sandals.weak,countdown.4")
    act(page.escape, "answer")
    assert verdicts(page.escape)["escape"] == "but"
    act(page, "open-score")
    assert page.score is not None
    page.score._handle_custom_msg({"act": "legendary", "at": page.score.view["at"]}, [])
    assert page.table.evening.is_foe_beaten
    assert verdicts(page.escape)["escape"] == "ok"


@pytest.mark.rule("scenario.1.competitive.no-secret-exit")
def test_scenario_of_the_evening_counts_whatever_list_is_in_front(page: HelperPage) -> None:
    act(page, "set-table", mode="competitive", players=2)
    act(page, "open-setup")
    assert page.setup is not None
    page.setup._handle_custom_msg({"act": "choose", "name": "scenario", "value": "scenario-1"}, [])
    game = page.escape.game
    assert game.crosses_by_tokens and game.delay == 1
    act(page, "set-table", mode="makai", players=2)
    assert page.table.evening.scenario == 1
    assert page.escape.game == game


@pytest.mark.rule("variant.peaceful", "scenario.6.coop.kill-loses")
def test_options_of_the_table_are_played(page: HelperPage) -> None:
    act(page, "open-link", text="table=discs.3,beside.samurai")
    for ask in (page.now, page.escape):
        act(ask, "answer")
    act(page, "open-setup")
    assert page.setup is not None
    act(page.setup, "choose", name="extra", value="peaceful")
    (met,) = (line for line in page.now.lines if line["name"] == "samurai")
    assert met["rules"] == ["variant.peaceful"]
    act(page.setup, "choose", name="mode", value="coop")
    act(page.setup, "choose", name="scenario", value="scenario-6")
    assert (rows(page.escape), verdicts(page.escape)) == ({}, {"escape": "no"})
    assert "scenario.6.coop.kill-loses" in page.escape.lines[0]["rules"]


def sources(widget: QuickAsk) -> dict[str, tuple[str, list[str]]]:
    """Of rows that another page knows: where it is from, and which chips are on."""
    return {
        row["name"]: (row["from"], [one["value"] for one in row["options"] if one["on"]])
        for row in widget.rows
        if row["from"]
    }


@pytest.mark.rule("final.advance", "final.marker", "move.steps.sandals")
def test_score_and_gear_fill_what_they_know(page: HelperPage) -> None:
    """The link holds taps only; a tap goes before, and what was tapped can be taken back."""
    assert sources(page.escape) == {}
    act(page, "open-score")
    assert page.score is not None
    score = page.score
    for _ in range(2):
        act(score, "points", seats=[0], points=15, source="dragon", at=score.view["at"])
    act(score, "next-turn", at=score.view["at"])
    assert page.table.evening.countdown == 1
    name = page.table.evening.name(1)
    expected = {"countdown": ("from Score", ["7"]), "marker": (f"from Score: {name}’s turn", ["first"])}
    assert sources(page.escape) == expected
    assert "sandals" not in sources(page.now)
    act(page.escape, "answer")
    assert "Own turns left: 7." in [note["text"] for note in page.escape.lines[0]["notes"]]
    before = page.link
    act(page, "open-link", text="sandals=MT/..")
    assert page.grid.gear.sandals
    expected["sandals"] = ("from My gear", ["five"])
    assert sources(page.escape) == expected
    assert sources(page.now) == {"sandals": expected["sandals"]}
    assert "table=" not in page.link and before == ""
    act(page.escape, "tap", fact="sandals", value="ten")
    assert "sandals" not in sources(page.escape) and page.escape.facts.text() == "sandals.ten"
    act(page.escape, "tap", fact="countdown", value="7")
    assert sources(page.escape) == {"marker": expected["marker"]}
    act(page.escape, "clear")
    assert sources(page.escape) == expected


def test_no_gear_on_the_page_says_nothing_of_the_sandals(page: HelperPage) -> None:
    act(page, "open-link", text="helmet=WM../....")
    assert page.grid.gear.helmet and sources(page.escape) == {} == sources(page.now)
    act(page, "open-link", text="sandals=MT/..")
    assert sources(page.now) == {"sandals": ("from My gear", ["five"])}
    act(page, "undo", label=page.undo_label)
    assert sources(page.now) == {}


@pytest.mark.rule("move.lava.affordable", "move.lava.cost")
def test_no_names_the_sandals_that_cannot_pay(page: HelperPage) -> None:
    act(page, "open-link", text="table=exit.rope,steps.2,way-lava.1,sandals.weak,countdown.6")
    act(page.escape, "answer")
    (line,) = page.escape.lines
    assert line["sentence"] == "No: sandals under 5 cannot pay for a lava space."
    assert line["rules"][:2] == ["move.lava.affordable", "move.lava.cost"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_is_named_in_the_language_of_now(page: HelperPage, language: str) -> None:
    act(page.now, "tap", fact="space", value="monk")
    facts = page.now.facts
    page.language = language
    assert page.now.facts is facts
    assert page.say("now.fact-space") in page.undo_label and page.say("now.space-monk") in page.undo_label


@pytest.mark.parametrize(
    "link", ["table=", "table=discs", "table=discs.9", "table=discs.1,discs.1", "table=<b>.1"]
)
def test_bad_facts_in_a_link_are_said_and_change_nothing(page: HelperPage, link: str) -> None:
    act(page.now, "tap", fact="discs", value="2")
    act(page, "open-link", text=link)
    if link != "table=":
        assert "could not be read" in page.notice
        assert page.link == "table=discs.2"


names = st.one_of(st.sampled_from([*FACTS, "", "__class__"]), st.integers(), st.none(), st.lists(st.text()))
values = st.one_of(
    st.sampled_from(["", "yes", "2", "monk", "9"]), st.text(max_size=5), st.booleans(), st.integers()
)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["tap", "clear", "facts", "answer2"]), names, values), max_size=6))
def test_hostile_messages_leave_facts_that_can_be_tapped(messages: list[tuple[str, object, object]]) -> None:
    ask = QuickAsk()
    for what, name, value in messages:
        act(ask, what, fact=name, value=value)
        ask.set_state({"facts": value, "lines": [value], "tool": "escape"})
    assert parse_facts(ask.facts.text()) == ask.facts
    assert all(name in ask.names for name, _ in ask.facts.told)
    assert (ask.tool, ask.lines) == ("now", [])
