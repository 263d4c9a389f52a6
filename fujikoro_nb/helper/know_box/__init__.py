"""Know your box: the numbers that no booklet prints, typed in once in a round of stops."""
