"""One decoder a type, kept: to make one for a union of answers takes a hundred times longer than to read an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec


@lru_cache(maxsize=64)
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of JSON for a type, or a union of types; it remembers nothing between two texts."""
    return msgspec.json.Decoder(kind)
