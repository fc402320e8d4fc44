"""Cells as text with borders between the pieces, drawn by the stencils of their lattice; edges as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Corner, Position, Side, Stencil
from tilewright.render.options import RenderOptions
from tilewright.render.text_canvas import (
    OPTIONAL,
    Canvas,
    CellContents,
    Lines,
    captioned,
    check_size,
    extent,
    flow,
    side_by_side,
    stacked,
)

BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the arms: 1 up, 2 right, 4 down, 8 left
ASCII = " |-+||++-+-+++++"
BORDERS = {"-": "─", "|": "│", "/": "╱", "\\": "╲", " ": " "}
STRAIGHT: dict[tuple[int, ...], str] = {(0, 4): "|", (2, 6): "-", (1, 5): "/", (3, 7): "\\"}
_CROSS = 15


def cells_text(lattice: Lattice, contents: CellContents, options: RenderOptions, *, small: bool) -> Lines:
    """The cells with borders between the pieces; layers side by side, bottom first, with captions.

    Small, for a sheet of many, without captions; and letters alone where the lattice has such stencils and
    the letters suffice to tell the pieces apart.
    """
    layers = _layers(lattice, contents, options, small=small)
    low = min(layers)
    if small:
        return side_by_side(list(layers.values()), 1)
    if len(layers) == 1:
        return layers[low]
    return stacked(flow([captioned(layer, f"layer {z - low + 1}") for z, layer in layers.items()], options))


def piece_text(lattice: Lattice, contents: CellContents, options: RenderOptions) -> Lines:
    """A piece by itself; layers side by side, bottom first, those between them that it does not reach too."""
    return side_by_side(list(_layers(lattice, contents, options, small=False, all_layers=True).values()), 1)


def _layers(
    lattice: Lattice,
    contents: CellContents,
    options: RenderOptions,
    *,
    small: bool,
    all_layers: bool = False,
) -> dict[int, Lines]:
    """The drawings of the layers, equally large, by their heights."""
    stencil = lattice.text.stencil
    if stencil is None:
        return {0: _edges_text(lattice, contents, options, small=small)}
    letters = lattice.text.letter_stencil
    draw: Callable[[Cell], Stencil] = lambda cell: stencil(cell, small)  # noqa: E731
    if small and letters is not None and contents.letters and _letters_suffice(lattice, contents):
        draw = letters
    heights = {cell: lattice.text.place(cell)[2] for cell in contents.owner}
    low, high = min(heights.values()), max(heights.values())
    wanted = range(low, high + 1) if all_layers else sorted(set(heights.values()))
    (left, top, _), (right, bottom, _) = extent(map(lattice.text.place, contents.owner))
    check_size((right - left + 1) * len(wanted), bottom - top + 1)
    stencils = {cell: draw(cell) for cell in contents.owner}
    (left, top), (right, bottom) = extent(
        position
        for cell, stencil_held in stencils.items()
        for position in _positions(cell, stencil_held, contents)
    )
    check_size((right - left + 1) * len(wanted), bottom - top + 1)
    canvases = {z: _BorderCanvas((left, top), (right, bottom), contents, options) for z in wanted}
    for cell, stencil_held in stencils.items():
        canvases[heights[cell]].draw(cell, stencil_held)
    return {z: canvas.lines for z, canvas in canvases.items()}


def _positions(cell: Cell, stencil: Stencil, contents: CellContents) -> Iterable[Position]:
    yield stencil.letter
    yield from stencil.inside
    for side in stencil.sides:
        if side.sign != " " or side.beyond in contents.owner:
            yield from side.positions
    for corner in stencil.corners:
        yield corner.position


def _letters_suffice(lattice: Lattice, contents: CellContents) -> bool:
    """Whether each cell has a letter, and no two pieces that touch have the same."""
    signs = {cell: contents.signs.get(cell, "").strip() for cell in contents.owner}
    return all(signs.values()) and not any(
        contents.differ(cell, near) and signs.get(near) == sign
        for cell, sign in signs.items()
        for near in lattice.neighbours(cell)
    )


class _BorderCanvas(Canvas):
    """A page on which cells are drawn by their stencils."""

    def __init__(
        self, start: Position, end: Position, contents: CellContents, options: RenderOptions
    ) -> None:
        super().__init__(end[0] - start[0] + 1, end[1] - start[1] + 1)
        self.left, self.top = start
        self.contents = contents
        self.ascii = options.ascii
        self.corners: set[Position] = set()

    def draw(self, cell: Cell, stencil: Stencil) -> None:
        """Draw one cell; a side between two cells is drawn with the later one."""
        contents = self.contents
        fill = contents.fills.get(cell, "")
        letter, blank = contents.signs.get(cell, " ") or " ", " "
        if contents.owner[cell] == OPTIONAL:
            blank = ":" if self.ascii else "░"
            letter = blank if letter in ".·" else letter
        for position in stencil.inside:
            self._set(position, blank, fill)
        column, line = stencil.letter
        start = column - (len(letter) - 1) // 2
        places = [(start + i, line) for i in range(len(letter))]
        if {*places} <= {stencil.letter, *stencil.inside}:
            for position, sign in zip(places, letter, strict=True):
                self._set(position, sign, fill)
        for side in stencil.sides:
            if side.beyond not in contents.owner or side.beyond < cell:
                self._side(cell, side, fill)
        for corner in stencil.corners:
            if corner.position not in self.corners:
                self.corners.add(corner.position)
                self._corner(corner)

    def _side(self, cell: Cell, side: Side, fill: str) -> None:
        border = self.contents.differ(cell, side.beyond)
        if side.sign == " " and side.beyond not in self.contents.owner:
            return
        sign = (side.sign if self.ascii else BORDERS[side.sign]) if border else " "
        for position in side.positions:
            self._set(position, sign, "" if border else fill)

    def _corner(self, corner: Corner) -> None:
        around = corner.cells
        lines = [
            direction
            for k, direction in enumerate(corner.directions)
            if self.contents.differ(around[k - 1], around[k])
        ]
        sign = joint_sign(lines, ascii_only=self.ascii)
        self._set(corner.position, sign, self.contents.fill(*around) if sign == " " else "")

    def _set(self, position: Position, sign: str, fill: str) -> None:
        self.put(position[0] - self.left, position[1] - self.top, sign, fill)


def joint_sign(directions: Sequence[int], *, ascii_only: bool) -> str:
    """The sign where borders leave in ``directions``, as in :class:`Corner`: a straight line, or a corner."""
    if not directions:
        return " "
    straight = STRAIGHT.get(tuple(sorted(directions)), "")
    if straight:
        return straight if ascii_only else BORDERS[straight]
    if not any(direction % 2 for direction in directions):
        return (ASCII if ascii_only else BOX)[sum(1 << direction // 2 for direction in directions)]
    if ascii_only:
        return "+"
    if not {2, 6} <= set(directions):
        return "·"
    above = any(direction in (7, 0, 1) for direction in directions)
    below = any(direction in (3, 4, 5) for direction in directions)
    return "┼" if above and below else "┴" if above else "┬"


def _edges_text(lattice: Lattice, contents: CellContents, options: RenderOptions, *, small: bool) -> Lines:
    """Cells that are edges, as lines with letters on them, between vertices.

    At a vertex the piece that most edges there belong to is drawn joined; a crossing of two is a cross.
    """
    if lattice.ends is None:
        raise UnsupportedError(f"there is no text drawing of the {lattice.name} lattice")
    owner = contents.owner
    wide = 1 if small else 3
    ends = {cell: lattice.ends(cell) for cell in owner}
    vertices = {vertex for pair in ends.values() for vertex in pair}
    (left, top), (right, bottom) = extent((x // 2, y // 2) for x, y in vertices)
    canvas = Canvas((right - left) * (wide + 1) + 1, 2 * (bottom - top) + 1)
    for cell, ((x, y), (_, last)) in ends.items():
        level = y == last
        fill = contents.fills.get(cell, "")
        letter = contents.signs.get(cell, "")
        letter = letter if len(letter) == 1 else ""
        line = "-" if level else "|"
        line = line if options.ascii else BORDERS[line]
        if owner[cell] < 0:
            line = _uncovered(options, level=level, optional=owner[cell] == OPTIONAL)
            letter = "" if letter in ".·" else letter
        column, row = (x // 2 - left) * (wide + 1), y - 2 * top
        if level:
            margin = line * (wide // 2)
            canvas.put(column + 1, row, margin + (letter or line) + margin, fill)
        else:
            canvas.put(column, row + 1, letter or line, fill)
    for x, y in vertices:
        sign, fill = _vertex(contents, (x, y), options)
        canvas.put((x // 2 - left) * (wide + 1), y - 2 * top, sign, fill)
    return canvas.lines


def _uncovered(options: RenderOptions, *, level: bool, optional: bool) -> str:
    """The line of an edge that no piece covers."""
    if optional:
        return ":" if options.ascii else "░"
    return "." if options.ascii else "╌" if level else "╎"


def _vertex(contents: CellContents, vertex: Cell, options: RenderOptions) -> tuple[str, str]:
    """The sign of a vertex and the colour behind it."""
    x, y = vertex
    arms: dict[int, int] = {}
    edge: dict[int, Cell] = {}
    for arm, cell in ((1, (x, y - 1)), (2, (x + 1, y)), (4, (x, y + 1)), (8, (x - 1, y))):
        number = contents.owner.get(cell)
        if number is not None and number >= 0:
            arms[number] = arms.get(number, 0) + arm
            edge[number] = cell
    joined = [value for value, total in arms.items() if total.bit_count() > 1]
    signs = ASCII if options.ascii else BOX
    if len(joined) == 1:
        number = joined[0]
        return signs[arms[number]], contents.fills.get(edge[number], "")
    if len(joined) == 2 and {arms[result] for result in joined} == {5, 10}:
        return signs[_CROSS], ""
    return "." if options.ascii else "·", ""


def framed_text(
    width: int,
    height: int,
    owner: Callable[[int, int], object],
    text: Callable[[int, int], str],
    cell_width: int,
    *,
    plain: bool = False,
) -> str:
    """A grid of cells in lines of text: a border wherever two neighbours have different owners.

    ``owner`` is also asked about the cells just outside the grid; ``text`` about those of the grid, and is
    centred in ``cell_width`` characters. ``plain`` draws with ASCII characters.
    """
    signs = ASCII if plain else BOX
    lines = []
    for y in range(height + 1):
        border, inside = "", ""
        for x in range(width + 1):
            here, above, left, corner = owner(x, y), owner(x, y - 1), owner(x - 1, y), owner(x - 1, y - 1)
            arms = (corner != above) + 2 * (above != here) + 4 * (left != here) + 8 * (corner != left)
            border += signs[arms]
            inside += signs[5 if arms & 4 else 0]
            if x < width:
                border += signs[10 if arms & 2 else 0] * cell_width
                inside += text(x, y).center(cell_width)
        lines.append(border.rstrip())
        if y < height:
            lines.append(inside.rstrip())
    return "\n".join(lines) + "\n"
