"""Actions in positions out of the rules cases, and what becomes of each when one rule is switched off.

The puzzle books "legal or not" and "which rule forbids it" are made of them; which of four rules forbids an action is
shown by switching each of them off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Unreadable
from fujikoro_nb.puzzles.legal.position import Position, asked, gear_of, judgement, story
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle, certify, look_of, rate
from fujikoro_nb.rulebook.cases.fighting import AGAIN
from fujikoro_nb.rulebook.cases.reading import read_cases
from fujikoro_nb.rulebook.cases.records import Case, Fight, Game, Inspect, Rest
from fujikoro_nb.rulebook.cases.resting import answer_of
from tools.mutants import ROOT, Mutant, load, write_source

CASES = ROOT / "cases"


def positions(case: Case) -> Iterator[tuple[int, Position]]:
    """Every action of a case of the plain game that somebody decides, by the number of its step from 1."""
    done = case.done()
    if isinstance(done, Inspect):
        try:
            gear_of(done)
        except Illegal:  # such a drawing does not fit onto the board: nothing to look at
            return
        if not done.rulings:
            yield 1, Position(gear=done)
        return
    if not isinstance(done, Game | Fight | Rest) or done.rulings:
        return
    if isinstance(done, Game) and (done.mode not in ("competitive", "peaceful") or done.scenario):
        return
    before: tuple[str, ...] = ()
    for number, step in enumerate(case.steps, 1):
        if step.do == AGAIN:
            return
        base: dict[str, Any] = {type(done).__name__.lower(): done}
        try:
            # A craft is a record in a case; its text needs the state that it is made in.
            state, question = asked(Position(**base, before=before))
            text = (
                print_game_answer(answer_of(step, state.boards[question.seat]))
                if step.do is UNSET
                else str(step.do)
            )
            position = Position(**base, before=before, do=text)
            is_legal = judgement(position).is_legal
        except (Unreadable, Illegal):
            return
        if question.seat != CHANCE:
            yield number, position
        if is_legal:
            before = (*before, text)


@cache
def all_positions() -> dict[str, tuple[Case, Position]]:
    """All of them by case and step, such as ``two-steps 2``."""
    return {
        f"{located.case.id} {number}": (located.case, position)
        for located in read_cases([CASES])
        for number, position in positions(located.case)
    }


class ActPick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle that was chosen: an action of a case."""

    id: str
    case: str
    step: int

    @property
    def place(self) -> str:
        """As `all_positions` names it."""
        return f"{self.case} {self.step}"


class ActSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curated source of a book of actions.

    ``one_of`` are sets of rules of which a puzzle offers at most one: those of a set can forbid the same action, as
    labels of one check or one behind the other.
    """

    name: str
    puzzles: tuple[ActPick, ...]
    one_of: tuple[tuple[str, ...], ...] = ()


CHOICES = 4
"""Rules to choose from."""


def made_act(pick: ActPick, source: ActSource, *, is_which: bool) -> ActEntry:
    """One pick as a puzzle, with its certificate and rating. Raises KeyError for a case that has no such action."""
    position = all_positions()[pick.place][1]
    choices = choices_for(position, source.one_of) if is_which else ()
    puzzle = ActPuzzle(id=pick.id, position=position, choices=choices)
    certificate = certify(puzzle)
    return ActEntry(puzzle, certificate, rate(puzzle, certificate))


def choices_for(position: Position, one_of: Sequence[Sequence[str]] = ()) -> tuple[str, ...]:
    """The rule that forbids an action, and three by which the engine refuses others like it: near ones.

    Of every set in ``one_of`` there is at most one among them.
    """
    refusal = judgement(position).refusal
    assert refusal is not None, "only a refusal has a rule to be found"
    rule = refusal.rule
    kind = _asks(position)
    own, others = refused_by().get(kind, ()), [one for found in refused_by().values() for one in found]
    same_look = [one for one in others if look_of(one) == look_of(rule)]
    same_chapter = [one for one in others if one.partition(".")[0] == rule.partition(".")[0]]
    near = dict.fromkeys(
        [*sorted(own, key=lambda one: _apart(rule, one)), *same_chapter, *same_look, *others]
    )
    chosen = [rule]
    for one in near:
        if len(chosen) < CHOICES and not any(
            one == other or any(one in some and other in some for some in one_of) for other in chosen
        ):
            chosen.append(one)
    return tuple(sorted(chosen))


def _apart(rule: str, other: str) -> tuple[int, str]:
    """How far two rules are from each other: those that look at the same, then those of a chapter, come first."""
    is_near = look_of(rule) == look_of(other), rule.partition(".")[0] == other.partition(".")[0]
    return -sum(is_near), other


def _asks(position: Position) -> str:
    return str(position.gear.kind) if position.gear is not None else asked(position)[1].kind


@cache
def refused_by() -> Mapping[str, tuple[str, ...]]:
    """By kind of question, the rules by which actions of the cases are refused."""
    found: dict[str, set[str]] = {}
    for _, position in all_positions().values():
        refusal = judgement(position).refusal
        if refusal is not None:
            found.setdefault(_asks(position), set()).add(refusal.rule)
    return {kind: tuple(sorted(rules)) for kind, rules in sorted(found.items())}


DONE = "done"
"""In place of a rule: the engine refuses no more."""


def faults_of(puzzles: Sequence[ActPuzzle], copy: Path) -> list[str]:
    """What is not as "which rule forbids it" says, a line each; ``copy`` is a copy of the package to patch.

    By the patches of each rule, one at a time: without the right one the engine must let the action be done, and no
    patch of it may bring out another choice as the next reason. With a wrong one off the right one must refuse it
    still, and no patch of a wrong one may let it be done.
    """
    right = {one.id: certify(one).rule for one in puzzles}
    found: list[str] = []
    for rule in sorted({choice for one in puzzles for choice in one.choices}):
        asked_of = {one.id: one for one in puzzles if rule in one.choices}
        without = refused_without(rule, {name: one.position for name, one in asked_of.items()}, copy)
        for name, puzzle in asked_of.items():
            reasons, is_right = without[name], rule == right[name]
            if is_right != (DONE in reasons):
                found.append(f"{name}: without {rule} it is {'still refused' if is_right else 'not refused'}")
            if is_right:
                others = sorted((reasons & set(puzzle.choices)) - {rule})
                found += [f"{name}: without {rule} it is refused by {other}" for other in others]
            elif right[name] not in reasons:
                found.append(f"{name}: no patch of {rule} shows that {right[name]} refuses it still")
    return found


def refused_without(rule: str, wanted: Mapping[str, Position], copy: Path) -> Mapping[str, set[str]]:
    """By name, the rules by which an action is refused under one patch or another of this rule, or `DONE`."""
    found: dict[str, set[str]] = {name: set() for name in wanted}
    for mutant in load():
        if mutant.rule == rule and mutant.fault(copy) is None:
            with switched_off(mutant, copy):
                ends = endings_in(copy, wanted)
            for name, end in ends.items():
                if end.startswith("["):  # else what was before cannot be told any more
                    refusal = json.loads(end)[1]["refusal"]
                    found[name].add(DONE if refusal is None else refusal["rule"])
    return found


def ending(position: Position) -> str:
    """All that a puzzle tells: the story, who is asked what, the refusal or what follows, and how all lies then."""
    try:
        said = judgement(position)
        before = (
            ()
            if position.gear is not None
            else [(one.question, one.answer, one.events) for one in story(position)]
        )
        question = None if position.gear is not None else asked(position)[1]
    except (Illegal, Unreadable) as error:
        return f"{type(error).__name__}"
    return msgspec.json.encode((question, said, before)).decode("utf-8")


def endings_in(copy: Path, wanted: Mapping[str, Position]) -> dict[str, str]:
    """The endings as the package in this folder has them, in a process of its own."""
    texts = {name: msgspec.json.encode(one).decode("utf-8") for name, one in wanted.items()}
    found: dict[str, str] = json.loads(
        run_in(copy, Path(__file__), "--inside", text=json.dumps(texts)) or "{}"
    )
    return found or dict.fromkeys(wanted, "broken")


def run_in(copy: Path, script: Path, *words: str, text: str = "") -> str:
    """What a script of ours prints that finds the package in this folder; nothing where that breaks it."""
    environment = {**os.environ, "PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-P", str(script.resolve()), *words],
        input=text,
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return "" if done.returncode else done.stdout


@contextmanager
def switched_off(mutant: Mutant, copy: Path) -> Iterator[None]:
    """One rule off in this copy of the package."""
    path = copy / mutant.file
    source = path.read_text(encoding="utf-8")
    write_source(path, source.replace(mutant.find, mutant.replace))
    try:
        yield
    finally:
        write_source(path, source)


def inside() -> None:
    """In the child: every ending as JSON. What raises is an ending of its own, unless it is no rule's doing."""
    import fujikoro_nb

    assert Path(fujikoro_nb.__file__).is_relative_to(Path.cwd()), "the copy is what is asked"
    texts: dict[str, str] = json.load(sys.stdin)
    found = {}
    for name, text in texts.items():
        try:
            found[name] = ending(msgspec.json.decode(text, type=Position))
        except Exception as error:  # noqa: BLE001 - a patch may break anything, which is no ending
            found[name] = f"broken {type(error).__name__}"
    print(json.dumps(found))


if __name__ == "__main__":
    inside()
