"""Numbers of one and of many in sentences whose noun and participle follow them."""

from __future__ import annotations

import pytest

from fujikoro_nb.texts import say


@pytest.mark.parametrize(
    ("key", "data", "said"),
    [
        ("evening.late-goals", {"n": 0, "of": 4}, "0 objectif atteint sur 4."),
        ("evening.late-goals", {"n": 1, "of": 4}, "1 objectif atteint sur 4."),
        ("evening.late-goals", {"n": 2, "of": 4}, "2 objectifs atteints sur 4."),
        ("evening.late-lairs", {"n": 1, "asleep": 1}, "1 dragon sur la montagne, 1 endormi."),
        ("evening.late-lairs", {"n": 3, "asleep": 2}, "3 dragons sur la montagne, 2 endormis."),
        ("game-group.decided-goals", {"n": 1, "of": 4}, "1 objectif atteint sur 4"),
        ("game-group.decided-goals", {"n": 3, "of": 4}, "3 objectifs atteints sur 4"),
    ],
)
def test_french_goals_and_dragons(key: str, data: dict[str, int], said: str) -> None:
    """Zero is singular in French."""
    assert say(key, language="fr", **data) == said
