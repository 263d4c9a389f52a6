"""Chapter "escape": the rope on the central tile, the secret exit, and who has left the mountain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Leave, LeaveMountain, Reward, StayBehind, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind, SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import SPACES_OF_A_TILE
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.fujikoro.modes import ROPE
from fujikoro_nb.engine.fujikoro.rules.group.goals import (
    EXIT_PALACE,
    ROPE_PALACE,
    is_any_dragon_left,
    judged,
    judged_way,
)
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT
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

BIG, SMALL = ROPE_PALACE, EXIT_PALACE
"""The two palaces."""


@cites("escape.rope", "escape.secret", "escape.conscious")
def way_out(state: GameState, seat: Seat) -> str:
    """The palace that this samurai reaches if its turn ends now; empty where no way leads out."""
    if not state.is_conscious(seat) or is_barred(state):
        return ""
    at = state.samurai[seat].space
    if is_central(at):
        return BIG if state.has_rope and leads_out(state, ROPE) else ""
    return SMALL if is_exit_open(state) and _is_exit(state, at) else ""


@cites(
    "scenario.5.competitive.no-escape-while-dragon",
    "scenario.5.competitive.re-escape",
    "scenario.5.competitive.last-dragon-on-rope",
    "scenario.5.coop.unrevealed-ignored",
)
def is_barred(state: GameState) -> bool:
    """Whether nobody leaves now, by whatever way: a revealed dragon lives, in games in which that matters."""
    return state.scene is not UNSET and state.plot.is_barred_by_dragons and is_any_dragon_left(state)


@cites("coop.goal.everyone-escaped")
def leads_out(state: GameState, way: str) -> bool:
    """Whether this way leads off the mountain in this game."""
    return way in state.mode.said.ways_out


@cites("coop.goal.escape-after-legendary", "coop.goal.exit-any-round", "scenario.7.solo.goal")
def is_exit_open(state: GameState) -> bool:
    """Whether the secret exit leads out now: in the Final Chapter, or from when the legendary dragon is beaten."""
    if is_barred(state):
        return False
    if state.plot.guards:
        return not state.guards_left
    is_guarded = state.mode.said.is_exit_guarded
    if not is_guarded:
        return is_secret_exit_open(is_final=state.is_final_chapter, rulings=state.rulings)
    is_any_order = state.rulings.reading("coop.goal.escape-after-legendary") == "any-order"
    return is_any_order or (state.party is not None and state.party.has_beaten_legend)


def is_central(space_id: SpaceId) -> bool:
    """Whether this is the central tile."""
    return bool(space_id) and place(space(space_id).place).kind == PlaceKind.CENTRE


def exits_of(state: GameState) -> tuple[PlaceId, ...]:
    """The tiles on the mountain with a secret exit, open or not."""
    return tuple(
        each.id
        for each, laid in zip(PLACES, state.ground, strict=True)
        if laid is not None
        and any(laid.face(number).kind == SpaceKind.EXIT for number in range(SPACES_OF_A_TILE))
    )


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


@cites("escape.rope.not-on-placement", "scenario.8.solo.rope-timing")
def does_rope_wait(rulings: Rulings, switch: str = NO_PLOT.rope_switch) -> bool:
    """Whether the rope takes nobody as it arrives, who stands on the central tile leaves at the end of an own turn."""
    return rulings.reading(switch) in ("own-turn", "later-turn")


@cites("escape.mandatory")
def may_stay(rulings: Rulings) -> bool:
    """Whether who could leave the mountain is asked."""
    return rulings.reading("escape.mandatory") == "optional"


@cites("coop.goal.escape-at-turn-end")
def is_asked(state: GameState) -> bool:
    """Whether who could leave now may stay: two rules say so, one of them for a group."""
    if state.party is None:
        return may_stay(state.rulings)
    return state.rulings.reading("coop.goal.escape-at-turn-end") == "may-stay"


@cites("bonus.one-per-turn")
def leave_at_end_of_turn(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The end of an own turn: the escape, if one leads out of here, and the shogun's bonus of this turn."""
    if state.samurai[seat].palace:
        return push(state, Reward(seat)), ()
    palace = way_out(state, seat)
    if not palace:
        return state, ()
    if state.has_points and not state.plot.leaves_later:
        state = push(state, Reward(seat))
    return leave(state, (seat,), palace)


def leave(state: GameState, seats: Sequence[Seat], palace: str) -> Outcome[GameState]:
    """These samurai leave one after the other, or are asked whether they do; at times not before their next turn."""
    if state.plot.leaves_later:
        scene = state.staged
        later = tuple(seat for seat in seats if seat not in scene.leaving)
        state = state.with_scene(msgspec.structs.replace(scene, leaving=(*scene.leaving, *later)))
        rule = "scenario.1.competitive.escape-delayed"
        return state, tuple([event("waits-to-leave", rule, seat=int(seat)) for seat in later])
    return _leave(state, seats, palace)


def _leave(state: GameState, seats: Sequence[Seat], palace: str) -> Outcome[GameState]:
    if is_asked(state):
        return push(state, *(Leave(seat, palace) for seat in reversed(seats))), ()
    events: tuple[Event, ...] = ()
    for seat in seats:
        state, more = escaped(state, seat, palace)
        events += more
    return state, events


@cites("scenario.1.competitive.escape-delayed", "scenario.1.competitive.escape-interrupted-by-end")
def departing(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The turn of a seat begins: one who has ended the last one on the rope leaves, if it is still there.

    It has no actions then; the end of this turn brings the shogun's first bonus, at some tables that of the next one.
    """
    scene = state.staged
    is_late = state.rulings.reading("scenario.1.competitive.escape-delayed") == "later-reward"
    is_leaving = seat in scene.leaving
    leaving = tuple(one for one in scene.leaving if one != seat)
    state = state.with_scene(msgspec.structs.replace(scene, leaving=leaving, has_bought=False))
    palace = way_out(state, seat) if is_leaving else ""
    state = push(state, Turn(seat, is_ending=bool(palace) and is_late))
    return _leave(state, (seat,), palace) if palace else (state, ())


@cites("escape.order-recorded", "escape.no-actions", "coop.goal.escape-at-turn-end")
def escaped(state: GameState, seat: Seat, palace: str) -> Outcome[GameState]:
    """The figure leaves the map for good, as the next in the order of escapes."""
    number = 1 + max(samurai.escape for samurai in state.samurai)
    samurai = msgspec.structs.replace(state.samurai[seat], space=SpaceId(""), palace=palace, escape=number)
    state = state.with_samurai(seat, samurai)
    if not state.has_points:
        out = event("gets-out", "coop.goal.everyone-escaped", seat=int(seat), number=number)
        return judged(state), (out,)
    rule = "escape.rope" if palace == BIG else "escape.secret"
    left = event("escaped", rule, seat=int(seat), number=number)
    return judged_way(state), (left,)


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
