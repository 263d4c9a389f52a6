"""Where dragons and samurai are at a real box, in a few taps; what was not tapped is unknown.

The table tells it as it lies before a round begins: dragons with their status tokens, people, and which tiles lie open.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import HEART
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind, place
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper.setup.numbers import number

COLOURS = (*DRAGON_DICE,)
ASLEEP, AWAKE, WALKS = "asleep", "awake", "walks"
TOKENS = (ASLEEP, AWAKE, WALKS)
"""What lies beside a dragon: the token with one side or the other, or none (coop.dragon.wake-sequence)."""
OPEN, SHUT = "open", "shut"
"""A tile lies there, or none does yet."""
MOST_SEATS = 6
TILES = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
"""The places where a tile may lie or not; all others always have theirs."""
LAIRS = (HEART, *TILES)
"""The places on which a dragon may be: on the central one in a scenario only (scenario.6.coop.centre-not-safe)."""


class Lair(msgspec.Struct, frozen=True):
    """A dragon on a tile."""

    colour: str
    at: PlaceId
    token: str = ""
    """Of `TOKENS`; empty where nobody has said it."""


class Lairs(msgspec.Struct, frozen=True):
    """What was tapped of the map."""

    dragons: tuple[Lair, ...] = ()
    samurai: tuple[tuple[int, PlaceId], ...] = ()
    """(seat, place), by seat."""
    tiles: tuple[tuple[PlaceId, str], ...] = ()
    """(place, ``open`` or ``shut``) of tiles that were tapped, in the order of the map."""
    rest: str = ""
    """What all other tiles are; empty where nobody has said it."""
    first: int | None = None
    """Who has the first player's token, and answers for the group."""
    asking: int | None = None
    """For whom it is asked where it is safe; None: the first seat on the map."""

    def place_of(self, seat: int) -> PlaceId | None:
        """Where somebody is; None where nobody has said it."""
        return dict(self.samurai).get(seat)

    def dragon_on(self, at: PlaceId) -> Lair | None:
        """The dragon on a tile."""
        return next((one for one in self.dragons if one.at == at), None)

    def state_of(self, at: PlaceId) -> str:
        """``open`` or ``shut``; empty where nobody knows. The central tile lies there, as each that somebody is on."""
        if at == HEART or self.dragon_on(at) is not None or at in dict(self.samurai).values():
            return OPEN
        return dict(self.tiles).get(at, self.rest)

    # ---- taps

    def with_dragon(self, at: PlaceId, colour: str) -> Lairs:
        """A dragon comes to a tile, or goes from it where the same one is; what cannot be changes nothing.

        There are no more of a colour than in the box (setup.dragons.pool).
        """
        there = self.dragon_on(at)
        others = tuple(one for one in self.dragons if one.at != at)
        if there is not None and there.colour == colour:
            return msgspec.structs.replace(self, dragons=others)
        is_full = sum(one.colour == colour for one in others) >= number("setup.dragons.pool", colour)
        if at not in LAIRS or is_full:
            return self
        token = "" if there is None else there.token
        return msgspec.structs.replace(self, dragons=_in_order((*others, Lair(colour, at, token))))

    def with_token(self, at: PlaceId, token: str) -> Lairs:
        """What lies beside the dragon on a tile."""
        dragons = tuple(
            msgspec.structs.replace(one, token=token) if one.at == at else one for one in self.dragons
        )
        return msgspec.structs.replace(self, dragons=dragons)

    def with_samurai(self, at: PlaceId, seat: int) -> Lairs:
        """Somebody stands on a place, or, where they stood there, nobody knows any more."""
        told = dict(self.samurai)
        if told.get(seat) == at:
            del told[seat]
        else:
            told[seat] = at
        return msgspec.structs.replace(self, samurai=tuple(sorted(told.items())))

    def with_tile(self, at: PlaceId, state: str) -> Lairs:
        """A tile lies there, or none does yet; said once more, it is as all the others."""
        told = dict(self.tiles)
        if at not in TILES:
            return self
        if told.get(at) == state:
            del told[at]
        else:
            told[at] = state
        kept = tuple((one, told[one]) for one in TILES if one in told)
        return msgspec.structs.replace(self, tiles=kept)

    def on_tiles(self, *, has_heart: bool) -> Lairs:
        """The same without a dragon on the central tile, where none can come there."""
        dragons = tuple(one for one in self.dragons if has_heart or one.at != HEART)
        return msgspec.structs.replace(self, dragons=dragons)

    def seated(self, players: int) -> Lairs:
        """The same for so many people."""

        def kept(seat: int | None) -> int | None:
            return seat if seat is None or seat < players else None

        samurai = tuple(one for one in self.samurai if one[0] < players)
        return msgspec.structs.replace(
            self, samurai=samurai, first=kept(self.first), asking=kept(self.asking)
        )

    def text(self) -> str:
        """One part of a link.

        >>> parse_lairs("0.I-4,red.II-3.awake,rest.open").text()
        'red.II-3.awake,0.I-4,rest.open'
        """
        parts = [".".join(filter(None, (one.colour, one.at, one.token))) for one in self.dragons]
        parts += [f"{seat}.{at}" for seat, at in self.samurai]
        parts += [f"{state}.{at}" for at, state in self.tiles]
        parts += [f"rest.{self.rest}"] if self.rest else []
        parts += [f"first.{self.first}"] if self.first is not None else []
        parts += [f"for.{self.asking}"] if self.asking is not None else []
        return ",".join(parts)


def _in_order(dragons: tuple[Lair, ...]) -> tuple[Lair, ...]:
    return tuple(sorted(dragons, key=lambda one: LAIRS.index(one.at)))


_SEATS = tuple(map(str, range(MOST_SEATS)))


def parse_lairs(text: str) -> Lairs:
    """What a link's part says. Raises Unreadable."""
    lairs = Lairs()
    for part in text.split(",") if text else ():
        after = _with_part(lairs, *part.split("."))
        if after is None or after == lairs:
            raise Unreadable("table-fact", part[:40], 0)
        lairs = after
    return lairs


def _with_part(lairs: Lairs, what: str, value: str = "", token: str = "", *more: str) -> Lairs | None:
    """The same with one part more; None where it says nothing."""
    if more or (token and (what not in COLOURS or token not in TOKENS)):
        return None
    if what == "rest" and value in (OPEN, SHUT):
        return msgspec.structs.replace(lairs, rest=value)
    if what == "first" and value in _SEATS:
        return msgspec.structs.replace(lairs, first=int(value))
    if what == "for" and value in _SEATS:
        return msgspec.structs.replace(lairs, asking=int(value))
    try:
        at = place(value).id
    except Unreadable:
        return None
    if what in COLOURS and lairs.dragon_on(at) is None:
        return lairs.with_dragon(at, what).with_token(at, token)
    if what in _SEATS and lairs.place_of(int(what)) is None:
        return lairs.with_samurai(at, int(what))
    if what in (OPEN, SHUT) and at not in dict(lairs.tiles):
        return lairs.with_tile(at, what)
    return None
