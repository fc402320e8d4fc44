"""The library of best boards: what is known of each board, and its replacement by something better.

The boards shipped with Tilewright are not copied into the user's file; of two entries of a board the better
one counts. So reading the library creates no file, and a newer Tilewright brings newer boards. The file is an
SQLite database, brought up to date when it is opened; writers wait for each other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tilewright.errors import LibraryError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.library.entries import (
    BoardKey,
    LibraryEntry,
    OtherArrangement,
    Submission,
    entry_of,
    key_of,
)
from tilewright.families.gunport.library.sheets import shipped
from tilewright.families.gunport.query import GunportAnswer
from tilewright.families.gunport.registry import ENGINES
from tilewright.sqlite import DatabaseFormat, Failure, transaction
from tilewright.wording import quoted

MIGRATIONS = (
    """
    CREATE TABLE best (
        -- the name of the piece: domino, L tromino, XX/X.
        piece TEXT NOT NULL CHECK (typeof(piece) = 'text'),
        no_slide INTEGER NOT NULL CHECK (no_slide IN (0, 1)),
        -- 8x10, rows <= columns; or a drawing, the first of its images
        board TEXT NOT NULL CHECK (typeof(board) = 'text'),
        -- of a plain rectangle, else NULL
        rows INTEGER,
        columns INTEGER CHECK (rows <= columns),
        pieces INTEGER NOT NULL CHECK (typeof(pieces) = 'integer' AND pieces >= 0),
        ports INTEGER NOT NULL CHECK (typeof(ports) = 'integer' AND ports >= 0),
        lower_bound INTEGER NOT NULL CHECK (typeof(lower_bound) = 'integer' AND lower_bound <= pieces),
        -- the engine that proved the lower bound, or ''
        proof TEXT NOT NULL CHECK (typeof(proof) = 'text'),
        who TEXT NOT NULL CHECK (typeof(who) = 'text'),
        -- UTC, 2026-01-31T12:00:00Z
        found TEXT NOT NULL CHECK (typeof(found) = 'text'),
        arrangement TEXT NOT NULL CHECK (typeof(arrangement) = 'text'),
        PRIMARY KEY (piece, no_slide, board)
    );
    CREATE INDEX best_by_size ON best (rows, columns);
    """,
    """
    -- how many arrangements have as few pieces, up to symmetry; 0 if they were not counted
    ALTER TABLE best ADD COLUMN classes INTEGER NOT NULL DEFAULT 0
        CHECK (typeof(classes) = 'integer' AND classes >= 0);
    CREATE TABLE others (
        -- further arrangements of a row of best, with as many pieces
        piece TEXT NOT NULL CHECK (typeof(piece) = 'text'),
        no_slide INTEGER NOT NULL CHECK (no_slide IN (0, 1)),
        board TEXT NOT NULL CHECK (typeof(board) = 'text'),
        -- the canonical one of its images under the board's symmetries
        arrangement TEXT NOT NULL CHECK (typeof(arrangement) = 'text'),
        who TEXT NOT NULL CHECK (typeof(who) = 'text'),
        found TEXT NOT NULL CHECK (typeof(found) = 'text'),
        PRIMARY KEY (piece, no_slide, board, arrangement)
    );
    """,
)
"""Lead from each version of the file to the next; never changed, only added to."""

LIBRARY_FORMAT = DatabaseFormat(
    noun="library of boards",
    application_id=int.from_bytes(b"TwGL", "big"),
    migrations=MIGRATIONS,
    file_name="gunport-library.sqlite",
    variable="TILEWRIGHT_LIBRARY",
    error=LibraryError,
)

_ADVICE = {Failure.DAMAGED: "Move it away, or restore a backup"}

DOMINO_RULES = Rules()
WHO = "Tilewright"

OWN, SHIPPED, BOTH = "own", "shipped", "both"
SOURCES = (OWN, SHIPPED, BOTH)
"""Which entries are read: those of the file where the shipped one is no better; the shipped; the best."""

_TYPES = {"board": str, "piece": str, "no_slide": int, "pieces": int, "ports": int, "lower_bound": int,
          "proof": str, "who": str, "found": str, "arrangement": str, "classes": int}  # fmt: skip
_SELECT = f"SELECT {', '.join(_TYPES)} FROM best"
_OTHER_TYPES = {"piece": str, "no_slide": int, "board": str, "arrangement": str, "who": str, "found": str}
_SELECT_OTHERS = f"SELECT {', '.join(_OTHER_TYPES)} FROM others"
_WHERE = "WHERE piece = ? AND no_slide = ? AND board = ?"


@dataclass(frozen=True)
class SubmissionResult:
    """What a submission changed.

    ``result``: ``new``, the board was not in the library; ``better``, by ``fewer`` pieces than before;
    ``proven``, no fewer pieces, but now proven to be the fewest; ``bound``, only a higher lower bound;
    ``another``, as many pieces, and different by more than a symmetry from what was known; ``counted``, only
    how many arrangements there are; ``full``, another one, but the library keeps no more of this board;
    ``known``, nothing. ``entry`` is what the library has now.
    """

    result: str
    fewer: int
    entry: LibraryEntry

    @property
    def entered(self) -> bool:
        """Whether the library has changed."""
        return self.result not in ("known", "full")


class Library:
    """Best boards in a file, besides the shipped ones; each operation opens the file and closes it.

    Several programs may use one file at a time. LibraryError when the file cannot be used.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = LIBRARY_FORMAT.default_path() if path is None else Path(path)

    def best(
        self, board: GunportBoard, rules: Rules = DOMINO_RULES, *, source: str = BOTH
    ) -> LibraryEntry | None:
        """The best arrangement known of a board or of an image of it; None when none is known.

        ``source`` is one of SOURCES. LibraryError when the entry is wrong. ``entry.on(board)`` is the
        arrangement on ``board`` itself.
        """
        key = key_of(board, rules).key
        with _reading(self.path) as connection:
            own = _own(connection, key) if connection and source != SHIPPED else None
        entry = _best_of(own, shipped().get(key))
        if entry is not None and entry.shipped and source == OWN:
            entry = None
        if entry is not None:
            entry.arrangement  # noqa: B018 - entries are checked before they are returned
        return entry

    def entries(self, *, source: str = BOTH) -> list[LibraryEntry]:
        """What is known of every board, rectangles by size before others; not checked, see
        ``LibraryEntry.faults``.

        ``source`` is one of SOURCES.
        """
        with _reading(self.path) as connection:
            rows = _rows(connection) if connection and source != SHIPPED else []
        known: dict[BoardKey, LibraryEntry] = {} if source == OWN else dict(shipped())
        for row in rows:
            entry = _best_of(row, shipped().get(row.key))
            if entry is not None and not (source == OWN and entry.shipped):
                known[row.key] = entry
        return sorted(known.values(), key=_order)

    def enter(self, submissions: Sequence[Submission]) -> list[SubmissionResult]:
        """Enter what is better than what is known: all of it, or nothing when something is wrong.

        A submission with as many pieces adds what it proves, and its arrangement if that differs by more than
        a symmetry from those that are kept; the first arrangement and its finder stay.
        LibraryError for an invalid arrangement, and for one that contradicts what is proven. ValueError when
        a lower bound does not come from an exact engine of Tilewright.
        """
        entries = []
        for submission in submissions:
            if (submission.lower_bound or submission.proof) and submission.proof not in ENGINES:
                raise ValueError(
                    f"{quoted(submission.proof)} is not an exact engine; expected one of {', '.join(ENGINES)}"
                )
            entries.append(entry_of(submission))
        if not self.path.exists():
            results = [_compare(entry, shipped().get(entry.key)) for entry in entries]
            if not any(outcome.entered for outcome in results):
                return results
        with _writing(self.path) as connection:
            known: dict[BoardKey, LibraryEntry | None] = {}
            return [_put(connection, entry, known) for entry in entries]

    def record(self, answer: GunportAnswer, *, exact: str = "", who: str = "") -> SubmissionResult | None:
        """Enter the arrangements of an answer, and with ``exact`` its lower bound and their number.

        The result is that of the best arrangement; None when there is neither one nor a bound. ``exact``
        names the engine that proved the bound, one of ``ENGINES``; without it nothing counts as proven.
        ``who`` found them; "" is Tilewright with the answer's method.
        """
        bound = answer.lower_bound if exact else 0
        proof = (bound, exact if bound else "")
        if answer.best is not None:
            finder = who or f"{WHO}, {answer.method}".removesuffix(", ")
            classes = answer.up_to_symmetry or 0 if exact and answer.proven else 0
            best = Submission(answer.best, answer.rules, finder, "", *proof, classes)
            return self.enter([best, *(replace(best, arrangement=a) for a in answer.arrangements[1:])])[0]
        entry = self.best(answer.board, answer.rules) if bound else None
        if entry is None:
            return None
        known = Submission(entry.on(answer.board), answer.rules, entry.who, entry.found, *proof)
        return self.enter([known])[0]

    def verify(self, *, remove: bool = False) -> tuple[int, list[tuple[LibraryEntry, list[str]]]]:
        """Check every entry, also the shipped ones: how many there are, and the wrong ones with their faults.

        ``remove`` deletes wrong entries from the user's file. LibraryError when the file itself is damaged.
        """
        with _reading(self.path) as connection:
            if connection and (damage := _integrity_errors(connection)):
                raise LibraryError(f"{self.path}: the library is damaged: {damage[0]}")
            own = _rows(connection) if connection else []
        entries = [*own, *shipped().values()]
        wrong = [(entry, entry.faults) for entry in entries if entry.faults]
        taken = [entry.key for entry, _ in wrong if not entry.shipped]
        if remove and taken:
            with _writing(self.path) as connection:
                for key in taken:
                    # Another program may have corrected it in the meantime.
                    again = _own(connection, key)
                    if again and again.faults:
                        _delete(connection, key)
        return len(entries), wrong


def _order(entry: LibraryEntry) -> tuple[object, ...]:
    key, size = entry.key, entry.key.size or (entry.ports, entry.pieces)
    return key.piece != "domino", key.piece, key.no_slide, key.size is None, *size, key.board


def _best_of(own: LibraryEntry | None, builtin: LibraryEntry | None) -> LibraryEntry | None:
    """The better of two entries of one board, with the higher of their bounds; the user's own when equal,
    with the arrangements of both."""
    if own is None or builtin is None:
        return own or builtin
    best, other = (builtin, own) if builtin.pieces < own.pieces else (own, builtin)
    if other.lower_bound > best.lower_bound:
        best = replace(best, lower_bound=other.lower_bound, proof=other.proof)
    if other.pieces == best.pieces and other.drawing != best.drawing:
        best = best.with_others(other.as_others)
    return best


def _compare(entry: LibraryEntry, known: LibraryEntry | None) -> SubmissionResult:
    """What a checked entry adds to what is known; LibraryError when the two contradict each other."""
    for few, bounded in ((entry, entry), (entry, known or entry), (known or entry, entry)):
        if few.pieces < bounded.lower_bound:
            raise LibraryError(
                f"{entry.key.name}: an arrangement with {few.pieces} pieces passes the checker, but "
                f"{quoted(bounded.proof)} proved that {bounded.lower_bound} are needed; Tilewright "
                "has an error, "
                "or the library was changed by hand. Nothing was entered"
            )
    if known is None:
        return SubmissionResult("new", 0, entry)
    fewer = known.pieces - entry.pieces
    if fewer > 0:
        now = _with_proof(entry, known)
    else:
        now = _with_proof(known, entry)
        if not fewer:
            now = _with_count(now.with_others(entry.as_others), entry.classes)
    return SubmissionResult(_result(entry, known, now), max(0, fewer), now)


def _with_proof(entry: LibraryEntry, prover: LibraryEntry) -> LibraryEntry:
    """An entry with the bound of another one, if that is higher."""
    if prover.lower_bound <= entry.lower_bound:
        return entry
    return replace(entry, lower_bound=prover.lower_bound, proof=prover.proof)


def _with_count(entry: LibraryEntry, classes: int) -> LibraryEntry:
    """An entry with the number of arrangements that an engine has counted, 0 for none."""
    counted = classes or entry.classes
    if counted and (counted < entry.kept or (entry.classes and counted != entry.classes)):
        raise LibraryError(
            f"{entry.key.name}: {counted} arrangements up to symmetry were counted, but the library knows of "
            f"{max(entry.kept, entry.classes)}; Tilewright has an error, or the library was changed by hand. "
            "Nothing was entered"
        )
    return entry if counted == entry.classes else replace(entry, classes=counted)


def _result(entry: LibraryEntry, known: LibraryEntry, now: LibraryEntry) -> str:
    """The word for what changed, as ``SubmissionResult`` has it."""
    if entry.pieces < known.pieces:
        return "better"
    if now.lower_bound > known.lower_bound:
        return "proven" if now.proven else "bound"
    if now.kept > known.kept:
        return "another"
    if now.classes != known.classes:
        return "counted"
    is_new = entry.pieces == known.pieces and not entry.canonical_drawings <= known.canonical_drawings
    return "full" if is_new else "known"


def _put(
    connection: sqlite3.Connection, entry: LibraryEntry, known: dict[BoardKey, LibraryEntry | None]
) -> SubmissionResult:
    """Enter one entry into the user's file, if it adds anything; a wrong entry there counts as none.

    ``known`` has what was read of the boards in this transaction, and is kept up to date.
    """
    key = entry.key
    if key not in known:
        own = _own(connection, key)
        if own is None or own.faults:
            own = None
            _delete(connection, key)
        known[key] = _best_of(own, shipped().get(key))
    outcome = _compare(entry, known[key])
    if not outcome.entered:
        return outcome
    before, now = known[key], replace(outcome.entry, shipped=False)
    known[key] = now
    values = [*now.header.values(), now.drawing, now.classes, *(now.key.size or (None, None))]
    connection.execute(
        f"INSERT OR REPLACE INTO best ({', '.join(_TYPES)}, rows, columns) "
        f"VALUES ({', '.join('?' * len(values))})",
        values,
    )
    if outcome.result == "better":
        connection.execute(f"DELETE FROM others {_WHERE}", (key.piece, key.no_slide, key.board))
    kept = before.others if before is not None and outcome.result != "better" else ()
    connection.executemany(
        f"INSERT INTO others ({', '.join(_OTHER_TYPES)}) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (key.piece, key.no_slide, key.board, other.drawing, other.who, other.found)
            for other in now.others[len(kept) :]
        ],
    )
    return replace(outcome, entry=now)


def _own(connection: sqlite3.Connection, key: BoardKey) -> LibraryEntry | None:
    place = (key.piece, key.no_slide, key.board)
    row = connection.execute(f"{_SELECT} {_WHERE}", place).fetchone()
    if row is None:
        return None
    others = connection.execute(f"{_SELECT_OTHERS} {_WHERE} ORDER BY rowid", place)
    return replace(_entry(row), others=tuple(_other(other)[1] for other in others))


def _rows(connection: sqlite3.Connection) -> list[LibraryEntry]:
    others: dict[BoardKey, list[OtherArrangement]] = {}
    for row in connection.execute(f"{_SELECT_OTHERS} ORDER BY rowid"):
        key, other = _other(row)
        others.setdefault(key, []).append(other)
    entries = [_entry(row) for row in connection.execute(_SELECT)]
    return [replace(entry, others=tuple(others.get(entry.key, ()))) for entry in entries]


def _delete(connection: sqlite3.Connection, key: BoardKey) -> None:
    for table in ("best", "others"):
        connection.execute(f"DELETE FROM {table} {_WHERE}", (key.piece, key.no_slide, key.board))


def _entry(row: tuple[Any, ...]) -> LibraryEntry:
    """A row as an entry; LibraryError for values of other types, which the table does not accept."""
    _check_types(row, _TYPES)
    fields = dict(zip(_TYPES, row, strict=True))
    return LibraryEntry.of(fields, fields["arrangement"], classes=fields["classes"])


def _other(row: tuple[Any, ...]) -> tuple[BoardKey, OtherArrangement]:
    _check_types(row, _OTHER_TYPES)
    piece, no_slide, board, *rest = row
    return BoardKey(piece, bool(no_slide), board), OtherArrangement(*rest)


def _check_types(row: tuple[Any, ...], types: dict[str, type]) -> None:
    if list(map(type, row)) != list(types.values()):
        raise LibraryError(f"the library is damaged: a row is {str(row)[:60]}...")


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The library open for reading, up to date; None when there is none yet. LibraryError as ``_writing``."""
    with LIBRARY_FORMAT.named_errors(path, _ADVICE):
        if not path.exists():
            yield None
            return
        with _connection(path, create=False) as connection:
            yield connection


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    """The library open in a transaction, created if there is none; an exception rolls everything back.

    LibraryError when the file is no library, damaged, made by a newer Tilewright, in use for too long by
    another program, or cannot be written.
    """
    with LIBRARY_FORMAT.named_errors(path, _ADVICE):
        LIBRARY_FORMAT.prepare_directory(path)
        with _connection(path, create=True) as connection, transaction(connection):
            yield connection


@contextmanager
def _connection(path: Path, *, create: bool) -> Iterator[Any]:
    """A connection to the file, brought up to date; None for an empty one, unless it is to be created."""
    with closing(LIBRARY_FORMAT.connect(path, create=create)) as connection:
        with transaction(connection, "DEFERRED"):
            version = LIBRARY_FORMAT.version(connection, path)
        if (version or create) and version < len(LIBRARY_FORMAT.migrations):
            LIBRARY_FORMAT.migrate(connection, path)
        yield connection if version or create else None


def _integrity_errors(connection: sqlite3.Connection) -> list[str]:
    """The damage that SQLite finds in the file; empty if there is none."""
    lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    # A violated CHECK is no damage of the file; entries are checked one by one.
    return [line for line in lines if line != "ok" and not line.startswith("CHECK constraint failed")]
