"""How bots play for the goals of a group: its plan, its dangers, what there is to do, and the answers."""
