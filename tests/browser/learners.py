"""Who learns and solves in a Chromium: fights and walks, entered by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from math import dist

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.engine.fujikoro.board.geometry import place, space, spaces_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle
from fujikoro_nb.views.learn.turns_lesson import choices
from tests.browser.widget_pages import STILL

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
NARROW = {"viewport": {"width": 390, "height": 844}}
VERDICT = ".fk-feedback .verdict"


class Fighter:
    """Answers with the mouse."""

    page = "fk-lesson"

    def __init__(self, tab: Page) -> None:
        self.tab = tab

    def press(self, key: str) -> None:
        self.do(self.tab.locator(f'.{self.page} [data-key="{key}"]:visible').first)

    def do(self, what: Locator) -> None:
        what.click()

    def enter(self, text: str) -> None:
        """Cubes, dice, or one of the answers on offer."""
        verb, *words = text.split()
        if verb in ("lose", "repair", "pay"):
            for word in words:
                self.do(self.cube(word))
                expect(self.cube(word)).to_have_attribute("aria-checked", "true")
        elif verb == "attack" and "/" not in text:
            for count, colour in enumerate(words[1]):
                self.press(f"die-{colour}+")
                number = str(words[1][: count + 1].count(colour))
                step = self.tab.locator(f'.fk-fight-step:has([data-key="die-{colour}+"]) .num')
                expect(step).to_have_text(number)
        elif verb == "guess":
            self.press("guess1")
        else:
            self.press(f"option-{text}")
            option = self.tab.locator(f'[data-key="option-{text}"]')
            expect(option).to_have_attribute("aria-pressed", "true")

    def cube(self, key: str) -> Locator:
        return self.tab.locator(f'.fk-fight-task .fk-pick[data-cell="{key}"]')


class Finger(Fighter):
    """Answers with a finger."""

    def do(self, what: Locator) -> None:
        what.tap()


class Keys(Fighter):
    """Answers by keyboard alone: Tab, arrows, space, Enter."""

    def do(self, what: Locator) -> None:
        what.wait_for(state="visible")
        for _ in range(80):
            if what.evaluate("element => element === document.activeElement"):
                self.tab.keyboard.press("Enter")
                return
            if self._is_among_cubes(what):
                self._walk(what)
                continue
            self.tab.keyboard.press("Tab")
        pytest.fail("no way there by keys")

    def _is_among_cubes(self, what: Locator) -> bool:
        """On another cube of the board that the wanted one lies on."""
        return bool(
            what.evaluate(
                "one => one.matches('.fk-pick') && document.activeElement.matches('.fk-pick')"
                " && one.closest('svg') === document.activeElement.closest('svg')"
            )
        )

    def _walk(self, what: Locator) -> None:
        here, there = (
            [int(number) for number in place.split(",")]
            for place in what.evaluate("one => [document.activeElement.dataset.cell, one.dataset.cell]")
        )
        if here[0] != there[0]:
            self.tab.keyboard.press("ArrowRight" if there[0] > here[0] else "ArrowLeft")
        else:
            self.tab.keyboard.press("ArrowDown" if there[1] > here[1] else "ArrowUp")


class Walker(Fighter):
    """Taps the map with the mouse."""

    def enter_all(self, answers: Answers) -> None:
        for answer in answers:
            verb, *words = answer.split()
            if verb == "walk":
                self.choose(words[-1])
                self.go()
            elif verb == "place":
                self.choose_place(words[-1])
                self.go()
            elif verb == "turn":
                for _ in range(-int(words[0]) % 6):
                    self.press("turn-left")
                self.press("lay")
            elif verb not in ("move", "halt"):
                self.press(verb)

    def choose(self, name: str) -> None:
        """A space out of reach cannot be gone to: there the choice is already the answer."""
        x, y = self.pixel(name)
        self.at(x, y)
        expect(self.tab.locator(".fk-map")).to_have_attribute("data-confirmed", name)

    def choose_place(self, name: str) -> None:
        """The space of a place that is nearest to the middle of what is shown."""
        frame = self.tab.locator(".fk-map .mapbox").bounding_box()
        assert frame is not None
        middle = (frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
        every = [one.id for one in spaces_of(place(name).id)]
        self.choose(min(every, key=lambda one: dist(self.pixel(one), middle)))

    def at(self, x: float, y: float) -> None:
        self.tab.mouse.click(x, y)

    def pixel(self, name: str) -> tuple[float, float]:
        """The middle of a space's first hex on the screen."""
        self.tab.locator(".fk-map .mapbox").scroll_into_view_if_needed()
        x, y = space(name).hexes[0].point
        place = self.tab.evaluate(
            f"""async ([x, y]) => {{
              {STILL}
              return still(() => {{
                const plot = document.querySelector(".fk-map-plot"), frame = plot.getBoundingClientRect();
                const [[left, right], [bottom, top]] = [plot.layout.xaxis.range, plot.layout.yaxis.range];
                const along = (x - left) / (right - left), down = (top - y) / (top - bottom);
                return [frame.x + along * frame.width, frame.y + down * frame.height];
              }});
            }}""",
            [x, y],
        )
        return float(place[0]), float(place[1])

    def go(self) -> None:
        key = '[data-key="go-move"], [data-key="go-place"], [data-key="go-space"]'
        button = self.tab.locator(f":is({key}):not([disabled])")
        verdict = self.tab.locator(VERDICT)
        expect(button.or_(verdict).first).to_be_visible()
        if not verdict.count():
            self.do(button)


class Toucher(Walker, Finger):
    """Taps the map with a finger."""

    def at(self, x: float, y: float) -> None:
        self.tab.touchscreen.tap(x, y)


class Typist(Walker, Keys):
    """Uses the list of spaces: no tap at all. What is out of reach is in no list, so there an action is refused."""

    def choose(self, name: str) -> None:
        row = self.tab.locator(f'.fk-turn-list [data-key="space-{name}"]')
        expect(row).to_be_attached()
        if not self.tab.locator(".fk-turn-spaces[open]").count():
            self.do(self.tab.locator('.fk-turn-task [data-key="spaces"]'))
        self.do(row)
        expect(row).to_have_attribute("aria-pressed", "true")

    def choose_place(self, name: str) -> None:
        self.choose(f"{name}.0")


DEVICES = [
    pytest.param(Walker, {}, id="laptop"),
    pytest.param(Toucher, PHONE, id="phone"),
    pytest.param(Typist, NARROW, id="keyboard"),
    pytest.param(Walker, {"color_scheme": "dark"}, id="dark"),
]
"""Who learns on a map, and the options of the browser."""


def enter(walker: Walker, task: TurnTask, answers: Answers) -> None:
    """Answers on the map or with a button: an action, or what has a button of its own."""
    for number, answer in enumerate(answers):
        verb, *words = answer.split()
        if verb == "move" and answers[number + 1 : number + 2] in (("main",), ("bonus",)):
            walker.press("move")
            continue
        if verb in ("move", "halt"):  # the page says both with the walk
            continue
        before = play(task.start, answers[:number], replies=task.replies).state
        if answer in choices(before):
            walker.do(walker.tab.locator(f".fk-lesson [data-answer={dumps(answer)}]:visible").first)
        elif verb == "dragon":
            walker.choose(f"{words[0].removeprefix('dragon-')}.0")
            walker.do(walker.tab.locator('[data-key="go-dragon"]:not([disabled])'))
        elif verb in ("join", "lay", "flee", "revive"):
            walker.choose(words[-1])
            walker.go()
        else:
            walker.enter_all((answer,))


def step_played(
    walker: Walker, wrong: Answers, outcome: Outcome, right: Answers, *, enter: Callable[[Answers], None]
) -> None:
    """A wrong way through a step, which is said with its rule, and then the right one."""
    enter(wrong)
    verdict = walker.tab.locator(VERDICT)
    expect(verdict).to_be_in_viewport()
    expect(verdict).to_have_class("verdict but" if outcome == Outcome.OTHER else "verdict no")
    expect(verdict.locator("[data-rule]")).to_be_visible()
    walker.press("again")
    expect(verdict).to_have_count(0)
    enter(right)
    expect(verdict).to_have_class("verdict ok")
    walker.press("next")


def enter_places(walker: Walker, puzzle: DragonPuzzle, answer: str) -> None:
    """Taps on the map, or on the list where nothing is tapped."""
    for number, at in enumerate(answer.split(), 1):
        if isinstance(walker, Typist):
            if not walker.tab.locator(".fk-turn-spaces[open]").count():
                walker.do(walker.tab.locator('[data-key="places"]'))
            walker.do(walker.tab.locator(f'[data-key="place-{at}"]'))
        else:
            walker.at(*walker.pixel(str(spaces_of(place(at).id)[0].id)))
        row = walker.tab.locator(f'[data-key="place-{at}"]')
        expect(row).to_have_attribute("aria-pressed", "true")
        if puzzle.kind == DragonKind.ORDER:
            expect(row).to_contain_text(f"{number}. ")
