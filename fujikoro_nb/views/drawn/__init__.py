"""Things of the game as pictures and tables that need no page: what a cell of a notebook shows of a value."""
