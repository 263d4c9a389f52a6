"""That no phone is sent a card which it must not know: of a game with cards that are found again in any byte."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.play.small_table import SmallReader
from tests.serve.seats.small_phones import SEED, Phones
from tests.support.canaries import CANARIES, NUMBER, opened_cards


def own_of(session: Session[Any], seat: int) -> set[str]:
    """Canaries that only this seat may know: its hand and what it has laid."""
    state = session.state
    if seat < 0:
        return set()
    return {str(one.strength) for one in (*state.hands[seat], state.laid[seat]) if one is not None}


class Watch:
    """What was open so far, what each seat ever held, and that nobody was sent more."""

    def __init__(self, phones: Phones) -> None:
        self.phones = phones
        self.open: set[str] = set()
        self.held: list[set[str]] = [set() for _ in phones.phones]
        self.seen: set[str] = set()
        self._reader = SmallReader()
        self._read = [0 for _ in phones.phones]

    def afresh(self) -> None:
        """Another deal begins: what the last one has opened tells nothing of it."""
        self.open.clear()
        self.held = [set() for _ in self.phones.phones]
        self._read = [len(phone.sent) for phone in self.phones.phones]

    def look(self) -> None:
        """Everything that came since the last look."""
        table = self.phones.table
        session = self._reader.at(table.code, table.state().parts).session
        self.open |= opened_cards(session.lines)
        for number, phone in enumerate(self.phones.phones):
            self.held[number] |= own_of(session, phone.seat)
            sent, self._read[number] = "".join(phone.sent[self._read[number] :]), len(phone.sent)
            found = set(NUMBER.findall(sent)) & CANARIES
            self.seen |= found
            assert found <= self.open | self.held[number], (phone.seat, found - self.open - self.held[number])
            assert SEED not in sent
