"""A game in play on its page: answers, the dealer, the bots, and the ways back and forth."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.background import Background, Report
from fujikoro_nb.engine.fujikoro.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Question, Unreadable
from fujikoro_nb.play.bots import Bots, Whys, bots_of, moved_on
from fujikoro_nb.play.seats import GameSession, Table, dealt
from fujikoro_nb.play.travel import Way, go, last_answered, way_back, way_forward
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import error_sentence, say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.base.widget import Validator, flag, text, whole
from fujikoro_nb.widgets.game.start import StartPart

__all__ = ["AT", "FlowPart"]

AT = whole(0, 10**6)
"""For which question an answer is meant: the number of answers before it."""


class FlowPart(StartPart):
    """The game goes on: people answer, dealer and bots answer the rest. What the rules refuse stands in `refused`."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **StartPart.acts,
        "answer": {"text": text(max_length=8000), "at": AT},
        "deal": {"at": AT},
        "undo": {"at": AT},
        "redo": {"at": AT},
        "pace": {"stepwise": flag()},
        "go": {},
        "stop": {},
        "leave": {},
    }

    chosen = t.Dict().tag(sync=True)
    """The answer that is chosen and not yet given: on the map and in the list."""
    refused = t.Dict().tag(sync=True)
    """Why the last answer was refused; empty after the next thing that goes right."""
    travel = t.Dict().tag(sync=True)
    """What undo and redo would do."""
    job = t.Dict().tag(sync=True)
    """The bots' work that is going on; empty: none."""
    is_stepwise = t.Bool(False).tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        self._bots: Bots = {}
        self._whys: Whys = {}
        self._work = Background()
        self._done: tuple[int | str, ...] = ()
        self._is_apart_told = True
        super().__init__(**settings)

    def _show(self) -> None:
        """Everything that the page says of the game."""
        raise NotImplementedError

    # ---- a game begins or is left

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        self._work.cancel()
        if session is not self.session:
            self._whys = {}  # those of another game
            self._is_apart_told = False
        self.session, self.agreed = session, agreed
        self._bots = bots_of(agreed)
        with self.hold_sync():
            self.job = {}
            if is_shown:
                self.stage = "play"
            self._show_table()
            self._go_on()

    def act_leave(self) -> None:
        """Back to the start panel; the game waits."""
        self._work.cancel()
        with self.hold_sync():
            self.job = {}
            self.stage = "start"
            self._show_table()

    @property
    def _words(self) -> Words:
        return self._words_in(str(self.language))

    def _words_in(self, language: str) -> Words:
        names = [chair.name for chair in self.agreed.chairs]
        return Words(names, functools.partial(say, language=language), language, self._playing.state.dice)

    def _is_person_asked(self, question: Question) -> bool:
        return question.seat not in self._bots and not self.agreed.deals(question)

    def _is_now(self, at: int, *act: str) -> bool:
        """Whether this is meant for what is asked now; False for the second tap of a double tap, which does nothing.

        ``act`` is what would be done. Raises TraitError with what to do instead.
        """
        late = self._lateness(at)
        if not late:
            self._done = (at, *act) if act else self._done
            return True
        if not act or self._done != (at, *act):
            raise t.TraitError(late)
        return False

    def _lateness(self, at: int) -> str:
        """Why what is meant for this question comes at the wrong time; empty: it does not."""
        session = self.session
        if session is None or self.stage != "play":
            return self.say("game-page.late-no-game")
        if self._work.is_running:
            return self.say("game-page.late-thinking", name=self.job.get("who", ""))
        if at != len(session.lines):
            return self.say("game-page.late-over" if session.question is None else "game-page.late-question")
        return ""

    def _need_person(self) -> None:
        """Refuse an answer when the game is over or a bot is to move."""
        question = self._playing.question
        if question is None:
            raise t.TraitError(self.say("game-page.late-over"))
        if question.seat in self._bots:
            raise t.TraitError(self.say("game-page.late-bot", name=self._words.seat(question.seat)))

    def _step_begins(self) -> None:
        """A person goes on from here: an old save's notice has been read."""
        self._is_apart_told = True

    def _since(self) -> int:
        """The number of the last line that somebody at this device answered: what stands there and later is new."""
        return last_answered(self._playing.lines, self.agreed)

    def _apart(self) -> str:
        """Where the save and the rules of today part, until somebody goes on from there."""
        apart = self._playing.disagreement
        if apart is None or self._is_apart_told:
            return ""
        told = {**dict(apart.data), "rule": title_of(apart.rule, language=str(self.language))}
        return self.say(f"save.{apart.reason}", **told)

    # ---- playing

    def act_answer(self, *, text: str, at: int) -> None:
        """An answer as the game's short text or JSON."""
        if not self._is_now(at, "answer", text):
            return
        self._need_person()
        then = self.chosen.get("then", "") if self.chosen.get("text") == text else ""
        self._answer(self._parsed(text))
        question = self._playing.question
        if then and not self.refused and question is not None and question.kind == "walk":
            self._answer(self._parsed(then))

    def _parsed(self, text: str) -> Answer:
        try:
            if text.startswith("roll "):
                return parse_answer(text, self._playing.state.dice)
            return GAME.from_text(text)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None

    def _answer(self, answer: Answer) -> None:
        session = self._playing
        refusal = GAME.check(session.state, answer)
        if refusal is not None:
            self.refused = self._words.refused(refusal)
            return
        self._step_begins()
        session.play(answer)
        self._go_on()

    def act_deal(self, *, at: int) -> None:
        """The dealer's dice or draw instead of the table's."""
        if not self._is_now(at, "deal"):
            return
        self._need_person()
        if not self._playing.can_deal:
            raise t.TraitError(self.say("game-page.nothing-to-deal"))
        self._step_begins()
        self._playing.deal()
        self._go_on()

    def _go_on(self) -> None:
        """Everything that the dealer and the bots answer, then the page."""
        dealt(self._playing, self.agreed)
        question = self._playing.question
        self._show()
        if (
            question is not None
            and question.seat in self._bots
            and not (self.is_stepwise and self._has_stepped())
        ):
            self._let_bots()

    def _has_stepped(self) -> bool:
        """Whether a bot has just acted, so that the next step waits for a tap."""
        lines = self._playing.lines[self._since() :]
        return any(line.entry.seat in self._bots and line.question.kind == "act" for line in lines)

    def _let_bots(self) -> None:
        session, agreed, bots, stepwise = self._playing, self.agreed, self._bots, bool(self.is_stepwise)
        question = session.question
        assert question is not None, "a bot is asked"
        self.job = {"who": agreed.chairs[question.seat].name, "count": 0}

        def work(report: Report) -> tuple[GameSession, Whys]:
            return moved_on(session, agreed, bots, is_stepwise=stepwise, report=report)

        self._work.start(work, done=self._bots_done, failed=self._bots_failed, progress=self._bots_told)

    def _bots_told(self, count: float) -> None:
        self.job = {**self.job, "count": int(count)}

    def _bots_done(self, moved: tuple[GameSession, Whys]) -> None:
        session, whys = moved
        self._work.cancel()
        self.session = session
        self._whys |= whys
        with self.hold_sync():
            self.job = {}
            self._show()

    def _bots_failed(self, fault: Exception) -> None:
        self.job = {}
        self.notice = say("widgets.failed", language=str(self.language))
        self._show()
        raise fault

    def act_go(self) -> None:
        """The next step of the bots; nothing where none waits, as after the first tap of a double tap."""
        if self.session is None or self._work.is_running or self.stage != "play":
            return
        question = self.session.question
        if question is not None and question.seat in self._bots:
            self._step_begins()
            self._let_bots()

    def act_stop(self) -> None:
        """Stop the bots; nothing of what they thought about is played."""
        self._work.cancel()
        self.job = {}

    def act_pace(self, *, stepwise: bool) -> None:
        """Bots act one by one, or all at once."""
        self.is_stepwise = stepwise

    # ---- back and forth

    def act_undo(self, *, at: int) -> None:
        """To the last question that a person answered."""
        if not self._is_now(at, "undo"):
            return
        way = self._way_back()
        if way is None:
            raise t.TraitError(self.say("game-page.nothing-to-undo"))
        self._travelled(way, is_back=True)

    def act_redo(self, *, at: int) -> None:
        """What was undone last."""
        if not self._is_now(at, "redo"):
            return
        way = self._way_forward()
        if way is None:
            raise t.TraitError(self.say("game-page.nothing-to-redo"))
        self._travelled(way, is_back=False)

    def _travelled(self, way: Way, *, is_back: bool) -> None:
        go(self._playing, way, is_back=is_back)
        self._step_begins()
        self._show()

    def _way_back(self) -> Way | None:
        return way_back(self._playing, self._is_person_asked)

    def _way_forward(self) -> Way | None:
        return way_forward(self._playing, self._is_person_asked)

    def _travel_view(self) -> dict[str, Any]:
        words, back, forth = self._words, self._way_back(), self._way_forward()
        return {
            "undo": "" if back is None else words.answer(back.entry.answer),
            "fork": back is not None and back.is_fork,
            "redo": "" if forth is None else words.answer(forth.entry.answer),
            "is_fork": self._playing.is_fork,
        }
