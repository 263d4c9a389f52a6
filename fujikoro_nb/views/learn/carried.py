"""Ratings and progress that are taken along, as plain data: how to take them, and what a file or a link would bring."""

from __future__ import annotations

import datetime
from typing import Any

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.learning.standing import Standing
from fujikoro_nb.learning.taken import Taken, link_code, taken_of
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.texts import say


def carried_view(
    standing: Standing, offer: dict[str, Any] | None, *, can_take_back: bool, language: str
) -> dict[str, Any]:
    """``code`` is what a link carries, empty when it is too long for one; ``offer`` what was opened, if anything."""
    code = "" if standing.is_new else link_code(taken_of(standing))
    too_long = not standing.is_new and not code
    return {
        "code": code,
        "has": not standing.is_new,
        "says": say("learn.carry-too-long", language=language) if too_long else "",
        "offer": offer,
        "can_take_back": can_take_back,
    }


def offer_view(
    taken: Taken, standing: Standing, *, today: datetime.date, language: str
) -> dict[str, list[str]]:
    """What would come and what stands here now, a line for each book, for lessons and for the storm."""

    def tell(key: str, /, **data: object) -> str:
        return say(f"learn.{key}", language=language, **data)

    def rating(kept: Kept | None) -> str:
        if kept is None or not kept.done:
            return tell("rating-none")
        solver = kept.rested(today)
        return tell("rated", rating=solver.shown, range=solver.range)

    lines = []
    for book in BOOKS:
        kept = taken.books.get(book.kind)
        if kept is not None:
            title = say(f"helper.{book.page}", language=language)
            now = rating(standing.books.get(book.kind))
            lines.append(tell("offer-book", title=title, rating=rating(kept), n=len(kept.done), now=now))
    listed = [one.id for one in LESSONS if one.id in taken.lessons]
    if listed:
        passed = sum(going.is_learned(taken.lessons[name]) for name in listed)
        here = sum(name in standing.lessons and going.is_learned(standing.lessons[name]) for name in listed)
        lines.append(tell("offer-lessons", n=len(listed), passed=passed, now=here))
    if taken.storm is not None and taken.storm.best:
        best = standing.storm.best[0].right if standing.storm.best else 0
        lines.append(tell("offer-storm", best=taken.storm.best[0].right, now=best))
    return {"lines": lines or [tell("offer-nothing")]}
