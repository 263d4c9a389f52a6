"""The page on paper: what it says of a table, and that no key, nothing face down and no markup is on it."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port

from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.late_comer import late_comer
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.stored import PART, first_table, write_table
from fujikoro_nb.helper.table_rulings import options
from fujikoro_nb.play.seats import GameSession, table_of_save
from fujikoro_nb.play.stored import Game, game_in, people_of
from fujikoro_nb.rulebook import rule, rules
from fujikoro_nb.serve.guard import Guard, GuardedApplication
from fujikoro_nb.serve.readers.handlers import Readers
from fujikoro_nb.serve.readers.live import Reading
from fujikoro_nb.serve.readers.paper import MOST_RULINGS, evening_of, paper
from fujikoro_nb.serve.readers.shown import ROOT
from fujikoro_nb.store import Put, Store, game_log
from fujikoro_nb.texts import LANGUAGES, say
from tests.serve.readers.evenings import DECIDED, SHEETS, evening, helper, put
from tests.serve.readers.evenings import with_sheets as sheets_of
from tests.serve.readers.papers import JINJA, page, rendered
from tests.serve.readers.test_evening import HOSTILE, MARKUP, UNSEEN
from tests.serve.readers.test_reading import SEED, answered
from tests.serve.readers.test_reading import game as new_game
from tests.support.group_saves import asked, ended, played_until
from tests.support.sampling import examples

TOKEN, READER = "whole-key-of-this-run-0123456789", "looking-key-of-this-run-98765432"


@cache
def game() -> Any:
    """One game for all tests here: none of them plays it on."""
    return new_game()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


def decided(now: Evening) -> Evening:
    """With every rule that a table can decide."""
    for one in rules():
        ways = options(one)
        if len(ways) > 1 and now.rulings.option(one.id) != ways[1].name and len(now.decisions) < 100:
            now = decide(now, one.id, ways[1].name, who=now.name(0), when="2026-11-21 20:15").evening
    return now


def put_game() -> Put:
    return Put(game_log.PART, game_log.written(game()))


class Words(HTMLParser):
    """What somebody reads on a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self._silent = "", 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("style", "script")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        self.text += "" if self._silent else f" {data}"


class Tags(HTMLParser):
    """Tags and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[tuple[str, str]] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {(tag, name) for name, _ in attrs} | {(tag, "")}


def tags(text: str) -> set[tuple[str, str]]:
    return Tags(text).seen


# ---- what it says


def test_an_evening_is_told_with_its_countdown_and_rulings() -> None:
    text = rendered(page(put()))
    for said in ("Aiko", "30", "space 2 of 8", "Lava 2", "Rope", "combat.helmet.absorb", "2026-11-21 20:15"):
        assert said in text
    assert "http://192.168.1.5:3776<wbr>/table/" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_with_its_hands_and_map(language: str) -> None:
    data = page(put_game(), language=language)
    assert [one["name"] for one in data["table"]["score"]["people"]] == ["Ann", "Ben"]
    assert len(data["table"]["hands"]) == 2
    assert "0" in data["table"]["map"]
    assert all(data["table"]["hands"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_gear_is_told_in_words_and_never_as_a_grid(language: str) -> None:
    session = new_game()
    while not any(board.gear.weapon for board in session.state.boards):
        answered(session)
    hands = page(Put(game_log.PART, game_log.written(session)), language=language)["table"]["hands"]
    wood = say("word.W", language=language)
    assert any(wood in line for hand in hands for line in hand)
    for hand in hands:
        assert not [line for line in hand if re.search(r"\b[WMTG.:/]{2,}", line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_calls_every_rule_by_its_title(language: str) -> None:
    for changes in ((put(),), (put_game(),)):
        text = Words(rendered(page(*changes, language=language))).text
        assert [one.id for one in rules() if one.id in text] == []


def test_an_empty_or_damaged_table_has_its_reference_and_its_way_back() -> None:
    empty = page()
    assert (empty["table"]["score"], empty["table"]["isTroubled"]) == (None, False)
    damaged = page(Put(PART, b"{}"), put_game())
    assert damaged["table"]["isTroubled"]
    assert damaged["table"]["score"]
    for data in (empty, damaged, page(Put(game_log.PART, b"garbage"), put())):
        assert say("reference.two-actions", n=2) in html.unescape(rendered(data))
        assert "<svg" in data["table"]["qr"]


def test_more_rulings_than_fit_are_counted() -> None:
    full = decided(evening())
    table = page(put(helper(full)))["table"]
    in_force = {one.rule for one in full.decisions}
    assert len(table["rulings"]) == MOST_RULINGS
    assert table["more"] == len(in_force) - MOST_RULINGS > 0


def test_nothing_face_down_is_on_paper() -> None:
    session = game()
    text = rendered(page(Put(game_log.PART, game_log.written(session))))
    hidden = [tile.id for tile in session.state.piles.tiles]
    assert hidden and not [name for name in hidden if name in text]
    assert SEED not in text


@pytest.mark.parametrize(("mode", "players"), [("coop", 6), ("coop", 1), ("solo", 1), ("competitive", 6)])
def test_every_mode_has_its_page(mode: str, players: int) -> None:
    colours = ("red", "blue", "green", "purple", "pink", "black")[:players]
    now = new_evening([Person(colour, colour) for colour in colours], mode=mode)
    data = page(put(first_table(now)))
    assert data["mode"] == mode
    assert len(data["table"]["score"]["people"]) == players
    rendered(data)


# ---- names of strangers


def plain() -> set[tuple[str, str]]:
    """The tags of a page with harmless names."""
    return tags(rendered(page(put(), put_game()))) | tags(rendered(page(put())))


@given(name=HOSTILE, note=HOSTILE, who=HOSTILE, language=st.sampled_from(LANGUAGES))
@settings(max_examples=examples(40), deadline=None)
def test_hostile_names_are_never_markup_on_paper(name: str, note: str, who: str, language: str) -> None:
    raw = msgspec.json.decode(write_table(helper()))
    raw["evening"]["people"][1]["name"] = name
    raw["evening"]["decisions"][0] |= {"note": note, "who": who}
    part = game_log.written(game()).replace(b'"Ann"', json.dumps(name).encode())
    for changes in ([Put(PART, msgspec.json.encode(raw))], [Put(game_log.PART, part)]):
        text = rendered(page(*changes, language=language))
        assert tags(text) <= plain()
        assert len(text) < 80_000
        assert not set(text) & set("\u202e\u2066\u200b")


@pytest.mark.parametrize("name", [*MARKUP, *UNSEEN, "y" * 10_000])
def test_a_games_hostile_name_is_cleaned_and_short(name: str) -> None:
    part = game_log.written(game()).replace(b'"Ann"', json.dumps(name).encode())
    data = page(Put(game_log.PART, part))
    if data["table"]["isTroubled"]:  # too long for any save
        assert len(name) == 10_000
        return
    shown = data["table"]["score"]["people"][0]["name"]
    assert len(shown) <= 24
    assert not set(shown) & set("\u202e\u2066\u200b")
    assert str(escape(shown)) in rendered(data)


# ---- keys


class Served:
    """The readers' routes behind a guard with both keys, on a port of this machine."""

    def __init__(self, store: Store) -> None:
        names = frozenset({"127.0.0.1", "table.test"})
        self.guard = guard = Guard(names=lambda: names, token=TOKEN, reader=READER)
        app = GuardedApplication(guard, voila_jinja2_env=JINJA, base_url="/")
        self.readers = Readers(store)
        app.add_handlers(r".*$", self.readers.routes(JINJA, "/", guard.names))
        sock, self.port = bind_unused_port()
        self.server = HTTPServer(app)
        self.server.add_sockets([sock])

    async def get(self, path: str, key: str = "", host: str = "") -> HTTPResponse:
        headers = {"Host": f"{host or '127.0.0.1'}:{self.port}"}
        if key:
            session = self.guard.sessions.issue("player" if key == TOKEN else "reader")
            headers["Cookie"] = f"fujikoro={session}"
        url = f"http://127.0.0.1:{self.port}{path}"
        return await AsyncHTTPClient().fetch(url, headers=headers, raise_error=False, follow_redirects=False)


def ask(store: Store, *requests: tuple[str, str]) -> list[HTTPResponse]:
    """Answers to requests of an address and a key each."""

    async def talk() -> list[HTTPResponse]:
        served = Served(store)
        answers = [await served.get(path, key) for path, key in requests]
        served.server.stop()
        served.readers.close()
        return answers

    with ThreadPoolExecutor(1) as aside:  # a browser test before this one leaves its loop in this thread
        return aside.submit(lambda: asyncio.run(talk())).result()


@pytest.mark.parametrize("key", [TOKEN, READER])
def test_no_key_is_on_paper_whoever_asks_for_it(store: Store, key: str) -> None:
    code = store.create("Friday", [put(), put_game()]).code
    pages = ask(store, (f"/table/{code}/print", key), (f"/table/{code}", key), ("/print", key))
    for answer in pages:
        assert answer.code == 200
        body = answer.body.decode()
        assert TOKEN not in body
        assert READER not in body
    assert "http://table.test:" in pages[0].body.decode()  # phones do not find 127.0.0.1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scan_without_a_key_is_told_what_to_ask_for(store: Store, language: str) -> None:
    code = store.create("Friday", [put()]).code
    for answer in ask(
        store, (f"/table/{code}?lang={language}", ""), (f"/table/{code}/print?lang={language}", "")
    ):
        assert answer.code == 403
        body = html.unescape(answer.body.decode())
        assert say("serve.refused-reader", language=language) in body
        assert "Aiko" not in body
        assert "Friday" not in body


def test_a_page_of_a_table_that_is_not_there_says_so(store: Store) -> None:
    unknown, known = ask(store, ("/table/BCDFGH/print", READER), ("/print?mode=coop&lang=fr", READER))
    assert (unknown.code, known.code) == (404, 200)
    assert say("reference.no-points", language="fr") in html.unescape(known.body.decode())
    assert known.headers["Cache-Control"] == "no-store"


@pytest.mark.rule("coop.rounds.limit")
@pytest.mark.parametrize(("mode", "rounds"), [("coop", 20), ("solo", 25)])
def test_a_page_without_a_table_counts_the_rounds_of_its_mode(mode: str, rounds: int) -> None:
    groups = {one.key: one.lines for one in paper(mode=mode, language="en")["groups"]}
    assert groups["countdown"][0].text.startswith(f"{rounds} rounds")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_a_rule_says_what_this_table_plays(store: Store, language: str) -> None:
    """First of all where the table decided otherwise, and not at all where the table cannot be read."""
    code = store.create("Friday", [put()]).code
    card = f"/fujikoro/card/{DECIDED}?lang={language}"
    told, ours, unread = (
        json.loads(answer.body)
        for answer in ask(
            store, (f"{card}&table={code}", READER), (card, READER), (f"{card}&table=ZZZZZZ", READER)
        )
    )
    adopted, otherwise = (option.says for option in options(rule(DECIDED), language=language)[:2])
    assert told["answer"] == otherwise and otherwise in told["conflict"]["ruling"]
    assert ours["statement"] in told["statement"] != ours["statement"]
    assert adopted in ours["conflict"]["ruling"]
    assert unread["conflict"]["ruling"] == "" and unread["answer"] == ours["answer"]


# ---- a group's game


def walks_about(session: GameSession) -> bool:
    """Some way into a game, with a dragon on the mountain."""
    party = session.state.party
    has_dragon = any(laid is not None and laid.dragon is not None for laid in session.state.ground)
    return party is not None and party.round >= 6 and 1 in party.lives and has_dragon


def group_game(session: GameSession) -> Game:
    return Game(session, table_of_save(session.saved(), session))


def sheet(session: GameSession, language: str = "en") -> dict[str, Any]:
    return page(Put(game_log.PART, game_log.written(session)), language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_groups_game_on_paper_has_its_round_lives_goals_and_dragons(language: str) -> None:
    session = played_until(walks_about)
    party = session.state.party
    assert party is not None
    data = sheet(session, language)
    assert data["mode"] == "coop"
    score = data["table"]["score"]
    assert not score["hasPoints"]
    assert [one["lives"] for one in score["people"]] == list(party.lives)
    goals, dragons = data["table"]["group"]
    assert goals.count(";") == 3, "four goals, each with its count"
    assert dragons.count("(") == sum(x is not None and x.dragon is not None for x in session.state.ground)
    told = Words(rendered(data)).text
    assert str(party.round) in told and goals in told and dragons in told
    assert len(data["table"]["hands"]) == 3


@pytest.mark.parametrize(("outcome", "players"), [("lost-life", 3), ("lost-time", 1)])
def test_paper_of_a_game_that_is_over_says_so(outcome: str, players: int) -> None:
    session = played_until(ended(outcome), players=players)
    evening = evening_of(group_game(session), "en")
    assert evening is not None
    assert (evening.phase, evening.result) == ("over", "lost")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solo_game_has_its_paper_and_its_card(language: str) -> None:
    """One person plays: no evening of rivals is made of it."""
    session = played_until(asked("act"), players=1, mode="solo")
    assert people_of(group_game(session), language).mode == "solo"
    assert sheet(session, language)["mode"] == "solo"
    card = late_comer(people_of(group_game(session), language), game=session.state, language=language)
    assert [part.name for part in card] == ["goal", "turn", "now", "do"]


def test_who_comes_late_is_told_of_goals_and_dragons() -> None:
    session = played_until(walks_about)
    (now,) = [
        part
        for part in late_comer(people_of(group_game(session), "en"), game=session.state)
        if part.name == "now"
    ]
    assert "0 of 4 goals reached." in now.lines
    assert any("on the mountain" in line for line in now.lines)


def save_with(session: GameSession, *, first_lava: int, rounds: int) -> bytes:
    """The part of a table whose house has another track: its save, as another hand could have written it."""
    save = json.loads(game_log.written(session).splitlines()[0])
    clock = save["start"]["mode"]["together"]["rounds"]
    clock["final"][0]["lava"], clock["normal"] = first_lava, [rounds] * 6
    save["entries"] = []
    return json.dumps(save).encode()


@pytest.mark.parametrize(("mode", "players"), [("coop", 2), ("solo", 1)])
def test_a_save_with_another_track_of_lava_has_its_page_its_paper_and_its_card(
    store: Store, mode: str, players: int
) -> None:
    """What a mode is, is told by what it is played for: all else of it may be otherwise than in our own."""
    session = played_until(asked("first-player" if players > 1 else "act"), players=players, mode=mode)
    part = save_with(session, first_lava=2, rounds=21)
    played = game_in(part)
    rounds = played.session.state.mode.rounds
    assert rounds is not None and rounds.normal[1] == 21
    assert people_of(played, "en").mode == mode
    assert page(Put(game_log.PART, part))["mode"] == mode
    assert late_comer(people_of(played, "en"), game=played.session.state)
    table = store.create("Friday", [Put(game_log.PART, part)])
    reading = Reading(table, "en")
    _, now = reading.read()
    assert now.models[ROOT]["state"]["game"] and now.models[ROOT]["state"]["late"]
    reading.close()


def test_a_solo_card_never_speaks_of_others() -> None:
    session = played_until(asked("act"), players=1, mode="solo")
    card = late_comer(people_of(group_game(session), "en"), game=session.state)
    told = " ".join(line for part in card for line in part.lines)
    assert "Together" not in told and "trade" not in told and "for all" not in told


def with_sheets(small: object = SHEETS) -> Put:
    return put(sheets_of(small, first_table(new_evening([Person("Ann"), Person("Bo")]))))


def test_the_sheets_of_the_small_games_are_printed_with_the_table() -> None:
    """By hand: 50 alone; two who back a monster with one chip get 50 each; floor 20 counts in a lost turn too."""
    told = page(with_sheets(SHEETS))["table"]["small"]
    assert [[*row] for row in told[0]["rows"]] == [
        ["1. red", "+50", "–", "–"],
        ["2. blue", "–", "+50", "+50"],
        ["Gold", "50", "50", "50"],
    ]
    assert [row[:3] for row in told[1]["rows"]] == [("Ann", "25", "1"), ("Bo", "0", "1")]
    text = rendered(page(with_sheets(SHEETS)))
    assert "Makai Fuda: Gold of every tournament" in text
    assert "<b>Bo</b>" not in text


def test_a_long_sheet_leaves_room_for_the_rules() -> None:
    long = {"makai": {"names": ["Ann", "Bo", "Cy"], "done": [["red", [], []]] * 99}}
    (told,) = page(with_sheets(long))["table"]["small"]
    assert len(told["rows"]) == 9
    assert told["rows"][-1] == ("Gold", "0", "0", "0")


def test_a_table_without_sheets_prints_what_it_did() -> None:
    assert page(with_sheets({}))["table"]["small"] == []
    assert 'data-part="small"' not in rendered(page(with_sheets({})))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "lines"), [("makai_fuda", 11), ("fuji_99", 14)])
def test_a_small_game_s_sheet_is_printed_to_fill_in(mode: str, lines: int, language: str) -> None:
    data = paper(mode=mode, language=language)
    assert len(data["blank"]["lines"]) == lines
    text = rendered(data)
    assert text.count("<td></td>") == 4 * lines + 5  # and a line for names
    assert data["blank"]["title"] in text
    assert "combat." not in text, "Fuji Koro's rules are another game's"
