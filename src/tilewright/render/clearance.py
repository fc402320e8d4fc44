"""How far bodies are apart, measured between their meshes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tilewright.render.bodies import Body
from tilewright.render.booleans import library, solid_of


def least_distance(bodies: Sequence[Body], within: float) -> tuple[float, str, str] | None:
    """The least distance of two bodies in millimetres, with their names; None where none are that near.

    Negative, where two overlap: the depth of a cube of the volume that they share.
    """
    manifold3d = library("measuring distances needs")
    solids = [solid_of(manifold3d, body.mesh).translate(body.shift) for body in bodies]
    boxes = [body.box for body in bodies]
    best: tuple[float, str, str] | None = None
    for i, j in combinations(range(len(bodies)), 2):
        (low, high), (least, most) = boxes[i], boxes[j]
        reach = within if best is None else best[0]
        if any(least[k] - high[k] >= reach or low[k] - most[k] >= reach for k in range(3)):
            continue
        distance = solids[i].min_gap(solids[j], within)
        if distance == 0 and (shared := (solids[i] ^ solids[j]).volume()) > 1e-9:
            distance = -(shared ** (1 / 3))
        if distance < reach:
            best = (distance, bodies[i].name, bodies[j].name)
    return best
