"""The crafting commands as functions: arguments in, an answer as plain data and as lines out.

Kept apart from the argument parser, so that a notebook or a test asks the same question without a shell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.card_solver import Solved, solve_cards
from fujikoro_nb.helper.characters_told import so_far
from fujikoro_nb.helper.gear_check import Said, check_notation
from fujikoro_nb.helper.printed import printed_check, printed_solution
from fujikoro_nb.helper.table_cards import CardSource, cards_by_name, table_cards
from fujikoro_nb.texts import error_sentence, refusal_sentence, say

GOOD, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes."""

_MOST_FAULTS = 20
"""Faults of files that one answer lists."""


class Reply(msgspec.Struct, frozen=True):
    """What a command answers: ``data`` for scripts, ``lines`` for people, ``notes`` beside either."""

    code: int
    data: dict[str, Any]
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()


def answered(ask: Callable[[], Reply]) -> Reply:
    """The reply, or the one sentence that says what cannot be read."""
    try:
        return ask()
    except Unreadable as error:
        sentence = error_sentence(error)
        told: dict[str, Any] = {"reason": error.reason, "sentence": sentence, "place": error.place + 1}
        return Reply(UNREADABLE, {"error": told}, (sentence,))
    except Illegal as error:
        sentence = error_sentence(error)
        return Reply(
            UNREADABLE, {"error": {"rule": error.refusals[0].rule, "sentence": sentence}}, (sentence,)
        )
    except BrokenContent as error:
        said = tuple(map(str, error.faults[:_MOST_FAULTS]))
        told = {"reason": error.faults[0].reason, "sentence": said[0], "faults": said}
        return Reply(UNREADABLE, {"error": told}, said)


def rulings_from(pairs: Iterable[str]) -> Rulings:
    """Rulings from texts such as ``combat.init.magic=longest-plus``. Raises Unreadable."""
    rulings = ADOPTED
    for pair in pairs:
        rule, mark, reading = pair.partition("=")
        if not mark:
            raise Unreadable("ruling", pair, 0)
        rulings = rulings.with_reading(rule, reading)
    return rulings


def gear_reply(
    notation: str,
    kind: str,
    *,
    is_unlocked: bool = False,
    who: str = "symmetric",
    readings: Sequence[str] = (),
    cards: str = CardSource.OWNER,
    pack: Path | None = None,
) -> Reply:
    """``fujikoro gear``. Raises Unreadable and BrokenContent."""
    held = table_cards(CardSource(cards), pack=pack)
    check = check_notation(
        notation,
        GearKind(kind),
        held.on_board(character(who)),
        cards=held.cards,
        is_unlocked=is_unlocked,
        rulings=rulings_from(readings),
    )
    known = sum(card.kind == kind for card in held.cards)
    lines = tuple(printed_check(check, GearKind(kind), cards=known))
    return Reply(GOOD, msgspec.to_builtins(check), lines, _notes(held.faults, who))


def solve_reply(
    card_ids: Sequence[str],
    backpack: str,
    *,
    present: str = "",
    is_unlocked: bool = False,
    who: str = "symmetric",
    is_usable: bool = False,
    is_backpack_open: bool = False,
    readings: Sequence[str] = (),
    pack: Path | None = None,
) -> Reply:
    """``fujikoro solve``. Raises Unreadable and BrokenContent."""
    known = cards_by_name(pack=pack)
    cards = [known.card(card_id) for card_id in card_ids]
    limits, rulings = known.on_board(character(who)), rulings_from(readings)
    cubes = Cubes.parse(backpack)
    try:
        solved = solve_cards(
            cards,
            parse_gear(present, cards[0].kind, limits),
            cubes,
            limits,
            is_unlocked=is_unlocked,
            is_usable=is_usable,
            is_backpack_open=is_backpack_open,
            rulings=rulings,
        )
    except Illegal as error:
        refusal = error.refusals[0]
        solved = Solved(None, Said(refusal.rule, refusal_sentence(refusal)))
    lines = tuple(printed_solution(solved))
    return Reply(GOOD, msgspec.to_builtins(solved), lines, _notes(known.faults, who))


def cases_reply(files: Sequence[str]) -> Reply:
    """``fujikoro check-cases``. Raises BrokenContent, and Unreadable naming the case whose position makes no sense."""
    from fujikoro_nb.rulebook.cases import first_difference
    from fujikoro_nb.rulebook.cases.reading import case_files, read_cases

    cases = read_cases(files)
    failed: list[dict[str, Any]] = []
    lines: list[str] = []
    for located in cases:
        try:
            difference = first_difference(located.case)
        except (Unreadable, Illegal) as error:
            raise Unreadable(
                "case",
                located.case.id,
                0,
                file=located.file,
                line=located.line,
                problem=error_sentence(error),
            ) from error
        if difference is not None:
            told: dict[str, Any] = {"file": located.file, "line": located.line, "case": located.case.id}
            failed.append({**told, **msgspec.to_builtins(difference)})
            lines.append(say("command.case-bad", **told))
            lines.append(say("command.case-difference", **msgspec.to_builtins(difference)))
    if failed:
        lines.append(say("command.cases-bad", bad=len(failed), n=len(cases)))
    else:
        lines.append(say("command.cases-good", n=len(cases)))
    data = {"files": len(case_files(files)), "cases": len(cases), "failed": failed}
    return Reply(DIFFERENT if failed else GOOD, data, tuple(lines))


def _notes(faults: Iterable[str], who: str) -> tuple[str, ...]:
    told = so_far(who)
    return (*(say("command.pack-fault", fault=fault) for fault in faults), *([told] if told else []))
