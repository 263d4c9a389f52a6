"""The two quick answers in sentences: what can I do now, can I still escape."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.helper.escape_ask import IF, NO, YES, Escape, escape_answer
from fujikoro_nb.helper.now import GIVES_CUBES, Line, now_lines
from fujikoro_nb.helper.table_facts import TableFacts
from fujikoro_nb.texts import has, refusal_sentence, say


class ToldLine(msgspec.Struct, frozen=True):
    """One answer as it is read: a verdict, a sentence, the rules it stands on, and remarks with theirs."""

    name: str
    title: str
    verdict: str
    sentence: str
    rules: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """(sentence, rule); a note without a rule has an empty one."""


def value_label(name: str, value: str, *, language: str = "en") -> str:
    """What a tap is called; a number is its own name."""
    key = f"now.{name}-{value}"
    return say(key, language=language) if has(key, language=language) else value


def told_now(facts: TableFacts, *, rulings: Rulings = ADOPTED, language: str = "en") -> tuple[ToldLine, ...]:
    """One line for each thing that can be done."""
    return tuple(_line(line, facts, language) for line in now_lines(facts, rulings))


def _line(line: Line, facts: TableFacts, language: str) -> ToldLine:
    notes = [(refused(each, language=language), each.rule) for each in line.refusals]
    if line.verdict == NO:
        (sentence, rule), *others = notes
        return _told(line, sentence, (rule,), tuple(others), language)
    if line.verdict == YES:
        unless = [
            (say("now.unless", language=language, sentence=refused(each, language=language)), each.rule)
            for each in line.unless
        ]
        return _told(line, _yes(line, facts, language), line.rules, tuple(unless), language)
    clause = ""
    for name in line.facts:
        one = _clause(line.name, name, language)
        is_new = one not in clause
        clause = (
            say("now.and", language=language, first=clause, second=one)
            if clause and is_new
            else clause or one
        )
    sentence = say(f"now.may-{line.name}", language=language, clause=clause)
    otherwise = tuple((say("now.else", language=language, sentence=text), rule) for text, rule in notes)
    return _told(line, sentence, line.rules, otherwise, language)


def _told(
    line: Line, sentence: str, rules: tuple[str, ...], notes: tuple[tuple[str, str], ...], language: str
) -> ToldLine:
    return ToldLine(
        line.name, say(f"now.line-{line.name}", language=language), line.verdict, sentence, rules, notes
    )


def _yes(line: Line, facts: TableFacts, language: str) -> str:
    if line.name == "move":
        if len(line.steps) > 1:
            return say("now.yes-move-either", language=language, least=line.steps[0], most=line.steps[-1])
        return say("now.yes-move", language=language, most=line.steps[0])
    if line.name == "gather" and line.room:
        return say("now.yes-gather-room", language=language, room=line.room)
    if line.name == "gather" and facts.get("backpack") == "0" and facts.get("space") in GIVES_CUBES:
        return say("now.yes-gather-full", language=language)
    return say(f"now.yes-{line.name}", language=language)


def _clause(line: str, fact: str, language: str) -> str:
    if fact == "beside":
        return say(f"now.if-{line}-beside", language=language)
    if line == "rest" and fact == "discs":
        return say("now.if-rest-discs", language=language)
    return say(f"now.if-{fact}", language=language)


_SPACES = {
    "explore.where": "now.here-subject",
    "map.capacity.two": "now.there-full",
    "move.dragon.entry-not-lava": "now.there-dragon",
}
"""What a space is called in the sentence of a rule; elsewhere it is the own one."""


def refused(refusal: Refusal, *, language: str = "en") -> str:
    """The engine's sentence; a datum that only the made-up position has is put in words that hold at the table."""
    instead = {
        "space": _SPACES.get(refusal.rule, "now.here-on"),
        "colour": "now.other-colour",
        "level": "now.some-level",
    }
    data = tuple(
        (name, say(instead[name], language=language) if name in instead else value)
        for name, value in refusal.data
    )
    if refusal.rule == "move.lava.affordable":
        under = say("now.sandals-weak", language=language)
        data = tuple((name, under if name == "points" else value) for name, value in data)
    return refusal_sentence(Refusal(refusal.rule, refusal.reason, data), language=language)


# ---- the escape

_EXIT_RULES = {"rope": "escape.rope", "rope-later": "escape.rope", "secret": "escape.secret"}


def told_escape(facts: TableFacts, *, rulings: Rulings = ADOPTED, language: str = "en") -> ToldLine:
    """The one answer about the way out."""
    answer = escape_answer(facts, rulings)
    exits = dict.fromkeys(_EXIT_RULES[each] for each in facts.possible("exit"))
    lava = ("move.lava.cost",) if facts.get("way-lava") != "0" else ()
    notes = [(text, "") for text in _clauses(answer, language)]
    least, most = answer.turns_left[0], answer.turns_left[-1]
    key = "escape-left" if least == most else "escape-left-between"
    notes += [
        (say(f"now.{key}", language=language, least=least, most=most), "final.advance"),
        (say("now.escape-erupts", language=language), "final.event.lava"),
        (say("now.escape-left-out", language=language), ""),
    ]
    title = say("now.title-escape", language=language)
    sentence = _escape_sentence(answer, language)
    return ToldLine("escape", title, answer.verdict, sentence, (*exits, *lava), tuple(notes))


def _escape_sentence(answer: Escape, language: str) -> str:
    if answer.verdict == NO:
        return say("now.escape-no" if answer.fits else "now.escape-misfit", language=language)
    first, last = answer.turns[0], answer.turns[-1]
    if answer.verdict == IF:
        return say("now.escape-if", language=language, first=first)
    key = "escape-yes" if first == last else "escape-yes-between"
    return say(f"now.{key}", language=language, first=first, last=last)


def _clauses(answer: Escape, language: str) -> tuple[str, ...]:
    bounds = dict(answer.bounds)
    told = []
    for name in answer.facts:
        key = f"now.bound-{name}" if name in bounds else f"now.fine-{name}"
        label = ", ".join(value_label(name, value, language=language) for value in bounds.get(name, ()))
        clause = say(key, language=language, **({"label": label} if label else {}))
        told.append(say("now.escape-only-if", language=language, clause=clause))
    if answer.open:
        names = "; ".join(say(f"now.fine-{name}", language=language) for name in answer.open)
        told.append(say("now.escape-open", language=language, facts=names))
    return tuple(told)
