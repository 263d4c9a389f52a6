"""Every change of an `Evening`: each gives the next evening and what an undo would name, or raises `Illegal`.

Nothing here reads a clock: when something was decided comes from outside and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.board.state import next_seat
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, SYMMETRIC
from fujikoro_nb.engine.fujikoro.refused import check_cast
from fujikoro_nb.engine.fujikoro.rules.mountain.final import moves_token
from fujikoro_nb.engine.fujikoro.scenarios import WARRIORS
from fujikoro_nb.engine.kernel import Illegal, Refusal, refuse
from fujikoro_nb.helper.evening.course import course
from fujikoro_nb.helper.evening.record import (
    HIGHEST,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_POINTS,
    MOST_ROUNDS,
    SOURCES,
    Countdown,
    Evening,
    Person,
    Points,
    clean,
    options_in,
)
from fujikoro_nb.helper.evening.track import ROPE, ROUNDS_TRACK, SPACES, TURNS_TRACK, fits
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.setup.choices import (
    check_scenario,
    has_scenario,
    is_impossible_alone,
    is_symmetric_only,
    player_range,
)
from fujikoro_nb.helper.setup.numbers import number, numbers

_OF_THE_MOUNTAIN = ("exploration", "scroll", "theft", "gear", "dragon", "monk")
"""What only a samurai on the mountain can do (escape.no-actions)."""


class Changed(NamedTuple):
    """The evening after a change, and what to call the change in "Undo: ..."."""

    evening: Evening
    label: Said


# ---- who plays what


def new_evening(
    people: Sequence[Person],
    *,
    mode: str = "competitive",
    edition: str = "",
    options: Sequence[str] = (),
    scenario: int = 0,
) -> Evening:
    """An evening at its start; options that the mode does not have are left out. Raises Illegal."""
    seated = tuple(map(_in_own_colour, people))
    if scenario:
        check_scenario(mode, len(seated), (scenario,))
    _check_people(seated, mode, scenario)
    chosen = tuple(each for each in options_in(mode) if each in options)
    track = TURNS_TRACK if course(mode, scenario, len(seated)).has_points else ROUNDS_TRACK
    return Evening(seated, mode=mode, edition=edition, options=chosen, scenario=scenario, track=track)


def set_up(
    evening: Evening,
    *,
    people: Sequence[Person] | None = None,
    mode: str | None = None,
    edition: str | None = None,
    options: Sequence[str] | None = None,
    scenario: int | None = None,
) -> Changed:
    """Other people, another mode, booklet, options or scenario.

    Once play has begun only names, boards and the booklet change. Options and a scenario that the other mode or number
    of people does not have are left out.
    """
    mode = evening.mode if mode is None else mode
    people = evening.people if people is None else people
    if scenario is None:
        scenario = evening.scenario if has_scenario(mode, len(people), evening.scenario) else 0
    fresh = new_evening(
        people,
        mode=mode,
        edition=evening.edition if edition is None else edition,
        options=evening.agreed if options is None else options,
        scenario=scenario,
    )
    same = (len(fresh.people), fresh.mode, fresh.options, fresh.scenario) == (
        len(evening.people),
        evening.mode,
        evening.agreed,
        evening.scenario,
    )
    if evening.has_begun and not same:
        raise Illegal(_begun(evening))
    after = msgspec.structs.replace(
        evening,
        people=fresh.people,
        mode=fresh.mode,
        edition=fresh.edition,
        options=fresh.options,
        scenario=fresh.scenario,
        track=evening.track
        if fresh.mode == evening.mode and fresh.has_points == evening.has_points
        else fresh.track,
    )
    return Changed(after, sentence("evening.label-set-up"))


def _begun(evening: Evening) -> Refusal:
    """What was entered, and that it would fit no other game: nothing is changed, and nothing is lost."""
    if evening.has_points:
        points = sum(map(evening.score, range(len(evening.people))))
        return refuse("evening.begun", "points", round=evening.round, points=points, space=evening.countdown)
    return refuse("evening.begun", "rounds", round=evening.round, lives=len(evening.lost_lives))


def _in_own_colour(person: Person) -> Person:
    played = PEOPLE.get(person.character)
    colour = person.colour if played is None else played.colour
    return msgspec.structs.replace(person, colour=colour)


def _check_people(people: tuple[Person, ...], mode: str, scenario: int) -> None:
    """How many there are, who plays which character, and no name or colour twice."""
    fewest, most = player_range(mode)
    names = [person.name.casefold() for person in people]
    colours = [person.colour for person in people if person.colour]
    boards = [person.character for person in people if not person.is_symmetric]
    if not fewest <= len(people) <= most:
        kind = mode_of(mode)
        if kind.is_alone:
            raise Illegal(refuse("solo.mode.coop-rules", "evening", n=len(people)))
        rule = "coop.mode.players" if kind.is_together else "setup.players.count"
        raise Illegal(refuse(rule, "evening", n=len(people), min=fewest, max=most))
    if len(set(names)) < len(names):
        raise Illegal(refuse("evening.name", "twice"))
    if (refusal := check_cast(boards, len(people))) is not None:
        raise Illegal(refusal)
    if len(set(colours)) < len(colours):
        raise Illegal(refuse("setup.player.kit", "colour-twice"))
    if boards and is_symmetric_only(scenario):
        raise Illegal(refuse("scenario.1.competitive.symmetric-only"))
    if is_impossible_alone(mode, boards, scenario):
        raise Illegal(refuse("solo.setup.daisuke-impossible", "evening"))


def person(name: str, colour: str = "", character: str = SYMMETRIC.character) -> Person:
    """Somebody with a name as it was typed. Raises Illegal for a name that is empty or too long."""
    return Person(written(name, LONGEST_NAME, is_needed=True), colour, character)


def written(typed: str, most: int, *, is_needed: bool = False) -> str:
    """What somebody wrote, without what nobody sees. Raises Illegal when it is too long, or empty and needed."""
    kept = clean(typed)
    if is_needed and not kept:
        raise Illegal(refuse("evening.name", "empty"))
    if len(kept) > most:
        raise Illegal(refuse("evening.text", "long", max=most))
    return kept


# ---- points


def add_points(
    evening: Evening, seats: Sequence[int], points: int, source: str, *, note: str = ""
) -> Changed:
    """Points for one seat, or for all who beat a dragon together. Thirty of them begin the Final Chapter.

    final.trigger.simultaneous: if several reach thirty through this, the marker goes to the first in turn order,
    which is why their lines stand in it. No points: nothing is left over (end.leftovers).
    """
    if not seats:
        raise Illegal(refuse("evening.points", "nobody"))
    for seat in seats:
        _check_points(evening, seat, points, source)
    ordered = [seat for seat in evening.in_turn_order() if seat in seats]
    added = tuple(_line(evening, seat, points, source, note) for seat in ordered)
    names, rule = ", ".join(map(evening.name, seats)), _rule(evening, seats[0], source)
    if points:
        label = sentence("evening.label-points", rule, names=names, points=points)
        label = label.with_words(source=f"evening.source-{source}")
    else:
        label = sentence("evening.label-nothing-left", rule, names=names)
    return with_points(evening, (*evening.points, *added), seats, label)


def correct(evening: Evening, seat: int, points: int, *, note: str = "") -> Changed:
    """A score set right by so many points. Taps that follow each other are one line of the ledger.

    Together they take back what was handed in if they are just as many points: then nothing was handed in
    (bonus.one-per-turn). While the countdown has not moved, the Final Chapter is as if the mistake had not been made.
    """
    if not evening.has_points:
        raise Illegal(refuse("coop.play.no-victory-points", "evening"))
    kept = evening.points
    line = _line(evening, seat, points, "correction", note)
    added: tuple[Points, ...] = (line,)
    if kept and _is_same_tap(kept[-1], line):
        total = kept[-1].points + points
        kept, added = kept[:-1], (_line(evening, seat, total, "correction", note),) if total else ()
    if added and (claim := _claim_taken_back(kept, added[0])) is not None:
        kept, added = (*kept[:claim], *kept[claim + 1 :]), ()
    label = sentence("evening.label-correct", name=evening.name(seat), points=evening.score(seat) + points)
    return with_points(evening, (*kept, *added), (seat,), label)


def _is_same_tap(last: Points, line: Points) -> bool:
    """Whether a correction goes on with the one before it."""
    is_plain = last.source == line.source and not last.note and not line.note
    return is_plain and (last.seat, last.round) == (line.seat, line.round)


def _claim_taken_back(lines: tuple[Points, ...], correction: Points) -> int | None:
    """Where the last thing that somebody handed in stands, if a correction takes away just its points."""
    mine = [at for at, one in enumerate(lines) if (one.seat, one.source) == (correction.seat, "escape")]
    return mine[-1] if mine and lines[mine[-1]].points == -correction.points else None


def _line(evening: Evening, seat: int, points: int, source: str, note: str) -> Points:
    if (not points and source != "leftover") or abs(points) > HIGHEST:
        raise Illegal(refuse("evening.points", "amount", max=HIGHEST))
    return Points(
        seat, points, source, _rule(evening, seat, source), written(note, LONGEST_NOTE), evening.round
    )


def _rule(evening: Evening, seat: int, source: str) -> str:
    """The rule of a source; of what was handed in, that of the palace."""
    if source == "escape":
        return "bonus.small.categories" if evening.palace(seat) == "small" else "bonus.big.categories"
    return SOURCES[source].rule


def _check_points(evening: Evening, seat: int, points: int, source: str) -> None:
    if not evening.has_points:
        raise Illegal(refuse("coop.play.no-victory-points", "evening"))
    if source == "leftover":
        _check_leftover(evening, seat)
    elif source != "other" and evening.phase == "over":
        raise Illegal(refuse("final.event.end", "evening"))
    if source in _OF_THE_MOUNTAIN and evening.palace(seat):
        raise Illegal(refuse("escape.no-actions", "evening"))
    if source == "escape":
        _check_claim(evening, seat, points)
    if source == "monk":
        _check_loss(evening, seat, points)
    else:
        _check_amount(points, source)


def lost_to_a_monk(evening: Evening, seat: int) -> int:
    """What a defeat by a monk costs a seat, as a number below 0: no score falls below 0."""
    return -WARRIORS.fine(evening.score(seat))


def _check_loss(evening: Evening, seat: int, points: int) -> None:
    if "monk" not in evening.course.sources:
        raise Illegal(refuse("scenario.4.competitive.monk-beats-samurai", "no-scenario"))
    lost = lost_to_a_monk(evening, seat)
    if not lost or points != lost:
        raise Illegal(refuse("scenario.4.competitive.monk-beats-samurai", "amount", points=-lost))


def _check_amount(points: int, source: str) -> None:
    known = SOURCES[source]
    least = 0 if source == "leftover" else 1
    if points in known.amounts or (not known.amounts and least <= points <= known.most):
        return
    match source:
        case "exploration":
            raise Illegal(refuse("explore.vp", "amount", points=points))
        case "scroll":
            raise Illegal(refuse("gather.scroll.vp", "amount", points=points))
        case "theft":
            raise Illegal(refuse("duel.steal.scroll", "amount", points=points))
        case "gear":
            raise Illegal(refuse("gearcard.bonus.weapon", "amount", points=points))
        case "dragon":
            raise Illegal(refuse("combat.win.reward", "amount", points=points))
        case _:
            raise Illegal(refuse("evening.points", "amount", max=known.most))


def small_places() -> tuple[int, ...]:
    """The points of each single place in the small palace (bonus.small.categories)."""
    rule = "bonus.small.categories"
    return tuple(number(rule, category) for category in numbers(rule))


def _check_claim(evening: Evening, seat: int, points: int) -> None:
    """bonus.one-per-turn, and what the small palace has: its places are printed in every booklet's text."""
    palace = evening.palace(seat)
    if not palace:
        raise Illegal(refuse("bonus.one-per-turn", "on-the-mountain"))
    if seat != evening.seat:
        raise Illegal(refuse("bonus.one-per-turn", "not-own-turn"))
    claims = [one for one in evening.points if one.source == "escape"]
    if any((one.seat, one.round) == (seat, evening.round) for one in claims):
        raise Illegal(refuse("bonus.one-per-turn", "once"))
    if palace == "small":
        places = small_places()
        if points not in places:
            raise Illegal(refuse("bonus.small.categories", "amount", points=max(places)))
        if sum(one.rule == "bonus.small.categories" for one in claims) == len(places):
            raise Illegal(refuse("bonus.space.single", "all-taken", n=len(places)))


def _check_leftover(evening: Evening, seat: int) -> None:
    if evening.phase != "over":
        raise Illegal(refuse("end.leftovers", "not-over"))
    if evening.palace(seat) != "big":
        raise Illegal(refuse("end.leftovers.not-escaped", "evening"))


def with_points(evening: Evening, lines: tuple[Points, ...], seats: Sequence[int], label: Said) -> Changed:
    """The evening with this ledger. final.trigger: the points may begin the Final Chapter, or a mistake unbegin it."""
    if len(lines) > MOST_POINTS:
        raise Illegal(refuse("evening.full"))
    totals = [sum(one.points for one in lines if one.seat == seat) for seat in seats]
    if any(abs(total) > HIGHEST for total in totals):
        raise Illegal(refuse("evening.points", "amount", max=HIGHEST))
    return Changed(marked(msgspec.structs.replace(evening, points=lines)), label)


def marked(evening: Evening) -> Evening:
    """The evening with the marker where the ledger has it; it stays once the countdown has moved.

    final.trigger, final.trigger.once: with whoever came to thirty first, of those who have them still.
    """
    if not evening.has_points:
        return evening
    evening = _in_its_phase(evening)
    first = _first_of(evening.reached(evening.points_wanted))
    if evening.countdown or evening.marker == first:
        return evening
    came_now = first is not None and evening.marker is None
    marked_in = (evening.round, evening.seat) if came_now else None
    return msgspec.structs.replace(evening, marker=first, marked_in=marked_in)


def _in_its_phase(evening: Evening) -> Evening:
    """The evening with the Final Chapter in the place of a lava phase, or the other way round after a mistake.

    scenario.3.competitive.reset-if-running: its countdown begins anew, wherever that of the lava phase stood.
    scenario.3.competitive.jump-over-both: also where that has not begun.
    """
    if not evening.course.lava_points:
        return evening
    first, before = _first_of(evening.reached(evening.course.final_points)), evening.lava_phase
    if before is None and first is not None:
        stood = Countdown(evening.marker, evening.countdown, evening.marked_in)
        return msgspec.structs.replace(
            evening,
            lava_phase=stood,
            marker=first,
            countdown=0,
            marked_in=(evening.round, evening.seat),
        )
    if before is not None and first is None and not evening.countdown:
        return msgspec.structs.replace(
            evening,
            lava_phase=None,
            marker=before.marker,
            countdown=before.space,
            marked_in=before.marked_in,
        )
    return evening


def _first_of(seats: tuple[int, ...]) -> int | None:
    return seats[0] if seats else None


# ---- turns and the countdown


def next_turn(evening: Evening) -> Changed:
    """The turn is over: the countdown moves if it does now, and the next person's turn begins.

    final.advance: the end of the marked player's turn moves it. coop.rounds.start-of-round-order: a new round does.
    """
    check_going_on(evening)
    if evening.has_points:
        return _next_of_turns(evening)
    later = [seat for seat in evening.on_the_mountain if seat > evening.seat]
    if later:
        after = msgspec.structs.replace(evening, seat=later[0])
        return Changed(after, sentence("evening.label-turn", name=after.name(after.seat)))
    if evening.countdown >= evening.last_space:
        after = msgspec.structs.replace(evening, result="lost")
        return Changed(after, sentence("evening.label-time-up", "coop.final.eight-rounds"))
    first = (*evening.on_the_mountain, 0)[0]  # coop.rounds.first-player-escaped
    after = msgspec.structs.replace(
        evening, seat=first, round=_next_round(evening), countdown=evening.countdown + 1
    )
    label = sentence("evening.label-round", "coop.rounds.start-of-round-order", round=after.round)
    return Changed(after, label)


def _next_of_turns(evening: Evening) -> Changed:
    if moves_token(evening.driver, evening.seat, is_over=evening.phase == "over"):
        evening = msgspec.structs.replace(evening, countdown=evening.countdown + 1)
        if evening.phase == "over":  # final.event.end: nobody has another turn
            return Changed(evening, sentence("evening.label-end", "final.event.end"))
        label = sentence("evening.label-turn-countdown", "final.advance", space=evening.countdown)
    else:
        label = sentence("evening.label-turn")
    seat = next_seat(len(evening.people), evening.seat)
    number = evening.round if seat else _next_round(evening)
    after = evening.in_turn(seat, number)
    return Changed(after, msgspec.structs.replace(label, data=(*label.data, ("name", after.name(seat)))))


def _next_round(evening: Evening) -> int:
    if evening.round == MOST_ROUNDS:
        raise Illegal(refuse("evening.full"))
    return evening.round + 1


def set_turn(evening: Evening, *, seat: int, number: int) -> Changed:
    """Whose turn it really is, and the number of the round; the countdown stays."""
    if not 1 <= number <= MOST_ROUNDS:
        raise Illegal(refuse("evening.full"))
    after = evening.in_turn(seat, number)
    return Changed(after, sentence("evening.label-set-turn", name=after.name(seat), round=number))


def move_countdown(evening: Evening, by: int) -> Changed:
    """The token one space on or back by hand, where page and board differ; `next_turn` moves it by the rules.

    Back on its start it gives up the marker of somebody who has not thirty points after all (final.trigger).
    """
    assert by in (1, -1), "one space at a time"
    if by > 0:
        check_going_on(evening)
    if evening.has_points and evening.marker is None:
        raise Illegal(refuse("final.marker", "evening", max=evening.points_wanted))
    if by < 0 and not evening.countdown:
        raise Illegal(refuse("setup.countdown.start", "evening"))
    if by > 0 and evening.countdown >= evening.last_space:
        if evening.has_points:
            raise Illegal(
                refuse("scenario.3.competitive.real-final", "evening", max=evening.course.final_points)
            )
        raise Illegal(refuse("coop.final.eight-rounds", "evening"))
    after = msgspec.structs.replace(evening, countdown=evening.countdown + by)
    rule = "final.advance" if evening.has_points else "coop.rounds.start-of-round-order"
    return Changed(marked(after), sentence("evening.label-countdown", rule, space=after.countdown))


def tell_space(evening: Evening, space: int, what: str) -> Changed:
    """What is printed on one of the last eight spaces of the real track, 1 to 8; empty takes it back."""
    track = (*evening.track[: space - 1], what, *evening.track[space:])
    if not fits(track, has_points=evening.has_points):
        if what == ROPE and not evening.has_points:
            raise Illegal(refuse("coop.final.no-rope", "evening"))
        raise Illegal(refuse("final.track.length", "evening", max=SPACES))
    after = msgspec.structs.replace(evening, track=track)
    label = sentence("evening.label-space", "final.track.length", space=space)
    return Changed(after, label.with_words(what=f"evening.event-{what or 'unknown'}"))


def check_going_on(evening: Evening) -> None:
    """Raises Illegal when the game is over."""
    if evening.phase != "over":
        return
    if not evening.result:
        raise Illegal(refuse("final.event.end", "evening"))
    raise Illegal(
        refuse(
            "coop.end.win-immediately" if evening.result == "won" else "coop.end.lose-conditions", "evening"
        )
    )
