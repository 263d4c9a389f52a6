"""Copies of the notebooks belong to the reader."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from fujikoro_nb import paths
from fujikoro_nb.serve import lab
from fujikoro_nb.serve.lab import copy_notebooks


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shipped" / "notebooks" / "tutorial"
    folder.mkdir(parents=True)
    (folder / "02_crafting.ipynb").write_text("first release", encoding="utf-8")
    monkeypatch.setattr(paths, "share", lambda: tmp_path / "shipped")
    return folder


def test_a_process_that_nobody_may_look_at_keeps_no_kernel_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS, where a child may refuse to say how it was started, or to be ended."""

    class Child:
        ended = 0

        def __init__(self, *words: str, is_closed: bool = False) -> None:
            self.words, self.is_closed = words, is_closed

        def cmdline(self) -> tuple[str, ...]:
            if not self.words:
                raise psutil.AccessDenied
            return self.words

        def kill(self) -> None:
            if self.is_closed:
                raise psutil.AccessDenied
            Child.ended += 1

    kernel = ("python", "-f", "/runtime/kernel-1.json")
    children = [Child(), Child(*kernel, is_closed=True), Child("git"), Child(*kernel)]
    parent = SimpleNamespace(children=lambda *, recursive: children)
    monkeypatch.setattr(lab.psutil, "Process", lambda: parent)
    loop = asyncio.new_event_loop()
    server = SimpleNamespace(
        io_loop=SimpleNamespace(asyncio_loop=loop),
        kernel_manager=SimpleNamespace(connection_dir="/runtime"),
        remove_server_info_file=lambda: None,
        remove_browser_open_files=lambda: None,
    )
    lab._end_what_is_left(server)
    loop.close()
    assert Child.ended == 1


def test_notebooks_are_copied_once(shipped: Path, tmp_path: Path) -> None:
    assert copy_notebooks(tmp_path / "mine") == (1, 0)
    assert copy_notebooks(tmp_path / "mine") == (0, 0)
    assert (tmp_path / "mine/tutorial/02_crafting.ipynb").read_text(encoding="utf-8") == "first release"


def test_an_untouched_copy_follows_the_release_and_a_changed_one_is_kept(
    shipped: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine" / "tutorial" / "02_crafting.ipynb"
    copy_notebooks(tmp_path / "mine")
    (shipped / "02_crafting.ipynb").write_text("second release", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (1, 0)
    mine.write_text("my own thoughts", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    (shipped / "02_crafting.ipynb").write_text("third release", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    assert mine.read_text(encoding="utf-8") == "my own thoughts"


def test_a_file_of_the_readers_own_is_never_taken_for_a_copy(shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "tutorial" / "02_crafting.ipynb"
    mine.parent.mkdir(parents=True)
    mine.write_text("was here before", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    assert mine.read_text(encoding="utf-8") == "was here before"


def test_the_link_is_printed_by_a_server_that_listens(tmp_path: Path) -> None:
    """Whoever follows it at once, before the server's loop has turned, is heard."""
    script = f"""
import socket
from pathlib import Path
from jupyter_server.serverapp import ServerApp
from fujikoro_nb.serve.lab import open_lab

def start_app(app):
    socket.create_connection(("127.0.0.1", app.port), timeout=5).close()
    print("listens")
    raise SystemExit(0)

ServerApp.start_app = start_app
open_lab(Path({str(tmp_path)!r}), host="127.0.0.1", port=0, browser=False)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=60
    )
    assert ran.stdout.endswith("listens\n"), ran.stderr
