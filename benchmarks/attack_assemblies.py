"""Random assemblies with winding ways out taken apart, against a breadth-first search by definition."""

from __future__ import annotations

from collections import Counter

from attack_section import Section
from support.sliding_cases import SLIDING, compared, random_case, shrunk
from support.sliding_packings import packing_fault, random_packing
from tilewright.formats.toml import dumps
from tilewright.model.lattices import Lattice

PACKINGS = 0.05
"""The share of packings among the cases."""

Levels = dict[str, Counter[int | None]]
"""Of each lattice, how many assemblies have which first number; None for those that do not come apart."""


def attack(section: Section) -> None:
    """Take assemblies of all lattices apart, in turn, until the time is over or there are enough of each."""
    levels: Levels = {lattice.name: Counter() for lattice in SLIDING}
    while section.active:
        open_lattices = [
            lattice
            for lattice in SLIDING
            if section.cases is None or above_one(levels[lattice.name]) < section.cases
        ]
        if not open_lattices:
            break
        for lattice in open_lattices:
            if section.dice.random() < PACKINGS:
                packing(section, lattice, levels)
            else:
                assembly(section, lattice, levels)
    section.details += table(levels)


def assembly(section: Section, lattice: Lattice, levels: Levels) -> None:
    """One assembly: whether it comes apart, all numbers of moves, and the least total."""
    case = random_case(lattice, section.dice)
    with section.expecting("assembly", str(case)):
        outcome = compared(case, section.dice)
        if outcome is None:
            section.tried["left out"] += 1
            return
        section.tried["assemblies"] += 1
        section.tried["with groups"] += any(case.groups)
        section.tried["with padding"] += bool(case.pads)
        levels[lattice.name][outcome.first] += 1
        if outcome.fault:
            section.fail(f"assembly on {lattice.name}", outcome.fault, str(shrunk(case)))


def packing(section: Section, lattice: Lattice, levels: Levels) -> None:
    """All packings of one box, with a range of levels."""
    puzzle = random_packing(lattice, section.dice)
    with section.expecting("packing", dumps(puzzle)):
        answer = packing_fault(puzzle, section.dice)
        if answer is None:
            section.tried["left out"] += 1
            return
        firsts, fault = answer
        section.tried["boxes"] += 1
        section.tried["packings"] += firsts.total()
        levels[lattice.name] += firsts
        if fault:
            section.fail(f"packing on {lattice.name}", fault, dumps(puzzle))


def above_one(firsts: Counter[int | None]) -> int:
    """How many assemblies have a first number above 1."""
    return sum(count for level, count in firsts.items() if level is not None and level > 1)


def table(levels: Levels) -> list[str]:
    """How many assemblies of each lattice have which first number, as lines of a table."""
    columns = sorted({level for firsts in levels.values() for level in firsts if level is not None})
    lines = [
        "| lattice | " + " | ".join(f"level {level}" for level in columns) + " | not apart |",
        "|---" * 2 + "|---" * len(columns) + "|",
    ]
    lines += [
        f"| {name} | " + " | ".join(f"{firsts[level]:,}" for level in columns) + f" | {firsts[None]:,} |"
        for name, firsts in levels.items()
    ]
    return lines
