"""Ratings and progress as a file and in a link: whole and the same again, and what is none is refused whole."""

from __future__ import annotations

import datetime
import json
import random
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import first_game, taken
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import store_of
from fujikoro_nb.learning.standing import read
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.index import store_of as store_of_book
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import Score, Scores
from tests.support.learned import DAY, begun, passed


def solver(kind: str, puzzles: int) -> Kept:
    """Somebody who has played so many puzzles of a book, some of them wrong."""
    kept = Kept()
    for number, entry in enumerate(kind_of(kind).book().entries[:puzzles]):
        day = DAY + datetime.timedelta(days=number)
        worth = 100 * (number % 3 != 0)
        kept = keeping.on_day(
            keeping.played(kept, entry.puzzle.id, entry.rated.rating, worth, today=day), day
        )
    return kept


def codes() -> dict[str, str]:
    scores = Scores(best=(Score(21, 9, DAY.toordinal()),), played=3)
    return {
        store_of("first-turns"): going.encode(passed("first-turns")),
        store_of("crafting"): going.encode(begun("crafting", 3)),
        store_of_book("crafting"): keeping.encode(solver("crafting", 20)),
        store_of_book("legal"): keeping.encode(solver("legal", 90)),
        storms.STORE: storms.encode(scores),
        first_game.STORE: first_game.encode(5),
    }


def test_a_file_and_a_link_hold_all_of_it() -> None:
    all_taken = taken.taken_of(read(codes()))
    assert taken.stores(taken.read_file(taken.write(all_taken))) == codes()
    code = taken.link_code(all_taken)
    assert taken.stores(taken.read_link(code)) == codes()
    assert len(code) < 4000


def test_rating_and_history_can_be_read_in_the_file() -> None:
    written = json.loads(taken.write(taken.taken_of(read(codes()))))
    legal = written["books"]["legal"]
    kept = solver("legal", 90)
    assert legal["solver"]["rating"] == kept.solver.rating
    assert legal["solver"]["deviation"] == kept.solver.deviation
    assert [tuple(one) for one in legal["reached"]] == list(kept.reached)
    assert len(legal["done"]) == 90


def test_every_book_played_to_its_end_still_fits() -> None:
    everything = {one.store: keeping.encode(solver(one.kind, 1000)) for one in BOOKS}
    written = taken.write(taken.taken_of(read(everything)))
    assert len(written) < taken.MAX_FILE / 2
    assert taken.link_code(taken.read_file(written))


def test_what_is_too_long_for_a_link_has_a_file() -> None:
    source = random.Random(5)
    done = tuple((f"{source.getrandbits(150):x}", source.randrange(101)) for _ in range(500))
    large = taken.Taken(
        fujikoro="learning", format=1, books={"legal": Kept(done=done), "fights": Kept(done=done)}
    )
    assert taken.link_code(large) == ""


def spoilt() -> list[str]:
    good = json.loads(taken.write(taken.taken_of(read(codes()))))

    def other(*path: str, to: Any) -> str:
        copy = json.loads(json.dumps(good))
        place = copy
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = to
        return json.dumps(copy)

    return [
        "",
        "null",
        "[]",
        "{}",
        "rating: 5",
        "\ud800",
        "[" * 100_000,
        json.dumps({"fujikoro": "learning"}),
        json.dumps({"fujikoro": "game", "format": 1}),
        json.dumps(good)[:-3],
        other("format", to=2),
        other("more", to=1),
        other("books", "legal", "solver", "rating", to=9000),
        other("books", "legal", "solver", "rating", to="NaN"),
        other("books", "legal", "solver", "deviation", to=0),
        other("books", "legal", "solver", "more", to=0),
        other("books", "legal", "done", to=[["x" * 99, 5]]),
        other("lessons", "crafting", "at", to=39),
        other("lessons", "crafting", "lesson", to="fighting"),
        other("storm", "best", to=[[1, 2, 3]] * 99),
        other("first_game", to=13),
        other("books", to={f"book-{number}": {} for number in range(60)}),
        "x" * (taken.MAX_FILE + 1),
    ]


@pytest.mark.parametrize("text", spoilt(), ids=lambda text: text[:20] or "nothing")
def test_what_is_no_such_file_is_refused_whole(text: str) -> None:
    with pytest.raises(Unreadable):
        taken.read_file(text)


@pytest.mark.parametrize(
    "code", ["", "x", "<b>", "A" * 20_000, keeping.encode(Kept()), "eNqrVkrLzC8qVrJSyk0tLk5MT1WyMtRRSs"]
)
def test_what_is_no_such_link_is_refused(code: str) -> None:
    with pytest.raises(Unreadable):
        taken.read_link(code)


def test_what_a_later_version_adds_is_left_aside() -> None:
    good = taken.taken_of(read(codes()))
    more = msgspec.structs.replace(
        good,
        books={**good.books, "lava": solver("legal", 3)},
        lessons={**good.lessons, "swimming": begun("crafting", 1)},
    )
    assert taken.stores(taken.read_file(taken.write(more))) == codes()
