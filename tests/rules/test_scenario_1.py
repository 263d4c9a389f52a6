"""Scenario 1, to each their own: tokens and teeth off dragons, blind temples, forced fights, a late escape."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots import new_session
from fujikoro_nb.engine.fujikoro.asked.game import Drawn
from fujikoro_nb.engine.fujikoro.asked.scenario import Blind
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.board.layers import has_exit
from fujikoro_nb.engine.fujikoro.board.mountain import Loot
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_in
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import description_of
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Question, Seat
from fujikoro_nb.rulebook.cases.positions import thing_of
from tests.support.fights import dragon
from tests.support.game_positions import HOUSE, Realm, realm, tile
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board
from tests.support.groups import kinds, turn_over

ROPE, END = 4, 8
GREEN = dragon("9/6/1")
PLAIN = {"I-1": "......."}
EDGE = next(
    at
    for at in ("I-1.1", "I-1.2", "I-1.3", "I-1.4")
    if any(to.startswith("I-2.") for to in neighbours(SpaceId(at)))
)
"""A space beside the second tile."""
CARDS = (
    blueprint(HELMET, "MM", "h1"),
    blueprint(HELMET, "WW", "h2"),
    blueprint(WEAPON, "WM", "w1"),
    blueprint(WEAPON, "MM", "w2"),
    blueprint(SANDALS, "W", "s1"),
    blueprint(SANDALS, "M", "s2"),
)
EXTRA = "scenario.1.competitive.tokens-extra-action"
DELAYED = "scenario.1.competitive.escape-delayed"


def rivals(*boards: object, players: int = 2, **more: object) -> Realm:
    """Rivals before a turn."""
    known: dict[str, object] = {"scenario": 1}
    return realm(*(boards or (board(),) * players), **{**known, **more})  # type: ignore[arg-type]


def holding(tokens: tuple[int, ...], **more: object) -> Realm:
    """The same with so many status tokens each."""
    return rivals(players=len(tokens), scene={"tokens": tokens}, **more)


@pytest.mark.rule("scenario.1.competitive.no-secret-exit")
def test_the_exit_is_left_out() -> None:
    """One tile fewer of level II; of a real box nobody can describe it."""
    start = new_game(HOUSE, players=2, scenario=1)
    assert [one for one in start.piles.tiles if has_exit(one)] == []
    assert len(HOUSE.tiles) - len(start.piles.tiles) == sum(map(has_exit, HOUSE.tiles)) == 1
    game = rivals(at=("I-1.1", "centre"), tiles=PLAIN, is_described=True).play("explore", "place II-1")
    out = tile("...X...", level="II", name="door")
    assert game.refused(description_of(out)) == "scenario.1.competitive.no-secret-exit"


@pytest.mark.rule("scenario.1.competitive.final-at-twenty")
def test_twenty_points_begin_the_final_chapter() -> None:
    state, _ = rivals().state.award(Seat(0), 19)
    assert state.marker is None
    state, _ = state.award(Seat(0), 2)
    assert state.marker == 0


# ---- blind temples


def temples(returned: tuple[tuple[int, str], ...] = (), **more: object) -> Realm:
    """Two players on the first temple, six cards in play, two in each temple."""
    return rivals(at=("temple-1", "temple-1"), piles=Piles(blueprints=CARDS), **more)


@pytest.mark.rule("scenario.1.competitive.blueprints-random")
def test_nobody_knows_which_blueprint_lies_where() -> None:
    """The setup draws none; the table shows counts, as many in each temple as there are players."""
    session = new_session(players=3, seed="1", scenario=1)
    drawn = [line.question for line in session.lines if ("what", "blueprint") in line.question.data]
    assert drawn == []
    state = session.state
    assert [state.staged.blueprints_in(number) for number in range(3)] == [3, 3, 3]
    assert state.temples == ((), (), ())
    plain = new_session(players=3, seed="1")
    assert [line for line in plain.lines if ("what", "blueprint") in line.question.data]


@pytest.mark.rule("scenario.1.competitive.blueprints-random")
def test_what_comes_is_weighed_by_kind() -> None:
    """One helmet of the two in play is known: of a box of two helmets, two weapons, two sandals the rest is 1:2:2.

    With more cards in the box than in play each of a kind is as likely.
    """
    options = temples().play("gather", "take blueprints", "blind 1").options
    assert isinstance(options, ChanceOptions)
    assert len({options.weight(Drawn(card.id)) for card in CARDS}) == 1
    known = temples(scene={"kinds": (1, 2, 2), "unseen": (1, 2, 2)}).play("gather").play("take blueprints")
    options = known.options
    assert isinstance(options, ChanceOptions), "one card lies there, so nobody is asked how many"
    weapons, helmets = (options.weight(Drawn(name)) for name in ("w1", "h1"))
    assert weapons == options.weight(Drawn("s2")) == 2 * helmets == 2 * options.weight(Drawn("h2"))


@pytest.mark.rule("scenario.1.competitive.blueprints-blind-gather")
def test_one_or_two_cards_are_drawn_and_what_is_no_use_goes_back() -> None:
    """Owns a helmet's blueprint, draws helmet and weapon: keeps the weapon."""
    owner = board(blueprints=(blueprint(HELMET, "TT", "own"),))
    game = rivals(owner, board(), at=("temple-1", "temple-1"), piles=Piles(blueprints=CARDS))
    game.play("gather", "take blueprints")
    assert game.texts() == ["blind 1", "blind 2"]
    assert (game.refused("blueprints h1"), game.refused("blind 2")) == (
        "scenario.1.competitive.blueprints-blind-gather",
        None,
    )
    game.play("blind 2", "draw h1", "draw w1")
    assert sorted(one.id for one in game.board().blueprints) == ["own", "w1"]
    assert game.said("cards-returned", "n") == [1]
    state = game.state
    assert [state.staged.blueprints_in(number) for number in range(3)] == [1, 2, 2]
    assert [one.card.id for one in state.staged.returned] == ["h1"]
    game = rivals(owner, board(), at=("temple-1", "temple-1"), piles=Piles(blueprints=CARDS))
    game.play("gather", "take blueprints", "blind 2", "draw w1", "draw w2")
    assert [one.id for one in game.board().blueprints][1:] == ["w1"], "the first of a kind is kept"


@pytest.mark.rule("scenario.1.competitive.blueprints-blind-gather")
def test_when_no_card_can_be_drawn() -> None:
    """With one of each kind, or from an empty temple."""
    full = board(blueprints=(CARDS[0], CARDS[2], CARDS[4]))
    more = {"at": ("temple-1", "temple-1"), "piles": Piles(blueprints=CARDS)}
    game = rivals(full, board(), **more).play("gather")
    assert game.asked != "gather", "nothing but cubes, so nobody is asked what"
    empty = rivals(board(), board(), scene={"unseen": (0, 3, 3)}, **more)
    assert "gather" in empty.texts()
    assert empty.play("gather").asked not in ("gather", "blind")


@pytest.mark.rule("scenario.1.competitive.blueprints-blind-gather")
def test_only_the_owner_sees_what_was_drawn() -> None:
    """While it is in the hand, after it went back, and in the log: for everybody else it is any unseen card."""
    owner = board(blueprints=(blueprint(HELMET, "TT", "own"),))
    game = rivals(owner, board(), at=("temple-1", "temple-1"), piles=Piles(blueprints=CARDS))
    game.play("gather", "take blueprints", "blind 2", "draw h1")
    mine, other = (GAME.view_for(game.state, Seat(seat)) for seat in (0, 1))
    held = [frame for frame in other.agenda if isinstance(frame, Blind)]
    assert [frame.drawn for frame in held] == [()]
    assert "h1" in [one.id for one in other.piles.blueprints]
    assert "h1" not in [one.id for one in mine.piles.blueprints]
    question = GAME.question(game.state)
    assert isinstance(question, Question) and question.seat == CHANCE
    assert (GAME.is_hidden(question, Seat(0)), GAME.is_hidden(question, Seat(1))) == (False, True)
    game.play("draw h2")
    mine, other = (GAME.view_for(game.state, Seat(seat)) for seat in (0, 1))
    assert [one.card.id for one in mine.staged.returned] == ["h1", "h2"]
    assert other.staged.returned == ()
    assert [one.id for one in other.piles.blueprints] == sorted(one.id for one in CARDS)
    assert other.staged.blueprints_in(0) == mine.staged.blueprints_in(0) == 2


# ---- tokens of resources


@pytest.mark.rule("scenario.1.competitive.resources-permanent")
def test_resource_tokens_stay_face_up() -> None:
    """Twice in a turn off the same token; a temple still gives once."""
    game = rivals(at=("I-1.1", "temple-1"), tiles={"I-1": ".s....."})
    laid = game.laid("I-1").with_thing(1, thing_of("square W", "I-1.1"))
    game.state = game.state.with_tile("I-1", laid)  # type: ignore[arg-type]
    for _ in range(2):
        game.play("gather")
        while game.asked == "stow":
            game.play(game.texts()[0])
    assert len(game.happened("gathers")) == 2
    game = rivals(at=("temple-1", "centre"), scene={"unseen": (0, 0, 0)}).play("gather")
    while game.asked == "stow":
        game.play(game.texts()[0])
    assert game.refused("gather") == "gather.permanent.once"


# ---- fights


@pytest.mark.rule("scenario.1.competitive.no-joining")
def test_nobody_joins_against_a_dragon() -> None:
    """A samurai beside the tile is not asked; without the scenario it is."""
    for scenario in (1, 0):
        game = realm(
            board(weapon="WM"),
            board(weapon="WM"),
            scenario=scenario,
            at=(EDGE, EDGE),
            tiles={"I-1": ".......", "I-2": "......."},
            dragons={"I-2": GREEN},
        )
        walk = next(text for text in game.play("move").texts() if text.startswith("walk I-2."))
        while game.play(walk).asked == "meet":
            walk = "let-be"
        assert game.happened("dragon-attacked")
        assert (game.asked == "join") == (scenario == 0)


@pytest.mark.rule("scenario.1.competitive.solo-health")
def test_red_and_legendary_dragons_are_weaker() -> None:
    """18 to 21 and 25 for four players (004:1673); blue and green ones as printed."""
    state = rivals(players=4).state
    reds = sorted(printed_in(state, one) for one in HOUSE.dragons if one.colour == "red")
    white = next(one for one in HOUSE.dragons if one.is_legendary)
    assert (reds, printed_in(state, white)) == ([18, 19, 20, 21], 25)
    assert all(
        printed_in(state, one) == one.health for one in HOUSE.dragons if one.colour in ("blue", "green")
    )
    plain = realm(*(board(),) * 4).state
    assert printed_in(plain, white) == white.health


@pytest.mark.rule("scenario.1.competitive.forced-combat")
def test_who_meets_has_to_fight() -> None:
    """Nobody is asked, the move is over, and nobody walks past."""
    armed = board(weapon="WM")
    game = rivals(armed, armed, at=("I-1.1", "I-1.0"), tiles=PLAIN)
    game.play("move", "walk I-1.0 I-1.4")
    assert game.happened("has-to-fight") and not game.happened("challenge")
    assert (game.at(), game.asked in ("meet", "walk")) == ("I-1.0", False)


@pytest.mark.rule("scenario.1.competitive.forced-combat-exceptions")
def test_where_nobody_has_to_fight() -> None:
    """On safe tiles, with one who lies there, and after lava has driven somebody away."""
    game = rivals(at=("centre", "temple-1"), tiles=PLAIN)
    assert game.play("move").texts()
    lies = rivals(at=("I-1.1", "I-1.0"), tiles=PLAIN, down=(1,)).play("move", "walk I-1.0")
    assert (lies.happened("has-to-fight"), lies.asked) == ([], "walk")
    safe = rivals(at=("I-1.0", "centre"), tiles=PLAIN).play("move")
    onto = next(text for text in safe.texts() if text.endswith(" centre"))
    assert safe.play(onto).happened("has-to-fight") == []
    driven = rivals(
        board(sandals="MM/M"),
        board(),
        at=("I-1.1", "I-1.2"),
        tiles={"I-1": ".1....."},
        marker=0,
        scores=(20, 0),
    )
    turn_over(driven)
    while driven.asked == "pay-eruption":
        driven.play(driven.texts()[0])
    driven.play("flee I-1.2")
    assert (driven.at(), driven.happened("has-to-fight"), driven.asked) == ("I-1.2", [], "act")


# ---- leaving


@pytest.mark.rule("scenario.1.competitive.escape-delayed")
def test_who_ends_a_turn_on_the_rope_leaves_as_the_next_one_begins() -> None:
    """Still there in between; that turn has no actions, and brings the first bonus, at some tables none yet."""
    magic = board(weapon="WM+G@1,1", blueprints=(blueprint(WEAPON, "WM", "w"),))
    for reading, asked in (("with-reward", "hand-in"), ("later-reward", "act")):
        rulings = adopted_but(DELAYED, reading)
        known = {"marker": 1, "countdown": ROPE, "scores": (20, 0), "rulings": rulings}
        game = rivals(magic, board(), at=("centre", "temple-1"), **known)
        turn_over(game)
        assert (game.at(), game.samurai().palace, game.seat) == ("centre", "", 1)
        turn_over(game)
        assert game.samurai().palace == "big"
        assert (game.asked, game.seat) == (asked, 0 if asked == "hand-in" else 1)
        if asked == "act":
            assert turn_over(game).asked == "hand-in"


@pytest.mark.rule("scenario.1.competitive.escape-delayed")
def test_who_is_there_as_the_rope_arrives() -> None:
    """At tables where it takes at once it is the next own turn that leaves as well."""
    at_once = adopted_but("escape.rope.not-on-placement", "on-placement")
    game = rivals(at=("centre", "centre"), marker=0, countdown=ROPE - 1, scores=(20, 0), rulings=at_once)
    turn_over(game)
    assert game.said("waits-to-leave", "seat") == [0, 1]
    assert game.said("escaped", "seat") == [1, 0], "each as its own turn begins"


@pytest.mark.rule("scenario.1.competitive.escape-interrupted-by-end")
def test_the_end_comes_in_between() -> None:
    """The countdown ends before the next own turn: not out, and nothing is handed in."""
    game = rivals(at=("centre", "temple-1"), marker=1, countdown=END - 1, scores=(20, 0))
    turn_over(game)
    assert game.at() == "centre"
    turn_over(game)
    assert (game.asked, game.samurai().palace, game.samurai().escape) == (None, "", 0)


# ---- loot and tokens


@pytest.mark.rule("scenario.1.competitive.dragon-loot")
def test_a_revealed_dragon_has_loot_beside_it() -> None:
    """On the middle of its tile; nothing of it can be gathered while the dragon lives; then one action takes both."""
    piles = Piles(tiles=(tile("D......", level="II", name="lair"),), dragons=(GREEN,))
    game = rivals(at=("I-1.1", "centre"), tiles=PLAIN, piles=piles)
    game.play("explore", "place II-1", "draw lair", "turn 0", game_first(game))
    assert game.laid("II-1").things[0] == Loot()
    plain = rivals(at=("I-1.1", "centre"), tiles=PLAIN, piles=piles, scenario=0)
    plain.play("explore", "place II-1", "draw lair", "turn 0", game_first(plain))
    assert plain.laid("II-1").things[0] is None
    for beasts, refusal in (({"I-1": GREEN}, "scenario.1.competitive.dragon-loot"), ({}, None)):
        here = looted(beasts)
        assert here.refused("gather") == refusal
    here.play("gather")
    while here.asked == "stow":
        here.play(here.texts()[0])
    assert (here.state.tokens_of(Seat(0)), here.state.tokens_of(Seat(1))) == (1, 0)
    assert here.board().backpack.cubes.tooth == 1
    assert here.laid("I-1").things[0] is None
    assert here.refused("gather") == "gather.what"


def game_first(game: Realm) -> str:
    """The dragon that comes."""
    return f"draw {GREEN.id}"


def looted(beasts: dict[str, object]) -> Realm:
    """Seat 0 beside what a dragon has left, or guards."""
    game = rivals(at=("I-1.0", "centre"), tiles={"I-1": "D......"}, dragons=beasts)
    laid = game.laid("I-1").with_thing(0, Loot())
    game.state = game.state.with_tile("I-1", laid)  # type: ignore[arg-type]
    return game


@pytest.mark.rule("scenario.1.competitive.kill-gives-points-only")
def test_a_beaten_dragon_brings_points_only() -> None:
    """Seven for a green one and no tooth; without the scenario there is one to stow."""
    for scenario, teeth in ((1, 0), (0, 1)):
        game = realm(
            board(weapon="WWM"),
            board(),
            scenario=scenario,
            at=(EDGE, "temple-1"),
            tiles={"I-1": ".......", "I-2": "......."},
            dragons={"I-2": dragon("3/1/1")},
        )
        walk = next(text for text in game.play("move").texts() if text.startswith("walk I-2."))
        game.play(walk)
        while game.asked != "roll-dice":
            game.play("stay-out" if game.asked == "join" else "keep")
        game.play("attack left WWM", "roll W 1 1, M 1")
        while game.asked == "stow":
            game.play(game.texts()[0])
        assert game.samurai().score == 7
        assert game.board().backpack.cubes.tooth == teeth


@pytest.mark.rule("scenario.1.competitive.dice-teeth-remain")
def test_teeth_off_the_dragons_dice_are_kept() -> None:
    """A die of the dragon with the broken weapon: a tooth, in the scenario as without it."""
    for scenario in (1, 0):
        game = realm(
            board(weapon="WWM", helmet="MMM"),
            board(),
            scenario=scenario,
            at=(EDGE, "temple-1"),
            tiles={"I-1": ".......", "I-2": "......."},
            dragons={"I-2": dragon("9/30/1")},
        )
        game.play(next(text for text in game.play("move").texts() if text.startswith("walk I-2.")))
        game.play("keep", "roll T 0*")
        assert game.said("teeth", "teeth") == [1]


@pytest.mark.rule("scenario.1.competitive.tokens-kept")
def test_tokens_lie_beside_the_board() -> None:
    """No space of the backpack, and none of them is among what a winner may steal."""
    game = holding((3, 0), at=("I-1.0", "centre"), tiles=PLAIN)
    assert game.board().backpack == board().backpack
    assert game.state.tokens_of(Seat(0)) == 3


@pytest.mark.rule("scenario.1.competitive.tokens-cross-lava")
def test_a_token_for_each_step_onto_lava() -> None:
    """Two lava spaces: one token and sandals of metal do not cross, two tokens do, and the sandals keep every cube."""
    tiles = {"I-1": ".LL...."}
    way = "walk I-1.1 I-1.2 I-1.3"
    for tokens, refusal in ((1, "scenario.1.competitive.tokens-cross-lava"), (2, None)):
        game = realm(
            board(sandals="MM/M"),
            board(),
            scenario=1,
            scene={"tokens": (tokens, 0)},
            at=("I-1.6", "centre"),
            tiles=tiles,
        ).play("move")
        assert game.refused(way) == refusal
    before = game.board().gear.sandals
    game.play(way)
    assert (game.state.tokens_of(Seat(0)), game.board().gear.sandals) == (0, before)
    assert game.asked != "pay-lava"
    assert len(game.happened("token-step")) == 2


@pytest.mark.rule("scenario.1.competitive.eruption-unchanged")
def test_an_eruption_is_paid_by_sandals() -> None:
    """Tokens help nobody whom lava comes to."""
    game = realm(
        board(sandals="MM/M"),
        board(),
        scenario=1,
        scene={"tokens": (3, 0)},
        at=("I-1.1", "temple-1"),
        tiles={"I-1": ".1....."},
        marker=0,
        scores=(20, 0),
    )
    turn_over(game)
    assert game.asked == "pay-eruption"
    game.play(game.texts()[0])
    assert game.state.tokens_of(Seat(0)) == 3
    assert len(game.board().gear.sandals) < 3


@pytest.mark.rule("scenario.1.competitive.tokens-extra-action")
def test_a_token_buys_an_action() -> None:
    """Three actions in a turn for one token, four for two, at some tables three at most; none without a token."""
    for tokens, reading, actions in (
        (0, "any-number", 2),
        (1, "any-number", 3),
        (2, "any-number", 4),
        (2, "one", 3),
    ):
        game = holding((tokens, 0), rulings=adopted_but(EXTRA, reading))
        acted = 0
        while game.seat == 0:
            if game.asked == "act":
                acted += 1
                game.play("move" if game.board().pool else "rest")
            elif game.asked == "one-more":
                game.play("buy-action")
            elif game.asked == "walk":
                game.play("halt")
            else:
                game.play(game.texts()[0])
        assert acted == actions, (tokens, reading)
        assert game.state.tokens_of(Seat(0)) == tokens - (actions - 2)


@pytest.mark.rule("scenario.1.competitive.tokens-extra-action")
def test_a_token_may_be_kept() -> None:
    """The turn is over then; in the next turn the question comes again."""
    game = holding((1, 0), rulings=adopted_but(EXTRA, "one"))
    game.play("move", "halt", "move", "halt")
    assert (game.asked, game.texts()) == ("one-more", ["enough", "buy-action"])
    game.play("enough")
    assert (game.seat, game.state.tokens_of(Seat(0))) == (1, 1)


@pytest.mark.rule("scenario.1.competitive.tokens-end-score")
def test_tokens_that_are_left_count_five() -> None:
    """Two tokens, ten points, escaped or not; the winner is named after them."""
    game = holding((0, 2), at=("temple-1", "temple-2"), marker=0, countdown=END - 1, scores=(20, 12))
    turn_over(game)
    assert [one.score for one in game.state.samurai] == [20, 22]
    assert kinds(game, "tokens-count", "wins") == ["tokens-count", "wins"]
    assert game.said("wins", "seat") == [1]
