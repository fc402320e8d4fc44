"""What a lattice is: a descriptor with its geometry, its text drawings, its polyforms and its colourings."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tilewright.registry import load_attribute

Cell = tuple[int, ...]
"""Integer coordinates of a cell, as many as the lattice has; for the square lattice (x, y), y downwards."""

Columns = Sequence[Iterable[int]]
"""The first coordinates of several cells, their second ones, and so on."""

Point = tuple[float, float]
"""A point of the drawing plane; x to the right, y downwards, one unit a cell's side."""

Point3 = tuple[float, float, float]
"""A point of space; x to the right, y towards the viewer, z upwards, one unit a cell's side."""


@dataclass(frozen=True)
class Motion:
    """An isometry that carries cells to cells, and neighbours to neighbours.

    ``proper`` is False when it turns a left hand into a right one. With a ``divisor`` above 1 it is no
    symmetry of the lattice: ``carry`` gives the coordinates of an image times the divisor, and the motion
    carries only sets of cells whose images have whole distances, which are cells after a translation.
    ``columns``, if given, does the same with many cells at once, as columns of their coordinates.

        >>> from tilewright.model.lattices import SQUARE
        >>> [motion((2, 1)) for motion in SQUARE.motions["rotation"]]
        [(2, 1), (-1, 2), (-2, -1), (1, -2)]
    """

    name: str
    proper: bool
    carry: Callable[[Cell], Cell]
    divisor: int = 1
    columns: Callable[[Columns], Columns] | None = field(default=None, compare=False)

    def __call__(self, cell: Cell) -> Cell:
        """Where one cell is carried, by a motion that carries every cell to a cell."""
        assert self.divisor == 1, "a motion that carries some sets of cells only has no image of a cell"
        return self.carry(cell)

    def image(self, cells: Iterable[Cell]) -> list[Cell] | None:
        """Where cells are carried, in their order; None where they do not all come to lie on cells."""
        if self.divisor == 1:
            if self.columns is not None and (columns := tuple(zip(*cells, strict=True))):
                return list(zip(*self.columns(columns), strict=True))
            return [self.carry(cell) for cell in cells]
        images: list[Cell] = []
        first: Cell | None = None
        for cell in cells:
            there = self.carry(cell)
            first = first or there
            away = subtract(there, first)
            if any(step % self.divisor for step in away):
                return None
            images.append(tuple([step // self.divisor for step in away]))
        return images


def linear(name: str, matrix: tuple[tuple[int, ...], ...], *, proper: bool, divisor: int = 1) -> Motion:
    """The motion ``cell -> matrix * cell / divisor``, in one, two or three dimensions.

    Setting up a puzzle is mostly carrying cells, so products are written out: four times as quick as sums.
    """
    columns = _columns(matrix, (0,) * len(matrix))
    if len(matrix) == 1:
        factor = matrix[0][0]
        return Motion(name, proper, lambda cell: (factor * cell[0],), divisor, columns)
    if len(matrix) == 2:
        (p, q), (r, s) = matrix

        def in_plane(cell: Cell) -> Cell:
            x, y = cell
            return (p * x + q * y, r * x + s * y)

        return Motion(name, proper, in_plane, divisor, columns)
    (a, b, c), (d, e, f), (g, h, i) = matrix

    def in_space(cell: Cell) -> Cell:
        x, y, z = cell
        return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)

    return Motion(name, proper, in_space, divisor, columns)


def affine(motion: Motion, shift: Cell) -> Motion:
    """A linear motion of the plane or space and then a translation, which need not be one of the lattice."""
    size = len(shift)
    units = [tuple([int(j == k) for j in range(size)]) for k in range(size)]
    matrix = tuple(zip(*map(motion, units), strict=True))
    columns = _columns(matrix, shift)
    if size == 2:
        (a, b), (c, d) = matrix
        p, q = shift

        def in_plane(cell: Cell) -> Cell:
            x, y = cell
            return (a * x + b * y + p, c * x + d * y + q)

        return Motion(motion.name, motion.proper, in_plane, columns=columns)
    (a, b, c), (d, e, f), (g, h, i) = matrix
    p, q, r = shift

    def in_space(cell: Cell) -> Cell:
        x, y, z = cell
        return (a * x + b * y + c * z + p, d * x + e * y + f * z + q, g * x + h * y + i * z + r)

    return Motion(motion.name, motion.proper, in_space, columns=columns)


def _columns(matrix: Sequence[Sequence[int]], shift: Cell) -> Callable[[Columns], Columns] | None:
    """What a motion makes of columns where each new coordinate is an old one or its opposite, and a step on.

    For other motions None.
    """
    rows: list[tuple[int, int, int]] = []
    for factors, step in zip(matrix, shift, strict=True):
        sources = [k for k, factor in enumerate(factors) if factor]
        if len(sources) != 1 or abs(factors[sources[0]]) != 1:
            return None
        rows.append((sources[0], factors[sources[0]], step))

    def moved(column: Iterable[int], sign: int, step: int) -> Iterable[int]:
        if sign < 0:
            return [step - c for c in column]
        return [step + c for c in column] if step else column

    return lambda columns: [moved(columns[k], sign, step) for k, sign, step in rows]


def least_coordinates(cells: Iterable[Cell]) -> Cell:
    """The least of each coordinate: the anchor where every vector is a translation."""
    return tuple(map(min, zip(*cells, strict=True)))


def always(cell: Cell) -> bool:
    """Whether integers are a cell, or a vector a translation, where all are."""
    return True


def passes_nothing(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The junctions that cells pass straight, on a lattice where nothing can be crossed."""
    return ()


Position = tuple[int, int]  # a position in a text drawing with borders: column and line
Place = tuple[int, int, int]  # where a cell stands when each cell is one character: column, row, layer


class Side(NamedTuple):
    """A side of a cell in a text drawing with borders.

    ``beyond`` is the cell on the other side. ``sign`` is ``-``, ``|``, ``/`` or ``\\``, or a blank
    where no border is drawn.
    """

    beyond: Cell
    sign: str
    positions: tuple[Position, ...]


class Corner(NamedTuple):
    """A point of a text drawing with borders where cells meet.

    ``cells`` go clockwise around it. The border between ``cells[k - 1]`` and ``cells[k]`` leaves it in the
    direction ``directions[k]``: 0 is up, 2 right, 4 down, 6 left, odd numbers are the diagonals. Without
    directions the corner is a blank.
    """

    position: Position
    cells: tuple[Cell, ...]
    directions: tuple[int, ...] = ()


class Stencil(NamedTuple):
    """How one cell is drawn with borders: the positions inside it, that of its letter, its sides and corners.

    Positions may be negative. Cells that share a side or a corner give it the same positions.
    """

    inside: tuple[Position, ...]
    letter: Position
    sides: tuple[Side, ...]
    corners: tuple[Corner, ...] = ()


def in_layers(flat: Callable[[Cell, bool], Stencil] | None) -> Callable[[Cell, bool], Stencil]:
    """The stencils of a lattice in space whose layers are drawn by these of a flat one."""

    def stencil_of(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
        assert flat is not None
        *in_plane, height = cell
        stencil = flat(tuple(in_plane), small)
        sides = [side._replace(beyond=(*side.beyond, height)) for side in stencil.sides]
        corners = [one._replace(cells=tuple([(*c, height) for c in one.cells])) for one in stencil.corners]
        return Stencil(stencil.inside, stencil.letter, tuple(sides), tuple(corners))

    return stencil_of


@dataclass(frozen=True)
class TextDrawing:
    """How the cells of a lattice are drawn as text.

    One character per cell, as in puzzle files:

    place, cell_at: the place of a cell, and the cell at a column, row and layer, None where there is none.
    period: columns and rows after which the places of cells repeat.
    signs: characters that show where the places are, each with its column and row modulo ``period``. A cell
        without a letter or colour is drawn as the sign of its place. Without signs, all cells are ``#``.
    indent: blanks at the beginning of all lines are ignored in multiples of this; above 1 only for drawings
        that do not begin with dots.
    dots: where a dot is written for a place without a cell: on the whole ``page``, within a ``row`` from its
        first to its last cell, or nowhere (``none``).
    corner: which translation carries the cells that are read from a drawing to the cells that were drawn.
        Default: the lattice's anchor. from_corner: whether a drawing begins there, with dots before cells,
        for lattices whose drawings do not show of which class a cell is; ``indent`` is 1 then.
    layers: whether an empty line begins the next layer.
    rule, hint: what error messages say about where characters may stand, and about which are allowed.
    misreading: a shift that drawings are easily off by, although it is no translation, with an error message.
        Cells that are connected only after this shift are refused.

    With borders, as in pictures:

    stencil: draws a cell; its second argument is whether the picture is to be small. None where the cells
        are edges (see ``Lattice.ends``).
    letter_stencil: draws a cell as its letter alone, for small pictures where the letters suffice.
    letter_on: whether the letter of a piece is written on every ``cell``, once on a ``piece``, or once on
        each connected ``part`` of a layer.
    """

    place: Callable[[Cell], Place]
    cell_at: Callable[[int, int, int], Cell | None]
    stencil: Callable[[Cell, bool], Stencil] | None
    letter_stencil: Callable[[Cell], Stencil] | None = None
    letter_on: str = "cell"
    period: tuple[int, int] = (1, 1)
    signs: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    indent: int = 1
    dots: str = "page"
    corner: Callable[[Iterable[Cell]], Cell] | None = None
    from_corner: bool = False
    layers: bool = False
    rule: str = ""
    hint: str = ""
    misreading: tuple[Cell, str] | None = None


NamedDrawings = tuple[tuple[str, str], ...]
"""Names and drawings of shapes. A drawing's lines are separated by blanks, its layers by ``/``; a dot is no
cell. The column, line and layer of any other character, from 0, are the coordinates of a cell."""


def sections(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The lines of a data file by ``[section]``, each cut at its first blank; comments begin with ``;``."""
    pairs: dict[str, list[tuple[str, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = pairs[line.strip("[]")] = []
        elif line and not line.startswith(";"):
            word, _, rest = line.partition(" ")
            section.append((word, rest))
    return pairs


NAMED_SHAPES: Mapping[str, NamedDrawings] = {
    lattice: tuple(shapes) for lattice, shapes in sections(Path(__file__).with_name("shapes.txt")).items()
}
"""The shapes that have names, by lattice; those of the cube that are not flat."""


@dataclass(frozen=True)
class Polyforms:
    """The polyforms of a lattice: what sets of them are called, and the shapes that have names.

    plural, singular, ending: ``polyominoes``; ``monomino``, ``domino``, ... for 1, 2, ... cells; ``es``.
    max_set_size: the most cells of a piece in a set. max_recognised_size: files are written with the name of
        a set when its pieces have at most so many cells; larger sets are slow to make.
    drawings: the shapes that have names. Those of different sizes may share a name.
    is_flat: whether a shape is flat, on a lattice whose sets have flat and solid parts.
    blocks: what the shapes are built of, where that is not the cells: each set of cells, up to translations.
        The sizes of such polyforms count blocks. Blocks of a shape are disjoint, and joined by cells that are
        neighbours.
    """

    plural: str
    singular: tuple[str, ...]
    ending: str
    max_set_size: int
    max_recognised_size: int
    drawings: NamedDrawings = ()
    is_flat: Callable[[tuple[Cell, ...]], bool] | None = None
    blocks: tuple[tuple[Cell, ...], ...] = ()


def greek_names(ending: str, most: int) -> tuple[str, ...]:
    """What polyforms of 1 to ``most`` cells are called on most lattices."""
    prefixes = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta")
    return tuple(prefix + ending for prefix in prefixes[:most])


def _no_colouring_name(weights: tuple[int, ...], modulus: int) -> str:
    return ""


def _registered_lattice(name: str) -> Lattice:
    lattice: Lattice = load_attribute("tilewright.model.lattices:LATTICES")[name]
    return lattice


@dataclass(frozen=True, repr=False)
class Lattice:
    """Cells with neighbours, translations and motions.

    name: as in puzzle files. dimension: how many integers a cell has.
    motions: by mode (``fixed``, ``upright``, ``rotation``, ``reflection``, ``all``) a group of motions, the
        identity first. usual_motions: the mode of pieces of wood or card.
    anchor: the translation to subtract so that cells come to their canonical position: equal for all
        translates of a shape, and a function of the least of each coordinate alone.
    outline: the corners of a cell in the drawing plane, in order.
    classes: one cell of each class that no translation joins.
    is_cell, is_translation: whether integers are a cell, or a translation; cell_rule and translation_rule say
        in error messages which are.
    passed: the junctions that a piece on these cells passes straight. Another piece that passes the same
        junction crosses it.
    ends: on a lattice whose cells are edges, the two vertices that an edge joins. Both have even coordinates
        in the coordinates of the cells, and differ by 2 in one of them.
    layer: on a lattice in space, the one in the plane whose cells are those of a layer without the last
        coordinate, if there is one: its sets of pieces can be used too.
    faces: on a lattice in space, the flat faces of a cell, a convex body, each as its corners in order.
        Whole faces of two cells coincide or none, at right angles to the line between the middles of their
        corners: so, of two cells on a line of sight, the one whose middle is nearer to the viewer is nearer.
    directions: on a lattice in space, along what pieces slide when an assembly is taken apart: the shortest
        translations, and the shortest along each line in which planes of faces meet, or planes that touch two
        balls where they touch each other; one of each two that are opposite. is_round: whether cells are
        balls then, which touch those of their neighbours; else they have their faces.
    steps_suffice_for: the most pieces that whole steps along the directions, of one group at a time, separate
        if any translations do (docs/explanation/disassembly.md has the proofs); 1 where that is not known.
    controls: on a lattice in space, the motions that turn a piece by hand, by the name of the control, each
        as names of motions; the first that a piece may make counts.
    text: how cells are drawn as text. polyforms: names of shapes and of sets. block_polyforms: those of the
        shapes that are built of several cells at a time, such as halves of squares.
    max_generated_size: the most cells of a shape that is generated; bounds the memory.
    colouring_name: a sentence for the colouring by ``(weights * cell) mod modulus``, "" where it has no name.
        With modulus 2, class 0 is black.

        >>> from tilewright.model.lattices import SQUARE
        >>> SQUARE.neighbours((0, 0))
        ((0, -1), (-1, 0), (1, 0), (0, 1))
    """

    name: str
    dimension: int
    motions: Mapping[str, tuple[Motion, ...]] = field(hash=False)
    neighbours: Callable[[Cell], tuple[Cell, ...]]
    anchor: Callable[[Iterable[Cell]], Cell]
    outline: Callable[[Cell], tuple[Point, ...]]
    classes: tuple[Cell, ...]
    text: TextDrawing = field(hash=False)
    polyforms: Polyforms | None = None
    block_polyforms: Polyforms | None = None
    is_translation: Callable[[Cell], bool] = always
    is_cell: Callable[[Cell], bool] = always
    translation_rule: str = ""
    cell_rule: str = ""
    passed: Callable[[Iterable[Cell]], tuple[Cell, ...]] = passes_nothing
    usual_motions: str = "all"
    ends: Callable[[Cell], tuple[Cell, Cell]] | None = None
    layer: Lattice | None = None
    faces: Callable[[Cell], tuple[tuple[Point3, ...], ...]] | None = None
    directions: tuple[Cell, ...] = ()
    is_round: bool = False
    steps_suffice_for: float = 1
    controls: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    max_generated_size: int = 8
    colouring_name: Callable[[tuple[int, ...], int], str] = _no_colouring_name

    def __repr__(self) -> str:
        return f"<Lattice {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)  # equal lattices have equal names; a hash of all fields takes longer

    def __reduce__(self) -> tuple[Callable[[str], Lattice], tuple[str]]:
        """Lattices are pickled as their names: functions that are made by functions cannot be."""
        return _registered_lattice, (self.name,)

    def __deepcopy__(self, memo: object) -> Lattice:
        return self

    @property
    def is_solid(self) -> bool:
        """Whether the cells lie in space."""
        return self.faces is not None

    @property
    def polyform_families(self) -> tuple[Polyforms, ...]:
        """The polyforms of its cells and of its blocks, as far as they have names."""
        return tuple([family for family in (self.polyforms, self.block_polyforms) if family])

    @property
    def can_cross(self) -> bool:
        """Whether two pieces on different cells of this lattice can cross each other."""
        return self.passed is not passes_nothing

    def images(self, cells: Sequence[Cell], mode: str) -> Iterator[list[Cell]]:
        """Where the motions of a mode carry cells, as far as they come to lie on cells, in their order."""
        for motion in self.motions[mode]:
            image = motion.image(cells)
            if image is not None:
                yield image

    def normalise(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The sorted cells, moved to the canonical position among their translates."""
        values = list(cells)
        return tuple(sorted(moved_back(values, self.anchor(values))))

    def class_of(self, cell: Cell) -> Cell:
        """The cell in the canonical position: equal exactly for cells that a translation joins."""
        return subtract(cell, self.anchor((cell,)))

    def components(
        self, cells: Iterable[Cell], neighbours: Callable[[Cell], tuple[Cell, ...]] | None = None
    ) -> list[list[Cell]]:
        """The connected components of a set of cells, each sorted, in order of their first cells.

        ``neighbours`` are those on a surface; default: those of the lattice.
        """
        neighbours = neighbours or self.neighbours
        left = set(cells)
        parts = []
        for start in sorted(left):
            if start not in left:
                continue
            left.discard(start)
            part, todo = [start], [start]
            while todo:
                for near in neighbours(todo.pop()):
                    if near in left:
                        left.discard(near)
                        part.append(near)
                        todo.append(near)
            parts.append(sorted(part))
        return parts


def add(a: Cell, b: Cell) -> Cell:
    """The sum of two cells as vectors."""
    return tuple(map(operator.add, a, b))


def subtract(a: Cell, b: Cell) -> Cell:
    """The difference of two cells as vectors."""
    return tuple(map(operator.sub, a, b))


def moved_back(cells: Sequence[Cell], shift: Cell) -> list[Cell]:
    """The cells, each less the same vector; written out, which is several times as quick."""
    if not any(shift):
        return list(cells)
    match shift:
        case (a, b):
            return [(x - a, y - b) for x, y in cells]
        case (a, b, c):
            return [(x - a, y - b, z - c) for x, y, z in cells]
    return [subtract(cell, shift) for cell in cells]
