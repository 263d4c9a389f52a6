"""Who may log in: a file of names and hashed passwords that its owner alone reads.

    python -m fujikoro_nb.hub member ann           asks for her password, or takes it from the first line of its input
    python -m fujikoro_nb.hub member ann --remove

A line is ``name:salt:hash``. Who has JupyterHub ask a school or a company instead names another authenticator.

A browser that has logged in keeps a cookie of JupyterHub, which is good for days and for whoever has it. Here it goes
with the password: JupyterHub's name for it, ``cookie_id``, is made of the member's salt, and the file is asked again
while the browser goes about. Who is taken out, or gets another password, is logged out everywhere.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import fcntl
import getpass
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jupyterhub import orm
from jupyterhub.auth import Authenticator
from sqlalchemy.orm import object_session
from traitlets import Unicode

from fujikoro_nb.content.disk import OWNER_ONLY, keep_to_owner, own_folder
from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.paths import user_data
from fujikoro_nb.texts import say

FILE = "FUJIKORO_MEMBERS"
"""The environment's name for the file."""
Known = dict[str, tuple[bytes, bytes]]
"""Salt and hash of each member, by name."""
NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,31}")
SHORTEST = 10
LONGEST = 200
"""Characters of a password; hashing a longer one is no use to anybody."""


def members_file() -> Path:
    """``FUJIKORO_MEMBERS`` if set, else in the data folder."""
    return Path(os.environ.get(FILE) or data_folder() / "members")


def hashed(password: str, salt: bytes) -> bytes:
    """Slow on purpose: 16 MB and some 50 ms a try."""
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class BadLine(ValueError):
    """A line of the file is none of ours; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number} is no member")
        self.number = number


def read(file: Path, spoilt: Callable[[BadLine], None] | None = None) -> Known:
    """The members; blank lines are none. `spoilt` is told of a line that cannot be read; without it, raises BadLine."""
    found: Known = {}
    if not file.is_file():
        return found
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, salt, hash_ = line.strip().split(":")
            found[name] = (base64.b64decode(salt, validate=True), base64.b64decode(hash_, validate=True))
        except ValueError:
            if spoilt is None:
                raise BadLine(number) from None
            spoilt(BadLine(number))
    return found


def write(file: Path, members: Known) -> None:
    """Beside and renamed, readable by the owner only, on the disk when this returns."""
    lines = [
        f"{name}:{base64.b64encode(salt).decode()}:{base64.b64encode(hash_).decode()}\n"
        for name, (salt, hash_) in sorted(members.items())
    ]
    beside = file.with_name(f"{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(
        os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as out:
        out.writelines(lines)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile: what is written is what was read and one member more or less."""
    own_folder(file.parent, is_ours=file.parent == user_data())
    lock = file.with_name(f"{file.name}.lock")
    with os.fdopen(os.open(lock, os.O_WRONLY | os.O_CREAT, OWNER_ONLY), "w") as held:
        keep_to_owner(lock)
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def knows(members: Known, name: str, password: str) -> bool:
    """Whether this is the member's password; an unknown name takes as long as a known one."""
    salt, wanted = members.get(name, (b"nobody", b""))
    return secrets.compare_digest(hashed(password, salt), wanted)


def cookie_of(members: Known, name: str) -> str | None:
    """What the cookies of a member's browsers go by; another one after each new password, None for nobody."""
    salt_and_hash = members.get(name)
    return salt_and_hash and hashlib.sha256(b"cookie" + b"".join(salt_and_hash)).hexdigest()


def log_out(user: orm.User, cookie: str) -> None:
    """Cookies go by `cookie` from now on, and no browser that is logged in so far is known any more."""
    user.cookie_id = cookie
    session = object_session(user)
    assert session is not None
    for token in user.api_tokens:
        if token.session_id:  # a browser's; the server's own stays
            session.delete(token)
    session.commit()


class Members(Authenticator):
    """JupyterHub's door for that file; who is taken out of it or has another password must log in again."""

    file = Unicode(config=True, help="where names and hashed passwords stand")

    def members(self) -> Known:
        """What stands in the file now; whoever stood in a line that cannot be read is no member."""
        return read(Path(self.file), spoilt=lambda fault: self.log.error("%s: %s", self.file, fault))

    async def authenticate(self, handler: Any, data: dict[str, str]) -> str | None:
        """The name, or None. Whoever comes in with a new password gets a cookie of it."""
        name, password = data["username"], data["password"]
        if len(password) > LONGEST:
            return None
        if not await asyncio.to_thread(knows, self.members(), name, password):
            return None
        if user := handler.find_user(name):
            self._is_up_to_date(user.orm_user)
        return name

    def add_user(self, user: Any) -> None:
        """JupyterHub has made an account for a new member, or read those it has."""
        super().add_user(user)
        self._is_up_to_date(getattr(user, "orm_user", user))

    async def refresh_user(self, user: Any, handler: Any = None) -> bool:
        """Whether this browser may stay; JupyterHub asks when it asked `auth_refresh_age` seconds ago or earlier."""
        return self._is_up_to_date(user.orm_user)

    def _is_up_to_date(self, user: orm.User) -> bool:
        """Whether the member's cookies go by the present password; otherwise they do so after this."""
        cookie = cookie_of(self.members(), user.name)
        if cookie is not None and user.cookie_id == cookie:
            return True
        log_out(user, cookie or orm.new_token())
        return False


def main(arguments: Sequence[str]) -> int:
    """Add a member, give one another password, or take one out."""
    parser = argparse.ArgumentParser(prog="python -m fujikoro_nb.hub member", description=say("hub.about"))
    parser.add_argument("name", help=say("hub.help-name"))
    parser.add_argument("--remove", action="store_true", help=say("hub.help-remove"))
    wanted = parser.parse_args(arguments)
    if not NAME.fullmatch(wanted.name):
        return _refused(say("hub.bad-name"))
    try:
        return _take_out(wanted.name) if wanted.remove else _take_in(wanted.name)
    except BadLine as fault:
        return _refused(say("hub.bad-line", file=str(members_file()), line=fault.number))


def _take_out(name: str) -> int:
    file = members_file()
    with alone(file):
        members = read(file)
        if members.pop(name, None) is None:
            return _refused(say("hub.no-member", name=name))
        write(file, members)
    print(say("hub.removed", name=name))  # noqa: T201
    return 0


def _take_in(name: str) -> int:
    password = (
        getpass.getpass(say("hub.password")) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    )
    if not SHORTEST <= len(password) <= LONGEST:
        return _refused(say("hub.bad-password", least=SHORTEST, most=LONGEST))
    file = members_file()
    salt = secrets.token_bytes(16)
    with alone(file):
        members = read(file)
        write(file, members | {name: (salt, hashed(password, salt))})
    print(say("hub.changed" if name in members else "hub.added", name=name))  # noqa: T201
    return 0


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201
    return 1
