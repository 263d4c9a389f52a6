"""Words as the search compares them: plain letters, endings taken off, and the letter groups that a misspelling keeps.

``rule_search.mjs`` does the same in the page; a test compares the two on hundreds of questions.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.rulebook.wording import NUMERALS, WORD, plain, words_of

LEAST_STEM = 3
"""Letters that stay, whatever ending a word has."""


class SearchWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``search_words.toml``: by language the endings, how separable verbs begin, what only looks like having an
    ending, the stop words, those that ask, those that say nothing of their own, and groups of synonyms."""

    endings: dict[str, str]
    joined: dict[str, str]
    whole: dict[str, tuple[str, ...]]
    stop: dict[str, str]
    synonyms: dict[str, tuple[str, ...]]
    asking: dict[str, str]
    vague: dict[str, str]


@cache
def search_words() -> SearchWords:
    """The word lists of the search."""
    text = (files("fujikoro_nb.rulebook") / "search_words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), SearchWords)


_ENDINGS = {language: tuple(line.split()) for language, line in search_words().endings.items()}
WHOLE = {
    language: {word: line.split()[0] for line in lines for word in line.split()}
    for language, lines in search_words().whole.items()
}
"""The stems of words whose ending is none."""
JOINED = {
    language: f"^({'|'.join(line.split())})(?:ge|zu)([a-z]{{4,}})$" if line else ""
    for language, line in search_words().joined.items()
}
"""What a separable verb looks like with "ge" or "zu" in it; empty for a language without such verbs."""
_JOINED = {language: re.compile(pattern) for language, pattern in JOINED.items() if pattern}
NUMERALS_PLAIN = {
    language: {plain(word): str(n) for word, n in numerals.items()} for language, numerals in NUMERALS.items()
}
"""Number words in plain letters, and their figures."""
MOST_STEMS = 20_000
_ASKING = {language: frozenset(line.split()) for language, line in search_words().asking.items()}
LEAST_TOLD = 2
"""More than so many times the small words of the next language tell it."""
_STOP = {language: frozenset(line.split()) for language, line in search_words().stop.items()}


def stem(word: str, language: str) -> str:
    """A word without its ending.

    >>> stem("weapons", "en"), stem("sandales", "fr"), stem("wurfeln", "de")
    ('weapon', 'sandal', 'wurfel')
    >>> stem("umgehauen", "de"), stem("umzuhauen", "de"), stem("umhaut", "de"), stem("ausgehen", "de")
    ('umhau', 'umhau', 'umhau', 'ausgeh')
    >>> stem("second", "en"), stem("seconds", "en"), stem("secs", "en")
    ('second', 'seconds', 'seconds')
    """
    if word.isdigit():
        return word
    if (whole := WHOLE[language].get(word)) is not None:
        return whole
    if (joined := _JOINED.get(language)) is not None:
        word = joined.sub(r"\1\2", word)
    for ending in _ENDINGS[language]:
        if len(word) - len(ending) >= LEAST_STEM and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if language == "en" and len(word) > LEAST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls":
        return word[:-1]  # hit, hitting
    return word


class _Stems(dict[str, str]):
    """The stems of words that were met, empty for those that say nothing: our texts repeat a few thousand words."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        if len(self) >= MOST_STEMS:  # strange words are not kept for ever
            self.clear()
        figure = NUMERALS_PLAIN[self._language].get(word, word)
        self[word] = found = "" if figure in _STOP[self._language] else stem(figure, self._language)
        return found


_STEMS = {language: _Stems(language) for language in NUMERALS_PLAIN}


@cache
def empty_stems(language: str) -> frozenset[str]:
    """The stems of words that ask or stand for anything: they do not tell what a question is about."""
    words = search_words()
    return frozenset(
        stem(word, language) for word in f"{words.asking[language]} {words.vague[language]}".split()
    )


def stems_of(text: str, language: str) -> list[str]:
    """The stems of a text, numbers as figures, stop words left out; all words where nothing else is left.

    >>> stems_of("Are my two helmets broken?", "en")
    ['2', 'helmet', 'broken']
    """
    return _stems_of_words(words_of(text), language)


def _stems_of_words(words: Sequence[str], language: str) -> list[str]:
    known = _STEMS[language]
    kept = [found for word in words if (found := known[word])]
    return kept or [stem(NUMERALS_PLAIN[language].get(word, word), language) for word in words]


def stem_sets(texts: Sequence[str], language: str) -> list[frozenset[str]]:
    """`stems_of` of each text, for many at once."""
    lines = plain("\n".join(text.replace("\n", " ") for text in texts)).split("\n")
    return [frozenset(_stems_of_words(WORD.findall(line), language)) for line in lines[: len(texts)]]


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


def language_told(text: str) -> str:
    """The language that a text's small words tell; empty where they do not.

    >>> language_told("Wie viele darf ich haben?"), language_told("lava")
    ('de', '')
    """
    words = words_of(text)
    counts = {
        language: sum(word in stop or word in _ASKING[language] for word in words)
        for language, stop in _STOP.items()
    }
    best, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=lambda language: counts[language]) if best > LEAST_TOLD * second else ""
