"""What the library knows of a board, and what may be entered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from tilewright.errors import LibraryError, TilewrightError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.drawing import dumps, loads, style_for
from tilewright.families.gunport.library.keys import Key, key_of

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
TIME_EXAMPLE = "2026-01-31T12:00:00Z"
MAX_WHO = 200


def now() -> str:
    """The time in UTC, to the second, as the library writes it."""
    return datetime.now(UTC).strftime(TIME_FORMAT)


def is_time(text: str) -> bool:
    """Whether a text is a time as the library writes it."""
    try:
        datetime.strptime(text, TIME_FORMAT)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Find:
    """An arrangement to be entered: under which rules, who or what found it and when ("" is now).

    ``lower_bound`` pieces are needed, as ``proof`` has proven, one of the tool's own exact engines; 0 and ""
    when nothing is proven.
    """

    arrangement: Arrangement
    rules: Rules
    who: str
    found: str = ""
    lower_bound: int = 0
    proof: str = ""


@dataclass(frozen=True)
class Entry:
    """The best arrangement known of a board, as text, and what is known of it.

    ``lower_bound`` pieces are needed, as ``proof`` has proven; 0 and "" when nothing is known. ``who`` found
    the arrangement, ``found`` is when, in UTC. ``shipped``: it came along with Tilewright. ``drawing`` is
    checked when ``arrangement`` is asked for.
    """

    key: Key
    pieces: int
    ports: int
    lower_bound: int
    proof: str
    who: str
    found: str
    drawing: str
    shipped: bool = False

    @property
    def proven(self) -> bool:
        """Whether no arrangement has fewer pieces."""
        return self.lower_bound >= self.pieces

    @cached_property
    def arrangement(self) -> Arrangement:
        """The arrangement on the key's board; LibraryError when it is none."""
        wrong = self.faults
        if wrong:
            raise LibraryError(f"the library's entry for {self.key.name} is wrong: {wrong[0]}")
        return self._parsed

    def on(self, board: GunportBoard) -> Arrangement:
        """The arrangement as it lies on a board that the entry was found for."""
        return key_of(board, self.key.rules).as_asked(self.arrangement, board)

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the entry, as sentences; the checker's own among them."""
        try:
            arrangement = self._parsed
            filed = key_of(self.key.gunport_board, self.key.rules).key
        except TilewrightError as error:
            return [str(error)]
        wrong = faults(arrangement, self.key.rules)
        if filed != self.key:
            wrong.append("the board is not filed under its own key")
        if len(arrangement.pieces) != self.pieces or len(arrangement.ports) != self.ports:
            wrong.append(
                f"it is said to have {self.pieces} pieces and {self.ports} ports, but has "
                f"{len(arrangement.pieces)} and {len(arrangement.ports)}"
            )
        if self.lower_bound > self.pieces:
            wrong.append(
                f"at least {self.lower_bound} pieces are said to be needed, but it has {self.pieces}"
            )
        if bool(self.proof) != bool(self.lower_bound):
            wrong.append("a lower bound must come with the engine that proved it")
        if not is_time(self.found):
            wrong.append(f"{self.found!r} is no time; expected a form like {TIME_EXAMPLE}")
        return wrong

    @cached_property
    def _parsed(self) -> Arrangement:
        drawn = loads(self.drawing, style_for(self.key.rules))
        board = self.key.gunport_board
        if drawn.board.cells != board.cells:
            raise LibraryError("the arrangement is not drawn on the cells of its board")
        return Arrangement(board, drawn.pieces)


def entry_of(find: Find) -> Entry:
    """A find as an entry. LibraryError, with the first fault, when it is no arrangement under its rules."""
    if not find.who or not find.who.isprintable() or len(find.who) > MAX_WHO:
        raise LibraryError(
            f"{find.who[:40]!r} is no name of a finder; expected one line of at most {MAX_WHO} characters"
        )
    if find.found and not is_time(find.found):
        raise LibraryError(f"{find.found!r} is no time; expected a form like {TIME_EXAMPLE}")
    wrong = faults(find.arrangement, find.rules)
    if wrong:
        more = f"; and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise LibraryError(f"this is no arrangement: {wrong[0]}{more}")
    filed = key_of(find.arrangement.board, find.rules)
    arrangement = filed.filed(find.arrangement)
    return Entry(
        filed.key,
        len(arrangement.pieces),
        len(arrangement.ports),
        find.lower_bound,
        find.proof,
        find.who,
        find.found or now(),
        dumps(arrangement, style_for(find.rules)),
    )
