"""``make bench`` runs the commands of the coverage page that take long, and fails for what is wrong."""

from __future__ import annotations

import pytest

from published_features import measure
from support.coverage_rows import CoverageRow


def row(prints: str, *, bench: bool = True, needs: tuple[str, ...] = ()) -> CoverageRow:
    run = ("tilewright catalog show trivial",)
    return CoverageRow("x-001", "A puzzle", run=run, prints=(prints,), bench=bench, needs=needs)


def test_rows_for_the_benchmarks_are_run_and_timed() -> None:
    head, _, line = measure([row("trivial"), row("no such words", bench=False)]).splitlines()
    assert head == "| there | time |"
    assert line.startswith("| x-001: A puzzle | ")
    *_, line = measure([row("no such words", needs=("json", "no_such_package"))]).splitlines()
    assert line == "| x-001: A puzzle | no_such_package not installed |"


def test_a_row_that_is_wrong_ends_them() -> None:
    with pytest.raises(SystemExit, match="x-001: 'no such words' is not printed"):
        measure([row("no such words")])
