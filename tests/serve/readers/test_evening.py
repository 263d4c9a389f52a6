"""What readers see of an evening: score, rulings and setup beside or without a game, and a damaged part alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.evening.changes import new_evening, next_turn
from fujikoro_nb.helper.evening.decisions import decide, take_back
from fujikoro_nb.helper.evening.first import called_by
from fujikoro_nb.helper.evening.late_comer import MOST_WORDS
from fujikoro_nb.helper.evening.record import Evening, Person, clean
from fujikoro_nb.helper.stored import PART, first_table, write_table
from fujikoro_nb.play.seats import seated
from fujikoro_nb.play.stored import game_in
from fujikoro_nb.serve.readers.live import Reading
from fujikoro_nb.serve.readers.one_table import helper_in
from fujikoro_nb.serve.readers.paper import evening_of
from fujikoro_nb.serve.readers.shown import ROOT
from fujikoro_nb.store import Change, Put, Store, Table, game_log
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.readers.ruling_reader import RulingReader
from fujikoro_nb.widgets.readers.score_reader import ScoreReader, read_score
from fujikoro_nb.widgets.readers.setup_reader import SetupReader
from tests.serve.readers.evenings import DECIDED, evening, helper, put, with_sheets
from tests.serve.readers.test_reading import game
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.sampling import examples

PARTS = ("score", "rulings", "setup", "game")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


def page(table: Table, language: str = "en") -> dict[str, Any]:
    """The state of a reader's page."""
    return dict(Reading(table, language).read()[1].models[ROOT]["state"])


def put_game() -> Put:
    return Put(game_log.PART, game_log.written(game()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("changes", "there"),
    [
        ((), ()),
        ((put(),), ("score", "rulings", "setup")),
        ((put_game(),), ("game",)),
        ((put(), put_game()), PARTS),
    ],
    ids=["nothing", "evening", "game", "both"],
)
def test_a_table_shows_what_it_holds(
    store: Store, changes: tuple[Change, ...], there: tuple[str, ...], language: str
) -> None:
    state = page(store.create("Friday", changes), language)
    assert tuple(name for name in PARTS if state[name]) == there
    assert state["title"] == (called_by(helper().evening) if there and "game" not in there else "Friday")
    assert bool(state["late"]) == bool(changes)
    assert state["trouble"] == []


@pytest.mark.parametrize("parts", ["evening", "game", "both", "nothing"])
def test_the_rulebook_beside_a_table_answers_for_it(store: Store, parts: str) -> None:
    changes = {"evening": (put(),), "game": (put_game(),), "both": (put(), put_game()), "nothing": ()}[parts]
    rules = Reading(store.create("Friday", changes), "en").read()[1].models[f"{ROOT}.rules"]["state"]
    assert rules["decides"] is False, "nobody who looks on decides anything"
    assert rules["rulings"] == ({DECIDED: "tooth-two"} if parts in ("evening", "both") else {})
    assert (
        rules["played"]
        == {
            "evening": {"mode": "competitive", "players": 3, "scenario": 0},
            "both": {"mode": "competitive", "players": 3, "scenario": 0},
            "game": {"mode": "competitive", "players": game().state.players, "scenario": 0},
            "nothing": {},
        }[parts]
    )


DAMAGED = (b"", b"{}", b"[" * 60_000, b"\xff\xfe", b'{"evening": {"people": []}}', b"null", b"x" * 70_000)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("damaged", DAMAGED, ids=lambda part: repr(part[:12]))
def test_a_damaged_evening_is_a_sentence_and_the_game_is_shown(
    store: Store, damaged: bytes, language: str
) -> None:
    state = page(store.create("Friday", [Put(PART, damaged), put_game()]), language)
    (sentence,) = state["trouble"]
    assert sentence.endswith(".")
    assert "/" not in sentence
    assert [name for name in PARTS if state[name]] == ["game"]


def test_a_damaged_game_is_a_sentence_and_the_evening_is_shown(store: Store) -> None:
    state = page(store.create("Friday", [Put(game_log.PART, b"garbage"), put()]))
    (sentence,) = state["trouble"]
    assert "/" not in sentence
    assert [name for name in PARTS if state[name]] == ["score", "rulings", "setup"]
    assert state["late"]


def test_a_mended_part_is_shown_again(store: Store) -> None:
    table = store.create("Friday", [Put(PART, b"{}")])
    reading = Reading(table, "en")
    assert reading.read()[1].models[ROOT]["state"]["trouble"]
    lease = table.take("w" * 12, "Ann")
    table.append(lease.token, lease.version, [put()], label="kept anew")
    state = reading.read()[1].models[ROOT]["state"]
    assert (state["trouble"], bool(state["score"])) == ([], True)


def score(one: Evening, language: str = "en") -> dict[str, Any]:
    reader = ScoreReader(language=language)
    reader.show(one)
    return dict(reader.view)


def test_the_score_says_who_leads_and_who_moves_the_countdown() -> None:
    view = score(evening())
    people = {one["name"]: one for one in view["people"]}
    assert [(one["points"], one["place"]) for one in people.values()] == [(30, 1), (15, 2), (0, 3)]
    assert [name for name, one in people.items() if one["isMarked"]] == ["Aiko"]
    assert [name for name, one in people.items() if one["isTurn"]] == ["Bo"]
    assert "Aiko moves the countdown to space 2 of 8" in view["clock"][0]["text"]
    assert "rope" in view["clock"][1]["text"]
    assert not {"table", "can", "events"} & set(view)
    assert not [one for one in view["people"] if "sources" in one or "ways" in one]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_who_reads_is_asked_to_tell_a_space(language: str) -> None:
    now = evening()
    for _ in range(3):  # Bo, Chiyo, Aiko: the countdown stands on 2, and 3 is untold
        now = next_turn(now).evening
    assert (
        score(now, language)["clock"][1]["text"].rstrip(".").endswith(("space 3", "case 3", "gedruckt ist"))
    )


def test_rulings_are_told_with_rule_and_who_and_when() -> None:
    reader = RulingReader()
    reader.show(evening(), None)
    (line,) = reader.lines
    assert (line["rule"], line["who"], line["when"]) == (DECIDED, "Aiko", "2026-11-21 20:15")
    assert [one["name"] for one in line["options"] if one["on"]] == ["tooth-two"]
    later = decide(evening(), DECIDED, "tooth-three", who="Bo", when="2026-11-21 21:00").evening
    reader.show(later, None)
    assert [(one["who"], one["isInForce"]) for one in reader.lines] == [("Bo", True), ("Aiko", False)]
    reader.show(take_back(later, 1).evening, None)
    assert [one["isInForce"] for one in reader.lines] == [True]


def test_a_games_readings_are_told_where_they_are_not_ours() -> None:
    reader = RulingReader()
    reader.show(None, ADOPTED.with_reading(DECIDED, "tooth-two").with_reading("end.tie", "earliest"))
    assert [one["rule"] for one in reader.played] == [DECIDED]
    assert not reader.has_log


def test_setup_shows_the_ticks_of_who_writes() -> None:
    reader = SetupReader(language="de")
    reader.show(helper(ticked=3).setup)
    keys = [step["key"] for step in reader.lists["setup"]]
    assert reader.ticks == {"setup": keys[:3], "pack": []}
    assert "3" in reader.summary


def test_a_tick_sends_the_ticks_and_nothing_else(store: Store) -> None:
    table = store.create("Friday", [put(helper(ticked=2))])
    reading = Reading(table, "en")
    _, before = reading.read()
    lease = table.take("w" * 12, "Ann")
    table.append(lease.token, lease.version, [put(helper(ticked=3))], label="x")
    news = reading.read()[1].since(before)
    assert set(news) == {ROOT, "page.setup"}
    assert set(news["page.setup"]["state"]) == {"ticks"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_a_game_has_its_players_names(store: Store, language: str) -> None:
    state = page(store.create("Friday", [put_game(), put()]), language)
    words = [
        word for part in state["late"] for line in (part["title"], *part["lines"]) for word in line.split()
    ]
    assert {"Ann", "Ben"} <= {word.strip(".,:;") for word in words}
    assert len(words) <= MOST_WORDS


def slip_of(part: bytes) -> Evening:
    """A stored game as the slip of an evening."""
    slip = evening_of(game_in(part), "fr")
    assert slip
    return slip


def test_names_that_no_evening_takes_become_colours() -> None:
    part = game_log.written(game()).replace(b'"Ann"', '"\u202e"'.encode())
    assert [one.name for one in slip_of(part).people] == ["Rouge", "Ben"]


def test_a_game_is_a_slip_with_its_points_and_countdown() -> None:
    part = game_log.written(game())
    slip = slip_of(part)
    state = game_in(part).session.state
    assert [slip.score(seat) for seat in range(2)] == [one.score for one in state.samurai]
    assert (slip.countdown, slip.marker) == (0, None)
    assert sorted(slip.track) == sorted((*(f"lava-{n}" for n in range(1, 6)), "rope", "blank", "end"))


def test_a_game_that_no_slip_can_hold_has_none() -> None:
    known = game_in(game_log.written(game()))
    state = known.session.state
    samurai = [msgspec.structs.replace(one, score=501) for one in state.samurai]
    beyond = SimpleNamespace(state=msgspec.structs.replace(state, samurai=tuple(samurai)))
    assert evening_of(known._replace(session=cast(Any, beyond)), "en") is None


@pytest.mark.rule("end.leftovers", "end.tie", "end.tie.none-escaped")
@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ("earliest", "Ben wins with 32 points"),
        ("escaped", "Ann, Ben share the victory"),
    ],
)
def test_a_finished_game_says_who_won_and_that_nothing_is_left_to_score(reading: str, told: str) -> None:
    """A monk that is left over is 2 points (end.leftovers): 30 and 2 against 32, and both have left the mountain."""
    boards = board(lower="T", discs=("monk",)), board(), board()
    at = ("temple-1", "temple-2", "temple-1")
    rulings = ADOPTED.with_reading("end.tie", reading)
    table = realm(*boards, at=at, marker=2, countdown=7, scores=(30, 32, 0), first=2, rulings=rulings)
    for seat, palace, escape in ((0, "big", 2), (1, "small", 1)):
        gone = msgspec.structs.replace(table.state.samurai[seat], space="", palace=palace, escape=escape)
        table.state = table.state.with_samurai(Seat(seat), gone)
    for answer in ("move", "halt", "move", "halt"):
        table.play(answer)
    over = SimpleNamespace(state=table.state, dice=None)
    known = game_in(game_log.written(game()))
    chairs = seated(["Ann", "Ben", "Cleo"], ["person"] * 3, ["red", "blue", "green"])
    agreed = msgspec.structs.replace(known.agreed, chairs=tuple(chairs))
    slip = evening_of(known._replace(session=cast(Any, over), agreed=agreed), "en")
    assert slip
    lines = " ".join(line["text"] for line in read_score(slip, "en")["end"])
    assert told in lines and "Still to be scored" not in lines


MARKUP = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{name}", "&lt;")
UNSEEN = ("\u202egnp.exe", "a\u200b\u2066b")
HOSTILE = st.one_of(
    st.sampled_from(MARKUP + UNSEEN),
    st.text(max_size=40),
    st.text(min_size=1, max_size=4).map(lambda text: text * 2500),
)


@given(name=HOSTILE, note=HOSTILE, who=HOSTILE, language=st.sampled_from(LANGUAGES))
@settings(max_examples=examples(60), deadline=None)
def test_a_hostile_evening_is_refused_or_says_what_it_says(
    name: str, note: str, who: str, language: str
) -> None:
    """A part that somebody wrote by hand: either no name of ours, and refused as a whole, or shown letter by letter."""
    raw = msgspec.json.decode(write_table(helper()))
    raw["evening"]["people"][1]["name"] = name
    raw["evening"]["decisions"][0] |= {"note": note, "who": who}
    part = msgspec.json.encode(raw)
    try:
        table = helper_in(part)
    except ValueError:
        return
    assert table.evening.people[1].name == name == clean(name)
    view = score(table.evening, language)
    assert view["people"][1]["name"] == name
    reader = RulingReader(language=language)
    reader.show(table.evening, None)
    assert (reader.lines[0]["note"], reader.lines[0]["who"]) == (note, who)


# ---- the sheets of the small games


def sheets_of(table: Table, language: str = "en") -> list[dict[str, Any]]:
    models = Reading(table, language).read()[1].models
    return list(models[f"{ROOT}.sheets"]["state"]["told"]) if f"{ROOT}.sheets" in models else []


def test_who_looks_on_sees_the_sheets_of_the_small_games(store: Store) -> None:
    """By hand: 50 alone; two who back a monster with one chip get 50 each; floor 20 counts in a lost turn too."""
    table = store.create("Friday", [put(with_sheets())])
    gold, floors = sheets_of(table)
    assert (gold["title"], gold["head"]) == (
        "Makai Fuda: Gold of every tournament",
        ["Tournament", "Ann", "<b>Bo</b>", "Cy"],
    )
    assert gold["rows"] == [
        ["1. red", "+50", "–", "–"],
        ["2. blue", "–", "+50", "+50"],
        ["Gold", "50", "50", "50"],
    ]
    # Three play without green. Blue gave its chip with the second prize; red had won the first, yellow neither.
    assert [note["text"] for note in gold["notes"]] == ["Bonus chips now: blue 0, yellow 20, red 10."]
    assert [row[:3] for row in floors["rows"]] == [["Ann", "25", "1"], ["Bo", "0", "1"]]
    assert (gold["isOver"], floors["isOver"]) == (False, False)
    for language in LANGUAGES:
        assert len(sheets_of(table, language)) == 2
    state = page(table)
    assert state["first"] == "", "the evening has begun, and its score comes first"
    lease = table.take("w" * 12, "Ann")
    table.append(lease.token, lease.version, [put()], label="taken back")
    assert sheets_of(table) == []
    assert page(table)["sheets"] is None


def test_where_a_small_game_alone_is_played_its_sheet_comes_first(store: Store) -> None:
    bare = first_table(new_evening([Person("Ann"), Person("Bo")]))
    assert page(store.create("Friday", [put(with_sheets(table=bare))]))["first"] == "sheets"
    assert page(store.create("Friday", [put(with_sheets({}, bare))]))["first"] == ""


def test_cards_seen_and_bags_are_nobody_else_s(store: Store) -> None:
    """What one person counts at the table is no score."""
    seen = {"makai": {"names": ["Ann", "Bo", "Cy"], "seen": ["B8"]}}
    table = store.create("Friday", [put(with_sheets(seen))])
    assert sheets_of(table) == []
