"""Fuji 99: the box, the table and the cards, from the ledger's words."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from fujikoro_nb.engine.fuji_99.components import BOX, Cubes, Deck, check_deck, dots
from fujikoro_nb.engine.fuji_99.effects import WHEN
from fujikoro_nb.engine.fuji_99.game import GAME, floors, new_game, winners
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED
from fujikoro_nb.engine.fuji_99.setup import cubes_of
from fujikoro_nb.engine.fuji_99.state import Draw, Drawn, First
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Illegal, Seat, refuse
from tests.support.fuji_99 import DECK, asked, go, table, told

FOUR = ADOPTED.with_reading("fuji99.setup.bag-contents", "four")


def refused(**said: object) -> str:
    with pytest.raises(Illegal) as caught:
        new_game(DECK, **said)  # type: ignore[arg-type]
    return caught.value.refusals[0].rule


@pytest.mark.rule("fuji99.setup.player-count")
def test_two_to_four_play() -> None:
    assert [refused(players=n) for n in (-1, 0, 1, 5, 10**9)] == ["fuji99.setup.player-count"] * 5
    assert [len(new_game(DECK, players=n).players) for n in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.rule("fuji99.setup.components")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box_holds_a_hundred_cubes(players: int) -> None:
    state = new_game(DECK, players=players)
    assert cubes_of(state) == Cubes(64, 24, 12)
    assert cubes_of(state).number == 100


@pytest.mark.rule("fuji99.setup.colors")
def test_everybody_has_a_colour_of_its_own() -> None:
    assert refused(players=2, colours=("green", "green")) == "fuji99.setup.colors"
    assert refused(players=2, colours=("green", "red")) == "fuji99.setup.colors"
    assert refused(players=2, colours=("green",)) == "fuji99.setup.colors"
    state = new_game(DECK, players=4)
    assert [player.colour for player in state.players] == ["blue", "green", "purple", "orange"]


@pytest.mark.rule("fuji99.setup.start-space")
def test_everybody_begins_on_floor_nought() -> None:
    state = new_game(DECK, players=3)
    assert (floors(state), state.movement) == ((0, 0, 0), 0)
    state, _ = go(table(), Draw(5), Drawn((5, 0, 0)))
    assert state.movement == 5


@pytest.mark.rule("fuji99.setup.bag-contents")
def test_a_bag_begins_with_three_red_cubes_or_with_four() -> None:
    """Both readings; twelve red cubes are too few for four bags of four."""
    assert [player.bag for player in new_game(DECK, players=4).players] == [Cubes(6, 4, 3)] * 4
    four = new_game(DECK, players=3, rulings=FOUR)
    assert [player.bag for player in four.players] == [Cubes(6, 4, 4)] * 3
    assert cubes_of(four) == BOX
    with pytest.raises(Illegal) as caught:
        new_game(DECK, players=4, rulings=FOUR)
    assert caught.value.refusals == (refuse("fuji99.setup.bag-contents", "too-few", needed=16, there=12),)


@pytest.mark.rule("fuji99.setup.pagoda")
def test_the_pagoda_holds_what_is_in_no_bag() -> None:
    assert [new_game(DECK, players=n).pagoda for n in (2, 3, 4)] == [52, 46, 40]


@pytest.mark.rule("fuji99.setup.milestone-yellow")
def test_two_floors_hold_a_yellow_cube_for_everybody() -> None:
    assert [new_game(DECK, players=n).milestones for n in (2, 3, 4)] == [(2, 2), (3, 3), (4, 4)]


@pytest.mark.rule("fuji99.setup.unused-to-box")
def test_what_is_left_over_is_out_of_the_game() -> None:
    assert new_game(DECK, players=2).box == Cubes(0, 12, 6)
    assert new_game(DECK, players=4).box == Cubes(0, 0, 0)


@pytest.mark.rule("fuji99.setup.deck")
def test_there_are_22_cards_in_one_pile_and_none_in_a_hand() -> None:
    state = new_game(DECK, players=2)
    assert (sum(state.pile), sum(state.discard), [player.hand for player in state.players]) == (
        22,
        0,
        [(), ()],
    )
    short = msgspec.structs.replace(
        DECK, cards=(msgspec.structs.replace(DECK.cards[0], copies=5), *DECK.cards[1:])
    )
    assert check_deck(short, WHEN) == refuse("fuji99.setup.deck", cards=21, wanted=22)


@pytest.mark.rule("fuji99.setup.story-book")
def test_only_the_winner_is_told_of_its_book() -> None:
    assert refused(players=2, books=(4, 11)) == "fuji99.setup.story-book"
    assert refused(players=2, books=(0, 4)) == "fuji99.setup.story-book"
    same = new_game(DECK, players=2, books=(4, 4), first=0)
    assert [player.book for player in same.players] == [4, 4]
    _, events = go(table(floors=(95, 0)), Draw(5), Drawn((5, 0, 0)))
    assert told(events, "won") == [{"seat": 0, "book": 1}]


@pytest.mark.rule("fuji99.setup.first-player")
def test_chance_or_the_table_says_who_begins() -> None:
    state = GAME.start(new_game(DECK, players=3)).state
    options = GAME.options(state)
    assert asked(state).seat == CHANCE
    assert isinstance(options, ChanceOptions)
    assert [options.weight(First(Seat(seat))) for seat in range(4)] == [1, 1, 1, 0]
    assert asked(go(state, First(Seat(2)))[0]).seat == 2
    assert asked(GAME.start(new_game(DECK, players=3, first=1)).state).seat == 1
    assert refused(players=3, first=3) == "fuji99.setup.first-player"


@pytest.mark.rule("fuji99.act.blind-random")
def test_each_cube_is_as_likely_as_another() -> None:
    """45 of the 1287 draws of five hold all three red cubes."""
    state, _ = go(table(), Draw(5))
    options = GAME.options(state)
    assert isinstance(options, ChanceOptions)
    three = sum(options.weight(one) for one in options if isinstance(one, Drawn) and one.counts[2] == 3)
    assert Fraction(three, options.total) == Fraction(45, 1287)
    assert GAME.check(state, Drawn((7, -2, 0))) == refuse("fuji99.act.blind-random")


@pytest.mark.rule("fuji99.card.chosen-table")
def test_the_house_deck_is_the_ledgers_and_is_marked() -> None:
    """By value 6, 5, 4, 3, 2 and 2 cards; another deck has to share what is printed."""
    assert DECK.mark == "house"
    of_value = [sum(card.copies for card in DECK.cards if card.value == value) for value in range(1, 7)]
    assert of_value == [6, 5, 4, 3, 2, 2]
    assert check_deck(DECK, WHEN) is None

    def changed(**copies: int) -> Deck:
        cards = (
            msgspec.structs.replace(card, copies=copies.get(card.key, card.copies)) for card in DECK.cards
        )
        return msgspec.structs.replace(DECK, cards=tuple(cards))

    def reason(deck: Deck) -> str:
        refusal = check_deck(deck, WHEN)
        assert refusal is not None
        assert refusal.rule == "fuji99.card.chosen-table"
        return refusal.reason

    assert reason(changed(step3=5, tens=4)) == "ones"
    assert reason(changed(immediate=0, tens=4)) == "effects"
    assert reason(changed(facedown=2, tens=4)) == "copies"
    assert reason(changed(cont3=1, tens=4)) == "copies"
    dear = tuple(
        msgspec.structs.replace(card, value=4) if card.key == "cont3" else card for card in DECK.cards
    )
    assert reason(msgspec.structs.replace(DECK, cards=dear)) == "pair"
    with pytest.raises(Illegal):
        new_game(changed(step3=5, tens=4), players=2)


@pytest.mark.rule("fuji99.card.dots-equal-copies")
def test_dots_count_the_cards_of_a_value() -> None:
    shown = {card.key: dots(DECK, card) for card in DECK.cards}
    assert (shown["step3"], shown["facedown"], shown["unred"], shown["catch5"]) == (6, 5, 5, 2)


@pytest.mark.rule("fuji99.end.no-scoring")
def test_there_is_one_winner() -> None:
    state = table(3, floors=(94, 98, 98))
    assert winners(state) == ()
    assert winners(go(state, Draw(5), Drawn((5, 0, 0)))[0]) == (0,)
