"""Scenario 8, Ronin: alone, with the points, the rope and the countdown of the competitive game."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_in
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_of, last_of, rounds_left
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Illegal, Seat
from tests.support.fights import dragon
from tests.support.game_positions import HOUSE, Realm, realm
from tests.support.gear_positions import HELMET, WEAPON, adopted_but, blueprint, board
from tests.support.groups import goals_of, idle, kinds, lives_of, outcome_of, round_of, turn_over

EXIT = {"II-1": "...X..."}
OUT = "II-1.3"
ROPE, END = 4, 8
"""The spaces of the countdown track on which they stand (final.track.length)."""
RICH = board(weapon="WM+G@1,1", blueprints=(blueprint(WEAPON, "WM", "w"),))


def ronin(one: Board | None = None, **more: object) -> Realm:
    """One player before a round."""
    known: dict[str, object] = {"mode": SOLO, "scenario": 8}
    return realm(one or board(), **{**known, **more})  # type: ignore[arg-type]


def wait(game: Realm) -> Realm:
    """Nothing is done in this turn; those in the palace that follow ask nothing."""
    return turn_over(game)


@pytest.mark.rule("scenario.8.solo.competitive-board")
def test_points_as_in_the_competitive_game() -> None:
    """A tile of level III brings two points; all else is as alone: two lives, and dragons that walk."""
    assert (SOLO.tile_points, ronin().state.mode.tile_points) == ((0, 0, 0), (0, 1, 2))
    game = ronin(at=("II-1.1",), tiles={"II-1": "......."})
    game.play("explore", "place III-1")
    game.play(game.texts()[0], "turn 0")
    assert game.samurai().score == 2
    assert lives_of(game) == (2,)
    walks = ronin(at=("I-1.0",), tiles={"I-1": ".......", "I-2": "......."}, dragons={"I-2": dragon("9/9/1")})
    assert "dragon-walks" in kinds(walks, "dragon-walks")


@pytest.mark.rule("scenario.8.solo.competitive-board", "coop.combat.teeth-for-victory")
def test_a_beaten_dragon_brings_points_and_the_teeth_of_a_group() -> None:
    """Seven points for a green one, and two teeth as together; they begin the Final Chapter. Alone none are scored."""
    more: dict[str, object] = {
        "at": ("I-1.0",),
        "tiles": {"I-1": ".......", "I-2": "......."},
        "dragons": {"I-2": dragon("1/0/1", colour="green")},
        "tokens": {"I-2": "asleep"},
    }
    struck = board(weapon="WWMM")
    for score, marker, game in (
        (22, 0, ronin(struck, scores=(15,), **more)),
        (0, None, realm(struck, mode=SOLO, **more)),  # type: ignore[arg-type]
    ):
        game.play("move")
        game.play(next(text for text in game.texts() if text.startswith("walk") and "I-2" in text))
        game.play("keep", "attack left WWMM", "roll W 1 1, M 1 1")
        assert (game.samurai().score, game.state.marker) == (score, marker)
        assert [dict(one.data)["points"] for one in game.happened("reward")] == [7] * bool(score)
        teeth = game.board().backpack.cubes.tooth if game.asked != "stow" else 2
        assert teeth == 2 and game.state.teeth_of(dragon("1/0/1", colour="green")) == 2


@pytest.mark.rule("scenario.8.solo.competitive-board", "coop.play.no-victory-points")
def test_in_a_fight_without_a_map_only_a_ronin_of_those_together_scores() -> None:
    together = ArenaState(together=True)
    assert [one.points(7) for one in (ArenaState(), together)] == [7, 0]
    assert msgspec.structs.replace(together, group_points=True).points(7) == 7


@pytest.mark.rule("scenario.8.solo.no-round-limit")
def test_round_forty_with_fifteen_points() -> None:
    """The game goes on; nothing tells when it ends, and no mountain erupts by rounds."""
    game = ronin(round_number=40, scores=(15,))
    assert (round_of(game), game.asked, outcome_of(game)) == (40, "act", "")
    assert (eruption_of(game.state), last_of(game.state), rounds_left(game.state)) == (None, None, None)
    turn_over(game)
    assert (round_of(game), game.state.countdown) == (41, 0)


@pytest.mark.rule("scenario.8.solo.final-at-twenty")
def test_twenty_points_begin_the_final_chapter() -> None:
    """19 points are not enough, 20 are; without the scenario nobody has points."""
    game = ronin(scores=(18,))
    state, events = game.state.award(Seat(0), 1)
    assert (state.marker, events) == (None, ())
    state, events = state.award(Seat(0), 1)
    assert state.marker == 0
    assert [event.kind for event in events] == ["final-chapter"]
    assert realm(board(), mode=SOLO).state.award(Seat(0), 30)[0].samurai[0].score == 0


@pytest.mark.rule("scenario.8.solo.countdown-per-round")
def test_the_countdown_goes_on_at_the_end_of_each_own_turn() -> None:
    """The turn in which twenty points came moves it to space 1, each later one further; none before."""
    game = ronin(scores=(19,))
    turn_over(game)
    assert game.state.countdown == 0
    game = ronin(scores=(20,), marker=0, at=("temple-1",))
    for space in range(1, 7):
        turn_over(game)
        assert game.state.countdown == space
        assert rounds_left(game.state) == END - space - 1, "the round that is played is not among them"


@pytest.mark.rule("scenario.8.solo.countdown-per-round")
def test_the_end_ends_the_game_at_once() -> None:
    game = turn_over(ronin(scores=(60,), marker=0, countdown=END - 1, at=("temple-1",)))
    assert (outcome_of(game), game.asked, game.state.agenda) == ("ways", None, ())
    assert kinds(game, "end-reached", "turn-over", "round-over", "not-by-rope") == [
        "turn-over",
        "end-reached",
        "round-over",
        "not-by-rope",
    ]


@pytest.mark.rule("scenario.8.solo.goal-fifty")
def test_fifty_points_and_the_rope_win() -> None:
    """50 win, 49 do not, counted when the countdown is over and not before."""
    for points, outcome in ((50, "won"), (49, "points")):
        game = wait(ronin(scores=(points,), marker=0, countdown=ROPE))
        assert (game.samurai().palace, outcome_of(game), game.asked) == ("big", outcome, None)
        assert goals_of(game) == {"points": points == 50, "by-rope": True}
        assert game.state.countdown == END


@pytest.mark.rule("scenario.8.solo.rewards")
def test_what_the_shogun_gives_counts_for_the_fifty() -> None:
    """44 points, a magical weapon for eleven (house), 55 in all; without it six too few."""
    for answer, outcome, points in (("hand-in weapon", "won", 55), ("hand-in -", "points", 47)):
        game = ronin(RICH, scores=(44,), marker=0, countdown=ROPE)
        idle(game, until=lambda one: one.asked == "hand-in")
        game.play(answer)
        while game.asked is not None:
            game.play("hand-in -")
        assert (outcome_of(game), game.samurai().score) == (outcome, points), "what is left over is worth 3"


@pytest.mark.rule("scenario.8.solo.rewards")
def test_who_is_out_has_turns_in_the_palace() -> None:
    """Two magical pieces, 11 and 9 (house): the second bonus comes in the turn after the one of leaving."""
    both = board(
        weapon="WT+G@1,1",
        helmet="MM+G",
        blueprints=(blueprint(WEAPON, "WT", "w"), blueprint(HELMET, "MM", "h")),
    )
    game = ronin(both, scores=(30,), marker=0, countdown=ROPE)
    idle(game, until=lambda one: one.asked == "hand-in")
    game.play("hand-in weapon")
    assert (game.asked, len(game.happened("turn"))) == ("hand-in", 2)
    game.play("hand-in helmet")
    while game.asked is not None:
        game.play("hand-in -")
    assert (outcome_of(game), game.samurai().score) == ("won", 51), (
        "and a point for the tooth that is left over"
    )


@pytest.mark.rule("scenario.8.solo.secret-exit-insufficient")
def test_the_wrong_door() -> None:
    """60 points, out by the secret exit: lost in that moment, and nobody is asked anything more."""
    game = turn_over(ronin(tiles=EXIT, at=(OUT,), scores=(60,), marker=0))
    assert (game.samurai().palace, outcome_of(game), game.asked) == ("small", "ways", None)
    assert game.happened("not-by-rope")
    assert game.state.countdown == 0, "a finished game counts nothing down"


@pytest.mark.rule("scenario.8.solo.secret-exit-insufficient")
def test_the_exit_opens_with_the_final_chapter() -> None:
    """As in the competitive game: before it, and with the white dragon beaten, it leads nowhere."""
    game = turn_over(ronin(tiles=EXIT, at=(OUT,), legend=True))
    assert (game.at(), outcome_of(game)) == (OUT, "")


@pytest.mark.rule("scenario.8.solo.rope-timing")
def test_the_rope_takes_nobody_as_it_arrives() -> None:
    """The turn that brings it ends on the central tile: still there; at the end of the next one, out."""
    game = turn_over(ronin(scores=(20,), marker=0, countdown=ROPE - 1))
    assert (game.at(), game.state.has_rope) == ("centre", True)
    wait(game)
    assert (game.samurai().palace, game.said("escaped", "number")) == ("big", [1])
    at_once = adopted_but("scenario.8.solo.rope-timing", "when-placed")
    game = turn_over(ronin(scores=(20,), marker=0, countdown=ROPE - 1, rulings=at_once))
    assert game.samurai().palace == "big"


@pytest.mark.rule("scenario.8.solo.loss")
def test_the_last_life_loses_whatever_the_score() -> None:
    """70 points, the second knock-out, in an own turn: lost, and the countdown stands still."""
    game = ronin(
        tiles={"I-1": "......."},
        dragons={"I-1": dragon("30/9/1")},
        tokens={"I-1": "asleep"},
        scores=(70,),
        marker=0,
        lives=(1,),
    )
    game.play("move", "walk I-1.4", "keep", "roll T 3")
    while game.asked == "pay-damage":
        game.play(game.texts()[0])
    assert (outcome_of(game), lives_of(game), game.asked) == ("lost-life", (0,), None)
    assert game.state.countdown == 0


@pytest.mark.rule("scenario.8.solo.health-solo")
def test_dragons_have_their_health_for_one() -> None:
    """The white one 25 (house), a red one its number for one."""
    white = next(one for one in HOUSE.dragons if one.is_legendary)
    reds = [one for one in HOUSE.dragons if one.colour == "red"]
    state = ronin().state
    assert printed_in(state, white) == 25
    assert sorted(printed_in(state, one) for one in reds) == [18, 19, 20, 21]


@pytest.mark.rule("scenario.8.solo.coop-piles")
def test_piles_and_lives_as_alone() -> None:
    """Four tiles above the packet in which the exit lies: it comes as the fifth to the eighth."""
    start = new_game(HOUSE, players=1, mode=SOLO, scenario=8)
    assert (start.party is not None and start.party.lives) == (2,)
    assert start.cover_of("II") == 4
    assert len(start.piles.tiles) < len(HOUSE.tiles)
    few = msgspec.structs.replace(HOUSE, tiles=tuple(one for one in HOUSE.tiles if one.level != "II"))
    with pytest.raises(Illegal):
        new_game(few, players=1, mode=SOLO, scenario=8)
