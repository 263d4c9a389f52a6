"""What a rule is called, for every link to it: its short title in a language. The id stays on the rule's card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec


class _Titled(msgspec.Struct, frozen=True):
    title: str


class _Named(msgspec.Struct, frozen=True):
    """Of an entry only what is needed here: the whole file takes a kernel ten times as long to read."""

    id: str
    en: _Titled
    fr: _Titled
    de: _Titled


class _Names(msgspec.Struct, frozen=True):
    entries: tuple[_Named, ...]


@cache
def _all() -> tuple[_Named, ...]:
    data = (files("fujikoro_nb.rulebook") / "entries.json").read_bytes()
    return msgspec.json.decode(data, type=_Names).entries


@cache
def titles(language: str = "en") -> Mapping[str, str]:
    """Every rule's title by its id.

    >>> titles()["craft.helmet.size"]
    'Size of a helmet'
    """
    return MappingProxyType({one.id: getattr(one, language).title for one in _all()})


def title_of(rule: str, *, language: str = "en") -> str:
    """A rule's title; the id itself where the rulebook has no such rule, as in a save of other rules."""
    return titles(language).get(rule, rule)
