"""Which numbers no booklet prints: they are ours until somebody types those of their own box.

Two sources mark them and are read here and nowhere else: the house pack, of every datum that it invents, and the
ledger, of every rule whose numbers were chosen. Whoever shows such a number asks here whether it is still ours, and
says so beside it (`Fact.says`); where the box's own is typed in stands beside that (`Fact.stop`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

import msgspec

from fujikoro_nb.content import Pack, empty_pack, house_pack
from fujikoro_nb.content.box import BOX, FUJI99_CARDS, MAKAI_COLOURS
from fujikoro_nb.content.records import RECORD_TYPES, DragonRecord, Record, key_of
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE, Provenance
from fujikoro_nb.rulebook.rules import Rule, rules
from fujikoro_nb.texts import say

__all__ = [
    "CHOSEN",
    "FACTS",
    "Fact",
    "chosen_keys",
    "fact_of_rule",
    "is_house",
    "mark",
    "own_pack",
    "rules_of",
    "still_ours",
]

CHOSEN = ("status", "chosen")
"""How the ledger marks a rule whose numbers are ours."""


class Fact(msgspec.Struct, frozen=True):
    """What is typed in together, because it stands together in the box."""

    name: str
    says: str
    """What says it: ``board``, ``die``, ``token``, ``cards`` or ``box``; of the mark's sentence."""
    stop: str
    """The stop of "know your box" at which it is typed."""
    keys: tuple[str, ...]
    """The house pack's records that hold it."""
    follow: tuple[str, ...] = ()
    """Rules whose sentences rest on these numbers, though the ledger marks another rule as the one that chose them."""


FACTS = (
    Fact("dice-W", "die", "die-W", ("die-W",)),
    Fact("dice-M", "die", "die-M", ("die-M",)),
    Fact("dice-T", "die", "die-T", ("die-T",)),
    Fact("dice-G", "die", "die-G", ("die-G",)),
    Fact(
        "dragons",
        "token",
        "dragons",
        tuple(
            f"house-dragon-{colour}-{n}"
            for colour, count in BOX["dragons"].items()
            for n in range(1, count + 1)
        ),
    ),
    Fact("countdown", "board", "countdown", tuple(f"countdown-{step}" for step in range(1, 8))),
    Fact(
        "palaces",
        "board",
        "boards",
        tuple(f"palace-big-{kind}" for kind in ("helmet", "weapon", "sandals", "monk", "tooth")),
    ),
    Fact("areas", "board", "boards", ("area-helmet", "area-sandals")),
    Fact("coop-teeth", "board", "coop-board", tuple(f"number-coop-teeth-{colour}" for colour in DRAGON_DICE)),
    Fact("coop-track", "board", "coop-board", ("number-coop-track",)),
    Fact("tiles", "box", "coop-board", ("number-tiles",)),
    Fact(
        "makai",
        "cards",
        "makai",
        (
            *(f"number-makai-{colour}" for colour in MAKAI_COLOURS),
            "number-makai-magic",
            *(f"number-makai-poison-{colour}" for colour in MAKAI_COLOURS),
            "number-makai-out",
        ),
        follow=("makai.deck.single-boss", "makai.deck.every-hand-can-predict"),
    ),
    Fact(
        "fuji99",
        "cards",
        "fuji99",
        tuple(f"number-fuji99-{card}" for card in FUJI99_CARDS),
        follow=("fuji99.card.immediate-chain",),
    ),
)

_OF_RULE: Mapping[str, str] = {
    "coop.setup.remove-tiles": "tiles",
    "coop.combat.teeth-for-victory": "coop-teeth",
    "coop.final.lava-events": "coop-track",
    "makai.deck.forty-four-cards": "makai",
    "makai.deck.three-player-deck": "makai",
    "makai.deck.poison-cards": "makai",
    "fuji99.card.chosen-table": "fuji99",
}
"""The fact that each rule of the ledger's marks states; a test holds both to each other."""


def is_chosen(rule: Rule) -> bool:
    """Whether the ledger says that this rule's numbers were chosen."""
    return CHOSEN in rule.numbers


@cache
def _rules() -> Mapping[str, Fact]:
    by_name = {fact.name: fact for fact in FACTS}
    stated = {rule.id: by_name[_OF_RULE[rule.id]] for rule in rules() if is_chosen(rule)}
    return {**stated, **{rule: fact for fact in FACTS for rule in fact.follow}}


def fact_of_rule(rule_id: str) -> Fact | None:
    """What is chosen in a rule's sentences; None where every number is a booklet's.

    >>> fact_of_rule("coop.combat.teeth-for-victory").name, fact_of_rule("craft.helmet.size")
    ('coop-teeth', None)
    """
    return _rules().get(rule_id)


def rules_of(fact: Fact) -> tuple[str, ...]:
    """The rules in whose sentences a fact stands."""
    return tuple(rule for rule, one in _rules().items() if one is fact)


@cache
def chosen_keys() -> frozenset[str]:
    """The records of the house pack of which some datum is an invention."""
    house = house_pack()
    held = (key_of(record) for section in RECORD_TYPES for record in getattr(house.records, section))
    return frozenset(key for key in held if house.provenance_of(key) == Provenance.HOUSE)


class _Marked(Protocol):
    """A component of the engine, which knows where it comes from."""

    @property
    def provenance(self) -> Provenance: ...


def is_house(component: _Marked) -> bool:
    """Whether some number of a component is our invention."""
    return component.provenance == Provenance.HOUSE


def still_ours(fact: Fact, owned: Pack) -> frozenset[str]:
    """The records of a fact that nobody has typed, by their keys in the house pack.

    An owner's dragon is not one certain dragon of ours: it takes the place of the first one of its colour.
    """
    keys = frozenset(fact.keys) & chosen_keys()
    real = [_key_at(record, number) for record, number in _numbered(owned)]
    return keys - frozenset(real)


def _numbered(owned: Pack) -> tuple[tuple[Record, int], ...]:
    """The owner's records, each with its number among those alike."""
    seen: dict[str, int] = {}
    found = []
    for section in RECORD_TYPES:
        for record in getattr(owned.records, section):
            sort = record.colour if isinstance(record, DragonRecord) else key_of(record)
            seen[sort] = seen.get(sort, 0) + 1
            found.append((record, seen[sort]))
    return tuple(found)


def _key_at(record: Record, number: int) -> str:
    return f"house-dragon-{record.colour}-{number}" if isinstance(record, DragonRecord) else key_of(record)


def mark(fact: Fact, owned: Pack, *, language: str) -> str:
    """What stands beside the number: "not printed; your board says"; empty when it is the box's own.

    >>> mark(fact_of_rule("coop.combat.teeth-for-victory"), empty_pack("owner", "owner"), language="en")
    'not printed; your board says'
    """
    return say(f"chosen.mark-{fact.says}", language=language) if still_ours(fact, owned) else ""


def own_pack() -> Pack:
    """What the owner of this machine has typed so far; read again when the file is another one."""
    # Half of the engine comes with it: a question on a command line need not wait for that.
    from fujikoro_nb.content.owner import OwnerPack

    path = OwnerPack().path
    try:
        found = path.stat()
    except OSError:
        return empty_pack("owner", "owner")
    return _read(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> Pack:
    from fujikoro_nb.content.owner import OwnerPack

    return OwnerPack(path.parent).load().pack
