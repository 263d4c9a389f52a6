"""The small games as puzzles: positions of theirs, questions about them, and what their engines say to every answer."""
