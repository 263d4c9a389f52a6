"""CombatPanel without a browser: a fight played question by question, real dice, undo, advice, saves."""

from __future__ import annotations

import base64
import functools
import itertools
import math
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb import texts
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.board.stowing import stowings
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.kernel import Complete
from fujikoro_nb.views.fight.labels import answer_label, spelt
from fujikoro_nb.views.fight.question import first_answers
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.helper.helper_page import HelperPage
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.sampling import examples

GEAR = {"weapon": "WWMT", "helmet": "WM/T"}


def act(panel: CombatPanel, name: str, **fields: object) -> None:
    """As a page sends it."""
    panel._handle_custom_msg({"act": name, **fields}, [])


def begun(health: int = 8, initiative: int = 1, dice: int = 3, **gear: str) -> CombatPanel:
    """A fight that waits for its first answer."""
    panel = CombatPanel(**(gear or GEAR))
    act(panel, "dragon", health=health, initiative=initiative, dice=dice)
    act(panel, "begin")
    assert panel.notice == ""
    return panel


def play(panel: CombatPanel, *answers: str) -> None:
    for text in answers:
        act(panel, "play", text=text, at=panel.fight["at"])
        assert panel.notice == "", text


def divisions(question: dict[str, Any]) -> set[tuple[int, ...]]:
    """Every way to share that the buttons of a person each, and the one that sends, can give."""
    share = question["share"]
    each = [range(len(one["told"])) for one in share["seats"]]
    return {way for way in itertools.product(*each) if sum(way) == share["teeth"]}


def asked(panel: CombatPanel) -> str:
    return str(panel.fight["question"].get("kind", "over"))


# ---- playing


def test_without_a_dragon_nothing_begins() -> None:
    panel = CombatPanel(**GEAR)
    act(panel, "begin")
    assert panel.notice == "First choose a dragon."
    assert panel.fight == {}


@pytest.mark.rule(
    "combat.attack.dice", "combat.break.per-symbol", "combat.dragon.dice", "combat.helmet.absorb"
)
def test_a_fight_with_real_dice_asks_what_the_rules_ask() -> None:
    panel = begun()
    assert asked(panel) == "roll-dice"
    weapons = panel.fight["question"]["weapons"]
    assert weapons[0]["most"] == {"W": 2, "M": 1, "T": 1, "G": 0}
    play(panel, "attack left WWMT")
    dice = {row["colour"]: row["count"] for row in panel.fight["question"]["dice"]}
    assert dice == {"W": 2, "M": 1, "T": 1}
    play(panel, "roll W 1* 0, M 2, T 1")
    assert panel.fight["dragon"] == {"name": "Blue S", "dice": 3, "most": 8, "health": 4, "mark": "owner"}
    assert asked(panel) == "lose-cubes"
    assert panel.fight["question"]["need"] == {"W": 1}
    assert panel.fight["question"]["cells"] == [[1, 1], [2, 1]]
    play(panel, "lose 1,1")
    assert asked(panel) == "withdraw", "one wood is no weapon"
    assert [row["text"] for row in panel.fight["question"]["choices"]] == ["stay", "retreat"]
    play(panel, "stay")
    assert panel.fight["question"]["dice"][0]["count"] == 3
    play(panel, "roll T 2 1 0")
    assert asked(panel) == "pay-damage"
    assert panel.fight["question"]["damage"] == 3
    play(panel, "pay 1,2")
    assert panel.fight["fighters"][0]["absorbs"] == 3


def test_log_has_a_sentence_and_a_rule_for_every_event_and_folds_what_is_forced() -> None:
    panel = begun()
    play(panel, "attack left WWMT", "roll W 1* 1*, M 2, T 1")
    entry = panel.fight["log"][-1]
    assert entry["who"] == "Dice"
    assert len(entry["auto"]) == 1, "both wood cubes break: there is no choice"
    assert "lose" in entry["auto"][0]["text"]
    events = [event for line in (*panel.fight["log"], *entry["auto"]) for event in line["events"]]
    assert events
    assert all(event["text"].endswith(".") and "." in event["rule"] for event in events)
    assert {"combat.attack.hits", "combat.break.per-symbol"} <= {event["rule"] for event in events}
    assert panel.fight["happened"][0]["rule"] == "combat.attack.dice"


@pytest.mark.rule("combat.dice.limits")
@pytest.mark.parametrize(
    "text",
    [
        "roll W 1 1, M 2",
        "roll W 1 1 1, M 2, T 1",
        "roll W 5 1, M 2, T 1",
        "roll -",
        "attack left W",
        "💥",
        "",
    ],
)
def test_an_impossible_roll_is_refused_with_a_sentence_and_nothing_moves(text: str) -> None:
    panel = begun()
    play(panel, "attack left WWMT")
    before = panel.fight
    act(panel, "play", text=text, at=before["at"])
    assert panel.notice
    assert panel.fight == before


def test_a_second_tap_on_the_same_button_is_dropped() -> None:
    panel = begun()
    at = panel.fight["at"]
    play(panel, "attack left WWMT")
    after = panel.fight
    act(panel, "play", text="attack left WWMT", at=at)
    act(panel, "deal", at=at)
    assert panel.fight == after
    assert panel.notice == ""


def test_our_dice_end_any_fight_and_undo_gives_every_moment_back() -> None:
    panel = begun()
    seen = []
    while asked(panel) != "over":
        seen.append(panel.fight)
        if panel.fight["dealt"]:
            act(panel, "deal", at=panel.fight["at"])
        else:
            session = panel.session
            assert session is not None
            play(panel, print_answer(next(iter(session.options)), session.state.dice))
    assert panel.fight["over"]["seal"] in ("ok", "but", "no")
    for moment in reversed(seen):
        act(panel, "play-undo")
        assert {key: panel.fight[key] for key in ("question", "fighters", "log", "undo")} == {
            key: moment[key] for key in ("question", "fighters", "log", "undo")
        }
    assert panel.fight["undo"] == ""
    act(panel, "play-undo")
    for _ in seen:
        act(panel, "play-redo")
    assert asked(panel) == "over"


def test_undo_names_what_it_takes_back_and_redo_what_it_brings() -> None:
    panel = begun()
    play(panel, "attack left WM")
    assert panel.fight["undo"] == "attack, left weapon: 1 wood, 1 metal"
    assert not panel.fight["fork"]
    play(panel, "roll W 1, M 2")
    assert panel.fight["undo"] == "rolled W 1, M 2"
    assert panel.fight["fork"], "somebody may not undo a roll by mistake"
    act(panel, "play-undo")
    assert panel.fight["redo"] == "rolled W 1, M 2"
    assert asked(panel) == "roll"


@pytest.mark.rule("combat.hero.when", "combat.hero.lose-action")
def test_monks_are_asked_for_as_buttons() -> None:
    panel = CombatPanel(**GEAR)
    act(panel, "monk", spot="action", on=True)
    act(panel, "dragon", health=8, initiative=9, dice=3)
    act(panel, "begin")
    assert asked(panel) == "send-monk"
    assert [row["label"] for row in panel.fight["question"]["choices"]] == [
        "Send no monk",
        "Send the monk on the action spot",
    ]
    play(panel, "send action")
    assert asked(panel) == "roll-dice", "who sends a monk is first"


@pytest.mark.rule("combat.dragon.teeth")
def test_stowing_offers_a_sensible_way_first(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.grid.weapon, page.grid.helmet = "WWMT", "WM/T"
    for _ in range(6):
        page.act_backpack(material="W", by=1)
    panel = page.fight
    act(panel, "dragon", health=8, initiative=9, dice=3)
    act(panel, "begin")
    play(panel, "roll T 3* 0 0")
    assert asked(panel) == "stow"
    labels = [row["label"] for row in panel.fight["question"]["choices"]]
    assert labels[0] == "In the backpack: 5 wood, 1 tooth; throw away 1 wood", "a tooth is worth more"
    assert "In the backpack: 6 wood; leave 1 tooth" in labels


@pytest.mark.parametrize(
    ("weapon", "lower", "new", "best"),
    [
        ("", "MMMMMT", "WWM", "WWMMMT"),  # craft.weapon.usable: without wood there is no weapon
        ("", "WWWWWW", "MT", "WWWWMT"),
        ("", "WWWMMM", "W", "WWWMMM"),  # nothing is gained, so nothing is thrown out
        ("W", "MMMMMT", "WWM", "WMMMMT"),  # one wood more, and the weapon has two
        ("WW", "MMMMMT", "WWM", "MMMMMT"),  # its weapon has the wood: nothing better comes, so nothing goes
    ],
)
def test_best_backpack_keeps_wood_for_a_weapon(weapon: str, lower: str, new: str, best: str) -> None:
    mine = board(weapon=weapon, lower=lower)
    ways = stowings(mine, Cubes.parse(new))
    options = Complete([StowThings(one.backpack, one.thrown, one.left) for one in ways])
    first, *_ = first_answers("stow", options, mine)
    assert isinstance(first, StowThings)
    assert first.backpack.cubes == Cubes.parse(best)


def test_a_joint_fight_asks_each_fighter() -> None:
    panel = CombatPanel(**GEAR)
    act(panel, "fighter", text="WWWM MM")
    act(panel, "dragon", health=20, initiative=1, dice=4)
    act(panel, "begin")
    assert [row["name"] for row in panel.fight["order"]] == ["You", "Fighter 2", "Green M"]
    assert panel.fight["question"]["who"] == "You"
    play(panel, "attack left WWMT", "roll W 1 1, M 1, T 1")
    assert panel.fight["question"]["who"] == "Fighter 2"


@pytest.mark.rule(
    "coop.combat.teeth-for-victory", "coop.combat.teeth-from-dice-shared", "coop.play.no-victory-points"
)
@pytest.mark.parametrize(("typed", "teeth"), [({}, 2), ({"blue": 9, "green": 4, "red": 9, "white": 9}, 4)])
def test_a_group_shares_teeth_and_scores_nothing(typed: dict[str, int], teeth: int) -> None:
    """Two for a green dragon, or what the own board prints; before them the pool of its dice. Each by name."""
    panel = CombatPanel(**GEAR, mode=COOP, teeth=typed)
    act(panel, "fighter", text="WWMM MM")
    act(panel, "dragon", health=1, initiative=9, dice=4)
    act(panel, "begin")
    play(panel, "roll T 3* 0 0 0")  # one broken icon on the white dice: a tooth for both together
    question = panel.fight["question"]
    assert (question["kind"], question["rule"]) == ("share-teeth", "coop.combat.teeth-from-dice-shared")
    assert divisions(question) == {(1, 0), (0, 1)}
    assert [one["name"] for one in question["share"]["seats"]] == ["You", "Fighter 2"]
    play(panel, "share 0 1", "pay 1,2", "attack left WWMT", "roll W 1 0, M 2, T 1")
    question = panel.fight["question"]
    assert (question["kind"], question["rule"]) == ("share-teeth", "coop.combat.teeth-for-victory")
    assert divisions(question) == {(mine, teeth - mine) for mine in range(teeth + 1)}
    play(panel, f"share {teeth - 1} 1")
    over = panel.fight["over"]["text"]
    assert over == f"The dragon is defeated: {teeth} teeth for the fighters to share."
    told = " ".join(line["text"] for entry in panel.fight["log"] for line in entry["events"])
    assert "victory point" not in told and "by fighter" not in told
    assert panel.fight["undo"] == f"You {teeth - 1}, Fighter 2 1"
    act(panel, "play-undo")
    assert panel.fight["redo"] == f"You {teeth - 1}, Fighter 2 1"


@pytest.mark.rule("scenario.8.solo.competitive-board")
def test_a_ronin_scores_and_gets_the_teeth_of_a_group() -> None:
    panel = CombatPanel(**GEAR, mode=realm(board(), mode=SOLO, scenario=8).state.mode)
    act(panel, "dragon", health=1, initiative=1, dice=4)
    act(panel, "begin")
    play(panel, "attack left WWMT", "roll W 1 0, M 2, T 1")
    told = [line["text"] for entry in panel.fight["log"] for line in entry["events"]]
    assert "7 victory points." in told
    if panel.fight["question"]:
        play(panel, panel.fight["question"]["choices"][0]["text"])
    assert panel.fight["over"]["text"] == "The dragon is defeated: 7 victory points, and 2 teeth."


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_five_fighters_have_every_way_to_share_four_teeth() -> None:
    """C(4 + 5 - 1, 4) = 70 ways, and whoever was asked last can get them all."""
    panel = CombatPanel(**GEAR, mode=COOP, teeth=dict.fromkeys(("blue", "green", "red", "white"), 4))
    for _ in range(4):
        act(panel, "fighter", text="WWMM MM")
    act(panel, "dragon", health=1, initiative=9, dice=4)
    act(panel, "begin")
    play(panel, "roll T 3* 0 0 0", "share 0 0 0 0 1", "pay 1,2", "attack left WWMT", "roll W 1 0, M 2, T 1")
    question = panel.fight["question"]
    assert "choices" not in question, "seventy buttons are nobody's"
    ways = divisions(question)
    assert len(ways) == math.comb(4 + 5 - 1, 4)
    assert {(4, 0, 0, 0, 0), (0, 0, 0, 0, 4)} <= ways
    play(panel, "share 0 0 0 0 4")


@pytest.mark.rule("coop.play.no-samurai-combat", "variant.peaceful")
def test_nobody_duels_where_samurai_do_not_fight_each_other() -> None:
    panel = CombatPanel(**GEAR, mode=COOP)
    act(panel, "fighter", text="WWMM MM")
    assert not panel.may_duel
    act(panel, "duel", other=1)
    assert panel.fight == {} and panel.notice == texts.say("combat.no-duels")
    panel.mode = COMPETITIVE
    act(panel, "duel", other=1)
    assert panel.fight["duel"]


@pytest.mark.rule("duel.tie", "duel.surrender")
def test_a_duel_is_played_to_its_end() -> None:
    panel = CombatPanel(weapon="WW", helmet="W")
    act(panel, "fighter", text="WWMT WM")
    act(panel, "duel", other=1)
    assert panel.fight["duel"]
    assert "dragon" not in panel.fight
    assert panel.fight["question"]["who"] == "Fighter 2", "longer, so first"
    play(panel, "attack left WWMT", "roll W 1 1, M 1, T 1")
    assert panel.fight["over"]["text"] == "Fighter 2 won the duel."


def test_illegal_gear_does_not_begin() -> None:
    panel = CombatPanel(weapon="WW", helmet="WWWW/WWWW/W")
    act(panel, "dragon", health=8, initiative=1, dice=3)
    act(panel, "begin")
    assert "9 cubes" in panel.notice
    assert panel.fight == {}


# ---- advice


def test_odds_of_each_answer_the_best_first_with_what_the_others_cost() -> None:
    panel = begun()
    act(panel, "advise")
    rows = panel.advice["rows"]
    wins = [row["shares"][0] for row in rows]
    assert wins == sorted(wins, reverse=True)
    assert rows[0]["cost"] == ""
    assert panel.answer["shares"][0] == pytest.approx(wins[0], abs=1e-6), (
        "the fight is worth its best first answer"
    )
    last = rows[-1]
    assert float(last["cost"]) == pytest.approx((wins[0] - last["shares"][0]) * 100, abs=0.06)
    play(panel, rows[0]["text"])
    assert panel.advice == {}


def test_advice_in_the_middle_of_a_turn_and_for_the_helmet() -> None:
    panel = begun()
    play(panel, "attack left WWMT", "roll W 1* 0, M 2, T 1")
    act(panel, "advise")
    assert {row["text"] for row in panel.advice["rows"]} <= {"lose 1,1", "lose 2,1"}
    play(panel, "lose 1,1", "stay", "roll T 2 1 0")
    act(panel, "advise")
    for row in panel.advice["rows"]:
        assert row["text"].startswith("pay ")
    assert "Play for the win" in panel.advice["policy"]


def test_answers_that_come_to_the_same_are_one_row() -> None:
    panel = CombatPanel(weapon="WW", helmet="WWWW")
    act(panel, "dragon", health=8, initiative=9, dice=3)
    act(panel, "begin")
    play(panel, "roll T 2 0 0")
    act(panel, "advise")
    assert [(row["label"], row["ways"]) for row in panel.advice["rows"]] == [("pay 2 wood", 6)]


def test_nothing_is_advised_where_nothing_can_be_chosen() -> None:
    panel = begun()
    play(panel, "attack left WWMT")
    act(panel, "advise")
    assert panel.advice == {}
    assert panel.job == {}


@pytest.mark.parametrize(("count", "said"), [(1, "1 tooth"), (2, "2 teeth")])
def test_teeth_are_counted_as_a_language_counts_them(count: int, said: str) -> None:
    """The engine's word for one tooth is not that for two."""
    panel = begun(weapon="WW" + "T" * count, helmet="TT")
    play(panel, f"attack left WW{'T' * count}")
    assert panel.fight["undo"] == f"attack, left weapon: 2 wood, {said}"
    cells = Cubes.parse("T" * count)
    assert spelt(cells, panel.say) == said


# ---- a second fight


def _two() -> CombatPanel:
    """A fight against three dice is put away for one against four."""
    panel = begun()
    play(panel, "attack left WWMT")
    act(panel, "dragon", health=12, initiative=9, dice=4)
    act(panel, "begin")
    return panel


def test_a_new_fight_puts_the_old_one_away_and_swapping_brings_it_back() -> None:
    panel = _two()
    assert (panel.fight["dragon"]["dice"], panel.fight["dragon"]["health"]) == (4, 12)
    assert panel.fight["away"]["dragon"]["dice"] == 3
    new = panel.fight["log"]
    act(panel, "swap")
    assert panel.fight["dragon"]["dice"] == 3
    assert asked(panel) == "roll", "in the middle of its turn"
    assert panel.fight["away"]["dragon"]["dice"] == 4
    act(panel, "swap")
    assert (panel.fight["dragon"]["dice"], panel.fight["log"]) == (4, new)


def test_a_fight_that_is_over_is_not_put_away() -> None:
    panel = begun(health=1, initiative=0)
    play(panel, "attack left WWMT", "roll W 1 1, M 2, T 1")
    while asked(panel) != "over":
        play(panel, panel.fight["question"]["choices"][0]["text"])
    act(panel, "begin")
    assert asked(panel) != "over"
    assert panel.fight["away"] == {}
    before = panel.fight
    act(panel, "swap")
    assert panel.fight == before


def test_ending_a_fight_forgets_the_one_put_away() -> None:
    panel = _two()
    act(panel, "leave")
    assert panel.fight == {}
    act(panel, "swap")
    assert panel.fight == {}


def test_the_helpers_undo_takes_back_a_new_fight_and_going_back_to_the_old(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.grid.weapon, page.grid.helmet = "WWMT", "WM/T"
    panel = page.fight
    act(panel, "dragon", health=8, initiative=1, dice=3)
    act(panel, "begin")
    play(panel, "attack left WWMT")
    act(panel, "dragon", health=12, initiative=9, dice=4)
    act(panel, "begin")
    act(panel, "swap")
    assert page.undo_label == "Undo: going back to the fight put away"
    page.act_undo()
    assert (panel.fight["dragon"]["dice"], panel.fight["away"]["dragon"]["dice"]) == (4, 3)
    assert page.undo_label == "Undo: beginning the fight"
    page.act_undo()
    assert (panel.fight["dragon"]["dice"], panel.fight["away"]) == (3, {})
    assert asked(panel) == "roll"


# ---- whose dice, whose dragon


def _real(weapon: str = "WW", helmet: str = "WW") -> CombatPanel:
    panel = CombatPanel(weapon=weapon, helmet=helmet, is_real_box=True)
    act(panel, "dragon", health=8, initiative=1, dice=3)
    return panel


def _type(panel: CombatPanel, *letters: str) -> None:
    for letter in letters:
        panel.use(msgspec.structs.replace(panel.box[letter], provenance=Provenance.OWNER))


def test_the_note_of_house_dice_is_that_of_the_dice_in_the_fight() -> None:
    panel = _real()
    act(panel, "begin")
    assert panel.fight["house"] == ["W", "T"], "brown dice of the weapon, white ones of the dragon"
    _type(panel, "W", "T")
    assert panel.house_in_fight == []
    play(panel, "attack left WW")
    assert panel.fight["house"] == ["W", "T"], "this fight goes on with the dice it began with"
    fresh = CombatPanel(weapon="MM", is_real_box=True)
    act(fresh, "restore", save=panel.save)
    assert fresh.fight["house"] == ["W", "T"], "not those of the gear that lies there now"
    act(panel, "begin")
    assert panel.fight["house"] == []


def test_house_dice_are_marked_at_the_real_box_only() -> None:
    panel = CombatPanel(weapon="WW")
    act(panel, "dragon", health=8, initiative=1, dice=3)
    act(panel, "begin")
    assert panel.fight["house"] == []
    panel.is_real_box = True
    assert panel.fight["house"] == ["W", "T"]


def test_a_duel_has_no_white_dice_of_a_dragon() -> None:
    panel = _real()
    act(panel, "fighter", text="WW W")
    act(panel, "duel", other=1)
    assert panel.fight["house"] == ["W"]


def test_a_house_dragon_keeps_its_mark_in_the_fight_and_in_its_save() -> None:
    panel = CombatPanel(**GEAR)
    number = next(offer["number"] for offer in panel.offers if offer["mark"] == "house")
    act(panel, "offer", number=number)
    act(panel, "begin")
    assert panel.fight["dragon"]["mark"] == "house"
    fresh = CombatPanel(weapon="WW")
    act(fresh, "restore", save=panel.save)
    assert fresh.notice == ""
    assert fresh.fight["dragon"]["mark"] == "house"


# ---- saves


def test_a_reload_comes_back_to_the_same_moment() -> None:
    panel = begun()
    play(panel, "attack left WWMT", "roll W 1* 0, M 2, T 1")
    act(panel, "play-undo")
    fresh = CombatPanel(weapon="WW")
    act(fresh, "restore", save=panel.save)
    assert fresh.notice == ""
    kept = ("at", "question", "fighters", "log", "dragon", "undo")
    assert {key: fresh.fight[key] for key in kept} == {key: panel.fight[key] for key in kept}
    play(fresh, "roll W 1* 0, M 2, T 1")
    assert asked(fresh) == "lose-cubes"


def test_a_save_never_takes_the_place_of_a_fight_that_goes_on() -> None:
    old, panel = begun(), begun(health=9)
    play(panel, "attack left W")
    before = panel.fight
    act(panel, "restore", save=old.save)
    assert panel.fight == before


def test_ending_a_fight_forgets_its_save() -> None:
    panel = begun()
    assert panel.save
    act(panel, "leave")
    assert (panel.fight, panel.save) == ({}, "")


def _packed(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text)).decode()


@pytest.mark.parametrize(
    "save",
    [
        "x",
        "💥",
        _packed(b"{}"),
        _packed(b"["),
        _packed(b"[" * 100_000),
        _packed(b" " * 20_000_000),
        "A" * 399_999,
    ],
)
def test_a_damaged_save_is_one_sentence_and_no_fight(save: str) -> None:
    panel = CombatPanel(**GEAR)
    act(panel, "restore", save=save)
    assert panel.fight == {}
    assert panel.notice
    assert len(panel.notice) < 400
    assert panel.refused_saves == 1, "the page forgets it, or every reload would bring the sentence back"


@functools.cache
def _saved() -> tuple[str, object]:
    panel = begun()
    play(panel, "attack left WWMT")
    return panel.save, panel.fight["log"]


@settings(max_examples=examples(60), deadline=None)
@given(st.floats(0, 0.999), st.sampled_from("ABCabc019_-="))
def test_a_save_changed_anywhere_is_refused_or_the_same(place: float, letter: str) -> None:
    save, log = _saved()
    letters = list(save)
    letters[int(place * len(letters))] = letter
    fresh = CombatPanel(weapon="WW")
    act(fresh, "restore", save="".join(letters))
    assert fresh.fight == {} or fresh.fight["log"] == log


# ---- the page around it


def test_the_helpers_undo_takes_back_answers_and_the_panels_own_undo_too(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.grid.weapon, page.grid.helmet = "WWMT", "WM/T"
    panel = page.fight
    act(panel, "dragon", health=8, initiative=1, dice=3)
    act(panel, "begin")
    play(panel, "attack left WWMT", "roll W 1* 0, M 2, T 1")
    assert page.undo_label == "Undo: rolled W 1* 0, M 2, T 1"
    page.act_undo()
    assert asked(panel) == "roll"
    assert page.undo_label == "Undo: attack, left weapon: 2 wood, 1 metal, 1 tooth"
    act(panel, "play-undo")
    assert asked(panel) == "roll-dice"
    assert page.undo_label == "Undo: beginning the fight"
    page.act_undo()
    assert panel.fight == {}


def test_the_dragon_travels_in_the_link_and_a_strange_one_does_not(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.act_open_link(text="weapon=WW&helmet=W&dragon=3/5/3")
    assert page.fight.dragon["health"] == 3
    assert page.fight.answer["state"] == "ready"
    act(page.fight, "dragon", health=4, initiative=5, dice=3)
    assert "dragon=4/5/3" in page.link
    page.act_undo()
    assert "dragon=3/5/3" in page.link
    page.grid.weapon = "WWM"
    page.act_undo()
    assert page.fight.dragon["health"] == 3, "undoing a cube leaves the dragon"
    act(page.fight, "no-dragon")
    assert "dragon" not in page.link
    for text in ("0/1/3", "3/1/9", "999/1/3", "3/99/3", "x", "3/1"):
        page.act_open_link(text=f"weapon=WW&dragon={text}")
        assert text in page.notice
        assert page.fight.dragon == {}


def test_goal_and_dice_can_be_undone(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.fight.set_state({"goal": "points"})
    page.fight.set_state({"is_all_dice": True})
    assert page.undo_label == "Undo: free choice or all dice"
    page.act_undo()
    page.act_undo()
    assert (page.fight.goal, page.fight.is_all_dice) == ("win", False)


@pytest.mark.rule("combat.hero.when", "combat.hero.resource")
def test_which_monk_to_send_and_which_cube_to_throw_is_advised(tmp_path: object) -> None:
    page = HelperPage(store=OwnerPack(str(tmp_path)))
    page.grid.weapon, page.grid.helmet = "WW", "W"
    page.act_backpack(material="W", by=1)
    page.act_backpack(material="T", by=1)
    panel = page.fight
    act(panel, "monk", spot="action", on=True)
    act(panel, "dragon", health=3, initiative=9, dice=3)
    act(panel, "begin")
    act(panel, "advise")
    rows = {row["text"]: row for row in panel.advice["rows"]}
    assert set(rows) == {"keep", "send action"}
    assert rows["send action"]["shares"][0] > rows["keep"]["shares"][0], (
        "the monk strikes first and lets one begin"
    )
    assert float(rows["keep"]["cost"]) > 0
    play(panel, "send action")
    act(panel, "advise")
    assert [row["text"] for row in panel.advice["rows"]] == ["throw T lower", "throw W lower"]


def test_discs_are_counted_and_blueprints_named_where_it_matters_which_lies_where() -> None:
    discs = ("house-blueprint-helmet-1", "house-blueprint-sandals-1", "house-blueprint-weapon-1")
    say = functools.partial(texts.say, language="en")
    whole = StowThings(Backpack(Contents(Cubes.parse("T"), discs), Contents()))
    assert answer_label(whole, say) == "In the backpack: 1 tooth, 3 blueprints"
    labels = {
        answer_label(
            StowThings(
                Backpack(
                    Contents(Cubes(), discs[:at] + discs[at + 1 :]), Contents(Cubes(), discs[at : at + 1])
                )
            ),
            say,
        )
        for at in range(len(discs))
    }
    assert len(labels) == len(discs), "no two ways read the same"
