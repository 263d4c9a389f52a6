"""A duel at puzzles: whatever two phones post in whatever order, counts and ends are those of a naive recount."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.helper.seats.record import SeatRefused
from fujikoro_nb.play.duel_seats import DuelSeats, Raced, begin_duel, lines_of, milliseconds
from fujikoro_nb.play.duel_table import duel_in
from fujikoro_nb.play.seat_table import Asking, Key, SeatTable
from fujikoro_nb.puzzles.storm import duel as duels
from fujikoro_nb.puzzles.storm.duel import GOALS, NotNow
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.store import Store, game_log

NAMES = ("Ann", "Ben")


class Naive:
    """The same rules written once more, over plain lists: nothing is folded, all is counted anew."""

    def __init__(self, goal: str) -> None:
        self.goal = goal
        self.rounds: list[dict[str, Any]] = []
        self.wanting: set[int] = set()

    @staticmethod
    def counts(one: dict[str, Any]) -> tuple[int, int]:
        seed = one["seed"]
        a, b = (
            sum(task(seed, n).answer == yes for n, yes in enumerate(one["said"][seat])) for seat in (0, 1)
        )
        return a, b

    def is_out(self, one: dict[str, Any], seat: int) -> bool:
        wrong = len(one["said"][seat]) - self.counts(one)[seat]
        return seat in one["gave up"] or wrong == 3

    def is_over(self, one: dict[str, Any]) -> bool:
        counts = self.counts(one)
        goal = {"first-10": 10, "first-20": 20}.get(self.goal, 10**6)
        if one["time over"] or goal in counts:
            return True
        out = [self.is_out(one, seat) for seat in (0, 1)]
        leads = [counts[0] > counts[1], counts[1] > counts[0]]
        return all(out) or any(out[seat] and leads[1 - seat] for seat in (0, 1))

    def wins(self) -> tuple[int, int]:
        ended = [self.counts(one) for one in self.rounds if self.is_over(one)]
        return sum(a > b for a, b in ended), sum(b > a for a, b in ended)

    def post(self, asked: Raced, now: int, seed: str) -> bool:
        """Whether it counts."""
        last = self.rounds[-1] if self.rounds else None
        runs = last is not None and not self.is_over(last)
        if asked.round != len(self.rounds):
            return False
        if asked.do == "ready":
            if runs:
                return False
            self.wanting.add(asked.seat)
            if self.wanting == {0, 1}:
                self.wanting = set()
                self.rounds.append(
                    {"seed": seed, "from": now, "said": ([], []), "gave up": set(), "time over": False}
                )
            return True
        if not runs:
            return False
        assert last is not None
        most = {"minutes-3": 180_000, "minutes-1": 60_000}.get(self.goal)
        is_late = most is not None and now - last["from"] >= most
        if asked.do == "time":
            last["time over"] = is_late
            return is_late
        if is_late or self.is_out(last, asked.seat):
            return False
        if asked.do == "stop":
            last["gave up"].add(asked.seat)
            return True
        if asked.at != len(last["said"][asked.seat]):
            return False
        last["said"][asked.seat].append(asked.yes)
        return True


POSTS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(["ready", *["answer"] * 6, "stop", "time"]),
        st.sampled_from([0, 0, 0, 0, 0, 1, -1]),
        st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1]),
        st.sampled_from(["right", "right", "right", "wrong"]),
        st.sampled_from([0, 1, 400, 3_000, 20_000, -5_000]),
    ),
    max_size=90,
)


@given(POSTS, st.sampled_from(sorted(GOALS)))
def test_two_phones_that_post_anything_in_any_order_are_counted_as_a_naive_recount(
    posts: list[tuple[int, str, int, int, str, int]], goal: str
) -> None:
    part, naive, now = duels.begun(NAMES, goal), Naive(goal), 1_000
    for count, (seat, do, round_off, at_off, how, later) in enumerate(posts):
        now += later  # the server's clock may be set back; the log's never is
        duel = duels.read(part)
        told = max(duel.last, now)
        on = duel.round.races[seat].said if duel.round is not None else ()
        number = max(0, len(on) + at_off)
        right = task(duel.round.seed, number).answer if duel.round is not None else True
        asked = Raced(
            seat=seat,
            id=f"request-{count}",
            round=max(0, duel.rounds + round_off),
            do=do,  # type: ignore[arg-type]
            at=number,
            yes=right if how == "right" else not right,
        )
        try:
            lines = lines_of(duel, asked, told)
        except NotNow:
            lines = ()
        part += duels.written(lines)
        after = duels.read(part)
        seed = after.round.seed if after.round is not None else ""
        assert naive.post(asked, told, seed) == bool(lines), asked
        assert after.rounds == len(naive.rounds)
        assert after.won == naive.wins()
        if after.round is not None:
            last = naive.rounds[-1]
            assert tuple(race.right for race in after.round.races) == naive.counts(last)
            assert after.is_racing == (not naive.is_over(last))
            assert all(
                verdict == (task(seed, n).answer == yes)
                for race in after.round.races
                for n, (yes, verdict) in enumerate(race.said)
            )


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"{}\n",
        b'{"names":["a"],"goal":"minutes-3"}\n',
        b'{"names":["a","b"],"goal":"forever"}\n',
        b'{"names":["a","b"],"goal":"minutes-3"}',
        b'{"names":["a","b"],"goal":"minutes-3"}\n["said",0,0,true,true,5]\n',
        b'{"names":["a","b"],"goal":"minutes-3"}\n["began","x",5]\n',
        b'{"names":["a","b"],"goal":"minutes-3"}\n["ready",2,5]\n',
        b'{"names":["a","b"],"goal":"minutes-3"}\n' + b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
        b"x" * (duels.MAX_PART + 1) + b"\n",
    ],
)
def test_a_part_that_is_no_duel_of_ours_is_refused_in_a_sentence(part: bytes) -> None:
    with pytest.raises(SeatRefused, match="duel-broken"):
        duel_in({game_log.DUEL: part})


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}") as one:
        yield one


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def seated(store: Store, goal: str) -> tuple[DuelSeats, list[Key], Clock]:
    table, clock = begin_duel(store, NAMES, goal, title="A duel"), Clock()
    keys = [SeatTable(table).take(seat, Asking(device=f"device-{seat}")).key for seat in (0, 1)]
    return DuelSeats(table, clock=clock), keys, clock


def test_the_time_is_the_servers_and_a_late_answer_is_refused(store: Store) -> None:
    seats, keys, clock = seated(store, "minutes-3")
    number = iter(range(100))

    def post(seat: int, do: Any, *, round_: int = 1, **more: Any) -> bool:
        asked = Raced(seat=seat, id=f"request-{next(number)}", round=round_, do=do, **more)
        return seats.write(asked, keys[seat])[1]

    def duel() -> duels.Duel:
        return duel_in(seats.table.state().parts)

    assert post(0, "ready", round_=0)
    assert not duel().is_racing
    assert post(1, "ready", round_=0)
    now = duel().round
    assert now is not None
    assert now.ends == 1_000_000 + 180_000
    clock.now += 179_999
    assert not post(0, "time"), "a phone whose clock is ahead ends nothing"
    assert post(0, "answer", at=0, yes=task(now.seed, 0).answer)
    clock.now += 1
    with pytest.raises(SeatRefused, match="time-duel"):
        post(1, "answer", at=0, yes=True)
    assert post(1, "time")
    assert not post(0, "time"), "it is over once"
    assert (duel().is_racing, duel().won) == (False, (1, 0))
    with pytest.raises(SeatRefused, match="over-duel"):
        post(0, "answer", at=1, yes=True)
    with pytest.raises(SeatRefused, match="late-duel"):
        post(0, "ready", round_=0)


def test_ready_tapped_again_writes_nothing(store: Store) -> None:
    seats, keys, _ = seated(store, "minutes-1")
    told = [seats.write(Raced(seat=0, id=f"phone-{n}", round=0, do="ready"), keys[0]) for n in range(2)]
    assert [is_new for _, is_new in told] == [True, False]


def test_a_servers_clock_that_is_set_meanwhile_moves_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    before = milliseconds()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert before <= milliseconds() < before + 60_000


def test_an_answer_sent_twice_counts_once_and_a_foreign_key_writes_nothing(store: Store) -> None:
    seats, keys, _ = seated(store, "first-10")
    for seat in (0, 1):
        seats.write(Raced(seat=seat, id=f"is-ready-{seat}", round=0, do="ready"), keys[seat])
    asked = Raced(seat=0, id="answer-00001", round=1, do="answer", at=0, yes=True)
    first = seats.write(asked, keys[0])
    assert seats.write(asked, keys[0]) == (first[0], False)
    with pytest.raises(SeatRefused, match="not-yours"):
        seats.write(msgspec.structs.replace(asked, id="answer-00002"), keys[1])
    with pytest.raises(SeatRefused, match="taken-over"):
        seats.write(msgspec.structs.replace(asked, id="answer-00003"), Key(0, "guessed"))
    with pytest.raises(SeatRefused, match="no-seat"):
        seats.write(msgspec.structs.replace(asked, id="answer-00004", seat=5), keys[0])
    now = duel_in(seats.table.state().parts).round
    assert now is not None
    assert [len(race.said) for race in now.races] == [1, 0]
