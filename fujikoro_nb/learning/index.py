"""The lessons, as every place lists them: home, servers, notebooks, pages and tests.

Whoever needs what is in one asks `lesson_of` and `kind_of`, which load one kind at a time.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from fujikoro_nb.learning.lesson import Lesson, LessonKind


class ListedLesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson without its steps."""

    id: str
    """Its file is ``lessons/<id>.yaml`` with ``_`` for ``-``, its sentences are the table ``lesson-<id>``. Browsers
    keep a learner's progress by it, so it never changes."""
    kind: str
    """The room of its kind in this folder."""
    page: str
    """Its page beside the helper is ``lesson-<page>.ipynb``, its tile there says ``helper.lesson-<page>``."""
    notebook: str
    """Its notebook in ``notebooks/tutorial/``, without the ending."""
    is_for_play: bool = False
    """Whether it leads on to a real game, with the words ``lesson-<id>.play``."""
    game: str = ""
    """Which small game it teaches, by the name in its saves; empty: Fuji Koro."""


LESSONS = (
    ListedLesson(id="first-turns", kind="turns", page="turns", notebook="01_first_turns", is_for_play=True),
    ListedLesson(id="crafting", kind="crafting", page="crafting", notebook="02_crafting"),
    ListedLesson(id="fighting", kind="fighting", page="fighting", notebook="03_fighting"),
    ListedLesson(id="together", kind="turns", page="together", notebook="04_together", is_for_play=True),
    ListedLesson(id="exploring", kind="turns", page="exploring", notebook="05_exploring"),
    ListedLesson(id="gathering", kind="turns", page="gathering", notebook="06_gathering"),
    ListedLesson(id="whole-fight", kind="turns", page="whole-fight", notebook="07_whole_fight"),
    ListedLesson(id="final-chapter", kind="turns", page="final-chapter", notebook="08_final_chapter"),
    ListedLesson(id="lava-sandals", kind="turns", page="lava-sandals", notebook="09_lava_sandals"),
    ListedLesson(id="duels", kind="turns", page="duels", notebook="10_duels"),
    ListedLesson(id="cards-scrolls", kind="turns", page="cards-scrolls", notebook="11_cards_scrolls"),
    ListedLesson(
        id="blueprints-magic", kind="turns", page="blueprints-magic", notebook="12_blueprints_magic"
    ),
    ListedLesson(
        id="seven-characters", kind="turns", page="seven-characters", notebook="13_seven_characters"
    ),
    ListedLesson(id="eight-evenings", kind="turns", page="eight-evenings", notebook="14_eight_evenings"),
    ListedLesson(id="makai-cards", kind="small", page="makai-cards", notebook="15_makai_cards", game="makai"),
    ListedLesson(
        id="makai-winner", kind="small", page="makai-winner", notebook="16_makai_winner", game="makai"
    ),
    ListedLesson(id="makai-magic", kind="small", page="makai-magic", notebook="17_makai_magic", game="makai"),
    ListedLesson(
        id="makai-prizes",
        kind="small",
        page="makai-prizes",
        notebook="18_makai_prizes",
        is_for_play=True,
        game="makai",
    ),
    ListedLesson(id="fuji-draw", kind="small", page="fuji-draw", notebook="19_fuji_draw", game="fuji99"),
    ListedLesson(
        id="fuji-danger", kind="small", page="fuji-danger", notebook="20_fuji_danger", game="fuji99"
    ),
    ListedLesson(id="fuji-stop", kind="small", page="fuji-stop", notebook="21_fuji_stop", game="fuji99"),
    ListedLesson(
        id="fuji-cards",
        kind="small",
        page="fuji-cards",
        notebook="22_fuji_cards",
        is_for_play=True,
        game="fuji99",
    ),
)
"""In the order in which they are learned."""


def following(lesson: ListedLesson) -> ListedLesson | None:
    """The lesson that comes after this one; None after the last."""
    return dict(pairwise(LESSONS)).get(lesson)


def listed(name: str) -> ListedLesson:
    """A lesson of the list by its id. Raises KeyError when there is none."""
    return {lesson.id: lesson for lesson in LESSONS}[name]


def store_of(name: str) -> str:
    """Under which name the browser keeps what was done in a lesson, by the lesson's id."""
    return f"fujikoro-lesson-{name}"


def kind_of(name: str) -> LessonKind:
    """The kind of a lesson, by the lesson's id. Raises KeyError.

    >>> kind_of("crafting").checks
    ('reach', 'card', 'two-hands')
    """
    found: LessonKind = import_module(f"fujikoro_nb.learning.{listed(name).kind}.kind").KIND
    return found


@cache
def lesson_of(name: str) -> Lesson[Any]:
    """A lesson by its id. Raises KeyError.

    >>> lesson_of("first-turns").steps[0].rule
    'move.steps.base'
    """
    file = files("fujikoro_nb.learning") / "lessons" / f"{name.replace('-', '_')}.yaml"
    lesson: Lesson[Any] = msgspec.yaml.decode(file.read_bytes(), type=kind_of(name).shape)
    return lesson
