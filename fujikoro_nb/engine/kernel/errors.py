"""Two of the three families of error; the third, broken content, belongs to ``content``."""

from __future__ import annotations

from fujikoro_nb.engine.kernel.cited import Datum, Refusal


class Unreadable(ValueError):
    """A text that makes no sense, with what was read and where it stopped making sense.

    ``reason`` picks the sentence in ``texts`` (table ``unreadable``), ``data`` fills its slots, ``text`` is the
    input and ``place`` the 0-based index of the first character that cannot be read.
    """

    def __init__(self, reason: str, text: str, place: int, **data: Datum) -> None:
        super().__init__(f"{reason}: {text[:200]!r} at {place}")
        self.reason = reason
        self.text = text
        self.place = place
        self.data = data


class Illegal(ValueError):
    """A readable answer or piece of gear that the rules do not allow; carries every refusal."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(refusal.rule for refusal in refusals))
        self.refusals = refusals
