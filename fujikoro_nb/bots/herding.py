"""Dragons that walk among rivals: which of them are welcome, where they come next, and where they are sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.bots.goals import FEARLESS, LOST_FIGHT, Chance, courage
from fujikoro_nb.bots.worth import RIVAL, figures_worth
from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.group import GoFor, MoveFirst, Prowl, StepTo
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, PlaceKind, neighbour_places, place, space
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above, lair_of, targets
from fujikoro_nb.engine.kernel import Answer, Game, Question, Seat

_WELCOME = 0.55
"""A dragon that is less likely to be beaten is no guest."""
_LOST = 3.0
"""What a lost fight costs: gear, and the way back from a temple."""
_MOST = 0.6
"""Monks frighten nobody so much that it would never move again."""
_SOON = 0.5
"""Whoever waits for a dragon cannot be sure that it comes."""

Table = tuple[Game[GameState], GameState, Question]


def gain(state: GameState, seat: Seat, dragon: Dragon, chance: Chance) -> float:
    """What it is worth to a seat that this dragon comes to it."""
    odds = chance(state, seat, dragon)
    figure = figures_worth(state, seat, dragon) - figures_worth(state, seat)
    return odds * (dragon.victory_points + figure) - (1 - odds) * _LOST


def comers(state: GameState, seat: Seat, chance: Chance) -> Mapping[PlaceId, float]:
    """What it is worth to be on each tile when dragons or monks come there next; empty where they come to nobody."""
    if state.plot.warriors is not None:
        return _prowled(state, seat, chance)
    if not state.plot.dragons_march:
        return {}
    worth: dict[PlaceId, float] = {}
    for den in dens(state):
        if den.dragon.id in state.asleep:
            continue
        value = _SOON * gain(state, seat, den.dragon, chance)
        for at in neighbour_places(den.at):
            if place(at).kind == PlaceKind.VOLCANO:
                worth[at] = min(worth.get(at, value), value)
    return worth


def _prowled(state: GameState, seat: Seat, chance: Chance) -> Mapping[PlaceId, float]:
    """What monks cost who are on a tile or beside it, for who would most likely lose to them."""
    warriors = state.plot.warriors
    assert warriors is not None, "they fight"
    odds = chance.of_monk(state, seat)
    if odds >= FEARLESS:
        return {}
    cost = (1 - odds) * (LOST_FIGHT + warriors.fine(state.samurai[seat].score))
    lairs = {space(monk).place for monk in state.staged.monks}
    near = lairs | {at for lair in lairs for at in neighbour_places(lair)}
    return {at: -min(_MOST, _SOON * cost) for at in near if place(at).kind == PlaceKind.VOLCANO}


def sheltered(state: GameState, seat: Seat, reason: Why, chance: Chance) -> Why:
    """Why somebody gathers or rests who does so where monks do not come, because one of them would beat it."""
    is_idle = reason.key in ("gather", "rest") and courage(state, seat, chance) < 1
    if not is_idle or not state.is_safe(state.samurai[seat].space):
        return reason
    return why("shelter", percent=round(100 * chance.of_monk(state, seat)))


def herded(table: Table, chance: Chance) -> Choice:
    """The first player's choice: what the dragon's way is worth to itself, and costs the others."""
    game, view, question = table
    seat = question.seat
    best = max(game.options(view), key=lambda answer: _worth(view, seat, answer, chance))
    return Choice(best, _reason(view, seat, best, chance))


def _walking(view: GameState) -> Dragon | None:
    frame = view.agenda[-1]
    assert isinstance(frame, Prowl), "nobody else asks this"
    return next((den.dragon for den in dens(view) if den.dragon.id == frame.dragon), None)


def _worth(view: GameState, seat: Seat, answer: Answer, chance: Chance) -> float:
    match answer:
        case MoveFirst(dragon=name):
            at = lair_of(view, name)
            dragon = next(den.dragon for den in dens(view) if den.dragon.id == name)
            assert at is not None, "it walks, so it lives"
            return max((_there(view, seat, to, dragon, chance) for to in targets(view, at)), default=0.0)
        case GoFor(place=to) | StepTo(place=to):
            dragon_now = _walking(view)
            assert dragon_now is not None, "it walks, so it lives"
            own = space(view.samurai[seat].space).place if view.samurai[seat].is_on_map else None
            away = 0.01 * from_above(to, own) if own is not None else 0.0
            return _there(view, seat, to, dragon_now, chance) + away
        case _:
            raise AssertionError("nothing else is asked")


def _there(view: GameState, seat: Seat, to: PlaceId, dragon: Dragon, chance: Chance) -> float:
    """What a dragon on this tile is worth to a seat: its own gain there, and a part of what others lose by it."""
    gains = {one: gain(view, one, dragon, chance) for one in _on(view, to)}
    return gains.pop(seat, 0.0) - RIVAL * sum(gains.values())


def _on(view: GameState, at: PlaceId) -> Iterator[Seat]:
    for number, samurai in enumerate(view.samurai):
        if samurai.is_on_map and space(samurai.space).place == at:
            yield Seat(number)


def _reason(view: GameState, seat: Seat, answer: Answer, chance: Chance) -> Why:
    if isinstance(answer, MoveFirst):
        return why("herd-order")
    assert isinstance(answer, GoFor | StepTo), "nothing else is asked"
    dragon = _walking(view)
    if dragon is not None and seat in _on(view, answer.place):
        odds = chance(view, seat, dragon)
        if odds >= _WELCOME:
            return why("herd-self", percent=round(100 * odds))
        return why("herd-least")
    return why("herd-others")
