"""A small game that lies at a table of the store, and who plays it.

The part that holds it holds every hand and the seed, so it is read where the table lies and goes to no page.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fujikoro_nb.bots.bot import Bot
from fujikoro_nb.bots.kinds import Kind
from fujikoro_nb.bots.table import chance_of
from fujikoro_nb.engine.kernel import Question, Seat, Seeded, Unreadable
from fujikoro_nb.helper.seats.record import SeatRefused
from fujikoro_nb.play.seats import Chair, Table
from fujikoro_nb.play.small import SmallSession, given_to_person, small_of, table_in
from fujikoro_nb.store import Add, Change, Cut, Put, game_log

__all__ = [
    "Players",
    "Small",
    "SmallReader",
    "bot_at",
    "change_of",
    "has_shown",
    "players_in",
    "small_part",
    "with_person",
]

MOST_KEPT = 64
"""Games that are played in these hours; another one is read anew."""


class Players(NamedTuple):
    """Who sits at a small game."""

    people: tuple[Chair, ...]

    def name(self, seat: int) -> str:
        """What whoever sits there is called."""
        return self.people[seat].name if 0 <= seat < len(self.people) else str(seat + 1)


class Small(NamedTuple):
    """A game as it is stored. Nobody plays on this session: whoever goes on takes a fork of it."""

    kind: Kind
    session: SmallSession
    table: Table

    @property
    def players(self) -> Players:
        """Who sits there."""
        return Players(self.table.chairs)

    @property
    def asked_bot(self) -> Question | None:
        """The question that a bot has to answer now; None where a person is asked, or nobody."""
        question = self.session.question
        return question if question is not None and self.table.asks_bot(question) else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by today's rules, so that the same people can begin another one."""
        return self.session.question is None and self.session.disagreement is None

    def may_take_back(self, seat: int) -> bool:
        """Whether the newest answer is this seat's and has shown nobody anything: no draw, no card turned up."""
        undoable = self.session.undoable
        return undoable is not None and not has_shown(self.session) and undoable.entry.seat == seat


def has_shown(session: SmallSession) -> bool:
    """Whether the newest answer has shown anything: a draw, or a card that was turned up."""
    undoable = session.undoable
    return undoable is not None and undoable.is_fork


def players_in(part: bytes) -> Players:
    """Who sits at the game of a part. Raises SeatRefused for what is none of ours."""
    return _players(part.split(b"\n", 1)[0])


@lru_cache(maxsize=MOST_KEPT)
def _players(head: bytes) -> Players:
    try:
        table = table_in(game_log.read(head + b"\n"))
    except Unreadable:
        table = None
    if table is None:
        raise SeatRefused("small-broken")
    return Players(table.chairs)


class SmallReader:
    """The games of tables, each read once and gone on with. May be asked from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[bytes, Small]] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, code: str, parts: Mapping[str, bytes]) -> Small:
        """The game of a table. Raises SeatRefused where there is none that can be read."""
        part = parts.get(game_log.SMALL)
        if part is None:
            raise SeatRefused("no-small")
        with self._lock:
            known = self._kept.get(code)
        if known is not None and known[0] == part:
            return known[1]
        try:
            small = (known and _gone_on(*known, part)) or Small(*small_of(game_log.read(part)))
        except Unreadable:
            raise SeatRefused("small-broken") from None
        self.keep(code, part, small)
        return small

    def keep(self, code: str, part: bytes, small: Small) -> None:
        """What this part says, whether or not it comes to be stored."""
        with self._lock:
            self._kept[code] = part, small
            self._kept.move_to_end(code)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _gone_on(before: bytes, small: Small, part: bytes) -> Small | None:
    """The same game with what its part holds more; None: it must be read anew. Raises Unreadable."""
    entries = game_log.added(part, before)
    if entries is None or small.session.disagreement is not None:
        return None
    session = small.session.fork()
    return small._replace(session=session) if session.follow(entries) else None


def small_part(session: SmallSession) -> bytes:
    """The part that holds this game."""
    return game_log.written(session)


def with_person(part: bytes, seat: Seat) -> bytes:
    """The part where a person sits instead of a bot. Raises Unreadable."""
    return game_log.with_head(part, given_to_person(game_log.read(part), seat))


def change_of(before: bytes, now: bytes) -> Change:
    """What makes one part of the other: a game grows by its newest answers."""
    if now.startswith(before):
        return Add(game_log.SMALL, now[len(before) :])
    if before.startswith(now):
        return Cut(game_log.SMALL, len(now))
    return Put(game_log.SMALL, now)


def bot_at(small: Small, seat: Seat) -> Bot:
    """The bot of a seat, as whoever computes its next answer makes it: its chance depends on nothing but the game."""
    dealer = small.session.dealer
    seed = dealer.seed if isinstance(dealer, Seeded) else ""
    return small.kind.bots[small.table.chairs[seat].player](
        chance_of(f"{seed} {len(small.session.lines)}", seat)
    )
