"""Assemblies that BurrTools saves with a problem, and how they come apart.

An assembly has for each copy of a piece, in the order of the problem, the place of its hotspot and the number
of its transformation. A separation has states, one after each move, and the separations of what is left and
of what was removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tilewright.errors import UnsupportedError
from tilewright.formats.burrtools_grids import Grid
from tilewright.formats.xml_tree import Element
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.model.verification import Checker, faults

SAVED_BY = "saved by BurrTools"  # the source of counts that come from a file
MAX_DEAD_ENDS = 10_000  # how often a choice of ways for pieces of unknown transformations is given up
PIECES_EXPECTED = "expected 'x', or four whole numbers, for each piece"
_NUMBER = re.compile("-?[0-9]{1,9}")


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
    """

    copies: tuple[Placement | None, ...]
    separation: SavedSeparation | None = None

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
    ``result`` the number of the result.
    """

    puzzle: Puzzle
    name: str = ""
    assemblies: tuple[SavedAssembly, ...] = ()
    solutions: int | None = None
    result_name: str = ""
    shapes: tuple[int, ...] = ()
    hotspots: tuple[Cell, ...] = ()
    result: int = 0


def read_assemblies(
    problem: Element, puzzle: Puzzle, grid: Grid, hotspots: Sequence[Cell]
) -> tuple[SavedAssembly, ...]:
    """The saved assemblies of a problem; ``hotspots`` are cells, one for each piece, relative to its cells.

    FormatError for an assembly that is no solution.
    """
    reader = _AssemblyReader(puzzle, grid, hotspots)
    found = []
    for saved in problem.listed("solutions", "solution"):
        entry = saved.only("assembly")
        if entry is None:
            saved.fault("<solution> has no <assembly>")
        part = saved.only("separation")
        copies, places = reader.copies(entry)
        found.append(SavedAssembly(copies, None if part is None else reader.separation(part, places)))
    return tuple(found)


class _AssemblyReader:
    def __init__(self, puzzle: Puzzle, grid: Grid, hotspots: Sequence[Cell]) -> None:
        self.puzzle, self.grid, self.hotspots = puzzle, grid, hotspots
        self._checker = Checker(puzzle)
        # Assemblies are many, and placements few: the ways of a piece by its place and transformation.
        self._known: dict[tuple[str, Cell, int], list[Placement | None]] = {}

    def _owners(self) -> Iterator[tuple[Piece, Cell]]:
        """The piece and its hotspot for each copy; a small file may allow very many copies."""
        for piece, hotspot in zip(self.puzzle.pieces, self.hotspots, strict=True):
            for _ in range(piece.max_copies):
                yield piece, hotspot

    def copies(self, entry: Element) -> tuple[tuple[Placement | None, ...], list[Cell | None]]:
        """Where the copies of the pieces lie, and the places of their hotspots."""
        words = iter(entry.text.split())
        places: list[Cell | None] = []
        ways: list[list[Placement | None]] = []
        for piece, hotspot in self._owners():
            first = next(words, "")
            if first == "x":
                ways.append([None])
                places.append(None)
                continue
            four = [word for word in (first, *islice(words, 3)) if word]
            if len(four) < 4:
                entry.fault(
                    f"the assembly ends with its piece {len(ways) + 1:,}, {piece.name!r}; {PIECES_EXPECTED}"
                )
            numbers = [self._number(entry, word, PIECES_EXPECTED) for word in four]
            x, y, z, transformation = numbers
            places.append((x, y, z))
            key = piece.name, (x, y, z), transformation
            if key not in self._known:
                there = self.grid.cell((x, y, z))
                self._known[key] = list(self._ways(piece, hotspot, there, transformation))
            found = self._known[key]
            if not found:
                entry.fault(
                    f"piece {piece.name!r} of this assembly, at {' '.join(map(str, numbers))}, does not lie "
                    "on cells of the result; expected a place 'x y z' and the number of a transformation"
                )
            ways.append(found)
        left = " ".join(words)
        if left:
            entry.fault(f"the assembly goes on with {left[:20]!r} after its {len(ways):,} pieces")
        chosen = self._disjoint(entry, ways)
        solution = Solution.of(placement for placement in chosen if placement is not None)
        if not self._checker.accepts(solution):
            entry.fault(f"this assembly is no solution: {faults(self.puzzle, solution)[0]}")
        return chosen, places

    def _number(self, entry: Element, word: str, expected: str) -> int:
        if not _NUMBER.fullmatch(word):
            entry.fault(f"{word[:20]!r} is in <{entry.name}>; {expected}")
        return int(word)

    def _ways(self, piece: Piece, hotspot: Cell, there: Cell, number: int) -> Iterator[Placement]:
        """Where a piece may lie: one way, or all that fit where the number of the motion is not known."""
        cells = [hotspot, *piece.cells]
        known = self.grid.turned(number, cells) if number >= 0 else None
        images = [known] if known is not None else []
        if known is None and number >= 0 and self.grid.has_more_motions:
            motions = (motion for motion in self.grid.lattice.motions["all"] if motion.divisor > 1)
            images = [image for motion in motions if (image := motion.image(cells)) is not None]
        seen = set()
        for image in images:
            shift = subtract(there, image[0])
            placed = tuple(sorted(add(cell, shift) for cell in image[1:]))
            if placed in seen or not self.grid.lattice.is_translation(shift):
                continue
            seen.add(placed)
            if self.puzzle.board.cells.issuperset(placed) and self.puzzle.fits(piece, placed):
                yield Placement(piece.name, placed)

    def _disjoint(
        self, entry: Element, ways: Sequence[Sequence[Placement | None]]
    ) -> tuple[Placement | None, ...]:
        """The first choice of one way for each copy in which no two pieces overlap."""
        chosen: list[Placement | None] = []
        untried: list[Iterator[Placement | None]] = []
        taken: set[Cell] = set()
        dead_ends = 0
        while len(chosen) < len(ways):
            if len(untried) == len(chosen):
                untried.append(iter(ways[len(chosen)]))
            for way in untried[-1]:
                cells = () if way is None else way.cells
                if taken.isdisjoint(cells):
                    chosen.append(way)
                    taken.update(cells)
                    break
            else:
                untried.pop()
                dead_ends += 1
                if not chosen or dead_ends > MAX_DEAD_ENDS:
                    tried = (
                        f"; {MAX_DEAD_ENDS:,} choices of unknown transformations were tried" if chosen else ""
                    )
                    entry.fault(f"two pieces of this assembly cover the same cell{tried}")
                last = chosen.pop()
                taken.difference_update(() if last is None else last.cells)
        return tuple(chosen)

    def separation(self, element: Element, places: Sequence[Cell | None]) -> SavedSeparation:
        """A separation, of pieces whose hotspots are at these places of the assembly, with those in it."""
        listed = element.only("pieces")
        if listed is None:
            element.fault("<separation> has no <pieces>")
        pieces = tuple(self._number(listed, word, "expected whole numbers") for word in listed.text.split())
        known = {number: place for number, place in enumerate(places) if place is not None}
        if len(set(pieces)) != len(pieces) or not known.keys() >= set(pieces):
            shown = listed.text.strip()[:40]
            listed.fault(f"<pieces> has {shown!r}; expected different numbers of pieces of the assembly")
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
                part.fault(f"the type of a separation is {which[:20]!r}; expected one 'left', one 'removed'")
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

    The hotspots, cells relative to those of each piece, are the places (0, 0, 0) of the pieces' boxes where
    none are given.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, corner: Cell, hotspots: Sequence[Cell] = ()) -> None:
        self.puzzle, self.grid, self.corner = puzzle, grid, corner
        lattice = puzzle.lattice
        self._hotspots = hotspots or [
            grid.cell(lattice.anchor([grid.place(cell) for cell in piece.cells])) for piece in puzzle.pieces
        ]
        self._copies = [piece for piece in puzzle.pieces for _ in range(piece.max_copies)]
        # Assemblies are many, and placements few.
        self._known: dict[Placement, tuple[Cell, int]] = {}

    def lines(self, assembly: SavedAssembly) -> list[str]:
        """The lines of an assembly and its separation.

        UnsupportedError where the number of a motion is not known.
        """
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
        return lines

    def _transformation(self, piece: Piece, placement: Placement) -> tuple[Cell, int]:
        """The place of the hotspot of a piece in an assembly, and the number of its transformation."""
        puzzle, grid, lattice = self.puzzle, self.grid, self.puzzle.lattice
        hotspot = self._hotspots[puzzle.pieces.index(piece)]
        target = set(placement.cells)
        for number, motion in grid.numbered:
            image = motion.image([hotspot, *piece.cells])
            if image is None:
                continue
            shift = subtract(lattice.anchor(target), lattice.anchor(image[1:]))
            there, *cells = (add(cell, shift) for cell in image)
            if set(cells) == target and all(
                puzzle.colours_agree(piece.colour_of(k), puzzle.board.colour(cell))
                for k, cell in enumerate(cells)
            ):
                return grid.place(there), number
        raise UnsupportedError(
            f"an assembly has piece {piece.name!r} in a rotation whose number in BurrTools' files is not "
            "known"
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
