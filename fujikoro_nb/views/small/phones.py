"""A small game on several phones: what one seat's phone is told, or a device that holds no seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from fujikoro_nb import rulebook
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.engine.kernel.told import NOBODY, line_for
from fujikoro_nb.helper.seats.record import Seat as Held
from fujikoro_nb.play.small_table import Small
from fujikoro_nb.views.small.boards import BOARDS
from fujikoro_nb.views.small.scene import Scene, happened
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["phone_view", "rules_of", "scene_of"]


@cache
def rules_of(game: str) -> tuple[str, ...]:
    """The ids of a small game's rules, in the order of its booklet.

    >>> rules_of("makai")[0], len(rules_of("makai"))
    ('makai.setup.player-count', 71)
    """
    own = [rule for rule in rulebook.rules() if rule.id.partition(".")[0] == game]
    return tuple(
        rule.id for rule in sorted(own, key=lambda rule: rule.citations[0].first if rule.citations else 0)
    )


def phone_view(small: Small, held: Mapping[int, Held], *, seat: int, language: str) -> dict[str, Any]:
    """Everything that a phone draws; ``seat`` below 0: it holds none and sees what lies open."""
    eyes = Seat(seat) if seat >= 0 else NOBODY
    scene = scene_of(small, eyes, language)
    question = scene.question
    board, asked_bot = BOARDS[small.kind.name], small.asked_bot
    return {
        "seat": int(eyes),
        "hand": "seat" if seat >= 0 else None,
        "me": {"name": small.players.name(seat)} if seat >= 0 else None,
        "isHostless": True,
        "people": [
            {"seat": int(one), "name": small.players.name(one), "isHeld": _is_held(held, one)}
            for one in small.table.persons
        ],
        "game": {
            "game": small.kind.name,
            "title": scene.words.say("title"),
            "at": scene.at,
            "asked": "over" if question is None else question.kind,
            "own": True,
            "mine": question is not None and question.seat == eyes,
            "bot": "" if asked_bot is None else scene.words.seat(asked_bot.seat),
            "vacant": "" if question is None else _vacant(small, held, question.seat),
            "who": "" if question is None else scene.words.seat(question.seat),
            "happened": happened(scene, _since(scene)),
            "needs_curtain": False,
            "table": board.view(scene),
            "takes_back": seat >= 0 and small.may_take_back(seat),
            "again": seat >= 0 and small.is_over,
        },
    }


def scene_of(small: Small, eyes: Seat, language: str) -> Scene:
    """What these eyes may see."""
    session = small.session
    return Scene(
        game=session.game,
        state=session.view_for(eyes),
        question=session.question,
        lines=tuple(line_for(session.game, line, eyes) for line in session.lines),
        table=small.table,
        eyes=eyes,
        words=SmallWords(small.kind.name, [chair.name for chair in small.table.chairs], language),
        whys={},  # a reason tells what somebody holds
        is_own_phone=True,
    )


def _since(scene: Scene) -> int:
    """The line from which on all is new to whoever looks: the own newest answer."""
    own = [
        number
        for number, line in enumerate(scene.lines)
        if line.entry.seat == scene.eyes and not line.entry.automatic
    ]
    return own[-1] if own else 0


def _vacant(small: Small, held: Mapping[int, Held], seat: Seat) -> str:
    """The name of a person's seat that no phone holds; empty for any other."""
    return small.players.name(seat) if seat in small.table.persons and not _is_held(held, seat) else ""


def _is_held(held: Mapping[int, Held], seat: Seat) -> bool:
    return seat in held and held[seat].holder is not None
