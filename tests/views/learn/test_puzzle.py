"""The view of a puzzle before and after it is solved, of every kind."""

from __future__ import annotations

import datetime
import re
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles.attempt import Attempt
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.learn.puzzle import puzzle_view

DAY = datetime.date(2026, 3, 1)


def view_of(run: Run) -> dict[str, Any]:
    return puzzle_view(run, hint=str, shown=lambda _: {})


@pytest.mark.parametrize("name", [one.kind for one in BOOKS])
def test_what_the_proof_counts_is_told_when_the_puzzle_is_over(name: str) -> None:
    kind = kind_of(name)
    book, hidden = kind.book(), 0
    proofs = {kind.proof(entry, language="en") for entry in book.entries}
    for entry in book.entries:
        run = Run(kind=kind, book=book, entry=entry, today=DAY)
        solved = msgspec.structs.replace(
            run, kept=msgspec.structs.replace(run.kept, attempt=Attempt(ended="right"))
        )
        before, after = view_of(run), view_of(solved)
        assert after["proof"] == kind.proof(entry, language="en")
        if not kind.gives_away(entry):
            assert before["proof"] == after["proof"]
            continue
        hidden += 1
        assert not re.search("[0-9]", before["proof"])
        assert kind.about(entry, language="en") in after["about"]
        assert kind.about(entry, language="en") not in before["about"]
    assert hidden < len(book.entries), "some have one answer alone, which may be said"
    assert bool(hidden) == (len(proofs) > 1), "only a proof that says the same of all gives nothing away"
