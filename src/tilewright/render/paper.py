"""Pieces on paper: nets to cut out, fold and glue, outlines of flat pieces, or layers, in true size."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, dist

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Lattice, Point
from tilewright.model.puzzle import Piece, Puzzle
from tilewright.render import palette
from tilewright.render.geometry import box_around, middle
from tilewright.render.mesh import Frame, PrintSettings
from tilewright.render.options import RenderOptions
from tilewright.render.pages import ROOM, SCALE, SMALL, SheetShape, shape_pages
from tilewright.render.scene import Area, Label, Primitive, Scene, Stroke, moved
from tilewright.render.sheet import ground_figure, piece_figure
from tilewright.render.surface import CellBodies, SetBack
from tilewright.render.unfolding import Fold, Net, Seam, nets_of
from tilewright.wording import counted, plain, quoted

MAX_CELL = 20.0  # millimetres of a cell, unless said otherwise
MAX_FACES = 600  # the most faces of a piece that is unfolded
MAX_SHAPES = 1_000
CUT, FOLD = 0.35, 0.2  # widths of lines
FLAP = 0.3  # the depth of a flap in cells, at most
DEEPEST = 7.0  # and in millimetres
DASH, DOT, SPACE = 2.4, 0.5, 1.1  # of lines along which paper is folded, in millimetres


def paper_pages(puzzle: Puzzle, cell: float | None = None, view: str = "") -> list[Scene]:
    """All copies of the pieces on pages of size A4, cells ``cell`` millimetres wide.

    In space their nets, or with the view "layers" each layer of the board and of the pieces; else the
    outlines of the board and of the pieces. Default of the width: 20 mm, or less where the board or a layer
    would else be larger than a page. UnsupportedError for what is larger, by name, and for too many faces or
    pages.
    """
    if not puzzle.pieces:
        raise UnsupportedError("the puzzle has no pieces to draw")
    if cell is not None:
        PrintSettings(cell=cell, gap=0)  # refuses sizes that cannot be
    if puzzle.lattice.is_solid and view != "layers":
        return _net_pages(puzzle, MAX_CELL if cell is None else cell)
    return _flat_pages(puzzle, cell)


def _copies(puzzle: Puzzle, index: int) -> int:
    piece = puzzle.pieces[index]
    return min(piece.max_copies, max(1, len(puzzle.board.cells) // piece.size))


def _check_number(shapes: int) -> None:
    if shapes > MAX_SHAPES:
        raise UnsupportedError(f"{shapes:,} shapes are too many to draw; at most {MAX_SHAPES:,} are")


def _flat_pages(puzzle: Puzzle, cell: float | None) -> list[Scene]:
    """The board, and each piece, in the pictures of other files, but in true size."""
    options = RenderOptions(view="layers" if puzzle.lattice.is_solid else "")
    counts = [_copies(puzzle, index) for index in range(len(puzzle.pieces))]
    _check_number(sum(counts))
    figures = [("board", ground_figure(puzzle, options, labels=False), 1)]
    for index, piece in enumerate(puzzle.pieces):
        figures.append((plain(piece.name), piece_figure(puzzle, index, options), counts[index]))
    if cell is None:
        widest = max(figure.wide for _, figure, _ in figures)
        highest = max(figure.high for _, figure, _ in figures)
        cell = min(MAX_CELL, ROOM[0] / widest, (ROOM[1] - 2 * SMALL) / highest)
        cell = int(10 * cell) / 10 if cell >= 0.1 else cell
    shapes = [
        SheetShape(name, figure.wide * cell, figure.high * cell, tuple(figure.at(0, 0, SCALE, cell)))
        for name, figure, count in figures
        for _ in range(count)
    ]
    return shape_pages(puzzle.title or "Pieces", f"true size, cells of {cell:g} mm", shapes)


def _net_pages(puzzle: Puzzle, cell: float) -> list[Scene]:
    size = PrintSettings(cell=cell, gap=0)
    shapes: list[SheetShape] = []
    _check_number(sum(_copies(puzzle, index) for index in range(len(puzzle.pieces))))
    for index, piece in enumerate(puzzle.pieces):
        nets = _nets(puzzle.lattice, piece, size)
        for part, net in enumerate(nets, start=1):
            name = plain(piece.name) + (f", part {part} of {len(nets)}" if len(nets) > 1 else "")
            shapes += [_net_shape(net, name, palette.swatch(index).fill)] * _copies(puzzle, index)
    line = (
        f"true size, cells of {cell:g} mm; fold back along dashed lines, forward along dotted ones; glue "
        "each flap under the side with its number"
    )
    return shape_pages(f"{puzzle.title or 'Pieces'}: nets", line, shapes)


def _nets(lattice: Lattice, piece: Piece, size: PrintSettings) -> list[Net]:
    """The nets of a piece in millimetres."""
    frame = Frame.of(lattice, [piece.cells], size)
    facets = SetBack(CellBodies(lattice), 0.0).facets(piece.cells)
    if len(facets) > MAX_FACES:
        raise UnsupportedError(
            f"piece {quoted(piece.name)} has {counted(len(facets), 'face')}; at most {MAX_FACES} are "
            "unfolded; draw it in layers"
        )
    placed = [tuple(map(frame.point, facet[::-1])) for facet in facets]
    space = (ROOM[0], ROOM[1] - 2 * SMALL)
    nets = nets_of(placed, space, min(DEEPEST, FLAP * size.cell))
    if nets is None:
        raise UnsupportedError(
            f"piece {quoted(piece.name)} has a face that is larger than a page; expected smaller cells"
        )
    return nets


def _net_shape(net: Net, name: str, fill: str) -> SheetShape:
    """A net as it is drawn, upright where it is higher than wide."""
    left, top, right, bottom = box_around(point for polygon in net.polygons for point in polygon)
    if right - left > ROOM[0] or (right - left > bottom - top and bottom - top <= ROOM[0] < right - left):
        net = _on_its_side(net)
        left, top, right, bottom = box_around(point for polygon in net.polygons for point in polygon)
    pale = palette.mix(fill, palette.PAPER, 0.55)
    marks: list[Primitive] = [Area((facet,), pale) for facet in net.facets]
    marks.append(Stroke(net.facets, pale, FOLD, closed=True))  # else gaps between them would shine through
    flaps = tuple([seam.flap for seam in net.seams if seam.flap])
    if flaps:
        marks.append(Stroke(flaps, palette.INK, CUT))
    cuts = tuple([(seam.start, seam.end) for seam in net.seams if not seam.flap])
    if cuts:
        marks.append(Stroke(cuts, palette.INK, CUT))
    folded = [*net.folds, *(Fold(seam.start, seam.end, False) for seam in net.seams if seam.flap)]
    dashes = tuple([dash for fold in folded for dash in _dashed(fold)])
    if dashes:
        marks.append(Stroke(dashes, palette.INK, FOLD))
    marks += [_number(seam) for seam in net.seams]
    largest = max(net.facets, key=lambda facet: min(dist(facet[k - 1], facet[k]) for k in range(len(facet))))
    marks.append(Label(middle(largest), name.partition(", part")[0], 1.4 * SMALL, palette.INK))
    return SheetShape(name, right - left, bottom - top, tuple(moved(marks, -left, -top)))


def _on_its_side(net: Net) -> Net:
    """The net after a quarter turn."""

    def turn(point: Point) -> Point:
        return (-point[1], point[0])

    return Net(
        tuple([tuple(map(turn, facet)) for facet in net.facets]),
        tuple([Fold(turn(fold.start), turn(fold.end), fold.back) for fold in net.folds]),
        tuple(
            [
                Seam(turn(s.start), turn(s.end), s.number, turn(s.inwards), tuple(map(turn, s.flap)))
                for s in net.seams
            ]
        ),
    )


def _number(seam: Seam) -> Label:
    """The number of a seam, inside of its side."""
    size = min(SMALL, 0.3 * dist(seam.start, seam.end))
    (a, b), (c, d) = seam.start, seam.end
    at = ((a + c) / 2 + 0.75 * size * seam.inwards[0], (b + d) / 2 + 0.75 * size * seam.inwards[1])
    return Label(at, str(seam.number), size, palette.QUIET)


def _dashed(fold: Fold) -> Iterator[tuple[Point, Point]]:
    """The dashes of a line along which paper is folded, or its dots where it is folded forward."""
    length = dist(fold.start, fold.end)
    dash = DOT if fold.back else DASH
    number = max(1, ceil((length + SPACE) / (dash + SPACE)))
    step = (length + SPACE) / number
    for k in range(number):
        yield _along(fold, k * step / length), _along(fold, min(1.0, (k * step + step - SPACE) / length))


def _along(fold: Fold, share: float) -> Point:
    (a, b), (c, d) = fold.start, fold.end
    return (a + share * (c - a), b + share * (d - b))
