"""Chances as a table with bars, and a game as its map with who stands how."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.odds import DuelOdds, FightOdds, JointOdds
from fujikoro_nb.texts import say
from fujikoro_nb.views.drawn.mountain import mountain_svg
from fujikoro_nb.views.drawn.svg import INK, PAPER

_BAR = 160
"""Pixels of a certainty."""


def odds_html(odds: FightOdds | DuelOdds | JointOdds, *, language: str = "en") -> str:
    """What comes of a fight: each chance as a number and a bar, and how it was worked out."""
    rows = _chances(odds)
    body = "".join(
        f"<tr><th style='text-align:left'>{escape(say(f'drawn.{key}', language=language, **data))}</th>"
        f"<td style='text-align:right'>{100 * float(chance):.1f} %</td><td>{_bar(float(chance))}</td></tr>"
        for key, data, chance in rows
    )
    said = [say(f"odds.{key}", language=language) for key in (odds.method, odds.policy, odds.error) if key]
    how = " ".join([*said, say("drawn.dice", language=language)])
    return (
        f"<table><caption style='text-align:left;caption-side:bottom'>{escape(how)}</caption>{body}</table>"
    )


def _chances(odds: FightOdds | DuelOdds | JointOdds) -> list[tuple[str, dict[str, int], float]]:
    match odds:
        case FightOdds():
            return [
                ("win", {}, float(odds.win)),
                ("retreat", {}, float(odds.retreat)),
                ("out", {}, float(odds.knocked_out)),
            ]
        case DuelOdds():
            return [("mover", {}, odds.mover), ("stander", {}, odds.stander), ("drawn", {}, odds.drawn)]
        case JointOdds():
            each = [
                (key, {"n": number}, chance)
                for number, one in enumerate(odds.fighters, start=1)
                for key, chance in (("rewarded", one.rewarded), ("one-out", one.knocked_out))
            ]
            return [("win", {}, odds.win), *each]


def _bar(chance: float) -> str:
    return (
        f"<svg width='{_BAR}' height='14' aria-hidden='true'><rect width='{_BAR}' height='14' fill='{PAPER}' "
        f"stroke='{INK}'/><rect width='{_BAR * max(0.0, min(1.0, chance)):.1f}' height='14' fill='#1d3b66'/></svg>"
    )


def state_html(state: GameState, *, language: str = "en") -> str:
    """The map, and below it each seat with what it has."""
    has_dragons = any(laid is not None and laid.dragon is not None for laid in state.ground)
    mark = f"<p>⌂ {escape(say('chosen.mark-token', language=language))}</p>" if has_dragons else ""
    return mountain_svg(state, language=language) + mark + _table(_seats(state, language), language)


def session_html(session: Session[Any], *, language: str = "en") -> str:
    """A game of Fuji Koro as it stands; of any other game what its session prints."""
    if not isinstance(session.state, GameState):
        return f"<pre>{escape(repr(session))}</pre>"
    return state_html(session.state, language=language)


def _seats(state: GameState, language: str) -> list[tuple[str, ...]]:
    colours = [say(f"game-page.colour-{one.colour}", language=language) for one in state.samurai]
    return [
        (
            str(seat + 1),
            colours[seat],
            str(samurai.score) if state.has_points else "",
            str(board.pool),
            str(board.backpack.cubes) or "–",
        )
        for seat, (samurai, board) in enumerate(zip(state.samurai, state.boards, strict=True))
    ]


def _table(rows: Iterable[tuple[str, ...]], language: str) -> str:
    heads = [say(f"drawn.{key}", language=language) for key in ("seat", "colour", "points", "discs", "pack")]
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
