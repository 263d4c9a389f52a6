"""Chapter "bonus": what those who have left the mountain hand in to the shogun.

Nothing leaves the player board: what was handed in is written down in `GameState.bonuses` and counted off.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Act, HandIn, HandInNothing, Reward
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC, Board
from fujikoro_nb.engine.fujikoro.board.samurai import Bonus
from fujikoro_nb.engine.fujikoro.components import PalaceRow
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import SMALL
from fujikoro_nb.engine.kernel import (
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
    refuse,
)

MONK, TOOTH = MONK_DISC, "tooth"

CATEGORIES = (*map(str, GearKind), MONK, TOOTH)


def unclaimed(state: GameState, seat: Seat) -> dict[str, int]:
    """How many things of each category a player could still hand in, wherever its samurai is."""
    board = state.boards[seat]
    handed_in = [bonus.category for bonus in state.bonuses if bonus.seat == seat]
    return {category: max(0, _owned(board, category) - handed_in.count(category)) for category in CATEGORIES}


@cites(
    "bonus.gear.condition",
    "bonus.monk.anywhere",
    "bonus.no-side-effects",
    "bonus.tooth.anywhere",
    "end.leftovers.gear",
)
def _owned(board: Board, category: str) -> int:
    """Magical gear with its blueprint, monks on spots and in the backpack, teeth there and in the gear."""
    if category == MONK:
        return len(board.monk_spots) + board.backpack.discs.count(MONK)
    if category == TOOTH:
        gear = sum(board.gear.layout(kind).cubes.tooth for kind in GearKind)
        return gear + board.backpack.cubes.tooth
    kind = GearKind(category)
    return int(board.gear.is_magical(kind) and board.pattern(kind) is not None)


def _rule_of(category: str) -> str:
    if category in (MONK, TOOTH):
        return "bonus.monk.anywhere" if category == MONK else "bonus.tooth.anywhere"
    return "bonus.gear.condition"


@cites("bonus.gear.condition", "bonus.monk.anywhere", "bonus.tooth.anywhere")
def check_counts(state: GameState, seat: Seat, category: str) -> Refusal | None:
    """Nothing, or why a player has nothing of this category that counts, in whatever palace."""
    if unclaimed(state, seat)[category]:
        return None
    if category in (MONK, TOOTH):
        return refuse(_rule_of(category), kind=category)
    board, kind = state.boards[seat], GearKind(category)
    if not board.gear.is_magical(kind):
        return refuse("bonus.gear.condition", "not-magical", kind=category)
    if board.pattern(kind) is None:
        return refuse("bonus.gear.condition", "no-blueprint", kind=category)
    return refuse("bonus.gear.condition", "handed-in", kind=category)


def row_of(state: GameState, palace: str, category: str) -> PalaceRow | None:
    """The places for one category in a palace; None where it counts nothing."""
    return next(
        (row for row in state.charts.palaces if (row.palace, row.category) == (palace, category)), None
    )


@cites("bonus.space.single", "bonus.space.highest", "bonus.space.dark")
def worth(state: GameState, palace: str, category: str) -> int:
    """Points for the next disc of anybody in this row: the highest single place still free, or the shared one.

    0 where the category counts nothing or no place is left.
    """
    row = row_of(state, palace, category)
    if row is None:
        return 0
    taken = sum((bonus.palace, bonus.category) == (palace, category) for bonus in state.bonuses)
    places = sorted(row.single, reverse=True)
    return places[taken] if taken < len(places) else row.shared


@cites("bonus.big.categories", "bonus.small.categories")
def check_claim(state: GameState, seat: Seat, category: str) -> Refusal | None:
    """Nothing, or why this escaped player cannot claim this bonus."""
    palace = state.samurai[seat].palace
    if row_of(state, palace, category) is None:
        rule = "bonus.small.categories" if palace == SMALL else "bonus.big.categories"
        return refuse(rule, kind=category)
    refusal = check_counts(state, seat, category)
    if refusal is not None or worth(state, palace, category):
        return refusal
    return refuse("bonus.space.single", kind=category)


def claimable(state: GameState, seat: Seat) -> tuple[str, ...]:
    """The categories in which an escaped player could claim a bonus now."""
    return tuple(category for category in CATEGORIES if check_claim(state, seat, category) is None)


@cites("escape.secret.final-only")
def is_deserted(state: GameState) -> bool:
    """Whether everybody has left before the Final Chapter and can claim nothing more, so that no turn brings it.

    Only where the secret exit is open from the start; the game ends then, because nothing else could end it.
    """
    if state.is_final_chapter or any(samurai.is_on_map for samurai in state.samurai):
        return False
    return not any(claimable(state, Seat(index)) for index in range(state.players))


class RewardRules(FrameRules[GameState]):
    """Asks once, if there is something to claim."""

    @cites("bonus.one-per-turn")
    def question(self, state: GameState, frame: Reward) -> Question | None:
        if not state.samurai[frame.seat].palace or not claimable(state, frame.seat):
            return None
        return Question(frame.seat, "hand-in", "bonus.one-per-turn", frame.name)

    @cites("escape.no-actions")
    def check(self, state: GameState, frame: Reward, answer: Answer) -> Refusal | None:
        match answer:
            case HandIn(category=category):
                return check_claim(state, frame.seat, category)
            case HandInNothing():
                return None
            case Act():
                return refuse("escape.no-actions")
            case _:
                return refuse("bonus.one-per-turn", "not-asked")

    def options(self, state: GameState, frame: Reward) -> Options:
        return Complete((*map(HandIn, claimable(state, frame.seat)), HandInNothing()))

    def answered(self, state: GameState, frame: Reward, answer: Answer) -> Outcome[GameState]:
        state, seat = close_top(state), frame.seat
        if not isinstance(answer, HandIn):
            return state, (event("hands-in-nothing", "bonus.one-per-turn", seat=int(seat)),)
        palace, category = state.samurai[seat].palace, answer.category
        bonus = Bonus(seat, palace, category, worth(state, palace, category))
        state = msgspec.structs.replace(state, bonuses=(*state.bonuses, bonus))
        state, events = state.award(seat, bonus.points)
        told = event("hands-in", _rule_of(category), seat=int(seat), kind=category, points=bonus.points)
        return state, (told, *events)
