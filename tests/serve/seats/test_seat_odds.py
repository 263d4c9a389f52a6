"""Odds of a seat: with the gear that the others entered, bounded in time and number, refused in words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.seats.record import Seat, SeatBoard, SeatRefused
from fujikoro_nb.odds import Foe
from fujikoro_nb.serve.seats.odds import OddsPool, OutOfTimeError, dice_of_table, worked_out
from fujikoro_nb.store import Store
from fujikoro_nb.store.guesses import TooSoon
from fujikoro_nb.views.evening.seat_fight import SeatFight, askable, fight_view, seat_fight, whom_view
from fujikoro_nb.views.fight.odds import met
from tests.play.seats_at_a_table import NAMES, new_table
from tests.serve.seats.served import served

SWORD, AXE = SeatBoard(weapon="WWMM.:..."), SeatBoard(weapon="WWM..:.../WM...:...", helmet="MM..")
FOE = Foe.parse("8/5/3")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


def fight(
    *who: int, foe: Foe = FOE, own: SeatBoard | None = None, is_each: bool = False, **boards: SeatBoard
) -> SeatFight:
    seats = {0: Seat(SWORD), 1: Seat(AXE), 2: Seat(), 3: Seat(SWORD)}
    seats |= {int(name[1:]): Seat(board) for name, board in boards.items()}
    evening = new_evening([Person(name) for name in NAMES])
    faces = dice_of_table()
    return seat_fight(evening, seats, who=who, foe=foe, faces=faces, areas=Areas(), own=own, is_each=is_each)


class Clock:
    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.rule("combat.join.order")
def test_others_join_clockwise_from_the_attacker() -> None:
    assert fight(2, 0, 3, 1).names == ("Cleo", "Dan", "Aiko", "Bo")
    assert fight(2, 0, 0, 2).names == ("Cleo", "Aiko")


@pytest.mark.rule("combat.join.who")
def test_who_lies_knocked_out_cannot_join() -> None:
    with pytest.raises(SeatRefused) as caught:
        fight(0, 1, s1=SeatBoard(is_out=True))
    assert caught.value.said() == "Bo cannot join: knocked out or off the mountain."


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_a_seat_may_in_a_fight_what_its_character_may() -> None:
    people = [Person("Aiko", character="daisuke"), Person("Bo", character="masako")]
    evening, boards = new_evening(people), {0: Seat(SWORD), 1: Seat(SWORD)}
    asked = seat_fight(evening, boards, who=(0, 1), foe=FOE, faces=dice_of_table(), areas=Areas())
    assert [one.samurai.slips for one in asked.fighters] == [(True, True), (False, False)]


def test_together_they_win_more_often_than_alone() -> None:
    alone, both = (worked_out(fight(*who), seconds=60, clock=Clock()) for who in ((0,), (0, 1)))
    assert (
        alone.joint is None and both.joint is not None and both.alone is not None and alone.alone is not None
    )
    assert both.joint.win > float(both.alone.outcome.win) == float(alone.alone.outcome.win)
    view = fight_view(fight(0, 1), both.alone, both.joint, language="en")
    assert view["falls"].endswith("of 100 won against this dragon.") and view["alone"].startswith("Alone: ")
    assert len(view["ends"]) == 2 and abs(sum(view["shares"]) - 1) < 1e-5
    assert view["notes"] == [
        "Some dice are ours, not your box's: enter your dice in the helper.".replace("'", "’")
    ]


def test_whom_to_ask_along_counts_what_each_entered() -> None:
    """Each beside the asker alone: the same numbers as that fight of two has, the best of them first."""
    everybody = fight(0, 1, 3, is_each=True, s3=SeatBoard(weapon="WW...:..."))
    view = whom_view(everybody, worked_out(everybody, seconds=60, clock=Clock()).allies, language="en")
    assert [row["seat"] for row in view["whom"]] == [1, 3], "five cubes and a helmet help more than two"
    for row in view["whom"]:
        pair = worked_out(fight(0, row["seat"], s3=SeatBoard(weapon="WW...:...")), seconds=60, clock=Clock())
        assert pair.joint is not None and pair.alone is not None
        mine = pair.joint.fighters[0]
        assert row["shares"] == pytest.approx([mine.rewarded, mine.retreat, mine.knocked_out], abs=1e-3)
        gain = round((mine.rewarded - float(pair.alone.outcome.win)) * 100)
        assert int(row["gain"].replace("−", "-").replace("±", "")) == gain
        assert 0 < float(pair.alone.outcome.win) < 0.005
        assert view["alone"] == "Alone: <1 of 100."  # as for a fight that is asked about
    assert view["whom"][0]["said"].startswith("for you ")


def test_asked_along_are_those_who_stand_and_have_a_weapon() -> None:
    evening = new_evening([Person(name) for name in NAMES])
    seats = {0: Seat(SWORD), 1: Seat(AXE), 2: Seat(SeatBoard(helmet="MM..")), 3: Seat(SWORD)}
    assert askable(evening, seats, seat=0, areas=Areas()) == (1, 3)
    assert askable(
        evening, {**seats, 1: Seat(SeatBoard("WWMM.:...", is_out=True))}, seat=0, areas=Areas()
    ) == (3,)
    bad = Seat(SeatBoard("WW...:.../.....:.../..WW.:..."))
    assert askable(evening, {**seats, 1: bad}, seat=0, areas=Areas()) == (3,)
    with pytest.raises(SeatRefused) as caught:
        fight(0, 1, s1=bad.board)
    assert caught.value.said().startswith("Bo’s gear cannot fight as it was entered")
    with pytest.raises(SeatRefused) as caught:
        askable(evening, {0: Seat(SWORD)}, seat=0, areas=Areas())
    assert caught.value.said() == "Nobody else who could join has entered a weapon yet."


def test_a_board_in_the_request_goes_before_the_stored_one() -> None:
    assert fight(0, own=AXE).fighters[0].samurai.gear == fight(1).fighters[0].samurai.gear


def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(OutOfTimeError):
        worked_out(fight(0, 1), seconds=0.5, clock=Clock(step=1.0))


def test_one_seat_waits_for_one_answer_and_few_wait_at_all() -> None:
    async def ask() -> None:
        pool = OddsPool(seconds=60.0, clock=Clock())
        same, other = fight(0, 1), fight(0, 3)
        first = asyncio.create_task(pool.ask("Aiko", same))
        joined = asyncio.create_task(pool.ask("Bo", same))
        await asyncio.sleep(0)
        with pytest.raises(TooSoon):
            await pool.ask("Aiko", other)
        assert await first is await joined is await pool.ask("Aiko", same)
        many = [
            asyncio.create_task(pool.ask(f"{n}", fight(0, foe=Foe.parse(f"{n}/5/3")))) for n in range(1, 10)
        ]
        ends = await asyncio.gather(*many, return_exceptions=True)
        assert [type(end) for end in ends].count(TooSoon) == 1
        pool.close()

    asyncio.run(ask())


def test_a_seat_asks_by_request(store: Store) -> None:
    table = new_table(store)
    code = table.table.code
    question = {"who": [1, 2], "health": 8, "initiative": 5, "dice": 3}

    async def evening() -> None:
        clock = Clock()
        async with served(store, clock=clock) as place:
            ben = place.device()
            assert (await ben.post("odds", code, question)).told["refused"] == "not-held"
            await ben.sit(code, 1)
            assert (await ben.post("odds", code, {**question, "who": [2, 1]})).told["refused"] == "not-yours"
            assert (await ben.post("odds", code, {**question, "who": []})).status == 400
            assert (await ben.post("odds", code, {**question, "health": 0})).told["refused"] == "no-odds"
            board = {"weapon": "WWMM.:..."}
            answer = await ben.post("odds", code, {**question, "board": board})
            assert answer.status == 200 and len(answer.told["ends"]) == 2
            illegal = {"weapon": "WWWWW:.../WWWWW:..."}
            answer = await ben.post("odds", code, {**question, "board": illegal})
            assert (answer.status, answer.told["refused"]) == (409, "no-odds")
            assert (await ben.post("odds", code, {**question, "board": {"weapon": 1}})).status == 400
            clock.now += 5.0  # so that the seat may ask again
            whom = {**question, "who": [1], "whom": True, "board": board}
            assert (await ben.post("odds", code, whom)).told["refused"] == "seat-fight.fight-nobody"
            cleo = place.device(address="192.0.2.2")
            await cleo.sit(code, 2)
            cells = [[1, 1], [2, 1], [3, 1]]
            await cleo.tap(code, 2, "paint", name="tap-0001", kind="weapon", material="W", cells=cells)
            answer = await ben.post("odds", code, whom)
            assert [row["seat"] for row in answer.told["whom"]] == [2]

    asyncio.run(evening())


@pytest.mark.rule("coop.dragon.samurai-defend-ties")
def test_a_dragon_that_came_is_met_second_in_a_tie() -> None:
    """As quick as the sword: in co-op whoever it came to goes first, and wins more often."""
    tied = Foe.parse("8/4/3")
    went, came = (met(tied, COOP.said, came=one) for one in (False, True))
    wins = [worked_out(fight(0, foe=foe), seconds=60, clock=Clock()).alone for foe in (went, came)]
    assert wins[0] is not None and wins[1] is not None
    assert wins[0].outcome.win < wins[1].outcome.win
    assert met(tied, COMPETITIVE.said, came=True) == tied
