"""Laws of fights on the map, the countdown and escapes, along games full of fights."""

from __future__ import annotations

from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, Duel
from fujikoro_nb.engine.fujikoro.asked.game import LayDown, Match, Move
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import neighbours
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.kernel import Event, Seat
from tests.laws.crowds import Taken, quarrel

GAMES = range(12)
ANSWERS = 250

CHECKED = {"action-over", "combat-over", "duel-over", "duel-drawn"}
"""After these everybody's gear is checked for magic."""


def data(event: Event, name: str) -> int:
    return int(dict(event.data)[name])


def active(state: GameState) -> Seat:
    """Whose turn it is, or has just ended while the mountain erupts."""
    match = state.agenda[0]
    assert isinstance(match, Match) and match.following is not None
    return Seat((match.following - 1) % state.players)


def fight(state: GameState) -> DragonFight | Duel | None:
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight | Duel)), None)


def firm_before(taken: Taken, path: tuple[str, ...]) -> str:
    """combat.retreat.where, combat.retreat.lava-origin: the last firm space before the step that ends this path."""
    return [at for at in path[:-1] if not taken.before.is_lava(at)][-1]  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", GAMES)
def test_law_of_dragon_fights_on_the_map(seed: int) -> None:
    """Who leaves goes where it came from; who is still there, and nobody else, is rewarded, once.

    combat.retreat.where, combat.retreat.lava-origin, combat.defeat.where, combat.win.reward
    """
    origin: dict[int, str] = {}
    inside: Counter[int] = Counter()
    for taken in quarrel(seed, ANSWERS):
        path = next((frame.path for frame in taken.before.agenda if isinstance(frame, Move)), ())
        walked: tuple[str, ...] = tuple(path)
        for event in taken.events:
            if event.kind in ("step", "lava-step", "lava-crossed"):
                walked += (str(dict(event.data)["space"]),)
            elif event.kind == "dragon-attacked":
                origin, inside = {}, Counter([data(event, "seat")])
                origin[data(event, "seat")] = firm_before(taken, walked)
            elif event.kind == "joined":
                seat = data(event, "seat")
                inside[seat] += 1
                origin[seat] = taken.before.samurai[seat].space
            elif event.kind == "back":
                seat = data(event, "seat")
                del inside[seat]
                assert dict(event.data)["space"] == origin[seat]
            elif event.kind == "reward":
                inside[data(event, "seat")] -= 1
                assert inside[data(event, "seat")] == 0


@pytest.mark.parametrize("seed", GAMES)
def test_law_of_losers_on_the_map(seed: int) -> None:
    """Beside the winner, on firm ground with room and without a dragon; the winner stays where it fought.

    duel.defeat.where, duel.no-displacement-of-winner
    """
    for taken in quarrel(seed, ANSWERS):
        if not isinstance(taken.answer, LayDown):
            continue
        before, to, duel = taken.before, taken.answer.space, fight(taken.before)
        assert isinstance(duel, Duel)
        winner = taken.question.seat
        assert to in neighbours(before.samurai[winner].space)
        assert not before.is_lava(to)
        assert before.dragon_on(to) is None
        assert before.has_room(to, for_seat=duel.other(winner))
        assert taken.after.samurai[duel.other(winner)].space == to
        assert taken.after.samurai[winner].space == before.samurai[winner].space


@pytest.mark.parametrize("seed", GAMES)
def test_law_of_the_countdown(seed: int) -> None:
    """One space for every end of the marked player's turns, and for no other; the first with thirty is marked.

    final.advance, final.advance.foreign-turn, final.marker, final.trigger.once, final.trigger.simultaneous
    """
    for taken in quarrel(seed, ANSWERS):
        before, after = taken.before, taken.after
        at_turn = active(before)
        if before.marker is None and after.marker is not None:
            rich = [seat for seat in after.in_turn_order(at_turn) if after.samurai[seat].score >= 30]
            assert after.marker == rich[0]
        elif before.marker is None:
            assert all(samurai.score < 30 for samurai in after.samurai)
        else:
            assert after.marker == before.marker
        ended = [data(event, "seat") for event in taken.events if event.kind == "turn-over"]
        assert after.countdown - before.countdown == ended.count(-1 if after.marker is None else after.marker)


@pytest.mark.parametrize("seed", GAMES)
def test_law_of_escapes(seed: int) -> None:
    """Only the active, conscious samurai leaves; nobody acts who has left or was knocked out in this turn.

    escape.rope, escape.rope.not-on-placement, escape.conscious, escape.no-actions, turn.ends-on-defeat
    """
    beaten: set[int] = set()
    for taken in quarrel(seed, ANSWERS):
        before, question = taken.before, taken.question
        if question.kind == "act":
            assert question.seat not in beaten
            assert before.is_conscious(question.seat)
        if question.seat >= 0 and not before.samurai[question.seat].is_on_map:
            assert question.kind == "hand-in"
        at_turn = int(active(before))
        for event in taken.events:
            match event.kind:
                case "turn":
                    at_turn, beaten = data(event, "seat"), set()
                case "knocked-out":
                    beaten.add(data(event, "seat"))
                case "escaped":
                    assert data(event, "seat") == at_turn
                    assert at_turn not in beaten
                case "turn-over" if data(event, "seat") == at_turn and at_turn not in beaten:
                    stands = taken.after.samurai[at_turn]
                    is_swept = any(other.kind in ("flees", "revived") for other in taken.events)
                    assert is_swept or not (before.has_rope and stands.space == "centre")


@pytest.mark.parametrize("seed", GAMES)
def test_law_of_magic_after_actions_and_fights(seed: int) -> None:
    """When somebody acts next, helmets and sandals have magic exactly where an owned blueprint fits them.

    magic.gain.all-players, magic.loss.immediate, magic.restore.condition
    """
    is_checked = False
    for taken in quarrel(seed, ANSWERS):
        if taken.question.kind == "act" and is_checked:
            for here in taken.before.boards:
                for kind in (GearKind.HELMET, GearKind.SANDALS):
                    pattern = here.pattern(kind)
                    if pattern is not None:
                        fits = contains(here.gear.layout(kind), pattern, rulings=taken.before.rulings)
                        assert fits == here.gear.is_magical(kind)
        for event in taken.events:
            if event.kind in CHECKED:
                is_checked = True
            elif event.kind == "erupts":
                is_checked = False  # magic.eruption-restore


def test_these_games_are_full_of_fights() -> None:
    """Without fights, duels, eruptions and escapes the laws above would say nothing."""
    happened = Counter(
        event.kind for seed in GAMES for taken in quarrel(seed, ANSWERS) for event in taken.events
    )
    for kind in (
        "back",
        "reward",
        "joined",
        "monk-sent",
        "laid",
        "final-chapter",
        "erupts",
        "escaped",
        "wins",
    ):
        assert happened[kind] > 0, kind
