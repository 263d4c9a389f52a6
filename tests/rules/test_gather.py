"""Chapter "gather": tokens, lasting resources, monks and blueprints; scrolls stand in test_scrolls."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc, Thing
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.modes import Mode
from tests.support.game_positions import HOUSE, Realm, realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board, owned
from tests.support.treasures import MONK, H, S, W, cubes, furnished

SPOTS = ("action", "scroll", "weapon", "backpack")
SIX_DISCS = ("monk", "monk", "monk", "monk", "monk", "monk")


def beside(thing: Thing | None, here: Board | None = None, **more: object) -> Realm:
    """Seat 0 stands on this thing on a tile of level I."""
    game = realm(here or board(), board(), tiles={"I-1": "......."}, at=("I-1.1",), **more)  # type: ignore[arg-type]
    return furnished(game, things={"I-1.1": thing} if thing else {})


def temple(here: Board | None = None, *cards: object, **more: object) -> Realm:
    """Seat 0 stands at the first temple, where these blueprints lie: HWS unless more is said."""
    game = realm(here or board(), board(), at=("temple-1",), **more)  # type: ignore[arg-type]
    return furnished(game, temples=(cards or (H, W, S), (), ()))  # type: ignore[arg-type]


def things(game: Realm, name: str = "I-1", number: int = 1) -> Thing | None:
    return game.laid(name).things[number]


def pack(game: Realm, seat: int = 0) -> str:
    """The cubes of a backpack, and its discs."""
    backpack = game.board(seat).backpack
    return " ".join([str(backpack.cubes) or "-", *backpack.discs])


@pytest.mark.rule("gather.what")
def test_gather_what() -> None:
    """Only from the own space, and only what lies there."""
    game = furnished(
        realm(tiles={"I-1": "......."}, at=("I-1.1",)), things={"I-1.2": MONK, "I-1.0": cubes("W")}
    )
    assert game.refused("gather") == "gather.what"
    here = furnished(realm(tiles={"I-1": "......."}, at=("I-1.2",)), things={"I-1.2": MONK})
    assert here.play("gather").asked == "place-monk"
    assert here.refused("take monk") == "gather.one-category"
    assert here.refused("halt") == "gather.monk.spot"
    at_temple = temple().play("gather")
    assert (at_temple.asked, at_temple.texts()) == ("gather", ["take resources", "take blueprints"])
    assert at_temple.refused("take monk") == "gather.what"
    assert realm(at=("bridge-1.a",)).refused("gather") == "gather.what"


@pytest.mark.rule("gather.one-category")
def test_gather_one_category() -> None:
    """Blueprint and resources are two actions; one action leaves the other thing where it is."""
    game = temple().play("gather", "take blueprints")
    assert game.refused("take resources") == "gather.one-category"
    game.play("blueprints H", "stow - H")
    assert (game.asked, pack(game)) == ("act", "- H")
    game.play("gather", "take resources", "stow WM H")
    assert pack(game) == "WM H"
    assert game.seat == 1


@pytest.mark.rule("gather.token.take")
def test_gather_token_take() -> None:
    """Token 1W2M and an empty backpack: WMM, and the token lies face down."""
    game = beside(cubes("WMM")).play("gather")
    assert (game.asked, game.texts()[0]) == ("stow", "stow WMM")
    game.play("stow WMM")
    assert (pack(game), things(game)) == ("WMM", cubes("WMM", is_used=True))
    assert game.refused("gather") == "gather.token.take"
    assert beside(cubes("WMM", is_used=True)).refused("gather") == "gather.token.take"


@pytest.mark.rule("gather.token.partial", "example.gather-partial")
def test_gather_token_partial() -> None:
    """Two free spaces and WMM: MM stay, the wood goes to the supply, and the token turns."""
    game = beside(cubes("WMM"), board(lower="TTTT")).play("gather")
    assert game.refused("stow WMMTTTT") == "backpack.unit"
    game.play("stow MMTTTT, leave W")
    assert (pack(game), things(game)) == ("MMTTTT", cubes("WMM", is_used=True))
    assert game.said("left-over", "cubes") == ["W"]


@pytest.mark.rule("gather.token.partial")
def test_gather_token_partial_keeps_one() -> None:
    """Unwanted cubes may be left though there is room, but one is kept; without room for one nothing is gathered."""
    game = beside(cubes("WMM")).play("gather")
    assert game.refused("stow -, leave WMM") == "gather.token.partial"
    assert game.refused("stow M, leave WM") is None
    assert beside(cubes("WMM"), board(discs=SIX_DISCS)).refused("gather") == "gather.token.partial"
    full = beside(cubes("W"), board(lower="WWWWWW")).play("gather")
    assert full.texts() == ["stow WWWWWW, throw W"], "the token turns even for a cube of the same kind"
    assert things(full) == cubes("W", is_used=True)


@pytest.mark.rule("gather.token.partial")
def test_gather_token_all_or_nothing() -> None:
    """That reading: all cubes, and room for all of them, own cubes thrown away if need be."""
    whole = adopted_but("gather.token.partial", "all-or-nothing")
    game = beside(cubes("WMM"), board(lower="TTTT"), rulings=whole).play("gather")
    assert game.refused("stow MMTTTT, leave W") == "backpack.refuse"
    assert game.refused("stow WMMTTT, throw T") is None
    five = board(lower="T", discs=("monk",) * 4)
    assert beside(cubes("WMM"), five, rulings=whole).refused("gather") == "gather.token.partial"


@pytest.mark.rule("gather.permanent")
def test_gather_permanent() -> None:
    """The central tile and each temple offer WM without a token; bridges do not."""
    assert pack(realm().play("gather", "stow WM")) == "WM"
    for number in (1, 2, 3):
        game = realm(at=(f"temple-{number}",)).play("gather", "stow WM")
        assert pack(game) == "WM"
    assert realm(at=("bridge-1.a",)).refused("gather") == "gather.what"


@pytest.mark.rule("gather.permanent.once")
def test_gather_permanent_once() -> None:
    """Once in a player's turn; in the next turn again, and another player is not concerned."""
    game = realm().play("gather", "stow WM")
    assert game.refused("gather") == "gather.permanent.once"
    game.play("move", "halt")
    assert game.seat == 1
    game.play("gather", "stow WM", "move", "halt")
    game.play("gather", "stow WWMM")
    assert pack(game) == "WWMM"
    at_temple = temple().play("gather", "take resources", "stow WM", "gather")
    assert at_temple.asked == "blueprints", "the other category is still there"


@pytest.mark.rule("gather.central.rope")
def test_gather_central_rope() -> None:
    """The rope covers the centre, from the step of the countdown that brings it; temples stay as they are."""
    track = realm().state.charts.track
    rope = next(step.step for step in track if step.event == "rope")
    assert realm(countdown=rope).refused("gather") == "gather.central.rope"
    assert realm(countdown=rope - 1).refused("gather") is None
    assert realm(countdown=rope, at=("temple-1",)).refused("gather") is None


@pytest.mark.rule("gather.monk.spot", "monk.spots")
def test_gather_monk_spot() -> None:
    """A free spot of the player's choice, one monk each; the monk leaves the map."""
    game = beside(MONK, board(monks=("weapon",))).play("gather")
    assert game.texts() == ["monk action", "monk scroll", "monk backpack"]
    assert game.refused("monk weapon") == "gather.monk.spot"
    assert game.refused("monk kitchen") == "gather.monk.spot"
    game.play("monk action")
    assert (game.board().monk_spots, things(game)) == (("weapon", "action"), None)
    assert game.board().pool == 3, "one disc spent, the action monk is one more"


@pytest.mark.rule("gather.monk.backpack")
def test_gather_monk_backpack() -> None:
    """Into the backpack when all four spots are taken, and then only there."""
    game = beside(MONK, board(monks=SPOTS, lower="WWWWW")).play("gather")
    assert game.texts() == ["monk backpack-area"]
    game.play("monk backpack-area", "stow WWWWW monk")
    assert (pack(game), things(game)) == ("WWWWW monk", None)
    early = beside(MONK, board(monks=SPOTS[1:])).play("gather")
    assert early.refused("monk backpack-area") == "gather.monk.backpack"
    stuffed = board(monks=SPOTS, discs=SIX_DISCS)
    stuffed = msgspec.structs.replace(
        stuffed, backpack=msgspec.structs.replace(stuffed.backpack, upper=Board().backpack.upper)
    )
    assert beside(MONK, stuffed).refused("gather") is None, "the upper five spaces are open"


@pytest.mark.rule("monk.fixed")
def test_monk_fixed() -> None:
    """A monk stays where it was put: no answer moves it, and one in the backpack stays there."""
    here = board(monks=("action", "weapon", "backpack"), discs=("monk",))
    game = beside(MONK, here).play("gather")
    assert game.texts() == ["monk scroll"]
    assert [game.refused(f"monk {spot}") for spot in ("action", "weapon")] == ["gather.monk.spot"] * 2
    game.play("monk scroll")
    assert (game.board().monk_spots, pack(game)) == (("action", "weapon", "backpack", "scroll"), "- monk")
    assert game.refused("monk action") == "turn.two-actions"


@pytest.mark.rule("gather.blueprint.count")
def test_gather_blueprint_count() -> None:
    """One or two of the temple: H and S, both at the board and two discs in the backpack; not all three."""
    game = temple().play("gather", "take blueprints")
    assert sorted(game.texts()) == [f"blueprints {names}" for names in ("H", "H S", "H W", "S", "S W", "W")]
    assert game.meant("blueprints W H") == game.meant("blueprints H W"), "one way to say it"
    assert game.refused("blueprints H W S") == "gather.blueprint.count"
    assert game.refused("blueprints H H") == "gather.blueprint.count"
    assert game.refused("blueprints X") == "gather.blueprint.count"
    game.play("blueprints H S", "stow - H S")
    assert [one.id for one in game.board().blueprints] == ["H", "S"]
    assert (pack(game), game.state.temples) == ("- H S", ((W,), (), ()))


@pytest.mark.rule("setup.player.blueprint-discs")
def test_setup_player_blueprint_discs() -> None:
    """For each blueprint a disc of its own; three kinds, three discs, whatever the others own."""
    rich = board(blueprints=(blueprint(HELMET, "M", "other"),), discs=("other",))
    game = realm(board(), rich, at=("temple-1",))
    game = furnished(game, temples=((H, W, S), (), ())).play("gather", "take blueprints", "blueprints H W")
    game.play("stow - H W", "gather", "take blueprints", "blueprints S", "stow - H W S")
    assert (pack(game), pack(game, 1)) == ("- H S W", "- other")


@pytest.mark.rule("gather.blueprint.kind-limit")
def test_gather_blueprint_kind_limit() -> None:
    """Never two of a kind: neither beside an owned one nor both at once."""
    other = blueprint(HELMET, "MM", "H2")
    owner = board(blueprints=(blueprint(HELMET, "M", "mine"),), discs=("mine",))
    game = temple(owner).play("gather", "take blueprints")
    assert game.refused("blueprints H") == "gather.blueprint.kind-limit"
    assert game.refused("blueprints W") is None
    assert temple(owner, H).play("gather").asked == "stow", "only the resources are left to take"
    assert temple(None, H, other).play("gather", "take blueprints").refused("blueprints H H2") == (
        "gather.blueprint.kind-limit"
    )


@pytest.mark.rule("gather.blueprint.disc-space")
def test_gather_blueprint_disc_space() -> None:
    """Full with two wood: discard WW, take two. One free space and no cubes: not two."""
    game = temple(board(lower="WW", discs=("monk",) * 4)).play("gather", "take blueprints", "blueprints H W")
    game.play("stow - H W monk monk monk monk, throw WW")
    assert pack(game) == "- H W monk monk monk monk"
    tight = temple(board(discs=("monk",) * 5)).play("gather", "take blueprints")
    assert tight.refused("blueprints H W") == "gather.blueprint.disc-space"
    assert tight.refused("blueprints H") is None


@pytest.mark.rule("gather.blueprint.twice")
def test_gather_blueprint_twice() -> None:
    """Temple HWS in one turn: H and W, then S."""
    game = temple().play("gather", "take blueprints", "blueprints H W", "stow - H W")
    game.play("gather", "take blueprints", "blueprints S", "stow - H S W")
    assert [one.id for one in game.board().blueprints] == ["H", "W", "S"]
    assert game.seat == 1


@pytest.mark.rule("gather.blueprint.final", "backpack.discard.objects")
def test_gather_blueprint_final() -> None:
    """An owned blueprint is not put back or thrown away, not even for room."""
    here = board(lower="WWWWW", blueprints=(W,), discs=("W",))
    game = beside(cubes("T"), here).play("gather")
    assert game.refused("stow WWWWWT") == "backpack.discard.objects"
    assert all(" W" in text for text in game.texts())
    game.play("stow WWWWT W, throw W")
    assert [one.id for one in game.board().blueprints] == ["W"]


@pytest.mark.rule("gather.magic-check")
def test_gather_magic_check() -> None:
    """The helmet fits the blueprint already: gathering it makes the helmet magical at the end of the action."""
    game = temple(board(helmet="WM")).play("gather", "take blueprints", "blueprints H")
    assert not game.board().gear.helmet_magic
    game.play("stow - H")
    assert game.board().gear.helmet_magic
    assert game.asked == "act"


@pytest.mark.rule("magic.gain.all-players")
def test_magic_gain_all_players() -> None:
    """The check at the end of one player's gathering is everybody's."""
    other = board(sandals="WM", blueprints=(S,), discs=("S",))
    game = realm(board(), other).play("gather", "stow WM")
    assert game.board(1).gear.sandals_magic


@pytest.mark.rule("setup.option.adventure")
def test_gather_adventure_token() -> None:
    """With the module in play its owner keeps it outside the backpack, which may be full."""
    token = HOUSE.adventure_tokens[0]
    game = beside(AdventureDisc(token), board(discs=SIX_DISCS), mode=Mode(has_adventures=True)).play("gather")
    assert (game.samurai().adventures, things(game)) == ((token,), None)


@pytest.mark.rule("example.rest-forced")
def test_example_rest_forced() -> None:
    """Masatsura gathers with the last of three discs; then only a rest is left, which returns all three."""
    game = realm()
    samurai = msgspec.structs.replace(game.samurai(), fields=(1, 1, 0))
    here = msgspec.structs.replace(game.board(), discs=1)
    game = Realm(game.state.with_samurai(0, samurai).with_board(0, here))  # type: ignore[arg-type]
    assert game.board().pool == 1
    game.play("gather", "stow WM")
    assert (game.board().pool, game.texts()) == (0, ["rest"])
    assert game.refused("gather") == "turn.rest.forced"
    game.play("rest")
    assert (game.board().pool, game.asked) == (3, "craft")


@pytest.mark.rule("gearcard.permanent")
def test_gearcard_permanent() -> None:
    """The card stays with its action when the gear is gone, and gives its bonus again and again."""
    here = board(cards=(owned("card", WEAPON, "gather", "vp"),))
    game = realm(here, board(), at=("temple-1",)).play("gather", "bonus", "main", "stow WM")
    assert (game.samurai().score, game.board().cards) == (1, here.cards)
    game.play("gather", "bonus", "enough")
    assert (game.samurai().score, game.board().cards) == (2, here.cards)
    assert game.refused("bonus") == "turn.two-actions"
    assert realm(board(cards=(owned("c", SANDALS, "explore"),)), board()).play("gather").asked == "stow"
