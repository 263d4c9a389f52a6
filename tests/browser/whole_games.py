"""Whole games by taps: what a bot answers is tapped on the page, from the start panel to the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.bots import bots_of, play_out
from fujikoro_nb.engine.fujikoro.asked.fight import Share, StowThings
from fujikoro_nb.engine.fujikoro.asked.game import ArrangeWeapon, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import Hear, Offer, Parcel
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftNothing
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.kernel import CHANCE, Answer
from fujikoro_nb.play.seats import GameSession, new_game
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.words import Words, capital
from tests.browser.game_pages import READ

NAMES = ("Takeko", "Tomoe", "Yoshihiro")
CUBES = ("lose-cubes", "repair", "pay-damage", "pay-lava", "pay-eruption")
"""Questions that are answered by tapping cubes of one's gear."""
MOST_TRIES = 5
LAID = """() => [...document.querySelectorAll(".fk-do-body [role=gridcell]")]
  .filter((one) => one.checkVisibility() && one.querySelector("use").style.display !== "none")
  .map((one) => [...["column", "row"].map((at) => Number(one.dataset[at])),
    one.querySelector("use").href.baseVal.slice(-1)])"""
WORDS = Words(NAMES, partial(say, language="en"), "en")


class Given(NamedTuple):
    """An answer that somebody has to give: when, to which question."""

    at: int
    kind: str
    answer: Answer


def bots_game(seed: int, *, players: int) -> GameSession:
    """The game of this seed as heuristic bots play it, alone or together, to its end."""
    mode = "solo" if players == 1 else "coop"
    session = new_game(seats=NAMES[:players], seed=seed, mode=mode)
    play_out(session, bots_of(["heuristic"], players=players, seed=seed))
    return session


def given(session: GameSession) -> Iterator[Given]:
    """What people answered in it, one after the other."""
    for at, line in enumerate(session.lines):
        if not line.entry.automatic and line.entry.seat != CHANCE:
            yield Given(at, line.question.kind, line.entry.answer)


def begun(tab: Page, seed: int, *, players: int) -> None:
    """Begin this very game from the start panel."""
    tab.locator(f"[data-key=mode-{'solo' if players == 1 else 'coop'}]").tap()
    tab.locator(f"[data-key=count-{players}]").tap()
    for seat in range(players):
        tab.locator(f"[data-key=name-{seat}]").fill(NAMES[seat])
        tab.locator(f"[data-key=player-{seat}]").select_option("person")
    tab.locator("[data-key=seed]").fill(str(seed))
    tab.locator("[data-key=begin]").tap()


def cubes_of(laid: Mapping[tuple[int, int], str]) -> Cubes:
    """What lies on a board."""
    return Cubes.parse("".join(laid.values()))


def keyed(inside: Page | Locator, key: str) -> Locator:
    """What has this key."""
    return inside.locator(f"[data-key={json.dumps(key)}]")


class Taps:
    """Gives answers on a game's page by taps on what stands there."""

    def __init__(self, tab: Page) -> None:
        self._tab = tab
        self._body = tab.locator(".fk-do-body")

    def give(self, one: Given) -> None:
        """Wait for this question, answer it, wait until the answer has come in."""
        tab = self._tab
        asked = f"[data-asked={one.kind}][data-at='{one.at}']"
        tab.wait_for_selector(f".fk-game[data-busy=false]{asked}{READ}", state="attached")
        if tab.locator(".fk-foot-tabs [data-tab=do][aria-selected=false]").count():
            tab.locator(".fk-foot-tabs [data-tab=do]").tap()
        self._answer(one)
        tab.wait_for_function("(n) => Number(document.querySelector('.fk-game').dataset.at) > n", arg=one.at)

    def _answer(self, one: Given) -> None:
        text = print_game_answer(one.answer)
        match one.answer:
            case CraftNothing():
                keyed(self._body, "nothing").tap()
            case CraftGear() as craft:
                self._craft(craft)
            case ArrangeWeapon(layout=layout):
                self._lay(layout)
                keyed(self._body, "bench-done").tap()
            case Offer() as offer:
                self._offer(offer)
            case Hear(seat=seat):
                self._opened_trade(int(seat))
                keyed(self._body, f"hear-{seat}").tap()
            case Share(teeth=teeth) if self._body.locator("[data-part=share-teeth]").count():
                self._share(teeth)
            case _ if one.kind == "roll-dice":
                self._attack(text)
            case _ if one.kind in CUBES:
                self._cubes(text)
            case _ if one.kind == "stow":
                self._stow(text)
            case Walk() as walk:
                self._walk(walk, text)
            case _:
                self._row(text)

    # ---- rows

    def _row(self, text: str) -> None:
        row = keyed(self._body, f"row-{text}")
        while not row.count() and (more := keyed(self._body, "more")).count():
            more.tap()
        is_looked_at = row.get_attribute("aria-pressed") is not None
        row.tap()
        if is_looked_at:
            keyed(self._body, "answer").tap()

    def _walk(self, walk: Walk, text: str) -> None:
        """By the row of this way, or of another one to the same space and its other ways."""
        row = keyed(self._body, f"row-{text}")
        if row.count():
            self._row(text)
            return
        to = walk.path[-1]
        self._body.locator(f"[data-key^='row-walk '][data-key$=' {to}'], [data-key='row-walk {to}']").tap()
        keyed(self._body, "other-ways").tap()
        keyed(self._body, f"way-{text}").tap()
        keyed(self._body, "answer").tap()

    def _stow(self, text: str) -> None:
        choice = keyed(self._body, text)
        if not choice.is_visible():
            self._body.locator("summary.btn").tap()
        choice.tap()

    # ---- cubes and dice

    def _cubes(self, text: str) -> None:
        for word in text.split()[1:]:
            if word == "+G":
                keyed(self._body, "green").tap()
            elif word != "-":
                self._body.locator(f"[data-cell='{word}']").tap()
        keyed(self._body, "answer").tap()

    def _attack(self, text: str) -> None:
        _, part, dice = text.split()
        radio = keyed(self._body, f"part-{part}")
        if radio.count():
            radio.tap()
        for letter in "WMTG":
            fewer, more = keyed(self._body, f"{letter}-1"), keyed(self._body, f"{letter}1")
            if fewer.count():
                now = int(fewer.locator("xpath=..").locator("b.num").inner_text())
                for _ in range(abs(dice.count(letter) - now)):
                    (more if dice.count(letter) > now else fewer).tap()
        keyed(self._body, "answer").tap()

    # ---- the bench

    def _craft(self, craft: CraftGear) -> None:
        kind = keyed(self._body, f"kind-{craft.kind}")
        kind.tap()
        expect(kind).to_have_attribute("aria-pressed", "true")  # the board came with it
        expect(self._body.locator(f"svg[data-board={craft.kind}]")).to_be_visible()
        before, after = cubes_of(self._laid()), craft.layout.cubes
        self._lay(craft.layout)
        if craft.magic_at is not None:
            self._magic(*column_row(craft.magic_at))
        moved = {"into": after.surplus_over(before), "out": before.surplus_over(after)}
        told = {way: WORDS.cubes(cubes) for way, cubes in moved.items()}
        expect(self._body.locator(".fk-bench-said")).to_have_text(WORDS.say("game-page.bench-moves", **told))
        if craft.wasted is not None:
            chip = keyed(self._body, f"waste-{craft.wasted}")
            if chip.get_attribute("aria-pressed") != "true":
                chip.tap()
                expect(chip).to_have_attribute("aria-pressed", "true")
        stows = keyed(self._body, "stow-after")
        if stows.count():
            stows.select_option(label=capital(WORDS.answer(StowThings(craft.backpack, craft.thrown))))
        done = keyed(self._body, "bench-done")
        expect(done).to_be_enabled()
        done.tap()

    def _laid(self) -> dict[tuple[int, int], str]:
        """Letters of the cubes on the board that is open, by column and row."""
        return {(column, row): letter for column, row, letter in self._tab.evaluate(LAID)}

    def _lay(self, layout: Layout) -> None:
        """Take off what does not stay, lay what is missing; what a tap has missed is seen and tapped again."""
        planes = (("W", layout.wood), ("M", layout.metal), ("T", layout.tooth))
        wanted = {column_row(cell): letter for letter, plane in planes for cell in cells_of(plane)}
        for _ in range(MOST_TRIES):
            laid = self._laid()
            if laid == wanted:
                return
            self._paint(".", [at for at, letter in laid.items() if wanted.get(at) != letter])
            missing = [at for at, letter in wanted.items() if laid.get(at) != letter]
            for letter, _ in planes:
                self._paint(letter, [at for at in missing if wanted[at] == letter])
        raise AssertionError(f"{self._laid()} lies there, and not {wanted}")

    def _paint(self, material: str, cells: list[tuple[int, int]]) -> None:
        """One cell after the other: a sentence above the board may grow and move it under a finger."""
        if not cells:
            return
        self._body.locator(f"[role=radio][data-material='{material}']").tap()
        for at in cells:
            self._cell(*at).tap()
            expect(self._body.locator(".fk-cell.is-pending:visible")).to_have_count(0)

    def _cell(self, column: int, row: int) -> Locator:
        return self._body.locator(f"[role=gridcell][data-column='{column}'][data-row='{row}']:visible")

    def _magic(self, column: int, row: int) -> None:
        cell = self._cell(column, row)
        if not cell.locator("use[href='#fk-cube-G']").is_visible():
            self._paint("G", [(column, row)])

    # ---- what a group does

    def _share(self, teeth: tuple[int, ...]) -> None:
        more = self._body.locator("[data-part=share-teeth] [data-key$=-more]")
        for index, count in enumerate(teeth):
            for _ in range(count):
                more.nth(index).tap()
        keyed(self._body, "share-send").tap()

    def _opened_trade(self, seat: int) -> None:
        summary = keyed(self._body, f"trade-{seat}")
        if not summary.evaluate("(one) => one.parentElement.open"):
            summary.tap()

    def _offer(self, offer: Offer) -> None:
        self._opened_trade(int(offer.to))
        for side, parcel in (("gives", offer.gives), ("takes", offer.takes)):
            for what, count in in_parcel(parcel):
                for _ in range(count):
                    keyed(self._body, f"{offer.to}-{side}-{what}-more").tap()
        for scroll in offer.replaces:
            keyed(self._body, f"{offer.to}-replaces-{scroll}").tap()
        keyed(self._body, f"offer-{offer.to}").tap()


def in_parcel(parcel: Parcel) -> Iterator[tuple[str, int]]:
    """What a parcel holds, as the page's steppers call it, and how many of each."""
    cubes = parcel.cubes
    yield from (("W", cubes.wood), ("M", cubes.metal), ("T", cubes.tooth))
    for disc in sorted(set(parcel.discs)):
        yield f"disc:{disc}", parcel.discs.count(disc)
    yield from ((f"scroll:{one}", 1) for one in parcel.scrolls)


def play_whole(
    tab: Page, session: GameSession, *, before: Callable[[Given], None] = lambda _: None
) -> dict[str, int]:
    """Tap every answer of this game to its end; how often each question was asked. ``before`` looks at each."""
    taps, counts = Taps(tab), dict[str, int]()
    for one in given(session):
        before(one)
        taps.give(one)
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return counts
