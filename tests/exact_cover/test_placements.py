from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given

from support.puzzle_cases import laid_everywhere, piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover import placements
from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import CUBE, LATTICES, TRIANGLE, Cell
from tilewright.model.pieces import polyforms
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle


def test_placements_of_a_piece_are_counted_once() -> None:
    for text, count in (("##", 12), ("## ##", 4), ("#. ##", 16), ("###", 6), (".#. ### .#.", 1)):
        puzzle = Puzzle(rectangle(3, 3), (piece("p", text),))
        assert len(placements_of(puzzle)) == count, text


@given(puzzles())
def test_placements_lie_wherever_their_cells_fit(puzzle: Puzzle) -> None:
    """By laying each orientation on each cell."""
    all_placements = placements_of(puzzle)
    assert len(all_placements) == len(set(all_placements))
    assert set(all_placements) == set(laid_everywhere(puzzle))


@pytest.mark.parametrize("name", ["triangle", "stick", "hexagon", "cube"])
def test_placements_on_other_lattices(name: str) -> None:
    lattice = LATTICES[name]
    cells: set[Cell] = set(lattice.classes)
    for _ in range(3):
        cells |= {near for cell in cells for near in lattice.neighbours(cell)}
    positions = sorted(cells)
    board = Board.of({cell: "ab"[k % 2] if k % 3 else "" for k, cell in enumerate(positions)})
    plain = Piece.of("plain", lattice.components(positions)[0][:4], lattice=lattice)
    painted = Piece.of("painted", dict(zip(positions[:2], "ab", strict=True)), lattice=lattice, copies=(0, 1))
    puzzle = Puzzle(board, (plain, painted), lattice=lattice)
    all_placements = placements_of(puzzle)
    assert len(all_placements) == len(set(all_placements))
    assert set(all_placements) == set(laid_everywhere(puzzle))
    assert {placement.piece for placement in all_placements} == {"plain", "painted"}


def test_cells_that_are_far_apart_are_no_neighbours() -> None:
    far = 10**9
    board = Board.of([(0, 0), (1, 0), (far, 0), (0, far), (far, far), (far, far - 1)])
    wide = Piece.of("wide", [(0, 0), (far, far - 1)], copies=(0, 1))
    wider = Piece.of("wider", [(0, 0), (far + 1, 0)], copies=(0, 1))
    puzzle = Puzzle(board, (piece("I2", "##", copies=(0, 3)), wide, wider))
    all_placements = placements_of(puzzle)
    assert all_placements == laid_everywhere(puzzle)
    assert [placement.piece for placement in all_placements] == ["I2", "I2", "wide", "wide"]


def test_motions_limit_the_placements() -> None:
    counts = {
        mode: len(placements_of(Puzzle(rectangle(4, 4), (piece("L", "### #..", motions=mode),))))
        for mode in ("fixed", "rotation", "reflection", "all")
    }
    assert counts == {"fixed": 6, "rotation": 24, "reflection": 24, "all": 48}


def test_colours_must_agree_unless_one_is_missing() -> None:
    board = Board.of({(0, 0): "a", (1, 0): "b", (2, 0): ""})
    coloured = Piece.of("p", {(0, 0): "a", (1, 0): "b"}, motions="fixed")
    assert placements_of(Puzzle(board, (coloured,))) == [Placement("p", ((0, 0), (1, 0)))]
    half = Piece.of("p", {(0, 0): "b", (1, 0): ""}, motions="fixed")
    assert placements_of(Puzzle(board, (half,))) == [Placement("p", ((1, 0), (2, 0)))]


def test_placements_on_flat_boards_in_space() -> None:
    for spans in ((9, 1, 4), (1, 9, 4), (9, 4, 1)):
        cells = [(x, y, z) for x in range(spans[0]) for y in range(spans[1]) for z in range(spans[2])]
        pieces = [Piece.of("I", [(0, 0, 0), (1, 0, 0), (2, 0, 0)], lattice=CUBE, copies=(0, 12))]
        puzzle = Puzzle(Board.of(cells), pieces, lattice=CUBE)
        assert placements_of(puzzle) == laid_everywhere(puzzle)


def test_too_many_placements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placements, "MAX_PLACEMENTS", 10)
    with pytest.raises(UnsupportedError, match="more than 10 placements"):
        placements_of(Puzzle(rectangle(4, 4), (piece("a", "##"),)))


def test_as_many_placements_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = (piece("a", "##", motions="fixed"), piece("b", "# #", motions="fixed"))
    monkeypatch.setattr(placements, "MAX_PLACEMENTS", 12)
    assert len(placements_of(Puzzle(rectangle(3, 3), pieces))) == 12
    made: list[Placement] = []

    def note(name: str, cells: tuple[Cell, ...]) -> Placement:
        made.append(Placement(name, cells))
        return made[-1]

    monkeypatch.setattr(placements, "MAX_PLACEMENTS", 10)
    monkeypatch.setattr(placements, "Placement", note)
    with pytest.raises(UnsupportedError, match="more than 10 placements"):
        placements_of(Puzzle(rectangle(3, 3), pieces))
    assert made == []  # no memory is taken


def test_pieces_without_copies_have_no_placements() -> None:
    puzzle = Puzzle(rectangle(2, 1), (piece("none", "#", copies=(0, 0)), piece("one", "#")))
    assert placements_of(puzzle) == [Placement("one", ((0, 0),)), Placement("one", ((1, 0),))]


def test_a_piece_of_cells_that_the_board_has_none_of() -> None:
    point_up, point_down = TRIANGLE.classes
    cell = Piece.of("down", [point_down], lattice=TRIANGLE, motions="fixed")
    assert placements_of(Puzzle(Board.of([point_up]), (cell,), lattice=TRIANGLE)) == []


@pytest.mark.parametrize("name", LATTICES)
def test_a_piece_fits_onto_its_own_cells(name: str) -> None:
    """On lattices with several kinds of cells the least coordinates of a way to lie need not be 0."""
    lattice = LATTICES[name]
    for shape in (*polyforms(1, "all", lattice), *polyforms(2, "all", lattice)):
        piece = Piece.of("own", shape, lattice=lattice)
        for way in piece.orientations(lattice):
            cells = [cell for cell, _ in way]
            all_placements = placements_of(Puzzle(Board.of(cells), (piece,), lattice=lattice))
            assert all_placements == [Placement("own", tuple(sorted(cells)))]


def test_ways_that_differ_in_colours_alone_are_counted_once_at_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placements, "MAX_PLACEMENTS", 2)
    bar = Piece.of("bar", {(0, 0): "a", (1, 0): "b"})
    assert len(placements_of(Puzzle(rectangle(2, 1), (bar,)))) == 1


def test_too_many_cells_of_placements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 2), (piece("a", "##"), piece("b", "##")))  # 4 placements each
    monkeypatch.setattr(placements, "MAX_PLACED_CELLS", 16)
    assert len(placements_of(puzzle)) == 8
    monkeypatch.setattr(placements, "MAX_PLACED_CELLS", 15)
    with pytest.raises(UnsupportedError, match="more than 15 cells"):
        placements_of(puzzle)


def test_too_many_placements_are_refused_before_they_take_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = Piece.of("cell", [(0, 0)])
    puzzle = Puzzle(rectangle(100, 100), tuple(replace(cells, name=f"p{k}") for k in range(2_000)))
    monkeypatch.setattr(placements, "MAX_PLACEMENTS", 400_000)
    tracemalloc.start()
    with pytest.raises(UnsupportedError, match="more than 400,000 placements"):
        placements_of(puzzle)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000
