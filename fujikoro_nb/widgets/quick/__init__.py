"""Quick questions with a yes or a no against the clock."""
