"""The base of the widgets: what comes from a browser, what is sent to it, and our front-end files."""

from __future__ import annotations

import gc
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
import traitlets as t
from hypothesis import given
from hypothesis import strategies as st

import fujikoro_nb.widgets as published
from fujikoro_nb import paths, rulebook
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.rulebook.entries import entry as entry_of
from fujikoro_nb.texts import say
from fujikoro_nb.widgets.base.front_texts import place_of
from fujikoro_nb.widgets.base.widget import (
    FujiWidget,
    NotAccepted,
    cells_in,
    flag,
    friendly,
    look,
    one_of,
    optional,
    source_of,
    text,
    whole,
)
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from tools.javascript import node

WIDGETS = paths.PACKAGE / "widgets"


class Bell(FujiWidget):
    """A widget with one trait and one act for the browser."""

    from_browser: ClassVar[Any] = {"size": whole(1, 9)}
    acts: ClassVar[Any] = {"ring": {"times": whole(1, 3)}, "crack": {}}
    size = t.Int(5).tag(sync=True)
    secret = t.Unicode("mine").tag(sync=True)
    rung = 0

    def act_ring(self, *, times: int) -> None:
        self.rung += times
        self.notice = ""

    def act_crack(self) -> None:
        raise RuntimeError("a fault of ours")

    @friendly
    def called_back(self, change: object) -> None:
        raise RuntimeError("a fault of ours")


def message(method: str, **data: object) -> dict[str, object]:
    return {"content": {"data": {"method": method, **data}}, "buffers": []}


@pytest.fixture
def bell() -> Iterator[Bell]:
    widget = Bell()
    yield widget
    widget.close()


def test_a_listed_trait_is_set(bell: Bell) -> None:
    bell._handle_msg(message("update", state={"size": 7}))
    assert bell.size == 7
    assert bell.notice == ""


@pytest.mark.parametrize("value", [0, 10, 7.0, "7", True, None, [7], {"size": 7}])
def test_a_value_that_no_page_sends_is_ignored(bell: Bell, value: object) -> None:
    bell._handle_msg(message("update", state={"size": value}))
    assert bell.size == 5
    assert bell.notice == say("widgets.ignored")


@pytest.mark.parametrize(
    "name", ["secret", "notice", "words", "look", "_esm", "_css", "layout", "tabbable", "x"]
)
def test_an_unlisted_trait_is_ignored(bell: Bell, name: str) -> None:
    before = {key: getattr(bell, key) for key in bell.keys if key != "notice"}
    bell._handle_msg(message("update", state={name: "<script>"}))
    assert {key: getattr(bell, key) for key in bell.keys if key != "notice"} == before
    assert bell.notice == say("widgets.ignored")


def test_the_browser_hears_the_true_value_again(bell: Bell, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(bell, "send_state", lambda key=None: sent.append(set(key or ())))
    bell._handle_msg(message("update", state={"size": 99, "secret": "x"}))
    assert {"size", "secret"} <= set().union(*sent)


@pytest.mark.parametrize(
    "content",
    [
        *(
            None,
            1,
            [],
            "ring",
            {},
            {"act": 1},
            {"act": "missing"},
            {"act": "ring"},
            {"act": "ring", "times": 9},
        ),
        *({"act": "ring", "times": 1, "more": 1}, {"act": "__class__"}, {"act": ["ring"], "times": 1}),
    ],
)
def test_a_malformed_act_is_ignored(bell: Bell, content: object) -> None:
    bell._handle_msg(message("custom", content=content))
    assert bell.rung == 0
    assert bell.notice == say("widgets.ignored")


def test_an_act_runs(bell: Bell) -> None:
    bell._handle_msg(message("custom", content={"act": "ring", "times": 2}))
    assert bell.rung == 2


def test_a_page_that_missed_something_is_told_all_it_shows_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the sources, which it has; not the widgets inside, which it may not know before Jupyter has told them."""
    view = published.HelperPage()
    view._handle_custom_msg({"act": "open-score"}, [])
    states: list[set[str]] = []
    messages: list[object] = []
    monkeypatch.setattr(view, "send_state", lambda key: states.append(set(key)))
    monkeypatch.setattr(view, "send", messages.append)
    view._handle_custom_msg({"act": "unheard"}, [])
    assert messages == [{"kind": "answered", "all": True}]
    assert len(states) == 1
    assert {"words", "notice", "undo_label", "scope"} <= states[0]
    assert not {"_esm", "_css", "score", "grid", "rules"} & states[0]
    view._handle_custom_msg({"act": "unheard", "more": 1}, [])
    assert len(messages) == 1


@pytest.mark.parametrize("half", ["\ud800", "Ann\udcff", "\udfff\ud800"])
def test_half_a_character_is_no_text(half: str) -> None:
    """JSON can name one, and nothing that holds it can be sent back to the page."""
    with pytest.raises(NotAccepted):
        text()(half)
    assert text()("🏯") == "🏯"


def test_every_act_of_a_page_can_be_done() -> None:
    for name in published.__all__:
        widget = getattr(published, name)
        if isinstance(widget, type) and issubclass(widget, FujiWidget) and widget.front_end:
            lost = [one for one in widget.acts if not hasattr(widget, f"act_{one.replace('-', '_')}")]
            assert lost == [], name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(
    JSON
    | st.fixed_dictionaries(
        {
            "content": st.fixed_dictionaries(
                {
                    "data": JSON
                    | st.dictionaries(
                        st.sampled_from(["method", "state", "content", "buffer_paths"]),
                        JSON | st.sampled_from(["update", "custom"]),
                    )
                }
            )
        }
    )
)
def test_whatever_arrives_raises_nothing_and_changes_nothing(anything: Any) -> None:
    bell = Bell()
    bell._handle_msg(anything)
    assert (bell.size, bell.secret, bell.rung) == (5, "mine", 0)
    bell.close()


def test_a_fault_of_ours_is_one_line_and_a_log_entry(bell: Bell, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "fujikoro_nb.widgets"):
        bell._handle_msg(message("custom", content={"act": "crack"}))
    assert bell.notice == say("widgets.failed")
    assert "a fault of ours" in caplog.text  # with its traceback
    assert "a fault of ours" not in bell.notice


def test_a_friendly_callback_never_raises(bell: Bell, caplog: pytest.LogCaptureFixture) -> None:
    bell.observe(bell.called_back, "size")
    bell.size = 3
    assert bell.notice == say("widgets.failed")
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (text(max_length=3), ["", "abc"], ["abcd", None, 3, ["a"]]),
        (one_of("a", 1), ["a", 1], ["b", True, 1.0, None, []]),
        (whole(1, 3), [1, 3], [0, 4, True, 1.5, "1", None]),
        (flag(), [True, False], [0, 1, "true", None]),
        (optional(whole(1, 3)), [None, 2], [5, "x"]),
    ],
)
def test_validators(check: Any, good: list[object], bad: list[object]) -> None:
    for value in good:
        assert check(value) == value
    for value in bad:
        with pytest.raises(NotAccepted):
            check(value)


def test_cells_in() -> None:
    check = cells_in(8, 5, max_cells=2)
    assert check([[1, 1], [8, 5]]) == ((1, 1), (8, 5))
    for bad in ("x", [[0, 1]], [[9, 1]], [[1, 6]], [[1]], [[1, 1, 1]], [[1, True]], [[1, 1]] * 3, {"a": 1}):
        with pytest.raises(NotAccepted):
            check(bad)


def test_the_look_is_sent_once_and_made_again_when_closed(bell: Bell) -> None:
    assert bell.look is look()
    assert Bell().look is bell.look
    bell.look.close()
    assert look() is not bell.look
    assert "--fk-paper" in look().style
    assert 'id="fk-cube-W"' in look().symbols


def test_words_of_the_widgets_own_tables(bell: Bell) -> None:
    assert bell.words["empty"] == say("widgets.empty")
    assert bell.words["word.W"] == say("word.W")


# ---- front-end files

SCRIPTS = sorted(path.name for path in WIDGETS.glob("*/*.js") if path.parent.name != "vendor")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_bundle_is_one_module_without_imports(name: str, tmp_path: Path) -> None:
    """All names of a bundle share one scope: a name made twice is a SyntaxError that node finds."""
    bundle = source_of(name)
    assert not re.search(r"^\s*import\b", bundle, re.MULTILINE)
    assert len(re.findall(r"^export default", bundle, re.MULTILINE)) == 1
    path = tmp_path / f"{name}.mjs"
    path.write_text(bundle, encoding="utf-8")
    checked = subprocess.run([node(), "--check", str(path)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_every_symbol_that_is_used_is_there() -> None:
    known = set(re.findall(r'id="fk-([\w-]+)"', place_of("symbols.svg").read_text(encoding="utf-8")))
    used = set()
    for entry in WIDGETS.glob("*/*"):
        if entry.name.endswith((".js", ".mjs")):
            source = entry.read_text(encoding="utf-8")
            used |= set(re.findall(r'symbol\("([\w-]+)"', source)) | set(
                re.findall(r'href: "#fk-([\w-]+)"', source)
            )
    assert used
    assert used <= known


def test_cubes_differ_by_more_than_colour() -> None:
    """Each material has a letter and a pattern that no other has (need H14)."""
    sprite = place_of("symbols.svg").read_text(encoding="utf-8")
    marks: dict[str, tuple[set[str], set[str]]] = {}
    for material in "WMTG":
        drawn = re.search(rf'<symbol id="fk-cube-{material}".*?</symbol>', sprite, re.DOTALL)
        assert drawn
        elements = re.findall(r"<(?:path|circle)[^>]*>", drawn[0])
        letters = {re.sub(r'.*\bd="([^"]*)".*', r"\1", one) for one in elements if "fk-s-l " in one}
        shapes = {re.sub(r'(?: class| style)="[^"]*"', "", one) for one in elements if "fk-s-l " not in one}
        marks[material] = (letters, shapes)
    body = set.intersection(*(shapes for _, shapes in marks.values()))
    assert len(body) == 3  # the faces of a cube
    for material, (letters, shapes) in marks.items():
        others = [both for other, both in marks.items() if other != material]
        assert letters - set().union(*(theirs for theirs, _ in others)), material
        assert shapes - set().union(*(theirs for _, theirs in others)), material


def test_no_class_or_id_of_ours_can_meet_the_hosts() -> None:
    """In JupyterLab we are guests: every selector of the shared sheet stands under .fk, every id starts with fk-."""
    sheet = re.sub(r"/\*.*?\*/", "", source_of("look.css"), flags=re.DOTALL)
    for selectors in re.findall(r"([^{}]+)\{", sheet):
        for selector in selectors.split(","):
            if (
                selector.strip().startswith("@")
                or selector.strip() in {"to", "html"}
                or ":" in selector.split(".")[0]
            ):
                continue
            if "(" in selectors and selectors.strip().startswith("@"):
                continue
            assert re.match(r"\s*(body)?\.fk", selector), selector
    ids = re.findall(r'\bid="([^"]+)"', place_of("symbols.svg").read_text(encoding="utf-8"))
    assert all(one.startswith("fk-") for one in ids)
    assert len(ids) == len(set(ids))


def test_no_two_sheets_say_something_else_of_the_same_part() -> None:
    """Widgets stand on one page, in any order: a score beside a game must not take on the game's sizes."""
    said: dict[tuple[str, str], dict[str, str]] = {}
    for path in sorted(WIDGETS.glob("*/*.css")):
        sheet = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
            for selector in re.split(r",(?![^()]*\))", selectors):
                for declaration in filter(str.strip, body.split(";")):
                    name, _, value = declaration.partition(":")
                    said.setdefault((selector.strip(), name.strip()), {})[path.name] = value.strip()
    assert not {
        key: files
        for key, files in said.items()
        if key[0].startswith(".fk-") and len(set(files.values())) > 1
    }


def test_importing_one_widget_does_not_import_plotly() -> None:
    script = (
        "import sys; from fujikoro_nb.widgets import CraftGrid, CardStrip; "
        "print([name for name in ('plotly', 'numpy', 'fujikoro_nb.widgets.map.hex_map') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", published.__all__)
def test_every_published_name_is_there(name: str) -> None:
    assert getattr(published, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = published.Nothing  # type: ignore[attr-defined]


# ---- contrast of the tokens: WCAG 2.2, relative luminance

TEXT_PAIRS = [
    (front, back)
    for front in ("ink", "ink-2", "indigo", "verm", "pine", "ochre")
    for back in ("paper", "sheet")
]
TEXT_PAIRS += [
    ("ink", back) for back in ("well", "indigo-wash", "verm-wash", "pine-wash", "ochre-wash", "l1", "l2")
]
TEXT_PAIRS += [(f"{role}", f"{role}-wash") for role in ("indigo", "verm", "pine", "ochre")]
TEXT_PAIRS += [(f"on-{role}", role) for role in ("indigo", "verm", "pine", "ochre")] + [("ink-2", "well")]
SHAPE_PAIRS = [
    ("line", "paper"),
    ("line", "sheet"),
    ("focus", "paper"),
    ("focus", "sheet"),
    ("focus", "well"),
]
SHAPE_PAIRS += [("verm", "well"), ("pine", "well"), ("indigo", "well"), ("ochre", "ochre-wash")]


def themes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r"([^{}]*)\{([^{}]*)\}", source_of("tokens.css"))
    colours = re.compile(r"--fk-([\w-]+):\s*(#[0-9a-f]{6})")
    day = dict(colours.findall(blocks[0][1]))
    night = day | {
        name: value
        for head, body in blocks
        if '[data-theme="dark"]' in head
        for name, value in colours.findall(body)
    }
    return {"day": day, "night": night}


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [(*pair, 4.5) for pair in TEXT_PAIRS] + [(*pair, 3.0) for pair in SHAPE_PAIRS],
)
def test_contrast(theme: str, front: str, back: str, least: float) -> None:
    colours = themes()[theme]
    high, low = sorted((luminance(colours[front]), luminance(colours[back])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= least


# ---- the card of a rule


def tap_rule(grid: CraftGrid, rule: str) -> dict[str, Any]:
    content = {"act": "rule", "rule": rule}
    grid._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    return dict(grid.rule_card)


def test_every_widget_opens_the_card_of_a_rule_and_closes_it() -> None:
    grid = CraftGrid()
    card = tap_rule(grid, "craft.helmet.size")
    assert card["statement"] == entry_of("craft.helmet.size").en.says
    assert card["answer"] == entry_of("craft.helmet.size").en.answer
    assert {entry["book"] for entry in card["where"]} >= {"English booklet"}
    close = {"act": "close-rule"}
    grid._handle_msg({"content": {"data": {"method": "custom", "content": close}}, "buffers": []})
    assert grid.rule_card == {}
    grid.close()


def test_a_card_says_which_reading_is_on() -> None:
    """001 prints that a tooth absorbs two, 000 and 004 three: the default."""
    grid = CraftGrid()
    adopted = tap_rule(grid, "combat.helmet.absorb")["conflict"]
    assert adopted["ruling"] == "Here: " + rulebook.reading_sentence("combat.helmet.absorb", "tooth-three")
    assert adopted["reason"]
    grid.rulings = Rulings().with_reading("combat.helmet.absorb", "tooth-two")
    other = tap_rule(grid, "combat.helmet.absorb")["conflict"]
    assert other["ruling"] == "Here: A dragon tooth absorbs 2 points."
    assert other["reason"] == ""
    grid.close()


@pytest.mark.parametrize("rule", [7, None, "x" * 81, ["craft.helmet.size"]])
def test_what_is_no_rule_id_opens_nothing(rule: object) -> None:
    grid = CraftGrid()
    assert tap_rule(grid, rule) == {}  # type: ignore[arg-type]
    assert grid.notice == say("widgets.ignored")
    grid.close()


# ---- a widget that was never made


@pytest.fixture
def complained(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What Python says of what it throws away; whatever lies in memory before the test is not looked at again."""
    gc.freeze()
    heard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    return heard


@pytest.mark.parametrize(
    "name", ["HelperPage", "GamePage", "CombatPanel", "RulesPage", "CraftGrid", "SetupPage"]
)
def test_a_widget_that_could_not_be_made_goes_without_a_word(name: str, complained: list[object]) -> None:
    """What is left of it is closed when Python throws it away, where nobody could catch anything."""
    kind = getattr(published, name)
    with pytest.raises((t.TraitError, ValueError, TypeError)):
        kind(language="no such language")
    gc.collect()
    assert [one.exc_value for one in complained] == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["HelperPage", "GamePage"])
@pytest.mark.parametrize("part", ["OwnerPack.load", "HexMap", "HelperRoom"])
def test_so_does_a_page_one_of_whose_parts_could_not_be_made(
    name: str, part: str, complained: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("a fault of ours")

    kind = getattr(published, name)
    module = sys.modules[kind.__module__]
    owner, _, attribute = part.rpartition(".")
    target = getattr(module, owner, None) if owner else module
    if target is None or not hasattr(target, attribute):
        return  # the other page's part
    monkeypatch.setattr(target, attribute, fail)
    with pytest.raises(OSError, match="a fault of ours"):
        kind()
    gc.collect()
    assert [one.exc_value for one in complained] == []  # type: ignore[attr-defined]
