"""Where a rule stands in a booklet: edition, chapter heading, and the printed page where a booklet names one."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.rulebook.rules import Citation


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter heading of a booklet; its part begins at line ``at``. ``page`` 0: the booklet names none."""

    at: int
    heading: str
    page: int = 0


class Passage(msgspec.Struct, frozen=True):
    """Where a rule stands under one heading: ``lines`` as ``466-470``, one or several."""

    seed: str
    heading: str
    page: int
    lines: tuple[str, ...]


class Booklet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the five texts. ``edition`` is ``deluxe``, ``retail``, or empty for the sister games."""

    seed: str
    language: str
    edition: str
    headings: tuple[Heading, ...]

    def heading_of(self, line: int) -> Heading:
        """The heading under which a line stands, lines from 1."""
        return self.headings[bisect_right([heading.at for heading in self.headings], line) - 1]


@cache
def booklets() -> Mapping[str, Booklet]:
    """The booklets by seed."""
    text = (files("fujikoro_nb.rulebook") / "booklets.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text)["booklet"], tuple[Booklet, ...])
    return {booklet.seed: booklet for booklet in found}


def heading_of(citation: Citation) -> Heading:
    """The chapter heading over the first line of a citation.

    >>> heading_of(Citation("004", 466, 470)).heading
    'Helme'
    """
    return booklets()[citation.seed].heading_of(citation.first)


def passages(citations: Iterable[Citation]) -> tuple[Passage, ...]:
    """The citations gathered by booklet and heading, in their order."""
    lines: dict[tuple[str, str, int], list[str]] = {}
    for citation in citations:
        heading = heading_of(citation)
        span = str(citation).partition(":")[2]
        lines.setdefault((citation.seed, heading.heading, heading.page), []).append(span)
    return tuple(Passage(*key, tuple(spans)) for key, spans in lines.items())
