"""Is what came over a websocket a Jupyter message at all?

Jupyter's own readers trust the page: a first word that claims 2**64 parts keeps the whole server busy for ever, and
a missing part ends the link. So the shape is checked here, before they see it. What the message *says* is for
the kernel and its widgets to judge.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

CHANNELS = frozenset({"shell", "control", "stdin", "iopub"})
_PARTS = ("header", "parent_header", "metadata", "content")
_MAX_BUFFERS = 64  # a widget sends at most a handful


def is_well_formed(message: str | bytes, *, v1: bool) -> bool:
    """Whether Jupyter can read it; `v1` tells which of its two formats the link speaks.

    >>> is_well_formed('{"channel": "shell"}', v1=False)
    False
    """
    return header_of(message, v1=v1) is not None


def header_of(message: str | bytes, *, v1: bool) -> dict[str, Any] | None:
    """The header of a message that Jupyter can read, with a kind that is a text; None of any other."""
    try:
        if v1:
            return _of_v1(message) if isinstance(message, bytes) else None
        if isinstance(message, bytes):
            return _of_legacy_binary(message)
        return _of_message(json.loads(message))
    except (ValueError, RecursionError):  # no JSON, no UTF-8, or nested too deeply to be anything of ours
        return None


def _of_message(message: Any, *, needs_channel: bool = True) -> dict[str, Any] | None:
    """Four objects, of which the header names its kind."""
    if not isinstance(message, dict) or not all(isinstance(message.get(part), dict) for part in _PARTS):
        return None
    if needs_channel and message.get("channel") not in CHANNELS:
        return None
    header: dict[str, Any] = message["header"]
    return header if isinstance(header.get("msg_type"), str) and not message.get("buffers") else None


def _of_v1(message: bytes) -> dict[str, Any] | None:
    """Count, offsets, then the channel and the parts; numbers of eight bytes, lowest byte first."""
    count = int.from_bytes(message[:8], "little")
    # The channel, four parts, and an offset for the end of the last.
    if not len(_PARTS) + 2 <= count <= len(_PARTS) + 2 + _MAX_BUFFERS:
        return None
    offsets = [int.from_bytes(message[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    if not _is_rising([8 * (count + 1), *offsets, len(message)]):
        return None
    pieces = [message[start:end] for start, end in itertools.pairwise(offsets)]
    parts = dict(zip(_PARTS, map(json.loads, pieces[1 : 1 + len(_PARTS)]), strict=True))
    return _of_message(parts, needs_channel=False) if pieces[0].decode() in CHANNELS else None


def _of_legacy_binary(message: bytes) -> dict[str, Any] | None:
    """Count, offsets, then the whole message as JSON and its buffers; numbers of four bytes, highest first."""
    count = int.from_bytes(message[:4], "big")
    if not 1 <= count <= 1 + _MAX_BUFFERS:
        return None
    offsets = [int.from_bytes(message[4 * i : 4 * i + 4], "big") for i in range(1, count + 1)]
    if not _is_rising([4 * (count + 1), *offsets, len(message)]):
        return None
    first_end = offsets[1] if count > 1 else len(message)
    return _of_message(json.loads(message[offsets[0] : first_end]))


def _is_rising(numbers: list[int]) -> bool:
    return all(a <= b for a, b in itertools.pairwise(numbers))
