"""What a page tells a table with a purse: how many status tokens everybody has, how many cards are drawn blind."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from fujikoro_nb.bots import new_session
from fujikoro_nb.engine.fujikoro.asked.scenario import DrawBlind
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.people import status_view
from fujikoro_nb.views.game.words import Words


def words_in(language: str) -> Words:
    return Words(("Aki", "Bo"), partial(say, language=language), language)


@pytest.mark.rule("scenario.1.competitive.dragon-loot")
def test_everybody_sees_the_tokens_of_each() -> None:
    state = new_session(players=2, seed=1, scenario=1).state
    assert state.scene is not msgspec.UNSET
    rich = msgspec.structs.replace(state, scene=state.scene.with_tokens(Seat(0), 2))
    told = status_view(rich, words_in("en"), ())["seats"]
    assert [seat["tokens"] for seat in told] == [2, 0]
    plain = status_view(new_session(players=2, seed=1).state, words_in("en"), ())["seats"]
    assert [seat["tokens"] for seat in plain] == [None, None]


@pytest.mark.rule("scenario.1.competitive.blueprints-random")
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_card_and_two_are_told_apart(language: str) -> None:
    words = words_in(language)
    assert [str(n) in words.answer(DrawBlind(n)) for n in (1, 2)] == [True, True]
    assert words.answer(DrawBlind(1)) != words.answer(DrawBlind(2))
