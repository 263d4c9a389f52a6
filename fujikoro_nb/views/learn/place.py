"""The one place for lessons and puzzles, as plain data: where one goes on, what is due, how far one is."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.first_game import TURNS
from fujikoro_nb.learning.index import LESSONS, ListedLesson, lesson_of
from fujikoro_nb.learning.lesson import CHECKS
from fujikoro_nb.learning.progress import Progress
from fujikoro_nb.learning.standing import (
    Standing,
    days_in_a_row,
    is_begun,
    most_days_in_a_row,
    next_book,
    next_lesson,
)
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.index import BOOKS, ListedBook, kind_of
from fujikoro_nb.puzzles.kept import MISSED_BELOW, Kept
from fujikoro_nb.puzzles.themes import right_runs, to_train, trained
from fujikoro_nb.texts import say

FIRST_GAME = "first-game"
REVIEW, DAILY, ENDLESS, STREAK = (f"#mode={mode}" for mode in ("review", "daily", "endless", "streak"))
"""What leads to these puzzles of a book, behind its address."""
DUEL = "#duel=open"
"""What leads to the duel of two phones, behind the address of the storm."""
PASS = "#pass=open"
"""What leads to the storm that a device is passed on with, behind its address."""
MOST_THEMES = 6


class _Place:
    """One person's place on one day, in one language; ``links`` are addresses by the names of home's tiles."""

    def __init__(
        self, standing: Standing, today: datetime.date, language: str, links: Mapping[str, str]
    ) -> None:
        self.standing, self.today, self.language, self.links = standing, today, language, links

    def say(self, key: str, /, **data: object) -> str:
        return say(f"learn.{key}", language=self.language, **data)

    def called(self, tile: str) -> str:
        """A lesson or a book, as home calls it."""
        return say(f"helper.{tile}", language=self.language)

    def link(self, tile: str, more: str = "") -> str:
        address = self.links.get(tile, "")
        return f"{address}{more}" if address else ""

    def book(self, kind: str) -> Kept:
        return self.standing.books.get(kind, Kept())

    # ---- lessons

    def at(self, lesson: ListedLesson) -> str:
        """How far one is in a lesson."""
        progress, steps = self.standing.lessons.get(lesson.id), len(lesson_of(lesson.id).steps)
        if progress is None or not is_begun(progress):
            is_learned = progress is not None and going.is_learned(progress)
            return self.say("passed") if is_learned else self.say("whole", steps=steps)
        if going.is_learned(progress):
            return self.say("passed")
        if not going.is_in_checks(progress):
            return self.say("step", step=progress.at + 1, steps=steps)
        if going.is_over(progress) or not progress.results:
            return self.say("checks-to-come")
        return self.say("checks", check=len(progress.results) + 1, checks=CHECKS)

    def lesson(self, number: int, lesson: ListedLesson, following: str) -> dict[str, Any]:
        progress = self.standing.lessons.get(lesson.id)
        is_done = progress is not None and going.is_learned(progress)
        state = "done" if is_done else "next" if lesson.id == following else "open"
        tile = f"lesson-{lesson.page}"
        return {
            "id": lesson.id,
            "number": number,
            "title": self.called(tile),
            "about": self.at(lesson),
            "state": state,
            "url": self.link(tile),
            "game": lesson.game,
        }

    def next(self, lessons: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What is offered first."""
        for lesson in lessons:
            if lesson["state"] == "next":
                progress = self.standing.lessons.get(lesson["id"])
                return {
                    **{key: lesson[key] for key in ("about", "url")},
                    **self._as_next(lesson),
                    "label": self.say("continue" if is_begun(progress) else "begin"),
                }
        book = next(one for one in BOOKS if one.kind == next_book(self.standing))
        return {
            "number": 0,
            "title": self.called(book.page),
            "about": self.say("puzzle"),
            "url": self.link(book.page),
            "label": self.say("continue"),
        }

    def _as_next(self, lesson: Mapping[str, Any]) -> dict[str, Any]:
        """What a lesson is called by itself: its number on the path, or its small game."""
        if not lesson["game"]:
            return {"number": lesson["number"], "title": lesson["title"]}
        game = say(f"{lesson['game']}-page.title", language=self.language)
        return {"number": 0, "title": self.say("of-game", game=game, title=lesson["title"])}

    def small_games(self, lessons: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The lessons and books of each small game, beside the path."""
        games = dict.fromkeys(one["game"] for one in lessons if one["game"])
        return [
            {
                "game": game,
                "title": say(f"{game}-page.title", language=self.language),
                "lessons": [
                    {**one, "number": number}
                    for number, one in enumerate((each for each in lessons if each["game"] == game), 1)
                ],
                "books": [self.shelf(one) for one in BOOKS if one.game == game],
            }
            for game in games
        ]

    def first_game(self) -> dict[str, Any]:
        """The first game with a coach, which stands on the path after the first lesson that leads to a game."""
        turns = self.standing.first_game
        if turns is None:
            about = self.say("first-game-new")
        elif turns >= TURNS:
            about = self.say("first-game-done")
        else:
            about = self.say("first-game-at", turn=turns + 1, turns=TURNS)
        return {
            "id": FIRST_GAME,
            "after": next(number for number, one in enumerate(LESSONS, 1) if one.is_for_play),
            "title": self.called(FIRST_GAME),
            "about": about,
            "state": "done" if turns is not None and turns >= TURNS else "open",
            "url": self.link(FIRST_GAME),
        }

    # ---- what is due

    def again(self) -> list[dict[str, Any]]:
        """What was missed and is to be repeated today, by lesson and by book, with how much it is."""
        due = [
            *(
                self._lesson_due(one, progress)
                for one in LESSONS
                if (progress := self.standing.lessons.get(one.id))
            ),
            *(self._book_due(one) for one in BOOKS),
        ]
        return [one for one in due if one["n"]]

    def _lesson_due(self, lesson: ListedLesson, progress: Progress) -> dict[str, Any]:
        tile, n = f"lesson-{lesson.page}", len(going.due(progress, self.today))
        return {
            "says": self.say("again-checks", title=self.called(tile), n=n),
            "n": n,
            "url": self.link(tile),
        }

    def _book_due(self, book: ListedBook) -> dict[str, Any]:
        n = len(self.book(book.kind).due(self.today))
        says = self.say("again-puzzles", title=self.called(book.page), n=n)
        return {"says": says, "n": n, "url": self.link(book.page, REVIEW)}

    def daily(self, book: ListedBook) -> dict[str, Any]:
        """Today's puzzle of a book."""
        puzzle = ladder.daily(self.today, kind_of(book.kind).book().entries)
        done = self.book(book.kind).has_played(puzzle.puzzle.id)
        return {
            "title": self.called(book.page),
            "about": self.say("puzzle-rating", rating=puzzle.rated.rating),
            "done": self.say("daily-done") if done else "",
            "url": self.link(book.page, DAILY),
        }

    # ---- the storm and books

    def storm(self) -> dict[str, str]:
        """Three minutes of quick questions, with the best score."""
        best = self.standing.storm.best
        about = self.say("storm-best", best=best[0].right) if best else self.say("storm-new")
        return {"title": self.called("storm"), "about": about, "url": self.link("storm")}

    def duel(self) -> dict[str, str]:
        """Two phones at the same questions."""
        return {"title": self.say("duel"), "about": self.say("duel-about"), "url": self.link("storm", DUEL)}

    def streak(self) -> dict[str, str]:
        """Puzzles that grow harder, in the book that was worked on last; the longest run of all books beside it."""
        book = next(one for one in BOOKS if one.kind == next_book(self.standing))
        most = max(BOOKS, key=lambda one: self.book(one.kind).streak.best)
        best = self.book(most.kind).streak.best
        about = self.say("streak-best", best=best, title=self.called(most.page)) if best else ""
        return {
            "title": self.say("streak-mode"),
            "about": about or self.say("streak-new"),
            "url": self.link(book.page, STREAK),
        }

    def modes(self) -> list[dict[str, Any]]:
        """Ways to solve, for a row of chips: each with its address; those that lead nowhere here are left out."""
        book = next(one for one in BOOKS if one.kind == next_book(self.standing))
        best = self.book(book.kind).streak.best
        found = {
            "storm": self.link("storm"),
            "daily": self.link(book.page, DAILY),
            "duel": self.link("storm", DUEL),
            "streak": self.link(book.page, STREAK),
            "pass": self.link("storm", PASS),
        }
        return [
            {
                "mode": mode,
                "title": self.say(f"mode-{mode}"),
                "n": best if mode == "streak" else 0,
                "url": url,
            }
            for mode, url in found.items()
            if url
        ]

    def shelf(self, book: ListedBook) -> dict[str, Any]:
        kept, entries = self.book(book.kind), kind_of(book.kind).book().entries
        names = {entry.puzzle.id for entry in entries}
        solved = sum(1 for name, worth in kept.done if name in names and worth >= MISSED_BELOW)
        return {
            "kind": book.kind,
            "title": self.called(book.page),
            "about": self.say("solved", solved=solved, all=len(entries)),
            "share": solved / len(entries),
            "rating": self.rating(kept) if kept.done else "",
            "url": self.link(book.page),
        }

    def endless(self, book: ListedBook) -> dict[str, str]:
        """Puzzles without end beside a book."""
        title = self.say("endless", title=self.called(book.page))
        return {"title": title, "about": self.say("endless-about"), "url": self.link(book.page, ENDLESS)}

    def curve(self, book: ListedBook) -> dict[str, Any] | None:
        kept = self.book(book.kind)
        if not kept.done:
            return None
        title, (now, most) = self.called(book.page), right_runs(kept)
        ratings = [rating for rating, _ in kept.reached]
        n = len(ratings) - 1
        solver = kept.rested(self.today)
        line = self.say(
            "curve-line", title=title, first=ratings[0], rating=solver.shown, range=solver.range, n=n
        )
        run = self.say("curve-run", now=now, most=most)
        if kept.streak.best:
            run = f"{run} {self.say('curve-streak', best=kept.streak.best)}"
        return {
            "kind": book.kind,
            "title": title,
            "ratings": ratings,
            "ranges": [wide for _, wide in kept.reached],
            "says": f"{line} {run}",
        }

    def rating(self, kept: Kept, key: str = "book-rating") -> str:
        """A rating with its range, as they stand today."""
        solver = kept.rested(self.today)
        return self.say(key, rating=solver.shown, range=solver.range)

    def training(self, book: ListedBook) -> dict[str, Any] | None:
        """How one does at each theme of a book, the weakest first, and which one to train."""
        kept = self.book(book.kind)
        themes = trained(kept, kind_of(book.kind).book())
        if not themes:
            return None
        best = to_train(themes)
        return {
            "kind": book.kind,
            "title": self.called(book.page),
            "themes": [
                {
                    "theme": one.theme,
                    "title": say(f"theme.{one.theme}", language=self.language),
                    "about": self.say("theme-solved", solved=one.solved, n=one.solver.played),
                    "rating": self.say("rated", rating=one.solver.shown, range=one.solver.range),
                    "next": self.say("train-next") if one is best else "",
                    "url": self.link(book.page, f"#themes={one.theme}") if one.left else "",
                }
                for one in themes[:MOST_THEMES]
            ],
        }

    def facts(self, due: int) -> list[dict[str, str]]:
        """Three numbers: what is due, how many days in a row, the rating in the book of last."""
        streak, most = days_in_a_row(self.standing, self.today), most_days_in_a_row(self.standing)
        days = self.say("streak-days", n=streak) if streak else self.say("streak-none")
        if most > streak:
            days = f"{days}, {self.say('streak-most', n=most)}"
        rated = [one.kind for one in BOOKS if self.book(one.kind).done]
        rating = self.book(next_book(self.standing)) if rated else None
        if rating is not None and not rating.done:
            rating = self.book(rated[0])
        return [
            self._fact("due", self.say("due-count", n=due) if due else self.say("due-nothing")),
            self._fact("streak", days),
            self._fact("rating", self.rating(rating, "rated") if rating else self.say("rating-none")),
        ]

    def _fact(self, name: str, value: str) -> dict[str, str]:
        number, _, unit = (
            value.replace("\u00a0", " ", 1).partition(" ") if value[0].isdigit() else ("", "", value)
        )
        return {"name": name, "title": self.say(name), "number": number, "unit": unit}


def place_view(
    standing: Standing,
    *,
    today: datetime.date,
    language: str,
    links: Mapping[str, str],
    saved: Sequence[Mapping[str, str]] | None,
) -> dict[str, Any]:
    """What the page shows. ``links``: the addresses of lessons, books and a real game (``game``), by
    the names of home's tiles, as far as there are any; ``saved``: puzzles of one's own, None where none are kept.
    """
    place = _Place(standing, today, language, links)
    following = next_lesson(standing)
    lessons = [place.lesson(number, one, following) for number, one in enumerate(LESSONS, 1)]
    onward, again = place.next(lessons), place.again()
    due = sum(one["n"] for one in again)
    at = {"next": onward["title"], "at": onward["about"], "n": due}
    path = [lesson for lesson in lessons if not lesson["game"]]
    passed = sum(lesson["state"] == "done" for lesson in path)
    return {
        "next": onward,
        "modes": place.modes(),
        "facts": place.facts(due),
        "lessons": path,
        "small_games": place.small_games(lessons),
        "count": place.say("path-count", done=passed, all=len(path)),
        "first_game": place.first_game() if place.link(FIRST_GAME) else None,
        "game": {"url": place.link("game"), "title": place.say("game")} if place.link("game") else None,
        "again": again,
        "daily": [place.daily(one) for one in BOOKS],
        "storm": place.storm(),
        "duel": place.duel(),
        "streak": place.streak(),
        "books": [place.shelf(one) for one in BOOKS],
        "endless": [place.endless(one) for one in BOOKS if kind_of(one.kind).has_endless],
        "saved": None if saved is None else [dict(one) for one in saved],
        "curves": [line for one in BOOKS if (line := place.curve(one)) is not None],
        "training": [one for book in BOOKS if (one := place.training(book)) is not None],
        "unread": place.say("unread") if standing.unread else "",
        "home": "" if standing.is_new else place.say("home-due" if due else "home", **at),
    }
