"""Fuji 99: what the nine kinds of cards do, from the ledger's words."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.effects import one_above, positions
from fujikoro_nb.engine.fuji_99.game import GAME
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Drawn, Found, Fuji99, Held, Step, Stop, Use
from fujikoro_nb.engine.kernel import NOBODY, Event, Seat
from tests.support.fuji_99 import DECK, EMPTY, asked, card, counts, go, table, told

USUAL = Cubes(2, 3, 0)
IMMEDIATE = Found(DECK.at("immediate"))
STEP3, TENS = Found(DECK.at("step3")), Found(DECK.at("tens"))
FIVE_CLEAR = Drawn((5, 0, 0))


def used(
    key: str,
    movement: int,
    *others: int,
    drawn: Cubes = USUAL,
    rulings: Rulings = ADOPTED,
    hand: tuple[Held, ...] = (),
    red: int = 0,
) -> tuple[Fuji99, list[Event]]:
    """Seat 0 in its Effect step with the token here uses this card; the others stand there."""
    state = table(
        1 + len(others),
        step=Step.EFFECT,
        floors=(0, *others),
        movement=movement,
        hands={0: [card(key), *hand]},
        drawn=drawn,
        sheet=Cubes(red=red),
        rulings=rulings,
    )
    return go(state, Use(0))


@pytest.mark.rule("fuji99.move.milestone-by-effect")
def test_a_card_that_reaches_a_milestone_brings_its_cube() -> None:
    state, events = used("tens", 14, 0)
    assert (state.movement, state.players[0].bag.yellow, state.milestones) == (20, 5, (1, 2))
    assert told(events, "milestone") == [{"seat": 0, "floor": 20}]


@pytest.mark.rule("fuji99.rank.position")
def test_who_is_on_turn_stands_where_the_token_is() -> None:
    """Both readings; by the pawns, the gift asks where the player's own token stands."""
    state = table(3, floors=(10, 25, 20), movement=30)
    assert positions(state, Seat(0)) == (30, 25, 20)
    assert told(used("facedown", 30, 25, 20)[1], "gift") == [{"seat": 0}]
    pawns = ADOPTED.with_reading("fuji99.rank.position", "pawns")
    assert told(used("facedown", 30, 25, 20, rulings=pawns)[1], "gift") == [{"seat": 1}]


@pytest.mark.rule("fuji99.rank.one-above")
def test_one_above_is_the_nearest_strictly_ahead() -> None:
    assert one_above(table(4, floors=(0, 15, 22, 40), movement=15), Seat(0)) == 22
    assert one_above(table(4, floors=(0, 22, 22, 40), movement=15), Seat(0)) == 22
    assert one_above(table(3, floors=(0, 41, 22), movement=41), Seat(0)) is None


@pytest.mark.rule("fuji99.card.immediate-others-draw")
def test_everybody_else_draws_then_the_drawer_again() -> None:
    state, found = go(table(3), Draw(5), FIVE_CLEAR, IMMEDIATE)
    seats = []
    for answer in (STEP3, STEP3, TENS):
        seats.append(dict(asked(state).data).get("seat"))
        state, events = go(state, *([answer] if asked(state).kind == "card" else []))
        found += events
    assert seats == [1, 2, 0]
    events = found
    assert told(events, "found") == [
        {"seat": 0, "card": "immediate"},
        {"seat": 1, "card": "step3"},
        {"seat": 2, "card": "step3"},
        {"seat": 0, "card": "tens"},
    ]
    assert [player.hand for player in state.players] == [(card("tens"),), (card("step3"),), (card("step3"),)]
    assert (state.discard, asked(state).kind) == (counts("immediate"), "determination")


@pytest.mark.rule("fuji99.card.immediate-chain")
def test_a_second_immediate_card_waits_its_turn() -> None:
    """The oldest first; what is used up in the chain is not shuffled before its end."""
    pile = counts("immediate", "immediate", "immediate", *["step3"] * 6)
    state = table(3, pile=pile, discard=EMPTY)
    state, events = go(state, Draw(5), FIVE_CLEAR, IMMEDIATE, IMMEDIATE, IMMEDIATE, *[STEP3] * 6)
    assert [one["seat"] for one in told(events, "everybody")] == [0, 1, 2]
    # In the third round the pile ends before its owner can draw.
    assert [one["seat"] for one in told(events, "found")] == [0, 1, 2, 0, 2, 0, 1, 0, 1]
    state, events = go(table(3, pile=counts("immediate"), discard=EMPTY), Draw(5), FIVE_CLEAR, IMMEDIATE)
    assert told(events, "none-left") == [{}]
    assert state.discard == counts("immediate")


@pytest.mark.rule("fuji99.card.immediate-off-turn-no-crisis")
def test_cards_drawn_off_turn_cause_no_crisis_then() -> None:
    state = table(2, hands={1: [card("catch")]})
    state, events = go(state, Draw(5), FIVE_CLEAR, IMMEDIATE, TENS, STEP3)
    assert (state.players[1].hand, told(events, "crisis")) == ((card("catch"), card("tens")), [])
    assert asked(state) == asked(state)
    assert asked(state).seat == 0


@pytest.mark.rule("fuji99.card.catch-up")
def test_catching_up_reaches_the_next_ahead() -> None:
    assert used("catch", 15, 22, 40)[0].movement == 22


@pytest.mark.rule("fuji99.card.catch-up-first-no-effect")
def test_who_is_first_catches_nobody_up() -> None:
    """Edge case 10: the five steps are lost as well, and the card is discarded."""
    for key in ("catch", "catch5"):
        state, _ = used(key, 41, 22, 40)
        assert (state.movement, state.discard) == (41, counts(key))


@pytest.mark.rule("fuji99.card.catch-up-plus-five")
def test_catching_up_and_five_floors_more() -> None:
    assert used("catch5", 15, 22, 40)[0].movement == 27


@pytest.mark.rule("fuji99.card.catch-up-two-players")
def test_with_two_players_both_cards_are_ten_floors() -> None:
    """Edge case 10."""
    assert [used(key, at, 22)[0].movement for key in ("catch", "catch5") for at in (15, 41)] == [
        25,
        51,
        25,
        51,
    ]


@pytest.mark.rule("fuji99.card.return-red")
def test_one_red_cube_goes_back_but_no_face_down_card() -> None:
    state, _ = used("unred", 5, 0, red=2)
    assert (state.sheet.red, state.players[0].bag.red) == (1, 4)
    facing = table(
        step=Step.EFFECT, hands={0: [card("unred")]}, drawn=Cubes(yellow=1), changes={0: {"facing": 1}}
    )
    state, events = go(facing, Use(0))
    assert (state.players[0].facing, told(events, "no-effect")) == (1, [{"card": "unred"}])


@pytest.mark.rule("fuji99.card.next-ten")
def test_the_next_multiple_of_ten() -> None:
    """Both readings of what lies beyond 90."""
    assert [used("tens", at, 0)[0].movement for at in (14, 20, 89)] == [20, 30, 90]
    state, _ = used("tens", 93, 0)
    assert (state.movement, state.winner) == (99, 0)
    state, _ = used("tens", 90, 0, rulings=ADOPTED.with_reading("fuji99.card.next-ten", "no-effect"))
    assert (state.movement, state.winner, state.discard) == (90, None, counts("tens"))


@pytest.mark.rule("fuji99.card.face-down-gift")
def test_the_first_gets_the_card_and_counts_it_next_turn() -> None:
    """Edge case 12: token on 15, others on 40 and 22; two red cubes are then a bust."""
    state, events = used("facedown", 15, 40, 22)
    assert (told(events, "gift"), state.players[1].waiting, state.discard) == ([{"seat": 1}], 1, EMPTY)
    state, _ = go(state, STEP3, Stop())
    assert (asked(state).seat, state.players[1].facing) == (1, 1)
    state, events = go(state, Draw(5), Drawn((3, 0, 2)))
    assert told(events, "bust") == [{"seat": 1, "count": 3}]


@pytest.mark.rule("fuji99.card.face-down-tie")
def test_several_first_get_nothing() -> None:
    """Edge case 12."""
    state, events = used("facedown", 40, 40, 22)
    assert told(events, "nobody") == [{}]
    assert (state.discard, [player.waiting for player in state.players]) == (counts("facedown"), [0, 0, 0])


@pytest.mark.rule("fuji99.card.face-down-self")
def test_the_users_own_card_waits_for_its_next_turn() -> None:
    state, _ = used("facedown", 40, 15, 22, red=2)
    assert (state.players[0].waiting, state.players[0].facing) == (1, 0)
    state, events = go(state, STEP3, ActAgain(), Draw(5), FIVE_CLEAR)
    assert told(events, "bust") == []
    state, _ = go(state, STEP3, Stop(), Draw(5), Drawn((2, 0, 3)), Draw(5), Drawn((2, 0, 3)))
    assert (asked(state).seat, state.players[0].facing, state.players[0].waiting) == (0, 1, 0)


@pytest.mark.rule("fuji99.card.face-down-discard")
def test_the_face_down_card_is_discarded_after_that_turn() -> None:
    state = table(changes={0: {"facing": 1}}, discard=EMPTY)
    for answers in ((FIVE_CLEAR, STEP3, Stop()), (Drawn((3, 0, 2)),)):
        after, _ = go(state, Draw(5), *answers)
        assert (after.players[0].facing, after.discard) == (0, counts("facedown"))


@pytest.mark.rule("fuji99.card.continuous-three")
def test_using_the_lasting_card_only_gets_rid_of_it() -> None:
    state = table(step=Step.EFFECT, movement=8, hands={0: [card("cont3", 1)]}, drawn=Cubes(3, 1, 0))
    state, _ = go(state, Use(0))
    assert (state.movement, state.discard, state.players[0].bag.clear) == (8, counts("cont3"), 7)


@pytest.mark.rule("fuji99.card.transparent-step")
def test_as_many_floors_as_transparent_cubes_drawn() -> None:
    state, _ = used("lantern", 15, 0, drawn=Cubes(4, 2, 0), hand=(card("step3", 3),))
    assert state.movement == 19


@pytest.mark.rule("fuji99.card.step-three")
def test_three_floors() -> None:
    assert used("step3", 15, 0)[0].movement == 18


@pytest.mark.rule("fuji99.card.hand-public")
def test_everybody_sees_every_hand() -> None:
    state = table(hands={0: [card("step3", 2)], 1: [card("tens")]}, changes={1: {"waiting": 1}})
    for seat in (Seat(0), Seat(1), NOBODY):
        view = GAME.view_for(state, seat)
        assert [player.hand for player in view.players] == [(card("step3", 2),), (card("tens"),)]
        assert msgspec.json.encode(view) == msgspec.json.encode(state)
