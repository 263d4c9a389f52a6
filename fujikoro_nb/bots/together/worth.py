"""What a board is worth to a group: strength for the last fight, magic for its goals, and steps to be in time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt

from fujikoro_nb.bots.worth import HIT_METAL, HIT_TOOTH, HIT_WOOD, Worth, hits
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.board.player import Board, OwnedCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, initiative
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import has_complete_sandals
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat

MONK: Mapping[str, float] = {"weapon": 5.0, "action": 2.0, "backpack": 1.2, "scroll": 0.2}
MONK_IN_BACKPACK = 0.1

LIFE = 12.0
"""A life, while there is another one."""
LAST_LIFE = 40.0

MAGIC, FIRST_MAGIC = 4.0, 3.0
"""Magical gear, and what it is worth more on whom nothing else is magical."""
WEAPON_MAGIC = 3.0
"""What a magical weapon is worth more: whom the last dragon comes to strikes first with it."""
BLUEPRINT = 3.0
_CELL = 0.15
"""What each cube of its pattern takes off a blueprint's worth."""
_SECOND = 0.1
"""A further blueprint of a kind that is owned."""

CARD: Mapping[GearKind, float] = {GearKind.WEAPON: 0.6, GearKind.SANDALS: 4.0, GearKind.HELMET: 4.0}
BEST_SLOT = {GearKind.WEAPON: "gather", GearKind.SANDALS: "explore", GearKind.HELMET: "move"}

FIRST = 0.03
"""Of initiative, squared: who is as quick as the last dragon strikes once more before it, others gain little."""

_USEFUL = {"W": 0.25, "M": 0.55, "T": 0.9}
_SWAPPED = {"M": 0.3, "T": 0.7}
"""What one is worth more that takes the place of wood, once the gear is full."""
_WAITING = {Material.WOOD: 0.1, Material.METAL: 0.4, Material.TOOTH: 0.7}
_PROMISED = {Material.WOOD: 0.3, Material.METAL: 0.4, Material.TOOTH: 2.0}
"""What a cube is worth more that a blueprint waits for."""
_SPARE = 0.12
"""A cube that finds no place in gear."""
_ARMING = 1.0
"""What wood is worth more that a weapon needs, in it or waiting for it: metal finds no place without it."""
SPARES = 3
"""Cubes that are kept to mend gear with."""


class GroupWorth(Worth):
    """Worths for a group that plays for its goals."""

    magic = MAGIC + FIRST_MAGIC + WEAPON_MAGIC
    blueprint = BLUEPRINT
    card = CARD
    swaps = True

    def position(self, state: GameState, seat: Seat) -> float:
        """The own board first, then everybody's, and the lives of all."""
        lives = 0.0 if state.party is None else lives_worth(state.party)
        boards = sum(self.board(board, state.rulings) for board in state.boards)
        return boards + lives + 0.01 * self.board(state.boards[seat], state.rulings)

    def board(self, board: Board, rulings: Rulings) -> float:
        """Gear, backpack, monks, cards and blueprints."""
        return _board_worth(board, rulings)

    def heap(self, cubes: Cubes) -> float:
        """Cubes that wait for gear."""
        return sum(_WAITING[cube] for cube in cubes)


GROUP = GroupWorth()


def lives_worth(party: Party) -> float:
    """What the lives that are left are worth to all."""
    return sum((left > 0) * LAST_LIFE + (left > 1) * LIFE for left in party.lives)


@lru_cache(maxsize=4096)
def _board_worth(board: Board, rulings: Rulings) -> float:
    monks = sum(MONK[spot] for spot in board.monk_spots)
    monks += MONK_IN_BACKPACK * board.backpack.discs.count("monk")
    return (
        gear_worth(board, rulings)
        + _heap_worth(board)
        + _kept_worth(board)
        + monks
        + magic_worth(board)
        + sum(map(card_worth, board.cards))
    )


def gear_worth(board: Board, rulings: Rulings) -> float:
    """Weapons and helmet are worth most together; sandals are worth their step."""
    armour = absorption(board.gear, GearKind.HELMET, rulings=rulings)
    first = initiative(board.gear, board.limits, rulings=rulings)
    sandals = absorption(board.gear, GearKind.SANDALS, rulings=rulings)
    fight = 1.4 * sqrt((_hits(board, rulings) + 1) * (armour + 2))
    return (
        fight
        + FIRST * first * first
        + 0.1 * sandals
        + 1.2 * len(board.gear.sandals)
        + 1.5 * has_complete_sandals(board)
    )


def _hits(board: Board, rulings: Rulings) -> float:
    """Hits of an attack; a weapon that lacks wood is worth a part of what it will strike, more with each wood."""
    now = hits(board, rulings)
    if now:
        return now
    cubes = board.gear.weapon.cubes
    will = cubes.wood * HIT_WOOD + cubes.metal * HIT_METAL + cubes.tooth * HIT_TOOTH
    return will * (0.2 + 0.2 * min(2, cubes.wood))


def magic_worth(board: Board) -> float:
    """Magic that is there, and blueprints for what is still to come."""
    kinds = [kind for kind in GearKind if board.gear.is_magical(kind)]
    total = MAGIC * len(kinds) + FIRST_MAGIC * bool(kinds) + WEAPON_MAGIC * (GearKind.WEAPON in kinds)
    for kind in GearKind:
        sizes = sorted(len(pattern) for pattern in board.patterns(kind))
        if sizes:
            # Of a blueprint whose magic is there enough is left that nobody throws it away.
            own = 3.2 if kind in kinds else BLUEPRINT - _CELL * sizes[0]
            total += own + _SECOND * (len(sizes) - 1)
    return total


def _kept_worth(board: Board) -> float:
    """Cubes in the backpack that the pattern of a blueprint still lacks: the rare ones are not built in elsewhere."""
    total = 0.0
    for kind in GearKind:
        patterns = () if board.gear.is_magical(kind) else board.patterns(kind)
        if patterns:
            pattern = min(patterns, key=len)
            lacking = pattern.cubes.surplus_over(board.gear.layout(kind).cubes)
            held = lacking - lacking.surplus_over(board.backpack.cubes)
            total += sum(_PROMISED[cube] for cube in held)
    return total


def card_worth(card: OwnedCard) -> float:
    """A gear card on the action where it lies."""
    return CARD[card.kind] - (card.slot != BEST_SLOT[card.kind])


def wanted(board: Board) -> int:
    """Cubes for which the gear has a place."""
    most = board.limits.two_handed_cubes if board.is_weapon_grid_open else board.limits.one_handed_cubes
    places = most.value + board.limits.helmet_cubes.value + board.limits.sandals_cubes.value
    gear = board.gear
    return max(0, places - len(gear.weapon) - len(gear.helmet) - len(gear.sandals))


def better(board: Board) -> int:
    """Cubes of wood in weapon and helmet that metal or teeth may take the place of."""
    spare = board.gear.weapon.cubes.wood - board.limits.two_handed_wood.value
    return max(0, spare) + board.gear.helmet.cubes.wood


def needed_wood(board: Board) -> int:
    """Wood without which the weapon strikes nothing, or, full for one hand, takes no more metal."""
    is_full = len(board.gear.weapon) >= board.limits.one_handed_cubes.value and board.is_weapon_grid_open
    return (board.limits.two_handed_wood if is_full else board.limits.one_handed_wood).value


def lacked_wood(board: Board) -> int:
    """What of it is not in the weapon."""
    return max(0, needed_wood(board) - board.gear.weapon.cubes.wood)


def _heap_worth(board: Board) -> float:
    """Cubes in the backpack: the dearest find a place first, and some are kept to mend gear with."""
    places, instead = wanted(board), better(board)
    cubes = board.backpack.cubes
    whole = board.gear.weapon.cubes + cubes
    total = _ARMING * min(whole.wood, needed_wood(board)) if whole.metal or whole.tooth else 0.0
    for letter, number in (("T", cubes.tooth), ("M", cubes.metal), ("W", cubes.wood)):
        placed = min(number, places)
        places -= placed
        total += placed * _USEFUL[letter]
        swapped = min(number - placed, instead) if letter in _SWAPPED else 0
        instead -= swapped
        total += swapped * _SWAPPED.get(letter, 0.0)
        spare = number - placed - swapped
        total += (0.6 if letter == "T" else _SPARE) * spare
    return total + 0.15 * min(SPARES, len(cubes))
