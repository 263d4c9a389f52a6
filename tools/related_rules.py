"""Which rules a reader of one rule should see next: computed, never written by hand.

Rules belong together when the same module of the engine plays them, the same case shows them, their ids share a
section, or their statements share rare words.
"""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from fujikoro_nb.rulebook.entries import SISTERS
from fujikoro_nb.rulebook.stems import stems_of

MOST = 8
RULE_ID = re.compile(r"[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+")
_MODULE, _CASE, _PART, _WORDS = 2.0, 0.8, 0.7, 4.0
_MOST_CASES = 3
_LEAST = 0.9
"""Below this two rules have next to nothing in common."""


def ids_cited(folder: Path) -> dict[str, set[str]]:
    """The rules that each module of a folder cites, as whole strings: docstrings are sentences and never match."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        constants = (
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        found[path.relative_to(folder).as_posix()] = {text for text in constants if RULE_ID.fullmatch(text)}
    return found


def ids_shown(folder: Path) -> list[set[str]]:
    """The rules of each case."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where this PyYAML has it
    files = [yaml.load(path.read_text(encoding="utf-8"), loader) for path in sorted(folder.glob("*.yaml"))]
    return [set(case["rules"]) for file in files for case in file["cases"]]


def related(
    statements: Mapping[str, str], modules: Iterable[set[str]], cases: Iterable[set[str]]
) -> dict[str, tuple[str, ...]]:
    """For every rule at most eight others, the nearest first; rules of different games never meet."""
    near: dict[str, dict[str, float]] = {rule: dict.fromkeys(statements, 0.0) for rule in statements}
    for cited in modules:
        for one in cited & statements.keys():
            for other in cited & statements.keys():
                near[one][other] += _MODULE / math.sqrt(len(cited))
    together: Counter[tuple[str, str]] = Counter()
    for shown in cases:
        known = shown & statements.keys()
        together.update((one, other) for one in known for other in known)
    for (one, other), count in together.items():
        near[one][other] += _CASE * min(count, _MOST_CASES)
    vectors = _vectors(statements)
    games: dict[str, list[str]] = {}
    for rule in statements:
        games.setdefault(_game(rule), []).append(rule)
    parts = {rule: rule.split(".")[:-1] for rule in statements}
    found = {}
    for one in statements:
        value_of = {}
        for other in games[_game(one)]:
            common = _PART * _common_parts(parts[one], parts[other]) + _WORDS * _cosine(
                vectors[one], vectors[other]
            )
            if (value := near[one][other] + common) >= _LEAST and other != one:
                value_of[other] = value
        found[one] = tuple(sorted(value_of, key=lambda other: (-value_of[other], other))[:MOST])
    return found


def _game(rule: str) -> str:
    chapter = rule.partition(".")[0]
    return chapter if chapter in SISTERS else "fuji-koro"


def _common_parts(one: Sequence[str], other: Sequence[str]) -> int:
    common = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        common += 1
    return common


def _vectors(statements: Mapping[str, str]) -> dict[str, dict[str, float]]:
    words = {rule: Counter(stems_of(text, "en")) for rule, text in statements.items()}
    held = Counter(word for each in words.values() for word in each)
    vectors = {}
    for rule, counted in words.items():
        raw = {
            word: count * math.log(len(words) / held[word])
            for word, count in counted.items()
            if held[word] > 1
        }
        size = math.sqrt(sum(value * value for value in raw.values())) or 1.0
        vectors[rule] = {word: value / size for word, value in raw.items()}
    return vectors


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    return sum([small[word] * large[word] for word in small if word in large])
