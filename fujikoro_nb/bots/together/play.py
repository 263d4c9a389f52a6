"""How a bot answers for a group: it follows the common plan, keeps away from dragons, shares and trades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.bots.crafts import Crafted, good_crafts
from fujikoro_nb.bots.goals import ESCAPE, EXPLORE, FIGHT, Goal, Outlook, Prospect
from fujikoro_nb.bots.points import PointsPlay, Table, Weighed, brings_discs, heaviest, towards
from fujikoro_nb.bots.together.aims import FAR, LEFT, LURE, MEET, aims, ground_worth
from fujikoro_nb.bots.together.clock import care
from fujikoro_nb.bots.together.gifts import best_gift
from fujikoro_nb.bots.together.guards import GUARD
from fujikoro_nb.bots.together.home import DRAW, NEAR, is_done
from fujikoro_nb.bots.together.hunt import careful_roll, is_wanted
from fujikoro_nb.bots.together.plan import Phase, Plan, Threats, harm, life_worth
from fujikoro_nb.bots.together.rests import all_discs, keeps, rested
from fujikoro_nb.bots.together.routes import camp
from fujikoro_nb.bots.together.strength import sparing
from fujikoro_nb.bots.together.turns import DISC, Turns, name_of
from fujikoro_nb.bots.together.worth import GROUP
from fujikoro_nb.bots.worth import HIT_MAGIC, HIT_METAL, HIT_TOOTH, HIT_WOOD
from fujikoro_nb.engine.fujikoro.asked.dens import HEART, dens, dragon_at
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, Retreat, RollDice, Share, fight_of
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    ChoosePlace,
    DoPart,
    Join,
    Move,
    StayOut,
    Use,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.group import (
    Agree,
    DealCard,
    Decline,
    FallBackTo,
    GoFor,
    MoveFirst,
    StepTo,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of, turn_of
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.fujikoro.gear.worn import fighting_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.joining import party_of
from fujikoro_nb.engine.fujikoro.rules.group.rounds import step_of_round
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.kernel import Answer, Game, Question, Seat

_IDLE = -0.3
"""What a move is worth that ends where it began."""
_LAVA_STEP = 2.0
"""What it costs to let the sandals pay."""
_BURNS = 8.0
"""What it costs to stand where lava comes next."""
_HURRY = 0.25
"""How much dangers count for who has nothing left to do but leave: who waits is lost as well."""
_OUT = 50.0
_STALE = 8.0
"""What it costs to wait where nothing comes of it, when no time is left."""
_APART = 15.0
"""What it costs to wait elsewhere than where all meet who could win now: while nobody is seen, no dragon goes away."""
_BARS = 0.5
"""What it costs that a dragon stands on the exit."""
_MARGIN = 3.5
"""Dice more than the dragon has health that are enough to end a fight."""


class _Eyes:
    """What one seat makes of a position: the plan, its dangers and its aims."""

    def __init__(self, view: GameState, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.plan = Plan(view)
        self.threats = Threats(self.plan)
        self.outlook = Outlook(view, seat, aims(self.plan, seat), far=FAR)
        self.rested = rested(self.plan, seat)
        self.care = care(self.plan, seat)
        is_ready = self.plan.phase == Phase.MEET and self.plan.chance >= self.plan.least
        self.camp = camp(self.plan) if is_ready else None
        self.is_going = self.plan.phase == Phase.HOME and is_done(self.plan, seat)
        self.turns = Turns(
            view,
            seat,
            self.outlook.goals,
            self.danger,
            steps=self.outlook.steps,
            rest=self.rested[0],
        )

    def is_leaving(self, at: SpaceId) -> bool:
        """Whether the turn's end there leads out of the mountain, as is wanted."""
        is_wanted = any(goal.kind == ESCAPE for goal in self.outlook.goals.get(at, ()))
        return is_wanted and bool(way_out(self.view, self.seat))

    def danger(self, at: SpaceId, is_won: bool) -> float:
        """What it costs to be there when the turn ends."""
        wants = {goal.kind for goal in self.outlook.goals.get(at, ())}
        if ESCAPE in wants:
            return 0.0  # who is out is in nobody's reach
        if LURE in wants:
            return self._lava(at)
        hurry = min(self.care, _HURRY if self.is_going else 1.0)
        risk = hurry * self.threats.risk(self.seat, at, is_won=is_won)
        return risk + self._lava(at) + self._out(at) + self._stale(at)

    def _stale(self, at: SpaceId) -> float:
        """What it costs to stay where nothing comes of it: where nobody meets, or on a bridge without time to spare."""
        here = space(at).place
        if here != space(self.view.samurai[self.seat].space).place:
            return 0.0
        if self.plan.phase == Phase.MEET:
            return _APART if self.camp not in (None, here) else 0.0
        is_busy = any(goal.kind == EXPLORE for goal in self.outlook.goals.get(at, ()))
        is_stale = place(here).kind == PlaceKind.BRIDGE and not is_busy
        return _STALE * (1 - self.care) if is_stale else 0.0

    def _out(self, at: SpaceId) -> float:
        """What it costs to leave the mountain by being there, before everything is done."""
        return _OUT if way_out(self.view.moved(self.seat, at), self.seat) else 0.0

    def _lava(self, at: SpaceId) -> float:
        coming, tile = step_of_round(self.view, self.plan.party.round + 1), self.view.tile_on(space(at).place)
        if coming is None or tile is None or not coming.lava:
            return 0.0
        return _BURNS if tile.face(int(at[-1])).lava == coming.lava else 0.0


class GroupPlay(PointsPlay):
    """Plays for the goals of a group. Nothing is remembered from one question to the next."""

    worth = GROUP

    def __init__(self) -> None:
        super().__init__()
        self._ways: Mapping[str, Callable[[Table], Choice]] = {
            **self._ways,
            "first-player": self._first_player,
            "first-card": self._first_card,
            "dragon-order": self._order,
            "dragon-target": self._target,
            "dragon-step": self._step,
            "fall-back": self._fall_back,
            "share-teeth": self._share,
            "agree": self._agree,
            "offer": self._offer,
            "withdraw": self._withdraw,
            "part": self._part_of,
            "stow": self._stow,
        }

    def _outlook(self, view: GameState, seat: Seat) -> Outlook:
        return Outlook(view, seat, aims(Plan(view), seat), far=FAR)

    # ---- the turn

    def _act(self, table: Table) -> Choice:
        game, view, question = table
        seat = question.seat
        legal = list(game.options(view))
        back = next((answer for answer in legal if brings_discs(view, seat, answer)), None)
        if back is not None and view.boards[seat].pool == 0:
            return Choice(back, why("use"))
        gift = best_gift(view, seat, legal)
        if gift is not None:
            return gift
        best = heaviest(self.weigh_acts(table, legal))  # a turn offers at least a rest
        return Choice(best.answer, best.reason)

    def weigh_acts(self, table: Table, legal: Iterable[Answer]) -> Iterator[Weighed]:
        """What each action of these makes of the turn."""
        game, view, question = table
        seat = question.seat
        eyes = _Eyes(view, seat)
        acts = [answer for answer in legal if isinstance(answer, Act)]
        for act in acts:
            if act.monk and Act(act.field) in acts:
                continue
            worth, reason = self._acted(game, question, act, eyes)
            worth += _card_bonus(view, seat, act.field) if eyes.outlook.here(act.field) else 0.0
            yield Weighed(act, worth, reason)

    def _acted(self, game: Game[GameState], question: Question, act: Act, eyes: _Eyes) -> tuple[float, Why]:
        """What this action makes of the turn, and why it would be done."""
        view, seat = eyes.view, eyes.seat
        at = view.samurai[seat].space
        left = view.actions - turn_of(view).taken - 1
        discs = view.boards[seat].pool - 1
        if act.field == "rest":
            worth, reason = eyes.rested
            later, _ = eyes.turns.followed(at, (), all_discs(view, seat), left, may_rest=False)
            return worth + later, why("leave") if eyes.is_leaving(at) else reason
        if act.field == "move":
            return self._go(game, view, question, act, eyes)
        goal = eyes.outlook.here(act.field)
        used = () if goal is None else (name_of(goal),)
        later, _ = eyes.turns.followed(at, used, discs, left)
        worth, reason = self._stay_for(goal)
        return worth + later, why("leave") if eyes.is_leaving(at) and not left else reason

    def _go(
        self, game: Game[GameState], view: GameState, question: Question, act: Act, eyes: _Eyes
    ) -> tuple[float, Why]:
        state = game.step(view, act).state
        asked = game.question(state)
        if asked is None or asked.kind != "walk":
            worth, goal = eyes.turns.moved(
                view.samurai[question.seat].space,
                view.boards[question.seat].pool - 1,
                view.actions - turn_of(view).taken - 1,
            )
            return worth - DISC, why("nothing-better") if goal is None else _on_the_way(goal, is_there=False)
        best = heaviest(self._weighed((game, state, asked), eyes, is_begun=False))
        return best.worth - DISC, best.reason

    def crafts(self, view: GameState, seat: Seat) -> Iterator[Crafted]:
        """What could be built now, and helps the group."""
        return good_crafts(view, seat, GROUP, may=keeps(Plan(view), seat))

    # ---- moving

    def weigh_ways(self, table: Table, *, is_begun: bool = True) -> Iterator[Weighed]:
        """What each end of a move is worth."""
        _, view, question = table
        return self._weighed(table, _Eyes(view, question.seat), is_begun=is_begun)

    def _walk(self, table: Table) -> Choice:
        _, view, question = table
        move = next(frame for frame in reversed(view.agenda) if isinstance(frame, Move))
        is_begun = len(move.path) > 1 or move.is_bonus
        best = heaviest(self.weigh_ways(table, is_begun=is_begun))  # a walk can always be ended
        answer, reason = best.answer, best.reason
        if not isinstance(answer, Walk):
            reason = why("leave" if way_out(view, question.seat) else "stay")
        return Choice(answer, reason)

    @staticmethod
    def _weighed(table: Table, eyes: _Eyes, *, is_begun: bool) -> Iterator[Weighed]:
        """Every end of a move: for what comes after it, and far from dragons."""
        game, view, question = table
        seat = question.seat
        left = view.actions - turn_of(view).taken
        discs = view.boards[seat].pool
        judged: dict[SpaceId, tuple[float, Why]] = {}
        start = view.samurai[seat].space
        for answer in game.options(view):
            path = answer.path if isinstance(answer, Walk) else ()
            end = path[-1] if path else start
            if end not in judged:
                worth, goal = eyes.turns.followed(end, (), discs, left)
                is_there = goal is not None and goal.at == end
                judged[end] = (
                    worth,
                    why("hide") if goal is None else _on_the_way(goal, is_there=is_there),
                )
            worth, reason = judged[end]
            worth -= _LAVA_STEP * sum(map(view.is_lava, path)) + 0.01 * len(path)
            if end == start and not is_begun:
                worth += _IDLE
            yield Weighed(answer, worth, reason)

    # ---- exploring

    def _part_of(self, table: Table) -> Choice:
        """Explores before the card's step where there is a place to explore: from the next space there may be none."""
        game, view, question = table
        may_explore = dict(question.data)["action"] == EXPLORE and DoPart("main") in game.options(view)
        if may_explore and self._outlook(view, question.seat).here(EXPLORE) is not None:
            return Choice(DoPart("main"), why("part-main"))
        return self._part(table)

    def _place(self, table: Table) -> Choice:
        game, view, question = table
        plan = Plan(view)
        options = list(game.options(view))
        places = [answer for answer in options if isinstance(answer, ChoosePlace)]
        here = self._outlook(view, question.seat).all_here(EXPLORE)
        worth = {goal.thing: goal.worth for goal in here}
        best = max(
            places,
            key=lambda to: worth.get(to.place, ground_worth(plan, question.seat, to.place)),
        )
        use = next((answer for answer in options if isinstance(answer, Use)), None)
        if use is not None and len(places) > 1:
            return Choice(use, why("use"))
        return Choice(best, why("explore", place=best.place))

    def _stow(self, table: Table) -> Choice:
        """On the way home first what the magic waits for: of what else there is too much."""
        game, view, question = table
        seat, plan = question.seat, Plan(view)
        if plan.phase != Phase.HOME or plan.lacking(seat) is None:
            return self._look_ahead(table)

        def worth(answer: Answer) -> tuple[int, float]:
            state = game.step(view, answer).state
            lacking = plan.lacking(seat, state.boards[seat])
            return -len(lacking or ()), self.worth.position(state, seat)

        return Choice(max(game.options(view), key=worth), why("look-ahead"))

    # ---- fights

    def _join(self, table: Table) -> Choice:
        """Joins where that helps more than it may cost."""
        game, view, question = table
        seat = question.seat
        ways = [answer for answer in game.options(view) if isinstance(answer, Join)]
        plan, battle = Plan(view), battle_of(view)
        dragon = dragon_at(view, battle.place)
        if not ways or dragon is None:
            return Choice(StayOut(), why("nothing-better"))
        is_defence = bool(battle.defenders)
        before = party_of(view, battle)
        after = party_of(view, battle, seat)
        alone = plan.fight(before, dragon, is_defence=is_defence)
        joint = plan.fight(after, dragon, is_defence=is_defence)
        own = joint.fallen[after.index(seat)] * life_worth(plan, seat)
        others = sum(
            (alone.fallen[before.index(one)] - joint.fallen[after.index(one)]) * life_worth(plan, one)
            for one in before
        )
        gain = (joint.win - alone.win) * (15.0 if dragon.is_legendary else 3.0) + others - own
        if gain > 0 or (dragon.is_legendary and plan.phase == Phase.MEET):
            return Choice(ways[0], why("join-together"))
        return Choice(StayOut(), why("stay-out-together"))

    @staticmethod
    def _roll(table: Table) -> Choice:
        """All dice, but for the wood that the weapon cannot do without, unless this roll may end the fight."""
        game, view, question = table
        board = view.boards[question.seat]
        weapons = {
            weapon.part: weapon for weapon in fighting_weapons(board.gear, board.limits, rulings=view.rulings)
        }
        fight = fight_of(view)
        options = [answer for answer in game.options(view) if isinstance(answer, RollDice)]
        if isinstance(fight, DragonFight) and is_wanted(view, fight.dragon):
            return Choice(careful_roll(view, fight, options), why("roll-alive"))

        def dice(answer: RollDice) -> float:
            hits = answer.wood * HIT_WOOD + answer.metal * HIT_METAL
            return hits + answer.tooth * HIT_TOOTH + answer.magic * HIT_MAGIC

        best = max(options, key=dice)
        spared = [answer for answer in options if answer.wood <= sparing(weapons[answer.part], board.limits)]
        careful = max(spared, key=dice)
        is_end = (
            isinstance(fight, DragonFight) and fight.dragon.is_legendary and fight.health <= 0.9 * dice(best)
        )
        if isinstance(fight, DragonFight) and dice(careful) >= fight.health + _MARGIN:
            few = [answer for answer in spared if dice(answer) >= fight.health + _MARGIN]
            return Choice(min(few, key=dice), why("roll-few"))
        if is_end or careful == best or not dice(careful):
            return Choice(best, why("roll-all"))
        return Choice(careful, why("roll-sparing"))

    @staticmethod
    def _withdraw(table: Table) -> Choice:
        game, view, _ = table
        options = list(game.options(view))
        if Retreat() in options:
            return Choice(Retreat(), why("withdraw"))
        return Choice(options[0], why("nothing-better"))

    # ---- what is decided together

    @staticmethod
    def _first_player(table: Table) -> Choice:
        game, view, _ = table
        return Choice(next(iter(game.options(view))), why("first-player"))

    @staticmethod
    def _first_card(table: Table) -> Choice:
        """The card with the largest piece and the most useful bonus."""
        game, view, _ = table
        cards = {card.id: card for card in view.display}

        def worth(answer: Answer) -> float:
            assert isinstance(answer, DealCard), "nothing else is asked"
            card = cards[answer.card]
            pieces = len(card.pattern) - (4 if card.kind == "weapon" else 0)
            return pieces + 2 * GROUP.card[card.kind]

        return Choice(max(game.options(view), key=worth), why("first-card"))

    @staticmethod
    def _order(table: Table) -> Choice:
        """The weakest first, but before all the one for which everybody waits."""
        game, view, _ = table
        plan = Plan(view)
        legend = plan.legend
        if legend is not None and plan.phase == Phase.MEET and MoveFirst(legend.id) in game.options(view):
            return Choice(MoveFirst(legend.id), why("dragon-order"))
        health = {den.dragon.id: den.dragon.health for den in dens(view)}

        def weak(answer: Answer) -> int:
            assert isinstance(answer, MoveFirst), "nothing else is asked"
            return health[answer.dragon]

        return Choice(min(game.options(view), key=weak), why("dragon-order"))

    def _target(self, table: Table) -> Choice:
        """Towards those who can best stand up to it."""
        game, view, question = table
        plan = Plan(view)
        dragon = str(dict(question.data)["dragon"])

        def safe(answer: Answer) -> float:
            assert isinstance(answer, GoFor), "nothing else is asked"
            return -harm(plan, dragon, answer.place)

        return Choice(max(game.options(view), key=safe), why("dragon-target"))

    def _step(self, table: Table) -> Choice:
        """Onto a tile where nobody stands, else where it does least harm."""
        game, view, question = table
        plan = Plan(view)
        dragon = str(dict(question.data)["dragon"])

        def safe(answer: Answer) -> float:
            assert isinstance(answer, StepTo), "nothing else is asked"
            bars = plan.exit is not None and answer.place == space(plan.exit).place
            return -harm(plan, dragon, answer.place) - _BARS * bars

        return Choice(max(game.options(view), key=safe), why("dragon-step"))

    @staticmethod
    def _fall_back(table: Table) -> Choice:
        game, view, question = table
        threats = Threats(Plan(view))

        def risk(answer: Answer) -> float:
            assert isinstance(answer, FallBackTo), "nothing else is asked"
            return threats.risk(question.seat, answer.space)

        return Choice(min(game.options(view), key=risk), why("fall-back"))

    @staticmethod
    def _share(table: Table) -> Choice:
        """Teeth go to whom they help most: few teeth so far, and room for them."""
        game, view, question = table
        seats = [Seat(int(text)) for text in str(dict(question.data)["seats"]).split()]

        def even(answer: Answer) -> float:
            assert isinstance(answer, Share), "nothing else is asked"
            total = 0.0
            for seat, teeth in zip(seats, answer.teeth, strict=True):
                board = view.boards[seat]
                owned = board.backpack.cubes.tooth
                owned += board.gear.weapon.cubes.tooth + board.gear.helmet.cubes.tooth
                total += sum(1 / (1 + owned + extra) for extra in range(teeth))
                total -= 0.5 * max(0, teeth - (room(board) - things(board.backpack)))
            return total

        return Choice(max(game.options(view), key=even), why("share-teeth"))

    @staticmethod
    def _agree(table: Table) -> Choice:
        game, view, _ = table
        options = list(game.options(view))
        agreed = next((answer for answer in options if isinstance(answer, Agree)), None)
        if agreed is None:
            return Choice(options[0], why("decline"))
        return Choice(agreed, why("agree"))

    @staticmethod
    def _offer(table: Table) -> Choice:
        return Choice(Decline(), why("decline"))


def _card_bonus(state: GameState, seat: Seat, field: str) -> float:
    """What a gear card on the field adds."""
    board = state.boards[seat]
    card = next((card for card in board.cards if card.slot == field), None)
    if card is None or (card.kind == "helmet" and things(board.backpack) >= room(board)):
        return 0.0
    return {"weapon": 0.0, "helmet": 0.5, "sandals": 0.3}[card.kind]


def _on_the_way(goal: Goal, *, is_there: bool) -> Why:
    """Why a move leads towards this goal."""
    if goal.thing == LEFT:
        return why("last-dragons")
    if goal.kind == LURE and space(goal.at).place == HEART:
        return why("lure-alive")
    if goal.kind in (MEET, LURE, NEAR, DRAW):
        return why(goal.kind)
    if goal.kind == FIGHT and goal.thing == GUARD:
        return why("guard" if is_there else "far-guard", percent=goal.percent)
    if goal.kind == FIGHT and goal.thing == "legend":
        return why("strike" if is_there else "far-strike")
    if goal.kind == FIGHT:
        return why("prey" if is_there else "far-prey")
    return towards(Prospect(0.0, goal, int(not is_there)))
