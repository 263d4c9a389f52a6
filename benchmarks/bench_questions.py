"""Players' questions about every mode: what comes first, what is sure, what is denied, by language and by kind.

    python benchmarks/bench_questions.py [TABLE ...]

`table_fit.yaml` and `table_uncovered_fit.yaml` set the search's numbers, bounds and words, as `modes_fit.yaml` did;
`table_judge.yaml` and `table_uncovered_judge.yaml`, the other halves, set nothing: theirs are the figures that count
(`table` is both halves together); `wide` is a second such set, half of it German. `modes_judge.yaml`, `fresh.yaml`
and `off_topic.yaml` set nothing either. Each is
asked by words, by words and meaning, and as `fujikoro ask` does,
which asks for the meaning only where words are not sure. First: right answers first / among three, of all, by language
and by what is asked about. Then in percent: how many questions that rules cover are answered surely, surely and wrong,
stamped and wrong, denied; how many that no rule covers are said to be uncovered, or not surely answered, or stamped.
Last: the processor time that `fujikoro ask` takes from start to end.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from _table import Row, against_limit, median, show

from fujikoro_nb.rulebook.answers import Answered, Sureness, answered
from fujikoro_nb.rulebook.entries import LANGUAGES, entry
from fujikoro_nb.rulebook.meaning import meaning_of
from fujikoro_nb.rulebook.search import Scope, rule_search

QUESTIONS = Path(__file__).resolve().parent.parent / "tests" / "rulebook" / "questions"
TABLES = {
    "table_judge": ("table_judge", "table_uncovered_judge"),
    "wide_judge": ("wide_judge", "wide_uncovered_judge"),
    "wide_fit": ("wide_fit", "wide_uncovered_fit"),
    "table_fit": ("table_fit", "table_uncovered_fit"),
    "table": ("table_fit", "table_judge", "table_uncovered_fit", "table_uncovered_judge"),
    "modes_judge": ("modes_judge",),
    "modes_fit": ("modes_fit",),
    "fresh": ("fresh", "off_topic"),
}
"""By the name that is printed: the files of questions; those that no rule covers have no `right`."""
KINDS = ("game", "coop", "solo", "scenario", "character", "makai", "fuji99")
TIMED = (
    "who rolls for the dragon",
    "Wie viele Aktionen habe ich in meinem Zug?",
    "en équipe, on peut s'échanger des cubes ?",
    "what do I lose when a monk beats me in scenario 4",
)
WORDS_SECONDS = 0.6
MEANING_SECONDS = 1.2

Asking = Callable[[Mapping[str, Any]], Answered]


def questions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((QUESTIONS / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def by_words(question: Mapping[str, Any]) -> Answered:
    return _answered(question["ask"], question["lang"], question.get("mode", ""), False)


def by_meaning(question: Mapping[str, Any]) -> Answered:
    return _answered(question["ask"], question["lang"], question.get("mode", ""), True)


@cache
def _answered(ask: str, language: str, mode: str, has_meaning: bool) -> Answered:
    """Each question once, though it stands in several tables and is asked in several ways."""
    meaning = meaning_of(rule_search().entries) if has_meaning else None
    return answered(rule_search(), ask, language=language, scope=Scope(mode=mode), meaning=meaning)


def as_asked(question: Mapping[str, Any]) -> Answered:
    found = by_words(question)
    return found if found.is_far_ahead else by_meaning(question)


def percent(n: int, of: int) -> str:
    return f"{100 * n / of:.0f}" if of else "-"


def hits_line(name: str, asked: Sequence[Mapping[str, Any]], found: Sequence[Answered]) -> list[str]:
    """First / among three, of all, by language, by kind."""
    cells = [name]
    for group in ("all", *LANGUAGES, *KINDS):
        own = [
            (question, answer)
            for question, answer in zip(asked, found, strict=True)
            if group in ("all", question["lang"], question.get("kind", "game"))
        ]
        ranks = [[hit.id for hit in answer.hits] for _, answer in own]
        first = sum(
            ids[:1] != [] and ids[0] in question["right"]
            for ids, (question, _) in zip(ranks, own, strict=True)
        )
        three = sum(
            any(each in question["right"] for each in ids[:3])
            for ids, (question, _) in zip(ranks, own, strict=True)
        )
        cells.append(f"{percent(first, len(own))} / {percent(three, len(own))} ({len(own)})" if own else "-")
    return cells


def is_stamped(found: Answered) -> bool:
    """Whether the first rule says a plain yes or no."""
    first = entry(found.hits[0].id) if found.hits else None
    return first is not None and found.has_stamp(first) and first.seal in ("yes", "no")


def sureness_line(
    name: str,
    asked: Sequence[Mapping[str, Any]],
    found: Sequence[Answered],
    strange: Sequence[Answered],
) -> list[str]:
    wrong = [
        answer
        for question, answer in zip(asked, found, strict=True)
        if answer.sureness == Sureness.SURE and answer.hits[0].id not in question["right"]
    ]
    return [
        name,
        percent(sum(answer.sureness == Sureness.SURE for answer in found), len(found)),
        percent(len(wrong), len(found)),
        percent(sum(map(is_stamped, wrong)), len(found)),
        percent(sum(not answer.is_covered for answer in found), len(found)),
        percent(sum(not answer.is_covered for answer in strange), len(strange)),
        percent(
            sum(answer.sureness in (Sureness.UNCOVERED, Sureness.UNSURE) for answer in strange), len(strange)
        ),
        percent(sum(map(is_stamped, strange)), len(strange)),
    ]


def print_lines(lines: Sequence[Sequence[str]]) -> None:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    print()


def seconds(*options: str) -> float:
    """Processor time of `fujikoro ask`, in the middle over several questions."""
    took = []
    for question in TIMED:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "fujikoro_nb", "ask", question, *options],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(took)


def main() -> int:
    ways: dict[str, Asking] = {"words": by_words, "words and meaning": by_meaning, "as asked": as_asked}
    wanted = sys.argv[1:] or TABLES
    for name in wanted:
        every = [question for file in TABLES[name] for question in questions(file)]
        strange = [each for each in every if "right" not in each]
        asked = [each for each in every if "right" in each]
        hit_lines = [[f"{name}: first / among three", "all", *LANGUAGES, *KINDS]]
        sure_lines = [
            [
                f"{name}: percent",
                "sure",
                "sure, wrong",
                "stamp wrong",
                "denied",
                f"of {len(strange)} uncovered: said",
                "or unsure",
                "stamped",
            ]
        ]
        for way, ask in ways.items():
            found = [ask(question) for question in asked]
            hit_lines.append(hits_line(way, asked, found))
            sure_lines.append(sureness_line(way, asked, found, [ask(question) for question in strange]))
        print_lines(hit_lines)
        print_lines(sure_lines)
    rows: list[Row] = [
        against_limit("fujikoro ask, words", seconds("--words-only"), WORDS_SECONDS),
        against_limit("fujikoro ask, meaning", seconds(), MEANING_SECONDS),
    ]
    return show("players' questions", rows)


if __name__ == "__main__":
    sys.exit(main())
