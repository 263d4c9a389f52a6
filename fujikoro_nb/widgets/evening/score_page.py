"""Score and countdown of an evening at a real box: big numbers, a picture of the track, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.helper.evening.changes import (
    Changed,
    add_points,
    correct,
    move_countdown,
    next_turn,
    person,
    set_turn,
    set_up,
    tell_space,
)
from fujikoro_nb.helper.evening.ending import MOST_LEFT, set_leftover
from fujikoro_nb.helper.evening.history import Evenings, PastEvening, as_csv, as_json
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.late_comer import Part, late_comer
from fujikoro_nb.helper.evening.leaving import beat_foe, come_back, finish, knock_out, leave, lose_life
from fujikoro_nb.helper.evening.record import (
    COLOURS,
    LEFT_OVER,
    LONGEST_NAME,
    MOST_ROUNDS,
    OPTIONS,
    PALACES,
    SOURCES,
    Evening,
)
from fujikoro_nb.helper.evening.track import BLANK, END, LAVA, ROPE, SPACES, UNKNOWN
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES
from fujikoro_nb.views.evening.ending import ending_view, past_view
from fujikoro_nb.views.evening.score import score_view
from fujikoro_nb.widgets.base.widget import NotAccepted, Validator, one_of, text, whole
from fujikoro_nb.widgets.evening.changes import AT, EveningController, EveningPage, OnChange

__all__ = ["ScorePage"]

EXPORTS: Mapping[str, Callable[[Sequence[PastEvening]], str]] = {"json": as_json, "csv": as_csv}
MOST_PEOPLE = 6
MOST_TYPED = 4 * LONGEST_NAME
"""Longer than any name, so that one that is too long is answered with its own sentence."""
SEAT = whole(0, MOST_PEOPLE - 1)
TOLD = (UNKNOWN, *LAVA, ROPE, BLANK, END)


def people_of(known: dict[int, Validator]) -> Validator:
    """A list of people, each with these fields in this order."""

    def check(value: object) -> list[tuple[Any, ...]]:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_PEOPLE:
            raise NotAccepted("not a list of people")
        if not all(isinstance(one, list) and len(one) == len(known) for one in value):
            raise NotAccepted("not the fields of a person")
        return [tuple(known[at](field) for at, field in enumerate(one)) for one in value]

    return check


def several(most: int, check: Validator) -> Validator:
    """A list without repeats."""

    def check_all(value: object) -> list[Any]:
        if not isinstance(value, list) or not 0 < len(value) <= most:
            raise NotAccepted(f"not a list of 1 to {most}")
        seen = [check(one) for one in value]
        if len(set(seen)) < len(seen):
            raise NotAccepted("one of them twice")
        return seen

    return check_all


def any_of(*values: str) -> Validator:
    """A list of some of these, or none."""
    return lambda value: [] if value == [] else several(len(values), one_of(*values))(value)


PEOPLE = people_of({0: text(max_length=MOST_TYPED), 1: one_of("", *COLOURS), 2: one_of(*CHARACTERS)})


class ScorePage(EveningPage, front_end="score_page", sheets=("score_page", "ending")):
    """``ScorePage(evening=..., on_change=...)``; without a keeper it keeps the evening itself.

    ``card_of`` makes the card for somebody who comes late, where more is known than the evening. ``evenings`` are those
    that were played on this machine; None where nobody keeps them. ``hours_of`` gives the hours of its story.
    """

    word_tables = ("widgets", "score-page", "evening-end")
    acts: ClassVar = {
        "points": {
            "seats": several(MOST_PEOPLE, SEAT),
            "points": whole(-5, 30),
            "source": one_of(*(each for each in SOURCES if each != "correction")),
            "at": AT,
        },
        "correct": {"seat": SEAT, "by": one_of(1, -1, 5, -5), "at": AT},
        "next-turn": {"at": AT},
        "set-turn": {"seat": SEAT, "round": whole(1, MOST_ROUNDS), "at": AT},
        "countdown": {"by": one_of(1, -1), "at": AT},
        "space": {"space": whole(1, SPACES), "what": one_of(*TOLD), "at": AT},
        "leave": {"seat": SEAT, "palace": one_of(*PALACES), "at": AT},
        "back": {"seat": SEAT, "at": AT},
        "life": {"seat": SEAT, "at": AT},
        "down": {"seat": SEAT, "at": AT},
        "legendary": {"at": AT},
        "finish": {"result": one_of("won", "lost"), "at": AT},
        "people": {
            "people": PEOPLE,
            "mode": one_of(*MODES),
            "edition": one_of("", *LANGUAGES),
            "options": any_of(*OPTIONS),
            "at": AT,
        },
        "late": {"on": one_of(True, False)},
        "left": {
            "seat": SEAT,
            "item": one_of(*LEFT_OVER),
            "count": whole(0, max(MOST_LEFT.values())),
            "at": AT,
        },
        "past": {"on": one_of(True, False)},
        "export": {"form": one_of(*EXPORTS)},
        "forget": {"key": text(max_length=16)},
    }

    late: t.List[Any] = t.List().tag(sync=True)
    """The card for somebody who comes late: ``{"name", "title", "lines"}``; empty while it is put away."""
    past = t.Dict().tag(sync=True)
    """The evenings of this machine: ``isThere``, ``isOpen``, ``rows`` and ``trouble``."""

    def __init__(
        self,
        *,
        card_of: Callable[[], Sequence[Part]] | None = None,
        on_change: OnChange | None = None,
        evenings: Evenings | None = None,
        hours_of: Callable[[Evening], Hours | None] | None = None,
        **settings: Any,
    ) -> None:
        self._evenings = evenings
        self._hours_of = hours_of or (lambda _: None)
        self._card_of = card_of or (lambda: late_comer(self.evening, language=self._spoken))
        self.changes = EveningController(self, draw=self._draw, on_change=on_change)
        super().__init__(**settings)
        self.changes.watch()
        self.show_past(is_open=False)

    def speak_anew(self) -> None:
        """The same evening."""
        self._draw()
        self.show_past(is_open=bool(self.past.get("isOpen")))

    def _draw(self) -> None:
        with self.hold_sync():
            self.view = {
                **score_view(self.evening, language=self._spoken),
                "ending": ending_view(
                    self.evening, language=self._spoken, hours=self._hours_of(self.evening)
                ),
                "at": self.changes.at,
            }
            if self.late:
                self.act_late(on=True)

    def _is_seat(self, *seats: int) -> bool:
        return all(seat < len(self.evening.people) for seat in seats)

    def act_points(self, *, seats: list[int], points: int, source: str, at: int) -> None:
        """Points for one person, or for all who fought together."""
        if self._is_seat(*seats):
            self.changes.change(
                at,
                ("points", *seats, points, source),
                lambda: add_points(self.evening, seats, points, source),
            )

    def act_correct(self, *, seat: int, by: int, at: int) -> None:
        """A score is set right."""
        if self._is_seat(seat):
            self.changes.change(at, ("correct", seat, by), lambda: correct(self.evening, seat, by))

    def act_next_turn(self, *, at: int) -> None:
        """The turn is over."""
        self.changes.change(at, ("next-turn",), lambda: next_turn(self.evening))

    def act_set_turn(self, *, seat: int, round: int, at: int) -> None:  # noqa: A002 (the field's name in the message)
        """Whose turn it really is."""
        if self._is_seat(seat):
            self.changes.change(
                at, ("set-turn", seat, round), lambda: set_turn(self.evening, seat=seat, number=round)
            )

    def act_countdown(self, *, by: int, at: int) -> None:
        """The token by hand."""
        self.changes.change(at, ("countdown", by), lambda: move_countdown(self.evening, by))

    def act_space(self, *, space: int, what: str, at: int) -> None:
        """What is printed on a space of the real track."""
        self.changes.change(at, ("space", space, what), lambda: tell_space(self.evening, space, what))

    def act_leave(self, *, seat: int, palace: str, at: int) -> None:
        """Somebody has left the mountain."""
        if self._is_seat(seat):
            self.changes.change(at, ("leave", seat, palace), lambda: leave(self.evening, seat, palace))

    def act_back(self, *, seat: int, at: int) -> None:
        """Somebody has to come back."""
        if self._is_seat(seat):
            self.changes.change(at, ("back", seat), lambda: come_back(self.evening, seat))

    def act_life(self, *, seat: int, at: int) -> None:
        """Somebody has lost a life."""
        if self._is_seat(seat):
            self.changes.change(at, ("life", seat), lambda: lose_life(self.evening, seat))

    def act_down(self, *, seat: int, at: int) -> None:
        """Somebody was knocked out, or stands after all."""
        if self._is_seat(seat):
            self.changes.change(at, ("down", seat), lambda: knock_out(self.evening, seat))

    def act_legendary(self, *, at: int) -> None:
        """The legendary dragon is dead, or whoever else has to be beaten; or not after all."""
        self.changes.change(at, ("legendary",), lambda: beat_foe(self.evening))

    def act_finish(self, *, result: str, at: int) -> None:
        """The group has won, or gives up."""
        self.changes.change(at, ("finish", result), lambda: finish(self.evening, result))

    def act_people(
        self, *, people: list[tuple[str, str, str]], mode: str, edition: str, options: list[str], at: int
    ) -> None:
        """Who plays, in which mode, with whose booklet."""

        def change() -> Changed:
            seated = [person(name, colour, character) for name, colour, character in people]
            return set_up(self.evening, people=seated, mode=mode, edition=edition, options=options)

        self.changes.change(at, ("people", *people, mode, edition, *options), change)

    def act_left(self, *, seat: int, item: str, count: int, at: int) -> None:
        """So much of a thing is left over at the end."""
        if self._is_seat(seat):
            self.changes.change(
                at, ("left", seat, item, count), lambda: set_leftover(self.evening, seat, item, count)
            )

    # ---- the evenings of this machine

    def show_past(self, *, is_open: bool | None = None) -> None:
        """What the file holds now. They are read when somebody looks, and not before."""
        is_open = bool(self.past.get("isOpen")) if is_open is None else is_open
        trouble = ""
        rows: list[dict[str, Any]] = []
        if is_open and self._evenings is not None:
            try:
                rows = past_view(self._evenings.load(), language=self._spoken)
            except (OSError, ValueError):
                trouble = self.say("evening-end.history-damaged")
        self.past = {
            "isThere": self._evenings is not None,
            "isOpen": is_open,
            "rows": rows,
            "trouble": trouble,
        }

    def act_past(self, *, on: bool) -> None:
        """Open them, or put them away."""
        self.show_past(is_open=on)

    def act_export(self, *, form: str) -> None:
        """All evenings as a text, which the browser keeps as a file."""
        if self._evenings is None:
            return
        written = EXPORTS[form](self._evenings.load())
        self.send({"kind": "export", "form": form, "name": f"fuji-koro-evenings.{form}", "text": written})

    def act_forget(self, *, key: str) -> None:
        """One evening is deleted, or all; the page has asked."""
        if self._evenings is None:
            return
        if key:
            self._evenings.drop({key})
        else:
            self._evenings.clear()
        self.show_past()

    def act_late(self, *, on: bool) -> None:
        """Make the card, or put it away."""
        card = self._card_of() if on else ()
        self.late = [{"name": part.name, "title": part.title, "lines": list(part.lines)} for part in card]
