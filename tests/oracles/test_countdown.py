"""Trigger, countdown and escape, by the ledger's examples."""

from __future__ import annotations

import pytest

from tests.oracles.countdown import HOUSE_TRACK, advance, begin_turn, end_turn, marker_after, way_out
from tests.oracles.scene import player, scene

EXIT = {"II-1": "......X"}


def test_track():
    """final.track.length: eight advances, five numbers, rope, blank and end."""
    assert sorted(map(str, HOUSE_TRACK)) == ["1", "2", "3", "4", "5", "blank", "end", "rope"]
    assert HOUSE_TRACK[-1] == "end"


@pytest.mark.parametrize(
    ("marker", "points", "active", "after"),
    [
        (None, [29, 12], 0, None),  # final.trigger: 29 does not start it
        (None, [30, 12], 0, 0),  # final.trigger
        (None, [12, 31], 0, 1),  # final.advance.foreign-turn: a joiner in A's turn
        (0, [34, 30], 1, 0),  # final.trigger.once: the marker stays
        (None, [35, 32], 0, 0),  # final.trigger.simultaneous: active A 28 and joiner B 25, both +7
        (None, [32, 5, 35], 1, 2),  # the same from the middle of the table
    ],
)
def test_trigger(marker, points, active, after):
    assert marker_after(marker, points, active) == after


def test_own_turn_counts_already():
    """final.advance.trigger-turn: A reaches 30 in the own turn: position 1 at its end."""
    position, event = end_turn(scene(player(vp=30), player(), marker=0), 0)
    assert (position["countdown"], event) == (1, HOUSE_TRACK[0])


def test_only_the_marked_player_advances():
    """final.marker, final.advance.foreign-turn: B marked in A's turn: B's next turn end is the first."""
    position, event = end_turn(scene(player(), player(vp=30), marker=1), 0)
    assert (position["countdown"], event) == (0, None)
    assert end_turn(position, 1)[0]["countdown"] == 1
    assert end_turn(scene(player()), 0)[1] is None


def test_eighth_turn_end_is_the_end():
    """final.track.length, final.event.end, final.event.blank"""
    position = scene(player(vp=30), player(), marker=0)
    events = []
    for turn in range(1, 9):
        assert not position["over"]
        before = position
        position, event = end_turn(position, 0)
        events.append(event)
        assert position["countdown"] == turn
        if event == "blank":
            assert position == {**before, "countdown": turn}
        position, none = end_turn(position, 1)
        assert none is None
    assert events == HOUSE_TRACK
    assert position["over"]
    assert end_turn(position, 0) == (position, None)


def test_rope_event():
    """final.event.rope"""
    position, event = advance(scene(player(), marker=0, track=["rope", "end"]))
    assert event == "rope"
    assert position["rope"]


def test_escape_by_rope():
    """escape.rope, escape.order-recorded: A ends the own turn on the rope; then B."""
    position = scene(player(), player(), rope=True, marker=1)
    after, _ = end_turn(position, 0)
    assert after["players"][0] == player(None, palace="big", escaped=1)
    assert end_turn(after, 1)[0]["players"][1]["escaped"] == 2


def test_standing_there_when_the_rope_comes():
    """escape.rope.not-on-placement: rejected for both; B's turn follows and ends there: escape."""
    position = scene(player(), player(), player(conscious=False), marker=0, track=["rope", "end"])
    after, event = end_turn(position, 0)
    assert event == "rope"
    assert [one["palace"] for one in after["players"]] == [None, None, None]
    assert end_turn(after, 1)[0]["players"][1]["palace"] == "big"
    german, _ = end_turn(position, 0, rope_escape="on-placement")
    assert [one["escaped"] for one in german["players"]] == [1, 2, None]


def test_secret_exit():
    """escape.secret: the exit space, or in 000 its tile; escape.secret.final-only."""
    on = scene(player("II-1.6"), player(), tiles=EXIT, marker=1)
    beside = scene(player("II-1.5"), player(), tiles=EXIT, marker=1)
    assert way_out(on, 0) == "small"
    assert way_out(beside, 0) is None
    assert way_out(beside, 0, secret_exit="tile") == "small"
    early = {**on, "marker": None}
    assert way_out(early, 0) is None
    assert way_out(early, 0, secret_exit_when="always") == "small"


def test_unconscious_does_not_escape():
    """escape.conscious: it may at the end of its next turn; turn.wake-up."""
    position = scene(player(conscious=False), rope=True, marker=0)
    assert way_out(position, 0) is None
    assert way_out(begin_turn(position, 0), 0) == "big"


def test_escape_is_automatic():
    """escape.mandatory: decline is not offered; 001 says may."""
    position = scene(player(), rope=True, marker=0)
    assert end_turn(position, 0, wants_to_leave=False)[0]["players"][0]["palace"] == "big"
    stays, _ = end_turn(position, 0, wants_to_leave=False, escape="optional")
    assert stays["players"][0]["palace"] is None


def test_escaped_and_marked_still_counts_down():
    """escape.no-actions: A escaped and marked: A's turn ends, the countdown advances."""
    position = scene(player(None, palace="small", escaped=1), player(), marker=0)
    assert end_turn(position, 0)[0]["countdown"] == 1


def test_escape_comes_before_the_event():
    """escape.rope, final.advance: the last turn's end still leads out, then the game is over."""
    position = scene(player(), rope=True, marker=0, countdown=7)
    after, event = end_turn(position, 0)
    assert (after["players"][0]["palace"], event, after["over"]) == ("big", "end", True)


def test_plain_ground_leads_nowhere():
    position = scene(player("temple-1"), rope=True, marker=0)
    assert way_out(position, 0) is None
    assert way_out(scene(player(), marker=0), 0) is None
