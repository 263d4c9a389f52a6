"""A setup list in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fujikoro_nb.content import Pack
from fujikoro_nb.helper.setup.box import symbols
from fujikoro_nb.helper.setup.step import Counts, SetupList, Step
from fujikoro_nb.rulebook.chosen import FACTS, mark, own_pack
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import say

_DEALT = ("one", "two", "three")
_RECKONED = "split"
"""The note that asks to count tiles: nobody needs it who has."""


def told_step(step: Step, *, language: str, owned: Pack | None = None) -> dict[str, Any]:
    """One step as a page shows it: title, sentence, what is read out, notes, and the parts with their symbols.

    Where its numbers are printed in no booklet, they are those of ``owned``, by default this machine's own box, or wear
    their mark.
    """
    box = _box(step.fact, own_pack() if owned is None else owned, language) if step.fact else None
    notes = [note for note in step.notes if note != _RECKONED or box is None or box["mark"]]
    tell = partial(say, language=language)
    data = _spoken(step, tell)
    return {
        "key": step.key,
        "symbol": step.symbol,
        "title": tell(f"setup.title-{step.key}", **data),
        "sentence": " ".join(
            [tell(f"setup.step-{step.key}", **data), *map(tell, filter(None, [step.tells]))]
        ),
        "rules": list(step.rules),
        "read": [{"rule": rule, "says": entry(rule).wording(language).says} for rule in step.rules]
        if step.is_read_out
        else [],
        "notes": [tell(f"setup.note-{note}") for note in notes],
        "box": box,
        "takes": told_parts(step.takes, language=language),
        "hands": told_parts(step.hands, language=language),
        "aside": told_parts(step.aside, language=language),
    }


def _box(name: str, owned: Pack, language: str) -> dict[str, str]:
    fact = next(one for one in FACTS if one.name == name)
    marked = mark(fact, owned, language=language)
    return {"mark": marked, "own": "" if marked else say("chosen.own", language=language), "stop": fact.stop}


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
