"""Finding the rule in the players' words: a lexical index over every text of every entry, with no dependency.

A question is compared with each single text (title, answer, statement, question) of an entry, and the best one counts.
The measure is Tversky's: the weight of the words that both share, over that plus what only one of them has; a rare word
weighs more. A word that the texts do not have stands for those that are spelt alike, begin alike or mean the same.
``rule_search.mjs`` does the same in the page without asking the kernel; a test compares the two.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import msgspec

from fujikoro_nb.rulebook.entries import LANGUAGES, MODES, Entry, entries
from fujikoro_nb.rulebook.stems import deletions, grams, search_words, stem, stems_of
from fujikoro_nb.rulebook.wording import words_of


class Weights(msgspec.Struct, frozen=True):
    """The measure's numbers, set on `tuning.yaml` and `evaluation.yaml` of tests/rulebook/questions together."""

    only_asked: float = 0.3
    """Weight of what only the question has."""
    only_text: float = 0.35
    """Weight of what only the text has."""
    whole: float = 0.6
    """How much all texts of an entry together add to its best one."""
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
    sister: float = 0.8
    """Entries of another game than the one that is asked for, or that the question names."""
    named: float = 1.2
    """Entries of a sister game that the question names."""
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
LEAST_FIT = 0.45
"""Below this fit no rule is said to answer, when words alone were compared; see benchmarks/bench_search.py."""
LEAST_FIT_WITH_MEANING = 0.5
"""The same for words and meaning together."""

ASIDE = ("scenario", "char", "option", "example", "variant", "solo", "coop")
"""Chapters that hold in special cases only."""
SISTERS = {"makai": "makai_fuda", "fuji99": "fuji_99"}
"""The chapters of the sister games, and what their rules answer to as a mode."""
NAMES = {"makai": "makai", "fuda": "makai", "99": "fuji99", "fuji99": "fuji99"}
"""Words that name a sister game."""
SPECIAL_MODES = (*SISTERS.values(), *MODES[1:])
"""Who asks for one of these asks for special cases."""


class Hit(msgspec.Struct, frozen=True):
    """An entry that fits; a score of 1 is a text word for word, and a rule asked for often gets a little more."""

    id: str
    score: float


class Scope(msgspec.Struct, frozen=True):
    """What may be found: rules of a mode, for a number of players, of a chapter; empty means any.

    ``mode`` is one of ``competitive``, ``coop``, ``solo``, or a sister game, ``makai_fuda`` or ``fuji_99``.
    """

    mode: str = ""
    players: int = 0
    chapter: str = ""

    def admits(self, entry: Entry) -> bool:
        """Whether an entry may be found."""
        chapter = entry.id.partition(".")[0]
        if self.chapter and chapter != self.chapter:
            return False
        if self.mode and self.mode not in (entry.modes or (SISTERS.get(chapter),)):
            return False
        fits = not self.players or entry.players is None
        return fits or entry.players[0] <= self.players <= entry.players[1]  # type: ignore[index]


ANYTHING = Scope()


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
        self.entry_of: list[int] = []
        self._kind: list[float] = []
        stems: list[frozenset[str]] = []
        kinds: list[int] = []
        for entry, kind, text in texts:
            self.entry_of.append(entry)
            kinds.append(kind)
            self._kind.append(weights.kinds[kind])
            stems.append(frozenset(stems_of(text, language)))
        self.n_entries = max(self.entry_of, default=-1) + 1
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(stems):
            for word in words:
                self._postings[word].append(number)
        self._postings = dict(self._postings)
        self._entries_with = {
            word: sorted({self.entry_of[number] for number in numbers})
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
        self._words_with: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._postings:
            for gram in grams(word):
                self._words_with[gram].append(word)
        self._slips: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._postings:
            if len(word) >= weights.least_slip and not word.isdigit():
                for shorter in deletions(word):
                    self._slips[shorter].append(word)
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
        if word.isdigit():
            return tuple(found.items())
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
        return tuple(sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[: w.most_alike])

    def _spelt_alike(self, word: str) -> list[tuple[str, float]]:
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
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[: w.most_misspelt]

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

    def scores(self, question: str, *, is_typing: bool = False) -> dict[int, float]:
        """The score of every entry that shares anything with a question."""
        w = self.weights
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
            total += idf
            best: dict[int, float] = {}
            best_of_entry: dict[int, float] = {}
            for other, weight in reversed(candidates):  # the best come last and stay
                value = min(idf, self.idf[other]) * weight
                for number in self._postings[other]:
                    best[number] = value
                for number in self._entries_with[other]:
                    best_of_entry[number] = value
            for number, value in best.items():
                shared[number] = shared.get(number, 0.0) + value
            for number, value in best_of_entry.items():
                of_entry[number] = of_entry.get(number, 0.0) + value
        found: dict[int, float] = {}
        mass, kind, entry_of = self._mass, self._kind, self.entry_of
        for number, common in shared.items():
            only_text = mass[number] - common
            score = common / (
                common + w.only_asked * (total - common) + w.only_text * (only_text if only_text > 0 else 0.0)
            )
            score *= kind[number]
            entry = entry_of[number]
            if score > found.get(entry, 0.0):
                found[entry] = score
        share = w.whole / (1 + w.whole)
        return {
            entry: (1 - share) * score + share * min(1.0, of_entry[entry] / total)
            for entry, score in found.items()
        }


class RuleSearch:
    """The index over some entries in all languages."""

    def __init__(self, searched: Sequence[Entry], *, weights: Weights = WEIGHTS) -> None:
        self.entries = tuple(searched)
        self.weights = weights
        self._indexes = {
            language: LanguageIndex(
                (
                    (number, kind, text)
                    for number, entry in enumerate(self.entries)
                    for kind, text in texts_of(entry, language)
                ),
                language,
                synonyms=synonyms(language),
                weights=weights,
            )
            for language in LANGUAGES
        }

    def _prior(self, entry: Entry, game: str, scope: Scope, *, is_typing: bool) -> float:
        """What an entry's score is multiplied by: how often tables ask for it, and whether it is a special case.

        `game` is the chapter of the sister game that the question names, or empty.
        """
        w = self.weights
        chapter = entry.id.partition(".")[0]
        often = (w.often_begun if is_typing else w.often)[entry.often]
        if scope.chapter or scope.mode in SPECIAL_MODES:
            return often
        if chapter in SISTERS:
            return often * (w.named if chapter == game else w.sister)
        if game:
            return often * w.sister
        return often * (w.aside if chapter in ASIDE else 1.0)

    def language_of(self, question: str) -> str:
        """The language in which a question fits best; English where it fits nowhere."""
        best = {
            language: max(index.scores(question[: self.weights.most_letters]).values(), default=0.0)
            for language, index in self._indexes.items()
        }
        return max(LANGUAGES, key=lambda language: best[language])

    def fit(self, question: str, hits: Sequence[Hit]) -> float:
        """How well the best of these hits answers: its score, less where no rule knows words of the question.

        Below `LEAST_FIT` the rules do not cover the question.
        """
        known = max(index.known(question[: self.weights.most_letters]) for index in self._indexes.values())
        return hits[0].score * math.sqrt(known) if hits else 0.0

    def find(
        self,
        question: str,
        *,
        language: str = "en",
        scope: Scope = ANYTHING,
        limit: int = 10,
        is_typing: bool = False,
        meaning: Callable[[str], Sequence[float]] | None = None,
    ) -> tuple[Hit, ...]:
        """The entries that fit a question best, best first, at most `limit`; any text is fine.

        `is_typing`: the last word may be unfinished. `meaning` gives a second opinion, a number an entry.
        """
        question = question[: self.weights.most_letters]
        best = [0.0] * len(self.entries)
        for spoken, index in self._indexes.items():
            prior = 1.0 if spoken == language else self.weights.foreign
            for number, score in index.scores(question, is_typing=is_typing).items():
                best[number] = max(best[number], prior * score)
        if meaning is not None:
            best = list(meaning_blend(best, meaning(question)))
        game = next((NAMES[word] for word in words_of(question) if word in NAMES), "")
        hits = [
            Hit(entry.id, score * self._prior(entry, game, scope, is_typing=is_typing))
            for entry, score in zip(self.entries, best, strict=True)
            if score > 0 and scope.admits(entry)
        ]
        return tuple(sorted(hits, key=lambda hit: -hit.score)[:limit])


def meaning_blend(words: Sequence[float], meaning: Sequence[float], *, share: float = 0.5) -> Iterable[float]:
    """Both opinions in one number an entry."""
    return ((1 - share) * word + share * max(0.0, meant) for word, meant in zip(words, meaning, strict=True))


@cache
def rule_search() -> RuleSearch:
    """The search over the whole rulebook, made once."""
    return RuleSearch(entries())
