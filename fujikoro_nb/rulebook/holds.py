"""What a rule holds for, in a table's words: modes, players, a scenario, a character, a game, an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fujikoro_nb.rulebook.booklets import booklets
from fujikoro_nb.rulebook.entries import MODES, Entry
from fujikoro_nb.rulebook.rules import rule
from fujikoro_nb.rulebook.topics import SET_ONCE, Topic, modes_of, topics_of

Say = Callable[..., str]

_SPELT = {"scenario": "number", "character": "name"}
"""By the kind of a topic: the slot of its sentence ``rules-page.holds-...``; the others have a name of their own."""


def topic_label(topic: Topic, say: Say) -> str:
    """What a topic is called.

    >>> from fujikoro_nb.rulebook.topics import topic
    >>> from fujikoro_nb.texts import say
    >>> [topic_label(topic(each), say) for each in ("coop", "scenario-4", "daisuke", "fuji_99")]
    ['Co-op', 'Scenario 4', 'Character Daisuke', 'Fuji 99']
    """
    if topic.kind not in _SPELT:
        return say(f"rules-page.mode-{topic.id}")
    return say(
        f"rules-page.holds-{topic.kind}", **{_SPELT[topic.kind]: topic.id.rpartition("-")[2].capitalize()}
    )


def holds_labels(entry: Entry, say: Say) -> tuple[str, ...]:
    """What a rule holds for, each part as a label; a rule of the whole game says so."""
    return tuple(_labels(entry, say))


def _labels(entry: Entry, say: Say) -> Iterator[str]:
    yield from (topic_label(topic, say) for topic in topics_of(entry) if topic.kind not in SET_ONCE)
    modes = modes_of(entry)
    if all(mode in modes for mode in MODES):
        yield say("rules-page.holds-all")
    else:
        names = [say(f"rules-page.mode-{mode}") for mode in modes]
        yield say("rules-page.holds-only", modes=" + ".join(names))
    if entry.players is not None:
        least, most = entry.players
        yield (
            say("rules-page.players-n", n=least)
            if least == most
            else say("rules-page.players-range", least=least, most=most)
        )
    editions = {booklets()[citation.seed].edition for citation in rule(entry.id).citations}
    if len(editions) == 1 and (edition := editions.pop()):
        yield say("rules-page.holds-edition", edition=say(f"edition.{edition}"))
