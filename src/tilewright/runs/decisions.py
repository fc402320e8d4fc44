"""Decisions of tasks as they are stored.

They are a JSON list. A number is a decision as of ``Task``: o is chosen, -1 - o is left out. A string is many
options that are left out, ascending: the base85 of a zlib stream with a bit for each option, the lowest bit
of the first byte for option 0. The tasks of a search over orbits leave out the options of all tasks before
them: thousands for each of a thousand tasks, where a puzzle has hundreds of pieces.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

PACKED_FROM = 64  # decisions in a row that are stored as bits


def decisions_to_text(decisions: Sequence[int]) -> str:
    """Decisions as they are stored."""
    return json.dumps(packed(decisions), separators=(",", ":"))


def decisions_from_text(text: str) -> tuple[int, ...]:
    """The decisions that are stored as a text."""
    return unpacked(json.loads(text))


def packed(decisions: Sequence[int]) -> list[int | str]:
    """Decisions as they are stored; long descending rows of negative numbers become strings."""
    if len(decisions) < PACKED_FROM:
        return list(decisions)
    ends = [n for n, (a, b) in enumerate(pairwise(decisions), start=1) if not b < a < 0]
    entries: list[int | str] = []
    for start, end in pairwise([0, *ends, len(decisions)]):
        row = decisions[start:end]
        entries += row if len(row) < PACKED_FROM else [_text_of_bits(row)]
    return entries


def unpacked(entries: Iterable[int | str]) -> tuple[int, ...]:
    """The decisions that are stored as these."""
    decisions: list[int] = []
    for entry in entries:
        decisions += _left_out(entry) if isinstance(entry, str) else [entry]
    return tuple(decisions)


def _text_of_bits(row: Sequence[int]) -> str:
    bits = bytearray((-1 - row[-1]) // 8 + 1)
    for decision in row:
        option = -1 - decision
        bits[option >> 3] |= 1 << (option & 7)
    return base64.b85encode(zlib.compress(bits)).decode()


def _left_out(text: str) -> Iterator[int]:
    for position, byte in enumerate(zlib.decompress(base64.b85decode(text))):
        if byte:
            yield from (-1 - 8 * position - bit for bit in range(8) if byte >> bit & 1)
