"""What a puzzle's page shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.attempt import MISS_PRICE, PRICE, HintKind, hint
from fujikoro_nb.puzzles.book import Entry
from fujikoro_nb.puzzles.fight_steps import Thought
from fujikoro_nb.puzzles.prove import Proof
from fujikoro_nb.puzzles.puzzle import Best, Outcome, statement
from fujikoro_nb.puzzles.steps import Technique
from fujikoro_nb.texts import decimal
from fujikoro_nb.widgets.learn.puzzle_flow import MODES, RANGES, PuzzleFlow

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

_TECHNIQUES = frozenset(str(technique) for technique in Technique)
_THOUGHTS = frozenset(str(thought) for thought in Thought)
"""Themes that are told by a hint, so the page does not give them away."""

_SEAL = {
    Outcome.RIGHT: "ok",
    Outcome.RIGHT_BUT: "but",
    Outcome.NOT_GOAL: "but",
    Outcome.ILLEGAL: "no",
}


def marks(page: PuzzlePage) -> list[dict[str, Any]]:
    """The cells of the hints that were paid for, and the better answer."""
    kind = str(page.puzzle.position.kind)
    marks: list[dict[str, Any]] = []
    for taken in page.attempt.hints:
        shown = hint(page.puzzle, page.entry.certificate, page.entry.rated, taken, language=page.language)
        if taken == HintKind.REGION and not page.attempt.ended:
            marks.append({"kind": kind, "cells": [list(c) for c in shown.cells], "style": "hint", "text": ""})
        marks.extend(_cube_marks(page, kind, shown.cubes))
    return marks


def _cube_marks(page: PuzzlePage, kind: str, cubes: tuple[tuple[int, int, str], ...]) -> list[dict[str, Any]]:
    there = {(*column_row(cell), str(cube)) for cell, cube in page.layout}
    return [
        {"kind": kind, "cells": [[column, row]], "style": "near", "text": f"+{cube}"}
        for column, row, cube in cubes
        if (column, row, cube) not in there
    ]


def view(page: PuzzlePage) -> dict[str, Any]:
    """What its front end draws."""
    entry, attempt = page.entry, page.attempt
    return {
        **shared_view(page, "puzzle.title"),
        "proof": page.say(f"puzzle.proof-{entry.certificate.proof}", answers=entry.certificate.answers),
        "statement": statement(entry.puzzle, language=page.language),
        "kind": str(entry.puzzle.position.kind),
        "cards": [_card(page, index) for index in range(len(entry.puzzle.position.cards))],
        "hand": _hand(page),
        "verdict": verdict(page),
        "actions": _actions(page),
        "hints": [_hint(page, kind) for kind in HintKind],
        "about": _about(page),
        "undo": "" if attempt.ended else str(page.grid.undo_label),
        "yesterday": _yesterday(page) if page.mode == "daily" else None,
    }


def shared_view(page: PuzzleFlow, title: str) -> dict[str, Any]:
    """What the pages of both books show alike; ``title`` is the key of a numbered puzzle's."""
    entry, ended = page.entry, page.attempt.ended
    number = 1 + page.book.entries.index(entry) if page.is_from_book else 0
    words = page.say(title, number=number) if number else page.say("puzzle.title-own")
    themes = theme_buttons(page)
    return {
        "id": entry.puzzle.id,
        "mode": page.mode,
        "title": page.say("puzzle.title-daily") if page.mode == "daily" else words,
        "rating": entry.rated.rating,
        "difficulty": entry.rated.difficulty,
        "peaks": page.say("puzzle.difficulty", difficulty=entry.rated.difficulty),
        "worth": page.say("puzzle.brought" if ended else "puzzle.worth", worth=worth(page)),
        "standing": standing(page),
        "meaning": page.say("puzzle.rating-about") if page.is_from_book and page.mode != "review" else "",
        "modes": mode_buttons(page),
        "themes": themes,
        "flags": meaning_of_flags(page, themes),
        "ranges": [
            {"range": name, "label": page.say(f"puzzle.range-{name}"), "on": page.range == limits}
            for name, limits in RANGES.items()
        ],
        "ended": ended,
    }


def theme_buttons(page: PuzzleFlow) -> list[dict[str, Any]]:
    """The themes to choose from; ``here`` flags those of this puzzle that give nothing away."""
    themes, has_ended = page.entry.rated.themes, bool(page.attempt.ended)
    secret = {*_TECHNIQUES, *_THOUGHTS}
    return [
        {
            "theme": theme,
            "label": page.say(f"theme.{theme}"),
            "on": theme in page.themes,
            "here": theme in themes and (has_ended or theme not in secret),
        }
        for theme in page.all_themes()
    ]


def meaning_of_flags(page: PuzzleFlow, themes: list[dict[str, Any]]) -> str:
    """What a flag says, where one is shown."""
    if not any(theme["here"] for theme in themes):
        return ""
    return page.say("puzzle.flags-all" if page.attempt.ended else "puzzle.flags")


def worth(page: PuzzleFlow) -> int:
    """What an attempt counts; a solution that was shown counts nothing."""
    return 0 if page.attempt.ended == "shown" else page.attempt.worth


def _card(page: PuzzlePage, index: int) -> dict[str, Any]:
    card = page.puzzle.position.cards[index]
    is_house = card.provenance == Provenance.HOUSE
    return {
        "name": page.say("puzzle.card", card=card.title(language=page.language)),
        "mark": page.say("puzzle.house") if is_house else page.say("puzzle.own"),
        "house": is_house,
        "pattern": card.pattern,
    }


def _hand(page: PuzzlePage) -> list[dict[str, Any]]:
    left = page.grid.cubes_left or Cubes()
    start = page.puzzle.position.cubes
    return [{"letter": str(each), "left": left.count(each)} for each in MATERIALS if start.count(each)]


def verdict(page: PuzzleFlow) -> dict[str, str] | None:
    """The seal of an attempt that has ended."""
    if page.attempt.ended == "shown":
        word = page.say("puzzle.seal-shown")
        return {"seal": "but", "word": word, "sentence": page.say("puzzle.shown"), "rule": "", "more": ""}
    said = page.feedback
    if said is None:
        return None
    more = page.say("puzzle.miss-paid", price=MISS_PRICE) if not said.is_right else ""
    word = page.say(f"puzzle.seal-{said.outcome}")
    return {
        "seal": _SEAL[said.outcome],
        "word": word,
        "sentence": said.sentence,
        "rule": said.rule,
        "more": more,
    }


def _actions(page: PuzzlePage) -> list[dict[str, Any]]:
    if page.attempt.ended:
        better = (
            [action(page, "show-better", "show-better")] if page.attempt.ended == Outcome.RIGHT_BUT else []
        )
        return [*better, action(page, "next", "next", main=True)]
    if page.feedback is not None and page.feedback.outcome == Outcome.ILLEGAL:
        return [action(page, "put-back", "put-back", main=True)]
    if page.feedback is not None:
        return [action(page, "again", "again", main=True)]
    if not page.can_check():
        key = "check-all" if page.puzzle.uses_all else "check-some"
        return [{**action(page, "check", key, main=True), "off": True}]
    key = "check" if page.attempt.worth else "check-again"
    return [{"act": "check", "label": page.say(f"puzzle.{key}", price=MISS_PRICE), "main": True}]


def action(page: PuzzleFlow, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
    """A button: what it does, and its label."""
    return {"act": act, "label": page.say(f"puzzle.{key}"), "main": main}


def _hint(page: PuzzlePage, kind: HintKind) -> dict[str, Any]:
    is_paid = kind in page.attempt.hints
    shown = None
    if is_paid:
        shown = hint(page.puzzle, page.entry.certificate, page.entry.rated, kind, language=page.language)
    return {
        "kind": str(kind),
        "label": page.say(f"puzzle.hint-{kind}-name"),
        "price": page.say("puzzle.paid" if is_paid else "puzzle.price", price=PRICE[kind]),
        "paid": is_paid,
        "text": shown.sentence if shown else "",
        "open": not page.attempt.ended,
    }


def standing(page: PuzzleFlow) -> str:
    """Where a player stands: on the ladder, in the review."""
    if page.mode == "review":
        return page.say("puzzle.review-line")
    if not page.is_from_book:
        return page.say("puzzle.unrated")
    rating = page.kept.solver.rating
    if page.gained is None:
        return page.say("puzzle.rating-line", rating=rating)
    change = decimal(page.gained, 0, page.say, is_signed=True)
    return page.say("puzzle.rating-now", rating=rating, change=change)


def _about(page: PuzzlePage) -> str:
    certificate, rated = page.entry.certificate, page.entry.rated
    if certificate.proof != Proof.BEST:
        proof = page.say(f"puzzle.about-{certificate.proof}", answers=certificate.answers)
    elif certificate.gap is None or certificate.value is None:
        proof = page.say("puzzle.about-best-only")
    else:
        key = "puzzle.about-best-cubes" if page.puzzle.best == Best.CUBES else "puzzle.about-best-initiative"
        proof = page.say(key, gap=certificate.gap)
    steps = page.say("puzzle.about-steps", steps=rated.steps)
    return f"{proof} {steps} {page.say('puzzle.link-carries')}"


def mode_buttons(page: PuzzleFlow) -> list[dict[str, Any]]:
    """The ways to go through the book, each with its button."""
    due = len(page.kept.due(page.today))
    labels = {mode: page.say(f"puzzle.mode-{mode}") for mode in MODES}
    if due:
        labels["review"] = page.say("puzzle.mode-review-due", n=due)
    return [{"mode": mode, "label": label, "on": mode == page.mode} for mode, label in labels.items()]


def _yesterday(page: PuzzlePage) -> dict[str, Any]:
    entry = ladder.daily(page.today - datetime.timedelta(days=1), page.book.entries)
    shown = None
    if page.shows_yesterday:
        shown = {"kind": str(entry.puzzle.position.kind)}
        shown["statement"] = statement(entry.puzzle, language=page.language)
        shown["cells"] = solution_text(entry)
        shown["label"] = entry.certificate.solution
    return {"on": page.shows_yesterday, "shown": shown}


def solution_text(entry: Entry) -> str:
    """The answer without empty rows above and below, as a pattern is drawn; ``:`` shows the line of a weapon grid."""
    rows = entry.certificate.solution.split("/")
    while rows and not set(rows[0]) - set(".:"):
        rows = rows[1:]
    return "/".join(
        row.replace(":", "") if entry.puzzle.position.kind != GearKind.WEAPON else row for row in rows
    )
