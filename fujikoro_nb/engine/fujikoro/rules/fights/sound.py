"""Can a fight that was read from outside be played at all? Asked before any rule sees it.

A save may be damaged or forged. Numbers are bounded, layouts are layouts, and the agenda is the one that a fight of
these people begins with; what happened afterwards is replayed answer by answer through the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, DragonFight, Duel, MonkFight
from fujikoro_nb.engine.fujikoro.board.arena import CONSCIOUS, KNOCKED_OUT, RETREATED
from fujikoro_nb.engine.fujikoro.board.player import (
    DISCS,
    MONK_DISC,
    MONK_SPOTS,
    SCROLL_DISC,
    SLOTS,
    Board,
    Contents,
)
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Die, Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Layout, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.characters.kit import board_of
from fujikoro_nb.engine.fujikoro.rules.fights.combat import are_seats, begin_dragon_fight, faults_of
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import begin_monk_fight
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Illegal

if TYPE_CHECKING:
    from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState

MOST_SEATS = 6
MOST = 999
"""No number of a fight is larger: health, points, damage."""

_MOST_DICE = 20
_MOST_DISCS = 40
_ANY_CELL = rectangle(MAX_COLUMNS, MAX_ROWS)


def is_sound_fight(state: ArenaState) -> bool:
    """Whether this is a fight about to begin, with boards, dice and numbers that a table can have."""
    return (
        1 <= len(state.boards) <= MOST_SEATS
        and 0 <= state.table_size <= MOST_SEATS
        and all(map(is_board, state.boards))
        and are_dice(state.dice)
        and _are_notes(state)
        and _is_beginning(state)
    )


def _is_beginning(state: ArenaState) -> bool:
    """Whether the agenda is what a fight of these seats begins with."""
    if len(state.agenda) != 1:
        return False
    bare = msgspec.structs.replace(state, agenda=())
    try:
        match state.agenda[0]:
            case DragonFight() as fight if are_seats(state, fight.attacker, *fight.fighters[1:]):
                return _is_dragon(fight.dragon) and state == begin_dragon_fight(
                    bare, fight.dragon, fight.attacker, fight.fighters[1:], defence=fight.defence
                )
            case MonkFight() as fight if are_seats(state, *fight.fighters) and len(fight.fighters) == 1:
                return state == begin_monk_fight(bare, fight.fighters[0])
            case Duel() as duel if are_seats(state, duel.mover, duel.stander):
                return state == begin_duel(bare, duel.mover, duel.stander)
            case _:
                return False
    except Illegal:
        return False


def is_board(board: Board) -> bool:
    """Whether a player board is one that a table can have."""
    limits = board.limits
    known = CHARACTERS.get(limits.character)
    areas = (limits.helmet, limits.sandals)
    return (
        known is not None
        and msgspec.structs.replace(limits, helmet=known.helmet, sandals=known.sandals) == known
        and all(1 <= area.columns <= MAX_COLUMNS and 1 <= area.rows <= MAX_ROWS for area in areas)
        and all(map(is_layout, (board.gear.weapon, board.gear.helmet, board.gear.sandals)))
        and all(is_layout(one.pattern) and one.pattern for one in (*board.blueprints, *board.lost_blueprints))
        and len({one.kind for one in board.blueprints}) == len(board.blueprints)
        and len(board.lost_blueprints) <= _MOST_DISCS
        and _are_spots(board)
        and _is_played(board)
        and _fits(board.backpack.lower, limits.backpack_lower)
        and _fits(board.backpack.upper, board.upper_spaces)
        and 0 <= board.discs <= _MOST_DISCS
        and (board.gear.weapon_magic is None or 0 <= board.gear.weapon_magic < _ANY_CELL.bit_length())
    )


def _are_spots(board: Board) -> bool:
    """Whether on every spot is one monk at the most; some may have another one as an action disc."""
    spots = board.monk_spots
    most = dict.fromkeys(MONK_SPOTS, 1) | {"action": 1 + board.character.more_action_monks}
    has_fields = set(board.monk_fields) <= set(SLOTS) and board.idle_monks >= 0
    return has_fields and all(spots.count(spot) <= most.get(spot, 0) for spot in set(spots))


def _is_played(board: Board) -> bool:
    """Whether the character that is played is the one whose board it is."""
    return board.played is UNSET or board.played == PEOPLE.get(board.limits.character)


def is_beginning(board: Board, rulings: Rulings) -> bool:
    """Whether a sound board is one that a player begins with: a kit may have gear, more monks or a disc more."""
    gear = board.gear
    if board.played is not UNSET:
        return board == board_of(board.played, board.limits)
    return (
        is_kept(board, 0, rulings)
        and not any(map(gear.is_magical, GearKind))
        and not (board.cards or board.blueprints or board.lost_blueprints or board.action_monk_field)
        and DISCS <= board.discs <= DISCS + 1
    )


def is_kept(board: Board, scrolls: int, rulings: Rulings) -> bool:
    """Whether between two actions everything on a sound board has its reason; ``scrolls`` is the number of cards.

    The gear is legal, magic lies on cubes, and each disc in the backpack stands for a monk, a blueprint or a scroll.
    """
    gear = board.gear
    has_cubes = (
        gear.weapon_magic is None or bool(gear.weapon.occupied >> gear.weapon_magic & 1),
        not gear.helmet_magic or bool(gear.helmet),
        not gear.sandals_magic or bool(gear.sandals),
    )
    discs = [disc for disc in board.backpack.discs if disc != MONK_DISC]
    known = [blueprint.id for blueprint in board.blueprints] + [SCROLL_DISC] * scrolls
    return next(faults_of(board, rulings), None) is None and all(has_cubes) and sorted(discs) == sorted(known)


def is_layout(layout: Layout) -> bool:
    """Whether these planes are cubes, one a cell, on cells that a grid can have."""
    planes = (layout.wood, layout.metal, layout.tooth)
    return (
        min(planes) >= 0
        and not layout.occupied & ~_ANY_CELL
        and sum(plane.bit_count() for plane in planes) == len(layout)
    )


def _fits(contents: Contents, spaces: int) -> bool:
    return is_heap(contents.cubes) and len(contents.discs) <= _MOST_DISCS and len(contents) <= spaces


def is_heap(cubes: Cubes) -> bool:
    """Whether so many cubes can be counted; asked before anybody counts them."""
    return _are_numbers((cubes.wood, cubes.metal, cubes.tooth))


def are_dice(dice: tuple[Die, ...]) -> bool:
    """Whether these are four dice, one a colour."""
    return (
        tuple(sorted(die.material for die in dice)) == tuple(sorted(COLOURS))
        and all(len(die.faces) == 6 for die in dice)
        and all(0 <= face.hits <= 9 for die in dice for face in die.faces)
    )


def _is_dragon(dragon: Dragon) -> bool:
    return (
        0 <= dragon.initiative <= MOST
        and 1 <= dragon.dice <= _MOST_DICE
        and _are_numbers((dragon.health, dragon.victory_points, dragon.health_two_players or 0))
    )


def _are_notes(state: ArenaState) -> bool:
    seats = state.players  # more than boards where others play along: `leaves` and `award` note them all
    return (
        len(state.standing) in (0, seats)
        and (state.hostile is UNSET or all(0 <= seat < len(state.boards) for seat in state.hostile))
        and (state.group_teeth is UNSET or _are_teeth(state.group_teeth))
        and set(state.standing) <= {CONSCIOUS, KNOCKED_OUT, RETREATED}
        and len(state.scores) in (0, seats)
        and _are_numbers(state.scores)
        and _are_numbers(token.damage for token in state.tokens)
        and len(state.tokens) <= _MOST_DISCS
        and len(state.defeated) <= _MOST_DISCS
    )


def _are_teeth(teeth: tuple[int, ...]) -> bool:
    """Whether a group's board can print these, one a colour."""
    return len(teeth) == len(DRAGON_TEETH) and _are_numbers(teeth)


def _are_numbers(numbers: Iterable[int]) -> bool:
    return all(0 <= number <= MOST for number in numbers)
