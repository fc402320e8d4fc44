"""Assemblies: solutions in space, taken apart by shifting pieces along the directions of the lattice.

``slides`` says along which directions pieces move on a lattice, and what a moving cell meets.
``disassembly`` has the values: moves, separations, the levels of an assembly; ``disassembler`` searches them
with the core, and ``replay`` checks them by cells alone. ``survey`` takes all assemblies of a puzzle apart.
"""
