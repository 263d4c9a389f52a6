"""A pack as text: what `reading` reads back to the same pack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.content.records import RECORD_TYPES, PackRecords, rows_of

Plain = Mapping[str, Any]


def print_pack(
    records: PackRecords, *, comment: str = "", plain: Mapping[str, Sequence[Plain]] | None = None
) -> str:
    """The text of one pack file: patterns as rows, other texts in double quotes, ``comment`` on top.

    ``plain`` are the sections as unchecked data, in place of those of ``records``.
    """
    whole = msgspec.to_builtins(records)
    checked = {section: whole.pop(section, ()) for section in RECORD_TYPES}
    sections = checked if plain is None else plain
    return "".join(f"{line}\n" for line in _lines(whole, sections, comment))


def _lines(header: Plain, sections: Mapping[str, Sequence[Plain]], comment: str) -> Iterator[str]:
    for line in comment.splitlines():
        yield f"# {line}"
    for key, value in header.items():
        yield f"{key}: {_scalar(value)}"
    for section, held in sections.items():
        if held:
            yield f"{section}:"
            for record in held:
                yield from _record(record)


def _record(record: Plain) -> Iterator[str]:
    lead = "  - "
    for key, value in record.items():
        rows = _plain_rows(value) if key == "pattern" else ()
        if rows:
            yield f"{lead}{key}: |"
            yield from (f"      {row}" for row in rows)
        elif isinstance(value, dict):
            yield f"{lead}{key}:"
            yield from (f"      {name}: {_scalar(held)}" for name, held in value.items())
        elif isinstance(value, list | tuple):
            yield f"{lead}{key}: [{', '.join(map(_scalar, value))}]"
        else:
            yield f"{lead}{key}: {_scalar(value)}"
        lead = "    "


def _plain_rows(pattern: Any) -> tuple[str, ...]:
    """The rows of a pattern, if they hold nothing but cubes; others go out in quotes, for the reader to judge."""
    if not isinstance(pattern, str | tuple | list):
        return ()
    rows = rows_of(tuple(pattern) if isinstance(pattern, list) else pattern)
    return rows if all(isinstance(row, str) and row and not row.strip("WMT.") for row in rows) else ()


def _scalar(value: Any) -> str:
    """JSON, which YAML reads as it stands, but for what is not printable: JSON would write two halves of a sign."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08X}" for sign in text)
