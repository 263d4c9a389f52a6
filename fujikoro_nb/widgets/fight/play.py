"""The part of the CombatPanel in which a fight is played: one question after the other, with real dice or ours."""

from __future__ import annotations

import base64
import binascii
import secrets
import zlib
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.background import Report
from fujikoro_nb.engine.fujikoro.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.rules.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.fight import DragonFight, Hero, KeepMonk, SendMonk, ThrowCube
from fujikoro_nb.engine.kernel import CHANCE, Answer, Illegal, Seat, Seeded, Session, Setting, Unreadable
from fujikoro_nb.odds import Decision, Foe, Goal, Monk, OddsError, Samurai, Situation, best_monk
from fujikoro_nb.odds.situation import QUESTIONS
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import decimal, error_sentence
from fujikoro_nb.views.fight.board import MAX_FIGHTERS, house_dice_of
from fujikoro_nb.views.fight.labels import heap_label
from fujikoro_nb.views.fight.odds import Ask
from fujikoro_nb.views.fight.play import (
    FightSession,
    can_undo,
    fight_frame,
    fight_view,
    skip_forced,
)
from fujikoro_nb.widgets.base.widget import Validator, text, whole
from fujikoro_nb.widgets.fight.odds import OddsPart

__all__ = ["PlayPart"]

MAX_SAVE = 400_000
"""Letters of a packed save that a browser may send back; a long fight takes a hundredth."""

MAX_UNPACKED = 8 * 2**20

MONK_QUESTIONS = ("send-monk", "throw-cube")
MAX_ADVICE = 8
"""Alternatives that are shown; the best come first."""


class PlayPart(OddsPart):
    """A fight in play. ``on_take_back`` is told when the panel's own undo took back what ``on_choice`` was told of."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **OddsPart.acts,
        "begin": {},
        "duel": {"other": whole(1, MAX_FIGHTERS - 1)},
        "play": {"text": text(max_length=400), "at": whole(0, 10**6)},
        "deal": {"at": whole(0, 10**6)},
        "play-undo": {},
        "play-redo": {},
        "leave": {},
        "swap": {},
        "advise": {},
        "restore": {"save": text(max_length=MAX_SAVE)},
    }

    fight = t.Dict().tag(sync=True)
    """The fight in play; empty: none."""
    advice = t.Dict().tag(sync=True)
    """What each answer to the present question is worth."""
    save = t.Unicode().tag(sync=True)
    """The session's save, packed; a page gives it back after a reload."""
    refused_saves = t.Int().tag(sync=True)
    """Saves that could not be read so far: a page that hears of one more forgets the one that it keeps."""

    def __init__(self, **settings: Any) -> None:
        self._session: FightSession | None = None
        self._away: FightSession | None = None
        self._on_take_back: Callable[[], None] | None = settings.pop("on_take_back", None)
        super().__init__(**settings)

    def take_over(self, other: PlayPart) -> None:
        """Go on from a panel that spoke another language: what was chosen there, and its fights."""
        self._set_fighters(other._links)
        self.monks = list(other.monks)
        self.set_trait("goal", other.goal)
        self.set_trait("is_all_dice", other.is_all_dice)
        self.foe = other.foe
        self.chosen = other.chosen
        self.dice = other.dice
        self.target = other.target
        self._show_both(other._session, other._away)
        self.set_trait("tab", other.tab)

    @property
    def session(self) -> FightSession | None:
        """The fight in play, as the kernel has it."""
        return self._session

    # ---- beginning and leaving

    def act_begin(self) -> None:
        """All fighters against the dragon."""
        if self.foe is None:
            self.notice = self.say("combat.choose-dragon")
            return
        joiners = tuple(Seat(seat) for seat in range(1, len(self._links) + 1))
        dragon = self.foe.dragon
        self._begin(lambda arena: begin_dragon_fight(arena, dragon, Seat(0), joiners))

    def act_duel(self, *, other: int) -> None:
        """The first fighter moves onto the space of another one."""
        if other <= len(self._links):
            self._begin(lambda arena: begin_duel(arena, Seat(0), Seat(other)))

    def _begin(self, begun: Callable[[ArenaState], ArenaState]) -> None:
        dice = tuple(self.box[letter] for letter in "WMTG")
        arena = ArenaState(boards=self.boards(), dice=dice, rulings=self._rulings)
        try:
            start = begun(arena)
        except Illegal as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        names = tuple(self.fighter_name(seat) for seat in range(len(arena.boards)))
        session: FightSession = Session(
            FIGHT_GAME, start, dealer=Seeded(secrets.token_hex(8)), setting=Setting(seats=names)
        )
        skip_forced(session)
        before, away = self._session, self._away
        if before is not None and before.question is not None:
            self._away = before  # it may have been begun by mistake
        self._show(session)
        self.tab = "play"
        self._chose("begin", lambda: self._show_both(before, away))

    def act_leave(self) -> None:
        """Put the fight away."""
        before, away = self._session, self._away
        if before is not None:
            self._show_both(None, None)
            self._chose("leave", lambda: self._show_both(before, away))

    def act_swap(self) -> None:
        """Back to the fight that was put away when this one began, which is put away instead, unless it is over."""
        before, away = self._session, self._away
        if before is None or away is None:
            return
        self._show_both(away, before if before.question is not None else None)
        self._chose("swap", lambda: self._show_both(before, away))

    def _show_both(self, session: FightSession | None, away: FightSession | None) -> None:
        self._away = away
        self._show(session)

    def act_restore(self, *, save: str) -> None:
        """The save that a browser kept; only when no fight is going on here."""
        if self._session is not None or not save:
            return
        try:
            session = Session.load(FIGHT_GAME, unpacked(save))
        except Unreadable as fault:
            self.refused_saves += 1  # an empty save that stays empty tells the page nothing
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        if not 1 <= len(session.state.boards) <= MAX_FIGHTERS:
            self.refused_saves += 1
            raise t.TraitError(self.say("unreadable.save-broken", text="", place=1))
        self._show(session)
        apart = session.disagreement
        if apart is not None:
            self.notice = self.say(
                f"save.{apart.reason}",
                number=apart.entry + 1,
                rule=title_of(apart.rule, language=str(self.language)),
                agreed=apart.agreed,
                left=apart.left,
            )

    # ---- playing

    def act_play(self, *, text: str, at: int) -> None:
        """An answer as a short text; one to a question that has passed is dropped, because somebody tapped twice."""
        session = self._session
        if session is None or at != len(session.lines):
            return
        try:
            session.play(parse_answer(text, session.state.dice))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        self._played()

    def act_deal(self, *, at: int) -> None:
        """Our dice instead of real ones."""
        session = self._session
        if session is not None and at == len(session.lines) and session.can_deal:
            session.deal()
            self._played()

    def _played(self) -> None:
        self._show(self._session)
        self._chose("play", self.undo_play)

    def act_play_undo(self) -> None:
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

    def act_play_redo(self) -> None:
        """Bring back what was taken back."""
        if self._session is not None and self._session.redo() is not None:
            self._played()

    def _show(self, session: FightSession | None) -> None:
        """What a page sees of this session from now on."""
        self._session = session
        if self.job.get("what") == "advice":
            self.cancel_work()
        with self.hold_sync():
            self.notice = ""
            self.advice = {}
            self.fight = {} if session is None else self._fight_view(session)
            self.save = "" if session is None else packed(session.save())

    def _fight_view(self, session: FightSession) -> dict[str, Any]:
        seats = len(session.state.boards)
        names = [self.fighter_name(seat) for seat in range(seats)]
        view = fight_view(session, names=names, say=self.say, language=str(self.language))
        question = session.question
        view["advised"] = (
            question is not None
            and question.kind in (*QUESTIONS, *MONK_QUESTIONS)
            and isinstance(fight_frame(session.state), DragonFight)
            and len(list(islice(iter(session.options), 2))) > 1
        )
        view["dealt"] = question is not None and question.seat == CHANCE
        view["away"] = {} if self._away is None else self._away_view(self._away)
        view["house"] = house_dice_of(session) if self.is_real_box else []
        return view

    def _away_view(self, session: FightSession) -> dict[str, Any]:
        view = fight_view(session, names=[""] * MAX_FIGHTERS, say=self.say, language=str(self.language))
        return {"is_there": True, "dragon": view.get("dragon")}

    @t.observe("is_real_box")
    def _marks_of_this_box(self, change: Any) -> None:
        """House dice are marked where they stand for those of a real box."""
        if self._session is not None:
            self.fight = {**self.fight, "house": house_dice_of(self._session) if change.new else []}

    # ---- the odds of each answer

    def act_advise(self) -> None:
        """What each answer to the present question is worth, the best first."""
        session = self._session
        if session is None or not self.fight.get("advised"):
            return
        question, state = session.question, session.state
        frame = fight_frame(state)
        assert question is not None, "something is asked"
        assert isinstance(frame, DragonFight), "only a dragon has health"
        if question.kind in MONK_QUESTIONS:
            self._advise_monk(state, question.seat, frame)
            return
        situation = Situation.of(state, question.seat, question.kind)
        is_joint = len(frame.fighters) > 1
        asks = [
            self._ask_of(session.record.start, question.seat, frame),
            self._ask_of(state, question.seat, frame, gear=situation.before),
        ]
        health, seat = max(1, frame.health), question.seat
        at, goal = len(session.lines), str(self.goal)

        def work(report: Report) -> dict[str, Any]:
            decision, policy, error = self._decided(asks, situation, health, report)
            return {
                "at": at,
                **self._advice_view(decision, state, seat),
                "policy": self.say(f"odds.{policy}"),
                "error": self.say(f"odds.{error}"),
                "joint": self.say(f"odds.policy-alone-{goal}") if is_joint else "",
            }

        self._run("advice", work, lambda view: self.set_trait("advice", view))

    def _advise_monk(self, state: ArenaState, seat: Seat, frame: DragonFight) -> None:
        """Which monk to send with which cube, or none: each as if alone against this dragon."""
        hero = state.agenda[-1]
        assert isinstance(hero, Hero), "monks are asked for here"
        samurai = Samurai.of(state.fighter(seat), rulings=state.rulings)
        dragon = frame.dragon
        foe = Foe(frame.health, dragon.initiative, dragon.dice, dragon.victory_points, dragon.is_legendary)
        faces = {die.material: die for die in state.dice}
        goal, is_joint = str(self.goal), len(frame.fighters) > 1

        def work(report: Report) -> dict[str, Any]:
            found = best_monk(samurai, foe, faces, goal=goal, all_dice=True, progress=report)
            rows: dict[Answer, dict[str, Any]] = {}
            for choice in found:
                answer = _monk_answer(choice.monk, hero.source)
                if answer is not None and answer not in rows:
                    rows[answer] = {
                        "text": print_answer(answer, state.dice),
                        "label": self.label(answer),
                        "cost": "" if choice.cost < 0.005 else decimal(max(choice.cost, 0.1), 1, self.say),
                        "ways": 1,
                        **self.odds_of(choice.outcome),
                    }
            return {
                "rows": list(rows.values())[:MAX_ADVICE],
                "more": max(0, len(rows) - MAX_ADVICE),
                "policy": self.say(f"odds.policy-{goal}-all"),
                "error": self.say("odds.error-rounding"),
                "joint": self.say(f"odds.policy-alone-{goal}") if is_joint else "",
            }

        self._run("advice", work, lambda view: self.set_trait("advice", view))

    def _ask_of(self, state: ArenaState, seat: Seat, frame: DragonFight, *, gear: Any = None) -> Ask:
        board = state.fighter(seat)
        if gear is not None:
            board = msgspec.structs.replace(board, gear=gear)
        samurai = Samurai.of(board, rulings=state.rulings)
        faces = tuple((die.material, die) for die in sorted(state.dice, key=lambda die: die.material))
        dragon = frame.dragon
        return Ask(
            samurai,
            dragon.dice,
            dragon.victory_points,
            dragon.is_legendary,
            Goal(self.goal),
            faces,
            all_dice=False,
        )

    def _decided(
        self, asks: list[Ask], situation: Situation, health: int, report: Report
    ) -> tuple[Decision, str, str]:
        """From the solution of the whole fight if the question lies in it and it is known, else from here on."""
        whole_fight, from_here = asks
        known = self._solver.known(whole_fight, health)
        if known is not None:
            try:
                return known.decide(situation), known.policy, known.error
            except OddsError as fault:
                if not fault.key.startswith("state-") and fault.key != "weapon-rolled":
                    raise
        odds = self._solver.solved(from_here, health, report=report)
        return odds.decide(situation), odds.policy, odds.error

    def _advice_view(self, decision: Decision, state: ArenaState, seat: Seat) -> dict[str, Any]:
        """Answers that take the same cubes and come to the same are one row; the best comes first."""
        gear = state.fighter(seat).gear
        groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for one in decision.alternatives:
            cost = float(one.cost)
            said = "" if cost < 0.005 else self.say("combat.less")
            if cost >= 0.05:
                said = decimal(cost, 1, self.say)
            row = {
                "text": print_answer(one.answer, state.dice),
                "label": self.label(one.answer),
                "cost": said,
                **self.odds_of(one.outcome),
            }
            heap = heap_label(one.answer, gear, self.say)
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
