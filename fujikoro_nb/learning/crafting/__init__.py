"""Crafting as a kind of lessons: cubes on a board."""
