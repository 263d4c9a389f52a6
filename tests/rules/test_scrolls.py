"""Sacred scrolls: taken, replaced, lost and stolen, always as many cards as discs; and looks at a stack."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import WEAPON, adopted_but, board, owned
from tests.support.treasures import PINK, RED, furnished

ONE = board(discs=("scroll",))
TWO = board(monks=("scroll",), discs=("scroll", "scroll"))


def on_disc(here: Board, **more: object) -> Realm:
    """Seat 0, red, on a red scroll disc."""
    game = realm(here, board(), tiles={"I-1": "......."}, at=("I-1.1",))
    return furnished(game, things={"I-1.1": RED}, **more)  # type: ignore[arg-type]


def cards(game: Realm, seat: int = 0) -> list[str]:
    return [card.id for card in game.samurai(seat).scrolls]


def shown(game: Realm) -> list[str]:
    return [card.id for card in game.state.scrolls]


@pytest.mark.rule("gather.scroll.own")
def test_gather_scroll_own() -> None:
    game = furnished(realm(tiles={"I-1": "......."}, at=("I-1.1",)), things={"I-1.1": PINK})
    assert game.refused("gather") == "gather.scroll.own"
    assert on_disc(board()).refused("gather") is None


@pytest.mark.rule("gather.scroll.card", "gather.scroll.vp", "gather.scroll.refill", "gather.scroll.place")
def test_gather_scroll_card() -> None:
    """Display A, B, C: take B for three points; A and C stay, and the deck fills up."""
    game = on_disc(board(), points=12).play("gather")
    assert game.texts() == ["scroll A", "scroll B", "scroll C", "unseen"]
    assert game.refused("scroll D") == "gather.scroll.card"
    game.play("scroll B", "stow - scroll")
    assert (game.asked, game.seat, game.texts()) == ("draw", CHANCE, ["draw D", "draw E"])
    game.play("draw E")
    assert (cards(game), game.samurai().score, shown(game)) == (["B"], 15, ["A", "C", "E"])
    assert game.laid("I-1").things[1] is None


@pytest.mark.rule("gather.scroll.card", "gather.scroll.refill")
def test_gather_scroll_unseen() -> None:
    """The top of the deck instead: the display stays as it is."""
    game = on_disc(board()).play("gather", "unseen", "draw D", "stow - scroll")
    assert (cards(game), shown(game), game.asked) == (["D"], ["A", "B", "C"], "act")


@pytest.mark.rule("gather.scroll.deck-empty")
def test_gather_scroll_deck_empty() -> None:
    """Deck 0, discards 4: they are shuffled and the display is three again; with none it stays short."""
    game = on_disc(board(), deck="", discards="WXYZ").play("gather", "scroll A", "stow - scroll")
    assert game.texts() == ["draw W", "draw X", "draw Y", "draw Z"]
    game.play("draw Z")
    assert (shown(game), game.state.scroll_discards) == (["B", "C", "Z"], ())
    none = on_disc(board(), deck="").play("gather")
    assert none.refused("unseen") == "gather.scroll.deck-empty"
    none.play("scroll A", "stow - scroll")
    assert (shown(none), none.asked) == (["B", "C"], "act")


@pytest.mark.rule("gather.scroll.place")
def test_gather_scroll_place() -> None:
    """A free slot and a backpack full of discs: not as a new scroll."""
    assert on_disc(board(discs=("monk",) * 6)).refused("gather") == "gather.scroll.place"


@pytest.mark.rule("gather.scroll.replace", "example.masako-third-scroll", "gather.scroll.vp")
def test_gather_scroll_replace() -> None:
    """Two scrolls in two slots: the third replaces one, three points, two cards and two discs after it."""
    game = on_disc(TWO, owned={0: "XY"}, points=9).play("gather", "scroll A")
    assert game.texts() == ["replace X", "replace Y"]
    assert game.refused("replace Q") == "gather.scroll.replace"
    game.play("replace X", "draw D")
    assert (cards(game), game.samurai().score) == (["A", "Y"], 12)
    assert game.board().backpack.discs == ("scroll", "scroll")
    assert [card.id for card in game.state.scroll_discards] == ["X"]
    assert len(shown(game)) == 3


@pytest.mark.rule("gather.scroll.replace-optional")
def test_gather_scroll_replace_optional() -> None:
    """One scroll, a free slot, no room for a disc: replacing is legal and scores."""
    full = board(monks=("scroll",), discs=("scroll", *("monk",) * 5))
    game = on_disc(full, owned={0: "X"}).play("gather", "scroll A")
    assert (cards(game), game.samurai().score) == (["A"], 3)


@pytest.mark.rule("gather.scroll.slots")
def test_gather_scroll_slots() -> None:
    """One slot without the scroll monk, two with it."""
    one = on_disc(ONE, owned={0: "X"}).play("gather", "scroll A")
    assert cards(one) == ["A"], "it had to replace"
    assert len(one.board().backpack.discs) == 1
    two = on_disc(msgspec.structs.replace(ONE, monk_spots=("scroll",)), owned={0: "X"})
    two.play("gather", "scroll A", "add-scroll", "stow - scroll scroll")
    assert cards(two) == ["X", "A"]


def beside_dragon(here: Board, names: str) -> Realm:
    """Seat 0 with these scrolls and 20 points enters a dragon's tile."""
    game = realm(here, board(), tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")})
    return furnished(game, owned={0: names}, points=20).play("move", "walk I-1.4", "stay-out")


@pytest.mark.rule("combat.hero.lose-scroll")
def test_combat_hero_lose_scroll() -> None:
    """Slots A and B, 20 points: the scroll monk is sent, B and one disc are gone, 20 points stay."""
    game = beside_dragon(TWO, "PQ").play("send scroll")
    assert (cards(game), game.board().backpack.discs, game.samurai().score) == (["P"], ("scroll",), 20)
    assert [card.id for card in game.state.scroll_discards] == ["Q"]
    single = beside_dragon(msgspec.structs.replace(ONE, monk_spots=("scroll",)), "P").play("send scroll")
    assert (cards(single), single.board().backpack.discs) == (["P"], ("scroll",))


@pytest.mark.rule("scroll.one-to-one")
def test_scroll_one_to_one() -> None:
    """A disc lost with the upper area takes a card along, which its owner chooses; two discs take both."""
    spots = ("scroll", "backpack")
    split = Backpack(Contents(discs=("scroll",)), Contents(discs=("scroll",)))
    here = msgspec.structs.replace(TWO, monk_spots=spots, backpack=split)
    game = beside_dragon(here, "PQ").play("send backpack")
    assert (game.asked, game.texts()) == ("discard-scroll", ["discard P", "discard Q"])
    assert game.refused("discard Z") == "scroll.one-to-one"
    game.play("discard P")
    assert (cards(game), game.board().backpack.discs) == (["Q"], ("scroll",))
    both = msgspec.structs.replace(here, backpack=Backpack(upper=Contents(discs=("scroll", "scroll"))))
    assert cards(beside_dragon(both, "PQ").play("send backpack")) == []


def robbed(winner: Board, loser: Board, owned: dict[int, str]) -> Realm:
    """Seat 0 beats seat 1 and may take something."""
    sword = msgspec.structs.replace(winner, gear=board(weapon="WWM").gear)
    game = realm(sword, loser, tiles={"I-1": "......."}, at=("centre", "I-1.4"))
    game = furnished(game, owned=owned)
    game.play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    return game.play(game.texts()[0])


@pytest.mark.rule("duel.steal.scroll")
def test_duel_steal_scroll() -> None:
    """A or B, card and disc; three points for the winner, none lost."""
    game = robbed(board(), TWO, {1: "PQ"})
    assert game.refused("steal scroll Z") == "duel.steal.scroll"
    assert game.refused("steal scroll P") is None
    game.play("steal scroll Q", "stow - scroll")
    assert (cards(game), cards(game, 1)) == (["Q"], ["P"])
    assert (game.board().backpack.discs, game.board(1).backpack.discs) == (("scroll",), ("scroll",))
    assert (game.samurai().score, game.samurai(1).score) == (3, 0)


@pytest.mark.rule("duel.steal.scroll-slot")
def test_duel_steal_scroll_slot() -> None:
    """Slots full: an own card is replaced, the stolen disc is gone; three points."""
    game = robbed(ONE, ONE, {0: "X", 1: "P"})
    assert game.refused("steal scroll P") == "gather.scroll.slots"
    game.play("steal scroll P X")
    assert (game.asked, game.seat) == ("stow", 1), "the winner has nothing to stow, the loser may rearrange"
    assert (cards(game), cards(game, 1), game.samurai().score) == (["P"], [], 3)
    assert (game.board().backpack.discs, game.board(1).backpack.discs) == (("scroll",), ())
    assert [card.id for card in game.state.scroll_discards] == ["X"]


# ---- looks at a stack


def looking() -> Realm:
    """Seat 0 has a weapon card that peeks at each gathering."""
    here = board(cards=(owned("w", WEAPON, "gather", "peek"),))
    return realm(here, board()).play("gather", "bonus")


@pytest.mark.rule("gearcard.bonus.peek")
def test_gearcard_bonus_peek() -> None:
    """The tile stays on top of its stack and comes next; afterwards nothing is known any more."""
    game = looking()
    assert (game.asked, game.texts()) == ("peek", ["peek I", "peek II", "peek III"])
    assert game.refused("peek IV") == "gearcard.bonus.peek"
    first, second = game.state.piles.tiles_of("I")[:2]
    game.play("peek I", f"draw {second.id}")
    assert (game.samurai().score, second in game.state.piles.tiles) == (0, True)
    game.play("enough", "explore", "place I-1")
    assert game.texts() == [f"draw {second.id}"]
    assert game.refused(f"draw {first.id}") == "setup.tiles.stacks"
    game.play(f"draw {second.id}")
    assert (game.state.peeked, second in game.state.piles.tiles) == ((), False)


@pytest.mark.rule("gearcard.bonus.peek")
def test_gearcard_bonus_peek_is_secret() -> None:
    """Two states that differ in the tile another one has seen look the same, options and all."""
    before = looking().play("peek I").state
    one, other = (GAME.step(before, answer).state for answer in list(GAME.options(before))[:2])
    assert one != other
    assert GAME.view_for(one, Seat(1)) == GAME.view_for(other, Seat(1))
    assert GAME.view_for(one, Seat(0)) == one
    told = [Realm(state).play("enough", "explore", "place I-1").state for state in (one, other)]
    views = [GAME.view_for(state, Seat(1)) for state in told]
    assert views[0] == views[1]
    assert len(GAME.options(told[0])) == 1
    assert len(GAME.options(views[0])) == len(before.piles.tiles_of("I"))


@pytest.mark.rule("gearcard.bonus.weapon-fixed")
def test_gearcard_bonus_weapon_fixed_at_first_use() -> None:
    """That reading asks at the first use; from then on it is fixed."""
    first = adopted_but("gearcard.bonus.weapon-fixed", "first-use")
    here = board(cards=(owned("w", WEAPON, "gather"),))
    game = realm(here, board(), rulings=first).play("gather", "bonus")
    assert (game.asked, game.texts()) == ("side", ["side vp", "side peek"])
    game.play("side vp", "enough", "gather", "bonus")
    assert (game.samurai().score, game.asked) == (2, "part")
