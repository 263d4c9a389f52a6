"""PlayerBoard without a browser: what it says of a seat, and what a view hides."""

from __future__ import annotations

import random
from itertools import islice

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.widgets.gear.player_board import PlayerBoard


@pytest.fixture(scope="module")
def state() -> GameState:
    session = Session(GAME, new_game(house_pack(), players=3), dealer=Seeded(7), auto_deal=True)
    chance = random.Random(7)
    for _ in range(40):
        session.play(chance.choice(list(islice(session.options, 60))))
    return session.state


def test_board_says_what_lies_in_front_of_each_seat(state: GameState) -> None:
    for seat in range(3):
        told = PlayerBoard(state, seat).board
        board, samurai = state.boards[seat], state.samurai[seat]
        assert told["score"] == samurai.score
        assert told["pool"] == board.discs
        assert [each["discs"] for each in told["fields"]] == list(samurai.fields)
        assert told["spots"] == {spot: spot in board.monk_spots for spot in told["spots"]}
        assert told["backpack"]["lower"]["cubes"] == str(board.backpack.lower.cubes)
        assert told["backpack"]["is_open"] == ("backpack" in board.monk_spots)


def test_secret_look_shows_the_tile_to_who_looked_and_to_nobody_else(state: GameState) -> None:
    tile = state.piles.tiles_of("III")[0]
    seen = msgspec.structs.replace(state, peeked=(Peeked("III", tile, (Seat(1),)),))
    own = PlayerBoard(GAME.view_for(seen, Seat(1)), 1).board["peeked"]
    other = PlayerBoard(GAME.view_for(seen, Seat(0)), 1).board["peeked"]
    assert len(own[0]["faces"]) == 7
    assert other[0]["faces"] == []
    assert PlayerBoard(GAME.view_for(seen, Seat(0)), 0).board["peeked"] == []


def test_board_follows_its_language_and_refuses_a_seat_that_is_not_there(state: GameState) -> None:
    board = PlayerBoard(state, 0)
    assert board.board["name"] == "Red"
    board.language = "de"
    assert board.board["name"] == "Rot"
    with pytest.raises(ValueError, match="seat 3"):
        board.show(state, 3)
