"""Random puzzles through all engines, against references that share no code with them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attack_section import Section
from support import pips_cases
from support.brute_arrangements import Brute, orbits
from support.domino_boards import fewest_remaining
from support.domino_boards import random_board as random_domino_board
from support.independent_counts import (
    DOMINOES,
    L_TROMINOES,
    MONOMER,
    aztec_diamond,
    hexagon,
    scattered_product,
    tilings_of_rectangle,
)
from tilewright import testing
from tilewright.errors import PuzzleError, TilewrightError, UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.dominosa.counting import count_solutions
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa
from tilewright.families.gunport.board import GunportBoard, is_arrangement
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ENGINES as GUNPORT_ENGINES
from tilewright.families.gunport.solve import solve_board
from tilewright.families.pips import solving as pips_solving
from tilewright.families.pips.files import dumps as dumps_pips
from tilewright.families.pips.game import explain_all
from tilewright.families.vanishing.board import order_error
from tilewright.families.vanishing.files import dumps as dumps_vanishing
from tilewright.families.vanishing.methods import EXACT, METHODS
from tilewright.families.vanishing.solving import solve as solve_vanishing
from tilewright.formats.toml import dumps
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import LATTICES, TRIANGLE
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.solving import api
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.steps import Limits, Status

MOST_SOLUTIONS = 500  # of a puzzle that is compared solution by solution
MOST_STEPS = 100_000  # of the reference, to list them
MOST_PLACEMENTS = 20_000  # of a Pips board that is compared with a plain program
SECONDS = Limits(seconds=300.0)  # of a call, so that nothing hangs; to reach it is a failure
Check = Callable[[], tuple[object, object]]
"""A call and what it should give."""
Draw = Callable[[Section], None]
"""Draws one random case and checks it."""


def attack(section: Section) -> None:
    """Draw puzzles of all kinds until the time is over."""
    kinds: list[tuple[Draw, int]] = [
        (lattice_puzzle, 70), (exact_cover_puzzle, 15), (large_puzzle, 5), (gunport_board, 5),
        (vanishing_board, 10), (dominosa_grid, 5), (pips_board, 5),
    ]  # fmt: skip
    makers, weights = zip(*kinds, strict=True)
    while section.active:
        section.dice.choices(makers, weights)[0](section)


def lattice_puzzle(section: Section) -> None:
    """A puzzle of any lattice and any features."""
    dice = section.dice
    puzzle = testing.random_puzzle(
        dice, lattice=dice.choice(list(LATTICES)), max_cells=dice.choice([6, 9, 12, 15])
    )
    small_puzzle(section, puzzle)


def exact_cover_puzzle(section: Section) -> None:
    """Items and options with multiplicities, colours and costs."""
    small_puzzle(
        section, testing.random_exact_cover_puzzle(section.dice, max_options=section.dice.choice([6, 10]))
    )


def small_puzzle(section: Section, puzzle: AnyPuzzle) -> None:
    """All engines on a puzzle whose solutions the reference lists."""
    section.tried["random puzzles"] += 1
    seed = section.dice.randrange(10**9)
    checked = failing_check(puzzle, seed)
    section.tried["engine calls"] += checked.calls
    if checked.kind:
        puzzle, checked = shrunk(puzzle, seed, checked)
        with section.expecting("writing the case", repr(puzzle)):
            section.fail(checked.kind, checked.message, dumps(puzzle))


class Checked:
    """How many calls were made on a puzzle, and the first failure, if any."""

    def __init__(self) -> None:
        self.calls, self.kind, self.message = 0, "", ""


def failing_check(puzzle: AnyPuzzle, seed: int) -> Checked:
    """Make all calls that suit the puzzle, to the first failure."""
    checked = Checked()
    steps: Iterator[Solution | None] = (
        testing.reference_steps(puzzle) if isinstance(puzzle, Puzzle) else testing.reference_solutions(puzzle)
    )
    tried = list(islice(steps, MOST_STEPS))
    known = [solution for solution in tried if solution is not None]
    if len(tried) == MOST_STEPS or len(known) >= MOST_SOLUTIONS:
        return checked
    with TemporaryDirectory() as folder:
        for kind, check in checks(puzzle, known, random.Random(seed), Path(folder)):
            checked.calls += 1
            try:
                given, expected = check()
            except UnsupportedError:
                continue
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what an attack looks for
                checked.kind, checked.message = f"{kind}: {type(error).__name__}", str(error)
                return checked
            if given != expected:
                checked.kind, checked.message = kind, f"{given} instead of {expected}"
                return checked
    return checked


def checks(
    puzzle: AnyPuzzle, known: list[Solution], dice: random.Random, folder: Path
) -> Iterator[tuple[str, Check]]:
    """Calls with names; each gives what came out and what should have."""
    group = symmetries(puzzle)
    classes = len({group.canonical(solution) for solution in known})
    complete = Status.COMPLETE
    threads = dice.choice([1, 1, 2, 3])

    def count(engine: str | None, *, symmetry: bool) -> Check:
        def call() -> tuple[object, object]:
            answer = api.count(
                puzzle, engine=engine, unique=True, threads=threads, symmetry=symmetry, limits=SECONDS
            )
            return (answer.status, answer.solutions, answer.up_to_symmetry), (complete, len(known), classes)

        return call

    def labelled() -> tuple[object, object]:
        answer = api.count(puzzle, labelled=True, threads=threads, limits=SECONDS)
        return answer.labelled, testing.reference_count(puzzle, labelled=True)

    def listing(engine: str) -> Check:
        def call() -> tuple[object, object]:
            solutions = list(api.solutions(puzzle, engine=engine, threads=threads, limits=SECONDS))
            return (len(solutions), set(solutions)), (len(known), set(known))

        return call

    def first(engine: str) -> Check:
        def call() -> tuple[object, object]:
            solution = api.first(puzzle, engine=engine, threads=threads)
            return solution is not None and solution in known, bool(known)

        return call

    def resumed(engine: str) -> Check:
        def call() -> tuple[object, object]:
            path = folder / f"{engine}.checkpoint"
            nodes = Limits(nodes=dice.randint(0, 40))
            answer = api.count(puzzle, engine=engine, threads=threads, checkpoint=path, limits=nodes)
            if path.exists() and answer.status is not complete:
                answer = api.count(puzzle, engine=engine, threads=2, resume=path, limits=SECONDS)
            return answer.solutions, len(known)

        return call

    def optimise(*, maximise: bool) -> Check:
        def call() -> tuple[object, object]:
            optimum = api.optimise(
                puzzle, maximise=maximise, count_optima=True, threads=threads, limits=SECONDS
            )
            costs = [puzzle.cost(solution) for solution in known]
            best = (max(costs) if maximise else min(costs)) if costs else None
            right = optimum.solution is None or puzzle.cost(optimum.solution) == optimum.cost
            optima = optimum.optima or 0
            return (optimum.cost, optima, right), (best, sum(cost == best for cost in costs), True)

        return call

    def sample() -> tuple[object, object]:
        sample_found = api.sample(puzzle, 3, seed=dice.randrange(1000), threads=threads, limits=SECONDS)
        return (sample_found.total, all(one in known for one in sample_found.solutions)), (len(known), True)

    def modulo() -> tuple[object, object]:
        modulus = dice.choice([2, 3, 7, 1_000_003])
        residue = api.count_modulo(puzzle, modulus, threads=threads, limits=SECONDS)
        return (residue.residue, residue.has_solution), (len(known) % modulus, bool(known))

    def verdicts() -> tuple[object, object]:
        return testing.solution_faults(puzzle, api.solutions(puzzle, threads=threads)), []

    for symmetry in (True, False):
        yield f"count, symmetry={symmetry}", count(None, symmetry=symmetry)
    for engine in engines_with("counts"):
        yield f"count by {engine.name}", count(engine.name, symmetry=dice.random() < 0.5)
    for engine in engines_with("lists"):
        yield f"list by {engine.name}", listing(engine.name)
    for engine in engines_with("first"):
        yield f"first by {engine.name}", first(engine.name)
    for engine in engines_with("resumable", "counts"):
        yield f"checkpoint of {engine.name}", resumed(engine.name)
    if not isinstance(puzzle, ExactCoverPuzzle):
        yield "labelled count", labelled
    for maximise in (True, False):
        yield f"optimise, maximise={maximise}", optimise(maximise=maximise)
    yield "sample", sample
    yield "count modulo", modulo
    yield "verifier", verdicts


def shrunk(puzzle: AnyPuzzle, seed: int, checked: Checked) -> tuple[AnyPuzzle, Checked]:
    """A smaller puzzle that fails in the same way."""
    smaller = True
    while smaller:
        smaller = False
        for other in simpler(puzzle):
            checked_found = failing_check(other, seed)
            if checked_found.kind == checked.kind:
                puzzle, checked, smaller = other, checked_found, True
                break
    return puzzle, checked


def simpler(puzzle: AnyPuzzle) -> Iterator[AnyPuzzle]:
    """The puzzles with one part less, or without a placement and its cells, as far as they are puzzles."""
    if isinstance(puzzle, ExactCoverPuzzle):
        options = puzzle.options
        for k in range(len(options)):
            yield ExactCoverPuzzle(puzzle.items, options[:k] + options[k + 1 :])
        return
    board, pieces = puzzle.board, puzzle.pieces
    required = board.required
    changes: list[tuple[dict[str, Any], dict[str, Any]]]  # of the board, of the puzzle
    changes = [({"required": required[:k] + required[k + 1 :]}, {}) for k in range(len(required))]
    changes += [({name: ()}, {}) for name in ("optional", "forced")]
    changes += [({name: {}}, {}) for name in ("colours", "cell_costs")]
    changes += [({}, {"pieces": pieces[:k] + pieces[k + 1 :]}) for k in range(len(pieces))]
    changes.append(({}, {"costs": ()}))
    for placement in next(testing.reference_solutions(puzzle), ()):
        fewer = [
            replace(piece, min_copies=max(0, piece.min_copies - 1), max_copies=piece.max_copies - 1)
            if piece.name == placement.piece
            else piece
            for piece in pieces
        ]
        left = {
            "required": tuple(cell for cell in required if cell not in placement.cells),
            "optional": tuple(cell for cell in board.optional if cell not in placement.cells),
            "forced": tuple(one for one in board.forced if one != placement),
        }
        changes.append((left, {"pieces": tuple(piece for piece in fewer if piece.max_copies)}))
    for of_board, of_puzzle in changes:
        try:
            other = replace(puzzle, board=replace(board, **of_board), **of_puzzle)
        except PuzzleError:  # it is no puzzle any more
            continue
        if other != puzzle:
            yield other


def large_puzzle(section: Section) -> None:
    """Large counts and wide windows, against a transfer matrix, a formula or a product."""
    dice = section.dice
    order: list[str] = []
    engines = ["frontier"]
    match dice.randrange(4):
        case 0:
            width, height = dice.randint(1, 7), dice.randint(1, 60)
            shapes = {"o": MONOMER, "d": DOMINOES, "L": L_TROMINOES}
            names = dice.sample(sorted(shapes), dice.randint(1, 3))
            case = f"{width} x {height} rectangle, pieces {names}"
            pieces = [Piece.of(name, shapes[name][0], copies=(0, width * height)) for name in names]
            puzzle: AnyPuzzle = Puzzle(Board.of((x, y) for x in range(width) for y in range(height)), pieces)
            expected = tilings_of_rectangle(
                width, height, [shape for name in names for shape in shapes[name]]
            )
        case 1:
            size = dice.randint(1, 20)
            case = f"Aztec diamond of order {size}"
            cells, expected = aztec_diamond(size)
            puzzle = Puzzle(Board.of(cells), [Piece.of("d", DOMINOES[0], copies=len(cells) // 2)])
            engines = ["kasteleyn", *(["frontier"] if size <= 8 else [])]
        case 2:
            sides = [dice.randint(1, 9) for _ in range(3)]
            case = f"hexagon with sides {sides}"
            cells, expected = hexagon(*sides)
            lozenge = Piece.of("z", [(0, 0), (1, 0)], lattice=TRIANGLE, copies=len(cells) // 2)
            puzzle = Puzzle(Board.of(cells), [lozenge], lattice=TRIANGLE)
            engines = ["kasteleyn", *(["frontier"] if sorted(sides)[1] <= 5 else [])]
        case _:
            seed, parts = dice.randrange(10**9), dice.randint(1, 6)
            items, repetitions = dice.randint(2, 45), dice.choice([1, 1, 2, 5, 300])
            case = f"scattered_product(Random({seed}), {parts}, {items}, repetitions={repetitions})"
            puzzle, order, expected = scattered_product(
                random.Random(seed), parts, items, repetitions=repetitions
            )
            if expected < 5000:
                engines += ["dense", "dancing-cells", "forward-checking"]
    section.tried["large puzzles"] += 1
    for engine in engines:
        for threads in (1, 4):
            section.tried["engine calls"] += 1
            with section.expecting(f"large count by {engine}", case, UnsupportedError):
                answer = api.count(
                    puzzle, engine=engine, threads=threads, order=order if engine == "frontier" else (),
                    limits=SECONDS,
                )  # fmt: skip
                if (answer.status, answer.solutions) != (Status.COMPLETE, expected):
                    section.fail(f"large count by {engine}", f"{answer} instead of {expected}", case)


def gunport_board(section: Section) -> None:
    """The fewest pieces and how many arrangements have them, with and without given pieces and ports."""
    dice = section.dice
    no_slide = dice.random() < 0.3
    name = dice.choice(["domino", "domino", "domino", "I3", "V3", "L4", "P"])
    if dice.random() < 0.6:
        board = GunportBoard.rectangle(dice.randint(1, 5), dice.randint(1, 5))
    else:
        cells = frozenset((dice.randrange(5), dice.randrange(4)) for _ in range(dice.randint(1, 16)))
        board = GunportBoard(cells, ports=frozenset(dice.sample(sorted(cells), dice.choice([0, 0, 1]))))
    rules = rules_for(name, no_slide=no_slide)
    case = f"{name}, no_slide={no_slide}, cells {sorted(board.cells)}, ports {sorted(board.ports)}"
    brute = Brute(board.cells, rules.piece.cells, no_slide=no_slide, ports=board.ports)
    ports = frozenset((cell,) for cell in board.ports)
    expected = (brute.best, len(brute.arrangements), orbits(board.cells, brute.arrangements, [ports]))
    section.tried["gunport boards"] += 1
    for engine in (None, *GUNPORT_ENGINES):
        section.tried["engine calls"] += 1
        kind = f"gunport by {engine or 'default'}"
        with section.expecting(kind, case, UnsupportedError):
            answer = solve_board(
                board, rules, GunportQuery(count=True), SolveOptions(threads=2, limits=SECONDS), engine=engine
            )
            given = (answer.pieces, answer.optima, answer.up_to_symmetry)
            if given != expected:
                section.fail(kind, f"{given} instead of {expected}", case)
            if not all(is_arrangement(one, rules) for one in answer.arrangements):
                section.fail(f"{kind}, arrangement", "an arrangement is wrong", case)


def vanishing_board(section: Section) -> None:
    """The fewest pieces that remain, and orders of removal by every method."""
    board = random_domino_board(section.dice.randrange(10**9), most=section.dice.randint(1, 10))
    expected, case = fewest_remaining(board), dumps_vanishing(board)
    section.tried["vanishing boards"] += 1
    for method in METHODS:
        section.tried["engine calls"] += 1
        with section.expecting(f"vanishing by {method}", case):
            result = solve_vanishing(board, method)
            wrong = order_error(board, result.order)
            if wrong or result.remaining < expected or (method == EXACT and result.remaining != expected):
                section.fail(f"vanishing by {method}", wrong or f"{result} instead of {expected}", case)


def dominosa_grid(section: Section) -> None:
    """Counts of grids by halves, by engines, and by the reference where the grid is small."""
    dice = section.dice
    largest = dice.randint(1, 4)
    numbers = [number for number in range(largest + 1) for _ in range(largest + 2)]
    dice.shuffle(numbers)
    width = dice.choice([d for d in range(1, len(numbers) + 1) if len(numbers) % d == 0])
    grid = NumberGrid.filled(numbers, width)
    case = f"{width} columns: {numbers}"
    section.tried["dominosa grids"] += 1
    with section.expecting("dominosa", case, TilewrightError):
        puzzle = dominosa(grid)
        counts: dict[str, int | None] = {}
        for engine in ("dense", "dancing-cells", "bitmask", "frontier"):
            section.tried["engine calls"] += 1
            if not api.unsupported_by(engine, puzzle):
                counts[engine] = api.count(puzzle, engine=engine, threads=2, limits=SECONDS).solutions
        if (halves := count_solutions(grid)) is not None:
            counts["halves"] = halves
        if largest <= 2:
            counts["reference"] = testing.reference_count(puzzle)
        if len(set(counts.values())) > 1:
            section.fail("dominosa", str(counts), case)


def pips_board(section: Section) -> None:
    """Counts of Pips by sweeps and by the list, and the steps of its explanation, against a plain program."""
    puzzle = pips_cases.random_puzzle(section.dice, 16)
    case = dumps_pips(puzzle)
    section.tried["Pips boards"] += 1
    section.tried["engine calls"] += 3
    with section.expecting("Pips", case):
        plain = set(islice(pips_cases.placements(puzzle), MOST_PLACEMENTS + 1))
        is_whole = len(plain) <= MOST_PLACEMENTS
        counts = pips_solving.count(puzzle, confirm=is_whole)
        assert counts.placements is not None
        if not is_whole:  # the plain program would take minutes
            section.tried["Pips boards with more solutions"] += 1
            if counts.placements <= MOST_PLACEMENTS:
                section.fail("Pips", f"{counts.placements} placements, but there are more", case)
            return
        expected = (len(plain), len(pips_cases.fillings(list(plain))))
        if (counts.placements, counts.fillings) != expected:
            section.fail("Pips", f"{counts.placements}, {counts.fillings} instead of {expected}", case)
        if {frozenset(one.dominoes) for one in pips_solving.solutions(puzzle)} != plain:
            section.fail("list of Pips", f"not the {len(plain)} placements of the plain program", case)
        pips_cases.remaining_after(explain_all(puzzle).steps, plain)
