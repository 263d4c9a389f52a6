"""Who wins this match, and who leads the next one: the cards that lie are played out by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Event
from fujikoro_nb.engine.makai_fuda.components import POISON, Card, kinds_for
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.judge import MAGIC_BONUS, POISON_BONUS, has_boss, strength, totals, winner
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED
from fujikoro_nb.engine.makai_fuda.state import Played
from fujikoro_nb.puzzles.rating import had
from fujikoro_nb.puzzles.small.makai import LETTER_OF, MakaiTable, card_text
from fujikoro_nb.puzzles.small.puzzle import (
    LEVEL,
    Asks,
    SmallCertificate,
    SmallPuzzle,
    Takes,
    Thought,
    Worth,
    through,
)

_TRIES = 3000
_NO_POISON = 1 - had(LEVEL[Thought.POISON])
"""How often Poison without a Boss is no trap: to those who do not know what Poison does."""

Field = tuple[Played, ...]


def answers(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """Monsters of the table, or seats."""
    table = _table(puzzle)
    if puzzle.asks == Asks.LEADER:
        return tuple(map(str, range(table.players)))
    return kinds_for(table.players)


def judged(table: MakaiTable) -> Event:
    """How the match ends: everybody holds the card that lies and plays it."""
    words = table.field.split()
    held = {(table.leads + at) % table.players: word.partition(">")[0] for at, word in enumerate(words)}
    dealt = msgspec.structs.replace(
        table, field="", hand=held[0], others=tuple(held[seat] for seat in range(1, table.players))
    )
    state = dealt.start()
    events: tuple[Event, ...] = ()
    for word in words:
        answer = next(one for one in GAME.options(state) if dealt.printed(one) == f"play {word}")
        step = GAME.step(state, answer)
        state, events = step.state, step.events
    return next(one for one in events if one.kind == "match-won")


def certify(puzzle: SmallPuzzle) -> SmallCertificate:
    """Each answer with the total of its monster, or with what its seat gave to the winner."""
    table = _table(puzzle)
    end = judged(table)
    told = dict(end.data)
    if puzzle.asks == Asks.LEADER:
        return SmallCertificate(every=tuple(_seats(puzzle, str(told["leader"]), str(told["kind"]))))
    each = totals(table.start().field)
    every = (
        Worth(
            answer=answer,
            is_right=answer == told["kind"],
            word=_word(each, answer, str(told["kind"])),
            rule=end.rule,
            kind=answer,
            n=each.get(answer, 0),
        )
        for answer in answers(puzzle)
    )
    return SmallCertificate(every=tuple(every))


def _word(each: Mapping[str, int], answer: str, wins: str) -> str:
    """Its total, that it came later than one with as much, or that it is not there."""
    if answer not in each:
        return "absent"
    return "equal" if answer != wins and each[answer] == each[wins] else "total"


def _seats(puzzle: SmallPuzzle, leader: str, kind: str) -> Iterator[Worth]:
    rule = "makai.lead.last-contributor-leads"
    gave = {str(int(one.seat)) for one in _table(puzzle).start().field if kind in (one.card.kind, one.target)}
    for answer in answers(puzzle):
        word = "leads" if answer == leader else "gave-before" if answer in gave else "gave-nothing"
        yield Worth(answer=answer, is_right=answer == leader, word=word, rule=rule, kind=kind)


# ---- what it takes


def think(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    """A thought is needed where leaving it out of account would change the answer."""
    field = _table(puzzle).start().field
    kind = winner(field, ADOPTED)
    seem = {one: seem_to_win(field, one) for one in thoughts_of(field)}
    found = {one: lucky_without(one, (kind in some) / len(some)) for one, some in seem.items() if some}
    found[Thought.STRONGEST] = 1 / len(certificate.every)
    if puzzle.asks == Asks.LEADER:
        given = [one for one in field if one.card.kind == kind]
        strongest = max(given, key=lambda one: one.card.strength)
        if str(int(strongest.seat)) != certificate.right[0].answer:
            found[Thought.LEADER] = 0.0
    return found


def chance(puzzle: SmallPuzzle, certificate: SmallCertificate) -> float:
    """How probably somebody of middling strength solves it."""
    return through(think(puzzle, certificate))


def thoughts_of(field: Field) -> Iterator[Thought]:
    """What it takes to say who wins with these cards."""
    wins = winner(field, ADOPTED)
    yield Thought.STRONGEST
    monsters = tuple(one for one in field if not one.card.is_magic)
    best = max(monsters, key=lambda one: strength(one, has_boss(field)))
    if best.card.kind != winner(monsters, ADOPTED):
        yield Thought.SUMS
    if winner(monsters, ADOPTED) != wins:
        yield Thought.MAGIC
    if winner(tuple(_plain(one) for one in field), ADOPTED) != wins:
        yield Thought.POISON
    if not has_boss(field) and winner(tuple(_poisoned(one) for one in field), ADOPTED) != wins:
        yield Thought.ASLEEP
    each = sorted(totals(field).values())
    if len(each) > 1 and each[-1] == each[-2]:
        yield Thought.TIE


def lucky_without(thought: Thought, share: float) -> float:
    """How often somebody without a thought is right, if what then seems right is so in this share."""
    return _NO_POISON + (1 - _NO_POISON) * share if thought == Thought.ASLEEP else share


def seem_to_win(field: Field, lack: Thought) -> frozenset[str]:
    """The monsters that win for somebody who lacks this thought; all that are equal where it is who came first."""
    match lack:
        case Thought.SUMS:
            each: dict[str, int] = {}
            for one in field:  # the strongest card of each alone, with its Magic
                kind = one.card.kind
                if not one.card.is_magic:
                    each[kind] = max(each.get(kind, 0), strength(one, has_boss(field)))
            for one in field:
                if one.target in each:
                    each[str(one.target)] += MAGIC_BONUS
            return frozenset(kind for kind, total in each.items() if total == max(each.values()))
        case Thought.MAGIC:
            seen = tuple(one for one in field if not one.card.is_magic)
        case Thought.POISON:
            seen = tuple(_plain(one) for one in field)
        case Thought.ASLEEP:
            seen = tuple(_poisoned(one) for one in field) if not has_boss(field) else field
        case Thought.TIE:
            sums = totals(field)
            return frozenset(kind for kind, total in sums.items() if total == max(sums.values()))
        case _:
            seen = field
    wins = winner(seen, ADOPTED)
    return frozenset() if wins is None else frozenset((wins,))


def _plain(one: Played) -> Played:
    """The card as if Poison did nothing."""
    return one if one.card.ability != POISON else _with(one, ability="")


def _poisoned(one: Played) -> Played:
    """The card as if Poison needed no Boss."""
    return one if one.card.ability != POISON else _with(one, strength=one.card.strength + POISON_BONUS)


def _with(one: Played, **changes: object) -> Played:
    return msgspec.structs.replace(one, card=msgspec.structs.replace(one.card, **changes))


# ---- drawn


RECIPES: dict[str, Asks] = {
    "sums": Asks.WINNER,
    "magic": Asks.WINNER,
    "poison": Asks.WINNER,
    "asleep": Asks.WINNER,
    "tie": Asks.WINNER,
    "leader": Asks.LEADER,
}
_WANTED = {
    "sums": Thought.SUMS,
    "magic": Thought.MAGIC,
    "poison": Thought.POISON,
    "asleep": Thought.ASLEEP,
    "tie": Thought.TIE,
    "leader": Thought.LEADER,
}


def make(source: random.Random, recipe: str, name: str) -> SmallPuzzle | None:
    """A match that takes the thought of the recipe; None when none was drawn."""
    for _ in range(_TRIES):
        table = _drawn(source)
        field = table.start().field
        kind = winner(field, ADOPTED)
        if kind is None or (recipe != "leader" and _WANTED[recipe] not in set(thoughts_of(field))):
            continue
        puzzle = SmallPuzzle(id=name, asks=RECIPES[recipe], table=table)
        if recipe != "leader" or _WANTED[recipe] in think(puzzle, certify(puzzle)):
            return puzzle
    return None


def _drawn(source: random.Random) -> MakaiTable:
    players = source.choice((3, 4, 4))
    cards = source.sample(makai_deck().dealt_to(players), players)
    return MakaiTable(hand="", field=lying(source, cards), leads=source.randrange(players), players=players)


def lying(source: random.Random, cards: Sequence[Card]) -> str:
    """Cards as they lie: a Magic supports one of the monsters that came before it."""
    words: list[str] = []
    there: list[str] = []
    for card in cards:
        target = f">{LETTER_OF[source.choice(there)]}" if card.is_magic and there else ""
        words.append(card_text(card) + target)
        if not card.is_magic and card.kind not in there:
            there.append(card.kind)
    return " ".join(words)


def _table(puzzle: SmallPuzzle) -> MakaiTable:
    assert isinstance(puzzle.table, MakaiTable), "a match"
    return puzzle.table
