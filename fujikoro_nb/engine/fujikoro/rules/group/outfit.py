"""With what each of a group begins: a gear card from the display, and its piece built as shown."""

from __future__ import annotations

from collections import Counter

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import PlaceMonk, Setup
from fujikoro_nb.engine.fujikoro.asked.group import TOGETHER, Build, DealCard
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, OwnedCard
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Layout, cells_of, extent, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import shifted
from fujikoro_nb.engine.fujikoro.gear.worn import inspect
from fujikoro_nb.engine.fujikoro.rules.gearcard import sides
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    refuse,
)

_KINDS = tuple(GearKind)


@cites("coop.setup.starting-gear-card", "coop.setup.asymmetric-start")
def has_cards(state: GameState) -> bool:
    """Whether everybody begins with a gear card: with symmetric boards."""
    are_symmetric = all(board.limits.is_symmetric for board in state.boards)
    return are_symmetric and state.mode.said.deals_gear_cards


# ---- who gets which card


def dealt_in(state: GameState) -> tuple[GearCard, ...]:
    """The cards that were dealt, the first player's first."""
    return () if state.party is None else state.party.dealt


@cites("coop.setup.starting-gear-card")
def is_dealing(state: GameState) -> bool:
    """Whether somebody still has no card."""
    return has_cards(state) and len(dealt_in(state)) < state.players


def dealing_question(state: GameState) -> Question:
    """Asks the group for the card of the next seat, from the first player on."""
    data = (*TOGETHER, ("to", int(_receiver(state))))
    return Question(state.spokesman, "first-card", "coop.setup.starting-gear-card", Setup.__name__, data)


def _receiver(state: GameState) -> Seat:
    return state.in_turn_order(state.first)[len(dealt_in(state))]


@cites("coop.setup.gear-balanced")
def is_balanced(kinds: list[GearKind], players: int) -> bool:
    """Whether cards of these kinds can still become as even as possible: no kind more than one ahead of another."""
    each, over = divmod(players, len(_KINDS))
    ahead = [max(0, count - each) for count in Counter(kinds).values()]
    return max(ahead, default=0) <= min(over, 1) and sum(ahead) <= over


def check_dealing(state: GameState, answer: Answer) -> Refusal | None:
    """Nothing, or why the next seat cannot get this card."""
    if not isinstance(answer, DealCard):
        return other_question(dealing_question(state), "first-card")
    card = next((one for one in state.display if one.id == answer.card), None)
    if card is None:
        return refuse("coop.setup.starting-gear-card", card=answer.card)
    if not is_balanced([*(one.kind for one in dealt_in(state)), card.kind], state.players):
        return refuse("coop.setup.gear-balanced", kind=str(card.kind))
    return None


def dealing_options(state: GameState) -> Options:
    """The cards on display that leave the kinds balanced."""
    every = [DealCard(card.id) for card in state.display]
    return Complete([one for one in every if check_dealing(state, one) is None])


def dealt(state: GameState, answer: DealCard) -> Outcome[GameState]:
    """The card has left the display; what is built of it comes later."""
    card = next(one for one in state.display if one.id == answer.card)
    seat = _receiver(state)
    display = tuple(one for one in state.display if one is not card)
    state = msgspec.structs.replace(state, display=display)
    given = event("card-dealt", "coop.setup.starting-gear-card", seat=int(seat), card=card.id)
    party = state.party
    assert party is not None, "a group deals"
    party = msgspec.structs.replace(party, dealt=(*party.dealt, card))
    return state.with_party(party), (given,)


# ---- what is built of it


def card_of(state: GameState, seat: Seat) -> GearCard | None:
    """The card with which a seat begins."""
    place = state.in_turn_order(state.first).index(seat) if dealt_in(state) else 0
    return dealt_in(state)[place] if place < len(dealt_in(state)) else None


def is_outfitted(state: GameState, seat: Seat) -> bool:
    """Whether the first card lies under an action, its piece built before."""
    return not has_cards(state) or bool(state.boards[seat].cards)


@cites("coop.setup.weapon-card-monk")
def check_weapon_monk(state: GameState, seat: Seat, answer: Answer, *, left: int) -> Refusal | None:
    """Nothing, or that the last monk of who has a weapon card belongs to the weapon grid."""
    card, board = card_of(state, seat), state.boards[seat]
    assert isinstance(answer, PlaceMonk), "another answer is refused before"
    is_bound = card is not None and card.kind == GearKind.WEAPON and "weapon" not in board.monk_spots
    if is_bound and left == 1 and answer.spot != "weapon":
        return refuse("coop.setup.weapon-card-monk")
    return None


@cites("coop.setup.default-weapon", "coop.setup.gear-built")
def needs_piece(state: GameState, seat: Seat) -> bool:
    """Whether the first card comes now: a weapon card in place of the first weapon, every other one after it."""
    card = card_of(state, seat)
    if card is None:
        return False
    return card.kind == GearKind.WEAPON or bool(state.boards[seat].gear.weapon)


def _is_built(state: GameState, seat: Seat, card: GearCard) -> bool:
    return bool(state.boards[seat].gear.layout(card.kind))


def _card(state: GameState, seat: Seat) -> GearCard:
    card = card_of(state, seat)
    assert card is not None, "a card was dealt"
    return card


def outfit_question(state: GameState, seat: Seat) -> Question:
    """Asks where the piece lies, then under which action its card."""
    card = _card(state, seat)
    data = (("card", card.id),)
    if _is_built(state, seat, card):
        return Question(seat, "first-slot", "coop.setup.gear-card-slotted", Setup.__name__, data)
    return Question(seat, "first-piece", "coop.setup.gear-built", Setup.__name__, data)


@cites("coop.setup.gear-built")
def places_of(state: GameState, seat: Seat, card: GearCard) -> tuple[Layout, ...]:
    """Every way in which the piece lies on its grid exactly as the card shows it."""
    board = state.boards[seat]
    columns, rows = extent(card.pattern.occupied)
    every = cells_of(rectangle(MAX_COLUMNS - columns + 1, MAX_ROWS - rows + 1))
    found = []
    for cell in every:
        layout = shifted(card.pattern, cell)
        gear = board.gear.with_layout(card.kind, layout)
        report = inspect(
            gear,
            card.kind,
            board.limits,
            is_unlocked=board.is_weapon_grid_open,
            rulings=state.rulings,
        )
        if not report.faults:
            found.append(layout)
    return tuple(found)


@cites("coop.setup.gear-card-slotted")
def check_outfit(state: GameState, seat: Seat, answer: Answer) -> Refusal | None:
    """Nothing, or why the piece or its card cannot lie there."""
    card = _card(state, seat)
    if not _is_built(state, seat, card):
        if not isinstance(answer, Build):
            return refuse("coop.setup.gear-built", "not-asked")
        is_shown = answer.layout in places_of(state, seat, card)
        return None if is_shown else refuse("coop.setup.gear-built", card=card.id)
    if not isinstance(answer, ClaimCard) or answer.card != card.id:
        return refuse("coop.setup.gear-card-slotted", "not-asked")
    if answer.slot not in SLOTS:
        return refuse("gearcard.limit.slot", "no-slot", slot=answer.slot)
    if answer.bonus not in sides(card.kind, state.rulings):
        return refuse("gearcard.bonus.weapon-fixed", kind=str(card.kind))
    return None


def outfit_options(state: GameState, seat: Seat) -> Options:
    """Every place of the piece, or every action for its card."""
    card = _card(state, seat)
    if not _is_built(state, seat, card):
        return Complete(tuple(map(Build, places_of(state, seat, card))))
    bonuses = sides(card.kind, state.rulings)
    return Complete(tuple(ClaimCard(card.id, slot, bonus) for slot in SLOTS for bonus in bonuses))


@cites("coop.setup.gear-card-counts-as-owned")
def card_to_begin_with(card: str, kind: GearKind, slot: str, bonus: str, *, rulings: Rulings) -> OwnedCard:
    """A card that somebody begins with; at some tables it is none of its kind."""
    is_beside = rulings.reading("coop.setup.gear-card-counts-as-owned") == "beside"
    return OwnedCard(card, kind, slot, bonus, is_beside)


def outfitted(state: GameState, seat: Seat, answer: Answer) -> Outcome[GameState]:
    """The piece lies there; or the card does, owned like one that was claimed."""
    card, board = _card(state, seat), state.boards[seat]
    if isinstance(answer, Build):
        board = msgspec.structs.replace(board, gear=board.gear.with_layout(card.kind, answer.layout))
        cubes = str(answer.layout.cubes)
        built: Event = event("first-piece", "coop.setup.gear-built", seat=int(seat), cubes=cubes)
        return state.with_board(seat, board), (built,)
    assert isinstance(answer, ClaimCard), "check lets nothing else through"
    bonus = answer.bonus or card.bonus
    owned = card_to_begin_with(card.id, card.kind, answer.slot, bonus, rulings=state.rulings)
    board = msgspec.structs.replace(board, cards=(*board.cards, owned))
    laid = event("first-card", "coop.setup.gear-card-slotted", seat=int(seat), card=card.id, slot=answer.slot)
    return state.with_board(seat, board), (laid,)
