"""A sentence before it is said: its key, what fills it, and the rules behind it."""

from __future__ import annotations

from typing import Self

import msgspec

from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import say

TITLE = "rule:"
"""Before a rule's id: its title."""


class Said(msgspec.Struct, frozen=True):
    """One sentence in any language. ``words`` are slots that the language itself fills: by a text's key, or a title."""

    key: str
    data: tuple[tuple[str, int | str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()

    def said(self, *, language: str = "en") -> str:
        """The sentence.

        >>> sentence("unit.cubes", cubes=2).said(language="de")
        '2 Steine'
        """
        words = {slot: _word(key, language) for slot, key in self.words}
        return say(self.key, language=language, **dict(self.data), **words)

    def with_words(self, **words: str) -> Self:
        """This sentence with slots that hold the texts of these keys."""
        return msgspec.structs.replace(self, words=(*self.words, *words.items()))


def _word(key: str, language: str) -> str:
    if key.startswith(TITLE):
        return entry(key.removeprefix(TITLE)).wording(language).title
    return say(key, language=language)


def sentence(key: str, /, *rules: str, **data: int | str) -> Said:
    """A sentence with its data by name; a rule that is empty is nobody's."""
    return Said(key, tuple(data.items()), (), tuple(filter(None, rules)))
