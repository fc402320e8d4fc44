"""Puzzles that were edited as documents: read so that what no longer holds is left out, and said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tilewright.formats.toml import from_document
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.wording import counted


def edited_puzzle(
    document: Mapping[str, Any], opened: Mapping[str, Any] | None = None
) -> tuple[AnyPuzzle, tuple[str, ...]]:
    """The puzzle of a document, and a sentence for each thing that is left out of it.

    ``opened`` is the document before it was edited. What is known of its solutions is left out when the
    question is another one now, and so are forced placements and costs that no longer fit. FormatError as
    ``from_document``.
    """
    reasons: list[str] = []
    puzzle = from_document(document, reasons)
    notes = [f"Left out, as it no longer fits: {reason}." for reason in reasons]
    if opened is not None and puzzle.expect and not is_same_question(puzzle, from_document(opened)):
        what = counted(len(puzzle.expect), "known number")
        verb = "was" if len(puzzle.expect) == 1 else "were"
        notes.append(f"{what} of the puzzle {verb} left out, as it is another puzzle now.")
        puzzle = replace(puzzle, expect=())
    return puzzle, tuple(notes)


def is_same_question(one: AnyPuzzle, other: AnyPuzzle) -> bool:
    """Whether two puzzles have the same solutions: they may differ in titles, sources and names of pieces."""
    return _question(one) == _question(other)


def _question(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle without what it is called."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return replace(puzzle, title="", source="", description="", expect=())
    names = {piece.name: str(number) for number, piece in enumerate(puzzle.pieces)}
    return with_names(replace(puzzle, title="", source="", expect=()), names)


def with_names(puzzle: Puzzle, names: Mapping[str, str]) -> Puzzle:
    """The puzzle with other names of pieces, by their names now."""

    def placed(placement: Placement) -> Placement:
        return replace(placement, piece=names[placement.piece])

    return replace(
        puzzle,
        board=replace(puzzle.board, forced=tuple(map(placed, puzzle.board.forced))),
        pieces=tuple(replace(piece, name=names[piece.name]) for piece in puzzle.pieces),
        costs=tuple(replace(listed, placement=placed(listed.placement)) for listed in puzzle.costs),
    )
