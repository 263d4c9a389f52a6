"""What an evening says: each sentence at its moment, with the rule's own numbers."""

from __future__ import annotations

import pytest

from fujikoro_nb.helper.evening.changes import (
    add_points,
    correct,
    move_countdown,
    new_evening,
    next_turn,
    set_turn,
)
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.leaving import beat_foe, finish, leave, lose_life
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import are_all_out, standing, what_next
from fujikoro_nb.helper.said import Said
from tests.helper.evenings import chapter, coop, table, turns


def keys(said: tuple[Said, ...]) -> list[str]:
    return [one.key.removeprefix("evening.") for one in said]


def told(said: tuple[Said, ...], key: str) -> str:
    return next(one.said() for one in said if one.key == f"evening.{key}")


# ---- against each other


@pytest.mark.rule("final.trigger", "final.marker")
def test_before_the_final_chapter() -> None:
    told_now = what_next(add_points(table(2), [1], 7, "dragon").evening)
    assert keys(told_now.clock) == ["clock-waits"]
    assert "30 points" in told_now.clock[0].said()
    assert told_now.end[0].said() == "Bo is nearest to the Final Chapter: 23 points are missing."
    assert told_now.reminders == ()


@pytest.mark.rule("final.advance.trigger-turn", "final.advance.foreign-turn", "final.advance")
def test_who_moves_the_countdown_and_when() -> None:
    own, foreign = what_next(chapter(marker=0)), what_next(chapter(marker=2))
    assert keys(own.clock) == ["clock-first-turn", "effect-lava"]
    assert "Aiko moves the countdown to space 1 of 8" in own.clock[0].said()
    assert keys(foreign.clock)[0] == "clock-other-turn"
    assert foreign.clock[0].rules == ("final.advance.foreign-turn",)
    later = turns(chapter(marker=0), 3)[-1]
    assert told(what_next(later).clock, "clock-this-turn").endswith("to space 2 of 8.")


@pytest.mark.rule("final.event.lava", "final.event.rope", "final.event.blank", "final.event.end")
def test_what_the_next_space_brings() -> None:
    """On the house track: lava 1, 2, 3, rope, lava 4, 5, nothing, end."""
    evening, seen = chapter(marker=0), []
    for _ in range(8):
        effect = what_next(evening).clock[1]
        seen.append((effect.key.removeprefix("evening.effect-"), dict(effect.data).get("number", 0)))
        evening = move_countdown(evening, 1).evening
    assert seen == [
        ("lava", 1),
        ("lava", 2),
        ("lava", 3),
        ("rope", 0),
        ("lava", 4),
        ("lava", 5),
        ("blank", 0),
        ("end", 0),
    ]


@pytest.mark.rule("final.track.length")
def test_a_space_that_nobody_has_told_is_asked_for() -> None:
    evening = chapter(marker=0, track=())
    assert keys(what_next(evening).clock)[1] == "effect-unknown"
    for _ in range(7):
        evening = move_countdown(evening, 1).evening
    assert keys(what_next(evening).clock)[1] == "effect-end"


@pytest.mark.rule("final.event.end", "final.track.length")
@pytest.mark.parametrize(("marker", "left"), [(0, [8, 7, 7]), (1, [8, 8, 7]), (2, [8, 8, 8])])
def test_own_turns_left(marker: int, left: list[int]) -> None:
    """In the first one's turn. The marked player has eight turns; whoever sits after has one less."""
    evening = chapter(marker=marker)
    assert [evening.turns_left(seat) for seat in range(3)] == left
    played = [0, 0, 0]
    while evening.phase != "over":
        played[evening.seat] += 1
        evening = next_turn(evening).evening
    assert played == left
    sentence = told(what_next(chapter(marker=marker)).end, "end-turns")
    assert f"Aiko {left[0]}, Bo {left[1]}, Cleo {left[2]}" in sentence


@pytest.mark.rule("final.eruption.damage", "escape.rope.not-on-placement", "escape.rope")
def test_reminders_of_lava_and_rope() -> None:
    evening = chapter(marker=0)
    assert "stands on a 1" in told(what_next(evening).reminders, "remind-lava")
    assert "suffers 5" in told(what_next(evening).reminders, "remind-lava")
    assert keys(what_next(next_turn(evening).evening).reminders) == []
    rope = turns(evening, 9)[-1]
    assert keys(what_next(rope).reminders) == ["remind-rope"]
    other = decide(rope, "escape.rope.not-on-placement", "on-placement").evening
    assert keys(what_next(other).reminders) == ["remind-rope-now"]
    assert "end-rope" not in keys(what_next(rope).end)
    assert "end-rope" in keys(what_next(next_turn(rope).evening).end)


@pytest.mark.rule("bonus.one-per-turn")
def test_reminder_of_the_shogun() -> None:
    out = leave(chapter(marker=0), 0, "small").evening
    assert "remind-claim" in keys(what_next(out).reminders)
    assert "remind-claim" not in keys(what_next(add_points(out, [0], 5, "escape").evening).reminders)
    assert "remind-claim" not in keys(what_next(next_turn(out).evening).reminders)


@pytest.mark.rule("final.event.end")
def test_reminder_of_the_last_turn() -> None:
    """The last round before the marked player's eighth turn end: the others have had their last turn before it."""
    evening = chapter(marker=0)
    seen = {}
    while evening.phase != "over":
        if "remind-last-turn" in keys(what_next(evening).reminders):
            seen[evening.name(evening.seat)] = evening.round
        evening = next_turn(evening).evening
    assert seen == {"Aiko": 8, "Bo": 7, "Cleo": 7}


# ---- the standing and the end


def over(scores: tuple[int, ...], *escapes: tuple[int, str], reading: str = "") -> Evening:
    """The first one has the marker, the rope hangs, those leave in this order, and the end comes."""
    evening = turns(chapter(marker=0), 10)[-1]
    if reading:
        evening = decide(evening, "end.tie", reading).evening
    for seat, palace in escapes:
        evening = leave(evening, seat, palace).evening
    evening = turns(evening, 12)[-1]
    for seat, score in enumerate(scores):
        by = score - evening.score(seat)
        evening = correct(evening, seat, by).evening if by else evening
    return evening


@pytest.mark.rule("end.winner")
def test_most_points_win_without_escaping() -> None:
    evening = over((41, 40, 3), (1, "small"))
    first = standing(evening)[0]
    assert (first.seat, first.points, first.rule) == (0, 41, "end.winner")
    assert told(what_next(evening).end, "over-wins") == "Aiko wins with 41 points."


@pytest.mark.rule("end.tie")
def test_among_equals_who_left_first_wins() -> None:
    evening = over((40, 40, 40), (1, "small"), (0, "small"))
    assert [(line.place, line.seat, line.escape) for line in standing(evening)] == [
        (1, 1, 1),
        (2, 0, 2),
        (3, 2, 0),
    ]
    assert "Bo wins with 40 points" in told(what_next(evening).end, "over-tie")
    shared = over((40, 40, 40), (1, "small"), (0, "small"), reading="escaped")
    assert [(line.place, line.seat) for line in standing(shared)] == [(1, 0), (1, 1), (3, 2)]


@pytest.mark.rule("end.tie.none-escaped")
def test_a_tie_inside_is_shared() -> None:
    evening = over((35, 35, 2))
    assert [(line.place, line.seat) for line in standing(evening)] == [(1, 0), (1, 1), (3, 2)]
    assert "Aiko, Bo share the victory with 35 points" in told(what_next(evening).end, "over-shared")


@pytest.mark.rule("end.leftovers")
def test_leftovers_are_asked_for_once() -> None:
    evening = over((40, 30, 20), (0, "big"), (1, "small"))
    sentence = told(what_next(evening).end, "over-leftovers")
    assert (
        "for Aiko:" in sentence
        and "3 points for each blueprint" in sentence
        and "1 for each monk" in sentence
    )
    scored = add_points(evening, [0], 3, "leftover").evening
    assert "over-leftovers" not in keys(what_next(scored).end)


def test_points_by_source() -> None:
    evening = add_points(table(2), [0], 2, "exploration").evening
    evening = add_points(add_points(evening, [0], 7, "dragon").evening, [0], 1, "exploration").evening
    assert standing(evening)[0].by_source == (("exploration", 3), ("dragon", 7))


# ---- together


@pytest.mark.rule(
    "coop.rounds.start-of-round-order", "coop.rounds.limit", "coop.rounds.no-advance-before-first"
)
def test_normal_rounds_together() -> None:
    """Twenty spaces before the eruption; the start of round two leaves nineteen."""
    said = what_next(coop(2))
    assert keys(said.clock) == ["clock-round", "effect-round"]
    assert (
        said.clock[0]
        .said()
        .startswith("At the start of round 2, before the first turn, Aiko moves the countdown")
    )
    assert "19 spaces before the eruption" in said.clock[1].said()
    assert "28 rounds are left" in told(said.end, "end-rounds")


@pytest.mark.rule("coop.rounds.start-of-round-order")
def test_the_steps_of_a_round_are_reminded_at_its_end() -> None:
    evening = coop(2)
    assert keys(what_next(evening).reminders) == []
    assert keys(what_next(next_turn(evening).evening).reminders) == ["remind-round"]
    alone = leave(beat_foe(evening).evening, 1, "exit").evening
    assert keys(what_next(alone).reminders) == ["remind-round"]


@pytest.mark.rule("coop.final.trigger", "coop.final.eight-rounds", "coop.final.lava-events")
def test_the_eruption_together() -> None:
    evening = coop(2)
    while evening.round < 20:
        evening = next_turn(evening).evening
    assert keys(what_next(evening).clock) == [
        "clock-round",
        "effect-eruption",
        "effect-final-round",
        "effect-unknown",
    ]
    assert told(what_next(evening).clock, "effect-final-round") == "With it begins final round 1 of 8."
    evening = turns(evening, 2)[-1]
    assert told(what_next(evening).clock, "effect-final-round") == "With it begins final round 2 of 8."
    assert "8 rounds are left" in told(what_next(evening).end, "end-rounds")
    while evening.round < 28:
        evening = next_turn(evening).evening
    assert keys(what_next(evening).clock) == ["clock-last-round"]
    assert "1 round is left" in told(what_next(evening).end, "end-rounds")
    assert keys(what_next(next_turn(evening).evening).reminders) == []


@pytest.mark.rule(
    "coop.goal.escape-after-legendary",
    "coop.goal.everyone-escaped",
    "coop.goal.collective-set",
    "solo.goal.full-set-alone",
    "coop.lives.second-loss-defeat",
)
def test_goals_together() -> None:
    evening = lose_life(coop(2), 1).evening
    assert keys(what_next(evening).end) == ["end-rounds", "end-legendary", "end-lives"]
    evening = leave(beat_foe(evening).evening, 0, "exit").evening
    assert told(what_next(evening).end, "end-exit") == "The exit is open. Still on the mountain: Bo."
    out = leave(evening, 1, "exit").evening
    assert what_next(out).end[1].rules[0] == "coop.goal.collective-set"
    assert keys(what_next(out).end) == ["end-rounds", "end-gear"]  # lives that nobody can lose are not told
    assert keys(what_next(next_turn(evening).evening).reminders) == ["remind-round"]
    assert keys(what_next(out).reminders) == keys(what_next(out).clock) == []
    assert (are_all_out(evening), are_all_out(out)) == (False, True)
    alone = new_evening(coop(1).people, mode="solo")
    alone = leave(beat_foe(alone).evening, 0, "exit").evening
    assert what_next(alone).end[1].rules[0] == "solo.goal.full-set-alone"
    assert keys(what_next(finish(out, "won").evening).end) == ["over-won"]
    assert keys(what_next(finish(out, "lost").evening).end) == ["over-lost"]


@pytest.mark.rule("coop.goal.everyone-escaped")
def test_who_is_out_has_no_turns_left() -> None:
    evening = leave(beat_foe(coop(2)).evening, 0, "exit").evening
    assert (evening.turns_left(0), evening.turns_left(1)) == (0, 28)
    assert next_turn(next_turn(coop(2)).evening).evening.turns_left(0) == 27
    assert next_turn(coop(2)).evening.turns_left(0) == 27


# ---- mistakes, and what they leave behind


@pytest.mark.rule("final.advance.trigger-turn", "final.advance.foreign-turn")
def test_why_the_first_turn_end_counts() -> None:
    """In whose turn the points came is kept: B's in A's turn count from B's own next turn on, which is a later one."""
    assert what_next(chapter(marker=0)).clock[0].rules == ("final.advance.trigger-turn",)
    own = turns(chapter(marker=1), 1)[-1]
    assert (own.seat, own.countdown) == (1, 0)
    said = what_next(own).clock[0]
    assert (keys((said,)), said.rules) == (["clock-this-turn"], ("final.advance.foreign-turn",))
    assert "counts already" not in said.said()
    back = move_countdown(turns(chapter(marker=0), 3)[-1], -1).evening
    assert (back.seat, back.countdown) == (0, 0)
    assert what_next(back).clock[0].rules == ("final.advance",)


@pytest.mark.rule("final.trigger")
def test_a_marker_without_enough_points_is_told_once_the_countdown_has_moved() -> None:
    """15 + 15 by mistake: until the countdown moves a correction is enough, then the table is told what to do."""
    moved = correct(turns(chapter(marker=0), 1)[-1], 0, -15).evening
    assert (moved.marker, moved.countdown) == (0, 1)
    sentence = told(what_next(moved).end, "end-too-few")
    assert "Aiko has the marker with 15 points, and it takes 30" in sentence
    assert "end-too-few" not in keys(what_next(chapter(marker=0)).end)
    assert keys(what_next(move_countdown(moved, -1).evening).clock) == ["clock-waits"]


@pytest.mark.rule("end.leftovers")
def test_whoever_has_nothing_left_is_asked_no_more() -> None:
    """Unclaimed items score at their lowest value: none of them, no points."""
    evening = over((40, 35, 20), (0, "big"), (1, "big"))
    assert "for Aiko, Bo:" in told(what_next(evening).end, "over-leftovers")
    changed = add_points(evening, [0], 0, "leftover")
    assert changed.label.said() == "nothing left over for Aiko"
    assert (changed.evening.score(0), standing(changed.evening)[0].by_source[-1][0]) == (40, "correction")
    assert "for Bo:" in told(what_next(changed.evening).end, "over-leftovers")
    both = add_points(changed.evening, [1], 3, "leftover").evening
    assert "over-leftovers" not in keys(what_next(both).end)


@pytest.mark.rule("coop.rounds.start-of-round-order", "coop.rounds.first-player-escaped")
def test_the_first_player_moves_the_countdown_before_the_next_round() -> None:
    """Also where round or countdown were set by hand; who has left moves nothing."""
    evening = set_turn(turns(coop(3), 6)[-1], seat=0, number=4).evening
    assert (evening.round, evening.countdown) == (4, 2)
    assert told(what_next(evening).clock, "clock-round").startswith(
        "At the start of round 5, before the first"
    )
    moved = move_countdown(evening, 1).evening
    assert "round 5" in told(what_next(moved).clock, "clock-round")
    out = leave(beat_foe(moved).evening, 0, "exit").evening
    assert "Bo moves the countdown" in told(what_next(out).clock, "clock-round")
