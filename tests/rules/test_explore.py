"""Chapter "explore": place, tile, turn, and everything that comes on the spaces."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Drawn
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc, MonkDisc, ScrollDisc, TokenThing
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions
from tests.support.fights import dragon
from tests.support.game_positions import Realm, adventure, realm, tile, token
from tests.support.gear_positions import board

FIVE = tuple(board() for _ in range(5))
LANTERN = adventure("lantern", "steps 2")


def explored(letters: str, *, level: str = "I", **more: object) -> Realm:
    """From the central tile (or ``at``) the tile of these letters is drawn and laid as drawn on the first place."""
    known = {
        "tiles": (tile(letters, level=level, name="new"),),
        "tokens": (token("square", "WM", level=level), token("hexagon", "TT", shape="hexagon", level=level)),
        "dragons": (dragon("12/9/4", name="beast"),),
    }
    piles = Piles(**{**known, **more.pop("piles", {})})  # type: ignore[dict-item]
    game = realm(*more.pop("boards", ()), piles=piles, **more)  # type: ignore[arg-type,misc]
    game.play("explore")
    return game.play(game.texts()[0], "draw new", "turn 0")


@pytest.mark.rule("explore.where")
def test_explore_where() -> None:
    """From a space that borders an unexplored place of a level; never from the middle of a tile."""
    game = realm().play("explore")
    assert (game.asked, game.texts()) == ("place", [f"place I-{number}" for number in (1, 6, 2, 3, 4, 5)])
    assert game.refused("place II-1") == "explore.where"
    assert game.refused("turn 0") == "explore.announce"
    middle = realm(tiles={"I-1": "......."}, at=("I-1.0",))
    assert middle.refused("explore") == "explore.where"
    assert middle.refused("move") is None
    temple = realm(tiles={}, at=("temple-1",)).play("explore")
    assert all(place(text.removeprefix("place ")).level for text in temple.texts())


@pytest.mark.rule("explore.announce")
def test_explore_announce() -> None:
    """The place first; once the tile is drawn it cannot be another one."""
    game = realm().play("explore", "place I-2")
    assert (game.asked, game.seat) == ("draw", CHANCE)
    game.play(game.texts()[0])
    assert game.refused("place I-1") == "explore.announce"
    game.play("turn 1")
    assert game.state.tile_on(place("I-2").id) is not None


@pytest.mark.rule("explore.level-by-ring", "setup.tiles.stacks")
@pytest.mark.parametrize(
    ("at", "tiles", "level"),
    [("centre", {}, "I"), ("I-1.1", {"I-1": "......."}, "II"), ("temple-1", {}, "III")],
)
def test_explore_level_by_ring(at: str, tiles: dict[str, str], level: str) -> None:
    """The stack of the ring, each of its tiles with the same weight, and no other one."""
    game = realm(at=(at,), tiles=tiles).play("explore")
    mine = next(text for text in game.texts() if place(text.removeprefix("place ")).level == level)
    game.play(mine)
    options = game.options
    assert isinstance(options, ChanceOptions)
    stack = game.state.piles.tiles_of(level)
    assert [options.weight(Drawn(one.id)) for one in stack] == [1] * len(stack)
    assert options.total == len(stack)
    other = game.state.piles.tiles_of("I" if level != "I" else "III")[0]
    assert game.refused(f"draw {other.id}") == "setup.tiles.stacks"
    game.play(f"draw {stack[0].id}")
    assert stack[0] not in game.state.piles.tiles


@pytest.mark.rule("explore.orient", "map.space.volcano")
def test_explore_orient() -> None:
    """Six turns; one sixth carries the north-eastern petal to the east."""
    game = realm(piles=Piles(tiles=(tile("L1.....", name="new"),))).play("explore", "place I-1", "draw new")
    assert game.texts() == [f"turn {sixths}" for sixths in range(6)]
    assert game.refused("halt") == "explore.orient"
    game.play("turn 1")
    laid = game.laid("I-1")
    assert [laid.face(number).lava for number in range(7)] == [0, 0, 1, 0, 0, 0, 0]
    assert laid.face(0).kind == "lava"


@pytest.mark.rule("explore.vp")
@pytest.mark.parametrize(
    ("at", "tiles", "level", "points"),
    [
        ("centre", {}, "I", 0),
        ("I-1.1", {"I-1": "......."}, "II", 1),
        ("temple-1", {}, "III", 2),
    ],
)
def test_explore_vp(at: str, tiles: dict[str, str], level: str, points: int) -> None:
    game = realm(at=(at,), tiles=tiles).play("explore")
    mine = next(text for text in game.texts() if place(text.removeprefix("place ")).level == level)
    game.play(mine, f"draw {game.state.piles.tiles_of(level)[0].id}", "turn 0")
    assert (game.samurai().score, game.said("explored", "points")) == (points, [points])


@pytest.mark.rule("explore.fill.square", "setup.tokens.resource-square")
def test_explore_fill_square() -> None:
    game = explored(".s.....")
    assert (game.asked, game.seat, game.texts()) == ("draw", CHANCE, ["draw square"])
    game.play("draw square")
    thing = game.laid("I-1").things[1]
    assert isinstance(thing, TokenThing)
    assert (thing.token.id, thing.is_used) == ("square", False)
    assert "square" not in {one.id for one in game.state.piles.tokens}


@pytest.mark.rule("explore.fill.square", "setup.tokens.resource-square")
def test_explore_fill_square_of_its_level() -> None:
    """A token of another level is none of this tile's, and an empty pile leaves the space empty."""
    game = explored(".s.....", piles={"tokens": (token("high", level="II"),)})
    assert game.asked == "act"
    assert game.laid("I-1").things == (None,) * 7


@pytest.mark.rule("explore.fill.hex")
def test_explore_fill_hex() -> None:
    """With five players a token, with fewer an empty space."""
    game = explored(".h.....", boards=FIVE)
    assert game.texts() == ["draw hexagon"]
    game.play("draw hexagon")
    assert isinstance(game.laid("I-1").things[1], TokenThing)
    few = explored(".h.....", boards=FIVE[:4])
    assert few.asked == "act"
    assert few.laid("I-1").things[1] is None


@pytest.mark.rule("explore.fill.hex-monk")
def test_explore_fill_hex_monk() -> None:
    monk = {"tokens": (token("guest", "monk", shape="hexagon"),)}
    game = explored(".h.....", boards=FIVE, piles=monk).play("draw guest")
    assert game.laid("I-1").things[1] == MonkDisc()
    assert game.state.piles.tokens == ()


@pytest.mark.rule("explore.fill.scroll", "setup.player.scroll-discs")
def test_explore_fill_scroll() -> None:
    """Red is seat 0's; pink comes into play with the second seat."""
    game = explored(".rp....")
    assert game.laid("I-1").things[1:3] == (ScrollDisc("red"), ScrollDisc("pink"))
    assert (game.samurai(0).scroll_discs, game.samurai(1).scroll_discs) == (6, 6)
    alone = explored(".rp....", boards=(board(),))
    assert alone.laid("I-1").things[1:3] == (ScrollDisc("red"), None)


@pytest.mark.rule("explore.fill.dragon", "setup.dragons.pool")
def test_explore_fill_dragon() -> None:
    """One of its colour, with its values open, on the middle of the tile."""
    beasts = (dragon("12/9/4", name="beast"), dragon("20/9/5", name="other", colour="red"))
    game = explored("D......", piles={"dragons": beasts})
    assert game.texts() == ["draw beast"]
    assert game.refused("draw other") == "setup.tiles.stacks"
    game.play("draw beast")
    laid = game.laid("I-1")
    assert (laid.dragon, laid.damage, laid.face(0).kind) == (beasts[0], 0, "dragon")
    assert game.state.piles.dragons == (beasts[1],)


@pytest.mark.rule("explore.fill.monk")
def test_explore_fill_monk() -> None:
    assert explored("m......").laid("I-1").things[0] == MonkDisc()


@pytest.mark.rule("setup.option.adventure")
def test_explore_fill_adventure_only_where_it_was_agreed() -> None:
    bare = explored("...a...", piles={"adventures": (LANTERN,)})
    assert (bare.laid("I-1").things[3], bare.asked) == (None, "act")
    agreed = explored("...a...", mode=Mode(has_adventures=True), piles={"adventures": (LANTERN,)})
    assert agreed.texts() == ["draw lantern"], "one is drawn, and it lies face up"
    assert agreed.play("draw lantern").laid("I-1").things[3] == AdventureDisc(LANTERN)
    assert agreed.state.piles.adventures == ()
    emptied = explored("...a...", mode=Mode(has_adventures=True))
    assert emptied.laid("I-1").things[3] is None, "no token is left"


@pytest.mark.rule("explore.fill.late-lava", "map.lava.printed")
def test_explore_fill_late_lava() -> None:
    """The house track erupts 1 and 2 with its first two spaces."""
    game = explored(".1234..", countdown=2)
    assert game.state.lava == ("I-1.1", "I-1.2")
    assert explored(".1234..").state.lava == ()


@pytest.mark.rule("explore.refresh")
def test_explore_refresh() -> None:
    """Used tokens beside the new tile come up, those farther away stay down."""
    start = realm(
        tiles={"I-2": ".s.....", "I-4": ".s....."},
        piles=Piles(tiles=(tile(name="new"),)),
    )
    state = start.state
    for name in ("I-2", "I-4"):
        there = place(name).id
        laid = start.laid(name).with_thing(1, TokenThing(token(name), is_used=True))
        state = state.with_tile(there, laid)
    game = Realm(msgspec.structs.replace(state, agenda=state.agenda))
    game.play("explore", "place I-1", "draw new", "turn 0")
    assert [game.laid(name).tokens[0].is_used for name in ("I-2", "I-4")] == [False, True]
    assert game.said("refreshed", "place") == ["I-2"]


@pytest.mark.rule("explore.stack-empty")
def test_explore_stack_empty() -> None:
    game = realm(piles=Piles(tiles=(tile(level="II"),)))
    assert game.refused("explore") == "explore.stack-empty"
    assert realm(piles=Piles(tiles=(tile(level="I"),))).refused("explore") is None


@pytest.mark.rule("example.yoshihiro-explore")
def test_example_yoshihiro_explore() -> None:
    """A level II tile: one point, what it shows comes on it, and used tokens beside it come up at last."""
    start = realm(
        tiles={"I-1": "s......"},
        at=("I-1.1",),
        piles=Piles(
            tiles=(tile(".m.s...", level="II", name="new"),),
            tokens=(token("found", "WMM", level="II"),),
        ),
    )
    laid = start.laid("I-1").with_thing(0, TokenThing(token("I-1"), is_used=True))
    game = Realm(start.state.with_tile(place("I-1").id, laid))
    game.play("explore", "place II-2", "draw new", "turn 0")
    assert (game.samurai().score, game.laid("I-1").tokens[0].is_used) == (1, True)
    game.play("draw found")
    assert game.laid("II-2").things[1:4] == (MonkDisc(), None, TokenThing(token("found", "WMM", level="II")))
    assert (game.laid("I-1").tokens[0].is_used, game.asked) == (False, "act")
