"""Samples keep their order, differ by the commit, and are everything when everything is asked for."""

from __future__ import annotations

import pytest

from tests.support import sampling
from tests.support.sampling import ALL, sample


def test_a_sample_is_a_part_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALL, raising=False)
    some = sample(range(100), 7)
    assert len(some) == 7 and some == sorted(set(some)) and set(some) < set(range(100))
    assert sample(range(100), 7) == some
    assert sample("abc", 7) == list("abc")
    monkeypatch.setattr(sampling, "seed", lambda: "another commit")
    assert sample(range(100), 7) != some


def test_all_are_taken_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL, "1")
    assert sample(range(100), 7) == list(range(100))


def test_over_many_commits_everything_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALL, raising=False)
    seen: set[int] = set()
    for number in range(60):
        monkeypatch.setattr(sampling, "seed", lambda number=number: str(number))
        seen.update(sample(range(20), 4))
    assert seen == set(range(20))
