"""What the library manifold3d does with meshes: differences, cuts, distances; its results are closed.

Its floats are of 64 bits, so the vertices of our meshes stay what they are.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.extras import import_failure
from tilewright.model.lattices.lattice import Point3
from tilewright.render.bevel import Mesh
from tilewright.render.vectors import cross, dot, minus, times

SIDES = 32  # of what is round

Solid = Any  # manifold3d.Manifold


def library(need: str) -> Any:
    """The library; UnsupportedError where it is not installed. ``need`` begins the sentence."""
    try:
        import manifold3d
    except ImportError as error:
        raise UnsupportedError(import_failure(need, "print", error)) from error
    return manifold3d


def solid_of(manifold3d: Any, mesh: Mesh) -> Solid:
    """A mesh as a solid of the library."""
    import numpy

    return manifold3d.Manifold(
        manifold3d.Mesh64(
            numpy.array(mesh.vertices, dtype=numpy.float64),
            numpy.array(mesh.triangles, dtype=numpy.uint64),
        )
    )


def mesh_from(solid: Solid) -> Mesh:
    """The surface of a solid of the library."""
    mesh = solid.to_mesh64()
    vertices = tuple([(x, y, z) for x, y, z in mesh.vert_properties[:, :3].tolist()])
    return Mesh(vertices, tuple([(a, b, c) for a, b, c in mesh.tri_verts.tolist()]))


def cylinder(manifold3d: Any, start: Point3, end: Point3, radius: float) -> Solid:
    """A cylinder from one point to another."""
    import numpy

    way = minus(end, start)
    length = sqrt(dot(way, way))
    along = times(way, 1 / length)
    least = min(range(3), key=lambda k: abs(along[k]))
    axis = (float(least == 0), float(least == 1), float(least == 2))
    across = minus(axis, times(along, along[least]))
    across = times(across, 1 / sqrt(dot(across, across)))
    columns = (across, cross(along, across), along, start)
    matrix = numpy.array([[column[k] for column in columns] for k in range(3)])
    return manifold3d.Manifold.cylinder(length, radius, radius, SIDES).transform(matrix)
