"""The switch of a lesson between screen and table, and how its position is laid out there (need T7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fujikoro_nb.learning.run import Run
from fujikoro_nb.views.learn.laid_out import Line

__all__ = ["at_table"]


def at_table(run: Run, lines: Callable[[], Sequence[Line]], *, about: str, turn: str) -> dict[str, Any]:
    """What a step shows of it; where nothing is laid out, one line says why.

    ``lines`` is how it is laid out; ``about`` and ``turn`` are the keys of what has to be known about that, and of
    how the step is done there.
    """
    if run.step is None:
        return {"screen_only": run.say("laid.check") if run.progress.at_table else ""}
    if not run.lesson.is_for_table:
        return {"screen_only": run.say("laid.only-screen")}
    if not run.progress.at_table:
        return {"table": False}
    _, do = run.lesson.sentences(run.step, language=run.language)
    return {
        "table": True,
        "laid": laid(run, lines(), about=about),
        "do": f"{run.say('lesson.table-do', task=do)} {run.say(turn)}",
    }


def laid(run: Run, lines: Sequence[Line], *, about: str) -> dict[str, Any]:
    """The lines, under what has to be known about them."""
    return {"title": run.say("laid.title"), "about": run.say(about), "lines": list(lines)}
