"""Turns as a kind of lessons: answers in the whole game."""
