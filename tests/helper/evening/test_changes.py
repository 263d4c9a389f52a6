"""The slip of an evening: what may be written on it, by which rule not, and that nothing else can be on it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import (
    Changed,
    add_points,
    correct,
    move_countdown,
    new_evening,
    next_turn,
    person,
    set_turn,
    set_up,
    tell_space,
)
from fujikoro_nb.helper.evening.decisions import decide, take_back
from fujikoro_nb.helper.evening.leaving import beat_foe, come_back, finish, knock_out, leave, lose_life
from fujikoro_nb.helper.evening.record import (
    COLOURS,
    LONGEST_NAME,
    MOST_POINTS,
    SOURCES,
    Evening,
    Person,
    Points,
    clean,
    options_in,
    read_evening,
    write_evening,
)
from fujikoro_nb.helper.evening.standing import standing, what_next
from fujikoro_nb.helper.evening.track import LAVA, SPACES
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, refusal_sentence
from tests.helper.evenings import HOUSE_TRACK, chapter, coop, refused, table, turns
from tests.support.sampling import examples


def test_a_fresh_evening() -> None:
    evening = table(3)
    assert [evening.score(seat) for seat in range(3)] == [0, 0, 0]
    assert (evening.round, evening.seat, evening.phase, evening.countdown) == (1, 0, "normal", 0)
    assert not evening.has_begun


# ---- who plays


@pytest.mark.rule("setup.players.count", "coop.mode.players", "solo.mode.coop-rules")
@pytest.mark.parametrize(
    ("mode", "players", "rule"),
    [
        ("competitive", 1, "setup.players.count"),
        ("competitive", 7, "setup.players.count"),
        ("coop", 7, "coop.mode.players"),
        ("solo", 2, "solo.mode.coop-rules"),
    ],
)
def test_numbers_of_people(mode: str, players: int, rule: str) -> None:
    people = [Person(f"P{seat}") for seat in range(players)]
    assert refused(lambda: new_evening(people, mode=mode)) == rule


@pytest.mark.parametrize(
    ("mode", "players"), [("competitive", 2), ("competitive", 6), ("coop", 1), ("solo", 1)]
)
def test_numbers_of_people_that_can_play(mode: str, players: int) -> None:
    assert len(new_evening([Person(f"P{seat}") for seat in range(players)], mode=mode).people) == players


@pytest.mark.rule("option.asymmetric.all-or-none", "char.general.unique", "solo.setup.daisuke-impossible")
def test_boards() -> None:
    mixed = [Person("A", "red", "tomoe"), Person("B", "blue")]
    assert refused(lambda: new_evening(mixed)) == "option.asymmetric.all-or-none"
    assert refused(lambda: new_evening([Person("A", "", "tomoe"), Person("B", "", "tomoe")])) == (
        "char.general.unique"
    )
    assert refused(lambda: new_evening([Person("A", "", "daisuke")], mode="solo")) == (
        "solo.setup.daisuke-impossible"
    )
    assert refused(lambda: new_evening([Person("A", "red"), Person("B", "red")])) == "setup.player.kit"
    assert refused(lambda: new_evening([Person("A"), Person("a")])) == "evening.name"


@pytest.mark.rule("char.general.colors")
def test_a_character_brings_its_colour() -> None:
    names = ("yoshihiro", "masako", "masatsura", "mitsuhide", "takeko", "tomoe")
    evening = new_evening([Person(name, "", name) for name in names])
    assert [one.colour for one in evening.people] == ["red", "pink", "green", "blue", "purple", "black"]
    assert new_evening([Person("D", "red", "daisuke"), Person("T", "", "tomoe")]).people[0].colour == "white"


@pytest.mark.rule("variant.peaceful", "coop.play.no-samurai-combat")
@pytest.mark.parametrize(("mode", "has_it"), [("competitive", True), ("coop", False), ("solo", False)])
def test_duels_are_left_out_only_where_there_are_any(mode: str, has_it: bool) -> None:
    people = [Person(x) for x in ("A" if mode == "solo" else "AB")]
    kept = ("adventure", "peaceful") if has_it else ("adventure",)
    evening = new_evening(people, mode=mode, options=("peaceful", "adventure"))
    assert (evening.options, evening.agreed, options_in(mode)) == (kept, kept, kept)
    before = new_evening([Person("A"), Person("B")], options=("adventure", "peaceful"))
    assert set_up(before, people=people, mode=mode).evening.options == kept


def test_an_evening_of_before_may_hold_what_its_mode_does_not_have() -> None:
    """It was accepted once: it opens, goes on and may be changed, and what it plays is what its mode has."""
    fresh = msgspec.structs.replace(coop(2, options=("adventure",)), options=("adventure", "peaceful"))
    old = read_evening(write_evening(fresh))
    assert (old, old.agreed) == (fresh, ("adventure",))
    assert old.normal_rounds == coop(2, options=("adventure",)).normal_rounds
    begun = turns(old, 1)[-1]
    assert (begun.has_begun, begun.options) == (True, ("adventure", "peaceful"))
    named = set_up(begun, people=[Person("C"), Person("D")]).evening
    assert (named.people[0].name, named.options) == ("C", ("adventure",))
    assert refused(lambda: set_up(begun, options=())) == "evening.begun"


def test_once_begun_the_frame_stands() -> None:
    evening = add_points(table(2), [0], 5, "dragon").evening
    renamed = set_up(evening, people=[Person("Ada"), Person("Bo")], edition="fr").evening
    assert (renamed.name(0), renamed.edition, renamed.score(0)) == ("Ada", "fr", 5)
    for change in ({"mode": "coop"}, {"options": ("adventure",)}, {"people": [Person(x) for x in "ABC"]}):
        with pytest.raises(Illegal):
            set_up(evening, **change)  # type: ignore[arg-type]
    assert set_up(table(2), mode="coop").evening.track == ("",) * SPACES


# ---- points


@pytest.mark.rule(
    "explore.vp", "gather.scroll.vp", "duel.steal.scroll", "gearcard.bonus.weapon", "combat.win.reward"
)
@pytest.mark.parametrize(
    ("source", "rule", "amounts"),
    [
        ("exploration", "explore.vp", {1, 2}),
        ("scroll", "gather.scroll.vp", {3}),
        ("theft", "duel.steal.scroll", {3}),
        ("gear", "gearcard.bonus.weapon", {1}),
        ("dragon", "combat.win.reward", {5, 7, 10, 15}),
    ],
)
def test_usual_amounts(source: str, rule: str, amounts: set[int]) -> None:
    for points in range(1, 17):
        if points in amounts:
            after = add_points(table(2), [1], points, source).evening
            assert after.points == (Points(1, points, source, rule),)
        else:
            assert refused(lambda amount=points: add_points(table(2), [1], amount, source)) == rule


@pytest.mark.rule("combat.win.reward")
def test_everybody_in_the_fight_gets_all_of_it() -> None:
    after = add_points(table(3), [2, 0], 7, "dragon")
    assert [after.evening.score(seat) for seat in range(3)] == [7, 0, 7]
    assert after.label.said() == "7 points for Cleo, Aiko, a dragon"


def test_taps_that_set_a_score_right_are_one_line() -> None:
    evening = add_points(table(2), [0], 5, "dragon").evening
    for by in (1, 1, -1):
        changed = correct(evening, 0, by)
        evening = changed.evening
    assert (evening.score(0), len(evening.points), changed.label.said()) == (6, 2, "Aiko set to 6")
    assert correct(evening, 0, -1).evening.points == evening.points[:1]
    assert len(correct(evening, 1, 1).evening.points) == 3


def test_the_ledger_is_bounded() -> None:
    evening = table(2)
    for number in range(MOST_POINTS):
        evening = correct(evening, number % 2, 1).evening
    assert refused(lambda: correct(evening, 0, 1)) == "evening.full"
    assert refused(lambda: correct(evening, 1, 600, note="x")) == "evening.points"


@pytest.mark.rule("coop.play.no-victory-points")
def test_no_points_together() -> None:
    assert refused(lambda: add_points(coop(2), [0], 5, "dragon")) == "coop.play.no-victory-points"
    assert refused(lambda: correct(coop(2), 0, 1)) == "coop.play.no-victory-points"


# ---- the Final Chapter


@pytest.mark.rule("final.trigger")
def test_thirty_points_whatever_they_come_from() -> None:
    near = correct(table(3), 1, 29).evening
    assert (near.marker, near.phase) == (None, "normal")
    for change in (
        add_points(near, [1], 1, "exploration"),
        add_points(near, [1], 5, "dragon"),
        correct(near, 1, 1),
    ):
        assert (change.evening.marker, change.evening.phase) == (1, "final")


@pytest.mark.rule("final.trigger.once")
def test_the_marker_stays() -> None:
    evening = correct(correct(table(2), 0, 30).evening, 1, 40).evening
    assert evening.marker == 0


@pytest.mark.rule("final.trigger.simultaneous")
def test_together_the_first_in_turn_order_gets_the_marker() -> None:
    """A acts with 28, B joins with 25, both get 7: the marker is A's, in whatever order they are named."""
    evening = correct(correct(table(2), 0, 28).evening, 1, 25).evening
    for seats in ([0, 1], [1, 0]):
        assert add_points(evening, seats, 7, "dragon").evening.marker == 0
    assert add_points(set_turn(evening, seat=1, number=3).evening, [0, 1], 7, "dragon").evening.marker == 1


@pytest.mark.rule("final.marker", "final.advance")
def test_only_the_marked_players_turn_ends_count() -> None:
    evening = chapter(marker=0)
    assert [one.countdown for one in turns(evening, 4)] == [1, 1, 1, 2]
    assert refused(lambda: move_countdown(table(2), 1)) == "final.marker"


@pytest.mark.rule("final.advance.trigger-turn")
def test_the_turn_of_the_points_counts() -> None:
    evening = correct(table(2), 0, 30).evening
    assert (evening.seat, next_turn(evening).evening.countdown) == (0, 1)


@pytest.mark.rule("final.advance.foreign-turn")
def test_points_in_a_foreign_turn() -> None:
    evening = correct(table(2), 1, 30).evening
    assert [one.countdown for one in turns(evening, 2)] == [0, 1]


@pytest.mark.rule("final.track.length", "final.event.end")
def test_the_eighth_advance_is_the_end() -> None:
    """A triggers in the own turn: the game is over with A's eighth turn end from then, and nobody goes on."""
    *before, last = turns(chapter(marker=0), 22)
    assert (before[-1].countdown, before[-1].phase) == (7, "final")
    assert (last.countdown, last.phase, last.seat) == (8, "over", 0)
    assert refused(lambda: next_turn(last)) == "final.event.end"
    assert refused(lambda: move_countdown(last, 1)) == "final.event.end"
    assert move_countdown(last, -1).evening.phase == "final"


def test_the_countdown_by_hand() -> None:
    evening = chapter(marker=1)
    assert refused(lambda: move_countdown(evening, -1)) == "setup.countdown.start"
    assert move_countdown(evening, 1).evening.countdown == 1


@pytest.mark.rule("final.track.length")
def test_what_is_printed_on_the_track_is_told_by_the_table() -> None:
    evening = chapter(marker=0, track=())
    assert evening.track == ("", "", "", "", "", "", "", "end")
    evening = tell_space(evening, 4, "rope").evening
    assert refused(lambda: tell_space(evening, 5, "rope")) == "final.track.length"
    assert refused(lambda: tell_space(evening, 8, "blank")) == "final.track.length"
    assert refused(lambda: tell_space(evening, 5, "end")) == "final.track.length"
    assert tell_space(evening, 4, "").evening.track[3] == ""


@pytest.mark.rule("final.trigger", "final.trigger.once")
def test_a_mistyped_score_begins_no_final_chapter() -> None:
    """15 and again 15 by mistake, found in the next turn: 15 points are not thirty, and real thirty begin it."""
    evening = add_points(add_points(table(3), [0], 15, "dragon").evening, [0], 15, "dragon").evening
    assert (evening.marker, evening.marked_in) == (0, (1, 0))
    later = move_countdown(next_turn(evening).evening, -1).evening
    assert (later.marker, later.countdown) == (0, 0)
    right = correct(later, 0, -15).evening
    assert (right.marker, right.phase, right.score(0)) == (None, "normal", 15)
    again = add_points(right, [1, 0], 15, "dragon").evening
    assert (again.marker, again.marked_in) == (0, (1, 1))
    assert add_points(correct(right, 1, 29).evening, [1], 1, "exploration").evening.marker == 1


@pytest.mark.rule("final.trigger.once")
def test_a_slip_of_the_finger_gives_the_marker_to_nobody_else() -> None:
    """A has thirty first, B later: A corrected below thirty loses it to B, and has it back with the second tap."""
    evening = correct(correct(table(3), 2, 30).evening, 1, 32).evening
    assert evening.marker == 2
    slip = correct(evening, 2, -1).evening
    assert (slip.marker, slip.score(2)) == (1, 29)
    assert correct(slip, 2, 1).evening.marker == 2
    assert correct(turns(evening, 3)[-1], 2, -1).evening.marker == 2  # the countdown has moved


def test_a_mode_cannot_change_under_a_marker() -> None:
    evening = chapter(marker=1)
    assert evening.has_begun
    assert refused(lambda: set_up(evening, mode="coop")) == "evening.begun"
    nothing = correct(evening, 1, -30).evening
    assert set_up(nothing, mode="coop").evening.mode == "coop"


def test_an_evening_from_before_the_turn_of_the_marker_was_kept() -> None:
    plain = msgspec.to_builtins(chapter(marker=1))
    del plain["marked_in"]
    old = read_evening(msgspec.json.encode(plain))
    assert (old.marker, old.marked_in) == (1, None)
    assert what_next(turns(old, 1)[-1]).clock[0].rules == ("final.advance",)


def test_points_for_nobody() -> None:
    assert refused(lambda: add_points(table(2), [], 5, "dragon")) == "evening.points"
    assert refused(lambda: add_points(table(2), [0], 0, "other")) == "evening.points"
    assert refused(lambda: add_points(table(2), [0], 0, "dragon")) == "combat.win.reward"


# ---- escapes


@pytest.mark.rule("escape.rope", "final.event.rope")
def test_no_escape_by_a_rope_that_has_not_come() -> None:
    """On the track of our house the rope is the fourth space; on an unknown one the table knows better."""
    evening = chapter(marker=0)
    assert refused(lambda: leave(evening, 1, "big")) == "escape.rope"
    later = turns(evening, 10)[-1]
    assert (later.countdown, later.has_come("rope")) == (4, True)
    assert leave(later, 1, "big").evening.palace(1) == "big"
    assert leave(turns(chapter(marker=0, track=()), 1)[-1], 1, "big").evening.palace(1) == "big"


@pytest.mark.rule("escape.secret.final-only")
def test_secret_exit_before_the_final_chapter() -> None:
    assert refused(lambda: leave(table(2), 0, "small")) == "escape.secret.final-only"
    always = decide(table(2), "escape.secret.final-only", "always").evening
    assert leave(always, 0, "small").evening.palace(0) == "small"
    assert leave(chapter(marker=0), 1, "small").evening.palace(1) == "small"


@pytest.mark.rule("escape.no-actions", "escape.order-recorded")
def test_whoever_left_takes_no_actions_and_has_turns() -> None:
    evening = leave(leave(chapter(marker=0), 1, "small").evening, 0, "small").evening
    assert [one.seat for one in evening.escapes] == [1, 0]
    assert refused(lambda: add_points(evening, [0], 2, "exploration")) == "escape.no-actions"
    assert refused(lambda: leave(evening, 1, "small")) == "escape.no-actions"
    assert next_turn(evening).evening.countdown == 1


@pytest.mark.rule("bonus.one-per-turn")
def test_one_thing_in_each_own_turn_from_the_escape_on() -> None:
    evening = chapter(marker=0)
    assert refused(lambda: add_points(evening, [0], 5, "escape")) == "bonus.one-per-turn"
    out = leave(evening, 0, "small").evening
    both = leave(out, 1, "small").evening
    assert (
        refused(lambda: add_points(both, [1], 5, "escape")) == "bonus.one-per-turn"
    )  # it is the first one's turn
    once = add_points(out, [0], 5, "escape").evening
    assert refused(lambda: add_points(once, [0], 5, "escape")) == "bonus.one-per-turn"
    other = next_turn(once).evening
    assert refused(lambda: add_points(other, [0], 5, "escape")) == "bonus.one-per-turn"
    again = turns(other, 2)[-1]
    assert add_points(again, [0], 5, "escape").evening.score(0) == 30 + 10


@pytest.mark.rule("bonus.one-per-turn")
def test_a_claim_that_is_corrected_was_none() -> None:
    """Five written for ten: taken back, at once or tap by tap, the one claim of this turn is still to be made."""
    out = leave(turns(chapter(marker=0), 12)[-1], 0, "big").evening
    wrong = add_points(out, [0], 5, "escape").evening
    right = correct(wrong, 0, -5).evening
    assert right == out
    assert "evening.remind-claim" in [one.key for one in what_next(right).reminders]
    assert add_points(right, [0], 10, "escape").evening.score(0) == 40
    tapped = wrong
    for _ in range(5):
        tapped = correct(tapped, 0, -1).evening
    assert tapped == out
    less = correct(wrong, 0, -1).evening  # it was four: that is this turn's
    assert refused(lambda: add_points(less, [0], 10, "escape")) == "bonus.one-per-turn"
    assert len(correct(wrong, 1, -5).evening.points) == len(wrong.points) + 1  # somebody else's points


@pytest.mark.rule("bonus.small.categories", "bonus.space.single")
def test_small_palace() -> None:
    """Four single places of five points for all together."""
    evening = leave(chapter(marker=0), 0, "small").evening
    for points in (1, 4, 6):
        assert refused(lambda amount=points: add_points(evening, [0], amount, "escape")) == (
            "bonus.small.categories"
        )
    for _ in range(4):
        evening = turns(add_points(evening, [0], 5, "escape").evening, 3)[-1]
    assert evening.score(0) == 50
    assert refused(lambda: add_points(evening, [0], 5, "escape")) == "bonus.space.single"


@pytest.mark.rule("end.leftovers", "end.leftovers.not-escaped")
def test_leftovers_at_the_end_in_the_big_palace() -> None:
    """Big palace with two monks and a tooth left: three points. In the small one and inside: nothing."""
    evening = leave(leave(turns(chapter(marker=0), 10)[-1], 0, "big").evening, 1, "small").evening
    assert refused(lambda: add_points(evening, [0], 3, "leftover")) == "end.leftovers"
    over = turns(evening, 12)[-1]
    assert over.phase == "over"
    assert add_points(over, [0], 1 + 1 + 1, "leftover").evening.score(0) == 33
    for seat in (1, 2):
        assert refused(lambda one=seat: add_points(over, [one], 3, "leftover")) == "end.leftovers.not-escaped"


# ---- together


@pytest.mark.rule("coop.rounds.limit", "coop.rounds.adventure-minus-two", "coop.setup.countdown-start")
@pytest.mark.parametrize(
    ("players", "options", "normal"),
    [(1, (), 25), (2, (), 20), (6, (), 20), (1, ("adventure",), 23), (4, ("adventure",), 18)],
)
def test_normal_rounds(players: int, options: tuple[str, ...], normal: int) -> None:
    assert coop(players, options=options).normal_rounds == normal


@pytest.mark.rule(
    "coop.rounds.no-advance-before-first",
    "coop.final.trigger",
    "coop.final.eight-rounds",
    "coop.rounds.limit",
)
def test_two_players_play_twenty_and_eight_rounds() -> None:
    """Twenty spaces before the eruption, which is reached at the start of round 21; the last round is 28."""
    evening = coop(2)
    seen = {evening.round: (evening.countdown, evening.phase)}
    while evening.phase != "over":
        evening = next_turn(evening).evening
        if not evening.result:
            seen[evening.round] = (evening.countdown, evening.phase)
    assert (seen[1], seen[20], seen[21]) == ((0, "normal"), (19, "normal"), (20, "eruption"))
    assert (max(seen), evening.result) == (28, "lost")


@pytest.mark.rule("coop.rounds.first-player-fixed", "coop.rounds.first-player-escaped")
def test_a_round_begins_with_the_first_who_is_left() -> None:
    evening = leave(beat_foe(coop(3)).evening, 0, "exit").evening
    assert [(one.seat, one.round) for one in turns(evening, 3)] == [(1, 1), (2, 1), (1, 2)]
    assert turns(evening, 3)[-1].countdown == 1


@pytest.mark.rule("coop.lives.second-loss-defeat", "coop.lives.flip-tile", "coop.setup.lives-two")
def test_the_second_lost_life_loses() -> None:
    evening = lose_life(lose_life(coop(3), 1).evening, 2).evening
    assert ([evening.lives(seat) for seat in range(3)], evening.result) == ([2, 1, 1], "")
    over = lose_life(evening, 1).evening
    assert (over.result, over.phase) == ("lost", "over")
    assert refused(lambda: next_turn(over)) == "coop.end.lose-conditions"
    assert refused(lambda: lose_life(table(2), 0)) == "coop.setup.lives-two"


@pytest.mark.rule(
    "coop.goal.escape-after-legendary",
    "coop.goal.everyone-escaped",
    "coop.goal.legendary-defeated",
    "coop.goal.exit-any-round",
    "coop.end.win-immediately",
)
def test_first_the_dragon_then_out_then_won() -> None:
    evening = coop(2)
    assert refused(lambda: leave(evening, 0, "exit")) == "coop.goal.escape-after-legendary"
    assert refused(lambda: finish(evening, "won")) == "coop.goal.legendary-defeated"
    evening = leave(beat_foe(evening).evening, 0, "exit").evening
    assert refused(lambda: finish(evening, "won")) == "coop.goal.everyone-escaped"
    assert refused(lambda: leave(evening, 1, "big")) == "coop.goal.everyone-escaped"
    assert refused(lambda: beat_foe(evening)) == "coop.goal.escape-after-legendary"
    won = finish(leave(evening, 1, "exit").evening, "won").evening
    assert (won.result, won.phase, won.round) == ("won", "over", 1)
    assert refused(lambda: next_turn(won)) == "coop.end.win-immediately"
    assert refused(lambda: finish(table(2), "lost")) == "end.winner"


@pytest.mark.rule("coop.final.no-rope")
def test_no_rope_together() -> None:
    assert refused(lambda: tell_space(coop(2), 1, "rope")) == "coop.final.no-rope"
    assert tell_space(tell_space(coop(2), 7, "blank").evening, 8, "blank").evening.track[6:] == (
        "blank",
        "blank",
    )


@pytest.mark.rule("escape.no-actions")
def test_whoever_has_left_loses_no_life() -> None:
    """No figure on the map: neither dragons nor lava reach it."""
    evening = leave(beat_foe(coop(2)).evening, 0, "exit").evening
    assert refused(lambda: lose_life(evening, 0)) == "escape.no-actions"
    assert lose_life(evening, 1).evening.lives(1) == 1


@pytest.mark.rule("coop.rounds.start-of-round-order")
def test_rounds_move_the_countdown_together() -> None:
    assert move_countdown(coop(2), 1).label.rules == ("coop.rounds.start-of-round-order",)
    assert move_countdown(chapter(marker=0), 1).label.rules == ("final.advance",)


# ---- rulings


def test_the_last_decision_on_a_rule_holds_and_one_that_goes_brings_back_what_was() -> None:
    first = decide(
        table(2), "end.tie", "escaped", who="Aiko", when="2026-11-21T20:15", note="booklet"
    ).evening
    assert first.rulings.chosen == (("end.tie", "escaped"),)
    assert refused(lambda: decide(first, "end.tie", "escaped")) == "evening.ruling"
    second = decide(first, "end.tie", "earliest").evening
    assert second.rulings.chosen == ()
    changed = take_back(second, 1)
    assert changed.evening == first
    assert changed.label.said() == "ruling on Tie for most points taken back"
    assert changed.label.said(language="de") == "Entscheidung zu „Gleichstand am Ende“ zurückgenommen"
    for rule, option in (("no.rule", "x"), ("end.tie", "x"), ("turn.two-actions", "adopted")):
        assert refused(lambda a=rule, b=option: decide(first, a, b)) == "evening.ruling"
    assert refused(lambda: take_back(first, 1)) == refused(lambda: take_back(first, -1)) == "evening.ruling"


# ---- texts from outside


def test_names_are_cleaned_and_bounded() -> None:
    assert person("  Ai\u202eko\n\t M\x00. ").name == "Aiko M."
    assert person("<b>Bo</b>").name == "<b>Bo</b>"  # shown as text, never as markup
    assert refused(lambda: person(" \u200b ")) == "evening.name"
    assert refused(lambda: person("x" * 25)) == "evening.text"
    assert refused(lambda: correct(table(2), 0, 1, note="x" * 121)) == "evening.text"


@given(st.text(max_size=60))
def test_cleaning_is_done_once(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert once.encode("utf-8").decode("utf-8") == once and "\n" not in once


@pytest.mark.parametrize(
    "broken",
    [
        {"version": 2},
        {"people": [{"name": "A"}]},
        {"people": [{"name": "A"}, {"name": ""}]},
        {"people": [{"name": "A"}, {"name": "x" * (LONGEST_NAME + 1)}]},
        {"people": [{"name": "A"}, {"name": "B", "colour": "mauve"}]},
        {"people": [{"name": "A"}, {"name": "B", "nick": "b"}]},
        {"seat": 2},
        {"round": 0},
        {"marker": 5},
        {"countdown": 1},
        {"marked_in": [1, 0]},
        {"marker": 0, "marked_in": [0, 0]},
        {"marker": 0, "marked_in": [1, 2]},
        {"countdown": 9, "marker": 0},
        {"track": ["rope"] * 7 + ["end"]},
        {"points": [{"seat": 3, "points": 1, "source": "dragon"}]},
        {"points": [{"seat": 0, "points": 1, "source": "luck"}]},
        {"points": [{"seat": 0, "points": 0, "source": "other"}]},
        {"points": [{"seat": 0, "points": 10**9, "source": "other"}]},
        {"points": [{"seat": 0, "points": 1, "source": "other", "note": "x" * 121}]},
        {"points": [{"seat": 0, "points": 1, "source": "other"}] * 401},
        {"escapes": [{"seat": 0, "palace": "big"}] * 2},
        {"escapes": [{"seat": 0, "palace": "exit"}]},
        {"lost_lives": [0]},
        {"result": "won"},
        {"decisions": [{"rule": "no.rule", "option": "x"}]},
        {"decisions": [{"rule": "end.tie", "option": "escaped"}] * 101},
        {"surprise": 1},
    ],
)
def test_what_cannot_be_is_not_read(broken: dict[str, object]) -> None:
    plain = msgspec.to_builtins(table(2))
    assert read_evening(msgspec.json.encode(plain)) == table(2)
    with pytest.raises(ValueError, match=r"evening|no.rule|Expected|Object|Length|length"):
        read_evening(msgspec.json.encode({**plain, **broken}))


# ---- laws along any changes


def changes(people: int) -> st.SearchStrategy[object]:
    """Anything that may be written on the slip of so many people."""
    seats = st.integers(0, people - 1)
    return st.one_of(
        st.builds(
            lambda who, n, source: lambda e: add_points(e, sorted(who), n, source),
            st.sets(seats, min_size=1),
            st.sampled_from([0, 1, 2, 3, 5, 7, 10, 15, -5]),
            st.sampled_from(list(SOURCES)),
        ),
        st.builds(lambda who, n: lambda e: correct(e, who, n), seats, st.integers(-40, 40)),
        st.builds(lambda who, n: lambda e: set_turn(e, seat=who, number=n), seats, st.integers(0, 30)),
        st.builds(lambda by: lambda e: move_countdown(e, by), st.sampled_from([1, -1])),
        st.builds(
            lambda n, what: lambda e: tell_space(e, n, what),
            st.integers(1, 8),
            st.sampled_from(["", *LAVA, "rope", "blank", "end"]),
        ),
        st.builds(
            lambda who, to: lambda e: leave(e, who, to), seats, st.sampled_from(["big", "small", "exit"])
        ),
        st.builds(lambda who: lambda e: lose_life(e, who), seats),
        st.builds(lambda who: lambda e: knock_out(e, who), seats),
        st.just(beat_foe),
        st.builds(lambda who: lambda e: come_back(e, who), seats),
        st.builds(lambda to: lambda e: finish(e, to), st.sampled_from(["won", "lost"])),
        st.builds(
            lambda name: lambda e: decide(e, "end.tie", name, who="Bo"),
            st.sampled_from(["earliest", "escaped"]),
        ),
        st.builds(lambda n: lambda e: take_back(e, n), st.integers(0, 3)),
        st.just(next_turn),
        st.just(next_turn),
        st.just(next_turn),
    )


@settings(max_examples=examples(150), deadline=None)
@given(st.booleans(), st.lists(changes(3), max_size=60))
def test_laws(is_together: bool, made: list[object]) -> None:
    obey(coop(3) if is_together else table(3, track=HOUSE_TRACK), made)


def obey(evening: Evening, made: list[object]) -> None:
    """Make the changes that the rules have; each is said in every language and leaves an evening that can be."""
    for change in made:
        try:
            changed: Changed = change(evening)  # type: ignore[operator]
        except Illegal as illegal:
            (refusal,) = illegal.refusals
            assert has_rule(refusal.rule) or refusal.rule.startswith("evening.")
            for language in LANGUAGES:
                assert refusal_sentence(refusal, language=language)
            continue
        evening = changed.evening
        assert all(changed.label.said(language=language) for language in LANGUAGES)
        assert all(has_rule(rule) for rule in changed.label.rules)
        check_laws(evening)


def check_laws(evening: Evening) -> None:
    assert read_evening(write_evening(evening)) == evening
    lines = standing(evening)
    assert {line.seat for line in lines} == set(range(len(evening.people)))
    for line in lines:
        assert line.points == sum(points for _, points in line.by_source) == evening.score(line.seat)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert 0 <= evening.countdown <= evening.last_space
    assert 0 <= evening.steps_taken <= SPACES
    everybody = range(len(evening.people))
    enough = [seat for seat in everybody if evening.score(seat) >= evening.points_wanted]
    if evening.has_points and not evening.course.sources and not evening.countdown:
        assert evening.marker in enough if enough else evening.marker is None
    told = what_next(evening)
    said = (*told.clock, *told.end, *told.reminders)
    assert said and all(has_rule(rule) for one in said for rule in one.rules)
    assert all(one.rules and one.said(language=language) for one in said for language in LANGUAGES)
    if evening.phase == "over":
        assert not told.clock and all(evening.turns_left(seat) == 0 for seat in everybody)


def test_colours_are_those_of_the_box() -> None:
    assert COLOURS == ("red", "pink", "green", "blue", "purple", "black", "white")
