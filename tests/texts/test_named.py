"""What the engine calls by an id is called by a name in every sentence, in every language."""

from __future__ import annotations

import re

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.kernel import event
from fujikoro_nb.texts import LANGUAGES, dragon_called, event_sentence, say

ID = re.compile(r"\b(house|dragon|owner)-[a-z0-9-]+")

COLOURED = {
    "en": "The blue dragon is defeated",
    "fr": "Le dragon bleu est vaincu",
    "de": "Der blaue Drache ist besiegt",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dragon_id", ["dragon-blue", "dragon-blue-2"])
def test_a_dragon_of_the_owners_box_is_called_by_its_colour(language: str, dragon_id: str) -> None:
    said = event_sentence(event("dragon-defeated", "combat.win", dragon=dragon_id), language=language)
    assert said.startswith(COLOURED[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_dragon_is_called_by_its_id(language: str) -> None:
    for dragon in [*(one.id for one in house_pack().dragons), "dragon-white-12", "12/9/4"]:
        said = event_sentence(event("dragon-defeated", "combat.win", dragon=dragon), language=language)
        assert not ID.search(said), said
        assert said[0].isupper() or said[0].isdigit()


def test_another_id_is_no_dragon() -> None:
    assert [dragon_called(one) for one in ("house-tile-i-1", "dragon", "12/9", "dragon-blue-x")] == [""] * 4


@pytest.mark.parametrize(("language", "ends"), [("en", r"\buntil\b"), ("fr", r"\bjusqu"), ("de", r"\bbis\b")])
def test_a_monk_on_a_spot_stays_there(language: str, ends: str) -> None:
    """000:35, 001:191: a monk who serves as a disc comes back with a rest like the others."""
    for spot in ("action", "scroll", "weapon", "backpack"):
        assert not re.search(ends, say(f"game-page.spot-{spot}", language=language))
