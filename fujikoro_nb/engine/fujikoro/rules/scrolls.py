"""Sacred scrolls: which card, which slot, three points, and as many cards as discs at every time.

The card in the always open slot stands first; when it goes, the other one moves up, so that only a second card lies
in the slot of the scroll monk.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import DiscardScroll, ScrollLost
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import SCROLL_DISC, Board
from fujikoro_nb.engine.fujikoro.board.stowing import area_of_disc, can_make_room, without_disc
from fujikoro_nb.engine.fujikoro.components import ScrollCard
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
)

A = TypeVar("A", bound=Arena)

DISC = SCROLL_DISC
"""A scroll disc in a backpack; its colour no longer matters there."""

POINTS = 3
"""gather.scroll.vp"""


@cites("gather.scroll.slots", "char.mitsuhide.two-scrolls", "char.general.unlocked-for-free")
def slots(board: Board) -> int:
    """Scroll slots that are open: the first one, and the second by its monk or by the character."""
    return 1 + max("scroll" in board.monk_spots, board.character.more_scroll_slots)


@cites("gather.scroll.place", "gather.scroll.replace", "gather.scroll.replace-optional")
def check_slot(state: Arena, seat: Seat, replaces: str) -> Refusal | None:
    """Nothing, or why a new scroll cannot be added, or cannot replace the one of this name."""
    owned, board = state.scrolls_of(seat), state.fighter(seat)
    is_free = len(owned) < slots(board)
    if not replaces:
        if not is_free:
            return refuse("gather.scroll.slots", slots=slots(board))
        return None if can_make_room(board) else refuse("gather.scroll.place")
    if all(card.id != replaces for card in owned):
        return refuse("gather.scroll.replace", card=replaces)
    if is_free and state.rulings.reading("gather.scroll.replace-optional") == "only-when-full":
        return refuse("gather.scroll.replace-optional")
    return None


def places(state: Arena, seat: Seat) -> tuple[str, ...]:
    """Where a new scroll can go: empty for a free slot, else the name of the card that it replaces."""
    every = ("", *(card.id for card in state.scrolls_of(seat)))
    return tuple(one for one in every if check_slot(state, seat, one) is None)


@cites("gather.scroll.vp", "gather.scroll.replace", "example.masako-third-scroll")
def slotted(state: A, seat: Seat, card: ScrollCard, replaces: str) -> Outcome[A]:
    """The card lies in its slot and has scored; a disc that is kept has still to be stowed."""
    owned = state.scrolls_of(seat)
    gone = tuple(one for one in owned if one.id == replaces)
    after = tuple(card if one.id == replaces else one for one in owned) if gone else (*owned, card)
    state, more = state.with_scrolls(seat, after, discarded=gone).award(seat, POINTS)
    events = tuple(
        event("scroll-replaced", "gather.scroll.replace", seat=int(seat), scroll=one.id) for one in gone
    )
    return state, (*events, *more)


@cites("combat.hero.lose-scroll")
def second_lost(state: A, seat: Seat) -> Outcome[A]:
    """The scroll monk has gone: the card in the second slot goes, and a disc; points stay."""
    owned, board = state.scrolls_of(seat), state.fighter(seat)
    if len(owned) <= slots(board):
        return state, ()
    gone = owned[slots(board) :]
    state = state.with_scrolls(seat, owned[: slots(board)], discarded=gone)
    events: list[Event] = []
    for card in gone:
        backpack = without_disc(board.backpack, DISC, area_of_disc(board.backpack, DISC))
        board = msgspec.structs.replace(board, backpack=backpack)
        events.append(event("scroll-lost", "combat.hero.lose-scroll", seat=int(seat), scroll=card.id))
    return state.with_fighter(seat, board), tuple(events)


@cites("scroll.one-to-one")
def surplus(state: Arena, seat: Seat) -> int:
    """Scroll cards beyond the discs in the backpack."""
    return len(state.scrolls_of(seat)) - state.fighter(seat).backpack.discs.count(DISC)


@cites("scroll.one-to-one")
def evened(state: A, seat: Seat) -> A:
    """The state in which this seat gives up a card for every disc that was lost."""
    return push(state, ScrollLost(seat)) if surplus(state, seat) > 0 else state


class ScrollLostRules(FrameRules[A], Generic[A]):
    """Asks which card goes, unless all of them do."""

    def question(self, state: A, frame: ScrollLost) -> Question | None:
        if 0 < surplus(state, frame.seat) < len(state.scrolls_of(frame.seat)):
            return Question(frame.seat, "discard-scroll", "scroll.one-to-one", frame.name)
        return None

    def check(self, state: A, frame: ScrollLost, answer: Answer) -> Refusal | None:
        if not isinstance(answer, DiscardScroll):
            return not_asked(state, answer, self.question(state, frame))
        if all(card.id != answer.scroll for card in state.scrolls_of(frame.seat)):
            return refuse("scroll.one-to-one", card=answer.scroll)
        return None

    def options(self, state: A, frame: ScrollLost) -> Options:
        return Complete(tuple(DiscardScroll(card.id) for card in state.scrolls_of(frame.seat)))

    def answered(self, state: A, frame: ScrollLost, answer: Answer) -> Outcome[A]:
        assert isinstance(answer, DiscardScroll), "check lets nothing else through"
        return _discarded(state, frame.seat, answer.scroll)

    def advance(self, state: A, frame: ScrollLost) -> Outcome[A] | None:
        if surplus(state, frame.seat) <= 0:
            return None
        return _discarded(state, frame.seat, state.scrolls_of(frame.seat)[0].id)


def _discarded(state: A, seat: Seat, name: str) -> Outcome[A]:
    owned = state.scrolls_of(seat)
    gone = tuple(card for card in owned if card.id == name)
    kept = tuple(card for card in owned if card.id != name)
    state = state.with_scrolls(seat, kept, discarded=gone)
    return state, (event("scroll-lost", "scroll.one-to-one", seat=int(seat), scroll=name),)
