"""What a device holds once it has opened a table's link: a signed session in a cookie, and not the link's key.

``id.role.issued.signature``: whoever reads it off a phone learns no key, and it can be ended alone. The signature is
made with a secret that lies beside the link, and with the link's keys: another link ends every session.

Which devices came in, and which sessions were ended before their time, stands in one small file for its owner alone. A
program beside the server (`fujikoro sessions`) ends one there, and the server looks at each request.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from fujikoro_nb.content.disk import locked, own_folder, write_atomically

FILE = "sessions.json"
READERS_FILE = "readers.json"
"""Of a hub's server for those who look on."""
COOKIE_DAYS = 7
MOST_LISTED = 5000
"""Devices in the list; the oldest beyond it is ended, so that whoever is in can be shut out alone."""
MOST_ENDED = 5000
"""Ended before their time and remembered one by one; beyond it the oldest of them ends all that came before it."""
_SECONDS = COOKIE_DAYS * 24 * 3600
_MOST_BYTES = 4 * 1024 * 1024
_WAIT_SECONDS = 0.2
"""For the command beside the server: the server's loop waits no longer."""
_COOKIE = re.compile(r"([0-9a-f]{32})\.(player|seat|reader)\.([0-9]{1,12})\.([A-Za-z0-9_-]{43})", re.ASCII)

Role = Literal["player", "seat", "reader"]
"""``seat``: a phone that writes a seat of an evening, and opens no page that has a kernel."""


_ROLES: dict[str, Role] = {"player": "player", "seat": "seat", "reader": "reader"}


class Held(msgspec.Struct, frozen=True):
    """A session as its cookie says it, the signature being right; ``issued`` in seconds since 1970."""

    id: str
    role: Role
    issued: int


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that came in; ``device`` is what its browser calls it."""

    id: str
    role: Role
    issued: int
    device: str = ""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: the secret, who came in, and when sessions were ended before their time."""

    secret: str
    listed: tuple[Listed, ...] = ()
    ended: dict[str, int] = {}
    before: int = 0
    """Sessions that were issued then or earlier are ended."""


class Sessions:
    """The sessions of one server. ``keys`` are those of its links; without ``folder`` nothing is kept."""

    def __init__(
        self,
        *keys: str,
        folder: Path | None = None,
        file: str = FILE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._keys, self._clock = keys, clock
        self._path = None if folder is None else folder / file
        # Without a folder the keys alone sign, so that a server with a key of its owner's knows its sessions again.
        self._kept = Kept(secret="")
        self._seen: tuple[int, int] | None = None
        self._unlisted: list[Listed] = []
        """Came in while the file could not be written; listed with the next."""
        if self._path is not None:
            self._begin(self._path)

    def _begin(self, path: Path) -> None:
        if _read(path) is not None:
            return
        try:
            own_folder(path.parent)
            with self._alone(path):
                if _read(path) is None:
                    write_atomically(path, msgspec.json.encode(Kept(secret=secrets.token_urlsafe(32))))
        except OSError:
            self._path = None  # as the link, it lasts as long as this server

    def issue(self, role: Role, *, device: str = "", before: Held | None = None) -> str:
        """The cookie of a device that has just opened the link; one that was here ``before`` stays the same device."""
        name = secrets.token_hex(16) if before is None else before.id
        session = Held(name, role, max(int(self._clock()), self._now().before + 1))
        self._add(Listed(session.id, role, session.issued, _plain(device)))
        return self._written(session)

    def held(self, cookie: str) -> Held | None:
        """The session of a cookie, while it lasts; compared in constant time."""
        found = _COOKIE.fullmatch(cookie)
        if found is None:
            return None
        session = Held(found[1], _ROLES[found[2]], int(found[3]))
        if not secrets.compare_digest(self._written(session), cookie):
            return None
        # A clock that was put back makes no session older than it is.
        is_over = abs(self._clock() - session.issued) > _SECONDS
        return None if is_over or _is_ended(self._now(), session) else session

    def listed(self) -> tuple[Listed, ...]:
        """Devices that came in and may still be, the last one last."""
        now, kept = self._clock(), self._now()
        return tuple(one for one in kept.listed if abs(now - one.issued) <= _SECONDS)

    def end(self, *ids: str) -> bool:
        """End these sessions before their time; False when that could not be written, and nothing was ended."""
        now = self._clock()

        def change(kept: Kept) -> Kept:
            # A session that is older than this is over by itself.
            ended = {name: when for name, when in kept.ended.items() if abs(now - when) <= _SECONDS}
            ended |= dict.fromkeys(ids, int(now))
            before = kept.before
            while len(ended) > MOST_ENDED:
                oldest = min(ended, key=ended.__getitem__)
                before = max(before, ended.pop(oldest))
            return msgspec.structs.replace(kept, ended=ended, before=before)

        return self._change(change)

    def _add(self, session: Listed) -> None:
        self._unlisted = [*self._unlisted, session][-MOST_LISTED:]
        self._change(lambda kept: kept)

    def _with_new(self, kept: Kept) -> Kept:
        """With those who came in since it was written, and without whoever is out."""
        now = self._clock()
        listed = {one.id: one for one in kept.listed if abs(now - one.issued) <= _SECONDS}
        for one in self._unlisted:
            listed.pop(one.id, None)  # the last one stands last
            listed[one.id] = one
        names = list(listed)
        before = max([kept.before, *(listed.pop(name).issued for name in names[:-MOST_LISTED])])
        kept = msgspec.structs.replace(kept, before=before)
        return msgspec.structs.replace(
            kept, listed=tuple(one for one in listed.values() if not _is_ended(kept, one))
        )

    def _change(self, change: Callable[[Kept], Kept]) -> bool:
        """Under the lock, so that the server and the command beside it lose nothing of each other."""
        if self._path is None:
            self._kept = self._with_new(change(self._kept))
        else:
            try:
                with self._alone(self._path):
                    write_atomically(self._path, msgspec.json.encode(self._with_new(change(self._now()))))
            except OSError:  # a full disk keeps no list, and nobody out
                return False
        self._unlisted.clear()
        return True

    def _now(self) -> Kept:
        """The file as it is, read again when it is another one."""
        if self._path is None:
            return self._kept
        try:
            found = self._path.stat()
            mark = (found.st_ino, found.st_mtime_ns)
        except OSError:
            return self._kept
        if mark != self._seen:
            # What somebody spoilt or opened to others is no secret any more: nobody is in until it is made anew.
            self._kept = _read(self._path) or Kept(secret=secrets.token_urlsafe(32))
            self._seen = mark
        return self._kept

    def _written(self, session: Held) -> str:
        said = f"{session.id}.{session.role}.{session.issued}"
        key = hashlib.sha256("\n".join((self._now().secret, *self._keys)).encode()).digest()
        signature = hmac.new(key, said.encode(), hashlib.sha256).digest()
        return f"{said}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"

    @staticmethod
    def _alone(path: Path) -> contextlib.AbstractContextManager[None]:
        return locked(path.with_name(f"{path.name}.lock"), wait_seconds=_WAIT_SECONDS)


def _is_ended(kept: Kept, session: Held | Listed) -> bool:
    return session.issued <= kept.before or session.id in kept.ended


def _read(path: Path) -> Kept | None:
    """The file; None when it is damaged, or others may read it."""
    try:
        with path.open("rb") as opened:
            if os.name == "posix" and os.fstat(opened.fileno()).st_mode & 0o077:
                return None
            kept = msgspec.json.decode(opened.read(_MOST_BYTES), type=Kept)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return kept if kept.secret else None


_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
_BROWSERS = ("Edg", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari")


def _plain(device: str) -> str:
    """What a browser says of itself, shortened to two known words: the rest is nobody's business, and any text."""
    words = [next((name for name in names if name in device), "") for names in (_SYSTEMS, _BROWSERS)]
    return " ".join(filter(None, words))
