"""What a mode, a scenario and a character are to a table with the real box: whoever needs to know asks the object."""
