"""The entries: every rule in players' words, in each language of the booklets, with the questions players ask.

Written by hand in ``entries/<chapter>.yaml`` and joined by ``tools/build_entries.py`` into ``entries.json``, which is
what a page or a command reads. What the rule is, its numbers and where it stands is in ``rules.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from fujikoro_nb.rulebook.rules import UnknownRule

LANGUAGES = ("en", "fr", "de")
"""The languages of the booklets; every entry speaks all of them."""
MODES = ("competitive", "coop", "solo")
"""The ways to play Fuji Koro, the usual one first. The sister games have only one each, so their entries name none."""
SISTERS = {"makai": "makai_fuda", "fuji99": "fuji_99"}
"""The chapters of the small games, and what their rules answer to as a mode."""
SEALS = ("yes", "no", "say")

TITLE_WORDS = 6
ANSWER_WORDS = 12
SAYS_WORDS = 45
OPTION_WORDS = 25


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry in one language."""

    title: str
    """The rule's name, at most six words."""
    answer: str
    """The verdict on the first question, at most twelve words."""
    says: str
    """The whole rule, at most 45 words."""
    asked: tuple[str, ...]
    """Questions as players ask them; `answer` answers the first one."""
    ruling: str = ""
    """Where booklets differ or are silent: what is played."""
    reason: str = ""
    books: tuple[tuple[str, str], ...] = ()
    """What single booklets say: pairs of a seed and a sentence."""
    options: tuple[tuple[str, str], ...] = ()
    """The ways a table can play a conflict that has no switch, the adopted one first: pairs of a name and a sentence.

    The names are the same in every language.
    """


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in players' words."""

    id: str
    seal: str
    """What the first question is stamped with: ``yes``, ``no``, or ``say`` for any other question."""
    en: Wording
    fr: Wording
    de: Wording
    modes: tuple[str, ...] = ()
    """The modes of Fuji Koro in which the rule holds; empty for the sister games."""
    players: tuple[int, int] | None = None
    """Least and most players, where the rule holds for some numbers only."""
    often: int = 1
    """How often a table asks for it, as guessed: 0 hardly ever, 1 now and then, 2 on many evenings, 3 on every one."""

    def wording(self, language: str) -> Wording:
        """The entry in one of LANGUAGES."""
        return {"en": self.en, "fr": self.fr, "de": self.de}[language]


class Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. ``made_from`` is the sha256 of the hand-written files."""

    made_from: str
    entries: tuple[Entry, ...]


@cache
def _book() -> Entries:
    return msgspec.json.decode((files("fujikoro_nb.rulebook") / "entries.json").read_bytes(), type=Entries)


@cache
def _by_id() -> Mapping[str, Entry]:
    return MappingProxyType({entry.id: entry for entry in _book().entries})


def made_from() -> str:
    """The sha256 of the hand-written files that the entries were joined from."""
    return _book().made_from


def entries() -> tuple[Entry, ...]:
    """All entries in the order of the rules."""
    return _book().entries


def entry(rule_id: str) -> Entry:
    """One entry. Raises UnknownRule."""
    try:
        return _by_id()[rule_id]
    except KeyError:
        raise UnknownRule(rule_id) from None
