"""Whatever is entered, changed and taken out within thirty days: what stood overnight or for hours comes back."""

from __future__ import annotations

import datetime
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fujikoro_nb.content import BrokenContent
from fujikoro_nb.content import kept_days as days_module
from fujikoro_nb.content.kept_days import marked
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.records import key_of
from tests.support.game_positions import token

NOON = datetime.datetime(2026, 5, 3, 12).astimezone().timestamp()
HOUR, DAY = 3600.0, 86_400.0
LONG = 6 * HOUR
MOST = 3
"""Cards of the host that lie in the pack at one time; a guest's junk is as many tokens."""

SMALL_LIST = 9_500
"""As small beside these six records as the real list is beside a boxful: each with 250 bytes, for the morning, for the
evening, and four times between, as six hours are the fourth part of a day. A guest fills it with ten rounds."""

CUBES = ("W", "M", "T", "WW", "WM", "WT", "MM", "MT", "TT", "WWW", "WWM", "WMM", "MMM", "WWT", "WTT", "TTT")
NAMES = st.text("abcdefgh", min_size=1, max_size=3)


class Table(RuleBasedStateMachine):
    """A host and a guest at one pack. What was there is counted here from what the pack says, and from nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(days_module, "BYTES_A_DAY", SMALL_LIST)
        self.now = self.begun = NOON
        self.store = OwnerPack(self.folder, clock=lambda: self.now)
        self.since: dict[str, float] = {}
        self.spell: dict[tuple[str, str], float] = {}
        self.owed: set[str] = set()
        self.flood = 0

    def teardown(self) -> None:
        self.patch.undo()
        shutil.rmtree(self.folder)

    @initialize(drawn=st.lists(st.sampled_from(CUBES), min_size=1, max_size=MOST, unique=True))
    def host_enters(self, drawn: list[str]) -> None:
        for one in drawn:
            self.store.add_card("helmet", one, bonus="wood")
        self._look()

    def _date(self) -> str:
        return datetime.datetime.fromtimestamp(self.now, datetime.UTC).astimezone().date().isoformat()

    def _look(self) -> None:
        here = marked(self.store.load().pack.records)
        for mark in self.since.keys() - here.keys():
            del self.since[mark]
        for mark in here:
            self.since.setdefault(mark, self.now)

    def _pass(self, seconds: float) -> None:
        """Time goes by, counted in the pieces of each calendar day; thirty days in all."""
        seconds = min(seconds, self.begun + 30 * DAY - self.now)
        while seconds > 0:
            step, before = min(seconds, 600.0), self._date()
            self.now += step
            seconds -= step
            for mark in self.since:
                day = (mark, self._date())
                self.spell[day] = self.spell.get(day, 0.0) + step
                if self._date() != before or self.spell[day] >= LONG:
                    self.owed.add(mark)

    def _ids(self, section: str) -> list[str]:
        return [key_of(record) for record in getattr(self.store.load().pack.records, section)]

    @rule(minutes=st.integers(1, 400))
    def minutes_go_by(self, minutes: int) -> None:
        self._pass(60.0 * minutes)

    @rule(days=st.integers(1, 8))
    def days_go_by(self, days: int) -> None:
        self._pass(days * DAY)

    @precondition(lambda self: len(self._ids("gear_cards")) < MOST)
    @rule(drawn=st.sampled_from(CUBES), name=NAMES)
    def a_card_is_entered(self, drawn: str, name: str) -> None:
        try:
            self.store.add_card("helmet", drawn, bonus="wood", name=name)
        except BrokenContent:
            return  # one with this pattern is there
        self._look()

    @rule(data=st.data(), count=st.integers(1, MOST))
    def cards_are_taken_out(self, data: st.DataObject, count: int) -> None:
        for _ in range(min(count, len(ids := self._ids("gear_cards")))):
            self.store.remove(data.draw(st.sampled_from(ids)))
            ids = self._ids("gear_cards")
            self._look()

    @precondition(lambda self: self._ids("gear_cards"))
    @rule(data=st.data(), name=NAMES)
    def a_card_is_changed(self, data: st.DataObject, name: str) -> None:
        self.store.replace(data.draw(st.sampled_from(self._ids("gear_cards"))), name=name)
        self._look()

    @precondition(lambda self: self._ids("gear_cards") and self._ids("gear_cards")[MOST:] == [])
    @rule(data=st.data())
    def something_is_brought_back(self, data: st.DataObject) -> None:
        cards = [one for one in self.store.removed() if one.section == "gear_cards"]
        if not cards or len(self._ids("gear_cards")) >= MOST:
            return
        try:
            self.store.bring_back(data.draw(st.sampled_from(cards)).mark)
        except BrokenContent:
            return  # one with this pattern is there
        self._look()

    @rule(seconds=st.sampled_from((1, 60)), rounds=st.integers(4, 14))
    def a_guest_adds_and_takes_out(self, seconds: int, rounds: int) -> None:
        """Each round's tokens are named by what the guest did before, so that each is another record."""
        for _ in range(rounds):
            self.flood += 1
            cubes = [CUBES[(self.flood + at) % len(CUBES)] for at in range(MOST)]
            self.store.add_pieces(
                [token("x", one, level=("I", "II", "III")[self.flood % 3]) for one in cubes]
            )
            self._look()
            self._pass(seconds)
            self.store.remove_all(self._ids("resource_tokens"))
            self._look()

    @invariant()
    def all_that_is_owed_is_there_or_comes_back(self) -> None:
        back = {one.mark for one in self.store.removed()}
        missing = self.owed - self.since.keys() - back
        # What has come back under another id is not offered under its old one.
        alike = {
            (one[1].pattern, one[1].name)
            for one in marked(self.store.load().pack.records).values()
            if one[0] == "gear_cards"
        }
        gone = {mark: one for mark, one in self.store.days.gone() if mark in missing}
        missing = {
            mark
            for mark in missing
            if mark not in gone
            or (tuple(gone[mark].record["pattern"]), gone[mark].record.get("name", "")) not in alike
        }
        assert missing == set()

    @invariant()
    def what_lies_on_the_disk_is_bounded(self) -> None:
        kept = list(self.folder.glob("owner-pack.removed-*"))
        assert len(kept) <= days_module.DAYS
        assert all(path.stat().st_size <= SMALL_LIST for path in kept)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
