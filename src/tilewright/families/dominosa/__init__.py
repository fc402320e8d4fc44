"""Dominosa, whole sets of dominoes on grids of numbers: counted, drawn, graded, and grids made."""
