"""Puzzles that were edited: what still holds for them, and how they are written back into their file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.formats import toml
from tilewright.formats.losses import not_kept
from tilewright.formats.registry import Format
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
    puzzle = toml.from_document(document, reasons)
    notes = [f"Left out, as it no longer fits: {reason}." for reason in reasons]
    if opened is not None and puzzle.expect and not is_same_question(puzzle, toml.from_document(opened)):
        what = counted(len(puzzle.expect), "known number")
        verb = "was" if len(puzzle.expect) == 1 else "were"
        notes.append(f"{what} of the puzzle {verb} left out, as it is another puzzle now.")
        puzzle = replace(puzzle, expect=())
    return puzzle, tuple(notes)


def keeps_all(chosen: Format, opened: Format | None) -> bool:
    """Whether all puzzles of a file are written back into it, rather than one of them into a new file."""
    return opened is chosen and chosen.several_puzzles


def edited_text(
    chosen: Format,
    puzzles: Sequence[AnyPuzzle],
    at: int,
    original: str = "",
    opened: Format | None = None,
    *,
    origins: Sequence[int | None] | None = None,
    names: Sequence[str | None] | None = None,
    dropped_shapes: Sequence[int] = (),
) -> tuple[str, list[str]]:
    """A file with edited puzzles, and sentences on what was left out of it.

    ``original`` is the text of the file that they were read from, in the format ``opened``, in the order of
    ``puzzles``, or as ``origins`` says. All of them are written where :func:`keeps_all`, and into a new file
    of a format that holds several; else only the one with the number ``at``. ``dropped_shapes`` as of
    :meth:`~tilewright.formats.registry.Format.edited`.
    """
    if keeps_all(chosen, opened):
        number = len(chosen.problem_names(original))
        if origins is None and number != len(puzzles):
            raise PuzzleError(f"the file has {counted(number, 'problem')}; {len(puzzles)} are given")
        beyond = next((one for one in origins or () if one is not None and one >= number), None)
        if beyond is not None:
            raise PuzzleError(f"the file has {counted(number, 'problem')}, and no problem {beyond + 1}")
        text, notes = chosen.edited(original, puzzles, origins, names, dropped_shapes)
        return text, [*notes]
    if chosen.several_puzzles and len(puzzles) > 1:
        text, notes = chosen.edited("", puzzles, None, names)
        return text, [*notes]
    if chosen.dumps is None:
        raise UnsupportedError(f"the format {chosen.name} can be read, but not written")
    puzzle = puzzles[at]
    text = chosen.dumps(puzzle)
    missing = not_kept(chosen, puzzle, text)
    left_out = [f"{missing[0].upper()}{missing[1:]}."] if missing else []
    if len(puzzles) > 1:
        others = counted(len(puzzles) - 1, "other puzzle")
        left_out.append(f"The format {chosen.name} holds one puzzle: {others} of the file left out.")
    if opened is not None and opened.saves_solutions and "<solution" in original:
        left_out.append(f"The format {chosen.name} holds no saved solutions; {opened.name} keeps them.")
    return text, left_out


def is_same_question(one: AnyPuzzle, other: AnyPuzzle) -> bool:
    """Whether two puzzles have the same solutions: they may differ in titles, sources, and the names and the
    order of pieces."""
    return _question(one) == _question(other)


def _question(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle without what it is called."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return replace(puzzle, title="", source="", description="", expect=())
    pieces = tuple(sorted(puzzle.pieces, key=lambda piece: repr(replace(piece, name=""))))
    names = {piece.name: str(number) for number, piece in enumerate(pieces)}
    return with_names(replace(puzzle, title="", source="", expect=(), pieces=pieces), names)


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
