"""Writing one small file so that it is never half there and no other writer's change is lost. Windows included."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

MAX_BYTES = 256 * 1024
"""The largest file of content that is read."""

WAIT_SECONDS = 10.0
_PAUSE_SECONDS = 0.02


OWNER_ONLY = 0o600
"""Of files; Windows keeps others out of a user's folder in its own way."""
_OWNERS_FOLDER = 0o700


class Busy(OSError):
    """Another writer holds the lock for longer than anyone should."""


def own_folder(folder: Path, *, is_ours: bool = False) -> None:
    """Make a folder that nobody but its owner enters, if it is not there. Raises OSError.

    One that is there stays as somebody made it, for a reason perhaps; but ``is_ours``, which nobody chose, is closed.
    """
    try:
        folder.mkdir(mode=_OWNERS_FOLDER, parents=True)
    except FileExistsError:
        if not folder.is_dir():
            raise
        if is_ours:
            keep_to_owner(folder)


def keep_to_owner(path: Path) -> None:
    """Take from others what they may do with a file or folder of this account; another's is none of our business."""
    if os.name != "posix":
        return
    found = path.stat()
    if found.st_uid == os.geteuid() and found.st_mode & 0o077:
        path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)


@contextlib.contextmanager
def locked(lock: Path, *, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the lock file for the length of a ``with``. The system frees it when a process dies. Raises Busy, OSError.

    The file itself stays: deleting it would let two writers lock two files of the same name.
    """
    until = time.monotonic() + wait_seconds
    with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "r+b") as file:
        keep_to_owner(lock)  # it may be from a time when others could read it
        while not _try_lock(file.fileno()):
            if time.monotonic() > until:
                raise Busy(str(lock))
            time.sleep(_PAUSE_SECONDS)
        try:
            yield
        finally:
            _unlock(file.fileno())


if sys.platform == "win32":  # pragma: no cover - the branch of the other system
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file's content: whoever reads sees the old or the new, also after a power cut. Raises OSError.

    When it returns it is the new one for good.
    """
    replace_content(path, content)
    sync_folder(path.parent)


def replace_content(path: Path, content: bytes) -> None:
    """The same, but until the folder is synced a power cut may bring the old content back. Raises OSError."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108 - mkstemp gave a string
        raise


def _replace(name: str, path: Path) -> None:
    # Windows refuses while somebody reads the old file; that takes milliseconds.
    until = time.monotonic() + 2.0
    while True:
        try:
            os.replace(name, path)  # noqa: PTH105
        except PermissionError:
            if os.name != "nt" or time.monotonic() > until:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def sync_folder(folder: Path) -> None:
    """Bring what was replaced in a folder to the disk, where that can be asked for."""
    if os.name == "nt":
        return  # a folder cannot be opened there, and NTFS keeps a journal
    # The new file is in its place already, and not every file system syncs folders: no reason to call it not saved.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def bytes_of(path: Path) -> bytes | None:
    """A file's bytes, bounded; None when there is no such file."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None


def bytes_if_open(path: Path) -> bytes | None:
    """A file's bytes, bounded; None also when it cannot be opened, or is a folder."""
    try:
        return bytes_of(path)
    except OSError:
        return None
