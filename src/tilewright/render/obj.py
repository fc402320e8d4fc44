"""Bodies as Wavefront OBJ: an object each, with its colour in a material library (MTL) next to the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tilewright.render import palette
from tilewright.render.bodies import Body
from tilewright.render.labels import plain_ascii, shortened

MTL = ".mtl"


def obj_text(bodies: Sequence[Body], title: str, library: str) -> str:
    """The objects, in millimetres; ``library`` is the file name of their colours."""
    lines = [f"# Tilewright: {_words(title)}; lengths in millimetres, z upwards", f"mtllib {library}"]
    first = 1
    for name, body in zip(_names(bodies), bodies, strict=True):
        lines += [f"o {name}", f"usemtl {_material(body)}"]
        lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in body.vertices]
        lines += [f"f {a + first} {b + first} {c + first}" for a, b, c in body.mesh.triangles]
        first += len(body.mesh.vertices)
    return "\n".join(lines) + "\n"


def mtl_text(bodies: Iterable[Body]) -> str:
    """The colours of bodies, each once."""
    lines = ["# Tilewright: the colours of the pieces"]
    for name, colour in {_material(body): body.colour for body in bodies}.items():
        red, green, blue = (channel / 255 for channel in palette.rgb(colour))
        lines += [f"newmtl {name}", f"Kd {red:.4f} {green:.4f} {blue:.4f}"]
    return "\n".join(lines) + "\n"


def _names(bodies: Iterable[Body]) -> list[str]:
    """A name without blanks for each body, with a number where an earlier one has it."""
    taken: set[str] = set()
    names = []
    for body in bodies:
        plain = re.sub(r"[^!-~]+", "_", plain_ascii(body.name)).strip("_#") or "piece"
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name)
        names.append(name)
    return names


def _material(body: Body) -> str:
    return f"colour_{body.colour.removeprefix('#')}"


def _words(title: str) -> str:
    return shortened(plain_ascii(title), 60)
