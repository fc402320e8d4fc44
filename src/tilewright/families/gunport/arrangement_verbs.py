"""What the functions of ``tilewright`` do with gunport arrangements."""

from __future__ import annotations

from tilewright.families.gunport.board import Arrangement, Rules, faults
from tilewright.families.gunport.drawing import dumps
from tilewright.families.gunport.pictures import Caption, arrangement_scene
from tilewright.render.picture import Drawing, SceneDrawing

__all__ = ["draw", "verify"]


def verify(arrangement: Arrangement, rules: Rules = Rules()) -> list[str]:  # noqa: B008 - frozen
    """What is wrong with an arrangement, as sentences; empty for a right one."""
    return faults(arrangement, rules)


def draw(arrangement: Arrangement, *, title: str = "") -> Drawing:
    """The picture of an arrangement."""
    return SceneDrawing(arrangement_scene(arrangement, Caption(title)), dumps(arrangement))
