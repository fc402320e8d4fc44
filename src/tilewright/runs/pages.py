"""Reads rows from single pages of an SQLite file, however damaged the rest of the file is.

Only leaf pages of tables are read, as https://www.sqlite.org/fileformat2.html describes them; the schema, the
inner pages and the indexes are not needed. Pages that the WAL has in a newer version are taken from there, up
to its last whole transaction. A row is a guess until its checksum or key has been verified.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

PAGE_SIZE = 4_096  # SQLite's default, where the header is damaged
HEADER = 100
LEAF = 0x0D
WAL_HEADER = 32
FRAME_HEADER = 24
WAL_MAGIC = 0x377F0682  # its last bit: checksums are big-endian
MAX_COLUMNS = 100
MAX_ROW_BYTES = 1 << 30
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = int | float | str | bytes | None


class PageRow(NamedTuple):
    """A row as stored on its page: the column of an integer primary key is None, the key is ``rowid``."""

    rowid: int
    values: tuple[Value, ...]


class Pages:
    """A SQLite file and its WAL as pages, the newest version of each; use it in ``with``.

    The process must have no connection of SQLite to the file: closing the file would drop its locks.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            size = stream.seek(0, 2)
            self._file = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        self.size = _page_size(self._file)
        self._usable = self.size
        if len(self._file) >= HEADER and self._file[:16] == b"SQLite format 3\0":
            self._usable -= self._file[20] if self._file[20] <= 32 else 0
        self._newer = _wal_pages(wal_of(path), self.size)

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._file, mmap.mmap):
            self._file.close()

    def __len__(self) -> int:
        return max(-(-len(self._file) // self.size), *self._newer, 0)

    def page(self, number: int) -> bytes:
        """A page by its number, from 1; short or empty where the file ends."""
        if number in self._newer:
            return self._newer[number]
        return bytes(self._file[(number - 1) * self.size : number * self.size])

    def rows(self) -> Iterator[PageRow]:
        """Everything that can be read as a row, page by page."""
        for number in range(1, len(self) + 1):
            page = self.page(number)
            start = HEADER if number == 1 else 0
            if len(page) != self.size or page[start] != LEAF:
                continue
            cells = int.from_bytes(page[start + 3 : start + 5], "big")
            for pointer in range(start + 8, min(start + 8 + 2 * cells, self.size - 1), 2):
                row = self._row(page, int.from_bytes(page[pointer : pointer + 2], "big"))
                if row is not None:
                    yield row

    def _row(self, page: bytes, at: int) -> PageRow | None:
        """The row whose cell begins at a position; None when there is none."""
        try:
            size, at = _varint(page, at)
            rowid, at = _varint(page, at)
            if not 0 < size <= MAX_ROW_BYTES:
                return None
            local = self._local(size)
            payload = page[at : at + local]
            if local < size:
                payload += self._overflow(
                    int.from_bytes(page[at + local : at + local + 4], "big"), size - local
                )
            if len(payload) != size:
                return None
            return PageRow(rowid - (1 << 64 if rowid >> 63 else 0), _values(payload))
        except (IndexError, UnicodeDecodeError, struct.error):
            return None  # not a row, or damaged

    def _local(self, size: int) -> int:
        """How many bytes of a row are on its leaf page."""
        most = self._usable - 35
        if size <= most:
            return size
        least = (self._usable - 12) * 32 // 255 - 23
        best = least + (size - least) % (self._usable - 4)
        return best if best <= most else least

    def _overflow(self, number: int, size: int) -> bytes:
        """The part of a row on overflow pages; shorter when their chain is broken."""
        parts = []
        remaining = size
        pages = len(self)
        while remaining > 0 and 0 < number <= pages:
            page = self.page(number)
            part = page[4 : 4 + min(remaining, self._usable - 4)]
            if not part:
                break
            parts.append(part)
            remaining -= len(part)
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)


def _page_size(file: mmap.mmap | bytes) -> int:
    if len(file) >= HEADER and file[:16] == b"SQLite format 3\0":
        size = int.from_bytes(file[16:18], "big")
        size = 65_536 if size == 1 else size
        if size >= 512 and size & (size - 1) == 0:
            return size
    return PAGE_SIZE


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, and the position after it; IndexError at the end of the data."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | data[at], at + 1


def _values(payload: bytes) -> tuple[Value, ...]:
    """The columns of a row; IndexError when the bytes are not a row."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
        if len(kinds) > MAX_COLUMNS:
            raise IndexError("more columns than any table has")
    if at != end:
        raise IndexError("the header of a row has no end")
    values: list[Value] = []
    for kind in kinds:
        if kind >= 12:
            length = (kind - 12) // 2
            content = payload[at : at + length]
            if len(content) != length:
                raise IndexError("a row is too short")
            values.append(content.decode("utf-8") if kind % 2 else content)
            at += length
        elif kind in INTEGER_BYTES:
            length = INTEGER_BYTES[kind]
            values.append(int.from_bytes(payload[at : at + length], "big", signed=True))
            at += length
        elif kind == 7:
            values.append(struct.unpack_from(">d", payload, at)[0])
            at += 8
        elif kind in (0, 8, 9):
            values.append(None if kind == 0 else kind - 8)
        else:
            raise IndexError("unknown kind of value")
    if at != len(payload):
        raise IndexError("a row and its columns differ in length")
    return tuple(values)


def wal_of(database: Path) -> Path:
    """The write-ahead log of a database; SQLite follows symbolic links."""
    resolved = database.resolve()
    return resolved.with_name(resolved.name + "-wal")


def is_wal_broken(database: Path) -> bool:
    """Whether the WAL goes on after its last valid frame, so that SQLite would drop committed changes.

    SQLite ends a WAL silently at the first frame whose checksum is wrong. Frames that are left over from
    before the WAL was begun anew have other salts and other checksums; a file that ends within a frame is of
    a process that was killed as it wrote.
    """
    with suppress(FileNotFoundError), wal_of(database).open("rb") as stream:
        header = _WalHeader.read(stream)
        if header is None:
            return bool(stream.read(1))
        frames = header.frames(stream)
        for frame in frames:
            if not frame.is_valid:
                return frame.has_salts or frame.has_checksum or any(later.has_salts for later in frames)
    return False


class _Frame(NamedTuple):
    """A whole frame of a WAL: its page, whether it ends a transaction, and what is right of it."""

    number: int
    commit: int
    page: bytes
    has_salts: bool
    has_checksum: bool

    @property
    def is_valid(self) -> bool:
        return self.has_salts and self.has_checksum


@dataclass
class _WalHeader:
    """The header of a WAL, and the checksum so far."""

    pairs: struct.Struct
    size: int
    salts: bytes
    checks: tuple[int, int]

    @classmethod
    def read(cls, stream: BinaryIO) -> _WalHeader | None:
        """The header; None when it is invalid or missing."""
        header = stream.read(WAL_HEADER)
        magic, size = int.from_bytes(header[:4], "big"), int.from_bytes(header[8:12], "big")
        if len(header) < WAL_HEADER or magic & ~1 != WAL_MAGIC:
            return None
        pairs = struct.Struct(">II" if magic & 1 else "<II")
        checks = _checksum(pairs, header[:24], (0, 0))
        if checks != struct.unpack(">II", header[24:32]):
            return None
        return cls(pairs, size, header[16:24], checks)

    def frames(self, stream: BinaryIO) -> Iterator[_Frame]:
        """The frames from the position of the stream to the end of the file."""
        while True:
            head, page = stream.read(FRAME_HEADER), stream.read(self.size)
            if len(head) + len(page) < FRAME_HEADER + self.size:
                return
            self.checks = _checksum(self.pairs, page, _checksum(self.pairs, head[:8], self.checks))
            number, commit = struct.unpack(">II", head[:8])
            has_checksum = self.checks == struct.unpack(">II", head[16:24])
            yield _Frame(number, commit, page, head[8:16] == self.salts, has_checksum)


def _wal_pages(path: Path, size: int) -> dict[int, bytes]:
    """The newest version of each page in a WAL, of whole transactions only; empty without a WAL."""
    if not path.exists():
        return {}
    committed: dict[int, bytes] = {}
    fresh: dict[int, bytes] = {}
    with path.open("rb") as stream:
        header = _WalHeader.read(stream)
        if header is None or header.size != size:
            return {}
        for frame in header.frames(stream):
            if not frame.is_valid:
                break
            fresh[frame.number] = frame.page
            if frame.commit:
                committed.update(fresh)
                fresh.clear()
    return committed


def _checksum(pairs: struct.Struct, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    first, second = start
    for one, other in pairs.iter_unpack(data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
