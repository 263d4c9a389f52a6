"""A guard without a seat is drawn as the samurai that it is, beside its fight as on the map, and not as a dragon."""

from __future__ import annotations

from functools import partial

import pytest

from fujikoro_nb.texts import say
from fujikoro_nb.views.game.course import tone_of
from fujikoro_nb.views.game.people import fight_view
from fujikoro_nb.views.game.words import Words
from tests.support.guarded import guard, guarded


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules")
def test_a_guard_has_a_figure_of_its_own_colour() -> None:
    game = guarded(guard(), at=("III-4.3",), tiles={"III-4": "......."}).play("move", "walk temple-1")
    seen = fight_view(game.state, Words(("Aki",), partial(say, language="en"), "en"))
    own = game.state.samurai[0].colour
    colours = {str(one["name"]): one["colour"] for one in seen["order"]}
    assert colours == {"Aki": own, "Fallen samurai of temple 1": "black"} and own != "black"
    assert [tone_of(seat, [own]) for seat in (0, 1, 3)] == [own, "black", "black"]
