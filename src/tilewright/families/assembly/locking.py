"""Whether the pieces of a part can begin to move at all: an exact answer from the faces in which they touch.

A velocity for each piece, all at once, is possible when no two pieces run into each other in a face in which
they touch: n . (v_b - v_a) >= 0 for the normal n of each such face, outward from a. Groups of pieces may thus
move at different speeds and in different directions. If only the common translations of all pieces are
solutions, nothing can begin to move by translations, and the part is locked. Contacts along edges and at
corners forbid more, by cases, and are left out: so a part that is locked is proven to be, and one that is not
called locked may still be. For balls, which touch in points, the condition is exact: their centres do not
come nearer if they do not at first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, count, islice
from math import gcd

from tilewright.families.assembly.bodies import (
    AXES,
    NO_SHIFT,
    Vector,
    contact_normal,
    cross,
    dot,
    is_stopped,
    shortest,
    units,
)
from tilewright.families.assembly.disassembly import Verdict
from tilewright.families.assembly.slides import slides_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import subtract
from tilewright.solving.steps import CancelCheck, never_cancelled

Contacts = Mapping[tuple[int, int], Collection[Vector]]
"""By two pieces, the first with the lower number, the normals of the faces in which they touch, outward from
the first."""


def contacts_of(lattice: Lattice, pieces: Sequence[Collection[Cell]]) -> Contacts:
    """The contacts of pieces that lie so."""
    owner = {cell: number for number, cells in enumerate(pieces) for cell in cells}
    around = _normals_around(lattice)
    rows: dict[tuple[int, int], set[Vector]] = {}
    class_of = slides_of(lattice).class_of
    for cell, piece in owner.items():
        x, y, z = cell
        for (a, b, c), normal in around[class_of(cell)]:
            other = owner.get((x + a, y + b, z + c), piece)
            if other > piece:
                rows.setdefault((piece, other), set()).add(normal)
    return rows


@cache
def _normals_around(lattice: Lattice) -> list[list[tuple[Cell, Vector]]]:
    """By class: the steps from a cell to its neighbours, and the normals of the faces between them."""
    return [
        [(subtract(near, cell), contact_normal(lattice, cell, near)) for near in lattice.neighbours(cell)]
        for cell in lattice.classes
    ]


def verdict_of(
    lattice: Lattice, pieces: Sequence[Collection[Cell]], check_cancelled: CancelCheck = never_cancelled
) -> Verdict:
    """What is known of a part whose pieces lie so, and which no sequence of steps separates."""
    if len(pieces) <= lattice.steps_suffice_for:
        return Verdict.NO_TRANSLATIONS
    contacts = contacts_of(lattice, pieces)
    if any(_mobile_groups(len(pieces), contacts)):
        return Verdict.THESE_MOVES
    velocities = _velocities(len(pieces), contacts, check_cancelled)
    if velocities is None:
        return Verdict.LOCKED
    return Verdict.SEVERAL_AT_ONCE if _can_begin(lattice, pieces, velocities) else Verdict.THESE_MOVES


def joint_motion(
    lattice: Lattice, pieces: Sequence[Collection[Cell]], check_cancelled: CancelCheck = never_cancelled
) -> tuple[tuple[tuple[int, ...], Cell], ...]:
    """How several groups of pieces begin to move at once, of a part with the verdict SEVERAL_AT_ONCE.

    Each group has its pieces, as positions in the list, and its velocity in coordinates of cells; all are in
    whole numbers without a common divisor, and the largest group rests.
    """
    velocities = _velocities(len(pieces), contacts_of(lattice, pieces), check_cancelled)
    assert velocities is not None
    groups: dict[Vector, list[int]] = {}
    for number, velocity in enumerate([NO_SHIFT, *zip(*[iter(velocities)] * 3, strict=True)]):
        groups.setdefault(velocity, []).append(number)
    resting = max(groups, key=lambda velocity: len(groups[velocity]))
    moving = [velocity for velocity in groups if velocity != resting]
    ways = in_cells(lattice, [subtract(velocity, resting) for velocity in moving])
    return tuple((tuple(groups[velocity]), way) for velocity, way in zip(moving, ways, strict=True))


def in_cells(lattice: Lattice, vectors: Sequence[Vector]) -> list[Cell]:
    """Vectors in the coordinates of bodies in those of cells, all multiplied by the same number."""
    # The map is linear, and translations of the lattice show what it is.
    steps = list(islice(_independent(lattice), 3))
    a, b, c = (units(lattice, step) for step in steps)
    volume = dot(a, cross(b, c))
    sign = 1 if volume > 0 else -1
    images = []
    for vector in vectors:  # Cramer's rule, all multiplied by the volume
        shares = [dot(vector, cross(b, c)), dot(vector, cross(c, a)), dot(vector, cross(a, b))]
        rows = list(zip(*steps, strict=True))
        images.append([sign * dot(shares, row) for row in rows])
    divisor = gcd(*(part for image in images for part in image))
    return [tuple([part // divisor for part in image]) for image in images]


def _independent(lattice: Lattice) -> Iterator[Cell]:
    """Translations along the axes of the coordinates of cells."""
    for axis in range(3):
        yield next(
            step
            for length in count(1)
            if lattice.is_translation(step := tuple([length * (k == axis) for k in range(3)]))
        )


def _can_begin(lattice: Lattice, pieces: Sequence[Collection[Cell]], velocities: Sequence[int]) -> bool:
    """Whether pieces can begin to move with velocities, contacts along edges and at corners included."""
    of_piece = [NO_SHIFT, *zip(*[iter(velocities)] * 3, strict=True)]
    for a, b in combinations(range(len(pieces)), 2):
        relative = shortest(subtract(of_piece[a], of_piece[b]))
        for cell in pieces[a] if any(relative) else ():
            if any(is_stopped(lattice, cell, other, relative) for other in pieces[b]):
                return False
    return True


def _velocities(pieces: int, contacts: Contacts, check_cancelled: CancelCheck) -> list[int] | None:
    """Velocities of the pieces after the first one, which rests, one after another; None when all rest."""
    rows = []
    for (a, b), normals in contacts.items():
        for normal in normals:
            row = [0] * (3 * pieces)
            for axis, part in enumerate(normal):
                row[3 * a + axis] -= part
                row[3 * b + axis] += part
            rows.append(row[3:])
    from tilewright.families.assembly.velocities import nonzero_solution  # here: fractions are rarely needed

    return nonzero_solution(rows, 3 * (pieces - 1), check_cancelled)


def _mobile_groups(pieces: int, contacts: Contacts) -> Iterator[bool]:
    """True for each direction in which some group of pieces, fewer than all, can begin to move as a whole.

    The directions in which one group can begin to move are a cone, bounded by the planes of its contacts: if
    there is one, then one in which two such planes, or one of them and an axis plane, meet. Along a direction
    a piece takes along those that it runs into; some group can move without taking all along exactly when
    this graph is not strongly connected (Wilson and Latombe, "Geometric reasoning about mechanical assembly",
    Artificial Intelligence 71, 1994).
    """
    normals = sorted({shortest(normal) for contact in contacts.values() for normal in contact} | set(AXES))
    lines = {
        max(line, subtract(NO_SHIFT, line))
        for a, b in combinations(normals, 2)
        if any(line := shortest(cross(a, b)))
    }
    for line in sorted(lines):
        onwards: list[list[int]] = [[] for _ in range(pieces)]
        backwards: list[list[int]] = [[] for _ in range(pieces)]
        for (a, b), contact in contacts.items():
            along = [dot(normal, line) for normal in contact]
            if max(along) > 0:
                onwards[a].append(b)
                backwards[b].append(a)
            if min(along) < 0:
                onwards[b].append(a)
                backwards[a].append(b)
        yield not (_reaches_all(onwards) and _reaches_all(backwards))


def _reaches_all(graph: Sequence[Sequence[int]]) -> bool:
    seen, todo = {0}, [0]
    while todo:
        for other in graph[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return len(seen) == len(graph)
