"""Is what came over a websocket a Jupyter message at all?

Jupyter's own readers trust the page: a first word that claims 2**64 parts keeps the whole server busy for ever, and
a missing part ends the link. So the shape is checked here, before they see it. What the message *says* is for
the kernel and its widgets to judge.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import secrets
from typing import Any

from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)

CHANNELS = ("shell", "control", "stdin", "iopub")
_PARTS = ("header", "parent_header", "metadata", "content")
_MAX_BUFFERS = 64  # a widget sends at most a handful
_MAX_DEPTH = 40  # a widget's deepest message has ten
_NO_CHARACTER = re.compile("[\ud800-\udfff]")
_VERSION = re.compile(r"5(\.[0-9]{1,3}){0,2}", re.ASCII)
QUESTIONS = ("kernel_info_request", "comm_info_request")
ASKING = ("request_state", "request_states")
METHODS = ("update", "custom", *ASKING)
WIDGETS = "jupyter.widget.control"
"""The link over which a page asks for all widgets of its kernel."""


def is_well_formed(message: str | bytes, *, v1: bool) -> bool:
    """Whether Jupyter can read it; `v1` tells which of its two formats the link speaks.

    >>> is_well_formed('{"channel": "shell"}', v1=False)
    False
    """
    return read(message, v1=v1) is not None


def only_asks(message: dict[str, Any]) -> bool:
    """Whether a message changes nothing, however often it comes."""
    kind = message["header"]["msg_type"]
    return kind in QUESTIONS or (kind == "comm_msg" and message["content"]["data"]["method"] in ASKING)


def asked_again(message: dict[str, Any], came: str | bytes, *, v1: bool) -> str | bytes:
    """The same question, which came before, with a mark: a kernel drops what it has had to the letter."""
    metadata = message["metadata"] | {"again": secrets.token_hex(8)}
    if not v1:
        return json.dumps(message | {"metadata": metadata})
    channel, parts = deserialize_msg_from_ws_v1(came)
    parts[2] = json.dumps(metadata).encode()
    marked: bytes = serialize_msg_to_ws_v1(parts, channel)
    return marked


def read(message: str | bytes, *, v1: bool) -> dict[str, Any] | None:
    """A message that Jupyter can read, its header with a kind that is a text; None of any other."""
    try:
        if v1:
            return _of_v1(message) if isinstance(message, bytes) else None
        if isinstance(message, bytes):
            return _of_legacy_binary(message)
        return _of_message(json.loads(message))
    except (ValueError, RecursionError):  # no JSON, no UTF-8, or nested too deeply to be anything of ours
        return None


def _of_message(message: Any) -> dict[str, Any] | None:
    """The same, when it has a channel and four objects, of which the header names kind, id and version."""
    if not isinstance(message, dict) or not all(isinstance(message.get(part), dict) for part in _PARTS):
        return None
    if message.get("channel") not in CHANNELS or message.get("buffers") or not _is_plain(message):
        return None
    header: dict[str, Any] = message["header"]
    if not isinstance(header.get("msg_id"), str):
        return None
    kind = header.get("msg_type")
    # Messages of other versions Jupyter would translate, and fall over those that only say so.
    if not isinstance(kind, str) or not _VERSION.fullmatch(str(header.get("version"))):
        return None
    if kind in _TO_WIDGETS and not (message["channel"] == "shell" and _TO_WIDGETS[kind](message["content"])):
        return None
    return message


def _is_opening(content: dict[str, Any]) -> bool:
    """A page opens this link only; with another it could make any widget that the kernel has heard of."""
    return isinstance(content.get("comm_id"), str) and content.get("target_name") == WIDGETS


def _is_for_widget(content: dict[str, Any]) -> bool:
    """What it says is for the widget to judge; ours do, those of ipywidgets need to be told something at least."""
    data = content.get("data")
    return (
        isinstance(content.get("comm_id"), str) and isinstance(data, dict) and data.get("method") in METHODS
    )


def _is_closing(content: dict[str, Any]) -> bool:
    return isinstance(content.get("comm_id"), str)


_TO_WIDGETS = {"comm_open": _is_opening, "comm_msg": _is_for_widget, "comm_close": _is_closing}


def _is_plain(value: Any, depth: int = 0) -> bool:
    """Whether the kernel can take it and send it back: no half characters, no numbers beyond JSON, not too deep."""
    if depth > _MAX_DEPTH:
        return False
    if isinstance(value, str):
        return _NO_CHARACTER.search(value) is None
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(inner, depth + 1) for key, inner in value.items())
    if isinstance(value, list):
        return all(_is_plain(inner, depth + 1) for inner in value)
    return not isinstance(value, float) or math.isfinite(value)


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
    parts = dict(zip(_PARTS, map(_loaded, pieces[1 : 1 + len(_PARTS)]), strict=True))
    return _of_message(parts | {"channel": pieces[0].decode()})


def _of_legacy_binary(message: bytes) -> dict[str, Any] | None:
    """Count, offsets, then the whole message as JSON and its buffers; numbers of four bytes, highest first."""
    count = int.from_bytes(message[:4], "big")
    if not 1 <= count <= 1 + _MAX_BUFFERS:
        return None
    offsets = [int.from_bytes(message[4 * i : 4 * i + 4], "big") for i in range(1, count + 1)]
    if not _is_rising([4 * (count + 1), *offsets, len(message)]):
        return None
    first_end = offsets[1] if count > 1 else len(message)
    return _of_message(_loaded(message[offsets[0] : first_end]))


def _loaded(content: bytes) -> Any:
    """JSON as Jupyter reads it: UTF-8 without a mark before it. Given bytes, Python would take UTF-16 and 32 too."""
    return json.loads(content.decode())


def _is_rising(numbers: list[int]) -> bool:
    return all(a <= b for a, b in itertools.pairwise(numbers))
