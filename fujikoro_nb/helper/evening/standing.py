"""What an `Evening` means: who stands where, what the countdown does next and who moves it, what ends the game."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import do_temples_wake
from fujikoro_nb.engine.fujikoro.rules.end import Rank, ranking
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import does_rope_wait
from fujikoro_nb.engine.fujikoro.rules.mountain.final import rule_of_advance
from fujikoro_nb.helper.evening.record import LIVES, Evening
from fujikoro_nb.helper.evening.track import BLANK, END, ROPE, SPACES, UNKNOWN
from fujikoro_nb.helper.said import Said, sentence


class Standing(msgspec.Struct, frozen=True):
    """One person's line. ``place`` begins at 1 and is shared by those whom no rule decides between."""

    place: int
    seat: int
    points: int
    by_source: tuple[tuple[str, int], ...]
    """Sums by source, in the order in which they first came."""
    rule: str
    palace: str
    escape: int
    """1 for the first who left the mountain; 0 for who has not."""


class Next(msgspec.Struct, frozen=True):
    """What the page says under the countdown: sentences, each with its rules."""

    clock: tuple[Said, ...]
    """What the countdown does next, when, and who moves it."""
    end: tuple[Said, ...]
    """What will bring the end, and how near it is."""
    reminders: tuple[Said, ...]
    """For the end of this turn or round, and only where they apply."""


# ---- the standing


def standing(evening: Evening) -> tuple[Standing, ...]:
    """Best first, as the engine ranks; in co-op and solo, where nobody has points, in turn order."""
    seats = range(len(evening.people))
    ranks = ranking(
        [evening.score(seat) for seat in seats],
        [_escape(evening, seat) for seat in seats],
        rulings=evening.rulings.switches,
    )
    return tuple(_standing(evening, rank) for rank in ranks)


def _standing(evening: Evening, rank: Rank) -> Standing:
    seat = int(rank.seat)
    sums: dict[str, int] = {}
    for line in evening.points:
        if line.seat == seat:
            sums[line.source] = sums.get(line.source, 0) + line.points
    by_source = tuple((source, points) for source, points in sums.items() if points)
    palace, escape = evening.palace(seat), _escape(evening, seat)
    return Standing(rank.place, seat, rank.score, by_source, rank.rule, palace, escape)


def _escape(evening: Evening, seat: int) -> int:
    return next((at for at, one in enumerate(evening.escapes, 1) if one.seat == seat), 0)


# ---- what comes next


def what_next(evening: Evening) -> Next:
    """The sentences of the page, the most important of each part first."""
    if evening.phase == "over":
        return Next((), _over(evening), ())
    note = () if evening.course.note is None else (evening.course.note,)
    if evening.has_points:
        temples = sentence("evening.end-temples", "scenario.2.competitive.knockout-temple")
        waking = (temples,) if wakes_in_temples(evening) else ()
        end = (*_turns_end(evening), *_weak(evening), *note, *waking)
        return Next(_turns_clock(evening), end, _turn_reminders(evening))
    return Next(_rounds_clock(evening), (*_rounds_end(evening), *note), _round_reminders(evening))


def wakes_in_temples(evening: Evening) -> bool:
    """Whether who is knocked out stands up at once, as this table has decided."""
    return do_temples_wake(evening.rulings.switches, is_told=evening.course.wakes_in_temples)


def next_effect(evening: Evening) -> Said:
    """What the next of the last eight spaces does, as far as the table has said what is printed on it."""
    what, space = evening.next_event, evening.steps_taken + 1
    if what == UNKNOWN:
        return sentence("evening.effect-unknown", "final.track.length", space=space)
    if what.startswith("lava"):
        rule = "final.event.lava" if evening.has_points else "coop.final.lava-events"
        return sentence("evening.effect-lava", rule, number=int(what[-1]))
    if not evening.is_final and what in (ROPE, END):
        return sentence(f"evening.effect-no-{what}", "scenario.3.competitive.lava-phase-trigger")
    rules = {ROPE: "final.event.rope", BLANK: "final.event.blank", END: "final.event.end"}
    return sentence(f"evening.effect-{what}", rules[what])


def _turns_clock(evening: Evening) -> tuple[Said, ...]:
    if evening.driver is None:
        if evening.marker is None and not evening.is_final:
            rule = "scenario.3.competitive.lava-phase-trigger"
            return (sentence("evening.clock-waits-lava", rule, "final.marker", max=evening.points_wanted),)
        wanted, rule = evening.course.final_points, evening.course.trigger_rule
        return (sentence("evening.clock-waits", rule, "final.marker", max=wanted),)
    name = evening.name(evening.driver)
    space = evening.countdown + 1
    rule = _clock_rule(evening)
    if rule == "final.advance.trigger-turn":
        key = "evening.clock-first-turn"
    else:
        key = "evening.clock-this-turn" if evening.driver == evening.seat else "evening.clock-other-turn"
    return (sentence(key, rule, name=name, space=space, max=SPACES), next_effect(evening))


def _clock_rule(evening: Evening) -> str:
    """Why the marked player's turn end moves the countdown; the first time it matters in whose turn the points came."""
    assert evening.marker is not None, "asked while somebody drives the countdown"
    came = None if evening.countdown else evening.marked_in
    return rule_of_advance(evening.marker, evening.seat, round_of_play=evening.round, came_in=came)


def _turns_end(evening: Evening) -> tuple[Said, ...]:
    if evening.phase != "final":
        return _turns_start(evening)
    left = ", ".join(
        f"{evening.name(seat)} {evening.turns_left(seat)}" for seat in range(len(evening.people))
    )
    said = [sentence("evening.end-turns", "final.track.length", "final.event.end", left=left)]
    wanted = evening.course.final_points
    if evening.driver is not None and evening.driver not in evening.reached(wanted):
        name, points = evening.name(evening.driver), evening.score(evening.driver)
        rule = evening.course.trigger_rule
        said.append(sentence("evening.end-too-few", rule, name=name, points=points, max=wanted))
    if evening.has_come(ROPE):
        said.append(evening.course.rope)
    if (wanted := evening.course.goal_points) and evening.on_the_mountain:
        missing = wanted - evening.score(0)
        key = "evening.end-goal" if missing > 0 else "evening.end-goal-reached"
        said.append(sentence(key, "scenario.8.solo.goal-fifty", n=missing, max=wanted))
    return tuple(said)


def _turns_start(evening: Evening) -> tuple[Said, ...]:
    """How near the next countdown is."""
    best = standing(evening)[0]
    if best.points <= 0:
        return ()
    is_lava = evening.marker is None and not evening.is_final
    key = "evening.end-points-lava" if is_lava else "evening.end-points"
    rule = "scenario.3.competitive.lava-phase-trigger" if is_lava else evening.course.trigger_rule
    missing = (evening.points_wanted if is_lava else evening.course.final_points) - best.points
    return (sentence(key, rule, name=evening.name(best.seat), n=missing),)


def _turn_reminders(evening: Evening) -> tuple[Said, ...]:
    said, seat, name = [], evening.seat, evening.name(evening.seat)
    is_marked, is_over_soon = evening.driver == seat, evening.phase == "final"
    if evening.palace(seat) and not _has_claimed(evening, seat):
        said.append(sentence("evening.remind-claim", "bonus.one-per-turn", name=name))
    if is_marked and evening.next_event.startswith("lava"):
        number = int(evening.next_event[-1])
        said.append(sentence("evening.remind-lava", "final.eruption.damage", number=number))
    if is_marked and is_over_soon and evening.next_event == ROPE:
        is_own = does_rope_wait(evening.rulings.switches)
        key = "evening.remind-rope" if is_own else "evening.remind-rope-now"
        said.append(sentence(key, "escape.rope.not-on-placement"))
    if evening.turns_left(seat) == 1:
        said.append(sentence("evening.remind-last-turn", "final.event.end", name=name))
    is_end = is_marked and is_over_soon and evening.countdown == SPACES - 1
    if evening.course.round_end is not None and seat == len(evening.people) - 1 and not is_end:
        said.append(evening.course.round_end)
    return tuple(said)


def _has_claimed(evening: Evening, seat: int) -> bool:
    return any((one.seat, one.round, one.source) == (seat, evening.round, "escape") for one in evening.points)


def _rounds_clock(evening: Evening) -> tuple[Said, ...]:
    if are_all_out(evening):
        return ()
    if evening.countdown >= evening.last_space:
        return (sentence("evening.clock-last-round", "coop.final.eight-rounds", max=SPACES),)
    first = evening.name((*evening.on_the_mountain, 0)[0])
    upcoming, rule = evening.round + 1, "coop.rounds.start-of-round-order"
    if evening.is_set_back_next:
        back, to_go = "scenario.3.coop.second-countdown", evening.stretches[-1]
        return (sentence("evening.clock-back", rule, back, round=upcoming, name=first, n=to_go),)
    when = sentence("evening.clock-round", rule, round=upcoming, name=first)
    to_go = evening.normal_rounds - evening.rounds_done - 1
    if to_go > 0:
        return (when, sentence("evening.effect-round", evening.course.rounds_rule, n=to_go))
    if evening.is_final:
        final = sentence("evening.effect-final-round", "coop.final.eight-rounds", n=evening.steps_taken + 1)
    else:
        lava = "scenario.3.coop.lava-phase"
        final = sentence("evening.effect-lava-round", lava, n=evening.steps_taken + 1)
    opening = (sentence("evening.effect-eruption", "coop.final.trigger"),) * (evening.phase == "normal")
    return (when, *opening, final, next_effect(evening))


def _rounds_end(evening: Evening) -> tuple[Said, ...]:
    left, course = evening.rounds_left, evening.course
    said = [sentence("evening.end-rounds", course.rounds_rule, "coop.final.eight-rounds", n=left)]
    if course.to_beat is not None and not evening.is_foe_beaten:
        said.append(course.to_beat)
    elif evening.on_the_mountain:
        names = ", ".join(map(evening.name, evening.on_the_mountain))
        said.append(sentence("evening.end-exit", "coop.goal.everyone-escaped", names=names))
    elif course.all_out is not None:
        said.append(course.all_out)
    return (*said, *_weak(evening))


def are_all_out(evening: Evening) -> bool:
    """Whether nobody of a group has a turn any more: they say that they have won, or give up."""
    is_on = evening.phase != "over" and not evening.has_points
    return is_on and not evening.on_the_mountain and evening.course.all_out is not None


def _weak(evening: Evening) -> tuple[Said, ...]:
    """Whoever has left loses no life any more."""
    weak = [seat for seat in evening.on_the_mountain if evening.lives(seat) < LIVES]
    names = ", ".join(map(evening.name, weak))
    return (sentence("evening.end-lives", "coop.lives.second-loss-defeat", names=names),) * bool(weak)


def _round_reminders(evening: Evening) -> tuple[Said, ...]:
    """Only at the end of a round: what the next one begins with, in this order."""
    is_last_turn = not any(seat > evening.seat for seat in evening.on_the_mountain)
    if are_all_out(evening) or not is_last_turn or evening.countdown >= evening.last_space:
        return ()
    return (sentence("evening.remind-round", "coop.rounds.start-of-round-order"),)


def told_of(evening: Evening, result: str) -> str:
    """The word for a result in names of texts: nobody who plays alone has won together."""
    return f"{result}-alone" if result == "won" and len(evening.people) == 1 else result


def _over(evening: Evening) -> tuple[Said, ...]:
    if evening.result:
        rule = "coop.end.win-immediately" if evening.result == "won" else "coop.end.lose-conditions"
        return (sentence(f"evening.over-{told_of(evening, evening.result)}", rule),)
    return (*_due(evening), *(_alone(evening) if evening.course.goal_points else _winners(evening)))


def _alone(evening: Evening) -> tuple[Said, ...]:
    """scenario.8.solo.goal-fifty: enough points, and out by the rope."""
    points, wanted = evening.score(0), evening.course.goal_points
    rule = "scenario.8.solo.goal-fifty"
    if evening.palace(0) != "big":
        rules = (rule, "scenario.8.solo.secret-exit-insufficient")
        return (sentence("evening.over-no-rope", *rules, points=points),)
    key = "evening.over-enough" if points >= wanted else "evening.over-too-few"
    return (sentence(key, rule, points=points, max=wanted),)


def _winners(evening: Evening) -> tuple[Said, ...]:
    first = [line for line in standing(evening) if line.place == 1]
    names = ", ".join(evening.name(line.seat) for line in first)
    key = {
        "end.winner": "evening.over-wins",
        "end.tie": "evening.over-tie",
        "end.tie.none-escaped": "evening.over-shared",
    }[first[0].rule]
    return (sentence(key, first[0].rule, names=names, points=first[0].points),)


def _due(evening: Evening) -> tuple[Said, ...]:
    """What is still to be entered before the points are compared."""
    big = [one.seat for one in evening.escapes if one.palace == "big"]
    due = [seat for seat in big if not evening.has_counted_leftovers(seat)]
    names = ", ".join(map(evening.name, due))
    leftovers = (sentence("evening.over-leftovers", "end.leftovers", names=names),) * bool(due)
    unscored = () if evening.course.unscored is None else (evening.course.unscored,)
    return (*leftovers, *unscored)
