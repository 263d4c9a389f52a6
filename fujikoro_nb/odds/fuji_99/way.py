"""The whole way without cards: the fewest turns that one player needs, and who wins a race of two.

With the cards the race is too large to be solved; what a hand adds is told apart, see the bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from fujikoro_nb.engine.fuji_99.components import DANGER, FEWEST_DRAWN, FIRST_BAG, GOAL, MILESTONES

_CLOSE = 1e-13
_MOST_ROUNDS = 500
_SAFE = FIRST_BAG.clear + FIRST_BAG.yellow
_RED = FIRST_BAG.red
_STAGES = len(MILESTONES) + 1

Table = npt.NDArray[np.float64]


@lru_cache(maxsize=256)
def _draws(safe: int, red: int, number: int) -> tuple[tuple[int, float], ...]:
    """Red cubes in a draw of so many, with their chances."""
    every = comb(safe + red, number)
    return tuple(
        (drawn, comb(red, drawn) * comb(safe, number - drawn) / every)
        for drawn in range(min(red, number) + 1)
        if number - drawn <= safe
    )


def _stage(floor: int, stage: int) -> int:
    """How many milestones have given their cube, with the token here."""
    return max(stage, sum(floor >= place for place in MILESTONES))


def _numbers(stage: int, out: int) -> range:
    return range(FEWEST_DRAWN, _SAFE + stage + _RED - out + 1)


def fewest_turns() -> float:
    """Expected turns of one player alone from the start to the goal, played as well as can be."""
    turns: dict[tuple[int, int], float] = {}

    def turn_from(floor: int, stage: int, again: float) -> tuple[float, float]:
        """The best turn where a bust without a cube costs ``again`` more, and the chance of such a bust."""

        @cache
        def act(place: int, out: int, now: int) -> tuple[float, float]:
            return min(drawn(place, out, now, number) for number in _numbers(now, out))

        def drawn(place: int, out: int, now: int, number: int) -> tuple[float, float]:
            together, lost = 0.0, 0.0
            for red, chance in _draws(_SAFE + now, _RED - out, number):
                if out + red >= DANGER:
                    is_same = now == stage
                    together += chance * (again if is_same else turns[floor, now])
                    lost += chance * is_same
                elif place + number < GOAL:
                    reached = place + number
                    then = _stage(reached, now)
                    cost, busts = min((turns[reached, then], 0.0), act(reached, out + red, then))
                    together += chance * cost
                    lost += chance * busts
            return together, lost

        return act(floor, 0, stage)

    for floor in range(GOAL - 1, -1, -1):
        for stage in range(_STAGES - 1, _stage(floor, 0) - 1, -1):
            again = turns.get((floor + 1, _stage(floor + 1, stage)), 1.0)
            for _ in range(_MOST_ROUNDS):
                cost, lost = turn_from(floor, stage, again)
                # With this way to play, again = 1 + (cost - lost * again before) + lost * again.
                before, again = again, (1 + cost - lost * again) / (1 - lost)
                if abs(again - before) < _CLOSE:
                    break
            turns[floor, stage] = again
    return turns[0, 0]


def race_of_two(goal: int = GOAL) -> float:
    """The chance that who begins wins, when both play as well as can be; a shorter way for a quick look."""
    places = list(_places(goal))
    index = {place: at for at, place in enumerate(places)}
    # win[a, b]: who is on turn stands at a, the other at b.
    win: Table = np.full((len(places), len(places)), 0.5)
    for _ in range(_MOST_ROUNDS):
        before = win
        win = _round(before, places, index, goal)
        if np.abs(win - before).max() < _CLOSE:
            break
    return float(win[index[0, 0], index[0, 0]])


def _places(goal: int) -> Iterator[tuple[int, int]]:
    for floor in range(goal):
        for stage in range(_stage(floor, 0), _STAGES):
            yield floor, stage


def _round(win: Table, places: list[tuple[int, int]], index: dict[tuple[int, int], int], goal: int) -> Table:
    """Every turn once more, with these chances for whoever comes next.

    The worth of stopping at a place is one less the other's chance then; a bust goes back to where the turn began.
    """
    number = len(places)
    stop = 1 - win.T
    # act[out][place]: worth of drawing there with so many reds out, by where the turn began and where the other stands.
    act: dict[tuple[int, int, int], Table] = {}
    starts = np.array([floor for floor, _ in places])
    bust = {stage: stop[[index[floor, max(stage, own)] for floor, own in places]] for stage in range(_STAGES)}
    for floor, stage in sorted(places, reverse=True):
        for out in range(DANGER):
            # Only turns that began no deeper come by here; the others are never asked for.
            rows = np.flatnonzero(starts <= floor)
            best = np.zeros((number, number))
            found = np.zeros((len(rows), number))
            for drawn in _numbers(stage, out):
                worth = np.zeros((len(rows), number))
                for red, chance in _draws(_SAFE + stage, _RED - out, drawn):
                    if out + red >= DANGER:
                        worth += chance * bust[stage][rows]
                    elif floor + drawn >= goal:
                        worth += chance
                    else:
                        then = (floor + drawn, _stage(floor + drawn, stage))
                        kept = np.maximum(stop[index[then]], act[then[0], then[1], out + red][rows])
                        worth += chance * kept
                np.maximum(found, worth, out=found)
            best[rows] = found
            act[floor, stage, out] = best
    return np.stack([act[floor, stage, 0][index[floor, stage]] for floor, stage in places])
