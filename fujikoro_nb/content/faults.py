"""What is wrong with a pack file: every fault knows its file, its line, what is wrong and what to do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fujikoro_nb.texts import say

Datum = int | str
_SHOWN = 60


class Fault(msgspec.Struct, frozen=True, order=True):
    """One fault. ``line`` is 1-based, 0 where no line is to blame; ``reason`` picks sentence and remedy in texts."""

    file: str
    line: int
    reason: str
    data: tuple[tuple[str, Datum], ...] = ()

    def said(self, *, language: str = "en") -> str:
        """What is wrong."""
        return say(f"fault.{self.reason}", language=language, **self._slots())

    @property
    def sentence(self) -> str:
        """What is wrong, in the language of the command line."""
        return self.said()

    @property
    def remedy(self) -> str:
        """What to do about it, in the language of the command line."""
        return say(f"remedy.{self.reason}", **self._slots())

    def _slots(self) -> dict[str, Any]:
        return dict(self.data)

    def __str__(self) -> str:
        file = visible(self.file)
        place = f"{file}:{self.line}" if self.line else file
        return f"{place}: {self.sentence} {self.remedy}"


class BrokenContent(ValueError):
    """A pack that cannot be used as it is; carries every fault of the report."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def printed_faults(faults: Sequence[Fault], *, files: int, as_json: bool = False) -> str:
    """The report of some files: a line per fault and a sum, or JSON with ``good``, ``files`` and ``faults``."""
    if as_json:
        plain = [
            {
                "file": fault.file,
                "line": fault.line,
                "reason": fault.reason,
                "what": fault.sentence,
                "remedy": fault.remedy,
            }
            for fault in faults
        ]
        return json.dumps({"good": not faults, "files": files, "faults": plain}, indent=2)
    if not faults:
        return say("content.good", n=files)
    bad = len({fault.file for fault in faults})
    return "\n".join([*map(str, faults), say("content.bad", n=len(faults), files=bad)])


def visible(text: str) -> str:
    """A text with everything that does not print as its code."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def shown(value: object) -> str:
    r"""A value of a file as a sentence quotes it: one line, short, nothing invisible.

    >>> shown("a\nb"), shown(None), shown(True)
    ('a\\nb', '', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = visible(value[: _SHOWN + 1])
    elif isinstance(value, dict):
        text = ", ".join(shown(key) for key in list(value)[:8])
    elif isinstance(value, list):
        text = ", ".join(shown(item) for item in value[:8])
    else:
        text = str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
