"""What counts for the shogun, as the game page says it: in its points, at the hand-in and in the Final Chapter."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.play import HandIn
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.game_page import GamePage
from tests.positions import board
from tests.realms import realm
from tests.rules.test_escape import RICH, at_palace, handed_in
from tests.widgets.test_game_end import answer, final_chapter, page_of

MIXED = msgspec.structs.replace(
    RICH,
    gear=board(helmet="W", weapon="WT+G@1,1", sandals="MM+G").gear,
    blueprints=tuple(one for one in RICH.blueprints if one.kind != GearKind.WEAPON),
)
"""A helmet that does not show its blueprint, a magical weapon whose blueprint is gone, sandals that count."""


def texts_of(page: GamePage) -> dict[str, str]:
    return {line["rule"]: line["text"] for line in page.final}


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_say_what_a_thing_has_to_be(language: str) -> None:
    """bonus.gear.condition: magical gear and its blueprint; bonus.monk.anywhere, bonus.tooth.anywhere."""
    page = page_of(realm().state, language=language)
    lines = {line["rule"]: line["text"] for line in page.points}
    magical = {"en": "magical", "fr": "magiques", "de": "magisch"}[language]
    blueprint = {"en": "blueprint", "fr": "schéma", "de": "Entwurf"}[language]
    assert magical in lines["bonus.gear.condition"]
    assert blueprint in lines["bonus.gear.condition"]
    assert {"bonus.monk.anywhere", "bonus.tooth.anywhere"} <= set(lines)


def test_everything_that_cannot_be_handed_in_has_its_reason() -> None:
    """bonus.gear.condition, bonus.small.categories: each refused kind with the engine's own rule."""
    page = page_of(at_palace(MIXED, palace="small").state)
    assert page.asked["kind"] == "hand-in"
    page._handle_custom_msg({"act": "why-not", "on": True}, ())
    rows = page.why_not["rows"]
    assert [(row["label"], row["rule"]) for row in rows] == [
        ("Hand in: helmet", "bonus.gear.condition"),
        ("Hand in: weapon", "bonus.gear.condition"),
        ("Hand in: tooth", "bonus.small.categories"),
    ]
    assert "no green cube" in rows[0]["text"]
    assert "blueprint is no longer yours" in rows[1]["text"]


def test_refused_and_offered_together_are_every_kind() -> None:
    page = page_of(at_palace(MIXED, palace="small").state)
    page._handle_custom_msg({"act": "why-not", "on": True}, ())
    assert len(page.why_not["rows"]) + len(page.asked["rows"]) - 1 == len(CATEGORIES)


def reason(board: Board, kind: str, *given: str) -> Refusal | None:
    state = at_palace(board).state
    for category in given:
        state = handed_in(state, category)
    return GAME.check(state, HandIn(kind))


@pytest.mark.rule("bonus.gear.condition")
def test_bonus_gear_condition_says_what_lacks() -> None:
    assert reason(MIXED, "sandals") is None
    said = {
        "helmet": reason(MIXED, "helmet"),
        "weapon": reason(MIXED, "weapon"),
        "sandals": reason(MIXED, "sandals", "sandals"),
    }
    assert {kind: refusal and refusal.reason for kind, refusal in said.items()} == {
        "helmet": "not-magical",
        "weapon": "no-blueprint",
        "sandals": "handed-in",
    }
    assert {refusal and refusal.rule for refusal in said.values()} == {"bonus.gear.condition"}


# ---- the Final Chapter


def test_final_chapter_says_which_gear_counts() -> None:
    state = final_chapter()
    page = page_of(msgspec.structs.replace(state, boards=(MIXED, *state.boards[1:])))
    said = "What Aiko has for the shogun: helmet: not magical; weapon: no blueprint; sandals: counts."
    assert texts_of(page)["bonus.gear.condition"] == said


@pytest.mark.parametrize("palace", ["big", "small"])
def test_nobody_who_has_left_is_told_to_leave(palace: str) -> None:
    page = page_of(at_palace(RICH, palace=palace).state)
    assert [line["rule"] for line in page.final] == ["bonus.one-per-turn", "bonus.gear.condition"]
    assert page.final[0]["text"].startswith(f"Aiko is in the {palace} palace")
    answer(page, "hand-in helmet")
    assert page.asked["seat"] == 1
    assert page.final[0]["rule"] == "final.trigger"
