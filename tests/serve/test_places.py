"""Places for kernels, the line in front of them, and what memory carries."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.serve import memory, places
from fujikoro_nb.serve.places import Places


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_no_more_enter_than_there_are_places() -> None:
    two = Places(2)
    assert [two.enter(name) for name in "abcde"] == [True, True, False, False, False]
    two.leave("a")
    two.leave("a")
    two.leave("nobody")
    assert [two.enter(name) for name in "cd"] == [True, False]
    assert len(two) == 2


def test_who_came_first_is_let_in_first_and_nobody_passes_by(clock: Clock) -> None:
    one = Places(1, clock=clock)
    assert one.enter("a")
    first, second = one.ask(None), one.ask(None)
    assert first.ticket and second.ticket
    assert (first.ahead, second.ahead) == (0, 1)
    one.leave("a")
    assert not one.enter("newcomer")
    assert not one.ask(second.ticket).is_free
    assert one.ask(first.ticket).is_free
    assert (one.ask(second.ticket).ahead, one.ask(second.ticket).is_free) == (0, False)
    assert not one.enter("newcomer") and not one.enter("b", [second.ticket])
    assert one.enter("b", ["unknown", first.ticket])
    assert not one.enter("b again", [first.ticket])
    assert len(one) == 1


def test_who_stops_asking_is_passed_over_and_has_the_turn_back_when_asking_again(clock: Clock) -> None:
    one = Places(1, clock=clock)
    assert one.enter("a")
    first, second = one.ask(None), one.ask(None)
    clock.now += places.PATIENCE_SECONDS
    assert one.ask(second.ticket).ahead == 0
    assert one.ask(first.ticket).ahead == 0 and one.ask(second.ticket).ahead == 1
    one.leave("a")
    clock.now += places.PATIENCE_SECONDS
    assert one.ask(second.ticket).is_free  # the first is asleep
    assert not one.ask(first.ticket).is_free
    clock.now += places.PATIENCE_SECONDS  # the second never came
    assert one.ask(first.ticket).is_free


def test_a_forgotten_ticket_is_a_newcomers(clock: Clock) -> None:
    one = Places(1, clock=clock)
    assert one.enter("a")
    ticket = one.ask(None).ticket
    clock.now += places.FORGOTTEN_SECONDS + 1
    assert not one.is_awaited
    assert one.ask(ticket).ticket != ticket


def test_the_line_has_an_end(clock: Clock) -> None:
    one = Places(1, clock=clock)
    assert one.enter("a")
    tickets = {one.ask(None).ticket for _ in range(places.MOST_WAITING)}
    assert len(tickets) == places.MOST_WAITING and None not in tickets
    over = one.ask(None)
    assert (over.ticket, over.ahead, over.is_free) == (None, places.MOST_WAITING, False)


def test_what_waits_idly_takes_no_last_place_and_none_that_somebody_waits_for(clock: Clock) -> None:
    three = Places(3, clock=clock)
    assert three.enter("a") and three.enter_idly("idle") and not three.enter_idly("idle too")
    assert three.enter("b")
    three.ask(None)
    three.leave("a")
    three.leave("b")
    assert not three.enter_idly("idle too")


def test_when_memory_is_short_nobody_enters() -> None:
    left = [True]
    many = Places(40, may_start=lambda taken: taken < 2 or left[0])
    assert all(many.enter(number) for number in range(3))
    left[0] = False
    assert not many.enter(3)
    waiting = many.ask(None)
    many.leave(0)
    assert not many.ask(waiting.ticket).is_free
    many.leave(1)
    assert many.ask(waiting.ticket).is_free


@pytest.mark.parametrize(
    ("available", "carries"),
    # 200 MB are kept back, 90 a kernel; two however little there is.
    [(100_000, 40), (3_800, 40), (3_799, 39), (470, 3), (469, 2), (0, 2)],
)
def test_memory_carries_so_many(available: int, carries: int) -> None:
    assert memory.carried(40, available=available) == carries


def test_a_number_below_the_least_stays() -> None:
    assert memory.carried(1, available=0) == 1


V2 = {
    "memory.max": "1048576000",
    "memory.current": "700000000",
    "memory.stat": "anon 1\ninactive_file 50000000\nactive_file 7000000\nshmem 9\n",
}
V1 = {
    "memory.limit_in_bytes": "1048576000",
    "memory.usage_in_bytes": "700000000",
    "memory.stat": "inactive_file 1\nactive_file 1\ntotal_inactive_file 50000000\ntotal_active_file 7000000\n",
}
LEFT = 1_048_576_000 - 700_000_000 + 50_000_000 + 7_000_000


@pytest.mark.parametrize(
    ("own", "folder", "files", "left"),
    [
        ("0::/club/table\n", "club/table", V2, [LEFT]),
        ("0::/club/table\n", "club", V2, [LEFT]),  # the limit is that of the group above
        ("0::/not/seen/in/a/container\n", "", V2, [LEFT]),
        ("0::/../..\n", "", V2, [LEFT]),
        ("0::/club\n", "club", V2 | {"memory.max": "max"}, []),
        ("0::/club\n", "club", V2 | {"memory.current": "2000000000"}, [0]),
        ("5:cpu,cpuacct:/x\n4:memory:/docker/1\n0::/\n", "memory/docker/1", V1, [LEFT]),
        ("4:memory:/docker/1\n", "memory", V1, [LEFT]),
        ("4:memory:/x\n", "memory/x", V1 | {"memory.limit_in_bytes": "9223372036854771712"}, []),
        ("", "", V2, []),  # no Linux
    ],
)
def test_a_container_leaves_less_than_the_machine_has(
    tmp_path: Path, own: str, folder: str, files: dict[str, str], left: list[int]
) -> None:
    place = tmp_path / "groups" / folder
    place.mkdir(parents=True)
    for name, content in files.items():
        (place / name).write_text(content, encoding="ascii")
    if own:
        (tmp_path / "own").write_text(own, encoding="ascii")
    assert list(memory._left_in_groups(tmp_path / "groups", tmp_path / "own")) == left


def test_the_memory_of_this_machine_is_read() -> None:
    assert 0 < memory.available_mb() < 100_000_000
