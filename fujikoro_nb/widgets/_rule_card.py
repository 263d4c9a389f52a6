"""A rule as the small card shows it: players' words, where it stands, and where the rulebooks differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb import rulebook
from fujikoro_nb.helper.table_rulings import TableRulings, options
from fujikoro_nb.rulebook.booklets import heading_of
from fujikoro_nb.rulebook.entries import Wording, entry

Say = Callable[..., str]


def rule_card(
    rule_id: str, say: Say, *, rulings: TableRulings | None = None, language: str = "en"
) -> dict[str, Any]:
    """Plain data of one card; an id that the rulebook does not hold gets a card that says so.

    Where booklets differ, the card says which reading these rulings play.
    """
    words = {name: say(f"helper.rule-{name}") for name in ("close", "where")} | {
        "label": say("helper.rule"),
        "open": say("helper-rules.card-open"),
        "lines": say("helper-rules.card-lines"),
    }
    if not rulebook.has_rule(rule_id):
        unknown = say("helper.rule-unknown")
        return {
            "id": rule_id,
            "is_known": False,
            "answer": "",
            "statement": unknown,
            "where": [],
            "conflict": None,
            "words": words,
        }
    rule = rulebook.rule(rule_id)
    wording = _wording(rule_id, language)
    return {
        "id": rule.id,
        "is_known": True,
        "answer": wording.answer if wording else "",
        "statement": wording.says if wording else rule.statement,
        "where": _where(rule, say),
        "conflict": _conflict(rule, wording, say, rulings or TableRulings(), language),
        "words": words,
    }


def _wording(rule_id: str, language: str) -> Wording | None:
    """The entry's; None for a rule that has none yet, whose statement the ledger gives."""
    try:
        return entry(rule_id).wording(language)
    except rulebook.UnknownRule:
        return None


def _where(rule: rulebook.Rule, say: Say) -> list[dict[str, str]]:
    """Booklet, chapter heading and lines of each place, one record a heading."""
    lines: dict[tuple[str, str, int], list[str]] = {}
    for citation in rule.citations:
        heading = heading_of(citation)
        span = str(citation).partition(":")[2]
        lines.setdefault((citation.seed, heading.heading, heading.page), []).append(span)
    return [
        {
            "book": say(f"seed.{seed}"),
            "heading": say("helper-rules.card-where-page", heading=heading, page=page) if page else heading,
            "lines": say(
                "helper.rule-lines", n=2 if len(spans) > 1 or "-" in spans[0] else 1, lines=", ".join(spans)
            ),
        }
        for (seed, heading, page), spans in lines.items()
    ]


def _conflict(
    rule: rulebook.Rule, wording: Wording | None, say: Say, rulings: TableRulings, language: str
) -> dict[str, Any] | None:
    conflict = rule.conflict
    if conflict is None:
        return None
    ruling, reason, says = (
        (wording.ruling, wording.reason, wording.books)
        if wording
        else (conflict.ruling, conflict.reason, conflict.says)
    )
    if wording or rule.readings:
        choice = {option.name: option.says for option in options(rule, language=language)}
        adopted = next(iter(choice), "")
        played = rulings.option(rule.id)
        ruling = choice.get(played, ruling)
        # The reason speaks for the reading that is ours.
        reason = reason if played == adopted else ""
    return {
        "title": say(f"helper.rule-{conflict.kind}"),
        "says": [{"book": say(f"seed.{seed}"), "text": text} for seed, text in says],
        "ruling": say("helper.rule-ruling", ruling=ruling),
        "reason": reason,
    }
