"""The slip and the engine agree: games of the engine are written down as a table would, and both say the same.

Every change goes through the same functions as a tap, so that amounts, palaces and turns are refused where they differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules import end
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Event, Seeded, Session
from fujikoro_nb.helper.evening import record as helper_evening
from fujikoro_nb.helper.evening.changes import add_points, next_turn
from fujikoro_nb.helper.evening.course import course
from fujikoro_nb.helper.evening.leaving import knock_out, leave
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import standing
from tests.helper.evenings import HOUSE_TRACK, table
from tests.laws.games import SHORT, eager
from tests.support.game_positions import HOUSE

SOURCES = {
    ("explored", "explore.vp"): "exploration",
    ("scroll-taken", "gather.scroll.vp"): "scroll",
    ("scroll-taken", "duel.steal.scroll"): "theft",
    ("card-point", "gearcard.bonus.weapon"): "gear",
    ("reward", "combat.win.reward"): "dragon",
    ("hands-in", "bonus.gear.condition"): "escape",
    ("hands-in", "bonus.monk.anywhere"): "escape",
    ("hands-in", "bonus.tooth.anywhere"): "escape",
    ("leftovers", "end.leftovers"): "leftover",
}
"""Where the engine's events of points stand on the slip."""

EARLY = Mode("early", final_points=9)


class Writer:
    """Somebody who writes down what happens. Seats count from the start player."""

    def __init__(self, players: int, first: int) -> None:
        self.evening = table(players, track=HOUSE_TRACK)
        self._first = first
        self.seen: set[str] = set()

    def seat(self, seat: object) -> int:
        assert isinstance(seat, int)
        return (seat - self._first) % len(self.evening.people)

    def hear(self, events: tuple[Event, ...]) -> None:
        """The events of one answer, in order; those who beat a dragon together are named at once."""
        rewarded: list[int] = []
        for event in events:
            data = dict(event.data)
            source = SOURCES.get((event.kind, event.rule), "")
            if source == "dragon":
                rewarded.append(self.seat(data["seat"]))
                points = int(data["points"])
            elif rewarded and event.kind != "final-chapter":
                # The order in which they are named does not matter (final.trigger.simultaneous).
                self.evening = add_points(self.evening, rewarded[::-1], points, "dragon").evening
                rewarded = []
            self.seen.add(source or event.kind)
            if source and source != "dragon":
                points = int(data.get("points", 1))
                if points:
                    self.evening = add_points(self.evening, [self.seat(data["seat"])], points, source).evening
            elif event.kind == "escaped":
                palace = "big" if event.rule == "escape.rope" else "small"
                self.evening = leave(self.evening, self.seat(data["seat"]), palace).evening
            elif event.kind == "turn-over":
                self.evening = next_turn(self.evening).evening
        if rewarded:
            self.evening = add_points(self.evening, rewarded[::-1], points, "dragon").evening

    def see_fallen(self, state: GameState, was: GameState | None, events: tuple[Event, ...]) -> None:
        """Whoever lies there now and stood before the answer, or had a turn since."""
        rose = {int(dict(event.data)["seat"]) for event in events if event.kind == "turn"}
        for at, samurai in enumerate(state.samurai):
            stood = was is None or was.samurai[at].is_conscious or at in rose
            if stood and not samurai.is_conscious and samurai.is_on_map and self.evening.phase != "over":
                self.evening = knock_out(self.evening, self.seat(at)).evening
                self.seen.add("down")


def compare(evening: Evening, state: GameState, first: int) -> None:
    players = len(evening.people)
    seats = [(seat + first) % players for seat in range(players)]
    lying = {seat for seat, at in enumerate(seats) if not state.samurai[at].is_conscious}
    fallen = lying - {seat for seat in range(players) if evening.palace(seat)}
    # Nobody writes down who falls with the last answer: the game is over by then.
    assert set(evening.down) <= fallen if state.is_over else set(evening.down) == fallen
    assert [evening.score(seat) for seat in range(players)] == [state.samurai[at].score for at in seats]
    assert evening.countdown == state.countdown
    assert evening.marker == (None if state.marker is None else (state.marker - first) % players)
    assert [evening.palace(seat) for seat in range(players)] == [state.samurai[at].palace for at in seats]
    assert (evening.phase == "over") == state.is_over
    assert evening.has_come("rope") == state.has_rope
    ours = [(line.place, line.points, line.rule) for line in standing(evening)]
    assert ours == [(rank.place, rank.score, rank.rule) for rank in end.standing(state)]


def played(seed: int, mode: Mode, *, answers: int) -> Iterator[tuple[GameState, tuple[Event, ...]]]:
    """The state after each answer of a seeded game, with what happened."""
    chance = random.Random(seed)
    start = new_game(HOUSE, players=2 + seed % 5, mode=mode)
    session = Session(GAME, start, dealer=Seeded(seed))
    yield session.state, session.events
    for _ in range(answers):
        if session.question is None:
            return
        listed = list(session.options)
        events = session.deal() if session.can_deal else session.play(eager(chance, listed))
        yield session.state, events


@pytest.mark.rule(
    "final.advance", "final.trigger", "final.trigger.simultaneous", "final.event.end", "end.tie"
)
@pytest.mark.parametrize("mode", [SHORT, EARLY], ids=lambda mode: mode.name)
def test_whole_games_agree(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve games a mode; the Final Chapter begins early, so that random answers bring a game to its end."""
    early = msgspec.structs.replace(course("competitive", 0, 2), final_points=mode.final_points)
    monkeypatch.setattr(helper_evening, "course", lambda *_: early)
    seen: set[str] = set()
    ended = 0
    for seed in range(12):
        writer, first, was = None, 0, None
        for state, events in played(seed, mode, answers=2500):
            for event in events:
                if event.kind == "turn" and writer is None:
                    first = int(dict(event.data)["seat"])
                    writer = Writer(state.players, first)
            if writer is None:
                continue
            writer.hear(events)
            writer.see_fallen(state, was, events)
            was = state
            if any(event.kind in ("turn", "end-reached") for event in events):
                compare(writer.evening, state, first)
        assert writer is not None
        seen |= writer.seen
        ended += writer.evening.phase == "over"
    assert ended >= 6
    assert {"exploration", "scroll", "escape", "leftover", "gear", "down"} <= seen, seen
