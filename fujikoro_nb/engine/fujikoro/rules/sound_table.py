"""Can a table that was read from outside be played on at all? A save may be damaged or forged.

What is asked here is what no rule asks: that components, printed charts and the mode are such as a box can hold.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Charts, Component, Piles
from fujikoro_nb.engine.fujikoro.board.layers import LAYERED, PACKET
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC, MONK_SPOTS, SCROLL_DISC, Board
from fujikoro_nb.engine.fujikoro.components import (
    Blueprint,
    CountdownStep,
    GearCard,
    GroupBoard,
    PalaceRow,
    Provenance,
)
from fujikoro_nb.engine.fujikoro.modes import EXIT, ROPE, Mode, Rounds
from fujikoro_nb.engine.fujikoro.refused import scene_of
from fujikoro_nb.engine.fujikoro.rules.fights.sound import MOST, MOST_SEATS, is_board, is_heap, is_layout
from fujikoro_nb.engine.fujikoro.rules.group.goals import GOALS
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import BONUSES, wrong_with
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT
from fujikoro_nb.engine.kernel import Illegal

MOST_ACTIONS = 9
MOST_LIVES = 9
MOST_ROUNDS = 99
EVENTS = ("lava", "rope", "blank", "end")
"""What a space of the countdown track can bring."""


def are_piles(piles: Piles) -> bool:
    """Whether a box can hold these components, each under its own name."""
    every: tuple[Component, ...] = tuple(
        component for field in piles.__struct_fields__ for component in getattr(piles, field)
    )
    names = [component.id for component in every]
    return len(set(names)) == len(names) and all(map(_is_component, every))


def _is_component(component: Component) -> bool:
    if isinstance(component, GearCard | Blueprint):
        if isinstance(component, GearCard):
            is_known = component.bonus in BONUSES[component.kind]
        else:
            is_known = component.id not in (MONK_DISC, SCROLL_DISC)
        return is_known and is_layout(component.pattern) and bool(component.pattern)
    return wrong_with(msgspec.structs.replace(component, provenance=Provenance.OWNER)) is None


def are_charts(charts: Charts, mode: Mode) -> bool:
    """Whether this can be printed: the track ends, but where rounds do; nothing counts less than nothing."""
    has_clock = mode.rounds is not None and mode.rounds.is_clock
    has_end = has_clock or (charts.track[-1:] != () and charts.track[-1].event == "end")
    return (
        is_board(Board(charts.limits))
        and bool(charts.track)
        and has_end
        and all(map(_is_step, charts.track))
        and all(map(_is_row, charts.palaces))
        and (charts.group is UNSET or _is_group_board(charts.group))
        and all(is_heap(tile.cubes) for tile in charts.fixed_tiles)
    )


def _is_step(step: CountdownStep) -> bool:
    return step.event in EVENTS and (step.lava in range(1, 6) if step.event == "lava" else step.lava == 0)


def _is_group_board(board: GroupBoard) -> bool:
    return all(0 <= teeth <= MOST for teeth in board.teeth) and all(map(_is_step, board.track))


def _is_row(row: PalaceRow) -> bool:
    return all(0 <= points <= MOST for points in (*row.single, row.shared))


def is_mode(mode: Mode) -> bool:
    """Whether a game can be played in this mode."""
    numbers = (mode.hexagons_from, mode.scroll_discs, mode.final_points, *mode.tile_points)
    return (
        1 <= mode.fewest_players <= mode.most_players <= MOST_SEATS
        and 1 <= mode.actions <= MOST_ACTIONS
        and len(mode.start_monks) == MOST_SEATS
        and all(0 <= monks <= len(MONK_SPOTS) for monks in mode.start_monks)
        and is_heap(mode.start_cubes)
        and 1 <= len(mode.start_cubes) <= MOST_SEATS
        and all(0 <= number <= MOST for number in numbers)
        and _is_together(mode)
    )


def _is_clock(rounds: Rounds) -> bool:
    return (
        len(rounds.normal) == MOST_SEATS
        and all(1 <= number <= MOST_ROUNDS for number in rounds.normal)
        and -min(rounds.normal) < rounds.with_adventures <= 0
        and 1 <= len(rounds.final) <= MOST_ROUNDS
        and all(_is_step(step) and step.event in ("lava", "blank") for step in rounds.final)
    )


def is_scene(state: GameState) -> bool:
    """Whether the mode is such as the scenario that is played has it, and this scenario says nothing else."""
    plot, people = state.plot, [board.character.name for board in state.boards if board.character.name]
    if plot == NO_PLOT:
        return state.scene is UNSET
    try:
        return scene_of(plot.number, state.mode, state.players, people) == (state.mode, plot)
    except Illegal:
        return False


def _is_together(mode: Mode) -> bool:
    """Whether what belongs together is said together: a clock, lives, goals and piles of a group."""
    said, rounds = mode.together, mode.rounds
    if said is UNSET:
        return True
    return (
        rounds is not None
        and bool(said.goals)
        and set(said.goals) <= set(GOALS)
        and set(said.ways_out) <= {ROPE, EXIT}
        and 1 <= said.lives <= MOST_LIVES
        and not mode.may_duel
        and said.has_points != rounds.is_clock
        and (not rounds.is_clock or _is_clock(rounds))
        and len(said.pile_tops) in (0, MOST_SEATS)
        and all(0 <= top <= LAYERED - PACKET for top in said.pile_tops)
    )
