"""The setup of the two small games, which come in boxes of their own."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.helper.setup.choices import Table
from fujikoro_nb.helper.setup.numbers import number, number_for, numbers
from fujikoro_nb.helper.setup.step import Step, some


def makai_steps(table: Table) -> Iterator[Step]:
    """Makai Fuda (002:86-101)."""
    n, box = table.players, "makai.setup.components"
    cut = "makai.setup.three-player-removal"
    cards = number(cut, f"deck_{n}p")
    gone = number(box, "cards") - cards
    prizes = numbers(cut)[f"types_{n}p"]
    assert isinstance(prizes, tuple)
    left_out = number(box, "prize_cards") - len(prizes)
    yield Step(
        key="makai-cards-three" if gone else "makai-cards",
        symbol="s-card",
        rules=(cut,),
        data={"n": cards, "gone": gone},
        takes=some(makai_card=cards),
        aside=some(makai_card=gone),
    )
    yield Step(
        key="makai-prizes-three" if left_out else "makai-prizes",
        symbol="s-card",
        rules=("makai.setup.prize-row",),
        takes=some(makai_prize=len(prizes)),
        aside=some(makai_prize=left_out),
    )
    dice, chips = number(box, "dice"), number(box, "chips")
    takes = some(makai_die=dice, makai_chip=chips)
    yield Step(key="makai-stock", symbol="s-die", rules=(box,), takes=takes, notes=("gold",))
    yield Step(
        key="makai-breakdown",
        symbol="i-list",
        rules=("makai.setup.breakdown-public",),
        data={"n": n},
        takes=some(makai_breakdown=n),
        aside=some(makai_breakdown=number(box, "breakdown_cards") - n),
    )
    takes = some(makai_start=number(box, "start_player_card"))
    yield Step(key="makai-first", symbol="s-first", rules=("makai.setup.first-start-player",), takes=takes)


def fuji_99_steps(table: Table) -> Iterator[Step]:
    """Fuji 99 (003:43-51)."""
    n, box = table.players, "fuji99.setup.components"
    yield Step(key="fuji99-board", symbol="s-board", takes=some(fuji99_board=1))
    colours = numbers("fuji99.setup.colors")["colors"]
    assert isinstance(colours, tuple)
    yield Step(
        key="fuji99-colours",
        symbol="i-seat",
        rules=("fuji99.setup.colors", "fuji99.setup.unused-to-box"),
        takes=some(fuji99_sheet=n, fuji99_bag=n),
        aside=some(fuji99_sheet=len(colours) - n, fuji99_bag=number(box, "bags") - n),
    )
    yield Step(
        key="fuji99-start",
        symbol="s-disc",
        rules=("fuji99.setup.start-space", "fuji99.component.movement-name"),
        data={"start": number("fuji99.setup.start-space", "start")},
        takes=some(fuji99_token=n, fuji99_movement=number(box, "movement_token")),
        aside=some(fuji99_token=len(colours) - n),
    )
    yield from _cubes(table)
    deck = number("fuji99.setup.deck", "cards")
    takes = some(fuji99_card=deck)
    yield Step(
        key="fuji99-deck", symbol="s-card", rules=("fuji99.setup.deck",), data={"n": deck}, takes=takes
    )
    yield Step(
        key="fuji99-books",
        symbol="h-rule",
        rules=("fuji99.setup.story-book",),
        takes=some(fuji99_book=n),
        aside=some(fuji99_book=number("fuji99.setup.story-book", "books") - n),
        notes=("same-book",),
    )
    yield Step(key="fuji99-first", symbol="s-first", rules=("fuji99.setup.first-player",))


def _cubes(table: Table) -> Iterator[Step]:
    n, bags = table.players, "fuji99.setup.bag-contents"
    clear, yellow, red = number(bags, "transparent"), number(bags, "yellow"), table.red_cubes
    box = "fuji99.setup.components"
    yield Step(
        key="fuji99-bags",
        symbol="s-bag",
        rules=(bags,),
        data={"clear": clear, "yellow": yellow, "red": red},
        takes=some(fuji99_transparent=clear * n, fuji99_yellow=yellow * n, fuji99_red=red * n),
        aside=some(fuji99_red=number(box, "red") - red * n),
        notes=("red",),
    )
    pagoda = number_for("fuji99.setup.pagoda", n)
    takes = some(fuji99_transparent=pagoda)
    rules = ("fuji99.setup.pagoda",)
    yield Step(key="fuji99-pagoda", symbol="cube-any", rules=rules, data={"n": pagoda}, takes=takes)
    floors = numbers("fuji99.setup.milestone-yellow")["milestones"]
    assert isinstance(floors, tuple)
    there = number(box, "yellow") - yellow * n
    yield Step(
        key="fuji99-floors",
        symbol="cube-any",
        rules=("fuji99.setup.milestone-yellow", "fuji99.setup.unused-to-box"),
        data={"n": n, "first": floors[0], "second": floors[1]},
        takes=some(fuji99_yellow=n * len(floors)),
        aside=some(fuji99_yellow=there - n * len(floors)),
    )
