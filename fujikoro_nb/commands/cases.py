"""`fujikoro check-cases`: do these cases of rules hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fujikoro_nb.commands.reply import DIFFERENT, GOOD, Reply
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.rulebook.cases import first_difference
from fujikoro_nb.rulebook.cases.reading import case_files, read_cases
from fujikoro_nb.texts import error_sentence, say


def cases_reply(files: Sequence[str]) -> Reply:
    """``fujikoro check-cases``. Raises BrokenContent, and Unreadable naming the case whose position makes no sense."""
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
