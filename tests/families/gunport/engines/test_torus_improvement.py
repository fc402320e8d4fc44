"""The local search on a torus: valid patterns, never more pieces, and tori that are too small for windows."""

from __future__ import annotations

import pytest

from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.engines.torus_improvement import improved_pattern, window_side
from tilewright.families.gunport.engines.torus_search import least_pieces
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.torus import Torus, pattern_faults
from tilewright.solving.steps import Status


@pytest.mark.parametrize("shift", [0, 3])
@pytest.mark.parametrize(
    "rules", [Rules(), Rules(no_slide=True), rules_for("L tromino")], ids=["plain", "slide", "L"]
)
def test_patterns_are_valid(shift: int, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.families.gunport.engines.improvement.LEAST_PATIENCE", 1)
    torus = Torus(5, 6, shift)
    bound = least_pieces(torus, rules)
    pattern = improved_pattern(torus, rules, SolveOptions(), bound)
    assert pattern is not None and pattern.status is Status.COMPLETE and pattern.windows > 0
    assert pattern_faults(pattern.pattern, rules) == []
    assert bound <= len(pattern.pattern.pieces) <= len(torus.cells) // len(rules.piece.cells)
    again = improved_pattern(torus, rules, SolveOptions(), bound)
    assert again == pattern


def test_small_tori() -> None:
    assert window_side(Torus(4, 9), Rules()) == 2
    assert improved_pattern(Torus(4, 9), Rules(), SolveOptions(), 0) is None
