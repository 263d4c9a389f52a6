"""Damage: a helmet pays with cubes that are all needed, or goes as a whole with its samurai."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import (
    Duel,
    PayDamage,
    Suffer,
    fight_of,
    with_fight,
)
from fujikoro_nb.engine.fujikoro.asked.foes import defeat_rule, without
from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT, RETREATED, Arena
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import after_removal, source_of
from fujikoro_nb.engine.fujikoro.gear.payment import check_payment, payments
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import told_of
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import decided
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.fujikoro.rulings import Rulings
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
    close_top,
    event,
    refuse,
)

A = TypeVar("A", bound=Arena)


class SufferRules(FrameRules[A], Generic[A]):
    """Asks the owner of the helmet which cubes pay."""

    def question(self, state: A, frame: Suffer) -> Question | None:
        if state.is_hostile(frame.seat):
            return None
        return Question(
            frame.seat, "pay-damage", "combat.helmet.absorb", frame.name, (("damage", frame.damage),)
        )

    def check(self, state: A, frame: Suffer, answer: Answer) -> Refusal | None:
        if not isinstance(answer, PayDamage):
            return not_asked(state, answer, self.question(state, frame))
        gear = state.fighter(frame.seat).gear
        if answer.cells < 0 or answer.cells & ~gear.helmet.occupied:
            return refuse("combat.helmet.absorb", "empty-cell")
        return check_payment(
            gear.helmet.cubes,
            gear.helmet.only(answer.cells).cubes,
            has_magic=gear.helmet_magic,
            pays_magic=answer.magic,
            damage=frame.damage,
            rulings=state.rulings,
        )

    @cites("combat.helmet.choice")
    def options(self, state: A, frame: Suffer) -> Options:
        board = state.fighter(frame.seat)
        return Complete(tuple(payments_by_cells(board.gear, GearKind.HELMET, frame.damage, state.rulings)))

    @cites("scenario.7.solo.hostile-decisions")
    def advance(self, state: A, frame: Suffer) -> Outcome[A] | None:
        """A fighter whom nobody plays pays by itself."""
        board = state.fighter(frame.seat)
        answers = tuple(payments_by_cells(board.gear, GearKind.HELMET, frame.damage, state.rulings))
        return self.answered(
            state, frame, decided(board, GearKind.HELMET, answers, frame.damage, state.rulings)
        )

    @cites("combat.helmet.magic-order", "combat.helmet.absorb")
    def answered(self, state: A, frame: Suffer, answer: Answer) -> Outcome[A]:
        assert isinstance(answer, PayDamage), "check lets nothing else through"
        state = close_top(state)
        before = state.fighter(frame.seat)
        survives = absorption(before.gear, GearKind.HELMET, rulings=state.rulings) >= frame.damage
        paid = before.gear.helmet.only(answer.cells).cubes
        after, lost = paid_with(before, GearKind.HELMET, answer, state.rulings)
        state = state.with_fighter(frame.seat, after)
        events: tuple[Event, ...] = (
            _paid(frame, str(paid), has_magic=answer.magic, is_covered=survives),
            *told_of(frame.seat, lost),
        )
        if answer.magic and not survives:
            events += (event("magic-lost", "magic.carrier-destroyed", seat=int(frame.seat), kind="helmet"),)
        if survives:
            return state, events
        state, more = knock_out(state, frame.seat)
        return state, events + more


def paid_with(
    board: Board, kind: GearKind, answer: PayDamage, rulings: Rulings
) -> tuple[Board, tuple[Event, ...]]:
    """The board after helmet or sandals have paid, and what happened to their magic.

    combat.helmet.magic-order: one payment; cubes go with the green one still counted.
    """
    bare = board.gear.without_magic(kind) if answer.magic else board.gear
    after = bare.with_layout(kind, bare.layout(kind).without(answer.cells))
    pattern, is_owned = source_of(board, bare, kind, after=after, rulings=rulings)
    carried = after_removal(bare, after, kind, pattern, board.limits, is_owned=is_owned, rulings=rulings)
    return msgspec.structs.replace(board, gear=carried.gear), carried.events


def _paid(frame: Suffer, cubes: str, *, has_magic: bool, is_covered: bool) -> Event:
    seat, damage = int(frame.seat), frame.damage
    if not is_covered and not cubes and not has_magic:
        return event("no-helmet", "combat.defeat", seat=seat, damage=damage)
    if not is_covered:
        return event("helmet-lost", "combat.defeat", seat=seat, damage=damage, cubes=cubes)
    if not has_magic:
        return event("paid", "combat.helmet.absorb", seat=seat, damage=damage, cubes=cubes)
    if not cubes:
        return event("paid-with-magic-alone", "magic.value.absorb", seat=seat, damage=damage)
    return event("paid-with-magic", "combat.helmet.magic-order", seat=seat, damage=damage, cubes=cubes)


@cites("combat.defeat")
def knock_out(state: A, seat: Seat) -> Outcome[A]:
    """A samurai whose helmet cannot cover the hits leaves the fight at once."""
    rule = defeat_rule(fight_of(state))
    state, events = state.leaves(seat, KNOCKED_OUT)
    return without_fighter(state, seat), (event("knocked-out", rule, seat=int(seat)), *events)


@cites("duel.surrender.stay", "scenario.7.solo.loss-costs-life")
def out_of_fight(state: A, seat: Seat) -> Outcome[A]:
    """Who leaves a fight awake is away from there; at some tables it stays where a duel was, but beside no guard."""
    fight, is_still = fight_of(state), state.rulings.reading("duel.surrender.stay") == "stays"
    if isinstance(fight, Duel) and is_still and not state.is_hostile(fight.other(seat)):
        return without_fighter(state, seat), ()
    state, events = state.leaves(seat, RETREATED)
    return without_fighter(state, seat), events


def without_fighter(state: A, seat: Seat) -> A:
    """The fight goes on without this seat; a duel has its loser."""
    return with_fight(state, without(fight_of(state), seat))


@cites("example.joint-fight.six-damage", "example.mitsuhide-magic-helmet")
def payments_by_cells(gear: Gear, kind: GearKind, damage: int, rulings: Rulings) -> Iterator[PayDamage]:
    """Every payment by cells, because which cube of a material goes matters for the pattern."""
    layout = gear.layout(kind)
    by_material = [tuple(cells_of(plane)) for plane in (layout.wood, layout.metal, layout.tooth)]
    for payment in payments(layout.cubes, has_magic=gear.is_magical(kind), damage=damage, rulings=rulings):
        counts = (payment.cubes.wood, payment.cubes.metal, payment.cubes.tooth)
        for chosen in product(
            *(combinations(cells, count) for cells, count in zip(by_material, counts, strict=True))
        ):
            yield PayDamage(_mask(chosen), payment.has_magic)


def _mask(groups: tuple[tuple[int, ...], ...]) -> Mask:
    return sum(1 << cell for group in groups for cell in group)
