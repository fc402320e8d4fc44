"""Reading and writing puzzle files: bounded, decoded with care, written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import sys
import warnings
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from tilewright.atomic_files import write_atomically
from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.extras import import_failure
from tilewright.formats.losses import not_kept
from tilewright.formats.registry import FORMATS, Format, by_extension, by_name, claiming
from tilewright.formats.text import is_number_list
from tilewright.missing_file import LOOP, missing_file
from tilewright.model.exact_cover_puzzle import AnyPuzzle, check_puzzle
from tilewright.model.puzzle import Puzzle
from tilewright.wording import MAX_WORD, quoted

MAX_BYTES = 16 * 2**20  # the largest puzzle file that is read, in bytes
MAX_PARTS = 1_000  # the most parts that a gzip file may be put together from
STDIN = "-"  # the path that means standard input, or standard output when writing


@dataclass(frozen=True)
class Reading:
    """A puzzle that was read, and the format that it was in."""

    puzzle: AnyPuzzle
    format: Format


def load(
    path: str | Path,
    *,
    format: str = "",
    motions: str = "",
    problem: int = 0,
    lattice: str = "",
    parameters: Mapping[str, str] | None = None,
) -> AnyPuzzle:
    """The puzzle in a file; "-" is standard input.

    The format is the one named, else that of the extension, else that of the content. ``motions`` overrides
    the motions in the file. ``problem`` chooses, from 1, where a file may hold several puzzles; 0 is
    the only one. ``lattice`` chooses where a format leaves a choice (``Format.lattices``). ``parameters``
    are values of parameters that the file declares. FormatError with the file's name when it cannot be read
    or is wrong.
    """
    return read(
        path, format=format, motions=motions, problem=problem, lattice=lattice, parameters=parameters
    ).puzzle


def read(
    path: str | Path,
    *,
    format: str = "",
    motions: str = "",
    problem: int = 0,
    lattice: str = "",
    strict: bool = False,
    parameters: Mapping[str, str] | None = None,
) -> Reading:
    """As :func:`load`, with the format; ``strict`` refuses extensions of it (``Format.strict``)."""
    name = _shown(path)
    chosen = by_name(format) if format else None
    text = read_text(path)
    try:
        known = chosen or choose(bare_extension(path), text)
        return _read(text, known, motions, problem, lattice, strict=strict, parameters=parameters)
    except FormatError as error:
        raise error.at(name) from None
    except UnsupportedError as error:
        raise UnsupportedError(f"{name}: {error}", parameter=error.parameter) from None
    except PuzzleError as error:
        raise FormatError(str(error), file=name) from error


def loads(
    text: str, *, format: str = "", motions: str = "", problem: int = 0, lattice: str = ""
) -> AnyPuzzle:
    """The puzzle in a text, as :func:`load`; without ``format`` the content decides."""
    if not isinstance(text, str):
        raise FormatError(f"the text of a puzzle is {quoted(text)}; expected a str")
    chosen = by_name(format) if format else choose("", text)
    try:
        return _read(text, chosen, motions, problem, lattice, strict=False).puzzle
    except PuzzleError as error:
        raise FormatError(str(error)) from error


def _read(
    text: str,
    chosen: Format,
    motions: str,
    problem: int,
    lattice: str,
    *,
    strict: bool,
    parameters: Mapping[str, str] | None = None,
) -> Reading:
    if strict:
        chosen.check_strict(text)
    return Reading(chosen.read(text, motions, problem, lattice, parameters), chosen)


def problem_names(path: str | Path, *, format: str = "") -> tuple[str, ...]:
    """The names of the puzzles in a file of a format that may hold several, "" for one without a name."""
    text, chosen = _several(path, format)
    try:
        return chosen.problem_names(text)
    except FormatError as error:
        raise error.at(_shown(path)) from None


def convert_problems(
    source: str | Path, target: str | Path, *, from_format: str = "", to_format: str = "", motions: str = ""
) -> None:
    """Write all puzzles of a file, with the solutions that it holds, to another file of the same format."""
    text, chosen = _several(source, from_format)
    other = by_name(to_format) if to_format else by_extension(Path(target).suffix)
    if other is not chosen:
        raise UnsupportedError(f"all problems of a file can only be written in its own format, {chosen.name}")
    try:
        written = chosen.rewrite(text, motions)
    except FormatError as error:
        raise error.at(_shown(source)) from None
    if str(target) == STDIN:
        sys.stdout.write(written)
    else:
        write_atomically(target, written)


def _several(path: str | Path, format: str) -> tuple[str, Format]:
    """The text of a file, and its format, which may hold several puzzles."""
    text = read_text(path)
    chosen = by_name(format) if format else choose(bare_extension(path), text)
    if not chosen.several_puzzles:
        raise UnsupportedError(f"a file of the format {chosen.name} holds one puzzle, so it has no problems")
    return text, chosen


def bare_extension(path: str | Path) -> str:
    """The extension of a file name, before .gz if the file is compressed."""
    whole = Path(path)
    return (whole.with_suffix("") if whole.suffix.lower() == ".gz" else whole).suffix


def choose(extension: str, text: str) -> Format:
    """The format of a text from a file whose name has this extension.

    The extension decides, except for ``.txt``, none and unknown ones, where the content decides. It also
    decides where the extension is that of a format that is only written, if it fits another one. FormatError
    when the content fits several formats, and when it is no puzzle at all.
    """
    claimed = claiming(extension)
    if claimed and claimed[0].reads and not claimed[0].any_text:
        # Several formats have the extension .ec.
        return next((file_format for file_format in claimed[1:] if file_format.matches(text)), claimed[0])
    fitting = [value for value in FORMATS.values() if value.matches(text) and not value.any_text]
    if claimed and not claimed[0].reads and not fitting:
        return claimed[0]
    if len(fitting) > 1:
        names = " or ".join(each.name for each in fitting)
        raise FormatError(f"this text may be {names}; choose a format", parameter="format")
    if not fitting and is_number_list(text):
        raise FormatError(
            "this is a list of numbers, but it does not have the length that dpf or compact-dpf require; "
            "choose either format to see where it goes wrong, or ascii to read it as a drawing",
            parameter="format",
        )
    if fitting:
        return fitting[0]
    from tilewright.formats.text_kinds import check_drawing  # imports the families

    check_drawing(text)
    return next(result for result in FORMATS.values() if result.any_text)


def read_text(path: str | Path, *, limit: int = MAX_BYTES) -> str:
    """The text of a file of at most ``limit`` bytes; "-" is standard input.

    FormatError as :func:`read_bytes`, and when it is not UTF-8 text.
    """
    return decode(read_bytes(path, limit=limit), _shown(path))


def read_bytes(path: str | Path, *, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file of at most ``limit`` bytes; "-" is standard input.

    What gzip packed is unpacked, also to at most ``limit`` bytes. FormatError when the file is missing, a
    directory, unreadable, too large or damaged.
    """
    name = _shown(path)
    if str(path) == STDIN:
        data = _bounded(sys.stdin.buffer, limit, name)
    else:
        with open_input(path) as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > limit:
                raise FormatError(f"the file has {size:,} bytes; at most {limit:,} are accepted", file=name)
            data = _bounded(stream, limit, name)
    return unpacked(data, name, limit)


def _shown(path: str | Path) -> str:
    return "standard input" if str(path) == STDIN else str(path)


@contextmanager
def open_input(path: str | Path) -> Iterator[BinaryIO]:
    """A file opened to read bytes; faults of the file system, also while reading, become FormatError."""
    name = str(path)
    try:
        if Path(path).is_dir():
            raise FormatError("this is a directory; expected a file", file=name)
        with Path(path).open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise FormatError(f"there is {missing_file(path)}", file=name) from None
    except PermissionError:
        raise FormatError("no permission to read this file", file=name) from None
    except OSError as error:
        why = f"it is {LOOP}" if error.errno == errno.ELOOP else error.strerror or error
        raise FormatError(f"the file cannot be read: {why}", file=name) from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise FormatError("a file's name cannot contain a NUL character", file=repr(name)) from None


@contextmanager
def open_unpacked(path: str | Path) -> Iterator[BinaryIO]:
    """As :func:`open_input`, with what gzip packed unpacked as it is read; a stream has no bound."""
    import gzip

    with open_input(path) as stream:
        if not isinstance(stream, BufferedReader) or not stream.peek(len(_GZIP)).startswith(_GZIP):
            yield stream
            return
        try:
            with gzip.GzipFile(fileobj=stream) as inside:
                yield cast(BinaryIO, inside)
        except EOFError:
            raise FormatError(_CUT_OFF, file=str(path)) from None
        except (gzip.BadGzipFile, zlib.error):
            raise FormatError(_DAMAGED, file=str(path)) from None


def _bounded(stream: BinaryIO, limit: int, name: str) -> bytes:
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise FormatError(f"the file is too large; at most {limit:,} are accepted", file=name)
    return data


def unpacked(data: bytes, name: str = "", limit: int = MAX_BYTES) -> bytes:
    """What gzip packed, unpacked; other bytes as they are (RFC 1952).

    FormatError when it is damaged, ends too early, or unpacks to more than ``limit`` bytes, which are never
    in memory.
    """
    if not data.startswith(_GZIP):
        return data
    whole = bytearray()
    at = parts = 0
    while at < len(data):
        parts += 1
        if parts > MAX_PARTS:
            raise FormatError(f"the gzip file has more than {MAX_PARTS:,} parts", file=name)
        unpacker = zlib.decompressobj(wbits=_GZIP_ONLY)
        while not unpacker.eof:
            chunk = data[at : at + _CHUNK]
            if not chunk:
                raise FormatError(_CUT_OFF, file=name)
            try:
                whole += unpacker.decompress(chunk, limit + 1 - len(whole))
            except zlib.error:
                raise FormatError(_DAMAGED, file=name) from None
            if len(whole) > limit:
                raise FormatError(f"the file unpacks to more than {limit:,} bytes", file=name)
            at += len(chunk) - len(unpacker.unused_data)
        if data[at : at + 1] == b"\0" and not data[at:].strip(b"\0"):
            break  # some programs fill up the last block with zeros
    return bytes(whole)


_CUT_OFF = "the gzip file ends too early; it was cut off"
_DAMAGED = "the gzip file is damaged"
_XML_ENCODING = rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)["']"""
_XML = rb"\s*<\?xml\b"
_NPY = b"\x93NUMPY"
_GZIP = b"\x1f\x8b"
_GZIP_ONLY = 31  # zlib's word for a gzip header and the largest window
_CHUNK = 2**16


def decode(data: bytes, name: str = "", first_line: int = 1) -> str:
    """The text of bytes without a byte order mark: UTF-8, or in the encoding that an XML text declares.

    An array of NumPy becomes rows of numbers. FormatError with line and column of the first byte that is not
    text.
    """
    if data.startswith(_NPY):
        return _matrix_text(data, name)
    encoding = _declared_encoding(data, name)
    try:
        text = data.decode(encoding)
        bad, fault = text.find("\0"), "a NUL character"
        before = text[:bad]
    except UnicodeDecodeError as error:
        bad, fault = error.start, f"the byte 0x{data[error.start]:02X}"
        before = data[:bad].decode(encoding)
    if bad >= 0:
        before = before.replace("\r\n", "\n")
        raise FormatError(
            f"{fault} is here; expected {encoding.upper()} text",
            file=name,
            line=first_line + before.count("\n"),
            column=len(before) - before.rfind("\n"),
        )
    return text.removeprefix("\ufeff")


def _matrix_text(data: bytes, name: str) -> str:
    """An array in NumPy's file format (NEP 1) with two dimensions, as rows of 0 and 1."""
    try:
        import numpy as np
    except ImportError as error:
        raise UnsupportedError(
            import_failure(f"{name}: reading .npy files needs", "arrays", error)
        ) from error
    try:
        array = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise FormatError(f"the array cannot be read: {error}", file=name) from None
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        what = f"{array.ndim} dimensions of {array.dtype}"
        raise FormatError(f"the array has {what}; expected a matrix of 0 and 1", file=name)
    wrong = np.argwhere((array != 0) & (array != 1))
    if len(wrong):
        row, column = (int(place) + 1 for place in wrong[0])
        text = array[row - 1, column - 1]
        raise FormatError(f"row {row}, column {column} is {text}; expected 0 or 1", file=name)
    return "\n".join(" ".join("01"[int(entry)] for entry in row) for row in array) + "\n"


def _declared_encoding(data: bytes, name: str) -> str:
    """The encoding that an XML declaration names; FormatError when it is unknown.

    Without one, "utf-8"; XML that is not, as BurrTools wrote it once, is "iso-8859-1".
    """
    if b"<?xml" not in data:
        return "utf-8"
    declared = re.match(_XML_ENCODING, data)
    if declared is None:
        return "iso-8859-1" if re.match(_XML, data) and not _is_utf8(data) else "utf-8"
    encoding = declared[1].decode("ascii", "replace")
    try:
        b"<".decode(encoding)
    except (LookupError, UnicodeDecodeError):
        raise FormatError(
            f"the encoding {quoted(encoding)}, which the file declares, is unknown", file=name, line=1
        ) from None
    return encoding


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def save(
    puzzle: AnyPuzzle,
    path: str | Path,
    *,
    format: str = "",
    labelled: bool = False,
    pieces_first: bool = False,
    header: bool = False,
) -> None:
    """Write a puzzle to a file in the format named, or that of the extension; "-" is standard output.

    ``labelled`` numbers identical copies, which become pieces of their own: the puzzle is written as items
    and options whose solutions are the labelled ones. ``pieces_first`` writes it as items and options, the
    items of pieces first, then the cells row by row; ``header`` writes a first line that names the items.

    A FormatWarning says which of title, source, labels and known numbers the format does not hold.
    UnsupportedError when the format cannot express the puzzle, and for these two with a format of boards;
    OutputError when the file cannot be written; in both cases an existing file is unchanged.

        >>> from tempfile import TemporaryDirectory
        >>> from tilewright import load, save
        >>> soma = load("catalog:soma-cube")
        >>> with TemporaryDirectory() as folder:
        ...     save(soma, f"{folder}/soma.toml")
        ...     load(f"{folder}/soma.toml") == soma
        True
    """
    check_puzzle(puzzle)
    chosen = by_name(format) if format else by_extension(Path(path).suffix)
    if chosen is None:
        extensions = {f.name: " ".join(filter(None, f.extensions)) for f in FORMATS.values() if f.writes}
        known = ", ".join(
            name + (f" ({extension})" if extension else "") for name, extension in extensions.items()
        )
        raise UnsupportedError(
            f"the extension of {quoted(str(path), MAX_WORD)} is unknown; choose a format: {known}"
        )
    if chosen.dumps is None:
        raise UnsupportedError(f"the format {chosen.name} can be read, but not written")
    if chosen.cells and isinstance(puzzle, Puzzle) and (labelled or pieces_first):
        option = "--labelled" if labelled else "--pieces-first"
        known = ", ".join(one.name for one in FORMATS.values() if one.writes and not one.cells)
        raise UnsupportedError(
            f"{option} writes items and options in place of the board and its pieces, but {chosen.name} is a "
            f"format of boards; choose one of items and options: {known}"
        )
    if labelled:
        from tilewright.formats.to_exact_cover import numbered_copies  # loads the translation

        puzzle = numbered_copies(puzzle)
    if pieces_first:
        from tilewright.formats.to_exact_cover import with_pieces_first  # loads the translation

        puzzle = with_pieces_first(puzzle)
    text = (chosen.header_line(puzzle) if header else "") + chosen.dumps(puzzle)
    if message := not_kept(chosen, puzzle, text):
        warnings.warn(FormatWarning(message), stacklevel=2)
    if str(path) == STDIN:
        sys.stdout.write(text)
    else:
        write_atomically(path, text)
