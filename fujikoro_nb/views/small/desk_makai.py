"""The questions of Makai Fuda at the real box: may I play this, who wins, whom to back, what is paid."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.content.small.owned import makai_of, why_not_makai
from fujikoro_nb.engine.kernel import Answer as KernelAnswer
from fujikoro_nb.engine.kernel import Refusal, Seat, Unreadable
from fujikoro_nb.engine.makai_fuda.components import HAND, KINDS, LETTERS, MAGIC, Card, Deck, kinds_for
from fujikoro_nb.engine.makai_fuda.judge import CHIP
from fujikoro_nb.engine.makai_fuda.setup import FEWEST_PLAYERS, MOST_PLAYERS
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai
from fujikoro_nb.helper.small.makai import (
    MakaiStanding,
    empty_table,
    legal,
    match_of,
    prize_of,
    rulings_of,
    standing,
    variants_of,
)
from fujikoro_nb.odds.makai_fuda.seen import DEALS, best_of, makai_advice
from fujikoro_nb.odds.makai_fuda.typed import card_text, read_card, view_of
from fujikoro_nb.texts import decimal, error_sentence
from fujikoro_nb.views.small.desk import IF, NO, YES, Answer, Asked, Desk, Row, Tool, chips
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["MAKAI_DESK", "card_label", "dealt", "deck_of", "house", "players_of", "words_of"]

GAME = "makai"
MAGIC_LETTER = "M"
BACKED = 5
"""More than can back one monster: nobody to everybody at the table."""
_LETTER = {kind: letter for letter, kind in LETTERS.items()}


def words_of(asked: Asked) -> SmallWords:
    """The game's words, with names of a sheet where there is one."""
    sheet = asked.sheets.makai
    return SmallWords(GAME, () if sheet is None else sheet.names, asked.language)


def deck_of(asked: Asked) -> Deck:
    """The owner's deck where it can be played, else ours with its mark."""
    own = makai_of(asked.owned)
    return makai_deck() if own is None or why_not_makai(own) else own


def dealt(asked: Asked, players: int) -> list[Card]:
    """The cards in play, in the order of the prize row, and Magic after them."""
    order = (*KINDS, MAGIC)
    return sorted(deck_of(asked).dealt_to(players), key=lambda card: (order.index(card.kind), card.strength))


def _players_row(asked: Asked) -> Row:
    sheet = asked.sheets.makai
    known = asked.players if FEWEST_PLAYERS <= asked.players <= MOST_PLAYERS else MOST_PLAYERS
    start = known if sheet is None else len(sheet.names)
    numbers = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    return Row("players", asked.say("players"), "one", chips(numbers), start=str(start))


def players_of(asked: Asked) -> int:
    """How many play."""
    return int(asked.one(_players_row(asked)))


def _table(asked: Asked) -> Makai:
    return empty_table(deck_of(asked), players_of(asked), rulings_of(asked.decided))


def _kind_options(asked: Asked, *, magic: bool = False) -> tuple[tuple[str, str], ...]:
    words = words_of(asked)
    kinds = (*kinds_for(players_of(asked)), *((MAGIC,) if magic else ()))
    return tuple((kind, f"{_LETTER.get(kind, MAGIC_LETTER)} {words.thing(kind)}") for kind in kinds)


def card_label(text: str, words: SmallWords) -> str:
    """``B3`` as ``B 3 blue``; a Magic as its name, with the monster that it supports."""
    name, _, target = text.partition(">")
    if name == MAGIC_LETTER:
        magic = words.thing(MAGIC)
        return f"{magic} → {words.thing(LETTERS[target])}" if target else magic
    return f"{name} {words.thing(LETTERS[name[0]])}"


def _refused(asked: Asked, refusal: Refusal) -> tuple[str, str]:
    told = words_of(asked).refused(refusal)
    return told["text"], told["rule"]


def _sheet_now(asked: Asked) -> MakaiStanding | None:
    sheet = asked.sheets.makai
    return None if sheet is None else standing(deck_of(asked), sheet, rulings_of(asked.decided))


# ------------------------------------------------------------------ may I play this card?


def _play_rows(asked: Asked) -> Sequence[Row]:
    yes_no = (("yes", asked.say("yes")), ("no", asked.say("no")))
    return (
        _players_row(asked),
        Row(
            "there",
            asked.say("there"),
            "many",
            _kind_options(asked),
            asked.say("there-hint"),
            most=len(KINDS),
        ),
        Row("card", asked.say("my-card"), "one", _kind_options(asked, magic=True)),
        Row("other", asked.say("have-other"), "one", yes_no, asked.say("have-other-hint")),
    )


def _play(asked: Asked) -> Answer:
    _, there, card, other = _play_rows(asked)
    kind, words = asked.one(card), words_of(asked)
    if not kind:
        return Answer(asked.say("tap-card"))
    field = asked.facts.get(there.name, ())
    found = legal(_table(asked), kind, field)
    if kind == MAGIC:
        names = ", ".join(map(words.thing, found.supports))
        note = asked.say("magic-on", kinds=names) if names else asked.say("magic-none")
        return Answer(
            asked.say("play-yes", card=words.thing(kind)),
            YES,
            ("makai.play.magic-always-legal",),
            ((note, "makai.magic.plus-three"),),
        )
    has = asked.one(other)
    results = [
        result for name, result in (("yes", found.with_other), ("no", found.without)) if has in ("", name)
    ]
    refusals = [result for result in results if result is not None]
    rules = ("makai.play.must-play-new-monster",)
    if not refusals:
        return Answer(asked.say("play-yes", card=words.thing(kind)), YES, (_why_allowed(kind, field),))
    text, rule = _refused(asked, refusals[0])
    if len(refusals) < len(results):
        return Answer(asked.say("play-if", card=words.thing(kind)), IF, rules)
    return Answer(text, NO, (rule,))


def _why_allowed(kind: str, field: Collection[str]) -> str:
    """The rule behind a monster that may be played: nothing lies there, it is a new one, or it repeats one."""
    if not field:
        return "makai.play.no-monster-on-field-yet"
    if kind in field:
        return "makai.play.free-when-all-types-present"
    return "makai.play.must-play-new-monster"


# ------------------------------------------------------------------ who wins this match?


def _field(asked: Asked) -> list[tuple[Card, str]]:
    left = deck_of(asked).dealt_to(players_of(asked))
    found = []
    for word in asked.facts.get("field", ()):
        try:
            card, target = read_card(left, word)
        except Unreadable:
            continue  # of a deck that changed meanwhile
        found.append((card, LETTERS.get(target, "")))
    return found[: players_of(asked)]


def _match_rows(asked: Asked) -> Sequence[Row]:
    words = words_of(asked)
    cards = dict.fromkeys(map(card_text, dealt(asked, players_of(asked))))
    there = list(dict.fromkeys(card.kind for card, _ in _field(asked) if not card.is_magic))
    magic = [f"{MAGIC_LETTER}>{_LETTER[kind]}" for kind in there] or [MAGIC_LETTER]
    shown = (*(one for one in cards if one != MAGIC_LETTER), *magic)
    options = tuple((one, card_label(one, words)) for one in shown)
    most = players_of(asked)
    return (
        _players_row(asked),
        Row("field", asked.say("field"), "cards", options, asked.say("field-hint"), most=most),
    )


def _match(asked: Asked) -> Answer:
    field, words = _field(asked), words_of(asked)
    if not field:
        return Answer(asked.say("tap-field"))
    found = match_of(_table(asked), field)
    head = (asked.say("monster"), asked.say("total"))
    table = tuple((words.thing(kind), str(total)) for kind, total in found.totals)
    best = next((at for at, (kind, _) in enumerate(found.totals) if kind == found.ahead), -1)
    mark = house(asked)
    if len(field) < players_of(asked):
        text = asked.say("match-so-far", n=players_of(asked) - len(field))
        return Answer(
            text, IF, ("makai.judge.same-type-sums",), head=head, table=table, best=best, house=mark
        )
    if found.ahead is None:
        return Answer(asked.say("match-none"), NO, ("makai.judge.all-magic-no-winner",))
    total = dict(found.totals)[found.ahead]
    lead = asked.say("match-lead", n=1 + (found.leader or 0))
    is_tie = [one for _, one in found.totals].count(total) > 1
    rules = ("makai.judge.highest-total-wins", *(["makai.judge.tie-first-on-field"] if is_tie else []))
    return Answer(
        asked.say("match-won", kind=words.thing(found.ahead), n=total),
        YES,
        rules,
        ((lead, "makai.lead.last-contributor-leads"),),
        head,
        table,
        best,
        mark,
    )


def house(asked: Asked) -> str:
    """That cards are our own list, where they are."""
    return asked.say("house-cards") if deck_of(asked).mark == "house" else ""


# ------------------------------------------------------------------ whom to back?


def _back_rows(asked: Asked) -> Sequence[Row]:
    words = words_of(asked)
    cards = dict.fromkeys(map(card_text, dealt(asked, players_of(asked))))
    options = tuple((one, card_label(one, words)) for one in cards)
    rows = [
        _players_row(asked),
        Row("typed", asked.say("hand"), "text", hint=asked.say("hand-hint")),
        Row("hand", asked.say("hand-tap"), "cards", options, most=HAND),
    ]
    sheet = asked.sheets.makai
    if sheet is None:
        rows.append(Row("bonus", asked.say("bonuses"), "count", _kind_options(asked), most=60))
    else:
        seats = tuple((str(seat), name) for seat, name in enumerate(sheet.names))
        rows.append(Row("seat", asked.say("who-asks"), "one", seats, start="0"))
    return rows


def typed_hand(text: str) -> str:
    """A hand as somebody types it, in the form of the command: a letter holds for the numbers after it.

    >>> typed_hand("b1 5, g4 6 y7 8 r2 7 9 m m")
    'B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M M'
    """
    words, letter = [], ""
    for word in text.upper().replace(",", " ").split():
        if word.isascii() and word.isdecimal():
            word = letter + word
        elif word[0] in LETTERS:
            letter = word[0]
        words.append(word)
    return " ".join(word for word in words if word not in LETTERS)


def _backed_label(answer: KernelAnswer, words: SmallWords) -> str:
    assert isinstance(answer, LayDown), "before the first match nothing else is asked"
    return card_label(card_text(answer.card), words)


def _back(asked: Asked) -> Answer:
    typed = typed_hand(next(iter(asked.facts.get("typed", ())), ""))
    hand = typed or " ".join(asked.facts.get("hand", ()))
    held = len(hand.split())
    if held < HAND:
        return Answer(asked.say("tap-hand", n=HAND - held))
    now, players = _sheet_now(asked), players_of(asked)
    seat = int(next(iter(asked.facts.get("seat", ())), "0")) if now is not None else 0
    try:
        view = view_of(deck_of(asked), players, seat + 1, hand, "", "")
    except Unreadable as fault:
        return Answer(error_sentence(fault, language=asked.language), NO)
    if now is not None and len(now.gold) == players:
        sheet = asked.sheets.makai
        assert sheet is not None, "who stands so has a sheet"
        view = msgspec.structs.replace(
            view,
            gold=now.gold,
            chips=now.chips,
            tournament=len(sheet.done) + 1,
            variants=variants_of(sheet),
            rulings=rulings_of(asked.decided),
        )
    else:
        bonus = asked.facts.get("bonus", ())
        view = msgspec.structs.replace(
            view,
            chips=tuple(CHIP * bonus.count(kind) for kind in view.kinds),
            rulings=rulings_of(asked.decided),
        )
    found = sorted(makai_advice(view, Seat(seat)), key=lambda one: (one.lead, one.wins), reverse=True)
    best, words = best_of(found), words_of(asked)
    rows = tuple(
        (
            _backed_label(one.answer, words),
            f"{100 * one.share:.0f} % ({100 * one.interval[0]:.0f}–{100 * one.interval[1]:.0f})",
            decimal(one.gold, 1, words.common),
        )
        for one in found
    )
    card = _backed_label(best.answer, words)
    return Answer(
        asked.say("back-best", card=card),
        YES,
        ("makai.predict.face-down-monster",),
        ((words.common("small-page.advice-assumes", n=DEALS), ""),),
        (asked.say("lay"), asked.say("col-wins"), asked.say("col-gold")),
        rows,
        found.index(best),
        house(asked),
    )


# ------------------------------------------------------------------ what is paid?


def _paid_rows(asked: Asked) -> Sequence[Row]:
    backed = chips(range(min(BACKED, players_of(asked) + 1)))
    bonuses = chips(range(0, 6 * CHIP, CHIP))
    last = (("yes", asked.say("yes")), ("no", asked.say("no")))
    return (
        _players_row(asked),
        Row("won", asked.say("won"), "one", _kind_options(asked)),
        Row("backed", asked.say("backed"), "one", backed),
        Row("on-card", asked.say("on-card"), "number", bonuses, low=0, high=990),
        Row("last", asked.say("last"), "one", last, start="no"),
    )


def _paid(asked: Asked) -> Answer:
    _, won, backed, on_card, last = _paid_rows(asked)
    kind, count = asked.one(won), asked.one(backed)
    if not kind or not count:
        return Answer(asked.say("tap-won"))
    typed, now = asked.one(on_card), _sheet_now(asked)
    bonus = int(typed) if typed else 0
    if not typed and now is not None and kind in now.kinds:
        bonus = now.chips[now.kinds.index(kind)]
    is_doubled = asked.one(last) == "yes"
    table, words = _table(asked), words_of(asked)
    paid = prize_of(table, kind, int(count), bonus, is_doubled=is_doubled)
    rules = (
        ("makai.prize.base-amount", "makai.prize.chip-bonus-each", "makai.prize.add-ten-to-losers")
        if int(count)
        else ("makai.prize.nobody-correct", "makai.prize.add-ten-to-losers")
    )
    text = asked.say("paid", n=int(count), gold=paid.gold) if int(count) else asked.say("paid-nobody")
    after = ", ".join(
        f"{words.thing(one)} {f'+{chip}' if chip else 0}"
        for one, chip in zip(table.kinds, paid.chips, strict=True)
    )
    notes = [(asked.say("paid-chips", chips=after), "makai.prize.clear-winner-chips")]
    if is_doubled:
        notes.append((asked.say("paid-double"), "makai.variant.last-tournament-bonus"))
    return Answer(text, YES, rules, tuple(notes))


MAKAI_DESK: Desk = {
    "play": Tool(GAME, _play_rows, _play),
    "match": Tool(GAME, _match_rows, _match),
    "back": Tool(GAME, _back_rows, _back, waits=True),
    "paid": Tool(GAME, _paid_rows, _paid),
}
