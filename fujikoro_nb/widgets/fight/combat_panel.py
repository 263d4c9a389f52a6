"""CombatPanel: fight or wait? The odds of a fight, the fight itself in play, and one roll before it is rolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds import COLOURS, Goal, RollOdds, Samurai
from fujikoro_nb.play.fights import FightSession
from fujikoro_nb.views.fight.board import MAX_FIGHTERS, MAX_INITIATIVE, MAX_PANEL_HEALTH, SIZES
from fujikoro_nb.views.gear.input import sentence_of
from fujikoro_nb.widgets.base.widget import Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.fight.fighters import EXTRA_SPOTS, FightersController
from fujikoro_nb.widgets.fight.odds import OddsController
from fujikoro_nb.widgets.fight.panel_traits import TABS, PanelTraits
from fujikoro_nb.widgets.fight.play import MAX_SAVE, PlayController
from fujikoro_nb.widgets.fight.roll import OnChoice, RollController

__all__ = ["CombatPanel"]

MAX_HITS = 80
_COLOUR = one_of(*COLOURS)


class CombatPanel(PanelTraits, front_end="combat_panel"):
    """Odds, play and one roll, for the gear of a CraftGrid or of a text.

    ``CombatPanel(grid=grid)`` follows a CraftGrid, ``CombatPanel(weapon="WWMT", helmet="MM")`` two texts. ``dice`` is
    what is rolled in the part about one roll (combat.attack.fewer); it starts as all dice of the chosen weapon. ``box``
    gives the die of each colour; an owner's faces go through ``keep``, so that they last longer than this panel.
    ``link_of`` gives the gear of the first fighter, ``dragons_of`` the dragons of the owner's pack. ``on_choice`` is
    told what a person chose, ``on_take_back`` when the panel's own undo took such a thing back. Against a dragon:

        panel.act_dragon(health=12, initiative=9, dice=4)
        panel.answer["said"]                  # win, hurt, lose of 100 fights
    """

    from_browser: ClassVar[Mapping[str, Validator]] = {
        "chosen": whole(0, 9),
        "dice": text(max_length=40),
        "target": whole(0, MAX_HITS),
        "tab": one_of(*TABS),
        "goal": one_of(*(str(goal) for goal in Goal)),
        "is_all_dice": flag(),
        "came": flag(),
    }
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "all-dice": {},
        "faces": {"colour": _COLOUR, "faces": text(max_length=60)},
        "house-faces": {"colour": _COLOUR},
        "to-gear": {},
        "dragon": {
            "health": whole(1, MAX_PANEL_HEALTH),
            "initiative": whole(0, MAX_INITIATIVE),
            "dice": one_of(*SIZES),
        },
        "turn-to": {"tab": one_of(*TABS)},
        "typed": {"number": one_of("health", "initiative")},
        "offer": {"number": whole(0, 200)},
        "no-dragon": {},
        "guard": {"other": whole(1, MAX_FIGHTERS - 1)},
        "fighter": {"text": text(max_length=2000)},
        "fighter-off": {"number": whole(0, MAX_FIGHTERS)},
        "monk": {"spot": one_of(*EXTRA_SPOTS), "on": flag()},
        "count": {},
        "why": {},
        "cancel": {},
        "begin": {},
        "duel": {"other": whole(1, MAX_FIGHTERS - 1)},
        "play": {"text": text(max_length=400), "at": whole(0, 10**6)},
        "deal": {"at": whole(0, 10**6)},
        "play-undo": {},
        "play-redo": {},
        "leave": {},
        "swap": {},
        "advise": {},
        "restore": {"save": text(max_length=MAX_SAVE)},
    }

    def __init__(self, **settings: Any) -> None:
        self._is_counting = False
        self._on_choice: OnChoice | None = settings.pop("on_choice", None)
        self._put_together(settings)
        dice = settings.pop("dice", None)
        if "box" not in settings:
            from fujikoro_nb.content import house_pack

            settings["box"] = {die.material: die for die in house_pack().dice}
        settings.setdefault("house", settings["box"])
        super().__init__(**settings)
        if self.grid is not None:
            self.grid.observe(self._gear_changed, ["gear", "character", "areas", "is_unlocked", "rulings"])
        self._look_at_gear()
        if dice is not None:
            self.dice = dice
        self._is_counting = True
        if self.grid is not None:
            self.grid.observe(self._gear_changed, ["blueprints"])
        self.fighters.refresh_offers()
        self.fighters.show()

    def _put_together(self, settings: dict[str, Any]) -> None:
        """The controllers, with what whoever made the panel gave for them."""
        self.rolling = RollController(
            self,
            chose=self._chose,
            keep=settings.pop("keep", None),
            open_gear=settings.pop("open_gear", None),
        )

        def rulings() -> Rulings:
            return self.rolling.rulings_now

        self.fighters = FightersController(
            self,
            rulings=rulings,
            link_of=settings.pop("link_of", None),
            areas_of=settings.pop("areas_of", None),
            dragons_of=settings.pop("dragons_of", None),
            count=self.count,
            chose=self._chose,
        )
        self.counting = OddsController(self, self.fighters, rulings=rulings, watched=self._watched)
        self.playing = PlayController(
            self,
            self.fighters,
            self.counting,
            rulings=rulings,
            chose=self._chose,
            take_back=settings.pop("on_take_back", None),
        )

    def speak_anew(self) -> None:
        """Gear, dragons, the fight and its odds; what was worked out is not worked out again."""
        asked = str(self.job.get("what", ""))
        self.rolling.look_at_gear()
        self.rolling.describe()
        self.fighters.refresh_offers()
        self.fighters.tell_dragon()
        self.fighters.show()
        with self.counting.service.held():
            self.counting.speak_anew(asked)
            self.playing.speak_anew(asked)

    def close(self) -> None:
        """Nobody waits for a number any more."""
        if self.comm is not None:  # else it was never made, or is closed
            self.counting.close()
        super().close()

    def _chose(self, name: str, restore: Callable[[], None]) -> None:
        if self._on_choice is not None:
            self._on_choice(name, restore)

    # ---- for whoever holds the panel

    @property
    def limits(self) -> BoardLimits:
        """The board of whoever holds the weapon."""
        return self.rolling.limits

    @property
    def roll(self) -> RollOdds:
        """The engine's exact odds of the dice that are rolled."""
        return self.rolling.roll

    @property
    def session(self) -> FightSession | None:
        """The fight in play, as the kernel has it."""
        return self.playing.session

    def samurai(self) -> Samurai:
        """The first fighter for the solver. Raises Illegal."""
        return self.fighters.samurai()

    def use(self, die: Die) -> None:
        """Use this die from now on, and keep it."""
        self.rolling.use(die)

    def take_numbers(self, text: str) -> None:
        """The dragon of a link: ``12/9/4``, or none."""
        self.fighters.take_numbers(text)

    def refresh_offers(self) -> None:
        """The owner's dragons may be others."""
        self.fighters.refresh_offers()

    def look_at_backpack(self) -> None:
        """Cubes or monks of the first fighter's board may have changed without its gear."""
        self.counting.look_at_backpack()

    def count(self) -> None:
        """The fighters, the dragon or the goal are others: count anew."""
        self.counting.count()

    def cancel_work(self) -> None:
        """Stop what runs, quietly; the counting that it had interrupted begins again."""
        self.counting.cancel_work()

    def undo_play(self) -> None:
        """Take back the last answer of the fight, asked for by the page around the panel."""
        self.playing.undo_play()

    # ---- what may be set

    @t.validate("weapon")
    def _readable_weapon(self, proposal: Any) -> str:
        return self._readable(proposal, GearKind.WEAPON)

    @t.validate("helmet")
    def _readable_helmet(self, proposal: Any) -> str:
        return self._readable(proposal, GearKind.HELMET)

    def _readable(self, proposal: Any, kind: GearKind) -> str:
        try:
            parse_gear(proposal.value, kind, character(self.character))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        return str(proposal.value)

    @t.validate("dice")
    def _rollable(self, proposal: Any) -> str:
        return self.rolling.rollable(proposal.value)

    @t.validate("chosen")
    def _one_of_the_weapons(self, proposal: Any) -> int:
        return self.rolling.one_of_the_weapons(int(proposal.value))

    def _set_from_browser(self, name: str, value: object) -> None:
        goal = getattr(self, name) if name in ("goal", "is_all_dice", "came") else None
        before = self.rolling.choice
        super()._set_from_browser(name, value)
        if self.rolling.choice != before:
            self._chose(name, lambda: self.rolling.choose_again(*before))
        if goal is not None and getattr(self, name) != goal:
            self._chose(name, lambda: self.set_trait(name, goal))

    # ---- what was set; several hear of the same trait in the order of their names

    @t.observe("weapon", "character", "rulings")
    def _own_gear_changed(self, change: Any) -> None:
        if self.grid is None and self.keys:
            self._look_at_gear()

    def _gear_changed(self, change: Any) -> None:
        self._look_at_gear()

    def _look_at_gear(self) -> None:
        self.rolling.look_at_gear()
        if self._is_counting:
            self.fighters.show()
            self.counting.stale()

    @t.observe("chosen")
    def _other_weapon(self, change: Any) -> None:
        self.rolling.choose_weapon()

    @t.observe("dice", "box", "is_real_box")
    def _describe(self, change: Any) -> None:
        self.rolling.describe()

    @t.observe("foe")
    def _other_dragon(self, change: Any) -> None:
        self.fighters.tell_dragon()
        self.count()

    @t.observe("goal", "is_all_dice")
    def _other_goal(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    @t.observe("mode", "came", "teeth", "has_guards")
    def _other_meeting(self, change: Any) -> None:
        self.walks, self.may_duel = self.mode.said.dragons_move, self.mode.may_duel
        if self._is_counting:
            self.count()

    @t.observe("monks")
    def _other_monks(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    @t.observe("is_real_box")
    def _other_box(self, change: Any) -> None:
        if self._is_counting:
            self.fighters.show()

    @t.observe("is_real_box")
    def _marks_of_this_box(self, change: Any) -> None:
        self.playing.mark_house_dice(change.new)

    @t.observe("helmet", "box")
    def _other_terms(self, change: Any) -> None:
        if self._is_counting:
            self.fighters.show()
            self.counting.stale()

    # ---- acts of the browser: one roll

    def act_all_dice(self) -> None:
        """Roll all dice of the weapon."""
        self.rolling.choose_all_dice()

    def act_faces(self, *, colour: str, faces: str) -> None:
        """The owner's own die."""
        self.rolling.set_faces(colour, faces)

    def act_house_faces(self, *, colour: str) -> None:
        """Back to the die that the panel came with."""
        self.rolling.use_house_faces(colour)

    def act_to_gear(self) -> None:
        """The page around the panel shows the gear."""
        self.rolling.show_gear()

    # ---- who fights

    def act_turn_to(self, *, tab: str) -> None:
        """Another part of the panel."""
        self.tab = tab

    def act_dragon(self, *, health: int, initiative: int, dice: int) -> None:
        """A dragon as three numbers."""
        self.fighters.set_dragon(health, initiative, dice)

    def act_typed(self, *, number: str) -> None:
        """A person's card has the very number that stood there."""
        self.fighters.set_typed(number)

    def act_offer(self, *, number: int) -> None:
        """One of the dragons on offer."""
        self.fighters.take_offer(number)

    def act_no_dragon(self) -> None:
        """None any more."""
        self.fighters.take_no_dragon()

    def act_fighter(self, *, text: str) -> None:
        """One more fighter, by link or notation."""
        self.fighters.add_fighter(text)

    def act_fighter_off(self, *, number: int) -> None:
        """A fighter leaves; 1 is the first that was added."""
        self.fighters.drop_fighter(number)

    def act_monk(self, *, spot: str, on: bool) -> None:
        """A monk on a spot that My gear does not ask for."""
        self.fighters.set_monk(spot, on)

    # ---- the odds of the fight

    def act_count(self) -> None:
        """A page that is in sight wants the numbers to be those of the gear."""
        self.counting.count_in_sight()

    def act_cancel(self) -> None:
        """Stop what runs; the numbers that stand stay."""
        self.counting.cancel()

    def act_why(self) -> None:
        """Round by round."""
        self.counting.tell_why()

    # ---- the fight in play

    def act_begin(self) -> None:
        """All fighters against the dragon."""
        self.playing.begin()

    def act_duel(self, *, other: int) -> None:
        """The first fighter moves onto the space of another one."""
        self.playing.duel(other)

    def act_guard(self, *, other: int) -> None:
        """The first fighter steps into the temple of another one, as the fallen samurai of scenario 7."""
        self.playing.guard(other)

    def act_play(self, *, text: str, at: int) -> None:
        """An answer as a short text."""
        self.playing.play(text, at)

    def act_deal(self, *, at: int) -> None:
        """Our dice instead of real ones."""
        self.playing.deal(at)

    def act_play_undo(self) -> None:
        """Take back the last answer with all that followed it by itself."""
        self.playing.take_back()

    def act_play_redo(self) -> None:
        """Bring back what was taken back."""
        self.playing.redo()

    def act_leave(self) -> None:
        """Put the fight away."""
        self.playing.leave()

    def act_swap(self) -> None:
        """Back to the fight that was put away when this one began."""
        self.playing.swap()

    def act_advise(self) -> None:
        """What each answer to the present question is worth, the best first."""
        self.playing.advise()

    def act_restore(self, *, save: str) -> None:
        """The save that a browser kept."""
        self.playing.restore(save)
