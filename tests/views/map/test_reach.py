"""What the map offers is what the engine takes, at the least price; and of every other space it says why not."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.game import ChoosePlace, Halt, LayDown, Move, Walk
from fujikoro_nb.engine.fujikoro.asked.group import MoveFirst
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES, SpaceId, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_move
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import walk_cost
from fujikoro_nb.engine.kernel import CHANCE, Seat
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, has, refusal_sentence
from fujikoro_nb.views.map.reach import _ON_SPACE, reach_of, why_not
from tests.support.fights import dragon
from tests.support.game_positions import WEAK, realm
from tests.support.gear_positions import board
from tests.support.sampling import examples
from tests.views.map.test_picture import at, moments

PLAIN = "......."


def walking(state: GameState) -> GameState | None:
    """The state with whoever is asked on a move: the pending one, or a planned one."""
    asked = GAME.question(state)
    if asked is None or asked.seat == CHANCE or asked.kind not in ("walk", "act"):
        return None
    return state if asked.kind == "walk" else begin_move(state, asked.seat)


@settings(max_examples=examples(80), deadline=None)
@given(moments)
def test_offers_are_the_engines_walks_each_at_its_least_price(moment: tuple[int, int]) -> None:
    state = at(moment)
    moving = walking(state)
    if moving is None:
        return
    here = moving.agenda[-1]
    assert isinstance(here, Move)
    every: dict[SpaceId, list[tuple[int, int]]] = {}
    for answer in GAME.options(moving):
        if isinstance(answer, Walk) and answer.path[-1] != here.path[-1]:
            price = (walk_cost(moving, here, answer.path), len(answer.path))
            every.setdefault(answer.path[-1], []).append(price)
    reach = reach_of(state)
    if reach.kind == "":  # no move can be begun
        assert state is not moving
        return
    assert {offer.space: (offer.cost, offer.steps) for offer in reach.offers} == {
        name: min(prices) for name, prices in every.items()
    }
    for offer in reach.offers:
        assert GAME.check(moving, offer.answer) is None
        assert offer.answer == Walk(offer.path[1:])
        assert offer.path[0] == here.path[-1]


@settings(max_examples=examples(60), deadline=None)
@given(moments, st.sampled_from([one.id for one in SPACES]))
def test_every_space_is_offered_or_refused_by_a_rule_with_a_sentence(
    moment: tuple[int, int], name: SpaceId
) -> None:
    state = at(moment)
    reach = reach_of(state)
    if reach.kind not in ("walk", "plan") or reach.at(name) is not None:
        return
    refusal = why_not(state, reach.kind, name)
    moving = walking(state)
    assert moving is not None
    move = moving.agenda[-1]
    assert isinstance(move, Move)
    assert (refusal is None) == (name == move.path[-1])
    if refusal is not None:
        assert has_rule(refusal.rule)
        assert refusal_sentence(refusal)


@settings(max_examples=examples(60), deadline=None)
@given(moments)
def test_nobody_else_may_point(moment: tuple[int, int]) -> None:
    state = at(moment)
    asked = GAME.question(state)
    others = [Seat(seat) for seat in range(len(state.samurai)) if asked is None or seat != asked.seat]
    assert all(reach_of(state, seat).offers == () for seat in others)


@pytest.mark.rule("move.lava.cost")
def test_move_lava_cost_is_told_with_each_space() -> None:
    """Both ways from the central tile into I-1 are lava: five points for whatever lies behind."""
    game = realm(board(sandals="MM/M"), board(), tiles={"I-1": "....LL."}).play("move")
    prices = {offer.space: (offer.steps, offer.cost) for offer in reach_of(game.state).offers}
    assert prices == {"I-1.0": (2, 5), "I-1.3": (2, 5), "I-1.6": (2, 5), "I-1.1": (3, 5), "I-1.2": (3, 5)}


def test_a_firm_way_is_offered_before_a_shorter_one_through_lava() -> None:
    game = realm(board(sandals="MM/M"), board(), tiles={"I-1": "L......"}, at=("I-1.5",)).play("move")
    across = reach_of(game.state).at("I-1.2")
    assert across is not None
    assert (across.steps, across.cost) == (3, 0)


@pytest.mark.parametrize(
    ("goal", "rule"),
    [
        ("I-1.1", "map.capacity.two"),
        ("II-1.0", "move.revealed-only"),
        ("I-1.4", "move.end.not-lava"),
        ("II-4.2", "move.steps.base"),
        ("III-5.0", "move.revealed-only"),
    ],
)
def test_why_not_names_the_rule_that_a_player_would_meet(goal: str, rule: str) -> None:
    """Seat 0 stands on the central tile, shod for one lava space, before I-1 whose near half is lava."""
    game = realm(
        board(sandals="MM/M"),
        board(),
        board(),
        tiles={"I-1": "L..LLLL", "I-2": PLAIN, "II-4": PLAIN},
        at=("centre", "I-1.1", "I-1.1"),
    ).play("move")
    state = game.state
    assert reach_of(state).at(goal) is None
    refusal = why_not(state, "walk", SpaceId(goal))
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("move.lava.affordable")
def test_move_lava_affordable_is_the_reason_behind_two_lava_spaces() -> None:
    game = realm(board(sandals="MM/M"), board(), tiles={"I-1": "L.LLLLL"}).play("move")
    assert reach_of(game.state).offers == ()
    refusal = why_not(game.state, "walk", SpaceId("I-1.1"))
    assert refusal is not None
    assert (refusal.rule, dict(refusal.data)["damage"]) == ("move.lava.affordable", 10)


def test_a_plan_shows_where_a_move_could_go_before_it_is_begun() -> None:
    game = realm(tiles={"I-1": PLAIN})
    planned = reach_of(game.state)
    assert planned.kind == "plan"
    begun = reach_of(game.play("move").state)
    assert begun.kind == "walk"
    assert planned.offers == begun.offers
    assert {offer.space for offer in begun.offers} == {f"I-1.{number}" for number in (0, 3, 4, 5, 6)}


def test_a_place_to_explore_is_offered_with_all_its_spaces() -> None:
    game = realm(tiles={"I-1": PLAIN}, at=("I-1.1",)).play("explore")
    reach = reach_of(game.state)
    places = {answer.place for answer in game.options if isinstance(answer, ChoosePlace)}
    assert reach.kind == "place"
    assert {offer.space for offer in reach.offers} == {one.id for name in places for one in spaces_of(name)}
    for offer in reach.offers:
        assert offer.answer == ChoosePlace(space(offer.space).place)
    refusal = why_not(game.state, "place", space("III-5.0").id)
    assert refusal is not None
    assert refusal.rule == "explore.where"


def test_a_dragons_space_is_reached_and_nothing_behind_it() -> None:
    game = realm(tiles={"I-1": "D......"}, dragons={"I-1": WEAK}).play("move")
    reach = reach_of(game.state)
    on_tile = [offer for offer in reach.offers if space(offer.space).place == "I-1"]
    assert on_tile
    assert all(offer.steps == 1 for offer in on_tile)
    refusal = why_not(game.state, "walk", SpaceId("I-1.1"))
    assert refusal is not None
    assert refusal.rule in ("move.dragon.stop", "move.steps.sandals")


@pytest.mark.rule("duel.defeat.where")
def test_where_the_loser_lies_is_pointed_at() -> None:
    """The answers of this question are spaces; the map offers exactly those."""
    seats = (board(weapon="WWM"), board())
    game = realm(*seats, tiles={"I-1": ".L....."}, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    reach = reach_of(game.state)
    assert reach.kind == "lay"
    assert {offer.space for offer in reach.offers} == {"I-1.0", "I-1.3", "I-1.5", "centre"}
    assert all(offer.answer == LayDown(offer.space) for offer in reach.offers)
    refusal = why_not(game.state, "lay", SpaceId("I-1.1"))
    assert refusal is not None
    assert refusal.rule == "duel.defeat.where"


@settings(max_examples=examples(150), deadline=None)
@given(moments)
def test_whatever_is_asked_every_offer_is_an_answer_and_has_its_words(moment: tuple[int, int]) -> None:
    state = at(moment)
    reach = reach_of(state)
    if reach.kind in ("", "plan"):
        return
    for offer in reach.offers:
        assert GAME.check(state, offer.answer) is None
    for language in LANGUAGES:
        assert has(f"map-game.where-{reach.kind}", language=language)
        assert has(f"map-game.go-{reach.kind}", language=language)


def test_which_dragon_walks_first_is_pointed_at() -> None:
    """All spaces of a dragon's tile stand for it; any other space is no answer, and one that sleeps does not walk."""
    tiles = dict.fromkeys(("I-1", "I-2", "I-3", "I-4"), PLAIN)
    beasts = {name: dragon("9/6/3", name=name) for name in ("I-1", "I-3", "I-4")}
    game = realm(
        tiles=tiles, at=("I-2.0",), dragons=beasts, tokens={"I-4": "asleep"}, mode=COOP, round_number=4
    )
    reach = reach_of(game.state, Seat(0))
    assert reach.kind == game.asked == "dragon-order"
    assert {offer.space: offer.answer for offer in reach.offers} == {
        one.id: MoveFirst(name) for name in ("I-1", "I-3") for one in spaces_of(place(name).id)
    }
    assert why_not(game.state, reach.kind, SpaceId("I-2.0")) is None
    refusal = why_not(game.state, reach.kind, SpaceId("I-4.0"))
    assert refusal is not None
    assert refusal.rule == "coop.dragon.order-by-players"


def test_every_question_of_the_map_has_a_head_and_a_button() -> None:
    for kind in (*_ON_SPACE, "dragon-order", "plan"):
        assert has(f"map-game.where-{kind}")
        assert has(f"map-game.go-{kind}")


def test_a_question_that_no_space_answers_offers_nothing() -> None:
    game = realm(tiles={"I-1": PLAIN}, at=("I-1.1",)).play("move")
    over = msgspec.structs.replace(game.state, agenda=game.state.agenda[:1])
    assert reach_of(over).offers == ()
    assert why_not(over, "", SpaceId("centre")) is None
    assert Halt() in list(game.options)
