"""The tables that this process has open, for tests that want a folder of their own."""

from __future__ import annotations

from fujikoro_nb.store.sharing import tables


def close_tables() -> None:
    """Close them, whoever opened them; whoever asks next opens those of its own folder.

    Forgetting alone would leave the connections to chance: Python 3.13 complains of each, in whatever test runs then.
    """
    if tables.cache_info().currsize:
        tables().close()
    tables.cache_clear()
