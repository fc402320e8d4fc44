"""BurrTools files for tests: the Soma cube as BurrTools saves it, and a way to write small ones."""

from __future__ import annotations

import re

SOMA = """\
<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors>
<color red="170" green="170" blue="255"/>
</colors>
<shapes>
<voxel x="3" y="3" z="3" hx="1" hy="1" hz="1" name="cube" type="0">###########################</voxel>
<voxel x="2" y="2" z="1" type="0">###_</voxel>
<voxel x="3" y="2" z="1" name="L" weight="2" type="0">####__</voxel>
<voxel x="3" y="2" z="1" name="T" type="0">###_#_</voxel>
<voxel x="3" y="2" z="1" name="Z" type="0">##__##</voxel>
<voxel x="2" y="2" z="2" name="left" type="0">###__#__</voxel>
<voxel x="2" y="2" z="2" name="right" type="0">###___#_</voxel>
<voxel x="3" y="3" z="2" hx="-1" hy="0" hz="0" name="tripod" type="0">_#__##_______#____</voxel>
</shapes>
<problems>
<problem name="one of seven" state="2" assemblies="240" solutions="240" time="1">
<shapes>
<shape id="1" count="1"/>
<shape id="2" count="1"/>
<shape id="3" count="1"><group group="1" count="1"/></shape>
<shape id="4" min="1" max="1"/>
<shape id="5" count="1"/>
<shape id="6" count="1"/>
<shape id="7" count="1"/>
</shapes>
<result id="0"/>
<bitmap/>
<solutions>
<solution asmNum="0"><assembly>0 1 0 2 2 2 0 10 2 0 0 4 1 0 0 5 1 1 1 5 0 2 1 1 4 1 2 8</assembly></solution>
</solutions>
</problem>
</problems>
<comment>Soma cube
Piet Hein, 1936
</comment>
</puzzle>
"""


def without_assemblies(text: str) -> str:
    """The file without the assemblies that were saved."""
    return re.sub(r"<solutions>.*?</solutions>", "", text, flags=re.DOTALL)


def burr(*shapes: str, problem: str = "", rest: str = "", grid: str = "0") -> str:
    """A file with these shapes, each ``XxYxZ STATES``; the first is the result, the others are there once."""
    voxels = []
    for shape in shapes:
        size, states = shape.split()
        x, y, z = size.split("x")
        voxels.append(f'<voxel x="{x}" y="{y}" z="{z}" type="0">{states}</voxel>')
    used = "".join(f'<shape id="{number}" count="1"/>' for number in range(1, len(shapes)))
    problem = problem or f"<problem><shapes>{used}</shapes><result id='0'/>{rest}</problem>"
    return (
        f'<puzzle version="2"><gridType type="{grid}"/>\n<shapes>{"".join(voxels)}</shapes>\n'
        f"<problems>{problem}</problems></puzzle>\n"
    )


_BOX = "#######__#################___##___#####################_####"
BOX = burr(f"5x4x3 {_BOX.replace('_', '+')}", f"5x4x3 {_BOX}", "1x1x1 #", "2x2x1 ###_")
"""A box with three holes, a cube and a bent piece: of 96 assemblies 36 come apart, three with level 2."""

_CHEST = "#" * 25 + "######___##___##___######" + "############_############"
CHEST = burr(f"5x5x3 {_CHEST.replace('_', '+')}", f"5x5x3 {_CHEST}", "1x1x1 #", "2x1x1 ##")
"""A chest with a hole in the middle of its lid; most assemblies do not come apart, and it has symmetries."""

_LARGE = "#" * 36 + ("######" + "#____#" * 4 + "######") * 2 + "#" * 14 + "__" + "#" * 20
LARGE_CHEST = burr(f"6x6x4 {_LARGE.replace('_', '+')}", f"6x6x4 {_LARGE}", "2x1x1 ##", "1x1x1 #")
LARGE_CHEST_LEVELS = {3: 96, 2: 375, 1: 407}
"""Of 1,286 assemblies, how many have which level, as ``disassemble --all`` finds."""
