"""Draws puzzles from a seed: lay the cards, join them, take cubes back into the hand, prove, rate, refuse the dull.

The same recipe, cards and seed always give the same puzzle. Nothing is drawn from outside the cards it is handed, so
an owner's card never meets a house card (need P10).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cells_of, grow, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains, places
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear, print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.kernel import Refusal, refuse
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.prove import Certificate, Proof, TooManyAnswers, agree, certify
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, is_answer
from fujikoro_nb.puzzles.crafting.steps import Technique, rate, solve

TRIES = 400
"""Drawings that a seed may throw away before it gives up."""
MOST_ANSWERS = 6
MOST_BEST_ANSWERS = 4
MOST_DRAWINGS = 80
"""Drawings that answer a draft from an empty board, before turned ones count as one; the proof stops there."""
MOST_MEASURED = 160
"""The same for answers that are compared by a value."""
TRIES_A_CARD = 60
PUZZLES_A_CARD = 10


class Recipe(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What kind of puzzle to draw. ``hand`` is the number of cubes to place, ``decoys`` those in hand beyond them."""

    kind: GearKind = GearKind.WEAPON
    cards: Annotated[int, msgspec.Meta(ge=0, le=2)] = 1
    hand: Annotated[int, msgspec.Meta(ge=2, le=6)] = 3
    extra: int = 0
    """Cubes on the board that no card asks for."""
    two_handed: bool = False
    usable: bool = False
    best: Best | None = None
    decoys: int = 0
    empty: bool = False
    """Whether the board starts empty."""


class Made(msgspec.Struct, frozen=True):
    """The puzzles made for a card, and why there are not ten."""

    entries: tuple[CraftingEntry, ...]
    reason: Refusal | None = None


def make(
    recipe: Recipe, cards: Sequence[GearCard], seed: int | str, *, name: str, tries: int = TRIES
) -> CraftingEntry | None:
    """A puzzle by this recipe from these cards, or None when the seed finds none."""
    source = random.Random(f"fujikoro puzzle {seed}")
    pool = [card for card in cards if card.kind == recipe.kind]
    if len(pool) < recipe.cards:
        return None
    for _ in range(tries):
        puzzle = _draw(recipe, pool, source, name)
        entry = None if puzzle is None else _accepted(puzzle)
        if entry is not None:
            return entry
    return None


def _draw(recipe: Recipe, pool: Sequence[GearCard], source: random.Random, name: str) -> Puzzle | None:
    chosen = source.sample(sorted(pool, key=lambda card: card.id), recipe.cards)
    base = Position(
        kind=recipe.kind,
        is_unlocked=recipe.two_handed or recipe.best == Best.INITIATIVE,
        cards=tuple(Offer(card.id, print_pattern(card.pattern), card.provenance) for card in chosen),
    )
    solution = _with_extras(recipe, base, _laid(base, source), source)
    if not solution or not _is_sound(recipe, base, solution):
        return None
    given = EMPTY if recipe.empty else _given(recipe, base, solution, source)
    if given is None or (recipe.empty and not 2 <= len(solution) <= 8):
        return None
    hand = solution.cubes - given.cubes + _decoys(recipe, source)
    position = msgspec.structs.replace(
        base,
        given=print_gear(Gear().with_layout(recipe.kind, given), recipe.kind, base.limits) if given else "",
        hand=str(hand),
    )
    return Puzzle(id=name, position=position, goal=_goal(recipe), best=recipe.best)


def _goal(recipe: Recipe) -> Goal:
    return Goal(
        match=recipe.cards > 0,
        hands=2 if recipe.two_handed else None,
        usable=1 if recipe.usable else None,
        weapons=1 if recipe.best == Best.INITIATIVE else None,
    )


def _laid(position: Position, source: random.Random) -> Layout:
    """The cards laid on the board, over each other where they agree."""
    layout = EMPTY
    for card in position.cards:
        spots = [spot.cubes for spot in places(card.layout, position.area) if agree(layout, spot.cubes)]
        if layout:  # near the card before it, so that they can share cubes or be joined
            near = grow(layout.occupied)
            spots = [spot for spot in spots if spot.occupied & near]
        if not spots:
            return EMPTY
        layout = layout | source.choice(spots)
    return layout


def _with_extras(recipe: Recipe, position: Position, layout: Layout, source: random.Random) -> Layout:
    """Cubes beside the cards: wood until the weapon is usable, then a few of any kind."""
    if not layout and not recipe.cards:
        layout = EMPTY.with_cube(source.choice(list(cells_of(position.area))), Material.WOOD)
    needed = 0
    if recipe.usable:
        needed = (
            position.limits.two_handed_wood if recipe.two_handed else position.limits.one_handed_wood
        ).value
    more = [Material.WOOD] * max(0, needed - layout.cubes.wood)
    more += [Material(source.choice("WMMT")) for _ in range(recipe.extra)]
    for material in more:
        free = list(cells_of(grow(layout.occupied) & position.area & ~layout.occupied))
        if not free:
            return EMPTY
        layout = layout.with_cube(source.choice(free), material)
    return layout


def _is_sound(recipe: Recipe, position: Position, solution: Layout) -> bool:
    gear = Gear().with_layout(recipe.kind, solution)
    report = inspect(gear, recipe.kind, position.limits, is_unlocked=position.is_unlocked)
    if not report.is_legal:
        return False
    return not recipe.two_handed or all(weapon.hands == 2 for weapon in report.weapons)


def _given(recipe: Recipe, position: Position, solution: Layout, source: random.Random) -> Layout | None:
    """The solution without the cubes that go into the hand: a legal board again, and no card matched yet."""
    cells = list(cells_of(solution.occupied))
    if len(cells) <= recipe.hand:
        return None
    taken = source.sample(cells, recipe.hand)
    given = solution.without(sum(1 << cell for cell in taken))
    gear = Gear().with_layout(recipe.kind, given)
    if not inspect(gear, recipe.kind, position.limits, is_unlocked=position.is_unlocked).is_legal:
        return None
    if any(contains(given, card.layout) for card in position.cards):
        return None
    return given


def _decoys(recipe: Recipe, source: random.Random) -> Cubes:
    return Cubes.parse("".join(source.choice("WMMT") for _ in range(recipe.decoys)))


def _accepted(puzzle: Puzzle) -> CraftingEntry | None:
    """The puzzle with proof and rating, unless it is unproven, too open, or dull."""
    if is_answer(puzzle, puzzle.position.layout):
        return None
    try:
        certificate = certify(puzzle, most=_most(puzzle))
    except TooManyAnswers:
        return None
    if certificate is None or not _is_tight(certificate) or _is_dull(puzzle):
        return None
    return CraftingEntry(puzzle, certificate, rate(puzzle, certificate))


def _most(puzzle: Puzzle) -> int:
    is_exact = puzzle.best is None and bool(puzzle.position.given)
    if is_exact:
        return MOST_ANSWERS
    return MOST_DRAWINGS if puzzle.best is None else MOST_MEASURED


def _is_tight(certificate: Certificate) -> bool:
    if certificate.proof == Proof.BEST:
        return certificate.second is not None and certificate.answers <= MOST_BEST_ANSWERS
    return certificate.answers <= MOST_ANSWERS


def _is_dull(puzzle: Puzzle) -> bool:
    """One thought is enough, or a card has only one place to begin with."""
    if puzzle.best is not None:
        return False
    steps = solve(puzzle)
    return len({step.technique for step in steps}) < 2 and steps[0].technique == Technique.FIT


_FOR_A_CARD: tuple[Recipe, ...] = tuple(
    Recipe(
        hand=hand, extra=extra, usable=usable, two_handed=two_handed, best=best, decoys=decoys, empty=empty
    )
    for hand, extra, usable, two_handed, best, decoys, empty in (
        (2, 2, False, False, None, 0, False),
        (3, 2, False, False, None, 0, False),
        (2, 1, True, False, None, 0, False),
        (3, 1, True, False, None, 0, False),
        (3, 3, False, False, Best.CUBES, 2, False),
        (4, 2, False, False, None, 0, False),
        (3, 2, True, True, None, 0, False),
        (4, 3, True, True, None, 0, False),
        (4, 3, True, False, Best.CUBES, 2, False),
        (3, 3, False, False, None, 0, False),
    )
)

_LONGEST = 40
"""Letters of a name."""


def puzzles_for(card: GearCard, seed: int, *, others: Sequence[GearCard] = ()) -> Made:
    """Ten puzzles on this card, some with another of the owner's cards, or the reason why there are fewer."""
    reason = _unsuitable(card)
    if reason is not None:
        return Made((), reason)
    partners = [other for other in others if other.kind == card.kind and other.id != card.id]
    stem = f"card-{card.id}" if card.id.startswith("e-") else card.id  # "e-autumn-7" is one without end
    found: dict[str, CraftingEntry] = {}
    for number in range(PUZZLES_A_CARD * 6):
        if len(found) == PUZZLES_A_CARD:
            break
        recipe = msgspec.structs.replace(_FOR_A_CARD[number % len(_FOR_A_CARD)], kind=card.kind)
        if card.kind != GearKind.WEAPON:
            recipe = msgspec.structs.replace(recipe, usable=False, two_handed=False)
        pool = [card]
        if partners and number % 3 == 2:
            recipe = msgspec.structs.replace(recipe, cards=2)
            pool = [card, partners[number % len(partners)]]
        tries = TRIES_A_CARD // recipe.cards**2
        ending = f"-{len(found) + 1}"
        name = stem[: _LONGEST - len(ending)] + ending
        entry = make(recipe, pool, f"{seed} {card.id} {number}", name=name, tries=tries)
        if entry is not None:
            found.setdefault(_likeness(entry.puzzle), entry)
    entries = tuple(found.values())
    if len(entries) == PUZZLES_A_CARD:
        return Made(entries)
    return Made(entries, refuse("puzzle.few", card=card.id, n=len(entries)))


def _likeness(puzzle: Puzzle) -> str:
    return f"{puzzle.position.given} {puzzle.position.hand} {puzzle.goal} {puzzle.best}"


def _unsuitable(card: GearCard) -> Refusal | None:
    """Why no puzzle can ask for this card: too small to think about, or no legal gear holds it."""
    position = Position(kind=card.kind, is_unlocked=True)
    if len(card.pattern) < 2:
        return refuse("puzzle.too-small", card=card.id)
    spots = list(places(card.pattern, position.area))
    if not spots:
        return refuse("craft.weapon.grid" if card.kind == GearKind.WEAPON else "craft.grid.shapes", "card")
    reports = [
        inspect(Gear().with_layout(card.kind, spot.cubes), card.kind, position.limits) for spot in spots
    ]
    if any(report.is_legal for report in reports):
        return None
    if card.kind == GearKind.WEAPON and len(card.pattern) < position.limits.two_handed_cubes.value:
        return None  # pieces that other cubes can join
    return max(reports, key=lambda report: report.max_cubes).refusals[0]


def puzzle_from(position: Position, layout: Layout, *, name: str = "mine") -> CraftingEntry | Refusal:
    """A puzzle from a failed gear check (need P11): the same cubes, put right.

    Illegal gear: its largest legal piece stays, the other cubes come into the hand. Legal gear that misses the cards
    on offer: it stays, the cubes that the nearest card lacks come into the hand. Otherwise the reason why not.
    """
    gear = Gear().with_layout(position.kind, layout)
    report = inspect(gear, position.kind, position.limits, is_unlocked=position.is_unlocked)
    if report.is_legal:
        return _towards_a_card(position, layout, name)
    for kept in _legal_rests(position, layout):
        hand = layout.cubes - kept.cubes
        puzzle = _redrawn(position, kept, hand, name, Goal(weapons=1 if position.kind == "weapon" else None))
        entry = _proved(puzzle)
        if entry is not None:
            return entry
    return refuse("puzzle.no-answer")


def _legal_rests(position: Position, layout: Layout) -> list[Layout]:
    """Parts of illegal gear that are legal, largest first: pieces without at most two of their cubes."""
    found = []
    for piece in sorted(pieces(layout.occupied & position.area), key=lambda mask: -mask.bit_count()):
        kept = layout.only(piece)
        for number in range(3):
            for off in combinations(tuple(cells_of(piece)), number):
                rest = kept.without(sum(1 << cell for cell in off))
                gear = Gear().with_layout(position.kind, rest)
                is_legal = inspect(
                    gear, position.kind, position.limits, is_unlocked=position.is_unlocked
                ).is_legal
                if rest and is_legal and 1 <= len(layout) - len(rest) <= 4:
                    found.append(rest)
            if found:
                return found
    return found


def _towards_a_card(position: Position, layout: Layout, name: str) -> CraftingEntry | Refusal:
    missing: list[tuple[int, str, Offer, Cubes]] = []
    for card in position.cards:
        if contains(layout, card.layout):
            continue
        for spot in places(card.layout, position.area):
            if agree(layout, spot.cubes):
                lacks = spot.cubes.without(layout.occupied).cubes
                missing.append((len(lacks), str(lacks), card, lacks))
    for _, _, card, lacks in sorted(missing, key=lambda item: item[:2])[:20]:
        offered = msgspec.structs.replace(position, cards=(card,))
        entry = _proved(_redrawn(offered, layout, lacks, name, Goal(match=True)))
        if entry is not None:
            return entry
    return refuse("puzzle.nothing-missing" if not missing else "puzzle.no-answer")


def _redrawn(position: Position, given: Layout, hand: Cubes, name: str, goal: Goal) -> Puzzle:
    text = print_gear(Gear().with_layout(position.kind, given), position.kind, position.limits)
    return Puzzle(id=name, position=msgspec.structs.replace(position, given=text, hand=str(hand)), goal=goal)


def _proved(puzzle: Puzzle) -> CraftingEntry | None:
    try:
        certificate = certify(puzzle)
    except TooManyAnswers:
        return None
    return None if certificate is None else CraftingEntry(puzzle, certificate, rate(puzzle, certificate))
