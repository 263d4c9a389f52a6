"""``fujikoro review``: a saved game looked at again for one of its players."""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.bots.planner.search import MOST_WORLDS
from fujikoro_nb.commands.game_files import open_game, read_game_file, write_game
from fujikoro_nb.commands.progress_line import ProgressLine
from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.kernel import Save, Seat, Unreadable
from fujikoro_nb.play.seats import GameSession, Table, table_of_save
from fujikoro_nb.review.decisions import Decision
from fujikoro_nb.review.game import Review, reviewed
from fujikoro_nb.review.moments import position_at
from fujikoro_nb.review.values import Run
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.game_review import about_said, curve_said, review_view, sums_said

LEAST = 2
MOST_PROCESSES = 2


def review_reply(
    path: Path,
    *,
    player: int | None = None,
    budget: str = "",
    keep: Path | None = None,
    progress: ProgressLine | None = None,
) -> Reply:
    """Chances over the turns, the costliest decisions, luck and choice. Raises Unreadable.

    ``budget`` is a number of worlds for each decision that may be told. ``keep`` is a folder for their positions; it is
    made where the folder that it lies in is there.
    """
    final = _budget(budget)
    save = read_game_file(path)
    session, table = _whole_game(save, path)
    seat = _seat(table, player, session.state.players)
    if keep is not None:
        try:
            keep.mkdir(exist_ok=True)
        except OSError:
            raise Unreadable("file-folder", str(keep), 0) from None
        if not os.access(keep, os.W_OK):
            raise Unreadable("file-folder", str(keep), 0)
    try:
        with processes() as run:
            review = reviewed(session, seat, final=final, run=run, report=_reporter(progress))
    finally:
        if progress is not None:
            progress.erase()
    words = _words(session, table)
    kept = [] if keep is None else _keep(keep, path, session, review)
    data = {**msgspec.to_builtins(_plain(review)), "costliest": _told(session, review, kept)}
    return Reply(GOOD, data, _lines(review, session, words, keep, kept), _notes(session))


def _budget(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and LEAST <= int(text) <= MOST_WORLDS):
        raise Unreadable("review-budget", text, 0, most=MOST_WORLDS)
    return int(text)


def _whole_game(save: Save, path: Path) -> tuple[GameSession, Table]:
    session = open_game(save)
    if isinstance(session.state, ArenaState):
        raise Unreadable("review-fight", str(path), 0)
    if not isinstance(session.state, GameState):
        raise Unreadable("review-other-game", str(path), 0)
    return session, table_of_save(save, session)


def _seat(table: Table, player: int | None, players: int) -> Seat:
    if player is None:
        return next(iter(table.persons), Seat(0))
    if not 1 <= player <= players:
        raise Unreadable("review-player", str(player), 0)
    return Seat(player - 1)


@contextmanager
def processes() -> Iterator[Run]:
    """Two processes where there are two cores; the review is the same. Whoever stops it stops them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores < MOST_PROCESSES:
        yield map
        return
    pool = ProcessPoolExecutor(MOST_PROCESSES, initializer=_bound)
    try:
        yield functools.partial(pool.map, chunksize=2)
    except BrokenProcessPool:
        raise Unreadable("review-worker", "", 0) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _bound() -> None:
    """Who is stopped at the keyboard is the command, which ends the others itself; they do not outlive it either."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow, args=(multiprocessing.parent_process(),), daemon=True).start()


def _follow(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _reporter(progress: ProgressLine | None) -> Any:
    def told(share: float) -> None:
        if progress is not None:
            progress.told(lambda: say("review.progress", percent=round(100 * share)))

    return told


def _words(session: GameSession, table: Table) -> Words:
    names = [chair.name or chair.colour for chair in table.chairs]
    return Words(names, functools.partial(say, language="en"), "en", session.state.dice)


def _keep(folder: Path, path: Path, session: GameSession, review: Review) -> list[str]:
    """The positions of the told decisions, each as a save that plays on from there."""
    kept = []
    for number, one in enumerate(review.costliest, 1):
        place = folder / f"{path.stem[:60]}-player-{review.seat + 1}-{number}-turn-{one.turn}.json"
        write_game(place, position_at(session, one.at))
        kept.append(str(place))
    return kept


def _plain(review: Review) -> Review:
    return msgspec.structs.replace(review, costliest=())


def _told(session: GameSession, review: Review, kept: list[str]) -> list[dict[str, Any]]:
    def texts(one: Decision, parts: Any) -> list[str]:
        return [session.game.to_text(part.answer) for part in parts]

    told = []
    for number, one in enumerate(review.costliest):
        odds = one.odds
        told.append(
            {
                "at": one.at,
                "turn": one.turn,
                "kind": one.kind,
                "done": texts(one, one.done),
                "better": texts(one, one.better),
                "good": [texts(one, parts) for parts in one.good],
                "cost": one.cost,
                "low": one.low,
                "high": one.high,
                "worlds": one.worlds,
                "odds": None
                if odds is None
                else {
                    "best": odds.best,
                    "given": odds.given,
                    "best_stands": odds.best_stands,
                    "given_stands": odds.given_stands,
                },
                "save": kept[number] if kept else None,
            }
        )
    return told


def _lines(
    review: Review, session: GameSession, words: Words, keep: Path | None, kept: list[str]
) -> tuple[str, ...]:
    view = review_view(review, session, words)
    lines = [view["title"], f"{view['result']} {view['length']}."]
    lines += [line for line in (curve_said(review, words), sums_said(review, words)) if line]
    lines.append(say("review.costly" if view["rows"] else "review.costly-none"))
    for row in view["rows"]:
        lines += [row["title"], f"   {row['better']} {row['cost']}."]
    if keep is not None:
        lines.append(say("review.kept", n=len(kept), folder=keep))
    return (*lines, *about_said(review, session, words))


def _notes(session: GameSession) -> tuple[str, ...]:
    differs = session.disagreement
    return () if differs is None else (say("review.differs", agreed=differs.agreed),)
