"""The two quick answers in sentences: what can I do now, can I still escape."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.helper.quick.escape import IF, NO, YES, Escape, escape_answer
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TOKENS, TableGame
from fujikoro_nb.helper.quick.now import GIVES_CUBES, Line, now_lines
from fujikoro_nb.helper.quick.told import Told
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


def value_label(name: str, value: str, *, language: str = "en", game: TableGame = COMPETITIVE_GAME) -> str:
    """What a tap is called; a number is its own name."""
    key = f"now.{name}-{value}"
    if game.is_group and has(f"{key}-rounds", language=language):
        key = f"{key}-rounds"
    return say(key, language=language) if has(key, language=language) else value


def fact_label(name: str, *, language: str = "en", game: TableGame = COMPETITIVE_GAME) -> str:
    """What a row of taps is called."""
    return say(_of_game("fact", name, game), language=language)


def hint(name: str, *, language: str = "en") -> str:
    """What the words of a row mean; empty where they need no telling."""
    return say(f"now.hint-{name}", language=language) if has(f"now.hint-{name}", language=language) else ""


def _of_game(kind: str, name: str, game: TableGame) -> str:
    """The key of what is said of a fact: who plays against rounds counts own turns instead of the countdown."""
    return f"now.{kind}-{name}-rounds" if game.is_group and name == "countdown" else f"now.{kind}-{name}"


def about_escape(game: TableGame) -> str:
    """The key of the sentence above the rows."""
    return "about-escape-shut" if game.shut else "about-escape-exit" if game.is_group else "about-escape"


def told_now(
    facts: TableFacts,
    *,
    rulings: Rulings = ADOPTED,
    game: TableGame = COMPETITIVE_GAME,
    language: str = "en",
) -> tuple[ToldLine, ...]:
    """One line for each thing that can be done."""
    facts, lines = game.fitting(facts), game.told
    return tuple(
        _with_beside(_line(line, facts, lines.get(line.name), language), game, language)
        for line in now_lines(facts, rulings, game)
    )


def _with_beside(line: ToldLine, game: TableGame, language: str) -> ToldLine:
    """The line with what its game says beside the answer."""
    beside = [
        (say(f"now.{one.key}", language=language), one.rules[0])
        for name, one in game.beside
        if name == line.name
    ]
    return msgspec.structs.replace(line, notes=(*beside, *line.notes))


def _line(line: Line, facts: TableFacts, instead: Told | None, language: str) -> ToldLine:
    """The line as it is read; ``instead`` is what a "yes" says in this game."""
    notes = [(refused(each, language=language), each.rule) for each in line.refusals]
    if line.verdict == NO:
        (sentence, rule), *others = notes
        return _told(line, sentence, (rule,), tuple(others), language)
    if line.verdict == YES:
        unless = [
            (say("now.unless", language=language, sentence=_odd(each, language)), each.rule)
            for each in line.unless
        ]
        if instead is None:
            return _told(line, _yes(line, facts, language), line.rules, tuple(unless), language)
        told = _told(line, say(f"now.{instead.key}", language=language), line.rules, tuple(unless), language)
        return msgspec.structs.replace(told, verdict=IF) if instead.is_condition else told
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
    if instead is not None:
        otherwise = ((say(f"now.{instead.key}", language=language), instead.rules[0]), *otherwise)
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


_ODD = {"move.lava.affordable": "now.lava-wide", "move.end.not-lava": "now.lava-endless"}
"""What is said of the table itself where the rule's sentence does not tell what is unusual there."""


def _odd(refusal: Refusal, language: str) -> str:
    instead = _ODD.get(refusal.rule)
    return say(instead, language=language) if instead else refused(refusal, language=language)


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


def told_escape(
    facts: TableFacts,
    *,
    rulings: Rulings = ADOPTED,
    game: TableGame = COMPETITIVE_GAME,
    language: str = "en",
) -> ToldLine:
    """The one answer about the way out."""
    title = say("now.title-escape", language=language)
    if game.shut is not None:
        sentence = say(f"now.{game.shut.key}", language=language)
        return ToldLine("escape", title, NO, sentence, game.shut.rules)
    facts = game.fitting(facts)
    answer = escape_answer(facts, rulings, game)
    conditions = _conditions(facts, game) if answer.verdict != NO else ()
    if answer.verdict == YES and conditions:
        answer = msgspec.structs.replace(answer, verdict=IF)
    exit_rules = dict(game.exit_rules)
    exits = dict.fromkeys(rule for each in game.possible(facts, "exit") for rule in exit_rules[each])
    lava = ("move.lava.cost",) if facts.get("way-lava") != "0" and not game.crosses_by_tokens else ()
    notes = [
        (say("now.escape-only-if", language=language, clause=say(f"now.{one.key}", language=language)), rule)
        for one in conditions
        for rule in one.rules[:1]
    ]
    notes += [(text, "") for text in _clauses(answer, game, language)]
    notes += _clock(answer, game, language)
    notes += [
        (say("now.escape-erupts", language=language), game.lava),
        *((say(f"now.{one.key}", language=language), one.rules[0]) for one in game.remarks),
        (say("now.escape-left-out", language=language), ""),
    ]
    if answer.turns:
        notes.insert(0, (say("now.escape-own-turn", language=language), ""))
    sentence = _escape_sentence(answer, facts, language)
    rules = dict.fromkeys((*_why_not(answer, game), *exits, *lava))
    return ToldLine("escape", title, answer.verdict, sentence, tuple(rules), tuple(notes))


def _conditions(facts: TableFacts, game: TableGame) -> tuple[Told, ...]:
    """What the walk itself does not show, and has to be so."""
    opens = (game.opens,) if game.opens is not None and not game.is_open else ()
    has_lava = game.crosses_by_tokens and facts.get("way-lava") != "0"
    return (*opens, *((TOKENS,) if has_lava else ()))


def _clock(answer: Escape, game: TableGame, language: str) -> tuple[tuple[str, str], ...]:
    """How many own turns are left, which who plays against rounds has tapped."""
    if game.is_group:
        return ()
    least, most = answer.turns_left[0], answer.turns_left[-1]
    key = "escape-left" if least == most else "escape-left-between"
    return ((say(f"now.{key}", language=language, least=least, most=most), game.clock),)


_LAVA_COSTS = ("move.lava.affordable", "move.lava.cost")
_WHY_NOT = {
    "sandals": _LAVA_COSTS,
    "lava": _LAVA_COSTS,
    "wide": ("move.end.not-lava",),
    "rope": ("escape.rope",),
    "discs": ("turn.disc.cost", "turn.rest.returns-all"),
}
"""Where the reason of a "no" stands; what has to do with the end stands where this game's clock does."""


def _why_not(answer: Escape, game: TableGame) -> tuple[str, ...]:
    return _WHY_NOT.get(answer.reason, (game.clock,)) if answer.reason else ()


def _no_way_out(answer: Escape, facts: TableFacts, language: str) -> str:
    """Why not, in one sentence: the fact that does it alone, where one does."""
    if not answer.fits:
        return say("now.escape-misfit", language=language)
    if answer.reason != "sandals":
        return say(f"now.escape-no-{answer.reason}" if answer.reason else "now.escape-no", language=language)
    worth = facts.get("sandals").removesuffix("-complete")
    return say(
        "now.escape-no-sandals",
        language=language,
        sandals=say(f"now.sandals-{worth}", language=language),
        spaces=int(facts.get("way-lava")),
    )


def _escape_sentence(answer: Escape, facts: TableFacts, language: str) -> str:
    if answer.verdict == NO:
        return _no_way_out(answer, facts, language)
    first, last = answer.turns[0], answer.turns[-1]
    if answer.verdict == IF:
        return say("now.escape-if", language=language, first=first)
    key = "escape-yes" if first == last else "escape-yes-between"
    return say(f"now.{key}", language=language, first=first, last=last)


def _listed(name: str, values: tuple[str, ...], game: TableGame, language: str) -> str:
    """Any of these, as it can be read: what may or may not be complete is one of them."""
    labels = []
    for value in (value for value in FACTS.get(name, ()) if value in values):
        bare = value.removesuffix("-complete")
        if bare != value and bare in values:
            continue
        key = f"{value}-any" if f"{value}-complete" in values else value
        labels.append(value_label(name, key, language=language, game=game))
    said = labels[0] if labels else ""
    for label in labels[1:]:
        said = say("now.or", language=language, first=said, second=label)
    return said


def _clauses(answer: Escape, game: TableGame, language: str) -> tuple[str, ...]:
    bounds = dict(answer.bounds)
    told = []
    for name in answer.facts:
        key = _of_game("bound" if name in bounds else "fine", name, game)
        label = _listed(name, bounds.get(name, ()), game, language)
        clause = say(key, language=language, **({"label": label} if label else {}))
        told.append(say("now.escape-only-if", language=language, clause=clause))
    if answer.open:
        names = "; ".join(say(_of_game("fine", name, game), language=language) for name in answer.open)
        told.append(say("now.escape-open", language=language, facts=names))
    return tuple(told)
