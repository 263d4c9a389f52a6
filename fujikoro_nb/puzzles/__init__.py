"""Puzzle books: proven, rated, with a ladder of hints.

Here is what all books share: ``index`` lists them, ``kind`` says what a kind of puzzles answers to whoever shows it,
``attempt`` prices, ``ladder`` and ``review`` say what comes next, ``kept`` is what a browser keeps, ``run`` where a
solver stands. Each kind has a room of its own.
"""
