"""The scenario that is played, and what it keeps on the table."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.scenarios import Plot


class Scene(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A game has none of this without a scenario."""

    plot: Plot
