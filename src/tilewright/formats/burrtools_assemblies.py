"""Assemblies that BurrTools saves with a problem, and how they come apart.

An assembly has for each copy of a piece, in the order of the problem, the place of its hotspot and the number
of its transformation; early versions of BurrTools saved another place (``burrtools_grids.references``). A
separation has states, one after each move, and the separations of what is left and of what was removed.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tilewright.errors import FormatWarning, PuzzleError
from tilewright.formats.burrtools_grids import Grid, Reference, carried, references
from tilewright.formats.xml_tree import Element
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, moved_back, subtract
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.model.verification import Checker, faults
from tilewright.wording import counted, quoted

SAVED_BY = "saved by BurrTools"  # the source of counts that come from a file
NUMBERS = (
    "asmNum",
    "solNum",
)  # the attributes with the numbers of an assembly, and among those that come apart
PIECES_EXPECTED = "expected 'x', or four whole numbers, for each piece"
_NUMBER = re.compile("-?[0-9]{1,9}")

Quadruple = tuple[Cell, int]
"""Of a piece in a saved assembly: the place x y z, and the number of its transformation."""

Copies = tuple[Placement | None, ...]
"""Where each copy of each piece lies, None for one that is not used."""


@dataclass(frozen=True)
class SavedSeparation:
    """How pieces, by their numbers in the assembly, come apart.

    ``states`` are the positions of the pieces after each move, the first one before all: how far each has
    been moved from its place in the assembly, in coordinates of the lattice. Pieces that are taken away are
    very far. ``left`` and ``removed`` go on with the parts of the last state.
    """

    pieces: tuple[int, ...]
    states: tuple[tuple[Cell, ...], ...]
    left: SavedSeparation | None = None
    removed: SavedSeparation | None = None


@dataclass(frozen=True)
class SavedAssembly:
    """An assembly: where each copy of each piece lies, None for one that is not used.

    Copies are numbered from 0 in the order of the pieces, each as often as it may be used at most.
    ``numbers`` are those that BurrTools gave it, by attribute, None for one that it did not save, and
    ``levels`` the moves by part, as it writes them in place of a separation.
    """

    copies: Copies
    separation: SavedSeparation | None = None
    numbers: Mapping[str, str] | None = None
    levels: str = ""

    @property
    def solution(self) -> Solution:
        """The assembly as a solution of the puzzle."""
        return Solution.of(placement for placement in self.copies if placement is not None)


@dataclass(frozen=True)
class SavedProblem:
    """A problem of a BurrTools file: its puzzle, its name, and what was saved with it.

    ``solutions`` is the saved number of assemblies that come apart, None where it is not known.
    ``result_name`` is the name of the shape that is filled. ``shapes`` has the number in the file of each
    piece's shape, ``hotspots`` the cell about which each is turned, relative to the piece's cells, and
    ``result`` the number of the result, whose box begins at ``corner``. ``written`` are the elements of
    more assemblies, made ready before the file is written.
    """

    puzzle: Puzzle
    name: str = ""
    assemblies: tuple[SavedAssembly, ...] = ()
    solutions: int | None = None
    result_name: str = ""
    shapes: tuple[int, ...] = ()
    hotspots: tuple[Cell, ...] = ()
    result: int = 0
    written: tuple[str, ...] = ()
    corner: Cell = (0, 0, 0)


def read_assemblies(
    problem: Element,
    puzzle: Puzzle,
    grid: Grid,
    hotspots: Sequence[Cell],
    version: str,
    *,
    strict: bool = False,
) -> tuple[SavedAssembly, ...]:
    """The saved assemblies of a problem; ``hotspots`` are cells, one for each piece, relative to its cells.

    Places are read as they may have been meant in this ``version``; the reading is used by which the most
    assemblies are solutions. Those that are none are left out with one FormatWarning, or, if ``strict``, the
    first is a FormatError. FormatError for what has another form.
    """
    reader = _AssemblyReader(puzzle, grid, hotspots)
    entries: list[tuple[Element, Element, list[Quadruple | None]]] = []
    for saved in problem.listed("solutions", "solution"):
        entry = saved.only("assembly")
        if entry is None:
            saved.fault("<solution> has no <assembly>")
        entries.append((saved, entry, reader.quadruples(entry)))
    readings: list[list[Copies | str]] = []
    for reference in references(grid, version):
        readings.append([reader.copies(quadruples, reference) for _, _, quadruples in entries])
        if not any(isinstance(copies, str) for copies in readings[-1]):
            break
    read = min(readings, key=lambda placements: sum(isinstance(copies, str) for copies in placements))
    wrong = [
        (entry, reason)
        for (_, entry, _), reason in zip(entries, read, strict=True)
        if isinstance(reason, str)
    ]
    if wrong:
        entry, reason = wrong[0]
        if strict:
            entry.fault(f"this assembly is no solution: {reason}")
        of_all = f"{len(wrong):,} of {counted(len(entries), 'saved assembly', 'saved assemblies')}"
        left_out = f"{of_all} cannot be placed and {'is' if len(wrong) == 1 else 'are'} left out"
        message = f"{left_out}; in line {entry.line}, {reason}"
        warnings.warn(FormatWarning(message), stacklevel=2)
    return tuple(
        _assembly(reader, saved, copies, quadruples)
        for (saved, _, quadruples), copies in zip(entries, read, strict=True)
        if not isinstance(copies, str)
    )


def _assembly(
    reader: _AssemblyReader, saved: Element, copies: Copies, quadruples: Sequence[Quadruple | None]
) -> SavedAssembly:
    """A saved assembly with all that is saved with it."""
    part, info = saved.only("separation"), saved.only("separationInfo")
    places = [None if four is None else four[0] for four in quadruples]
    separation = None if part is None else reader.separation(part, places)
    numbers = {name: saved.attributes[name] for name in NUMBERS if name in saved.attributes}
    levels = " ".join(info.text.split()) if info is not None and part is None else ""
    return SavedAssembly(copies, separation, numbers, levels)


class _AssemblyReader:
    def __init__(self, puzzle: Puzzle, grid: Grid, hotspots: Sequence[Cell]) -> None:
        self.puzzle, self.grid, self.hotspots = puzzle, grid, hotspots
        self._checker = Checker(puzzle)
        # Assemblies are many, and placements few.
        self._known: dict[tuple[str, Quadruple, Reference], Placement | None] = {}

    def _owners(self) -> Iterator[tuple[Piece, Cell]]:
        """The piece and its hotspot for each copy; a small file may allow very many copies."""
        for piece, hotspot in zip(self.puzzle.pieces, self.hotspots, strict=True):
            for _ in range(piece.max_copies):
                yield piece, hotspot

    def quadruples(self, entry: Element) -> list[Quadruple | None]:
        """The place and the number of the transformation of each copy, None for one that is not used."""
        words = iter(entry.text.split())
        pairs: list[Quadruple | None] = []
        for piece, _ in self._owners():
            first = next(words, "")
            if first == "x":
                pairs.append(None)
                continue
            four = [word for word in (first, *islice(words, 3)) if word]
            if len(four) < 4:
                entry.fault(
                    f"the assembly ends with its piece {len(pairs) + 1:,}, {quoted(piece.name)}; "
                    f"{PIECES_EXPECTED}"
                )
            x, y, z, transformation = (self._number(entry, word, PIECES_EXPECTED) for word in four)
            pairs.append(((x, y, z), transformation))
        left = " ".join(words)
        if left:
            entry.fault(f"the assembly goes on with {quoted(left)} after its {len(pairs):,} pieces")
        return pairs

    def copies(self, quadruples: Sequence[Quadruple | None], reference: Reference) -> Copies | str:
        """Where the copies of the pieces lie, or why that is no solution."""
        copies: list[Placement | None] = []
        for (piece, hotspot), four in zip(self._owners(), quadruples, strict=True):
            if four is None:
                copies.append(None)
                continue
            key = piece.name, four, reference
            if key not in self._known:
                self._known[key] = self._placement(piece, hotspot, four, reference)
            placement = self._known[key]
            if placement is None:
                numbers = " ".join(map(str, (*four[0], four[1])))
                return f"piece {quoted(piece.name)} at {numbers} does not lie on cells of the result"
            copies.append(placement)
        solution = Solution.of(placement for placement in copies if placement is not None)
        return tuple(copies) if self._checker.accepts(solution) else faults(self.puzzle, solution)[0]

    def _number(self, entry: Element, word: str, expected: str) -> int:
        if not _NUMBER.fullmatch(word):
            entry.fault(f"{quoted(word)} is in <{entry.name}>; {expected}")
        return int(word)

    def _placement(
        self, piece: Piece, hotspot: Cell, four: Quadruple, reference: Reference
    ) -> Placement | None:
        """The piece turned and laid where it is saved; None where it does not lie on cells of the result."""
        place, number = four
        images = self.grid.transformed(number, hotspot, piece.cells) if number >= 0 else None
        if images is None:
            return None
        shift = subtract(self.grid.cell(place), reference(self.grid, number, images))
        placed = tuple(sorted(moved_back(images[1:], subtract((0, 0, 0), shift))))
        puzzle = self.puzzle
        is_one = self.grid.lattice.is_translation(shift) and puzzle.board.cells.issuperset(placed)
        return Placement(piece.name, placed) if is_one and puzzle.fits(piece, placed) else None

    def separation(self, element: Element, places: Sequence[Cell | None]) -> SavedSeparation:
        """A separation, of pieces whose hotspots are at these places of the assembly, with those in it."""
        listed = element.only("pieces")
        if listed is None:
            element.fault("<separation> has no <pieces>")
        pieces = tuple(self._number(listed, word, "expected whole numbers") for word in listed.text.split())
        known = {number: place for number, place in enumerate(places) if place is not None}
        if len(set(pieces)) != len(pieces) or not known.keys() >= set(pieces):
            listed.fault(
                f"<pieces> has {quoted(listed.text.strip())}; expected different numbers of pieces of the "
                "assembly"
            )
        states = tuple(
            tuple(
                self.grid.cell(subtract(now, known[number]))
                for now, number in zip(self._state(state, len(pieces)), pieces, strict=True)
            )
            for state in element.all("state")
        )
        if not states:
            element.fault("<separation> has no <state>")
        parts: dict[str, SavedSeparation] = {}
        for part in element.all("separation"):
            which = part.attributes.get("type", "")
            if which not in ("left", "removed") or which in parts:
                part.fault(f"the type of a separation is {quoted(which)}; expected one 'left', one 'removed'")
            left = [place if number in pieces else None for number, place in enumerate(places)]
            parts[which] = self.separation(part, left)
        return SavedSeparation(pieces, states, parts.get("left"), parts.get("removed"))

    def _state(self, state: Element, count: int) -> list[Cell]:
        """Where the hotspots of the pieces are."""
        columns = []
        for name in ("dx", "dy", "dz"):
            entry = state.only(name)
            words = [] if entry is None else entry.text.split()
            values = [self._number(entry or state, word, "expected whole numbers") for word in words]
            if len(values) != count:
                (entry or state).fault(f"<{name}> has {len(values)} numbers; expected {count}, one a piece")
            columns.append(values)
        return [(x, y, z) for x, y, z in zip(*columns, strict=True)]


class AssemblyWriter:
    """Writes assemblies of a puzzle whose result's box begins at ``corner``.

    The hotspots, cells relative to those of each piece, are the grid's default ones where none are given.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, corner: Cell, hotspots: Sequence[Cell] = ()) -> None:
        self.puzzle, self.grid, self.corner = puzzle, grid, corner
        self._hotspots = hotspots or [grid.default_hotspot(piece.cells) for piece in puzzle.pieces]
        self._copies = [piece for piece in puzzle.pieces for _ in range(piece.max_copies)]
        # Assemblies are many, and placements few.
        self._known: dict[Placement, tuple[Cell, int]] = {}

    def lines(self, assembly: SavedAssembly) -> list[str]:
        """The lines of an assembly and its separation."""
        words: list[str] = []
        places: list[Cell] = []
        for piece, placement in zip(self._copies, assembly.copies, strict=True):
            if placement is None:
                words.append("x")
                places.append((0, 0, 0))
                continue
            if placement not in self._known:
                self._known[placement] = self._transformation(piece, placement)
            place, number = self._known[placement]
            places.append(subtract(place, self.corner))
            words.append(" ".join(map(str, (*places[-1], number))))
        lines = [f"<assembly>{' '.join(words)}</assembly>"]
        if assembly.separation is not None:
            self._add(assembly.separation, places, lines)
        elif assembly.levels:
            lines.append(f"<separationInfo>{assembly.levels}</separationInfo>")
        return lines

    def _transformation(self, piece: Piece, placement: Placement) -> tuple[Cell, int]:
        """The place of the hotspot of a piece in an assembly, and the number of its transformation."""
        puzzle, grid, lattice = self.puzzle, self.grid, self.puzzle.lattice
        hotspot = self._hotspots[puzzle.pieces.index(piece)]
        target = set(placement.cells)
        for number, motion in enumerate(grid.transformations):
            image = carried(motion, hotspot, piece.cells)
            if image is None:
                continue
            shift = subtract(lattice.anchor(target), lattice.anchor(image[1:]))
            there, *cells = (add(cell, shift) for cell in image)
            if set(cells) == target and all(
                puzzle.colours_agree(piece.colour_of(k), puzzle.board.colour(cell))
                for k, cell in enumerate(cells)
            ):
                return grid.place(there), number
        raise PuzzleError(
            f"an assembly has piece {quoted(piece.name)} where no rotation and translation lays it"
        )

    def _add(
        self, separation: SavedSeparation, places: Sequence[Cell], lines: list[str], kind: str = ""
    ) -> None:
        """Add the lines of a separation; ``places`` are the hotspots of all pieces of the assembly."""
        numbers, place = separation.pieces, self.grid.place
        starts = [places[piece] for piece in numbers]
        lines.append(f'<separation type="{kind}">' if kind else "<separation>")
        lines.append(f'<pieces count="{len(numbers)}">{" ".join(map(str, numbers))}</pieces>')
        for state in separation.states:
            columns = zip(*map(add, starts, map(place, state)), strict=True)
            dx, dy, dz = (" ".join(map(str, column)) for column in columns)
            lines += ("<state>", f"<dx>{dx}</dx>", f"<dy>{dy}</dy>", f"<dz>{dz}</dz>", "</state>")
        for which, part in (("left", separation.left), ("removed", separation.removed)):
            if part is not None:
                self._add(part, places, lines, which)
        lines.append("</separation>")
