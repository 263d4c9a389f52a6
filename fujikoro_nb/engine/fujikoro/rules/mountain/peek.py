"""What a weapon card brings: a point, or a secret look at the uppermost tile of one stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import CardSide, LookAt, Peek, PickSide
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS
from fujikoro_nb.engine.fujikoro.components import Tile
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw, tile_draw
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
    close_top,
    event,
    push,
    refuse,
    replace_top,
)

EITHER = "vp-or-peek"
"""The bonus of a weapon card whose side is not chosen yet."""

CARD_POINT = 1
"""gearcard.bonus.weapon; the event of it names no number."""

Bonus = Callable[[GameState, Seat], Outcome[GameState]]


@cites("gearcard.bonus.weapon")
def point(state: GameState, seat: Seat) -> Outcome[GameState]:
    """One point; nothing where there are none."""
    if not state.has_points:
        return state, (event("card-idle", "coop.play.no-victory-points", seat=int(seat)),)
    state, events = state.award(seat, CARD_POINT)
    return state, (event("card-point", "gearcard.bonus.weapon", seat=int(seat)), *events)


def look(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The question which stack."""
    return push(state, Peek(seat)), ()


SIDES: Mapping[str, Bonus] = {"vp": point, "peek": look}


@cites("gearcard.bonus.peek")
class PeekRules(FrameRules[GameState]):
    """Asks for a stack, then chance for its top, which is certain where somebody looked before.

    The tile stays in its pile and is remembered with the seats that know it. With the real box the table looks, and
    nothing is asked.
    """

    def question(self, state: GameState, frame: Peek) -> Question | None:
        if not frame.level:
            return Question(frame.seat, "peek", "gearcard.bonus.peek", frame.name) if stacks(state) else None
        data = (("what", "tile"), ("sort", frame.level))
        return Question(CHANCE, "draw", "gearcard.bonus.peek", frame.name, data)

    def check(self, state: GameState, frame: Peek, answer: Answer) -> Refusal | None:
        if frame.level:
            return self._draw(state, frame).check(state, answer, self.question(state, frame))
        if not isinstance(answer, LookAt):
            return refuse("gearcard.bonus.peek", "not-asked")
        if answer.level in stacks(state):
            return None
        return refuse("gearcard.bonus.peek", level=answer.level[:40])

    def options(self, state: GameState, frame: Peek) -> Options:
        if frame.level:
            return self._draw(state, frame).options(state)
        return Complete(tuple(map(LookAt, stacks(state))))

    @staticmethod
    def _draw(state: GameState, frame: Peek) -> Draw:
        return tile_draw(state, frame.level)

    def answered(self, state: GameState, frame: Peek, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, LookAt):
            looks = event("looks", "gearcard.bonus.peek", seat=int(frame.seat), level=answer.level)
            if state.is_described:
                return close_top(state), (looks,)
            return replace_top(state, msgspec.structs.replace(frame, level=answer.level)), (looks,)
        tile = self._draw(state, frame).component(answer)
        assert isinstance(tile, Tile), "nothing else is drawn here"
        return _seen(close_top(state), frame.seat, tile), ()


def stacks(state: GameState) -> tuple[str, ...]:
    """The levels whose stack has a tile; of a real box nobody counts them."""
    return tuple(level for level in LEVELS if state.is_described or state.piles.tiles_of(level))


def _seen(state: GameState, seat: Seat, tile: Tile) -> GameState:
    """This seat knows the top of the stack, too."""
    known = next((one.seats for one in state.peeked if one.level == tile.level), ())
    seats = known if seat in known else (*known, seat)
    others = [one for one in state.peeked if one.level != tile.level]
    peeked = sorted((*others, Peeked(tile.level, tile, seats)), key=lambda one: one.level)
    return msgspec.structs.replace(state, peeked=tuple(peeked))


class CardSideRules(FrameRules[GameState]):
    """Asks which side of the weapon card holds from now on, and carries it out."""

    def question(self, state: GameState, frame: CardSide) -> Question:
        return Question(frame.seat, "side", "gearcard.bonus.weapon-fixed", frame.name)

    def check(self, state: GameState, frame: CardSide, answer: Answer) -> Refusal | None:
        if isinstance(answer, PickSide) and answer.bonus in SIDES:
            return None
        return refuse("gearcard.bonus.weapon-fixed", "not-asked")

    def options(self, state: GameState, frame: CardSide) -> Options:
        return Complete(tuple(map(PickSide, SIDES)))

    @cites("gearcard.bonus.weapon-fixed")
    def answered(self, state: GameState, frame: CardSide, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, PickSide), "check lets nothing else through"
        board = state.fighter(frame.seat)
        cards = tuple(
            msgspec.structs.replace(card, bonus=answer.bonus) if card.bonus == EITHER else card
            for card in board.cards
        )
        state = close_top(state).with_fighter(frame.seat, msgspec.structs.replace(board, cards=cards))
        chosen = event("side-chosen", "gearcard.bonus.weapon-fixed", seat=int(frame.seat), bonus=answer.bonus)
        state, events = SIDES[answer.bonus](state, frame.seat)
        return state, (chosen, *events)
