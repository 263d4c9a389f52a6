"""What a lesson on gathering can end with: supplies that last, what is kept when not all finds room, the most cubes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.learning.turns.goal import TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import MOST_WAYS, absorbed_by, drawn_land, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_SUPPLY = "WM"
"""gather.permanent"""

_FULL = 6
"""backpack.unit"""


def supply(source: random.Random) -> Iterator[TurnTask | None]:
    """All tokens are face down; the centre or a temple is near."""
    while True:
        game, _ = drawn_land(source, tokens=3, used=3)
        yield _gathered("supply", "gather.permanent", game, _SUPPLY)


def full(source: random.Random) -> Iterator[TurnTask | None]:
    """A full backpack on a token: one way of filling it absorbs more as a helmet than all others."""
    while True:
        held = "".join(source.choices("WMT", (4, 4, 1), k=_FULL))
        heap = "".join(source.choices("WMT", (2, 2, 2), k=source.choice((2, 3))))
        game = Game(
            seats=(
                SeatRecord(at="I-1.0", weapon="WWMM", lower=str(Cubes.parse(held))),
                SeatRecord(at="temple-2", weapon="WWMM"),
            ),
            tiles={"I-1": "s......", "I-2": "......."},
            things={"I-1.0": f"square {Cubes.parse(heap)}"},
        )
        task = TurnTask(
            id="full", rule="gather.token.partial", game=game, goal=TurnGoal(), right=(("gather",),)
        )
        state = play(task.start, ("gather",)).state
        filled = [one for one in game_of(state).options(state) if isinstance(one, StowThings)]
        worth = sorted({(absorbed_by(one), str(one.backpack.cubes)) for one in filled}, reverse=True)
        is_clear = len(worth) >= 3 and worth[0][0] > worth[1][0] and worth[0][1] != str(Cubes.parse(held))
        if not is_clear or len(filled) > MOST_WAYS:
            yield None
            continue
        task = msgspec.structs.replace(task, goal=TurnGoal(backpack=worth[0][1]))
        yield with_right(task, [("gather", print_game_answer(one)) for one in filled], most=2)


def own(source: random.Random) -> Iterator[TurnTask | None]:
    """Tokens of several sizes, some out of reach; the largest heap within a turn."""
    while True:
        game, _ = drawn_land(source, tokens=5, used=1)
        bare = _bare("own", "gather.what", game)
        heaps = {str(play(bare.start, way).state.boards[0].backpack.cubes) for way in _ways(bare)}
        best = sorted(heaps, key=len, reverse=True)
        if len(best) < 3 or len(best[0]) == len(best[1]):
            yield None
            continue
        yield _gathered("own", "gather.what", game, best[0])


def _bare(name: str, rule: str, game: Game) -> TurnTask:
    return TurnTask(id=name, rule=rule, game=game, goal=TurnGoal(), right=(("gather",),))


def _ways(task: TurnTask) -> list[Answers]:
    """To gather at once, or after a walk."""
    return [("gather",), *((*way, "gather") for way in walks_of(task))]


def _gathered(name: str, rule: str, game: Game, cubes: str) -> TurnTask | None:
    task = msgspec.structs.replace(_bare(name, rule, game), goal=TurnGoal(backpack=cubes))
    return with_right(task, _ways(task), most=2)
