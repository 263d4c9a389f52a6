"""What a lesson on a game together can end with: where a dragon is drawn to, where none comes, what is handed over."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    neighbour_places,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above, next_steps, seen_by_dragons, targets
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, judge_turn, play
from fujikoro_nb.learning.turns.ways import BARE, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_LOW = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO and one.level != "III")
_BEFORE = ("move", "halt", "move", "halt")
"""The ally's last action and the learner's first one; what is left is the last action of the round."""
_STAY = ("move", "halt")
_BLUE, _GREEN = "blue 9/5/3", "green 14/6/4"
_NEAR = 2
"""Tiles between a dragon and those whom it does not reach at once."""
_HANDED = (("M", "T"), ("W", "T"), ("W", "M"))
"""What the ally has, and what its blueprint needs beside it."""


def hanging_land(source: random.Random, size: int) -> list[PlaceId]:
    """Tiles that hang together."""
    land = [source.choice(_LOW)]
    while len(land) < size:
        beside = sorted({to for at in land for to in neighbour_places(at) if to in _LOW} - set(land))
        land.append(source.choice(beside))
    return land


def _last_action(source: random.Random, land: list[PlaceId], *, ally: str, at: str) -> Game:
    seats = (SeatRecord(at=at, weapon="WWMM"), SeatRecord(at=ally, weapon="WWMM"))
    return Game(
        mode="coop",
        round=source.randint(3, 15),
        first=1,
        taken=1,
        seats=seats,
        tiles=dict.fromkeys(map(str, land), BARE),
    )


def space_on(source: random.Random, name: PlaceId) -> str:
    """A space of a tile."""
    return source.choice(spaces_of(name)).id


def lure(source: random.Random) -> Iterator[TurnTask | None]:
    """One dragon walks, and both samurai are about as far from it."""
    while True:
        land = hanging_land(source, 7)
        lair, ally, own = source.sample(land, 3)
        far = sorted(from_above(lair, one) for one in (ally, own))
        if far[0] < _NEAR or far[1] - far[0] > 1:
            yield None
            continue
        game = _last_action(source, land, ally=space_on(source, ally), at=space_on(source, own))
        bare = _task("lure", "coop.dragon.moves-towards-nearest", game, dragons={lair: _BLUE})
        ends = {drawn_to(bare.start, lair, end) for end in ends_of(bare.start)} - {""}
        goes = sorted(ends - {drawn_to(bare.start, lair, bare.start.samurai[SEAT].space)})
        if not goes or len(ends) < _NEAR:
            yield None
            continue
        to = source.choice(goes)
        goal = TurnGoal(event="round-begins", lairs={"blue": to}, unhurt=True)
        yield asked(bare, goal, slots=(("place", to),))


def ends_of(start: GameState) -> list[SpaceId]:
    """Where a move can end."""
    begun = play(start, ("move",)).state
    options = game_of(begun).options(begun)
    return list(dict.fromkeys(answer.path[-1] for answer in options if isinstance(answer, Walk)))


def drawn_to(start: GameState, lair: PlaceId, end: SpaceId) -> str:
    """Where the dragon goes when the learner stands there; empty where it stays, has a choice or finds somebody."""
    state = start.moved(SEAT, end)
    near = targets(state, lair)
    steps = next_steps(state, lair, near[0]) if len(near) == 1 else ()
    is_alone = len(steps) == 1 and steps[0] not in seen_by_dragons(state)
    return steps[0] if is_alone else ""


def wake(source: random.Random) -> Iterator[TurnTask | None]:
    """One dragon walks when the round is over, another one sleeps and is beside a tile that is right."""
    while True:
        land = hanging_land(source, 6)
        walker, sleeper, own = source.sample(land, 3)
        game = _last_action(source, land, ally="centre", at=space_on(source, own))
        tokens = {walker: source.choice(("awake", "")), sleeper: "asleep"}
        bare = _task(
            "wake",
            "coop.dragon.wake-sequence",
            game,
            dragons={walker: _BLUE, sleeper: _GREEN},
            tokens={at: token for at, token in tokens.items() if token},
        )
        task = asked(bare, TurnGoal(event="round-begins", unhurt=True))
        beside = set(neighbour_places(sleeper))
        is_about_tokens = task is not None and any(space(_end(way)).place in beside for way in task.right)
        yield task if is_about_tokens else None


def gift(source: random.Random) -> Iterator[TurnTask | None]:
    """The ally lacks one cube, and stands at most two steps away."""
    while True:
        land = hanging_land(source, 3)
        own, ally = (space_on(source, source.choice(land)) for _ in range(2))
        has, lacks = source.choice(_HANDED)
        seats = (
            SeatRecord(at=own, weapon="WWMM", lower="WMT"),
            SeatRecord(at=ally, weapon="WWMM", lower=has, blueprints=f"helmet {has}{lacks} theirs"),
        )
        game = Game(
            mode="coop", round=source.randint(3, 15), seats=seats, tiles=dict.fromkeys(map(str, land), BARE)
        )
        cubes = str(Cubes.parse(has + lacks))
        bare = _task("gift", "coop.trade.same-space", game)
        ways = [(*way, f"offer 1 {lacks} for -") for way in walks_of(bare) if _end(way) == ally]
        if own == ally or not ways:
            yield None
            continue
        bare = msgspec.structs.replace(bare, goal=TurnGoal(ally=cubes), slots=(("cubes", lacks),))
        yield with_right(bare, [*ways, _STAY], most=len(ways))


def _task(name: str, rule: str, game: Game, **laid: dict[str, str]) -> TurnTask:
    """What has no goal yet, and as little a right way: the ally has had its turn, where it is first."""
    game = msgspec.structs.replace(game, **laid)
    played = _BEFORE if game.first else ()
    return TurnTask(id=name, rule=rule, game=game, goal=TurnGoal(), right=(_STAY,), played=played)


def asked(task: TurnTask, goal: TurnGoal, slots: tuple[tuple[str, str], ...] = ()) -> TurnTask | None:
    """The task with this goal, unless staying is as good."""
    task = msgspec.structs.replace(task, goal=goal, slots=slots)
    ways = walks_of(task)
    if judge_turn(task, _STAY, language="en").outcome == Outcome.RIGHT:
        return None
    return with_right(task, ways, most=len(ways))


def _end(way: Answers) -> str:
    """The space where a walk ends."""
    return next(word for word in way if word.startswith("walk ")).split()[-1]
