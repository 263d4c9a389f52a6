"""What an `Evening` means: who stands where, what the countdown does next and who moves it, what ends the game."""

from __future__ import annotations

import msgspec

from fujikoro_nb.helper.evening import BLANK, END, FINAL_POINTS, LIVES, ROPE, SPACES, UNKNOWN, Evening
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
    """Best first; in co-op and solo, where nobody has points, in turn order.

    end.winner, end.tie, end.tie.none-escaped: among those with the same points who left first, as far as the table's
    reading goes; whom no rule decides between share a place.
    """
    lines = [_standing(evening, seat) for seat in range(len(evening.people))]
    return tuple(sorted(lines, key=lambda line: (line.place, line.seat)))


def _standing(evening: Evening, seat: int) -> Standing:
    seats = range(len(evening.people))
    score, own = evening.score(seat), _among_tied(evening, seat)
    tied = [_among_tied(evening, other) for other in seats if evening.score(other) == score]
    place = 1 + sum(evening.score(other) > score for other in seats) + sum(other < own for other in tied)
    sums: dict[str, int] = {}
    for line in evening.points:
        if line.seat == seat:
            sums[line.source] = sums.get(line.source, 0) + line.points
    rule = "end.winner" if len(tied) == 1 else "end.tie" if tied.count(own) == 1 else "end.tie.none-escaped"
    by_source = tuple((source, points) for source, points in sums.items() if points)
    return Standing(place, seat, score, by_source, rule, evening.palace(seat), _escape(evening, seat))


def _escape(evening: Evening, seat: int) -> int:
    return next((at for at, one in enumerate(evening.escapes, 1) if one.seat == seat), 0)


def _among_tied(evening: Evening, seat: int) -> int:
    """The lower, the better among seats with the same points."""
    escape = _escape(evening, seat)
    if not escape:
        return len(evening.people) + 1
    return escape if evening.rulings.option("end.tie") == "earliest" else 1


# ---- what comes next


def what_next(evening: Evening) -> Next:
    """The sentences of the page, the most important of each part first."""
    if evening.phase == "over":
        return Next((), _over(evening), ())
    if evening.is_competitive:
        return Next(_turns_clock(evening), _turns_end(evening), _turn_reminders(evening))
    return Next(_rounds_clock(evening), _rounds_end(evening), _round_reminders(evening))


def next_effect(evening: Evening) -> Said:
    """What the next of the last eight spaces does, as far as the table has said what is printed on it."""
    what, space = evening.next_event, evening.steps_taken + 1
    if what == UNKNOWN:
        return sentence("evening.effect-unknown", "final.track.length", space=space)
    if what.startswith("lava"):
        rule = "final.event.lava" if evening.is_competitive else "coop.final.lava-events"
        return sentence("evening.effect-lava", rule, number=int(what[-1]))
    rules = {ROPE: "final.event.rope", BLANK: "final.event.blank", END: "final.event.end"}
    return sentence(f"evening.effect-{what}", rules[what])


def _turns_clock(evening: Evening) -> tuple[Said, ...]:
    if evening.marker is None:
        return (sentence("evening.clock-waits", "final.trigger", "final.marker", max=FINAL_POINTS),)
    name = evening.name(evening.marker)
    space = evening.countdown + 1
    rule = _clock_rule(evening)
    if rule == "final.advance.trigger-turn":
        key = "evening.clock-first-turn"
    else:
        key = "evening.clock-this-turn" if evening.marker == evening.seat else "evening.clock-other-turn"
    return (sentence(key, rule, name=name, space=space, max=SPACES), next_effect(evening))


def _clock_rule(evening: Evening) -> str:
    """Why the marked player's turn end moves the countdown; the first time it matters in whose turn the points came."""
    came = evening.marked_in
    if came is not None and not evening.countdown:
        if came[1] != evening.marker:
            return "final.advance.foreign-turn"
        if came == (evening.round, evening.seat):
            return "final.advance.trigger-turn"
    return "final.advance" if evening.marker == evening.seat else "final.marker"


def _turns_end(evening: Evening) -> tuple[Said, ...]:
    if evening.marker is None:
        best = standing(evening)[0]
        if best.points <= 0:
            return ()
        missing = FINAL_POINTS - best.points
        return (sentence("evening.end-points", "final.trigger", name=evening.name(best.seat), n=missing),)
    left = ", ".join(
        f"{evening.name(seat)} {evening.turns_left(seat)}" for seat in range(len(evening.people))
    )
    said = [sentence("evening.end-turns", "final.track.length", "final.event.end", left=left)]
    name, points = evening.name(evening.marker), evening.score(evening.marker)
    if points < FINAL_POINTS:
        said.append(
            sentence("evening.end-too-few", "final.trigger", name=name, points=points, max=FINAL_POINTS)
        )
    if evening.has_come(ROPE):
        said.append(sentence("evening.end-rope", "escape.rope"))
    return tuple(said)


def _turn_reminders(evening: Evening) -> tuple[Said, ...]:
    said, seat, name = [], evening.seat, evening.name(evening.seat)
    is_marked = evening.marker == seat
    if evening.palace(seat) and not _has_claimed(evening, seat):
        said.append(sentence("evening.remind-claim", "bonus.one-per-turn", name=name))
    if is_marked and evening.next_event.startswith("lava"):
        number = int(evening.next_event[-1])
        said.append(sentence("evening.remind-lava", "final.eruption.damage", number=number))
    if is_marked and evening.next_event == ROPE:
        is_own = evening.rulings.option("escape.rope.not-on-placement") == "own-turn"
        key = "evening.remind-rope" if is_own else "evening.remind-rope-now"
        said.append(sentence(key, "escape.rope.not-on-placement"))
    if evening.turns_left(seat) == 1:
        said.append(sentence("evening.remind-last-turn", "final.event.end", name=name))
    return tuple(said)


def _has_claimed(evening: Evening, seat: int) -> bool:
    return any((one.seat, one.round, one.source) == (seat, evening.round, "escape") for one in evening.points)


def _rounds_clock(evening: Evening) -> tuple[Said, ...]:
    upcoming = evening.countdown + 2  # coop.rounds.no-advance-before-first: round one does not move it
    if evening.countdown == evening.last_space:
        return (sentence("evening.clock-last-round", "coop.final.eight-rounds", max=SPACES),)
    first = evening.name((*evening.on_the_mountain, 0)[0])
    when = sentence("evening.clock-round", "coop.rounds.start-of-round-order", round=upcoming, name=first)
    if evening.countdown + 1 < evening.normal_rounds:
        to_go = evening.normal_rounds - evening.countdown - 1
        return (when, sentence("evening.effect-round", "coop.rounds.limit", n=to_go))
    final = sentence("evening.effect-final-round", "coop.final.eight-rounds", n=evening.steps_taken + 1)
    opening = (sentence("evening.effect-eruption", "coop.final.trigger"),) * (evening.phase == "normal")
    return (when, *opening, final, next_effect(evening))


def _rounds_end(evening: Evening) -> tuple[Said, ...]:
    left = evening.normal_rounds + SPACES - evening.countdown
    said = [sentence("evening.end-rounds", "coop.rounds.limit", "coop.final.eight-rounds", n=left)]
    if not evening.is_legendary_beaten:
        said.append(sentence("evening.end-legendary", "coop.goal.escape-after-legendary"))
    elif evening.on_the_mountain:
        names = ", ".join(map(evening.name, evening.on_the_mountain))
        said.append(sentence("evening.end-exit", "coop.goal.everyone-escaped", names=names))
    else:
        rule = "solo.goal.full-set-alone" if len(evening.people) == 1 else "coop.goal.collective-set"
        said.append(sentence("evening.end-gear", rule, "coop.end.win-immediately"))
    weak = [seat for seat in range(len(evening.people)) if evening.lives(seat) < LIVES]
    if weak:
        names = ", ".join(map(evening.name, weak))
        said.append(sentence("evening.end-lives", "coop.lives.second-loss-defeat", names=names))
    return tuple(said)


def _round_reminders(evening: Evening) -> tuple[Said, ...]:
    """Only at the end of a round: what the next one begins with, in this order."""
    is_last_turn = not any(seat > evening.seat for seat in evening.on_the_mountain)
    if not is_last_turn or evening.countdown == evening.last_space:
        return ()
    return (sentence("evening.remind-round", "coop.rounds.start-of-round-order"),)


def _over(evening: Evening) -> tuple[Said, ...]:
    if not evening.is_competitive:
        rule = "coop.end.win-immediately" if evening.result == "won" else "coop.end.lose-conditions"
        return (sentence(f"evening.over-{evening.result}", rule),)
    first = [line for line in standing(evening) if line.place == 1]
    names = ", ".join(evening.name(line.seat) for line in first)
    key = {
        "end.winner": "evening.over-wins",
        "end.tie": "evening.over-tie",
        "end.tie.none-escaped": "evening.over-shared",
    }[first[0].rule]
    said = [sentence(key, first[0].rule, names=names, points=first[0].points)]
    big = [one.seat for one in evening.escapes if one.palace == "big"]
    due = [seat for seat in big if not evening.has_counted_leftovers(seat)]
    if due:
        names = ", ".join(map(evening.name, due))
        said.insert(0, sentence("evening.over-leftovers", "end.leftovers", names=names))
    return tuple(said)
