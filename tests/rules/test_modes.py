"""Modes and boards that nobody ships: the rules ask them, so another value plays another game."""

from __future__ import annotations

import random

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Seeded, Session
from tests.support.game_positions import HOUSE, realm
from tests.support.gear_positions import gear_of

OPEN = {"I-1": ".......", "I-2": "......."}
OTHER = Mode(
    "other",
    actions=3,
    start_monks=(0, 0, 0, 0, 0, 0),
    start_cubes=Cubes(wood=3, metal=1),
    tile_points=(4, 1, 2),
    final_points=4,
)
"""Three actions, no monk and another weapon to begin with, and an end that is near."""


def test_other_action_counts() -> None:
    game = realm(tiles=OPEN, mode=OTHER)
    for taken in range(3):
        assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": taken})
        game.play("move", "halt")
    assert (game.asked, game.seat) == ("act", 1)


def test_another_start_kit() -> None:
    """The setup asks for no monk, and for a weapon of these four cubes."""
    session = Session(GAME, new_game(HOUSE, players=2, mode=OTHER), dealer=Seeded(1), auto_deal=True)
    question = session.question
    assert question is not None and question.kind == "first-weapon"
    assert GAME.check(session.state, GAME.from_text("forge WWMM")) is not None
    session.play(GAME.from_text("forge WWWM"))
    built = next(board for board in session.state.boards if board.gear.weapon)
    assert (built.gear.weapon.cubes, built.monk_spots) == (OTHER.start_cubes, ())


def test_another_end() -> None:
    """The first tile is worth the four points that begin the Final Chapter here."""
    game = realm(mode=OTHER).play("explore", "place I-1")
    game.play(game.texts()[0], "turn 0")
    assert (game.samurai().score, game.state.marker) == (4, 0)
    assert realm().state.marker is None


def kit(name: str, **more: object) -> Board:
    """A board of a character with the pack's outlines; ``more`` is what it begins with besides."""
    return Board(HOUSE.areas.on(character(name)), **more)  # type: ignore[arg-type]


STRONG = kit("masatsura", gear=Gear(weapon=gear_of(weapon="WWWM").weapon))
"""A bigger backpack, and a weapon that it has from the start."""
QUICK = kit("yoshihiro", discs=4)
"""A fourth action disc."""


def asymmetric(seed: int) -> Session[GameState]:
    """A game of two kits that differ in every respect."""
    start = new_game(HOUSE, players=2, boards=(STRONG, QUICK))
    return Session(GAME, start, dealer=Seeded(seed), auto_deal=True)


def test_asymmetric_boards_begin_with_their_own_kits() -> None:
    session = asymmetric(5)
    asked = set()
    while session.question is not None and session.question.kind != "act":
        if session.question.kind == "first-weapon":
            asked.add(int(session.question.seat))
        session.play(next(iter(session.options)))
    assert asked == {1}, "the first seat has its weapon"
    strong, quick = session.state.boards
    assert (strong.upper_spaces, quick.upper_spaces) == (9, 0)
    assert (strong.discs, quick.discs) == (3, 4)
    assert str(strong.gear.weapon.cubes) == "WWWM"


@pytest.mark.parametrize("seed", range(4))
def test_asymmetric_boards_play(seed: int) -> None:
    """The discs of each board stay its own, and the game is saved and opened like any other."""
    session, chance = asymmetric(seed), random.Random(seed)
    for _ in range(200):
        session.play(chance.choice(list(session.options)))
        for seat, discs in enumerate((3, 4)):
            assert session.state.boards[seat].discs + sum(session.state.samurai[seat].fields) == discs
    loaded = Session.load(GAME, session.save())
    assert (loaded.state, loaded.disagreement) == (session.state, None)
    assert msgspec.json.decode(msgspec.json.encode(session.state), type=GameState) == session.state
