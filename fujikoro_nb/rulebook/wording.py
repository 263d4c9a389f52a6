"""What may stand in an entry: the words and numbers of a text, and the runs of eight words it shares with a booklet.

The booklets themselves are not part of the project. ``tests/rulebook/booklets`` holds how many lines each has, which
of them are blank, and a hash of every run of eight words, so that a borrowed sentence can be found out.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator

RUN = 8
"""Words in a row that no text of ours shares with a booklet."""
HASH_BYTES = 5
"""At 35,000 runs a booklet a wrong alarm comes once in some 30 million runs."""

WORD = re.compile(r"[0-9]+|[^\W\d_]+")
"""A word, or a number, in plain letters."""
_MARKS = re.compile("[\u0300-\u036f]")
_UNUSUAL = re.compile("[^\x00-\u02ff\u2000-\u206f]")
"""Letters that may be combining marks beside `_MARKS`; our own texts have none."""
_NO_NUMBER = re.compile(
    r"\b(?:one|two)[- ]hand(?:ed|s)?\b|\bà (?:une|deux) mains?\b|\b(?:ein|zwei)h[aä]nd\w*\b|\bFuji 99\b",
    re.IGNORECASE,
)
"""What holds a number and states none: one-handed, two-handed, the name of a game."""
_NUMBERWORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn",
}
NUMERALS = {
    language: {word: n for n, word in enumerate(line.split(), 2)} for language, line in _NUMBERWORDS.items()
}
"""The number words from two to sixteen by language."""


def plain(text: str) -> str:
    """Lower case without accents, ligatures taken apart: what two spellings of a word share.

    >>> plain("Größe, Épée, Œuf")
    'grosse, epee, oeuf'
    """
    if text.isascii():
        return text.lower()
    spread = text.replace("œ", "oe").replace("Œ", "Oe").casefold()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", spread))
    if not _UNUSUAL.search(bare):
        return bare
    return "".join(each for each in bare if not unicodedata.combining(each))


def words_of(text: str) -> list[str]:
    """The words of a text in plain letters; a number is a word.

    >>> words_of("L'épée à 2 mains")
    ['l', 'epee', 'a', '2', 'mains']
    """
    return WORD.findall(plain(text))


def count_words(text: str) -> int:
    """Words as a reader counts them: parted by blanks."""
    return sum(1 for part in text.split() if WORD.search(part))


def numbers_in(text: str, *, language: str = "en") -> set[int]:
    """The whole numbers from 0 that a text states, as figures or as words; one-handed and two-handed are no numbers.

    "One" is left out as a word, because it is an article in all three languages.

    >>> sorted(numbers_in("A two-handed weapon of up to twelve cubes rolls 3 dice."))
    [3, 12]
    """
    found = set()
    for word in WORD.findall(_NO_NUMBER.sub(" ", text).casefold()):
        if word.isdigit():
            found.add(int(word))
        elif word in NUMERALS[language]:
            found.add(NUMERALS[language][word])
    return found


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of eight words."""
    words = words_of(text)
    return (tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))


def fingerprint(run: Iterable[str]) -> bytes:
    """A run as it is kept in the fixtures."""
    return hashlib.blake2b(" ".join(run).encode(), digest_size=HASH_BYTES).digest()
