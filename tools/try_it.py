"""A position to try for each rule: the link of a case that shows it, on the page My gear or Fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from fujikoro_nb.rulebook.cases.fighting import dragon_of
from fujikoro_nb.rulebook.cases.records import BoardRecord, Case
from fujikoro_nb.views.gear.link import BadLink, parse_link, print_link


def links(cases: Iterable[Case]) -> dict[str, str]:
    """The link of each rule that a case can show on a page: first a case that shows a worked example of it."""
    ranked: dict[str, tuple[int, str]] = {}
    for case in cases:
        link = link_of(case)
        if not link:
            continue
        for place, rule in enumerate(case.rules):
            shows = any(shown.partition("/")[0] == rule for shown in case.shows)
            rank = 4 * place + (0 if shows else 2) + (1 if case.expect.legal is True else 0)
            if rule not in ranked or rank < ranked[rule][0]:
                ranked[rule] = (rank, link)
    return {rule: link for rule, (_, link) in ranked.items()}


def link_of(case: Case) -> str:
    """The position of a case behind ``#``, normal form; empty for one that no page can show."""
    if case.inspect is not UNSET:
        said = case.inspect
        is_unlocked = said.unlocked and said.kind == "weapon" and _uses_right_part(said.gear)
        parts = [f"{said.kind}={said.gear}", *_board_parts(said.character, is_unlocked=is_unlocked)]
        return _checked("gear", parts)
    if case.contain is not UNSET:
        is_unlocked = _uses_right_part(case.contain.gear)
        parts = [
            f"{case.contain.kind}={case.contain.gear}",
            *_board_parts(case.contain.character, is_unlocked=is_unlocked),
        ]
        return _checked("gear", [*parts, f"blueprint-{case.contain.kind}=owned@{case.contain.pattern}"])
    if case.lose is not UNSET:
        said_lose = case.lose
        held = "owned" if said_lose.owned else "lost"
        parts = [
            f"{said_lose.kind}={said_lose.gear}",
            *_board_parts(said_lose.character, is_unlocked=_uses_right_part(said_lose.gear)),
        ]
        return _checked("gear", [*parts, f"blueprint-{said_lose.kind}={held}@{said_lose.blueprint}"])
    if case.rest is not UNSET:
        return _checked("gear", _gear_parts(case.rest.board))
    if case.fight is not UNSET and case.fight.dragon is not UNSET:
        dragon = dragon_of(case.fight.dragon)
        parts = _gear_parts(case.fight.boards[case.fight.attacker])
        return _checked("fight", [*parts, f"dragon={dragon.health}/{dragon.initiative}/{dragon.dice}"])
    return ""


def _uses_right_part(gear: str) -> bool:
    """Whether a weapon has cubes beyond the left part, so that a monk must have opened the grid."""
    rows = gear.partition("+")[0].replace("|", ":").split("/")
    return any(set(row.partition(":")[2]) & set("WMT") for row in rows)


def _board_parts(character: str, *, is_unlocked: bool) -> list[str]:
    return (["unlocked=1"] if is_unlocked else []) + (
        [f"character={character}"] if character != "symmetric" else []
    )


def _gear_parts(board: BoardRecord) -> list[str]:
    kinds = (("weapon", board.weapon), ("helmet", board.helmet), ("sandals", board.sandals))
    parts = [f"{kind}={gear}" for kind, gear in kinds if gear]
    parts += _board_parts(
        board.character, is_unlocked="weapon" in board.monks or _uses_right_part(board.weapon)
    )
    if board.lower or board.upper:
        parts.append(f"backpack={board.lower}{board.upper}")
    if board.upper or "backpack" in board.monks:
        parts.append("backpack-monk=1")
    for state, said in (("owned", board.blueprints), ("lost", board.lost_blueprints)):
        for one in said.split(", ") if said else ():
            kind, _, pattern = one.partition(" ")
            parts.append(f"blueprint-{kind}={state}@{pattern}")
    return parts


def _checked(page: str, parts: Sequence[str]) -> str:
    """The link as the page itself would print it; empty when the page could not show it."""
    try:
        state = parse_link("&".join(parts))
    except BadLink:
        return ""
    printed = print_link(state)
    return f"page={page}&{printed}" if printed else ""
