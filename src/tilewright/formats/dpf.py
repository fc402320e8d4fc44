"""DPF, discrete piece fitting: numbered locations, and for each piece the sets of locations it may cover."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tilewright.errors import FormatWarning, UnsupportedError
from tilewright.formats.file_order import cells_in_order, pieces_in_order, placed_in_order, with_comments
from tilewright.formats.pieces import fixed_copies
from tilewright.formats.text import Numbers, is_counted, refuse_comments
from tilewright.formats.to_exact_cover import (
    MAX_OPTIONS,
    MAX_USES,
    ExactCoverForm,
    cached_for_latest_puzzle,
    checked_puzzle,
    exact_cover_form,
    refuse_motions,
)
from tilewright.model.exact_cover_puzzle import (
    MAX_ITEMS,
    AnyPuzzle,
    ExactCoverPuzzle,
    Item,
    Option,
    times_text,
)
from tilewright.model.file_layout import FileLayout, FilePiece
from tilewright.model.puzzle import MAX_CELLS, Puzzle, Solution
from tilewright.wording import quoted

Locations = tuple[int, ...]

check_strict = refuse_comments


@dataclass(frozen=True)
class Fitting:
    """A piece: how many copies of it there are, and what one may cover.

    ``placed`` are its sets of locations, in order, each with the number of the option that it stands for.
    """

    name: str
    copies: int
    placed: list[tuple[Locations, int]]

    @property
    def placements(self) -> list[Locations]:
        """The sets of locations."""
        return [locations for locations, _ in self.placed]


def looks_like(text: str) -> bool:
    """Whether a text is whole numbers, as many as its counts require; their values are not checked."""

    def take(number: Callable[[], int]) -> bool:
        number()
        pieces = number()
        for _ in range(pieces):
            for _ in range(number()):
                for _ in range(number()):
                    number()
        return pieces > 0

    return is_counted(text, take)


def loads(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text: an item for each location, then one for each different piece, ``p1`` the first.

    Pieces with the same placements are one item, covered as many times as there are copies. An orientation
    that a piece has twice counts once, with a FormatWarning. FormatError with line and column for what is
    not such a number, for a location given twice, and when numbers are missing or left over.
    """
    refuse_motions("DPF", motions)
    numbers = Numbers(text)
    count = numbers.take("the number of locations", 1, MAX_CELLS)
    pieces: dict[frozenset[Locations], dict[Locations, Locations]] = {}
    copies: dict[frozenset[Locations], int] = {}
    order: list[frozenset[Locations]] = []
    total = 0
    for piece in range(1, numbers.take("the number of pieces", 0, MAX_ITEMS) + 1):
        values: dict[Locations, Locations] = {}
        for _ in range(numbers.take(f"the number of orientations of piece {piece}", 0, MAX_OPTIONS)):
            given = _orientation(numbers, piece, count)
            locations = tuple(sorted(given))
            if locations in values:
                where = "line {}, column {}".format(*numbers.place())
                message = f"{where}: piece {piece} has an orientation twice; it counts once"
                warnings.warn(message, FormatWarning, stacklevel=2)
            values.setdefault(locations, given)
            total += len(locations) + 1
            if total > MAX_USES:
                numbers.fault(f"there are more than {MAX_USES:,} locations in orientations")
        order.append(frozenset(values))
        pieces.setdefault(order[-1], values)
        copies[order[-1]] = copies.get(order[-1], 0) + 1
    numbers.end()
    names = {key: f"p{number}" for number, key in enumerate(pieces, start=1)}
    uses = chain.from_iterable(items.items() for items in pieces.values())
    layout = FileLayout(
        pieces=tuple(FilePiece(names[key]) for key in order),
        locations={option: own for option, (locations, own) in enumerate(uses) if locations != own},
        comments=numbers.comments,
        numbers=numbers.count,
    )
    puzzle = _puzzle(count, list(map(list, pieces.values())), list(copies.values()))
    return replace(puzzle, file_layout=layout)


def _orientation(numbers: Numbers, piece: int, count: int) -> Locations:
    """The locations of the orientation that comes next, in its order."""
    size = numbers.take(f"the number of locations of an orientation of piece {piece}", 1, count)
    values: dict[int, None] = {}
    for _ in range(size):
        location = numbers.take(f"a location of piece {piece}", 0, count - 1)
        if location in values:
            numbers.fault(f"the location {location} is given twice in one orientation")
        values[location] = None
    return tuple(values)


def _puzzle(count: int, pieces: Sequence[list[Locations]], copies: Sequence[int]) -> ExactCoverPuzzle:
    places = [(str(location), "") for location in range(count)]
    items = [Item(name) for name, _ in places]
    options = []
    for number, (rows, often) in enumerate(zip(pieces, copies, strict=True), start=1):
        name = f"p{number}"
        items.append(Item(name, often, often))
        for locations in rows:
            uses = (*(places[location] for location in locations), (name, ""))
            options.append(Option(uses, f"{name}:{','.join(map(str, locations))}"))
    return checked_puzzle(items, options)


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as numbers: a line for each number of orientations and for each orientation.

    Of a puzzle with cells the required cells, in the order of its file, are the locations. In one without,
    pieces are items of which each option has exactly one. UnsupportedError says what DPF cannot: optional
    cells, secondary items, a choice of copies, costs, pieces alike but apart; or that no items are such.
    """
    count, pieces, _ = _fittings(puzzle)
    size = sum(p.copies * (1 + sum(map(len, p.placements)) + len(p.placed)) for p in pieces)
    if size > 2 * MAX_USES:
        raise UnsupportedError(f"the text would have {size:,} numbers; at most {2 * MAX_USES:,} are accepted")
    lines = [f"{count} {sum(piece.copies for piece in pieces)}"]
    blocks: dict[str, list[str]] = {}
    for piece in pieces:
        blocks[piece.name] = [str(len(piece.placed))]
        for options, option in piece.placed:
            blocks[piece.name].append(" ".join(map(str, (len(options), *_as_given(puzzle, option, options)))))
    for own in pieces_in_order(puzzle, {piece.name: piece.copies for piece in pieces}):
        lines += blocks[own.name]
    return with_comments(lines, puzzle.file_layout)


def _as_given(puzzle: AnyPuzzle, option: int, locations: Locations) -> Locations:
    """The locations of an option in the order of the file, if it has them in another than ascending."""
    given = puzzle.file_layout.locations.get(option, ()) if puzzle.file_layout else ()
    return given if tuple(sorted(given)) == locations else locations


def solution_text(puzzle: AnyPuzzle, solution: Solution, number: int) -> str:
    """A solution on a line: the locations of each piece in the order of the file, ``|`` between pieces."""
    return " | ".join(" ".join(map(str, locations)) for locations in _placed(puzzle, solution)) + "\n"


def check_locations(puzzle: AnyPuzzle) -> None:
    """UnsupportedError when DPF cannot express the puzzle, so that it has no numbered locations."""
    _prepared(puzzle)


def pieces_by_location(puzzle: AnyPuzzle, solution: Solution) -> list[int]:
    """The number, from 1, of the piece on each location; UnsupportedError as for ``dumps``."""
    covering = {
        location: number
        for number, locations in enumerate(_placed(puzzle, solution), start=1)
        for location in locations
    }
    return [covering[location] for location in sorted(covering)]


def _placed(puzzle: AnyPuzzle, solution: Solution) -> list[Locations]:
    """The locations of each piece, in the order of the file."""
    form, where, order = _prepared(puzzle)
    placed: dict[str, list[Locations]] = {}
    for option in sorted(form.options(solution), key=where.__getitem__):
        piece, locations = where[option]
        placed.setdefault(piece, []).append(_as_given(puzzle, option, locations))
    return placed_in_order(order, placed)


@cached_for_latest_puzzle
def _prepared(
    puzzle: AnyPuzzle,
) -> tuple[ExactCoverForm, dict[int, tuple[str, Locations]], list[FilePiece]]:
    """For each option the piece that it places and the locations; and the pieces as in the file."""
    _, pieces, form = _fittings(puzzle)
    where = {option: (piece.name, locations) for piece in pieces for locations, option in piece.placed}
    return form, where, pieces_in_order(puzzle, {piece.name: piece.copies for piece in pieces})


def _fittings(puzzle: AnyPuzzle) -> tuple[int, list[Fitting], ExactCoverForm]:
    """The number of locations and the pieces; UnsupportedError when DPF cannot express the puzzle."""
    form = exact_cover_form(puzzle)
    if isinstance(puzzle, ExactCoverPuzzle):
        count, pieces = _from_items(puzzle)
    else:
        count, pieces = _from_cells(puzzle, form)
    if count > MAX_CELLS:
        raise UnsupportedError(f"there would be {count:,} locations; at most {MAX_CELLS:,} are accepted")
    alike: dict[frozenset[Locations], str] = {}
    for piece in pieces:
        other = alike.setdefault(frozenset(piece.placements), piece.name) if piece.placed else piece.name
        if other != piece.name:
            raise UnsupportedError(
                f"{quoted(other)} and {quoted(piece.name)} have the same placements, "
                "so in DPF they would be copies of one piece"
            )
        if len(set(piece.placements)) != len(piece.placed):
            raise UnsupportedError(
                f"two options of {quoted(piece.name)} cover the same locations; in DPF they would be one"
            )
    return count, pieces, form


def _from_cells(puzzle: Puzzle, form: ExactCoverForm) -> tuple[int, list[Fitting]]:
    board = puzzle.board
    if board.optional:
        raise UnsupportedError("in DPF every location is covered, and this board has optional cells")
    if puzzle.has_costs:
        raise UnsupportedError("DPF cannot express costs")
    if any(not item.primary and item.name.startswith("junction-") for item in form.puzzle.items):
        raise UnsupportedError("DPF cannot express that pieces must not cross")
    copies = fixed_copies(puzzle, "DPF")
    index = {cell: location for location, cell in enumerate(cells_in_order(puzzle))}
    lying: dict[str, list[tuple[Locations, int]]] = {name: [] for name, often in copies.items() if often}
    for placement, option in form.option_of.items():
        if placement.piece in lying:
            locations = tuple(sorted(index[cell] for cell in placement.cells))
            lying[placement.piece].append((locations, option))
    return len(board.required), [
        Fitting(piece.name, copies[piece.name], lying[piece.name])
        for piece in puzzle.pieces
        if piece.name in lying
    ]


def _from_items(puzzle: ExactCoverPuzzle) -> tuple[int, list[Fitting]]:
    _check_items(puzzle)
    number = {item.name: k for k, item in enumerate(puzzle.items)}
    options = [sorted(number[name] for name, _ in option.uses) for option in puzzle.options]
    named = {piece.name for piece in puzzle.file_layout.pieces} if puzzle.file_layout else set()
    items = [k for k, item in enumerate(puzzle.items) if item.most > 1 or item.name in named]
    try:
        chosen = piece_items(len(puzzle.items), options, items)
    except SearchTooLongError:
        raise UnsupportedError(
            "DPF needs pieces: items of which each option has exactly one; the search for them was "
            "stopped at its limit"
        ) from None
    if chosen is None:
        also = f", {quoted(puzzle.items[items[0]].name)} among them," if items else ""
        raise UnsupportedError(
            f"DPF needs pieces: items{also} of which each option has exactly one, and there are no such items"
        )
    # An item without options may be either; behind the first piece it most likely is a piece, too.
    behind = range(min(chosen, default=len(number)), len(number))
    chosen |= set(behind).difference(*options)
    index = {k: location for location, k in enumerate(k for k in range(len(puzzle.items)) if k not in chosen)}
    if not index:
        raise UnsupportedError("DPF needs locations, and all items of this puzzle are pieces")
    lying: dict[int, list[tuple[Locations, int]]] = {k: [] for k in sorted(chosen)}
    for option, uses in enumerate(options):
        (piece,) = (k for k in uses if k in chosen)
        lying[piece].append((tuple(index[k] for k in uses if k != piece), option))
    return len(index), [
        Fitting(puzzle.items[k].name, puzzle.items[k].most, placed) for k, placed in lying.items()
    ]


def _check_items(puzzle: ExactCoverPuzzle) -> None:
    """UnsupportedError when the items or options are none that DPF could have."""
    for item in puzzle.items:
        if not item.primary:
            raise UnsupportedError(f"DPF covers every item, but {quoted(item.name)} may stay uncovered")
        if item.least != item.most or not item.most:
            raise UnsupportedError(
                f"DPF uses each piece a fixed number of times, but {quoted(item.name)} must be covered "
                f"{times_text(item.least, item.most)}"
            )
    if puzzle.has_costs:
        raise UnsupportedError("DPF cannot express costs")
    for number, option in enumerate(puzzle.options, start=1):
        if len(option.uses) == 1:
            raise UnsupportedError(
                f"option {number} has a single item; in DPF it would be a piece that covers no location"
            )


STEPS_PER_USE = 20
SPARE_STEPS = 100_000
"""The search is given up after so many steps for each use of an item by an option, and these."""


class SearchTooLongError(Exception):
    """The search for the items was given up."""


def piece_items(count: int, options: Sequence[Sequence[int]], required: Sequence[int]) -> set[int] | None:
    """Items, ``required`` among them, of which each option has exactly one; None when there are no such.

    Of several answers it is one with late items, as pieces usually follow cells. Items are numbered below
    ``count``; those without an option are in the answer only when required. SearchTooLongError after a
    bounded number of steps.
    """
    return _Search(count, options).run(required)


class _Search:
    """Depth first, on a trail: an item is in or out, and each option lets what it leaves open follow."""

    def __init__(self, count: int, options: Sequence[Sequence[int]]) -> None:
        self.options = options
        self.holders: list[list[int]] = [[] for _ in range(count)]
        for number, option in enumerate(options):
            for item in option:
                self.holders[item].append(number)
        self.state: list[bool | None] = [None] * count
        self.hit = [0] * len(options)  # items that are in
        self.open = [len(option) for option in options]  # items that are not out
        self.trail: list[int] = []
        self.steps = SPARE_STEPS + STEPS_PER_USE * sum(map(len, options))

    def run(self, items: Sequence[int]) -> set[int] | None:
        if not all(self.settle(item, taken=True) for item in items):
            return None
        choices: list[tuple[int, int, int]] = []  # how long the trail was, the option, the item taken first
        option = 0
        while option < len(self.options):
            if self.hit[option]:
                option += 1
                continue
            item = max(i for i in self.options[option] if self.state[i] is None)
            choices.append((len(self.trail), option, item))
            good = self.settle(item, taken=True)
            while not good:
                if not choices:
                    return None
                length, option, item = choices.pop()
                self.undo(length)
                good = self.settle(item, taken=False)
        return {item for item, state in enumerate(self.state) if state}

    def settle(self, item: int, *, taken: bool) -> bool:
        """Decide an item and all that follows; False when it contradicts."""
        todo = [(item, taken)]
        while todo:
            item, taken = todo.pop()
            if self.state[item] is not None:
                if self.state[item] != taken:
                    return False
                continue
            self.state[item] = taken
            self.trail.append(item)
            good = True
            for option in self.holders[item]:  # to the end even when it contradicts, so that undo is exact
                self.steps -= 1
                if taken:
                    good = good and not self.hit[option]
                    self.hit[option] += 1
                    self.steps -= len(self.options[option])
                    todo += [(other, False) for other in self.options[option] if other != item]
                    continue
                self.open[option] -= 1
                if not self.hit[option] and self.open[option] <= 1:
                    rest = [other for other in self.options[option] if self.state[other] is not False]
                    good = good and bool(rest)
                    todo += [(other, True) for other in rest]
            if self.steps < 0:
                raise SearchTooLongError
            if not good:
                return False
        return True

    def undo(self, length: int) -> None:
        """Take back decisions until the trail is so long."""
        while len(self.trail) > length:
            item = self.trail.pop()
            for option in self.holders[item]:
                if self.state[item]:
                    self.hit[option] -= 1
                else:
                    self.open[option] += 1
            self.state[item] = None
