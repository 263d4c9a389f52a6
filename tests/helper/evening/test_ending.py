"""The end of an evening: things left over are counted one by one, the story has six lines, and nothing is invented."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import add_points, correct, next_turn
from fujikoro_nb.helper.evening.ending import (
    MOST_LEFT,
    ORIGINS,
    leftovers,
    origins,
    set_leftover,
)
from fujikoro_nb.helper.evening.leaving import beat_foe, finish, leave, lose_life
from fujikoro_nb.helper.evening.record import LEFT_OVER, SOURCES, Evening, read_evening, write_evening
from fujikoro_nb.helper.evening.standing import standing
from fujikoro_nb.helper.evening.story import LINES, story
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.evening.ending import ending_view
from tests.helper.evening.test_changes import changes
from tests.helper.evenings import HOUSE_TRACK, chapter, coop, refused, scenario, table
from tests.support.sampling import examples


def to_the_end(evening: Evening) -> Evening:
    while evening.phase != "over":
        evening = next_turn(evening).evening
    return evening


def over() -> Evening:
    """Aiko by the rope, Bo by the secret exit, Cleo on the mountain when the countdown ends."""
    evening = add_points(chapter(marker=0), [1, 2], 5, "dragon").evening
    evening = add_points(evening, [2], 15, "dragon").evening
    while evening.steps_taken < 5:
        evening = next_turn(evening).evening
    evening = leave(leave(evening, 0, "big").evening, 1, "small").evening
    return to_the_end(evening)


@pytest.mark.rule("end.leftovers")
def test_what_is_left_over_is_counted_thing_by_thing() -> None:
    """000:327: three points a blueprint, one a monk, one a tooth."""
    evening = over()
    before = evening.score(0)
    for item, count in (("blueprint", 2), ("monk", 3), ("tooth", 4)):
        evening = set_leftover(evening, 0, item, count).evening
    assert evening.score(0) == before + 2 * 3 + 3 + 4
    assert [one.count for one in leftovers(evening, 0)] == [2, 3, 4]
    evening = set_leftover(evening, 0, "monk", 0).evening
    assert evening.score(0) == before + 2 * 3 + 4
    assert evening.has_counted_leftovers(0)


@pytest.mark.rule("end.leftovers", "end.leftovers.not-escaped")
def test_left_over_things_count_at_the_end_and_in_the_big_palace_only() -> None:
    evening = over()
    assert [len(leftovers(evening, seat)) for seat in range(3)] == [3, 0, 0]
    for seat in (1, 2):
        assert (
            refused(lambda seat=seat: set_leftover(evening, seat, "monk", 1)) == "end.leftovers.not-escaped"
        )
    assert refused(lambda: set_leftover(chapter(marker=0), 0, "monk", 1)) == "end.leftovers"
    for item, most in MOST_LEFT.items():
        assert (
            refused(lambda item=item, most=most: set_leftover(evening, 0, item, most + 1)) == "evening.points"
        )


def test_things_take_the_place_of_a_sum_and_a_sum_of_before_still_opens() -> None:
    summed = add_points(over(), [0], 7, "leftover").evening
    old = msgspec.json.decode(write_evening(summed))
    for line in old["points"]:
        del line["item"]
    del old["begun"]
    opened = read_evening(msgspec.json.encode(old))
    assert opened == summed
    assert [one.count for one in leftovers(opened, 0)] == [0, 0, 0]
    assert set_leftover(opened, 0, "tooth", 2).evening.score(0) == summed.score(0) - 7 + 2


def test_the_whole_of_it_fits_what_a_sum_may_be() -> None:
    evening = over()
    for item, most in MOST_LEFT.items():
        evening = set_leftover(evening, 0, item, most).evening
    assert sum(one.points for one in evening.points if one.source == "leftover") == SOURCES["leftover"].most


def test_every_source_has_its_part_and_parts_make_the_score() -> None:
    assert sorted(source for sources in ORIGINS.values() for source in sources) == sorted(SOURCES)
    evening = correct(set_leftover(over(), 0, "blueprint", 1).evening, 0, -2).evening
    for seat in range(3):
        assert sum(one.points for one in origins(evening, seat)) == evening.score(seat)


# ---- the story


def told(evening: Evening, language: str = "en") -> list[str]:
    return [line.said.said(language=language) for line in story(evening)]


def test_there_is_no_story_before_the_end() -> None:
    assert story(chapter(marker=0)) == ()
    assert ending_view(chapter(marker=0), language="en") == {}


def test_the_story_is_told_in_the_order_in_which_it_came() -> None:
    evening = table(3, track=HOUSE_TRACK)
    evening = add_points(evening, [0], 2, "exploration").evening
    evening = add_points(evening, [1, 2], 5, "dragon").evening
    for _ in range(3):
        evening = next_turn(evening).evening
    evening = add_points(evening, [0], 15, "dragon").evening
    for _ in range(3):
        evening = next_turn(evening).evening
    evening = to_the_end(add_points(evening, [0], 15, "dragon").evening)
    lines = told(evening)
    assert lines == [
        "3 set out. Aiko saw most of the mountain: 2 points for tiles.",
        "Bo, Cleo beat a blue dragon side by side.",
        "Aiko beat a white dragon alone: 15 points.",
        "Aiko came to 30 points, and the end began.",
        "Aiko wins with 32 points.",
    ]
    assert [line.round for line in story(evening)][:4] == [1, 1, 2, 3]


def test_who_plays_alone_has_not_won_together() -> None:
    """The last word of the story, and of the page, speaks to one; to two as ever."""
    ends = {}
    for people in (1, 2):
        evening = beat_foe(coop(people)).evening
        for seat in range(people):
            evening = leave(evening, seat, "exit").evening
        changed = finish(evening, "won")
        ends[people] = (told(changed.evening)[-1], ending_view(changed.evening, language="en")["title"])
    assert ends == {1: ("You have won.", "Won"), 2: ("You have won together.", "Won together")}


def test_two_dragons_of_one_round_are_two_fights() -> None:
    """The same samurai twice in a row: nobody beats a dragon together with himself."""
    evening = table(2, track=HOUSE_TRACK)
    for _ in range(6):
        evening = add_points(evening, [0], 5, "dragon").evening
    lines = told(to_the_end(evening))
    assert "Aiko beat a blue dragon alone: 5 points." in lines
    assert not [line for line in lines if "side by side" in line]


def test_a_game_against_the_mountain_has_its_story_too() -> None:
    evening = lose_life(coop(2), 1).evening
    won = finish(leave(leave(beat_foe(evening).evening, 0, "exit").evening, 1, "exit").evening, "won").evening
    assert told(won)[0] == "Aiko, Bo set out."
    assert "Bo lost one life." in told(won)
    assert "The legendary dragon fell." in told(won)
    assert told(won)[-1] == "You have won together."
    lost = lose_life(beat_foe(evening).evening, 1).evening
    assert told(lost)[-2:] == ["Bo lost the last life.", "The mountain has won."]
    assert "The legendary dragon fell." in told(lost)[:-2]
    assert [line.round for line in story(lost)][-2:] == [lost.round, lost.round]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.one_of(
        st.tuples(st.sampled_from(["points", "rounds", "twice"]), st.lists(changes(3), max_size=40)),
        st.tuples(st.just("ronin"), st.lists(changes(1), max_size=40)),
    )
)
def test_whatever_an_evening_held_it_has_a_last_page(held: tuple[str, list[object]]) -> None:
    """At most six lines, each said in every language; ranking and points are those of the standing."""
    kind, made = held
    evening = {
        "points": table(3, track=HOUSE_TRACK),
        "rounds": coop(3),
        "ronin": scenario(8, "solo"),
        "twice": scenario(3),
    }[kind]
    for change in made:
        try:
            evening = change(evening).evening  # type: ignore[operator]
        except (Illegal, IndexError):
            continue
    if evening.has_points and evening.marker is None:
        evening = correct(evening, 0, evening.course.final_points - evening.score(0)).evening
    evening = to_the_end(evening)
    assert 2 <= len(story(evening)) <= LINES
    for language in LANGUAGES:
        page = ending_view(evening, language=language)
        assert [(row["seat"], row["points"]) for row in page["rows"]] == [
            (line.seat, line.points) for line in standing(evening)
        ]
        assert page["title"]
        for row, line in zip(page["origins"], standing(evening), strict=bool(page["origins"])):
            assert row["points"] == line.points
            assert sum(part["width"] for part in row["parts"]) <= 100.5


def test_items_are_what_the_ledger_names() -> None:
    assert set(LEFT_OVER) == set(MOST_LEFT) == {"blueprint", "monk", "tooth"}
