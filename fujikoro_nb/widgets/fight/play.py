"""The part of the CombatPanel in which a fight is played: one question after the other, with real dice or ours."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import msgspec
import traitlets as t
from msgspec import UNSET

from fujikoro_nb.background import Report
from fujikoro_nb.engine.fujikoro.asked.fight import (
    Defence,
    DragonFight,
    FoeFight,
    Hero,
    KeepMonk,
    MonkFight,
    SendMonk,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import CHANCE, Answer, Illegal, Seat, Unreadable
from fujikoro_nb.odds import Decision, Foe, Monk, MonkChoice, OddsError, Samurai, Situation, best_monk
from fujikoro_nb.odds.situation import QUESTIONS
from fujikoro_nb.play.fights import FightSession, fight_between, fight_of, guard_fight
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import decimal, error_sentence
from fujikoro_nb.views.fight.board import MAX_FIGHTERS, house_dice_of
from fujikoro_nb.views.fight.labels import heap_label
from fujikoro_nb.views.fight.odds import Ask, met
from fujikoro_nb.views.fight.play import (
    can_undo,
    fight_frame,
    fight_view,
    skip_forced,
)
from fujikoro_nb.widgets.fight.fighters import FightersController
from fujikoro_nb.widgets.fight.odds import OddsController
from fujikoro_nb.widgets.fight.panel_traits import PanelTraits
from fujikoro_nb.widgets.fight.roll import OnChoice

__all__ = ["PlayController"]

MAX_SAVE = 400_000
"""Letters of a packed save that a browser may send back; a long fight takes a hundredth."""

MAX_UNPACKED = 8 * 2**20

MONK_QUESTIONS = ("send-monk", "throw-cube")
MAX_ADVICE = 8
"""Alternatives that are shown; the best come first."""


class PlayController:
    """A fight in play. ``chose`` is told what a person did, ``take_back`` when the panel's own undo took it back."""

    def __init__(
        self,
        panel: PanelTraits,
        fighters: FightersController,
        odds: OddsController,
        *,
        rulings: Callable[[], Rulings],
        chose: OnChoice,
        take_back: Callable[[], None] | None,
    ) -> None:
        self._panel, self._fighters, self._odds = panel, fighters, odds
        self._rulings, self._chose, self._on_take_back = rulings, chose, take_back
        self._session: FightSession | None = None
        self.away: FightSession | None = None
        """The fight that was put away when this one began."""

    def mark_house_dice(self, is_real_box: bool) -> None:
        """House dice are marked where they stand for those of a real box."""
        if self._session is not None:
            house = house_dice_of(self._session) if is_real_box else []
            self._panel.fight = {**self._panel.fight, "house": house}

    @property
    def session(self) -> FightSession | None:
        """The fight in play, as the kernel has it."""
        return self._session

    # ---- beginning and leaving

    def begin(self) -> None:
        """All fighters against the dragon."""
        if self._panel.foe is None:
            self._panel.notice = self._panel.say("combat.choose-dragon")
            return
        joiners = tuple(Seat(seat) for seat in range(1, len(self._fighters.links) + 1))
        foe, defence = self._panel.foe, Defence() if self._panel.walks and self._panel.came else UNSET
        self._begin(lambda arena: foe.begun(arena, joiners, defence))

    def duel(self, other: int) -> None:
        """The first fighter moves onto the space of another one. Raises TraitError where nobody duels."""
        if not self._panel.may_duel:
            raise t.TraitError(self._panel.say("combat.no-duels"))
        if other <= len(self._fighters.links):
            self._begin(lambda arena: begin_duel(arena, Seat(0), Seat(other)))

    def guard(self, other: int) -> None:
        """The first fighter steps into the temple of another one, who is a fallen samurai that nobody plays.

        Raises TraitError where no guards stand.
        """
        if not self._panel.has_guards:
            raise t.TraitError(self._panel.say("combat.no-guards"))
        if other <= len(self._fighters.links):
            own, *others = self._fighters.boards()
            rulings = self._rulings()
            self._begin(
                lambda arena: guard_fight(
                    msgspec.structs.replace(arena, boards=(own,)), charmed(others[other - 1], rulings)
                )
            )

    def _together(self) -> ArenaState:
        """An empty arena of those who play here: a group shares its teeth, and scores no points but a Ronin's."""
        said = self._panel.mode.said
        if not said.shares_teeth:
            return ArenaState()
        typed = self._panel.teeth
        teeth = tuple(typed.get(colour, 0) for colour in DRAGON_TEETH) if typed else UNSET
        scores = said.has_points or UNSET
        return ArenaState(together=True, group_teeth=teeth, group_points=scores)

    def _begin(self, begun: Callable[[ArenaState], ArenaState]) -> None:
        dice = tuple(self._panel.box[letter] for letter in "WMTG")
        arena = msgspec.structs.replace(
            self._together(), boards=self._fighters.boards(), dice=dice, rulings=self._rulings()
        )
        try:
            start = begun(arena)
        except Illegal as fault:
            raise t.TraitError(error_sentence(fault, language=str(self._panel.language))) from None
        names = self._names(start)
        session = fight_between(start, names)
        skip_forced(session)
        before, away = self._session, self.away
        if before is not None and before.question is not None:
            self.away = before  # it may have been begun by mistake
        self._show(session)
        self._panel.tab = "play"
        self._chose("begin", lambda: self.show_both(before, away))

    def leave(self) -> None:
        """Put the fight away."""
        before, away = self._session, self.away
        if before is not None:
            self.show_both(None, None)
            self._chose("leave", lambda: self.show_both(before, away))

    def swap(self) -> None:
        """Back to the fight that was put away when this one began, which is put away instead, unless it is over."""
        before, away = self._session, self.away
        if before is None or away is None:
            return
        self.show_both(away, before if before.question is not None else None)
        self._chose("swap", lambda: self.show_both(before, away))

    def show_both(self, session: FightSession | None, away: FightSession | None) -> None:
        """The fight in play, and the one that was put away when it began."""
        self.away = away
        self._show(session)

    def speak_anew(self, asked: str) -> None:
        """The same fight and the same advice in another language; ``asked`` is what was being worked out."""
        wants_advice = bool(self._panel.advice) or asked == "advice"
        if self._session is not None:
            self._panel.fight = self._fight_view(self._session)
        if wants_advice:
            self.advise()

    def restore(self, save: str) -> None:
        """The save that a browser kept; only when no fight is going on here."""
        if self._session is not None or not save:
            return
        try:
            session = fight_of(unpacked(save))
        except Unreadable as fault:
            self._panel.refused_saves += 1  # an empty save that stays empty tells the page nothing
            raise t.TraitError(error_sentence(fault, language=str(self._panel.language))) from None
        if not 1 <= len(session.state.boards) <= MAX_FIGHTERS:
            self._panel.refused_saves += 1
            raise t.TraitError(self._panel.say("unreadable.save-broken", text="", place=1))
        self._show(session)
        apart = session.disagreement
        if apart is not None:
            self._panel.notice = self._panel.say(
                f"save.{apart.reason}",
                number=apart.entry + 1,
                rule=title_of(apart.rule, language=str(self._panel.language)),
                agreed=apart.agreed,
                left=apart.left,
            )

    # ---- playing

    def play(self, text: str, at: int) -> None:
        """An answer as a short text; one to a question that has passed is dropped, because somebody tapped twice."""
        session = self._session
        if session is None or at != len(session.lines):
            return
        try:
            session.play(parse_answer(text, session.state.dice))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(error_sentence(fault, language=str(self._panel.language))) from None
        self._played()

    def deal(self, at: int) -> None:
        """Our dice instead of real ones."""
        session = self._session
        if session is not None and at == len(session.lines) and session.can_deal:
            session.deal()
            self._played()

    def _played(self) -> None:
        self._show(self._session)
        self._chose("play", self.undo_play)

    def take_back(self) -> None:
        """Take back the last answer with all that followed it by itself."""
        if self._session is not None and can_undo(self._session):
            self.undo_play()
            if self._on_take_back is not None:
                self._on_take_back()

    def undo_play(self) -> None:
        """The same, asked for by the page around the panel."""
        if self._session is not None and can_undo(self._session):
            self._session.undo()
            self._show(self._session)

    def redo(self) -> None:
        """Bring back what was taken back."""
        if self._session is not None and self._session.redo() is not None:
            self._played()

    def _show(self, session: FightSession | None) -> None:
        """What a page sees of this session from now on."""
        self._session = session
        if self._panel.job.get("what") == "advice":
            self._odds.cancel_work()
        with self._panel.hold_sync():
            self._panel.notice = ""
            self._panel.advice = {}
            self._panel.fight = {} if session is None else self._fight_view(session)
            self._panel.save = "" if session is None else packed(session.save())

    def _fight_view(self, session: FightSession) -> dict[str, Any]:
        view = fight_view(
            session, names=self._names(session.state), say=self._panel.say, language=str(self._panel.language)
        )
        question = session.question
        view["advised"] = (
            question is not None
            and question.kind in (*QUESTIONS, *MONK_QUESTIONS)
            and isinstance(fight_frame(session.state), FoeFight)
            and len(list(islice(iter(session.options), 2))) > 1
        )
        view["dealt"] = question is not None and question.seat == CHANCE
        view["away"] = {} if self.away is None else self._away_view(self.away)
        view["house"] = house_dice_of(session) if self._panel.is_real_box else []
        return view

    def _names(self, state: ArenaState) -> tuple[str, ...]:
        """What a page calls each fighter."""
        return tuple(
            self._panel.say("combat.guard-name")
            if state.is_hostile(Seat(seat))
            else self._fighters.fighter_name(seat)
            for seat in range(len(state.boards))
        )

    def _away_view(self, session: FightSession) -> dict[str, Any]:
        view = fight_view(
            session, names=[""] * MAX_FIGHTERS, say=self._panel.say, language=str(self._panel.language)
        )
        return {"is_there": True, "dragon": view.get("dragon"), "guarded": view["guarded"]}

    # ---- the odds of each answer

    def advise(self) -> None:
        """What each answer to the present question is worth, the best first."""
        session = self._session
        if session is None or not self._panel.fight.get("advised"):
            return
        question, state = session.question, session.state
        frame = fight_frame(state)
        assert question is not None, "something is asked"
        assert isinstance(frame, FoeFight), "only a dragon or a monk has health"
        if question.kind in MONK_QUESTIONS:
            assert isinstance(frame, DragonFight), "no monk is sent against a monk"
            self._advise_monk(state, question.seat, frame)
            return
        situation = Situation.of(state, question.seat, question.kind)
        is_joint = len(frame.fighters) > 1
        asks = [
            self._ask_of(session.record.start, question.seat, frame),
            self._ask_of(state, question.seat, frame, gear=situation.before),
        ]
        health, seat = max(1, frame.health), question.seat
        at, goal = len(session.lines), str(self._panel.goal)

        def work(report: Report) -> tuple[Decision, str, str]:
            return self._decided(asks, situation, health, report)

        def told(decided: tuple[Decision, str, str]) -> dict[str, Any]:
            decision, policy, error = decided
            return {
                "at": at,
                **self._advice_view(decision, state, seat),
                "policy": self._panel.say(f"odds.{policy}"),
                "error": self._panel.say(f"odds.{error}"),
                "joint": self._panel.say(f"odds.policy-alone-{goal}") if is_joint else "",
            }

        self._odds.run(
            "advice",
            ("advice", *asks, situation, health),
            work,
            lambda view: self._panel.set_trait("advice", view),
            then=told,
        )

    def _advise_monk(self, state: ArenaState, seat: Seat, frame: DragonFight) -> None:
        """Which monk to send with which cube, or none: each as if alone against this dragon."""
        hero = state.agenda[-1]
        assert isinstance(hero, Hero), "monks are asked for here"
        samurai = Samurai.of(state.fighter(seat), rulings=state.rulings)
        foe = self._foe_in(frame)
        faces = {die.material: die for die in state.dice}
        goal, is_joint = str(self._panel.goal), len(frame.fighters) > 1

        def work(report: Report) -> Sequence[MonkChoice]:
            return best_monk(samurai, foe, faces, goal=goal, all_dice=True, progress=report)

        def told(found: Sequence[MonkChoice]) -> dict[str, Any]:
            rows: dict[Answer, dict[str, Any]] = {}
            for choice in found:
                answer = _monk_answer(choice.monk, hero.source)
                if answer is not None and answer not in rows:
                    rows[answer] = {
                        "text": print_answer(answer, state.dice),
                        "label": self._odds.label(answer),
                        "cost": ""
                        if choice.cost < 0.005
                        else decimal(max(choice.cost, 0.1), 1, self._panel.say, is_whole_bare=True),
                        "ways": 1,
                        **self._odds.odds_of(choice.outcome),
                    }
            return {
                "rows": list(rows.values())[:MAX_ADVICE],
                "more": max(0, len(rows) - MAX_ADVICE),
                "policy": self._panel.say(f"odds.policy-{goal}-all"),
                "error": self._panel.say("odds.error-rounding"),
                "joint": self._panel.say(f"odds.policy-alone-{goal}") if is_joint else "",
            }

        self._odds.run(
            "advice",
            ("monk", samurai, foe, state.dice, goal),
            work,
            lambda view: self._panel.set_trait("advice", view),
            then=told,
        )

    def _ask_of(
        self, state: ArenaState, seat: Seat, frame: DragonFight | MonkFight, *, gear: Any = None
    ) -> Ask:
        board = state.fighter(seat)
        if gear is not None:
            board = msgspec.structs.replace(board, gear=gear)
        samurai = Samurai.of(board, rulings=state.rulings)
        faces = tuple((die.material, die) for die in sorted(state.dice, key=lambda die: die.material))
        return Ask.of(samurai, self._foe_in(frame), dict(faces), goal=str(self._panel.goal), all_dice=False)

    def _foe_in(self, frame: DragonFight | MonkFight) -> Foe:
        """The dragon or the monk of a fight that is played, as the odds have it."""
        if isinstance(frame, MonkFight):
            return Foe.monk(frame.health)
        foe = Foe.numbered(frame.dragon, frame.health)
        return met(
            foe, self._panel.mode.said, came=frame.defence is not UNSET, teeth=self._panel.teeth or None
        )

    def _decided(
        self, asks: list[Ask], situation: Situation, health: int, report: Report
    ) -> tuple[Decision, str, str]:
        """From the solution of the whole fight if the question lies in it and it is known, else from here on."""
        whole_fight, from_here = asks
        known = self._odds.solver.known(whole_fight, health)
        if known is not None:
            try:
                return known.decide(situation), known.policy, known.error
            except OddsError as fault:
                if not fault.key.startswith("state-") and fault.key != "weapon-rolled":
                    raise
        odds = self._odds.solver.solved(from_here, health, report=report)
        return odds.decide(situation), odds.policy, odds.error

    def _advice_view(self, decision: Decision, state: ArenaState, seat: Seat) -> dict[str, Any]:
        """Answers that take the same cubes and come to the same are one row; the best comes first."""
        gear = state.fighter(seat).gear
        groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for one in decision.alternatives:
            cost = float(one.cost)
            said = "" if cost < 0.005 else self._panel.say("combat.less")
            if cost >= 0.05:
                said = decimal(cost, 1, self._panel.say, is_whole_bare=True)
            row = {
                "text": print_answer(one.answer, state.dice),
                "label": self._odds.label(one.answer),
                "cost": said,
                **self._odds.odds_of(one.outcome),
            }
            heap = heap_label(one.answer, gear, self._panel.say)
            groups.setdefault((heap or row["label"], said, *row["said"]), []).append({**row, "heap": heap})
        rows = [
            {
                **group[0],
                "label": group[0]["heap"] if len(group) > 1 else group[0]["label"],
                "ways": len(group),
            }
            for group in islice(groups.values(), MAX_ADVICE)
        ]
        return {"rows": rows, "more": max(0, len(groups) - MAX_ADVICE)}


def _monk_answer(monk: Monk | None, on_its_way: str) -> Answer | None:
    """The answer that sends this monk, or throws its cube once one is on its way; None for another monk's."""
    if not on_its_way:
        return KeepMonk() if monk is None else SendMonk(monk.source)
    if monk is None or monk.cube is None or monk.source != on_its_way:
        return None
    return ThrowCube(monk.cube, monk.area)


def packed(save: bytes) -> str:
    """A save as letters that any store takes."""
    return base64.urlsafe_b64encode(zlib.compress(save, 9)).decode("ascii")


def unpacked(text: str) -> bytes:
    """The inverse. Raises Unreadable."""
    try:
        stream = zlib.decompressobj()
        save = stream.decompress(base64.urlsafe_b64decode(text.encode("ascii", "replace")), MAX_UNPACKED)
    except (binascii.Error, ValueError, zlib.error):
        raise Unreadable("save-none", text[:40], 0) from None
    return save
