"""Finding the rule in the players' words: how well each entry fits a question, and what the question names.

`LanguageIndex` of ``lexical.py`` compares words; here an entry's score also follows how often tables ask for it,
whether it is a special case, and which mode, scenario, character or game the question names.
``rule_search.mjs`` does the same in the page without asking the kernel; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec

from fujikoro_nb.rulebook.entries import LANGUAGES, MODES, SISTERS, Entry, entries
from fujikoro_nb.rulebook.lexical import WEIGHTS, LanguageIndex, Weights, synonyms, texts_of
from fujikoro_nb.rulebook.topics import NOTHING_NAMED, Named, Topic, named_in, scenario_topic

ASIDE = ("scenario", "char", "option", "example", "variant", "solo", "coop")
"""Chapters that hold in special cases only."""
SPECIAL_MODES = (*SISTERS.values(), *MODES[1:])
"""Who asks for one of these asks for special cases."""


class Hit(msgspec.Struct, frozen=True):
    """An entry that fits; a score of 1 is a text word for word, and a rule asked for often gets a little more."""

    id: str
    score: float
    likeness: float
    """The score by words and meaning alone, from 0 to 1: neither how often it is asked for nor what is named."""


class Scope(msgspec.Struct, frozen=True):
    """What may be found: rules of a mode, for a number of players, of a chapter; empty means any.

    ``mode`` is one of ``competitive``, ``coop``, ``solo``, or a sister game, ``makai_fuda`` or ``fuji_99``;
    ``scenario`` the number of the one that is played, 0 where that is not known.
    """

    mode: str = ""
    players: int = 0
    chapter: str = ""
    scenario: int = 0

    @property
    def topic(self) -> Topic | None:
        """The scenario that is played."""
        return scenario_topic(self.scenario) if self.scenario else None

    def admits(self, entry: Entry) -> bool:
        """Whether an entry may be found."""
        chapter = entry.id.partition(".")[0]
        if self.chapter and chapter != self.chapter:
            return False
        if self.mode and self.mode not in (entry.modes or (SISTERS.get(chapter),)):
            return False
        if self.topic is not None and not self.topic.holds(entry):
            return False
        fits = not self.players or entry.players is None
        return fits or entry.players[0] <= self.players <= entry.players[1]  # type: ignore[index]

    def beside(self, named: Named) -> Scope:
        """What is left of it beside what a question names: that counts more than what is played this evening."""
        others = [each for each in named.topics if each.kind != "character"]
        mode = "" if others and not any(each.is_played_in(self.mode) for each in others) else self.mode
        is_other = any(each.kind == "scenario" and each != self.topic for each in others)
        scenario = 0 if is_other or mode != self.mode else self.scenario
        return msgspec.structs.replace(self, mode=mode, scenario=scenario)


ANYTHING = Scope()


class RuleSearch:
    """The index over some entries in all languages, each made when it is first asked."""

    def __init__(self, searched: Sequence[Entry], *, weights: Weights = WEIGHTS) -> None:
        self.entries = tuple(searched)
        self.weights = weights
        self._places = {entry.id: number for number, entry in enumerate(self.entries)}
        self._indexes: dict[str, LanguageIndex] = {}
        self._shares: dict[str, tuple[float, ...]] = {}

    def index(self, language: str) -> LanguageIndex:
        """The texts of one language."""
        if language not in self._indexes:
            self._indexes[language] = LanguageIndex(
                (
                    (number, kind, text)
                    for number, entry in enumerate(self.entries)
                    for kind, text in texts_of(entry, language)
                ),
                language,
                synonyms=synonyms(language),
                weights=self.weights,
            )
        return self._indexes[language]

    def entry(self, rule_id: str) -> Entry:
        """One of the entries. Raises KeyError."""
        return self.entries[self._places[rule_id]]

    def place(self, rule_id: str) -> int:
        """Where one of the entries stands among them. Raises KeyError."""
        return self._places[rule_id]

    def _shares_of(self, topic: Topic) -> tuple[float, ...]:
        """What each entry's score is multiplied by where a question names a topic."""
        w = self.weights
        if topic.id not in self._shares:
            self._shares[topic.id] = tuple(
                w.own if topic.owns(entry) else 1.0 if topic.holds(entry) else w.apart
                for entry in self.entries
            )
        return self._shares[topic.id]

    def _prior(self, number: int, named: Named, scope: Scope, *, is_typing: bool) -> float:
        """What an entry's score is multiplied by: how often it is asked for, whether it is a special case or named."""
        w = self.weights
        entry = self.entries[number]
        chapter = entry.id.partition(".")[0]
        prior = (w.often_begun if is_typing else w.often)[entry.often]
        if scope.topic is not None and scope.topic.owns(entry):
            prior *= w.evening
        is_called = bool(scope.chapter) or scope.mode in SPECIAL_MODES
        for topic in named.topics:
            share = self._shares_of(topic)[number]
            prior *= share
            is_called = is_called or share > 1.0
        if is_called:
            return prior
        if chapter in SISTERS:
            return prior * (1.0 if named.topics else w.sister)
        is_evening = scope.topic is not None and scope.topic.owns(entry)
        return prior * (w.aside if chapter in ASIDE and not is_evening else 1.0)

    def language_of(self, question: str) -> str:
        """The language in which a question fits best; English where it fits nowhere."""
        read = question[: self.weights.most_letters]
        best = {
            language: max(self.index(language).scores(read).values(), default=0.0) for language in LANGUAGES
        }
        return max(LANGUAGES, key=lambda language: best[language])

    def fit(self, question: str, hits: Sequence[Hit], *, languages: Sequence[str] = LANGUAGES) -> float:
        """How well the best of these hits answers: its likeness, less where no rule knows words of the question."""
        read = question[: self.weights.most_letters]
        known = max(self.index(language).known(read) for language in languages)
        return hits[0].likeness * known if hits else 0.0

    def told(self, question: str, *, languages: Sequence[str] = LANGUAGES) -> float:
        """How much the words of a question weigh that tell what it is about, in the language where they say least."""
        read = question[: self.weights.most_letters]
        return min(self.index(language).told(read) for language in languages)

    def find(
        self,
        question: str,
        *,
        language: str = "en",
        scope: Scope = ANYTHING,
        limit: int = 10,
        is_typing: bool = False,
        meaning: Callable[[str], Sequence[float]] | None = None,
        languages: Sequence[str] = LANGUAGES,
    ) -> tuple[Hit, ...]:
        """The entries that fit a question best, best first, at most `limit`; any text is fine.

        `is_typing`: the last word may be unfinished. `meaning` gives a second opinion, a number an entry.
        `languages`: those whose texts are searched.
        """
        named = named_in(question[: self.weights.most_letters])
        meant = () if meaning is None else meaning(question[: self.weights.most_letters])
        fits = self.likeness(
            question, language=language, is_typing=is_typing, meant=meant, languages=languages
        )
        return self.ranked(fits, named=named, scope=scope.beside(named), limit=limit, is_typing=is_typing)

    def likeness(
        self,
        question: str,
        *,
        language: str = "en",
        is_typing: bool = False,
        meant: Sequence[float] = (),
        languages: Sequence[str] = LANGUAGES,
    ) -> Sequence[float]:
        """How near each entry's texts are to a question, from 0 to 1; `meant`: how near by meaning, where asked."""
        question = question[: self.weights.most_letters]
        telling = named_in(question).words
        best = [0.0] * len(self.entries)
        for spoken in languages:
            prior = 1.0 if spoken == language else self.weights.foreign
            scores = self.index(spoken).scores(question, is_typing=is_typing, telling=telling)
            for number, score in scores.items():
                best[number] = max(best[number], prior * score)
        return tuple(meaning_blend(best, meant)) if meant else best

    def ranked(
        self,
        fits: Sequence[float],
        *,
        named: Named = NOTHING_NAMED,
        scope: Scope = ANYTHING,
        limit: int = 10,
        is_typing: bool = False,
    ) -> tuple[Hit, ...]:
        """The entries by how near they are (`likeness`), how often they are asked for, and what is named."""
        hits = [
            Hit(entry.id, fit * self._prior(number, named, scope, is_typing=is_typing), fit)
            for number, (entry, fit) in enumerate(zip(self.entries, fits, strict=True))
            if fit > 0 and scope.admits(entry)
        ]
        return tuple(sorted(hits, key=lambda hit: -hit.score)[:limit])


def meaning_blend(words: Sequence[float], meaning: Sequence[float], *, share: float = 0.4) -> Iterable[float]:
    """Both opinions in one number an entry."""
    return ((1 - share) * word + share * max(0.0, meant) for word, meant in zip(words, meaning, strict=True))


@cache
def rule_search() -> RuleSearch:
    """The search over the whole rulebook, made once."""
    return RuleSearch(entries())
