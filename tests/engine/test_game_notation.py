"""Answers of the whole game as texts: they round-trip, and what makes no sense is refused where it stops."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Act, Described, DoPart, Drawn, LayDown, TurnTile, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Unreadable
from fujikoro_nb.texts import LANGUAGES, error_sentence
from tests.support.game_positions import tile

TEXTS = {
    "move monk": Act("move", monk=True),
    "rest": Act("rest"),
    "bonus": DoPart("bonus"),
    "walk centre I-1.4": Walk((SpaceId("centre"), SpaceId("I-1.4"))),
    "lay bridge-1.a": LayDown(SpaceId("bridge-1.a")),
    "turn 5": TurnTile(5),
    "draw house-tile-i-1": Drawn("house-tile-i-1"),
}


@pytest.mark.parametrize(("text", "answer"), TEXTS.items())
def test_texts_round_trip(text: str, answer: Answer) -> None:
    assert GAME.from_text(text) == answer
    assert GAME.to_text(answer) == text


@pytest.mark.parametrize(
    "answer", [Drawn("two words"), Described(tile=tile()), Walk(()), Act("dance"), LayDown(SpaceId(""))]
)
def test_what_no_text_can_hold_is_json(answer: Answer) -> None:
    assert GAME.to_text(answer).startswith("{")
    assert GAME.from_text(GAME.to_text(answer)) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "walk",
        "walk I-9.9",
        "move twice",
        "turn 6",
        "turn ten",
        "start 12",
        "join",
        "place X",
        "dance",
        "{",
        "x" * 999,
    ],
)
def test_what_makes_no_sense_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.from_text(text)
    assert all(error_sentence(caught.value, language=language) for language in LANGUAGES)
