"""What is asked, what a check of an answer says, and the hints; the prices are those of every puzzle."""

from __future__ import annotations

from functools import partial

from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, PayDamage, RepairWeapon, RollDice
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.fights.book import FightEntry
from fujikoro_nb.puzzles.fights.puzzle import WITHIN, FightCertificate, FightProof, FightPuzzle, holds
from fujikoro_nb.puzzles.fights.questions import ANSWER, GUESS, question_of
from fujikoro_nb.puzzles.fights.scene import house_dice, opened
from fujikoro_nb.texts import decimal, refusal_sentence, say


def check_fight(
    puzzle: FightPuzzle, certificate: FightCertificate, text: str, *, language: str = "en"
) -> Feedback:
    """What the engine and the certificate say to an answer. Raises Unreadable for a text that is none."""
    question = question_of(puzzle)
    if question.mode == GUESS:
        return _guessed(puzzle, certificate, text, language)
    value = certificate.value_of(text)
    if value is None and question.mode == ANSWER:
        moment = opened(puzzle.scene)
        refusal = moment.check(moment.read(text))
        if refusal is not None:
            return Feedback(Outcome.ILLEGAL, refusal_sentence(refusal, language=language), refusal.rule)
    if value is None:
        raise Unreadable("answer-word", text, 0, word=text)
    cost = certificate.value - value
    numbers = {
        "value": spelt(puzzle, value, language=language),
        "best": spelt(puzzle, certificate.value, language=language),
    }
    if not cost:
        second = spelt(puzzle, certificate.second or 0, language=language)
        key = f"fight-puzzle.right-{question.unit}"
        return Feedback(Outcome.RIGHT, say(key, language=language, second=second, **numbers))
    if cost <= question.almost:
        return Feedback(Outcome.RIGHT_BUT, say("fight-puzzle.better", language=language, **numbers))
    return Feedback(
        Outcome.NOT_GOAL, say(f"fight-puzzle.worse-{question.unit}", language=language, **numbers)
    )


def fight_statement(puzzle: FightPuzzle, *, language: str = "en") -> str:
    """What is asked, in one sentence (need P1); the fight is drawn beside it."""
    asked = opened(puzzle.scene).asks if question_of(puzzle).mode == ANSWER else puzzle.kind
    return say(f"fight-puzzle.statement-{asked}", language=language)


def spelt(puzzle: FightPuzzle, value: int, *, language: str = "en") -> str:
    """A value as a person says it: of 100 fights, or victory points."""
    digits = 2 if question_of(puzzle).unit == "points" else 1
    return decimal(value / 100, digits, partial(say, language=language))


def about(entry: FightEntry, *, language: str = "en") -> str:
    """What the proof says of the puzzle, with the gap to the second best."""
    certificate, puzzle = entry.certificate, entry.puzzle
    key = question_of(puzzle).proof if holds(certificate) else "lost"
    gap = ""
    if certificate.proof != FightProof.ODDS:
        gap = spelt(puzzle, certificate.gap or 0, language=language)
    return say(f"fight-puzzle.about-{key}", language=language, gap=gap)


def _guessed(puzzle: FightPuzzle, certificate: FightCertificate, text: str, language: str) -> Feedback:
    word = text.removeprefix("guess ")
    if not (word.isascii() and word.isdigit() and int(word) <= 100):
        raise Unreadable("answer-word", text[:40], 0, word=word[:10])
    off = int(word) * 100 - certificate.value
    if abs(off) <= WITHIN:
        exact = decimal(certificate.value / 100, 1, partial(say, language=language))
        return Feedback(Outcome.RIGHT, say("fight-puzzle.right-odds", language=language, exact=exact))
    key = "too-high" if off > 0 else "too-low"
    return Feedback(Outcome.NOT_GOAL, say(f"fight-puzzle.{key}-{puzzle.kind}", language=language))


def fight_hint(entry: FightEntry, kind: HintKind, *, language: str = "en") -> str:
    """The sentence of one hint; the answer itself is said by whoever shows it."""
    puzzle, certificate = entry.puzzle, entry.certificate
    if kind == HintKind.TECHNIQUE:
        return say(f"thought.{entry.rated.hardest}", language=language)
    if question_of(puzzle).mode == GUESS:
        return _odds_hint(certificate, kind, language)
    unit = question_of(puzzle).unit
    match kind:
        case HintKind.REGION:
            best = spelt(puzzle, certificate.value, language=language)
            return say(f"fight-puzzle.hint-region-best-{unit}", language=language, best=best)
        case HintKind.COLOUR:
            second = spelt(puzzle, certificate.second or 0, language=language)
            return say(f"fight-puzzle.hint-colour-second-{unit}", language=language, second=second)
        case _:
            return _part(puzzle, certificate, language)


def _odds_hint(certificate: FightCertificate, kind: HintKind, language: str) -> str:
    """Ever narrower: 40, 30 and 16 points, none of them centred on the answer."""
    width = {HintKind.REGION: 40, HintKind.COLOUR: 30}.get(kind, 16)
    low = max(0, min(100 - width, (certificate.value // 100) // 8 * 8 - width // 4))
    return say("fight-puzzle.hint-between", language=language, low=low, high=low + width)


def _part(puzzle: FightPuzzle, certificate: FightCertificate, language: str) -> str:
    """Half of the answer: one of its cubes, how many dice it has, or the worst answer, which is not it."""
    text = certificate.solution
    if question_of(puzzle).mode == ANSWER:
        answer = parse_answer(text, house_dice())
        if isinstance(answer, LoseCubes | RepairWeapon | PayDamage) and answer.cells:
            column, row = column_row(next(iter(cells_of(answer.cells))))
            return say("fight-puzzle.hint-one-cube", language=language, column=column, row=row)
        if isinstance(answer, RollDice):
            return say("fight-puzzle.hint-dice", language=language, dice=sum(answer.dice))
    worst = spelt(puzzle, certificate.worth[-1][1], language=language)
    return say(f"fight-puzzle.hint-worst-{question_of(puzzle).unit}", language=language, worst=worst)
