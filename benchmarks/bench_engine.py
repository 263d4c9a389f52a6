"""The engine: uniform random games through a session, one step, reachable spaces, and whether long games get slow.

    python benchmarks/bench_engine.py

An action is an answer chosen among at least two; what chance answers is counted apart, what the rules answer by
themselves not at all, for us and for the peers alike. FUJIKORO_SOAK=1 plays more games. Nothing is written.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import chess
import msgspec
import pyspiel
import rlcard
from _table import Row, against_limit, against_peer, best_of, said, show, timed

from fujikoro_nb.bots import ENDED_BY_TURNS, MOST_TURNS, bots_of, new_session, play_out, turns_over
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, PLACES, SPACES, PlaceKind, SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Line, Seeded, Session
from fujikoro_nb.store import game_log

IS_FULL = os.environ.get("FUJIKORO_SOAK") == "1"
GAMES = 60 if IS_FULL else 12
ROUNDS = 12
"""Ours and the peers play by turns so often, and the best round of each counts: a busy machine slows all of them."""


class Count(NamedTuple):
    """What one game came to."""

    actions: int
    options: int
    """Listed answers over all actions."""
    lines: int = 0
    """Lines of our log."""


class Rate(NamedTuple):
    """What a round of games came to."""

    seconds: float
    actions: int
    options: int
    lines: int
    games: int

    @property
    def per_action(self) -> float:
        return self.seconds / self.actions

    @property
    def per_line(self) -> float:
        return self.seconds / self.lines


def measured(play: Callable[[random.Random], Count], games: int, seed: int) -> Rate:
    """So many games, each giving its counts."""
    chance = random.Random(seed)
    start = time.process_time()
    counts = [play(chance) for _ in range(games)]
    seconds = time.process_time() - start
    actions, options, lines = (sum(column) for column in zip(*counts, strict=True))
    return Rate(seconds, actions, options, lines, games)


# ---- one random game each; every legal answer is listed at every step


def our_game(chance: random.Random) -> Count:
    """Through the session that a page uses, log and dealer on."""
    session = new_session(players=chance.randint(2, 4), seed=chance.getrandbits(32))
    actions = options = turns = 0
    while session.question is not None and turns < MOST_TURNS:
        listed = list(session.options)
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        turns += sum(event.kind == "turn-over" for event in session.play(chance.choice(listed)))
    return Count(actions, options, len(session.lines))


def chess_game(chance: random.Random) -> Count:
    board = chess.Board()
    actions = options = 0
    while (listed := list(board.legal_moves)) and not board.is_insufficient_material():
        if board.halfmove_clock >= 150:
            break
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        board.push(chance.choice(listed))
    return Count(actions, options)


RUMMY = rlcard.make("gin-rummy", config={"seed": 1})


def rlcard_game(chance: random.Random) -> Count:
    state, _ = RUMMY.reset()
    actions = options = 0
    while not RUMMY.is_over():
        listed = list(state["legal_actions"])
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        state, _ = RUMMY.step(chance.choice(listed))
    return Count(actions, options)


OPEN_RUMMY = pyspiel.load_game("gin_rummy")


def open_spiel_game(chance: random.Random) -> Count:
    state = OPEN_RUMMY.new_initial_state()
    actions = options = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        listed = state.legal_actions()
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        state.apply_action(chance.choice(listed))
    return Count(actions, options)


PLAYERS = {
    "ours": (our_game, GAMES),
    "python-chess": (chess_game, 36),
    "rlcard gin rummy": (rlcard_game, 60),
    "OpenSpiel C++ gin rummy": (open_spiel_game, 60),
}
GOALS = {"python-chess": 0.35, "rlcard gin rummy": 0.5, "OpenSpiel C++ gin rummy": 0.2}
"""Of python-chess what is wanted; of the two card games, without log, events and undo, no less than ever."""
LINES_GOAL = 0.6
"""Log lines, forced answers among them, beside the actions of python-chess."""


def random_games() -> tuple[list[Row], list[str]]:
    rounds = [
        {name: measured(play, max(1, games // ROUNDS), seed=turn) for name, (play, games) in PLAYERS.items()}
        for turn in range(ROUNDS)
    ]
    best = {
        name: min((rates[name] for rates in rounds), key=lambda rate: rate.per_action) for name in PLAYERS
    }
    ours = best["ours"]
    notes = [
        f"{name}: {1 / rate.per_action:,.0f} actions/s, {rate.options / rate.actions:.1f} options an action, "
        f"{rate.actions / rate.games:,.0f} actions a game"
        for name, rate in best.items()
    ]
    rows = [
        against_peer(
            "an action of a random game", ours.per_action, name, best[name].per_action, at_least=goal
        )
        for name, goal in GOALS.items()
    ]
    by_line = min(rates["ours"].per_line for rates in rounds)
    rows.append(
        against_peer(
            "a log line of it",
            by_line,
            "python-chess action",
            best["python-chess"].per_action,
            at_least=LINES_GOAL,
        )
    )
    return rows, notes


def capped() -> tuple[Row, list[str]]:
    """Games of random bots that the rules do not end within a thousand turns, and why they do not."""
    games = 4 * GAMES
    broken_off, turns, best, fights, won = 0, [], [], 0, 0
    for seed in range(games):
        players = 2 + seed % 3
        session = new_session(players=players, seed=f"capped {seed}")
        played = play_out(session, bots_of(["random"], players=players, seed=seed))
        turns.append(played.turns)
        kinds = [event.kind for line in session.lines for event in line.events]
        fights += kinds.count("dragon-attacked")
        won += kinds.count("dragon-defeated")
        if played.ended_by == ENDED_BY_TURNS:
            broken_off += 1
            best.append(max(samurai.score for samurai in session.state.samurai))
    share = broken_off / games
    row = Row("share of games capped at 1,000 turns", share, "limit", None, "< 5 %", share < 0.05)
    notes = [
        f"turns of a random game: median {statistics.median(turns):.0f}, longest {max(turns)}",
        f"capped at {MOST_TURNS} turns: {broken_off} of {games} games",
    ]
    if best:
        notes.append(
            f"why: only {COMPETITIVE.final_points} points of one player begin the end (final.trigger), and the best of "
            f"a capped game had {statistics.median(best):.0f}; random players won {won} of {fights} fights with "
            f"dragons, and all tiles of the mountain together bring {_points_of_tiles()} points"
        )
    return row, notes


def _points_of_tiles() -> int:
    """Points for exploring the whole mountain, whoever does."""
    levels = [place.level for place in PLACES]
    points = zip(LEVELS, COMPETITIVE.tile_points, strict=True)
    return sum(levels.count(level) * each for level, each in points)


# ---- one step


def midgame(answers: int = 600) -> Session[GameState]:
    """A random game in the middle."""
    chance = random.Random(4)
    session = new_session(players=3, seed=4)
    while len(session.lines) < answers and session.question is not None:
        session.play(chance.choice(list(session.options)))
    return session


def one_step() -> tuple[list[Row], list[str]]:
    state = midgame().state
    tile = next(one for one in state.ground if one is not None)
    index = state.ground.index(tile)
    samurai = state.samurai[1]

    def bare() -> GameState:
        """One player and one space touched, nothing asked."""
        moved = msgspec.structs.replace(samurai, score=samurai.score + 1)
        other = msgspec.structs.replace(tile, damage=1)
        return msgspec.structs.replace(
            state,
            samurai=(state.samurai[0], moved, state.samurai[2]),
            ground=(*state.ground[:index], other, *state.ground[index + 1 :]),
        )

    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(move)
    successor, copied = repeated(bare), repeated(lambda: board.copy(stack=False))
    took = [
        best_of(3, partial(GAME.step, before, line.entry.answer))
        for before, line in replayed(midgame())
        if line.question.seat != CHANCE
    ]
    rows = [
        against_peer(
            "next state, one player and one space", successor, "chess board.copy", copied, at_least=1 / 1.3
        )
    ]
    step = statistics.median(took)
    note = f"step with its checks and events: median {said(step)}, {step / successor:.0f} times the bare successor"
    return rows, [note]


def replayed(session: Session[GameState]) -> Iterator[tuple[GameState, Line]]:
    """Each state of a log and the line that was answered there."""
    state = GAME.start(session.record.start).state
    for line in session.lines:
        yield state, line
        state = GAME.step(state, line.entry.answer).state


def repeated(work: Callable[[], object], times: int = 2000) -> float:
    """Seconds of one call, out of many."""

    def run() -> None:
        for _ in range(times):
            work()

    return best_of(5, run) / times


# ---- reachable spaces


def reachable() -> Row:
    """Spaces within three steps of the middle of a full map, breadth first on the engine's own neighbours."""
    volcano = [place.id for place in PLACES if place.kind == PlaceKind.VOLCANO]
    start = SpaceId(f"{volcano[0]}.0")

    def search() -> set[SpaceId]:
        seen, edge = {start}, [start]
        for _ in range(3):
            edge = [to for at in edge for to in neighbours(at) if to not in seen and not seen.add(to)]
        return seen

    assert len(SPACES) == 220
    return against_limit("spaces within 3 steps of 220", repeated(search), 12e-6)


# ---- saves, long logs and bots


def loading() -> Row:
    """A save of a thousand answers against playing them again."""
    session = begun_with(1_000)
    save = session.save()
    took, replay = best_by_turns(10, partial(Session.load, GAME, save), partial(session.record.replay, GAME))
    return Row("loading 1,000 answers", took, "replaying them", replay, "<= 1.5x", took <= 1.5 * replay)


def begun_with(answers: int, seed: int = 5) -> Session[GameState]:
    """A random game after so many answers."""
    chance = random.Random(seed)
    session = new_session(players=3, seed=seed)
    for _ in range(answers):
        session.play(chance.choice(list(session.options)))
    return session


def long_log() -> Row:
    """An answer at 10,000 lines and at 1,000, in the same position: played, its lines asked for, ready to store."""
    short = begun_with(700)
    answers = list(short.options)[:8]
    long = lengthened(short, 10_000)

    def run(session: Session[GameState]) -> None:
        stored = game_log.told(session)
        for answer in answers:
            session.play(answer)
            assert session.lines[-1].events is not None
            assert game_log.grown(stored, game_log.told(session))
            session.undo()

    late, early = best_by_turns(20, partial(run, long), partial(run, short))
    name = f"an answer at {len(short.lines):,} lines"
    late, early = late / len(answers), early / len(answers)
    return Row(f"an answer at {len(long.lines):,} lines", late, name, early, "<= 1.1x", late <= 1.1 * early)


def lengthened(session: Session[GameState], lines: int) -> Session[GameState]:
    """The same game with so long a log: its own moments over and over, as no game of random players gets so far."""
    longer = session.fork()
    moments = session._moments[1:]
    while longer._moments[-1].length < lines:
        last = longer._moments[-1]
        copies = tuple(
            msgspec.structs.replace(line) for line in moments[len(longer._moments) % len(moments)].lines
        )
        longer._moments.append(Session._moment(last, copies, session.state))
    return longer


def best_by_turns(runs: int, one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """The quickest of several calls of each, one after the other, so that a busy machine slows both."""
    times = [(timed(one)[0], timed(other)[0]) for _ in range(runs)]
    return min(first for first, _ in times), min(second for _, second in times)


def bots_moves() -> tuple[Row, str]:
    """The slowest answer of the thinking bot in twenty whole games."""
    worst, moves, total = 0.0, 0, 0.0
    for seed in range(20):
        players = 2 + seed % 3
        session = new_session(players=players, seed=f"bots {seed}")
        bots = bots_of(["heuristic"], players=players, seed=seed)
        turns = 0
        while (question := session.question) is not None and turns < MOST_TURNS:
            view = session.view_for(question.seat)
            took, choice = timed(partial(bots[question.seat].choose, GAME, view, question))
            worst, moves, total = max(worst, took), moves + 1, total + took
            turns += turns_over(session.play(choice.answer))
    return against_limit("a bot's move, the worst of 20 games", worst, 0.5), (
        f"a bot's move: {said(total / moves)} on average of {moves:,}"
    )


# ---- the escape at the table

ESCAPES = (
    "",
    "steps.8,way-lava.2,sandals.ten,exit.rope-later",
    "exit.rope-later,steps.8,way-lava.1,countdown.3",
    "discs.1,sandals.ten,exit.rope,steps.8,way-lava.2,marker.mine",
    "countdown.8,sandals.ten,way-lava.2",
)
"""Facts tapped under Escape; of 60 random ones the slowest, and none."""
COLD = """
import sys, time
from fujikoro_nb.helper.quick.sentences import told_escape
from fujikoro_nb.helper.quick.facts import parse_facts
facts = parse_facts(sys.argv[1])
begun = time.process_time()
told_escape(facts)
print(time.process_time() - begun)
"""


def escapes() -> Row:
    """The slowest first answer of a fresh process, which has imported what a page imports and computed nothing."""

    def asked(facts: str) -> float:
        command = [sys.executable, "-c", COLD, facts]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    slowest = max(min(asked(facts) for _ in range(3)) for facts in ESCAPES)
    return against_limit("Escape at the table, the first answer", slowest, 0.5)


# ---- does it get slower?


def long_games() -> tuple[list[Row], list[str]]:
    """The same answers in the same position with a long log and with a fresh one; and the quarters of long games."""
    quarters: list[list[float]] = [[], [], [], []]
    for seed in range(4 if not IS_FULL else 12):
        chance = random.Random(seed)
        session = new_session(players=3, seed=f"long {seed}")
        took: list[float] = []
        while session.question is not None and len(took) < 4000:
            answer = chance.choice(list(session.options))
            start = time.process_time()
            session.play(answer)
            took.append(time.process_time() - start)
        for number in range(4):
            quarters[number] += took[len(took) * number // 4 : len(took) * (number + 1) // 4]
    first, last = statistics.median(quarters[0]), statistics.median(quarters[3])
    long = midgame(4000)
    fresh: Session[GameState] = Session(GAME, long.state, dealer=Seeded(4))
    answers = list(long.options)[:20]

    def tried(session: Session[GameState]) -> Callable[[], None]:
        def run() -> None:
            for answer in answers:
                session.play(answer)
                session.undo()

        return run

    old, new = best_of(20, tried(long)) / len(answers), best_of(20, tried(fresh)) / len(answers)
    rows = [
        Row(
            "an answer after 4,000 others", old, "the same with none before", new, ">= 0.9x", new / old >= 0.9
        ),
        Row("last quarter of long games", last, "first quarter", first, ">= 0.8x", first / last >= 0.8),
    ]
    return rows, []


def main() -> int:
    games, notes = random_games()
    cap, cap_notes = capped()
    steps, step_notes = one_step()
    lasting, _ = long_games()
    moves, moves_note = bots_moves()
    code = show("engine", [*games, *steps, reachable(), escapes(), *lasting, loading(), long_log(), moves])
    for note in (*notes, *cap_notes, *step_notes, moves_note):
        print(note)
    return code or int(not cap.is_met)


if __name__ == "__main__":
    sys.exit(main())
