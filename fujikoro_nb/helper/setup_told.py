"""A setup list in words, for the page and for the command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fujikoro_nb.helper.commands import GOOD, Reply
from fujikoro_nb.helper.setup_box import symbols
from fujikoro_nb.helper.setup_list import pack_away_list, setup_list
from fujikoro_nb.helper.setup_step import Counts, SetupList, Step
from fujikoro_nb.texts import say

_DEALT = ("one", "two", "three")


def told_step(step: Step, *, language: str) -> dict[str, Any]:
    """One step as a page shows it: title, sentence, notes, and the parts with their symbols."""
    tell = partial(say, language=language)
    data = _spoken(step, tell)
    return {
        "key": step.key,
        "symbol": step.symbol,
        "title": tell(f"setup.title-{step.key}", **data),
        "sentence": tell(f"setup.step-{step.key}", **data),
        "rules": list(step.rules),
        "notes": [tell(f"setup.note-{note}") for note in step.notes],
        "takes": told_parts(step.takes, language=language),
        "hands": told_parts(step.hands, language=language),
        "aside": told_parts(step.aside, language=language),
    }


def told_parts(counts: Counts, *, language: str) -> list[dict[str, str]]:
    """``{"symbol", "text"}`` of each component."""
    known = symbols()
    return [
        {"symbol": known[part], "text": say(f"setup.part-{part}", language=language, n=n)}
        for part, n in counts.items()
    ]


def totals(laid: SetupList) -> dict[str, int]:
    """How many components the box has, lie on the table, and stay in the box."""
    takes, aside = sum(laid.takes.values()), sum(laid.aside.values())
    return {"n": takes + aside, "takes": takes, "aside": aside}


def setup_reply(
    mode: str, players: int, options: Sequence[str], *, is_packing: bool = False, language: str = "en"
) -> Reply:
    """``fujikoro setup``. Raises Illegal and Unreadable."""
    laid = (pack_away_list if is_packing else setup_list)(mode, players, options)
    lines: list[str] = []
    told = [told_step(step, language=language) for step in laid.steps]
    for number, step in enumerate(told, start=1):
        lines.append(f"{number:2}. {step['title']}: {step['sentence']}")
        lines += _part_lines(step, is_packing=is_packing, language=language)
        lines += [f"   {note}" for note in step["notes"]]
    lines.append(say("setup.line-total", language=language, **totals(laid)))
    data = {
        "mode": laid.mode,
        "players": laid.players,
        "options": list(laid.options),
        "steps": [_data(step, shown) for step, shown in zip(laid.steps, told, strict=True)],
        "takes": laid.takes,
        "aside": laid.aside,
    }
    return Reply(GOOD, data, tuple(lines))


def _part_lines(step: dict[str, Any], *, is_packing: bool, language: str) -> list[str]:
    heads = {"takes": "back" if is_packing else "takes", "hands": "hands", "aside": "aside"}
    return [
        say(f"setup.line-{head}", language=language, parts=", ".join(part["text"] for part in step[name]))
        for name, head in heads.items()
        if step[name]
    ]


def _data(step: Step, shown: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": step.key,
        "title": shown["title"],
        "sentence": shown["sentence"],
        "notes": shown["notes"],
        "rules": list(step.rules),
        "data": step.data,
        "takes": step.takes,
        "hands": step.hands,
        "aside": step.aside,
    }


def _spoken(step: Step, tell: Callable[..., str]) -> dict[str, Any]:
    """The data as a sentence takes them: the letters of a temple become words."""
    data: dict[str, Any] = dict(step.data)
    if step.key == "blueprints-deal":
        for name in _DEALT:
            letters = str(step.data[name])
            counts = ((letter, letters.count(letter)) for letter in "HWS")
            data[name] = tell("setup.list-and").join(
                tell(f"setup.kind-{letter}", n=n) for letter, n in counts if n
            )
    return data
