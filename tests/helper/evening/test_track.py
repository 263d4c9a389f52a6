"""The countdown's track of an evening is the printed one, whatever the house's own track of a group is."""

from __future__ import annotations

import runpy

import pytest
from msgspec.structs import replace

from fujikoro_nb.engine.fujikoro import modes
from fujikoro_nb.helper.evening import track


@pytest.mark.rule("final.track.length", "final.event.lava")
def test_a_groups_own_track_changes_nothing_for_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight spaces, of which the last is the end, and lava 1 to 5 among them."""
    clock = modes.COOP.rounds
    assert clock is not None
    short = replace(modes.COOP.said, rounds=replace(clock, final=clock.final[2:4]))
    monkeypatch.setattr(modes, "COOP", replace(modes.COOP, together=short))
    told = runpy.run_path(str(track.__file__))
    assert (told["SPACES"], told["TURNS_TRACK"]) == (8, ("",) * 7 + ("end",))
    assert told["LAVA"] == ("lava-1", "lava-2", "lava-3", "lava-4", "lava-5")
    own = ("lava-5", "lava-4", "rope", "lava-3", "blank", "lava-2", "lava-1", "end")
    assert told["fits"](own, has_points=True) and not told["fits"]((*own[:-1], "lava-6"), has_points=False)
