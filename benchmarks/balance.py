"""How the house pack plays: games of heuristic bots, how they end, what brings points, and whether an opening wins.

    python benchmarks/balance.py [GAMES [SEATED [ALONE]]]

GAMES (default 60) for each number of players, then SEATED games (default 5 times as many) of three players who begin
as they are told, then ALONE games (default as many as GAMES) of one who is told against two who are not. Prints one
table a question and writes nothing; the last long run is kept in benchmarks/results/balance.txt. Two processes share
the games.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

import msgspec

from fujikoro_nb.bots import Choice, HeuristicBot, bots_of, new_session, play_out, why
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.kernel import Game, Question, Session

PLAYERS = (2, 3, 4, 6)
KINDS = ("helmet", "weapon", "sandals")
DOMINANT = 1.25
"""An opening dominates when even the lower end of its interval is above so many even shares of the wins."""
SELDOM = 12
"""Openings that the bots choose themselves are shown when they were played so often."""
SOURCES = {
    "explored": "exploring",
    "reward": "dragons",
    "card-point": "weapon cards",
    "scroll-taken": "scrolls",
    "hands-in": "shogun's bonuses",
    "leftovers": "left over at the end",
}


class Opening(msgspec.Struct, frozen=True):
    """How a bot is made to begin."""

    name: str
    acts: tuple[str, ...] = ()
    """Its first actions."""
    aims: tuple[str, ...] = KINDS
    """The kinds of gear card that it sees until it owns one of them."""
    is_lasting: bool = False
    """Whether it sees no other kinds until the end."""
    weapon_slot: str = ""
    """The action on which its weapon card goes."""


OPENINGS = (
    Opening("as it likes"),
    Opening("gather, rest", ("gather", "rest")),
    Opening("gather, gather, rest", ("gather", "gather", "rest")),
    Opening("gather, explore", ("gather", "explore")),
    Opening("explore, explore", ("explore", "explore")),
    Opening("explore, move", ("explore", "move")),
    Opening("move, explore", ("move", "explore")),
    Opening("weapon card first", aims=("weapon",)),
    Opening("helmet card first", aims=("helmet",)),
    Opening("weapon card on gather", weapon_slot="gather"),
    Opening("weapon card on explore", weapon_slot="explore"),
    Opening("never a weapon card", aims=("helmet", "sandals"), is_lasting=True),
)

LOOKED_AT = next(opening for opening in OPENINGS if opening.name == "weapon card on gather")
"""The opening that did best among the others, tried again alone."""


class Opened:
    """Begins as told where that is legal, and plays on as the heuristic bot."""

    def __init__(self, opening: Opening) -> None:
        self._acts = list(opening.acts)
        self._opening = opening
        self._inner = HeuristicBot()

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        if question.kind == "act" and self._acts:
            wanted = Act(self._acts.pop(0))
            if wanted in game.options(view):
                return Choice(wanted, why("nothing-better"))
        if question.kind not in ("act", "craft", "claim"):
            return self._inner.choose(game, view, question)
        owned = {card.kind for card in view.boards[question.seat].cards}
        if self._opening.is_lasting or not owned.intersection(self._opening.aims):
            seen = tuple(card for card in view.display if card.kind in self._opening.aims)
            view = msgspec.structs.replace(view, display=seen)
        choice = self._inner.choose(game, view, question)
        match choice.answer:
            case ClaimCard() as claim if self._opening.weapon_slot and "weapon" in claim.card:
                elsewhere = msgspec.structs.replace(claim, slot=self._opening.weapon_slot)
                return Choice(elsewhere, choice.why) if elsewhere in game.options(view) else choice
        return choice


# ---- what is kept of a game


class Sat(msgspec.Struct, frozen=True):
    """One player's game."""

    turn: int
    """0 for the start player, then clockwise."""
    score: int
    won: float
    """1 for the winner, shared among several."""
    palace: str
    acts: tuple[str, ...]
    """The kinds of all own actions in order."""
    claims: tuple[tuple[str, str, int], ...]
    """Gear cards in order: kind, action and own turn."""
    first_place: str
    points: Mapping[str, int]


class Told(msgspec.Struct, frozen=True):
    """One game."""

    is_over: bool
    rounds: float
    rounds_before_final: float
    events: Mapping[str, int]
    sat: tuple[Sat, ...]


def told(session: Session[GameState]) -> Told:
    state = session.state
    players = len(state.samurai)
    acts: dict[int, list[str]] = defaultdict(list)
    claims: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    places: dict[int, str] = {}
    points: dict[int, Counter[str]] = defaultdict(Counter)
    turns: Counter[int] = Counter()
    events: Counter[str] = Counter()
    start = before = 0
    for line in session.lines:
        for event in line.events:
            data = dict(event.data)
            seat = int(data.get("seat", line.question.seat))
            events[event.kind] += 1
            match event.kind:
                case "start-player":
                    start = seat
                case "acts":
                    acts[seat].append(str(data["action"]))
                case "rests":
                    acts[seat].append("rest")
                case "claimed":
                    kind = str(data["card"]).split("-")[1]
                    claims[seat].append((kind, str(data["slot"]), turns[seat]))
                case "tile-laid":
                    places.setdefault(seat, str(data["place"]))
                case "turn-over":
                    turns[seat] += 1
                case "final-chapter":
                    before = turns.total()
            if event.kind in SOURCES:
                points[seat][event.kind] += int(data.get("points", 1))
    winners = [int(rank.seat) for rank in standing(state) if rank.is_first]
    return Told(
        state.is_over,
        turns.total() / players,
        before / players,
        events,
        tuple(
            Sat(
                (seat - start) % players,
                samurai.score,
                (seat in winners) / len(winners),
                samurai.palace,
                tuple(acts[seat]),
                tuple(claims[seat]),
                places.get(seat, "-"),
                points[seat],
            )
            for seat, samurai in enumerate(state.samurai)
        ),
    )


def plain_game(players: int, number: int) -> Told:
    """Heuristic bots that choose for themselves; every other game with adventure tokens."""
    session = new_session(players=players, seed=f"balance {players} {number}", adventures=number % 2 == 1)
    play_out(session, bots_of(["heuristic"], players=players, seed=number))
    return told(session)


def seated_game(number: int, drawn: tuple[Opening, ...]) -> Told:
    """Everybody begins as drawn and then plays the same way."""
    return told_game(f"opening {number}", drawn)


def told_game(seed: str, drawn: Sequence[Opening]) -> Told:
    session = new_session(players=len(drawn), seed=seed)
    play_out(session, [Opened(opening) for opening in drawn])
    return told(session)


def alone_game(number: int) -> Told:
    """One who begins as told, each time on another seat, against two who choose for themselves."""
    return told_game(
        f"alone {number}", [LOOKED_AT if seat == number % 3 else OPENINGS[0] for seat in range(3)]
    )


# ---- tables


def show(title: str, heads: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """A table."""
    rows = [tuple(map(str, line)) for line in lines]
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    print(f"\n{title}")
    for row in (heads, tuple("-" * width for width in widths), *rows):
        print(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip(), flush=True
        )


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.fmean(found) if found else 0.0


def share_of_wins(won: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval; all alike counts as if one game had gone another way."""
    share = statistics.fmean(won)
    spread = statistics.pvariance(won) or 1 / len(won)
    return share, 1.96 * sqrt(spread / len(won))


def wins(won: Sequence[float], even: float) -> tuple[str, str]:
    """The share with its interval, and what it says beside an even share."""
    share, error = share_of_wins(won)
    verdict = "even" if abs(share - even) <= error else "above" if share > even else "below"
    if share - error > DOMINANT * even:
        verdict = "DOMINANT"
    return f"{100 * share:.0f} % +- {100 * error:.0f}", verdict


def endings(played: Mapping[int, Sequence[Told]]) -> None:
    lines = []
    for players, games in played.items():
        palaces = Counter(sat.palace for game in games for sat in game.sat)
        seats = players * len(games)
        scores = [sat.score for game in games for sat in game.sat]
        best = [max(sat.score for sat in game.sat) for game in games]
        before = statistics.median(game.rounds_before_final for game in games)
        lines.append(
            (
                players,
                percent(sum(game.is_over for game in games), len(games)),
                f"{before:.0f} + {statistics.median(game.rounds for game in games) - before:.0f}",
                percent(palaces["big"], seats),
                percent(palaces["small"], seats),
                percent(palaces[""], seats),
                f"{statistics.median(scores):.0f} / {statistics.median(best):.0f}",
            )
        )
    heads = (
        "players",
        "by the Final Chapter",
        "rounds, before + in it",
        "big palace",
        "small",
        "none",
        "points, median / winner",
    )
    show("How games end", heads, lines)


def sources(played: Mapping[int, Sequence[Told]]) -> None:
    lines = [
        (
            players,
            *(
                f"{mean(sat.points.get(kind, 0) for game in games for sat in game.sat):.1f}"
                for kind in SOURCES
            ),
        )
        for players, games in played.items()
    ]
    show("Points a player, by what brought them", ("players", *SOURCES.values()), lines)


def dragons(played: Mapping[int, Sequence[Told]]) -> None:
    lines = []
    for players, games in played.items():
        events: Counter[str] = sum((Counter(game.events) for game in games), Counter())
        rewards, explored = (
            sum(sat.points.get(kind, 0) for game in games for sat in game.sat)
            for kind in ("reward", "explored")
        )
        tiles = sum(sat.acts.count("explore") for game in games for sat in game.sat)
        attacks = events["dragon-attacked"]
        lines.append(
            (
                players,
                f"{attacks / len(games):.1f}",
                percent(events["dragon-defeated"], attacks),
                f"{rewards / max(1, attacks):.1f}",
                f"{tiles / len(games):.1f}",
                f"{explored / max(1, tiles):.1f}",
            )
        )
    heads = ("players", "attacks a game", "won", "points an attack", "explorations a game", "points each")
    show("Dragons and new ground", heads, lines)


def cards(played: Mapping[int, Sequence[Told]]) -> None:
    """When each kind of gear card is won, and what the actions on its field are."""
    lines = []
    for players, games in played.items():
        seats = players * len(games)
        row: list[object] = [players]
        for kind in KINDS:
            turns = [
                turn + 1 for game in games for sat in game.sat for one, _, turn in sat.claims if one == kind
            ]
            row.append(percent(len(turns), seats))
            row.append(f"{statistics.median(turns):.0f}" if turns else "-")
        lines.append(tuple(row))
    heads = ("players", *(head for kind in KINDS for head in (f"{kind} card", "in turn")))
    show("Who wins a gear card, and in which of the own turns (median)", heads, lines)


def turn_order(played: Mapping[int, Sequence[Told]]) -> None:
    lines = []
    for players, games in played.items():
        for turn in range(players):
            own = [sat for game in games for sat in game.sat if sat.turn == turn]
            share, verdict = wins([sat.won for sat in own], 1 / players)
            lines.append((players, turn + 1, f"{mean(sat.score for sat in own):.1f}", share, verdict))
    show(
        "Turn order: who wins, the start player being the first",
        ("players", "place", "points", "wins", ""),
        lines,
    )


# ---- openings


def chosen_openings(played: Mapping[int, Sequence[Told]]) -> None:
    """What bots that choose for themselves begin with; wins count in even shares, so that all tables count alike."""
    features: Mapping[str, Callable[[Sat], str]] = {
        "first three actions": lambda sat: ", ".join(sat.acts[:3]),
        "first gear card": lambda sat: f"{sat.claims[0][0]} on {sat.claims[0][1]}" if sat.claims else "none",
        "first place explored": lambda sat: sat.first_place,
    }
    everybody = [(players, sat) for players, games in played.items() for game in games for sat in game.sat]
    for title, feature in features.items():
        groups: dict[str, list[tuple[int, Sat]]] = defaultdict(list)
        for players, sat in everybody:
            groups[feature(sat)].append((players, sat))
        lines = []
        for name, sats in sorted(groups.items(), key=lambda item: -len(item[1])):
            if len(sats) >= SELDOM:
                points = f"{mean(sat.score for _, sat in sats):.1f}"
                lines.append(
                    (name, len(sats), points, *wins([players * sat.won for players, sat in sats], 1))
                )
        show(
            f"Own choice, by the {title} (100 % is an even share)",
            (title, "played", "points", "wins", ""),
            lines,
        )


def dealt_openings(games: int) -> list[tuple[Opening, ...]]:
    """Three openings for each game, each as often as any other."""
    chance = random.Random(5)
    deck: list[Opening] = []
    drawn = []
    for _ in range(games):
        if len(deck) < 3:
            deck += chance.sample(OPENINGS, len(OPENINGS))
        drawn.append((deck.pop(0), deck.pop(0), deck.pop(0)))
    return drawn


def told_openings(drawn: Sequence[tuple[Opening, ...]], games: Sequence[Told]) -> None:
    """Three players, each with an opening dealt to it."""
    groups: dict[str, list[Sat]] = defaultdict(list)
    for dealt, game in zip(drawn, games, strict=True):
        for opening, sat in zip(dealt, game.sat, strict=True):
            groups[opening.name].append(sat)
    lines = []
    for opening in OPENINGS:
        if sats := groups[opening.name]:
            points, error = share_of_wins([sat.score for sat in sats])
            share = wins([sat.won for sat in sats], 1 / 3)
            lines.append((opening.name, len(sats), f"{points:.1f} +- {error:.1f}", *share))
    show(
        f"Three players who begin as told, {len(games)} games (33 % is even; DOMINANT: lower end above"
        f" {100 * DOMINANT / 3:.0f} %)",
        ("opening", "played", "points", "wins", ""),
        lines,
    )


def told_alone(games: Sequence[Told]) -> None:
    sats = [game.sat[number % 3] for number, game in enumerate(games)]
    others = [
        sat for number, game in enumerate(games) for seat, sat in enumerate(game.sat) if seat != number % 3
    ]
    lines = [
        (name, len(some), f"{mean(sat.score for sat in some):.1f}", *wins([sat.won for sat in some], 1 / 3))
        for name, some in ((LOOKED_AT.name, sats), ("as it likes", others))
    ]
    show(
        "One who is told against two who choose for themselves (33 % is even)",
        ("opening", "played", "points", "wins", ""),
        lines,
    )


def main() -> int:
    given = [int(text) for text in sys.argv[1:]]
    games = given[0] if given else 60
    drawn = dealt_openings(given[1] if len(given) > 1 else 5 * games)
    with ProcessPoolExecutor(2) as pool:
        played = {
            players: list(pool.map(partial(plain_game, players), range(games), chunksize=4))
            for players in PLAYERS
        }
        seated = list(pool.map(seated_game, range(len(drawn)), drawn, chunksize=4))
        alone = list(pool.map(alone_game, range(given[2] if len(given) > 2 else games), chunksize=4))
    tell(played, drawn, seated, alone)
    return 0


def tell(
    played: Mapping[int, Sequence[Told]],
    drawn: Sequence[tuple[Opening, ...]],
    seated: Sequence[Told],
    alone: Sequence[Told],
) -> None:
    games = len(played[PLAYERS[0]])
    print(f"house pack, heuristic bots, {games} games for each number of players, half with adventure tokens")
    endings(played)
    sources(played)
    dragons(played)
    cards(played)
    turn_order(played)
    chosen_openings(played)
    told_openings(drawn, seated)
    print("\nThe same games by turn order:")
    turn_order({3: seated})
    told_alone(alone)


if __name__ == "__main__":
    sys.exit(main())
