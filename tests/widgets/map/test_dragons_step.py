"""The page of the dragons' step without a browser: taps, answers in words, link, undo, rulings, languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, SOLO
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.helper.quick.lairs import TILES, Lairs, parse_lairs
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import DragonsStep, HelperPage
from fujikoro_nb.widgets.base.widget import FujiWidget


@pytest.fixture
def page(tmp_path: Path) -> HelperPage:
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="")
    act(page, "set-table", mode="coop", players=3)
    return page


def act(widget: FujiWidget, what: str, /, **fields: object) -> None:
    widget._handle_custom_msg({"act": what, **fields}, [])


def cards(step: DragonsStep) -> dict[str, dict]:
    return {card["letter"]: card for card in step.answers.get("dragons", [])}


def told(step: DragonsStep, letter: str) -> str:
    return " ".join(line["text"] for line in cards(step)[letter]["lines"])


def test_four_taps_to_an_answer_that_is_sure() -> None:
    """A dragon, a samurai, its token, all other tiles."""
    step = DragonsStep(people=["Aiko", "Bo"])
    act(step, "answer")
    assert step.answers == {}
    act(step, "put", brush="red", at="II-3")
    act(step, "put", brush="0", at="I-4")
    assert cards(step)["A"]["word"] == "If"
    act(step, "token", at="II-3", value="walks")
    act(step, "rest", value="open")
    card = cards(step)["A"]
    assert (card["seal"], card["word"]) == ("ok", "Goes")
    assert told(step, "A") == (
        "Nearest: Aiko on I-4, 3 tiles away, from above. It goes to I-2. "
        "Not to I-1: from there the way is no shorter."
    )
    assert [line["rule"] for line in card["lines"]] == [
        "coop.dragon.moves-towards-nearest",
        "coop.dragon.one-tile-per-round",
        "coop.dragon.moves-towards-nearest",
    ]
    assert [(one["from"], one["to"], one["sure"]) for one in step.arrows] == [("II-3", "I-2", True)]
    tile = next(one for one in step.tiles if one["id"] == "I-2")
    assert tile["says"] == "I-2, open, A may come here, a dragon comes"
    assert "Not on the map, so left out: Bo." in [note["text"] for note in step.answers["notes"]]


def test_nothing_is_asked_before_somebody_looks() -> None:
    step = DragonsStep(lairs=parse_lairs("red.II-3.walks,0.I-4,rest.open"))
    assert step.answers == {}
    act(step, "answer")
    assert list(cards(step)) == ["A"]


def test_what_the_group_decides_and_what_another_dragon_closes() -> None:
    lairs = parse_lairs("red.II-3.walks,green.II-4.awake,blue.III-5.asleep,0.I-4,1.II-1,rest.open,first.1")
    step = DragonsStep(people=["Aiko", "Bo"], lairs=lairs)
    act(step, "answer")
    assert [cards(step)[letter]["word"] for letter in "ABC"] == ["You choose", "You choose", "Sleeps"]
    assert "These tiles are equally good: you decide together." in told(step, "A")
    assert "Equally near, 3 tiles away: Bo on II-1 and Aiko on I-4." in told(step, "B")
    assert "Only if A went before: For Bo on II-1: to II-3." in told(step, "B")
    notes = [note["text"] for note in step.answers["notes"]]
    assert "You choose in which order the dragons walk." in notes
    assert "You decide together; Bo answers for the group." in notes


def test_for_whom_it_is_safe_is_chosen() -> None:
    step = DragonsStep(people=["Aiko", "Bo"], lairs=parse_lairs("red.II-3.walks,0.I-4,1.I-2,rest.open"))
    act(step, "answer")
    assert step.answers["safeAbout"].startswith("For Aiko")
    act(step, "asking", seat=1)
    assert step.answers["safeAbout"].startswith("For Bo")
    kinds = [line["kind"] for line in step.answers["safe"]]
    assert kinds == ["hit", "unseen", "free"]


@pytest.mark.parametrize(
    ("tapped", "rule"),
    [
        ("red.II-3,0.I-4,rest.open", "coop.dragon.wake-sequence"),
        ("red.II-3,0.I-4", "coop.dragon.only-explored-tiles"),
    ],
)
def test_what_is_not_known_names_the_rule_that_it_depends_on(tapped: str, rule: str) -> None:
    """Whether the dragon is asleep where all tiles are told, else which tiles lie there."""
    step = DragonsStep(people=["Aiko"], lairs=parse_lairs(tapped))
    act(step, "answer")
    assert [line["rule"] for line in step.answers["safe"] if line["kind"] == "perhaps"] == [rule]


def test_a_tap_once_more_takes_away_and_nonsense_changes_nothing() -> None:
    step = DragonsStep(people=["Aiko"])
    for brush, at in (("red", "II-3"), ("0", "I-4"), ("open", "I-1")):
        act(step, "put", brush=brush, at=at)
        act(step, "put", brush=brush, at=at)
    assert step.lairs == Lairs()
    for brush, at in (("red", "centre"), ("3", "I-4"), ("shut", "temple-1")):
        act(step, "put", brush=brush, at=at)
    assert step.lairs == Lairs()
    act(step, "put", brush="red", at="II-3")
    act(step, "clear")
    assert step.lairs == Lairs()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it(language: str) -> None:
    text = "red.II-3.walks,green.II-4,blue.III-5.asleep,white.I-4.walks,0.I-4,1.II-1,open.I-1,shut.II-2"
    step = DragonsStep(people=["Aiko", "Bo"], lairs=parse_lairs(text), language=language)
    act(step, "answer")
    lines = [line["text"] for card in step.answers["dragons"] for line in card["lines"]]
    lines += [line["text"] for line in (*step.answers["notes"], *step.answers["safe"])]
    assert all(line.endswith((".", " ?")) and "{" not in line for line in lines)
    step.language = "en"
    assert "Much is unknown." in " ".join(told(step, letter) for letter in "ABCD")


@pytest.mark.parametrize(
    ("language", "one", "two", "depends"),
    [
        (
            "en",
            "Only if A went before: ",
            "Only if A and B went before: ",
            "Depends on: whether I-2 lies open and whether A sleeps.",
        ),
        (
            "de",
            "Nur wenn vorher A gegangen ist: ",
            "Nur wenn vorher A und B gegangen sind: ",
            "Hängt davon ab: ob I-2 offen liegt und ob A schläft.",
        ),
        (
            "fr",
            "Seulement si A a avancé avant\xa0: ",
            "Seulement si A et B ont avancé avant\xa0: ",
            "Cela dépend de ceci\xa0: la tuile I-2 est-elle ouverte et le dragon A dort-il\u202f?",
        ),
    ],
)
def test_one_dragon_or_two_that_walk_before_and_what_it_depends_on(
    language: str, one: str, two: str, depends: str
) -> None:
    def said(facts: str) -> str:
        step = DragonsStep(people=["Aiko", "Bo"], lairs=parse_lairs(facts), language=language)
        act(step, "answer")
        return " ".join(told(step, letter) for letter in cards(step))

    assert two in said("green.I-3.walks,red.I-4.walks,blue.II-9.walks,0.III-5,rest.open")
    assert one in said("red.II-3.walks,green.II-4.awake,0.I-4,1.II-1,rest.open")
    known = ",".join(f"open.{at}" for at in TILES if at not in ("I-1", "I-2", "I-3"))
    assert depends in said(f"red.I-1,0.I-3,{known}")


def test_the_page_keeps_it_in_the_link_and_undoes_it(page: HelperPage) -> None:
    act(page.dragons, "put", brush="red", at="II-3")
    act(page.dragons, "put", brush="0", at="I-4")
    assert page.link == "dragons=red.II-3,0.I-4"
    assert page.undo_label == f"Undo: {page.dragons.people[0]}, I-4"
    act(page, "undo", label=page.undo_label)
    assert (page.link, page.dragons.lairs.samurai) == ("dragons=red.II-3", ())
    act(page, "open-link", text="dragons=0.centre,rest.open")
    assert page.dragons.lairs == parse_lairs("0.centre,rest.open")


@pytest.mark.rule("coop.dragon.moves-towards-nearest")
def test_the_ruling_of_the_table_is_followed(page: HelperPage) -> None:
    act(page, "open-link", text="dragons=red.II-3.walks,0.I-4,rest.open")
    act(page.dragons, "answer")
    assert "from above" in told(page.dragons, "A")
    rulings = "rulings=coop.dragon.moves-towards-nearest:by-route"
    act(page, "open-link", text=f"dragons=red.II-3.walks,0.I-4,rest.open&{rulings}")
    assert "by the way that it walks" in told(page.dragons, "A")


def test_people_are_those_of_the_evening_and_dragons_walk_where_they_do(page: HelperPage) -> None:
    assert len(page.dragons.people) == 3 and page.scope["walks"] and page.now.has_walkers
    act(page, "set-table", mode="competitive", players=3)
    assert "walks" not in page.scope and not page.now.has_walkers and not page.escape.has_walkers
    act(page, "set-table", mode="solo", players=1)
    assert len(page.dragons.people) == 1 and page.scope["walks"]


def test_who_is_no_longer_there_is_left_out() -> None:
    step = DragonsStep(people=["Aiko"], lairs=parse_lairs("red.II-3.walks,0.I-4,2.II-4,rest.open,first.2"))
    act(step, "answer")
    assert told(step, "A").startswith("Nearest: Aiko on I-4")


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round", "scenario.2.competitive.choice-maker")
def test_an_evening_of_rivals_whose_dragons_walk_has_the_page(page: HelperPage) -> None:
    """Without the scenario nobody is led there; with it the moves are told, and who began the game decides."""
    act(page, "set-table", mode="competitive", players=2)
    assert "walks" not in page.scope
    act(page, "open-setup")
    assert page.setup is not None
    act(page.setup, "choose", name="scenario", value="scenario-2")
    assert page.scope["walks"] is True and page.now.has_walkers
    step = page.dragons
    assert step.mode.name == COMPETITIVE.name and step.plot == SCENARIOS[1].against.plot
    act(step, "answer")
    act(step, "rest", value="open")
    act(step, "put", brush="blue", at="I-1")
    act(step, "token", at="I-1", value="walks")
    act(step, "put", brush="0", at="I-3")
    assert "I-2" in told(step, "A") and not step.put["isGroup"]
    act(step, "put", brush="0", at="I-4")
    assert step.say("dragons-step.several-rivals") in told(step, "A")
    act(step, "put", brush="0", at="I-3")
    act(step, "put", brush="1", at="I-5")
    assert step.say("dragons-step.several") not in told(step, "A")
    assert "Who began the game decides" in told(step, "A")


@pytest.mark.rule("scenario.6.coop.centre-not-safe")
def test_a_dragon_is_put_on_the_central_tile_only_where_it_can_be() -> None:
    step = DragonsStep(people=["Aiko"], mode=SOLO)
    act(step, "put", brush="white", at="centre")
    assert step.shown.dragons == ()
    step.plot = SCENARIOS[5].together.plot
    act(step, "put", brush="white", at="centre")
    assert [one.at for one in step.shown.dragons] == ["centre"]
    act(step, "token", at="centre", value="walks")
    act(step, "put", brush="0", at="I-4")
    act(step, "rest", value="open")
    act(step, "answer")
    assert cards(step)["A"]["seal"] == "ok"
