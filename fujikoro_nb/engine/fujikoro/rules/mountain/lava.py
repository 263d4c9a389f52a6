"""Lava under the feet: the sandals pay, in one payment for a whole move."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import Move, PayLava
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.payment import check_payment
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import told_of
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.mountain.lava_price import lava_portion, lava_price
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import can_pay
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Frame,
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
)


@cites("move.combat-ends-move", "move.lava.interrupted")
def stopped(state: GameState, *fight: Frame) -> GameState:
    """The innermost move is over, and these frames begin once the lava really entered is paid for."""
    move = move_of(state)
    over = msgspec.structs.replace(move, is_over=True, lava=0)
    agenda = tuple(over if frame is move else frame for frame in state.agenda)
    state = push(msgspec.structs.replace(state, agenda=agenda), *fight)
    return push(state, PayLava(move.seat, move.lava)) if move.lava else state


def move_of(state: GameState) -> Move:
    """The innermost move on the agenda."""
    return next(frame for frame in reversed(state.agenda) if isinstance(frame, Move))


class PayLavaRules(FrameRules[GameState]):
    """Asks the owner of the sandals which cubes pay; the path was refused if they could not."""

    def question(self, state: GameState, frame: PayLava) -> Question:
        return Question(
            frame.seat,
            "pay-lava",
            "move.lava.choice",
            frame.name,
            (("damage", lava_price(lava_portion(frame.spaces, state.rulings))),),
        )

    def check(self, state: GameState, frame: PayLava, answer: Answer) -> Refusal | None:
        if not isinstance(answer, PayDamage):
            return not_asked(state, answer, self.question(state, frame))
        portion = lava_portion(frame.spaces, state.rulings)
        refusal = check_sandals(state, frame.seat, answer, lava_price(portion))
        if refusal is not None:
            return refusal
        left, _ = paid_with(state.fighter(frame.seat), GearKind.SANDALS, answer, state.rulings)
        if not can_pay(left, frame.spaces - portion, state.rulings):
            return refuse("move.lava.affordable", "rest", spaces=frame.spaces - portion)
        return None

    def options(self, state: GameState, frame: PayLava) -> Options:
        damage = lava_price(lava_portion(frame.spaces, state.rulings))
        gear = state.fighter(frame.seat).gear
        every = payments_by_cells(gear, GearKind.SANDALS, damage, state.rulings)
        return Complete([one for one in every if self.check(state, frame, one) is None])

    def answered(self, state: GameState, frame: PayLava, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, PayDamage), "check lets nothing else through"
        portion = lava_portion(frame.spaces, state.rulings)
        state, events = sandals_paid(close_top(state), frame.seat, answer, lava_price(portion))
        if frame.spaces > portion:
            state = push(state, PayLava(frame.seat, frame.spaces - portion))
        return state, events


def check_sandals(state: GameState, seat: Seat, answer: PayDamage, damage: int) -> Refusal | None:
    """Nothing, or why these cubes are no payment for this damage, which the sandals can cover."""
    gear = state.fighter(seat).gear
    sandals, has_magic = gear.sandals, gear.sandals_magic
    if answer.cells < 0 or answer.cells & ~sandals.occupied or (answer.magic and not has_magic):
        return refuse("move.lava.choice", "not-there")
    refusal = check_payment(
        sandals.cubes,
        sandals.only(answer.cells).cubes,
        has_magic=has_magic,
        pays_magic=answer.magic,
        damage=damage,
        rulings=state.rulings,
    )
    if refusal is None:
        return None
    points = int(dict(refusal.data)["points"])
    if points < damage:
        return refuse("move.lava.cost", points=points, damage=damage)
    return refuse("move.lava.choice", points=points, damage=damage)


def sandals_paid(state: GameState, seat: Seat, answer: PayDamage, damage: int) -> Outcome[GameState]:
    """The state without the cubes that paid, and what happened to the magic of the sandals."""
    before = state.fighter(seat)
    cubes = str(before.gear.sandals.only(answer.cells).cubes)
    after, lost = paid_with(before, GearKind.SANDALS, answer, state.rulings)
    if answer.magic:
        paid = event("paid-with-magic", "move.lava.cost", seat=int(seat), damage=damage, cubes=cubes)
    else:
        paid = event("paid", "move.lava.cost", seat=int(seat), damage=damage, cubes=cubes)
    return state.with_fighter(seat, after), (paid, *told_of(seat, lost))
