"""Whom to back: three matches before the end, with open hands, the monster that one can make win the tournament."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.engine.makai_fuda.components import kinds_for
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.state import Makai
from fujikoro_nb.puzzles.rating import had
from fujikoro_nb.puzzles.small import make_win
from fujikoro_nb.puzzles.small.make_win import LOOKED_THROUGH, table_of
from fujikoro_nb.puzzles.small.puzzle import LEVEL, Asks, SmallCertificate, SmallPuzzle, Takes, Thought, Worth
from fujikoro_nb.puzzles.small.tree import Against

_TRIES = 200
_RULE = "makai.prize.tournament-winner"


def answers(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """The monsters of this number of players."""
    return kinds_for(table_of(puzzle).players)


def certify(puzzle: SmallPuzzle) -> SmallCertificate:
    """For every monster every card played, each to the end of the tournament, with everything that others can play."""
    return SmallCertificate(every=tuple(_worth(puzzle, kind) for kind in answers(puzzle)))


def _worth(puzzle: SmallPuzzle, kind: str) -> Worth:
    table = table_of(puzzle)
    state = table.start()
    tree = Against(table, make_win.goal_of(msgspec.structs.replace(puzzle, asks=Asks.ENDING, wants=kind)))
    card = next((way for way in _allowed(state) if tree.after(state, way) is None), None)
    if card is None:
        return Worth(answer=kind, word="not-backed", rule=_RULE, kind=kind)
    line = (f"0 {table.printed(card)}",)
    return Worth(answer=kind, is_right=True, word="backed", rule=_RULE, kind=kind, line=line)


def _allowed(state: Makai) -> list[Answer]:
    return list(GAME.options(state))


def think(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    """To look ahead: else one backs whoever is ahead now."""
    right, leading = {one.answer for one in certificate.right}, leading_now(puzzle)
    return {Thought.LATER: len(right & set(leading)) / len(leading)}


def leading_now(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """The monsters that have won most matches so far."""
    wins = table_of(puzzle).wins
    return tuple(kind for kind, won in zip(answers(puzzle), wins, strict=True) if won == max(wins))


def chance(puzzle: SmallPuzzle, certificate: SmallCertificate) -> float:
    """Somebody looks ahead and finds how a monster is stopped, or backs one that leads."""
    takes, ahead = think(puzzle, certificate), had(LEVEL[Thought.LATER])
    good = len(certificate.right)
    bad = (len(certificate.every) - good) * (1 - had(LOOKED_THROUGH))
    return ahead * good / (good + bad) + (1 - ahead) * takes[Thought.LATER]


def make(source: random.Random, name: str) -> SmallPuzzle | None:
    """A position in which one monster alone can be made to win; None when none was drawn."""
    for _ in range(_TRIES):
        _, table, _ = make_win.ending_drawn(source)
        puzzle = SmallPuzzle(id=name, asks=Asks.BACK, table=msgspec.structs.replace(table, laid=()))
        if len(certify(puzzle).right) == 1:
            return puzzle
    return None
