"""Fuji 99: the steps of a turn, its end, and the end of the game, from the ledger's words."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.game import GAME, floors, is_whole
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED
from fujikoro_nb.engine.fuji_99.state import (
    ActAgain,
    Draw,
    Drawn,
    Found,
    NoMore,
    PlaceCubes,
    Step,
    Stop,
    Use,
)
from fujikoro_nb.engine.fuji_99.turn import danger, hand_value, numbers
from fujikoro_nb.engine.kernel import Seat, refuse
from tests.support.fuji_99 import DECK, EMPTY, asked, card, counts, go, table, told

FIVE_CLEAR = Drawn((5, 0, 0))
LANTERN, STEP3 = Found(DECK.at("lantern")), Found(DECK.at("step3"))


@pytest.mark.rule("fuji99.turn.sequence")
def test_a_turn_goes_through_its_steps_and_cannot_be_passed() -> None:
    assert asked(go(table(), Draw(5), FIVE_CLEAR)[0]).kind == "card"
    state = table()
    assert asked(state).kind == "act"
    for answer in (Stop(), NoMore(), ActAgain(), FIVE_CLEAR):
        assert GAME.check(state, answer) == refuse("fuji99.turn.sequence")
    kinds = []
    for answer in (Draw(5), Drawn((3, 2, 0)), STEP3, ActAgain(), Draw(5), Drawn((3, 2, 0)), NoMore(), STEP3):
        kinds.append(asked(state).kind)
        state, _ = go(state, answer)
    assert kinds == ["act", "draw", "card", "determination", "act", "draw", "effect", "card"]
    state, events = go(state, Stop())
    assert [one.kind for one in events] == ["laid", "stopped", "turn-over", "turn"]
    assert asked(state).seat == 1


@pytest.mark.rule("fuji99.turn.movement-token")
def test_the_token_begins_at_the_player_on_turn() -> None:
    state, _ = go(table(floors=(35, 17), sheet=Cubes(red=2)), Draw(5), Drawn((4, 0, 1)))
    assert (asked(state).seat, state.movement, floors(state)) == (1, 17, (35, 17))


@pytest.mark.rule("fuji99.act.choose-number")
def test_five_cubes_at_least_and_the_bag_at_most() -> None:
    state = table()
    assert [GAME.check(state, Draw(n)) is None for n in (-1, 0, 4, 5, 8, 13, 14)] == [
        False,
        False,
        False,
        True,
        True,
        True,
        False,
    ]
    assert GAME.check(state, Draw(4)) == refuse("fuji99.act.choose-number", number=4, fewest=5, most=13)
    assert [*GAME.options(state)] == [Draw(n) for n in range(5, 14)]


@pytest.mark.rule("fuji99.act.no-redraw")
def test_nothing_is_added_to_a_draw() -> None:
    state, _ = go(table(), Draw(5), FIVE_CLEAR)
    assert asked(state).kind == "card"
    state, _ = go(state, LANTERN)
    assert GAME.check(state, Draw(5)) == refuse("fuji99.turn.sequence")


@pytest.mark.rule("fuji99.act.bag-never-short")
def test_seven_cubes_are_there_at_worst_and_fewer_are_drawn_whole() -> None:
    assert [*numbers(table(bag=Cubes(6, 0, 1)), Seat(0))] == [5, 6, 7]
    assert [*numbers(table(bag=Cubes(4, 0, 0)), Seat(0))] == [4]


@pytest.mark.rule("fuji99.danger.count")
def test_danger_counts_the_draw_the_sheet_and_face_down_cards() -> None:
    state = table(step=Step.DRAW, sheet=Cubes(red=1), changes={0: {"facing": 1}}, drawn=Cubes(red=0))
    assert danger(state, Seat(0)) == 2
    state, events = go(table(sheet=Cubes(red=1), changes={0: {"facing": 1}}), Draw(5), Drawn((4, 0, 1)))
    assert told(events, "bust") == [{"seat": 0, "count": 3}]
    _, events = go(table(changes={0: {"facing": 1}}), Draw(5), Drawn((4, 0, 1)))
    assert told(events, "bust") == []


@pytest.mark.rule("fuji99.danger.three-red")
def test_three_end_the_turn_without_anything() -> None:
    state = table(floors=(12, 0), movement=25, sheet=Cubes(red=1), bag=Cubes(6, 4, 2))
    state, events = go(state, Draw(5), Drawn((2, 1, 2)))
    assert [one.kind for one in events] == ["drew", "bust", "turn-over", "turn"]
    assert (floors(state), asked(state).seat, sum(state.pile)) == ((12, 0), 1, 22)


@pytest.mark.rule("fuji99.danger.keeps-cards")
def test_a_bust_leaves_the_hand_as_it_is() -> None:
    state, _ = go(table(hands={0: [card("step3", 1)]}), Draw(5), Drawn((2, 0, 3)))
    assert state.players[0].hand == (card("step3", 1),)
    assert state.pagoda == 52


@pytest.mark.rule("fuji99.danger.immediate-face-down-three")
def test_three_face_down_cards_end_the_turn_after_the_draw() -> None:
    state = table(changes={0: {"facing": 3}}, discard=EMPTY)
    assert asked(state).kind == "act"
    state, events = go(state, Draw(5), FIVE_CLEAR)
    assert told(events, "bust") == [{"seat": 0, "count": 3}]
    assert state.discard == counts("facedown", "facedown", "facedown")


@pytest.mark.rule("fuji99.move.all-drawn-cubes")
def test_every_drawn_cube_is_a_floor() -> None:
    state, _ = go(table(floors=(10, 0), sheet=Cubes(red=1)), Draw(5), Drawn((3, 1, 1)))
    assert state.movement == 15


@pytest.mark.rule("fuji99.move.from-current")
def test_a_second_move_goes_on_from_the_token() -> None:
    state, _ = go(table(floors=(10, 0)), Draw(5), FIVE_CLEAR, LANTERN)
    assert state.movement == 15
    state, _ = go(state, ActAgain(), Draw(6), Drawn((6, 0, 0)))
    assert state.movement == 21


@pytest.mark.rule("fuji99.move.red-to-sheet")
def test_drawn_red_cubes_stay_on_the_sheet() -> None:
    state, _ = go(table(), Draw(5), Drawn((4, 0, 1)), LANTERN)
    assert state.sheet == Cubes(red=1)
    state, _ = go(state, ActAgain())
    assert state.players[0].bag == Cubes(6, 4, 2)


@pytest.mark.rule("fuji99.move.continuous-bonus")
def test_each_lasting_card_adds_three_floors() -> None:
    state, _ = go(table(hands={0: [card("cont3"), card("cont3")]}), Draw(5), FIVE_CLEAR)
    assert state.movement == 11


@pytest.mark.rule("fuji99.move.milestones")
@pytest.mark.parametrize(("start", "taken"), [(14, 0), (15, 1), (18, 1), (20, 0), (45, 1), (44, 0)])
def test_passing_or_reaching_a_milestone_brings_a_yellow_cube(start: int, taken: int) -> None:
    state, _ = go(table(floors=(start, 0)), Draw(5), FIVE_CLEAR)
    assert state.players[0].bag == Cubes(1, 4 + taken, 3)
    assert sum(state.milestones) == 4 - taken


@pytest.mark.rule("fuji99.move.milestone-kept-on-bust")
def test_a_milestone_is_kept_after_a_bust_and_not_taken_twice() -> None:
    """Edge case 8: token on 18, 23 safely, then a bust; the bag has 14 cubes, five of them yellow."""
    state, _ = go(table(floors=(18, 0)), Draw(5), FIVE_CLEAR, LANTERN, ActAgain(), Draw(5), Drawn((2, 0, 3)))
    assert (floors(state)[0], state.players[0].bag) == (18, Cubes(6, 5, 3))
    state, _ = go(state, Draw(5), Drawn((2, 0, 3)), Draw(5), FIVE_CLEAR)
    assert (state.movement, state.players[0].bag.yellow, state.milestones) == (23, 5, (1, 2))


@pytest.mark.rule("fuji99.effect.pay-yellow")
def test_a_use_is_paid_with_drawn_yellow_cubes() -> None:
    state, _ = go(table(hands={0: [card("step3"), card("tens")]}), Draw(5), Drawn((3, 2, 0)))
    assert [*GAME.options(state)] == [Use(0), Use(1), NoMore()]
    state, _ = go(state, Use(0))
    # The tens card costs two and one is left, so the step is over.
    assert (state.drawn.yellow, state.sheet.yellow, asked(state).kind) == (1, 1, "card")
    state, _ = go(state, STEP3, ActAgain())
    assert state.players[0].bag == Cubes(6, 3, 3)


@pytest.mark.rule("fuji99.effect.only-current-draw")
def test_yellow_cubes_of_an_earlier_act_do_not_pay() -> None:
    """Edge case 9."""
    state, _ = go(table(hands={0: [card("step3")]}), Draw(5), Drawn((3, 2, 0)), NoMore(), STEP3, ActAgain())
    state, _ = go(state, Draw(5), FIVE_CLEAR)
    assert asked(state).kind == "card"


@pytest.mark.rule("fuji99.effect.several-once-each")
def test_several_cards_can_be_used_each_once() -> None:
    state, _ = go(table(hands={0: [card("step3"), card("step3")]}), Draw(5), Drawn((3, 2, 0)), Use(0), Use(0))
    assert (state.movement, state.players[0].hand, state.discard) == (11, (), counts("step3", "step3"))
    state, _ = go(table(hands={0: [card("step3")]}), Draw(5), Drawn((3, 2, 0)), Use(0))
    assert (state.movement, asked(state).kind) == (8, "card")


@pytest.mark.rule("fuji99.effect.optional-use-mandatory-effect")
def test_a_use_may_be_left_or_has_to_be_made() -> None:
    """Both readings; a card without effect can be used to get rid of it."""
    hand = {0: [card("unred")]}
    state, _ = go(table(hands=hand), Draw(5), Drawn((4, 1, 0)))
    assert GAME.check(state, NoMore()) is None
    used, events = go(state, Use(0))
    assert (used.discard, told(events, "no-effect")) == (counts("unred"), [{"card": "unred"}])
    must = ADOPTED.with_reading("fuji99.effect.optional-use-mandatory-effect", "must")
    state, _ = go(table(hands=hand, rulings=must), Draw(5), Drawn((4, 1, 0)))
    assert GAME.check(state, NoMore()) == refuse("fuji99.effect.optional-use-mandatory-effect")
    assert [*GAME.options(state)] == [Use(0)]


@pytest.mark.rule("fuji99.effect.discard-and-free-cubes")
def test_cubes_on_a_used_card_go_into_the_bag() -> None:
    state = table(hands={0: [card("tens", 4)]}, bag=Cubes(6, 4, 3))
    state, _ = go(state, Draw(5), Drawn((3, 2, 0)), Use(0))
    assert (state.players[0].bag.clear, state.discard) == (3 + 4, counts("tens"))


@pytest.mark.rule("fuji99.effect.not-just-drawn")
def test_a_found_card_waits_for_the_next_act() -> None:
    state, _ = go(table(), Draw(5), Drawn((3, 2, 0)), STEP3)
    assert asked(state).kind == "determination"
    state, _ = go(state, ActAgain(), Draw(5), Drawn((3, 2, 0)))
    assert Use(0) in GAME.options(state)


@pytest.mark.rule("fuji99.discovery.draw-one")
def test_each_pass_brings_one_card_into_the_hand() -> None:
    state, events = go(table(), Draw(5), FIVE_CLEAR, LANTERN)
    assert (sum(state.pile), state.players[0].hand) == (21, (card("lantern"),))
    assert told(events, "found") == [{"seat": 0, "card": "lantern"}]
    assert GAME.check(go(table(pile=counts("tens")), Draw(5), FIVE_CLEAR)[0], LANTERN) == refuse(
        "fuji99.discovery.draw-one"
    )


@pytest.mark.rule("fuji99.discovery.reshuffle")
def test_an_empty_pile_is_the_shuffled_discard_pile() -> None:
    seven = counts("step3", "step3", "tens", "tens", "unred", "lantern", "catch")
    state, events = go(table(pile=EMPTY, discard=seven), Draw(5), FIVE_CLEAR, LANTERN)
    assert (sum(state.pile), sum(state.discard), told(events, "reshuffled")) == (6, 0, [{"cards": 7}])


@pytest.mark.rule("fuji99.discovery.nothing-left")
def test_without_any_card_the_step_is_skipped() -> None:
    state, events = go(table(pile=EMPTY, discard=EMPTY), Draw(5), FIVE_CLEAR)
    assert (asked(state).kind, state.players[0].hand) == ("determination", ())
    assert told(events, "none-left") == [{}]


@pytest.mark.rule("fuji99.crisis.seven")
def test_seven_in_hand_lose_the_turn_and_the_cards() -> None:
    state = table(hands={0: [card("tens", 2)]}, floors=(10, 0), pagoda=50)
    state, events = go(state, Draw(5), FIVE_CLEAR, LANTERN)
    assert told(events, "crisis") == [{"seat": 0, "value": 7}]
    assert (state.players[0].hand, state.pagoda, floors(state)) == ((), 52, (10, 0))
    assert (state.discard, asked(state).seat) == (counts("tens", "lantern"), 1)
    state, events = go(table(hands={0: [card("cont3")]}), Draw(5), FIVE_CLEAR, LANTERN)
    assert (told(events, "crisis"), asked(state).kind) == ([], "determination")


@pytest.mark.rule("fuji99.crisis.only-at-this-step")
def test_a_hand_of_more_is_harmless_until_then() -> None:
    """Edge case 11: eight in hand, a card of three is used, one of value one is found: six."""
    hand = {0: [card("lantern"), card("catch")]}
    state, _ = go(table(hands=hand), Draw(5), Drawn((4, 1, 0)))
    assert asked(state).kind == "effect"
    state, _ = go(state, Use(0), STEP3)
    assert (hand_value(state, Seat(0)), asked(state).kind) == (6, "determination")
    state, events = go(table(hands=hand), Draw(5), Drawn((4, 1, 0)), Use(0), Found(DECK.at("unred")))
    assert told(events, "crisis") == [{"seat": 0, "value": 7}]


@pytest.mark.rule("fuji99.crisis.continuous-card-counts")
def test_the_lasting_card_counts_and_face_down_cards_do_not() -> None:
    state = table(hands={0: [card("cont3"), card("step3")]}, changes={0: {"facing": 1, "waiting": 1}})
    assert hand_value(state, Seat(0)) == 4


@pytest.mark.rule("fuji99.determination.choice")
def test_who_is_safe_acts_again_or_stops() -> None:
    state, _ = go(table(), Draw(5), FIVE_CLEAR, LANTERN)
    assert [*GAME.options(state)] == [ActAgain(), Stop()]


@pytest.mark.rule("fuji99.determination.act-again")
def test_acting_again_puts_back_what_is_not_on_the_sheet_or_a_card() -> None:
    state = table(hands={0: [card("step3"), card("unred", 1)]}, bag=Cubes(5, 4, 3))
    state, _ = go(state, Draw(5), Drawn((3, 1, 1)), Use(0), STEP3, ActAgain())
    assert (state.players[0].bag, state.sheet, state.drawn) == (Cubes(5, 3, 2), Cubes(0, 1, 1), Cubes())
    assert state.players[0].hand[0].cubes == 1


@pytest.mark.rule("fuji99.determination.place-transparent")
def test_stopping_lays_cubes_on_the_cards() -> None:
    hand = {0: [card("tens", 2), card("step3")]}
    state, events = go(table(hands=hand, pagoda=40, pile=counts("step3")), Draw(5), FIVE_CLEAR, STEP3, Stop())
    assert state.players[0].hand == (card("tens", 4), card("step3", 1), card("step3", 1))
    assert (state.pagoda, told(events, "laid")) == (36, [{"seat": 0, "cubes": 4}])


@pytest.mark.rule("fuji99.determination.pagoda-short")
def test_the_last_cubes_of_the_pagoda_go_where_the_player_says() -> None:
    hand = {0: [card("tens")]}
    state, _ = go(table(hands=hand, pagoda=1), Draw(5), FIVE_CLEAR, STEP3, Stop())
    assert asked(state).kind == "pagoda"
    assert [*GAME.options(state)] == [PlaceCubes((1, 0)), PlaceCubes((0, 1))]
    for wrong in ((0, 0), (1, 1), (2, -1), (1,)):
        assert GAME.check(state, PlaceCubes(wrong)) == refuse("fuji99.determination.pagoda-short", cubes=1)
    state, _ = go(state, PlaceCubes((0, 1)))
    assert (state.players[0].hand, state.pagoda) == ((card("tens"), card("step3", 1)), 0)
    state, _ = go(table(hands=hand, pagoda=0), Draw(5), FIVE_CLEAR, STEP3, Stop())
    assert (asked(state).seat, state.pagoda) == (1, 0)


@pytest.mark.rule("fuji99.determination.partial-fill")
def test_a_card_takes_what_is_left() -> None:
    state = table(pagoda=1, pile=counts("tens"))
    state, _ = go(state, Draw(5), FIVE_CLEAR, Found(DECK.at("tens")), Stop())
    assert GAME.check(state, PlaceCubes((1,))) is None
    assert go(state, PlaceCubes((1,)))[0].players[0].hand == (card("tens", 1),)


@pytest.mark.rule("fuji99.determination.move-player-token")
def test_only_stopping_moves_the_players_token() -> None:
    state, _ = go(table(floors=(10, 0), movement=21), Draw(5), FIVE_CLEAR, LANTERN)
    assert floors(state) == (10, 0)
    assert floors(go(state, Stop())[0]) == (26, 0)


@pytest.mark.rule("fuji99.endturn.cubes-return")
def test_however_a_turn_ends_the_bag_is_whole_again() -> None:
    hand = {0: [card("tens", 1)]}
    state = table(hands=hand, bag=Cubes(5, 4, 3))
    state, _ = go(state, Draw(7), Drawn((3, 2, 2)), Use(0), STEP3, ActAgain(), Draw(5), Drawn((4, 0, 1)))
    assert (asked(state).seat, state.players[0].bag) == (1, Cubes(6, 4, 3))
    state, _ = go(table(), Draw(6), Drawn((3, 2, 1)), LANTERN, Stop())
    assert (state.players[0].bag, state.sheet, state.drawn) == (Cubes(6, 4, 3), Cubes(), Cubes())
    assert is_whole(state)


@pytest.mark.rule("fuji99.endturn.pass-clockwise")
def test_the_turn_passes_clockwise() -> None:
    assert [asked(go(table(3, seat=seat), Draw(5), Drawn((2, 0, 3)))[0]).seat for seat in (0, 1, 2)] == [
        1,
        2,
        0,
    ]


@pytest.mark.rule("fuji99.end.reach-ninety-nine")
def test_the_goal_wins_at_once() -> None:
    """Edge case 7: two red cubes and the goal, no card is drawn."""
    state, events = go(table(floors=(97, 0)), Draw(5), Drawn((2, 1, 2)))
    assert (GAME.question(state), state.winner, state.movement, sum(state.pile)) == (None, 0, 99, 22)
    assert [one.kind for one in events] == ["drew", "moved", "won"]
    assert GAME.check(state, Stop()) == refuse("fuji99.turn.sequence", "nothing-asked")
    assert go(table(floors=(93, 0)), Draw(5), FIVE_CLEAR)[0].winner is None


@pytest.mark.rule("fuji99.end.overshoot")
def test_steps_beyond_the_goal_are_lost() -> None:
    state, _ = go(table(floors=(95, 0)), Draw(8), Drawn((5, 2, 1)))
    assert (state.movement, floors(state), state.winner) == (99, (99, 0), 0)


@pytest.mark.rule("fuji99.end.danger-before-move")
def test_a_bust_on_the_way_to_the_goal_does_not_win() -> None:
    """Edge case 7."""
    state, _ = go(table(floors=(97, 0)), Draw(5), Drawn((2, 0, 3)))
    assert (state.winner, floors(state), asked(state).seat) == (None, (97, 0), 1)


@pytest.mark.rule("fuji99.component.movement-name")
def test_one_marker_shows_where_the_turn_stands() -> None:
    state, _ = go(table(floors=(10, 40)), Draw(5), FIVE_CLEAR)
    assert (state.movement, [player.floor for player in state.players]) == (15, [10, 40])


@pytest.mark.rule("fuji99.move.sharing-floor")
def test_tokens_may_share_a_floor() -> None:
    state, _ = go(table(floors=(21, 26)), Draw(5), FIVE_CLEAR, LANTERN, Stop())
    assert floors(state) == (26, 26)
