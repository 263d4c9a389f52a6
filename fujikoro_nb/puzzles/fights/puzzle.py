"""A puzzle on a fight, and its certificate: what every answer is worth by the exact solver (need P12)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.odds import Samurai
from fujikoro_nb.puzzles.fights.scene import Scene, faces_hash, house_dice

WITHIN = 500
"""A guess is right within five points (need P12); values are hundredths of a point."""
ALMOST = 150
"""A legal answer that costs no more than this counts, and the better one is shown (need P5)."""
WAIT = "wait"


class FightKind(StrEnum):
    """What is asked: the tag of its `Question` in links and books."""

    ODDS = "odds"
    ANSWER = "answer"
    WHOM = "whom"
    MONK = "monk"
    ALLY = "ally"


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who could come along."""

    weapon: str
    helmet: str


class FightPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fight and a question about it."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    kind: FightKind
    scene: Scene
    foes: Annotated[tuple[str, ...], msgspec.Meta(max_length=4)] = ()
    """Dragons to choose from."""
    allies: Annotated[tuple[Companion, ...], msgspec.Meta(max_length=4)] = ()


class FightProof(StrEnum):
    """What the solver has shown."""

    ODDS = "odds"
    """The chance itself."""
    BEST = "best"
    """The best answer, and the gap to the second."""


class FightCertificate(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A proof in numbers: hundredths of a percentage point, or of a victory point where dragons are compared.

    It holds for the dice faces with this hash and for no others.
    """

    proof: FightProof
    value: int
    second: int | None = None
    worth: tuple[tuple[str, int], ...] = ()
    """Every answer with its value, the best first."""
    faces: str
    is_exact: bool = True
    """Computed with fractions; False: with floating point, whose error is far below one hundredth."""

    @property
    def best(self) -> tuple[str, ...]:
        """All answers with the best value."""
        return tuple(text for text, value in self.worth if value == self.value)

    @property
    def answers(self) -> int:
        """How many answers are right."""
        return len(self.best) or 1

    @property
    def solution(self) -> str:
        """A right answer as text."""
        return self.best[0] if self.worth else guess_text(round(self.value / 100))

    @property
    def gap(self) -> int | None:
        """How far the second best value lies behind."""
        return None if self.second is None else self.value - self.second

    def value_of(self, text: str) -> int | None:
        """The value of an answer; None when it is none of the legal ones."""
        return dict(self.worth).get(text)


def guess_text(percent: int) -> str:
    """A guess as text."""
    return f"guess {percent}"


def faces() -> dict[str, Die]:
    """The dice by colour, as the solver wants them."""
    return {die.material: die for die in house_dice()}


def holds(certificate: FightCertificate) -> bool:
    """Whether the certificate speaks of the dice in use."""
    return certificate.faces == faces_hash(house_dice())


def samurai_of(scene: Scene) -> Samurai:
    """The samurai before the fight."""
    return Samurai.of(scene.board)
