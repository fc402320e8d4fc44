"""Checkpoints of counts without listing: interrupted and taken up, refused to another question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import Answer, count, solve
from tilewright.solving.steps import Limits, Status

PENTOMINOES = pentominoes(rectangle(15, 4))
MONOMER_DIMER = Puzzle(rectangle(4, 4), (piece("d", "##", copies=(0, 8)), piece("m", "#", copies=(0, 16))))
DOMINOES = Puzzle(rectangle(8, 8), (piece("d", "##", copies=32),))


def numbers(answer: Answer) -> tuple[Status, int | None, int | None, int | None]:
    return answer.status, answer.solutions, answer.up_to_symmetry, answer.labelled


def interrupted(puzzle: Puzzle, path: Path, nodes: int, **how: Any) -> Answer:
    return count(puzzle, engine="frontier", checkpoint=path, limits=Limits(nodes=nodes), **how)


@pytest.mark.parametrize(
    "how",
    [{}, {"unique": True}, {"labelled": True}, {"unique": True, "labelled": True}, {"symmetry": False}],
    ids=" ".join,
)
def test_a_count_that_was_interrupted_goes_on(tmp_path: Path, how: dict[str, Any]) -> None:
    whole = count(MONOMER_DIMER, engine="frontier", **how)
    path = tmp_path / "state"
    for nodes in (0, 20, 50, whole.nodes - 1, whole.nodes):
        path.unlink(missing_ok=True)
        interrupted(MONOMER_DIMER, path, nodes, **how)
        assert path.exists()
        again = count(MONOMER_DIMER, resume=path, **how)
        assert numbers(again) == numbers(whole)
        assert again.engine == "frontier" and "checkpoint" in again.engine_reason
        assert numbers(count(MONOMER_DIMER, engine="frontier", resume=path, **how)) == numbers(whole)


def test_a_count_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = count(PENTOMINOES, engine="frontier")
    path = tmp_path / "state"
    half = interrupted(PENTOMINOES, path, whole.nodes // 2)
    # States are counted from the very start: a limit that was reached stays reached.
    assert half.status is count(PENTOMINOES, resume=path, limits=Limits(nodes=10)).status is Status.LIMIT
    again = count(PENTOMINOES, resume=path, limits=Limits(nodes=whole.nodes))
    assert (again.solutions, again.nodes) == (1472, whole.nodes)
    copy = tmp_path / "copy"
    interrupted(PENTOMINOES, path, whole.nodes // 2)
    before = path.read_bytes()
    assert count(PENTOMINOES, resume=path, checkpoint=copy).solutions == 1472
    assert path.read_bytes() == before
    assert count(PENTOMINOES, resume=copy).solutions == 1472


def test_a_checkpoint_belongs_to_its_question(tmp_path: Path) -> None:
    path = tmp_path / "state"
    interrupted(PENTOMINOES, path, 1000)
    with pytest.raises(CheckpointError, match="another question"):
        count(PENTOMINOES, resume=path, symmetry=False)
    path.unlink()
    interrupted(MONOMER_DIMER, path, 40)
    asks: tuple[tuple[Callable[[], Answer], str], ...] = (
        (lambda: count(PENTOMINOES, resume=path), "another puzzle"),
        (lambda: count(MONOMER_DIMER, resume=path, labelled=True), "another question"),
        (lambda: count(MONOMER_DIMER, resume=path, engine="dense"), "made by the engine 'frontier'"),
        (lambda: solve(MONOMER_DIMER, sink=lambda _: None, resume=path), "made by the engine 'frontier'"),
    )
    for ask, words in asks:
        with pytest.raises(CheckpointError, match=words):
            ask()
    with pytest.raises(UnsupportedError, match="cannot stop after some"):
        count(MONOMER_DIMER, resume=path, limits=Limits(solutions=3))
    with pytest.raises(CheckpointError, match="cannot read"):
        count(MONOMER_DIMER, resume=tmp_path / "none")
    assert count(MONOMER_DIMER, resume=path).solutions == 10012


def test_a_checkpoint_of_a_search_is_taken_up_by_a_search(tmp_path: Path) -> None:
    path = tmp_path / "state"
    part = count(PENTOMINOES, engine="dense", checkpoint=path, limits=Limits(nodes=30_000))
    assert part.status is Status.LIMIT
    again = count(PENTOMINOES, resume=path)
    assert (again.engine, again.solutions) == ("dense", 1472)
    with pytest.raises(
        CheckpointError, match="it is of a search by the engine 'dense', which the engine 'frontier' cannot"
    ):
        count(PENTOMINOES, resume=path, engine="frontier")


def test_determinants_keep_no_checkpoints(tmp_path: Path) -> None:
    asks: tuple[Callable[[], Answer], ...] = (
        lambda: count(DOMINOES, engine="kasteleyn", checkpoint=tmp_path / "state"),
        lambda: count(DOMINOES, engine="kasteleyn", resume=tmp_path / "state"),
    )
    for ask in asks:
        with pytest.raises(UnsupportedError, match="'kasteleyn' keeps no checkpoints"):
            ask()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fewer", (0, 1000))
def test_a_count_that_was_finished_is_complete_whatever_the_limit(tmp_path: Path, fewer: int) -> None:
    path = tmp_path / "state"
    whole = count(PENTOMINOES, engine="frontier", checkpoint=path)
    again = count(PENTOMINOES, resume=path, limits=Limits(nodes=whole.nodes - fewer))
    assert numbers(again) == numbers(whole)
    assert (again.nodes, again.share) == (whole.nodes, 1.0)


def test_a_count_with_a_checkpoint_is_left_to_an_engine_that_keeps_one(tmp_path: Path) -> None:
    path = tmp_path / "state"
    assert count(DOMINOES).engine == "kasteleyn"
    answer = count(DOMINOES, checkpoint=path)
    assert (answer.engine, answer.solutions) == ("profile-sweep", 12988816)
    assert "checkpoint" in answer.engine_reason
    assert count(DOMINOES, resume=path).solutions == 12988816
    # A sweep of so wide a board takes too long.
    wide = Puzzle(rectangle(40, 40), (piece("d", "##", copies=800),))
    answer = count(wide, checkpoint=tmp_path / "none")
    assert answer.engine == "kasteleyn" and "keeps no checkpoint" in answer.engine_reason
    assert not (tmp_path / "none").exists()
