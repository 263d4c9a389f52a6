"""A turn of Fuji 99 with its cards: every draw out of the bag, every use of the hand, every card of the pile.

The tree is laid out act after act and the best is taken. What a card does, what a move brings and what a hand is worth
is asked of the engine, each once. The tree grows with every act: it is laid out as far as a number of looks allows, and
the turn is taken to stop there, so what is told can always be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, inf
from typing import NamedTuple

from fujikoro_nb.engine.fuji_99.components import CRISIS, DANGER, GOAL, Cubes
from fujikoro_nb.engine.fuji_99.state import Fuji99, added
from fujikoro_nb.engine.kernel import Counts
from fujikoro_nb.odds.fuji_99.card_texts import CardTexts, Hand, Taken
from fujikoro_nb.odds.fuji_99.turn import numbers

FEW = 10
"""With so few cards a player who draws, what others get by an Immediate card is laid out; else it is not looked at."""

Bag = tuple[int, int, int]


class Told(NamedTuple):
    """What something is worth on average, and how often the turn ends there by a crisis of this very act."""

    worth: float
    crisis: float


@dataclass(eq=False, slots=True)
class Deal:
    """Where the cards lie: one object for each hand with its piles, so that it is found by itself."""

    hand: Hand
    pile: Counts
    discard: Counts
    value: int
    bonus: int
    need: int
    """Yellow cubes that the whole hand costs."""
    sees_clear: bool
    sees_red: bool
    found: tuple[tuple[float, Deal], ...] = ()
    """After Discovery, with the chances."""
    crisis: float = 0.0
    last: dict[tuple[int, int, int, bool], Told] = field(default_factory=dict)
    """Of using the hand in the last act: by floor, yellow and transparent cubes, and whether red ones lie."""


class Place(NamedTuple):
    """Where a turn stands before an act; ``bag`` holds what will be drawn from, ``red`` lies on the sheet."""

    floor: int
    taken: Taken
    bag: Bag
    red: int
    deal: Deal


@lru_cache(maxsize=100_000)
def _draws(
    bag: Bag, number: int, room: int, need: int, sees_clear: bool, sees_red: bool
) -> tuple[tuple[float, int, int, int], ...]:
    """Draws with fewer than ``room`` red cubes: chance, transparent, yellow, red.

    Yellow cubes beyond ``need`` pay nothing more; transparent and red ones are told apart only where they matter.
    """
    clear, yellow, red = bag
    every = comb(clear + yellow + red, number)
    found: dict[tuple[int, int, int], int] = {}
    for reds in range(min(red, number, room - 1) + 1):
        for yellows in range(min(yellow, number - reds) + 1):
            clears = number - reds - yellows
            if clears <= clear:
                ways = comb(red, reds) * comb(yellow, yellows) * comb(clear, clears)
                alike = (clears if sees_clear else 0, min(yellows, need), reds if sees_red else 0)
                found[alike] = found.get(alike, 0) + ways
    return tuple((ways / every, *alike) for alike, ways in found.items())


@lru_cache(maxsize=10_000)
def _safe(safe: int, red: int, number: int, room: int) -> float:
    """That a draw has fewer than ``room`` red cubes."""
    ways = sum(comb(red, reds) * comb(safe, number - reds) for reds in range(min(red, number, room - 1) + 1))
    return ways / comb(safe + red, number)


class TurnTree:
    """The turn of one seat, for an end that is worth ``worth[floor]``; a turn that fails is worth ``lost``."""

    def __init__(self, state: Fuji99, texts: CardTexts, worth: Sequence[float], lost: float) -> None:
        self._texts, self._cards = texts, texts.cards
        self._worth, self._lost = tuple(worth), lost
        self._others = len(state.players) - 1
        self._facing = state.players[texts.seat].facing
        self._must = state.rulings.reading("fuji99.effect.optional-use-mandatory-effect") == "must"
        self._deals: dict[tuple[Hand, Counts, Counts], Deal] = {}
        self._acts: dict[tuple[Place, int], float] = {}
        self._discoveries: dict[tuple[Place, int], Told] = {}
        self.looks = 0
        """Hands looked at after a draw or a use so far: nearly all of the time goes into them."""
        self.is_whole = True
        """Whether no act was left out and no card that others draw."""

    # -------------------------------------------------------------- cards off the pile

    def deal(self, hand: Hand, pile: Counts, discard: Counts) -> Deal:
        """The one object for these cards."""
        key = (hand, pile, discard)
        known = self._deals.get(key)
        if known is None:
            value, bonus = self._texts.of_hand(hand)
            need = sum(self._cards[card].cost for card, _ in hand)
            sees_clear = any(self._texts.sees_clear[card] for card, _ in hand)
            sees_red = any(self._texts.sees_red[card] for card, _ in hand)
            known = Deal(hand, pile, discard, value, bonus, need, sees_clear, sees_red)
            self._deals[key] = known
        return known

    def found(self, deal: Deal) -> tuple[tuple[float, Deal], ...]:
        """Every hand after Discovery with its chance, and the piles then."""
        if not deal.found:
            together: dict[Deal, float] = {}
            empty = (0,) * len(deal.pile)
            drawn = self._drawn(deal.hand, deal.pile, deal.discard, (True,), 0, empty)
            for chance, hand, pile, discard in drawn:
                at = self.deal(hand, pile, discard)
                together[at] = together.get(at, 0.0) + chance
            deal.found = tuple((chance, there) for there, chance in together.items())
            deal.crisis = sum(chance for chance, there in deal.found if there.value >= CRISIS)
        return deal.found

    def _drawn(
        self, hand: Hand, pile: Counts, discard: Counts, waiting: tuple[bool, ...], owners: int, aside: Counts
    ) -> Iterator[tuple[float, Hand, Counts, Counts]]:
        """``waiting``: for whom a card comes, told by whether it is this seat; ``owners`` of Immediate cards wait.

        Whose Immediate card it is changes only the order: every seat draws once for it.
        """
        if not waiting and owners:
            waiting, owners = (False,) * self._others + (True,), owners - 1
        if waiting and not sum(pile):
            pile, discard = discard, (0,) * len(discard)
        every = sum(pile)
        if not waiting or not every:
            yield 1.0, hand, pile, tuple(map(int.__add__, discard, aside))
            return
        mine, rest = waiting[0], waiting[1:]
        if not mine and every > FEW // self._others:
            self.is_whole = False
            yield from self._drawn(hand, pile, discard, rest, owners, aside)
            return
        for card, copies in enumerate(pile):
            if copies:
                left, held, off, more = added(pile, card, -1), hand, aside, owners
                if self._texts.is_immediate[card]:
                    off, more = added(aside, card), owners + 1
                elif mine:
                    held = tuple(sorted((*hand, (card, 0))))
                part = copies / every
                for chance, hers, there, off_there in self._drawn(held, left, discard, rest, more, off):
                    yield part * chance, hers, there, off_there

    # -------------------------------------------------------------- the turn

    def act(self, place: Place, more: int) -> float:
        """The best number of cubes from here; ``more`` acts may follow it."""
        key = (place, more)
        known = self._acts.get(key)
        if known is None:
            known = -inf
            bag, room, lost = place.bag, DANGER - place.red - self._facing, self._lost
            far = (
                place.floor
                + place.deal.bonus
                + sum(self._texts.most(card, bag[0]) for card, _ in place.deal.hand)
            )
            for number in numbers(Cubes(*bag)):
                # In the last act no draw gets further than its cubes and the whole hand.
                most = GOAL if more else min(far + number, GOAL)
                safe = _safe(bag[0] + bag[1], bag[2], number, room)
                if lost + safe * (self._worth[most] - lost) > known:
                    known = max(known, self.drawing(place, number, more).worth)
            self._acts[key] = known
        return known

    def drawing(self, place: Place, number: int, more: int) -> Told:
        """Of drawing so many cubes; all but danger is counted in."""
        bag, deal = place.bag, place.deal
        floor, taken, yellow = self._texts.moved(place.floor, place.taken, number + deal.bonus)
        room = DANGER - place.red - self._facing
        is_last = not more
        worth = crisis = safe = 0.0
        sees_red = not is_last or (deal.sees_red and not place.red)
        for chance, clears, yellows, reds in _draws(bag, number, room, deal.need, deal.sees_clear, sees_red):
            safe += chance
            if floor == GOAL:
                worth += chance * self._worth[GOAL]
                continue
            if is_last:
                told = self.last(floor, taken, deal, clears, yellows, place.red + reds > 0)
            else:
                then = (bag[0], bag[1] + yellow, bag[2] - reds)
                told = self.effects(Place(floor, taken, then, place.red + reds, deal), clears, yellows, more)
            worth += chance * told.worth
            crisis += chance * told.crisis
        return Told(worth + (1 - safe) * self._lost, crisis)

    def last(self, floor: int, taken: Taken, deal: Deal, clears: int, yellows: int, has_red: bool) -> Told:
        """The best use of the hand before the turn stops: what the bag holds does not matter any more."""
        key = (floor, yellows, clears, has_red)
        known = deal.last.get(key)
        if known is None:
            place = Place(floor, taken, (0, 0, 0), int(has_red), deal)
            known = deal.last[key] = self.effects(place, clears, yellows, 0)
        return known

    def effects(self, place: Place, clears: int, yellows: int, more: int) -> Told:
        """The best use of the hand with so many yellow cubes, and what follows."""
        self.looks += 1
        best: Told | None = None
        seen = None
        for at, held in enumerate(place.deal.hand):
            if held != seen and self._cards[held[0]].cost <= yellows:
                told = self.after_use(place, at, clears, yellows, more)
                if best is None or told.worth > best.worth:
                    best = told
            seen = held
        if best is None or not self._must:
            kept = self.discovery(place, more)
            if best is None or kept.worth >= best.worth:
                best = kept
        return best

    def after_use(self, place: Place, at: int, clears: int, yellows: int, more: int) -> Told:
        """Of using the card at this place of the sorted hand first."""
        deal = place.deal
        card, cubes = deal.hand[at]
        cost = self._cards[card].cost
        use = self._texts.used(card, place.floor, place.taken, clears, place.red > 0)
        if use.floor == GOAL:
            return Told(self._worth[GOAL], 0.0)
        bag = (place.bag[0] + cubes, place.bag[1] + use.yellow - cost, place.bag[2] + use.red)
        hand = deal.hand[:at] + deal.hand[at + 1 :]
        discard = added(deal.discard, card) if use.is_off else deal.discard
        then = Place(use.floor, use.taken, bag, place.red - use.red, self.deal(hand, deal.pile, discard))
        return self.effects(then, clears, yellows - cost, more)

    def discovery(self, place: Place, more: int) -> Told:
        """A card comes, then draw once more or stop."""
        stop, deal = self._worth[place.floor], place.deal
        found = deal.found or self.found(deal)
        if not more:
            if deal.crisis < 1:
                self.is_whole = False
            return Told(stop + deal.crisis * (self._lost - stop), deal.crisis)
        key = (place, more)
        known = self._discoveries.get(key)
        if known is None:
            worth = crisis = 0.0
            for chance, there in found:
                if there.value >= CRISIS:
                    worth += chance * self._lost
                    crisis += chance
                else:
                    then = Place(place.floor, place.taken, place.bag, place.red, there)
                    worth += chance * max(stop, self.act(then, more - 1))
            known = self._discoveries[key] = Told(worth, crisis)
        return known
