"""Who has an SQLite file open: a lock that the system frees when a process dies."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from fujikoro_nb.store.errors import Busy

_PAUSE_SECONDS = 0.02

if sys.platform == "win32":  # pragma: no cover - the branch of the other system

    class Presence:
        """Nothing to hold: Windows itself refuses to move a file that another program has open."""

        def __init__(self, lock: Path) -> None:
            self.is_alone = True

        def share(self) -> None:
            """Let others in."""

        def leave(self) -> None:
            """Free the lock."""
else:
    import fcntl

    class Presence:
        """Held while the file is open. ``is_alone``: nobody else has it, and nobody can open it until `share`.

        Raises Busy when somebody prepares the file for longer than ``wait_seconds``.
        """

        def __init__(self, lock: Path, wait_seconds: float = 10.0) -> None:
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
            self.is_alone = self._try(fcntl.LOCK_EX)
            until = time.monotonic() + wait_seconds
            while not self.is_alone and not self._try(fcntl.LOCK_SH):
                if time.monotonic() > until:
                    os.close(self._descriptor)
                    raise Busy("busy")
                time.sleep(_PAUSE_SECONDS)

        def share(self) -> None:
            """Let others in."""
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

        def leave(self) -> None:
            """Free the lock."""
            os.close(self._descriptor)

        def _try(self, how: int) -> bool:
            try:
                fcntl.flock(self._descriptor, how | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True
