"""How a sentence quotes what a person or a file gave it."""

from __future__ import annotations

LONGEST_QUOTE = 40
"""Longest piece of a person's input that a sentence quotes, in characters."""


def shown(value: object, longest: int = LONGEST_QUOTE) -> object:
    r"""A datum as a sentence may show it: short, one line, nothing invisible; numbers stay numbers.

    >>> shown("a\nb"), shown(3)
    ('a\\nb', 3)
    """
    if not isinstance(value, str):
        return value
    cut = value if len(value) <= longest else value[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut)
