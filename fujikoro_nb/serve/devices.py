"""`fujikoro sessions`: the devices that came in by a table's link, for the host who wants one of them out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.serve.sessions import FILE, READERS_FILE, Listed, Sessions
from fujikoro_nb.texts import say

_SHOWN = 8
"""Letters of an id, which tell some hundred devices apart."""


def devices() -> list[str]:
    """A line a device, the last one last."""
    listed = [one for sessions in _all() for one in sessions.listed()]
    if not listed:
        return [say("serve.session-none")]
    return [*map(_line, listed), say("serve.session-how")]


def end(names: Sequence[str]) -> tuple[list[str], bool]:
    """End the sessions that the list calls so; what became of it, and whether all are ended."""
    found = {one.id for sessions in _all() for one in sessions.listed()}
    wanted = set()
    for name in names:
        ids = {one for one in found if len(name) >= _SHOWN and one.startswith(name)}
        if not ids:
            return [say("serve.session-unknown", id=name)], False
        wanted |= ids
    for sessions in _all():
        ids = {one.id for one in sessions.listed()} & wanted
        if ids and not sessions.end(*ids):
            return [say("serve.session-not-ended")], False
    return [say("serve.session-ended", n=len(wanted))], True


def _all() -> list[Sessions]:
    """Of the table, and of a hub's readers, where there are any."""
    folder = data_folder()
    return [Sessions(folder=folder, file=file) for file in (FILE, READERS_FILE) if (folder / file).is_file()]


def _line(one: Listed) -> str:
    since = datetime.fromtimestamp(one.issued).astimezone().strftime("%Y-%m-%d %H:%M")
    role, device = say(f"serve.session-{one.role}"), one.device or say("serve.session-device")
    return say("serve.session", id=one.id[:_SHOWN], role=role, device=device, since=since)
