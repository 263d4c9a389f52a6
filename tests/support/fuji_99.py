"""Positions of Fuji 99 in the middle of a turn, and answers played on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import Cubes, Deck
from fujikoro_nb.engine.fuji_99.game import GAME, new_game
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fuji_99.state import Fuji99, Held, Race, Step, Turn
from fujikoro_nb.engine.kernel import Answer, Event, Question, Seat

DECK = fuji_99_deck()
EMPTY = (0,) * len(DECK.cards)


def card(key: str, cubes: int = 0) -> Held:
    return Held(DECK.at(key), cubes)


def counts(*keys: str) -> tuple[int, ...]:
    """Cards by kind, as piles hold them."""
    return tuple(keys.count(one.key) for one in DECK.cards)


def table(
    players: int = 2,
    *,
    seat: int = 0,
    step: Step = Step.ACT,
    floors: Sequence[int] = (),
    movement: int | None = None,
    hands: Mapping[int, Sequence[Held]] | None = None,
    bag: Cubes | None = None,
    changes: Mapping[int, Mapping[str, Any]] | None = None,
    rulings: Rulings = ADOPTED,
    deck: Deck = DECK,
    **others: Any,
) -> Fuji99:
    """Somebody's turn at this step. What is not said is as at the beginning."""
    state = new_game(deck, players=players, rulings=rulings, first=seat)
    for at, floor in enumerate(floors):
        state = state.with_player(Seat(at), msgspec.structs.replace(state.players[at], floor=floor))
    for at, hand in (hands or {}).items():
        state = state.with_player(Seat(at), msgspec.structs.replace(state.players[at], hand=tuple(hand)))
    if bag is not None:
        state = state.with_player(Seat(seat), msgspec.structs.replace(state.players[seat], bag=bag))
    for at, said in (changes or {}).items():
        state = state.with_player(Seat(at), msgspec.structs.replace(state.players[at], **said))
    here = state.players[seat].floor if movement is None else movement
    state = msgspec.structs.replace(
        state, agenda=(Race(Seat(seat)), Turn(Seat(seat), step)), movement=here, **others
    )
    return GAME.start(state).state


def go(state: Fuji99, *answers: Answer) -> tuple[Fuji99, list[Event]]:
    """These answers, each of which the rules have to take."""
    events: list[Event] = []
    for answer in answers:
        step = GAME.step(state, answer)
        state = step.state
        events += step.events
    return state, events


def asked(state: Fuji99) -> Question:
    question = GAME.question(state)
    assert question is not None, "the game is over"
    return question


def told(events: Sequence[Event], kind: str) -> list[dict[str, int | str]]:
    return [dict(one.data) for one in events if one.kind == kind]
