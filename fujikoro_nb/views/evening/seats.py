"""What the page of a seat draws: everybody at the table, the own board, and what can be taken back; in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS
from fujikoro_nb.engine.fujikoro.gear.worn import initiative
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import are_all_out
from fujikoro_nb.helper.kinds.modes import rules_of
from fujikoro_nb.helper.seats.changes import lies, limits_of
from fujikoro_nb.helper.seats.record import HOST, Hand, Seat
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.ending import ending_view
from fujikoro_nb.views.evening.score import GIVEN, amounts_of

NOBODY = -2
"""In the place of a seat: a phone that has not said whose it is."""


def done_by(who: str, what: str, *, language: str) -> str:
    """Who did what at a table; a sentence that has the name itself says it once.

    >>> done_by("Ben", "Ben sits down with a phone", language="en"), done_by("Ben", "2 points", language="en")
    ('Ben sits down with a phone', 'Ben: 2 points')
    >>> done_by("Ben", "der Platz von Ben wird übernommen", language="de"), done_by("Ben", "Benno steht", language="de")
    ('Der Platz von Ben wird übernommen', 'Ben: Benno steht')
    >>> done_by("Ben", "taken back: 2 points for Ben", language="en")
    'Ben: taken back: 2 points for Ben'
    """
    # What stands after a colon tells of what was done before.
    if re.match(rf"[^:]*(?<!\w){re.escape(who)}(?!\w)", what):
        return what[:1].upper() + what[1:]
    return say("seat-page.newest", language=language, who=who, what=what)


def seats_view(
    evening: Evening,
    seats: Mapping[int, Seat],
    *,
    seat: int,
    hand: Hand | None,
    areas: Areas,
    language: str,
    hours: Hours | None = None,
) -> dict[str, Any]:
    """The page of one seat. ``hand`` says who writes there: its own phone, the host's device, or nobody (None).

    ``people`` has a line for each person; ``me`` is the own seat's board, None where no seat is open; ``ending``
    the last page when the game is over, with the ``hours`` of its story.
    """
    ending = ending_view(evening, language=language, hours=hours)
    return {
        "seat": seat,
        "hand": hand or "",
        "mode": evening.mode,
        "hasPoints": evening.has_points,
        "isOver": evening.phase == "over",
        "walks": rules_of(evening.mode).said.dragons_move,
        "ending": ending,
        "turn": ending.get("title") or _turn(evening, seat, language),
        "people": [
            _person(evening, number, seats.get(number, Seat()), areas)
            for number in range(len(evening.people))
        ],
        "isHostThere": seats.get(HOST, Seat()).holder is not None,
        "sources": [
            {
                "source": source,
                "label": say(f"evening.source-{source}", language=language),
                "amounts": list(amounts_of(source)),
            }
            for source in GIVEN
        ]
        if evening.has_points
        else [],
        "me": _own(evening, seat, seats.get(seat, Seat()), hand, areas, language)
        if 0 <= seat < len(evening.people)
        else None,
    }


def _turn(evening: Evening, seat: int, language: str) -> str:
    """Whose turn it is, what the end is about where it has begun, and how many own turns are left."""
    if are_all_out(evening):
        return say("score-page.all-out", language=language)
    said = [say("seat-page.turn", n=evening.round, name=evening.name(evening.seat), language=language)]
    if evening.phase != "normal":
        said.append(say(f"score-page.phase-{evening.phase}", language=language))
        left = evening.turns_left(seat) if 0 <= seat < len(evening.people) else None
        if left is not None and not evening.palace(seat):
            said.append(say("score-page.turns-left", n=left, language=language))
    return " · ".join(said)


def _person(evening: Evening, number: int, seat: Seat, areas: Areas) -> dict[str, Any]:
    one, limits = evening.people[number], limits_of(evening, number, areas)
    gear = seat.board.gear(limits)
    return {
        "seat": number,
        "name": one.name,
        "colour": one.colour,
        "points": evening.score(number),
        "lives": 0 if evening.is_competitive else evening.lives(number),
        "isTurn": number == evening.seat and evening.phase != "over",
        "isGone": bool(evening.palace(number)),
        "isOut": lies(evening, number, seat),
        "isHeld": seat.holder is not None,
        "weapon": seat.board.weapon,
        "columns": [limits.weapon.left_columns, limits.weapon.right_columns],
        "rows": limits.weapon.rows,
        "initiative": initiative(gear, limits, rulings=evening.rulings.switches),
        "cubes": gear.weapon.occupied.bit_count(),
    }


def _own(
    evening: Evening, number: int, seat: Seat, hand: Hand | None, areas: Areas, language: str
) -> dict[str, Any]:
    limits, board = limits_of(evening, number, areas), seat.board
    newest = None if hand is None else seat.newest(hand)
    cubes = board.cubes
    undo = {} if newest is None else {"of": newest.version, "what": newest.said.said(language=language)}
    if newest is not None and newest.hand != hand:
        undo["what"] = say(
            "seat-page.undo-of", language=language, what=undo["what"], name=evening.name(number)
        )
    return {
        "undo": undo,
        "backpack": {str(each): cubes.count(each) for each in MATERIALS},
        "cubes": len(cubes),
        "room": limits.backpack_spaces(has_monk=board.has_monk),
        "monk": board.has_monk,
        "always": limits.is_backpack_open,
        "isOut": lies(evening, number, seat),
        "canLie": evening.is_competitive,
    }
