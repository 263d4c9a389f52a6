"""The dragons' step at a real box: tap dragons, people and tiles on a small map, and get every legal move and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId
from fujikoro_nb.engine.fujikoro.modes import COOP, Mode
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot
from fujikoro_nb.helper.quick.lairs import COLOURS, MOST_SEATS, OPEN, SHUT, TOKENS, Lairs
from fujikoro_nb.helper.quick.prowl import Prowling, prowling
from fujikoro_nb.play.history import Label, called
from fujikoro_nb.views.map.lairs import StepSpeech, answers_view, arrows_view, map_view, put_view
from fujikoro_nb.widgets.base.widget import FujiWidget, one_of, whole

__all__ = ["DragonsStep"]

OnLairs = Callable[[Lairs, Label], None]
"""Told the new map, and what the change is called."""

_SEATS = tuple(map(str, range(MOST_SEATS)))
_PLACE = one_of(*(str(one.id) for one in PLACES))


class DragonsStep(FujiWidget, front_end="dragons_step", sheets=("quick_ask", "dragons_step")):
    """``DragonsStep(people=["Aiko", "Bo"])``. A page that keeps what was tapped gives ``on_lairs`` and sets `lairs`."""

    word_tables = ("widgets", "dragons-step")
    acts: ClassVar = {
        "put": {"brush": one_of(*COLOURS, *_SEATS, OPEN, SHUT), "at": _PLACE},
        "token": {"at": _PLACE, "value": one_of("", *TOKENS)},
        "rest": {"value": one_of("", OPEN, SHUT)},
        "first": {"seat": whole(0, MOST_SEATS - 1)},
        "asking": {"seat": whole(0, MOST_SEATS - 1)},
        "clear": {},
        "answer": {},
    }

    lairs = t.Instance(Lairs, args=())
    people = t.List(t.Unicode(), default_value=["1", "2"])
    """Names by seat."""
    mode = t.Instance(Mode, args=(), default_value=COOP)
    """A mode in which dragons walk."""
    plot = t.Instance(Plot, args=(), default_value=NO_PLOT)
    """What the scenario says: dragons may walk among rivals too, or onto the central tile."""
    rulings = t.Instance(Rulings, args=())
    put = t.Dict().tag(sync=True)
    """What can be put down: ``brushes``, ``rest``, ``dragons`` with their tokens, ``first`` and ``asking``."""
    tiles: t.List[Any] = t.List().tag(sync=True)
    """The map, a tile a place."""
    arrows: t.List[Any] = t.List().tag(sync=True)
    answers = t.Dict().tag(sync=True)
    """A card for each dragon, notes, and where it is safe; empty until there is something to ask and somebody looks."""
    is_working = t.Bool(False).tag(sync=True)
    """Whether the answers are about to follow the taps."""

    def __init__(self, *, on_lairs: OnLairs | None = None, **settings: Any) -> None:
        self._on_lairs = on_lairs
        self._is_seen = False
        super().__init__(**settings)
        self._draw(None)
        self.observe(self._changed, ["lairs", "people", "mode", "plot", "rulings"])

    def speak_anew(self) -> None:
        """All of it in another language."""
        self._changed(None)

    @property
    def rulings_in_force(self) -> Rulings:
        """The table's."""
        return self.rulings

    @property
    def shown(self) -> Lairs:
        """What was tapped, as far as these people go."""
        return self.lairs.seated(len(self.people)).on_tiles(has_heart=self.plot.is_centre_open)

    # ---- taps

    def act_put(self, *, brush: str, at: str) -> None:
        """A dragon, a person or a tile comes onto the map, or goes from it."""
        place, now = PlaceId(at), self.shown
        if brush in COLOURS:
            dragon = called(f"combat.dragon-{brush}")
            there = now.with_dragon(place, brush).on_tiles(has_heart=self.plot.is_centre_open)
            self._tell_lairs(there, called("dragons-step.change-dragon", dragon=dragon, place=at))
        elif brush in _SEATS:
            if int(brush) < len(self.people):
                label = called("dragons-step.change-samurai", name=self.people[int(brush)], place=at)
                self._tell_lairs(now.with_samurai(place, int(brush)), label)
        else:
            self._tell_lairs(now.with_tile(place, brush), called("dragons-step.change-tile", place=at))

    def act_token(self, *, at: str, value: str) -> None:
        """What lies beside a dragon."""
        label = called("dragons-step.change-token", place=at)
        self._tell_lairs(self.shown.with_token(PlaceId(at), value), label)

    def act_rest(self, *, value: str) -> None:
        """What all other tiles are."""
        self._tell_lairs(msgspec.structs.replace(self.shown, rest=value), called("dragons-step.change-rest"))

    def act_first(self, *, seat: int) -> None:
        """Who has the first player's token."""
        if seat < len(self.people):
            label = called("dragons-step.change-first", name=self.people[seat])
            self._tell_lairs(msgspec.structs.replace(self.shown, first=seat), label)

    def act_asking(self, *, seat: int) -> None:
        """For whom it is asked where it is safe."""
        if seat < len(self.people):
            label = called("dragons-step.change-asking", name=self.people[seat])
            self._tell_lairs(msgspec.structs.replace(self.shown, asking=seat), label)

    def act_clear(self) -> None:
        """Nothing is on the map any more."""
        self._tell_lairs(Lairs(), called("dragons-step.change-clear"))

    def act_answer(self) -> None:
        """Somebody looks at the page."""
        self._is_seen = True
        if not self.answers or self.is_working:
            self.answer()

    def _tell_lairs(self, lairs: Lairs, label: Label) -> None:
        if lairs == self.shown:
            return
        self.notice = ""
        if self._on_lairs is not None:
            self._on_lairs(lairs, label)
        self.lairs = lairs

    # ---- answers

    def answer(self) -> None:
        """Ask the engine."""
        lairs = self.shown
        found = None
        if lairs.dragons and lairs.samurai:
            found = prowling(
                lairs, players=len(self.people), mode=self.mode, rulings=self.rulings, plot=self.plot
            )
        self._draw(found)

    def _changed(self, change: Any) -> None:
        if not self._is_seen:
            self._draw(None)
            return
        with self.hold_sync():
            self._draw_put(self.shown, None)
            self.is_working = True
        self.after_push(self.answer)

    def _draw(self, found: Prowling | None) -> None:
        speech = self._speech
        with self.hold_sync():
            self._draw_put(self.shown, found)
            self.answers = (
                {} if found is None else answers_view(self.shown, found, speech, rulings=self.rulings)
            )
            self.is_working = False

    def _draw_put(self, lairs: Lairs, found: Prowling | None) -> None:
        speech = self._speech
        self.put = {**put_view(lairs, speech), "isGroup": self.mode.said.dragons_move}
        self.tiles = map_view(lairs, found, speech)
        self.arrows = arrows_view(found)

    @property
    def _speech(self) -> StepSpeech:
        return StepSpeech(self.say, self.people, is_group=self.mode.said.dragons_move)
