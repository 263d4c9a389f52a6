"""Fighting as a kind of lessons: answers in a fight that the engine plays."""
