"""A fight of some seats against one dragon, with the gear that each entered: who fights, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import NOBODY, PEOPLE
from fujikoro_nb.engine.fujikoro.components import Die, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.changes import lies, limits_of
from fujikoro_nb.helper.seats.record import Seat, SeatBoard, SeatRefused, blueprint_pattern
from fujikoro_nb.odds import Ally, Fighter, FightOdds, Foe, JointOdds, Samurai
from fujikoro_nb.texts import say
from fujikoro_nb.views.fight.odds import ally_rows, joint_view, said_outcome, said_shares

SAMPLED = "method-sampled"


class SeatFight(msgspec.Struct, frozen=True):
    """What is asked: equal questions have equal answers, whoever asks. ``names`` and ``seats`` go with ``fighters``."""

    fighters: tuple[Fighter, ...]
    foe: Foe
    faces: tuple[tuple[str, Die], ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    is_each: bool = False
    """Each of the others alone with the first one, to see whom to ask along; else all of them together."""


def seat_fight(
    evening: Evening,
    seats: Mapping[int, Seat],
    *,
    who: Sequence[int],
    foe: Foe,
    faces: Mapping[str, Die],
    areas: Areas,
    own: SeatBoard | None = None,
    is_each: bool = False,
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
        if lies(evening, seat, seats.get(seat, Seat())) or evening.palace(seat):
            raise SeatRefused("seat-fight.fight-out-of-it", name=evening.name(seat))
    fighters = tuple(Fighter(_samurai(evening, seat, boards[seat], areas)) for seat in order)
    for seat, fighter in zip(order[1:], fighters[1:], strict=True):
        if not _is_legal(fighter.samurai):  # of the own board the solver says what is wrong
            raise SeatRefused("seat-fight.fight-illegal", name=evening.name(seat))
    return SeatFight(
        fighters, foe, tuple(sorted(faces.items())), tuple(map(evening.name, order)), tuple(order), is_each
    )


def askable(evening: Evening, seats: Mapping[int, Seat], *, seat: int, areas: Areas) -> tuple[int, ...]:
    """Whom this seat could ask along: who stands, is on the mountain, and has entered a weapon that can fight.

    Raises SeatRefused where there is nobody.
    """

    def could(other: int) -> bool:
        known = seats.get(other, Seat())
        is_there = other != seat and not lies(evening, other, known) and not evening.palace(other)
        samurai = _samurai(evening, other, known.board, areas)
        return is_there and bool(samurai.gear.weapon) and _is_legal(samurai)

    found = tuple(filter(could, range(len(evening.people))))
    if not found:
        raise SeatRefused("seat-fight.fight-nobody")
    return found


def _is_legal(samurai: Samurai) -> bool:
    try:
        samurai.checked()
    except Illegal:
        return False
    return True


def _samurai(evening: Evening, seat: int, board: SeatBoard, areas: Areas) -> Samurai:
    limits, rulings = limits_of(evening, seat, areas), evening.rulings.switches
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
        rulings=rulings,
        slips=PEOPLE.get(limits.character, NOBODY).slips(rulings),
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
    return {
        "falls": speak("seat-fight.fight-falls", percent=falls),
        "alone": "" if joint is None else speak("seat-fight.fight-alone", percent=by_oneself["said"][0]),
        "shares": fighters[0]["shares"],
        "ends": [
            speak("seat-fight.fight-ends", name=one["name"], win=win, hurt=hurt, lose=lose)
            for one in fighters
            for win, hurt, lose in [one["said"]]
        ],
        "notes": _notes(fight, speak, is_sampled=method == SAMPLED),
    }


def whom_view(fight: SeatFight, allies: Sequence[Ally], *, language: str) -> dict[str, Any]:
    """Whom to ask along, the best first: the asker's own chance with each, against going ``alone``."""

    def speak(key: str, /, **data: object) -> str:
        return say(key, language=language, **data)

    rows = ally_rows(allies, speak, names=fight.names[1:])
    best = allies[0]
    share = min(1.0, max(0.0, best.odds.fighters[0].rewarded - best.gain / 100))
    alone = said_shares((share, 1 - share), speak)["said"][0]
    return {
        "alone": speak("seat-fight.fight-alone", percent=alone),
        "whom": [
            {
                "seat": fight.seats[1 + ally.ally],
                "name": row["name"],
                "gain": row["gain"],
                "shares": row["shares"],
                "said": speak("seat-fight.fight-with", win=win, hurt=hurt, lose=lose),
            }
            for ally, row in zip(allies, rows, strict=True)
            for win, hurt, lose in [row["said"]]
        ],
        "notes": _notes(fight, speak, is_sampled=any(ally.odds.method == SAMPLED for ally in allies)),
    }


def _notes(fight: SeatFight, speak: Callable[..., str], *, is_sampled: bool) -> list[str]:
    is_house = any(die.provenance == Provenance.HOUSE for _, die in fight.faces)
    return [
        *([speak("seat-fight.fight-sampled")] if is_sampled else []),
        *([speak("seat-fight.fight-house")] if is_house else []),
    ]
