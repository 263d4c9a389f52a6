"""What lies about to be gathered, and what is owned already, put into a position of `tests.support.game_positions`."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, space
from fujikoro_nb.engine.fujikoro.board.mountain import MonkDisc, ScrollDisc, Thing, TokenThing
from fujikoro_nb.engine.fujikoro.components import Blueprint, Provenance, ScrollCard
from fujikoro_nb.engine.kernel import Seat
from tests.support.game_positions import Realm, token
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint

MONK = MonkDisc()
RED, PINK = ScrollDisc("red"), ScrollDisc("pink")
"""Seat 0 is red, seat 1 pink."""

H, W, S = blueprint(HELMET, "WM", "H"), blueprint(WEAPON, "WMW", "W"), blueprint(SANDALS, "WM", "S")
"""Temple HWS of the rules."""


def cubes(letters: str, *, is_used: bool = False) -> TokenThing:
    """A resource token on the map."""
    return TokenThing(token(f"token-{letters}", letters), is_used)


def scroll(name: str) -> ScrollCard:
    """A scroll without powers."""
    return ScrollCard(name, (), Provenance.OWNER)


def scrolls(names: str) -> tuple[ScrollCard, ...]:
    """One scroll a letter."""
    return tuple(map(scroll, names))


def furnished(
    game: Realm,
    *,
    things: dict[str, Thing] | None = None,
    temples: tuple[tuple[Blueprint, ...], ...] = ((), (), ()),
    display: str = "ABC",
    deck: str = "DE",
    discards: str = "",
    owned: dict[int, str] | None = None,
    points: int = 0,
) -> Realm:
    """The position with these things on their spaces, cards in the temples, scrolls about and owned."""
    state = msgspec.structs.replace(
        game.state,
        temples=temples,
        scrolls=scrolls(display),
        scroll_discards=scrolls(discards),
        piles=msgspec.structs.replace(game.state.piles, scrolls=scrolls(deck)),
    )
    for name, thing in (things or {}).items():
        there = space(name).place
        tile = state.tile_on(there)
        assert tile is not None, f"no tile under {name}"
        state = state.with_tile(there, tile.with_thing(int(SpaceId(name)[-1]), thing))
    for seat, names in (owned or {}).items():
        state = state.with_scrolls(Seat(seat), scrolls(names))
    samurai = msgspec.structs.replace(state.samurai[0], score=points)
    return Realm(state.with_samurai(Seat(0), samurai))
