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

Make = Callable[[str], FujiWidget]


class SpokenPage(FujiWidget, front_end="spoken_page"):
    """A frame round ``make(language)``: when another language is chosen in the browser, the same page speaks it."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {"speak": {"spoken": one_of(*LANGUAGES)}}

    page: t.Instance[Any] = t.Instance(FujiWidget).tag(sync=True, **ipywidgets.widget_serialization)
    spoken = t.Unicode().tag(sync=True)
    """The language of `page`: what the browser draws it for."""

    def __init__(self, make: Make, language: str = "en") -> None:
        super().__init__(language=language, spoken=language, page=make(language))

    def act_speak(self, *, spoken: str) -> None:
        """The language that was chosen in the browser."""
        self.language = spoken  # and with it that of the page
        self.spoken = spoken


def in_chosen_language(make: Make, *, language: str = "") -> FujiWidget:
    """The page itself in a notebook, in ``language`` or English; served, a page that follows the chosen language."""
    default = os.environ.get(SERVED_LANGUAGE, "")
    if language or default not in LANGUAGES:
        return make(language or "en")
    return SpokenPage(make, default)
