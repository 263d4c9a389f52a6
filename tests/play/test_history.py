"""The one history of what can be undone: any row of changes goes back to where it came from, and names itself."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.play.history import Entry, History, called
from fujikoro_nb.texts import LANGUAGES, say

SOURCES = ("grid", "strip", "shelf")
STEPS = st.lists(
    st.tuples(st.sampled_from(SOURCES), st.integers(0, 9), st.sampled_from(("", "", "one", "two"))),
    max_size=30,
)


def entry(source: str, before: object, stroke: str = "") -> Entry:
    return Entry(source, called("unit.cubes", cubes=before), before, stroke)


class Pages:
    """A page whose parts hold a number each, and share a history."""

    def __init__(self, most: int = 200) -> None:
        self.history = History(most=most)
        self.state = dict.fromkeys(SOURCES, 0)

    def set(self, source: str, value: int, stroke: str = "") -> None:
        self.history.add(entry(source, self.state[source], stroke))
        self.state[source] = value

    def undo(self) -> bool:
        newest = self.history.newest()
        taken = self.history.take_back(now=None if newest is None else self.state[newest.source])
        if taken is not None:
            self.state[taken.source] = taken.before
        return taken is not None

    def redo(self) -> bool:
        following = self.history.next()
        again = self.history.do_again(now=None if following is None else self.state[following.source])
        if again is not None:
            self.state[again.source] = again.before
        return again is not None


def played(steps: Sequence[tuple[str, int, str]]) -> Pages:
    page = Pages()
    for step in steps:
        page.set(*step)
    return page


@given(STEPS, STEPS)
def test_undo_after_any_changes_gives_what_was_before(first: list, then: list) -> None:
    page = played(first)
    before, there = copy.copy(page.state), page.history.entries
    page.history.add(Entry("seam", called("widgets.failed")))  # no stroke goes on over this one
    for step in then:
        page.set(*step)
    while page.history.newest() is not None and page.history.newest().source != "seam":  # type: ignore[union-attr]
        page.undo()
    page.history.take_back("seam")
    assert page.state == before
    assert page.history.entries == there


@given(STEPS)
def test_all_undone_is_the_beginning_and_all_redone_the_end(steps: list) -> None:
    page = played(steps)
    end, names = copy.copy(page.state), [one.what("en") for one in page.history.entries]
    while page.undo():
        pass
    assert page.state == dict.fromkeys(SOURCES, 0)
    while page.redo():
        pass
    assert page.state == end
    assert [one.what("en") for one in page.history.entries] == names


@given(STEPS)
def test_each_undo_has_the_name_of_what_it_takes_back(steps: list) -> None:
    page = played(steps)
    while (newest := page.history.newest()) is not None:
        for language in LANGUAGES:
            assert page.history.name(language) == newest.what(language)
            assert page.history.name(language)
        assert page.history.take_back() is newest
    assert page.history.name("en") == ""


@given(STEPS)
def test_a_stroke_is_one_change(steps: list) -> None:
    page = played(steps)
    for one, other in zip(page.history.entries, page.history.entries[1:], strict=False):
        assert not one.stroke or (one.source, one.stroke) != (other.source, other.stroke)


@given(STEPS, st.sampled_from(SOURCES))
def test_a_part_takes_back_only_its_own(steps: list, source: str) -> None:
    page = played(steps)
    others = [one for one in page.history.entries if one.source != source]
    while (newest := page.history.newest(source)) is not None:
        assert newest.source == source
        assert page.history.take_back(source) is newest
    assert list(page.history.entries) == others


@given(STEPS, st.integers(1, 5))
def test_no_more_is_kept_than_was_said(steps: list, most: int) -> None:
    page = Pages(most)
    for step in steps:
        page.set(*step)
        assert len(page.history.entries) <= most


@given(STEPS)
def test_a_new_change_ends_what_was_undone(steps: list) -> None:
    page = played(steps)
    page.undo()
    page.set("grid", 5)
    assert page.history.next() is None


@pytest.mark.parametrize("foreign", ["Undo: a cube", ("grid", "label"), None, 3])
def test_a_foreign_string_is_no_entry(foreign: object) -> None:
    history = History()
    with pytest.raises(TypeError):
        history.add(foreign)  # type: ignore[arg-type]
    assert history.entries == ()


def test_a_name_in_one_language_is_no_name() -> None:
    with pytest.raises(TypeError):
        Entry("grid", "wood on column 1")  # type: ignore[arg-type]


def test_an_entry_is_frozen() -> None:
    with pytest.raises(AttributeError):
        entry("grid", 1).before = 2  # type: ignore[misc]


def test_equal_changes_are_two() -> None:
    history = History()
    what = called("widgets.failed")
    one, two = Entry("shelf", what, 1), Entry("shelf", what, 1)
    assert one == two
    history.add(one)
    history.add(two)
    newest = history.newest()
    assert newest is not None
    history.drop(newest)
    assert len(history.entries) == 1
    history.drop(newest)
    assert len(history.entries) == 1


def test_paused_it_hears_nothing_and_loses_nothing() -> None:
    page = played([("grid", 1, ""), ("grid", 2, "")])
    page.undo()
    with page.history.paused():
        page.history.add(entry("strip", 0))
    assert [one.source for one in page.history.entries] == ["grid"]
    assert page.history.next() is not None


def test_the_clock_stamps_what_is_added() -> None:
    history = History(clock=lambda: 7)
    history.add(entry("grid", 0))
    assert [one.at for one in history.entries] == [7]


def test_a_source_may_change_its_entries() -> None:
    page = played([("grid", 1, ""), ("strip", 2, ""), ("grid", 3, "")])
    page.history.change("grid", lambda one: msgspec.structs.replace(one, before=9) if one.before else None)
    assert [(one.source, one.before) for one in page.history.entries] == [("strip", 0), ("grid", 9)]


def test_data_of_a_name_may_be_named_too() -> None:
    what = called("helper.change-backpack", material=called("word.W"))
    for language in LANGUAGES:
        wood = say("word.W", language=language)
        assert what(language) == say("helper.change-backpack", language=language, material=wood)
