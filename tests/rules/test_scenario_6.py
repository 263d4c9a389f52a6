"""Scenario 6, the beast tamed: the legendary dragon caught alive on the central tile, judged after each roll."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.dens import den_at
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, place
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.group.steps import next_steps, seen_by_dragons, targets
from fujikoro_nb.views.map.dragons import walkers
from fujikoro_nb.views.map.picture import map_picture
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import goals_of, idle, kinds, lives_of, outcome_of, round_of, turn_over

RING = {f"I-{number}": "......." for number in range(1, 7)}
RED = dragon("30/9/1")
ARMED = board(weapon="WWMMM", helmet="MMMM/M")
BY_TURN = adopted_but("scenario.6.coop.check-after-roll", "attack-turn")


def hunt(*boards: Board, players: int = 2, **more: object) -> Realm:
    """A round of a group that wants the white dragon alive."""
    seats = boards or (board(),) * players
    known: dict[str, object] = {"mode": COOP, "scenario": 6}
    return realm(*seats, **{**known, **more})  # type: ignore[arg-type]


def at_the_centre(health: int, *boards: Board, **more: object) -> Realm:
    """The white dragon has come to the samurai on the central tile, and the first of them strikes."""
    beast = dragon(f"{health}/1/1", colour="white")
    known: dict[str, object] = {"dragons": {"I-1": beast}, "tiles": RING, **more}
    return hunt(*(boards or (ARMED,)), **known)


def fight_of(game: Realm) -> DragonFight:
    found = next((frame for frame in game.state.agenda if isinstance(frame, DragonFight)), None)
    assert found is not None, "nobody fights"
    return found


def struck(game: Realm) -> Realm:
    """The dragon rolls three hits, and a samurai without a helmet falls."""
    game.play("roll T 3")
    while game.asked == "pay-damage":
        game.play(game.texts()[0])
    return game


def heart(game: Realm) -> str:
    """The dragon on the central tile, by name."""
    den = den_at(game.state, place("centre").id)
    return "" if den is None else den.dragon.id


# ---- the central tile


@pytest.mark.rule("scenario.6.coop.centre-not-safe")
def test_who_is_on_the_central_tile_is_seen() -> None:
    """The dragon beside it comes and fights there; without the scenario it sees nobody. Temples still hide."""
    game = hunt(board(), tiles=RING, dragons={"I-1": RED})
    assert (heart(game), game.said("dragon-walks", "place")) == (RED.id, ["centre"])
    assert (fight_of(game).fighters, game.laid("I-1").dragon) == ((0,), None)
    plain = realm(board(), mode=COOP, tiles=RING, dragons={"I-1": RED})
    assert (plain.asked, seen_by_dragons(plain.state)) == ("act", ())
    hidden = hunt(board(), at=("temple-1",), tiles=RING, dragons={"I-1": RED})
    assert (hidden.asked, seen_by_dragons(hidden.state)) == ("act", ())


@pytest.mark.rule("scenario.6.coop.route-through-centre")
def test_the_way_over_the_central_tile() -> None:
    """From I-1 to I-4 over the centre are two steps, round it three: it goes over the centre."""
    tiles = {"I-1": ".......", "I-2": ".......", "I-3": ".......", "I-4": "......."}
    game = hunt(board(), at=("I-4.0",), tiles=tiles, dragons={"I-1": RED})
    assert (heart(game), game.asked) == (RED.id, "act")
    assert next_steps(game.state, place("centre").id, place("I-4").id) == ("I-4",)
    plain = realm(board(), mode=COOP, at=("I-4.0",), tiles=tiles, dragons={"I-1": RED})
    assert plain.laid("I-2").dragon is not None


@pytest.mark.rule("scenario.6.coop.other-dragon-blocks")
def test_another_dragon_on_the_central_tile_keeps_the_white_one_out() -> None:
    """The samurai stands beyond it, and no other way is known: the white dragon stays where it is."""
    white = dragon("60/9/1", colour="white", name="white")
    tiles = {"I-1": ".......", "I-4": "......."}
    game = hunt(board(), at=("temple-1",), tiles=tiles, dragons={"I-1": white, "centre": RED})
    state = game.state.moved(game.state.first, place("I-4").id + ".0")  # type: ignore[arg-type]
    assert targets(state, place("I-1").id) == ("I-4",)
    assert next_steps(state, place("I-1").id, place("I-4").id) == ()


@pytest.mark.rule("scenario.6.coop.centre-fight-participants")
def test_everybody_on_the_central_tile_fights_and_neighbours_may_join() -> None:
    """Three are there, the fourth joins from beside: four fighters on one space."""
    game = hunt(
        *(ARMED,) * 4,
        at=("centre", "centre", "centre", "I-4.1"),
        tiles=RING,
        dragons={"I-1": RED},
    )
    assert (game.asked, game.seat) == ("join", 3)
    assert game.texts() == ["stay-out", "join centre"]
    game.play("join centre")
    assert fight_of(game).fighters == (0, 1, 2, 3)
    assert [samurai.space for samurai in game.state.samurai] == ["centre"] * 4


@pytest.mark.rule("scenario.6.coop.centre-not-safe")
def test_the_map_shows_the_dragon_on_the_central_tile() -> None:
    """With its mark and its tokens, beside who stands there; the list of dragons says where it goes."""
    game = hunt(board(), at=("temple-1",), tiles=RING, dragons={"centre": RED})
    pieces = map_picture(game.state)["spaces"]["centre"]["pieces"]
    assert [(one["id"], one["token"]) for one in pieces if one["kind"] == "dragon"] == [(RED.id, "walks")]
    assert [one.at for one in walkers(game.state)] == ["centre"]
    assert game.state.dragon_on(SpaceId("centre")) == RED


@pytest.mark.rule("scenario.6.coop.centre-not-safe", "move.dragon.stop")
def test_who_walks_onto_its_tile_attacks_it() -> None:
    """As on every dragon's tile: the move is over, and who leaves the fight goes back to where it came from."""
    white = dragon("30/1/1", colour="white")
    game = hunt(ARMED, at=("I-2.0",), tiles=RING, dragons={"centre": white}, tokens={"centre": "asleep"})
    game.play("move", f"walk {beside_centre('I-2')}")
    game.play("walk centre")
    assert game.happened("dragon-attacked")
    game.play("attack left WWMMM", "roll W 0* 0*, M 1 1 1")
    game.play(*(text for text in game.texts()[:1] if game.asked == "lose-cubes"))
    while game.asked in ("repair", "place-magic"):
        game.play(game.texts()[0])
    assert game.asked == "withdraw"
    game.play("retreat")
    assert (game.at(), heart(game)) == (beside_centre("I-2"), white.id)


def beside_centre(name: str) -> str:
    """The space of a tile that touches the central one."""
    return next(at for at in neighbours(SpaceId("centre")) if at.startswith(f"{name}."))


# ---- caught


@pytest.mark.rule("scenario.6.coop.goal-capture")
def test_ten_left_is_caught() -> None:
    """14 health, four hits: ten are left, and the group has won at once; three hits leave it free."""
    for hits, outcome in ((4, "captured"), (3, ""), (5, "captured")):
        game = at_the_centre(14)
        assert game.asked == "roll-dice"
        game.play("attack left WWMMM", f"roll {rolled(hits)}")
        assert outcome_of(game) == outcome
        assert goals_of(game) == {"capture": bool(outcome)}
        assert (game.asked is None) == bool(outcome)
        assert bool(game.happened("captured")) == bool(outcome)


def rolled(hits: int) -> str:
    """A roll of two wooden and three metal dice with so many hits, in which nothing breaks."""
    faces = {3: "W 0 0, M 1 1 1", 4: "W 1 0, M 1 1 1", 5: "W 1 1, M 1 1 1"}
    return faces[hits]


@pytest.mark.rule("scenario.6.coop.kill-loses", "scenario.6.coop.goal-capture")
def test_dead_is_lost() -> None:
    """Four health are left, four hits: it is dead, and the game is lost."""
    game = at_the_centre(4)
    game.play("attack left WWMMM", f"roll {rolled(4)}")
    assert (outcome_of(game), game.asked, goals_of(game)) == ("dragon-killed", None, {"capture": False})
    assert kinds(game, "dragon-killed", "group-wins") == ["dragon-killed"]


@pytest.mark.rule("scenario.6.coop.kill-loses")
def test_dead_anywhere_is_lost() -> None:
    """On a volcano tile as well; the death of another dragon loses nothing."""
    for colour, outcome in (("white", "dragon-killed"), ("red", "")):
        game = hunt(
            ARMED,
            at=("I-2.0",),
            tiles=RING,
            dragons={"I-2": dragon("3/1/1", colour=colour)},
        )
        game.play(*(["keep"] if game.asked == "send-monk" else []))
        game.play("attack left WWMMM", f"roll {rolled(3)}")
        assert outcome_of(game) == outcome


@pytest.mark.rule("scenario.6.coop.check-after-roll")
def test_two_weapons() -> None:
    """The first roll leaves eight: won before the second is rolled, or at some tables only after both."""
    two = board(weapon="WWM..:WWM", helmet="MMMM/M", monks=("weapon",))
    game = at_the_centre(10, two)
    game.play("attack left WWM", "roll W 1 0, M 1")
    assert (outcome_of(game), fightless(game)) == ("captured", True)
    game = at_the_centre(10, two, rulings=BY_TURN)
    game.play("attack left WWM", "roll W 1 0, M 1")
    assert (outcome_of(game), game.asked) == ("", "roll-dice")
    game.play("attack right WWM", "roll W 1 0, M 1")
    assert outcome_of(game) == "captured"


def fightless(game: Realm) -> bool:
    """Whether nothing is on the agenda any more."""
    return game.state.agenda == ()


@pytest.mark.rule("scenario.6.coop.check-after-roll")
def test_nobody_catches_before_the_first_roll() -> None:
    """Tokens have left it six: the fight begins, and a roll without a hit catches it."""
    game = at_the_centre(6)
    assert (outcome_of(game), game.asked) == ("", "roll-dice")
    game.play("attack left W", "roll W 0")
    assert outcome_of(game) == "captured"


@pytest.mark.rule("scenario.6.coop.check-after-roll")
def test_the_dragons_own_roll_catches_nothing() -> None:
    """It strikes first: its health is looked at only when a samurai has rolled."""
    for rulings in (adopted_but("scenario.6.coop.check-after-roll", "each-roll"), BY_TURN):
        beast = dragon("6/99/1", colour="white")
        game = hunt(ARMED, tiles=RING, dragons={"I-1": beast}, rulings=rulings)
        game.play("roll T 0")
        assert (outcome_of(game), game.asked) == ("", "roll-dice")


@pytest.mark.rule("scenario.6.coop.fewer-dice")
def test_fewer_dice_spare_it() -> None:
    """Weapon of five cubes, four health: two dice can leave it alive, where five could kill it."""
    game = at_the_centre(4)
    assert "attack left WM" in game.texts()
    game.play("attack left WM", "roll W 1, M 1")
    assert outcome_of(game) == "captured"


@pytest.mark.rule("scenario.6.coop.elsewhere-no-capture")
def test_elsewhere_nobody_catches_it() -> None:
    """Six left on a volcano tile: nothing is won, and after the fight it is whole again."""
    bare = board(weapon="WWM")
    game = hunt(bare, at=("I-2.0",), tiles=RING, dragons={"I-2": dragon("8/1/1", colour="white")})
    game.play("attack left WM", "roll W 1, M 1")
    assert (outcome_of(game), fight_of(game).health) == ("", 6)
    struck(game)
    assert (lives_of(game), game.at()) == ((1,), "centre")
    idle(game, until=lambda one: one.asked in ("roll-dice", "roll"))
    assert (fight_of(game).health, heart(game) != "") == (8, True)


# ---- lives and rounds


@pytest.mark.rule("scenario.6.coop.revive-when-centre-occupied")
def test_who_falls_on_the_central_tile_stands_up_in_a_temple() -> None:
    """Its owner chooses which; where no dragon is on that tile it stands up there."""
    game = hunt(board(weapon="WM"), tiles=RING, dragons={"I-1": dragon("30/99/1", colour="white")})
    struck(game)
    assert (game.asked, game.texts()) == ("revive", ["revive temple-1", "revive temple-2", "revive temple-3"])
    assert game.refused("halt") == "scenario.6.coop.revive-when-centre-occupied"
    assert game.refused("revive centre") == "scenario.6.coop.revive-when-centre-occupied"
    game.play("revive temple-2")
    assert (game.at(), lives_of(game), heart(game) != "") == ("temple-2", (1,), True)
    assert game.said("stands-up", "space") == ["temple-2"]
    free = hunt(
        board(weapon="WM"), at=("I-2.0",), tiles=RING, dragons={"I-2": dragon("30/99/1", colour="white")}
    )
    struck(free)
    assert (free.at(), lives_of(free)) == ("centre", (1,))


@pytest.mark.rule("scenario.6.coop.time-limit")
def test_the_time_is_up_as_without_the_scenario() -> None:
    """Twenty rounds and the eight of the eruption for two, 25 and eight alone; then it is lost."""
    assert (last_of(hunt().state), last_of(hunt(board(), mode=SOLO).state)) == (28, 33)
    game = hunt(round_number=28, countdown=7)
    turn_over(turn_over(game))
    assert (round_of(game), outcome_of(game), game.asked) == (28, "lost-time", None)
