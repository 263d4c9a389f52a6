"""A frequent question is answered within three taps and six letters of the home page (need H1).

Its ten seconds are measured by `benchmarks/bench_rules_page.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Visit
from tests.browser.rules_walk import LEAST_SHARE, OPENED, frequent, walk, walks
from tests.browser.servers import Server


def test_frequent_questions_are_answered_in_few_taps(
    served: Callable[..., Server], visits: Callable[..., Visit]
) -> None:
    url = served("table").url
    opened: list[Visit] = []

    def open_page(address: str) -> Page:
        opened.append(visits(**PHONE))
        return opened[-1].open(address)

    walked = list(walks(open_page, url))
    assert len(walked) == len(frequent()) == 40
    missed = [one for one in walked if not one.is_short]
    assert len(walked) - len(missed) >= LEAST_SHARE * len(walked), missed
    assert [error for visit in opened for error in visit.errors] == []


def test_what_typing_does_not_find_is_browsed(served: Callable[..., Server], phone: Visit) -> None:
    """The walk's other way, and its admission that there is none."""
    tab = phone.open(served("table").url)
    tab.wait_for_selector(OPENED)
    question = frequent()[0]
    browsed = walk(tab, msgspec.structs.replace(question, type="qqqqqq"))
    assert (browsed.way, browsed.taps, browsed.letters) == ("browsed", 3, 0)
    assert browsed.is_short
    lost = walk(tab, msgspec.structs.replace(question, type="qq", right=("no.such.rule",)))
    assert (lost.way, lost.letters) == ("", 2)
    assert not lost.is_short
    assert phone.errors == []
