"""A group's game on its page: begun, played to its end by whoever the page asks, told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fujikoro_nb.engine.fujikoro.refused import MODES, Asked, check_asked
from fujikoro_nb.play.seats import Chair, GameSession, Table
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.widgets.playing.game_page import GamePage
from fujikoro_nb.widgets.readers.game_reader import GameReader
from tests.support.game_pages import answered, begin, send
from tests.support.group_saves import NAMES, asked, ended, played_until
from tests.support.refused_games import REFUSED

MOST_ANSWERS = 4000
COLOURS = ["red", "pink", "green", "blue", "purple", "black"]


def whole(players: str, mode: str, seed: str, language: str = "en") -> tuple[GamePage, list[dict[str, Any]]]:
    """A game to its end, answered with what the page offers, and everything that was asked."""
    page = begin(GamePage(language=language), players, mode=mode, seed=seed)
    chance = random.Random(seed)
    met = []
    for _ in range(MOST_ANSWERS):
        if page.asked["part"] == "over":
            return page, met
        met.append(dict(page.asked))
        answered(page, chance)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("players", "mode", "seed"),
    [
        ("person", "solo", "3"),
        ("person", "coop", "5"),
        ("person person", "coop", "8"),
        ("person person person", "coop", "11"),
        ("person person person person person person", "coop", "6"),
    ],
)
def test_whole_games_of_a_group(players: str, mode: str, seed: str) -> None:
    """Every question is drawn and answered on the page; the end says how the group fared."""
    page, met = whole(players, mode, seed)
    over = page.asked
    assert over["outcome"] in ("won", "lost-life", "lost-time")
    assert over["text"] and over["rule"].startswith("coop.")
    assert len(over["goals"]) == 4 and over["story"], "what was played for, and what became of it"
    assert page.points == [], "nobody counts points here"
    assert {one["kind"] for one in met} >= {"first-player", "first-card", "act"}
    for one in met:
        is_shared = one["kind"] in TOGETHER and " " in players
        assert bool(one["together"]) == is_shared, one["kind"]


TOGETHER = ("first-player", "first-card", "dragon-order", "dragon-target", "dragon-step", "share-teeth")


def test_who_looks_on_sees_what_a_group_decides() -> None:
    """A reader's page tells the question, the lives and the end; nobody's points."""
    session = played_until(asked("dragon-order"))
    table = Table(
        tuple(Chair(name, one.colour) for name, one in zip(NAMES, session.state.samurai, strict=False))
    )
    reader = GameReader()
    reader.show(session, table)
    assert reader.asked["said"] == "You decide together: Which dragon walks next?"
    assert reader.status["group"]["lives"] == list(lives_in(session))
    assert {one["score"] for one in reader.people} == {None}
    over = played_until(ended("lost-life"))
    reader.show(over, table)
    assert "lost the last life" in reader.asked["said"]


def test_a_share_is_seen_from_who_shares() -> None:
    """Who answers for the group may stand far away: the map shows one of those in the fight as the own one."""

    def is_apart(session: GameSession) -> bool:
        return bool(sharing(session)) and session.question.seat not in sharing(session)  # type: ignore[union-attr]

    session = played_until(is_apart)
    chairs = zip(NAMES, session.state.samurai, strict=False)
    page = GamePage()
    page._open(session, Table(tuple(Chair(name, one.colour) for name, one in chairs)))
    assert page.asked["kind"] == "share-teeth"
    spaces = page.map.picture["spaces"].values()
    pieces = [piece for each in spaces for piece in each.get("pieces", ()) if piece.get("is_own")]
    assert [piece["seat"] for piece in pieces] == sharing(session)[:1]


def sharing(session: GameSession) -> list[int]:
    """Who shares teeth now."""
    question = session.question
    return [] if question is None else [int(one) for one in str(dict(question.data).get("seats", "")).split()]


def lives_in(session: GameSession) -> tuple[int, ...]:
    party = session.state.party
    assert party is not None
    return party.lives


TABLES = [
    Asked(mode, players, is_peaceful=is_peaceful)
    for mode in MODES
    for players in range(1, len(COLOURS) + 1)
    for is_peaceful in (False, True)
]
"""Every table that the form can ask for."""


def test_the_form_can_ask_for_all_that_is_refused_of_modes_and_players() -> None:
    """But for more people than there are figures in the box: no number of the form says so many."""
    about_modes = {one for one, _ in REFUSED if not (one.scenarios or one.characters)}
    assert {one.players for one in about_modes - set(TABLES)} == {len(COLOURS) + 1}
    assert about_modes & set(TABLES)


@pytest.mark.rule("coop.mode.players", "solo.mode.coop-rules", "setup.players.count", "variant.peaceful")
@pytest.mark.parametrize("table", TABLES, ids=lambda one: f"{one.mode}-{one.players}-{one.is_peaceful}")
def test_a_table_that_cannot_be_is_refused_with_its_rule(table: Asked) -> None:
    """Beside the choice in the form, and again when the act comes: the engine's table says both."""
    page, refusal = GamePage(), check_asked(table)
    shown = next(one for one in page.table["modes"] if one["id"] == table.mode)
    why = shown["refused"].get(str(table.players)) or (shown["peaceful"] if table.is_peaceful else None)
    kinds = ["person"] * table.players
    send(
        page, "begin", names=kinds, players=kinds, colours=COLOURS[: table.players],
        seed="1", dice="dealer", real_box=False, mode=table.mode, adventures=False, peaceful=table.is_peaceful,
        characters=[], scenario=0,
    )  # fmt: skip
    assert (page.stage == "play") == (refusal is None)
    if refusal is None:
        assert why is None
    else:
        assert refusal_sentence(refusal) in page.notice
        assert why == {"text": refusal_sentence(refusal), "rule": refusal.rule}


def test_bots_do_not_decide_for_people() -> None:
    """The bot that has the first player's token plays its turns; what is decided together is asked of the person."""
    page = begin(GamePage(), "random person random", mode="coop", seed="4")
    assert page.asked["kind"] == "first-player" and page.asked["together"]
    send(page, "answer", text="first 0", at=page.asked["at"])
    assert page.asked["kind"] == "first-card" and page.asked["together"]
    send(page, "undo", at=page.asked["at"])
    assert page.asked["kind"] == "first-player"


def test_a_first_piece_is_offered_where_it_would_lie() -> None:
    """Every way shows all cubes of the piece, as far from the corner of the grid as they would lie."""
    page = begin(GamePage(), "person", mode="solo", seed="3")
    chance = random.Random(3)
    while page.asked["kind"] != "first-piece":
        answered(page, chance)
    rows = page.asked["rows"]
    cubes = {"".join(sorted(row["patterns"][0].replace(".", "").replace("/", ""))) for row in rows}
    assert len(cubes) == 1 and len(rows) > 1
    assert len({row["patterns"][0] for row in rows}) == len(rows)
    assert {row["label"] for row in rows} == {"Lay it there"}


def test_exploring_brings_a_group_no_points() -> None:
    page = begin(GamePage(), "person", mode="solo", seed="3")
    chance = random.Random(3)
    while page.asked["kind"] != "act":
        answered(page, chance)
    (about,) = [row["about"] for row in page.asked["rows"] if row["text"] == "explore"]
    assert about == "a new tile beside you"


def at_page(session: GameSession, language: str = "en") -> GamePage:
    """This game on a page, all its people at one device."""
    page = GamePage(language=language)
    chairs = (Chair(name, one.colour) for name, one in zip(NAMES, session.state.samurai, strict=False))
    page._open(session, Table(tuple(chairs)))
    return page


def test_undo_and_log_say_who_got_how_many_teeth_by_name() -> None:
    session = played_until(lambda now: asked("share-teeth")(now) and len(now.options) > 2)
    assert session.question is not None
    data = dict(session.question.data)
    page = at_page(session)
    row = page.asked["rows"][-1]
    send(page, "answer", text=row["text"], at=page.asked["at"])
    numbers = row["text"].split()[1:]
    shares = ", ".join(
        f"{NAMES[int(seat)]} {n}" for seat, n in zip(str(data["seats"]).split(), numbers, strict=True)
    )
    assert page.travel["undo"] == f"teeth by fighter: {shares}"
    assert shares in str(page.happened)
    assert "by fighter: " + " ".join(numbers) not in str(page.happened), "numbers alone name nobody"


@pytest.mark.parametrize(("language", "said"), [("en", "lose "), ("fr", "perdre "), ("de", "abgeben: ")])
def test_undo_says_which_cubes_went_and_not_where_they_lay(language: str, said: str) -> None:
    page, chance = at_page(played_until(asked("lose-cubes")), language), random.Random(1)
    answered(page, chance)
    assert page.travel["undo"].startswith(said)
    assert not {"row", "ligne", "Reihe"} & set(page.travel["undo"].split()), page.travel["undo"]


@pytest.mark.parametrize("kind", ["first-player", "first-card"])
def test_who_plays_alone_is_asked_as_one_alone(kind: str) -> None:
    sentences = {}
    for players, mode in ((1, "solo"), (2, "coop")):
        page = at_page(played_until(asked(kind), players=players, mode=mode))
        sentences[players] = page.asked["text"]
    assert sentences[1] != sentences[2]
    assert "next samurai" not in sentences[1] and "Who" not in sentences[1]
