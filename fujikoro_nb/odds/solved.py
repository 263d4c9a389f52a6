"""A fight as it was solved: what advice and distributions need of it, whoever solved it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.odds._accelerate import SolvedFight
from fujikoro_nb.odds.fight import SAMURAI, Aim, Foe, Samurai
from fujikoro_nb.odds.helmets import Armour, HelmetState
from fujikoro_nb.odds.numbers import Triple
from fujikoro_nb.odds.weapon_states import State
from fujikoro_nb.odds.weapons import Arms


class Solved(Protocol):
    """The parts and the solution of a fight of one samurai against one dragon."""

    samurai: Samurai
    foe: Foe
    faces: Mapping[str, Die]
    aim: Aim
    first: str
    arms: Arms
    armour: Armour
    solution: SolvedFight

    def value(self, weapons: State, helmet: HelmetState, health: int, *, first: str = SAMURAI) -> Triple:
        """What a state is worth to whoever plays on as well as possible."""
        ...
