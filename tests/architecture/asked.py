"""What the engine says is asked of it: games, numbers, readings, the countdown, ranking and the order of attack."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from tests.architecture.reading import (
    ABOVE,
    FILES,
    Place,
    folded,
    in_parts,
    last_word,
    name_of,
    nodes_of,
    part_of,
    place_of,
    snippet,
    used,
)

# ------------------------------------------------------------------ games

RULES = "fujikoro_nb.engine.fujikoro.rules"
GAMES = {f"{RULES}.game.GAME", f"{RULES}.fights.arena.FIGHT_GAME", "fujikoro_nb.engine.fujikoro.games.GAMES"}


def names_a_game(place: Place) -> set[str]:
    """Games by where they are made, whatever they are called here."""
    return {name for _, name in used(place) if name in GAMES and not name.startswith(f"{place.name}.")}


def test_games_are_named_only_where_they_are_made_and_played() -> None:
    """Whoever holds a session asks it for its game."""
    named = {
        name_of(path)
        for path in FILES
        if part_of(path) != "play" and path.name != "games.py" and names_a_game(place_of(path))
    }
    assert named == set()


@pytest.mark.parametrize(
    "old",
    [
        f"from {RULES}.game import GAME",
        f"from {RULES}.fights.arena import FIGHT_GAME as FIGHTS",
        f"from {RULES} import game\nsession = Session(game.GAME, state)",
        f"import {RULES}.game as whole\nsession = Session(whole.GAME, state)",
        "from fujikoro_nb.engine.fujikoro.games import WHOLE, FIGHT",
        "from fujikoro_nb.engine.fujikoro import games\nsession = Session(games.FIGHT, state)",
        'from fujikoro_nb.engine.fujikoro.games import GAMES\nsession = Session(GAMES["fight"], state)',
    ],
)
def test_a_named_game_would_be_noticed(old: str) -> None:
    assert names_a_game(snippet(old))


def test_asking_a_state_for_its_game_names_none() -> None:
    fine = "from fujikoro_nb.engine.fujikoro.games import game_of\ngame = game_of(state)"
    assert names_a_game(snippet(fine)) == set()


# ------------------------------------------------------------------ numbers of rules

# A number of a rule and a reading of a switch are the engine's; whoever stands above it asks for what follows of them.
PRICES = {"LAVA_DAMAGE", "TEMPLES", "MAGIC_INITIATIVE", "lava_price"}
"""Numbers that were once multiplied, and places once gone through, by pages and planners."""
SAID = {
    ("fujikoro_nb/views/gear/magic.py", "MAGIC_INITIATIVE"),
    ("fujikoro_nb/views/gear/verdict.py", "MAGIC_INITIATIVE"),
    ("fujikoro_nb/helper/quick/escape_strides.py", "lava_price"),
    ("fujikoro_nb/helper/quick/known.py", "lava_price"),
}
"""Who only names such a number in a sentence, tells sandals apart by it, or plays one payment: what a walk costs is
`walking.walk_cost`."""
WEIGHTS = {
    "fujikoro_nb/views/map/reach.py _LAVA * state.is_lava(to)": "of a space on a way that is drawn, no price",
}
OWN_TRACKS = re.compile(r"fujikoro_nb/helper/evening/(record|track|leaving|changes)\.py .*")
"""The track of an evening at a real box is what people read from it: nobody else can be asked for that."""


def prices_of(place: Place) -> set[str]:
    """Numbers of the engine, however they are reached."""
    return {
        last
        for _, name in used(place)
        if name.startswith("fujikoro_nb.engine.fujikoro") and (last := name.rpartition(".")[2]) in PRICES
    }


def counted_anew(place: Place) -> Iterator[str]:
    """A price of lava multiplied, and a track read at the countdown: the engine has functions for both."""
    for node in place.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            sides = (node.left, node.right)
            numbers = [
                isinstance(told := folded(one, place), ast.Constant) and isinstance(told.value, int)
                for one in sides
            ]
            is_lava = ["lava" in last_word(one).lower() for one in sides]
            if (numbers[0] and is_lava[1]) or (numbers[1] and is_lava[0]):
                yield ast.unparse(node)
        elif isinstance(node, ast.Subscript) and last_word(node.value) in ("track", "_track"):
            yield ast.unparse(node)


def test_no_rules_number_is_taken_out_of_the_engine() -> None:
    taken = {(name_of(path), name) for path in ABOVE for name in prices_of(place_of(path))}
    assert taken == SAID, "ask the rule"


def test_nobody_counts_lava_or_the_countdown_again() -> None:
    """What lava costs is the engine's price, what the token reaches next is `final.ahead`."""
    found = {f"{name_of(path)} {one}" for path in ABOVE for one in counted_anew(place_of(path))}
    assert {one for one in found if not OWN_TRACKS.fullmatch(one)} - set(WEIGHTS) == set()


@pytest.mark.parametrize(
    "old",
    [
        "price = 5 * lava",
        "price = lava * 5",
        "LAVA = 5\nprice = LAVA * path.lava",
        "price = state.lava_spaces * 5",
        "price = 5 * count_lava(path)",
        "space = charts.track[state.countdown]",
        "space = track[state.countdown]",
        "ahead = self._track[countdown:]",
    ],
)
def test_a_second_count_would_be_noticed(old: str) -> None:
    assert [*counted_anew(snippet(old))]


@pytest.mark.parametrize(
    "old",
    [
        "from fujikoro_nb.engine.fujikoro.rules.move import LAVA_DAMAGE\nprice = LAVA_DAMAGE * n",
        "from fujikoro_nb.engine.fujikoro.rules import move\nprice = move.LAVA_DAMAGE * n",
        "import fujikoro_nb.engine.fujikoro.rules.move as moves\nprice = moves.LAVA_DAMAGE * n",
    ],
)
def test_a_price_under_another_name_would_be_noticed(old: str) -> None:
    assert prices_of(snippet(old)) == {"LAVA_DAMAGE"}


# ------------------------------------------------------------------ ranking and the order of attack

RANKED = {"sorted", "sort", "nlargest", "nsmallest"}
FOUND = {"max", "min", "groupby"}
BY_POINTS = re.compile(r"scores?\b|\bpoints\b|\bstanding\b|\brank\b")
BY_INITIATIVE = re.compile(r"initiatives?\b")
RANKS_AGAIN = {
    "fujikoro_nb/helper/evening/late_comer.py _now": "reads scores out, the highest first; nobody's place is said",
    "fujikoro_nb/helper/evening/story.py _great": "the greatest fight of an evening is told; nobody's place is said",
    "fujikoro_nb/helper/evening/story.py _fights": "lines of one fight, found by what each of them brought",
}
KNOWS_PLAYERS = ("helper", "store", "play", "views", "widgets", "serve", "odds", "bots")


def ordered_by(place: Place, word: re.Pattern[str]) -> Iterator[str]:
    """Functions that put something in order by this, in the key or in what is sorted."""
    for outer in place.nodes:
        if not isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            continue
        for node in inside(outer):
            if not isinstance(node, ast.Call):
                continue
            called = last_word(node.func)
            keys = [one.value for one in node.keywords if one.arg == "key"]
            told = [*keys, *(node.args if called in RANKED else ())]
            if called in RANKED | FOUND and any(word.search(ast.unparse(one)) for one in told):
                yield getattr(outer, "name", "the file itself")


def inside(outer: ast.AST) -> Iterator[ast.AST]:
    """All of a function or a file but the functions in it."""
    for node in ast.iter_child_nodes(outer):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from inside(node)


def test_nobody_ranks_again() -> None:
    """Places and ties are `end.ranking`'s, of a game and of an evening."""
    found = {
        f"{name_of(path)} {name}"
        for path in in_parts(*KNOWS_PLAYERS)
        for name in ordered_by(place_of(path), BY_POINTS)
    }
    assert found <= set(RANKS_AGAIN)


def test_nobody_orders_attackers_again() -> None:
    """Who strikes first, and among equals by which reading, is `attack_order.order_by_initiative`'s."""
    found = {
        f"{name_of(path)} {name}" for path in ABOVE for name in ordered_by(place_of(path), BY_INITIATIVE)
    }
    assert found == set()


@pytest.mark.parametrize(
    "old",
    [
        "def places(evening):\n    return sorted(seats, key=lambda seat: -evening.score(seat))",
        "def places(evening):\n    return sorted(seats, key=evening.score, reverse=True)",
        "def places(evening):\n    seats.sort(key=lambda seat: evening.scores[seat])",
        "def places(evening):\n    return sorted((-evening.score(seat), seat) for seat in seats)",
        "from heapq import nlargest\ndef places(evening):\n    return nlargest(3, seats, key=evening.points)",
        "def winner(evening):\n    return max(seats, key=evening.score)",
    ],
)
def test_a_second_ranking_would_be_noticed(old: str) -> None:
    assert [*ordered_by(snippet(old), BY_POINTS)]


@pytest.mark.parametrize(
    "old",
    [
        (
            "def order_of(initiatives, senders, dragon):\n"
            "    return tuple(sorted(range(len(initiatives)), key=lambda one: (-initiatives[one], senders[one])))"
        ),
        "def order_of(fighters):\n    return sorted(fighters, key=lambda one: -one.initiative)",
        "def order_of(fighters):\n    fighters.sort(key=attrgetter('initiative'), reverse=True)",
        "def first_of(fighters):\n    return max(fighters, key=initiative)",
    ],
)
def test_a_second_order_of_attack_would_be_noticed(old: str) -> None:
    """With its citation or without."""
    assert [*ordered_by(snippet(old), BY_INITIATIVE)]


# ------------------------------------------------------------------ readings of a switch

PLAYS_READINGS = {
    "fujikoro_nb/odds/_accelerate.py",
    "fujikoro_nb/odds/decide.py",
    "fujikoro_nb/odds/weapons.py",
    "fujikoro_nb/views/gear/magic.py",
}
"""Above the engine, what asks for a reading by its name: the solver, whose play the engine's playouts judge, and the
sentence that explains one. Everything else asks a rule, which takes the rulings."""


def goes_by_a_reading(place: Place) -> bool:
    """`reading` or `option` with a switch written out, here or under a name."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("reading", "option")
        and any(
            isinstance(told := folded(given, place), ast.Constant) and told.value in SWITCHES
            for given in node.args
        )
        for node in place.nodes
    )


def test_only_the_engine_goes_by_a_reading() -> None:
    """A page may ask for whatever rule somebody points at."""
    asked = {name_of(path) for path in ABOVE if goes_by_a_reading(place_of(path))}
    assert asked == PLAYS_READINGS


def test_a_reading_under_a_name_would_be_noticed() -> None:
    assert goes_by_a_reading(snippet('rulings.reading("combat.init.tie-samurai")'))
    assert goes_by_a_reading(snippet('TIE = "combat.init.tie-samurai"\nrulings.option(TIE)'))
    assert not goes_by_a_reading(snippet("rulings.option(rule)"))


def rulings_come_with(function: ast.FunctionDef, known: set[str]) -> bool:
    """Whether a parameter is the rulings, or something that holds them."""
    given = function.args
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        words = set(re.findall(r"\w+", ast.unparse(one.annotation))) if one.annotation is not None else set()
        if one.arg == "rulings" or words & known:
            return True
    return False


def with_rulings() -> set[str]:
    """Classes with a field of rulings, wherever they are, and those made of them."""
    bodies = [node for path in FILES for node in nodes_of(path) if isinstance(node, ast.ClassDef)]
    found = {
        node.name
        for node in bodies
        if any(
            isinstance(field, ast.AnnAssign) and ast.unparse(field.target) == "rulings" for field in node.body
        )
    }
    while True:
        heirs = {
            node.name
            for node in bodies
            if {word for base in node.bases for word in re.findall(r"\w+", ast.unparse(base))} & found
        }
        if heirs <= found:
            return found
        found |= heirs


def cited_switches(function: ast.FunctionDef) -> set[str]:
    """The switches among the rules that a decorator cites."""
    return {
        str(given.value)
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "cites"
        for given in decorator.args
        if isinstance(given, ast.Constant) and given.value in SWITCHES
    }


def test_what_cites_a_switch_above_the_engine_takes_rulings() -> None:
    """Else it can only play the adopted reading, as the odds of joint fights once did."""
    known, found = with_rulings(), 0
    for path in ABOVE:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and (cited := cited_switches(node)):
                found += 1
                assert rulings_come_with(node, known), f"{name_of(path)}:{node.lineno} cites {cited}"
    assert found, "the odds cite some"


def test_the_old_order_of_attack_would_be_noticed() -> None:
    """As it stood in odds/joint.py: it cited the switch and could not know the reading."""
    (old,) = ast.parse(
        '@cites("combat.init.descending", "combat.init.tie-samurai")\n'
        "def order_of(initiatives: Sequence[int], senders: Sequence[bool], dragon: int) -> tuple[int, ...]: ..."
    ).body
    assert isinstance(old, ast.FunctionDef)
    assert cited_switches(old) == {"combat.init.tie-samurai"}
    assert not rulings_come_with(old, with_rulings())
