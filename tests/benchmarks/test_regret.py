"""The regret of a choice: what is compared, what counts as excessive, and a measurement of a small puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

import measure_regret
import regret
from problems import queens
from programs import WrongCountError
from regret import Regret, Subject
from tilewright import load
from tilewright.exact_cover.translation import to_cover
from tilewright.formats.dlx import dumps, loads
from tilewright.solving.api import count

SUBJECT = Subject("dominoes-4x4", "catalog:dominoes-4x4", 36, None)


def test_a_problem_without_cells_has_the_same_solutions() -> None:
    problem = queens(6)
    puzzle = loads(dumps(regret.without_cells(problem)))
    assert to_cover(puzzle).problem.bounds == problem.bounds
    assert count(puzzle).solutions == 4


def test_subjects_have_known_counts_for_the_rules_of_the_puzzle(tmp_path: Path) -> None:
    subjects = {subject.name: subject for subject in regret.subjects(tmp_path)}
    assert subjects["partial-cross"].solutions == 0 and subjects["partial-cross"].unique is None
    assert subjects["pentominoes-6x10"].known("unique") == 2339
    assert subjects["pentominoes-6x10"].known("first") == 1
    assert subjects["lucky-thirteen"].known("list") is None
    assert load(subjects["12 queens without cells"].source).title == ""


@pytest.mark.parametrize(
    ("chosen", "best", "times", "judged", "excessive"),
    [
        ((0.010, 0.011), (0.002, 0.001), 5.0, False, False),
        ((0.300, 0.300), (0.100, 0.100), 3.0, True, False),
        ((0.330, 0.300), (0.100, 0.100), 3.3, True, True),
        ((0.300, 0.300), None, 1.0, True, False),
        (None, (0.1, 0.1), float("inf"), True, True),
        (None, None, 1.0, True, False),
    ],
)
def test_what_counts_as_excessive(
    chosen: tuple[float, float] | None,
    best: tuple[float, float] | None,
    times: float,
    judged: bool,  # noqa: FBT001
    excessive: bool,  # noqa: FBT001
) -> None:
    one = Regret(SUBJECT, "count", "dense", chosen, "dense" if best else "", best)
    assert one.times[0] == pytest.approx(times)
    assert (one.judged, one.excessive) == (judged, excessive)


def test_measurements_name_the_engine_and_stop_in_time() -> None:
    chosen, *engines = measure_regret.measure("catalog:dominoes-4x4", "count", 1, 5.0)
    assert chosen["solutions"] == 36 and 0 < chosen["seconds"] < 5 and chosen["by"]
    assert {"dense", "frontier"} <= {row["engine"] for row in engines if row.get("solutions") == 36}
    late = measure_regret.measure_once("catalog:hexominoes-10x21", "count", "dense", 1, 0.1)
    assert late == {"remark": "> 0.1 s"}
    assert (
        measure_regret.measure_once("catalog:soma-cube", "count", "kasteleyn", 1, 5.0)["remark"] == "cannot"
    )


def test_one_puzzle_is_measured_and_a_wrong_count_is_an_error() -> None:
    regret_found = regret.measure_one(SUBJECT, "first", 5.0, 1)
    assert regret_found.by and regret_found.chosen is not None
    text = regret.markdown([regret_found])
    assert "| first | 1 | 0 | 1.00 | 1.00 | 0 | 0 |" in text
    with pytest.raises(WrongCountError, match="finds 36"):
        regret.measure_one(Subject("wrong", "catalog:dominoes-4x4", 35, None), "count", 5.0, 1)
