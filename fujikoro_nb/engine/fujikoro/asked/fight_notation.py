"""Answers in a fight as short texts: typed in a terminal, written in cases, printed in logs. They round-trip.

send action | send lower-area | keep        a monk from that place, or none
throw W lower                               the cube it takes along, and from which area
roll W 1 0*, T 3                            dice that lie on the table: hits, ``*`` the broken weapon
attack left WWM | attack left -             the weapon in that part, with these dice or none
lose 2,1 3,1 | repair 2,1                   cubes by column,row from 1
pay 1,1 +G                                  helmet cubes, and the green one
stay | retreat                              ``surrender`` is read for ``retreat``
stow WT monk / M, throw W, leave T          lower area / upper area, cubes first, ``-`` for none
steal T | steal monk scroll | steal blueprint NAME | steal nothing
steal scroll NAME | steal scroll NAME OWN   into a free slot, or instead of an own one
discard NAME                                the scroll that goes with its disc
share 2 0 1                                 teeth of a group, by fighter
magic left                                  the part whose weapon carries the green cube on
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    DiscardScroll,
    FightAnswer,
    KeepMonk,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Rolled,
    SendMonk,
    Share,
    Stay,
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    StealScroll,
    StowThings,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.components import Die, Face
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Mask, cell_at, cells_of, column_row
from fujikoro_nb.engine.kernel import Answer, Unreadable

MAX_TEXT: Final = 400
"""No answer needs more; longer input is refused before it is looked at."""

MAX_DICE: Final = 40

Dice = Sequence[Die]

_WORD = re.compile(r",(?=\s|\Z)|(?:(?!,(?:\s|\Z))\S)+")
"""A word, or a comma behind one."""

_PLACE = re.compile(r"([0-9]{1,2}),([0-9]{1,2})", re.ASCII)
_FACE = re.compile(r"([0-9]{1,2})(\*?)", re.ASCII)
_TEETH = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_NAME = re.compile(r"[^\s,/]+")
_NOTHING = "-"


def parse_answer(text: str, dice: Dice = ()) -> FightAnswer | PlaceMagic:
    """The answer that a text says. ``dice`` are those in use: only they tell which faces a roll can show.

    Raises Unreadable with the place of the first word that makes no sense. Whether the answer is legal is for the
    rules to say.

    >>> parse_answer("attack left WWM")
    RollDice(part='left', wood=2, metal=1, tooth=0, magic=0)
    """
    reader = _Reader(text)
    verb = reader.word()
    reading = _READERS.get(verb)
    if reading is None:
        raise Unreadable("answer-verb", text, reader.last, word=verb, known=", ".join(_READERS))
    answer = reading(reader, dice)
    if reader.peek():
        word = reader.word()
        raise Unreadable("answer-word", text, reader.last, word=word)
    return answer


def print_answer(answer: Answer, dice: Dice = ()) -> str:
    """The text of an answer; the inverse of `parse_answer` for every answer that a game can hold.

    Raises ValueError for a name that no text can hold, such as one with a space.

    >>> print_answer(parse_answer("pay 2,1 1,1 +G"))
    'pay 1,1 2,1 +G'
    """
    match answer:
        case Rolled():
            return _said("roll", _print_roll(answer, dice))
        case RollDice():
            return f"attack {_name(answer.part)} {_print_dice(answer)}"
        case LoseCubes():
            return _said("lose", _print_cells(answer.cells))
        case RepairWeapon():
            return _said("repair", _print_cells(answer.cells))
        case PayDamage():
            green = ["+G"] if answer.magic else []
            return _said("pay", [*_print_cells(answer.cells), *green])
        case StowThings():
            return _print_stow(answer)
        case _:
            return _print_words(answer)


def _print_words(answer: Answer) -> str:
    match answer:
        case SendMonk():
            return f"send {_name(answer.source)}"
        case KeepMonk():
            return "keep"
        case ThrowCube():
            return f"throw {answer.cube} {_name(answer.area)}"
        case Stay():
            return "stay"
        case Retreat():
            return "retreat"
        case DiscardScroll():
            return f"discard {_name(answer.scroll)}"
        case Share(teeth=teeth):
            return " ".join(["share", *map(str, teeth)])
        case StealCube() | StealMonk() | StealBlueprint() | StealScroll() | StealNothing():
            return _print_theft(answer)
        case PlaceMagic():
            return f"magic {_name(answer.part)}"
        case _:
            raise TypeError(type(answer).__name__)


def _print_theft(answer: StealCube | StealMonk | StealBlueprint | StealScroll | StealNothing) -> str:
    match answer:
        case StealCube():
            return f"steal {answer.cube}"
        case StealMonk():
            return _said("steal", ["monk", _name(answer.spot)] if answer.spot else ["monk"])
        case StealBlueprint():
            return _said("steal", ["blueprint", _name(answer.blueprint)])
        case StealScroll():
            words = [answer.scroll, answer.replaces] if answer.replaces else [answer.scroll]
            return _said("steal", ["scroll", *map(_name, words)])
        case StealNothing():
            return _said("steal", ["nothing"])


class _Reader:
    """The words of a text, one after the other, and where they stand."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT:
            raise Unreadable("answer-too-long", text[:40], MAX_TEXT, length=len(text), max=MAX_TEXT)
        self.text = text
        self.last = 0
        """Where the word read last begins."""
        self._words = [(found.start(), found[0]) for found in _WORD.finditer(text)]
        self._next = 0

    def peek(self) -> str:
        """The next word; empty at the end."""
        return self._words[self._next][1] if self._next < len(self._words) else ""

    def word(self) -> str:
        """The next word."""
        if self._next == len(self._words):
            raise Unreadable("answer-short", self.text, len(self.text))
        self.last, word = self._words[self._next]
        self._next += 1
        return word

    def name(self) -> str:
        """The next word, which must be a name."""
        word = self.word()
        if _NAME.fullmatch(word) is None:
            raise Unreadable("answer-word", self.text, self.last, word=word)
        return word

    def has(self, word: str) -> bool:
        """Whether this word comes next; it is read then."""
        if self.peek() != word:
            return False
        self.word()
        return True

    def until(self, *ends: str) -> Iterator[str]:
        """The words up to the end, or up to one of these."""
        while self.peek() and self.peek() not in ends:
            yield self.word()


# ---- reading


def _read_send(reader: _Reader, dice: Dice) -> SendMonk:
    return SendMonk(reader.name())


def _read_throw(reader: _Reader, dice: Dice) -> ThrowCube:
    cube = _material(reader, reader.word())
    return ThrowCube(cube, reader.name()) if reader.peek() else ThrowCube(cube)


def _read_attack(reader: _Reader, dice: Dice) -> RollDice:
    part = reader.name()
    letters = reader.word()
    if letters != _NOTHING and set(letters) - set(COLOURS):
        raise Unreadable(
            "answer-dice-letter",
            reader.text,
            reader.last,
            letter=next(letter for letter in letters if letter not in COLOURS),
        )
    counts = [letters.count(colour) for colour in COLOURS]
    if max(counts) > MAX_DICE:
        raise Unreadable("answer-word", reader.text, reader.last, word=letters)
    return RollDice(part, *counts)


def _read_roll(reader: _Reader, dice: Dice) -> Rolled:
    rolled: dict[str, tuple[int, ...]] = {}
    if reader.has(_NOTHING):
        return Rolled()
    while True:
        colour = reader.word()
        die = next((die for die in dice if die.material == colour), None)
        if colour not in COLOURS or die is None or colour in rolled:
            raise Unreadable("answer-die", reader.text, reader.last, letter=colour)
        kinds = tuple(dict.fromkeys(die.faces))
        counts = [0] * len(kinds)
        for word in reader.until(","):
            found = _FACE.fullmatch(word)
            face = Face(int(found[1]), bool(found[2])) if found else None
            if face not in kinds:
                known = ", ".join(map(print_face, kinds))
                raise Unreadable(
                    "answer-face", reader.text, reader.last, word=word, material=colour, known=known
                )
            counts[kinds.index(face)] += 1
        rolled[colour] = tuple(counts)
        if not reader.has(","):
            return Rolled(*(rolled.get(each, ()) for each in COLOURS))


def _read_lose(reader: _Reader, dice: Dice) -> LoseCubes:
    return LoseCubes(_cells(reader))


def _read_repair(reader: _Reader, dice: Dice) -> RepairWeapon:
    return RepairWeapon(_cells(reader))


def _read_pay(reader: _Reader, dice: Dice) -> PayDamage:
    cells = _cells(reader, until="+G")
    return PayDamage(cells, reader.has("+G"))


def _read_stow(reader: _Reader, dice: Dice) -> StowThings:
    lower, upper = _contents(reader), Contents()
    if reader.has("/"):
        upper = _contents(reader)
    heaps = {"throw": Cubes(), "leave": Cubes()}
    said: set[str] = set()
    while reader.has(","):
        name = reader.word()
        if name not in heaps or name in said:
            raise Unreadable("answer-word", reader.text, reader.last, word=name)
        said.add(name)
        heaps[name] = _heap(reader)
    return StowThings(Backpack(lower, upper), heaps["throw"], heaps["leave"])


def _read_steal(reader: _Reader, dice: Dice) -> FightAnswer:
    what = reader.word()
    match what:
        case "nothing":
            return StealNothing()
        case "monk":
            return StealMonk(reader.name() if reader.peek() else "")
        case "blueprint":
            return StealBlueprint(reader.name())
        case "scroll":
            return StealScroll(reader.name(), reader.name() if reader.peek() else "")
        case _:
            return StealCube(_material(reader, what))


def _read_share(reader: _Reader, dice: Dice) -> Share:
    teeth = [_teeth(reader, reader.word())]  # raises where nothing is shared
    return Share((*teeth, *(_teeth(reader, word) for word in reader.until())))


def _teeth(reader: _Reader, word: str) -> int:
    if _TEETH.fullmatch(word) is None:
        raise Unreadable("answer-word", reader.text, reader.last, word=word)
    return int(word)


def _read_magic(reader: _Reader, dice: Dice) -> PlaceMagic:
    return PlaceMagic(reader.name())


_READERS: Mapping[str, Callable[[_Reader, Dice], FightAnswer | PlaceMagic]] = {
    "send": _read_send,
    "keep": lambda reader, dice: KeepMonk(),
    "throw": _read_throw,
    "roll": _read_roll,
    "attack": _read_attack,
    "lose": _read_lose,
    "repair": _read_repair,
    "pay": _read_pay,
    "stay": lambda reader, dice: Stay(),
    "retreat": lambda reader, dice: Retreat(),
    "surrender": lambda reader, dice: Retreat(),
    "stow": _read_stow,
    "steal": _read_steal,
    "magic": _read_magic,
    "share": _read_share,
    "discard": lambda reader, dice: DiscardScroll(reader.name()),
}


def _material(reader: _Reader, word: str) -> Material:
    if word not in tuple(Material):
        raise Unreadable("answer-cube-letter", reader.text, reader.last, word=word)
    return Material(word)


def _cells(reader: _Reader, *, until: str = "") -> Mask:
    mask = 0
    if reader.has(_NOTHING):
        return mask
    if not reader.peek():
        reader.word()  # raises: a payment or loss of nothing is written as such
    for word in reader.until(until):
        found = _PLACE.fullmatch(word)
        column, row = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (1 <= column <= MAX_COLUMNS and 1 <= row <= MAX_ROWS):
            raise Unreadable("answer-cell", reader.text, reader.last, word=word)
        bit = 1 << cell_at(column, row)
        if mask & bit:
            raise Unreadable("answer-twice", reader.text, reader.last, word=word)
        mask |= bit
    return mask


def _contents(reader: _Reader) -> Contents:
    cubes = _heap(reader)
    discs = []
    for word in reader.until("/", ","):
        if _NAME.fullmatch(word) is None:
            raise Unreadable("answer-word", reader.text, reader.last, word=word)
        discs.append(word)
    return Contents(cubes, tuple(discs))


def _heap(reader: _Reader) -> Cubes:
    word = reader.word()
    if word == _NOTHING:
        return Cubes()
    strange = next((letter for letter in word if letter not in tuple(Material)), None)
    if strange is not None:
        raise Unreadable("answer-cube-letter", reader.text, reader.last, word=strange)
    return Cubes.parse(word)


# ---- printing


def print_face(face: Face) -> str:
    """A face as it is typed: its hits, and ``*`` for the broken weapon."""
    return f"{face.hits}{'*' if face.is_broken else ''}"


def _said(verb: str, words: Sequence[str]) -> str:
    return " ".join([verb, *words]) if words else f"{verb} {_NOTHING}"


def _name(word: str) -> str:
    if _NAME.fullmatch(word) is None:
        raise ValueError(word)
    return word


def _print_roll(answer: Rolled, dice: Dice) -> list[str]:
    parts = []
    for colour in COLOURS:
        counts = answer.counts(colour)
        if not counts:
            continue
        kinds = tuple(dict.fromkeys(next(die for die in dice if die.material == colour).faces))
        faces = [print_face(face) for face, count in zip(kinds, counts, strict=True) for _ in range(count)]
        parts.append(" ".join([colour, *faces]))
    return [", ".join(parts)] if parts else []


def _print_dice(answer: RollDice) -> str:
    return "".join(colour * count for colour, count in zip(COLOURS, answer.dice, strict=True)) or _NOTHING


def _print_cells(cells: Mask) -> list[str]:
    return ["{},{}".format(*column_row(cell)) for cell in cells_of(cells)]


def _print_contents(contents: Contents) -> str:
    return " ".join([str(contents.cubes) or _NOTHING, *map(_name, contents.discs)])


def _print_stow(answer: StowThings) -> str:
    text = f"stow {_print_contents(answer.backpack.lower)}"
    if len(answer.backpack.upper):
        text += f" / {_print_contents(answer.backpack.upper)}"
    for name, cubes in (("throw", answer.thrown), ("leave", answer.left)):
        text += f", {name} {cubes}" if cubes else ""
    return text
