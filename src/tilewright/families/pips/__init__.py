"""Pips: dominoes on a board whose regions have rules. ``puzzle`` has the model, ``solving`` the questions.

``play`` has the moves of a game by hand, ``game`` the checks and hints.
"""
