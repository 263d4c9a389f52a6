"""One entry a rule: id, chapter, statement, numbers, citations, conflict, examples and the readings a table may choose.

The data is ``rules.json``, made by ``tools/build_rulebook.py`` from the ledger and ``corrections.yaml``; it holds every
rule played so far. The engine decides what a rule does; this package says what the rule is and where it stands.
"""

from fujikoro_nb.rulebook.rules import (
    Citation,
    Conflict,
    Example,
    Rule,
    UnknownRule,
    adopted_readings,
    chapters,
    has_rule,
    reading_sentence,
    related_switches,
    rule,
    rules,
)

__all__ = [
    "Citation",
    "Conflict",
    "Example",
    "Rule",
    "UnknownRule",
    "adopted_readings",
    "chapters",
    "has_rule",
    "reading_sentence",
    "related_switches",
    "rule",
    "rules",
]
