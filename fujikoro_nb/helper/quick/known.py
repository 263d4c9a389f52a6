"""What the other pages of the helper know of the table, so that a quick question need not ask for it."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption
from fujikoro_nb.engine.fujikoro.rules.mountain.lava_price import lava_price
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import are_sandals_complete
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.quick.game import Known

FIVE, TEN = lava_price(1), lava_price(2)
"""Points where other sandals begin, as the taps part them: one lava space, and two (move.lava.cost)."""


def known_clock(evening: Evening) -> tuple[Known, ...]:
    """How much is left in the Final Chapter, and who ends their turn first, for the one whose turn it is."""
    seat = evening.seat
    if evening.phase not in ("final", "eruption") or evening.palace(seat):
        return ()
    left = evening.turns_left(seat)
    if not left:
        return ()
    if evening.marker is None:
        return (Known("countdown", str(left), "score"),)
    whose = "mine" if evening.marker == seat else "first"
    return (
        Known("countdown", str(evening.last_space - evening.countdown), "score"),
        Known("marker", whose, "turn", evening.name(seat)),
    )


def known_sandals(gear: Gear, limits: BoardLimits, rulings: Rulings = ADOPTED) -> tuple[Known, ...]:
    """What the sandals on the page are; no cube on them says nothing."""
    if not gear.sandals:
        return ()
    worth = absorption(gear, GearKind.SANDALS, rulings=rulings)
    if worth >= TEN:
        return (Known("sandals", "ten", "gear"),)
    value = "five" if worth >= FIVE else "weak"
    is_complete = are_sandals_complete(gear, limits)
    return (Known("sandals", f"{value}-complete" if is_complete else value, "gear"),)
