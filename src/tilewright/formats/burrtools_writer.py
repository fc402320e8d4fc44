"""Puzzles written as BurrTools' .xmpuzzle, plain XML: on its grids, and squares or lines as a layer of cubes.

Shapes are counted from 0 as they are written: for each problem the pieces first, then the result; equal ones
once. Each lies in the corner of its box, with x the fastest, then y, then z; the hotspot, about which
BurrTools turns a shape, is left at its default, the place (0, 0, 0), or next to it on a sphere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hsv_to_rgb
from dataclasses import dataclass, replace
from itertools import count, product

from tilewright.errors import UnsupportedError
from tilewright.formats.burrtools_assemblies import SAVED_BY, AssemblyWriter, SavedProblem
from tilewright.formats.burrtools_grids import GRIDS, MAX_COLOURS, MAX_VOXELS, Grid, grid_of
from tilewright.formats.burrtools_sizes import oversized
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import LINE, SQUARE, Cell
from tilewright.model.lattices.lattice import subtract
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.wording import quoted

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

PARTS = ("red", "green", "blue")
FLAT = (SQUARE, LINE)  # the lattices that are written as one layer of cubes
_NO_XML = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]"
)  # the opposite takes 8 ms
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})
_HUE = 0.6180339887  # of the circle of hues between two colours: the golden ratio keeps all of them apart


def dumps(puzzle: AnyPuzzle) -> str:
    """An XML text that loads to the same puzzle, in the corner; a line becomes one of squares.

    UnsupportedError says what it cannot hold: other lattices, forced placements, costs, pieces that do not
    turn as BurrTools turns them, more than 63 colours, two pieces of one name, huge boxes, pieces that
    are larger than the board. What is known of the puzzle's counts is left out; colours become numbers.
    """
    return dumps_problems([SavedProblem(replace(checked(puzzle), expect=()))])


@dataclass(frozen=True)
class CommentStyle:
    """How the title of a puzzle stands in a comment: what is before it, and between it and the rest."""

    label: str = ""
    gap: str = "\n"


def dumps_problems(
    problems: Sequence[SavedProblem],
    palette: Sequence[Colour] = (),
    voxels: Sequence[str] = (),
    *,
    pops_up: bool = False,
    style: CommentStyle = CommentStyle(),
) -> str:
    """An XML text with several problems on one grid, and with their assemblies and saved numbers of them.

    The comment is that of the first. The first colours are shown as in the palette, and all of it is written.
    ``voxels`` are the elements of the shapes where the problems say which of them are theirs; without them
    each shape is written once. With ``pops_up`` BurrTools shows the comment when it opens the file.
    UnsupportedError as :func:`dumps`.
    """
    if not problems:
        raise UnsupportedError("there is no problem to write")
    for problem in problems:
        checked(problem.puzzle)
    grids = [_grid(problem.puzzle) for problem in problems]
    if len(set(map(id, grids))) > 1:
        raise UnsupportedError("a BurrTools file has one grid, and these problems are on several")
    first = problems[0].puzzle
    numbers = colour_numbers([problem.puzzle for problem in problems])
    shapes: dict[str, int] = {}
    written = [
        line
        for problem in problems
        for line in _problem(problem, grids[0], numbers, None if voxels else shapes)
    ]
    colours = [*palette, *map(_colour, range(len(palette), len(numbers)))]
    title = " ".join(first.title.split())
    source = first.source.strip()
    if not source and title == " ".join(problems[0].name.split()):  # read from there
        title = ""
    comment = style.gap.join(filter(None, (title and style.label + title, source)))
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            f'<gridType type="{grids[0].number}"/>',
            *_listed("colors", map(_color_element, colours)),
            *_listed("shapes", voxels or shapes),
            "<problems>",
            *written,
            "</problems>",
            element("comment", {"popup": ""} if pops_up else {}, comment) if comment else "<comment/>",
            "</puzzle>",
            "",
        ]
    )


def assembly_writer(puzzle: AnyPuzzle) -> AssemblyWriter:
    """Writes assemblies for a file with this puzzle alone; UnsupportedError as :func:`dumps`."""
    cover = checked(puzzle)
    grid = _grid(cover)
    return AssemblyWriter(cover, grid, corner_of(cover.board.cells, grid))


def _grid(puzzle: Puzzle) -> Grid:
    """The grid on which a puzzle is written."""
    grid = GRIDS["0"] if puzzle.lattice in FLAT else grid_of(puzzle.lattice)
    if grid is None:
        names = [lattice.name for lattice in (*(value.lattice for value in GRIDS.values()), *FLAT)]
        raise UnsupportedError(
            f"BurrTools' files are written for the lattices {', '.join(names)}, "
            f"and this puzzle's is {puzzle.lattice.name}"
        )
    return grid


def _problem(
    problem: SavedProblem, grid: Grid, numbers: Mapping[str, int], shapes: dict[str, int] | None
) -> Iterator[str]:
    """The lines of a problem; its shapes are added to those of the file, None where that has them."""
    puzzle, board = problem.puzzle, problem.puzzle.board
    pieces = [piece for piece in puzzle.pieces if piece.max_copies]
    if shapes is None:
        *used, result = *problem.shapes, problem.result
        corner, hotspots = problem.corner, problem.hotspots
    else:
        voxels = [piece_voxel(piece, numbers, grid) for piece in pieces]
        voxels.append(result_voxel(board, numbers, grid, problem.result_name))
        *used, result = (shapes.setdefault(voxel, len(shapes)) for voxel in voxels)
        corner, hotspots = corner_of(board.cells, grid), ()
    pairs = [f'<pair piece="{own}" result="{there}"/>' for own, there in _pairs(puzzle, numbers)]
    known = [expected.count for expected in puzzle.expect if expected.source == SAVED_BY]
    named = _attributes({"name": problem.name} if problem.name else {})
    state = f'state="2" assemblies="{known[0]}"' if known else 'state="0"'
    if known and problem.solutions is not None:
        state += f' solutions="{problem.solutions}"'
    if puzzle.max_holes is not None:
        state += f' maxHoles="{min(puzzle.max_holes, len(board.cells))}"'
    yield f"<problem{named} {state}>"
    yield from _listed("shapes", map(_shape, used, pieces))
    yield f'<result id="{result}"/>'
    yield from _listed("bitmap", pairs)
    if problem.assemblies or problem.written:
        writer = AssemblyWriter(puzzle, grid, corner, hotspots)
        yield "<solutions>"
        for number, assembly in enumerate(problem.assemblies):
            own = {"asmNum": str(number)} if assembly.numbers is None else assembly.numbers
            yield f"<solution{_attributes(own)}>"
            yield from writer.lines(assembly)
            yield "</solution>"
        for number, elements in enumerate(problem.written, len(problem.assemblies)):
            yield f'<solution asmNum="{number}">'
            yield elements
            yield "</solution>"
        yield "</solutions>"
    yield "</problem>"


def checked(puzzle: AnyPuzzle) -> Puzzle:
    """The puzzle, in which there is nothing that BurrTools' files cannot hold."""
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("BurrTools has boards and pieces, and this puzzle has items and options only")
    _grid(puzzle)
    if puzzle.board.forced:
        raise UnsupportedError("BurrTools has no forced placements, and this board has some")
    if puzzle.has_costs:
        raise UnsupportedError("BurrTools files cannot express costs")
    for piece in puzzle.pieces:
        if piece.max_copies and not _turns_freely(puzzle, piece):
            ways = len(_grid(puzzle).lattice.motions["rotation"])
            raise UnsupportedError(
                f"BurrTools turns every piece in all {ways} ways and mirrors none, "
                f"and piece {quoted(piece.name)} (motions: {piece.motions}) moves otherwise"
            )
    too_large = oversized(puzzle)
    if too_large is not None:
        piece, reason = too_large
        raise UnsupportedError(
            f"no BurrTools file is written with a piece that is too large: {quoted(piece.name)} {reason}"
        )
    return puzzle


def _turns_freely(puzzle: Puzzle, piece: Piece) -> bool:
    """Whether the turns of space make of the piece what its own motions do; they turn flat pieces over."""
    flat = puzzle.lattice in FLAT
    free = replace(piece, motions="all" if flat else "rotation")
    pairs = piece.orientations(puzzle.lattice)
    return set(pairs) == set(free.orientations(puzzle.lattice))


def piece_voxel(piece: Piece, numbers: Mapping[str, int], grid: Grid) -> str:
    """The element of a piece's shape; ``numbers`` are those of the colours."""
    painted = {cell: piece.colour_of(number) for number, cell in enumerate(piece.cells)}
    return _voxel(painted, {}, numbers, grid, piece.name, piece.weight)


def result_voxel(board: Board, numbers: Mapping[str, int], grid: Grid, name: str) -> str:
    """The element of the shape that is filled."""
    kinds = (board.required, board.optional)
    filled, variable = ({cell: board.colour(cell) for cell in cells} for cells in kinds)
    return _voxel(filled, variable, numbers, grid, name)


def colour_numbers(puzzles: Iterable[Puzzle]) -> dict[str, int]:
    """The number of each colour, from 1; colours that are numbers already keep theirs."""
    colours: set[str] = set()
    for puzzle in puzzles:
        colours.update(puzzle.board.colours.values())
        colours.update(colour for piece in puzzle.pieces if piece.max_copies for colour in piece.colours)
        for pair in puzzle.colour_pairs or ():
            colours.update(pair)
    colours.discard("")
    kept = {int(colour) for colour in colours if re.fullmatch("[1-9][0-9]?", colour)}
    kept -= set(range(MAX_COLOURS + 1, 100))
    others = sorted(colours - set(map(str, kept)))
    free = (number for number in count(1) if number not in kept)
    numbers = {str(number): number for number in range(1, max(kept, default=0) + 1)}
    for colour in others:
        number = next(free)
        numbers.pop(str(number), None)  # a number below the greatest that no cell has
        numbers[colour] = number
    if len(numbers) > MAX_COLOURS:
        raise UnsupportedError(
            f"BurrTools has at most {MAX_COLOURS} colours, and this puzzle has {len(numbers):,}"
        )
    return numbers


def _pairs(puzzle: Puzzle, numbers: Mapping[str, int]) -> list[tuple[int, int]]:
    """The pairs of colours that fit, counted from 0: those of the puzzle, or each colour on its own."""
    pairs = puzzle.colour_pairs
    if pairs is None:
        pairs = tuple((colour, colour) for colour in numbers)
    return sorted({(numbers[own] - 1, numbers[there] - 1) for own, there in pairs})


def corner_of(cells: Iterable[Cell], grid: Grid) -> Cell:
    """The place of the grid at which the box of a shape begins."""
    return grid.lattice.anchor([grid.place(spatial(cell)) for cell in cells])


def _voxel(
    filled: Mapping[Cell, str],
    variable: Mapping[Cell, str],
    numbers: Mapping[str, int],
    grid: Grid,
    name: str,
    weight: int = 0,
) -> str:
    low = corner_of((*filled, *variable), grid)
    marks = {
        subtract(grid.place(spatial(cell)), low): sign + str(numbers.get(colour, ""))
        for sign, cells in (("#", filled), ("+", variable))
        for cell, colour in cells.items()
    }
    size = [grid.block * (max(cell[k] for cell in marks) // grid.block + 1) for k in range(3)]
    if size[0] * size[1] * size[2] > MAX_VOXELS:
        raise UnsupportedError(
            f"the box of {name or 'the board'} has {size[0] * size[1] * size[2]:,} cells; "
            f"BurrTools' files are written up to {MAX_VOXELS:,}"
        )
    box = product(*(range(size[k]) for k in (2, 1, 0)))
    states = "".join(marks.get((x, y, z), "_") for z, y, x in box)
    attributes = dict(zip(("x", "y", "z"), map(str, size), strict=True))
    hotspot = subtract(grid.place(grid.default_hotspot([*map(spatial, filled or variable)])), low)
    if any(hotspot):
        attributes |= zip(("hx", "hy", "hz"), map(str, hotspot), strict=True)
    attributes |= {"name": name} if name else {}
    attributes |= {"weight": str(weight)} if weight else {}
    return element("voxel", attributes | {"type": "0"}, states)


def spatial(cell: Cell) -> Cell:
    """A cell of any of the lattices in space: what it lacks is 0."""
    return (*cell, 0, 0)[:3]


def _shape(number: int, piece: Piece) -> str:
    copies = f'count="{piece.max_copies}"'
    if piece.min_copies != piece.max_copies:
        copies = f'min="{piece.min_copies}" max="{piece.max_copies}"'
    if len(piece.groups) > 1:
        groups = "".join(f'<group group="{group}" count="{piece.max_copies}"/>' for group in piece.groups)
        return f'<shape id="{number}" {copies}>{groups}</shape>'
    group = "".join(f' group="{group}"' for group in piece.groups)
    return f'<shape id="{number}" {copies}{group}/>'


def _colour(number: int) -> Colour:
    """A colour for the screen; BurrTools' files give each colour one."""
    red, green, blue = (round(255 * part) for part in hsv_to_rgb(number * _HUE % 1, 0.7, 0.9))
    return red, green, blue


def _color_element(colour: Colour) -> str:
    parts = (f'{name}="{value}"' for name, value in zip(PARTS, colour, strict=True))
    return f"<color {' '.join(parts)}/>"


def _listed(name: str, lines: Iterable[str]) -> list[str]:
    names = list(lines)
    return [f"<{name}>", *names, f"</{name}>"] if names else [f"<{name}/>"]


def element(name: str, attributes: Mapping[str, str], text: str) -> str:
    """An element with nothing but text in it."""
    return f"<{name}{_attributes(attributes)}>{_escaped(text, name)}</{name}>"


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' {key}="{_escaped(value, key).translate(_IN_QUOTES)}"' for key, value in values.items())


def _escaped(text: str, what: str) -> str:
    """A text for XML."""
    bad = _NO_XML.search(text)
    if bad:
        raise UnsupportedError(f"XML cannot hold the character {quoted(bad[0])}, which is in a {what}")
    return text.translate(_ESCAPES)
