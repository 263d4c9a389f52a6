"""Positions of Makai Fuda in the middle of a tournament, written as the ledger's edge cases write cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Answer, Event, Question, Seat
from fujikoro_nb.engine.makai_fuda.components import LETTERS, MAGIC, Card
from fujikoro_nb.engine.makai_fuda.game import GAME, new_game
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.makai_fuda.state import (
    Evening,
    Makai,
    Match,
    Play,
    Played,
    Predict,
    Prizes,
    Variants,
)

DECK = makai_deck()


def card(text: str) -> Card:
    """``B3`` is the blue three with whatever it bears, ``M`` a Magic."""
    if text == "M":
        return next(one for one in DECK.cards if one.kind == MAGIC and not one.leaves_three)
    return next(one for one in DECK.cards if (one.kind, one.strength) == (LETTERS[text[0]], int(text[1:])))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(card, text.split())))


def play(text: str) -> Play:
    """``G4``, ``M`` without a target, ``M>B`` on blue."""
    name, _, target = text.partition(">")
    return Play(card(name), LETTERS.get(target, ""))


def field(text: str, first: int = 0, players: int = 4) -> tuple[Played, ...]:
    """A field whose cards were played in this order, from this seat on."""
    plays = map(play, text.split())
    return tuple(Played(Seat((first + at) % players), one.card, one.target) for at, one in enumerate(plays))


def at_match(
    players: int = 4,
    *,
    hands: Sequence[str] = (),
    there: str = "",
    laid: Sequence[str] = (),
    leader: int = 0,
    variants: Variants | None = None,
    rulings: Rulings = ADOPTED,
    **others: Any,
) -> Makai:
    """A match in which these cards lie on the field, the first of them the leader's."""
    state = new_game(DECK, players=players, variants=variants, rulings=rulings, start_player=0)
    on_it = field(there, leader, players)
    order = state.from_seat(Seat(leader))
    said: dict[str, Any] = {"tournament": 1, "leader": Seat(leader), **others}
    state = msgspec.structs.replace(
        state,
        agenda=(Evening(), Prizes(), Match(order[len(on_it) :])),
        hands=tuple(cards(hand) for hand in hands) or state.hands,
        laid=tuple(card(one) if one else None for one in laid) or state.laid,
        field=on_it,
        **said,
    )
    return GAME.start(state).state


def at_prediction(players: int = 4, *, hands: Sequence[str], first: int = 0, **others: Any) -> Makai:
    """The moment at which everybody lays a card face down."""
    state = new_game(DECK, players=players, start_player=first)
    said: dict[str, Any] = {"tournament": 1, **others}
    state = msgspec.structs.replace(
        state,
        agenda=(Evening(), Prizes(), Predict(state.from_seat(Seat(first)))),
        hands=tuple(map(cards, hands)),
        **said,
    )
    return GAME.start(state).state


def at_prizes(players: int = 4, **said: Any) -> tuple[Makai, list[Event]]:
    """A tournament whose last match has been judged, paid, and the next one begun or the game ended."""
    state = new_game(
        DECK,
        players=players,
        start_player=said.pop("start_player", 0),
        variants=said.pop("variants", None),
        rulings=said.pop("rulings", ADOPTED),
    )
    said["laid"] = tuple(card(one) if one else None for one in said["laid"])
    state = msgspec.structs.replace(state, agenda=(Evening(), Prizes()), **{"tournament": 1, **said})
    step = GAME.start(state)
    return step.state, list(step.events)


def go(state: Makai, *answers: Answer) -> tuple[Makai, list[Event]]:
    events: list[Event] = []
    for answer in answers:
        step = GAME.step(state, answer)
        state = step.state
        events += step.events
    return state, events


def legal(state: Makai) -> set[str]:
    """What may be played, in the short form."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    found = set()
    for one in GAME.options(state):
        if isinstance(one, Play):
            name = "M" if one.card.is_magic else f"{letters[one.card.kind]}{one.card.strength}"
            found.add(f"{name}>{letters.get(one.target, '?')}" if one.target else name)
        else:
            found.add(type(one).__name__)
    return found


def asked(state: Makai) -> Question:
    question = GAME.question(state)
    assert question is not None, "the game is over"
    return question


def told(events: Sequence[Event], kind: str) -> list[dict[str, int | str]]:
    return [dict(one.data) for one in events if one.kind == kind]
