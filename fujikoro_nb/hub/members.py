"""Who may log in: a file of names and hashed passwords that its owner alone reads.

    python -m fujikoro_nb.hub member ann           asks for her password, or takes it from the first line of its input
    python -m fujikoro_nb.hub member ann --remove

A line is ``name:salt:hash``. Who has JupyterHub ask a school or a company instead names another authenticator.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import getpass
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jupyterhub.auth import Authenticator
from traitlets import Unicode

from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.texts import say

FILE = "FUJIKORO_MEMBERS"
"""The environment's name for the file."""
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


def read(file: Path) -> dict[str, tuple[bytes, bytes]]:
    """Salt and hash of each member. Raises ValueError for a line that is none."""
    if not file.is_file():
        return {}
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, salt, hash_ = line.split(":")
        found[name] = (base64.b64decode(salt), base64.b64decode(hash_))
    return found


def write(file: Path, members: dict[str, tuple[bytes, bytes]]) -> None:
    """Beside and renamed, readable by the owner only."""
    file.parent.mkdir(parents=True, exist_ok=True)
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
    beside.replace(file)


def knows(members: dict[str, tuple[bytes, bytes]], name: str, password: str) -> bool:
    """Whether this is the member's password; an unknown name takes as long as a known one."""
    salt, wanted = members.get(name, (b"nobody", b""))
    return secrets.compare_digest(hashed(password, salt), wanted)


class Members(Authenticator):
    """JupyterHub's door for that file; who is taken out of it is not let in again."""

    file = Unicode(config=True, help="where names and hashed passwords stand")

    async def authenticate(self, _handler: Any, data: dict[str, str]) -> str | None:
        """The name, or None."""
        name, password = data["username"], data["password"]
        if len(password) > LONGEST:
            return None
        members = read(Path(self.file))
        is_right = await asyncio.to_thread(knows, members, name, password)
        return name if is_right else None


def main(arguments: Sequence[str]) -> int:
    """Add a member, give one another password, or take one out."""
    parser = argparse.ArgumentParser(prog="python -m fujikoro_nb.hub member", description=say("hub.about"))
    parser.add_argument("name", help=say("hub.help-name"))
    parser.add_argument("--remove", action="store_true", help=say("hub.help-remove"))
    wanted = parser.parse_args(arguments)
    file = members_file()
    members = read(file)
    if not NAME.fullmatch(wanted.name):
        return _refused(say("hub.bad-name"))
    if wanted.remove:
        if members.pop(wanted.name, None) is None:
            return _refused(say("hub.no-member", name=wanted.name))
        write(file, members)
        print(say("hub.removed", name=wanted.name))  # noqa: T201
        return 0
    password = (
        getpass.getpass(say("hub.password")) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    )
    if not SHORTEST <= len(password) <= LONGEST:
        return _refused(say("hub.bad-password", least=SHORTEST, most=LONGEST))
    salt = secrets.token_bytes(16)
    write(file, members | {wanted.name: (salt, hashed(password, salt))})
    print(say("hub.added", name=wanted.name))  # noqa: T201
    return 0


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201
    return 1
