"""What a scroll or a token does by choices of its owner, asked one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Deed, Enough, Lead, Pick, TakeBack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.mountain import TokenThing
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, without_spot
from fujikoro_nb.engine.fujikoro.components import EffectKind
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
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
    refuse,
    replace_top,
)

_RULES = {
    EffectKind.REFRESH: "scroll.use",
    EffectKind.DISCS: "setup.option.adventure",
    EffectKind.SUMMON: "adventure.sashimono",
    EffectKind.COOL: "setup.option.adventure",
}


class DeedRules(FrameRules[GameState]):
    """Asks for one choice after the other until all are made or nothing is left to choose."""

    def question(self, state: GameState, frame: Deed) -> Question | None:
        if not frame.left or next(choices_of(state, frame), None) is None:
            return None
        data = (("left", frame.left),)
        return Question(frame.seat, str(frame.kind), _RULES[frame.kind], frame.name, data)

    def check(self, state: GameState, frame: Deed, answer: Answer) -> Refusal | None:
        if answer in set(choices_of(state, frame)) or _may_stop(frame, answer):
            return None
        match frame.kind, answer:
            case EffectKind.REFRESH, Pick(space=at):
                return refuse("scroll.use", "no-token", space=at[:40])
            case EffectKind.COOL, Pick(space=at):
                return refuse("setup.option.adventure", "no-lava", space=at[:40])
            case EffectKind.DISCS, TakeBack(field=field):
                return refuse("setup.option.adventure", "no-disc", action=field)
            case EffectKind.SUMMON, Lead(space=to):
                return refuse("adventure.sashimono", "not-there", space=to[:40])
            case _:
                return other_question(self.question(state, frame), "other-choice")

    def options(self, state: GameState, frame: Deed) -> Options:
        enough = (Enough(),) if _may_stop(frame, Enough()) else ()
        return Complete((*choices_of(state, frame), *enough))

    def answered(self, state: GameState, frame: Deed, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, Enough):
            return close_top(state), ()
        state = replace_top(state, msgspec.structs.replace(frame, left=frame.left - 1))
        seat = int(frame.seat)
        match answer:
            case Pick(space=at) if frame.kind == EffectKind.REFRESH:
                return _turned_up(state, at), (event("turned-up", "scroll.use", seat=seat, space=at),)
            case Pick(space=at):
                lava = tuple(one for one in state.lava if one != at)
                cooled = event("cooled", "setup.option.adventure", seat=seat, space=at)
                return msgspec.structs.replace(state, lava=lava), (cooled,)
            case TakeBack():
                return _taken_back(state, frame.seat, answer)
            case _:
                assert isinstance(answer, Lead), "check lets nothing else through"
                led = event("led", "adventure.sashimono", seat=answer.seat, space=answer.space)
                return close_top(state).moved(Seat(answer.seat), answer.space), (led,)


def _may_stop(frame: Deed, answer: Answer) -> bool:
    """Lava may be left where it is."""
    return frame.kind == EffectKind.COOL and isinstance(answer, Enough)


def choices_of(state: GameState, deed: Deed) -> Iterator[Pick | TakeBack | Lead]:
    """Everything that the owner may choose next."""
    match deed.kind:
        case EffectKind.REFRESH:
            yield from map(Pick, _used_tokens(state, deed.seat))
        case EffectKind.COOL:
            here = state.samurai[deed.seat].space
            yield from (Pick(at) for at in (here, *neighbours(here)) if at in state.lava)
        case EffectKind.DISCS:
            yield from (TakeBack(field) for field in SLOTS if state.samurai[deed.seat].discs_on(field))
            monks_on = state.fighter(deed.seat).monk_fields
            yield from (TakeBack(field, monk=True) for field in dict.fromkeys(monks_on))
        case EffectKind.SUMMON:
            yield from _ways(state, deed)
        case _:
            raise AssertionError(f"{deed.kind} leaves nothing to choose")


def _used_tokens(state: GameState, seat: Seat) -> tuple[SpaceId, ...]:
    """The spaces of the samurai's own tile on which a resource token lies face down."""
    place_id = space(state.samurai[seat].space).place
    tile = state.tile_on(place_id)
    return tuple(
        SpaceId(f"{place_id}.{number}")
        for number, thing in enumerate(tile.things if tile is not None else ())
        if isinstance(thing, TokenThing) and thing.is_used
    )


def _turned_up(state: GameState, at: SpaceId) -> GameState:
    place_id, number = space(at).place, int(at[-1])
    tile = state.tile_on(place_id)
    assert tile is not None, "a token lies there"
    thing = tile.things[number]
    assert isinstance(thing, TokenThing), "a token lies there"
    return state.with_tile(place_id, tile.with_thing(number, TokenThing(thing.token)))


def _taken_back(state: GameState, seat: Seat, answer: TakeBack) -> tuple[GameState, tuple[Event, ...]]:
    """One disc, or the action monk, in the pool again."""
    board, samurai = state.fighter(seat), state.samurai[seat]
    told = event("disc-back", "setup.option.adventure", seat=int(seat), action=answer.field)
    if answer.monk:
        return state.with_fighter(
            seat, board.with_monk_fields(without_spot(board.monk_fields, answer.field))
        ), (told,)
    move, explore, gather = (
        count - (slot == answer.field) for slot, count in zip(SLOTS, samurai.fields, strict=True)
    )
    state = state.with_fighter(seat, msgspec.structs.replace(board, discs=board.discs + 1))
    samurai = msgspec.structs.replace(samurai, fields=(move, explore, gather))
    return state.with_samurai(seat, samurai), (told,)


@cites("adventure.sashimono")
def _ways(state: GameState, deed: Deed) -> Iterator[Lead]:
    """Where each other samurai can be led: never through lava, a space that is taken or a dragon's tile."""
    for other in state.in_turn_order(deed.seat)[1:]:
        if not state.is_conscious(other):
            continue
        start = state.samurai[other].space
        seen, edge = {start}, [start]
        for _ in range(deed.left):
            edge = [
                to
                for to in dict.fromkeys(to for at in edge for to in neighbours(at))
                if to not in seen and _is_quiet(state, to)
            ]
            seen.update(edge)
            yield from (Lead(int(other), to) for to in edge)


def _is_quiet(state: GameState, at: SpaceId) -> bool:
    return (
        state.is_revealed(space(at).place)
        and not state.is_lava(at)
        and state.dragon_on(at) is None
        and not state.has_monk_on(at)
        and all(samurai.space != at for samurai in state.samurai)
    )
