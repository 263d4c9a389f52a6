"""Codes of tables: short enough to be said across a room, and drawn where nobody can guess."""

from __future__ import annotations

import secrets

LETTERS = "BCDFGHJKMNPRSTWXYZ"
"""Of codes: no vowels, so no words by chance; no I, L, O, Q, U, V, which look like something else."""
CODE_LENGTH = 6


def new_code() -> str:
    """A fresh code, one of 34 million, from the system's random numbers."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The code as it is stored, from what somebody typed; None when it cannot be one.

    >>> read_code(" bcd-fgh "), read_code("hello")
    ('BCDFGH', None)
    """
    if not isinstance(text, str) or len(text) > 4 * CODE_LENGTH:
        return None
    code = "".join(letter for letter in text.upper() if letter not in " -_.")
    return code if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else None
