"""Words as the search compares them: plain letters, endings taken off, and the letter groups that a misspelling keeps.

``rule_search.mjs`` does the same in the page; a test compares the two on thousands of words.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.rulebook.wording import words_of

LEAST_STEM = 3
"""Letters that stay, whatever ending a word has."""


class SearchWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``search_words.toml``: by language the endings and the stop words, parted by blanks, and groups of synonyms."""

    endings: dict[str, str]
    stop: dict[str, str]
    synonyms: dict[str, tuple[str, ...]]


@cache
def search_words() -> SearchWords:
    """The word lists of the search."""
    text = (files("fujikoro_nb.rulebook") / "search_words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), SearchWords)


_ENDINGS = {language: tuple(line.split()) for language, line in search_words().endings.items()}
_STOP = {language: frozenset(line.split()) for language, line in search_words().stop.items()}


def stem(word: str, language: str) -> str:
    """A word without its ending.

    >>> stem("weapons", "en"), stem("sandales", "fr"), stem("wurfeln", "de")
    ('weapon', 'sandal', 'wurfel')
    """
    if word.isdigit():
        return word
    for ending in _ENDINGS[language]:
        if len(word) - len(ending) >= LEAST_STEM and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if language == "en" and len(word) > LEAST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls":
        return word[:-1]  # hit, hitting
    return word


def stems_of(text: str, language: str) -> list[str]:
    """The stems of a text, stop words left out; all words where nothing else is left.

    >>> stems_of("Is my helmet broken?", "en")
    ['helmet', 'broken']
    """
    words = words_of(text)
    kept = [word for word in words if word not in _STOP[language]]
    return [stem(word, language) for word in kept or words]


def grams(word: str) -> frozenset[str]:
    """The runs of three letters of a word, its ends marked.

    >>> sorted(grams("lava"))
    ['_la', 'ava', 'lav', 'va_']
    """
    marked = f"_{word}_"
    return frozenset(marked[start : start + 3] for start in range(len(marked) - 2))
