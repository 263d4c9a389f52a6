"""What the page of a crafting puzzle shows beside the board, as plain data."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.position import Offer
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.learn.puzzle import action, actions


def crafting_view(run: Run, *, left: Cubes, can_check: bool, undo: str) -> dict[str, Any]:
    """Cards, cubes in hand and the ways on. ``left`` are the cubes not laid, ``undo`` names the last change."""
    position = run.puzzle.position
    is_illegal = run.feedback is not None and run.feedback.outcome == Outcome.ILLEGAL
    way_back = "put-back" if is_illegal else "again"
    waiting = "puzzle.check-all" if run.puzzle.uses_all else "puzzle.check-some"
    return {
        "kind": str(position.kind),
        "cards": [_card(run, card) for card in position.cards],
        "hand": [
            {"letter": str(each), "left": left.count(each)}
            for each in MATERIALS
            if position.cubes.count(each)
        ],
        "actions": actions(
            run,
            can_check=can_check,
            waiting=waiting,
            back=action(run, way_back, f"puzzle.{way_back}", main=True),
        ),
        "undo": "" if run.attempt.ended else undo,
    }


def marks(run: Run, layout: Layout) -> list[dict[str, Any]]:
    """The cells of the hints that were paid for, and the better answer."""
    kind = str(run.puzzle.position.kind)
    there = {(*column_row(cell), str(cube)) for cell, cube in layout}
    found: list[dict[str, Any]] = []
    for taken in run.attempt.hints:
        shown = run.kind.hint(run.entry, taken, language=run.language)
        if taken == HintKind.REGION and not run.attempt.ended:
            found.append({"kind": kind, "cells": [list(c) for c in shown.cells], "style": "hint", "text": ""})
        found.extend(
            {"kind": kind, "cells": [[column, row]], "style": "near", "text": f"+{cube}"}
            for column, row, cube in shown.cubes
            if (column, row, cube) not in there
        )
    return found


def shown_answer(entry: CraftingEntry) -> dict[str, Any]:
    """A puzzle's answer, drawn without empty rows above; ``:`` shows the line of a weapon grid."""
    kind, solution = entry.puzzle.position.kind, entry.certificate.solution
    rows = solution.split("/")
    while rows and not set(rows[0]) - set(".:"):
        rows = rows[1:]
    cells = "/".join(row.replace(":", "") if kind != GearKind.WEAPON else row for row in rows)
    return {"kind": str(kind), "cells": cells, "label": solution}


def _card(run: Run, card: Offer) -> dict[str, Any]:
    is_house = card.provenance == Provenance.HOUSE
    return {
        "name": run.say("puzzle.card", card=card.title(language=run.language)),
        "mark": run.say("puzzle.house") if is_house else run.say("puzzle.own"),
        "house": is_house,
        "pattern": card.pattern,
    }
