"""Odds of fights beside the server: one worker, a few that wait, a limit of time, and each answer known afterwards."""

from __future__ import annotations

import asyncio
import functools
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, NamedTuple

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Die
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.kinds.modes import rules_of
from fujikoro_nb.helper.seats.record import MOST_SEATS, SeatBoard, SeatRefused, seats_in
from fujikoro_nb.odds import Ally, FightOdds, Foe, JointOdds, OddsError, solve, whom_to_ask
from fujikoro_nb.odds.progress import part_of
from fujikoro_nb.play.odds_service import fault_said
from fujikoro_nb.play.seat_table import Key, SeatTable, hand_of, helper_in
from fujikoro_nb.serve.clients import client_of
from fujikoro_nb.serve.seats.handlers import SeatRequest
from fujikoro_nb.store.guesses import TooSoon
from fujikoro_nb.views.evening.seat_fight import SeatFight, askable, fight_view, seat_fight, whom_view
from fujikoro_nb.views.fight.odds import Ask, joint_of, met

ODDS_ROUTE = r"/fujikoro/seat/([A-Za-z]{6})/odds"
MOST_SECONDS = 3.0
"""Of one computation; what is longer is for a page with a kernel."""
MOST_WAITING = 8
MOST_KNOWN = 200
AGAIN_SECONDS = 3
_ALONE = 0.4
"""Share of the work that the first one alone takes."""

ALLY_FIGHTS = 2000
"""Played to see what one more samurai is worth where that cannot be counted: two points of 100 are no difference."""


class Answers(NamedTuple):
    """What was worked out: the first one alone and all together, or what each of the others is worth."""

    alone: FightOdds | None = None
    joint: JointOdds | None = None
    allies: tuple[Ally, ...] = ()


Number = Annotated[int, msgspec.Meta(ge=0, le=200)]


class OddsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights, the first one attacking, against which dragon; ``board`` where the first one's is not stored yet.

    ``whom``: not a fight of these, but which of the others the first one would best ask along.
    """

    who: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)], ...],
        msgspec.Meta(min_length=1, max_length=MOST_SEATS),
    ]
    health: Number
    initiative: Number
    dice: Number
    board: SeatBoard | None = None
    whom: bool = False
    came: bool = False
    """Whether the dragon came to them, in a game whose dragons walk."""


class OutOfTimeError(Exception):
    """The computation was ended."""


class OddsPool:
    """Works out one fight after the other. ``clock`` gives seconds."""

    def __init__(self, *, seconds: float = MOST_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="seat-odds")
        self._waiting: dict[SeatFight, asyncio.Future[Answers]] = {}
        self._known: OrderedDict[SeatFight, Answers] = OrderedDict()
        self._asking: set[str] = set()

    async def ask(self, who: str, fight: SeatFight) -> Answers:
        """The odds. ``who`` asks for one thing at a time. Raises TooSoon, OutOfTimeError, Illegal, OddsError."""
        known = self._known.get(fight)
        if known is not None:
            self._known.move_to_end(fight)
            return known
        if who in self._asking:
            raise TooSoon(AGAIN_SECONDS)
        found = self._waiting.get(fight)
        if found is None:
            if len(self._waiting) >= MOST_WAITING:
                raise TooSoon(AGAIN_SECONDS)
            work = functools.partial(worked_out, fight, seconds=self._seconds, clock=self._clock)
            found = asyncio.get_running_loop().run_in_executor(self._worker, work)
            self._waiting[fight] = found
            found.add_done_callback(functools.partial(self._keep, fight))
        self._asking.add(who)
        try:
            return await asyncio.shield(found)  # who goes away takes it from nobody else
        finally:
            self._asking.discard(who)

    def close(self) -> None:
        """Work nothing out any more."""
        self._seconds = 0.0
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _keep(self, fight: SeatFight, done: asyncio.Future[Answers]) -> None:
        self._waiting.pop(fight, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._known[fight] = done.result()
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def worked_out(fight: SeatFight, *, seconds: float, clock: Callable[[], float]) -> Answers:
    """The first one alone, and all of them where there are more, or each of the others with the first one.

    Raises OutOfTimeError, Illegal, OddsError.
    """
    end = clock() + seconds

    def report(share: float) -> None:
        if clock() >= end:
            raise OutOfTimeError

    if fight.is_each:
        asker, *others = fight.fighters
        found = whom_to_ask(asker, others, fight.foe, dict(fight.faces), fights=ALLY_FIGHTS, progress=report)
        return Answers(allies=found)
    first = fight.fighters[0].samurai
    alone = solve(first, fight.foe, dict(fight.faces), progress=part_of(report, 0.0, _ALONE))
    if len(fight.fighters) == 1:
        return Answers(alone)
    ask = Ask.of(first, fight.foe, dict(fight.faces), goal="win", all_dice=False)
    return Answers(alone, joint_of(fight.fighters, fight.foe, ask, report=report))


def answer_view(fight: SeatFight, found: Answers, *, language: str) -> dict[str, Any]:
    """What a phone draws of it."""
    if found.alone is None:
        return whom_view(fight, found.allies, language=language)
    return fight_view(fight, found.alone, found.joint, language=language)


def dice_of_table() -> dict[str, Die]:
    """The owner's dice where they were entered, else the house's."""
    house = {str(die.material): die for die in house_pack().dice}
    return {**house, **{str(die.material): die for die in OwnerPack().load().pack.dice}}


def teeth_of_table() -> dict[str, int] | None:
    """The teeth that the owner's group board prints by colour; None where nobody has entered it."""
    board = OwnerPack().load().pack.group_board
    return None if board is None else dict(zip(DRAGON_TEETH, board.teeth, strict=True))


class OddsHandler(SeatRequest):
    """How a fight ends, with the gear that each seat entered."""

    def initialize(self, desk: Any, pool: OddsPool) -> None:  # type: ignore[override]
        """Take the tables, and who works odds out."""
        super().initialize(desk)
        self.pool = pool

    async def post(self, code: str) -> None:
        """For whoever holds a seat; the host's device for any."""
        await self.guarded(code, functools.partial(self._odds, code))

    async def _odds(self, code: str) -> None:
        if (asked := self.read(OddsAsked)) is None:
            return
        key, language = self.key(code), self.spoken
        if key is None:
            raise SeatRefused("not-held", name=str(asked.who[0] + 1))
        who = f"{client_of(self)} {code.upper()} {key.seat}"
        if seconds := self.desk.own.odds.wait(who):
            raise TooSoon(seconds)
        try:
            foe = Foe.parse(f"{asked.health}/{asked.initiative}/{asked.dice}")
            fight = await self.desk.at(
                code, functools.partial(_fight_at, key=key, asked=asked, foe=foe, language=language)
            )
            found = await self.pool.ask(who, fight)
        except OutOfTimeError:
            raise SeatRefused("seat-fight.fight-too-long") from None
        except (OddsError, Illegal) as fault:
            self.refuse(409, "no-odds", fault_said(fault, language=language))
            return
        self.write(answer_view(fight, found, language=language))


def _fight_at(table: SeatTable, *, key: Key, asked: OddsAsked, foe: Foe, language: str) -> SeatFight:
    """The fight as the table has it. Raises SeatRefused."""
    parts = table.table.state().parts
    evening = helper_in(parts).evening
    first, seats = asked.who[0], seats_in(parts)
    hand_of(parts, key, first, evening, language)
    foe = met(foe, rules_of(evening.mode).said, came=asked.came, teeth=teeth_of_table())
    others = askable(evening, seats, seat=first, areas=table.areas) if asked.whom else asked.who[1:]
    return seat_fight(
        evening,
        seats,
        who=(first, *others),
        foe=foe,
        faces=dice_of_table(),
        areas=table.areas,
        own=asked.board,
        is_each=asked.whom,
    )
