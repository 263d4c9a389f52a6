"""What closed hands of Makai Fuda may hold, and how a tournament goes on from there: many deals played at once."""
