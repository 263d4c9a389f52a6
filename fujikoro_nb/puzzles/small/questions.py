"""What is asked of positions of small games, found by `Asks`: the answers, their certificate, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.puzzles.small import draw_or_stop, make_win, who_wins, whom_to_back
from fujikoro_nb.puzzles.small.puzzle import (
    Asks,
    SmallCertificate,
    SmallEntry,
    SmallPuzzle,
    SmallRated,
    Takes,
    rated,
)


class Question(msgspec.Struct, frozen=True):
    """One thing that is asked."""

    answers: Callable[[SmallPuzzle], tuple[str, ...]]
    certify: Callable[[SmallPuzzle], SmallCertificate | None]
    think: Callable[[SmallPuzzle, SmallCertificate], Takes]
    chance: Callable[[SmallPuzzle, SmallCertificate], float]
    """How probably somebody of middling strength solves it."""


_MATCH = Question(who_wins.answers, who_wins.certify, who_wins.think, who_wins.chance)
_CARD = Question(make_win.answers, make_win.certify, make_win.think, make_win.chance)
_BACK = Question(whom_to_back.answers, whom_to_back.certify, whom_to_back.think, whom_to_back.chance)
_TURN = Question(draw_or_stop.answers, draw_or_stop.certify, draw_or_stop.think, draw_or_stop.chance)
_QUESTIONS: Mapping[Asks, Question] = {
    Asks.WINNER: _MATCH,
    Asks.LEADER: _MATCH,
    Asks.PLAY: _CARD,
    Asks.ENDING: _CARD,
    Asks.BACK: _BACK,
    Asks.DRAW: _TURN,
    Asks.ONCE: _TURN,
}


def answers(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """What can be answered, in the order in which it is offered."""
    return _QUESTIONS[puzzle.asks].answers(puzzle)


def certify(puzzle: SmallPuzzle) -> SmallCertificate | None:
    """What the engine says now; None where it leaves nothing right, or something else than the sums say."""
    certificate = _QUESTIONS[puzzle.asks].certify(puzzle)
    return certificate if certificate is not None and certificate.right else None


def rate(puzzle: SmallPuzzle, certificate: SmallCertificate) -> SmallRated:
    """How hard it is."""
    question = _QUESTIONS[puzzle.asks]
    return rated(question.think(puzzle, certificate), question.chance(puzzle, certificate))


def proved(puzzle: SmallPuzzle) -> SmallEntry | None:
    """The puzzle with its certificate and rating; None when it has none."""
    certificate = certify(puzzle)
    return None if certificate is None else SmallEntry(puzzle, certificate, rate(puzzle, certificate))
