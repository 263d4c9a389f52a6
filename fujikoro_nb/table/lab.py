"""`fujikoro lab`: JupyterLab on copies of the notebooks that belong to the reader.

The copies may be changed freely. A later release brings its new notebooks and replaces copies that nobody has
touched; a changed copy is never overwritten. What we copied is remembered by its hash in a small file beside.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import warnings
from pathlib import Path

from fujikoro_nb import paths

_MEMORY = ".fujikoro-copies.json"

_FIRST = "tutorial/02_crafting.ipynb"
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

    LabApp.launch_instance(
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
            # Neither news, updates nor extensions are asked for: a table has no internet, and nobody outside
            # learns who plays.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
        ]
    )
    return 0
