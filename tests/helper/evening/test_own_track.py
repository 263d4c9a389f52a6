"""The countdown of an evening, where its owner has typed what stands on the board."""

from __future__ import annotations

import pytest

from fujikoro_nb.content import empty_pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.helper.evening.changes import new_evening, tell_space
from fujikoro_nb.helper.evening.own_track import with_own_track
from fujikoro_nb.helper.evening.record import Person
from tests.support.boxes import HEAD, own_box

TWO = (Person("Ann", "red"), Person("Bo", "blue"))


@pytest.mark.rule("final.track.length", "coop.final.lava-events")
def test_what_the_owner_typed_need_not_be_told_again() -> None:
    assert with_own_track(new_evening(TWO), own_box()).track == (
        "lava-1", "lava-2", "lava-3", "rope", "lava-4", "lava-5", "blank", "end",
    )  # fmt: skip
    assert with_own_track(new_evening(TWO, mode="coop"), own_box()).track == (
        "lava-1", "lava-2", "lava-3", "lava-4", "lava-5", "blank", "blank", "blank",
    )  # fmt: skip


def test_without_a_box_the_spaces_are_unknown() -> None:
    evening = new_evening(TWO)
    assert with_own_track(evening, empty_pack("owner", "owner")) == evening


def test_what_somebody_told_at_the_table_stays() -> None:
    evening = tell_space(new_evening(TWO), 1, "rope").evening
    assert with_own_track(evening, own_box()) == evening


def test_lava_that_stands_twice_is_left_to_the_table() -> None:
    pack = read_pack_text(f"{HEAD}board_numbers:\n  - of: coop-track\n    values: [1, 1, 2, 3, 4, 5, 0, 0]\n")
    evening = new_evening(TWO, mode="coop")
    assert with_own_track(evening, pack) == evening
