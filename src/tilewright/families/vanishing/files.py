"""Files of vanishing dominoes, text and XML: boards, and orders of removal.

A board as text is a line ``W;H``, then a line per piece, ``h|v;first value;second value;x;y``; an order is
the number of remaining pieces, then the removed pieces in order. x is that of the board, from the left or
from the right, and files do not say which. A board as XML is ``<domino_board>`` with
``<piece>`` elements; an order adds ``<removed_pieces>``, whose pieces have an ``order``, and still reads as
a board.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from tilewright.errors import FormatError, PuzzleError
from tilewright.families.vanishing.board import (
    MAX_PIECES,
    MAX_SIDE,
    MAX_VALUE,
    Domino,
    DominoBoard,
    first_piece_error,
)
from tilewright.family import kind_of
from tilewright.formats.files import read_text
from tilewright.formats.xml_tree import Element, parse
from tilewright.wording import quoted

PIECE_KEYS = ("x", "y", "orientation", "value1", "value2")
BOARD_KEYS = ("width", "height")
ORIENTATIONS = {"horizontal": False, "vertical": True}
MAX_DIGITS = 9

Parsed = TypeVar("Parsed")

_NUMBER = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
_HEAD = re.compile(r"[ \t]*[0-9]+[ \t]*;[ \t]*[0-9]+[ \t]*")
_PIECE = re.compile(r"[hv];[0-9]+;[0-9]+;[0-9]+;[0-9]+")
EXPECTED_PIECE = "expected a piece such as h;0;2;3;1: h or v, two values, the least x and y of its halves"


def load(path: str | Path, *, from_right: bool = False) -> DominoBoard:
    """The board in a file, text or XML; "-" is standard input. FormatError says where it is wrong.

    ``from_right``: the file numbers the columns from right to left.
    """
    board = _load(path, loads)
    return replace(board, from_right=from_right or board.from_right)


def load_noting_order(path: str | Path, *, from_right: bool = False) -> tuple[DominoBoard, bool]:
    """The board in a file as ``load`` reads it, and whether the file also has an order of removal."""

    def parsed(text: str) -> tuple[DominoBoard, bool]:
        if not text.lstrip().startswith("<"):
            return _plain_board(text), False
        board, root = _board_of_xml(text)
        return board, any(child.name == "removed_pieces" for child in root.children)

    board, has_order = _load(path, parsed)
    return replace(board, from_right=from_right or board.from_right), has_order


def load_order(path: str | Path, board: DominoBoard) -> tuple[int, ...]:
    """The order of removal in a file, as numbers of the board's pieces; FormatError as for ``load``."""
    return _load(path, lambda text: loads_order(text, board))


def _load(path: str | Path, parse: Callable[[str], Parsed]) -> Parsed:
    text = read_text(path)
    try:
        return parse(text)
    except FormatError as error:
        raise error.at("standard input" if str(path) == "-" else str(path)) from None


def loads(text: str) -> DominoBoard:
    """The board in a text; removed pieces and orders in XML are ignored."""
    return _board_of_xml(text)[0] if text.lstrip().startswith("<") else _plain_board(text)


def _plain_board(text: str) -> DominoBoard:
    if kind_of(text):
        from tilewright import documents  # here: few texts are documents

        board: DominoBoard = documents.loads_kind(text, DominoBoard)
        return board
    return _board_of_lines(text)


def hint(text: str) -> str:
    """What a text is among the files of vanishing dominoes and the command to use; "" if it is none."""
    if re.match(r"\s*(<\?xml[^>]*>\s*)?<domino_board\b", text):
        return "a board of vanishing dominoes; use: tilewright vanish solve FILE"
    if kind_of(text) == "domino-board":
        return "a board of vanishing dominoes; use: tilewright vanish solve FILE"
    first, second = [*(words for _, words in islice(_lines(text[:1000]), 2)), "", ""][:2]
    if not _PIECE.match(second):
        return ""
    if _HEAD.fullmatch(first):
        return "a board of vanishing dominoes; use: tilewright vanish solve FILE"
    if _NUMBER.fullmatch(first):
        return "an order of removal of vanishing dominoes; use: tilewright vanish verify BOARD FILE"
    return ""


def text_page(text: str) -> str:
    """The page with the board in a text, packed as the pages do (deflate, base64url); "" for other texts."""
    return board_address(text) if hint(text).startswith("a board") else ""


def board_address(text: str) -> str:
    """The page with the board of a text."""
    packed = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = packed.compress(text.encode()) + packed.flush()
    return "/vanishing#b=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def loads_order(text: str, board: DominoBoard) -> tuple[int, ...]:
    """The order of removal in a text; FormatError when it names a piece that the board does not have."""
    if text.lstrip().startswith("<"):
        return _order_of_xml(text, board)
    lines = _lines(text)
    if not lines:
        raise FormatError("the text is empty; expected the number of pieces left and the removed pieces")
    (number, first), *rest = lines
    if not _NUMBER.fullmatch(first):
        raise FormatError(f"found {quoted(first)}; expected the number of pieces left", line=number)
    pieces = [(line, _piece(words, line)) for line, words in rest]
    order = _numbers(board, pieces)
    if int(first) != len(board.pieces) - len(order):
        raise FormatError(
            f"the file says that {first} pieces are left, but removes {len(order)} of {len(board.pieces)}",
            line=number,
        )
    return order


def dumps(board: DominoBoard) -> str:
    """The board as text that loads to an equal one."""
    return "\n".join([f"{board.width};{board.height}", *map(str, board.pieces)]) + "\n"


def dumps_order(board: DominoBoard, order: Sequence[int]) -> str:
    """An order of removal as text."""
    left = len(board.pieces) - len(order)
    return "\n".join([str(left), *(str(board.pieces[number]) for number in order)]) + "\n"


def dumps_xml(board: DominoBoard, order: Sequence[int] | None = None) -> str:
    """The board as XML; with an order, also the removed pieces."""
    lines = [f'<domino_board width="{board.width}" height="{board.height}">']
    lines += [f"\t<piece {_attributes(piece)} />" for piece in board.pieces]
    if order is not None:
        lines.append("\t<removed_pieces>")
        lines += [
            f'\t\t<piece {_attributes(board.pieces[number])} order="{turn}" />'
            for turn, number in enumerate(order, start=1)
        ]
        lines.append("\t</removed_pieces>")
    return "\n".join([*lines, "</domino_board>"]) + "\n"


def _attributes(piece: Domino) -> str:
    orientation = "vertical" if piece.upright else "horizontal"
    values = f'value1="{piece.first}" value2="{piece.second}"'
    return f'x="{piece.x}" y="{piece.y}" orientation="{orientation}" {values}'


def _lines(text: str) -> list[tuple[int, str]]:
    return [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _board_of_lines(text: str) -> DominoBoard:
    lines = _lines(text)
    if not lines or not _HEAD.fullmatch(lines[0][1]):
        what = f"found {quoted(lines[0][1])}" if lines else "the text is empty"
        raise FormatError(
            f"{what}; expected width and height of the board, such as 10;9", line=lines[0][0] if lines else 0
        )
    width, height = (_side(word.strip(), lines[0][0]) for word in lines[0][1].split(";"))
    if len(lines) - 1 > MAX_PIECES:
        raise FormatError(f"there are {len(lines) - 1:,} pieces; at most {MAX_PIECES:,} are accepted")
    return _board(width, height, [(number, _piece(line, number)) for number, line in lines[1:]])


def _side(word: str, line: int, column: int = 0) -> int:
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= MAX_SIDE:
        raise FormatError(
            f"a side of the board is {quoted(word)}; expected a number from 1 to {MAX_SIDE:,}",
            line=line,
            column=column,
        )
    return int(word)


def _piece(text: str, line: int) -> Domino:
    words = [word.strip() for word in text.split(";")]
    if len(words) != 5:
        raise FormatError(f"{quoted(text)} has {len(words)} parts; {EXPECTED_PIECE}", line=line)
    if words[0] not in ("h", "v"):
        raise FormatError(f"the orientation is {quoted(words[0])}; {EXPECTED_PIECE}", line=line)
    for word in words[1:]:
        if not _NUMBER.fullmatch(word):
            raise FormatError(f"{quoted(word)} is not a number from 0 up; {EXPECTED_PIECE}", line=line)
    first, second, x, y = map(int, words[1:])
    return Domino(words[0] == "v", first, second, x, y)


def _board(width: int, height: int, numbered: Sequence[tuple[int, Domino]]) -> DominoBoard:
    """The board of pieces with their lines; FormatError at the line of the first that cannot lie there."""
    pieces = tuple(piece for _, piece in numbered)
    try:
        return DominoBoard(width, height, pieces)
    except PuzzleError as error:
        pair = first_piece_error(width, height, pieces)
        raise FormatError(str(error), line=numbered[pair[0]][0] if pair else 0) from None


def _board_of_xml(text: str) -> tuple[DominoBoard, Element]:
    root = parse(text)
    if root.name != "domino_board":
        root.fault(f"the root is <{root.name}>; expected <domino_board>")
    _check_attributes(root, BOARD_KEYS)
    width, height = (_side(root.attributes[key].strip(), root.line, root.column) for key in BOARD_KEYS)
    for child in root.children:
        if child.name not in ("piece", "removed_pieces"):
            child.fault(f"found <{child.name}>; expected <piece>")
    pieces = [(child.line, _piece_of(child)) for child in root.all("piece")]
    return _board(width, height, pieces), root


def _piece_of(element: Element) -> Domino:
    """The piece of an element; its ``order``, if any, is ignored."""
    _check_attributes(element, PIECE_KEYS, ("order",))
    orientation = element.attributes["orientation"]
    if orientation not in ORIENTATIONS:
        element.fault(f"'orientation' is {quoted(orientation)}; expected one of {', '.join(ORIENTATIONS)}")
    x, y, first, second = (_number(element, key) for key in ("x", "y", "value1", "value2"))
    return Domino(ORIENTATIONS[orientation], first, second, x, y)


def _number(element: Element, key: str) -> int:
    word = element.attributes[key].strip()
    if not _NUMBER.fullmatch(word):
        element.fault(f"{quoted(key)} is {quoted(word)}; expected a number from 0 to {MAX_VALUE:,}")
    return int(word)


def _check_attributes(element: Element, required: Sequence[str], optional: Sequence[str] = ()) -> None:
    for key in required:
        if key not in element.attributes:
            element.fault(
                f"<{element.name}> lacks the attribute {quoted(key)}; expected {', '.join(required)}"
            )
    for key in element.attributes:
        if key not in (*required, *optional):
            element.fault(f"<{element.name}> has the attribute {quoted(key)}; expected {', '.join(required)}")


def _order_of_xml(text: str, board: DominoBoard) -> tuple[int, ...]:
    own, root = _board_of_xml(text)
    if sorted(map(str, own.pieces)) != sorted(map(str, board.pieces)):
        root.fault("the board in this file is not the given board")
    removed = root.only("removed_pieces")
    if removed is None:
        root.fault("there is no <removed_pieces>; expected an order of removal")
    turns: dict[int, tuple[int, Domino]] = {}
    for child in removed.children:
        if child.name != "piece":
            child.fault(f"found <{child.name}>; expected <piece>")
        _check_attributes(child, (*PIECE_KEYS, "order"))
        turn = _number(child, "order")
        if turn in turns:
            child.fault(f"two removed pieces have the order {turn}")
        turns[turn] = (child.line, _piece_of(child))
    return _numbers(board, [turns[turn] for turn in sorted(turns)])


def _numbers(board: DominoBoard, pieces: Iterable[tuple[int, Domino]]) -> tuple[int, ...]:
    number = {piece: n for n, piece in enumerate(board.pieces)}
    seen: set[int] = set()
    order = []
    for line, piece in pieces:
        if piece not in number:
            raise FormatError(f"the board has no piece {piece}", line=line)
        if number[piece] in seen:
            raise FormatError(f"the piece {piece} is removed a second time", line=line)
        seen.add(number[piece])
        order.append(number[piece])
    return tuple(order)
