"""Dominosa: ``puzzle`` has the grid, ``counting``, ``techniques`` and ``generation`` what is done with it.

``play`` has the moves of a game by hand, ``hints`` the help with it.
"""
