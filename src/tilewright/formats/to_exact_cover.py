"""Any puzzle as named items and options, for the formats that have nothing else.

Cells become items such as ``2,3``, pieces items with their names made into words, points that only one
piece may pass ``junction-2,3``. An option is named after its placement: ``F:1,0;2,0``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import factorial, prod
from operator import mul
from typing import TypeVar

from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.exact_cover.placements import ways_round
from tilewright.exact_cover.translation import Cover, Holes, Junction, Key, to_cover
from tilewright.formats.text import count_lines
from tilewright.model.exact_cover_puzzle import (
    AnyPuzzle,
    ExactCoverPuzzle,
    Item,
    Option,
    times_text,
    to_word,
    unused,
)
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.layout import JoinedRectangle
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.wording import quoted

T = TypeVar("T")

_CELL_WORD = "-?[0-9]+(?:,-?[0-9]+)*"

MAX_USES = 4_000_000  # the most uses of items by options that a text may have
MAX_OPTIONS = 1_000_000  # the most options that a text may have


@dataclass(frozen=True)
class ExactCoverForm:
    """A puzzle as items and options, and the number of the option of each placement.

    ``holes`` has the numbers of the options that leave a cell empty.
    """

    puzzle: ExactCoverPuzzle
    option_of: Mapping[Placement, int]
    holes: Mapping[Cell, int] = field(default_factory=dict)

    def options(self, solution: Solution) -> list[int]:
        """The numbers of a solution's options, ascending; PuzzleError when a placement has none."""
        try:
            placing = [self.option_of[placement] for placement in solution.placements]
        except KeyError as error:
            raise PuzzleError(f"no such placement in this puzzle: {error.args[0]}") from None
        covered = {cell for placement in solution.placements for cell in placement.cells}
        return sorted([*placing, *(number for cell, number in self.holes.items() if cell not in covered)])


def row_numbers(puzzle: AnyPuzzle, solution: Solution) -> list[int]:
    """The rows of a solution, from 1: its options, in the order in which formats of options list them."""
    return [number + 1 for number in _latest_form(puzzle).options(solution)]


def to_exact_cover_puzzle(puzzle: AnyPuzzle) -> ExactCoverPuzzle:
    """The puzzle as items and options, with the same solutions; one without cells is returned unchanged."""
    return exact_cover_form(puzzle).puzzle


def with_ways_apart(puzzle: Puzzle) -> ExactCoverPuzzle:
    """The puzzle as items and options, in which each way round the surface to a place is an option.

    So placements that cover the same cells by different ways round are different, like parallel edges of a
    graph. PuzzleError for a flat board.
    """
    ways = ways_round(puzzle)
    form = exact_cover_form(puzzle)
    repeated = {number: ways[placement] for placement, number in form.option_of.items()}
    options = [
        option for number, option in enumerate(form.puzzle.options) for _ in range(repeated.get(number, 1))
    ]
    check_size(len(options), sum(len(option.uses) for option in options))
    return replace(form.puzzle, options=tuple(options), expect=(), layout=_layout(puzzle, form.puzzle.items))


def _layout(puzzle: Puzzle, items: Iterable[Item]) -> JoinedRectangle | None:
    """Where the items of a puzzle lie; None unless the board is a surface of squares."""
    surface = puzzle.board.surface
    if surface is None or puzzle.lattice is not SQUARE:
        return None
    cells = {cell_word(cell): (cell[0], cell[1]) for cell in puzzle.board.cells}
    places = tuple(cells.get(item.name) for item in items)
    return JoinedRectangle(places, surface.width, surface.height, surface.wrap.across, surface.wrap.down)


def matrix_size(puzzle: AnyPuzzle) -> tuple[int, int]:
    """The numbers of options and of items that the puzzle has as items and options, which are not made."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return len(puzzle.options), len(puzzle.items)
    cover = to_cover(puzzle)
    check_size(len(cover.problem.options), sum(map(len, cover.problem.options)))
    kept, free = _compatible_with_forced(cover)
    return len(kept), len(cover.keys) + len(free)


def with_pieces_first(puzzle: AnyPuzzle) -> ExactCoverPuzzle:
    """The puzzle as items and options, first the items of pieces, then the cells row by row."""
    own_puzzle = to_exact_cover_puzzle(puzzle)

    def key(item: Item) -> tuple[bool, bool, list[int]]:
        is_cell = re.fullmatch(_CELL_WORD, item.name) is not None
        return not item.primary, is_cell, [int(x) for x in reversed(item.name.split(","))] if is_cell else []

    return replace(own_puzzle, items=tuple(sorted(own_puzzle.items, key=key)))


def exact_cover_form(puzzle: AnyPuzzle, *, all_copies: bool = False) -> ExactCoverForm:
    """The puzzle as items and options, and the options of the placements.

    A piece whose number of copies cannot be wrong is no item, or with ``all_copies`` only where it has one
    copy. Placements that are incompatible with the forced ones are left out. UnsupportedError when there
    are more than MAX_OPTIONS options or MAX_USES uses.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        placements = map(puzzle.placement, range(len(puzzle.options)))
        return ExactCoverForm(puzzle, {placement: number for number, placement in enumerate(placements)})
    cover = to_cover(puzzle)
    check_size(len(cover.problem.options), sum(map(len, cover.problem.options)))
    names = _names(cover.keys)
    bounds = cover.problem.bounds
    items = [Item(names[i], least, most) for i, (least, most) in enumerate(bounds)]
    items += [Item(name, primary=False) for name in names[len(bounds) :]]
    kept, free = _compatible_with_forced(cover)
    forced = {option: Item(unused(f"forced-{k}", names)) for k, option in enumerate(free, start=1)}
    words = piece_words([piece.name for piece in puzzle.pieces])
    added = _items_of_free_pieces(cover, puzzle.pieces, words, names) if all_copies else {}
    uses = [(name, "") for name in names]
    options: list[Option] = []
    holes: dict[Cell, int] = {}
    for number in kept:
        pairs = [uses[item] for item, _ in cover.problem.options[number]]
        if number in forced:
            pairs.append((forced[number].name, ""))
        if number >= len(cover.placements):
            cell = cover.holes[number - len(cover.placements)]
            holes[cell] = len(options)
            options.append(Option(tuple(pairs), f"{pairs[-1][0]}:{cell_word(cell)}"))
            continue
        placement = cover.placements[number]
        if placement.piece in added:
            pairs.append((added[placement.piece].name, ""))
        name = f"{words[placement.piece]}:{';'.join(map(cell_word, placement.cells))}"
        options.append(Option(tuple(pairs), name, cover.problem.costs[number] if cover.problem.costs else 0))
    whole = ExactCoverPuzzle(
        (*items[: len(bounds)], *added.values(), *forced.values(), *items[len(bounds) :]),
        tuple(options),
        puzzle.title,
        puzzle.source,
        puzzle.expect,
        goal=puzzle.goal,
    )
    placed = ((k, number) for k, number in enumerate(kept) if number < len(cover.placements))
    return ExactCoverForm(whole, {cover.placements[number]: k for k, number in placed}, holes)


def _items_of_free_pieces(
    cover: Cover, pieces: Sequence[Piece], words: Mapping[str, str], names: Iterable[str]
) -> dict[str, Item]:
    """Items for pieces with several copies whose number cannot be wrong, by the pieces' names."""
    taken = set(names)
    added: dict[str, Item] = {}
    for piece in pieces:
        if piece.max_copies > 1 and piece.name not in cover.keys:
            least = piece.min_copies if piece.min_copies == piece.max_copies else 0
            added[piece.name] = Item(unused(words[piece.name], taken), least, piece.max_copies)
            taken.add(added[piece.name].name)
    return added


MAX_LABELLED = 10**40  # for more labelled solutions of each solution their number is not given
MAX_LABELLED_COPIES = 34  # more copies of a piece have more


def labelled_factor(puzzle: AnyPuzzle) -> int | None:
    """How many labelled solutions each solution has; None where that differs, or above a bound."""
    if isinstance(puzzle, ExactCoverPuzzle):
        copies = [(item.least, item.most) for item in puzzle.items if item.primary]
    else:
        copies = [(piece.min_copies, piece.max_copies) for piece in puzzle.pieces]
    if any(least != most or most > MAX_LABELLED_COPIES for least, most in copies):
        return None
    factor = 1
    for _, most in copies:
        factor *= factorial(most)
        if factor > MAX_LABELLED:
            return None
    return factor


def numbering_hint(puzzle: AnyPuzzle) -> str:
    """The hint where a format cannot express that an item is covered several times, with both counts."""
    known = {e.what: e.count for e in puzzle.expect if (e.motions, e.use) == ("", "all")}
    factor = labelled_factor(puzzle)
    counts = ""
    if "solutions" in known and "labelled" in known:
        counts = (
            f" ({known['solutions']:,} solutions with equal copies, {known['labelled']:,} with numbered ones)"
        )
    elif factor is not None:
        counts = f" (each solution then counts as {factor:,})"
    return f"; use --labelled to number the copies{counts}"


def numbered_copies(puzzle: AnyPuzzle) -> ExactCoverPuzzle:
    """The puzzle as items and options in which the copies of a piece are pieces of their own.

    An item that is covered up to k times becomes k items ``name#1`` to ``name#k``, and each of its options
    k options. So the solutions are the labelled ones: two that differ in the copies' numbers alone count as
    two. The known labelled counts become counts of solutions; other counts are left out. UnsupportedError
    for an item that must be covered some times, but may be more often: no copy of it is required.
    """
    form = exact_cover_form(puzzle, all_copies=True)
    own_puzzle = form.puzzle
    if form.holes and isinstance(puzzle, Puzzle) and puzzle.max_holes != 1:
        raise UnsupportedError("the number of holes is bounded, and holes cannot be numbered as copies are")
    copies: dict[str, list[str]] = {}
    taken = {item.name for item in own_puzzle.items}
    for item in own_puzzle.items:
        if item.most <= 1:
            continue
        if item.least not in (0, item.most):
            raise UnsupportedError(
                f"{quoted(item.name)} must be covered {times_text(item.least, item.most)}; copies can "
                "be numbered "
                "if all of them are required, or none"
            )
        check_size(item.most, 0)
        copies[item.name] = [unused(f"{item.name}#{number}", taken) for number in range(1, item.most + 1)]
        taken.update(copies[item.name])
    images = [prod(len(copies.get(name, [name])) for name, _ in option.uses) for option in own_puzzle.options]
    check_size(sum(images), sum(map(mul, images, (len(option.uses) for option in own_puzzle.options))))
    items = [
        replace(item, name=name, least=min(item.least, 1), most=min(item.most, 1))
        for item in own_puzzle.items
        for name in copies.get(item.name, [item.name])
    ]
    options = [image for option in own_puzzle.options for image in _numbered(option, copies)]
    expect = tuple(
        replace(known, what="solutions") if known.what == "labelled" else known
        for known in own_puzzle.expect
        if known.what in ("labelled", "least", "most")
    )
    return replace(own_puzzle, items=tuple(items), options=tuple(options), expect=expect)


def _numbered(option: Option, copies: Mapping[str, Sequence[str]]) -> Iterator[Option]:
    """The option for each choice of copies of its items; ``P:0,0;1,0`` becomes ``P#1:0,0;1,0``."""
    for names in product(*(copies.get(name, [name]) for name, _ in option.uses)):
        label = option.name
        for (old, _), new in zip(option.uses, names, strict=True):
            if label and old != new:
                start = f"{old}:"
                label = new + label[len(old) :] if label.startswith(start) else f"{label} {new}"
        uses = tuple((name, colour) for name, (_, colour) in zip(names, option.uses, strict=True))
        yield replace(option, uses=uses, name=label)


def _compatible_with_forced(cover: Cover) -> tuple[list[int], list[int]]:
    """The options that are compatible with the forced ones; the forced ones that this does not force."""
    bounds, options = cover.problem.bounds, cover.problem.options
    owner: dict[int, int] = {}  # items that only a forced option may cover
    free = []
    for number in cover.forced:
        for item, _ in options[number]:
            if item >= len(bounds) or bounds[item][1] == 1:
                owner[item] = number
        if not any(item < len(bounds) and bounds[item] == (1, 1) for item, _ in options[number]):
            free.append(number)
    if not owner:
        return list(range(len(options))), free
    kept = [
        number
        for number, uses in enumerate(options)
        if all(owner.get(item, number) == number for item, _ in uses)
    ]
    return kept, free


def _names(keys: Sequence[Key]) -> list[str]:
    """A name for each item, all different."""
    pieces = piece_words([key for key in keys if isinstance(key, str)])

    def name(key: Key) -> str:
        if isinstance(key, str):
            return pieces[key]
        if isinstance(key, Holes):
            return unused(str(key), pieces.values())
        return f"junction-{cell_word(key.at)}" if isinstance(key, Junction) else cell_word(key)

    return list(map(name, keys))


def cell_word(cell: Cell) -> str:
    """The name of a cell: its coordinates with commas."""
    return ",".join(map(str, cell))


def piece_words(names: Sequence[str]) -> dict[str, str]:
    """A word for each name of a piece, all different, none like a cell's name: the name itself if it can be.

    Characters that a word cannot have become ``_``; ``piece-`` is put before a word that could be a cell or
    a junction.
    """
    words: dict[str, str] = {}
    used: set[str] = set()
    for name in names:
        word = to_word(name, ";")
        if not word or re.fullmatch(rf"{_CELL_WORD}|(junction|forced)-.*", word):
            word = f"piece-{word}" if word else "piece"
        words[name] = unused(word, used)
        used.add(words[name])
    return words


def check_size(options: int, uses: int) -> None:
    """UnsupportedError for more options, or more uses of items, than a text may have to be read again."""
    if options > MAX_OPTIONS:
        raise UnsupportedError(f"there are {options:,} options; at most {MAX_OPTIONS:,} are accepted")
    if uses > MAX_USES:
        raise UnsupportedError(
            f"the options have {uses:,} uses of items altogether; at most {MAX_USES:,} are accepted"
        )


def refuse_excess(line: int, options: int, uses: int) -> None:
    """FormatError when a text has too many options, or uses of items by them, up to a line."""
    if uses > MAX_USES or options > MAX_OPTIONS:
        raise FormatError(
            f"the options up to here use items {uses:,} times; at most {MAX_USES:,} uses and "
            f"{MAX_OPTIONS:,} options are accepted",
            line=line,
        )


def checked_puzzle(items: Iterable[Item], options: Iterable[Option]) -> ExactCoverPuzzle:
    """The puzzle of these items and options; FormatError for what its own checks refuse."""
    try:
        return ExactCoverPuzzle(tuple(items), tuple(options))
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def refuse_many_lines(text: str) -> None:
    """FormatError when a text with one option per line has far more lines than options are accepted."""
    lines = count_lines(text)
    if lines > 2 * MAX_OPTIONS:
        raise FormatError(
            f"the text has {lines:,} lines; at most {MAX_OPTIONS:,} options are accepted, and as many "
            "other lines"
        )


def refuse_motions(format: str, motions: str) -> None:
    """UnsupportedError for motions, in a format without pieces that move."""
    if motions:
        raise UnsupportedError(f"{format} lists placements, so their motions cannot be changed ({motions})")


def cached_for_latest_puzzle(make: Callable[[AnyPuzzle], T]) -> Callable[[AnyPuzzle], T]:
    """The same function with a cache for the latest puzzle, since solutions come one by one."""
    latest: list[tuple[AnyPuzzle, T]] = []

    def remembered(puzzle: AnyPuzzle) -> T:
        for own_puzzle, made in latest:
            if own_puzzle is puzzle:
                return made
        made = make(puzzle)
        latest[:] = [(puzzle, made)]
        return made

    return remembered


_latest_form = cached_for_latest_puzzle(exact_cover_form)
