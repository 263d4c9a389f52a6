"""A table against a plain model: several devices that append, undo, redo, take over, resend and open anew."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fujikoro_nb.store import Add, Change, Conflict, Drop, Put, Refused, Store, TakenOver, apply

DEVICES = ("phone-1", "phone-2", "laptop")
PARTS = ("gear", "game", "score")
Parts = dict[str, bytes]

devices = st.sampled_from(DEVICES)
changes = st.lists(
    st.one_of(
        st.builds(Put, st.sampled_from(PARTS), st.binary(max_size=6)),
        st.builds(Add, st.sampled_from(PARTS), st.binary(max_size=6)),
        st.builds(Drop, st.sampled_from(PARTS)),
    ),
    min_size=1,
    max_size=3,
)


@dataclass
class Model:
    """What a table is: whole states, kept in lists."""

    now: Parts = field(default_factory=dict)
    past: list[tuple[str, Parts]] = field(default_factory=list)
    """Labels, and the parts before each change that is not undone."""
    future: list[tuple[str, Parts]] = field(default_factory=list)
    """Labels, and the parts after each change that is undone."""
    version: int = 1
    holder: str | None = None
    sent: dict[str, tuple[object, int]] = field(default_factory=dict)

    def after(self, wanted: list[Change]) -> Parts | None:
        """The parts with the changes made; None when one cannot be."""
        parts = dict(self.now)
        for change in wanted:
            match change:
                case Put(part, value):
                    parts[part] = value
                case Add(part, value):
                    parts[part] = parts.get(part, b"") + value
                case _:
                    if change.part not in parts:
                        return None
                    del parts[change.part]
        return parts


class Evening(RuleBasedStateMachine):
    """Subclasses say where the store lies."""

    def place(self) -> str:
        """The address of a new store."""
        self.folder = tempfile.TemporaryDirectory()
        return f"sqlite:///{Path(self.folder.name) / 'tables.sqlite'}"

    @initialize()
    def begin(self) -> None:
        self.address = self.place()
        self.store = Store.open(self.address)
        self.reader = Store.open(self.address, check=False)
        self.table = self.store.create("Friday")
        self.model = Model()
        self.tokens = dict.fromkeys(DEVICES, "")
        self.seen: dict[str, int] = {}
        self.followed: Parts = {}
        self.followed_to = 0

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.reader.close()
        if hasattr(self, "folder"):
            self.folder.cleanup()

    # ---- what devices do

    @rule(device=devices)
    def take(self, device: str) -> None:
        lease = self.table.take(device, device.title())
        before = self.model.holder
        assert (lease.before.writer if lease.before else None) == before
        self.model.version += 1
        assert lease.version == self.model.version
        self.model.holder, self.tokens[device] = device, lease.token

    @rule(device=devices, wanted=changes, late=st.integers(-1, 1), number=st.integers(0, 30))
    def append(self, device: str, wanted: list[Change], late: int, number: int) -> None:
        model, key, label = self.model, f"tap-{number}", f"label {number}"
        expected = model.version - (late if number % 3 == 0 else 0)
        what = ("append", tuple(wanted))

        def act() -> int:
            return self.table.append(self.tokens[device], expected, wanted, label=label, key=key)

        after = model.after(wanted)
        if not self._expected_to_pass(act, device, expected, key, what):
            return
        if after is None:
            self._refused(act, "no-part")
            return
        self._stored(act, key, what)
        model.past.append((label, model.now))
        model.future.clear()
        model.now = after

    @rule(device=devices, number=st.integers(31, 40))
    def undo(self, device: str, number: int) -> None:
        model, key = self.model, f"tap-{number}"

        def act() -> int:
            return self.table.undo(self.tokens[device], expected, key=key)

        expected = model.version
        if not self._expected_to_pass(act, device, expected, key, "undo"):
            return
        if not model.past:
            self._refused(act, "nothing-to-undo")
            return
        self._stored(act, key, "undo")
        label, before = model.past.pop()
        model.future.append((label, model.now))
        model.now = before

    @rule(device=devices, number=st.integers(35, 45))
    def redo(self, device: str, number: int) -> None:
        model, key = self.model, f"tap-{number}"

        def act() -> int:
            return self.table.redo(self.tokens[device], expected, key=key)

        expected = model.version
        if not self._expected_to_pass(act, device, expected, key, "redo"):
            return
        if not model.future:
            self._refused(act, "nothing-to-redo")
            return
        self._stored(act, key, "redo")
        label, after = model.future.pop()
        model.past.append((label, model.now))
        model.now = after

    @rule()
    def open_anew(self) -> None:
        self.store.close()
        self.store = Store.open(self.address)
        assert self.store.mended is None
        self.table = self.store.table(self.table.code)

    @precondition(lambda self: self.model.version > 1)
    @rule()
    def copy(self) -> None:
        self.store.copy()

    # ---- what must hold

    @invariant()
    def the_state_is_the_models(self) -> None:
        state, model = self.table.state(), self.model
        assert state.parts == model.now
        assert state.version == model.version
        assert state.undo == (model.past[-1][0] if model.past else None)
        assert state.redo == (model.future[-1][0] if model.future else None)
        assert (state.head.holder.writer if state.head.holder else None) == model.holder

    @invariant()
    def a_reader_elsewhere_follows(self) -> None:
        news = self.reader.changes(self.seen)
        self.seen.update(news)
        assert self.seen == {self.table.code: self.model.version}
        for entry in self.reader.table(self.table.code).since(self.followed_to):
            assert entry.version == self.followed_to + 1
            apply(self.followed, entry.changes)
            self.followed_to = entry.version
        assert self.followed == self.model.now
        assert bool(news) == (self.followed_to != getattr(self, "last", 0))
        self.last = self.followed_to

    def _expected_to_pass(self, act: object, device: str, expected: int, key: str, what: object) -> bool:
        """False when the store says no (or answers what it answered) as it must, before it looks at the change."""
        assert callable(act)
        model = self.model
        if key in model.sent:
            known, version = model.sent[key]
            if known == what:
                assert act() == version
            else:
                self._refused(act, "key-used")
            return False
        if model.holder != device:
            self._raises(act, TakenOver)
            return False
        if expected != model.version:
            self._raises(act, Conflict)
            return False
        return True

    def _stored(self, act: object, key: str, what: object) -> None:
        assert callable(act)
        self.model.version += 1
        assert act() == self.model.version
        self.model.sent[key] = (what, self.model.version)

    def _refused(self, act: object, reason: str) -> None:
        assert self._raises(act, Refused).reason == reason

    def _raises(
        self, act: object, kind: type[Conflict | Refused | TakenOver]
    ) -> Conflict | Refused | TakenOver:
        assert callable(act)
        try:
            act()
        except kind as error:
            return error
        raise AssertionError(f"{kind.__name__} was expected")
