"""Chapter "final": what starts it, the countdown, and the eruption, on the house track 1 2 3 rope 4 5 blank end."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.board.mountain import MonkDisc
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.final import step_at_end, turns_before_end
from fujikoro_nb.engine.kernel import Seat
from tests.rules.test_turn import REST, idle
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, tile
from tests.support.gear_positions import SANDALS, WEAPON, adopted_but, blueprint, board, craft, owned

TEMPLES = ("temple-1", "temple-1")
SCORING = board(cards=(owned("w", WEAPON, "move", "vp"),))
"""Every move action of this board may score one point."""

FIRE = {"I-1": "LL1LLLL"}
"""Whoever stands on I-1.2 is surrounded by lava and by II-2.4, II-3.6 and II-3.5."""

PLAIN = {**FIRE, "II-2": "......."}
TWO_TEETH = (blueprint(SANDALS, "TT"),)


def scored(*, scores: tuple[int, int] = (29, 0), marker: int | None = None, first: int = 0) -> Realm:
    """The first action of this seat is the point of its weapon card."""
    game = realm(SCORING, SCORING, at=TEMPLES, scores=scores, marker=marker, first=first)
    return game.play("move", "bonus", "enough")


def erupting(*boards: object, tiles: dict[str, str] | None = None, **more: object) -> Realm:
    """The turn of the marked player ends, and number 1 erupts."""
    known: dict[str, object] = {"at": ("I-1.2",), "marker": 0, **more}
    game = realm(*boards, tiles=PLAIN if tiles is None else tiles, **known)  # type: ignore[arg-type]
    return game.play("move", "halt", "move", "halt")


@pytest.mark.rule("final.trigger")
def test_final_trigger() -> None:
    """29 points and a tile of level II are 30; one of level I brings none; a card's point counts as well."""
    for level, at, where, marker in (("II", "I-1.1", "II-2", 0), ("I", "centre", "I-2", None)):
        piles = Piles(tiles=(tile(level=level, name="new"),))
        game = realm(tiles={"I-1": "......."}, at=(at,), scores=(29, 0), piles=piles)
        game.play("explore", f"place {where}", "draw new", "turn 0")
        assert (game.state.marker, len(game.happened("final-chapter"))) == (marker, int(marker == 0))
    assert scored().state.marker == 0
    assert scored(scores=(28, 0)).state.marker is None


@pytest.mark.rule("final.trigger.once")
def test_final_trigger_once() -> None:
    game = scored(scores=(30, 29), marker=0, first=1)
    assert (game.samurai(1).score, game.state.marker, game.happened("final-chapter")) == (30, 0, [])


def slain(*, scores: tuple[int, int]) -> Realm:
    """Seat 1 attacks, seat 0 joins, and the green dragon falls: seven points for each."""
    armed = board(weapon="WWM")
    tiles = {"I-1": "D......"}
    game = realm(armed, armed, tiles=tiles, dragons={"I-1": dragon("1/0/1")}, first=1, scores=scores)
    return game.play("move", "walk I-1.4", "join I-1.5", "keep", "keep", "attack left WWM", "roll W 1 1, M 1")


@pytest.mark.rule("final.trigger.simultaneous")
def test_final_trigger_simultaneous() -> None:
    """Active 28, joiner 25, both get seven: the active one is marked, whatever the seats' numbers."""
    game = slain(scores=(25, 28))
    assert [game.samurai(seat).score for seat in (0, 1)] == [32, 35]
    assert (game.state.marker, game.said("final-chapter", "seat")) == (1, [1])


@pytest.mark.rule("final.marker", "final.advance")
def test_final_marker_and_advance() -> None:
    """Only the marked player's turn ends count, one space each."""
    game = realm(at=TEMPLES, marker=0, first=1, scores=(30, 0))
    assert idle(game).state.countdown == 0
    assert idle(game).state.countdown == 1
    assert game.said("erupts", "number") == [1]
    assert idle(game).state.countdown == 1


@pytest.mark.rule("final.advance.trigger-turn")
def test_final_advance_trigger_turn() -> None:
    game = scored()
    assert game.state.countdown == 0
    game.play("move", "bonus", "enough")
    assert (game.seat, game.state.countdown) == (1, 1)


@pytest.mark.rule("final.advance.foreign-turn")
def test_final_advance_foreign_turn() -> None:
    """The joiner reaches thirty in the turn of seat 1, whose end moves nothing."""
    game = slain(scores=(25, 0))
    assert game.state.marker == 0
    while game.asked == "stow":
        game.play(game.texts()[0])
    assert (game.asked, game.seat) == ("act", 1)
    game.play("move", "halt")
    assert (game.seat, game.state.countdown) == (0, 0)
    assert idle(game).state.countdown == 1


@pytest.mark.rule("final.track.length")
def test_final_track_length() -> None:
    """Triggered in the own turn: the eighth own turn end from then on is the end."""
    game = scored()
    while game.asked is not None:
        acts = ("move", "bonus", "enough") if game.refused("move") is None else ("rest", *REST)
        game.play(*acts)
    assert (game.state.countdown, game.said("turn-over", "seat").count(0)) == (8, 8)
    assert sorted(game.said("erupts", "number")) == [1, 2, 3, 4, 5]
    assert [len(game.happened(kind)) for kind in ("rope-arrives", "nothing-happens", "end-reached")] == [
        1
    ] * 3


@pytest.mark.rule("final.event.lava")
def test_final_event_lava() -> None:
    """All revealed spaces with the number, wherever they are, and no others."""
    tiles = {"I-1": ".2.2L..", "I-4": "2.1....", "II-2": "3.....2"}
    game = idle(realm(at=TEMPLES, tiles=tiles, marker=0, countdown=1))
    assert game.state.lava == ("I-1.1", "I-1.3", "I-4.0", "II-2.6")


@pytest.mark.rule("final.event.rope")
def test_final_event_rope() -> None:
    """The fourth space of the house track; from then on the central tile leads out."""
    before = idle(realm(marker=0, countdown=2))
    assert (before.state.has_rope, before.happened("rope-arrives")) == (False, [])
    game = idle(realm(marker=0, countdown=3))
    assert (game.state.has_rope, len(game.happened("rope-arrives"))) == (True, 1)
    assert idle(game).samurai(1).palace == "big"


@pytest.mark.rule("final.event.blank")
def test_final_event_blank() -> None:
    game = realm(at=TEMPLES, tiles=FIRE, marker=0, countdown=6)
    before = game.state
    after = idle(game).state
    assert (after.countdown, after.lava, after.ground) == (7, before.lava, before.ground)
    assert [one.space for one in after.samurai] == [one.space for one in before.samurai]
    assert len(game.happened("nothing-happens")) == 1


@pytest.mark.rule("final.event.end")
def test_final_event_end() -> None:
    """Seat 0 has had one turn more than seat 1: nobody has a further one."""
    game = idle(realm(at=TEMPLES, marker=0, countdown=7))
    assert (game.asked, game.state.agenda, game.said("turn", "seat")) == (None, (), [0])
    refusal = GAME.check(game.state, Act("move"))
    assert refusal is not None
    assert refusal.rule == "end.winner"


@pytest.mark.rule("final.advance", "final.event.end")
@pytest.mark.parametrize("marker", [0, 1, 2])
@pytest.mark.parametrize("countdown", [5, 7])
def test_turns_before_the_end_are_those_that_are_played(marker: int, countdown: int) -> None:
    """Asked as facts and played: the turn that goes on counts, and so does the one that brings the end."""
    at = ("temple-1",) * 3
    game = realm(*[board()] * 3, at=at, marker=marker, countdown=countdown, first=1)
    left = len(game.state.charts.track) - countdown
    told = [turns_before_end(seat, now=1, marker=marker, left=left, players=3) for seat in range(3)]
    played = [0, 0, 0]
    while game.asked is not None:
        seat, step = Seat(game.seat), step_at_end(game.state, Seat(game.seat))
        before = game.state.countdown
        played[seat] += 1
        idle(game)
        assert (step is not None) == (seat == marker)
        assert game.state.countdown == before + (step is not None)
    assert played == told


@pytest.mark.rule("final.lava.contents")
def test_final_lava_contents() -> None:
    """A monk on a space that erupts stays there, and no move can end on it."""
    game = realm(board(), board(sandals="MM/M"), tiles={"I-1": "....1.."}, at=("temple-1", "I-1.0"), marker=0)
    laid = msgspec.structs.replace(game.laid("I-1"), things=(None,) * 4 + (MonkDisc(),) + (None,) * 2)
    game.state = game.state.with_tile(place("I-1").id, laid)
    idle(game)
    assert game.state.lava == ("I-1.4",)
    assert game.laid("I-1").things[4] == MonkDisc()
    assert game.play("move").refused("walk I-1.4") == "move.end.not-lava"


@pytest.mark.rule("final.eruption.place-first")
def test_final_eruption_place_first() -> None:
    """The neighbour that erupts too is no refuge while firm ground is free."""
    sandals = board(sandals="MM/M")
    game = erupting(sandals, board(), tiles={"I-1": "11....."}, at=("I-1.0", "centre"))
    game.play(game.texts()[0])
    assert game.asked == "flee"
    assert game.refused("flee I-1.1") == "final.eruption.chain"
    assert game.refused("flee I-1.2") is None


@pytest.mark.rule("final.eruption.damage")
def test_final_eruption_damage() -> None:
    """Five points: three metal go, one point is wasted; then a step beside, not further."""
    game = erupting(board(sandals="MM/M"), board())
    assert (game.asked, game.seat, game.about()) == ("pay-eruption", 0, {"damage": 5})
    assert game.refused("flee II-2.4") == "final.eruption.damage"
    assert game.refused("pay 1,1 2,1") == "move.lava.cost"
    game.play("pay 1,1 2,1 1,2")
    assert (game.board().gear.sandals.cubes.metal, game.texts()) == (0, ["flee II-2.4"])
    assert game.refused("flee II-2.0") == "map.adjacency"
    assert game.refused("flee II-3.6") == "move.revealed-only"
    game.play("flee II-2.4")
    assert (game.at(), game.asked, game.seat) == ("II-2.4", "act", 1)


@pytest.mark.rule("final.eruption.chain", "final.eruption.separate-payments")
def test_final_eruption_chain() -> None:
    """No firm neighbour: magic and a tooth, a step onto lava, two teeth, and the firm space behind it."""
    three = board(sandals="TT/T+G", blueprints=TWO_TEETH)
    tiles = {"I-1": "LL1LLLL", "I-2": "......."}
    game = erupting(three, board(), tiles=tiles)
    assert "pay 1,2 +G" in game.texts()
    game.play("pay 1,2 +G")
    assert game.texts() == ["flee I-1.3", "flee I-1.0", "flee I-1.1"]
    game.play("flee I-1.3")
    assert (game.at(), game.texts()) == ("I-1.3", ["pay 1,1 2,1"])
    game.play("pay 1,1 2,1")
    assert game.texts() == ["flee I-2.1", "flee I-2.6"]
    game.play("flee I-2.6")
    assert (game.at(), game.asked, len(game.board().gear.sandals)) == ("I-2.6", "act", 0)


@pytest.mark.rule("final.eruption.chain")
def test_final_eruption_chain_too_dear() -> None:
    """Three teeth without magic: after two of them three points are left for five."""
    game = erupting(board(sandals="TT/T"), board(), tiles=FIRE)
    game.play("pay 1,1 2,1", "flee I-1.0")
    assert (game.asked, len(game.board().gear.sandals)) == ("revive", 0)


@pytest.mark.rule("final.eruption.chain", "map.capacity.two")
def test_final_eruption_a_full_neighbour_is_unavailable() -> None:
    party = (board(sandals="MM/M"), board(), board())
    game = erupting(*party, at=("I-1.2", "II-2.4", "II-2.4")).play("pay 1,1 2,1 1,2")
    assert game.refused("flee II-2.4") == "map.capacity.two"
    assert game.texts() == ["flee I-1.3", "flee I-1.0", "flee I-1.1"]


@pytest.mark.rule("final.eruption.separate-payments")
def test_final_eruption_separate_payments() -> None:
    """MMM and magic are ten points, yet two portions cannot be paid; TTM and magic are enough for two."""
    ten = board(sandals="MM/M+G", blueprints=(blueprint(SANDALS, "MM/M"),))
    game = erupting(ten, board(), tiles=FIRE)
    assert len(game.texts()) == 4
    for payment in game.texts():
        broke = erupting(ten, board(), tiles=FIRE).play(payment, "flee I-1.0")
        assert broke.asked == "revive"
    rich = board(sandals="TT/M+G", blueprints=TWO_TEETH)
    game = erupting(rich, board(), tiles=FIRE).play("pay 1,2 +G", "flee I-1.0")
    assert game.texts() == ["pay 1,1 2,1"]


@pytest.mark.rule("final.eruption.no-duel")
def test_final_eruption_no_duel() -> None:
    game = erupting(board(sandals="MM/M"), board(), at=("I-1.2", "II-2.4"))
    game.play("pay 1,1 2,1 1,2", "flee II-2.4")
    assert (game.asked, game.seat, game.at(0), game.at(1)) == ("act", 1, "II-2.4", "II-2.4")


@pytest.mark.rule("final.eruption.no-dragon")
def test_final_eruption_no_dragon() -> None:
    """No fight as it flees there; its next step on that tile starts one, with the refuge behind it."""
    sandals, beast = board(sandals="MM/M"), {"II-2": dragon("30/9/1")}
    game = erupting(sandals, board(), tiles={**FIRE, "II-2": "D......"}, dragons=beast)
    game.play("pay 1,1 2,1 1,2", "flee II-2.4")
    assert (game.asked, game.happened("dragon-attacked")) == ("act", [])
    idle(game).play("move", "walk II-2.5")
    assert len(game.happened("dragon-attacked")) == 1
    while game.asked in ("join", "send-monk"):
        game.play("stay-out" if game.asked == "join" else "keep")
    game.play("roll T 3", "pay -")
    assert (game.at(), game.samurai().is_conscious) == ("II-2.4", False)


@pytest.mark.rule("final.eruption.death")
def test_final_eruption_death() -> None:
    """Without sandals: revived in a temple of the owner's choice; who can pay may not die to save cubes."""
    game = erupting(board(), board())
    assert (game.asked, game.texts()) == ("revive", [f"revive temple-{number}" for number in (1, 2, 3)])
    assert game.refused("revive centre") == "final.eruption.death"
    game.play("revive temple-2")
    assert (game.at(), game.samurai().is_conscious, game.seat) == ("temple-2", True, 1)
    paying = erupting(board(sandals="MM/M"), board())
    assert paying.refused("revive temple-2") == "final.eruption.death"
    assert paying.play("pay 1,1 2,1 1,2").refused("revive temple-2") == "final.eruption.death"


@pytest.mark.rule("final.eruption.death", "map.capacity.safe-exempt")
def test_final_eruption_death_beside_a_full_temple() -> None:
    """A temple takes any number; where it holds two as every space does, a full one revives nobody else."""
    three, at = (board(), board(), board()), ("I-1.2", "temple-1", "temple-1")
    assert erupting(*three, at=at).refused("revive temple-1") is None
    strict = erupting(*three, at=at, rulings=adopted_but("map.capacity.safe-exempt", "two"))
    assert strict.texts() == ["revive temple-2", "revive temple-3"]
    assert strict.refused("revive temple-1") == "map.capacity.two"


@pytest.mark.rule("final.eruption.death-sandals")
def test_final_eruption_death_sandals() -> None:
    """Sandals of two metal, four points, are lost; backpack, helmet and points are not."""
    game = erupting(board(sandals="MM", helmet="M", lower="WW"), board(), scores=(31, 0))
    after = game.play("revive temple-1").board()
    assert len(after.gear.sandals) == 0
    assert (len(after.gear.helmet), after.backpack.cubes.wood, game.samurai().score) == (1, 2, 31)


@pytest.mark.rule("final.eruption.unconscious")
def test_final_eruption_unconscious() -> None:
    """Straight to a temple, the sandals as they were, and it stands."""
    game = erupting(board(), board(sandals="MM/M"), at=("centre", "I-1.2"), down=(1,))
    assert (game.asked, game.seat) == ("revive", 1)
    game.play("revive temple-3")
    assert (game.at(1), len(game.board(1).gear.sandals)) == ("temple-3", 3)
    assert "wakes" not in [event.kind for event in game.events]
    assert game.samurai(1).is_conscious


@pytest.mark.rule("final.eruption.order")
def test_final_eruption_order() -> None:
    """The marked seat 1 first, then clockwise: it takes the last free place, seat 0 has to look elsewhere."""
    rich = board(sandals="MM/M")
    party = (rich, rich, board())
    game = erupting(*party, at=("I-1.2", "I-1.2", "II-2.4"), marker=1, first=1)
    assert game.seat == 1
    game.play("pay 1,1 2,1 1,2", "flee II-2.4")
    assert game.seat == 0
    game.play("pay 1,1 2,1 1,2")
    assert game.refused("flee II-2.4") == "map.capacity.two"


def test_final_golden_eruption() -> None:
    """Two on one space, a refuge with one free place, a chain onto lava, and an unconscious third."""
    three = board(sandals="TT/T+G", blueprints=TWO_TEETH)
    party = (three, board(sandals="MM/M"), board(sandals="WW"), board())
    tiles = {"I-1": "LL1LL1L", "II-2": "......."}
    at = ("I-1.2", "I-1.2", "I-1.5", "II-2.4")
    game = erupting(*party, tiles=tiles, at=at, marker=1, first=1, down=(2,))
    assert game.state.lava == ("I-1.2", "I-1.5")
    game.play("pay 1,1 2,1 1,2")
    assert game.texts() == ["flee II-2.4"]
    game.play("flee II-2.4")
    assert (game.seat, game.asked) == (2, "revive")
    game.play("revive temple-1")
    assert (game.seat, game.asked) == (0, "pay-eruption")
    game.play("pay 1,2 +G")
    assert game.texts() == ["flee I-1.3", "flee I-1.0", "flee I-1.1"]
    game.play("flee I-1.1")
    assert (game.seat, game.texts()) == (0, ["pay 1,1 2,1"])
    game.play("pay 1,1 2,1")
    assert game.texts() == ["flee II-2.5"]
    game.play("flee II-2.5")
    assert [game.at(seat) for seat in range(4)] == ["II-2.5", "II-2.4", "temple-1", "II-2.4"]
    assert all(game.samurai(seat).is_conscious for seat in range(4))
    assert len(game.board(2).gear.sandals) == 2
    assert (game.asked, game.seat) == ("act", 2)


@pytest.mark.rule("magic.eruption-restore")
def test_magic_eruption_restore() -> None:
    """MMM and magic fit MM: magic and a metal pay, and the magic is back when the next action ends."""
    shoes = board(sandals="MM/M+G", blueprints=(blueprint(SANDALS, "MM"),))
    game = erupting(shoes, board())
    game.play("pay 1,2 +G", "flee II-2.4")
    assert not game.board().gear.sandals_magic
    game.play("move", "halt")
    assert (game.seat, game.board().gear.sandals_magic) == (1, True)


def test_the_end_drops_everything_once() -> None:
    """END in the middle of a fight: every turn, action and fight is over exactly once, and nobody is asked."""
    armed = board(weapon="WWM")
    game = realm(armed, armed, tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")})
    game.play("move", "walk I-1.4", "stay-out", "keep")
    state, events = GAME.end(game.state)
    told = [event.kind for event in events]
    assert state.agenda == ()
    assert [told.count(kind) for kind in ("combat-over", "move-over", "action-over", "turn-over")] == [1] * 4


@pytest.mark.rule("example.tomoe-two-moves")
def test_example_tomoe_two_moves() -> None:
    """Three steps with complete sandals; the second move ends on the first space of the dragon's tile."""
    tomoe = board(sandals="MM/M", weapon="WWM")
    tiles = {"I-1": ".......", "II-2": "D......"}
    game = realm(tomoe, board(), tiles=tiles, dragons={"II-2": dragon("12/9/4")})
    assert game.play("move").about() == {"steps": 3}
    game.play("walk I-1.4 I-1.0 I-1.1", "move")
    assert game.refused("walk II-2.5 II-2.0") == "move.dragon.stop"
    game.play("walk II-2.5")
    assert (game.at(), len(game.happened("dragon-attacked"))) == ("II-2.5", 1)


@pytest.mark.rule("example.takeko-lava")
def test_example_takeko_lava() -> None:
    """MMM and magic pay ten at once for two lava spaces; three metal from the backpack rebuild them, magical."""
    shoes = board(sandals="MM/M+G", lower="MMM", blueprints=(blueprint(SANDALS, "MM/M"),))
    game = realm(shoes, board(), tiles={"I-1": "L...L.."})
    game.play("move", "walk I-1.4 I-1.0 I-1.1")
    assert (game.about(), game.texts()) == ({"damage": 10}, ["pay 1,1 2,1 1,2 +G"])
    game.play("pay 1,1 2,1 1,2 +G")
    assert (len(game.board().gear.sandals), game.board().gear.sandals_magic) == (0, False)
    game.play("rest", craft(game.board(), SANDALS, "MM/M"), '{"type":"StopClaiming"}')
    assert (len(game.board().gear.sandals), game.board().gear.sandals_magic) == (3, True)
    assert game.board().backpack.cubes.metal == 0
