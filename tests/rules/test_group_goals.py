"""What a group plays for, the way out, victory in the middle of anything, and defeat."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board
from tests.support.groups import goals_of, group, idle, kinds, lives_of, outcome_of, round_of, turn_over

EXIT = {"II-1": "...X..."}
OUT = "II-1.3"
PLANS = (blueprint(HELMET, "MM", "h"), blueprint(WEAPON, "WT", "w"), blueprint(SANDALS, "MM", "s"))
HELMET_ON, SANDALS_ON = board(helmet="MM+G"), board(sandals="MM+G")
WEAPON_ON = board(weapon="WT+G@1,1", blueprints=PLANS)
"""It holds the blueprints of all three."""
BARE = board(weapon="WW")


def last_one(*boards: Board, **more: object) -> Realm:
    """Seat 0 stands on the exit, all others have left; the legendary dragon is beaten."""
    seats = boards or (WEAPON_ON, HELMET_ON, SANDALS_ON)
    at = (OUT, *("" for _ in seats[1:]))
    known: dict[str, object] = {"tiles": EXIT, "at": at, "legend": True, "round_number": 15}
    return group(*seats, **{**known, **more})


# ---- the goals


@pytest.mark.rule("coop.end.win-immediately", "coop.goal.exit-any-round", "coop.goal.escape-at-turn-end")
def test_the_last_one_out_wins_for_all() -> None:
    """In round 15, long before the eruption: out, won, and nobody is asked anything more."""
    game = turn_over(last_one())
    assert (outcome_of(game), round_of(game), game.asked, game.state.agenda) == ("won", 15, None, ())
    assert kinds(game, "gets-out", "turn-over", "round-over", "group-wins") == [
        "gets-out",
        "turn-over",
        "round-over",
        "group-wins",
    ]


@pytest.mark.rule("coop.end.win-immediately")
def test_a_win_drops_what_is_open() -> None:
    """Every frame that was opened is over exactly once; the refusal says that the game is."""
    game = turn_over(last_one())
    assert len(game.happened("turn")) == len(game.happened("turn-over")) == 1
    assert len(game.happened("round-begins")) == len(game.happened("round-over")) == 1
    refusal = GAME.check(game.state, game.meant("halt"))
    assert refusal is not None and (refusal.rule, refusal.reason) == ("end.winner", "nothing-asked")


@pytest.mark.rule("coop.goal.legendary-defeated", "coop.goal.escape-after-legendary")
def test_first_the_dragon_then_the_exit() -> None:
    """The white dragon lives: whoever ends a turn on the exit stays, and no event tells of an escape."""
    game = turn_over(last_one(legend=False))
    assert (game.at(), outcome_of(game), game.happened("gets-out")) == (OUT, "", [])
    assert goals_of(game)["legend"] is False
    any_order = adopted_but("coop.goal.escape-after-legendary", "any-order")
    game = turn_over(last_one(legend=False, rulings=any_order))
    assert (game.at(), outcome_of(game)) == ("", "lost-time"), "out, but never won"


@pytest.mark.rule("coop.goal.legendary-defeated", "coop.dragon.token-gone-on-defeat")
def test_beating_the_white_dragon_opens_the_exit() -> None:
    white = dragon("60/25/6", colour="white", name="white")
    game = group(
        tiles={**EXIT, "III-5": "W......"},
        at=(OUT,),
        dragons={"III-5": white},
        tokens={"III-5": "asleep"},
    )
    assert way_out(game.state, Seat(0)) == ""
    beaten = game.state.without_dragon(white)
    assert way_out(beaten, Seat(0)) == "small"
    laid = beaten.ground[game.state.ground.index(game.laid("III-5"))]
    assert laid is not None and laid.dragon is None
    assert beaten.party is not None and beaten.party.awake == ()
    assert game.state.party is not None and game.state.party.awake == ("white",)
    green = game.state.without_dragon(dragon("9/9/3"))
    assert way_out(green, Seat(0)) == ""


@pytest.mark.rule("coop.goal.everyone-escaped")
def test_everybody_has_to_be_out() -> None:
    game = last_one(at=(OUT, "centre", ""))
    turn_over(game)
    assert (game.samurai(0).palace, outcome_of(game), game.asked) == ("small", "", "act")
    assert goals_of(game)["all-out"] is False


@pytest.mark.rule("coop.goal.everyone-escaped", "coop.final.no-rope")
def test_no_rope_serves() -> None:
    """The rope of the other reading covers the centre, and leads nobody out."""
    rope = adopted_but("coop.final.no-rope", "rope")
    game = last_one(at=("centre", "", ""), rulings=rope, countdown=6, round_number=27)
    turn_over(game)
    assert (game.at(), outcome_of(game)) == ("centre", "")


@pytest.mark.rule("coop.goal.one-magic-gear-each", "coop.end.escaped-without-gear")
def test_each_needs_something_magical() -> None:
    """One rich, one poor: not won; the game goes on to its last round and is lost on time."""
    rich = board(helmet="MM+G", weapon="WT+G@1,1", sandals="MM+G", blueprints=PLANS)
    game = turn_over(last_one(rich, BARE))
    assert goals_of(game) == {"legend": True, "all-out": True, "magic-each": False, "magic-set": True}
    assert (outcome_of(game), round_of(game), game.asked) == ("lost-time", 28, None)


@pytest.mark.rule("coop.goal.collective-set")
def test_the_set_is_the_groups() -> None:
    """A weapon, a helmet and sandals on three boards, all blueprints in one backpack; by the other reading not."""
    assert goals_of(last_one())["magic-set"] is True
    wearer = adopted_but("coop.goal.collective-set", "wearer-holds")
    assert goals_of(last_one(rulings=wearer))["magic-set"] is False
    assert outcome_of(turn_over(last_one(rulings=wearer))) == "lost-time"
    each = (
        board(weapon="WT+G@1,1", blueprints=(PLANS[1],)),
        board(helmet="MM+G", blueprints=(PLANS[0],)),
        board(sandals="MM+G", blueprints=(PLANS[2],)),
    )
    assert goals_of(last_one(*each, rulings=wearer))["magic-set"] is True


@pytest.mark.rule("coop.goal.collective-set")
def test_a_blueprint_of_the_set_has_to_fit() -> None:
    """The group holds a helmet blueprint, and not the one that made this helmet magical."""
    other = (blueprint(HELMET, "TT", "h2"), *PLANS[1:])
    game = last_one(board(weapon="WT+G@1,1", blueprints=other), HELMET_ON, SANDALS_ON)
    assert goals_of(game)["magic-set"] is False


@pytest.mark.rule("solo.goal.full-set-alone", "solo.mode.coop-rules")
def test_one_alone_needs_all_three() -> None:
    two = board(helmet="MM+G", weapon="WT+G@1,1", blueprints=PLANS)
    assert outcome_of(turn_over(last_one(two))) == "lost-time"
    three = board(helmet="MM+G", weapon="WT+G@1,1", sandals="MM+G", blueprints=PLANS)
    assert outcome_of(turn_over(last_one(three))) == "won"


# ---- leaving


@pytest.mark.rule("coop.goal.escape-at-turn-end")
def test_leaving_is_no_choice_unless_the_table_says_so() -> None:
    may = adopted_but("coop.goal.escape-at-turn-end", "may-stay")
    game = last_one(rulings=may)
    idle(game)
    assert game.asked == "leave"
    assert outcome_of(game.play("leave")) == "won"
    game = idle(last_one(rulings=may)).play("remain")
    assert (game.at(), outcome_of(game)) == (OUT, "")
    assert GAME.question(last_one(rulings=ADOPTED).state) is not None


@pytest.mark.rule("coop.goal.escape-at-turn-end", "coop.goal.state-frozen-on-escape")
def test_whoever_is_out_takes_no_turn_and_no_part() -> None:
    """Later turns are skipped, nothing is handed in to a shogun, and nobody can trade with it."""
    game = last_one(at=(OUT, "centre", ""))
    turn_over(game)
    turn_over(game)
    assert game.said("turn", "seat") == [0, 1, 1]
    assert game.refused("offer 0 - for T") == "coop.trade.same-space"
    assert goals_of(game)["magic-each"] is True


# ---- defeat


@pytest.mark.rule("coop.end.lose-conditions", "coop.lives.second-loss-defeat")
def test_three_ends() -> None:
    """Won, lost by a life, lost by time; there is no other."""
    ends = {outcome_of(turn_over(last_one())), outcome_of(idle(group(round_number=28, countdown=7)))}
    lava = group(board(), board(), tiles={"I-1": ".1....."}, at=("I-1.1",), lives=(1, 2), round_number=21)
    assert lives_of(lava) == (0, 2)
    assert ends | {outcome_of(lava)} == {"won", "lost-time", "lost-life"}
    assert dict(lava.events[-1].data) == {"seat": 0}
