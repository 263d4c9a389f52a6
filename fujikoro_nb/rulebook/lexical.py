"""The lexical index: how much each single text of the entries shares with a question, with no dependency.

A question is compared with each single text (title, answer, statement, question) of an entry; the best one counts, and
the three best beside it. The measure is Tversky's: the weight of the words both share, over that plus what only one of
them has; a rare word weighs more. To that comes how often all the texts of the entry have the words of the question.
A word that the texts do not have stands for those that are spelt alike, begin alike or mean the same.
``rule_index.mjs`` does the same in the page.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

import msgspec

from fujikoro_nb.rulebook.entries import Entry
from fujikoro_nb.rulebook.stems import (
    WHOLE,
    deletions,
    empty_stems,
    grams,
    search_words,
    stem,
    stem_sets,
    stems_of,
)
from fujikoro_nb.rulebook.wording import words_of


class Weights(msgspec.Struct, frozen=True):
    """The measure's numbers, set on `tuning.yaml` and `evaluation.yaml` of tests/rulebook/questions together."""

    only_asked: float = 0.3
    """Weight of what only the question has."""
    only_text: float = 0.35
    """Weight of what only the text has."""
    whole: float = 1.5
    """How much all texts of an entry together add to its best ones."""
    half_often: float = 1.0
    """A word that so many texts of an entry have counts half of what one does that all have."""
    nearest: int = 3
    """An entry's best text counts half, and the mean of so many best ones half."""
    synonym: float = 0.45
    slip: float = 0.8
    """A word one letter away: left out, added, replaced, or two exchanged."""
    spelling: float = 0.8
    """A word farther away: times the share of common letter groups."""
    least_alike: float = 0.4
    surely_alike: float = 0.6
    """From this share on a misspelling has the synonyms of what it stands for."""
    begun: float = 0.9
    """A word whose beginning was typed."""
    part: float = 0.45
    """A word within a compound, or a compound around it: this times the share of its letters, and `part_least`."""
    part_least: float = 0.1
    unknown: float = 0.9
    """A word that nothing stands for weighs so much of the rarest word."""
    foreign: float = 0.85
    """Texts of a language that was not chosen."""
    sister: float = 0.85
    """Entries of a small game that is neither asked for nor named."""
    own: float = 1.35
    """Entries whose own topic the question names: a mode, a scenario, a character, a small game."""
    apart: float = 0.4
    """Entries that do not hold where the question names."""
    telling: float = 0.3
    """Words of a question that only name a topic: which rule of it is meant, the others say."""
    evening: float = 1.1
    """Entries of the scenario that is played this evening."""
    aside: float = 0.88
    """Entries that hold in special cases only: scenarios, characters, options, worked examples, other modes."""
    often: tuple[float, float, float, float] = (0.98, 1.0, 1.02, 1.04)
    """By how often tables ask for an entry."""
    often_begun: tuple[float, float, float, float] = (0.85, 1.0, 1.15, 1.3)
    """The same while somebody types, when a word or two have to do."""
    kinds: tuple[float, float, float, float] = (0.95, 0.85, 0.9, 1.0)
    """Title, answer, statement, question."""
    topic: float = 1.6
    """A word in at least `topic_titles` titles names a thing of the game and weighs so much more."""
    topic_titles: int = 4
    most_letters: int = 400
    """Letters of a question that are read, then words; nobody asks a longer one."""
    most_words: int = 40
    most_alike: int = 24
    """Stems that one word of a question may stand for; misspelt ones."""
    most_misspelt: int = 6
    least_slip: int = 4
    """Letters of a word in which a slip is looked for."""


WEIGHTS = Weights()


def synonyms(language: str) -> Mapping[str, frozenset[str]]:
    """The stems that mean the same as a stem."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in search_words().synonyms[language]:
        group = {stem(word, language) for word in words_of(line)}
        for word in group:
            found[word] |= group - {word}
    return {word: frozenset(others) for word, others in found.items()}


def texts_of(entry: Entry, language: str) -> tuple[tuple[int, str], ...]:
    """The texts of an entry that are searched, each with its kind: 0 title, 1 answer, 2 statement, 3 question."""
    wording = entry.wording(language)
    first = ((0, wording.title), (1, wording.answer), (2, wording.says))
    return first + tuple((3, question) for question in wording.asked)


def _best_first(weighed: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """By weight, then by name: words of one weight come in the same order here and in the page."""
    return tuple(sorted(weighed.items(), key=lambda pair: (-pair[1], pair[0])))


class LanguageIndex:
    """The texts of all entries in one language: ``texts`` is a sequence of (entry, kind, text), entries from 0."""

    def __init__(
        self,
        texts: Iterable[tuple[int, int, str]],
        language: str,
        *,
        synonyms: Mapping[str, frozenset[str]],
        weights: Weights = WEIGHTS,
    ) -> None:
        self.language = language
        self.weights = weights
        self._synonyms = synonyms
        self._whole = frozenset(WHOLE[language].values())
        listed = list(texts)
        self.entry_of = [entry for entry, _, _ in listed]
        kinds = [kind for _, kind, _ in listed]
        self._kind = [weights.kinds[kind] for kind in kinds]
        stems = stem_sets([text for _, _, text in listed], language)
        self.n_entries = max(self.entry_of, default=-1) + 1
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(stems):
            for word in words:
                self._postings[word].append(number)
        self._postings = dict(self._postings)
        self._n_texts = Counter(self.entry_of)
        self._entries_with = {
            word: Counter(self.entry_of[number] for number in numbers)
            for word, numbers in self._postings.items()
        }
        titled = Counter(
            word for words, kind in zip(stems, kinds, strict=True) if kind == 0 for word in words
        )
        topics = {word for word, n in titled.items() if n >= weights.topic_titles}
        self.idf = {
            word: self._idf_of(len(held)) * (weights.topic if word in topics else 1.0)
            for word, held in self._entries_with.items()
        }
        self.unknown_idf = self._idf_of(0) * weights.unknown
        self._mass = [sum(self.idf[word] for word in words) for words in stems]
        self._memo: dict[tuple[str, bool], tuple[tuple[str, float], ...]] = {}

    def _idf_of(self, n_held: int) -> float:
        """How much a word weighs that so many entries hold."""
        return math.log(1 + (max(self.n_entries, 1) - n_held + 0.5) / (n_held + 0.5))

    def alike(self, word: str, *, is_typing: bool = False) -> tuple[tuple[str, float], ...]:
        """The stems of the texts that a stem of a question stands for, each with a weight up to 1."""
        key = (word, is_typing)
        if key not in self._memo:
            if len(self._memo) > 20_000:  # a long-lived page is asked by many
                self._memo.clear()
            self._memo[key] = self._find_alike(word, is_typing)
        return self._memo[key]

    def _find_alike(self, word: str, is_typing: bool) -> tuple[tuple[str, float], ...]:
        w = self.weights
        found: dict[str, float] = {}

        def take(other: str, weight: float) -> None:
            if other in self._postings and weight > found.get(other, 0.0):
                found[other] = weight

        take(word, 1.0)
        for other in self._synonyms.get(word, ()):
            take(other, w.synonym)
        if word.isdigit() or (word in self._whole and not is_typing):
            return _best_first(found)  # no part of another one, and not misspelt
        for other in self._postings:
            if is_typing and other.startswith(word):
                take(other, w.begun)
            if len(word) >= 4 and len(other) >= 4 and other != word and (word in other or other in word):
                shorter, longer = sorted((len(word), len(other)))
                take(other, w.part * shorter / longer + w.part_least)
        if word not in self._postings and not is_typing:
            for other, weight in self._spelt_alike(word):
                take(other, weight)
                for synonym in self._synonyms.get(other, ()) if weight >= w.surely_alike else ():
                    take(synonym, weight * w.synonym)
        return _best_first(found)[: w.most_alike]

    @cached_property
    def _words_with(self) -> Mapping[str, list[str]]:
        """The stems by the letter groups that they hold."""
        found: dict[str, list[str]] = {}
        for word in self._postings:
            for gram in grams(word):
                found.setdefault(gram, []).append(word)
        return found

    @cached_property
    def _slips(self) -> Mapping[str, list[str]]:
        """The stems by what is left of them when one letter goes."""
        found: dict[str, list[str]] = {}
        for word in self._postings:
            if len(word) >= self.weights.least_slip and not word.isdigit():
                for shorter in deletions(word):
                    found.setdefault(shorter, []).append(word)
        return found

    def _spelt_alike(self, word: str) -> tuple[tuple[str, float], ...]:
        """Misspelt stems with a weight: those one slip away, then those that share many letter groups."""
        w = self.weights
        found: dict[str, float] = {}
        if len(word) >= w.least_slip:
            for shorter in deletions(word):
                for other in self._slips.get(shorter, ()):
                    found[other] = w.slip
        asked = grams(word)
        common: defaultdict[str, int] = defaultdict(int)
        for gram in asked:
            for other in self._words_with.get(gram, ()):
                common[other] += 1
        for other, n in common.items():
            share = 2 * n / (len(asked) + len(other))
            if n > 1 and share >= w.least_alike and w.spelling * share > found.get(other, 0.0):
                found[other] = w.spelling * share
        return _best_first(found)[: w.most_misspelt]

    def known(self, question: str) -> float:
        """How much of a question's weight stands in any text at all, from 0 to 1; a likeness counts in part."""
        total = found = 0.0
        for word in dict.fromkeys(stems_of(question, self.language)):
            weight = self.idf.get(word, self._idf_of(0))
            total += weight
            if word in self.idf:
                found += weight
            elif candidates := self.alike(word):
                found += (
                    min(weight, max(self.idf[other] * share for other, share in candidates))
                    * candidates[0][1]
                )
        return found / total if total else 0.0

    def told(self, question: str) -> float:
        """How much the words of a question weigh that tell what it is about."""
        empty = empty_stems(self.language)
        return sum(
            self.idf.get(word, self._idf_of(0))
            for word in dict.fromkeys(stems_of(question, self.language))
            if word not in empty
        )

    def scores(
        self, question: str, *, is_typing: bool = False, telling: Collection[str] = ()
    ) -> dict[int, float]:
        """The score of every entry that shares anything with a question.

        `telling`: words that only name a mode, a scenario, a character or a game, and weigh less.
        """
        w = self.weights
        lighter = {stem(word, self.language) for word in telling}
        asked = list(dict.fromkeys(stems_of(question, self.language)))[: w.most_words]
        last = ""
        if is_typing and asked and not question[-1:].isspace():
            # What is being typed may only look like a word that says nothing: "to" becomes "tooth".
            last = stem(words_of(question)[-1], self.language)
            asked = [*(word for word in asked if word != last), last][-w.most_words :]
        shared: dict[int, float] = {}
        of_entry: dict[int, float] = {}
        total = 0.0
        for word in asked:
            candidates = self.alike(word, is_typing=word == last)
            if word == last:  # one term, as frequent as all the words that begin so
                held = {entry for other, _ in candidates for entry in self._entries_with[other]}
                idf = self._idf_of(len(held)) if held else self.unknown_idf
            else:
                idf = self.idf.get(word) or max(
                    (self.idf[other] * weight for other, weight in candidates), default=self.unknown_idf
                )
            told = w.telling if word in lighter else 1.0
            idf *= told
            total += idf
            best: dict[int, float] = {}
            best_of_entry: dict[int, float] = {}
            for other, weight in reversed(candidates):  # the best come last and stay
                value = min(idf, self.idf[other] * told) * weight
                for number in self._postings[other]:
                    best[number] = value
                for number, n in self._entries_with[other].items():
                    often = value * n / (n + w.half_often)
                    if often > best_of_entry.get(number, 0.0):
                        best_of_entry[number] = often
            for number, value in best.items():
                shared[number] = shared.get(number, 0.0) + value
            for number, value in best_of_entry.items():
                of_entry[number] = of_entry.get(number, 0.0) + value
        of_texts: dict[int, list[float]] = {}
        mass, kind, entry_of = self._mass, self._kind, self.entry_of
        for number, common in shared.items():
            only_text = mass[number] - common
            score = common / (
                common + w.only_asked * (total - common) + w.only_text * (only_text if only_text > 0 else 0.0)
            )
            of_texts.setdefault(entry_of[number], []).append(score * kind[number])
        return {
            entry: self._of_entry(entry, scores, min(1.0, of_entry[entry] / total))
            for entry, scores in of_texts.items()
        }

    def _of_entry(self, entry: int, scores: list[float], often: float) -> float:
        """The score of an entry by what its texts share with a question, and by how often they have its words.

        A text that is all but the question itself is worth its own score, whatever the others are.
        """
        scores.sort(reverse=True)
        best, nearest = scores[0], self.weights.nearest
        mean = sum(scores[:nearest]) / min(nearest, self._n_texts[entry])
        share = self.weights.whole / (1 + self.weights.whole)
        cube = best * best * best
        return max(cube * cube, (1 - share) * (best + mean) / 2 + share * often)
