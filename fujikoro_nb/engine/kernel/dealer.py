"""Dealers answer for chance. They live outside the state and hold nothing that changes, so undo needs no care.

The draw number counts the answers of chance before this one in the log. The same seed and the same draw number
give the same deal of the same dice, today and for ever: whoever takes back a roll does not get another one.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import count
from typing import Protocol

import msgspec

from fujikoro_nb.engine.kernel.chance import ChanceOptions
from fujikoro_nb.engine.kernel.question import Answer


class Unscripted(LookupError):
    """A script has no answer for this draw."""

    def __init__(self, draw: int) -> None:
        super().__init__(draw)
        self.draw = draw


class Dealer(Protocol):
    """Turns a draw number into one of chance's answers."""

    def deal(self, options: ChanceOptions, draw: int, /) -> Answer:
        """The answer to draw number ``draw``, counted from 0."""
        ...


class Seeded(msgspec.Struct, frozen=True):
    """Deals fairly from a seed; 7 and ``"7"`` are the same seed.

    >>> Seeded(7).number(6, draw=0) == Seeded("7").number(6, draw=0)
    True
    """

    seed: int | str

    def deal(self, options: ChanceOptions, draw: int, /) -> Answer:
        """The outcome of a uniform number below the options' total."""
        return options.outcome(self.number(options.total, draw=draw))

    def number(self, total: int, *, draw: int) -> int:
        """A uniform number below ``total``: as many bits as it needs, drawn again while they are too large.

        The bits of try number t are the first ones of the 64-byte BLAKE2b digests of the UTF-8 texts
        ``DRAW:t:0:SEED``, ``DRAW:t:1:SEED``, ... one after the other, big end first.
        """
        assert total > 0, "nothing to deal from"
        bits = (total - 1).bit_length()
        return next(
            number for attempt in count() if (number := self._bits(bits, draw=draw, attempt=attempt)) < total
        )

    def _bits(self, bits: int, *, draw: int, attempt: int) -> int:
        stream = b""
        block = 0
        while len(stream) * 8 < bits:
            text = f"{draw}:{attempt}:{block}:{self.seed}"
            stream += blake2b(text.encode("utf-8", "replace")).digest()
            block += 1
        return int.from_bytes(stream, "big") >> (len(stream) * 8 - bits) if bits else 0


class Scripted(msgspec.Struct, frozen=True):
    """Deals what was written down, for tests and puzzles. What the rules do not allow is refused by the rules."""

    answers: tuple[Answer, ...]

    def deal(self, options: ChanceOptions, draw: int, /) -> Answer:
        """Answer number ``draw``. Raises Unscripted when the script is shorter."""
        if not 0 <= draw < len(self.answers):
            raise Unscripted(draw)
        return self.answers[draw]
