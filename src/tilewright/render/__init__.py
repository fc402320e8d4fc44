"""Pictures of puzzles and solutions: text, SVG, PNG. Pure functions, from a value to str or bytes.

``RENDERERS`` is the registry: the suffix of a file to the function that makes its content.
"""

from __future__ import annotations

from tilewright.render.labels import letters
from tilewright.render.look import Look
from tilewright.render.picture import RENDERERS, Picture, picture, to_png, to_svg, to_text
from tilewright.render.text import letters_text

__all__ = [
    "RENDERERS",
    "Look",
    "Picture",
    "letters",
    "letters_text",
    "picture",
    "to_png",
    "to_svg",
    "to_text",
]
