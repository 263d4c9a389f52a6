"""How likely a samurai is to beat a dragon or a monk: asked of `odds` the quick way, and remembered."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.bots.worth import hits
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.components import Die, Dragon
from fujikoro_nb.engine.fujikoro.gear.worn import inspect_weapon
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds import Foe, OddsError, QuickOdds, Samurai

MOST_CUBES = 9
"""A weapon with more cubes is judged by these many of them: a little worse than it is, and in milliseconds."""

MOST_READY = 8


class Chances:
    """Chances to win alone, rolling all dice always. A pure memory: asking twice gives the same number."""

    def __init__(self) -> None:
        self._known: dict[tuple[Samurai, Foe], float] = {}
        self._ready: dict[Samurai, QuickOdds] = {}

    def __call__(self, state: GameState, seat: Seat, dragon: Dragon) -> float:
        """The chance of this seat with its gear as it is now."""
        return self._against(state, seat, Foe.met_in(state, dragon))

    def of_monk(self, state: GameState, seat: Seat) -> float:
        """The same against a monk who fights; nothing where none does."""
        warriors = state.plot.warriors
        return 0.0 if warriors is None else self._against(state, seat, Foe.monk(monks=warriors))

    def _against(self, state: GameState, seat: Seat, foe: Foe) -> float:
        samurai = _bare(Samurai.of(trimmed(state.boards[seat], state.rulings), rulings=state.rulings))
        if samurai.initiative == 0 or foe.health < 1:
            return float(foe.health < 1)
        key = (samurai, foe)
        if key not in self._known:
            faces = {die.material: die for die in state.dice}
            try:
                self._known[key] = self._quick(samurai, faces).win(foe)
            except OddsError:  # still too large to be solved: a reason to keep away
                self._known[key] = 0.0
        return self._known[key]

    def _quick(self, samurai: Samurai, faces: Mapping[str, Die]) -> QuickOdds:
        """The numbers of one samurai's gear, for all dragons; only those of the last few are kept."""
        if samurai not in self._ready:
            if len(self._ready) == MOST_READY:
                del self._ready[next(iter(self._ready))]
            self._ready[samurai] = QuickOdds(samurai, faces)
        return self._ready[samurai]


def _bare(samurai: Samurai) -> Samurai:
    """Without what matters only to a monk that is sent, so that whoever gathers a cube keeps the same chances."""
    return msgspec.structs.replace(samurai, backpack=Backpack(), monk_spots=(), upper_blueprints=())


def trimmed(board: Board, rulings: Rulings) -> Board:
    """The board with at most `MOST_CUBES` on its weapon grid, what hits hardest kept and every weapon legal."""
    while len(board.gear.weapon) > MOST_CUBES:
        fewer = [
            one
            for cell, _ in board.gear.weapon
            if cell != board.gear.weapon_magic and _is_legal(one := _without(board, cell), rulings)
        ]
        if not fewer:
            return board
        board = max(fewer, key=lambda one: hits(one, rulings))
    return board


def _without(board: Board, cell: int) -> Board:
    gear = msgspec.structs.replace(board.gear, weapon=board.gear.weapon.without(1 << cell))
    return msgspec.structs.replace(board, gear=gear)


def _is_legal(board: Board, rulings: Rulings) -> bool:
    is_open = board.is_weapon_grid_open
    return inspect_weapon(board.gear, board.limits, is_unlocked=is_open, rulings=rulings).is_legal
