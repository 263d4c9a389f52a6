"""The scenarios' cards: what they tell is what the engine's objects are, and what nobody can play says why."""

from __future__ import annotations

import itertools

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.refused import MODES, Asked, check_asked
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, PLAYED, SCENARIOS, Side
from fujikoro_nb.play.seats import MOST_SEATS, new_game
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, refusal_sentence, say
from fujikoro_nb.views.scene import SIGNS, mountain_view, scenes_view

SIDES = [
    (number, mode, side)
    for number in PLAYED
    for mode in SCENARIOS[number - 1].modes
    if (side := SCENARIOS[number - 1].side(mode)) is not None
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_three_lines_each_its_rule_and_what_its_picture_shows(language: str) -> None:
    cards = {one["id"]: one for one in scenes_view(language)}
    assert list(cards) == list(PLAYED)
    said = set()
    for number, mode, side in SIDES:
        shown = cards[number]["sides"][mode.name]
        assert [line["rule"] for line in shown["lines"]] == list(side.told)
        assert len(set(side.told)) == 3 and all(map(has_rule, side.told))
        assert shown["signs"], f"nothing of scenario {number} is on the mountain: a row of SIGNS is missing"
        said |= {line["text"] for line in shown["lines"]} | {sign["text"] for sign in shown["signs"]}
    assert all(text[0].isupper() or text.startswith("…") or text[0].isdigit() for text in said)


def test_every_sign_is_of_a_scenario_and_stands_on_the_mountain() -> None:
    """None is shown where nothing is played, each where some side has it."""
    places = {place.id for place in PLACES}
    assert {one["id"] for one in mountain_view()} == places
    for sign in SIGNS:
        assert set(sign.at) <= places
        assert not any(sign.number(mode, NO_PLOT) is not None for mode in MODES.values())
        assert any(sign.number(side.over(mode), side.plot) is not None for _, mode, side in SIDES), sign.key


def test_a_number_in_a_picture_is_that_of_the_rules() -> None:
    def of(number: int, mode: str) -> list[str]:
        card = next(one for one in scenes_view("en") if one["id"] == number)
        return [sign["text"] for sign in card["sides"][mode]["signs"]]

    assert of(3, "competitive") == [say("scene.sign-lava-points", n=10)]
    assert of(3, "coop") == [say("scene.sign-lava-rounds", n=5)]
    assert of(6, "coop") == [say("scene.sign-capture", n=10)]
    assert of(8, "solo") == [say("scene.sign-rope", n=50)]


@pytest.mark.rule("scenario.general.modes", "scenario.general.solo-modes-coop-players", "variant.peaceful")
def test_what_cannot_be_played_is_refused_as_the_engine_refuses_it() -> None:
    """Beside the scenario, or beside the mode where it is not for so many people without any either."""
    cards = {one["id"]: one for one in scenes_view("en")}
    for number, mode, players, peace in itertools.product(
        PLAYED, MODES, range(1, MOST_SEATS + 1), (False, True)
    ):
        alone = Asked(mode, players, is_peaceful=peace)
        if check_asked(alone) is not None:
            continue
        why = check_asked(Asked(mode, players, (number,), is_peaceful=peace))
        card = cards[number]
        shown = card["refused"][mode].get(str(players)) or (card["peaceful"][mode] if peace else None)
        assert (shown or {}).get("rule") == (why.rule if why else None), (number, mode, players, peace)
        assert shown is None or why is None or shown["text"] == refusal_sentence(why)


@pytest.mark.parametrize(("number", "mode", "side"), SIDES)
def test_a_script_begins_a_scenario(number: int, mode: Mode, side: Side) -> None:
    game = new_game(seats=mode.fewest_players, seed=7, mode=mode.name, scenario=number)
    assert game.state.plot == side.plot and game.state.mode == side.over(mode)
