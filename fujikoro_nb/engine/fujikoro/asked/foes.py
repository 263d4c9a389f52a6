"""What a fight is by the foe, a dragon, a monk or a samurai: the one place that tells them apart for what all share."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import AnyFight, Duel, FoeFight, MonkFight
from fujikoro_nb.engine.kernel import Event, Seat, event


def withdrawing_rule(fight: AnyFight) -> str:
    """The rule by which somebody without a usable weapon is asked to leave."""
    return "duel.surrender" if isinstance(fight, Duel) else "combat.retreat.when"


def staying_rule(fight: AnyFight) -> str:
    """The rule by which that one stays."""
    return "duel.surrender" if isinstance(fight, Duel) else "combat.retreat.optional"


def shut_in_rule(fight: AnyFight) -> str:
    """The rule by which nobody leaves: there is no space beside to go to."""
    if isinstance(fight, MonkFight):
        return "scenario.4.competitive.knockout-place"
    return "coop.dragon.retreat-when-attacked"


def defeat_rule(fight: AnyFight) -> str:
    """The rule by which somebody is knocked out."""
    if isinstance(fight, MonkFight):
        return "scenario.4.competitive.monk-beats-samurai"
    return "duel.defeat" if isinstance(fight, Duel) else "combat.defeat"


def fighting(fight: AnyFight) -> tuple[Seat, ...]:
    """The samurai who are in a fight."""
    return (fight.mover, fight.stander) if isinstance(fight, Duel) else fight.fighters


def goes_on_for(fight: AnyFight, seat: Seat) -> bool:
    """Whether nothing is decided for one who is, or was, in a fight."""
    if isinstance(fight, Duel):
        return fight.loser is None
    return not fight.is_won and seat in fight.fighters


def without(fight: AnyFight, seat: Seat) -> AnyFight:
    """The fight that a samurai has left; a duel has its loser."""
    if isinstance(fight, Duel):
        return msgspec.structs.replace(fight, loser=seat)
    rest = tuple(other for other in fight.fighters if other != seat)
    return msgspec.structs.replace(fight, fighters=rest)


def throws(fight: FoeFight) -> tuple[int, int, int, int]:
    """The dice that the foe rolls, by colour."""
    return (fight.dice, 0, 0, 0) if isinstance(fight, MonkFight) else (0, 0, fight.dragon.dice, 0)


def told_hit(fight: FoeFight, seat: Seat, hits: int) -> Event:
    """What is told when a roll has taken from the foe's health."""
    left = max(0, fight.health)
    if isinstance(fight, MonkFight):
        return event("monk-hit", "combat.attack.hits", seat=int(seat), hits=hits, health=left)
    return event("dragon-hit", "combat.attack.hits", seat=int(seat), hits=hits, health=left)
