"""What a mode, scenario or character is, is asked of it; its name is for saves, links, texts and looking it up."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

import pytest

from fujikoro_nb.engine.fujikoro import characters, modes, scenarios
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.helper.kinds.modes import TABLE_MODES
from tests.architecture.reading import FILES, Place, folded, last_word, name_of, place_of, snippet, value_of

NAMES_OF_KINDS = {
    *(mode.name for mode in vars(modes).values() if isinstance(mode, modes.Mode)),
    *TABLE_MODES,
    *CHARACTERS,
}
SCENARIO_NAME = re.compile(r"scenario-(\d+(-coop)?)?")
OBJECTS = {
    **{
        f"{modes.__name__}.{name}": one.name
        for name, one in vars(modes).items()
        if isinstance(one, modes.Mode)
    },
    **{
        f"{characters.__name__}.{name}": one.character
        for name, one in vars(characters).items()
        if isinstance(one, BoardLimits)
    },
    **{
        f"{scenarios.__name__}.{name}": "scenario-"
        for name, one in vars(scenarios).items()
        if isinstance(one, scenarios.Side | scenarios.Scenario)
    },
}
"""Those that have a name of their own, by where they are made: an object compared is its name compared."""
BY_NUMBER = {"scenario", "character"}
"""What holds one of them: no number and no word is compared with it."""
HELD = {"mode", *BY_NUMBER}
"""With what also names a learner's way of practising; parts of its name choose nothing either."""
WHOLE_LISTS = {
    "fujikoro_nb.rulebook.entries.MODES",
    "fujikoro_nb.helper.setup.choices.SETUP_OPTIONS",
    "fujikoro_nb.helper.setup.state.EXTRAS",
}
"""All there are: whether something is one of them is a question about a text that came from outside."""
LOOKED_UP = {"get", "pop", "index", "count", "setdefault"}
CUT = {"startswith", "endswith", "removeprefix", "removesuffix", "find", "split", "partition", "fullmatch"}
FETCHED = {"getattr", "hasattr", "setattr", "import_module", "__import__", "attrgetter", "methodcaller"}
ALSO_EXTRAS = {modes.PEACEFUL.name}
"""What a message calls an extra; no object is chosen by it."""
NO_CHOICES: dict[str, str] = {
    "fujikoro_nb/engine/fujikoro/gear/limits.py self.character == SYMMETRIC_NAME": "the object says what it is",
    "fujikoro_nb/rulebook/search.py chapter in ASIDE": "two chapters of the rules are called as modes are",
    **{
        f"fujikoro_nb/helper/setup/{file}.py {game}": "a game with a box of its own is called as its mode is"
        for file in ("box", "lists", "pack")
        for game in ("MAKAI_FUDA", "FUJI_99")
    },
    **{
        f"fujikoro_nb/helper/{asked}": "an extra as lists and links keep it, read into a fact"
        for asked in (
            "evening/record.py PEACEFUL in map(AGREED.get, self.agreed)",
            "quick/game.py PEACEFUL_OPTION in options",
            "setup/choices.py PEACEFUL in options",
            "setup/choices.py option != PEACEFUL",
        )
    },
}
"""What looks like one, with the reason why it is none."""


def stands_for(origin: str) -> str | None:
    """The name of the object that a dotted name is, or whose name it is."""
    if origin in WHOLE_LISTS:
        return ""
    home, _, last = origin.rpartition(".")
    return OBJECTS.get(home if last in ("name", "character") and home in OBJECTS else origin)


def names_kind(node: ast.AST) -> bool:
    """Whether it is the name of a mode, a scenario or a character, written out."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (node.value in NAMES_OF_KINDS or SCENARIO_NAME.fullmatch(node.value) is not None)
    )


def has_kind(node: ast.AST) -> bool:
    return any(map(names_kind, ast.walk(node)))


def holds_kind(node: ast.AST, held: Collection[str] = HELD) -> bool:
    """Whether it asks for the mode, scenario or character of something."""
    return any(
        (isinstance(one, ast.Name) and one.id in held)
        or (isinstance(one, ast.Attribute) and one.attr in held)
        for one in ast.walk(node)
    )


def is_compared(node: ast.AST) -> bool:
    """Whether no number and no word may stand beside it: a kind by its number, or a part of a mode's name."""
    parts = [one.value for one in ast.walk(node) if isinstance(one, ast.Subscript)]
    return holds_kind(node, BY_NUMBER) or any(last_word(one) == "mode" for one in parts)


def is_counted(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "len"


def is_written_out(node: ast.AST) -> bool:
    """A number or a word; nothing at all is not a kind."""
    return any(
        isinstance(one, ast.Constant)
        and isinstance(one.value, int | str)
        and not isinstance(one.value, bool)
        and one.value != ""
        for one in ast.walk(node)
    )


def is_built(node: ast.AST) -> bool:
    """A word made of the name of a kind: ``f"_play_{mode}"``, ``"_play_" + mode``."""
    if isinstance(node, ast.JoinedStr):
        return holds_kind(node) or has_kind(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        is_text = any(
            isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
            for one in (node.left, node.right)
        )
        return is_text and (holds_kind(node) or has_kind(node))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return any(map(holds_kind, node.args)) or any(holds_kind(one.value) for one in node.keywords)
    return False


def put_in(node: ast.expr, place: Place) -> ast.expr:
    return folded(node, place, stands_for)


def compares_kinds(node: ast.Compare, place: Place) -> bool:
    known = [put_in(side, place) for side in (node.left, *node.comparators) if not is_counted(side)]
    sides = [ast.Tuple([*filter(None, one.keys)]) if isinstance(one, ast.Dict) else one for one in known]
    others = [side for side in sides if not is_compared(side)]
    return (
        any(map(has_kind, sides))
        or any(map(is_built, sides))
        or (len(others) < len(sides) and any(map(is_written_out, others)))
    )


def patterns_of_kinds(node: ast.Match, place: Place) -> Iterator[ast.pattern]:
    for case in node.cases:
        values = [
            put_in(one.value, place) for one in ast.walk(case.pattern) if isinstance(one, ast.MatchValue)
        ]
        if any(map(has_kind, values)) or (is_compared(node.subject) and any(map(is_written_out, values))):
            yield case.pattern


def keys_of_kinds(node: ast.Dict, place: Place) -> Iterator[ast.expr]:
    for key in node.keys:
        is_extra = isinstance(key, ast.Constant) and key.value in ALSO_EXTRAS
        if key is not None and not is_extra and (has_kind(told := put_in(key, place)) or is_built(told)):
            yield key


def is_table(node: ast.expr, place: Place) -> bool:
    """Whether it is a table that is written out, here or in another file."""
    found = value_of(place.origin(node), place) if not isinstance(node, ast.Dict) else (node, place)
    return found is not None and isinstance(found[0], ast.Dict)


def looks_up_kinds(table: ast.expr, key: ast.expr, place: Place) -> bool:
    """By a name that is written out or built, or in a table that is written out."""
    told = put_in(key, place)
    return has_kind(told) or is_built(told) or (is_table(table, place) and holds_kind(key))


def chosen_by_name(place: Place) -> Iterator[ast.expr | ast.pattern]:
    """Wherever something is chosen by the name or number of a mode, a scenario or a character."""
    for node in place.nodes:
        match node:
            case ast.Compare() if compares_kinds(node, place):
                yield node
            case ast.Match():
                yield from patterns_of_kinds(node, place)
            case ast.Dict():
                yield from keys_of_kinds(node, place)
            case ast.Subscript(value=table, slice=key) if looks_up_kinds(table, key, place):
                if ast.unparse(table).rpartition(".")[2] != "Literal":  # a type chooses nothing
                    yield node
            case ast.Call(func=ast.Attribute(value=table, attr=called), args=[key, *_]) if (
                called in CUT | LOOKED_UP
            ):
                told = put_in(key, place)
                is_cut = has_kind(told) or (holds_kind(table) and is_written_out(told))
                if is_cut if called in CUT else looks_up_kinds(table, key, place):
                    yield node
            case ast.Call(func=called, args=[_, *_] as given) if (
                place.origin(called).rpartition(".")[2] in FETCHED
            ):
                if any(is_built(told) or has_kind(told) for told in (put_in(one, place) for one in given)):
                    yield node


def test_what_is_played_is_asked_and_never_compared() -> None:
    """A fact of a mode, scenario or character stands in its object; whoever needs it asks for the fact."""
    assert {"competitive", "coop", "solo", "peaceful", "makai_fuda", "tomoe", "symmetric"} <= NAMES_OF_KINDS
    assert {"competitive", "peaceful", "symmetric"} <= set(OBJECTS.values())
    found = {
        f"{name_of(path)} {ast.unparse(node)}" for path in FILES for node in chosen_by_name(place_of(path))
    }
    assert found == set(NO_CHOICES)


OLD = [
    'is_scored = mode == "competitive"',
    'is_one = mode != "competitive" and players == 1',
    'is_group = self.mode in ("coop", "solo")',
    'is_group = mode not in {"coop", "solo"}',
    'modes = (*modes, "solo") if "coop" in modes else modes',
    'is_alone = modes == ("solo",)',
    'is_peaceful = "peaceful" in evening.agreed',
    'GROUP = ("coop", "solo")\nis_group = mode in GROUP',
    'SOLO = "solo"\nis_alone = mode == SOLO',
    'end = END["solo" if is_alone else kind]',
    'fewest, most = PLAYERS["competitive"]',
    'PLAYERS = {"competitive": (2, 6), "coop": (1, 6)}',
    'steps = {"makai_fuda": makai_steps}.get(mode, others)(table)',
    'steps = STEPS.get("coop")',
    'CHANGES = {(1, "competitive"): first, (3, "group"): third}',
    'match mode:\n    case "coop" | "solo":\n        pass',
    "if table.scenario == 7:\n    pass",
    "if table.scenario not in (1, 2):\n    pass",
    "ALONE = (0, 3, 7)\nis_needed = scenario in ALONE",
    "match scenario:\n    case 3:\n        pass",
    "GAMES: Mapping[int, Game] = {1: first, 3: third}\ngame = GAMES.get(scenario, usual)",
    "GAMES = {1: first, 3: third}\ngame = GAMES[table.scenario]",
    'READ = {"scenario-1": (), "scenario-3-coop": ()}',
    'is_known = f"scenario-{number}" in SCENARIOS',
    'number = int(option.removeprefix("scenario-"))',
    'is_scenario = option.startswith("scenario-")',
    'kind = "group" if key.endswith("coop") else ""',
    'if "tomoe" in table.characters:\n    pass',
    'owners = sum(hero != "daisuke" for hero in heroes)',
    'is_impossible = tuple(characters) == ("daisuke",)',
    'symmetric = sum(limits.character == "symmetric" for limits in boards)',
    'is_plain = link.character == "usual"',
    'is_double = board.character.name == "tomoe"',
    'is_double = played == PEOPLE["tomoe"]',
    'is_double = board.character in (PEOPLE["tomoe"], PEOPLE["masako"])',
    # By the object, under whatever name it was imported.
    "from fujikoro_nb.engine.fujikoro.modes import PEACEFUL\nis_calm = mode is PEACEFUL",
    "from fujikoro_nb.engine.fujikoro.modes import PEACEFUL\nis_calm = mode.name == PEACEFUL.name",
    "from fujikoro_nb.engine.fujikoro.modes import PEACEFUL as CALM\nis_calm = state.mode in (CALM,)",
    "from fujikoro_nb.engine.fujikoro import modes\nis_calm = kind != modes.PEACEFUL",
    "import fujikoro_nb.engine.fujikoro.modes as kinds\nis_calm = kind == kinds.PEACEFUL",
    "from fujikoro_nb.engine.fujikoro.refused import PEACEFUL\nis_calm = kind == PEACEFUL",
    "from fujikoro_nb.engine.fujikoro import modes\nmatch kind:\n    case modes.PEACEFUL:\n        pass",
    "from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE\nSTEPS = {COMPETITIVE.name: usual}",
    "from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC\nis_plain = board is SYMMETRIC",
    "from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC\nis_plain = who == SYMMETRIC.character",
    # By a part of its name, or a name that is built.
    'is_group = mode[:2] == "co"',
    'is_group = mode.startswith("co")',
    'is_group = mode == "co" + "op"',
    'is_group = who in ("co" "op",)',
    'OP = "op"\nis_group = who == f"co{OP}"',
    'getattr(page, f"_play_{mode}")()',
    'getattr(page, "_play_" + mode)()',
    'steps = getattr(steps_of, "play_%s" % table.mode)',
    'steps = import_module("rules.{}".format(state.mode))',
    'steps = STEPS[f"{mode}-steps"]',
    'steps = STEPS.get("scenario-" + str(number))',
    'steps = STEPS.get(f"steps-{table.scenario}", usual)',
    'STEPS = {f"{mode}-steps": steps}',
]


@pytest.mark.parametrize("old", OLD)
def test_a_choice_by_name_would_be_noticed(old: str) -> None:
    """As such choices stood in lists, evening, quick answers and pages, or could come back."""
    assert [*chosen_by_name(snippet(old))]


@pytest.mark.parametrize(
    "fine",
    [
        "is_group = mode_of(mode).is_together",
        "is_known = mode in MODES",
        "is_other = table.mode != evening.mode",
        'first = new_evening(people, mode="competitive")',
        "character = Person(name, SYMMETRIC.character)",
        "if evening.scenario and not table.plot.guards:\n    pass",
        'told = {"peaceful": evening.is_peaceful}',
        'mode: Literal["competitive", "peaceful"] = "competitive"',
        'if name in ("players", "scenario"):\n    pass',
        "side = SIDES[scenario_of(number).name]",
        'sentence = say(f"rules-page.mode-{mode}")',
        "from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE\nis_over = points >= COMPETITIVE.final_points",
        "from fujikoro_nb.engine.fujikoro.modes import PEACEFUL\nmode = PEACEFUL if is_peaceful else COMPETITIVE",
        'is_plain = mode == ""',
    ],
)
def test_asking_a_fact_is_no_choice_by_name(fine: str) -> None:
    assert [*chosen_by_name(snippet(fine))] == []
