"""A server that is killed while cards are on their way: what was confirmed is there, and nothing is there twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fujikoro_nb.engine.kernel import CHANCE, Seeded, Session
from fujikoro_nb.store import Store, Table
from tests.serve.seats.processes import Elsewhere, server_process
from tests.serve.seats.served import Answer, Device
from tests.serve.seats.small_phones import ended, phones_at, session_of, small_at
from tests.support.sampling import sample, seed

KILLS = len(sample(range(12), 2))
MOST_BEFORE = 6
"""Cards that a server confirms before it is killed."""
LATEST = 0.02
"""Seconds from a card on its way to the kill: about as long as one takes."""


class Confirmed(NamedTuple):
    """A card that a phone was told is on the table."""

    seat: int
    text: str
    version: int


class Game:
    """Four phones that send each card twice at once, and both again until they are answered."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.place = Elsewhere(0)
        self.phones = [Device(self.place, None, address=f"192.0.2.{seat + 1}") for seat in range(4)]
        self.confirmed: list[Confirmed] = []
        self.count = 0

    async def sit(self) -> None:
        for seat, phone in enumerate(self.phones):
            assert (await phone.sit(self.table.code, seat)).status == 200

    def next_card(self) -> dict[str, Any] | None:
        """A request for whoever is asked; None at the end of the game."""
        session = session_of(self.table)
        if session.question is None:
            return None
        self.count += 1
        text = session.game.to_text(self.chance.choice(list(session.options)))
        return {
            "seat": int(session.question.seat),
            "at": len(session.lines),
            "id": f"card-{self.count:05}",
            "text": text,
        }

    async def send(self, card: dict[str, Any]) -> list[Answer | None]:
        """Twice at once; None where the server was gone before it answered."""
        phone = self.phones[card["seat"]]

        async def once() -> Answer | None:
            try:
                answer: Answer = await phone.post("play", self.table.code, card)
                return answer
            except (OSError, EOFError, IndexError):  # no connection, no head, half a head
                return None

        return list(await asyncio.gather(once(), once()))

    def note(self, card: dict[str, Any], answers: list[Answer | None]) -> None:
        """Both copies were answered with the same version."""
        (version,) = {answer.told["version"] for answer in answers if answer is not None}
        self.confirmed.append(Confirmed(card["seat"], card["text"], version))

    async def go_on(self, most: int) -> None:
        for _ in range(most):
            if (card := self.next_card()) is None:
                return
            answers = await self.send(card)
            assert all(one is not None and one.status == 200 for one in answers), answers
            self.note(card, answers)

    def given(self) -> list[tuple[int, str]]:
        """What people answered, as the table holds it."""
        session = session_of(self.table)
        entries = (line.entry for line in session.lines)
        return [
            (int(entry.seat), session.game.to_text(entry.answer))
            for entry in entries
            if entry.seat != CHANCE and not entry.automatic
        ]


@pytest.mark.timeout(300)
def test_a_killed_server_has_every_confirmed_card_and_none_twice(tmp_path: Path) -> None:
    address, chance = f"sqlite:///{tmp_path}/tables.sqlite", random.Random(seed())
    with Store.open(address) as store:
        table = small_at(store, "makai", ("person",) * 4)
        game = Game(table, chance)
        on_its_way: dict[str, Any] | None = None
        for kill in range(KILLS + 1):
            with server_process(address) as (port, process):
                game.place.port = port
                if on_its_way is None:
                    asyncio.run(game.sit())
                else:
                    told = game.given()
                    assert told[: len(game.confirmed)] == [(one.seat, one.text) for one in game.confirmed]
                    assert len(told) <= len(game.confirmed) + 1
                    answers = asyncio.run(game.send(on_its_way))  # again, with the same id
                    assert [one.status for one in answers if one is not None] == [200, 200]
                    game.note(on_its_way, answers)
                asyncio.run(game.go_on(chance.randint(1, MOST_BEFORE)))
                if kill == KILLS:
                    break
                on_its_way = game.next_card()
                assert on_its_way is not None, "the game is longer than the test"

                async def killed(card: dict[str, Any], end: Any = process) -> list[Answer | None]:
                    sending = asyncio.create_task(game.send(card))
                    await asyncio.sleep(chance.random() * LATEST)
                    end.kill()
                    return await sending

                answered = [one for one in asyncio.run(killed(on_its_way)) if one is not None]
                assert all(one.status == 200 for one in answered)
                process.wait()
                if answered:
                    assert (on_its_way["seat"], on_its_way["text"]) == game.given()[-1], (
                        "told, so it is there"
                    )
        assert game.given() == [(one.seat, one.text) for one in game.confirmed]
        versions = [one.version for one in game.confirmed]
        assert len(set(versions)) == len(versions) == game.count
        assert versions == sorted(versions)


class Again(NamedTuple):
    """What a phone sends to begin another game, and by which phone."""

    phone: Device
    asked: dict[str, Any]


def _seed_of(session: Session[Any]) -> str:
    assert isinstance(session.dealer, Seeded)
    return str(session.dealer.seed)


async def _asked_again(code: str, again: Again) -> Answer | None:
    try:
        answer: Answer = await again.phone.post("play", code, again.asked)
        return answer
    except (OSError, EOFError, IndexError):
        return None


@pytest.mark.timeout(300)
@pytest.mark.parametrize("waits", [True, False], ids=["written", "on-its-way"])
def test_a_server_killed_at_another_game_has_the_old_one_or_one_new_one(tmp_path: Path, waits: bool) -> None:
    """Both phones ask at once, and again after the kill: one new deal is there, and its seed is untold."""
    address, chance = f"sqlite:///{tmp_path}/tables.sqlite", random.Random(seed())
    with Store.open(address) as store:
        table = ended(store, "fuji99", ("person",) * 2)
        old = session_of(table)
        place = Elsewhere(0)
        both = [
            Again(
                Device(place, None, address=f"192.0.2.{seat + 1}"),
                {"seat": seat, "at": len(old.lines), "id": f"again-000{seat}", "text": "", "again": True},
            )
            for seat in range(2)
        ]

        async def killed(end: Any) -> list[Answer]:
            for seat, one in enumerate(both):
                assert (await one.phone.sit(table.code, seat)).status == 200
            sat = table.state().head.version
            sending = asyncio.gather(*(_asked_again(table.code, one) for one in both))
            if waits:
                async with asyncio.timeout(60):
                    while table.state().head.version == sat:
                        await asyncio.sleep(0)
            else:
                await asyncio.sleep(chance.random() * LATEST)
            end.kill()
            return [one for one in await sending if one is not None]

        with server_process(address) as (port, process):
            place.port = port
            before = asyncio.run(killed(process))
            process.wait()
        there = session_of(table)
        is_new = _seed_of(there) != _seed_of(old)
        assert is_new or (there.record == old.record and not waits), "the old game whole, or the new one"
        assert is_new or not any(one.status == 200 for one in before), "told, so it is there"

        async def after() -> list[str]:
            answers = [await _asked_again(table.code, one) for one in both]
            assert sorted(one.status for one in answers if one is not None) == [200, 409], "one new deal"
            told = [one.head + one.body for one in (*before, *answers) if one is not None]
            for one in before:
                if one.status == 200:
                    assert one.told["version"] in [
                        two.told.get("version") for two in answers if two is not None
                    ]
            async with phones_at(place, table, range(2), over=True) as phones:
                assert await phones.asked() is not None
                return [*told, *(text for phone in phones.phones for text in phone.sent)]

        with server_process(address) as (port, process):
            place.port = port
            told = "".join(asyncio.run(after()))
        now = session_of(table)
        assert now.question is not None
        assert not is_new or now.record == there.record, "no second deal"
        assert now.record.start == old.record.start
        assert len(told) > 1000 and _seed_of(now) not in told
