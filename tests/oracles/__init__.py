"""Rules once more, written from the ledger alone: gear and fights over plain sets, and the game of the mountain.

Movement, lava, eruption and scoring are deliberately naive: plain dicts, lists and text, every possibility tried one by
one, nothing of the engine used. Their own tests show the ledger's examples; the engine is compared with them on random
positions (`generate.py`).

A position of them is a dict::

    tiles              {"I-1": ".L3.X.D"}  the revealed volcano tiles as they lie: the middle, then the six petals
                       clockwise from the north-east; . firm, L lava, 1-5 number, X secret exit, D dragon symbol
    dragons            ["I-1"]             tiles whose dragon lives
    erupted            [1, 2]              lava numbers that have come up
    rope               False               whether the rope lies on the central tile
    marker             None or a seat      who has the countdown marker
    countdown          0                   advances made so far
    track              [1, 2, "rope", ...] what each advance brings: a number, "rope", "blank" or "end"
    over               False
    active             0                   whose turn it is
    claimed_this_turn  False               whether the active player has had a bonus of the shogun
    palaces            {"big": {"helmet": [9, 7]}, "small": {...}}  the single places still free, highest first
    peaceful           False               variant.peaceful
    players            a list by seat, clockwise; each a dict:
        who                     "" on a symmetric board, or "masako", "daisuke", ...
        space                   where the samurai is; None after an escape
        conscious               True
        sandals, helmet, weapon {"cubes": ["M.", "MM"], "magic": False, "blueprint": ["MM"] or None, "lost": None}
                                rows of the area; "lost" is the blueprint that was stolen from under the magic cube
        backpack_teeth          0
        monks                   {"action": 0, "scroll": 0, "weapon": 0, "backpack": 0}
        placed                  ["helmet"]  blueprints whose disc lies with the shogun
        vp                      12
        palace                  None, "big" or "small"
        escaped                 None, or 1 for the first who left, 2 for the next ...
"""
