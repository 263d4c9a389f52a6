"""The setup page without a browser: choices, ticks, undo, what it keeps, and what nobody may send."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.helper.setup.box import BOXES
from fujikoro_nb.helper.setup.choices import HEROES, SETUP_MODES, SETUP_OPTIONS
from fujikoro_nb.helper.setup.lists import pack_away_list, setup_list
from fujikoro_nb.helper.setup.state import SetupState
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets import SetupPage
from fujikoro_nb.widgets.base.front_texts import place_of
from tests.support.sampling import examples

VALUES = [*SETUP_MODES, "1", "3", "6", "symmetric", *SETUP_OPTIONS, "scenario-none"]


def act(page: SetupPage, what: str, /, **fields: object) -> None:
    page._handle_custom_msg({"act": what, **fields}, [])


def choose(page: SetupPage, name: str, value: str) -> None:
    act(page, "choose", name=name, value=value)


def tick(page: SetupPage, key: str, *, tab: str = "setup", on: bool = True) -> None:
    act(page, "tick", tab=tab, key=key, on=on)


def offered(page: SetupPage, name: str) -> list[str]:
    row: list[dict[str, Any]] = next((one["options"] for one in page.choices if one["name"] == name), [])
    return [option["value"] for option in row]


def chosen(page: SetupPage, name: str) -> list[str]:
    row = next(one for one in page.choices if one["name"] == name)
    return [option["value"] for option in row["options"] if option["on"]]


def test_shows_both_lists_of_its_table() -> None:
    page = SetupPage(mode="coop", players=2, options=("adventures",))
    laid, packed = (make("coop", 2, ("adventures",)) for make in (setup_list, pack_away_list))
    assert [step["key"] for step in page.lists["setup"]] == [step.key for step in laid.steps]
    assert [step["key"] for step in page.lists["pack"]] == [step.key for step in packed.steps]
    assert page.counted.startswith("615 components:")
    assert page.summary == "Co-op, 2 players, Adventure tokens"


def test_a_choice_changes_the_table_and_tells_the_host() -> None:
    told: list[tuple[SetupState, str]] = []
    page = SetupPage(on_change=lambda before, label: told.append((before, label("en"))))
    choose(page, "mode", "coop")
    choose(page, "players", "5")
    choose(page, "extra", "adventures")
    choose(page, "extra", "adventures")
    assert (page.mode, page.players, page.options) == ("coop", 5, ())
    assert [label for _, label in told] == [
        "Co-op",
        "5 players",
        "Adventure tokens",
        "without: Adventure tokens",
    ]
    assert (told[0][0].mode, told[1][0].mode) == ("competitive", "coop")
    assert page.undo_label == "Undo: without: Adventure tokens"


def test_only_what_a_mode_has_is_offered() -> None:
    page = SetupPage(mode="competitive", players=3, options=("peaceful", "scenario-2"))
    assert offered(page, "players") == ["2", "3", "4", "5", "6"]
    choose(page, "mode", "solo")
    assert (page.players, page.options) == (1, ())
    assert offered(page, "players") == ["1"]
    assert offered(page, "scenario") == [
        "scenario-none",
        "scenario-3",
        "scenario-5",
        "scenario-6",
        "scenario-7",
        "scenario-8",
    ]
    choose(page, "mode", "makai_fuda")
    assert (page.players, offered(page, "players"), offered(page, "boards")) == (3, ["3", "4"], [])
    choose(page, "mode", "fuji_99")
    assert offered(page, "extra") == ["four-red"]


def test_characters_follow_the_number_of_players() -> None:
    page = SetupPage(mode="competitive", players=2)
    choose(page, "boards", "asymmetric")
    assert chosen(page, "hero") == list(HEROES[:2])
    choose(page, "players", "4")
    assert len(chosen(page, "hero")) == 4
    choose(page, "players", "2")
    assert len(chosen(page, "hero")) == 2
    choose(page, "boards", "symmetric")
    assert page.options == () and offered(page, "hero") == []


def test_a_game_without_enough_characters_is_refused_until_it_has_them() -> None:
    page = SetupPage(mode="coop", players=2, options=("takeko", "tomoe"))
    choose(page, "hero", "takeko")
    choose(page, "hero", "tomoe")
    assert page.refusal["rule"] == "option.asymmetric.all-or-none" and page.lists == {}
    choose(page, "hero", "masako")
    choose(page, "hero", "daisuke")
    assert page.refusal == {} and chosen(page, "hero") == ["masako", "daisuke"]


def test_daisuke_alone_is_refused_with_the_rule() -> None:
    page = SetupPage(mode="solo", players=1, options=("daisuke",))
    assert page.refusal["rule"] == "solo.setup.daisuke-impossible"
    choose(page, "scenario", "scenario-8")
    assert page.refusal == {}


def test_ticks_undo_and_reset_are_named() -> None:
    page = SetupPage()
    tick(page, "map")
    tick(page, "cubes")
    assert page.ticks["setup"] == ["map", "cubes"]
    assert page.undo_label == "Undo: Cubes ticked"
    tick(page, "map", on=False)
    assert page.undo_label == "Undo: Centre, temples, bridges unticked"
    act(page, "reset", tab="setup")
    assert page.ticks["setup"] == [] and page.undo_label == "Undo: all ticks of the setup gone"
    act(page, "undo")
    assert page.ticks["setup"] == ["cubes"]
    for _ in range(3):
        act(page, "undo")
    assert page.ticks == {"setup": [], "pack": []} and page.undo_label == ""
    act(page, "undo")
    assert page.ticks["setup"] == []


def test_lists_are_ticked_apart() -> None:
    page = SetupPage()
    tick(page, "pack-cubes", tab="pack")
    tick(page, "pack-cubes", tab="setup")
    assert page.ticks == {"setup": [], "pack": ["pack-cubes"]}
    act(page, "tab", tab="pack")
    assert page.tab == "pack" and page.undo_label == "Undo: Cubes ticked"


def test_a_tick_stays_only_where_its_step_is_the_same() -> None:
    """Three or four players: the map is the same, the gear cards are others."""
    page = SetupPage(players=3)
    tick(page, "map")
    tick(page, "gear-cards")
    choose(page, "players", "4")
    assert page.ticks["setup"] == ["map"]
    act(page, "undo")
    assert (page.players, page.ticks["setup"]) == (3, ["map", "gear-cards"])


def test_state_goes_and_comes_back() -> None:
    page = SetupPage(mode="coop", players=4, options=("adventures",))
    tick(page, "map")
    act(page, "tab", tab="pack")
    other = SetupPage()
    other.restore(page.state)
    assert other.state == page.state
    assert (other.mode, other.players, other.options) == ("coop", 4, ("adventures",))
    assert other.ticks == page.ticks and other.undo_label == ""


def test_what_the_browser_kept_comes_back_once() -> None:
    page = SetupPage()
    tick(page, "map")
    kept = page.kept
    fresh = SetupPage()
    act(fresh, "kept", text=kept)
    assert fresh.ticks["setup"] == ["map"] and fresh.is_restored
    tick(fresh, "cubes")
    act(fresh, "kept", text=kept)
    assert fresh.ticks["setup"] == ["map", "cubes"], "what happened since is newer"
    hosted = SetupPage(is_kept_here=False)
    act(hosted, "kept", text=kept)
    assert hosted.ticks["setup"] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        '{"mode": "chess"}',
        '{"players": 99}',
        '{"tab": "kitchen"}',
        '{"options": ["pizza"]}',
        '{"setup": "map"}',
        '{"more": 1}',
    ],
)
def test_a_kept_text_that_is_not_ours_changes_nothing(text: str) -> None:
    page = SetupPage()
    before = page.state
    act(page, "kept", text=text)
    assert page.state == before and page.notice == ""


@pytest.mark.rule("variant.peaceful")
@pytest.mark.parametrize("mode", ["coop", "solo"])
def test_a_group_is_told_why_it_has_no_peaceful_game(mode: str) -> None:
    page = SetupPage(mode=mode, players=1)
    assert offered(page, "extra") == ["adventures", "peaceful"]
    choose(page, "extra", "peaceful")
    assert page.refusal["rule"] == "variant.peaceful"
    assert not page.lists
    act(page, "undo")
    assert not page.refusal
    choose(page, "extra", "peaceful")
    choose(page, "mode", "competitive")
    assert page.options == ("peaceful",)
    choose(page, "mode", mode)  # with another mode goes what it does not have
    assert (page.options, page.refusal) == ((), {})


def test_restore_refuses_what_is_no_state() -> None:
    with pytest.raises(ValueError, match="not a table"):
        SetupPage().restore({"mode": "chess"})
    page = SetupPage()
    page.restore({"setup": ["map", "map", "no-such-step"]})
    assert page.ticks["setup"] == ["map"]


def test_a_host_sets_the_table_without_an_undo() -> None:
    told: list[str] = []
    page = SetupPage(players=3, on_change=lambda _, label: told.append(label("fr")))
    tick(page, "map")
    page.set_table("coop", 1, ("peaceful", "adventures"))
    assert (page.mode, page.players, page.options) == ("coop", 1, ("adventures",))
    assert page.ticks["setup"] == ["map"]
    assert told == [say("setup-page.change-tick", language="fr", title=say("setup.title-map", language="fr"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_is_followed(language: str) -> None:
    page = SetupPage()
    page.language = language
    titles = {"en": "Main board", "fr": "Plateau principal", "de": "Hauptspielplan"}
    assert page.lists["setup"][0]["title"] == titles[language]
    assert page.choices[0]["label"] == {"en": "Game", "fr": "Jeu", "de": "Spiel"}[language]


def test_every_symbol_of_a_list_is_drawn() -> None:
    sprite = place_of("symbols.svg").read_text(encoding="utf-8")
    known = set(re.findall(r'id="fk-([\w-]+)"', sprite))
    shown = {part.symbol for box in BOXES.values() for part in box()}
    for mode, players, options in (
        ("competitive", 6, ("adventures", "scenario-1")),
        ("competitive", 2, ("mitsuhide", "tomoe", "scenario-4")),
        ("coop", 3, ()),
        ("solo", 1, ("scenario-7",)),
        ("makai_fuda", 3, ()),
        ("fuji_99", 3, ()),
    ):
        for make in (setup_list, pack_away_list):
            shown |= {step.symbol for step in make(mode, players, options).steps}
    assert shown <= known


@settings(max_examples=examples(25), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["mode", "players", "boards", "hero", "extra", "scenario"]),
            st.sampled_from(VALUES),
        ),
        max_size=12,
    )
)
def test_any_taps_leave_a_page_that_can_be_undone(taps: list[tuple[str, str]]) -> None:
    page = SetupPage()
    before = page.state
    for name, value in taps:
        choose(page, name, value)
        assert bool(page.lists) != bool(page.refusal)
        assert page.notice == ""
        other = SetupPage()
        other.restore(page.state)
        assert other.lists == page.lists
    for _ in taps:
        act(page, "undo")
    assert page.state == before


@pytest.mark.parametrize(
    "message",
    [
        {"act": "choose", "name": "mode", "value": "chess"},
        {"act": "choose", "name": "table", "value": "coop"},
        {"act": "tick", "tab": "setup", "key": ["map"], "on": True},
        {"act": "tick", "tab": "kitchen", "key": "map", "on": True},
        {"act": "tick", "tab": "setup", "key": "x" * 41, "on": True},
        {"act": "kept", "text": "x" * 6001},
        {"act": "tab", "tab": 1},
    ],
)
def test_what_no_page_of_ours_sends_is_ignored(message: dict[str, object]) -> None:
    page = SetupPage()
    before = page.state
    page._handle_custom_msg(message, [])
    assert page.state == before and page.notice != ""
