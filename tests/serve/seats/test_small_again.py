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
from tests.serve.seats.small_phones import Phones, phones_at, session_of, small_at
from tests.serve.seats.small_watch import Watch
from tests.support.canaries import canary_deck

FOUR = ("person",) * 4


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}") as one:
        yield one


async def to_the_end(phones: Phones, chance: random.Random) -> None:
    while (phone := await phones.asked()) is not None:
        await phones.answered(phone, chance)


async def begun_anew(phones: Phones, at: int) -> None:
    """Until every phone shows the new game."""
    await phones.until(
        lambda: all(one.game["at"] < at and one.game["asked"] != "over" for one in phones.phones)
    )


def test_four_phones_play_another_deal_and_learn_nothing_hidden(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    table = small_at(store, "makai", FOUR, "tournaments=1", "exchange")
    chance = random.Random(11)

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4)) as phones:
            first = session_of(table)
            assert await phones.asked() is not None
            early = await phones.phones[1].play(table.code, again=True)
            assert (early.status, early.told["said"]) == (409, say("seat.small-not-over"))
            assert not any(one.game["again"] for one in phones.phones)
            await to_the_end(phones, chance)
            at = phones.phones[0].game["at"]
            await phones.until(lambda: all(one.game["asked"] == "over" for one in phones.phones))
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
            assert second.state.hands != first.state.hands, "another deal"
            assert second.setting == first.setting
            assert second.record.start == first.record.start, "what was agreed holds"
            for phone in phones.phones[:4]:
                assert phone.game["table"]["players"][phone.seat]["me"]
                assert len(phone.game["table"]["hand"]) == 11
            while (phone := await phones.asked()) is not None:
                watch.look()
                await phones.answered(phone, chance)
            watch.look()
            assert len(watch.seen) > 20, "the canaries are there to be seen"

    asyncio.run(play())


def test_a_bot_that_is_asked_first_begins_the_other_game(store: Store) -> None:
    table = small_at(store, "fuji99", ("random", "person"))

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, [1], readers=0) as phones:
            await to_the_end(phones, random.Random(3))
            (phone,) = phones.phones
            at = phone.game["at"]
            was = session_of(table)
            stranger = await place.device("seat", address="192.0.2.77").post(
                "play", table.code, {"seat": 1, "at": phone.game["at"], "id": "from-nobody", "again": True}
            )
            assert stranger.status == 403, "who holds no seat begins nothing"
            assert session_of(table).record == was.record
            assert (await phone.play(table.code, again=True)).status == 200
            await begun_anew(phones, at)
            asked = await phones.asked()
            assert asked is phone
            assert session_of(table).lines[0].entry.seat != 1, "the bot has had its turn"

    asyncio.run(play())
