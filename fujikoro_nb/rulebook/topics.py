"""What a question names: a mode, a scenario, a character, or one of the small games, and which rules hold there.

A topic is data (``topics.toml``) and answers for itself: whether a text names it, which rules are its own, which hold
in it. Nothing outside asks which topic it is. ``rule_topics.mjs`` does the same in the page; a test compares the two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from fujikoro_nb.rulebook.entries import LANGUAGES, SISTERS, Entry
from fujikoro_nb.rulebook.stems import NUMERALS_PLAIN
from fujikoro_nb.rulebook.wording import words_of

SOME_WORDS = "~"
MOST_BETWEEN = 3
"""Words that `SOME_WORDS` stands for at most."""

SET_ONCE = ("mode", "game")
"""Kinds of topics that are what a table plays, and not something in it."""

Phrases = dict[str, tuple[str, ...]]
"""By language; ``topics.toml`` says how they are written."""


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a question can name."""

    id: str
    kind: str
    """``mode``, ``variant``, ``scenario``, ``character`` or ``game``; a rule of one holds in no other of its kind."""
    modes: tuple[str, ...]
    """Where it is played: modes of Fuji Koro, or the small game itself."""
    own: tuple[str, ...]
    """How the ids of its own rules begin."""
    named: Phrases
    hinted: Phrases = {}
    unless: Phrases = {}

    def is_played_in(self, mode: str) -> bool:
        """Whether it can come up there."""
        return mode in self.modes

    def is_set_by(self, mode: str) -> bool:
        """Whether playing that mode, or that game, is all there is to it."""
        return self.kind in SET_ONCE and self.modes == (mode,)

    def owns(self, entry: Entry) -> bool:
        """Whether a rule is about this.

        >>> from fujikoro_nb.rulebook.entries import entry
        >>> topic("coop").owns(entry("coop.trade.same-space")), topic("coop").owns(entry("move.steps.base"))
        (True, False)
        """
        return entry.id.startswith(self.own) and self._shares_mode(entry)

    def holds(self, entry: Entry) -> bool:
        """Whether a rule holds here: a general one of its modes does, one of another topic of this kind does not."""
        if not self._shares_mode(entry):
            return False
        return self.owns(entry) or all(other.kind != self.kind for other in topics_of(entry))

    def _shares_mode(self, entry: Entry) -> bool:
        return any(mode in self.modes for mode in modes_of(entry))


class _Topics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    frames: Phrases
    topic: tuple[Topic, ...]


class Named(msgspec.Struct, frozen=True):
    """What a question names: topics in the file's order, and the words that name them and say nothing else."""

    topics: tuple[Topic, ...] = ()
    words: frozenset[str] = frozenset()

    def missed_by(self, entry: Entry) -> tuple[Topic, ...]:
        """The topics in which a rule does not hold."""
        return tuple(topic for topic in self.topics if not topic.holds(entry))


NOTHING_NAMED = Named()


@cache
def _book() -> _Topics:
    text = (files("fujikoro_nb.rulebook") / "topics.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Topics)


def topics() -> tuple[Topic, ...]:
    """All topics, modes first."""
    return _book().topic


def frames() -> Phrases:
    """The words that announce a paraphrased title."""
    return _book().frames


@cache
def _by_id() -> Mapping[str, Topic]:
    return MappingProxyType({topic.id: topic for topic in topics()})


def topic(topic_id: str) -> Topic:
    """One topic. Raises KeyError."""
    return _by_id()[topic_id]


def scenario_topic(number: int) -> Topic:
    """The topic of a scenario by its number. Raises KeyError."""
    return topic(f"scenario-{number}")


def modes_of(entry: Entry) -> tuple[str, ...]:
    """Where a rule holds: modes of Fuji Koro, or its small game."""
    return entry.modes or (SISTERS[entry.id.partition(".")[0]],)


@cache
def topics_of(entry: Entry) -> tuple[Topic, ...]:
    """The topics whose own a rule is; none for a rule of the game in general."""
    return tuple(each for each in topics() if each.owns(entry))


# ---- naming


@cache
def _phrases(text: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in text)


def _fits(part: str, word: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else word == part


def _places_from(phrase: Sequence[str], words: Sequence[str], start: int) -> tuple[int, ...] | None:
    """Where the words of a phrase stand that begins at `start`; None where it does not."""
    if not phrase:
        return ()
    if phrase[0] == SOME_WORDS:
        for skipped in range(MOST_BETWEEN + 1):
            places = _places_from(phrase[1:], words, start + skipped)
            if places is not None:
                return places
        return None
    if start >= len(words) or not _fits(phrase[0], words[start]):
        return None
    rest = _places_from(phrase[1:], words, start + 1)
    return None if rest is None else (start, *rest)


def _starts(part: str, words: Sequence[str]) -> Sequence[int]:
    """Where a phrase that begins so may begin: mostly nowhere, which has to be found out quickly."""
    if part == SOME_WORDS:
        return range(len(words))
    if not part.endswith("*") and part not in words:
        return ()
    return [at for at, word in enumerate(words) if _fits(part, word)]


def _places(phrases: tuple[str, ...], words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Of each phrase that stands in a text, where its first occurrence has its words."""
    for phrase in _phrases(phrases):
        for start in _starts(phrase[0], words):
            places = _places_from(phrase, words, start)
            if places is not None:
                yield places
                break


def named_in(question: str) -> Named:
    """What a question names, in any language.

    A title that is said in other words counts where nothing of its kind is named outright.

    >>> [topic.id for topic in named_in("In the 4th scenario, as a team?").topics]
    ['coop', 'scenario-4']
    """
    spoken = words_of(question)
    by_language = {
        language: [NUMERALS_PLAIN[language].get(word, word) for word in spoken] for language in LANGUAGES
    }
    words: set[str] = set()
    outright: list[Topic] = []
    hinted: list[Topic] = []
    for each in topics():
        if any(_stands(each.unless, by_language)):
            continue
        naming = {
            at
            for language, heard in by_language.items()
            for places in _places(each.named.get(language, ()), heard)
            for at in places
        }
        if naming:
            outright.append(each)
            words |= {spoken[at] for at in naming}
        elif any(_stands(each.hinted, by_language)):
            hinted.append(each)
    if hinted and any(_stands(frames(), by_language)):
        kinds = {each.kind for each in outright}
        outright += [each for each in hinted if each.kind not in kinds]
        outright.sort(key=topics().index)
    return Named(tuple(outright), frozenset(words))


def _stands(phrases: Phrases, by_language: Mapping[str, Sequence[str]]) -> Iterator[tuple[int, ...]]:
    for language, words in by_language.items():
        yield from _places(phrases.get(language, ()), words)
