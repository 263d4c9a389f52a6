"""Small games that wait on this computer, each under a code that only the browser knows that plays it.

A save holds every hand and the seed, so it never goes to a page: the page keeps the code.
"""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fujikoro_nb.content.disk import own_folder, replace_content, sync_folder
from fujikoro_nb.content.owner import data_folder, made_folder

__all__ = ["CODE_LENGTH", "KeptGames"]

CODE_LENGTH = 24
MOST_GAMES = 200
"""Those that were played last; older ones go."""
_CODE = re.compile(rf"[0-9a-f]{{{CODE_LENGTH}}}")


class KeptGames:
    """A folder with one file a game.

    A process that is killed loses nothing that `keep` has put away. The folder's own record, which takes as long as the
    rest together, may come milliseconds too late for a power cut: then the game waits as it was one answer before.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder() / "small-games"
        self._is_users = folder is None
        self._syncs = ThreadPoolExecutor(1, thread_name_prefix="small-games")

    @staticmethod
    def new_code() -> str:
        """One that nobody guesses."""
        return secrets.token_hex(CODE_LENGTH // 2)

    def keep(self, code: str, save: bytes) -> None:
        """Put the game away as it is now. Raises OSError."""
        if self._is_users:
            made_folder()
        own_folder(self._folder, is_ours=True)
        path = self._place(code)
        is_new = not path.exists()
        replace_content(path, save)
        try:
            self._syncs.submit(sync_folder, path.parent)
        except RuntimeError:  # no thread can be begun: at once, then
            sync_folder(path.parent)
        if is_new:
            self._make_room()

    def find(self, code: str) -> bytes | None:
        """The save under a code; None where there is none."""
        if not _CODE.fullmatch(code):
            return None
        try:
            return self._place(code).read_bytes()
        except OSError:
            return None

    def _place(self, code: str) -> Path:
        assert _CODE.fullmatch(code), "made here"
        return self._folder / f"{code}.json"

    def _make_room(self) -> None:
        kept = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[MOST_GAMES:]:
            path.unlink(missing_ok=True)
