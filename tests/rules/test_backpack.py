"""Chapter "backpack" at the board: how many spaces, what finds no room, and what never comes in."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Unreadable
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import HELMET, Table, blueprint, board, craft, craft_refusal
from tests.support.treasures import MONK, cubes, furnished

SPOTS = ("action", "scroll", "weapon", "backpack")
SIX = ("monk",) * 6


def beside_token(letters: str, lower: str, *, monks: tuple[str, ...] = ()) -> Realm:
    """Seat 0 on a token of these cubes, with these cubes in the lower area, about to stow."""
    here = board(lower=lower, monks=monks)
    game = realm(here, board(), tiles={"I-1": "......."}, at=("I-1.1",))
    return furnished(game, things={"I-1.1": cubes(letters)}).play("gather")


@pytest.mark.rule("monk.spot.backpack")
def test_monk_spot_backpack() -> None:
    """Six spaces, five more with the monk on its spot; a monk elsewhere opens nothing."""
    closed = beside_token("M", "WWWWWW", monks=("action", "scroll", "weapon"))
    assert closed.refused("stow WWWWWW / M") == "backpack.unit"
    assert closed.refused("stow WWWWWM, throw W") is None
    opened = beside_token("MMMMM", "WWWWWW", monks=("backpack",))
    assert opened.refused("stow WWWWWW / MMMMM") is None
    seven = beside_token("MMMMMM", "WWWWWW", monks=("backpack",))
    assert seven.refused("stow WWWWWW / MMMMMM") == "backpack.unit"


def with_tooth(lower: str, discs: tuple[str, ...] = ()) -> Realm:
    """Seat 0 has killed a dragon and won a tooth."""
    killer = board(weapon="WWM", lower=lower, discs=discs)
    game = realm(killer, board(), tiles={"I-1": "D......"}, dragons={"I-1": dragon("1/0/1")})
    game.play("move", "walk I-1.4", "stay-out", "keep", "attack left WWM", "roll W 1 1, M 1")
    assert game.asked == "stow"
    return game


@pytest.mark.rule("backpack.refuse")
def test_backpack_refuse() -> None:
    """A full backpack: the tooth is left, or a cube goes for it; with room to spare it comes in."""
    game = with_tooth("WWWWWW")
    assert "stow WWWWWW, leave T" in game.texts()
    assert "stow WWWWWT, throw W" in game.texts()
    game.play("stow WWWWWW, leave T")
    assert (str(game.board().backpack.cubes), game.said("forfeited", "cubes")) == ("WWWWWW", ["T"])
    assert with_tooth("WWWWW").refused("stow WWWWW, leave T") == "backpack.refuse"
    discs = with_tooth("", SIX)
    assert discs.texts() == ["stow - monk monk monk monk monk monk, leave T"]


@pytest.mark.rule("backpack.refuse", "gather.monk.backpack")
def test_backpack_refuse_a_monk_without_any_room() -> None:
    """All spots taken, eleven discs: the monk stays on the map."""
    here = board(monks=SPOTS, discs=SIX)
    upper = board(discs=("monk",) * 5).backpack.lower
    full = msgspec.structs.replace(here, backpack=msgspec.structs.replace(here.backpack, upper=upper))
    game = realm(full, board(), tiles={"I-1": "......."}, at=("I-1.1",))
    game = furnished(game, things={"I-1.1": MONK})
    assert game.refused("gather") == "backpack.refuse"


@pytest.mark.rule("backpack.magic-never")
def test_backpack_magic_never() -> None:
    """A magical helmet taken apart: its green cube is gone, and no resource stands for it in the backpack."""
    here = board(helmet="MM+G", lower="W", blueprints=(blueprint(HELMET, "MM"),), discs=("plan",))
    assert craft_refusal(here, craft(here, HELMET, "", lower="WMT", waste="M")) == "craft.from-backpack"
    table = Table(here).play(craft(here, HELMET, "", lower="WM", waste="M"))
    assert not table.gear().helmet_magic
    assert str(table.state.boards[0].backpack.cubes) == "WM"
    with pytest.raises(Unreadable):
        realm(here, board()).play("gather", "stow WWMG plan")
