"""``GunPortSolutions.stm``, the solved boards that the gunport program of 2011 (in Delphi) saved.

Little-endian: a 32-bit length and that many bytes of text, the boards' names (`` 8x10``, rows and columns),
one a line; then for each name another length and text, its dominoes: ``H 1_ 3`` is horizontal with its left
cell in row 1 and column 3, ``V`` vertical with its upper cell there. Texts are Latin-1, lines end in CR LF.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.errors import FormatError, LibraryError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, PieceCells, Rules, by_lines
from tilewright.families.gunport.library.entries import LibraryEntry, Submission, entry_of
from tilewright.families.gunport.library.sheets import DrawnSubmission
from tilewright.model.lattices import Cell
from tilewright.wording import quoted

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
    return [
        _submission(line, name.replace(" ", ""), text, rules, who)
        for line, (name, text) in enumerate(stm_boards(data), start=1)
    ]


def stm_boards(data: bytes) -> list[tuple[str, str]]:
    """The name of each board of a file and its dominoes, as they are in the file; FormatError as above."""
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
    return list(zip(names, texts, strict=True))


def stm_data(boards: Iterable[tuple[str, str]]) -> bytes:
    """A file of boards as ``stm_boards`` returns them."""
    named = list(boards)
    return b"".join(map(_block, [_text(name for name, _ in named), *(text for _, text in named)]))


def stm_board(arrangement: Arrangement) -> tuple[str, str]:
    """The name and the dominoes of an arrangement on a rectangle, as in a file."""
    rows, columns = arrangement.board.size or (0, 0)
    return f"{rows:2}x{columns:2}", _text(map(_domino_text, _in_order(arrangement)))


@dataclass(frozen=True)
class StmExport:
    """A file's bytes, how many boards it has, and a sentence that counts what was left out, or ""."""

    data: bytes
    boards: int
    left_out: str


def dumps_stm(entries: Iterable[LibraryEntry]) -> StmExport:
    """Entries as such a file.

    A file has one arrangement of each plain rectangle, of dominoes that may slide: neither proofs nor finders
    nor further arrangements. LibraryError when no entry can be written.
    """
    boards: dict[str, str] = {}
    lost: Counter[str] = Counter()
    for entry in entries:
        reason = _left_out(entry)
        if reason:
            lost[reason] += entry.kept
            continue
        name, text = stm_board(entry.arrangement)
        boards[name] = text
        lost["further arrangements of boards that are written"] += len(entry.others)
        lost["proofs"] += bool(entry.proof)
        lost["names of finders"] += 1
    if not boards:
        raise LibraryError(
            f"there is nothing that a file {SUFFIX} can hold: it has rectangles with dominoes only"
        )
    data = stm_data(sorted(boards.items()))
    counts = [f"{what} ({number:,})" for what, number in lost.items() if number]
    left_out = f"left out, as {SUFFIX} cannot hold them: {', '.join(counts)}" if counts else ""
    return StmExport(data, len(boards), left_out)


def _left_out(entry: LibraryEntry) -> str:
    """Why the format cannot hold an entry at all, as what it is; "" if it can."""
    if not entry.key.rules.is_domino:
        return "arrangements of other pieces than dominoes"
    if entry.key.no_slide:
        return "arrangements that no domino may slide in"
    return "" if entry.key.size else "arrangements on boards that are no plain rectangles"


def _in_order(arrangement: Arrangement) -> list[PieceCells]:
    first = {by_lines(piece)[0]: piece for piece in arrangement.pieces}
    return [first[cell] for cell in by_lines(first)]


def _domino_text(piece: PieceCells) -> str:
    (x, y), (u, _) = by_lines(piece)
    return f"{'V' if x == u else 'H'}{y + 1:2}_{x + 1:2}"


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\r\n" for line in lines)


def _block(text: str) -> bytes:
    data = text.encode("latin-1")
    return len(data).to_bytes(_LENGTH, "little") + data


def _submission(line: int, name: str, text: str, rules: Rules, who: str) -> DrawnSubmission:
    try:
        submission = Submission(stm_arrangement(name, text), rules, who)
        entry_of(submission)  # checks it
    except FormatError as error:
        return DrawnSubmission(line, None, f"board {name}: {error.message}")
    except TilewrightError as error:
        return DrawnSubmission(line, None, f"board {name}: {error}")
    return DrawnSubmission(line, submission)


def stm_arrangement(name: str, text: str) -> Arrangement:
    """The arrangement of a name and its dominoes, which need not be finished.

    FormatError, with row and column, for what is no domino, and for overlapping ones.
    """
    size = _SIZE.fullmatch(name)
    if size is None:
        raise FormatError("this is not a size; expected rows and columns, such as 8x10")
    board = GunportBoard.rectangle(int(size[1]), int(size[2]))
    taken: set[Cell] = set()
    dominoes = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = _DOMINO.fullmatch(line.rstrip())
        if match is None:
            raise FormatError(f"domino {number} is {quoted(line)}; expected a form like 'H 1_ 3' or 'V12_ 4'")
        x, y = int(match[3]) - 1, int(match[2]) - 1
        domino = ((x, y), (x + 1, y) if match[1] == "H" else (x, y + 1))
        for cell in domino:
            where = f"row {cell[1] + 1} and column {cell[0] + 1}"
            if cell not in board.cells:
                raise FormatError(f"domino {number}, {line.rstrip()}, leaves the board at {where}")
            if cell in taken:
                raise FormatError(f"the dominoes overlap in {where}")
            taken.add(cell)
        dominoes.append(domino)
    return Arrangement.of(board, dominoes)
