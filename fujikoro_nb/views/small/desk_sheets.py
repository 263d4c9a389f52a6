"""Sheets of the small games at the real box: gold, floors, a bag, and which cards of a deck were seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fuji_99.components import BOX, DANGER, GOAL
from fujikoro_nb.engine.fuji_99.components import MOST_PLAYERS as FUJI_99_MOST
from fujikoro_nb.engine.fuji_99.setup import FEWEST_PLAYERS as FUJI_99_FEWEST
from fujikoro_nb.engine.makai_fuda.components import LETTERS, MAGIC, kinds_for
from fujikoro_nb.engine.makai_fuda.judge import ENOUGH
from fujikoro_nb.engine.makai_fuda.setup import FEWEST_PLAYERS, MOST_PLAYERS, MOST_TOURNAMENTS
from fujikoro_nb.helper.evening.record import LONGEST_NAME
from fujikoro_nb.helper.small import fuji_99, makai
from fujikoro_nb.helper.small.changes import (
    CUBES,
    Changed,
    bag_changed,
    card_seen,
    card_unseen,
    names_for,
    new_sheet,
    renamed,
    short_name,
    shuffled,
    tournament_written,
    turn_written,
)
from fujikoro_nb.helper.small.record import Bag, FloorTurn, FujiSheet, MakaiSheet, SmallSheets, Tournament
from fujikoro_nb.odds.makai_fuda.typed import card_text
from fujikoro_nb.views.small import desk_fuji, desk_makai
from fujikoro_nb.views.small.desk import NO, YES, Answer, Asked, Desk, Row, Tool, chips, told
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["SHEET_DESK"]

MAKAI, FUJI = "makai", "fuji99"
WRITE, NEW, RENAME, SHUFFLED, BACK = "write", "new", "rename", "shuffled", ""


def _setting_rows(asked: Asked, bare: tuple[str, ...], fewest: int, most: int) -> list[Row]:
    """How many play, and how they are called; only while nothing is written. ``bare`` are names of a new sheet."""
    known = len(bare) or (asked.players if fewest <= asked.players <= most else most)
    count = Row("players", asked.say("players"), "one", chips(range(fewest, most + 1)), start=str(known))
    # Who has a name on the sheet is no second player, however it is written there.
    people = asked.people[len(bare) :]
    names = names_for((*bare, *people), int(asked.one(count)))
    return [
        count,
        *(
            Row(
                f"name-{seat}",
                asked.say("name-first" if name == str(seat + 1) else "name", n=seat + 1, name=name),
                "text",
                start=name,
                high=LONGEST_NAME,
            )
            for seat, name in enumerate(names)
        ),
    ]


def _names(asked: Asked, bare: tuple[str, ...], fewest: int, most: int) -> tuple[str, ...]:
    rows = _setting_rows(asked, bare, fewest, most)[1:]
    return tuple(short_name(asked.one(row)) or row.start for row in rows)


def _seats(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((str(seat), name) for seat, name in enumerate(names))


def _renaming_rows(asked: Asked, names: Sequence[str]) -> list[Row]:
    """Whose name was mistyped, and how it is; names stay open to change while a sheet is written on."""
    whose = Row("renamed", asked.say("renamed"), "one", _seats(names))
    at = asked.one(whose)
    if not at or int(at) >= len(names):  # an undo or another phone has made the sheet shorter
        return [whose]
    return [whose, Row("called", asked.say("called", name=names[int(at)]), "text", high=LONGEST_NAME)]


def _renaming_action(asked: Asked, names: Sequence[str]) -> list[tuple[str, str, bool]]:
    """The button for it, as soon as there is another name."""
    at, name = (next(iter(asked.facts.get(row, ())), "") for row in ("renamed", "called"))
    name = short_name(name)
    if not at or int(at) >= len(names) or name in ("", names[int(at)]):
        return []
    return [(RENAME, asked.say("rename", before=names[int(at)], name=name), True)]


def _renamed(asked: Asked, game: str) -> Changed:
    (at,), (name,) = asked.facts.get("renamed", ()), asked.facts.get("called", ())
    return renamed(asked.sheets, game, int(at), name)._replace(uses=("renamed", "called"))


def _yes_no(asked: Asked) -> tuple[tuple[str, str], ...]:
    return (("yes", asked.say("yes")), ("no", asked.say("no")))


# ------------------------------------------------------------------ Makai Fuda: gold


def makai_sheet(asked: Asked) -> MakaiSheet:
    """The sheet of the table; before anything is written, the one that was prepared."""
    kept = asked.sheets.makai
    if kept is not None and not kept.is_bare:
        return kept
    number = int(asked.one(_agreed_row(asked)) or 0)
    return MakaiSheet(
        _names(asked, () if kept is None else kept.names, FEWEST_PLAYERS, MOST_PLAYERS),
        agreed=number,
        doubles_last=bool(number) and asked.one(_doubles_row(asked)) == "yes",
        exchanges=asked.one(_exchange_row(asked)) == "yes",
    )


def _agreed_row(asked: Asked) -> Row:
    kept = asked.sheets.makai
    return Row(
        "agreed",
        asked.say("agreed"),
        "number",
        high=MOST_TOURNAMENTS,
        hint=asked.say("agreed-hint", n=ENOUGH),
        start=str(kept.agreed) if kept is not None and kept.agreed else "",
    )


def _doubles_row(asked: Asked) -> Row:
    kept = asked.sheets.makai
    is_on = kept is not None and kept.doubles_last
    return Row("doubles", asked.say("doubles"), "one", _yes_no(asked), start="yes" if is_on else "no")


def _exchange_row(asked: Asked) -> Row:
    kept = asked.sheets.makai
    is_on = kept is not None and kept.exchanges
    return Row("exchange", asked.say("exchange"), "one", _yes_no(asked), start="yes" if is_on else "no")


def _makai_rows(asked: Asked) -> Sequence[Row]:
    sheet, words = makai_sheet(asked), desk_makai.words_of(asked)
    kinds = tuple((kind, words.thing(kind)) for kind in kinds_for(len(sheet.names)))
    seats = _seats(sheet.names)
    rows = [
        Row("won", asked.say("won"), "one", kinds),
        Row("backers", asked.say("backers"), "many", seats, asked.say("backers-hint"), most=len(seats)),
    ]
    if sheet.exchanges:
        rows.append(Row("exchanged", asked.say("exchanged"), "many", seats, most=len(seats)))
    kept = asked.sheets.makai
    if kept is not None and not kept.is_bare:
        return rows + _renaming_rows(asked, kept.names)
    bare = () if kept is None else kept.names
    return [
        *rows,
        *_setting_rows(asked, bare, FEWEST_PLAYERS, MOST_PLAYERS),
        _agreed_row(asked),
        _doubles_row(asked),
        _exchange_row(asked),
    ]


def _makai_answer(asked: Asked) -> Answer:
    sheet, words = makai_sheet(asked), desk_makai.words_of(asked)
    now = makai.standing(desk_makai.deck_of(asked), sheet, makai.rulings_of(asked.decided))
    table = [
        (f"{at}. {words.thing(one.kind)}", *(f"{paid:+d}" if paid else "–" for paid in row))
        for at, (one, row) in enumerate(zip(sheet.done, now.paid, strict=True), 1)
    ]
    table.append((asked.say("gold-sum"), *map(str, now.gold)))
    bonus = ", ".join(f"{words.thing(kind)} {chip}" for kind, chip in zip(now.kinds, now.chips, strict=True))
    actions = []
    if asked.facts.get("won") and not now.is_over:
        actions.append((WRITE, asked.say("write-tournament", n=len(sheet.done) + 1), True))
    if not sheet.is_bare:
        actions += _renaming_action(asked, sheet.names)
    if sheet.done:
        actions.append((NEW, asked.say("new-sheet"), False))
    if now.is_over:
        text = asked.say("makai-won", names=", ".join(sheet.names[seat] for seat in now.winners))
    else:
        text = asked.say("makai-next", n=len(sheet.done) + 1)
    return Answer(
        text,
        YES if now.is_over else "",
        ("makai.end.most-gold-wins",)
        if now.is_over
        else ("makai.prize.base-amount", "makai.end.eighty-gold"),
        ((asked.say("chips-now", chips=bonus), "makai.prize.chips-accumulate"),),
        (asked.say("tournament"), *sheet.names),
        tuple(table),
        len(table) - 1,
        actions=tuple(actions),
    )


def _makai_do(asked: Asked, what: str) -> Changed:
    sheets = msgspec.structs.replace(asked.sheets, makai=makai_sheet(asked))
    if what == NEW:
        return new_sheet(sheets, MAKAI)
    if what == RENAME:
        return _renamed(asked, MAKAI)
    (kind,) = asked.facts.get("won", ())
    backers, exchanged = (
        tuple(sorted(int(seat) for seat in asked.facts.get(name, ()))) for name in ("backers", "exchanged")
    )
    return tournament_written(sheets, Tournament(kind, backers, exchanged))


# ------------------------------------------------------------------ cards that were seen


def _counted(asked: Asked, labels: dict[str, str], copies: Counter[str], seen: Sequence[str]) -> Row:
    held = Counter(one for one in seen if one in copies)
    options = tuple(
        (card, asked.say("of-copies", card=labels[card], n=held[card], all=copies[card])) for card in copies
    )
    return Row(
        "seen",
        asked.say("seen"),
        "seen",
        options,
        asked.say("seen-hint"),
        picked=tuple(labels[one] for one in seen[-1:] if one in labels),
        gone=tuple(card for card in copies if held[card] >= copies[card]),
    )


def _makai_copies(asked: Asked) -> Counter[str]:
    sheet = makai_sheet(asked)
    return Counter(map(card_text, desk_makai.dealt(asked, len(sheet.names))))


def _makai_seen_rows(asked: Asked) -> Sequence[Row]:
    words, copies = desk_makai.words_of(asked), _makai_copies(asked)
    labels = {card: desk_makai.card_label(card, words) for card in copies}
    return (_counted(asked, labels, copies, makai_sheet(asked).seen),)


def _makai_seen(asked: Asked) -> Answer:
    words, copies = desk_makai.words_of(asked), _makai_copies(asked)
    seen = Counter(makai_sheet(asked).seen) & copies
    left = copies - seen
    table = []
    for letter, kind in (*LETTERS.items(), ("M", MAGIC)):
        here = [card for card in copies if card[0] == letter]
        if here:
            rest = " ".join(card[1:] for card in left.elements() if card[0] == letter and card != "M")
            number = sum(left[card] for card in here)
            table.append((words.thing(kind), str(sum(seen[card] for card in here)), rest or str(number)))
    return _seen_answer(asked, sum(seen.values()), sum(left.values()), table, desk_makai.house(asked))


def _seen_answer(asked: Asked, seen: int, left: int, table: Sequence[tuple[str, ...]], house: str) -> Answer:
    return Answer(
        asked.say("seen-told", n=seen, left=left),
        head=(asked.say("card"), asked.say("col-seen"), asked.say("col-left")),
        table=tuple(table),
        house=house,
        actions=((SHUFFLED, asked.say("shuffled"), False),) if seen else (),
    )


def _makai_tap(asked: Asked, value: str) -> Changed:
    sheets = msgspec.structs.replace(asked.sheets, makai=makai_sheet(asked))
    return _tapped(sheets, MAKAI, value, "makai-page.thing-magic" if value == "M" else "")


def _tapped(sheets: SmallSheets, game: str, value: str, word: str = "") -> Changed:
    if value == BACK:
        return card_unseen(sheets, game)
    return card_seen(sheets, game, value, word)


def _makai_shuffled(asked: Asked, what: str) -> Changed:
    return shuffled(msgspec.structs.replace(asked.sheets, makai=makai_sheet(asked)), MAKAI)


# ------------------------------------------------------------------ Fuji 99: floors


def fuji_sheet(asked: Asked) -> FujiSheet:
    """The sheet of the table; before anything is written, the one that was prepared."""
    kept = asked.sheets.fuji99
    if kept is not None and not kept.is_bare:
        return kept
    return FujiSheet(_names(asked, () if kept is None else kept.names, FUJI_99_FEWEST, FUJI_99_MOST))


def _with_fuji(asked: Asked) -> SmallSheets:
    return msgspec.structs.replace(asked.sheets, fuji99=fuji_sheet(asked))


def _floor_rows(asked: Asked) -> Sequence[Row]:
    sheet = fuji_sheet(asked)
    ends = (("kept", asked.say("end-kept")), ("lost", asked.say("end-lost")))
    rows = [
        Row("who", asked.say("whose-turn"), "one", _seats(sheet.names)),
        Row("to", asked.say("floor-to"), "number", high=GOAL, hint=asked.say("floor-to-hint")),
        Row("end", asked.say("turn-end"), "one", ends, start="kept"),
    ]
    kept = asked.sheets.fuji99
    if kept is not None and not kept.is_bare:
        return [*rows, *_renaming_rows(asked, kept.names)]
    bare = () if kept is None else kept.names
    return [*rows, *_setting_rows(asked, bare, FUJI_99_FEWEST, FUJI_99_MOST)]


def _floors(asked: Asked) -> Answer:
    sheet = fuji_sheet(asked)
    now = fuji_99.standing(desk_fuji.deck_of(asked), sheet, fuji_99.rulings_of(asked.decided))
    words = SmallWords(FUJI, sheet.names, asked.language)
    turns = Counter(one.seat for one in sheet.turns)
    table = tuple(
        (name, str(now.floors[seat]), str(now.yellow[seat]), str(turns[seat]))
        for seat, name in enumerate(sheet.names)
    )
    notes = told([event for events in now.told[-1:] for event in events], words)
    actions = []
    if asked.facts.get("who") and asked.facts.get("to") and now.winner is None:
        actions.append((WRITE, asked.say("write-turn"), True))
    if not sheet.is_bare:
        actions += _renaming_action(asked, sheet.names)
    if sheet.turns:
        actions.append((NEW, asked.say("new-sheet"), False))
    if now.winner is not None:
        text, seal = asked.say("fuji-won", name=sheet.names[now.winner], goal=GOAL), YES
    else:
        ahead = max(now.floors)
        names = ", ".join(name for name, floor in zip(sheet.names, now.floors, strict=True) if floor == ahead)
        text, seal = asked.say("fuji-ahead", names=names, n=ahead) if ahead else asked.say("fuji-first"), ""
    rules = ("fuji99.end.reach-ninety-nine", "fuji99.move.milestones")
    head = (asked.say("who"), asked.say("col-floor"), asked.say("col-yellow"), asked.say("col-turns"))
    best = -1 if now.winner is None else now.winner
    return Answer(text, seal, rules, notes, head, table, best, actions=tuple(actions))


def _floors_do(asked: Asked, what: str) -> Changed:
    sheets = _with_fuji(asked)
    if what == NEW:
        return new_sheet(sheets, FUJI)
    if what == RENAME:
        return _renamed(asked, FUJI)
    (seat,), (floor,) = asked.facts.get("who", ()), asked.facts.get("to", ())
    is_kept = asked.facts.get("end", ("kept",)) == ("kept",)
    return turn_written(sheets, FloorTurn(int(seat), int(floor), is_kept))


# ------------------------------------------------------------------ Fuji 99: a bag


def _bag_rows(asked: Asked) -> Sequence[Row]:
    sheet, common = fuji_sheet(asked), desk_fuji.words_of(asked).common
    who = Row("who", asked.say("whose-bag"), "one", _seats(sheet.names), start="0")
    bag = _bag_of(asked, who)
    cubes = tuple((f"draw-{letter}", f"{letter} {common(f'small-page.cube-{letter}')}") for letter in CUBES)
    # No rule of the booklet puts another red cube into a bag.
    own = tuple((f"own-{letter}", f"+ {letter} {common(f'small-page.cube-{letter}')}") for letter in "TY")
    none_left = tuple(f"draw-{letter}" for letter, name in CUBES.items() if not getattr(bag.left, name))
    no_more = tuple(
        f"own-{letter}" for letter, name in CUBES.items() if getattr(bag.own, name) >= getattr(BOX, name)
    )
    return (
        who,
        Row("cube", asked.say("drawn-cubes"), "seen", cubes, asked.say("drawn-hint"), gone=none_left),
        Row("more", asked.say("more-cubes"), "seen", own, asked.say("more-hint"), gone=no_more),
    )


def _bag_of(asked: Asked, who: Row) -> Bag:
    sheet = fuji_sheet(asked)
    bags = fuji_99.bags_of(sheet, desk_fuji.deck_of(asked), fuji_99.rulings_of(asked.decided))
    return bags[min(int(asked.one(who)), len(bags) - 1)]


def _bag(asked: Asked) -> Answer:
    sheet, deck, rulings = fuji_sheet(asked), desk_fuji.deck_of(asked), fuji_99.rulings_of(asked.decided)
    seat = min(int(asked.one(_bag_rows(asked)[0])), len(sheet.names) - 1)
    bag, common = _bag_of(asked, _bag_rows(asked)[0]), desk_fuji.words_of(asked).common
    table = tuple(
        (
            f"{letter} {common(f'small-page.cube-{letter}')}",
            *(str(getattr(cubes, name)) for cubes in (bag.drawn, bag.sheet, bag.left)),
        )
        for letter, name in CUBES.items()
    )
    events = fuji_99.danger_of(deck, rulings, sheet=bag.sheet.red, drawn=bag.drawn.red, facing=0)
    note = asked.say("danger-safe", n=bag.sheet.red + bag.drawn.red, most=DANGER)
    if events:
        note = asked.say("danger-lost", n=dict(events[0].data)["count"])
    actions = []
    if bag.drawn.number:
        actions.append(("again", asked.say("draw-again"), True))
    if bag.drawn.yellow:
        actions.append(("pay", asked.say("pay-yellow"), False))
    if bag.drawn.number or bag.sheet.number:
        actions.append(("over", asked.say("turn-over"), False))
    return Answer(
        asked.say("bag-told", name=sheet.names[seat], n=bag.left.number),
        NO if events else "",
        ("fuji99.move.red-to-sheet", "fuji99.endturn.cubes-return"),
        ((note, "fuji99.danger.count"),),
        (asked.say("cubes"), asked.say("col-drawn"), asked.say("col-sheet"), asked.say("col-bag")),
        table,
        actions=tuple(actions),
    )


def _bag_do(asked: Asked, what: str) -> Changed:
    deck, rulings = desk_fuji.deck_of(asked), fuji_99.rulings_of(asked.decided)
    return bag_changed(_with_fuji(asked), int(asked.one(_bag_rows(asked)[0])), what, deck, rulings)


# ------------------------------------------------------------------ Fuji 99: cards


def _fuji_copies(asked: Asked) -> Counter[str]:
    return Counter({card.key: card.copies for card in desk_fuji.deck_of(asked).cards if card.copies})


def _fuji_seen_rows(asked: Asked) -> Sequence[Row]:
    words, copies = desk_fuji.words_of(asked), _fuji_copies(asked)
    return (_counted(asked, {card: words.thing(card) for card in copies}, copies, fuji_sheet(asked).seen),)


def _fuji_seen(asked: Asked) -> Answer:
    words, copies = desk_fuji.words_of(asked), _fuji_copies(asked)
    seen = Counter(fuji_sheet(asked).seen) & copies
    left = copies - seen
    table = [(words.thing(card), str(seen[card]), str(left[card])) for card in copies]
    mark = asked.say("house-cards") if desk_fuji.deck_of(asked).mark == "house" else ""
    return _seen_answer(asked, sum(seen.values()), sum(left.values()), table, mark)


def _fuji_tap(asked: Asked, value: str) -> Changed:
    return _tapped(_with_fuji(asked), FUJI, value, f"fuji99-page.thing-{value}")


def _fuji_shuffled(asked: Asked, what: str) -> Changed:
    return shuffled(_with_fuji(asked), FUJI)


SHEET_DESK: Desk = {
    "gold": Tool(MAKAI, _makai_rows, _makai_answer, do=_makai_do),
    "makai-seen": Tool(MAKAI, _makai_seen_rows, _makai_seen, do=_makai_shuffled, tap=_makai_tap),
    "floors": Tool(FUJI, _floor_rows, _floors, do=_floors_do),
    "bag": Tool(FUJI, _bag_rows, _bag, do=_bag_do, tap=_bag_do),
    "fuji-seen": Tool(FUJI, _fuji_seen_rows, _fuji_seen, do=_fuji_shuffled, tap=_fuji_tap),
}
"""In the order of the page, after the questions of their game."""
