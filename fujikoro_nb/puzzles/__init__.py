"""Crafting puzzles: proven, rated, with a ladder of hints.

``maker`` draws them from a seed, ``prove`` searches all answers, ``steps`` solves them as a person does, ``book``
reads the committed ones, ``attempt`` judges and prices, ``ladder`` and ``review`` say what comes next.
"""
