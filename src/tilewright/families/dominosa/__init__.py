"""Dominosa: ``puzzle`` has the grid, ``counting``, ``techniques`` and ``generation`` what is done with it."""
