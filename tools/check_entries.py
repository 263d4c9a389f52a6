"""Check the hand-written rulebook entries, all chapters or those named.

    .venv/bin/python -m tools.check_entries [CHAPTER ...]

Prints every fault with its file and rule; the exit code is 1 when there is one. `make test` runs the same checks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from fujikoro_nb.rulebook.entries import (
    ANSWER_WORDS,
    LANGUAGES,
    MODES,
    OPTION_WORDS,
    SAYS_WORDS,
    SEALS,
    SISTERS,
    TITLE_WORDS,
    Entry,
    Wording,
)
from fujikoro_nb.rulebook.rules import Number, Rule, chapters, rules
from fujikoro_nb.rulebook.wording import (
    HASH_BYTES,
    count_words,
    fingerprint,
    numbers_in,
    plain,
    runs,
    words_of,
)

ROOT = Path(__file__).resolve().parent.parent
ENTRIES = ROOT / "fujikoro_nb" / "rulebook" / "entries"
RUNS = ROOT / "tests" / "rulebook" / "booklets" / "runs.bin"
LEAST_ASKED = {"en": 8, "fr": 6, "de": 6}
MOST_ASKED_WORDS = 22
FEWEST_OPTIONS, MOST_OPTIONS = 2, 3
_OPTION = re.compile(r"[a-z]+(?:-[a-z]+)*")
_MARKUP = re.compile(r"[<>{}]|\bline \d|\bseed\b")


@cache
def booklet_runs() -> frozenset[bytes]:
    """The hashes of every run of eight words in the five booklets."""
    data = RUNS.read_bytes()
    return frozenset(data[start : start + HASH_BYTES] for start in range(0, len(data), HASH_BYTES))


def read_chapter(chapter: str) -> dict[str, Any]:
    """The hand-written entries of one chapter by rule id, unchecked."""
    path = ENTRIES / f"{chapter}.yaml"
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), loader) or {}


def rule_numbers(rule: Rule) -> set[int]:
    """The numbers that a text on this rule may state: its parameters, and those of the rule's own wording.

    Its ruling counts too, because the entry states what is played.
    """
    found = {1} | numbers_in(rule.statement)
    if rule.conflict is not None:
        found |= numbers_in(rule.conflict.ruling)
    for name, value in rule.numbers:
        found |= numbers_in(name) | _numbers_of(value)
    return found


def _numbers_of(value: Number) -> set[int]:
    if isinstance(value, bool):
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, str):
        return numbers_in(value)
    return set().union(*(_numbers_of(item) for item in value))


def entry_of(rule: Rule, said: object) -> Entry:
    """One hand-written entry as a record. Raises msgspec.ValidationError or TypeError."""
    fields = dict(said) if isinstance(said, Mapping) else {}
    for language in LANGUAGES:
        if isinstance(fields.get(language), Mapping):
            pairs = {name: tuple((fields[language].get(name) or {}).items()) for name in ("books", "options")}
            fields[language] = {**fields[language], **pairs}
    return msgspec.convert({"id": rule.id, **fields}, Entry)


def faults_of(rule: Rule, said: object) -> Iterator[str]:
    """Everything wrong with one entry."""
    try:
        entry = entry_of(rule, said)
    except (msgspec.ValidationError, TypeError, AttributeError) as problem:
        yield str(problem)
        return
    if entry.seal not in SEALS:
        yield f"seal is one of {SEALS}"
    is_sister = rule.chapter in SISTERS
    if bool(entry.modes) == is_sister or not set(entry.modes) <= set(MODES):
        yield "modes: " + ("a sister game has none" if is_sister else f"one or more of {MODES}")
    if entry.players and not 1 <= entry.players[0] <= entry.players[1] <= 6:
        yield "players: [least, most]"
    allowed = rule_numbers(rule)
    numbers = {}
    for language in LANGUAGES:
        numbers[language] = numbers_in(entry.wording(language).says, language=language)
        for fault in _wording_faults(rule, entry, language, allowed):
            yield f"{language}: {fault}"
    for language in LANGUAGES[1:]:
        if numbers[language] - {1} != numbers["en"] - {1}:
            yield f"{language}: numbers {sorted(numbers[language])} in says, but {sorted(numbers['en'])} in English"
    yield from _option_faults(rule, entry)


def _wording_faults(rule: Rule, entry: Entry, language: str, allowed: set[int]) -> Iterator[str]:
    wording = entry.wording(language)
    for name, most in (("title", TITLE_WORDS), ("answer", ANSWER_WORDS), ("says", SAYS_WORDS)):
        text = getattr(wording, name)
        if not 1 <= count_words(text) <= most:
            yield f"{name} has {count_words(text)} words, at most {most}"
        strange = numbers_in(text, language=language) - allowed
        if strange:
            yield f"{name} states {sorted(strange)}, not among the rule's numbers {sorted(allowed)}"
    yield from _asked_faults(wording, LEAST_ASKED[language])
    told = (wording.title, wording.answer, wording.says, wording.ruling, wording.reason)
    for text in (*told, *wording.asked, *(text for _, text in (*wording.books, *wording.options))):
        for run in runs(text):
            if fingerprint(run) in booklet_runs():
                yield f"eight words of a booklet: {' '.join(run)}"
        if _MARKUP.search(text) or rule.id in text:
            yield f"an id, a line number or markup in: {text}"
    yield from _conflict_faults(rule, wording)


def _asked_faults(wording: Wording, least: int) -> Iterator[str]:
    if len(wording.asked) < least:
        yield f"{len(wording.asked)} questions, at least {least}"
    for question in wording.asked:
        if not 1 <= count_words(question) <= MOST_ASKED_WORDS:
            yield f"a question of {count_words(question)} words: {question}"
    asked = Counter(plain(question).strip(" ?!.") for question in wording.asked)
    for question, count in asked.items():
        if count > 1:
            yield f"asked twice: {question}"


def _conflict_faults(rule: Rule, wording: Wording) -> Iterator[str]:
    if rule.conflict is None:
        if wording.ruling or wording.reason or wording.books or wording.options:
            yield "a ruling without a conflict"
        return
    if not wording.ruling or not wording.reason:
        yield "a conflict needs ruling and reason"
    seeds = [seed for seed, _ in rule.conflict.says]
    if [seed for seed, _ in wording.books] != seeds:
        yield f"books must be {seeds}"


def _option_faults(rule: Rule, entry: Entry) -> Iterator[str]:
    """The choices that a conflict leaves to a table: playable sentences, the same ones in each language."""
    is_open = rule.conflict is not None and rule.conflict.kind == "conflict" and not rule.readings
    names = [name for name, _ in entry.en.options]
    if not is_open:
        if names:
            yield "options belong to a conflict of booklets without a switch"
    elif bool(names) == bool(rule.why_no_switch):
        yield "a conflict without a switch has options, or a reason in the corrections why nothing is left to choose"
    elif names and not FEWEST_OPTIONS <= len(names) <= MOST_OPTIONS:
        yield f"{len(names)} options, {FEWEST_OPTIONS} to {MOST_OPTIONS}"
    for name in names:
        if not _OPTION.fullmatch(name):
            yield f"an option's name is short English such as spot-first, not {name}"
    for language in LANGUAGES:
        if [name for name, _ in entry.wording(language).options] != names:
            yield f"{language}: options must be {names}"
        yield from (f"{language}: {fault}" for fault in _option_text_faults(entry, language))


def _option_text_faults(entry: Entry, language: str) -> Iterator[str]:
    options = entry.wording(language).options
    if len({" ".join(words_of(text)) for _, text in options}) != len(options):
        yield "two options say the same"
    for (name, text), (_, english) in zip(options, entry.en.options, strict=False):
        if not 1 <= count_words(text) <= OPTION_WORDS:
            yield f"the option {name} has {count_words(text)} words, at most {OPTION_WORDS}"
        if numbers_in(text, language=language) != numbers_in(english):
            yield f"the option {name} states other numbers than in English"


def faults_in(chapter: str) -> Iterator[str]:
    """Everything wrong with one chapter's file, each fault with its rule."""
    try:
        written = read_chapter(chapter)
    except FileNotFoundError:
        yield f"{chapter}: no file"
        return
    except yaml.YAMLError as fault:
        yield f"{chapter}: {fault}"
        return
    of_chapter = {rule.id: rule for rule in rules(chapter=chapter)}
    for missing in of_chapter.keys() - written.keys():
        yield f"{missing}: missing"
    for unknown in written.keys() - of_chapter.keys():
        yield f"{unknown}: no such rule in the chapter"
    titles: dict[str, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for rule_id, said in written.items():
        if rule_id not in of_chapter:
            continue
        yield from (f"{rule_id}: {fault}" for fault in faults_of(of_chapter[rule_id], said))
        for language in LANGUAGES:
            wording = said.get(language) if isinstance(said, Mapping) else None
            if isinstance(wording, Mapping):
                titles[language][str(wording.get("title")).casefold()] += 1
    for language, count in titles.items():
        yield from (f"{chapter}: {language}: two entries called {t}" for t, n in count.items() if n > 1)


def main() -> int:
    """Print the faults."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER")
    wanted = parser.parse_args().chapters or chapters()
    faults = [fault for chapter in wanted for fault in faults_in(chapter)]
    print("\n".join(faults))
    print(f"{len(faults)} faults in {len(wanted)} chapters")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
