"""Perft of the whole game: the position of a block with ``mode board``, walked through every answer and every draw.

new N           a fresh table for N players, or
game KEY VALUE  a part of a position as in rules cases (`rulebook.cases.records.Game`), its value in YAML
play ANSWER     answers that lead to the question at which counting begins, one a line
"""

from __future__ import annotations

import msgspec
import yaml

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.rulebook.cases.playing import answer_said
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Game
from fujikoro_nb.rulebook.cases.running import rulings_of
from tests.golden.perft.walker import Counts, Position, counted, counted_per_answer

MODE = "board"


def start(position: Position) -> GameState:
    """The state at the question where counting begins."""
    assert set(position.lines) <= {"mode", "new", "game", "play"}, position.name
    state = GAME.start(_fresh(position)).state
    for said in position.lines.get("play", []):
        state = GAME.step(state, answer_said(said, state)).state
    return state


def _fresh(position: Position) -> GameState:
    if "new" in position.lines:
        return new_game(house_pack(), players=int(position.lines["new"][0]))
    said = {}
    for line in position.lines["game"]:
        name, _, value = line.partition(" ")
        assert name not in said, f"{position.name} says {name} twice"
        said[name] = yaml.safe_load(value)
    game = msgspec.convert(said, Game)
    return position_of(game, rulings_of(game.rulings))


def count(position: Position, depth: int) -> Counts:
    """The five numbers."""
    return counted(GAME, start(position), depth, GAME.options)


def per_first_answer(position: Position, depth: int) -> str:
    """What to compare when a number is wrong."""
    return counted_per_answer(GAME, start(position), depth, GAME.options)
