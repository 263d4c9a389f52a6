"""What somebody follows of one table: drawn anew at each of its versions, the same for all who see the same."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from fujikoro_nb.serve.readers.shown import Shown
from fujikoro_nb.store import Table


class Followed(ABC):
    """``moment`` is what there is to draw; None when the table is gone."""

    def __init__(self, table: Table, language: str) -> None:
        self.table, self.language = table, language
        self.kind = ""
        """What is seen of the table; empty: what everybody sees who looks on."""
        self.version = 0
        self.moment: Shown | None = None
        self.followers = 0
        self.is_begun = False
        """Whether it has been drawn once."""
        self.tried = -1
        """The version that could not be drawn."""
        self.again_at = 0.0
        """When that is tried again, on the loop's clock."""
        self.drawn_anew = asyncio.Condition()
        """Of its own: a change at one table wakes nobody who follows another one."""

    @abstractmethod
    def read(self) -> tuple[int, Shown]:
        """The table as it is now, drawn. Raises StoreError. To be called in one thread at a time."""

    @abstractmethod
    def as_before(self) -> Shown | None:
        """The last moment that could be drawn, which says that the table has gone on since."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the widgets, which ipywidgets keeps until they are closed."""
