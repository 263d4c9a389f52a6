"""A rule as the small card shows it: players' words, where it stands, and where the rulebooks differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb import rulebook
from fujikoro_nb.content import Pack
from fujikoro_nb.helper.table_rulings import TableRulings, options
from fujikoro_nb.rulebook.booklets import passages
from fujikoro_nb.rulebook.boxed import Boxed, boxed
from fujikoro_nb.rulebook.chosen import fact_of_rule, own_pack
from fujikoro_nb.rulebook.entries import Wording, entry
from fujikoro_nb.rulebook.holds import holds_labels

Say = Callable[..., str]


def rule_card(
    rule_id: str,
    say: Say,
    *,
    rulings: TableRulings | None,
    language: str = "en",
    owned: Pack | None = None,
) -> dict[str, Any]:
    """Plain data of one card; an id that the rulebook does not hold gets a card that says so.

    Where booklets differ, the card says which reading these rulings play: first of all where that is not ours, and not
    at all without rulings. Numbers that no booklet prints are those of ``owned``, by default this machine's own box, or
    wear their mark.
    """
    words = {name: say(f"helper.rule-{name}") for name in ("close", "where")} | {
        "label": say("helper.rule"),
        "open": say("helper-rules.card-open"),
        "type": say("chosen.type"),
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
            "holds": [],
            "where": [],
            "conflict": None,
            "box": None,
            "words": words,
        }
    rule = rulebook.rule(rule_id)
    wording = entry(rule_id).wording(language)
    ours, played = _readings(rule, rulings, language)
    is_otherwise = played != ours
    box = None
    if fact_of_rule(rule_id) is not None:
        box = boxed(rule_id, own_pack() if owned is None else owned, language=language)
    answer, says = _in_this_box(wording, box)
    return {
        "id": rule.id,
        "is_known": True,
        "title": wording.title,
        "answer": played if is_otherwise else answer,
        "statement": say("helper.rule-printed", says=says) if is_otherwise else says,
        "holds": list(holds_labels(entry(rule_id), say)),
        "where": _where(rule, say),
        "conflict": _conflict(rule, wording, say, rulings, language, box),
        "box": None if box is None else {"mark": box.mark, "own": box.own, "stop": box.stop},
        "words": words,
    }


def _in_this_box(wording: Wording, box: Boxed | None) -> tuple[str, str]:
    """Answer and statement, with the numbers of the box where it has any."""
    if box is None or not box.answer:
        return wording.answer, wording.says
    return box.answer, box.says


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
    rule: rulebook.Rule,
    wording: Wording,
    say: Say,
    rulings: TableRulings | None,
    language: str,
    box: Boxed | None,
) -> dict[str, Any] | None:
    if rule.conflict is None:
        return None
    ours, played = _readings(rule, rulings, language)
    # The reason speaks for the reading that is ours.
    reason = wording.reason if played == ours else ""
    settled = (box.ruling if box is not None else "") or played or wording.ruling
    return {
        "title": say(f"helper.rule-{rule.conflict.kind}"),
        "says": [{"book": say(f"seed.{seed}"), "text": text} for seed, text in wording.books],
        "ruling": "" if rulings is None else say("helper.rule-ruling", ruling=settled),
        "reason": reason,
    }
