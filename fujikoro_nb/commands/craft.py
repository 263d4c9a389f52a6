"""`fujikoro gear` and `fujikoro solve`: is my gear legal and what is it worth, and the cheapest craft for my cards.

Kept apart from the argument parser, so that a notebook or a test asks the same question without a shell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from fujikoro_nb.commands.printed import printed_check, printed_solution
from fujikoro_nb.commands.reply import GOOD, Reply, rulings_from
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.card_solver import Solved, solve_cards
from fujikoro_nb.helper.characters_told import CRAFTING, differs
from fujikoro_nb.helper.gear_check import Said, check_notation
from fujikoro_nb.helper.table_cards import CardSource, cards_by_name, table_cards
from fujikoro_nb.texts import refusal_sentence, say


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


def _notes(faults: Iterable[str], who: str) -> tuple[str, ...]:
    told = (one.text for one in differs(who, CRAFTING))
    return (*(say("command.pack-fault", fault=fault) for fault in faults), *told)
