"""A small game of several phones on paper: how it stands, what each has got, what was agreed. No hand is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from fujikoro_nb.engine.fuji_99.components import GOAL
from fujikoro_nb.engine.kernel import Event
from fujikoro_nb.engine.kernel.told import NOBODY
from fujikoro_nb.engine.makai_fuda.state import Makai
from fujikoro_nb.play.small_table import Small
from fujikoro_nb.rulebook import reading_sentence
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.views.small.boards import BOARDS
from fujikoro_nb.views.small.phones import scene_of
from fujikoro_nb.views.small.scene import Scene
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["agreed_on_paper", "small_on_paper"]

MOST_TOURNAMENTS = 8
"""As many as leave room for what else stands on a page; the sum below counts all."""
MOST_TURNS = 24
_NONE = "–"
_VARIANTS = {
    "watches": ("watch-first", "makai.variant.watch-first"),
    "exchanges": ("exchange", "makai.variant.exchange-prediction"),
    "tournaments": ("tournaments", "makai.variant.time-limit"),
    "doubles_last": ("double-last", "makai.variant.last-tournament-bonus"),
}
"""Of a state's variants, what each is called on a page and by which rule."""


def small_on_paper(small: Small, language: str) -> list[dict[str, Any]]:
    """Tables with a title, how the game stands, a head and rows: what lies open to everybody and nothing else.

    Whoever brings the game back to a table of wood needs no more: prizes and gold, or floors, bags and open cards.
    """
    scene = scene_of(small, NOBODY, language)
    return _SHEETS[small.kind.name](scene)


def agreed_on_paper(small: Small, language: str) -> list[dict[str, str]]:
    """Variants, and what is played otherwise than we read the booklet, as rules with what they say here."""
    state = small.session.state
    words = SmallWords(small.kind.name, (), language)
    return [
        *(
            {
                "rule": rule,
                "title": words.say(f"variant-{name}"),
                "says": _says(words, name, getattr(state.variants, field)),
                "by": "",
            }
            for field, (name, rule) in _VARIANTS.items()
            if small.kind.variants and getattr(state.variants, field)
        ),
        *_readings(state, language),
    ]


def _says(words: SmallWords, name: str, value: int) -> str:
    """What a variant is; one with a number says that alone."""
    if name == "tournaments":
        return words.common("small-page.tournaments-of", n=value)
    return words.say(f"variant-{name}-about")


def _readings(state: Any, language: str) -> list[dict[str, str]]:
    return [
        {
            "rule": rule,
            "title": title_of(rule, language=language),
            "says": reading_sentence(rule, reading, language=language),
            "by": "",
        }
        for rule, reading in state.rulings.chosen
    ]


def _events(scene: Scene) -> list[Event]:
    return [event for line in scene.lines for event in line.events]


def _data(event: Event) -> Mapping[str, Any]:
    return dict(event.data)


def _sheet(title: str, says: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    return {"title": title, "says": says, "head": [*head], "rows": [[*row] for row in rows]}


def _stands(scene: Scene) -> str:
    """Whose turn it is, or who has won."""
    common = scene.words.common
    if scene.asked is None:
        return common("small-page.over")
    return common("small-page.turn-of", who=scene.words.seat(scene.asked))


def _named(scene: Scene) -> tuple[str, ...]:
    return scene.words.names


# ---- Makai Fuda


def _makai(scene: Scene) -> list[dict[str, Any]]:
    """The gold of each tournament, as prizes and exchanges have moved it; then wins and chips of each monster."""
    state: Makai = scene.state
    common, shown = scene.words.common, BOARDS[scene.words.game].view(scene)
    tournament = common("small-page.tournament", n=state.tournament)
    match = common("small-page.match", n=shown["match"], all=shown["matches"])
    winners = [scene.words.seat(seat) for seat in shown.get("won", ())]
    won = common("small-page.won-makai", n=len(winners), who=", ".join(winners)) if winners else ""
    says = won or f"{tournament}, {match}. {_stands(scene)}."
    ended = _gains(scene)
    rows = [[str(n), *map(_signed, gains)] for n, gains in enumerate(ended, 1)][-MOST_TOURNAMENTS:]
    rows.append([common("small-desk.gold-sum"), *map(str, state.gold)])
    gold = _sheet(
        f"{scene.words.say('title')}: {common('small-desk.tool-gold')}",
        says,
        [common("small-desk.tournament"), *_named(scene)],
        rows,
    )
    kinds = [scene.words.thing(kind) for kind in state.kinds]
    prizes = _sheet(
        common("small-page.prizes"),
        "",
        ["", *kinds],
        [
            [common("paper.small-wins"), *map(str, state.wins)],
            [common("paper.small-chips"), *map(str, state.chips)],
        ],
    )
    return [gold, prizes]


def _gains(scene: Scene) -> list[list[int]]:
    """What each seat's gold has changed by in each tournament that is over."""
    ended: list[list[int]] = []
    now = [0] * len(_named(scene))
    for line in scene.lines:
        for event in line.events:
            data = _data(event)
            if event.kind == "prize":
                now[data["seat"]] += data["gold"]
            elif event.kind == "paid-exchange":
                now[data["seat"]] -= data["gold"]
        if any(event.kind == "tournament-over" for event in line.events):
            ended.append(now)
            now = [0] * len(now)
    return ended


def _signed(gold: int) -> str:
    return f"{gold:+d}".replace("-", "−") if gold else _NONE


# ---- Fuji 99


def _fuji(scene: Scene) -> list[dict[str, Any]]:
    """The floor of each seat after each of its turns; then bags and cards, which lie open."""
    common, shown = scene.words.common, BOARDS[scene.words.game].view(scene)
    won = shown.get("won")
    says = (
        scene.words.common("small-page.won-fuji", who=scene.words.seat(won["seat"]), book=won["book"])
        if won
        else f"{_stands(scene)}."
    )
    each = _turns(scene)
    turns = [*zip_longest(*each, fillvalue="")]
    rows = [[str(n), *row] for n, row in enumerate(turns, 1)][-MOST_TURNS:]
    floors = _sheet(
        f"{scene.words.say('title')}: {common('small-desk.tool-floors')}",
        says,
        [common("small-desk.turn"), *_named(scene)],
        rows,
    )
    players = shown["players"]
    bags = _sheet(
        common("small-page.bag"),
        "",
        ["", *_named(scene)],
        [
            *(
                [
                    common(f"small-page.cube-{letter}"),
                    *(str(one["bag"][letter]) for one in players),
                ]
                for letter in "TYR"
            ),
            [common("paper.small-cards"), *(", ".join(one["cards"]) or _NONE for one in players)],
        ],
    )
    return [floors, bags]


def _turns(scene: Scene) -> list[list[str]]:
    """For each seat, where its own token stood after each turn, and why it did not move."""
    common = scene.words.common
    told: list[list[str]] = [[] for _ in _named(scene)]
    floors = [0] * len(told)
    for event in _events(scene):
        data = _data(event)
        if event.kind == "stopped":
            floors[data["seat"]] = data["floor"]
            told[data["seat"]].append(str(data["floor"]))
        elif event.kind == "won":
            told[data["seat"]].append(str(GOAL))
        elif event.kind in ("bust", "crisis"):
            told[data["seat"]].append(common(f"paper.small-{event.kind}", floor=floors[data["seat"]]))
    return told


_SHEETS = {"makai": _makai, "fuji99": _fuji}
