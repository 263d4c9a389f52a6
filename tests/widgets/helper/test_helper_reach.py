"""What the backpack can craft: the room of its spaces counts, and cubes that find none are said to be thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.widgets import HelperPage

# Two one-handed weapons of eight; a row of six crosses the line, and a two-handed weapon has twelve at most.
TWO_WEAPONS = "weapon=WWWW.:WWW/WWWW.:WWW/.....:WW.&unlocked=1"


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    owner = OwnerPack(tmp_path)
    owner.add_card("weapon", "WWWWWW")
    return owner


def reached(store: OwnerPack, link: str) -> str:
    page = HelperPage(store=store)
    page._handle_custom_msg({"act": "open-link", "text": link}, [])
    assert page.notice == ""
    page._handle_custom_msg({"act": "reach"}, [])
    (line,) = page.reach
    return line


@pytest.mark.rule("backpack.discard.resources", "craft.capacity-final")
def test_cubes_without_room_are_said_to_be_thrown_away(store: OwnerPack) -> None:
    """Four come off and one is wasted: three are left for a backpack whose six spaces are full."""
    said = reached(store, f"{TWO_WEAPONS}&backpack=MMMMMM")
    assert "one wood is wasted" in said
    assert said.endswith("no room for 3 wood, thrown away")


@pytest.mark.rule("craft.capacity-final")
@pytest.mark.parametrize(
    ("more", "thrown"),
    [("&backpack=MMMM", "1 wood"), ("&backpack=MMM", ""), ("&backpack=MMMMMM&backpack-monk=1", "")],
)
def test_the_room_is_that_of_the_open_spaces(store: OwnerPack, more: str, thrown: str) -> None:
    said = reached(store, f"{TWO_WEAPONS}{more}")
    assert ("thrown away" in said) == bool(thrown)
    assert not thrown or f"no room for {thrown}, thrown away" in said
