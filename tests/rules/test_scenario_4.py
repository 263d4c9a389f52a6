"""Scenario 4, who is worthy: monks who fight, and walk when a round is over."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import MonkFight, fight_of
from fujikoro_nb.engine.fujikoro.asked.game import Lay
from fujikoro_nb.engine.fujikoro.asked.scenario import Trial, Wander
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.characters import character, person
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.refused import scene_of
from fujikoro_nb.engine.fujikoro.rules.fights.meeting import resting_places
from fujikoro_nb.engine.fujikoro.rules.gather import check_category, check_gather
from fujikoro_nb.engine.fujikoro.rules.scenes.monk_steps import monk_steps, target_of, why_he_stays
from fujikoro_nb.engine.kernel import Illegal, Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, tile, token
from tests.support.gear_positions import SANDALS, adopted_but, board, owned
from tests.support.groups import kinds, turn_over

ONE = {"I-1": "......."}
TWO = {"I-1": ".......", "II-1": ".......", "II-2": "......."}
MISS, HITS = "roll W 0 0 0 0", "roll W 1 1 1 1"
ARMED = "WWWMM"
"""Five dice."""


def met(*boards_: object, **more: object) -> Realm:
    """Seat 0 steps from the central tile onto a monk's space."""
    known: dict[str, object] = {
        "scenario": 4,
        "tiles": ONE,
        "scene": {"monks": ("I-1.4",)},
        "at": ("centre",),
    }
    game = realm(*(boards_ or (board(weapon=ARMED), board())), **{**known, **more})  # type: ignore[arg-type]
    return game.play("move", "walk I-1.4")


def monks(game: Realm) -> tuple[str, ...]:
    """Where they are."""
    return game.state.staged.monks


def stowed(game: Realm) -> Realm:
    """Whatever is to be put away is."""
    while game.asked == "stow":
        game.play(game.texts()[0])
    return game


# ---- conquered, not gathered


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_stepping_onto_a_monk_begins_a_fight() -> None:
    """The move is over; without the scenario nobody fights, and the monk is gathered."""
    game = met()
    assert (game.asked, game.seat, game.about()) == (
        "roll",
        -1,
        {"wood": 4, "metal": 0, "tooth": 0, "magic": 0},
    )
    assert kinds(game, "monk-met", "monk-fights") == ["monk-met", "monk-fights"]
    beaten = game.play(MISS, f"attack left {ARMED}", "roll W 1 1 1, M 2 2")
    assert (beaten.asked, monks(beaten)) == ("place-monk", ())
    game.play("monk weapon")
    assert (game.asked, game.about(), game.at()) == ("act", {"taken": 1}, "I-1.4")


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_no_path_leads_over_a_monk() -> None:
    """It ends on his space, and nobody can stop for one on lava."""
    game = realm(scenario=4, tiles=TWO, scene={"monks": ("I-1.4",)}).play("move")
    assert game.refused("walk I-1.4 I-1.0") == "scenario.4.competitive.monks-conquered"
    assert "walk I-1.4" in game.texts() and "walk I-1.4 I-1.0" not in game.texts()
    hot = realm(scenario=4, tiles={"I-1": "....L.."}, scene={"monks": ("I-1.4",)}).play("move")
    refusal = hot.refusal("walk I-1.4")
    assert refusal is not None and (refusal.rule, refusal.reason) == (
        "scenario.4.competitive.monks-conquered",
        "lava",
    )


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_a_monk_is_not_gathered() -> None:
    """A step of a card to his space leads to nothing to gather; who is on it may gather nothing, but fights."""
    shoes = board(sandals="TT/M", cards=(owned("step", SANDALS, "gather"),))
    monk = {"tiles": ONE, "scene": {"monks": ("I-1.4",)}}
    beside = realm(shoes, board(), scenario=4, at=("I-1.0",), **monk).play("gather")  # type: ignore[arg-type]
    assert beside.texts() == ["bonus"]
    there = realm(scenario=4, at=("I-1.4",), **monk)  # type: ignore[arg-type]
    for refusal in (check_gather(there.state, Seat(0)), check_category(there.state, Seat(0), "monk")):
        assert refusal is not None and refusal.rule == "scenario.4.competitive.monks-conquered"
    assert there.asked == "roll" and there.refused("gather") is not None


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_who_wakes_beside_a_monk_fights_at_once() -> None:
    """Before its first action; beaten it lies aside and its turn is over, and who wins has both actions."""
    known: dict[str, object] = {"scenario": 4, "tiles": ONE, "scene": {"monks": ("I-1.4",)}, "down": (0,)}
    armed, other = board(weapon=ARMED), board()
    game = realm(armed, other, at=("I-1.4", "centre"), **known)  # type: ignore[arg-type]
    assert (game.asked, game.seat, game.about().get("wood")) == ("roll", -1, 4)
    assert kinds(game, "turn", "wakes", "monk-met", "monk-fights", "act") == [
        "turn",
        "wakes",
        "monk-met",
        "monk-fights",
    ]
    game.play(MISS, f"attack left {ARMED}", "roll W 1 1 1, M 2 2", "monk weapon")
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 0})
    down = realm(armed, other, at=("I-1.4", "centre"), scores=(7, 0), **known)  # type: ignore[arg-type]
    down.play(HITS, "pay -")
    assert (down.asked, down.seat) == ("fall-back", 0)
    down.play("fall-back I-1.0")
    assert (down.samurai().score, down.samurai().is_conscious, down.asked, down.seat) == (2, False, "act", 1)
    elsewhere = realm(armed, other, at=("I-1.0", "centre"), **known)  # type: ignore[arg-type]
    assert (elsewhere.asked, elsewhere.about()) == ("act", {"taken": 0})


def driven(*, tiles: str, monk: str = "I-1.4", at: str = "I-1.0", **more: object) -> Realm:
    """Number 1 erupts below seat 0, which pays with its sandals and flees to where the monk is."""
    known: dict[str, object] = {"scenario": 4, "tiles": {"I-1": tiles}, "scene": {"monks": (monk,)}, **more}
    hot = board(weapon=ARMED, sandals="MM/M")
    game = realm(hot, board(), at=(at, "temple-1"), first=1, marker=1, **known)  # type: ignore[arg-type]
    turn_over(game)
    assert (game.asked, game.seat) == ("pay-eruption", 0)
    return game.play(game.texts()[0]).play(f"flee {monk}")


@pytest.mark.rule("scenario.4.competitive.monks-conquered", "scenario.4.competitive.knockout-place")
def test_whom_lava_drives_to_a_monk_fights_at_once() -> None:
    """On the way out of the lava; who is beaten lies aside, since nobody lies down in lava."""
    game = driven(tiles="1......")
    assert (game.asked, game.seat, game.about().get("wood")) == ("roll", -1, 4)
    assert kinds(game, "flees", "monk-met", "monk-fights", "monk-attacks") == [
        "flees",
        "monk-met",
        "monk-fights",
    ]
    game.play(MISS, f"attack left {ARMED}", "roll W 1 1 1, M 2 2", "monk weapon")
    assert (game.at(), game.asked, game.seat, game.about()) == ("I-1.4", "act", 0, {"taken": 0})
    down = driven(tiles="1......", scores=(7, 0)).play(HITS, "pay -")
    assert (down.asked, down.refused("fall-back I-1.0")) == (
        "fall-back",
        "scenario.4.competitive.knockout-place",
    )
    down.play("fall-back centre")
    assert (down.at(), down.samurai().score, monks(down)) == ("centre", 2, ("I-1.4",))


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_a_monk_in_the_lava_is_fought_before_it_burns_again() -> None:
    """Only lava to flee to, and he is there: the fight, then the next five points, for which nothing is left."""
    game = driven(tiles="1LLLLLL")
    assert (game.asked, game.seat, game.about().get("wood")) == ("roll", -1, 4)
    assert len(game.happened("struck")) == 1
    game.play(MISS, f"attack left {ARMED}", "roll W 1 1 1, M 2 2", "monk weapon")
    assert (game.asked, game.seat, len(game.happened("struck"))) == ("revive", 0, 2)
    down = driven(tiles="1LLLLLL", monk="I-1.1").play(HITS, "pay -")
    assert (down.asked, len(down.happened("carried-off")), len(down.happened("struck"))) == ("revive", 1, 1)


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_nobody_joins_past_a_monk() -> None:
    """Daisuke, four spaces away (char.daisuke.join-from-four): only the ways that no monk closes are his."""
    who = msgspec.structs.replace(board(weapon="WWM"), limits=character("daisuke"), played=person("daisuke"))
    found = {}
    for scene in ((), ("I-1.0", "I-1.2", "I-1.4")):
        game = realm(
            board(weapon=ARMED),
            who,
            scenario=4,
            tiles={"I-1": ".......", "II-1": "......."},
            dragons={"II-1": dragon("30/20/6", name="strong")},
            at=("I-1.1", "I-1.3"),
            scene={"monks": scene},
        ).play("move", "walk II-1.3")
        found[scene] = game.asked
    assert list(found.values()) == ["join", "send-monk"]


@pytest.mark.rule("scenario.4.competitive.monks-conquered", "scenario.4.competitive.token-monks")
def test_monks_of_new_tiles_fight() -> None:
    """Printed ones, and those on hexagonal tokens of five players; without the scenario they lie on the tile."""
    found = token("found", "monk", shape="hexagon")
    piles = Piles(tiles=(tile(".mh....", name="new"),), tokens=(found,))
    for scenario in (4, 0):
        game = realm(*(board(),) * 5, scenario=scenario, piles=piles)
        game.play("explore", "place I-1", "draw new", "turn 0", "draw found")
        things = [type(thing).__name__ for thing in game.laid("I-1").things if thing is not None]
        assert things == ([] if scenario else ["MonkDisc", "MonkDisc"])
        assert game.state.scene is msgspec.UNSET or monks(game) == ("I-1.1", "I-1.2")


@pytest.mark.rule("scenario.4.competitive.no-joining-monk")
def test_nobody_joins_a_fight_with_a_monk() -> None:
    """Seat 1 stands beside, and is not asked."""
    game = met(board(weapon=ARMED), board(weapon=ARMED), at=("centre", "I-1.0"))
    assert (game.asked, game.seat) == ("roll", -1)
    fight = fight_of(game.state)
    assert isinstance(fight, MonkFight) and fight.fighters == (0,)
    assert not any(frame.name == "Battle" for frame in game.state.agenda)


def alone(game: Realm) -> Realm:
    """Nobody joins, and nobody sends a monk."""
    while game.asked in ("join", "send-monk"):
        game.play({"join": "stay-out", "send-monk": "keep"}[game.asked])
    return game


@pytest.mark.rule("scenario.4.competitive.dragon-first")
def test_the_dragon_comes_first_then_the_monk() -> None:
    """Who beats it fights the monk on the same space; who is knocked out or retreats does not."""
    weak = dragon("1/0/1", name="weak")
    game = alone(met(dragons={"I-1": weak})).play(f"attack left {ARMED}", "roll W 1 1 1, M 2 2")
    stowed(game)
    assert (game.asked, game.about().get("wood")) == ("roll", 4)
    assert kinds(game, "dragon-defeated", "monk-fights") == ["dragon-defeated", "monk-fights"]
    strong = alone(met(dragons={"I-1": dragon("30/20/6", name="strong")}))
    strong.play("roll T 3 3 3 3 3 3", "pay -")
    assert (strong.at(), kinds(strong, "monk-fights")) == ("centre", [])


# ---- the fight


@pytest.mark.rule("scenario.4.competitive.monk-stats")
def test_a_monk_strikes_first_with_four_dice_and_has_four_health() -> None:
    """Whatever the initiative; three hits leave him one, and he strikes first again in the next round."""
    game = met(board(weapon="WWWWW:MMM", monks=("weapon",)), board())
    assert game.asked == "roll" and game.about().get("wood") == 4
    game.play(MISS)
    assert (game.asked, game.seat) == ("roll-dice", 0)
    game.play("attack both WWW", "roll W 1 1 1")
    assert game.said("monk-hit", "health") == [1]
    assert (game.asked, game.seat, game.about().get("wood")) == ("roll", -1, 4)


@pytest.mark.rule("scenario.4.competitive.monk-broken-gives-wood")
def test_broken_symbols_of_the_monks_dice_bring_wood() -> None:
    """Two of them, two cubes; also for whom the roll knocks out."""
    game = stowed(met().play("roll W 0* 0* 0 0"))
    assert (game.board().backpack.cubes.wood, game.asked) == (2, "roll-dice")
    down = stowed(met().play("roll W 0* 1 0 0"))
    down.play("pay -")
    assert (down.board().backpack.cubes.wood, down.samurai().is_conscious) == (1, False)


def won(*boards_: object, **more: object) -> Realm:
    """The monk is beaten in the first round."""
    return met(*boards_, **more).play(MISS, f"attack left {ARMED}", "roll W 1 1 1, M 2 2")


@pytest.mark.rule("scenario.4.competitive.monk-won")
def test_a_beaten_monk_comes_along() -> None:
    """To a free spot of the owner's choice; in the backpack where all are taken; out of the game without room."""
    game = won()
    assert (game.asked, game.seat) == ("place-monk", 0)
    assert game.refused("monk backpack-area") == "gather.monk.backpack"
    assert game.play("monk scroll").board().monk_spots == ("scroll",)
    every = ("action", "scroll", "weapon", "backpack")
    packed = stowed(won(board(weapon=ARMED, monks=every), board()).play("monk backpack-area"))
    assert packed.board().backpack.discs == ("monk",)
    full = board(weapon=ARMED, monks=every, discs=("monk",) * 11)
    gone = won(full, board())
    assert (gone.asked, monks(gone), len(gone.happened("monk-leaves"))) == ("act", (), 1)


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai", "scenario.4.competitive.knockout-place")
def test_a_monk_who_wins_costs_points() -> None:
    """Knocked out, back where it came from, five points less and never below none; the turn is over."""
    for before, after in ((12, 7), (5, 0), (3, 0), (0, 0)):
        game = met(board(weapon=ARMED), board(), scores=(before, 9)).play(HITS, "pay -")
        assert (game.samurai().score, game.samurai(1).score) == (after, 9)
        assert (game.at(), game.samurai().is_conscious, game.seat) == ("centre", False, 1)
        assert game.said("shamed", "points") == ([before - after] if before else [])
        assert monks(game) == ("I-1.4",)


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai")
def test_who_retreats_keeps_its_points() -> None:
    """Without a usable weapon: back to where it came from, awake."""
    game = met(board(weapon="WM"), board(), scores=(12, 0))
    game.play(MISS, "retreat")
    assert (game.at(), game.samurai().score, game.samurai().is_conscious) == ("centre", 12, True)


@pytest.mark.rule("scenario.4.competitive.monk-heals")
def test_a_monk_is_whole_again_in_his_next_fight() -> None:
    """He had one left when the samurai fell."""
    game = met(board(weapon="WWW", helmet=""), board())
    game.play(MISS, "attack left WWW", "roll W 1 1 1", HITS, "pay -")
    assert game.said("monk-hit", "health") == [1]
    turn_over(game)
    game.play("move", "walk I-1.4", MISS, "attack left WWW", "roll W 1 1 0")
    assert game.said("monk-hit", "health") == [1, 2]


# ---- the end of a round


def after_round(*, at: tuple[str, ...], scene: tuple[str, ...], **more: object) -> Realm:
    """Everybody has done nothing, and the monks have begun to walk."""
    first = Seat(int(str(more.get("first", 0))))
    known: dict[str, object] = {
        "scenario": 4,
        "tiles": TWO,
        "at": at,
        "scene": {"monks": scene, "first": first},
    }
    game = realm(*(board(),) * len(at), **{**known, **more})  # type: ignore[arg-type]
    for _ in at:
        assert kinds(game, "monk-walks", "monk-stays") == []
        turn_over(game)
    return game


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_monks_walk_two_spaces_when_the_round_is_over() -> None:
    """Not before the last turn; the only shortest way is gone without a question."""
    game = after_round(at=("I-1.4", "centre"), scene=("II-1.1",), tiles={"I-1": ".......", "II-1": "......."})
    steps = [dict(event.data) for event in game.happened("monk-walks")]
    while game.asked == "monk-step":
        assert game.seat == 0
        game.play(game.texts()[0])
        steps = [dict(event.data) for event in game.happened("monk-walks")]
    assert len(steps) == 2 and steps[0]["at"] == "II-1.1" and monks(game) == (steps[1]["space"],)
    assert (game.asked, game.seat) == ("act", 0)


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_the_first_player_decides_between_equal_ways() -> None:
    """Round a space of lava in the middle; whoever had the first turn is asked, whoever is nearest."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.1",), tiles={"I-1": "L......"}, first=1)
    assert (game.asked, game.seat, game.about()) == ("monk-step", 1, {"space": "I-1.1"})
    assert game.texts() == ["monk-step I-1.2", "monk-step I-1.6"]
    assert game.refused("monk-step I-1.0") == "scenario.4.competitive.monk-move"
    assert game.refused("halt") == "scenario.4.competitive.monk-move"
    game.play("monk-step I-1.6")
    assert monks(game) == ("I-1.5",)


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_the_first_player_says_who_of_them_walks_first() -> None:
    """Where one of them can come to a samurai; else the order makes no difference."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.1", "I-1.3"))
    assert (game.asked, game.seat, game.texts()) == (
        "monk-order",
        0,
        ["monk-first I-1.1", "monk-first I-1.3"],
    )
    assert game.refused("monk-first I-1.0") == "scenario.4.competitive.monk-move"
    game.play("monk-first I-1.3")
    assert [one["space"] for one in map(dict, (e.data for e in game.happened("monk-attacks")))] == ["I-1.4"]


@pytest.mark.rule("scenario.4.competitive.monk-attack")
def test_a_monk_who_comes_to_a_samurai_attacks_at_once() -> None:
    """One step away: the second one is not gone."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.0",))
    assert (game.asked, monks(game)) == ("roll", ("I-1.4",))
    assert len(game.happened("monk-walks")) == 1
    assert kinds(game, "monk-walks", "monk-attacks", "monk-fights") == [
        "monk-walks",
        "monk-attacks",
        "monk-fights",
    ]


@pytest.mark.rule("scenario.4.competitive.monk-attack")
def test_a_monk_on_the_same_space_attacks_where_he_is() -> None:
    """Whoever is there as the round ends, in whatever position that began."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.4",))
    assert (game.asked, kinds(game, "monk-walks")) == ("roll", [])


@pytest.mark.rule("scenario.4.competitive.knockout-place")
def test_who_is_beaten_by_a_monk_who_came_lies_beside() -> None:
    """On a firm space of the owner's choice; where there is none, where it fell."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.0",)).play(HITS, "pay -")
    assert (game.asked, game.seat) == ("fall-back", 0)
    assert game.refused("fall-back I-1.0") is None and game.refused("fall-back I-1.1") is not None
    game.play("fall-back centre")
    assert (game.at(), monks(game), game.samurai().is_conscious) == ("centre", ("I-1.4",), True)
    tight = after_round(at=("I-1.1", "centre"), scene=("I-1.0",), tiles={"I-1": "..L...L"}, lava=("I-1.0",))
    assert kinds(tight, "monk-attacks") == ["monk-attacks"]
    tight.play(HITS, "pay -")
    assert (tight.asked, tight.at(), kinds(tight, "wakes")) == ("roll", "I-1.1", ["wakes"])
    assert kinds(tight, "monk-attacks", "monk-met") == ["monk-attacks", "monk-met"]


@pytest.mark.rule("scenario.4.competitive.monk-outnumbered")
def test_two_samurai_on_a_space_are_no_target() -> None:
    """He looks on for one who is alone (edge case 25); a knocked-out one beside does not count."""
    pair = after_round(at=("I-1.0", "I-1.0", "II-2.0"), scene=("II-1.0",))
    walked = [dict(event.data)["space"] for event in pair.happened("monk-walks")]
    assert target_of(pair.state, SpaceId("II-1.0")) is not None
    assert walked == [] or not str(walked[-1]).startswith("I-1")
    state = realm(*(board(),) * 3, scenario=4, tiles=TWO, at=("I-1.0", "I-1.0", "II-2.0"), down=(1,)).state
    assert target_of(state, SpaceId("I-1.3")) == 0


@pytest.mark.rule("scenario.4.competitive.monk-outnumbered", "scenario.4.competitive.monk-tie-stays")
def test_edge_case_pair_near_single_far() -> None:
    """Pair at one tile, a single one at three: towards the single one; two single ones as near hold him."""
    tiles = {"I-1": ".......", "II-1": ".......", "III-1": "......."}
    far = realm(*(board(),) * 3, scenario=4, tiles=tiles, at=("I-1.0", "I-1.0", "III-1.0")).state
    assert target_of(far, SpaceId("I-1.1")) == 2
    near = realm(board(), board(), scenario=4, tiles=TWO, at=("II-1.0", "II-2.0")).state
    assert target_of(near, SpaceId("I-1.1")) is None
    here = realm(board(), board(), scenario=4, tiles=TWO, at=("I-1.0", "I-1.3")).state
    assert target_of(here, SpaceId("I-1.1")) is None, "one tile, equally far in tiles"


@pytest.mark.rule("scenario.4.competitive.monk-tie-stays")
def test_between_two_as_near_he_stays() -> None:
    game = after_round(at=("II-1.0", "II-2.0"), scene=("I-1.1",))
    assert (monks(game), len(game.happened("monk-stays"))) == (("I-1.1",), 1)
    assert why_he_stays(game.state, SpaceId("I-1.1")) == "scenario.4.competitive.monk-tie-stays"
    pair = realm(board(), board(), scenario=4, tiles=TWO, at=("I-1.0", "I-1.0")).state
    assert why_he_stays(pair, SpaceId("I-1.3")) == "scenario.4.competitive.monk-outnumbered"
    safe = realm(board(), board(), scenario=4, tiles=TWO, at=("temple-1", "centre")).state
    assert why_he_stays(safe, SpaceId("I-1.3")) == "scenario.4.competitive.monk-terrain"


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_nobody_is_laid_onto_a_monk() -> None:
    """Beaten in a duel beside a fighting monk: his space is none to lie on."""
    for scene in ((), ("I-1.4",)):
        state = realm(
            board(), board(), scenario=4, tiles=ONE, at=("I-1.0", "I-1.0"), scene={"monks": scene}
        ).state
        places = resting_places(state, Lay(Seat(0), Seat(1)))
        assert ("I-1.4" in places) is not bool(scene)


@pytest.mark.rule("scenario.4.competitive.monks-conquered")
def test_nobody_sneaks_by_a_monk() -> None:
    """Daisuke passes samurai and dragons (char.daisuke.sneak), and stops where a monk is."""
    who = msgspec.structs.replace(board(), limits=character("daisuke"), played=person("daisuke"))
    known = {"scenario": 4, "tiles": ONE, "at": ("I-1.1", "centre"), "scene": {"monks": ("I-1.0",)}}
    game = realm(who, board(), **known).play("move")  # type: ignore[arg-type]
    assert game.refused("walk I-1.0 I-1.4") == "scenario.4.competitive.monks-conquered"
    assert game.play("walk I-1.0").happened("monk-met") != []


@pytest.mark.rule("scenario.4.competitive.monk-terrain")
def test_monks_enter_neither_lava_nor_safe_tiles() -> None:
    """Who is on the central tile, in a temple or on a bridge is no target; round lava there may be no way."""
    hidden = after_round(at=("centre", "temple-1"), scene=("I-1.4",))
    assert (monks(hidden), kinds(hidden, "monk-walks")) == (("I-1.4",), [])
    state = realm(scenario=4, tiles={"I-1": "L.L...."}, at=("I-1.4", "centre"), lava=("I-1.6",)).state
    assert monk_steps(state, SpaceId("I-1.1"), SpaceId("I-1.4")) == ()
    open_bridges = adopted_but("map.safe-tiles", "without-bridges")
    for rulings, seen in ((open_bridges, 0), (adopted_but("map.safe-tiles", "with-bridges"), None)):
        crossing = realm(scenario=4, tiles=ONE, at=("bridge-1.a", "centre"), rulings=rulings).state
        assert target_of(crossing, SpaceId("I-1.4")) == seen


def test_a_table_may_let_them_walk_after_every_turn() -> None:
    """One reading of the French word."""
    turns = adopted_but("scenario.4.competitive.monk-move", "turn")
    game = realm(scenario=4, tiles=TWO, at=("I-1.4", "centre"), scene={"monks": ("II-1.1",)}, rulings=turns)
    turn_over(game)
    while game.asked == "monk-step":
        game.play(game.texts()[0])
    assert len(game.happened("monk-walks")) == 2 and (game.asked, game.seat) == ("act", 1)


def test_what_nobody_can_play() -> None:
    """A group does not play it (scenario.general.modes)."""
    with pytest.raises(Illegal):
        scene_of(4, COOP, 2, ())


def test_frames_are_told_in_json() -> None:
    """A trial and a walk that are going on are part of a state that is kept."""
    game = after_round(at=("I-1.4", "centre"), scene=("I-1.0", "II-1.0"))
    game.play("monk-first I-1.0")
    assert {Trial, Wander} <= {type(frame) for frame in game.state.agenda}
    kept = msgspec.json.encode(game.state)
    assert msgspec.json.decode(kept, type=type(game.state)) == game.state
