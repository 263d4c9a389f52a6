"""What counts for the shogun, as the game page says it: in its points, at the hand-in and in the Final Chapter."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import HandIn
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.rules.test_escape import RICH, at_palace, handed_in
from tests.support.game_ends import answer, final_chapter, page_of
from tests.support.game_positions import realm
from tests.support.gear_positions import board

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


def test_final_chapter_says_monks_and_teeth_first_and_then_what_does_not_count() -> None:
    """bonus.space.highest, bonus.space.dark, bonus.small.categories: four monks and a tooth, a weapon without magic."""
    own = board(weapon="WM", lower="T", discs=("monk",), monks=("action", "scroll", "weapon"))
    state = final_chapter()
    state = msgspec.structs.replace(state, boards=(own, *state.boards[1:]))
    best = {row.category: max(row.single) for row in state.charts.palaces if row.palace == "big"}
    said = texts_of(page_of(state))
    assert said["bonus.big.categories"] == (
        f"Aiko has for the shogun: 4 monks (for the next one: big palace {best['monk']}, small palace 5); "
        f"one tooth (big palace {best['tooth']})."
    )
    assert said["bonus.gear.condition"] == "Does not count: weapon (not magical)."


def test_final_chapter_counts_places_that_are_taken() -> None:
    """bonus.small.categories: one monk's place, for all; bonus.gear.condition: a kind counts once."""
    state = handed_in(at_palace(RICH, palace="small").state, "monk", palace="small")
    said = texts_of(page_of(handed_in(state, "helmet", palace="small")))
    assert said["bonus.small.categories"] == "Aiko has for the shogun: weapon (5 points); sandals (5 points)."
    assert said["bonus.gear.condition"] == (
        "Does not count: helmet (handed in), 2 monks (every place is taken), 2 teeth (the small palace takes none)."
    )


def test_final_chapter_says_that_nothing_counts() -> None:
    said = texts_of(page_of(final_chapter()))
    assert said["bonus.big.categories"] == "Aiko has nothing for the shogun that counts now."
    assert "bonus.gear.condition" not in said


@pytest.mark.parametrize("palace", ["big", "small"])
@pytest.mark.parametrize("own", [RICH, MIXED], ids=["rich", "mixed"])
def test_final_chapter_counts_what_the_engine_would_take(own: Board, palace: str) -> None:
    state = at_palace(own, palace=palace).state
    offered = sum(isinstance(answer, HandIn) for answer in GAME.options(state))
    text = texts_of(page_of(state))[f"bonus.{palace}.categories"]
    assert text.count(";") + 1 == offered


def test_final_chapter_says_which_gear_counts() -> None:
    state = final_chapter()
    page = page_of(msgspec.structs.replace(state, boards=(MIXED, *state.boards[1:])))
    said = texts_of(page)
    assert "sandals (" in said["bonus.big.categories"]
    lacks = "helmet (not magical), weapon (magical, but without its blueprint)"
    assert said["bonus.gear.condition"] == f"Does not count: {lacks}."


@pytest.mark.parametrize("palace", ["big", "small"])
def test_nobody_who_has_left_is_told_to_leave(palace: str) -> None:
    page = page_of(at_palace(RICH, palace=palace).state)
    rules = ["bonus.one-per-turn", f"bonus.{palace}.categories"]
    if palace == "small":
        rules.append("bonus.gear.condition")  # the teeth
    assert [line["rule"] for line in page.final] == rules
    assert page.final[0]["text"].startswith(f"Aiko is in the {palace} palace")
    answer(page, "hand-in helmet")
    assert page.asked["seat"] == 1
    assert page.final[0]["rule"] == "final.trigger"
