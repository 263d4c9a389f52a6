"""What the nine kinds of Fuji cards do, each a function of the state and the seat that uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fuji_99.components import GOAL, Cubes
from fujikoro_nb.engine.fuji_99.floors import advanced
from fujikoro_nb.engine.fuji_99.state import Fuji99, added
from fujikoro_nb.engine.kernel import Event, Seat, cites, event

Done = tuple[Fuji99, tuple[Event, ...]]
USED, IMMEDIATE, CONTINUOUS, GIFT = "used", "immediate", "continuous", "gift"
BONUS = 3
"""fuji99.move.continuous-bonus, for each such card."""
STEP, TEN, EXTRA = 3, 10, 5


class Effect(msgspec.Struct, frozen=True):
    """When a card works, and what its use does; ``is_kept`` cards do not go to the discard pile by themselves."""

    when: str
    use: Callable[[Fuji99, Seat, int], Done]

    @property
    def is_kept(self) -> bool:
        """Whether its use says where the card goes."""
        return self.when == GIFT


@cites("fuji99.rank.position")
def positions(state: Fuji99, seat: Seat) -> tuple[int, ...]:
    """Where everybody stands for an effect: who is on turn where the Movement token is, all others at their tokens."""
    return tuple(
        state.movement if other == seat else player.floor for other, player in enumerate(state.players)
    )


@cites("fuji99.rank.one-above")
def one_above(state: Fuji99, seat: Seat) -> int | None:
    """The floor of the nearest place strictly ahead, if somebody is ahead."""
    places = positions(state, seat)
    return min((place for place in places if place > places[seat]), default=None)


def _nothing(state: Fuji99, card: int) -> Done:
    told = event("no-effect", "fuji99.effect.optional-use-mandatory-effect", card=state.deck.cards[card].key)
    return state, (told,)


def _by(state: Fuji99, seat: Seat, floors: int) -> Done:
    floor = min(state.movement + floors, GOAL)
    told = event("advanced", "fuji99.effect.optional-use-mandatory-effect", seat=int(seat), floor=floor)
    state, events = advanced(state, seat, floor)
    return state, (told, *events)


@cites("fuji99.card.step-three")
def _step(state: Fuji99, seat: Seat, card: int) -> Done:
    return _by(state, seat, STEP)


@cites("fuji99.card.transparent-step")
def _lantern(state: Fuji99, seat: Seat, card: int) -> Done:
    clear = state.drawn.clear
    return _by(state, seat, clear) if clear else _nothing(state, card)


@cites("fuji99.card.next-ten")
def _tens(state: Fuji99, seat: Seat, card: int) -> Done:
    following = (state.movement // TEN + 1) * TEN
    if following > GOAL and state.rulings.reading("fuji99.card.next-ten") == "no-effect":
        return _nothing(state, card)
    return _by(state, seat, following - state.movement)


@cites("fuji99.card.catch-up-two-players", "fuji99.card.catch-up-first-no-effect")
def _catch_up(state: Fuji99, seat: Seat, card: int, extra: int) -> Done:
    if len(state.players) == 2:
        return _by(state, seat, TEN)
    target = one_above(state, seat)
    if target is None:
        return _nothing(state, card)
    return _by(state, seat, target + extra - state.movement)


@cites("fuji99.card.catch-up")
def _catch(state: Fuji99, seat: Seat, card: int) -> Done:
    return _catch_up(state, seat, card, 0)


@cites("fuji99.card.catch-up-plus-five")
def _catch_plus(state: Fuji99, seat: Seat, card: int) -> Done:
    return _catch_up(state, seat, card, EXTRA)


def _red_back(state: Fuji99, seat: Seat, card: int) -> Done:
    if not state.sheet.red:
        return _nothing(state, card)
    red, player = Cubes(red=1), state.players[seat]
    state = state.with_player(seat, msgspec.structs.replace(player, bag=player.bag + red))
    state = msgspec.structs.replace(state, sheet=state.sheet - red)
    return state, (event("red-back", "fuji99.card.return-red", seat=int(seat)),)


@cites("fuji99.card.continuous-three")
def _lasting(state: Fuji99, seat: Seat, card: int) -> Done:
    return _nothing(state, card)


@cites("fuji99.card.face-down-self")
def _gift(state: Fuji99, seat: Seat, card: int) -> Done:
    """It waits for the receiver's next turn, also when that is the one who gives it."""
    is_token = state.rulings.reading("fuji99.rank.position") == "token"
    places = positions(state, seat) if is_token else tuple(player.floor for player in state.players)
    first = [Seat(other) for other, place in enumerate(places) if place == max(places)]
    if len(first) > 1:
        state = msgspec.structs.replace(state, discard=added(state.discard, card))
        return state, (event("nobody", "fuji99.card.face-down-tie"),)
    player = state.players[first[0]]
    state = state.with_player(first[0], msgspec.structs.replace(player, waiting=player.waiting + 1))
    return state, (event("gift", "fuji99.card.face-down-gift", seat=int(first[0])),)


def _unused(state: Fuji99, seat: Seat, card: int) -> Done:
    """An Immediate card works when it is drawn and is never in a hand."""
    return _nothing(state, card)


EFFECTS: Mapping[str, Effect] = {
    "step": Effect(USED, _step),
    "face-down": Effect(GIFT, _gift),
    "return-red": Effect(USED, _red_back),
    "by-clear": Effect(USED, _lantern),
    "lasting-three": Effect(CONTINUOUS, _lasting),
    "next-ten": Effect(USED, _tens),
    "catch-up": Effect(USED, _catch),
    "catch-up-five": Effect(USED, _catch_plus),
    "others-draw": Effect(IMMEDIATE, _unused),
}
WHEN: Mapping[str, str] = {name: effect.when for name, effect in EFFECTS.items()}


@cites("fuji99.move.continuous-bonus")
def lasting_bonus(state: Fuji99, seat: Seat) -> int:
    """Floors that the cards in hand add to a Move."""
    lasting = sum(WHEN[state.card(held).effect] == CONTINUOUS for held in state.players[seat].hand)
    return BONUS * lasting
