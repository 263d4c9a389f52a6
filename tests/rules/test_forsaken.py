"""A mountain that all have left before the Final Chapter, which only an always open exit allows."""

from __future__ import annotations

import pytest

from tests.positions import adopted_but, board
from tests.realms import Realm, realm

ALWAYS = adopted_but("escape.secret.final-only", "always")


def left(monks: tuple[str, ...] = ()) -> Realm:
    """Seat 1 has left; seat 0 ends its turn on the secret exit."""
    game = realm(board(monks=monks), board(), tiles={"II-1": "...X..."}, at=("II-1.3", ""), rulings=ALWAYS)
    return game.play("move", "halt", "move", "halt")


@pytest.mark.rule("escape.secret.final-only")
def test_a_mountain_without_anybody_is_over() -> None:
    """Nobody is left to begin the Final Chapter and nothing to hand in: the best score wins."""
    game = left()
    assert game.asked is None
    assert game.said("escaped", "seat") == [0]
    assert [event.rule for event in game.events][-1].startswith("end.")


@pytest.mark.rule("escape.secret.final-only")
def test_who_has_something_to_hand_in_still_has_turns() -> None:
    game = left(monks=("action",))
    assert (game.asked, game.seat) == ("hand-in", 0)
    assert game.play("hand-in monk").asked is None
