"""A disassembly as text: its moves, numbered, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tilewright.families.assembly.disassembly import Disassembly, Move, Separation, Turn, Verdict
from tilewright.families.assembly.slides import direction_name
from tilewright.model.lattices import Cell, Lattice
from tilewright.wording import counted, plain


def piece_names(disassembly: Disassembly) -> list[str]:
    """The name of each piece of an assembly, fit to print; copies of one piece are numbered."""
    copies = Counter(name for name, _ in disassembly.pieces)
    seen: Counter[str] = Counter()
    names = []
    for name, _ in disassembly.pieces:
        seen[name] += 1
        names.append(plain(name) + (f"({seen[name]})" if copies[name] > 1 else ""))
    return names


def disassembly_text(disassembly: Disassembly) -> str:
    """All moves, one a line, with a heading for each part that is taken apart."""
    assert disassembly.separation is not None
    names = piece_names(disassembly)
    return "\n".join(_part_text(part, names) for part in disassembly.separation.parts())


def blocking_text(disassembly: Disassembly) -> str:
    """Which part does not come apart, and what is in the way of each piece, a line for each direction."""
    assert disassembly.blocking is not None
    names, blocking = piece_names(disassembly), disassembly.blocking
    pieces = ", ".join(names[piece] for piece in blocking.pieces)
    count = len(blocking.positions) + blocking.turned
    number = f"{count:,}" if blocking.whole else "more than 1,000"
    lines = [f"{pieces} reach {number} positions to each other, and none of them is free in any; at first:"]
    if blocking.whole and count == 1 and disassembly.verdict is not Verdict.NO_TURNS:
        is_locked = disassembly.verdict is not None and disassembly.verdict.is_proof
        lines = [f"{pieces} cannot move {'at all' if is_locked else 'along any of these directions'}:"]
    for (piece, direction), others in blocking.met.items():
        met = ", ".join(names[other] for other in others)
        lines.append(f"  {names[piece]}   {direction_name(direction)} meets {met}")
    if blocking.together:
        lines.append("they begin to move only together, with these velocities:")
    for group, velocity in blocking.together:
        lines.append(f"  {', '.join(names[piece] for piece in group)}   {velocity_name(velocity)}")
    return "\n".join(lines)


def velocity_name(velocity: Cell) -> str:
    """A velocity in coordinates of cells: ``+2x -y``."""
    return " ".join(
        f"{'+' if part > 0 else '-'}{abs(part) if abs(part) > 1 else ''}{axis}"
        for part, axis in zip(velocity, "xyz", strict=True)
        if part
    )


def reason_text(lattice: Lattice, verdicts: Mapping[Verdict, int]) -> str:
    """Why assemblies do not come apart, one sentence for each verdict, and what was not tried."""
    sentences = []
    for verdict, count in sorted(verdicts.items()):
        heading = f"{counted(count, 'assembly', 'assemblies')}: " if len(verdicts) > 1 else ""
        sentences.append(heading + VERDICTS[verdict])
    if not all(verdict.is_proof for verdict in verdicts):
        ways = f"the {2 * len(lattice.directions)} directions in which faces meet"
        tried = f"tried: one group of pieces at a time, away or by whole steps along {ways}"
        sentences.append(f"{tried}; not tried: rotations, several groups at once, parts of a step")
    elif Verdict.NO_TURNS in verdicts:
        sentences.append(TURNS_TRIED)
    else:
        sentences.append("rotations were not tried")
    return "; ".join(sentences)


VERDICTS: Mapping[Verdict, str] = {
    Verdict.LOCKED: "locked: no pieces can begin to move by translations, not even several groups at once",
    Verdict.NO_TRANSLATIONS: "no translations separate the pieces: whole steps reach all that they reach",
    Verdict.SEVERAL_AT_ONCE: "not apart by these moves: only several groups at once can begin to move",
    Verdict.THESE_MOVES: "not apart by these moves",
    Verdict.NO_TURNS: "no translations separate the pieces, nor do translations and turns about these axes",
}
"""Why an assembly with a verdict does not come apart."""


TURNS_TRIED = (
    "tried: one group of pieces at a time, by whole steps, by quarter turns about axes parallel to x, y and "
    "z through the middles of cells or along edges, and by half turns about those through the middles of "
    "faces, all that meet the box around the pieces or pass within a cell of it; not tried: other axes, "
    "several groups at once, parts of a step or of a turn"
)
"""Which moves a search with rotations makes."""


def bound_text(disassembly: Disassembly) -> str:
    """What is proven of the part for which the memory did not suffice."""
    assert disassembly.bound is not None
    names, bound = piece_names(disassembly), disassembly.bound
    pieces = ", ".join(names[piece] for piece in bound.pieces)
    return f"at least {counted(bound.moves, 'move')} until some of {pieces} are free"


def _part_text(part: Separation, names: Sequence[str]) -> str:
    heading = ", ".join(names[piece] for piece in part.pieces)
    moves = [f"  {number:>3}. {_move_text(move, names)}" for number, move in enumerate(part.moves, start=1)]
    return "\n".join([f"{heading}:", *moves])


def turn_text(turn: Turn) -> str:
    """A turn: ``+90° about z at x 1.5, y 2``; cells have their middles at whole numbers."""
    places = [
        f"{name} {at / 2:g}"
        for k, (name, at) in enumerate(zip("xyz", turn.centre, strict=True))
        if k != turn.axis
    ]
    return f"{90 * turn.quarters:+d}° about {'xyz'[turn.axis]} at {', '.join(places)}"


def _move_text(move: Move | Turn, names: Sequence[str]) -> str:
    pieces = ", ".join(names[piece] for piece in move.pieces)
    if isinstance(move, Turn):
        return f"{pieces}   {turn_text(move)}"
    direction = direction_name(move.direction)
    if move.steps:
        return f"{pieces}   {direction} {move.steps}"
    return f"{pieces}   {direction}, away"
