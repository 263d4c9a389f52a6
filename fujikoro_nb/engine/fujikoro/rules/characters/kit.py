"""With what each seat begins: what its character says, else the mode (setup.player.kit)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.characters import ArrangeHelmet
from fujikoro_nb.engine.fujikoro.asked.game import TakeScroll
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import SCROLL_DISC, Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, NOBODY, Character
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS, Blueprint
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cell_at, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.scrolls import POINTS
from fujikoro_nb.engine.kernel import Answer, Outcome, Refusal, Seat, cites, event, refuse


@cites(
    "char.yoshihiro.setup",
    "char.tomoe.setup",
    "char.general.unlocked-for-free",
    "coop.setup.asymmetric-start",
)
def board_of(character: Character, areas: BoardLimits) -> Board:
    """The board with which a character begins; ``areas`` says how large helmet and sandals are drawn in this box."""
    limits = msgspec.structs.replace(CHARACTERS[character.name], helmet=areas.helmet, sandals=areas.sandals)
    kit = character.kit
    assert kit is not None, "every character has one"
    return Board(
        limits,
        backpack=Backpack(Contents(kit.backpack)),
        monk_spots=("action",) * kit.action_monks,
        discs=kit.discs,
        played=character,
    )


@cites("char.general.start-monks", "setup.player.start-monks", "coop.setup.start-monks")
def monks_to_place(state: GameState, seat: Seat) -> int:
    """How many monks a seat has still to place; a character has one fewer than everybody else would."""
    board = state.boards[seat]
    return board.character.first_monks(state.mode.monks(state.players)) - len(board.monk_spots)


def first_weapon(state: GameState, seat: Seat) -> Cubes:
    """The cubes of the first weapon."""
    kit = state.boards[seat].character.kit
    return state.mode.start_cubes if kit is None else kit.weapon


def first_helmet(board: Board) -> Cubes:
    """The cubes of the first helmet; most begin without one."""
    kit = board.character.kit
    return Cubes() if kit is None else kit.helmet


@cites("char.daisuke.setup", "setup.player.scroll-discs")
def scroll_discs(board: Board, mode: Mode) -> int:
    """Scroll discs of this colour."""
    return mode.scroll_discs if board.character.has_scroll_discs else 0


# ---- who sits there


@cites(
    "char.general.colors",
    "char.general.unique",
    "option.asymmetric.all-or-none",
    "char.daisuke.asymmetric-only",
)
def check_people(boards: Sequence[Board], colours: Sequence[str]) -> Refusal | None:
    """Nothing, or why these characters and colours are no table: each once, everybody one or nobody, in its colour."""
    who = [board.character for board in boards]
    chosen = [one for one in who if one != NOBODY]
    if len({one.name for one in chosen}) < len(chosen):
        return refuse("char.general.unique")
    if chosen and len(chosen) != len(boards):
        return refuse("option.asymmetric.all-or-none", chosen=len(chosen), players=len(boards))
    for one, colour in zip(who, colours, strict=False):
        if one.colour and colour != one.colour:
            return refuse("char.general.colors", colour=one.colour)
        if one == NOBODY and colour not in SCROLL_COLOURS:
            return refuse("char.daisuke.asymmetric-only")
    return None


# ---- the first helmet


def needs_helmet(state: GameState, seat: Seat) -> bool:
    """Whether the first helmet is still to be built."""
    board = state.boards[seat]
    return bool(first_helmet(board)) and not board.gear.helmet


@cites("char.masatsura.setup")
def check_first_helmet(state: GameState, seat: Seat, answer: Answer) -> Refusal | None:
    """Nothing, or why this is no first helmet: all its cubes, legal."""
    if not isinstance(answer, ArrangeHelmet):
        return refuse("char.masatsura.setup", "not-asked")
    layout, board = answer.layout, state.boards[seat]
    planes = (layout.wood, layout.metal, layout.tooth)
    is_layout = min(planes) >= 0 and sum(plane.bit_count() for plane in planes) == len(layout)
    kit = first_helmet(board)
    if not is_layout or layout.cubes != kit:
        return refuse("char.masatsura.setup", "cubes", cubes=str(kit))
    gear = Gear().with_layout(GearKind.HELMET, layout)
    report = inspect(gear, GearKind.HELMET, board.limits, is_unlocked=False, rulings=state.rulings)
    return report.refusals[0] if report.faults else None


def with_helmet(state: GameState, seat: Seat, answer: ArrangeHelmet) -> Outcome[GameState]:
    """The first helmet lies there."""
    board = state.boards[seat]
    board = msgspec.structs.replace(board, gear=board.gear.with_layout(GearKind.HELMET, answer.layout))
    cubes = str(answer.layout.cubes)
    built = event("first-helmet", "char.masatsura.setup", seat=int(seat), cubes=cubes)
    return state.with_board(seat, board), (built,)


def helmets_in_a_row(cubes: Cubes) -> Iterator[ArrangeHelmet]:
    """All cubes side by side in the first row, in every order."""
    return map(ArrangeHelmet, in_a_row(cubes))


def in_a_row(cubes: Cubes) -> Iterator[Layout]:
    """All cubes side by side in the first row, from the left end of the grid, in every order."""
    for letters in _orders(str(cubes)):
        layout = EMPTY
        for column, letter in enumerate(letters, start=1):
            layout = layout.with_cube(cell_at(column, 1), next(iter(Cubes.parse(letter))))
        yield layout


def _orders(letters: str) -> Iterator[str]:
    """Every distinct order of some letters."""
    if not letters:
        yield ""
    for first in dict.fromkeys(letters):
        for rest in _orders(letters.replace(first, "", 1)):
            yield first + rest


# ---- the first scroll


@cites("char.mitsuhide.start-scroll")
def needs_scroll(state: GameState, seat: Seat) -> bool:
    """Whether a scroll is still to be chosen from the display."""
    kit = state.boards[seat].character.kit
    return kit is not None and len(state.scrolls_of(seat)) < kit.scrolls and bool(state.scrolls)


def check_first_scroll(state: GameState, answer: Answer) -> Refusal | None:
    """Nothing, or why this is no scroll on display."""
    if not isinstance(answer, TakeScroll):
        return refuse("char.mitsuhide.start-scroll", "not-asked")
    is_shown = any(card.id == answer.card for card in state.scrolls)
    return None if is_shown else refuse("char.mitsuhide.start-scroll", card=answer.card)


@cites("char.mitsuhide.start-scroll", "char.general.coop-no-points")
def with_scroll(state: GameState, seat: Seat, answer: TakeScroll) -> Outcome[GameState]:
    """The card beside the board, one of its discs in the backpack, and the points of a scroll; the display is filled
    again before anything else."""
    card = next(one for one in state.scrolls if one.id == answer.card)
    state = msgspec.structs.replace(state, scrolls=tuple(one for one in state.scrolls if one is not card))
    board, samurai = state.boards[seat], state.samurai[seat]
    lower = board.backpack.lower
    lower = msgspec.structs.replace(lower, discs=(*lower.discs, SCROLL_DISC))
    board = msgspec.structs.replace(board, backpack=msgspec.structs.replace(board.backpack, lower=lower))
    samurai = msgspec.structs.replace(
        samurai, scrolls=(*samurai.scrolls, card), scroll_discs=samurai.scroll_discs - 1
    )
    state, events = state.with_board(seat, board).with_samurai(seat, samurai).award(seat, POINTS)
    if state.has_points:
        rule = "char.mitsuhide.start-scroll"
        taken = event("scroll-taken", rule, seat=int(seat), scroll=card.id, points=POINTS)
    else:
        taken = event("scroll-kept", "char.general.coop-no-points", seat=int(seat), scroll=card.id)
    return state, (taken, *events)


# ---- a blueprint that shows two weapons


def shows_two_weapons(blueprint: Blueprint) -> bool:
    """Whether a blueprint shows two one-handed weapons."""
    return blueprint.kind == GearKind.WEAPON and len(pieces(blueprint.pattern.occupied)) > 1


@cites("char.tomoe.blueprint-with-two-weapons")
def wants_two_weapons(state: GameState) -> bool:
    """Whether a weapon blueprint that shows two weapons has to be in the temples and is not."""
    if state.rulings.reading("char.tomoe.blueprint-with-two-weapons") != "swap":
        return False
    if not any(board.character.needs_two_weapons for board in state.boards):
        return False
    return not any(shows_two_weapons(one) for temple in state.temples for one in temple)


def swappable(state: GameState) -> tuple[Blueprint, ...]:
    """The weapon blueprints of which one goes, by chance, where one in the box could take its place; none otherwise."""
    has_other = state.is_described or any(map(shows_two_weapons, state.piles.blueprints))
    if not has_other or not wants_two_weapons(state):
        return ()
    return tuple(one for temple in state.temples for one in temple if one.kind == GearKind.WEAPON)


def swapped_out(state: GameState, name: str) -> Outcome[GameState]:
    """The blueprint is in the box again, and its place in the temple free."""
    gone = next(one for temple in state.temples for one in temple if one.id == name)
    temples = tuple(tuple(one for one in temple if one is not gone) for temple in state.temples)
    piles = msgspec.structs.replace(state.piles, blueprints=(*state.piles.blueprints, gone))
    swapped = event("blueprint-swapped", "char.tomoe.blueprint-with-two-weapons", card=name)
    return msgspec.structs.replace(state, temples=temples, piles=piles), (swapped,)
