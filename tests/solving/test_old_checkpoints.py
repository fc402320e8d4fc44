"""Checkpoints that version 0.2 wrote are resumed: ``checkpoints_of_0_2``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.cli import printed_json, run

OLD = Path(__file__).parent / "checkpoints_of_0_2"
PUZZLE, SOLUTIONS = "pentominoes-4x15", 1472


@pytest.mark.parametrize(
    ("name", "words", "nodes"),
    [
        ("search.ckpt", ("--engine", "dancing-cells"), 253_227),
        ("unique.ckpt", ("--engine", "dense", "--unique"), 236_523),
        ("sweep.ckpt", ("--engine", "frontier"), 30_699),
    ],
)
def test_a_count_is_continued(tmp_path: Path, name: str, words: tuple[str, ...], nodes: int) -> None:
    """The result and the nodes are those of a count that was never interrupted."""
    shutil.copy(OLD / name, tmp_path)
    ended = run("count", PUZZLE, *words, "--threads", 1, "--resume", tmp_path / name, "--json")
    body = printed_json(ended)
    assert (body["status"], body["solutions"], body["nodes"]) == ("complete", SOLUTIONS, nodes)
    assert "continues" in ended.stderr


def test_a_list_is_continued(tmp_path: Path) -> None:
    for name in ("solve.ckpt", "solve.ckpt.solutions"):
        shutil.copy(OLD / name, tmp_path)
    ended = run("solve", PUZZLE, "--all", "--threads", 1, "--resume", tmp_path / "solve.ckpt", "--json")
    body = printed_json(ended)
    assert (body["status"], len(body["found"])) == ("complete", SOLUTIONS)


def test_a_search_for_one_solution_is_continued(tmp_path: Path) -> None:
    shutil.copy(OLD / "restarts.ckpt", tmp_path)
    path = tmp_path / "restarts.ckpt"
    body = printed_json(run("solve", PUZZLE, "--engine", "restarts", "--resume", path, "--json"))
    assert (body["solutions"], body["nodes"]) == (1, 1_912)
