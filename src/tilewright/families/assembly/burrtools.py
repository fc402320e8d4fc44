"""Assemblies and how they come apart, written into BurrTools' puzzle files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.disassembly import Disassembly, Separation, Turn
from tilewright.formats.burrtools_assemblies import (
    SAVED_BY,
    AssemblyWriter,
    SavedAssembly,
    SavedProblem,
    SavedSeparation,
)
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Expected, Placement, Puzzle

FAR = 20_000
"""So many steps away are pieces that have left, as in files that BurrTools writes."""


class AssemblyDocument:
    """The puzzle with assemblies and their separations as an .xmpuzzle text, as ``SolutionDocument`` says.

    UnsupportedError for what BurrTools' files cannot hold.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        from tilewright.formats.burrtools_writer import assembly_writer  # here: most searches write no file

        self._puzzle, self._writer = puzzle, assembly_writer(puzzle)

    def entry(self, disassembly: Disassembly) -> str:
        """The elements of an assembly."""
        return assembly_elements(self._puzzle, self._writer, disassembly)

    def text(self, entries: Sequence[str]) -> str:
        """The text of the file."""
        from tilewright.formats.burrtools_writer import dumps_problems

        return dumps_problems([saved_problem(self._puzzle, entries)])


def assembly_elements(puzzle: Puzzle, writer: AssemblyWriter, disassembly: Disassembly) -> str:
    """The elements of an assembly and its separation."""
    return "\n".join(writer.lines(_saved_assembly(puzzle, disassembly)))


def saved_problem(
    puzzle: Puzzle, entries: Sequence[str], name: str = "", assemblies: int | None = None
) -> SavedProblem:
    """A problem of a file, with the elements of assemblies that come apart.

    ``assemblies`` is how many there are, if all of them were examined and those are all that come apart.
    """
    if assemblies is not None:
        puzzle = replace(puzzle, expect=(Expected("unique", assemblies, SAVED_BY),))
    return SavedProblem(puzzle, name, solutions=len(entries), written=tuple(entries))


def _saved_assembly(puzzle: Puzzle, disassembly: Disassembly) -> SavedAssembly:
    copies: list[Placement | None] = []
    numbers: list[int] = []  # of the pieces of the assembly among all copies
    for piece in puzzle.pieces:
        placed = [Placement(name, cells) for name, cells in disassembly.pieces if name == piece.name]
        numbers += range(len(copies), len(copies) + len(placed))
        copies += [*placed, *[None] * (piece.max_copies - len(placed))]
    separation = disassembly.separation
    if separation is None:
        return SavedAssembly(tuple(copies))
    moved: dict[int, Cell] = dict.fromkeys(range(len(disassembly.pieces)), (0, 0, 0))
    return SavedAssembly(tuple(copies), _saved_separation(separation, moved, numbers))


def _saved_separation(part: Separation, moved: dict[int, Cell], numbers: Sequence[int]) -> SavedSeparation:
    """The states of a part; ``moved`` says how far its pieces have been moved before."""
    now = {piece: moved[piece] for piece in part.pieces}
    states = [tuple(now.values())]
    for move in part.moves:
        if isinstance(move, Turn):
            raise UnsupportedError("BurrTools' files hold no turns of pieces; write no .xmpuzzle file")
        shift = tuple((move.steps or FAR) * k for k in move.direction)
        after = {piece: add(at, shift) if piece in move.pieces else at for piece, at in now.items()}
        states.append(tuple(after.values()))
        if move.steps:
            now = after
    left, removed = (
        None if following is None else _saved_separation(following, now, numbers)
        for following in (part.remaining, part.removed)
    )
    return SavedSeparation(tuple(numbers[piece] for piece in part.pieces), tuple(states), left, removed)
