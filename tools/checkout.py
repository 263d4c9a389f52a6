"""What a long run ran on: the commit, and a digest of every file that it could have read."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"


def commit(root: Path = ROOT) -> str:
    """The short name of the commit; a plus when files differ from it, results of runs aside."""
    name = _git(root, "rev-parse", "--short=10", "HEAD").strip()
    changed = _git(root, "status", "--porcelain", "--", ".", f":!{_RESULTS}")
    return f"{name}+" if changed.strip() else name


def code(root: Path = ROOT, *, of: Sequence[str] = (".",)) -> str:
    """Equal for two checkouts in which a run meets the same files of these folders; results of runs are none."""
    digest = hashlib.sha256()
    names = _git(root, "ls-files", "-z", "-co", "--exclude-standard", "--", *of).split("\0")
    for name in sorted(filter(None, names)):
        file = root / name
        if name.startswith(_RESULTS) or not file.is_file():
            continue
        content = file.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def stamp(root: Path = ROOT, *, of: Sequence[str] = (".",)) -> str:
    """The line that a kept result begins with."""
    return f"commit {commit(root)}, code {code(root, of=of)}"


_RESULTS = "benchmarks/results"


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout
