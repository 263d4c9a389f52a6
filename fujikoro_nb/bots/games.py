"""Many games of bots beside each other: on all cores of this computer, or on any executor somebody brings along."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from fujikoro_nb.bots.driver import ENDED_BY_RULES, MOST_TURNS, Played, play_out
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.bots.table import bots_of, new_session
from fujikoro_nb.engine.fujikoro.games import WHOLE
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Unreadable

PARTS = 32
"""The work is cut into so many parts at most; a part is what one process is asked at a time."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """One game of bots that is to be played: plain data, which another process can be sent.

    ``game`` is ``fuji-koro`` for the competitive game of the big box, or one of the small ones (``fuji99``, ``makai``).
    ``bots`` are names, one for all seats or one each; ``readings`` house rules, ``fuji99.card.next-ten=no-effect`` say.
    """

    game: str = WHOLE.name
    bots: tuple[str, ...] = ("heuristic",)
    players: int = 2
    seed: int | str = 1
    readings: tuple[str, ...] = ()
    most_turns: int = MOST_TURNS


class Finish(msgspec.Struct, frozen=True):
    """How a game ended. Seats are counted from 0."""

    scores: tuple[int, ...]
    """Points; in Fuji 99 floors, in Makai Fuda gold."""
    winners: tuple[int, ...]
    """Several where they share it; none where the game was broken off."""
    turns: int
    """In Makai Fuda tournaments."""


def play_many(contests: Iterable[Contest], *, executor: Executor | None = None) -> list[Finish]:
    """Play them all, in their order; the same contest ends the same way wherever it is played.

    ``executor`` is any of ``concurrent.futures``, or the one of a Dask client (``client.get_executor()``); without one
    all cores of this computer play. Raises what `play_one` raises, for the first contest that cannot be played.
    """
    every = list(contests)
    with contextlib.ExitStack() as stack:
        if executor is None and min(len(every), os.cpu_count() or 1) > 1:
            # A notebook has threads, and a process that is copied from one may wait for them for ever.
            processes = ProcessPoolExecutor(mp_context=get_context("spawn"))
            executor = stack.enter_context(processes)
        if executor is None:
            return _play_each(every)
        size = max(1, len(every) // PARTS)
        parts = [every[at : at + size] for at in range(0, len(every), size)]
        under_way = [executor.submit(_play_each, part) for part in parts]
        return [finish for one in under_way for finish in one.result()]


def _play_each(contests: Sequence[Contest]) -> list[Finish]:
    return [play_one(one) for one in contests]


def play_one(contest: Contest) -> Finish:
    """Play it here and now.

    Raises Unreadable for a game, a bot or a house rule that is none, Illegal for a number of players that cannot be.

    >>> twice = Contest(game="fuji99", bots=("random",), seed=7)
    >>> play_one(twice) == play_one(twice)
    True
    """
    play = _PLAYED.get(contest.game)
    if play is None:
        raise Unreadable("play-game", contest.game, 0, known=", ".join(_PLAYED))
    return play(contest)


def _small(contest: Contest) -> Finish:
    kind = KINDS[contest.game]
    session = kind.session(
        players=contest.players,
        seed=contest.seed,
        rulings=kind.rulings(contest.readings),
        variants={},
        seats=contest.bots,
    )
    bots = kind.seated(contest.bots, players=contest.players, seed=contest.seed)
    ended = play_out(session, bots, most_turns=contest.most_turns, turn=kind.turn)
    return _finish(ended, kind.score(session.state), kind.winners(session.state))


def _mountain(contest: Contest) -> Finish:
    rulings = ADOPTED
    for pair in contest.readings:
        rule, mark, reading = pair.partition("=")
        if not mark:
            raise Unreadable("ruling", pair, 0)
        rulings = rulings.with_reading(rule, reading)
    bots = bots_of(contest.bots, players=contest.players, seed=contest.seed)
    session = new_session(
        players=contest.players, seed=contest.seed, rulings=rulings, seats=contest.bots * contest.players
    )
    ended = play_out(session, bots, most_turns=contest.most_turns)
    scores = [samurai.score for samurai in session.state.samurai]
    return _finish(ended, scores, [rank.seat for rank in standing(session.state) if rank.is_first])


def _finish(ended: Played, scores: Sequence[int], winners: Sequence[int]) -> Finish:
    is_over = ended.ended_by == ENDED_BY_RULES
    return Finish(tuple(map(int, scores)), tuple(map(int, winners)) if is_over else (), ended.turns)


_PLAYED: dict[str, Callable[[Contest], Finish]] = {WHOLE.name: _mountain, **dict.fromkeys(KINDS, _small)}
"""How each game is played."""
