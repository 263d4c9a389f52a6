"""The switches: where the rulebooks disagree or are silent, and which reading a table plays.

Named after the ledger rule they belong to. The first reading is the adopted one. Rules ask a `Rulings`; they never
branch on a mode or an edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from fujikoro_nb.engine.kernel import Readings, Switch, adopted_of, switches_by_rule

SWITCHES: Mapping[str, Switch] = switches_by_rule(
    # 001 and 004 decide by place; 000 allows a two-handed weapon of 1-12 cubes without naming both parts.
    Switch("craft.weapon.hand-type", ("both-parts", "any-place")),
    # 000 ties the check to the rest, 001 and 004 to resting and crafting.
    Switch("gearcard.claim.without-craft", ("every-rest", "after-crafting")),
    # 001 and the summary of 004 say "may"; 000 obtains the card at once.
    Switch("gearcard.claim.optional", ("may", "must")),
    # 000 says turned; "orientation" in 001 and 004 does not clearly include a mirror image.
    Switch("gearcard.match.rotation", ("turned", "turned-or-mirrored")),
    # 001 and 004: any cube; 000: until the gear no longer matches.
    Switch("magic.loss.no-blueprint-any-cube", ("any-cube", "no-longer-matches")),
    # No source rules on it: the cube lies on a cube of one piece, or its owner chooses.
    Switch("magic.split-carrier", ("carrier", "owner-chooses")),
    # 004: +4 to the weapon under the cube; 000: +4 if the longest is magical; 001: +4 if a weapon is.
    Switch("combat.init.magic", ("carrying-weapon", "longest-if-magical", "longest-plus")),
    # No source rules on the length of a weapon that cannot be used.
    Switch("combat.init.usable-only", ("usable", "any-weapon")),
    # 000 and 004: a tooth absorbs three; 001 prints two.
    Switch("combat.helmet.absorb", ("tooth-three", "tooth-two")),
    # 000 and 004 begin with the active player; 001 at the active player's left.
    Switch("combat.init.tie-samurai", ("active-first", "active-last")),
    # 000: may; the first breakage example of 001 says must.
    Switch("combat.retreat.optional", ("may", "must")),
    # No source says whether every monk is decided on before the first one is resolved.
    Switch("combat.hero.resolve-each", ("one-by-one", "decide-first")),
    # 000: any printed value for two players; 001 and 004 name the legendary dragon only.
    Switch("combat.health.stat-by-count", ("any-dragon", "legendary-only")),
    # The map chapters name bridges among the safe tiles, the chapters on moves and duels of 001 and 004 do not.
    Switch("map.safe-tiles", ("with-bridges", "without-bridges")),
    # 000 exempts the safe tiles; 001 and 004 write no exemption.
    Switch("map.capacity.safe-exempt", ("exempt", "two")),
    # 000 and 004 move up to two spaces; 001 prints one to two.
    Switch("turn.pass-fallback", ("up-to", "one-step")),
    # 000 and 004 pay after the move, as the example of 001 does; the rule text of 001 pays per step.
    Switch("move.lava.pay-after", ("together", "each-step")),
    # 000 and the main texts say survived; the summary of 001 says won.
    Switch("combat.end.continue", ("conscious", "won")),
    # An example of 001 lets a samurai join again once the weapon is mended; no rule asks for a weapon.
    Switch("combat.join.weapon-not-required", ("no-weapon-needed", "usable-weapon")),
    # 001 and 004 move only the defeated; 000 sends who retreats back to where it came from.
    Switch("duel.surrender.stay", ("stays", "where-it-came-from")),
    # 001 and 004 let the winner choose; 000 has the dragon's wording only.
    Switch("duel.defeat.where", ("winner-chooses", "where-it-came-from")),
    # 001 and 004 allow the bonus alone; 000 gives it each time the action is performed.
    Switch("gearcard.bonus.either-both", ("bonus-alone", "with-main")),
    # The example of 001 and 004 keeps a part; their backpack section gathers nothing without room.
    Switch("gather.token.partial", ("keep-part", "all-or-nothing")),
    # 000 lists adding and replacing as free alternatives; 001 and 004 describe the forced case only.
    Switch("gather.scroll.replace-optional", ("free-choice", "only-when-full")),
    # 001 and 004: backpack when all spots are taken; 000 leaves the choice.
    Switch("gather.monk.backpack", ("spot-first", "free-choice")),
    # 000 and 004 place the card with its side; the example of 001 chooses at the first use.
    Switch("gearcard.bonus.weapon-fixed", ("at-placement", "first-use")),
    # 000 and the summary of 004 want a turn that ends there; the main text of 004 also takes who stands there.
    Switch("escape.rope.not-on-placement", ("own-turn", "on-placement")),
    # 001 and 004 name the space with the rope, 000 its tile.
    Switch("escape.secret", ("space", "tile")),
    # All three describe it in the Final Chapter, none says that it is closed before.
    Switch("escape.secret.final-only", ("final-chapter", "always")),
    # 000 and 004 state the move as a fact; 001 says may.
    Switch("escape.mandatory", ("automatic", "optional")),
    # 000 and 004: whoever left first; 001: an escaped player beats one who is still inside.
    Switch("end.tie", ("earliest", "escaped")),
    # Both booklets: solo health in all of co-op in one chapter, with one player only in another.
    Switch("coop.combat.health-solo-icon", ("solo-only", "every-coop")),
    # The lists of goals have no order, both reference sheets say first the dragon.
    Switch("coop.goal.escape-after-legendary", ("first-dragon", "any-order")),
    # 001 says may, 004 states a fact.
    Switch("coop.goal.escape-at-turn-end", ("automatic", "may-stay")),
    # No source says whose backpack has to hold the blueprint.
    Switch("coop.goal.collective-set", ("anyone-holds", "wearer-holds")),
    # Both say before every round, which would leave one round fewer than they promise.
    Switch("coop.rounds.no-advance-before-first", ("skipped", "advanced")),
    # No source says whether the card one begins with counts as one of its kind.
    Switch("coop.setup.gear-card-counts-as-owned", ("counts", "beside")),
    # No source lets the token be passed on, none forbids it.
    Switch("coop.rounds.first-player-fixed", ("fixed", "passes")),
    # 000 exempts the safe tiles; 001 and 004 write no exemption.
    Switch("coop.play.two-per-space", ("safe-exempt", "centre-exempt")),
    # 004 counts from above, 001 gives no unit.
    Switch("coop.dragon.moves-towards-nearest", ("from-above", "by-route")),
    # The map chapters name bridges among the safe tiles, the co-op chapters name no bridges.
    Switch("coop.dragon.safe-samurai-invisible", ("with-bridges", "without-bridges")),
    # No source says how far a dragon goes round another one.
    Switch("coop.dragon.blocked-stays", ("must-get-nearer", "may-sidestep")),
    # No source says whether all on the tile have to fight.
    Switch("coop.dragon.move-triggers-combat", ("all-on-tile", "who-wants")),
    # Nobody came from anywhere, so the rule of retreats has no space to name.
    Switch("coop.dragon.retreat-when-attacked", ("beside-tile", "never")),
    # The competitive game gives everybody a tooth a symbol, the co-op chapters share them.
    Switch("coop.combat.teeth-from-dice-shared", ("pool", "each-then-share")),
    # Co-op names the centre for knock-outs only.
    Switch("coop.lives.lava-revival-place", ("temple", "centre")),
    # The competitive game ends on the eighth space; both co-op chapters promise eight rounds.
    Switch("coop.final.eight-rounds", ("after-eighth", "at-eighth")),
    # 001 hints at a rope, no goal accepts it.
    Switch("coop.final.no-rope", ("no-rope", "rope")),
    # Only fights between samurai are excluded while the mountain erupts.
    Switch("coop.final.lava-push-onto-dragon", ("dragon-step", "at-once")),
    # No source says in whose turn things change hands.
    Switch("coop.trade.same-space", ("own-turn-or-other", "own-turn")),
    # 000 prints five spaces with complete sandals, 001 and 004 one further step.
    Switch("char.masako.move", ("four", "five")),
    # No source says whether a rest brings two crafts.
    Switch("char.yoshihiro.craft-after-each-action", ("once-after-rest", "twice")),
    # The chapters on gear cards tie them to resting.
    Switch("char.yoshihiro.gear-card-any-craft", ("any-craft", "rest-only")),
    # No source says whether the space that is jumped over is a step.
    Switch("char.mitsuhide.lava-jump", ("one-step", "extra")),
    # No source says whether the step onto the tile is one of the four.
    Switch("char.daisuke.join-from-four", ("four-with-entry", "four-then-entry")),
    # No source says whether the rolls of others count.
    Switch("char.daisuke.retreat-any-roll", ("any-roll", "own-roll")),
    # 004 leaves the rule out.
    Switch("char.tomoe.blueprint-with-two-weapons", ("swap", "as-drawn")),
    # No source says whether the turn in which one leaves is one of those in the palace.
    Switch("scenario.1.competitive.escape-delayed", ("with-reward", "later-reward")),
    # No source says how many actions may be bought in a turn.
    Switch("scenario.1.competitive.tokens-extra-action", ("any-number", "one")),
    # 001 has one word for turn and round, 004 says round.
    Switch("scenario.2.competitive.dragons-move-each-round", ("round", "turn")),
    # 001 revives in a temple, 004 is silent.
    Switch("scenario.2.competitive.knockout-temple", ("temple", "usual")),
    # No source says whether the usual reward stays.
    Switch("scenario.2.competitive.take-dragon", ("all-rewarded", "killer-only")),
    # No source says whether a dragon counts in a set of each sort.
    Switch("scenario.2.competitive.sets-disjoint", ("one-set", "each-sort")),
    # 001 says tour, which may be a turn; 004 says Runde.
    Switch("scenario.4.competitive.monk-move", ("round", "turn")),
    # No source says whether a monk looks for somebody else than two who stand together.
    Switch("scenario.4.competitive.monk-outnumbered", ("looks-on", "stays")),
    # No source says what who has fewer points loses.
    Switch("scenario.4.competitive.monk-beats-samurai", ("not-below-zero", "below-zero")),
    # 001 and 004 put the token on space one, or on the start before it.
    Switch("scenario.3.competitive.reset-if-running", ("start", "space-one")),
    # No source says from which of the two countdowns the two rounds are taken.
    Switch("scenario.3.coop.adventure-tokens-rounds", ("second", "first")),
    # No source says whether magical gear is still needed.
    Switch("scenario.5.coop.goal", ("no-gear", "gear-too")),
    # No source says whether the health is looked at between the rolls of two weapons.
    Switch("scenario.6.coop.check-after-roll", ("each-roll", "attack-turn")),
    # Both texts name only the helmet.
    Switch("scenario.7.solo.damage-persists", ("all-gear", "helmet-only")),
    # As escape.rope.not-on-placement: 000 excludes the turn after which the rope appears, 004 takes who stands there.
    Switch("scenario.8.solo.rope-timing", ("later-turn", "when-placed")),
)


class Rulings(Readings, frozen=True, forbid_unknown_fields=True):
    """What this table plays: only the readings that differ from the adopted ones.

    >>> Rulings().reading("gearcard.claim.optional")
    'may'
    """

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    adopted: ClassVar[Mapping[str, str]] = adopted_of(SWITCHES.values())


ADOPTED = Rulings()
