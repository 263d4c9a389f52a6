"""The rules of the mountain: moving, exploring, lava, the way out."""
