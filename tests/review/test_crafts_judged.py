"""A puzzle of one's own craft: whoever makes the same gear elsewhere or the other way round has solved it."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots.crafts import packed
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftNothing
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.review.mistakes import Mistake, Puzzle, judged
from tests.support.game_positions import realm
from tests.support.gear_positions import board

ME = Seat(0)


def laid(own: Board, weapon: str) -> Part:
    """The craft of a weapon, drawn from the top left."""
    craft = packed(own, GearKind.WEAPON, parse_gear(weapon, GearKind.WEAPON, own.limits).weapon)
    assert isinstance(craft, CraftGear)
    return Part("craft", craft)


@pytest.mark.parametrize(
    ("weapon", "verdict"),
    [
        ("WWMM", "right"),
        (".WWMM", "right"),
        ("MMWW", "right"),
        ("W/W/M/M", "right"),
        ("WWM/..M", "other"),
        ("WWM", "other"),
        ("", "same"),
    ],
)
def test_gear_counts_by_what_it_is(weapon: str, verdict: str) -> None:
    """craft.weapon.connected: four in a row anywhere, and no other four: they are as long, and show the same cards."""
    own = board(weapon="WW", lower="MMM")
    session: GameSession = Session(GAME, realm(own, board()).state, dealer=Seeded("1"))
    for answer in (Act("move"), Act("rest")):
        session.play(answer)
    assert session.question is not None and session.question.kind == "craft"
    at, nothing = len(session.lines), Part("craft", CraftNothing())
    best = laid(own, "WWMM")
    puzzle = Puzzle(Mistake("", 1, ("",), (("",),)), session, Table((), "1"), at, ME, ((best,),), (nothing,))
    assert judged(puzzle, session) == "open"
    session.play(laid(own, weapon).answer if weapon else nothing.answer)
    assert judged(puzzle, session) == verdict


@pytest.mark.parametrize(
    ("did", "weapon", "verdict"),
    [
        ("", "WWM", "right"),
        ("", ".WWMM", "right"),
        ("", "WW/M", "other"),
        ("", "", "same"),
        ("WWM", ".WWM", "same"),
        ("WWM", "WWM/..M", "other"),
    ],
)
def test_who_reaches_the_card_that_was_missed_has_seen_what_is_better(
    did: str, weapon: str, verdict: str
) -> None:
    """The reason that a review tells is the card; of more cubes beside it nothing is said."""
    own = board(weapon="WW", lower="MMM")
    shown = GearCard("ours", GearKind.WEAPON, parse_pattern("WWM"), "vp-or-peek", Provenance.HOUSE)
    state = msgspec.structs.replace(realm(own, board()).state, display=(shown,))
    session: GameSession = Session(GAME, state, dealer=Seeded("1"))
    for answer in (Act("move"), Act("rest")):
        session.play(answer)
    at, nothing = len(session.lines), Part("craft", CraftNothing())
    best, done = laid(own, "WWMM"), laid(own, did) if did else nothing
    puzzle = Puzzle(Mistake("", 1, ("",), (("",),)), session, Table((), "1"), at, ME, ((best,),), (done,))
    session.play(laid(own, weapon).answer if weapon else nothing.answer)
    assert judged(puzzle, session) == verdict


@pytest.mark.parametrize(
    ("weapon", "verdict"),
    [
        ("WWMMM", "right"),
        ("MMMWW", "right"),
        ("WWMMM/T", "right"),
        ("MMM", "other"),
        ("WMMM", "other"),
        ("WWMM", "same"),
    ],
)
def test_who_reaches_a_card_and_loses_another_has_not_seen_it(weapon: str, verdict: str) -> None:
    """WWMM shows a card on display; WWMMM shows it still and the missed one, MMM the missed one alone."""
    own = board(weapon="WWMM", lower="MMMWT")
    display = tuple(
        GearCard(name, GearKind.WEAPON, parse_pattern(shape), "vp-or-peek", Provenance.HOUSE)
        for name, shape in (("old", "WWMM"), ("new", "MMM"))
    )
    state = msgspec.structs.replace(realm(own, board()).state, display=display)
    session: GameSession = Session(GAME, state, dealer=Seeded("1"))
    for answer in (Act("move"), Act("rest")):
        session.play(answer)
    at, nothing, best = len(session.lines), Part("craft", CraftNothing()), laid(own, "WWMMM")
    puzzle = Puzzle(Mistake("", 1, ("",), (("",),)), session, Table((), "1"), at, ME, ((best,),), (nothing,))
    session.play(nothing.answer if weapon == "WWMM" else laid(own, weapon).answer)
    assert judged(puzzle, session) == verdict


@pytest.mark.parametrize(
    ("worn", "card", "best", "weapon", "verdict"),
    [
        pytest.param("WWMM", "MMM", "WWMMM", "MMM", "other", id="a cube that came off is wasted"),
        pytest.param("WWMM", "MMM", "MMM", "WWMMM", "right", id="none is wasted"),
        pytest.param("WWMM", "MMM", "WMMM", "MMM", "right", id="one each"),
        pytest.param("WM", "TTT", "MTTT", "WTTT", "other", id="metal where wood would do"),
        pytest.param("WM", "TTT", "WTTT", "MTTT", "right", id="wood where metal went"),
    ],
)
def test_a_craft_that_wastes_more_is_not_as_good(
    worn: str, card: str, best: str, weapon: str, verdict: str
) -> None:
    """craft.waste: one cube that comes off gear is lost; a craft that keeps them all leaves more to craft with."""
    own = board(weapon=worn, lower="MMMTT" if "M" in card else "TTT")
    shown = GearCard("ours", GearKind.WEAPON, parse_pattern(card), "vp-or-peek", Provenance.HOUSE)
    state = msgspec.structs.replace(realm(own, board()).state, display=(shown,))
    session: GameSession = Session(GAME, state, dealer=Seeded("1"))
    for answer in (Act("move"), Act("rest")):
        session.play(answer)
    at, nothing = len(session.lines), Part("craft", CraftNothing())
    good = (laid(own, best),)
    puzzle = Puzzle(Mistake("", 1, ("",), (("",),)), session, Table((), "1"), at, ME, (good,), (nothing,))
    session.play(laid(own, weapon).answer)
    assert judged(puzzle, session) == verdict
