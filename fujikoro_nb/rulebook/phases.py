"""Where a table is in its game: the moments in their order, each with the rules that are asked for then."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment: the rules asked for most, then the chapters that hold all others."""

    id: str
    rules: tuple[str, ...]
    chapters: tuple[str, ...]


@cache
def phases() -> tuple[Phase, ...]:
    """All moments, from setup to the end; then the special ones and the sister games."""
    text = (files("fujikoro_nb.rulebook") / "phases.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["phase"], tuple[Phase, ...])
