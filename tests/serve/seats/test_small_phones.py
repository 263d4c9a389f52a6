"""Small games on phones over real connections: whole games, no hand in other bytes, floods, a server that ended."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.bots import kinds
from fujikoro_nb.bots.fuji_99 import Fuji99Bot
from fujikoro_nb.bots.makai_fuda import MakaiBot
from fujikoro_nb.play.small_table import SmallReader
from fujikoro_nb.serve.seats.bots import SmallBots
from fujikoro_nb.store import Store, Table, game_log
from fujikoro_nb.texts import say
from tests.serve.seats.served import served
from tests.serve.seats.small_phones import Phone, Phones, phones_at, session_of, small_at
from tests.serve.seats.small_watch import Watch
from tests.support.canaries import canary_deck

FOUR = ("person",) * 4


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}") as one:
        yield one


@pytest.mark.parametrize(
    ("players", "agreed"),
    [
        (FOUR, ("tournaments=1",)),
        (("person", "heuristic", "person"), ("tournaments=1", "exchange", "watch-first")),
    ],
    ids=["four phones", "a bot between, exchange"],
)
def test_no_hidden_card_and_no_seed_is_in_any_byte_that_is_sent(
    players: tuple[str, ...], agreed: tuple[str, ...], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    table = small_at(store, "makai", players, *agreed)
    chance, kinds_asked = random.Random(7), set()

    async def play() -> Watch:
        back, step = players != FOUR, 0
        async with served(store) as place, phones_at(place, table, persons(players)) as phones:
            watch = Watch(phones)
            host = place.device("player", address="192.0.2.99")
            while (phone := await phones.asked()) is not None:
                watch.look()
                kinds_asked.add(phone.game["asked"])
                if phone.game["asked"] == "predict" and players == FOUR and not back:
                    back = await takes_back(phones, phone, chance)
                    watch.look()
                step += 1
                if not step % 8:
                    printed = phones.phones[-1].kept(await host.ask("GET", f"/table/{table.code}/print"))
                    assert printed.status == 200
                    assert "Aiko" in printed.body
                other = next(one for one in phones.phones if one.seat >= 0 and one is not phone)
                if step % 6:
                    await phones.answered(phone, chance)
                    continue
                refused = await other.play(table.code, phone.offers()[0][0])
                assert refused.status == 409, "it is not this seat's turn"
                foreign = await other.play(table.code, phone.offers()[0][0], seat=phone.seat)
                assert foreign.status == 403, "it is not this phone's seat"
            for path in (f"/table/{table.code}/print", f"/table/{table.code}", f"/table/{table.code}/seat"):
                phones.phones[0].kept(await host.ask("GET", path))
            assert await asked_as_host(host, table.code) == 403
            return watch

    watch = asyncio.run(play())
    assert len(watch.seen) > 20, "the canaries are there to be seen"
    assert {"predict", "match"} <= kinds_asked
    assert session_of(table).question is None


async def takes_back(phones: Phones, phone: Phone, chance: random.Random) -> bool:
    """A monster is laid face down, taken up again, and the seat is asked once more."""
    at = phone.game["at"]
    await phones.answered(phone, chance)
    assert [one.game["takes_back"] for one in phones.phones] == [one is phone for one in phones.phones]
    assert (await phone.play(phones.code)).status == 200
    await phones.until(lambda: all(one.game["at"] == at for one in phones.phones))
    return phone.game["mine"] is True


def persons(players: tuple[str, ...]) -> list[int]:
    return [seat for seat, player in enumerate(players) if player == "person"]


async def asked_as_host(host: Any, code: str) -> int:
    """The host's place, which no small game has."""
    answer = await host.sit(code, -1)
    assert say("seat.host-only") in answer.told["said"]
    return int(answer.status)


def test_fuji_99_goes_on_from_phone_to_phone_over_a_bot(store: Store) -> None:
    table = small_at(store, "fuji99", ("person", "random", "person"))
    chance = random.Random(3)

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, [0, 2]) as phones:
            for _ in range(16):
                phone = await phones.asked()
                assert phone is not None
                others = [one for one in phones.phones if one is not phone]
                assert not any(one.offers() for one in others), "only whoever is asked has something to tap"
                await phones.answered(phone, chance)

    asyncio.run(play())
    assert {line.entry.seat for line in session_of(table).lines} >= {0, 1, 2}


def test_a_lost_phone_is_taken_over_in_sight_of_all_and_plays_no_more(store: Store) -> None:
    table = small_at(store, "makai", FOUR, "tournaments=1")

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4)) as phones:
            first = await phones.asked()
            assert first is not None
            new = place.device("seat", address="192.0.2.50")
            held = await new.sit(table.code, first.seat)
            assert (held.status, held.told["refused"]) == (409, "held")
            assert (await new.sit(table.code, first.seat, over=True)).status == 200
            others = [one for one in phones.phones if one is not first]
            await phones.until(lambda: all("taken over" in one.newest for one in others))
            hand = [card["name"] for card in first.game["table"]["hand"]]
            old = await first.play(table.code, first.offers()[0][0])
            assert (old.status, old.told["refused"]) == (403, "taken-over")
            text = first.offers()[0][0]
            async with new.listening(table.code) as told:
                word = await told()
                assert word is not None
                game = word[1]["models"]["page"]["state"]["view"]["game"]
                assert [card["name"] for card in game["table"]["hand"]] == hand
            asked = {"seat": first.seat, "at": game["at"], "id": "from-new-1", "text": text}
            assert (await new.post("play", table.code, asked)).status == 200
            await phones.until(lambda: all(one.game["at"] > game["at"] for one in others))

    asyncio.run(play())


def test_nobody_sits_on_a_bots_seat_or_beyond_the_table(store: Store) -> None:
    table = small_at(store, "makai", ("person", "heuristic", "person"), "tournaments=1")

    async def ask() -> None:
        async with served(store) as place:
            device = place.device()
            bot = await device.sit(table.code, 1)
            assert (bot.status, bot.told["said"]) == (409, say("seat.of-bot", name="Ben"))
            assert (await device.sit(table.code, 3)).told["refused"] == "no-seat"
            asked = {"seat": 0, "at": 1, "id": "without-key", "text": "B1"}
            assert (await device.post("play", table.code, asked)).status == 403

    asyncio.run(ask())


def test_late_double_and_unreadable_answers_are_refused_and_change_nothing(store: Store) -> None:
    table = small_at(store, "makai", FOUR, "tournaments=1")

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4)) as phones:
            phone = await phones.asked()
            assert phone is not None
            asked = {
                "seat": phone.seat,
                "at": phone.game["at"],
                "id": "the-same-one",
                "text": phone.offers()[0][0],
            }
            first = await phone.device.post("play", table.code, asked)
            again = await phone.device.post("play", table.code, asked)
            assert first.told == again.told, "sent again, stored once"
            late = await phone.device.post("play", table.code, {**asked, "id": "another-one"})
            assert (late.status, late.told["said"]) == (409, say("seat.late-small"))
            version = table.head().version
            await phones.until(lambda: all(one.game["at"] > asked["at"] for one in phones.phones))
            second = await phones.asked()
            assert second is not None
            for text in ("nonsense", "B99999", "\ud83d"):
                assert (await second.play(table.code, text)).status in (400, 409)
            theirs = next(card for card in phone.game["table"]["hand"] if card["kind"] != "magic")
            wrong = await second.play(table.code, f"{theirs['kind'][0].upper()}{theirs['strength']}")
            assert wrong.status == 409
            assert (await second.play(table.code)).told["said"] == say("seat.nothing-to-take-back")
            assert table.head().version == version

    asyncio.run(play())


def test_nobody_tries_what_chance_would_bring(store: Store) -> None:
    """A second answer that is refused would tell what the first one draws: it is refused before it is looked at."""
    table = small_at(store, "fuji99", ("person", "person"))

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(2), readers=0) as phones:
            phone = await phones.asked()
            assert phone is not None
            version, told = table.head().version, set()
            draws = [text for text, then in phone.offers() if not then]
            assert len(draws) > 3
            for text in draws:
                answer = await phone.play(table.code, text, '{"type":"PlaceCubes","counts":[99]}')
                told.add((answer.status, answer.told["said"]))
            assert told == {(409, say("seat.late-small"))}
            assert table.head().version == version

    asyncio.run(play())


def test_a_flood_from_one_phone_is_slowed_and_the_table_plays_on(store: Store) -> None:
    table = small_at(store, "makai", FOUR, "tournaments=1")

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, range(4), readers=0) as phones:
            first = await phones.asked()
            assert first is not None
            loud = phones.phones[first.seat - 1]  # the last of all to be asked
            at, statuses = loud.game["at"], list[int]()
            is_played = asyncio.Event()

            async def flood() -> None:
                while len(statuses) < 1000 or not is_played.is_set():
                    asked = {"seat": loud.seat, "at": at, "id": f"flood-{len(statuses):05}", "text": "B1"}
                    statuses.append((await loud.device.post("play", table.code, asked)).status)

            flooding, chance = asyncio.create_task(flood()), random.Random(1)
            for _ in range(3):
                phone = await phones.asked()
                assert phone is not None
                await phones.answered(phone, chance)
            is_played.set()
            await flooding
            assert statuses.count(429) > len(statuses) / 2
            assert 200 not in statuses

    asyncio.run(play())


def test_a_server_that_ends_in_a_deal_loses_nothing_and_the_next_one_lets_its_bot_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = small_at(store, "makai", ("person", "heuristic", "person"), "tournaments=1")
    chance = random.Random(5)

    async def first_server() -> None:
        async with served(store) as place, phones_at(place, table, [0, 2], readers=0) as phones:
            await phones.until(lambda: all(one.game for one in phones.phones))
            for _ in range(3):
                at = max(phone.game["at"] for phone in phones.phones if phone.game)
                asked = next((one for one in phones.phones if one.game["mine"]), None)
                if asked is None:
                    return
                await phones.answered(asked, chance)
                assert asked.game["at"] > at

    async def next_server() -> None:
        async with served(store) as place, phones_at(place, table, [0, 2], over=True, readers=0) as phones:
            phone = await phones.asked()
            assert phone is not None
            await phones.answered(phone, chance)

    with monkeypatch.context() as patch:
        patch.setattr(SmallBots, "go_on", lambda self, code: None)  # it ends before its bot has answered
        asyncio.run(first_server())
    before = table.state().parts
    assert SmallReader().at(table.code, before).asked_bot is not None
    asyncio.run(next_server())
    assert table.state().parts[game_log.SMALL].startswith(before[game_log.SMALL])


@pytest.mark.parametrize("game", ["makai", "fuji99"])
def test_a_bot_with_a_fault_stands_up_and_a_person_plays_on_in_its_seat(
    game: str, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Any fault at all: everybody reads of it, the other tables' bots answer on, and the seat is free for a phone."""
    table = small_at(store, game, ("person", "heuristic", "person"))
    other = small_at(store, game, ("person", "random", "person"))
    chance, own = random.Random(3), MakaiBot if game == "makai" else Fuji99Bot

    def falls(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(own, "choose", falls)

    async def play() -> None:
        async with served(store) as place, phones_at(place, table, [0, 2]) as phones:
            said, name = say("seat.label-bot-fault", name="Ben"), "Ben"
            while (phone := await phones.asked()) is not None:
                await phones.answered(phone, chance)
            await phones.until(lambda: all(one.game["vacant"] == name for one in phones.phones))
            await phones.until(
                lambda: all(one.newest == said[:1].upper() + said[1:] for one in phones.phones)
            )
            async with phones_at(place, table, [1], readers=0) as more:
                (new,) = more.phones
                await more.until(lambda: new.game and new.game["mine"])
                await phones.until(lambda: all(not one.game["vacant"] for one in phones.phones))
                answer = await new.play(table.code, *chance.choice(new.offers()))
                assert answer.status == 200, answer.body
                at = new.game["at"]
                await phones.until(lambda: all(one.game["at"] > at for one in phones.phones))
            async with phones_at(place, other, [0, 2], readers=0) as theirs:
                while not any(line.entry.seat == 1 for line in session_of(other).lines):
                    phone = await theirs.asked()
                    assert phone is not None
                    await theirs.answered(phone, chance)

    asyncio.run(play())
    assert "ZeroDivisionError" in caplog.text
    assert small_of_table(table) == ["person", "person", "person"]


def small_of_table(table: Table) -> list[str]:
    """Who plays there."""
    small = SmallReader().at(table.code, table.state().parts)
    return [chair.player for chair in small.table.chairs]
