"""How far somebody is in the first game with a coach: the little that the browser keeps beside the game itself."""

from __future__ import annotations

import re

from fujikoro_nb.engine.kernel import Unreadable

STORE = "fujikoro-first-game-at"
"""The name under which the browser keeps it."""
TURNS = 12
"""Own turns until the game is looked at again; also this game's length for whoever wants no more."""
_CODE = re.compile(r"1\.([0-9]{1,3})")


def encode(turns: int) -> str:
    """What the browser keeps: how many own turns are over.

    >>> encode(4), encode(15)
    ('1.4', '1.12')
    """
    return f"1.{min(turns, TURNS)}"


def decode(text: str) -> int:
    """The same back. Raises Unreadable.

    >>> decode("1.4")
    4
    """
    found = _CODE.fullmatch(text)
    if found is None or int(found[1]) > TURNS:
        raise Unreadable("lesson-code", text, 0)
    return int(found[1])
