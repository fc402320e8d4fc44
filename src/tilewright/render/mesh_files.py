"""The formats of bodies, by the suffix of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tilewright.render.bodies import Body
from tilewright.render.obj import MTL, mtl_text, obj_text
from tilewright.render.stl import stl_bytes
from tilewright.render.three_mf import three_mf_bytes

Files = dict[Path, bytes]


def _stl_files(bodies: Sequence[Body], title: str, path: Path) -> Files:
    return {path: stl_bytes(bodies, title)}


def _three_mf_files(bodies: Sequence[Body], title: str, path: Path) -> Files:
    return {path: three_mf_bytes(bodies, title)}


def _obj_files(bodies: Sequence[Body], title: str, path: Path) -> Files:
    colours = path.with_suffix(MTL)
    return {path: obj_text(bodies, title, colours.name).encode(), colours: mtl_text(bodies).encode()}


MESH_WRITERS: Mapping[str, Callable[[Sequence[Body], str, Path], Files]] = {
    ".stl": _stl_files,
    ".3mf": _three_mf_files,
    ".obj": _obj_files,
}
"""By the suffix: what makes the contents of the files, that of the path first, from bodies and a title."""
