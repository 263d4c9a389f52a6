"""Answers in a fight by what they are worth: the win, and to stand at the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fujikoro_nb.bots import new_session
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.aims import DECIDED, aim_of
from fujikoro_nb.bots.together.worth import GROUP, LAST_LIFE, LIFE
from fujikoro_nb.bots.worth import AWAKE, MONK
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import Retreat, Stay
from fujikoro_nb.engine.fujikoro.board.party import LOST_LIFE
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Seat, Session
from fujikoro_nb.odds import Foe, Samurai, solve
from fujikoro_nb.puzzles.legal.position import Position, asked
from fujikoro_nb.review.decisions import Decision, all_looked_again, costliest, first_look, judged_moments
from fujikoro_nb.review.fights import Odds, odds_of
from fujikoro_nb.review.moments import moments_of
from fujikoro_nb.review.values import Effort
from fujikoro_nb.texts import LANGUAGES, decimal, say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.game_review import cost_said
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board

ME = Seat(0)
GREEN = 7
"""Points for a green dragon."""
MISS = "roll W 0 0 0 0"


def before_slipping(health: int, *played: str) -> Any:
    """One who may leave after any roll, before a green dragon with so much health that has just missed."""
    raw = {
        "game": {
            "seats": [{"character": "daisuke", "played": True, "weapon": "WWM"}, {"at": "temple-1"}],
            "tiles": {"I-1": "D......"},
            "dragons": {"I-1": f"green {health}/9/3"},
            "rulings": {"char.daisuke.retreat-any-roll": "any-roll"},
        },
        "before": ["move", "walk I-1.4", "roll T 0 0 0", *played],
    }
    state, question = asked(msgspec.convert(raw, Position))
    assert question.kind == "slip-away"
    return msgspec.structs.replace(state, dice=house_pack().dice)


def odds(state: Any, answer: Answer) -> Odds:
    found = odds_of(state, GAME.question(state), answer)  # type: ignore[arg-type]
    assert found is not None
    return found


def told(state: Any, answer: Answer) -> tuple[Decision, ...]:
    session: Any = Session(GAME, state)
    session.play(answer)
    moments, effort = moments_of(session, ME), Effort(2)
    weighed = [
        first_look(moments, one, effort, map, HeuristicBot()) for one in judged_moments(moments, ME)[:1]
    ]
    return costliest(all_looked_again(weighed, effort, map, lambda _: None))


def test_a_wise_retreat_is_no_mistake() -> None:
    """Whoever stays whatever comes wins 15 of 10000 fights, not even two hundredths of a point, and mostly falls."""
    state = before_slipping(5)
    faces = {die.material: die for die in state.dice}
    stays = Samurai.of(state.boards[0], rulings=state.rulings).staying
    most = solve(stays, Foe(5, 9, 3, GREEN), faces, first="samurai")
    assert GREEN * float(most.win) < 0.02 < AWAKE * float(most.knocked_out)
    assert told(state, Retreat()) == ()
    assert (odds(state, Retreat()).better, odds(state, Retreat()).cost) == (Retreat(), 0.0)
    assert odds(state, Stay()).cost == 0.0  # there is still the own roll to leave after


def test_to_stay_before_what_cannot_be_borne_is_a_mistake() -> None:
    """After the own roll the dragon is next: its three dice have to miss, as nothing absorbs."""
    state = before_slipping(9, "stay", "attack left WWM", "roll W 0 0, M 0")
    teeth = next(die for die in state.dice if die.material == "T")
    spared = (sum(face.hits == 0 for face in teeth.faces) / 6) ** 3
    (only,) = told(state, Stay())
    assert only.better[0].answer == Retreat()
    assert only.odds is not None
    assert (only.odds.best, only.odds.best_stands) == (0.0, 1.0)
    assert only.odds.given_stands == pytest.approx(spared)
    assert only.cost == pytest.approx(AWAKE * (1 - spared), abs=0.005)
    assert only.low == only.high == only.cost
    assert only.reason.key == "fight-stands" or only.odds.given == 0
    assert told(state, Retreat()) == ()


def test_a_retreat_from_a_fight_worth_its_risk_is_a_mistake() -> None:
    """Four of nine are won by an attack of two wood and a metal; whoever misses may still leave."""
    state = before_slipping(3)
    (only,) = told(state, Retreat())
    assert only.better[0].answer == Stay()
    assert only.odds is not None
    assert only.cost == pytest.approx(GREEN * 4 / 9, abs=0.005)
    assert odds(state, Stay()).cost == 0.0


def fighting(score: int) -> Realm:
    """One with three wood and nothing on its head, before a monk that has just missed it."""
    game = realm(
        board(weapon="WWW", helmet=""),
        board(),
        scenario=4,
        tiles={"I-1": "......."},
        scene={"monks": ("I-1.4",)},
        at=("centre",),
        scores=(score, 9),
    )
    return game.play("move", "walk I-1.4", MISS)


def test_a_monk_is_worth_what_he_brings_and_what_he_takes() -> None:
    """He comes along with who beats him, and takes five points, or what there is, from whoever he knocks out."""
    rich, poor, bare = (fighting(score).state for score in (12, 3, 0))
    question = GAME.question(rich)
    assert question is not None
    answers = list(GAME.options(rich))
    worst = max(answers, key=lambda one: odds(rich, one).cost)
    found = [odds(state, worst) for state in (rich, poor, bare)]
    assert len({(one.given_stands, one.best_stands, one.given, one.best) for one in found}) == 1
    apart = found[0].best_stands - found[0].given_stands
    assert apart > 0.1
    won = MONK["action"] * (found[0].best - found[0].given)
    assert won > 0.01
    costs = [one.cost for one in found]
    expected = [(AWAKE + taken) * apart + won for taken in (5, 3, 0)]
    assert costs == pytest.approx(expected, abs=0.002)


def test_a_fall_costs_a_group_what_its_positions_are_worth_less() -> None:
    """coop.lives.knockout-costs-life: a life, or the last one and the game with it; a fight is judged by the same."""
    state = new_session(players=2, seed="stake", mode="coop").state
    assert state.party is not None
    for lives, outcome in (((2, 2), ""), ((1, 2), LOST_LIFE)):
        party = msgspec.structs.replace(state.party, lives=lives)
        before, after = (state.with_party(one) for one in (party, party.with_life_lost(ME)))
        assert after.party is not None
        assert after.party.outcome == outcome
        less = GROUP.position(before, ME) - GROUP.position(after, ME)
        assert aim_of(before).standing(before, ME) == pytest.approx(less + DECIDED * bool(outcome))
    assert aim_of(fighting(0).state).standing(fighting(0).state, ME) == AWAKE


def test_in_a_group_a_fight_is_judged_by_the_life_at_stake() -> None:
    """The same answer to the same dragon, with another life and with the last one: chances alike, and another stake."""
    found = []
    for lives in ((2, 2), (1, 2)):
        game = realm(
            board(weapon="WWW", helmet="W"),
            board(),
            mode=COOP,
            lives=lives,
            tiles={"I-1": "D......"},
            dragons={"I-1": dragon("3/2/2")},
            at=("centre", "temple-1"),
        ).play("move", "walk I-1.4", "keep")
        found.append(odds(game.state, game.meant("attack left -")))
    one, last = found
    assert (one.given_stands, one.best_stands, one.best) == (last.given_stands, last.best_stands, last.best)
    apart = one.best_stands - one.given_stands
    assert apart > 0.5
    assert last.cost - one.cost == pytest.approx((LAST_LIFE + DECIDED - LIFE) * apart, abs=0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_what_it_was_about(language: str) -> None:
    """The win, or to stand."""
    words = Words(["Aki"], lambda key, **values: say(key, language=language, **values), language, ())
    (only,) = told(before_slipping(3), Retreat())
    for of, key, numbers in (
        (Odds(0.2, 0.5, 0.6, 0.6, Stay(), (Stay(),), 2.1), "cost-odds", {"best": 50, "given": 20}),
        (
            Odds(0.25, 0.125, 0.375, 1.0, Retreat(), (Retreat(),), 1.4),
            "cost-odds-stands",
            {"best": 12.5, "stands": 100.0, "given": 25.0, "stood": 37.5},
        ),
    ):
        known = {name: decimal(n, 1, words.say) if isinstance(n, float) else n for name, n in numbers.items()}
        said = cost_said(msgspec.structs.replace(only, odds=of), "points", words)
        assert said == say(f"review.{key}", language=language, **known)
