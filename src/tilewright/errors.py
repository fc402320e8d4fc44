"""Every error that Tilewright raises on purpose.

TilewrightError
├── FormatError       a file or text that breaks the rules of its format: where, and what was expected
├── PuzzleError       a puzzle that contradicts itself: which piece, which cell
├── UnsupportedError  an operation that an engine or a format does not support, and why
├── CheckpointError   a checkpoint that is damaged, or of another puzzle
├── LibraryError      a library of boards that is damaged, of another kind, or in conflict with an entry
├── GameError         a move that a game does not allow, or a text that is not a move, and why
├── DisagreementError two methods that share no code gave different answers: a bug in one of them
├── RunError          a durable run that cannot continue: its file is locked or unknown, its workers differ
│   └── DamagedError  a file of runs that is damaged: no number in it is shown
└── OutputError       a file that cannot be written

Running into a limit is a status (see ``tilewright.solving.engines.base``), not an error. What a reader
ignores, as its format requires, or decides, is a FormatWarning, issued by Python's ``warnings``.

    >>> import tilewright
    >>> try:
    ...     tilewright.loads("no puzzle", "toml")
    ... except tilewright.errors.FormatError as error:
    ...     print("wrong:", type(error).__name__)
    wrong: FormatError
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.wording import visible


class TilewrightError(Exception):
    """Base of all errors that are shown to the user; the text is a plain sentence.

    Values of the user are in it as :func:`tilewright.wording.quoted` writes them. Of other texts, such as
    paths, what does not print is escaped, and very long words are cut.

    ``parameter`` names the argument of a function, such as ``load_puzzle``, that may avoid the error, "" for
    none. The command line adds its option to the text, which names none.

        >>> from tilewright import load
        >>> try:
        ...     load("catalog:lucky-thirten")
        ... except TilewrightError as error:
        ...     print(error)
        the catalogue has no puzzle named 'lucky-thirten'; did you mean lucky-thirteen?
    """

    def __init__(self, *args: object, parameter: str = "") -> None:
        self.parameter = parameter
        super().__init__(*(visible(arg) if isinstance(arg, str) else arg for arg in args))


class FormatError(TilewrightError):
    """A text that breaks the rules of its format.

    ``line`` and ``column`` count from 1; 0 means that the error has no single position.
    """

    def __init__(
        self, message: str, *, file: str = "", line: int = 0, column: int = 0, parameter: str = ""
    ) -> None:
        self.message = visible(message)
        self.file = file
        self.line = line
        self.column = column
        super().__init__(message, parameter=parameter)

    def at(self, file: str) -> FormatError:
        """The same error with the file's name on it."""
        return FormatError(
            self.message, file=file, line=self.line, column=self.column, parameter=self.parameter
        )

    def __str__(self) -> str:
        where = visible(self.file) or "input"
        if self.line:
            where += f", line {self.line}"
            if self.column:
                where += f", column {self.column}"
        return f"{where}: {self.message}"


class FormatWarning(UserWarning):
    """What a reader ignores, as its format requires, or decides; the text says what and where."""


class PuzzleError(TilewrightError):
    """A puzzle that contradicts itself, for example by a forced placement off the board."""


class UnsupportedError(TilewrightError):
    """Something that an engine, a lattice or a format does not support; the message says why."""


class CheckpointError(TilewrightError):
    """A checkpoint that is truncated, damaged, or belongs to another puzzle or question."""


class LibraryError(TilewrightError):
    """A library of gunport boards that cannot be used: damaged, locked, or in conflict with an entry."""


class GameError(TilewrightError):
    """A text that is not a legal move or a position of a game; the message is for the player."""


class DisagreementError(TilewrightError):
    """Two methods that share no search code gave different answers: one of them has a bug.

    ``report`` has what is needed to reproduce that, as values that JSON can hold.
    """

    def __init__(self, message: str, report: Mapping[str, object]) -> None:
        super().__init__(message)
        self.report = dict(report)


class RunError(TilewrightError):
    """A durable run, or the file that holds it, that cannot be used: damaged, locked, or unknown."""


class DamagedError(RunError):
    """A file of durable runs whose rows, sums or pages contradict their checksums."""


class OutputError(TilewrightError):
    """An output file that cannot be written; nothing was written over."""
