"""CombatPanel without a browser: a monk of scenario 4 and a fallen samurai of scenario 7 in the place of a dragon."""

from __future__ import annotations

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.odds import Foe, Samurai, solve
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.gear.link import BadLink, parse_link
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.helper.helper_page import HelperPage
from tests.support.gear_positions import board

ARMED = {"weapon": "WWM", "helmet": "MM"}
FACES = {die.material: die for die in house_pack().dice}
MISS, THREE = "roll W 0 0 0 0", "roll W 1 1, M 2"


def act(panel: CombatPanel | HelperPage, name: str, **fields: object) -> None:
    """As a page sends it."""
    panel._handle_custom_msg({"act": name, **fields}, [])


def before_a_monk(**more: object) -> CombatPanel:
    """The monk is tapped."""
    panel = CombatPanel(**{**ARMED, **more})
    (number,) = [row["number"] for row in panel.offers if row["kind"] == "monk"]
    act(panel, "offer", number=number)
    return panel


def play(panel: CombatPanel, *answers: str) -> None:
    for answer in answers:
        act(panel, "play", text=answer, at=panel.fight["at"])
        assert panel.notice == "", panel.notice


@pytest.mark.rule("scenario.4.competitive.monk-stats")
def test_a_monk_stands_beside_the_dragons_with_his_printed_numbers() -> None:
    """Chosen like a dragon, and the same three numbers come of it as of the solver."""
    panel = before_a_monk()
    row = panel.dragon
    assert (row["kind"], row["health"], row["dice"], row["mark"], row["ours"]) == (
        "monk",
        4,
        4,
        "printed",
        [],
    )
    odds = solve(Samurai.of(board(**ARMED)), Foe.monk(), FACES)
    win, conscious = float(odds.outcome.win), float(odds.outcome.conscious)
    assert panel.answer["state"] == "ready"
    assert panel.answer["shares"] == pytest.approx([win, conscious - win, 1 - conscious], abs=1e-6)
    assert panel.answer["first"]["rule"] == "scenario.4.competitive.monk-stats"
    assert len(panel.answer["curve"]) == 4 and panel.monk == {}, "no other health, and no monk is sent"
    act(panel, "dragon", health=12, initiative=9, dice=4)
    assert (panel.dragon["kind"], panel.answer["first"]["rule"]) == ("dragon", "combat.init.descending")


@pytest.mark.rule("scenario.4.competitive.monk-stats", "scenario.4.competitive.monk-won")
def test_a_fight_with_a_monk_is_played() -> None:
    """He strikes first with four wooden dice, and each answer has its odds."""
    panel = before_a_monk(is_real_box=True)
    act(panel, "begin")
    assert (panel.tab, panel.fight["dragon"]["kind"], panel.fight["dragon"]["most"]) == ("play", "monk", 4)
    assert panel.fight["house"] == ["W", "M"], "a monk rolls no white dice"
    assert panel.fight["question"]["text"] == say("combat.roll-of-monk-foe")
    play(panel, MISS)
    assert (panel.fight["question"]["kind"], panel.fight["advised"]) == ("roll-dice", True)
    act(panel, "advise")
    assert panel.advice["rows"][0]["text"] == "attack left WWM" and panel.advice["rows"][0]["cost"] == ""
    play(panel, "attack left WWM", THREE)
    assert panel.fight["over"]["text"] == say("combat.over-monk-won")
    act(panel, "play-undo")
    assert panel.fight["over"] == {} and panel.fight["dragon"]["health"] == 4
    save = panel.save
    again = CombatPanel(**ARMED)
    act(again, "restore", save=save)
    assert again.fight["question"]["kind"] == panel.fight["question"]["kind"]


def test_a_link_and_undo_bring_a_monk_back() -> None:
    """What the helper writes of him into its address it reads again; a word that is no foe stays refused."""
    page = HelperPage()
    (number,) = [row["number"] for row in page.fight.offers if row["kind"] == "monk"]
    act(page.fight, "offer", number=number)
    assert "dragon=monk" in page.link and parse_link("weapon=WWM&dragon=monk").dragon == "monk"
    again = HelperPage()
    act(again, "open-link", text=page.link)
    assert again.fight.dragon == page.fight.dragon and again.fight.dragon["kind"] == "monk"
    with pytest.raises(BadLink):
        parse_link("weapon=WWM&dragon=monks")


@pytest.mark.rule("scenario.4.competitive.monk-beats-samurai")
def test_who_is_beaten_by_a_monk_is_told_so() -> None:
    panel = before_a_monk(helmet="")
    act(panel, "begin")
    play(panel, "roll W 1 1 1 1")
    assert (panel.fight["over"]["seal"], panel.fight["over"]["text"]) == ("no", say("combat.over-monk-lost"))


@pytest.mark.rule("scenario.4.competitive.no-joining-monk")
def test_nobody_joins_a_fight_with_a_monk_here_either() -> None:
    panel = before_a_monk()
    act(panel, "fighter", text="WWM MM")
    assert (panel.answer["state"], panel.answer["rule"]) == (
        "refused",
        "scenario.4.competitive.no-joining-monk",
    )
    act(panel, "begin")
    assert panel.fight == {} and panel.notice == panel.answer["sentence"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_monk_is_told_in_every_language(language: str) -> None:
    panel = before_a_monk(language=language)
    assert panel.dragon["name"] == say("combat.monk-name", language=language)
    assert panel.answer["first"]["who"] == say("combat.first-monk", language=language)
    act(panel, "why")
    assert panel.trace["rounds"] and panel.trace["strike"] == ("2.7" if language == "en" else "2,7")


@pytest.mark.rule("scenario.7.solo.hostile-decisions", "scenario.7.solo.samurai-combat-rules")
def test_a_fallen_samurai_is_played_by_nobody() -> None:
    """Another fighter as the guard of a temple: it decides by its rule, and whoever came last is asked alone."""
    panel = CombatPanel(weapon="WWWMM", helmet="MMMM")
    act(panel, "fighter", text="weapon=WWM&helmet=MW/.M")
    act(panel, "guard", other=1)
    assert [one["name"] for one in panel.fight["fighters"]] == ["You", say("combat.guard-name")]
    seats = set()
    for _ in range(200):
        if panel.fight["over"]:
            break
        question = panel.fight["question"]
        seats.add(question["seat"])
        if panel.fight["dealt"]:
            act(panel, "deal", at=panel.fight["at"])
        else:
            session = panel.session
            assert session is not None, "a fight is going on"
            session.play(next(iter(session.options)))
            panel.playing.show_both(session, None)
    assert panel.fight["over"] and seats <= {-1, 0} and 0 in seats
    act(panel, "guard", other=5)
    assert panel.notice == "", "nobody there"


@pytest.mark.rule("scenario.7.solo.combat-at-temple")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_fights_a_guard_where_none_stands(language: str) -> None:
    """Guards stand in scenario 7 alone; whoever asks by keyboard or link is told so, and a fight in play stays."""
    panel = CombatPanel(weapon="WWWMM", language=language)
    act(panel, "fighter", text="weapon=WM")
    panel.has_guards = False
    act(panel, "guard", other=1)
    assert panel.fight == {} and panel.notice == say("combat.no-guards", language=language)
    act(panel, "duel", other=1)
    assert panel.fight["duel"] and panel.notice == ""
    act(panel, "guard", other=1)
    assert panel.fight["duel"] and panel.notice == say("combat.no-guards", language=language)
    panel.has_guards = True
    act(panel, "guard", other=1)
    assert panel.fight["guarded"]


@pytest.mark.rule("scenario.7.solo.loss-costs-life", "scenario.7.solo.win-steals-blueprint")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("own", "guard", "end"),
    [
        pytest.param("WWWMM", "weapon=WM", "won", id="it cannot strike and has no helmet"),
        pytest.param("", "weapon=WWWMM", "lost", id="without weapon and helmet"),
        pytest.param("", "weapon=WM", "left", id="neither has a weapon"),
    ],
)
def test_the_end_of_a_fight_with_a_guard_speaks_of_no_duel(
    own: str, guard: str, end: str, language: str
) -> None:
    """What scenario 7 says of it: no rival wins, nothing is stolen, and one goes back instead of giving up."""
    panel = CombatPanel(weapon=own, language=language)
    act(panel, "fighter", text=guard)
    act(panel, "guard", other=1)
    assert panel.fight["guarded"] and not panel.fight["duel"]
    asked = set()
    while not panel.fight["over"]:
        question = panel.fight["question"]
        if panel.fight["dealt"]:
            act(panel, "deal", at=panel.fight["at"])
            continue
        asked.add(question["text"])
        retreats = [one["text"] for one in question.get("choices", ()) if one["text"] == "retreat"]
        session = panel.session
        assert session is not None, "a fight is going on"
        play(panel, *(retreats or [print_answer(next(iter(session.options)), session.state.dice)]))
    seals = {"won": "ok", "lost": "no", "left": "but"}
    told = say(f"combat.over-guard-{end}", language=language)
    assert (panel.fight["over"]["seal"], panel.fight["over"]["text"]) == (seals[end], told)
    assert say("question.withdraw-duel", language=language) not in asked


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules", "scenario.7.solo.hostile-initiative")
def test_a_guard_needs_no_dragon_for_its_odds() -> None:
    """Its magic counts as laid; the same numbers stand there once somebody asks about a dragon as well."""
    panel = CombatPanel(weapon="WWWMM", helmet="MMMM")
    act(panel, "fighter", text="WWM+G@1,1 MM+G")
    assert panel.answer == {"state": "none"} and panel.more["allies"] == []
    (guard,) = panel.more["guards"]
    # two pieces of wood and one of metal are three long, and magic is four more; five long strike after seven
    assert panel.others[0]["initiative"] == 3 + 4 and guard["who"] == say("odds.first-guard")
    act(panel, "dragon", health=8, initiative=2, dice=3)
    assert panel.more["guards"] == [guard] and panel.more["allies"]
    act(panel, "no-dragon")
    act(panel, "fighter-off", number=1)
    assert panel.more == {}
