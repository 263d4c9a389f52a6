"""Perft of fights: the position of a block with ``mode fight``, walked through every answer and every roll."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.kernel import Seat
from tests.golden.perft.walker import Counts, Position, counted, counted_per_answer
from tests.support.fights import arena, die, dragon
from tests.support.gear_positions import board

MODE = "fight"


def start(position: Position) -> ArenaState:
    """The state at the fight's first question."""
    boards = []
    for line in position.lines["board"]:
        said = dict(word.split("=") for word in line.split())
        assert set(said) <= {"weapon", "helmet", "lower", "monks"}, line
        boards.append(
            board(
                weapon=said.get("weapon", ""),
                helmet=said.get("helmet", ""),
                lower=said.get("lower", ""),
                monks=tuple(filter(None, said.get("monks", "").split(","))),
            )
        )
    state = arena(*boards, dice=tuple(map(_die, position.lines["dice"])))
    if "duel" in position.lines:
        return FIGHT_GAME.start(begin_duel(state, Seat(0), Seat(1))).state
    colour, numbers = position.lines["dragon"][0].split()
    others = tuple(map(Seat, range(1, len(boards))))
    return FIGHT_GAME.start(begin_dragon_fight(state, dragon(numbers, colour=colour), Seat(0), others)).state


def _die(text: str) -> Die:
    colour, *faces = text.split()
    return die(colour, ",".join(faces))


def count(position: Position, depth: int) -> Counts:
    """The five numbers."""
    return counted(FIGHT_GAME, start(position), depth, FIGHT_GAME.options)


def per_first_answer(position: Position, depth: int) -> str:
    """What to compare when a number is wrong."""
    return counted_per_answer(FIGHT_GAME, start(position), depth, FIGHT_GAME.options)
