"""The one mutable shell: a game in play, with its log, undo and redo, dealer, views and saves.

A session keeps the state after every answer (states share their parts), so playing, undoing and redoing never
replay the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Generic, TypeGuard, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.agenda import State
from fujikoro_nb.engine.kernel.chance import ChanceOptions
from fujikoro_nb.engine.kernel.cited import Event
from fujikoro_nb.engine.kernel.dealer import Dealer, Seeded
from fujikoro_nb.engine.kernel.decoding import decoder
from fujikoro_nb.engine.kernel.errors import Illegal, Unreadable
from fujikoro_nb.engine.kernel.game import Game
from fujikoro_nb.engine.kernel.kept import Kept
from fujikoro_nb.engine.kernel.log import Log
from fujikoro_nb.engine.kernel.options import Options
from fujikoro_nb.engine.kernel.question import CHANCE, Answer, Question, Seat
from fujikoro_nb.engine.kernel.record import Entry, Line, Record, answer_with
from fujikoro_nb.engine.kernel.save import (
    Disagreement,
    Save,
    SavedDealer,
    SavedEntry,
    Setting,
    Snapshot,
    is_still,
    plain,
    raw,
    read_save,
    read_snapshot,
    snapshots_of,
    write_save,
)
from fujikoro_nb.engine.kernel.told import Told, line_for

S = TypeVar("S", bound=State)

EVERY = 16
"""Answers between two snapshots of a save, doubled until there are at most `MOST_SNAPSHOTS`."""

MOST_SNAPSHOTS = 64


class Undone(msgspec.Struct, frozen=True):
    """What one undo takes back, or one redo brings back: an answer and all that followed it by itself.

    ``is_fork``: a roll or a reveal is among it, so whoever answers otherwise plays another game from here.
    """

    entries: tuple[Entry, ...]
    is_fork: bool

    @property
    def entry(self) -> Entry:
        """The answer itself."""
        return self.entries[0]


class _Moment(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """The lines of one answer and the state after them, with running totals of entries and of chance's answers."""

    lines: tuple[Line, ...]
    state: S
    length: int
    draws: int

    def shows(self, game: Game[S]) -> bool:
        """Also a forced answer of chance may show something: a card that only somebody else has looked at."""
        return any(line.entry.seat == CHANCE or game.reveals(line.question) for line in self.lines)

    def undone(self, game: Game[S]) -> Undone:
        return Undone(tuple(line.entry for line in self.lines), self.shows(game))


class Session(Generic[S]):
    """One game in play. Widgets bind to it; everything it hands out is frozen.

    ``start`` is a state that has not yet been asked anything. With ``auto_deal`` the dealer answers every question
    of chance at once, and its deals are undone together with the answer that led to them.
    """

    def __init__(
        self,
        game: Game[S],
        start: S,
        *,
        dealer: Dealer | None = None,
        auto_deal: bool = False,
        setting: Setting | None = None,
    ) -> None:
        assert dealer is not None or not auto_deal, "automatic deals need a dealer"
        self.game = game
        self.dealer = dealer
        self.setting = setting or Setting()
        self.disagreement: Disagreement | None = None
        self.unplayed: tuple[SavedEntry, ...] = ()
        self._auto_deal = auto_deal
        self._start = start
        self._known: Log[Line] = Log()
        self._entries: Kept[Line, SavedEntry] = Kept(_saved)
        self._undone: list[_Moment[S]] = []
        self._forks: tuple[int, ...] = ()
        step = game.start(start)
        self._opening = step.events
        self._moments = [_Moment[S]((), step.state, 0, 0)]
        answer = self._deal(step.state, ()) if auto_deal else None
        if answer is not None:
            self._moments = [self._next(answer)]

    @property
    def state(self) -> S:
        """The state now."""
        return self._moments[-1].state

    @property
    def question(self) -> Question | None:
        """The one pending question, or None when the game is over."""
        return self.game.question(self.state)

    @property
    def options(self) -> Options:
        """The answers to the pending question; there must be one."""
        return self.game.options(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last step, with all that followed by itself; before any answer, the opening."""
        happened = tuple(chain.from_iterable([line.events for line in self._moments[-1].lines]))
        return happened if len(self._moments) > 1 else (*self._opening, *happened)

    @property
    def lines(self) -> Log[Line]:
        """The log with the question and the events of each answer; it stays as it is while the game goes on."""
        known, since, told = self._known, len(self._moments), len(self._known)
        while since and not (
            self._moments[since - 1].length <= told and self._is_told(self._moments[since - 1], known)
        ):
            since -= 1
        same = self._moments[since - 1].length if since else 0
        more = chain.from_iterable(moment.lines for moment in self._moments[since:])
        self._known = known = known.upto(same).after(more)
        return known

    @property
    def record(self) -> Record[S]:
        """The log alone."""
        return Record(self._start, tuple(line.entry for line in self.lines))

    @property
    def can_deal(self) -> bool:
        """Whether chance is asked, the dealer can answer, and the weights are known."""
        return self.dealer is not None and _chance_of(self.game, self.state) is not None

    @property
    def is_fork(self) -> bool:
        """Whether this log was taken back past a roll or a reveal, and not brought forward again."""
        return bool(self._forks_here())

    @property
    def undoable(self) -> Undone | None:
        """What `undo` would take back; None at the beginning."""
        return self._moments[-1].undone(self.game) if len(self._moments) > 1 else None

    @property
    def redoable(self) -> Undone | None:
        """What `redo` would bring back; None when nothing is undone."""
        return self._undone[-1].undone(self.game) if self._undone else None

    def play(self, answer: Answer) -> tuple[Event, ...]:
        """Give this answer and everything that follows by itself; the events. Raises Illegal, changing nothing."""
        self._commit(self._next(answer))
        return self.events

    def deal(self) -> tuple[Event, ...]:
        """Let the dealer answer chance's question; `can_deal` must hold. Raises what the dealer raises."""
        answer = self._deal(self.state, ())
        assert answer is not None, "nothing to deal, or nobody to deal it"
        return self.play(answer)

    def undo(self) -> Undone | None:
        """Take back the last answer and all that followed it by itself; what was taken back, if anything."""
        undone = self.undoable
        if undone is not None:
            self._undone.append(self._moments.pop())
        return undone

    def redo(self) -> Undone | None:
        """Bring back what was undone last; what it was, if anything."""
        redone = self.redoable
        if redone is not None:
            self._moments.append(self._undone.pop())
        return redone

    def fork(self, *, dealer: Dealer | None = None) -> Session[S]:
        """Another session that goes on from here by itself, with another dealer if one is given."""
        other: Session[S] = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._moments, other._undone = list(self._moments), []
        other._forks = self._forks_here()
        other._entries = Kept(_saved)
        other.dealer = dealer or self.dealer
        return other

    def replay(self) -> tuple[S, tuple[Event, ...]]:
        """The state and all events that the log gives when it is played again from its beginning."""
        return self.record.replay(self.game)

    def view_for(self, seat: Seat) -> Any:
        """What this seat may see now."""
        return self.game.view_for(self.state, seat)

    def told_to(self, seat: Seat) -> Told:
        """All that this seat, or `NOBODY`, may have of the game: nothing in it says what it may not know."""
        seeded = self.dealer if isinstance(self.dealer, Seeded) and self.question is None else None
        return Told(
            game=self.game.name,
            seat=seat,
            rulings=self.setting.rulings,
            view=self.view_for(seat),
            question=self.question,
            lines=tuple(line_for(self.game, line, seat) for line in self.lines),
            seed=None if seeded is None else _clean(str(seeded.seed)),
        )

    def save(self, *, has_snapshots: bool = True) -> bytes:
        """The save file. Raises Unreadable when it would be too large to be read again.

        Without snapshots it is small enough for a browser's store; where the log and later rules part, only the
        answers can say so then.
        """
        return write_save(self.saved(has_snapshots=has_snapshots))

    @property
    def entries(self) -> Log[SavedEntry]:
        """The answers as a save holds them."""
        return self._entries.of(self.lines)

    def saved(self, *, has_snapshots: bool = True, has_entries: bool = True) -> Save:
        """What a save file holds, before it is written; without entries it says how the game began and what it is."""
        assert self.game.name, "a game that can be saved has a name"
        seeded = self.dealer if isinstance(self.dealer, Seeded) else None
        return Save(
            game=self.game.name,
            version=self.game.version,
            setting=self.setting,
            dealer=None if seeded is None else SavedDealer(_clean(str(seeded.seed))),
            start=raw(self._start),
            entries=tuple(self.entries) if has_entries else (),
            snapshots=self._snapshots() if has_snapshots else (),
            forks=self._forks_here(),
            unplayed=self.unplayed,
        )

    @classmethod
    def load(
        cls, game: Game[S], save: Save | bytes, *, dealer: Dealer | None = None, auto_deal: bool = False
    ) -> Session[S]:
        """The session that a save holds. Raises Unreadable.

        The dealer is the saved seed's unless another is given. Where the log and these rules part, the session
        stands at the last state on which both agree, ``disagreement`` says why, and ``unplayed`` keeps the rest.
        """
        save = read_save(save) if isinstance(save, bytes) else save
        if save.game != game.name:
            raise Unreadable("save-other-game", save.game, 0, game=save.game, known=game.name)
        start = _read(save.start, game.state_type)
        if start is None or not game.is_sound(start):
            if save.version == game.version:
                raise Unreadable("save-field", save.game, 0, field="start")
            raise Unreadable("save-start", save.game, 0, version=save.version, known=game.version)
        if not game.is_played_by(start, save.setting.rulings):
            raise Unreadable("save-field", save.game, 0, field="setting")
        if dealer is None and save.dealer is not None:
            dealer = Seeded(save.dealer.seed)
        session = cls(game, start, dealer=dealer, setting=save.setting)
        session._auto_deal = auto_deal and dealer is not None
        session._follow(save)
        session._forks = session._marks(save.forks)
        return session

    def follow(self, entries: Sequence[SavedEntry]) -> bool:
        """Play what a saved log holds beyond this session's end; False where it and these rules part."""
        return all(self._follow_one(entry) == ("", "") for entry in entries)

    # ------------------------------------------------------------------------------------------ inside

    @staticmethod
    def _is_told(moment: _Moment[S], known: Log[Line]) -> bool:
        """Whether these lines are those of a log that is as long; a line stands at one place of one history."""
        if not moment.lines:
            return not moment.length
        return known[moment.length - 1] is moment.lines[-1]

    def _next(self, answer: Answer) -> _Moment[S]:
        """The moment that this answer makes of the last one."""
        state, lines = answer_with(
            self.game, self.state, answer, deal=self._deal if self._auto_deal else None
        )
        return self._moment(self._moments[-1], lines, state)

    @staticmethod
    def _moment(last: _Moment[S], lines: tuple[Line, ...], state: S) -> _Moment[S]:
        draws = last.draws
        for line in lines:
            draws += line.entry.seat == CHANCE
        return _Moment(lines, state, last.length + len(lines), draws)

    def _deal(self, state: S, lines: Sequence[Line]) -> Answer | None:
        """The dealer's answer, if it is chance's turn and the weights are known."""
        options = _chance_of(self.game, state)
        if self.dealer is None or options is None:
            return None
        draws = self._moments[-1].draws + sum(line.entry.seat == CHANCE for line in lines)
        return self.dealer.deal(options, draws)

    def _commit(self, moment: _Moment[S]) -> None:
        """A new moment. Giving the same answer as before an undo is a redo; another one ends what was undone."""
        if self._undone:
            if self._undone[-1] == moment:
                self._undone.pop()
            else:
                self._forks = self._forks_here()
                self._undone = []
        self._moments.append(moment)

    def _forks_here(self) -> tuple[int, ...]:
        """Fork marks of the log as it stands, which no longer holds what is undone."""
        here = (self._moments[-1].length,) if any(each.shows(self.game) for each in self._undone) else ()
        return self._marks(self._forks + here)

    def _marks(self, forks: tuple[int, ...]) -> tuple[int, ...]:
        """Fork marks of the log as long as it is now."""
        return tuple(sorted({min(mark, self._moments[-1].length) for mark in forks}))

    def _snapshots(self) -> tuple[Snapshot, ...]:
        every = EVERY
        while self._moments[-1].length > every * MOST_SNAPSHOTS:
            every *= 2
        found, last = [], 0
        for moment in self._moments:
            if moment.length // every > last // every or (moment is self._moments[-1] and moment.length):
                found.append((moment.length, moment.state))
            last = moment.length
        return snapshots_of(self._start, found)

    def _follow(self, save: Save) -> None:
        """Play a saved log until its end or until these rules no longer agree with it."""
        begun = self._moments[:]
        if self._follows_to_its_end(save):
            self.unplayed = save.unplayed
            return
        self._moments = begun
        snapshots = {snapshot.after: snapshot for snapshot in save.snapshots}
        told, seen = plain(save.start), self._start
        agreed = self._moments[:]
        reason, rule, number = "", "", 0
        for number, entry in enumerate(save.entries):
            reason, rule = self._follow_one(entry)
            if reason:
                break
            after = snapshots.get(number + 1)
            if after is not None:
                before, told = told, read_snapshot(save, after, told)
                if not (is_still(self.state, told, seen, before) or self._is_here(told)):
                    # Somewhere since the last snapshot the rules did something else; only that one is certain.
                    self._moments = agreed
                    reason, rule = "differs-snapshot", save.entries[agreed[-1].length].rule
                    break
                agreed, seen = self._moments[:], self.state
        kept = self._moments[-1].length
        self.unplayed = save.entries[kept:] + save.unplayed
        if reason:
            self.disagreement = Disagreement(
                reason, number, rule, kept, len(save.entries) - kept, save.version
            )

    def _follows_to_its_end(self, save: Save) -> bool:
        """Play a saved log whose every answer these rules take and whose last snapshot is where they arrive.

        Where they part is worth finding only when they do: the snapshots before the last one say where.
        """
        last = save.snapshots[-1].after if save.snapshots else 0
        if last != len(save.entries) or not self.follow(save.entries):
            return False
        begun = told = plain(save.start)
        for snapshot in save.snapshots:
            told = read_snapshot(save, snapshot, told)
        return is_still(self.state, told, self._start, begun) or self._is_here(told)

    def _is_here(self, told: Any) -> bool:
        """Whether a state that a save tells is the one now."""
        return bool(_read(raw(told), self.game.state_type) == self.state)

    def _follow_one(self, entry: SavedEntry) -> tuple[str, str]:
        """Play one saved entry, or say why not: the reason and the rule."""
        last = self._moments[-1]
        question = self.game.question(last.state)
        if question is None or question.seat != entry.seat or question.kind != entry.kind:
            return "differs-question", question.rule if question is not None else entry.rule
        answer = _read(entry.answer, self.game.answer_types)
        if answer is None:
            return "differs-answer", entry.rule
        try:
            step = self.game.step(last.state, answer)
        except Illegal as error:
            return "differs-refused", error.refusals[0].rule
        line = Line(question, Entry(question.seat, answer, entry.automatic), step.events)
        is_dealt = self._auto_deal and question.seat == CHANCE
        if entry.automatic or is_dealt:
            lines = self._moments.pop().lines
            before = self._moments[-1] if self._moments else _Moment[S]((), last.state, 0, 0)
            self._moments.append(self._moment(before, (*lines, line), step.state))
        else:
            self._moments.append(self._moment(last, (line,), step.state))
        return "", ""


def _chance_of(game: Game[S], state: S) -> ChanceOptions | None:
    """The pending question's options, if chance is asked and something with a known weight can come."""
    question = game.question(state)
    if question is None or question.seat != CHANCE:
        return None
    options = game.options(state)
    return options if _is_weighted(options) and options.total > 0 else None


def _is_weighted(options: Options) -> TypeGuard[ChanceOptions]:
    """Whether the options know their weights; `isinstance` of a protocol takes longer than a whole step."""
    return hasattr(options, "outcome")


def _clean(text: str) -> str:
    """A seed as `Seeded` hashes it: half a character, as a browser may send it, becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _saved(line: Line) -> SavedEntry:
    entry = line.entry
    return SavedEntry(
        int(entry.seat), line.question.kind, line.question.rule, raw(entry.answer), entry.automatic
    )


def _read(data: msgspec.Raw, kind: Any) -> Any:
    """What was written, or None when these rules do not know it (any more)."""
    assert kind is not None, "a game that can be loaded says the types of its state and its answers"
    try:
        return decoder(kind).decode(data)
    except (msgspec.DecodeError, RecursionError):
        return None
