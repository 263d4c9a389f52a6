"""HexMap without a browser: what it sends, what it takes, what it says."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import pytest
import traitlets as t
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, Hex, SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.map.picture import map_picture
from fujikoro_nb.widgets.base.widget import source_of
from fujikoro_nb.widgets.map.figure import PAINTS, TRACES, figure_json, outline
from fujikoro_nb.widgets.map.hex_map import HexMap
from tests.support.game_positions import realm
from tests.support.gear_positions import board as bare
from tests.support.sampling import examples
from tests.views.map.test_picture import pieces_of, walk_through


def sandals() -> Board:
    """A board whose sandals are complete and pay one lava space."""
    return bare(sandals="MM/M")


@pytest.fixture(scope="module")
def figure() -> dict[str, object]:
    return figure_json()


def test_one_clickable_trace_holds_every_hex_of_every_place(figure: dict) -> None:
    clickable = [trace for trace in figure["data"] if trace.get("hoverinfo") != "skip"]
    assert len(clickable) == 1
    spots = clickable[0]
    assert spots is figure["data"][TRACES["spaces"]]
    points = {
        (round(x, 3), round(y, 3)): name
        for x, y, name in zip(spots["x"], spots["y"], spots["customdata"], strict=True)
    }
    wanted = {(round(h.point[0], 3), round(h.point[1], 3)): s.id for s in SPACES for h in s.hexes}
    assert points == wanted
    assert len(points) == 259


def test_levels_stand_on_the_map_as_letters_too(figure: dict) -> None:
    letters = figure["data"][TRACES["letters"]]
    assert sorted(letters["text"]) == sorted(place.level for place in PLACES if place.level)
    assert set(letters["customdata"]) == {place.id for place in PLACES if place.level}


def test_every_colour_of_the_figure_is_a_token_or_paper(figure: dict) -> None:
    """By night nothing may keep a colour of the day but the white of a wall."""
    text = json.dumps(figure)
    colours = {part.split('"')[0] for part in text.split('"#')[1:]}
    assert {f"#{colour}" for colour in colours} - set(PAINTS) == {"#fbf8f1"}


def test_colours_name_their_tokens() -> None:
    assert len(set(PAINTS.values())) == len(PAINTS)


def test_figure_is_small_beside_the_bundle(figure: dict) -> None:
    assert len(json.dumps(figure)) < 60_000


def test_outline_of_flower_has_eighteen_sides_and_is_closed() -> None:
    for place in PLACES:
        loop = outline(place.hexes)
        assert len(loop) == 18 + 1
        assert loop[0] == loop[-1]
    assert len(outline([Hex(0, 0)])) == 6 + 1


def test_selecting_confirms_and_says_what_it_borders() -> None:
    board = HexMap()
    assert board.space is None
    assert board.about["title"] == ""
    board.selected = "II-1.1"
    assert board.confirmed == "II-1.1"
    assert board.space == space("II-1.1")
    beside = {space(name).place for name in neighbours("II-1.1")} - {"II-1"}
    assert all(name in board.about["text"] for name in beside)
    assert board.about["rule"] == "explore.where"


@pytest.mark.rule("explore.where")
def test_middle_space_says_that_nobody_explores_from_it() -> None:
    board = HexMap(selected="III-2.0")
    assert board.about["text"] == board.say("map.borders-none")


def test_unknown_space_is_refused_with_a_sentence_and_nothing_changes() -> None:
    board = HexMap(selected="temple-2")
    with pytest.raises(t.TraitError, match=r"II-7\.0"):
        board.selected = "atlantis"
    assert board.selected == board.confirmed == "temple-2"


@pytest.fixture(scope="module")
def board() -> Iterator[HexMap]:
    """One map for many examples: making it, not what they show, is what costs."""
    widget = HexMap()
    yield widget
    widget.close()


@settings(max_examples=examples(100), deadline=None)  # other programs run too
@given(
    value=st.one_of(
        st.text(max_size=30),
        st.integers(),
        st.none(),
        st.lists(st.text(max_size=3), max_size=3),
        st.booleans(),
        st.sampled_from([str(one.id) for one in SPACES]),
    )
)
def test_anything_from_the_browser_selects_a_space_or_nothing(board: HexMap, value: object) -> None:
    board.selected = "centre"
    board.set_state({"selected": value})
    known = {"", *(s.id for s in SPACES)}
    assert board.selected == (value if isinstance(value, str) and value in known else "centre")


def test_browser_cannot_change_figure_or_confirmation() -> None:
    board = HexMap()
    figure = board.figure
    board.set_state({"figure": {"data": []}, "confirmed": "centre", "places": []})
    assert board.figure == figure
    assert board.confirmed == ""
    assert len(board.places) == 37


def test_list_offers_every_space_once_with_words() -> None:
    rows = HexMap().places
    spaces = [one for row in rows for one in row["spaces"]]
    assert [one["id"] for one in spaces] == [s.id for s in SPACES]
    assert len({(row["name"], one["name"]) for row in rows for one in row["spaces"]}) == 220
    assert all(row["key"] for row in rows)


def test_bundle_is_sent_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    board, sent = HexMap(), []
    monkeypatch.setattr(board, "send", lambda content, buffers=(): sent.append((content, buffers)))
    board._handle_custom_msg({"act": "bundle"}, [])
    content, buffers = sent[0]
    assert content == {"kind": "bundle"}
    assert b"plotly.js" in gzip.decompress(buffers[0])[:300]


# ---- with a game on it


@pytest.fixture
def mountain() -> HexMap:
    """Seat 0 walks from the central tile; I-1 lies open, its near spaces are lava."""
    widget = HexMap()
    widget.show(realm(sandals(), bare(), tiles={"I-1": "s...LL."}).play("move").state)
    return widget


def test_a_game_is_sent_in_one_message_and_taken_away_again(monkeypatch: pytest.MonkeyPatch) -> None:
    widget, sent = HexMap(), []
    monkeypatch.setattr(widget, "_send", lambda message, buffers=None: sent.append(message))
    widget.show(realm(sandals(), bare(), tiles={"I-1": "s...LL."}).play("move").state)
    updates = [message["state"] for message in sent if message["method"] == "update"]
    assert len(updates) == 1
    assert set(updates[0]) <= {"picture", "lies", "reach", "about", "selected", "confirmed", "notice"}
    assert not {"figure", "places", "words"} & set(updates[0]), "the figure is sent once and never again"
    widget.show(None)
    assert (widget.picture["is_game"], widget.reach["rows"], widget.lies) == (False, [], {})


def test_a_space_in_reach_tells_its_price_and_any_other_why_not(mountain: HexMap) -> None:
    mountain.selected = "I-1.3"
    assert mountain.about["refusal"] == ""
    assert mountain.offer is not None
    row = next(row for row in mountain.reach["rows"] if row["spaces"] == ["I-1.3"])
    assert (row["cost"], row["path"]) == (5, ["centre", "I-1.4", "I-1.3"])
    mountain.selected = "II-7.0"
    assert mountain.offer is None
    assert (mountain.about["rule"], mountain.about["refusal"]) == (
        "move.revealed-only",
        "Space × is not explored yet.",
    )
    assert mountain.about["barred"] == "II-7.0"
    mountain.selected = "I-1.3"
    assert mountain.about["barred"] == ""


def test_a_refusal_says_how_far_away_and_marks_what_is_in_the_way() -> None:
    """move.steps.base: two steps from the centre, so its far tiles are three and more away."""
    widget = HexMap()
    widget.show(realm(tiles={"I-1": ".......", "I-2": "......."}).state, seat=Seat(0))
    why = widget.refusal_of("I-1.1")
    assert (why.rule, why.sentence.startswith("That space is 3 steps away.")) == ("move.steps.sandals", True)
    assert "away" not in widget.refusal_of("II-1.0").sentence, "what is not explored is not a matter of steps"
    widget.selected = "I-1.1"
    assert widget.about["barred"] == "", "its number of steps is what is wrong, not a space"


def test_confirming_hands_the_engines_answer_to_the_hearer_and_nothing_else_does(mountain: HexMap) -> None:
    heard: list[object] = []
    mountain.on_choice(lambda offer: heard.append(offer.answer))
    mountain.selected = "I-1.3"
    assert heard == []
    mountain._handle_custom_msg({"act": "confirm", "space": "I-1.3"}, [])
    assert heard == [Walk((SpaceId("I-1.4"), SpaceId("I-1.3")))]
    mountain._handle_custom_msg({"act": "confirm", "space": "II-7.0"}, [])
    assert len(heard) == 1
    assert mountain.notice == "Space × is not explored yet."


@settings(max_examples=examples(60), deadline=None)
@given(
    message=st.one_of(
        st.none(),
        st.text(max_size=10),
        st.fixed_dictionaries(
            {"act": st.just("confirm"), "space": st.one_of(st.text(max_size=9), st.integers())}
        ),
        st.fixed_dictionaries({"act": st.just("confirm")}),
        st.dictionaries(st.text(max_size=8), st.integers(), max_size=3),
    )
)
def test_a_hostile_message_moves_nobody(board: HexMap, message: object) -> None:
    heard: list[object] = []
    board.on_choice(heard.append)
    board.show(realm(tiles={"I-1": "......."}).play("move").state)
    before = (board.picture, board.reach)
    board._handle_custom_msg(message, [])
    board.set_state({"picture": {}, "reach": {"kind": "walk", "rows": []}, "lies": {}, "is_board_only": True})
    assert heard == []
    assert (board.picture, board.reach, board.is_board_only) == (*before, False)
    board.show(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(language: str) -> None:
    widget = HexMap(language=language)
    widget.show(walk_through(1)[-1])
    english = HexMap()
    english.show(walk_through(1)[-1])
    assert widget.picture == english.picture
    assert widget.lies.keys() == english.lies.keys()
    assert (widget.lies == english.lies) == (language == "en")


def test_language_changes_what_is_said_of_a_game() -> None:
    widget = HexMap()
    widget.show(walk_through(1)[-1])
    before = widget.lies
    widget.language = "de"
    assert widget.lies != before
    widget.language = "en"
    assert widget.lies == before


def test_every_piece_that_python_sends_can_be_drawn() -> None:
    """The drawing has a function a kind of piece, and a class a colour."""
    drawing = source_of("hex_map.js")
    style = source_of("hex_map.css")
    kinds = {
        str(piece["kind"]) for seed in range(6) for _, piece in pieces_of(map_picture(walk_through(seed)[-1]))
    }
    assert kinds >= {"token", "monk", "scroll", "number", "print", "samurai", "blueprint", "always"}
    for kind in (*kinds, "used", "dragon", "adventure"):
        assert f"\n  {kind}: (" in drawing, kind
    assert all(f".fk-tone-{colour} " in style for colour in SCROLL_COLOURS)


def test_a_space_that_is_confirmed_without_a_game_is_said_to_be_no_answer() -> None:
    page = HexMap()
    page._handle_custom_msg({"act": "confirm", "space": "centre"}, [])
    assert page.notice == say("map-game.not-offered")
    assert page.selected == "centre"
