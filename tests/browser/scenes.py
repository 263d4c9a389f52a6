"""Every page of ours in a state that has much on it: long names, an evening in its last rounds, one that is over."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from playwright.sync_api import Page, expect

from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.helper.evening.changes import add_points, new_evening, next_turn, set_turn
from fujikoro_nb.helper.evening.history import Evenings, past
from fujikoro_nb.helper.evening.leaving import finish, leave, lose_life
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.seats.acts import Asked
from fujikoro_nb.helper.stored import first_table, write_table
from fujikoro_nb.play.seat_table import Asking, SeatTable
from fujikoro_nb.store import Store
from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.tables import GAME
from tests.play.seats_at_a_table import asked, new_table
from tests.serve.readers import evenings

GEAR = "weapon=WWMM.:.../..MT.:...&helmet=WMT/MW&sandals=T./M.&unlocked=1&dragon=9/6/3"
DRAGONS = "mode=coop&players=4&dragons=red.II-3.walks,green.II-4.awake,0.I-4,1.II-1,rest.open"
ILLEGAL = "weapon=WWMMM:.../MMMM.:...&unlocked=1"
NAMES = ("Maximilian-Alexander", "Ben", "W" * 24, "Anne-Sophie de la Roche")
COLOURS = ("red", "blue", "green", "purple")
PEOPLE = [Person(name, colour) for name, colour in zip(NAMES, COLOURS, strict=True)]


def over() -> Evening:
    """A game that two of four left by their palaces, and that is over."""
    now = new_evening(PEOPLE)
    for _ in range(2):
        now = add_points(now, [0, 1], 15, "dragon").evening
    now = add_points(now, [2], 2, "exploration").evening
    while now.steps_taken < 6:
        now = next_turn(now).evening
    now = leave(leave(now, 1, "big").evening, 0, "small").evening
    while now.phase != "over":
        now = next_turn(now).evening
    return now


def together() -> Evening:
    """A co-op game of four in a late round; one of them has a single life."""
    return lose_life(set_turn(new_evening(PEOPLE, mode="coop"), seat=2, number=19).evening, 1).evening


EVENINGS: dict[str, Callable[[], Evening]] = {
    "": lambda: evenings.evening(NAMES),
    "over": over,
    "coop": together,
    "scenario": lambda: new_evening(PEOPLE, scenario=4),
}


@dataclass
class Place:
    """A server with tables that the tests made."""

    server: Server
    store: Store

    def table(self, evening: Evening) -> SeatTable:
        """One more table with this evening; the second and third of its people have entered gear."""
        table = new_table(self.store, evening)
        for seat, cells in ((1, [[1, 1], [2, 1], [3, 1]]), (2, [[2, 3], [3, 3], [3, 4], [4, 4]])):
            key = table.take(seat, Asking()).key
            table.write(_paint(seat, cells), key)
        return table


def _paint(seat: int, cells: list[list[int]]) -> Asked:
    return asked(seat, "paint", name="painted-01", kind="weapon", material="M", cells=cells)


class Scene(NamedTuple):
    """A page of the helper, what stands behind # in its address, its evening, and what is tapped there."""

    page: str
    link: str = ""
    evening: str = ""
    then: Callable[[Page], None] = lambda _: None


def _tap(*wanted: str) -> Callable[[Page], None]:
    def then(tab: Page) -> None:
        for one in wanted:
            tab.locator(one).locator("visible=true").first.click()

    return then


def _asks(tool: str) -> Callable[[Page], None]:
    """A question of the small games, once it is in front."""

    def then(tab: Page) -> None:
        button = tab.locator(f".fk-desk [data-key=tool-{tool}]")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(tab.locator(".fk-desk [aria-busy=true]")).to_have_count(0)

    return then


def _share(tab: Page) -> None:
    tab.locator("[data-key=share]").click()
    expect(tab.locator("[data-key=seats-link]")).to_be_visible()


def _stop(name: str) -> Callable[[Page], None]:
    def then(tab: Page) -> None:
        tab.locator(f".fk-box [data-key=go-{name}]").click()
        expect(tab.locator(".fk-box [data-part=fit]")).to_be_visible()

    return then


def _rolled(tab: Page) -> None:
    tab.locator("[data-key=begin]").click()
    tab.wait_for_selector(".fk-fight[data-tab=play]:not([data-asked=''])")


STOPS = ("countdown", "coop-board", "makai", "fuji99")
HELPER: dict[str, Scene] = {
    "home": Scene("home"),
    "rules": Scene("rules"),
    "rules-asked": Scene("rules", "ask=tooth"),
    "rules-card": Scene("rules", "rule=combat.helmet.absorb"),
    "rules-differ": Scene("rules", "at=disagreements"),
    "gear": Scene("gear", GEAR),
    "gear-illegal": Scene("gear", ILLEGAL),
    "fight": Scene("fight", GEAR),
    "fight-rolled": Scene("fight", GEAR, then=_rolled),
    "setup": Scene("setup"),
    "setup-scenario": Scene("setup", evening="scenario"),
    "score": Scene("score", then=_tap("[data-key=open-1]")),
    "score-coop": Scene("score", evening="coop", then=_tap("[data-key=open-1]")),
    "ending": Scene("score", evening="over"),
    "history": Scene("score", evening="over", then=_tap("[data-key=past]")),
    "log": Scene("log", then=_tap(".fk-log-title")),
    "map": Scene("map"),
    "now": Scene("now"),
    "escape": Scene("escape"),
    "table": Scene("table", then=_share),
    "learn": Scene("learn"),
    "dragons": Scene("dragons", DRAGONS, evening="coop"),
    "small": Scene("small"),
    **{
        f"small-{tool}": Scene("small", then=_asks(tool))
        for tool in (
            "match",
            "back",
            "paid",
            "draw",
            "danger",
            "gold",
            "makai-seen",
            "floors",
            "bag",
            "fuji-seen",
        )
    },
    "box": Scene("box"),
    **{f"box-{name}": Scene("box", then=_stop(name)) for name in STOPS},
}
DRAWN_WHEN = {
    "gear": ".fk-grid .verdict",
    "fight": ".fk-fight[data-dice]",
    "map": ".fk-map[data-points='259']",
    "dragons": ".fk-lairs [data-verdict]",
    "setup": ".fk-setup-step",
    "score": ".fk-score-row",
    "small": ".fk-desk [data-part=line]",
    "log": ".fk-log",
    "table": ".fk-share",
    "box": ".fk-box [data-part=fit]",
}
KEPT = """(text) => { for (const place of [localStorage, sessionStorage]) place.setItem("fujikoro-evening", text); }"""


def helper(visit: Visit, place: Place, language: str, scene: Scene) -> None:
    """A page of the helper with an evening that this browser has kept."""
    kept = write_table(first_table(EVENINGS[scene.evening]()))
    visit.tab.add_init_script(f"({KEPT})({json.dumps(kept)})")
    parts = "&".join(filter(None, (f"page={scene.page}" if scene.page != "home" else "", scene.link)))
    tab = visit.open(f"{place.server.url}?lang={language}#{parts}")
    tab.wait_for_selector(f".fk-helper[data-opened=true][data-page={scene.page}]")
    if scene.page in DRAWN_WHEN:
        tab.locator(DRAWN_WHEN[scene.page]).first.wait_for()
    scene.then(tab)


def reader(visit: Visit, place: Place, language: str, evening: str, part: str) -> None:
    """A phone that looks on, at one of its parts."""
    code = place.table(EVENINGS[evening]()).table.code
    tab = visit.open(f"{place.server.url}table/{code}?lang={language}")
    tab.locator(f"[role=tab][data-tab={part}]").click()


def seat(visit: Visit, place: Place, language: str, evening: str, number: int | None = None) -> None:
    """A phone that has said whose it is, and asked whom to ask along; without a number one that has not yet."""
    code = place.table(EVENINGS[evening]()).table.code
    tab = visit.open(f"{place.server.url}table/{code}/seat?lang={language}")
    if number is None:
        tab.locator("[data-key=sit-1]").click()  # which another device holds
        tab.locator("[data-key=over-yes]").wait_for()
        return
    tab.locator(f"[data-key=sit-{number}]").click()
    tab.locator(".fk-board-weapon [role=gridcell]").first.wait_for()
    if evening:
        return
    for column in (1, 2, 3):
        tab.locator(f".fk-board-weapon [data-column='{column}'][data-row='2']").click()
    expect(tab.locator("[data-waits='0']")).to_be_visible()
    tab.locator("[data-key=fight-whom]").click()
    tab.locator("[data-key^=whom-]").first.wait_for()
    tab.locator(".fk-seat-sources summary").first.click()


def game_start(visit: Visit, place: Place, language: str) -> None:
    """The form that a whole game begins with."""
    tab = visit.open(f"{place.server.url}{GAME}?lang={language}")
    tab.wait_for_selector(".fk-game[data-ready=true]")


Show = Callable[[Visit, Place, str], None]


def _helper(name: str) -> Show:
    return lambda visit, place, language: helper(visit, place, language, HELPER[name])


SCENES: dict[str, Show] = {
    **{name: _helper(name) for name in HELPER},
    "reader-score": lambda *at: reader(*at, "", "score"),
    "reader-rulings": lambda *at: reader(*at, "", "rulings"),
    "reader-setup": lambda *at: reader(*at, "scenario", "setup"),
    "reader-ending": lambda *at: reader(*at, "over", "score"),
    "seat-who": lambda *at: seat(*at, ""),
    "seat": lambda *at: seat(*at, "", 3),
    "seat-coop": lambda *at: seat(*at, "coop", 0),
    "seat-over": lambda *at: seat(*at, "over", 0),
    "game-start": game_start,
}


def begin_history() -> None:
    """Evenings of before, on this machine."""
    kept = Evenings(data_folder())
    kept.keep(past(over(), ended="2026-11-21 21:31"))
    kept.keep(past(finish(together(), "lost").evening, ended="2026-11-14 22:00"))
