"""One client asks for all there is of streams, prints and codes, and the others go on: through real connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.serve.readers import handlers, paper
from fujikoro_nb.serve.readers.draws import MOST_OF_CLIENT as MOST_DRAWINGS
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.stream_places import MOST_OF_CLIENT
from fujikoro_nb.store import NotStored, Put, Store, game_log
from fujikoro_nb.store.guesses import MOST_WRONG
from fujikoro_nb.texts import say
from tests.serve.readers.evenings import put
from tests.serve.readers.served import PATIENCE, Answer, Place, served
from tests.serve.readers.test_reading import game

GREEDY, OTHER = "192.0.2.7", "2001:db8::7"
LETTERS = "BCDFGHJK"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


def wrong_codes(count: int) -> list[str]:
    """So many that no table has, as those of the store are made by chance."""
    return [f"BB{a}{b}BB" for a in LETTERS for b in LETTERS][:count]


def within(work: Coroutine[Any, Any, None]) -> None:
    """Do it, and fail rather than wait for ever."""

    async def patient() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(patient())


def test_four_hundred_streams_of_one_client_leave_a_place_for_another(store: Store) -> None:
    address = f"/fujikoro/table/{store.create('Friday', [put()]).code}/events"

    async def check() -> None:
        async with served(store) as place:
            opened = [await place.open(address, GREEDY) for _ in range(400)]
            taken = [one for one in opened if " 200 " in one[2]]
            reader, writer, head = await place.open(address, OTHER)
            assert " 200 " in head
            assert b"event: whole" in await reader.readuntil(b"event: whole")
            ended = [one for one in taken if b"retry: 15000" in await _heard(one[0])]
            assert len(taken) - len(ended) == MOST_OF_CLIENT, "its own oldest made room"
            assert ended == taken[: len(ended)]
            for _, one, _ in (*opened, (reader, writer, head)):
                one.close()

    within(check())


async def _heard(reader: asyncio.StreamReader) -> bytes:
    """What has come; to its end if it has ended."""
    heard = b""
    try:
        async with asyncio.timeout(0.02):
            while more := await reader.read(65536):
                heard += more
    except TimeoutError:
        pass
    return heard


class Slow:
    """The reading of a game, which ends when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on, self.begun, self.count = threading.Event(), threading.Event(), 0
        read = paper.game_in

        def slowly(part: bytes) -> Any:
            self.count += 1
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
            return read(part)

        monkeypatch.setattr(paper, "game_in", slowly)


def laid(store: Store, count: int) -> list[str]:
    """So many tables with a game."""
    part = Put(game_log.PART, game_log.written(game()))
    return [store.create(f"Table {number}", [part]).code for number in range(count)]


def test_thirty_prints_of_a_game_are_one_drawing_and_hold_up_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code,) = laid(store, 1)
    slow = Slow(monkeypatch)

    async def check() -> None:
        async with served(store) as place:
            prints = [asyncio.create_task(place.ask(f"/table/{code}/print", GREEDY)) for _ in range(30)]
            await asyncio.to_thread(slow.begun.wait, PATIENCE)
            page = asyncio.create_task(place.ask(f"/table/{code}", OTHER))
            done, _ = await asyncio.wait({page}, timeout=PATIENCE / 4)
            slow.go_on.set()
            assert done, "a page waited for prints"
            answers = await asyncio.gather(*prints)
            assert {one.status for one in (page.result(), *answers)} == {200}
            assert slow.count == 1
            later = await place.ask(f"/table/{code}/print", OTHER)
            assert later.status == 200
            assert slow.count == 1, "the same version is drawn once"
            assert (await place.ask(f"/table/{code}/print?lang=de", OTHER)).status == 200
            assert slow.count == 2

    within(check())


def test_who_asks_for_many_drawings_is_told_to_come_back_and_others_have_their_turn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = laid(store, MOST_DRAWINGS + 2)
    slow = Slow(monkeypatch)

    async def check() -> None:
        async with served(store) as place:
            many = [asyncio.create_task(place.ask(f"/table/{code}/print", GREEDY)) for code in codes]
            done: set[asyncio.Task[Answer]] = set()
            while len(done) < 2:
                done, _ = await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
            for answer in (one.result() for one in done):
                assert answer.status == 503
                assert "Retry-After: 5" in answer.head
                assert say("serve.too-much", language="en") in answer.body
            order: list[str] = []
            for one in set(many) - done:
                one.add_done_callback(lambda _: order.append("one of many"))
            other = asyncio.create_task(place.ask(f"/table/{codes[-1]}/print?lang=fr", OTHER))
            other.add_done_callback(lambda _: order.append("the other's only one"))
            while slow.count < 1:
                await asyncio.sleep(0)
            slow.go_on.set()
            answers = await asyncio.gather(other, *many)
            assert sorted(one.status for one in answers) == [200] * (MOST_DRAWINGS + 1) + [503] * 2
            assert order[-1] == "one of many", "the other did not wait for all of them"

    within(check())


def test_what_is_printed_is_of_the_hour_and_of_the_version(store: Store) -> None:
    table = store.create("Friday", [put()])

    async def check() -> None:
        async with served(store) as place:
            first = await place.ask(f"/table/{table.code}/print")
            lease = table.take("w" * 12, "Ann")
            part = Put(game_log.PART, game_log.written(game()))
            table.append(lease.token, lease.version, [part], label="x")
            second = await place.ask(f"/table/{table.code}/print")
            assert "Ann" not in first.body
            assert "Ann" in second.body

    within(check())


@pytest.mark.parametrize(
    "address",
    [
        "/table/{}",
        "/table/{}/print",
        "/fujikoro/table/{}/events",
        "/fujikoro/card/combat.helmet.absorb?table={}",
    ],
)
def test_codes_are_not_counted_through(store: Store, address: str) -> None:
    known, there = (store.create("Friday", [put()]).code for _ in range(2))

    async def look(place: Place, code: str, client: str) -> Answer:
        reader, writer, head = await place.open(address.format(code), client)
        status = int(head.split()[1])
        body = b"" if status == 200 and "events" in address else await reader.read()
        writer.close()
        return Answer(status, head, body.decode())

    async def check() -> None:
        async with served(store) as place:
            assert (await look(place, known, GREEDY)).status == 200
            tries = [await look(place, code, GREEDY) for code in wrong_codes(MOST_WRONG) for _ in range(2)]
            assert {one.status for one in tries} == ({200} if "card" in address else {404})
            refused = await look(place, wrong_codes(MOST_WRONG + 1)[-1], GREEDY)
            assert refused.status == 429
            assert "Retry-After: 60" in refused.head
            if "/fujikoro/" not in address:
                assert say("serve.too-fast", language="en") in refused.body
            assert (await look(place, there, GREEDY)).status == 429, "a right one is not told either"
            assert (await look(place, known, GREEDY)).status == 200, "who looks on already goes on"
            assert (await look(place, there, OTHER)).status == 200

    within(check())


def test_codes_that_are_tried_at_once_count_before_they_are_answered(store: Store) -> None:
    async def check() -> None:
        async with served(store) as place:
            codes = wrong_codes(MOST_WRONG + 20)
            answers = await asyncio.gather(*(place.ask(f"/table/{code}", GREEDY) for code in codes))
            assert sorted(one.status for one in answers) == [404] * MOST_WRONG + [429] * 20

    within(check())


def test_a_client_may_ask_so_much_a_second(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "AT_ONCE", 30)
    monkeypatch.setattr(handlers, "A_SECOND", 0.1)  # slower than the slowest machine asks
    code = store.create("Friday", [put()]).code

    async def check() -> None:
        async with served(store) as place:
            answers = [await place.ask(f"/table/{code}", GREEDY) for _ in range(40)]
            statuses = [one.status for one in answers]
            assert set(statuses[: handlers.AT_ONCE]) == {200}
            assert 429 in statuses
            assert (await place.ask(f"/table/{code}", OTHER)).status == 200

    within(check())


def test_tables_that_cannot_be_read_offer_to_load_the_page_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = store.create("Friday", [put()]).code

    async def away(*_: object) -> None:
        raise NotStored("database")

    monkeypatch.setattr(Live, "table", away)

    async def check() -> None:
        async with served(store) as place:
            answer = await place.ask(f"/table/{code}", OTHER)
            assert answer.status == 503
            assert say("serve.tables-away", language="en") in answer.body
            assert f'href="">{say("serve.link-again", language="en")}' in answer.body

    within(check())
