"""Pips: dominoes on a board whose regions have rules. ``puzzle`` has the model, ``solving`` the questions."""
