"""What the page of every puzzle shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb.puzzles.attempt import MISS_PRICE, MISSED, PRICE, HintKind, Outcome
from fujikoro_nb.puzzles.kind import AnyEntry
from fujikoro_nb.puzzles.run import ENDLESS, RANGES, STREAK, Run
from fujikoro_nb.texts import decimal

_SEAL = {
    Outcome.RIGHT: "ok",
    Outcome.RIGHT_BUT: "but",
    Outcome.NOT_GOAL: "but",
    Outcome.WRONG: "no",
    Outcome.ILLEGAL: "no",
}


def puzzle_view(
    run: Run, *, hint: Callable[[HintKind], str], shown: Callable[[AnyEntry], dict[str, Any]]
) -> dict[str, Any]:
    """What the pages of all kinds show. ``hint`` says one that was paid, ``shown`` a puzzle with its answer."""
    entry, ended, kind = run.entry, run.attempt.ended, run.kind
    is_streak = run.mode == STREAK
    themes = [] if is_streak else _themes(run)
    return {
        "id": entry.puzzle.id,
        "mode": run.mode,
        "title": _title(run),
        "rating": entry.rated.rating,
        "difficulty": entry.rated.difficulty,
        "peaks": run.say("puzzle.difficulty", difficulty=entry.rated.difficulty),
        "worth": run.say("puzzle.brought" if ended else "puzzle.worth", worth=_worth(run)),
        "standing": _standing(run),
        "meaning": _meaning(run),
        "modes": _modes(run),
        "themes": themes,
        "flags": _meaning_of_flags(run, themes),
        "ranges": [
            {"range": name, "label": run.say(f"puzzle.range-{name}"), "on": run.range == limits}
            for name, limits in RANGES.items()
            if not is_streak
        ],
        "ended": ended,
        "proof": run.say("puzzle.proof-open")
        if _is_told_less(run)
        else kind.proof(entry, language=run.language),
        "statement": kind.statement(entry.puzzle, language=run.language),
        "verdict": _verdict(run),
        "hints": [] if is_streak else [_hint(run, each, hint) for each in HintKind],
        "streak": _streak(run, hint) if is_streak else None,
        "another": _another(run),
        "about": _about(run),
        "yesterday": _yesterday(run, shown) if run.mode == "daily" else None,
    }


def actions(run: Run, *, can_check: bool, waiting: str, back: dict[str, Any]) -> list[dict[str, Any]]:
    """The ways on: ``waiting`` names the check as long as too little lies there, ``back`` leads from a miss."""
    if run.mode == STREAK:
        return _actions_of_streak(run, can_check=can_check, waiting=waiting, back=back)
    if run.attempt.ended:
        is_but = run.attempt.ended == Outcome.RIGHT_BUT
        better = [action(run, "show-better", "puzzle.show-better")] if is_but else []
        key = "puzzle.next-endless" if run.mode == ENDLESS else "puzzle.next"
        return [*better, action(run, "next", key, main=True)]
    if run.feedback is not None:
        return [back]
    if not can_check:
        return [{**action(run, "check", waiting, main=True), "off": True}]
    key = f"{run.kind.table}.check" if run.attempt.worth else "puzzle.check-again"
    return [{"act": "check", "label": run.say(key, price=MISS_PRICE), "main": True}]


def _actions_of_streak(
    run: Run, *, can_check: bool, waiting: str, back: dict[str, Any]
) -> list[dict[str, Any]]:
    """As `actions`; a check is the only one, and after the end its reason and the puzzle again are offered."""
    if run.attempt.ended:
        if not run.kept.streak.is_over:
            return [action(run, "next", "puzzle.streak-next", main=True)]
        is_open = run.attempt.ended == MISSED and HintKind.SOLUTION not in run.attempt.hints
        why = [action(run, "why", "puzzle.streak-why")] if is_open else []
        return [
            *why,
            action(run, "retry", "puzzle.streak-retry"),
            action(run, "next", "puzzle.streak-anew", main=True),
        ]
    if run.feedback is not None:
        return [back]
    if not can_check:
        return [{**action(run, "check", waiting, main=True), "off": True}]
    return [action(run, "check", "puzzle.streak-check", main=True)]


def action(run: Run, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
    """A button: what it does, and its label."""
    return {"act": act, "label": run.say(key), "main": main}


def _title(run: Run) -> str:
    if run.mode == STREAK:
        return run.say("puzzle.streak-title", number=run.kept.streak.number)
    if run.mode == "daily":
        return run.say("puzzle.title-daily")
    number = run.kind.number_of(run.puzzle.id)
    if number is not None:
        return run.say("puzzle.title-endless", number=number)
    if not run.is_from_book:
        return run.say("puzzle.title-retired" if run.is_retired else "puzzle.title-own")
    return run.say(f"{run.kind.table}.title", number=1 + run.book.entries.index(run.entry))


def _themes(run: Run) -> list[dict[str, Any]]:
    """The themes to choose from; ``here`` flags those of this puzzle that give nothing away."""
    themes, has_ended = run.entry.rated.themes, bool(run.attempt.ended)
    return [
        {
            "theme": theme,
            "label": run.say(f"theme.{theme}"),
            "on": theme in run.themes,
            "here": theme in themes and (has_ended or theme not in run.kind.secrets),
        }
        for theme in run.all_themes
    ]


def _meaning_of_flags(run: Run, themes: list[dict[str, Any]]) -> str:
    """What a flag says, where one is shown."""
    if not any(theme["here"] for theme in themes):
        return ""
    return run.say("puzzle.flags-all" if run.attempt.ended else "puzzle.flags")


def _worth(run: Run) -> int:
    """What an attempt counts; a solution that was shown counts nothing."""
    return 0 if run.attempt.ended == "shown" else run.attempt.worth


def _verdict(run: Run) -> dict[str, str] | None:
    """The seal of an attempt that was checked or has ended."""
    if run.attempt.ended == "shown":
        word = run.say("puzzle.seal-shown")
        sentence = run.say("puzzle.shown" if run.is_from_book else "puzzle.shown-own")
        return {"seal": "but", "word": word, "sentence": sentence, "rule": "", "more": ""}
    said = run.feedback
    if said is None:
        return None
    return {
        "seal": _SEAL[said.outcome],
        "word": run.say(f"puzzle.seal-{said.outcome}"),
        "sentence": said.sentence,
        "rule": said.rule,
        "more": "" if said.is_right else _paid(run),
    }


def _paid(run: Run) -> str:
    """What a miss costs."""
    if run.attempt.ended == MISSED:
        return run.say("puzzle.missed" if run.is_from_book else "puzzle.missed-own")
    return run.say("puzzle.miss-paid", price=MISS_PRICE)


def _hint(run: Run, kind: HintKind, say_it: Callable[[HintKind], str]) -> dict[str, Any]:
    is_paid = kind in run.attempt.hints
    return {
        "kind": str(kind),
        "label": run.say(f"{run.kind.table}.hint-{kind}-name"),
        "price": run.say("puzzle.paid" if is_paid else "puzzle.price", price=PRICE[kind]),
        "paid": is_paid,
        "text": say_it(kind) if is_paid else "",
        "open": not run.attempt.ended,
    }


def _another(run: Run) -> str:
    """What the button says that leaves the puzzle; empty where it cannot be left."""
    if not run.can_skip:
        return ""
    return run.say("puzzle.streak-skip" if run.mode == STREAK else "puzzle.another")


def _streak(run: Run, say_it: Callable[[HintKind], str]) -> dict[str, Any]:
    """How a run stands; once it is over, what it brought and the puzzle at which it ended."""
    now = run.kept.streak
    stands = run.say("puzzle.streak-stands", n=len(now.right))
    best = run.say("puzzle.streak-best", best=now.best) if now.best else ""
    if not now.is_over:
        rules = run.say("puzzle.streak-rules") if now.number == 1 and not run.attempt.ended else ""
        return {"n": len(now.right), "stands": stands, "best": best, "rules": rules, "over": None}
    is_whole = now.is_solved
    is_best = bool(now.right) and len(now.right) == now.best
    why = say_it(HintKind.SOLUTION) if HintKind.SOLUTION in run.attempt.hints else ""
    return {
        "n": len(now.right),
        "stands": stands,
        "best": run.say("puzzle.streak-is-best") if is_best else best,
        "rules": "",
        "over": {
            "title": run.say("puzzle.streak-whole" if is_whole else "puzzle.streak-over"),
            "ended": "" if is_whole else _ended_at(run),
            "why": why,
        },
    }


def _ended_at(run: Run) -> str:
    """The puzzle at which a run ended, by its own name and rating."""
    title = run.say(f"{run.kind.table}.title", number=1 + run.book.entries.index(run.entry))
    return run.say("puzzle.streak-ended-at", puzzle=title, rating=run.entry.rated.rating)


def _standing(run: Run) -> str:
    """Where a player stands: on the ladder, in the review."""
    if run.mode == "review":
        return run.say("puzzle.review-line")
    if not run.is_from_book:
        return run.say("puzzle.unrated")
    solver = run.kept.rested(run.today)
    rating = run.say("learn.rated", rating=solver.shown, range=solver.range)
    if run.gained is None:
        return run.say("puzzle.rating-line", rating=rating)
    change = decimal(run.gained, 0, run.say, is_signed=True)
    return run.say("puzzle.rating-now", rating=rating, change=change)


def _meaning(run: Run) -> str:
    """What the rating says; of a puzzle that a run asks for elsewhere, that it counts there."""
    now = run.kept.streak
    if run.mode == STREAK or not run.is_from_book:
        return ""
    if now.is_running and not now.is_solved and run.puzzle.id == now.at and not run.attempt.ended:
        return run.say("puzzle.streak-here")
    return "" if run.mode == "review" else run.say("puzzle.rating-about")


def _is_told_less(run: Run) -> bool:
    """Whether what the proof says has to wait until the puzzle is over."""
    return not run.attempt.ended and run.kind.gives_away(run.entry)


def _about(run: Run) -> str:
    proof = run.kind.about(run.entry, language=run.language)
    if _is_told_less(run):
        proof = run.say("puzzle.about-open")
    steps = run.say("puzzle.about-steps", steps=run.entry.rated.steps)
    return f"{proof} {steps} {run.say('puzzle.link-carries')}"


def _modes(run: Run) -> list[dict[str, Any]]:
    """The ways to go through the book, each with its button."""
    due = len(run.kept.due(run.today))
    labels = {mode: run.say(f"puzzle.mode-{mode}") for mode in run.modes}
    if due:
        labels["review"] = run.say("puzzle.mode-review-due", n=due)
    return [{"mode": mode, "label": label, "on": mode == run.mode} for mode, label in labels.items()]


def _yesterday(run: Run, shown: Callable[[AnyEntry], dict[str, Any]]) -> dict[str, Any]:
    if not run.shows_yesterday:
        return {"on": False, "shown": None}
    entry = run.yesterday
    statement = run.kind.statement(entry.puzzle, language=run.language)
    return {"on": True, "shown": {"statement": statement, **shown(entry)}}
