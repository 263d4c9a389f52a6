"""Piles in layers: where the special tile of a pile can come, and how probably.

The secret exit and the legendary dragon's tile are shuffled with three others of their level; this packet lies under
``top`` other tiles. Nothing is put in order: what comes next is weighed when it is drawn, so nobody can read it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.engine.fujikoro.components import SpaceKind, Tile
from fujikoro_nb.engine.kernel import cites

PACKET = 4
"""coop.setup.special-packets"""

LAYERED = 12
"""Tiles of a pile in layers (coop.setup.remove-tiles)."""

SPECIAL_LEVELS = ("II", "III")


@cites("coop.setup.special-tiles-aside", "coop.setup.level-one-pile")
def is_special(tile: Tile) -> bool:
    """Whether this is the tile of the secret exit or of the legendary dragon."""
    return tile.dragon == "white" or has_exit(tile)


def has_exit(tile: Tile) -> bool:
    """Whether this is the tile of the secret exit."""
    return any(face.kind == SpaceKind.EXIT for face in tile.spaces)


def slots_left(drawn: int, top: int) -> int:
    """In how many of the next places the special tile may still be, the very next included; 0 above the packet."""
    return max(0, top + PACKET - drawn) if drawn >= top else 0


@cites("coop.setup.pile-1-2-players", "coop.setup.pile-3-4-players", "coop.setup.pile-5-6-players")
def weights(pile: Sequence[Tile], *, drawn: int, top: int) -> tuple[tuple[Tile, int], ...]:
    """The tiles that can come next with their weights; ``drawn`` have come out of this pile before.

    The special tile is in each place of its packet with the same chance, every other tile in each other place: with
    ``n`` others and ``s`` places left, it comes next once in ``s``.
    """
    special = next((tile for tile in pile if is_special(tile)), None)
    others = [tile for tile in pile if tile is not special]
    slots = slots_left(drawn, top) if special is not None else 0
    if special is None or not slots:
        return tuple((tile, 1) for tile in others)
    weighed = [(special, max(1, len(others)))]
    if slots > 1:
        weighed += [(tile, slots - 1) for tile in others]
    return tuple(weighed)


@cites("coop.setup.pile-1-2-players", "coop.setup.pile-3-4-players", "coop.setup.pile-5-6-players")
def fits_layer(tile: Tile, *, drawn: int, top: int, is_out: bool) -> bool:
    """Whether a tile of the real box can come next; ``is_out``: the special one of its level has come before."""
    slots = 0 if is_out else slots_left(drawn, top)
    return slots > 0 if is_special(tile) else slots != 1


@cites("coop.setup.remove-tiles")
def removed(tiles: Sequence[Tile], players: int) -> tuple[Tile, ...]:
    """The tiles of a known box that are taken out: one a level for each of three brackets of players.

    No booklet names them but by pictures. Those of a bracket are other ones than those of the next, in the pack's
    order, never a special one.
    """
    bracket = (players - 1) // 2
    gone: list[Tile] = []
    for level, keeps in (("I", LAYERED // 2), *((level, LAYERED) for level in SPECIAL_LEVELS)):
        of_level = [tile for tile in tiles if tile.level == level]
        plain = [tile for tile in of_level if not is_special(tile)]
        surplus = max(0, len(of_level) - keeps)
        gone += [plain[(bracket + number) % len(plain)] for number in range(min(surplus, len(plain)))]
    return tuple(gone)
