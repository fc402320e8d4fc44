"""Bodies as 3MF: an object each with its name and colour, in millimetres; lib3mf writes the file.

The format is that of the 3MF Consortium, core specification 1.3; lib3mf is its own library.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from tilewright.errors import UnsupportedError
from tilewright.extras import import_failure
from tilewright.render import palette
from tilewright.render.bodies import Body
from tilewright.wording import plain


def three_mf_bytes(bodies: Sequence[Body], title: str) -> bytes:
    """The file; UnsupportedError where lib3mf is not installed.

    Bodies that share a mesh are one object, placed as often as it occurs.
    """
    try:
        import lib3mf
    except ImportError as error:
        raise UnsupportedError(import_failure("writing .3mf files needs", "print", error)) from error
    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    model.SetUnit(lib3mf.ModelUnit.MilliMeter)
    for name, value in (("Title", plain(title)), ("Application", "Tilewright")):
        model.GetMetaDataGroup().AddMetaData("", name, value, "xs:string", True)
    colours = model.AddBaseMaterialGroup()
    materials: dict[str, int] = {}
    entries: dict[tuple[str, str, int], Any] = {}
    for number, body in enumerate(bodies, start=1):
        if body.colour not in materials:
            colour = wrapper.RGBAToColor(*palette.rgb(body.colour), 255)
            materials[body.colour] = colours.AddMaterial(body.colour, colour)
        key = (body.name, body.colour, id(body.mesh))
        if key not in entries:
            entry = entries[key] = model.AddMeshObject()
            entry.SetName(plain(body.name))
            entry.SetUUID(_identifier("object", number))
            entry.SetGeometry(*_arrays(lib3mf, body))
            entry.SetObjectLevelProperty(colours.GetResourceID(), materials[body.colour])
        item = model.AddBuildItem(entries[key], wrapper.GetTranslationTransform(*body.shift))
        item.SetUUID(_identifier("item", number))
    model.SetBuildUUID(_identifier("build", 0))
    return bytes(model.QueryWriter("3mf").WriteToBuffer())


def _arrays(lib3mf: Any, body: Body) -> tuple[list[Any], list[Any]]:
    """The vertices and the triangles of a mesh as the library takes them."""
    vertices = [lib3mf.Position((ctypes.c_float * 3)(*vertex)) for vertex in body.mesh.vertices]
    triangles = [lib3mf.Triangle((ctypes.c_uint32 * 3)(*triangle)) for triangle in body.mesh.triangles]
    return vertices, triangles


def _identifier(what: str, number: int) -> str:
    """The same in each file, so that the same bodies make the same file."""
    return str(uuid5(NAMESPACE_URL, f"tilewright:{what}:{number}"))
