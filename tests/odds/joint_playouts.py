"""Joint fights played in the engine, beside what `solve_joint` computes, for every reading of combat.init.

Gear that leaves nothing to choose: two wood in each usable weapon, so that a broken one makes it useless, at most one
cube of each other kind at its ends, helmets of one material, all dice always. What is left is whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    KeepMonk,
    Retreat,
    Rolled,
    SendMonk,
    Throw,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Blueprint, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seat
from fujikoro_nb.odds import Fighter, Foe, JointOdds, Monk, Samurai, solve_joint
from tests.odds.playouts import Compared, share_compared
from tests.support.fights import DICE, dragon
from tests.support.gear_positions import board

TIE, MAGIC, USABLE = "combat.init.tie-samurai", "combat.init.magic", "combat.init.usable-only"
SWITCHED = tuple(rule for rule in SWITCHES if rule.startswith("combat.init."))
MONK = Monk("action", Material.METAL)
"""What a sender sends, and what it throws."""


class Party(NamedTuple):
    """The attacker and who joined, in turn order, against a dragon."""

    boards: tuple[Board, ...]
    dragon: str
    senders: tuple[int, ...] = ()

    def odds(self, rulings: Rulings) -> JointOdds:
        """What is computed."""
        team = [
            Fighter(Samurai.of(one, rulings=rulings), monk=MONK if seat in self.senders else None)
            for seat, one in enumerate(self.boards)
        ]
        foe = Foe.of(dragon(self.dragon), rulings=rulings)
        return solve_joint(team, foe, {die.material: die for die in DICE}, all_dice=True)


ONE = board(weapon="WW")
ARMED = board(weapon="WW", helmet="W")
STRONG = board(weapon="WW", helmet="WW")
SENDER = board(weapon="WW", lower="M", monks=("action",))
ARMED_SENDER = board(weapon="WW", helmet="W", lower="M", monks=("action",))

TWO_WOOD = Blueprint("two-wood", GearKind.WEAPON, Layout(wood=0b11), Provenance.HOUSE)
"""It fits either weapon beside it, so the green cube stays whatever breaks off the other one."""
MAGICAL = board(weapon="TWWM.:.WW+G@7,1", discs=(TWO_WOOD.id,), monks=("weapon",), blueprints=(TWO_WOOD,))

PARTIES = {
    # Three of the same length before the dragon: whoever goes first may have to leave before another one wins.
    "equals": Party((ONE, ARMED, ARMED), "5/1/3"),
    # A useless weapon that may count for the initiative: as fast as the other one, its owner leaves in the first turn.
    "useless equal": Party((board(weapon="MW"), ARMED), "1/1/3"),
    # Both have sent a monk, and are equal again.
    "equal senders": Party((SENDER, ARMED_SENDER), "5/9/4", (0, 1)),
    # The green cube lies on the shorter one of two weapons: six, four or eight against five and seven.
    "magic, five": Party((MAGICAL, STRONG), "6/5/4"),
    "magic, seven": Party((MAGICAL, STRONG), "6/7/4"),
    # Five cubes in a row that are no weapon, for want of wood, beside two that are one.
    "useless": Party((board(weapon="MMWMM:.WW", helmet="W", monks=("weapon",)), STRONG), "2/3/4"),
}


def readings() -> tuple[Rulings, ...]:
    """Every way to read all of combat.init, the adopted one first."""
    found = []
    for chosen in product(*(SWITCHES[rule].readings for rule in SWITCHED)):
        rulings = ADOPTED
        for rule, reading in zip(SWITCHED, chosen, strict=True):
            rulings = rulings.with_reading(rule, reading)
        found.append(rulings)
    return tuple(found)


End = tuple[str, ...]
"""How each one stands at the end: ``rewarded``, ``down`` or ``left``."""


def play(party: Party, rulings: Rulings, random: Random) -> End:
    """One fight in the engine."""
    seats = [Seat(seat) for seat in range(len(party.boards))]
    arena = ArenaState(boards=party.boards, dice=DICE, rulings=rulings, table_size=3)
    state = FIGHT_GAME.start(
        begin_dragon_fight(arena, dragon(party.dragon), seats[0], tuple(seats[1:]))
    ).state
    while (question := FIGHT_GAME.question(state)) is not None:
        frame = state.agenda[-1]
        if question.seat == CHANCE:
            assert isinstance(frame, Throw)
            answer: Answer = rolled(frame, random)
        elif question.kind == "send-monk":
            answer = SendMonk(MONK.source) if question.seat in party.senders else KeepMonk()
        elif question.kind == "throw-cube":
            answer = ThrowCube(Material.METAL, "lower")
        elif question.kind == "withdraw":
            answer = Retreat()
        else:
            answer = next(iter(FIGHT_GAME.options(state)))  # all dice, or what makes no difference
        state = FIGHT_GAME.step(state, answer).state
    return tuple(
        "rewarded" if state.score(seat) else "down" if state.stands(seat) == KNOCKED_OUT else "left"
        for seat in seats
    )


def rolled(frame: Throw, random: Random) -> Rolled:
    """A throw of fair dice."""
    shown = []
    for count, colour in zip(frame.dice, COLOURS, strict=True):
        faces = next(die.faces for die in DICE if die.material == colour)
        kinds = tuple(dict.fromkeys(faces))
        drawn = Counter(random.choice(faces) for _ in range(count))
        shown.append(tuple(drawn[kind] for kind in kinds) if count else ())
    return Rolled(*shown)


def compared(name: str, rulings: Rulings, fights: int) -> list[Compared]:
    """Chances of the victory and of each one's end against their shares."""
    party = PARTIES[name]
    odds, random = party.odds(rulings), Random(f"{name} {rulings.in_force()}")
    ends = Counter(play(party, rulings, random) for _ in range(fights))
    wins = sum(count for end, count in ends.items() if "rewarded" in end)
    found = [share_compared("win", odds.win, wins, fights)]
    for seat, one in enumerate(odds.fighters):
        chances = {"rewarded": one.rewarded, "down": one.knocked_out, "left": one.retreat}
        for how, chance in chances.items():
            count = sum(number for end, number in ends.items() if end[seat] == how)
            found.append(share_compared(f"{seat} {how}", chance, count, fights))
    return found
