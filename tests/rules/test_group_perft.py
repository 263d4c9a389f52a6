"""Every course of a dragons' step, of an exchange and of a share of teeth, counted by hand and by walking."""

from __future__ import annotations

from math import comb, factorial, prod

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import ShareTeeth
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, push
from tests.oracles.dragon_steps import legal_moves
from tests.support.fights import dragon
from tests.support.gear_positions import board
from tests.support.groups import group

RING = {f"I-{number}": "......." for number in range(1, 7)}


def courses(state: GameState, *, wanted: tuple[str, ...]) -> int:
    """How many different ways lead through questions of these kinds."""
    question = GAME.question(state)
    if question is None or question.kind not in wanted:
        return 1
    return sum(courses(GAME.step(state, answer).state, wanted=wanted) for answer in GAME.options(state))


STEP = ("dragon-order", "dragon-target", "dragon-step")


@pytest.mark.rule("coop.dragon.order-by-players", "coop.dragon.equal-steps-choice")
def test_orders_times_steps() -> None:
    """The only samurai is beside I-4, dragons lie on I-1 and I-2.

    The one on I-1 first: I-2 is taken, so it goes to I-6, the other one to I-3: 1 course. The other one first: it goes
    to I-3, and then I-2 and I-6 are both nearer: 2 courses.
    """
    game = group(
        tiles={**RING, "II-8": "......."},
        at=("II-8.0", "centre"),
        dragons={"I-1": dragon("9/9/3", name="a"), "I-2": dragon("9/9/3", name="b")},
    )
    assert game.asked == "dragon-order"
    assert courses(game.state, wanted=STEP) == 3


@pytest.mark.rule("coop.dragon.tie-choice")
def test_ties_times_steps() -> None:
    """Samurai on I-3 and I-5, two tiles from I-1: each by one tile, I-2 or I-6; one on I-4 by two."""
    scene = {"tiles": RING, "dragons": {"I-1": dragon("9/9/3")}}
    tied = group(at=("I-3.0", "I-5.0"), **scene)  # type: ignore[arg-type]
    assert courses(tied.state, wanted=STEP) == 2
    one = group(at=("I-4.0", "centre"), **scene)  # type: ignore[arg-type]
    assert courses(one.state, wanted=STEP) == 2
    three = group(players=3, at=("I-3.0", "I-5.0", "centre"), **scene)  # type: ignore[arg-type]
    assert courses(three.state, wanted=STEP) == 2


@pytest.mark.rule("coop.dragon.order-by-players", "coop.dragon.tie-choice", "coop.dragon.equal-steps-choice")
def test_orders_times_ties_times_steps() -> None:
    """On the whole mountain three dragons that are in nobody's way: in any of 3! orders, each with its own ways.

    II-2 is two tiles from III-1, by III-2 or II-1. III-11 is three from both: to III-1 by II-11 or III-12, to II-8 by
    II-10 alone. II-5 is three from II-8, by II-6 or I-3. So 6 x 2 x 3 x 2; the naive reference has the same ways.
    """
    mountain = [one.id for one in PLACES if one.kind == PlaceKind.VOLCANO]
    lairs, ways = ("II-2", "III-11", "II-5"), (2, 3, 2)
    samurai = [PlaceId("II-8"), PlaceId("III-1")]
    game = group(
        tiles=dict.fromkeys(mountain, "......."),  # type: ignore[arg-type]
        at=tuple(f"{one}.0" for one in samurai),
        dragons={at: dragon("9/9/3", name=at) for at in lairs},
    )
    naive = [legal_moves(mountain, [PlaceId(at) for at in lairs], samurai, PlaceId(at)) for at in lairs]
    assert tuple(map(len, naive)) == ways
    assert courses(game.state, wanted=STEP) == factorial(3) * prod(ways) == 72


@pytest.mark.rule("coop.combat.teeth-from-dice-shared")
@pytest.mark.parametrize(("teeth", "seats"), [(1, 6), (3, 4), (5, 2), (4, 3), (2, 6)])
def test_shares_in_closed_form(teeth: int, seats: int) -> None:
    """With room for all of them: as many as ways to put so many stones into so many bowls."""
    state = group(*(board(),) * seats).state
    shared = push(state, ShareTeeth(tuple(map(Seat, range(seats))), teeth, "coop.combat.teeth-for-victory"))
    assert courses(shared, wanted=("share-teeth",)) == comb(teeth + seats - 1, seats - 1)


@pytest.mark.rule("coop.trade.same-space")
def test_courses_of_an_exchange() -> None:
    """A wood or a monk as a gift, each accepted or not; one who is asked for an offer may also give nothing.

    After the invitation: nothing; or its one wood, accepted or not: 3 courses.
    """
    game = group(board(lower="W", discs=("monk",)), board(lower="W"), at=("temple-1", "temple-1"))
    offers = [answer for answer in game.options if GAME.to_text(answer).startswith("offer")]
    assert [GAME.to_text(answer) for answer in offers] == ["offer 1 W for -", "offer 1 -;monk for -"]
    each = [courses(GAME.step(game.state, answer).state, wanted=("agree",)) for answer in offers]
    assert each == [2, 2]
    heard = GAME.step(game.state, GAME.from_text("hear 1")).state
    assert courses(heard, wanted=("offer", "agree")) == 3


@pytest.mark.rule("coop.combat.teeth-from-dice-shared", "coop.combat.teeth-need-space")
def test_courses_of_a_share() -> None:
    """Three teeth: two with room 4 ways, three with room 10; where one has room for a single tooth, 2 ways."""
    for boards, ways in (
        ((board(), board()), 4),
        ((board(), board(), board()), 10),
        ((board(), board(discs=("scroll",) * 5)), 2),
        ((board(discs=("scroll",) * 6),) * 2, 1),
    ):
        state = group(*boards).state
        assert isinstance(state.agenda[-1], Turn)
        seats = tuple(map(Seat, range(len(boards))))
        shared = push(state, ShareTeeth(seats, 3, "coop.combat.teeth-for-victory"))
        assert courses(shared, wanted=("share-teeth",)) == ways
