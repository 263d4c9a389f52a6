"""Setup and pack-away lists: what lies where before the first turn, and how it all goes back into the box.

Every component of the box stands in exactly one place of a list, on the table or in the box, so both together are the
printed number of each (setup.supply.size). The numbers are those of the rules ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fujikoro_nb.content.box import BOX
from fujikoro_nb.engine.fujikoro.characters import Character, Kit
from fujikoro_nb.engine.fujikoro.rules.scrolls import POINTS as SCROLL_POINTS
from fujikoro_nb.helper.kinds.modes import FUJI_99, FUJI_KORO, MAKAI_FUDA
from fujikoro_nb.helper.setup.box import count_of
from fujikoro_nb.helper.setup.choices import SETUP_OPTIONS, Table, monks_each, table_of
from fujikoro_nb.helper.setup.numbers import number, number_for, numbers
from fujikoro_nb.helper.setup.pack import pack_steps
from fujikoro_nb.helper.setup.small_games import fuji_99_steps, makai_steps
from fujikoro_nb.helper.setup.staged import hostile_steps, scenario_steps
from fujikoro_nb.helper.setup.step import SetupList, Step, some
from fujikoro_nb.helper.setup.tiles import tile_steps

__all__ = ["pack_away_list", "setup_list"]

_KINDS = ("helmet", "weapon", "sandals")


def setup_list(
    mode: str, players: int, options: Sequence[str] = (), *, tiles: tuple[int, ...] | None = None
) -> SetupList:
    """What to lay out, in order. Raises Illegal for a game that the rules do not have, Unreadable for unknown words.

    ``tiles``: how many volcano tiles of each level this box has, where somebody counted them.

    >>> setup_list("competitive", 3).takes["samurai"]
    3
    """
    table = table_of(mode, players, options, tiles=tiles)
    return _listed(table, options, tuple(_LAID[table.kind.game](table)))


def pack_away_list(
    mode: str, players: int, options: Sequence[str] = (), *, tiles: tuple[int, ...] | None = None
) -> SetupList:
    """What goes back where, each component once, with what stayed in the box. Raises as `setup_list` does."""
    laid = setup_list(mode, players, options, tiles=tiles)
    return _listed(table_of(mode, players, options), options, pack_steps(laid))


def _listed(table: Table, options: Sequence[str], steps: tuple[Step, ...]) -> SetupList:
    return SetupList(
        mode=table.mode,
        players=table.players,
        options=tuple(option for option in SETUP_OPTIONS if option in options),
        game=table.kind.game,
        steps=steps,
    )


def _fuji_koro_steps(table: Table) -> Iterator[Step]:
    yield _board(table)
    yield _map()
    yield from tile_steps(table)
    yield from _supply(table)
    yield _gear_cards(table)
    yield _scroll_cards()
    yield from _blueprints(table)
    yield from hostile_steps(table)
    yield _player_boards(table)
    if table.characters:
        yield from _characters(table)
    else:
        yield from _symmetric_kit(table)
    yield from _monks(table)
    yield _samurai(table)
    yield from _countdown(table)
    if table.rules.said.lives:
        yield _lives(table)
    yield from _status_tokens(table)
    yield _first_player(table)
    yield from scenario_steps(table)
    yield from _stays(table)


_LAID = {FUJI_KORO: _fuji_koro_steps, MAKAI_FUDA: makai_steps, FUJI_99: fuji_99_steps}
"""By game: its steps."""


# ---- the middle of the table


def _board(table: Table) -> Step:
    """coop.setup.board-side; the Ronin alone plays a game of the group on the other side."""
    if not table.is_group:
        return Step(key="board", symbol="s-board", takes=some(board=1))
    if table.has_points:
        rules = ("scenario.8.solo.competitive-board",)
        return Step(key="board", symbol="s-board", rules=rules, takes=some(board=1))
    return Step(key="board-coop", symbol="s-board", rules=("coop.setup.board-side",), takes=some(board=1))


def _map() -> Step:
    rule = "setup.map.fixed-tiles"
    counts = {name: number(rule, name) for name in ("central", "temples", "bridges")}
    return Step(
        key="map",
        symbol="temple",
        rules=(rule,),
        data={"temples": counts["temples"], "bridges": counts["bridges"]},
        takes=some(central_tile=counts["central"], temple=counts["temples"], bridge=counts["bridges"]),
    )


def _supply(table: Table) -> Iterator[Step]:
    rule = "setup.supply.size"
    cubes = {"wood": "wood", "metal": "metal", "teeth": "tooth", "magic": "magic"}
    takes = {part: number(rule, name) for name, part in cubes.items()}
    yield Step(key="cubes", symbol="cube-W", rules=(rule,), takes=takes)
    dice = {f"die-{name}": number(rule, f"dice.{name}") for name in ("wood", "metal", "tooth", "magic")}
    yield Step(key="dice", symbol="s-die", rules=(rule,), takes=dice)
    takes = some(monk=number(rule, "monks"), lava=number(rule, "lava"), damage_token=count_of("damage-token"))
    yield Step(key="pieces", symbol="monk", rules=(rule,), takes=takes)
    colours = ("blue", "green", "red", "white")
    dragons = {f"dragon-{colour}": number("setup.dragons.pool", colour) for colour in colours}
    yield Step(
        key="dragons",
        symbol="dragon-L",
        rules=("setup.dragons.pool",),
        takes={**dragons, **some(health_marker=1, plus_thirty=1)},
    )
    yield from _tokens(table)


def _tokens(table: Table) -> Iterator[Step]:
    square, hexagon = BOX["resource_tokens"]["square"], BOX["resource_tokens"]["hexagon"]
    rules: tuple[str, ...] = ("setup.tokens.resource-square",)
    if table.players >= table.rules.hexagons_from:
        yield Step(
            key="tokens-hexagon",
            symbol="token-hex",
            rules=(*rules, "explore.fill.hex"),
            takes=some(square_token=square, hexagon_token=hexagon),
            notes=("levels",),
        )
    else:
        yield Step(
            key="tokens",
            symbol="token-sq",
            rules=(*rules, "explore.fill.hex"),
            takes=some(square_token=square),
            aside=some(hexagon_token=hexagon),
            notes=("levels",),
        )
    if table.has_adventures:
        rules = ("option.adventure.use", "setup.option.adventure")
        takes = some(adventure_token=number("option.adventure.use", "tokens"))
        yield Step(key="adventures", symbol="adventure", rules=rules, takes=takes)


# ---- cards


def _gear_cards(table: Table) -> Step:
    n, there = table.players, BOX["gear_cards"]
    rules = ("setup.gearcards.draw",)
    return Step(
        key="gear-cards",
        symbol="s-card",
        rules=(*rules, "solo.setup.one-card-of-each") if table.kind.is_alone else rules,
        data={"n": n},
        takes={f"gear-{kind}": n for kind in _KINDS},
        aside=some(**{f"gear_{kind}": there[kind] - n for kind in _KINDS}),
        notes=("thirds",),
    )


def _scroll_cards() -> Step:
    rule = "setup.scrolls.display"
    shown, there = number(rule, "display"), number(rule, "cards_total")
    data: dict[str, int | str] = {"shown": shown, "rest": there - shown}
    return Step(key="scroll-cards", symbol="scroll", rules=(rule,), data=data, takes=some(scroll_card=there))


def _blueprints(table: Table) -> Iterator[Step]:
    n, there = table.players, BOX["blueprints"]
    rules = ("setup.blueprints.draw",)
    # scenario.7.solo.blueprint-supply: the hostile samurai draw theirs from those that are left.
    left = table.plot.guards
    yield Step(
        key="blueprints",
        symbol="s-card",
        rules=(*rules, "solo.setup.one-card-of-each") if table.kind.is_alone else rules,
        data={"n": n},
        takes={f"blueprint-{kind}": n for kind in _KINDS},
        aside=some(**{f"blueprint_{kind}": there[kind] - n - left for kind in _KINDS}),
        notes=("thirds",),
    )
    for hero in table.heroes:
        if hero.blueprint_rule:
            yield Step(key=f"blueprints-{hero.name}", symbol="s-card", rules=(hero.blueprint_rule,))
    if table.plot.has_blind_temples:
        rules = ("scenario.1.competitive.blueprints-random",)
        yield Step(key="blueprints-hidden", symbol="temple", rules=rules, data={"n": n})
        return
    group = ("coop.setup.blueprints-in-temples",) if table.is_group else ()
    rules = (*group, "setup.blueprints.deal", "setup.blueprints.public")
    one, two, three = _dealt(n)
    data: dict[str, int | str] = {"one": one, "two": two, "three": three}
    yield Step(key="blueprints-deal", symbol="temple", rules=rules, data=data)


def _dealt(players: int) -> tuple[str, str, str]:
    """The letters H, W and S of each temple: round and round, no kind begins anew (setup.blueprints.deal)."""
    deck = "H" * players + "W" * players + "S" * players
    return deck[0::3], deck[1::3], deck[2::3]


# ---- players


def _player_boards(table: Table) -> Step:
    n = table.players
    extra = table.plot.guards
    points = number("setup.player.kit", "vp")
    rules = ("option.asymmetric.all-or-none",) if table.is_group else ("setup.board.same-side",)
    key = "boards-heroes" if table.characters else "boards"
    return Step(
        key=key if table.has_points else f"{key}-coop",
        symbol="s-player-board",
        rules=rules if table.has_points else (*rules, "coop.play.no-victory-points"),
        data={"vp": points},
        takes=some(player_board=n, vp_marker=n if table.has_points else 0),
        aside=some(
            player_board=count_of("player-board") - n - extra,
            vp_marker=count_of("vp-marker") - (n if table.has_points else 0),
        ),
        notes=() if table.has_points else ("no-points",),
    )


def _discs(table: Table, owners: int) -> tuple[dict[str, int], dict[str, int]]:
    """Scroll and blueprint discs of the players, and those that stay in the box."""
    rule, prints = "setup.player.scroll-discs", "setup.player.blueprint-discs"
    kinds = numbers(prints)["types"]
    assert isinstance(kinds, tuple)
    hostile = 3 * table.plot.guards
    scrolls = table.rules.scroll_discs * owners
    blueprints = len(kinds) * table.players
    takes = some(scroll_disc=scrolls, blueprint_disc=blueprints)
    aside = some(
        scroll_disc=number(rule, "discs_total") - scrolls,
        blueprint_disc=number(prints, "discs_total") - blueprints - hostile,
    )
    return takes, aside


_DISC_RULES = ("setup.player.scroll-discs", "setup.player.blueprint-discs")


def _symmetric_kit(table: Table) -> Iterator[Step]:
    n = table.players
    rule = "setup.player.kit"
    discs = number(rule, "action_discs")
    takes, aside = _discs(table, n)
    yield Step(
        key="discs",
        symbol="s-disc",
        rules=(rule, *_DISC_RULES),
        data={
            "discs": discs,
            "scrolls": table.rules.scroll_discs,
        },
        takes={"action-disc": discs * n, **takes},
        aside={**some(action_disc=count_of("action-disc") - discs * n), **aside},
    )
    if table.rules.said.deals_gear_cards:
        yield from _starting_cards(table)
        return
    cubes = table.rules.start_cubes
    wood, metal = cubes.wood, cubes.metal
    yield Step(
        key="weapon",
        symbol="cube-M",
        rules=("setup.player.start-weapon", rule),
        data={"wood": wood, "metal": metal},
        hands=some(wood=wood * n, metal=metal * n),
    )


def _starting_cards(table: Table) -> Iterator[Step]:
    """coop.setup.starting-gear-card and what follows from it."""
    n = table.players
    yield Step(
        key="gear-start",
        symbol="s-card",
        rules=(
            "coop.setup.starting-gear-card",
            "coop.setup.gear-balanced",
            "coop.setup.gear-card-slotted",
            "coop.setup.gear-card-counts-as-owned",
        ),
        # As even as possible: no kind is given out more than once oftener than another.
        data={"n": n, "least": n // len(_KINDS), "most": -(-n // len(_KINDS)), "left": 3 * n - n},
    )
    yield Step(key="gear-built", symbol="cube-W", rules=("coop.setup.gear-built",))
    cubes = table.rules.start_cubes
    data: dict[str, int | str] = {"wood": cubes.wood, "metal": cubes.metal}
    yield Step(key="weapon-default", symbol="cube-M", rules=("coop.setup.default-weapon",), data=data)


def _characters(table: Table) -> Iterator[Step]:
    """One step a character, with what the back of its insert lists (char.<name>.setup)."""
    takes, aside = _discs(table, sum(hero.has_scroll_discs for hero in table.heroes))
    discs = sum(_kit(hero).discs for hero in table.heroes)
    group = ("coop.setup.asymmetric-start",) if table.is_group else ()
    yield Step(
        key="discs-heroes",
        symbol="s-disc",
        rules=(*_DISC_RULES, *group),
        data={"scrolls": table.rules.scroll_discs},
        takes={"action-disc": discs, **takes},
        aside={**some(action_disc=count_of("action-disc") - discs), **aside},
    )
    yield from map(_hero, table.heroes)
    yield from (_first_scroll(table, hero) for hero in table.heroes if hero.scroll_rule)


def _first_scroll(table: Table, hero: Character) -> Step:
    rules: tuple[str, ...] = (hero.scroll_rule,)
    if table.has_points:
        vp = SCROLL_POINTS
        return Step(key=f"scroll-{hero.name}", symbol="scroll", rules=rules, data={"vp": vp})
    rules = (*rules, "char.general.coop-no-points")
    return Step(key=f"scroll-{hero.name}-coop", symbol="scroll", rules=rules)


def _kit(hero: Character) -> Kit:
    assert hero.kit is not None, "every character has one"
    return hero.kit


def _hero(hero: Character) -> Step:
    kit = _kit(hero)
    hands: dict[str, int] = {}
    data: dict[str, int | str] = {"discs": kit.discs}
    for material in ("wood", "metal", "tooth"):
        for place, heap in (("weapon", kit.weapon), ("helmet", kit.helmet), ("backpack", kit.backpack)):
            if count := getattr(heap, material):
                data[f"{place}-{material}"] = count
                hands[material] = hands.get(material, 0) + count
    if kit.action_monks:
        hands["monk"] = data["monks"] = kit.action_monks
    rules = (hero.setup_rule, *filter(None, (hero.discless_rule,)))
    tells = f"cast.note-{hero.name}"
    return Step(key=f"hero-{hero.name}", symbol="samurai", rules=rules, data=data, hands=hands, tells=tells)


def _monks(table: Table) -> Iterator[Step]:
    each = monks_each(table)
    if table.characters:
        rules: tuple[str, ...] = ("char.general.start-monks",)
    elif table.is_group:
        rules = ("coop.setup.start-monks", "coop.setup.weapon-card-monk")
    else:
        rules = ("setup.player.start-monks",)
    if not each:
        yield Step(key="monks-none", symbol="monk", rules=rules)
        return
    key = "monks-coop" if table.is_group and not table.characters else "monks"
    yield Step(key=key, symbol="monk", rules=rules, data={"n": each}, hands=some(monk=each * table.players))


def _samurai(table: Table) -> Step:
    n = table.players
    return Step(
        key="samurai",
        symbol="samurai",
        rules=("coop.setup.samurai-start",) if table.is_group else ("setup.samurai.start",),
        data={"n": n},
        takes=some(samurai=n),
        aside=some(samurai=count_of("samurai") - n),
    )


# ---- time, and who begins


def _countdown(table: Table) -> Iterator[Step]:
    rules: tuple[str, ...]
    if table.has_points:
        takes = some(countdown_token=1, rope=1, tokugawa=0 if table.is_group else 1)
        rules = ("setup.countdown.start",)
        yield Step(key="countdown", symbol="s-countdown", rules=rules, takes=takes)
        return
    shorter = ("coop.rounds.adventure-minus-two",) if table.has_adventures else ()
    takes, aside = some(countdown_token=1), some(rope=1)
    if table.plot.early_rounds:
        start = table.plot.early_rounds
        rule = "scenario.3.coop.adventure-tokens-rounds" if shorter else "scenario.3.coop.second-countdown"
        again = number_for(rule, table.players)
        data: dict[str, int | str] = {"space": start, "again": again}
        rules = ("scenario.3.coop.lava-phase", rule, "coop.final.no-rope")
        yield Step(
            key="countdown-hot", symbol="s-countdown", rules=rules, data=data, takes=takes, aside=aside
        )
        return
    rounds = table.rules.rounds
    assert rounds is not None, "who has no points counts rounds"
    space = rounds.before_eruption(table.players, has_adventures=table.has_adventures)
    same = ("coop.rounds.asymmetric-no-change",) if table.characters else ()
    rules = ("coop.setup.countdown-start", *shorter, *same, "coop.final.no-rope")
    data = {"space": space}
    yield Step(key="countdown-coop", symbol="s-countdown", rules=rules, data=data, takes=takes, aside=aside)


def _lives(table: Table) -> Step:
    rule = "coop.setup.lives-two"
    n = table.players
    return Step(
        key="lives",
        symbol="s-heart",
        rules=(rule,),
        data={"lives": table.rules.said.lives},
        takes=some(health_tile=n),
        aside=some(health_tile=count_of("health-tile") - n),
    )


def _status_tokens(table: Table) -> Iterator[Step]:
    """At hand where dragons move; in the first scenario dragons leave them behind to be gathered."""
    n = number("coop.setup.status-tokens", "count")
    takes = some(status_token=n)
    rules: tuple[str, ...] = ("coop.setup.status-tokens",)
    if table.plot.leaves_loot:
        key, rules = "status-loot", ("scenario.1.competitive.dragon-loot",)
    elif table.plot.dragons_march:
        key, rules = "status", ("scenario.2.competitive.status-tokens-apply", *rules)
    else:
        key = "status"
    if _has_status_tokens(table):
        yield Step(key=key, symbol="s-sleep", rules=rules, data={"n": n}, takes=takes, notes=("nine",))


def _has_status_tokens(table: Table) -> bool:
    return table.plot.leaves_loot or table.plot.dragons_march or table.rules.said.dragons_move


def _first_player(table: Table) -> Step:
    if table.is_group:
        group = ("coop.rounds.first-player-fixed",)
        return Step(key="first-coop", symbol="s-first", rules=group, takes=some(tokugawa=1))
    rules: tuple[str, ...] = ("setup.start-player",)
    if table.plot.warriors is not None:
        rules = (*rules, "scenario.4.competitive.monk-move")
        return Step(key="first-monks", symbol="s-first", rules=rules, notes=("tokugawa",))
    return Step(key="first", symbol="s-first", rules=rules)


def _stays(table: Table) -> Iterator[Step]:
    """What this game does not use at all."""
    rules: tuple[str, ...] = ()
    aside: dict[str, int] = {}
    if not table.has_adventures:
        rules = ("option.adventure.use",) if table.is_group else ("setup.option.adventure",)
        aside |= some(adventure_token=number("option.adventure.use", "tokens"))
    if not table.is_group:
        aside |= some(health_tile=count_of("health-tile"))
        if not _has_status_tokens(table):
            aside |= some(status_token=number("coop.setup.status-tokens", "count"))
    if aside:
        yield Step(key="stays", symbol="s-box", rules=rules, aside=aside)
