"""Every change that a seat makes: on its own board, of its points and lives, of what it has left over, and its undo.

A change is made on the table as it is in that moment. What cannot be made is refused and leaves everything as it was:
`SeatRefused` where it comes too late or does not fit on the board, `Illegal` where the evening's rules say no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import Changed, add_points, correct
from fujikoro_nb.helper.evening.ending import leftovers, set_leftover
from fujikoro_nb.helper.evening.leaving import knock_out, lose_life
from fujikoro_nb.helper.evening.record import Evening, Points
from fujikoro_nb.helper.evening.taking_back import CORRECTION, give_life_back, take_back
from fujikoro_nb.helper.gear_strokes import gear_change, painted, with_carriers
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.seats.acts import (
    Act,
    AddPoints,
    Clear,
    KnockOut,
    LeaveOver,
    Life,
    Magic,
    PackCube,
    PackMonk,
    Paint,
    TakeBack,
    TellBlueprint,
    Unlock,
)
from fujikoro_nb.helper.seats.record import (
    MOST_STEPS,
    MOST_WRITES,
    Hand,
    Seat,
    SeatBoard,
    SeatRefused,
    Step,
)
from fujikoro_nb.texts import say


class At(NamedTuple):
    """Where a change is made: the evening, the seat and what is kept of it, whose hand it is, and the new version."""

    evening: Evening
    number: int
    seat: Seat
    hand: Hand
    version: int
    areas: Areas = Areas()

    @property
    def limits(self) -> BoardLimits:
        """What this seat's board allows."""
        return limits_of(self.evening, self.number, self.areas)


class Done(NamedTuple):
    """The evening and the seat after a change, and what it is called in each language."""

    evening: Evening
    seat: Seat
    label: Callable[[str], str]


def limits_of(evening: Evening, seat: int, areas: Areas) -> BoardLimits:
    """The board of a seat's character with the outlines of this table's box."""
    return areas.on(character(evening.people[seat].character))


def lies(evening: Evening, number: int, seat: Seat) -> bool:
    """Whether a samurai lies knocked out: until its next turn (turn.wake-up), and never in a group, which revives it
    at once (coop.lives.knockout-costs-life). The board's own word is of tables of before: the evening keeps it now.
    """
    return evening.is_competitive and (number in evening.down or seat.board.is_out)


def carry_out(act: Act, at: At, *, seen: int) -> Done | None:
    """The change that an act makes; None where everything is so already.

    ``seen`` is the version that the device showed: on a seat that another hand changed since nothing is tapped blindly.
    Raises SeatRefused, Illegal.
    """
    if at.seat.writes >= MOST_WRITES:
        raise SeatRefused("full", max=MOST_WRITES)
    if seen < (at.seat.by_seat if at.hand == "seat" else at.seat.by_host):
        # A device asks for one thing after the other: this one was under way for long, or comes from another page.
        raise SeatRefused("late-own")
    match act:
        case TakeBack(of):
            return _taken_back(at, of)
        case AddPoints():
            return _scored(at, act)
        case Life():
            return _lived(at, act)
        case LeaveOver():
            return _left_over(at, act)
        case KnockOut(on):
            _refuse_late(at, seen)
            return _knocked_out(at, on=on)
        case _:
            _refuse_late(at, seen)
            return _on_board(at, act)


def _refuse_late(at: At, seen: int) -> None:
    other: Hand = "host" if at.hand == "seat" else "seat"
    if seen >= (at.seat.by_host if other == "host" else at.seat.by_seat):
        return
    newest = next((step for step in reversed(at.seat.steps) if step.hand == other), None)
    reason = f"late-{other}" if newest is not None else f"late-{other}-unsaid"
    data = {} if newest is None else {"what": newest.said}
    raise SeatRefused(reason, name=at.evening.name(at.number), **data)


# ---- the board


def _on_board(at: At, act: Act) -> Done | None:
    board, limits = at.seat.board, at.limits
    gear = board.gear(limits)
    match act:
        case Paint(kind, material, cells, stroke):
            area = GearKind(kind)
            layout, _ = painted(gear.layout(area), material, cells, free=limits.area_mask(area), left=None)
            return _geared(at, with_carriers(gear.with_layout(area, layout)), stroke)
        case Magic(kind, column, row, on):
            return _geared(at, _with_magic(gear, GearKind(kind), column, row, on=on))
        case Clear(kind):
            return _geared(at, with_carriers(gear.with_layout(GearKind(kind), Gear().layout(GearKind(kind)))))
        case Unlock(on):
            key = "change-monk" if on else "change-monk-off"
            return _boarded(at, sentence(f"craft-grid.{key}"), is_unlocked=on)
        case TellBlueprint(kind, state):
            told = _with_blueprint(board.blueprints, kind, state)
            return _boarded(at, sentence("craft-grid.change-blueprint"), blueprints=told)
        case PackCube(material, by):
            return _packed(at, material, by)
        case PackMonk(on):
            return _monked(at, on=on)
        case _:
            raise AssertionError(f"no act on a board: {act}")


def _with_magic(gear: Gear, kind: GearKind, column: int, row: int, *, on: bool) -> Gear:
    """magic.one-per-gear: one a kind, on a cube that is there."""
    if not on:
        return gear.without_magic(kind)
    cell = cell_at(column, row)
    if not gear.layout(kind) or (kind == GearKind.WEAPON and gear.weapon.at(cell) is None):
        raise SeatRefused("craft-grid.magic-needs-cube")
    return gear.with_magic(kind, cell if kind == GearKind.WEAPON else None)


def _with_blueprint(
    known: tuple[tuple[str, str, str], ...], kind: str, state: str
) -> tuple[tuple[str, str, str], ...]:
    drawn = {one: pattern for one, _, pattern in known}
    states = {one: held for one, held, _ in known} | {kind: state}
    return tuple(
        (str(one), states[one], drawn.get(one, "")) for one in GearKind if states.get(one, "none") != "none"
    )


def _packed(at: At, material: str, by: int) -> Done | None:
    board, limits = at.seat.board, at.limits
    cubes, one = board.cubes, Cubes.one(Material(material))
    if by > 0:
        room = limits.backpack_spaces(has_monk=board.has_monk)
        if len(cubes) >= room:
            is_open = board.has_monk or limits.is_backpack_open
            raise SeatRefused("helper.backpack-full" if is_open else "helper.backpack-full-monk", max=room)
        after = cubes + one
    elif not cubes.count(Material(material)):
        raise SeatRefused("no-cube")
    else:
        after = cubes - one
    key = "change-backpack" if by > 0 else "change-backpack-off"
    said = sentence(f"helper.{key}").with_words(material=f"word.{material}")
    return _boarded(at, said, backpack=str(after))


def _monked(at: At, *, on: bool) -> Done | None:
    cubes, room = len(at.seat.board.cubes), at.limits.backpack_spaces(has_monk=on)
    if cubes > room:
        raise SeatRefused("helper.backpack-monk-stays", max=room, n=cubes - room)
    key = "change-backpack-monk" if on else "change-backpack-monk-off"
    return _boarded(at, sentence(f"helper.{key}"), has_monk=on)


def _geared(at: At, gear: Gear, stroke: str = "") -> Done | None:
    """Another gear; what follows of the same stroke of a finger belongs to the same step."""
    before = at.seat.board.gear(at.limits)
    if gear == before:
        return None
    stroke = stroke and f"{at.hand} {stroke}"
    steps = at.seat.steps
    if stroke and steps and steps[-1].stroke == stroke:
        began = _with_fields(at.seat.board, {name: old for name, old, _ in steps[-1].board})
        before, steps = began.gear(at.limits), steps[:-1]
        if gear == before:
            return _done(at, at.evening, at.seat.board.with_gear(gear, at.limits), steps, _nothing_left)
    said = gear_change(before, gear)
    after = at.seat.board.with_gear(gear, at.limits)
    fields = _differences(at.seat.board.with_gear(before, at.limits), after)
    step = Step(at.version, at.hand, said, fields, stroke=stroke)
    return _done(at, at.evening, after, (*steps, step), _label_of(said))


def _nothing_left(language: str) -> str:
    return say("seat.label-stroke-back", language=language)


def _boarded(at: At, said: Said, **fields: Any) -> Done | None:
    after = msgspec.structs.replace(at.seat.board, **fields)
    if after == at.seat.board:
        return None
    step = Step(at.version, at.hand, said, _differences(at.seat.board, after))
    return _done(at, at.evening, after, (*at.seat.steps, step), _label_of(said))


def _differences(before: SeatBoard, after: SeatBoard) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (name, _as_json(old), _as_json(new))
        for name in SeatBoard.__struct_fields__
        if (old := getattr(before, name)) != (new := getattr(after, name))
    )


def _as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _with_fields(board: SeatBoard, fields: Mapping[str, str]) -> SeatBoard:
    """The board with these fields, as a step keeps them."""
    known = msgspec.to_builtins(board) | {name: msgspec.json.decode(text) for name, text in fields.items()}
    return msgspec.convert(known, SeatBoard)


# ---- knock-outs, points and lives


def _knocked_out(at: At, *, on: bool) -> Done | None:
    """Kept with the evening, so that its page shows it too and the next own turn ends it. Raises Illegal."""
    if lies(at.evening, at.number, at.seat) == on:
        return None
    board = msgspec.structs.replace(at.seat.board, is_out=False)
    key = "label-out" if on else "label-stands"
    said = sentence(f"seat.{key}", name=at.evening.name(at.number))
    step = Step(at.version, at.hand, said, _differences(at.seat.board, board), down=1 if on else -1)
    evening = _lying(at.evening, at.number, on=on)
    return _done(at, evening, board, (*at.seat.steps, step), _label_of(said))


def _lying(evening: Evening, number: int, *, on: bool) -> Evening:
    return evening if (number in evening.down) == on else knock_out(evening, number).evening


def _scored(at: At, act: AddPoints) -> Done:
    evening, seat = at.evening, at.number
    if evening.has_points and evening.score(seat) != act.score:
        raise SeatRefused("late-points", name=evening.name(seat), n=evening.score(seat))
    if act.source == CORRECTION:
        changed = correct(evening, seat, act.points)
        line = Points(seat, act.points, CORRECTION, round=evening.round)
    else:
        changed = add_points(evening, [seat], act.points, act.source)
        line = changed.evening.points[-1]
    return _entered(at, changed, line=line)


def _lived(at: At, act: Life) -> Done:
    evening, seat = at.evening, at.number
    if not evening.is_competitive:
        if evening.lives(seat) != act.left:
            raise SeatRefused("late-lives", name=evening.name(seat), n=evening.lives(seat))
        if (act.by, act.left) == (-1, 1) and not act.sure:
            raise SeatRefused("last-life", name=evening.name(seat))
    changed = lose_life(evening, seat) if act.by < 0 else give_life_back(evening, seat)
    return _entered(at, changed, life=-act.by)


def _left_over(at: At, act: LeaveOver) -> Done | None:
    evening, seat = at.evening, at.number
    before = _count_left(evening, seat, act.item)
    if before is not None and before != act.was:
        raise SeatRefused("late-left", name=evening.name(seat))
    changed = set_leftover(evening, seat, act.item, act.count)
    if changed.evening == evening:
        return None
    return _entered(at, changed, left=(act.item, act.was, act.count))


def _count_left(evening: Evening, seat: int, item: str) -> int | None:
    """How many were entered; None where nothing can be left over."""
    return next((one.count for one in leftovers(evening, seat) if one.item == item), None)


def _entered(
    at: At,
    changed: Changed,
    *,
    line: Points | None = None,
    life: int = 0,
    left: tuple[str, int, int] | None = None,
) -> Done:
    step = Step(at.version, at.hand, changed.label, line=line, life=life, left=left)
    steps = (*at.seat.steps, step)
    return _done(at, changed.evening, at.seat.board, steps, _label_of(changed.label))


# ---- taking back


def _taken_back(at: At, of: int) -> Done:
    step = at.seat.newest(at.hand)
    if step is None:
        raise SeatRefused("nothing-to-undo")
    if step.version != of:
        raise SeatRefused("undo-other", what=step.said)
    board = at.seat.board
    for name, _, after in step.board:
        if _as_json(getattr(board, name)) != after:
            raise SeatRefused("undo-changed", what=step.said)
    board = _with_fields(board, {name: before for name, before, _ in step.board})
    try:
        evening = _evening_without(at, step)
    except Illegal as gone:
        raise SeatRefused("undo-changed", what=step.said) from gone
    steps = tuple(one for one in at.seat.steps if one != step)
    what = step.said

    def label(language: str) -> str:
        return say("seat.label-undo", language=language, what=what.said(language=language))

    return _done(at, evening, board, steps, label)


def _evening_without(at: At, step: Step) -> Evening:
    """The evening as if a step had not been. Raises SeatRefused, Illegal where it was changed again since."""
    evening = at.evening
    if step.line is not None:
        evening = take_back(evening, step.line).evening
    if step.life:
        back = give_life_back if step.life > 0 else lose_life
        evening = back(evening, at.number).evening
    if step.down and not step.board:  # else the board itself says it again
        if (at.number in evening.down) != (step.down > 0):
            raise SeatRefused("undo-changed", what=step.said)
        evening = _lying(evening, at.number, on=step.down < 0)
    if step.left is not None:
        item, were, are = step.left
        if _count_left(evening, at.number, item) != are:
            raise SeatRefused("undo-changed", what=step.said)
        evening = set_leftover(evening, at.number, item, were).evening
    return evening


def _label_of(said: Said) -> Callable[[str], str]:
    return lambda language: said.said(language=language)


def _done(
    at: At, evening: Evening, board: SeatBoard, steps: tuple[Step, ...], label: Callable[[str], str]
) -> Done:
    hand = {"by_host": at.version} if at.hand == "host" else {"by_seat": at.version}
    seat = msgspec.structs.replace(
        at.seat, board=board, steps=steps[-MOST_STEPS:], writes=at.seat.writes + 1, **hand
    )
    return Done(evening, seat, label)
