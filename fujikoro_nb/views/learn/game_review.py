"""A game looked at again, in words: what a page and the command say of its review."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.bots.planner.plans import BETWEEN
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, Walk
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.review.decisions import Decision
from fujikoro_nb.review.fights import Odds
from fujikoro_nb.review.game import Chance, Review, Sum
from fujikoro_nb.review.mistakes import Puzzle, Verdict
from fujikoro_nb.review.values import share_of_victory
from fujikoro_nb.texts import decimal
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["curve_said", "mistake_view", "parts_said", "review_view", "sums_said"]

FINE = 0.02
"""Chances that are closer are told with a digit after the point."""


def review_view(review: Review, session: GameSession, words: Words) -> dict[str, Any]:
    """What a page shows: ``title``, ``result``, ``length``, ``sums``, ``curve`` and ``by_turn`` in numbers (chances in
    percent), ``rows`` of the costliest decisions, ``about`` as sentences."""
    name = words.seat(review.seat)
    return {
        "title": words.say("review.title", name=name),
        "result": words.say(f"review.over-{_ended(review, session)}", name=name),
        "length": words.say("review.length", turns=review.turns, decisions=review.decisions),
        "aim": review.aim,
        "sums": {
            "choice": _signed(review.choice.value, words),
            "luck": _signed(review.luck.value, words),
            "choice_range": [_signed(review.choice.low, words), _signed(review.choice.high, words)],
            "luck_range": [_signed(review.luck.low, words), _signed(review.luck.high, words)],
        },
        "curve": [
            {
                "turn": one.turn,
                "chance": _percent(one.chance),
                "low": _percent(one.low),
                "high": _percent(one.high),
            }
            for one in review.curve
        ],
        "curve_said": curve_said(review, words),
        "by_turn": [
            {"turn": one.turn, "choice": round(one.choice, 1), "luck": round(one.luck, 1)}
            for one in review.by_turn
        ],
        "rows": [
            _row(one, number, review.aim, session, words) for number, one in enumerate(review.costliest, 1)
        ],
        "about": about_said(review, session, words),
    }


def _ended(review: Review, session: GameSession) -> str:
    if not review.is_over:
        return "going"
    share = share_of_victory(session.state, Seat(review.seat))
    return "won" if share == 1 else "shared" if share else "lost"


def about_said(review: Review, session: GameSession, words: Words) -> list[str]:
    """How the numbers were found, and what they count."""
    state = session.state
    keys = ["about-chance", *["about-varied"] * state.has_points] if review.curve else ["about-no-chance"]
    keys += [f"about-{review.aim}", *["about-lives"] * (state.has_points and state.has_lives)]
    if state.is_described:
        keys.append("about-real-box")
    return [words.say(f"review.{key}", games=review.games) for key in keys]


def curve_said(review: Review, words: Words) -> str:
    """The curve in a sentence; empty where there is none."""
    if not review.curve:
        return ""
    least = min(review.curve, key=lambda one: one.chance)
    most = max(review.curve, key=lambda one: one.chance)
    return words.say(
        "review.curve",
        begin=_percent(review.curve[0].chance),
        least=_percent(least.chance),
        least_turn=_turn(least, review),
        most=_percent(most.chance),
        most_turn=_turn(most, review),
        end=_percent(review.curve[-1].chance),
    )


def _turn(chance: Chance, review: Review) -> int:
    """The end of the game belongs to its last turn."""
    return min(chance.turn, review.turns)


def sums_said(review: Review, words: Words) -> str:
    """Choice and luck in a sentence; nothing where nothing was decided."""
    if not review.decisions:
        return ""
    return words.say(
        f"review.sums-{review.aim}",
        choice=_signed(review.choice.value, words),
        choice_range=_range_said(review.choice, words),
        luck=_signed(review.luck.value, words),
        luck_range=_range_said(review.luck, words),
    )


def _range_said(total: Sum, words: Words) -> str:
    """Where it lies; what did not differ as far as it is told has no range."""
    low, high = _signed(total.low, words), _signed(total.high, words)
    if low == high:
        return words.say("game-review.review-alike")
    return words.say("game-review.review-range", low=low, high=high)


def _signed(value: float, words: Words) -> str:
    return decimal(value if abs(value) >= 0.05 else 0.0, 1, words.say, is_signed=True)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _row(one: Decision, number: int, aim: str, session: GameSession, words: Words) -> dict[str, Any]:
    done = parts_said(one.done, words)
    line = session.lines[one.at]
    if len(one.done) == 1:
        done = words.given(line)
    return {
        "at": one.at,
        "turn": one.turn,
        "title": words.say("review.row", number=number, turn=one.turn, done=done),
        "done": capital(done),
        "better": words.say("review.better", better=parts_said(one.better, words)),
        "why": words.say("review.why", why=words.why(one.reason)),
        "cost": cost_said(one, aim, words),
        "short": decimal(-one.cost, 1, words.say),
        "puzzle": words.say("game-review.mistake-says", turn=one.turn, done=done),
        "rule": line.question.rule,
    }


def cost_said(one: Decision, aim: str, words: Words) -> str:
    """What it cost, and how sure that is; of a fight its odds."""
    if one.odds is not None:
        return _odds_said(one.odds, words)
    cost, low, high = (decimal(value, 1, words.say) for value in (one.cost, one.low, one.high))
    if low == high:
        return words.say(f"review.cost-{aim}-alike", cost=cost)
    return words.say(f"review.cost-{aim}", cost=cost, low=low, high=high)


def _odds_said(odds: Odds, words: Words) -> str:
    if abs(odds.best_stands - odds.given_stands) >= FINE or odds.best < odds.given:
        told = (odds.best, odds.best_stands, odds.given, odds.given_stands)
        best, stands, given, stood = (decimal(100 * chance, 1, words.say) for chance in told)
        return words.say("review.cost-odds-stands", best=best, stands=stands, given=given, stood=stood)
    if odds.best - odds.given >= FINE:
        return words.say("review.cost-odds", best=_percent(odds.best), given=_percent(odds.given))
    best, given = (decimal(100 * chance, 1, words.say) for chance in (odds.best, odds.given))
    return words.say("review.cost-odds-close", best=best, given=given)


def parts_said(parts: tuple[Part, ...], words: Words) -> str:
    """A plan in a few words: of a move where it goes."""
    told = [part for part in parts if part.kind not in BETWEEN] or list(parts)
    goes = [isinstance(part.answer, Walk | Leap) for part in told[1:]]
    told = [
        part
        for part, is_way in zip(told, (*goes, False), strict=True)
        if not (is_way and isinstance(part.answer, Act))
        and not (len(told) > 2 and isinstance(part.answer, Halt))
    ]
    return words.say("review.then").join(words.answer(part.answer) for part in told)


def mistake_view(puzzle: Puzzle, verdict: Verdict, words: Words, *, is_told: bool) -> dict[str, Any]:
    """A puzzle made of a mistake: what is asked, what the answer was, and what is better once that was asked for."""
    done, better = (parts_said(parts, words) for parts in (puzzle.done, puzzle.good[0]))
    return {
        "title": words.say("game-review.mistake-title", turn=puzzle.mistake.turn),
        "ask": words.say("game-review.mistake-ask", done=done),
        "verdict": verdict,
        "said": "" if verdict == "open" else words.say(f"game-review.mistake-{verdict}"),
        "better": words.say("game-review.mistake-better", better=better) if is_told else "",
    }
