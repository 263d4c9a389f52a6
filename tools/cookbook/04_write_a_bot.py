# %% [markdown] title
# # Write a bot
#
# A bot is asked a question, sees what its seat may see, and answers. Yours plays against the house's here.

# %% begin
import os
import random
from math import sqrt

import fujikoro_nb as fk
from fujikoro_nb.bots.kinds import KINDS

GAMES = int(os.environ.get("FUJIKORO_FEW", 0)) or 200
fuji = KINDS["fuji99"]

# %% [markdown] asked
# ## What it is asked
#
# The whole protocol is one method, `choose(game, view, question)`. `game.options(view)` are the legal answers.

# %% asked-code
session = fuji.session(players=2, seed=7, rulings=fuji.adopted, variants={}, seats=("me", "house"))
question = session.question
options = list(fuji.game.options(session.view_for(question.seat)))
print(question.kind, "->", [fuji.game.to_text(one) for one in options])
assert options

# %% [markdown] bot
# ## The bot
#
# This one is timid: it tries each answer on a copy of what it sees and takes the one after which it stands highest, without
# a thought of what comes later. Change it.


# %% bot-code
class Timid:
    """Takes what looks best at once; where nothing differs, the first answer."""

    def choose(self, game, view, question):
        best = max(game.options(view), key=lambda answer: self.worth(game, view, question, answer))
        return fk.Choice(best, fk.why("nothing-better"))

    def worth(self, game, view, question, answer):
        after = game.step(view, answer).state
        return fuji.score(after)[question.seat] - max(fuji.score(after))


# %% [markdown] match
# ## A match
#
# Against one that answers at random and against the house's heuristic, each beginning half of the games.


# %% match-code
def play(seed, against):
    seat = seed % 2
    session = fuji.session(players=2, seed=seed, rulings=fuji.adopted, variants={}, seats=("a", "b"))
    bots = fuji.seated([against], players=2, seed=seed)
    bots[seat] = Timid()
    fk.play_out(session, bots, turn=fuji.turn)
    return seat in fuji.winners(session.state)


won = {name: sum(play(seed, name) for seed in range(GAMES)) for name in ("random", "heuristic")}
assert all(0 <= n <= GAMES for n in won.values())

# %% [markdown] result
# ## Is it better?
#
# Only if the whole interval lies on one side of one half.

# %% result-code
for name, n in won.items():
    middle, half = (n + 2) / (GAMES + 4), 2 * sqrt(n * (GAMES - n) / GAMES + 1) / (GAMES + 4)
    low, high = max(0, middle - half), min(1, middle + half)
    says = "weaker" if high < 0.5 else "stronger" if low > 0.5 else "neither is shown"
    print(f"against {name}: {n / GAMES:.1%} ({low:.1%} to {high:.1%}), {says}")
    assert low <= n / GAMES <= high
fk.Bars("Won against", tuple((name, n / GAMES) for name, n in won.items()), unit="%")

# %% [markdown] box
# ## The same in the big game
#
# The protocol is the same for Fuji Koro. This bot explores whenever it may, and leaves all else to the house.


# %% box-code
class Explorer(fk.HeuristicBot):
    def choose(self, game, view, question):
        if question.kind == "act":
            for answer in game.options(view):
                if game.to_text(answer) == "explore":
                    return fk.Choice(answer, fk.why("nothing-better"))
        return super().choose(game, view, question)


session = fk.new_game(seats=("me", "house"), seed=3)
played = fk.play_out(session, [Explorer(random.Random(1)), fk.HeuristicBot(random.Random(2))], most_turns=6)
assert played.turns == 6
session

# %% [markdown] yours
# Your turn: make `worth` look one answer further, and play the match again.
