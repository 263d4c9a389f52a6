"""The owner's decks of the small games: line by line what was typed, and the house deck until all of it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fujikoro_nb.bots import play_out
from fujikoro_nb.bots.fuji_99 import Fuji99Bot
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.commands.advise_makai import makai_reply
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.small.owned import (
    fuji_99_here,
    fuji_99_of,
    makai_here,
    makai_of,
    why_not_fuji_99,
    why_not_makai,
)
from fujikoro_nb.engine.fuji_99.state import Held, PlaceCubes
from fujikoro_nb.engine.kernel import Seat, Unreadable
from fujikoro_nb.play.small import opened_small
from tests.support.small_decks import MAKAI, fuji_99, typed


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))


def test_every_card_of_the_breakdown_card_is_dealt() -> None:
    typed(MAKAI)
    deck = makai_here()
    assert deck is not None
    assert deck.mark == "owner"
    held = [(card.kind, card.strength) for card in deck.cards if not card.is_magic]
    assert held == [
        (colour, one) for colour in ("blue", "green", "yellow", "red") for one in MAKAI[f"makai-{colour}"]
    ]
    assert sum(card.is_magic for card in deck.cards) == 4
    assert [(card.kind, card.strength) for card in deck.cards if card.ability == "poison"] == [
        *[("blue", 3)] * 2,
        *[("yellow", 4)] * 2,
    ]
    assert [(card.kind, card.strength) for card in deck.cards if card.ability == "boss"] == [("red", 9)]
    assert len(deck.dealt_to(3)) == 33
    session = KINDS["makai"].session(
        players=3, seed="1", rulings=KINDS["makai"].adopted, variants={}, seats=["heuristic"] * 3
    )
    assert session.state.deck == deck
    play_out(session, KINDS["makai"].seated(["heuristic"] * 3, players=3, seed="1"), turn="tournament-over")
    assert opened_small(session.save())[1].state.deck == deck


def test_every_corner_of_a_fuji_card_is_played() -> None:
    numbers = fuji_99()
    typed(numbers)
    deck = fuji_99_here()
    assert deck is not None
    assert {
        f"fuji99-{card.key}": [card.value, card.cost, card.transparent, card.copies] for card in deck.cards
    } == numbers
    session = KINDS["fuji99"].session(
        players=2, seed="1", rulings=KINDS["fuji99"].adopted, variants={}, seats=["heuristic"] * 2
    )
    assert session.state.deck == deck


def test_advice_for_the_own_box_wears_no_mark() -> None:
    hand = "B1 B1 B2 G8 G8 G8 Y4 Y4 R9 M M"
    with pytest.raises(Unreadable):
        makai_reply(players=4, hand=hand)  # not of the house deck, which has no three green 8
    typed(MAKAI)
    assert makai_reply(players=4, hand=hand).data["house"] is False


@pytest.mark.parametrize("missing", [*MAKAI])
def test_until_the_last_line_was_typed_the_house_deck_stands_in(missing: str) -> None:
    typed({name: values for name, values in MAKAI.items() if name != missing})
    assert makai_of(OwnerPack().load().pack) is None
    state = KINDS["makai"].begin(4, KINDS["makai"].adopted, {})
    assert state.deck.mark == "house"


@pytest.mark.parametrize(
    ("line", "values", "rule"),
    [
        ("makai-blue", [1, 2, 3, 4, 5, 6, 7, 8, 8], "makai.deck.forty-four-cards"),
        ("makai-red", [1, 2, 3, 4, 5, 6, 7, 8, 8, 8], "makai.deck.single-boss"),
        ("makai-poison-blue", [4], "makai.deck.poison-cards"),
        ("makai-out", [0, 10, 0, 0, 0], "makai.deck.three-player-deck"),
    ],
)
def test_a_line_that_no_printed_deck_has_is_named_by_its_rule_and_is_not_played(
    line: str, values: list[int], rule: str
) -> None:
    typed(MAKAI | {line: values})
    deck = makai_of(OwnerPack().load().pack)
    assert deck is not None
    refusal = why_not_makai(deck)
    assert refusal is not None
    assert refusal.rule == rule
    assert makai_here() is None


def test_three_players_are_not_guessed_at() -> None:
    typed(MAKAI | {"makai-out": [1, 9, 0, 0, 1]})
    assert makai_of(OwnerPack().load().pack) is None


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda held: held["fuji99-step3"].__setitem__(3, 5), "fuji99.setup.deck"),
        (lambda held: held["fuji99-facedown"].__setitem__(0, 1), "fuji99.card.chosen-table"),
    ],
)
def test_fuji_cards_that_no_printed_deck_has(
    change: Callable[[dict[str, list[int]]], None], rule: str
) -> None:
    numbers = fuji_99()
    change(numbers)
    typed(numbers)
    deck = fuji_99_of(OwnerPack().load().pack)
    assert deck is not None
    refusal = why_not_fuji_99(deck)
    assert refusal is not None
    assert refusal.rule == rule
    assert fuji_99_here() is None
    assert msgspec.structs.asdict(deck)["mark"] == "owner"


def test_bots_place_cubes_beside_cards_that_cost_nothing() -> None:
    """An owner's card may say so."""
    held = fuji_99()
    for card in list(held.values())[::2]:
        card[1] = 0
    typed(held)
    deck = fuji_99_here()
    assert deck is not None
    assert 0 in {card.cost for card in deck.cards}
    session = KINDS["fuji99"].session(
        players=2, seed="1", rulings=KINDS["fuji99"].adopted, variants={}, seats=["heuristic"] * 2
    )
    view = session.view_for(Seat(0))
    free = next(number for number, card in enumerate(deck.cards) if not card.cost)
    first = msgspec.structs.replace(view.players[0], hand=(Held(free),))
    view = msgspec.structs.replace(view, players=(first, *view.players[1:]))
    assert Fuji99Bot()._worth(view, Seat(0), PlaceCubes(counts=(1,))) == 1.0
