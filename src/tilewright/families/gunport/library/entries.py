"""The entries of the library: the key of a board, what is known of it, and what may be entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from operator import itemgetter
from typing import Any

from tilewright.errors import LibraryError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import (
    Arrangement,
    BoardMotion,
    GunportBoard,
    Rules,
    board_symmetries,
    canonical,
    faults,
)
from tilewright.families.gunport.board_files import board_of_size, dumps_board, loads_board, size_of
from tilewright.families.gunport.drawing import BLANK_ROW, dumps, loads, style_for
from tilewright.families.gunport.pieces import rules_for, shape_drawing
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.lattices.square import DIAGONAL, IDENTITY
from tilewright.wording import quoted

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
MAX_WHO = 200


def time_fault(text: str) -> str:
    """What is wrong with a text as a time in UTC, to the second, as the library writes it; "" if nothing."""
    try:
        datetime.strptime(text, TIME_FORMAT)
    except ValueError:
        return f"{quoted(text)} is not a time; expected a form like 2026-01-31T12:00:00Z"
    return ""


@dataclass(frozen=True)
class BoardKey:
    """The key of an entry: the rules and the board up to its eight images, as text.

    ``piece`` is the name that ``rules_for`` reads, ``board`` is ``8x10`` or a drawing. Of a board and its
    images the lowest is kept, and of these the one whose drawing comes first; so rectangles have rows <=
    columns.
    """

    piece: str
    no_slide: bool
    board: str

    @cached_property
    def rules(self) -> Rules:
        """The rules; PuzzleError for a wrong name of the piece."""
        return rules_for(self.piece, no_slide=self.no_slide)

    @cached_property
    def gunport_board(self) -> GunportBoard:
        """The board; FormatError or PuzzleError for a wrong text."""
        return board_of_size(self.board) or loads_board(self.board)

    @property
    def size(self) -> tuple[int, int] | None:
        """Rows and columns of a plain rectangle, else None."""
        return size_of(self.board)

    @property
    def name(self) -> str:
        """``8x10``, or ``board of 52 cells``."""
        if self.size:
            return self.board
        return f"board of {len(''.join(self.board.split()).replace(BLANK_ROW, ''))} cells"


@dataclass(frozen=True)
class KeyedBoard:
    """The key of a board, and the image of each of its cells on the key's board."""

    key: BoardKey
    images: BoardMotion

    def to_key_board(self, arrangement: Arrangement) -> Arrangement:
        """An arrangement on the board as one on the key's board."""
        return arrangement.moved(self.images, self.key.gunport_board)

    def from_key_board(self, arrangement: Arrangement, board: GunportBoard) -> Arrangement:
        """An arrangement on the key's board as one on the board itself."""
        return arrangement.moved({image: cell for cell, image in self.images.items()}, board)


def key_of(board: GunportBoard, rules: Rules) -> KeyedBoard:
    """The key of a board and rules.

    UnsupportedError for a piece that may not be rotated and reflected freely, and for a board that cannot be
    drawn because its cells lie too far apart.
    """
    piece = _piece_name(rules)
    if board.size is not None:
        rows, columns = sorted(board.size)
        motion = IDENTITY if board.size == (rows, columns) else DIAGONAL
        turned = {cell: motion(cell) for cell in board.cells}
        return KeyedBoard(BoardKey(piece, rules.no_slide, f"{rows}x{columns}"), turned)
    text, images = min(
        ((_board_text(board.moved(images)), images) for images in _lowest(board)), key=itemgetter(0)
    )
    return KeyedBoard(BoardKey(piece, rules.no_slide, text), images)


def _board_text(board: GunportBoard) -> str:
    return f"{board.size[0]}x{board.size[1]}" if board.size else dumps_board(board)


def _lowest(board: GunportBoard) -> Iterator[dict[Cell, Cell]]:
    """The image of each cell under each motion to the origin after which the board is lowest."""
    xs, ys = [x for x, _ in board.cells], [y for _, y in board.cells]
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    for motion in SQUARE.motions["all"]:
        (a, c), (b, d) = motion((1, 0)), motion((0, 1))
        if (width if c else height) > min(width, height):
            continue
        left = min(a * min(xs), a * max(xs)) + min(b * min(ys), b * max(ys))
        top = min(c * min(xs), c * max(xs)) + min(d * min(ys), d * max(ys))
        yield {(x, y): (a * x + b * y - left, c * x + d * y - top) for x, y in board.cells}


def _piece_name(rules: Rules) -> str:
    if rules.piece.name == "domino" and rules.is_domino:
        known = rules_for("domino")
    else:
        known = rules_for(shape_drawing(rules.orientations[0], "#"))
    if known.orientations != rules.orientations:
        raise UnsupportedError(
            "the library keeps boards for pieces that may be rotated and reflected; "
            f"{quoted(rules.piece.name)} "
            f"has the motions {quoted(rules.piece.motions)}"
        )
    return known.piece.name


@dataclass(frozen=True)
class Submission:
    """An arrangement to be entered, its rules, who or what found it, and when ("" is now).

    ``lower_bound`` pieces are needed, as the exact engine ``proof`` has proven; 0 and "" when nothing is
    proven. ``classes`` arrangements have as few, up to symmetry, as the same engine has counted; 0 when they
    were not counted.
    """

    arrangement: Arrangement
    rules: Rules
    who: str
    found: str = ""
    lower_bound: int = 0
    proof: str = ""
    classes: int = 0


HISTORY = {
    BoardKey(
        "domino", no_slide=False, board="8x10"
    ): "First solved by Captain J. C. Huvall in 1975, as Gardner reports"
}
"""What is known of a board from before the library, as a sentence without its full stop."""

ENTRY_FIELDS = ("pieces", "ports", "lower_bound", "proof", "who", "found")
MAX_ARRANGEMENTS = 100  # that the library keeps of one board
MAX_IMAGES = 8  # of an arrangement


@dataclass(frozen=True)
class OtherArrangement:
    """A further arrangement of an entry, the canonical one of its images, who found it, and when in UTC."""

    drawing: str
    who: str
    found: str


@dataclass(frozen=True)
class LibraryEntry:
    """The best arrangement known of a board, as text, and what is known of it.

    ``lower_bound`` pieces are needed, as ``proof`` has proven; 0 and "" when nothing is known. ``who`` found
    the arrangement, at the time ``found`` in UTC. ``shipped``: it is part of Tilewright. ``drawing`` is
    checked when ``arrangement`` is used.

    ``others`` have as few pieces and differ from it and from each other by more than a symmetry of the
    board; at most ``MAX_ARRANGEMENTS`` are kept, with the first. ``classes``: how many there are, as an exact
    engine has counted; 0 when that is not known.
    """

    key: BoardKey
    pieces: int
    ports: int
    lower_bound: int
    proof: str
    who: str
    found: str
    drawing: str
    shipped: bool = False
    others: tuple[OtherArrangement, ...] = ()
    classes: int = 0

    @property
    def proven(self) -> bool:
        """Whether no arrangement has fewer pieces."""
        return self.lower_bound >= self.pieces

    @property
    def kept(self) -> int:
        """How many arrangements the library has of the board, up to symmetry."""
        return 1 + len(self.others)

    @cached_property
    def canonical_drawings(self) -> frozenset[str]:
        """The canonical image of each arrangement that is kept."""
        return frozenset({self._canonical_drawing(self.drawing), *(other.drawing for other in self.others)})

    def with_others(self, others: Iterable[OtherArrangement]) -> LibraryEntry:
        """The entry with further arrangements, those that it has not and up to the limit."""
        known = set(self.canonical_drawings)
        kept = list(self.others)
        for other in others:
            if other.drawing not in known and len(kept) + 1 < MAX_ARRANGEMENTS:
                known.add(other.drawing)
                kept.append(other)
        return self if len(kept) == len(self.others) else replace(self, others=tuple(kept))

    @property
    def as_others(self) -> tuple[OtherArrangement, ...]:
        """All arrangements of the entry as further ones of another entry for the same board."""
        first = OtherArrangement(self._canonical_drawing(self.drawing), self.who, self.found)
        return (first, *self.others)

    def _canonical_drawing(self, drawing: str) -> str:
        rules = self.key.rules
        group = board_symmetries(self.key.gunport_board, rules)
        return dumps(canonical(self._parse(drawing), group), style_for(rules))

    @property
    def header(self) -> dict[str, Any]:
        """All but the drawing, as the header of a sheet and the columns of the library's file have it."""
        return {
            "board": self.key.board,
            "piece": self.key.piece,
            "no_slide": self.key.no_slide,
            **{name: getattr(self, name) for name in ENTRY_FIELDS},
        }

    @classmethod
    def of(
        cls, header: Mapping[str, Any], drawing: str, *, shipped: bool = False, classes: int = 0
    ) -> LibraryEntry:
        """The entry with this header and drawing."""
        key = BoardKey(header["piece"], bool(header["no_slide"]), header["board"])
        fields = {name: header[name] for name in ENTRY_FIELDS}
        return cls(key, **fields, drawing=drawing, shipped=shipped, classes=classes)

    @cached_property
    def arrangement(self) -> Arrangement:
        """The arrangement on the key's board; LibraryError when it is invalid."""
        wrong = self.faults
        if wrong:
            raise LibraryError(f"the library's entry for {self.key.name} is wrong: {wrong[0]}")
        return self._parsed

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """All that are kept, on the key's board, the first first; LibraryError when the entry is wrong."""
        return (self.arrangement, *(self._parse(other.drawing) for other in self.others))

    def on(self, board: GunportBoard) -> Arrangement:
        """The arrangement on ``board``, which has the entry's key."""
        return self.all_on(board)[0]

    def all_on(self, board: GunportBoard) -> tuple[Arrangement, ...]:
        """All arrangements that are kept, on ``board``, which has the entry's key."""
        keyed = key_of(board, self.key.rules)
        return tuple(keyed.from_key_board(arrangement, board) for arrangement in self.arrangements)

    @property
    def sheets(self) -> Iterator[LibraryEntry]:
        """One entry for each arrangement that is kept, each with its finder and its time."""
        yield self
        for other in self.others:
            yield replace(self, drawing=other.drawing, who=other.who, found=other.found, others=())

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the entry, as sentences, including those of the checker."""
        try:
            arrangement = self._parsed
            key = key_of(self.key.gunport_board, self.key.rules).key
        except TilewrightError as error:
            return [str(error)]
        wrong = faults(arrangement, self.key.rules)
        if key != self.key:
            wrong.append("the board is not stored under its own key")
        if len(arrangement.pieces) != self.pieces or len(arrangement.ports) != self.ports:
            wrong.append(
                f"the entry says {self.pieces} pieces and {self.ports} ports, but the arrangement has "
                f"{len(arrangement.pieces)} and {len(arrangement.ports)}"
            )
        if self.lower_bound > self.pieces:
            wrong.append(
                f"the entry says that at least {self.lower_bound} pieces are needed, but it has {self.pieces}"
            )
        if bool(self.proof) != bool(self.lower_bound):
            wrong.append("a lower bound must come with the engine that proved it")
        if fault := time_fault(self.found):
            wrong.append(fault)
        wrong += [fault for other in self.others if (fault := self._fault_of(other))]
        if not wrong and len(self.canonical_drawings) < self.kept:
            wrong.append("an arrangement is kept twice")
        if self.classes and (not self.proven or self.classes < self.kept):
            wrong.append(
                f"the entry says that there are {self.classes} arrangements up to symmetry, but it has "
                f"{self.kept}{'' if self.proven else ', and they are not proven to be the best'}"
            )
        return wrong

    def _fault_of(self, other: OtherArrangement) -> str:
        """The first fault of a further arrangement; "" if there is none."""
        try:
            arrangement = self._parse(other.drawing)
        except TilewrightError as error:
            return str(error)
        if wrong := faults(arrangement, self.key.rules):
            return wrong[0]
        if len(arrangement.pieces) != self.pieces:
            return f"a further arrangement has {len(arrangement.pieces)} pieces, the first has {self.pieces}"
        if self._canonical_drawing(other.drawing) != other.drawing:
            return "a further arrangement is not stored as the canonical one of its images"
        return time_fault(other.found)

    @cached_property
    def _parsed(self) -> Arrangement:
        return self._parse(self.drawing)

    def _parse(self, drawing: str) -> Arrangement:
        drawn = loads(drawing, style_for(self.key.rules))
        board = self.key.gunport_board
        if drawn.board.cells != board.cells:
            raise LibraryError("the arrangement is not drawn on the cells of its board")
        return Arrangement(board, drawn.pieces)


def entry_of(submission: Submission) -> LibraryEntry:
    """The entry of a submission. LibraryError, with the first fault, when its arrangement is invalid."""
    if not submission.who or not submission.who.isprintable() or len(submission.who) > MAX_WHO:
        raise LibraryError(
            f"{quoted(submission.who)} is not a finder; expected one line of at most {MAX_WHO} characters"
        )
    if submission.found and (fault := time_fault(submission.found)):
        raise LibraryError(fault)
    wrong = faults(submission.arrangement, submission.rules)
    if wrong:
        more = f"; and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise LibraryError(f"this is not a valid arrangement: {wrong[0]}{more}")
    keyed = key_of(submission.arrangement.board, submission.rules)
    arrangement = keyed.to_key_board(submission.arrangement)
    return LibraryEntry(
        keyed.key,
        len(arrangement.pieces),
        len(arrangement.ports),
        submission.lower_bound,
        submission.proof,
        submission.who,
        submission.found or datetime.now(UTC).strftime(TIME_FORMAT),
        dumps(arrangement, style_for(submission.rules)),
        classes=submission.classes,
    )
