"""What is said to a question: surely this rule, one of these, or that the rules do not cover it.

A stamp, yes or no, belongs to a sure answer alone, and only where the rule holds in what the question names and what
this evening plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from fujikoro_nb.rulebook.entries import LANGUAGES, Entry
from fujikoro_nb.rulebook.meaning import Meaning
from fujikoro_nb.rulebook.search import ANYTHING, Hit, RuleSearch, Scope
from fujikoro_nb.rulebook.topics import NOTHING_NAMED, Named, Topic, named_in, topics_of


class Sureness(StrEnum):
    """How sure an answer is; each is a page of its own."""

    SURE = "sure"
    """The first rule answers."""
    TWO = "two"
    """Two rules come equally near, and both are shown."""
    UNSURE = "unsure"
    """One of the first three, perhaps."""
    UNCOVERED = "uncovered"
    """No rule answers, as far as we can tell."""

    @property
    def n_shown(self) -> int:
        """How many rules are shown as possible answers."""
        return {Sureness.SURE: 1, Sureness.TWO: 2, Sureness.UNSURE: 3, Sureness.UNCOVERED: 0}[self]


class Bounds(msgspec.Struct, frozen=True):
    """From which fit on something is said.

    Set on `table_fit`, `modes_fit` and what no rule covers of tests/rulebook/questions: at most one question in
    fifty that the rules cover is denied, at most one in fifty answered surely and wrong. `lead` and `apart` are set on
    the entries' own questions: a third of them taken out of the index and asked.
    """

    covered: float
    """Below this fit no rule is said to answer."""
    sure: float
    """From this fit on the first rule is said to answer."""
    near: float
    """Rules with this share of the best one's score come equally near."""
    elsewhere: float = 1.15
    """A rule that does not hold where the question names is shown where it fits better by this."""
    told: float = 8.0
    """A question whose words weigh less than this says little of what it is about: one rule has to be far ahead."""
    ahead: float = 0.04
    """How much lower the share of a rule that comes near is for each weight that such a question lacks."""
    lead: float = 0.5
    """The worse the first rule fits, the farther ahead it has to be: by this share of what its fit lacks."""
    apart: float = 0.03
    """How much nearer in meaning alone another rule may be: beyond that the two opinions differ."""

    def near_of(self, told: float = math.inf, fit: float = 1.0) -> float:
        """From which share of the best one's score on a rule leaves a question open."""
        least = min(self.near, 1.0 - self.lead * (1.0 - fit))
        return least - self.ahead * max(0.0, self.told - told)


BY_WORDS = Bounds(covered=0.21, sure=0.61, near=0.92)
WITH_MEANING = Bounds(covered=0.29, sure=0.52, near=0.92, told=7.0, lead=0.4)
COMPARED = 8
"""Of so many rules that fit best the first one has to be all but the nearest in meaning as well."""
FAR_AHEAD = 0.7
"""Below this share of the best one's score a rule does not come near."""


class Answered(msgspec.Struct, frozen=True):
    """What a question brings."""

    hits: tuple[Hit, ...]
    """Best first."""
    sureness: Sureness
    named: Named = NOTHING_NAMED
    scope: Scope = ANYTHING
    """What was set and the question does not speak against."""
    elsewhere: Hit | None = None
    """The rule that fits far better and does not hold where the question names."""

    @property
    def shown(self) -> tuple[Hit, ...]:
        """What is shown as the answer, or as possible ones; the rule of another mode first where it fits far better."""
        first = () if self.elsewhere is None else (self.elsewhere,)
        others = tuple(hit for hit in self.hits if all(hit.id != other.id for other in first))
        return (*first, *others)[: self.sureness.n_shown]

    @property
    def is_far_ahead(self) -> bool:
        """Whether the first rule surely answers and no other comes anywhere near."""
        return self.sureness == Sureness.SURE and (
            len(self.hits) < 2 or self.hits[1].score < FAR_AHEAD * self.hits[0].score
        )

    @property
    def is_covered(self) -> bool:
        """Whether some rule may answer."""
        return self.sureness != Sureness.UNCOVERED

    def has_stamp(self, entry: Entry) -> bool:
        """Whether a rule may answer with a plain yes or no."""
        return self.sureness == Sureness.SURE and is_called(entry, self.named, self.scope)


def is_called(entry: Entry, named: Named, scope: Scope = ANYTHING) -> bool:
    """Whether a rule is of the modes, scenario, character and game that are asked about.

    A rule of a special case has to be called: by the question's words, or by what is played.

    >>> from fujikoro_nb.rulebook.entries import entry
    >>> trade = entry("coop.trade.same-space")
    >>> [is_called(trade, named_in(text)) for text in ("as a team, may we trade", "may we trade")]
    [True, False]
    """
    if named.missed_by(entry) or not scope.admits(entry):
        return False
    own = topics_of(entry)
    called = (*named.topics, *(each for each in own if _is_set(each, scope)))
    return all(any(each in called for each in own if each.kind == kind) for kind in {one.kind for one in own})


def _is_set(topic: Topic, scope: Scope) -> bool:
    """Whether what is played brings a topic about."""
    return topic == scope.topic or scope.chapter != "" or topic.is_set_by(scope.mode)


def sureness_of(
    fit: float, hits: Sequence[Hit], bounds: Bounds, *, is_called: bool = True, told: float = math.inf
) -> Sureness:
    """How sure an answer is, by the fit of its first rule and by how near the next ones come.

    `is_called`: the first rule is of what is asked about, and none fits better elsewhere or in meaning alone. `told`:
    how much the question's words tell of what it is about.
    """
    if fit < bounds.covered or not hits:
        return Sureness.UNCOVERED
    if fit < bounds.sure or not is_called:
        return Sureness.UNSURE
    if told < bounds.told and len(hits) > 1 and hits[1].score >= bounds.near_of(told, fit) * hits[0].score:
        return Sureness.UNSURE
    near = sum(hit.score >= bounds.near_of(fit=fit) * hits[0].score for hit in hits)
    return {1: Sureness.SURE, 2: Sureness.TWO}.get(near, Sureness.UNSURE)


def answered(
    search: RuleSearch,
    question: str,
    *,
    language: str = "en",
    scope: Scope = ANYTHING,
    limit: int = 10,
    meaning: Meaning | None = None,
    languages: Sequence[str] = LANGUAGES,
) -> Answered:
    """The rules that fit a question, and how surely the first one answers."""
    bounds = BY_WORDS if meaning is None else WITH_MEANING
    named = named_in(question[: search.weights.most_letters])
    left = scope.beside(named)
    meant = () if meaning is None else meaning(question[: search.weights.most_letters])
    fits = search.likeness(question, language=language, meant=meant, languages=languages)
    hits = search.ranked(fits, named=named, scope=left, limit=max(limit, COMPARED))
    anywhere = search.ranked(fits, scope=Scope(chapter=scope.chapter), limit=1)
    elsewhere = _elsewhere(search, anywhere, hits, named, left, bounds)
    may_answer = bool(hits) and elsewhere is None and is_called(search.entry(hits[0].id), named, left)
    if may_answer and meant:
        near = [meant[search.place(hit.id)] for hit in hits[:COMPARED]]
        may_answer = near[0] >= max(near) - bounds.apart  # else the two opinions differ
    sureness = sureness_of(
        search.fit(question, hits, languages=languages),
        hits,
        bounds,
        is_called=may_answer,
        told=search.told(question, languages=languages),
    )
    if elsewhere is not None and search.fit(question, anywhere, languages=languages) >= bounds.sure:
        sureness = Sureness.UNSURE  # the rules cover it, only not here
    return Answered(hits[:limit], sureness, named, left, elsewhere)


def _elsewhere(
    search: RuleSearch,
    anywhere: Sequence[Hit],
    hits: Sequence[Hit],
    named: Named,
    scope: Scope,
    bounds: Bounds,
) -> Hit | None:
    """The rule that fits best of all, where it does not hold and nothing that holds comes near."""
    if not anywhere:
        return None
    best = anywhere[0]
    entry = search.entry(best.id)
    holds = scope.admits(entry) and not named.missed_by(entry)
    least = bounds.elsewhere * hits[0].likeness if hits else bounds.covered
    return None if holds or best.likeness < least else best
