"""Fight puzzles out of a recipe and a seed: drawn, played up to a question by the engine, solved, kept if good."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer, print_face
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cell_at, cells_of, grow, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.puzzles.fights.book import FightEntry
from fujikoro_nb.puzzles.fights.prove import certify_fight, work_of
from fujikoro_nb.puzzles.fights.puzzle import Companion, FightCertificate, FightKind, FightPuzzle, faces
from fujikoro_nb.puzzles.fights.questions import ANSWER, question_of
from fujikoro_nb.puzzles.fights.scene import Scene, opened
from fujikoro_nb.puzzles.fights.steps import rate_fight

_WEAPONS = ("WWMM", "WWMMT", "WWMTT", "WWWMMT", "WWMMMT", "WWMMTT", "WWWMM")
_HELMETS = ("MMT", "MTT", "WMTT", "MMTT", "WMMTT", "WWMTT", "TTT")
_FOES = ("7/5/3", "8/6/3", "9/6/3", "10/7/3", "8/3/3", "10/4/3", "11/7/4", "12/9/4", "12/4/4")


_SLOW = ("5/2/3", "6/4/3", "8/3/3", "9/3/4", "10/4/4", "7/5/3", "6/2/4", "12/2/4")


def make_fight(recipe: str, seed: int | str, *, name: str, most_work: int | None = None) -> FightEntry | None:
    """The puzzle of a recipe and a seed, the same every time; None when this seed gives no good one.

    ``most_work`` is the work that its proof may take, as `bound` counts it; none that takes more is proved.
    """
    source = random.Random(f"fujikoro fight {recipe} {seed}")
    puzzle = _RECIPES[recipe](source, name)
    if puzzle is None or (most_work is not None and work_of(puzzle) > most_work):
        return None
    certificate = certify_fight(puzzle)
    if certificate is None or not _is_good(puzzle, certificate):
        return None
    return FightEntry(puzzle, certificate, rate_fight(puzzle, certificate))


def _is_good(puzzle: FightPuzzle, certificate: FightCertificate) -> bool:
    """Neither sure nor hopeless, the best ahead of the second, and something to choose."""
    if certificate.gap is None:
        return 800 <= certificate.value <= 9200
    question = question_of(puzzle)
    if certificate.gap < question.least_gap:
        return False
    if question.unit == "points":
        return True
    least = 2 if question.mode == ANSWER and opened(puzzle.scene).asks == "repair" else 3
    is_open = certificate.answers < len(certificate.worth) and len(certificate.worth) >= least
    has_second = bool(certificate.second) or least == 2
    return is_open and has_second and certificate.value >= 800


# ---- drawing


def _weapon(source: random.Random, letters: str) -> str:
    layout, reachable = EMPTY, rectangle(4, 3)
    for letter in source.sample(letters, len(letters)):
        free = list(cells_of(reachable & SYMMETRIC.weapon.left & ~layout.occupied))
        layout = layout.with_cube(source.choice(free), Material(letter))
        reachable = grow(layout.occupied)
    return _text(layout, GearKind.WEAPON)


def _helmet(source: random.Random, letters: str) -> str:
    layout = EMPTY
    for letter, cell in zip(letters, sorted(source.sample(range(8), len(letters))), strict=True):
        column, row = cell % 4, cell // 4
        layout = layout.with_cube(cell_at(column + 1, row + 1), Material(letter))
    return _text(layout, GearKind.HELMET)


def _text(layout: Layout, kind: GearKind) -> str:
    return print_gear(Gear().with_layout(kind, layout), kind, SYMMETRIC)


def _scene(source: random.Random, foes: tuple[str, ...] = _FOES, **more: object) -> Scene:
    return Scene(
        foe=source.choice(foes),
        weapon=_weapon(source, source.choice(_WEAPONS)),
        helmet=_helmet(source, source.choice(_HELMETS)),
        **more,  # type: ignore[arg-type]
    )


def _faces_of(source: random.Random, letters: str, broken: str = "") -> str:
    """A roll of these dice, as text; ``broken`` is a colour that shows the broken weapon once."""
    dice, parts = faces(), []
    for colour in dict.fromkeys(letters):
        kinds = list(dice[colour].faces)
        whole = [print_face(face) for face in kinds if not face.is_broken]
        cracked = [print_face(face) for face in kinds if face.is_broken]
        shown = [source.choice(whole) for _ in range(letters.count(colour))]
        if colour == broken:
            shown[0] = cracked[0]
        parts.append(" ".join([colour, *sorted(shown, reverse=True)]))
    return ", ".join(parts)


def _odds(source: random.Random, name: str) -> FightPuzzle:
    return FightPuzzle(id=name, kind=FightKind.ODDS, scene=_scene(source))


def _lost(source: random.Random) -> Scene | None:
    """A weapon of which one cube breaks in the first roll."""
    letters = source.choice(("WWMMT", "WWMMM", "WWWMM", "WWWMT", "WWMMTT", "WWWMMT"))
    scene = Scene(
        foe=source.choice(("9/1/3", "10/2/3", "12/2/3", "12/1/4")),
        weapon=_weapon(source, letters),
        helmet=_helmet(source, source.choice(_HELMETS)),
    )
    letters = "".join(sorted(letters, key="WMT".index))
    roll = _faces_of(source, letters, source.choice(sorted(set(letters))))
    scene = msgspec.structs.replace(scene, played=(f"attack left {letters}", f"roll {roll}"))
    try:
        return scene if opened(scene).asks == "lose-cubes" else None
    except Illegal:
        return None


def _answered(name: str, scene: Scene | None, asks: str) -> FightPuzzle | None:
    if scene is None:
        return None
    try:
        moment = opened(scene)
    except Illegal:
        return None
    if moment.asks != asks or len(list(game_of(moment.state).options(moment.state))) < 2:
        return None
    return FightPuzzle(id=name, kind=FightKind.ANSWER, scene=scene)


def _lose(source: random.Random, name: str) -> FightPuzzle | None:
    return _answered(name, _lost(source), "lose-cubes")


def _repair(source: random.Random, name: str) -> FightPuzzle | None:
    scene = _lost(source)
    if scene is None:
        return None
    for answer in _shuffled(source, scene):
        tried = msgspec.structs.replace(scene, played=(*scene.played, answer))
        puzzle = _answered(name, tried, "repair")
        if puzzle is not None:
            return puzzle
    return None


def _shuffled(source: random.Random, scene: Scene) -> Iterator[str]:
    state = opened(scene).state
    texts = [print_answer(each) for each in game_of(state).options(state)]
    yield from source.sample(texts, len(texts))


def _pay(source: random.Random, name: str) -> FightPuzzle | None:
    scene = _scene(source, ("7/6/3", "8/6/3", "9/6/3", "8/7/4"))
    dice = int(scene.foe[-1])
    played = (f"roll {_faces_of(source, 'T' * dice)}",)
    return _answered(name, msgspec.structs.replace(scene, played=played), "pay-damage")


def _dice(source: random.Random, name: str) -> FightPuzzle | None:
    scene = _scene(source, ("2/2/3", "3/1/3", "4/2/3", "5/2/3", "6/1/4", "8/1/3"))
    return _answered(name, scene, "roll-dice")


def _whom(source: random.Random, name: str) -> FightPuzzle:
    foes = tuple(source.sample(_SLOW, 3))
    scene = Scene(
        foe=foes[0],
        weapon=_weapon(source, source.choice(("WWMMTT", "WWMTTT", "WWMMMTT", "WWMMT"))),
        helmet=_helmet(source, source.choice(("MMTT", "WMMTT", "MTTT", "MTT"))),
    )
    return FightPuzzle(id=name, kind=FightKind.WHOM, scene=scene, foes=foes)


def _wait(source: random.Random, name: str) -> FightPuzzle:
    """Weaker gear before the same dragons: waiting may be best."""
    foes = tuple(source.sample(_SLOW, 3))
    scene = msgspec.structs.replace(_scene(source), foe=foes[0])
    return FightPuzzle(id=name, kind=FightKind.WHOM, scene=scene, foes=foes)


def _monk(source: random.Random, name: str) -> FightPuzzle:
    monks = source.choice((("weapon",), ("weapon", "scroll"), ("scroll", "weapon")))
    scene = _scene(source, ("8/6/3", "9/6/3", "10/7/3", "7/5/3", "11/7/4", "9/3/3"))
    rows = (scene.weapon.split("/") + [".....:..."] * 3)[:5]
    if "weapon" in monks and source.random() < 0.7:
        rows[2] = rows[2][:5] + ":" + source.choice(("WW.", "WWM", "WWT"))  # a second weapon behind the line
        if rows[2][4] != ".":
            rows[2] = rows[2].split(":")[0] + ":..."
    backpack = source.choice(("W", "M", "WT", "MT", "T", "WM"))
    scene = msgspec.structs.replace(
        scene, weapon="/".join(rows), monks=tuple(sorted(monks)), backpack=backpack
    )
    return FightPuzzle(id=name, kind=FightKind.MONK, scene=scene)


def _ally(source: random.Random, name: str) -> FightPuzzle:
    scene = _scene(source, ("12/6/3", "14/7/4", "15/9/4", "12/9/4"))
    allies = tuple(
        Companion(_weapon(source, letters), _helmet(source, helmet))
        for letters, helmet in zip(source.sample(_WEAPONS, 3), source.sample(_HELMETS, 3), strict=True)
    )
    return FightPuzzle(id=name, kind=FightKind.ALLY, scene=scene, allies=allies)


_RECIPES: dict[str, Callable[[random.Random, str], FightPuzzle | None]] = {
    "odds": _odds,
    "lose": _lose,
    "repair": _repair,
    "pay": _pay,
    "dice": _dice,
    "whom": _whom,
    "wait": _wait,
    "monk": _monk,
    "ally": _ally,
}
RECIPES = tuple(_RECIPES)
"""Names of the recipes."""
