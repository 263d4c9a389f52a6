"""`fujikoro ask`: a question in players' words, the rules that answer it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from fujikoro_nb.commands.reply import DIFFERENT, GOOD, Reply
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS, scenario_of
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import chapters, rule
from fujikoro_nb.rulebook.answers import Answered, Sureness, answered
from fujikoro_nb.rulebook.booklets import passages
from fujikoro_nb.rulebook.boxed import Boxed, boxed
from fujikoro_nb.rulebook.chosen import fact_of_rule, own_pack
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES, SISTERS, Entry
from fujikoro_nb.rulebook.holds import holds_labels, topic_label
from fujikoro_nb.rulebook.lexical import WEIGHTS
from fujikoro_nb.rulebook.meaning import is_installed, meaning_of
from fujikoro_nb.rulebook.search import Hit, Scope, rule_search
from fujikoro_nb.rulebook.stems import language_told
from fujikoro_nb.rulebook.topics import topics_of
from fujikoro_nb.texts import say

STAMPS = ("yes", "no")
ALL_MODES = (*MODES, *SISTERS.values())
MOST = 10
MOST_LISTED = 100
_NEAREST = 3
"""Rules that are printed as coming nearest where none answers."""


def ask_reply(
    question: str,
    *,
    language: str = "",
    mode: str = "",
    players: int = 0,
    chapter: str = "",
    scenario: int = 0,
    limit: int = MOST,
    is_lexical: bool = False,
) -> Reply:
    """The rules that fit a question, best first. Raises Unreadable.

    Without `language` the question may be in any, and is answered in the one it fits best. `is_lexical` leaves
    meaning out, also where its extra is installed. ``code`` is 1 when the rules do not cover the question. How sure the
    answer is says ``sureness``; a rule has a ``stamp`` only where it surely answers what was asked.
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
    if scenario_of(scenario) is None:
        raise Unreadable("ask-scenario", str(scenario), 0, most=len(SCENARIOS))
    if not 1 <= limit <= MOST_LISTED:
        raise Unreadable("ask-limit", str(limit), 0, most=MOST_LISTED)
    search = rule_search()
    told = language or language_told(question)
    spoken = told or search.language_of(question)
    scope = Scope(mode=mode, players=players, chapter=chapter, scenario=scenario)
    ask = partial(
        answered,
        search,
        question,
        language=spoken,
        scope=scope,
        limit=limit,
        languages=(spoken,) if told else LANGUAGES,
    )
    found = ask()
    has_meaning = not is_lexical and is_installed()
    # Loading the encoder takes three times as long as all the rest: not where words alone are sure and nothing is near.
    if has_meaning and not found.is_far_ahead:
        found = ask(meaning=meaning_of(search.entries))
    data: dict[str, Any] = {
        "question": question[: WEIGHTS.most_letters],
        "language": spoken,
        "covered": found.is_covered,
        "sureness": found.sureness.value,
        "named": [topic.id for topic in found.named.topics],
        "shown": [hit.id for hit in found.shown],
        "entries": [_record(hit, found, spoken) for hit in found.hits],
    }
    notes = () if is_lexical or has_meaning else (say("ask.no-meaning", language=spoken),)
    return Reply(GOOD if found.is_covered else DIFFERENT, data, tuple(_lines(found, spoken)), notes)


def _record(hit: Hit, found: Answered, language: str) -> dict[str, Any]:
    """One rule as data."""
    search = rule_search()
    one = search.entry(hit.id)
    wording = one.wording(language)
    return {
        "id": hit.id,
        "title": wording.title,
        **_said(one, language),
        "stamp": _stamp(one, found),
        "holds": list(holds_labels(one, partial(say, language=language))),
        "modes": list(one.modes),
        "topics": [topic.id for topic in topics_of(one)],
        "score": round(hit.score, 4),
        "numbers": dict(rule(hit.id).numbers),
        "sources": [
            {"seed": citation.seed, "lines": str(citation).partition(":")[2]}
            for citation in rule(hit.id).citations
        ],
    }


def _stamp(one: Entry, found: Answered) -> str:
    """``yes`` or ``no`` where that is the answer; nothing where a rule is told, or may not be meant."""
    is_first = bool(found.hits) and found.hits[0].id == one.id
    return one.seal if is_first and found.has_stamp(one) and one.seal in STAMPS else ""


def _lines(found: Answered, language: str) -> Iterator[str]:
    """What is printed: how sure, then the rules that may answer."""
    shown = found.shown
    if not found.is_covered:
        yield say("ask.not-covered", language=language)
        shown = found.hits[:_NEAREST]
        if shown:
            yield say("ask.nearest", language=language)
    elif found.sureness != Sureness.SURE:
        yield say(f"ask.{found.sureness.value}", language=language, n=len(shown))
    for hit in shown:
        yield from _printed(rule_search().entry(hit.id), found, language)


def _printed(one: Entry, found: Answered, language: str) -> Iterator[str]:
    """One rule as lines: title with id, statement, what it holds for, and where it stands."""
    wording, box, said = one.wording(language), _box(one.id, language), _said(one, language)
    speak = partial(say, language=language)
    yield speak("ask.title", title=wording.title, rule=one.id)
    if missed := found.named.missed_by(one):
        asked = ", ".join(topic_label(topic, speak) for topic in missed)
        told = speak("rules-page.asked-elsewhere", asked=asked, holds=", ".join(holds_labels(one, speak)))
        yield speak("ask.line", text=told)
    stamp = _stamp(one, found)
    yield speak("ask.line", text=f"{speak(f'ask.stamp-{stamp}')} {said['says']}" if stamp else said["says"])
    if box is not None:
        yield speak("ask.line", text=_marked(box))
    yield speak("ask.line", text=speak("ask.holds", holds=", ".join(holds_labels(one, speak))))
    for passage in passages(rule(one.id).citations):
        book = speak(f"seed.{passage.seed}")
        yield speak("ask.line", text=speak("ask.place", book=book, heading=passage.heading))
    if ruling := (box.ruling if box is not None else "") or wording.ruling:
        yield speak("ask.line", text=ruling)


def _box(rule_id: str, language: str) -> Boxed | None:
    """What the owner's box says of a rule whose numbers no booklet prints."""
    return boxed(rule_id, own_pack(), language=language) if fact_of_rule(rule_id) is not None else None


def _said(one: Entry, language: str) -> dict[str, str]:
    """Answer and statement; a number of ours says so in the same breath."""
    wording, box = one.wording(language), _box(one.id, language)
    if box is None:
        return {"answer": wording.answer, "says": wording.says}
    answer, says = box.answer or wording.answer, box.says or wording.says
    return {
        "answer": f"{answer} ({_marked(box)})",
        "says": says,
        "box": _marked(box),
    }


def _marked(box: Boxed) -> str:
    return box.mark or box.own
