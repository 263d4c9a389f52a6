"""What a check of a fight puzzle says, and its hints; the prices are those of every puzzle."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.grid import cells_of, column_row
from fujikoro_nb.engine.fujikoro.rules.fight import LoseCubes, PayDamage, RepairWeapon, RollDice
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind
from fujikoro_nb.puzzles.fight_maker import FightEntry
from fujikoro_nb.puzzles.fight_puzzle import ALMOST, WITHIN, FightCertificate, FightKind, FightPuzzle
from fujikoro_nb.puzzles.fight_scene import house_dice, opened
from fujikoro_nb.puzzles.puzzle import Outcome
from fujikoro_nb.texts import refusal_sentence, say


def check_fight(puzzle: FightPuzzle, certificate: FightCertificate, text: str) -> Feedback:
    """What the engine and the certificate say to an answer. Raises Unreadable for a text that is none."""
    if puzzle.kind == FightKind.ODDS:
        return _guessed(certificate, text)
    value = certificate.value_of(text)
    if value is None and puzzle.kind == FightKind.ANSWER:
        moment = opened(puzzle.scene)
        refusal = moment.check(moment.read(text))
        if refusal is not None:
            return Feedback(Outcome.ILLEGAL, refusal_sentence(refusal), refusal.rule)
    if value is None:
        raise Unreadable("answer-word", text, 0, word=text)
    cost = certificate.value - value
    numbers = {"value": spelt(puzzle, value), "best": spelt(puzzle, certificate.value)}
    unit = "points" if puzzle.kind == FightKind.WHOM else "win"
    if not cost:
        second = spelt(puzzle, certificate.second or 0)
        return Feedback(Outcome.RIGHT, say(f"fight-puzzle.right-{unit}", second=second, **numbers))
    if cost <= ALMOST and puzzle.kind != FightKind.WHOM:
        return Feedback(Outcome.RIGHT_BUT, say("fight-puzzle.better", **numbers))
    return Feedback(Outcome.NOT_GOAL, say(f"fight-puzzle.worse-{unit}", **numbers))


def spelt(puzzle: FightPuzzle, value: int) -> str:
    """A value as a person says it: of 100 fights, or victory points."""
    if puzzle.kind == FightKind.WHOM:
        return f"{value / 100:.2f}".replace("-", "−")
    return f"{value / 100:.1f}"


def _guessed(certificate: FightCertificate, text: str) -> Feedback:
    word = text.removeprefix("guess ")
    if not (word.isascii() and word.isdigit() and int(word) <= 100):
        raise Unreadable("answer-word", text[:40], 0, word=word[:10])
    off = int(word) * 100 - certificate.value
    if abs(off) <= WITHIN:
        exact = f"{certificate.value / 100:.1f}"
        return Feedback(Outcome.RIGHT, say("fight-puzzle.right-odds", exact=exact))
    return Feedback(Outcome.NOT_GOAL, say("fight-puzzle.too-high" if off > 0 else "fight-puzzle.too-low"))


def fight_hint(entry: FightEntry, kind: HintKind) -> str:
    """The sentence of one hint; the answer itself is said by whoever shows it."""
    puzzle, certificate = entry.puzzle, entry.certificate
    if kind == HintKind.TECHNIQUE:
        return say(f"thought.{entry.rated.hardest}")
    if puzzle.kind == FightKind.ODDS:
        return _odds_hint(certificate, kind)
    match kind:
        case HintKind.REGION:
            return say("fight-puzzle.hint-region-best", best=spelt(puzzle, certificate.value))
        case HintKind.COLOUR:
            return say("fight-puzzle.hint-colour-second", second=spelt(puzzle, certificate.second or 0))
        case _:
            return _part(puzzle, certificate)


def _odds_hint(certificate: FightCertificate, kind: HintKind) -> str:
    """Ever narrower: 40, 30 and 16 points, none of them centred on the answer."""
    width = {HintKind.REGION: 40, HintKind.COLOUR: 30}.get(kind, 16)
    low = max(0, min(100 - width, (certificate.value // 100) // 8 * 8 - width // 4))
    return say("fight-puzzle.hint-between", low=low, high=low + width)


def _part(puzzle: FightPuzzle, certificate: FightCertificate) -> str:
    """Half of the answer: one of its cubes, how many dice it has, or the worst answer, which is not it."""
    text = certificate.solution
    if puzzle.kind == FightKind.ANSWER:
        answer = parse_answer(text, house_dice())
        if isinstance(answer, LoseCubes | RepairWeapon | PayDamage) and answer.cells:
            column, row = column_row(next(iter(cells_of(answer.cells))))
            return say("fight-puzzle.hint-one-cube", column=column, row=row)
        if isinstance(answer, RollDice):
            return say("fight-puzzle.hint-dice", dice=sum(answer.dice))
    return say("fight-puzzle.hint-worst", worst=spelt(puzzle, certificate.worth[-1][1]))
