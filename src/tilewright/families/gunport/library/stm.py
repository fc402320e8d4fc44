"""``GunPortSolutions.stm``, the solved boards that the gunport program of 2011 (in Delphi) saved.

Little-endian: a 32-bit length and that many bytes of text, the boards' names (`` 8x10``, rows and columns),
one a line; then for each name another length and text, its dominoes: ``H 1_ 3`` is horizontal with its left
cell in row 1 and column 3, ``V`` vertical with its upper cell there. Texts are Latin-1, lines end in CR LF.
"""

from __future__ import annotations

import re

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.library.entries import Submission, entry_of
from tilewright.families.gunport.library.sheets import DrawnSubmission
from tilewright.model.lattices import Cell

SUFFIX = ".stm"
_LENGTH = 4  # the bytes of a length
_DOMINO = re.compile(r"([HV]) {0,3}([0-9]{1,6})_ {0,3}([0-9]{1,6})")
_SIZE = re.compile(r" {0,3}([0-9]{1,9})x {0,3}([0-9]{1,9})")


def is_stm(data: bytes) -> bool:
    """Whether bytes begin with a length and the names of boards; a text never does."""
    length = int.from_bytes(data[:_LENGTH], "little")
    names = data[_LENGTH : _LENGTH + length]
    if not length or len(names) < length:
        return False
    return all(_SIZE.fullmatch(name) for name in names.decode("latin-1").splitlines())


def loads_stm(data: bytes, rules: Rules, who: str) -> list[DrawnSubmission]:
    """The boards of a file, each checked, with the lines of their names in the list of names.

    FormatError, with the position, when the file is cut off or has no boards; UnsupportedError for other
    pieces than dominoes. Boards that are wrong, as those with overlapping dominoes that early versions of the
    program saved, have a fault that names them.
    """
    if not rules.is_domino:
        raise UnsupportedError(f"a file {SUFFIX} has dominoes, not the piece {rules.piece.name}")
    texts: list[str] = []
    at = 0
    while at < len(data) or not texts:
        start = at + _LENGTH
        end = start + int.from_bytes(data[at:start], "little")
        if len(data) < max(start, end):
            raise FormatError(f"the file is cut off: {len(data):,} bytes end in the text at byte {at + 1:,}")
        texts.append(data[start:end].decode("latin-1"))
        at = end
    names = texts.pop(0).splitlines()
    if not names or len(texts) != len(names):
        raise FormatError(f"the file names {len(names):,} boards and has the dominoes of {len(texts):,}")
    return [
        _submission(line, name.replace(" ", ""), text, rules, who)
        for line, (name, text) in enumerate(zip(names, texts, strict=True), start=1)
    ]


def _submission(line: int, name: str, text: str, rules: Rules, who: str) -> DrawnSubmission:
    try:
        found = Submission(_arrangement(name, text), rules, who)
        entry_of(found)  # checks it
    except FormatError as error:
        return DrawnSubmission(line, None, f"board {name}: {error.message}")
    except TilewrightError as error:
        return DrawnSubmission(line, None, f"board {name}: {error}")
    return DrawnSubmission(line, found)


def _arrangement(name: str, text: str) -> Arrangement:
    """The arrangement; FormatError, with row and column, for what is no domino, and for overlapping ones."""
    size = _SIZE.fullmatch(name)
    if size is None:
        raise FormatError("this is not a size; expected rows and columns, such as 8x10")
    board = GunportBoard.rectangle(int(size[1]), int(size[2]))
    taken: set[Cell] = set()
    dominoes = []
    for number, line in enumerate(text.splitlines(), start=1):
        found = _DOMINO.fullmatch(line.rstrip())
        if found is None:
            raise FormatError(f"domino {number} is {line[:20]!r}; expected a form like 'H 1_ 3' or 'V12_ 4'")
        x, y = int(found[3]) - 1, int(found[2]) - 1
        domino = ((x, y), (x + 1, y) if found[1] == "H" else (x, y + 1))
        for cell in domino:
            where = f"row {cell[1] + 1} and column {cell[0] + 1}"
            if cell not in board.cells:
                raise FormatError(f"domino {number}, {line.rstrip()}, leaves the board at {where}")
            if cell in taken:
                raise FormatError(f"the dominoes overlap in {where}")
            taken.add(cell)
        dominoes.append(domino)
    return Arrangement.of(board, dominoes)
