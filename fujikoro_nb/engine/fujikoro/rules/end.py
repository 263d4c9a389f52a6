"""Chapter "end": what is left over for those in the big palace, and who wins."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rules.bonus import row_of, unclaimed
from fujikoro_nb.engine.fujikoro.rules.escape import BIG
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import Event, Outcome, Seat, cites, event


class Rank(msgspec.Struct, frozen=True):
    """One seat in the ranking. ``place`` begins at 1 and is shared by those whom no rule decides between."""

    place: int
    seat: Seat
    score: int
    rule: str
    """What sets it apart from the others: the points, the order of escapes among equals, or nothing."""

    @property
    def is_first(self) -> bool:
        """Whether this seat wins, alone or not."""
        return self.place == 1


@cites("end.leftovers", "end.leftovers.not-escaped")
def leftovers(state: GameState, seat: Seat) -> int:
    """Points at the end for everything that was not handed in, each at its lowest value; in the big palace only."""
    if state.samurai[seat].palace != BIG:
        return 0
    points = 0
    for category, count in unclaimed(state, seat).items():
        row = row_of(state, BIG, category)
        points += count * row.shared if row is not None else 0
    return points


def last_scoring(state: GameState) -> Outcome[GameState]:
    """The game is over: left-over items score, and the winners are named."""
    events: list[Event] = []
    for index in range(state.players):
        points = leftovers(state, Seat(index))
        if points:
            state, more = state.award(Seat(index), points)
            events += [event("leftovers", "end.leftovers", seat=index, points=points), *more]
    for rank in standing(state):
        if rank.is_first:
            events.append(_won(rank))
    return state, tuple(events)


def _won(rank: Rank) -> Event:
    seat, points = int(rank.seat), rank.score
    if rank.rule == "end.winner":
        return event("wins", "end.winner", seat=seat, points=points)
    if rank.rule == "end.tie":
        return event("wins-tie", "end.tie", seat=seat, points=points)
    return event("shares-victory", "end.tie.none-escaped", seat=seat, points=points)


@cites("end.winner", "end.tie", "end.tie.none-escaped")
def standing(state: GameState) -> tuple[Rank, ...]:
    """The ranking by the points as they are, best first, seats of one place in turn order.

    end.tie.none-escaped: whom no rule decides between share a place; their chopstick fight is left to the table.
    """
    seats = [Seat(index) for index in range(state.players)]
    return tuple(
        sorted(
            (_rank(state, seat, seats) for seat in seats),
            key=lambda rank: (rank.place, rank.seat),
        )
    )


def _rank(state: GameState, seat: Seat, seats: list[Seat]) -> Rank:
    score = state.samurai[seat].score
    own = _among_tied(state, seat)
    better = [other for other in seats if state.samurai[other].score > score]
    tied = [_among_tied(state, other) for other in seats if state.samurai[other].score == score]
    place = 1 + len(better) + sum(other < own for other in tied)
    if tied.count(own) > 1:
        return Rank(place, seat, score, "end.tie.none-escaped")
    return Rank(place, seat, score, "end.tie" if len(tied) > 1 else "end.winner")


def _among_tied(state: GameState, seat: Seat) -> int:
    """The lower, the better among seats with the same points: the order of escapes, all who stayed after them."""
    escape = state.samurai[seat].escape
    if not escape:
        return state.players + 1
    return escape if state.rulings.reading("end.tie") == "earliest" else 1
