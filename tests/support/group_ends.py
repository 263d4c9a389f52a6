"""A group near its victory: the white dragon is almost beaten, the exit lies beside it, only one piece lacks magic."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import RollDice, SendMonk, ThrowCube
from fujikoro_nb.engine.fujikoro.asked.game import Act, Join, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seeded, Session
from fujikoro_nb.play.seats import Chair, GameSession, Table
from tests.support.fights import dragon
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board
from tests.support.groups import group

NAMES = ("Takeko", "Tomoe", "Yoshihiro")
WHITE = dragon("60/0/2", colour="white", name="house-dragon-white-1")
HEALTH_LEFT = 5
PLANS = (blueprint(HELMET, "MM", "h"), blueprint(WEAPON, "WW", "w"), blueprint(SANDALS, "MM", "s"))
MOST_GAMES = 400


def near_victory() -> GameState:
    """Round 21 of three: they stand round the white dragon, which sleeps on II-1; the exit lies on II-2."""
    weapon = board(
        monks=("weapon",), weapon="WWMMM+G@1,1", helmet="MMM/MMM", blueprints=PLANS, discs=("h", "w", "s")
    )
    helmet = board(monks=("weapon",), weapon="WWMMM", helmet="MMM+G")
    sandals = board(monks=("weapon",), weapon="WWMMM", sandals="MM+G", helmet="MM/MM")
    state = group(
        weapon,
        helmet,
        sandals,
        tiles={"I-1": ".......", "II-1": "W......", "II-2": "...X..."},
        dragons={"II-1": WHITE},
        tokens={"II-1": "asleep"},
        at=("I-1.0", "I-1.1", "I-1.2"),
        round_number=15,
    ).state
    laid = state.tile_on(PlaceId("II-1"))
    assert laid is not None, "the white dragon lies there"
    hurt = msgspec.structs.replace(laid, damage=WHITE.health - HEALTH_LEFT)
    return state.with_tile(PlaceId("II-1"), hurt)


def table() -> Table:
    """Three people."""
    return Table(
        tuple(Chair(name, one.colour) for name, one in zip(NAMES, near_victory().samurai, strict=True))
    )


def _eager(session: GameSession, chance: random.Random) -> Answer:
    """To the dragon while it lives, then to the exit; else anything."""
    options = list(session.options)
    party = session.state.party
    goal = "II-2.3" if party is not None and party.has_beaten_legend else "II-1"
    wanted = [one for one in options if isinstance(one, Walk) and one.path[-1].startswith(goal)]
    wanted = wanted or [one for one in options if isinstance(one, Act) and one.field == "move"]
    wanted = wanted or [one for one in options if isinstance(one, Join | RollDice)]
    return chance.choice(wanted or options)


def killed_by_a_monk() -> GameSession:
    """Two samurai and a weak dragon: both fight it, and what a monk throws is enough."""
    fighter = board(monks=("action",), weapon="WW", lower="W")
    weak = dragon("1/0/3", name="house-dragon-blue-1")
    start = group(
        fighter,
        fighter,
        tiles={"I-1": ".......", "I-2": "......."},
        dragons={"I-2": weak},
        tokens={"I-2": "asleep"},
        at=("I-1.3", "I-1.4"),
    ).state
    for seed in range(MOST_GAMES):
        session = Session(GAME, start, dealer=Seeded(seed))
        kinds: list[str] = []
        while not {"dragon-defeated", "order-fixed"} & {*kinds}:
            assert session.question is not None, "the fight is not over"
            if session.question.seat == CHANCE:
                session.deal()
            else:
                session.play(_brave(session))
            kinds = [event.kind for line in session.lines for event in line.events]
        if "order-fixed" not in kinds:
            return session
    raise AssertionError("no monk is strong enough")


def _brave(session: GameSession) -> Answer:
    """Onto the dragon's tile, all together, and every monk throws."""
    options = list(session.options)
    wanted = [one for one in options if isinstance(one, Join | SendMonk | ThrowCube)]
    wanted += [one for one in options if isinstance(one, Walk) and one.path[-1].startswith("I-2")]
    wanted += [one for one in options if isinstance(one, Act) and one.field == "move"]
    return (wanted or options)[0]


def won(*, holds: Callable[[GameSession], bool] = lambda _: True) -> GameSession:
    """The first game from there on that a group wins which goes straight for it, and of which this holds."""
    for seed in range(MOST_GAMES):
        session, chance = Session(GAME, near_victory(), dealer=Seeded(seed)), random.Random(seed)
        while (question := session.question) is not None:
            if question.seat == CHANCE:
                session.deal()
            else:
                session.play(_eager(session, chance))
        party = session.state.party
        if party is not None and party.outcome == "won" and holds(session):
            return session
    raise AssertionError("nobody wins")
