"""Questions and answers: of a rest, of a fight, of the whole game, and how they are written."""
