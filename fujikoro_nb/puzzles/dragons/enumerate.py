"""The dragons' step played out by the engine: every order, every target and every step that the group may choose."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Match
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.kernel import Answer, Event, Seat

GROUP_ASKED = ("dragon-order", "dragon-target", "dragon-step")
"""What a group decides while its dragons walk."""

MOST = 2_000
"""Ways of a step that are played out; a scene with more is none of a puzzle."""


class TooMany(ValueError):
    """A step has more ways than are played out."""


class Way(msgspec.Struct, frozen=True):
    """One way in which the dragons walk, up to the first turn or the first fight."""

    state: GameState
    chosen: tuple[Answer, ...]
    events: tuple[Event, ...]

    @property
    def attacked(self) -> str:
        """The place where a dragon begins a fight; empty when none does."""
        found = (str(dict(one.data)["place"]) for one in self.events if one.kind == "dragon-attacks")
        return next(found, "")

    @property
    def lairs(self) -> dict[str, PlaceId]:
        """Where each dragon is, by its colour."""
        return {
            laid.dragon.colour: one.id
            for one, laid in zip(PLACES, self.state.ground, strict=True)
            if laid is not None and laid.dragon is not None
        }

    @property
    def texts(self) -> tuple[str, ...]:
        """What the group has chosen."""
        return tuple(map(print_game_answer, self.chosen))


def ways_of(before: GameState) -> tuple[Way, ...]:
    """All ways in which the next round can begin. Raises TooMany."""
    begun = started(_before_round(before))
    found = []
    for way in _played(Way(begun.state, (), begun.events)):
        found.append(way)
        if len(found) > MOST:
            raise TooMany(str(MOST))
    return tuple(found)


def after_rounds(before: GameState, rounds: int) -> tuple[Way, ...]:
    """All ways after so many rounds in which everybody stays where it is; a fight ends one. Raises TooMany."""
    ways = ways_of(before)
    for _ in range(rounds - 1):
        later: list[Way] = []
        for way in ways:
            if way.attacked:
                later.append(way)
                continue
            later += (
                Way(one.state, way.chosen + one.chosen, way.events + one.events) for one in ways_of(way.state)
            )
            if len(later) > MOST:
                raise TooMany(str(MOST))
        ways = tuple(later)
    return ways


def _before_round(state: GameState) -> GameState:
    """The state with nothing going on, so that the engine begins the next round."""
    return msgspec.structs.replace(state, agenda=(Match(Seat(0)),))


def _played(way: Way) -> Iterator[Way]:
    game = game_of(way.state)
    question = game.question(way.state)
    if question is None or question.kind not in GROUP_ASKED or way.attacked:
        yield way
        return
    for answer in game.options(way.state):
        step = game.step(way.state, answer)
        yield from _played(Way(step.state, (*way.chosen, answer), way.events + step.events))
