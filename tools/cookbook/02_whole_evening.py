# %% [markdown] title
# # The odds of a whole evening
#
# One fight is odds. An evening is several, against whoever lies on the mountain: here is what to expect of your gear.

# %% begin
import os
import random

import fujikoro_nb as fk

EVENINGS = int(os.environ.get("FUJIKORO_FEW", 0)) * 50 or 20_000
board = fk.character("symmetric")
pack = fk.house_pack()
dice = {die.material: die for die in pack.dice}

# %% [markdown] gear
# ## Your gear
#
# Draw your own: `:` parts left and right, `/` ends a row. The dice are the house's, because no booklet prints their faces.

# %% gear-code
weapon = fk.parse_gear("WWWM:.../.MTT:", fk.GearKind.WEAPON, board)
helmet = fk.parse_gear("MMT", fk.GearKind.HELMET, board)
gear = fk.Gear(weapon=weapon.weapon, helmet=helmet.helmet)
me = fk.Samurai(gear=gear)
gear

# %% [markdown] fights
# ## Every dragon of the house, one fight each
#
# Exact, with the best play against each. The gear is whole at the beginning of every fight: you mend it in between.

# %% fights-code
foes = {}
for dragon in pack.dragons:
    foes.setdefault(fk.Foe(dragon.health, dragon.initiative, dragon.dice), []).append(dragon.id)
odds = {foe: fk.solve(me, foe, dice) for foe in foes}
win = {name: float(odds[foe].win) for foe, names in foes.items() for name in names}
assert all(0 <= chance <= 1 for chance in win.values())
by_strength = sorted(foes, key=lambda foe: -odds[foe].win)
rows = tuple(
    (f"health {foe.health}, initiative {foe.initiative}", float(odds[foe].win)) for foe in by_strength
)
fk.Bars("Chance to win against each", rows[:18], unit="%")

# %% [markdown] evening
# ## An evening of five fights
#
# Whom you meet is drawn like tiles, none twice. How often you win is worked out exactly: the chance of `k` wins is a sum over
# all sets of five, which one polynomial holds.

# %% evening-code
FIGHTS = 5
ways = {(0, 0): 1.0}  # (met, won) to the sum over all choices so far
for chance in win.values():
    for (met, won), weight in sorted(ways.items(), reverse=True):
        if met < FIGHTS:
            ways[met + 1, won + 1] = ways.get((met + 1, won + 1), 0) + weight * chance
            ways[met + 1, won] = ways.get((met + 1, won), 0) + weight * (1 - chance)
total = sum(weight for (met, _), weight in ways.items() if met == FIGHTS)
evening = [ways.get((FIGHTS, won), 0) / total for won in range(FIGHTS + 1)]
assert abs(sum(evening) - 1) < 1e-9
fk.Bars("Wins in an evening", tuple((f"{won} won", chance) for won, chance in enumerate(evening)), unit="%")

# %% [markdown] check
# ## The same by playing evenings
#
# A claim about chances is worth a check: draw five and roll, again and again.

# %% check-code
chance = random.Random(1)
won = [
    sum(chance.random() < win[name] for name in chance.sample(sorted(win), FIGHTS)) for _ in range(EVENINGS)
]
mean, expected = sum(won) / EVENINGS, sum(number * share for number, share in enumerate(evening))
error = 4 * (FIGHTS / 4 / EVENINGS) ** 0.5
print(f"{expected:.3f} wins expected, {mean:.3f} in {EVENINGS} evenings")
assert abs(mean - expected) < error

# %% [markdown] lost
# What it costs: cubes of gear lost for good in those five fights, in the worth that absorbs (W 1, M 2, T 3).

# %% lost-code
lost = FIGHTS * sum(float(odds[foe].outcome.lost) * len(names) for foe, names in foes.items()) / len(win)
print(f"{lost:.1f} lost in an evening")
assert lost > 0

# %% [markdown] yours
# Your turn: one tooth more on the weapon, or one on the helmet? Change the gear and run everything again.
