"""Random positions of the naive reference in the engine, with the readings that both play."""

from __future__ import annotations

import random
from typing import Any

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.oracles.readings import READINGS
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import SANDALS, blueprint, board

SWITCH = {
    ("tooth_value", 2): ("combat.helmet.absorb", "tooth-two"),
    ("lava_payment", "each-step"): ("move.lava.pay-after", "each-step"),
    ("safe_tiles", "without-bridges"): ("map.safe-tiles", "without-bridges"),
    ("safe_room", "two"): ("map.capacity.safe-exempt", "two"),
    ("stolen_magic", "no-match"): ("magic.loss.no-blueprint-any-cube", "no-longer-matches"),
}
"""The naive reading and the switch that says the same."""


def readings_of(seed: int) -> tuple[dict[str, Any], Rulings]:
    """Readings of the reference drawn at random, and the same as rulings."""
    chance = random.Random(seed)
    names = ("tooth_value", "lava_payment", "safe_tiles", "safe_room", "stolen_magic")
    chosen = {name: chance.choice(READINGS[name]) for name in names} if seed % 2 else {}
    rulings = ADOPTED
    for said in chosen.items():
        if said in SWITCH:
            rulings = rulings.with_reading(*SWITCH[said])
    return chosen, rulings


def realm_of(position: dict[str, Any], seat: int, rulings: Rulings, **more: Any) -> Realm:
    """The same position in the engine, at the beginning of this seat's turn; ``more`` as `realm` takes it."""
    boards = []
    for one in position["players"]:
        gear = one["sandals"]
        drawn = "/".join(gear["cubes"]) + ("+G" if gear["magic"] else "")
        known = {name: gear[name] for name in ("blueprint", "lost") if gear[name]}
        prints = {name: (blueprint(SANDALS, "/".join(rows)),) for name, rows in known.items()}
        boards.append(
            board(sandals=drawn, blueprints=prints.get("blueprint", ()), lost=prints.get("lost", ()))
        )
    lava = [
        f"{place}.{number}"
        for place, letters in position["tiles"].items()
        for number, letter in enumerate(letters)
        if letter.isdigit() and int(letter) in position["erupted"]
    ]
    known: dict[str, Any] = {"mode": PEACEFUL if position["peaceful"] else COMPETITIVE, **more}
    return realm(
        *boards,
        tiles=position["tiles"],
        at=tuple(one["space"] or "" for one in position["players"]),
        dragons={place: dragon("12/9/1", name=place) for place in position["dragons"]},
        down=tuple(number for number, one in enumerate(position["players"]) if not one["conscious"]),
        lava=tuple(lava),
        first=seat,
        rulings=rulings,
        **known,
    )


def mover(position: dict[str, Any]) -> int | None:
    """The active seat, if its samurai is on the mountain."""
    seat = int(position["active"])
    position["players"][seat]["conscious"] = True  # it woke up as its turn began
    return None if position["players"][seat]["space"] is None else seat
