"""The rules by rulebook chapter: craft, gearcard, magic; a rest binds them together."""
