"""Positions of the whole game in a line: tiles as the letters of rules cases, answers as texts of `game_notation`.

The letters stand at `rulebook.cases.records.Game`: the middle first, then clockwise from the north-east.
"""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.dens import with_dragon
from fujikoro_nb.engine.fujikoro.asked.game import Match
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Piles, charts_of, piles_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, place
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.board.scene import Scene, scene_at_start
from fujikoro_nb.engine.fujikoro.components import (
    SCROLL_COLOURS,
    AdventureToken,
    Dragon,
    ResourceToken,
    ScrollCard,
    Tile,
)
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.fujikoro.refused import scene_of
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.beginning import party_of, printed_for
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot
from fujikoro_nb.engine.kernel import Answer, Event, Illegal, Options, Refusal, Seat
from fujikoro_nb.rulebook.cases.playing import answer_said
from fujikoro_nb.rulebook.cases.positions import adventure_of, scroll_of, tile_of, token_of
from tests.support.fights import DICE, dragon
from tests.support.gear_positions import board

HOUSE = house_pack()
WEAK = dragon("12/9/1", name="weak")
DISCS = 7


def tile(letters: str = ".......", *, level: str = "I", name: str = "") -> Tile:
    """A tile from its seven letters."""
    return tile_of(letters, level=level, name=name or f"tile-{letters}")


def token(name: str, cubes: str = "W", *, shape: str = "square", level: str = "I") -> ResourceToken:
    """A resource token; ``monk`` for cubes is a hexagon that shows one."""
    return token_of(name, shape, level, cubes)


def scroll(name: str, *effects: str) -> ScrollCard:
    """A sacred scroll from effects such as ``steps 1`` and ``cubes WM``."""
    return scroll_of(" ".join((name, *effects)))


def adventure(name: str, *effects: str) -> AdventureToken:
    """An adventure token from effects such as ``steps 1`` and ``cancel-broken``."""
    return adventure_of(" ".join((name, *effects)))


class Realm:
    """A game going on: answers as texts, refusals, and what has become of it."""

    def __init__(self, state: GameState) -> None:
        step = GAME.start(state)
        self.state: GameState = step.state
        self.events: list[Event] = list(step.events)

    # ---- what is asked

    @property
    def asked(self) -> str | None:
        """The kind of the pending question."""
        question = GAME.question(self.state)
        return None if question is None else question.kind

    @property
    def seat(self) -> int | None:
        """Who is asked; -1 is chance."""
        question = GAME.question(self.state)
        return None if question is None else int(question.seat)

    def about(self) -> dict[str, object]:
        """The data of the pending question."""
        question = GAME.question(self.state)
        assert question is not None, "nothing is asked"
        return dict(question.data)

    @property
    def options(self) -> Options:
        """The options themselves."""
        return GAME.options(self.state)

    def texts(self) -> list[str]:
        """The listed answers as texts."""
        return [GAME.to_text(answer) for answer in self.options]

    # ---- answering

    def meant(self, said: str | Answer) -> Answer:
        """The answer behind a text; ``roll`` is read with the dice in use."""
        return said if isinstance(said, Answer) else answer_said(said, self.state)

    def play(self, *answers: str | Answer) -> Realm:
        """Give answers one after the other."""
        for said in answers:
            answer = self.meant(said)
            refusal = GAME.check(self.state, answer)
            assert refusal is None, f"{self.asked} of seat {self.seat}: {said} breaks {refusal}"
            step = GAME.step(self.state, answer)
            self.state = step.state
            self.events += step.events
        return self

    def refusal(self, said: str | Answer) -> Refusal | None:
        """What check says; step refuses the same."""
        answer = self.meant(said)
        refusal = GAME.check(self.state, answer)
        if refusal is not None:
            with pytest.raises(Illegal) as error:
                GAME.step(self.state, answer)
            assert error.value.refusals == (refusal,)
        options = self.options
        assert (answer in options) == (refusal is None)
        return refusal

    def refused(self, said: str | Answer) -> str | None:
        """The rule that refuses an answer, or None when it is legal."""
        refusal = self.refusal(said)
        return None if refusal is None else refusal.rule

    # ---- what has become of it

    def happened(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def said(self, kind: str, datum: str) -> list[object]:
        """One datum of all events of one kind."""
        return [dict(event.data)[datum] for event in self.happened(kind)]

    def at(self, seat: int = 0) -> str:
        """Where a samurai is."""
        return self.samurai(seat).space

    def samurai(self, seat: int = 0) -> Samurai:
        """One seat's figure and points."""
        return self.state.samurai[seat]

    def board(self, seat: int = 0) -> Board:
        """One seat's board."""
        return self.state.boards[seat]

    def laid(self, name: str) -> LaidTile:
        """The tile on a place."""
        tile_there = self.state.tile_on(place(name).id)
        assert tile_there is not None, f"nothing lies on {name}"
        return tile_there


def _party(
    mode: Mode, players: int, first: int, number: int, lives: tuple[int, ...], *, legend: bool
) -> Party | None:
    """The group about to begin a round."""
    fresh = party_of(players, mode)
    if fresh is None:
        return None
    return Party(lives or fresh.lives, Seat(first), number - 1, has_beaten_legend=legend)


def _scene(plot: Plot, players: int, known: dict[str, object]) -> Scene:
    """What the scenario has on the table, with what a test says of it."""
    return msgspec.structs.replace(scene_at_start(plot, players), **known)


def realm(
    *boards: Board,
    tiles: dict[str, str] | None = None,
    at: tuple[str, ...] = (),
    dragons: dict[str, Dragon] | None = None,
    lava: tuple[str, ...] = (),
    down: tuple[int, ...] = (),
    countdown: int = 0,
    marker: int | None = None,
    scores: tuple[int, ...] = (),
    first: int = 0,
    piles: Piles | None = None,
    scrolls: dict[int, tuple[ScrollCard, ...]] | None = None,
    adventures: dict[int, tuple[AdventureToken, ...]] | None = None,
    mode: Mode = COMPETITIVE,
    scenario: int = 0,
    scene: dict[str, object] | None = None,
    rulings: Rulings = ADOPTED,
    round_number: int = 1,
    lives: tuple[int, ...] = (),
    tokens: dict[str, str] | None = None,
    legend: bool = False,
    is_described: bool = False,
) -> Realm:
    """A game in which seat ``first`` begins a turn; two plain boards on the central tile unless more is said.

    ``scene`` is what the scenario has on the table. Of a group: ``round_number`` is the round that begins, ``tokens``
    the status tokens of dragons by place; ``legend``: the legendary dragon is beaten.
    """
    seats = boards or (board(), board())
    where = at + ("centre",) * (len(seats) - len(at))
    plot = NO_PLOT
    if scenario:
        mode, plot = scene_of(scenario, mode, len(seats), ())
    state = GameState(
        agenda=(Match(Seat(first)),),
        boards=seats,
        rulings=rulings,
        dice=DICE,
        mode=mode,
        is_described=is_described,
        scene=_scene(plot, len(seats), scene or {}) if scenario else UNSET,
        group=_party(mode, len(seats), first, round_number, lives, legend=legend) or UNSET,
        charts=printed_for(charts_of(HOUSE), mode, rulings),
        piles=piles_of(HOUSE) if piles is None else piles,
        samurai=tuple(
            Samurai(
                colour,
                SpaceId(space),
                seat not in down,
                score=scores[seat] if scores else 0,
                scroll_discs=DISCS,
            )
            for seat, (colour, space) in enumerate(zip(SCROLL_COLOURS, where, strict=False))
        ),
        lava=tuple(sorted(map(SpaceId, lava))),
        countdown=countdown,
        marker=None if marker is None else Seat(marker),
    )
    for name, letters in (tiles or {}).items():
        there = place(name)
        state = state.with_tile(there.id, LaidTile(tile(letters, level=there.level or "", name=name)))
    for name, beast in (dragons or {}).items():
        state = with_dragon(state, place(name).id, beast)
        status = (tokens or {}).get(name)
        if status is not None:
            assert state.do_dragons_walk, "nobody else has tokens"
            sides = {"asleep": state.asleep, "awake": state.awake}
            state = state.with_statuses(**{**sides, status: (*sides[status], beast.id)})
    owned: dict[str, dict[int, tuple[object, ...]]] = {
        "scrolls": {**(scrolls or {})},
        "adventures": {**(adventures or {})},
    }
    for field, of_seat in owned.items():
        for seat, things in of_seat.items():
            samurai = msgspec.structs.replace(state.samurai[seat], **{field: things})
            state = state.with_samurai(Seat(seat), samurai)
    return Realm(state)
