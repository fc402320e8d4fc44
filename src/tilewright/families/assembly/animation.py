"""A disassembly in moving pictures: the pieces in space, move by move, until all are apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation, Turn
from tilewright.families.assembly.rotations import moved as moved_by
from tilewright.families.assembly.turn_drawing import turn_arc, turn_words, turned_about
from tilewright.model.lattices import Cell, Lattice, Point
from tilewright.model.lattices.cube import project
from tilewright.model.lattices.lattice import Point3, add
from tilewright.model.levels import levels_text
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.render import palette
from tilewright.render.board import styles
from tilewright.render.depth import PaintOrder
from tilewright.render.geometry import box_around
from tilewright.render.labels import copy_labels
from tilewright.render.polyhedra import Polyhedron, SolidScene, VisibleFace, box, centre, labelled_faces
from tilewright.render.scene import LETTER_WIDTH, Area, Dots, Label, Primitive, Scene, Stroke, moved
from tilewright.solving.steps import CancelCheck, never_cancelled
from tilewright.wording import plain

MIN_SIZE, MAX_SIZE = 100, 1600  # pixels of the longer side of a picture
MIN_SPEED, MAX_SPEED = 0.1, 20.0
LETTERS = 15  # pixels of a caption
EDGE = 10  # pixels around the pieces
BEFORE, START, STEP, TURN, LEAVE, LAST = 0.35, 0.3, 0.25, 0.8, 1.2, 1.5
"""Seconds before each move, of each move and for each of its steps or quarter turns, of a move that takes
pieces away, and at the beginning of each part and at the end."""
PER_QUARTER = 12  # pictures of a quarter turn
FRAME = 0.08  # seconds between two frames of a GIF
FADING = 0.5  # the share of the time of the last move from which pieces fade
AWAY = 0.7  # how far pieces leave, as a share of the way until they are next to the others
NO_STEP: Cell = (0, 0, 0)
Marks = tuple[Primitive, ...]


@dataclass(frozen=True)
class AnimationOptions:
    """How a disassembly is drawn; UnsupportedError for what is out of range.

    ``size``: pixels of the longer side. ``speed``: 2 is twice as fast. ``turn``: degrees by which the viewer
    goes round the assembly, to the right.
    """

    size: int = 480
    speed: float = 1.0
    turn: float = 0.0

    def __post_init__(self) -> None:
        for what, value, least, most in (
            ("size", self.size, MIN_SIZE, MAX_SIZE),
            ("speed", self.speed, MIN_SPEED, MAX_SPEED),
            ("turn", self.turn, -360, 360),
        ):
            if not least <= value <= most:
                raise UnsupportedError(
                    f"the {what} of an animation cannot be {value:g}; expected {least:g} to {most:g}"
                )


@dataclass(frozen=True)
class Stage:
    """A move: the pieces of a part, where they lie before it, and when it happens.

    ``cells`` has the pieces by their numbers; ``steps`` is how far those in ``sliding`` go along
    ``direction``, or how many quarters they ``turn``. Times are in seconds: pieces rest from ``begin``, and
    move from ``start`` to ``end``.
    """

    cells: Mapping[int, tuple[Cell, ...]]
    sliding: frozenset[int]
    direction: Cell
    steps: float
    leaves: bool
    caption: str
    begin: float
    start: float
    end: float
    turn: Turn | None = None

    def place(self, time: float) -> float:
        """How many steps the sliding pieces have gone: slowly at first and at last."""
        share = min(1.0, max(0.0, (time - self.start) / (self.end - self.start)))
        return self.steps * share * share * (3 - 2 * share)

    def time(self, place: float) -> float:
        """When the sliding pieces are there, the inverse of :meth:`place`."""
        share = min(1.0, max(0.0, place / self.steps))
        return self.start + (self.end - self.start) * (0.5 - math.sin(math.asin(1 - 2 * share) / 3))

    @property
    def fades_from(self) -> float:
        """When pieces that leave begin to fade."""
        return self.start + FADING * (self.end - self.start)

    def opacity(self, time: float) -> float:
        """How much is left of the sliding pieces, 0 to 1."""
        if not self.leaves:
            return 1.0
        return min(1.0, max(0.0, (self.end - time) / (self.end - self.fades_from)))

    def frames(self) -> list[tuple[float, float]]:
        """The times of the frames of a GIF, and how long each is shown."""
        count = max(1, round((self.end - self.start) / FRAME))
        each = (self.end - self.start) / count
        return [
            (self.begin, self.start - self.begin),
            *((self.start + k * each, each) for k in range(1, count + 1)),
        ]


@dataclass(frozen=True)
class Shot:
    """A stretch of a stage in which one order of painting holds.

    ``layers`` are the faces in this order, each as its marks, and whether they slide: so far for a step.
    """

    stage: Stage
    begin: float
    end: float
    layers: tuple[tuple[bool, tuple[Marks, ...]], ...]
    step: Point

    def shift(self, time: float) -> Point:
        """By how much the sliding marks are moved at a time."""
        place = self.stage.place(time)
        return (place * self.step[0], place * self.step[1])

    @property
    def staying(self) -> list[Primitive]:
        """The marks of what stays."""
        return [mark for slides, faces in self.layers if not slides for marks in faces for mark in marks]

    def marks(self, time: float) -> list[Primitive]:
        """All marks where they are at a time."""
        dx, dy = self.shift(time)
        return [
            mark
            for slides, faces in self.layers
            for marks in faces
            for mark in (moved(marks, dx, dy) if slides and (dx or dy) else marks)
        ]


class DisassemblyAnimation:
    """The moves of an assembly as they are drawn. ``heading`` is the line above the picture."""

    def __init__(
        self,
        puzzle: Puzzle,
        disassembly: Disassembly,
        options: AnimationOptions = AnimationOptions(),
        heading: str = "",
    ) -> None:
        assert disassembly.separation is not None
        placements = [Placement(name, cells) for name, cells in disassembly.pieces]
        self._lattice = turned(puzzle.lattice, options.turn)
        self._words = copy_labels(puzzle, placements)
        self._styles = styles(puzzle, placements)
        self._order = PaintOrder(self._lattice)
        self.stages = tuple(self._stages(disassembly.separation, disassembly.pieces, options.speed))
        self.total = self.stages[-1].end + LAST / options.speed
        lines = [
            heading or f"level {levels_text(disassembly.levels)}",
            *(stage.caption for stage in self.stages),
        ]
        self.heading, self.box = lines[0], self._box()
        self.layout = Layout(self.box, options.size, [plain(line) for line in lines])
        self.title = puzzle.title or "An assembly"

    @property
    def frames(self) -> int:
        """How many frames a GIF has."""
        return sum(len(stage.frames()) for stage in self.stages) + 1

    def _stages(
        self, whole: Separation, pieces: Sequence[tuple[str, tuple[Cell, ...]]], speed: float
    ) -> Iterator[Stage]:
        parts = list(whole.parts())
        lie = {whole.pieces: {number: cells for number, (_, cells) in enumerate(pieces)}}
        time, shown = 0.0, whole.pieces
        for number, part in enumerate(parts, start=1):
            cells = lie.pop(part.pieces)
            before = LAST if number == 1 or part.pieces != shown else BEFORE
            for at, move in enumerate(part.moves, start=1):
                turn = move if isinstance(move, Turn) else None
                direction = NO_STEP if isinstance(move, Turn) else move.direction
                steps = float(abs(move.quarters) if isinstance(move, Turn) else move.steps)
                leaves = not steps
                if isinstance(move, Move) and leaves:
                    steps = self._steps_away(move, cells)
                start = time + before / speed
                end = start + (LEAVE if leaves else START + (TURN if turn else STEP) * steps) / speed
                which = f"part {number} of {len(parts)}, " if len(parts) > 1 else ""
                caption = f"{which}move {at} of {len(part.moves)}: {self._move_text(move)}"
                sliding = frozenset(move.pieces)
                yield Stage(cells, sliding, direction, steps, leaves, caption, time, start, end, turn)
                if not leaves:
                    cells = {
                        piece: tuple([moved_by(move, cell) for cell in positions])
                        if piece in sliding
                        else positions
                        for piece, positions in cells.items()
                    }
                time, before = end, BEFORE
            gone = part.moves[-1].pieces
            shown = tuple(piece for piece in part.pieces if piece not in gone)
            for following in (part.remaining, part.removed):
                if following is not None:
                    lie[following.pieces] = {piece: cells[piece] for piece in following.pieces}

    def _steps_away(self, move: Move, cells: Mapping[int, tuple[Cell, ...]]) -> float:
        """How far pieces go that leave."""
        x, y, z = self._vector(move.direction)
        along: dict[bool, list[float]] = {True: [], False: []}
        for piece, positions in cells.items():
            for cell in positions:
                p, q, r = centre(self._lattice, cell)
                along[piece in move.pieces].append((p * x + q * y + r * z) / (x * x + y * y + z * z))
        return max(1.5, AWAY * (max(along[False]) - min(along[True]) + 1))

    def _vector(self, direction: Cell) -> Point3:
        """A translation in space."""
        cell = self._lattice.classes[0]
        here, there = centre(self._lattice, cell), centre(self._lattice, add(cell, direction))
        return (there[0] - here[0], there[1] - here[1], there[2] - here[2])

    def _move_text(self, move: Move | Turn) -> str:
        pieces = ", ".join(self._words[piece] for piece in move.pieces)
        if isinstance(move, Turn):
            return f"{pieces} {self._turn_words(move, move.quarters)}"
        way = direction_words(self._vector(move.direction))
        return f"{pieces} {move.steps} {way}" if move.steps else f"{pieces} {way}, away"

    def joining_text(self, stage: Stage) -> str:
        """The move of a stage backwards, in words: pieces that leave come back from where they go."""
        pieces = ", ".join(self._words[piece] for piece in sorted(stage.sliding))
        if stage.turn is not None:
            return f"{pieces} {self._turn_words(stage.turn, -stage.turn.quarters)}"
        x, y, z = self._vector(stage.direction)
        if stage.leaves:
            return f"{pieces} from {origin_words((x, y, z))}"
        return f"{pieces} {round(stage.steps)} {direction_words((-x, -y, -z))}"

    def _turn_words(self, turn: Turn, quarters: int) -> str:
        return turn_words(self._vector(tuple([int(k == turn.axis) for k in range(3)])), quarters)

    def _box(self) -> tuple[float, float, float, float]:
        """Around everything that is drawn."""
        corners: list[Point] = []
        for stage in self.stages:
            for share in range(int(stage.steps * PER_QUARTER) + 1) if stage.turn else ():
                seen = turned_about(self._lattice, stage.turn, share / PER_QUARTER)
                for piece in stage.sliding:
                    left, top, right, bottom = box(seen, stage.cells[piece])
                    corners += [(left, top), (right, bottom)]
            dx, dy = project(*self._vector(stage.direction))
            for piece, cells in stage.cells.items():
                left, top, right, bottom = box(self._lattice, cells)
                steps = stage.steps if piece in stage.sliding else 0.0
                for x, y in ((left, top), (right, bottom)):
                    corners += [(x, y), (x + steps * dx, y + steps * dy)]
        return box_around(corners)

    @property
    def pixels(self) -> int:
        """How many a picture has."""
        return self.layout.pixels

    def colours(self) -> list[str]:
        """The colours that are drawn with."""
        fields = dict.fromkeys((palette.PAPER, palette.INK, palette.QUIET))
        stage = self.stages[0]
        for piece in stage.cells:
            alone = self._solids(stage, [piece])
            for face in (face for faces in alone.seen.values() for face in faces):
                fields.update((_colour(mark), None) for mark in alone.marks(face, self.layout.scale))
        return list(fields)

    def shots(self, check_cancelled: CancelCheck = never_cancelled) -> Iterator[list[Shot]]:
        """The shots of each stage, without gaps."""
        labelled: dict[int, VisibleFace] = {}
        pixels = self.layout.scale
        for stage in self.stages:
            if stage.turn is not None:
                yield list(self._turn_shots(stage, stage.turn, check_cancelled))
                continue
            numbers = {
                slides: [piece for piece in sorted(stage.cells) if (piece in stage.sliding) == slides]
                for slides in (False, True)
            }
            groups = {slides: self._solids(stage, pieces) for slides, pieces in numbers.items()}
            step = project(*self._vector(stage.direction))
            check_cancelled()
            still, sliding = (tuple(groups[slides].seen) for slides in (False, True))
            shots = []
            for stretch in self._order.stretches(still, sliding, stage.direction, 0.0, stage.steps):
                check_cancelled()
                ordered = [
                    (replace(face, body=numbers[slides][face.body]), face, slides)
                    for cell, slides in stretch.order
                    for face in groups[slides].seen[cell]
                ]
                shapes = [_Shifted.of(face, step, stretch.begin * slides) for face, _, slides in ordered]
                labelled |= {face.body: face for face in labelled_faces(shapes, self._words, labelled)}
                layers: list[tuple[bool, list[Marks]]] = []
                for face, own, slides in ordered:
                    marks = groups[slides].marks(own, pixels)
                    chosen = labelled.get(face.body)
                    if chosen is not None and (chosen.cell, chosen.corners) == (face.cell, face.corners):
                        marks.append(groups[slides].label(own))
                    if not layers or layers[-1][0] != slides:
                        layers.append((slides, []))
                    layers[-1][1].append(tuple(marks))
                begin = stage.begin if stretch.begin == 0 else stage.time(stretch.begin)
                end = stage.end if stretch.end == stage.steps else stage.time(stretch.end)
                frozen = tuple([(slides, tuple(marks)) for slides, marks in layers])
                shots.append(Shot(stage, begin, end, frozen, step))
            yield shots

    def arc(self, turn: Turn, cells: Sequence[Cell]) -> list[Point3]:
        """Where the outermost of some cells goes in a turn, as :func:`turn_arc` says."""
        return turn_arc(self._lattice, turn, cells)

    def _turn_shots(self, stage: Stage, turn: Turn, check_cancelled: CancelCheck) -> Iterator[Shot]:
        """Pictures of a turn, each for the time around its angle."""
        count = int(stage.steps * PER_QUARTER)
        for number in range(count + 1):
            check_cancelled()
            layers = (
                (False, self._turned_marks(stage, turned_about(self._lattice, turn, number / PER_QUARTER))),
            )
            begin = stage.time((number - 0.5) / PER_QUARTER) if number else stage.begin
            end = stage.time((number + 0.5) / PER_QUARTER) if number < count else stage.end
            yield Shot(stage, begin, end, layers, (0.0, 0.0))

    def _turned_marks(self, stage: Stage, seen: Lattice) -> tuple[Marks, ...]:
        """All faces, from the back, where the pieces that turn lie as on this lattice."""
        numbers = {
            turns: [piece for piece in sorted(stage.cells) if (piece in stage.sliding) == turns]
            for turns in (False, True)
        }
        groups = {
            turns: self._solids(stage, pieces, seen if turns else self._lattice)
            for turns, pieces in numbers.items()
        }
        order = self._order.beside_turned(tuple(groups[False].seen), tuple(groups[True].seen), seen)
        ordered = [(face, turns) for cell, turns in order for face in groups[turns].seen[cell]]
        faces = [replace(face, body=numbers[turns][face.body]) for face, turns in ordered]
        labelled = {(face.body, face.corners) for face in labelled_faces(faces, self._words)}
        marks = []
        for face, (own, turns) in zip(faces, ordered, strict=True):
            label = [groups[turns].label(own)] if (face.body, face.corners) in labelled else []
            marks.append((*groups[turns].marks(own, self.layout.scale), *label))
        return tuple(marks)

    def _solids(self, stage: Stage, pieces: Sequence[int], seen: Lattice | None = None) -> SolidScene:
        bodies = [Polyhedron(stage.cells[piece], self._styles[piece], self._words[piece]) for piece in pieces]
        return SolidScene(seen or self._lattice, bodies)

    def scene(self, marks: Sequence[Primitive], words: str, description: str = "") -> Scene:
        """A picture of these marks, with the words below it."""
        layout = self.layout
        placed = tuple(moved(marks, layout.left, layout.top))
        lines = (layout.line(layout.words[0], 0), *([layout.line(words, 1)] if words else []))
        return Scene(layout.width, layout.height, (*placed, *lines), layout.scale, self.title, description)


@dataclass(frozen=True)
class _Shifted(VisibleFace):
    """A face whose drawing is moved."""

    away: Point = (0.0, 0.0)

    @classmethod
    def of(cls, face: VisibleFace, step: Point, steps: float) -> _Shifted:
        away = (steps * step[0], steps * step[1])
        return cls(face.body, face.cell, face.corners, face.normal, face.radius, away)

    @cached_property
    def shape(self) -> tuple[Point, ...]:
        dx, dy = self.away
        return tuple([(x + dx, y + dy) for x, y in (project(*corner) for corner in self.corners)])


class Layout:
    """Where the pieces and the two lines of words lie: above them the heading, below them a caption."""

    def __init__(self, around: tuple[float, float, float, float], size: int, words: Sequence[str]) -> None:
        left, top, right, bottom = around
        margin = 2 * LETTERS + EDGE
        self.words = words
        free_width = size - 2 * EDGE
        self.scale = min(free_width / (right - left), (size - 2 * margin) / (bottom - top))
        longest = max(map(len, words))
        letters = min(LETTERS, free_width / (longest * LETTER_WIDTH))
        self.letters = letters / self.scale
        self.width = max(right - left + 2 * EDGE / self.scale, longest * LETTER_WIDTH * self.letters)
        self.height = bottom - top + 2 * margin / self.scale
        self.left = self.width / 2 - (left + right) / 2
        self.top = margin / self.scale - top
        self._middles = (margin / 2 / self.scale, self.height - margin / 2 / self.scale)

    @property
    def pixels(self) -> int:
        """Of one picture."""
        return math.ceil(self.width * self.scale) * math.ceil(self.height * self.scale)

    def line(self, words: str, number: int) -> Label:
        """The heading, number 0, or the caption, 1."""
        colour = palette.INK if number else palette.QUIET
        return Label((self.width / 2, self._middles[number]), words, self.letters, colour)


def turned(lattice: Lattice, degrees: float) -> Lattice:
    """The lattice as a viewer sees it who goes round it to the right by an angle."""
    if not degrees % 360:
        return lattice
    angle = math.radians(degrees)
    c, s = round(math.cos(angle), 12), round(math.sin(angle), 12)
    plain_faces = lattice.faces
    assert plain_faces is not None

    def faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
        return tuple(
            [tuple([(c * x + s * y, c * y - s * x, z) for x, y, z in face]) for face in plain_faces(cell)]
        )

    return replace(lattice, faces=faces)


def direction_words(vector: Sequence[float]) -> str:
    """A direction as the viewer sees it: ``right and up``."""
    most = max(map(abs, vector))
    names = (("right", "left"), ("to the front", "to the back"), ("up", "down"))
    return " and ".join(
        pair[part < 0] for part, pair in zip(vector, names, strict=True) if abs(part) > 0.38 * most
    )


def origin_words(vector: Sequence[float]) -> str:
    """Where something comes from that would go in a direction: ``the right and above``."""
    words = direction_words(vector)
    for plain_word, origin in (
        *(("right", "the right"), ("left", "the left"), ("to the front", "the front")),
        *(("to the back", "the back"), ("up", "above"), ("down", "below")),
    ):
        words = " and ".join(origin if part == plain_word else part for part in words.split(" and "))
    return words


def _colour(mark: Primitive) -> str:
    match mark:
        case Area() | Dots():
            return mark.fill
        case Stroke() | Label():
            return mark.colour
