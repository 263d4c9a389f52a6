"""`fujikoro sessions`: the devices that came in by a table's link, for the host who wants one of them out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.table.sessions import FILE, Listed, Sessions
from fujikoro_nb.texts import say

_SHOWN = 8
"""Letters of an id, which tell some hundred devices apart."""


def devices() -> list[str]:
    """A line a device, the last one last."""
    listed = _sessions().listed() if (data_folder() / FILE).is_file() else ()
    if not listed:
        return [say("serve.session-none")]
    return [*map(_line, listed), say("serve.session-how")]


def end(names: Sequence[str]) -> tuple[list[str], bool]:
    """End the sessions that the list calls so; what became of it, and whether all are ended."""
    listed = _sessions().listed() if (data_folder() / FILE).is_file() else ()
    found = []
    for name in names:
        ids = [one.id for one in listed if len(name) >= _SHOWN and one.id.startswith(name)]
        if not ids:
            return [say("serve.session-unknown", id=name)], False
        found += ids
    if not _sessions().end(*found):
        return [say("serve.session-not-ended")], False
    return [say("serve.session-ended", n=len(found))], True


def _sessions() -> Sessions:
    return Sessions(folder=data_folder())


def _line(one: Listed) -> str:
    since = datetime.fromtimestamp(one.issued).astimezone().strftime("%Y-%m-%d %H:%M")
    role, device = say(f"serve.session-{one.role}"), one.device or say("serve.session-device")
    return say("serve.session", id=one.id[:_SHOWN], role=role, device=device, since=since)
