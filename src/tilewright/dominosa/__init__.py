"""Dominosa, whole sets of dominoes on grids of numbers: counted, drawn, graded, and grids made."""

from __future__ import annotations

from tilewright.dominosa.counting import Rectangle, ways
from tilewright.dominosa.generating import Generated, generate
from tilewright.dominosa.most_ways import MostWays, maximise, prove
from tilewright.dominosa.techniques import DIFFICULTIES, TECHNIQUES, Grade, grade
from tilewright.makers.dominosa import dominosa
from tilewright.makers.number_grid import NumberGrid, read_grid

__all__ = [
    "DIFFICULTIES",
    "TECHNIQUES",
    "Generated",
    "Grade",
    "MostWays",
    "NumberGrid",
    "Rectangle",
    "dominosa",
    "generate",
    "grade",
    "maximise",
    "prove",
    "read_grid",
    "ways",
]
