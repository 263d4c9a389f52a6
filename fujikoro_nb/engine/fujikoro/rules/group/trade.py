"""Two of a group on one space exchange what is in their backpacks: no action, in a turn of one of them, both agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.group import Agree, Bargain, Decline, Hear, Offer, Parcel
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC, Board
from fujikoro_nb.engine.fujikoro.board.stowing import (
    area_of_cube,
    area_of_disc,
    can_make_room,
    without_cube,
    without_disc,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.scrolls import DISC, slots
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Joined,
    Menu,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
    push,
    refuse,
)


def may_trade(state: GameState) -> bool:
    """Whether this is a game in which things change hands."""
    return state.mode.said.may_trade


def traded(state: GameState) -> int:
    """Exchanges that were offered in this turn."""
    return 0 if state.party is None else state.party.trades


@cites("coop.trade.same-space", "coop.trade.large-tiles", "coop.goal.state-frozen-on-escape")
def partners(state: GameState, seat: Seat) -> tuple[Seat, ...]:
    """Who stands on the same space: on the central tile and a temple everybody who is there. Nobody who has left."""
    at = state.samurai[seat].space
    return state.samurai_on(at, but=seat) if at else ()


def begin_trade(state: GameState, seat: Seat, answer: Offer | Hear) -> Outcome[GameState]:
    """The state in which the other one is asked: whether it agrees, or for an offer of its own."""
    party = state.party
    assert party is not None, "a group trades"
    state = state.with_party(msgspec.structs.replace(party, trades=party.trades + 1))
    if isinstance(answer, Hear):
        return push(state, Bargain(Seat(answer.seat), seat)), ()
    offered = event("trade-offered", "coop.trade.same-space", seat=int(seat))
    return push(state, Bargain(seat, Seat(answer.to), answer)), (offered,)


# ---- may it be?


def check_trade(state: GameState, seat: Seat, answer: Offer | Hear) -> Refusal | None:
    """Nothing, or why this is no exchange that this seat can offer, or ask for, now."""
    if isinstance(answer, Hear):
        if answer.seat not in partners(state, seat):
            return refuse("coop.trade.same-space")
        is_open = state.rulings.reading("coop.trade.same-space") == "own-turn-or-other"
        return None if is_open else refuse("coop.trade.same-space", "own-turn")
    if answer.to not in partners(state, seat):
        return refuse("coop.trade.same-space")
    if not (answer.gives or answer.takes):
        return refuse("coop.trade.same-space", "nothing")
    other = Seat(answer.to)
    return (
        _check_has(state, seat, answer.gives)
        or _check_has(state, other, answer.takes)
        or _check_room(state, seat, answer.gives, answer.takes, answer.replaces)
        # Which of its own scrolls go, the other one says when it agrees.
        or _check_room(state, other, answer.takes, answer.gives, None)
    )


@cites("coop.trade.only-backpack")
def _check_has(state: GameState, seat: Seat, parcel: Parcel) -> Refusal | None:
    """Nothing, or that this is not in the backpack: what is worn, monks on spots and gear cards never are."""
    board = state.fighter(seat)
    cubes, packed = parcel.cubes, Counter(board.backpack.discs)
    is_heap = min(cubes.wood, cubes.metal, cubes.tooth) >= 0 and board.backpack.cubes.covers(cubes)
    has_discs = DISC not in parcel.discs and Counter(parcel.discs) <= packed
    owned = [card.id for card in state.scrolls_of(seat)]
    has_scrolls = Counter(parcel.scrolls) <= Counter(owned)
    if is_heap and has_discs and has_scrolls:
        return None
    return refuse("coop.trade.only-backpack")


@cites("coop.trade.space-needed")
def _check_room(
    state: GameState, seat: Seat, gives: Parcel, takes: Parcel, replaces: tuple[str, ...] | None
) -> Refusal | None:
    """Nothing, or that this seat has no room for what it takes, when what it gives is gone."""
    owned = [card.id for card in state.scrolls_of(seat) if card.id not in gives.scrolls]
    board = _without(state.fighter(seat), gives)
    over = max(0, len(owned) + len(takes.scrolls) - slots(board))
    if over > len(owned):
        return refuse("coop.trade.space-needed", "scrolls")
    if replaces is not None and not _are_old(replaces, owned, over):
        return refuse("coop.trade.space-needed", "scrolls")
    board = _without(board, Parcel(scrolls=tuple(owned[:over])))
    spaces = len(takes.cubes) + len(takes.discs) + len(takes.scrolls)
    return None if can_make_room(board, spaces) else refuse("coop.trade.space-needed")


def _are_old(names: tuple[str, ...], owned: list[str], over: int) -> bool:
    """Whether these are as many different own scrolls as have to go."""
    return len(names) == len(set(names)) == over and set(names) <= set(owned)


def _without(board: Board, parcel: Parcel) -> Board:
    """The board without what it gives; cards are no part of it."""
    backpack = board.backpack
    for cube in parcel.cubes:
        one = Cubes.one(cube)
        backpack = without_cube(backpack, one, area_of_cube(backpack, one))
    for disc in (*parcel.discs, *(DISC for _ in parcel.scrolls)):
        backpack = without_disc(backpack, disc, area_of_disc(backpack, disc))
    return msgspec.structs.replace(board, backpack=backpack)


# ---- the frame


class BargainRules(FrameRules[GameState]):
    """Asks one for an offer, where it was invited to make one, then the other whether it agrees."""

    def question(self, state: GameState, frame: Bargain) -> Question:
        if frame.offer is None:
            data = (("other", int(frame.other)),)
            return Question(frame.seat, "offer", "coop.trade.same-space", frame.name, data)
        return Question(
            frame.other, "agree", "coop.trade.same-space", frame.name, (("other", int(frame.seat)),)
        )

    def check(self, state: GameState, frame: Bargain, answer: Answer) -> Refusal | None:
        match answer:
            case Decline():
                return None
            case Offer(to=to) if frame.offer is None:
                if to != frame.other:
                    return refuse("coop.trade.same-space")
                return check_trade(state, frame.seat, answer)
            case Agree(replaces=replaces) if frame.offer is not None:
                offer = frame.offer
                return _check_room(state, frame.other, offer.takes, offer.gives, replaces)
            case _:
                return other_question(self.question(state, frame), "trading")

    def options(self, state: GameState, frame: Bargain) -> Options:
        def is_legal(answer: object) -> bool:
            return isinstance(answer, Answer) and self.check(state, frame, answer) is None

        if frame.offer is None:
            gifts = [one for one in gifts_of(state, frame.seat) if one.to == frame.other]
            return Menu("gifts/1", lambda: (Decline(), *gifts), is_legal)
        agreed = [one for one in self._agreements(state, frame) if is_legal(one)]
        return Complete((*agreed, Decline()))

    @staticmethod
    def _agreements(state: GameState, frame: Bargain) -> Iterator[Agree]:
        """With every choice of own scrolls that go; there are two at most."""
        names = [card.id for card in state.scrolls_of(frame.other)]
        yield Agree()
        yield from (Agree((name,)) for name in names)
        yield from (Agree((one, two)) for one in names for two in names if one != two)

    def answered(self, state: GameState, frame: Bargain, answer: Answer) -> Outcome[GameState]:
        match answer:
            case Offer():
                return begin_trade(close_top(state), frame.seat, answer)
            case Agree(replaces=replaces) if frame.offer is not None:
                return _traded(close_top(state), frame.seat, frame.other, frame.offer, replaces)
            case _:
                seat = frame.seat if frame.offer is None else frame.other
                return close_top(state), (event("trade-declined", "coop.trade.same-space", seat=int(seat)),)


@cites("coop.trade.cards-follow", "backpack.rearrange", "duel.steal.magic-stays")
def _traded(
    state: GameState, seat: Seat, other: Seat, offer: Offer, replaces: tuple[str, ...]
) -> Outcome[GameState]:
    """Both give first, then each stows what it got; cards of scrolls and blueprints go along with their discs."""
    before = state
    state = _exchanged(state, before, seat, other, offer.gives, offer.takes, offer.replaces)
    state = _exchanged(state, before, other, seat, offer.takes, offer.gives, replaces)
    events = [event("traded", "coop.trade.same-space", seat=int(one)) for one in (seat, other)]
    for giver, parcel in ((seat, offer.gives), (other, offer.takes)):
        events += _handed_over(giver, parcel)
    for owner, names in ((seat, offer.replaces), (other, replaces)):
        events += [
            event("scroll-replaced", "coop.trade.space-needed", seat=int(owner), scroll=name)
            for name in names
        ]
    stows = [*_stows(state, other, offer.gives), *_stows(state, seat, offer.takes)]
    return push(state, *stows), tuple(events)


def _handed_over(giver: Seat, parcel: Parcel) -> Iterator[Event]:
    """What goes from one to the other, each kind of thing by its own event."""
    seat, plans = int(giver), [disc for disc in parcel.discs if disc != MONK_DISC]
    if parcel.cubes:
        yield event("handed-over", "coop.trade.same-space", seat=seat, cubes=str(parcel.cubes))
    if monks := parcel.discs.count(MONK_DISC):
        yield event("monks-handed-over", "coop.trade.same-space", seat=seat, monks=monks)
    for name in plans:
        yield event("blueprint-handed-over", "coop.trade.cards-follow", seat=seat, blueprint=name)
    for name in parcel.scrolls:
        yield event("scroll-handed-over", "coop.trade.cards-follow", seat=seat, scroll=name)


def _exchanged(
    state: GameState,
    before: GameState,
    seat: Seat,
    other: Seat,
    gives: Parcel,
    takes: Parcel,
    replaces: tuple[str, ...],
) -> GameState:
    """One of the two after the exchange; what it gets is not in its backpack yet.

    Gear that was magical by a blueprint that is given away stays so, as after a theft.
    """
    board = _without(before.fighter(seat), gives)
    board = _without(board, Parcel(scrolls=replaces))
    given = tuple(one for one in board.blueprints if one.id in gives.discs)
    kept = tuple(one for one in board.blueprints if one.id not in gives.discs)
    got = tuple(one for one in before.fighter(other).blueprints if one.id in takes.discs)
    board = msgspec.structs.replace(
        board, blueprints=kept + got, lost_blueprints=(*board.lost_blueprints, *given)
    )
    owned = before.scrolls_of(seat)
    gone = tuple(card for card in owned if card.id in replaces)
    new = tuple(card for card in before.scrolls_of(other) if card.id in takes.scrolls)
    left = tuple(card for card in owned if card.id not in (*gives.scrolls, *replaces))
    return state.with_fighter(seat, board).with_scrolls(seat, left + new, discarded=gone)


def _stows(state: GameState, seat: Seat, takes: Parcel) -> list[Stow]:
    """What one of the two stows, or that it may rearrange what is left."""
    discs = (*takes.discs, *(DISC for _ in takes.scrolls))
    if takes.cubes or discs:
        return [Stow(seat, "coop.trade.space-needed", takes.cubes, discs, must_take=True)]
    return [Stow(seat, "backpack.rearrange")] if state.fighter(seat).upper_spaces else []


# ---- what is listed


def gifts_of(state: GameState, seat: Seat) -> Iterator[Offer]:
    """Every single thing that this seat could give away; other exchanges are many, and as legal."""
    board = state.fighter(seat)
    single = [
        *(Parcel(cubes=Cubes.one(one)) for one in MATERIALS if board.backpack.cubes.count(one)),
        *(Parcel(discs=(disc,)) for disc in dict.fromkeys(board.backpack.discs) if disc != DISC),
        *(Parcel(scrolls=(card.id,)) for card in state.scrolls_of(seat)),
    ]
    for other in partners(state, seat):
        for parcel in single:
            offer = Offer(int(other), parcel)
            if check_trade(state, seat, offer) is None:
                yield offer


def with_gifts(state: GameState, seat: Seat, every: Complete, *, is_listed: bool) -> Options:
    """What else can be answered, with gifts; after one exchange in a turn no other is listed, but as legal."""
    if not partners(state, seat):
        return every

    def is_legal(answer: object) -> bool:
        return isinstance(answer, Offer | Hear) and check_trade(state, seat, answer) is None

    return Joined(every, Menu("gifts/1", lambda: gifts_of(state, seat) if is_listed else (), is_legal))
