"""A rule as the small card shows it: players' words, where it stands, and where the rulebooks differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb import rulebook
from fujikoro_nb.helper.table_rulings import TableRulings, options
from fujikoro_nb.rulebook.booklets import passages
from fujikoro_nb.rulebook.entries import Wording, entry

Say = Callable[..., str]


def rule_card(
    rule_id: str, say: Say, *, rulings: TableRulings | None, language: str = "en"
) -> dict[str, Any]:
    """Plain data of one card; an id that the rulebook does not hold gets a card that says so.

    Where booklets differ, the card says which reading these rulings play: first of all where that is not ours, and not
    at all without rulings.
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
            "title": "",
            "answer": "",
            "statement": unknown,
            "where": [],
            "conflict": None,
            "words": words,
        }
    rule = rulebook.rule(rule_id)
    wording = entry(rule_id).wording(language)
    ours, played = _readings(rule, rulings, language)
    is_otherwise = played != ours
    return {
        "id": rule.id,
        "is_known": True,
        "title": wording.title,
        "answer": played if is_otherwise else wording.answer,
        "statement": say("helper.rule-printed", says=wording.says) if is_otherwise else wording.says,
        "where": _where(rule, say),
        "conflict": _conflict(rule, wording, say, rulings, language),
        "words": words,
    }


def _where(rule: rulebook.Rule, say: Say) -> list[dict[str, str]]:
    """Booklet, chapter heading and lines of each passage."""
    return [
        {
            "book": say(f"seed.{one.seed}"),
            "heading": say("helper-rules.card-where-page", heading=one.heading, page=one.page)
            if one.page
            else one.heading,
            "lines": say(
                "helper.rule-lines",
                n=2 if len(one.lines) > 1 or "-" in one.lines[0] else 1,
                lines=", ".join(one.lines),
            ),
        }
        for one in passages(rule.citations)
    ]


def _readings(rule: rulebook.Rule, rulings: TableRulings | None, language: str) -> tuple[str, str]:
    """What our reading of a rule says, and what these rulings play; twice nothing where nothing can be chosen."""
    choice = {option.name: option.says for option in options(rule, language=language)}
    ours = next(iter(choice.values()), "")
    return ours, ours if rulings is None else choice.get(rulings.option(rule.id), ours)


def _conflict(
    rule: rulebook.Rule, wording: Wording, say: Say, rulings: TableRulings | None, language: str
) -> dict[str, Any] | None:
    if rule.conflict is None:
        return None
    ours, played = _readings(rule, rulings, language)
    # The reason speaks for the reading that is ours.
    reason = wording.reason if played == ours else ""
    return {
        "title": say(f"helper.rule-{rule.conflict.kind}"),
        "says": [{"book": say(f"seed.{seed}"), "text": text} for seed, text in wording.books],
        "ruling": "" if rulings is None else say("helper.rule-ruling", ruling=played or wording.ruling),
        "reason": reason,
    }
