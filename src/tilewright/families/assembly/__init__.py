"""Assemblies: solutions in space, taken apart by shifting pieces along the directions of the lattice.

``slides`` says along which directions pieces move on a lattice, and what a moving cell meets.
``disassembly`` has the values: moves, separations, the levels of an assembly; ``disassembler`` searches them
with the core, and ``replay`` checks them by cells alone. ``survey`` takes all assemblies of a puzzle apart.
"""

from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.survey import Survey, take_all_apart

__all__ = [
    "Disassembler",
    "Disassembly",
    "Move",
    "Separation",
    "Survey",
    "check_disassembly",
    "take_all_apart",
]
