"""``--checkpoint``, ``--restart`` and ``--resume`` as a user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run
from tilewright.solving.steps import Cancelled, Status

PUZZLE = "catalog:dominoes-6x6"  # 6,728 solutions, OEIS A004003


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    return tmp_path / "ck"


@pytest.mark.parametrize(
    "words",
    [
        ("solve", PUZZLE, "--all", "--engine", "dense", "--quiet"),
        ("count", PUZZLE, "--engine", "dense"),
        ("count", PUZZLE, "--engine", "frontier"),
        ("count", PUZZLE, "--engine", "profile-sweep"),
    ],
    ids=["solve", "count", "sweep", "profile-sweep"],
)
def test_the_same_command_continues(keep: Path, words: tuple[str, ...]) -> None:
    for nodes in (20, 40, 60):
        stopped = run(*words, "--nodes", nodes, "--checkpoint", keep)
        assert stopped.exit_code == 3 and (f"continues {keep}: " in stopped.stderr) is (nodes > 20)
    whole = printed_json(run(*words, "--json", "--checkpoint", keep))
    assert (whole["status"], whole["solutions"]) == ("complete", 6728)
    again = run(*words, "--json", "--checkpoint", keep, "--resume", keep)  # as scripts of earlier versions
    assert printed_json(again)["solutions"] == 6728
    assert f"{keep} is complete: " in again.stderr or f"continues {keep}: the whole sweep" in again.stderr


def test_resume_alone_shows_what_the_file_holds(keep: Path) -> None:
    run("count", PUZZLE, "--engine", "dense", "--nodes", 500, "--checkpoint", keep)
    before = keep.read_bytes()
    for command in ("count", "solve", "disassemble"):
        shown = run(command, "--resume", keep)
        assert shown.exit_code == 0
        assert shown.stdout.splitlines()[:2] == [
            f"{keep}: a checkpoint by dense",
            "question: count the solutions of 'Dominoes on a 6 by 6 board' (36 cells, 1 piece)",
        ]
        assert "so far: " in shown.stdout and "500 nodes" in shown.stdout
    assert keep.read_bytes() == before
    keep.write_text("my letters")
    assert run("count", "--resume", keep).exit_code == 2
    assert run("count", "--resume", keep.with_name("none")).exit_code == 2


def test_restart_begins_anew_and_is_not_in_the_advice(keep: Path) -> None:
    words = ("count", PUZZLE, "--engine", "dense", "--checkpoint", keep)
    run(*words, "--nodes", 500)
    again = run(*words, "--nodes", 60, "--restart")
    assert again.exit_code == 3 and f"begins anew; {keep}.bak is the old checkpoint" in again.stderr
    assert "60 nodes, dense" in again.stdout and not keep.with_name("ck.bak").exists()
    for wrong in (("--restart",), ("--restart", "--checkpoint", keep, "--resume", keep)):
        assert run("count", PUZZLE, *wrong).exit_code == 2


def test_a_puzzle_from_standard_input(keep: Path, tmp_path: Path) -> None:
    text = puzzle_file(tmp_path).read_text()
    for words in ((), ("is complete",)):
        answer = run("count", "-", "--engine", "dense", "--checkpoint", keep, text=text)
        assert answer.exit_code == 0 and all(word in answer.stderr for word in words)


def test_a_stop_before_the_checkpoint_is_read_says_nothing_of_the_solutions(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("count", PUZZLE, "--engine", "dense", "--checkpoint", keep)
    run(*words, "--nodes", 500)
    before = keep.read_bytes()

    def stop(*_: object) -> None:
        raise Cancelled(Status.LIMIT)

    monkeypatch.setattr("tilewright.solving.search.parts_run.split_tasks", stop)
    stopped = run(*words)
    assert stopped.exit_code == 3 and stopped.stdout.startswith("stopped before the search was continued   ")
    assert f" --resume {keep}" in stopped.stderr
    assert keep.read_bytes() == before
