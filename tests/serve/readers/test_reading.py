"""What readers are shown: widgets as plain data, only differences on the way, and every state of a table drawable."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.play.seats import begin, dealt, seated
from fujikoro_nb.serve.readers.handlers import DRAWN
from fujikoro_nb.serve.readers.live import Live, Reading
from fujikoro_nb.serve.readers.shown import ROOT, Shown, shown
from fujikoro_nb.store import Add, Lease, NoTable, Put, Store, Table, game_log
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.map.hex_map import HexMap
from tests.serve.readers.evenings import put, with_sheets

SEED = "a seed that no word has"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


def game() -> Any:
    """A session at its first question that a person answers."""
    agreed = Agreed(seated(["Ann", "Ben"], ["person", "person"], ["red", "blue"]), SEED)
    return dealt(begin(agreed, owned=OwnerPack().load().pack), agreed)


def answered(session: Any) -> Any:
    """The session after one more answer of its first option."""
    session.play(next(iter(session.options)))
    while session.can_deal:
        session.deal()
    return session


def drawn_by_page(before: Shown, news: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What a page has that drew `before` and then heard `news`."""
    models = {name: dict(model["state"]) for name, model in before.models.items()}
    for name, model in news.items():
        models.setdefault(name, {}).update(model["state"])
    return models


def test_differences_bring_a_page_to_the_next_moment(store: Store) -> None:
    session = game()
    table = store.create("Friday", [Put(game_log.PART, game_log.written(session))])
    lease = table.take("w" * 12, "Ann")
    reading = Reading(table, "en")
    version, before = reading.read()
    head = before.models[ROOT]["state"]
    assert (head["writer"], head["newest"]) == ("Ann", "")  # taking over is no step of the game
    for _ in range(4):
        old = game_log.written(session)
        now = game_log.written(answered(session))
        assert now.startswith(old)
        version = table.append(lease.token, version, [Add(game_log.PART, now[len(old) :])], label="x")
        _, after = reading.read()
        assert after.models[ROOT]["state"]["newest"] == "x"
        news = after.since(before)
        assert len(json.dumps(news)) < len(json.dumps(after.models))
        assert drawn_by_page(before, news) == {name: model["state"] for name, model in after.models.items()}
        assert after.since(after) == {}
        before = after
    table.undo(lease.token, version)
    _, after = reading.read()
    assert after.models[ROOT]["state"]["newest"] == "taken back: x"


def test_every_model_has_a_front_end_that_readers_may_fetch(store: Store) -> None:
    table = store.create("Friday", [Put(game_log.PART, game_log.written(game())), put(with_sheets())])
    _, moment = Reading(table, "en").read()
    known = {widget.front_end for widget in DRAWN}
    assert {model["module"] for model in moment.models.values()} == known
    references = {
        value.removeprefix("IPY_MODEL_")
        for model in moment.models.values()
        for value in model["state"].values()
        if isinstance(value, str) and value.startswith("IPY_MODEL_")
    }
    assert references == set(moment.models) - {ROOT}


def test_nothing_face_down_reaches_a_reader(store: Store) -> None:
    session = game()
    table = store.create("Friday", [Put(game_log.PART, game_log.written(session))])
    text = json.dumps(Reading(table, "en").read()[1].models)
    hidden = [tile.id for tile in session.state.piles.tiles]
    assert hidden and not [name for name in hidden if name in text]
    assert session.dealer.seed == SEED
    assert SEED not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", [b"", b"garbage", b"{}\n", b"\xff", b"[" * 60_000])
def test_a_damaged_game_is_a_sentence(store: Store, part: bytes, language: str) -> None:
    table = store.create("Friday", [Put(game_log.PART, part)])
    _, moment = Reading(table, language).read()
    assert moment.models[ROOT]["state"]["trouble"]
    assert moment.models[ROOT]["state"]["game"] is None


@pytest.mark.parametrize("place", ["head", "answer"])
def test_bytes_that_are_no_text_are_a_damaged_game(store: Store, place: str) -> None:
    session = game()
    part = game_log.written(answered(session)).removesuffix(b"\n")
    head, *lines = part.split(b"\n")
    spoilt = b"\n".join([head.replace(SEED.encode(), b"\xed\xa0"), *lines])
    if place == "answer":
        spoilt = b"\n".join([head, *lines[:-1], lines[-1].replace(b'"type"', b'"ty\xffpe"')])
    assert spoilt != part
    with pytest.raises(Unreadable):
        game_log.read(spoilt)
    _, moment = Reading(store.create("Friday", [Put(game_log.PART, spoilt)]), "en").read()
    assert moment.models[ROOT]["state"]["trouble"]


def take_and_put(table: Table, part: bytes) -> Lease:
    lease = table.take("w" * 12, "Ann")
    table.append(lease.token, lease.version, [Put(game_log.PART, part)], label="a game")
    return lease


def test_followers_hear_of_changes_and_of_the_end(store: Store) -> None:
    table = store.create("Friday")

    async def follow() -> list[str]:
        live, told = Live(store), []
        reading = await live.follow(table.code.lower(), "en")
        first = reading.moment
        assert first is not None
        told.append(str(first.models[ROOT]["state"]["writer"]))
        take_and_put(table, game_log.written(game()))
        while (moment := reading.moment) is not None and "page.game" not in moment.models:
            assert await live.next(reading, moment, seconds=30)
        assert moment is not None
        told.append(str(moment.models[ROOT]["state"]["writer"]))
        store.remove(table.code)
        assert await live.next(reading, moment, seconds=30)
        told.append("gone" if reading.moment is None else "there")
        assert not await live.next(reading, None, seconds=0.01)
        live.leave(reading)
        with pytest.raises(NoTable):
            await live.follow(table.code, "en")
        live.close()
        return told

    assert asyncio.run(follow()) == ["", "Ann", "gone"]


def test_widgets_are_shown_without_a_kernel() -> None:
    whole = HexMap()
    models = shown(whole).models
    assert list(models) == [ROOT]
    state = models[ROOT]["state"]
    assert set(state) >= {"places", "picture", "words", "selected"}
    assert not [name for name in state if name.startswith("_")]
    assert isinstance(whole, FujiWidget)
    json.dumps(models)


def test_a_reader_follows_the_log_and_stands_where_a_new_one_stands(store: Store) -> None:
    """Steps are added, taken back and added again; whoever followed sees what somebody sees who has just come."""
    session = game()
    table = store.create("Friday", [Put(game_log.PART, game_log.written(session))])
    lease = table.take("w" * 12, "Ann")
    reading, version = Reading(table, "en"), lease.version
    reading.read()
    for step in range(12):
        old = game_log.written(session)
        if step % 5 == 4:
            session.undo()
        else:
            answered(session)
        now = game_log.written(session)
        change = Add(game_log.PART, now[len(old) :]) if now.startswith(old) else Put(game_log.PART, now)
        version = table.append(lease.token, version, [change], label="x")
        assert reading.read()[1].models == Reading(table, "en").read()[1].models


@pytest.mark.parametrize("more", [b"garbage\n", b"\xff\n", b"{}\n", b"\n"])
def test_what_is_added_and_spoilt_is_a_sentence(store: Store, more: bytes) -> None:
    table = store.create("Friday", [Put(game_log.PART, game_log.written(game()))])
    lease = table.take("w" * 12, "Ann")
    reading = Reading(table, "en")
    assert not reading.read()[1].models[ROOT]["state"]["trouble"]
    table.append(lease.token, lease.version, [Add(game_log.PART, more)], label="x")
    after = reading.read()[1].models
    assert after[ROOT]["state"]["trouble"]
    assert after == Reading(table, "en").read()[1].models


def test_an_added_answer_that_the_rules_refuse_is_where_the_log_ends(store: Store) -> None:
    session = game()
    table = store.create("Friday", [Put(game_log.PART, game_log.written(session))])
    lease = table.take("w" * 12, "Ann")
    reading = Reading(table, "en")
    reading.read()
    first = game_log.written(answered(session)).splitlines(keepends=True)[-1]
    table.append(lease.token, lease.version, [Add(game_log.PART, first * 3)], label="x")
    assert reading.read()[1].models == Reading(table, "en").read()[1].models
