"""Games of the engine followed by a naive reference, answer by answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from typing import Any

from fujikoro_nb.content.small import fuji_99_deck, makai_deck
from fujikoro_nb.engine.fuji_99 import state as fuji
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED as FUJI_99_ADOPTED
from fujikoro_nb.engine.fuji_99.setup import new_game as new_fuji_99
from fujikoro_nb.engine.kernel import Answer, Game, Readings, Seeded
from fujikoro_nb.engine.makai_fuda import state as makai
from fujikoro_nb.engine.makai_fuda.components import Card
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED as MAKAI_ADOPTED
from fujikoro_nb.engine.makai_fuda.setup import new_game as new_makai
from tests.oracles import small_games

Reference = Generator[small_games.Asked, Any, dict[str, Any]]


def plain(card: Card) -> small_games.Monster:
    return card.kind, card.strength, card.ability


def plain_makai(answer: Answer, state: makai.Makai) -> Any:
    match answer:
        case makai.First(seat=seat):
            return int(seat)
        case makai.Dealt(counts=counts):
            kinds = dict.fromkeys(sorted(state.deck.dealt_to(state.players)))
            return [plain(card) for card, count in zip(kinds, counts, strict=True) for _ in range(count)]
        case makai.LayDown(card=card):
            return plain(card)
        case makai.Play(card=card, target=target):
            return plain(card), target
        case _:
            return "exchange"


def open_makai(state: makai.Makai) -> dict[str, Any]:
    return {"gold": [*state.gold], "chips": [*state.chips], "wins": [*state.wins]}


def plain_fuji_99(answer: Answer, state: fuji.Fuji99) -> Any:
    match answer:
        case fuji.First(seat=seat):
            return int(seat)
        case fuji.Draw(number=value) | fuji.Found(card=value) | fuji.Use(place=value):
            return value
        case fuji.Drawn(counts=counts) | fuji.PlaceCubes(counts=counts):
            return counts
        case fuji.NoMore():
            return "no more"
        case fuji.ActAgain():
            return "again"
        case _:
            return "stop"


def open_fuji_99(state: fuji.Fuji99) -> dict[str, Any]:
    return {
        "floors": [player.floor for player in state.players],
        "hands": [[held.card for held in player.hand] for player in state.players],
        "bags": [(one.bag.clear, one.bag.yellow, one.bag.red) for one in state.players],
        "pagoda": state.pagoda,
        "pile": [*state.pile],
        "discard": [*state.discard],
        "token": state.movement,
    }


def readings_of(adopted: Readings, chance: random.Random) -> Any:
    for rule, switch in adopted.switches.items():
        adopted = adopted.with_reading(rule, chance.choice(switch.readings))
    return adopted


def follow(
    game: Game[Any],
    start: Any,
    reference: Reference,
    said: Callable[[Answer, Any], Any],
    lies_open: Callable[[Any], dict[str, Any]],
    chance: random.Random,
) -> int:
    """Random play to the end of a game; whoever is asked, what may be answered and what lies open are alike."""
    dealer, number = Seeded(chance.random().hex()), 0
    state = game.start(start).state
    asked = next(reference)
    while (question := game.question(state)) is not None:
        kind, seat, answers, told = asked
        assert (question.kind, question.seat) == (kind, seat)
        assert lies_open(state) == told
        options = game.options(state)
        is_chance = question.seat < 0
        answer = dealer.deal(options, number) if is_chance else chance.choice(list(options))  # type: ignore[arg-type]
        if answers is not None:
            assert {said(one, state) for one in options} == answers
        number += 1
        value = said(answer, state)
        state = game.step(state, answer).state
        try:
            asked = reference.send(value)
        except StopIteration as over:
            asked = ("over", 0, None, over.value)
    assert (asked[0], asked[3]) == ("over", lies_open(state))
    return number


def makai_goes_alike(seed: int) -> int:
    """A game of three or four, any variants and readings."""
    chance = random.Random(seed)
    rulings = readings_of(MAKAI_ADOPTED, chance)
    tournaments = chance.choice((0, 1, 2, 5))
    agreed = makai.Variants(
        chance.random() < 0.4, chance.random() < 0.6, tournaments, bool(tournaments) and chance.random() < 0.5
    )
    players = chance.choice((3, 4))
    deck = makai_deck()
    start = new_makai(deck, players=players, variants=agreed, rulings=rulings)
    cards = [plain(card) for card in deck.dealt_to(players)]
    reference = small_games.makai(cards, players, agreed, dict(rulings.in_force()))
    return follow(MAKAI, start, reference, plain_makai, open_makai, chance)


def fuji_99_goes_alike(seed: int) -> int:
    """A race of two to four, any readings for which the box has cubes."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4))
    rulings = readings_of(FUJI_99_ADOPTED, chance)
    if players == 4:
        rulings = rulings.with_reading("fuji99.setup.bag-contents", "three")
    deck = fuji_99_deck()
    start = new_fuji_99(deck, players=players, rulings=rulings)
    reference = small_games.fuji_99(deck.cards, players, dict(rulings.in_force()))
    return follow(FUJI_99, start, reference, plain_fuji_99, open_fuji_99, chance)
