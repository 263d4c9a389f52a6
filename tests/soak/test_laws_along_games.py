"""Ten thousand seeded games: the laws along every one of them. `FUJIKORO_GAMES` says how many."""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Answer
from tests.laws import laws
from tests.laws.components import check_conserved
from tests.laws.games import along, begun

GAMES = int(os.environ.get("FUJIKORO_GAMES", "10000"))
ANSWERS = 700
EVERY = 40
"""Answers between two moments at which options, strangers, steps and texts are judged; all else is judged always."""


class Walked(msgspec.Struct, frozen=True):
    """What one game was."""

    answers: int
    is_over: bool


def walked(seed: int) -> Walked:
    """One game with all its laws. Raises AssertionError, naming the seed."""
    try:
        return _walked(seed)
    except AssertionError as error:
        raise AssertionError(f"game {seed}: {error}") from error


def _walked(seed: int) -> Walked:
    session, chance = begun(seed), random.Random(seed)
    seen: list[Answer] = [*laws.STRANGERS]
    before = session.state
    for number, listed in enumerate(along(session, seed, ANSWERS)):
        if session.state is not before:
            check_conserved(before, session.state, session.events)
        before = session.state
        if (number + seed) % EVERY == 0:
            laws.check_listed(session.state, listed, chance)
            laws.check_views(session.state)
            laws.check_step(session.state, chance.choice(listed))
            for answer in chance.sample(seen, min(4, len(seen))):
                laws.check_stranger(session.state, answer, listed)
            seen += chance.sample(listed, min(3, len(listed)))
    laws.check_frames(session)
    laws.check_told(session)
    laws.check_log(session)
    return Walked(len(session.lines), session.question is None)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_laws_along_games(capsys: pytest.CaptureFixture[str]) -> None:
    begin = perf_counter()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        games = list(pool.map(walked, range(GAMES), chunksize=25))
    answers, over = sum(game.answers for game in games), sum(game.is_over for game in games)
    with capsys.disabled():  # tools/soak.py keeps it
        sys.stdout.write(
            f"laws along {len(games)} games, {over} of them to the end, {answers} answers, "
            f"{perf_counter() - begin:.0f} s\n"
        )
    assert len(games) == GAMES
