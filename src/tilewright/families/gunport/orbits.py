"""How many arrangements of a rectangle there are up to symmetry, from all of them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

_PORT, _LEFT, _RIGHT, _UPPER, _LOWER = range(5)
_COVERED, _REACHING, _VACANT, _OPENS = range(4)  # a cell's letter in a sweep
_NAMES = bytes.maketrans(bytes([_REACHING, _VACANT, _OPENS]), bytes([_UPPER, _PORT, _LEFT]))
_MIRROR = {_LEFT: _RIGHT, _RIGHT: _LEFT}
_FLIP = {_UPPER: _LOWER, _LOWER: _UPPER}
_TURN = {_LEFT: _UPPER, _UPPER: _LEFT, _RIGHT: _LOWER, _LOWER: _RIGHT}


def orbits_by_listing(listed: Iterable[bytes], columns: int, *, square: bool) -> int:
    """The number of orbits of arrangements under the rectangle's symmetries, by Burnside's lemma.

    ``listed`` has all arrangements, each as its cells' letters in a sweep of that many columns, row by row.
    """
    everything = [_halves(letters, columns) for letters in listed]
    if not everything:
        return 0
    rows = len(everything[0]) // columns
    group = _symmetries(rows, columns, square=square)
    kept = 0
    for names, places in group:
        if len(places) == 1:
            kept += len(everything)
            continue
        take = itemgetter(*places)
        kept += sum(take(cells.translate(names)) == tuple(cells) for cells in everything)
    assert kept % len(group) == 0
    return kept // len(group)


def _halves(letters: bytes, columns: int) -> bytes:
    """Each cell as a port or the half of a domino that lies on it."""
    cells = bytearray(letters.translate(_NAMES))
    for i, letter in enumerate(letters):
        if letter == _COVERED:
            cells[i] = _LOWER if i >= columns and letters[i - columns] == _REACHING else _RIGHT
    return bytes(cells)


def _symmetries(rows: int, columns: int, *, square: bool) -> list[tuple[bytes, list[int]]]:
    """For each symmetry: what becomes of each half, and from which cell each cell's half comes."""
    group = []
    for flip in (False, True):
        for mirror in (False, True):
            for turn in (False, True) if square else (False,):
                names = list(range(256))
                for change, there in ((_MIRROR, mirror), (_FLIP, flip), (_TURN, turn)):
                    if there:
                        names = [change.get(name, name) for name in names]
                places = []
                for y in range(rows):
                    for x in range(columns):
                        u, v = (y, x) if turn else (x, y)
                        u = columns - 1 - u if mirror else u
                        v = rows - 1 - v if flip else v
                        places.append(v * columns + u)
                group.append((bytes(names), places))
    return group
