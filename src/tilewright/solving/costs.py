"""The cost model: every constant that guesses how long work takes, in seconds on one thread.

All were measured on one thread of a machine of 2024 with AVX2. Only their ratios decide which of two ways is
taken, so they need not fit another machine. ``make bench ARGS=prices`` (``benchmarks/prices.py``, which says
on what each is measured) measures them again and prints the ratio of new to old. The time of an engine of
another package is on its own descriptor.
"""

from __future__ import annotations

NODE = {
    "bitmask": 45e-9,
    "dancing-cells": 900e-9,
    "dense": 30e-9,
    "forward-checking": 3e-6,
    "reference": 1e-4,
}
"""A node of a search tree, by the engine: a count that stops after some nodes, over them."""

NODE_OPTION = {"dense": 25e-12}
"""What each option of the problem adds to a node: the rows that a node goes through are so long."""

SEARCH_SETUP = 1e-3
"""To set up a search in parts."""

SPLIT_OPTION, FOLD_OPTION = 1.5e-6, 5e-6
"""What each option adds to that, without and with symmetries."""

FOLD_SETUP = 0.02
"""To find a good item for a search over orbits, and to split it, before a count that keeps a checkpoint."""

IMAGE_OPTION = 8e-9
"""For each option of a solution, to compare it with one of its images under a symmetry."""

RIVAL_SETUP, RIVAL_OPTION = 1e-3, 6e-6
"""To load and plan a sweep that takes turns with a search, and what each option adds to that."""

SWEEP_SETUP = 3e-3
"""To try orders of a sweep and to lay out its tables."""

SWEEP_STATE, SWEEP_OPTION = 15e-9, 3e-9
"""A state of a sweep, and each option that begins at its place, on average."""

SWEEP_CHILD, SWEEP_WORD = 75e-9, 50e-9
"""Each state that a state leads to, and each word of that, the first word excluded."""

SWEEP_REGION = {1: 3e-9, 2: 8e-9, 4: 100e-9, 16: 400e-9}
"""To check the regions of such a state, for each step between neighbours, by the words of a state."""

PROFILE_SETUP = 1e-3
"""To set up a sweep over all profiles."""

PROFILE_ADDITION, PROFILE_COPY = 0.1e-9, 60e-12
"""The addition of a residue (of a double: twice as long), and the copy of a byte to a tile and back."""
