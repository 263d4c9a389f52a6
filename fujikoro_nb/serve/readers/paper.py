"""A table on one sheet of paper: how it stands, the rules in short, and a code that brings it back. Plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from textwrap import shorten
from typing import Any

import msgspec
import segno

from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Seat, Unreadable
from fujikoro_nb.helper import stored
from fujikoro_nb.helper.evening.first import called_by
from fujikoro_nb.helper.evening.record import Decision, Escape, Evening, Points
from fujikoro_nb.helper.evening.track import SPACES
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.reference import dragons, reference, worths
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.small import small_of
from fujikoro_nb.play.small_table import Small
from fujikoro_nb.play.stored import Game, game_in, people_of
from fujikoro_nb.rulebook.chosen import is_house
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.serve.readers.one_table import decided, helper_in
from fujikoro_nb.store import State, game_log
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.group import dragon_states, goals_view
from fujikoro_nb.views.game.people import board_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.small.desk_paper import blank_sheet, sheets_on_paper
from fujikoro_nb.views.small.paper import agreed_on_paper, small_on_paper
from fujikoro_nb.widgets.evening.ruling_log import played_otherwise, told_decisions
from fujikoro_nb.widgets.playing.telling import NOBODY
from fujikoro_nb.widgets.readers.score_reader import read_score

MOST_RULINGS = 6
"""As many as fit beside six people and the reference."""
MOST_NAMES = 3
"""Scrolls or blueprints of one person that are named."""
DENSITIES = ((4, "roomy"), (10, "usual"), (18, "dense"))
"""How much stands on a page that is printed so: a person 1, with a hand 3, a ruling 2."""
LINES = 6
"""Empty lines for people on a page without a table."""

Say = Callable[..., str]


def code_of(address: str) -> str:
    """An address as a QR code to be printed: black on white, with its quiet zone."""
    return segno.make(address, error="m", micro=False).svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )


def paper(*, mode: str, language: str) -> dict[str, Any]:
    """The page without a table: empty lines to fill in, and the rules in short; of a small game its sheet alone."""
    kind = mode_of(mode)
    if kind.is_sister:
        said = _rules(MODES[0], 2, TableRulings(), language)
        blank = blank_sheet(kind.sheet, language)
        return {**said, "mode": mode, "groups": [], "table": None, "blank": blank, "density": "usual"}
    players = 1 if kind.is_alone else 2  # what the rounds are counted by (coop.rounds.limit)
    return {
        **_rules(mode, players, TableRulings(), language),
        "table": None,
        "lines": LINES,
        "density": "usual",
    }


def table_paper(
    state: State, place: str, *, is_here_only: bool, now: datetime, language: str
) -> dict[str, Any]:
    """The page of a table on a server that is found at ``place``. Its code holds the readers' address, and no key."""
    return at_place(drawn_table(state, language), place, is_here_only=is_here_only, now=now)


def at_place(page: Mapping[str, Any], place: str, *, is_here_only: bool, now: datetime) -> dict[str, Any]:
    """The page of a table with all that changes while the table does not: the hour, and where it is found."""
    table = {
        **page["table"],
        "when": now.strftime("%Y-%m-%d %H:%M"),
        "place": place,
        "qr": code_of(f"{place}/table/{page['table']['code']}"),
        "isHereOnly": is_here_only,
    }
    return {**page, "table": table}


ONE_LINE = 40
"""Letters of a title that find room beside the code; who plays stands below in full."""


def drawn_table(state: State, language: str) -> dict[str, Any]:
    """All that a version of a table has on paper, whenever and wherever it is printed: what takes time."""
    if game_log.SMALL in state.parts:
        return _drawn_small(state, language)
    helper = game = None
    is_troubled = False
    try:
        if (part := state.parts.get(stored.PART)) is not None:
            helper = helper_in(part)
    except ValueError:
        is_troubled = True
    try:
        if (part := state.parts.get(game_log.PART)) is not None:
            game = game_in(part)
    except Unreadable:
        is_troubled = True
    evening = None if helper is None else helper.evening
    shown = evening if game is None else evening_of(game, language)
    rulings = decided(evening, game)
    mode, players = ("competitive", 2) if shown is None else (shown.mode, len(shown.people))
    table = {
        "title": shorten(called_by(evening), ONE_LINE, placeholder=" …")
        if evening is not None and game is None
        else state.head.title,
        "code": state.head.code,
        "isTroubled": is_troubled,
        "score": None if shown is None else read_score(shown, language),
        "hasRounds": game is None or game.session.state.is_group,
        "trackMark": _track_mark(game, language),
        "hands": [] if game is None else _hands(game, language),
        "map": "" if game is None else _map(game.session.state, language),
        "group": _group(game, language),
        "small": [] if helper is None else sheets_on_paper(helper.small, rulings, language),
        **_rulings(evening, game, language),
    }
    return {**_rules(mode, players, rulings, language), "table": table, "density": _density(table)}


def _drawn_small(state: State, language: str) -> dict[str, Any]:
    """A small game of several phones: what lies open, and no hand, no face-down card and no seed."""
    small = None
    with suppress(Unreadable):
        small = Small(*small_of(game_log.read(state.parts[game_log.SMALL])))
    agreed = [] if small is None else agreed_on_paper(small, language)
    table = {
        "title": state.head.title,
        "code": state.head.code,
        "isTroubled": small is None or small.session.disagreement is not None,
        "score": None,
        "hasRounds": False,
        "trackMark": "",
        "hands": [],
        "map": "",
        "group": [],
        "small": [] if small is None else small_on_paper(small, language),
        "rulings": agreed[:MOST_RULINGS],
        "more": max(0, len(agreed) - MOST_RULINGS),
    }
    rules = _rules(MODES[0], 2, TableRulings(), language)
    return {**rules, "groups": [], "table": table, "density": "usual"}


def _track_mark(game: Game | None, language: str) -> str:
    """Where rope and blank stand on the countdown of a game that the owner's board did not tell."""
    if game is None or not any(map(is_house, game.session.state.charts.track)):
        return ""
    return say("chosen.mark-board", language=language)


def _density(table: dict[str, Any]) -> str:
    """How small the print must be for one page."""
    people = len(table["score"]["people"]) if table["score"] else 0
    weight = people * (3 if table["hands"] else 1) + 2 * len(table["rulings"])
    weight += sum(2 + len(one["rows"]) for one in table["small"])
    return next((name for most, name in DENSITIES if weight <= most), "full")


def _rules(mode: str, players: int, rulings: TableRulings, language: str) -> dict[str, Any]:
    return {
        "language": language,
        "mode": mode,
        "groups": reference(mode, players=players, rulings=rulings, language=language),
        "worths": worths(language),
        "dragons": dragons(language),
        "say": partial(_say, language),
        "title_of": partial(title_of, language=language),
    }


def _say(language: str, key: str, **data: object) -> str:
    return say(f"paper.{key}", language=language, **data)


# ---- what was decided


def _rulings(evening: Evening | None, game: Game | None, language: str) -> dict[str, Any]:
    """The newest decisions that hold, and how many more there are."""
    told = [] if evening is None else told_decisions(evening, language)
    lines = [
        {
            "rule": one["rule"],
            "title": one["title"],
            "says": next(option["says"] for option in one["options"] if option["on"]),
            "by": ", ".join(filter(None, (one["who"], one["when"]))),
        }
        for one in told
        if one["isInForce"]
    ]
    known = {one["rule"] for one in lines}
    chosen = () if game is None else game.session.state.rulings.chosen
    lines += [{**one, "by": ""} for one in played_otherwise(chosen, language) if one["rule"] not in known]
    return {"rulings": lines[:MOST_RULINGS], "more": max(0, len(lines) - MOST_RULINGS)}


# ---- a game


def evening_of(game: Game, language: str) -> Evening | None:
    """A game as the slip of an evening: its people, points, countdown, escapes and readings; rounds are not counted.

    A game scores what is left over when it ends (end.leftovers), so that nothing of it is due. None for a game that no
    slip can hold: one of a save from anywhere.
    """
    try:
        people = people_of(game, language)
        return _group_evening(game, people) if game.session.state.is_group else _scored_evening(game, people)
    except ValueError:
        return None


def _agreed(state: GameState) -> dict[str, Any]:
    """Whose turn it is, the track, what was agreed and decided."""
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    track = tuple(f"lava-{step.lava}" if step.event == "lava" else step.event for step in state.charts.track)
    return {
        "seat": 0 if turn is None else int(turn.seat),
        "track": track,
        "options": ("adventure",) if state.mode.has_adventures else (),
        "decisions": tuple(Decision(rule, option) for rule, option in state.rulings.chosen),
    }


def _scored_evening(game: Game, people: Evening) -> Evening:
    """The evening of a game for points."""
    state = game.session.state
    gone = sorted((one.escape, seat) for seat, one in enumerate(state.samurai) if one.palace)
    is_over = state.countdown == SPACES
    points = [Points(seat, one.score, "other") for seat, one in enumerate(state.samurai) if one.score]
    counted = [Points(seat, 0, "leftover") for _, seat in gone if is_over]
    return msgspec.structs.replace(
        people,
        marker=state.marker if state.marker is None else int(state.marker),
        countdown=state.countdown,
        points=(*points, *counted),
        escapes=tuple(Escape(seat, state.samurai[seat].palace) for _, seat in gone),
        **_agreed(state),
    )


def _group_evening(game: Game, people: Evening) -> Evening:
    """The evening of a group's game: its round, its lives, who is out."""
    state = game.session.state
    party = state.party
    assert party is not None, "a group plays"
    played = max(1, party.round)
    out = [seat for seat, samurai in enumerate(state.samurai) if not samurai.is_on_map]
    most = state.mode.said.lives
    return msgspec.structs.replace(
        people,
        round=played,
        countdown=played - 1,
        lost_lives=tuple(seat for seat, left in enumerate(party.lives) for _ in range(most - left)),
        is_foe_beaten=party.has_beaten_legend,
        escapes=tuple(Escape(seat, "exit") for seat in out),
        result="" if not party.outcome else "won" if party.outcome in VICTORIES else "lost",
        **_agreed(state),
    )


def _group(game: Game | None, language: str) -> list[str]:
    """What a group has in sight, in two lines: its goals, and where its dragons are."""
    if game is None or not game.session.state.is_group:
        return []
    state, speak = game.session.state, partial(say, language=language)
    words = Words([one.name for one in people_of(game, language).people], speak, language, state.dice)
    goals = "; ".join(f"{one['text']}: {one['count']}" for one in goals_view(state, words))
    dragons = "; ".join(
        f"{one['mark']} {one['name']}, {one['where']} ({one['state']})" for one in dragon_states(state, words)
    )
    lines = [f"{_say(language, 'goals')}: {goals}"]
    return [*lines, f"{_say(language, 'dragons')}: {dragons}"] if dragons else lines


def _hands(game: Game, language: str) -> list[list[str]]:
    """What lies before each seat, in a few lines."""
    session, speak = game.session, partial(say, language=language)
    words = Words([one.name for one in people_of(game, language).people], speak, language, session.state.dice)
    view = session.view_for(NOBODY)
    return [
        _hand(board_view(view, Seat(seat), words), view.boards[seat], words, partial(_say, language))
        for seat in range(view.players)
    ]


def _hand(board: dict[str, Any], lies: Board, words: Words, tell: Say) -> list[str]:
    gear = {str(kind): _gear(lies.gear, kind, words, tell) for kind in GearKind}
    areas = board["backpack"]["lower"], board["backpack"]["upper"]
    things = [area["cubes"] for area in areas if area["cubes"]]
    things += [disc["name"] for area in areas for disc in area["discs"]]
    fields = {one["field"]: one["discs"] for one in board["fields"]}
    spots = [tell(f"spot-{spot}") for spot, is_there in board["spots"].items() if is_there]
    lines = [
        board["where"],
        tell("gear", **gear),
        tell("pack", cubes=", ".join(things) or tell("pack-empty")),
        tell("discs", pool=board["pool"], **fields),
        tell("monks", spots=", ".join(spots)) if spots else "",
    ]
    for kind in ("blueprints", "scrolls"):
        names = [one["name"] for one in board[kind]]
        if names:
            more = f" +{len(names) - MOST_NAMES}" if len(names) > MOST_NAMES else ""
            lines.append(tell(kind, names=", ".join(names[:MOST_NAMES]) + more))
    return [line for line in lines if line]


def _gear(gear: Gear, kind: GearKind, words: Words, tell: Say) -> str:
    """Cubes by material: on paper nobody checks a shape, and letters are no words."""
    cubes = gear.layout(kind).cubes
    if not cubes:
        return tell("gear-none")
    said = words.cubes(cubes)
    return tell("gear-magic", cubes=said) if gear.is_magical(kind) else said


def _map(state: GameState, language: str) -> str:
    laid = [
        tile
        for place, tile in zip(PLACES, state.ground, strict=True)
        if tile is not None and place.kind == PlaceKind.VOLCANO
    ]
    dragons_left = sum(tile.dragon is not None for tile in laid)
    return _say(language, "map", tiles=len(laid), dragons=dragons_left, lava=len(state.lava))
