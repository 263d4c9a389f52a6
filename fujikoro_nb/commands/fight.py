"""``fujikoro fight``: one fight with a dragon, a monk or a guard in a terminal, or answer by answer from a script.

Each line typed is an answer, or one of a few commands. Dice are thrown by the dealer (an empty line) or typed as they
lie on the table. With ``--json`` every line read is answered by one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import msgspec

from fujikoro_nb.commands.fight_setup import (
    MONK_SOURCES,
    FightBox,
    fight_box,
    fighter_board,
    monk_of,
    with_monk,
)
from fujikoro_nb.commands.guarded import GUARD, guard_board
from fujikoro_nb.commands.odds import MONK, decision_told
from fujikoro_nb.commands.reply import GOOD, UNREADABLE, USUAL, rulings_from
from fujikoro_nb.content.disk import write_atomically
from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, Duel, FoeFight, MonkFight
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import begin_monk_fight
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Event,
    Illegal,
    Question,
    Seat,
    Seeded,
    Session,
    Setting,
    Unreadable,
)
from fujikoro_nb.odds import FightOdds, Foe, OddsError, Samurai, Situation, solve
from fujikoro_nb.odds.situation import QUESTIONS
from fujikoro_nb.play.fights import guard_fight
from fujikoro_nb.texts import error_sentence, event_sentence, say

FIGHTS = DragonFight | MonkFight | Duel
_MOST_OPTIONS = 12
_COMMANDS = ("odds", "options", "undo", "redo", "log", "help", "quit")


class FightTable:
    """One fight of seat 0: the session, and what is said about it."""

    def __init__(self, state: ArenaState, box: FightBox, *, seed: str, rulings: Rulings) -> None:
        setting = Setting(rulings=tuple(sorted(rulings.in_force().items())))
        self.session = Session(game_of(state), state, dealer=Seeded(seed), setting=setting)
        self.box = box
        self._odds: FightOdds | None = None

    @property
    def question(self) -> Question | None:
        """What is asked."""
        return self.session.question

    def options(self, most: int = _MOST_OPTIONS) -> tuple[list[str], int]:
        """The first answers to the question as texts, and how many there are."""
        options = self.session.options
        return [print_answer(one, self.box.dice) for one in islice(options, most)], len(options)

    def answer(self, text: str) -> tuple[Event, ...]:
        """Give an answer; the events. Raises Unreadable and Illegal, changing nothing."""
        return self.session.play(parse_answer(text, self.box.dice))

    def odds(self) -> dict[str, Any]:
        """The best answer now and what the others cost. Raises OddsError, also where odds know no such question."""
        question = self.question
        if question is None or question.seat == CHANCE:
            raise OddsError("no-decision")
        fight = next(frame for frame in self.session.state.agenda if isinstance(frame, FIGHTS))
        if question.kind not in QUESTIONS or isinstance(fight, Duel):
            raise OddsError("no-decision" if isinstance(fight, FoeFight) else "guard-decides")
        left = max(1, fight.health)
        foe = Foe.monk(left) if isinstance(fight, MonkFight) else Foe.numbered(fight.dragon, left)
        situation = Situation.of(self.session.state, question.seat, question.kind)
        if self._odds is not None:
            try:
                return decision_told(self._odds.decide(situation))
            except OddsError:
                self._odds = None  # taken back, or begun anew: solved again from here
        board = self.session.state.fighter(question.seat)
        if situation.before is not None:
            board = msgspec.structs.replace(board, gear=situation.before)
        samurai = Samurai.of(board, rulings=self.session.state.rulings)
        self._odds = solve(samurai, foe, self.box.faces)
        return decision_told(self._odds.decide(situation))


def play_in_terminal(
    args: argparse.Namespace, lines: Iterable[str], write: Callable[[str], None], *, is_asked: bool
) -> int:
    """The whole command: 0 when the fight or the input is over, 2 when the position cannot be read.

    ``lines`` are what is typed, ``write`` shows one line. ``is_asked``: somebody sits there, who may still undo the
    last answer when the fight is over.
    """
    try:
        table = _table_of(args)
    except (Unreadable, Illegal) as error:
        return _refused(error_sentence(error), write, as_json=args.json)
    except OddsError as error:
        return _refused(_odds_sentence(error), write, as_json=args.json)
    except BrokenContent as error:
        return _refused(str(error.faults[0]), write, as_json=args.json)
    talk: _Talk = _JsonTalk(table, write) if args.json else _PlainTalk(table, write)
    talk.begin()
    for line in lines:
        said = line.strip()
        if said == "quit":
            break
        talk.hear(said)
        if args.save is not None:
            try:
                write_atomically(args.save, table.session.save())
            except OSError:
                return _refused(say("fight.unsaved", file=args.save), write, as_json=args.json)
        if table.question is None and not is_asked:
            break
    return GOOD


def _odds_sentence(error: OddsError) -> str:
    data: dict[str, Any] = dict(error.data)
    return say(f"odds.{error.key}", **data)


def _refused(sentence: str, write: Callable[[str], None], *, as_json: bool) -> int:
    write(json.dumps({"error": {"sentence": sentence}}) if as_json else sentence)
    return UNREADABLE


def _table_of(args: argparse.Namespace) -> FightTable:
    rulings = rulings_from(args.ruling)
    box = fight_box(pack=args.pack).playing(args.character, rulings)
    monks = [monk_of(f"{text}:-" if text in MONK_SOURCES else text) for text in args.monk]
    board = fighter_board(
        args.weapon,
        args.helmet,
        sandals=args.sandals,
        who=args.character,
        blueprints=args.blueprint,
        lost_blueprints=args.lost_blueprint,
        backpack=args.backpack,
        box=box,
    )
    for monk in monks:
        board = with_monk(board, monk)
    state = ArenaState(
        boards=(board,), dice=box.dice, rulings=rulings, table_size=max(1, args.players or USUAL)
    )
    if args.guard and args.dragon != GUARD:
        raise Unreadable("guard-alone", args.dragon, 0)
    if args.dragon == GUARD:
        state = guard_fight(state, guard_board(args.guard, box, rulings))
    elif args.dragon == MONK:
        state = begin_monk_fight(state, Seat(0))
    else:
        dragon = box.dragon(args.dragon)
        box = box.noting(dragon)
        state = begin_dragon_fight(state, dragon, Seat(0))
    seed = args.seed if args.seed is not None else os.urandom(8).hex()
    return FightTable(state, box, seed=seed, rulings=rulings)


class _Talk:
    """What both ways of talking do with a line."""

    def __init__(self, table: FightTable, write: Callable[[str], None]) -> None:
        self.table = table
        self.write = write

    def begin(self) -> None:
        """Before the first line."""
        self.tell(self.table.session.events)

    def hear(self, line: str) -> None:
        """One line: a command or an answer."""
        session = self.table.session
        try:
            match line:
                case "":
                    if session.can_deal:
                        self.tell(session.deal())
                    else:
                        self.tell(())
                case "undo" | "redo":
                    done = session.undo() if line == "undo" else session.redo()
                    key = f"fight.{line}-nothing" if done is None else f"fight.{line}"
                    answer = "" if done is None else print_answer(done.entry.answer, self.table.box.dice)
                    is_fork = done is not None and done.is_fork and line == "undo"
                    self.note(say(key, answer=answer) + (" " + say("fight.fork") if is_fork else ""))
                    self.tell(())
                case "odds":
                    self.odds(self.table.odds())
                case "options":
                    self.list_options()
                case "log":
                    self.tell([each for played in session.lines for each in played.events])
                case "help":
                    self.note(say("fight.terminal-help"))
                case _:
                    self.tell(self.table.answer(line))
        except (Unreadable, Illegal) as error:
            refusals = getattr(error, "refusals", ())
            self.refuse(error_sentence(error), refusals[0].rule if refusals else "")
        except OddsError as error:
            self.refuse(_odds_sentence(error), "")

    def tell(self, events: Any) -> None:
        """What happened, and what is asked now."""
        raise NotImplementedError

    def note(self, sentence: str) -> None:
        """A sentence about the table, not the rules."""
        raise NotImplementedError

    def refuse(self, sentence: str, rule: str) -> None:
        """Why a line was not accepted."""
        raise NotImplementedError

    def odds(self, told: dict[str, Any]) -> None:
        """The best answer and what others cost."""
        raise NotImplementedError

    def list_options(self) -> None:
        """Every answer."""
        raise NotImplementedError


class _PlainTalk(_Talk):
    def begin(self) -> None:
        for note in self.table.box.notes:
            self.write(note)
        self.write(say("fight.terminal-help"))
        super().begin()

    def tell(self, events: Any) -> None:
        for each in events:
            self.write(f"  {event_sentence(each)} ({each.rule})")
        state, question = self.table.session.state, self.table.question
        if question is None:
            self.write(say("fight.over"))
            return
        self.write(_standing(state))
        self.write(_asked(question))
        self._print_options(*self.table.options())

    def note(self, sentence: str) -> None:
        self.write(sentence)

    def refuse(self, sentence: str, rule: str) -> None:
        self.write(f"{sentence} ({rule})" if rule else sentence)

    def odds(self, told: dict[str, Any]) -> None:
        for one in told["alternatives"][:_MOST_OPTIONS]:
            self.write(
                say(
                    "fight.odds-line",
                    answer=one["answer"],
                    win=f"{100 * one['win']:.1f}",
                    conscious=f"{100 * one['conscious']:.1f}",
                    cost=f"{one['cost']:.2f}",
                )
            )

    def list_options(self) -> None:
        if self.table.question is None:
            self.write(say("fight.over"))
            return
        self._print_options(*self.table.options(10_000))

    def _print_options(self, options: list[str], count: int) -> None:
        for option in options:
            self.write(f"    {option}")
        if count > len(options):
            self.write("    " + say("fight.more-options", n=count - len(options)))


class _JsonTalk(_Talk):
    def tell(self, events: Any) -> None:
        question = self.table.question
        told: dict[str, Any] = {
            "events": [
                {
                    "kind": each.kind,
                    "rule": each.rule,
                    "data": dict(each.data),
                    "sentence": event_sentence(each),
                }
                for each in events
            ],
            "over": question is None,
            "question": None,
        }
        if question is not None:
            options, count = self.table.options()
            told["question"] = {
                "kind": question.kind,
                "rule": question.rule,
                "seat": int(question.seat),
                "data": dict(question.data),
                "options": options,
                "count": count,
            }
        self._print(told)

    def note(self, sentence: str) -> None:
        self._print({"note": sentence})

    def refuse(self, sentence: str, rule: str) -> None:
        self._print({"refused": {"sentence": sentence, "rule": rule}})

    def odds(self, told: dict[str, Any]) -> None:
        self._print({"odds": told})

    def list_options(self) -> None:
        options = self.table.options(10_000)[0] if self.table.question is not None else []
        self._print({"options": options})

    def _print(self, told: dict[str, Any]) -> None:
        self.write(json.dumps(told, ensure_ascii=True))


def _asked(question: Question) -> str:
    data: dict[str, Any] = dict(question.data)
    if question.kind == "roll":
        dice = ", ".join(
            say("fight.dice", n=count, material=say(f"word.{letter}"))
            for letter, count in zip("WMTG", data.values(), strict=True)
            if count
        )
        return say("fight.throw", dice=dice)
    return f"{say(f'question.{question.kind}', **data)} ({question.rule})"


def _standing(state: ArenaState) -> str:
    board = state.fighter(Seat(0))
    fight = next((frame for frame in state.agenda if isinstance(frame, FIGHTS)), None)
    if isinstance(fight, Duel):
        return say(
            "fight.standing-guard",
            weapon=print_gear(board.gear, GearKind.WEAPON, board.limits),
            helmet=print_gear(board.gear, GearKind.HELMET, board.limits),
            absorbs=absorption(board.gear, GearKind.HELMET, rulings=state.rulings),
            left=absorption(state.fighter(fight.stander).gear, GearKind.HELMET, rulings=state.rulings),
        )
    return say(
        "fight.standing-monk" if isinstance(fight, MonkFight) else "fight.standing",
        weapon=print_gear(board.gear, GearKind.WEAPON, board.limits),
        helmet=print_gear(board.gear, GearKind.HELMET, board.limits),
        absorbs=absorption(board.gear, GearKind.HELMET, rulings=state.rulings),
        health=max(0, fight.health) if fight is not None else 0,
    )
