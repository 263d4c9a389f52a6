"""Rounds of a group: their number, who begins, what each opens with, the eruption and the end of time."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_round, last_round
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, tile
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import group, idle, kinds, lives_of, outcome_of, round_of, turn_over

ROUNDS = COOP.rounds
assert ROUNDS is not None
NUMBERED = {"I-1": ".123451", "I-2": "......."}


def span(players: int, *, adventures: bool = False, rulings: Rulings = ADOPTED) -> tuple[int, int]:
    """The first round of the eruption and the last round of all."""
    assert ROUNDS is not None
    first = eruption_round(ROUNDS, players, has_adventures=adventures, rulings=rulings)
    return first, last_round(ROUNDS, players, has_adventures=adventures, rulings=rulings)


def on(game: Realm) -> Realm:
    """To the first turn of the next round."""
    now = round_of(game)
    return idle(game, until=lambda one: round_of(one) > now and one.asked == "act")


# ---- how many, and who begins


@pytest.mark.rule("coop.rounds.limit", "coop.setup.countdown-start")
def test_twenty_rounds_and_eight_or_twenty_five_alone() -> None:
    """The first round of the eruption is the one after the normal ones."""
    assert span(1) == (26, 33)
    assert {span(players) for players in range(2, 7)} == {(21, 28)}


@pytest.mark.rule("coop.rounds.adventure-minus-two", "coop.setup.countdown-start")
def test_adventure_tokens_cost_two_rounds() -> None:
    assert span(4, adventures=True) == (19, 26)
    assert span(1, adventures=True) == (24, 31)
    mode = msgspec.structs.replace(COOP, has_adventures=True)
    assert "final-phase" in kinds(group(mode=mode, round_number=19), "final-phase")
    assert not kinds(group(round_number=19), "final-phase")


@pytest.mark.rule("coop.rounds.limit", "coop.play.turn-as-usual", "coop.end.lose-conditions")
def test_a_game_in_which_nobody_does_anything() -> None:
    """Three players: 28 rounds, a turn of two actions for each in each of them, then time is up."""
    game = idle(group(players=3))
    assert game.asked is None
    assert [len(game.happened(kind)) for kind in ("round-begins", "turn", "turn-over")] == [28, 84, 84]
    assert len(game.happened("acts")) + len(game.happened("rests")) == 168
    assert (outcome_of(game), game.events[-1].kind) == ("lost-time", "time-is-up")
    assert dict(game.events[-1].data) == {"rounds": 28}


@pytest.mark.rule("coop.rounds.first-player-fixed")
def test_the_first_player_stays_the_first() -> None:
    """First is seat 2 of four: every round 2, 3, 0, 1."""
    game = group(players=4, first=2)
    for _ in range(8):
        turn_over(game)
    assert game.said("turn", "seat")[:8] == [2, 3, 0, 1] * 2


@pytest.mark.rule("coop.rounds.first-player-fixed")
def test_or_passes_the_token_on() -> None:
    passes = adopted_but("coop.rounds.first-player-fixed", "passes")
    game = group(players=4, first=2, rulings=passes, round_number=2)
    for _ in range(8):
        turn_over(game)
    assert game.said("turn", "seat")[:8] == [3, 0, 1, 2, 0, 1, 2, 3]


@pytest.mark.rule("coop.rounds.first-player-escaped")
def test_the_clock_runs_on_when_the_first_player_has_left() -> None:
    """Seat 0 has left: round 13 still begins, the eruption too, and seat 1 speaks for the group."""
    game = group(players=3, at=("", "centre", "centre"), round_number=12)
    assert (game.seat, game.state.spokesman) == (1, 1)
    on(game)
    assert (round_of(game), game.seat) == (13, 1)
    assert game.said("turn", "seat") == [1, 2, 1]


@pytest.mark.rule("coop.mode.players", "solo.mode.coop-rules")
def test_for_one_to_six() -> None:
    assert (COOP.fewest_players, COOP.most_players) == (1, 6)
    assert (SOLO.fewest_players, SOLO.most_players) == (1, 1)
    assert COMPETITIVE.fewest_players == 2


# ---- what a round opens with


@pytest.mark.rule("coop.rounds.start-of-round-order")
def test_a_round_opens_in_this_order() -> None:
    """Countdown, tokens off, tokens turned, dragons, then the turn: here all of it in round 21."""
    game = group(
        tiles={**NUMBERED, "I-3": ".......", "I-4": "......."},
        at=("I-2.0", "centre"),
        dragons={"I-4": dragon("9/9/3", name="old"), "I-1": dragon("9/9/3", name="young")},
        tokens={"I-4": "awake", "I-1": "asleep"},
        round_number=21,
    )
    order = ("final-round", "erupts", "dragon-rises", "dragon-wakes", "dragon-walks", "turn")
    assert kinds(game, *order) == list(order)
    assert game.state.lava == (SpaceId("I-1.1"), SpaceId("I-1.6"))
    assert game.laid("I-3").dragon is not None


@pytest.mark.rule("coop.rounds.start-of-round-order", "coop.final.lava-push-onto-dragon")
def test_dragons_measure_from_where_lava_has_driven_somebody() -> None:
    """The samurai flees from I-1.1 to II-2.5; the dragon on II-3, beside both, goes to II-2 and fights there."""
    game = group(
        board(sandals="MM/M"),
        board(),
        tiles={**NUMBERED, "II-2": ".......", "II-3": "......."},
        at=("I-1.1",),
        dragons={"II-3": dragon("9/9/3")},
        round_number=21,
    )
    assert game.asked == "pay-eruption"
    game.play(game.texts()[0], "flee II-2.5")
    assert game.said("dragon-attacks", "place") == ["II-2"]


@pytest.mark.rule("coop.rounds.no-advance-before-first")
def test_nothing_advances_before_the_first_round() -> None:
    """Twenty whole rounds are played before the eruption; by the other reading nineteen."""
    assert not kinds(group(round_number=20), "final-phase")
    assert kinds(group(round_number=21), "final-phase")
    literal = adopted_but("coop.rounds.no-advance-before-first", "advanced")
    assert not kinds(group(round_number=19, rulings=literal), "final-phase")
    assert kinds(group(round_number=20, rulings=literal), "final-phase")
    assert span(3, rulings=literal) == (20, 27)


# ---- the eruption


@pytest.mark.rule("coop.final.trigger")
def test_the_eruption_begins_when_the_countdown_reaches_it() -> None:
    assert [dict(one.data) for one in group(round_number=21).happened("final-phase")] == [{"round": 21}]
    assert not group(round_number=22).happened("final-phase")


@pytest.mark.rule("coop.final.eight-rounds", "coop.end.lose-conditions")
def test_eight_rounds_of_it() -> None:
    """Round 28 is played, and lost when it is over; where the eighth space is the end, round 27 is the last."""
    game = group(round_number=28, countdown=7)
    assert (game.asked, outcome_of(game)) == ("act", "")
    assert game.state.countdown == 8
    idle(game)
    assert (round_of(game), outcome_of(game), game.state.agenda) == (28, "lost-time", ())
    at_eighth = adopted_but("coop.final.eight-rounds", "at-eighth")
    game = idle(group(round_number=27, countdown=6, rulings=at_eighth))
    assert (round_of(game), outcome_of(game)) == (27, "lost-time")


@pytest.mark.rule("coop.final.lava-events", "coop.setup.board-side")
def test_five_eruptions_then_nothing() -> None:
    game = group(round_number=21, tiles=NUMBERED)
    for _ in range(7):
        on(game)
    assert game.said("erupts", "number") == [1, 2, 3, 4, 5]
    assert game.said("erupts", "spaces") == [2, 1, 1, 1, 1]
    assert len(game.happened("nothing-happens")) == 3


@pytest.mark.rule("coop.final.late-explored-lava")
def test_a_tile_explored_late_has_its_lava() -> None:
    """In the fourth round of the eruption number 2 has erupted, number 5 has not."""
    only = Piles(tiles=(tile(".2..5..", name="late"),))
    game = group(round_number=24, countdown=3, piles=only)
    game.play("explore", "place I-1", "draw late", "turn 0")
    assert game.state.lava == ("I-1.1",)


@pytest.mark.rule("coop.final.lava-order")
def test_victims_act_from_the_first_player_on() -> None:
    """Seats 0 and 2 stand on number 1, seat 2 is the first player."""
    game = group(
        *(board(sandals="MM/M") for _ in range(3)),
        first=2,
        tiles=NUMBERED,
        at=("I-1.1", "centre", "I-1.6"),
        round_number=21,
    )
    assert (game.asked, game.seat) == ("pay-eruption", 2)
    game.play(game.texts()[0], "flee I-1.0")
    assert (game.asked, game.seat) == ("pay-eruption", 0)


@pytest.mark.rule("coop.final.no-rope")
def test_no_rope_comes_for_a_group() -> None:
    """In the seventh round of the eruption the central tile still gives cubes; at other tables a rope lies there."""
    game = group(round_number=27, countdown=6)
    assert game.refused("gather") is None
    roped = group(round_number=27, countdown=6, rulings=adopted_but("coop.final.no-rope", "rope"))
    assert roped.refused("gather") == "gather.central.rope"
    turn_over(roped)
    assert roped.samurai(0).space == "centre", "it leads nobody out"
    brought = group(round_number=26, countdown=5, rulings=adopted_but("coop.final.no-rope", "rope"))
    assert kinds(brought, "rope-arrives") == ["rope-arrives"]


# ---- lava and lives


@pytest.mark.rule("coop.lives.lava-costs-life", "coop.lives.lava-revival-place", "coop.lives.flip-tile")
def test_death_in_lava_costs_a_life() -> None:
    """Sandals worth 2 of 5: one life less, awake in a temple of the own choice."""
    game = group(board(sandals="M"), board(), tiles=NUMBERED, at=("I-1.1",), round_number=21)
    assert (lives_of(game), game.asked) == ((1, 2), "revive")
    game.play("revive temple-2")
    assert (game.at(), game.samurai().is_conscious, game.asked) == ("temple-2", True, "act")


@pytest.mark.rule("coop.lives.lava-revival-place")
def test_at_some_tables_on_the_central_tile() -> None:
    centre = adopted_but("coop.lives.lava-revival-place", "centre")
    game = group(board(sandals="M"), board(), tiles=NUMBERED, at=("I-1.1",), round_number=21, rulings=centre)
    assert (lives_of(game), game.asked, game.at()) == ((1, 2), "act", "centre")


@pytest.mark.rule("coop.lives.second-loss-defeat", "coop.lives.lava-costs-life")
def test_the_second_life_lost_in_lava_ends_the_game_at_once() -> None:
    """Nobody is asked for a temple, no dragon walks, every open frame is over."""
    game = group(
        board(sandals="M"),
        board(),
        tiles={**NUMBERED, "I-3": "......."},
        at=("I-1.1", "I-2.0"),
        dragons={"I-3": dragon("9/9/3")},
        lives=(1, 2),
        round_number=21,
    )
    assert (game.asked, outcome_of(game), lives_of(game)) == (None, "lost-life", (0, 2))
    assert kinds(game, "dragon-walks", "turn", "round-over", "group-loses") == ["round-over", "group-loses"]


@pytest.mark.rule("coop.final.lava-push-onto-dragon")
def test_whom_lava_drives_to_a_dragon_fights_in_the_dragons_step() -> None:
    """The dragon has no token; with one it does not fight in this round, and by the other reading at once."""
    scene = {
        "tiles": {"I-1": ".1.....", "II-2": "......."},
        "at": ("I-1.1",),
        "dragons": {"II-2": dragon("9/9/3")},
        "lava": ("I-1.0", "I-1.2", "I-1.6"),
        "round_number": 21,
    }
    games = [
        group(board(sandals="MM/M"), board(), **{**scene, **more})  # type: ignore[arg-type]
        for more in (
            {},
            {"tokens": {"II-2": "asleep"}},
            {
                "tokens": {"II-2": "asleep"},
                "rulings": adopted_but("coop.final.lava-push-onto-dragon", "at-once"),
            },
        )
    ]
    for game in games:
        assert game.asked == "pay-eruption"
        game.play(game.texts()[0], "flee II-2.5")
    fought = [(bool(game.happened("dragon-attacks")), len(game.state.agenda), game.asked) for game in games]
    assert fought[0][::2] == (True, "send-monk")
    assert fought[1][::2] == (False, "act")
    assert fought[2][::2] == (True, "send-monk"), "though it has a token"


# ---- the setup of the clock


@pytest.mark.rule("coop.setup.lives-two", "coop.lives.flip-tile")
def test_everybody_has_two_lives() -> None:
    assert lives_of(group(players=3)) == (2, 2, 2)


@pytest.mark.rule("coop.play.no-victory-points")
def test_nothing_scores() -> None:
    """A tile of level I to III is worth nothing to a group; the same tile of level II scores 1 among rivals."""
    piles = Piles(tiles=(tile(name="two", level="II"),))
    alone = {"tiles": {"I-1": "......."}, "at": ("I-1.1",), "piles": piles}
    game = group(**alone)  # type: ignore[arg-type]
    game.play("explore", "place II-1", "draw two", "turn 0")
    assert (game.samurai().score, game.happened("explored")) == (0, [])
    rivals = realm(**alone)  # type: ignore[arg-type]
    rivals.play("explore", "place II-1", "draw two", "turn 0")
    assert rivals.samurai().score == 1
    state, _ = game.state.award(Seat(0), 7)
    assert state.samurai[0].score == 0


@pytest.mark.rule("coop.play.no-samurai-combat")
def test_nobody_is_challenged() -> None:
    game = group(tiles={"I-1": "......."}, at=("I-1.0", "I-1.1"))
    game.play("move", "walk I-1.1 I-1.2")
    assert (game.asked, game.at()) == ("act", "I-1.2")
    assert game.refused("challenge") == "variant.peaceful"


@pytest.mark.rule("coop.play.two-per-space")
def test_two_on_a_space_but_not_on_safe_ones() -> None:
    """A third one finds no room on an ordinary space, and in a temple only by the adopted reading."""
    tiles = {"I-1": ".......", "II-4": "......."}
    crowd = group(players=3, tiles=tiles, at=("I-1.0", "I-1.1", "I-1.1"))
    crowd.play("move")
    assert crowd.refused("walk I-1.1") == "map.capacity.two"
    scene = {"players": 3, "tiles": tiles, "at": ("II-4.2", "temple-1", "temple-1")}
    assert group(**scene).play("move").refused("walk temple-1") is None  # type: ignore[arg-type]
    bounded = adopted_but("coop.play.two-per-space", "centre-exempt")
    assert group(rulings=bounded, **scene).play("move").refused("walk temple-1") == "map.capacity.two"  # type: ignore[arg-type]
    everybody = group(players=6, rulings=bounded)
    assert everybody.state.has_room(SpaceId("centre"), for_seat=Seat(0))
