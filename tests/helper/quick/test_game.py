"""The quick questions at tables of every mode, agreement and scenario: what is offered, and what is said instead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from fujikoro_nb import rulebook
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.helper.quick.escape import Strip, strip
from fujikoro_nb.helper.quick.escape_plan import escape_plan
from fujikoro_nb.helper.quick.facts import ESCAPE_FACTS, FACTS, NOW_FACTS, TableFacts, parse_facts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame, game_of
from fujikoro_nb.helper.quick.now import now_lines, spots
from fujikoro_nb.helper.quick.positions import ME, position
from fujikoro_nb.helper.quick.sentences import (
    ToldLine,
    about_escape,
    fact_label,
    told_escape,
    told_now,
    value_label,
)
from fujikoro_nb.helper.setup.choices import SCENARIOS, SETUP_MODES, scenario_modes
from fujikoro_nb.texts import LANGUAGES, say
from tests.support.sampling import sample

OUT_IN_ONE = "steps.4,way-lava.0,discs.3,sandals.weak"
"""Two moves of two steps lead out (move.steps.base)."""


def every_game() -> Iterator[tuple[str, TableGame]]:
    """All that `game_of` can make."""
    for mode, players in (("competitive", 3), ("coop", 3), ("coop", 1), ("solo", 1)):
        name = "solo" if players == 1 else mode
        for scenario in ("", *SCENARIOS):
            if scenario and name not in scenario_modes(int(scenario[-1])):
                continue
            for others in ((), ("adventure",), ("peaceful",)) if mode == "competitive" else ((),):
                options = (*others, scenario) if scenario else others
                yield f"{mode} {players} {' '.join(options)}", game_of(mode, players, options)


GAMES = dict(every_game())


def out(game: TableGame, text: str) -> ToldLine:
    return told_escape(parse_facts(text), game=game)


def cited(line: ToldLine) -> set[str]:
    return {*line.rules, *(rule for _, rule in line.notes if rule)}


def samurai(game: TableGame) -> ToldLine:
    told = told_now(parse_facts("discs.2,beside.samurai"), game=game)
    return next(line for line in told if line.name == "samurai")


# ---- what can I do now


@pytest.mark.rule("coop.play.no-samurai-combat", "variant.peaceful")
@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (game_of("coop", 3), "coop.play.no-samurai-combat"),
        (game_of("competitive", 3, ("peaceful",)), "variant.peaceful"),
        (game_of("competitive", 3, ("peaceful", "scenario-2")), "variant.peaceful"),
    ],
)
def test_nobody_is_said_to_duel_where_nobody_may(game: TableGame, rule: str) -> None:
    """And the engine asks nobody, wherever the two meet."""
    line = samurai(game)
    assert (line.verdict, line.sentence) == ("yes", say("now.yes-samurai-peaceful"))
    assert rule in line.rules and "move.samurai.elect" not in line.rules
    facts = parse_facts("discs.2,beside.samurai")
    for _, spot in spots(facts, ("space", "beside", "discs"), game):
        state = GAME.step(GAME.start(position(spot, ADOPTED)).state, Act("move")).state
        question = GAME.question(GAME.step(state, Walk((SpaceId(spot.around.samurai),))).state)
        assert question is not None and question.kind != "meet"


@pytest.mark.rule("solo.mode.coop-rules")
def test_alone_no_samurai_is_offered() -> None:
    for game in (game_of("solo", 1), game_of("coop", 1), game_of("solo", 1, ("scenario-8",))):
        assert game.values("beside") == ("nobody", "dragon")
        for told in ("discs.2", "discs.2,beside.samurai"):
            assert "samurai" not in {line.name for line in now_lines(parse_facts(told), game=game)}


@pytest.mark.rule("scenario.1.competitive.forced-combat", "scenario.1.competitive.tokens-cross-lava")
def test_in_scenario_1_samurai_have_to_fight_and_only_tokens_cross_lava() -> None:
    game = game_of("competitive", 3, ("scenario-1",))
    assert samurai(game).rules == ("scenario.1.competitive.forced-combat",)
    for sandals in FACTS["sandals"]:
        told = told_now(parse_facts(f"discs.2,lava.yes,sandals.{sandals}"), game=game)
        lava = next(line for line in told if line.name == "lava")
        assert (lava.verdict, lava.rules) == ("if", ("scenario.1.competitive.tokens-cross-lava",))
        assert [rule for _, rule in lava.notes] == ["move.end.not-lava"]
    no_disc = told_now(parse_facts("discs.0,lava.yes"), game=game)
    assert next(line for line in no_disc if line.name == "lava").rules == ("turn.rest.forced",)


@pytest.mark.rule(
    "scenario.1.competitive.resources-permanent",
    "scenario.4.competitive.monks-conquered",
    "scenario.7.solo.combat-at-temple",
)
def test_scenarios_offer_nothing_that_cannot_be() -> None:
    """Tokens stay face up, nobody stands on an unbeaten monk's space, and a fallen samurai guards a temple."""
    assert "token-down" not in game_of("competitive", 3, ("scenario-1",)).values("space")
    assert "monk" not in game_of("competitive", 3, ("scenario-4",)).values("space")
    fallen = game_of("solo", 1, ("scenario-7",))
    assert fallen.values("beside") == FACTS["beside"]
    assert samurai(fallen).rules == ("scenario.7.solo.combat-at-temple",)


@pytest.mark.rule("coop.final.no-rope")
@pytest.mark.parametrize(
    ("game", "has_rope"),
    [
        (COMPETITIVE_GAME, True),
        (game_of("coop", 3), False),
        (game_of("solo", 1), False),
        (game_of("solo", 1, ("scenario-8",)), True),
    ],
)
def test_no_rope_covers_the_centre_where_none_comes(game: TableGame, *, has_rope: bool) -> None:
    lines = {line.name: line for line in now_lines(parse_facts("discs.2,space.centre"), game=game)}
    assert ("gather.central.rope" in {each.rule for each in lines["gather"].unless}) == has_rope
    assert game.has_rope == has_rope


# ---- can I still escape


@pytest.mark.rule("coop.goal.everyone-escaped", "coop.final.no-rope", "coop.goal.escape-after-legendary")
@pytest.mark.parametrize(("mode", "players"), [("coop", 3), ("solo", 1)])
def test_in_a_group_only_the_secret_exit_leads_out_once_the_dragon_is_dead(mode: str, players: int) -> None:
    """A rope or a marker that was tapped in another game means nothing here."""
    tapped = f"exit.rope,{OUT_IN_ONE},countdown.1,marker.later"
    assert out(COMPETITIVE_GAME, tapped).verdict == "no"
    line = out(game_of(mode, players), tapped)
    assert line.verdict == "if" and "escape.rope" not in cited(line)
    assert {"coop.goal.everyone-escaped", "coop.final.no-rope", "coop.goal.escape-after-legendary"} <= cited(
        line
    )
    beaten = out(game_of(mode, players, is_foe_beaten=True), tapped)
    assert (beaten.verdict, beaten.sentence) == ("yes", say("now.escape-yes", first=1))
    too_far = tapped.replace("steps.4", "steps.5")
    assert out(game_of(mode, players, is_foe_beaten=True), too_far).verdict == "no"
    game = game_of(mode, players)
    assert {fact for fact in ESCAPE_FACTS if not game.asks(fact)} == {"exit", "marker"}


@pytest.mark.rule("coop.final.eight-rounds", "coop.rounds.limit")
@pytest.mark.parametrize("left", FACTS["countdown"])
def test_each_round_left_is_one_own_turn(left: str) -> None:
    """Six steps take three moves, which are two turns."""
    known = f"steps.6,way-lava.0,discs.3,sandals.weak,countdown.{left}"
    line = out(game_of("coop", 3, is_foe_beaten=True), known)
    assert line.verdict == ("yes" if int(left) > 1 else "no")
    assert "final.advance" not in cited(line)


@pytest.mark.rule("coop.rounds.limit", "coop.dragon.move-triggers-combat")
@pytest.mark.parametrize(("mode", "players"), [("coop", 3), ("solo", 1)])
def test_a_groups_way_is_planned_in_its_own_rounds(mode: str, players: int) -> None:
    """The strip is a position of the group itself: in the last rounds, and no marker beside it."""
    game = game_of(mode, players)
    state = strip(Strip(6, (), 3, "none", "", 2, "first", "secret", 0, mode=game.clocked), ADOPTED)
    assert state.party is not None and state.marker is None
    plan = escape_plan(state, ME)
    assert (plan.rounds - state.party.round, plan.turns_left, plan.is_shut) == (1, 2, False)
    assert [way.turns[-1].number for way in plan.ways] == [2]
    assert "coop.dragon.move-triggers-combat" in cited(out(game, "countdown.2"))


@pytest.mark.rule(
    "coop.goal.one-magic-gear-each",
    "solo.goal.full-set-alone",
    "scenario.5.coop.goal",
    "coop.final.lava-events",
)
def test_who_leaves_too_early_is_warned() -> None:
    known = f"{OUT_IN_ONE},countdown.3"
    assert "coop.goal.one-magic-gear-each" in cited(out(game_of("coop", 3), known))
    assert "solo.goal.full-set-alone" in cited(out(game_of("solo", 1), known))
    dragons = out(game_of("coop", 3, ("scenario-5",)), known)
    assert dragons.verdict == "if" and "scenario.5.coop.goal" in cited(dragons)
    assert not {"coop.goal.one-magic-gear-each", "final.event.lava"} & cited(dragons)
    assert "coop.final.lava-events" in cited(dragons)


@pytest.mark.rule("scenario.1.competitive.escape-delayed", "scenario.1.competitive.escape-interrupted-by-end")
@pytest.mark.parametrize("marker", FACTS["marker"])
@pytest.mark.parametrize("left", FACTS["countdown"])
def test_in_scenario_1_one_more_own_turn_has_to_begin(left: str, marker: str) -> None:
    known = f"exit.rope,{OUT_IN_ONE},countdown.{left},marker.{marker}"
    usual, delayed = out(COMPETITIVE_GAME, known), out(game_of("competitive", 3, ("scenario-1",)), known)
    turns = int(left) - (marker == "later")
    assert (usual.verdict, delayed.verdict) == ("yes" if turns else "no", "yes" if turns > 1 else "no")
    assert "scenario.1.competitive.escape-delayed" in cited(delayed)


@pytest.mark.rule("scenario.1.competitive.tokens-cross-lava", "scenario.1.competitive.no-secret-exit")
def test_in_scenario_1_lava_on_the_way_needs_tokens_and_the_rope_is_the_only_exit() -> None:
    game = game_of("competitive", 3, ("scenario-1",))
    assert game.values("exit") == ("rope", "rope-later")
    known = "exit.rope,steps.4,way-lava.2,discs.3,sandals.{},countdown.4,marker.first"
    for sandals in FACTS["sandals"]:
        line = out(game, known.format(sandals))
        assert line.verdict == "if"
        assert {"scenario.1.competitive.tokens-cross-lava"} <= cited(line) and "move.lava.cost" not in cited(
            line
        )
    assert "escape.secret" not in cited(out(game, "exit.secret"))


@pytest.mark.rule(
    "scenario.3.competitive.real-final",
    "scenario.3.coop.second-countdown",
    "scenario.4.competitive.monks-conquered",
    "scenario.5.competitive.no-escape-while-dragon",
    "scenario.6.coop.goal-capture",
    "scenario.6.coop.kill-loses",
    "scenario.7.solo.goal",
    "scenario.8.solo.goal-fifty",
)
@pytest.mark.parametrize(
    ("game", "verdict", "rule"),
    [
        (game_of("competitive", 3, ("scenario-3",)), "yes", "scenario.3.competitive.real-final"),
        (game_of("coop", 3, ("scenario-3",)), "if", "scenario.3.coop.second-countdown"),
        (game_of("competitive", 3, ("scenario-4",)), "yes", "scenario.4.competitive.monks-conquered"),
        (game_of("competitive", 3, ("scenario-5",)), "if", "scenario.5.competitive.no-escape-while-dragon"),
        (game_of("coop", 3, ("scenario-6",)), "no", "scenario.6.coop.goal-capture"),
        (game_of("solo", 1, ("scenario-6",)), "no", "scenario.6.coop.kill-loses"),
        (game_of("solo", 1, ("scenario-7",)), "if", "scenario.7.solo.goal"),
        (game_of("solo", 1, ("scenario-8",)), "yes", "scenario.8.solo.goal-fifty"),
    ],
)
def test_a_scenario_says_what_it_changes(game: TableGame, verdict: str, rule: str) -> None:
    line = out(game, f"{OUT_IN_ONE},exit.rope,countdown.3,marker.mine")
    assert line.verdict == verdict and rule in cited(line)


@pytest.mark.rule("scenario.8.solo.countdown-per-round", "scenario.8.solo.secret-exit-insufficient")
def test_the_ronin_leaves_by_the_rope_and_holds_the_marker() -> None:
    game = game_of("solo", 1, ("scenario-8",))
    assert (game.values("exit"), game.values("marker")) == (("rope", "rope-later"), ("mine",))
    line = out(game, f"{OUT_IN_ONE},exit.secret,countdown.1")
    assert line.verdict == "if" and "escape.secret" not in cited(line)  # which rope it is, nobody told
    assert out(game, f"{OUT_IN_ONE},exit.rope,countdown.1").verdict == "yes"


@pytest.mark.rule("scenario.general.modes", "variant.peaceful")
def test_a_scenario_that_a_mode_does_not_have_is_none() -> None:
    assert game_of("coop", 3, ("scenario-1",)) == game_of("coop", 3)
    assert game_of("coop", 3, ("scenario-8",)) == game_of("coop", 3)
    assert game_of("coop", 1, ("scenario-8",)) == game_of("solo", 1, ("scenario-8",))
    assert game_of("competitive", 3, ("scenario-6",)) == game_of("competitive", 3) == COMPETITIVE_GAME
    assert game_of("coop", 3, ("peaceful",)) == game_of("coop", 3)
    assert set(SETUP_MODES) >= {"competitive", "coop", "solo"}


# ---- every game


@pytest.mark.parametrize(("name", "language"), sample(product(GAMES, LANGUAGES), 7))
def test_any_game_answers_in_every_language_with_rules_that_exist(name: str, language: str) -> None:
    game = GAMES[name]
    asked = ("", "exit.rope,steps.3,way-lava.1,marker.later", "discs.2,beside.both,lava.yes,space.monk")
    assert say(f"now.{about_escape(game)}", language=language)
    for fact in (*NOW_FACTS, *ESCAPE_FACTS):
        assert fact_label(fact, language=language, game=game)
        assert all(value_label(fact, value, language=language, game=game) for value in game.values(fact))
    for text in asked:
        facts = parse_facts(text)
        lines = (
            *told_now(facts, game=game, language=language),
            told_escape(facts, game=game, language=language),
        )
        for line in lines:
            assert line.sentence and line.rules
            assert all(map(rulebook.has_rule, cited(line)))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_without_asking_fits_the_game(name: str) -> None:
    game = GAMES[name]
    for fact, values in FACTS.items():
        assert game.values(fact)
        for value in values:
            fitting = game.fitting(parse_facts(f"{fact}.{value}")).get(fact)
            assert fitting in (value, "", *game.values(fact)[:1])
            assert fitting == value or value not in game.values(fact)


@pytest.mark.rule("scenario.5.coop.goal", "scenario.7.solo.goal", "scenario.6.coop.goal-capture")
@pytest.mark.parametrize(
    ("mode", "players", "scenario", "verdict"),
    [("coop", 3, 3, "yes"), ("coop", 3, 5, "yes"), ("solo", 1, 7, "yes"), ("coop", 3, 6, "no")],
)
def test_the_way_out_is_open_when_the_foe_of_the_scenario_is_beaten(
    mode: str, players: int, scenario: int, verdict: str
) -> None:
    game = game_of(mode, players, (f"scenario-{scenario}",), is_foe_beaten=True)
    line = out(game, f"{OUT_IN_ONE},countdown.3")
    assert line.verdict == verdict


@pytest.mark.rule(
    "scenario.1.competitive.tokens-extra-action",
    "scenario.1.competitive.kill-gives-points-only",
    "scenario.1.competitive.no-joining",
    "scenario.4.competitive.monks-conquered",
    "scenario.4.competitive.dragon-first",
)
def test_what_no_tap_asks_about_is_said_beside_the_answer() -> None:
    """The booklet's page of the scenario: what a token buys, what lies beside a slain dragon, whom a monk stops."""
    wanted = {
        0: {},
        1: {"move": "tokens-extra-action", "gather": "kill-gives-points-only", "dragon": "no-joining"},
        2: {},
        4: {"move": "monks-conquered", "dragon": "dragon-first"},
    }
    empty = parse_facts("space.plain,discs.0")
    for scenario, lines in wanted.items():
        options = (f"scenario-{scenario}",) if scenario else ()
        for facts in (TableFacts(), empty):
            told = told_now(facts, game=game_of("competitive", 3, options))
            found = {
                line.name: rule.removeprefix(f"scenario.{scenario}.competitive.")
                for line in told
                for _, rule in line.notes[:1]
                if rule.startswith(f"scenario.{scenario}.") and line.name in ("move", "gather", "dragon")
            }
            assert found == lines


@pytest.mark.rule("scenario.1.competitive.blueprints-blind-gather")
@pytest.mark.parametrize(("scenario", "is_blind"), [(0, False), (1, True), (2, False)])
def test_who_gathers_in_a_temple_of_the_first_scenario_draws_blind(scenario: int, is_blind: bool) -> None:
    options = (f"scenario-{scenario}",) if scenario else ()
    told = told_now(parse_facts("space.temple,discs.2"), game=game_of("competitive", 3, options))
    rules = {rule for line in told if line.name == "gather" for _, rule in line.notes}
    assert ("scenario.1.competitive.blueprints-blind-gather" in rules) == is_blind
