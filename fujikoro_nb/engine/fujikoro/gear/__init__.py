"""Gear of one seat: cubes on grids, what is allowed there, what it matches, costs and lacks."""
