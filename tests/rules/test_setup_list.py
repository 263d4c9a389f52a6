"""What each rule of setup puts on the table or leaves in the box, in the lists that the helper shows."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.setup.choices import player_range, scenario_modes
from fujikoro_nb.helper.setup.lists import setup_list
from fujikoro_nb.helper.setup.sentences import told_step
from fujikoro_nb.helper.setup.step import Step
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import LANGUAGES, say


def step(key: str, mode: str = "competitive", players: int = 3, *options: str) -> Step:
    return next(one for one in setup_list(mode, players, options).steps if one.key == key)


def steps(mode: str, players: int, *options: str) -> list[str]:
    return [one.key for one in setup_list(mode, players, options).steps]


def refused(mode: str, players: int, *options: str) -> str:
    with pytest.raises(Illegal) as caught:
        setup_list(mode, players, options)
    return caught.value.refusals[0].rule


# ---- scenarios

BOOKLET_NAMES = {
    "fr": "À chacun son dû|Dragons en marche|Il fait chaud ici\u202f!|Qui est digne\u202f?|La survie du plus fort|"
    "Dompter la bête|Les trois samouraïs déchus|Ronin",
    "de": "Jedem das Seine|Drachen unterwegs|Es wird heiß hier drin|Wer ist es wert?|Überleben der Stärksten|"
    "Zähme das Biest|Die drei gefallenen Samurai|Ronin",
}
"""001:808-894, 004:1639-1895."""


def scenario_step(number: int) -> Step:
    mode = scenario_modes(number)[0]
    fewest = player_range(mode)[0]
    laid = setup_list(mode, fewest, (f"scenario-{number}",))
    return next(one for one in laid.steps if one.key.startswith(f"scenario-{number}"))


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scenario_is_read_out_with_the_sentence_of_each_rule(number: int, language: str) -> None:
    one = scenario_step(number)
    told = told_step(one, language=language)
    assert [line["rule"] for line in told["read"]] == list(one.rules)
    for line in told["read"]:
        assert line["says"] == entry(line["rule"]).wording(language).says
        assert len(line["says"].split()) >= 5


@pytest.mark.parametrize("language", sorted(BOOKLET_NAMES))
def test_a_scenario_has_the_booklets_name_wherever_it_is_named(language: str) -> None:
    for number, name in enumerate(BOOKLET_NAMES[language].split("|"), 1):
        assert told_step(scenario_step(number), language=language)["title"].endswith(name)
        assert say(f"setup-page.scenario-{number}", language=language).endswith(name)


def test_only_a_scenario_is_read_out() -> None:
    for one in setup_list("competitive", 3, ()).steps:
        assert told_step(one, language="en")["read"] == []


# ---- the competitive game


@pytest.mark.rule("setup.players.count")
def test_two_to_six_play_against_each_other() -> None:
    assert refused("competitive", 1) == refused("competitive", 7) == "setup.players.count"
    assert setup_list("competitive", 2).players == 2


@pytest.mark.rule("setup.board.same-side")
def test_board_step_names_the_rule_of_equal_sides() -> None:
    assert "setup.board.same-side" in step("boards").rules


@pytest.mark.rule("setup.map.fixed-tiles")
def test_seven_tiles_lie_on_the_map() -> None:
    assert step("map").takes == {"central-tile": 1, "temple": 3, "bridge": 3}


@pytest.mark.rule("setup.tiles.stacks")
def test_thirty_three_tiles_in_three_stacks() -> None:
    laid = step("tiles")
    assert sum(laid.takes.values()) == laid.data["all"] == 33
    assert "setup.tiles.stacks" in laid.rules


@pytest.mark.rule("setup.tokens.resource-square")
def test_square_tokens_for_every_number_of_players() -> None:
    for players in (2, 3, 4, 5, 6):
        key = "tokens" if players < 5 else "tokens-hexagon"
        assert step(key, "competitive", players).takes["square-token"] == 21


@pytest.mark.rule("explore.fill.hex")
def test_hexagonal_tokens_from_five_players_on() -> None:
    assert [setup_list("competitive", n).takes.get("hexagon-token", 0) for n in (2, 3, 4, 5, 6)] == [
        0,
        0,
        0,
        17,
        17,
    ]


@pytest.mark.rule("setup.scrolls.display")
def test_three_scrolls_face_up_thirteen_face_down() -> None:
    laid = step("scroll-cards")
    assert (laid.data, laid.takes) == ({"shown": 3, "rest": 13}, {"scroll-card": 16})


@pytest.mark.rule("setup.gearcards.draw")
def test_one_gear_card_of_each_kind_a_player() -> None:
    laid = step("gear-cards", "competitive", 3)
    assert laid.takes == {"gear-helmet": 3, "gear-weapon": 3, "gear-sandals": 3}
    assert laid.aside == {"gear-helmet": 5, "gear-weapon": 5, "gear-sandals": 5}


@pytest.mark.rule("setup.blueprints.draw")
def test_one_blueprint_of_each_kind_a_player() -> None:
    laid = step("blueprints", "competitive", 4)
    assert laid.takes == {"blueprint-helmet": 4, "blueprint-weapon": 4, "blueprint-sandals": 4}
    assert laid.aside == {"blueprint-helmet": 4, "blueprint-weapon": 4, "blueprint-sandals": 4}


@pytest.mark.rule("setup.blueprints.deal")
@pytest.mark.parametrize(
    ("players", "temples"),
    [
        (2, ["HW", "HS", "WS"]),
        (3, ["HWS", "HWS", "HWS"]),
        (4, ["HHWS", "HWWS", "HWSS"]),
        (5, ["HHWWS", "HHWSS", "HWWSS"]),
        (6, ["HHWWSS", "HHWWSS", "HHWWSS"]),
    ],
)
def test_blueprints_go_round_the_temples(players: int, temples: list[str]) -> None:
    assert list(step("blueprints-deal", "competitive", players).data.values()) == temples


@pytest.mark.rule("setup.blueprints.public")
def test_dealt_blueprints_are_open() -> None:
    assert "setup.blueprints.public" in step("blueprints-deal").rules


@pytest.mark.rule("setup.player.kit")
def test_kit_of_a_symmetric_player() -> None:
    assert step("discs").takes["action-disc"] == 9
    assert step("discs").data["discs"] == 3
    assert step("boards").data == {"vp": 0}
    assert step("weapon").hands == {"wood": 6, "metal": 6}


@pytest.mark.rule("setup.player.scroll-discs")
def test_seven_scroll_discs_a_player() -> None:
    laid = step("discs", "competitive", 4)
    assert (laid.takes["scroll-disc"], laid.aside["scroll-disc"], laid.data["scrolls"]) == (28, 14, 7)


@pytest.mark.rule("setup.player.blueprint-discs")
def test_one_blueprint_disc_of_each_kind_a_player() -> None:
    laid = step("discs", "competitive", 4)
    assert (laid.takes["blueprint-disc"], laid.aside["blueprint-disc"]) == (12, 6)


@pytest.mark.rule("setup.player.start-weapon")
def test_first_weapon_names_its_rule() -> None:
    assert step("weapon").rules[0] == "setup.player.start-weapon"


@pytest.mark.rule("setup.player.start-monks")
def test_one_monk_each_two_with_six() -> None:
    assert [step("monks", "competitive", n).hands["monk"] for n in (2, 5, 6)] == [2, 5, 12]


@pytest.mark.rule("setup.samurai.start")
def test_all_samurai_on_the_central_tile() -> None:
    laid = step("samurai", "competitive", 6)
    assert (laid.takes, laid.aside) == ({"samurai": 6}, {"samurai": 1})


@pytest.mark.rule("setup.countdown.start")
def test_countdown_token_waits_and_rope_lies_aside() -> None:
    assert step("countdown").takes == {"countdown-token": 1, "rope": 1, "tokugawa": 1}


@pytest.mark.rule("setup.start-player")
def test_first_player_is_drawn() -> None:
    assert step("first").rules == ("setup.start-player",)


@pytest.mark.rule("setup.option.adventure")
def test_adventure_tokens_only_when_agreed_on() -> None:
    assert step("stays").aside["adventure-token"] == 20
    assert step("adventures", "competitive", 3, "adventures").takes == {"adventure-token": 20}


@pytest.mark.rule("setup.dragons.pool")
def test_thirteen_dragons() -> None:
    dragons = [n for part, n in step("dragons").takes.items() if part.startswith("dragon-")]
    assert dragons == [4, 4, 4, 1]


@pytest.mark.rule("setup.supply.size")
def test_supply_of_the_box() -> None:
    assert step("cubes").takes == {"wood": 60, "metal": 90, "tooth": 25, "magic": 20}
    assert step("dice").takes == {"die-wood": 8, "die-metal": 8, "die-tooth": 6, "die-magic": 1}
    assert step("pieces").takes == {"monk": 38, "lava": 51, "damage-token": 12}


# ---- co-op


@pytest.mark.rule("coop.mode.players")
def test_one_to_six_play_together() -> None:
    assert player_range("coop") == (1, 6)
    assert setup_list("coop", 1).players == 1
    assert refused("coop", 7) == refused("coop", 0) == "coop.mode.players"


@pytest.mark.rule("coop.setup.board-side")
def test_co_op_side_of_the_board() -> None:
    assert "board-coop" in steps("coop", 2) and "board" not in steps("coop", 2)


@pytest.mark.rule("coop.setup.remove-tiles")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_tiles_are_removed_down_to_the_places(players: int) -> None:
    laid = setup_list("coop", players)
    assert laid.takes["tile-2"] + laid.takes["tile-exit"] == 12
    assert laid.takes["tile-3"] + laid.takes["tile-legendary"] == 12
    removed = step("tiles-remove", "coop", players)
    assert removed.aside == {"tile-1": 1, "tile-2": 1, "tile-3": 1}


@pytest.mark.rule("coop.setup.special-tiles-aside")
def test_exit_and_legendary_tile_are_set_apart() -> None:
    takes = step("tiles-packets", "coop", 3).takes
    assert takes["tile-exit"] == takes["tile-legendary"] == 1


@pytest.mark.rule("coop.setup.special-packets")
def test_packets_of_four() -> None:
    laid = step("tiles-packets", "coop", 3)
    assert (laid.takes["tile-2"], laid.takes["tile-3"]) == (3, 3)
    assert laid.data == {"others": 3, "packet": 4}


@pytest.mark.rule("coop.setup.pile-1-2-players")
@pytest.mark.parametrize("players", [1, 2])
def test_piles_for_one_and_two(players: int) -> None:
    laid = step("tiles-piles", "coop", players)
    assert laid.data == {"bottom": 4, "packet": 4, "top": 4}
    assert laid.rules == ("coop.setup.pile-1-2-players",)


@pytest.mark.rule("coop.setup.pile-3-4-players")
@pytest.mark.parametrize("players", [3, 4])
def test_piles_for_three_and_four(players: int) -> None:
    laid = step("tiles-piles", "coop", players)
    assert laid.data == {"bottom": 2, "packet": 4, "top": 6}
    assert laid.rules == ("coop.setup.pile-3-4-players",)


@pytest.mark.rule("coop.setup.pile-5-6-players")
@pytest.mark.parametrize("players", [5, 6])
def test_piles_for_five_and_six(players: int) -> None:
    assert step("tiles-piles-top", "coop", players).data == {"bottom": 0, "packet": 4, "top": 8}


@pytest.mark.rule("coop.setup.level-one-pile")
def test_plain_pile_of_level_one() -> None:
    assert step("tiles-one", "coop", 3).takes == {"tile-1": 6}


@pytest.mark.rule("coop.setup.starting-gear-card")
def test_one_card_of_the_display_each() -> None:
    """Ledger: 2 players, 2 of each kind on display, 4 cards remain."""
    assert step("gear-start", "coop", 2).data["left"] == 4
    assert "gear-start" not in steps("coop", 2, "takeko", "tomoe")


@pytest.mark.rule("coop.setup.gear-balanced")
@pytest.mark.parametrize(("players", "least", "most"), [(2, 0, 1), (3, 1, 1), (4, 1, 2), (6, 2, 2)])
def test_kinds_are_as_even_as_can_be(players: int, least: int, most: int) -> None:
    data = step("gear-start", "coop", players).data
    assert (data["least"], data["most"]) == (least, most)


@pytest.mark.rule("coop.setup.gear-built")
def test_gear_of_the_card_is_built() -> None:
    assert step("gear-built", "coop", 3).rules == ("coop.setup.gear-built",)


@pytest.mark.rule("coop.setup.weapon-card-monk")
def test_monk_at_the_weapon_for_a_weapon_card() -> None:
    assert "coop.setup.weapon-card-monk" in step("monks-coop", "coop", 3).rules


@pytest.mark.rule("coop.setup.default-weapon")
def test_weapon_of_those_without_a_weapon_card() -> None:
    assert step("weapon-default", "coop", 3).data == {"wood": 2, "metal": 2}
    assert "weapon" not in steps("coop", 3)


@pytest.mark.rule("coop.setup.gear-card-slotted")
def test_card_goes_under_an_action() -> None:
    assert "coop.setup.gear-card-slotted" in step("gear-start", "coop", 3).rules


@pytest.mark.rule("coop.setup.gear-card-counts-as-owned")
def test_card_counts_as_owned() -> None:
    assert "coop.setup.gear-card-counts-as-owned" in step("gear-start", "coop", 3).rules


@pytest.mark.rule("coop.setup.asymmetric-start")
def test_characters_begin_as_their_boards_say() -> None:
    assert "coop.setup.asymmetric-start" in step("discs-heroes", "coop", 2, "takeko", "tomoe").rules
    assert (
        "coop.setup.asymmetric-start" not in step("discs-heroes", "competitive", 2, "takeko", "tomoe").rules
    )


@pytest.mark.rule("coop.setup.lives-two")
def test_health_tile_each_with_two_lives() -> None:
    laid = step("lives", "coop", 4)
    assert (laid.data, laid.takes, laid.aside) == ({"lives": 2}, {"health-tile": 4}, {"health-tile": 2})
    assert "lives" not in steps("competitive", 4)


@pytest.mark.rule("coop.setup.countdown-start")
@pytest.mark.parametrize(("players", "space"), [(1, 25), (2, 20), (6, 20)])
def test_countdown_begins_so_many_rounds_before(players: int, space: int) -> None:
    assert step("countdown-coop", "coop", players).data == {"space": space}


@pytest.mark.rule("coop.rounds.adventure-minus-two")
@pytest.mark.parametrize(("players", "space"), [(1, 23), (4, 18)])
def test_adventure_tokens_take_two_rounds(players: int, space: int) -> None:
    assert step("countdown-coop", "coop", players, "adventures").data == {"space": space}


@pytest.mark.rule("coop.rounds.asymmetric-no-change")
def test_characters_take_no_round() -> None:
    laid = step("countdown-coop", "coop", 2, "takeko", "tomoe")
    assert laid.data == {"space": 20}
    assert "coop.rounds.asymmetric-no-change" in laid.rules


@pytest.mark.rule("coop.setup.status-tokens")
def test_nine_status_tokens() -> None:
    assert step("status", "coop", 3).takes == {"status-token": 9}
    assert setup_list("competitive", 3).aside["status-token"] == 9


@pytest.mark.rule("coop.setup.start-monks")
def test_monks_of_a_group() -> None:
    assert [step("monks-coop", "coop", n).data["n"] for n in (1, 5, 6)] == [1, 1, 2]


@pytest.mark.rule("coop.setup.blueprints-in-temples")
def test_blueprints_of_a_group_lie_in_the_temples() -> None:
    laid = step("blueprints-deal", "coop", 2)
    assert sum(len(str(temple)) for temple in laid.data.values()) == 6
    assert "coop.setup.blueprints-in-temples" in laid.rules


@pytest.mark.rule("coop.setup.samurai-start")
def test_samurai_of_a_group_begin_in_the_centre() -> None:
    assert step("samurai", "coop", 3).rules == ("coop.setup.samurai-start",)


@pytest.mark.rule("coop.rounds.first-player-fixed")
def test_first_player_keeps_the_tokugawa_tile() -> None:
    assert step("first-coop", "coop", 3).takes == {"tokugawa": 1}


@pytest.mark.rule("coop.final.no-rope")
def test_no_rope_in_co_op() -> None:
    laid = step("countdown-coop", "coop", 3)
    assert laid.aside == {"rope": 1} and "coop.final.no-rope" in laid.rules


@pytest.mark.rule("coop.play.no-victory-points")
def test_no_markers_for_points_in_co_op() -> None:
    assert setup_list("coop", 3).aside["vp-marker"] == 7
    assert "coop.play.no-victory-points" in step("boards-coop", "coop", 3).rules


# ---- alone


@pytest.mark.rule("solo.mode.coop-rules")
def test_solo_is_co_op_for_one() -> None:
    assert setup_list("solo", 1) == setup_list("coop", 1)
    assert refused("solo", 2) == "solo.mode.coop-rules"


@pytest.mark.rule("solo.setup.one-card-of-each")
def test_one_card_of_each_kind_alone() -> None:
    for key in ("gear-cards", "blueprints"):
        laid = step(key, "solo", 1)
        assert list(laid.takes.values()) == [1, 1, 1]
        assert "solo.setup.one-card-of-each" in laid.rules
    assert list(step("blueprints-deal", "solo", 1).data.values()) == ["H", "W", "S"]


@pytest.mark.rule("solo.setup.daisuke-impossible")
def test_daisuke_alone_is_refused_where_he_cannot_win() -> None:
    for scenario in ((), ("scenario-3",), ("scenario-7",)):
        assert refused("solo", 1, "daisuke", *scenario) == "solo.setup.daisuke-impossible"
    for number in (0, 3, 7):
        with pytest.raises(Illegal) as illegal:
            new_evening([Person("A", "white", "daisuke")], mode="solo", scenario=number)
        assert illegal.value.refusals[0].rule == "solo.setup.daisuke-impossible"
    assert setup_list("solo", 1, ("daisuke", "scenario-8")).players == 1
    assert setup_list("coop", 2, ("daisuke", "tomoe")).players == 2


# ---- options and scenarios


@pytest.mark.rule("option.adventure.use")
def test_twenty_adventure_tokens_in_any_mode() -> None:
    for mode, players in (("competitive", 3), ("coop", 3), ("solo", 1)):
        assert step("adventures", mode, players, "adventures").takes == {"adventure-token": 20}
        assert setup_list(mode, players).aside["adventure-token"] == 20


@pytest.mark.rule("option.asymmetric.all-or-none")
def test_characters_for_all_or_for_none() -> None:
    assert refused("coop", 3, "takeko", "tomoe") == "option.asymmetric.all-or-none"
    assert "option.asymmetric.all-or-none" in step("boards-coop", "coop", 3).rules


@pytest.mark.rule("scenario.general.modes")
def test_a_scenario_has_its_modes() -> None:
    assert refused("competitive", 3, "scenario-6") == "scenario.general.modes"
    assert refused("coop", 3, "scenario-4") == "scenario.general.modes"
    known = {
        mode: {n for n in range(1, 9) if mode in scenario_modes(n)}
        for mode in ("competitive", "coop", "solo")
    }
    assert known == {"competitive": {1, 2, 3, 4, 5}, "coop": {3, 5, 6}, "solo": {3, 5, 6, 7, 8}}


@pytest.mark.rule("scenario.general.solo-modes-coop-players")
def test_co_op_scenarios_alone_and_solo_ones_for_one_only() -> None:
    assert setup_list("coop", 1, ("scenario-6",)).mode == "solo"
    assert refused("coop", 2, "scenario-7") == "scenario.general.solo-modes-coop-players"


@pytest.mark.rule("scenario.general.base-rules")
def test_one_scenario_at_a_time() -> None:
    assert refused("competitive", 3, "scenario-1", "scenario-2") == "scenario.general.base-rules"


@pytest.mark.rule("scenario.1.competitive.no-secret-exit")
def test_scenario_1_has_no_secret_exit() -> None:
    laid = step("tiles-no-exit", "competitive", 3, "scenario-1")
    assert laid.aside == {"tile-exit": 1} and laid.data["two"] == 12


@pytest.mark.rule("scenario.1.competitive.blueprints-random")
def test_scenario_1_hides_the_blueprints() -> None:
    laid = steps("competitive", 3, "scenario-1")
    assert "blueprints-hidden" in laid and "blueprints-deal" not in laid


@pytest.mark.rule("scenario.1.competitive.symmetric-only")
def test_scenario_1_has_no_characters() -> None:
    rule = "scenario.1.competitive.symmetric-only"
    assert refused("competitive", 2, "takeko", "tomoe", "scenario-1") == rule
    assert refused("competitive", 2, "asymmetric", "scenario-1") == rule


@pytest.mark.rule("scenario.1.competitive.dragon-loot")
def test_scenario_1_needs_status_tokens() -> None:
    assert step("status-loot", "competitive", 3, "scenario-1").takes == {"status-token": 9}


@pytest.mark.rule("scenario.2.competitive.status-tokens-apply")
def test_scenario_2_needs_status_tokens() -> None:
    assert step("status", "competitive", 3, "scenario-2").takes == {"status-token": 9}


@pytest.mark.rule("scenario.3.coop.lava-phase")
def test_scenario_3_begins_on_space_five() -> None:
    assert step("countdown-hot", "coop", 3, "scenario-3").data["space"] == 5
    assert step("countdown-hot", "coop", 3, "scenario-3", "adventures").data["space"] == 5


@pytest.mark.rule("scenario.3.coop.second-countdown")
def test_scenario_3_counts_again() -> None:
    assert step("countdown-hot", "coop", 3, "scenario-3").data["again"] == 5
    assert step("countdown-hot", "solo", 1, "scenario-3").data["again"] == 10


@pytest.mark.rule("scenario.3.coop.adventure-tokens-rounds")
def test_scenario_3_takes_two_rounds_from_the_second_countdown() -> None:
    assert step("countdown-hot", "coop", 3, "scenario-3", "adventures").data["again"] == 3
    assert step("countdown-hot", "solo", 1, "scenario-3", "adventures").data["again"] == 8


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_scenario_4_shows_the_first_player() -> None:
    assert "scenario.4.competitive.monk-move" in step("first-monks", "competitive", 4, "scenario-4").rules


@pytest.mark.rule("scenario.7.solo.fallen-at-temples")
def test_scenario_7_has_three_more_boards() -> None:
    assert step("hostiles", "solo", 1, "scenario-7").takes == {"player-board": 3}
    assert setup_list("solo", 1, ("scenario-7",)).takes["player-board"] == 4


@pytest.mark.rule("scenario.7.solo.fallen-gear")
def test_scenario_7_gives_the_fallen_three_pieces_each() -> None:
    laid = step("hostiles-gear", "solo", 1, "scenario-7")
    blueprints = [
        n
        for part, n in laid.takes.items()
        if part in ("blueprint-helmet", "blueprint-weapon", "blueprint-sandals")
    ]
    assert blueprints == [3, 3, 3]
    assert (laid.takes["blueprint-disc"], laid.hands["magic"]) == (9, 9)


@pytest.mark.rule("scenario.7.solo.blueprint-supply")
def test_scenario_7_leaves_twelve_blueprints() -> None:
    """Ledger: 24 - 3 - 9 = 12 unused."""
    aside = setup_list("solo", 1, ("scenario-7",)).aside
    assert sum(aside[f"blueprint-{kind}"] for kind in ("helmet", "weapon", "sandals")) == 12


@pytest.mark.rule("scenario.8.solo.competitive-board")
def test_ronin_plays_on_the_competitive_side_for_points() -> None:
    laid = step("board", "solo", 1, "scenario-8")
    assert laid.rules == ("scenario.8.solo.competitive-board",)
    assert setup_list("solo", 1, ("scenario-8",)).takes["vp-marker"] == 1


@pytest.mark.rule("scenario.8.solo.coop-piles")
def test_ronin_has_piles_lives_and_status_tokens_of_co_op() -> None:
    laid = setup_list("solo", 1, ("scenario-8",))
    keys = [one.key for one in laid.steps]
    assert {"tiles-packets", "lives", "status"} <= set(keys)
    assert "scenario.8.solo.coop-piles" in laid.steps[keys.index("scenario-8-coop")].rules


# ---- characters


@pytest.mark.parametrize(
    ("hero", "discs", "hands"),
    [
        pytest.param("yoshihiro", 4, {"wood": 2, "metal": 5}, marks=pytest.mark.rule("char.yoshihiro.setup")),
        pytest.param("masako", 3, {"wood": 3, "metal": 3}, marks=pytest.mark.rule("char.masako.setup")),
        pytest.param("masatsura", 3, {"wood": 4, "metal": 4}, marks=pytest.mark.rule("char.masatsura.setup")),
        pytest.param("mitsuhide", 3, {"wood": 2, "metal": 3}, marks=pytest.mark.rule("char.mitsuhide.setup")),
        pytest.param("takeko", 3, {"wood": 3, "metal": 4}, marks=pytest.mark.rule("char.takeko.setup")),
        pytest.param(
            "tomoe",
            2,
            {"wood": 2, "metal": 2, "tooth": 1, "monk": 1},
            marks=pytest.mark.rule("char.tomoe.setup"),
        ),
        pytest.param("daisuke", 3, {"wood": 2, "metal": 2}, marks=pytest.mark.rule("char.daisuke.setup")),
    ],
)
def test_character_begins_with(hero: str, discs: int, hands: dict[str, int]) -> None:
    other = "masako" if hero != "masako" else "takeko"
    laid = step(f"hero-{hero}", "competitive", 2, hero, other)
    assert (laid.data["discs"], laid.hands) == (discs, hands)
    everybody = step("discs-heroes", "competitive", 2, hero, other)
    assert everybody.takes["action-disc"] == discs + 3
    assert everybody.takes["scroll-disc"] == (7 if hero == "daisuke" else 14)


@pytest.mark.rule("char.general.start-monks")
def test_characters_have_no_monk_to_place_but_with_six() -> None:
    assert "monks-none" in steps("competitive", 2, "takeko", "tomoe")
    six = ("takeko", "tomoe", "masako", "daisuke", "mitsuhide", "yoshihiro")
    assert step("monks", "competitive", 6, *six).hands == {"monk": 6}


@pytest.mark.rule("char.general.unique")
def test_each_character_plays_once() -> None:
    assert refused("competitive", 2, "takeko", "takeko") == "char.general.unique"


@pytest.mark.rule("char.mitsuhide.start-scroll")
def test_mitsuhide_takes_a_scroll() -> None:
    assert step("scroll-mitsuhide", "competitive", 2, "mitsuhide", "tomoe").data == {"vp": 3}
    assert "scroll-mitsuhide-coop" in steps("coop", 2, "mitsuhide", "tomoe")


@pytest.mark.rule("char.general.coop-no-points")
def test_mitsuhide_scores_nothing_in_co_op() -> None:
    laid = step("scroll-mitsuhide-coop", "coop", 2, "mitsuhide", "tomoe")
    assert "vp" not in laid.data and "char.general.coop-no-points" in laid.rules


@pytest.mark.rule("char.tomoe.blueprint-with-two-weapons")
def test_tomoe_needs_a_blueprint_with_two_weapons() -> None:
    keys = steps("competitive", 2, "takeko", "tomoe")
    assert "blueprints-tomoe" in keys
    assert keys.index("blueprints") < keys.index("blueprints-tomoe") < keys.index("blueprints-deal")
    assert "blueprints-tomoe" not in steps("competitive", 2, "takeko", "masako")


@pytest.mark.rule("char.daisuke.asymmetric-only")
def test_daisuke_is_for_character_boards_only() -> None:
    laid = step("hero-daisuke", "competitive", 2, "takeko", "daisuke")
    assert "char.daisuke.asymmetric-only" in laid.rules


# ---- the two small games


@pytest.mark.rule("makai.setup.player-count")
def test_makai_fuda_is_for_three_and_four() -> None:
    assert player_range("makai_fuda") == (3, 4)
    assert refused("makai_fuda", 2) == refused("makai_fuda", 5) == "makai.setup.player-count"


@pytest.mark.rule("makai.setup.components")
def test_makai_fuda_stock() -> None:
    assert step("makai-stock", "makai_fuda", 4).takes == {"makai-die": 4, "makai-chip": 8}


@pytest.mark.rule("makai.setup.three-player-removal")
def test_makai_fuda_for_three_leaves_eleven_cards_out() -> None:
    laid = step("makai-cards-three", "makai_fuda", 3)
    assert (laid.takes, laid.aside) == ({"makai-card": 33}, {"makai-card": 11})
    assert step("makai-cards", "makai_fuda", 4).takes == {"makai-card": 44}


@pytest.mark.rule("makai.setup.prize-row")
def test_makai_fuda_prize_row() -> None:
    assert step("makai-prizes", "makai_fuda", 4).takes == {"makai-prize": 4}
    assert step("makai-prizes-three", "makai_fuda", 3).aside == {"makai-prize": 1}


@pytest.mark.rule("makai.setup.first-start-player")
def test_makai_fuda_start_card() -> None:
    assert step("makai-first", "makai_fuda", 3).takes == {"makai-start": 1}


@pytest.mark.rule("makai.setup.breakdown-public")
def test_makai_fuda_breakdown_cards() -> None:
    laid = step("makai-breakdown", "makai_fuda", 3)
    assert (laid.takes, laid.aside) == ({"makai-breakdown": 3}, {"makai-breakdown": 1})


@pytest.mark.rule("fuji99.setup.player-count")
def test_fuji_99_is_for_two_to_four() -> None:
    assert player_range("fuji_99") == (2, 4)
    assert refused("fuji_99", 1) == refused("fuji_99", 5) == "fuji99.setup.player-count"


@pytest.mark.rule("fuji99.setup.components")
def test_fuji_99_has_a_hundred_cubes() -> None:
    for players in (2, 3, 4):
        laid = setup_list("fuji_99", players)
        cubes = [f"fuji99-{colour}" for colour in ("transparent", "yellow", "red")]
        assert sum(laid.takes.get(one, 0) + laid.aside.get(one, 0) for one in cubes) == 100


@pytest.mark.rule("fuji99.setup.colors")
def test_fuji_99_colours() -> None:
    laid = step("fuji99-colours", "fuji_99", 3)
    assert laid.takes == {"fuji99-sheet": 3, "fuji99-bag": 3}
    assert laid.aside == {"fuji99-sheet": 1, "fuji99-bag": 1}


@pytest.mark.rule("fuji99.setup.start-space")
def test_fuji_99_tokens_begin_on_floor_0() -> None:
    laid = step("fuji99-start", "fuji_99", 3)
    assert (laid.data, laid.takes) == ({"start": 0}, {"fuji99-token": 3, "fuji99-movement": 1})


@pytest.mark.rule("fuji99.component.movement-name")
def test_fuji_99_has_one_movement_token() -> None:
    laid = step("fuji99-start", "fuji_99", 3)
    assert "fuji99.component.movement-name" in laid.rules and laid.takes["fuji99-movement"] == 1


@pytest.mark.rule("fuji99.setup.bag-contents")
def test_fuji_99_bags() -> None:
    assert step("fuji99-bags", "fuji_99", 4).data == {"clear": 6, "yellow": 4, "red": 3}
    assert step("fuji99-bags", "fuji_99", 3, "four-red").data == {"clear": 6, "yellow": 4, "red": 4}
    assert refused("fuji_99", 4, "four-red") == "fuji99.setup.bag-contents"


@pytest.mark.rule("fuji99.setup.pagoda")
@pytest.mark.parametrize(("players", "cubes"), [(2, 52), (3, 46), (4, 40)])
def test_fuji_99_pagoda(players: int, cubes: int) -> None:
    assert step("fuji99-pagoda", "fuji_99", players).takes == {"fuji99-transparent": cubes}


@pytest.mark.rule("fuji99.setup.milestone-yellow")
def test_fuji_99_floors() -> None:
    laid = step("fuji99-floors", "fuji_99", 4)
    assert laid.data == {"n": 4, "first": 20, "second": 50}
    assert laid.takes == {"fuji99-yellow": 8}


@pytest.mark.rule("fuji99.setup.unused-to-box")
def test_fuji_99_leaves_the_rest_in_the_box() -> None:
    """Ledger: two players, 24 - 8 - 4 = 12 yellow cubes in the box."""
    assert step("fuji99-floors", "fuji_99", 2).aside == {"fuji99-yellow": 12}


@pytest.mark.rule("fuji99.setup.deck")
def test_fuji_99_deck() -> None:
    assert step("fuji99-deck", "fuji_99", 2).takes == {"fuji99-card": 22}


@pytest.mark.rule("fuji99.setup.story-book")
def test_fuji_99_story_books() -> None:
    laid = step("fuji99-books", "fuji_99", 3)
    assert (laid.takes, laid.aside) == ({"fuji99-book": 3}, {"fuji99-book": 7})


@pytest.mark.rule("fuji99.setup.first-player")
def test_fuji_99_first_player() -> None:
    assert step("fuji99-first", "fuji_99", 3).rules == ("fuji99.setup.first-player",)
