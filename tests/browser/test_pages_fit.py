"""Every page fits every device: at four widths, by day and by night, in three languages nothing is cut, wider than its
box or to be scrolled sideways, and axe-core finds no fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page

from fujikoro_nb import widgets
from fujikoro_nb.store import Store
from fujikoro_nb.texts import LANGUAGES
from tests.browser.boxes import misfits
from tests.browser.conftest import Visit
from tests.browser.readable import AXE, FAULTS, THEMES
from tests.browser.scenes import HELPER, SCENES, Place, begin_history
from tests.browser.servers import Server
from tests.browser.widget_pages import DRAWN, resized
from tests.support.sampling import sample

Serve = Callable[..., Server]
WIDTHS = {360: 780, 390: 844, 768: 1024, 1280: 900}
EVERY = [(name, language) for name in SCENES for language in LANGUAGES]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, served: Serve) -> Iterator[Place]:
    """A server with a data folder of its own, whose tables are open in this process as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("fits")))
        begin_history()
        with Store.open(None) as store:
            yield Place(served("table", fresh=True), store)


def looked_at(tab: Page, theme: str) -> None:
    tab.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    tab.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
    tab.evaluate(DRAWN)


def check(tab: Page) -> list[str]:
    """What is wrong with the page as it stands, at every width and in both themes."""
    found = []
    judged = sample(WIDTHS, 2)
    for width, height in WIDTHS.items():
        resized(tab, width, height)
        for theme in THEMES:
            looked_at(tab, theme)
            found += [f"{width} {theme}: {one}" for one in misfits(tab)]
            if width in judged:
                tab.evaluate(AXE)
                found += [f"{width} {theme}: {one}" for one in tab.evaluate(FAULTS)]
    return found


@pytest.mark.parametrize(("scene", "language"), sample(EVERY, 10))
def test_every_page_fits_every_device(
    place: Place, visits: Callable[..., Visit], scene: str, language: str
) -> None:
    visit = visits(viewport={"width": 390, "height": 844}, has_touch=True)
    SCENES[scene](visit, place, language)
    assert check(visit.tab) == []


@pytest.mark.parametrize(("app", "language"), sample(product(("learn", "puzzles"), LANGUAGES), 3))
def test_lists_of_lessons_and_puzzles_fit(
    served: Serve, visits: Callable[..., Visit], app: str, language: str
) -> None:
    tab = visits().open(f"{served(app).url}?lang={language}")
    assert check(tab) == []


def test_every_page_of_the_helper_is_among_them() -> None:
    """As the helper lists its pages itself."""
    frame = (Path(widgets.__file__).parent / "helper" / "helper_frame.mjs").read_text(encoding="utf-8")
    listed = re.findall(r"^export const (?:SIX|MORE|TOGETHER|BOX|LEARN) = (.*);", frame, re.MULTILINE)
    names = re.findall(r'"(\w+)"', " ".join(listed))
    assert len(listed) == 5
    assert {"home", *names} == {scene.page for scene in HELPER.values()}


def test_what_does_not_fit_is_found(page: Visit) -> None:
    """The check itself: each kind of fault once, and one page without any."""
    good = "<p style='width:200px'>A line that may break wherever it likes</p>"
    bad = {
        "wider than its box": "<p style='width:60px;border:1px solid'>Donaudampfschifffahrt</p>",
        "cut": "<p style='width:60px;overflow:hidden'>Donaudampfschifffahrt</p>",
        "cut ": "<p style='width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>One two three</p>",
        "cut  ": "<select style='width:60px'><option>Donaudampfschifffahrt</select>",
        "cut   ": "<input style='width:60px' value='Donaudampfschifffahrt'>",
        "higher than its box": "<p style='height:12px;width:60px'>One two three four five six</p>",
        "beside the window": "<p style='position:absolute;left:1250px;white-space:nowrap'>One two three</p>",
        "scrolls sideways": "<div style='width:1500px;height:9px'></div>",
    }
    tab = page.tab
    tab.set_content(f"<!doctype html>{good}")
    assert misfits(tab) == []
    for kind, one in bad.items():
        tab.set_content(f"<!doctype html>{one}")
        assert any(found.startswith(kind.strip()) for found in misfits(tab)), (kind, misfits(tab))
