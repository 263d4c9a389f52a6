"""Games that are kept as they end, so that many short runs come to what one long run would.

A file of `benchmarks/results` holds one JSON object a line: what was played, on which code, and what came of it. A
later run plays the numbers that nobody has played, and counts all of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import checkout

R = TypeVar("R")

PLAYED_BY = tuple(f"fujikoro_nb/{folder}" for folder in ("bots", "engine", "content", "odds"))
"""What a game of bots comes from."""
SCRIPTS = {
    Path(__file__).resolve().parent: Path(__file__).resolve().parent,
    checkout.ROOT / "tools": checkout.ROOT,
}
"""Folders of scripts, and from where their modules are named."""
AHEAD = 2
"""Games a worker that are handed out before the first of them ends."""


class Kept:
    """The games of a file. ``code`` is the digest of what plays them now."""

    def __init__(self, file: Path, *, is_of_this_code: bool = False) -> None:
        self.file = file
        self.code = checkout.code(of=PLAYED_BY)
        self._only = is_of_this_code
        self.games: list[dict[str, Any]] = []
        file.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        whole, _, cut = text.rpartition("\n")
        if cut:
            file.write_text(f"{whole}\n" if whole else "", encoding="utf-8")  # a kill has cut the last one
        self.games = [json.loads(line) for line in whole.splitlines() if line]

    def of(self, **what: object) -> list[dict[str, Any]]:
        """The games of which all this is true, by their number."""
        found = [
            one
            for one in self.games
            if all(one[name] == value for name, value in what.items())
            and (not self._only or one["code"] == self.code)
        ]
        return sorted(found, key=lambda one: one["number"])

    def add(self, game: Mapping[str, Any]) -> None:
        """Keep a game that has ended."""
        kept = {"code": self.code, **game}
        self.games.append(kept)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept, sort_keys=True) + "\n")

    def missing(self, numbers: Sequence[int], **what: object) -> list[int]:
        """Those of the numbers that nobody has played."""
        done = {one["number"] for one in self.of(**what)}
        return [number for number in numbers if number not in done]

    def of_this_code(self, **what: object) -> int:
        """How many of these games the code as it is now has played."""
        return sum(one["code"] == self.code for one in self.of(**what))

    def codes(self, **what: object) -> int:
        """On how many different codes these games were played."""
        return len({one["code"] for one in self.of(**what)})


def add_arguments(parser: ArgumentParser) -> None:
    """What every kept benchmark can be told."""
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="workers of this machine")
    parser.add_argument("--dask", metavar="ADDRESS", help="let the workers of this Dask scheduler play")
    parser.add_argument("--this-code", action="store_true", help="count only games of the code as it is now")


@contextlib.contextmanager
def workers(processes: int, dask: str | None) -> Iterator[Executor]:
    """Who plays: processes of this machine, or a Dask cluster where there is one."""
    if dask is None:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield pool
        return
    from distributed import Client

    with Client(dask) as client, TemporaryDirectory() as folder, client.get_executor() as pool:
        client.upload_file(str(scripts(Path(folder))))
        yield pool


def scripts(folder: Path) -> Path:
    """An archive of what is loaded from beside the package: the workers of a cluster have nothing but that."""
    archive = folder / "scripts.zip"
    with ZipFile(archive, "w") as file:
        file.mkdir("tools")  # a package without an __init__ is found by its folder
        for name, module in [*sys.modules.items()]:
            source = Path(getattr(module, "__file__", None) or "/")
            if name != "__main__" and source.parent in SCRIPTS:
                file.write(source, source.relative_to(SCRIPTS[source.parent]))
    return archive


def each_as_it_ends(
    pool: Executor, play: Callable[[int], R], numbers: Sequence[int], *, processes: int
) -> Iterator[tuple[int, R]]:
    """What the play of each number came to, in their order; only a few are handed out at a time."""
    waiting = iter(numbers)
    under_way = [(number, pool.submit(play, number)) for number in islice(waiting, AHEAD * processes)]
    while under_way:
        number, first = under_way.pop(0)
        yield number, first.result()
        under_way += [(more, pool.submit(play, more)) for more in islice(waiting, 1)]
