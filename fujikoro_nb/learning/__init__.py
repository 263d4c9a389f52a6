"""Lessons: data, judged by the engine.

``index`` lists them, ``lesson`` says what all kinds have in common, ``progress`` what a learner has done and what
survives a reload, ``run`` where a learner stands. Each kind has a room of its own: its tasks, how they are judged, and
the three checks at the end.
"""
