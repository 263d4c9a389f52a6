"""The part of the CombatPanel about the odds of a whole fight: what comes of it, counted beside the page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.background import Background, Report
from fujikoro_nb.engine.fujikoro.board import Backpack
from fujikoro_nb.engine.kernel import Answer, Illegal, Unreadable
from fujikoro_nb.odds import (
    Fighter,
    FightOdds,
    Foe,
    OddsError,
    Samurai,
    best_monk,
    monks_of,
    solve,
    solve_duel,
    what_if,
    whom_to_ask,
)
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.fight.labels import answer_label
from fujikoro_nb.views.fight.odds import (
    Ask,
    Solver,
    allies_view,
    answer_view,
    joint_of,
    joint_view,
    more_view,
    said_outcome,
    trace_view,
    who_starts,
)
from fujikoro_nb.views.game.monk_odds import monk_view
from fujikoro_nb.widgets.base.widget import Validator
from fujikoro_nb.widgets.fight.fighters import FightersPart

__all__ = ["OddsPart"]

LOG = logging.getLogger("fujikoro_nb.widgets")

ASIDE = ("trace", "advice")
"""What is asked for while the odds are counted: it runs first, then the counting begins again."""


class OddsPart(FightersPart):
    """Win, hurt or lose against a dragon. What takes longer than a tap runs beside the page."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **FightersPart.acts,
        "count": {},
        "why": {},
        "cancel": {},
    }

    answer: t.Dict[str, Any] = t.Dict({"state": "none"}).tag(sync=True)
    """``state`` is none, stale, busy, quick (all dice rolled, to be refined), ready, refused or cancelled."""
    monk: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """Which monk to send: ``state`` is busy, quick, ready, stale, refused or cancelled; empty: none can be sent."""
    more = t.Dict().tag(sync=True)
    trace = t.Dict().tag(sync=True)
    job = t.Dict().tag(sync=True)
    """What runs beside the page and the share done; empty: nothing."""

    def __init__(self, **settings: Any) -> None:
        self._solver = Solver()
        self._work = Background()
        self._again: Callable[[], None] | None = None
        """Begins the newest counting anew."""
        self._interrupted: Callable[[], None] | None = None
        self._at_hand: object = None
        """Monks, and cubes to throw, that the newest answer looked at."""
        super().__init__(**settings)

    # ---- the first fighter changed

    def look_at_backpack(self) -> None:
        """Cubes or monks of the first fighter's board may have changed without its gear."""
        if self.answer["state"] not in ("none", "stale") and self._at_hand != self._monks_at_hand():
            self._stale()

    def _monks_at_hand(self) -> object:
        board = self.board()
        return board.monk_spots, board.backpack

    def _stale(self) -> None:
        """The numbers are those of other gear; a page in sight asks for new ones."""
        self.drop_work()
        if self.more.get("state") == "busy":
            self.more = {}
        if self.monk:
            self.monk = {**self.monk, "state": "stale"}
        if self.answer.get("state") not in (None, "none"):
            self.answer = {**self.answer, "state": "stale"}

    # ---- counting

    def act_count(self) -> None:
        """A page that is in sight wants the numbers to be those of the gear."""
        state = self.answer.get("state")
        is_waiting = state in ("busy", "quick") and not self.job
        if state in ("stale", "cancelled") or is_waiting:
            self.count()

    def act_cancel(self) -> None:
        """Stop what runs; the numbers that stand stay."""
        was = self.job.get("what")
        self.cancel_work()
        if was == "odds":
            known = "said" in self.answer
            self.answer = {**self.answer, "state": "cancelled"} if known else {"state": "cancelled"}
            self.monk = {}
        elif was in ("monk", "more", "curve"):
            if self.more.get("state") == "busy":
                self.more = {"state": "cancelled"}
            if self.monk.get("state") in ("busy", "quick"):
                self.monk = {**self.monk, "state": "cancelled"}
        self.notice = self.say("odds.cancelled") if was else ""

    def cancel_work(self) -> None:
        """Stop what runs, quietly; the counting that it had interrupted begins again."""
        self._work.cancel()
        self.job = {}
        self._resume()

    def drop_work(self) -> None:
        """Stop what runs and forget what waits: their question is no longer asked."""
        self._interrupted = None
        self.cancel_work()

    def close(self) -> None:
        """Nobody waits for a number any more."""
        self._interrupted = None
        self._work.cancel()
        super().close()

    def ask(self, samurai: Samurai, *, all_dice: bool) -> Ask:
        """The question to the solver: without monks, and so the same whatever there is to throw."""
        assert self.foe is not None, "somebody to fight"
        samurai = msgspec.structs.replace(samurai, backpack=Backpack(), monk_spots=())
        return Ask.of(samurai, self.foe.foe, self.box, goal=str(self.goal), all_dice=all_dice)

    def count(self) -> None:
        """The odds of this gear against this dragon; what is not known already runs beside the page."""
        self.drop_work()
        self.trace = {}
        self.more = {}
        self._at_hand = self._monks_at_hand()
        if self.foe is None:
            self.monk = {}
            self.answer = {"state": "none"}
            return
        try:
            samurai = self.samurai()
        except Illegal as fault:
            sentence = error_sentence(fault, language=str(self.language))
            self.monk = {}
            self.answer = {"state": "refused", "sentence": sentence, "rule": fault.refusals[0].rule}
            return
        can_send = not self._links and any(monks_of(samurai, self.foe.foe))
        self.monk = {**self.monk, "state": "busy"} if can_send else {}
        ask, foe = self.ask(samurai, all_dice=bool(self.is_all_dice)), self.foe.foe
        if self._links:
            self._count_joint(ask, foe)
            return
        known = self._solver.known(ask, foe.health)
        if known is not None:
            self._answered(self._view(known, foe, "ready"), ask, foe)
            return
        old = {key: value for key, value in self.answer.items() if key not in ("first", "fighters", "falls")}
        self.answer = {**old, "state": "busy", "first": who_starts(samurai, foe, self.say)}
        quick = msgspec.structs.replace(ask, all_dice=True)
        if quick == ask:
            self._count_all(ask, foe, share=0.0)
        else:
            self._run(
                "odds",
                lambda report: self._solved_view(quick, foe, lambda share: report(share / 4), "quick"),
                lambda view: self._answered_quickly(view, ask, foe),
            )

    def _count_all(self, ask: Ask, foe: Foe, *, share: float) -> None:
        self._run(
            "odds",
            lambda report: self._solved_view(
                ask, foe, lambda done: report(share + done * (1 - share)), "ready"
            ),
            lambda view: self._answered(view, ask, foe),
            share=share,
        )

    def _count_joint(self, ask: Ask, foe: Foe) -> None:
        """All fighters together, each with fixed play; then what each of the others is worth."""
        fighters = [Fighter(Samurai.of(board, rulings=self._rulings)) for board in self.boards()]
        names = [self.fighter_name(number) for number in range(len(fighters))]
        first = who_starts(ask.samurai, foe, self.say)
        old = {key: value for key, value in self.answer.items() if key != "curve"}
        self.answer = {**old, "state": "busy", "first": first}

        def work(report: Report) -> dict[str, Any]:
            odds = joint_of(fighters, foe, ask, report=report)
            view = joint_view(odds, self.say, names=names)
            return {"state": "ready", "health": foe.health, "all": ask.all_dice, "first": first, **view}

        def allies(report: Report) -> dict[str, Any]:
            faces = dict(ask.faces)
            asked = whom_to_ask(
                fighters[0], fighters[1:], foe, faces, goal=ask.goal, all_dice=ask.all_dice, progress=report
            )
            duels = []
            for other in fighters[1:]:
                report(0.99)
                duels.append(solve_duel(ask.samurai, other.samurai, faces, all_dice=True))
            return {"state": "ready", **allies_view(asked, duels, self.say, names=names[1:])}

        def done(view: dict[str, Any]) -> None:
            self.answer = view
            self.more = {"state": "busy"}
            self._run("more", allies, lambda found: self.set_trait("more", found))

        self._run("odds", work, done)

    def _solved_view(self, ask: Ask, foe: Foe, report: Report, state: str) -> dict[str, Any]:
        return self._view(self._solver.solved(ask, foe.health, report=report), foe, state)

    def _view(self, odds: FightOdds, foe: Foe, state: str) -> dict[str, Any]:
        return {"state": state, **answer_view(odds, foe, self.say, label=self.label)}

    def label(self, answer: Answer) -> str:
        """An answer in a fight in a few words."""
        return answer_label(answer, self.say)

    def _answered_quickly(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """With all dice rolled: shown as such until the free choice is counted."""
        self.answer = view
        self._count_all(ask, foe, share=0.25)

    def _answered(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """The answer stands; then monks are tried, the curve grows, one more cube is tried everywhere."""
        self.answer = view
        self.more = {"state": "busy"}
        if self.monk:
            self._count_monks(lambda: self._widen(ask, foe), all_dice=True)
        else:
            self._widen(ask, foe)

    def _count_monks(self, then: Callable[[], None], *, all_dice: bool) -> None:
        """Which monk to send: with all dice rolled at first, because there are many; the free choice comes last."""
        assert self.foe is not None, "somebody to fight"
        samurai, foe, goal = self.samurai(), self.foe.foe, str(self.goal)
        faces, is_quick = dict(self.box), all_dice and not self.is_all_dice

        def work(report: Report) -> dict[str, Any]:
            try:
                found = best_monk(samurai, foe, faces, goal=goal, all_dice=all_dice, progress=report)
            except OddsError as fault:  # too large with a monk; the rest goes on
                return {"state": "refused", "sentence": self.say(f"odds.{fault.key}", **fault.data)}
            return monk_view(found, samurai.backpack, self.say, is_quick=is_quick)

        def done(view: dict[str, Any]) -> None:
            self.monk = view
            then()

        self._run("monk", work, done)

    def _widen(self, ask: Ask, foe: Foe) -> None:
        if self._solver.is_wide(ask, foe.health):
            self._count_more()
            return

        def widen(report: Report) -> dict[str, Any]:
            return self._view(self._solver.widened(ask, foe.health, report=report), foe, "ready")

        def widened(view: dict[str, Any]) -> None:
            self.answer = view
            self._count_more()

        self._run("curve", widen, widened)

    def _count_more(self) -> None:
        """What one more cube would bring; with all dice rolled, because that is a hundred fights."""
        assert self.foe is not None, "somebody to fight"
        samurai, foe, goal = self.samurai(), self.foe.foe, str(self.goal)
        faces = dict(self.box)

        def work(report: Report) -> dict[str, Any]:
            found = what_if(samurai, foe, faces, goal=goal, all_dice=True, progress=report)
            return {"state": "ready", **more_view(found, self.say, goal=goal)}

        def done(view: dict[str, Any]) -> None:
            self.more = view
            if self.monk.get("state") == "quick":
                self._count_monks(lambda: None, all_dice=False)

        self.more = {"state": "busy"}
        self._run("more", work, done)

    def act_why(self) -> None:
        """Round by round."""
        if self.foe is None or "curve" not in self.answer or self.answer["state"] == "stale":
            return  # nothing is counted yet, or others fight along
        samurai, foe = self.samurai(), self.foe.foe
        ask = self.ask(samurai, all_dice=bool(self.is_all_dice))

        def work(report: Report) -> dict[str, Any]:
            odds = solve(samurai, foe, dict(ask.faces), goal=ask.goal, all_dice=ask.all_dice, progress=report)
            return trace_view(odds, odds.distributions, self.say)

        self._run("trace", work, lambda view: self.set_trait("trace", view))

    def _run(
        self,
        what: str,
        work: Callable[[Report], Any],
        done: Callable[[Any], None],
        *,
        share: float = 0.0,
    ) -> None:
        """Do this instead of what runs; what is asked aside lets the counting go on afterwards."""
        if what not in ASIDE:
            self._again = lambda: self._run(what, work, done, share=share)
            self._interrupted = None
        elif self.job and self.job["what"] not in ASIDE:
            self._interrupted = self._again

        def finished(result: Any) -> None:
            with self.hold_sync():
                with self._watched(what):
                    self.job = {}
                    done(result)
                self._resume()

        def failed(fault: Exception) -> None:
            with self.hold_sync():
                self.job = {}
                self._failed(what, fault)
                self._resume()

        self.job = {"what": what, "share": share}
        self._work.start(
            work,
            done=finished,
            failed=failed,
            progress=lambda share: self.set_trait("job", {"what": what, "share": round(share, 3)}),
        )

    def _resume(self) -> None:
        """Begin again what something asked aside had interrupted."""
        again, self._interrupted = self._interrupted, None
        if again is not None:
            again()

    def _failed(self, what: str, fault: Exception) -> None:
        """One sentence; what was chosen and what is known stays."""
        if isinstance(fault, OddsError):
            sentence = self.say(f"odds.{fault.key}", **fault.data)
        elif isinstance(fault, (Illegal, Unreadable)):
            sentence = error_sentence(fault, language=str(self.language))
        else:
            LOG.error("%s: %s failed", type(self).__name__, what, exc_info=fault)
            sentence = self.say("widgets.failed")
        if what == "odds":
            self.monk = {}
            self.answer = {"state": "refused", "sentence": sentence, "rule": ""}
        elif what in ("monk", "more", "curve"):
            if self.more.get("state") == "busy":
                self.more = {"state": "refused", "sentence": sentence}
            if what == "monk":
                self.monk = {"state": "refused", "sentence": sentence}
        else:
            self.notice = sentence

    def odds_of(self, outcome: Any) -> dict[str, Any]:
        """Three numbers of an outcome."""
        return said_outcome(outcome, self.say)
