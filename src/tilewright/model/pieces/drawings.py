"""The shapes that people have names for, drawn as text: a table of names and drawings for each lattice.

A drawing's lines are separated by blanks, a dot is no cell. On each lattice a character's place is its cell:

- square: ``#``, x to the right, lines from the top.
- cube: layers from the bottom, separated by ``/``, each as it is seen from above.
- hexagon: ``#``; each line begins half a hexagon further to the right than the line above.
- triangle: ``A`` points up, ``V`` points down; the place in the upper left corner is one that points up.
- stick: ``-`` level and ``|`` upright, vertices between them, the place in the upper left corner a vertex.
"""

from __future__ import annotations

Table = tuple[tuple[str, str], ...]
"""Names and drawings; shapes of different sizes may share a name."""

SQUARE_DRAWINGS: Table = (
    ("O1", "#"),
    ("I2", "##"),
    ("I3", "###"),
    ("V3", "#. ##"),
    ("I4", "####"),
    ("L4", "#. #. ##"),
    ("O4", "## ##"),
    ("S4", ".## ##."),
    ("T4", "### .#."),
    ("F", ".## ##. .#."),
    ("I", "#####"),
    ("L", "#. #. #. ##"),
    ("N", ".# .# ## #."),
    ("P", "## ## #."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", ".# ## .# .#"),
    ("Z", "##. .#. .##"),
)
"""Polyominoes of up to five cells: pentominoes by their letters (Golomb 1954), others by letter and size."""

CUBE_DRAWINGS: Table = (
    *SQUARE_DRAWINGS[:9],
    ("A4", "#. ## / .. .#"),
    ("B4", "#. ## / #. .."),
    ("P4", "#. ## / .. #."),
    *SQUARE_DRAWINGS[9:],
    ("A", ".# ## / .# #."),
    ("J1", "... #.. / ..# ###"),
    ("J2", "... .#. / ..# ###"),
    ("J4", "..# ... / ..# ###"),
    ("L1", "..# ### / ... #.."),
    ("L2", "..# ### / ... .#."),
    ("L3", "..# ### / ... ..#"),
    ("L4", "..# ### / ..# ..."),
    ("N1", "... #.. / .## ##."),
    ("N2", "... .#. / .## ##."),
    ("Q", "## ## / .. #."),
    ("S1", ".## ##. / ... #.."),
    ("S2", ".## ##. / ... .#."),
    ("T1", "#. ## #. / .. #. .."),
    ("T2", "#. ## #. / .. .# .."),
    ("V1", ".# ## .. / .. #. #."),
    ("V2", ".#. ##. / .## ..."),
)
"""Polycubes of up to five cubes, both hands: flat ones as polyominoes, the solid tetracubes as in Soma.

The solid pentacubes have the names that the makers of Super Quintillions gave them: L, N, S, T and V are
that tetromino or pentomino-like frame with a cube on top of it, numbered from where it stands; J1, J2, J4
and N1, N2 are the mirror images of L1, L2, L4 and S1, S2.
"""

HEXAGON_DRAWINGS: Table = (
    ("O1", "#"),
    ("I2", "##"),
    ("I3", "###"),
    ("V3", "## .#"),
    ("A3", "## #."),
    ("bar", "####"),
    ("worm", "### ..#"),
    ("pistol", "### .#."),
    ("propeller", "..# ##. .#."),
    ("arch", ".## #.#"),
    ("bee", "## ##"),
    ("wave", "##. .##"),
    ("A", "..# ### .#."),
    ("B", "### .##"),
    ("C", ".### #..#"),
    ("D", "### ##."),
    ("E", "#### .#.."),
    ("F", "### #.#"),
    ("G", "##.# .##."),
    ("H", "##. .## #.."),
    ("I", "#####"),
    ("J", "#### ...#"),
    ("L", "### ..# ..#"),
    ("N", "###. ..##"),
    ("P", "#### ..#."),
    ("Q", ".#. ### ..#"),
    ("R", "### ..# .#."),
    ("S", "#.. ### ..#"),
    ("T", "..# ### ..#"),
    ("U", ".## #.# #.."),
    ("V", "### #.. #.."),
    ("W", "##. .## ..#"),
    ("X", "..# ### #.."),
    ("Y", "...# ###. ..#."),
)
"""Polyhexes of up to five cells: the tetrahexes as M. Gardner has them (1967), pentahexes by letters."""

TRIANGLE_DRAWINGS: Table = (
    ("T1", "A"),
    ("D2", "AV"),
    ("I3", "AVA"),
    ("C4", "AV VA"),
    ("I4", "AVAV"),
    ("T4", "..A. .AVA"),
    ("C5", "AVA V.V"),
    ("I5", "AVAVA"),
    ("L5", "AV VA .V"),
    ("P5", ".VAV ..VA"),
    ("bar", "AVAVAV"),
    ("crook", ".VA .AV AV."),
    ("crown", "..A.. VAVAV"),
    ("sphinx", "..A... .AVAVA"),
    ("snake", "AV VA AV"),
    ("yacht", "..A.A .AVAV"),
    ("chevron", "A. VA AV V."),
    ("signpost", "AVAV ..VA"),
    ("lobster", "AVAV .AV."),
    ("hook", "AVAV VA.."),
    ("hexagon", "AVA VAV"),
    ("butterfly", ".VAV .AVA"),
)
"""Polyiamonds of up to six cells: the hexiamonds as T. H. O'Beirne named them (New Scientist, 1961)."""

STICK_DRAWINGS: Table = (
    ("I1", ".-"),
    ("I2", ".-.-"),
    ("V2", ".. |. .-"),
    ("I3", ".-.-.-"),
    ("L3", ".. |. .. |. .-"),
    ("T3", ".-.- ..|."),
    ("U3", "... |.| .-."),
    ("Z3", ".-.. ..|. ...-"),
    ("F", ".- |. .- |."),
    ("H", "... |.. .-. |.|"),
    ("I", ".-.-.-.-"),
    ("J", "... ..| ... |.| .-."),
    ("L", ".. |. .. |. .. |. .-"),
    ("N", "... ..| .-. |.. ... |.."),
    ("O", ".-. |.| .-."),
    ("P", ".-.. |.|. ...-"),
    ("R", ".... ..|. .-.- |..."),
    ("T", ".-.- ..|. .... ..|."),
    ("U", "..... |...| .-.-."),
    ("V", ".... |... .... |... .-.-"),
    ("W", "...- ..|. .-.. |..."),
    ("X", ".... ..|. .-.- ..|."),
    ("Y", "... ..| .-. ..| ... ..|"),
    ("Z", "..... ....| .-.-. |...."),
)
"""Polysticks of up to four sticks: the tetrasticks by their letters (B. R. Barwell 1990)."""

DRAWINGS: dict[str, Table] = {
    "square": SQUARE_DRAWINGS,
    "cube": CUBE_DRAWINGS,
    "hexagon": HEXAGON_DRAWINGS,
    "triangle": TRIANGLE_DRAWINGS,
    "stick": STICK_DRAWINGS,
}
"""By the lattice's name."""
