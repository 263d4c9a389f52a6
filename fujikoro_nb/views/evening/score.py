"""What the score page draws, as plain data in one language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, NOBODY, PEOPLE
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import Changed, lost_to_a_monk, next_turn, small_places
from fujikoro_nb.helper.evening.leaving import come_back, finish, knock_out, leave, lose_life
from fujikoro_nb.helper.evening.record import (
    COLOURS,
    OPTIONS,
    SOURCES,
    Evening,
    options_in,
)
from fujikoro_nb.helper.evening.standing import Standing, are_all_out, standing, what_next
from fujikoro_nb.helper.evening.track import BLANK, END, LAVA, ROPE, SPACES
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.setup.choices import player_range
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES
from fujikoro_nb.texts import say
from fujikoro_nb.views.cast import note_of

GIVEN = ("exploration", "gear", "scroll", "theft", "dragon", "other")
"""The order of the buttons of whoever is on the mountain."""
AMOUNTS = {"escape": tuple(range(1, 13)), "leftover": tuple(range(13)), "other": (1, 2, 3, 5)}
"""What can be tapped where the rule knows no amounts; the big palace's places are printed on the board only."""
ON_THE_ROWS = "evening.end-turns"
"""Said beside each name already."""


def score_view(evening: Evening, *, language: str) -> dict[str, Any]:
    """Everything on the page but the card for who comes late."""
    lines = {line.seat: line for line in standing(evening)}
    told = what_next(evening)
    return {
        "mode": evening.mode,
        "phase": evening.phase,
        "title": say(f"score-page.phase-{evening.phase}", language=language),
        "round": _round(evening, language),
        "roundNumber": evening.round,
        "turn": _turn(evening, language),
        "people": [_person(evening, lines[seat], language) for seat in range(len(evening.people))],
        "track": _track(evening, language),
        "rounds": _rounds(evening, language),
        "events": [
            {"what": what, "label": say(f"evening.event-{what or 'unknown'}", language=language)}
            for what in _tellable(evening)
        ],
        "clock": [_said(one, language) for one in told.clock],
        "end": [_said(one, language) for one in told.end if one.key != ON_THE_ROWS],
        "reminders": [_said(one, language) for one in told.reminders],
        "can": {
            "score": evening.has_points,
            "countdown": not evening.has_points or evening.marker is not None,
            "foe": _foe(evening, language),
            "isFoeBeaten": evening.is_foe_beaten,
            "win": say(f"score-page.{evening.course.win}", language=language)
            if _can(lambda: finish(evening, "won"))
            else "",
            "giveUp": not evening.is_competitive and evening.phase != "over",
        },
        "table": _table(evening, language),
    }


def _said(one: Said, language: str) -> dict[str, Any]:
    return {"text": one.said(language=language), "rules": list(one.rules)}


def _round(evening: Evening, language: str) -> str:
    """The number of the round, and which scenario is played."""
    if not evening.scenario:
        return say("score-page.round", language=language, n=evening.round)
    return say("score-page.round-scenario", language=language, n=evening.round, scenario=evening.scenario)


def _foe(evening: Evening, language: str) -> str:
    """What the button says that opens the way out, or that loses the game."""
    if not evening.course.foe or evening.phase == "over":
        return ""
    return say(f"score-page.foe-{evening.course.foe}", language=language)


def _turn(evening: Evening, language: str) -> dict[str, Any]:
    """Whose turn it is, and what the button for the next one will do."""
    nothing = {"name": "", "next": "", "brings": "", "allOut": ""}
    if are_all_out(evening):
        return {**nothing, "allOut": say("score-page.all-out", language=language)}
    try:
        upcoming = next_turn(evening).evening
    except Illegal:
        return nothing
    if upcoming.phase == "over":
        brings = say("score-page.next-end", language=language)
    elif upcoming.countdown > evening.countdown:
        brings = say("score-page.next-countdown", language=language)
    else:
        brings = ""
    name = evening.name(upcoming.seat)
    label = say("score-page.next-turn", language=language, name=name) if upcoming.phase != "over" else brings
    return {
        "name": evening.name(evening.seat),
        "next": label,
        "brings": brings if upcoming.phase != "over" else "",
        "allOut": "",
    }


def _person(evening: Evening, line: Standing, language: str) -> dict[str, Any]:
    seat, person = line.seat, evening.people[line.seat]
    left = evening.turns_left(seat)
    return {
        "seat": seat,
        "name": person.name,
        "colour": person.colour,
        "about": _about(evening, seat, language),
        "note": note_of(PEOPLE.get(person.character, NOBODY), language, evening.rulings.switches),
        "place": line.place if evening.is_competitive and evening.points else 0,
        "points": line.points,
        "came": [
            {"label": say(f"evening.source-{source}", language=language), "points": points}
            for source, points in line.by_source
        ],
        "isTurn": seat == evening.seat and evening.phase != "over",
        "isMarked": seat == evening.driver,
        "lives": 0 if evening.is_competitive else evening.lives(seat),
        "isDown": seat in evening.down,
        "canFall": _can(lambda: knock_out(evening, seat)),
        "canLose": _can(lambda: lose_life(evening, seat)),
        "palace": say(f"score-page.gone-{line.palace}", language=language, n=line.escape)
        if line.palace
        else "",
        "left": ""
        if left is None or evening.phase == "over" or not evening.has_points
        else say("score-page.turns-left", language=language, n=left),
        "sources": _sources(evening, seat, language),
        "ways": _ways(evening, seat, language),
        "back": say("score-page.comes-back", language=language)
        if _can(lambda: come_back(evening, seat))
        else "",
    }


def _about(evening: Evening, seat: int, language: str) -> str:
    """Colour and character in words, where the name does not say them."""
    person = evening.people[seat]
    words = []
    if person.colour:
        words.append(say(f"evening.colour-{person.colour}", language=language))
    if not person.is_symmetric:
        words.append(say(f"helper.character-{person.character}", language=language))
    return ", ".join(word for word in words if word != person.name)


def _board(character: str, language: str) -> str:
    """A board under the word board: a name, or only that it is symmetric."""
    key = (
        "score-page.character-symmetric"
        if CHARACTERS[character].is_symmetric
        else f"helper.character-{character}"
    )
    return say(key, language=language)


def _sources(evening: Evening, seat: int, language: str) -> list[dict[str, Any]]:
    """What somebody can get points for now; `add_points` refuses the rest."""
    palace, is_over = evening.palace(seat), evening.phase == "over"
    if is_over:
        names = [*(("leftover",) if palace == "big" else ()), "other"]
    elif palace:
        names = [*(("escape",) if seat == evening.seat else ()), "other"]
    else:
        names = [*GIVEN, *evening.course.sources]
    return [
        {
            "id": name,
            "label": say(f"score-page.for-{name}", language=language),
            "amounts": [
                {"n": n, "label": _amount(name, n, language)}
                for n in _amounts(evening, seat, name)
                if n or not evening.has_counted_leftovers(seat)
            ],
        }
        for name in names
    ]


def _amounts(evening: Evening, seat: int, source: str) -> tuple[int, ...]:
    if source == "monk":
        return tuple(filter(None, (lost_to_a_monk(evening, seat),)))
    if source == "escape" and evening.palace(seat) == "small":
        return tuple(dict.fromkeys(small_places()))
    return amounts_of(source)


def amounts_of(source: str) -> tuple[int, ...]:
    """What can be tapped for points of a source."""
    return SOURCES[source].amounts or AMOUNTS[source]


def _amount(source: str, n: int, language: str) -> str:
    """What stands under a number of points, where anything does."""
    if source == "dragon":
        return say(f"score-page.dragon-{n}", language=language)
    return "" if n else say("score-page.nothing-left", language=language)


def _ways(evening: Evening, seat: int, language: str) -> list[dict[str, str]]:
    """The ways off the mountain that somebody may have taken, as far as the slip knows."""
    return [
        {"palace": way, "label": say(f"score-page.leaves-{way}", language=language)}
        for way in evening.course.ways
        if _can(partial(leave, evening, seat, way))
    ]


def _can(change: Callable[[], Changed]) -> bool:
    """Whether the slip would take a change."""
    try:
        change()
    except Illegal:
        return False
    return True


def _tellable(evening: Evening) -> tuple[str, ...]:
    return (*LAVA, *((ROPE,) if evening.has_points else ()), BLANK, "")


def _track(evening: Evening, language: str) -> list[dict[str, Any]]:
    """The last eight spaces: what is printed there, and whether the token has been there."""
    return [
        {
            "n": number,
            "what": what,
            "label": say(f"evening.event-{what or 'unknown'}", language=language),
            "state": _state(evening, number),
            "isFixed": what == END,
        }
        for number, what in enumerate(evening.track, 1)
    ]


def _state(evening: Evening, number: int) -> str:
    """Where the token is, seen from one of the last eight spaces."""
    taken = evening.steps_taken
    if number <= taken:
        return "now" if number == taken else "done"
    is_near = evening.has_points or evening.rounds_done + 1 >= evening.normal_rounds
    return "next" if number == taken + 1 and is_near and evening.phase != "over" else "later"


def _rounds(evening: Evening, language: str) -> dict[str, Any]:
    """The normal rounds of co-op and solo before the last eight spaces; empty where nobody counts them."""
    if evening.has_points:
        return {}
    done = min(evening.rounds_done, evening.normal_rounds)
    return {
        "done": done,
        "all": evening.normal_rounds,
        "label": say(
            "score-page.rounds", language=language, n=evening.normal_rounds - done, max=evening.normal_rounds
        ),
    }


def _table(evening: Evening, language: str) -> dict[str, Any]:
    """The form for who plays what."""
    return {
        "people": [[one.name, one.colour, one.character] for one in evening.people],
        "mode": evening.mode,
        "edition": evening.edition,
        "options": list(evening.agreed),
        "isFixed": evening.has_begun,
        "modes": [
            {
                "id": mode,
                "label": say(f"rules-page.mode-{mode}", language=language),
                "most": player_range(mode)[1],
                "choices": list(options_in(mode)),
            }
            for mode in MODES
        ],
        "colours": [
            {"id": each, "label": say(f"evening.colour-{each}", language=language)} for each in COLOURS
        ],
        "characters": [
            {
                "id": each,
                "label": _board(each, language),
                "note": note_of(PEOPLE.get(each, NOBODY), language, evening.rulings.switches),
            }
            for each in CHARACTERS
        ],
        "editions": [
            {"id": each, "label": say(f"score-page.edition-{each or 'any'}", language=language)}
            for each in ("", *LANGUAGES)
        ],
        "choices": [
            {"id": each, "label": say(f"score-page.option-{each}", language=language)} for each in OPTIONS
        ],
        "spaces": SPACES,
    }
