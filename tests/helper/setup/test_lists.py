"""Setup and pack-away lists: every component of the box in exactly one place, for every table that the rules have."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.commands.setup import setup_reply
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.setup.box import BOXES, Origin
from fujikoro_nb.helper.setup.choices import HEROES, SETUP_MODES, SETUP_OPTIONS
from fujikoro_nb.helper.setup.lists import pack_away_list, setup_list
from fujikoro_nb.helper.setup.sentences import told_step
from fujikoro_nb.helper.setup.step import SetupList, Step
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, error_sentence, say

# Read off the parts lists: 001:903-1051 with thirds of the cards and 7/13/13 tiles derived, 002:27-36, 003:28-39.
FUJI_KORO = {
    "board": 1,
    "player-board": 7,
    "central-tile": 1,
    "temple": 3,
    "bridge": 3,
    "tile-1": 7,
    "tile-2": 12,
    "tile-exit": 1,
    "tile-3": 12,
    "tile-legendary": 1,
    "lava": 51,
    "rope": 1,
    "square-token": 21,
    "hexagon-token": 17,
    "samurai": 7,
    "vp-marker": 7,
    "countdown-token": 1,
    "tokugawa": 1,
    "status-token": 9,
    "health-tile": 6,
    "dragon-blue": 4,
    "dragon-green": 4,
    "dragon-red": 4,
    "dragon-white": 1,
    "health-marker": 1,
    "plus-thirty": 1,
    "damage-token": 12,
    "adventure-token": 20,
    "gear-helmet": 8,
    "gear-weapon": 8,
    "gear-sandals": 8,
    "blueprint-helmet": 8,
    "blueprint-weapon": 8,
    "blueprint-sandals": 8,
    "scroll-card": 16,
    "blueprint-disc": 18,
    "scroll-disc": 42,
    "action-disc": 19,
    "monk": 38,
    "wood": 60,
    "metal": 90,
    "tooth": 25,
    "magic": 20,
    "die-wood": 8,
    "die-metal": 8,
    "die-tooth": 6,
    "die-magic": 1,
}
MAKAI_FUDA = {
    "makai-start": 1,
    "makai-card": 44,
    "makai-breakdown": 4,
    "makai-prize": 4,
    "makai-die": 4,
    "makai-chip": 8,
}
FUJI_99 = {
    "fuji99-board": 1,
    "fuji99-transparent": 64,
    "fuji99-yellow": 24,
    "fuji99-red": 12,
    "fuji99-card": 22,
    "fuji99-movement": 1,
    "fuji99-token": 4,
    "fuji99-bag": 4,
    "fuji99-sheet": 4,
    "fuji99-book": 10,
}
PRINTED = {"fuji_koro": FUJI_KORO, "makai_fuda": MAKAI_FUDA, "fuji_99": FUJI_99}

Table = tuple[str, int, tuple[str, ...]]

ALONE_IN_VAIN = (0, 3, 7)


def boards(players: int) -> Iterator[tuple[str, ...]]:
    yield ()
    yield from combinations(HEROES, players)


def tables() -> Iterator[Table]:
    """Every table of every game, built from the ledger without asking the code which it takes."""
    scenarios = {"competitive": (0, 1, 2, 3, 4, 5), "coop": (0, 3, 5, 6), "solo": (0, 3, 5, 6, 7, 8)}
    seats = {"competitive": range(2, 7), "coop": range(2, 7), "solo": range(1, 2)}
    for mode, numbers in seats.items():
        for players in numbers:
            for scenario in scenarios[mode]:
                for heroes in boards(players):
                    if (scenario == 1 and heroes) or (
                        mode == "solo" and heroes == ("daisuke",) and scenario in ALONE_IN_VAIN
                    ):
                        continue
                    named = (f"scenario-{scenario}",) if scenario else ()
                    for adventures in ((), ("adventures",)):
                        # No booklet says how scenario 1, which lives on duels, goes without any.
                        is_offered = mode == "competitive" and scenario != 1
                        for peaceful in ((), ("peaceful",)) if is_offered else ((),):
                            yield mode, players, (*heroes, *named, *adventures, *peaceful)
    for players in (3, 4):
        yield "makai_fuda", players, ()
    for players in (2, 3, 4):
        yield "fuji_99", players, ()
    for players in (2, 3):
        yield "fuji_99", players, ("four-red",)


def scenario_of(options: tuple[str, ...]) -> int:
    return next((int(one[9:]) for one in options if one.startswith("scenario-")), 0)


def expected_in_play(mode: str, players: int, options: tuple[str, ...]) -> dict[str, int]:
    """How many lie on the table, from the ledger by hand; what is not named lies there whole."""
    n, scenario, heroes = players, scenario_of(options), [one for one in options if one in HEROES]
    is_group = mode != "competitive"
    has_points = not is_group or scenario == 8
    discs = {"yoshihiro": 4, "tomoe": 2}
    hostile = 3 if scenario == 7 else 0
    status = 9 if is_group or scenario in (1, 2) else 0
    return {
        "player-board": n + hostile,
        "tile-1": 6 if is_group else 7,
        "tile-2": 11 if is_group else 12,
        "tile-exit": 0 if scenario == 1 else 1,
        "tile-3": 11 if is_group else 12,
        "rope": 1 if has_points else 0,
        "hexagon-token": 17 if n >= 5 else 0,
        "samurai": n,
        "vp-marker": n if has_points else 0,
        "status-token": status,
        "health-tile": n if is_group else 0,
        "adventure-token": 20 if "adventures" in options else 0,
        **{f"gear-{kind}": n for kind in ("helmet", "weapon", "sandals")},
        **{f"blueprint-{kind}": n + hostile for kind in ("helmet", "weapon", "sandals")},
        "blueprint-disc": 3 * (n + hostile),
        "scroll-disc": 7 * (n - ("daisuke" in heroes)),
        "action-disc": sum(discs.get(hero, 3) for hero in heroes) if heroes else 3 * n,
    }


def expected_small(mode: str, players: int, options: tuple[str, ...]) -> dict[str, int]:
    n = players
    if mode == "makai_fuda":
        return {"makai-card": 11 * n, "makai-breakdown": n, "makai-prize": n}
    return {
        "fuji99-transparent": 64,
        "fuji99-yellow": 4 * n + 2 * n,
        "fuji99-red": (4 if "four-red" in options else 3) * n,
        "fuji99-token": n,
        "fuji99-bag": n,
        "fuji99-sheet": n,
        "fuji99-book": n,
    }


def test_boxes_hold_what_the_booklets_print() -> None:
    assert {game: {part.id: part.count for part in box()} for game, box in BOXES.items()} == PRINTED
    derived = [part for part in BOXES["fuji_koro"]() if part.origin == Origin.DERIVED]
    # One tile each of the levels II and III is stated by itself.
    assert Counter(part.id.split("-")[0] for part in derived) == {"tile": 3, "gear": 3, "blueprint": 3}
    assert sum(part.count for part in derived if part.id.startswith("tile")) + 2 == 33


def test_every_component_is_in_one_place_at_every_table() -> None:
    every = list(tables())
    assert len(every) > 3000
    assert len(set(every)) == len(every)
    for mode, players, options in every:
        laid = setup_list(mode, players, options)
        printed = PRINTED[laid.game]
        expected = (expected_in_play if laid.game == "fuji_koro" else expected_small)(mode, players, options)
        in_play = {part: n for part, n in {**printed, **expected}.items() if n}
        assert laid.takes == in_play, (mode, players, options)
        in_box = {part: n - in_play.get(part, 0) for part, n in printed.items() if n > in_play.get(part, 0)}
        assert laid.aside == in_box, (mode, players, options)
        for step in laid.steps:
            assert min((*step.takes.values(), *step.aside.values(), *step.hands.values(), 1)) > 0


def test_nothing_is_handed_out_that_does_not_lie_there_already() -> None:
    for mode, players, options in tables():
        there: Counter[str] = Counter()
        for step in setup_list(mode, players, options).steps:
            there.update(step.takes)
            there.subtract(step.hands)
            assert all(n >= 0 for n in there.values()), (mode, players, options, step.key)


def test_packing_away_meets_everything_once() -> None:
    for mode, players, options in tables():
        laid, packed = setup_list(mode, players, options), pack_away_list(mode, players, options)
        assert (packed.takes, packed.aside) == (laid.takes, laid.aside)
        met = [part for step in packed.steps for part in {**step.takes, **step.aside}]
        assert sorted(met) == sorted(PRINTED[laid.game])
        assert all(not step.hands for step in packed.steps)


def every_step() -> dict[tuple[Any, ...], Step]:
    """One example of each different step of every list."""
    lists: Iterator[SetupList] = (make(*table) for table in tables() for make in (setup_list, pack_away_list))
    return {(step.key, str(step)): step for laid in lists for step in laid.steps}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told(language: str) -> None:
    steps = every_step()
    assert len(steps) > 150
    for step in steps.values():
        told = told_step(step, language=language)
        for said in (told["title"], told["sentence"], *told["notes"]):
            assert said and "{" not in said and "|" not in said, (step.key, said)
        assert told["sentence"].endswith(".")
        assert len(told["takes"]) == len(step.takes)


def test_every_rule_of_a_step_exists_and_keys_stand_once() -> None:
    for step in every_step().values():
        assert all(has_rule(rule) for rule in step.rules), step.key
        assert len(set(step.rules)) == len(step.rules), step.key
    for table in tables():
        keys = [step.key for step in setup_list(*table).steps]
        assert len(set(keys)) == len(keys)


def test_what_is_not_printed_is_said() -> None:
    """Split of the tiles, thirds of the cards, levels of the tokens, removed tiles: no booklet prints them."""
    notes = {step.key: step.notes for step in setup_list("competitive", 3).steps}
    assert notes["tiles"] == ("split",)
    assert notes["gear-cards"] == notes["blueprints"] == ("thirds",)
    assert notes["tokens"] == ("levels",)
    group = {step.key: step.notes for step in setup_list("coop", 3).steps}
    assert group["tiles-remove"] == ("pictures",)


REFUSED = [
    ("competitive", 1, (), "setup.players.count"),
    ("competitive", 7, (), "setup.players.count"),
    ("coop", 0, (), "coop.mode.players"),
    ("coop", 7, (), "coop.mode.players"),
    ("solo", 2, (), "solo.mode.coop-rules"),
    ("makai_fuda", 2, (), "makai.setup.player-count"),
    ("makai_fuda", 5, (), "makai.setup.player-count"),
    ("fuji_99", 1, (), "fuji99.setup.player-count"),
    ("fuji_99", 5, (), "fuji99.setup.player-count"),
    ("competitive", 3, ("scenario-6",), "scenario.general.modes"),
    ("coop", 3, ("scenario-1",), "scenario.general.modes"),
    ("solo", 1, ("scenario-2",), "scenario.general.modes"),
    ("makai_fuda", 3, ("scenario-1",), "scenario.general.modes"),
    ("coop", 2, ("scenario-7",), "scenario.general.solo-modes-coop-players"),
    ("solo", 2, ("scenario-8",), "scenario.general.solo-modes-coop-players"),
    ("competitive", 3, ("scenario-1", "scenario-2"), "scenario.general.base-rules"),
    ("competitive", 2, ("takeko", "tomoe", "scenario-1"), "scenario.1.competitive.symmetric-only"),
    ("competitive", 3, ("takeko", "tomoe"), "option.asymmetric.all-or-none"),
    ("coop", 2, ("takeko", "tomoe", "daisuke"), "option.asymmetric.all-or-none"),
    ("coop", 2, ("asymmetric",), "option.asymmetric.all-or-none"),
    ("coop", 2, ("takeko", "takeko"), "char.general.unique"),
    ("solo", 1, ("daisuke",), "solo.setup.daisuke-impossible"),
    ("coop", 1, ("daisuke",), "solo.setup.daisuke-impossible"),
    ("solo", 1, ("daisuke", "scenario-3"), "solo.setup.daisuke-impossible"),
    ("solo", 1, ("daisuke", "scenario-7"), "solo.setup.daisuke-impossible"),
    ("coop", 3, ("peaceful",), "variant.peaceful"),
    ("competitive", 3, ("peaceful", "scenario-1"), "variant.peaceful"),
    ("makai_fuda", 3, ("adventures",), "option.adventure.use"),
    ("fuji_99", 3, ("tomoe",), "option.asymmetric.all-or-none"),
    ("coop", 3, ("four-red",), "fuji99.setup.bag-contents"),
    ("fuji_99", 4, ("four-red",), "fuji99.setup.bag-contents"),
]


@pytest.mark.parametrize(("mode", "players", "options", "rule"), REFUSED)
def test_a_game_that_the_rules_do_not_have_is_refused(
    mode: str, players: int, options: tuple[str, ...], rule: str
) -> None:
    for make in (setup_list, pack_away_list):
        with pytest.raises(Illegal) as caught:
            make(mode, players, options)
        assert [refusal.rule for refusal in caught.value.refusals] == [rule]
        for language in LANGUAGES:
            assert error_sentence(caught.value, language=language).endswith(".")


@pytest.mark.parametrize(("mode", "options"), [("chess", ()), ("coop", ("pizza",))])
def test_an_unknown_word_is_unreadable(mode: str, options: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as caught:
        setup_list(mode, 3, options)
    known = SETUP_MODES if mode == "chess" else SETUP_OPTIONS
    assert all(word in error_sentence(caught.value) for word in known)


def test_co_op_for_one_is_the_solo_game() -> None:
    assert setup_list("coop", 1, ("tomoe",)) == setup_list("solo", 1, ("tomoe",))


# ---- the command


def test_command_lists_steps_with_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup", "--players", "3", "--mode", "coop", "--option", "adventures", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["mode"], said["players"], said["options"]) == ("coop", 3, ["adventures"])
    countdown = next(step for step in said["steps"] if step["key"] == "countdown-coop")
    assert countdown["data"] == {"space": 18}
    assert "18" in countdown["sentence"]
    sums = Counter(said["takes"]) + Counter(said["aside"])
    assert sums == Counter(FUJI_KORO)


def test_command_prints_the_list_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup", "--mode", "makai_fuda", "--players", "3", "--pack-away", "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "33 Monsterkarten" in said and "11 Monsterkarten" in said
    assert "65 Teile" in said


def test_command_refuses_with_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup", "--mode", "solo", "--players", "1", "--option", "daisuke", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["rule"] == "solo.setup.daisuke-impossible"


def test_reply_names_what_goes_to_each_temple() -> None:
    """setup.blueprints.deal: 2 players, T1 helmet and weapon, T2 helmet and sandals, T3 weapon and sandals."""
    lines = setup_reply("competitive", 2, ()).lines
    deal = next(line for line in lines if "Blueprints into the temples" in line)
    assert "1 helmet, 1 weapon; 1 helmet, 1 sandals card; 1 weapon, 1 sandals card" in deal


@pytest.mark.rule(
    "scenario.1.competitive.tokens-end-score",
    "scenario.1.competitive.tokens-extra-action",
    "scenario.1.competitive.kill-gives-points-only",
    "scenario.2.competitive.same-color-set",
    "scenario.2.competitive.different-color-set",
    "scenario.4.competitive.monk-beats-samurai",
    "scenario.8.solo.secret-exit-insufficient",
)
@pytest.mark.parametrize(
    ("mode", "players", "scenario", "rules"),
    [
        (
            "competitive",
            3,
            1,
            ("tokens-kept", "tokens-end-score", "tokens-extra-action", "kill-gives-points-only"),
        ),
        ("competitive", 3, 2, ("same-color-set", "different-color-set")),
        ("competitive", 3, 4, ("monk-beats-samurai", "monk-broken-gives-wood", "monk-won")),
        ("competitive", 3, 4, ("no-joining-monk", "dragon-first", "monk-stats", "monk-attack")),
        ("competitive", 3, 4, ("monk-outnumbered", "monk-tie-stays", "monk-move")),
        ("coop", 3, 6, ("kill-loses", "fewer-dice")),
        ("solo", 1, 7, ("samurai-combat-rules", "damage-persists", "win-steals-blueprint")),
        ("solo", 1, 8, ("secret-exit-insufficient", "loss")),
    ],
)
def test_what_decides_points_in_a_scenario_is_read_out(
    mode: str, players: int, scenario: int, rules: tuple[str, ...]
) -> None:
    steps = setup_list(mode, players, (f"scenario-{scenario}",)).steps
    (read,) = (step for step in steps if step.key.startswith(f"scenario-{scenario}"))
    assert {f"scenario.{scenario}.{mode}.{each}" for each in rules} <= set(read.rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_step_of_a_character_says_what_is_different(language: str) -> None:
    for mode, players in (("competitive", 2), ("coop", 2)):
        steps = {step.key: step for step in setup_list(mode, players, ("masako", "tomoe")).steps}
        for who in ("masako", "tomoe"):
            told = told_step(steps[f"hero-{who}"], language=language)
            assert str(told["sentence"]).endswith(say(f"cast.note-{who}", language=language))
