"""Numbers as a language writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsFloat


def decimal(
    value: SupportsFloat,
    digits: int,
    say: Callable[..., str],
    *,
    is_signed: bool = False,
    is_whole_bare: bool = False,
) -> str:
    """A number with so many digits after the point, which is a comma in French and German.

    ``is_whole_bare``: a number that comes out whole has no digits after the point.

    ``say`` speaks the language: that of a widget, or ``functools.partial(texts.say, language="de")``.

    >>> from fujikoro_nb.texts import say
    >>> decimal(0.85, 1, say), decimal(-3.456, 2, say), decimal(2, 0, say, is_signed=True)
    ('0.8', '−3.46', '+2')
    >>> decimal(-0.04, 1, say, is_signed=True), decimal(-0.3, 0, say)
    ('+0.0', '0')
    >>> decimal(8.98, 1, say, is_whole_bare=True), decimal(9.14, 1, say, is_whole_bare=True)
    ('9', '9.1')
    """
    sign = "+" if is_signed else ""
    # A little less than nothing rounds to "-0.0", which nobody writes.
    written = f"{round(float(value), digits) + 0.0:{sign}.{digits}f}"
    if is_whole_bare and digits:
        written = written.removesuffix("." + "0" * digits)
    return written.replace("-", "−").replace(".", say("number.point"))
