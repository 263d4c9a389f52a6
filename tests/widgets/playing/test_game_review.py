"""The review on a game's page: asked for, stopped, its decisions played again and kept, and the game is never lost."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.play.seats import opened
from fujikoro_nb.review.mistakes import decode, encode
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets.guided import review as reviewing
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import send


@cache
def save() -> bytes:
    session = new_session(players=2, seed="page", seats=["Aki", "Bo"])
    play_out(session, bots_of(["heuristic"], players=2, seed="page"), most_turns=4)
    return session.save()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "WORLDS", 2)


def page_with_game(language: str = "en") -> GamePage:
    page = GamePage(language=language)
    page._open(*opened(save()))
    return page


def sent_by(page: GamePage, act: str, **fields: Any) -> list[dict[str, Any]]:
    """What the page sends to the browser for an act."""
    heard: list[dict[str, Any]] = []
    own, page.send = page.send, lambda content, buffers=None: heard.append(content)
    send(page, act, **fields)
    page.send = own
    return [one for one in heard if one.get("kind") == "mistake"]


def test_a_game_is_looked_at_again_and_its_mistakes_are_solved() -> None:
    page = page_with_game()
    game, kept = page.session, page.save
    assert page.review == {"may": True}
    send(page, "review")
    assert (page.review["is_open"], page.review["share"]) == (True, None)
    assert page.review["title"] == say("review.title", language="en", name="Aki")
    assert page.review["rows"]
    for kind in ("choice", "luck"):
        assert len(page.review["sums"][f"{kind}_range"]) == 2
    (mistake,) = sent_by(page, "review-keep", index=0)
    assert mistake["id"] == page.review["ids"][0]
    puzzle = decode(mistake["code"])
    assert encode(puzzle.mistake) == mistake["code"]
    send(page, "review-open", index=0)
    assert page.mistake["verdict"] == "open"
    assert page.review == {"may": False}
    for parts, verdict in ((puzzle.done, "same"), (puzzle.good[0], "right")):
        for part in parts:
            if page.mistake["verdict"] == "open" and page.asked["kind"] == part.kind:
                send(page, "answer", text=page._game.playing.game.to_text(part.answer), at=page.asked["at"])
        assert page.mistake["verdict"] == verdict
        assert page.save == kept, "what is tried is not kept"
        send(page, "mistake-again")
        assert page.mistake["verdict"] == "open"
    assert page.mistake["better"] == ""
    send(page, "mistake-show")
    assert page.mistake["better"]
    send(page, "mistake-leave")
    assert (page.session, page.mistake, page.save) == (game, {}, kept)
    assert page.review["is_open"], "back where one came from"
    send(page, "review-close")
    assert page.review == {"may": True}
    # From the browser's store, also where no game is.
    for there, before in ((page, game), (GamePage(language="en"), None)):
        send(there, "mistake", code=mistake["code"])
        assert there.mistake["verdict"] == "open"
        send(there, "leave")
        assert (there.session, there.mistake, there.stage) == (before, {}, "play" if before else "start")


def test_it_is_worked_out_beside_the_page_and_stopped() -> None:
    async def stopped() -> GamePage:
        page = page_with_game()
        send(page, "review")
        assert page.review["share"] == 0
        assert "rows" not in page.review
        send(page, "review-stop")
        return page

    page = asyncio.run(stopped())
    assert page.review == {"may": True}
    assert not page._reviewing._work.is_running


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_mistake_is_one_sentence_and_changes_nothing(language: str) -> None:
    page = page_with_game(language)
    game = page.session
    for code in ("", "abc", "!", "A" * 5000, "eNo" + "A" * 900):
        send(page, "mistake", code=code)
        assert page.notice == say("unreadable.mistake-code", language=language, text=code[:40])
        assert (page.session, page.mistake) == (game, {})
    for act in ("review-stop", "review-close", "mistake-again", "mistake-show", "mistake-leave"):
        send(page, act)
        assert (page.session, page.mistake, page.review) == (game, {}, {"may": True})
    for act in ("review-keep", "review-open"):
        send(page, act, index=0)
        assert (page.session, page.mistake) == (game, {})
    send(page, "review")
    (kept,) = sent_by(page, "review-keep", index=0)
    puzzle = decode(kept["code"])
    never = 'act {"type":"Act","field":"r9","monk":false}'
    much = "craft helmet MMMMMMMMM/MMMMMMMMM"  # craft.grid.shapes: no helmet has so many spaces
    for done in ((never,), (*puzzle.mistake.done, never), (*puzzle.mistake.done, much)):
        code = encode(msgspec.structs.replace(puzzle.mistake, done=done))
        send(page, "mistake", code=code)
        assert page.notice == say("unreadable.mistake-code", language=language, text=code[:40])
        assert (page.session, page.mistake, page._reviewing.is_apart) == (game, {}, False)
    send(page, "review-close")
    assert sent_by(page, "review-keep", index=0) == []
    empty = GamePage(language=language)
    send(empty, "review")
    assert empty.review in ({}, {"may": False})


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_puzzle_comes_to_a_table_and_no_table_is_left_for_one(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    page, device = page_with_game(language), {"writer": "w" * 24, "name": "Ann"}
    send(page, "review")
    (kept,) = sent_by(page, "review-keep", index=0)
    send(page, "review-open", index=0)
    assert page.mistake["verdict"] == "open"
    send(page, "share", **device)
    assert page.notice == say("game-review.mistake-not-shared", language=language)
    assert page.shared == {}
    send(page, "mistake-leave")
    game = page.session
    send(page, "share", **device)
    table = page._sharing.table
    assert table is not None
    for act, fields in (("mistake", {"code": kept["code"]}), ("review-open", {"index": 0})):
        send(page, act, **fields)
        assert page.notice == say("game-review.mistake-at-table", language=language), act
        assert (page.session, page.mistake, page._sharing.table) == (game, {}, table)
    page.close()
