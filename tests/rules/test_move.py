"""Chapter "move": steps, lava, dragons and other samurai on the way."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Move, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.modes import PEACEFUL
from fujikoro_nb.engine.fujikoro.rules.game import GameAnswer
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, scroll
from tests.support.gear_positions import SANDALS, adopted_but, blueprint, board, owned

TWO = {"I-1": ".......", "I-2": "......."}
LAVA = {"I-1": "....L..", "I-2": "......."}
"""I-1.4 beside the central tile is lava."""
ROW = {"I-1": "L...L.."}
"""From the centre over I-1.4 and the middle, both lava, to the far petals."""
BESIDE = {"I-1": "D......"}
DRAGON = {"I-1": dragon("30/9/1")}


def shod(sandals: str, **more: object) -> Realm:
    """A samurai in these sandals, about to walk over lava."""
    return realm(board(sandals=sandals), board(), **{"tiles": LAVA, **more}).play("move")  # type: ignore[arg-type]


@pytest.mark.rule("move.steps.base")
def test_move_steps_base() -> None:
    game = realm(tiles=TWO).play("move")
    assert game.about() == {"steps": 2}
    assert game.refused("walk I-1.4 I-1.0") is None
    assert game.refused("walk I-1.4 I-1.0 I-1.1") == "move.steps.sandals"
    game.play("walk I-1.4")
    assert game.about() == {"steps": 1}
    assert game.refused("walk I-1.0 I-1.1") == "move.steps.sandals"
    game.play("walk I-1.0")
    assert game.asked == "act"
    assert realm(tiles=TWO).play("move").refusal(Walk(())) is not None


@pytest.mark.rule("move.steps.sandals")
def test_move_steps_sandals() -> None:
    game = shod("WW/M", tiles=TWO)
    assert game.refused("walk I-1.4 I-1.0 I-1.1") is None
    assert game.refused("walk I-1.4 I-1.0 I-1.1 I-1.0") == "move.steps.base"
    assert shod("MM", tiles=TWO).refused("walk I-1.4 I-1.0 I-1.1") == "move.steps.sandals"


@pytest.mark.rule("move.steps.sandals-magic-not-cube")
def test_move_steps_sandals_magic_not_cube() -> None:
    assert shod("MM+G", tiles=TWO).about() == {"steps": 2}


@pytest.mark.rule("move.end.not-lava")
def test_move_end_not_lava() -> None:
    assert shod("MM/M").refused("walk I-1.4") == "move.end.not-lava"
    assert shod("MM/M").refused("walk I-2.6 I-1.4") == "move.end.not-lava"
    assert shod("MM/M").refused("walk I-1.4 I-1.0") is None


@pytest.mark.rule("move.lava.cost", "move.lava.pay-after")
def test_move_lava_cost() -> None:
    """Five for each lava space, added up and paid once, after the move."""
    game = shod("MM/M").play("walk I-1.4 I-1.0")
    assert (game.asked, game.samurai().space) == ("walk", "I-1.0")
    game.play("halt")
    assert (game.asked, game.about()) == ("pay-lava", {"damage": 5})
    assert game.refused("pay 1,1 2,1") == "move.lava.cost"
    game.play("pay 1,1 2,1 1,2")
    assert not game.board().gear.sandals


@pytest.mark.rule("move.lava.pay-after")
def test_move_lava_pay_after_two_spaces() -> None:
    """Ten points in one payment; split into five and five it would fail."""
    magical = board(sandals="MM/M+G", blueprints=(blueprint(SANDALS, "MM/M"),))
    game = realm(magical, board(), tiles=ROW).play("move", "walk I-1.4 I-1.0 I-1.1")
    assert game.about() == {"damage": 10}
    game.play("pay 1,1 2,1 1,2 +G")
    assert game.board().gear.sandals_magic is False
    assert shod("MM/M", tiles=ROW).refused("walk I-1.4 I-1.0 I-1.1") == "move.lava.affordable"


@pytest.mark.rule("move.lava.affordable")
def test_move_lava_affordable() -> None:
    assert shod("WT/M").refused("walk I-1.4 I-1.0") is None
    assert shod("WW/M").refused("walk I-1.4 I-1.0") == "move.lava.affordable"
    assert shod("").refused("walk I-1.4 I-1.0") == "move.lava.affordable"


@pytest.mark.rule("move.lava.incomplete-ok")
def test_move_lava_incomplete_ok() -> None:
    game = shod("TT").play("walk I-1.4 I-1.0")
    assert game.texts() == ["pay 1,1 2,1"]


@pytest.mark.rule("move.lava.value-table")
def test_move_lava_value_table() -> None:
    """Tooth three and metal two are five, magic four and wood one are five."""
    assert shod("TM").refused("walk I-1.4 I-1.0") is None
    assert shod("W+G").refused("walk I-1.4 I-1.0") is None
    assert shod("TW").refused("walk I-1.4 I-1.0") == "move.lava.affordable"
    two = adopted_but("combat.helmet.absorb", "tooth-two")
    assert shod("TM", rulings=two).refused("walk I-1.4 I-1.0") == "move.lava.affordable"


@pytest.mark.rule("move.lava.overpay")
def test_move_lava_overpay() -> None:
    """Three metal for five: the sixth point is lost, nothing comes back."""
    game = shod("MM/M").play("walk I-1.4 I-1.0", "halt", "pay 1,1 2,1 1,2")
    assert not game.board().gear.sandals
    assert len(game.board().backpack.cubes) == 0


@pytest.mark.rule("move.lava.choice")
def test_move_lava_choice() -> None:
    game = shod("TT/M").play("walk I-1.4 I-1.0", "halt")
    assert sorted(game.texts()) == ["pay 1,1 1,2", "pay 1,1 2,1", "pay 2,1 1,2"]
    assert game.refused("pay 1,1 2,1 1,2") == "move.lava.choice"
    assert game.refused("pay 1,1 2,2") == "move.lava.choice"
    assert game.refused("pay 1,1 2,1 +G") == "move.lava.choice"


@pytest.mark.rule("move.lava.interrupted", "move.combat-ends-move")
def test_move_lava_interrupted() -> None:
    """The lava really entered is paid before the fight begins; what was still planned is never paid."""
    game = realm(board(sandals="TT/M"), board(), tiles=LAVA, at=("centre", "I-1.0")).play("move")
    game.play("walk I-1.4 I-1.0 I-1.1", "let-be", "challenge")
    assert (game.asked, game.about()) == ("pay-lava", {"damage": 5})
    assert not game.happened("duel-order")
    game.play("pay 1,1 2,1")
    assert game.happened("duel-order")
    assert len(game.happened("paid")) == 1
    assert (game.at(), game.asked) == ("I-1.0", "withdraw")


@pytest.mark.rule("move.lava.interrupted")
def test_move_lava_is_paid_before_a_dragon() -> None:
    tiles = {"I-2": "......L", "I-1": "D......"}
    game = realm(board(sandals="TT"), board(), tiles=tiles, dragons=DRAGON).play("move", "walk I-2.6 I-1.3")
    assert game.asked == "pay-lava"
    game.play("pay 1,1 2,1")
    assert (game.asked, game.seat) == ("join", 1)


@pytest.mark.rule("move.lava.magic-restore")
@pytest.mark.parametrize(("pattern", "comes_back"), [("MM", True), ("MM/M", False)])
def test_move_lava_magic_restore(pattern: str, comes_back: bool) -> None:
    """When the action is over, and only if what is left still fits."""
    magical = board(sandals="MM/M+G", blueprints=(blueprint(SANDALS, pattern),))
    game = realm(magical, board(), tiles=LAVA).play("move", "walk I-1.4 I-1.0", "halt", "pay 1,2 +G")
    assert game.asked == "act"
    assert game.board().gear.sandals_magic is comes_back


@pytest.mark.rule("move.sandals.extra-step-kept")
def test_move_sandals_extra_step_kept() -> None:
    """The third step was granted as the move began, though the sandals go up in smoke."""
    game = shod("MM/M").play("walk I-1.4 I-1.0 I-1.1", "pay 1,1 2,1 1,2")
    assert (game.at(), len(game.board().gear.sandals)) == ("I-1.1", 0)
    piece = shod("MM/M").play("walk I-1.4 I-1.0")
    assert (piece.asked, piece.about()) == ("walk", {"steps": 1})


@pytest.mark.rule("move.dragon.stop", "move.combat-ends-move")
def test_move_dragon_stop() -> None:
    """The first space of its tile ends the movement, whatever steps are left; the turn goes on afterwards."""
    game = realm(tiles=BESIDE, dragons=DRAGON).play("move")
    assert game.refused("walk I-1.4 I-1.0") == "move.dragon.stop"
    game.play("walk I-1.4", "stay-out", "keep")
    assert game.happened("dragon-attacked")
    game.play("roll T 0", "retreat")
    assert (game.at(), game.asked, game.about()) == ("centre", "act", {"taken": 1})


@pytest.mark.rule("move.dragon.stop")
def test_move_dragon_of_the_own_tile() -> None:
    """One that found refuge there fights with its first step on that tile, and goes back to where it stood."""
    game = realm(tiles=BESIDE, dragons=DRAGON, at=("I-1.4",)).play("move", "walk I-1.5", "stay-out", "keep")
    assert game.play("roll T 0", "retreat").at() == "I-1.4"


@pytest.mark.rule("move.dragon.entry-not-lava")
def test_move_dragon_entry_not_lava() -> None:
    tiles = {"I-1": "D...L.."}
    game = realm(board(sandals="TT/M"), board(), tiles=tiles, dragons=DRAGON).play("move")
    assert game.refused("walk I-1.4") == "move.dragon.entry-not-lava"
    assert game.refused("walk I-1.5") is None


@pytest.mark.rule("combat.retreat.where", "combat.retreat.lava-origin", "combat.defeat.where")
@pytest.mark.parametrize(("roll", "ending"), [("roll T 0", "retreat"), ("roll T 3", "pay -")])
def test_move_back_from_the_dragon_to_firm_ground(roll: str, ending: str) -> None:
    """Over lava onto the dragon's tile: back is where the path was firm last, awake or not."""
    tiles = {"I-2": "......L", "I-1": "D......"}
    game = realm(board(sandals="TT"), board(), tiles=tiles, dragons=DRAGON)
    game.play("move", "walk I-2.6 I-1.3", "pay 1,1 2,1", "stay-out", "keep", roll, ending)
    assert game.at() == "centre"
    assert game.samurai().is_conscious == (ending == "retreat")


@pytest.mark.rule("move.steps.base")
def test_move_a_walk_of_more_steps_than_an_answer_holds_is_given_in_two() -> None:
    """Whatever is legal can be saved: a longer path is refused, and what is left of it is another walk."""
    swift = (scroll("a", "steps 9"), scroll("b", "steps 9"))
    game = realm(tiles=TWO, scrolls={0: swift}).play("move")
    there_and_back = ["I-1.4", "I-1.0"] * 6
    assert game.about() == {"steps": 20}
    assert game.refused(" ".join(["walk", *there_and_back, "I-1.4"])) == "move.steps.base"
    longest = game.meant(" ".join(["walk", *there_and_back]))
    assert game.refused(longest) is None
    assert msgspec.json.decode(msgspec.json.encode(longest), type=GameAnswer) == longest
    assert game.play(longest, "walk I-1.4").at() == "I-1.4"


@pytest.mark.rule("move.samurai.elect")
def test_move_samurai_elect() -> None:
    """The mover says first; one yes is enough, and whoever is asked second is not asked after it."""
    game = realm(tiles=TWO, at=("centre", "I-1.4")).play("move", "walk I-1.4")
    assert (game.asked, game.seat) == ("meet", 0)
    assert game.refused("halt") == "move.samurai.elect"
    no_yes = realm(tiles=TWO, at=("centre", "I-1.4")).play("move", "walk I-1.4", "let-be")
    assert (no_yes.asked, no_yes.seat) == ("meet", 1)
    assert no_yes.play("challenge").happened("duel-order")
    assert game.play("challenge").happened("duel-order")


@pytest.mark.rule("move.samurai.continue")
def test_move_samurai_continue() -> None:
    game = realm(board(sandals="WW/M"), board(), tiles=TWO, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "let-be", "let-be")
    assert (game.asked, game.about()) == ("walk", {"steps": 2})
    assert game.refused("walk I-1.0 I-1.1") is None


@pytest.mark.rule("move.samurai.unconscious-ignored")
def test_move_samurai_unconscious_ignored() -> None:
    game = realm(tiles=TWO, at=("centre", "I-1.4"), down=(1,)).play("move", "walk I-1.4 I-1.0")
    assert (game.at(), game.asked, game.happened("let-be")) == ("I-1.0", "act", [])


@pytest.mark.rule("move.combat-ends-move")
def test_move_combat_ends_move() -> None:
    """The winner of a duel keeps its second action and loses the rest of this move."""
    fighter = board(weapon="WWM", sandals="WW/M")
    game = realm(fighter, board(), tiles=TWO, at=("centre", "I-1.4")).play("move", "walk I-1.4", "challenge")
    game.play("attack left WWM", "roll W 1 1, M 1", "pay -", "lay I-1.5", "steal nothing")
    assert (game.asked, game.about(), game.at()) == ("act", {"taken": 1}, "I-1.4")
    assert game.samurai(1).space == "I-1.5"


@pytest.mark.rule("move.duel.reenter")
def test_move_duel_reenter() -> None:
    """Sharing a space starts nothing; leaving it and coming back asks."""
    game = realm(tiles=TWO, at=("I-1.4", "I-1.4")).play("move")
    assert game.asked == "walk"
    game.play("walk I-1.5 I-1.4")
    assert (game.asked, game.seat) == ("meet", 0)


@pytest.mark.rule(
    "move.duel.reenter", "map.safe-tiles", "move.samurai.unconscious-ignored", "variant.peaceful"
)
def test_move_a_challenge_that_nobody_asked_for() -> None:
    """The refusal says why there is no fight: safe ground, peace, unconsciousness, or no step onto the space."""
    shared = ("I-1.4", "I-1.4")
    assert realm(tiles=TWO, at=shared).refused("challenge") == "move.duel.reenter"
    assert realm(tiles=TWO, at=shared).play("move").refused("challenge") == "move.duel.reenter"
    assert realm(tiles=TWO, at=shared, down=(1,)).refused("challenge") == "move.samurai.unconscious-ignored"
    assert realm(tiles=TWO).play("move").refused("challenge") == "map.safe-tiles"
    assert realm(tiles=TWO, at=shared, mode=PEACEFUL).refused("challenge") == "variant.peaceful"
    assert realm(tiles=TWO, at=("I-1.4",)).refused("challenge") == "move.duel.reenter"


@pytest.mark.rule("move.revealed-only")
def test_move_revealed_only() -> None:
    assert realm(tiles={"I-1": "......."}).play("move").refused("walk I-2.6") == "move.revealed-only"
    assert realm(tiles=TWO).play("move").refused("walk I-2.6") is None


def with_card(slot: str, **more: object) -> Realm:
    """A samurai with complete sandals and a sandals card on one action."""
    shoes = board(sandals="TT/M", cards=(owned("step", SANDALS, slot),))
    return realm(shoes, board(), **{"tiles": TWO, **more})  # type: ignore[arg-type]


@pytest.mark.rule("move.bonus.one-step", "gearcard.bonus.sandals")
def test_move_bonus_one_step() -> None:
    game = with_card("explore", tiles={"I-1": "......."}).play("explore", "bonus")
    assert game.refused("walk I-1.4 I-1.0") == "move.bonus.one-step"
    assert game.about() == {"steps": 1}
    game.play("walk I-1.4")
    assert (game.asked, game.texts()) == ("part", ["enough", "main"])


@pytest.mark.rule("move.bonus.no-lava-end")
def test_move_bonus_no_lava_end() -> None:
    game = with_card("move", tiles=LAVA).play("move", "main", "walk I-2.6", "halt", "bonus")
    assert game.refused("walk I-1.4") == "move.bonus.no-lava-end"
    assert game.refused("walk I-1.4 I-1.0") == "move.bonus.one-step"


@pytest.mark.rule("move.bonus.combat", "combat.end.continue")
def test_move_bonus_combat() -> None:
    """The step into the dragon's tile; who is on its feet afterwards still has the main part."""
    game = with_card("explore", tiles=BESIDE, dragons=DRAGON).play("explore", "bonus", "walk I-1.4")
    game.play("stay-out", "keep", "roll T 0", "retreat")
    assert (game.asked, game.texts()) == ("part", ["enough", "main"])
    meeting = with_card("explore", at=("centre", "I-1.4")).play("explore", "bonus", "walk I-1.4")
    assert meeting.asked == "meet"


@pytest.mark.rule("move.bonus.combat", "combat.end.continue")
def test_move_bonus_combat_lost() -> None:
    """The main part is lost with the consciousness, and at tables that ask for a victory with a retreat."""
    game = with_card("explore", tiles=BESIDE, dragons=DRAGON).play("explore", "bonus", "walk I-1.4")
    assert game.play("stay-out", "keep", "roll T 3", "pay -").seat == 1
    won = adopted_but("combat.end.continue", "won")
    strict = with_card("explore", tiles=BESIDE, dragons=DRAGON, rulings=won)
    strict.play("explore", "bonus", "walk I-1.4", "stay-out", "keep", "roll T 0", "retreat")
    assert strict.seat == 1


@pytest.mark.rule("combat.end.continue")
@pytest.mark.parametrize(("reading", "asked"), [("conscious", (0, {"taken": 1})), ("won", (1, {"taken": 0}))])
def test_combat_end_continue_when_only_a_joiner_wins(reading: str, asked: tuple[int, dict[str, int]]) -> None:
    """The attacker retreats, the joiner kills: only the joiner was in the fight that was won."""
    rulings = adopted_but("combat.end.continue", reading)
    seats = board(helmet="MMMM"), board(weapon="WWWW", helmet="MMMM")
    game = realm(*seats, tiles={"I-1": "D......"}, dragons={"I-1": dragon("3/1/1")}, rulings=rulings)
    game.play("move", "walk I-1.4", "join I-1.5", "keep", "keep")
    game.play("attack left WWWW", "roll W 0 0 0 0", "roll T 0", "retreat")
    game.play("attack left WWWW", "roll W 1 1 1 1", "stow T")
    if game.asked == "walk":
        game.play("halt")
    assert (game.seat, game.about()) == asked


# ---- what the map adds to fights


@pytest.mark.rule("combat.join.who", "combat.join.order", "combat.join.weapon-not-required")
def test_combat_join_order() -> None:
    """Whoever is awake and beside the tile, clockwise from the attacker's left."""
    seats = tuple(board() for _ in range(5))
    tiles = {"I-1": "D......", "I-2": ".......", "I-6": "......."}
    at = ("I-2.6", "centre", "I-2.6", "I-2.2", "I-6.3")
    game = realm(*seats, tiles=tiles, dragons=DRAGON, at=at, first=1, down=(4,))
    game.play("move", "walk I-1.4")
    asked = []
    while game.asked == "join":
        asked.append(game.seat)
        game.play("stay-out")
    assert asked == [2, 0]


@pytest.mark.rule("combat.join.step", "combat.join.no-veto", "combat.join.no-duel")
def test_combat_join_step() -> None:
    """One step onto firm ground with room; the attacker is not asked, and nobody fights on a shared space."""
    tiles = {"I-1": "D..L...", "I-2": "......."}
    seats = tuple(board() for _ in range(3))
    game = realm(*seats, tiles=tiles, dragons=DRAGON, at=("centre", "I-2.6", "centre")).play("move")
    game.play("walk I-1.4")
    assert game.texts() == ["stay-out", "join I-1.4"]
    assert game.refused("join I-1.5") == "combat.join.step"
    assert game.refused("join I-1.3") == "combat.join.step"
    game.play("join I-1.4")
    assert (game.asked, game.seat, game.texts()) == ("join", 2, ["stay-out", "join I-1.5"])
    game.play("join I-1.5", "keep", "keep", "keep")
    assert [game.at(seat) for seat in range(3)] == ["I-1.4", "I-1.4", "I-1.5"]
    assert game.happened("order-fixed")


@pytest.mark.rule("combat.end.stay", "combat.win")
def test_combat_end_stay() -> None:
    """The winner stays where it fought; the dragon is gone, its points are there."""
    killer = board(weapon="WWM")
    weak = {"I-1": dragon("1/0/1")}
    game = realm(killer, board(), tiles=BESIDE, dragons=weak).play("move", "walk I-1.4", "stay-out", "keep")
    game.play("attack left WWM", "roll W 1 1, M 1")
    assert game.asked == "stow"
    game.play(game.texts()[0])
    assert (game.at(), game.laid("I-1").dragon, game.samurai().score) == ("I-1.4", None, 7)
    assert game.asked == "act"


@pytest.mark.rule("combat.retreat.no-duel")
def test_combat_retreat_no_duel() -> None:
    """Back on a space that another samurai shares, and nobody is asked to fight."""
    tiles = {"I-1": "D......", "I-2": "......."}
    game = realm(tiles=tiles, dragons=DRAGON, at=("I-2.6", "I-2.6")).play("move", "walk I-1.3")
    game.play("stay-out", "keep", "roll T 0", "retreat")
    assert (game.at(), game.at(1), game.asked) == ("I-2.6", "I-2.6", "act")


@pytest.mark.rule("duel.defeat.where")
def test_duel_defeat_where_no_dragon_lives() -> None:
    tiles = {"I-1": ".......", "I-2": "D......"}
    dragons = {"I-2": DRAGON["I-1"]}
    game = realm(board(weapon="WWM"), board(), tiles=tiles, dragons=dragons, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    assert sorted(game.texts()) == ["lay I-1.0", "lay I-1.3", "lay I-1.5", "lay centre"]


@pytest.mark.rule("duel.defeat.where", "duel.no-displacement-of-winner", "duel.no-joiners")
def test_duel_defeat_where() -> None:
    """Firm, revealed, with room, not beside a live dragon; the winner stays."""
    tiles = {"I-1": ".L.....", "I-2": "D......", "I-6": "......."}
    seats = (board(weapon="WWM"), board(), board(), board())
    at = ("centre", "I-1.0", "I-1.5", "I-1.5")
    game = realm(*seats, tiles=tiles, dragons={"I-2": DRAGON["I-1"]}, at=at)
    game.play("move", "walk I-1.4 I-1.0", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    assert (game.asked, game.seat) == ("lay", 0)
    assert game.texts() == ["lay I-1.2", "lay I-1.3", "lay I-1.4", "lay I-1.6"]
    assert game.refused("lay I-1.1") == "duel.defeat.where"
    game.play("lay I-1.6", "steal nothing")
    assert (game.at(), game.at(1)) == ("I-1.0", "I-1.6")


@pytest.mark.rule("duel.turn-end", "turn.ends-on-defeat")
def test_duel_turn_end() -> None:
    """The beaten mover's turn is over."""
    game = realm(board(), board(weapon="WWM"), tiles=TWO, at=("centre", "I-1.4"))
    game.play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    game.play("lay I-1.5", "steal nothing")
    assert (game.seat, game.asked) == (1, "act")


@pytest.mark.rule("variant.peaceful", "variant.peaceful.joint-dragons")
def test_variant_peaceful() -> None:
    """Nobody is asked to fight; dragons are fought together as ever, and two are the limit of a space."""
    game = realm(tiles=TWO, at=("centre", "I-1.4"), mode=PEACEFUL).play("move", "walk I-1.4 I-1.0")
    assert (game.at(), game.happened("let-be")) == ("I-1.0", [])
    joint = realm(tiles=BESIDE, dragons=DRAGON, mode=PEACEFUL).play("move", "walk I-1.4")
    assert (joint.asked, joint.seat) == ("join", 1)


def test_a_walk_may_be_given_in_one_or_in_pieces() -> None:
    """The same state either way but for what the log says."""
    whole = realm(tiles=TWO).play("move", "walk I-1.4 I-1.0")
    pieces = realm(tiles=TWO).play("move", "walk I-1.4", "walk I-1.0")
    assert whole.state == pieces.state


def test_a_move_remembers_its_way() -> None:
    game = realm(board(sandals="TT/M"), board(), tiles=LAVA).play("move", "walk I-1.4 I-1.0")
    way = (SpaceId("centre"), SpaceId("I-1.4"), SpaceId("I-1.0"))
    assert game.state.agenda[-1] == Move(Seat(0), 1, way, lava=1)
