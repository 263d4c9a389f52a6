"""The last page of an evening as plain data: ranking, origins of points, leftovers, its story; and evenings before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from fujikoro_nb.helper.evening.ending import ORIGINS, leftovers, origins
from fujikoro_nb.helper.evening.history import PastEvening
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import Standing, standing, told_of
from fujikoro_nb.helper.evening.story import StoryLine, story
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.texts import say

_TIES = ("end.tie", "end.tie.none-escaped")
_CLOCK = "%Y-%m-%d %H:%M"


def ending_view(evening: Evening, *, language: str, hours: Hours | None = None) -> dict[str, Any]:
    """What everybody sees when the game is over; empty before. ``hours`` are those of a log, where one kept it."""
    if evening.phase != "over":
        return {}
    lines = standing(evening)
    tie = next((line.rule for line in lines if line.place == 1 and line.rule in _TIES), "")
    rows = [_row(evening, line, lines, language) for line in lines]
    left = [_left(evening, seat, language) for seat in range(len(evening.people))]
    return {
        "title": _title(evening, lines, language),
        "hasPoints": evening.has_points,
        "tie": tie if evening.is_competitive else "",
        "rows": rows,
        "origins": _origins(evening, lines, language) if evening.has_points else [],
        "legend": _legend(evening, language) if evening.has_points else [],
        "left": [one for one in left if one],
        "hasOthers": evening.has_points and any(not one for one in left),
        "story": [
            {
                "when": _when(line, hours, language),
                "text": line.said.said(language=language),
                "rules": list(line.said.rules),
            }
            for line in story(evening)
        ],
    }


def _when(line: StoryLine, hours: Hours | None, language: str) -> str:
    """The hour, else the round; empty where neither is known."""
    at = None if hours is None else hours.of(line)
    if at is not None:
        return datetime.fromtimestamp(at).astimezone().strftime("%H:%M")
    return say("evening-end.round", language=language, n=line.round) if line.round else ""


def _title(evening: Evening, lines: Sequence[Standing], language: str) -> str:
    tell = partial(say, language=language)
    if not evening.is_competitive:
        return tell(f"evening-end.title-{told_of(evening, _result(evening))}")
    first = [line for line in lines if line.place == 1]
    names = ", ".join(evening.name(line.seat) for line in first)
    if len(first) > 1:
        return tell("evening-end.title-shares", names=names)
    return tell(f"evening-end.title-{'ties' if first[0].rule == 'end.tie' else 'wins'}", names=names)


def _result(evening: Evening) -> str:
    """``won`` or ``lost`` against the mountain."""
    if evening.result:
        return evening.result
    has_enough = evening.palace(0) == "big" and evening.score(0) >= evening.course.goal_points
    return "won" if has_enough else "lost"


def _row(evening: Evening, line: Standing, lines: Sequence[Standing], language: str) -> dict[str, Any]:
    tell = partial(say, language=language)
    person = evening.people[line.seat]
    where = (
        tell(f"score-page.gone-{line.palace}", n=line.escape)
        if line.palace
        else tell("evening-end.stayed")
        if evening.course.ways
        else ""
    )
    return {
        "seat": line.seat,
        "name": person.name,
        "colour": person.colour,
        "place": line.place if evening.is_competitive else 0,
        "points": line.points,
        "isFirst": line.place == 1 if evening.is_competitive else _result(evening) == "won",
        "where": where,
        "tie": _tie(line, lines, language) if evening.is_competitive else "",
        "lives": 0 if evening.is_competitive else evening.lives(line.seat),
    }


def _tie(line: Standing, lines: Sequence[Standing], language: str) -> str:
    """What decided between this person and those with as many points; empty where nobody has."""
    if line.rule not in _TIES:
        return ""
    if line.rule == "end.tie.none-escaped":
        return say("evening-end.tie-shared", language=language)
    best = min(other.place for other in lines if other.points == line.points)
    return say(f"evening-end.tie-{'won' if line.place == best else 'lost'}", language=language)


# ---- where the points came from


def _origins(evening: Evening, lines: Sequence[Standing], language: str) -> list[dict[str, Any]]:
    tell = partial(say, language=language)
    found = {line.seat: origins(evening, line.seat) for line in lines}
    widest = max(sum(max(0, one.points) for one in parts) for parts in found.values()) or 1
    rows = []
    for line in lines:
        parts = found[line.seat]
        said = [
            tell("evening-end.origin-part", what=tell(f"evening-end.origin-{one.name}"), n=one.points)
            for one in parts
        ]
        off = -sum(min(0, one.points) for one in parts)
        rows.append(
            {
                "name": evening.name(line.seat),
                "points": line.points,
                "label": tell("evening-end.origins-of", name=evening.name(line.seat), parts=", ".join(said)),
                "parts": [
                    {"name": one.name, "n": one.points, "width": round(100 * one.points / widest, 1)}
                    for one in parts
                    if one.points > 0
                ],
                "off": tell("evening-end.taken-off", n=off) if off else "",
            }
        )
    return rows


def _legend(evening: Evening, language: str) -> list[dict[str, str]]:
    seen = {
        one.name for seat in range(len(evening.people)) for one in origins(evening, seat) if one.points > 0
    }
    return [
        {"name": name, "label": say(f"evening-end.origin-{name}", language=language)}
        for name in ORIGINS
        if name in seen
    ]


# ---- what is left over


def _left(evening: Evening, seat: int, language: str) -> dict[str, Any]:
    tell = partial(say, language=language)
    things = leftovers(evening, seat)
    if not things:
        return {}
    name = evening.name(seat)
    return {
        "seat": seat,
        "name": name,
        "title": tell("evening-end.left-title", name=name),
        "isCounted": evening.has_counted_leftovers(seat),
        "points": sum(one.points for one in evening.points if (one.seat, one.source) == (seat, "leftover")),
        "items": [
            {
                "item": one.item,
                "label": (what := tell(f"evening-end.left-{one.item}")),
                "count": one.count,
                "most": one.most,
                "about": tell(f"evening-end.left-worth{'-gear' * (one.item == 'blueprint')}", n=one.worth),
                "less": tell("evening-end.left-fewer", name=name, what=what),
                "more": tell("evening-end.left-more", name=name, what=what),
            }
            for one in things
        ],
    }


# ---- evenings before


def past_view(evenings: Sequence[PastEvening], *, language: str) -> list[dict[str, Any]]:
    """The evenings of this machine, a row each, the newest first."""
    return [_past(one, language) for one in evenings]


def _past(one: PastEvening, language: str) -> dict[str, Any]:
    tell = partial(say, language=language)
    game = tell(f"rules-page.mode-{one.mode}")
    if one.scenario:
        game += f", {tell('setup-page.scenario')} {tell(f'setup-page.scenario-{one.scenario}')}"
    return {
        "key": one.key,
        "when": one.ended.partition(" ")[0],
        "result": tell(f"evening-end.past-{one.result}", n=one.round) if one.result else "",
        "people": [
            {
                "text": tell("evening-end.past-points", name=person.name, n=person.points)
                if not mode_of(one.mode).is_together or person.points
                else person.name,
                "hasWon": person.has_won,
            }
            for person in one.people
        ],
        "what": game,
        "length": _length(one, tell),
    }


def _length(one: PastEvening, tell: Any) -> str:
    """How long it took, where both ends are known."""
    try:
        ends = [datetime.strptime(text, _CLOCK) for text in (one.begun, one.ended)]  # noqa: DTZ007 - one clock's texts
    except ValueError:
        return ""
    minutes = int((ends[1] - ends[0]).total_seconds() // 60)
    if minutes < 0:
        return ""
    hours, rest = divmod(minutes, 60)
    return str(
        tell("evening-end.past-hours", hours=hours, minutes=f"{rest:02}")
        if hours
        else tell("evening-end.past-minutes", n=rest)
    )
