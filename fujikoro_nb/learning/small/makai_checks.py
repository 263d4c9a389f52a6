"""What lessons of Makai Fuda end with: legal cards, who wins and leads, Magic and Poison, backing and being paid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.engine.makai_fuda.components import BOSS, KINDS, POISON, Card
from fujikoro_nb.engine.makai_fuda.judge import on_field, totals
from fujikoro_nb.engine.makai_fuda.state import Play, Played
from fujikoro_nb.learning.small.task import Answers, SmallGoal, SmallTask
from fujikoro_nb.learning.small.ways import options_of, with_right
from fujikoro_nb.puzzles.small.makai import MakaiTable, card_text
from fujikoro_nb.puzzles.small.seats import NAMES

Drawn = Iterator[SmallTask | None]
_ALONE, _CHIPS = 50, (0, 10, 20, 30)
_MATCHES = 10
_MAGIC = "M"


def _cards(source: random.Random, number: int) -> list[Card]:
    return source.sample(makai_deck().cards, number)


def _names(cards: list[Card]) -> str:
    return " ".join(map(card_text, cards))


def _field(source: random.Random, cards: list[Card]) -> str:
    """Cards in the order of play; a Magic supports a monster that lies before it."""
    words: list[str] = []
    there: list[str] = []
    for card in cards:
        if card.is_magic and not there:
            words.append(card_text(card))
        elif card.is_magic:
            words.append(f"{card_text(card)}>{source.choice(there)[0].upper()}")
        else:
            there.append(card.kind)
            words.append(card_text(card))
    return " ".join(words)


def _task(kind: str, rule: str, table: MakaiTable, goal: SmallGoal, **more: Any) -> SmallTask:
    return SmallTask(
        id=kind, rule=rule, table=table, goal=goal, right=(("",),), miss=f"makai-check.{kind}", **more
    )


def _last_to_play(source: random.Random, hand: int) -> MakaiTable:
    """Three cards lie, and the learner ends the match."""
    cards = _cards(source, 3 + hand)
    return MakaiTable(hand=_names(cards[3:]), field=_field(source, cards[:3]))


def _barred(table: MakaiTable, can: list[Answers]) -> list[str]:
    """Monsters of the hand that may not be played."""
    words = [f"play {word}" for word in table.hand.split() if word != _MAGIC]
    return [text for text in words if (text,) not in can]


# ------------------------------------------------------------------ a legal card


def allowed(source: random.Random) -> Drawn:
    """Most cards of the hand may not be played; Magic is not in it."""
    while True:
        table = _last_to_play(source, 5)
        goal = SmallGoal(happens=("played seat=0",))
        task = _task("allowed", "makai.play.must-play-new-monster", table, goal)
        can = options_of(task)
        is_hard = _MAGIC not in table.hand.split() and len(_barred(table, can)) > 2 and len(can) < 3
        yield _right(task, can) if is_hard else None


def _right(task: SmallTask, ways: list[Answers]) -> SmallTask:
    return msgspec.structs.replace(task, right=tuple(ways))


def weakest(source: random.Random) -> Drawn:
    """The weakest monster of all is not allowed, or every one is, because no other kind is in the hand."""
    while True:
        table = _last_to_play(source, 5)
        bare = _task("weakest", "makai.play.free-when-all-types-present", table, SmallGoal())
        state = table.start()
        can = {way[0] for way in options_of(bare)}
        monsters = [card for card in state.hands[0] if not card.is_magic]
        may = [card for card in monsters if f"play {card_text(card)}" in can]
        least = min((card.strength for card in may), default=0)
        low = [card for card in may if card.strength == least]
        is_free = len(may) == len(monsters) > 2 and {card.kind for card in may} <= set(on_field(state.field))
        if len(low) != 1 or not (is_free or min(card.strength for card in monsters) < least):
            yield None
            continue
        text = f"play {card_text(low[0])}"
        goal = SmallGoal(gives=(text,))
        rule = "makai.play.free-when-all-types-present" if is_free else "makai.play.must-play-new-monster"
        yield _right(_task("weakest", rule, table, goal), [(text,)])


def always(source: random.Random) -> Drawn:
    """A hand with Magic, and monsters to be kept."""
    while True:
        table = _last_to_play(source, 4)
        task = _task(
            "always", "makai.play.magic-always-legal", table, SmallGoal(happens=("played kind=magic seat=0",))
        )
        yield with_right(task, options_of(task), most=3)


# ------------------------------------------------------------------ who wins and who leads


def _deciding(
    source: random.Random,
    kind: str,
    rule: str,
    goal: Callable[[str, int], tuple[str, ...]],
    *,
    magic: bool,
    most: int = 1,
) -> Drawn:
    """A last card that decides; with or without Magic in the hand."""
    while True:
        table = _last_to_play(source, 4)
        has_magic = _MAGIC in table.hand.split()
        target, seat = source.choice(KINDS), source.randrange(1, len(NAMES))
        task = _task(
            kind,
            rule,
            table,
            SmallGoal(happens=goal(target, seat)),
            slots=(("kind", target), ("who", NAMES[seat])),
        )
        yield with_right(task, options_of(task), most=most) if has_magic == magic else None


def winner_of(source: random.Random) -> Drawn:
    """One card lets a kind win that is named."""
    return _deciding(
        source,
        "winner",
        "makai.judge.highest-total-wins",
        lambda kind, _seat: (f"match-won kind={kind}",),
        magic=False,
    )


def leader(source: random.Random) -> Drawn:
    """One card gives the lead to another, who is named."""
    return _deciding(
        source,
        "leader",
        "makai.lead.last-contributor-leads",
        lambda _kind, seat: (f"match-won leader={seat}",),
        magic=False,
    )


def tie(source: random.Random) -> Drawn:
    """The learner's card makes a tie, which the kind that lay first wins."""
    for task in _deciding(
        source,
        "tie",
        "makai.judge.tie-first-on-field",
        lambda kind, _seat: (f"match-won kind={kind}",),
        magic=False,
    ):
        yield (
            task
            if task is not None and isinstance(task.table, MakaiTable) and _is_tie(task.table, task.right[0])
            else None
        )


def _is_tie(table: MakaiTable, way: Answers) -> bool:
    """Whether two monsters are as strong when this card has been played."""
    answer = table.read(way[0])
    assert isinstance(answer, Play), "a match is asked for cards"
    found = totals((*table.start().field, Played(Seat(0), answer.card, answer.target)))
    return list(found.values()).count(max(found.values())) > 1


# ------------------------------------------------------------------ Magic and Poison


def support(source: random.Random) -> Drawn:
    """Magic alone lets a kind win that is named."""
    for task in _deciding(
        source,
        "support",
        "makai.magic.plus-three",
        lambda kind, _seat: (f"match-won kind={kind}",),
        magic=True,
    ):
        yield task if task is not None and ">" in task.right[0][0] else None


def boss(source: random.Random) -> Drawn:
    """The Boss and Poison meet on the field with the right card."""
    cards = makai_deck().cards
    the_boss = next(card for card in cards if card.ability == BOSS)
    poisons = [card for card in cards if card.ability == POISON]
    while True:
        poison = source.choice(poisons)
        others = source.sample(
            [card for card in cards if card not in (the_boss, poison) and not card.is_magic], 5
        )
        is_boss_there = source.random() < 0.5
        there, mine = (the_boss, poison) if is_boss_there else (poison, the_boss)
        field = source.sample([there, *others[:2]], 3)
        table = MakaiTable(hand=_names([mine, *others[2:]]), field=_field(source, field))
        task = _task(
            "boss",
            "makai.poison.plus-hundred-with-boss",
            table,
            SmallGoal(happens=(f"match-won kind={poison.kind}",)),
            slots=(("kind", poison.kind),),
        )
        found = with_right(task, options_of(task), most=1)
        yield found if found is not None and found.right[0][0] == f"play {card_text(mine)}" else None


def claim(source: random.Random) -> Drawn:
    """A named kind wins, and the learner leads: whoever supported it last does."""
    for task in _deciding(
        source,
        "claim",
        "makai.lead.magic-user-leads",
        lambda kind, _seat: (f"match-won kind={kind} leader=0",),
        magic=True,
    ):
        yield task if task is not None and ">" in task.right[0][0] else None


# ------------------------------------------------------------------ back and be paid


def back(source: random.Random) -> Drawn:
    """The prize tells by its chips which monster to back; the weakest card of it does."""
    while True:
        hand = _cards(source, 11)
        chips = tuple(source.sample(_CHIPS, len(KINDS)))
        kind = KINDS[chips.index(max(chips))]
        own = sorted(card.strength for card in hand if card.kind == kind)
        if len(set(own)) < 2 or own.count(own[0]) > 1:
            yield None
            continue
        text = f"back {kind[0].upper()}{own[0]}"
        task = _task(
            "back",
            "makai.predict.type-only-counts",
            MakaiTable(hand=_names(hand), chips=chips, is_backing=True),
            SmallGoal(gives=(text,)),
            shows=("prizes",),
        )
        yield _right(task, [(text,)])


def _last_match(source: random.Random, kind: str) -> MakaiTable:
    """The tenth match: Magic is the last card, and says who wins it."""
    cards = [card for card in makai_deck().cards if not card.is_magic]
    field = source.sample(cards, 3)
    left = [card for card in cards if card not in field]
    own = source.choice([card for card in left if card.kind == kind])
    left.remove(own)
    laid = [own, *source.sample(left, 3)]
    while True:
        wins = [source.randint(0, 4) for _ in KINDS]
        if sum(wins) == _MATCHES - 1:
            return MakaiTable(
                hand="M",
                field=_field(source, field),
                wins=tuple(wins),
                chips=tuple(source.choice((0, 0, 10, 20)) for _ in KINDS),
                laid=tuple(map(card_text, laid)),
            )


def last(source: random.Random) -> Drawn:
    """Where the last Magic goes decides which monster wins the tournament."""
    while True:
        kind = source.choice(KINDS)
        table = _last_match(source, kind)
        task = _task(
            "last",
            "makai.prize.winner-tie-order",
            table,
            SmallGoal(happens=(f"tournament-over kind={kind}",)),
            slots=(("kind", kind),),
            shows=("prizes", "backed"),
        )
        yield with_right(task, options_of(task), most=1)


def paid(source: random.Random) -> Drawn:
    """The same, asked as what the learner is paid when nobody else has backed it."""
    while True:
        kind = source.choice(KINDS)
        table = _last_match(source, kind)
        is_alone = sum(word[0] == kind[0].upper() for word in table.laid) == 1
        chip = table.chips[KINDS.index(kind)]
        amount = _ALONE + chip
        task = _task(
            "paid",
            "makai.prize.base-amount",
            table,
            SmallGoal(happens=(f"prize seat=0 gold={amount}",)),
            slots=(("gold", amount),),
            shows=("prizes", "backed", "gold"),
        )
        yield with_right(task, options_of(task), most=1) if is_alone and chip else None


DRAWN: Mapping[str, Callable[[random.Random], Drawn]] = {
    "allowed": allowed,
    "weakest": weakest,
    "always": always,
    "winner": winner_of,
    "leader": leader,
    "tie": tie,
    "support": support,
    "boss": boss,
    "claim": claim,
    "back": back,
    "last": last,
    "paid": paid,
}
