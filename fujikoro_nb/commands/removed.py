"""``fujikoro content removed`` and ``fujikoro content bring-back``."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

import msgspec

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.records import DieRecord
from fujikoro_nb.content.removed import Removed, named
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.components import Blueprint, Dragon, GearCard, ResourceToken
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.texts import say
from fujikoro_nb.texts.quote import shown


def printed_removed(removed: Iterable[Removed], *, as_json: bool = False) -> str:
    """What can come back, a line each below a head that says which column brings it back."""
    if as_json:
        plain = [
            {"mark": one.mark, "id": one.key, "name": one.name, "changed": one.is_changed}
            | {"when": _when(one), "section": one.section, "what": one.notation}
            for one in removed
        ]
        return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
    return "\n".join(_table(removed)) or say("content-removed.none")


def bring_back(names: Iterable[str]) -> tuple[list[str], int]:
    """Bring each of these back: what to say of it, and 0, 1 if one did not come, 2 if the disk refused."""
    store, lines, code = OwnerPack(), [], 0
    for name in names:
        found = named(store.removed(), name)
        if len(found) != 1:
            code = 1
            key = "several" if found else "unknown"
            lines += [say(f"content-removed.{key}", name=shown(name), n=len(found)), *_table(found)]
            continue
        (one,) = found
        before = store.load().pack
        try:
            after = store.bring_back(one.mark)
        except BrokenContent as fault:
            code = 1
            lines.append(fault.faults[0].said())
        except NotSaved as fault:
            return [*lines, fault.said()], 2
        else:
            now = one.key_in(after.records, before=before.records)
            lines.append(say("content-removed.back", name=one.name, id=now))
    return lines, code


def _table(removed: Iterable[Removed]) -> list[str]:
    """Nothing where nothing is; the last column, which may be long, is not filled up."""
    rows = [(one.key, one.mark, _went(one), _what(one)) for one in removed]
    if not rows:
        return []
    head = tuple(say(f"content-removed.head-{column}") for column in ("name", "mark", "when", "what"))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)][:-1]
    filled = ([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] for row in (head, *rows))
    return ["  ".join((*cells, row[-1])) for cells, row in zip(filled, (head, *rows), strict=True)]


def _what(one: Removed) -> str:
    """As the page says it, and a card's bonus as a game does; what no sentence tells is said as a pack file has it."""
    what = say("content-removed.other", sort=one.sort(), what=one.notation)
    match one.piece:
        case GearCard() as card:
            bonus, pattern = say(f"game-page.bonus-{card.bonus}"), print_pattern(card.pattern)
            what = say("content-removed.card", sort=one.sort(), pattern=pattern, bonus=bonus)
        case Blueprint() as card:
            what = say("content-removed.blueprint", sort=one.sort(), pattern=print_pattern(card.pattern))
        case Dragon() as dragon:
            health, initiative = dragon.health, dragon.initiative
            what = say("content-removed.dragon", sort=one.sort(), health=health, initiative=initiative)
        case ResourceToken() as token:
            face = say("piece-editor.picture-monk") if token.is_monk else str(token.cubes)
            what = say("content-removed.other", sort=one.sort(), what=face)
    if isinstance(one.record, DieRecord):
        key = "die-broken" if one.record.broken else "die"
        faces = {field: ", ".join(map(str, getattr(one.record, field))) for field in ("hits", "broken")}
        what = say(f"content-removed.{key}", sort=one.sort(), **faces)
    return what if one.name == one.key else say("content-removed.named", name=one.name, what=what)


def _went(one: Removed) -> str:
    return say(f"content-removed.{'replaced' if one.is_changed else 'went'}", when=_when(one))


def _when(one: Removed) -> str:
    here = datetime.datetime.fromtimestamp(one.went, datetime.UTC).astimezone()
    return here.strftime("%Y-%m-%d %H:%M")
