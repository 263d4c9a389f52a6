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
from _table import Row, against_limit, against_peer, best_of, said, show

from fujikoro_nb.bots import ENDED_BY_TURNS, MOST_TURNS, bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.geometry import LEVELS, PLACES, SPACES, PlaceKind, SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import CHANCE, Line, Seeded, Session

IS_FULL = os.environ.get("FUJIKORO_SOAK") == "1"
GAMES = 60 if IS_FULL else 12
ROUNDS = 5
"""Ours and the peers play by turns so often, and the best round of each counts: a busy machine slows all of them."""


class Rate(NamedTuple):
    """What a round of games came to."""

    seconds: float
    actions: int
    options: int
    """Listed answers over all actions."""
    games: int

    @property
    def per_action(self) -> float:
        return self.seconds / self.actions


def measured(play: Callable[[random.Random], tuple[int, int]], games: int, seed: int) -> Rate:
    """So many games, each giving its actions and its listed answers."""
    chance = random.Random(seed)
    start = time.process_time()
    counts = [play(chance) for _ in range(games)]
    seconds = time.process_time() - start
    return Rate(seconds, sum(a for a, _ in counts), sum(o for _, o in counts), games)


# ---- one random game each; every legal answer is listed at every step


def our_game(chance: random.Random) -> tuple[int, int]:
    """Through the session that a page uses, log and dealer on."""
    session = new_session(players=chance.randint(2, 4), seed=chance.getrandbits(32))
    actions = options = turns = 0
    while session.question is not None and turns < MOST_TURNS:
        listed = list(session.options)
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        turns += sum(event.kind == "turn-over" for event in session.play(chance.choice(listed)))
    return actions, options


def chess_game(chance: random.Random) -> tuple[int, int]:
    board = chess.Board()
    actions = options = 0
    while (listed := list(board.legal_moves)) and not board.is_insufficient_material():
        if board.halfmove_clock >= 150:
            break
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        board.push(chance.choice(listed))
    return actions, options


RUMMY = rlcard.make("gin-rummy", config={"seed": 1})


def rlcard_game(chance: random.Random) -> tuple[int, int]:
    state, _ = RUMMY.reset()
    actions = options = 0
    while not RUMMY.is_over():
        listed = list(state["legal_actions"])
        if len(listed) > 1:
            actions += 1
            options += len(listed)
        state, _ = RUMMY.step(chance.choice(listed))
    return actions, options


OPEN_RUMMY = pyspiel.load_game("gin_rummy")


def open_spiel_game(chance: random.Random) -> tuple[int, int]:
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
    return actions, options


PLAYERS = {
    "ours": (our_game, GAMES),
    "python-chess": (chess_game, 20),
    "rlcard gin rummy": (rlcard_game, 40),
    "OpenSpiel C++ gin rummy": (open_spiel_game, 60),
}
GOALS = {"python-chess": 1.0, "rlcard gin rummy": 1.8, "OpenSpiel C++ gin rummy": 0.45}


def random_games() -> tuple[list[Row], list[str]]:
    best: dict[str, Rate] = {}
    for turn in range(ROUNDS):
        for name, (play, games) in PLAYERS.items():
            rate = measured(play, max(1, games // ROUNDS), seed=turn)
            if name not in best or rate.per_action < best[name].per_action:
                best[name] = rate
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
from fujikoro_nb.helper.now_told import told_escape
from fujikoro_nb.helper.table_facts import parse_facts
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
    code = show("engine", [*games, *steps, reachable(), escapes(), *lasting])
    for note in (*notes, *cap_notes, *step_notes):
        print(note)
    return code or int(not cap.is_met)


if __name__ == "__main__":
    sys.exit(main())
