"""The decisions of a review are right: positions whose best answer is known from elsewhere."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.support.known_answers import book_fights, drawn_fights, escapes, fight, names_it

NAMED = 45
OF = 50


def test_a_review_names_the_best_answer_of_some_known_positions() -> None:
    """Ways out now or never, and fights solved in fractions; all fifty are for the soak."""
    some = [*islice(escapes(), 8), *map(fight, random.Random(19).sample(list(book_fights()), 2))]
    assert sum(map(names_it, some)) >= 9


@pytest.mark.soak
def test_a_review_names_the_best_answer_of_fifty_known_positions() -> None:
    fights = [fight(entry) for entry in book_fights()]
    fights += islice(drawn_fights(), 10)
    known = [*islice(escapes(), OF - len(fights)), *fights]
    named = [one.name for one in known if names_it(one)]
    assert len(known) == OF
    assert len(named) >= NAMED, sorted({one.name for one in known} - set(named))
