"""The rulebook as a page gets it: two compressed files a language, what it shows and what others find by it.

A page that has the first of its language answers without a kernel. What each key holds is said in `rules_data`;
``rule_search.mjs`` and ``rules_book.mjs`` read it.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import msgspec

from fujikoro_nb import rulebook
from fujikoro_nb.helper.table_rulings import options
from fujikoro_nb.rulebook.answers import BY_WORDS
from fujikoro_nb.rulebook.booklets import booklets, passages
from fujikoro_nb.rulebook.entries import SISTERS, Entry, entries
from fujikoro_nb.rulebook.holds import holds_labels, topic_label
from fujikoro_nb.rulebook.lexical import WEIGHTS, texts_of
from fujikoro_nb.rulebook.phases import phases
from fujikoro_nb.rulebook.search import ASIDE, SPECIAL_MODES
from fujikoro_nb.rulebook.stems import JOINED, LEAST_STEM, NUMERALS_PLAIN, WHOLE, empty_stems, search_words
from fujikoro_nb.rulebook.topics import frames, topics
from fujikoro_nb.texts import say


def rules_data(language: str) -> dict[str, Any]:
    """Everything as plain data.

    ``rules``: a record a rule, in the rulebook's order. ``texts``: `rule_texts` by language, only its own; a page
    adds the others. ``search``: numbers and word lists of the search. ``topics``: what each is called.
    ``chapters`` and ``phases``: for browsing, with places in ``rules``. ``booklets``: by seed.
    """
    place = {entry.id: number for number, entry in enumerate(entries())}
    return {
        "language": language,
        "rules": [_rule(entry, language, place) for entry in entries()],
        "texts": {language: rule_texts(language)},
        "search": _search(),
        "topics": {topic.id: topic_label(topic, partial(say, language=language)) for topic in topics()},
        "chapters": [
            {"id": chapter, "name": say(f"chapter.{chapter}", language=language)}
            for chapter in rulebook.chapters()
        ],
        "phases": [
            {
                "id": phase.id,
                "name": say(f"phase.{phase.id}", language=language),
                "about": say(f"phase.{phase.id}-about", language=language),
                "rules": [place[rule_id] for rule_id in phase.rules],
                "chapters": list(phase.chapters),
            }
            for phase in phases()
        ],
        "booklets": {
            seed: {
                "name": say(f"seed.{seed}", language=language),
                "language": booklet.language,
                "edition": say(f"edition.{booklet.edition}", language=language) if booklet.edition else "",
            }
            for seed, booklet in booklets().items()
        },
    }


def rule_texts(language: str) -> list[list[str]]:
    """Of every rule its title, answer, statement and questions."""
    return [[text for _, text in texts_of(entry, language)] for entry in entries()]


def _rule(entry: Entry, language: str, place: Mapping[str, int]) -> dict[str, Any]:
    """One record; a key that would be empty is left out, except those that the search reads."""
    rule = rulebook.rule(entry.id)
    wording = entry.wording(language)
    found: dict[str, Any] = {
        "id": entry.id,
        "chapter": rule.chapter,
        "seal": entry.seal,
        "modes": list(entry.modes),
        "players": list(entry.players) if entry.players else None,
        "holds": list(holds_labels(entry, partial(say, language=language))),
        "places": [
            [one.seed, one.heading, one.page, ", ".join(one.lines)] for one in passages(rule.citations)
        ],
        "see": [place[other] for other in rule.see_also],
        "is_played": rule.is_played,
        "often": entry.often,
    }
    if rule.try_it:
        found["try"] = rule.try_it
    if rule.conflict is not None:
        found["conflict"] = {
            "kind": rule.conflict.kind,
            "ruling": wording.ruling,
            "reason": wording.reason,
            "books": dict(wording.books),
            "options": [msgspec.to_builtins(option) for option in options(rule, language=language)],
            "is_switch": bool(rule.readings),
        }
    return found


def _search() -> dict[str, Any]:
    words = search_words()
    return {
        "weights": msgspec.to_builtins(WEIGHTS),
        "bounds": msgspec.to_builtins(BY_WORDS),
        "least_stem": LEAST_STEM,
        "endings": {language: line.split() for language, line in words.endings.items()},
        "joined": JOINED,
        "whole": WHOLE,
        "stop": {language: line.split() for language, line in words.stop.items()},
        "empty": {language: sorted(empty_stems(language)) for language in words.vague},
        "synonyms": words.synonyms,
        "numerals": NUMERALS_PLAIN,
        "frames": frames(),
        "topics": [msgspec.to_builtins(topic) for topic in topics()],
        "sisters": SISTERS,
        "aside": ASIDE,
        "special_modes": SPECIAL_MODES,
    }


PARTS = ("rules", "rule-texts")
"""``rules``: `rules_data`. ``rule-texts``: only its texts, by which a page in another language finds as well."""


def _written(part: str, language: str) -> bytes:
    return msgspec.json.encode(rules_data(language) if part == "rules" else rule_texts(language))


@cache
def packed(part: str, language: str) -> bytes:
    """One of PARTS as JSON, compressed with gzip when somebody first asks for it."""
    return gzip.compress(_written(part, language), compresslevel=9, mtime=0)


@cache
def version(part: str, language: str) -> str:
    """A name for this content: another text, another name, so that a browser may keep a file for ever.

    Taken of what is not yet compressed: a server names all files when it starts, and most are never asked for.
    """
    return hashlib.sha256(_written(part, language)).hexdigest()[:12]
