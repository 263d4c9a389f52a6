"""Fights in a line: boards in notation, dice typed as faces, answers short enough to read like the rulebook.

fight = dragon_fight(board(weapon="WWM", helmet="MM"), dragon=dragon("12/2/3"))
fight.play(roll("left", "WWM"), "W: 1 0*, M: 2", lose((1, 1)), "T: 3 0 0*", pay("MM"), take())
"""

from __future__ import annotations

import re
from typing import Literal

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import (
    DRAGON,
    DragonFight,
    Duel,
    KeepMonk,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Rolled,
    SendMonk,
    Stay,
    StowThings,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die, Dragon, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cell_at, cells_of, mask_of
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState, DamageTokens
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, DiceOptions, Event, Illegal, Options, Refusal, Seat

COLOUR_OF = {"W": "wood", "M": "metal", "T": "tooth", "G": "magic"}

FACES = {"W": "0*,1,1,1,1,0", "M": "2*,2,1,1,0,0", "T": "0*,3,3,2,1,0", "G": "4,3,2,2,1,0"}
"""Dice with the maxima and sums of combat.dice.limits; one broken face with hits, two without."""


def die(colour: str, faces: str) -> Die:
    """A die from six faces; ``*`` marks the broken weapon."""
    return Die(colour, tuple(_face(face) for face in faces.split(",")), Provenance.OWNER)


def _face(text: str) -> Face:
    found = re.fullmatch(r"(\d+)(\*?)", text.strip())
    assert found, f"{text!r} is no face"
    return Face(int(found[1]), bool(found[2]))


DICE = tuple(die(colour, faces) for colour, faces in FACES.items())


def dragon(
    numbers: str, *, colour: str = "green", name: str = "dragon", two: int | None = None, points: int = 0
) -> Dragon:
    """A dragon from ``health/initiative/dice``; ``two`` is its health with two players."""
    health, initiative, dice = map(int, numbers.split("/"))
    worth = points or {"blue": 5, "green": 7, "red": 10, "white": 15}[colour]
    return Dragon(name, colour, health, two, None, initiative, dice, worth, Provenance.OWNER)


# ---- answers, as short as they are said


def roll(part: str, letters: str = "") -> RollDice:
    """Attack with the weapon in this part and these dice: ``WWM`` is two brown and a grey one."""
    assert not letters.strip("WMTG"), letters
    counts = {COLOUR_OF[letter]: letters.count(letter) for letter in COLOUR_OF}
    return RollDice(part, **counts)


def cells(*places: tuple[int, int]) -> Mask:
    """A mask from 1-based (column, row)."""
    return mask_of(*places)


def lose(*places: tuple[int, int]) -> LoseCubes:
    """The cubes at these places broke."""
    return LoseCubes(cells(*places))


def mend(*places: tuple[int, int]) -> RepairWeapon:
    """Take these cubes off to make the grid legal."""
    return RepairWeapon(cells(*places))


def pay_at(*places: tuple[int, int], magic: bool = False) -> PayDamage:
    """Pay with the helmet cubes at these places."""
    return PayDamage(cells(*places), magic)


class Pay(str):
    """Helmet cubes by letters, G for the green one; of each material the first ones in reading order go."""


class Take(str):
    """Take new things in as they lie first; the letters are old cubes thrown away for them."""


def pay(letters: str = "") -> Pay:
    """See `Pay`."""
    return Pay(letters)


def take(thrown: str = "") -> Take:
    """See `Take`."""
    return Take(thrown)


def throw(cube: str, area: Literal["lower", "upper"] = "lower") -> ThrowCube:
    """The cube that the monk takes along."""
    return ThrowCube(Material(cube), area)


STAY, RETREAT, KEEP = Stay(), Retreat(), KeepMonk()
"""Stay without a weapon; retreat or surrender; send no monk."""

send = SendMonk

Said = Answer | str


class Fight:
    """A fight under way. Answers are typed ones, `pay` and `take`, or, for dice, their faces: ``W: 1* 0, T: 3``."""

    def __init__(self, state: ArenaState) -> None:
        step = FIGHT_GAME.start(state)
        self.start = state
        self.state = step.state
        self.events: list[Event] = list(step.events)

    def copy(self) -> Fight:
        """Another fight at the same point, with no events yet."""
        other = Fight(self.start)
        other.state, other.events = self.state, []
        return other

    # ---- what is asked

    @property
    def asked(self) -> str | None:
        """The kind of the pending question."""
        question = FIGHT_GAME.question(self.state)
        return None if question is None else question.kind

    @property
    def asked_seat(self) -> int | None:
        """Who is asked; -1 is Chance."""
        question = FIGHT_GAME.question(self.state)
        return None if question is None else int(question.seat)

    @property
    def asked_rule(self) -> str | None:
        """The rule of the pending question."""
        question = FIGHT_GAME.question(self.state)
        return None if question is None else question.rule

    def asked_about(self) -> dict[str, object]:
        """The data of the pending question."""
        question = FIGHT_GAME.question(self.state)
        assert question is not None, "nothing is asked"
        return dict(question.data)

    def options(self) -> list[Answer]:
        """The listed answers."""
        return list(self.choice())

    def choice(self) -> Options:
        """The options themselves."""
        return FIGHT_GAME.options(self.state)

    # ---- answering

    def meant(self, said: Said) -> Answer:
        """The typed answer behind a short one."""
        match said:
            case Pay():
                return self._payment(said)
            case Take():
                return self._taking(said)
            case str():
                return self.faces(said)
            case _:
                return said

    def faces(self, text: str) -> Rolled:
        """A roll typed as faces: ``W: 1* 0, T: 3``."""
        options = self.choice()
        assert isinstance(options, DiceOptions), f"{self.asked} is no roll"
        typed: dict[str, list[Face]] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            colour, _, faces = part.partition(":")
            typed[colour.strip()] = [_face(face) for face in faces.split()]
        assert set(typed) <= {group.colour for group in options.groups}, text
        counted = []
        for group in options.groups:
            counts = group.counted(typed.get(group.colour, []))
            assert counts is not None, f"{text!r} is no roll of {group.count} {group.colour} dice"
            counted.append(counts)
        return Rolled(*counted)

    def play(self, *answers: Said) -> Fight:
        """Give answers one after the other."""
        for said in answers:
            answer = self.meant(said)
            refusal = FIGHT_GAME.check(self.state, answer)
            assert refusal is None, f"{self.asked} of seat {self.asked_seat}: {answer} breaks {refusal}"
            step = FIGHT_GAME.step(self.state, answer)
            self.state = step.state
            self.events += step.events
        return self

    def refusal(self, said: Said) -> Refusal | None:
        """What check says; step refuses the same, and the state never changes by asking."""
        answer, before = self.meant(said), self.state
        refusal = FIGHT_GAME.check(before, answer)
        if refusal is not None:
            with pytest.raises(Illegal) as error:
                FIGHT_GAME.step(before, answer)
            assert error.value.refusals == (refusal,)
        assert self.state is before
        return refusal

    def refused(self, said: Said) -> str | None:
        """The rule that refuses an answer, or None when it is legal."""
        refusal = self.refusal(said)
        return None if refusal is None else refusal.rule

    def _payment(self, letters: str) -> PayDamage:
        seat = self.asked_seat
        assert self.asked == "pay-damage" and seat is not None, f"{self.asked} is no payment"
        helmet = self.gear(seat).helmet
        planes = {"W": helmet.wood, "M": helmet.metal, "T": helmet.tooth}
        paid = 0
        for letter, plane in planes.items():
            there = list(cells_of(plane))
            assert len(there) >= letters.count(letter), f"{letters} is not on the helmet"
            paid |= sum(1 << cell for cell in there[: letters.count(letter)])
        return PayDamage(paid, "G" in letters)

    def _taking(self, thrown: str) -> Answer:
        wanted = Cubes.parse(thrown)
        assert self.asked == "stow", f"{self.asked} takes nothing in"
        every = (option for option in self.options() if isinstance(option, StowThings))
        fitting = [option for option in every if option.thrown == wanted]
        assert fitting, f"{thrown or 'nothing'} cannot be thrown away for it"
        return fitting[0]

    # ---- what has become of it

    def happened(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def said(self, kind: str, datum: str) -> list[object]:
        """One datum of all events of one kind."""
        return [dict(event.data)[datum] for event in self.happened(kind)]

    def kinds(self) -> list[str]:
        """The kinds of all events in order."""
        return [event.kind for event in self.events]

    def board(self, seat: int = 0) -> Board:
        """The board of a seat."""
        return self.state.boards[seat]

    def gear(self, seat: int = 0) -> Gear:
        """The gear of a seat."""
        return self.board(seat).gear

    @property
    def frame(self) -> DragonFight | Duel:
        """The fight itself, while it lasts."""
        under_way = [frame for frame in self.state.agenda if isinstance(frame, DragonFight | Duel)]
        assert under_way, "the fight is over"
        return under_way[-1]

    @property
    def health(self) -> int:
        """The dragon's health now."""
        assert isinstance(self.frame, DragonFight)
        return self.frame.health

    @property
    def order(self) -> list[int | str]:
        """The fixed order; the dragon is ``"dragon"``."""
        return ["dragon" if seat == DRAGON else int(seat) for seat in self.frame.order]

    @property
    def fighters(self) -> list[int]:
        """Who is still in the fight with the dragon."""
        assert isinstance(self.frame, DragonFight)
        return [int(seat) for seat in self.frame.fighters]

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return not self.state.agenda


def arena(
    *boards: Board,
    dice: tuple[Die, ...] = DICE,
    rulings: Rulings = ADOPTED,
    players: int = 0,
    tokens: dict[str, int] | None = None,
    standing: tuple[str, ...] = (),
) -> ArenaState:
    """An arena with these boards; ``players`` when more of them play than are here."""
    laid = tuple(DamageTokens(name, damage) for name, damage in (tokens or {}).items())
    return ArenaState(
        boards=boards, dice=dice, rulings=rulings, table_size=players, tokens=laid, standing=standing
    )


def dragon_fight(
    *boards: Board,
    dragon: Dragon,
    attacker: int = 0,
    joiners: tuple[int, ...] | None = None,
    monks: bool = False,
    dice: tuple[Die, ...] = DICE,
    rulings: Rulings = ADOPTED,
    players: int = 0,
    tokens: dict[str, int] | None = None,
    standing: tuple[str, ...] = (),
) -> Fight:
    """A fight with a dragon; without ``joiners`` everybody is in it. Unless ``monks``, all keep theirs."""
    state = arena(*boards, dice=dice, rulings=rulings, players=players, tokens=tokens, standing=standing)
    others = tuple(seat for seat in range(len(boards)) if seat != attacker) if joiners is None else joiners
    fight = Fight(begin_dragon_fight(state, dragon, Seat(attacker), tuple(map(Seat, others))))
    while not monks and fight.asked == "send-monk":
        fight.play(KEEP)
    return fight


def duel(
    *boards: Board,
    mover: int = 0,
    stander: int = 1,
    dice: tuple[Die, ...] = DICE,
    rulings: Rulings = ADOPTED,
    standing: tuple[str, ...] = (),
) -> Fight:
    """A duel between two seats; ``stander`` was on the space first."""
    state = arena(*boards, dice=dice, rulings=rulings, standing=standing)
    return Fight(begin_duel(state, Seat(mover), Seat(stander)))


__all__ = [
    "DICE",
    "KEEP",
    "RETREAT",
    "STAY",
    "Fight",
    "Pay",
    "Take",
    "arena",
    "cell_at",
    "cells",
    "die",
    "dragon",
    "dragon_fight",
    "duel",
    "lose",
    "mend",
    "pay",
    "pay_at",
    "roll",
    "send",
    "take",
    "throw",
]
