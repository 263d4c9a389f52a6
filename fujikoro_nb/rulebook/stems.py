"""Words as the search compares them: plain letters, endings taken off, and the letter groups that a misspelling keeps.

``rule_search.mjs`` does the same in the page; a test compares the two on hundreds of questions.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.rulebook.wording import NUMERALS, plain, words_of

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
NUMERALS_PLAIN = {
    language: {plain(word): str(n) for word, n in numerals.items()} for language, numerals in NUMERALS.items()
}
"""Number words in plain letters, and their figures."""
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
    """The stems of a text, numbers as figures, stop words left out; all words where nothing else is left.

    >>> stems_of("Are my two helmets broken?", "en")
    ['2', 'helmet', 'broken']
    """
    figures = NUMERALS_PLAIN[language]
    words = [figures.get(word, word) for word in words_of(text)]
    kept = [word for word in words if word not in _STOP[language]]
    return [stem(word, language) for word in kept or words]


def deletions(word: str) -> frozenset[str]:
    """A word, and all that is left of it when one letter goes: two words one slip apart share one of these.

    >>> sorted(deletions("dice"))
    ['dce', 'dic', 'dice', 'die', 'ice']
    """
    return frozenset((word, *(word[:at] + word[at + 1 :] for at in range(len(word)))))


def grams(word: str) -> frozenset[str]:
    """The runs of three letters of a word, its ends marked.

    >>> sorted(grams("lava"))
    ['_la', 'ava', 'lav', 'va_']
    """
    marked = f"_{word}_"
    return frozenset(marked[start : start + 3] for start in range(len(marked) - 2))
