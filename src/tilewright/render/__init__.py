"""Pictures of puzzles and solutions: text, SVG, PNG; bodies of pieces for 3-D printers.

All are pure functions, from a value to str or bytes.

``RENDERERS`` is the registry: the suffix of a file to the function that makes its content.
"""

from __future__ import annotations

from tilewright.render.labels import letters
from tilewright.render.mesh import PrintSettings
from tilewright.render.options import VIEWS, RenderOptions
from tilewright.render.picture import RENDERERS, Picture, picture, to_png, to_svg, to_text
from tilewright.render.stl import piece_stl, plate_stl, solution_stl
from tilewright.render.text import letters_text

__all__ = [
    "RENDERERS",
    "VIEWS",
    "Picture",
    "PrintSettings",
    "RenderOptions",
    "letters",
    "letters_text",
    "picture",
    "piece_stl",
    "plate_stl",
    "solution_stl",
    "to_png",
    "to_svg",
    "to_text",
]
