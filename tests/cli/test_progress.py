"""The progress lines where stderr is not a terminal."""

from __future__ import annotations

import pytest

from tilewright.cli import progress as cli_progress
from tilewright.cli.progress import ProgressMonitor
from tilewright.solving.steps import Progress


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (
            Progress(0.25, 2_000_000, 3, 12, 2.0, 6.0),
            "25% done after 2.00 s, 12 solutions, 1M nodes/s, 6.00 s left",
        ),
        (Progress(1.0, 500, 3, 3, 2.0, 0.0), "100% done after 2.00 s, 3 solutions, 250 nodes/s"),
        (Progress(0.5, 500, 0, 0, 0.0, None), "50% done after 0.00 s, 0 solutions, 0 nodes/s"),
        (
            Progress(0.1, 3_000, 0, 0, 1.5, 90.0, listed=False),
            "10% done after 1.50 s, 2k states/s, 1 min 30 s left",
        ),
    ],
)
def test_the_progress_line_shows_solutions_not_orbits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], progress: Progress, line: str
) -> None:
    monkeypatch.setattr(cli_progress, "LINE_INTERVAL_S", 0.0)
    with ProgressMonitor("counting") as watched:
        watched(progress)
    assert capsys.readouterr().err == f"tilewright: {line}\n"
    with ProgressMonitor("counting", quiet=True) as watched:
        watched(progress)
    assert capsys.readouterr().err == ""
