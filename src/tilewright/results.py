"""The answers to questions about puzzles, as types: what ``tilewright.count`` and the others return.

>>> import tilewright
>>> puzzle = tilewright.load("catalog:dominoes-8x8")
>>> isinstance(tilewright.count(puzzle), tilewright.results.Answer)
True
"""

from tilewright.runs.api import RunAnswer
from tilewright.solving.answers import Distribution, Optimum, Residue, Sample
from tilewright.solving.explanation import Explanation
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.questions import Answer, Forced
from tilewright.solving.reducing import Reduced
from tilewright.solving.strategies.count_estimate import Estimate

__all__ = [
    "Answer", "Distribution", "Estimate", "Explanation", "Forced", "Optimum", "Reason", "Reduced", "Residue",
    "RunAnswer", "Sample",
]  # fmt: skip
