"""Decks of the small games as somebody would type them off a box: line by line."""

from __future__ import annotations

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.owner import OwnerPack

MAKAI: dict[str, list[int]] = {
    "makai-blue": [1, 1, 2, 3, 3, 4, 5, 6, 7, 8],
    "makai-green": [1, 2, 3, 4, 5, 6, 7, 8, 8, 8],
    "makai-yellow": [1, 2, 2, 4, 4, 5, 6, 7, 7, 8],
    "makai-red": [1, 2, 3, 4, 5, 6, 7, 8, 8, 9],
    "makai-poison-blue": [3],
    "makai-poison-green": [],
    "makai-poison-yellow": [4],
    "makai-poison-red": [],
    "makai-magic": [4],
    "makai-out": [0, 10, 0, 0, 1],
}
"""Another deck than ours, as a Breakdown card could list it."""


def fuji_99() -> dict[str, list[int]]:
    """Ours, with one card that costs more."""
    held = {
        one.of: [*one.values] for one in house_pack().records.board_numbers if one.of.startswith("fuji99-")
    }
    held["fuji99-tens"][1] = 3
    return held


def typed(numbers: dict[str, list[int]]) -> None:
    OwnerPack().put([("board_numbers", {"of": name, "values": values}) for name, values in numbers.items()])
