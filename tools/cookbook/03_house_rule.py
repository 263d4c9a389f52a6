# %% [markdown] title
# # What a house rule does to the balance
#
# Does a rule of your table favour who begins, or make games longer? Play many games with it and as many without.

# %% begin
import os
from math import sqrt

import fujikoro_nb as fk

GAMES = 4 * int(os.environ.get("FUJIKORO_FEW", 0)) or 1000

# %% [markdown] rule
# ## The rule
#
# Makai Fuda is quick to play, so it shows it best. When a match is tied, the adopted reading looks at the first card on the
# field, the other one at the last.

# %% rule-code
RULE = "makai.judge.tie-first-on-field=last-card"
adopted = [fk.Contest(game="makai", players=4, seed=seed) for seed in range(GAMES)]
ours = [fk.Contest(game="makai", players=4, seed=seed, readings=(RULE,)) for seed in range(GAMES)]

# %% [markdown] play
# ## Played
#
# On all cores of this computer. The same seeds on both sides, so that only the rule differs.

# %% play-code
without, with_it = fk.play_many(adopted), fk.play_many(ours)
assert len(without) == len(with_it) == GAMES
assert fk.play_many(ours[:2]) == with_it[:2], "the same games again"

# %% [markdown] begins
# ## Does it favour the first seat?
#
# A share without an interval says nothing: 95 in 100 such intervals hold the true share (Wilson's).


# %% begins-code
def share(finishes, seat=0):
    n, won = len(finishes), sum(seat in one.winners for one in finishes)
    middle, half = (won + 2) / (n + 4), 2 * sqrt(won * (n - won) / n + 1) / (n + 4)
    return won / n, max(0, middle - half), min(1, middle + half)


rows = [(name, *share(games)) for name, games in (("as printed", without), ("house rule", with_it))]
for name, won, low, high in rows:
    print(f"{name}: the first seat wins {won:.1%} ({low:.1%} to {high:.1%})")
    assert 0 <= low <= won <= high <= 1
fk.Bars("The first seat wins", tuple((name, won) for name, won, _, _ in rows), unit="%")

# %% [markdown] paired
# ## How many games it changed at all
#
# The same seed on both sides: games that ended differently are those in which the rule mattered.

# %% paired-code
other = sum(a.winners != b.winners for a, b in zip(without, with_it, strict=True))
longer = sum(b.turns - a.turns for a, b in zip(without, with_it, strict=True)) / GAMES
print(f"Another winner in {other} of {GAMES} games; {longer:+.2f} tournaments a game")
assert 0 <= other <= GAMES

# %% [markdown] yours
# Your turn: `game="fuji99"` is Fuji 99, `game="fuji-koro"` the competitive game, where a game takes seconds. The switches of each are listed by `fujikoro ask "house rules"` and on the page *Rule?*.
