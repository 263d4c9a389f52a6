"""The heuristic bot: it beats chance, reaches the end, says why, and sees only what its seat may see."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import msgspec
import pytest

from fujikoro_nb.bots import HeuristicBot, bots_of, new_session, play_out, turns_over, why, why_sentence
from fujikoro_nb.bots.bot import Choice
from fujikoro_nb.bots.chances import Chances
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, Use
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Question, Seat, Session
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.words import Words
from tests.support.game_positions import Realm, adventure, realm
from tests.support.gear_positions import board

SAMPLE = 20
SHARE = 0.95


def against_chance(seed: int) -> tuple[Session[GameState], int]:
    """A game of two, the heuristic bot on either side by turns; its seat."""
    names = ["heuristic", "random"] if seed % 2 == 0 else ["random", "heuristic"]
    session = new_session(players=2, seed=f"against chance {seed}")
    played = play_out(session, bots_of(names, players=2, seed=seed))
    assert played.ended_by == "end"
    return session, names.index("heuristic")


def is_won(session: Session[GameState], seat: int) -> bool:
    """Whether the seat wins alone."""
    return [int(rank.seat) for rank in standing(session.state) if rank.is_first] == [seat]


def beaten(games: int) -> int:
    return sum(is_won(*against_chance(seed)) for seed in range(games))


def test_heuristic_beats_chance_in_a_sample() -> None:
    assert beaten(SAMPLE) >= SHARE * SAMPLE


@pytest.mark.soak
def test_heuristic_beats_chance_in_nineteen_of_twenty_games() -> None:
    games = int(os.environ.get("FUJIKORO_GAMES", "400"))
    assert beaten(games) >= SHARE * games


def test_a_table_of_heuristic_bots_plays_a_sensible_game() -> None:
    """It ends by the Final Chapter, and on the way they explore, craft, take cards, fight and escape."""
    told: Counter[str] = Counter()
    for seed in range(2):
        session = new_session(players=3, seed=f"sensible {seed}", adventures=seed % 2 == 1)
        played = play_out(session, bots_of(["heuristic"], players=3, seed=seed))
        assert (played.ended_by, session.state.is_over) == ("end", True)
        assert played.turns == turns_over(event for line in session.lines for event in line.events) < 300
        told += Counter(event.kind for line in session.lines for event in line.events)
    for kind in ("explored", "crafted", "claimed", "gathers", "escaped", "hands-in", "dragon-defeated"):
        assert told[kind] >= 2, kind


@cache
def heard_in(seed: int, *, players: int = 4) -> list[tuple[GameState, Question, Choice]]:
    """Every choice of a game of heuristic bots, with what the seat saw."""
    session = new_session(players=players, seed=f"heard {seed}", adventures=True)
    heard: list[tuple[GameState, Question, Choice]] = []

    def hear(question: Question, choice: Choice) -> None:
        heard.append((session.view_for(question.seat), question, choice))

    play_out(session, bots_of(["heuristic"], players=players, seed=seed), hear=hear)
    return heard


def test_every_choice_has_its_reason_in_every_language() -> None:
    keys = set()
    for _, _, choice in heard_in(1):
        keys.add(choice.why.key)
        for language in LANGUAGES:
            sentence = why_sentence(choice.why, language=language)
            assert sentence and "{" not in sentence and not sentence.endswith(".")
    assert {"explore", "go-explore", "gather", "craft", "look-ahead"} <= keys


def test_who_stays_where_it_is_does_not_promise_a_walk() -> None:
    """A move that is played for its card's point alone says so, and staying says that it stays."""
    heard = heard_in(2, players=3)
    stays = [choice for _, _, choice in heard if isinstance(choice.answer, Halt)]
    assert len(stays) >= 4
    assert {choice.why.key for choice in stays} <= {"stay", "leave"}
    moves = [
        (view.boards[question.seat], choice.why.key)
        for view, question, choice in heard
        if choice.answer == Act("move")
    ]
    told = Counter(key for board, key in moves if any(card.slot == "move" for card in board.cards))
    assert told["bonus"] >= 4
    assert "bonus" not in {
        key for board, key in moves if not any(card.slot == "move" for card in board.cards)
    }


def test_a_page_may_call_places_as_it_likes() -> None:
    reason = why("go-gather", space="II-7.1", what="monk")
    assert why_sentence(reason) == "steps to II-7.1, to gather a monk"
    named = why_sentence(reason, named=lambda name, value: f"<{name} {value}>")
    assert named == "steps to <space II-7.1>, to gather a monk"
    assert Words((), say, "en").why(reason).endswith("to gather a monk")


def test_the_reason_of_a_fight_is_its_chance() -> None:
    """The percentage that is told is the one that `odds` computes for this gear and this dragon."""
    fights = [one for seed in range(2) for one in heard_in(seed) if one[2].why.key == "fight"]
    assert fights
    chance = Chances()
    for view, question, choice in fights:
        percent = int(dict(choice.why.data)["percent"])
        board = view.boards[question.seat]
        dragons = [tile.dragon for tile in view.ground if tile is not None and tile.dragon is not None]
        assert any(round(100 * chance(view, question.seat, dragon)) == percent for dragon in dragons)
        assert percent >= 55
        assert board.gear.weapon


def test_a_bot_answers_the_same_again() -> None:
    """No memory and no chance of its own: a fresh bot gives the same answer to the same view."""
    for view, question, choice in heard_in(2)[::25]:
        assert HeuristicBot().choose(GAME, view, question) == choice


def test_what_a_seat_may_not_see_changes_nothing() -> None:
    """Two games that differ in what seat 1 has looked at only: seat 0 answers alike in both, seat 1 may not."""
    compared = 0
    for view, question, _ in heard_in(3)[::10]:
        if question.seat != 0 or question.kind == "draw":
            continue
        tops = [tile for tile in view.piles.tiles if tile.level == "III"]
        states = [
            msgspec.structs.replace(view, peeked=(Peeked("III", tile, (Seat(1),)),))
            for tile in (tops[:1] + tops[-1:])
        ]
        if len(states) < 2 or states[0] == states[1]:
            continue
        answers = [HeuristicBot().choose(GAME, GAME.view_for(state, Seat(0)), question) for state in states]
        assert answers[0] == answers[1]
        compared += 1
    assert compared > 10


def test_the_driver_hands_out_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot is given is the view of its seat and nothing else."""
    session = new_session(players=2, seed=1)
    given: list[tuple[Seat, object]] = []

    class Asked:
        def __init__(self) -> None:
            self.inner = HeuristicBot()

        def choose(self, game: object, view: GameState, question: Question) -> Choice:
            assert question.seat != CHANCE
            given.append((question.seat, view))
            return self.inner.choose(GAME, view, question)

    marked: dict[int, object] = {}

    def view_for(state: GameState, seat: Seat) -> GameState:
        view = msgspec.structs.replace(state)
        marked[id(view)] = view
        return view

    monkeypatch.setattr(GAME, "view_for", view_for)
    play_out(session, [Asked(), Asked()], most_turns=4)
    assert given
    assert all(id(view) in marked for _, view in given)


def questions_of_every_kind() -> dict[str, tuple[GameState, Question]]:
    """Of each kind of question and of window that came up in some games the last one: by then much is revealed."""
    asked: dict[str, tuple[GameState, Question]] = {}
    for seed, names in enumerate((["heuristic"], ["random", "heuristic"], ["random"])):
        session = new_session(players=2, seed=f"kinds {seed}", adventures=True)

        def hear(question: Question, _: Choice, session: Session[GameState] = session) -> None:
            kind = str(dict(question.data).get("moment", question.kind))
            asked[kind] = session.view_for(question.seat), question

        play_out(session, bots_of(names, players=2, seed=seed), hear=hear, most_turns=120)
    return asked


def test_the_bot_knows_what_to_do_with_every_token_and_scroll_at_every_question() -> None:
    """Whatever lies beside its board and is listed for use, its answer is legal."""
    pack, bot = house_pack(), HeuristicBot()
    asked = questions_of_every_kind()
    assert {"act", "walk", "place", "gather", "craft", "turn-tile", "rolled", "roll-dice"} <= set(asked)
    beside: list[dict[str, object]] = [{"adventures": (token,)} for token in pack.adventure_tokens]
    beside += [{"scrolls": (card,)} for card in pack.scrolls]
    given = 0
    for view, question in asked.values():
        for things in beside:
            owner = msgspec.structs.replace(view.samurai[question.seat], **things)
            held = view.with_samurai(question.seat, owner)
            if GAME.question(held) != question:
                continue  # a window asks nobody who has nothing to use in it
            answer = bot.choose(GAME, held, question).answer
            assert GAME.check(held, answer) is None, (question.kind, things)
            given += isinstance(answer, Use)
    assert given >= 10


def test_a_map_is_used_where_a_second_tile_has_a_place() -> None:
    """adventure.ancient-map: two tiles for one action, both scored; with nowhere to go it is kept."""
    ancient = {0: (adventure("map", "tiles 1"),)}
    game = realm(board(), board(), adventures=ancient).play("explore")
    chosen = bot_answers(game)
    assert chosen[0] == "use map" and sum(text.startswith("place ") for text in chosen) == 2
    assert len(game.happened("explored")) == 2

    everywhere = {one.id: "......." for one in PLACES if one.kind == PlaceKind.VOLCANO and one.id != "I-1"}
    alone = realm(board(), board(), tiles=everywhere, adventures=ancient).play("explore")
    assert bot_answers(alone)[0] == "place I-1"
    assert len(alone.samurai().adventures) == 1


def bot_answers(game: Realm) -> list[str]:
    """What the bot answers until its explore action is over, chance giving the first option; as texts."""
    said = []
    while game.asked not in ("act", None):
        question = GAME.question(game.state)
        assert question is not None
        if question.seat == CHANCE:
            game.play(next(iter(game.options)))
            continue
        answer = HeuristicBot().choose(GAME, GAME.view_for(game.state, question.seat), question).answer
        said.append(GAME.to_text(answer))
        game.play(answer)
    return said
