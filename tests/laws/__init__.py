"""Laws that hold along every game: checked in `make test` along a few games and in the soak along many."""
