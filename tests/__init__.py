"""The tests; a package, so that they can share positions, oracles and strategies."""
