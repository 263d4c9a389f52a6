"""Joint fights played many times: any number of samurai, play that looks at the dragon's health.

The fights come in chunks; the random numbers of a chunk depend on the seed and the chunk's number only, so the result
is the same with any executor and any number of workers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.odds.dicetable import DiceTable
from fujikoro_nb.odds.distribution import WIN, Run
from fujikoro_nb.odds.fight import Foe, Goal, OddsError, Worth, played_for
from fujikoro_nb.odds.joint import (
    MAX_ROUNDS,
    Fighter,
    FighterOdds,
    JointOdds,
    checked_fighters,
    is_pool,
    order_of,
    share_of,
    solve_joint,
    symbols_of,
)
from fujikoro_nb.odds.policy import FixedPlay
from fujikoro_nb.odds.progress import Progress, part_of, step_of
from fujikoro_nb.odds.solving import FightOdds, solve
from fujikoro_nb.odds.weapon_states import DEAD

CHUNK = 500
"""Fights in one task: a change of this number changes the random numbers."""

MAX_FIGHTS = 10_000_000


class Job(msgspec.Struct, frozen=True):
    """Everything that a worker needs to know."""

    fighters: tuple[Fighter, ...]
    foe: Foe
    faces: tuple[Die, ...]
    goal: Goal
    worth: Worth | None
    all_dice: bool
    is_fixed: bool
    seed: int


class Tally(msgspec.Struct, frozen=True):
    """Counts of one chunk."""

    fights: int
    wins: int
    rewarded: tuple[int, ...]
    down: tuple[int, ...]
    receivers: int
    """Who gets a tooth for each broken symbol, over all rolls of the dragon."""


def sample(
    fighters: Sequence[Fighter],
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    fights: int = 10_000,
    seed: int = 0,
    executor: Executor | None = None,
    goal: Goal | str = Goal.WIN,
    worth: Worth | None = None,
    all_dice: bool = False,
    is_fixed: bool = False,
    progress: Progress | None = None,
) -> JointOdds:
    """Play a joint fight many times. Each plays as well as if alone against this dragon with the health it has now.

    ``is_fixed``: with the fixed play of `solve_joint` instead. ``executor``: any; without one it runs here. A
    ``progress`` that raises cancels what has not begun.
    """
    checked_fighters(fighters)
    if not 1 <= fights <= MAX_FIGHTS:
        raise OddsError("fights", fights=fights, max=MAX_FIGHTS)
    job = Job(tuple(fighters), foe, tuple(faces.values()), Goal(goal), worth, all_dice, is_fixed, seed)
    sizes = [min(CHUNK, fights - begun) for begun in range(0, fights, CHUNK)]
    tallies = []
    for index, tally in enumerate(_played(job, sizes, executor)):
        tallies.append(tally)
        if progress is not None:
            progress((index + 1) / len(sizes))
    wins = sum(tally.wins for tally in tallies)
    win = wins / fights
    receivers = sum(tally.receivers for tally in tallies)
    victors = wins if foe.is_shared else sum(sum(tally.rewarded) for tally in tallies)
    each = []
    for seat in range(len(fighters)):
        rewarded = sum(tally.rewarded[seat] for tally in tallies)
        down = sum(tally.down[seat] for tally in tallies)
        each.append(FighterOdds(rewarded / fights, down / fights, (fights - rewarded - down) / fights))
    return JointOdds(
        win=win,
        fighters=tuple(each),
        method="method-sampled",
        policy=f"policy-{'fixed' if is_fixed else 'alone'}-{played_for(job.goal, foe)}",
        error="error-sampled",
        # Agresti and Coull: no error of zero where all fights ended alike
        uncertainty=1.96 * sqrt((wins + 2) * (fights - wins + 2)) / (fights + 4) ** 1.5,
        fights=fights,
        teeth=(symbols_of(faces["T"], foe) * receivers + foe.teeth * victors) / fights,
    )


def _played(job: Job, sizes: Sequence[int], executor: Executor | None) -> Any:
    if executor is None:
        yield from (play_chunk(job, index, size) for index, size in enumerate(sizes))
        return
    tasks: list[Future[Tally]] = [
        executor.submit(play_chunk, job, index, size) for index, size in enumerate(sizes)
    ]
    try:
        for task in tasks:
            yield task.result()
    finally:
        for task in tasks:
            task.cancel()


def play_chunk(job: Job, index: int, fights: int) -> Tally:
    """One task: so many fights with the random numbers of this chunk."""
    table = _table(msgspec.structs.replace(job, seed=0))  # kept for every seed
    random = Random(f"{job.seed}/{index}")
    wins = receivers = 0
    rewarded, down = [0] * len(job.fighters), [0] * len(job.fighters)
    for _ in range(fights):
        is_won, stands, more = table.play(random)
        wins += is_won
        receivers += more
        for seat, how in enumerate(stands):
            rewarded[seat] += is_won and how == _IN
            down[seat] += how == _DOWN
    return Tally(fights, wins, tuple(rewarded), tuple(down), receivers)


_IN, _LEFT, _DOWN = "in", "left", "down"

Drawn = Callable[[Random], Any]


def _drawer(steps: Sequence[tuple[Any, float]]) -> Drawn:
    """Draws one of some things with their chances."""
    things = [thing for thing, _ in steps]
    sums = list(accumulate(chance for _, chance in steps))
    last = len(things) - 1
    return lambda random: things[min(bisect(sums, random.random() * sums[-1]), last)]


class _Player:
    """How one samurai plays: draws turns, answers hits."""

    def __init__(self, odds: FightOdds, *, is_fixed: bool) -> None:
        self.odds = odds
        self._fixed = FixedPlay(odds) if is_fixed else None
        self._run = Run(odds)
        self._drawers: dict[tuple[int, int, int], Drawn] = {}
        self.node = odds.arms.class_of(odds.arms.start)
        self.helmet = odds.armour.class_of(odds.armour.start)

    def turn(self, node: int, helmet: int, health: int, random: Random) -> tuple[int, int]:
        """Weapons after the attack turn, and the hits."""
        if node == DEAD:
            return DEAD, 0
        key = (node, 0, 0) if self._fixed else (node, helmet, health)
        drawer = self._drawers.get(key)
        if drawer is None:
            drawer = self._drawers[key] = _drawer(self._steps(node, helmet, health))
        reached, hits = drawer(random)
        return reached, hits

    def _steps(self, node: int, helmet: int, health: int) -> list[tuple[tuple[int, int], float]]:
        if self._fixed is not None:
            steps = [((reached, sum(strikes)), chance) for reached, strikes, chance in self._fixed.turn(node)]
        else:
            steps = [
                ((reached, health if how == WIN else health - left), chance)
                for how, reached, left, _, chance in self._run.turn(node, helmet, health)
            ]
        # The same random number means the same turn, whoever solved the fight.
        return sorted(steps, key=lambda step: (self.odds.arms.mark(step[0][0]), step[0][1]))

    def hit(self, node: int, helmet: int, health: int, hits: int) -> int:
        """The helmet afterwards, -1 when knocked out."""
        if self._fixed is not None:
            return self._fixed.hit(helmet, hits)
        worn = self.odds.armour.classes[helmet]
        if hits == 0:
            return helmet
        return -1 if hits > worn.absorbs else self._run.paid(node, worn.answers[hits - 1], health)[0]


class _Table:
    """A joint fight ready to be played."""

    def __init__(self, job: Job) -> None:
        self._job = job
        faces = {die.material: die for die in job.faces}
        foe = job.foe if not job.is_fixed else share_of(job.foe, len(job.fighters))
        self._players = [
            _Player(
                solve(
                    one.samurai.staying,
                    foe,
                    faces,
                    goal=job.goal,
                    worth=job.worth,
                    monk=one.monk,
                    all_dice=job.all_dice,
                    has_way_out=one.has_exit(job.foe),
                ),
                is_fixed=job.is_fixed,
            )
            for one in job.fighters
        ]
        self._order = order_of(job.fighters, [player.odds for player in self._players], job.foe)
        hits = DiceTable(faces).hits(job.foe.die, job.foe.dice)
        self._dragon = _drawer([(points, float(weight)) for points, weight in enumerate(hits) if weight])
        self._leaves = [one.leaves(job.foe) for one in job.fighters]
        self._is_pool = is_pool(job.foe, job.fighters)
        self._heroes = [
            [face.hits for face in faces[one.monk.cube].faces]
            for one in job.fighters
            if one.monk is not None and one.monk.cube is not None
        ]

    def play(self, random: Random) -> tuple[bool, list[str], int]:
        """One fight: whether the dragon falls, how each one stands at the end, who gets a tooth a symbol, added up."""
        receivers = 0
        players = self._players
        health = self._job.foe.health - sum(random.choice(faces) for faces in self._heroes)
        nodes = [player.node for player in players]
        helmets = [player.helmet for player in players]
        stands = [_IN] * len(players)
        for _ in range(MAX_ROUNDS):
            for seat in self._order:
                if health <= 0:
                    return True, stands, receivers
                if seat < 0:
                    hits = self._dragon(random)
                    receivers += 1 if self._is_pool else stands.count(_IN)
                    for other, player in enumerate(players):
                        if stands[other] == _IN:
                            helmets[other] = player.hit(nodes[other], helmets[other], health, hits)
                            if helmets[other] < 0:
                                stands[other] = _DOWN
                elif stands[seat] == _IN:
                    nodes[seat], hits = players[seat].turn(nodes[seat], helmets[seat], health, random)
                    health -= hits
                    if health > 0 and nodes[seat] == DEAD and self._leaves[seat]:
                        stands[seat] = _LEFT
                if _IN not in stands:
                    return False, stands, receivers
        return health <= 0, stands, receivers


@lru_cache(maxsize=8)
def _table(job: Job) -> _Table:
    return _Table(job)


class Ally(msgspec.Struct, frozen=True):
    """What it means to ask one samurai along."""

    ally: int
    """Index among those that could be asked."""
    odds: JointOdds
    gain: float
    """Percentage points of the asker's own chance of the reward, against going alone."""


def whom_to_ask(
    samurai: Fighter,
    allies: Sequence[Fighter],
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    goal: Goal | str = Goal.WIN,
    all_dice: bool = False,
    fights: int = 10_000,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[Ally, ...]:
    """Each possible ally alone with the asker, the best first: by the asker's chance of the reward, then to end
    conscious. Exact for fixed play where that is small enough, sampled with the same play where not.
    """
    steps = 1 + len(allies)
    alone = solve(
        samurai.samurai.staying,
        foe,
        faces,
        goal=goal,
        monk=samurai.monk,
        all_dice=all_dice,
        progress=step_of(progress, 0, steps),
    )
    found = []
    for index, ally in enumerate(allies):
        party = (samurai, ally)
        report = step_of(progress, 1 + index, steps)
        try:
            odds = solve_joint(
                party, foe, faces, goal=goal, all_dice=all_dice, progress=part_of(report, 0.0, 0.5)
            )
        except OddsError as error:
            if error.key != "too-large":
                raise
            odds = sample(
                party,
                foe,
                faces,
                goal=goal,
                all_dice=all_dice,
                fights=fights,
                seed=seed,
                executor=executor,
                is_fixed=True,
                progress=part_of(report, 0.5, 1.0),
            )
        gain = (odds.fighters[0].rewarded - float(alone.win)) * 100
        found.append(Ally(index, odds, gain))
        if report is not None:
            report(1.0)
    found.sort(
        key=lambda ally: (-ally.odds.fighters[0].rewarded, -ally.odds.fighters[0].conscious, ally.ally)
    )
    return tuple(found)
