"""Combinations that nobody can play: one table for the engine and everything above it."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.refused import MODES, Asked, check_asked, mode_named
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import rule
from fujikoro_nb.texts import LANGUAGES, refusal_sentence
from tests.support.refused_games import REFUSED

PLAYED = (
    *(Asked("competitive", players) for players in range(2, 7)),
    *(Asked("coop", players) for players in range(1, 7)),
    Asked("solo", 1),
    Asked("competitive", 2, is_peaceful=True),
    Asked("competitive", 2, scenarios=(1,)),
    Asked("competitive", 2, scenarios=(3,), is_peaceful=True),
    Asked("coop", 2, scenarios=(6,)),
    Asked("coop", 1, scenarios=(8,)),
    Asked("solo", 1, scenarios=(5,), characters=("daisuke",)),
    Asked("solo", 1, characters=("masatsura",)),
    Asked("coop", 2, characters=("daisuke", "tomoe")),
)


@pytest.mark.parametrize(
    ("asked", "name"), [pytest.param(*one, marks=pytest.mark.rule(one[1])) for one in REFUSED]
)
def test_what_does_not_go_together_is_refused(asked: Asked, name: str) -> None:
    """Each with its rule and a sentence in every language."""
    refusal = check_asked(asked)
    assert refusal is not None and refusal.rule == name
    assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)


@pytest.mark.parametrize("asked", PLAYED)
def test_everything_else_is_played(asked: Asked) -> None:
    assert check_asked(asked) is None


@pytest.mark.rule("coop.mode.players", "solo.mode.coop-rules")
def test_each_mode_has_its_numbers() -> None:
    assert [check_asked(Asked("coop", players)) is None for players in range(8)] == [
        False,
        *[True] * 6,
        False,
    ]
    assert [check_asked(Asked("solo", players)) is None for players in range(4)] == [
        False,
        True,
        False,
        False,
    ]


def test_the_table_says_what_the_ledger_says() -> None:
    """The modes of a scenario, and the numbers of players, are the ledger's."""
    stated = dict(rule("scenario.general.modes").numbers)
    for scenario in range(1, 9):
        played = {
            mode for mode in ("competitive", "coop") if check_asked(Asked(mode, 2, (scenario,))) is None
        }
        alone = check_asked(Asked("solo", 1, (scenario,))) is None
        modes = stated[str(scenario)]
        assert isinstance(modes, tuple)
        assert played == set(modes) - {"solo"}
        assert alone == bool({"coop", "solo"} & set(modes))


def test_a_mode_by_its_name() -> None:
    assert set(MODES) == {"competitive", "coop", "solo"}
    assert mode_named("coop", has_adventures=True).has_adventures is True
    assert mode_named("competitive", is_peaceful=True).may_duel is False
    with pytest.raises(Unreadable):
        mode_named("makai")
