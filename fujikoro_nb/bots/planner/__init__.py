"""A bot that looks ahead: it plays its plans out in sampled worlds, and takes the one that is worth most there."""
