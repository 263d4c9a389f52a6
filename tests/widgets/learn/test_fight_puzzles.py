"""FightPuzzles without a browser: every puzzle solved, misses and hints priced, links, and other dice."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles.attempt import MISS_PRICE, PRICE, HintKind
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.fights.book import FightEntry, book_02
from fujikoro_nb.puzzles.fights.puzzle import Companion, FightKind, FightPuzzle
from fujikoro_nb.puzzles.fights.questions import ANSWER, question_of
from fujikoro_nb.puzzles.fights.scene import Scene
from fujikoro_nb.texts import say
from fujikoro_nb.views.learn.fight_puzzle import guessed
from fujikoro_nb.widgets import FightPuzzles

DAY = datetime.date(2026, 3, 1)
BOOK = book_02()


@pytest.fixture
def page() -> FightPuzzles:
    return FightPuzzles(today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def enter(page: Any, text: str) -> None:
    """Put an answer together as the page does."""
    words = text.split()
    mode = page.view["scene"]["ask"]["mode"]
    if mode == "guess":
        while guessed(page.desk.draft) != int(words[1]):
            off = int(words[1]) - guessed(page.desk.draft)
            size = 10 if abs(off) >= 10 else 1
            send(page, "guess", by=size if off > 0 else -size)
        if not page.desk.draft:
            send(page, "guess", by=1)
            send(page, "guess", by=-1)
    elif mode == "cells":
        for word in words[1:]:
            column, row = map(int, word.split(","))
            send(page, "cell", column=column, row=row)
    elif mode == "dice":
        for colour in words[2].replace("-", ""):
            send(page, "die", part=words[1], colour=colour, by=1)
    else:
        send(page, "choose", text=text)
    assert page.desk.draft == text


@pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)
def test_every_puzzle_is_solved_through_its_messages(page: FightPuzzles, entry: FightEntry) -> None:
    page.play(entry)
    enter(page, entry.certificate.solution)
    send(page, "check")
    assert page.view["verdict"]["seal"] == "ok"
    assert page.view["ended"] == "right"
    assert page.kept.has_played(entry.puzzle.id)
    assert page.notice == ""


def test_miss_and_hints_have_their_prices(page: FightPuzzles) -> None:
    entry = next(entry for entry in BOOK.entries if entry.puzzle.kind == FightKind.WHOM)
    page.play(entry)
    send(page, "choose", text=entry.certificate.worth[-1][0])
    send(page, "check")
    assert page.view["verdict"]["seal"] == "but"
    assert page.attempt.worth == 100 - MISS_PRICE
    send(page, "hint", kind="technique")
    assert page.attempt.worth == 100 - MISS_PRICE - PRICE[HintKind.TECHNIQUE]
    assert page.view["hints"][0]["text"]
    send(page, "hint", kind="solution")
    assert page.view["ended"] == "shown"
    assert page.desk.draft == entry.certificate.solution
    assert page.kept.due(DAY + datetime.timedelta(days=1)) == (entry.puzzle.id,)


def test_options_are_not_in_the_order_of_their_worth() -> None:
    """The first button is not always the best."""
    page = FightPuzzles(today=DAY)
    firsts = []
    for entry in BOOK.entries:
        page.play(entry)
        ask = page.view["scene"]["ask"]
        if ask["mode"] == "options":
            firsts.append(ask["options"][0]["text"] in entry.certificate.best)
    assert True in firsts
    assert False in firsts


def test_link_brings_a_puzzle_of_the_book_or_proves_its_own(page: FightPuzzles) -> None:
    known = BOOK.entries[3]
    fields = {"themes": "", "rating": "", "kept": "", "mode": "", "today": "2026-03-01"}
    send(page, "restore", code=to_code(known.puzzle), **fields)
    assert page.entry is known
    own = FightPuzzle(id="own", kind=FightKind.ODDS, scene=Scene(foe="7/3/3", weapon="WWM", helmet="TT"))
    send(page, "restore", code=to_code(own), **fields)
    assert page.puzzle == own
    assert page.mode == "own"
    send(page, "restore", code="abc", **fields)
    assert page.notice == say("fight-puzzle.bad-link")


def enlarged(puzzle: FightPuzzle) -> FightPuzzle:
    """A puzzle of the book with large gear and dragons of thirty, and all that its kind needs."""
    weapon, helmet = "WWMM/WMTT", "WWM/MTT"
    is_own = question_of(puzzle).mode == ANSWER
    scene = Scene(
        foe="30/9/5",
        weapon=weapon,
        helmet=helmet,
        backpack="W",
        monks=("scroll",) if puzzle.scene.monks else (),
        played=("roll T 1 1 0 0 0",) if is_own else (),
    )
    return msgspec.structs.replace(
        puzzle,
        scene=scene,
        foes=tuple(f"{30 + number}/9/5" for number in range(len(puzzle.foes))),
        allies=(Companion(weapon, helmet),) * len(puzzle.allies),
    )


@pytest.mark.parametrize("kind", FightKind)
def test_link_too_large_to_prove_is_said_and_not_begun(
    page: FightPuzzles, kind: FightKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[FightPuzzle] = []
    monkeypatch.setattr("fujikoro_nb.puzzles.fights.kind.certify_fight", begun.append)
    before = page.entry
    code = to_code(enlarged(next(each.puzzle for each in BOOK.entries if each.puzzle.kind == kind)))
    send(page, "restore", code=code, themes="", rating="", kept="", mode="", today="2026-03-01")
    assert begun == []
    assert page.entry is before
    assert page.notice == say("fight-puzzle.too-large")


def test_draft_survives_a_reload(page: FightPuzzles) -> None:
    entry = next(entry for entry in BOOK.entries if entry.puzzle.kind == FightKind.MONK)
    page.play(entry)
    send(page, "choose", text="keep")
    other = FightPuzzles(today=DAY)
    link = {key: page.link[key] for key in ("themes", "rating", "mode")}
    send(other, "restore", code=page.link["puzzle"], kept=page.saved, today="2026-03-01", **link)
    assert other.puzzle == entry.puzzle
    assert other.desk.draft == "keep"


def test_other_dice_take_the_proof_away_in_sight(page: FightPuzzles) -> None:
    entry = BOOK.entries[0]
    stale = msgspec.structs.replace(entry.certificate, faces="0" * 12)
    page.play(FightEntry(entry.puzzle, stale, entry.rated))
    assert page.view["proof"] == say("fight-puzzle.proof-lost")
    assert say("fight-puzzle.about-lost") in page.view["about"]


def test_faces_and_the_house_are_on_the_page(page: FightPuzzles) -> None:
    assert page.view["open_faces"]
    rows = {row["colour"]: len(row["faces"]) for row in page.view["scene"]["faces"]}
    assert rows == {"W": 6, "M": 6, "T": 6}


@pytest.mark.parametrize(
    "message",
    [
        {"act": "choose", "text": "ask 9"},
        {"act": "guess", "by": 3},
        {"act": "cell", "column": 0, "row": 1},
        {"act": "check"},
        {"act": "hint", "kind": "all"},
        {"act": "theme", "theme": "nothing", "on": True},
    ],
)
def test_bad_messages_change_nothing(page: FightPuzzles, message: dict[str, object]) -> None:
    before = page.kept, page.desk.draft
    page._handle_custom_msg(message, ())
    assert (page.kept, page.desk.draft) == before
