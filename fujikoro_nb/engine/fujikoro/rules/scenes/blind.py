"""Temples in which nobody knows which blueprint lies where: cards are drawn off them unseen.

All blueprints in play were mixed, so what lies in a temple and was never looked at is any of those that nobody has
seen, whichever temple it is. Only what somebody has put back is known, to whoever has looked at it.
"""

from __future__ import annotations

from math import lcm

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import Blind, DrawBlind
from fujikoro_nb.engine.fujikoro.board.scene import Returned, Scene
from fujikoro_nb.engine.fujikoro.board.stowing import can_make_room
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw
from fujikoro_nb.engine.kernel import (
    CHANCE,
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
    close_top,
    event,
    push,
    refuse,
    replace_top,
)

MOST = 2
"""gather.blueprint.count"""

_KINDS = tuple(GearKind)


@cites("scenario.1.competitive.blueprints-blind-gather")
def check_blind(state: GameState, seat: Seat, temple: int, cards: int = 1) -> Refusal | None:
    """Nothing, or why so many cards cannot be drawn here: too few, no room, or one of each kind already."""
    there = state.staged.blueprints_in(temple)
    if not 1 <= cards <= min(MOST, there):
        return refuse("scenario.1.competitive.blueprints-blind-gather", most=min(MOST, there))
    board = state.fighter(seat)
    if all(board.pattern(kind) is not None for kind in _KINDS):
        return refuse("gather.blueprint.kind-limit", kind=str(_KINDS[0]))
    return None if can_make_room(board, cards) else refuse("gather.blueprint.disc-space", discs=cards)


@cites("scenario.1.competitive.blueprints-random")
def blind_draw(state: GameState, temple: int) -> Draw:
    """The next card off a temple: any that was put back there, or any unseen one by how many of its kind there are."""
    scene = state.staged
    pile = state.piles.blueprints
    counts = [sum(card.kind == kind for card in pile) for kind in _KINDS]
    whole = lcm(*(count for count in counts if count))
    shares = [
        number * whole // count if count else 0 for number, count in zip(scene.kinds, counts, strict=True)
    ]
    back = [one.card for one in scene.returned if one.temple == temple]
    weighed = [(card, scene.unseen[temple] * shares[_KINDS.index(card.kind)]) for card in pile]
    weighed += [(card, sum(scene.kinds) * whole) for card in back]
    found = [(card, weight) for card, weight in weighed if weight]
    return Draw("blueprint", "", [card for card, _ in found], [weight for _, weight in found])


class BlindRules(FrameRules[GameState]):
    """Asks how many cards, where there is a choice, and chance for each; what can be used is kept."""

    def question(self, state: GameState, frame: Blind) -> Question | None:
        rule = "scenario.1.competitive.blueprints-blind-gather"
        if frame.left is None:
            return (
                Question(frame.seat, "blind", rule, frame.name)
                if len(self._numbers(state, frame)) > 1
                else None
            )
        if not frame.left:
            return None
        data = (("what", "blueprint"), ("sort", ""), ("seat", int(frame.seat)))
        return Question(CHANCE, "draw", rule, frame.name, data)

    @staticmethod
    def _numbers(state: GameState, frame: Blind) -> tuple[int, ...]:
        every = range(1, MOST + 1)
        return tuple(one for one in every if check_blind(state, frame.seat, frame.temple, one) is None)

    def check(self, state: GameState, frame: Blind, answer: Answer) -> Refusal | None:
        if frame.left is not None:
            return blind_draw(state, frame.temple).check(state, answer, self.question(state, frame))
        if not isinstance(answer, DrawBlind):
            return refuse("scenario.1.competitive.blueprints-blind-gather", "not-asked")
        return check_blind(state, frame.seat, frame.temple, answer.cards)

    def options(self, state: GameState, frame: Blind) -> Options:
        if frame.left is not None:
            return blind_draw(state, frame.temple).options(state)
        return Complete(tuple(map(DrawBlind, self._numbers(state, frame))))

    def answered(self, state: GameState, frame: Blind, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, DrawBlind):
            return replace_top(state, msgspec.structs.replace(frame, left=answer.cards)), ()
        assert frame.left is not None, "the number is said first"
        card = blind_draw(state, frame.temple).component(answer)
        assert isinstance(card, Blueprint), "nothing else is drawn here"
        seats = next((one.seats for one in state.staged.returned if one.card == card), ())
        state = _without(state, frame.temple, card)
        drawn = (*frame.drawn, Returned(frame.temple, seats, card))
        frame = msgspec.structs.replace(frame, left=frame.left - 1, drawn=drawn)
        return replace_top(state, frame), ()

    def advance(self, state: GameState, frame: Blind) -> Outcome[GameState] | None:
        if frame.left is None:
            numbers = self._numbers(state, frame)
            return replace_top(state, msgspec.structs.replace(frame, left=numbers[0])), ()
        return _settled(state, frame) if frame.drawn else None


def _without(state: GameState, temple: int, card: Blueprint) -> GameState:
    """The state with a card in somebody's hand that lay in a temple, put back before or never seen."""
    scene = state.staged
    left = tuple(one for one in scene.returned if one.card != card)
    if len(left) < len(scene.returned):
        return state.with_scene(msgspec.structs.replace(scene, returned=left))
    state = msgspec.structs.replace(state, piles=state.piles.without(card))
    return state.with_scene(_counted(scene, temple, card, -1))


def _counted(scene: Scene, temple: int, card: Blueprint, more: int) -> Scene:
    """One card more, or less, of this kind that nobody has seen in a temple."""
    unseen = tuple(count + more * (number == temple) for number, count in enumerate(scene.unseen))
    kinds = tuple(count + more * (kind == card.kind) for kind, count in zip(_KINDS, scene.kinds, strict=True))
    return msgspec.structs.replace(scene, unseen=unseen, kinds=kinds)


@cites("scenario.1.competitive.blueprints-blind-gather")
def _settled(state: GameState, frame: Blind) -> Outcome[GameState]:
    """The first card of each kind that its owner has not is kept, the others go back unseen by anybody else."""
    board, kept, back = state.fighter(frame.seat), list[Blueprint](), list[Returned]()
    for one in frame.drawn:
        if board.pattern(one.card.kind) is None and one.card.kind not in [card.kind for card in kept]:
            kept.append(one.card)
        else:
            seats = tuple(sorted({*one.seats, frame.seat}))
            back.append(msgspec.structs.replace(one, seats=seats))
    scene = state.staged
    state = state.with_scene(msgspec.structs.replace(scene, returned=(*scene.returned, *back)))
    board = msgspec.structs.replace(board, blueprints=(*board.blueprints, *kept))
    state = replace_top(state.with_fighter(frame.seat, board), msgspec.structs.replace(frame, drawn=()))
    seat, events = int(frame.seat), list[Event]()
    for card in kept:
        events.append(event("blueprint-taken", "gather.blueprint.count", seat=seat, blueprint=card.id))
    if back:
        events.append(
            event("cards-returned", "scenario.1.competitive.blueprints-blind-gather", seat=seat, n=len(back))
        )
    discs = tuple(card.id for card in kept)
    state = close_top(state)
    return (
        push(state, Stow(frame.seat, "gather.blueprint.disc-space", discs=discs)) if discs else state
    ), tuple(events)


@cites("scenario.1.competitive.blueprints-random")
def veiled(state: GameState, seat: Seat) -> GameState:
    """The state without what only others know of the temples: such a card is one that nobody has seen.

    In a view the cards stand in the order of their names, so that it does not tell which one came back.
    """
    scene, pile, agenda = state.staged, list(state.piles.blueprints), list(state.agenda)
    for one in scene.returned:
        if seat not in one.seats:
            scene = _counted(scene, one.temple, one.card, 1)
            pile.append(one.card)
    mine = tuple([one for one in scene.returned if seat in one.seats])
    for index, frame in enumerate(agenda):
        if isinstance(frame, Blind) and frame.seat != seat:
            for one in frame.drawn:
                scene = _counted(scene, frame.temple, one.card, 1)
                pile.append(one.card)
            agenda[index] = msgspec.structs.replace(frame, drawn=())
    piles = msgspec.structs.replace(state.piles, blueprints=tuple(sorted(pile, key=lambda card: card.id)))
    scene = msgspec.structs.replace(scene, returned=mine)
    return msgspec.structs.replace(state, piles=piles, agenda=tuple(agenda), scene=scene)
