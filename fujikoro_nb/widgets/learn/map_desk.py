"""What a desk with a map on it has in common, of lessons as of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from fujikoro_nb.widgets.map.hex_map import HexMap

__all__ = ["MapDesk"]


class MapDesk:
    """A map without lists of its own; what is tapped on it, the desk is told."""

    def __init__(self, *, language: str) -> None:
        self.map = HexMap(is_board_only=True, language=language)
        self.map.observe(self._tapped, "selected")

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The map."""
        return {"map": self.map}

    def _tapped(self, change: Any) -> None:
        """A space of the map was tapped."""
        raise NotImplementedError
