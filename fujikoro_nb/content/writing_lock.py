"""One writer at a time in the owner's folder, and what the disk refuses as a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fujikoro_nb.content.disk import Busy, locked, own_folder
from fujikoro_nb.paths import user_data
from fujikoro_nb.texts import say

FILE = "owner-pack.yaml"


class NotSaved(OSError):
    """The change was not made; `said` is the sentence for the person, and the message is that in English."""

    def __init__(self, reason: str, **data: object) -> None:
        self.reason, self.data = reason, data
        super().__init__(self.said())

    def said(self, *, language: str = "en") -> str:
        """Why nothing was changed."""
        return say(f"content.owner-{self.reason}", language=language, **self.data)


class Writing:
    """The lock of one folder, with the disk's refusals turned into sentences."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock: Any = None

    def __enter__(self) -> None:
        try:
            own_folder(self.folder, is_ours=self.folder == user_data())
            self.lock = locked(self.folder / f"{FILE}.lock")
            self.lock.__enter__()
        except Busy as problem:
            raise NotSaved("busy") from problem
        except OSError as problem:
            raise NotSaved("unwritable", folder=self.folder) from problem

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        self.lock.__exit__(kind, error, trace)
        if isinstance(error, OSError) and not isinstance(error, NotSaved):
            raise NotSaved("unwritable", folder=self.folder) from error
