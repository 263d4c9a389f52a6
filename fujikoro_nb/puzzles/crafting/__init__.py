"""Crafting puzzles: ``maker`` draws them from a seed, ``prove`` searches all answers, ``steps`` thinks as we do."""
