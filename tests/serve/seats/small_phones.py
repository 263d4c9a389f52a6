"""A small game on phones against a server in this process: what each device was sent, and answers by what it shows."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.bots.uniform import RandomBot
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.play.small import begin_small, chairs_of
from fujikoro_nb.play.small_seats import begin_at_table
from fujikoro_nb.play.small_table import SmallReader, small_part
from fujikoro_nb.store import Put, Store, Table, game_log
from tests.serve.seats.served import PATIENCE, Answer, Device, Place

SEED = "canary-of-the-seed"
_EVERY = count(1)
NAMES = ("Aiko", "Ben", "Chloe", "Dan")


def small_at(store: Store, game: str, players: Sequence[str], *agreed: str, seed: str = SEED) -> Table:
    """A table with this game, not yet sat at."""
    kind = KINDS[game]
    table = Agreed(chairs_of(NAMES[: len(players)], players))
    return begin_at_table(store, kind, table, seed=seed, variants=kind.agreed(agreed), title="A small game")


def ended(store: Store, game: str, players: tuple[str, ...], *agreed: str) -> Table:
    """A table whose game was played to its end, by chance."""
    kind = KINDS[game]
    table = Agreed(chairs_of(NAMES[: len(players)], players))
    session = begin_small(kind, table, seed=SEED, variants=kind.agreed(agreed))
    bot = RandomBot(random.Random(3))
    while (question := session.question) is not None:
        session.play(bot.choose(session.game, session.view_for(question.seat), question).answer)
    return store.create("A small game", [Put(game_log.SMALL, small_part(session))])


def session_of(table: Table) -> Session[Any]:
    """The whole game, as only the server has it."""
    return SmallReader().at(table.code, table.state().parts).session


@dataclass
class Phone:
    """A device, all that it was sent, and what it shows."""

    device: Device
    seat: int
    sent: list[str] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    newest: str = ""
    count: int = 0
    name: str = field(default_factory=lambda: f"phone-{next(_EVERY):03}")
    """Another one for each, as phones choose theirs by chance: an answer sent twice by one counts once."""

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.view.get("game", {})
        return game

    def kept(self, answer: Answer) -> Answer:
        """An answer is something that was sent."""
        self.sent.append(answer.head + answer.body)
        return answer

    async def play(self, code: str, text: str = "", then: str = "", **other: Any) -> Answer:
        """Answer what this phone shows."""
        self.count += 1
        asked = {
            "seat": self.seat,
            "at": self.game["at"],
            "id": f"{self.name}-{self.count:05}",
            "text": text,
        }
        return self.kept(await self.device.post("play", code, {**asked, "then": then, **other}))

    def offers(self) -> list[tuple[str, str]]:
        """What can be tapped now and goes."""
        table = self.game["table"]
        found = [(way["text"], "") for card in table.get("hand", ()) for way in card.get("ways", ())]
        found += [(card["text"], "") for card in table.get("hand", ()) if card.get("can")]
        found += [(one["text"], "") for one in table.get("answers", ()) if one["why"] is None]
        again = table.get("again", "")
        found += [(again, row["text"]) if again else (row["text"], "") for row in table.get("draws", ())]
        return found + ([(table["stop"]["text"], "")] if "stop" in table else [])


class Phones:
    """All phones of a table; those without a seat look on."""

    def __init__(self, table: Table) -> None:
        self.table, self.code = table, table.code
        self.phones: list[Phone] = []
        self._news = asyncio.Condition()

    async def heard(self, phone: Phone, told: Any) -> None:
        """Keep all that a stream says."""
        while (word := await told()) is not None:
            phone.sent.append(json.dumps(word, ensure_ascii=False))
            state = word[1].get("models", {}).get("page", {}).get("state", {})
            async with self._news:
                phone.view = state.get("view", phone.view)
                phone.newest = state.get("newest", phone.newest)
                self._news.notify_all()

    async def until(self, is_so: Any) -> None:
        """Until all streams have told that much."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(is_so)

    async def asked(self) -> Phone | None:
        """The phone that is asked, once all show the same moment; None at the end of the game."""

        def is_told() -> bool:
            games = [phone.game for phone in self.phones]
            return all(games) and len({game["at"] for game in games}) == 1 and not games[0]["bot"]

        await self.until(is_told)
        return next((phone for phone in self.phones if phone.game["mine"]), None)

    async def answered(self, phone: Phone, chance: random.Random) -> None:
        """One answer by what the phone offers, and every phone shows it."""
        at = phone.game["at"]
        answer = await phone.play(self.code, *chance.choice(phone.offers()))
        assert answer.status == 200, answer.body
        await self.until(lambda: all(one.game["at"] > at for one in self.phones))


@asynccontextmanager
async def phones_at(
    place: Place, table: Table, seats: Sequence[int], *, over: bool = False, readers: int = 1
) -> AsyncIterator[Phones]:
    """So many phones that have said whose they are, and others that look on."""
    phones = Phones(table)
    async with AsyncExitStack() as stack:
        listening = []
        for number, seat in enumerate((*seats, *(-2 for _ in range(readers)))):
            is_reader = seat < 0
            device = place.device("reader" if is_reader else "seat", address=f"192.0.2.{number + 1}")
            phone = Phone(device, seat)
            if not is_reader:
                assert phone.kept(await device.sit(table.code, seat, over=over)).status == 200
            told = await stack.enter_async_context(
                device.listening(table.code, place="table" if is_reader else "seat")
            )
            phones.phones.append(phone)
            listening.append(asyncio.create_task(phones.heard(phone, told)))
        try:
            yield phones
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
