"""`fujikoro lab`: JupyterLab on copies of the notebooks that belong to the reader.

The copies may be changed freely. A later release brings its new notebooks and replaces copies that nobody has
touched; a changed copy is never overwritten. What we copied is remembered by its hash in a small file beside.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import shutil
import signal
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, cast

import psutil

from fujikoro_nb import paths
from fujikoro_nb.learning.index import listed

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp
    from tornado.platform.asyncio import AsyncIOLoop

_MEMORY = ".fujikoro-copies.json"

_KERNEL_SECONDS = 2
"""How long a busy kernel may go on when the lab is stopped; Jupyter's own is more than twice that."""

_LOOSE_SECONDS = 1
"""How long requests that were under way get to end."""

_FIRST = f"tutorial/{listed('crafting').notebook}.ipynb"
"""What a reader sees first: a lesson says more than an empty launcher."""


def copy_notebooks(folder: Path) -> tuple[int, int]:
    """Bring `folder` up to date; gives how many notebooks were copied and how many changed ones were kept."""
    folder.mkdir(parents=True, exist_ok=True)
    memory = folder / _MEMORY
    ours: dict[str, str] = json.loads(memory.read_text(encoding="utf-8")) if memory.is_file() else {}
    copied = kept = 0
    source = paths.share() / "notebooks"
    for original in sorted(source.rglob("*")):
        if not original.is_file() or ".ipynb_checkpoints" in original.parts:
            continue
        name = original.relative_to(source).as_posix()
        copy = folder / name
        now, new = _digest(copy), _digest(original)
        if now == new:
            pass
        elif now is None or now == ours.get(name):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(original, copy)
            copied += 1
        else:
            kept += 1
            continue
        ours[name] = str(new)
    _write_whole(memory, json.dumps(ours, indent=1))
    return copied, kept


def _digest(path: Path) -> str | None:
    """The hash of a file's content; None when there is no such file."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _write_whole(path: Path, text: str) -> None:
    """Write beside and rename, so that a full disk or a pulled plug leaves the old file."""
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def open_lab(folder: Path, *, host: str, port: int, browser: bool) -> int:
    """Run JupyterLab until it is stopped. It guards itself with a key of its own and prints the link."""
    # Jupyter's own settings files lie in folders of this path; ours keeps it from asking for news from outside.
    ours = str(paths.share() / "voila" / "lab")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        filter(None, (ours, os.environ.get("JUPYTER_CONFIG_PATH")))
    )
    warnings.simplefilter("ignore", DeprecationWarning)  # Jupyter's own, which a player can do nothing about
    from jupyterlab.labapp import LabApp  # takes a second, which copying need not wait for

    server = LabApp.initialize_server(
        [
            f"--ServerApp.root_dir={folder}",
            f"--ServerApp.ip={host}",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            f"--LabApp.default_url=/lab/tree/{_FIRST}",
            f"--ServerApp.open_browser={browser}",
            "--ServerApp.log_level=ERROR",  # the link with its key is printed all the same
            "--LabApp.log_level=ERROR",
            # Whoever is root in a container has no other choice, and the key guards it as any other.
            "--ServerApp.allow_root=True",
            f"--KernelManager.shutdown_wait_time={_KERNEL_SECONDS}",
            # Neither news, updates nor extensions are asked for: a table has no internet, and nobody outside
            # learns who plays.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
        ]
    )
    # Ctrl-C means it. Jupyter asks back, or breaks off wherever it is, and its kernels outlive it.
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGTERM))
    _listen(server)
    server.start()
    _end_what_is_left(server)
    return 0


def _listen(server: ServerApp) -> None:
    """Take the port before the link is printed.

    Jupyter leaves that to the first turn of its loop, after the link: who follows it at once is refused.
    """
    _loop(server).run_until_complete(asyncio.sleep(0))


def _loop(server: ServerApp) -> asyncio.AbstractEventLoop:
    return cast("AsyncIOLoop", server.io_loop).asyncio_loop


def _end_what_is_left(server: ServerApp) -> None:
    """End kernels and requests that were just being made when the lab was told to stop.

    Jupyter stops its loop and leaves them: a request that waits for a kernel keeps a thread of the file reader for
    ever, and the process with it; a kernel that is starting is nobody's.
    """
    _loop(server).run_until_complete(_let_go())
    server.remove_server_info_file()
    server.remove_browser_open_files()
    for kernel in _kernels(server.kernel_manager.connection_dir):
        with contextlib.suppress(psutil.Error):
            kernel.kill()


async def _let_go() -> None:
    loose = asyncio.all_tasks() - {asyncio.current_task()}
    for task in loose:
        task.cancel()
    if loose:
        await asyncio.wait(loose, timeout=_LOOSE_SECONDS)


def _kernels(connections: str) -> list[psutil.Process]:
    """The processes of ours that were started with a connection file of this folder."""
    found = []
    for child in psutil.Process().children(recursive=True):
        # One that is over, or that macOS lets nobody look at, must not keep the others alive.
        with contextlib.suppress(psutil.Error):
            if any(word.startswith(connections) for word in child.cmdline()):
                found.append(child)
    return found
