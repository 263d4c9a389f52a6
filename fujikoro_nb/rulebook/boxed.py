"""Rules whose numbers stand on a board or on cards only: what is said of them, with the mark or with the box's own.

An entry is written once, for the numbers that the house pack has. As soon as its owner has typed one of them, the
sentences are made of what the box holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from fujikoro_nb.content import Pack, house_pack
from fujikoro_nb.content.box import FUJI99_CARDS, LEVELS, MAKAI_COLOURS
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE
from fujikoro_nb.rulebook.chosen import FACTS, Fact, fact_of_rule, mark, rules_of
from fujikoro_nb.rulebook.rules import rule
from fujikoro_nb.texts import say

__all__ = ["Boxed", "boxed", "boxed_rules"]

_HAND = 11
"""makai.prepare.deal-eleven"""
_WATCHED = 3
"""makai.variant.watch-first"""
_BOSS = 9
"""makai.deck.single-boss"""

Tell = Callable[..., str]


class Boxed(msgspec.Struct, frozen=True):
    """What this box says of a rule. ``answer`` and ``says`` are empty where the entry's own words hold."""

    fact: str
    stop: str
    mark: str
    """Beside every one of its numbers; empty when all of them were typed."""
    own: str
    """Said instead of the mark when they were."""
    answer: str = ""
    says: str = ""
    ruling: str = ""


def boxed(rule_id: str, owned: Pack, *, language: str) -> Boxed | None:
    """The numbers of a rule as this box has them; None for a rule whose numbers a booklet prints."""
    fact = fact_of_rule(rule_id)
    if fact is None:
        return None
    marked = mark(fact, owned, language=language)
    tell = partial(say, language=language)
    found = Boxed(fact.name, fact.stop, marked, "" if marked else tell("chosen.own"))
    if not _has_typed(fact, owned) or rule_id not in _SLOTS:
        return found
    data = _SLOTS[rule_id](partial(_numbers, owned), tell)
    return msgspec.structs.replace(
        found,
        answer=tell(f"box-answer.{rule_id}", **data),
        says=tell(f"box-says.{rule_id}", **data),
        ruling="" if marked or rule(rule_id).conflict is None else tell("chosen.own-ruling"),
    )


def boxed_rules(owned: Pack, *, language: str) -> dict[str, Boxed]:
    """All rules with a number that no booklet prints, by id."""
    ids = (rule_id for fact in FACTS for rule_id in rules_of(fact))
    return {rule_id: one for rule_id in ids if (one := boxed(rule_id, owned, language=language)) is not None}


def _has_typed(fact: Fact, owned: Pack) -> bool:
    return any(owned.numbers(key.removeprefix("number-")) is not None for key in fact.keys)


def _numbers(owned: Pack, name: str) -> tuple[int, ...]:
    """The owner's numbers, else ours."""
    found = owned.numbers(name)
    return found if found is not None else house_pack().numbers(name) or ()


Held = Callable[[str], tuple[int, ...]]


def _teeth(held: Held, tell: Tell) -> dict[str, Any]:
    return {colour: held(f"coop-teeth-{colour}")[0] for colour in DRAGON_DICE}


def _track(held: Held, tell: Tell) -> dict[str, Any]:
    events = [str(event) if event else tell("chosen.no-lava") for event in held("coop-track")]
    return {"events": ", ".join(events), "n": len(events)}


def _tiles(held: Held, tell: Tell) -> dict[str, Any]:
    """coop.setup.remove-tiles: down to as many as the map has places of each level (map.rings)."""
    there, rings = held("tiles"), dict(rule("map.rings").numbers)
    places = (rings["ring1"], rings["ring2"], rings["ring3.III"])
    out = {level: has - int(str(place)) for level, has, place in zip(LEVELS, there, places, strict=True)}
    return {"one": out["I"], "two": out["II"], "three": out["III"], "all": sum(there)}


def _deck(held: Held, tell: Tell) -> dict[str, Any]:
    colours = {colour: held(f"makai-{colour}") for colour in MAKAI_COLOURS}
    counts: dict[str, Any] = {colour: len(strengths) for colour, strengths in colours.items()}
    lists = {f"{colour}s": _row(strengths) for colour, strengths in colours.items()}
    return {**counts, **lists, "magic": held("makai-magic")[0], "poison": _poison(held, tell)}


def _row(strengths: Iterable[int]) -> str:
    """Strengths in a row, a repeated one once with its number.

    >>> _row((1, 2, 2, 3))
    '1, 2 (2×), 3'
    """
    counts = Counter(sorted(strengths))
    return ", ".join(str(each) if n == 1 else f"{each} ({n}×)" for each, n in counts.items())


def _poison(held: Held, tell: Tell) -> str:
    lines = (
        tell("chosen.card", colour=tell(f"chosen.colour-{colour}"), strength=strength)
        for colour in MAKAI_COLOURS
        for strength in held(f"makai-poison-{colour}")
    )
    return ", ".join(lines) or tell("chosen.none")


def _of_three(held: Held, tell: Tell) -> dict[str, Any]:
    *out, magic = held("makai-out")
    left = {
        colour: len(held(f"makai-{colour}")) - gone for colour, gone in zip(MAKAI_COLOURS, out, strict=True)
    }
    gone = ", ".join(
        tell("chosen.so-many", n=n, what=tell(f"chosen.colour-{colour}"))
        for colour, n in zip((*MAKAI_COLOURS, "magic"), (*out, magic), strict=True)
        if n
    )
    return {
        "gone": gone or tell("chosen.none"),
        "left": sum(left.values()),
        "magic": held("makai-magic")[0] - magic,
    }


def _boss(held: Held, tell: Tell) -> dict[str, Any]:
    others = sum(held(f"makai-{colour}").count(_BOSS) for colour in MAKAI_COLOURS)
    return {"strength": _BOSS, "n": max(0, others - held("makai-red").count(_BOSS))}


def _predict(held: Held, tell: Tell) -> dict[str, Any]:
    magic = held("makai-magic")[0]
    with_three = magic - held("makai-out")[-1]
    return {
        "magic": magic,
        "four": max(0, _HAND - magic),
        "three": max(0, _HAND - with_three),
        "watched": max(0, _HAND - magic - _WATCHED),
    }


def _table(held: Held, tell: Tell) -> dict[str, Any]:
    cards = {card: held(f"fuji99-{card}") for card in FUJI99_CARDS}
    copies: Counter[int] = Counter()
    for value, _, _, n in cards.values():
        copies[value] += n
    by_value = ", ".join(
        tell("chosen.of-value", value=value, n=n) for value, n in sorted(copies.items()) if n
    )
    lines = (
        tell(
            "chosen.fuji99-card", what=tell(f"know-box.card-{card}"), value=value, cost=cost, clear=clear, n=n
        )
        for card, (value, cost, clear, n) in cards.items()
    )
    return {"values": by_value, "cards": "; ".join(lines), "all": copies.total()}


_SLOTS: Mapping[str, Callable[[Held, Tell], dict[str, Any]]] = {
    "coop.combat.teeth-for-victory": _teeth,
    "coop.final.lava-events": _track,
    "coop.setup.remove-tiles": _tiles,
    "makai.deck.forty-four-cards": _deck,
    "makai.deck.three-player-deck": _of_three,
    "makai.deck.poison-cards": _deck,
    "makai.deck.single-boss": _boss,
    "makai.deck.every-hand-can-predict": _predict,
    "fuji99.card.chosen-table": _table,
}
