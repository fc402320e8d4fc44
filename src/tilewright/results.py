"""The answers to questions about puzzles, as types: what ``tilewright.count`` and the others return.

>>> import tilewright
>>> puzzle = tilewright.load("catalog:dominoes-8x8")
>>> isinstance(tilewright.count(puzzle), tilewright.results.Answer)
True
"""

from tilewright.solve.estimation.count_estimate import Estimate
from tilewright.solve.explanation import Explanation
from tilewright.solve.query import Answer, Forced
from tilewright.solve.sweep_answers import Distribution, Optimum, Residue, Sample

__all__ = ["Answer", "Distribution", "Estimate", "Explanation", "Forced", "Optimum", "Residue", "Sample"]
