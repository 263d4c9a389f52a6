"""What a goal says of events, and whether it happened."""

from __future__ import annotations

from collections.abc import Iterable

from fujikoro_nb.engine.kernel import Event


def has_happened(said: str, events: Iterable[Event]) -> bool:
    """Whether an event is of this kind and holds this data.

    >>> has_happened("won seat=0", [Event("won", "end", (("seat", 0), ("book", 3)))])
    True
    """
    kind, *data = said.split()
    wanted = {tuple(one.split("=", 1)) for one in data}
    return any(
        each.kind == kind and wanted <= {(name, str(value)) for name, value in each.data} for each in events
    )
