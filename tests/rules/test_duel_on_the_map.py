"""What a surrender changes on the map, whose turn goes on after a duel, and who may join a fight."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, fight_of
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import adopted_but, board

TWO = {"I-1": ".......", "I-2": "......."}
DRAGON = {"I-1": dragon("30/9/1")}


def surrendering(*, mover: bool) -> Realm:
    """The mover, or else the stander, breaks its only weapon and may surrender."""
    long, short = board(weapon="WWMM", helmet="MM"), board(weapon="WWM", helmet="MM")
    seats = (long, short) if mover else (short, long)
    game = realm(*seats, tiles=TWO, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "challenge", "attack left WWMM", "roll W 0* 1, M 0 0", "pay 1,1")
    return game.play("lose 1,1")


@pytest.mark.rule("duel.surrender.stay", "duel.turn-end")
def test_duel_surrender_stay() -> None:
    """A surrenders in its own first action: awake beside B, and its second action is there."""
    game = surrendering(mover=True).play("retreat")
    assert (game.asked, game.seat, game.at()) == ("steal", 1, "I-1.4")
    game.play("steal nothing")
    assert (game.at(), game.at(1), game.samurai().is_conscious) == ("I-1.4", "I-1.4", True)
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 1})


@pytest.mark.rule("duel.surrender.stay", "duel.turn-end")
def test_duel_surrender_of_the_other_leaves_the_mover_its_turn() -> None:
    """Also at tables that send a surrendering mover back, the samurai who stood there stays."""
    for reading in ("stays", "where-it-came-from"):
        game = surrendering(mover=False)
        rulings = adopted_but("duel.surrender.stay", reading)
        game.state = msgspec.structs.replace(game.state, rulings=rulings)
        game.play("retreat", "steal nothing")
        assert (game.at(), game.at(1), game.samurai(1).is_conscious) == ("I-1.4", "I-1.4", True)
        assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 1})


LONG = {"I-1": ".......", "I-2": "......L"}


@pytest.mark.rule("duel.surrender.stay")
@pytest.mark.parametrize(
    ("at", "walks", "pay", "back"),
    [
        (("I-1.1", "I-1.3"), ["walk I-1.2 I-1.3"], [], "I-1.2"),
        (("I-1.1", "I-1.3"), ["walk I-1.2", "walk I-1.3"], [], "I-1.2"),
        (("centre", "I-1.5"), ["walk I-1.4 I-1.5"], [], "I-1.4"),
        (("centre", "I-1.3"), ["walk I-2.6 I-1.3"], ["pay 1,1 2,1"], "centre"),
    ],
)
def test_duel_surrender_of_a_mover_leads_to_where_its_last_step_came_from(
    at: tuple[str, ...], walks: list[str], pay: list[str], back: str
) -> None:
    """Booklet 000's "space of entry": of the contested space, be it of the same tile; past lava to firm ground."""
    mover = board(weapon="WWMM", helmet="MM", sandals="TT")
    game = realm(mover, board(weapon="WWM", helmet="MM"), tiles=LONG, at=at)
    game.state = msgspec.structs.replace(
        game.state, rulings=adopted_but("duel.surrender.stay", "where-it-came-from")
    )
    game.play("move", *walks, "challenge", *pay, "attack left WWMM", "roll W 0* 1, M 0 0", "pay 1,1")
    game.play("lose 1,1", "retreat")
    assert (game.at(), game.at(1), game.samurai().is_conscious) == (back, at[1], True)


@pytest.mark.rule("duel.defeat.where")
def test_duel_defeat_of_a_mover_leads_to_where_its_last_step_came_from() -> None:
    """At tables with the wording of booklet 000, also within one tile; the winner chooses nothing."""
    game = realm(board(), board(weapon="WWMM"), tiles=LONG, at=("I-1.1", "I-1.3"))
    game.state = msgspec.structs.replace(
        game.state, rulings=adopted_but("duel.defeat.where", "where-it-came-from")
    )
    game.play("move", "walk I-1.2 I-1.3", "challenge", "attack left WWMM", "roll W 1 1, M 1 1", "pay -")
    assert (game.asked, game.at(), game.samurai().is_conscious) == ("steal", "I-1.2", False)


@pytest.mark.rule("duel.turn-end")
def test_duel_turn_end_of_the_winner_goes_on() -> None:
    game = realm(board(weapon="WWMM"), board(), tiles=TWO, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "challenge", "attack left WWMM", "roll W 1 1, M 1 1", "pay -")
    game.play("lay I-1.5", "steal nothing")
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 1})


@pytest.mark.rule("example.joint-fight.join")
def test_example_joint_fight_join() -> None:
    """Takeko attacks; Masatsura, beside her left, passes; Mitsuhide steps in; Takeko is not asked about it."""
    takeko, masatsura, mitsuhide = 0, 1, 2
    tiles = {"I-1": "D......", "I-2": "......."}
    at = ("I-2.6", "I-2.6", "centre")
    game = realm(board(), board(), board(), tiles=tiles, dragons=DRAGON, at=at).play("move", "walk I-1.3")
    assert (game.asked, game.seat) == ("join", masatsura)
    game.play("stay-out")
    assert (game.asked, game.seat) == ("join", mitsuhide)
    game.play("join I-1.4")
    assert (game.at(takeko), game.at(masatsura), game.at(mitsuhide)) == ("I-1.3", "I-2.6", "I-1.4")
    assert (game.asked, game.seat) == ("send-monk", takeko), "the fight begins, nobody could refuse"
    fight = fight_of(game.state)
    assert isinstance(fight, DragonFight) and fight.fighters == (takeko, mitsuhide)
