"""Fuji 99: a race to the 99th basement floor, with a bag to draw from as often as one dares."""
