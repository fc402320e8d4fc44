"""What is printed about runs: texts, tables, the live view."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from support.cli import printed_json, puzzle_file, run
from tilewright.cli.run.status import live_view
from tilewright.cli.run.text import (
    bar_progress,
    found_text,
    question_text,
    run_json,
    searched_text,
    state_text,
    status_lines,
    summary,
    tasks_text,
)
from tilewright.runs.lock import LockHolder
from tilewright.runs.progress import (
    ALL,
    UNKNOWN,
    Bounds,
    ProgressEstimate,
    RunProgress,
    RunTotals,
    WorkerProgress,
)
from tilewright.runs.reading import RunStatus
from tilewright.runs.rows import RunRow, RunState

ROW = RunRow(
    id="3f2a91bc",
    title="A title",
    source="puzzle.txt",
    puzzle="",
    engine="dense",
    keep=1,
    first_only=0,
    is_unique=0,
    folded=0,
    symmetries=1,
    digest="",
    version="",
    created_at="2026-01-31T12:00:00Z",
    first_tasks=3,
    options=9,
    status="running",
    reason="",
    seconds=40.0,
    stop_requested=0,
)
WORKER = WorkerProgress("thread 1", "here", (5, 6, 7, 8), 12, 3_000_000, 2.0)
SHARE = Bounds(0.2, 0.31)
TOTALS = RunTotals(waiting=30, split=2, done=10, share=0.25, solutions=310, images=1_234, duplicates=0,
                   nodes=9_000_000, seconds=70.0)  # fmt: skip
PROGRESS = RunProgress(TOTALS, SHARE, 225_000.0, 40.0, Bounds(89, 160), (WORKER,))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "all solutions, kept"),
        ({"keep": 0}, "all solutions, only counted"),
        ({"is_unique": 1}, "all solutions up to symmetry, kept"),
        ({"first_only": 1}, "one solution"),
    ],
)
def test_question_text(changes: dict[str, int], words: str) -> None:
    assert question_text(ROW._replace(**changes)) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "orbits", "solutions", "images", "words"),
    [
        ("running", 0, 1_234, 1_234, "1,234 solutions so far"),
        ("stopped", 1, 310, 1_234, "1,234 solutions (310 up to symmetry) so far"),
        ("complete", 1, 310, 1_234, "1,234 solutions (310 up to symmetry)"),
        ("complete", 0, 1, 1, "1 solution"),
        ("complete", 0, 0, 0, "no solution exists"),
        ("stopped", 0, 0, 0, "no solution found so far"),
        ("failed", 1, 0, 0, "no solution found so far"),
    ],
)
def test_found_text(status: str, orbits: int, solutions: int, images: int, words: str) -> None:
    progress = replace(PROGRESS, totals=replace(TOTALS, solutions=solutions, images=images))
    assert found_text(ROW._replace(status=status, is_unique=orbits), progress) == words


def test_summary() -> None:
    row, progress = ROW._replace(status="complete", is_unique=1), replace(PROGRESS, share=ALL)
    assert summary(row, progress, "1 turn") == (
        "1,234 solutions (310 up to symmetry: 1 turn)   40.0 s, 9,000,000 nodes, dense, 12 tasks, 1 worker"
    )


def test_bar_progress() -> None:
    bar = bar_progress(PROGRESS)
    assert bar.words == "1,234 solutions, 12 of 42 tasks, 9M nodes, 225k nodes/s, 89 s to 2.7 min left"
    assert (bar.eta, bar.share, bar.share_text) == (None, 0.2, "20 to 31%")


def test_the_bar_shows_tasks_where_the_share_is_not_known() -> None:
    bar = bar_progress(replace(PROGRESS, share=UNKNOWN, remaining_s=Bounds(40.0, 90.0)))
    assert bar.share_text == "12 of 42 tasks"
    assert bar.words == "1,234 solutions, 9M nodes, 225k nodes/s, 40 s to 1.5 min left"


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (SHARE, "9,000,000 nodes, about 20 to 31% of all"),
        (Bounds(0.0, 0.015), "9,000,000 nodes, less than 2% of all"),
        (UNKNOWN, "9,000,000 nodes, an unknown part of all"),
    ],
)
def test_searched_text(share: Bounds, words: str) -> None:
    assert searched_text(replace(PROGRESS, share=share)) == words


def test_status_lines() -> None:
    facts = dict(status_lines(ROW, PROGRESS, "running"))
    assert (
        facts["progress"] == "about 20 to 31% of the nodes" and facts["started"] == "2026-01-31 12:00:00 UTC"
    )
    assert facts["speed"] == "225k nodes/s, 89 s to 2.7 min left"
    assert facts["tasks"] == "12 done, 30 left, 4 of them with workers"
    assert tasks_text(replace(PROGRESS, totals=replace(TOTALS, waiting=0), workers=())) == "12 done"
    assert "speed" not in dict(status_lines(ROW._replace(status="stopped"), PROGRESS, "stopped"))


ESTIMATE = ProgressEstimate(dives=3_000, weight=3.0, nodes=40e6, ahead=33e6, error=5e6)


def status_of(status: str, holder: LockHolder | None) -> RunStatus:
    workers = (WorkerProgress("thread 1", "here", (5, 6), 12, 3_000_000, 2.0, "2026-01-31T12:00:40Z"),)
    row = ROW._replace(status=status, reason="a stop was requested")
    return RunStatus(row, TOTALS, workers, holder, ESTIMATE, 180_000.0)


def test_speed_of_running_and_interrupted_runs() -> None:
    alive = status_of("running", LockHolder(77, "then")).progress()
    assert (alive.running_tasks, alive.totals.finished, alive.totals.waiting) == (2, 12, 30)
    assert alive.nodes_per_second == 180_000  # of late
    assert 0 < alive.share.low < 9 / 40 < alive.share.high < 1
    assert alive.remaining_s is not None
    assert alive.remaining_s.low < 31e6 / 180_000 < alive.remaining_s.high
    dead = status_of("running", None).progress()
    assert (dead.running_tasks, dead.remaining_s, dead.workers[0].running_tasks) == (0, None, ())
    assert dead.nodes_per_second == 225_000 and dead.share == alive.share


@pytest.mark.parametrize(
    ("status", "holder", "words"),
    [
        ("running", LockHolder(77, "2026"), "running, by process 77 since 2026"),
        ("running", None, "interrupted: its coordinator ended unexpectedly"),
        ("stopped", None, "stopped: a stop was requested"),
    ],
)
def test_state_text(status: str, holder: LockHolder | None, words: str) -> None:
    assert state_text(status_of(status, holder)) == words


def test_the_live_view() -> None:
    text = StringIO()
    console = Console(file=text, force_terminal=True, width=100, height=18, color_system=None)
    many = tuple(replace(WORKER, name=f"thread {n}") for n in range(1, 9))
    with live_view(console) as show:
        show(ROW, replace(PROGRESS, workers=many), "running, by process 77")
    shown = text.getvalue()
    for words in ("3f2a91bc", "20 to 31%", "89 s to 2.7 min left", "thread 4", "1.5M", "5 6 7 ..."):
        assert words in shown, words
    assert "thread 5" not in shown and "... and 4 more" in shown


def test_every_key_is_documented() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "json.md").read_text(
        encoding="utf-8"
    )
    named = set(re.findall(r"`(\w+)`", text[text.index("## JSON of `run`") :]))
    facts = run_json(ROW._replace(is_unique=1), PROGRESS, RunState.RUNNING)
    assert set(facts) <= named
    assert set(facts["tasks"]) | set(facts["workers"][0]) <= named  # type: ignore[call-overload, index]


def test_list_and_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(tmp_path / "runs.db"))
    assert "there are no runs in" in run("run", "list").stdout
    assert run("run", "status").exit_code == 2
    assert printed_json(run("run", "list", "--json"))["runs"] == []
    for name in ("a.txt", "b.txt"):
        run("run", "start", puzzle_file(tmp_path, name=name))
    listed = run("run", "list").stdout.splitlines()
    assert len(listed) == 3 and listed[1].endswith("a.txt") and listed[2].endswith("b.txt")
    assert listed[2].split()[3:6] == ["complete", "100%", "4"]
    bodies = printed_json(run("run", "list", "--json"))["runs"]
    assert printed_json(run("run", "status", "--json"))["run"] == bodies[1]["run"]
    shown = run("run", "status", bodies[0]["run"][:6]).stdout
    assert shown.startswith(f"run {bodies[0]['run']}\n") and "a.txt" in shown and "thread 1" in shown


def test_status_has_the_keys_of_start(tmp_path: Path) -> None:
    db = tmp_path / "runs.db"
    started = printed_json(run("run", "start", puzzle_file(tmp_path), "--unique", "--db", db, "--json"))
    shown = printed_json(run("run", "status", "--db", db, "--json"))
    assert set(started) == set(shown) and shown["up_to_symmetry"] == 2
    same = (
        "run",
        "status",
        "solutions",
        "nodes",
        "tasks",
        "share",
        "progress_text",
        "title",
        "file",
        "started_at",
    )
    assert [started[key] for key in same] == [shown[key] for key in same]
