"""One attempt at a puzzle: hints and their prices, wrong checks, what is left of the worth, and the feedback."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Mask


class Outcome(StrEnum):
    """What a checked answer is (need P5)."""

    ILLEGAL = "illegal"
    NOT_GOAL = "not-goal"
    WRONG = "wrong"
    """Of an answer that says something, and does nothing: it can be no illegal one."""
    RIGHT = "right"
    RIGHT_BUT = "right-but"


class HintKind(StrEnum):
    """The ladder of hints, cheapest first (need P4)."""

    TECHNIQUE = "technique"
    REGION = "region"
    COLOUR = "colour"
    CUBE = "cube"
    SOLUTION = "solution"


PRICE = {
    HintKind.TECHNIQUE: 2,
    HintKind.REGION: 10,
    HintKind.COLOUR: 15,
    HintKind.CUBE: 30,
    HintKind.SOLUTION: 100,
}
"""Per cent of the puzzle's worth."""

MISSED = "missed"
"""How an attempt has ended that a wrong answer ends."""

MISS_PRICE = 30
"""Per cent for a wrong check."""
SECOND_BEST = 50
"""Per cent of what is left for a right answer that is not the best one."""


class Hint(msgspec.Struct, frozen=True):
    """What a hint says and the cells it shows; ``cubes`` are (column, row, letter) to lay down."""

    kind: HintKind
    sentence: str
    cells: tuple[tuple[int, int], ...] = ()
    cubes: tuple[tuple[int, int, str], ...] = ()


class Feedback(msgspec.Struct, frozen=True):
    """What a check says: outcome, sentence, the rule it rests on, and the cells it is about (need P5)."""

    outcome: Outcome
    sentence: str
    rule: str = ""
    marks: Mask = 0
    is_last: bool = False
    """Whether a wrong answer ends the puzzle: of two answers the other one would be no second try."""

    @property
    def is_right(self) -> bool:
        """Whether the puzzle is solved by this."""
        return self.outcome in (Outcome.RIGHT, Outcome.RIGHT_BUT)


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hints taken, wrong checks made, and how it ended: empty while it goes on."""

    hints: tuple[HintKind, ...] = ()
    misses: int = 0
    ended: str = ""

    @property
    def worth(self) -> int:
        """Per cent of the puzzle's worth that a right check brings now, 0-100."""
        if self.ended == MISSED:
            return 0
        price = sum(PRICE[hint] for hint in self.hints) + MISS_PRICE * self.misses
        left = max(0, 100 - price)
        return left * SECOND_BEST // 100 if self.ended == Outcome.RIGHT_BUT else left


def with_hint(attempt: Attempt, hint: HintKind) -> Attempt:
    """The attempt with a hint taken; the same hint is paid once, the solution ends it."""
    if hint in attempt.hints:
        return attempt
    ended = "shown" if hint == HintKind.SOLUTION and not attempt.ended else attempt.ended
    return msgspec.structs.replace(attempt, hints=(*attempt.hints, hint), ended=ended)


def with_check(attempt: Attempt, feedback: Feedback) -> Attempt:
    """The attempt after a check; once it has ended nothing changes any more."""
    if attempt.ended:
        return attempt
    if feedback.is_right:
        return msgspec.structs.replace(attempt, ended=str(feedback.outcome))
    if feedback.is_last:
        return msgspec.structs.replace(attempt, ended=MISSED, misses=attempt.misses + 1)
    return msgspec.structs.replace(attempt, misses=attempt.misses + 1)
