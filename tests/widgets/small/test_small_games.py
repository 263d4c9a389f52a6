"""SmallGames without a browser: whole games by taps, refusals, undo, what waits, and no hand in the wrong eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.bots import kinds
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.bots.makai_fuda import MakaiBot
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seeded
from fujikoro_nb.engine.kernel.record import Record
from fujikoro_nb.odds.fuji_99.turn import bust_chance
from fujikoro_nb.odds.makai_fuda.seen import best_of, makai_advice
from fujikoro_nb.play.kept_small import MOST_GAMES, KeptGames
from fujikoro_nb.play.small import opened_small
from fujikoro_nb.store import Refused, game_log
from fujikoro_nb.store.sharing import SEATS_KEY, SharedGame, tables
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets.small.small_games import SmallGames
from tests.support.canaries import CANARIES, NUMBER, canary_deck, opened_cards
from tests.support.small_games import answered, begin, offers, saved, send, sent, uncovered


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        tables.cache_clear()
        yield
        if tables.cache_info().currsize:
            tables().close()
            tables.cache_clear()


TABLES = [
    ("fuji99", "person heuristic random", ""),
    ("makai", "person person person", "tournaments=2,double-last,exchange"),
    ("makai", "person heuristic random heuristic", "watch-first,tournaments=1"),
    ("makai", "person heuristic person random", "tournaments=1"),
]


@pytest.mark.parametrize(("game", "players", "agreed"), TABLES)
def test_whole_games_are_played_by_what_the_page_offers(game: str, players: str, agreed: str) -> None:
    page = begin(SmallGames(seed="5"), game, players, agreed)
    chance, asked = random.Random(players), set()
    for _ in range(1500):
        if page.view["asked"] == "over":
            break
        asked.add(answered(page, chance))
    assert page.view["asked"] == "over"
    assert page.session is not None
    record: Record[Any] = page.session.record
    assert record.replay(page.session.game)[0] == page.session.state
    won, kind = page.view["table"]["won"], KINDS[game]
    seats = won if isinstance(won, list) else [won["seat"]]
    assert seats == [*map(int, kind.winners(page.session.state))]
    assert asked >= ({"act", "determination", "effect"} if game == "fuji99" else {"match", "predict"})


def test_the_offer_is_the_kinds() -> None:
    page = SmallGames()
    assert {one["id"] for one in page.offered} == set(KINDS)
    for one in page.offered:
        assert {player["id"] for player in one["players"]} == {"person", *KINDS[one["id"]].bots}
        assert [variant["id"] for variant in one["variants"]] == [*KINDS[one["id"]].variants]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_of_language_says_everything_again_and_moves_nothing(language: str) -> None:
    for game, players in (("fuji99", "person person"), ("makai", "person person random")):
        page = begin(SmallGames(seed="5"), game, players)
        chance = random.Random(1)
        for _ in range(7):
            answered(page, chance)
        before = saved(uncovered(page))
        here = begin(SmallGames(seed="5", language=language), game, players)
        chance = random.Random(1)
        for _ in range(7):
            answered(here, chance)
        page.language = language
        assert page.view == uncovered(here).view
        assert page.travel == here.travel
        assert saved(page) == before


# ------------------------------------------------------------------ Fuji 99: draw or stop, and why not


def test_draw_or_stop_tells_the_exact_chance_of_each_number() -> None:
    page = begin(SmallGames(seed="5"), "fuji99", "person person")
    table = page.view["table"]
    assert page.session is not None
    bag = page.session.state.players[table["seat"]].bag
    told = {row["n"]: row["exactly"] for row in table["draws"]}
    assert told == {n: str(bust_chance(bag, n)) for n in range(5, bag.number + 1)}
    assert told[5] == "5/143"  # issue 21's own example: T6Y4R3
    assert [row["best"] for row in table["draws"]].count(True) == 1


def test_too_few_are_refused_by_the_engine_with_its_rule_and_nothing_changes() -> None:
    page = begin(SmallGames(seed="5"), "fuji99", "person person")
    before, table = saved(page), page.view["table"]
    send(page, "answer", text=table["fewer"], then="", at=page.view["at"])
    assert page.refused["rule"] == "fuji99.act.choose-number"
    assert "4" in page.refused["text"]
    assert saved(page) == before
    send(page, "answer", text=table["draws"][0]["text"], then="", at=page.view["at"])
    assert page.refused == {}


def test_going_on_and_its_number_are_one_tap_and_refused_together() -> None:
    page = begin(SmallGames(seed="5"), "fuji99", "person person")
    chance = random.Random(2)
    while "again" not in page.view["table"]:
        answered(page, chance)
    before, table = saved(page), page.view["table"]
    send(page, "answer", text=table["again"], then=table["fewer"], at=page.view["at"])
    assert page.refused["rule"] == "fuji99.act.choose-number"
    assert saved(page) == before
    at = page.view["at"]
    send(page, "answer", text=table["again"], then=table["draws"][0]["text"], at=at)
    assert page.view["at"] > at + 1


def test_nobody_tries_what_a_draw_would_bring() -> None:
    """A second answer behind a draw, refused, would tell what is drawn: it is not looked at."""
    page = begin(SmallGames(seed="5"), "fuji99", "person person")
    before, told = saved(page), set()
    for row in page.view["table"]["draws"]:
        send(page, "answer", text=row["text"], then='{"type":"PlaceCubes","counts":[99]}', at=page.view["at"])
        told.add((page.notice, str(page.refused)))
    assert told == {(say("small-page.late"), "{}")}
    assert saved(page) == before


def test_who_has_no_name_that_can_be_seen_is_called_by_the_seat() -> None:
    page = SmallGames()
    names, players = ["\u3164", "\u2800"], ["person", "person"]
    send(page, "begin", game="fuji99", names=names, players=players, agreed="", rulings="")
    assert page._game is not None
    assert [one.name for one in page._game.table.chairs] == [say("small-page.seat", n=n) for n in (1, 2)]


def test_a_card_that_cannot_be_paid_says_what_it_costs() -> None:
    chance, seen = random.Random(4), 0
    for seed in range(40):
        page = begin(SmallGames(seed=str(seed)), "fuji99", "person person")
        for _ in range(60):
            if page.view["asked"] == "over":
                break
            for card in page.view["table"]["hand"]:
                if page.view["asked"] == "effect" and not card["can"]:
                    assert card["why"]["rule"] == "fuji99.effect.pay-yellow"
                    assert str(card["cost"]) in card["why"]["text"]
                    seen += 1
            answered(page, chance)
        if seen:
            break
    assert seen


# ------------------------------------------------------------------ back and forth


@pytest.mark.parametrize(("game", "players", "agreed"), TABLES[:3])
def test_undo_names_what_it_undoes_and_comes_back(game: str, players: str, agreed: str) -> None:
    page = begin(SmallGames(seed="5"), game, players, agreed)
    chance = random.Random(8)
    assert page.travel["undo"] == ""
    saves = [saved(uncovered(page))]
    for _ in range(9):
        answered(page, chance)
        saves.append(saved(page))
    for _ in range(30):
        if not page.travel["undo"]:
            break
        what = page.travel["undo"]
        send(page, "undo", at=page.view["at"])
        assert page.travel["redo"] == what or "hidden" in what
    assert page.session is not None
    assert len(page.session.lines) == len(page.session.record.entries)
    assert KINDS[game].score(page.session.state) == KINDS[game].score(opened_small(saves[0])[1].state)
    for _ in range(30):
        if not page.travel["redo"]:
            break
        send(page, "redo", at=page.view["at"])
    assert page.session.state == opened_small(saves[-1])[1].state


@pytest.mark.parametrize(
    ("game", "players", "agreed"),
    [TABLES[0], ("makai", "person random person", "watch-first,tournaments=1")],
)
def test_a_game_that_is_over_begins_once_more_with_the_same_people_and_another_deal(
    game: str, players: str, agreed: str
) -> None:
    page = begin(SmallGames(seed="5"), game, players, agreed)
    session, code = page.session, page.code
    assert session is not None
    send(page, "again", at=page.view["at"])
    assert (page.session, page.notice) == (session, say("seat.small-not-over")), "not before it is over"
    chance = random.Random(players)
    while page.view["asked"] != "over":
        answered(page, chance)
    over = page.session
    assert over is not None
    start, at = session.record.start, page.view["at"]
    for _ in range(2):  # a double tap begins one game
        send(page, "again", at=at)
    again = page.session
    assert again is not None
    assert again is not over
    assert again.record.start == start
    assert again.setting == over.setting
    assert again.question is not None
    assert isinstance(again.dealer, Seeded)
    assert again.dealer.seed not in ("5", ""), "never the seed of before, which a player may know by now"
    assert page.code != code
    assert page.view["asked"] == ("curtain" if game == "makai" else "act")
    kept = SmallGames()
    send(kept, "restore", code=page.code)
    assert saved(kept) == saved(page)


# ------------------------------------------------------------------ what waits, and files


def test_a_game_waits_on_this_computer_under_a_code_and_goes_on() -> None:
    page = begin(SmallGames(seed="5"), "makai", "person person random")
    chance = random.Random(3)
    for _ in range(6):
        answered(page, chance)
    again = SmallGames()
    send(again, "restore", code=page.code)
    assert again.stage == "play"
    assert saved(again) == saved(page)
    assert again.view["asked"] == "curtain"
    lost = SmallGames()
    for code in ("0" * 24, "../../etc/passwd", "x"):
        send(lost, "restore", code=code)
        assert lost.stage == "start"
        assert lost.notice == say("small-page.lost")
    assert lost.lost == 3


def test_the_oldest_games_make_room(tmp_path: Path) -> None:
    kept = KeptGames(tmp_path / "games")
    codes = [kept.new_code() for _ in range(MOST_GAMES + 2)]
    for code in codes:
        kept.keep(code, code.encode())
    assert len([*(tmp_path / "games").glob("*.json")]) == MOST_GAMES
    assert kept.find(codes[-1]) == codes[-1].encode()


def test_a_file_is_opened_again_and_one_of_another_game_is_refused() -> None:
    page = begin(SmallGames(seed="5"), "fuji99", "person heuristic")
    chance = random.Random(3)
    for _ in range(6):
        answered(page, chance)
    text = saved(page).decode()
    half = len(text) // 2
    other = SmallGames()
    send(other, "load", text=text[:half], part=0, parts=2)
    assert other.stage == "start"
    send(other, "load", text=text[half:], part=1, parts=2)
    assert saved(other) == saved(page)
    assert [chair.name for chair in other._game.table.chairs] == ["A", "B"]  # type: ignore[union-attr]
    bad = SmallGames()
    for wrong in (text.replace('"fuji99"', '"fuji-koro"'), text[:-9], "[]"):
        send(bad, "load", text=wrong, part=0, parts=1)
        assert bad.stage == "start"
        assert bad.notice


def test_a_save_of_the_command_line_is_played_on_by_people() -> None:
    fuji = KINDS["fuji99"]
    session = fuji.session(players=2, seed="1", rulings=ADOPTED, variants={}, seats=["random", "random"])
    page = SmallGames()
    send(page, "load", text=session.save().decode(), part=0, parts=1)
    assert [one["bot"] for one in page.view["table"]["players"]] == [False, False]
    assert page.view["asked"] == "act"


# ------------------------------------------------------------------ what nobody else may see


def own_of(page: SmallGames, seat: int | None) -> set[str]:
    """Canaries that only this seat may know: its hand and what it has laid."""
    assert page.session is not None
    if seat is None:
        return set()
    state = page.session.state
    return {
        str(one.strength) for one in (*state.hands[seat], *state.laid[seat : seat + 1]) if one is not None
    }


@pytest.mark.parametrize(
    "players", ["person person person", "person heuristic person", "person random random"]
)
def test_no_hidden_card_is_in_anything_that_is_sent(players: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    page = begin(SmallGames(seed="secret-seed"), "makai", players, "exchange,tournaments=2")
    chance, mine = random.Random(players), players.split().count("person") == 1
    messages: list[str] = []
    monkeypatch.setattr(page, "send", lambda content, buffers=None: messages.append(repr((content, buffers))))
    seen: set[str] = set()
    shown: set[str] = set()  # what was ever played stays known, also when it is taken back

    def looked_at(seat: int | None) -> None:
        told = sent(page) + "".join(messages)
        found = set(NUMBER.findall(told)) & CANARIES
        shown.update(opened_cards(page.session.lines))  # type: ignore[union-attr]
        assert found <= shown | own_of(page, seat), found - shown - own_of(page, seat)
        assert "secret-seed" not in told
        seen.update(found)

    for step in range(400):
        view = page.view
        if view["asked"] == "over":
            break
        if view["asked"] == "curtain":
            assert "table" not in view
            looked_at(None)
            send(page, "download")
            wrong = (view["seat"] + 1) % 3
            send(page, "uncover", seat=wrong, at=view["at"])
            send(page, "advise", at=view["at"])
            send(
                page,
                "answer",
                text=page.session.game.to_text(page.session.options.__iter__().__next__()),
                then="",
                at=view["at"],
            )  # type: ignore[union-attr]
            assert page.view == view
            looked_at(None)
            send(page, "uncover", seat=view["seat"], at=view["at"])
        seat = page.session.question.seat  # type: ignore[union-attr]
        looked_at(0 if mine else int(seat))
        if step % 9 == 3:
            send(page, "advise", at=page.view["at"])
            assert page.view["advice"]["rows"]
            looked_at(0 if mine else int(seat))
        if step % 5 == 4 and page.travel["undo"]:
            send(page, "undo", at=page.view["at"])
            looked_at(0 if mine else None)
            send(page, "redo", at=page.view["at"])
            looked_at(0 if mine else None)
            continue
        text, then = chance.choice(offers(uncovered(page)))
        send(page, "answer", text=text, then=then, at=page.view["at"])
        if page.view["asked"] != "over":
            looked_at(0 if mine else _asked_again(page, seat))
    assert page.view["asked"] == "over"
    assert len(seen) > 20, "the canaries are there to be seen"
    assert messages.count(messages[0]) == len(messages)  # nothing but that each act was answered


def _asked_again(page: SmallGames, seat: int) -> int | None:
    """Whoever answers twice in a row keeps the phone."""
    question = page.session.question  # type: ignore[union-attr]
    return int(seat) if question is not None and question.seat == seat else None


def test_a_closed_game_is_a_file_only_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    page = begin(SmallGames(seed="5"), "makai", "person random random", "tournaments=1")
    files: list[Any] = []
    monkeypatch.setattr(page, "send", lambda content, buffers=None: files.extend(buffers or ()))
    send(page, "download")
    assert not files
    assert page.notice == say("small-page.download-closed")
    chance = random.Random(3)
    while page.view["asked"] != "over":
        answered(page, chance)
    send(page, "download")
    assert opened_small(bytes(files[0]))[1].state == page.session.state  # type: ignore[union-attr]


def test_why_a_card_may_not_be_played_is_the_engines_sentence() -> None:
    page = begin(SmallGames(seed="5"), "makai", "person heuristic heuristic heuristic")
    chance, seen = random.Random(3), 0
    while not seen:
        for card in uncovered(page).view["table"]["hand"]:
            assert bool(card["ways"]) == (card["why"] is None)
            if page.view["asked"] == "match" and card["why"]:
                assert card["why"]["rule"] == "makai.play.must-play-new-monster"
                seen += 1
                before = saved(page)
                send(page, "answer", text=card["text"], then="", at=page.view["at"])
                assert page.refused == card["why"]
                assert saved(page) == before
        answered(page, chance)


def test_whom_to_back_is_told_on_demand_and_goes_with_the_answer() -> None:
    """The same figures as on the command line: the best of four monsters first, each with what its gold comes to."""
    page = uncovered(begin(SmallGames(seed="5"), "makai", "person person heuristic heuristic"))
    assert "advice" not in page.view
    send(page, "advise", at=page.view["at"] + 1)
    assert "advice" not in page.view
    send(page, "advise", at=page.view["at"])
    advice = page.view["advice"]
    assert len(advice["rows"]) == 4
    assert [row["best"] for row in advice["rows"]] == [True, False, False, False]
    assert page.session is not None
    seat = page.session.question.seat  # type: ignore[union-attr]
    found = best_of(makai_advice(page.session.view_for(seat), seat))
    assert advice["rows"][0]["share"] == round(100 * found.share, 1)
    before = saved(page)
    answered(page, random.Random(1))
    assert "advice" not in page.view
    assert saved(page) != before


@pytest.mark.parametrize(
    ("game", "players", "agreed", "rulings", "rule"),
    [
        ("fuji99", 4, "", "fuji99.setup.bag-contents=four", "fuji99.setup.bag-contents"),
        ("makai", 3, "double-last", "", "makai.variant.last-tournament-bonus"),
    ],
)
def test_what_does_not_go_together_is_said_beside_the_choice(
    game: str, players: int, agreed: str, rulings: str, rule: str
) -> None:
    page = begin(SmallGames(seed="5"), game, " ".join(["person"] * players), agreed, rulings)
    assert page.stage == "start"
    assert page.barred["rule"] == rule
    assert page.barred["text"]
    begin(page, game, " ".join(["person"] * 3), "tournaments=1,double-last" if agreed else "", rulings)
    assert page.stage == "play"
    assert page.barred == {}


def test_a_house_rule_is_played_and_told_in_the_save() -> None:
    page = begin(SmallGames(seed="5"), "fuji99", "person person", rulings="fuji99.setup.bag-contents=four")
    assert page.view["table"]["bag"]["R"] == 4
    assert page.session is not None
    assert ("fuji99.setup.bag-contents", "four") in page.session.setting.rulings
    assert opened_small(saved(page))[1].state == page.session.state
    for game in SmallGames().offered:
        for one in game["switches"]:
            assert len({reading["says"] for reading in one["readings"]}) == len(one["readings"]) > 1
    wrong = SmallGames()
    begin(wrong, "fuji99", "person person", rulings="fuji99.setup.bag-contents=five")
    assert wrong.stage == "start"
    assert wrong.notice


def test_a_wrong_hand_is_covered_again() -> None:
    page = begin(SmallGames(seed="5"), "makai", "person person person")
    assert uncovered(page).view["table"]["hand"]
    send(page, "cover")
    assert page.view["asked"] == "curtain"
    assert "table" not in page.view


def test_the_start_panel_holds_no_hand_and_the_game_goes_on_covered() -> None:
    page = begin(SmallGames(seed="5"), "makai", "person person person")
    uncovered(page)
    send(page, "leave")
    assert page.view == {}
    assert "Makai Fuda" in page.waits
    send(page, "back")
    assert page.view["asked"] == "curtain"


def test_refused_tables_change_nothing() -> None:
    page = SmallGames()
    for game, players, agreed in (
        ("makai", "person person", ""),
        ("makai", "person person person", "double-last"),
        ("makai", "person person person", "tournaments=0"),
        ("makai", "person person person", "nonsense"),
        ("fuji99", "person", ""),
    ):
        begin(page, game, players, agreed)
        assert page.stage == "start", (game, players, agreed)
        assert page.notice or page.barred["text"]
    send(page, "begin", game="fuji99", names=["A"], players=["person", "person"], agreed="", rulings="")
    assert page.notice == say("small-page.seats-differ")


# ------------------------------------------------------------------ on several phones


def phones(
    page: SmallGames, players: str, agreed: str = "tournaments=1", url: str = "http://192.168.1.5:3776/x"
) -> None:
    each = players.split()
    names = ["A", "B", "C", "D"][: len(each)]
    send(page, "phones", game="makai", names=names, players=each, agreed=agreed, rulings="", url=url)


def test_a_table_for_phones_is_opened_and_this_page_gets_nothing_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SEATS_KEY, "seats-key")
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    page = SmallGames(seed="typed-seed")
    phones(page, "person person heuristic")
    assert page.stage == "phones"
    code = page.phones["code"]
    assert page.phones["seats"] == f"http://192.168.1.5:3776/table/{code}/seat?token=seats-key"
    assert not set(NUMBER.findall(sent(page))) & CANARIES
    part = tables().table(code).state().parts[game_log.SMALL]
    assert b"typed-seed" not in part, "nobody knows how phones are dealt to"
    assert page.session is None
    with pytest.raises(Refused, match="small-table"):
        SharedGame.join(code, writer="laptop-12345", name="Ann")
    send(page, "leave")
    assert (page.stage, page.phones) == ("start", {})


@pytest.mark.parametrize(
    ("players", "agreed", "key", "says"),
    [
        ("person heuristic heuristic", "", "k", "phones-need"),
        ("person person person", "", None, "phones-none"),
    ],
)
def test_a_table_for_phones_needs_two_people_and_a_server_of_seats(
    players: str, agreed: str, key: str | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key is None:
        monkeypatch.delenv(SEATS_KEY, raising=False)
    else:
        monkeypatch.setenv(SEATS_KEY, key)
    page = SmallGames()
    phones(page, players, agreed)
    assert (page.stage, page.notice) == ("start", say(f"small-page.{says}"))


def test_what_no_game_begins_with_is_said_before_a_table_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SEATS_KEY, "k")
    page = SmallGames()
    phones(page, "person person person", "double-last")
    assert page.stage == "start"
    assert page.barred["text"]


def test_a_bot_with_a_fault_gives_its_seat_to_a_person_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a bot falls over: it is said, the bots before it have answered, and nothing of the game is lost."""
    page = begin(SmallGames(seed="5"), "makai", "person random heuristic", "tournaments=1")
    chance = random.Random(1)
    answered(page, chance)
    assert page.session is not None
    before = len(page.session.lines)

    def falls(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(MakaiBot, "choose", falls)
    while page.view["asked"] not in ("over", "curtain"):
        answered(page, chance)
    assert page.notice == page.say("small-page.bot-fault", who="C")
    assert "ZeroDivisionError" in caplog.text
    assert page.session.question is not None
    assert page.session.question.seat == 2
    assert len(page.session.lines) >= before
    table = opened_small(saved(page))[2]
    assert [chair.player for chair in table.chairs] == ["person", "random", "person"]
    while page.view["asked"] != "over":
        answered(page, chance)
    assert page.session.question is None


@pytest.mark.rule("makai.prize.reveal")
def test_what_a_tournament_came_to_lies_open_until_the_next_one_is_played() -> None:
    """Who had backed whom and what they get: on the table everybody turns the card up, so everybody is told."""
    page = begin(SmallGames(seed="5"), "makai", "person person person", "tournaments=2")
    chance, told = random.Random(3), []
    for _ in range(200):
        table = uncovered(page).view["table"] if page.view["asked"] != "over" else page.view["table"]
        lies = table["result"]
        assert page.session is not None
        state = page.session.state
        assert (lies is not None) == (state.tournament == 2 and not state.match and not state.field) or (
            page.view["asked"] == "over" and lies is not None
        )
        if lies is not None and lies not in told:
            told.append(lies)
        if page.view["asked"] == "over":
            break
        answered(page, chance)
    first, last = told
    assert (first["title"], last["title"]) == ("Tournament 1 is decided", "Tournament 2 is decided")
    paid = [0, 0, 0]
    for one in told:
        winner = one["lines"][0]["text"].split()[0].lower()
        assert one["lines"][0]["text"].endswith("wins the tournament.")
        assert len(one["lines"]) == 4, "the winner, and each of three players with the monster backed"
        for seat, line in enumerate(one["lines"][1:]):
            name, _, backed = line["text"].partition(" has backed ")
            assert name == "ABC"[seat]
            is_right = backed.split()[0] == winner
            assert (" gets " in backed) == is_right
            paid[seat] += int(backed.split(" gets ")[1].split()[0]) if is_right else 0
    assert page.session is not None
    assert tuple(paid) == page.session.state.gold
