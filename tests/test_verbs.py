"""The functions of ``tilewright`` that are no questions, and what all of them do with families' puzzles."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright
from tilewright import Limits, Puzzle, Settings, Status, load
from tilewright.errors import OutputError, PuzzleError, UnsupportedError
from tilewright.families.assembly import disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.dominosa.puzzle import read_grid
from tilewright.families.gunport import Arrangement, GunportAnswer, GunportBoard, GunportQuery, Rules
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.files import loads as board_of
from tilewright.families.vanishing.solving import VanishingResult
from tilewright.family import FAMILIES
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.registry import load_attribute
from tilewright.solving.steps import Cancelled

GRID = read_grid("001\n011")
BOARD = GunportBoard.rectangle(4, 5)
DOMINOES = board_of("4;2\nh;1;2;0;0\nh;2;1;2;0\nh;1;1;0;1\nh;2;2;2;1\n")
MUTILATED = Puzzle.of(".###\n####\n####\n###.", ["##"] * 7)


def test_a_grid_of_numbers_is_asked_about_as_its_puzzle() -> None:
    assert tilewright.count(GRID).solutions == len([*tilewright.solutions(GRID)]) == 3
    assert tilewright.count(GRID, settings=Settings(engine="reference", threads=1)).engine == "reference"
    first = tilewright.first(GRID)
    assert tilewright.verify(GRID, first) == []
    assert tilewright.draw(GRID, first).text().count("0") == 3
    assert tilewright.explain(GRID, "count").root.words


def test_gunport_boards() -> None:
    answer = tilewright.solve(BOARD)
    assert isinstance(answer, GunportAnswer) and (answer.pieces, answer.proven) == (7, True)
    assert tilewright.count(BOARD).optima == len([*tilewright.solutions(BOARD)])
    assert len([*tilewright.solutions(BOARD, limit=2, settings=Settings(threads=1))]) == 2
    assert len(tilewright.sample(BOARD, 3, seed=5).arrangements) == 3
    first = tilewright.first(BOARD)
    assert isinstance(first, Arrangement) and tilewright.verify(first) == []
    assert tilewright.verify(Arrangement(BOARD, frozenset())) != []
    assert len(tilewright.draw(first).text().splitlines()) == 4
    assert tilewright.draw(BOARD, title="A board").svg().startswith("<svg")
    query = GunportQuery(arrangements=2)
    assert len(tilewright.solve(BOARD, rules=Rules(no_slide=True), query=query).arrangements) <= 2


def test_a_search_that_ended_early_has_no_first_arrangement() -> None:
    with pytest.raises(UnsupportedError, match="ended before its result was proven"):
        tilewright.first(GunportBoard.rectangle(20, 20), settings=Settings(nodes=1, engine="frontier"))


def test_boards_of_vanishing_dominoes() -> None:
    result = tilewright.solve(DOMINOES)
    assert isinstance(result, VanishingResult) and result.proven
    assert tilewright.verify(DOMINOES, result.order) == []
    assert tilewright.verify(DOMINOES, (0, 0)) != []
    assert len(tilewright.why(DOMINOES)) == len(DOMINOES.pieces)
    assert tilewright.draw(DOMINOES, result.order).svg().startswith("<svg")
    again = tilewright.solve(DOMINOES, method="random", repetitions=2, settings=Settings(seed=3))
    assert again.remaining >= result.remaining


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (DOMINOES, "count does not take DominoBoard; there is draw, solve, verify, why"),
        (Arrangement(BOARD, frozenset()), "count does not take Arrangement; there is draw, verify"),
    ],
)
def test_what_a_family_does_not_do(puzzle: DominoBoard | Arrangement, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        tilewright.count(puzzle)


def test_what_is_no_puzzle() -> None:
    for wrong in ("catalog:soma-cube", 3, None):
        for function in (tilewright.count, tilewright.why, tilewright.reduce, tilewright.draw):
            with pytest.raises(PuzzleError, match="is not a puzzle"):
                function(wrong)  # type: ignore[call-overload]
    with pytest.raises(PuzzleError, match="is not a solution"):
        tilewright.verify(MUTILATED, "x")  # type: ignore[call-overload]


def test_a_reason_and_none() -> None:
    reason = tilewright.why(MUTILATED)
    assert reason is not None and reason.kind == "colouring"
    assert tilewright.why(load("catalog:dominoes-4x4")) is None
    stopped = threading.Event()
    stopped.set()
    assert tilewright.why(MUTILATED, cancel=stopped) is None


def test_a_reduction_keeps_the_count(tmp_path: Path) -> None:
    puzzle = load("catalog:reptile-P-2")
    reduced = tilewright.reduce(puzzle)
    assert tilewright.count(reduced.puzzle).solutions == tilewright.count(puzzle).solutions
    assert reduced.options - sum(reduced.options_removed.values()) == reduced.options_remaining
    none = tilewright.reduce(Puzzle.of("####", ["###"]))
    assert none.proof and not none.may_have_solutions
    assert tilewright.count(none.puzzle).solutions == 0
    assert tilewright.reduce(puzzle, steps=1).status is Status.LIMIT


def test_drawings_are_saved_by_their_extension(tmp_path: Path) -> None:
    puzzle = load("catalog:dominoes-4x4")
    solution = tilewright.first(puzzle)
    assert solution is not None
    for suffix, start in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".txt", b"")):
        tilewright.draw(solution).save(tmp_path / f"drawn{suffix}")
        assert (tmp_path / f"drawn{suffix}").read_bytes().startswith(start)
    with pytest.raises(UnsupportedError, match=r"saved as \.svg, \.png or \.txt"):
        tilewright.draw(puzzle).save(tmp_path / "drawn.gif")
    with pytest.raises(UnsupportedError, match="no keyword title"):
        tilewright.draw(puzzle, title="x")  # type: ignore[call-overload]
    with pytest.raises(PuzzleError, match="not known"):
        tilewright.draw(tilewright.Solution(solution.placements))


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "soma.toml"
    tilewright.convert("catalog:soma-cube", target)
    with pytest.raises(OutputError, match="there is such a file already"):
        tilewright.convert("catalog:soma-cube", target)
    tilewright.convert("catalog:soma-cube", target, overwrite=True)
    assert load(target) == load("catalog:soma-cube")


def test_assemblies_come_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    soma = tilewright.first(load("catalog:soma-cube"))
    assert soma is not None
    apart = tilewright.disassemble(soma, settings=Settings(memory="100M"))
    assert isinstance(apart, Disassembly) and apart.comes_apart
    stopped = threading.Event()
    stopped.set()
    monkeypatch.setattr(disassembler, "STEP_STATES", 1)  # between two steps the event is looked at
    with pytest.raises(Cancelled):
        tilewright.disassemble(soma, cancel=stopped)
    items = tilewright.first(ExactCoverPuzzle.of({"a": ["x"]}))
    with pytest.raises(PuzzleError, match="no board"):
        tilewright.disassemble(items)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="cannot be taken apart"):
        tilewright.disassemble(3)  # type: ignore[arg-type]


def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    puzzle, path = load("catalog:pentominoes-6x10"), tmp_path / "runs.db"
    begun = tilewright.run(puzzle, path, unique=True, threads=1, limits=Limits(seconds=0))
    assert begun.status is Status.LIMIT and begun.run and begun.share < 1
    ended = tilewright.run(puzzle, path, unique=True, threads=2)
    assert (ended.run, ended.status) == (begun.run, Status.COMPLETE)
    assert (ended.solutions, ended.up_to_symmetry) == (9356, 2339)
    assert len([*ended.stored()]) == 2339
    again = tilewright.run(puzzle, path, unique=True)
    assert replace(again, seconds=ended.seconds) == ended
    other = tilewright.run(puzzle, path, question="first", settings=Settings(threads=1))
    assert other.run != ended.run and other.words == "a solution was found"


def test_runs_that_cannot_be(tmp_path: Path) -> None:
    never = tmp_path / "never.db"
    proven = tilewright.run(Puzzle.of("####", ["###"]), never, question="count")
    assert proven.status is Status.COMPLETE and proven.solutions == 0
    assert proven.proof and not never.exists() and not [*proven.stored()]
    with pytest.raises(UnsupportedError, match="question: 'some'; expected all or count or first"):
        tilewright.run(MUTILATED, never, question="some")  # type: ignore[call-overload]
    with pytest.raises(UnsupportedError, match="no limit of solutions"):
        tilewright.run(MUTILATED, never, limits=Limits(solutions=3))


def test_each_family_function_is_listed() -> None:
    modules = {reference for family in FAMILIES.values() for reference in family.puzzles.values()}
    assert len(modules) == 6
    public = {*dir(tilewright), "as_puzzle"}
    for reference in modules:
        assert set(load_attribute(reference).__all__) <= public
