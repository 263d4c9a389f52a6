"""A page in the language that a person chose: chosen once, kept by the browser, followed by everything on the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.texts import LANGUAGES, SERVED_LANGUAGE
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, one_of

__all__ = ["SpokenPage", "in_chosen_language"]

Make = Callable[[str], ipywidgets.Widget]


class SpokenPage(FujiWidget, front_end="spoken_page"):
    """A frame round ``make(language)``: when another language is chosen in the browser, the same page speaks it.

    A page that cannot say everything anew is made again, and brings back what the browser keeps of it.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "speak": {"spoken": one_of(*LANGUAGES)},
        "shown": {},
    }

    page = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    spoken = t.Unicode().tag(sync=True)
    """The language of `page`."""

    def __init__(self, make: Make, language: str = "en") -> None:
        self._make = make
        self._left: list[ipywidgets.Widget] = []
        super().__init__(language=language, spoken=language, page=make(language))

    def act_speak(self, *, spoken: str) -> None:
        """The language that was chosen in the browser."""
        if spoken == self.spoken:
            return
        before = self.page
        if not (isinstance(before, FujiWidget) and before.speaks_anew):
            self.page = self._make(spoken)
            self._left.append(before)
        self.language = spoken  # and with it that of the page
        self.spoken = spoken

    def act_shown(self) -> None:
        """The page is on the screen: what is left of those before it goes."""
        left, self._left = self._left, []
        for page in left:
            _close(page)


def _close(page: ipywidgets.Widget) -> None:
    """A page and the widgets in it; the look belongs to all of them and stays."""
    inside: list[Any] = list(page.parts()) if isinstance(page, FujiWidget) else []
    page.close()
    for part in inside:
        if part.comm is not None:
            _close(part)


def in_chosen_language(make: Make, *, language: str = "") -> ipywidgets.Widget:
    """The page itself in a notebook, in ``language`` or English; served, a page that follows the chosen language."""
    default = os.environ.get(SERVED_LANGUAGE, "")
    if language or default not in LANGUAGES:
        return make(language or "en")
    return SpokenPage(make, default)
