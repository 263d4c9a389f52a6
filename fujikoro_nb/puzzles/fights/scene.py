"""A moment of a fight as text: who fights, and what has been answered so far; the engine plays it up to its question.

Lessons and puzzles hold fights like this, so that every position in them is one that the rules reach.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, DragonFight, KeepMonk, Rolled, Throw
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_face
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE, DRAGON_POINTS, Die, Dragon, Face, Provenance
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.dice import distinct_faces
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Question, Refusal, Seat
from fujikoro_nb.odds import Foe

SEAT = Seat(0)
MAX_PLAYED = 24
PLAYERS = 3
"""Three at the table: no dragon has another health for three."""

_COLOUR_OF = {dice: colour for colour, dice in DRAGON_DICE.items()}


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One samurai and a dragon, ``HEALTH/INITIATIVE/DICE``, and the answers given so far as texts, rolls among them."""

    foe: str
    weapon: str = ""
    helmet: str = ""
    backpack: str = ""
    """Cubes in the lower area."""
    monks: tuple[str, ...] = ()
    """Spots with a monk on them; ``weapon`` opens the right part of the grid."""
    played: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The player board before the first answer. Raises Unreadable or Illegal."""
        gear = parse_gear(self.weapon, GearKind.WEAPON, SYMMETRIC)
        helmet = parse_gear(self.helmet, GearKind.HELMET, SYMMETRIC)
        gear = Gear(
            weapon=gear.weapon,
            weapon_magic=gear.weapon_magic,
            helmet=helmet.helmet,
            helmet_magic=helmet.helmet_magic,
        )
        backpack = Backpack(Contents(Cubes.parse(self.backpack)))
        return Board(gear=gear, backpack=backpack, monk_spots=self.monks)


class Moment(msgspec.Struct, frozen=True):
    """A fight at a question, or over; ``events`` are those since the last answer of a person."""

    state: ArenaState
    events: tuple[Event, ...] = ()
    rolled: Rolled | None = None
    """What the dealer threw after that answer; None where it threw nothing."""

    @property
    def question(self) -> Question | None:
        """What is asked; None when the fight is over."""
        return game_of(self.state).question(self.state)

    @property
    def asks(self) -> str:
        """The kind of the question; empty when nothing is asked."""
        question = self.question
        return "" if question is None else question.kind

    @property
    def board(self) -> Board:
        """The samurai as it stands now."""
        return self.state.boards[SEAT]

    @property
    def fight(self) -> DragonFight | None:
        """The fight that is going on."""
        return next((frame for frame in reversed(self.state.agenda) if isinstance(frame, DragonFight)), None)

    def check(self, answer: Answer) -> Refusal | None:
        """Nothing, or the engine's refusal."""
        return game_of(self.state).check(self.state, answer)

    def after(self, answer: Answer, faces: str = "") -> Moment:
        """The moment after a legal answer, dice thrown as `thrown` reads them. Raises Illegal."""
        step = game_of(self.state).step(self.state, answer)
        moment = Moment(step.state, step.events)
        while faces and (question := moment.question) is not None and question.seat == CHANCE:
            rolled = thrown(moment.state, faces)
            step = game_of(moment.state).step(moment.state, rolled)
            moment = Moment(step.state, moment.events + step.events, rolled)
            faces = ""
        return moment

    def read(self, text: str) -> Answer:
        """An answer from its text. Raises Unreadable."""
        return parse_answer(text, self.state.dice)


@cache
def house_dice() -> tuple[Die, ...]:
    """The faces that lessons and puzzles are made for; whoever shows them shows the house as well."""
    return house_pack().dice


def faces_hash(dice: Sequence[Die]) -> str:
    """Twelve characters that differ where the faces do: a proof holds for these dice and no others.

    >>> faces_hash(house_dice()) == faces_hash(tuple(reversed(house_dice())))
    True
    """
    said = sorted(f"{die.material}:{','.join(map(print_face, die.faces))}" for die in dice)
    return hashlib.sha256(";".join(said).encode("ascii")).hexdigest()[:12]


def dragon_of(foe: str) -> Dragon:
    """A dragon out of its three numbers. Raises OddsError."""
    read = Foe.parse(foe)
    colour = _COLOUR_OF[read.dice]
    points = DRAGON_POINTS[colour]
    return Dragon(
        colour, colour, read.health, None, None, read.initiative, read.dice, points, Provenance.HOUSE
    )


@cache
def opened(scene: Scene) -> Moment:
    """The scene played up to its pending question. Raises Unreadable, Illegal or OddsError."""
    state = ArenaState(boards=(scene.board,), table_size=PLAYERS, dice=house_dice())
    step = started(begin_dragon_fight(state, dragon_of(scene.foe), SEAT))
    moment = Moment(step.state, step.events)
    asks_for_nobody = moment.asks == "send-monk" and not list(game_of(moment.state).options(moment.state))[1:]
    if asks_for_nobody:
        moment = moment.after(KeepMonk())
    for text in scene.played[:MAX_PLAYED]:
        events = moment.events if moment.question and moment.question.seat == CHANCE else ()
        moment = moment.after(moment.read(text))
        moment = Moment(moment.state, events + moment.events)
    return moment


def thrown(state: Arena, faces: str) -> Rolled:
    """The roll of the dice in the air out of ``W 1 1 0*, M 2``: the first faces of each colour, as many as thrown."""
    frame = state.agenda[-1]
    assert isinstance(frame, Throw), "dice are in the air"
    said = {part.split()[0]: part.split()[1:] for part in faces.split(",")}
    counts: dict[str, tuple[int, ...]] = {}
    for colour, number in zip(COLOURS, frame.dice, strict=True):
        if not number:
            continue
        kinds = distinct_faces(state, colour)
        names = [print_face(kind) for kind in kinds]
        shown = (said.get(colour, []) + [print_face(_blank(kinds))] * number)[:number]
        counts[colour] = tuple(shown.count(name) for name in names)
    return Rolled(*(counts.get(colour, ()) for colour in COLOURS))


def _blank(kinds: Sequence[Face]) -> Face:
    """The face with the fewest hits, for dice that a lesson says nothing about."""
    return min(kinds, key=lambda face: (face.is_broken, face.hits))


def last_roll(moment: Moment, scene: Scene) -> tuple[tuple[str, Face], ...]:
    """The dice that lie on the table: those of the last roll played, if it is what is being answered."""
    text = next((each for each in reversed(scene.played) if each.startswith("roll ")), "")
    if not text or moment.asks not in (
        "lose-cubes",
        "repair",
        "pay-damage",
        "stow",
        "withdraw",
        "place-magic",
    ):
        return ()
    rolled = parse_answer(text, moment.state.dice)
    assert isinstance(rolled, Rolled), "a text that begins with roll"
    return faces_of(moment, rolled)


def faces_of(moment: Moment, rolled: Rolled) -> tuple[tuple[str, Face], ...]:
    """Each die of a roll by its colour and the face that it shows."""
    return tuple(
        (colour, face)
        for colour in COLOURS
        if rolled.counts(colour)
        for count, face in zip(rolled.counts(colour), distinct_faces(moment.state, colour), strict=True)
        for _ in range(count)
    )
