"""Score, countdown and late-comer's card of a table that plays a scenario: goals, thresholds, rounds and ways out."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import (
    add_points,
    correct,
    move_countdown,
    new_evening,
    next_turn,
    set_up,
    tell_space,
)
from fujikoro_nb.helper.evening.course import course
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.late_comer import MOST_WORDS, late_comer
from fujikoro_nb.helper.evening.leaving import beat_foe, come_back, finish, knock_out, leave, lose_life
from fujikoro_nb.helper.evening.record import Evening, Person, read_evening, write_evening
from fujikoro_nb.helper.evening.standing import what_next
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.setup.choices import table_of
from fujikoro_nb.rulebook import has_rule, rule
from fujikoro_nb.texts import LANGUAGES, say
from tests.helper.evening.test_changes import changes, obey
from tests.helper.evening.test_late_comer import crowded, words
from tests.helper.evenings import NAMES, coop, refused, scenario, table, turns
from tests.support.sampling import examples

PLAYED = [
    *(("competitive", number) for number in (1, 2, 3, 4, 5)),
    *(("coop", number) for number in (3, 5, 6)),
    *(("solo", number) for number in (3, 5, 6, 7, 8)),
]


def told(said: tuple[Said, ...], key: str) -> str:
    return next((one.said() for one in said if one.key == f"evening.{key}"), "")


def end(evening: Evening, key: str) -> str:
    return told(what_next(evening).end, key)


def card(evening: Evening, part: str, language: str = "en") -> str:
    parts = late_comer(evening, language=language)
    return " ".join(next((one.lines for one in parts if one.name == part), ()))


# ---- which evenings there are


@pytest.mark.rule("scenario.general.modes", "scenario.general.solo-modes-coop-players")
@pytest.mark.parametrize("mode", ["competitive", "coop", "solo"])
def test_an_evening_has_the_scenarios_that_the_setup_list_has(mode: str) -> None:
    for players in range(1, 7):
        for number in range(1, 9):
            people = [Person(name) for name in NAMES[:players]]
            if rule_id := refusal_of(mode, players, number):
                assert refused(lambda a=people, b=number: new_evening(a, mode=mode, scenario=b)) == rule_id
                with pytest.raises(ValueError, match="no evening"):
                    msgspec.structs.replace(new_evening_of(players), mode=mode, scenario=number)
            else:
                evening = new_evening(people, mode=mode, scenario=number)
                assert read_evening(write_evening(evening)) == evening


def refusal_of(mode: str, players: int, number: int) -> str:
    """The rule by which the setup list has no such table; empty where it has."""
    try:
        table_of(mode, players, (f"scenario-{number}",))
    except Illegal as illegal:
        return illegal.refusals[0].rule
    return ""


def new_evening_of(players: int) -> Evening:
    return coop(1) if players == 1 else table(players)


def test_an_evening_of_before_scenarios_has_none() -> None:
    old = msgspec.json.decode(write_evening(beat_foe(coop(2)).evening))
    del old["scenario"], old["lava_phase"]
    assert old["is_legendary_beaten"] is True
    read = read_evening(msgspec.json.encode(old))
    assert (read.scenario, read.is_foe_beaten) == (0, True)
    assert read.course == course("coop", 0, 2)


@pytest.mark.rule("scenario.general.base-rules")
def test_another_scenario_only_before_play() -> None:
    evening = set_up(table(3), scenario=1).evening
    assert evening.course.final_points == 20
    assert set_up(evening, mode="coop").evening.scenario == 0, "scenario 1 is not played together"
    assert set_up(evening, edition="fr").evening.scenario == 1
    begun = add_points(evening, [0], 5, "dragon").evening
    assert refused(lambda: set_up(begun, scenario=2)) == "evening.begun"
    assert set_up(scenario(8, "solo"), scenario=0).evening.track == coop(1).track


@pytest.mark.rule("solo.setup.daisuke-impossible")
@pytest.mark.parametrize("mode", ["coop", "solo"])
@pytest.mark.parametrize("number", [0, 3, 5, 6, 7, 8])
def test_daisuke_alone_where_no_magical_helmet_is_needed(mode: str, number: int) -> None:
    alone = [Person("A", "white", "daisuke")]
    if number in (0, 3, 7):
        assert refused(lambda: new_evening(alone, mode=mode, scenario=number)) == (
            "solo.setup.daisuke-impossible"
        )
    else:
        assert new_evening(alone, mode=mode, scenario=number).people[0].character == "daisuke"
    two = [*alone, Person("B", "", "tomoe")]
    assert len(new_evening(two, mode="coop").people) == 2


# ---- what every scenario says


@pytest.mark.parametrize(("mode", "number"), PLAYED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_card_name_the_scenario(mode: str, number: int, language: str) -> None:
    evening = scenario(number, mode)
    (note,) = (one for one in what_next(evening).end if one.key.startswith("evening.scenario-"))
    assert str(number) in note.said(language=language).split(":")[0]
    assert note.rules and all(has_rule(each) for each in note.rules)
    assert str(number) in card(evening, "goal", language)


@pytest.mark.parametrize(("mode", "number"), PLAYED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_a_scenario_is_read_in_ninety_seconds(mode: str, number: int, language: str) -> None:
    full = crowded("competitive" if mode == "competitive" else "coop")
    players = 1 if mode == "solo" else 6
    people = full.people[:players]
    evening = new_evening(people, mode=mode, scenario=number)
    evening = msgspec.structs.replace(evening, decisions=full.decisions)
    for seat in range(players - 1):
        evening = evening if mode == "competitive" else lose_life(evening, seat).evening
    assert 60 < words(late_comer(evening, language=language)) <= MOST_WORDS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("mode", "number"),
    [("competitive", 2), ("competitive", 3), ("competitive", 4), ("competitive", 5), ("coop", 3)],
)
def test_the_card_of_a_scenario_fits_where_everything_is_long(mode: str, number: int, language: str) -> None:
    """Six long names and characters, every ruling decided otherwise, five who are out: one ruling at least is named."""
    for cast in ((), tuple(PEOPLE)):
        full = msgspec.structs.replace(crowded(mode, cast), scenario=number)
        assert words(late_comer(full, language=language)) <= MOST_WORDS
        assert card(full, "rulings", language)


@pytest.mark.rule("scenario.2.competitive.dragon-values", "scenario.2.competitive.same-color-set")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_kept_dragons_count_stands_there_during_play(language: str) -> None:
    """The ledger's numbers: 2, 3, 5 and 7 by colour, 7 more for a set of one colour, 10 more for three colours."""
    (note,) = (one for one in what_next(scenario(2)).end if one.key.startswith("evening.scenario-"))
    numbers = re.findall(r"\d+", note.said(language=language))
    assert list(map(int, numbers)) == [2, 2, 3, 5, 7, 7, 10]
    assert "scenario.2.competitive.different-color-set" in note.rules


@pytest.mark.rule("scenario.2.competitive.knockout-temple")
def test_nobody_lies_where_temples_wake_and_the_page_says_so() -> None:
    """Only the French booklet wakes whoever is knocked out in a temple; a table that follows the German one lies."""
    evening, name = scenario(2), "scenario.2.competitive.knockout-temple"
    assert refused(lambda: knock_out(evening, 1)) == name
    assert "three temples" in end(evening, "end-temples")
    usual = decide(evening, name, "usual").evening
    assert knock_out(usual, 1).evening.down == (1,)
    assert end(usual, "end-temples") == ""
    assert knock_out(scenario(4), 1).evening.down == (1,)
    assert end(scenario(4), "end-temples") == ""


@pytest.mark.rule("scenario.8.solo.goal-fifty")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ronin_reads_the_goal_from_the_first_round_on(language: str) -> None:
    (note,) = (one for one in what_next(scenario(8, "solo")).end if one.key.startswith("evening.scenario-"))
    assert re.findall(r"\d+", note.said(language=language)) == ["8", "50"]
    assert "scenario.8.solo.goal-fifty" in note.rules


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(PLAYED), st.data())
def test_laws(played: tuple[str, int], data: st.DataObject) -> None:
    evening = scenario(played[1], played[0])
    obey(evening, data.draw(st.lists(changes(len(evening.people)), max_size=60)))


# ---- scenario 1


@pytest.mark.rule("scenario.1.competitive.final-at-twenty")
def test_the_final_chapter_begins_at_twenty() -> None:
    evening = add_points(scenario(1), [1], 10, "dragon").evening
    assert "20 points" in what_next(evening).clock[0].said()
    assert what_next(evening).clock[0].rules[0] == "scenario.1.competitive.final-at-twenty"
    assert end(evening, "end-points") == "Bo is nearest to the Final Chapter: 10 points are missing."
    assert "With 20 points" in card(evening, "do")
    begun = add_points(evening, [1], 10, "dragon").evening
    assert (begun.marker, begun.phase) == (1, "final")
    assert "end-too-few" not in [one.key for one in what_next(begun).end]
    assert (
        add_points(add_points(table(3), [1], 10, "dragon").evening, [1], 10, "dragon").evening.marker is None
    )


@pytest.mark.rule("scenario.1.competitive.no-secret-exit", "scenario.1.competitive.escape-delayed")
def test_only_the_rope_leads_out_and_a_turn_later() -> None:
    evening = correct(scenario(1), 0, 20).evening
    assert refused(lambda: leave(evening, 1, "small")) == "scenario.1.competitive.no-secret-exit"
    later = turns(evening, 10)[-1]
    assert "when your next turn begins" in end(later, "end-rope-later")
    assert leave(later, 1, "big").evening.palace(1) == "big"


@pytest.mark.rule("scenario.1.competitive.tokens-end-score")
def test_status_tokens_are_still_to_be_entered() -> None:
    over = turns(correct(scenario(1), 0, 20).evening, 22)[-1]
    assert over.phase == "over"
    assert "5 points for each status token" in end(over, "over-tokens")
    assert add_points(over, [1], 5 + 5, "other").evening.score(1) == 10


@pytest.mark.rule("scenario.1.competitive.tokens-cross-lava")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_does_not_advise_sandals_where_tokens_pay_for_lava(language: str) -> None:
    final = correct(scenario(1), 0, 20).evening
    assert say("evening.late-do-tokens", language=language) in card(final, "do", language)
    assert say("evening.late-do-sandals", language=language) not in card(final, "do", language)


# ---- scenario 2


@pytest.mark.rule(
    "scenario.2.competitive.dragons-move-each-round",
    "scenario.2.competitive.dragon-values",
    "scenario.2.competitive.same-color-set",
    "scenario.2.competitive.different-color-set",
)
def test_dragons_move_after_the_last_turn_and_count_at_the_end() -> None:
    evening = scenario(2)
    assert what_next(evening).reminders == ()
    last = turns(evening, 2)[-1]
    assert "move every dragon" in told(what_next(last).reminders, "remind-dragons")
    over = turns(correct(evening, 0, 30).evening, 22)[-1]
    sentence = end(over, "over-dragons")
    values = dict(rule("scenario.2.competitive.dragon-values").numbers)
    assert [str(values[each]) for each in ("blue", "green", "red", "white")] == ["2", "3", "5", "7"]
    for part in ("2 points for a blue", "3 green", "5 red", "7 white", "7 more for three", "10 more for"):
        assert part in sentence


# ---- scenario 3 against each other


@pytest.mark.rule("scenario.3.competitive.lava-phase-trigger", "scenario.3.competitive.real-final")
def test_the_eruption_phase_begins_at_ten_and_ends_nothing() -> None:
    evening = scenario(3)
    assert told(what_next(evening).clock, "clock-waits-lava").startswith("The countdown stands still")
    evening = add_points(evening, [1], 7, "dragon").evening
    assert "3 points are missing" in end(evening, "end-points-lava")
    evening = turns(add_points(evening, [1], 7, "dragon").evening, 1)[-1]
    assert (evening.marker, evening.phase, evening.countdown) == (1, "lava", 0)
    assert "16 points are missing" in end(evening, "end-points")
    effects = []
    for _ in range(8):
        effects.append(what_next(evening).clock[1].key.removeprefix("evening.effect-"))
        assert refused(lambda now=evening: leave(now, 0, "big")) == "escape.rope"
        assert refused(lambda now=evening: leave(now, 0, "small")) == "escape.secret.final-only"
        assert evening.turns_left(0) is None
        evening = turns(evening, 3)[-1]
    assert effects == ["lava", "lava", "lava", "no-rope", "lava", "lava", "blank", "no-end"]
    assert (evening.phase, evening.countdown, evening.driver) == ("normal", 8, None)
    assert "30 points first" in told(what_next(evening).clock, "clock-waits")
    assert refused(lambda: move_countdown(evening, 1)) == "scenario.3.competitive.real-final"
    assert turns(evening, 9)[-1].phase == "normal", "the game goes on"
    final = add_points(turns(evening, 2)[-1], [0, 1], 15, "dragon").evening
    assert (final.phase, final.marker, final.countdown) == ("normal", 1, 8), "29 and 15"
    final = add_points(final, [0], 15, "dragon").evening
    assert (final.phase, final.marker, final.countdown) == ("final", 0, 0)
    rope = turns(final, 11)[-1]
    assert leave(rope, 2, "big").evening.palace(2) == "big"
    assert turns(rope, 11)[-1].phase == "over"


@pytest.mark.rule("scenario.3.competitive.reset-if-running")
def test_thirty_points_begin_the_countdown_anew() -> None:
    evening = turns(correct(scenario(3), 0, 10).evening, 16)[-1]
    assert (evening.phase, evening.countdown, evening.seat) == ("lava", 6, 1)
    final = add_points(evening, [1], 30, "other").evening
    assert (final.phase, final.marker, final.countdown) == ("final", 1, 0)
    assert next_turn(final).evening.countdown == 1
    assert read_evening(write_evening(final)) == final
    mistake = correct(final, 1, -30).evening
    assert (mistake.phase, mistake.marker, mistake.countdown) == ("lava", 0, 6)
    assert (mistake.marked_in, mistake.lava_phase) == (evening.marked_in, None)


@pytest.mark.parametrize(
    "stood",
    [
        {"marker": None, "space": 5, "marked_in": None},
        {"marker": 0, "space": 3, "marked_in": [10**18, -99]},
        {"marker": 0, "space": 9, "marked_in": None},
        {"marker": 3, "space": 0, "marked_in": None},
        {"marker": None, "space": 0, "marked_in": [1, 0]},
    ],
    ids=str,
)
def test_a_countdown_to_come_back_to_is_one_that_can_be(stood: dict[str, object]) -> None:
    final = add_points(correct(scenario(3), 0, 10).evening, [1], 30, "other").evening
    plain = json.loads(write_evening(final))
    assert read_evening(json.dumps(plain)) == final
    with pytest.raises(ValueError, match="evening"):
        read_evening(json.dumps({**plain, "lava_phase": stood}))


@pytest.mark.rule("scenario.3.competitive.jump-over-both")
def test_whoever_jumps_over_both_begins_only_the_final_chapter() -> None:
    evening = add_points(correct(scenario(3), 0, 9).evening, [0], 22, "other").evening
    assert (evening.phase, evening.marker, evening.countdown) == ("final", 0, 0)
    back = correct(evening, 0, -22).evening
    assert (back.phase, back.marker) == ("normal", None)


# ---- scenario 3 together


@pytest.mark.rule(
    "scenario.3.coop.lava-phase",
    "scenario.3.coop.second-countdown",
    "scenario.3.coop.adventure-tokens-rounds",
)
@pytest.mark.parametrize(
    ("players", "options", "second"),
    [(2, (), 5), (6, (), 5), (1, (), 10), (2, ("adventure",), 3), (1, ("adventure",), 8)],
)
def test_two_countdowns_together(players: int, options: tuple[str, ...], second: int) -> None:
    evening = scenario(3, "coop", players=players, options=options)
    everything = 5 + 8 + second + 8
    if not options:
        totals = dict(rule("scenario.3.coop.second-countdown").numbers)
        assert everything == totals["total_rounds.1" if players == 1 else "total_rounds.2-6"]
    assert evening.rounds_left == everything
    phases = {1: "normal"}
    while evening.phase != "over":
        evening = next_turn(evening).evening
        phases.setdefault(evening.round, evening.phase)
        if evening.round == 13 and evening.phase != "over":
            back = told(what_next(evening).clock, "clock-back")
            assert f"it stands {second} spaces before the eruption" in back
    expected = ["normal"] * 5 + ["lava"] * 8 + ["normal"] * second + ["eruption"] * 8
    assert [phases[number] for number in range(1, everything + 1)] == expected
    assert evening.result == "lost"


@pytest.mark.rule("scenario.3.coop.lava-phase")
def test_what_the_page_says_of_both_countdowns() -> None:
    evening = scenario(3, "coop", players=2)
    assert told(what_next(evening).clock, "effect-round") == "Then it stands 4 spaces before the eruption."
    assert "26 rounds are left" in end(evening, "end-rounds")
    assert "26 rounds are left; the mountain erupts twice" in card(evening, "now")
    assert what_next(evening).end[0].rules[0] == "scenario.3.coop.second-countdown"
    fifth = turns(evening, 8)[-1]
    assert told(what_next(fifth).clock, "effect-lava-round").startswith("With it begins round 1 of 8")
    lava = turns(fifth, 2)[-1]
    assert (lava.phase, lava.steps_taken, lava.round) == ("lava", 1, 6)
    assert "eruption phase" in card(lava, "now")
    again = turns(evening, 26)[-1]
    assert (again.round, again.phase, again.steps_taken, again.rounds_done) == (14, "normal", 0, 0)
    assert told(what_next(again).clock, "effect-round") == "Then it stands 4 spaces before the eruption."
    last = turns(evening, 50)[-1]
    assert (last.round, [one.key for one in what_next(last).clock]) == (26, ["evening.clock-last-round"])


# ---- scenario 4


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai")
@pytest.mark.parametrize(("before", "after"), [(12, 7), (3, 0), (5, 0)])
def test_a_monk_takes_five_points_but_nobody_falls_below_none(before: int, after: int) -> None:
    evening = correct(scenario(4), 0, before).evening
    beaten = add_points(evening, [0], after - before, "monk").evening
    assert beaten.score(0) == after
    wrong = "scenario.4.competitive.monk-beats-samurai"
    assert refused(lambda: add_points(evening, [0], after - before - 1, "monk")) == wrong
    assert refused(lambda: add_points(scenario(4), [0], -5, "monk")) == wrong
    assert refused(lambda: add_points(correct(table(3), 0, 12).evening, [0], -5, "monk")) == wrong


@pytest.mark.rule("final.trigger.once")
def test_points_lost_to_a_monk_do_not_take_back_the_final_chapter() -> None:
    evening = add_points(correct(scenario(4), 0, 30).evening, [0], -5, "monk").evening
    assert (evening.score(0), evening.marker) == (25, 0)
    assert end(evening, "end-too-few") == ""
    assert correct(evening, 0, -1).evening.marker is None, "a correction does"


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_monks_move_after_the_last_turn() -> None:
    last = turns(scenario(4), 2)[-1]
    assert "two spaces" in told(what_next(last).reminders, "remind-monks")


@pytest.mark.rule("scenario.4.competitive.monk-move", "scenario.2.competitive.dragons-move-each-round")
@pytest.mark.parametrize(("number", "key"), [(2, "remind-dragons"), (4, "remind-monks")])
def test_the_last_round_that_ends_moves_them_too(number: int, key: str) -> None:
    """The first seat drives the end: when the last one has its own last turn, a round ends once more."""
    evening = correct(scenario(number), 0, 30).evening
    last = [one for one in turns(evening, 21) if one.phase == "final" and one.seat == len(one.people) - 1][-1]
    assert last.turns_left(last.seat) == 1
    assert told(what_next(last).reminders, key) and told(what_next(last).reminders, "remind-last-turn")
    marked = correct(scenario(number), 2, 30).evening
    final = [one for one in turns(marked, 23) if one.phase == "final" and one.seat == 2][-1]
    assert final.turns_left(2) == 1 and not told(what_next(final).reminders, key)


# ---- scenario 5


@pytest.mark.rule(
    "scenario.5.competitive.return-on-reveal",
    "scenario.5.competitive.re-escape",
    "scenario.5.competitive.no-escape-while-dragon",
)
def test_who_has_left_comes_back_with_the_points() -> None:
    evening = correct(scenario(5), 0, 30).evening
    assert "nobody leaves while a revealed dragon lives" in end(evening, "scenario-5")
    out = add_points(leave(evening, 0, "small").evening, [0], 5, "escape").evening
    back = come_back(out, 0).evening
    assert (back.palace(0), back.score(0)) == ("", 35)
    assert add_points(back, [0], 7, "dragon").evening.score(0) == 42
    again = leave(turns(back, 3)[-1], 0, "small").evening
    places = add_points(again, [0], 5, "escape").evening
    assert places.score(0) == 40
    assert refused(lambda: come_back(evening, 0)) == "scenario.5.competitive.return-on-reveal"
    assert refused(lambda: come_back(leave(correct(table(3), 0, 30).evening, 1, "small").evening, 1)) == (
        "scenario.5.competitive.return-on-reveal"
    )


@pytest.mark.rule("scenario.5.coop.goal", "scenario.5.coop.unrevealed-ignored")
def test_every_revealed_dragon_has_to_die_and_another_closes_the_exit() -> None:
    evening = scenario(5, "coop", players=2)
    assert "every other revealed dragon" in end(evening, "end-dragons")
    assert refused(lambda: leave(evening, 0, "exit")) == "scenario.5.coop.goal"
    out = leave(beat_foe(evening).evening, 0, "exit").evening
    shut = beat_foe(out).evening
    assert refused(lambda: leave(shut, 1, "exit")) == "scenario.5.coop.goal"
    gone = leave(beat_foe(shut).evening, 1, "exit").evening
    assert "you have won" in end(gone, "end-out") and "gear" not in end(gone, "end-out")
    assert finish(gone, "won").evening.result == "won"
    assert "magic" not in card(evening, "goal") + card(evening, "do")


# ---- scenario 6


@pytest.mark.rule("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses", "scenario.6.coop.time-limit")
@pytest.mark.parametrize("mode", ["coop", "solo"])
def test_the_legendary_dragon_is_caught_alive(mode: str) -> None:
    evening = scenario(6, mode)
    assert "10 health or less" in end(evening, "end-capture")
    assert "10 health or less" in card(evening, "goal")
    assert refused(lambda: leave(evening, 0, "exit")) == "scenario.6.coop.goal-capture"
    assert finish(evening, "won").evening.result == "won"
    killed = beat_foe(evening)
    assert (killed.evening.result, killed.label.rules) == ("lost", ("scenario.6.coop.kill-loses",))
    assert evening.rounds_left == (33 if mode == "solo" else 28)
    said = " ".join(
        (card(evening, "goal"), card(evening, "do"), *(one.said() for one in what_next(evening).end))
    )
    assert "exit" not in said and "magic" not in said


# ---- scenario 7


@pytest.mark.rule("scenario.7.solo.goal")
def test_the_three_fallen_have_to_be_beaten_and_no_dragon() -> None:
    evening = scenario(7, "solo")
    assert "three fallen samurai" in end(evening, "end-fallen")
    assert refused(lambda: leave(evening, 0, "exit")) == "scenario.7.solo.goal"
    assert refused(lambda: finish(evening, "won")) == "scenario.7.solo.goal"
    out = leave(beat_foe(evening).evening, 0, "exit").evening
    assert refused(lambda: beat_foe(out)) == "scenario.7.solo.goal"
    assert "magical gear" in end(out, "end-gear")
    assert finish(out, "won").evening.result == "won"
    assert "legendary" not in card(evening, "goal") + card(evening, "do")
    assert evening.rounds_left == 33


# ---- scenario 8


@pytest.mark.rule(
    "scenario.8.solo.competitive-board",
    "scenario.8.solo.final-at-twenty",
    "scenario.8.solo.no-round-limit",
    "scenario.8.solo.countdown-per-round",
    "scenario.8.solo.goal-fifty",
)
def test_the_ronin_scores_and_leaves_by_the_rope() -> None:
    evening = turns(scenario(8, "solo"), 39)[-1]
    assert (evening.round, evening.phase, evening.rounds_left) == (40, "normal", 0)
    assert "20 points" in what_next(evening).clock[0].said()
    assert "50 points" in card(evening, "goal")
    evening = add_points(add_points(evening, [0], 2, "exploration").evening, [0], 15, "dragon").evening
    assert evening.marker is None
    begun = add_points(evening, [0], 3, "scroll").evening
    assert (begun.marker, begun.phase) == (0, "final")
    assert tell_space(begun, 4, "rope").evening.track[3] == "rope"
    rope = turns(begun, 4)[-1]
    assert (rope.countdown, rope.has_come("rope")) == (4, True)
    assert "30 points are missing to 50" in end(rope, "end-goal")
    assert refused(lambda: finish(rope, "won")) == "scenario.8.solo.goal-fifty"
    out = leave(rope, 0, "big").evening
    claimed = add_points(out, [0], 12, "escape").evening
    assert refused(lambda: add_points(claimed, [0], 12, "escape")) == "bonus.one-per-turn"
    over = turns(claimed, 4)[-1]
    assert over.phase == "over"
    assert "32 points are too few" in end(over, "over-too-few")
    assert "left" in end(over, "over-leftovers")
    won = add_points(over, [0], 18, "leftover").evening
    assert end(won, "over-enough") == "50 points, and out by the rope: you have won."


@pytest.mark.rule("scenario.8.solo.secret-exit-insufficient")
def test_the_secret_exit_does_not_fulfil_the_goal() -> None:
    evening = correct(scenario(8, "solo"), 0, 60).evening
    over = turns(leave(evening, 0, "small").evening, 8)[-1]
    assert "not out by the rope" in end(over, "over-no-rope")
    assert "not out by the rope" in end(turns(evening, 8)[-1], "over-no-rope")


@pytest.mark.rule("scenario.8.solo.loss")
def test_the_ronin_has_two_lives() -> None:
    evening = lose_life(correct(scenario(8, "solo"), 0, 70).evening, 0).evening
    assert "One life left" in end(evening, "end-lives")
    assert lose_life(evening, 0).evening.result == "lost"
    assert finish(scenario(8, "solo"), "lost").evening.result == "lost"
