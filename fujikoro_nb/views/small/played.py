"""The small game on a page: whose eyes it is drawn for, what they may read, and what undo would take back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fujikoro_nb.background import Background
from fujikoro_nb.bots.bot import Bot, Why
from fujikoro_nb.bots.kinds import Kind
from fujikoro_nb.engine.kernel import CHANCE, Question, Seat
from fujikoro_nb.engine.kernel.told import NOBODY, line_for
from fujikoro_nb.play.seats import Table
from fujikoro_nb.play.small import Moved, SmallSession, bots_of_small, moved_small
from fujikoro_nb.play.travel import Way, go, last_answered, way_back, way_forward
from fujikoro_nb.views.small.boards import BOARDS
from fujikoro_nb.views.small.scene import Scene, happened
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["SmallGame"]


class SmallGame:
    """A game with its table. Where hands are closed and several people share the device, `shown_to` is whose hand lies
    open: only what that seat may know is ever told to the page."""

    def __init__(self, kind: Kind, session: SmallSession, table: Table) -> None:
        self.kind, self.session, self.table = kind, session, table
        self.bots: Mapping[Seat, Bot] = bots_of_small(kind, table, session)
        self.whys: dict[int, Why] = {}
        self.shown_to: Seat | None = None
        self.work = Background()
        self.moved: Moved = session, {}
        """What bots have answered since a person did; not yet the game while they think."""

    # ---- who looks

    @property
    def has_closed_hands(self) -> bool:
        """Whether seats know what others may not."""
        return self.kind.game.hides_choice()

    @property
    def needs_curtain(self) -> bool:
        """Whether the phone goes from hand to hand with something to hide."""
        return self.has_closed_hands and len(self.table.persons) > 1

    @property
    def person(self) -> Seat | None:
        """The person who is asked now; nobody while bots play, and at the end."""
        question = self.session.question
        is_person = question is not None and question.seat != CHANCE and not self.table.asks_bot(question)
        return question.seat if question is not None and is_person else None

    @property
    def is_covered(self) -> bool:
        """Whether a curtain hangs before the hand of whoever is asked."""
        person = self.person
        return self.needs_curtain and person is not None and self.shown_to != person

    @property
    def eyes(self) -> Seat:
        """Whose view the page gets."""
        if self.needs_curtain:
            shown = self.shown_to
            return shown if shown is not None and shown == self.person else NOBODY
        return next(iter(self.table.persons), NOBODY)

    def uncover(self, seat: Seat) -> None:
        """This person holds the phone now."""
        if seat == self.person:
            self.shown_to = seat

    def cover(self) -> None:
        """Nobody's hand lies open."""
        self.shown_to = None

    # ---- what is shown

    def words(self, language: str) -> SmallWords:
        """How this game is told."""
        return SmallWords(self.kind.name, [chair.name for chair in self.table.chairs], language)

    def scene(self, language: str) -> Scene:
        """What the eyes of now may see."""
        eyes, session = self.eyes, self.session
        return Scene(
            game=session.game,
            state=session.view_for(eyes),
            question=session.question,
            lines=tuple(line_for(session.game, line, eyes) for line in session.lines),
            table=self.table,
            eyes=eyes,
            words=self.words(language),
            whys={} if self.has_closed_hands else self.whys,  # a reason tells what somebody holds
        )

    def view(self, language: str) -> dict[str, Any]:
        """Everything that the page draws of the game."""
        scene = self.scene(language)
        person = self.person
        told: dict[str, Any] = {
            "game": self.kind.name,
            "at": scene.at,
            "asked": "over" if scene.question is None else "bot" if person is None else scene.question.kind,
            "who": "" if person is None else scene.words.seat(person),
            "happened": happened(scene, self._since(scene)),
            "needs_curtain": self.needs_curtain,
        }
        if self.is_covered:
            assert person is not None, "somebody is asked"
            return told | {"asked": "curtain", "seat": int(person)}
        return told | {"table": BOARDS[self.kind.name].view(scene)}

    def advised(self, language: str) -> dict[str, Any] | None:
        """What whoever holds the device is told on demand; None where nobody is asked, covered, or nothing is said."""
        advised = BOARDS[self.kind.name].advised
        if advised is None or self.person is None or self.is_covered:
            return None
        return advised(self.scene(language))

    def _since(self, scene: Scene) -> int:
        """The line from which on all is new to whoever looks: with open hands since somebody answered here."""
        last = last_answered(scene.lines, self.table)
        if self.person is None or self.is_covered or not self.needs_curtain:
            return last
        own = [
            number
            for number, line in enumerate(scene.lines)
            if line.entry.seat == self.person and not line.entry.automatic
        ]
        return own[-1] if own else 0

    # ---- back and forth

    def _is_person_asked(self, question: Question) -> bool:
        return question.seat != CHANCE and not self.table.asks_bot(question)

    def back(self) -> Way | None:
        """What undo would do."""
        return way_back(self.session, self._is_person_asked)

    def forth(self) -> Way | None:
        """What redo would do."""
        return way_forward(self.session, self._is_person_asked)

    def travel(self, language: str) -> dict[str, Any]:
        """What undo and redo would do, said before they do it, without what somebody may not know."""
        back, forth = self.back(), self.forth()
        return {
            "undo": "" if back is None else self._named(back, language, is_back=True),
            "fork": back is not None and back.is_fork,
            "redo": "" if forth is None else self._named(forth, language, is_back=False),
        }

    def _named(self, way: Way, language: str, *, is_back: bool) -> str:
        there = self.session.fork()
        if is_back:
            go(there, way, is_back=True)
        words, seat, question = self.words(language), way.entry.seat, there.question
        is_secret = question is not None and there.game.is_hidden(question, self.eyes)
        label = BOARDS[self.kind.name].label
        what = words.say("do-secret") if is_secret else label(way.entry.answer, words, there.state)
        return words.common("small-page.did", who=words.seat(seat), what=what)

    # ---- bots

    def let_bots(
        self,
        *,
        done: Callable[[Moved], None],
        failed: Callable[[Exception], None],
        progress: Callable[[float], None],
    ) -> None:
        """Everything that bots answer, beside the page."""
        moved, table, bots = (self.session.fork(), dict[int, Why]()), self.table, self.bots
        self.moved = moved
        self.work.start(
            lambda report: moved_small(moved, table, bots, report),
            done=done,
            failed=failed,
            progress=progress,
        )
