"""The part of the CombatPanel about the odds of a whole fight: what comes of it, counted beside the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from fujikoro_nb.background import Report
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Answer, Illegal
from fujikoro_nb.odds import (
    Ally,
    DuelOdds,
    Fighter,
    FightOdds,
    Foe,
    JointOdds,
    MonkChoice,
    OddsError,
    Samurai,
    WhatIf,
    best_monk,
    monks_of,
    solve,
    what_if,
    whom_to_ask,
)
from fujikoro_nb.play.odds_service import OddsService, fault_said
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.fight.labels import answer_label
from fujikoro_nb.views.fight.odds import (
    Ask,
    Solver,
    allies_view,
    answer_view,
    between,
    bytes_of,
    joint_of,
    joint_view,
    met,
    more_view,
    said_outcome,
    trace_view,
    who_starts,
)
from fujikoro_nb.views.game.monk_odds import monk_view
from fujikoro_nb.widgets.fight.fighters import FightersController
from fujikoro_nb.widgets.fight.panel_traits import PanelTraits

__all__ = ["OddsController"]

Others = tuple[Sequence[Ally], Sequence[DuelOdds], Sequence[DuelOdds]]
"""What the others are worth: at one's side, in a duel, and as the guard of a temple."""

ASIDE = ("trace", "advice")
"""What is asked for while the odds are counted: it runs first, then the counting begins again."""


class OddsController:
    """Win, hurt or lose against a dragon. What takes longer than a tap runs beside the page.

    ``watched`` is the panel's guard around what runs by itself.
    """

    def __init__(
        self,
        panel: PanelTraits,
        fighters: FightersController,
        *,
        rulings: Callable[[], Rulings],
        watched: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._panel, self._fighters = panel, fighters
        self._rulings, self._watched = rulings, watched
        self.service = OddsService()
        self.solver = Solver(self.service)
        self._asker = self.service.asker()
        self._at_hand: object = None
        """Monks, and cubes to throw, that the newest answer looked at."""

    def close(self) -> None:
        """Nobody waits for a number any more."""
        self._asker.drop()

    # ---- the first fighter changed

    def look_at_backpack(self) -> None:
        """Cubes or monks of the first fighter's board may have changed without its gear."""
        if self._panel.answer["state"] not in ("none", "stale") and self._at_hand != self._monks_at_hand():
            self.stale()

    def _monks_at_hand(self) -> object:
        board = self._fighters.board()
        return board.monk_spots, board.backpack

    def stale(self) -> None:
        """The numbers are those of other gear; a page in sight asks for new ones."""
        self.drop_work()
        if self._panel.more.get("state") == "busy":
            self._panel.more = {}
        if self._panel.monk:
            self._panel.monk = {**self._panel.monk, "state": "stale"}
        if self._panel.answer.get("state") not in (None, "none") or self._panel.more:
            self._panel.answer = {**self._panel.answer, "state": "stale"}

    # ---- counting

    def speak_anew(self, asked: str) -> None:
        """The same numbers in another language; those that a page in sight asks for anew are left.

        ``asked`` is what was being worked out, which goes on.
        """
        wants_trace = bool(self._panel.trace) or asked == "trace"
        if self._panel.answer["state"] not in ("none", "stale", "cancelled"):
            self.count()
        if wants_trace:
            self.tell_why()

    def count_in_sight(self) -> None:
        """A page that is in sight wants the numbers to be those of the gear."""
        state = self._panel.answer.get("state")
        is_waiting = state in ("busy", "quick") and not self._panel.job
        if state in ("stale", "cancelled") or is_waiting:
            self.count()

    def cancel(self) -> None:
        """Stop what runs; the numbers that stand stay."""
        was = self._panel.job.get("what")
        self.cancel_work()
        if was == "odds":
            known = "said" in self._panel.answer
            self._panel.answer = (
                {**self._panel.answer, "state": "cancelled"} if known else {"state": "cancelled"}
            )
            self._panel.monk = {}
        elif was in ("monk", "more", "curve"):
            if self._panel.more.get("state") == "busy":
                self._panel.more = {"state": "cancelled"}
            if self._panel.monk.get("state") in ("busy", "quick"):
                self._panel.monk = {**self._panel.monk, "state": "cancelled"}
        self._panel.notice = self._panel.say("odds.cancelled") if was else ""

    def cancel_work(self) -> None:
        """Stop what runs, quietly; the counting that it had interrupted begins again."""
        self._panel.job = {}
        self._asker.cancel()

    def drop_work(self) -> None:
        """Stop what runs and forget what waits: their question is no longer asked."""
        self._panel.job = {}
        self._asker.drop()

    @property
    def _foe(self) -> Foe:
        """The chosen dragon as this table meets it."""
        panel = self._panel
        assert panel.foe is not None, "somebody to fight"
        return met(panel.foe.foe, panel.mode.said, came=bool(panel.came), teeth=panel.teeth or None)

    def ask(self, samurai: Samurai, *, all_dice: bool) -> Ask:
        """The question to the solver: without monks, and so the same whatever there is to throw."""
        samurai = msgspec.structs.replace(samurai, backpack=Backpack(), monk_spots=())
        return Ask.of(samurai, self._foe, self._panel.box, goal=str(self._panel.goal), all_dice=all_dice)

    def count(self) -> None:
        """The odds of this gear against this dragon; what is not known already runs beside the page."""
        self.drop_work()
        self._panel.trace = {}
        self._panel.more = {}
        self._at_hand = self._monks_at_hand()
        if self._panel.foe is None:
            self._panel.monk = {}
            self._panel.answer = {"state": "none"}
            if self._fighters.links:
                self._count_between()
            return
        try:
            samurai = self._fighters.samurai()
            self._panel.foe.check_joiners(len(self._fighters.links))
        except Illegal as fault:
            sentence = error_sentence(fault, language=str(self._panel.language))
            self._panel.monk = {}
            self._panel.answer = {"state": "refused", "sentence": sentence, "rule": fault.refusals[0].rule}
            return
        can_send = not self._fighters.links and any(monks_of(samurai, self._foe))
        self._panel.monk = {**self._panel.monk, "state": "busy"} if can_send else {}
        ask, foe = self.ask(samurai, all_dice=bool(self._panel.is_all_dice)), self._foe
        if self._fighters.links:
            self._count_joint(ask, foe)
            return
        known = self.solver.known(ask, foe.health)
        if known is not None:
            self._answered(self._view(known, foe, "ready"), ask, foe)
            return
        old = {
            key: value
            for key, value in self._panel.answer.items()
            if key not in ("first", "fighters", "falls")
        }
        self._panel.answer = {**old, "state": "busy", "first": who_starts(samurai, foe, self._panel.say)}
        quick = msgspec.structs.replace(ask, all_dice=True)
        if quick == ask:
            self._count_all(ask, foe, share=0.0)
        elif (odds := self.solver.known(quick, foe.health)) is not None:
            self._answered_quickly(self._view(odds, foe, "quick"), ask, foe)
        else:
            self.run(
                "odds",
                ("solve", quick, foe.health),
                lambda report: self.solver.solved(quick, foe.health, report=lambda share: report(share / 4)),
                lambda view: self._answered_quickly(view, ask, foe),
                then=lambda odds: self._view(odds, foe, "quick"),
                size=None,  # the solver keeps it
            )

    def _count_all(self, ask: Ask, foe: Foe, *, share: float) -> None:
        self.run(
            "odds",
            ("solve", ask, foe.health),
            lambda report: self.solver.solved(
                ask, foe.health, report=lambda done: report(share + done * (1 - share))
            ),
            lambda view: self._answered(view, ask, foe),
            then=lambda odds: self._view(odds, foe, "ready"),
            size=None,
            share=share,
        )

    def _count_between(self) -> None:
        """Nobody asks about a dragon: a duel with each of the others, and each as the guard of a temple."""
        try:
            samurai = self._fighters.samurai()
        except Illegal:
            return  # said where the gear is
        others, faces = self._fighters.boards()[1:], dict(self._panel.box)
        names = [self._fighters.fighter_name(number) for number in range(1, len(others) + 1)]
        rivals = self._rivals()
        if not any(rivals):
            self._panel.more = {}
            return

        def told(found: tuple[Sequence[DuelOdds], Sequence[DuelOdds]]) -> dict[str, Any]:
            duels, guards = found
            return {"state": "ready", **allies_view((), duels, guards, self._panel.say, names=names)}

        self._panel.more = {"state": "busy"}
        self.run(
            "more",
            ("between", samurai, others, self._faces, rivals),
            lambda report: between(samurai, others, faces, rivals, report),
            lambda view: self._panel.set_trait("more", view),
            then=told,
        )

    def _count_joint(self, ask: Ask, foe: Foe) -> None:
        """All fighters together, each with fixed play; then what each of the others is worth."""
        fighters = [Fighter(Samurai.of(board, rulings=self._rulings())) for board in self._fighters.boards()]
        names = [self._fighters.fighter_name(number) for number in range(len(fighters))]
        first = who_starts(ask.samurai, foe, self._panel.say)
        old = {key: value for key, value in self._panel.answer.items() if key != "curve"}
        self._panel.answer = {**old, "state": "busy", "first": first}

        def joint(odds: JointOdds) -> dict[str, Any]:
            view = joint_view(odds, self._panel.say, names=names)
            return {"state": "ready", "health": foe.health, "all": ask.all_dice, "first": first, **view}

        others = self._fighters.boards()[1:]
        rivals = self._rivals()

        def worth(report: Report) -> Others:
            faces = dict(ask.faces)
            asked = whom_to_ask(
                fighters[0], fighters[1:], foe, faces, goal=ask.goal, all_dice=ask.all_dice, progress=report
            )
            return asked, *between(
                ask.samurai, others, faces, rivals, lambda share: report(0.98 + share / 50)
            )

        def allies(found: Others) -> dict[str, Any]:
            return {"state": "ready", **allies_view(*found, self._panel.say, names=names[1:])}

        def done(view: dict[str, Any]) -> None:
            self._panel.answer = view
            self._panel.more = {"state": "busy"}
            self.run(
                "more",
                ("allies", ask, foe, *fighters, rivals),
                worth,
                lambda view: self._panel.set_trait("more", view),
                then=allies,
            )

        self.run(
            "odds",
            ("joint", ask, foe, *fighters),
            lambda report: joint_of(fighters, foe, ask, report=report),
            done,
            then=joint,
        )

    def _view(self, odds: FightOdds, foe: Foe, state: str) -> dict[str, Any]:
        return {"state": state, **answer_view(odds, foe, self._panel.say, label=self.label)}

    def label(self, answer: Answer) -> str:
        """An answer in a fight in a few words."""
        return answer_label(answer, self._panel.say)

    def _answered_quickly(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """With all dice rolled: shown as such until the free choice is counted."""
        self._panel.answer = view
        self._count_all(ask, foe, share=0.25)

    def _answered(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """The answer stands; then monks are tried, the curve grows, one more cube is tried everywhere."""
        self._panel.answer = view
        self._panel.more = {"state": "busy"}
        if self._panel.monk:
            self._count_monks(lambda: self._widen(ask, foe), all_dice=True)
        else:
            self._widen(ask, foe)

    def _count_monks(self, then: Callable[[], None], *, all_dice: bool) -> None:
        """Which monk to send: with all dice rolled at first, because there are many; the free choice comes last."""
        assert self._panel.foe is not None, "somebody to fight"
        samurai, foe, goal = self._fighters.samurai(), self._foe, str(self._panel.goal)
        faces, is_quick = dict(self._panel.box), all_dice and not self._panel.is_all_dice

        def work(report: Report) -> Sequence[MonkChoice] | OddsError:
            try:
                return best_monk(samurai, foe, faces, goal=goal, all_dice=all_dice, progress=report)
            except OddsError as fault:  # too large with a monk; the rest goes on
                return fault

        def told(found: Sequence[MonkChoice] | OddsError) -> dict[str, Any]:
            if isinstance(found, OddsError):
                return {"state": "refused", "sentence": self._sentence(found)}
            return monk_view(found, samurai.backpack, self._panel.say, is_quick=is_quick)

        def done(view: dict[str, Any]) -> None:
            self._panel.monk = view
            then()

        question = ("monk", samurai, foe, self._faces, goal, all_dice)
        self.run("monk", question, work, done, then=told)

    def _widen(self, ask: Ask, foe: Foe) -> None:
        if foe.is_always_first or self.solver.is_wide(ask, foe.health):  # a monk has the health that he has
            self._count_more()
            return

        def widened(view: dict[str, Any]) -> None:
            self._panel.answer = view
            self._count_more()

        self.run(
            "curve",
            ("curve", ask, foe.health),
            lambda report: self.solver.widened(ask, foe.health, report=report),
            widened,
            then=lambda odds: self._view(odds, foe, "ready"),
            size=None,
        )

    def _count_more(self) -> None:
        """What one more cube would bring; with all dice rolled, because that is a hundred fights."""
        assert self._panel.foe is not None, "somebody to fight"
        samurai, foe, goal = self._fighters.samurai(), self._foe, str(self._panel.goal)
        faces = dict(self._panel.box)

        def work(report: Report) -> WhatIf:
            return what_if(samurai, foe, faces, goal=goal, all_dice=True, progress=report)

        def told(found: WhatIf) -> dict[str, Any]:
            return {"state": "ready", **more_view(found, self._panel.say, goal=goal)}

        def done(view: dict[str, Any]) -> None:
            self._panel.more = view
            if self._panel.monk.get("state") == "quick":
                self._count_monks(lambda: None, all_dice=False)

        self._panel.more = {"state": "busy"}
        self.run("more", ("more", samurai, foe, self._faces, goal), work, done, then=told)

    def tell_why(self) -> None:
        """Round by round."""
        if (
            self._panel.foe is None
            or "curve" not in self._panel.answer
            or self._panel.answer["state"] == "stale"
        ):
            return  # nothing is counted yet, or others fight along
        samurai, foe = self._fighters.samurai(), self._foe
        ask = self.ask(samurai, all_dice=bool(self._panel.is_all_dice))
        has_own = bool(self._panel.teeth)

        def work(report: Report) -> FightOdds:
            return solve(samurai, foe, dict(ask.faces), goal=ask.goal, all_dice=ask.all_dice, progress=report)

        self.run(
            "trace",
            ("trace", samurai, ask, foe),
            work,
            lambda view: self._panel.set_trait("trace", view),
            then=lambda odds: trace_view(odds, odds.distributions, self._panel.say, has_own_teeth=has_own),
            size=bytes_of,
        )

    @property
    def _faces(self) -> tuple[tuple[str, Die], ...]:
        return tuple(sorted(self._panel.box.items()))

    def run(
        self,
        what: str,
        question: Hashable,
        work: Callable[[Report], Any],
        done: Callable[[Any], None],
        *,
        then: Callable[[Any], Any],
        size: Callable[[Any], int] | None = lambda _: 0,
        share: float = 0.0,
    ) -> None:
        """Ask this instead of what is asked; what is asked aside lets the counting go on afterwards.

        ``then`` makes a view of the answer, in the thread of the work; ``done`` shows it; ``size`` as for `Asker.ask`.
        """

        def finished(view: Any) -> None:
            with self._panel.hold_sync(), self._watched(what):
                self._panel.job = {}
                done(view)

        def failed(fault: Exception) -> None:
            with self._panel.hold_sync():
                self._panel.job = {}
                self._failed(what, fault)

        self._panel.job = {"what": what, "share": share}
        self._asker.ask(
            question,
            work,
            done=finished,
            failed=failed,
            told=lambda share: self._panel.set_trait("job", {"what": what, "share": round(share, 3)}),
            then=then,
            size=size,
            again=lambda: self.run(what, question, work, done, then=then, size=size, share=share),
            is_aside=what in ASIDE,
        )

    def _failed(self, what: str, fault: Exception) -> None:
        """One sentence; what was chosen and what is known stays."""
        sentence = self._sentence(fault)
        if what == "odds":
            self._panel.monk = {}
            self._panel.answer = {"state": "refused", "sentence": sentence, "rule": ""}
        elif what in ("monk", "more", "curve"):
            if self._panel.more.get("state") == "busy":
                self._panel.more = {"state": "refused", "sentence": sentence}
            if what == "monk":
                self._panel.monk = {"state": "refused", "sentence": sentence}
        else:
            self._panel.notice = sentence

    def _rivals(self) -> tuple[bool, bool]:
        """Whether samurai fight each other in the game on the table, and guards of temples."""
        return bool(self._panel.may_duel), bool(self._panel.has_guards)

    def _sentence(self, fault: Exception) -> str:
        return fault_said(fault, language=str(self._panel.language))

    def odds_of(self, outcome: Any) -> dict[str, Any]:
        """Three numbers of an outcome."""
        return said_outcome(outcome, self._panel.say)
