"""A duel on two phones over real connections: a whole race, no solution early, hostile posts, floods, a lost phone."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.play.duel_seats import begin_duel
from fujikoro_nb.play.duel_table import duel_in
from fujikoro_nb.puzzles.storm.duel import Duel
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.serve.seats.limits import WRITES_AT_ONCE
from fujikoro_nb.store import Refused, Store, Table
from fujikoro_nb.store.sharing import ADDRESS, SharedGame, tables
from fujikoro_nb.texts import say
from fujikoro_nb.views.learn.storm import StormShown
from tests.serve.seats.processes import Elsewhere, server_process
from tests.serve.seats.served import Answer, Device, served
from tests.serve.seats.small_phones import Phone, Phones, phones_at

NAMES = ("Ann", "Ben")


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}") as one:
        yield one


def duel_of(table: Table) -> Duel:
    return duel_in(table.state().parts)


def seed_of(table: Table) -> str:
    now = duel_of(table).round
    assert now is not None
    return now.seed


def shows(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = phone.view.get("duel", {})
    return told


async def post(phone: Phone, code: str, do: str, **other: Any) -> Answer:
    phone.count += 1
    now = shows(phone)
    asked = {"seat": phone.seat, "id": f"{phone.name}-{phone.count:05}", "round": now["round"], "do": do}
    answer = await phone.device.post("duel", code, {**asked, "at": now["at"], "yes": False, **other})
    return phone.kept(answer)


async def begun(phones: Phones) -> None:
    await phones.until(lambda: all(map(shows, phones.phones)))
    racing = [phone for phone in phones.phones if phone.seat >= 0]
    for phone in racing:
        assert (await post(phone, phones.code, "ready")).status == 200
    await phones.until(lambda: all(shows(phone)["state"] == "running" for phone in phones.phones))


def without_words(sent: str) -> str:
    """What was sent beside the sentences of a language, which every page has from the start."""
    if not sent.startswith("["):
        return sent
    kind, told = json.loads(sent)
    told.get("models", {}).get("page", {}).get("state", {}).pop("words", None)
    return json.dumps([kind, told], ensure_ascii=False)


def no_canary(phone: Phone, table: Table) -> None:
    """In all that this phone was ever sent there is no solution of a question that it has yet to answer."""
    sent, duel = "".join(map(without_words, phone.sent)), duel_of(table)
    if not duel.is_racing or duel.round is None:
        return
    seed = duel.round.seed
    assert seed not in sent
    assert '"result": {' not in sent
    own = len(duel.round.races[phone.seat].said) if phone.seat >= 0 else 0
    known = {StormShown("en").why(task(seed, number)) for number in range(own)}
    for number in range(own, own + 12):
        why = StormShown("en").why(task(seed, number))
        assert why in known or why not in sent
    if not own:
        assert 'marks": [[' not in sent


def test_no_byte_of_a_solution_is_sent_before_the_own_answer(store: Store) -> None:
    table, chance = begin_duel(store, NAMES, "first-10", title="A duel"), random.Random(5)

    async def play() -> list[Phone]:
        async with served(store) as place, phones_at(place, table, [0, 1]) as phones:
            await begun(phones)
            seed, one, two = seed_of(table), *phones.phones[:2]
            while duel_of(table).is_racing:
                for phone in phones.phones:
                    no_canary(phone, table)
                    assert (shows(phone)["task"] is None) == (phone.seat < 0)
                phone = one if shows(two)["at"] == 2 else chance.choice((one, two))
                at = shows(phone)["at"]
                answer = await post(phone, table.code, "answer", yes=task(seed, at).answer)
                assert answer.status == 200, answer.body
                await phones.until(lambda at=at, phone=phone: shows(phone)["at"] > at)
            await phones.until(lambda: all(shows(phone)["state"] == "over" for phone in phones.phones))
            return phones.phones

    phones = asyncio.run(play())
    assert [[racer["right"] for racer in shows(phone)["racers"]] for phone in phones] == [[10, 2]] * 3
    assert all(len(shows(phone)["result"]["rows"]) == 10 for phone in phones)


def test_hostile_posts_are_refused_in_a_sentence_and_change_nothing(store: Store) -> None:
    table = begin_duel(store, NAMES, "minutes-3", title="A duel")
    hostile: list[tuple[Any, int]] = [
        (b"[" * 4000, 400),
        (b"x" * 5000, 413),
        ({"seat": 0}, 400),
        ({"seat": "0", "id": "hostile-1", "round": 1, "do": "answer"}, 400),
        ({"seat": 0, "id": "short", "round": 1, "do": "answer"}, 400),
        ({"seat": 0, "id": "hostile-1", "round": -1, "do": "answer"}, 400),
        ({"seat": 0, "id": "hostile-1", "round": 1, "do": "win"}, 400),
        ({"seat": 0, "id": "hostile-1", "round": 1, "do": "answer", "right": True}, 400),
        ({"seat": 0, "id": "hostile-1", "round": 1, "do": "answer", "yes": 1}, 400),
        ({"seat": 0, "id": "hostile-2", "round": 1, "do": "answer", "at": 7}, 409),
        ({"seat": 0, "id": "hostile-3", "round": 2, "do": "answer", "at": 0}, 409),
        ({"seat": 1, "id": "hostile-4", "round": 1, "do": "answer", "at": 0}, 403),
        ({"seat": 4, "id": "hostile-5", "round": 1, "do": "answer", "at": 0}, 409),
        ({"seat": -1, "id": "hostile-6", "round": 1, "do": "stop"}, 409),
    ]

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, [0, 1]) as phones:
            await begun(phones)
            before = table.state().version
            for body, status in hostile:
                answer = await phones.phones[0].device.post("duel", table.code, body)
                assert answer.status == status, (body, answer.body)
                assert answer.told["said"].endswith((".", "!")), answer.body
            stranger = place.device("seat", address="192.0.2.77")
            asked = {"seat": 0, "id": "stranger-1", "round": 1, "do": "answer", "at": 0, "yes": True}
            assert (await stranger.post("duel", table.code, asked)).status == 403
            assert table.state().version == before

    asyncio.run(play())


def test_a_flood_is_slowed_and_what_got_through_counts_once(store: Store) -> None:
    table = begin_duel(store, NAMES, "minutes-3", title="A duel")

    async def play() -> list[int]:
        async with served(store) as place, phones_at(place, table, [0, 1]) as phones:
            await begun(phones)
            asked = {"seat": 0, "round": 1, "do": "answer", "at": 0, "yes": task(seed_of(table), 0).answer}
            device = phones.phones[0].device
            answers = await asyncio.gather(
                *(device.post("duel", table.code, {**asked, "id": f"flood-{n:04}"}) for n in range(60))
            )
            return [answer.status for answer in answers]

    statuses = asyncio.run(play())
    now = duel_of(table).round
    assert now is not None
    assert [race.right for race in now.races] == [1, 0]
    assert statuses.count(200) == 1
    assert statuses.count(429) >= 60 - WRITES_AT_ONCE - 8
    assert set(statuses) == {200, 409, 429}


def test_a_lost_phone_comes_back_and_another_one_takes_over(store: Store) -> None:
    table = begin_duel(store, NAMES, "minutes-3", title="A duel")

    async def play() -> None:
        async with served(store) as place:
            async with phones_at(place, table, [0, 1], readers=0) as phones:
                await begun(phones)
                one = phones.phones[0]
                assert (await post(one, table.code, "answer", yes=True)).status == 200
                device, name = one.device, one.name
            async with device.listening(table.code) as told:  # the stream was lost, the cookie was not
                word = await told()
                view = word[1]["models"]["page"]["state"]["view"]
                assert (view["seat"], view["duel"]["at"], view["duel"]["state"]) == (0, 1, "running")
                assert abs(word[1]["now"] - view["duel"]["ends"] + 180_000) < 60_000
            new = place.device("seat", address="192.0.2.50")
            held = await new.sit(table.code, 0)
            assert (held.status, held.told["refused"]) == (409, "held")
            assert (await new.sit(table.code, 0, over=True)).status == 200
            asked = {"seat": 0, "id": f"{name}-later", "round": 1, "do": "answer", "at": 1, "yes": True}
            old = await device.post("duel", table.code, asked)
            assert (old.status, old.told["refused"]) == (403, "taken-over")
            assert (await new.post("duel", table.code, asked)).status == 200

    asyncio.run(play())


def test_no_page_joins_a_duel_and_no_paper_shows_it(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin_duel(store, NAMES, "minutes-3", title="A duel")
    monkeypatch.setenv(ADDRESS, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    tables.cache_clear()
    with pytest.raises(Refused, match="duel-table"):
        SharedGame.join(table.code, writer="laptop-12345", name="Ann")
    tables.cache_clear()

    async def ask() -> int:
        async with served(store) as place:
            return (await place.device("player").ask("GET", f"/table/{table.code}/print")).status

    assert asyncio.run(ask()) == 404
    assert say("table.duel-table")


@pytest.mark.timeout(300)
def test_a_server_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tables.sqlite"
    with Store.open(address) as store:
        table = begin_duel(store, NAMES, "first-10", title="A duel")
        place = Elsewhere(0)
        phones = [Device(place, None, address=f"192.0.2.{seat + 1}") for seat in (0, 1)]

        async def send(seat: int, name: str, **asked: Any) -> Answer:
            answer: Answer = await phones[seat].post(
                "duel", table.code, {"seat": seat, "id": f"{name}-{seat}-id", "round": 1, **asked}
            )
            return answer

        async def begin() -> None:
            for seat, phone in enumerate(phones):
                assert (await phone.sit(table.code, seat)).status == 200
            for seat in (0, 1):
                assert (await send(seat, "ready", do="ready", round=0)).status == 200

        async def answer(seat: int, at: int) -> Answer:
            yes = task(seed_of(table), at).answer
            return await send(seat, f"answer-{at}", do="answer", at=at, yes=yes)

        with server_process(address) as (port, process):
            place.port = port
            asyncio.run(begin())
            versions = [asyncio.run(answer(seat, at)).told["version"] for at in (0, 1) for seat in (0, 1)]
            process.kill()
            process.wait()
        before = duel_of(table)
        assert before.round is not None
        assert [race.right for race in before.round.races] == [2, 2]
        with server_process(address) as (port, _):
            place.port = port
            again = asyncio.run(answer(1, 1))  # it was on its way, and is sent again with its id
            assert (again.status, again.told["version"]) == (200, versions[-1])
            for at in range(2, 10):
                assert asyncio.run(answer(0, at)).status == 200
        after = duel_of(table)
        assert after.round is not None
        assert [race.right for race in after.round.races] == [10, 2]
        assert after.won == (1, 0)
