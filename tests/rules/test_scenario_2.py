"""Scenario 2, dragons on the move: they walk when a round of rivals ends, and who strikes the last blow keeps them."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight
from fujikoro_nb.engine.fujikoro.asked.game import DrawnSeat
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS, Dragon
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.steps import seen_by_dragons
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import Collected, collected
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Seat
from tests.support.fights import dragon, send, throw
from tests.support.game_positions import HOUSE, Realm, realm, tile
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import idle, kinds, turn_over

RING = {f"I-{number}": "......." for number in range(1, 7)}
"""The centre and the six tiles round it are known."""
STRONG = dragon("30/9/1")
ARMED = board(weapon="WWMMM", helmet="MMMM/M")
USUAL = adopted_but("scenario.2.competitive.knockout-temple", "usual")


def rivals(*boards: Board, players: int = 2, **more: object) -> Realm:
    """Rivals before a turn, on known ground."""
    known: dict[str, object] = {"scenario": 2, "tiles": RING}
    return realm(*(boards or (board(),) * players), **{**known, **more})  # type: ignore[arg-type]


def round_over(game: Realm) -> Realm:
    """Everybody does nothing until the dragons have stirred."""
    rounds = len(game.happened("dragons-stir"))
    return idle(game, until=lambda one: len(one.happened("dragons-stir")) > rounds)


QUIET = {"join": "stay-out", "send-monk": "keep"}


def say(game: Realm, *answers: str | Answer) -> Realm:
    """These answers; in between nobody joins or sends a monk, and what has no choice is done."""
    for answer in answers:
        while game.asked in QUIET and game.refusal(answer) is not None:
            game.play(QUIET[game.asked])
        game.play(answer)
        while game.asked in ("pay-damage", "stow") and len(game.texts()) == 1:
            game.play(game.texts()[0])
    return game


def status(game: Realm, name: str) -> str:
    """The status token of the dragon on a tile."""
    there = game.laid(name).dragon
    assert there is not None, "a dragon is there"
    return "asleep" * (there.id in game.state.asleep) + "awake" * (there.id in game.state.awake)


def fight_of(game: Realm) -> DragonFight:
    found = next((frame for frame in game.state.agenda if isinstance(frame, DragonFight)), None)
    assert found is not None, "nobody fights"
    return found


def figures(game: Realm) -> list[list[str]]:
    """The dragons beside each board, by name."""
    return [[one.id for one in dragons] for dragons in game.state.staged.figures]


# ---- the end of a round


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round")
def test_dragons_walk_after_the_last_turn_of_a_round() -> None:
    """Three players: after the third turn, one tile."""
    game = rivals(players=3, at=("I-4.0", "temple-1", "temple-1"), dragons={"I-2": STRONG})
    for _ in range(2):
        turn_over(game)
        assert kinds(game, "dragons-stir", "dragon-walks") == []
    turn_over(game)
    assert kinds(game, "turn-over", "dragons-stir", "dragon-walks")[-2:] == ["dragons-stir", "dragon-walks"]
    assert game.said("dragon-walks", "place") == ["I-3"]
    assert (game.laid("I-2").dragon, game.laid("I-3").dragon) == (None, STRONG)
    assert (game.seat, game.asked) == (0, "act"), "and the next round begins"


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round")
def test_a_round_is_counted_from_who_began() -> None:
    """Seat 1 began: the round is over after seat 0, whoever has left the mountain."""
    game = rivals(
        players=3,
        first=1,
        scene={"first": Seat(1)},
        at=("I-4.0", "temple-1", "temple-1"),
        dragons={"I-2": STRONG},
    )
    turn_over(turn_over(game))
    assert (game.seat, game.happened("dragons-stir")) == (0, [])
    assert turn_over(game).said("dragon-walks", "place") == ["I-3"]


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round")
def test_nobody_walks_without_the_scenario_or_when_the_game_is_over() -> None:
    known = {"at": ("I-4.0", "temple-1"), "dragons": {"I-2": STRONG}}
    plain = rivals(scenario=0, **known)
    assert turn_over(turn_over(plain)).happened("dragon-walks") == []
    over = rivals(marker=1, countdown=7, scores=(0, 30), **known)
    idle(over)
    assert (over.asked, over.happened("end-reached") != []) == (None, True)
    assert kinds(over, "dragons-stir", "dragon-walks") == []


@pytest.mark.rule("scenario.2.competitive.status-tokens-apply")
def test_asleep_awake_off_at_the_ends_of_rounds() -> None:
    """Revealed in a round: awake as it ends, gone as the next one ends, and then it walks at once."""
    piles = Piles(
        tiles=(tile("R......", name="lair"),), dragons=(dragon("30/9/3", colour="red", name="red"),)
    )
    game = rivals(tiles={"II-3": "......."}, at=("II-3.5", "temple-1"), piles=piles)
    game.play("explore", "place I-1", "draw lair", "turn 0", "draw red")
    assert status(game, "I-1") == "asleep"
    assert status(round_over(game), "I-1") == "awake"
    assert game.happened("dragon-walks") == []
    round_over(game)
    assert game.said("dragon-rises", "dragon") == ["red"]
    assert game.said("dragon-walks", "place") == ["II-3"]


@pytest.mark.rule("scenario.2.competitive.status-tokens-apply")
def test_a_beaten_dragon_takes_its_token_along() -> None:
    weak = dragon("1/1/1")
    game = rivals(ARMED, board(), dragons={"I-1": weak}, tokens={"I-1": "asleep"})
    say(game, "move", "walk I-1.4", "attack left WWMMM", "roll W 1 1, M 1 1 1")
    assert (game.laid("I-1").dragon, game.state.asleep, game.state.awake) == (None, (), ())


@pytest.mark.rule("scenario.2.competitive.choice-maker")
def test_the_first_player_of_the_game_decides() -> None:
    """Which dragon walks first, whom it heads for, and by which tile; nobody else is asked, nor all together."""
    beasts = {"I-1": dragon("30/9/1", name="one"), "I-4": dragon("30/9/1", name="four")}
    game = rivals(
        players=3,
        first=1,
        scene={"first": Seat(1)},
        at=("I-2.0", "I-6.0", "temple-1"),
        dragons=beasts,
    )
    round_over(game)
    assert (game.asked, game.seat, game.about()) == ("dragon-order", 1, {})
    assert game.texts() == ["dragon one", "dragon four"]
    game.play("dragon four")
    assert (game.asked, game.seat, game.about()) == ("dragon-target", 1, {"dragon": "four"})
    lone = rivals(players=2, at=("I-4.0", "temple-1"), dragons={"I-1": STRONG})
    round_over(lone)
    assert (lone.asked, lone.seat) == ("dragon-step", 0)
    assert len(lone.texts()) == 2
    question_rules = {"scenario.2.competitive.choice-maker"}
    assert {_rule(game), _rule(lone)} == question_rules


def _rule(game: Realm) -> str:
    question = GAME.question(game.state)
    assert question is not None, "somebody is asked"
    return question.rule


@pytest.mark.rule("scenario.2.competitive.choice-maker")
def test_the_first_player_is_who_was_drawn_for_the_first_turn() -> None:
    drawn = GAME.step(GAME.start(new_game(HOUSE, players=3, scenario=2)).state, DrawnSeat(2)).state
    assert (drawn.first_of_round, drawn.staged.first) == (2, 2)


@pytest.mark.rule("scenario.2.competitive.choice-maker")
def test_who_has_left_the_mountain_decides_too() -> None:
    game = rivals(players=2, at=("", "I-4.0"), dragons={"I-1": STRONG}, marker=0, scores=(30, 0))
    round_over(game)
    assert (game.asked, game.seat) == ("dragon-step", 0)


# ---- a dragon that comes


@pytest.mark.rule("scenario.2.competitive.defender-ties")
def test_whom_a_dragon_came_to_goes_first_in_a_tie() -> None:
    """Three against three: the samurai first if the dragon moved, else the dragon."""
    armed = board(weapon="WWM", helmet="MM")
    beast = dragon("30/3/1", name="beast")
    came = rivals(armed, board(), at=("I-2.0", "temple-1"), dragons={"I-1": beast})
    round_over(came).play("keep")
    assert came.said("order-fixed", "order") == ["0 dragon"]
    went = rivals(armed, board(), at=("centre", "temple-1"), dragons={"I-1": beast})
    went.play("move", "walk I-1.4", "keep")
    assert went.said("order-fixed", "order") == ["dragon 0"]


@pytest.mark.rule("scenario.2.competitive.knockout-temple")
def test_who_is_knocked_out_stands_up_in_a_temple() -> None:
    """Of the owner's choice, at once, and as it was."""
    game = rivals(at=("I-2.0", "temple-1"), dragons={"I-1": STRONG})
    say(round_over(game), "keep", "roll T 3")
    assert (game.asked, game.seat) == ("revive", 0)
    assert game.texts() == ["revive temple-1", "revive temple-2", "revive temple-3"]
    assert game.refused("revive centre") == "scenario.2.competitive.knockout-temple"
    game.play("revive temple-2")
    assert (game.at(0), game.samurai(0).is_conscious, game.laid("I-2").dragon) == ("temple-2", True, STRONG)
    assert (game.asked, game.seat) == ("act", 0)


@pytest.mark.rule("scenario.2.competitive.knockout-temple", "turn.ends-on-defeat")
def test_a_turn_is_over_all_the_same() -> None:
    game = rivals(dragons={"I-1": STRONG})
    say(game, "move", "walk I-1.4", "keep", "roll T 3", "revive temple-3")
    assert (game.at(0), game.asked, game.seat) == ("temple-3", "act", 1)


@pytest.mark.rule("scenario.2.competitive.knockout-temple")
def test_who_loses_a_duel_stands_up_in_a_temple_too() -> None:
    game = rivals(board(), board(weapon="WWM"), at=("I-1.1", "I-1.0"))
    say(game, "move", "walk I-1.0", "challenge", "attack left WWM", "roll W 1 1, M 1")
    assert (game.asked, game.seat, game.happened("laid")) == ("revive", 0, [])
    game.play("revive temple-1")
    assert (game.at(0), game.at(1), game.asked, game.seat) == ("temple-1", "I-1.0", "steal", 1)


@pytest.mark.rule("scenario.2.competitive.knockout-temple")
def test_at_other_tables_it_lies_where_it_can() -> None:
    """On a space beside the tile; no dragon goes for it, and where there is no such space it lies where it fell."""
    known = {"first": 1, "scene": {"first": Seat(1)}, "dragons": {"I-1": STRONG}, "rulings": USUAL}
    game = rivals(at=("I-2.1", "temple-1"), **known)
    say(round_over(game), "keep", "roll T 3")
    assert (game.asked, game.seat) == ("fall-back", 0)
    game.play(game.texts()[0])
    assert (game.samurai(0).is_conscious, game.laid("I-2").dragon) == (False, STRONG)
    assert (game.asked, game.seat, seen_by_dragons(game.state)) == ("act", 1, ())
    closed = rivals(tiles={"I-1": ".......", "I-2": "......."}, at=("I-2.0", "temple-1"), **known)
    say(round_over(closed), "keep", "roll T 3")
    assert (closed.at(0), closed.samurai(0).is_conscious, closed.asked) == ("I-2.0", False, "act")
    turn_over(closed)
    assert closed.samurai(0).is_conscious, "its turn wakes it up"
    turn_over(closed)
    assert kinds(closed, "dragon-attacks") == ["dragon-attacks"] * 2, "and then the dragon attacks it again"


# ---- figures


@pytest.mark.rule("scenario.2.competitive.take-dragon", "scenario.2.competitive.monk-kill-counts")
@pytest.mark.parametrize("reading", ["all-rewarded", "killer-only"])
def test_who_strikes_the_last_blow_takes_the_dragon(reading: str) -> None:
    """Two fight a green dragon, the second one's roll kills it: seven points each, and the figure for that one."""
    rulings = adopted_but("scenario.2.competitive.take-dragon", reading)
    beast = dragon("6/1/1", name="beast")
    game = rivals(
        board(weapon="WWMMM", helmet="MMMM/M"),
        board(weapon="WWMM", helmet="MMMM/M"),
        at=("centre", "centre"),
        dragons={"I-1": beast},
        rulings=rulings,
    )
    game.play("move", "walk I-1.4", "join I-1.4", "keep", "keep")
    say(game, "attack left M", "roll M 1", "attack left WWMM", "roll W 1 1, M 2 2")
    assert figures(game) == [[], ["beast"]]
    assert game.said("figure-taken", "seat") == [1]
    points = [samurai.score for samurai in game.state.samurai]
    assert points == {"all-rewarded": [7, 7], "killer-only": [0, 7]}[reading]
    while game.asked == "stow":
        game.play(game.texts()[0])
    teeth = [game.board(seat).backpack.cubes.tooth for seat in (0, 1)]
    assert teeth == {"all-rewarded": [1, 1], "killer-only": [0, 1]}[reading]


@pytest.mark.rule("scenario.2.competitive.take-dragon")
def test_without_the_scenario_nobody_keeps_a_dragon() -> None:
    game = rivals(ARMED, board(), scenario=0, dragons={"I-1": dragon("1/1/1")})
    say(game, "move", "walk I-1.4", "attack left WWMMM", "roll W 1 1, M 1 1 1")
    assert (game.happened("figure-taken"), len(game.happened("reward"))) == ([], 1)


@pytest.mark.rule("scenario.2.competitive.monk-kill-counts")
def test_a_monk_strikes_for_who_sent_it() -> None:
    """The second fighter's monk kills it before anybody has attacked."""
    beast = dragon("1/1/1", name="beast")
    game = rivals(
        ARMED,
        board(weapon="WW", helmet="MM", lower="M", monks=("scroll",)),
        dragons={"I-1": beast},
    )
    say(game, "move", "walk I-1.4", "join I-1.4", "keep", send("scroll"), throw("M"), "roll M 1")
    assert figures(game) == [[], ["beast"]]


# ---- what they count


def named(*colours: str) -> list[Dragon]:
    return [dragon("1/1/1", colour=colour, name=f"{colour}-{at}") for at, colour in enumerate(colours)]


def worth(*colours: str, rulings: Rulings = ADOPTED) -> int:
    """Points for these dragons."""
    told = rivals().state.plot.figures
    assert told is not None, "this scenario collects them"
    return collected(named(*colours), told, rulings).points(told)


@pytest.mark.rule("scenario.2.competitive.dragon-values")
def test_each_colour_has_its_value() -> None:
    assert [worth(colour) for colour in DRAGON_COLOURS] == [2, 3, 5, 7]
    assert (worth(), worth("blue", "red"), worth("red", "red")) == (0, 7, 10)


@pytest.mark.rule("scenario.2.competitive.same-color-set")
def test_three_of_a_colour() -> None:
    """Three blue ones 6 + 7; two sets of them 12 + 14; five of them still one set."""
    assert (worth(*["blue"] * 3), worth(*["blue"] * 6), worth(*["blue"] * 5)) == (13, 26, 17)


@pytest.mark.rule("scenario.2.competitive.different-color-set")
def test_three_colours() -> None:
    """White is one of them; of four different ones one is left over."""
    assert worth("blue", "green", "white") == 22
    assert worth("blue", "green", "red") == 20
    assert worth(*DRAGON_COLOURS) == 27
    assert worth("blue", "blue", "green") == 7


@pytest.mark.rule("scenario.2.competitive.sets-disjoint")
def test_a_dragon_counts_in_one_set() -> None:
    """Edge case 21: three blue ones, a green and a red one: 14 and one mixed set."""
    five = ("blue", "blue", "blue", "green", "red")
    assert worth(*five) == 24
    both = adopted_but("scenario.2.competitive.sets-disjoint", "each-sort")
    assert worth(*five, rulings=both) == 14 + 7 + 10


@pytest.mark.rule(
    "scenario.2.competitive.dragon-values",
    "scenario.2.competitive.same-color-set",
    "scenario.2.competitive.different-color-set",
)
def test_collections_count_when_the_game_is_over() -> None:
    """Eight points of before, and what lies beside the boards: 6 + 7, and 2 + 3 + 7 + 10."""
    held = (tuple(named("blue", "blue", "blue")), tuple(named("blue", "green", "white")))
    game = rivals(scene={"figures": held}, marker=1, countdown=7, scores=(8, 30))
    idle(game)
    assert game.asked is None
    assert [samurai.score for samurai in game.state.samurai] == [8 + 13, 30 + 22]
    assert game.said("figures-count", "points") == [6, 12]
    assert (game.said("alike-count", "points"), game.said("unlike-count", "points")) == ([7], [10])
    assert game.happened("wins")


def test_what_a_collection_is() -> None:
    told = rivals().state.plot.figures
    assert told is not None, "this scenario collects them"
    assert collected(named("red", "red", "red", "blue"), told, ADOPTED) == Collected(17, alike=1)
