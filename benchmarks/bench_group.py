"""A group's game: the dragons' step; and whether the competitive game has become slower since groups play.

    python benchmarks/bench_group.py

The competitive game is played by two processes in turn, this code and the commit before groups could play, checked out
beside it: the same seeds over and over. What counts is the middle of all pairs of times that were taken one right after
the other: whatever else this machine does strikes both of a pair or is one odd pair among many, while the quickest
times of two processes need not both have met a quiet moment. It goes on until that middle is known to within a
hundredth, however it stands to the limit. FUJIKORO_SOAK=1 plays more games.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from _table import Row, against_limit, median, percentile, said, show, timed

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind, SpaceId
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of, next_steps, targets
from fujikoro_nb.engine.fujikoro.rules.setup import new_game

ROOT = Path(__file__).resolve().parent.parent
IS_FULL = os.environ.get("FUJIKORO_SOAK") == "1"
BEFORE = "566c1a5a4ccb18206ab46d8820239a6a22135f5d"
"""The last commit whose engine knew no group."""
MAPS = 2000 if IS_FULL else 300
SEEDS = 12 if IS_FULL else 4
LEAST_PAIRS, MOST_PAIRS = (192, 1200) if IS_FULL else (48, 400)
CLOSE = 0.01
"""The middle of the pairs is known as well as this, in 95 of 100 runs, when no more of them are played."""
MOST = 1.03
"""Times as long as before."""

WORKER = """
import random, sys, time
from fujikoro_nb.bots import MOST_TURNS, new_session
print(sys.modules["fujikoro_nb"].__file__, flush=True)
for line in sys.stdin:
    chance = random.Random(int(line))
    begun = time.process_time()
    session = new_session(players=2 + int(line) % 3, seed=line.strip())
    actions = turns = 0
    while session.question is not None and turns < MOST_TURNS:
        listed = list(session.options)
        actions += len(listed) > 1
        turns += sum(event.kind == "turn-over" for event in session.play(chance.choice(listed)))
    print(time.process_time() - begun, actions, len(session.lines), flush=True)
"""


# ---- the dragons' step


def full_map(seed: int) -> GameState:
    """A whole mountain for six, all dragons of the box on it, the samurai anywhere on it."""
    chance = random.Random(seed)
    house = house_pack()
    state = new_game(house, players=6, mode=COOP)
    volcano = [one for one in PLACES if one.kind == PlaceKind.VOLCANO]
    lairs = chance.sample(volcano, len(house.dragons))
    beasts = dict(zip((one.id for one in lairs), house.dragons, strict=True))
    for tile, at in zip(house.tiles, volcano, strict=False):
        state = state.with_tile(at.id, LaidTile(tile, dragon=beasts.get(at.id)))
    spaces = [SpaceId(f"{at.id}.{chance.randrange(7)}") for at in chance.sample(volcano, state.players)]
    samurai = zip(state.samurai, spaces, strict=True)
    return msgspec.structs.replace(
        state, samurai=tuple(msgspec.structs.replace(one, space=at) for one, at in samurai)
    )


def walked(state: GameState) -> int:
    """Whom each dragon of the map may head for and by which tiles; how many tiles together."""
    steps = 0
    for laid in state.ground:
        if laid is not None and laid.dragon is not None:
            at = lair_of(state, laid.dragon.id)
            assert at is not None
            steps += sum(len(next_steps(state, at, to)) for to in targets(state, at))
    return steps


def dragons_step() -> tuple[Row, str]:
    """All that a group has to know before its dragons walk."""
    maps = [full_map(seed) for seed in range(MAPS)]
    found = [timed(lambda state=state: walked(state)) for state in maps]  # type: ignore[misc]
    times = [took for took, _ in found]
    row = against_limit("a dragons' step, 13 dragons, 6 samurai, p95", percentile(times, 95), 2e-3)
    tiles = sum(number for _, number in found) / MAPS
    note = f"a dragons' step: median {said(percentile(times, 50))}, {tiles:.0f} tiles to go to"
    return row, note


# ---- the competitive game


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with this commit, as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "before"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(where), commit], check=True)
        try:
            yield where
        finally:
            subprocess.run([*git, "remove", "--force", str(where)], check=True)


class Player:
    """A process that plays games with the package of one folder."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(folder)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert Path(self._line()).is_relative_to(folder), "another package was imported"

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def play(self, seed: int) -> tuple[float, int, int]:
        """Seconds of processor time, actions and log lines of one game."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        took, actions, lines = self._line().split()
        return float(took), int(actions), int(lines)

    def end(self) -> None:
        """The process is let go."""
        self._process.communicate()


def middle(ratios: list[float]) -> tuple[float, float, float]:
    """The median, and between which two of them it lies in 95 of 100 runs, whatever they are spread like."""
    ordered, half = sorted(ratios), 0.98 * len(ratios) ** 0.5
    low = max(0, int(len(ratios) / 2 - half))
    return median(ratios), ordered[low], ordered[-1 - low]


def competitive() -> tuple[Row, str]:
    """Seconds of an action now and before, over the same games where nothing but speed has changed."""
    pairs: list[tuple[float, float]] = []
    same = 0
    with checked_out(BEFORE) as before:
        players = {"now": Player(ROOT), "before": Player(before)}
        while len(pairs) < MOST_PAIRS:
            seed, turn = len(pairs) % SEEDS, len(pairs) // SEEDS
            order = ("now", "before") if (turn + seed) % 2 else ("before", "now")
            played = {name: players[name].play(seed) for name in order}
            same += played["now"][1:] == played["before"][1:]
            pairs.append((played["now"][0] / played["now"][1], played["before"][0] / played["before"][1]))
            ratio, low, high = middle([now / then for now, then in pairs])
            if len(pairs) >= LEAST_PAIRS and high - low <= 2 * CLOSE:
                break
        for player in players.values():
            player.end()
    then = min(time for _, time in pairs)
    row = Row(
        "an action of the competitive game",
        ratio * then,
        "before groups",
        then,
        f"<= {MOST}x",
        ratio <= MOST,
    )
    return row, (
        f"{same} of {len(pairs)} pairs of games are the same action for action; {ratio:.3f} of the time before "
        f"(95 %: {low:.3f} to {high:.3f})"
    )


def main() -> int:
    step, step_note = dragons_step()
    game, game_note = competitive()
    code = show("a group's game", [step, game])
    print(step_note)
    print(game_note)
    return code


if __name__ == "__main__":
    sys.exit(main())
