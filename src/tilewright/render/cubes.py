"""Puzzles in space in pictures: assembled and seen isometrically, pulled apart, or layer by layer.

Cubes have an exact view of their own (``solid``); cells of other lattices are drawn by their faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, Cell, Lattice, Point
from tilewright.model.lattices.cube import plan
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.render import geometry, palette, polyhedra, solid
from tilewright.render.board import FINE, board_marks, board_tints, owners, piece_marks, styles
from tilewright.render.figure import Figure, captioned, column, columns_for, row
from tilewright.render.labels import copy_labels
from tilewright.render.palette import Swatch
from tilewright.render.polyhedra import Polyhedron
from tilewright.render.scene import LETTER_WIDTH, Area, Dots, Label, Primitive, Stroke
from tilewright.render.solid import Vector

MAX_LAYERS = 12  # the most layers that are drawn below the other views
MAX_EXPLODED = 5000  # the most cells that are drawn pulled apart
_GROUND = Swatch(palette.GROUND, "plain", palette.FAINT)


def solution_figure(
    puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool, view: str, words: bool
) -> Figure:
    """A solution in one view, or for "all" in each of them, with words below where they are wanted."""
    covered = [cell for placement in placements for cell in placement.cells]
    if view == "layers" or not covered:
        return layers(puzzle, placements, labels=labels, letters=0.4 if words else 0.0)
    if view == "isometric":
        return _bodies(puzzle, placements, labels=labels)
    if view == "exploded":
        return _exploded(puzzle, placements, labels=labels, small=not words)
    parts = [_bodies(puzzle, placements, labels=labels)]
    if len(covered) <= MAX_EXPLODED and len(placements) > 1:
        parts.append(_exploded(puzzle, placements, labels=labels, small=not words))
    named = zip(parts, ("assembled", "pulled apart"), strict=False)
    size = max(0.4, 0.026 * sum(part.wide for part in parts))
    above = row([captioned(part, name, size) for part, name in named], 1.2)
    if len({cell[2] for cell in puzzle.board.cells}) > MAX_LAYERS:
        return above
    flat = layers(puzzle, placements, labels=labels, letters=size if words else 0.0)
    return column([above, flat], 0.9)


def ground_figure(puzzle: Puzzle, *, labels: bool, view: str) -> Figure:
    """The board with what is forced on it, without a solution."""
    if view == "layers":
        return layers(puzzle, puzzle.board.forced, labels=labels, letters=0.4)
    return _bodies(puzzle, puzzle.board.forced, labels=labels, ground=True)


def piece_figure(puzzle: Puzzle, index: int, *, view: str) -> Figure:
    """The piece with this index as it is given, without a label."""
    piece = puzzle.pieces[index]
    if view == "layers":
        flat, _ = _flat(puzzle, piece.cells)
        box = geometry.bounds(flat.lattice, piece.cells)
        parts = partial(_in_layers, puzzle.lattice)
        return Figure(box, lambda pixels: piece_marks(flat, index, pixels=pixels, parts=parts))
    tints = board_tints(puzzle)
    if puzzle.lattice is not CUBE:
        style = palette.swatch(index)
        fills = {
            cell: _tint(style, tints.get(piece.colour_of(i), -1), len(tints))
            for i, cell in enumerate(piece.cells)
        }
        return polyhedra.figure(puzzle.lattice, [Polyhedron(piece.cells, style, fills=fills)], lines=True)
    tones = {cell: tints.get(piece.colour_of(i), -1) for i, cell in enumerate(piece.cells)}
    body = solid.CubeBody(piece.cells, tones=tones)
    return _drawn([body], [palette.swatch(index)], [""], len(tints), 1, lines=True)


def layers(puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool, letters: float) -> Figure:
    """Each layer as a flat board, the bottom one first, named in letters so large, 0 for none.

    A pale line around each shows where the other layers lie.
    """
    owners(puzzle, placements)  # refuses what cannot lie there
    heights = sorted({z for _, _, z in puzzle.board.cells})
    ground = geometry.box_around(chain.from_iterable(map(_plan(puzzle.lattice), puzzle.board.cells)))
    size = letters if len(heights) > 1 else 0.0
    gap = 0.9 if letters else 0.5
    flat, origin = _flat(puzzle, puzzle.board.cells, gap, 1.6 * size + gap)
    left, top, right, bottom = ground
    box = geometry.box_around(
        (x + dx, y + dy) for dx, dy in origin.values() for x in (left, right) for y in (top, bottom)
    )
    around = _footprints(flat, heights)
    parts = partial(_in_layers, puzzle.lattice)
    words = copy_labels(puzzle, placements)
    captions: list[Label] = []
    if size:
        box = (*box[:3], box[3] + 1.6 * size)
        for z in heights:
            dx, dy = origin[z]
            at = ((left + right) / 2 + dx, bottom + dy + 0.95 * size)
            captions.append(Label(at, f"layer {z - heights[0] + 1}", size, palette.QUIET))

    def marks(pixels: float) -> list[Primitive]:
        drawn = board_marks(flat, placements, labels=labels, pixels=pixels, parts=parts, words=words)
        pale = [Stroke(around, palette.FAINT, max(0.03, 0.8 / pixels), closed=True)] if around else []
        return [*pale, *drawn, *captions]

    return Figure(box, marks)


def _footprints(flat: Puzzle, heights: Sequence[int]) -> tuple[geometry.Polygon, ...]:
    """Around each layer that lacks some of them the border of all cells that any layer has."""
    cells = flat.board.cells
    shadow = sorted({(x, y) for x, y, _ in cells})
    if len(shadow) * len(heights) > 10 * len(cells):
        return ()  # layers that have little to do with each other
    loops: list[geometry.Polygon] = []
    for z in heights:
        whole = [(x, y, z) for x, y in shadow if flat.lattice.is_cell((x, y, z))]
        if not cells.issuperset(whole):
            loops += geometry.borders(flat.lattice, whole)
    return tuple(loops)


def _plan(lattice: Lattice) -> Callable[[Cell], tuple[Point, ...]]:
    """The outline of each cell of a lattice in space as it is seen from above."""
    assert lattice.faces is not None
    faces = lattice.faces
    return cache(lambda cell: plan(faces(cell)))


_Origins = Mapping[int, Point]  # where each layer is drawn


def _flat(
    puzzle: Puzzle, cells: Iterable[Cell], gap: float = 0.4, below: float = 0.4
) -> tuple[Puzzle, _Origins]:
    """The puzzle with its layers drawn side by side, in as many rows as look good, and where they are."""
    positions = list(cells)
    above = _plan(puzzle.lattice)
    heights = sorted({z for _, _, z in positions})
    left, top, right, bottom = geometry.box_around(chain.from_iterable(map(above, positions)))
    wide, high = right - left, bottom - top
    columns = len(heights)
    if columns > 6 or columns * (wide + gap) > 40:
        columns = columns_for(columns, wide, high)
    origin = {
        z: (i % columns * (wide + gap) - left, i // columns * (high + below) - top)
        for i, z in enumerate(heights)
    }

    def outline(cell: Cell) -> tuple[Point, ...]:
        dx, dy = origin.get(cell[2], (0.0, 0.0))
        return tuple((px + dx, py + dy) for px, py in above(cell))

    return replace(puzzle, lattice=replace(puzzle.lattice, outline=outline)), origin


def _in_layers(lattice: Lattice, cells: Sequence[Cell]) -> Iterable[Sequence[Cell]]:
    for z in sorted({z for _, _, z in cells}):
        yield from lattice.components([cell for cell in cells if cell[2] == z])


def _exploded(puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool, small: bool) -> Figure:
    count = sum(len(placement.cells) for placement in placements)
    if count > MAX_EXPLODED:
        raise UnsupportedError(
            f"{count:,} cells cannot be drawn pulled apart; at most {MAX_EXPLODED:,} are. "
            "Use the view isometric or layers"
        )
    if puzzle.lattice is not CUBE:
        return _solids(puzzle, placements, labels=labels, apart=True)
    fine = 2 if small or count > 600 else 4
    shifts = explosion_shifts([placement.cells for placement in placements], fine)
    return _bodies(puzzle, placements, labels=labels, shifts=shifts, fine=fine)


def _bodies(
    puzzle: Puzzle,
    placements: Sequence[Placement],
    *,
    labels: bool,
    shifts: Sequence[solid.Vector] = (),
    fine: int = 1,
    ground: bool = False,
) -> Figure:
    """The placements as bodies; with ``ground``, the cells that none covers too, as one pale body."""
    if puzzle.lattice is not CUBE:
        return _solids(puzzle, placements, labels=labels, ground=ground)
    owner = owners(puzzle, placements)
    tints = board_tints(puzzle)
    tone = {cell: tints.get(puzzle.board.colour(cell), -1) for cell in puzzle.board.cells}
    bodies = [
        solid.CubeBody(placement.cells, shift, {cell: tone[cell] for cell in placement.cells})
        for placement, shift in zip(placements, shifts or [(0, 0, 0)] * len(placements), strict=True)
    ]
    swatches = styles(puzzle, placements)
    words = copy_labels(puzzle, placements) if labels else [""] * len(placements)
    bare = [cell for cell in sorted(puzzle.board.cells) if cell not in owner]
    if ground and bare:
        bodies.append(solid.CubeBody(tuple(bare), tones={cell: tone[cell] for cell in bare}))
        swatches.append(_GROUND)
        words.append("")
    return _drawn(bodies, swatches, words, len(tints), fine, lines=ground)


def _solids(
    puzzle: Puzzle,
    placements: Sequence[Placement],
    *,
    labels: bool,
    apart: bool = False,
    ground: bool = False,
) -> Figure:
    """As :func:`_bodies`, on any lattice in space; ``apart``: pulled apart."""
    owner = owners(puzzle, placements)
    tints = board_tints(puzzle)
    places = [placement.cells for placement in placements]
    shown = polyhedra.pulled_apart(puzzle.lattice, places) if apart else places
    words = copy_labels(puzzle, placements) if labels else [""] * len(placements)
    bodies = []
    for place, there, style, word in zip(places, shown, styles(puzzle, placements), words, strict=True):
        tones = [tints.get(puzzle.board.colour(cell), -1) for cell in place]
        fills = {cell: _tint(style, tone, len(tints)) for cell, tone in zip(there, tones, strict=True)}
        bodies.append(Polyhedron(there, style, word, fills))
    bare = [cell for cell in sorted(puzzle.board.cells) if cell not in owner]
    if ground and bare:
        fills = {cell: _tint(_GROUND, tints.get(puzzle.board.colour(cell), -1), len(tints)) for cell in bare}
        bodies.append(Polyhedron(tuple(bare), _GROUND, "", fills))
    return polyhedra.figure(puzzle.lattice, bodies, lines=ground)


def _tint(style: Swatch, tone: int, tints: int) -> str:
    """The colour of a cell of a body with the board colour of this number, -1 for none."""
    if tints > 2 and tone >= 0:
        return palette.ground(tone, tints)
    return _toned(style, tone, tints)


def _drawn(
    bodies: Sequence[solid.CubeBody],
    swatches: Sequence[Swatch],
    words: Sequence[str],
    tints: int,
    fine: int,
    *,
    lines: bool,
) -> Figure:
    """The view of bodies; ``lines`` shows the cubes of a body."""
    view = solid.visible_faces(bodies, fine)

    def marks(pixels: float) -> list[Primitive]:
        drawn: list[Primitive] = []
        for (body, direction, tone), loops in view.areas.items():
            drawn.append(Area(loops, lit(_toned(swatches[body], tone, tints), direction)))
        faces: dict[int, list[solid.Face]] = {}
        for face in view.whole:
            faces.setdefault(face.body, []).append(face)
        if pixels >= FINE:
            for body, whole in faces.items():
                drawn += _on_faces(view, whole, swatches[body], tints, pixels, lines=lines)
        for body, creases in view.creases.items():
            colour = palette.relief(swatches[body].fill, 0.4)
            drawn.append(Stroke(geometry.joined(creases), colour, max(0.03, 0.9 / pixels)))
        edge = max(0.06, min(0.25, 1.0 / pixels))
        drawn.append(Stroke(geometry.joined(view.outlines), palette.INK, edge))
        if pixels >= FINE:
            for body, label in enumerate(words):
                label_faces = faces.get(body) or [face for face in view.central if face.body == body]
                if label and label_faces:
                    size_limit = 0.5 if body in faces else 0.3
                    drawn.append(_label(view, label_faces, swatches[body], tints, label, size_limit))
        return drawn

    return Figure(solid.box(bodies, fine), marks)


def lit(fill: str, direction: int) -> str:
    """A colour as a face with this direction shows it: lightest on top, darkest on the right."""
    if direction == solid.TOP:
        return palette.mix(fill, "#ffffff", 0.22)
    return fill if direction == solid.LEFT else palette.mix(fill, "#000000", 0.2)


def _toned(style: Swatch, tone: int, tints: int) -> str:
    if tints == 2 and tone >= 0:
        if style is _GROUND:
            return palette.ground(tone, tints)
        return palette.two_tones(style.fill)[tone]
    if tints > 2 and tone >= 0 and style is _GROUND:
        return palette.ground(tone, tints)
    return style.fill


def _on_faces(
    view: solid.View, faces: Sequence[solid.Face], style: Swatch, tints: int, pixels: float, *, lines: bool
) -> list[Primitive]:
    """What lies on the whole faces of a body: lines between cubes, the pattern, the board colours."""
    drawn: list[Primitive] = []
    if lines:
        sides: list[geometry.Segment] = []
        for face in faces:
            corners = [view.spot(face, u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
            sides += zip(corners, (*corners[1:], corners[0]), strict=True)
        colour = palette.FAINT if style is _GROUND else palette.relief(style.fill, 0.16)
        drawn.append(Stroke(geometry.joined(sides), colour, max(0.025, 0.7 / pixels)))
    if style.pattern == "dots":
        drawn.append(Dots(tuple(view.spot(face, 0.5, 0.5) for face in faces), 0.13, style.mark))
    elif style.pattern != "plain":
        drawn.append(Stroke(geometry.joined(_hatching(view, faces, style.pattern)), style.mark, 0.05))
    if tints > 2 and style is not _GROUND:
        by_tone: dict[int, list[Point]] = {}
        for face in faces:
            if face.tone >= 0:
                by_tone.setdefault(face.tone, []).append(view.spot(face, 0.5, 0.5))
        for tone, spots in sorted(by_tone.items()):
            drawn.append(Dots(tuple(spots), 0.24, palette.relief(palette.ground(tone, tints), 0.35)))
            drawn.append(Dots(tuple(spots), 0.21, palette.ground(tone, tints)))
    return drawn


def _hatching(view: solid.View, faces: Sequence[solid.Face], pattern: str) -> list[geometry.Segment]:
    pairs = []
    for face in faces:
        for share in (0.25, 0.75):
            if pattern in ("hatch", "cross"):
                pairs.append((view.spot(face, 0, share), view.spot(face, 1, share)))
            if pattern in ("backhatch", "cross"):
                pairs.append((view.spot(face, share, 0), view.spot(face, share, 1)))
    return pairs


def _label(
    view: solid.View, faces: Sequence[solid.Face], style: Swatch, tints: int, words: str, size_limit: float
) -> Label:
    """The label of a body on one of some faces: of the top ones, where there are any, the middle one."""
    best = max(face.direction for face in faces)
    spots = {face.cell: view.spot(face, 0.5, 0.5) for face in faces if face.direction == best}
    at = geometry.most_central(spots)
    chosen = next(face for face in faces if face.cell == at and face.direction == best)
    fill = lit(_toned(style, chosen.tone, tints), chosen.direction)
    if tints > 2 and chosen.tone >= 0:
        fill = palette.ground(chosen.tone, tints)
    size_limit = min(size_limit, 0.3) if tints > 2 else size_limit
    size = min(size_limit, 1.24 * size_limit / (len(words) * LETTER_WIDTH))
    return Label(spots[at], words, size, palette.ink_on(fill))


SPREAD = 1.2  # how far a piece is moved away from the middle, as a share of how far it lies from there


def explosion_shifts(pieces: Sequence[Sequence[Cell]], fine: int) -> list[Vector]:
    """How far to move each piece, in steps of which ``fine`` are a cube's side.

    Every piece moves straight away from the middle of all. One that would then stand in another or touch its
    side, as pieces around a common middle do, is lifted until it is free; the lowest are placed first.
    """
    cells = [cell for piece in pieces for cell in piece]
    middle, *centres = (
        [sum(xs) / len(xs) for xs in zip(*positions, strict=True)] for positions in (cells, *pieces)
    )
    taken: set[Cell] = set()
    shifts: list[Vector] = [(0, 0, 0)] * len(pieces)
    for i in sorted(range(len(pieces)), key=lambda i: (centres[i][2], pieces[i])):
        dx, dy, dz = (round(SPREAD * fine * (centres[i][k] - middle[k])) for k in range(3))
        steps = _steps(pieces[i], fine)
        while any((x + dx, y + dy, z + dz) in taken for x, y, z in steps):
            dz += 1
        shifts[i] = (dx, dy, dz)
        for x, y, z in steps:
            moved = (x + dx, y + dy, z + dz)
            taken.update((moved, *CUBE.neighbours(moved)))
    return shifts


def _steps(cells: Sequence[Cell], fine: int) -> list[Vector]:
    """All small cubes, a step wide, of a piece."""
    inside = list(product(range(fine), repeat=3))
    return [(x * fine + a, y * fine + b, z * fine + c) for x, y, z in cells for a, b, c in inside]
