"""How hard a puzzle on a whole turn is: what has to be thought of in its best way, and what tempts beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

import msgspec

from fujikoro_nb.engine.kernel import Event
from fujikoro_nb.puzzles.plans.play import played
from fujikoro_nb.puzzles.plans.puzzle import Answers, PlanCertificate, PlanKind, PlanPuzzle, PlanRated
from fujikoro_nb.puzzles.rating import chance_of, difficulty_of, rating_of

_TRIES = 4
"""Ways to play that somebody of middling strength looks at."""


class Thought(StrEnum):
    """One thought, as a theme and as the first hint."""

    REACH = "how-far"
    CROSS = "lava-is-worth-it"
    DRY = "round-the-lava"
    WEAR = "sandals-wear-out"
    FIRST = "not-a-move-first"
    ROOM = "room-in-the-pack"
    WHERE = "where-the-tile-goes"
    ROUND = "which-way-round"
    ERUPTION = "before-it-erupts"
    AHEAD = "turns-ahead"


LEVEL: Mapping[Thought, float] = {
    Thought.REACH: 0,
    Thought.FIRST: 0.5,
    Thought.DRY: 0.5,
    Thought.CROSS: 1,
    Thought.ROOM: 1,
    Thought.WHERE: 1,
    Thought.ROUND: 1.5,
    Thought.WEAR: 2,
    Thought.AHEAD: 1.5,
    Thought.ERUPTION: 2,
}
"""How hard a thought is to have. Start values by judgement."""

_LAVA = ("lava-step",)


def rate_plan(puzzle: PlanPuzzle, certificate: PlanCertificate) -> PlanRated:
    """The rating and what it rests on."""
    thoughts = tuple(think(puzzle, certificate))
    hardest = max(thoughts, key=lambda thought: LEVEL[thought])
    whole = rating_of(chance_of((LEVEL[one], 0.0) for one in thoughts) * _hit(certificate))
    return PlanRated(
        rating=whole,
        difficulty=difficulty_of(whole),
        hardest=str(hardest),
        steps=len(thoughts),
        themes=tuple(sorted({f"plans-{puzzle.kind}", *map(str, thoughts)})),
    )


def _hit(certificate: PlanCertificate) -> float:
    """How probably one of the tries comes upon the best end, and not on those that are worth less."""
    weights = [math.log(1 + one.ways) for one in certificate.found]
    return 1 - (1 - weights[0] / sum(weights)) ** _TRIES


class _Seen(msgspec.Struct, frozen=True):
    """The best way, what happened on it, and what the other ways end with."""

    puzzle: PlanPuzzle
    way: Answers
    events: tuple[Event, ...]
    tempting: tuple[Event, ...]
    """What happens on the best of the ways that are not the best one."""

    def has(self, *kinds: str) -> bool:
        """Whether something of these kinds happens."""
        return any(one.kind in kinds for one in self.events)

    def says(self, *verbs: str) -> bool:
        """Whether one of these is answered."""
        return any(text.split()[0] in verbs for text in self.way)


def think(puzzle: PlanPuzzle, certificate: PlanCertificate) -> Iterator[Thought]:
    """The thoughts that the best way takes."""
    second = certificate.found[1].way
    seen = _Seen(
        puzzle,
        certificate.best.way,
        played(puzzle, certificate.best.way).events,
        played(puzzle, second).events,
    )
    yield Thought.REACH
    for thought, is_needed in _NEEDED.items():
        if is_needed(seen):
            yield thought


def _is_dry(seen: _Seen) -> bool:
    """The best way goes round what the second best one crosses."""
    return not seen.has(*_LAVA) and any(one.kind in _LAVA for one in seen.tempting)


def _wears(seen: _Seen) -> bool:
    """Lava is paid for and a move follows, in which the sandals are what is left of them."""
    burnt = [number for number, one in enumerate(seen.events) if one.kind in _LAVA]
    moves = [number for number, one in enumerate(seen.events) if one.kind == "move-over"]
    return bool(burnt) and len(moves) > 1 and burnt[0] < moves[-2]


def _begins_otherwise(seen: _Seen) -> bool:
    return seen.puzzle.kind != PlanKind.LAY and seen.way[0].split()[0] != "move"


_NEEDED: Mapping[Thought, Callable[[_Seen], bool]] = {
    Thought.CROSS: lambda seen: seen.has(*_LAVA),
    Thought.DRY: _is_dry,
    Thought.WEAR: _wears,
    Thought.FIRST: _begins_otherwise,
    Thought.ROOM: lambda seen: seen.says("stow"),
    Thought.WHERE: lambda seen: seen.says("place"),
    Thought.ROUND: lambda seen: seen.says("turn"),
    Thought.ERUPTION: lambda seen: seen.has("erupts"),
    Thought.AHEAD: lambda seen: seen.puzzle.turns > 1,
}
