# %% [markdown] title
# # Design a card, and see who can build it
#
# A gear card of your own, checked like those in the box: how it can be built, by which hands, and how often in games.

# %% begin
import os
from itertools import combinations_with_replacement

import fujikoro_nb as fk
from fujikoro_nb.content.reading import read_pack_text

GAMES = int(os.environ.get("FUJIKORO_FEW", 0)) // 4 or 12
board = fk.character("symmetric")

# %% [markdown] card
# ## The card
#
# A pack file holds it. `W` is wood, `M` metal, `T` a tooth, `.` any cell; change the pattern and run everything again.

# %% card-code
pack = read_pack_text(
    """
format: 1
pack: mine
provenance: owner
gear_cards:
  - {id: my-axe, kind: weapon, pattern: "WTM/..M", bonus: vp-or-peek}
"""
)
card = pack.gear_cards[0]
card

# %% card-fault
# A card that cannot be is refused, and the rule is named.
try:
    read_pack_text(
        "format: 1\npack: mine\nprovenance: owner\ngear_cards:\n  - {id: x, kind: weapon, pattern: ''}\n"
    )
    raise AssertionError("an empty pattern is none")
except ValueError as fault:
    print(fault)

# %% [markdown] build
# ## How it is built
#
# The cheapest legal weapon with this pattern, from a hand that has enough.

# %% build-code
craft = fk.cheapest_craft(fk.Gear(), card.kind, [card], fk.Cubes.parse("WWWMMTTT"), board)
built = fk.Gear().with_layout(card.kind, craft.layout)
assert fk.inspect(built, card.kind, board).is_legal
assert fk.placements(card.pattern, craft.layout)
built

# %% [markdown] hands
# ## Which hands can pay for it
#
# Every hand of so many cubes, asked one by one.


# %% hands-code
def can_build(letters):
    hand = fk.Cubes.parse("".join(letters))
    return fk.cheapest_craft(fk.Gear(), card.kind, [card], hand, board) is not None


shares = {}
for size in range(3, 8):
    hands = list(combinations_with_replacement("WMT", size))
    shares[f"{size} cubes"] = sum(map(can_build, hands)) / len(hands)
assert shares["3 cubes"] == 0, "it has four cubes"
fk.Bars("Share of all hands that can build it", tuple(shares.items()), unit="%")

# %% [markdown] games
# ## Who can build it in a game
#
# Bots play; whenever one of them crafts, we look at what it holds and what lies on its board.

# %% games-code
seen = []
for seed in range(GAMES):
    session = fk.new_game(seats=2, seed=seed)

    def look(question, choice, session=session):
        if question.kind == "craft":
            seen.append(session.state.boards[question.seat])

    fk.play_out(session, fk.bots_of(["heuristic"], players=2, seed=seed), most_turns=24, hear=look)
assert seen

# %% [markdown] able
# Each board with its backpack, asked as it lay there: how many cubes are missing, and can it be built at once?

# %% able-code
able = [fk.cheapest_craft(one.gear, card.kind, [card], one.backpack.cubes, board) is not None for one in seen]
missing = [fk.distance(one.gear, card.kind, card, board) for one in seen]
rows = [(f"{n} missing", missing.count(n) / len(seen)) for n in range(6)]
print(f"{sum(able)} of {len(seen)} who were crafting could have built it at once.")
assert all(can for can, n in zip(able, missing, strict=True) if n == 0), "whoever has it need not build it"
fk.Bars("How far the weapons of players who craft are from it", tuple(rows), unit="%")

# %% [markdown] puzzles
# ## Puzzles with it
#
# Ten puzzles with a proven answer, or the reason why there are none.

# %% puzzles-code
made = fk.puzzles_for(card, seed=1)
entry = made.entries[0]
assert fk.is_answer(entry.puzzle, fk.solution_of(entry.puzzle, entry.certificate))
print(fk.statement(entry.puzzle))

# %% [markdown] yours
# Your turn: draw another pattern above. A card that half of the hands can build is a gift, one that none can a joke.
