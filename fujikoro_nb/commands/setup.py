"""`fujikoro setup`: what lies where before the first turn, or how it all goes back into the box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.helper.kinds.modes import TABLE_MODES
from fujikoro_nb.helper.setup.choices import player_range
from fujikoro_nb.helper.setup.lists import pack_away_list, setup_list
from fujikoro_nb.helper.setup.sentences import told_step, totals
from fujikoro_nb.helper.setup.step import Step
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.texts import say

USUAL = 3
"""So many play, where nobody says."""


def setup_reply(
    mode: str,
    players: int | None,
    options: Sequence[str],
    *,
    is_packing: bool = False,
    language: str = "en",
) -> Reply:
    """``fujikoro setup``, for three where nobody says, or as many as the mode allows. Raises Illegal and Unreadable."""
    if players is None:
        players = min(USUAL, player_range(mode)[1]) if mode in TABLE_MODES else USUAL
    owned = own_pack()
    laid = (pack_away_list if is_packing else setup_list)(
        mode, players, options, tiles=owned.numbers("tiles")
    )
    lines: list[str] = []
    told = [told_step(step, language=language, owned=owned) for step in laid.steps]
    for number, step in enumerate(told, start=1):
        lines.append(f"{number:2}. {step['title']}: {step['sentence']}")
        lines += [f"   {one['says']}" for one in step["read"]]
        lines += _part_lines(step, is_packing=is_packing, language=language)
        if step["box"]:
            lines.append(f"   {step['box']['mark'] or step['box']['own']}")
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
        **({"box": shown["box"]["mark"] or shown["box"]["own"]} if shown["box"] else {}),
        "rules": list(step.rules),
        "data": step.data,
        "takes": step.takes,
        "hands": step.hands,
        "aside": step.aside,
    }
