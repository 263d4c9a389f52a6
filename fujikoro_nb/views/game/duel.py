"""The chances of somebody who is asked for a duel, exact for the play that is stated with them."""

from __future__ import annotations

import msgspec

from fujikoro_nb.bots.chances import MOST_CUBES, trimmed
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, meeting_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.odds import OddsError, Samurai, solve_duel, solve_guarded
from fujikoro_nb.odds.progress import Progress
from fujikoro_nb.views.fight.odds import percents
from fujikoro_nb.views.game.facts import Fact
from fujikoro_nb.views.game.words import Words

__all__ = [
    "ComingDuel",
    "ComingGuard",
    "DuelChances",
    "duel_chances",
    "duel_of_question",
    "duel_said",
    "guard_at",
    "guard_chances",
    "guard_words",
]


class ComingDuel(msgspec.Struct, frozen=True):
    """A duel as it may come: who steps in and who stands there, and whose chances are asked."""

    mover: Board
    stander: Board
    is_mover: bool
    """Whether the one who steps in is asked."""
    faces: tuple[Die, ...]
    rulings: Rulings


class DuelChances(msgspec.Struct, frozen=True):
    """What comes of the asked one; ``drawn``: nobody wins."""

    win: float
    lose: float
    drawn: float
    is_trimmed: bool


def duel_of_question(state: GameState, question: Question) -> ComingDuel | None:
    """The duel that a question is about; None for any other question."""
    if question.kind != "meet":
        return None
    meeting = meeting_of(state)
    boards = state.boards
    is_mover = question.seat == meeting.mover
    return ComingDuel(boards[meeting.mover], boards[meeting.stander], is_mover, state.dice, state.rulings)


def duel_chances(coming: ComingDuel, report: Progress | None = None) -> DuelChances | None:
    """The chances with all dice each time, when nobody gives up; None for a duel that is too large."""
    rulings = coming.rulings
    boards = (coming.mover, coming.stander)
    fewer = tuple(trimmed(board, rulings) for board in boards)
    mover, stander = (Samurai.of(board, rulings=rulings) for board in fewer)
    faces = {die.material: die for die in coming.faces}
    try:
        odds = solve_duel(mover, stander, faces, all_dice=True, progress=report)
    except OddsError:
        return None
    win, lose = (odds.mover, odds.stander) if coming.is_mover else (odds.stander, odds.mover)
    return DuelChances(win, lose, odds.drawn + odds.uncertainty, fewer != boards)


class ComingGuard(msgspec.Struct, frozen=True):
    """A fight against the guard of a temple as it may come; ``guard`` as the seat that it fights as."""

    guard: Seat
    mover: Board
    stander: Board
    faces: tuple[Die, ...]
    rulings: Rulings


def guard_at(state: GameState, seat: Seat, at: SpaceId) -> ComingGuard | None:
    """The fight against the guard of this space; None where there is none."""
    guard = state.guard_on(at)
    if guard is None:
        return None
    return ComingGuard(guard, state.boards[seat], state.fighter(guard), state.dice, state.rulings)


def guard_chances(coming: ComingGuard, report: Progress | None = None) -> DuelChances | None:
    """The chances with all dice each time; None for a fight that is too large."""
    own = trimmed(coming.mover, coming.rulings)
    faces = {die.material: die for die in coming.faces}
    samurai = Samurai.of(own, rulings=coming.rulings)
    try:
        odds = solve_guarded(
            samurai, coming.stander, faces, all_dice=True, rulings=coming.rulings, progress=report
        )
    except OddsError:
        return None
    return DuelChances(odds.mover, odds.stander, odds.drawn + odds.uncertainty, own != coming.mover)


def guard_words(chances: DuelChances, words: Words) -> str:
    """The chances in few words."""
    win, lose, _ = percents((chances.win, chances.lose, chances.drawn), less="<1", more=">99")
    return words.say("game-page.chance-guard", win=win, lose=lose)


def duel_said(chances: DuelChances, words: Words) -> list[Fact]:
    """The chances in a sentence, and what they leave out."""
    shares = (chances.win, chances.lose, chances.drawn)
    win, lose, drawn = percents(shares, less="<1", more=">99")
    said = [words.say("game-page.chance-duel", win=win, lose=lose, drawn=drawn)]
    if chances.is_trimmed:
        said.append(words.say("game-page.chance-trimmed", n=MOST_CUBES))
    return [{"text": " ".join(said), "rule": "duel.rules-base"}]
