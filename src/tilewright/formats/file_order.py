"""Puzzles in the order of the file that they were read from, with its comments."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.file_layout import FileLayout, FilePiece
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Puzzle

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
    counts = Counter(piece.name for piece in layout.pieces)
    if counts == Counter(copies):
        return list(layout.pieces)
    return [FilePiece(name) for name, often in copies.items() for _ in range(often)]


def placed_in_order(order: Iterable[FilePiece], placed: Mapping[str, Sequence[T]]) -> list[T]:
    """What is placed of each piece, in the order of the pieces; several copies keep their own order."""
    waiting = {name: deque(held) for name, held in placed.items()}
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
