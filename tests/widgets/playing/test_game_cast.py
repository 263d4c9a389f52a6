"""Characters on a game's page: chosen, refused, begun with, and shown with each samurai."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.play.seats import new_game, seated
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.beginning import cast_refused
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import begin, send


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def refused(page: GamePage, mode: str, *characters: str, scenario: int = 0) -> str:
    send(page, "cast", mode=mode, characters=[*characters], scenario=scenario)
    assert page.table["cast_asked"] == [*characters]
    said = page.table["cast_refused"]
    return "" if said is None else said["rule"]


def test_the_form_says_why_a_cast_cannot_be_played() -> None:
    page = GamePage()
    assert refused(page, "competitive", "tomoe", "daisuke") == ""
    assert refused(page, "competitive", "tomoe", "tomoe") == "char.general.unique"
    assert refused(page, "competitive", "tomoe", "") == "option.asymmetric.all-or-none"
    assert refused(page, "coop", "", "daisuke") == "option.asymmetric.all-or-none"
    assert refused(page, "solo", "daisuke") == "solo.setup.daisuke-impossible"
    assert refused(page, "coop", "daisuke") == "solo.setup.daisuke-impossible"
    assert refused(page, "solo", "tomoe") == ""
    # How many may play is said beside the number.
    assert refused(page, "competitive", "daisuke") == ""
    assert refused(page, "competitive", "", "") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_is_said_again_in_another_language(language: str) -> None:
    page = GamePage()
    refused(page, "solo", "daisuke")
    page.language = language
    expected = cast_refused("solo", ("daisuke",), language=language)
    assert page.table["cast_refused"] == expected
    assert [one["name"] for one in page.table["cast"]] == [
        say(f"helper.character-{name}", language=language) for name in PEOPLE
    ]


def test_a_game_begins_with_its_characters_in_their_colours() -> None:
    page = begin(GamePage(), "person random person", characters=["daisuke", "tomoe", "yoshihiro"])
    assert page.session is not None
    state = page.session.state
    assert [board.character.name for board in state.boards] == ["daisuke", "tomoe", "yoshihiro"]
    assert [one.colour for one in state.samurai] == ["white", "black", "red"]
    assert [chair.colour for chair in page.agreed.chairs] == ["white", "black", "red"]
    cards = [one["character"] for one in page.people]
    assert [card["id"] for card in cards] == ["daisuke", "tomoe", "yoshihiro"]
    assert not any("char.general.coop-no-points" in card["more"] for card in cards)
    assert [seat["character"] for seat in page.status["seats"]] == ["Daisuke", "Tomoe", "Yoshihiro"]


def test_without_points_a_card_says_so() -> None:
    page = begin(GamePage(), "person person", mode="coop", characters=["mitsuhide", "masako"])
    assert all("char.general.coop-no-points" in one["character"]["more"] for one in page.people)


def test_a_symmetric_game_shows_no_character() -> None:
    page = begin(GamePage(), "person random")
    assert [one["character"] for one in page.people] == [None, None]
    assert [seat["character"] for seat in page.status["seats"]] == ["", ""]


@pytest.mark.parametrize("cast", [["tomoe", ""], ["tomoe", "tomoe"], ["tomoe"]])
def test_a_cast_that_cannot_be_begins_no_game(cast: list[str]) -> None:
    page = GamePage()
    agreed = {"names": ["A", "B"], "players": ["person"] * 2, "colours": ["red", "pink"], "seed": "7"}
    rest = {
        "dice": "dealer",
        "real_box": False,
        "adventures": False,
        "mode": "competitive",
        "peaceful": False,
        "scenario": 0,
    }
    send(page, "begin", **agreed, **rest, characters=cast)
    assert page.stage == "start"
    assert page.notice


def test_a_reload_keeps_characters_and_table() -> None:
    page = begin(GamePage(), "person random", characters=["masako", "daisuke"])
    again = GamePage()
    send(again, "restore", save=page.save)
    assert again.stage == "play"
    assert [one["character"]["id"] for one in again.people] == ["masako", "daisuke"]
    assert [chair.player for chair in again.agreed.chairs] == ["person", "random"]


def test_chairs_have_their_characters_colours() -> None:
    chairs = seated(["A", "B"], ["person", "random"], ["red", "red"], ["daisuke", "takeko"])
    assert [chair.colour for chair in chairs] == ["white", "purple"]
    assert [chair.colour for chair in seated(["A"], ["person"], ["white"])] == ["red"]


def test_two_of_one_are_refused_by_the_engine_too() -> None:
    with pytest.raises(Illegal) as refused:
        new_game(seats=2, characters=("tomoe", "tomoe"))
    assert refused.value.refusals[0].rule == "char.general.unique"
