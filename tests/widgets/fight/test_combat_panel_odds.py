"""CombatPanel without a browser: the odds of a fight, who fights, and work that is cancelled or fails."""

from __future__ import annotations

import asyncio
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fujikoro_nb.background import Background, Cancelled, Report
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.asked.fight import Defence, DragonFight
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.odds import Foe, OddsError, Samurai, best_monk, solve, solve_guarded
from fujikoro_nb.texts import say
from fujikoro_nb.views.fight import odds as odds_views
from fujikoro_nb.views.fight.odds import met, percents
from fujikoro_nb.widgets import CraftGrid
from fujikoro_nb.widgets.fight import odds as odds_part
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.helper.helper_page import HelperPage
from tests.support.sampling import examples

SMALL = {"weapon": "WW", "helmet": "W"}
"""Gear whose fights are counted in milliseconds."""


def act(panel: CombatPanel, name: str, **fields: object) -> None:
    """As a page sends it."""
    panel._handle_custom_msg({"act": name, **fields}, [])


def dragon(panel: CombatPanel, health: int = 3, initiative: int = 5, dice: int = 3) -> None:
    act(panel, "dragon", health=health, initiative=initiative, dice=dice)


# ---- the numbers


@pytest.mark.rule("combat.attack.hits", "combat.defeat")
def test_three_numbers_of_a_fight_by_hand() -> None:
    """Two wood dice hit with 4 faces of 6 each, the dragon misses with all three dice once in 216 rolls.

    The samurai is first and one hit is enough. A roll that misses breaks nothing (the broken face is a hit), so after
    a miss of both everything is as it was: win = 8/9 + 1/9 * 1/216 * win.
    """
    panel = CombatPanel(weapon="WW")
    dragon(panel, health=1, initiative=1)
    win = Fraction(8, 9) / (1 - Fraction(1, 9) * Fraction(1, 216))
    assert panel.answer["state"] == "ready"
    assert panel.answer["shares"] == pytest.approx([float(win), 0, float(1 - win)], abs=1e-6)
    assert panel.answer["said"] == ["89", "0", "11"]


def test_nothing_is_chosen_before_a_tap() -> None:
    panel = CombatPanel(**SMALL, is_real_box=True)
    assert panel.dragon == {}
    assert panel.answer == {"state": "none"}
    assert {row["mark"] for row in panel.offers if row["kind"] == "dragon"} <= {"house", "rulebook"}


def test_method_policy_and_error_are_always_said() -> None:
    panel = CombatPanel(**SMALL)
    dragon(panel)
    assert panel.answer["method"].startswith("Exact")
    assert "Any dice may be left out" in panel.answer["policy"]
    assert "rounding" in panel.answer["error"]
    panel.set_state({"is_all_dice": True})
    assert "All dice are rolled" in panel.answer["policy"]
    assert panel.answer["all"]
    panel.set_state({"goal": "conscious"})
    assert "stay conscious" in panel.answer["policy"]


def test_curve_agrees_with_the_answer_and_falls() -> None:
    panel = CombatPanel(**SMALL)
    dragon(panel, health=3)
    curve = [row[0] for row in panel.answer["curve"]]
    assert len(curve) > 3, "dragons with more health stand on it too"
    assert curve == sorted(curve, reverse=True)
    assert curve[2] == pytest.approx(panel.answer["shares"][0], abs=1e-4)
    before = panel.answer["curve"]
    dragon(panel, health=4)
    assert panel.answer["shares"][0] == pytest.approx(before[3][0], abs=1e-4)


@pytest.mark.rule("combat.init.tie-dragon", "combat.init.descending")
@pytest.mark.parametrize(
    ("initiative", "who", "rule"),
    [
        (1, "You first", "combat.init.descending"),
        (2, "Dragon first", "combat.init.tie-dragon"),
        (3, "Dragon first", "combat.init.descending"),
    ],
)
def test_who_strikes_first_and_why(initiative: int, who: str, rule: str) -> None:
    panel = CombatPanel(**SMALL)
    dragon(panel, initiative=initiative)
    first = panel.answer["first"]
    assert (first["who"], first["rule"]) == (who, rule)
    assert str(initiative) in first["why"]


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=4).filter(lambda heap: sum(heap) > 0))
def test_percents_sum_to_100_and_never_hide_what_can_happen(weights: list[int]) -> None:
    shares = [weight / sum(weights) for weight in weights]
    said = percents(shares, less="<1", more=">99")
    numbers = [{"<1": 0, ">99": 100}.get(text) if text[0] in "<>" else int(text) for text in said]
    assert sum(number or 0 for number in numbers) == 100
    for weight, text in zip(weights, said, strict=True):
        assert (text == "0") == (weight == 0)
        assert (text == "100") == (weight == sum(weights))


def test_one_more_cube_of_each_kind_with_its_place_and_gain() -> None:
    panel = CombatPanel(weapon="WW", helmet="W")
    dragon(panel)
    rows = {(row["kind"], row["material"]): row for row in panel.more["rows"]}
    assert set(rows) == {(kind, letter) for kind in ("weapon", "helmet") for letter in "WMT"}
    tooth = rows["weapon", "T"]
    assert tooth["sign"] == "+"
    assert tooth["cells"], "it says where"
    assert tooth["shares"][0] > panel.answer["shares"][0]
    full = CombatPanel(weapon="WWWW/WWWW", helmet="WWWW/WWWW")
    dragon(full, health=1, initiative=1)
    assert all(not row["cells"] for row in full.more["rows"])


def test_why_opens_round_by_round() -> None:
    panel = CombatPanel(**SMALL)
    act(panel, "why")
    assert panel.trace == {}
    dragon(panel)
    act(panel, "why")
    won = sum(row["shares"][0] for row in panel.trace["rounds"])
    assert won == pytest.approx(panel.answer["shares"][0], abs=5e-3)
    assert panel.trace["helmet"] == 1
    dragon(panel, health=4)
    assert panel.trace == {}, "that was another fight"


# ---- who fights


def test_dragon_of_the_owners_pack_is_two_taps_away(tmp_path: Path) -> None:
    store = OwnerPack(tmp_path)
    store.add_dragon("green", health=11, initiative=8)
    page = HelperPage(store=store)
    page.grid.weapon = "WW"
    mine = [row for row in page.fight.offers if row["mark"] == "owner"]
    assert [(row["health"], row["initiative"], row["dice"], row["size"]) for row in mine] == [(11, 8, 4, "M")]
    act(page.fight, "offer", number=mine[0]["number"])
    assert page.fight.dragon["mark"] == "owner"
    assert page.fight.answer["state"] == "ready"
    assert page.undo_label == "Undo: the dragon"
    page.act_undo()
    assert page.fight.dragon == {}


@pytest.mark.parametrize("first", ["health", "initiative"])
def test_house_numbers_are_marked_until_a_person_typed_both(first: str) -> None:
    panel = CombatPanel(**SMALL, is_real_box=True)
    house = next(row for row in panel.offers if row["mark"] == "house" and row["dice"] == 3)
    act(panel, "offer", number=house["number"])
    assert (panel.dragon["mark"], panel.dragon["ours"]) == ("house", ["health", "initiative"])
    other = "initiative" if first == "health" else "health"
    numbers = {name: house[name] for name in ("health", "initiative")}
    for _ in range(2):
        numbers[first] += 1
        dragon(panel, **numbers)
        assert (panel.dragon["mark"], panel.dragon["ours"]) == ("house", [other]), (
            "the other one is still ours"
        )
    half_typed = panel.foe
    numbers[other] += 1
    dragon(panel, **numbers)
    assert (panel.dragon["mark"], panel.dragon["ours"]) == ("typed", [])
    panel.foe = half_typed
    assert panel.dragon["mark"] == "house", "undone"
    act(panel, "typed", number=other)
    assert (panel.dragon["mark"], panel.dragon["ours"]) == ("typed", []), "the card has our number"
    assert panel.house_in_fight == ["W", "T"], "the dragon rolls tooth dice"


def test_gear_comes_from_the_grid_with_its_magic_and_makes_the_numbers_old() -> None:
    grid = CraftGrid(weapon="WW")
    panel = CombatPanel(grid=grid)
    dragon(panel)
    before = panel.answer["shares"]
    grid.weapon = "WW+G@1,1"
    assert panel.answer["state"] == "stale"
    assert panel.answer["shares"] == before, "the old numbers stay until the new ones are there"
    act(panel, "count")
    assert panel.answer["state"] == "ready"
    assert panel.answer["shares"][0] > before[0]


@pytest.mark.parametrize(
    ("told", "is_said"),
    [
        ("owned", True),
        ("lost", False),
        ({"state": "owned", "pattern": "W"}, False),
    ],
)
def test_what_is_assumed_of_magic_without_a_pattern_is_said(told: Any, is_said: bool) -> None:
    grid = CraftGrid(weapon="WW+G@1,1", blueprints={"weapon": told})
    panel = CombatPanel(grid=grid)
    assert [text.startswith("You: the weapon blueprint") for text in panel.mine["assumed"]] == [
        True
    ] * is_said
    grid.weapon = "WW"
    assert panel.mine["assumed"] == []


@pytest.mark.rule("craft.helmet.size")
def test_illegal_gear_is_refused_with_its_sentence_and_rule() -> None:
    grid = CraftGrid(weapon="WW", helmet="WWWW/WWWW/W")
    panel = CombatPanel(grid=grid)
    dragon(panel)
    assert panel.answer["state"] == "refused"
    assert "9 cubes" in panel.answer["sentence"]
    assert panel.answer["rule"] == "craft.helmet.size"
    grid.helmet = "W"
    act(panel, "count")
    panel.count()
    assert panel.answer["state"] == "ready"


@pytest.mark.parametrize(
    "text", ["WW W", "weapon=WW&helmet=W", "http://host:1/x#page=fight&weapon=WW&helmet=W"]
)
def test_a_fighter_is_added_by_notation_or_link(text: str) -> None:
    panel = CombatPanel(**SMALL)
    dragon(panel)
    alone = panel.answer["shares"][0]
    act(panel, "fighter", text=text)
    assert panel.notice == ""
    assert [(row["name"], row["absorbs"]) for row in panel.others] == [("Fighter 2", 1)]
    assert len(panel.answer["fighters"]) == 2
    assert "curve" not in panel.answer
    assert panel.answer["shares"][0] > alone, "two hurt a dragon more than one"
    assert panel.answer["policy"].startswith("Fixed play")
    assert panel.more["allies"][0]["sign"] == "+"
    assert panel.more["duels"][0]["shares"][0] <= 0.5, "the other one stands there and is first in the tie"
    act(panel, "fighter-off", number=1)
    assert panel.others == []
    assert panel.answer["shares"][0] == pytest.approx(alone)


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules")
def test_another_fighter_as_the_guard_of_a_temple_has_its_odds() -> None:
    """Those of the exact solver for the same boards: it stands there, never gives up, and is first in the tie."""
    panel = CombatPanel(**SMALL)
    dragon(panel)
    act(panel, "fighter", text="weapon=WW&helmet=M")
    (row,) = panel.more["guards"]
    own, other = panel.fighters.boards()
    odds = solve_guarded(Samurai.of(own, rulings=ADOPTED), other, dict(panel.box), all_dice=True)
    assert row["shares"] == pytest.approx([odds.mover, odds.drawn, odds.stander], abs=1e-6)
    assert sum(row["shares"]) == pytest.approx(1)
    assert row["who"] == say("odds.first-guard", language="en")
    assert panel.more["guarded"] == say("odds.policy-guarded", language="en")
    act(panel, "fighter-off", number=1)
    assert "guards" not in panel.more


@pytest.mark.parametrize("text", ["", "🐉", "weapon=", "weapon=QQQ", "W" * 1900, "WW" + " W" * 5 + "&="])
def test_a_text_that_is_no_gear_gives_one_sentence_and_adds_nobody(text: str) -> None:
    panel = CombatPanel(**SMALL)
    act(panel, "fighter", text=text)
    assert panel.notice or len(panel.others) == 1
    assert len(panel.notice) < 400


def test_six_samurai_at_most() -> None:
    panel = CombatPanel(**SMALL)
    for _ in range(5):
        act(panel, "fighter", text="WW")
    assert len(panel.others) == 5
    act(panel, "fighter", text="WW")
    assert "at most 6" in panel.notice
    assert len(panel.others) == 5


# ---- monks


def page_with_monk(tmp_path: Path, *, cubes: str = "M") -> HelperPage:
    """Small gear, and cubes in the backpack for a monk to throw."""
    page = HelperPage(store=OwnerPack(tmp_path))
    page.grid.weapon, page.grid.helmet = "WW", "W"
    for letter in cubes:
        act(page, "backpack", material=letter, by=1)
    return page


@pytest.mark.rule("combat.hero.when", "combat.hero.resource")
@pytest.mark.parametrize("is_all", [False, True])
def test_the_best_monk_is_named_below_numbers_without_one(tmp_path: Path, is_all: bool) -> None:
    fight = page_with_monk(tmp_path, cubes="WM").fight
    fight.set_state({"is_all_dice": is_all})
    dragon(fight, health=4)
    without = fight.answer["said"]
    assert fight.monk == {}
    act(fight, "monk", spot="action", on=True)
    assert fight.answer["said"] == without, "the numerals stay without a monk"
    best, *_ = best_monk(fight.samurai(), fight.foe.foe, dict(fight.box), all_dice=is_all)
    assert best.monk is not None
    assert (best.monk.source, best.monk.cube) == ("action", "M")
    assert (fight.monk["state"], fight.monk["rule"]) == ("ready", "combat.hero.when")
    win, conscious = float(best.outcome.win), float(best.outcome.conscious)
    assert fight.monk["shares"] == pytest.approx([win, conscious - win, 1 - conscious], abs=1e-6)
    win_said, hurt_said, lose_said = fight.monk["said"]
    assert fight.monk["sentence"] == (
        "With the monk from the action spot, throwing a metal: "
        f"win {win_said}, retreat {hurt_said}, lose {lose_said}."
    )
    act(fight, "monk", spot="action", on=False)
    assert fight.monk == {}


def test_keeping_is_said_where_no_monk_helps() -> None:
    panel = CombatPanel(weapon="WW")
    act(panel, "monk", spot="scroll", on=True)
    dragon(panel, health=60, initiative=1)
    best, *_ = best_monk(panel.samurai(), panel.foe.foe, dict(panel.box))
    assert best.monk is None, "with nothing to throw"
    assert panel.monk["sentence"] == "Keep your monks: none helps."
    assert not panel.monk["is_sent"]


@pytest.mark.rule("combat.hero.when")
def test_no_monk_is_named_against_the_white_dragon_and_among_several(tmp_path: Path) -> None:
    fight = page_with_monk(tmp_path).fight
    act(fight, "monk", spot="action", on=True)
    dragon(fight)
    assert fight.monk["state"] == "ready"
    dragon(fight, dice=6)
    assert fight.monk == {}
    dragon(fight)
    assert fight.monk["state"] == "ready"
    act(fight, "fighter", text="WW W")
    assert fight.monk == {}


def test_other_cubes_to_throw_make_the_line_old_and_undo_takes_the_monk_away(tmp_path: Path) -> None:
    page = page_with_monk(tmp_path, cubes="W")
    fight = page.fight
    dragon(fight)
    act(fight, "monk", spot="action", on=True)
    before = fight.monk["sentence"]
    act(page, "backpack", material="T", by=1)
    assert (fight.answer["state"], fight.monk["state"]) == ("stale", "stale")
    act(fight, "count")
    assert fight.monk["state"] == "ready"
    assert fight.monk["sentence"] != before
    page.act_undo()
    act(fight, "count")
    assert fight.monk["sentence"] == before
    page.act_undo()
    assert fight.monk == {}


def test_a_stopped_search_for_monks_leaves_the_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = page_with_monk(tmp_path).fight

    def endless(*_: Any, progress: Report, **__: Any) -> None:
        while True:
            progress(0.1)

    async def stop() -> None:
        monkeypatch.setattr(odds_part, "best_monk", endless)
        act(fight, "monk", spot="action", on=True)
        dragon(fight)
        await until(lambda: fight.job.get("what") == "monk")
        assert fight.monk["state"] == "busy"
        act(fight, "cancel")
        assert (fight.answer["state"], fight.monk["state"]) == ("ready", "cancelled")
        act(fight, "monk", spot="action", on=False)
        assert fight.monk == {}
        await until(lambda: fight.more.get("state") == "ready")

    asyncio.run(stop())


def test_a_monk_that_cannot_be_counted_leaves_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = page_with_monk(tmp_path).fight

    def fail(*_: Any, **__: Any) -> None:
        raise OddsError("too-large", max=400)

    monkeypatch.setattr(odds_part, "best_monk", fail)
    act(fight, "monk", spot="action", on=True)
    dragon(fight)
    assert "400 megabytes" in fight.monk["sentence"]
    assert (fight.answer["state"], fight.more["state"]) == ("ready", "ready")


def test_an_ally_that_brings_nothing_has_no_sign() -> None:
    assert odds_views._gain(-0.3) == {"gain": "0", "sign": "±"}
    assert odds_views._gain(0.4) == {"gain": "0", "sign": "±"}
    assert odds_views._gain(-1.2) == {"gain": "−1", "sign": "−"}


# ---- work beside the page


def test_a_newer_computation_takes_the_place_of_an_older_one() -> None:
    told: list[object] = []
    may_go_on = threading.Event()
    began = threading.Event()

    def slow(report: Report) -> str:
        began.set()
        may_go_on.wait(30)
        report(0.5)
        return "old"

    async def tap_twice() -> None:
        background = Background()
        over = asyncio.get_running_loop().create_future()
        background.start(slow, done=told.append, failed=told.append, progress=told.append)
        await asyncio.to_thread(began.wait, 30)
        background.start(lambda report: "new", done=over.set_result, failed=told.append, progress=told.append)
        may_go_on.set()
        told.append(await over)

    asyncio.run(tap_twice())
    assert told == ["new"]


def test_progress_arrives_and_a_cancelled_worker_stops() -> None:
    stopped = threading.Event()
    told: list[float] = []

    def work(report: Report) -> None:
        try:
            while True:
                report(0.25)
        except Cancelled:
            stopped.set()
            raise

    async def look_and_cancel() -> None:
        background = Background()
        seen = asyncio.Event()
        background.start(
            work,
            done=pytest.fail,
            failed=pytest.fail,
            progress=lambda share: (told.append(share), seen.set()),
        )
        await seen.wait()
        background.cancel()
        await asyncio.to_thread(stopped.wait, 30)

    asyncio.run(look_and_cancel())
    assert told[0] == 0.25
    assert stopped.is_set()


def test_page_is_answered_while_a_fight_is_counted_and_a_stop_leaves_it_usable() -> None:
    async def stop_at_once() -> None:
        panel = CombatPanel(weapon="WMM/WWT/TM.", helmet="WMT./WMT.")
        states: list[str] = []
        panel.observe(lambda change: states.append(change.new["state"]), "answer")
        dragon(panel, health=20, dice=4)
        assert panel.answer["state"] == "busy", "the tap is answered before anything is counted"
        assert panel.job["what"] == "odds"
        act(panel, "cancel")
        assert panel.answer["state"] == "cancelled"
        assert panel.job == {}
        assert panel.notice
        ready = asyncio.Event()
        panel.observe(lambda change: change.new["state"] == "ready" and ready.set(), "answer")
        dragon(panel, health=1, dice=3)
        await asyncio.wait_for(ready.wait(), 60)
        assert panel.answer["health"] == 1
        panel.cancel_work()

    asyncio.run(stop_at_once())


@pytest.mark.parametrize("fault", [OddsError("too-large", max=400), RuntimeError("our own fault")])
def test_a_failed_computation_is_one_sentence_and_the_panel_goes_on(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = CombatPanel(**SMALL)
    with monkeypatch.context() as patch:

        def fail(*_: Any, **__: Any) -> None:
            raise fault

        patch.setattr(panel.counting.solver, "solved", fail)
        dragon(panel)
    assert panel.answer["state"] == "refused"
    assert panel.answer["sentence"]
    assert "our own fault" not in panel.answer["sentence"]
    assert panel.job == {}
    dragon(panel, health=4)
    assert panel.answer["state"] == "ready"


def test_a_failed_what_if_leaves_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OddsError("too-large", max=400)

    monkeypatch.setattr(odds_part, "what_if", fail)
    panel = CombatPanel(**SMALL)
    dragon(panel)
    assert panel.answer["state"] == "ready"
    assert "400 megabytes" in panel.more["sentence"]


# ---- whatever a browser may send

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_ACT = st.sampled_from(sorted(CombatPanel.acts)) | st.text(max_size=12)
_FIELD = st.sampled_from(
    sorted({name for fields in CombatPanel.acts.values() for name in fields} | {"act", "nonsense"})
)
_EXPENSIVE = {"count", "begin", "why"}
"""Acts that count or begin something; they are played in the other tests."""


@settings(max_examples=examples(150), deadline=None)
@given(st.dictionaries(_FIELD, _JSON, max_size=3), _ACT)
def test_no_message_of_a_browser_breaks_the_panel(fields: dict[str, object], name: str) -> None:
    panel = CombatPanel(weapon="WW")
    panel._handle_msg({"content": {"data": {"method": "custom", "content": {**fields, "act": name}}}})
    assert panel.weapon == "WW"
    assert isinstance(panel.notice, str)
    if name in _EXPENSIVE or name not in CombatPanel.acts:
        assert panel.dragon == {}


@settings(max_examples=examples(100), deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(CombatPanel(weapon="WW").keys)), _JSON, max_size=4))
def test_no_trait_is_set_but_those_on_the_list(state: dict[str, object]) -> None:
    panel = CombatPanel(weapon="WW")
    kept = {
        name: getattr(panel, name) for name in ("dragon", "answer", "fight", "save", "mine", "others", "box")
    }
    panel.set_state(state)
    assert {name: getattr(panel, name) for name in kept} == kept
    assert panel.tab in ("odds", "play", "roll")
    assert panel.goal in ("win", "conscious", "points")


def test_memory_of_kept_solutions_is_bounded() -> None:
    panel = CombatPanel(**SMALL)
    service = panel.counting.service
    for dice in (3, 4, 5, 6):
        dragon(panel, health=2, dice=dice)
    assert 2 <= len(service) <= service.most
    assert 0 < service.bytes_kept <= service.most_bytes
    service.most_bytes = 0
    panel.counting.solver.solved(panel.counting.ask(panel.samurai(), all_dice=True), 30, report=float)
    assert len(service) == 1, "the newest stays, whatever its size"


def test_a_kept_solution_does_not_ask_whether_its_own_computation_is_wanted() -> None:
    panel = CombatPanel(weapon="WMM/WWT", helmet="WM")
    wanted = True

    def report(share: float) -> None:
        if not wanted:
            raise Cancelled

    samurai = panel.samurai()
    foe = odds_views.Foe(8, 9, 4, 7)
    ask = odds_views.Ask.of(samurai, foe, panel.box, goal="win", all_dice=False)
    odds = panel.counting.solver.solved(ask, 8, report=report)
    wanted = False
    assert odds.decision.alternatives


# ---- what is asked aside lets the counting go on


class Gates:
    """Holds computations until they are let through, and counts how often each began."""

    def __init__(self, patch: pytest.MonkeyPatch, panel: CombatPanel) -> None:
        self.began: list[str] = []
        self.open: dict[str, threading.Event] = {}
        solved = panel.counting.solver.solved
        self._hold(
            patch,
            panel.counting.solver,
            "solved",
            lambda ask, *_: "quick" if ask.all_dice else "free",
            solved,
        )
        self._hold(patch, odds_part, "solve", lambda *_: "trace", odds_part.solve)
        self._hold(patch, odds_part, "joint_of", lambda *_: "joint", odds_part.joint_of)
        self._hold(patch, odds_part, "what_if", lambda *_: "more", odds_part.what_if)

    def _hold(self, patch: pytest.MonkeyPatch, owner: Any, name: str, named: Any, real: Any) -> None:
        def held(*given: Any, **options: Any) -> Any:
            what = named(*given)
            self.began.append(what)
            report = options.get("report") or options["progress"]
            while what in self.open and not self.open[what].wait(0.01):
                report(0.0)
            return real(*given, **options)

        patch.setattr(owner, name, held)

    def shut(self, *names: str) -> None:
        self.open.update({name: threading.Event() for name in names})

    async def reached(self, *names: str) -> None:
        await until(lambda: list(self.began[-len(names) :]) == list(names))


async def until(holds: Any) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("end", ["done", "stopped", "failed"])
@pytest.mark.parametrize("during", ["quick", "free", "more"])
def test_why_lets_the_counting_go_on_however_it_ends(
    during: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask_why() -> None:
        panel = CombatPanel(weapon="WWM", helmet="W")
        gates = Gates(monkeypatch, panel)
        dragon(panel, health=2)
        await until(lambda: panel.more.get("state") == "ready")
        gates.shut(during, "trace")
        dragon(panel, health=3, dice=4)
        await gates.reached(during)
        act(panel, "why")
        await gates.reached(during, "trace")
        if end == "stopped":
            act(panel, "cancel")
        elif end == "failed":
            monkeypatch.setattr(odds_part, "trace_view", lambda *_: 1 // 0)
        gates.open["trace"].set()
        await until(lambda: gates.began.count(during) > 1 and gates.began[-1] == during)
        assert panel.job["what"] == ("more" if during == "more" else "odds")
        assert bool(panel.trace) == (end == "done")
        gates.open[during].set()
        await until(lambda: panel.more.get("state") == "ready")
        assert panel.answer["state"] == "ready"
        assert not panel.answer["all"], "the free choice that is asked for"
        assert panel.job == {}

    asyncio.run(ask_why())


def test_why_is_not_asked_of_several_fighters_and_of_old_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def add_and_ask() -> None:
        panel = CombatPanel(**SMALL)
        gates = Gates(monkeypatch, panel)
        dragon(panel)
        await until(lambda: panel.more.get("state") == "ready")
        gates.shut("joint")
        act(panel, "fighter", text="WW W")
        await gates.reached("joint")
        act(panel, "why")
        assert panel.job["what"] == "odds"
        gates.open["joint"].set()
        await until(lambda: panel.answer["state"] == "ready" and "allies" in panel.more)
        gates.shut("free", "quick")
        act(panel, "fighter-off", number=1)
        assert "fighters" not in panel.answer, "nobody fights along any more"
        assert "falls" not in panel.answer
        panel.close()

    asyncio.run(add_and_ask())


def test_numbers_asked_of_a_fight_in_play_let_the_counting_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask_in_play() -> None:
        panel = CombatPanel(weapon="WWM", helmet="W")
        gates = Gates(monkeypatch, panel)
        gates.shut("more")
        dragon(panel, health=3, initiative=1)
        await gates.reached("more")
        act(panel, "begin")
        assert panel.fight["advised"]
        act(panel, "advise")
        await until(lambda: bool(panel.advice))
        await gates.reached("more", "more")
        act(panel, "advise")
        act(panel, "leave")
        assert panel.job["what"] == "more", "the fight is put away, the counting goes on"
        gates.open["more"].set()
        await until(lambda: panel.more.get("state") == "ready")

    asyncio.run(ask_in_play())


@pytest.mark.parametrize("state", ["busy", "quick"])
def test_counting_that_nobody_does_any_more_can_be_asked_for(state: str) -> None:
    panel = CombatPanel(**SMALL)
    dragon(panel)
    panel.answer = {**panel.answer, "state": state}
    act(panel, "count")
    assert panel.answer["state"] == "ready"


def test_a_closed_panel_stops_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def endless(*_: Any, report: Report) -> None:
        try:
            while True:
                report(0.1)
        except Cancelled:
            stopped.set()
            raise

    async def close_it() -> None:
        panel = CombatPanel(**SMALL)
        monkeypatch.setattr(panel.counting.solver, "solved", endless)
        dragon(panel)
        await until(lambda: bool(panel.job.get("share")))
        panel.close()
        assert await asyncio.to_thread(stopped.wait, 30)

    asyncio.run(close_it())


# ---- another language


def test_another_language_says_the_same_odds_and_works_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = CombatPanel(weapon="WWMT", helmet="WM/T")
    dragon(panel, health=6)
    act(panel, "why")
    before = panel.answer, panel.more, panel.trace
    assert before[0]["state"] == before[1]["state"] == "ready" and before[2]

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("this is known")

    for name in ("solve", "what_if", "best_monk", "joint_of"):
        monkeypatch.setattr(odds_part, name, never)
    monkeypatch.setattr(odds_views, "solve", never)
    panel.language = "de"
    assert panel.answer["said"] == before[0]["said"]
    assert panel.answer["policy"] != before[0]["policy"]
    assert [row.get("sign") for row in panel.more["rows"]] == [row.get("sign") for row in before[1]["rows"]]
    assert panel.trace["rounds"] == before[2]["rounds"]
    panel.language = "en"
    assert (panel.answer, panel.more, panel.trace) == before


def test_a_language_chosen_meanwhile_lets_the_work_go_on() -> None:
    async def choose() -> None:
        panel = CombatPanel(weapon="WWMT", helmet="WM/T")
        gates = Gates(patch, panel)
        gates.open["free"] = threading.Event()
        dragon(panel)
        await until(lambda: "free" in gates.began)
        panel.language = "fr"
        assert (panel.answer["state"], panel.job["what"]) == ("quick", "odds")
        assert panel.answer["policy"] == panel.say("odds.policy-win-all")
        gates.open["free"].set()
        await until(lambda: panel.answer["state"] == "ready")
        assert gates.began.count("free") == 1
        assert panel.answer["policy"] == panel.say("odds.policy-win-free")
        panel.cancel_work()

    with pytest.MonkeyPatch.context() as patch:
        asyncio.run(choose())


# ---- a group's game


@pytest.mark.rule("coop.dragon.samurai-defend-ties", "combat.init.tie-dragon")
def test_the_dragon_came_to_us() -> None:
    """In a tie whoever it came to goes first, which is worth something; where no dragon walks nobody is asked."""
    panel = CombatPanel(**SMALL, mode=COOP)
    dragon(panel, health=3, initiative=2, dice=3)
    assert (panel.walks, panel.answer["first"]["who"]) == (True, "Dragon first")
    went = panel.answer["shares"][0]
    panel.set_state({"came": True})
    first = panel.answer["first"]
    assert (first["who"], first["rule"]) == ("You first", "coop.dragon.samurai-defend-ties")
    assert first["why"] == "2 ties 2, and the dragon came to you"
    came = panel.answer["shares"][0]
    exact = solve(panel.samurai(), replace(Foe.parse("3/2/3"), defence=Defence()), panel.box)
    assert went < came == pytest.approx(float(exact.outcome.win), abs=1e-6)
    panel.mode = COMPETITIVE
    assert not panel.walks and panel.answer["shares"][0] == went


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_a_group_plays_for_teeth() -> None:
    """Three teeth of a red dragon, not its points; those of one's own board where they were typed."""
    panel = CombatPanel(**SMALL, mode=COOP)
    dragon(panel, health=1, initiative=9, dice=5)
    panel.set_state({"goal": "points"})
    alone = met(Foe.parse("1/9/5"), COOP.said, came=False)
    assert (alone.teeth, alone.is_shared) == (3, True)
    assert met(Foe.parse("1/9/5"), COOP.said, came=False, teeth={"red": 5}).teeth == 5
    assert met(Foe.parse("1/9/5"), COMPETITIVE.said, came=True) == Foe.parse("1/9/5")


@pytest.mark.rule("coop.dragon.samurai-defend-ties")
def test_a_fight_that_is_played_is_a_defence_too() -> None:
    panel = CombatPanel(**SMALL, mode=COOP, came=True)
    dragon(panel, health=3, initiative=2, dice=3)
    act(panel, "begin")
    session = panel.playing.session
    assert session is not None and session.question is not None
    fights = [frame for frame in session.state.agenda if isinstance(frame, DragonFight)]
    assert [frame.defence for frame in fights] == [Defence()]
