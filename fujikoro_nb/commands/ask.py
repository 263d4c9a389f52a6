"""`fujikoro ask`: a question in players' words, the rules that answer it."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.commands.reply import DIFFERENT, GOOD, Reply
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import Rule, chapters, rule
from fujikoro_nb.rulebook.booklets import passages
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES, entry
from fujikoro_nb.rulebook.meaning import meaning_of
from fujikoro_nb.rulebook.search import (
    LEAST_FIT,
    LEAST_FIT_WITH_MEANING,
    SISTERS,
    WEIGHTS,
    Scope,
    rule_search,
)
from fujikoro_nb.texts import say

ALL_MODES = (*MODES, *SISTERS.values())
MOST = 10
MOST_LISTED = 100
_PRINTED = 3


def ask_reply(
    question: str,
    *,
    language: str = "",
    mode: str = "",
    players: int = 0,
    chapter: str = "",
    limit: int = MOST,
    is_lexical: bool = False,
) -> Reply:
    """The rules that fit a question, best first. Raises Unreadable.

    Without `language` the question may be in any, and is answered in the one it fits best. `is_lexical` leaves
    meaning out, also where its extra is installed. ``code`` is 1 when the rules do not cover the question.
    """
    for name, value, known in (
        ("ask-language", language, LANGUAGES),
        ("ask-mode", mode, ALL_MODES),
        ("ask-chapter", chapter, chapters()),
    ):
        if value and value not in known:
            raise Unreadable(name, value, 0, known=", ".join(known))
    if not 0 <= players <= 6:
        raise Unreadable("ask-players", str(players), 0)
    if not 1 <= limit <= MOST_LISTED:
        raise Unreadable("ask-limit", str(limit), 0, most=MOST_LISTED)
    search = rule_search()
    spoken = language or search.language_of(question)
    scope = Scope(mode=mode, players=players, chapter=chapter)
    meaning = None if is_lexical else meaning_of(search.entries)
    hits = search.find(question, language=spoken, scope=scope, limit=limit, meaning=meaning)
    least = LEAST_FIT if meaning is None else LEAST_FIT_WITH_MEANING
    is_covered = search.fit(question, hits) >= least
    data: dict[str, Any] = {
        "question": question[: WEIGHTS.most_letters],
        "language": spoken,
        "covered": is_covered,
        "entries": [
            {
                "id": hit.id,
                "title": entry(hit.id).wording(spoken).title,
                "answer": entry(hit.id).wording(spoken).answer,
                "says": entry(hit.id).wording(spoken).says,
                "score": round(hit.score, 4),
                "numbers": dict(rule(hit.id).numbers),
                "sources": [
                    {"seed": citation.seed, "lines": str(citation).partition(":")[2]}
                    for citation in rule(hit.id).citations
                ],
            }
            for hit in hits
        ],
    }
    lines = [] if is_covered else [say("ask.not-covered", language=spoken)]
    if hits and not is_covered:
        lines.append(say("ask.nearest", language=spoken))
    for hit in hits[:_PRINTED]:
        lines += _printed(rule(hit.id), spoken)
    notes = () if is_lexical or meaning is not None else (say("ask.no-meaning", language=spoken),)
    return Reply(GOOD if is_covered else DIFFERENT, data, tuple(lines), notes)


def _printed(found: Rule, language: str) -> list[str]:
    """One rule as lines: title with id, statement, and where it stands."""
    wording = entry(found.id).wording(language)
    places = [
        say(
            "ask.place",
            language=language,
            book=say(f"seed.{one.seed}", language=language),
            heading=one.heading,
        )
        for one in passages(found.citations)
    ]
    return [
        say("ask.title", language=language, title=wording.title, rule=found.id),
        say("ask.line", language=language, text=wording.says),
        *(say("ask.line", language=language, text=place) for place in places),
        *([say("ask.line", language=language, text=wording.ruling)] if wording.ruling else []),
    ]
