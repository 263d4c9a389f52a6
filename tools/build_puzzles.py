"""Build the puzzle books from their sources: each line there names a recipe and a seed, everything else is computed.

.venv/bin/python -m tools.build_puzzles            write the books, each in the room of its kind
.venv/bin/python -m tools.build_puzzles --check    say whether the committed books are fresh (exit 1 when one is not)
.venv/bin/python -m tools.build_puzzles --search N try N seeds a recipe and print what could be taken into the source

With --only and the name of a kind it does so for one book. The books on actions are made of cases of the rules, not
of seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.puzzles.crafting.book import CraftingBook, CraftingEntry
from fujikoro_nb.puzzles.crafting.maker import Recipe, make
from fujikoro_nb.puzzles.dragons.book import DragonBook, DragonEntry
from fujikoro_nb.puzzles.dragons.maker import RECIPES as DRAGON_RECIPES
from fujikoro_nb.puzzles.dragons.maker import make_dragons
from fujikoro_nb.puzzles.evenings.maker import RECIPES as EVENING_RECIPES
from fujikoro_nb.puzzles.evenings.maker import make_evening
from fujikoro_nb.puzzles.evenings.puzzle import EveningBook, EveningEntry, EveningPuzzle
from fujikoro_nb.puzzles.fights.book import FightBook, FightEntry
from fujikoro_nb.puzzles.fights.maker import RECIPES, make_fight
from fujikoro_nb.puzzles.legal.position import judgement
from fujikoro_nb.puzzles.legal.puzzle import ActBook, ActEntry, ActPuzzle
from fujikoro_nb.puzzles.plans.maker import RECIPES as PLAN_RECIPES
from fujikoro_nb.puzzles.plans.maker import make_plan
from fujikoro_nb.puzzles.plans.puzzle import PlanBook, PlanEntry, PlanPuzzle
from tools.acts import ActSource, all_positions, made_act
from tools.small_books import SMALL, build_small, search_small, target_of, text_of_small

FOLDER = Path(__file__).resolve().parent.parent / "fujikoro_nb" / "puzzles"
SOURCE = FOLDER / "crafting" / "book_01_source.yaml"
TARGET = FOLDER / "crafting" / "book_01.yaml"
FIGHTS = FOLDER / "fights" / "book_02_source.yaml"
FIGHTS_TARGET = FOLDER / "fights" / "book_02.yaml"
DRAGONS = FOLDER / "dragons" / "book_03_source.yaml"
DRAGONS_TARGET = FOLDER / "dragons" / "book_03.yaml"
LEGAL = FOLDER / "legal" / "book_04_source.yaml"
LEGAL_TARGET = FOLDER / "legal" / "book_04.yaml"
FORBIDS = FOLDER / "forbids" / "book_05_source.yaml"
FORBIDS_TARGET = FOLDER / "forbids" / "book_05.yaml"
PLANS = FOLDER / "plans" / "book_06_source.yaml"
PLANS_TARGET = FOLDER / "plans" / "book_06.yaml"
EVENINGS = FOLDER / "evenings" / "book_07_source.yaml"
EVENINGS_TARGET = FOLDER / "evenings" / "book_07.yaml"
TARGETS = {
    "crafting": TARGET,
    "fights": FIGHTS_TARGET,
    "dragons": DRAGONS_TARGET,
    "legal": LEGAL_TARGET,
    "forbids": FORBIDS_TARGET,
    "plans": PLANS_TARGET,
    "evenings": EVENINGS_TARGET,
}
AnyOfThem = CraftingBook | FightBook | DragonBook | ActBook | PlanBook | EveningBook
HEAD = "# Made by tools/build_puzzles.py from its source file; change that, not this one.\n"


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle that was chosen: its recipe's name and the seed."""

    id: str
    recipe: str
    seed: int


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curated source of a book."""

    name: str
    recipes: dict[str, Recipe]
    puzzles: tuple[Pick, ...]


class FightSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curated source of a book of fights, on dragons, or of turns; its recipes are in the maker of its room."""

    name: str
    puzzles: tuple[Pick, ...]


E = TypeVar("E", CraftingEntry, FightEntry, DragonEntry, ActEntry, PlanEntry, EveningEntry)


def _there(entry: E | None, source: Path, pick: Pick) -> E:
    """What a pick makes; a seed that makes none is a fault of the source."""
    if entry is None:
        sys.exit(f"{source.name}: {pick.id}: recipe {pick.recipe} makes no puzzle from seed {pick.seed}")
    return entry


def _easiest_first(entries: Iterable[E]) -> tuple[E, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.rated.rating, entry.puzzle.id)))


def read_fights() -> FightSource:
    """The source of the fights as it is committed."""
    return msgspec.yaml.decode(FIGHTS.read_bytes(), type=FightSource)


def made_fight(pick: Pick) -> FightEntry:
    """One pick as a puzzle."""
    return _there(make_fight(pick.recipe, pick.seed, name=pick.id), FIGHTS, pick)


def build_fights(source: FightSource) -> FightBook:
    """The book of fights: every pick made and solved again, easiest first."""
    return FightBook(source.name, _easiest_first(made_fight(pick) for pick in source.puzzles))


def search_fights(seeds: int) -> None:
    """Print one line a candidate."""
    for recipe in RECIPES:
        for seed in range(seeds):
            entry = make_fight(recipe, seed, name="x")
            if entry is None:
                continue
            proof, scene = entry.certificate, entry.puzzle.scene
            print(
                f"{entry.rated.rating} {recipe:7} {seed:3} {entry.rated.hardest:16} {proof.value} "
                f"{proof.second} {len(proof.worth)} {proof.solution:24} {scene.foe} {scene.helmet} {scene.weapon}",
                flush=True,
            )


def read_dragons() -> FightSource:
    """The source on the dragons' step as it is committed."""
    return msgspec.yaml.decode(DRAGONS.read_bytes(), type=FightSource)


def made_dragons(pick: Pick) -> DragonEntry:
    """One pick as a puzzle."""
    return _there(make_dragons(pick.recipe, pick.seed, name=pick.id), DRAGONS, pick)


def build_dragons(source: FightSource) -> DragonBook:
    """The book on the dragons' step: every pick made and enumerated again, easiest first."""
    return DragonBook(source.name, _easiest_first(made_dragons(pick) for pick in source.puzzles))


def search_dragons(seeds: int) -> None:
    """Print one line a candidate."""
    for recipe in DRAGON_RECIPES:
        for seed in range(seeds):
            entry = make_dragons(recipe, seed, name="x")
            if entry is not None:
                proof, rated = entry.certificate, entry.rated
                right = ", ".join(proof.right)
                print(
                    f"{rated.rating} {recipe:7} {seed:4} {proof.answers:2} {right:22} {' '.join(rated.themes)}"
                )


def read_evenings() -> FightSource:
    """The source of the eight evenings as it is committed."""
    return msgspec.yaml.decode(EVENINGS.read_bytes(), type=FightSource)


def made_evening(pick: Pick) -> EveningEntry:
    """One pick as a puzzle."""
    return _there(make_evening(pick.recipe, pick.seed, name=pick.id), EVENINGS, pick)


def build_evenings(source: FightSource) -> EveningBook:
    """The book of evenings: every pick made and played out again, easiest first."""
    return EveningBook(source.name, _easiest_first(made_evening(pick) for pick in source.puzzles))


def search_evenings(seeds: int) -> None:
    """Print one line a candidate."""
    for recipe in EVENING_RECIPES:
        for seed in range(seeds):
            entry = make_evening(recipe, seed, name="x")
            if entry is not None:
                proof, rated = entry.certificate, entry.rated
                worths = " ".join(one.worth or "-" for one in proof.answers.values())
                print(
                    f"{rated.rating} {recipe:8} {seed:4} {proof.positions:5} {worths[:70]:70} "
                    f"{' '.join(rated.themes)}",
                    flush=True,
                )


def read_acts(path: Path) -> ActSource:
    """The source of a book on actions as it is committed."""
    return msgspec.yaml.decode(path.read_bytes(), type=ActSource)


def build_acts(path: Path, *, is_which: bool) -> ActBook:
    """A book on actions: every one judged again, easiest first."""
    source = read_acts(path)
    made = (made_act(pick, source, is_which=is_which) for pick in source.puzzles)
    return ActBook(source.name, _easiest_first(made))


def search_acts() -> None:
    """Print one line an action of the cases."""
    for place, (_, position) in all_positions().items():
        said = judgement(position)
        print(place, "legal" if said.is_legal else "refused", *said.rules)


def read_plans() -> FightSource:
    """The source of the book of turns as it is committed."""
    return msgspec.yaml.decode(PLANS.read_bytes(), type=FightSource)


def made_plan(pick: Pick) -> PlanEntry:
    """One pick as a puzzle."""
    return _there(make_plan(pick.recipe, pick.seed, name=pick.id), PLANS, pick)


def build_plans(source: FightSource) -> PlanBook:
    """The book of turns: every pick made and every way of it played again, easiest first."""
    return PlanBook(source.name, _easiest_first(made_plan(pick) for pick in source.puzzles))


def search_plans(seeds: int) -> None:
    """Print one line a candidate."""
    for recipe in PLAN_RECIPES:
        for seed in range(seeds):
            entry = make_plan(recipe, seed, name="x")
            if entry is not None:
                proof, rated = entry.certificate, entry.rated
                worth = " ".join(str(one.worth) for one in proof.found)
                told = f"{proof.ways:6} {worth:16} {rated.hardest} {len(proof.best.way)}"
                print(f"{rated.rating} {recipe:6} {seed:4} {told}", flush=True)


def read_source() -> Source:
    """The source as it is committed."""
    return msgspec.yaml.decode(SOURCE.read_bytes(), type=Source)


def build(source: Source) -> CraftingBook:
    """The book: every pick made again from its seed, easiest first."""
    return CraftingBook(source.name, _easiest_first(made(source, pick) for pick in source.puzzles))


def made(source: Source, pick: Pick) -> CraftingEntry:
    """One pick as a puzzle."""
    entry = make(source.recipes[pick.recipe], house_pack().gear_cards, _seed(pick), name=pick.id)
    return _there(entry, SOURCE, pick)


def _seed(pick: Pick) -> str:
    return f"{pick.recipe} {pick.seed}"


def text_of(book: AnyOfThem) -> str:
    """The book as it is committed."""
    plain = (
        lean(book)
        if isinstance(book.entries[0].puzzle, ActPuzzle | PlanPuzzle | EveningPuzzle)
        else msgspec.to_builtins(book)
    )
    return HEAD + msgspec.yaml.encode(plain).decode("utf-8")


def lean(value: Any) -> Any:
    """Plain data without what a record has by default: a position of the cases says little of what it could say."""
    if isinstance(value, msgspec.Struct):
        own = {field.name: field for field in msgspec.structs.fields(value)}
        said = {name: getattr(value, name) for name in own}
        return {name: lean(held) for name, held in said.items() if not _is_default(own[name], held)}
    if isinstance(value, dict):
        return {name: lean(held) for name, held in value.items()}
    if isinstance(value, list | tuple):
        return [lean(held) for held in value]
    return msgspec.to_builtins(value)


def _is_default(field: msgspec.structs.FieldInfo, held: Any) -> bool:
    if held is msgspec.UNSET:
        return True
    made = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return bool(made is not msgspec.NODEFAULT and made == held)


def search(source: Source, seeds: int) -> None:
    """Print one line a candidate."""
    for name, recipe in source.recipes.items():
        for seed in range(seeds):
            entry = make(recipe, house_pack().gear_cards, _seed(Pick("x", name, seed)), name="x")
            if entry is None:
                continue
            position, rated, proof = entry.puzzle.position, entry.rated, entry.certificate
            cards = "+".join(card.id.removeprefix("house-") for card in position.cards)
            print(
                f"{rated.rating} {name:12} {seed:3} {proof.proof:6} {proof.answers} {proof.gap or '-'} "
                f"{rated.hardest:16} {position.hand:7} {cards:22} {position.given}",
                flush=True,
            )


_SEARCHES: dict[str, Callable[[int], None]] = {
    "crafting": lambda seeds: search(read_source(), seeds),
    "fights": search_fights,
    "dragons": search_dragons,
    "legal": lambda _seeds: search_acts(),
    "forbids": lambda _seeds: search_acts(),
    "plans": search_plans,
    "evenings": search_evenings,
}
_BUILDS: dict[str, Callable[[], Any]] = {
    "crafting": lambda: build(read_source()),
    "fights": lambda: build_fights(read_fights()),
    "dragons": lambda: build_dragons(read_dragons()),
    "legal": lambda: build_acts(LEGAL, is_which=False),
    "forbids": lambda: build_acts(FORBIDS, is_which=True),
    "plans": lambda: build_plans(read_plans()),
    "evenings": lambda: build_evenings(read_evenings()),
}


for _name in SMALL:
    TARGETS[_name] = target_of(_name)
    _SEARCHES[_name] = partial(search_small, _name)
    _BUILDS[_name] = partial(build_small, _name)


def main(words: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Build the puzzle book from its source.")
    parser.add_argument("--check", action="store_true", help="only compare with the committed book")
    parser.add_argument("--search", type=int, metavar="N", help="print candidates of N seeds a recipe")
    parser.add_argument("--only", choices=tuple(TARGETS), help="one book instead of all")
    wanted = parser.parse_args(words)
    for name in (wanted.only,) if wanted.only else TARGETS:
        if wanted.search:
            _SEARCHES[name](wanted.search)
            continue
        book = _BUILDS[name]()
        target, text = TARGETS[name], text_of_small(book) if name in SMALL else text_of(book)
        if not wanted.check:
            target.write_text(text, encoding="utf-8")
        elif target.read_text(encoding="utf-8") != text:
            sys.exit(f"{target.name} is stale; run: .venv/bin/python -m tools.build_puzzles")


if __name__ == "__main__":
    main()
