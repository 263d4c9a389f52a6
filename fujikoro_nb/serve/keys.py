"""The keys in a table's links: kept for a week, so that a server that fell over comes back under the same link.

They lie in the owner's data folder in a file for nobody else. What somebody else may read, what is damaged and what is
older than the cookie that a phone has of it is not used again.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from fujikoro_nb.content.disk import own_folder, write_atomically
from fujikoro_nb.serve.sessions import COOKIE_DAYS

FILE = "link.json"
TOKEN_BYTES = 24
"""192 bits: more than anybody guesses, and the QR code stays small."""
_MOST_BYTES = 1000
"""Of the file, which has some 150."""
_SECONDS = COOKIE_DAYS * 24 * 3600

Token = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{32}\Z")]


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``player`` opens everything, ``reader`` what people who look on need; ``made`` in seconds since 1970."""

    player: Token
    reader: Token
    made: float


def seats_key(player: str) -> str:
    """The key of the phones that write seats, made of the players': whoever has it knows no other.

    >>> seats_key("whole") == seats_key("whole"), len(seats_key("whole"))
    (True, 32)
    """
    made = hashlib.sha256(f"fujikoro seats\n{player}".encode()).digest()
    return base64.urlsafe_b64encode(made[:TOKEN_BYTES]).decode()


def new_keys(clock: Callable[[], float] = time.time) -> Keys:
    """Keys that nobody has."""
    return Keys(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES), clock())


def kept_keys(folder: Path, *, is_new: bool = False, clock: Callable[[], float] = time.time) -> Keys:
    """The keys of this folder; made and kept when there are none that may be used, or when new ones are asked for.

    Raises OSError when new ones cannot be kept.
    """
    file = folder / FILE
    keys = None if is_new else _read(file)
    # A clock that was put back makes no link older than it is.
    if keys is None or abs(clock() - keys.made) > _SECONDS:
        keys = new_keys(clock)
        own_folder(folder)
        # For its owner only, as all files of this kind are made.
        write_atomically(file, msgspec.json.encode(keys))
    return keys


def _read(file: Path) -> Keys | None:
    try:
        with file.open("rb") as opened:
            if os.name == "posix" and os.fstat(opened.fileno()).st_mode & 0o077:
                return None
            return msgspec.json.decode(opened.read(_MOST_BYTES), type=Keys)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
