"""Lanterns: a small game of closed hands, which uses what the kernel offers for them.

Cards of some ranks are dealt, the same number to each seat, the rest stays away. Then every seat lays one of its
cards face down, the next one looks at it in secret, all are turned up, and the highest rank wins; a tie wins nothing.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Counts,
    DrawOptions,
    Event,
    Frame,
    FrameRules,
    Game,
    Options,
    Outcome,
    Place,
    Placing,
    Question,
    Refusal,
    Seat,
    State,
    event,
    refuse,
    replace_top,
)

SECRET = -1
"""A rank that somebody may not see."""


class Evening(Frame, frozen=True):
    is_over: bool = False


class Deal(Frame, frozen=True):
    seat: Seat


class Lay(Frame, frozen=True):
    seat: Seat


class Peek(Frame, frozen=True):
    seat: Seat


class Dealt(Answer, frozen=True):
    """Cards of each rank, from the lowest on."""

    counts: Counts


class Laid(Answer, frozen=True):
    rank: int


class Looked(Answer, frozen=True):
    pass


class Lanterns(State, frozen=True):
    agenda: tuple[Evening | Deal | Lay | Peek, ...] = ()
    heap: Counts = (2, 2, 1)
    """Cards not dealt: lying aside, unseen by everybody."""
    hands: tuple[tuple[int, ...], ...] = ((), ())
    laid: tuple[int | None, ...] = (None, None)
    size: int = 2


class Ways:
    """Every state that a view leaves open."""

    def __init__(self, view: Lanterns) -> None:
        self.view = view
        self.unseen = [
            tuple([rank] * number) for rank, number in enumerate(view.heap)
        ]  # what the seat does not see: as a view, the heap holds all of it
        places = [
            Place(sum(card == SECRET for card in hand), frozenset(range(len(view.heap))))
            for hand in view.hands
        ]
        places += [Place(int(card == SECRET), frozenset(range(len(view.heap)))) for card in view.laid]
        aside = sum(view.heap) - sum(place.size for place in places)
        places.append(Place(aside, frozenset(range(len(view.heap)))))
        self.placing = Placing(self.unseen, places)
        self.total = self.placing.total

    def outcome(self, k: int) -> Lanterns:
        *heaps, aside = self.placing.outcome(k)
        seats = len(self.view.hands)
        hands = tuple(
            tuple(sorted(heaps[seat])) if heaps[seat] else hand for seat, hand in enumerate(self.view.hands)
        )
        laid = tuple(
            heaps[seats + seat][0] if heaps[seats + seat] else card
            for seat, card in enumerate(self.view.laid)
        )
        heap = tuple(aside.count(rank) for rank in range(len(self.view.heap)))
        return msgspec.structs.replace(self.view, hands=hands, laid=laid, heap=heap)


class EveningRules(FrameRules[Lanterns]):
    def advance(self, state: Lanterns, frame: Evening) -> Outcome[Lanterns] | None:
        if frame.is_over:
            return None
        best = max(rank for rank in state.laid if rank is not None)
        first = [seat for seat, rank in enumerate(state.laid) if rank == best]
        shown = [
            event("shown", "lanterns.show", seat=seat, rank=int(rank or 0))
            for seat, rank in enumerate(state.laid)
        ]
        won = [event("won", "lanterns.win", seat=first[0])] if len(first) == 1 else []
        return replace_top(state, Evening(is_over=True)), (*shown, *won)


class DealRules(FrameRules[Lanterns]):
    def question(self, state: Lanterns, frame: Deal) -> Question:
        return Question(CHANCE, "deal", "lanterns.deal", frame.name, (("seat", int(frame.seat)),))

    def check(self, state: Lanterns, frame: Deal, answer: Answer) -> Refusal | None:
        return None if answer in self.options(state, frame) else refuse("lanterns.deal")

    def options(self, state: Lanterns, frame: Deal) -> Options:
        def counts_of(answer: Answer) -> Counts | None:
            return answer.counts if isinstance(answer, Dealt) else None

        return DrawOptions(state.heap, state.size, Dealt, counts_of)

    def answered(self, state: Lanterns, frame: Deal, answer: Answer) -> Outcome[Lanterns]:
        assert isinstance(answer, Dealt)
        hand = tuple(rank for rank, count in enumerate(answer.counts) for _ in range(count))
        heap = tuple(lying - count for lying, count in zip(state.heap, answer.counts, strict=True))
        hands = (*state.hands[: frame.seat], hand, *state.hands[frame.seat + 1 :])
        state = msgspec.structs.replace(state, agenda=state.agenda[:-1], heap=heap, hands=hands)
        return state, (event("dealt", "lanterns.deal", seat=int(frame.seat), cards=len(hand)),)


class LayRules(FrameRules[Lanterns]):
    def question(self, state: Lanterns, frame: Lay) -> Question:
        return Question(frame.seat, "lay", "lanterns.lay", frame.name)

    def check(self, state: Lanterns, frame: Lay, answer: Answer) -> Refusal | None:
        return None if answer in self.options(state, frame) else refuse("lanterns.lay")

    def options(self, state: Lanterns, frame: Lay) -> Options:
        return Complete([Laid(rank) for rank in dict.fromkeys(state.hands[frame.seat])])

    def answered(self, state: Lanterns, frame: Lay, answer: Answer) -> Outcome[Lanterns]:
        assert isinstance(answer, Laid)
        hand = list(state.hands[frame.seat])
        hand.remove(answer.rank)
        hands = (*state.hands[: frame.seat], tuple(hand), *state.hands[frame.seat + 1 :])
        laid = (*state.laid[: frame.seat], answer.rank, *state.laid[frame.seat + 1 :])
        state = msgspec.structs.replace(state, agenda=state.agenda[:-1], hands=hands, laid=laid)
        return state, (event("laid", "lanterns.lay", seat=int(frame.seat), rank=answer.rank),)


class PeekRules(FrameRules[Lanterns]):
    def question(self, state: Lanterns, frame: Peek) -> Question:
        return Question(frame.seat, "peek", "lanterns.peek", frame.name)

    def check(self, state: Lanterns, frame: Peek, answer: Answer) -> Refusal | None:
        return None if isinstance(answer, Looked) else refuse("lanterns.peek")

    def options(self, state: Lanterns, frame: Peek) -> Options:
        return Complete([Looked(), Looked()])

    def answered(self, state: Lanterns, frame: Peek, answer: Answer) -> Outcome[Lanterns]:
        return msgspec.structs.replace(state, agenda=state.agenda[:-1]), ()


class LanternsGame(Game[Lanterns]):
    def view_for(self, state: Lanterns, seat: Seat) -> Lanterns:
        """The own cards; of the others how many there are, and all that lies nowhere open as one heap."""
        if not state.agenda or (isinstance(state.agenda[-1], Evening) and state.agenda[-1].is_over):
            return state
        heap = list(state.heap)
        for owner, hand in enumerate(state.hands):
            for rank in hand if owner != seat else ():
                heap[rank] += 1
        for owner, laid in enumerate(state.laid):
            if owner != seat and laid is not None:
                heap[laid] += 1
        hands = tuple(
            hand if owner == seat else tuple(SECRET for _ in hand) for owner, hand in enumerate(state.hands)
        )
        laid_now = tuple(
            rank if owner == seat or rank is None else SECRET for owner, rank in enumerate(state.laid)
        )
        return msgspec.structs.replace(state, heap=tuple(heap), hands=hands, laid=laid_now)

    def is_hidden(self, question: Question, seat: Seat) -> bool:
        owner = dict(question.data)["seat"] if question.kind == "deal" else question.seat
        return question.kind in ("deal", "lay") and owner != seat

    def hides_choice(self) -> bool:
        return True

    def events_for(self, events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
        if all(each.kind != "laid" for each in events):
            return events
        return tuple(
            event("laid", each.rule, seat=int(dict(each.data)["seat"]))
            if each.kind == "laid" and dict(each.data)["seat"] != seat
            else each
            for each in events
        )

    def reveals(self, question: Question) -> bool:
        return question.kind == "peek"

    def worlds(self, view: Lanterns) -> Ways:
        return Ways(view)


LanternsAnswer = Dealt | Laid | Looked

LANTERNS = LanternsGame(
    {Evening: EveningRules(), Deal: DealRules(), Lay: LayRules(), Peek: PeekRules()},
    unasked="lanterns.over",
    name="lanterns",
    state=Lanterns,
    answers=LanternsAnswer,
)


def start(heap: Counts = (2, 2, 1), *, size: int = 2, seats: int = 2, has_peek: bool = False) -> Lanterns:
    """A deal, one card laid by each seat, and perhaps a look of seat 0 between."""
    every = [Seat(seat) for seat in range(seats)]
    lays: list[Evening | Deal | Lay | Peek] = [Lay(seat) for seat in reversed(every)]
    if has_peek:
        lays.insert(0, Peek(every[0]))
    return Lanterns(
        agenda=(Evening(), *lays, *(Deal(seat) for seat in reversed(every))),
        heap=heap,
        hands=((),) * seats,
        laid=(None,) * seats,
        size=size,
    )
