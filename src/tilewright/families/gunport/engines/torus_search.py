"""The best pattern on a torus: stripes, a local search that reaches the bound, or a sweep of ``frontier``.

The fewest dominoes on a torus of N cells where no cell is its own neighbour are at least N/3. Proof: every
port has four sides, each to a piece. A domino has four sides, two long ones and two ends, with at most one
port each, as the two cells along a long side are adjacent. So there are at most as many ports as dominoes. If
no domino can slide, no port is at an end: at most half as many ports as dominoes, and at most N/5 ports.

Stripes reach N/3: rows ``.<>.<>`` each shifted against the row before by one column, or the same in columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.families.gunport.board import PieceCells, Rules
from tilewright.families.gunport.engines.frontier import METHOD, SEMIRING, check_memory
from tilewright.families.gunport.engines.improvement import METHOD as LOCAL_SEARCH
from tilewright.families.gunport.engines.torus_improvement import ImprovedPattern, improved_pattern
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.torus import Pattern, Torus, pattern_faults
from tilewright.model.lattices import SQUARE, Cell
from tilewright.solving.engines.frontier.semirings import WORD
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.frontier.traceback import stream_solutions
from tilewright.solving.steps import Cancelled, Returning, Status, StepLoop
from tilewright.wording import quoted

STRIPES = "stripes"
MAX_CELLS = 2_000
"""The largest torus that is swept, in cells."""
QUICK_BITS = 32.0
"""Of a bound on the number of states, below which a sweep takes a second or two, and is not put off."""
ATTEMPTS = 3
"""Local searches, with other seeds, before a sweep that takes long."""


@dataclass(frozen=True)
class PatternAnswer:
    """The fewest pieces on a torus, or what is known about them; the fields are those of ``GunportAnswer``.

    ``optima`` counts the arrangements on the torus with as few pieces, each translation for itself.
    """

    torus: Torus
    rules: Rules
    status: Status
    pattern: Pattern | None
    lower_bound: int
    optima: int | None = None
    method: str = ""
    states: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def pieces(self) -> int | None:
        return None if self.pattern is None else len(self.pattern.pieces)

    @property
    def proven(self) -> bool:
        """Whether the number of pieces is proven to be the least, or that there is no arrangement."""
        if self.pieces is None:
            return self.status is Status.COMPLETE
        return self.lower_bound >= self.pieces


def best_pattern(
    torus: Torus,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    options: SolveOptions = SolveOptions(),  # noqa: B008
    *,
    count: bool = False,
) -> PatternAnswer:
    """The arrangement with the fewest pieces, checked; with ``count`` also their number.

    Large tori are searched locally first. What is found there is the answer where it has as few pieces as
    ``least_pieces``; or it is the best that is known, when a limit comes, or a sweep would need too much
    memory. Where there is none: UnsupportedError.
    """
    loop = StepLoop(options.control)
    bound = least_pieces(torus, rules)
    striped = None if count else stripes(torus, rules)
    if striped is not None:
        _check(striped, rules, STRIPES)
        answer = PatternAnswer(torus, rules, Status.COMPLETE, striped, bound, method=STRIPES)
        return replace(answer, seconds=loop.seconds)
    cover = torus_problem(torus, rules) if len(torus.cells) <= MAX_CELLS else None
    query = SweepQuery(cover.problem) if cover is not None else None
    known = PatternAnswer(torus, rules, Status.LIMIT, None, bound, method=METHOD)
    if not count and not (query and not query.refusal and query.plan.log_states <= QUICK_BITS):
        for seed in range(ATTEMPTS):
            left = options.remaining(loop.start_time)
            pattern = improved_pattern(torus, rules, left, bound, seed)
            if pattern is None:
                break
            known = _with_found(known, pattern)
            if known.proven or pattern.status is not Status.COMPLETE:
                status = Status.COMPLETE if known.proven else pattern.status
                return replace(known, status=status, seconds=loop.seconds)
    left = options.remaining(loop.start_time)
    try:
        if cover is None or query is None:
            raise UnsupportedError(
                f"the {torus.name} has {len(torus.cells):,} cells; those of up to {MAX_CELLS:,} are swept"
            )
        check_memory(query, f"the {torus.name}", options.resources, left.control)
    except UnsupportedError as error:
        if known.pattern is None:
            raise
        return replace(known, note=f"not decided: {error}", seconds=loop.seconds)
    except Cancelled as cancelled:
        return replace(known, status=cancelled.status, seconds=loop.seconds)
    swept = _swept(cover, query, known, options.remaining(loop.start_time), count=count)
    return replace(swept, seconds=loop.seconds)


def _with_found(known: PatternAnswer, pattern: ImprovedPattern) -> PatternAnswer:
    """What is known with a pattern that the local search found, if it is better."""
    _check(pattern.pattern, known.rules, LOCAL_SEARCH)
    known = replace(known, method=LOCAL_SEARCH, states=known.states + pattern.windows)
    worse = known.pieces is not None and known.pieces <= len(pattern.pattern.pieces)
    return known if worse else replace(known, pattern=pattern.pattern)


def _swept(
    cover: TorusProblem, query: SweepQuery, known: PatternAnswer, options: SolveOptions, *, count: bool
) -> PatternAnswer:
    """The answer of the sweep; ``known`` when a limit comes first."""

    def first(words: bytes, limbs: int) -> Iterator[list[bytes]]:
        yield [words[:WORD] + bytes(limbs * WORD)]

    steps = Returning(stream_solutions(query, SEMIRING, first, options.resources, options.control))
    patterns = [pattern for solutions in steps for pattern in map(cover.pattern, solutions)]
    result = steps.value
    ended = replace(known, status=result.status, note=result.note)
    if result.status is Status.COMPLETE and result.value is None:
        return replace(ended, pattern=None, optima=0, method=METHOD, states=result.states)
    if not patterns or result.value is None:
        return ended if known.pattern is not None else replace(ended, states=result.states)
    [pattern] = patterns
    _check(pattern, known.rules, METHOD)
    optima = result.value.optima if count else None
    fewest = len(pattern.pieces)
    return replace(
        ended, pattern=pattern, lower_bound=fewest, optima=optima, method=METHOD, states=result.states
    )


def _check(pattern: Pattern, rules: Rules, engine: str) -> None:
    """RuntimeError for a wrong pattern, an error of the engine."""
    if wrong := pattern_faults(pattern, rules):
        raise RuntimeError(f"the engine {quoted(engine)} returned a wrong pattern: {'; '.join(wrong)}")


def least_pieces(torus: Torus, rules: Rules) -> int:
    """A lower bound of the number of pieces, found without a search."""
    cells = len(torus.cells)
    if not rules.is_domino or torus.has_loops:
        return 0
    ports = cells // 5 if rules.no_slide else cells // 3
    return -(-(cells - ports) // 2)


def stripes(torus: Torus, rules: Rules) -> Pattern | None:
    """A pattern of N/3 dominoes from stripes; None where they do not close."""
    if not rules.is_domino or rules.no_slide or torus.has_loops:
        return None
    return _rows(torus) or _columns(torus)


def _rows(torus: Torus) -> Pattern | None:
    """Rows of ``.<>``: each starts one column further to the left or to the right than the row before."""
    if torus.columns % 3:
        return None
    # Round the torus, the rows move by the shift.
    starts = _starts(torus.rows, torus.shift % 3)
    if starts is None:
        return None
    columns = range(0, torus.columns, 3)
    return Pattern(
        torus,
        tuple(
            ((x, y), (x + 1, y))
            for y, start in enumerate(starts)
            for x in sorted((start + c) % torus.columns for c in columns)
        ),
    )


def _columns(torus: Torus) -> Pattern | None:
    """The same in columns, of which each goes round the torus several times where there is a shift."""
    period = gcd(torus.shift, torus.columns) if torus.shift else torus.columns
    times = torus.columns // period  # columns of the torus that are one
    if torus.rows * times % 3:
        return None
    turns = next(k for k in range(times) if (k * torus.shift - period) % torus.columns == 0)
    # The column ``period`` is the column 0 after so many times round, so many rows further down.
    starts = _starts(period, turns * torus.rows % 3)
    if starts is None:
        return None
    pieces = []
    for first, start in enumerate(starts):
        for place in range(start, start + torus.rows * times, 3):
            x, y = torus.cell((first, place))
            pieces.append(((x, y), (x, y + 1)))
    return Pattern(torus, tuple(sorted(pieces)))


def _starts(lines: int, end: int) -> list[int] | None:
    """Where each line begins, 0 to 2, each different from the one before, and the last from ``end``."""
    for ups in range(lines + 1):
        if (ups - (lines - ups) - end) % 3 == 0:
            return [(min(line, ups) - max(0, line - ups)) % 3 for line in range(lines)]
    return None


@dataclass(frozen=True)
class TorusProblem:
    """The cover problem of a torus, as ``cover_problem`` has it for boards, and the meaning of its options.

    Options are first the placements, then a port on each cell.
    """

    torus: Torus
    problem: CoverProblem
    placements: tuple[PieceCells, ...]

    def pattern(self, options: Iterable[int]) -> Pattern:
        pieces = len(self.placements)
        return Pattern(self.torus, tuple(self.placements[option] for option in options if option < pieces))


def torus_problem(torus: Torus, rules: Rules) -> TorusProblem:
    """The problem whose solutions are the arrangements; placements that cover the same cells are one."""
    by_cells: dict[PieceCells, PieceCells] = {}
    for places in torus.placements(rules):
        by_cells.setdefault(torus.cells_of(places), places)
    covers, cells = list(by_cells), torus.cells
    port = {cell: option for option, cell in enumerate(cells, len(covers))}
    covering: dict[Cell, list[int]] = {cell: [port[cell]] for cell in cells}
    for option, cover in enumerate(covers):
        for cell in cover:
            covering[cell].append(option)
    size = len(rules.piece.cells)
    items: list[tuple[str, tuple[int, int], Sequence[int]]] = []
    items += [(str(cell), (1, 1), covering[cell]) for cell in cells]
    items += [(f"free {list(cover)}", (0, size - 1), [port[cell] for cell in cover]) for cover in covers]
    for option, (cover, places) in enumerate(by_cells.items()) if rules.no_slide else ():
        for ahead in torus.ahead(places):
            name = f"{list(cover)} to {list(ahead)}"
            items.append((name, (0, len(ahead)), [option, *(port[cell] for cell in ahead)]))
    items = sorted(dict.fromkeys((n, b, tuple(o)) for n, b, o in items), key=lambda item: item[1] == (0, 1))
    uses: list[list[Use]] = [[] for _ in range(len(covers) + len(cells))]
    for item, (_, _, options) in enumerate(items):
        for option in options:
            uses[option].append((item, 0))
    item_of = {cell: item for item, cell in enumerate(cells)}
    near = [
        tuple(sorted({item_of[torus.cell(n)] for n in SQUARE.neighbours(cell)} - {item_of[cell]}))
        for cell in cells
    ]
    problem = CoverProblem(
        tuple(name for name, _, _ in items),
        tuple(bounds for _, bounds, _ in items if bounds != (0, 1)),
        tuple(map(tuple, uses)),
        (*near, *(() for _ in items[len(cells) :])),
        (1,) * len(covers) + (0,) * len(cells),
    )
    return TorusProblem(torus, problem, tuple(by_cells.values()))
