"""Lessons of the small games: a position of one of them, one answer after the other, judged by its engine."""
