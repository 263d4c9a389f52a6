"""Which lesson, puzzle or card teaches each rule of the plain game: what the engine does in them, not what they say.

    .venv/bin/python -m tools.teaching             write docs/teaching.md
    .venv/bin/python -m tools.teaching --check     say whether it is fresh (exit 1 when it is not)
    .venv/bin/python -m tools.teaching --measure   switch rules off, one after the other, and keep what that changes

A lesson's step or a puzzle exercises a rule when the engine cites it there, in a refusal or an event, or when it ends
otherwise with that rule switched off and nothing else (`tests/mutants`). The second is measured and kept in
`tools/teaching.json`; the tests measure some of it again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.learning.index import LESSONS, kind_of, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.task import TurnTask, play
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.puzzles.index import kind_of as puzzles_of
from fujikoro_nb.puzzles.legal.position import judgement, story
from fujikoro_nb.puzzles.legal.puzzle import ActPuzzle
from fujikoro_nb.rulebook.rules import rules
from fujikoro_nb.rulebook.titles import title_of

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "teaching.md"
MEASURED = ROOT / "tools" / "teaching.json"
SHOWN = 4
"""Places that a row names."""
OTHER_GAMES = ("coop", "solo", "scenario", "char", "option", "fuji99", "makai")
"""First words of rules that the plain competitive game does without."""


def plain_rules() -> tuple[str, ...]:
    """The ids of the plain game, in the rulebook's order.

    >>> len(plain_rules())
    363
    """
    return tuple(rule.id for rule in rules() if rule.chapter not in OTHER_GAMES)


# ---- what the engine cites


@cache
def cited() -> Mapping[str, frozenset[str]]:
    """By place, such as ``lesson exploring 3`` or ``puzzle l07``, the rules that the engine cites there."""
    found: dict[str, set[str]] = {}
    for place, step in _steps():
        found[place] = set(_cited_in_step(place.split()[1], step))
    for place, puzzle in _acts():
        told = judgement(puzzle.position).rules
        before = story(puzzle.position) if puzzle.position.gear is None else ()
        found[place] = {*told, *(event.rule for one in before for event in one.events)}
    return {place: frozenset(some) for place, some in found.items()}


def _steps() -> list[tuple[str, Any]]:
    return [
        (f"lesson {one.id} {number}", step)
        for one in LESSONS
        for number, step in enumerate(lesson_of(one.id).steps, 1)
    ]


def _acts() -> list[tuple[str, ActPuzzle]]:
    return [
        (f"puzzle {entry.puzzle.id}", entry.puzzle)
        for book in BOOKS
        for entry in puzzles_of(book.kind).book().entries
        if isinstance(entry.puzzle, ActPuzzle)
    ]


def _cited_in_step(lesson: str, step: Any) -> Iterable[str]:
    kind = kind_of(lesson)
    if isinstance(step, TurnTask):
        for way in step.right:
            yield from (event.rule for event in play(step.start, way, replies=step.replies).events)
    for answer in (*kind.right(step), kind.wrong(step)):
        judged = kind.judge(step, answer, right="", rule="", language="en")
        yield from (rule for _, rule in judged.happened)
        if judged.outcome == Outcome.REFUSED:
            yield judged.rule


# ---- what ends otherwise without a rule


def endings(*, has_puzzles: bool = True) -> dict[str, str]:
    """Every step, its right ways and its wrong one, and every puzzle as it ends; in any copy of the package."""
    found: dict[str, str] = {}
    for place, step in _steps():
        found[place] = _safely(_ending_of_step, place.split()[1], step)
    for book in BOOKS if has_puzzles else ():
        kind = puzzles_of(book.kind)
        try:
            entries = kind.book().entries
        except (Illegal, Unreadable):  # without a rule a book may not open, which is no ending either
            continue
        for entry in entries:
            found[f"puzzle {entry.puzzle.id}"] = _safely(_ending_of, kind, entry)
    return found


def _safely(end: Callable[[Any, Any], str], one: Any, other: Any) -> str:
    try:
        return end(one, other)
    except (Illegal, Unreadable) as error:
        return type(error).__name__
    except Exception as error:  # noqa: BLE001 - a patch may break anything, which is no ending
        return f"broken {type(error).__name__}"


def _ending_of_step(lesson: str, step: Any) -> str:
    kind = kind_of(lesson)
    answers = (*kind.right(step), kind.wrong(step))
    judged = [kind.judge(step, answer, right="", rule="", language="en") for answer in answers]
    return _text(judged)


def _ending_of(kind: Any, entry: Any) -> str:
    if isinstance(entry.puzzle, ActPuzzle):
        position = entry.puzzle.position
        before = (
            () if position.gear is not None else tuple((one.answer, one.events) for one in story(position))
        )
        return _text((before, judgement(position)))
    return _text(kind.check(entry, kind.solution(entry), language="en"))


def _text(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode("utf-8")


# ---- the table


def measured() -> dict[str, list[str]]:
    """By rule, the places that end otherwise without it, as they were measured."""
    kept: dict[str, list[str]] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return kept


def taught() -> dict[str, list[str]]:
    """By rule of the plain game, the lessons' steps and the puzzles that exercise it."""
    found: dict[str, list[str]] = {rule: [] for rule in plain_rules()}
    for place, some in cited().items():
        for rule in some & found.keys():
            found[rule].append(place)
    for rule, places in measured().items():
        found[rule] += [place for place in places if place not in found[rule]]
    return found


def table() -> str:
    """The document."""
    found = taught()
    shown = [rule for rule, places in found.items() if places]
    of_lessons = sum(any(place.startswith("lesson") for place in places) for places in found.values())
    of_puzzles = sum(any(place.startswith("puzzle") for place in places) for places in found.values())
    lines = [
        "# What teaches each rule",
        "",
        "Made by `.venv/bin/python -m tools.teaching` from what the engine does; do not edit it by hand. A step of a",
        "lesson or a puzzle exercises a rule when the engine cites it there, or when it ends otherwise with that one",
        "rule switched off. Every rule has a card of its own in the rulebook.",
        "",
        f"Of {len(found)} rules of the plain game {len(shown)} are exercised by a lesson or a puzzle:",
        f"{of_lessons} by lessons, {of_puzzles} by puzzles. The others have their card.",
        "",
        "| rule | title | lessons, by step | puzzles |",
        "|---|---|---|---|",
    ]
    for rule, places in found.items():
        lessons = _named(places, "lesson ")
        puzzles = _named(places, "puzzle ")
        lines.append(f"| `{rule}` | {title_of(rule)} | {lessons or '-'} | {puzzles or 'card'} |")
    return "\n".join(lines) + "\n"


def _named(places: list[str], word: str) -> str:
    own = [place.removeprefix(word) for place in places if place.startswith(word)]
    more = f" and {len(own) - SHOWN} more" if len(own) > SHOWN else ""
    return ", ".join(own[:SHOWN]) + more


# ---- measuring


def measure_rule(rule: str, copy: Path, whole: Mapping[str, str]) -> list[str]:
    """The places that end otherwise in a copy without this rule; ``whole`` are the endings with it."""
    from tools.acts import run_in, switched_off
    from tools.mutants import load

    found: set[str] = set()
    for mutant in load():
        if mutant.rule != rule or mutant.fault(copy) is not None:
            continue
        with switched_off(mutant, copy):
            changed = json.loads(run_in(copy, Path(__file__), "--endings") or "{}")
        found |= {
            place
            for place, end in changed.items()
            if end != whole.get(place) and not end.startswith("broken")
        }
    return sorted(found)


def measure(part: int, parts: int) -> None:
    """Every rule that the engine does not cite anywhere; what is found is kept as it is found."""
    from tools.mutants import copies

    uncited = [rule for rule in plain_rules() if not any(rule in some for some in cited().values())]
    kept = measured() if MEASURED.is_file() else {}
    whole = endings()
    own = MEASURED if parts == 1 else MEASURED.with_suffix(f".{part}.json")
    with copies(1) as made:
        found = {} if parts > 1 else {rule: places for rule, places in kept.items() if rule not in uncited}
        for rule in uncited[part::parts]:
            places = measure_rule(rule, made[0], whole)
            if places:
                found[rule] = places
            own.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(rule, len(places), flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Which lesson, puzzle or card teaches each rule.")
    parser.add_argument("--check", action="store_true", help="only compare with the committed table")
    parser.add_argument("--measure", action="store_true", help="switch rules off and keep what that changes")
    parser.add_argument("--part", default="0/1", help="with --measure: of so many parts this one, as 0/2")
    parser.add_argument("--endings", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.endings:
        print(json.dumps(endings()))
        return
    if wanted.measure:
        part, _, parts = wanted.part.partition("/")
        measure(int(part), int(parts))
        return
    text = table()
    if not wanted.check:
        TABLE.write_text(text, encoding="utf-8")
    elif TABLE.read_text(encoding="utf-8") != text:
        sys.exit("docs/teaching.md is stale; run: .venv/bin/python -m tools.teaching")


if __name__ == "__main__":
    main()
