"""Who lies knocked out on the slip, and what a change in the middle of an evening says of what was entered."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import correct, move_countdown, next_turn, set_turn, set_up
from fujikoro_nb.helper.evening.leaving import knock_out, leave, lose_life
from fujikoro_nb.helper.evening.record import Evening, read_evening, write_evening
from fujikoro_nb.texts import LANGUAGES, refusal_sentence
from tests.helper.evenings import chapter, coop, refused, table


@pytest.mark.rule("turn.wake-up")
def test_whoever_was_knocked_out_stands_up_when_the_own_turn_begins() -> None:
    evening = knock_out(knock_out(table(3), 1).evening, 2).evening
    seen = []
    for _ in range(3):
        evening = next_turn(evening).evening
        seen.append((evening.seat, evening.down))
    assert seen == [(1, (2,)), (2, ()), (0, ())]


@pytest.mark.rule("turn.wake-up")
def test_in_the_own_turn_it_lasts_until_the_next_one() -> None:
    evening = knock_out(table(2), 0).evening
    assert next_turn(evening).evening.down == (0,)
    assert next_turn(next_turn(evening).evening).evening.down == ()


def test_a_knock_out_that_was_none_is_taken_off_by_the_same_tap() -> None:
    fallen = knock_out(table(2), 1).evening
    assert knock_out(fallen, 1).evening.down == ()
    assert set_turn(fallen, seat=1, number=1).evening.down == ()


@pytest.mark.rule("coop.lives.knockout-costs-life", "escape.no-actions")
def test_together_it_costs_a_life_and_who_has_left_cannot_fall() -> None:
    assert refused(lambda: knock_out(coop(2), 0)) == "coop.lives.knockout-costs-life"
    out = leave(knock_out(chapter(marker=0), 1).evening, 1, "small").evening
    assert out.down == ()
    assert refused(lambda: knock_out(out, 1)) == "escape.no-actions"


def test_a_slip_of_before_has_nobody_down_and_none_that_cannot_be() -> None:
    old = msgspec.json.decode(write_evening(table(2)))
    del old["down"]
    assert read_evening(msgspec.json.encode(old)) == table(2)
    for broken in ([2], [0, 0], [-1], ["0"]):
        with pytest.raises(ValueError, match=r"evening|int"):
            read_evening(msgspec.json.encode({**old, "down": broken}))
    with pytest.raises(ValueError, match=r"evening|int"):
        read_evening(msgspec.json.encode({**msgspec.json.decode(write_evening(coop(2))), "down": [0]}))


# ---- in the middle of an evening


def points_entered() -> Evening:
    return move_countdown(correct(chapter(marker=1), 0, 8).evening, 1).evening


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("evening", "numbers"),
    [(points_entered(), ("38", "1")), (lose_life(next_turn(coop(3)).evening, 1).evening, ("1",))],
)
@pytest.mark.parametrize("change", [{"mode": "solo"}, {"people": "fewer"}, {"scenario": 3}])
def test_a_change_says_what_was_entered_and_that_it_stays(
    language: str, evening: Evening, numbers: tuple[str, ...], change: dict[str, object]
) -> None:
    wanted = {"people": evening.people[:2]} if "people" in change else change
    if wanted == {"mode": "solo"}:
        wanted = {"mode": "solo", "people": evening.people[:1]}
    with pytest.raises(Illegal) as caught:
        set_up(evening, **wanted)  # type: ignore[arg-type]
    said = refusal_sentence(caught.value.refusals[0], language=language)
    assert all(number in said for number in numbers)
    assert {"en": "nothing is lost", "fr": "rien n’est perdu", "de": "nichts ist verloren"}[language] in said
