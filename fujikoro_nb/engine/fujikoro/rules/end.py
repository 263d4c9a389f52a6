"""Chapter "end": what is left over for those in the big palace, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.bonus import row_of, unclaimed
from fujikoro_nb.engine.fujikoro.rules.group.goals import judged_at_end
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import with_collections
from fujikoro_nb.engine.fujikoro.rules.scenes.tokens import token_worth
from fujikoro_nb.engine.fujikoro.rulings import Rulings
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
    state, events = _with_leftovers(state)
    return state, (*events, *(_won(rank) for rank in standing(state) if rank.is_first))


@cites("scenario.8.solo.countdown-per-round")
def track_ended(state: GameState) -> Outcome[GameState]:
    """The countdown has reached its last space: a group that plays by it scores what is left over, and is judged."""
    if state.party is None:
        return state, ()
    state, events = _with_leftovers(state)
    return judged_at_end(state), events


@cites("scenario.1.competitive.tokens-end-score")
def _with_leftovers(state: GameState) -> Outcome[GameState]:
    events: list[Event] = []
    for index in range(state.players):
        points = leftovers(state, Seat(index))
        if points:
            state, more = state.award(Seat(index), points)
            events += [event("leftovers", "end.leftovers", seat=index, points=points), *more]
        points = token_worth(state, Seat(index))
        if points:
            state, more = state.award(Seat(index), points)
            events += [
                event("tokens-count", "scenario.1.competitive.tokens-end-score", seat=index, points=points)
            ]
            events += more
    state, more = with_collections(state)
    return state, (*events, *more)


def _won(rank: Rank) -> Event:
    seat, points = int(rank.seat), rank.score
    if rank.rule == "end.winner":
        return event("wins", "end.winner", seat=seat, points=points)
    if rank.rule == "end.tie":
        return event("wins-tie", "end.tie", seat=seat, points=points)
    return event("shares-victory", "end.tie.none-escaped", seat=seat, points=points)


def standing(state: GameState) -> tuple[Rank, ...]:
    """The ranking by the points as they are."""
    samurai = state.samurai
    return ranking([one.score for one in samurai], [one.escape for one in samurai], rulings=state.rulings)


@cites("end.winner", "end.tie", "end.tie.none-escaped")
def ranking(scores: Sequence[int], escapes: Sequence[int], *, rulings: Rulings) -> tuple[Rank, ...]:
    """The ranking by points of all seats, best first, seats of one place in turn order.

    ``escapes``: 1 for the seat that left the mountain first, 0 for one that is still on it.
    end.tie.none-escaped: whom no rule decides between share a place; their chopstick fight is left to the table.

    >>> [(rank.place, rank.seat) for rank in ranking([9, 30, 30], [0, 0, 1], rulings=Rulings())]
    [(1, 2), (2, 1), (3, 0)]
    """
    among = [_among_tied(escape, len(scores), rulings) for escape in escapes]
    ranks = [_rank(Seat(seat), scores, among) for seat in range(len(scores))]
    return tuple(sorted(ranks, key=lambda rank: (rank.place, rank.seat)))


def _rank(seat: Seat, scores: Sequence[int], among: Sequence[int]) -> Rank:
    score, own = scores[seat], among[seat]
    tied = [other for other, points in zip(among, scores, strict=True) if points == score]
    place = 1 + sum(points > score for points in scores) + sum(other < own for other in tied)
    if tied.count(own) > 1:
        return Rank(place, seat, score, "end.tie.none-escaped")
    return Rank(place, seat, score, "end.tie" if len(tied) > 1 else "end.winner")


def _among_tied(escape: int, players: int, rulings: Rulings) -> int:
    """The lower, the better among seats with the same points: the order of escapes, all who stayed after them."""
    if not escape:
        return players + 1
    return escape if rulings.reading("end.tie") == "earliest" else 1
