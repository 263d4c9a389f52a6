"""What stands beside a stamp does not say the stamp again: "Right" beside "Right, and ..."."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fujikoro_nb.texts import LANGUAGES, Catalogue

BESIDE = (
    *("turn-miss.", "turn-task.check-", "fight-miss.", "fight-task.check-", "lesson.check-right", "miss."),
    *("lesson-first-turns.", "lesson-crafting.", "lesson-fighting.", "lesson-together."),
    *("puzzle.right-", "puzzle.better-", "fight-puzzle.right-", "fight-puzzle.better", "fight-puzzle.worse-"),
    *("dragon-puzzle.right-", "dragon-puzzle.miss", "widgets.unusable-"),
)
"""The beginnings of keys whose sentences stand beside a stamp."""

SYNONYMS = {"en": ("allowed",), "fr": ("permis", "permise"), "de": ("erlaubt",)}
"""Words that are not on a stamp and say the same."""


def stamped(catalogue: Catalogue) -> Iterator[str]:
    every = catalogue.keys()
    for key in every:
        is_praise = not key.startswith("lesson-") or key.endswith("-right")
        if key.startswith(BESIDE) and is_praise:
            yield key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_beside_a_stamp_says_the_stamp_again(language: str) -> None:
    catalogue = Catalogue(language)
    every = catalogue.keys()
    stamps = {catalogue.template(key) for key in every if ".seal-" in key}
    words = {stamp.split(",")[0].lower() for stamp in stamps} | set(SYNONYMS[language])
    keys = list(stamped(catalogue))
    assert len(keys) > 60
    again = [key for key in keys if catalogue.template(key).lower().split(" ")[0].strip(",:\u00a0") in words]
    assert again == []
