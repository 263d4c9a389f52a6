"""What the heuristic bot thinks a position is worth, in victory points; only what its own seat may see is read."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board, OwnedCard
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, fighting_weapons, initiative
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import has_complete_sandals
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import collected
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat

# Average hits of a die (combat.dice.limits); a magic die has two.
HIT_WOOD, HIT_METAL, HIT_TOOTH, HIT_MAGIC = 2 / 3, 1.0, 1.5, 2.0

BLUEPRINT = 2.0
"""A blueprint whose magic is still to be won."""

MAGIC = 6.0
"""Magical gear with its blueprint: a shogun's bonus at the end."""

CARD = {GearKind.WEAPON: 8.0, GearKind.SANDALS: 3.0, GearKind.HELMET: 2.5}
"""A gear card on its best action; a weapon card brings a point each time."""

BEST_SLOT = {GearKind.WEAPON: "move", GearKind.SANDALS: "explore", GearKind.HELMET: "gather"}

MONK = {"action": 2.5, "weapon": 1.6, "backpack": 1.5, "scroll": 1.5}
MONK_IN_BACKPACK = 0.8
AWAKE = 3.0
BIG_PALACE, SMALL_PALACE = 15.0, 8.0
_MISSING_WOOD = 0.8
LIFE_KEPT = 25.0
"""Where a second knock-out ends the game."""
RIVAL = 0.25
"""How much a point of the best other seat hurts."""


class Worth:
    """What things are worth to a bot; what a mode plays for decides which worth it takes. These are points."""

    magic: float = MAGIC
    blueprint: float = BLUEPRINT
    card: Mapping[GearKind, float] = CARD
    swaps: bool = False
    """Whether cheap cubes in gear are exchanged for dearer ones."""

    def position(self, state: GameState, seat: Seat) -> float:
        """The whole position of a seat."""
        return position_worth(state, seat)

    def board(self, board: Board, rulings: Rulings) -> float:
        """One board."""
        return board_worth(board, rulings)

    def heap(self, cubes: Cubes) -> float:
        """Cubes that are not built in yet."""
        return heap_worth(cubes)


POINTS = Worth()


def position_worth(state: GameState, seat: Seat) -> float:
    """The whole position of a seat."""
    samurai = state.samurai[seat]
    palace = {"": 0.0, "big": BIG_PALACE, "small": SMALL_PALACE}[samurai.palace]
    others = [other.score for index, other in enumerate(state.samurai) if index != seat]
    return (
        samurai.score
        + LIFE_KEPT * sum(() if state.party is None else state.party.lives)
        + board_worth(state.boards[seat], state.rulings)
        + AWAKE * samurai.is_conscious
        + palace
        + state.plot.token_points * state.tokens_of(seat)
        + figures_worth(state, seat)
        - RIVAL * max(others, default=0)
    )


def figures_worth(state: GameState, seat: Seat, *more: Dragon) -> int:
    """Points at the end for the dragons that a seat has collected, and these beside them."""
    figures = state.plot.figures
    if figures is None:
        return 0
    return collected((*state.staged.figures[seat], *more), figures, state.rulings).points(figures)


def board_worth(board: Board, rulings: Rulings) -> float:
    """Gear, backpack, monks, cards and blueprints of one board."""
    monks = sum(MONK[spot] for spot in board.monk_spots)
    monks += MONK_IN_BACKPACK * board.backpack.discs.count("monk")
    blueprints = sum(MAGIC if board.gear.is_magical(one.kind) else BLUEPRINT for one in board.blueprints)
    return (
        gear_worth(board, rulings)
        + heap_worth(board.backpack.cubes)
        + _MISSING_WOOD * _wood_for_a_weapon(board, rulings)
        + monks
        + blueprints
        + sum(map(card_worth, board.cards))
    )


def _wood_for_a_weapon(board: Board, rulings: Rulings) -> int:
    """Wood in the backpack that a samurai without a usable weapon needs to have one again."""
    if hits(board, rulings):
        return 0
    return min(board.backpack.cubes.wood, board.limits.one_handed_wood.value)


def card_worth(card: OwnedCard) -> float:
    """A gear card on the action where it lies."""
    return CARD[card.kind] - (card.slot != BEST_SLOT[card.kind])


def gear_worth(board: Board, rulings: Rulings) -> float:
    """Weapons and helmet are worth most together; sandals are worth their step."""
    armour = absorption(board.gear, GearKind.HELMET, rulings=rulings)
    first = initiative(board.gear, board.limits, rulings=rulings)
    sandals = absorption(board.gear, GearKind.SANDALS, rulings=rulings)
    fight = 1.2 * sqrt((hits(board, rulings) + 1) * (armour + 2))
    return fight + 0.1 * first + 0.12 * sandals + 1.5 * has_complete_sandals(board)


def hits(board: Board, rulings: Rulings) -> float:
    """Hits of one attack with all usable weapons, on average."""
    total = 0.0
    for weapon in fighting_weapons(board.gear, board.limits, rulings=rulings):
        if not weapon.is_usable:
            continue
        layout = board.gear.sandals if weapon.part == "sandals" else board.gear.weapon
        cubes = layout.only(weapon.cells).cubes
        total += cubes.wood * HIT_WOOD + cubes.metal * HIT_METAL + cubes.tooth * HIT_TOOTH
        total += HIT_MAGIC * weapon.is_magical
    return total


def heap_worth(cubes: Cubes) -> float:
    """Cubes that are not built in yet."""
    return 0.2 * cubes.wood + 0.3 * cubes.metal + 0.6 * cubes.tooth
