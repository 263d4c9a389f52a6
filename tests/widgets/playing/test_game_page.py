"""GamePage without a browser: whole games through its acts, refusals, undo, saves, and what no page would send."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.rules.game import GAME, GameAnswer
from fujikoro_nb.engine.kernel import Seeded, Session
from fujikoro_nb.engine.kernel.record import Record
from fujikoro_nb.engine.kernel.save import Disagreement
from fujikoro_nb.play.seats import Table
from fujikoro_nb.texts import LANGUAGES, has, words
from fujikoro_nb.views.fight.labels import disc_kind
from fujikoro_nb.views.game.words import _FIGHT_ANSWERS, _OWN, Words
from fujikoro_nb.widgets.base.spoken_page import SpokenPage
from fujikoro_nb.widgets.fight.play import unpacked
from fujikoro_nb.widgets.playing.front import PART
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import answered, begin, load, seated, send
from tests.support.game_positions import WEAK, realm
from tests.support.gear_positions import board
from tests.support.sampling import examples


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.mark.parametrize(
    ("players", "changed"),
    [
        ("person person", {}),
        ("person random random", {"seed": "11"}),
        ("person person person", {"dice": "hand", "seed": "12"}),
        ("person person person person person", {"seed": "13", "peaceful": True}),
        ("person random random random random person", {"seed": "14", "adventures": True}),
    ],
)
def test_whole_games_are_played_by_what_the_page_offers(players: str, changed: dict[str, Any]) -> None:
    page = begin(GamePage(), players, **changed)
    chance = random.Random(str(changed))
    kinds: set[str] = set()
    for _ in range(120):
        if page.asked["part"] == "over":
            break
        kinds.add(answered(page, chance))
    assert {"act", "walk", "craft"} <= kinds
    assert page.session is not None
    record: Record[Any] = page.session.record
    assert record.replay(GAME)[0] == page.session.state


def test_game_against_planning_bots_comes_to_its_end_and_names_the_winner() -> None:
    page = begin(GamePage(), "person heuristic heuristic", seed="3")
    chance = random.Random(1)
    for _ in range(600):
        if page.asked["part"] == "over":
            break
        answered(page, chance)
    assert page.asked["part"] == "over"
    assert page.session is not None
    scores = [samurai.score for samurai in page.session.state.samurai]
    ranks = page.asked["ranks"]
    assert ranks[0]["place"] == 1
    assert sorted(rank["points"] for rank in ranks) == sorted(scores)
    assert ranks[0]["points"] == max(scores)
    assert ranks[0]["name"] in page.asked["text"]
    assert page.asked["rule"].startswith("end.")
    assert any(entry["why"] for entry in page.log)
    assert page.status["final"]


def test_every_answer_has_words_in_every_language() -> None:
    for answer in get_args(GameAnswer):
        if answer in _FIGHT_ANSWERS:
            continue
        word = _OWN.sub("-", answer.__name__).lower()
        keys = (
            [f"act-{field}" for field in ("move", "explore", "gather", "rest")] if answer is Act else [word]
        )
        for language in LANGUAGES:
            assert all(has(f"game-page.did-{key}", language=language) for key in keys), (answer, language)


def test_every_answer_of_a_fight_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        told = Words(["A", "B"], GamePage(language=language).say, language, house_pack().dice)
        for answer in _FIGHT_ANSWERS:
            fields = msgspec.inspect.type_info(answer).fields  # type: ignore[union-attr]
            filled = {field.name: _SAMPLE.get(field.name, field.default) for field in fields}
            assert told.answer(answer(**filled)), (answer, language)


_SAMPLE = {
    "part": "left",
    "teeth": (2, 0),
    "cells": 1,
    "source": "action",
    "cube": Material.WOOD,
    "blueprint": "house-blueprint-weapon-1",
    "scroll": "house-scroll-1",
    "backpack": Backpack(),
    "thrown": Cubes(),
    "left": Cubes(),
}


# ---- refusals


def test_illegal_answer_is_refused_with_sentence_and_rule_and_changes_nothing() -> None:
    page = begin(GamePage(), "person person")
    assert page.session is not None
    before, at = page.session.state, page.asked["at"]
    send(page, "answer", text="rest", at=at)
    assert page.refused["rule"] == "setup.player.start-monks"
    assert page.refused["text"]
    assert (page.session.state, page.asked["at"]) == (before, at)
    send(page, "answer", text=page.asked["rows"][0]["text"], at=at)
    assert page.refused == {}


BAD = [
    {"act": "answer", "text": "walk nowhere", "at": 24},
    {"act": "answer", "text": "{" * 4000, "at": 24},
    {"act": "answer", "text": '{"type":"Act","field":7}', "at": 24},
    {"act": "answer", "text": "roll W 9", "at": 24},
    {"act": "answer", "text": 5, "at": 24},
    {"act": "answer", "text": "rest"},
    {"act": "answer", "text": "\ud800", "at": 24},
    {"act": "bench-build", "card": "nothing"},
    {"act": "bench-stow", "index": 99},
    {"act": "load", "text": "{", "part": 0, "parts": 1},
    {"act": "load", "text": "x", "part": 9, "parts": 2},
    {"act": "restore", "save": "!!!"},
    {"act": "ruling", "rule": "combat.helmet.absorb", "reading": "none"},
    {"act": "nothing"},
    {"act": "begin", "names": ["a"]},
    [],
    None,
]


@cache
def _until_a_fight() -> tuple[Session[GameState], Table]:
    """A game in the middle of a fight, where a move is interrupted; played once, and left as it is."""
    page = begin(GamePage(), "person person", seed="3")
    chance = random.Random(1)
    for _ in range(400):
        if page.asked["kind"] in ("send-monk", "roll-dice", "withdraw"):
            assert page.session is not None
            return page.session, page.agreed
        answered(page, chance)
    raise AssertionError("no fight in this game")


def at_fight() -> GamePage:
    """A page with that game."""
    session, agreed = _until_a_fight()
    page = GamePage()
    page._open(session.fork(), agreed)
    return page


@pytest.mark.parametrize("message", BAD)
@pytest.mark.parametrize("is_fight", [False, True], ids=["setup", "fight"])
def test_whatever_a_browser_sends_leaves_the_game_as_it_was(message: Any, *, is_fight: bool) -> None:
    page = at_fight() if is_fight else begin(GamePage(), "person person")
    assert page.session is not None
    before = page.session.state
    if isinstance(message, dict) and "at" in message:
        message = {**message, "at": page.asked["at"]}
    page._handle_custom_msg(message, ())
    assert page.session.state is before
    if message != {"act": "bench-build", "card": "nothing"} and message != {"act": "bench-stow", "index": 99}:
        assert page.notice or page.refused or message == {"act": "restore", "save": "!!!"}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**7) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def fought() -> GamePage:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", "/nonexistent")
        return at_fight()


@settings(max_examples=examples(150), deadline=None)
@given(act=st.sampled_from(sorted(GamePage.acts)), values=st.lists(_JSON, min_size=9, max_size=9))
def test_malformed_messages_never_change_the_game(fought: GamePage, act: str, values: list[Any]) -> None:
    if act in ("undo", "redo", "leave", "back", "begin"):
        return
    assert fought.session is not None
    before, lines = fought.session.state, len(fought.session.lines)
    fields = dict(zip(GamePage.acts[act], values, strict=False))
    if fields.get("at") == fought.asked["at"]:
        fields["at"] = 0
    fought._handle_custom_msg({"act": act, **fields}, ())
    assert (fought.session.state, len(fought.session.lines)) == (before, lines)


# ---- why not?


def test_why_not_says_for_each_missing_answer_which_rule_refuses_it() -> None:
    page = begin(GamePage(), "person person")
    chance = random.Random(5)
    while page.asked["kind"] != "act":
        answered(page, chance)
    send(page, "why-not", on=True)
    refused = {row["rule"] for row in page.why_not["rows"]}
    offered = {row["label"] for row in page.asked["rows"]}
    assert "turn.rest.needs-disc" in refused
    assert all(row["text"] and row["label"] not in offered for row in page.why_not["rows"])
    send(page, "why-not", on=False)
    assert page.why_not == {}


def test_space_on_the_map_gives_the_answer_or_the_reason() -> None:
    page = begin(GamePage(), "person person")
    chance = random.Random(5)
    while page.asked["kind"] != "place":
        answered(page, chance)
    row = page.asked["rows"][0]
    page.map.set_state({"selected": row["spaces"][3]})
    assert page.chosen["text"] == row["text"]
    page.map.set_state({"selected": "III-1.0"})
    assert page.chosen == {}
    assert page.refused["rule"] == "explore.where"


# ---- undo


def test_undo_goes_back_to_the_last_question_of_a_person_over_bots_and_dice() -> None:
    page = begin(GamePage(), "person random random")
    chance = random.Random(2)
    while page.asked["kind"] != "act":
        answered(page, chance)
    assert page.session is not None
    before, asked = page.session.state, page.asked
    for _ in range(4):
        answered(page, chance)
    far = page.session.state
    for _ in range(4):
        assert page.travel["undo"]
        send(page, "undo")
        assert page.asked["seat"] == 0
    assert page.session.state == before
    assert {**page.asked, "at": 0} == {**asked, "at": 0}
    for _ in range(4):
        send(page, "redo")
    assert page.session.state == far
    assert page.travel["redo"] == ""


def test_double_tap_undoes_one_answer() -> None:
    page, chance = begin(GamePage(), "person person"), random.Random(2)
    for _ in range(6):
        answered(page, chance)
    assert page.session is not None
    at = page.asked["at"]
    send(page, "undo", at=at)
    once = page.session.state, page.asked
    send(page, "undo", at=at)
    assert (page.session.state, page.asked) == once
    assert page.notice == ""
    at = page.asked["at"]
    send(page, "undo")
    send(page, "redo")
    assert page.session.state == once[0]
    send(page, "redo")
    far = page.session.state
    send(page, "redo", at=at)
    assert page.session.state == far


def test_undo_past_a_roll_or_a_reveal_says_so() -> None:
    page = begin(GamePage(), "person person")
    chance = random.Random(5)
    while page.asked["kind"] != "place":
        answered(page, chance)
    assert page.travel["fork"] is False
    answered(page, chance)
    assert page.travel["fork"] is True


def test_nothing_is_undone_before_the_first_answer() -> None:
    page = begin(GamePage(), "person random")
    if page.travel["undo"] == "":
        before = page.asked
        send(page, "undo")
        assert page.asked == before


# ---- saves


def test_kept_game_comes_back_with_its_bots() -> None:
    page = begin(GamePage(), "person random random")
    chance = random.Random(2)
    for _ in range(12):
        answered(page, chance)
    other = GamePage()
    send(other, "restore", save=page.save)
    assert page.session is not None and other.session is not None
    assert other.session.state == page.session.state
    assert (other.agreed, other.stage) == (page.agreed, "play")
    assert other.asked == page.asked


def test_file_is_read_in_parts_and_a_damaged_one_is_refused() -> None:
    page = begin(GamePage(), "person person")
    for _ in range(6):
        answered(page, random.Random(2))
    assert page.session is not None
    text = page.session.save().decode()
    assert len(text) > PART
    other = GamePage()
    load(other, text)
    assert other.session is not None
    assert other.session.state == page.session.state
    before = other.session.state
    load(other, text[: len(text) // 2])
    assert "damaged" in other.notice
    assert other.session.state is before
    load(other, text.replace('"seed":"7"', '"seed":"8"'))
    assert "changed by hand" in other.notice
    assert other.session.state is before


def test_unreadable_kept_game_is_told_and_forgotten() -> None:
    page = GamePage()
    send(page, "restore", save="AAAA")
    assert page.refused_saves == 1
    assert page.notice
    assert page.stage == "start"


def test_kept_game_stays_small() -> None:
    page = begin(GamePage(), "person random random random")
    chance = random.Random(2)
    for _ in range(60):
        answered(page, chance)
    assert len(page.save) < 40_000
    assert json.loads(unpacked(page.save))["snapshots"] == []


# ---- the real box


def test_piece_of_the_real_box_is_described_and_a_wrong_one_refused() -> None:
    page = begin(GamePage(), "person person", real_box=True)
    answered(page, random.Random(1))
    assert page.asked["part"] == "draw"
    assert page.editor is not None and page.session is not None
    assert page.editor.known == ()
    before = page.session.state
    page.editor._handle_custom_msg({"act": "finish", "piece": {"pattern": "", "bonus": "wood"}}, ())
    assert page.session.state is before
    page.editor._handle_custom_msg(
        {"act": "finish", "piece": {"pattern": "WM", "bonus": "wood", "kind": "helmet"}}, ()
    )
    assert len(page.session.state.display) == 1, (page.editor.refusal, page.editor.notice)
    assert str(page.session.state.display[0].provenance) == "owner"
    assert page.travel["undo"]
    send(page, "undo")
    assert page.session.state == before


# ---- the rest


def test_step_by_step_stops_before_a_bots_next_action() -> None:
    page = begin(GamePage(is_stepwise=True), "person random random")
    chance = random.Random(2)
    seen = 0
    for _ in range(80):
        if page.asked["part"] == "bot":
            lines = len(page.session.lines) if page.session is not None else 0
            send(page, "go")
            assert page.session is not None
            played = [line for line in page.session.lines[lines:] if not line.entry.automatic]
            assert sum(line.question.kind == "act" for line in played) <= 1
            seen += 1
        else:
            answered(page, chance)
    assert seen > 3


def test_other_language_goes_on_with_the_game() -> None:
    spoken = SpokenPage(lambda language: GamePage(language=language), "en")
    page = begin(spoken.page, "person random")
    assert page.session is not None
    session, asked, log = page.session, page.asked, page.log
    ids = (page.model_id, page.map.model_id, page.grid.model_id)
    spoken._handle_custom_msg({"act": "speak", "spoken": "de"}, ())
    assert spoken.page is page
    assert (page.model_id, page.map.model_id, page.grid.model_id) == ids
    assert page.session is session
    assert (page.asked["at"], page.asked["kind"]) == (asked["at"], asked["kind"])
    assert page.asked["text"] != asked["text"]
    assert len(page.log) == len(log)
    assert page.log != log
    spoken._handle_custom_msg({"act": "speak", "spoken": "en"}, ())
    assert (page.asked, page.log) == (asked, log)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_page_told_another_language_says_what_one_made_in_it_says(language: str) -> None:
    page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
    for _ in range(12):
        answered(page, chance)
    there = GamePage(language=language)
    assert page.session is not None
    there._open(page.session.fork(), page.agreed)
    page.language = language
    left_out = {"_esm", "_css", "look", "layout", "map", "grid", "editor", "offer", "save", "travel"}
    left_out |= {"primer", "happened", "results", "job", "rule_titles"}  # what this device has seen since
    told, wanted = page.get_state(), there.get_state()
    assert {name for name in told if name not in left_out and told[name] != wanted[name]} == set()
    told, wanted = page.map.get_state(), there.map.get_state()
    assert {name for name in told if name not in left_out and told[name] != wanted[name]} == set()


def test_a_choice_and_what_lies_on_the_bench_stay_in_another_language() -> None:
    page = GamePage()
    page._open(*seated("person", "person"))
    send(page, "answer", text="move", at=page.asked["at"])
    send(page, "choose", text="walk I-1.4", at=page.asked["at"])
    send(page, "why-not", on=True)
    chosen = page.chosen
    assert chosen["text"] == "walk I-1.4"
    page.language = "de"
    assert page.chosen["text"] == "walk I-1.4"
    assert page.chosen["label"] != chosen["label"]
    assert page.map.selected == "I-1.4"
    page.language = "en"
    assert page.chosen == chosen


def test_colours_are_never_taken_twice() -> None:
    page = begin(GamePage(), "person random random", colours=["red", "red", "red"])
    assert page.session is not None
    assert len(set(page.session.state.colours)) == 3
    assert page.session.state.colours[0] == "red"


def test_words_of_the_page_hide_none_of_the_fights() -> None:
    shown = GamePage().words
    fights = words("combat", language="en")
    assert {key: shown[key] for key in fights} == fights
    own = set(words("game-page", language="en"))
    assert own.isdisjoint(words("widgets", language="en"))


@pytest.mark.parametrize(
    ("disc", "kind"), [("monk", "monk"), ("scroll", "scroll"), ("whirl-of-ours", "blueprint")]
)
def test_a_disc_in_the_backpack_is_told_by_its_kind(disc: str, kind: str) -> None:
    """A blueprint's disc bears the id of its card, which may be an owner's and say nothing."""
    assert disc_kind(disc) == kind


# ---- whose eyes, and what survives


def seen(page: GamePage) -> list[Any]:
    """The faces of what the first seat looked at, as this page shows them."""
    return [one["faces"] for one in page.people[0]["peeked"]]


def test_boards_are_never_shown_with_the_eyes_of_a_bot() -> None:
    page = GamePage(is_stepwise=True)
    page._open(*seated("random", "person", peeked=True))
    assert page.asked["part"] == "bot"
    assert seen(page) == [[]]
    page.language = "de"
    assert (page.asked["part"], seen(page)) == ("bot", [[]])
    page._open(*seated("person", "person", peeked=True))
    assert seen(page) != [[]]
    page._open(*seated("random", "person", peeked=True))
    assert seen(page) == [[]], "the seat of the game before saw more"
    page._open(*seated("random", "random", peeked=True))
    assert seen(page) == [[]], "nobody sits here"


def test_title_says_which_action_is_asked_for_or_done() -> None:
    page = GamePage()
    page._open(*seated("person", "person"))
    titles = []
    for text in ("move", "walk I-1.4", "halt"):
        titles.append((page.asked["kind"], page.status["said"]))
        send(page, "answer", text=text, at=page.asked["at"])
        assert (page.refused, page.notice) == ({}, "")
    titles.append((page.asked["kind"], page.status["said"]))
    first, second = ("Turn of Aiko, action 1 of 2", "Turn of Aiko, action 2 of 2")
    assert titles == [("act", first), ("walk", first), ("walk", first), ("act", second)]


def test_result_of_a_fight_survives_another_language() -> None:
    page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
    while not page.results:
        answered(page, chance)
    told = len(page.results), len(page.happened)
    page.language = "de"
    assert (len(page.results), len(page.happened)) == told
    answered(page, chance)
    assert page.results == []


def test_chances_are_not_worked_out_for_a_page_that_is_left() -> None:
    seats = (board(weapon="WWM"), board(weapon="WWW"))
    game = realm(*seats, tiles={"I-1": "D......"}, dragons={"I-1": WEAK})
    game.play("move", "walk I-1.4")
    assert game.asked == "join"
    joined = Session(GAME, game.state, dealer=Seeded("1")), seated("person", "person")[1]

    async def play() -> None:
        page = GamePage()
        page._open(*joined)
        assert page._outlook.is_looking
        send(page, "leave")
        assert not page._outlook.is_looking
        send(page, "back")
        assert page._outlook.is_looking
        page.language = "de"
        assert page._outlook.is_looking, "the same work goes on"
        page._outlook.cancel()

    asyncio.run(play())


def test_save_that_disagrees_with_the_rules_of_today_is_told_until_a_person_goes_on() -> None:
    page = begin(GamePage(), "random person")
    assert page.session is not None
    page.session.disagreement = Disagreement("differs-refused", 9, "combat.win", 9, 3, 1)
    other = GamePage()
    other._open(page.session.fork(), page.agreed)
    assert "answer 9" in other.notice or "answer 10" in other.notice
    other._show()
    assert other.notice, "what bots do in between leaves it"
    said, other.language = other.notice, "fr"
    assert other.notice and other.notice != said
    answered(other, random.Random(1))
    assert other.notice == ""
