"""A rule as the helper's card shows it: what it says, where it stands, and where the rulebooks differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb import rulebook

Say = Callable[..., str]


def rule_card(rule_id: str, say: Say) -> dict[str, Any]:
    """Plain data of one card; an id that the rulebook does not hold gets a card that says so."""
    if not rulebook.has_rule(rule_id):
        return {"id": rule_id, "statement": say("helper.rule-unknown"), "where": [], "conflict": None}
    rule = rulebook.rule(rule_id)
    lines: dict[str, list[str]] = {}
    for citation in rule.citations:
        span = str(citation).partition(":")[2]
        lines.setdefault(citation.seed, []).append(span)
    return {
        "id": rule.id,
        "statement": rule.statement,
        "where": [
            {
                "book": say(f"helper.rule-seed-{seed}"),
                "lines": say(
                    "helper.rule-lines",
                    n=2 if len(spans) > 1 or "-" in spans[0] else 1,
                    lines=", ".join(spans),
                ),
            }
            for seed, spans in lines.items()
        ],
        "conflict": _conflict(rule.conflict, say),
    }


def _conflict(conflict: rulebook.Conflict | None, say: Say) -> dict[str, Any] | None:
    if conflict is None:
        return None
    return {
        "title": say(f"helper.rule-{conflict.kind}"),
        "says": [{"book": say(f"helper.rule-seed-{seed}"), "text": text} for seed, text in conflict.says],
        "ruling": say("helper.rule-ruling", ruling=conflict.ruling),
        "reason": conflict.reason,
    }
