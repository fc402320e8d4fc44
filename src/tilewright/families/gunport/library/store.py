"""The library itself: what is known of each board, and what is entered when something better is found.

What comes along with Tilewright lies under the user's own file: it is never copied there, and of the two the
better one counts. So looking at the library makes no file, and a newer Tilewright brings newer boards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tilewright.errors import LibraryError
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.library.best_boards import shipped
from tilewright.families.gunport.library.database import LIBRARY_FORMAT, integrity_errors, reading, writing
from tilewright.families.gunport.library.entries import Entry, Find, entry_of
from tilewright.families.gunport.library.keys import Key, key_of

DOMINO_RULES = Rules()
WHO = "Tilewright"

EXACT_METHODS = ("dense", "bounded", "frontier")
"""The tool's own exact engines: what one of them says is needed is believed; the word of others is not."""

_TYPES = (str, int, str, int, int, int, str, str, str, str)
_COLUMNS = "piece, no_slide, board, pieces, ports, lower_bound, proof, who, found, arrangement"


@dataclass(frozen=True)
class Outcome:
    """What became of a find.

    ``result``: ``new``, the board was not in the library; ``better``, by ``fewer`` pieces than before;
    ``proven``, no fewer pieces, but now proven to be the fewest; ``bound``, only a higher lower bound;
    ``known``, nothing that was not there. ``entry`` is what the library has now.
    """

    result: str
    fewer: int
    entry: Entry

    @property
    def entered(self) -> bool:
        """Whether the library has changed."""
        return self.result != "known"


class Library:
    """Best boards in a file, over those that come along; each operation opens the file and closes it.

    Several programs may use one file at a time. LibraryError when the file cannot be used: see ``storage``.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = LIBRARY_FORMAT.default_path() if path is None else Path(path)

    def best(self, board: GunportBoard, rules: Rules = DOMINO_RULES) -> Entry | None:
        """The best arrangement known of a board or of an image of it; None when none is known.

        LibraryError when the entry is wrong. ``entry.on(board)`` is the arrangement on the board as asked.
        """
        key = key_of(board, rules).key
        with reading(self.path) as connection:
            own = _own(connection, key) if connection else None
        entry = _best_of(own, shipped().get(key))
        if entry is not None:
            entry.arrangement  # noqa: B018 - nothing leaves the library unchecked
        return entry

    def entries(self, *, own: bool = False) -> list[Entry]:
        """What is known of every board, rectangles by size before others; not checked, see ``Entry.faults``.

        ``own`` leaves out the boards that came along and that nobody has improved.
        """
        with reading(self.path) as connection:
            rows = _rows(connection) if connection else []
        known: dict[Key, Entry] = {} if own else dict(shipped())
        for row in rows:
            entry = _best_of(row, shipped().get(row.key))
            if entry is not None and not (own and entry.shipped):
                known[row.key] = entry
        return sorted(known.values(), key=_order)

    def enter(self, finds: Sequence[Find]) -> list[Outcome]:
        """Enter what is better than what is known: all of it, or nothing when something is wrong.

        A find with no fewer pieces only adds what it proves; the arrangement and its finder stay.
        LibraryError for a find that is no arrangement, and for one that contradicts what is proven.
        ValueError when a lower bound comes from anything but an exact engine of the tool itself.
        """
        entries = []
        for find in finds:
            if (find.lower_bound or find.proof) and find.proof not in EXACT_METHODS:
                raise ValueError(f"{find.proof!r} proves nothing here; expected one of {EXACT_METHODS}")
            entries.append(entry_of(find))
        outcomes = [_judged(entry, shipped().get(entry.key)) for entry in entries]
        if not self.path.exists() and not any(outcome.entered for outcome in outcomes):
            return outcomes
        with writing(self.path) as connection:
            return [_put(connection, entry) for entry in entries]

    def record(self, answer: GunportAnswer, *, exact: str = "", who: str = "") -> Outcome | None:
        """Enter the arrangement of an answer, and with ``exact`` its lower bound; None when it has neither.

        ``exact`` names the tool's own exact engine that proved the bound, one of ``EXACT_METHODS``; without
        it nothing is taken for proven, whatever the answer says. ``who`` found it; "" is Tilewright, with the
        answer's method.
        """
        bound = answer.lower_bound if exact else 0
        if not answer.arrangements:
            return self._raise_bound(answer, exact) if bound else None
        finder = who or f"{WHO}, {answer.method}".removesuffix(", ")
        find = Find(answer.arrangements[0], answer.rules, finder, "", bound, exact if bound else "")
        return self.enter([find])[0]

    def _raise_bound(self, answer: GunportAnswer, exact: str) -> Outcome | None:
        entry = self.best(answer.board, answer.rules)
        if entry is None:
            return None
        arrangement = entry.on(answer.board)
        return self.enter(
            [Find(arrangement, answer.rules, entry.who, entry.found, answer.lower_bound, exact)]
        )[0]

    def verify(self, *, remove: bool = False) -> tuple[int, list[tuple[Entry, list[str]]]]:
        """Check every entry, those that came along too: how many there are, and the wrong ones with faults.

        ``remove`` takes wrong entries out of the user's file. LibraryError when the file itself is damaged.
        """
        with reading(self.path) as connection:
            if connection and (damage := integrity_errors(connection)):
                raise LibraryError(f"{self.path}: the library is damaged: {damage[0]}")
            own = _rows(connection) if connection else []
        entries = [*own, *shipped().values()]
        wrong = [(entry, entry.faults) for entry in entries if entry.faults]
        taken = [entry.key for entry, _ in wrong if not entry.shipped]
        if remove and taken:
            with writing(self.path) as connection:
                for key in taken:
                    # Another program may have mended it in the meantime.
                    again = _own(connection, key)
                    if again and again.faults:
                        _delete(connection, key)
        return len(entries), wrong


def _order(entry: Entry) -> tuple[bool, str, bool, bool, int, int, str]:
    size = entry.key.size
    rows, columns = size or (entry.ports, entry.pieces)
    return (
        entry.key.piece != "domino",
        entry.key.piece,
        entry.key.no_slide,
        size is None,
        rows,
        columns,
        entry.key.board,
    )


def _best_of(own: Entry | None, along: Entry | None) -> Entry | None:
    """The better of two entries of one board, with the higher of their bounds; the user's own when equal."""
    if own is None or along is None:
        return own or along
    best, other = (along, own) if along.pieces < own.pieces else (own, along)
    if other.lower_bound > best.lower_bound:
        return replace(best, lower_bound=other.lower_bound, proof=other.proof)
    return best


def _judged(entry: Entry, known: Entry | None) -> Outcome:
    """What a checked entry adds to what is known; LibraryError when the two cannot both be."""
    for few, bounded in ((entry, entry), (entry, known or entry), (known or entry, entry)):
        if few.pieces < bounded.lower_bound:
            raise LibraryError(
                f"{entry.key.name}: an arrangement with {few.pieces} pieces passes the checker, but "
                f"{bounded.proof!r} says that {bounded.lower_bound} are needed; one of the two is a fault in "
                "Tilewright, or the library was changed by hand. Nothing was entered"
            )
    if known is None:
        return Outcome("new", 0, entry)
    fewer = known.pieces - entry.pieces
    best = entry if fewer > 0 else known
    prover = entry if entry.lower_bound > known.lower_bound else known
    now = replace(best, lower_bound=prover.lower_bound, proof=prover.proof)
    if fewer > 0:
        return Outcome("better", fewer, now)
    if prover is known:
        return Outcome("known", 0, known)
    return Outcome("proven" if now.proven else "bound", 0, now)


def _put(connection: sqlite3.Connection, entry: Entry) -> Outcome:
    """Enter one entry into the user's file, if it adds anything; a wrong entry there counts as none."""
    own = _own(connection, entry.key)
    if own is not None and own.faults:
        own = None
        _delete(connection, entry.key)
    outcome = _judged(entry, _best_of(own, shipped().get(entry.key)))
    if outcome.entered:
        now = replace(outcome.entry, shipped=False)
        rows, columns = now.key.size or (None, None)
        connection.execute(
            f"INSERT OR REPLACE INTO best ({_COLUMNS}, rows, columns) VALUES ({', '.join('?' * 12)})",
            (
                now.key.piece,
                int(now.key.no_slide),
                now.key.board,
                now.pieces,
                now.ports,
                now.lower_bound,
                now.proof,
                now.who,
                now.found,
                now.drawing,
                rows,
                columns,
            ),
        )
        return replace(outcome, entry=now)
    return outcome


def _own(connection: sqlite3.Connection, key: Key) -> Entry | None:
    where = "piece = ? AND no_slide = ? AND board = ?"
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM best WHERE {where}", (key.piece, int(key.no_slide), key.board)
    ).fetchone()
    return None if row is None else _entry(row)


def _rows(connection: sqlite3.Connection) -> list[Entry]:
    return [_entry(row) for row in connection.execute(f"SELECT {_COLUMNS} FROM best")]


def _delete(connection: sqlite3.Connection, key: Key) -> None:
    connection.execute(
        "DELETE FROM best WHERE piece = ? AND no_slide = ? AND board = ?",
        (key.piece, int(key.no_slide), key.board),
    )


def _entry(row: tuple[Any, ...]) -> Entry:
    """A row as an entry; LibraryError for values of other kinds, which the table does not take."""
    if tuple(map(type, row)) != _TYPES:
        raise LibraryError(f"the library is damaged: a row is {str(row)[:60]}...")
    piece, no_slide, board, *rest = row
    return Entry(Key(piece, bool(no_slide), board), *rest)
