"""What the game page tells beside its questions: names, reasons, the numbers of a fight, results, points."""

from __future__ import annotations

import ast
import functools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fujikoro_nb.engine.fujikoro.rules
from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, PayDamage, StealBlueprint
from fujikoro_nb.engine.fujikoro.asked.game import Act, PlaceMonk
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import mask_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Entry, Line, Question, Seat, Seeded, Session, event
from fujikoro_nb.odds import Foe, Samurai, solve
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.chances import chances_of, chances_said, fight_at, fight_of_question
from fujikoro_nb.views.game.course import COURSE, QUIET
from fujikoro_nb.views.game.facts import facts_of
from fujikoro_nb.views.game.ledger import SOURCE_RULES
from fujikoro_nb.views.game.log import log_view
from fujikoro_nb.views.game.points import points_view
from fujikoro_nb.views.game.result import _OFF_HELMET, _OFF_WEAPON, _TOLD, results_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.oracles.mountain import NEIGHBOURS
from tests.rules.test_scrolls import TWO, robbed
from tests.support.fights import dragon
from tests.support.game_pages import answered, begin, seated, send
from tests.support.game_positions import WEAK, Realm, realm, scroll
from tests.support.gear_positions import board, owned
from tests.support.groups import group


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def spoken(language: str) -> Words:
    def told(key: str, /, **data: Any) -> str:
        return say(key, language=language, **data)

    return Words(["Ann", "Ben"], told, language)


def asked_for(kind: str, players: str = "person person") -> GamePage:
    """A page whose pending question is of this kind."""
    page, chance = begin(GamePage(), players), random.Random(5)
    while page.asked["kind"] != kind:
        answered(page, chance)
    return page


# ---- names


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_piece_is_called_by_its_id(language: str) -> None:
    pack, words = house_pack(), spoken(language)
    for kind in ("tiles", "resource_tokens", "dragons", "scrolls", "gear_cards", "blueprints"):
        names = [words.component(one.id) for one in getattr(pack, kind)]
        assert len(set(names)) == len(names)
        assert not any(re.search(r"house|-i+-\d", name) for name in names), names
    tile = event("tile-drawn", "explore.level-by-ring", seat=0, tile="house-tile-ii-5")
    assert "II" in words.told(tile)["text"]
    assert "house" not in words.told(tile)["text"]
    assert "house" not in words.answer(StealBlueprint(pack.blueprints[0].id))


def given(answer: LoseCubes | PayDamage, kind: str, cubes: str) -> Line:
    seat = Seat(0)
    question = Question(seat, "lose-cubes", "combat.break.per-symbol", "Attack")
    happened = event(kind, "combat.break.per-symbol", seat=0, cubes=cubes)
    return Line(question, Entry(seat, answer), (happened,))


def test_cubes_that_came_off_are_told_by_material() -> None:
    words, cells = spoken("en"), mask_of((2, 1), (3, 1), (1, 2))
    assert words.answer(LoseCubes(cells)) == "lose row 1, columns 2, 3; row 2, column 1"
    assert words.given(given(LoseCubes(cells), "cubes-broken", "WWM")) == "lose 2 wood, 1 metal"
    assert words.given(given(PayDamage(cells), "paid", "TMM")) == "pay 2 metal, 1 tooth"
    paid = given(PayDamage(cells, magic=True), "paid-with-magic", "W")
    assert words.given(paid) == "pay 1 wood and the green cube"


# ---- reasons


def test_far_space_of_a_walk_is_refused_with_its_own_rule() -> None:
    page = asked_for("walk")
    page.map.set_state({"selected": "III-9.3"})
    assert page.chosen == {}
    assert page.refused["rule"] == "move.revealed-only"
    assert "III-9.3" not in page.refused["text"]
    assert page.map.about["refusal"] == page.refused["text"]


def test_space_that_no_move_reaches_is_refused_with_the_rule_while_the_action_is_asked() -> None:
    page = asked_for("act")
    page.map.set_state({"selected": "III-9.3"})
    assert page.refused["rule"] == "move.revealed-only"


def test_space_at_a_question_that_the_map_cannot_answer_repeats_the_question() -> None:
    page = begin(GamePage(), "person person")
    assert page.asked["kind"] == "place-monk"
    page.map.set_state({"selected": "III-9.3"})
    assert page.refused["rule"] == page.asked["rule"]
    assert page.asked["text"] in page.refused["text"]


def test_list_that_lacks_nothing_says_so_with_its_rule() -> None:
    page = begin(GamePage(), "person person")
    send(page, "why-not", on=True)
    assert page.why_not == {"rows": [], "rule": "setup.player.start-monks"}


# ---- the bench


def test_bench_says_which_rule_is_against_what_lies_there() -> None:
    page = begin(GamePage(), "person person")
    while page.asked["kind"] != "first-weapon":
        answered(page, random.Random(5))
    page.grid.weapon = ""
    assert not page.bench["can"]
    assert page.bench["refused"]["rule"] == "setup.player.start-weapon"
    assert page.bench["refused"]["text"]


def test_cube_of_which_none_is_left_is_refused_with_a_sentence_and_the_rule() -> None:
    page = asked_for("first-weapon")
    grid = page.grid
    grid._handle_custom_msg({"act": "none-left", "material": "W"}, ())
    assert "wood" in grid.notice
    assert grid.notice_rule == "craft.from-backpack"
    grid.weapon = ""
    grid._handle_custom_msg({"act": "clear", "kind": "weapon"}, ())
    assert (grid.notice, grid.notice_rule) == ("", "")
    grid._handle_custom_msg({"act": "none-left", "material": "W"}, ())
    assert grid.notice == "", "there are two in hand again"


# ---- facts beside a question


BESIDE = {"I-1": "D......", "I-2": "......."}


def told(game: Realm) -> dict[str, str]:
    """Rule to sentence of what stands beside the pending question."""
    question = GAME.question(game.state)
    assert question is not None
    return {fact["rule"]: fact["text"] for fact in facts_of(game.state, question, spoken("en"))}


def at_join() -> Realm:
    """The second seat is asked to join the first one against a dragon of 12 health, initiative 9 and 1 die."""
    seats = (board(weapon="WWM"), board(weapon="WWW", helmet="MW"))
    game = realm(*seats, tiles=BESIDE, dragons={"I-1": WEAK}, at=("centre", "I-2.6"))
    return game.play("move", "walk I-1.4")


def test_join_is_asked_with_the_dragon_the_own_gear_the_reward_and_the_risk() -> None:
    game = at_join()
    assert (game.asked, game.seat) == ("join", 1)
    facts = told(game)
    assert "12 health, 1 die, initiative 9" in facts["combat.health.start"]
    assert "7 points" in facts["combat.win.reward"]
    assert "Ben: initiative 3, the helmet absorbs 3" in facts["combat.init.descending"]
    assert "Ann" in facts["combat.join.order"]
    assert "I-2" in facts["combat.dragon.all"]


def test_monk_is_asked_for_with_the_health_that_is_left_and_what_it_does() -> None:
    seats = (board(weapon="WWM", lower="M", monks=("scroll",)), board(monks=("scroll",), weapon="WWM"))
    game = realm(*seats, tiles=BESIDE, dragons={"I-1": WEAK}, at=("centre", "I-2.6"))
    game.play("move", "walk I-1.4", "join I-1.4", "send scroll", "throw M lower", "roll M 2")
    assert (game.asked, game.seat) == ("send-monk", 1)
    facts = told(game)
    assert "10 health" in facts["combat.health.start"]
    assert {"combat.hero.roll", "combat.init.monk-first", "combat.hero.gone"} <= facts.keys()


def test_last_disc_before_the_second_action_says_that_a_rest_follows() -> None:
    game = realm(msgspec.structs.replace(board(), discs=1), board(), tiles=BESIDE)
    assert "rest" in told(game)["turn.rest.forced"]
    game = realm(msgspec.structs.replace(board(), discs=2), board(), tiles=BESIDE)
    assert "turn.rest.forced" not in told(game)


def test_action_says_how_many_discs_are_left() -> None:
    """turn.disc.cost: three discs, one spent an action; turn.monk-disc: the action monk is one more."""
    assert told(realm())["turn.disc.cost"] == "3 discs left in your pool."
    with_monk = realm(board(monks=("action",)), board())
    assert told(with_monk)["turn.disc.cost"] == "3 discs and the action monk left in your pool."


def test_end_of_the_markers_turn_says_what_the_countdown_brings() -> None:
    track = realm().state.charts.track
    lava = next(number for number, step in enumerate(track) if step.event == "lava")
    number = track[lava].lava
    tiles = {"I-1": f".{number}....."}
    game = realm(tiles=tiles, at=("I-1.1",), marker=0, countdown=lava)
    assert str(number) in told(game)["final.event.lava"]
    assert "final.eruption.damage" in told(game)
    assert "final.eruption.damage" not in told(realm(tiles=tiles, marker=0, countdown=lava))
    assert set(told(realm(tiles=tiles, marker=1, countdown=lava))) == {"turn.disc.cost"}
    rope = next(number for number, step in enumerate(track) if step.event == "rope")
    assert "rope" in told(realm(marker=0, countdown=rope))["final.event.rope"]
    away = told(realm(marker=0, countdown=rope + 1))
    assert "big palace" in away["escape.rope"]


# ---- chances


def test_chances_of_a_fight_alone_are_those_of_the_odds() -> None:
    game = realm(board(weapon="WWM", helmet="W"), board(), tiles=BESIDE, dragons={"I-1": WEAK})
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    chances = chances_of(coming)
    assert chances is not None
    foe = Foe.of(WEAK, players=2)
    samurai = Samurai.of(game.board())
    exact = solve(samurai, foe, {die.material: die for die in game.state.dice}, all_dice=True).outcome
    assert (chances.win, chances.down) == (float(exact.win), float(exact.knocked_out))
    said = chances_said(chances, spoken("en"))[0]["text"]
    assert "alone" in said
    assert fight_at(game.state, Seat(0), "I-2.1") is None


def test_chances_of_a_joiner_count_everybody_in_the_fight() -> None:
    game = at_join()
    question = GAME.question(game.state)
    assert question is not None
    coming = fight_of_question(game.state, question)
    assert coming is not None
    assert (len(coming.boards), coming.place, coming.foe.health) == (2, 1, 12)
    chances = chances_of(coming)
    assert chances is not None
    assert chances.win + chances.leave + chances.down == pytest.approx(1)
    assert "%" in chances_said(chances, spoken("de"))[0]["text"]


DAWN = {0: (scroll("dawn", "initiative 7"),)}


def used_dawn(*seats: Board) -> Realm:
    """Length three and seven more, before a dragon of nine, when the monk is asked for."""
    game = realm(*seats, tiles=BESIDE, dragons={"I-1": dragon("4/9/2")}, at=("centre", "I-2.6"), scrolls=DAWN)
    game.play("move", "walk I-1.4", "stay-out" if game.board(1) == board() else "join I-1.4", "use dawn")
    assert game.asked == "send-monk"
    return game


def test_initiative_that_was_added_counts_in_the_facts_of_a_fight() -> None:
    """combat.init.descending: ten before the dragon's nine; whoever is first may win before it strikes."""
    game = used_dawn(board(weapon="WWM", monks=("scroll",)), board())
    assert "Ann: initiative 10," in told(game)["combat.init.descending"]
    question = GAME.question(game.state)
    assert question is not None
    coming = fight_of_question(game.state, question)
    assert coming is not None
    chances = chances_of(coming)
    faces = {die.material: die for die in game.state.dice}
    own, foe = Samurai.of(game.board()), Foe.parse("4/9/2")
    first, second = (
        float(solve(own, foe, faces, first=who, all_dice=True).win) for who in ("samurai", "dragon")
    )
    assert chances is not None
    assert first > second
    assert chances.win == first


def test_initiative_that_was_added_counts_in_a_joint_fight() -> None:
    """Before the dragon the attacker rolls at least once more: its own chance rises by far more than the error."""
    seats = (board(weapon="WWM", monks=("scroll",)), board(weapon="WWM"))
    game = used_dawn(*seats)
    question = GAME.question(game.state)
    assert question is not None
    coming = fight_of_question(game.state, question)
    assert coming is not None
    assert coming.boosts == (7, 0)
    chances, plain = chances_of(coming), chances_of(msgspec.structs.replace(coming, boosts=(0, 0)))
    assert chances is not None and plain is not None
    assert chances.win > plain.win + 0.05


def test_whoever_has_no_weapon_is_told_of_the_retreat() -> None:
    """combat.retreat.no-dice: after the empty attack of the first own turn it may leave; six hits never come."""
    game = realm(board(helmet="MMM"), board(), tiles=BESIDE, dragons={"I-1": dragon("4/0/1")})
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    chances = chances_of(coming)
    assert chances is not None
    for language in LANGUAGES:
        (fact,) = chances_said(chances, spoken(language))
        assert fact["rule"] == "combat.retreat.no-dice"
        assert "100 %" in fact["text"]
        assert " 0 %" in fact["text"]


def test_whoever_has_no_weapon_is_told_so() -> None:
    game = realm(board(helmet="W"), board(), tiles=BESIDE, dragons={"I-1": WEAK})
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    chances = chances_of(coming)
    assert chances is not None
    assert chances_said(chances, spoken("en"))[0]["rule"] == "combat.retreat.no-dice"


def test_chances_stand_on_the_page_at_a_fight_and_are_gone_after_it() -> None:
    page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
    while page.asked["kind"] != "send-monk":
        assert page.asked["kind"] in ("walk", "act") or not page.chances
        answered(page, chance)
    assert page.asked["facts"]
    assert page.chances
    while page.asked["kind"] in ("send-monk", "throw-cube"):
        answered(page, chance)
    assert page.chances == []


# ---- how a fight went


def cards(game: Realm, *persons: int) -> list[dict[str, Any]]:
    """The cards of one line with everything that has happened."""
    question = Question(Seat(0), "act", "turn.two-actions", "Turn")
    line = Line(question, Entry(Seat(0), Act("move")), tuple(game.events))
    seats = tuple(map(Seat, persons))
    return results_view([line], 0, spoken("en"), colours=game.state.colours, persons=seats)


def test_won_fight_says_points_tooth_and_what_broke() -> None:
    weak = {"I-1": dragon("1/0/1")}
    game = realm(board(weapon="WWM"), board(), tiles=BESIDE, dragons=weak)
    game.play("move", "walk I-1.4", "stay-out", "keep", "attack left WWM", "roll W 1 1, M 1")
    assert cards(game, 0) == [], "the fight is over when the tooth lies somewhere"
    game.play(game.texts()[0])
    (card,) = cards(game, 0)
    assert (card["seal"], card["rule"]) == ("ok", "combat.win")
    (row,) = card["rows"]
    assert row["name"] == "Ann"
    assert {"combat.win.reward"} == {line["rule"] for line in row["lines"]}
    assert "7 victory points" in row["lines"][0]["text"]
    assert cards(game, 1) == [], "a fight of others stays in the log"


def test_a_dragon_beaten_while_somebody_here_fell_is_no_plain_loss() -> None:
    """Ann has no helmet; Bo pays with one and beats it. Whoever plays both sees that it was won, at a price."""
    brave = board(weapon="WWM", helmet="WWW")
    game = realm(board(weapon="WWM"), brave, tiles=BESIDE, dragons={"I-1": dragon("3/9/2")})
    game.play("move", "walk I-1.4", "join I-1.5", "keep", "keep", "roll T 1 0", "pay -", "pay 1,1")
    game.play("attack left WWM", "roll W 1 1, M 1")
    game.play(game.texts()[0])
    seals = [cards(game, *persons)[0]["seal"] for persons in ((0, 1), (0,), (1,))]
    assert seals == ["but", "but", "ok"]


def test_the_card_of_a_fight_that_a_dragon_began_tells_of_that_one() -> None:
    """A group's dragon walked to Ann; what happened to her in the round before is none of the card's business."""
    strong = {"I-2": dragon("30/9/3", name="strong")}
    known = {"tiles": {"I-1": ".......", "I-2": "......."}, "dragons": strong}
    game = group(board(weapon="WWM", helmet="W"), at=("I-1.1",), **known)
    game.play("keep", "roll T 2 2 2", "pay 1,1")
    before = event("shamed", "scenario.4.competitive.monk-beats-samurai", seat=0, points=5)
    game.events.insert(0, before)
    (card,) = cards(game, 0)
    assert (card["seal"], card["rule"]) == ("no", "combat.end")
    assert card["text"] == say("game-page.result-lost", dragon=spoken("en").component("strong")).capitalize()
    assert before.rule not in {line["rule"] for line in card["rows"][0]["lines"]}


def test_lost_fight_says_who_lies_where_and_what_is_gone() -> None:
    strong = {"I-1": dragon("30/9/3")}
    game = realm(board(weapon="WWM", helmet="W"), board(), tiles=BESIDE, dragons=strong)
    game.play("move", "walk I-1.4", "stay-out", "keep", "roll T 2 2 2", "pay 1,1")
    (card,) = cards(game, 0)
    assert (card["seal"], card["rule"]) == ("no", "combat.end")
    lines = {line["rule"]: line["text"] for line in card["rows"][0]["lines"]}
    assert "combat.defeat" in lines
    assert "Central tile" in lines["combat.defeat.where"]
    assert lines["combat.helmet.absorb"] == "Off the helmet: 1 wood."


ENGINE = Path(fujikoro_nb.engine.fujikoro.__file__).parent
OF_A_FIGHT = (
    *(
        "attack",
        "breaking",
        "combat",
        "dice",
        "duel",
        "hero",
        "joining",
        "magic",
        "meeting",
        "monks",
        "powers",
    ),
    *("realm", "scroll_cards", "scrolls", "stow", "suffer"),
)
"""The chapters whose frames can stand on the agenda between the first blow and the last."""

LEFT_OUT = {
    # who is in it, and what was asked and declined, stands in the log
    *("joined", "stays-out", "let-be", "monk-kept", "nothing-stolen", "adventure-taken"),
    # the title says it
    *(
        "dragon-attacked",
        "challenge",
        "has-to-fight",
        "guard-met",
        "guard-beaten",
        "dragon-defeated",
        "combat-over",
        "duel-over",
        "duel-drawn",
    ),
    # the green cube comes back
    *("magic-gained", "guard-charmed"),
    # the monk that is gone says it
    "action-monk-gone",
    # where things lie now, and the display of scrolls
    *("cubes-stowed", "disc-stowed", "left-over", "scroll-shown", "scrolls-shuffled"),
    # a group's: nobody plays one on this page
    *("dragon-attacks", "fight-shunned", "life-lost", "scroll-kept"),
}


def test_every_event_of_a_fight_is_told_or_named_as_left_out() -> None:
    kinds = {
        str(call.args[0].value)
        for path in (*(ENGINE / "rules").rglob("*.py"), ENGINE / "asked" / "realm.py")
        if path.stem in OF_A_FIGHT
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "event"
        if isinstance(call.args[0], ast.Constant)
    }
    told_of = {*_TOLD, *_OFF_WEAPON, *_OFF_HELMET, *COURSE, *QUIET}
    assert not told_of & LEFT_OUT
    assert kinds - told_of - LEFT_OUT == set()
    assert kinds >= LEFT_OUT


def test_stolen_scroll_is_told_with_its_points() -> None:
    game = robbed(board(), TWO, {1: "PQ"}).play("steal scroll Q", "stow - scroll")
    (card,) = cards(game.play(game.texts()[0]), 0)
    row = next(row for row in card["rows"] if row["name"] == "Ann")
    (line,) = row["lines"]
    assert line["rule"] == "duel.steal.scroll"
    assert "3 points" in line["text"]


def test_what_goes_with_the_backpack_monk_is_told() -> None:
    """combat.hero.lose-backpack: the metal is thrown, the wood in the upper area is gone."""
    here = board(weapon="WWM", lower="M", upper="W", monks=("backpack",))
    game = realm(here, board(), tiles=BESIDE, dragons={"I-1": dragon("1/0/1")})
    game.play("move", "walk I-1.4", "stay-out", "send backpack", "throw M lower", "roll M 1", "stow T")
    (card,) = cards(game, 0)
    lines = {line["rule"]: line["text"] for line in card["rows"][0]["lines"]}
    assert lines["combat.hero.lose-backpack"].endswith("cubes gone: wood.")
    assert {"combat.hero.resource", "combat.hero.gone", "combat.win.reward"} < lines.keys()


def test_card_stays_until_the_next_own_answer() -> None:
    page, chance = begin(GamePage(), "person person", seed="3"), random.Random(1)
    while not page.results:
        answered(page, chance)
    assert all(card["text"] and card["rule"] and card["rows"] for card in page.results)
    answered(page, chance)
    assert page.results == []


# ---- a rest that comes by itself


def test_rest_by_itself_is_an_entry_of_its_own_with_its_rule() -> None:
    question = Question(Seat(0), "act", "turn.two-actions", "Turn")
    happened = (event("rests", "turn.rest.returns-all", seat=0),)
    lines = [
        Line(question, Entry(Seat(0), Act("explore")), ()),
        Line(question, Entry(Seat(0), Act("rest"), automatic=True), happened),
    ]
    entries = log_view(lines, spoken("en"), ("red", "pink"), {}, first=0)
    assert [entry["rule"] for entry in entries] == ["turn.two-actions", "turn.rest.forced"]
    assert "by itself" in entries[1]["text"]


def test_the_log_begins_with_the_game_and_folds_in_what_is_laid_out() -> None:
    page = begin(GamePage())
    assert [entry["is_setup"] for entry in page.log] == [True, *[False] * (len(page.log) - 1)]
    assert len(page.log[0]["events"]) > 10


def test_the_log_names_no_turns_of_those_who_have_left() -> None:
    session = new_session(players=3, seed="log 1")
    play_out(session, bots_of(["heuristic"], players=3, seed=1))
    told = functools.partial(say, language="en")
    *_, before, last = log_view(session.lines, Words(("A", "B", "C"), told, "en"), ("red",) * 3, {}, first=0)
    assert before["who"] == last["who"] == "C", "the two others have left"
    assert [one["who"] for one in before["events"] if one["rule"] == "turn.order"] == ["C"]
    assert not [one for one in last["events"] if one["rule"] == "turn.order"]


# ---- how points are made


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_told_with_the_numbers_of_this_game(language: str) -> None:
    mode = msgspec.structs.replace(COMPETITIVE, tile_points=(4, 5, 6), final_points=21)
    lines = {line["rule"]: line["text"] for line in points_view(realm(mode=mode).state, spoken(language))}
    assert re.findall(r"\d+", lines["explore.vp"]) == ["4", "5", "6"]
    assert re.findall(r"\d+", lines["combat.win.reward"]) == ["5", "7", "10", "15"]
    assert re.findall(r"\d+", lines["final.trigger"]) == ["21"]
    charts = realm().state.charts
    for palace, rule in (("big", "bonus.big.categories"), ("small", "bonus.small.categories")):
        rows = [row for row in charts.palaces if row.palace == palace]
        numbers = [
            str(n) for row in rows for n in (*sorted(row.single, reverse=True), *filter(None, [row.shared]))
        ]
        assert re.findall(r"\d+", lines[rule]) == numbers
    assert "end.leftovers" in lines
    assert "end.winner" in lines


def test_every_source_of_points_is_told() -> None:
    """What the end of a game counts by, but ``escape``, which only sums up the palaces."""
    games = [realm(scenario=number).state for number in (0, 1, 2)]
    told = {line["rule"] for state in games for line in points_view(state, spoken("en"))}
    assert {rule for source, rule in SOURCE_RULES.items() if source != "escape"} <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_of_scrolls_are_told(language: str) -> None:
    """gather.scroll.vp: three."""
    lines = {line["rule"]: line["text"] for line in points_view(realm().state, spoken(language))}
    assert re.findall(r"\d+", lines["gather.scroll.vp"]) == ["3"]


def test_weapon_card_brings_its_point_without_a_step() -> None:
    """gearcard.bonus.every-time: each disc on its action, also twice in a turn; what the points say of "Move"."""
    card = owned("p", GearKind.WEAPON, "move", "vp")
    game = realm(board(cards=(card,)), board()).play(
        "move", "bonus", "main", "halt", "move", "bonus", "main", "halt"
    )
    assert game.state.samurai[0].score == 2
    lines = {line["rule"]: line["text"] for line in points_view(game.state, spoken("en"))}
    assert "each time" in lines["gearcard.bonus.weapon"]
    assert "also if you then stand still" in lines["gearcard.bonus.weapon"]


def test_points_stand_on_the_page() -> None:
    page = begin(GamePage(), "person person")
    assert page.points == points_view(page.session.state, page._game.words)


@pytest.mark.rule("explore.orient")
def test_a_tile_in_hand_shows_which_of_its_spaces_will_lie_beside_the_explorer() -> None:
    page = asked_for("turn-tile")
    state, tile = page.session.state, page.asked["tile"]
    at = state.samurai[page.session.question.seat].space
    beside = {f"{tile['place']}.{number}" for number in tile["beside"]}
    assert beside
    assert beside == {name for name in NEIGHBOURS[at] if name.startswith(f"{tile['place']}.")}


# ---- the log


def test_place_of_a_monk_is_no_gear_and_a_discs_name_no_place() -> None:
    """monk.spots: the spot at the weapon grid; backpack.unit: a disc in the backpack is a scroll or a monk."""
    words = spoken("en")
    gathered = event("monk-gathered", "gather.monk.spot", seat=0, spot="weapon")
    stowed = event("disc-stowed", "backpack.unit", seat=0, disc="scroll")
    assert words.told(gathered)["text"] == "Takes a monk along; it goes here: weapon spot."
    assert words.told(stowed)["text"] == "Into the backpack: a scroll."
    assert words.answer(PlaceMonk("weapon")) == "monk: weapon spot"


def test_log_does_not_repeat_an_action_as_an_event() -> None:
    game = realm(tiles={"I-1": "......."})
    page = GamePage()
    page._open(Session(GAME, game.state, dealer=Seeded("1")), seated("person", "person")[1])
    send(page, "answer", text="move", at=page.asked["at"])
    last = page.log[-1]
    assert (last["text"], last["events"]) == ("Move", [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_bot_says_of_each_part_why(language: str) -> None:
    """gearcard.bonus.either-both: the bonus, the action, or enough are three answers with three reasons."""
    said = {say(f"why.{key}", language=language) for key in ("part", "part-main", "part-enough")}
    assert len(said) == 3
