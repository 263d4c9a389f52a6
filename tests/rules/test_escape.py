"""Chapters "escape", "bonus" and "end": who leaves the mountain, what the shogun gives, and who wins."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Bonus
from fujikoro_nb.engine.fujikoro.rules.bonus import unclaimed, worth
from fujikoro_nb.engine.fujikoro.rules.end import leftovers, standing
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import escaped, way_out
from fujikoro_nb.engine.kernel import Seat
from tests.rules.test_turn import idle
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board

EXIT = {"II-1": "...X..."}
ROPE = 4
"""Advances after which the rope lies there."""

RICH = board(
    helmet="MM+G",
    weapon="WT+G@1,1",
    sandals="MM+G",
    lower="T",
    discs=("monk",),
    monks=("action", "scroll"),
    blueprints=(blueprint(HELMET, "MM", "h"), blueprint(WEAPON, "WT", "w"), blueprint(SANDALS, "MM", "s")),
)
"""Something of every category: three blueprints, three monks, two teeth."""

MONKS = board(monks=("action", "scroll", "weapon", "backpack"), discs=("monk", "monk", "monk"))


def at_palace(*boards: Board, palace: str = "big", **more: object) -> Realm:
    """Seat 0 has just left the mountain at the end of its own turn; the countdown runs for seat 1."""
    seats = boards if len(boards) > 1 else (*boards, board())
    known = {"marker": 1, "countdown": ROPE, "at": ("centre" if palace == "big" else "II-1.3", "temple-1")}
    return idle_once(realm(*seats, tiles=EXIT, **{**known, **more}))  # type: ignore[arg-type]


def idle_once(game: Realm) -> Realm:
    """The two actions of this turn."""
    return game.play("move", "halt", "move", "halt")


def handed_in(state: GameState, category: str, *, palace: str = "big") -> GameState:
    """One more disc of seat 0 in a row."""
    bonus = Bonus(Seat(0), palace, category, 0)
    return msgspec.structs.replace(state, bonuses=(*state.bonuses, bonus))


# ---- escape


@pytest.mark.rule("escape.rope")
def test_escape_rope() -> None:
    game = at_palace(board())
    assert (game.samurai().palace, game.at(), game.samurai().is_on_map) == ("big", "", False)
    before = idle_once(realm(marker=1, countdown=ROPE - 1))
    assert before.samurai().palace == ""


@pytest.mark.rule("escape.rope.not-on-placement")
def test_escape_rope_not_on_placement() -> None:
    """A's turn brings the rope to A and B on the central tile: neither leaves; B's own turn ends there, B does."""
    game = idle_once(realm(marker=0, countdown=ROPE - 1))
    assert [game.samurai(seat).palace for seat in (0, 1)] == ["", ""]
    idle_once(game)
    assert [game.samurai(seat).palace for seat in (0, 1)] == ["", "big"]


@pytest.mark.rule("escape.rope.not-on-placement", "escape.mandatory")
def test_escape_rope_on_placement() -> None:
    """That reading takes everybody there at once, in turn order, or asks them; the marked one claims in its turn."""
    rulings = adopted_but("escape.rope.not-on-placement", "on-placement")
    monk = board(monks=("scroll",))
    game = idle_once(realm(monk, monk, marker=0, countdown=ROPE - 1, rulings=rulings))
    assert [game.samurai(seat).escape for seat in (0, 1)] == [1, 2]
    assert (game.asked, game.seat) == ("hand-in", 0)
    assert (game.play("hand-in -").asked, game.seat) == ("hand-in", 1)
    both = rulings.with_reading("escape.mandatory", "optional")
    game = idle_once(realm(marker=0, countdown=ROPE - 1, rulings=both))
    assert (game.asked, game.seat) == ("leave", 0)
    game.play("remain", "leave")
    assert [game.samurai(seat).escape for seat in (0, 1)] == [0, 1]


@pytest.mark.rule("escape.secret")
def test_escape_secret() -> None:
    assert at_palace(board(), palace="small").samurai().palace == "small"
    elsewhere = at_palace(board(), palace="small", at=("II-1.0", "temple-1"))
    assert elsewhere.samurai().palace == ""


@pytest.mark.rule("escape.secret.final-only")
def test_escape_secret_final_only() -> None:
    game = at_palace(board(), palace="small", marker=None, countdown=0)
    assert (game.samurai().palace, game.at()) == ("", "II-1.3")


@pytest.mark.rule("escape.secret.final-only")
def test_escape_by_everybody_before_the_final_chapter() -> None:
    """With the exit open from the start all may leave and claim all they can: then the game is over."""
    always = adopted_but("escape.secret.final-only", "always")
    party = (board(monks=("scroll",)), board())
    game = at_palace(
        *party, palace="small", at=("II-1.3", "II-1.3"), marker=None, countdown=0, rulings=always
    )
    game.play("hand-in -")
    assert (idle_once(game).asked, game.seat) == ("hand-in", 0)
    game.play("hand-in monk")
    assert (game.asked, game.said("wins", "seat")) == (None, [0])


@pytest.mark.rule("escape.mandatory")
def test_escape_mandatory() -> None:
    """Nobody is asked; where leaving is free, both answers are there and the samurai may stay."""
    game = at_palace(board())
    assert (game.samurai().palace, game.happened("stays-behind")) == ("big", [])
    free = at_palace(board(), rulings=adopted_but("escape.mandatory", "optional"))
    assert (free.asked, free.texts()) == ("leave", ["leave", "remain"])
    assert free.refused("halt") == "escape.mandatory"
    assert free.play("remain").at() == "centre"


@pytest.mark.rule("escape.conscious")
def test_escape_conscious() -> None:
    """Knocked out and carried back to the roped central tile it stays; the end of its next turn lets it go."""
    tiles, beast = {"I-1": "D......"}, {"I-1": dragon("30/9/1")}
    game = realm(tiles=tiles, dragons=beast, at=("centre", "temple-1"), marker=1, countdown=ROPE)
    game.play("move", "walk I-1.4", "keep", "roll T 3", "pay -")
    assert (game.at(), game.samurai().is_conscious, game.seat) == ("centre", False, 1)
    assert way_out(game.state, Seat(0)) == ""
    idle(idle(game))
    assert game.samurai().palace == "big"


@pytest.mark.rule("escape.no-actions")
def test_escape_no_actions() -> None:
    """No figure, no actions; the turns come all the same, and the marked one's end still counts."""
    game = at_palace(RICH, marker=0)
    assert (game.asked, game.refused("explore"), game.refused("move")) == (
        "hand-in",
        *["escape.no-actions"] * 2,
    )
    game.play("hand-in -")
    assert (game.seat, game.state.countdown) == (1, ROPE + 1)
    idle(game)
    assert game.asked == "hand-in"
    game.play("hand-in -")
    assert (game.seat, game.state.countdown) == (1, ROPE + 2)


@pytest.mark.rule("escape.order-recorded")
def test_escape_order_recorded() -> None:
    """Seat 1 leaves before seat 0."""
    game = idle_once(idle_once(realm(first=1, marker=1, countdown=ROPE)))
    assert [game.samurai(seat).escape for seat in (0, 1)] == [2, 1]
    assert game.said("escaped", "number") == [1, 2]


# ---- bonuses


@pytest.mark.rule("bonus.one-per-turn")
def test_bonus_one_per_turn() -> None:
    """One in the turn of the escape, one in each later own turn, or none."""
    game = at_palace(RICH)
    assert (game.asked, game.seat) == ("hand-in", 0)
    game.play("hand-in monk")
    assert (game.asked, game.seat) == ("act", 1)
    assert game.refused("hand-in monk") is not None
    idle(game)
    assert (game.asked, game.seat) == ("hand-in", 0)
    assert game.play("hand-in -").seat == 1


@pytest.mark.rule("bonus.big.categories")
def test_bonus_big_categories() -> None:
    game = at_palace(RICH)
    kinds = ("helmet", "weapon", "sandals", "monk", "tooth", "-")
    assert game.texts() == [f"hand-in {kind}" for kind in kinds]
    assert game.refused("hand-in wood") == "bonus.big.categories"
    assert game.play("hand-in tooth").samurai().score == 4


@pytest.mark.rule("bonus.small.categories")
@pytest.mark.parametrize("category", ["helmet", "weapon", "sandals", "monk"])
def test_bonus_small_categories(category: str) -> None:
    game = at_palace(RICH, palace="small")
    assert game.refused("hand-in tooth") == "bonus.small.categories"
    assert game.play(f"hand-in {category}").samurai().score == 5


@pytest.mark.rule("bonus.space.single")
def test_bonus_space_single() -> None:
    """B's monk lies in the small palace; A's own second helmet place does not exist either."""
    game = at_palace(RICH, RICH, palace="small", at=("II-1.3", "II-1.3")).play("hand-in monk")
    assert (idle_once(game).asked, game.seat) == ("hand-in", 1)
    assert game.refused("hand-in monk") == "bonus.space.single"
    assert game.texts() == [f"hand-in {kind}" for kind in ("helmet", "weapon", "sandals", "-")]
    game.play("hand-in helmet")
    assert (game.samurai(0).score, game.samurai(1).score) == (5, 5)


@pytest.mark.rule("bonus.space.highest", "bonus.space.dark")
def test_bonus_space_highest_and_dark() -> None:
    """The house row of monks is 5, 4, 3, 2, and 1 for any number after them."""
    game, points = at_palace(MONKS, marker=None, countdown=ROPE), []
    for _ in range(6):
        before = game.samurai().score
        idle(game.play("hand-in monk"))
        points.append(game.samurai().score - before)
    assert points == [5, 4, 3, 2, 1, 1]
    assert unclaimed(game.state, Seat(0))["monk"] == 1


@pytest.mark.rule("bonus.space.dark")
def test_bonus_space_dark_values() -> None:
    """Three per blueprint, one per monk or tooth, once the single places are taken."""
    state = at_palace(RICH).state
    lasting = []
    for category, number in (("helmet", 3), ("weapon", 3), ("sandals", 3), ("monk", 4), ("tooth", 3)):
        full = state
        for _ in range(number):
            full = handed_in(full, category)
        lasting.append(worth(full, "big", category))
    assert lasting == [3, 3, 3, 1, 1]
    assert worth(handed_in(state, "monk", palace="small"), "small", "monk") == 0


@pytest.mark.rule("bonus.gear.condition")
def test_bonus_gear_condition() -> None:
    """Magical helmet and blueprint: nine points, once. A stolen blueprint, or a plain helmet: nothing."""
    plan = (blueprint(HELMET, "MM", "h"),)
    game = at_palace(board(helmet="MM+G", blueprints=plan, monks=("scroll",)))
    game.play("hand-in helmet")
    assert game.samurai().score == 9
    assert idle(game).refused("hand-in helmet") == "bonus.gear.condition"
    stolen = at_palace(board(helmet="MM+G", lost=plan, monks=("scroll",)))
    assert stolen.refused("hand-in helmet") == "bonus.gear.condition"
    plain = at_palace(board(helmet="WW", blueprints=plan, monks=("scroll",)))
    assert plain.refused("hand-in helmet") == "bonus.gear.condition"


@pytest.mark.rule("bonus.monk.anywhere")
def test_bonus_monk_anywhere() -> None:
    for one in (board(monks=("scroll",)), board(monks=("action",)), board(discs=("monk",))):
        assert at_palace(one).play("hand-in monk").samurai().score == 5
    assert at_palace(board(lower="T")).refused("hand-in monk") == "bonus.monk.anywhere"


@pytest.mark.rule("bonus.tooth.anywhere")
def test_bonus_tooth_anywhere() -> None:
    """In the backpack, the weapon, the helmet or the sandals."""
    for one in (board(lower="T"), board(weapon="WT"), board(helmet="T"), board(sandals="T")):
        assert at_palace(one).play("hand-in tooth").samurai().score == 4
    assert at_palace(board(monks=("scroll",))).refused("hand-in tooth") == "bonus.tooth.anywhere"


@pytest.mark.rule("bonus.no-side-effects")
def test_bonus_no_side_effects() -> None:
    """The tooth of the magical helmet's pattern first, the helmet itself later."""
    one = board(helmet="TM+G", monks=("weapon",), blueprints=(blueprint(HELMET, "TM"),))
    game = at_palace(one).play("hand-in tooth")
    assert game.board().gear.helmet_magic
    idle(game)
    assert game.texts() == ["hand-in helmet", "hand-in monk", "hand-in -"]
    game.play("hand-in monk")
    assert (game.board().is_weapon_grid_open, game.board().gear.helmet_magic) == (True, True)
    assert idle(game).play("hand-in helmet").samurai().score == 4 + 5 + 9


# ---- the end


def ended(one: Board, *, palace: str = "big") -> Realm:
    """The marked seat 0 leaves in the turn that brings the end, and hands in nothing before it."""
    at = {"big": "centre", "small": "II-1.3", "": "temple-2"}[palace]
    game = realm(one, board(), tiles=EXIT, at=(at, "temple-1"), marker=0, countdown=7, scores=(30, 0))
    idle_once(game)
    if palace:
        game.play("hand-in -")
    assert game.asked is None
    return game


@pytest.mark.rule("end.leftovers")
def test_end_leftovers() -> None:
    """Two monks and a tooth in the big palace: three points. Two monks in the small one: none."""
    left = board(monks=("scroll",), discs=("monk",), lower="T")
    assert ended(left).samurai().score == 33
    assert ended(left, palace="small").samurai().score == 30
    claimed = realm(left, board(), marker=0, countdown=7, scores=(30, 0))
    idle_once(claimed).play("hand-in monk")
    assert claimed.samurai().score == 30 + 5 + 2


@pytest.mark.rule("end.leftovers.gear")
def test_end_leftovers_gear() -> None:
    plan = (blueprint(HELMET, "MM"),)
    assert ended(board(helmet="MM+G", blueprints=plan)).samurai().score == 33
    plain = realm(board(helmet="WW", blueprints=plan), board(), marker=0, countdown=7, scores=(30, 0))
    assert (idle_once(plain).asked, plain.samurai().score) == (None, 30)


@pytest.mark.rule("end.leftovers.not-escaped")
def test_end_leftovers_not_escaped() -> None:
    game = ended(board(monks=("action", "scroll", "weapon")), palace="")
    assert (game.samurai().score, leftovers(game.state, Seat(0))) == (30, 0)


def places(*scores: int, out: tuple[int, ...] = ()) -> list[tuple[int, int, str]]:
    """Place, seat and reason of everybody; ``out`` left the mountain in this order."""
    state = realm(*[board() for _ in scores], scores=scores).state
    for seat in out:
        state, _ = escaped(state, Seat(seat), "big")
    return [(rank.place, int(rank.seat), rank.rule) for rank in standing(state)]


@pytest.mark.rule("end.winner")
def test_end_winner() -> None:
    """A has 41 and is inside, B has 40 and got out."""
    assert places(41, 40, out=(1,)) == [(1, 0, "end.winner"), (2, 1, "end.winner")]
    game = idle_once(realm(marker=0, countdown=7, at=("temple-1",) * 2, scores=(30, 44)))
    assert game.said("wins", "seat") == [1]


@pytest.mark.rule("end.tie")
def test_end_tie() -> None:
    """Both 40: whoever left first; one who left before one who did not."""
    assert places(40, 40, out=(1, 0)) == [(1, 1, "end.tie"), (2, 0, "end.tie")]
    assert places(40, 40, out=(1,)) == [(1, 1, "end.tie"), (2, 0, "end.tie")]


@pytest.mark.rule("end.tie.none-escaped")
def test_end_tie_none_escaped() -> None:
    """Two with 35 inside share the first place; the third one is third."""
    shared = "end.tie.none-escaped"
    assert places(35, 35, 30) == [(1, 0, shared), (1, 1, shared), (3, 2, "end.winner")]
    game = idle_once(realm(marker=0, countdown=7, at=("temple-1",) * 2, scores=(35, 35)))
    assert game.said("shares-victory", "seat") == [0, 1]
