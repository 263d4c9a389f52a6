"""A whole game on its page, played by taps: who sits there does what a heuristic bot would, by what the page offers.

The page's own save says how the game stands; a game beside it follows that save, and a bot that sees what this seat may
see says what it would do. Everything else is taps on what stands on the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.bots import Bot, chance_of
from fujikoro_nb.bots.table import seated_bot
from fujikoro_nb.content import empty_pack
from fujikoro_nb.engine.fujikoro.asked.fight import Share
from fujikoro_nb.engine.fujikoro.asked.game import ArrangeWeapon
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import Offer, Parcel
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Seat
from fujikoro_nb.engine.kernel.save import SavedEntry
from fujikoro_nb.play.seats import GameSession, Table, begin, dealt, opened, seated
from fujikoro_nb.widgets.fight.play import unpacked
from tests.browser.game_pages import at, kind_of, moved_on

SAVED = """async ([from, length]) => {
  const text = localStorage.getItem("fujikoro-game") ?? "";
  if (!text || text === window.fkReadSave) return null;
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { entries = [] } = await new Response(stream).json();
  if (entries.length !== length) return null;
  window.fkReadSave = text;
  return JSON.stringify(entries.slice(from));
}"""
"""JavaScript: what the browser keeps beyond so many answers, once it is as long as the game."""

LYING = """(kind) => [...document.querySelectorAll(`.fk-do-body [data-board=${kind}] [role=gridcell]`)]
  .map((one) => [one, one.querySelector("use")])
  .filter(([, cube]) => cube.style.display !== "none")
  .map(([{ dataset }, cube]) => [Number(dataset.column), Number(dataset.row), cube.getAttribute("href").at(-1)])
  .sort(([c, r], [d, s]) => c - d || r - s)"""
"""JavaScript: the cubes on the crafting board, by column and row."""
LIES = f"([kind, told]) => JSON.stringify(({LYING})(kind)) === JSON.stringify(told)"
"""JavaScript: whether these lie there."""


@dataclass
class Tapped:
    """What was tapped: how many answers of each kind, and what a page did not offer as the bot had it."""

    kinds: dict[str, int] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(self.kinds.values())


class Player:
    """Somebody at the page of a game that has begun: answers by taps, for every seat that no bot has."""

    def __init__(self, tab: Page, *, seed: int | str) -> None:
        self.tab, self._seed = tab, seed
        self._tap: Callable[[Locator], None] = _touch if tab.evaluate("navigator.maxTouchPoints") else _click
        self.told = Tapped()
        self.session, self._table = self._first()
        self._bots: dict[int, Bot] = {}

    def _first(self) -> tuple[GameSession, Any]:
        length = at(self.tab)
        self.tab.wait_for_function(SAVED, arg=[0, length])
        return opened(unpacked(self.tab.evaluate("localStorage.getItem('fujikoro-game')")))

    def catch_up(self) -> None:
        """Follow the page to where it stands."""
        here, there = len(self.session.lines), at(self.tab)
        if here == there:
            return
        text = self.tab.wait_for_function(SAVED, arg=[here, there]).json_value()
        assert self.session.follow(msgspec.json.decode(text, type=list[SavedEntry])), (
            "the page plays by the rules"
        )

    def wish(self) -> Answer:
        """What a heuristic bot in the asked seat would answer."""
        question = self.session.question
        assert question is not None, "somebody is asked"
        seat = question.seat
        bot = self._bots.setdefault(seat, seated_bot("heuristic", chance_of(self._seed, seat)))
        return bot.choose(GAME, self.session.view_for(seat), question).answer

    def play(
        self, *, most: int = 3000, see: Callable[[Player, str], None] = lambda player, kind: None
    ) -> Tapped:
        """Tap to the end of the game; ``see`` looks at each question before it is answered."""
        while (kind := kind_of(self.tab)) != "over":
            self.catch_up()
            see(self, kind)
            self.answer(kind)
            self.told.kinds[kind] = self.told.kinds.get(kind, 0) + 1
            assert self.told.count < most
        self.catch_up()
        return self.told

    # ---- one answer

    def answer(self, kind: str) -> None:
        """What a bot would answer, by taps."""
        tab, was, wish = self.tab, at(self.tab), self.wish()
        text = print_game_answer(wish)
        self.told.texts.append(text)
        body = self._to_answers()
        match wish:
            case ArrangeWeapon(layout=layout):
                self._lay(layout, GearKind.WEAPON, is_first=True)
                self.tap(body.locator("[data-key=bench-done]"))
            case CraftGear():
                self._craft(wish)
            case Share(teeth=teeth) if body.locator("[data-part=share-teeth]").count():
                self._share(teeth)
            case Offer():
                self._offer(wish)
            case _:
                self._give(kind, text)
        moved_on(tab, was)

    def _give(self, kind: str, text: str) -> None:
        body = self.tab.locator(".fk-do-body")
        verb, *words = text.split(" ")
        if verb == "craft-nothing":
            self.tap(body.locator("[data-key=nothing]"))
        elif verb == "attack":
            self._attack(words[0], words[1])
        elif verb in ("lose", "repair", "pay"):
            self._cubes(words)
        elif verb == "hear":
            self._open(body.locator(f"[data-key=trade-{words[0]}]"))
            self.tap(body.locator(f"[data-key=hear-{words[0]}]"))
        elif kind == "walk" and verb == "walk":
            self._walk(text)
        else:
            self._row(text)

    def _row(self, text: str) -> None:
        body = self.tab.locator(".fk-do-body")
        row = body.locator(f"[data-key={quoted(f'row-{text}')}], [data-key={quoted(text)}]")
        more = body.locator("[data-key=more]")
        if not row.count() and more.count():
            self.tap(more)
            row.wait_for(state="attached")
        if not row.is_visible():
            self._open(row.locator("xpath=ancestor::details/summary"))
        is_chosen_first = row.get_attribute("aria-pressed") is not None
        self.tap(row)
        if is_chosen_first:
            self.tap(body.locator("[data-key=answer]"))

    def _walk(self, text: str) -> None:
        body, end = self.tab.locator(".fk-do-body"), text.split(" ")[-1]
        row = body.locator(f"[data-key={quoted(f'row-{text}')}]")
        if not row.count():
            row = body.locator(f"[data-key^='row-walk'][data-key$=' {end}']")
        self.tap(row.first)
        body.locator("[data-key=answer]").wait_for()
        if row.get_attribute("data-key") != f"row-{text}":
            self._open(body.locator("[data-key=other-ways]"))
            way = body.locator(f"[data-key={quoted(f'way-{text}')}]")
            self.tap(way)
            expect(way).to_have_attribute("aria-pressed", "true")
        self.tap(body.locator("[data-key=answer]"))

    def _attack(self, part: str, dice: str) -> None:
        body = self.tab.locator(".fk-do-body")
        weapon = body.locator(f"[data-key=part-{part}]")
        if weapon.count():
            self.tap(weapon)
        for letter in "WMTG":
            fewer = body.locator(f"[data-key='{letter}-1']")
            if not fewer.count():
                continue
            shown = fewer.locator("xpath=..").locator("b.num")
            while (now := int(shown.inner_text())) != dice.count(letter):
                self.tap(body.locator(f"[data-key='{letter}{1 if now < dice.count(letter) else -1}']"))
        self.tap(body.locator("[data-key=answer]"))

    def _cubes(self, words: list[str]) -> None:
        body = self.tab.locator(".fk-do-body")
        for cell in words:
            if cell == "+G":
                self.tap(body.locator("[data-key=green]"))
            elif cell != "-":
                self.tap(body.locator(f"[data-cell='{cell}']"))
        self.tap(body.locator("[data-key=answer]"))

    def _share(self, teeth: tuple[int, ...]) -> None:
        part = self.tab.locator("[data-part=share-teeth]")
        more = part.locator("[data-key$=-more]")
        for person, count in enumerate(teeth):
            for _ in range(count):
                self.tap(more.nth(person))
        self.tap(part.locator("[data-key=share-send]"))

    def _offer(self, wish: Offer) -> None:
        body = self.tab.locator(".fk-do-body")
        self._open(body.locator(f"[data-key=trade-{wish.to}]"))
        for side, parcel in (("gives", wish.gives), ("takes", wish.takes)):
            for what, count in _counted(parcel):
                for _ in range(count):
                    self.tap(body.locator(f"[data-key={quoted(f'{wish.to}-{side}-{what}-more')}]"))
        for name in wish.replaces:
            self.tap(body.locator(f"[data-key={quoted(f'{wish.to}-replaces-{name}')}]"))
        self.tap(body.locator(f"[data-key=offer-{wish.to}]"))

    # ---- on the bench

    def _craft(self, wish: CraftGear) -> None:
        body = self.tab.locator(".fk-do-body")
        self.tap(body.locator(f"[data-key=kind-{wish.kind}]"))
        self.tab.wait_for_selector(f".fk-do-body [data-key=kind-{wish.kind}][aria-pressed=true]")
        self._lay(wish.layout, wish.kind)
        if wish.wasted is not None:
            waste = body.locator(f"[data-key=waste-{wish.wasted}]")
            if waste.count() and waste.get_attribute("aria-pressed") != "true":
                self.tap(waste)
                self.tab.wait_for_selector(f".fk-do-body [data-key=waste-{wish.wasted}][aria-pressed=true]")
        self.tap(body.locator("[data-key=bench-done]"))

    def _lay(self, layout: Layout, kind: GearKind, *, is_first: bool = False) -> None:
        """Lay this on the board: first take off what lies otherwise, then each material."""
        wanted = _laid(layout)
        lies = self._lying(kind, is_first=is_first)
        wrong = [cell for cell, letter in lies.items() if wanted.get(cell) != letter]
        self._paint(kind, ".", wrong)
        for letter in "WMT":
            self._paint(
                kind,
                letter,
                [cell for cell, one in wanted.items() if one == letter and lies.get(cell) != letter],
            )

    def _lying(self, kind: GearKind, *, is_first: bool) -> dict[tuple[int, int], str]:
        """What lies there before anything is changed; the board is drawn a moment after the question."""
        question = self.session.question
        assert question is not None, "somebody crafts"
        if is_first:  # a weapon is laid out already
            self.tab.wait_for_selector(".fk-do-body [data-key=bench-done]:enabled")
            return {(column, row): letter for column, row, letter in self.tab.evaluate(LYING, str(kind))}
        lies = _laid(self.session.state.boards[question.seat].gear.layout(kind))
        told = sorted([column, row, letter] for (column, row), letter in lies.items())
        self.tab.wait_for_function(LIES, arg=[str(kind), told])
        return lies

    def _paint(self, kind: GearKind, letter: str, cells: list[tuple[int, int]]) -> None:
        if not cells:
            return
        body = self.tab.locator(".fk-do-body")
        material = body.locator(f"[role=radio][data-material='{letter}']")
        if material.get_attribute("aria-checked") != "true":
            self.tap(material)
            self.tab.wait_for_selector(
                f".fk-do-body [role=radio][data-material='{letter}'][aria-checked=true]"
            )
        for column, row in cells:
            self.tap(body.locator(f"[data-board={kind}] [data-column='{column}'][data-row='{row}']"))

    # ---- fingers

    def tap(self, what: Locator) -> None:
        """A tap on what stands there; the page scrolls to it, as a person would."""
        self._tap(what)

    def _to_answers(self) -> Locator:
        """The answers, which a phone has behind a tab."""
        body = self.tab.locator(".fk-do-body")
        if not body.is_visible():
            self.tap(
                self.tab.locator(".fk-ask [data-key=to-answers], .fk-foot-tabs [data-tab=do]")
                .locator("visible=true")
                .last
            )
        return body

    def _open(self, summary: Locator) -> None:
        if not summary.evaluate("one => one.parentElement.open"):
            self.tap(summary)


def quoted(text: str) -> str:
    """As a value of an attribute in a selector."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _laid(layout: Layout) -> dict[tuple[int, int], str]:
    """Which cube lies in which column and row."""
    planes = (("W", layout.wood), ("M", layout.metal), ("T", layout.tooth))
    return {column_row(cell): letter for letter, plane in planes for cell in cells_of(plane)}


def _counted(parcel: Parcel) -> list[tuple[str, int]]:
    cubes = [("W", parcel.cubes.wood), ("M", parcel.cubes.metal), ("T", parcel.cubes.tooth)]
    discs = [(f"disc:{name}", parcel.discs.count(name)) for name in dict.fromkeys(parcel.discs)]
    return [*cubes, *discs, *((f"scroll:{name}", 1) for name in parcel.scrolls)]


def _touch(what: Locator) -> None:
    what.tap()


def _click(what: Locator) -> None:
    what.click()


@dataclass(frozen=True)
class Told:
    """One game: what is chosen on the start panel, and events that make it worth looking at."""

    scenario: int
    mode: str
    players: int
    seed: str
    events: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return f"{self.scenario}-{self.mode}"


def begin_scenario(tab: Page, game: Told) -> None:
    """From the start panel on, by taps: a person, and bots beside."""

    def tap(key: str) -> None:
        tab.locator(f"[data-key='{key}']").tap()

    tap(f"mode-{game.mode}")
    if game.players != tab.locator(".fk-seat-row").count():
        tap(f"count-{game.players}")
    tap("scenario")
    tap(f"scenario-{game.scenario}")
    for seat in range(1, game.players):
        tab.locator(f"[data-key=player-{seat}]").select_option("heuristic")
    tab.locator("[data-key=seed]").fill(game.seed)
    tap("begin")


def before_the_end(game: Told, *, answers: int) -> GameSession:
    """The same game, so many answers of its person before its end, played by bots until there."""
    whole = _played(game, most=None)
    return _played(game, most=whole[1] - answers)[0]


def _played(game: Told, *, most: int | None) -> tuple[GameSession, int]:
    players = ("person", *["heuristic"] * (game.players - 1))
    names = [f"Player {seat + 1}" for seat in range(game.players)]
    table = Table(seated(names, players, SCROLL_COLOURS[: game.players]), game.seed)
    session = begin(table, owned=empty_pack("nothing", "owner"), mode=game.mode, scenario=game.scenario)
    bots = [seated_bot("heuristic", chance_of(game.seed, Seat(seat))) for seat in range(game.players)]
    given = 0
    while (question := dealt(session, table).question) is not None and given != most:
        choice = bots[question.seat].choose(GAME, session.view_for(question.seat), question)
        given += not table.asks_bot(question)
        session.play(choice.answer)
    return session, given
