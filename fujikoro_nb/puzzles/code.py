"""Plain data as the text of a link: JSON, packed, in letters, digits, ``-`` and ``_``."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import TypeVar

import msgspec

__all__ = ["from_code", "to_code"]

T = TypeVar("T")

_CODE = re.compile(r"[A-Za-z0-9_-]+")
_UNPACKED = 8
"""A code unpacks to at most this many times the length allowed for the code: a small one cannot fill the memory."""


def to_code(value: msgspec.Struct) -> str:
    """A struct as text for a link or the browser's store."""
    packed = zlib.compress(msgspec.json.encode(value), 9)
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def from_code(kind: type[T], code: str, *, max_length: int) -> T | None:
    """The struct of this kind that `to_code` made a code of; None when it is none: the caller says what it wanted."""
    if len(code) > max_length or not _CODE.fullmatch(code):
        return None
    try:
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, _UNPACKED * max_length)
        return msgspec.json.decode(text, type=kind)
    except (binascii.Error, zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
