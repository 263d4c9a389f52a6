"""Need T7: every lesson at a real table. Each step says how it begins there, as the engine's position has it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, neighbours, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import MonkDisc, TokenThing
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, Board
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.learning.index import LESSONS, lesson_of, listed
from fujikoro_nb.learning.small.task import begun
from fujikoro_nb.puzzles.small.seats import NAMES
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.laid_out import Line, laid_out
from fujikoro_nb.views.learn.laid_small import laid_small
from fujikoro_nb.views.small.words import SmallWords
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.turn_lessons import enter, send

TODAY = datetime.date(2026, 3, 1)


def steps_of(kind: str) -> list[Any]:
    return [
        pytest.param(step, id=f"{one.id}-{step.id}")
        for one in LESSONS
        if one.kind == kind
        for step in lesson_of(one.id).steps
    ]


def people(state: GameState, language: str) -> list[str]:
    return [say(f"turn-task.{key}", language=language) for key in ("you", "ally", "third")][: state.players]


def lines_of(state: GameState, language: str) -> list[Line]:
    return laid_out(state, Words(people(state, language), partial(say, language=language), language))


def named(lines: list[Line], name: str) -> list[Line]:
    return [one for one in lines if one["name"] == name]


def heap(cubes: Cubes) -> dict[str, int]:
    return {str(material): cubes.count(material) for material in MATERIALS if cubes.count(material)}


def cubes_said(text: str, language: str) -> dict[str, int]:
    """Cubes that lie one beside the other on a grid, by their words."""
    words = {letter: say(f"lesson.word-{letter}", language=language) for letter in "WMT"}
    found = {letter: len(re.findall(rf"(?<!\w){word}(?!\w)", text)) for letter, word in words.items()}
    return {letter: n for letter, n in found.items() if n}


def gear_said(text: str, kind: GearKind, language: str) -> str:
    """The part of a line that says what one kind of gear looks like."""
    called = say(f"widgets.{kind}", language=language)
    parts = text.split(say("laid.then", language=language))
    return next((one for one in parts if one.startswith(called)), "")


def check_gear(text: str, board: Board, language: str) -> None:
    for kind in GearKind:
        assert cubes_said(gear_said(text, kind, language), language) == heap(board.gear.layout(kind).cubes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", steps_of("turns"))
def test_the_start_of_a_turn_is_said_as_the_engine_has_it(step: Any, language: str) -> None:
    state: GameState = step.start
    lines, speak = lines_of(state, language), partial(say, language=language)
    laid = [one for one, tile in zip(PLACES, state.ground, strict=True) if tile]
    for level in {one.level for one in laid}:
        (tiles,) = named(lines, speak("laid.tiles", level=level))
        assert tiles["text"].split(", ") == [one.id for one in laid if one.level == level]
    for one in laid:
        check_tile(state, one.id, named(lines, one.id), language)
    for seat, name in enumerate(people(state, language)):
        (line,) = named(lines, name)
        check_person(state, Seat(seat), line["text"], language)
    for den in dens(state):
        numbers = f"{den.dragon.initiative}, {den.dragon.dice}"
        (line,) = [one for one in lines if numbers in one["text"] and str(den.dragon.health) in one["text"]]
        assert line["mark"] == speak("chosen.mark-token"), "no booklet prints a dragon's numbers"
    for cards, name in ((state.display, "game-page.display"), (state.scrolls, "game-page.scrolls")):
        shown = named(lines, speak(name))
        assert bool(shown) == bool(cards)
        assert all(one["mark"] for one in shown)


ROPES = {"final-chapter": {"rope", "pays", "end"}, "eight-evenings": {"hunt", "fifty"}}
"""The steps at whose start the countdown of the booklets has passed the fall of the rope."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", steps_of("turns"))
def test_the_rope_and_the_order_of_a_round_are_said(step: Any, language: str) -> None:
    state: GameState = step.start
    lines, speak = lines_of(state, language), partial(say, language=language)
    centre = named(lines, speak("map.centre"))
    hangs = any(step.id in ids and step in lesson_of(name).steps for name, ids in ROPES.items())
    assert [speak("laid.rope").lower() in one["text"].lower() for one in centre].count(True) == int(hangs)
    rounds = named(lines, speak("laid.round"))
    if state.players == 1 or (state.party is None and not state.plot.has_round_ends):
        assert not rounds, "no round is counted there, or by one alone"
        return
    first = state.scene.first if state.party is None else state.party.first
    called = people(state, language)
    order = [*called[first:], *called[:first]]
    key = "first" if state.party is None else "first-token"
    assert [one["text"].split(", ") for one in rounds] == [[speak(f"laid.{key}", name=order[0]), *order[1:]]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_action_of_a_round_is_whose_turn_it_is(language: str) -> None:
    """The task says that the learner's last action ends the round: so the rival is first at the table."""
    (step,) = [one for one in lesson_of("eight-evenings").steps if one.id == "march"]
    (line,) = named(lines_of(step.start, language), say("laid.round", language=language))
    you, rival = people(step.start, language)
    assert line["text"] == f"{say('laid.first', language=language, name=rival)}, {you}"


def check_tile(state: GameState, place_id: str, lines: list[Line], language: str) -> None:
    """Each token, monk, lava and exit of a tile has its words in the tile's one line."""
    tile = state.tile_on(place(place_id).id)
    assert tile is not None
    text = lines[0]["text"] if lines else ""
    speak = partial(say, language=language)
    parts = text.split(speak("laid.then"))
    said = 0
    for number, thing in enumerate(tile.things):
        name = f"{place_id}.{number}"
        compass = speak(f"map.space-{number or 'middle'}")
        (part,) = [one for one in parts if one.lower().startswith(compass.lower())] or [""]
        said += bool(part)
        face, wanted = tile.face(number), []
        if isinstance(thing, TokenThing):
            cubes = {} if thing.is_used else {"cubes": str(thing.token.cubes)}
            wanted.append(f"{'used' if thing.is_used else 'token'}-{thing.token.shape}")
            assert speak(f"map-game.{wanted[0]}", **cubes) in part
        if isinstance(thing, MonkDisc) or state.has_monk_on(space(name).id):
            wanted.append("monk")
            assert speak("map-game.monk") in part
        if face.kind == SpaceKind.LAVA or name in state.lava:
            wanted.append("lava")
            assert part.endswith(
                speak(f"map-game.lava-{'printed' if face.kind == SpaceKind.LAVA else 'tile'}")
            )
        elif face.lava:
            wanted.append("number")
            assert speak("laid.number", n=face.lava) in part
        if face.kind == SpaceKind.EXIT:
            wanted.append("exit")
            assert speak("map-game.print-exit") in part
        if number and wanted:
            beside = {space(other).place for other in neighbours(space(name).id)} - {place_id}
            assert all(one.split("-")[-1] in part for one in beside - {"centre"})
        if not wanted and thing is None and face.kind == SpaceKind.PLAIN and (number or not tile.dragon):
            assert not part, "bare ground is not told of"
    assert said == len([one for one in parts if one])


def check_person(state: GameState, seat: Seat, text: str, language: str) -> None:
    speak = partial(say, language=language)
    samurai, board = state.samurai[seat], state.boards[seat]
    if samurai.is_on_map:
        at, mark = space(samurai.space).place, samurai.space.rpartition(".")[2]
        assert text.startswith(speak(f"map.{place(at).kind}", place=at, number=at[-1]))
        if "." in samurai.space:
            assert f", {speak(f'map.space-{mark}') if mark != '0' else speak('map.space-middle')}" in text
    assert (speak("game-page.stands-down") in text) == (samurai.is_on_map and not samurai.is_conscious)
    check_gear(text, board, language)
    assert speak("laid.ready", n=board.discs) in text
    for field in SLOTS:
        on = speak("laid.disc-on", field=speak(f"game-page.field-{field}"), n=samurai.discs_on(field))
        assert (on in text) == bool(samurai.discs_on(field))
    carried = [
        speak(f"combat.some-{letter}", n=count) for letter, count in heap(board.backpack.lower.cubes).items()
    ]
    pack = speak("laid.lower", things="")
    assert (pack in text) == bool(len(board.backpack.lower))
    assert all(one in text.partition(pack)[2] for one in carried)
    for spot in board.monk_spots:
        assert speak(f"game-page.spot-name-{spot}") in text
    if state.has_points:
        assert speak("turn-task.points", points=samurai.score) in text
    if state.party is not None:
        assert speak("laid.lives", n=state.party.lives[seat]) in text


def changed(state: GameState) -> Iterator[tuple[str, GameState]]:
    """Positions in which one thing lies otherwise."""
    own, board = state.samurai[0], state.boards[0]
    yield "where", state.with_samurai(Seat(0), msgspec.structs.replace(own, space=space("temple-3").id))
    yield "points", state.with_samurai(Seat(0), msgspec.structs.replace(own, score=own.score + 1))
    yield "discs", state.with_board(Seat(0), msgspec.structs.replace(board, discs=board.discs + 1))
    gear = board.gear.with_layout(GearKind.HELMET, board.gear.weapon)
    yield "gear", state.with_board(Seat(0), msgspec.structs.replace(board, gear=gear))
    yield "rival", state.with_samurai(Seat(1), msgspec.structs.replace(state.samurai[1], is_conscious=False))
    for one, tile in zip(PLACES, state.ground, strict=True):
        for number, thing in enumerate(tile.things if tile else ()):
            if thing is not None and tile is not None:
                yield f"{one.id}.{number}", state.with_tile(one.id, tile.with_thing(number, None))


def test_two_positions_are_never_said_alike() -> None:
    """Nothing of a start is typed a second time: whatever changes in the engine's position changes the words."""
    state = lesson_of("gathering").steps[0].start
    base = lines_of(state, "en")
    others = dict(changed(state))
    assert len(others) >= 6
    said = [str(lines_of(one, "en")) for one in others.values()]
    assert str(base) not in said
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", steps_of("small"))
def test_the_start_of_a_small_game_is_said_as_its_engine_has_it(step: Any, language: str) -> None:
    state, words = begun(step).state, SmallWords(step.name, NAMES, language)
    lines = laid_small(state, words)
    hand = next(iter(named(lines, say("laid.hand", language=language))), None)
    text = " ".join(one["text"] for one in lines)
    for name in NAMES[: step.table.seats]:
        assert name in text
    assert CHECKS[step.name](state, text, words) == int(hand is not None)
    assert hand is None or hand["mark"], "the booklet prints no list of cards"


def fuji_checked(state: Any, text: str, words: SmallWords) -> int:
    own = state.players[0]
    for cubes in (own.bag, state.drawn):
        if cubes.number:
            assert words.common("laid.cubes", clear=cubes.clear, yellow=cubes.yellow, red=cubes.red) in text
    for player in state.players:
        assert re.search(rf"\b{player.floor}\b", text)
    assert words.common("laid.movement", floor=state.movement) in text
    assert all(words.thing(state.card(held).key) in text for held in own.hand)
    return int(bool(own.hand))


def makai_checked(state: Any, text: str, words: SmallWords) -> int:
    for card in (*state.hands[0], *(one.card for one in state.field)):
        name = words.thing(card.kind)
        assert (name if card.is_magic else words.say("card", kind=name, n=card.strength)) in text
    assert not re.search(r"\b(\w[\w ]*) \(\1\)", text), "no name stands twice"
    assert all(str(gold) in text for gold in state.gold if gold)
    return 1


CHECKS = {"fuji99": fuji_checked, "makai": makai_checked}


def page_at(lesson: str, number: int, language: str = "en") -> Any:
    return LessonPage(lesson, only=number, today=TODAY, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, len(lesson_of("fighting").steps) + 1))
def test_the_start_of_a_fight_is_said_as_the_engine_has_it(number: int, language: str) -> None:
    page, step = page_at("fighting", number, language), lesson_of("fighting").steps[number - 1]
    send(page, "table", on=True)
    lines = page.view["laid"]["lines"]
    foes = [tuple(map(int, one.split("/"))) for one in step.foes or (step.scene.foe,)]
    fight = step.moment.fight
    if fight is not None and not step.foes:
        foes = [(fight.health, *foes[0][1:])]
    dragons = named(lines, say("laid.dragon-name", language=language))
    assert [tuple(map(int, re.findall(r"\d+", one["text"]))) for one in dragons] == foes
    assert all(one["mark"] for one in dragons)
    (own,) = named(lines, say("laid.board", language=language))
    check_gear(own["text"], step.moment.board, language)
    assert page.view["do"] and page.view["table"] is True


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(1, len(lesson_of("crafting").steps) + 1))
def test_what_lies_before_a_craft_is_said(number: int, language: str) -> None:
    page, step = page_at("crafting", number, language), lesson_of("crafting").steps[number - 1]
    send(page, "table", on=True)
    lines = page.view["laid"]["lines"]
    (weapon,) = named(lines, say("widgets.weapon", language=language))
    assert cubes_said(weapon["text"], language) == heap(step.position.layout.cubes)
    (hand,) = named(lines, say("laid.in-hand", language=language))
    said = {
        letter: say(f"combat.some-{letter}", n=n, language=language)
        for letter, n in heap(step.position.cubes).items()
    }
    assert hand["text"] == (", ".join(said.values()) or say("combat.stow-nothing", language=language))


@pytest.mark.parametrize("lesson", [one.id for one in LESSONS])
def test_every_lesson_is_laid_out_at_the_table_and_played_there(lesson: str) -> None:
    page, step = page_at(lesson, 1), lesson_of(lesson).steps[0]
    assert (page.view["table"], page.view["laid"]) == (False, None)
    task = page.view["do"]
    send(page, "table", on=True)
    assert page.view["table"]
    assert page.view["laid"]["lines"]
    assert task in page.view["do"]
    if listed(lesson).kind == "turns":
        enter(page, step.right[0])
        assert page.view["verdict"]["seal"] == "ok"
        start = page.view["laid"]
        send(page, "table", on=False)
        assert page.view["verdict"]["seal"] == "ok", "what was done stays done"
        send(page, "table", on=True)
        assert page.view["laid"] == start, "it is the start that is laid out"
    send(page, "table", on=False)
    assert page.view["laid"] is None
    assert page.view["do"] == task


@pytest.mark.parametrize("lesson", ["crafting", "fighting", "gathering", "makai-cards"])
def test_a_check_says_why_it_is_not_laid_out(lesson: str) -> None:
    page = LessonPage(lesson, today=TODAY)
    send(page, "table", on=True)
    send(page, "skip")
    send(page, "table", on=True)
    assert (page.view["table"], page.view["laid"]) == (None, None)
    assert page.view["screen_only"] == say("laid.check")
    on_screen = LessonPage(lesson, today=TODAY)
    send(on_screen, "skip")
    assert on_screen.view["screen_only"] == ""


def test_a_lesson_for_the_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes a lesson that no table can lay out marks it; its page says why there is no switch."""
    lesson = msgspec.structs.replace(lesson_of("gathering"), is_for_table=False)
    monkeypatch.setattr("fujikoro_nb.widgets.learn.lesson_page.lesson_of", lambda _: lesson)
    page: Any = LessonPage("gathering", today=TODAY)
    assert page.view["screen_only"] == say("laid.only-screen")
    send(page, "table", on=True)
    assert (page.view["table"], page.progress.at_table) == (None, False)
