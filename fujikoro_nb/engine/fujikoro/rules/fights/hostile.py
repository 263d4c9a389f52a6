"""How a hostile samurai decides, who has no player: by a fixed rule, so that a game can be played again.

It rolls all its dice and never gives up. Of cubes that it has to take off it chooses what is overpaid least, then what
keeps most of its blueprint's pattern, then the fewest, then wood before metal before tooth, the green cube last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, PayDamage, RepairWeapon
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Layout, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import can_gain, weapon_places
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Answer, cites

_ANYWHERE = rectangle(MAX_COLUMNS, MAX_ROWS)

Price = tuple[int, int, int, int, int, int, bool]
"""What a choice costs; the least is chosen."""


@cites(
    "scenario.7.solo.hostile-decisions",
    "scenario.7.solo.hostile-unusable-weapon",
    "scenario.7.solo.hostile-no-gear-repair",
)
def decided(board: Board, kind: GearKind, answers: Sequence[Answer], damage: int, rulings: Rulings) -> Answer:
    """What the samurai with this board answers; ``kind`` is the gear that cubes go off, ``damage`` what has to be paid.

    Of all else it takes the first: all dice of a weapon, and without any to stay.
    """
    priced = [(_price(board, kind, answer, damage, rulings), answer) for answer in answers]
    return min(priced, key=lambda one: one[0])[1]


def _price(board: Board, kind: GearKind, answer: Answer, damage: int, rulings: Rulings) -> Price:
    if not isinstance(answer, LoseCubes | RepairWeapon | PayDamage):
        return 0, 0, 0, 0, 0, 0, False
    has_magic = isinstance(answer, PayDamage) and answer.magic
    layout = board.gear.layout(kind)
    gone = layout.only(answer.cells).cubes
    value = sum(
        count * absorption_of(letter, rulings=rulings)
        for letter, count in zip("WMTG", (gone.wood, gone.metal, gone.tooth, int(has_magic)), strict=True)
    )
    wasted = max(0, value - damage) if isinstance(answer, PayDamage) else 0
    kept = kept_of(layout.without(answer.cells), board.patterns(kind), rulings)
    return wasted, -kept, len(gone) + has_magic, -gone.wood, -gone.metal, -gone.tooth, has_magic


def kept_of(layout: Layout, patterns: Sequence[Layout], rulings: Rulings) -> int:
    """Cubes that lie as a blueprint shows them, where its pattern fits best."""
    return max((_overlap(layout, pattern, rulings) for pattern in patterns), default=0)


@lru_cache(maxsize=4096)
def _overlap(layout: Layout, pattern: Layout, rulings: Rulings) -> int:
    return max(
        (
            (layout.wood & spot.cubes.wood).bit_count()
            + (layout.metal & spot.cubes.metal).bit_count()
            + (layout.tooth & spot.cubes.tooth).bit_count()
            for spot in places(pattern, _ANYWHERE, rulings=rulings)
        ),
        default=0,
    )


@cites("scenario.7.solo.damage-persists")
def charmed(board: Board, rulings: Rulings, kinds: Sequence[GearKind] = tuple(GearKind)) -> Board:
    """The board of a hostile samurai with a green cube on all gear of these kinds that shows its blueprint."""
    for kind in kinds:
        gear = board.gear
        if any(
            can_gain(gear, kind, pattern, board.limits, rulings=rulings) for pattern in board.patterns(kind)
        ):
            cell = weapon_places(gear, board.limits, rulings=rulings)[0] if kind == GearKind.WEAPON else None
            board = msgspec.structs.replace(board, gear=gear.with_magic(kind, cell))
    return board


@cites("scenario.7.solo.damage-persists")
def rested(board: Board, rulings: Rulings) -> Board:
    """The board of a hostile samurai after a fight: what it lost stays lost, but for the green cube."""
    is_helmet = rulings.reading("scenario.7.solo.damage-persists") == "helmet-only"
    return charmed(board, rulings, (GearKind.HELMET,)) if is_helmet else charmed(board, rulings)
