"""Fuji Koro on the kernel: grids and cubes, gear, cards, boards, and the rules by rulebook chapter."""
