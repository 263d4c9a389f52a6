"""Chapter "turn": two actions, discs, rest, waking up, and what ends a turn."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import HELMET, SANDALS, adopted_but, board, owned

TILES = {"I-1": "......."}

REST = ('{"type":"CraftNothing"}', '{"type":"StopClaiming"}')
"""A rest without crafting and without a card."""


def idle(game: Realm, *, turns: int = 1) -> Realm:
    """Play turns of moves that go nowhere, with a rest where no disc is left."""
    seat = game.seat
    for _ in range(turns):
        while game.seat == seat:
            game.play(*(("move", "halt") if game.refused("move") is None else ("rest", *REST)))
        seat = game.seat
    return game


@pytest.mark.rule("turn.order")
def test_turn_order() -> None:
    game = realm(*[board()] * 4, first=2)
    assert game.said("turn", "seat") == [2]
    idle(game, turns=4)
    assert game.said("turn", "seat") == [2, 3, 0, 1, 2]


@pytest.mark.rule("turn.two-actions")
def test_turn_two_actions() -> None:
    """The same kind twice is legal; a third action belongs to the next seat."""
    game = realm(tiles=TILES).play("move", "walk I-1.4", "halt")
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 1})
    game.play("move", "halt")
    assert (game.seat, game.said("turn-over", "seat")) == (1, [0])
    assert game.refused("halt") == "turn.two-actions"


@pytest.mark.rule("turn.two-actions")
def test_turn_actions_are_what_the_mode_says() -> None:
    """A tiny mode of three actions a turn: no rule knows which mode it is."""
    game = realm(mode=Mode("three", actions=3)).play("move", "halt", "move", "halt")
    assert game.seat == 0
    assert game.play("move", "halt").seat == 1


@pytest.mark.rule("turn.two-actions")
def test_turn_unknown_action() -> None:
    assert realm().refusal(msgspec.structs.replace(realm().meant("move"), field="dance")) is not None


@pytest.mark.rule("turn.disc.cost", "turn.disc.stack")
def test_turn_disc_cost() -> None:
    """A disc a move and a tile, pushed onto the field of its action, on top of what lies there."""
    game = realm(tiles=TILES).play("move", "halt")
    assert (game.board().discs, game.samurai().fields) == (2, (1, 0, 0))
    game.play("move", "halt")
    assert (game.board().discs, game.samurai().fields) == (1, (2, 0, 0))
    explored = realm().play("explore")
    assert (explored.board().discs, explored.samurai().fields) == (2, (0, 1, 0))


@pytest.mark.rule("turn.rest.forced")
def test_turn_rest_forced() -> None:
    game = idle(idle(realm()))
    game.play("move", "halt")
    assert (game.board().pool, game.texts()) == (0, ["rest"])
    assert game.refused("move") == "turn.rest.forced"


@pytest.mark.rule("turn.rest.needs-disc")
def test_turn_rest_needs_disc() -> None:
    """Never as the first action and never twice in a row."""
    game = realm()
    assert game.refused("rest") == "turn.rest.needs-disc"
    game.play("move", "halt")
    assert game.refused("rest") is None
    game.play("rest", *REST)
    idle(game)
    assert (game.seat, game.board().pool) == (0, 3)
    assert game.refused("rest") == "turn.rest.needs-disc"


@pytest.mark.rule("turn.rest.returns-all")
def test_turn_rest_returns_all() -> None:
    game = idle(realm()).play("move", "halt").play("move", "halt")
    game.play("move", "halt")
    assert game.samurai().fields == (3, 0, 0)
    game.play("rest", *REST)
    assert (game.board().discs, game.samurai().fields) == (3, (0, 0, 0))


@pytest.mark.rule("turn.monk-disc")
def test_turn_monk_disc() -> None:
    """Four actions before a rest is forced; the owner says which one the monk is spent on."""
    game = realm(board(monks=("action",)), board())
    assert game.refused("move monk") is None
    game.play("move monk", "halt")
    assert (game.board().action_monk_field, game.board().discs, game.board().pool) == ("move", 3, 3)
    assert game.refused("move monk") == "turn.monk-disc"
    game.play("move", "halt")
    idle(game)
    game.play("move", "halt", "move", "halt")
    idle(game)
    assert game.texts() == ["rest"]
    game.play("rest", *REST)
    assert (game.board().action_monk_field, game.board().pool) == ("", 4)
    assert realm().refused("move monk") == "turn.monk-disc"


@pytest.mark.rule("turn.monk-disc")
def test_turn_monk_is_the_last_one_to_push() -> None:
    """With no ordinary disc left only the monk can be spent; a rest is paid with neither."""
    game = realm(msgspec.structs.replace(board(monks=("action",)), discs=0), board())
    assert game.refused("move") == "turn.disc.cost"
    game.play("move monk", "halt")
    assert game.refused(msgspec.structs.replace(game.meant("rest"), monk=True)) == "turn.disc.cost"


@pytest.mark.rule("turn.ends-on-defeat")
def test_turn_ends_on_defeat() -> None:
    """The second action is lost with the consciousness."""
    game = realm(tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")})
    game.play("move", "walk I-1.4", "stay-out", "keep", "roll T 3", "pay -")
    assert (game.seat, game.said("knocked-out", "seat")) == (1, [0])
    assert game.said("turn-over", "seat") == [0]
    assert not game.samurai().is_conscious


@pytest.mark.rule("turn.wake-up")
def test_turn_wake_up() -> None:
    game = realm(down=(1,))
    assert not game.samurai(1).is_conscious
    game.play("move", "halt", "move", "halt")
    assert (game.seat, game.samurai(1).is_conscious, game.said("wakes", "seat")) == (1, True, [1])
    assert game.play("move", "halt").seat == 1


@pytest.mark.rule("turn.pass-fallback")
def test_turn_pass_fallback() -> None:
    """A move of no step is legal at any time, costs its disc and does nothing."""
    game = realm(tiles=TILES).play("move", "halt")
    assert (game.board().discs, game.at(), game.seat) == (2, "centre", 0)


@pytest.mark.rule("turn.pass-fallback")
def test_turn_pass_fallback_of_at_least_one_step() -> None:
    """That reading refuses it unless there is no step, and the whole action unless nothing else can be done."""
    one = adopted_but("turn.pass-fallback", "one-step")
    assert realm(tiles=TILES, rulings=one).play("move").refused("halt") == "turn.pass-fallback"
    begun = realm(tiles=TILES, rulings=one).play("move", "walk I-1.4")
    assert begun.refused("halt") is None
    stuck = realm(rulings=one)  # nothing is explored: no step, but a tile can be laid
    assert stuck.refused("move") == "turn.pass-fallback"
    lava = {"I-1": ".LLLLLL"}
    closed_in = realm(tiles=lava, at=("I-1.0",), rulings=one)
    assert closed_in.texts() == ["move"]
    closed_in.play("move")
    assert closed_in.texts() == ["halt"]
    with_disc = realm(tiles=lava, at=("I-1.0",), rulings=one).play("move", "halt")
    assert with_disc.texts() == ["rest"]  # one disc lies on a field now


@pytest.mark.rule("gearcard.bonus.either-both", "gearcard.bonus.every-time")
def test_turn_bonus_of_a_card_in_either_order() -> None:
    card = owned("s", SANDALS, "explore")
    game = realm(board(cards=(card,)), board(), tiles=TILES).play("explore")
    assert game.texts() == ["main", "bonus"]
    assert game.refused("enough") == "gearcard.bonus.either-both"
    game.play("bonus", "walk I-1.4")
    assert (game.asked, game.texts()) == ("part", ["enough", "main"])
    assert game.refused("bonus") == "gearcard.bonus.either-both"
    game.play("enough")
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 1})
    assert game.play("explore").texts() == ["main", "bonus"]


@pytest.mark.rule("gearcard.bonus.either-both")
def test_turn_bonus_only_with_the_main_part() -> None:
    with_main = adopted_but("gearcard.bonus.either-both", "with-main")
    game = realm(board(cards=(owned("s", SANDALS, "explore"),)), board(), tiles=TILES, rulings=with_main)
    game.play("explore", "bonus", "walk I-1.4")
    assert game.texts() == ["main"]


@pytest.mark.rule("gearcard.bonus.either-both")
def test_turn_bonus_first_where_only_its_step_leads_to_the_main_part() -> None:
    """Either order: the step of a sandals card may come first and bring the samurai to where it explores."""
    with_main = adopted_but("gearcard.bonus.either-both", "with-main")
    seats = board(cards=(owned("s", SANDALS, "explore"),)), board()
    inside = realm(*seats, tiles=TILES, at=("I-1.0",), rulings=with_main)
    assert realm(*seats[1:], board(), tiles=TILES, at=("I-1.0",)).refused("explore") == "explore.where"
    inside.play("explore")
    assert inside.texts() == ["bonus"]
    inside.play("bonus")
    assert inside.refused("halt") == "gearcard.bonus.either-both"
    inside.play("walk I-1.4")
    assert inside.texts() == ["main"]


@pytest.mark.rule("gearcard.bonus.either-both")
def test_turn_bonus_may_not_lead_away_from_the_main_part() -> None:
    """With it the bonus would be had alone; where it may be, one goes where one likes."""
    seats = board(cards=(owned("s", SANDALS, "explore"),)), board()
    for reading, refused in (("with-main", "gearcard.bonus.either-both"), ("bonus-alone", None)):
        rulings = adopted_but("gearcard.bonus.either-both", reading)
        game = realm(*seats, tiles=TILES, at=("I-1.4",), rulings=rulings).play("explore", "bonus")
        assert game.refused("walk I-1.0") == refused
        assert ("walk I-1.0" in game.texts()) is (refused is None)
        assert game.refused("walk I-1.3") is None
        after = realm(*seats, tiles=TILES, at=("I-1.4",), rulings=rulings).play("explore", "main")
        assert after.asked != "walk"


@pytest.mark.rule("turn.pass-fallback", "gearcard.bonus.either-both")
def test_turn_pass_fallback_where_the_bonus_of_a_card_can_be_had() -> None:
    """A samurai shut in by lava can still spend a disc on the wood of a card."""
    one = adopted_but("turn.pass-fallback", "one-step")
    card = owned("h", HELMET, "gather", "wood")
    shut_in = realm(board(cards=(card,)), board(), tiles={"I-1": ".LLLLLL"}, at=("I-1.0",), rulings=one)
    assert shut_in.texts() == ["gather"]
    assert shut_in.refused("move") == "turn.pass-fallback"


def test_turn_of_one_who_escaped_goes_by() -> None:
    """escape.no-actions: the turn comes and asks nothing."""
    game = realm(at=("centre", "")).play("move", "halt", "move", "halt")
    assert (game.seat, game.said("turn-over", "seat")) == (0, [0, 1])
    assert game.state.samurai_on(game.samurai().space, but=Seat(1)) == (0,)
