"""The part of the CombatPanel about the odds of a whole fight: who against what, and what comes of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.board import Backpack, Board
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear import absorption, fighting_weapons
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear, print_gear
from fujikoro_nb.engine.kernel import Answer, Illegal, Unreadable
from fujikoro_nb.odds import (
    COLOURS,
    Fighter,
    FightOdds,
    Foe,
    Goal,
    OddsError,
    Samurai,
    best_monk,
    monks_of,
    solve,
    solve_duel,
    what_if,
    whom_to_ask,
)
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets._background import Background, Report
from fujikoro_nb.widgets._base import Validator, flag, one_of, text, whole
from fujikoro_nb.widgets._combat_odds import (
    Ask,
    Solver,
    allies_view,
    answer_view,
    joint_of,
    joint_view,
    more_view,
    said_outcome,
    trace_view,
    who_starts,
)
from fujikoro_nb.widgets._fight_board import (
    MAX_FIGHTERS,
    MAX_INITIATIVE,
    MAX_PANEL_HEALTH,
    SIZES,
    Offer,
    board_of,
    offers_of,
    read_fighter,
    read_offer,
)
from fujikoro_nb.widgets._fight_labels import answer_label
from fujikoro_nb.widgets._gear_input import known_blueprints, recorded_blueprints, sentence_of
from fujikoro_nb.widgets._gear_link import BadLink, GearLink
from fujikoro_nb.widgets._monk_odds import monk_view
from fujikoro_nb.widgets._roll_part import RollPart

__all__ = ["OddsPart"]

LOG = logging.getLogger("fujikoro_nb.widgets")

TABS = ("odds", "play", "roll")
EXTRA_SPOTS = ("action", "scroll")
"""Monk spots that My gear does not ask for, because they change nothing on the board."""

ASIDE = ("trace", "advice")
"""What is asked for while the odds are counted: it runs first, then the counting begins again."""


FIGHTING_KINDS = (GearKind.WEAPON, GearKind.HELMET)
"""Gear whose magic counts in a fight."""


def numbers_not_typed(offer: Offer) -> tuple[str, ...]:
    """Numbers of a dragon that are our choice or the rulebook's example, not those of a person's card."""
    if isinstance(offer, PartlyTyped):
        return offer.ours
    return ("health", "initiative") if offer.mark in ("house", "rulebook") else ()


class PartlyTyped(Offer, frozen=True):
    """A dragon of which a person has typed one number. ``ours``: the numbers that are still those of its mark."""

    ours: tuple[str, ...] = ()


class OddsPart(RollPart):
    """Win, hurt or lose against a dragon. What takes longer than a tap runs beside the page.

    ``link_of`` gives the gear of the first fighter, ``dragons_of`` the dragons of the owner's pack.
    """

    from_browser: ClassVar[Mapping[str, Validator]] = {
        **RollPart.from_browser,
        "tab": one_of(*TABS),
        "goal": one_of(*(str(goal) for goal in Goal)),
        "is_all_dice": flag(),
    }
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **RollPart.acts,
        "dragon": {
            "health": whole(1, MAX_PANEL_HEALTH),
            "initiative": whole(0, MAX_INITIATIVE),
            "dice": one_of(*SIZES),
        },
        "typed": {"number": one_of("health", "initiative")},
        "offer": {"number": whole(0, 200)},
        "no-dragon": {},
        "fighter": {"text": text(max_length=2000)},
        "fighter-off": {"number": whole(0, MAX_FIGHTERS)},
        "monk": {"spot": one_of(*EXTRA_SPOTS), "on": flag()},
        "count": {},
        "why": {},
        "cancel": {},
    }

    helmet = t.Unicode()
    """Notation of the helmet, used without a ``grid``."""
    tab = t.Enum(TABS, default_value="odds").tag(sync=True)
    goal = t.Enum(tuple(str(goal) for goal in Goal), default_value="win").tag(sync=True)
    is_all_dice = t.Bool(False).tag(sync=True)
    foe = t.Instance(Offer, allow_none=True)
    dragon = t.Dict().tag(sync=True)
    """The chosen dragon; empty while none is."""
    offers: t.List[Any] = t.List().tag(sync=True)
    mine = t.Dict().tag(sync=True)
    """The first fighter's gear, as a page draws it; with a refusal when it cannot fight."""
    others: t.List[Any] = t.List().tag(sync=True)
    """The fighters that were added."""
    monks: t.List[Any] = t.List().tag(sync=True)
    answer: t.Dict[str, Any] = t.Dict({"state": "none"}).tag(sync=True)
    """``state`` is none, stale, busy, quick (all dice rolled, to be refined), ready, refused or cancelled."""
    monk: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """Which monk to send: ``state`` is busy, quick, ready, stale, refused or cancelled; empty: none can be sent."""
    more = t.Dict().tag(sync=True)
    trace = t.Dict().tag(sync=True)
    house_in_fight: t.List[Any] = t.List().tag(sync=True)
    """At the real box: colours of the dice of the whole fight that are the house's."""
    job = t.Dict().tag(sync=True)
    """What runs beside the page and the share done; empty: nothing."""

    def __init__(self, **settings: Any) -> None:
        self._link_of: Callable[[], GearLink] | None = settings.pop("link_of", None)
        self._areas_of: Callable[[bool], Areas] = settings.pop("areas_of", None) or (lambda _: Areas())
        self._dragons_of: Callable[[], tuple[Dragon, ...]] = settings.pop("dragons_of", None) or (lambda: ())
        self._solver = Solver()
        self._work = Background()
        self._links: tuple[GearLink, ...] = ()
        self._offers: tuple[Offer, ...] = ()
        self._is_counting = False
        self._again: Callable[[], None] | None = None
        """Begins the newest counting anew."""
        self._interrupted: Callable[[], None] | None = None
        self._at_hand: object = None
        """Monks, and cubes to throw, that the newest answer looked at."""
        super().__init__(**settings)
        self._is_counting = True
        if self.grid is not None:
            self.grid.observe(self._gear_changed, ["blueprints"])
        self.refresh_offers()
        self._show_fighters()

    # ---- who fights

    @property
    def link(self) -> GearLink:
        """The gear of the first fighter."""
        if self._link_of is not None:
            return self._link_of()
        if self.grid is not None:
            known = recorded_blueprints(self.grid.blueprints)
            return GearLink(
                gear=self.grid.gear,
                character=self.grid.character,
                is_unlocked=self.grid.is_unlocked,
                blueprints=known,
            )
        limits = character(self.character)
        gear = parse_gear(self.weapon, GearKind.WEAPON, limits)
        if self.helmet:
            worn = parse_gear(self.helmet, GearKind.HELMET, limits)
            gear = msgspec.structs.replace(gear, helmet=worn.helmet, helmet_magic=worn.helmet_magic)
        is_unlocked = bool(gear.weapon.occupied & limits.weapon.right)
        return GearLink(gear=gear, character=self.character, is_unlocked=is_unlocked)

    def board(self) -> Board:
        """The board of the first fighter."""
        return board_of(self.link, areas=self._areas_of, monks=tuple(self.monks))

    def boards(self) -> tuple[Board, ...]:
        """All fighters' boards."""
        return (self.board(), *(board_of(link, areas=self._areas_of) for link in self._links))

    def samurai(self) -> Samurai:
        """The first fighter for the solver. Raises Illegal."""
        return Samurai.of(self.board(), rulings=self._rulings).checked()

    @t.validate("helmet")
    def _readable_helmet(self, proposal: Any) -> str:
        try:
            parse_gear(proposal.value, GearKind.HELMET, character(self.character))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        return str(proposal.value)

    # ---- what is chosen

    def _set_from_browser(self, name: str, value: object) -> None:
        before = getattr(self, name) if name in ("goal", "is_all_dice") else None
        super()._set_from_browser(name, value)
        if before is not None and getattr(self, name) != before:
            self._chose(name, lambda: self.set_trait(name, before))

    def take_numbers(self, text: str) -> None:
        """The dragon of a link: ``12/9/4``, or none; one on offer with these numbers keeps its mark."""
        if text == ("" if self.foe is None else self.foe.text):
            return
        wanted = read_offer(text) if text else None
        alike = (offer for offer in self._offers if wanted is not None and offer.text == wanted.text)
        self.foe = next(alike, wanted)

    def refresh_offers(self) -> None:
        """The dragons that may be chosen: the owner's first, then the house's, each with its mark."""
        owned = offers_of(self._dragons_of())
        taken = {offer.id for offer in owned}
        house = tuple(offer for offer in offers_of(house_pack().dragons) if offer.id not in taken)
        self._offers = (*owned, *house)
        self.offers = [
            {**self._offer_row(offer), "number": number} for number, offer in enumerate(self._offers)
        ]

    def _offer_row(self, offer: Offer) -> dict[str, Any]:
        size = SIZES[offer.dice]
        return {
            "health": offer.health,
            "initiative": offer.initiative,
            "dice": offer.dice,
            "size": size,
            "name": self.say(f"combat.dragon-{offer.colour}"),
            "mark": offer.mark,
            "ours": list(numbers_not_typed(offer)),
        }

    def act_dragon(self, *, health: int, initiative: int, dice: int) -> None:
        """A dragon as three numbers. One that was not a person's keeps its mark until both of its own are typed."""
        was = self.foe
        if was is None or was.dice != dice:
            self._take(Offer(health, initiative, dice))
            return
        typed = {"health": health != was.health, "initiative": initiative != was.initiative}
        ours = tuple(name for name in numbers_not_typed(was) if not typed[name])
        if any(typed.values()):
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(health, initiative, dice, mark, ours=ours))

    def act_typed(self, *, number: str) -> None:
        """A person's card has the very number that stood there."""
        was = self.foe
        if was is not None and number in numbers_not_typed(was):
            ours = tuple(name for name in numbers_not_typed(was) if name != number)
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(was.health, was.initiative, was.dice, mark, ours=ours))

    def act_offer(self, *, number: int) -> None:
        """One of the dragons on offer."""
        if number < len(self._offers):
            self._take(self._offers[number])

    def act_no_dragon(self) -> None:
        """None any more."""
        self._take(None)

    def _take(self, offer: Offer | None) -> None:
        before = self.foe
        self.notice = ""
        self.foe = offer
        self._chose("dragon", lambda: self.set_trait("foe", before))

    @t.observe("foe")
    def _other_dragon(self, change: Any) -> None:
        self.dragon = {} if self.foe is None else self._offer_row(self.foe)
        self.count()

    @t.observe("goal", "is_all_dice")
    def _other_goal(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    def act_fighter(self, *, text: str) -> None:
        """One more fighter, by link or notation."""
        if len(self._links) + 1 >= MAX_FIGHTERS:
            self.notice = self.say("combat.fighters-full", max=MAX_FIGHTERS)
            return
        try:
            link = read_fighter(text, areas=self._areas_of)
            Samurai.of(board_of(link, areas=self._areas_of), rulings=self._rulings).checked()
        except BadLink as fault:
            raise t.TraitError(
                self.say("combat.fighter-unreadable", part=fault.said(language=self.language))
            ) from None
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        self._change_fighters((*self._links, link))

    def act_fighter_off(self, *, number: int) -> None:
        """A fighter leaves; 1 is the first that was added."""
        if 1 <= number <= len(self._links):
            self._change_fighters(self._links[: number - 1] + self._links[number:])

    def _change_fighters(self, links: tuple[GearLink, ...]) -> None:
        before = self._links
        self._set_fighters(links)
        self._chose("fighters", lambda: self._set_fighters(before))

    def _set_fighters(self, links: tuple[GearLink, ...]) -> None:
        self.notice = ""
        self._links = links
        self._show_fighters()
        self.count()

    def act_monk(self, *, spot: str, on: bool) -> None:
        """A monk on a spot that My gear does not ask for."""
        before = list(self.monks)
        self.monks = sorted({*before, spot} if on else set(before) - {spot})
        if self.monks != before:
            self._chose("monks", lambda: self.set_trait("monks", before))

    @t.observe("monks")
    def _other_monks(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    # ---- the first fighter changed

    def look_at_backpack(self) -> None:
        """Cubes or monks of the first fighter's board may have changed without its gear."""
        if self.answer["state"] not in ("none", "stale") and self._at_hand != self._monks_at_hand():
            self._stale()

    def _monks_at_hand(self) -> object:
        board = self.board()
        return board.monk_spots, board.backpack

    def _look_at_gear(self) -> None:
        super()._look_at_gear()
        if self._is_counting:
            self._show_fighters()
            self._stale()

    @t.observe("is_real_box")
    def _other_box(self, change: Any) -> None:
        if self._is_counting:
            self._show_fighters()

    @t.observe("helmet", "box", "language")
    def _other_terms(self, change: Any) -> None:
        if self._is_counting:
            self._show_fighters()
            self._stale()

    def _stale(self) -> None:
        """The numbers are those of other gear; a page in sight asks for new ones."""
        self.drop_work()
        if self.more.get("state") == "busy":
            self.more = {}
        if self.monk:
            self.monk = {**self.monk, "state": "stale"}
        if self.answer.get("state") not in (None, "none"):
            self.answer = {**self.answer, "state": "stale"}

    def _show_fighters(self) -> None:
        with self.hold_sync():
            self.mine = self._fighter_row(self.board(), 0)
            self.others = [
                self._fighter_row(board, number) for number, board in enumerate(self.boards()[1:], 1)
            ]
            self.house_in_fight = self._house_in_fight()

    def _house_in_fight(self) -> list[str]:
        """The dragon rolls white dice in every fight; the samurai those of their weapons."""
        if not self.is_real_box:
            return []
        held = "".join(str(board.gear.weapon.cubes) for board in self.boards())
        held += "T" + ("G" if any(board.gear.weapon_magic is not None for board in self.boards()) else "")
        return [
            letter for letter in COLOURS if letter in held and self.box[letter].provenance == Provenance.HOUSE
        ]

    def _assumed(self, number: int) -> list[str]:
        """What the odds take for granted of magic whose blueprint is owned, but its pattern not recorded."""
        link = (self.link, *self._links)[number]
        return [
            self.say(f"combat.assumed-{kind}", name=self.fighter_name(number))
            for kind, one in known_blueprints(link.blueprints).items()
            if kind in FIGHTING_KINDS
            and one.state == "owned"
            and one.pattern is None
            and link.gear.is_magical(kind)
        ]

    def _fighter_row(self, board: Board, number: int) -> dict[str, Any]:
        gear, limits = board.gear, board.limits
        samurai = Samurai.of(board, rulings=self._rulings)
        refusal = {}
        try:
            samurai.checked()
        except Illegal as fault:
            refusal = {
                "sentence": error_sentence(fault, language=str(self.language)),
                "rule": fault.refusals[0].rule,
            }
        return {
            "name": self.fighter_name(number),
            "weapon": print_gear(gear, GearKind.WEAPON, limits),
            "helmet": print_gear(gear, GearKind.HELMET, limits),
            "cubes": len(gear.weapon),
            "initiative": samurai.initiative,
            "absorbs": absorption(gear, GearKind.HELMET, rulings=self._rulings),
            "usable": any(
                weapon.is_usable for weapon in fighting_weapons(gear, limits, rulings=self._rulings)
            ),
            "columns": limits.weapon.columns,
            "rows": limits.weapon.rows,
            "split": limits.weapon.left_columns,
            "assumed": self._assumed(number),
            **({"refusal": refusal} if refusal else {}),
        }

    def fighter_name(self, number: int) -> str:
        """What a page calls a seat."""
        return self.say("combat.you") if number == 0 else self.say("combat.fighter-n", n=number + 1)

    # ---- counting

    def act_count(self) -> None:
        """A page that is in sight wants the numbers to be those of the gear."""
        state = self.answer.get("state")
        is_waiting = state in ("busy", "quick") and not self.job
        if state in ("stale", "cancelled") or is_waiting:
            self.count()

    def act_cancel(self) -> None:
        """Stop what runs; the numbers that stand stay."""
        was = self.job.get("what")
        self.cancel_work()
        if was == "odds":
            known = "said" in self.answer
            self.answer = {**self.answer, "state": "cancelled"} if known else {"state": "cancelled"}
            self.monk = {}
        elif was in ("monk", "more", "curve"):
            if self.more.get("state") == "busy":
                self.more = {"state": "cancelled"}
            if self.monk.get("state") in ("busy", "quick"):
                self.monk = {**self.monk, "state": "cancelled"}
        self.notice = self.say("odds.cancelled") if was else ""

    def cancel_work(self) -> None:
        """Stop what runs, quietly; the counting that it had interrupted begins again."""
        self._work.cancel()
        self.job = {}
        self._resume()

    def drop_work(self) -> None:
        """Stop what runs and forget what waits: their question is no longer asked."""
        self._interrupted = None
        self.cancel_work()

    def close(self) -> None:
        """Nobody waits for a number any more."""
        self._interrupted = None
        self._work.cancel()
        super().close()

    def ask(self, samurai: Samurai, *, all_dice: bool) -> Ask:
        """The question to the solver: without monks, and so the same whatever there is to throw."""
        assert self.foe is not None, "somebody to fight"
        samurai = msgspec.structs.replace(samurai, backpack=Backpack(), monk_spots=())
        return Ask.of(samurai, self.foe.foe, self.box, goal=str(self.goal), all_dice=all_dice)

    def count(self) -> None:
        """The odds of this gear against this dragon; what is not known already runs beside the page."""
        self.drop_work()
        self.trace = {}
        self.more = {}
        self._at_hand = self._monks_at_hand()
        if self.foe is None:
            self.monk = {}
            self.answer = {"state": "none"}
            return
        try:
            samurai = self.samurai()
        except Illegal as fault:
            sentence = error_sentence(fault, language=str(self.language))
            self.monk = {}
            self.answer = {"state": "refused", "sentence": sentence, "rule": fault.refusals[0].rule}
            return
        can_send = not self._links and any(monks_of(samurai, self.foe.foe))
        self.monk = {**self.monk, "state": "busy"} if can_send else {}
        ask, foe = self.ask(samurai, all_dice=bool(self.is_all_dice)), self.foe.foe
        if self._links:
            self._count_joint(ask, foe)
            return
        known = self._solver.known(ask, foe.health)
        if known is not None:
            self._answered(self._view(known, foe, "ready"), ask, foe)
            return
        old = {key: value for key, value in self.answer.items() if key not in ("first", "fighters", "falls")}
        self.answer = {**old, "state": "busy", "first": who_starts(samurai, foe, self.say)}
        quick = msgspec.structs.replace(ask, all_dice=True)
        if quick == ask:
            self._count_all(ask, foe, share=0.0)
        else:
            self._run(
                "odds",
                lambda report: self._solved_view(quick, foe, lambda share: report(share / 4), "quick"),
                lambda view: self._answered_quickly(view, ask, foe),
            )

    def _count_all(self, ask: Ask, foe: Foe, *, share: float) -> None:
        self._run(
            "odds",
            lambda report: self._solved_view(
                ask, foe, lambda done: report(share + done * (1 - share)), "ready"
            ),
            lambda view: self._answered(view, ask, foe),
            share=share,
        )

    def _count_joint(self, ask: Ask, foe: Foe) -> None:
        """All fighters together, each with fixed play; then what each of the others is worth."""
        fighters = [Fighter(Samurai.of(board, rulings=self._rulings)) for board in self.boards()]
        names = [self.fighter_name(number) for number in range(len(fighters))]
        first = who_starts(ask.samurai, foe, self.say)
        old = {key: value for key, value in self.answer.items() if key != "curve"}
        self.answer = {**old, "state": "busy", "first": first}

        def work(report: Report) -> dict[str, Any]:
            odds = joint_of(fighters, foe, ask, report=report)
            view = joint_view(odds, self.say, names=names)
            return {"state": "ready", "health": foe.health, "all": ask.all_dice, "first": first, **view}

        def allies(report: Report) -> dict[str, Any]:
            faces = dict(ask.faces)
            asked = whom_to_ask(
                fighters[0], fighters[1:], foe, faces, goal=ask.goal, all_dice=ask.all_dice, progress=report
            )
            duels = []
            for other in fighters[1:]:
                report(0.99)
                duels.append(solve_duel(ask.samurai, other.samurai, faces, all_dice=True))
            return {"state": "ready", **allies_view(asked, duels, self.say, names=names[1:])}

        def done(view: dict[str, Any]) -> None:
            self.answer = view
            self.more = {"state": "busy"}
            self._run("more", allies, lambda found: self.set_trait("more", found))

        self._run("odds", work, done)

    def _solved_view(self, ask: Ask, foe: Foe, report: Report, state: str) -> dict[str, Any]:
        return self._view(self._solver.solved(ask, foe.health, report=report), foe, state)

    def _view(self, odds: FightOdds, foe: Foe, state: str) -> dict[str, Any]:
        return {"state": state, **answer_view(odds, foe, self.say, label=self.label)}

    def label(self, answer: Answer) -> str:
        """An answer in a fight in a few words."""
        return answer_label(answer, self.say)

    def _answered_quickly(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """With all dice rolled: shown as such until the free choice is counted."""
        self.answer = view
        self._count_all(ask, foe, share=0.25)

    def _answered(self, view: dict[str, Any], ask: Ask, foe: Foe) -> None:
        """The answer stands; then monks are tried, the curve grows, one more cube is tried everywhere."""
        self.answer = view
        self.more = {"state": "busy"}
        if self.monk:
            self._count_monks(lambda: self._widen(ask, foe), all_dice=True)
        else:
            self._widen(ask, foe)

    def _count_monks(self, then: Callable[[], None], *, all_dice: bool) -> None:
        """Which monk to send: with all dice rolled at first, because there are many; the free choice comes last."""
        assert self.foe is not None, "somebody to fight"
        samurai, foe, goal = self.samurai(), self.foe.foe, str(self.goal)
        faces, is_quick = dict(self.box), all_dice and not self.is_all_dice

        def work(report: Report) -> dict[str, Any]:
            try:
                found = best_monk(samurai, foe, faces, goal=goal, all_dice=all_dice, progress=report)
            except OddsError as fault:  # too large with a monk; the rest goes on
                return {"state": "refused", "sentence": self.say(f"odds.{fault.key}", **fault.data)}
            return monk_view(found, samurai.backpack, self.say, is_quick=is_quick)

        def done(view: dict[str, Any]) -> None:
            self.monk = view
            then()

        self._run("monk", work, done)

    def _widen(self, ask: Ask, foe: Foe) -> None:
        if self._solver.is_wide(ask, foe.health):
            self._count_more()
            return

        def widen(report: Report) -> dict[str, Any]:
            return self._view(self._solver.widened(ask, foe.health, report=report), foe, "ready")

        def widened(view: dict[str, Any]) -> None:
            self.answer = view
            self._count_more()

        self._run("curve", widen, widened)

    def _count_more(self) -> None:
        """What one more cube would bring; with all dice rolled, because that is a hundred fights."""
        assert self.foe is not None, "somebody to fight"
        samurai, foe, goal = self.samurai(), self.foe.foe, str(self.goal)
        faces = dict(self.box)

        def work(report: Report) -> dict[str, Any]:
            found = what_if(samurai, foe, faces, goal=goal, all_dice=True, progress=report)
            return {"state": "ready", **more_view(found, self.say, goal=goal)}

        def done(view: dict[str, Any]) -> None:
            self.more = view
            if self.monk.get("state") == "quick":
                self._count_monks(lambda: None, all_dice=False)

        self.more = {"state": "busy"}
        self._run("more", work, done)

    def act_why(self) -> None:
        """Round by round."""
        if self.foe is None or "curve" not in self.answer or self.answer["state"] == "stale":
            return  # nothing is counted yet, or others fight along
        samurai, foe = self.samurai(), self.foe.foe
        ask = self.ask(samurai, all_dice=bool(self.is_all_dice))

        def work(report: Report) -> dict[str, Any]:
            odds = solve(samurai, foe, dict(ask.faces), goal=ask.goal, all_dice=ask.all_dice, progress=report)
            return trace_view(odds, odds.distributions, self.say)

        self._run("trace", work, lambda view: self.set_trait("trace", view))

    def _run(
        self,
        what: str,
        work: Callable[[Report], Any],
        done: Callable[[Any], None],
        *,
        share: float = 0.0,
    ) -> None:
        """Do this instead of what runs; what is asked aside lets the counting go on afterwards."""
        if what not in ASIDE:
            self._again = lambda: self._run(what, work, done, share=share)
            self._interrupted = None
        elif self.job and self.job["what"] not in ASIDE:
            self._interrupted = self._again

        def finished(result: Any) -> None:
            with self.hold_sync():
                with self._watched(what):
                    self.job = {}
                    done(result)
                self._resume()

        def failed(fault: Exception) -> None:
            with self.hold_sync():
                self.job = {}
                self._failed(what, fault)
                self._resume()

        self.job = {"what": what, "share": share}
        self._work.start(
            work,
            done=finished,
            failed=failed,
            progress=lambda share: self.set_trait("job", {"what": what, "share": round(share, 3)}),
        )

    def _resume(self) -> None:
        """Begin again what something asked aside had interrupted."""
        again, self._interrupted = self._interrupted, None
        if again is not None:
            again()

    def _failed(self, what: str, fault: Exception) -> None:
        """One sentence; what was chosen and what is known stays."""
        if isinstance(fault, OddsError):
            sentence = self.say(f"odds.{fault.key}", **fault.data)
        elif isinstance(fault, (Illegal, Unreadable)):
            sentence = error_sentence(fault, language=str(self.language))
        else:
            LOG.error("%s: %s failed", type(self).__name__, what, exc_info=fault)
            sentence = self.say("widgets.failed")
        if what == "odds":
            self.monk = {}
            self.answer = {"state": "refused", "sentence": sentence, "rule": ""}
        elif what in ("monk", "more", "curve"):
            if self.more.get("state") == "busy":
                self.more = {"state": "refused", "sentence": sentence}
            if what == "monk":
                self.monk = {"state": "refused", "sentence": sentence}
        else:
            self.notice = sentence

    def odds_of(self, outcome: Any) -> dict[str, Any]:
        """Three numbers of an outcome."""
        return said_outcome(outcome, self.say)
