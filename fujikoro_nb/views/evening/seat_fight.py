"""A fight of some seats against one dragon, with the gear that each entered: who fights, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.components import Die, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.changes import limits_of
from fujikoro_nb.helper.seats.record import Seat, SeatBoard, SeatRefused, blueprint_pattern
from fujikoro_nb.odds import Fighter, FightOdds, Foe, JointOdds, Samurai
from fujikoro_nb.texts import say
from fujikoro_nb.views.fight.odds import joint_view, said_outcome

SAMPLED = "method-sampled"


class SeatFight(msgspec.Struct, frozen=True):
    """What is asked: equal questions have equal answers, whoever asks. ``names`` go with ``fighters``."""

    fighters: tuple[Fighter, ...]
    foe: Foe
    faces: tuple[tuple[str, Die], ...]
    names: tuple[str, ...]


def seat_fight(
    evening: Evening,
    seats: Mapping[int, Seat],
    *,
    who: Sequence[int],
    foe: Foe,
    faces: Mapping[str, Die],
    areas: Areas,
    own: SeatBoard | None = None,
) -> SeatFight:
    """The fight of these seats, the first of them attacking and the others clockwise after it (combat.join.order).

    ``own`` is the first one's board where it is another one than the table holds. Raises SeatRefused for who is not
    there, lies knocked out or has left (combat.join.who, escape.no-actions).
    """
    first, *others = who
    order = [first, *sorted(set(others) - {first}, key=lambda seat: (seat - first) % len(evening.people))]
    for seat in order:
        if not 0 <= seat < len(evening.people):
            raise SeatRefused("no-seat")
    boards = {seat: seats.get(seat, Seat()).board for seat in order}
    if own is not None:
        boards[first] = own
    for seat in order:
        if boards[seat].is_out or evening.palace(seat):
            raise SeatRefused("seat-fight.fight-out-of-it", name=evening.name(seat))
    fighters = tuple(Fighter(_samurai(evening, seat, boards[seat], areas)) for seat in order)
    return SeatFight(fighters, foe, tuple(sorted(faces.items())), tuple(map(evening.name, order)))


def _samurai(evening: Evening, seat: int, board: SeatBoard, areas: Areas) -> Samurai:
    limits = limits_of(evening, seat, areas)
    patterns = {
        state: tuple(
            (GearKind(kind), parse_pattern(drawn))
            for kind, told, drawn in board.blueprints
            if told == state and drawn and blueprint_pattern(drawn)
        )
        for state in ("owned", "lost")
    }
    return Samurai(
        board.gear(limits),
        limits,
        board.is_unlocked or limits.is_weapon_grid_open,
        patterns["owned"],
        patterns["lost"],
        rulings=evening.rulings.switches,
    )


def fight_view(
    fight: SeatFight, alone: FightOdds, joint: JointOdds | None, *, language: str
) -> dict[str, Any]:
    """What comes of it: ``falls`` how often of 100 the dragon falls, ``alone`` the same for the first one alone."""

    def speak(key: str, /, **data: object) -> str:
        return say(key, language=language, **data)

    by_oneself = said_outcome(alone.outcome, speak)
    if joint is None:
        fighters = [{"name": fight.names[0], **by_oneself}]
        falls, method = by_oneself["said"][0], ""
    else:
        told = joint_view(joint, speak, names=fight.names)
        fighters, falls, method = told["fighters"], told["falls"], joint.method
    is_house = any(die.provenance == Provenance.HOUSE for _, die in fight.faces)
    return {
        "falls": speak("seat-fight.fight-falls", percent=falls),
        "alone": "" if joint is None else speak("seat-fight.fight-alone", percent=by_oneself["said"][0]),
        "shares": fighters[0]["shares"],
        "ends": [
            speak("seat-fight.fight-ends", name=one["name"], win=win, hurt=hurt, lose=lose)
            for one in fighters
            for win, hurt, lose in [one["said"]]
        ],
        "notes": [
            *([speak("seat-fight.fight-sampled")] if method == SAMPLED else []),
            *([speak("seat-fight.fight-house")] if is_house else []),
        ],
    }
