"""Fuji 99 at the real box: what its engine says of Danger and Crisis, of a bag, and of a sheet of floors."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fuji_99.components import Card, Cubes, Deck
from fujikoro_nb.engine.fuji_99.floors import advanced
from fujikoro_nb.engine.fuji_99.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.fuji_99.setup import FEWEST_PLAYERS, new_game
from fujikoro_nb.engine.fuji_99.state import ActAgain, Fuji99, Held, Race, Step, Turn
from fujikoro_nb.engine.fuji_99.turn import TurnRules, hand_value
from fujikoro_nb.engine.kernel import Event, Seat
from fujikoro_nb.helper.small.record import Bag, FujiSheet
from fujikoro_nb.helper.table_rulings import TableRulings

__all__ = [
    "FujiStanding",
    "acted_again",
    "bags_of",
    "crisis_of",
    "danger_of",
    "rulings_of",
    "standing",
    "turn_over",
]

ME = Seat(0)
_RULES = TurnRules()


def rulings_of(decided: TableRulings) -> Rulings:
    """What the table decided of this game."""
    return Rulings(tuple(pair for pair in decided.chosen if pair[0] in SWITCHES))


def _turn(deck: Deck, step: Step, rulings: Rulings, *, bag: Bag | None = None, facing: int = 0) -> Fuji99:
    """Somebody's turn at a step of it."""
    state = new_game(deck, players=FEWEST_PLAYERS, rulings=rulings, first=0)
    held = state.players[ME].bag if bag is None else bag.left
    me = msgspec.structs.replace(state.players[ME], bag=held, facing=facing)
    state = msgspec.structs.replace(state.with_player(ME, me), agenda=(Race(ME), Turn(ME, step)))
    return state if bag is None else msgspec.structs.replace(state, drawn=bag.drawn, sheet=bag.sheet)


def _advanced(state: Fuji99) -> tuple[Fuji99, tuple[Event, ...]]:
    frame = state.agenda[-1]
    assert isinstance(frame, Turn)
    after = _RULES.advance(state, frame)
    assert after is not None, "a step that asks nobody"
    return after


def danger_of(deck: Deck, rulings: Rulings, *, sheet: int, drawn: int, facing: int) -> tuple[Event, ...]:
    """What the Danger step says of so many red cubes and face-down cards; nothing: the turn goes on."""
    bag = Bag(own=Cubes(red=sheet + drawn), drawn=Cubes(red=drawn), sheet=Cubes(red=sheet))
    return _advanced(_turn(deck, Step.DANGER, rulings, bag=bag, facing=facing))[1]


def crisis_of(deck: Deck, rulings: Rulings, value: int) -> tuple[Event, ...]:
    """What the Crisis step says of a hand of this value; nothing: the turn goes on."""
    one = Card("hand", "step", value, 0, 0, 1)
    state = _turn(deck, Step.CRISIS, rulings)
    state = msgspec.structs.replace(
        state,
        deck=msgspec.structs.replace(deck, cards=(one,)),
        discard=(0,),
        players=(msgspec.structs.replace(state.players[ME], hand=(Held(0),)), *state.players[1:]),
    )
    assert hand_value(state, ME) == value
    return _advanced(state)[1]


# ------------------------------------------------------------------ a bag


def acted_again(deck: Deck, rulings: Rulings, bag: Bag) -> Bag:
    """The bag for the next act: red cubes go to the sheet, what else was drawn back into the bag."""
    state, _ = _advanced(_turn(deck, Step.MOVE, rulings, bag=bag))
    frame = Turn(ME, Step.DETERMINATION)
    state = msgspec.structs.replace(state, agenda=(Race(ME), frame))
    state, _ = _RULES.answered(state, frame, ActAgain())
    return msgspec.structs.replace(bag, drawn=state.drawn, sheet=state.sheet)


def turn_over(deck: Deck, rulings: Rulings, bag: Bag) -> Bag:
    """The bag when a turn has ended, however it did."""
    frame = Turn(ME, Step.STOP)
    state, _ = _RULES.closed(_turn(deck, Step.STOP, rulings, bag=bag), frame)
    return Bag(own=state.players[ME].bag)


# ------------------------------------------------------------------ a sheet


class FujiStanding(NamedTuple):
    """A sheet as the engine reads it. ``told`` are the events of every turn."""

    floors: tuple[int, ...]
    yellow: tuple[int, ...]
    """Cubes of floors 20 and 50 that each seat took."""
    told: tuple[tuple[Event, ...], ...]
    winner: int | None


def standing(deck: Deck, sheet: FujiSheet, rulings: Rulings) -> FujiStanding:
    """Where everybody stands after every turn of a sheet."""
    state = new_game(deck, players=len(sheet.names), rulings=rulings, first=0)
    told: list[tuple[Event, ...]] = []
    for one in sheet.turns:
        seat = Seat(one.seat)
        state = msgspec.structs.replace(state, movement=state.players[seat].floor)
        state, events = advanced(state, seat, max(one.floor, state.movement))
        told.append(events)
        if one.is_kept:
            me = msgspec.structs.replace(state.players[seat], floor=state.movement)
            state = state.with_player(seat, me)
    return FujiStanding(
        tuple(player.floor for player in state.players),
        tuple(sum(player.taken) for player in state.players),
        tuple(told),
        None if state.winner is None else int(state.winner),
    )


def bags_of(sheet: FujiSheet, deck: Deck, rulings: Rulings) -> tuple[Bag, ...]:
    """Everybody's bag; before anybody drew, as the engine fills them."""
    if sheet.bags:
        return sheet.bags
    state = new_game(deck, players=len(sheet.names), rulings=rulings, first=0)
    return tuple(Bag(own=player.bag) for player in state.players)
