"""The bench: a question about a whole piece of gear is answered on the crafting board.

Cubes are laid and taken off there; what is lost, what goes back and where it lies is worked out here, and the person
may choose otherwise. Legality is the engine's alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.game import ArrangeWeapon
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.board.stowing import arrangements, room
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.solve import Craft, cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.views.game.people import card_view
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.gear.verdict import KINDS
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

__all__ = ["Bench"]

MOST_STOWS = 24

Cards = tuple[GearCard | Blueprint, ...]


class Bench:
    """One question on the crafting board. ``grid`` is shown by the page; everything else here is what it adds."""

    def __init__(self, grid: CraftGrid, areas: Areas) -> None:
        self.grid = grid
        self._areas = areas
        self._seat = Seat(0)
        self._state: GameState | None = None
        self.kind = GearKind.WEAPON
        self.is_first = False
        self.wasted: Material | None = None
        self.stow = 0

    def open(self, state: GameState, seat: Seat, *, is_first: bool) -> None:
        """Lay this seat's gear out for a rest, or the start cubes for its first weapon."""
        self._state, self._seat, self.is_first = state, seat, is_first
        self._lay_out(GearKind.WEAPON)
        if is_first:
            first = next(iter(game_of(state).options(state)))
            assert isinstance(first, ArrangeWeapon), "the question of the first weapon"
            self.grid.gear = Gear(weapon=first.layout)
            self.grid.forget()

    def close(self) -> None:
        """Nothing is asked here any more."""
        self._state = None

    @property
    def is_open(self) -> bool:
        """Whether a rest is being planned."""
        return self._state is not None

    @property
    def board(self) -> Board:
        """The board as planned so far."""
        return self._now.boards[self._seat]

    @property
    def _now(self) -> GameState:
        assert self._state is not None, "open before it is asked"
        return self._state

    def choose_kind(self, kind: GearKind) -> None:
        """Another kind of gear; what was laid so far goes back."""
        if not self.is_first and kind != self.kind:
            self._lay_out(kind)

    def _lay_out(self, kind: GearKind) -> None:
        state, board = self._now, self.board
        self.kind, self.wasted, self.stow = kind, None, 0
        gear = board.gear.layout(kind)
        hand = state.mode.start_cubes if self.is_first else gear.cubes + board.backpack.cubes
        grid = self.grid
        with grid.hold_sync():
            grid.is_editable = True
            grid.hand = None
            grid.gear = Gear()
            grid.character = board.limits.character
            grid.areas = self._areas
            grid.rulings = state.rulings
            grid.kinds = (str(kind),)
            grid.open_kind = str(kind)
            grid.is_unlocked = board.is_weapon_grid_open
            grid.blueprints = {str(each): self._blueprint(each) for each in KINDS}
            grid.hand = str(hand)
            if not self.is_first:
                laid = Gear().with_layout(kind, gear)
                if board.gear.is_magical(kind):
                    laid = laid.with_magic(kind, board.gear.weapon_magic if kind == GearKind.WEAPON else None)
                grid.gear = laid
            grid.chosen = next(iter(str(hand)), "W")
            grid.notice = ""
            grid.forget()

    def _blueprint(self, kind: GearKind) -> str:
        if self.board.pattern(kind) is not None:
            return "owned"
        return "lost" if self.board.lost_pattern(kind) is not None else "none"

    # ---- the answer

    def answer(self) -> CraftGear | ArrangeWeapon | None:
        """What lies there as an answer; None when nothing was changed."""
        layout = self.grid.gear.layout(self.kind)
        if self.is_first:
            return ArrangeWeapon(layout)
        before = self.board.gear
        is_moved = self.kind == GearKind.WEAPON and self.grid.gear.weapon_magic != before.weapon_magic
        if layout == before.layout(self.kind) and not is_moved:
            return None
        wasted = self._wasted()
        ways = self._ways(wasted)
        thrown, backpack = ways[min(self.stow, len(ways) - 1)]
        magic_at = self.grid.gear.weapon_magic if self.kind == GearKind.WEAPON else None
        return CraftGear(self.kind, layout, backpack, wasted, thrown, magic_at)

    def _out(self) -> Cubes:
        before = self.board.gear.layout(self.kind).cubes
        return before.surplus_over(self.grid.gear.layout(self.kind).cubes)

    def _wasted(self) -> Material | None:
        """The chosen lost cube, or the least worth of those that come out (craft.waste)."""
        out = self._out()
        if not out:
            return None
        choice = self._wastable()
        return (
            self.wasted
            if self.wasted in choice
            else min(choice, key=lambda one: (not out.count(one), one.value))
        )

    def _wastable(self) -> list[Material]:
        """Materials of which one may be lost: any that lay in the gear and is not all in it still."""
        before = self.board.gear.layout(self.kind).cubes
        kept = before + self.board.backpack.cubes - self.grid.gear.layout(self.kind).cubes
        return [one for one in MATERIALS if before.count(one) and kept.count(one) > 0]

    def _ways(self, wasted: Material | None) -> list[tuple[Cubes, Backpack]]:
        """What is thrown away for room, and the backpack afterwards; the least worth, then the least moved first."""
        board = self.board
        held = board.gear.layout(self.kind).cubes + board.backpack.cubes
        left = held - self.grid.gear.layout(self.kind).cubes
        if wasted is not None:
            left -= Cubes.one(wasted)
        excess = max(0, len(left) + len(board.backpack.discs) - room(board))
        found = [
            (thrown, backpack)
            for thrown in _heaps(left, excess)
            for backpack in islice(arrangements(board, left - thrown, board.backpack.discs), MOST_STOWS * 4)
        ]
        found.sort(key=lambda way: (_worth(way[0]), _moved(board.backpack, way[1])))
        return found[:MOST_STOWS] or [(Cubes(), board.backpack)]

    # ---- what the page shows

    def view(self, words: Words) -> dict[str, Any]:
        """What stands around the board: kinds, what moves, what is lost, and which cards can be built."""
        answer = self.answer()
        refusal = None if answer is None else game_of(self._now).check(self._now, answer)
        shown: dict[str, Any] = {
            "kind": str(self.kind),
            "is_first": self.is_first,
            "kinds": [] if self.is_first else [str(kind) for kind in KINDS],
            "can": answer is not None and refusal is None,
            "refused": {} if refusal is None else words.refused(refusal),
            "said": self._said(answer, words),
            "wastable": [],
            "wasted": "",
            "stows": [],
            "stow": self.stow,
            "builds": [] if self.is_first else self._builds(words),
        }
        if isinstance(answer, CraftGear):
            if answer.wasted is not None:
                shown |= {"wasted": str(answer.wasted), "wastable": [str(one) for one in self._wastable()]}
            ways = self._ways(answer.wasted)
            if len(ways) > 1 and (len(answer.backpack.upper) or answer.thrown or self.board.upper_spaces):
                shown["stows"] = [_way_label(thrown, backpack, words) for thrown, backpack in ways]
        return shown

    def _said(self, answer: CraftGear | ArrangeWeapon | None, words: Words) -> str:
        if answer is None:
            return words.say("game-page.bench-nothing")
        if isinstance(answer, ArrangeWeapon):
            left = self.grid.cubes_left or Cubes()
            return words.say("game-page.bench-left", cubes=words.cubes(left)) if left else ""
        before, after = self.board.gear.layout(self.kind).cubes, answer.layout.cubes
        return words.say(
            "game-page.bench-moves",
            into=words.cubes(after.surplus_over(before)),
            out=words.cubes(before.surplus_over(after)),
        )

    def _builds(self, words: Words) -> list[dict[str, Any]]:
        """Cards and own blueprints of this kind: those that match, those one craft away, then the others."""
        state, board = self._now, self.board
        owned = {card.kind for card in board.cards}
        wanted: Cards = (*(card for card in state.display if card.kind not in owned), *board.blueprints)
        cards = [card for card in wanted if card.kind == self.kind]
        rows = []
        for card in cards:
            row = {**card_view(card, words), "fits": False, "can": False, "about": ""}
            if contains(self.grid.gear.layout(self.kind), card.pattern, rulings=state.rulings):
                row |= {"fits": True, "about": words.say("game-page.build-fits")}
            else:
                craft = self._craft(card)
                if craft is not None:
                    lost = (
                        words.say("game-page.build-loses", cubes=words.cubes(Cubes.one(craft.wasted)))
                        if craft.wasted
                        else ""
                    )
                    taken = words.say("game-page.build-takes", cubes=words.cubes(craft.taken))
                    row |= {"can": True, "about": f"{taken} {lost}".strip()}
                else:
                    row["about"] = self._lacking(card, words)
            row["bonus"] = self._bonus(card, words)
            rows.append(row)
        return sorted(rows, key=lambda row: (not row["fits"], not row["can"]))

    def _lacking(self, card: GearCard | Blueprint, words: Words) -> str:
        """Why a card cannot be built now: the cubes that are missing, or what else stands in the way."""
        board = self.board
        held = board.gear.layout(self.kind).cubes + board.backpack.cubes
        missing = card.pattern.cubes.surplus_over(held)
        if missing:
            return words.say("game-page.build-lacks", cubes=words.cubes(missing))
        if self.kind == GearKind.WEAPON and not board.is_weapon_grid_open and self._craft(card, is_open=True):
            return words.say("game-page.build-right-part")
        return words.say("game-page.build-room")

    def _bonus(self, card: GearCard | Blueprint, words: Words) -> str:
        """What a card brings once it is taken; a blueprint makes its gear magical."""
        if isinstance(card, Blueprint):
            return words.say("game-page.build-magic")
        return words.say(f"game-page.bonus-{card.bonus}")

    def _craft(self, card: GearCard | Blueprint, *, is_open: bool = False) -> Craft | None:
        """The cheapest craft of a card; ``is_open``: if the right part of the weapon grid were."""
        board = self.board
        return cheapest_craft(
            board.gear,
            self.kind,
            [card],
            board.backpack.cubes,
            board.limits,
            is_unlocked=is_open or board.is_weapon_grid_open,
            capacity=room(board) - len(board.backpack.discs),
            rulings=self._now.rulings,
        )

    def build(self, card_id: str) -> bool:
        """Lay the cheapest craft of a card on the board; whether there is one."""
        if self.is_first:
            return False
        cards: Cards = (*self._now.display, *self.board.blueprints)
        card = next((one for one in cards if one.id == card_id and one.kind == self.kind), None)
        craft = None if card is None else self._craft(card)
        if craft is None:
            return False
        gear = self.grid.gear.with_layout(self.kind, craft.layout)
        if self.board.gear.is_magical(self.kind):
            carrier = None
            if self.kind == GearKind.WEAPON:
                carrier = _carrier(craft.layout, self.board.gear.weapon_magic)
            gear = Gear().with_layout(self.kind, craft.layout).with_magic(self.kind, carrier)
        self.wasted, self.stow = craft.wasted, 0
        self.grid.gear = gear
        return True


def _carrier(weapon: Layout, at: Cell | None) -> Cell | None:
    """Where the green cube of this weapon lies: where it lay, or on the first cube."""
    if at is None or weapon.at(at) is not None:
        return at
    return next((cell for cell, _ in weapon), None)


def _heaps(cubes: Cubes, size: int) -> Iterator[Cubes]:
    for wood in range(min(size, cubes.wood), -1, -1):
        for metal in range(min(size - wood, cubes.metal), -1, -1):
            if size - wood - metal <= cubes.tooth:
                yield Cubes(wood, metal, size - wood - metal)


def _worth(cubes: Cubes) -> int:
    return sum(absorption_of(str(cube)) for cube in cubes)


def _moved(before: Backpack, after: Backpack) -> int:
    """Things that change their area."""
    below = len(before.lower.cubes.surplus_over(after.lower.cubes))
    above = len(before.upper.cubes.surplus_over(after.upper.cubes))
    discs = sum(disc not in after.lower.discs for disc in before.lower.discs)
    return below + above + 2 * discs


def _way_label(thrown: Cubes, backpack: Backpack, words: Words) -> str:
    return capital(words.answer(StowThings(backpack, thrown)))
