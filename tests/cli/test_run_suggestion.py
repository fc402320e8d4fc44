"""A long search suggests an equivalent run; short searches and unsupported queries do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import endless, puzzle_file, run
from support.puzzle_cases import piece, rectangle
from tilewright.catalogue import load
from tilewright.cli import progress
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.run import start_command
from tilewright.cli.search import SearchOptions
from tilewright.model.puzzle import Puzzle
from tilewright.solving.steps import Progress

PUZZLE = load("dominoes-4x4")
LONG = Progress(0.01, 1_000, 5, 5, 4.0, 7_500.0)


@pytest.mark.parametrize(
    ("request_", "question", "line"),
    [
        (SearchOptions("a.txt"), (), "tilewright run start a.txt"),
        (SearchOptions("a b.txt"), ("--first",), "tilewright run start 'a b.txt' --first"),
        (SearchOptions("-", unique=True), ("--count",), "tilewright run start - --count --unique"),
        (
            SearchOptions("x", from_format="dlx", problem=2, use="any", motions="rotation", engine="dense"),
            (),
            "tilewright run start x --from dlx --problem 2 --motions rotation --use any --engine dense",
        ),
        (
            SearchOptions("x", unique=True, mirrors="same"),
            (),
            "tilewright run start x --unique --mirrors same",
        ),
        (
            SearchOptions("x", unique=True, labelled=True, only="disassemblable"),
            ("--count",),
            "tilewright run start x --count --labelled --only disassemblable",
        ),
    ],
)
def test_start_command(request_: SearchOptions, question: tuple[str, ...], line: str) -> None:
    assert start_command(request_, PUZZLE, *question) == line


@pytest.mark.parametrize(
    "request_",
    [
        SearchOptions("x", reject="crossings"),
        SearchOptions("x", order=("0,0",)),
        SearchOptions("x", engine="frontier"),
        SearchOptions("x", checkpoint=Path("state")),
        SearchOptions("x", seconds=30.0),
        SearchOptions("x", nodes=30),
    ],
)
def test_no_run_for_these_options(request_: SearchOptions) -> None:
    assert start_command(request_, PUZZLE) == ""


def test_no_run_with_a_limit() -> None:
    assert start_command(SearchOptions("x"), PUZZLE, limit=5) == ""


def test_labelled_only_where_a_run_accepts_it() -> None:
    labelled = SearchOptions("x", labelled=True)
    assert start_command(labelled, PUZZLE) == "tilewright run start x --labelled"
    assert start_command(labelled, PUZZLE, "--first") == ""
    spare = Puzzle(rectangle(3, 2), (piece("domino", "##", (0, 4)),))
    assert start_command(labelled, spare, "--count") == ""
    assert start_command(SearchOptions("x"), spare, "--count") == "tilewright run start x --count"


def heard(capsys: pytest.CaptureFixture[str], *steps: Progress, quiet: bool = False) -> str:
    with ProgressMonitor("counting", quiet=quiet, suggestion="tilewright run start x") as watched:
        for step in steps:
            watched(step)
    return capsys.readouterr().err


def test_suggestion_is_printed_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_ESTIMATE_S", 0.0)
    said = heard(capsys, LONG, LONG, LONG)
    assert said.count("tilewright run start x") == 1 and "2 h 5 min" in said
    assert heard(capsys, LONG, quiet=True) == ""


@pytest.mark.parametrize(
    "step",
    [
        Progress(0.5, 1_000, 5, 5, 4.0, 50.0),
        Progress(0.0, 1_000, 5, 5, 4.0, None),
        Progress(0.01, 1_000, 0, 0, 4.0, 7_500.0, listed=False),
    ],
)
def test_no_suggestion_for_short_searches_and_sweeps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], step: Progress
) -> None:
    monkeypatch.setattr(progress, "FIRST_ESTIMATE_S", 0.0)
    assert heard(capsys, step) == ""


def test_no_suggestion_from_the_first_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    assert heard(capsys, LONG) == ""


@pytest.mark.usefixtures("ticking_clock")
def test_count_is_suggested_for_counting_runs(tmp_path: Path) -> None:
    words = ["run", "start", puzzle_file(tmp_path, endless()), "--time", "30", "--db", tmp_path / "runs.db"]
    said = "'tilewright count' is expected to be much faster, with the engine kasteleyn"
    assert said in run(*words, "--count").stderr
    assert "tilewright count" not in run(*words).stderr
    assert "tilewright count" not in run(*words, "--count", "--engine", "dense").stderr
