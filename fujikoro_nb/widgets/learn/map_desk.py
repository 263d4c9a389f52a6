"""What a desk with a map on it has in common, of lessons as of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from fujikoro_nb.widgets.map.hex_map import HexMap

__all__ = ["MapDesk"]


class MapDesk:
    """A map without lists of its own; ``tapped`` is told each space that is tapped on it."""

    def __init__(self, tapped: Callable[[Any], None], *, language: str) -> None:
        self.map = HexMap(is_board_only=True, language=language)
        self.map.observe(tapped, "selected")

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The map."""
        return {"map": self.map}
