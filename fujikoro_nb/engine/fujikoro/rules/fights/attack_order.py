"""Who attacks when in a fight: senders of monks, then the others with the dragon, by falling initiative."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.fight import (
    DRAGON,
    Defence,
    DragonFight,
    boost_of,
)
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.gear.worn import initiative
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Seat,
    cites,
)


@cites("combat.init.fixed", "combat.init.length", "combat.init.magic", "combat.init.usable-only")
def attack_order(state: Arena, fight: DragonFight) -> tuple[Seat, ...]:
    """The seats of this fight in the order in which they attack, `DRAGON` among them."""
    party = [seat for seat in state.in_turn_order(fight.attacker) if seat in fight.fighters]
    assert party[0] == fight.attacker, "nobody leaves before the order is fixed"
    boards = [state.fighter(seat) for seat in party]
    order = order_by_initiative(
        [
            initiative(board.gear, board.limits, rulings=state.rulings) + boost_of(fight.boosts, seat)
            for seat, board in zip(party, boards, strict=True)
        ],
        [seat in fight.senders for seat in party],
        fight.dragon.initiative,
        defence=fight.defence,
        rulings=state.rulings,
    )
    return tuple(DRAGON if place == DRAGON else party[place] for place in order)


@cites(
    "combat.init.descending",
    "combat.init.dragon",
    "combat.init.monk-first",
    "combat.init.monk-ties",
    "combat.init.tie-dragon",
    "combat.init.tie-samurai",
    "example.init-7-vs-8",
    "example.joint-fight.order",
    "coop.dragon.samurai-defend-ties",
    "coop.dragon.tie-between-samurai",
)
def order_by_initiative(
    initiatives: Sequence[int],
    senders: Sequence[bool],
    dragon: int,
    *,
    rulings: Rulings,
    defence: Defence | UnsetType = UNSET,
) -> tuple[int, ...]:
    """Indices of the fighters in the order of attack, `DRAGON` for the dragon; in turn order, the attacker first.

    Senders of monks go first, then the others with the dragon; each group by falling initiative. ``defence``: the
    dragon came to them, so they go before it in a tie, and the first of them may not be the active player.

    >>> order_by_initiative([8, 8], [False, True], 9, rulings=Rulings())
    (1, -2, 0)
    """
    fighters = range(len(initiatives))
    is_active = defence is UNSET or defence.is_active
    is_active_last = is_active and rulings.reading("combat.init.tie-samurai") == "active-last"

    def key(place: int) -> tuple[bool, int, int]:
        if place == DRAGON:
            # combat.init.tie-dragon: before every samurai, or after all of them whom it came to
            return True, -dragon, -1 if defence is UNSET else len(initiatives)
        return not senders[place], -initiatives[place], (place - is_active_last) % len(initiatives)

    return tuple(sorted((*fighters, DRAGON), key=key))
