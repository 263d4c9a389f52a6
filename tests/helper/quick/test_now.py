"""What can I do now: the ledger's answers, and any combination of tapped facts against the engine."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb import rulebook
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.quick.facts import NOW_FACTS, TableFacts, parse_facts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame
from fujikoro_nb.helper.quick.now import Line, now_lines
from fujikoro_nb.helper.quick.positions import AROUND, PLAIN, Spot, position
from fujikoro_nb.helper.quick.sentences import told_now
from fujikoro_nb.helper.quick.walker import Walker
from fujikoro_nb.texts import LANGUAGES, say
from tests.support.sampling import examples

RULES = {
    "turn.pass-fallback": ("up-to", "one-step"),
    "gearcard.bonus.either-both": ("bonus-alone", "with-main"),
    "gather.token.partial": ("keep-part", "all-or-nothing"),
}


def lines(text: str, rulings: Rulings = ADOPTED) -> dict[str, Line]:
    return {line.name: line for line in now_lines(parse_facts(text), rulings)}


def verdict(text: str, name: str) -> str:
    return lines(text)[name].verdict


@st.composite
def facts(draw: st.DrawFn, *, is_whole: bool = False, game: TableGame = COMPETITIVE_GAME) -> TableFacts:
    told = TableFacts()
    for name in NOW_FACTS:
        values = game.values(name)
        told = told.with_fact(name, draw(st.sampled_from(values if is_whole else ("", *values))))
    return told


games = st.sampled_from(
    [msgspec.structs.replace(COMPETITIVE_GAME, who=Walker.of(limits)) for limits in CHARACTERS.values()]
)
"""With each character, and without one."""


rulings = st.builds(
    lambda chosen: Rulings(tuple(sorted(chosen.items()))),
    st.fixed_dictionaries({rule: st.sampled_from(readings) for rule, readings in RULES.items()}),
)


def test_switches_are_those_of_the_engine() -> None:
    assert all(set(SWITCHES[rule].readings) == set(readings) for rule, readings in RULES.items())


# ---- what the ledger says


@pytest.mark.parametrize(
    ("told", "name", "expected", "rule"),
    [
        ("discs.0", "move", "no", "turn.rest.forced"),
        ("discs.0", "rest", "yes", ""),
        ("discs.4", "rest", "no", "turn.rest.needs-disc"),
        ("discs.2", "move", "yes", ""),
        ("discs.2,unexplored.no", "explore", "no", "explore.where"),
        ("discs.2,unexplored.yes", "explore", "yes", ""),
        ("discs.2,space.plain", "gather", "no", "gather.what"),
        ("discs.2,space.token-down", "gather", "no", "gather.token.take"),
        ("discs.2,space.scroll-other", "gather", "no", "gather.scroll.own"),
        ("discs.2,space.scroll-own", "gather", "yes", ""),
        ("discs.2,space.monk", "gather", "yes", ""),
        ("discs.2,space.adventure", "gather", "yes", ""),
        ("discs.2,space.bridge", "gather", "no", "gather.what"),
        ("discs.2,lava.yes,sandals.weak", "lava", "no", "move.lava.affordable"),
        ("discs.2,lava.yes,sandals.weak-complete", "lava", "no", "move.lava.affordable"),
        ("discs.2,lava.yes,sandals.five", "lava", "yes", ""),
        ("discs.2,beside.dragon", "dragon", "yes", ""),
        ("discs.2", "bonus", "yes", ""),
    ],
)
def test_known_facts_have_the_answer_of_the_ledger(told: str, name: str, expected: str, rule: str) -> None:
    line = lines(told)[name]
    assert line.verdict == expected
    assert [each.rule for each in line.refusals] == ([rule] if rule else [])
    assert all(rulebook.has_rule(each) for each in line.rules)


@pytest.mark.parametrize(
    ("told", "name", "named"),
    [
        ("discs.2", "explore", ("unexplored",)),
        ("discs.2", "gather", ("space",)),
        ("unexplored.yes", "explore", ("discs",)),
        ("", "explore", ("unexplored", "discs")),
        ("discs.3", "rest", ("action-monk",)),
        ("lava.yes,discs.1", "lava", ("sandals",)),
        ("discs.1,beside.nobody,sandals.ten", "lava", ("lava",)),
    ],
)
def test_unknown_facts_that_decide_are_named(told: str, name: str, named: tuple[str, ...]) -> None:
    line = lines(told)[name]
    assert (line.verdict, line.facts) == ("if", named)


def test_what_is_known_to_be_absent_has_no_line() -> None:
    assert {"lava", "dragon", "samurai"}.isdisjoint(lines("lava.no,beside.nobody"))
    assert {"dragon"} <= set(lines("beside.dragon"))


def test_oddities_are_told_as_unless() -> None:
    centre = lines("discs.2,space.centre,backpack.0")["gather"]
    assert {each.rule for each in centre.unless} == {
        "gather.permanent.once",
        "gather.central.rope",
        "gather.token.partial",
    }
    assert [each.rule for each in lines("discs.2,unexplored.yes")["explore"].unless] == [
        "explore.stack-empty"
    ]
    assert {each.rule for each in lines("discs.2,space.monk,backpack.0")["gather"].unless} == {
        "backpack.refuse"
    }


@pytest.mark.rule("move.dragon.entry-not-lava", "map.capacity.two")
def test_a_dragon_behind_lava_and_a_full_space_are_told_as_unless() -> None:
    """Only where lava may be beside; the two samurai are on the space that is asked about."""
    unless = {
        told: lines(told)["dragon"].unless
        for told in ("discs.2,beside.both", "beside.dragon,discs.2,lava.no")
    }
    assert [[each.rule for each in one] for one in unless.values()] == [["move.dragon.entry-not-lava"], []]
    assert [each.rule for each in lines("discs.2,beside.both")["samurai"].unless] == ["map.capacity.two"]
    for language in LANGUAGES:
        told = {line.name: line for line in told_now(parse_facts("discs.2,beside.both"), language=language)}
        for name, rule in (("dragon", "move.dragon.entry-not-lava"), ("samurai", "map.capacity.two")):
            ((sentence, cited),) = told[name].notes
            assert cited == rule and SUBJECTS[language, name] in sentence


@pytest.mark.rule("move.lava.affordable", "move.end.not-lava")
@pytest.mark.parametrize("place", ["plain", *AROUND])
def test_lava_too_wide_is_told_as_unless(place: str) -> None:
    """Two spaces cost more than five to nine points; without firm ground near enough no move goes there."""
    told = f"discs.2,lava.yes,space.{place},sandals."
    assert [each.rule for each in lines(f"{told}five")["lava"].unless] == [
        "move.lava.affordable",
        "move.end.not-lava",
    ]
    assert [each.rule for each in lines(f"{told}ten")["lava"].unless] == ["move.end.not-lava"]
    for language in LANGUAGES:
        line = next(
            line for line in told_now(parse_facts(f"{told}five"), language=language) if line.name == "lava"
        )
        assert line.verdict == "yes"
        assert [text for text, _ in line.notes] == [
            say("now.unless", language=language, sentence=say(f"now.lava-{key}", language=language))
            for key in ("wide", "endless")
        ]


SUBJECTS = {
    (language, name): say(f"now.there-{key}", language=language)
    for language in LANGUAGES
    for name, key in (("dragon", "dragon"), ("samurai", "full"))
}


@pytest.mark.rule("move.dragon.entry-not-lava", "map.capacity.two", "map.capacity.safe-exempt")
@pytest.mark.parametrize("place", ["plain", *AROUND])
def test_oddities_of_a_dragon_and_a_samurai_are_refused_by_the_engine(place: str) -> None:
    """No space of the dragon's tile can be entered; the third samurai may only be on a safe space."""
    spot = Spot(space=place, beside="both", lava="yes", is_dragon_behind_lava=True, is_space_full=True)
    state = GAME.step(GAME.start(position(spot, ADOPTED)).state, Act("move")).state
    around = spot.around
    for to in neighbours(SpaceId(around.at)):
        if space(to).place == around.dragon:
            refusal = GAME.check(state, Walk((to,)))
            assert refusal is not None and refusal.rule == "move.dragon.entry-not-lava"
    there = GAME.check(state, Walk((SpaceId(around.samurai),)))
    is_safe = state.is_safe(SpaceId(around.samurai))
    assert (there is None) == is_safe and (is_safe or there.rule == "map.capacity.two")


def test_steps_and_room_are_figures_of_the_engine() -> None:
    assert lines("discs.2")["move"].steps == (2, 3)
    assert lines("discs.2,sandals.five-complete")["move"].steps == (3,)
    assert lines("discs.2,sandals.five")["move"].steps == (2,)
    assert [lines(f"discs.2,space.token-up,backpack.{free}")["gather"].room for free in "0123"] == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("place", ["monk", "adventure", "scroll-own", "token-up", "centre", "temple"])
def test_only_cubes_are_said_to_go_for_cubes(place: str) -> None:
    """gather.monk.spot, gather.scroll.replace: a monk, a token and a scroll may need nothing of a full backpack."""
    known = parse_facts(f"discs.2,space.{place},backpack.0")
    (line,) = [one for one in told_now(known) if one.name == "gather"]
    assert ("backpack" in line.sentence) == (place in ("token-up", "centre", "temple"))


@pytest.mark.parametrize("table", SWITCHES["map.safe-tiles"].readings)
@pytest.mark.parametrize("place", ["plain", *AROUND])
def test_a_samurai_beside_is_met_except_where_it_is_safe(place: str, table: str) -> None:
    """The line says so, and it is what the engine asks next."""
    spot = Spot(space=place, beside="samurai")
    rulings = ADOPTED.with_reading("map.safe-tiles", table)
    state = GAME.step(GAME.start(position(spot, rulings)).state, Act("move")).state
    there = SpaceId(spot.around.samurai)
    question = GAME.question(GAME.step(state, Walk((there,))).state)
    assert question is not None
    assert (question.kind == "meet") == (not state.is_safe(there))
    line = lines("discs.2,beside.samurai")["samurai"]
    assert line.verdict == "yes" and "map.safe-tiles" in line.rules


# ---- any combination


@settings(max_examples=examples(60), deadline=None)
@given(facts(), rulings)
def test_any_combination_answers_in_every_language(told: TableFacts, table: Rulings) -> None:
    assert parse_facts(told.text()) == told
    names = [line.name for line in now_lines(told, table)]
    assert {"move", "explore", "gather", "rest", "bonus"} <= set(names)
    for language in LANGUAGES:
        for line in told_now(told, rulings=table, language=language):
            assert line.sentence
            assert "I-1" not in str(line) and "blue" not in str(line)  # only the made-up position has these
            assert all(rulebook.has_rule(rule) for _, rule in line.notes) and all(
                map(rulebook.has_rule, line.rules)
            )


@settings(max_examples=examples(80), deadline=None)
@given(games, rulings, st.data())
def test_known_position_is_never_contradicted(game: TableGame, table: Rulings, data: st.DataObject) -> None:
    """All facts at once in one position, where the lines look at a few facts each."""
    told = data.draw(facts(is_whole=True, game=game))
    fields = {name: told.get(name) for name in NOW_FACTS}
    fields["sandals"] = data.draw(st.sampled_from(game.who.sandals[told.get("sandals")]))
    monk = data.draw(st.sampled_from(game.who.monks(int(told.get("discs")))))
    spot = msgspec.convert({**fields, "action_monk": monk}, Spot)
    spot = msgspec.structs.replace(spot, who=game.who)
    state = GAME.start(position(spot, table)).state
    said = {line.name: line for line in now_lines(told, table, game)}
    options = set(GAME.options(state))
    for action in ("move", "explore", "gather", "rest"):
        legal = bool({Act(action), Act(action, monk=True)} & options)
        assert said[action].verdict in (("yes", "if") if legal else ("no", "if"))


@settings(max_examples=examples(60), deadline=None)
@given(facts(is_whole=True), st.data())
def test_less_known_is_never_surer_of_something_else(told: TableFacts, data: st.DataObject) -> None:
    forgotten = data.draw(st.sampled_from(NOW_FACTS))
    less = {line.name: line.verdict for line in now_lines(told.with_fact(forgotten, ""))}
    for line in now_lines(told):
        assert less[line.name] in (line.verdict, "if")


# ---- the positions themselves


def test_everything_lies_where_it_is_said() -> None:
    for around in (PLAIN, *AROUND.values()):
        beside = neighbours(SpaceId(around.at))
        assert around.lava in beside and around.samurai in beside
        assert around.beyond in neighbours(SpaceId(around.lava))
        assert {space(each).place for each in beside} >= {around.unexplored, around.dragon}


@pytest.mark.parametrize(
    "text", ["discs", "discs.6", "discs.1,discs.2", "x.1", ",", "space.plain,", "__class__.1"]
)
def test_facts_that_nobody_can_tap_are_refused(text: str) -> None:
    with pytest.raises((Unreadable, Illegal)):
        parse_facts(text)
