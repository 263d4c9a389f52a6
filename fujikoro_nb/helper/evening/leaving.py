"""Who leaves the mountain, who loses a life, and what ends a game against the mountain: changes of an `Evening`."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rules.mountain.escape import is_secret_exit_open
from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.evening.changes import Changed, check_going_on
from fujikoro_nb.helper.evening.record import LIVES, Escape, Evening
from fujikoro_nb.helper.evening.standing import told_of, wakes_in_temples
from fujikoro_nb.helper.evening.track import ROPE, UNKNOWN
from fujikoro_nb.helper.said import sentence


def leave(evening: Evening, seat: int, palace: str) -> Changed:
    """Somebody left: by the rope to the ``big`` palace, by the secret exit to the ``small`` one; in co-op ``exit``."""
    check_going_on(evening)
    if evening.palace(seat):
        raise Illegal(refuse("escape.no-actions", "left"))
    _check_way_out(evening, palace)
    awake = tuple(one for one in evening.down if one != seat)
    after = msgspec.structs.replace(evening, escapes=(*evening.escapes, Escape(seat, palace)), down=awake)
    label = sentence("evening.label-leave", "escape.order-recorded", name=evening.name(seat))
    return Changed(after, label.with_words(palace=f"evening.palace-{palace}"))


def come_back(evening: Evening, seat: int) -> Changed:
    """Somebody who had left is on the mountain again (scenario.5.competitive.return-on-reveal); what they got stays."""
    check_going_on(evening)
    rule = "scenario.5.competitive.return-on-reveal"
    if not evening.course.can_come_back:
        raise Illegal(refuse(rule, "no-scenario"))
    if not evening.palace(seat):
        raise Illegal(refuse(rule, "on-the-mountain"))
    left = tuple(one for one in evening.escapes if one.seat != seat)
    after = msgspec.structs.replace(evening, escapes=left)
    return Changed(after, sentence("evening.label-back", rule, name=evening.name(seat)))


def _check_way_out(evening: Evening, palace: str) -> None:
    """escape.rope: the rope, as far as the table has said where it is; escape.secret.final-only: the Final Chapter."""
    if palace not in evening.course.ways:
        raise Illegal(evening.course.closed[palace])
    if palace == "exit":
        if evening.course.way_shut is not None and not evening.is_foe_beaten:
            raise Illegal(evening.course.way_shut)
        return
    if palace == "small":
        has_begun = evening.phase not in ("normal", "lava")
        if not is_secret_exit_open(is_final=has_begun, rulings=evening.rulings.switches):
            raise Illegal(refuse("escape.secret.final-only", "evening"))
        return
    seen = evening.track[: evening.steps_taken] if evening.is_final else ()
    if ROPE not in seen and UNKNOWN not in seen:
        raise Illegal(refuse("escape.rope", "no-rope"))


def knock_out(evening: Evening, seat: int) -> Changed:
    """A samurai was knocked out, and lies until its next turn (turn.wake-up). Said once more: it stands after all.

    Nobody lies where who is knocked out stands up at once (scenario.2.competitive.knockout-temple).
    """
    if not evening.is_competitive:
        raise Illegal(refuse("coop.lives.knockout-costs-life", "evening"))
    check_going_on(evening)
    if evening.palace(seat):
        raise Illegal(refuse("escape.no-actions", "left"))
    if seat in evening.down:
        after = msgspec.structs.replace(evening, down=tuple(one for one in evening.down if one != seat))
        return Changed(after, sentence("evening.label-up", name=evening.name(seat)))
    if wakes_in_temples(evening):
        raise Illegal(refuse("scenario.2.competitive.knockout-temple", "evening"))
    after = msgspec.structs.replace(evening, down=(*evening.down, seat))
    return Changed(after, sentence("evening.label-down", "turn.wake-up", name=evening.name(seat)))


def lose_life(evening: Evening, seat: int) -> Changed:
    """A samurai was knocked out or died in lava (coop.lives.knockout-costs-life, coop.lives.lava-costs-life)."""
    if evening.is_competitive:
        raise Illegal(refuse("coop.setup.lives-two", "evening"))
    check_going_on(evening)
    if evening.palace(seat):
        raise Illegal(refuse("escape.no-actions", "left"))
    after = msgspec.structs.replace(evening, lost_lives=(*evening.lost_lives, seat))
    if after.lost_lives.count(seat) == LIVES:
        after = msgspec.structs.replace(after, result="lost")
        return Changed(
            after, sentence("evening.label-life-last", "coop.lives.second-loss-defeat", name=after.name(seat))
        )
    return Changed(after, sentence("evening.label-life", "coop.lives.flip-tile", name=after.name(seat)))


def beat_foe(evening: Evening) -> Changed:
    """The legendary dragon is dead, or whom the scenario names is beaten: the secret exit is open.

    coop.goal.escape-after-legendary. Said once more: not yet, or, of the scenario's dragons, another is there.
    """
    course = evening.course
    if not course.foe:
        raise Illegal(refuse("coop.goal.legendary-defeated", "no-goal"))
    check_going_on(evening)
    if course.not_beaten is None:
        lost = msgspec.structs.replace(evening, result="lost")
        return Changed(lost, sentence("evening.label-legendary", "scenario.6.coop.kill-loses"))
    after = msgspec.structs.replace(evening, is_foe_beaten=not evening.is_foe_beaten)
    if evening.is_foe_beaten and evening.escapes and course.is_beaten_once is not None:
        raise Illegal(course.is_beaten_once)
    key = f"evening.label-{course.foe}" if after.is_foe_beaten else f"evening.label-{course.foe}-off"
    return Changed(after, sentence(key, course.foe_rule))


def finish(evening: Evening, result: str) -> Changed:
    """The group has ``won``, which needs what its goal asks for, or ``lost`` by giving up."""
    assert result in ("won", "lost")
    if evening.is_competitive:
        raise Illegal(refuse("end.winner", "evening"))
    check_going_on(evening)
    if result == "won":
        _check_goal(evening)
    rule = "coop.end.win-immediately" if result == "won" else "coop.end.lose-conditions"
    return Changed(
        msgspec.structs.replace(evening, result=result),
        sentence(f"evening.label-{told_of(evening, result)}", rule),
    )


def _check_goal(evening: Evening) -> None:
    course = evening.course
    if course.goal_points:
        raise Illegal(refuse("scenario.8.solo.goal-fifty", "evening", max=course.goal_points))
    if course.not_beaten is not None and not evening.is_foe_beaten:
        raise Illegal(course.not_beaten)
    if course.ways and evening.on_the_mountain:
        raise Illegal(refuse("coop.goal.everyone-escaped", "evening"))
