"""Answers of a fight in a few words: for buttons, undo and the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    DiscardScroll,
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
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.player import Contents
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Answer, Question

Say = Callable[..., str]


def spelt(cubes: Cubes, say: Say) -> str:
    """``2 wood, 1 metal, 2 teeth``."""
    counts = [(cubes.count(each), str(each)) for each in MATERIALS]
    return ", ".join(say(f"combat.some-{letter}", n=count) for count, letter in counts if count)


def answer_label(answer: Answer, say: Say, *, dice: tuple[Die, ...] = (), is_duel: bool = False) -> str:
    """What somebody answered or may answer."""
    match answer:
        case RollDice() if not any(answer.dice):
            return say("combat.did-hold-back", part=_part(answer.part, say))
        case RollDice():
            return say("combat.did-attack", part=_part(answer.part, say), dice=_dice(answer, say))
        case Rolled():
            faces = print_answer(answer, dice).removeprefix("roll ") if dice else ""
            return say("combat.did-roll", faces=faces)
        case LoseCubes():
            return say("combat.did-lose", cells=_cells(answer.cells, say))
        case RepairWeapon():
            return say("combat.did-repair", cells=_cells(answer.cells, say))
        case PayDamage(magic=True) if answer.cells:
            return say("combat.did-pay-magic", cells=_cells(answer.cells, say))
        case PayDamage(magic=True):
            return say("combat.did-pay-magic-alone")
        case PayDamage():
            return say("combat.did-pay", cells=_cells(answer.cells, say))
        case PlaceMagic():
            return say("combat.did-place-magic", part=_part(answer.part, say))
        case Retreat():
            return say("combat.did-surrender" if is_duel else "combat.did-retreat")
        case Stay():
            return say("combat.did-stay")
        case _:
            return _thing_label(answer, say)


def shared_label(question: Question, answer: Answer, names: Sequence[str]) -> str:
    """Who of the group gets how many teeth, by name; empty for every other answer."""
    if not isinstance(answer, Share):
        return ""
    seats = map(int, str(dict(question.data)["seats"]).split())
    return ", ".join(f"{names[seat]} {teeth}" for seat, teeth in zip(seats, answer.teeth, strict=True))


def _thing_label(answer: Answer, say: Say) -> str:
    match answer:
        case KeepMonk():
            return say("combat.did-keep-monk")
        case SendMonk():
            return say("combat.did-send-monk", place=say(f"combat.place-{answer.source}"))
        case ThrowCube():
            cube, area = say(f"word.{answer.cube}"), say(f"word.{answer.area}-area")
            return say("combat.did-throw", cube=cube, area=area)
        case StowThings():
            return _stow_label(answer, say)
        case Share(teeth=teeth):
            return say("combat.did-share", shares=" ".join(map(str, teeth)))
        case DiscardScroll():
            return say("combat.did-discard-scroll", name=_card(answer.scroll, say))
        case _:
            return _stolen_label(answer, say)


def _stolen_label(answer: Answer, say: Say) -> str:
    match answer:
        case StealCube():
            return say("combat.did-steal-cube", cube=say(f"word.{answer.cube}"))
        case StealMonk() if answer.spot:
            return say("combat.did-steal-monk", place=say(f"combat.place-{answer.spot}"))
        case StealMonk():
            return say("combat.did-steal-monk-kept")
        case StealBlueprint():
            return say("combat.did-steal-blueprint", name=_card(answer.blueprint, say))
        case StealScroll():
            return say("combat.did-steal-scroll", name=_card(answer.scroll, say))
        case StealNothing():
            return say("combat.did-steal-nothing")
        case _:
            raise TypeError(f"{type(answer).__name__} is no answer in a fight")


def _card(card_id: str, say: Say) -> str:
    """A house card's name in the language of ``say``, or its id."""
    return say(f"card.{card_id}") if card_id.startswith("house-") else card_id


def heap_label(answer: Answer, gear: Gear, say: Say) -> str:
    """The same by material, for answers that take cubes off: ``pay 2 teeth``; empty for others."""
    match answer:
        case LoseCubes():
            key, layout = "did-lose", gear.weapon
        case RepairWeapon():
            key, layout = "did-repair", gear.weapon
        case PayDamage(magic=True) if not answer.cells:
            return say("combat.did-pay-magic-alone")
        case PayDamage():
            key, layout = "did-pay-magic" if answer.magic else "did-pay", gear.helmet
        case _:
            return ""
    return say(f"combat.{key}", cells=spelt(layout.only(answer.cells).cubes, say))


def _stow_label(answer: StowThings, say: Say) -> str:
    lower, upper = answer.backpack.lower, answer.backpack.upper
    is_split = len(upper) > 0  # then it matters which blueprint lies where
    key = "stow-lower" if is_split else "stow-all"
    said = [say(f"combat.{key}", things=things_of(lower, say, is_named=is_split))]
    if is_split:
        said.append(say("combat.stow-upper", things=things_of(upper, say, is_named=is_split)))
    if answer.thrown:
        said.append(say("combat.stow-thrown", things=spelt(answer.thrown, say)))
    if answer.left:
        said.append(say("combat.stow-left", things=spelt(answer.left, say)))
    return "; ".join(said)


def disc_kind(disc: str) -> str:
    """``monk``, ``scroll`` or ``blueprint``; a blueprint's disc bears its id."""
    return disc if disc in ("monk", "scroll") else "blueprint"


def things_of(contents: Contents, say: Say, *, is_named: bool = False) -> str:
    """What lies in a backpack; a word for nothing. ``is_named``: blueprints by their names."""
    named = [disc for disc in contents.discs if is_named and disc_kind(disc) == "blueprint"]
    kinds = Counter(disc_kind(disc) for disc in contents.discs if disc not in named)
    discs = [say(f"combat.disc-{kind}", n=number) for kind, number in kinds.items()]
    discs += [say("combat.disc-named", name=_card(disc, say)) for disc in named]
    return ", ".join([*filter(None, [spelt(contents.cubes, say)]), *discs]) or say("combat.stow-nothing")


def _part(part: str, say: Say) -> str:
    return say(f"combat.part-{part}")


def _dice(answer: RollDice, say: Say) -> str:
    counts = zip(COLOURS, answer.dice, strict=True)
    return ", ".join(say(f"combat.some-{letter}", n=count) for letter, count in counts if count)


def _cells(cells: Mask, say: Say) -> str:
    """Row by row, as somebody counts them on the grid: ``row 1, columns 2, 3``."""
    rows: dict[int, list[str]] = {}
    for cell in cells_of(cells):
        column, row = column_row(cell)
        rows.setdefault(row, []).append(str(column))
    return "; ".join(
        say("combat.in-row", row=row, n=len(columns), columns=", ".join(columns))
        for row, columns in sorted(rows.items())
    )
