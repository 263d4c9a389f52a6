"""Sets of files as an evening leaves them, and one damage to one of them, by a seed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from fujikoro_nb.store import Add, Put, Store
from fujikoro_nb.store.checking import checkpoint

ROOT = Path(__file__).resolve().parents[2]
FILE = "tables.sqlite"
ENDS = ("killed", "at rest", "closed", "grown")
"""How a writer ends: killed among its changes, killed at rest, closed, killed long after a copy."""
WAYS = ("bit", "bits", "block", "zeros", "cut", "emptied", "gone")
LINE = b"an answer of a game of four, about as long as they are %05d\n"


class Confirmed(NamedTuple):
    """What a person was told is stored."""

    title: str
    version: int
    parts: Mapping[str, bytes]


def write(folder: str, end: str) -> None:
    """Be the writer: an evening at four tables; says what was confirmed, then ends."""
    store = Store.open(f"sqlite:///{Path(folder) / FILE}")
    tables = [store.create(f"Table {number}", [Put("gear", b"WWM")]) for number in range(4)]
    leases = [table.take("phone", "Ann") for table in tables]
    versions = [lease.version for lease in leases]
    for number in range({"grown": 400}.get(end, 150)):
        at = number % 7 % 4
        change = [Add("game", LINE % number)]
        versions[at] = tables[at].append(leases[at].token, versions[at], change, label=f"answer {number}")
        if number % 50 == 49:
            versions[at] = tables[at].undo(leases[at].token, versions[at])
        if number in (40, 80, 100):
            store.copy()
        if number == 60:
            gone = store.create("Gone", [Put("gear", b"T")])
            store.copy()
            store.remove(gone.code)
    versions[0] = tables[0].append(leases[0].token, versions[0], [Put("notes", b"last")], label="notes")
    if end == "at rest":
        checkpoint(Path(folder) / FILE)
    told = {
        table.code: (table.head().title, table.head().version, sorted(table.state().parts.items()))
        for table in tables
    }
    if end == "closed":
        store.close()
    plain = {
        code: (title, version, [(k, v.decode()) for k, v in parts])
        for code, (title, version, parts) in told.items()
    }
    sys.stdout.write(json.dumps(plain))
    sys.stdout.flush()
    if end != "closed":
        os.kill(os.getpid(), signal.SIGKILL)


def evening(folder: Path, end: str) -> dict[str, Confirmed]:
    """Lay a set of files into a folder; what was confirmed of each table."""
    command = [sys.executable, "-m", "tests.store.damage", str(folder), end]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert done.returncode == (0 if end == "closed" else -signal.SIGKILL)
    return {
        code: Confirmed(title, version, {part: value.encode() for part, value in parts})
        for code, (title, version, parts) in json.loads(done.stdout).items()
    }


def files(folder: Path) -> list[Path]:
    """Every file of the set."""
    return sorted(path for path in folder.iterdir() if path.name.startswith(FILE))


def harm(path: Path, way: str, chance: random.Random) -> None:
    """Damage one file."""
    content = bytearray(path.read_bytes())
    size = len(content)
    if way == "gone":
        path.unlink()
        return
    if way == "emptied" or not size:
        path.write_bytes(b"")
        return
    if way == "cut":
        os.truncate(path, chance.randrange(size))
        return
    # Half of the damages near the beginning, where what the file says of itself stands.
    at = chance.randrange(min(size, 8192) if chance.random() < 0.5 else size)
    if way in ("bit", "bits"):
        for _ in range(1 if way == "bit" else 8):
            content[at] ^= 1 << chance.randrange(8)
            at = chance.randrange(size)
    else:
        length = min(chance.choice((16, 512, 4096, 65536)), size - at)
        content[at : at + length] = bytes(length) if way == "zeros" else chance.randbytes(length)
    path.write_bytes(content)


def lay_out(source: Path, folder: Path) -> None:
    """A set of files once more."""
    shutil.copytree(source, folder)


if __name__ == "__main__":
    write(*sys.argv[1:])
