"""The questions of Fuji 99 at the real box: draw or stop and how many, what Danger and Crisis ask."""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.content.small.owned import fuji_99_of, why_not_fuji_99
from fujikoro_nb.engine.fuji_99.components import BOX, CRISIS, DANGER, FIRST_BAG, GOAL, Cubes, Deck
from fujikoro_nb.helper.small.fuji_99 import acted_again, bags_of, crisis_of, danger_of, rulings_of, standing
from fujikoro_nb.helper.small.record import Bag, FujiSheet
from fujikoro_nb.odds.fuji_99.turn import advice
from fujikoro_nb.texts import decimal
from fujikoro_nb.views.small.desk import IF, NO, YES, Answer, Asked, Desk, Row, Tool, chips
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["FUJI_99_DESK", "deck_of", "words_of"]

GAME = "fuji99"
CLEAR = range(13)
YELLOW = range(9)
"""So many cubes are a tap; more are typed."""
GAINED = range(21)
HAND_VALUES = range(2 * CRISIS)


def words_of(asked: Asked) -> SmallWords:
    """The game's words, with names of a sheet where there is one."""
    sheet = asked.sheets.fuji99
    names = (asked.say("you"),) if sheet is None else sheet.names
    return SmallWords(GAME, names, asked.language)


def deck_of(asked: Asked) -> Deck:
    """The owner's deck where it can be played, else ours with its mark."""
    own = fuji_99_of(asked.owned)
    return fuji_99_deck() if own is None or why_not_fuji_99(own) else own


# ------------------------------------------------------------------ draw or stop, and how many?


def _draw_rows(asked: Asked) -> Sequence[Row]:
    common = words_of(asked).common

    def bag(letter: str, options: Sequence[int], most: int, start: int) -> Row:
        label = asked.say("in-bag", colour=common(f"small-page.cube-{letter}"), letter=letter)
        return Row(f"bag-{letter}", label, "number", chips(options), high=most, start=str(start))

    who, counted, floor = _counted(asked)
    left, out = counted.left, min(counted.sheet.red, DANGER - 1)
    return (
        *who,
        bag("T", CLEAR, BOX.clear, left.clear),
        bag("Y", YELLOW, BOX.yellow, left.yellow),
        bag("R", range(FIRST_BAG.red + 2), BOX.red, left.red),
        Row("out", asked.say("red-out"), "one", chips(range(DANGER)), start=str(out)),
        Row("gained", asked.say("gained"), "number", chips(GAINED), high=GOAL - 1, start="0"),
        Row(
            "floor",
            asked.say("floor"),
            "number",
            high=GOAL - 1,
            start=str(floor),
            hint=asked.say("floor-hint"),
        ),
    )


def _counted(asked: Asked) -> tuple[tuple[Row, ...], Bag, int]:
    """Whose bag and floor are on the sheet of the table, and these; a bag as it begins where nobody counts."""
    sheet = asked.sheets.fuji99
    deck, rulings = deck_of(asked), rulings_of(asked.decided)
    if sheet is None:
        return (), bags_of(FujiSheet(("1", "2")), deck, rulings)[0], 0
    seats = tuple((str(seat), name) for seat, name in enumerate(sheet.names))
    who = Row("who", asked.say("who-asks"), "one", seats, start="0")
    seat = min(int(asked.one(who)), len(seats) - 1)
    floor = standing(deck, sheet, rulings).floors[seat]
    bag = bags_of(sheet, deck, rulings)[seat]
    # Who is asked whether to go on has drawn already: red cubes stay on the sheet, the others go back first.
    return (who,), acted_again(deck, rulings, bag) if bag.drawn.number else bag, min(floor, GOAL - 1)


def _draw(asked: Asked) -> Answer:
    told = {row.name: int(asked.one(row)) for row in _draw_rows(asked)}
    clear, yellow, red = (told[f"bag-{letter}"] for letter in "TYR")
    out, gained, floor = told["out"], told["gained"], told["floor"]
    bag = Cubes(clear, yellow, red)
    if not bag.number:
        return Answer(asked.say("bag-empty"), NO, ("fuji99.act.bag-never-short",))
    if floor + gained >= GOAL:
        return Answer(asked.say("at-goal", goal=GOAL), YES, ("fuji99.end.reach-ninety-nine",))
    found = advice(bag, out=out, gained=gained, ahead=GOAL - floor)
    common = words_of(asked).common
    rows = tuple(
        (
            str(one.number),
            f"{one.bust} ({decimal(100 * float(one.bust), 1, common)} %)",
            decimal(one.floors, 2, common),
        )
        for one in found.every
    )
    best = next(at for at, one in enumerate(found.every) if one.number == found.best)
    floors = decimal(found.floors, 2, common)
    text = asked.say("draw", n=found.best, floors=floors) if found.draws else asked.say("stop", n=gained)
    return Answer(
        text,
        YES if found.draws else IF,
        ("fuji99.act.choose-number", "fuji99.danger.three-red", "fuji99.determination.choice"),
        (),
        (asked.say("col-draw"), asked.say("col-lost"), asked.say("col-floors")),
        rows,
        best,
        common("advise.fuji99-assumes"),
    )


# ------------------------------------------------------------------ what do Danger and Crisis ask?


def _danger_rows(asked: Asked) -> Sequence[Row]:
    return (
        Row("sheet", asked.say("red-sheet"), "one", chips(range(DANGER)), start="0"),
        Row("drawn", asked.say("red-drawn"), "one", chips(range(FIRST_BAG.red + 2)), start="0"),
        Row(
            "facing",
            asked.say("facing"),
            "one",
            chips(range(DANGER + 1)),
            start="0",
            hint=asked.say("facing-hint"),
        ),
        Row(
            "value",
            asked.say("hand-value"),
            "number",
            chips(HAND_VALUES),
            high=99,
            hint=asked.say("hand-value-hint"),
        ),
    )


def _danger(asked: Asked) -> Answer:
    sheet, drawn, facing, value = _danger_rows(asked)
    deck, rulings = deck_of(asked), rulings_of(asked.decided)
    count = (int(asked.one(one)) for one in (sheet, drawn, facing))
    reds = dict(zip(("sheet", "drawn", "facing"), count, strict=True))
    events = danger_of(deck, rulings, **reds)
    if events:
        text = asked.say("danger-lost", n=dict(events[0].data)["count"])
        return Answer(
            text, NO, (events[0].rule,), ((asked.say("danger-keeps"), "fuji99.danger.keeps-cards"),)
        )
    safe = (asked.say("danger-safe", n=sum(reds.values()), most=DANGER), "fuji99.danger.count")
    held = asked.one(value)
    if not held:
        return Answer(asked.say("danger-go-on"), YES, ("fuji99.danger.three-red",), (safe,))
    events = crisis_of(deck, rulings, int(held))
    if events:
        text = asked.say("crisis-lost", n=dict(events[0].data)["value"])
        return Answer(text, NO, (events[0].rule,), (safe,))
    calm = (asked.say("crisis-safe", n=int(held), most=CRISIS), "fuji99.crisis.seven")
    return Answer(asked.say("both-go-on"), YES, ("fuji99.determination.choice",), (safe, calm))


FUJI_99_DESK: Desk = {
    "draw": Tool(GAME, _draw_rows, _draw, waits=True),
    "danger": Tool(GAME, _danger_rows, _danger),
}
