"""A compiled kernel for exact combat odds. Nothing to call here: ``fujikoro_nb.odds`` finds and uses it by itself.

The kernel knows no rule; see fight.c. This module is the same interface once more, in ctypes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

from fujikoro_accelerator._build import library_name

__all__ = ["INTERFACE", "MAX_CELLS", "Arms", "Kernel", "KernelError", "TooLarge"]

INTERFACE = 2
"""How it is called. Another number is another kernel: `fujikoro_nb.odds` then computes in plain Python."""

MAX_CELLS = 16
"""Weapon cubes that fit; a fight with more is not for the kernel."""

_MEMORY, _TOO_LARGE, _UNKNOWN = -1, -2, -3

_ints, _doubles = ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ctypes.c_double)

Floats = tuple[float, float, float]


class Arms(ctypes.Structure):
    """What the rules boil down to for one samurai's weapons. Masks have bit i for the i-th cube in board order."""

    _fields_ = (
        ("cells", ctypes.c_int32),
        ("one", ctypes.c_int32),
        ("each", ctypes.c_int32),
        ("both", ctypes.c_int32),
        ("wood_one", ctypes.c_int32),
        ("wood_both", ctypes.c_int32),
        ("magic", ctypes.c_int32),
        ("is_owned", ctypes.c_int32),
        ("stays_by_fit", ctypes.c_int32),
        ("is_carrier_free", ctypes.c_int32),
        ("places", ctypes.c_int32),
        ("max_nodes", ctypes.c_int32),
        ("left", ctypes.c_uint32),
        ("right", ctypes.c_uint32),
        ("colour", ctypes.c_uint32 * 3),
        ("near", ctypes.c_uint32 * MAX_CELLS),
        ("worth", ctypes.c_double * 4),
    )


class KernelError(RuntimeError):
    """The kernel was asked for something that it does not have."""


class TooLarge(KernelError):
    """More positions than allowed."""


def _loaded(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    handle, number = ctypes.c_void_p, ctypes.c_int
    for name, result, arguments in (
        ("fk_new", handle, (ctypes.POINTER(Arms), ctypes.POINTER(ctypes.c_uint32))),
        ("fk_free", None, (handle,)),
        ("fk_graph", number, (handle,)),
        ("fk_heap", number, (handle, _ints, _ints, number, _doubles, number)),
        (
            "fk_helmets",
            number,
            (handle, number, _doubles, _ints, number, _doubles, _ints, number, _ints, _doubles),
        ),
        ("fk_begin", number, (handle, _ints, _ints, number, number, number, _doubles)),
        ("fk_solve", number, (handle, number, number)),
        ("fk_node", number, (handle, ctypes.c_uint32, number, number)),
        ("fk_value", number, (handle, number, number, number, number, _doubles)),
        ("fk_describe", number, (handle, number, _ints)),
        ("fk_roll", number, (handle, number, number, number, number, _ints, number)),
        ("fk_pick", number, (handle, number, number, number, number)),
        ("fk_first", ctypes.c_int64, (handle, number)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _checked(code: int) -> int:
    if code == _MEMORY:
        raise MemoryError
    if code == _TOO_LARGE:
        raise TooLarge
    if code == _UNKNOWN:
        raise KeyError
    return code


def _int_array(values: Sequence[int]) -> ctypes.Array[ctypes.c_int32]:
    return (ctypes.c_int32 * max(1, len(values)))(*values)


def _double_array(values: Sequence[float]) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * max(1, len(values)))(*values)


class Kernel:
    """One fight in the kernel's memory. Call `graph`, one of `heap` and `helmets`, `begin`, `solve`, then read."""

    _library: ctypes.CDLL | None = None

    def __init__(self, arms: Arms, fits: Sequence[int]) -> None:
        """``fits``: masks of all places where the pattern of the blueprint lies."""
        if Kernel._library is None:
            Kernel._library = _loaded(Path(__file__).with_name(library_name()))
        self._functions = Kernel._library
        arms.places = len(fits)
        masks = (ctypes.c_uint32 * max(1, len(fits)))(*fits)
        self._handle = self._functions.fk_new(ctypes.byref(arms), masks)
        if not self._handle:
            raise MemoryError
        self.helmet_count = 0

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._functions.fk_free(self._handle)

    def graph(self) -> int:
        """Lay out all positions of the weapons; how many nodes there are. Raises TooLarge."""
        return _checked(self._functions.fk_graph(self._handle))

    def heap(
        self, size: Sequence[int], values: Sequence[int], hits: Sequence[float], *, can_prune: bool
    ) -> int:
        """A helmet of so many cubes by colour; ``hits``: chance of 0, 1, 2, ... hits. How many helmets there are.

        The heap (w, m, t) has number (w * (M + 1) + m) * (T + 1) + t.
        """
        self.helmet_count = _checked(
            self._functions.fk_heap(
                self._handle,
                _int_array(size),
                _int_array(values),
                len(hits) - 1,
                _double_array(hits),
                int(can_prune),
            )
        )
        return self.helmet_count

    def helmets(
        self,
        answers: Sequence[Floats],
        payments: Sequence[Sequence[tuple[float, Sequence[tuple[int, float]]]]],
    ) -> int:
        """Any helmets: by helmet (spared, knocked out, loss), and chances with (helmet, loss) to choose from."""
        spans: list[int] = []
        ranges: list[int] = []
        chances: list[float] = []
        which: list[int] = []
        losses: list[float] = []
        for own in payments:
            spans += (len(chances), len(own))
            for chance, options in own:
                chances.append(chance)
                ranges += (len(which), len(options))
                which += (helmet for helmet, _ in options)
                losses += (loss for _, loss in options)
        self.helmet_count = _checked(
            self._functions.fk_helmets(
                self._handle,
                len(answers),
                _double_array([number for answer in answers for number in answer]),
                _int_array(spans),
                len(chances),
                _double_array(chances),
                _int_array(ranges),
                len(which),
                _int_array(which),
                _double_array(losses),
            )
        )
        return self.helmet_count

    def begin(
        self,
        faces: Sequence[Sequence[tuple[int, bool]]],
        most_dice: Sequence[int],
        *,
        health: int,
        loss_part: int,
        all_dice: bool,
        ends: Sequence[Floats],
    ) -> None:
        """Dice by colour (six faces each, hits and broken), and the values of win, leaving and knockout."""
        flat = [int(number) for die in faces for face in die for number in face]
        _checked(
            self._functions.fk_begin(
                self._handle,
                _int_array(flat),
                _int_array(most_dice),
                health,
                loss_part,
                int(all_dice),
                _double_array([number for triple in ends for number in triple]),
            )
        )

    def solve(self, first: int, end: int) -> None:
        """Solve the nodes ``first`` to ``end - 1``; in order, all of them once, node 0 is there already."""
        _checked(self._functions.fk_solve(self._handle, first, end))

    def node(self, cells: int, magic: int, others: int = 0) -> int:
        """The node of a position of the graph; ``others``: 1 left, 2 right, 3 either still to roll. Raises KeyError."""
        return _checked(self._functions.fk_node(self._handle, cells, magic, others))

    def value(self, node: int, helmet: int, health: int, when: int) -> Floats:
        """0: the samurai attacks next; 1: after the attack; 2: before the dragon's roll without a weapon."""
        out = (ctypes.c_double * 3)()
        _checked(self._functions.fk_value(self._handle, node, helmet, health, when, out))
        return out[0], out[1], out[2]

    def describe(self, node: int) -> tuple[bool, int, int, int]:
        """Whether a node begins a turn, its owner, how many stages, how many rolls in the first one."""
        out = (ctypes.c_int32 * 4)()
        _checked(self._functions.fk_describe(self._handle, node, out))
        return bool(out[0]), out[1], out[2], out[3]

    def roll(self, node: int, stage: int, roll: int) -> tuple[tuple[int, int, int, int], int]:
        """The most dice of a roll, and the stage after it (-1: the turn is over)."""
        out = (ctypes.c_int32 * 5)()
        _checked(self._functions.fk_roll(self._handle, node, stage, roll, 0, out, 5))
        return (out[0], out[1], out[2], out[3]), out[4]

    def options(
        self, node: int, stage: int, roll: int, broken: int
    ) -> list[tuple[int, tuple[int, int, int, int]]]:
        """Node and lost cubes by kind: what the owner chooses from after a breakage.

        Broken (w, m, t) cubes have number (w * (M + 1) + m) * (T + 1) + t.
        """
        room = 64
        while True:
            out = (ctypes.c_int32 * room)()
            count = _checked(self._functions.fk_roll(self._handle, node, stage, roll, broken, out, room))
            if 2 * count <= room:
                break
            room = 2 * count
        found = []
        for index in range(count):
            lost = out[2 * index + 1]
            found.append((out[2 * index], (lost & 255, lost >> 8 & 255, lost >> 16 & 255, lost >> 24 & 255)))
        return found

    def first(self, node: int) -> tuple[int, int, int]:
        """Orders nodes: 0 for a turn or 1 for the rest of one, cells of the first position, magic, what is left."""
        mark = self._functions.fk_first(self._handle, node)
        if mark < 0:
            raise KeyError(node)
        return mark >> 48, mark >> 16 & 0xFFFFFFFF, mark & 0xFFFF

    def pick(self, node: int, helmet: int, health: int, stage: int) -> int:
        """The chosen index: weapon by weapon, all dice first, then fewer and fewer."""
        return _checked(self._functions.fk_pick(self._handle, node, helmet, health, stage))
