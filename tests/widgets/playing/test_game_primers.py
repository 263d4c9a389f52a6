"""The cards of twenty seconds: their words and rules, when each comes, and that none comes back."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, PEACEFUL
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_of
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, say, words
from fujikoro_nb.views.game.primers import DUEL, GUARD, PRIMERS, Shown, kept_shown, shown_of
from fujikoro_nb.widgets.base.front_texts import place_of
from fujikoro_nb.widgets.fight.play import packed, unpacked
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.rules.test_gather import temple
from tests.rules.test_move import DRAGON, shod
from tests.support.game_ends import answer, page_of
from tests.support.game_pages import answered, begin, load, send
from tests.support.game_positions import realm
from tests.support.gear_positions import HELMET, blueprint, board
from tests.support.group_saves import asked, played_until, save_of
from tests.texts.calls import ENGINE, calls

NEAR_END = Path(__file__).parents[2] / "golden" / "saves" / "near-end-format-2.json"
"""One own turn before the end; somebody can leave by the rope."""

NAMES = [primer.name for primer in PRIMERS]

GAMES = (
    ("person person", "9"),
    ("person random random", "11"),
    ("person person person person", "13"),
    ("person person random person person", "14", True),
)


def almost_thirty() -> GamePage:
    """A page on which a tile of level II begins the Final Chapter (final.trigger)."""
    page = page_of(realm(at=("I-1.1",), tiles={"I-1": "......."}, scores=(29, 0)).state)
    answer(page, "explore")
    answer(page, "place II-1")
    return page


def loaded(path: Path) -> GamePage:
    """A page on which this save was opened."""
    page = GamePage()
    load(page, path.read_text(encoding="utf-8"))
    return page


SPECIAL: dict[str, tuple[Callable[[], GamePage], tuple[str, ...]]] = {
    "lava": (lambda: page_of(shod("TT/M").state), ("walk I-1.4 I-1.0", "halt")),
    "blueprint": (lambda: page_of(temple().state), ("gather", "take blueprints")),
    "magic": (
        lambda: page_of(realm(board(helmet="WW", blueprints=(blueprint(HELMET, "WW"),)), board()).state),
        ("move",),
    ),
    "helmet": (
        lambda: page_of(realm(board(helmet="WWMM"), board(), tiles={"I-1": "D......"}, dragons=DRAGON).state),
        ("move", "walk I-1.4"),
    ),
    "final": (almost_thirty, ()),
    "way-out": (almost_thirty, ()),
    "eruption": (almost_thirty, ()),
    "palace": (lambda: loaded(NEAR_END), ()),
}
"""What a few games of chance moves do not come to: a page and the answers that lead there."""


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


# ---- words, rules, pictures


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_card_has_at_most_50_words(name: str, language: str) -> None:
    title, text = (say(f"primers.primer-{name}{end}", language=language) for end in ("", "-says"))
    assert 15 < len(f"{title} {text}".split()) <= 50
    assert text.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_left_over(language: str) -> None:
    own = {key for key in words("primers", language=language) if key.endswith("-says")}
    assert own == {f"primer-{name}-says" for name in NAMES}


@pytest.mark.parametrize("primer", PRIMERS, ids=NAMES)
def test_card_cites_one_to_three_rules_of_the_rulebook(primer: Any) -> None:
    assert 1 <= len(primer.rules) <= 3
    assert len(set(primer.rules)) == len(primer.rules)
    assert [rule for rule in primer.rules if not has_rule(rule)] == []


@pytest.mark.parametrize("primer", PRIMERS, ids=NAMES)
def test_picture_is_made_of_our_symbols(primer: Any) -> None:
    drawn = place_of("symbols.svg").read_text(encoding="utf-8")
    symbols = set(re.findall(r'<symbol id="fk-([\w-]+)"', drawn))
    assert primer.signs
    assert {part for sign in primer.signs for part in sign.split()} <= symbols


def test_numbers_of_the_cards_are_those_of_every_mode() -> None:
    """explore.vp 0, 1 and 2; final.trigger 30; turn.two-actions 2."""
    for mode in (COMPETITIVE, PEACEFUL):
        assert (mode.tile_points, mode.final_points, mode.actions) == ((0, 1, 2), 30, 2)


def test_rules_with_several_readings_are_told_as_all_of_them_have_it() -> None:
    """Each card that cites such a rule was read against all its readings: a new one has to be."""
    cited = {rule for primer in PRIMERS for rule in primer.rules}
    assert cited & set(SWITCHES) == {
        "combat.helmet.absorb",  # no values of cubes
        "combat.retreat.optional",  # asked only where it is a choice
        "escape.secret",  # "a secret exit", neither its space nor its tile
        "gearcard.bonus.weapon-fixed",  # "once", not when
        "coop.combat.teeth-from-dice-shared",  # shared, however many there are
        "coop.dragon.moves-towards-nearest",  # "the nearest", not how that is counted
        "coop.dragon.retreat-when-attacked",  # "your table's reading"
        "coop.final.eight-rounds",  # "with its last spaces"
        "coop.trade.same-space",  # not in whose turn
    }


# ---- what they come up with


@cache
def asked_by_the_engine() -> frozenset[str]:
    """Every name that the rules write out, and with it each kind of question; sentences have spaces."""
    found = {
        node.value
        for path in (ENGINE / "fujikoro" / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    }
    # Of effects with choices, by their values, and the kernel's.
    return frozenset(found | {"refresh", "discs", "summon", "cool", "window"})


@cache
def happening_in_the_engine() -> frozenset[str]:
    """Every kind of event."""
    return frozenset(call.key.rpartition("/")[2] for call in calls(ENGINE) if call.family == "event")


@pytest.mark.parametrize("primer", PRIMERS, ids=NAMES)
def test_card_comes_with_questions_and_events_of_the_engine(primer: Any) -> None:
    assert {kind.removesuffix(DUEL).removesuffix(GUARD) for kind in primer.questions} <= asked_by_the_engine()
    assert {*primer.own_events, *primer.events} <= happening_in_the_engine()
    assert primer.questions or primer.own_events or primer.events


@cache
def came(
    players: str, seed: str, has_adventures: bool = False, mode: str = "competitive"
) -> list[tuple[str, str]]:
    """Each card with the question beside which it came, in a game of chance moves."""
    page = begin(GamePage(), players, seed=seed, adventures=has_adventures, mode=mode)
    chance = random.Random(seed)
    stood = []
    for _ in range(300):
        if page.asked["part"] == "over":
            break
        stood.append((page.primer, page.asked["kind"]))
        answered(page, chance)
    runs = (next(run) for _, run in groupby(stood, key=lambda one: one[0]))
    return [run for run in runs if run[0]]


def test_each_card_comes_once_in_a_game() -> None:
    met: set[str] = set()
    for game in GAMES:
        names = [name for name, _ in came(*game)]
        assert names[:3] == ["monks", "weapon", "turn"]
        assert len(set(names)) == len(names), names
        met |= set(names)
    assert {primer.name for primer in PRIMERS if not primer.is_of_group} - met == set(SPECIAL)


def test_a_group_has_cards_of_its_own() -> None:
    """None of them, nor of those of who plays alone, comes in a game of the other kind."""
    met: set[str] = set()
    for seed in range(1, 6):
        names = [name for name, _ in came("person person person", str(seed), mode="coop")]
        assert names[0] == "together" and len(set(names)) == len(names), names
        met |= set(names)
    alone = {primer.name for primer in PRIMERS if primer.is_of_group is False}
    together = {primer.name for primer in PRIMERS if primer.is_of_group}
    assert met & alone == set()
    assert together - met <= {*ASKED_IN_A_GROUP, "blueprint-together", "eruption-together", "guard"}, (
        "the others are seldom met by chance"
    )
    for game in GAMES:
        assert together.isdisjoint(name for name, _ in came(*game))


ASKED_IN_A_GROUP = {"scroll-together": "scroll", "trade": "agree"}
"""Cards that chance moves seldom lead to, and the question beside which each comes."""


@pytest.mark.parametrize("name", ASKED_IN_A_GROUP)
def test_card_of_a_group_comes_with_its_question(name: str) -> None:
    page = GamePage()
    load(page, save_of(played_until(asked(ASKED_IN_A_GROUP[name]))).decode())
    assert page.primer == name


def test_blueprints_of_a_group_have_their_card() -> None:
    page = page_of(temple(mode=COOP).state)
    answer(page, "gather")
    answer(page, "take blueprints")
    assert (page.asked["kind"], page.primer) == ("blueprints", "blueprint-together")


@pytest.mark.rule("scenario.7.solo.combat-at-temple")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guard_asks_nobody_and_has_a_card_of_its_own(language: str) -> None:
    """Not that of a duel, which somebody wants; the cards on dice and helmets follow it as in a duel."""
    page = page_of(next(one for one in lesson_of("eight-evenings").steps if one.id == "guard").start)
    answer(page, "move")
    answer(page, "walk temple-1")
    assert (page.asked["kind"], page.primer) == ("roll-dice", "guard")
    says = say("primers.primer-guard-says", language=language)
    assert says != say("primers.primer-duel-says", language=language)
    send(page, "primer-done", name="guard")
    answer(page, "attack left WWMM")
    assert "duel" not in page.primer


def test_the_eruption_of_a_group_has_its_card() -> None:
    """Loaded in the round before; a game of chance moves may end there, so another one is tried."""
    for first in range(0, 400, 40):
        session = played_until(_is_last_normal_round, players=1, mode="solo", first=first)
        page, chance = GamePage(), random.Random(1)
        load(page, save_of(session).decode())
        for _ in range(40):
            if page.primer == "eruption-together":
                return
            if page.asked["part"] == "over":
                break
            answered(page, chance)
    raise AssertionError("no card of the eruption")


def _is_last_normal_round(session: GameSession) -> bool:
    party = session.state.party
    return party is not None and party.round == eruption_of(session.state) - 1


@pytest.mark.parametrize("name", SPECIAL)
def test_card_comes_with_what_is_rare(name: str) -> None:
    make, answers = SPECIAL[name]
    page, chance = make(), random.Random(1)
    for text in answers:
        answer(page, text)
    for _ in range(20):
        if page.primer == name:
            return
        answered(page, chance)
    raise AssertionError(f"{name} does not come")


def test_card_stands_beside_the_question_that_it_explains() -> None:
    first = dict(came(*GAMES[0]))
    for name, kinds in {
        "monks": {"place-monk"},
        "explore": {"place"},
        "craft": {"craft"},
        "move": {"walk"},
    }.items():
        assert first[name] in kinds


def test_bots_alone_bring_no_card_and_their_questions_none() -> None:
    page = begin(GamePage(), "random person", seed="5")
    while page.asked["part"] == "bot":
        assert page.primer == ""
        send(page, "go")
    assert page.primer == "monks"


# ---- put away, and never again


def to_card(page: GamePage, name: str) -> GamePage:
    chance = random.Random(1)
    for _ in range(200):
        if page.primer == name:
            return page
        answered(page, chance)
    raise AssertionError(f"{name} does not come")


def test_card_put_away_stays_away_and_the_next_waits_for_another_question() -> None:
    page = begin(GamePage(), "person person")
    assert page.primer == "monks"
    send(page, "primer-done", name="monks")
    assert (page.primer, page.notice) == ("", "")
    send(page, "primer-done", name="monks")  # a second tap
    answered(page, random.Random(1))
    assert page.primer == "weapon"


def test_undo_does_not_bring_it_back() -> None:
    page = to_card(begin(GamePage(), "person person"), "turn")
    chance = random.Random(1)
    while page.primer == "turn":  # its two actions
        answered(page, chance)
    gone = {"monks", "weapon", "turn"}
    assert page.primer not in gone
    while page.travel["undo"]:
        send(page, "undo")
        assert page.primer not in gone


def test_card_that_nobody_put_away_comes_again_with_the_redo() -> None:
    page = to_card(begin(GamePage(), "person person"), "explore")
    assert page.session is not None
    at = len(page.session.lines)
    while page.travel["undo"]:
        send(page, "undo")
    assert page.primer == ""
    while page.travel["redo"]:
        send(page, "redo")
    assert (page.primer, len(page.session.lines)) == ("explore", at)


def test_reload_shows_what_stands_and_nothing_that_was_put_away() -> None:
    page = to_card(begin(GamePage(), "person person"), "turn")
    other = GamePage()
    send(other, "restore", save=page.save)
    assert other.primer == "turn"
    send(other, "primer-done", name="turn")
    third = GamePage()
    send(third, "restore", save=other.save)
    assert third.primer == ""
    assert {"monks", "weapon", "turn"} == set(third._primers.shown.seen)
    answered(third, random.Random(1))
    assert third.primer not in ("monks", "weapon", "turn")


def test_file_keeps_it_too() -> None:
    page = begin(GamePage(), "person person")
    send(page, "primer-done", name="monks")
    sent: list[Any] = []
    page.send = lambda content, buffers=None: sent.append(buffers)  # type: ignore[method-assign]
    send(page, "download")
    other = GamePage()
    load(other, sent[0][0].decode())
    assert (other.stage, other.primer) == ("play", "")


def test_old_save_brings_no_card_for_what_its_people_have_met() -> None:
    page = to_card(begin(GamePage(), "person person"), "craft")
    assert page.session is not None
    page.session.setting = msgspec.structs.replace(
        page.session.setting, content=page.session.setting.content[:1]
    )
    other = GamePage()
    send(other, "restore", save=packed(page.session.save()))
    assert {"monks", "weapon", "turn", "explore"} <= set(other._primers.shown.seen)
    assert other.primer == "craft"


def test_save_with_nonsense_about_the_cards_is_read_as_an_old_one() -> None:
    page = begin(GamePage(), "person person")
    assert page.session is not None
    kept_shown(page.session, Shown(("monks",) * 201))
    assert shown_of(page.session, [Seat(0), Seat(1)]) == Shown()


def test_no_more_of_them_holds_in_this_game_and_the_next_and_can_be_taken_back() -> None:
    page = begin(GamePage(), "person person")
    send(page, "primers", on=False)
    assert (page.primer, page.has_primers) == ("", False)
    chance = random.Random(1)
    for _ in range(20):
        answered(page, chance)
        assert page.primer == ""
    other = GamePage()
    send(other, "restore", save=page.save)
    assert (other.primer, other.has_primers) == ("", False)
    send(page, "leave")
    begin(page, "person person", seed="8")
    assert (page.primer, page.has_primers) == ("", False)
    send(page, "primers", on=True)
    answered(page, chance)
    assert page.primer == "weapon"


def test_other_language_knows_what_was_seen() -> None:
    page = to_card(begin(GamePage(), "person person"), "weapon")
    page.language = "de"
    assert page.primer == "weapon"
    assert page.words["primer-weapon"] == say("primers.primer-weapon", language="de")
    send(page, "primer-done", name="weapon")
    page.language = "fr"
    assert page.primer == ""


@pytest.mark.parametrize(
    "message",
    [
        {"act": "primer-done"},
        {"act": "primer-done", "name": "no-such-card"},
        {"act": "primer-done", "name": 7},
        {"act": "primer-done", "name": ["monks"]},
        {"act": "primer-done", "name": "monks", "at": 0},
        {"act": "primers"},
        {"act": "primers", "on": "yes"},
        {"act": "primers", "on": 1},
    ],
)
def test_what_no_page_would_send_is_refused(message: dict[str, Any]) -> None:
    page = begin(GamePage(), "person person")
    before = (page.primer, page.has_primers, page._primers.shown)
    page._handle_custom_msg(message, ())
    assert page.notice == say("widgets.ignored")
    assert (page.primer, page.has_primers, page._primers.shown) == before
    page.set_state({"primer": "", "has_primers": False})
    assert (page.primer, page.has_primers) == before[:2]


def test_before_a_game_a_card_cannot_be_put_away_and_all_can() -> None:
    page = GamePage()
    send(page, "primer-done", name="monks")
    send(page, "primers", on=False)
    assert page.notice == ""
    begin(page, "person person")
    assert page.primer == ""
    assert unpacked(page.save)
