"""How a bot plays for points: most worth an action, fights where the odds are good, and the way out in time.

It compares what it can see: the view of its seat. Where nothing special is known of a question, it looks one answer
ahead and takes the position that is worth most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.bots.chances import Chances
from fujikoro_nb.bots.crafts import Crafted, best_craft, good_crafts, most_helpful
from fujikoro_nb.bots.goals import (
    FEARLESS,
    GATHER,
    Chance,
    Goal,
    Outlook,
    Prospect,
    goals_for_points,
    is_guarded,
)
from fujikoro_nb.bots.herding import comers, herded, sheltered
from fujikoro_nb.bots.patience import holds_back
from fujikoro_nb.bots.worth import POINTS, Worth
from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.fight import KeepMonk, RollDice
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    ChoosePlace,
    DoPart,
    Enough,
    Explore,
    Join,
    LetBe,
    StayOut,
    Take,
    TurnTile,
    Use,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing
from fujikoro_nb.engine.fujikoro.asked.scenario import BuyAction, DrawBlind, MonkFirst, MonkStep
from fujikoro_nb.engine.fujikoro.board.geometry import (
    LEVELS,
    PlaceKind,
    SpaceId,
    neighbour_places,
    neighbours,
    place,
    space,
)
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.fujikoro.components import AdventureToken, EffectKind, ScrollCard, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.fujikoro.rules.mountain.explore import has_tiles
from fujikoro_nb.engine.fujikoro.rules.mountain.final import steps_until
from fujikoro_nb.engine.kernel import Answer, Game, Pass, Question, Seat, Window

DISC = 0.1
"""What it costs to spend a disc."""
_JOIN = 0.35
"""Who would win alone so often joins a fight of others."""
_HOT = 1.5
"""What it costs to stand where lava comes next."""
_CROWD = 0.3
_OUT = 20.0
"""What it is worth to stay where a turn's end leads out of the mountain."""

Table = tuple[Game[GameState], GameState, Question]


class Weighed(msgspec.Struct, frozen=True):
    """An answer, what it is worth in points for each action that it takes, and why."""

    answer: Answer
    worth: float
    reason: Why


def heaviest(weighed: Iterable[Weighed]) -> Weighed:
    """The first of those that are worth most; there is always an answer."""
    return max(weighed, key=lambda one: one.worth)


class PointsPlay:
    """Plays for points with a short look ahead. What it remembers are only odds it has computed."""

    worth: Worth = POINTS
    looks: type[Outlook] = Outlook
    """How it looks over the map."""

    def __init__(self, chance: Chance | None = None) -> None:
        self._chance: Chance = Chances() if chance is None else chance
        self._ways: Mapping[str, Callable[[Table], Choice]] = {
            "act": self._act,
            "walk": self._walk,
            "place": self._place,
            "place-another": self._place,
            "turn-tile": self._turn_tile,
            "gather": self._gather,
            "craft": self._craft,
            "part": self._part,
            "meet": self._meet,
            "blind": self._blind,
            "one-more": self._one_more,
            **dict.fromkeys(("dragon-order", "dragon-target", "dragon-step"), self._herd),
            "join": self._join,
            "roll-dice": self._roll,
            "send-monk": self._keep_monk,
            "window": self._window,
            "monk-order": self._monk_order,
            "monk-step": self._monk_step,
        }

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The answer that promises most, and why."""
        return self._ways.get(question.kind, self._look_ahead)((game, view, question))

    def _outlook(self, view: GameState, seat: Seat) -> Outlook:
        near = comers(view, seat, self._chance)
        return self.looks(view, seat, goals_for_points(view, seat, self._chance), comers=near)

    # ---- the turn

    def _act(self, table: Table) -> Choice:
        game, view, question = table
        seat = question.seat
        legal = list(game.options(view))
        back = next((answer for answer in legal if brings_discs(view, seat, answer)), None)
        if back is not None and view.boards[seat].pool == 0:
            return Choice(back, why("use"))
        best = heaviest(self.weigh_acts(table, legal))  # a turn offers at least a rest
        return Choice(best.answer, best.reason)

    def weigh_acts(self, table: Table, legal: Iterable[Answer]) -> Iterator[Weighed]:
        """What each action of these is worth; a power that is used between actions is left for better times."""
        game, view, question = table
        seat, outlook = question.seat, self._outlook(view, question.seat)
        is_out = bool(way_out(view, seat))
        acts = [answer for answer in legal if isinstance(answer, Act)]
        for act in acts:
            if act.monk and Act(act.field) in acts:
                continue
            if act.field == "rest":
                rate, reason = self._rest(view, seat)
            elif act.field == "move":
                rate, reason = self._set_out(game, view, question, act, outlook)
            else:
                rate, reason = self._stay_for(outlook.here(act.field))
            bonus = self.bonus(view, seat, act.field)
            if bonus > max(rate, 0.0):
                reason = why("bonus")
            rate += bonus
            if is_out and act.field != "move":
                rate, reason = rate + _OUT, why("leave")
            yield Weighed(act, rate, sheltered(view, seat, reason, self._chance))

    @staticmethod
    def bonus(state: GameState, seat: Seat, field: str) -> float:
        """What a gear card on the field adds."""
        board = state.boards[seat]
        card = next((card for card in board.cards if card.slot == field), None)
        if card is None or (card.kind == GearKind.HELMET and things(board.backpack) >= room(board)):
            return 0.0
        if card.kind == GearKind.WEAPON and holds_back(state, seat, state.mode.final_points):
            return 0.0
        return {"weapon": 1.0, "helmet": 0.4, "sandals": 0.3}[card.kind]

    @staticmethod
    def _stay_for(goal: Goal | None) -> tuple[float, Why]:
        if goal is None:
            return -DISC, why("nothing-better")
        return goal.worth - DISC, told(goal)

    def _set_out(
        self, game: Game[GameState], view: GameState, question: Question, act: Act, outlook: Outlook
    ) -> tuple[float, Why]:
        """The best walk of this move, if its first question is the walk."""
        state = game.step(view, act).state
        asked = game.question(state)
        if asked is None or asked.kind != "walk":
            prospect = outlook.best_from(view.samurai[question.seat].space, spent=1)
            return (prospect.rate - DISC, towards(prospect)) if prospect else (-1.0, why("nothing-better"))
        best = heaviest(weigh_walks((game, state, asked), outlook, is_begun=False))
        return best.worth - DISC, best.reason

    def _rest(self, view: GameState, seat: Seat) -> tuple[float, Why]:
        """Discs come back, and perhaps something can be built."""
        back = sum(view.samurai[seat].fields) + len(view.boards[seat].monk_fields)
        crafted = best_craft(view, seat)
        if crafted is None:
            return 0.15 * back, why("rest", discs=back)
        return 0.15 * back + 0.8 * crafted.gain, built(crafted)

    # ---- moving

    def weigh_ways(self, table: Table, *, is_begun: bool = True) -> Iterator[Weighed]:
        """What each end of a move is worth."""
        _, view, question = table
        return weigh_walks(table, self._outlook(view, question.seat), is_begun=is_begun)

    def _walk(self, table: Table) -> Choice:
        _, view, question = table
        best = heaviest(self.weigh_ways(table))
        answer, reason = best.answer, best.reason
        if not isinstance(answer, Walk | Leap):
            reason = why("leave" if way_out(view, question.seat) else "stay")
        return Choice(answer, reason)

    # ---- exploring

    def _place(self, table: Table) -> Choice:
        """The place with most points; a map is used first where a further tile has a place to go to."""
        game, view, _ = table
        options = list(game.options(view))
        places = [answer for answer in options if isinstance(answer, ChoosePlace)]
        best = max(
            places, key=lambda to: view.mode.tile_points[LEVELS.index(place(to.place).level or LEVELS[0])]
        )
        use = next((answer for answer in options if isinstance(answer, Use)), None)
        if use is not None:
            beside = neighbour_places(best.place)
            if len(places) > 1 or any(has_tiles(view, to) and not view.is_revealed(to) for to in beside):
                return Choice(use, why("use"))
        return Choice(best, why("explore", place=best.place))

    @staticmethod
    def _turn_tile(table: Table) -> Choice:
        """The spaces beside the samurai should be firm and hold something."""
        game, view, question = table
        frame = next(frame for frame in reversed(view.agenda) if isinstance(frame, Explore))
        assert frame.place is not None and frame.tile is not None, "drawn before"
        at = view.samurai[question.seat].space
        beside = [int(to[-1]) for to in neighbours(at) if space(to).place == frame.place]

        def welcome(answer: Answer) -> float:
            assert isinstance(answer, TurnTile) and frame.tile is not None, "nothing else is asked"
            tile = LaidTile(frame.tile, answer.sixths)
            return sum(_WELCOME.get(tile.face(number).kind, 0.0) for number in beside)

        return Choice(max(game.options(view), key=welcome), why("turn-tile"))

    def _gather(self, table: Table) -> Choice:
        """Of several things on one space the one that is worth most."""
        game, view, question = table
        goals = self._outlook(view, question.seat).all_here(GATHER)
        worth: dict[Answer, float] = {Take(goal.thing): goal.worth for goal in goals}
        best = max(game.options(view), key=lambda answer: worth.get(answer, 0.0))
        assert isinstance(best, Take), "nothing else is asked"
        return Choice(best, why("gather", what=best.what))

    # ---- resting and parts

    def crafts(self, view: GameState, seat: Seat) -> Iterator[Crafted]:
        """What could be built now, and helps."""
        return good_crafts(view, seat)

    def _craft(self, table: Table) -> Choice:
        _, view, question = table
        crafted = most_helpful(self.crafts(view, question.seat))
        if crafted is None:
            return Choice(CraftNothing(), why("craft-nothing"))
        return Choice(crafted.craft, built(crafted))

    @staticmethod
    def _part(table: Table) -> Choice:
        """What a card brings first, then the action itself; no points that would come too early."""
        game, view, question = table
        options = list(game.options(view))
        field = dict(question.data)["action"]
        kinds = [card.kind for card in view.boards[question.seat].cards if card.slot == field]
        if GearKind.WEAPON in kinds and holds_back(view, question.seat, view.mode.final_points):
            early = next((one for one in (DoPart("main"), Enough()) if one in options), None)
            if early is not None:
                return Choice(early, why("hold-back", points=view.mode.final_points))
        ways = {DoPart("bonus"): "part", DoPart("main"): "part-main", Enough(): "part-enough"}
        answer = next(one for one in ways if one in options)
        return Choice(answer, why(ways[answer]))

    # ---- scenarios

    @staticmethod
    def _blind(table: Table) -> Choice:
        """As many cards as there may be: one that is of no use goes back for nothing."""
        game, view, _ = table
        cards = max(one.cards for one in game.options(view) if isinstance(one, DrawBlind))
        return Choice(DrawBlind(cards), why("blind", n=cards))

    def _one_more(self, table: Table) -> Choice:
        """A status token buys an action that promises more than it is worth itself."""
        _, view, question = table
        seat = question.seat
        prospect = self._outlook(view, seat).best_from(view.samurai[seat].space)
        if prospect is not None and view.fighter(seat).pool and prospect.rate > view.plot.token_points:
            return Choice(BuyAction(), why("buy-action"))
        return Choice(Enough(), why("keep-token", points=view.plot.token_points))

    def _herd(self, table: Table) -> Choice:
        """Who says where dragons walk keeps for itself those that it can beat, and sends the others away."""
        return herded(table, self._chance)

    @staticmethod
    def _monk_order(table: Table) -> Choice:
        """The one that is farthest from it walks first."""
        game, view, question = table
        return Choice(max(game.options(view), key=partial(_far_from, view, question.seat)), why("monk-order"))

    def _monk_step(self, table: Table) -> Choice:
        """Towards others, or to itself if it would win."""
        game, view, question = table
        wins = self._chance.of_monk(view, question.seat) >= FEARLESS
        pick = min if wins else max
        answer = pick(game.options(view), key=partial(_far_from, view, question.seat))
        return Choice(answer, why("monk-lured" if wins else "monk-away"))

    # ---- fighting

    @staticmethod
    def _meet(table: Table) -> Choice:
        return Choice(LetBe(), why("let-be"))

    def _join(self, table: Table) -> Choice:
        """Joins where it would have fair chances alone; together they are better."""
        game, view, question = table
        ways = [answer for answer in game.options(view) if isinstance(answer, Join)]
        dragon = view.dragon_on(ways[0].space) if ways else None
        odds = self._chance(view, question.seat, dragon) if dragon is not None else 0.0
        if odds >= _JOIN:
            return Choice(ways[0], why("join", percent=round(100 * odds)))
        return Choice(StayOut(), why("stay-out", percent=round(100 * odds)))

    @staticmethod
    def _roll(table: Table) -> Choice:
        game, view, _ = table

        def dice(answer: Answer) -> int:
            assert isinstance(answer, RollDice), "nothing else is asked"
            return answer.wood + answer.metal + answer.tooth + 2 * answer.magic

        return Choice(max(game.options(view), key=dice), why("roll-all"))

    @staticmethod
    def _keep_monk(table: Table) -> Choice:
        return Choice(KeepMonk(), why("keep-monk"))

    @staticmethod
    def _window(table: Table) -> Choice:
        """Whatever does something now is used; nobody is called to a fight that the bot did not choose."""
        game, view, _ = table
        window = view.agenda[-1]
        assert isinstance(window, Window), "it asks"
        used = next((answer for answer in game.options(view) if isinstance(answer, Use)), None)
        if used is None or window.moment == "before-join":
            return Choice(Pass(), why("pass"))
        return Choice(used, why("use"))

    # ---- everything else

    def _look_ahead(self, table: Table) -> Choice:
        """One answer ahead; the first of equal ones."""
        game, view, question = table
        best = max(
            game.options(view),
            key=lambda answer: self.worth.position(game.step(view, answer).state, question.seat),
        )
        return Choice(best, why("look-ahead"))


def _far_from(state: GameState, seat: Seat, answer: Answer) -> float:
    """How many tiles a monk's space is from a samurai; on one tile the same space is nearest."""
    assert isinstance(answer, MonkFirst | MonkStep), "nothing else is asked"
    at = state.samurai[seat].space
    if not at:
        return 0.0
    return from_above(space(answer.space).place, space(at).place) - 0.5 * (answer.space == at)


_WELCOME = {
    SpaceKind.LAVA: -2.0,
    SpaceKind.SQUARE: 1.0,
    SpaceKind.HEXAGON: 0.5,
    SpaceKind.MONK: 2.0,
    SpaceKind.SCROLL: 0.5,
    SpaceKind.DRAGON: -1.0,
}


def brings_discs(state: GameState, seat: Seat, answer: Answer) -> bool:
    """Whether this uses a scroll or a token that brings action discs back."""
    if not isinstance(answer, Use):
        return False
    samurai = state.samurai[seat]
    items: tuple[ScrollCard | AdventureToken, ...] = (*samurai.scrolls, *samurai.adventures)
    return any(
        effect.kind == EffectKind.DISCS for item in items if item.id == answer.item for effect in item.effects
    )


def _judged(state: GameState, seat: Seat, end: SpaceId, outlook: Outlook) -> tuple[float, Why]:
    """A space where this move could end: the best that can be done from there, and its dangers."""
    prospect = outlook.best_from(end, spent=1)
    if prospect is None:
        return 0.0, why("nothing-better")
    at = space(end).place
    return prospect.rate - _danger(state, seat, end) + outlook.comers.get(at, 0.0), towards(prospect)


def _danger(state: GameState, seat: Seat, end: SpaceId) -> float:
    where = place(space(end).place)
    if where.kind != PlaceKind.VOLCANO:
        return 0.0
    crowd = _CROWD * bool(state.allows_duels and state.samurai_on(end, but=seat))
    tile = state.tile_on(where.id)
    if state.marker is None or tile is None:
        return crowd
    lava = tile.face(int(end[-1])).lava
    return crowd + _HOT * (lava > 0 and steps_until(state, "lava", lava) == 1)


def weigh_walks(table: Table, outlook: Outlook, *, is_begun: bool = True) -> Iterator[Weighed]:
    """What each end of a move is worth; one that has not begun is no reason to stay where one is."""
    game, view, question = table
    seat = question.seat
    judged: dict[SpaceId, tuple[float, Why]] = {}
    for answer in game.options(view):
        path = answer.path if isinstance(answer, Walk | Leap) else ()
        end = path[-1] if path else view.samurai[seat].space
        if end not in judged:
            judged[end] = _judged(view, seat, end, outlook)
        rate, reason = judged[end]
        rate -= 0.6 * sum(map(view.is_lava, path)) + 0.01 * len(path)
        if end == view.samurai[seat].space and not is_begun:
            rate -= 5.0
        stops = path[-1:] if view.boards[seat].character.sneaks else path
        is_fight = reason.key.startswith(("fight", "conquer"))
        if any(is_guarded(view, at) for at in stops) and not is_fight:
            rate -= 10.0
        yield Weighed(answer, rate, reason)


def told(goal: Goal) -> Why:
    """Why this is done here and now."""
    match goal.kind:
        case "explore":
            return why("explore", place=goal.thing)
        case "gather":
            return why("gather", what=goal.thing)
        case "fight":
            return _fight(goal, "")
        case "conquer":
            return why("conquer", percent=goal.percent)
        case _:
            return why(f"escape-{goal.thing}")


def towards(prospect: Prospect) -> Why:
    """Why a move leads there."""
    goal, how = prospect.goal, "far" if prospect.steps else "go"
    match goal.kind:
        case "explore":
            return why(f"{how}-explore", space=goal.at, place=goal.thing)
        case "gather":
            return why(f"{how}-gather", space=goal.at, what=goal.thing)
        case "fight" if prospect.steps:
            return _fight(goal, "far-")
        case "conquer" if prospect.steps:
            return why("far-conquer", percent=goal.percent)
        case _:
            return told(goal)


def _fight(goal: Goal, how: str) -> Why:
    if goal.figure:
        return why(f"{how}fight-figure", percent=goal.percent, points=goal.figure)
    return why(f"{how}fight", percent=goal.percent)


def built(crafted: Crafted) -> Why:
    """Why this is built."""
    kind = str(crafted.craft.kind)
    if crafted.card:
        return why("craft-card", kind=kind, card=crafted.card)
    return why("craft", kind=kind)
