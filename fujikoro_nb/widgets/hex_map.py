"""HexMap: the places of the volcano; a tap or the list gives the space. Drawn by plotly, see `_map_figure`."""

from __future__ import annotations

from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.geometry import (
    PLACES,
    SPACES,
    Place,
    PlaceKind,
    Space,
    place,
    places_beside,
    space,
    spaces_of,
)
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.widgets import _plotly_bundle
from fujikoro_nb.widgets._base import FujiWidget, one_of
from fujikoro_nb.widgets._map_figure import PAINTS, SHAPES, TRACES, figure_json

__all__ = ["HexMap"]


class HexMap(FujiWidget, front_end="hex_map"):
    """The map. ``selected`` is the id of a space, or empty; a page and Python may both set it.

    The page answers a tap at once with a dashed outline and draws it solid when `confirmed` comes back.
    """

    word_tables = ("widgets", "map")
    from_browser: ClassVar = {"selected": one_of("", *(str(space.id) for space in SPACES))}
    acts: ClassVar = {"bundle": {}}

    selected = t.Unicode().tag(sync=True)
    confirmed = t.Unicode().tag(sync=True)
    """What the kernel knows to be selected."""
    about = t.Dict().tag(sync=True)
    """The read-out: ``{"title": ..., "text": ..., "rule": ...}`` of the selected space."""
    figure = t.Dict().tag(sync=True)
    paints = t.Dict(dict(PAINTS)).tag(sync=True)
    traces = t.Dict().tag(sync=True)
    shapes = t.Dict(dict(SHAPES)).tag(sync=True)
    places: t.List[Any] = t.List().tag(sync=True)
    """Rows of the list: id, kind, key, name, about, hexes, spaces."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("figure", figure_json())
        count = len(kwargs["figure"]["data"])
        kwargs.setdefault("traces", {name: index % count for name, index in TRACES.items()})
        super().__init__(**kwargs)
        self._write_rows()

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

    @t.observe("language")
    def _write_rows(self, change: Any = None) -> None:
        """Names of all places and spaces: made once a language, not at every tap."""
        self.places = [self._row(entry) for entry in PLACES]
        self._describe()

    def _describe(self) -> None:
        chosen = self.space
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
        self.send({"kind": "bundle"}, buffers=[_plotly_bundle.compressed()])
