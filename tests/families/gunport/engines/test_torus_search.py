"""The best pattern on a torus against all maximal sets of dominoes, listed by code of their own."""

from __future__ import annotations

import threading
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from support.tori import arrangements
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Rules
from tilewright.families.gunport.engines.torus_improvement import ImprovedPattern
from tilewright.families.gunport.engines.torus_search import best_pattern, least_pieces, stripes
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.torus import Pattern, Torus, pattern_faults
from tilewright.solving.steps import Limits, Status

NO_SLIDE = Rules(no_slide=True)
SMALL = [(p, q, s) for p in range(1, 4) for q in range(1, 5) for s in range(q)]


@pytest.mark.parametrize("no_slide", [False, True])
@pytest.mark.parametrize(("rows", "columns", "shift"), SMALL)
def test_all_small_tori(rows: int, columns: int, shift: int, no_slide: bool) -> None:  # noqa: FBT001
    expected = arrangements(rows, columns, shift, no_slide=no_slide)
    torus, rules = Torus(rows, columns, shift), Rules(no_slide=no_slide)
    for count in (True, False):
        answer = best_pattern(torus, rules, count=count)
        assert answer.status is Status.COMPLETE and answer.proven
        if not expected:
            assert answer.pattern is None and answer.pieces is None
            continue
        fewest = min(expected)
        assert answer.pattern is not None and pattern_faults(answer.pattern, rules) == []
        assert answer.pieces == answer.lower_bound == fewest >= least_pieces(torus, rules)
        assert len(answer.pattern.ports) == rows * columns - 2 * fewest
        assert answer.optima == (expected[fewest] if count else None)


def test_stripes_are_found_where_a_third_is_reached() -> None:
    """Known by the sweep for all tori of up to 36 cells: N/3 dominoes are enough just where stripes close."""
    for rows, columns, shift in SMALL:
        torus = Torus(rows, columns, shift)
        if torus.has_loops:
            continue
        perfect = best_pattern(torus, count=True).pieces == Fraction(rows * columns, 3)
        assert perfect == (stripes(torus, Rules()) is not None)


def test_stripes_of_one_row_are_valid() -> None:
    """Where the shift is a multiple of 3, the columns close in one direction only."""
    for columns, shift in [(9, 3), (9, 6), (18, 6), (18, 12), (45, 30)]:
        pattern = stripes(Torus(1, columns, shift), Rules())
        assert pattern is not None and pattern_faults(pattern, Rules()) == []


@pytest.mark.parametrize(("rows", "columns", "shift"), [(30, 32, 2), (31, 30, 7), (40, 60, 59), (2, 3, 1)])
def test_stripes_of_large_tori(rows: int, columns: int, shift: int) -> None:
    answer = best_pattern(Torus(rows, columns, shift))
    assert answer.pattern is not None and answer.method == "stripes" and answer.proven
    assert answer.pattern.port_density == answer.pattern.piece_density == Fraction(1, 3)


def test_other_pieces() -> None:
    """Two trominoes are too few on 3x4: every pair leaves room for a third."""
    rules, torus = rules_for("L tromino"), Torus(3, 4, 1)
    placements = list(torus.placements(rules))
    cells = [set(torus.cells_of(placement)) for placement in placements]
    for one, other in combinations_with_replacement(range(len(placements)), 2):
        assert any(cells[one].isdisjoint(third) and cells[other].isdisjoint(third) for third in cells)
    answer = best_pattern(torus, rules, count=True)
    assert answer.pattern is not None and pattern_faults(answer.pattern, rules) == []
    assert answer.proven and answer.pieces == 3


def test_a_local_search_that_reaches_the_bound() -> None:
    answer = best_pattern(Torus(7, 7))
    assert answer.pattern is not None and pattern_faults(answer.pattern, Rules()) == []
    assert (answer.method, answer.status, answer.proven) == ("local-search", Status.COMPLETE, True)
    assert answer.pieces == answer.lower_bound == 17 and answer.optima is None


def test_limits() -> None:
    torus = Torus(8, 8, 1)
    cancel = threading.Event()
    cancel.set()
    for options, status in (
        (SolveOptions(limits=Limits(seconds=0)), Status.LIMIT),
        (SolveOptions(cancel=cancel), Status.CANCELLED),
    ):
        answer = best_pattern(torus, options=options)
        assert answer.status is status and answer.pattern is not None and not answer.proven
        assert answer.lower_bound == 22 <= len(answer.pattern.pieces)
        assert pattern_faults(answer.pattern, Rules()) == []
        answer = best_pattern(torus, options=options, count=True)
        assert (answer.status, answer.pattern, answer.lower_bound) == (status, None, 22)


def test_tori_that_are_too_large_for_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsupportedError, match="the torus of 50x50 has 2,500 cells"):
        best_pattern(Torus(50, 50), count=True)
    little = SolveOptions(memory=1 << 20)
    with pytest.raises(UnsupportedError, match="the torus of 10x10 is expected to need"):
        best_pattern(Torus(10, 10), options=little, count=True)
    full = Pattern(Torus(10, 10), tuple(((x, y), (x + 1, y)) for y in range(10) for x in range(0, 10, 2)))
    pattern = ImprovedPattern(full, 1, Status.COMPLETE)
    monkeypatch.setattr(
        "tilewright.families.gunport.engines.torus_search.improved_pattern", lambda *arguments: pattern
    )
    answer = best_pattern(full.torus, options=little)
    assert (answer.status, answer.pattern, answer.proven, answer.lower_bound) == (
        Status.LIMIT,
        full,
        False,
        34,
    )
    assert answer.note.startswith("not decided: the torus of 10x10 is expected to need")
