"""What a seat does on its own board, to its points and its lives, and what it takes back; what comes too late."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.gear.limits import Area
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import add_points, next_turn
from fujikoro_nb.helper.evening.ending import set_leftover
from fujikoro_nb.helper.evening.leaving import leave
from fujikoro_nb.helper.evening.record import Evening, Person, Points
from fujikoro_nb.helper.seats.acts import Act, Asked
from fujikoro_nb.helper.seats.changes import At, Done, carry_out, lies
from fujikoro_nb.helper.seats.record import (
    MAX_PART,
    MOST_STEPS,
    MOST_WRITES,
    Hand,
    Seat,
    SeatBoard,
    SeatRefused,
    read_seat,
    write_seat,
)
from tests.helper.evenings import coop, table


def over() -> Evening:
    """A game of three that the second left by the big palace, and that is over."""
    now = table(3)
    for _ in range(2):
        now = add_points(now, [0], 15, "dragon").evening
    while now.steps_taken < 6:
        now = next_turn(now).evening
    now = leave(now, 1, "big").evening
    while now.phase != "over":
        now = next_turn(now).evening
    return now


class Sitting:
    """Ben's seat, the second of three."""

    def __init__(self, evening: Evening | None = None, *, areas: Areas | None = None) -> None:
        self.evening, self.seat, self.version, self.areas = evening or table(3), Seat(), 10, areas or Areas()
        self.label = ""

    def act(self, act: str, *, hand: Hand = "seat", seen: int | None = None, **fields: object) -> Done | None:
        done = carry_out(
            msgspec.convert({"act": act, **fields}, Act),
            At(self.evening, 1, self.seat, hand, self.version + 1, self.areas),
            seen=self.version if seen is None else seen,
        )
        if done is not None:
            self.version += 1
            self.evening, self.seat, self.label = done.evening, done.seat, done.label("en")
        return done

    def paint(self, cells: list[list[int]], material: str = "W", **fields: object) -> Done | None:
        return self.act("paint", **{"kind": "weapon", "material": material, "cells": cells, **fields})

    def undo(self, hand: Hand = "seat") -> Done | None:
        newest = self.seat.newest(hand)
        return self.act("undo", hand=hand, of=newest.version if newest else 0)

    def refused(self, act: str, **fields: object) -> str:
        before = self.evening, self.seat
        with pytest.raises(SeatRefused) as caught:
            self.act(act, **fields)  # type: ignore[arg-type]
        assert (self.evening, self.seat) == before
        for language in ("en", "fr", "de"):
            assert "{" not in caught.value.said(language=language)
        return caught.value.reason


def test_cubes_are_laid_and_taken_off() -> None:
    ben = Sitting()
    ben.paint([[1, 1], [2, 1]])
    assert (ben.seat.board.weapon, ben.label) == ("WW...:...", "2 cells of the weapon")
    ben.paint([[2, 1]], "M")
    assert (ben.seat.board.weapon, ben.label) == ("WM...:...", "metal at row 1, column 2")
    ben.paint([[1, 1], [2, 1]], ".")
    assert ben.seat.board.weapon == ""
    assert ben.paint([[1, 1]], ".") is None  # so already


def test_a_cube_outside_the_board_is_none() -> None:
    ben = Sitting(areas=Areas(helmet=Area(2, 2)))
    assert ben.paint([[3, 1]], kind="helmet") is None
    ben.paint([[2, 2]], kind="helmet")
    assert ben.seat.board.helmet == "../.W"


def test_one_stroke_of_a_finger_is_one_step() -> None:
    ben = Sitting()
    for column in (1, 2, 3):
        ben.paint([[column, 1]], stroke="a1")
    assert (len(ben.seat.steps), ben.label) == (1, "3 cells of the weapon")
    ben.paint([[4, 1]], stroke="a2")
    ben.undo()
    assert ben.seat.board.weapon == "WWW..:..."
    ben.undo()
    assert (ben.seat.board, ben.seat.steps) == (SeatBoard(), ())


def test_a_stroke_that_takes_itself_back_leaves_no_step() -> None:
    ben = Sitting()
    ben.paint([[1, 1]], stroke="a1")
    ben.paint([[1, 1]], ".", stroke="a1")
    assert (ben.seat.board.weapon, ben.seat.steps, ben.seat.writes) == ("", (), 2)


def test_magic_lies_on_a_cube_and_goes_with_it() -> None:
    ben = Sitting()
    assert ben.refused("magic", kind="weapon", column=1, row=1, on=True) == "craft-grid.magic-needs-cube"
    ben.paint([[1, 1], [2, 1]])
    ben.act("magic", kind="weapon", column=2, row=1, on=True)
    assert ben.seat.board.weapon == "WW...:...+G@2,1"
    ben.paint([[2, 1]], ".")
    assert ben.seat.board.weapon == "W....:..."
    ben.undo()
    assert ben.seat.board.weapon == "WW...:...+G@2,1"
    ben.act("clear", kind="weapon")
    assert ben.seat.board.weapon == ""


def test_monks_and_blueprints_are_told() -> None:
    ben = Sitting()
    ben.act("unlock", on=True)
    assert ben.act("unlock", on=True) is None  # set twice is set once
    ben.act("blueprint", kind="helmet", state="owned")
    ben.act("blueprint", kind="weapon", state="lost")
    assert (ben.seat.board.is_unlocked, ben.seat.board.blueprints) == (
        True,
        (("helmet", "owned", ""), ("weapon", "lost", "")),
    )
    ben.act("blueprint", kind="helmet", state="none")
    assert ben.seat.board.blueprints == (("weapon", "lost", ""),)


@pytest.mark.rule("monk.spot.backpack")
def test_the_backpack_has_its_room() -> None:
    ben = Sitting()
    assert ben.refused("backpack", material="W", by=-1) == "no-cube"
    for _ in range(6):
        ben.act("backpack", material="W", by=1)
    assert ben.refused("backpack", material="M", by=1) == "helper.backpack-full-monk"
    ben.act("backpack-monk", on=True)
    for _ in range(5):
        ben.act("backpack", material="M", by=1)
    assert ben.seat.board.backpack == "WWWWWWMMMMM"
    assert ben.refused("backpack", material="M", by=1) == "helper.backpack-full"
    assert ben.refused("backpack-monk", on=False) == "helper.backpack-monk-stays"
    ben.act("backpack", material="W", by=-1)
    assert ben.label == "wood out of the backpack"


def test_a_samurai_lies_knocked_out_and_stands_again() -> None:
    ben = Sitting()
    ben.act("out", on=True)
    assert (ben.evening.down, ben.label) == ((1,), f"{ben.evening.name(1)} lies knocked out")
    assert ben.act("out", on=True) is None  # so already
    ben.act("out", on=False)
    assert ben.evening.down == ()
    ben.undo()
    assert lies(ben.evening, 1, ben.seat)
    ben.undo()
    assert ben.evening.down == ()


@pytest.mark.rule("turn.wake-up")
def test_a_knock_out_ends_with_the_next_own_turn_and_is_then_not_taken_back() -> None:
    ben = Sitting()
    ben.act("out", on=True)
    assert ben.seat.newest("seat")
    ben.evening = next_turn(ben.evening).evening
    assert not lies(ben.evening, 1, ben.seat)
    assert ben.refused("undo", of=ben.version) == "undo-changed"


@pytest.mark.rule("coop.lives.knockout-costs-life")
def test_in_a_group_nobody_stays_knocked_out() -> None:
    ben = Sitting(coop(3))
    with pytest.raises(Illegal, match="costs a life"):
        ben.act("out", on=True)
    assert ben.act("out", on=False) is None
    ben.seat = Seat(SeatBoard(is_out=True))  # as a table of before may hold it
    assert not lies(ben.evening, 1, ben.seat)


def test_a_samurai_that_an_older_table_laid_down_gets_up() -> None:
    ben = Sitting()
    ben.seat = Seat(SeatBoard(is_out=True))
    assert lies(ben.evening, 1, ben.seat)
    ben.act("out", on=False)
    assert not lies(ben.evening, 1, ben.seat)
    ben.undo()
    assert lies(ben.evening, 1, ben.seat)


def test_points_are_added_to_those_that_were_seen() -> None:
    ben = Sitting()
    ben.act("points", points=3, score=0, source="scroll")
    assert ben.refused("points", points=3, score=0, source="scroll") == "late-points"
    ben.act("points", points=-1, score=3)
    assert ben.evening.score(1) == 2
    ben.undo()
    ben.undo()
    assert (ben.evening.score(1), ben.evening.points) == (0, ())


def test_a_seat_takes_its_points_back_below_those_of_others() -> None:
    ben = Sitting()
    ben.act("points", points=5, score=0, source="dragon")
    ben.evening = add_points(ben.evening, [0], 7, "dragon").evening
    ben.undo()
    assert ben.evening.points == (Points(0, 7, "dragon", "combat.win.reward"),)


def test_points_that_somebody_took_off_the_slip_are_not_taken_twice() -> None:
    ben = Sitting()
    ben.act("points", points=5, score=0, source="dragon")
    ben.evening = msgspec.structs.replace(ben.evening, points=())
    step = ben.seat.newest("seat")
    assert step is not None
    assert ben.refused("undo", of=step.version) == "undo-changed"


@pytest.mark.rule("final.trigger")
def test_thirty_points_of_a_seat_bring_the_marker_and_their_undo_takes_it() -> None:
    ben = Sitting()
    ben.act("points", points=15, score=0, source="dragon")
    ben.act("points", points=15, score=15, source="dragon")
    assert ben.evening.marker == 1
    ben.undo()
    assert (ben.evening.marker, ben.evening.score(1)) == (None, 15)


def test_what_the_evening_forbids_a_seat_may_not_either() -> None:
    with pytest.raises(Illegal):
        Sitting().act("points", points=6, score=0, source="dragon")
    with pytest.raises(Illegal):
        Sitting(coop(3)).act("points", points=1, score=0)
    with pytest.raises(Illegal):
        Sitting().act("life", by=-1, left=2)


@pytest.mark.rule("coop.lives.second-loss-defeat")
def test_the_last_life_asks_once() -> None:
    ben = Sitting(coop(3))
    ben.act("life", by=-1, left=2)
    assert ben.evening.lives(1) == 1
    assert ben.refused("life", by=-1, left=2) == "late-lives"  # the host's tap and the phone's are one loss
    assert ben.refused("life", by=-1, left=1) == "last-life"
    ben.act("life", by=-1, left=1, sure=True)
    assert (ben.evening.result, ben.evening.lives(1)) == ("lost", 0)
    ben.undo()
    assert (ben.evening.result, ben.evening.lives(1)) == ("", 1)
    ben.act("life", by=1, left=1)
    assert ben.evening.lives(1) == 2
    with pytest.raises(Illegal):
        ben.act("life", by=1, left=2)


def test_what_another_hand_changed_is_looked_at_first() -> None:
    ben = Sitting()
    ben.paint([[1, 1]])
    seen = ben.version
    ben.paint([[2, 1]], "M", hand="host")
    assert ben.refused("unlock", on=True, seen=seen) == "late-host"
    seen = ben.version
    ben.act("unlock", on=True)
    assert ben.refused("clear", kind="weapon", hand="host", seen=seen) == "late-seat"
    seen = ben.version
    ben.act("clear", kind="weapon", hand="host")
    ben.seat = msgspec.structs.replace(ben.seat, steps=())
    assert ben.refused("unlock", on=False, seen=seen) == "late-host-unsaid"


def test_what_was_under_way_for_long_is_not_done_after_what_came_later() -> None:
    ben = Sitting()
    seen = ben.version
    ben.act("out", on=True)
    ben.act("out", on=False)
    for act in (
        {"act": "out", "on": True},
        {"act": "points", "points": 1, "score": 0},
        {"act": "undo", "of": 0},
    ):
        assert ben.refused(**act, seen=seen) == "late-own"  # type: ignore[arg-type]


def test_undo_is_by_seat_and_the_host_takes_back_the_newest_of_all() -> None:
    ben = Sitting()
    ben.paint([[1, 1]])
    ben.act("unlock", on=True, hand="host")
    ben.paint([[2, 1]], "M")
    ben.undo()
    assert (ben.seat.board.weapon, ben.label) == ("W....:...", "taken back: metal at row 1, column 2")
    ben.undo()  # not the host's, which lies above
    assert (ben.seat.board.weapon, ben.seat.board.is_unlocked) == ("", True)
    assert ben.refused("undo", of=0) == "nothing-to-undo"
    ben.paint([[3, 1]])
    ben.undo("host")
    ben.undo("host")
    assert ben.seat.board == SeatBoard()


def test_undo_takes_back_what_its_button_named_and_nothing_that_was_changed_since() -> None:
    ben = Sitting()
    ben.paint([[1, 1]])
    first = ben.version
    ben.paint([[2, 1]])
    assert ben.refused("undo", of=first) == "undo-other"
    ben.paint([[2, 1]], "T", hand="host")
    assert ben.refused("undo", of=ben.version - 1) == "undo-changed"


def test_only_the_last_steps_are_kept_and_writing_is_bounded() -> None:
    ben = Sitting()
    for number in range(MOST_STEPS + 3):
        ben.act("out", on=number % 2 == 0)
    assert len(ben.seat.steps) == MOST_STEPS
    for _ in range(MOST_STEPS):
        ben.undo()
    assert ben.refused("undo", of=0) == "nothing-to-undo"
    ben.seat = msgspec.structs.replace(ben.seat, writes=MOST_WRITES)
    assert ben.refused("out", on=True) == "full"


def test_a_seat_is_read_as_it_was_written_and_a_spoilt_one_is_refused() -> None:
    ben = Sitting()
    for row in range(1, 6):
        for column in range(1, 9):
            ben.paint([[column, row]], "M")
    ben.act("blueprint", kind="helmet", state="owned")
    ben.act("points", points=1, score=0, source="gear")
    part = write_seat(ben.seat)
    assert read_seat(part) == ben.seat and len(part) < MAX_PART // 3
    assert read_seat(None) == read_seat(b"") == Seat()
    bad_board = part.replace(b'"owned"', b'"stolen"')
    for spoilt in (b"[", b"{}{}", b"\xff", b"[" * 30_000, part[:-1], bad_board, b" " * MAX_PART + b"{}"):
        with pytest.raises(ValueError, match=r"."):
            read_seat(spoilt)


def playing(hero: str) -> Evening:
    """Three of whom the second plays this character."""
    heroes = ("tomoe", hero, "daisuke")
    people = tuple(Person(one.name, "", board) for one, board in zip(table(3).people, heroes, strict=True))
    return msgspec.structs.replace(table(3), people=people)


@pytest.mark.rule("char.masako.weapon-grid")
def test_gear_that_another_character_cannot_hold_is_left_out() -> None:
    ben = Sitting(playing("masako"))
    ben.paint([[10, 5]], "M")
    ben.paint([[1, 1]], "W", kind="helmet")
    before = ben.seat.board
    ben.evening = playing("yoshihiro")
    at = At(ben.evening, 1, ben.seat, "seat", 99)
    gear = at.seat.board.gear(at.limits)
    assert (at.seat.board, bool(gear.weapon), bool(gear.helmet)) == (before, False, True)


@pytest.mark.parametrize(
    "request_",
    [
        {"seat": 6, "seen": 1, "id": "abcdefgh", "do": {"act": "out", "on": True}},
        {"seat": -2, "seen": 1, "id": "abcdefgh", "do": {"act": "out", "on": True}},
        {"seat": 1, "seen": -1, "id": "abcdefgh", "do": {"act": "out", "on": True}},
        {"seat": 1, "seen": 1, "id": "short", "do": {"act": "out", "on": True}},
        {"seat": 1, "seen": 1, "id": "abcdefgh'", "do": {"act": "out", "on": True}},
        {"seat": 1, "seen": 1, "id": "abcdefgh", "do": {"act": "out", "on": 1}},
        {"seat": 1, "seen": 1, "id": "abcdefgh", "do": {"act": "out", "on": True, "more": 1}},
        {"seat": 1, "seen": 1, "id": "abcdefgh", "do": {"act": "burn"}},
        {"seat": 1, "seen": 1, "id": "abcdefgh", "do": {"act": "undo", "of": -1}},
        {"seat": 1, "seen": 1, "id": "abcdefgh", "do": {"act": "points", "points": 501, "score": 0}},
        {
            "seat": 1,
            "seen": 1,
            "id": "abcdefgh",
            "do": {"act": "paint", "kind": "weapon", "material": "G", "cells": [[1, 1]]},
        },
        {
            "seat": 1,
            "seen": 1,
            "id": "abcdefgh",
            "do": {"act": "paint", "kind": "weapon", "material": "W", "cells": [[11, 1]]},
        },
        {
            "seat": 1,
            "seen": 1,
            "id": "abcdefgh",
            "do": {"act": "paint", "kind": "weapon", "material": "W", "cells": [[1, 1]] * 61},
        },
    ],
)
def test_a_request_that_no_page_sends_is_not_read(request_: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(request_), type=Asked)


@pytest.mark.rule("end.leftovers")
def test_what_is_left_over_is_entered_by_its_owner_and_taken_back() -> None:
    ben = Sitting(over())
    assert ben.act("left", item="blueprint", count=2, was=0) is not None
    assert ben.act("left", item="monk", count=1, was=0) is not None
    assert ben.evening.score(1) == 2 * 3 + 1  # end.leftovers: 3 a blueprint with magic gear, 1 a monk
    assert ben.refused("left", item="monk", count=2, was=0) == "late-left"  # another one entered it meanwhile
    assert ben.act("left", item="monk", count=1, was=1) is None
    assert ben.undo() is not None
    assert ben.evening.score(1) == 6
    ben.evening = set_leftover(ben.evening, 1, "blueprint", 3).evening  # the page of the evening
    newest = ben.seat.newest("seat")
    assert newest is not None
    assert ben.refused("undo", of=newest.version) == "undo-changed"
    assert read_seat(write_seat(ben.seat)) == ben.seat


@pytest.mark.rule("end.leftovers.not-escaped")
def test_nothing_is_left_over_before_the_end_and_outside_the_big_palace() -> None:
    early = Sitting()
    with pytest.raises(Illegal) as caught:
        early.act("left", item="tooth", count=1, was=0)
    assert caught.value.refusals[0].rule == "end.leftovers"
    stayed = Sitting(over())
    stayed.evening = msgspec.structs.replace(stayed.evening, escapes=())
    with pytest.raises(Illegal) as caught:
        stayed.act("left", item="tooth", count=1, was=0)
    assert caught.value.refusals[0].rule == "end.leftovers.not-escaped"
