"""Every error that Tilewright raises on purpose.

TilewrightError
├── FormatError       a file or text that is not what its format says: where, and what was expected
├── PuzzleError       a puzzle that contradicts itself: which piece, which cell
├── UnsupportedError  an engine or a format that cannot do what was asked, and why
├── CheckpointError   a checkpoint that is damaged, or of another puzzle
├── LibraryError      a library of boards that is damaged, foreign, or contradicts what it is given
├── GameError         a move that a game does not allow, or a text that is no move, and why
├── RunError          a durable run that cannot go on: its file is damaged or held, its workers do not fit
└── OutputError       a file that cannot be written

Running into a limit is a status (see ``tilewright.solve.engines.base``), not an error. What a reader passes
over, because its format says so, is a FormatWarning: it goes through Python's ``warnings``.
"""

from __future__ import annotations


class TilewrightError(Exception):
    """Base of all errors that are the user's to read; its text is a plain sentence."""


class FormatError(TilewrightError):
    """A text that breaks the rules of its format.

    ``line`` and ``column`` count from 1; 0 means that the fault has no single place.
    """

    def __init__(self, message: str, *, file: str = "", line: int = 0, column: int = 0) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        super().__init__(message)

    def at(self, file: str) -> FormatError:
        """The same error with the file's name on it."""
        return FormatError(self.message, file=file, line=self.line, column=self.column)

    def __str__(self) -> str:
        where = self.file or "input"
        if self.line:
            where += f", line {self.line}"
            if self.column:
                where += f", column {self.column}"
        return f"{where}: {self.message}"


class FormatWarning(UserWarning):
    """Something in a file that its format tells a reader to pass over; the text says what, and where."""


class PuzzleError(TilewrightError):
    """A puzzle that cannot be: a piece without cells, a forced placement off the board."""


class UnsupportedError(TilewrightError):
    """Something an engine, a lattice or a format cannot do; the message says which and why."""


class CheckpointError(TilewrightError):
    """A checkpoint that is truncated, damaged, or belongs to another puzzle or question."""


class LibraryError(TilewrightError):
    """A library of gunport boards that cannot be used: damaged, not a library, busy, or contradicted."""


class GameError(TilewrightError):
    """A text that is no legal move of a game, or no position of it; a plain sentence for the player."""


class RunError(TilewrightError):
    """A durable run, or the file that holds it, that cannot be used: damaged, held by another, unknown."""


class OutputError(TilewrightError):
    """An output file that cannot be written; nothing was written over."""
