"""A fallen samurai of scenario 7 as people write it down, and the odds of a fight against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fujikoro_nb.commands.fight_setup import FightBox, blueprint_of
from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import guard_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.odds import DuelOdds, Samurai, solve_guarded
from fujikoro_nb.texts import say

GUARD = "guard"
"""In the place of a dragon: a fallen samurai of scenario 7, who wears what its blueprints show."""


def guard_board(texts: Sequence[str], box: FightBox, rulings: Rulings) -> Board:
    """The board of a guard with these blueprints, written ``weapon:WWM``, one of a kind at most.

    Raises Unreadable for a text that is none, or a kind that comes twice; Illegal for one that is no gear by itself.
    """
    cards = [blueprint_of(text) for text in texts]
    kinds = [card.kind for card in cards]
    for text, card in zip(texts, cards, strict=True):
        if kinds.count(card.kind) > 1:
            raise Unreadable("guard-twice", text, 0)
    if GearKind.WEAPON not in kinds:
        raise Unreadable("guard-weapon", " ".join(texts), 0)
    return guard_of(cards, box.pack.areas.on(SYMMETRIC), rulings)


def guarded_reply(
    own: Board, texts: Sequence[str], box: FightBox, *, all_dice: bool, rulings: Rulings, is_alone: bool
) -> Reply:
    """Win, lose or neither, exact for the play that is said with it.

    ``is_alone``: nothing was asked for that a guard's fight has not. Raises Unreadable where something was, Illegal for
    gear that cannot fight, OddsError for a fight too large.
    """
    if not is_alone:
        raise Unreadable("guard-alone", " ".join(texts), 0)
    guard = guard_board(texts, box, rulings)
    samurai = Samurai.of(own, rulings=rulings)
    odds = solve_guarded(samurai, guard, box.faces, all_dice=all_dice, rulings=rulings)
    told = {**guarded_told(odds), "guard": _worn(guard), "house_dice": box.house_dice}
    lines = (
        say("odds.against-guard", **_worn(guard)),
        *guarded_lines(odds),
        say("odds.first-guard" if odds.first == "stander" else "odds.first-mover"),
    )
    return Reply(GOOD, told, lines, box.notes)


def guarded_told(odds: DuelOdds) -> dict[str, Any]:
    """The three ends as plain data, and how they were found."""
    return {
        "win": odds.mover,
        "lose": odds.stander,
        "drawn": odds.drawn,
        "first": "guard" if odds.first == "stander" else "samurai",
        "method": odds.method,
        "policy": odds.policy,
        "error": odds.error,
        "uncertainty": odds.uncertainty,
    }


def guarded_lines(odds: DuelOdds) -> tuple[str, ...]:
    """The same as sentences."""
    shares = {"win": odds.mover, "knocked-out": odds.stander, "drawn": odds.drawn}
    ends = [say(f"odds.{name}", percent=f"{100 * share:.1f}") for name, share in shares.items()]
    return (*ends, say(f"odds.{odds.policy}"), say(f"odds.{odds.method}"), say(f"odds.{odds.error}"))


def _worn(guard: Board) -> dict[str, str]:
    kinds = (GearKind.WEAPON, GearKind.HELMET)
    return {str(kind): print_gear(guard.gear, kind, guard.limits) for kind in kinds}
