"""Another game of the same people on their phones: seats are kept, another deal, nothing hidden is told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.bots import kinds
from fujikoro_nb.store import Store
from fujikoro_nb.texts import say
from tests.serve.seats.served import served
from tests.serve.seats.small_phones import Phones, ended, phones_at, session_of, small_at
from tests.serve.seats.small_watch import Watch
from tests.support.canaries import canary_deck

FOUR = ("person",) * 4


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}") as one:
        yield one


async def over(phones: Phones) -> int:
    """Once every phone shows the end: how many answers it has."""
    assert await phones.asked() is None
    return int(phones.phones[0].game["at"])


async def begun_anew(phones: Phones, at: int) -> None:
    """Until every phone shows the new game."""
    await phones.until(
        lambda: all(one.game["at"] < at and one.game["asked"] != "over" for one in phones.phones)
    )


def test_four_phones_play_another_deal_and_learn_nothing_hidden(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    table = ended(store, "makai", FOUR, "tournaments=1", "exchange")

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4)) as phones:
            first, at = session_of(table), await over(phones)
            assert [one.game["again"] for one in phones.phones] == [True] * 4 + [False], (
                "who looks on begins nothing"
            )
            watch = Watch(phones)
            watch.afresh()
            begun = await phones.phones[2].play(table.code, again=True)
            assert begun.status == 200
            twice = await phones.phones[3].play(table.code, again=True, at=at)
            assert (twice.status, twice.told["said"]) == (409, say("seat.late-small"))
            await begun_anew(phones, at)
            second = session_of(table)
            assert second.setting == first.setting
            assert second.record.start == first.record.start, "what was agreed holds"
            for phone in phones.phones[:4]:
                assert phone.game["table"]["players"][phone.seat]["me"]
                assert len(phone.game["table"]["hand"]) == 11
            chance = random.Random(11)
            while (asked := await phones.asked()) is not None:
                watch.look()
                await phones.answered(asked, chance)
            watch.look()
            assert len(watch.seen) > 20, "the canaries are there to be seen"

    asyncio.run(play())


def test_another_deal_has_nothing_of_the_last_one(store: Store) -> None:
    """The same seed would deal the same hands, and everybody knows those of the game that is over."""
    table = ended(store, "makai", FOUR, "tournaments=1")

    async def begin(phones: Phones) -> Any:
        at = await over(phones)
        assert (await phones.phones[0].play(table.code, again=True)).status == 200
        await begun_anew(phones, at)
        return session_of(table).state.hands

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4), readers=0) as phones:
            known = small_at(store, "makai", FOUR, "tournaments=1")
            assert await begin(phones) != session_of(known).state.hands

    asyncio.run(play())


def test_who_may_begin_another_game_and_when(store: Store) -> None:
    table = ended(store, "fuji99", ("random", "person"))
    other = small_at(store, "fuji99", ("person", "person"))

    async def play() -> None:
        async with served(store) as place:
            async with phones_at(place, other, range(2), readers=0) as phones:
                asked = await phones.asked()
                assert asked is not None and not asked.game["again"]
                early = await asked.play(other.code, again=True)
                assert (early.status, early.told["said"]) == (409, say("seat.small-not-over"))
            async with phones_at(place, table, [1], readers=0) as phones:
                (phone,), at, was = phones.phones, await over(phones), session_of(table)
                stranger = await place.device("seat", address="192.0.2.77").post(
                    "play", table.code, {"seat": 1, "at": at, "id": "from-nobody", "again": True}
                )
                assert stranger.status == 403, "who holds no seat begins nothing"
                assert session_of(table).record == was.record
                assert (await phone.play(table.code, again=True)).status == 200
                await begun_anew(phones, at)
                assert await phones.asked() is phone
                assert session_of(table).lines[0].entry.seat != 1, "the bot has had its turn"

    asyncio.run(play())
