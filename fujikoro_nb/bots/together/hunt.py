"""The legendary dragon is wanted alive: where to wait for it, and how many dice take its strength and not its life."""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.engine.fujikoro.asked.dens import HEART
from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, DragonFight, RollDice
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of
from fujikoro_nb.engine.fujikoro.components import Die, Dragon

_DEATH = 8.0
"""What it costs to kill the dragon, where catching it counts 1."""
_HIT = 0.02
"""What each hit counts that neither catches nor kills."""


def is_wanted(state: GameState, dragon: Dragon) -> bool:
    """Whether this dragon has to live."""
    return state.plot.captured_at > 0 and dragon.is_legendary


def careful_roll(state: GameState, fight: DragonFight, options: Sequence[RollDice]) -> RollDice:
    """The dice that most likely catch the dragon, or weaken it, without killing it; off the central tile none catch."""
    is_there = battle_of(state).place == HEART

    def worth(answer: RollDice) -> float:
        total = 0.0
        for hits, chance in enumerate(spread(state.dice, answer.dice)):
            left = fight.health - hits
            if left <= 0:
                total -= _DEATH * chance
            elif is_there and left <= state.plot.captured_at:
                total += chance
            else:
                total += _HIT * hits * chance
        return total

    return max(options, key=worth)


def spread(dice: Sequence[Die], thrown: Sequence[int]) -> list[float]:
    """How likely each number of hits is with so many dice of each colour."""
    faces = {die.material: [face.hits for face in die.faces] for die in dice}
    chances = [1.0]
    for colour, number in zip(COLOURS, thrown, strict=True):
        for _ in range(number):
            sums = [0.0] * (len(chances) + max(faces[colour]))
            for hits, chance in enumerate(chances):
                for face in faces[colour]:
                    sums[hits + face] += chance / len(faces[colour])
            chances = sums
    return chances
