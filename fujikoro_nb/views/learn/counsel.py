"""What the planner advises, in words: three plans, what each is worth, what it risks, and why."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.bots.planner.advice import Advised, Counsel
from fujikoro_nb.bots.planner.plans import BETWEEN, PLAYED_OUT
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.texts import decimal
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["counsel_view"]

SURE = 6
"""From so many worlds on an interval says anything."""


def counsel_view(counsel: Counsel, state: GameState, words: Words) -> dict[str, Any]:
    """``{"rows", "share", "about"}``; a row is ``{"label", "why", "worth", "risk"}``, the best one first."""
    aim = "points" if state.has_points else "group" if state.players > 1 else "alone"
    return {
        "rows": [_row(one, aim, words) for one in counsel.plans],
        "share": counsel.share,
        "about": _about(aim, state, words) if _is_played_out(counsel) else "",
    }


def _about(aim: str, state: GameState, words: Words) -> str:
    keys = [aim, *["lives"] * (state.has_points and state.has_lives)]
    return " ".join(words.say(f"game-counsel.counsel-about-{key}") for key in keys)


def _is_played_out(counsel: Counsel) -> bool:
    """Whether anything was tried; of a question with one plan only the usual answer is told."""
    return any(one.worlds for one in counsel.plans)


def _row(advised: Advised, aim: str, words: Words) -> dict[str, Any]:
    parts = advised.plan.parts
    told = [words.answer(part.answer) for part in parts if part.kind not in BETWEEN or part is parts[0]]
    label = words.say("game-counsel.counsel-then").join(told)
    return {
        "label": capital(label),
        "why": ""
        if advised.plan.reason == PLAYED_OUT
        else words.say("game-counsel.counsel-why", why=words.why(advised.plan.reason)),
        "worth": _worth(advised, aim, words),
        "risk": _risk(advised, aim, words),
    }


def _worth(advised: Advised, aim: str, words: Words) -> str:
    if not advised.worlds:
        return ""
    gain, low, high = (
        decimal(value, 1, words.say, is_signed=True) for value in (advised.gain, advised.low, advised.high)
    )
    if advised.measured < SURE:
        return words.say(f"game-counsel.counsel-worth-{aim}-once", gain=gain)
    if low == high:
        return words.say(f"game-counsel.counsel-worth-{aim}-alike", gain=gain)
    return words.say(f"game-counsel.counsel-worth-{aim}", gain=gain, low=low, high=high)


def _risk(advised: Advised, aim: str, words: Words) -> str:
    if not advised.worlds:
        return ""
    key = f"falls-{aim}" if advised.falls else "no-falls"
    return words.say(f"game-counsel.counsel-{key}", n=advised.falls, of=advised.worlds)
