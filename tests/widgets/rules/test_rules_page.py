"""The rules page without a browser: rulings, the rulebook as a buffer, hostile messages, the helper."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb import rulebook
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.table_rulings import TableRulings, options
from fujikoro_nb.rulebook.answers import Sureness
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.rulebook.meaning import is_installed
from fujikoro_nb.texts import say
from fujikoro_nb.views.gear.link import bad_ruling_in, parse_link, print_link
from fujikoro_nb.widgets import HelperPage, RulesPage
from fujikoro_nb.widgets.rules import rules_page
from tests.support.sampling import examples, sample

TOOTH = "combat.helmet.absorb"
"""001 prints that a tooth absorbs two, 000 and 004 three: a switch of the engine."""
MONK = "gather.monk.backpack"
READINGS = {option.name: option.says for option in options(rulebook.rule(MONK))}
"""000 gives a choice, 001 and 004 do not; the engine does not play it yet."""


@pytest.fixture
def page() -> Iterator[RulesPage]:
    page = RulesPage()
    yield page
    page.close()


@pytest.fixture
def helper(tmp_path: Path) -> HelperPage:
    helper = HelperPage(store=OwnerPack(tmp_path))
    send(helper, "open-link", text="")
    return helper


def send(page: RulesPage | HelperPage, what: str, /, **fields: object) -> None:
    """As the browser sends it."""
    page._handle_custom_msg({"act": what, **fields}, [])


# ---- rulings


def test_a_table_decides_and_decides_again(page: RulesPage) -> None:
    send(page, "ruling", rule=TOOTH, option="tooth-two")
    assert page.rulings == {TOOTH: "tooth-two"}
    send(page, "ruling", rule=MONK, option="free-choice")
    assert page.rulings == {TOOTH: "tooth-two", MONK: "free-choice"}
    send(page, "ruling", rule=TOOTH, option="tooth-three")
    assert page.rulings == {MONK: "free-choice"}, "the adopted reading is no decision"
    assert page.notice == ""


@pytest.mark.parametrize(
    ("rule", "option"),
    [
        (TOOTH, "tooth-four"),
        ("no.such.rule", "ruling"),
        ("craft.helmet.size", "ruling"),
        ("", ""),
        (TOOTH, ""),
    ],
)
def test_a_reading_that_is_not_there_changes_nothing(page: RulesPage, rule: str, option: str) -> None:
    send(page, "ruling", rule=rule, option=option)
    assert page.rulings == {}
    assert page.notice == page.say("rules-page.bad-ruling")


def test_the_book_comes_as_one_compressed_buffer(page: RulesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[object, bytes]] = []
    monkeypatch.setattr(page, "send", lambda content, buffers: sent.append((content, buffers[0])))
    send(page, "book", part="rules", language="en")
    send(page, "book", part="rule-texts", language="fr")
    (content, packed), (other, texts) = sent
    assert content == {"kind": "rules", "language": "en"}
    assert len(packed) <= 500_000
    data = json.loads(gzip.decompress(packed))
    assert {rule["id"] for rule in data["rules"]} <= {rule.id for rule in rulebook.rules()}
    assert list(data["texts"]) == ["en"]
    assert other == {"kind": "rule-texts", "language": "fr"}
    first = data["rules"][0]["id"]
    assert json.loads(gzip.decompress(texts))[0][0] == entry(first).fr.title
    for bad in (
        {"language": "en"},
        {"part": "rules", "language": "../../etc"},
        {"part": "etc", "language": "en"},
    ):
        send(page, "book", **bad)
    assert len(sent) == 2


@settings(max_examples=examples(60), deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["act", "rule", "option", "language", "question", "mode", "players"]),
        st.one_of(
            st.sampled_from(["ruling", "book", "rule", "meaning", "en", TOOTH, "tooth-two"]),
            st.text(),
            st.none(),
            st.integers(),
        ),
        max_size=5,
    )
)
def test_whatever_a_page_sends_the_widget_lives(message: dict[str, object]) -> None:
    page = RulesPage()
    page._handle_custom_msg(message, [])
    assert set(page.rulings) <= {TOOTH}
    page.close()


@pytest.mark.parametrize("name", ["rulings", "rule", "host", "table", "has_meaning"])
def test_the_browser_sets_no_trait(page: RulesPage, name: str) -> None:
    before = getattr(page, name)
    page.set_state({name: {TOOTH: "tooth-two"}})
    assert getattr(page, name) == before


# ---- the second opinion


def asked(question: str = "may I jump over the lake of fire", **other: object) -> dict[str, object]:
    return {"question": question, "mode": "", "players": 0, "scenario": 0, "language": "en"} | other


def answers(page: RulesPage, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the kernel sends from now on."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(page, "send", lambda content, buffers=None: sent.append(content))
    return sent


def test_the_encoder_refines_a_finished_question(page: RulesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_installed(), "the extra belongs to the tests"
    assert page.has_meaning
    sent = answers(page, monkeypatch)
    send(page, "meaning", **asked("Combien de dents un casque peut-il contenir ?", language="fr", players=3))
    send(page, "meaning", **asked("wer darf mir beim Kampf helfen", language="de", mode="coop"))
    send(page, "meaning", **asked("can somebody recommend a good pizza"))
    helmet, join, pizza = sent
    assert {key: helmet[key] for key in ("kind", "question", "mode", "players", "language")} == {
        "kind": "refined",
        "question": "Combien de dents un casque peut-il contenir ?",
        "mode": "",
        "players": 3,
        "language": "fr",
    }
    assert any(name.startswith("craft.helmet") for name in helmet["ids"][:3])
    assert [each["sureness"] != "uncovered" for each in (helmet, join, pizza)] == [True, True, False]
    assert all("coop" in entry(name).modes for name in join["ids"])
    for each in sent:
        assert len(each["ids"]) == len(set(each["ids"])) == 12
        assert set(each["ids"]) <= {rule.id for rule in rulebook.rules()}
        assert len(each["shown"]) == Sureness(each["sureness"]).n_shown


@pytest.mark.parametrize(
    "bad",
    [
        {"question": "x" * 401},
        {"question": None},
        {"mode": "war"},
        {"mode": None},
        {"players": 7},
        {"players": -1},
        {"players": True},
        {"scenario": 9},
        {"scenario": None},
        {"language": "xx"},
        {"more": 1},
        {"question": "\ud800 \udc00"},  # halves of characters: no answer with them could be sent
    ],
)
def test_a_forged_question_is_not_answered(
    page: RulesPage, monkeypatch: pytest.MonkeyPatch, bad: dict[str, object]
) -> None:
    sent = answers(page, monkeypatch)
    send(page, "meaning", **(asked() | bad))
    assert sent == []


@pytest.mark.parametrize("question", ["", "  ", "a\u0000b", "🐉 🐉", "\u202elog", "x " * 200])
def test_any_text_gets_an_answer(page: RulesPage, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    sent = answers(page, monkeypatch)
    send(page, "meaning", **asked(question))
    assert [each["question"] for each in sent] == [question]


def test_without_the_extra_the_kernel_offers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_page, "is_installed", lambda: False)
    with_nothing = RulesPage()
    sent = answers(with_nothing, monkeypatch)
    assert not with_nothing.has_meaning
    send(with_nothing, "meaning", **asked())
    assert sent == []
    with_nothing.close()


def test_no_tap_waits_while_the_encoder_loads(page: RulesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answers(page, monkeypatch)
    may_go_on = threading.Event()
    threads: list[threading.Thread] = []

    def slow(question: str, *_: object) -> dict[str, Any]:
        threads.append(threading.current_thread())
        assert may_go_on.wait(30)
        return {"ids": [question], "shown": [question], "sureness": "sure"}

    monkeypatch.setattr(rules_page, "ranked_by_meaning", slow)

    async def ask_and_tap() -> None:
        came = asyncio.Event()
        monkeypatch.setattr(page, "send", lambda content: (sent.append(content), came.set()))
        send(page, "meaning", **asked("first question"))
        send(page, "ruling", rule=TOOTH, option="tooth-two")
        assert page.rulings == {TOOTH: "tooth-two"}
        assert sent == []
        send(page, "meaning", **asked("second question"))
        may_go_on.set()
        await asyncio.wait_for(came.wait(), 30)

    asyncio.run(ask_and_tap())
    assert [each["ids"] for each in sent] == [["second question"]], "nobody waits for the first any more"
    assert threading.main_thread() not in threads


def test_an_encoder_that_fails_leaves_the_page_as_it_is(
    page: RulesPage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> dict[str, Any]:
        raise OSError("weights cannot be read")

    monkeypatch.setattr(rules_page, "ranked_by_meaning", broken)
    sent = answers(page, monkeypatch)
    send(page, "meaning", **asked())
    assert sent == []
    assert page.notice == ""
    assert "weights cannot be read" in caplog.text


# ---- in the link


def test_rulings_travel_in_the_link() -> None:
    rulings = TableRulings().with_option(TOOTH, "tooth-two").with_option(MONK, "free-choice")
    text = f"helmet=T...&rulings={TOOTH}:tooth-two,{MONK}:free-choice"
    assert parse_link(text).rulings == rulings
    assert parse_link(print_link(parse_link(text))).rulings == rulings
    assert "rulings" not in print_link(parse_link("helmet=T..."))


@pytest.mark.parametrize(
    "bad", ["nonsense", "no.rule:000", f"{TOOTH}:tooth-nine", "a:b:c", ",", "%00", "<b>:x"]
)
def test_a_bad_ruling_is_left_out_and_named(bad: str) -> None:
    text = f"helmet=T...&rulings={bad},{MONK}:free-choice"
    assert bad_ruling_in(text)
    assert parse_link(text).rulings == TableRulings().with_option(MONK, "free-choice")
    assert parse_link(text).gear.helmet == parse_link("helmet=T...").gear.helmet


def test_every_ruling_a_table_can_make_fits_into_one_link(helper: HelperPage) -> None:
    from fujikoro_nb.helper.table_rulings import options

    rulings = TableRulings()
    for rule in rulebook.rules():
        if len(choice := options(rule)) > 1:
            rulings = rulings.with_option(rule.id, choice[-1].name)
    send(helper, "open-link", text=f"weapon=WWM..:...&rulings={rulings.text()}")
    assert helper.notice == ""
    assert dict(rulings.chosen) == helper.rules.rulings


# ---- in the helper


def test_a_ruling_flips_the_switch_of_gear_and_fight_and_can_be_undone(helper: HelperPage) -> None:
    send(helper, "open-link", text="helmet=T...")
    send(helper.rules, "ruling", rule=TOOTH, option="tooth-two")
    assert helper.grid.rulings.reading(TOOTH) == "tooth-two"
    assert helper.fight.rolling.rulings_now.reading(TOOTH) == "tooth-two"
    assert f"rulings={TOOTH}:tooth-two" in helper.link
    assert helper.undo_label == f"Undo: ruling on {entry(TOOTH).en.title}"
    send(helper, "undo", label=helper.undo_label)
    assert helper.grid.rulings.reading(TOOTH) == "tooth-three"
    assert helper.rules.rulings == {}
    assert "rulings" not in helper.link
    assert "helmet=T" in helper.link, "the gear is as it was"


def test_the_same_ruling_twice_is_one_change(helper: HelperPage) -> None:
    send(helper.rules, "ruling", rule=MONK, option="free-choice")
    send(helper.rules, "ruling", rule=MONK, option="free-choice")
    send(helper, "undo", label=helper.undo_label)
    assert helper.rules.rulings == {}
    assert helper.undo_label == ""


def test_a_bad_ruling_of_a_link_has_its_own_sentence(helper: HelperPage) -> None:
    send(helper, "open-link", text=f"helmet=T...&rulings={TOOTH}:tooth-nine")
    assert helper.notice == helper.say("helper-rules.link-ruling", part=f"{TOOTH}:tooth-nine")
    assert "helmet=T" in helper.link
    send(helper, "open-link", text="rulings=nonsense")
    assert helper.notice == helper.say("helper-rules.link-ruling", part="nonsense")


def test_try_it_puts_the_position_on_the_board_and_keeps_the_rulings(helper: HelperPage) -> None:
    send(helper, "open-link", text=f"weapon=WWM..:...&rulings={TOOTH}:tooth-two")
    sent: list[object] = []
    helper.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    send(helper, "try", rule="craft.helmet.size")
    position = rulebook.rule("craft.helmet.size").try_it.partition("&")[2]
    assert helper.grid.gear == parse_link(position).gear
    assert helper.rules.rulings == {TOOTH: "tooth-two"}
    assert sent == [{"kind": "show", "page": "gear"}]
    assert helper.grid.open_kind == "helmet"
    assert helper.notice == say("helper-rules.try-laid")
    send(helper, "undo", label=helper.undo_label)
    assert "weapon=WWM" in helper.link
    assert helper.notice == ""


def test_every_position_to_try_can_be_put_on_the_board(helper: HelperPage) -> None:
    helper.send = lambda content, buffers=None: None  # type: ignore[method-assign]
    tried = [rule.id for rule in rulebook.rules() if rule.try_it]
    assert len(tried) > 100
    for rule in sample(tried, 15):
        send(helper, "try", rule=rule)
        assert helper.notice in ("", say("helper-rules.try-laid")), rule


@pytest.mark.parametrize("rule", ["no.such.rule", "", MONK])
def test_what_cannot_be_tried_changes_nothing(helper: HelperPage, rule: str) -> None:
    send(helper, "open-link", text="weapon=WWM..:...")
    before = helper.link, helper.undo_label
    send(helper, "try", rule=rule)
    assert (helper.link, helper.undo_label) == before


# ---- the small card


def test_the_small_card_speaks_as_the_entry_does(helper: HelperPage) -> None:
    send(helper, "rule", rule=MONK)
    card, wording = helper.rule_card, entry(MONK).en
    assert (card["answer"], card["statement"]) == (wording.answer, wording.says)
    assert card["holds"] == ["All modes"]
    assert {said["text"] for said in card["conflict"]["says"]} == {text for _, text in wording.books}
    assert {(place["book"], place["heading"]) for place in card["where"]} == {
        ("English booklet", "Gather"),
        ("French booklet", "Collecter, page 6"),
        ("German booklet", "Sammeln, page 6"),
    }
    assert card["conflict"]["ruling"] == f"Here: {READINGS['spot-first']}"


def test_the_small_card_says_what_the_table_noted(helper: HelperPage) -> None:
    send(helper.rules, "ruling", rule=MONK, option="free-choice")
    send(helper, "rule", rule=MONK)
    assert helper.rule_card["conflict"]["ruling"] == f"Here: {READINGS['free-choice']}"
    assert helper.rule_card["conflict"]["reason"] == ""
