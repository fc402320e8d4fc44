"""Files of the page: drawings as text, JSON as the commands print it, the ``.stm`` of the program of 2011.

A file has boards, some of which the page may not be able to show. Saved in its own format, a file changes
only where a board was changed.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.board_files import FREE, GIVEN_PORT, MOST_SIDE_OF_PAGE, size_of
from tilewright.families.gunport.drawing import ARROWS, PORTS, dumps, loads
from tilewright.families.gunport.library.sheets import COMMENT, SheetDrawing, sheet
from tilewright.families.gunport.library.stm import (
    SUFFIX,
    is_stm,
    stm_arrangement,
    stm_board,
    stm_boards,
    stm_data,
)
from tilewright.families.gunport.pieces import rules_for
from tilewright.formats.files import decode
from tilewright.formats.text import lines_of
from tilewright.wording import counted, quoted

MAX_BOARDS = 1_000  # of a file that is opened

EXTENSIONS = {"text": ".txt", "json": ".json", "stm": SUFFIX}
"""The extension of each kind of file."""

NO_BOARDS = (
    "this JSON has no boards; expected an object with 'arrangement', a list of lines such as \"<>.\", "
    "or with 'boards', a list of such objects"
)
NUMBERS = ("pieces", "dominoes", "ports")
CLAIMS = (
    *("proven", "lower_bound", "proof", "who", "found", "found_at", "shipped", "kept", "classes", "status"),
    *("optimal_arrangements", "up_to_symmetry", "pearce", "engine", "seconds", "best_seconds", "states"),
    *("note", "confirmed_by"),
)
"""What a header or an object says about an arrangement, and no longer holds when that was changed."""


@dataclass(frozen=True)
class FileBoard:
    """A board of a file: what it is called, what lies on it (None: the page cannot show it, as ``problem``
    says), and ``about``, who found it and when, if the file says so."""

    name: str
    arrangement: Arrangement | None
    no_slide: bool = False
    problem: str = ""
    about: Mapping[str, str] = field(default_factory=dict)


class BoardsFile(ABC):
    """A file that was read; FormatError when it is not of its kind."""

    kind: str

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    @abstractmethod
    def boards(self) -> list[FileBoard]:
        """The boards, in the order of the file."""

    @abstractmethod
    def changed(self, changes: Mapping[int, FileBoard]) -> bytes:
        """The file with some of its boards replaced, and everything else as it was."""


class TextFile(BoardsFile):
    """Drawings with blank lines between them, as the library exports and imports them."""

    kind = "text"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._text = decode(data, "the file")
        self._drawings = sheet(self._text)
        _check_number(len(self._drawings))

    @cached_property
    def boards(self) -> list[FileBoard]:
        return [_of_drawing(drawn) for drawn in self._drawings]

    def changed(self, changes: Mapping[int, FileBoard]) -> bytes:
        if not changes:
            return self.data
        lines = list(lines_of(self._text))
        for at in sorted(changes, reverse=True):
            drawn, board = self._drawings[at], changes[at]
            style = "letters" if set(drawn.text) & set("LRUDE") else ARROWS
            assert board.arrangement is not None
            first = drawn.line - 1
            lines[first : first + len(drawn.text.splitlines())] = dumps(board.arrangement, style).splitlines()
            header = {**_without_claims(drawn.header), **_header(board)}
            if drawn.header_line:
                lines[drawn.header_line - 1] = f"{COMMENT} {json.dumps(header)}"
            elif board.no_slide:  # which only a header can say
                lines.insert(first, f"{COMMENT} {json.dumps(header)}")
        return ("\n".join(lines).rstrip("\n") + "\n").encode()


class JsonFile(BoardsFile):
    """What the commands print with ``--json``: an object, a list of them, or one with a list ``boards``."""

    kind = "json"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        try:
            self._document = json.loads(decode(data, "the file"))
        except json.JSONDecodeError as error:
            raise FormatError(
                f"this is not JSON: {error.msg}", line=error.lineno, column=error.colno
            ) from None
        except (ValueError, RecursionError) as error:
            raise FormatError(f"this is not JSON that can be read: {error}") from None
        self._places = list(self._find())
        _check_number(len(self._places))

    def _find(self) -> list[tuple[dict[str, Any], int | None]]:
        """Each arrangement: the object that has it, and its number in ``arrangements`` if it is in there."""
        top = self._document
        objects = top.get("boards", [top]) if isinstance(top, dict) else top
        if not isinstance(objects, list) or not all(isinstance(one, dict) for one in objects):
            raise FormatError(NO_BOARDS)
        places: list[tuple[dict[str, Any], int | None]] = []
        for one in objects:
            several = one.get("arrangements")
            if isinstance(several, list) and several:
                places += [(one, number) for number in range(len(several))]
            elif "arrangement" in one:
                places.append((one, None))
        if not places:
            raise FormatError(NO_BOARDS)
        return places

    @cached_property
    def boards(self) -> list[FileBoard]:
        return [self._board(*place) for place in self._places]

    def _board(self, body: dict[str, Any], number: int | None) -> FileBoard:
        lines = body["arrangement"] if number is None else body["arrangements"][number]
        name = str(body.get("board", ""))[:80]
        if lines is None:
            return FileBoard(name, None, problem="it has no arrangement")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            return FileBoard(name, None, problem='the arrangement is not a list of lines, such as ["<>."]')
        finder = {"who": body.get("who"), "found": body.get("found_at", body.get("found"))}
        about = {key: value for key, value in finder.items() if isinstance(value, str)}
        no_slide = body.get("no_slide") is True
        return _shown(name, lambda: _drawn("\n".join(lines), body.get("piece")), no_slide, about)

    def changed(self, changes: Mapping[int, FileBoard]) -> bytes:
        if not changes:
            return self.data
        for at, board in changes.items():
            body, number = self._places[at]
            assert board.arrangement is not None
            lines = dumps(board.arrangement, ARROWS).splitlines()
            if number is not None:
                body["arrangements"][number] = lines
            if not number:
                body |= {"arrangement": lines, "no_slide": board.no_slide}
                body |= {key: value for key, value in _numbers(board.arrangement).items() if key in body}
            for key in CLAIMS:
                body.pop(key, None)
        return _json_data(self._document)


class StmFile(BoardsFile):
    """The binary file of the gunport program of 2011."""

    kind = "stm"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._boards = stm_boards(data)
        _check_number(len(self._boards))

    @cached_property
    def boards(self) -> list[FileBoard]:
        return [self._board(name.replace(" ", ""), text) for name, text in self._boards]

    @staticmethod
    def _board(name: str, text: str) -> FileBoard:
        size = size_of(name)
        if size is not None and max(size) > MOST_SIDE_OF_PAGE:  # such a board may not even fit into memory
            return FileBoard(name[:80], None, problem=_too_large(size))
        return _shown(name[:80], lambda: stm_arrangement(name, text))

    def changed(self, changes: Mapping[int, FileBoard]) -> bytes:
        boards = list(self._boards)
        for at, board in changes.items():
            assert board.arrangement is not None
            boards[at] = stm_board(board.arrangement)
        return stm_data(boards)


FILES: dict[str, Callable[[bytes], BoardsFile]] = {"text": TextFile, "json": JsonFile, "stm": StmFile}


def read_file(name: str, data: bytes) -> BoardsFile:
    """The file with this name and content. FormatError when none of its boards can be shown."""
    if is_stm(data) or name.lower().endswith(SUFFIX):
        kind = "stm"
    else:
        kind = "json" if data.lstrip()[:1] in (b"{", b"[") else "text"
    file = FILES[kind](data)
    if all(board.arrangement is None for board in file.boards):
        raise FormatError(file.boards[0].problem)
    return file


@dataclass(frozen=True)
class SavedBoards:
    """The content of a file, and sentences about what it could not hold."""

    data: bytes
    left_out: tuple[str, ...]


def write_file(kind: str, file: BoardsFile | None, changes: Mapping[int, FileBoard]) -> SavedBoards:
    """A file of this kind with the boards of a file, some of them changed; without a file only with those.

    UnsupportedError when there is nothing that the file could hold.
    """
    known = file.boards if file is not None else []
    wrong = sorted(at for at in changes if file is not None and not 0 <= at < len(known))
    if wrong:
        raise UnsupportedError(f"the file has no board {wrong[0] + 1}; it has {counted(len(known), 'board')}")
    if file is not None and file.kind == kind:
        lost = _rules_lost(changes.values()) if kind == "stm" else []
        return SavedBoards(file.changed(changes), tuple(lost))
    boards = [changes.get(at, board) for at, board in enumerate(known)] or list(changes.values())
    file_boards = [board for board in boards if board.arrangement is not None]
    if not file_boards:
        raise UnsupportedError("there is no board to save")
    lost = []
    if len(file_boards) < len(boards):
        lost.append(
            f"{counted(len(boards) - len(file_boards), 'board')} that this page cannot show left out."
        )
    if kind == "stm":
        data, more = _stm_of(file_boards)
        return SavedBoards(data, (*lost, *more))
    return SavedBoards(_text_of(file_boards) if kind == "text" else _json_of(file_boards), tuple(lost))


def _text_of(boards: Sequence[FileBoard]) -> bytes:
    drawings = []
    for board in boards:
        assert board.arrangement is not None
        header = json.dumps({**_header(board), **board.about})
        drawings.append(f"{COMMENT} {header}\n{dumps(board.arrangement, ARROWS)}")
    return "\n".join(drawings).encode()


def _json_of(boards: Sequence[FileBoard]) -> bytes:
    bodies = []
    for board in boards:
        assert board.arrangement is not None
        body: dict[str, Any] = {**_header(board), "dominoes": len(board.arrangement.pieces)}
        body |= {{"found": "found_at"}.get(key, key): value for key, value in board.about.items()}
        bodies.append({**body, "arrangement": dumps(board.arrangement, ARROWS).splitlines()})
    return _json_data(bodies[0] if len(bodies) == 1 else {"boards": bodies})


def _stm_of(boards: Sequence[FileBoard]) -> tuple[bytes, list[str]]:
    named: dict[str, str] = {}
    lost = 0
    for board in boards:
        assert board.arrangement is not None
        name, text = stm_board(board.arrangement)
        lost += name in named
        named.setdefault(name, text)
    left_out = [f"A file {SUFFIX} has one board of each size: {lost:,} left out."] if lost else []
    if any(board.about for board in boards):
        left_out.append(f"A file {SUFFIX} does not name finders.")
    return stm_data(named.items()), left_out + _rules_lost(boards)


def _rules_lost(boards: Sequence[FileBoard] | Any) -> list[str]:
    if any(board.no_slide for board in boards):
        return [f"A file {SUFFIX} does not say that no domino may slide."]
    return []


def _json_data(document: object) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _check_number(boards: int) -> None:
    if boards > MAX_BOARDS:
        raise UnsupportedError(f"the file has {boards:,} boards; this page opens at most {MAX_BOARDS:,}")


def _numbers(arrangement: Arrangement) -> dict[str, int]:
    pieces, ports = len(arrangement.pieces), len(arrangement.ports)
    return dict(zip(NUMBERS, (pieces, pieces, ports), strict=True))


def _header(board: FileBoard) -> dict[str, Any]:
    """What a header says of a board."""
    assert board.arrangement is not None
    numbers = _numbers(board.arrangement)
    name = board.arrangement.board.name
    rules = {"board": name, "piece": "domino", "no_slide": board.no_slide}
    return {**rules, "pieces": numbers["pieces"], "ports": numbers["ports"]}


def _without_claims(header: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in header.items() if key not in CLAIMS}


def _of_drawing(drawn: SheetDrawing) -> FileBoard:
    header = drawn.header
    name = header.get("board", f"line {drawn.line:,}").partition("\n")[0][:80]
    if "board" in header and size_of(header["board"]) is None:
        return FileBoard(name, None, problem="the board is no plain rectangle")
    about: dict[str, str] = {key: header[key] for key in ("who", "found") if key in header}
    no_slide = header.get("no_slide", False)
    return _shown(name, lambda: _drawn(drawn.text, header.get("piece"), drawn.line), no_slide, about)


def _shown(
    name: str,
    arrangement: Callable[[], Arrangement],
    no_slide: bool = False,  # noqa: FBT001 - as FileBoard
    about: Mapping[str, str] | None = None,
) -> FileBoard:
    """A board, or what is wrong with it where it cannot be read or shown."""
    try:
        arrangement_found = arrangement()
        size = arrangement_found.board.size
        if size is None:
            raise UnsupportedError("the board is no plain rectangle")
        if max(size) > MOST_SIDE_OF_PAGE:
            raise UnsupportedError(_too_large(size))
    except FormatError as error:
        place = f"line {error.line}, column {error.column}: " if error.column else ""
        return FileBoard(name, None, problem=f"{place}{error.message}")
    except TilewrightError as error:
        return FileBoard(name, None, problem=str(error))
    return FileBoard(arrangement_found.board.name, arrangement_found, no_slide, about=about or {})


def _drawn(text: str, piece: object, first_line: int = 1) -> Arrangement:
    """What a drawing shows, in arrows or letters, with ``#`` or a mark of ports for free cells."""
    if piece is not None and (not isinstance(piece, str) or not rules_for(piece).is_domino):
        raise UnsupportedError(f"the piece is {quoted(str(piece))}, and this page shows dominoes")
    if GIVEN_PORT in text:
        raise UnsupportedError("the board has given ports, which this page cannot show")
    try:
        return loads(text.replace(FREE, PORTS[ARROWS]))
    except FormatError as error:
        line = error.line + first_line - 1 if error.line else first_line
        raise FormatError(error.message, line=line, column=error.column) from None


def _too_large(size: tuple[int, int]) -> str:
    return (
        f"it has {size[0]:,} x {size[1]:,} cells; this page shows up to {MOST_SIDE_OF_PAGE} rows and columns"
    )
