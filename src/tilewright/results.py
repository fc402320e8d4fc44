"""The answers to questions about puzzles, as types: what ``tilewright.count`` and the others return.

>>> import tilewright
>>> puzzle = tilewright.load("catalog:dominoes-8x8")
>>> isinstance(tilewright.count(puzzle), tilewright.results.Answer)
True
"""

from tilewright.solving.answers import Distribution, Optimum, Residue, Sample
from tilewright.solving.explanation import Explanation
from tilewright.solving.questions import Answer, Forced
from tilewright.solving.strategies.count_estimate import Estimate

__all__ = ["Answer", "Distribution", "Estimate", "Explanation", "Forced", "Optimum", "Residue", "Sample"]
