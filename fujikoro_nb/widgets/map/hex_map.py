"""HexMap: the volcano, empty or with a game on it; a tap or the list gives the space.

The ground is drawn by plotly, see `figure`; what lies on it comes as one small picture, see `map_picture`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    SPACES,
    Place,
    PlaceKind,
    Space,
    place,
    places_beside,
    space,
    space_named,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, Seat, Unreadable
from fujikoro_nb.texts import marked_sentence
from fujikoro_nb.views.map.picture import EMPTY, map_picture
from fujikoro_nb.views.map.reach import Offer, Reach, reach_of, steps_too_far, why_not
from fujikoro_nb.views.map.words import lies, of_space
from fujikoro_nb.widgets.base.widget import FujiWidget, one_of
from fujikoro_nb.widgets.map import plotly_bundle
from fujikoro_nb.widgets.map.figure import PAINTS, SCALE, SHAPES, TRACES, figure_json

__all__ = ["HexMap"]

_NOWHERE: dict[str, Any] = {"kind": "", "rows": []}
_SPACE_IDS = tuple(str(space.id) for space in SPACES)


class WhyNot(NamedTuple):
    """Why a space answers nothing: rule, sentence, and the space that it speaks of; empty where nothing forbids it."""

    rule: str
    sentence: str
    barred: str


NOTHING = WhyNot("", "", "")


class HexMap(FujiWidget, front_end="hex_map"):
    """The map. ``selected`` is the id of a space, or empty; a page and Python may both set it.

    The page answers a tap at once with a dashed outline and draws it solid when `confirmed` comes back. With `show` a
    game lies on it: then a selected space that answers the pending question can be confirmed, which calls what was
    handed to `on_choice`; of any other space the map says why not.
    """

    word_tables = ("widgets", "map", "map-game")
    from_browser: ClassVar = {"selected": one_of("", *_SPACE_IDS)}
    acts: ClassVar = {"bundle": {}, "confirm": {"space": one_of(*_SPACE_IDS)}}

    selected = t.Unicode().tag(sync=True)
    confirmed = t.Unicode().tag(sync=True)
    """What the kernel knows to be selected."""
    about = t.Dict().tag(sync=True)
    """The read-out: ``{"title": ..., "text": ..., "rule": ...}`` of the selected space; ``barred`` is the space that
    a refusal speaks of, which the map marks."""
    figure = t.Dict().tag(sync=True)
    paints = t.Dict(dict(PAINTS)).tag(sync=True)
    traces = t.Dict().tag(sync=True)
    shapes = t.Dict(dict(SHAPES)).tag(sync=True)
    scale = t.Dict(dict(SCALE)).tag(sync=True)
    places: t.List[Any] = t.List().tag(sync=True)
    """Rows of the list: id, kind, key, name, about, hexes, spaces."""
    picture = t.Dict(dict(EMPTY)).tag(sync=True)
    """What differs from the empty map; made by `map_picture`."""
    lies = t.Dict().tag(sync=True)
    """What lies on spaces and places, in words, by their ids."""
    reach = t.Dict(dict(_NOWHERE)).tag(sync=True)
    """The spaces that answer the pending question: ``{"kind": ..., "rows": [{"spaces", "path", "cost", ...}]}``."""
    around: t.List[Any] = t.List().tag(sync=True)
    """Spaces that are to be seen all at once whenever the game changes; empty: as near as the page has it."""
    gaze: t.List[Any] = t.List().tag(sync=True)
    """The same, but only on a phone, where the map otherwise shows what is near the samurai."""
    is_board_only = t.Bool(False).tag(sync=True)
    """Whether the page around this widget has its own lists and read-out, so that only the board is drawn."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("figure", figure_json())
        count = len(kwargs["figure"]["data"])
        kwargs.setdefault("traces", {name: index % count for name, index in TRACES.items()})
        self._state: GameState | None = None
        self._reach = Reach()
        self._seat: Seat | None = None
        self._turned = 0
        self._hearers: list[Callable[[Offer], None]] = []
        super().__init__(**kwargs)
        self._write_rows()

    # ---- a game on it

    def show(
        self,
        state: GameState | None,
        *,
        seat: Seat | None = None,
        turned: int = 0,
        tells_walks: bool = True,
    ) -> None:
        """Draw a game as ``seat`` sees it (None: whoever is asked), in one change; None takes the game away.

        ``tells_walks``: whether arrows say where dragons would go, which not everybody is to be told who learns it.
        ``turned`` are the sixths by which a tile about to be laid is shown turned. What was selected is forgotten.
        """
        self._state, self._seat, self._turned = state, seat, turned
        self._reach = Reach() if state is None else reach_of(state, seat)
        with self.hold_sync():
            self.picture = (
                dict(EMPTY) if state is None else map_picture(state, seat=self._viewer, turned=turned)
            )
            if not tells_walks:
                self.picture = {**self.picture, "walks": []}
            self.selected = ""
            self._tell_game()

    def on_choice(self, hear: Callable[[Offer], None]) -> None:
        """Call this with each confirmed offer: its ``answer`` is what the engine takes, after an ``act`` for a plan."""
        self._hearers.append(hear)

    @property
    def offer(self) -> Offer | None:
        """What the selected space offers at the pending question."""
        return self._reach.at(self.selected)

    @property
    def _viewer(self) -> Seat | None:
        """Whose samurai is marked as one's own."""
        if self._seat is not None or self._state is None:
            return self._seat
        asked = game_of(self._state).question(self._state)
        return None if asked is None or asked.seat == CHANCE else asked.seat

    def act_confirm(self, *, space: str) -> None:
        """The person wants this space: it goes to the hearers, unless it is no answer any more."""
        offer = self._reach.at(space)
        if offer is None:
            self.selected = space
            self.notice = self.about.get("refusal") or self.say("map-game.not-offered")
            return
        self.notice = ""
        for hear in self._hearers:
            hear(offer)

    @property
    def space(self) -> Space | None:
        """The selected space."""
        return space(self.selected) if self.selected else None

    @t.validate("selected")
    def _known_space(self, proposal: Any) -> str:
        name = str(proposal["value"])
        if name:
            try:
                space(name)
            except Unreadable as fault:
                raise t.TraitError(self.say("unreadable.space", text=fault.text)) from None
        return name

    @t.observe("selected")
    def _selected_changed(self, change: Any) -> None:
        with self.hold_sync():
            self.confirmed = self.selected
            self.notice = ""
            self._describe()

    def speak_anew(self) -> None:
        """Names of places, and what lies there."""
        self._write_rows()

    def _write_rows(self) -> None:
        """Names of all places and spaces: made once a language, not at every tap."""
        with self.hold_sync():
            self.places = [self._row(entry) for entry in PLACES]
            self._tell_game()

    def _tell_game(self) -> None:
        """Everything about the game that is said in words."""
        self.lies = lies(self.picture, self.say)
        by_answer: dict[Any, list[Offer]] = {}
        for offer in self._reach.offers:
            by_answer.setdefault(offer.answer, []).append(offer)
        rows = [self._reach_row(offers) for offers in by_answer.values()]
        self.reach = {"kind": self._reach.kind, "rows": rows}
        self._describe()

    def _reach_row(self, offers: list[Offer]) -> dict[str, Any]:
        """One answer: a space, or a place with all its spaces."""
        offer, entry = offers[0], space(offers[0].space)
        name = self._space_title(entry) if len(offers) == 1 else self._place_name(place(entry.place))
        return {
            "spaces": [one.space for one in offers],
            "name": name,
            "text": of_space(self.picture, place(entry.place), offer.space, self.say),
            "path": list(offer.path),
            "cost": offer.cost,
            "price": self._price(offer),
            "go": self.say(f"map-game.go-{self._reach.kind}", space=name),
        }

    def _price(self, offer: Offer) -> str:
        if not offer.path:
            return ""
        if not offer.cost:
            return self.say("map-game.steps", steps=offer.steps)
        return self.say("map-game.steps-lava", steps=offer.steps, points=offer.cost)

    def _describe_in_game(self, chosen: Space) -> None:
        """What lies on a space of a game, and either what it offers or why not."""
        text = of_space(self.picture, place(chosen.place), chosen.id, self.say)
        why = NOTHING if self.offer is not None else self.refusal_of(chosen.id)
        said = {"rule": why.rule, "refusal": why.sentence, "barred": why.barred}
        self.about = {"title": self._space_title(chosen), "text": text, **said}

    def refusal_of(self, name: str) -> WhyNot:
        """Why a space answers nothing that is asked."""
        there = space(name).id
        refusal = None if self._state is None else why_not(self._state, self._reach.kind, there)
        if self._state is None or refusal is None:
            return NOTHING
        barred = space_named(value for _, value in refusal.data)
        data = tuple((key, self._told(value, barred)) for key, value in refusal.data)
        named = msgspec.structs.replace(refusal, data=data)
        sentence = marked_sentence(named, barred, language=self.language)
        steps = steps_too_far(self._state, self._reach.kind, there)
        if steps:
            sentence = self.say("map-game.too-far", steps=steps, why=sentence)
        return WhyNot(refusal.rule, sentence, barred)

    def bar(self, name: str) -> None:
        """Mark a space that a refusal said beside the map speaks of, until something is selected or shown."""
        self.about = {**self.about, "barred": name}

    def _told(self, value: int | str, barred: str) -> int | str:
        """The name of a space that the map does not mark; anything else as it is."""
        is_named = value in _SPACE_IDS and value != barred
        return self._space_title(space(str(value))) if is_named else value

    def _describe(self) -> None:
        chosen = self.space
        if chosen is not None and self._state is not None:
            self._describe_in_game(chosen)
            return
        if chosen is None:
            self.about = {"title": "", "text": self.say("map.pick"), "rule": ""}
            return
        beside = [self._place_name(place(name)) for name in places_beside(chosen.id)]
        text = (
            self.say("map.borders", places=self._listed(beside)) if beside else self.say("map.borders-none")
        )
        self.about = {"title": self._space_title(chosen), "text": text, "rule": "explore.where"}

    def _place_name(self, entry: Place) -> str:
        number = entry.id.rpartition("-")[2]
        return self.say(f"map.{entry.kind}", place=entry.id, number=number)

    def _row(self, entry: Place) -> dict[str, Any]:
        key = entry.level or self.say(f"map.key-{entry.kind}")
        return {
            "id": entry.id,
            "kind": str(entry.kind),
            "key": key,
            "name": self._place_name(entry),
            "about": self.say(f"map.about-{entry.kind}", level=entry.level or ""),
            "spaces": [
                {"id": one.id, "mark": self._mark(one), "name": self._space_name(one), "hexes": one.hexes}
                for one in spaces_of(entry.id)
            ],
        }

    def _mark(self, one: Space) -> str:
        """What a space's small button shows: 0 to 6, or a and b."""
        return one.id.rpartition(".")[2] if "." in one.id else ""

    def _space_name(self, one: Space) -> str:
        mark = self._mark(one)
        return self.say(f"map.space-{'middle' if mark == '0' else mark or 'only'}")

    def _space_title(self, one: Space) -> str:
        entry = place(one.place)
        name = self._place_name(entry)
        if entry.kind in (PlaceKind.CENTRE, PlaceKind.TEMPLE):
            return name
        return self.say("map.space-name", place=name, space=self._space_name(one))

    def _listed(self, names: list[str]) -> str:
        if len(names) == 1:
            return names[0]
        return self.say("map.and", first=", ".join(names[:-1]), last=names[-1])

    def act_bundle(self) -> None:
        """Send plotly's bundle: asked once a page, and only where no server of ours offers it as a file."""
        self.send({"kind": "bundle"}, buffers=[plotly_bundle.compressed()])
