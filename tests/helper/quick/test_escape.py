"""Can I still escape: the strip against the planner with everything tried out, and the ledger's own cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import msgspec
import pytest

from fujikoro_nb import rulebook
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.helper.quick.escape import (
    _TO_CENTRE,
    _TO_SECRET,
    REASONS,
    Strip,
    escape_answer,
    lava_orders,
    strip,
    turn_of,
)
from fujikoro_nb.helper.quick.escape_plan import escape_plan
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts, parse_facts
from fujikoro_nb.helper.quick.positions import ME, shod
from fujikoro_nb.helper.quick.sentences import hint, told_escape
from fujikoro_nb.helper.quick.walker import SANDALS
from fujikoro_nb.texts import LANGUAGES, say

KNOWN = (
    "exit.rope,steps.{steps},way-lava.{lava},discs.{discs},sandals.{sandals},countdown.{left},marker.{marker}"
)


def facts(**changed: object) -> TableFacts:
    told = {"steps": 4, "lava": 0, "discs": 3, "sandals": "weak", "left": 2, "marker": "first"} | changed
    return parse_facts(KNOWN.format(**told))


def one(**changed: object) -> Strip:
    known = {
        "steps": 5,
        "lava": (),
        "discs": 3,
        "action_monk": "none",
        "sandals": "",
        "countdown": 3,
        "marker": "first",
        "exit": "rope",
        "rope_in": 0,
    }
    return Strip(**(known | changed))


def distances(way: tuple[str, ...]) -> dict[SpaceId, int]:
    """Steps to the exit from every space of the map."""
    distance = {SpaceId(way[-1]): 0}
    edge = list(distance)
    while edge:
        edge = list(dict.fromkeys(to for at in edge for to in neighbours(at) if to not in distance))
        distance |= dict.fromkeys(edge, max(distance.values()) + 1)
    return distance


@pytest.mark.parametrize("way", [_TO_CENTRE, _TO_SECRET])
def test_strip_is_a_shortest_way(way: tuple[str, ...]) -> None:
    """No way round is shorter, so the strip can stand for any way of so many steps."""
    assert [distances(way)[SpaceId(at)] for at in way] == list(range(len(way) - 1, -1, -1))


@pytest.mark.parametrize(
    ("changed", "verdict", "turns"),
    [
        ({}, "yes", (1,)),  # two moves of two steps: move.steps.base, turn.two-actions
        ({"steps": 5}, "yes", (2,)),
        ({"steps": 5, "left": 1}, "no", ()),
        ({"steps": 6, "left": 1, "sandals": "weak-complete"}, "yes", (1,)),  # three steps: move.steps.sandals
        ({"steps": 2, "discs": 0, "left": 1}, "yes", (1,)),  # rest, then move
        ({"steps": 3, "discs": 0, "left": 1}, "no", ()),
        ({"steps": 2, "lava": 1, "left": 8}, "no", ()),  # move.lava.affordable
        ({"steps": 2, "lava": 1, "left": 1, "sandals": "five"}, "yes", (1,)),
        ({"steps": 1, "left": 1, "marker": "later"}, "no", ()),  # final.event.end before the own turn
        ({"steps": 1, "left": 1, "marker": "mine"}, "yes", (1,)),
    ],
)
def test_known_facts_have_the_answer_of_the_ledger(
    changed: dict[str, object], verdict: str, turns: tuple[int, ...]
) -> None:
    answer = escape_answer(facts(**changed))
    assert (answer.verdict, answer.turns) == (verdict, turns)


def test_order_of_the_lava_is_named_where_it_decides() -> None:
    """Two in a row cannot be crossed with two steps; apart, sandals of ten points may pay for both."""
    answer = escape_answer(facts(steps=5, lava=2, sandals="ten", left=3))
    assert answer.verdict == "if"
    assert "lava-order" in answer.facts or "sandals-exact" in answer.facts


def test_unknown_fact_is_named_with_the_worst_value_that_still_works() -> None:
    answer = escape_answer(facts(left=1).with_fact("steps", ""))
    assert (answer.verdict, answer.facts, answer.bounds) == ("if", ("steps",), (("steps", ("4",)),))
    answer = escape_answer(facts(steps=5).with_fact("countdown", ""))
    assert (answer.verdict, answer.bounds) == ("if", (("countdown", ("2",)),))


def test_all_sandals_and_exits_that_still_lead_out_are_named() -> None:
    """move.steps.sandals: complete sandals give a third step, however little they absorb."""
    answer = escape_answer(facts(steps=6, left=1).with_fact("sandals", ""))
    assert answer.bounds == (("sandals", ("ten", "five-complete", "weak-complete")),)
    for sandals in FACTS["sandals"]:
        told = escape_answer(facts(steps=6, left=1, sandals=sandals)).verdict
        assert (told != "no") == (sandals in dict(answer.bounds)["sandals"])
    answer = escape_answer(facts(left=1).with_fact("exit", ""))
    assert answer.bounds == (("exit", ("rope", "secret")),)


def test_lava_that_does_not_fit_is_said() -> None:
    answer = escape_answer(facts(steps=2, lava=3))
    assert (answer.verdict, answer.fits) == ("no", False)


@pytest.mark.rule("move.lava.magic-restore")
def test_magic_that_comes_back_may_cross_twice() -> None:
    """Sandals of 5 to 9 points cross two lava spaces apart where two of their cubes are the blueprint."""
    known = facts(steps=5, lava=2, sandals="five-complete", left=4)
    assert turn_of(one(steps=5, lava=(1, 4), sandals="WWM+G:WW", countdown=4), ADOPTED) == 1
    assert turn_of(one(steps=5, lava=(1, 4), sandals="WWM+G", countdown=4), ADOPTED) == 0
    answer = escape_answer(known)
    assert (answer.verdict, answer.facts) == ("if", ("sandals-exact", "lava-order"))
    assert escape_answer(facts(steps=5, lava=2, sandals="five", left=4)).verdict == "no"
    assert escape_answer(facts(steps=6, lava=3, sandals="five-complete", left=4)).verdict == "no"


def sandals_worth(least: int, most: int, *, is_complete: bool) -> Iterator[str]:
    """All sandals of so many points, each with every blueprint that makes them magical."""
    for size in (3,) if is_complete else (0, 1, 2):
        for cubes in map("".join, combinations_with_replacement("WMT", size)):
            plans = {"".join(part) for length in range(2, size + 1) for part in combinations(cubes, length)}
            for text in (cubes, *(f"{cubes}+G:{plan}" for plan in sorted(plans) if cubes.startswith(plan))):
                if least <= absorption(shod(text).gear, GearKind.SANDALS) <= most:
                    yield text


@pytest.mark.rule("move.lava.magic-restore")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("weak", 0, 4), ("weak-complete", 0, 4), ("five", 5, 9), ("five-complete", 5, 9), ("ten", 10, 99)],
)
def test_best_sandals_behind_a_tap_are_asked(name: str, least: int, most: int) -> None:
    """No other sandals of these points get further over lava."""
    parts = (True, False) if name == "ten" else (name.endswith("complete"),)
    every = [each for part in parts for each in sandals_worth(least, most, is_complete=part)]
    assert every
    for lava in ((1,), (1, 2), (1, 3), (1, 4), (1, 3, 5)):
        way = one(steps=6, lava=lava, countdown=4)
        turns = {each: turn_of(msgspec.structs.replace(way, sandals=each), ADOPTED) for each in every}
        best = min((turn for turn in turns.values() if turn), default=0)
        asked = turn_of(msgspec.structs.replace(way, sandals=SANDALS[name][-1]), ADOPTED)
        assert asked == best, turns


@pytest.mark.parametrize(("steps", "count"), [(3, 1), (4, 1), (5, 1), (4, 2), (5, 2), (6, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("sandals", ["TT", "TTT", "TTT+G", "MMM+G", "WWM+G:WW", "TTT+G:TT"])
def test_best_and_worst_order_of_lava_are_among_those_asked(steps: int, count: int, sandals: str) -> None:
    """Every order is tried here."""
    turns = {
        lava: turn_of(one(steps=steps, lava=lava, sandals=sandals), ADOPTED)
        for lava in combinations(range(1, steps), count)
    }
    worth = {lava: turn or 99 for lava, turn in turns.items()}
    asked = [worth[lava] for lava in lava_orders(steps, count)]
    assert (min(asked), max(asked)) == (min(worth.values()), max(worth.values()))


@pytest.mark.parametrize("discs", [0, 1, 3])
@pytest.mark.parametrize(("lava", "sandals"), [((), ""), ((2,), "TT"), ((2, 4), "TTT+G")])
def test_more_countdown_brings_nothing_that_was_not_asked(
    discs: int, lava: tuple[int, ...], sandals: str
) -> None:
    whole = one(steps=8, lava=lava, discs=discs, sandals=sandals, countdown=8, exit="secret")
    ways = escape_plan(strip(whole, ADOPTED), ME).ways
    assert turn_of(whole, ADOPTED) == (ways[0].turns[-1].number if ways else 0)


@pytest.mark.parametrize(("lava", "sandals"), [((2,), "TT"), ((1, 3), "TTT+G"), ((2, 3), "TTT+G")])
@pytest.mark.parametrize(("exit_", "way"), [("rope", _TO_CENTRE), ("secret", _TO_SECRET)])
def test_a_way_round_is_never_cheaper_than_the_strip(
    lava: tuple[int, ...], sandals: str, exit_: str, way: tuple[str, ...]
) -> None:
    """Each space beside the strip is lava: the space of the strip at the same distance would have done as well."""
    state = strip(one(steps=8, lava=lava, sandals=sandals, exit=exit_), ADOPTED)
    distance = distances(way)
    for found in escape_plan(state, ME).ways:
        for leg in (leg for turn in found.turns for leg in turn.legs if leg.path):
            along = {SpaceId(way[-1 - distance[at]]) for at in leg.path}
            assert leg.path[-1] in way
            assert sum(map(state.is_lava, along)) <= leg.lava


def test_rope_to_come_is_waited_for() -> None:
    """final.event.rope: before it comes nobody leaves, so its turn is the own turn after it at the soonest."""
    assert turn_of(one(steps=1, exit="rope-later", rope_in=2, countdown=4), ADOPTED) == 3
    assert turn_of(one(steps=1, exit="rope-later", rope_in=3, countdown=4, marker="mine"), ADOPTED) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["", "steps.3", "exit.secret,steps.2,way-lava.1", "steps.1,way-lava.3"])
def test_any_answer_has_its_sentences_and_rules(language: str, text: str) -> None:
    line = told_escape(parse_facts(text), language=language)
    assert line.sentence
    cited = {*line.rules, *(rule for _, rule in line.notes if rule)}
    assert "final.advance" in cited and cited & {"escape.rope", "escape.secret"}
    assert all(map(rulebook.has_rule, cited))


# ---- why not


ESCAPE_RULES = {
    "turn": "final.advance",
    "sandals": "move.lava.affordable",
    "lava": "move.lava.affordable",
    "wide": "move.end.not-lava",
    "rope": "escape.rope",
    "discs": "turn.disc.cost",
    "turns": "final.advance",
}


@pytest.mark.rule(
    "move.lava.affordable", "move.lava.cost", "move.end.not-lava", "turn.disc.cost", "escape.rope"
)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exit.rope,steps.2,way-lava.1,sandals.weak,countdown.6", "sandals"),
        ("exit.rope,steps.5,way-lava.1,discs.3,sandals.weak,countdown.1,marker.first", "sandals"),
        ("exit.rope,steps.5,way-lava.1,discs.3,sandals.five,countdown.1,marker.first", "turns"),
        ("steps.7,countdown.1", "turns"),
        ("steps.1,countdown.1,marker.later", "turn"),
        ("exit.rope,steps.3,way-lava.0,discs.0,sandals.weak,countdown.1,marker.first", "discs"),
        ("steps.1,countdown.1,exit.rope-later", "rope"),
        ("way-lava.3", "lava"),
        ("way-lava.3,sandals.ten", "lava"),
        ("steps.3,way-lava.2,sandals.five-complete", "wide"),
        ("exit.rope-later,steps.8,way-lava.0,discs.0,sandals.weak,countdown.1,marker.mine", "turns"),
    ],
)
def test_no_says_what_alone_makes_it_so(text: str, reason: str) -> None:
    """The rule is named first, and no sentence says that walking fails where it is the sandals that do."""
    told = parse_facts(text)
    answer = escape_answer(told)
    assert (answer.verdict, answer.reason) == ("no", reason)
    for language in LANGUAGES:
        line = told_escape(told, language=language)
        assert line.rules[0] == ESCAPE_RULES[reason]
        assert line.sentence != say("now.escape-no", language=language)


def test_every_reason_has_its_rule() -> None:
    assert set(ESCAPE_RULES) == set(REASONS)


def test_sentence_of_a_no_names_sandals_and_lava() -> None:
    line = told_escape(parse_facts("exit.rope,steps.2,way-lava.1,sandals.weak,countdown.6"))
    assert line.sentence == "No: sandals under 5 cannot pay for a lava space."
    line = told_escape(parse_facts("steps.4,way-lava.2,sandals.five"))
    assert line.sentence == "No: sandals 5 to 9 cannot pay for 2 lava spaces."


@pytest.mark.parametrize("lava", FACTS["way-lava"])
@pytest.mark.parametrize("left", ["1", "3"])
def test_reason_is_true(lava: str, left: str) -> None:
    """Other turns, discs or another exit make no "no" better that is the sandals' or the lava's, and one that is theirs
    goes with them."""
    better = {"turns": ("countdown", "8"), "discs": ("discs", "4"), "rope": ("exit", "rope")}
    for steps in FACTS["steps"]:
        for sandals in FACTS["sandals"]:
            known = facts(steps=steps, lava=lava, sandals=sandals, left=left, discs=1, marker="mine")
            answer = escape_answer(known)
            if answer.reason in better:
                assert escape_answer(known.with_fact(*better[answer.reason])).verdict != "no"
            elif answer.verdict == "no" and answer.fits:
                assert answer.reason in ("sandals", "lava", "wide")
                for fact, value in better.values():
                    known = known.with_fact(fact, value)
                assert escape_answer(known).verdict == "no"


@pytest.mark.rule("move.lava.magic-restore")
def test_steps_that_nobody_told_are_not_the_fewest_where_more_help() -> None:
    """Two lava spaces apart are crossed one after the other; three steps alone would lay them in a row."""
    assert escape_answer(parse_facts("way-lava.2,sandals.five-complete,steps.3")).verdict == "no"
    assert escape_answer(parse_facts("way-lava.2,sandals.five-complete,steps.4")).verdict == "if"
    assert escape_answer(parse_facts("way-lava.2,sandals.five-complete")).verdict == "if"


# ---- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_sandals_and_turns_are_listed_with_or(language: str) -> None:
    line = told_escape(parse_facts("steps.3,way-lava.1,discs.3"), language=language)
    any_five, ten = (say(f"now.sandals-{one}", language=language) for one in ("five-any", "ten"))
    either = say("now.or", language=language, first=any_five, second=ten)
    clause = say("now.bound-sandals", language=language, label=either)
    notes = [text for text, _ in line.notes]
    assert say("now.escape-only-if", language=language, clause=clause) in notes
    assert notes[0] == say("now.escape-own-turn", language=language)
    for name in ("sandals", "exit", "marker"):
        for value in FACTS[name]:
            assert "," not in say(f"now.{name}-{value}", language=language)
    assert hint("marker", language=language) and hint("sandals", language=language)
    assert not hint("steps", language=language)
