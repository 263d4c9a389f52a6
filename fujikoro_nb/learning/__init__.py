"""Lessons: data, judged by the engine.

``lesson`` reads a lesson and judges its steps, ``checks`` draws the three checks at its end, ``progress`` says what a
learner has done and survives a reload.
"""
