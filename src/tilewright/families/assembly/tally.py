"""What became of the assemblies of a survey so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.families.assembly.disassembly import Verdict


@dataclass
class Tally:
    """What became of the assemblies so far, in their order; dictionaries by the number of the assembly."""

    assemblies: int = 0
    levels: dict[int, tuple[int, ...]] = field(default_factory=dict)
    undecided: int = 0
    states: int = 0
    seconds: float = 0.0
    open_totals: dict[int, int] = field(default_factory=dict)
    verdicts: dict[Verdict, int] = field(default_factory=dict)
