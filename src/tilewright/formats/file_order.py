"""Puzzles in the order of the file that they were read from, with its comments."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.file_layout import FileLayout, FilePiece
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Piece, Puzzle

T = TypeVar("T")

NO_LAYOUT = FileLayout()


def cells_in_order(puzzle: Puzzle) -> list[Cell]:
    """The required cells as in the file; those that it does not name follow, sorted."""
    layout = puzzle.file_layout or NO_LAYOUT
    place = {cell: number for number, cell in enumerate(layout.cells)}
    return sorted(puzzle.board.required, key=lambda cell: place.get(cell, len(place)))


def pieces_in_order(puzzle: AnyPuzzle, copies: Mapping[str, int]) -> list[FilePiece]:
    """An entry for each copy of each piece, as in the file if it has as many of each."""
    layout = puzzle.file_layout or NO_LAYOUT
    order = [replace(piece, copies=(1, 1)) for piece in layout.pieces for _ in range(piece.copies[1])]
    if Counter(piece.name for piece in order) == Counter(copies):
        return order
    return [FilePiece(name) for name, often in copies.items() for _ in range(often)]


def is_drawn(own: FilePiece, piece: Piece, lattice: Lattice) -> bool:
    """Whether the piece of the file is still this piece, in one of its orientations."""
    if not own.cells:
        return False
    drawn = Piece.of(piece.name, dict(own.cells), lattice=lattice, motions=piece.motions)
    return drawn.shape_key(lattice) == piece.shape_key(lattice)


def drawn_copies(puzzle: Puzzle) -> list[Piece]:
    """The pieces, but those whose copies are drawn in different ways once for each way, as in the file.

    Where the file has other pieces or copies than the puzzle, each piece once.
    """
    drawn: dict[str, dict[tuple[object, object], Piece]] = {}
    for own in (puzzle.file_layout or NO_LAYOUT).pieces:
        piece = puzzle.by_name.get(own.name)
        if piece is None or not is_drawn(own, piece, puzzle.lattice):
            return list(puzzle.pieces)
        shape = Piece.of(own.name, dict(own.cells), lattice=puzzle.lattice)
        ways, (least, most) = drawn.setdefault(own.name, {}), own.copies
        if before := ways.get((shape.cells, shape.colours)):
            least, most = before.min_copies + least, before.max_copies + most
        way = replace(piece, cells=shape.cells, colours=shape.colours, min_copies=least, max_copies=most)
        ways[way.cells, way.colours] = way
    pieces: list[Piece] = []
    for piece in puzzle.pieces:
        same = list(drawn.get(piece.name, {(): piece}).values())
        least, most = sum(way.min_copies for way in same), sum(way.max_copies for way in same)
        if replace(same[0], min_copies=least, max_copies=most) != piece:
            return list(puzzle.pieces)
        pieces += same
    return pieces


def placed_in_order(order: Iterable[FilePiece], placed: Mapping[str, Sequence[T]]) -> list[T]:
    """What is placed of each piece, in the order of the pieces; several copies keep their own order."""
    waiting = {name: deque(values) for name, values in placed.items()}
    return [waiting[piece.name].popleft() for piece in order if waiting.get(piece.name)]


def with_comments(lines: Sequence[str], layout: FileLayout | None) -> str:
    """Lines of numbers as a text, with each comment at the number where the file had it.

    If there are other numbers than in the file, all comments come first.
    """
    if layout is None or not layout.comments:
        return "\n".join(lines) + "\n"
    sizes = [len(line.split()) for line in lines]
    if sum(sizes) != layout.numbers:
        return "\n".join([*(comment.text for comment in layout.comments), *lines]) + "\n"
    waiting = deque(layout.comments)
    out: list[str] = []
    end = 0
    for line, size in zip(lines, sizes, strict=True):
        start, end = end, end + size
        behind: list[str] = []
        while waiting and (waiting[0].after < end or (waiting[0].after == end and not waiting[0].own_line)):
            comment = waiting.popleft()
            (behind if comment.after > start and not comment.own_line else out).append(comment.text)
        out.append(" ".join([line, *behind]))
    return "\n".join([*out, *(comment.text for comment in waiting)]) + "\n"
