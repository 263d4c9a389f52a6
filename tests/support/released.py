"""What a puzzle asks, in a few letters: as long as they stay, a shared link opens the puzzle that was meant."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from tools.build_puzzles import lean

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "saves" / "puzzles"
NAMES = FOLDER / "names.json"
"""By kind: every name that a puzzle of its book ever had, and some without end, with what it asked."""


def released() -> dict[str, dict[str, str]]:
    """`NAMES` as it is committed."""
    found: dict[str, dict[str, str]] = json.loads(NAMES.read_bytes())
    return found


def asks(puzzle: Any) -> str:
    """What it asks without its name; what is as it always is does not count."""
    bare = lean(puzzle)
    del bare["id"]
    text = msgspec.json.encode(bare, order="deterministic")
    return hashlib.sha256(text).hexdigest()[:12]
