"""Bodies of convex cells seen isometrically, on any lattice in space: painted from the back to the front.

A cell whose middle is nearer to the viewer may hide others and is hidden by none that is farther, because the
faces between cells are at right angles to the lines between their middles (``Lattice.faces``; Edelsbrunner,
An acyclicity theorem for cell complexes, 1990). The same holds for equal balls, and round cells are balls.
Bodies that are pulled apart are moved by translations of the lattice, so that their cells still are cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Lattice, Point
from tilewright.model.lattices.cube import project, silhouette
from tilewright.model.lattices.lattice import Point3, add
from tilewright.render import palette
from tilewright.render.figure import Figure
from tilewright.render.geometry import CLOSE, Box, Polygon, box_around, covered_angle, inradius, middle
from tilewright.render.palette import Swatch
from tilewright.render.scene import LETTER_WIDTH, Area, Dots, Label, Primitive, Stroke
from tilewright.render.vectors import Key, dot, mean, minus, times, unit_normal

MAX_FACES = 20_000  # the most faces that are drawn
SPREAD = 1.2  # how far a piece is moved away from the middle, as a share of how far it lies from there
PROJECTED = math.sqrt(1.5)  # how long a unit across the line of sight is drawn
FINE = 12  # fewer pixels a cell than this, and labels are left out


@dataclass(frozen=True)
class Polyhedron:
    """Cells that belong together, their look, the words on them, and a colour for some cells."""

    cells: tuple[Cell, ...]
    style: Swatch
    words: str = ""
    fills: Mapping[Cell, str] = field(default_factory=dict)


@dataclass(frozen=True)
class VisibleFace:
    """A flat face of a cell, or the disc as which a ball is seen, which has a ``radius``."""

    body: int
    cell: Cell
    corners: tuple[Point3, ...]
    normal: Point3  # outwards, of length 1
    radius: float = 0.0  # as it is drawn

    @cached_property
    def shape(self) -> Polygon:
        """As it is drawn; a disc as a polygon around it."""
        return tuple([project(*corner) for corner in self.corners])

    @property
    def is_seen(self) -> bool:
        """Whether it is turned towards the viewer."""
        return sum(self.normal) > 1e-9


class SolidScene:
    """Bodies that do not overlap, and how their faces are drawn.

    ``seen`` has the faces of each cell that are turned to the viewer and do not lie against another cell; the
    farthest cell comes first. UnsupportedError for too many faces.
    """

    def __init__(self, lattice: Lattice, bodies: Sequence[Polyhedron]) -> None:
        faces = _balls(lattice, bodies) if lattice.is_round else _outer_faces(lattice, bodies)
        if len(faces) > MAX_FACES:
            raise UnsupportedError(
                f"there are {len(faces):,} faces to draw in space; at most {MAX_FACES:,} are drawn. "
                "Use the view by layers"
            )
        self.bodies = bodies
        self._borders = _borders(faces)
        self.seen: dict[Cell, list[VisibleFace]] = {}
        for face in faces:
            if face.is_seen:
                self.seen.setdefault(face.cell, []).append(face)

    def marks(self, face: VisibleFace, pixels: float, *, lines: bool = False) -> list[Primitive]:
        """A face as it is drawn; ``lines`` shows the cells of a body."""
        body = self.bodies[face.body]
        fill = body.fills.get(face.cell, body.style.fill)
        edge, thin = max(0.06, min(0.25, 1.0 / pixels)), max(0.03, 0.9 / pixels)
        if face.radius:
            return [*_ball(face, fill, edge), *_pattern(face.shape, body.style)]
        shade, relief = lit(fill, face.normal), palette.relief
        lines_of: dict[str, list[tuple[Point, Point]]] = {}
        for k, corner in enumerate(face.corners):
            kind = self._borders[_side(face.corners[k - 1], corner)]
            lines_of.setdefault(kind, []).append((face.shape[k - 1], face.shape[k]))
        drawn: list[Primitive] = [Area((face.shape,), shade)]
        for kind, colour, width in (
            (
                "flat",
                relief(body.style.fill, 0.16) if lines else shade,
                thin,
            ),  # else a gap would shine through
            ("crease", relief(body.style.fill, 0.4), thin),
            ("outline", palette.INK, edge),
        ):
            if kind in lines_of:
                drawn.append(Stroke(tuple(lines_of[kind]), colour, width))
        return [drawn[0], *_pattern(face.shape, body.style), *drawn[1:]]

    def label(self, face: VisibleFace) -> Label:
        """The words of the body of a face, in the middle of the face."""
        body = self.bodies[face.body]
        radius = inradius(face.shape)
        size = min(0.5, 1.3 * radius, 1.7 * radius / (len(body.words) * LETTER_WIDTH))
        fill = lit(body.fills.get(face.cell, body.style.fill), face.normal)
        return Label(middle(face.shape), body.words, size, palette.ink_on(fill))


def figure(lattice: Lattice, bodies: Sequence[Polyhedron], *, lines: bool = False) -> Figure:
    """The view of bodies that do not overlap; ``lines`` shows their cells."""
    arrangement = SolidScene(lattice, bodies)
    seen = [face for faces in arrangement.seen.values() for face in faces]
    labelled = labelled_faces(seen, [body.words for body in bodies])

    def marks(pixels: float) -> list[Primitive]:
        drawn = [mark for face in seen for mark in arrangement.marks(face, pixels, lines=lines)]
        if pixels >= FINE:
            drawn += [arrangement.label(face) for face in labelled]
        return drawn

    return Figure(box(lattice, [cell for body in bodies for cell in body.cells]), marks)


def lit(fill: str, normal: Point3) -> str:
    """A colour as a face with this direction shows it: lightest on top, darkest on the right."""
    x, y, z = normal
    light = 0.24 * max(z, 0.0) - 0.22 * max(x, 0.0) - 0.04 * max(y, 0.0) - 0.3 * max(-z, 0.0)
    return palette.mix(fill, "#ffffff" if light > 0 else "#000000", abs(light))


def _outer_faces(lattice: Lattice, bodies: Sequence[Polyhedron]) -> list[VisibleFace]:
    """The faces that no other cell lies against, those of farther cells first."""
    assert lattice.faces is not None
    visible_faces: dict[frozenset[Key], VisibleFace | None] = {}
    depth: dict[Cell, float] = {}
    for number, body in enumerate(bodies):
        for cell in body.cells:
            around = lattice.faces(cell)
            inside = centre(lattice, cell)
            depth[cell] = sum(inside)
            for face in around:
                key = frozenset(map(_rounded, face))
                visible_faces[key] = (
                    None if key in visible_faces else VisibleFace(number, cell, face, _normal(face, inside))
                )
    faces = [face for face in visible_faces.values() if face is not None]
    return sorted(faces, key=lambda face: (round(depth[face.cell], 6), face.cell))


def _balls(lattice: Lattice, bodies: Sequence[Polyhedron]) -> list[VisibleFace]:
    """A disc for each cell, the farthest first."""
    radius = ball_radius(lattice)
    rim = [(radius * math.cos(k * math.pi / 8), radius * math.sin(k * math.pi / 8)) for k in range(16)]
    steps = [(a / 2**0.5 - b / 6**0.5, -a / 2**0.5 - b / 6**0.5, 2 * b / 6**0.5) for a, b in rim]
    discs = []
    for number, body in enumerate(bodies):
        for cell in body.cells:
            x, y, z = centre(lattice, cell)
            corners = tuple([(x + a, y + b, z + c) for a, b, c in steps])
            discs.append(VisibleFace(number, cell, corners, (3**-0.5,) * 3, radius * PROJECTED))
    return sorted(discs, key=lambda disc: (round(sum(centre(lattice, disc.cell)), 6), disc.cell))


def ball_radius(lattice: Lattice) -> float:
    """The radius of balls that touch their neighbours."""
    cell = lattice.classes[0]
    at = centre(lattice, cell)
    return min(math.dist(at, centre(lattice, near)) for near in lattice.neighbours(cell)) / 2


def _ball(face: VisibleFace, fill: str, edge: float) -> Iterator[Primitive]:
    """A disc with a border, lighter towards the upper left."""
    x, y = middle(face.shape)
    yield Dots(((x, y),), face.radius, palette.INK)
    for share, shift, light in ((1.0, 0.0, -0.12), (0.82, 0.11, 0.0), (0.5, 0.27, 0.16), (0.2, 0.4, 0.4)):
        radius = share * (face.radius - edge / 2)
        at = (x - 0.7 * shift * face.radius, y - shift * face.radius)
        tint = palette.mix(fill, "#ffffff" if light > 0 else "#000000", abs(light))
        yield Dots((at,), radius, tint)


def _normal(face: Sequence[Point3], inside: Point3) -> Point3:
    normal = unit_normal(face)
    return normal if dot(normal, minus(face[0], inside)) > 0 else times(normal, -1.0)


def _rounded(corner: Point3) -> Key:
    x, y, z = corner
    return (round(x * 4096), round(y * 4096), round(z * 4096))


def _side(start: Point3, end: Point3) -> frozenset[Key]:
    return frozenset((_rounded(start), _rounded(end)))


def _borders(faces: Sequence[VisibleFace]) -> dict[frozenset[Key], str]:
    """What each side of a face is: flat within a body, a crease of it, or its outline."""
    around: dict[frozenset[Key], list[VisibleFace]] = {}
    for face in faces:
        for k, corner in enumerate(face.corners):
            around.setdefault(_side(face.corners[k - 1], corner), []).append(face)
    return {side: _kind(visible_faces) for side, visible_faces in around.items()}


def _kind(faces: Sequence[VisibleFace]) -> str:
    if len(faces) != 2 or faces[0].body != faces[1].body:
        return "outline"
    if faces[0].is_seen != faces[1].is_seen:
        return "outline"
    return "flat" if dot(faces[0].normal, faces[1].normal) > 1 - 1e-6 else "crease"


def _pattern(shape: Polygon, style: Swatch) -> Iterator[Primitive]:
    """The pattern of a body on one of its faces."""
    if style.pattern == "plain":
        return
    x, y = middle(shape)
    if style.pattern == "dots":
        yield Dots(((x, y),), 0.08, style.mark)
        return
    reach = 0.12
    slopes = {"hatch": (1,), "backhatch": (-1,), "cross": (1, -1)}[style.pattern]
    strokes = tuple(((x - reach, y + slope * reach), (x + reach, y - slope * reach)) for slope in slopes)
    yield Stroke(strokes, style.mark, 0.05)


def labelled_faces(
    seen: Sequence[VisibleFace], words: Sequence[str], before: Mapping[int, VisibleFace] | None = None
) -> list[VisibleFace]:
    """For each body with words the largest face whose middle is seen, of several the nearest.

    ``seen`` are the faces in the order in which they are painted. Faces ``before`` are kept where their
    middles are still seen. A middle on the border of nearer faces that do not hide all around it counts where
    the body has no better one.
    """
    former = {(face.body, face.cell, face.corners) for face in (before or {}).values()}
    chosen: dict[int, VisibleFace] = {}
    half_hidden: dict[int, VisibleFace] = {}
    boxes = [box_around(face.shape) for face in seen]

    def rank(k: int) -> tuple[bool, float, int]:
        face = seen[k]
        return ((face.body, face.cell, face.corners) not in former, -round(inradius(face.shape), 3), -k)

    for k in sorted(range(len(seen)), key=rank):
        face = seen[k]
        if face.body in chosen or not words[face.body]:
            continue
        x, y = middle(face.shape)
        hidden = covered_angle(
            (x, y),
            [
                seen[j].shape
                for j, (left, top, right, bottom) in enumerate(boxes[k + 1 :], start=k + 1)
                if left - CLOSE <= x <= right + CLOSE and top - CLOSE <= y <= bottom + CLOSE
            ],
        )
        if not hidden:
            chosen[face.body] = face
        elif hidden < math.tau - CLOSE:
            half_hidden.setdefault(face.body, face)
    return [face for _, face in sorted({**half_hidden, **chosen}.items())]


def box(lattice: Lattice, cells: Iterable[Cell]) -> Box:
    """The smallest upright rectangle around the picture of cells."""
    assert lattice.faces is not None
    return box_around(point for cell in cells for point in silhouette(lattice.faces(cell)))


def pulled_apart(lattice: Lattice, pieces: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """The cells of pieces, each moved straight away from the middle of all by a translation.

    One that would then touch another, as pieces around a common middle do, is lifted until it is free; the
    lowest are placed first.
    """
    steps = [_step(lattice, axis) for axis in range(3)]
    centres = [centre(lattice, *piece) for piece in pieces]
    middle_of_all = centre(lattice, *(cell for piece in pieces for cell in piece))
    taken: set[Cell] = set()
    moved: list[tuple[Cell, ...]] = [tuple(piece) for piece in pieces]
    for number in sorted(range(len(pieces)), key=lambda number: (centres[number][2], pieces[number])):
        shift: Cell = (0, 0, 0)
        for axis, (step, length) in enumerate(steps):
            times = round(SPREAD * (centres[number][axis] - middle_of_all[axis]) / length)
            shift = add(shift, tuple([times * way for way in step]))
        cells = tuple([add(cell, shift) for cell in pieces[number]])
        while not taken.isdisjoint(cells):
            cells = tuple([add(cell, steps[2][0]) for cell in cells])
        moved[number] = cells
        for cell in cells:
            taken.update((cell, *lattice.neighbours(cell)))
    return moved


def _step(lattice: Lattice, axis: int) -> tuple[Cell, float]:
    """The least translation along a coordinate, and how far it goes in space."""
    for length in range(1, 31):
        step = tuple([length * (k == axis) for k in range(3)])
        if lattice.is_translation(step):
            start = lattice.classes[0]
            far = centre(lattice, add(start, step))[axis] - centre(lattice, start)[axis]
            return step, far
    raise AssertionError("no translation of at most 30 steps along a coordinate")


def centre(lattice: Lattice, *cells: Cell) -> Point3:
    """The middle of the corners of cells."""
    assert lattice.faces is not None
    corners = [spot for cell in cells for spot in {corner for face in lattice.faces(cell) for corner in face}]
    return mean(corners)
