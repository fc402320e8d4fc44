"""A disassembly as text: its moves, numbered, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewright.families.assembly.disassembly import Disassembly, Move, Separation
from tilewright.families.assembly.slides import direction_name


def piece_names(found: Disassembly) -> list[str]:
    """The name of each piece of an assembly; copies of one piece are numbered."""
    copies = Counter(name for name, _ in found.pieces)
    seen: Counter[str] = Counter()
    names = []
    for name, _ in found.pieces:
        seen[name] += 1
        names.append(f"{name}({seen[name]})" if copies[name] > 1 else name)
    return names


def disassembly_text(found: Disassembly) -> str:
    """All moves, one a line, with a heading for each part that is taken apart."""
    assert found.separation is not None
    names = piece_names(found)
    return "\n".join(_part_text(part, names) for part in found.separation.parts())


def _part_text(part: Separation, names: Sequence[str]) -> str:
    heading = ", ".join(names[piece] for piece in part.pieces)
    moves = [f"  {number:>3}. {_move_text(move, names)}" for number, move in enumerate(part.moves, start=1)]
    return "\n".join([f"{heading}:", *moves])


def _move_text(move: Move, names: Sequence[str]) -> str:
    pieces = ", ".join(names[piece] for piece in move.pieces)
    direction = direction_name(move.direction)
    if move.steps:
        return f"{pieces}   {direction} {move.steps}"
    return f"{pieces}   {direction}, away"
