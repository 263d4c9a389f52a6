"""What the game page tells of fights: the rolls of one that is over, what a monk would change, what decided a game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Entry, Line, Question, Seat, Seeded, Session, Setting, event
from fujikoro_nb.engine.kernel.save import Content
from fujikoro_nb.odds import Foe, Monk, Samurai, best_monk, solve
from fujikoro_nb.play.bots import bots_of, moved_on
from fujikoro_nb.play.odds_service import OddsService
from fujikoro_nb.play.seats import _NAME, PERSON, Chair, GameSession, Table, begin
from fujikoro_nb.play.travel import last_answered
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.chances import (
    Coming,
    Lookout,
    chances_of,
    chances_said,
    chances_with_monk,
    fight_at,
    fight_of_question,
    has_monk,
)
from fujikoro_nb.views.game.end import over_view
from fujikoro_nb.views.game.ledger import ledger_of
from fujikoro_nb.views.game.people import fight_view
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.rules.test_escape import RICH
from tests.support.fights import dragon
from tests.support.game_pages import answered, send
from tests.support.game_pages import begin as begin_page
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board

BESIDE = {"I-1": "D......", "I-2": "......."}


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def spoken(language: str = "en") -> Words:
    def told(key: str, /, **data: Any) -> str:
        return say(key, language=language, **data)

    return Words(["Ann", "Ben"], told, language)


def at_table(game: Realm, *answers: str, language: str = "en", players: tuple[str, ...] = ()) -> GamePage:
    """A page on which two people go on with this game, with dice of their own, and give these answers."""
    kinds = players or (PERSON, PERSON)
    names = ("Ann", "Ben")
    chairs = tuple(
        Chair(name, samurai.colour, kind)
        for name, samurai, kind in zip(names, game.state.samurai, kinds, strict=True)
    )
    table = Table(chairs, dice="hand")
    setting = Setting(seats=names, content=(Content.of(_NAME, msgspec.to_builtins(table)),))
    page = GamePage(language=language)
    page._open(Session(GAME, game.state, dealer=Seeded("1"), setting=setting), table)
    answer(page, *answers)
    return page


def answer(page: GamePage, *answers: str) -> None:
    for text in answers:
        send(page, "answer", text=text, at=page.asked["at"])
        assert (page.refused, page.notice) == ({}, ""), (text, page.asked["kind"], page.refused, page.notice)


# ---- the course of a fight

LOST = (
    *("move", "walk I-1.4", "stay-out", "roll T 1 0", "pay 2,1"),
    *("attack left WWM", "roll W 1 0*, M 2", "lose 1,1", "stay", "roll T 3 2"),
)


def lost(language: str = "en") -> GamePage:
    """Ann's helmet takes one hit of the dragon, she rolls three and loses a wood, the dragon then rolls five."""
    game = realm(board(weapon="WWM", helmet="MW"), board(), tiles=BESIDE, dragons={"I-1": dragon("30/9/2")})
    return at_table(game, *LOST, language=language)


def marks(page: GamePage) -> list[list[tuple[str, str, str]]]:
    """Of each round: who, in few words what, and which cubes broke."""
    (card,) = page.results
    return [[(mark["name"], mark["text"], mark["off"]) for mark in each["marks"]] for each in card["rounds"]]


def dice(page: GamePage) -> list[list[tuple[str, str]]]:
    """Of each round: who rolled which faces."""

    def face(die: dict[str, Any]) -> str:
        return f"{die['colour']}{die['hits']}{'*' if die['broken'] else ''}"

    (card,) = page.results
    return [
        [(turn["name"], " ".join(map(face, turn["dice"]))) for turn in each["turns"]]
        for each in card["rounds"]
    ]


def test_lost_fight_tells_who_rolled_what_and_what_came_of_it() -> None:
    """combat.init.dragon: nine before a weapon of three; 30 - 3 = 27; a helmet of metal takes two of five hits."""
    page = lost()
    (card,) = page.results
    assert (card["seal"], [each["title"] for each in card["rounds"]]) == ("no", ["Round 1", "Round 2"])
    assert marks(page) == [
        [("dragon", "1 hit", ""), ("Ann", "3 hits, 27 left", "W")],
        [("dragon", "5 hits", ""), ("Ann", "knocked out", "")],
    ]
    assert dice(page)[0] == [("dragon", "T1 T0"), ("Ann", "W0* W1 M2")]
    assert dice(page)[1] == [("dragon", "T3 T2")]
    first, second = card["rounds"]
    rules = [[line["rule"] for line in turn["lines"]] for turn in first["turns"]]
    assert rules == [
        ["combat.dragon.all", "combat.helmet.absorb"],
        ["combat.attack.hits", "combat.break.per-symbol", "combat.retreat.optional"],
    ]
    (turn,) = second["turns"]
    assert "combat.defeat" in [line["rule"] for line in turn["lines"]]
    assert turn["colour"] == "", "the dragon has no seat's colour"


def test_won_fight_tells_the_monks_die_before_the_first_round() -> None:
    """combat.hero.roll: two of three, then one; the monk's own die is a metal one."""
    game = realm(
        board(weapon="WWM", lower="M", monks=("scroll",)),
        board(),
        tiles=BESIDE,
        dragons={"I-1": dragon("3/9/2")},
    )
    page = at_table(game, "move", "walk I-1.4", "stay-out", "send scroll", "roll M 2")
    answer(page, "attack left WWM", "roll W 1 0, M 0")
    (card,) = page.results
    assert card["seal"] == "ok"
    assert [each["title"] for each in card["rounds"]] == ["Before the first blow", "Round 1"]
    assert marks(page) == [[("Ann", "monk: 2 hits, 1 left", "")], [("Ann", "1 hit, 0 left", "")]]
    assert dice(page) == [[("Ann", "M2")], [("Ann", "W1 W0 M0")]]


def test_bar_of_a_dragon_keeps_its_maximum_to_the_end() -> None:
    """combat.win: a beaten dragon is off its tile while its fight is still shown."""
    foe = dragon("7/9/2")
    game = realm(board(weapon="WWM"), board(), tiles=BESIDE, dragons={"I-1": foe})
    state = game.play("move", "walk I-1.4", "stay-out").state
    bars = []
    for health in (7, 1, 0):
        agenda = tuple(
            msgspec.structs.replace(one, health=health) if isinstance(one, DragonFight) else one
            for one in state.agenda
        )
        now = msgspec.structs.replace(state if health else state.without_dragon(foe), agenda=agenda)
        bar = fight_view(now, spoken("en"))["dragon"]
        bars.append((bar["health"], bar["most"]))
    assert bars == [(7, 7), (1, 7), (0, 7)]


def test_duel_tells_the_rolls_of_both_and_who_gives_up_nothing() -> None:
    """duel.tie: who stood there strikes first; a roll of which nothing comes says so."""
    both = board(weapon="WWM", helmet="M"), board(weapon="WWM", helmet="M")
    game = realm(*both, tiles={"I-1": "......."}, at=("centre", "I-1.4"))
    page = at_table(game, "move", "walk I-1.4", "challenge", "attack left WWM", "roll W 0 0, M 0")
    answer(page, "attack left WWM", "roll W 1 1, M 1")
    while not page.results:
        answer(page, page.asked["rows"][0]["text"] if page.asked["part"] == "rows" else "stow -")
    assert marks(page) == [[("Ben", "no hit", ""), ("Ann", "3 hits", ""), ("Ben", "knocked out", "")]]
    assert dice(page) == [[("Ben", "W0 W0 M0"), ("Ann", "W1 W1 M1")]]


@pytest.mark.rule("duel.surrender")
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_gives_up_in_a_duel_does_not_retreat(language: str) -> None:
    """In the log, and where it is taken back and done again; who is without a weapon may give up."""
    both = board(weapon="WWM", helmet="M"), board(helmet="M")
    game = realm(*both, tiles={"I-1": "......."}, at=("centre", "I-1.4"))
    page = at_table(game, "move", "walk I-1.4", "challenge", "attack left WWM", "roll W 0 0, M 0", "retreat")
    gives_up = say("combat.did-surrender", language=language)
    page.language = language
    assert [entry["text"] for entry in page.log if entry["rule"] == "duel.surrender"] == [capital(gives_up)]
    assert page.travel["undo"] == gives_up
    send(page, "undo")
    assert page.travel["redo"] == gives_up


@pytest.mark.parametrize("language", LANGUAGES)
def test_course_of_a_fight_speaks_every_language(language: str) -> None:
    page = lost(language)
    (card,) = page.results
    assert card["rounds"][1]["title"] == say("game-page.course-round", language=language, n=2)
    assert marks(page)[1][1][1] == say("game-page.course-knocked-out", language=language)
    assert marks(page)[0][0][1] == say("game-page.course-strikes", language=language, hits=1)
    off = card["rounds"][0]["marks"][1]["said"]
    assert say("combat.some-W", language=language, n=1) in off


# ---- after a reload


def reloaded(page: GamePage) -> GamePage:
    other = GamePage(language=page.language)
    send(other, "restore", save=page.save)
    assert other.stage == "play", other.notice
    return other


def test_card_and_what_happened_come_back_with_the_save() -> None:
    page, chance = begin_page(GamePage(), "person person", seed="3"), random.Random(1)
    while not page.results:
        answered(page, chance)
    other = reloaded(page)
    assert other.results == page.results
    assert other.results[0]["rounds"]
    assert other.happened == page.happened
    answered(other, chance)
    assert other.results == []
    assert reloaded(other).results == []


def test_undo_and_redo_bring_the_card_of_their_moment() -> None:
    page = lost()
    card = page.results
    answer(page, page.asked["rows"][0]["text"])
    assert page.results == []
    send(page, "undo")
    assert page.results == card
    send(page, "undo")
    assert page.results == [], "the dragon has not rolled yet"
    send(page, "redo")
    assert page.results == card


def line(seat: int, kind: str = "act", *, automatic: bool = False) -> Line:
    asked = Question(Seat(seat), kind, "turn.two-actions", "Turn")
    return Line(asked, Entry(Seat(seat), GAME.from_text("move"), automatic), ())


def test_last_own_answer_is_of_a_person_not_forced_and_a_roll_only_where_it_is_typed() -> None:
    chairs = (Chair("Ann", "red"), Chair("Bot", "pink", "random"))
    typed, dealt = Table(chairs, dice="hand"), Table(chairs)
    lines = [line(0), line(-1, "roll"), line(0, automatic=True), line(1), line(1, "walk")]
    assert last_answered(lines, typed) == 1
    assert last_answered(lines, dealt) == 0
    assert last_answered(lines[3:], dealt) == 0, "nobody here has answered: everything is new"
    only_bots = Table(tuple(msgspec.structs.replace(chair, player="random") for chair in chairs))
    assert last_answered(lines, only_bots) == 3


# ---- chances with a monk


def before_fight(*boards: Board, foe: str = "2/9/1") -> Realm:
    return realm(*boards, tiles=BESIDE, dragons={"I-1": dragon(foe)}, at=("centre", "I-2.6"))


def coming_of(game: Realm) -> Coming:
    question = GAME.question(game.state)
    assert question is not None
    coming = fight_of_question(game.state, question)
    assert coming is not None
    return coming


def nothing(_: float) -> None:
    """Nobody asks how far it is."""


def test_best_monk_of_one_without_a_weapon_wins_with_its_die_alone() -> None:
    """combat.hero.roll: two of the six faces of the metal die show two hits: a third; no wood die shows two."""
    game = before_fight(board(helmet="W", lower="WM", monks=("scroll",)), board())
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    plain, sent = chances_of(coming), chances_with_monk(coming, nothing)
    assert plain is not None and sent is not None
    assert plain.win == 0
    assert sent.monk == Monk("scroll", Material.METAL)
    assert sent.win == pytest.approx(1 / 3)
    first, second = chances_said(plain, spoken(), sent)
    assert (first["rule"], second["rule"]) == ("combat.retreat.no-dice", "combat.hero.when")
    assert second["text"].startswith(
        "With the monk from the scroll spot, throwing a metal (the best choice): win 33 %"
    )


def test_best_monk_is_that_of_the_odds() -> None:
    own = board(weapon="WWM", helmet="W", lower="WT", monks=("scroll", "action"))
    game = before_fight(own, board(), foe="8/9/2")
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    sent = chances_with_monk(coming, nothing)
    faces = {die.material: die for die in game.state.dice}
    best = best_monk(Samurai.of(own), Foe.parse("8/9/2"), faces, all_dice=True)[0]
    exact = solve(Samurai.of(own), Foe.parse("8/9/2"), faces, monk=best.monk, all_dice=True)
    assert best.monk is not None and sent is not None
    assert sent.monk == best.monk
    assert sent.win == pytest.approx(float(best.outcome.win))
    assert sent.win > float(solve(Samurai.of(own), Foe.parse("8/9/2"), faces, all_dice=True).win)
    assert exact.hero_value is not None


def test_monk_that_spoils_more_than_it_brings_is_called_so() -> None:
    """combat.hero.lose-weapon: without the monk beside it the right part of the grid is empty."""
    own = board(weapon="....:WWM", helmet="W", monks=("weapon",))
    game = before_fight(own, board(), foe="6/0/1")
    coming = fight_at(game.state, Seat(0), "I-1.4")
    assert coming is not None
    plain, sent = chances_of(coming), chances_with_monk(coming, nothing)
    assert plain is not None and sent is not None
    assert sent.win < plain.win
    for language in LANGUAGES:
        _, fact = chances_said(plain, spoken(language), sent)
        assert fact["text"].endswith(say("game-page.chance-monk-no-better", language=language))


def test_monk_of_a_joint_fight_is_sent_by_the_asked_one_alone() -> None:
    """Two hits of the monk's die end the fight at once, in a third of all."""
    game = before_fight(board(weapon="WWM"), board(helmet="W", lower="M", monks=("scroll",)))
    game.play("move", "walk I-1.4")
    assert (game.asked, game.seat) == ("join", 1)
    coming = coming_of(game)
    assert has_monk(coming)
    plain, sent = chances_of(coming), chances_with_monk(coming, nothing)
    assert plain is not None and sent is not None
    assert sent.monk == Monk("scroll", Material.METAL)
    assert sent.win == pytest.approx(1 / 3, abs=0.05)
    assert (sent.down, plain.down > 0.3) == (0, True), "it strikes first, with nothing, and leaves"
    assert "about" in chances_said(plain, spoken(), sent)[1]["text"]


def test_monk_that_others_have_sent_lets_them_strike_first() -> None:
    """combat.init.monk-first: the attacker's monk is gone already, and its weapon comes before the dragon's nine."""
    seats = (board(weapon="WWM", lower="M", monks=("scroll",)), board(weapon="WWM", monks=("scroll",)))
    game = before_fight(*seats, foe="3/9/4")
    game.play("move", "walk I-1.4", "join I-1.4", "send scroll", "throw M lower", "roll M 0")
    assert (game.asked, game.seat) == ("send-monk", 1)
    coming = coming_of(game)
    assert coming.senders == (True, False)
    late = msgspec.structs.replace(coming, senders=(False, False))
    chances, behind = chances_of(coming), chances_of(late)
    assert chances is not None and behind is not None
    assert chances.win > behind.win + 0.05


def test_monk_of_the_asked_one_goes_after_one_of_more_initiative() -> None:
    """combat.init.monk-ties: both have sent one, the attacker's weapon is longer, so the bare one is there as it hits.

    The asked one's die has two hits at most and three are missing: it is rewarded only by what the attacker does.
    """
    seats = (
        board(weapon="WWM", lower="M", monks=("scroll",)),
        board(helmet="W", lower="M", monks=("scroll",)),
    )
    game = before_fight(*seats, foe="3/9/4")
    game.play("move", "walk I-1.4", "join I-1.4", "send scroll", "throw M lower", "roll M 0")
    sent = chances_with_monk(coming_of(game), nothing)
    assert sent is not None
    assert sent.win > 0.3


def test_nobody_is_told_of_monks_that_cannot_be_sent() -> None:
    """combat.hero.when: none against the legendary dragon; combat.hero.source: only one's own."""
    sender = board(weapon="WWM", monks=("scroll",))
    legend = dragon("6/9/1", colour="white")
    for own, foe, can in (
        (sender, dragon("6/9/1"), True),
        (sender, legend, False),
        (board(weapon="WWM"), dragon("6/9/1"), False),
    ):
        game = realm(own, board(), tiles=BESIDE, dragons={"I-1": foe})
        coming = fight_at(game.state, Seat(0), "I-1.4")
        assert coming is not None
        assert has_monk(coming) == can


def test_page_shows_chances_without_and_with_the_best_monk() -> None:
    own = board(weapon="WWM", helmet="W", lower="M", monks=("scroll",))
    page = at_table(before_fight(own, board(), foe="8/9/2"), "move", "walk I-1.4", "stay-out")
    assert page.asked["kind"] == "send-monk"
    plain, sent = page.chances
    assert "no monk" in plain["text"]
    assert "the best choice" in sent["text"]
    assert (sent["rule"], page.trying) == ("combat.hero.when", None)
    answer(page, "keep")
    assert page.chances == []


def test_chances_without_a_monk_do_not_wait_for_those_with_one() -> None:
    own = board(weapon="WWM", helmet="W", lower="M", monks=("scroll",))
    coming = fight_at(before_fight(own, board(), foe="8/9/2").state, Seat(0), "I-1.4")
    heard: list[tuple[bool, bool, bool]] = []
    shares: list[float] = []

    async def look() -> None:
        done = asyncio.Event()

        def found() -> None:
            heard.append((lookout.is_looking, lookout.chances is not None, lookout.with_monk is not None))
            if not lookout.is_looking:
                done.set()

        def failed(fault: Exception) -> None:
            raise fault

        lookout = Lookout(OddsService(), found=found, told=shares.append, failed=failed)
        lookout.look(coming)
        await asyncio.wait_for(done.wait(), 60)

    asyncio.run(look())
    assert heard == [(True, True, False), (False, True, True)]
    assert shares and 0 <= min(shares) <= max(shares) <= 1


# ---- what decided a game


def over(*boards: Board, scores: tuple[int, ...], palaces: tuple[str, ...]) -> GameState:
    state = realm(*boards, scores=scores, marker=0).state
    for seat, palace in enumerate(palaces):
        samurai = msgspec.structs.replace(
            state.samurai[seat], palace=palace, escape=seat + 1 if palace else 0
        )
        state = state.with_samurai(Seat(seat), samurai)
    return state


def scored(*events: tuple[Any, ...]) -> list[Line]:
    """A log in which this was scored: kind, rule, seat, points, and the kind of what was handed in."""
    told = [
        event(kind, rule, seat=seat, points=points, **({"kind": what[0]} if what else {}))
        for kind, rule, seat, points, *what in events
    ]
    return [msgspec.structs.replace(line(0), events=tuple(told))]


def whys(state: GameState, lines: list[Line], language: str = "en") -> list[tuple[str, str]]:
    return [
        (rank["why"].get("text", ""), rank["why"].get("rule", ""))
        for rank in over_view(state, spoken(language), lines)["ranks"]
    ]


BARE = Board(RICH.limits)


def test_largest_difference_is_named_for_the_winner_and_for_who_is_behind() -> None:
    """8 + 7 = 15 against 14: four points more by dragons, three fewer by tiles."""
    lines = scored(
        ("reward", "combat.win.reward", 0, 10),
        ("explored", "explore.vp", 0, 5),
        ("reward", "combat.win.reward", 1, 6),
        ("explored", "explore.vp", 1, 8),
    )
    assert whys(over(BARE, BARE, scores=(15, 14), palaces=("", "")), lines) == [
        ("1 point ahead of Ben, above all by dragons: 10 against 6.", "combat.win.reward"),
        ("1 point behind Ann, above all by dragons: 6 against 10.", "combat.win.reward"),
    ]


def test_everything_from_the_palace_counts_together_against_one_who_stayed() -> None:
    """end.leftovers.not-escaped: 5 + 4 + 2 are more than the six points of tiles, none of the three alone is."""
    lines = scored(
        ("hands-in", "bonus.gear.condition", 0, 5, "weapon"),
        ("hands-in", "bonus.monk.anywhere", 0, 4, "monk"),
        ("leftovers", "end.leftovers", 0, 2),
        ("explored", "explore.vp", 0, 6),
    )
    first, last = whys(over(BARE, BARE, scores=(17, 0), palaces=("big", "")), lines)
    assert first[1] == last[1] == "end.leftovers.not-escaped"
    assert first[0].endswith("11 against 0.")
    assert last[0].endswith("0 against 11.")
    # Where both have left, the kinds are told apart.
    both = whys(over(BARE, BARE, scores=(17, 0), palaces=("big", "small")), lines)
    assert [rule for _, rule in both] == ["explore.vp", "explore.vp"]


def test_point_of_a_card_counts_one() -> None:
    """gearcard.bonus.weapon: one point."""
    told = event("card-point", "gearcard.bonus.weapon", seat=1)
    lines = [msgspec.structs.replace(line(0), events=(told, told))]
    assert ledger_of(lines, 2)[Seat(1)] == {"cards": 2}


def test_nothing_is_said_of_a_difference_that_is_none_or_not_in_the_log() -> None:
    assert whys(over(BARE, BARE, scores=(9, 9), palaces=("", "")), []) == [("", ""), ("", "")]
    assert whys(over(BARE, BARE, scores=(9, 2), palaces=("", "")), []) == [("", ""), ("", "")]


def unused(state: GameState, language: str = "en") -> dict[str, str]:
    ranks = over_view(state, spoken(language), [])["ranks"]
    return {rank["name"]: rank["unused"].get("text", "") for rank in ranks}


def test_gear_that_did_not_count_is_named_with_the_reason() -> None:
    """bonus.gear.condition: magical and with its blueprint."""
    plain = RICH.gear.without_magic(GearKind.WEAPON)
    forgotten = tuple(one for one in RICH.blueprints if one.kind != GearKind.HELMET)
    own = msgspec.structs.replace(RICH, gear=plain, blueprints=forgotten)
    said = unused(over(own, BARE, scores=(30, 0), palaces=("big", "")))
    assert said["Ben"] == ""
    assert "weapon (not magical)" in said["Ann"]
    assert "helmet (magical, but without its blueprint)" in said["Ann"]
    assert "sandals" not in said["Ann"], "they scored as what is left over"
    assert "monk" not in said["Ann"]


def test_things_of_one_who_stayed_or_came_to_the_small_palace_are_named() -> None:
    """end.leftovers.not-escaped, bonus.small.categories: nothing for teeth in the small palace."""
    said = unused(over(RICH, RICH, scores=(30, 0), palaces=("small", "")))
    assert "weapon (not handed in)" in said["Ann"]
    assert "(the small palace takes none)" in said["Ann"]
    assert "weapon (still on the mountain)" in said["Ben"]
    assert "not magical" not in said["Ben"]


def test_ledger_of_a_whole_game_holds_every_point() -> None:
    table = Table(
        tuple(Chair(name, colour, "heuristic") for name, colour in (("Ann", "red"), ("Ben", "pink"))), "1"
    )
    first: GameSession = begin(table, owned=GamePage()._owned.pack)
    played, _ = moved_on(first, table, bots_of(table), is_stepwise=False, report=nothing)
    assert played.state.is_over
    ledger = ledger_of(played.lines, 2)
    assert [sum(ledger[Seat(seat)].values()) for seat in (0, 1)] == [
        one.score for one in played.state.samurai
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_end_speaks_every_language(language: str) -> None:
    lines = scored(("hands-in", "bonus.gear.condition", 0, 5, "weapon"))
    state = over(RICH, RICH, scores=(5, 0), palaces=("big", ""))
    first, last = whys(state, lines, language)
    assert first != last
    assert "Ben" in first[0] and "Ann" in last[0]
    assert say("game-page.source-escape", language=language) in last[0]
    assert all(unused(state, language)["Ben"].count(sign) >= 4 for sign in "()")
