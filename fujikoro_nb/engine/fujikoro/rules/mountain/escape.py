"""Chapter "escape": the rope on the central tile, the secret exit, and who has left the mountain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Leave, LeaveMountain, Reward, StayBehind
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import SPACES_OF_A_TILE
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
    push,
    refuse,
)

BIG, SMALL = "big", "small"
"""The two palaces."""


@cites("escape.rope", "escape.secret", "escape.conscious")
def way_out(state: GameState, seat: Seat) -> str:
    """The palace that this samurai reaches if its turn ends now; empty where no way leads out."""
    if not state.is_conscious(seat):
        return ""
    at = state.samurai[seat].space
    if is_central(at):
        return BIG if state.has_rope else ""
    is_open = is_secret_exit_open(is_final=state.marker is not None, rulings=state.rulings)
    return SMALL if is_open and _is_exit(state, at) else ""


def is_central(space_id: SpaceId) -> bool:
    """Whether this is the central tile."""
    return bool(space_id) and place(space(space_id).place).kind == PlaceKind.CENTRE


def _is_exit(state: GameState, at: SpaceId) -> bool:
    tile = state.tile_on(space(at).place)
    if tile is None:
        return False
    is_anywhere = state.rulings.reading("escape.secret") == "tile"
    numbers = range(SPACES_OF_A_TILE) if is_anywhere else (int(at[-1]),)
    return any(tile.face(number).kind == SpaceKind.EXIT for number in numbers)


@cites("escape.secret.final-only")
def is_secret_exit_open(*, is_final: bool, rulings: Rulings) -> bool:
    """Whether the secret exit leads out already; ``is_final``: the Final Chapter has begun."""
    return is_final or rulings.reading("escape.secret.final-only") == "always"


@cites("escape.rope.not-on-placement")
def does_rope_wait(rulings: Rulings) -> bool:
    """Whether the rope takes nobody as it arrives, who stands on the central tile leaves at the end of an own turn."""
    return rulings.reading("escape.rope.not-on-placement") == "own-turn"


@cites("escape.mandatory")
def may_stay(rulings: Rulings) -> bool:
    """Whether who could leave the mountain is asked."""
    return rulings.reading("escape.mandatory") == "optional"


@cites("bonus.one-per-turn")
def leave_at_end_of_turn(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The end of an own turn: the escape, if one leads out of here, and the shogun's bonus of this turn."""
    if state.samurai[seat].palace:
        return push(state, Reward(seat)), ()
    palace = way_out(state, seat)
    return leave(push(state, Reward(seat)), (seat,), palace) if palace else (state, ())


def leave(state: GameState, seats: Sequence[Seat], palace: str) -> Outcome[GameState]:
    """These samurai leave one after the other, or are asked whether they do."""
    if may_stay(state.rulings):
        return push(state, *(Leave(seat, palace) for seat in reversed(seats))), ()
    events: tuple[Event, ...] = ()
    for seat in seats:
        state, more = escaped(state, seat, palace)
        events += more
    return state, events


@cites("escape.order-recorded", "escape.no-actions")
def escaped(state: GameState, seat: Seat, palace: str) -> Outcome[GameState]:
    """The figure leaves the map for good, as the next in the order of escapes."""
    number = 1 + max(samurai.escape for samurai in state.samurai)
    samurai = msgspec.structs.replace(state.samurai[seat], space=SpaceId(""), palace=palace, escape=number)
    rule = "escape.rope" if palace == BIG else "escape.secret"
    left = event("escaped", rule, seat=int(seat), number=number)
    return state.with_samurai(seat, samurai), (left,)


class LeaveRules(FrameRules[GameState]):
    """Asks, at tables where leaving is free, whether the samurai takes the rope."""

    def question(self, state: GameState, frame: Leave) -> Question:
        return Question(frame.seat, "leave", "escape.mandatory", frame.name, (("palace", frame.palace),))

    def check(self, state: GameState, frame: Leave, answer: Answer) -> Refusal | None:
        if isinstance(answer, LeaveMountain | StayBehind):
            return None
        return refuse("escape.mandatory", "not-asked")

    def options(self, state: GameState, frame: Leave) -> Options:
        return Complete((LeaveMountain(), StayBehind()))

    def answered(self, state: GameState, frame: Leave, answer: Answer) -> Outcome[GameState]:
        state = close_top(state)
        if isinstance(answer, LeaveMountain):
            return escaped(state, frame.seat, frame.palace)
        return state, (event("stays-behind", "escape.mandatory", seat=int(frame.seat)),)
