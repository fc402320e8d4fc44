"""The exact covers of the benchmark: counts that formulas give are those of the problems."""

from __future__ import annotations

from pathlib import Path

import pytest

import exact_covers
from exact_covers import Case, Line, bell, cases, doublefact, latin
from regret import Regret, Subject, without_cells
from tilewright.solving.api import count


@pytest.mark.parametrize("case", [bell(1), bell(5), doublefact(1), doublefact(7), latin(3), latin(4)])
def test_the_number_of_solutions_is_what_the_formula_says(case: Case) -> None:
    assert count(without_cells(case.problem)).solutions == case.count


def test_files_are_added_with_their_counts(tmp_path: Path) -> None:
    (tmp_path / "pairs.ec").write_text("p ec 4\ns 1 2\ns 3 4\ns 1 3\ns 2 4\ns 1 2\n")
    table = tmp_path / "counts.tsv"
    table.write_text("# a remark\nfile\tsolutions\npairs.ec\t3\n")
    *_, last = cases(tmp_path, table)
    assert (last.name, last.count, count(without_cells(last.problem)).solutions) == ("pairs.ec", 3, 3)
    assert len({case.name for case in cases(None, None)}) == len(list(cases(None, None)))


def test_the_target_counts_peers_and_engines() -> None:
    subject = Subject("bell-06", "", 203, None)

    def line(chosen: float | None, best: float | None, peer: float | str) -> Line:
        times = [None if t is None else (t, t) for t in (chosen, best)]
        return Line(Regret(subject, "count", "dense", times[0], "frontier", times[1]), {"dxz": peer})

    assert line(0.4, 0.1, "cannot").met and not line(0.41, 0.1, "cannot").met
    assert not line(1.0, 0.9, 0.2).met and not line(None, None, 5.0).met and line(None, None, "> 60 s").met
    text = exact_covers.markdown([line(0.4, 0.1, 0.1), line(None, None, 5.0), line(None, None, "> 60 s")])
    assert "Of 2 problems that anything counts in time, 50%" in text and "| MISSED |" in text
