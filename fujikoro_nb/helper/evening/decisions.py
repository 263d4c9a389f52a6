"""What a table decides on a rule that can be read in more ways than one, and takes back."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.evening.changes import Changed, written
from fujikoro_nb.helper.evening.record import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_WHEN,
    MOST_DECISIONS,
    Decision,
    Evening,
)
from fujikoro_nb.helper.said import TITLE, sentence
from fujikoro_nb.helper.table_rulings import TableRulings


def decide(
    evening: Evening, rule: str, option: str, *, who: str = "", when: str = "", note: str = ""
) -> Changed:
    """The table decides how it plays a rule; ``when`` is kept as it comes."""
    try:
        TableRulings().with_option(rule, option)
    except KeyError:
        raise Illegal(refuse("evening.ruling")) from None
    last = next((one for one in reversed(evening.decisions) if one.rule == rule), None)
    if last is not None and last.option == option:
        raise Illegal(refuse("evening.ruling", "same"))
    if len(evening.decisions) == MOST_DECISIONS:
        raise Illegal(refuse("evening.full"))
    decision = Decision(
        rule, option, written(who, LONGEST_NAME), written(when, LONGEST_WHEN), written(note, LONGEST_NOTE)
    )
    after = msgspec.structs.replace(evening, decisions=(*evening.decisions, decision))
    return Changed(after, sentence("evening.label-ruling", rule).with_words(title=TITLE + rule))


def take_back(evening: Evening, number: int) -> Changed:
    """A line of the ruling log goes, counted from 0; what was decided on that rule before it holds again."""
    if not 0 <= number < len(evening.decisions):
        raise Illegal(refuse("evening.ruling", "gone"))
    gone = evening.decisions[number]
    kept = (*evening.decisions[:number], *evening.decisions[number + 1 :])
    after = msgspec.structs.replace(evening, decisions=kept)
    label = sentence("evening.label-ruling-back", gone.rule).with_words(title=TITLE + gone.rule)
    return Changed(after, label)
