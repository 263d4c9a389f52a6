"""A moment of a fight at which a samurai has to decide, in the terms of the engine's questions."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import (
    Attack,
    FoeFight,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Stay,
    Suffer,
    fight_of,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds.fight import Outcome
from fujikoro_nb.odds.numbers import Number

ROLL, LOSE, REPAIR, PLACE, WITHDRAW, PAY, SLIP = (
    "roll-dice",
    "lose-cubes",
    "repair",
    "place-magic",
    "withdraw",
    "pay-damage",
    "slip-away",
)
"""The questions, named as the engine names them."""

QUESTIONS = (ROLL, LOSE, REPAIR, PLACE, WITHDRAW, PAY, SLIP)
"""All that odds can advise on."""

FightChoice = RollDice | LoseCubes | RepairWeapon | PlaceMagic | Retreat | Stay | PayDamage


class Situation(msgspec.Struct, frozen=True):
    """What is asked, and all that the answer depends on.

    ``gear`` is what lies there now; ``before`` what lay there before this roll, where cubes or magic are on their way
    off. ``parts`` are the weapons still to roll in this turn (``left``, ``right``, ``both``, ``sandals``), None for
    all that are usable; ``rolling`` is the weapon just rolled, ``broken`` its wood, metal and tooth cubes to lose.
    """

    asks: str
    gear: Gear
    health: int
    parts: tuple[str, ...] | None = None
    rolling: str = ""
    before: Gear | None = None
    broken: tuple[int, int, int] = (0, 0, 0)
    places: tuple[int, ...] = ()
    damage: int = 0

    @classmethod
    def of(cls, state: Arena, seat: Seat, asks: str) -> Situation:
        """The pending question of a fight with a dragon or a monk, as the engine's state has it."""
        frame = state.agenda[-1]
        fight = fight_of(state)
        assert isinstance(fight, FoeFight), "only a dragon or a monk has health"
        gear = state.fighter(seat).gear
        if isinstance(frame, Suffer):
            return cls(PAY, gear, fight.health, damage=frame.damage)
        if isinstance(frame, Slip):
            rolled = state.agenda[-2]
            is_own = isinstance(rolled, Attack) and rolled.seat == seat
            parts = rolled.parts if isinstance(rolled, Attack) and is_own else None
            return cls(SLIP, gear, fight.health, parts=parts)
        assert isinstance(frame, Attack), "a samurai decides in its attack turn or when it is hit"
        return cls(
            asks,
            gear,
            fight.health,
            parts=frame.parts,
            rolling=frame.rolling,
            before=frame.before,
            broken=frame.broken,
            places=frame.places,
        )


class Alternative(msgspec.Struct, frozen=True):
    """One answer and what comes of it if everything after it is played as well as can be."""

    answer: FightChoice
    outcome: Outcome
    """Losses counted from this moment on."""
    cost: Number
    """What it costs against the best in the goal's first part: percentage points, or points for goal ``points``."""


class Decision(msgspec.Struct, frozen=True):
    """The answers to one question, the best first."""

    asks: str
    alternatives: tuple[Alternative, ...]

    @property
    def best(self) -> Alternative:
        """The answer to give."""
        return self.alternatives[0]

    def of(self, answer: FightChoice) -> Alternative | None:
        """What a stated answer is worth; None when it is not among them."""
        return next((one for one in self.alternatives if one.answer == answer), None)
