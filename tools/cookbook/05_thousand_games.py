# %% [markdown] title
# # A thousand games, on all cores or a cluster
#
# A game is a few words of plain data, so any process can play it: of this computer, or of a Dask cluster.

# %% begin
import os
from collections import Counter

import fujikoro_nb as fk

GAMES = 4 * int(os.environ.get("FUJIKORO_FEW", 0)) or 1000
CLUSTER = ""  # the address of a Dask scheduler, such as tcp://10.0.0.5:8786

# %% [markdown] what
# ## What is played
#
# Makai Fuda by four: one heuristic bot among three that answer at random, at each seat in turn.


# %% what-code
def table(seed):
    bots = ["random"] * 4
    bots[seed % 4] = "heuristic"
    return fk.Contest(game="makai", bots=tuple(bots), players=4, seed=seed)


contests = [table(seed) for seed in range(GAMES)]
contests[0]

# %% [markdown] executor
# ## Who plays it
#
# Without an executor all cores of this computer do. With `distributed` installed and an address above, a cluster does; every
# executor of Python's own kind will do as well.

# %% executor-code
if CLUSTER:
    from distributed import Client

    with Client(CLUSTER) as client, client.get_executor() as executor:
        finishes = fk.play_many(contests, executor=executor)
else:
    finishes = fk.play_many(contests)
assert len(finishes) == GAMES

# %% [markdown] same
# ## The same games everywhere
#
# The seed decides all, so it does not matter who plays, or in which order they are done.

# %% same-code
from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(2) as threads:
    again = fk.play_many(contests[:8], executor=threads)
assert again == finishes[:8]

# %% [markdown] won
# ## Who won
#
# A quarter each would be even.

# %% won-code
pairs = zip(contests, finishes, strict=True)
won = Counter(contest.bots[seat] for contest, one in pairs for seat in one.winners)
rows = (("the one that thinks", won["heuristic"] / GAMES), ("each of the others", won["random"] / 3 / GAMES))
assert GAMES < 100 or rows[0][1] > rows[1][1]
fk.Bars("Share of games won", rows, unit="%")

# %% [markdown] length
# ## How long games are
#
# In tournaments, plotted.

# %% length-code
lengths = Counter(one.turns for one in finishes)
assert lengths.total() == GAMES
fk.Bars("Tournaments a game", tuple((str(turns), n) for turns, n in sorted(lengths.items())))

# %% [markdown] yours
# Your turn: `game="fuji99"` takes longer for a thousand games, `game="fuji-koro"` seconds a game.
