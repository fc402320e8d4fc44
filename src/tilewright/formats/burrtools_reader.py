"""BurrTools' puzzle files (.xmpuzzle): polycubes and the shape they are to fill, as XML, mostly gzipped.

BurrTools turns pieces in all 24 ways and never mirrors them; of a solution and its mirror image it keeps one,
where the pieces' mirror images are the same pieces again (user guide, "Concepts and Definitions").
``docs/reference/formats.md`` describes it. ``dumps`` lives in ``burrtools_writer``.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tilewright.errors import FormatError, FormatWarning, PuzzleError
from tilewright.formats.burrtools_assemblies import (
    SAVED_BY,
    AssemblyWriter,
    SavedAssembly,
    SavedProblem,
    read_assemblies,
)
from tilewright.formats.burrtools_editing import EditedShapes, Names, Origins, edit_problems
from tilewright.formats.burrtools_flat import flattened, normal_of
from tilewright.formats.burrtools_grids import GRIDS, MAX_COLOURS, Grid
from tilewright.formats.burrtools_shapes import BurrToolsShape, BurrToolsShapes, usual_name
from tilewright.formats.burrtools_sizes import oversized
from tilewright.formats.burrtools_writer import PARTS, Colour, CommentStyle, dumps, dumps_problems
from tilewright.formats.pieces import check_motions
from tilewright.formats.xml_tree import LARGEST_NUMBER, Element, parse
from tilewright.model.exact_cover_puzzle import AnyPuzzle, require_board
from tilewright.model.lattices import CUBE, SQUARE, Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle, Solution
from tilewright.wording import counted, quoted

__all__ = [
    "dumps",
    "edited",
    "loads",
    "loads_problem",
    "looks_like",
    "problem_names",
    "rewrite",
    "saved_assemblies",
    "saved_problems",
    "saved_solutions",
    "shapes_lattice",
    "unused_shapes",
]

VERSIONS = ("1", "2")
MAX_COPIES = 1_000_000
MAX_GROUP = 1_000_000
NO_RESULT = LARGEST_NUMBER  # what BurrTools writes for a result that was not chosen
_LABEL = re.compile(r"Name:\s*(?=\S)", re.IGNORECASE)
"""What many designers write before the name of a puzzle in the first line of the comment."""
MAX_WARNINGS = 10  # the most unknown elements that are named in warnings

KNOWN = {
    "puzzle": ("gridType", "colors", "shapes", "problems", "comment"),
    "gridType": (),
    "colors": ("color",),
    "shapes": ("voxel", "shape"),
    "problems": ("problem",),
    "problem": ("shapes", "result", "bitmap", "solutions"),
    "bitmap": ("pair",),
    "shape": ("group",),
}
"""Which elements may lie in which, as far as they are read."""

PROGRESS = "assembler"
"""The element with what BurrTools needs to go on with a search, which is not part of the puzzle."""


def looks_like(text: str) -> bool:
    """Whether a text begins as a BurrTools file does."""
    start = r"\s*(?:<\?xml[^>]*>)?(?:\s|<!--.*?-->)*<puzzle[\s>]"
    return re.match(start, text[:10_000], re.DOTALL) is not None


def loads(text: str, motions: str = "", lattice: str = "") -> Puzzle:
    """The only problem in an XML text; ``motions`` overrides ``rotation``. FormatError with a position.

    One layer of cubes that needs no third dimension is read on the square lattice, with a FormatWarning;
    ``lattice`` "cube" keeps cubes, and "square" refuses what is not flat; on other grids there is no choice.
    """
    return loads_problem(text, motions, 0, lattice)


def loads_problem(text: str, motions: str = "", problem: int = 0, lattice: str = "") -> Puzzle:
    """As :func:`loads`, the problem with this number, from 1; 0 is the only one."""
    # The saved assemblies are checked: one that is wrong tells of damage. Moved otherwise, they mean nothing.
    root = _parsed(text, motions, (PROGRESS, "solutions" if motions else "separation"))
    grid = _grid(root)
    if lattice == SQUARE.name and grid.lattice is not CUBE:
        root.fault(f"the cells are {grid.cells}; only a puzzle of cubes can be read on {quoted(lattice)}")
    chosen = _chosen(root, problem)
    puzzle = _problem(root, grid, chosen, motions).puzzle
    flat = flattened(puzzle) if grid.lattice is CUBE and lattice != CUBE.name else None
    if flat is None and lattice == SQUARE.name:
        chosen.fault("the result or a piece is more than one layer of cubes, so it needs the lattice cube")
    if flat is not None and not lattice:
        message = "one layer of cubes is read on the square lattice; --lattice cube keeps the cubes"
        warnings.warn(FormatWarning(message), stacklevel=2)
    return flat or puzzle


def problem_names(text: str) -> tuple[str, ...]:
    """The names of the problems in an XML text, "" for one without a name."""
    problems = _parsed(text, "", (PROGRESS, "solutions")).listed("problems", "problem")
    return tuple(map(_problem_name, problems))


def unused_shapes(text: str) -> tuple[BurrToolsShape, ...]:
    """The shapes of an XML text that no problem uses and that have a cell, each with a name."""
    root = _parsed(text, "", (PROGRESS, "solutions"))
    return tuple(shape for shape in _unused(root, _grid(root)).values() if _has_cell(shape))


def shapes_lattice(text: str) -> str:
    """The lattice of the shapes in an XML text, by name."""
    return _grid(_parsed(text, "", (PROGRESS, "solutions"))).lattice.name


def _has_cell(shape: BurrToolsShape) -> bool:
    return bool(shape.filled or shape.variable)


def _unused(root: Element, grid: Grid) -> dict[int, BurrToolsShape]:
    """The shapes that no problem uses, by their numbers."""
    voxels = root.listed("shapes", "voxel")
    used: set[int] = set()
    for problem in root.listed("problems", "problem"):
        used |= {one.whole_number("id") for one in problem.listed("shapes", "shape") if _copies(one)[1]}
        used |= {one.whole_number("id") for one in problem.all("result")}
    shapes = BurrToolsShapes(voxels, grid)
    return {number: shapes.named(number) for number in range(len(voxels)) if number not in used}


def saved_problems(text: str, motions: str = "") -> list[SavedProblem]:
    """All problems in an XML text with the assemblies that were saved; flat puzzles are read as cubes."""
    return _all_problems(_parsed(text, motions, (PROGRESS,)), motions)


@dataclass(frozen=True)
class WholeFile:
    """What is kept of a file that is written again: problems with their assemblies, shapes, colours."""

    problems: tuple[SavedProblem, ...]
    grid: Grid
    palette: tuple[Colour, ...]
    voxels: tuple[str, ...]
    pops_up: bool
    style: CommentStyle
    unused: Mapping[int, BurrToolsShape]

    @classmethod
    def read(cls, text: str, motions: str = "", *, may_be_shapes: bool = False) -> WholeFile:
        """The file with this text; FormatError for anything in it that is damaged.

        Without ``may_be_shapes`` also for a file that has no problem.
        """
        root = _parsed(text, motions, (PROGRESS,))
        grid, comment = _grid(root), root.only("comment")
        is_shapes = may_be_shapes and not root.listed("problems", "problem")
        return cls(
            () if is_shapes else tuple(_all_problems(root, motions)),
            grid,
            tuple(_palette(root)),
            tuple(BurrToolsShapes(root.listed("shapes", "voxel"), grid).as_they_are()),
            comment is not None and "popup" in comment.attributes,
            CommentStyle() if comment is None else split_comment(comment.text)[2],
            _unused(root, grid),
        )

    def assembly_writer(self, problem: int) -> AssemblyWriter:
        """Writes assemblies of the problem with this number, from 1, for the file."""
        saved_problem = self.problems[problem - 1]
        return AssemblyWriter(saved_problem.puzzle, self.grid, (0, 0, 0), saved_problem.hotspots)

    def edited(
        self,
        puzzles: Sequence[AnyPuzzle],
        origins: Origins = None,
        names: Names = None,
        dropped_shapes: Sequence[int] = (),
    ) -> tuple[str, tuple[str, ...]]:
        """The text of the file with these puzzles, and what was left out; see ``Format.edited``."""
        of = list(range(len(self.problems))) if origins is None else list(origins)
        read = [None if at is None else self.problems[at] for at in of]
        as_read = [
            None
            if value is None
            else (flattened(value.puzzle) if puzzle.lattice is SQUARE else None) or value.puzzle
            for value, puzzle in zip(read, map(require_board, puzzles), strict=True)
        ]
        listed = [number for number, shape in self.unused.items() if _has_cell(shape)]
        if beyond := [number for number in dropped_shapes if number >= len(listed)]:
            many = f"{counted(len(listed), 'shape')} that no problem uses"
            raise PuzzleError(f"the file has {many}, and no shape {beyond[0] + 1} of them")
        dropped = {listed[number] for number in dropped_shapes}
        unused = {number: shape for number, shape in self.unused.items() if number not in dropped}
        shapes = EditedShapes(self.problems, read, self.voxels, self.grid, unused, dropped)
        named = [None] * len(of) if names is None else names
        problems, notes = edit_problems(self.problems, puzzles, as_read, shapes, of, named)
        return dumps_problems(
            problems, self.palette, shapes.voxels, pops_up=self.pops_up, style=self.style
        ), notes

    def text(self, solved: Mapping[int, SavedProblem] | None = None) -> str:
        """The text of the file.

        What is known of a problem and its assemblies are those of ``solved``, if it has its number, from 1.
        """
        problems = list(self.problems)
        for number, problem in (solved or {}).items():
            saved_problem = problems[number - 1]
            problems[number - 1] = replace(
                saved_problem,
                puzzle=replace(saved_problem.puzzle, expect=problem.puzzle.expect),
                assemblies=problem.assemblies,
                written=problem.written,
                solutions=problem.solutions,
            )
        return dumps_problems(problems, self.palette, self.voxels, pops_up=self.pops_up, style=self.style)


def rewrite(text: str, motions: str = "") -> str:
    """The text of a file with the same shapes, colours and problems, and the assemblies saved with them."""
    return WholeFile.read(text, motions).text()


def edited(
    text: str,
    puzzles: Sequence[AnyPuzzle],
    origins: Origins = None,
    names: Names = None,
    dropped_shapes: Sequence[int] = (),
) -> tuple[str, tuple[str, ...]]:
    """The text of a file with these puzzles, and sentences on what was left out; see ``Format.edited``."""
    if text:
        return WholeFile.read(text, may_be_shapes=True).edited(puzzles, origins, names, dropped_shapes)
    named = zip(puzzles, names or [""] * len(puzzles), strict=True)
    new = [SavedProblem(replace(require_board(puzzle), expect=()), name or "") for puzzle, name in named]
    return dumps_problems(new), ()


def saved_assemblies(text: str, problem: int = 0) -> tuple[SavedAssembly, ...]:
    """The assemblies that were saved with a problem, on the lattice of the file, in their order."""
    root = _parsed(text, "", (PROGRESS,))
    return _problem(root, _grid(root), _chosen(root, problem), "").assemblies


def saved_solutions(text: str, puzzle: AnyPuzzle, problem: int = 0) -> list[Solution]:
    """The assemblies that were saved with a problem, of several the one with this number, in their order.

    Their cells are those of ``puzzle``, wherever the result lies there, and one layer of cubes becomes
    squares where those of the puzzle are. FormatError for a puzzle on another lattice.
    """
    root = _parsed(text, "", (PROGRESS, "separation"))
    several = len(root.listed("problems", "problem")) > 1
    saved = _problem(root, _grid(root), _chosen(root, problem if several else 0), "", strict=True)
    solved, board = require_board(puzzle), saved.puzzle.board.cells
    lattice = saved.puzzle.lattice
    normal = normal_of(saved.puzzle.board) if lattice is CUBE and solved.lattice is SQUARE else None
    if solved.lattice is not lattice and normal is None:
        root.fault(
            f"the assemblies are on the lattice {lattice.name}, the puzzle is on {solved.lattice.name}"
        )

    def flat(cell: Cell) -> Cell:
        return cell if normal is None else cell[:normal] + cell[normal + 1 :]

    anchor = solved.lattice.anchor
    shift = subtract(anchor(solved.board.cells), anchor(list(map(flat, board))))
    return [
        Solution.of(
            Placement(one.piece, tuple(sorted(add(flat(cell), shift) for cell in one.cells)))
            for one in assembly.solution.placements
        )
        for assembly in saved.assemblies
    ]


def _all_problems(root: Element, motions: str) -> list[SavedProblem]:
    grid = _grid(root)
    _chosen(root, 1)
    return [_problem(root, grid, problem, motions) for problem in root.listed("problems", "problem")]


def _palette(root: Element) -> list[Colour]:
    """The colours of a file on the screen: red, green, blue, 0 to 255."""
    red, green, blue = (
        [one.whole_number(part, 255) for one in root.listed("colors", "color")] for part in PARTS
    )
    return list(zip(red, green, blue, strict=True))


def _parsed(text: str, motions: str, ignored: Collection[str]) -> Element:
    """The outermost element of a file; FormatError for what is no BurrTools file."""
    check_motions(motions)
    root = parse(text, ignored=ignored)
    if root.name != "puzzle":
        root.fault(f"the outermost element is <{root.name}>; expected <puzzle>")
    version = root.attributes.get("version")
    if version not in VERSIONS:
        root.fault(
            f"the version is {quoted(version)}; expected '1' or '2'" if version else "<puzzle> has no version"
        )
    _check_names(root)
    return root


def _check_names(root: Element) -> None:
    """Warn about the first unknown elements, which are ignored."""
    for unknown in islice(_unknown_elements(root), MAX_WARNINGS):
        message = f"line {unknown.line}: the element <{unknown.name}> is unknown and is ignored"
        warnings.warn(FormatWarning(message), stacklevel=2)


def _unknown_elements(element: Element) -> Iterator[Element]:
    for child in element.children:
        if child.name in KNOWN.get(element.name, (child.name,)):
            yield from _unknown_elements(child)
        else:
            yield child


def _grid(root: Element) -> Grid:
    grid = root.only("gridType")
    if grid is None:
        return GRIDS["0"]  # of cubes, for BurrTools
    kind = grid.attributes.get("type", "")
    if kind not in GRIDS:
        known = ", ".join(f"{number} ({text.cells})" for number, text in GRIDS.items())
        grid.fault(f"the grid type is {quoted(kind)}; expected one of {known}")
    return GRIDS[kind]


def _problem_name(problem: Element) -> str:
    """The name of a problem as it is shown, with ``?`` for what does not print."""
    name = problem.attributes.get("name", "").strip()
    return "".join(c if c.isprintable() else "?" for c in name)


def _chosen(root: Element, number: int) -> Element:
    """The problem with this number; FormatError that lists them all when it is none."""
    problems = root.listed("problems", "problem")
    if not problems:
        where = root.only("problems") or root
        only = ", only shapes" if root.listed("shapes", "voxel") else " and no shape"
        where.fault(f"there is no problem{only}; a problem says which pieces fill which shape")
    if number == 0 and len(problems) == 1:
        return problems[0]
    if 1 <= number <= len(problems):
        return problems[number - 1]
    names = [f"{k} {_problem_name(result)}".rstrip() for k, result in enumerate(problems, start=1)]
    listed = "; ".join(names[:20]) + (f"; and {len(names) - 20} more" if len(names) > 20 else "")
    have = f"there are {len(problems)} problems" if len(problems) > 1 else "there is one problem"
    if number:
        raise FormatError(f"there is no problem {number}; {have}: {listed}")
    raise FormatError(f"{have}; choose one: {listed}", parameter="problem")


def split_comment(comment: str) -> tuple[str, str, CommentStyle]:
    """The title in a comment, its first line; the rest; and how they stand there."""
    first, newline, source = comment.strip().partition("\n")
    label = _LABEL.match(first)
    gap = newline + source[: len(source) - len(source.lstrip())] or "\n"
    style = CommentStyle(label[0] if label else "", gap)
    return " ".join(first[len(style.label) :].split()), source.strip(), style


def _problem(
    root: Element, grid: Grid, problem: Element, motions: str, *, strict: bool = False
) -> SavedProblem:
    comment = root.only("comment")
    shapes = BurrToolsShapes(root.listed("shapes", "voxel"), grid)
    result = problem.only("result")
    target = result.whole_number("id") if result is not None else NO_RESULT
    if result is None or target == NO_RESULT:
        problem.fault("the problem has no result, the shape that is to be filled")
    board = shapes.shape(result, target)
    read = _pieces(problem, shapes, motions or "rotation")
    pieces = tuple(piece for piece, _, _ in read)
    title, source, _ = split_comment(comment.text if comment is not None else "")
    name = problem.attributes.get("name", "").strip()
    puzzle = Puzzle(
        Board.of(board.filled, board.variable),
        pieces,
        title or name,
        source,
        grid.lattice,
        _expected(problem),
        colour_pairs=_pairs(problem, board, pieces),
        mirrors=True,
        max_holes=problem.whole_number("maxHoles") if "maxHoles" in problem.attributes else None,
    )
    if not motions:  # moved otherwise, it is another question, which has an answer
        too_large = oversized(puzzle)
        if too_large is not None:
            piece, reason = too_large
            read[pieces.index(piece)][2].fault(f"the piece {quoted(piece.name)} {reason}")
    hotspots = tuple(hotspot for _, hotspot, _ in read)
    version = root.attributes["version"]
    assemblies = read_assemblies(problem, puzzle, grid, hotspots, version, strict=strict)
    solutions = problem.whole_number("solutions") if "solutions" in problem.attributes else None
    numbers = tuple(entry.whole_number("id") for _, _, entry in read)
    return SavedProblem(puzzle, name, assemblies, solutions, board.name, numbers, hotspots, target)


def _expected(problem: Element) -> tuple[Expected, ...]:
    """The number of assemblies that BurrTools saved, if its search was complete."""
    if problem.attributes.get("state") != "2" or "assemblies" not in problem.attributes:
        return ()
    return (Expected("unique", problem.whole_number("assemblies"), SAVED_BY),)


def _pieces(problem: Element, shapes: BurrToolsShapes, motions: str) -> list[tuple[Piece, Cell, Element]]:
    """The pieces of a problem, each with its hotspot relative to its cells, and where it is listed."""
    pieces: dict[str, tuple[Piece, Cell, Element]] = {}
    listed: set[int] = set()
    for entry in problem.listed("shapes", "shape"):
        number = entry.whole_number("id")
        if number in listed:
            entry.fault(f"the shape {number} is listed for the second time in this problem")
        listed.add(number)
        least, most = _copies(entry)
        if most == 0:
            continue
        shape = shapes.shape(entry, number)
        if shape.variable:
            has = "has cells that may stay empty ('+'); only the result can"
            entry.fault(f"the shape {number}, a piece here, {has}")
        name = shape.name or usual_name(number)
        if name in pieces:
            name = f"{name} {usual_name(number)}"
        while name in pieces:
            name += "'"
        piece = Piece.of(
            name,
            shape.filled,
            lattice=shapes.grid.lattice,
            copies=(least, most),
            motions=motions,
            groups=_groups(entry, most),
            weight=shape.weight,
        )
        pieces[name] = (piece, subtract(shape.hotspot, shapes.grid.lattice.anchor(shape.filled)), entry)
    return list(pieces.values())


def _copies(entry: Element) -> tuple[int, int]:
    if "count" in entry.attributes:
        if "min" in entry.attributes or "max" in entry.attributes:
            entry.fault("<shape> has a count and a range; expected 'count', or 'min' and 'max'")
        least = most = entry.whole_number("count", MAX_COPIES)
    elif "min" in entry.attributes or "max" in entry.attributes:
        least, most = entry.whole_number("min", MAX_COPIES), entry.whole_number("max", MAX_COPIES)
    else:
        least = most = 1  # for BurrTools
    if least > most:
        entry.fault(f"the least number of copies, {least}, is above the greatest, {most}")
    return least, most


def _groups(entry: Element, most: int) -> list[int]:
    """The groups of a piece, one in an attribute or several in elements; 0 is none."""
    groups = [entry.whole_number("group", MAX_GROUP)] if "group" in entry.attributes else []
    for one in entry.all("group"):
        groups.append(one.whole_number("group", MAX_GROUP))
        if "count" in one.attributes and one.whole_number("count", MAX_COPIES) < most:
            few = one.attributes["count"]
            message = (
                f"line {one.line}: only {few} of {most} copies are in group {groups[-1]}; read as all of them"
            )
            warnings.warn(FormatWarning(message), stacklevel=2)
    return [group for group in groups if group]


def _pairs(
    problem: Element, board: BurrToolsShape, pieces: tuple[Piece, ...]
) -> tuple[tuple[str, str], ...] | None:
    """The pairs of colours (piece's, board's) that fit, in the file counted from 0; None: equal ones do."""
    pairs = set()
    for entry in problem.listed("bitmap", "pair"):
        own, there = (1 + entry.whole_number(side, MAX_COLOURS - 1) for side in ("piece", "result"))
        pairs.add((str(own), str(there)))
    here = {colour for colour in (*board.filled.values(), *board.variable.values()) if colour}
    painted = {colour for piece in pieces for colour in piece.colours if colour}
    used = {pair for pair in pairs if pair[0] in painted and pair[1] in here}
    if used == {(colour, colour) for colour in painted & here}:
        return None
    return tuple(sorted(pairs, key=lambda pair: (int(pair[0]), int(pair[1]))))
