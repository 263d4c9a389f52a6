"""A rule as the helper's card shows it: what it says, where it stands, and where the rulebooks differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb import rulebook
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings

Say = Callable[..., str]


def rule_card(rule_id: str, say: Say, *, rulings: Rulings = ADOPTED, language: str = "en") -> dict[str, Any]:
    """Plain data of one card; an id that the rulebook does not hold gets a card that says so.

    Where booklets differ, the card says which reading these rulings play.
    """
    words = {name: say(f"helper.rule-{name}") for name in ("close", "where")} | {"label": say("helper.rule")}
    if not rulebook.has_rule(rule_id):
        unknown = say("helper.rule-unknown")
        return {"id": rule_id, "statement": unknown, "where": [], "conflict": None, "words": words}
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
        "conflict": _conflict(rule, say, rulings, language),
        "words": words,
    }


def _conflict(rule: rulebook.Rule, say: Say, rulings: Rulings, language: str) -> dict[str, Any] | None:
    conflict = rule.conflict
    if conflict is None:
        return None
    ruling, reason = conflict.ruling, conflict.reason
    if rule.readings:
        reading = rulings.reading(rule.id)
        ruling = rulebook.reading_sentence(rule.id, reading, language=language)
        # The ledger's reason speaks for the reading it adopts.
        reason = reason if reading == rule.readings[0] else ""
    return {
        "title": say(f"helper.rule-{conflict.kind}"),
        "says": [{"book": say(f"helper.rule-seed-{seed}"), "text": text} for seed, text in conflict.says],
        "ruling": say("helper.rule-ruling", ruling=ruling),
        "reason": reason,
    }
