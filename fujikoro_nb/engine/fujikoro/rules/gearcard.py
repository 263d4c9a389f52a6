"""Chapter "gearcard": matching cards are claimed at the end of a rest, one a kind, one an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.rest import (
    Claim,
    ClaimCard,
    CraftGear,
    StopClaiming,
)
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, Board, OwnedCard
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    cites,
    close_top,
    event,
    refuse,
)

T = TypeVar("T", bound=TableState)

WEAPON_BONUSES = ("vp", "peek")

_KINDS = tuple(GearKind)


@cites("gearcard.bonus.weapon-fixed")
def sides(kind: GearKind, rulings: Rulings) -> tuple[str, ...]:
    """What is chosen when a card is placed: one side of a weapon card, unless its first use decides."""
    if kind == GearKind.WEAPON and rulings.reading("gearcard.bonus.weapon-fixed") == "at-placement":
        return WEAPON_BONUSES
    return ("",)


class ClaimRules(FrameRules[T], Generic[T]):
    """Claim a card, or stop; asked again after each card."""

    def question(self, state: T, frame: Claim) -> Question:
        return Question(frame.seat, "claim", "gearcard.claim.when", frame.name)

    def check(self, state: T, frame: Claim, answer: Answer) -> Refusal | None:
        match answer:
            case StopClaiming():
                if self._is_obliged(state, frame):
                    return refuse("gearcard.claim.optional", "must")
                return None
            case ClaimCard():
                return self._check_claim(state, frame, answer)
            case CraftGear():
                return refuse("craft.one-type")
            case _:
                return refuse("gearcard.claim.when", "not-asked")

    def _is_obliged(self, state: T, frame: Claim) -> bool:
        if state.rulings.reading("gearcard.claim.optional") == "may":
            return False
        return next(self._claims(state, frame), None) is not None

    @cites("example.takeko-gearcard")
    def _check_claim(self, state: T, frame: Claim, claim: ClaimCard) -> Refusal | None:
        card = next((card for card in state.display if card.id == claim.card), None)
        if card is None:
            return refuse("gearcard.claim.when", "not-displayed", card=claim.card)
        return self._check_card(state, frame, card) or _check_place(
            state.boards[frame.seat], card, claim, state.rulings
        )

    @staticmethod
    def _check_moment(state: T, frame: Claim) -> Refusal | None:
        """Nothing, or why no card at all can be claimed in this rest."""
        if (
            frame.crafted is None
            and state.rulings.reading("gearcard.claim.without-craft") == "after-crafting"
        ):
            return refuse("gearcard.claim.without-craft")
        return None

    @cites("char.daisuke.gear-card-three-cubes")
    def _check_card(self, state: T, frame: Claim, card: GearCard) -> Refusal | None:
        """Nothing, or why this card can be claimed in no way at all: a small helmet holds small patterns only."""
        refusal = self._check_moment(state, frame)
        if refusal is not None:
            return refusal
        gear = state.boards[frame.seat].gear
        if not contains(gear.layout(card.kind), card.pattern, rulings=state.rulings):
            return refuse("gearcard.match.contains", card=card.id, kind=str(card.kind))
        return None

    def options(self, state: T, frame: Claim) -> Options:
        stop = () if self._is_obliged(state, frame) else (StopClaiming(),)
        return Complete((*stop, *self._claims(state, frame)))

    def _claims(self, state: T, frame: Claim) -> Iterator[ClaimCard]:
        """Of the kinds that have no card yet and something built, what fits, on each action without a card."""
        board = state.boards[frame.seat]
        if self._check_moment(state, frame) is not None:
            return
        carded = board.carded
        built = {kind: board.gear.layout(kind) for kind in _KINDS if kind not in carded}
        taken = [owned.slot for owned in board.cards]
        slots = [slot for slot in SLOTS if slot not in taken]
        for card in state.display:
            layout = built.get(card.kind)
            if layout and contains(layout, card.pattern, rulings=state.rulings):
                for slot in slots:
                    for bonus in sides(card.kind, state.rulings):
                        yield ClaimCard(card.id, slot, bonus)

    @cites("gearcard.no-refill", "gearcard.permanent", "backpack.gear-cards-free")
    def answered(self, state: T, frame: Claim, answer: Answer) -> Outcome[T]:
        """backpack.gear-cards-free: the card lies beside the board, whatever the backpack holds."""
        if not isinstance(answer, ClaimCard):
            return self.closed(close_top(state), frame)
        card = next(card for card in state.display if card.id == answer.card)
        board = state.boards[frame.seat]
        owned = OwnedCard(card.id, card.kind, answer.slot, answer.bonus or card.bonus)
        board = msgspec.structs.replace(board, cards=(*board.cards, owned))
        # gearcard.no-refill: the display simply has one card less.
        display = tuple(other for other in state.display if other is not card)
        state = msgspec.structs.replace(state.with_board(frame.seat, board), display=display)
        return state, (event("claimed", "gearcard.claim.when", card=card.id, slot=answer.slot),)

    def closed(self, state: T, frame: Claim) -> Outcome[T]:
        return state, (event("claim-over", "gearcard.claim.optional"),)


def _check_place(board: Board, card: GearCard, claim: ClaimCard, rulings: Rulings) -> Refusal | None:
    if card.kind in board.carded:
        return refuse("gearcard.limit.type", kind=str(card.kind))
    if claim.slot not in SLOTS:
        return refuse("gearcard.limit.slot", "no-slot", slot=claim.slot)
    if any(owned.slot == claim.slot for owned in board.cards):
        return refuse("gearcard.limit.slot", slot=claim.slot)
    if claim.bonus not in sides(card.kind, rulings):
        return refuse("gearcard.bonus.weapon-fixed", kind=str(card.kind))
    return None
