"""Pages of games that are about to end."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.play.seats import PERSON, Chair, Table
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_positions import realm

NAMES = ("Aiko", "Botan", "Chie")


def page_of(state: GameState, *, language: str = "en", first: str = PERSON) -> GamePage:
    """A page on which this game goes on."""
    players = (first, *(PERSON,) * (state.players - 1))
    chairs = (
        Chair(name, samurai.colour, player)
        for name, samurai, player in zip(NAMES, state.samurai, players, strict=False)
    )
    page = GamePage(language=language, is_stepwise=True)
    page._open(Session(GAME, state, dealer=Seeded("1")), Table(tuple(chairs)))
    return page


def answer(page: GamePage, text: str) -> None:
    page._handle_custom_msg({"act": "answer", "text": text, "at": page.asked["at"]}, ())
    assert (page.refused, page.notice) == ({}, ""), text


def final_chapter(tile: str = ".......", *, marker: int | None = 0) -> GameState:
    """Seat 0 in the middle of I-1, two steps from the rope, four turns before the end."""
    return realm(tiles={"I-1": tile}, at=("I-1.0",), marker=marker, countdown=4, scores=(30, 0)).state


def over(*boards: Board, scores: tuple[int, ...], escapes: tuple[tuple[str, int], ...]) -> GameState:
    """A game at its end: points, and by seat the palace and the place in the order of escapes."""
    state = realm(*boards, scores=scores, marker=0).state
    for seat, (palace, escape) in enumerate(escapes):
        samurai = msgspec.structs.replace(state.samurai[seat], palace=palace, escape=escape)
        state = state.with_samurai(Seat(seat), samurai)
    return state
