"""Fallen samurai in the temples: what they wear, and whoever enters one that is guarded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Component, Piles
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.combat import faults_of
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import Plot
from fujikoro_nb.engine.kernel import Event, Illegal, Refusal, Seat, cites, event, refuse

_ANYWHERE = rectangle(MAX_COLUMNS, MAX_ROWS)


@cites("scenario.7.solo.blueprint-supply")
def check_supply(
    piles: Piles, players: int, plot: Plot, limits: BoardLimits, rulings: Rulings
) -> Refusal | None:
    """Nothing, or of which kind the box has too few blueprints for the guards, whatever the temples get."""
    if not plot.guards:
        return None
    for kind in GearKind:
        fitting = [one for one in piles.blueprints if one.kind == kind and is_wearable(one, limits, rulings)]
        if len(fitting) < players + plot.guards:
            cards = max(0, len(fitting) - players)
            return refuse("scenario.7.solo.blueprint-supply", "box", kind=str(kind), cards=cards)
    return None


@cites("scenario.7.solo.fallen-gear", "scenario.7.solo.blueprint-supply")
def guard_draw(state: GameState) -> Draw | None:
    """The next blueprint of a guard, out of those that no temple got: one of each kind, guard after guard."""
    for guard in state.guards_left:
        held = {card.kind for card in state.fighter(guard).blueprints}
        for kind in GearKind:
            if kind not in held:
                unfit = partial(_unwearable, limits=state.fighter(guard).limits, rulings=state.rulings)
                left = [card for card in state.piles.blueprints if card.kind == kind]
                return Draw(
                    "blueprint", str(kind), [card for card in left if unfit(card) is None], wants=unfit
                )
    return None


def _unwearable(card: Component, *, limits: BoardLimits, rulings: Rulings) -> Refusal | None:
    """Nothing, or that a guard cannot wear what this blueprint of its shows, as its gear alone."""
    if isinstance(card, Blueprint) and is_wearable(card, limits, rulings):
        return None
    return refuse("scenario.7.solo.fallen-gear", "unwearable", card=card.id)


@cites("scenario.7.solo.fallen-gear")
@lru_cache(maxsize=256)
def is_wearable(card: Blueprint, limits: BoardLimits, rulings: Rulings) -> bool:
    """Whether the blueprint alone is gear: a card may show a part of some gear, and nobody wears a part."""
    return _worn(Board(limits, blueprints=(card,)), rulings) is not None


@cites("scenario.7.solo.fallen-gear")
def armed(state: GameState, card: Blueprint) -> tuple[GameState, tuple[Event, ...]]:
    """The guard has the blueprint, and with the last one wears all three pieces as they are shown."""
    seat = next(guard for guard in state.guards_left if len(state.fighter(guard).blueprints) < len(GearKind))
    board = state.fighter(seat)
    cards = (*board.blueprints, card)
    board = _holding(board, cards)
    if len(cards) == len(GearKind):
        board = dressed(board, state.rulings)
    got = event("guard-armed", "scenario.7.solo.fallen-gear", card=card.id, temple=temple_of(state, seat))
    return state.with_fighter(seat, board), (got,)


def _holding(board: Board, cards: Sequence[Blueprint]) -> Board:
    """The board with these blueprints and their discs, and nothing else in the backpack."""
    discs = Contents(discs=tuple(one.id for one in cards))
    return msgspec.structs.replace(board, blueprints=tuple(cards), backpack=Backpack(lower=discs))


@cites("scenario.7.solo.fallen-gear")
def guard_of(cards: Sequence[Blueprint], limits: BoardLimits, rulings: Rulings) -> Board:
    """The board of a guard that has these blueprints and wears them all. Raises Illegal as `dressed`."""
    return dressed(_holding(Board(limits, discs=0), cards), rulings)


def dressed(board: Board, rulings: Rulings) -> Board:
    """The board with all gear built as its blueprints show it, each piece with its green cube.

    The right part of the weapon's grid is open where the card needs it. Raises Illegal for a card that shows no gear.
    """
    worn = _worn(board, rulings)
    if worn is None:
        faults = (_unwearable(card, limits=board.limits, rulings=rulings) for card in board.blueprints)
        raise Illegal(*(fault for fault in faults if fault is not None))
    return charmed(worn, rulings)


def _worn(board: Board, rulings: Rulings) -> Board | None:
    opened = msgspec.structs.replace(board, monk_spots=("weapon",))
    return next((one for each in (board, opened) for one in _wearing(each, rulings)), None)


def _wearing(board: Board, rulings: Rulings) -> Iterator[Board]:
    """Every way to wear the blueprints that is legal, as shown before turned, further up and left before others."""
    gears = [Gear()]
    for card in board.blueprints:
        spots = tuple(places(card.pattern, _ANYWHERE, rulings=rulings))
        gears = [
            fitting
            for gear in gears
            for spot in spots
            if _is_legal(board, fitting := gear.with_layout(card.kind, spot.cubes), rulings)
        ][:1]
    for gear in gears:
        yield msgspec.structs.replace(board, gear=gear)


def _is_legal(board: Board, gear: Gear, rulings: Rulings) -> bool:
    return next(faults_of(msgspec.structs.replace(board, gear=gear), rulings), None) is None


def temple_of(state: GameState, guard: Seat) -> int:
    """The number of the temple that it guards, from one on."""
    return int(guard) - state.players + 1
