"""Seats at a stored table: keys, doubles, who is refused what, undo by seat; a bad network against a naive model."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fujikoro_nb.helper.evening.changes import add_points, new_evening, next_turn
from fujikoro_nb.helper.evening.leaving import knock_out
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.seats.record import HOST, SeatRefused
from fujikoro_nb.helper.stored import PART, with_evening, write_table
from fujikoro_nb.play.seat_table import Asking, Key, SeatTable, helper_in
from fujikoro_nb.store import Conflict, Put, Store, Table
from fujikoro_nb.store.labels import in_language
from tests.play.seats_at_a_table import Evening4, asked, evening_of, new_table, seats_of, sit
from tests.support.sampling import sample


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> SeatTable:
    return new_table(store)


def refused(act: object) -> str:
    assert callable(act)
    with pytest.raises(SeatRefused) as caught:
        act()
    for language in ("en", "fr", "de"):
        assert "{" not in caught.value.said(language=language)
    return caught.value.reason


def last(table: SeatTable) -> tuple[str, str, str]:
    """Who did what last, in English."""
    at: Table = table.table
    entry = at.since(at.head().version - 1)[-1]
    return entry.writer, entry.name, in_language(entry.label, "en")


def test_everybody_reads_who_sits_down_and_what_they_do(table: SeatTable) -> None:
    key = sit(table, 1)
    assert last(table) == ("seat-1", "Bo", "Bo sits down with a phone")
    table.write(asked(1, "paint", name="tap-0001", kind="weapon", material="M", cells=[[2, 4]]), key)
    assert last(table) == ("seat-1", "Bo", "metal at row 4, column 2")
    table.leave(key)
    assert last(table) == ("seat-1", "Bo", "Bo's phone stands up")
    assert seats_of(table.table)[1].board.weapon.endswith(".M...:...")


def test_the_same_tap_twice_is_stored_once(table: SeatTable) -> None:
    key = sit(table, 1)
    tap = asked(1, "backpack", name="tap-0001", material="W", by=1)
    first = table.write(tap, key)
    assert table.write(tap, key) == (first[0], False)
    assert seats_of(table.table)[1].board.backpack == "W"


def test_what_is_so_already_is_answered_and_not_stored(table: SeatTable) -> None:
    key = sit(table, 1)
    version = table.table.head().version
    assert table.write(asked(1, "out", name="tap-0001", on=False), key) == (version, False)
    assert table.table.head().version == version


def test_two_seats_ids_do_not_meet(table: SeatTable) -> None:
    one, other = sit(table, 0), sit(table, 1)
    assert table.write(asked(0, "out", name="tap-0001", on=True), one)[1]
    assert table.write(asked(1, "out", name="tap-0001", on=True), other)[1]


# ---- keys


def test_a_held_seat_is_only_taken_over_in_sight_of_all(table: SeatTable) -> None:
    lost = sit(table, 1, device="old phone")
    table.write(asked(1, "out", name="tap-0001", on=True), lost)
    assert refused(lambda: sit(table, 1, device="new phone")) == "held"
    found = sit(table, 1, device="new phone", is_over=True)
    assert last(table)[2] == "Bo's seat is taken over by another device"
    assert refused(lambda: table.write(asked(1, "out", name="tap-0002", on=False), lost)) == "taken-over"
    assert (
        refused(lambda: table.write(asked(1, "out", name="tap-0001", on=True), lost)) == "taken-over"
    )  # replayed
    table.write(asked(1, "out", name="tap-0003", on=False), found)
    assert not evening_of(table.table).down


def test_the_same_device_comes_back_without_a_word(table: SeatTable) -> None:
    before = sit(table, 1, device="phone")
    after = sit(table, 1, device="phone")
    assert (last(table)[2], after == before) == ("Bo is back on the same device", False)
    again = sit(table, 1, key=after)  # without a session it is known by its key
    assert refused(lambda: table.write(asked(1, "out", name="tap-0001", on=True), after)) == "taken-over"
    assert table.write(asked(1, "out", name="tap-0001", on=True), again)[1]
    assert refused(lambda: sit(table, 1, device="")) == "held"  # no session is nobody's session


def test_who_sits_down_elsewhere_stands_up(table: SeatTable) -> None:
    first = sit(table, 1)
    second = table.take(2, Asking(key=first)).key
    assert refused(lambda: table.write(asked(1, "out", name="tap-0001", on=True), first)) == "not-held"
    assert table.write(asked(2, "out", name="tap-0001", on=True), second)[1]
    sit(table, 1)  # free: nobody is asked


def test_a_foreign_guessed_old_or_other_tables_key_writes_nothing(store: Store, table: SeatTable) -> None:
    mine, theirs = sit(table, 1), sit(table, 2)
    other = sit(new_table(store), 1)
    version = table.table.head().version
    tap = asked(1, "out", name="tap-0001", on=True)
    assert refused(lambda: table.write(tap, theirs)) == "not-yours"
    assert refused(lambda: table.write(tap, other)) == "taken-over"
    for secret in ("", "x", mine.secret[:-1], mine.secret + "A", theirs.secret):
        assert refused(lambda secret=secret: table.write(tap, Key(1, secret))) == "taken-over"
    assert refused(lambda: table.write(tap, Key(3, mine.secret))) == "not-held"
    assert refused(lambda: table.write(tap, Key(HOST, mine.secret))) == "not-held"
    assert table.table.head().version == version


def test_a_replayed_tap_of_another_seat_is_judged_by_its_key_first(table: SeatTable) -> None:
    mine, theirs = sit(table, 1), sit(table, 2)
    tap = asked(1, "out", name="tap-0001", on=True)
    table.write(tap, mine)
    assert refused(lambda: table.write(tap, theirs)) == "not-yours"


def test_no_key_is_stored(tmp_path: Path, table: SeatTable) -> None:
    key = sit(table, 1)
    table.write(asked(1, "out", name="tap-0001", on=True), key)
    assert key.secret not in repr((table.table.state(), table.table.since(0)))
    for path in tmp_path.glob("tables.sqlite*"):
        assert key.secret.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    "text", ["", ".", "1.", ".x", "6.x", "-1.x", "host", "01.x", "1." + "x" * 41, "1.é", "２.x"]
)
def test_what_is_no_key_is_read_as_none(text: str) -> None:
    assert Key.read(text) is None


# ---- the host


def test_the_host_sits_down_in_sight_of_all_and_writes_every_seat_by_name(table: SeatTable) -> None:
    assert refused(lambda: sit(table, HOST)) == "host-only"
    host, ben = sit(table, HOST, may_host=True), sit(table, 1)
    first = table.table.since(1)[0]
    said = "the host’s device writes for every seat from now on"
    assert (first.name, in_language(first.label, "en")) == ("The host", said)
    table.write(asked(1, "out", name="tap-0001", on=True), host)
    assert last(table) == ("seat-host", "The host", "for Bo: Bo lies knocked out")
    assert (
        refused(lambda: table.write(asked(1, "unlock", name="tap-0001", seen=3, on=True), ben)) == "late-host"
    )
    assert refused(lambda: sit(table, HOST, may_host=True)) == "held"
    assert refused(lambda: table.write(asked(HOST, "out", name="tap-0002", on=True), host)) == "no-seat"
    assert refused(lambda: table.write(asked(5, "out", name="tap-0002", on=True), host)) == "no-seat"


# ---- one table with whoever writes on the page


def test_the_writer_of_the_page_goes_on_beside_the_seats(table: SeatTable) -> None:
    lease = table.table.take("laptop", "Ann")
    key = sit(table, 1)
    table.write(asked(1, "points", name="tap-0001", points=5, score=0, source="dragon"), key)
    with pytest.raises(Conflict):
        table.table.append(lease.token, lease.version, [Put("gear", b"x")], label="x")
    version = table.table.append(lease.token, table.table.head().version, [Put("gear", b"x")], label="x")
    table.table.undo(lease.token, version, part=PART)  # whoever made it
    assert evening_of(table.table).score(1) == 0
    step = seats_of(table.table)[1].newest("seat")
    assert step is not None and step.line is not None
    gone = asked(1, "undo", name="tap-0002", of=step.version)
    assert refused(lambda: table.write(gone, key)) == "undo-changed"


def test_a_table_without_an_evening_has_no_seats_to_write(store: Store) -> None:
    for parts in ([], [Put("game", b"{}\n")]):
        assert refused(lambda parts=parts: sit(SeatTable(store.create("Friday", parts)), 0)) == "no-evening"
    broken = SeatTable(store.create("Friday", [Put(PART, b"[")]))
    assert refused(lambda: sit(broken, 0)) == "evening-broken"


def test_a_spoilt_seat_is_left_as_it_is(store: Store, table: SeatTable) -> None:
    key = sit(table, 1)
    lease = table.table.take("laptop", "Ann")
    table.table.append(lease.token, lease.version, [Put("seat-1", b"{")], label="x")
    assert refused(lambda: table.write(asked(1, "out", name="tap-0001", on=True), key)) == "broken"
    assert refused(lambda: sit(table, 1, is_over=True)) == "broken"
    assert table.table.state().parts["seat-1"] == b"{"


def test_seats_that_the_evening_lost_are_nobodys(store: Store) -> None:
    table = new_table(store)
    key, host = sit(table, 3), sit(table, HOST, may_host=True)
    lease = table.table.take("laptop", "Ann")
    kept = helper_in(table.table.state().parts)
    fewer = with_evening(kept, new_evening([Person("Aiko"), Person("Bo")]))
    table.table.append(lease.token, lease.version, [Put(PART, write_table(fewer).encode())], label="x")
    for one in (key, host):
        assert (
            refused(lambda one=one: table.write(asked(3, "out", name="tap-0001", on=True), one)) == "no-seat"
        )


def test_four_threads_at_once_lose_nothing(table: SeatTable) -> None:
    keys = [sit(table, seat) for seat in range(4)]

    def taps(seat: int) -> None:
        for number in range(12):
            by = (
                {"act": "points", "points": 1, "score": number}
                if number % 2
                else {"act": "unlock", "on": number % 4 == 0}
            )
            score = evening_of(table.table).score(seat)
            fields = {**by, "score": score} if "score" in by else by
            table.write(asked(seat, name=f"tap-{number:04}", **fields), keys[seat])  # type: ignore[arg-type]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(taps, range(4)))
    assert [evening_of(table.table).score(seat) for seat in range(4)] == [6, 6, 6, 6]
    assert [seats_of(table.table)[seat].writes for seat in range(4)] == [13, 13, 13, 13]


# ---- a bad network


@pytest.mark.parametrize("seed", sample(range(60), 6))
def test_four_seats_over_a_bad_network_are_their_naive_model(store: Store, seed: int) -> None:
    table = new_table(store)
    evening = Evening4(table, seed)
    evening.run(200)
    for phone, naive in zip(evening.phones, evening.naive, strict=True):
        assert phone.heard + phone.refused == phone.sent
        kept = evening_of(table.table)
        seat = seats_of(table.table)[phone.seat]
        assert naive.is_as(seat, kept.score(phone.seat), is_out=phone.seat in kept.down)
    assert sum(phone.heard for phone in evening.phones) > 10, "enough came through to compare"


def test_an_evening_is_there_after_the_store_was_opened_anew(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tables.sqlite"
    with Store.open(address) as store:
        table = new_table(store)
        key = sit(table, 2)
        table.write(asked(2, "paint", name="tap-0001", kind="helmet", material="T", cells=[[1, 1]]), key)
        code = table.table.code
    with Store.open(address) as store:
        again = SeatTable(store.table(code))
        assert seats_of(again.table)[2].board.helmet == "T..."
        assert (
            again.write(asked(2, "paint", name="tap-0001", kind="helmet", material="T", cells=[[1, 1]]), key)[
                1
            ]
            is False
        )
        again.write(asked(2, "undo", name="tap-0002", of=3), key)
        assert seats_of(again.table)[2].board.helmet == ""


def test_points_of_the_page_and_of_a_seat_are_both_there(table: SeatTable) -> None:
    from fujikoro_nb.helper.evening.merging import merged

    base = evening_of(table.table)
    theirs = add_points(base, [1], 5, "dragon").evening
    mine = next_turn(add_points(base, [0], 7, "dragon").evening).evening
    both = merged(base, mine, theirs)
    assert both is not None
    assert ([both.score(0), both.score(1)], both.seat) == ([7, 5], 1)
    assert merged(base, next_turn(base).evening, next_turn(base).evening) is None
    thirty = add_points(add_points(base, [0], 15, "dragon").evening, [0], 15, "dragon").evening
    first = add_points(add_points(base, [1], 15, "dragon").evening, [1], 15, "dragon").evening
    both = merged(base, thirty, first)
    assert both is not None and both.marker == 1  # whoever came first in the ledger
    assert merged(thirty, base, add_points(thirty, [1], 5, "dragon").evening) is None


def test_knock_outs_of_the_page_and_of_a_seat_are_both_there(table: SeatTable) -> None:
    from fujikoro_nb.helper.evening.merging import merged

    base = knock_out(evening_of(table.table), 1).evening
    theirs = knock_out(base, 2).evening
    both = merged(base, knock_out(base, 3).evening, theirs)
    assert both is not None and both.down == (1, 2, 3)
    awake = merged(base, next_turn(base).evening, theirs)  # the page goes on to the turn of the second
    assert awake is not None and (awake.down, awake.seat) == ((2,), 1)
