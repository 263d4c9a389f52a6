"""Chapter "gather", scrolls: one of the cards on display or the unseen top of the deck, and a slot for it."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.game import PickScroll, SlotScroll, TakeScroll
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.components import ScrollCard
from fujikoro_nb.engine.fujikoro.rules.dealing import DISPLAY
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.scrolls import DISC, POINTS, check_slot, places, slotted
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
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
    replace_top,
)


@cites("gather.scroll.deck-empty")
def deck(state: GameState) -> tuple[ScrollCard, ...]:
    """What the next scroll can be: the deck, or the discards once it has run out.

    Nobody counts the cards of a real box, so there it may always be either.
    """
    if state.is_described:
        return (*state.piles.scrolls, *state.scroll_discards)
    return state.piles.scrolls or state.scroll_discards


def check_scroll(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or why no scroll can be taken in: no card left, or no place for one."""
    if not state.scrolls and not _has_deck(state):
        return refuse("gather.scroll.deck-empty")
    return None if places(state, seat) else check_slot(state, seat, "")


def _has_deck(state: GameState) -> bool:
    return state.is_described or bool(deck(state))


class PickScrollRules(FrameRules[GameState]):
    """Asks for a card, chance for an unseen one, then for its slot, and at last fills the display again."""

    def question(self, state: GameState, frame: PickScroll) -> Question | None:
        if self._is_drawing(state, frame):
            rule = "gather.scroll.refill" if frame.is_placed else "gather.scroll.card"
            data = (("what", "scroll"), ("sort", ""))
            return None if self._is_empty(state) else Question(CHANCE, "draw", rule, frame.name, data)
        if frame.is_placed:
            return None
        if frame.card is None:
            return Question(frame.seat, "scroll", "gather.scroll.card", frame.name)
        if len(places(state, frame.seat)) == 1:
            return None
        about = (("scroll", frame.card.id),)
        return Question(frame.seat, "slot", "gather.scroll.place", frame.name, about)

    @staticmethod
    @cites("gather.scroll.refill")
    def _is_drawing(state: GameState, frame: PickScroll) -> bool:
        """Whether the next card comes from the deck: the unseen one, or those for the display."""
        if frame.is_placed:
            return not frame.is_unseen and len(state.scrolls) < DISPLAY and _has_deck(state)
        return frame.is_unseen and frame.card is None

    @staticmethod
    def _is_empty(state: GameState) -> bool:
        """Whether the discards have to be shuffled first."""
        return not state.is_described and not state.piles.scrolls

    @staticmethod
    def _draw(state: GameState) -> Draw:
        return Draw("scroll", "", deck(state))

    def check(self, state: GameState, frame: PickScroll, answer: Answer) -> Refusal | None:
        if self._is_drawing(state, frame):
            return self._draw(state).check(state, answer, self.question(state, frame))
        match answer:
            case TakeScroll(card="") if frame.card is None:
                return None if _has_deck(state) else refuse("gather.scroll.deck-empty")
            case TakeScroll(card=name) if frame.card is None:
                is_shown = any(card.id == name for card in state.scrolls)
                return None if is_shown else refuse("gather.scroll.card", card=name)
            case SlotScroll(replaces=name) if frame.card is not None:
                return check_slot(state, frame.seat, name)
            case _:
                return other_question(self.question(state, frame), "other-scroll")

    def options(self, state: GameState, frame: PickScroll) -> Options:
        if self._is_drawing(state, frame):
            return self._draw(state).options(state)
        if frame.card is not None:
            return Complete(tuple(map(SlotScroll, places(state, frame.seat))))
        unseen = ("",) if _has_deck(state) else ()
        return Complete([TakeScroll(name) for name in (*(card.id for card in state.scrolls), *unseen)])

    def answered(self, state: GameState, frame: PickScroll, answer: Answer) -> Outcome[GameState]:
        match answer:
            case TakeScroll(card=""):
                frame = msgspec.structs.replace(frame, is_unseen=True)
                return replace_top(state, frame), ()
            case TakeScroll(card=name):
                card = next(one for one in state.scrolls if one.id == name)
                scrolls = tuple(one for one in state.scrolls if one.id != name)
                state = msgspec.structs.replace(state, scrolls=scrolls)
                return replace_top(state, msgspec.structs.replace(frame, card=card)), ()
            case SlotScroll(replaces=name):
                return _placed(state, frame, name)
        card_drawn = self._draw(state).component(answer)
        assert isinstance(card_drawn, ScrollCard), "nothing else is drawn here"
        state = _without(state, card_drawn)
        if not frame.is_placed:
            return replace_top(state, msgspec.structs.replace(frame, card=card_drawn)), ()
        state = msgspec.structs.replace(state, scrolls=(*state.scrolls, card_drawn))
        return state, (event("scroll-shown", "gather.scroll.refill", card=card_drawn.id),)

    @cites("gather.scroll.deck-empty")
    def advance(self, state: GameState, frame: PickScroll) -> Outcome[GameState] | None:
        """The discards become the deck; the only place there is; and the end."""
        if self._is_drawing(state, frame):
            piles = msgspec.structs.replace(state.piles, scrolls=state.scroll_discards)
            cards = len(state.scroll_discards)
            state = msgspec.structs.replace(state, piles=piles, scroll_discards=())
            return state, (event("scrolls-shuffled", "gather.scroll.deck-empty", cards=cards),)
        if frame.is_placed:
            return None
        return _placed(state, frame, places(state, frame.seat)[0])


def _placed(state: GameState, frame: PickScroll, replaces: str) -> Outcome[GameState]:
    """The card in its slot; the disc in the backpack, unless another card went for it: then it is gone."""
    assert frame.card is not None, "chosen before"
    state = replace_top(state, msgspec.structs.replace(frame, card=None, is_placed=True))
    state, events = slotted(state, frame.seat, frame.card, replaces)
    if state.has_points:
        taken = event(
            "scroll-taken", "gather.scroll.vp", seat=int(frame.seat), scroll=frame.card.id, points=POINTS
        )
    else:
        taken = event(
            "scroll-kept", "coop.play.no-victory-points", seat=int(frame.seat), scroll=frame.card.id
        )
    if not replaces:
        state = push(state, Stow(frame.seat, "gather.scroll.place", discs=(DISC,)))
    return state, (taken, *events)


def _without(state: GameState, card: ScrollCard) -> GameState:
    discards = tuple(one for one in state.scroll_discards if one.id != card.id)
    return msgspec.structs.replace(state, piles=state.piles.without(card), scroll_discards=discards)
