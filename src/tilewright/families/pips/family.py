"""The descriptor of the family ``pips``."""

from __future__ import annotations

from tilewright.family import Family

PIPS = Family(
    name="pips",
    commands={"pips": "Dominoes on a board of regions with rules (Pips)."},
    command_references={"pips": "tilewright.families.pips.cli:pips"},
    puzzles={"tilewright.families.pips.puzzle:PipsPuzzle": "tilewright.families.pips.verbs"},
    file_hint="tilewright.families.pips.files:hint",
)
